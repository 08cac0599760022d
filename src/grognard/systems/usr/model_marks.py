"""What lasts on single models: values that stand among a model's rules and go with it when it joins or leaves a unit.

A mark may change the statline; the statline as it was stands beside it, so that marks overlap and end in any order. Marks are no
rules of the published list; the rules that leave them say what they do.
"""

from __future__ import annotations

import re
from typing import Any, ClassVar

from msgspec.structs import astuple, replace

from ...common.profiles import Model, interned
from ...kernel.memo import memo
from .moments import UsrRule

TURN, FIGHT, PSYCHIC = "own turn", "fight", "psychic"  # what a mark counts until it ends


class Mark(UsrRule, frozen=True):
    """Something that lasts on a model until so many more of its moments have passed: ``left``; 0 or less: for good."""

    counts: ClassVar[str] = (
        ""  # TURN: ends of its owner's turns; FIGHT: ends of Fight phases; PSYCHIC: the caster's phases
    )
    sets: ClassVar[bool] = False  # it sets characteristics, after all that adds to them

    left: int = 1

    def written(self) -> str:
        """The sort of mark with its numbers: nobody reads it but the record of a battle."""
        return " ".join(str(value) for value in (type(self).__name__, *astuple(self)))

    @property
    def called(self) -> str:
        """What a report calls it: "struck down"."""
        return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", type(self).__name__).lower()

    def worn(self, stats: Any) -> Any:
        """The statline as the mark changes it."""
        return stats

    @property
    def wards(self) -> bool:
        """Whether it does nothing but ward its bearer, so that he attacks as he would without it."""
        return False

    @property
    def arms(self) -> bool:
        """Whether it counts in its bearer's attacks by itself, beyond the numbers and rules that it gives."""
        return not self.wards

    @property
    def guards(self) -> bool:
        """Whether it counts when its bearer is attacked, beyond the numbers and rules that it gives."""
        return True


class AsItWas(UsrRule, frozen=True):
    """The statline of a model under marks as it is without them."""

    stats: Any

    def written(self) -> str:
        return "as it was"


@memo(16384)
def marks_on(model: Model) -> tuple[Mark, ...]:
    """The marks of a model."""
    return tuple(rule for rule in model.rules if isinstance(rule, Mark))


@memo(16384)
def under(model: Model, marks: tuple[Mark, ...]) -> Model:
    """The model with exactly these marks."""
    was = next((rule.stats for rule in model.rules if isinstance(rule, AsItWas)), model.stats)
    rules = tuple(rule for rule in model.rules if not isinstance(rule, (Mark, AsItWas)))
    if not marks:
        return interned(replace(model, stats=was, rules=rules))
    stats = was
    for mark in sorted(marks, key=lambda mark: mark.sets):
        stats = mark.worn(stats)
    return interned(replace(model, stats=stats, rules=(*rules, AsItWas(was), *marks)))


def unwarded(model: Model) -> Model:
    """The model as it attacks: without marks that merely ward it."""
    marks = marks_on(model)
    left = tuple(mark for mark in marks if not mark.wards)
    return model if left == marks else under(model, left)


def under_power(model: Model, power: str) -> bool:
    """Whether a psychic power of that name lasts on a model."""
    return any(getattr(mark, "power", "") == power for mark in marks_on(model))


def wearing(model: Model, mark: Mark) -> Model:
    """The model with one more mark. Of the same sort one stands, for the longer of the two times."""
    same = [m for m in marks_on(model) if replace(m, left=mark.left) == mark]
    if same:
        mark = max((mark, *same), key=lambda m: m.left)
    return under(model, (*(m for m in marks_on(model) if m not in same), mark))


def passing(model: Model, counts: str, side: int = -1) -> Model:
    """The model when one moment has passed of those that a sort of marks counts; ``side``: whose powers they must be."""
    stands: list[Mark] = []
    for mark in marks_on(model):
        if mark.counts != counts or getattr(mark, "side", side) != side or mark.left <= 0:
            stands.append(mark)
        elif mark.left > 1:
            stands.append(replace(mark, left=mark.left - 1))
    return under(model, tuple(stands))


# --- concussed in the middle of a Fight phase -------------------------------------------------------------------------


def concussed_at(model: Model) -> int:
    """The first Initiative step of this phase at which it was concussed; 0 when it was not."""
    return max((getattr(mark, "hit_at", 0) for mark in marks_on(model)), default=0)


def before_blow(model: Model) -> Model:
    """The model as it was before it was concussed in this phase: its blows fall due by that."""
    if not concussed_at(model):
        return model
    return under(model, tuple(mark for mark in marks_on(model) if not getattr(mark, "hit_at", 0)))
