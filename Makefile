# Every target sets up what it needs by itself: a machine with Python 3.11+ and make is enough.
# Once set up, a target starts at once; an edited lock file or pyproject.toml sets it up again.

PYTHON ?= python3
VENV ?= .venv
MINUTES ?= 5
# One more than the cores that a small machine has: tests in a browser mostly wait.
WORKERS ?= 3
# Which tests `make test` runs: `test`, the everyday ones; `build`, also those of .ci/run; `thorough`, all.
SUITE ?= test
# Whether `make test` runs the page's own tests; .ci/run runs them beside other work.
PAGE_TESTS ?= yes
# Which part of the tests, as 2/4: a long suite can be run in parts.
PART ?= 1/1
MARKS_test := not build and not thorough and not slow
MARKS_build := not thorough and not slow
MARKS_thorough := not slow
# Notes the time of each part; .ci/run, which runs several targets, starts and prints the notes itself.
TIME := $(PYTHON) tests/minutes.py time
TEST_PAGE = $(TIME) page -- $(BIN)/python -m ironbottom.web.build test
# With it set, each test run, and each command that a test starts, would compile every module again.
unexport PYTHONDONTWRITEBYTECODE

BIN := $(VENV)/bin
# What `make play` needs; an environment for developers serves as well.
READY := $(if $(wildcard $(VENV)/.dev),$(VENV)/.dev,$(VENV)/.run)
PIP := $(BIN)/python -m pip --disable-pip-version-check -qq
COMPILE := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-header --no-annotate --no-emit-index-url --no-emit-find-links --upgrade pyproject.toml

.PHONY: calibrate cluster coverage faults help play page fixtures schema shots browse chromium ccache clock test thorough compiled check format setup fast bench fuzz knockout rulebook test-page site matrix lock clean speed
.DEFAULT_GOAL := help

help: ## list these targets
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 16

play: $(READY) page ## play in the browser
	@$(BIN)/ironbottom serve $(ARGS)

page: $(READY) ## build the browser page, with the system's Node or one from PyPI
	@command -v npm >/dev/null || $(PIP) install --require-hashes -r requirements/page.txt
	@$(TIME) page -- $(BIN)/python -m ironbottom.web.build

shots: $(VENV)/.dev page chromium ## take the pictures of the docs again
	@$(BIN)/python -m tests.browser.screenshots

browse: $(VENV)/.dev page chromium ## play whole games in a browser by mouse, touch and keyboard (GAMES="hf vitp")
	@$(BIN)/python -m tests.browser.whole_games $(GAMES) $(ARGS)

speed: $(VENV)/.dev page chromium ## measure the time from an act to the painted page, and the size of a first visit
	@$(BIN)/python -m tests.browser.speed

chromium: $(VENV)/.dev # the browser of the tests: an installed one, or the distribution's package
	@$(TIME) set-up -- $(BIN)/python tests/browser/chromium.py >/dev/null

ccache: # caches what the C compiler compiles; without it the compiled build takes longer
	@$(TIME) set-up -- $(PYTHON) tests/ccache.py

clock: # starts timing each part, unless .ci/run did
	@[ -n "$$IRONBOTTOM_MINUTES" ] || $(PYTHON) tests/minutes.py start

fixtures: $(VENV)/.dev # the data of the page's tests, computed from today's games
	@$(TIME) page -- $(BIN)/python page/tests/make_fixtures.py

schema: $(VENV)/.dev ## generate page/src/app/schema.d.ts, the types of the server's messages, from its OpenAPI schema
	@command -v npm >/dev/null || $(PIP) install --require-hashes -r requirements/page.txt
	@$(BIN)/python page/tests/make_schema.py
	@$(BIN)/python -m ironbottom.web.build schema

test: clock $(VENV)/.dev page fixtures chromium ## run the everyday tests, including doctests
	@page=0; [ "$(PAGE_TESTS)" = no ] || $(TEST_PAGE) || page=$$?; \
		IRONBOTTOM_MINUTES=$(SUITE) $(BIN)/python -m pytest -q -n $(WORKERS) --dist worksteal \
		-m "$(MARKS_$(SUITE))" --part $(PART) $(ARGS); tests=$$?; \
		[ -n "$$IRONBOTTOM_MINUTES" ] || $(PYTHON) tests/minutes.py print $(SUITE); \
		[ $$page -eq 0 ] || echo "The tests of the page failed (above)."; [ $$page -eq 0 ] && exit $$tests

test-page: $(VENV)/.dev # the page's own tests, without a browser; after `make page fixtures`
	@$(TEST_PAGE)

thorough: $(VENV)/.docs ## run every test with every seed, screen size and input device; prints what it ran (PART=2/4)
	@$(MAKE) --no-print-directory compiled test SUITE=thorough

coverage: $(VENV)/.dev page fixtures chromium ## list the modules that the everyday tests cover least (ARGS=tests/engine for some tests)
	@$(BIN)/python -m pytest -q -n $(WORKERS) --dist worksteal -m "$(MARKS_$(SUITE))" --cov --cov-report= $(ARGS); tests=$$?; \
		$(BIN)/coverage report --skip-covered --sort=cover | sed -n '1,42p;/^TOTAL/p'; exit $$tests

