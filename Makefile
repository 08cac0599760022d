# make play: the first thing to run.  make test: the tests.  Both set up what they need in .venv.
.PHONY: help play serve shots test compiled check house bench readme matters soak fuzz golden clean

IN = .venv/bin
WORKERS ?= 2

help:
	@echo "make play     exact odds of a sample attack, then a whole battle, saved and replayed"
	@echo "make serve    the table in the browser, on this machine"
	@echo "make test     the tests"
	@echo "make compiled the tests of the table and whole battles, with the geometry compiled"
	@echo "make check    lint, format and types"
	@echo "make house    writes anew which laws of the house are broken where (tests/contract/breaches.toml)"
	@echo "make bench    benchmarks, with checksums of their results"
	@echo "make readme   writes anew what commands print in README.md and docs"
	@echo "make matters  proves for every rule that its tests fail when it is switched off"
	@echo "make soak     2,000 battles of each system in which every pair of rules meets, 2,000 attacks against their odds,"
	@echo "              240 kills of programs that play or ask the lab, 10,000 hostile messages to rooms"
	@echo "make fuzz     20,000 spoilt files given to every reader of lists, 10,000 random lines of arguments"
	@echo "make shots    pictures of every page at three widths, light and dark, in build/shots"
	@echo "make clean    takes away what was made here, .venv included"

play:
	@scripts/setup.sh play
	@scripts/play.sh

serve:
	@scripts/setup.sh play
	$(IN)/grognard serve --open

test:
	@scripts/setup.sh dev
	$(IN)/python -m pytest -n $(WORKERS)
	$(IN)/python -m pytest tests/kernel --cov=grognard.kernel --cov-branch --cov-fail-under=100 --cov-report=term:skip-covered

check:
	@scripts/setup.sh dev
	$(IN)/ruff check src tests bench scripts setup.py
	$(IN)/ruff format --check src tests bench scripts setup.py
	$(IN)/mypy

compiled:
	@scripts/compiled.sh
	PYTHONPATH=build/compiled $(IN)/python -m pytest -n $(WORKERS) tests/table tests/golden tests/perft

house:
	@scripts/setup.sh dev
	$(IN)/python -m tests.contract.house

bench:
	@scripts/compiled.sh
	PYTHONPATH=build/compiled $(IN)/python -m bench

readme:
	@scripts/setup.sh dev
	$(IN)/python -m tests.docs.make

matters:
	@scripts/setup.sh dev
	$(IN)/python scripts/matters.py

soak:
	@scripts/compiled.sh
	PYTHONPATH=build/compiled $(IN)/python -m tests.soak
	PYTHONPATH=build/compiled $(IN)/python -m tests.differential
	PYTHONPATH=build/compiled $(IN)/python -m tests.web.soak
	PYTHONPATH=build/compiled $(IN)/python -m tests.terminal.soak
	KILLS=20 PYTHONPATH=build/compiled $(IN)/python -m pytest tests/lab -k killed_again

fuzz:
	@scripts/setup.sh dev
	$(IN)/python -W ignore -m tests.fuzz
	$(IN)/python -W ignore -m tests.fuzz.arguments

golden:
	@scripts/setup.sh dev
	$(IN)/python -m tests.golden.make

shots:
	@scripts/setup.sh dev
	$(IN)/python -m tests.web.shots

clean:
	rm -rf .venv build dist src/*.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage*
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
