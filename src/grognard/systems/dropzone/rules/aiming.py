"""Weapons: what they may be aimed at, and how easily they hit."""

from __future__ import annotations

from typing import Any

from ..matchup import DESTROYED
from ..rule import DropzoneRule


class AntiAircraft(DropzoneRule, frozen=True):
    """May be aimed at Aircraft in the air, lowers Evasion, and may Reaction Fire at Aircraft that move.

    Seed 003, Anti-Aircraft; spec section 19. The number comes off the target's Evasion, never below nothing (s5).

    >>> from ..duel import duel
    >>> duel("AA-2", acc=3, energy=7, type="Aircraft", A=10, CM="A, E+3").destroyed
    Fraction(1, 3)
    """

    number: int = 0

    spellings = ("Anti-Aircraft", "AA")
    on = ("weapon",)
    example = "AA-2"

    def may_target(self, permit: Any, shot: Any) -> None:
        permit.allow("aircraft", self, "may be aimed at Aircraft in the air")
        permit.allow("reaction", self, "may Reaction Fire at Aircraft")

    def lowers_evasion(self, shot: Any) -> Any:
        return self.number

    def written(self) -> str:
        return f"AA-{self.number}"


class Destroyer(DropzoneRule, frozen=True):
    """A hit with a high enough natural die is a critical hit without a damage roll.

    Seed 003, Destroyer; spec section 19. Passive countermeasures still count. When a shot needs more than the number,
    every hit is one.

    >>> from ..duel import duel
    >>> odds = duel("Destroyer 6+", acc=2, energy=11, A=15, DP=4)
    >>> odds.told(fractions=True)["fractions"]["damage"]["2"]
    '5/18'
    """

    number: int

    spellings = ("Destroyer", "DS")
    on = ("weapon",)
    example = "Destroyer 6+"

    def to_hit(self, test: Any, shot: Any) -> None:
        for natural in range(max(self.number, 2), 7):
            test.face(natural, DESTROYED, self, f"a hit with a natural {self.number}+ is critical", if_passed=True)

    def written(self) -> str:
        return f"Destroyer {self.number}+"
