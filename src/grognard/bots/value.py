"""What units have to lose, in points, so that shooting, charging and ground can be compared; and who values which question."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeVar

from ..common.profiles import Kind, Model
from ..kernel.memo import memo
from ..table.geometry import Formation
from ..table.state import Table, Unit
from .places import plain_worth

Worth = tuple[float, str]  # of an option, and why
Judge = TypeVar("Judge")


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
        return min(wounds, self.left) * self.price


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
    """Who values the options of a question: by the first word that it is about, or by its text when it is about nothing."""
    about = ask.about
    if isinstance(about, tuple):
        return judges.get(about[0]) if about else None
    return judges.get(ask.question) if about is None else None


def answer(judges: Mapping[str, Callable[[Table, Any, Any], Worth]], t: Table, ask: Any, option: Any) -> Worth:
    """What an option is worth by the judge of its question, who is told what it is about; else by the place, or as usual."""
    judge = judge_of(judges, ask)
    if judge is not None:
        return judge(t, ask.about, option)
    if isinstance(ask.about, int) and isinstance(option, Formation):
        return plain_worth(t, ask.about, option)
    return as_usual(ask, option)


def as_usual(ask: Any, option: Any) -> Worth:
    """The worth of an option that nobody values: the one that goes without saying is taken."""
    return float(option == ask.default), "as a matter of course"
