"""Markers beyond the plain blast: fired unseen, in fives, in zones, and one that stays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....common.rules import Rule
from ....kernel.faces import Throw
from ....kernel.purpose import Purpose
from ..attack.outcomes import CLOSES
from .markers import Marker
from .wounds import Destroyer

if TYPE_CHECKING:
    from ....common.profiles import Weapon
    from ..attack.matchup import Attack
    from ..attack.weapons import Firing
    from ..shooting.templates import Scattering
    from ..slots import Landing


class Barrage(Marker, frozen=True):
    """A blast that may be fired unseen beyond its least range; cover and wounds are reckoned from the marker's centre.

    USR Reference: Barrage, Multiple Barrages. Fired unseen it scatters its full 2D6"; seen it is a blast like any other, also
    nearer than its least range. Vehicles are struck in the side. Several shots of a unit fall together: the nearest weapon's
    first, each other edge to edge with it where an arrow points, or touching any marker laid before after a hit on the scatter
    die.

    >>> from grognard.systems.usr.examples import other, shooter, target
    >>> tank = target(Front=14, Side=10)
    >>> other(shooter("Blast", S=8), tank, "penetrations"), other(shooter("Barrage", "Blast", S=8), tank, "penetrations")
    (Fraction(0, 1), Fraction(2, 3))
    """

    spellings = ("Barrage",)
    on = ("weapon",)

    def landing(self, landing: Landing, attack: Attack) -> None:
        landing.lob(self, "falls from above, with all such shots of the unit")
        landing.from_centre(self, "cover and wounds from the marker's centre; vehicles are struck in the side")

    def firing(self, fire: Firing, weapon: Weapon) -> None:
        fire.never_snap(self, "no Snap Shots")
        fire.lob(self, "may be fired unseen beyond its least range")

    def scatters(self, scatter: Scattering, attack: Attack) -> None:
        if attack.how.indirect:
            scatter.full(self, "fired unseen: Ballistic Skill takes nothing off")


class ApocalypticBarrage(Barrage, frozen=True):
    """A barrage of five circles, turned as its player likes; each shot strikes one of them and hits every model under it.

    USR Reference: Apocalyptic Barrage. The number of shots is that of the weapon's type, or stands in brackets. A die each: 1
    to 4 the leaves, 5 and 6 the middle; a circle struck twice gives two sets of hits. Cover and wounds from the centre of the
    whole. Odds take ``under`` models beneath each circle.

    >>> from grognard.systems.usr.examples import ask, shooter, target
    >>> ask(shooter("Apocalyptic Barrage", shots=4), target(count=12), sets={"under": 3}).slain.fraction(12)
    Fraction(1, 4096)
    """

    spellings = ("Apocalyptic Barrage",)
    on = ("weapon",)

    shots: int = 0  # dice, when the weapon's type does not say how many

    def written(self) -> str:
        return f"Apocalyptic Barrage ({self.shots})" if self.shots else "Apocalyptic Barrage"

    def landing(self, landing: Landing, attack: Attack) -> None:
        landing.strike((1, 2, 3, 4, 5, 5), self, "each shot strikes one of five circles")
        landing.lob(self, "falls from above")
        landing.from_centre(self, "cover and wounds from the centre; vehicles are struck in the side")

    def firing(self, fire: Firing, weapon: Weapon) -> None:
        fire.never_snap(self, "no Snap Shots")
        fire.lob(self, "may be fired unseen beyond its least range")
        if self.shots:
            fire.shoot(self.shots, self, f"{self.shots} strikes")


class ApocalypticMegaBlast(Marker, frozen=True):
    """A 10" marker with zones of 5", 7" and 10", each with a Strength and AP of its own; the best counts for who straddles two.

    USR Reference: Apocalyptic Mega-blast. Wounds of each zone are a pool of their own; cover and wounds from the marker's centre;
    vehicles are struck in the side. Odds take ``under`` models in the inner zone, ``middle`` and ``outer`` more in the others.

    >>> from grognard.systems.usr.examples import ask, shooter, target
    >>> quake = shooter("Apocalyptic Mega-blast", S="10/7/5", AP="1/4/6")
    >>> ask(quake, target(count=8), sets={"under": 3, "middle": 5}).slain.fraction(8)  # 2+ to wound in both zones
    Fraction(390625, 1679616)
    """

    spellings = ("Apocalyptic Mega-blast", "Apocalyptic Mega Blast", "Mega-blast", "Mega-blasta")
    on = ("weapon",)

    def landing(self, landing: Landing, attack: Attack) -> None:
        landing.divide((5, 7, 10), self, 'zones of 5", 7" and 10", each with its Strength and AP')
        landing.from_centre(self, "cover and wounds from the marker's centre; vehicles are struck in the side")


class Vortex(Marker, frozen=True):
    """A Destroyer weapon whose marker stays: impassable, it drifts 2D6" at the start of each later player turn and hits anew.

    USR Reference: Vortex. A double closes it instead. Wounds go by the marker's centre. The marker is that of its profile, 3"
    without.

    >>> from grognard.systems.usr.examples import shooter, slays, target
    >>> slays(shooter("Vortex", "Blast", S="D", AP=1), target())  # 2 and more on the Destroyer's die
    Fraction(5, 6)
    """

    spellings = ("Vortex",)
    on = ("weapon",)

    def brings(self) -> tuple[Rule, ...]:
        return (Destroyer(),)

    def landing(self, landing: Landing, attack: Attack) -> None:
        landing.last(
            Throw(Purpose("vortex drift", words="vortex drift, inches (a double closes it)"), (6, 6), _drift),
            self,
            "the marker stays, and drifts",
        )
        landing.from_centre(self, "wounds from the marker's centre")


def _drift(faces: tuple[int, ...]) -> int:
    return CLOSES if faces[0] == faces[1] else sum(faces)
