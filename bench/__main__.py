"""``python -m bench [--accept] [PART...]``: times everything, checks that results are what they were.

Parts: ``volleys``, ``units``, ``start``, ``battles``, ``ahead``, ``rooms``, ``many``, ``learning``. ``--accept`` writes the
checksums anew: only after a change of rules that is meant to change results.
"""

from __future__ import annotations

import platform
import sys
import tomllib
from pathlib import Path

from grognard.table.sight import lines

from . import ahead, battles, learning, many, odds, rooms, start
from .figures import Figures

CHECKSUMS = Path(__file__).with_name("checksums.toml")
PARTS = {
    "volleys": odds.volleys,
    "units": odds.units,
    "start": start.fresh,
    "battles": battles.battles,
    "ahead": ahead.ahead,
    "rooms": rooms.rooms,
    "many": many.many,
    "learning": learning.learning,
}


def main(words: list[str]) -> int:
    accept = "--accept" in words
    wanted = [word for word in words if word != "--accept"] or list(PARTS)
    if unknown := [word for word in wanted if word not in PARTS]:
        print(f"no part {unknown[0]!r}; there are {', '.join(PARTS)}", file=sys.stderr)
        return 2
    compiled = not lines.__file__.endswith(".py")
    print(f"interpreter: {platform.python_implementation()} {platform.python_version()}, {platform.python_compiler()}")
    print(f"geometry: {'compiled' if compiled else 'in Python; make bench compiles it where there is a compiler'}")
    figures = Figures(tomllib.loads(CHECKSUMS.read_text("utf-8")) if CHECKSUMS.is_file() else {})
    for part in wanted:
        print(f"\n{part}")
        PARTS[part](figures)
    print(
        f"\n{figures.checked} checksums, {len(figures.wrong)} other than they were; {len(figures.slow)} targets missed"
    )
    for line in (*figures.wrong, *figures.slow):
        print(f"  {line}")
    if accept:
        known = {**figures.known, **figures.found}
        CHECKSUMS.write_text("".join(f'"{name}" = "{known[name]}"\n' for name in sorted(known)), "utf-8")
        return 0
    return 1 if figures.wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
