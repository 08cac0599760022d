"""Proves for every executable rule that its own tests pass, and that at least one fails when the rule is switched off.

Runs ``pytest --rule ID`` and ``pytest --rule ID --without ID`` on the files that hold the rule's tests. Arguments: rule ids or
systems; default: all.
"""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from grognard import rulebook, systems
from grognard.rulebook import Page

ROOT = Path(__file__).parents[1]
PASSED, FAILED = 0, 1  # exit codes of pytest


def pages(names: list[str]) -> list[Page]:
    """The pages of the rules and command cards named, or of all."""
    every = [systems.get(name) for name in systems.NAMES]
    found = [page for system in every for page in rulebook.pages_of(system) if page.executable]
    found += [page for system in every for page in rulebook.card_pages(system)]
    return [page for page in found if not names or page.id in names or page.system in names]


def run(page: Page, *more: str) -> tuple[int, str]:
    """Exit code and last lines of pytest on the rule's tests."""
    files = sorted({test.partition("::")[0] for test in page.tests})
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "--no-header",
            "-p",
            "no:cacheprovider",
            "--rule",
            page.id,
            *more,
            *files,
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    return done.returncode, done.stdout[-1500:] + done.stderr[-500:]


def fault(page: Page) -> str:
    """What is wrong with the tests of a rule, "" when they matter."""
    if not page.tests:
        return "has no tests"
    code, told = run(page)
    if code != PASSED:
        return f"its tests do not pass:\n{told}"
    code, told = run(page, "--without", page.id)
    if code == PASSED:
        return "its tests pass without it"
    if code != FAILED:
        return f"its tests do not run without it:\n{told}"
    return ""


def main(names: list[str]) -> int:
    chosen = pages(names)
    if not chosen:
        print(f"no executable rule is meant by {', '.join(names)}")
        return 2
    bad = 0
    with ThreadPoolExecutor(os.cpu_count() or 1) as workers:
        for page, wrong in zip(chosen, workers.map(fault, chosen), strict=True):
            bad += bool(wrong)
            print(f"{page.id:<32} {wrong or 'ok'}", flush=True)
    print(f"{len(chosen)} rules, {len(chosen) - bad} matter to their tests, {bad} do not")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
