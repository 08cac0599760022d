"""Rules of aiming: who is hit, with what skill, after moving."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..attack.outcomes import PRECISE
from ..moments import UsrRule

if TYPE_CHECKING:
    from ....common.profiles import Weapon
    from ..attack.matchup import Attack
    from ..attack.weapons import Firing
    from ..slots import Figure, ToHit, ToWound


class PrecisionShots(UsrRule, frozen=True):
    """A shot that hits with a 6 is precise: the firer's player chooses the model that is wounded.

    USR Reference: Precision Shots. Never with Snap Shots or without a roll to hit; Look Out, Sir is still allowed.

    >>> from grognard.systems.usr.examples import ask, model, shooter, unit
    >>> pair = unit(model(Sv="2+", name="Near"), model(name="Far"))
    >>> ask(shooter("Precision Shots"), pair, policy="best").slain.fraction(1)  # 3/6 near, 1/6 far and on the ground
    Fraction(1, 9)
    """

    spellings = ("Precision Shots", "Precision Shot")
    on = ("model", "weapon")
    shots_too = True

    def to_hit(self, test: ToHit, attack: Attack) -> None:
        if attack.shooting and not attack.how.snap:
            test.face(6, PRECISE, self, "a 6 is precise", if_passed=True)


class PrecisionStrikes(UsrRule, frozen=True):
    """A blow that hits with a 6 is precise: the attacker chooses the engaged model that is wounded.

    USR Reference: Precision Strikes. Look Out, Sir is still allowed.

    >>> from grognard.systems.usr.examples import ask, model, unit
    >>> pair = unit(model(Sv="2+", name="Near"), model(name="Far"))
    >>> ask(unit(model("Precision Strikes")), pair, melee=True, policy="best").slain.fraction(1)  # 2/6 near, 1/6 far
    Fraction(1, 9)
    """

    spellings = ("Precision Strikes", "Precision Strike")
    on = ("model", "weapon")

    def to_hit(self, test: ToHit, attack: Attack) -> None:
        if attack.melee:
            test.face(6, PRECISE, self, "a 6 is precise", if_passed=True)


class Sniper(UsrRule, frozen=True):
    """Shots wound on 4+, a 6 to wound at AP2; a 6 to hit is precise; against vehicles they are Strength 4.

    USR Reference: Sniper. On the weapon or on the model that fires; Snap Shots are never precise.

    >>> from grognard.systems.usr.examples import shooter, slays, target
    >>> slays(shooter("Sniper", S="X", AP=6), target(T=8, Sv="3+"))  # 2/3 hit; 4 and 5 may be saved, 6 not
    Fraction(5, 27)
    """

    spellings = ("Sniper",)
    on = ("weapon", "model")
    shots_too = True

    def to_hit(self, test: ToHit, attack: Attack) -> None:
        if attack.shooting and not attack.how.snap:
            test.face(6, PRECISE, self, "a 6 is precise", if_passed=True)

    def strength(self, figure: Figure, attack: Attack) -> None:
        if attack.shooting and attack.at.armoured:
            figure.set(4, self, "Strength 4 against vehicles")

    def to_wound(self, test: ToWound, attack: Attack) -> None:
        if attack.shooting:
            needs = 6 if attack.at.counts_as("Gargantuan Creature") else 4
            test.set(needs, self, f"always on {needs}+")
            ap = min(2, test.ap)
            test.face(6, ap, self, f"a 6 wounds at AP{ap}", if_passed=True)


class Skyfire(UsrRule, frozen=True):
    """Fires at flyers, flying creatures and skimmers with its full skill, at anything else with one less to hit.

    USR Reference: Skyfire. On a weapon, or on a model for all its guns. Shots without a roll to hit lose nothing.

    >>> from grognard.systems.usr.examples import shooter, slays, target
    >>> slays(shooter("Skyfire"), target())
    Fraction(1, 4)
    """

    spellings = ("Skyfire",)
    on = ("weapon", "model")
    shots_too = True

    def firing(self, fire: Firing, weapon: Weapon) -> None:
        fire.reach_up(self, "no Snap Shots at what flies")

    def to_hit(self, test: ToHit, attack: Attack) -> None:
        if attack.shooting and not any(map(attack.at.counts_as, ("Flyer", "Flying Monstrous Creature", "Skimmer"))):
            test.add(-1, self, "-1 at targets on the ground")


class StrafingRun(UsrRule, frozen=True):
    """One more Ballistic Skill with most weapons at troops, creatures and vehicles on the ground.

    USR Reference: Strafing Run. Assault, Heavy, Rapid Fire and Salvo weapons; not at flyers, skimmers, buildings, creatures in
    the air.

    >>> from grognard.systems.usr.examples import model, slays, target, unit, weapon
    >>> slays(unit(model("Strafing Run", Front=10, weapons=[weapon()]), type="Vehicle"), target())
    Fraction(5, 12)
    """

    spellings = ("Strafing Run",)
    on = ("vehicle", "model")

    def skill(self, figure: Figure, attack: Attack) -> None:
        aloft = attack.how.zooming or any(map(attack.at.counts_as, ("Flyer", "Skimmer", "Building")))
        if attack.weapon.stats.type.kind in ("Assault", "Heavy", "Rapid Fire", "Salvo") and not aloft:
            figure.add(1, self, "+1 Ballistic Skill at targets on the ground")


class Relentless(UsrRule, frozen=True):
    """Its bearer fires Heavy, Salvo and Ordnance weapons after moving as if it had stood still.

    USR Reference: Relentless. It may charge after firing them, too.

    >>> from grognard.systems.usr.examples import shooter, slays, target
    >>> slays(shooter(), target(), moved=True), slays(shooter(rules=["Relentless"]), target(), moved=True)
    (Fraction(1, 12), Fraction(1, 3))
    """

    spellings = ("Relentless",)
    on = ("model",)

    def firing(self, fire: Firing, weapon: Weapon) -> None:
        fire.hold_steady(self, "fires as if it had not moved")
