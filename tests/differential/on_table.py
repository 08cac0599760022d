"""Attacks placed on a table and played many times, against the exact law of the same attack.

A system's ``on_table_SYSTEM.py`` makes case number N, for ever the same: random profiles, pairs and triples of rules, several
ranks; how the question is put to the odds, and how the same attack is played on a table. A cell (a count of models slain, or of
damage) is wrong when it comes up so often, or so seldom, that chance would do it less than once in as many looks as are taken at
four standard deviations.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from importlib import import_module
from math import comb
from pathlib import Path
from typing import Any

from msgspec import Struct

from grognard.common.odds import Odds
from grognard.kernel import Law
from grognard.kernel.asks import Choose
from grognard.kernel.dice import Seeded
from grognard.kernel.exact import by_default
from grognard.kernel.play import Play
from grognard.table.state import Table, Unit

SYSTEMS = tuple(sorted(path.stem.removeprefix("on_table_") for path in Path(__file__).parent.glob("on_table_*.py")))
TIMES = 400  # plays of one case
FOUR_SIGMA = 6.3e-5  # how often chance alone leaves four standard deviations, both ways


def wounds_left(unit: Unit) -> int:
    """The wounds of all its models."""
    return sum(unit.wounds)


class Case(Struct):
    """One attack: in words, as a question, and on a table. ``play(table)`` is the procedure; unit ``target`` is what it harms."""

    words: str
    odds: Odds
    table: Table
    attack: Callable[[Table], Any]
    target: int
    picks: dict[str, Any] = {}
    left: Callable[[Unit], int] = wounds_left
    fixed: dict[str, int] = {}


class Loaded(Seeded):
    """Dice from a seed, but for some that always show one face."""

    def __init__(self, seed: int | str, fixed: dict[str, int]) -> None:
        super().__init__(seed)
        self.fixed = fixed

    def throw(self, sides: int, n: int, why: str = "") -> bytes:
        face = next((face for word, face in self.fixed.items() if word in why), None)
        return super().throw(sides, n, why) if face is None else bytes([face] * n)


def thrown(case: Case, times: int = TIMES) -> tuple[Counter[int], Counter[int]]:
    """How often each number of models slain, and each amount of damage, comes up in so many plays."""
    t, start, dice = case.table, case.table.snapshot(), Loaded(case.words, case.fixed)
    before = t[case.target]
    slain: Counter[int] = Counter()
    damage: Counter[int] = Counter()

    def decide(ask: Choose) -> Any:
        for part, pick in case.picks.items():
            if part in ask.question:
                return pick(ask.options) if callable(pick) else pick
        return by_default(ask)

    def emit(event: Any) -> None:
        event.on(t)

    for _ in range(times):
        Play(dice, decide, emit).run(case.attack(t))
        after = t[case.target]
        slain[before.size - after.size] += 1
        damage[case.left(before) - case.left(after)] += 1
        t.restore(start)
    return slain, damage


def unlikely(law: Law, found: Counter[int], looks: int) -> list[str]:
    """The cells that do not go with the law, when ``looks`` cells are looked at in all."""
    times, wrong = sum(found.values()), []
    for cell in sorted({*law.weights, *found}):
        p = law.fraction(cell)
        if not p:
            wrong.append(f"{cell} came up {found[cell]} times and cannot")
        elif tail(found[cell], times, p) < FOUR_SIGMA / looks:
            wrong.append(f"{cell} came up {found[cell]} times of {times}, expected {float(p * times):.1f}")
    return wrong


def tail(k: int, n: int, p: Fraction) -> float:
    """The chance that a binomial count is as far out as ``k`` on its side, twice (both ways).

    >>> tail(5, 10, Fraction(1, 2)), round(tail(0, 10, Fraction(1, 2)), 5)
    (1.0, 0.00195)
    """
    q, f = float(p), float(1 - p)
    over = range(k, n + 1) if k > n * q else range(k + 1)
    return min(1.0, 2 * sum(comb(n, i) * q**i * f ** (n - i) for i in over))


def maker(system: str) -> Any:
    """The module that makes a system's cases."""
    return import_module(f"{__package__}.on_table_{system}")


def cases(system: str, numbers: Iterable[int]) -> list[Case]:
    """The cases of a system with these numbers."""
    make = maker(system).case
    return [make(n) for n in numbers]


def looks(made: Iterable[Case]) -> int:
    """How many cells are looked at."""
    return sum(len(case.odds.slain.weights) + len(case.odds.damage.weights) for case in made)


def disagreements(cases: Sequence[Case], looks: int) -> list[str]:
    """What differs between odds and table, a line a case."""
    told = []
    for case in cases:
        slain, damage = thrown(case)
        wrong = [f"slain: {w}" for w in unlikely(case.odds.slain, slain, looks)]
        wrong += [f"damage: {w}" for w in unlikely(case.odds.damage, damage, looks)]
        if wrong:
            told.append(f"{case.words}: {'; '.join(wrong)}")
    return told
