"""One leg of a way, and what hazardous ground does to those who enter it."""

from __future__ import annotations

from ....kernel.asks import Emit, Fold, Procedure
from ....table.events import Moved, Said
from ....table.geometry import Formation, boxes_within
from ....table.paths import leads_through
from ....table.sight.lines import around
from ....table.state import Table
from .. import field
from ..attack import GROUND, one_caught
from ..circumstances import Circumstances
from ..harm import apply, state_of
from ..orders import movement_mode


def leg(
    t: Table,
    u: int,
    form: Formation,
    how: str,
    by: tuple[str, ...] = (),
    over: float = 0.0,
    made: type[Moved] = Moved,
) -> Procedure:
    """One leg of a way: the unit stands where it leads, and hazardous ground does what it does. ``made``: as what it is told."""
    entered = hazards(t, u, t.units[u].form, form, over)
    yield Emit(made(u, form, how, by=by))
    if entered:
        yield from hurt_by_ground(t, u, entered)


def hazards(t: Table, u: int, start: Formation, form: Formation, over: float = 0.0) -> list[int]:
    """The models that enter hazardous ground on this leg; those who fly or jump ``over`` it must land in it."""
    dangerous = field.dangerous(t.ground)
    if not dangerous:
        return []
    swept, near = around(start.box, form.box), []
    for piece in dangerous:
        if boxes_within(piece.box, swept, 0.0):
            near.append(piece)
    if not near:
        return []
    over = max(over, movement_mode(t.units[u].members).over)
    entered = []
    for i, (p, q) in enumerate(zip(start.positions, form.positions, strict=True)):
        for piece in near if p != q else ():
            flown = over and piece.height <= over and not piece.holds(*q)
            if not flown and not piece.holds(*p) and leads_through(piece, p, q):
                entered.append(i)
                break
    return entered


def hurt_by_ground(t: Table, u: int, models: list[int]) -> Procedure:
    """One hit for each model that has entered hazardous ground: Dam 4, no roll, no cover."""
    n = len(models)
    many = f"{n} model{'s' * (n > 1)} of " if t.units[u].size > 1 else ""
    yield Emit(Said(f"{many}{t.name(u)} enter{'s' * (n == 1)} hazardous ground"))
    how = Circumstances(hazard=True, vehicle=t.units[u].kind.type == "Vehicle", terms=field.terms(t))
    v = GROUND.volley(t.units[u].members, how, t.units[u].side)
    before = state_of(t, u)
    after = yield Fold(one_caught, before, tuple((v, i, 1) for i in models))
    yield from apply(t, u, before, after, -1, ())
