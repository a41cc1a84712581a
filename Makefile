# Needs only python3 (3.11 or newer) with venv, and a package index.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed
READY := $(VENV)/.ready
BROWSER := $(VENV)/.browser
FUZZER := $(VENV)/.fuzzer
CHECKED := $(VENV)/checked
AXE := axe-core@4.14.0
CONSTRAINTS ?= constraints.txt
# How long `make test-deep` plays random games. The mutated records that follow take about as long on two cores.
XBN_DEEP_MINUTES ?= 30
# A module with a .pxd beside it is compiled.
COMPILED := $(shell find expendibots_notation -name '*.pxd')
# What the tables are made of that the reader runs.
GRAMMARS := $(wildcard grammar/*.lark) $(addprefix expendibots_notation/notation/,build.py tables.py)
# What is tested once more without the compiled modules: the reader, the rules, the fast paths, and the command on whole files.
UNCOMPILED_TOO := tests/notation/test_driver.py tests/notation/test_borders.py tests/bulk tests/games/expendibots tests/judging \
	tests/importers/test_json_documents.py tests/exporters/test_plain_games.py tests/test_compiled.py tests/test_samples.py tests/test_broken_samples.py

.PHONY: chromium help demo test test-slow test-browser test-deep test-examples test-oldest test-newest coverage mutate fuzz growth check format vectors bench pictures dist audit clean

# How long each target is fuzzed (0: without end), and which (all if none is named).
FUZZ_SECONDS ?= 60
FUZZ ?=

help:
	@echo "make demo       set up, validate the samples and show a game"
	@echo "make test       set up and run the quick tests"
	@echo "make test-slow  run the slow ones: more examples, uncompiled modules, all mutants of the judges against the vectors"
	@echo "make test-browser  test the replay page in Chromium (installed from Debian where there is none; needs npm)"
	@echo "make check      lint, types and import contracts"
	@echo "make format     fix what a tool can fix"
	@echo "make test-oldest  the tests with the lowest versions of dependencies that are allowed (make test-newest: with the newest)"
	@echo "make test-deep  the engines against the independent judge for XBN_DEEP_MINUTES (30), then the reader with a million mutants, on all cores"
	@echo "make test-examples  the tests with 24 times as many examples of each property as in test-slow; takes hours (TESTS=tests/bulk: only those)"
	@echo "make coverage   which lines and branches the tests reach, compiled modules as plain Python; fails below 97 %"
	@echo "make mutate     put faults into the rules, the replay and the checks, which the tests must notice (MUTANTS=200: so many of them)"
	@echo "make fuzz       fuzz the readers, each for FUZZ_SECONDS ($(FUZZ_SECONDS)); FUZZ=name: only that one"
	@echo "make growth     whether any reader takes disproportionate time for large input"
	@echo "make bench      speed, side by side with python-chess, pgn-extract and a plain checker (BENCH=--quick: less of it)"
	@echo "make pictures   draw the pictures of the README from the samples (the page in Chromium, as for test-browser)"
	@echo "make vectors    make the conformance vectors anew"
	@echo "make dist       the files of a release, built twice and compared"
	@echo "make audit      look for known vulnerabilities of the pinned versions (needs the advisory service)"
	@echo "make clean      remove everything that was made"

$(INSTALLED): pyproject.toml $(CONSTRAINTS)
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	XBN_NO_COMPILE=1 $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint $(CONSTRAINTS) \
		--editable ".[dev,bench,render,player,parquet]"
	touch $(INSTALLED)

# Apart from the install, which takes longer and needs the network: a change of the engine or a grammar is then a few seconds.
$(READY): $(INSTALLED) setup.py $(COMPILED) $(COMPILED:.pxd=.py) $(GRAMMARS)
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
	$(BIN)/python -m pytest -n auto -m "not slow"

# Property tests once more with more examples: hypothesis marks them itself.
test-slow: $(READY)
	HYPOTHESIS_PROFILE=thorough $(BIN)/python -m pytest -n auto -m "slow or hypothesis"
	XBN_NO_COMPILE=1 HYPOTHESIS_PROFILE=quick $(BIN)/python -m pytest -n auto $(UNCOMPILED_TOO)

test-browser: $(BROWSER) chromium
	$(BIN)/python -m pytest -n auto tests/browser

test-deep: $(READY)
	PYTHONPATH=tests $(BIN)/python -m judge $(XBN_DEEP_MINUTES)

test-examples: $(READY)
	HYPOTHESIS_PROFILE=deep $(BIN)/python -m pytest -n auto $(TESTS)

# The tests start many processes, most of them without this one's environment: a hook in .venv, there only meanwhile, has all measured.
# Few examples of property tests are enough to reach a line. Tests of speed and of memory know nothing that is not reached elsewhere.
COVERAGE_HOOK := $(VENV)/.coverage-hook
# Nor do those of what is compiled, where nothing is.
COVERAGE_LESS := --ignore tests/test_benchmarks.py --ignore tests/test_wheel.py --ignore tests/test_whole_corpus.py \
	--ignore tests/test_compiled.py --deselect tests/test_hostile_input.py::test_time_grows_with_the_size_of_the_text

coverage: $(READY)
	$(BIN)/coverage erase
	$(BIN)/python -c "import sysconfig; print(sysconfig.get_path('purelib') + '/xbn_coverage.pth')" > $(COVERAGE_HOOK)
	echo "import os; os.environ.update(COVERAGE_PROCESS_START='$(CURDIR)/pyproject.toml', COVERAGE_FILE='$(CURDIR)/.coverage', \
	XBN_NO_COMPILE='1'); import coverage; coverage.process_startup()" > "$$(cat $(COVERAGE_HOOK))"
	HYPOTHESIS_PROFILE=quick $(BIN)/python -m pytest -n auto $(COVERAGE_LESS); failed=$$?; rm "$$(cat $(COVERAGE_HOOK))"; exit $$failed
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report

$(FUZZER): $(READY)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable ".[fuzz]"
	touch $(FUZZER)

# The package once more, compiled so that each index is looked at: what reads outside a list is then an error, not chance.
$(CHECKED): $(READY)
	rm -rf $(CHECKED)
	XBN_BOUNDS_CHECKS=1 $(BIN)/python setup.py --quiet build --build-base $(VENV)/checked-build --build-lib $(CHECKED)
	touch $(CHECKED)

fuzz: $(FUZZER) $(CHECKED)
	PYTHONPATH=$(CHECKED):. $(BIN)/python -P -m fuzz --seconds $(FUZZ_SECONDS) $(FUZZ)

# Whether any reader takes more than twice as long for twice as much; takes half an hour, and a quiet machine.
growth: $(READY)
	$(BIN)/python -m fuzz.growth

# In a copy of the checkout with an environment of its own: so the modules are compiled by the versions that are tested, too.
define copied
	mkdir -p build/$(1)
	find build/$(1) -mindepth 1 -maxdepth 1 ! -name $(VENV) -exec rm -rf {} +
	tar --exclude=./$(VENV) --exclude=./build --exclude=./dist --exclude=./.git --exclude='*.so' -cf - . | tar -xf - -C build/$(1)
	mkdir -p build/$(1)/build
endef

# constraints-oldest.txt replaces some lines of constraints.txt: the tools with which one tests stay what they are.
test-oldest:
	$(call copied,oldest)
	awk -F== 'NR == FNR {low[$$1] = 1; print; next} !($$1 in low)' constraints-oldest.txt constraints.txt > build/oldest/build/constraints.txt
	$(MAKE) -C build/oldest test test-slow CONSTRAINTS=build/constraints.txt

test-newest:
	$(call copied,newest)
	touch build/newest/build/constraints.txt
	$(MAKE) -C build/newest test test-slow CONSTRAINTS=build/constraints.txt

# MUTANTS=200 tries so many, the same each time, MUTANTS="200 --seed 7" others; all of them take an hour or two.
mutate: $(READY)
	XBN_NO_COMPILE=1 HYPOTHESIS_PROFILE=mutate PYTHONPATH=tests $(BIN)/python -m mutation $(MUTANTS)

check: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(READY)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# The same bytes as before, unless the rules, the scenes or the seed have changed; look at the difference.
vectors: $(READY)
	$(BIN)/xbn vectors make samples/vectors

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

dist: $(READY)
	$(BIN)/python -m release.dist

# --strict: without it, a version about which the service says nothing would count as clean, also where no service is reached.
audit:
	test -x build/audit/bin/python || $(PYTHON) -m venv build/audit
	build/audit/bin/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt pip-audit
	build/audit/bin/pip-audit --requirement constraints.txt --no-deps --disable-pip --strict --progress-spinner off

clean:
	rm -rf $(VENV) .coverage .fuzz build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find expendibots_notation -name '*.so' -delete
	rm -f expendibots_notation/notation/tables.json
