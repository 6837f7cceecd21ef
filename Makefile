# Two commands to know: `make play` and `make test`. Each sets up all it needs in .venv.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: play test test-slow lint bench clean

play: .venv/ready
	@$(BIN)/tabuleiro play

test: .venv/ready-dev lint
	$(BIN)/pytest

test-slow: .venv/ready-dev
	$(BIN)/pytest -m slow

lint: .venv/ready-dev
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: .venv/ready-dev
	$(BIN)/python -m benchmarks

.venv/ready: pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --editable .
	@touch $@

.venv/ready-dev: .venv/ready
	$(BIN)/pip install --quiet --editable '.[dev]'
	@touch $@

clean:
	rm -rf .venv build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
