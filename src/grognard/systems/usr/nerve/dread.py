"""What frightens whoever touches it, and how much. Nothing here reads the table."""

from __future__ import annotations

from collections.abc import Iterable

from ....common.building import Because, because
from ....common.profiles import Model
from ....common.rules import Rule
from ..squads import own_voices

COWED = 1  # the Weapon Skill of whoever is afraid, as far as the rule that frightens him says no other
UNAFRAID = 10  # the highest Weapon Skill: nothing lowers it


class Dread:
    """What a model does to the nerve of whoever touches it, while rules speak."""

    def __init__(self) -> None:
        self.skill = UNAFRAID
        self.because: list[Because] = []

    def spread(self, skill: int, by: Rule | str, says: str) -> None:
        """Enemies in base contact test their nerve before they fight, or have this Weapon Skill at most; the lowest counts."""
        self.skill = min(self.skill, skill)
        self.because.append(because(by, says))


def dread_of(models: Iterable[Model]) -> Dread:
    """What these models do to the nerve of whoever touches them."""
    dread = Dread()
    for model in dict.fromkeys(models):
        for speak in own_voices(model, "frightens"):
            speak(dread)
    return dread
