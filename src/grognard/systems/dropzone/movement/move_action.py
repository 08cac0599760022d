"""The Move action: on the ground, in the air, out of transports and Garrisons, and onto the table."""

from __future__ import annotations

from ....kernel.asks import Choose, Emit, Procedure
from ....table.events import Moved
from ....table.geometry import FORWARD
from ....table.state import Table, Unit
from ..behemoths.ploughing import Strides, breaks, ploughs, strides
from ..behemoths.trampling import tramples
from ..buildings.garrisons import enter, held_back, move_inside
from ..objectives.mobile import in_passing
from ..profiles import FLYING
from ..reserves import comes_on
from ..squads import housed, infantry, moved, off_table, spread_by
from ..transports.capacity import aerial, half
from ..transports.disembarking import gets_out, may_leave
from ..transports.embarking import board
from ..transports.seats import rest
from .aircraft import flight, goes_on, touch_down
from .dismounting import drop_in, joined_by_the_rest, ways_out
from .fast_aircraft import speed, sweeps_in
from .legal_moves import (
    PIVOT,
    allowance,
    distance,
    distances,
    ground_moves,
    may_turn,
    noted,
    pivots,
    those_that_stood,
    towards_enemy,
)
from .profile_change import changes, full_move
from .roads import goes_by_road, road_moves
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


def walk(t: Table, u: int) -> Procedure:
    """On the ground; at its end the squad may get into a transport or a Garrison."""
    yield from joined_by_the_rest(t, u)
    unit = t[u]
    beast = unit.kind.type == "Behemoth"
    options = strides(t, unit, allowance(unit)) if beast else ground_moves(t, unit, allowance(unit))
    if goes_by_road(t, unit):
        ways = ("anywhere", "along the road")
        if (yield Choose(unit.side, f"does {t.name(u)} keep to the road?", ways, "anywhere", u)) != "anywhere":
            options = road_moves(t, unit)
    form = yield Choose(unit.side, f"where does {t.name(u)} move?", options, unit.form, u)
    far = 0.0
    if form.spots != unit.form.spots:
        far = distance(unit.form, form)
        if form.facing in (unit.form.facing, (), (FORWARD,)) or len(unit.members[0].weapons) == 0:
            form = those_that_stood(unit.form, towards_enemy(t, unit, form))
        broken = (yield from breaks(t, u, form, options)) if isinstance(options, Strides) else []
        yield Emit(Moved(u, form, "ploughs on" if broken else "moves", by=spread_by(unit.kind)))
        yield from noted(t, u, far, distances(unit.form, form))
        yield from in_passing(t, u, unit.form)
        if beast:
            yield from ploughs(t, u, broken)
            yield from tramples(t, u)
            if not t[u].here:
                return True
    elif pivots(unit.form, form):
        yield Emit(Moved(u, form, "turns"))
        yield from noted(t, u, PIVOT)
    yield from changes(t, u, far, full_move(unit))
    if t[u].kind.type not in FLYING:
        yield from afterwards(t, u)
    return True


def afterwards(t: Table, u: int) -> Procedure:
    """What may end a move on the ground: into a Garrison, or aboard."""
    if infantry(t[u]):
        yield from enter(t, u)
    if t[u].here and housed(t[u]) is None:
        yield from board(t, u)


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