compiled: clock $(VENV)/.dev ccache # a compiled build for the tests, unoptimised
	@$(TIME) "compiled build" -- $(BIN)/python -m fast.build --unoptimised >/dev/null

check: $(VENV)/.dev page fixtures ## check formatting, linting, types, import layers and words
	$(TIME) checks -- $(BIN)/ruff format --check .
	$(TIME) checks -- $(BIN)/ruff check .
	$(TIME) checks -- $(BIN)/mypy src page/tests tests fast examples
	$(TIME) checks -- $(BIN)/lint-imports --no-logo
	$(TIME) checks -- $(BIN)/python -m tests.words.refused_words
	$(TIME) checks -- $(BIN)/python -m ironbottom.web.build check weigh

format: $(VENV)/.dev ## format the source
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

setup: $(VENV)/.dev ## set up for development, and do nothing else

fast: $(VENV)/.dev ## compile the engine and the rules, which makes games up to twice as fast
	@$(BIN)/python -m fast.build

bench: $(VENV)/.bench fast ## compare the speed with other engines, interpreted and compiled
	@$(BIN)/ironbottom bench $(ARGS)

fuzz: $(VENV)/.dev ## run random and hostile play, attacks on a server, unobservable acts, damaged stores (MINUTES=5 each), and more games of the slow tests
	@$(BIN)/python -m ironbottom.testing --load tests.kit --minutes $(MINUTES) $(ARGS)
	@$(BIN)/python -m tests.server.attack --minutes $(MINUTES)
	@$(BIN)/python -m tests.server.unobservable_acts --minutes $(MINUTES)
	@$(BIN)/python -m tests.server.store_damage --minutes $(MINUTES)
	@$(BIN)/python -m pytest -q -n $(WORKERS) --dist worksteal -m slow --minutes $(MINUTES) --timeout 0 tests

knockout: $(VENV)/.dev ## disable each restriction of a game in turn, and check that a test fails
	@$(BIN)/python -m tests.kit.knockout $(ARGS)

faults: $(VENV)/.dev ## reintroduce old bugs one by one, and check that the tests find each
	@$(BIN)/python -m tests.kit.old_faults $(ARGS)

calibrate: $(VENV)/.dev ## play famous actions of War in the Pacific many times, and compare them with its tables and history
	@$(BIN)/python -m tests.games.war_in_the_pacific.calibration $(ARGS)

cluster: $(VENV)/.cluster ## test simulations on a local Ray cluster of two workers, one of which is killed
	@$(BIN)/python -m pytest -q -n 0 -W default tests/lab/test_cluster.py

rulebook: $(VENV)/.dev ## build a page for each game: each clause with its code, its tests and a position to try
	@$(BIN)/python -m tests.kit.clause_positions build/rulebook/positions.json

site: rulebook $(VENV)/.docs ## build the docs as a searchable site in build/site, with the rulebooks, and check every link
	@NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --quiet
	@echo "build/site/index.html   (with search: $(BIN)/python -m http.server --directory build/site)"

matrix: $(VENV)/.dev page ## test the wheel on each supported Python on PATH (ARGS="python3.13" for some)
	@$(BIN)/python -m tests.matrix $(ARGS)

lock: $(VENV)/.dev ## update the pinned versions in requirements/
	$(PIP) install uv
	$(COMPILE) --extra server --group dev --output-file requirements/dev.txt
	$(COMPILE) --extra server --group build --constraint requirements/dev.txt --output-file requirements/run.txt
	$(COMPILE) --group page --constraint requirements/dev.txt --output-file requirements/page.txt
	$(COMPILE) --group bench --constraint requirements/dev.txt --output-file requirements/bench.txt
	$(COMPILE) --group docs --constraint requirements/dev.txt --output-file requirements/docs.txt
	$(COMPILE) --extra server --extra cluster --constraint requirements/dev.txt --output-file requirements/cluster.txt

clean: ## remove the environment and all caches
	rm -f src/ironbottom/games/*/data/clause_tests.json
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/.made:
	@$(PYTHON) -c 'import sys; sys.version_info < (3, 11) and sys.exit("Python 3.11 or newer is needed; try for example: make PYTHON=python3.12 ...")'
	@$(PYTHON) -m venv --clear $(VENV)
	@touch $@

$(VENV)/.run: requirements/run.txt pyproject.toml | $(VENV)/.made
	@echo "Setting up to play (once) ..."
	@$(TIME) set-up -- $(PIP) install --require-hashes -r requirements/run.txt
	@$(TIME) set-up -- $(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.dev: requirements/dev.txt pyproject.toml | $(VENV)/.made
	@echo "Setting up for development (once) ..."
	@$(TIME) set-up -- $(PIP) install --require-hashes -r requirements/dev.txt
	@$(TIME) set-up -- $(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.bench: requirements/bench.txt $(VENV)/.dev
	@echo "Setting up the peers to measure against (once) ..."
	@$(PIP) install --require-hashes -r requirements/bench.txt
	@touch $@

$(VENV)/.cluster: requirements/cluster.txt $(VENV)/.dev
	@echo "Setting up Ray (once) ..."
	@$(PIP) install --require-hashes -r requirements/cluster.txt
	@touch $@

$(VENV)/.docs: requirements/docs.txt $(VENV)/.dev
	@echo "Setting up what builds the site (once) ..."
	@$(PIP) install --require-hashes -r requirements/docs.txt
	@touch $@
