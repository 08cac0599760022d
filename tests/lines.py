"""Every line of dice a played procedure can take, with its weight: play driven through all faces."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any


class _More(Exception):
    """The faces known so far are used up: ``n`` dice of ``sides`` are thrown next."""

    def __init__(self, sides: int, n: int) -> None:
        self.sides, self.n = sides, n


class Known:
    """Dice that show the handfuls given, one after the other."""

    def __init__(self, handfuls: tuple[bytes, ...]) -> None:
        self.handfuls = handfuls
        self.used = 0

    def throw(self, sides: int, n: int, why: str = "") -> bytes:
        if n == 0:
            return b""
        if self.used == len(self.handfuls):
            raise _More(sides, n)
        faces = self.handfuls[self.used]
        assert len(faces) == n, why
        self.used += 1
        return faces


def lines(run: Callable[[Known], Any], known: tuple[bytes, ...] = ()) -> Iterator[tuple[Any, Fraction]]:
    """Each result of ``run(dice)`` with the weight of its faces; the weights add up to 1."""
    dice = Known(known)
    try:
        result = run(dice)
    except _More as more:
        share = Fraction(1, more.sides**more.n)
        for faces in product(range(1, more.sides + 1), repeat=more.n):
            for result, weight in lines(run, (*known, bytes(faces))):
                yield result, weight * share
        return
    assert dice.used == len(known)
    yield result, Fraction(1)


def law_of_lines(run: Callable[[Known], Any]) -> dict[Any, Fraction]:
    """The law that playing through all faces shows."""
    law: dict[Any, Fraction] = {}
    for result, weight in lines(run):
        law[result] = law.get(result, Fraction(0)) + weight
    return law
