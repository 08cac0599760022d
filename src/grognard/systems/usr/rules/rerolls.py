"""Rules that throw dice once more."""

from __future__ import annotations

from typing import Any

from ..moments import UsrRule


class TwinLinked(UsrRule, frozen=True):
    """Shots that miss are rolled again; a template's failed wounds and penetration rolls are; a blast may scatter anew.

    Seed 004, Twin-linked. Shooting only; the second roll stands.

    >>> from grognard.systems.usr.examples import shooter, slays, target
    >>> slays(shooter("Twin-linked"), target())  # 8/9 to hit, 1/2 to wound
    Fraction(4, 9)
    """

    spellings = ("Twin-linked", "Twin Linked", "TL")
    on = ("weapon",)

    def to_hit(self, test: Any, attack: Any) -> None:
        if not attack.melee:
            test.reroll("failed", self, "misses are rolled again")

    def to_wound(self, test: Any, attack: Any) -> None:
        if attack.weapon.stats.template:
            test.reroll("failed", self, "a template: failed wounds are rolled again")

    def to_penetrate(self, penetration: Any, attack: Any) -> None:
        if attack.weapon.stats.template:
            penetration.reroll("failed", self, "a template: failed penetration rolls are made again")

    def scatters(self, scatter: Any, attack: Any) -> None:
        scatter.again(self, "the scatter may be rolled again")

    def landing(self, landing: Any, attack: Any) -> None:
        landing.reheat(self, "a 1 for Gets Hot is rolled again")
