"""Rules that throw dice once more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..moments import UsrRule
from .nerve import UNSHAKEN

if TYPE_CHECKING:
    from ..attack.matchup import Attack
    from ..nerve.checks import Check, Reaction
    from ..shooting.templates import Scattering
    from ..slots import Landing, Penetration, ToHit, ToWound


class TwinLinked(UsrRule, frozen=True):
    """Shots that miss are rolled again; a template's failed wounds and penetration rolls are; a blast may scatter anew.

    USR Reference: Twin-linked. Shooting only; the second roll stands.

    >>> from grognard.systems.usr.examples import shooter, slays, target
    >>> slays(shooter("Twin-linked"), target())  # 8/9 to hit, 1/2 to wound
    Fraction(4, 9)
    """

    spellings = ("Twin-linked", "Twin Linked", "TL")
    on = ("weapon",)

    def to_hit(self, test: ToHit, attack: Attack) -> None:
        if not attack.melee:
            test.reroll("failed", self, "misses are rolled again")

    def to_wound(self, test: ToWound, attack: Attack) -> None:
        if attack.weapon.stats.template:
            test.reroll("failed", self, "a template: failed wounds are rolled again")

    def to_penetrate(self, penetration: Penetration, attack: Attack) -> None:
        if attack.weapon.stats.template:
            penetration.reroll("failed", self, "a template: failed penetration rolls are made again")

    def scatters(self, scatter: Scattering, attack: Attack) -> None:
        scatter.again(self, "the scatter may be rolled again")

    def landing(self, landing: Landing, attack: Attack) -> None:
        landing.reheat(self, "a 1 for Gets Hot is rolled again")


class PreferredEnemy(UsrRule, frozen=True):
    """Against its enemy the unit rolls ones to hit and to wound again, in shooting and in close combat.

    USR Reference: Preferred Enemy. One bearer is enough; without a name everyone is meant. It saves weapons that Get Hot, too.

    >>> from grognard.systems.usr.examples import shooter, slays, target
    >>> slays(shooter(rules=["Preferred Enemy"]), target())  # 2/3 + 1/6 2/3 to hit, 1/2 + 1/6 1/2 to wound
    Fraction(49, 108)
    """

    spellings = ("Preferred Enemy",)
    on = ("model",)
    circumstances = ("foe",)
    covers = "any"
    example = "Preferred Enemy (Orks)"

    foe: str = ""

    def written(self) -> str:
        return f"Preferred Enemy ({self.foe})" if self.foe else "Preferred Enemy"

    def to_hit(self, test: ToHit, attack: Attack) -> None:
        if attack.at_foe(self.foe):
            test.reroll("ones", self, "ones are rolled again")

    def to_wound(self, test: ToWound, attack: Attack) -> None:
        if attack.at_foe(self.foe):
            test.reroll("ones", self, "ones are rolled again")

    def landing(self, landing: Landing, attack: Attack) -> None:
        if attack.at_foe(self.foe):
            landing.reheat(self, "a 1 for Gets Hot is rolled again")


class Hatred(UsrRule, frozen=True):
    """In the first round of each close combat its bearer rolls misses against its enemy again.

    USR Reference: Hatred. Without a name everyone is meant; a name is that of a faction or of a unit.

    >>> from grognard.systems.usr.examples import model, slays, target, unit
    >>> slays(unit(model("Hatred")), target(), melee=True)
    Fraction(3, 8)
    """

    spellings = ("Hatred",)
    on = ("model",)
    blows_only = True
    circumstances = ("foe", "first-round")
    example = "Hatred (Orks)"

    foe: str = ""

    def written(self) -> str:
        return f"Hatred ({self.foe})" if self.foe else "Hatred"

    def to_hit(self, test: ToHit, attack: Attack) -> None:
        if attack.melee and attack.how.first_round and attack.at_foe(self.foe):
            test.reroll("failed", self, "first round: misses are rolled again")


class Zealot(UsrRule, frozen=True):
    """The unit passes every test that the Fearless do, and rolls misses again in the first round of each close combat.

    USR Reference: Zealot. One bearer is enough for both.

    >>> from grognard.systems.usr.examples import model, slays, target, unit
    >>> slays(unit(model("Zealot")), target(), melee=True)
    Fraction(3, 8)
    """

    spellings = ("Zealot",)
    on = ("model",)
    circumstances = ("first-round",)
    covers = "any"

    def leadership(self, check: Check) -> None:
        if check.kind in UNSHAKEN:
            check.passes(self, "passed without a roll")

    def reacts(self, reaction: Reaction) -> None:
        reaction.stand(self, "cannot go to ground")

    def to_hit(self, test: ToHit, attack: Attack) -> None:
        if attack.melee and attack.how.first_round:
            test.reroll("failed", self, "first round: misses are rolled again")


class MasterCrafted(UsrRule, frozen=True):
    """Each turn the bearer rolls one miss with the weapon again.

    USR Reference: Master-crafted. The first miss is taken; a die that another rule has thrown again stays.

    >>> from grognard.systems.usr.examples import shooter, slays, target
    >>> slays(shooter("Master-crafted", shots=2), target(count=2), n=2)  # 20/27 hit twice
    Fraction(5, 27)
    """

    spellings = ("Master-crafted", "Mastercrafted", "Master Crafted")
    on = ("weapon",)

    def to_hit(self, test: ToHit, attack: Attack) -> None:
        test.some_again(1, self, "one miss is rolled again")

    def scatters(self, scatter: Scattering, attack: Attack) -> None:
        scatter.some_again(1, self, "the scatter of one shot may be rolled again")

    def landing(self, landing: Landing, attack: Attack) -> None:
        landing.reheat(self, "a 1 for Gets Hot is rolled again")


class Shred(UsrRule, frozen=True):
    """Failed rolls to wound are made again.

    USR Reference: Shred. On a model or melee weapon in close combat, on a gun in shooting.

    >>> from grognard.systems.usr.examples import shooter, slays, target
    >>> slays(shooter("Shred"), target())
    Fraction(1, 2)
    """

    spellings = ("Shred",)
    on = ("weapon", "model")

    def to_wound(self, test: ToWound, attack: Attack) -> None:
        test.reroll("failed", self, "failures are rolled again")


class MonsterHunter(UsrRule, frozen=True):
    """The unit rolls failed rolls to wound against Monstrous Creatures again.

    USR Reference: Monster Hunter. One bearer is enough; flying and gargantuan ones are monstrous too.

    >>> from grognard.systems.usr.examples import shooter, slays, target
    >>> slays(shooter(rules=["Monster Hunter"]), target(T=6, type="Monstrous Creature"))
    Fraction(11, 54)
    """

    spellings = ("Monster Hunter", "Monster Hunters")
    on = ("model",)
    covers = "any"

    def to_wound(self, test: ToWound, attack: Attack) -> None:
        if attack.at.counts_as("Monstrous Creature"):
            test.reroll("failed", self, "a Monstrous Creature: failures are rolled again")
