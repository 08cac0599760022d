"""Rules of shooting: who hits better, what is painted, how often a model fires."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from ....common.profiles import Model, Weapon, interned
from ....common.rules import bearing, slug_of
from ..moments import VoidRule
from ..profiles import WeaponStats

if TYPE_CHECKING:
    from ..circumstances import Circumstances
    from ..matchup import Attack
    from ..slots import Armour, Damage, Hit
    from ..weapons import Arms, Group


class FindWeakness(VoidRule, frozen=True):
    """Every weapon the model uses pierces so much more armour.

    VOID 1.1, Special Rules: Find Weakness. It adds to what the weapon has, and does nothing against those without Heavy Armour.

    >>> from grognard.systems.void.examples import ask, trooper
    >>> from grognard.systems.void.rules import HeavyArmour
    >>> ask(trooper(FindWeakness(2)), trooper(HeavyArmour(6))).slain.fraction(1)  # 1/2 x 1/2 x 5/10
    Fraction(1, 8)
    """

    spellings = ("Find Weakness",)
    on = ("model", "unit", "vehicle")
    example = "Find Weakness 2"
    source = "VOID 1.1, Special Rules: Find Weakness"
    n: int

    def pierce(self, save: Armour, attack: Attack) -> None:
        save.pierce(self.n, self, f"armour piercing {self.n} more")


class Marksman(VoidRule, frozen=True):
    """A shot that hits with points to spare rolls one more damage die for each two clear points.

    VOID 1.1, Special Rules: Marksman. Short range with a Sniper Rifle, a rolled 8 and +2 make 10 where 6 was needed: three
    dice.

    >>> from grognard.systems.void.examples import ask, trooper
    >>> ask(trooper(Marksman(), arms=("rifle",)), trooper()).slain.fraction(1)  # 6, 7: 1 die; 8, 9: 2; 10: 3
    Fraction(27, 80)
    """

    spellings = ("Marksman",)
    on = ("model", "unit", "vehicle")
    source = "VOID 1.1, Special Rules: Marksman"

    def damage(self, damage: Damage, attack: Attack) -> None:
        if not attack.how.melee and attack.weapon.stats.template != "flame" and attack.weapon.stats.dice:
            damage.dice_per_clear(2, self, "one damage die more for each 2 clear points")


class TargetAcquisition(VoidRule, frozen=True):
    """A device paints the unit it hits; target-locking weapons then fire at it unseen, whatever its size and range.

    VOID 1.1, Special Rules: Target Acquisition. A weapon without damage dice is the device, one with dice is target-locking.

    >>> from grognard.systems.void.examples import ask, trooper, weapon
    >>> shooter = trooper(arms=(weapon("rifle", TargetAcquisition()),))
    >>> ask(shooter, trooper(SZ=1), range=30, sets=("painted=yes",)).slain.fraction(1)  # neither -2 nor -1: 1/2 x 1/2
    Fraction(1, 4)
    """

    spellings = ("Target Acquisition", "Target-locking", "Target Locking")
    on = ("weapon", "model", "unit", "vehicle")
    source = "VOID 1.1, Special Rules: Target Acquisition"

    def paints(self, by: Model, weapon: Weapon) -> str:
        return "" if weapon.stats.dice else "a hit paints the target and does no damage"

    def locks(self, by: Model, weapon: Weapon) -> bool:
        return bool(weapon.stats.dice)

    def to_hit(self, test: Hit, attack: Attack) -> None:
        if attack.how.painted and not attack.how.melee and self.locks(attack.by, attack.weapon):
            test.lock(self)


class SuppressiveFire(VoidRule, frozen=True):
    """Instead of shooting, the unit frightens: the target tests against panic, less so much for each that fires.

    VOID 1.1, Special Rules: Suppressive Fire. No dice to hit or wound. The test adds the target's wounds left, its size above 2
    and the bands beyond short, and takes off the sum of all values.

    >>> from grognard.systems.void.examples import ask, trooper
    >>> four, eight = trooper(SuppressiveFire(4), n=4), trooper(n=8)
    >>> ask(four, eight, range=18, sets=("suppressive=yes",)).other["panicked"]  # 4 + 8 + 1 - 16 = -3: needs 10+
    Fraction(9, 10)
    """

    spellings = ("Suppressive Fire",)
    on = ("model", "weapon", "unit", "vehicle")
    example = "Suppressive Fire 4"
    source = "VOID 1.1, Special Rules: Suppressive Fire"
    n: int

    def suppresses(self) -> int:
        return self.n


class MultipleShots(VoidRule, frozen=True):
    """The model shoots so many times in place of once, at one target or at several.

    VOID 1.1, Special Rules: Multiple Shots. With several one-handed weapons, or as a vehicle with several weapons, each fires
    once. Written on a weapon it is that weapon's.

    >>> from grognard.systems.void.examples import ask, trooper
    >>> ask(trooper(MultipleShots(2)), trooper()).slain.fraction(1)  # 1 - (3/4)^2
    Fraction(7, 16)
    """

    spellings = ("Multiple Shots", "Multiple Shot")
    on = ("model", "weapon", "unit", "vehicle")
    example = "Multiple Shots (x2)"
    source = "VOID 1.1, Special Rules: Multiple Shots"
    n: int

    def written(self) -> str:
        return f"Multiple Shots (x{self.n})"

    def shots(self, arms: Arms, weapon: Weapon | None) -> None:
        arms.often(self.n, weapon)
        arms.says(self)


class CombineFire(VoidRule, frozen=True):
    """Two light flame throwers of one model, which has Multiple Shots, are fired as one normal flame thrower.

    VOID 1.1, Special Rules: Combine Fire. The normal one is the Flame Thrower that the unit or its force has, else Dam 5 and
    one die.

    >>> from grognard.systems.void.examples import ask, trooper
    >>> two = ("light flame thrower", "light flame thrower")
    >>> ask(trooper(CombineFire(), MultipleShots(2), arms=two), trooper()).slain.fraction(1)  # one hit on 5+
    Fraction(3, 5)
    """

    spellings = ("Combine Fire", "Combined Fire")
    on = ("model", "unit", "vehicle")
    source = "VOID 1.1, Special Rules: Combine Fire"

    def shots(self, arms: Arms, weapon: Weapon | None) -> None:
        known = [w for w in arms.arsenal if slug_of(w.name).startswith(("flame-thrower", "flamethrower"))]
        for light in dict.fromkeys(arms.weapons):
            if slug_of(light.name).startswith(("light-flame-thrower", "light-flamethrower")):
                normal = known[0] if known else FLAME_THROWER
                arms.together(light, normal)
                arms.says(self, normal)


class MountedWeaponTeam(VoidRule, frozen=True):
    """A crew with one weapon that may not move and fire; each crewman lost costs 1 to hit and an inch of MV.

    VOID 1.1, Special Rules: Mounted Weapon Team. The gun is the weapon that lists this rule, else the first that the crew shoot
    with; it fires once, and side arms are fired only when it is silent.

    >>> from grognard.systems.void.examples import ask, trooper
    >>> crew = trooper(MountedWeaponTeam(), n=3, arms=("machine gun", "pistol"))
    >>> ask(crew, trooper(), sets=("crew-lost=1",)).slain.fraction(1)  # one gun, 7+: 4/10 x 6/10
    Fraction(6, 25)
    """

    spellings = ("Mounted Weapon Team", "Mounted Weapon")
    on = ("unit", "model", "weapon", "vehicle")
    source = "VOID 1.1, Special Rules: Mounted Weapon Team"

    def to_hit(self, test: Hit, attack: Attack) -> None:
        if attack.how.crew_lost and not attack.how.melee:
            test.add(-attack.how.crew_lost, self, f"-{attack.how.crew_lost} for crew lost")

    def teams(
        self, rows: list[tuple[Group, Circumstances]], mates: tuple[Model, ...]
    ) -> list[tuple[Group, Circumstances]]:
        gun = self.main_gun(mates)
        able = [row for row in rows if any(gun is w for way in row[0].ways for w, _ in way)]
        fires = max(
            able, key=lambda row: _pierced(row[0].by, gun), default=None
        )  # whoever finds weaknesses best lays it
        if fires is not None and not fires[1].moved and not fires[1].melee:
            group, how = fires
            return [(replace(group, n=1, ways=tuple(w for w in group.ways if w[0][0] is gun)[:1]), how)]
        silent = [(replace(g, ways=tuple(w for w in g.ways if w[0][0] is not gun)), how) for g, how in rows]
        return [(g, how) for g, how in silent if g.ways]

    def crewed(self, lost: int) -> int:
        return lost

    def main_gun(self, mates: tuple[Model, ...]) -> Weapon | None:
        # the weapon that lists the rule, else the first that they shoot with; a blade is none
        arms = [w for m in mates for w in m.weapons if not w.stats.melee]
        return next(iter([w for w in arms if bearing(w, MountedWeaponTeam)] or arms), None)


def _pierced(by: Model, gun: Weapon | None) -> int:
    found = bearing(by, FindWeakness)
    return 0 if found is None else found.n


class Spotter(VoidRule, frozen=True):
    """Indirect fire of the whole side hits one better for each Spotter that sees the target.

    VOID 1.1, Special Rules: Spotter. Cumulative; the Spotter need not do anything.

    >>> from grognard.systems.void.examples import ask, trooper
    >>> mortar = trooper(arms=("mortar",))
    >>> ask(mortar, trooper(), range=20, sets=("spotters=2",)).slain.fraction(1)  # 7/10 x 6/10
    Fraction(21, 50)
    """

    spellings = ("Spotter",)
    on = ("model", "unit", "vehicle")
    source = "VOID 1.1, Special Rules: Spotter"

    def assists(self, test: Hit, attack: Attack) -> None:
        if attack.weapon.stats.indirect and attack.how.spotters:
            test.add(attack.how.spotters, self, f"+{attack.how.spotters}, seen by spotters")


FLAME_THROWER = interned(Weapon("Flame Thrower", WeaponStats(dam=5, template="flame")))

RULES = (
    CombineFire,
    FindWeakness,
    Marksman,
    MountedWeaponTeam,
    MultipleShots,
    Spotter,
    SuppressiveFire,
    TargetAcquisition,
)
