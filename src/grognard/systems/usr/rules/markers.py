"""Blast markers and templates."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ..moments import UsrRule

if TYPE_CHECKING:
    from ....common.profiles import Weapon
    from ..attack.matchup import Attack
    from ..attack.weapons import Firing
    from ..slots import Landing


class Marker(UsrRule, frozen=True):
    """A round marker takes the place of the roll to hit."""

    inches: ClassVar[int] = 0
    bursts = True

    def landing(self, landing: Landing, attack: Attack) -> None:
        landing.place(self.inches, self, f'every model under the {self.inches}" marker is hit')

    def firing(self, fire: Firing, weapon: Weapon) -> None:
        fire.never_snap(self, "no Snap Shots")


class Blast(Marker, frozen=True):
    """No roll to hit: a 3" marker scatters 2D6" less Ballistic Skill, and hits every model it touches, seen or not.

    USR Reference: Blast. Wounds fall on the nearest model even out of sight; no Snap Shots; a hole beyond the edge of the table
    misses. Odds take the marker where it comes to lie, with ``under`` models beneath.

    >>> from grognard.systems.usr.examples import ask, shooter, target
    >>> ask(shooter("Blast"), target(count=5), sets={"under": 3}).slain.fraction(3)
    Fraction(1, 8)
    """

    spellings = ("Blast",)
    on = ("weapon",)
    inches = 3


class LargeBlast(Marker, frozen=True):
    """A blast with a marker of 5 inches.

    USR Reference: Blast (Large Blast).

    >>> from grognard.systems.usr.examples import ask, shooter, target
    >>> ask(shooter("Large Blast"), target(count=5), sets={"under": 4}).slain.fraction(0)
    Fraction(1, 16)
    """

    spellings = ("Large Blast",)
    on = ("weapon",)
    inches = 5


class MassiveBlast(Marker, frozen=True):
    """A blast with a marker of 7 inches.

    USR Reference: Blast (Massive Blast).

    >>> from grognard.systems.usr.examples import ask, shooter, target
    >>> ask(shooter("Massive Blast"), target(count=5), sets={"under": 5}).slain.fraction(5)
    Fraction(1, 32)
    """

    spellings = ("Massive Blast",)
    on = ("weapon",)
    inches = 7


class ApocalypticBlast(Marker, frozen=True):
    """A blast with a marker of 10 inches.

    USR Reference: Blast (Apocalyptic Blast).

    >>> from grognard.systems.usr.examples import ask, shooter, target
    >>> ask(shooter("Apocalyptic Blast", S=8), target(count=2), sets={"under": 2}).slain.fraction(2)
    Fraction(25, 36)
    """

    spellings = ("Apocalyptic Blast",)
    on = ("weapon",)
    inches = 10


class Torrent(UsrRule, frozen=True):
    """In the Shooting phase the template is laid with its narrow end within 12 inches of the weapon, not on it.

    USR Reference: Torrent. The wide end may not be nearer than the narrow one; otherwise a template like any other.

    >>> from grognard.systems.usr.examples import shooter, slays, target
    >>> flame = shooter("Torrent", range="Template", type="Assault 1")
    >>> slays(flame, target(), range=18), slays(shooter(range="Template", type="Assault 1"), target(), range=18)
    (Fraction(1, 2), Fraction(0, 1))
    """

    spellings = ("Torrent",)
    on = ("weapon",)

    inches: int = 12

    def written(self) -> str:
        return "Torrent" if self.inches == 12 else f'Torrent ({self.inches}")'

    def firing(self, fire: Firing, weapon: Weapon) -> None:
        fire.reach_out(self.inches, self, f"the template is laid up to {self.inches} inches away")
