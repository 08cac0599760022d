"""Rules of machines that fire by themselves."""

from __future__ import annotations

from typing import Any

from ..moments import UsrRule
from ..types import type_of


class SentryDefenceSystem(UsrRule, frozen=True):
    """A building fires its weapons by itself, manned or empty, and may be attacked when nobody is in it.

    Seed 004, Sentry Defence System. Automated fire has Ballistic Skill 2 and goes at the nearest enemy unit in sight and range
    (core rules of the 7th edition); nobody inside fires these weapons.

    >>> from grognard.systems.usr.examples import model, slays, target, unit, weapon
    >>> tower = unit(model("Sentry Defence System", Front=12, HP=3, BS=0, weapons=[weapon()]), type="Building")
    >>> slays(tower, target())  # 5+ to hit, 4+ to wound
    Fraction(1, 6)
    """

    spellings = ("Sentry Defence System", "Sentry Defense System")
    on = ("vehicle", "model")

    def firing(self, fire: Any, weapon: Any) -> None:
        fire.by_itself(self, "fires by itself at the nearest enemy")

    def skill(self, figure: Any, attack: Any) -> None:
        if type_of(attack.by).type == "Building":
            figure.set(2, self, "automated fire: Ballistic Skill 2")


class PowerOfTheMachineSpirit(UsrRule, frozen=True):
    """The vehicle fires one more weapon at its own Ballistic Skill, at another target if its player likes.

    Seed 004, Power of the Machine Spirit. Added to what its speed allows, and to none when it fires Snap Shots; not in a turn in
    which it advances or uses smoke launchers.

    >>> from grognard.systems.usr.examples import model, slays, target, unit, weapon
    >>> wain = unit(model("Power of the Machine Spirit", Front=13, weapons=[weapon()]), type="Vehicle")
    >>> slays(wain, target(), sets={"speed": "cruising"})  # not the Snap Shot of a vehicle at that speed
    Fraction(1, 3)
    """

    spellings = ("Power of the Machine Spirit", "Machine Spirit")
    on = ("vehicle", "model")

    def gunnery(self, guns: Any) -> None:
        guns.add(1, self, "one more weapon at full skill")
        guns.elsewhere(self, "it may take another target")
