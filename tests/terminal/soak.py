"""Random lines typed at the prompts of whole battles: ``python -m tests.terminal.soak 10000``.

Half of them are made of words that mean something, half are answers, so that battles go on; each is answered in words.
"""

from __future__ import annotations

import os
import sys
import tempfile
from random import Random

from grognard import systems
from grognard.terminal.client import Client

from .at_table import client

TYPED = """to towards away n sw model face try odds dist los why log undo redo near done drop stay map units score
    usual save mark agree refuse full all ? help 0 1 2 3 -1 12 30.5 1e9 A b #2 #99 , \x00 ß 🎲"""
WORDS = (*TYPED.split(), "9" * 50)


def line(at: Client, rng: Random) -> str:
    """One line that somebody may type now: nonsense, or an answer."""
    if rng.random() < 0.5:
        return " ".join(rng.choice(WORDS) for _ in range(rng.randint(1, 5)))
    if at.ask is not None and at.ask.dice is not None:
        return " ".join(str(rng.randint(1, at.ask.dice.sides)) for _ in range(at.ask.dice.n))
    n = len(at.ask.options) if at.ask is not None else 1
    return str(rng.randint(1, max(1, n)))


def typed(lines: int, seed: int = 0) -> int:
    """Types so many lines in battles of all systems by turns; how many battles came to their end. Whatever is raised is a fault."""
    rng, over, k = Random(seed), 0, 0
    at: Client | None = None
    for _ in range(lines):
        if at is None:
            system = systems.NAMES[k % len(systems.NAMES)]
            at = client(system, (0, 1) if k % 3 == 0 else (k % 2,), ("seeded", "typed")[k // 4 % 2], seed=k, rounds=2)
            k += 1
        at.read(line(at, rng))
        if at.over is not None:
            over, at = over + 1, None
    return over


if __name__ == "__main__":
    lines = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)  # 'save' writes files
        sys.stdout.write(f"{lines} lines typed, {typed(lines)} battles played to their end, no fault\n")
        os.chdir("/")
