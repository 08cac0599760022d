"""More enemies than friends in a combat: the one roll for the attacks of all who rampage in it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ....common.building import Because, because
from ....common.profiles import Model
from ....common.rules import Rule
from ....kernel.faces import d3
from ..squads import own_voices

if TYPE_CHECKING:  # odds ask here too, and load nothing of the table
    from ....table.state import Unit

FRENZY = "rampaging"  # value: the attacks that it brings; to the end of the phase
ROLL = d3("rampage")


class Frenzy:
    """What a model does that fights more enemies than friends, while rules speak."""

    def __init__(self) -> None:
        self.because: list[Because] = []

    def attacks_d3(self, by: Rule | str, says: str) -> None:
        """It has D3 more attacks, with everybody else who has."""
        self.because.append(because(by, says))


def frenzied(model: Model) -> tuple[str, ...]:
    """The ids of the rules by which a model has more attacks when outnumbered; () when it has none."""
    found = Frenzy()
    for speak in own_voices(model, "outnumbered"):
        speak(found)
    return tuple(dict.fromkeys(b.id for b in found.because))


def rages(models: Iterable[Model]) -> bool:
    """Whether one of these models has more attacks when outnumbered."""
    return any(frenzied(model) for model in dict.fromkeys(models))


def frenzy_of(u: Unit) -> int:
    """The attacks that its rampage brings the bearers in a unit now."""
    effect = u.effect(FRENZY) if u.effects else None
    return effect.value if effect is not None else 0
