"""How often weapons fire."""

from __future__ import annotations

from typing import Any

from ..rule import DropzoneRule


class Reduced(DropzoneRule, frozen=True):
    """Shots are lost with Damage Points; the fire of a unit may be combined into one stronger shot.

    Seed 003, Reduced; spec section 19. Combined: one shot, an Energy more for each other, 9 at most; outside
    close quarters it may be aimed at Aircraft then, both ranges being 6 inches.

    >>> from ..duel import duel, expected
    >>> expected(duel("Reduced-1", acc=3, energy=3, shots=4, type="Infantry", A=7, DP=5, sets={"lost": 2}))
    Fraction(8, 9)
    """

    number: int

    spellings = ("Reduced", "RW")
    on = ("weapon",)
    example = "Reduced-1"

    def fires(self, fire: Any, unit: Any) -> None:
        if unit.lost:
            fire.lose(self.number * unit.lost, self, f"{self.number} shots fewer for each of {unit.lost} points lost")
        if unit.combined:
            fire.combine(self, "all shots combined into one")

    def may_target(self, permit: Any, shot: Any) -> None:
        if shot.now.combined and not shot.close:
            permit.allow("aircraft", self, "combined fire may be aimed at Aircraft within 6 inches")

    def written(self) -> str:
        return f"Reduced-{self.number}"
