"""Laws as plain dictionaries ``{result: chance}``, for attacks that are counted out by hand. Nothing of the product is used."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

ONE = Fraction(1)
Law = dict  # result -> Fraction


def then(law: Law, more: Callable[..., Law]) -> Law:
    """The law of ``more(result)`` over the results of a law."""
    out: Law = {}
    for result, p in law.items():
        for end, q in more(result).items():
            out[end] = out.get(end, Fraction(0)) + p * q
    return out


def mapped(law: Law, to: Callable[..., object]) -> Law:
    """The law of a function of the result."""
    return then(law, lambda r: {to(r): ONE})


def dice(sides: int, n: int = 1) -> Law:
    """The law of the sum of n dice."""
    law: Law = {0: ONE}
    for _ in range(n):
        law = then(law, lambda s: {s + f: Fraction(1, sides) for f in range(1, sides + 1)})
    return law


def chance(law: Law, of: Callable[..., bool]) -> Fraction:
    """The chance that the result is such."""
    return sum((p for r, p in law.items() if of(r)), Fraction(0))


def crafted(one: Law, models: int) -> Law:
    """The sum over the models of a unit."""
    hits: Law = {0: ONE}
    for _ in range(models):
        hits = then(hits, lambda h: mapped(one, lambda k: h + k))
    return hits


def binomial(n: int, p: Fraction) -> Law:
    """How many of n succeed."""
    law: Law = {0: ONE}
    for _ in range(n):
        law = then(law, lambda k: {k + 1: p, k: 1 - p} if p < 1 else {k + 1: ONE})
    return law
