"""Rules of shooting: who hits better, what is painted, how often a model fires."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....common.profiles import Model, Weapon
from ..moments import VoidRule

if TYPE_CHECKING:
    from ..attack import Attack
    from ..building import Armour, Damage, Hit


class FindWeakness(VoidRule, frozen=True):
    """Every weapon the model uses pierces so much more armour.

    Seed, Find Weakness: it adds to what the weapon has, and does nothing against those without Heavy Armour.

    >>> from grognard.systems.void.fixtures import ask, trooper
    >>> from grognard.systems.void.rules import HeavyArmour
    >>> ask(trooper(FindWeakness(2)), trooper(HeavyArmour(6))).slain.fraction(1)  # 1/2 x 1/2 x 5/10
    Fraction(1, 8)
    """

    spellings = ("Find Weakness",)
    on = ("model", "unit", "vehicle")
    example = "Find Weakness 2"
    source = "Seed, Find Weakness; section 19"
    n: int

    def pierce(self, save: Armour, attack: Attack) -> None:
        save.pierce(self.n, self, f"armour piercing {self.n} more")


class Marksman(VoidRule, frozen=True):
    """A shot that hits with points to spare rolls one more damage die for each two clear points.

    Seed, Marksman: short range with a Sniper Rifle, a rolled 8 and +2 make 10 where 6 was needed: three dice.

    >>> from grognard.systems.void.fixtures import ask, trooper
    >>> ask(trooper(Marksman(), arms=("rifle",)), trooper()).slain.fraction(1)  # 6, 7: 1 die; 8, 9: 2; 10: 3
    Fraction(27, 80)
    """

    spellings = ("Marksman",)
    on = ("model", "unit", "vehicle")
    source = "Seed, Marksman; section 19"

    def damage(self, damage: Damage, attack: Attack) -> None:
        if not attack.how.melee and attack.weapon.stats.template != "flame" and attack.weapon.stats.dice:
            damage.dice_per_clear(2, self, "one damage die more for each 2 clear points")


class TargetAcquisition(VoidRule, frozen=True):
    """A device paints the unit it hits; target-locking weapons then fire at it unseen, whatever its size and range.

    Seed, Target Acquisition. A weapon without damage dice is the device, one with dice is target-locking.

    >>> from grognard.systems.void.fixtures import ask, trooper, weapon
    >>> shooter = trooper(arms=(weapon("rifle", TargetAcquisition()),))
    >>> ask(shooter, trooper(SZ=1), range=30, sets=("painted=yes",)).slain.fraction(1)  # neither -2 nor -1: 1/2 x 1/2
    Fraction(1, 4)
    """

    spellings = ("Target Acquisition", "Target-locking", "Target Locking")
    on = ("weapon", "model", "unit", "vehicle")
    source = "Seed, Target Acquisition; section 19"

    def paints(self, by: Model, weapon: Weapon) -> bool:
        return not weapon.stats.dice

    def locks(self, by: Model, weapon: Weapon) -> bool:
        return bool(weapon.stats.dice)

    def to_hit(self, test: Hit, attack: Attack) -> None:
        if attack.how.painted and not attack.how.melee and self.locks(attack.by, attack.weapon):
            test.lock(self)


class SuppressiveFire(VoidRule, frozen=True):
    """Instead of shooting, the unit frightens: the target tests against panic, less so much for each that fires.

    Seed, Suppressive Fire: no dice to hit or wound. The test adds the target's wounds left, its size above 2 and the bands
    beyond short, and takes off the sum of all values.

    >>> from grognard.systems.void.fixtures import ask, trooper
    >>> four, eight = trooper(SuppressiveFire(4), n=4), trooper(n=8)
    >>> ask(four, eight, range=18, sets=("suppressive=yes",)).other["panicked"]  # 4 + 8 + 1 - 16 = -3: needs 10+
    Fraction(9, 10)
    """

    spellings = ("Suppressive Fire",)
    on = ("model", "weapon", "unit", "vehicle")
    example = "Suppressive Fire 4"
    source = "Seed, Suppressive Fire; sections 13 and 19"
    n: int

    def suppresses(self) -> int:
        return self.n


RULES = (FindWeakness, Marksman, TargetAcquisition, SuppressiveFire)
