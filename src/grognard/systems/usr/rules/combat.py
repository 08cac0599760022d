"""Rules of close combat as a whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....common.rules import bearing
from ..model_types import type_of
from ..moments import UsrRule
from .wounds import strengthened_by_poison

if TYPE_CHECKING:
    from ..attack.matchup import Attack
    from ..attack.weapons import Blows, Onset
    from ..combat.hit_and_run import Parting
    from ..combat.rampage import Frenzy
    from ..nerve.dread import Dread
    from ..slots import Figure, Penetration


class HitAndRun(UsrRule, frozen=True):
    """A unit locked in combat may break away at the end of a Fight phase: an Initiative test, then 3D6 inches one way.

    USR Reference: Hit & Run. One bearer is enough. It goes only when the distance takes all of it more than 1 inch from every
    unit it fought; enemies that are free then consolidate 3 inches.

    >>> from grognard.systems.usr.nerve.checks import characteristic
    >>> characteristic("Initiative", 4).chance == 4 / 6
    True
    """

    spellings = ("Hit & Run", "Hit and Run", "Hit-and-Run")
    on = ("model",)
    covers = "any"

    def breaks_away(self, parting: Parting) -> None:
        parting.may("Initiative", "3D6", self, "may break away")


class FuriousCharge(UsrRule, frozen=True):
    """In a turn in which it charges its bearer has one more Strength.

    USR Reference: Furious Charge. After multiplications, to the end of the Fight phase; in a disordered charge too.

    >>> from grognard.systems.usr.examples import model, slays, target, unit
    >>> slays(unit(model("Furious Charge")), target(), melee=True, charging=True)  # two blows of 1/2 2/3
    Fraction(5, 9)
    """

    spellings = ("Furious Charge",)
    on = ("model",)

    def strength(self, figure: Figure, attack: Attack) -> None:
        own = attack.how.one_blow or attack.weapon.stats.S not in (*range(1, 11), "X", "D")
        if attack.melee and attack.how.charging and own and not strengthened_by_poison(attack):
            figure.add(1, self, "charging: +1")


class Rage(UsrRule, frozen=True):
    """Two more attacks for charging, not one.

    USR Reference: Rage. None in a disordered charge.

    >>> from grognard.systems.usr.examples import ask, model, target, unit
    >>> ask(unit(model("Rage")), target(count=4), melee=True, charging=True).steps[0].needs
    '1 x 3'
    """

    spellings = ("Rage",)
    on = ("model",)

    def attacks(self, figure: Blows, attack: Attack) -> None:
        if attack.how.charging and not attack.how.disordered:
            figure.charge(2, self, "+2 attacks for charging")


class Rampage(UsrRule, frozen=True):
    """In a combat with more enemies than friends its bearers have D3 more attacks, one roll for all of them.

    USR Reference: Rampage. All models locked in the combat are counted, engaged or not, at the start of the Fight phase; a
    disordered charge makes no difference. Odds count the models of both units, unless ``outnumbered`` says otherwise.

    >>> from grognard.systems.usr.examples import ask, model, target, unit
    >>> law = ask(unit(model("Rampage", A=1)), target(count=9), melee=True).slain  # 2, 3 or 4 blows that slay with 1/4
    >>> law.mean() == 3 / 4, law.fraction(4)
    (True, Fraction(1, 768))
    """

    spellings = ("Rampage",)
    on = ("model",)

    def outnumbered(self, frenzy: Frenzy) -> None:
        frenzy.attacks("D3", self, "more enemies than friends: +D3 attacks")

    def attacks(self, figure: Blows, attack: Attack) -> None:
        if attack.how.frenzy:
            figure.add(attack.how.frenzy, self, "outnumbered: +D3 attacks")


class CounterAttack(UsrRule, frozen=True):
    """One more attack for each bearer in a unit that is charged while it fights nobody.

    USR Reference: Counter-attack. To the end of the phase; locked in combat already, it does nothing.

    >>> from grognard.systems.usr.examples import ask, model, target, unit
    >>> ask(unit(model("Counter-attack")), target(count=4), melee=True, sets={"charged": True}).steps[0].needs
    '1 x 2'
    """

    spellings = ("Counter-attack", "Counter Attack", "Counterattack")
    on = ("model",)
    circumstances = ("charged",)

    def attacks(self, figure: Blows, attack: Attack) -> None:
        if attack.how.charged and attack.how.first_round:
            figure.add(1, self, "charged: +1 attack")


class Smash(UsrRule, frozen=True):
    """All its blows are AP2; or it strikes once at double its own Strength, and may roll to penetrate again.

    USR Reference: Smash. An AP1 weapon stays AP1; the one blow is at most Strength 10; not for Hammer of Wrath.

    >>> from grognard.systems.usr.examples import model, slays, target, unit
    >>> slays(unit(model("Smash")), target(Sv="2+"), melee=True)
    Fraction(1, 4)
    """

    spellings = ("Smash",)
    on = ("model",)

    def piercing(self, figure: Figure, attack: Attack) -> None:
        if attack.melee and not attack.how.impact:
            figure.at_most(2, self, "AP2")

    def attacks(self, figure: Blows, attack: Attack) -> None:
        figure.instead(1, self, "one blow at double Strength")

    def strength(self, figure: Figure, attack: Attack) -> None:
        if attack.how.one_blow:
            figure.multiply(2, self, "one blow at double its own Strength")

    def to_penetrate(self, penetration: Penetration, attack: Attack) -> None:
        if attack.how.one_blow:
            penetration.reroll("glances", self, "failures are rolled again, glances may be")


class Unwieldy(UsrRule, frozen=True):
    """Its bearer strikes at Initiative step 1, but for Monstrous Creatures and Walkers.

    USR Reference: Unwieldy. It piles in then, too.

    >>> from grognard.systems.usr.examples import ask, model, target, unit, weapon
    >>> fist = weapon("Fist", "Unwieldy", melee=True, S="x2", AP=2)
    >>> ask(unit(model(weapons=[fist])), target(), melee=True).steps[0].because[-1].says
    'step 1'
    """

    spellings = ("Unwieldy",)
    on = ("weapon",)

    def initiative(self, figure: Figure, attack: Attack) -> None:
        kind = type_of(attack.by)
        if not kind.monstrous and kind.type != "Walker":
            figure.set(1, self, "strikes at step 1")


class SpecialistWeapon(UsrRule, frozen=True):
    """No attack for a second weapon, unless that is a Specialist Weapon too.

    USR Reference: Specialist Weapon. Striking with the other, plain weapon brings the attack as usual.

    >>> from grognard.systems.usr.examples import ask, model, target, unit, weapon
    >>> claw, knife = weapon("Claw", "Specialist Weapon", melee=True), weapon("Knife", melee=True)
    >>> [ask(unit(model(weapons=two)), target(count=3), melee=True).steps[0].needs for two in ([claw, knife], [claw, claw])]
    ['1 x 1', '1 x 2']
    """

    spellings = ("Specialist Weapon",)
    on = ("weapon",)

    def attacks(self, figure: Blows, attack: Attack) -> None:
        if sum(bearing(w, SpecialistWeapon) is not None for w in attack.by.weapons) < 2:
            figure.second_weapon(0, self, "no attack for another kind of weapon")


class HammerOfWrath(UsrRule, frozen=True):
    """A charging bearer in contact rolls a D6 before any blow: on 3+ the enemy takes a hit of its Strength, without AP.

    USR Reference: Hammer of Wrath. Each bearer within engagement range of that unit rolls; it is no part of the combat's
    result, and by the ruling wrath no other rule of the model helps. A vehicle is hit where it is touched.

    >>> from grognard.systems.usr.examples import model, slays, target, unit
    >>> slays(unit(model("Hammer of Wrath", A=0, S=5)), target(), melee=True, charging=True)  # 2/3 2/3, and no blows
    Fraction(4, 9)
    """

    spellings = ("Hammer of Wrath",)
    on = ("model",)

    def onset(self, onset: Onset) -> None:
        onset.hits(self, "hits on 3+ as the charge goes home", needs=3)


class Fear(UsrRule, frozen=True):
    """Enemies in base contact test Leadership before a Fight phase, or fight it with Weapon Skill 1.

    USR Reference: Fear. One test for a unit and phase, however many cause Fear; who causes it is not immune; vehicles do not test.

    >>> from grognard.systems.usr.examples import model, slays, target, unit
    >>> slays(unit(model()), target(), melee=True, sets={"afraid": True}), slays(unit(model(WS=4)), target(WS=1), melee=True)
    (Fraction(1, 6), Fraction(1, 3))
    """

    spellings = ("Fear",)
    on = ("model",)

    def frightens(self, dread: Dread) -> None:
        dread.spread(1, self, "enemies in contact test their nerve, or fight with Weapon Skill 1")
