"""Rules of movement and deployment: how far, over what, from where."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from ....common.profiles import Model, Weapon
from ....common.rules import all_of, id_of, standing
from ....kernel.asks import Procedure
from ..moments import VoidRule, deferred
from ..slots import CounterCharge, Drop, Leap

if TYPE_CHECKING:
    from ....table.paths import MovementMode
    from ....table.state import Table
    from ..circumstances import Circumstances
    from ..matchup import Attack
    from ..orders import MoveDistance, Orders
    from ..slots import Hit

carry_out_jump = deferred("movement.jumps", "carry_out")
offer_jump = deferred("movement.jumps", "offer")
lie_or_rise = deferred("movement.prone", "lie_or_rise")
limit_who_lies = deferred("movement.prone", "limit")


class DropTrooper(VoidRule, frozen=True):
    """The unit is not set up: in a turn of its owner's choice it comes down near an edge, and is then on hold.

    VOID 1.1, Special Rules: Drop Trooper. Within 6 inches of any table edge, no model within 12 inches of an enemy.

    >>> DropTrooper().drops()
    Drop(edge=6.0, away=12.0)
    """

    spellings = ("Drop Trooper", "Drop Troopers")
    on = ("unit", "model", "vehicle")
    source = "VOID 1.1, Special Rules: Drop Trooper"

    def drops(self) -> Drop | None:
        return Drop(edge=6.0, away=12.0)


class Fast(VoidRule, frozen=True):
    """The model goes half its MV further, rounded up, when it rushes, charges or closes.

    VOID 1.1, Special Rules: Fast. MV 4 adds 2 inches. Not to a normal move, a jump or a counter-charge.

    >>> from grognard.systems.void.examples import trooper
    >>> from grognard.systems.void.orders import reach
    >>> [reach(trooper(Fast()).models, kind)[0] for kind in ("move", "rush", "charge")]
    [4.0, 10.0, 6.0]
    """

    spellings = ("Fast",)
    on = ("model", "unit", "vehicle")
    source = "VOID 1.1, Special Rules: Fast"

    def reach(self, reach: MoveDistance) -> None:
        if reach.kind in ("rush", "charge", "close"):
            reach.more((reach.mv + 1) // 2, self)


class Fly(VoidRule, frozen=True):
    """Terrain up to 9 inches high neither slows the model nor bars its way.

    VOID 1.1, Special Rules: Fly. It does not end its move on impassable ground, and hazards count only where it ends.

    >>> from grognard.systems.void.examples import trooper
    >>> from grognard.systems.void.orders import movement_mode
    >>> movement_mode(trooper(Fly()).models).over
    9.0
    """

    spellings = ("Fly",)
    on = ("model", "unit", "vehicle")
    source = "VOID 1.1, Special Rules: Fly"

    def movement_mode(self, mode: MovementMode, members: tuple[Any, ...]) -> MovementMode:
        return replace(mode, over=9.0, slow=()) if all_of(members, Fly) else mode


class Immobile(VoidRule, frozen=True):
    """Once set up, the model never moves and never turns: it shoots within its front arc and fights what touches it.

    VOID 1.1, Special Rules: Immobile. It never counts as having moved, charges nobody and flees from nobody.

    >>> from grognard.systems.void.examples import ask, trooper
    >>> ask(trooper(Immobile()), trooper(), moved=True).impossible
    'it never moves'
    """

    spellings = ("Immobile",)
    on = ("model", "unit", "vehicle")
    source = "VOID 1.1, Special Rules: Immobile"

    def forbids(self, by: Model, weapon: Weapon, how: Circumstances) -> str:
        return "it never moves" if how.moved or how.charging else ""

    def reach(self, reach: MoveDistance) -> None:
        reach.nowhere(self)

    def orders(self, orders: Orders) -> Any:
        orders.only(("stay", "hold"), self, "cannot move")
        orders.may_assault = False

    def bears(self) -> bool:
        return True

    def stands_fast(self) -> bool:
        return True

    def counter_charges(self, t: Table, u: int) -> CounterCharge | None:
        return CounterCharge.NEVER


class Infiltrate(VoidRule, frozen=True):
    """The unit is set up last, anywhere out of the enemy's sight and more than 12 inches away; it may go first of all.

    VOID 1.1, Special Rules: Infiltrate. Set up in terrain or behind an obstacle, its side may win the first initiative without
    a roll, provided that an infiltrating unit is activated first; not when both sides can.

    >>> Infiltrate().infiltrates()
    12.0
    """

    spellings = ("Infiltrate", "Infiltration", "Infiltrators")
    on = ("unit", "model", "vehicle")
    source = "VOID 1.1, Special Rules: Infiltrate"

    def infiltrates(self) -> float | None:
        return 12.0


class JumpTrooper(VoidRule, frozen=True):
    """The unit may jump 10 inches over obstacles up to 5 inches high when it moves or charges, after one CD check.

    VOID 1.1, Special Rules: Jump Trooper. Whom it jumps at may not counter-charge. A check failed before a move costs 1 to hit
    this turn; one failed before a charge all bonuses of the charge, and it can be counter-charged.

    >>> from grognard.systems.void.examples import ask, trooper
    >>> ask(trooper(JumpTrooper()), trooper(), moved=True, sets=("failed-jump=yes",)).slain.fraction(1)  # 8+: 3/10 x 1/2
    Fraction(3, 20)
    """

    spellings = ("Jump Trooper", "Jump Troopers", "Jump")
    on = ("unit", "model", "vehicle")
    source = "VOID 1.1, Special Rules: Jump Trooper"

    def to_hit(self, test: Hit, attack: Attack) -> None:
        if self.spoils_charge(attack) and not attack.how.melee:
            test.add(-1, self, "-1, the jump failed")

    def spoils_charge(self, attack: Attack) -> bool:
        return attack.how.failed_jump and all_of(attack.mates, JumpTrooper)

    def orders(self, orders: Orders) -> Any:
        if all_of(orders.t.units[orders.u].members, JumpTrooper):
            offer_jump(orders)

    def carries_out(self, t: Table, u: int, orders: Orders, word: str) -> Procedure:
        yield from carry_out_jump(t, u, orders, word, id_of(self))

    def jumps(self) -> Leap | None:
        return Leap(inches=10.0, high=5.0)


class Prone(VoidRule, frozen=True):
    """Lying down takes the movement phase; from the next turn on the unit hits one better and counts as of size 1.

    VOID 1.1, Special Rules: Prone. As long as it lies it does not move, counter-charge or strike back. Getting up takes a
    movement phase too.

    >>> from grognard.systems.void.examples import ask, trooper
    >>> ask(trooper(), trooper(Prone()), sets=("target-prone=yes",)).slain.fraction(1)  # size 1: 7+, 4/10 x 1/2
    Fraction(1, 5)
    """

    spellings = ("Prone",)
    on = ("unit", "model", "vehicle")
    source = "VOID 1.1, Special Rules: Prone"

    def to_hit(self, test: Hit, attack: Attack) -> None:
        if attack.how.prone and not attack.how.melee and all_of(attack.mates, Prone):
            test.add(1, self, "+1, lying prone")
            test.still(self)

    def to_be_hit(self, test: Hit, attack: Attack) -> None:
        if not attack.how.target_prone or not all_of(attack.fellows, Prone):
            return
        if not attack.how.melee:
            test.smaller(1, self)
        elif attack.how.terms.prone_automatic:
            test.certain(self, "who lies prone is hit for certain")
        else:
            test.add(2, self, "+2 against who lies prone")

    def forbids(self, by: Model, weapon: Weapon, how: Circumstances) -> str:
        return "who lies prone does not strike" if how.prone and how.melee else ""

    def orders(self, orders: Orders) -> Any:
        return limit_who_lies(orders, self)

    def carries_out(self, t: Table, u: int, orders: Orders, word: str) -> Procedure:
        yield from lie_or_rise(t, u, orders, word, id_of(self))

    def counter_charges(self, t: Table, u: int) -> CounterCharge | None:
        return CounterCharge.NEVER if t[u].has("prone") else None

    def lies(self) -> int | None:
        return 1

    def strikes_not(self, t: Table, u: int) -> bool:
        return t[u].has("prone")


class RoughTerrainSpecialist(VoidRule, frozen=True):
    """Terrain of the kinds named does not slow the model.

    VOID 1.1, Special Rules: Rough Terrain Specialist. ``Jungle/Forest`` is two kinds. What is impassable stays so.

    >>> from grognard.systems.void.examples import trooper
    >>> from grognard.systems.void.orders import movement_mode
    >>> movement_mode(trooper(RoughTerrainSpecialist("Jungle/Forest")).models).ignores
    ('jungle', 'forest')
    """

    spellings = ("Rough Terrain Specialist", "Rough Terrain Specialists")
    on = ("model", "unit", "vehicle")
    example = "Rough Terrain Specialist: Jungle/Forest"
    source = "VOID 1.1, Special Rules: Rough Terrain Specialist"
    kinds: str

    def written(self) -> str:
        return f"Rough Terrain Specialist: {self.kinds}"

    @property
    def words(self) -> tuple[str, ...]:
        """The kinds of terrain, as words of the table."""
        return tuple(w.strip().lower() for w in self.kinds.replace(",", "/").split("/") if w.strip())

    def movement_mode(self, mode: MovementMode, members: tuple[Any, ...]) -> MovementMode:
        if not all_of(members, RoughTerrainSpecialist):
            return mode
        common = [w for w in self.words if all(w in specialist(m) for m in members)]
        return replace(mode, ignores=tuple(dict.fromkeys((*mode.ignores, *common))))


def specialist(member: Any) -> tuple[str, ...]:
    """The kinds of terrain that do not slow a model."""
    return tuple(w for r in standing(member) if isinstance(r, RoughTerrainSpecialist) for w in r.words)


class TroopCarrier(VoidRule, frozen=True):
    """The vehicle carries so many models of friendly units, none larger than the size in brackets.

    VOID 1.1, Special Rules: Troop Carrier. All or none of a unit. They get in by contact in their movement phase, and out
    within 4 inches of its rear or flanks, which is all they do in that game turn. Aboard they are part of the vehicle.

    >>> TroopCarrier(10, 2).holds()
    (10, 2)
    """

    spellings = ("Troop Carrier", "Troop Transport")
    on = ("model", "unit", "vehicle")
    example = "Troop Carrier 10 (2)"
    source = "VOID 1.1, Special Rules: Troop Carrier"
    n: int
    size: int

    def written(self) -> str:
        return f"Troop Carrier {self.n} ({self.size})"

    def holds(self) -> tuple[int, int]:
        return self.n, self.size


RULES = (
    DropTrooper,
    Fast,
    Fly,
    Immobile,
    Infiltrate,
    JumpTrooper,
    Prone,
    RoughTerrainSpecialist,
    TroopCarrier,
)
