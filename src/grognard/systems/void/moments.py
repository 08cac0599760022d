"""The moments of VOID at which a special rule may speak, and the class that every rule of VOID is of."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar

from ...common.rules import Rule

if TYPE_CHECKING:
    from ...common.building import Building
    from ...common.profiles import Model, Weapon
    from ...kernel.asks import Procedure
    from ...table.paths import MovementMode
    from ...table.state import Table
    from .circumstances import Circumstances
    from .matchup import Attack
    from .nerve.checks import Check, Company
    from .orders import MoveDistance, Orders
    from .slots import Armour, CounterCharge, CoverSave, Damage, Drop, Hit, Leap
    from .weapons import Allotment, Arms, Group


FIRST, CHARGERS, REST, LAST = 0, 1, 2, 3  # in which order blows fall


class Moments:
    """Each method is a moment; its parameters are what a rule is given. ``Attack`` never changes, builders are filled."""

    # --- one attack: the attacking model's and its weapon's rules speak of the attacker, the target's of being attacked

    def to_hit(self, test: Hit, attack: Attack) -> None:
        """The attacker rolls to hit."""

    def to_be_hit(self, test: Hit, attack: Attack) -> None:
        """The bearer is the model shot or struck at."""

    def damage(self, damage: Damage, attack: Attack) -> None:
        """The attacker's Dam and damage dice of one hit."""

    def pierce(self, save: Armour, attack: Attack) -> None:
        """The attacker's armour piercing."""

    def cover(self, save: CoverSave, attack: Attack) -> None:
        """The bearer's cover save."""

    def armour(self, save: Armour, attack: Attack) -> None:
        """The bearer's armour save."""

    def dodge(self, test: Building, suffered: int) -> None:
        """The bearer may avoid a point of damage, having suffered so many since it first did this turn."""

    def paints(self, by: Model, weapon: Weapon) -> str:
        """That a hit of this weapon paints its target instead of hurting it, in words; "" when it does not."""
        return ""

    def locks(self, by: Model, weapon: Weapon) -> bool:
        """Whether this weapon can fire at a painted target without seeing it; so might a seeking missile of a house rule."""
        return False

    def spoils_charge(self, attack: Attack) -> bool:
        """Whether the bearer has lost its charge bonuses; so might, by a house rule, those who charge out of a swamp."""
        return False

    def crowds(self, test: Hit, attack: Attack) -> None:
        """A model of the unit attacked makes it harder to hit any of them; equal rules speak once."""

    def sided(self) -> bool:
        """Whether it matters to the bearer from which side its unit is attacked; any rule that reads ``how.arc`` says so."""
        return False

    def assists(self, test: Hit, attack: Attack) -> None:
        """A rule of others, lent to the attack, speaks on the roll to hit."""

    def forbids(self, by: Model, weapon: Weapon, how: Circumstances) -> str:
        """Why the bearer cannot use a weapon in these circumstances; "" when it can."""
        return ""

    # --- who sees and picks whom: each gives the last range band at which it still can, None when it does not matter

    def unseen_beyond(self, company: Company) -> int | None:
        """Enemies further off than this band have no line of sight to the bearer's unit."""
        return None

    def aims_within(self, company: Company) -> int | None:
        """The bearer's unit may not target enemies further off than this band."""
        return None

    def allots(self, order: Allotment, i: int) -> None:
        """Which models of the bearer's unit are hit first; the bearer is model ``i`` of it."""

    # --- what a model fires and strikes with

    def shots(self, arms: Arms, weapon: Weapon | None) -> None:
        """How often the bearer shoots, and with what; ``weapon`` when the rule stands on one."""

    def blows(self, arms: Arms, weapon: Weapon | None) -> None:
        """How often the bearer strikes, and with what; ``weapon`` when the rule stands on one."""

    def teams(
        self, rows: list[tuple[Group, Circumstances]], mates: tuple[Model, ...]
    ) -> list[tuple[Group, Circumstances]]:
        """Who of the bearer's unit may shoot, when one weapon keeps others silent."""
        return rows

    def suppresses(self) -> int:
        """What the bearer adds to suppressive fire."""
        return 0

    # --- checks of a unit: every rule of every model in it speaks

    def command(self, check: Check, company: Company) -> None:
        """Any CD check of the unit."""

    def morale(self, check: Check, company: Company) -> None:
        """A morale check: a failure would be panic."""

    def rally(self, check: Check, company: Company) -> None:
        """A rally check."""

    def immune(self, company: Company, to: str) -> bool:
        """Whether the unit needs no check of this kind: PANIC, TERROR or SUPPRESSION of ``nerve.checks``. The rule is told."""
        return False

    def instead_of_panic(self, company: Company) -> str:
        """What becomes of the unit in place of panicking: RAMPAGING of ``nerve.checks``; STANDS: it panics."""
        return ""

    # --- on the table: these may look at it, and change it by yielding events

    def lends(self) -> float:
        """Within how many inches friendly units that the bearer sees may use this rule on morale and rally checks."""
        return 0.0

    def terrifies(self, bearer: Model) -> float:
        """Within how many inches enemies that activate must make a morale check."""
        return 0.0

    def settles(self, t: Table, u: int) -> Procedure:
        """The unit has been set up: what it does once it stands."""
        yield from ()

    def lies(self) -> int | None:
        """The size that the bearer counts as when its unit lies prone; None: it cannot lie down."""
        return None

    def guards(self) -> str:
        """Whom or what the bearer guards, who then goes at its pace; "" when it guards nobody."""
        return ""

    def orders(self, orders: Orders) -> Any:
        """The unit is about to get its orders; a procedure when the rule has something to do first."""

    def before_shooting(self, t: Table, u: int, orders: Orders) -> Procedure:
        """The unit's shooting phase begins: what the bearer does instead of shooting, or to shoot otherwise."""
        yield from ()

    def picks(self, moved: bool) -> str:
        """On which CD check the bearer may pick the model it shoots at, "" when it may not; ``moved``: its unit has moved."""
        return ""

    def controls(self) -> float:
        """Within how many inches the bearer works neural spikes."""
        return 0.0

    def spiked(self) -> int:
        """How many models like the bearer are executed to rally its squad by neural spike; 0: it wears none."""
        return 0

    def carries_out(self, t: Table, u: int, orders: Orders, word: str) -> Procedure:
        """The unit carries out an order that this rule has offered."""
        yield from ()

    def after_move(self, orders: Orders) -> Any:
        """The unit has moved."""

    def unrallied(self, t: Table, u: int) -> Procedure:
        """What the unit does in its activation when it fails to rally, in place of fleeing."""
        yield from ()

    def reach(self, reach: MoveDistance) -> None:
        """How far the bearer goes."""

    def movement_mode(self, mode: MovementMode, members: tuple[Any, ...]) -> MovementMode:
        """How the unit goes over the ground; every model must be able to."""
        return mode

    def bars_counter_charge(self, company: Company) -> bool:
        """Whether those whom the unit charges may not counter-charge; so might a house rule of swift riders. The rule is told."""
        return False

    def counter_charges(self, t: Table, u: int) -> CounterCharge | None:
        """What the rule decides of a counter-charge of the unit; None when its owner decides."""
        return None

    def crewed(self, lost: int) -> int:
        """Models lost count as crew lost: how many inches of MV so many of them cost."""
        return 0

    def main_gun(self, mates: tuple[Model, ...]) -> Weapon | None:
        """The gun that the whole unit serves; ``mates`` are its different profiles."""
        return None

    def pace(self, turn: int) -> int:
        """Whether the bearer's blows fall FIRST, with CHARGERS, with the REST or LAST; ``turn``: when without the rule."""
        return turn

    def strikes_not(self, t: Table, u: int) -> bool:
        """Whether the bearer cannot strike as its unit is now; so might, by a house rule, those who are stunned."""
        return False

    def drops(self) -> Drop | None:
        """Where the unit comes down from above instead of being set up; None: it is set up."""
        return None

    def infiltrates(self) -> float | None:
        """How many inches from every enemy the unit is set up, out of sight and after all others; None: as others are."""
        return None

    def jumps(self) -> Leap | None:
        """How far, and over what, the bearer can jump; None: it cannot."""
        return None

    def bears(self) -> bool:
        """Whether the bearer shoots only within its front arc; so might a gun in a hull by a house rule."""
        return False

    def holds(self) -> tuple[int, int]:
        """How many models the bearer carries, and of what size at most."""
        return 0, 0

    def stands_fast(self) -> bool:
        """Whether the bearer cannot flee; so might, by a house rule, those who defend their home."""
        return False

    def reveals(self, t: Table, u: int, models: tuple[int, ...]) -> Procedure:
        """Models of the unit have charged or shot, which may give them away."""
        yield from ()


def speaker(speak: Any) -> Rule:
    """The rule whose voice this is."""
    rule: Rule = speak.__self__
    return rule


def deferred(module: str, name: str) -> Callable[..., Any]:
    """A function of a module of VOID that is loaded when it is first called: odds need nothing of what plays a battle.

    >>> deferred("movement.prone", "limit").__name__
    'limit'
    """
    found: list[Callable[..., Any]] = []

    def function(*given: Any) -> Any:
        if not found:
            found.append(getattr(import_module(f"{__package__}.{module}"), name))
        return found[0](*given)

    function.__name__ = name
    return function


if TYPE_CHECKING:

    class Voice(Rule, Moments, frozen=True):
        """A rule as a type checker sees it: with every moment, so that one that takes or gives something else is found."""
else:
    Voice = Rule  # a rule has only the moments that it states: ``voices`` asks no others


class VoidRule(Voice, frozen=True):
    """A special rule of VOID 1.1."""

    system: ClassVar[str] = "void"
    moments: ClassVar[Any] = Moments
