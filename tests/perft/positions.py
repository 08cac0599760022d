"""Reference positions of every system, from which lines are counted.

``python -m tests.perft.positions`` counts them anew and writes ``counts.json``: only after a change of the rules that is
meant to change what can happen.
"""

from __future__ import annotations

import json
from pathlib import Path

from grognard import battles, systems
from grognard.common import battle
from grognard.kernel.session import Session

from .walk import perft

COUNTS = Path(__file__).with_name("counts.json")
AFTER = (0, 24, 60)  # boundaries from the beginning
DEPTHS = (1, 2, 3)
MOST = 3000  # lines: a deeper count that would pass this by far is left out


def position(system: str, boundaries: int) -> Session:
    """A battle of the sample forces at close range, so many boundaries old."""
    session = battle.begin(
        battles.setup(f"{system}/A", f"{system}/B", seed=1, scenario="close-quarters", bots=("random",))
    )
    session.play(boundaries)
    return session


def names() -> list[str]:
    return [f"{system} {boundaries}" for system in systems.NAMES for boundaries in AFTER]


def counted(name: str) -> list[int]:
    """Lines at each depth, as far as there are not too many. Raises AssertionError when weights do not add up to 1."""
    system, boundaries = name.split()
    session = position(system, int(boundaries))
    lines: list[int] = []
    for depth in DEPTHS:
        if lines and lines[-1] ** 2 > 40 * MOST:
            break
        found, weight = perft(session, depth)
        assert weight == 1
        lines.append(found)
    return lines


if __name__ == "__main__":
    COUNTS.write_text(json.dumps({name: counted(name) for name in names()}, indent=1) + "\n", "utf-8")
