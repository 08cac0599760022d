"""What a player waits for who types a command: a fresh process."""

from __future__ import annotations

import re
import subprocess
import sys
from time import perf_counter

from grognard import systems
from grognard.muster.ref import resolve_force

from .figures import Figures

RUNS = 7
WHOLE, IMPORTING = 0.200, 0.060


def fresh(figures: Figures) -> None:
    """``grognard odds`` in a process of its own, and how much of it is importing."""
    for system in systems.NAMES:
        ours, theirs = resolve_force(f"{system}/A").kinds[0], resolve_force(f"{system}/B").kinds[0]
        words = ["-m", "grognard", "odds", f"{system}/A:{ours.name}", f"{system}/B:{theirs.name}"]
        figures.time(f"{system}, a fresh 'grognard odds'", min(_run(words)[0] for _ in range(RUNS)), WHOLE)
        figures.time(f"{system}, of which importing", min(_importing(words) for _ in range(RUNS)), IMPORTING)


def _run(words: list[str], *options: str) -> tuple[float, str]:
    began = perf_counter()
    done = subprocess.run([sys.executable, *options, *words], capture_output=True, text=True, check=True)
    return perf_counter() - began, done.stderr


def _importing(words: list[str]) -> float:
    """Seconds spent importing our modules and all that they need, by the interpreter's own count.

    The count itself costs about a fifth, so this errs on the side of too much. What Python needs by itself is left out.
    """
    _, told = _run(words, "-X", "importtime")
    rows = [
        (len(found[3]) - 1, int(found[1]) / 1e6, found[4])
        for line in told.splitlines()
        if (found := re.match(r"import time:\s+(\d+) \|\s+(\d+) \|( +)(\S+)", line))
    ]
    # A module is listed after those that it imports, which stand deeper; all after 'site' is ours.
    start = next((i for i, row in enumerate(rows) if row[2] == "site"), -1) + 1
    return sum(own for _, own, _ in rows[start:])
