"""The Move action of a squad, by where it is and how it moves."""

from __future__ import annotations

from ....kernel.asks import Choose, Procedure
from ....table.state import Table, Unit
from ..behemoths.trampling import tramples
from ..buildings.leaving import held_back, move_inside
from ..profiles import FLYING
from ..reserves import comes_on
from ..squads import housed, moved, off_table
from ..transports.capacity import aerial, half
from ..transports.disembarking import gets_out, may_leave
from ..transports.seats import rest
from .aircraft import flight, goes_on, touch_down
from .dismounting import drop_in, ways_out
from .fast_aircraft import speed, sweeps_in
from .ground import walk
from .legal_moves import allowance, may_turn
from .straight_flight import fast


def can_move(t: Table, u: Unit) -> bool:
    """Whether the squad may make a Move action."""
    if u.place == "reserve":
        return off_table(u) == "readiness" or bool(may_leave(t, u))
    if u.place == "aboard":
        return bool(ways_out(t, u))
    if housed(u) is not None:
        return not held_back(t, u)
    return allowance(u) > 0 or bool(fast(u)) or may_turn(u) or bool(rest(u) and ways_out(t, u))


def move(t: Table, u: int) -> Procedure:
    """A Move action. Result: whether it was made."""
    unit = t[u]
    if off_table(unit) == "readiness" and fast(unit):
        return (yield from sweeps_in(t, u))
    if off_table(unit) == "readiness":
        came = yield from comes_on(t, u, allowance(unit))
        if came and unit.kind.type == "Behemoth":
            yield from tramples(t, u)
        if came and t[u].here and aerial(t[u]) and moved(t[u]) <= half(t[u]) and (yield from touch_down(t, u)):
            yield from goes_on(t, u, half(t[u]) - moved(t[u]))
        return came
    if unit.place == "aboard" or off_table(unit) == "holding":
        return (yield from dismount(t, u))
    if housed(unit) is not None:
        return (yield from move_inside(t, u))
    if fast(unit):
        return (yield from speed(t, u))
    if unit.kind.type in FLYING:
        return (yield from flight(t, u))
    return (yield from walk(t, u))


def dismount(t: Table, u: int) -> Procedure:
    """Out of a transport or through a gate, then a full move."""
    found = ways_out(t, t[u])
    if not found:
        return False
    carrier = yield Choose(t[u].side, f"{t.name(u)} gets out of what?", tuple(found), found[0], u)
    if (yield from drop_in(t, u, carrier)):
        return True
    if not (yield from gets_out(t, u, carrier)):
        return False
    return (yield from walk(t, u))
