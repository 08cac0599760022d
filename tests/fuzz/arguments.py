"""Random lines of arguments for ``rules``, ``rulings`` and ``odds``: none may end in anything but an answer or one line of error.

``python -m tests.fuzz.arguments`` tries 10,000 of them (``--lines N``, ``--first N``); ``make fuzz`` runs it too.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from random import Random
from typing import Any

from grognard import systems
from grognard.cli import BAD_INPUT, FINE, NO
from grognard.muster.ref import resolve_force
from tests.cli.run import run

ODD = (
    "", " ", "-", "--", ":", "::", "target:", "=", "a=b", "=x", "x=", "0", "-1", "1e999", "nan", "inf", "9" * 20, "½", "٣",
    "\u202e", "\x00", "\n", "'", '"', "\\", "[", "{}", "%s", "../..", "/", "/dev/null", ".", "usr/", "usr/drill", "usr/drill:",
    "usr:", "x" * 5000, "Ⅻ", "é", "日本", "--json", "--help-situation", "*", "(", "(5+)", "Poisoned (99+)", "Heavy Armour -4",
    "Feel No Pain (5+) (5+)",
)  # fmt: skip
FLAGS = ("--melee", "--moved", "--charging", "--plot", "--fractions", "--json", "--scatter", "--tests", "--toml")
VALUED = (
    "--range", "--cover", "--facing", "--set", "--models", "--target-models", "--wounds", "--target-wounds", "--with", "--without",
    "--ruling", "--rulings", "--policy", "--weapon", "--take", "--size", "--system", "--as", "--models-under",
)  # fmt: skip

GOOD = {
    "--range": ("0", "6", '12"', "24.5"),
    "--cover": ("4+", "3", "5", "soft", "none"),
    "--facing": ("front", "Rear", "side"),
    "--rulings": ("printed", "SYSTEM/printed"),
    "--as": ("printed", "SYSTEM/printed"),
    "--policy": ("best", "default"),
    "--system": ("SYSTEM", "usr"),
    "--take": ("Net", "target:Net"),
}


def words_of(system: str) -> dict[str, list[str]]:
    """What is known of a system, from which lines are made that nearly mean something."""
    found = systems.get(system)
    force = resolve_force(f"{system}/drill")
    sets = [
        f"{c.key}={v}"
        for c in found.circumstances
        for v in ("yes", "no", "2", *(c.takes if isinstance(c.takes, tuple) else ()))
    ]
    return {
        "unit": [f"{system}/drill:{kind.name}" for kind in force.kinds],
        "rule": [rule.example or rule.spellings[0] for rule in found.rules] + [rule.slug for rule in found.rules],
        "ruling": [f"{r.name}={v}" for r in found.rulings for v in r.values],
        "set": sets,
        "weapon": [weapon.name for kind in force.kinds for model in kind.models for weapon in model.weapons],
    }


def drawn(number: int, known: dict[str, dict[str, list[str]]]) -> list[str]:
    """The line of a number, always the same."""
    dice = Random(number)
    system = dice.choice(systems.NAMES)
    here = known[system]

    def spoilt(word: str) -> str:
        if not word or dice.random() < 0.9:
            return word
        i = dice.randrange(len(word))
        odd = dice.choice("x:=+() \u0301")
        return dice.choice((word[:i], word[i:], word[:i] + odd + word[i + 1 :], word * 2, word.upper()))

    def value(option: str) -> str:
        if dice.random() < 0.15:
            return dice.choice(ODD)
        kinds = {"--with": "rule", "--without": "rule", "--ruling": "ruling", "--set": "set", "--weapon": "weapon"}
        if option in kinds:
            before = "target:" if option == "--with" and dice.random() < 0.4 else ""
            return spoilt(before + dice.choice(here[kinds[option]]))
        return dice.choice(GOOD.get(option, ("0", "1", "2", "7"))).replace("SYSTEM", system)

    command = dice.choice(("odds", "odds", "rules", "rulings"))
    if command == "odds":
        line = [spoilt(dice.choice(here["unit"])), spoilt(dice.choice(here["unit"]))][: dice.choice((2, 2, 2, 2, 1, 0))]
    else:
        pool = [*here["rule"], *(name.partition("=")[0] for name in here["ruling"]), *ODD]
        line = [spoilt(dice.choice(pool)) for _ in range(dice.randrange(4))]
    for _ in range(dice.choice((0, 0, 1, 1, 2, 4))):
        if dice.random() < 0.3:
            line.append(dice.choice(FLAGS))
        else:
            option = dice.choice(VALUED)
            line += [option, value(option)][: 1 + (dice.random() < 0.97)]
    if dice.random() < 0.05:
        line.insert(dice.randrange(len(line) + 1), dice.choice(ODD))
    return [command, *line]


def wrong(line: list[str]) -> str:
    """What went wrong with a line, "" when nothing did."""
    try:
        result = run(*line)
    except BaseException as error:  # an exception that got out
        return f"{type(error).__name__}: {error}"
    if result.exit_code not in (FINE, NO, BAD_INPUT):
        return f"exit code {result.exit_code}: {result.stderr[-300:]}"
    if "Traceback" in result.output or "our fault" in result.output:
        return result.output[-300:]
    if result.exit_code == BAD_INPUT and not result.stderr.strip():
        return "refused without a word"
    return ""


def faults(first: int, lines: int) -> Iterator[tuple[int, list[str], str]]:
    """The lines that went wrong, of so many from a number on."""
    known: Any = {name: words_of(name) for name in systems.NAMES}
    for number in range(first, first + lines):
        line = drawn(number, known)
        if said := wrong(line):
            yield number, line, said
        if sys.stderr.isatty() and number % 20 == 0:
            sys.stderr.write(f"\r\033[K{number} of {first + lines - 1}")


def main() -> int:
    """Tries the lines; 1 when one went wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.arguments", description=__doc__)
    parser.add_argument("--lines", type=int, default=10_000)
    parser.add_argument("--first", type=int, default=0)
    asked = parser.parse_args()
    bad = 0
    for number, line, said in faults(asked.first, asked.lines):
        bad += 1
        print(f"{number}: {line!r}\n    {said}", flush=True)
    print(f"{asked.lines} lines of arguments, {bad} went wrong")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
