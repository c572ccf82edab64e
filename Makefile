# make run [PORT=8000]   from nothing to a running service: environment, database, catalogue, server
# make test              the whole suite; journeys in a browser too, where Chromium is installed
# make lint              what the code looks like
# make lock              requirements*.lock from pyproject.toml, newest versions

PYTHON ?= python3
PORT ?= 8000

BIN := .venv/bin
PIP_INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes
PIP_COMPILE := pip-compile --quiet --upgrade --strip-extras --generate-hashes --allow-unsafe \
	--no-header --no-emit-index-url --no-emit-trusted-host --no-emit-find-links

.PHONY: run test lint lock

run: .venv/.installed
	@exec $(BIN)/python manage.py serve --port $(PORT)

test: .venv/.installed-dev
	$(BIN)/python -m pytest --numprocesses auto --dist loadfile -m "not alone"
	$(BIN)/python -m pytest -m alone

lint: .venv/.installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

# A stamp is written last, so that an installation that was cut short is made anew.
.venv/.installed: requirements.lock | $(BIN)/python
	@echo "Installing what the service needs into .venv ..."
	@$(PIP_INSTALL) --requirement $<
	@touch $@

.venv/.installed-dev: requirements-dev.lock | $(BIN)/python
	@echo "Installing what the tests need into .venv ..."
	@$(PIP_INSTALL) --requirement $<
	@touch $@

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "This needs Python 3.11 or newer, and $(PYTHON) is not: make PYTHON=/path/to/python3.11 $(MAKECMDGOALS)" >&2; \
		exit 1; }
	@$(PYTHON) -m venv .venv

lock:
	@work=$$(mktemp -d) && trap 'rm -rf "$$work"' EXIT && \
	$(PYTHON) -m venv "$$work" && "$$work/bin/pip" install --quiet --disable-pip-version-check pip-tools && \
	"$$work/bin/"$(PIP_COMPILE) --output-file requirements.lock pyproject.toml && \
	"$$work/bin/"$(PIP_COMPILE) --extra dev --constraint requirements.lock --output-file requirements-dev.lock pyproject.toml
