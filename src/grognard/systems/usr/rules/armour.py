"""Rules of armour penetration."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..attack.outcomes import GLANCE, NOTHING, PENETRATION
from ..moments import UsrRule

if TYPE_CHECKING:
    from ....common.building import Building
    from ..attack.matchup import Attack
    from ..slots import Penetration


class Melta(UsrRule, frozen=True):
    """A ranged weapon within half its range rolls one more D6 to penetrate a vehicle's armour.

    USR Reference: Melta. For a blast the distance is that of the marker's centre where it comes to lie. Buildings count as
    vehicles.

    >>> from grognard.systems.usr.examples import other, shooter, target
    >>> gun = shooter("Melta", S=8, AP=1, range=12)
    >>> other(gun, target(Front=14), "penetrations", range=6)  # 2/3 to hit, 7/12 for 7 and more on 2D6
    Fraction(7, 18)
    """

    spellings = ("Melta",)
    on = ("weapon",)

    def to_penetrate(self, penetration: Penetration, attack: Attack) -> None:
        if attack.melee:
            return
        if attack.how.half:
            penetration.extra_die(self, "within half range: one more D6")
        else:
            penetration.say(self, "beyond half range: no effect")


class Armourbane(UsrRule, frozen=True):
    """One more D6 to penetrate a vehicle's armour.

    USR Reference: Armourbane. On a model or melee weapon in close combat, on a gun in shooting; buildings count as vehicles.

    >>> from grognard.systems.usr.examples import other, shooter, target
    >>> other(shooter("Armourbane", S=8), target(Front=14), "penetrations")
    Fraction(7, 18)
    """

    spellings = ("Armourbane",)
    on = ("weapon", "model")

    def to_penetrate(self, penetration: Penetration, attack: Attack) -> None:
        penetration.extra_die(self, "one more D6")


class Lance(UsrRule, frozen=True):
    """Armour above 12 counts as 12.

    USR Reference: Lance.

    >>> from grognard.systems.usr.examples import other, shooter, target
    >>> other(shooter("Lance", S=8), target(Front=14), "penetrations")
    Fraction(2, 9)
    """

    spellings = ("Lance",)
    on = ("weapon",)

    def to_penetrate(self, penetration: Penetration, attack: Attack) -> None:
        penetration.armour_at_most(12, self, "armour above 12 counts as 12")


class Haywire(UsrRule, frozen=True):
    """A hit on a vehicle rolls a D6 in place of penetration: 1 nothing, 2 to 5 a glance, 6 a penetrating hit.

    USR Reference: Haywire. Rules that change a penetration roll do not touch it; buildings are penetrated as usual.

    >>> from grognard.systems.usr.examples import other, shooter, target
    >>> other(shooter("Haywire", S=1), target(Front=14), "glances")
    Fraction(4, 9)
    """

    spellings = ("Haywire",)
    on = ("weapon",)

    def to_penetrate(self, penetration: Penetration, attack: Attack) -> None:
        if not attack.at.counts_as("Building"):
            table = (NOTHING, GLANCE, GLANCE, GLANCE, GLANCE, PENETRATION)
            penetration.read("haywire", table, self, "2-5 a glance, 6 a penetrating hit")


class TankHunters(UsrRule, frozen=True):
    """The unit rolls failed penetration rolls against vehicles again, and glances if it likes; the second roll stands.

    USR Reference: Tank Hunters. One bearer is enough, in shooting and in close combat.

    >>> from grognard.systems.usr.examples import other, shooter, target
    >>> other(shooter(S=8, rules=["Tank Hunters"]), target(Front=13), "penetrations")  # 1/6 + 4/6 1/6 of the hits
    Fraction(5, 27)
    """

    spellings = ("Tank Hunters", "Tank Hunter")
    on = ("model",)
    covers = "any"

    def to_penetrate(self, penetration: Penetration, attack: Attack) -> None:
        penetration.reroll("glances", self, "failures are rolled again, glances may be")


class MightyBulwark(UsrRule, frozen=True):
    """One less on the damage table of a building that is penetrated.

    USR Reference: Mighty Bulwark. Never below the first row.

    >>> from grognard.systems.usr.examples import shooter, slays, target
    >>> slays(shooter(S=10, AP=1), target("Mighty Bulwark", Front=12, HP=9, type="Building"))  # 2/3 hit, 4/6 pierce, 5+
    Fraction(4, 27)
    """

    spellings = ("Mighty Bulwark",)
    on = ("vehicle", "model")

    def withstands(self, test: Building) -> None:
        test.add(-1, self, "-1")
