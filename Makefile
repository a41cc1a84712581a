# Needs only python3 (3.11 or newer) with venv, and a package index.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: help demo test test-deep check format bench clean

help:
	@echo "make demo       set up, validate the samples and show a game"
	@echo "make test       set up and run the tests"
	@echo "make check      lint, types and import contracts"
	@echo "make format     fix what a tool can fix"
	@echo "make test-deep  the property tests with many more examples"
	@echo "make bench      speed, side by side with python-chess and a plain checker"
	@echo "make clean      remove everything that was made"

$(READY): pyproject.toml constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable ".[dev,bench]"
	touch $(READY)

demo: $(READY)
	$(BIN)/xbn validate samples/expendibots
	@echo
	@echo "The last position but one of a game, as print(replay[-2]) shows it:"
	@$(BIN)/python -c 'import expendibots_notation as xn; print(xn.replay(next(xn.read("samples/expendibots/chain-reaction.xbn")))[-2])'

test: $(READY)
	$(BIN)/python -m pytest -n auto

test-deep: $(READY)
	HYPOTHESIS_PROFILE=deep $(BIN)/python -m pytest -n auto

check: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(READY)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(READY)
	$(BIN)/python -m benchmarks

clean:
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
