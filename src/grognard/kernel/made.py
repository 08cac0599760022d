"""Laws that know which choices were made on the way to their outcomes, and how likely each came up."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from math import lcm
from typing import Any, NamedTuple

from .asks import Choose
from .law import Law, mixture
from .tree import Fork, Leaf, Tree


class Made(NamedTuple):
    """A choice that came up and how it was answered; ``chance``: that it came up (at least once) and was answered so."""

    choice: Choose
    answer: Any
    chance: Fraction


Known = dict[tuple[int, str, Any], Made]


class MadeLaw(Law):
    """A law with the choices on the way to it, in the order in which they are met."""

    __slots__ = ("made",)

    def __init__(self, law: Law, made: Known) -> None:
        super().__init__(law.weights, law.den)
        self.made = made


def made_in(law: Law) -> tuple[Made, ...]:
    """The choices on the way to a law's outcomes."""
    return tuple(law.made.values()) if isinstance(law, MadeLaw) else ()


def after(choice: Choose, answer: Any, law: Law, chance: Fraction = Fraction(1)) -> Law:
    """The law of what follows a choice, which comes up with a chance that does not touch what else does."""
    key = (choice.player, choice.question, answer)
    known = law.made if isinstance(law, MadeLaw) else {}
    later = known[key].chance if key in known else Fraction(0)
    made: Known = {key: Made(choice, answer, chance + (1 - chance) * later)}
    made.update((k, m) for k, m in known.items() if k != key)
    return MadeLaw(law, made)


def along(start: Law, step: Callable[[Any], Law]) -> Law:
    """The law of ``step(outcome)`` over a law, and how likely each choice comes up there."""
    parts = [(weight, step(outcome)) for outcome, weight in start.weights.items()]
    law = mixture(parts, start.den)
    shares: dict[tuple[int, str, Any], tuple[Made, list[tuple[int, int]]]] = {}
    for weight, part in parts:
        for key, found in part.made.items() if isinstance(part, MadeLaw) else ():
            chance = found.chance
            shares.setdefault(key, (found, []))[1].append((weight * chance.numerator, chance.denominator))
    made: Known = {}
    for key, (found, each) in shares.items():
        common = lcm(*[den for _, den in each])  # one fraction for them all: there are many
        share = Fraction(sum([n * (common // den) for n, den in each]), common * start.den)
        made[key] = found._replace(chance=share)
    return MadeLaw(law, made) if made else law


def comes_up(grown: Tree, picked: dict[str, Any], runs: int) -> Iterator[tuple[Choose, Fraction]]:
    """The choices in a tree that come up when they are answered so, each with the chance that one of so many runs comes to it."""
    reached: dict[str, tuple[Choose, Fraction]] = {}
    for choice, chance in _reached(grown, picked, Fraction(1)):
        before = reached[choice.question][1] if choice.question in reached else Fraction(0)
        reached[choice.question] = (choice, before + chance)
    for choice, chance in reached.values():
        yield choice, 1 - (1 - chance) ** runs


def _reached(grown: Tree, picked: dict[str, Any], chance: Fraction) -> Iterable[tuple[Choose, Fraction]]:
    if isinstance(grown, Leaf):
        return
    if isinstance(grown, Fork):
        yield grown.choice, chance
        at = list(grown.choice.options).index(picked[grown.choice.question])
        yield from _reached(grown.branches[at], picked, chance)
        return
    law = grown.reading.law
    for kind, branch in zip(grown.reading.kinds, grown.branches, strict=True):
        yield from _reached(branch, picked, chance * law.fraction(kind))
