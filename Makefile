# make play    serve the site on this machine
# make test    run the tests
# make check   check style, types, imports and the Dockerfile
# make bundle  bundle the modules and style sheets of pages, for a release
# make mutants judge the tests by faults made in the sources: hours

PYTHON ?= python3
HOST ?= 127.0.0.1
PORT ?= 8000
# Many tests wait for other processes; one worker more than cores keeps every core busy.
WORKERS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)

.PHONY: play test check bundle mutants
.DEFAULT_GOAL := play

play: .venv/.play
	@.venv/bin/python manage.py play --host $(HOST) --port $(PORT)

test: .venv/.test
	@.venv/bin/python -m pytest --numprocesses $(WORKERS) --dist worksteal $(ARGS)

check: .venv/.dev
	.venv/bin/ruff check
	.venv/bin/ruff format --check
	.venv/bin/mypy
	.venv/bin/lint-imports
	.venv/bin/hadolint Dockerfile
	@if command -v npm >/dev/null; then npm install --silent && npx tsc; else echo "No npm: the frontend's types were not checked."; fi

bundle:
	@npm install --silent && npm run --silent bundle

mutants: .venv/.mutants
	@nice .venv/bin/python -m tests.mutants $(ARGS)

# A pip of its own takes a virtual environment three seconds; that of Python does too, from version 22.3 on.
SHARES_PIP = $(shell $(PYTHON) -m pip --python $(PYTHON) --version 2>/dev/null)
PIP = $$([ -x .venv/bin/pip ] && echo .venv/bin/python -m pip || echo $(PYTHON) -m pip --python .venv/bin/python) \
	install --quiet --no-compile --disable-pip-version-check -c constraints.txt
# uv takes a quarter of pip's time, itself included. It knows none of pip's settings, such as an index of one's own: where
# it can't install, pip does.
UV = .venv/bin/uv pip install --quiet --python .venv/bin/python -c constraints.txt

# One stamp for each set of packages, so that the next run installs nothing. Python compiles what it imports, and most
# modules of the packages never are: to compile all of them took a fifth of the time to the first page.
.venv/.play: EXTRA = [solver]
.venv/.test: EXTRA = [test]
.venv/.dev: EXTRA = [dev]
.venv/.mutants: EXTRA = [mutants]
.venv/.%: pyproject.toml constraints.txt | .venv/bin/python
	@{ $(PIP) --only-binary=uv uv && $(UV) ".$(EXTRA)"; } 2>/dev/null || $(PIP) ".$(EXTRA)"
	@touch $@

.venv/bin/python:
	@$(PYTHON) -c 'import sys; v = sys.version_info[:2]; sys.exit(None if v >= (3, 11) else "Same Deal needs Python 3.11 or newer, and this is %d.%d. If you have another: make PYTHON=python3.13" % v)'
	@echo "Installing into .venv, once; this takes a minute."
	@$(PYTHON) -m venv $(if $(SHARES_PIP),--without-pip) .venv || { rm -rf .venv; exit 1; }
