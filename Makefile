# Three commands to know: `make play`, `make serve` and `make test`. Each sets up all it needs in .venv.
VENV := .venv
BIN := $(VENV)/bin
# The first of these that is Python 3.11 or newer; `make PYTHON=/path/to/python play` takes another.
PYTHON ?= $(shell for name in python3 python3.13 python3.12 python3.11 python; do \
	$$name -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$name && break; done)
# For `make test-all`: every version that we support and this machine has, on the PATH or among pyenv's.
PYTHONS ?= $(shell for minor in 11 12 13; do for name in python3.$$minor ~/.pyenv/versions/3.$$minor.*/bin/python; do \
	$$name -c '' 2>/dev/null && echo $$name && break; done; done)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: play serve test test-core test-slow test-all lint bench words api planes clean help

play: $(VENV)/ready ## play; without a terminal, watch the computer play every game once
	@$(BIN)/tabuleiro play

serve: $(VENV)/ready-web ## the web site on this machine; it says where, and opens a browser if there is a desktop
	@$(BIN)/tabuleiro serve --open

test: lint ## what must pass: style, types, layers and all but the slow tests
	$(BIN)/pytest

test-core: $(VENV)/ready-dev ## of the tests, those that need nothing but what pip installs
	$(BIN)/pytest -m 'not slow and not machine'

test-slow: $(VENV)/ready-slow ## the long tests, with the libraries of those who let programs learn
	$(BIN)/pytest -m slow

test-all: test ## the tests on every supported Python of this machine; PYTHONS="/path/to/python ..." says which
	@for python in $(PYTHONS); do \
		version=$$($$python -c 'import sys; print("%d.%d" % sys.version_info[:2])') || exit 1; \
		test -e $(BIN)/python$$version && continue; \
		echo "Python $$version:" >&2; \
		$(MAKE) --no-print-directory VENV=.venv-$$version PYTHON=$$python .venv-$$version/ready-dev || exit 1; \
		.venv-$$version/bin/pytest || exit 1; \
	done

lint: $(VENV)/ready-dev ## style, types and layers alone
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(VENV)/ready-dev ## how fast it is; BENCH="--only startup" measures a part
	@$(BIN)/python -m benchmarks $(BENCH)

words: $(VENV)/ready-dev ## bring the translations up to date with the code; says what is left to translate
	$(BIN)/python tools/words.py

api: $(VENV)/ready ## write docs/api.md, the public names, anew from the code
	$(BIN)/python tools/api.py

planes: $(VENV)/ready-dev ## write docs/rl/, what learning programs see of each game, anew from the code
	$(BIN)/python tools/planes.py

clean: ## take away everything that the other commands made
	rm -rf .venv .venv-* build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1#\2/p' $(firstword $(MAKEFILE_LIST)) | \
		while IFS='#' read -r name words; do printf '%-16s%s\n' "$$name" "$$words"; done

# A stamp is written last, so that a set-up that failed is tried again. Compiled files make every start faster, and an
# editable install does not write them.
$(VENV)/ready: pyproject.toml
	@test -n '$(PYTHON)' || { echo 'Tabuleiro needs Python 3.11 or newer; make PYTHON=/path/to/python says where it is' >&2; exit 1; }
	@echo 'Setting up $(VENV) ...' >&2
	@rm -f $(VENV)/ready $(VENV)/ready-*
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@$(BIN)/python -m compileall -q src
	@touch $@

$(VENV)/ready-dev: $(VENV)/ready
	@echo 'Installing what the tests need ...' >&2
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[cluster,dev,rl,swiss,web]'
	@touch $@

$(VENV)/ready-slow: $(VENV)/ready-dev
	@echo 'Installing what the long tests need ...' >&2
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check 'torch==2.13.0'
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[sb3]' 'open_spiel>=2.0'
	@touch $@

$(VENV)/ready-web: $(VENV)/ready
	@echo 'Installing what the web site needs ...' >&2
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[web]'
	@touch $@
