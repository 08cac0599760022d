"""Jumps: ten inches over what is in the way, after a CD check (VOID 1.1: Jump Trooper)."""

from __future__ import annotations

from msgspec.structs import replace

from ....common.rules import id_of, voices
from ....kernel.asks import Choose, Emit, Procedure
from ....kernel.memo import memo
from ....table.distances import within
from ....table.events import Given
from ....table.moves import Moves
from ....table.paths import MovementMode
from ....table.state import Effect, Table
from .. import field
from ..moments import speaker
from ..nerve.command_checks import command
from ..orders import JUMP, Orders, movement_mode
from ..slots import Leap
from . import legal_moves, move

NO_LEAP = Leap(0.0, 0.0)


def jumpers(members: tuple[object, ...]) -> str:
    """The id of the rule by which the whole unit can jump, "" when it cannot."""
    return leap_of(members)[1]


@memo(4096)
def leap_of(members: tuple[object, ...]) -> tuple[Leap, str]:
    """How far and how high the whole unit can jump, as the worst of its models, and the id of the rule; "" when it cannot."""
    best = []
    for member in members:
        able = [(leap, speaker(speak)) for speak in voices(member, "jumps") if (leap := speak()) is not None]
        if not able:
            return NO_LEAP, ""
        best.append(max(able, key=lambda one: (one[0].inches, one[0].high)))
    if not best:
        return NO_LEAP, ""
    return Leap(min(leap.inches for leap, _ in best), min(leap.high for leap, _ in best)), id_of(best[0][1])


def mode_of(members: tuple[object, ...]) -> MovementMode:
    """How a jumping unit goes over the ground; landing is as for those who fly."""
    own = movement_mode(members)
    return replace(own, over=max(own.over, leap_of(members)[0].high), slow=())


def jumps(t: Table, u: int, post: tuple[float, float, float] | None = None) -> Moves:
    """Where a unit may jump; ``post`` is a place that it may not leave."""
    members = t[u].members
    return legal_moves.moves(t, u, leap_of(members)[0].inches, post=post, own=mode_of(members))


def jumps_at(t: Table, u: int, v: int) -> Moves:
    """The jumps of a unit into contact with another."""
    members = t[u].members
    return legal_moves.charges(t, u, leap_of(members)[0].inches, v, mode_of(members))


def jump(t: Table, u: int, orders: Orders, by: str) -> Procedure:
    """A jump in place of a move."""
    if not (yield from command(t, u, "jump", by=(by,))):
        orders.failed_jump = True
    here, options = t[u].form, move.forced(t, u, jumps(t, u, orders.post), orders)
    form = yield Choose(t[u].side, f"where does {t.name(u)} jump?", options, about=("move", u))
    orders.moved = form.positions != here.positions
    if orders.moved:
        yield from move.go(t, u, form, "jumps", by=(by,), over=leap_of(t[u].members)[0].high)


def offer(orders: Orders) -> None:
    """A unit that can jump may do so in place of a move."""
    orders.offer(JUMP)


def carry_out(t: Table, u: int, orders: Orders, word: str, by: str) -> Procedure:
    """The unit jumps if that is its order."""
    if word == JUMP:
        yield from jump(t, u, orders, by)


def in_reach(t: Table, u: int) -> list[int]:
    """The enemies in sight that a unit can charge by jumping, the nearest first."""
    leap, by = leap_of(t[u].members)
    if not by:
        return []
    far = leap.inches
    near = [v for v in field.nearby(t, u, far) if within(t[u].form, v.form, far) and field.sees(t, u, v.id)]
    return [v.id for v in near if next(iter(jumps_at(t, u, v.id)), None) is not None]


def leap_at(t: Table, u: int, v: int) -> Procedure:
    """A charge by jump: the check, and what failing it costs. True when the target may not come to meet it."""
    by = jumpers(t[u].members)
    if (yield from command(t, u, "jump", by=(by,))):
        return True
    yield Emit(Given(u, Effect("failed jump", until=("turn ends", t[u].side, t.round)), True, by=(by,)))
    return False
