"""Running amok: at top speed in a random direction, fighting whoever is in the way (seed, Rampage)."""

from __future__ import annotations

from grognard.table.distances import touching, within
from grognard.table.geometry import CONTACT, Form, Spot

from ...kernel.asks import Emit, Procedure, Roll
from ...table.events import Said
from ...table.moves import Moves
from ...table.scatter import vector
from ...table.state import Table
from .assault import close, counter_charge, fight, lock
from .moving import go
from .nerve import DIRECTION, bolt
from .orders import RUSH, gait, reach_of

PARTS = 24  # of the way at which it is looked who is met


def run_amok(t: Table, u: int, rule: str) -> Procedure:
    """One activation of a unit that rampages and has not rallied. Engaged, it fights on where it stands."""
    if t[u].locked:
        yield from close(t, u)
        yield from fight(t, u)
        return
    direction = yield Roll(DIRECTION)
    inches, by = reach_of(t, u, RUSH)
    yield Emit(Said(f"{t.name(u)} rampages", by=(rule, *by)))
    way = vector(direction)
    met = _met(t, u, way, inches)
    if met is None:
        yield from bolt(t, u, way, inches, "rampages", (rule,))
        return
    others = [(v.id, v.form) for v in t.units if v.here and v.id not in (u, met)]
    options = Moves(
        t.ground, t[u].form, inches, others, [(met, t[met].form)], gait(t[u].members), target=met, call=t.name
    )
    form = next(iter(options), None)
    if form is None:
        yield from bolt(t, u, way, inches, "rampages", (rule,))
        return
    came = (met,) if (yield from counter_charge(t, u, met)) else ()
    if came:
        options = Moves(t.ground, t[u].form, inches, others, [(met, t[met].form)], gait(t[u].members), target=met)
        form = next(iter(options), None)
    if form is None:
        return
    yield from go(t, u, form, f"rampages into {t.name(met)}", charged=met, by=(rule,))
    if t[u].here and t[met].here and touching(t[u].form, t[met].form):
        yield from lock(t, u)
        yield from fight(t, u, frozenset((u,)), came)


def _met(t: Table, u: int, way: Spot, inches: float) -> int | None:
    """The first unit, friend or foe, that stands in the way."""
    for k in range(1, PARTS + 1):
        there: Form = t[u].form.shifted(way[0] * inches * k / PARTS, way[1] * inches * k / PARTS)
        for v in t.units:
            if v.here and v.id != u and within(there, v.form, CONTACT):
                return v.id
    return None
