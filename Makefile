# Needs only python3 (3.11 or newer) with venv, and a package index.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed
READY := $(VENV)/.ready
BROWSER := $(VENV)/.browser
AXE := axe-core@4.14.0
# A module with a .pxd beside it is compiled.
COMPILED := $(shell find expendibots_notation -name '*.pxd')
# What is tested once more without the compiled modules: the rules, the quick ways, and the command on whole files.
UNCOMPILED_TOO := tests/bulk tests/games/expendibots tests/test_compiled.py tests/test_samples.py tests/test_broken_samples.py

.PHONY: chromium help demo test test-browser test-deep coverage check format bench pictures clean

help:
	@echo "make demo       set up, validate the samples and show a game"
	@echo "make test       set up and run the tests, those of the compiled modules also without compiling"
	@echo "make test-browser  test the replay page in Chromium (installed from Debian where there is none; needs npm)"
	@echo "make check      lint, types and import contracts"
	@echo "make format     fix what a tool can fix"
	@echo "make test-deep  the property tests with many more examples"
	@echo "make coverage   which lines and branches the tests reach, compiled modules as plain Python; fails below 97 %"
	@echo "make bench      speed, side by side with python-chess, pgn-extract and a plain checker (BENCH=--quick: less of it)"
	@echo "make pictures   draw the pictures of the README from the samples (the page in Chromium, as for test-browser)"
	@echo "make clean      remove everything that was made"

$(INSTALLED): pyproject.toml constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	XBN_NO_COMPILE=1 $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt \
		--editable ".[dev,bench,render,player,parquet]"
	touch $(INSTALLED)

# Compiled apart from the install, which takes longer and needs the network: a change of the engine is then a few seconds.
$(READY): $(INSTALLED) setup.py $(COMPILED) $(COMPILED:.pxd=.py)
	$(BIN)/python setup.py --quiet build_ext --inplace
	touch $(READY)

$(BROWSER): $(READY)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable ".[browser]"
	npm install --silent --no-audit --no-fund --no-save --prefix $(VENV)/axe $(AXE)
	touch $(BROWSER)

# A Chromium that is there is used as it is; to install Debian's, one must be allowed to. Asked each time: it is not part of .venv.
chromium:
	@command -v chromium || command -v chromium-browser || command -v google-chrome || \
		(apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends chromium)

demo: $(READY)
	$(BIN)/xbn validate samples/expendibots samples/stack_wars samples/stacks samples/robots
	@echo
	$(BIN)/xbn replay samples/expendibots/chain-reaction.xbn --plain --ply 31

test: $(READY)
	$(BIN)/python -m pytest -n auto
	XBN_NO_COMPILE=1 $(BIN)/python -m pytest -n auto $(UNCOMPILED_TOO)

test-browser: $(BROWSER) chromium
	$(BIN)/python -m pytest -n auto tests/browser

test-deep: $(READY)
	HYPOTHESIS_PROFILE=deep $(BIN)/python -m pytest -n auto

# The tests start many processes, most of them without this one's environment: a hook in .venv, there only meanwhile, has all measured.
# Few examples of property tests are enough to reach a line. Tests of speed and of memory know nothing that is not reached elsewhere.
COVERAGE_HOOK := $(VENV)/.coverage-hook
COVERAGE_LESS := --ignore tests/test_benchmarks.py --ignore tests/test_wheel.py --ignore tests/test_whole_corpus.py

coverage: $(READY)
	$(BIN)/coverage erase
	$(BIN)/python -c "import sysconfig; print(sysconfig.get_path('purelib') + '/xbn_coverage.pth')" > $(COVERAGE_HOOK)
	echo "import os; os.environ.update(COVERAGE_PROCESS_START='$(CURDIR)/pyproject.toml', COVERAGE_FILE='$(CURDIR)/.coverage', \
	XBN_NO_COMPILE='1'); import coverage; coverage.process_startup()" > "$$(cat $(COVERAGE_HOOK))"
	HYPOTHESIS_PROFILE=quick $(BIN)/python -m pytest -n auto $(COVERAGE_LESS); failed=$$?; rm "$$(cat $(COVERAGE_HOOK))"; exit $$failed
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report

check: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(READY)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# pgn-extract is compared with where it is installed; the benchmarks say how to get it. --markdown writes the table into the docs.
bench: $(READY)
	$(BIN)/python -m benchmarks $(BENCH)

# The samples as the README shows them; look at them before committing.
pictures: $(BROWSER) chromium
	mkdir -p docs/pictures
	$(BIN)/xbn render samples/expendibots/chain-reaction.xbn --plies last.waves -o docs/pictures/boom.svg --force
	$(BIN)/xbn render samples/expendibots/chain-reaction.xbn -o docs/pictures/game.gif --force
	$(BIN)/python docs/pictures/make_player.py docs/pictures/player.svg
	$(BIN)/python -m docs.pictures.make_page

clean:
	rm -rf $(VENV) .coverage build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find expendibots_notation -name '*.so' -delete
