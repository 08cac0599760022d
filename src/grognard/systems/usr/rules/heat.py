"""Weapons that may turn on whoever fires them."""

from __future__ import annotations

from typing import Any

from ..matchup import HOT
from ..moments import UsrRule


class GetsHot(UsrRule, frozen=True):
    """A shot may be supercharged: Strength +1 or a blast; a 1 to hit then wounds the firer. Without a roll to hit a D6 is rolled.

    Seed 004, Gets Hot. No saves against that wound, Feel No Pain may be rolled. Weapons without a roll to hit roll their D6
    supercharged or not (ruling gets-hot-blast); on a 1 the shot is lost. With a re-roll only a second 1 hurts.

    >>> from grognard.systems.usr.examples import other, shooter, slays, target
    >>> plasma = shooter("Gets Hot", S=7, AP=2)
    >>> slays(plasma, target(T=6)), slays(plasma, target(T=6), sets={"supercharge": "strength"})
    (Fraction(4, 9), Fraction(5, 9))
    >>> other(plasma, target(), "own-slain", sets={"supercharge": "strength"})
    Fraction(1, 6)
    """

    spellings = ("Gets Hot", "Gets Hot!")
    on = ("weapon",)

    def firing(self, fire: Any, weapon: Any) -> None:
        fire.mode("strength", self, "Strength +1")
        fire.mode("blast", self, "a blast")

    def strength(self, figure: Any, attack: Any) -> None:
        if attack.how.supercharge == "strength":
            figure.add(1, self, "supercharged: +1")

    def landing(self, landing: Any, attack: Any) -> None:
        if attack.how.supercharge == "blast":
            landing.upgrade(self, "supercharged: a blast, a blast a large one")
        if attack.how.supercharge or attack.ruling("gets-hot-blast", "always") == "always":
            landing.heat(self, "a 1 before firing loses the shot and wounds the firer")

    def to_hit(self, test: Any, attack: Any) -> None:
        if attack.how.supercharge and not attack.melee:
            test.face(1, HOT, self, "a 1 wounds the firer", as_failure=True)
