"""A Move on the ground, and what may end it: into a Garrison, or aboard."""

from __future__ import annotations

from ....kernel.asks import Choose, Emit, Procedure
from ....table.events import Moved
from ....table.geometry import FORWARD
from ....table.state import Table
from ..behemoths.ploughing import Strides, breaks, ploughs, strides
from ..behemoths.trampling import tramples
from ..buildings.garrisons import enter
from ..objectives.mobile import in_passing
from ..profiles import FLYING
from ..squads import housed, infantry, spread_by
from ..transports.embarking import board
from .dismounting import joined_by_the_rest
from .legal_moves import (
    PIVOT,
    allowance,
    distance,
    distances,
    ground_moves,
    noted,
    pivots,
    those_that_stood,
    towards_enemy,
)
from .profile_change import changes, full_move
from .roads import goes_by_road, road_moves


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
    if form.positions != unit.form.positions:
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
