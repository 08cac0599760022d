"""Rules of close combat: charges and blows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....common.profiles import Weapon, interned
from ....common.rules import all_of
from ..moments import FIRST, VoidRule
from ..profiles import WeaponStats
from ..slots import CounterCharge

if TYPE_CHECKING:
    from ....table.state import Table
    from ..matchup import Attack
    from ..nerve.checks import Company
    from ..slots import Damage, Hit
    from ..weapons import Arms


class BerserkCharge(VoidRule, frozen=True):
    """Whom the unit charges may not counter-charge, and when it is charged itself it counter-charges without a check.

    VOID 1.1, Special Rules: Berserk Charge. Every model left must have it. Two berserk units: the one that is charged stays.

    >>> from grognard.systems.void.examples import trooper
    >>> from grognard.systems.void.nerve.checks import Company
    >>> charger = Company(trooper(BerserkCharge(), n=5).models)
    >>> BerserkCharge().bars_counter_charge(charger)
    True
    """

    spellings = ("Berserk Charge",)
    on = ("unit", "model", "vehicle")
    source = "VOID 1.1, Special Rules: Berserk Charge"

    def bars_counter_charge(self, company: Company) -> bool:
        return all_of(company.members, BerserkCharge)

    def counter_charges(self, t: Table, u: int) -> CounterCharge | None:
        return CounterCharge.ALWAYS if all_of(t[u].members, BerserkCharge) else None


class StrikeFirst(VoidRule, frozen=True):
    """The model's blows fall before everyone else's, a charger's too; whom it kills does not strike back.

    VOID 1.1, Special Rules: Strike First. Two enemies that both have it strike at the same time.

    >>> from grognard.systems.void.examples import trooper
    >>> [StrikeFirst().pace(turn) for turn in (1, 2)]  # of chargers and of the rest
    [0, 0]
    """

    spellings = ("Strike First",)
    on = ("model", "unit", "vehicle")
    source = "VOID 1.1, Special Rules: Strike First"

    def pace(self, turn: int) -> int:
        return FIRST


class LethalStrike(VoidRule, frozen=True):
    """Each hit with a melee weapon rolls so many damage dice more.

    VOID 1.1, Special Rules: Lethal Strike. (x1) with a Combat Blade rolls two dice a hit. A stomp counts as a melee weapon.

    >>> from grognard.systems.void.examples import ask, trooper
    >>> ask(trooper(LethalStrike(1)), trooper(W=2), melee=True).damage.fraction(2)  # 1/2 x 1/2 x 1/2
    Fraction(1, 8)
    """

    spellings = ("Lethal Strike",)
    on = ("model", "unit", "vehicle")
    example = "Lethal Strike (x1)"
    source = "VOID 1.1, Special Rules: Lethal Strike"
    n: int

    def written(self) -> str:
        return f"Lethal Strike (x{self.n})"

    def damage(self, damage: Damage, attack: Attack) -> None:
        if attack.how.melee:
            damage.add_dice(self.n, self, f"{self.n} more damage {'die' if self.n == 1 else 'dice'} a hit")


class MultipleAttacks(VoidRule, frozen=True):
    """The model strikes so many blows in place of one, one roll to hit each.

    VOID 1.1, Special Rules: Multiple Attacks. The number is the total, and the blows may go at different enemies.

    >>> from grognard.systems.void.examples import ask, trooper
    >>> ask(trooper(MultipleAttacks(2)), trooper(), melee=True).slain.fraction(1)  # 1 - (3/4)^2
    Fraction(7, 16)
    """

    spellings = ("Multiple Attacks", "Multiple Attack")
    on = ("model", "unit", "vehicle")
    example = "Multiple Attacks (x2)"
    source = "VOID 1.1, Special Rules: Multiple Attacks"
    n: int

    def written(self) -> str:
        return f"Multiple Attacks (x{self.n})"

    def blows(self, arms: Arms, weapon: Weapon | None) -> None:
        arms.often(self.n)
        arms.says(self)


class ShockTrooper(VoidRule, frozen=True):
    """Charging or counter-charging, the model hits one better and has one more Dam, in that first round.

    VOID 1.1, Special Rules: Shock Trooper. On top of every other bonus.

    >>> from grognard.systems.void.examples import ask, trooper
    >>> ask(trooper(ShockTrooper()), trooper(), melee=True, charging=True).slain.fraction(1)  # 7/10 x 6/10
    Fraction(21, 50)
    """

    spellings = ("Shock Trooper", "Shock Troopers")
    on = ("model", "unit", "vehicle")
    source = "VOID 1.1, Special Rules: Shock Trooper"

    def to_hit(self, test: Hit, attack: Attack) -> None:
        if attack.how.melee and attack.how.charging:
            test.add(1, self, "+1 when charging or counter-charging")

    def damage(self, damage: Damage, attack: Attack) -> None:
        if attack.how.melee and attack.how.charging:
            damage.add(1, self, "+1 Dam when charging or counter-charging")


class StompAttack(VoidRule, frozen=True):
    """The model may strike with its feet as with a melee weapon: to hit +0, Dam ST+0.

    VOID 1.1, Special Rules: Stomp Attack. One die, no armour piercing. Used by default only by who has no other melee weapon.

    >>> from grognard.systems.void.examples import ask, trooper
    >>> ask(trooper(StompAttack(), arms=()), trooper(), melee=True).slain.fraction(1)
    Fraction(1, 4)
    """

    spellings = ("Stomp Attack", "Stomp")
    on = ("model", "unit", "vehicle")
    source = "VOID 1.1, Special Rules: Stomp Attack"

    def blows(self, arms: Arms, weapon: Weapon | None) -> None:
        arms.also(STOMP)
        arms.says(self)


class Swarm(VoidRule, frozen=True):
    """Who fights a swarm hits one worse for every enemy in contact beyond the first, three at most.

    VOID 1.1, Special Rules: Swarm. Only in close combat. All enemies in contact count, when one of the unit has it.

    >>> from grognard.systems.void.examples import ask, trooper
    >>> ask(trooper(), trooper(Swarm()), melee=True, sets=("contact=3",)).slain.fraction(1)  # 8+: 3/10 x 1/2
    Fraction(3, 20)
    """

    spellings = ("Swarm",)
    on = ("model", "unit", "vehicle")
    source = "VOID 1.1, Special Rules: Swarm"

    def crowds(self, test: Hit, attack: Attack) -> None:
        beyond = min(3, attack.how.contact - 1)
        if attack.how.melee and beyond > 0:
            test.add(-beyond, self, f"{-beyond}, {attack.how.contact} enemies in contact")


STOMP = interned(Weapon("Stomp", WeaponStats(dam=0, by_strength=True)))

RULES = (BerserkCharge, LethalStrike, MultipleAttacks, ShockTrooper, StompAttack, StrikeFirst, Swarm)
