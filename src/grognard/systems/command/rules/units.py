"""Rules of units: how they arrive, act and bear damage."""

from __future__ import annotations

from ....common.profiles import Model
from ....common.rules import all_of
from ..commands import OpenCommands
from ..matchup import Shot
from ..moments import EVERY, CommandRule
from ..slots import Hiding, Injury, Permit, Rate
from .scenery import Mechanized


class MovingFortress(CommandRule, frozen=True):
    """A point that does not slay the model puts one of its weapons out of use for the turn; it is never Incapacitated.

    VoidSiege (early form), Special Rules: Moving Fortress. The owner picks one weapon for each point; once all are out nothing
    more happens.

    >>> from grognard.systems.command.examples import other
    >>> other("incapacitated", target="Moving Fortress", rate=1, resolve=1, hp=2).fraction(0)
    Fraction(1, 1)
    """

    spellings = ("Moving Fortress",)
    on = ("unit", "model")

    def instead_of_incapacitated(self, injury: Injury) -> None:
        injury.lose_weapons(1, self, "a point puts one of its weapons out of use")


class Infiltrate(CommandRule, frozen=True):
    """The unit arrives as one hidden model that whoever targets it may fail to find.

    VoidSiege (early form), Special Rules: Infiltrate. Each time it is targeted it gets a marker, and a D6 less its markers of 1
    or less reveals it; it reveals itself when it shoots or charges. Its owner then says how the others stand round the model
    that was found.

    >>> from grognard.systems.command.examples import kind
    >>> from grognard.systems.command.hidden import reveal_test
    >>> from grognard.kernel.faces import reading
    >>> reading(reveal_test(kind(rules="Infiltrate").models, 1)).law.fraction(True)
    Fraction(1, 3)
    """

    spellings = ("Infiltrate",)
    on = ("unit",)

    def arrives_hidden(self, hiding: Hiding) -> None:
        hiding.hide(1, 1, self, "found on a D6 less its markers of 1 or less")


class MechanizedCommand(CommandRule, frozen=True):
    """The token it flips may also be used by one Mechanized unit within 6 inches that has none and has not acted.

    VoidSiege (early form), Special Rules: Mechanized Command. Both act in this activation, the commander first, on the same
    target if one is needed. A token flipped in reaction may be shared too: both fire back at the attacker.

    >>> from grognard.systems.command.examples import kind
    >>> [MechanizedCommand().shares_token(kind(rules=rules).models) for rules in ("Mechanized", "")]
    [6.0, 0.0]
    """

    spellings = ("Mechanized Command", "Mechanised Command")
    on = ("unit", "model")

    def shares_token(self, members: tuple[Model, ...]) -> float:
        return 6.0 if all_of(members, Mechanized) else 0.0


class Trudging(CommandRule, frozen=True):
    """The unit cannot Run, Overrun or Overcharge, but fires Heavy weapons after moving.

    VoidSiege (early form), Special Rules: Trudging. So Heavy weapons fire with an Advance; Idle it still moves or shoots.

    >>> from grognard.systems.command.examples import odds
    >>> odds(unit="Trudging", type="Heavy", moved=True, resolve=1).damage.fraction(1)
    Fraction(2, 3)
    """

    spellings = ("Trudging",)
    on = ("unit", "model")

    def commands(self, orders: OpenCommands) -> None:
        orders.forbid(("run", "overrun", "overcharge"), self)

    def permits(self, permit: Permit, shot: Shot) -> None:
        if shot.how.token == "overrun" and not (shot.melee or shot.how.reacting):
            permit.forbid(self, "cannot overrun")
        elif shot.how.moved and shot.weapon.stats.type == "Heavy":
            permit.fire_heavy(self, "fires after moving")


class Unstoppable(CommandRule, frozen=True):
    """Heavy weapons fire one die after moving, and the model is never Incapacitated.

    VoidSiege (early form), Special Rules: Unstoppable. The single die beats every other rate of fire; hurt models still roll to
    recover.

    >>> from grognard.systems.command.examples import odds
    >>> odds(unit="Unstoppable", type="Heavy", rate=6, moved=True, resolve=1).damage.fraction(1)
    Fraction(2, 3)
    """

    spellings = ("Unstoppable",)
    on = ("unit", "model")

    def permits(self, permit: Permit, shot: Shot) -> None:
        if shot.how.moved and shot.weapon.stats.type == "Heavy":
            permit.fire_heavy(self, "fires after moving")

    def rate(self, rate: Rate, shot: Shot) -> None:
        if shot.how.moved and shot.weapon.stats.type == "Heavy":
            rate.only(1, self, "one die after moving")

    def instead_of_incapacitated(self, injury: Injury) -> None:
        injury.fight_on(self, "never Incapacitated")


class ReEnforcedHull(CommandRule, frozen=True):
    """The unit takes no damage from its own failed blows, or for fighting without a melee weapon.

    VoidSiege (early form), Special Rules: Re-enforced Hull. The enemy's hits count as ever.

    >>> from grognard.systems.command.examples import other
    >>> other("own-damage", unit="Re-enforced Hull", guns=8, melee=True).fraction(0)
    Fraction(1, 1)
    """

    spellings = ("Re-enforced Hull", "Reenforced Hull", "Reinforced Hull")
    on = ("unit", "model")

    def bears_its_failures(self, failed: int) -> int:
        return 0


class Relentless(CommandRule, frozen=True):
    """Without a token the unit may Run.

    VoidSiege (early form), Special Rules: Relentless. A token of any kind takes its place; such a Run shows no moving token.

    >>> from grognard.systems.command.commands import orders_of
    >>> from grognard.systems.command.examples import kind
    >>> orders_of(kind(rules="Relentless").models, True).names
    ('move', 'shoot', 'stay', 'run')
    """

    spellings = ("Relentless",)
    on = ("unit", "model")

    def commands(self, orders: OpenCommands) -> None:
        if orders.idle:
            orders.offer("run", self)


class LightEmUp(CommandRule, frozen=True):
    """Its bearers may fire at several units, each kind of weapon at one of them.

    VoidSiege (early form), Special Rules: Light em up. All targets are named before any dice, one of them as the primary
    target, which is rolled for first; the others may choose to pass their Disruption tests. Weapons that models without the
    rule bear too are fired at the primary target.

    >>> LightEmUp().splits_fire() == EVERY
    True
    """

    spellings = ("Light em up", "Light 'em up")
    on = ("unit", "model")

    def splits_fire(self) -> int:
        return EVERY
