"""Rules of armour penetration."""

from __future__ import annotations

from typing import Any

from ..moments import UsrRule


class Melta(UsrRule, frozen=True):
    """A ranged weapon within half its range rolls one more D6 to penetrate a vehicle's armour.

    Seed 004, Melta. For a blast the distance is that of the marker's centre where it comes to lie. Buildings count as vehicles.

    >>> from grognard.systems.usr.examples import other, shooter, target
    >>> gun = shooter("Melta", S=8, AP=1, range=12)
    >>> other(gun, target(Front=14), "penetrations", range=6)  # 2/3 to hit, 7/12 for 7 and more on 2D6
    Fraction(7, 18)
    """

    spellings = ("Melta",)
    on = ("weapon",)

    def to_penetrate(self, penetration: Any, attack: Any) -> None:
        if attack.melee:
            return
        if attack.how.half:
            penetration.extra_die(self, "within half range: one more D6")
        else:
            penetration.say(self, "beyond half range: no effect")
