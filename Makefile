# make run [PORT=8000]   install, prepare the database, load the catalogue and start the server
# make test              run the whole test suite; journeys need Chromium and are skipped without it
# make bench             print the time of every public request and its budget; builds two scratch databases
# make lint              check lint rules and format
# make lock              write requirements*.lock from pyproject.toml, with the newest versions:
#                        requirements.lock for production, -run for `make run`, -dev for tests and lint

PYTHON ?= python3
PORT ?= 8000

BIN := .venv/bin
PIP_INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes
PIP_COMPILE := pip-compile --quiet --upgrade --strip-extras --generate-hashes --allow-unsafe \
	--no-header --no-emit-index-url --no-emit-trusted-host --no-emit-find-links

.PHONY: run test bench lint lock

# With one arena, threads share the memory that they freed: this saves 30 MB. With fixed thresholds, memory of large
# responses is given back when it is freed.
run: export MALLOC_ARENA_MAX = 1
run: export MALLOC_MMAP_THRESHOLD_ = 131072
run: export MALLOC_TRIM_THRESHOLD_ = 131072
run: .venv/.installed
	@exec $(BIN)/python -m config.serve --port $(PORT)

# Keep the compiled tests: otherwise, each process would compile them again, which takes four seconds.
test: export PYTHONDONTWRITEBYTECODE =
test: .venv/.installed-dev
	$(BIN)/python -m pytest --numprocesses auto --dist loadfile --no-loadscope-reorder -m "not alone"
	$(BIN)/python -m pytest -m alone $$(grep -rl --include='*.py' 'mark\.alone' tests)

bench: .venv/.installed-dev
	@DJANGO_SETTINGS_MODULE=config.settings $(BIN)/python -m tests.benchmarks

lint: .venv/.installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

# The stamp is written last, so that an interrupted installation is repeated.
.venv/.installed: requirements-run.lock | $(BIN)/python
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

# Each lock file keeps the versions of the one before it, so that all three agree.
lock:
	@work=$$(mktemp -d) && trap 'rm -rf "$$work"' EXIT && \
	$(PYTHON) -m venv "$$work" && "$$work/bin/pip" install --quiet --disable-pip-version-check pip-tools && \
	compile="$$work/bin/$(PIP_COMPILE)" && \
	$$compile --output-file requirements.lock pyproject.toml && \
	$$compile --extra run --constraint requirements.lock --output-file requirements-run.lock pyproject.toml && \
	$$compile --extra run --extra dev --constraint requirements-run.lock --output-file requirements-dev.lock pyproject.toml
