# Two commands to know: `make play` and `make test`. Each sets up all it needs in .venv.
BIN := .venv/bin
# The first of these that is Python 3.11 or newer; `make PYTHON=/path/to/python play` takes another.
PYTHON ?= $(shell for name in python3 python3.13 python3.12 python3.11 python; do \
	$$name -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$name && break; done)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: play test test-slow lint bench words clean help

play: .venv/ready ## play; without a terminal, watch the computer play every game once
	@$(BIN)/tabuleiro play

test: lint ## what must pass: style, types, layers and all but the slow tests
	$(BIN)/pytest

test-slow: .venv/ready-dev ## the long tests
	$(BIN)/pytest -m slow

lint: .venv/ready-dev ## style, types and layers alone
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: .venv/ready ## how fast it is; BENCH="--only startup" measures a part
	@$(BIN)/python -m benchmarks $(BENCH)

words: .venv/ready-dev ## bring the translations up to date with the code; says what is left to translate
	$(BIN)/python tools/words.py

clean: ## take away everything that the other commands made
	rm -rf .venv build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1#\2/p' $(firstword $(MAKEFILE_LIST)) | \
		while IFS='#' read -r name words; do printf '%-16s%s\n' "$$name" "$$words"; done

# A stamp is written last, so that a set-up that failed is tried again. Compiled files make every start faster, and an
# editable install does not write them.
.venv/ready: pyproject.toml
	@test -n '$(PYTHON)' || { echo 'Tabuleiro needs Python 3.11 or newer; make PYTHON=/path/to/python says where it is' >&2; exit 1; }
	@echo 'Setting up .venv ...' >&2
	@rm -f .venv/ready .venv/ready-dev
	@$(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@$(BIN)/python -m compileall -q src
	@touch $@

.venv/ready-dev: .venv/ready
	@echo 'Installing what the tests need ...' >&2
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@
