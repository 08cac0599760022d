"""Rules of wounding: what the roll to wound needs, what a six of it does, what discounts a wound."""

from __future__ import annotations

from typing import Any

from ..moments import UsrRule


class Rending(UsrRule, frozen=True):
    """A 6 to wound wounds whatever the Toughness, at AP2; a 6 to penetrate armour adds a D3.

    Seed 004, Rending. On a model or melee weapon in close combat, on a gun in shooting; the D3 comes once a roll and does not
    change the AP of the hit.

    >>> from grognard.systems.usr.examples import shooter, slays, target
    >>> slays(shooter("Rending"), target(Sv="3+"))  # 4 and 5 to wound may be saved, 6 not: 2/3 (2/6 1/3 + 1/6)
    Fraction(5, 27)
    """

    spellings = ("Rending",)
    on = ("model", "weapon")

    def to_wound(self, test: Any, attack: Any) -> None:
        ap = min(2, test.ap)
        test.face(6, ap, self, f"a 6 wounds at AP{ap}")

    def to_penetrate(self, penetration: Any, attack: Any) -> None:
        penetration.d3_on_six(self, "a 6 adds a D3")


class Poisoned(UsrRule, frozen=True):
    """Wounds on a fixed roll (4+ unless it says so) or better; stronger than the target in combat, failures are rolled again.

    Seed 004, Poisoned. A printed Strength, "User" too, counts for both; without one the weapon has Strength 1 and the bearer's
    own Strength decides about the re-roll. No effect on vehicles.

    >>> from grognard.systems.usr.examples import shooter, slays, target
    >>> slays(shooter("Poisoned (2+)", S=1), target(T=8))
    Fraction(5, 9)
    """

    spellings = ("Poisoned", "Poison")
    on = ("model", "weapon")
    example = "Poisoned (4+)"

    needs: int = 4

    def written(self) -> str:
        return f"Poisoned ({self.needs}+)"

    def strength(self, figure: Any, attack: Any) -> None:
        if self in attack.weapon.rules and attack.weapon.stats.S in ("", "X"):
            figure.set(1, self, "no Strength printed: 1")

    def to_wound(self, test: Any, attack: Any) -> None:
        test.offer(self.needs, self, f"{self.needs}+ unless less is needed")
        printed = attack.weapon.stats.S not in ("", "X") or self not in attack.weapon.rules
        strength = test.strength if printed else attack.by.stats.S
        if attack.melee and strength > attack.at.T:
            test.reroll("failed", self, "stronger than the target: failures are rolled again")


class FeelNoPain(UsrRule, frozen=True):
    """An unsaved wound is discounted on 5+, or on the number given.

    Seed 004, Feel No Pain. It is no save: it is rolled where no saves are allowed too, but never against Instant Death or a
    Destroyer weapon; never better than 2+. One such roll a wound.

    >>> from grognard.systems.usr.examples import shooter, slays, target
    >>> slays(shooter(), target("Feel No Pain (4+)"))
    Fraction(1, 6)
    """

    spellings = ("Feel No Pain", "FNP")
    on = ("model",)
    example = "Feel No Pain (5+)"

    needs: int = 5

    def written(self) -> str:
        return f"Feel No Pain ({self.needs}+)"

    def unsaved(self, test: Any, attack: Any) -> None:
        test.offer(max(2, self.needs), self, f"{max(2, self.needs)}+ discounts an unsaved wound")
