"""Points, in which shooting, charging and ground can be compared, and who values which question.

What a unit has to lose, what fire does where it does most, what a fight costs both sides, who is eager to act. How many wounds
an attack may be expected to cost is each system's to say (docs/decisions/0024).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from math import inf
from typing import Any, NamedTuple, TypeVar

from ..common.profiles import Kind, Model
from ..kernel.memo import memo
from ..table.geometry import Formation
from ..table.state import Table, Unit
from .places import plain_worth

Worth = tuple[float, str]  # of an option, and why
Judge = TypeVar("Judge")
Target = TypeVar("Target")

READY, WAITING = (
    1.0,
    0.4,
)  # of its points: what it is worth to activate a unit that has enemies in reach, and one that has none
AT_ONCE = 3.0  # what a point that is destroyed before others act counts beside a point of who acts


class Stake(NamedTuple):
    """What a unit has to lose: the wounds that it has left, and what each of them is worth, in points."""

    left: int
    price: float

    @property
    def whole(self) -> float:
        """What all that is left is worth: more harm cannot be done."""
        return self.left * self.price

    def lost(self, wounds: float) -> float:
        """The points that so many wounds cost.

        >>> Stake(3, 5.0).lost(2), Stake(3, 5.0).lost(4)
        (10.0, 15.0)
        """
        return (wounds if wounds < self.left else self.left) * self.price  # asked too often for ``min``

    def standing(self, wounds: float) -> float:
        """The share of a unit that is left after so many wounds.

        >>> Stake(4, 5.0).standing(1), Stake(4, 5.0).standing(9)
        (0.75, 0.0)
        """
        return 1 - min(1.0, wounds / max(1, self.left))


class Exchange(NamedTuple):
    """What a fight may be expected to cost both sides, in points: what one side deals, and what it suffers."""

    dealt: float
    suffered: float

    def gain(self, care: float = 1.0) -> float:
        """The points that it brings, when a point lost weighs ``care`` of one destroyed.

        >>> Exchange(30.0, 20.0).gain(), Exchange(30.0, 20.0).gain(0.5)
        (10.0, 20.0)
        """
        return self.dealt - care * self.suffered

    def pays(self, times: float) -> bool:
        """Whether it destroys more than so many times what it costs.

        >>> Exchange(30.0, 20.0).pays(1.25), Exchange(30.0, 20.0).pays(1.5)
        (True, False)
        """
        return self.dealt > times * self.suffered


def most_harm(
    targets: Iterable[Target],
    harm: Callable[[Target], float],
    stake: Callable[[Target], float] | None = None,
    enough: float = inf,
) -> float:
    """The points that fire costs the target that it harms most, 0 where there is none; the first that are ``enough``.

    ``stake`` says what a target has to lose: nobody is weighed who has no more than has been found.

    >>> points = {"Lantern Watch": 12.0, "Thornkin": 30.0, "Gate Watch": 20.0}
    >>> most_harm(points, points.get), most_harm(points, points.get, enough=10.0), most_harm((), points.get)
    (30.0, 12.0, 0.0)
    """
    best = 0.0
    for target in targets:
        if stake is not None and best and stake(target) <= best:
            continue
        points = harm(target)
        if points > best:
            best = points
            if best >= enough:
                break
    return best


def eagerness(unit: Unit, in_reach: bool, harm: float = 0.0) -> Worth:
    """What it is worth to activate a unit now: its points when it has enemies in reach, else a part of them.

    ``harm``: the points that it is expected to destroy at once. A unit that is destroyed before it acts can do no harm.
    """
    if in_reach:
        return unit.kind.points * READY + AT_ONCE * harm, "enemies are in reach"
    return unit.kind.points * WAITING, "it can wait"


class Pricing(NamedTuple):
    """What the units of one game are worth. ``fresh`` says how many wounds a fresh model has."""

    fresh: Callable[[Model], int]

    def price(self, unit: Unit) -> float:
        """What one wound of a unit is worth in points: as much as any other; what is free counts as a point."""
        return _price(unit.kind, self.fresh)

    def at_stake(self, unit: Unit) -> Stake:
        """What a unit has to lose."""
        return Stake(sum(unit.wounds), _price(unit.kind, self.fresh))


@memo(4096)
def _price(kind: Kind, fresh: Callable[[Model], int]) -> float:
    return max(kind.points, 1) / max(sum(fresh(m) for m in kind.models), 1)


def judge_of(judges: Mapping[str, Judge], ask: Any) -> Judge | None:
    """Who values the options of a question: by the word that it is about, or by its text when it is about nothing.

    That word stands first, or second, after the unit or the occasion that is asked about.
    """
    about = ask.about
    if isinstance(about, tuple):
        for word in about[:2]:
            if isinstance(word, str):
                return judges.get(word)
        return None
    return judges.get(ask.question) if about is None else None


def judged_by(judges: Mapping[str, Callable[[Table, Any, Any], Worth]], t: Table, ask: Any) -> Callable[[Any], Worth]:
    """What says the worth of each option: the judge of the question, told what it is about; else the place, or what is usual."""
    judge = judge_of(judges, ask)
    if judge is not None:
        return partial(judge, t, ask.about)
    return partial(_place_or_usual, t, ask) if isinstance(ask.about, int) else partial(as_usual, ask)


def _place_or_usual(t: Table, ask: Any, option: Any) -> Worth:
    return plain_worth(t, ask.about, option) if isinstance(option, Formation) else as_usual(ask, option)


def as_usual(ask: Any, option: Any) -> Worth:
    """The worth of an option that nobody values: the one that goes without saying is taken."""
    return float(option == ask.default), "as a matter of course"
