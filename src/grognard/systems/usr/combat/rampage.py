"""More enemies than friends in a combat: the one roll for the attacks of all who rampage in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING

from ....common.building import Because, because
from ....common.profiles import Model
from ....common.rules import Rule
from ....common.schema import NONE, Count, rolled
from ....kernel.asks import Procedure
from ....kernel.memo import memo
from ..squads import own_voices

if TYPE_CHECKING:  # odds ask here too, and load nothing of the table
    from ....table.state import Unit

_size = attrgetter("size")
FRENZY = "rampaging"  # value: the attacks that it brings; to the end of the phase


class Frenzy:
    """What a model does that fights more enemies than friends, while rules speak."""

    def __init__(self) -> None:
        self.dice = NONE
        self.because: list[Because] = []

    def attacks(self, dice: str | int, by: Rule | str, says: str) -> None:
        """It has so many attacks more: a number, or dice like "D3", rolled once for everybody in the combat who has as many.

        Of several in one unit the most count.
        """
        self.dice = max(self.dice, Count.of(dice), key=_size)
        self.because.append(because(by, says))


def _frenzy(model: Model) -> Frenzy:
    found = Frenzy()
    for speak in own_voices(model, "outnumbered"):
        speak(found)
    return found


def frenzied(model: Model) -> tuple[str, ...]:
    """The ids of the rules by which a model has more attacks when outnumbered; () when it has none."""
    return tuple(dict.fromkeys(b.id for b in _frenzy(model).because))


def rages(models: Iterable[Model]) -> bool:
    """Whether one of these models has more attacks when outnumbered."""
    return any(frenzied(model) for model in dict.fromkeys(models))


@memo(4096)
def more_attacks(models: tuple[Model, ...]) -> Count:
    """The attacks, or their dice, that a unit of these models has more when outnumbered."""
    return max((_frenzy(model).dice for model in dict.fromkeys(models)), default=NONE, key=_size)


def rolled_attacks(units: Sequence[tuple[Model, ...]]) -> Procedure:
    """The attacks that each of several units in a combat has more: one roll for all whose dice are the same."""
    found: dict[Count, int] = {}
    for models in units:
        dice = more_attacks(models)
        if dice not in found:
            found[dice] = yield from rolled(dice, "rampage")
    return [found[more_attacks(models)] for models in units]


def frenzy_of(u: Unit) -> int:
    """The attacks that its rampage brings the bearers in a unit now."""
    effect = u.effect(FRENZY) if u.effects else None
    return effect.value if effect is not None else 0
