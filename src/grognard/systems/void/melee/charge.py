"""The assault phase: charges, counter-charges, closing, and rounds of close combat."""

from __future__ import annotations

from typing import Any

from ....common import saying
from ....kernel.asks import Choose, Emit, Procedure
from ....table.distances import touching
from ....table.events import Locked, Remarked, Said
from ....table.geometry import boxes_within
from ....table.state import Table
from .. import field, shield_wall
from ..events import ChargeDeclared, Over
from ..movement import jumps
from ..movement.legal_moves import charges
from ..movement.move import go
from ..nerve.checks import RAMPAGING
from ..orders import Orders, loose, reach_of
from ..shooting.fire import reveal
from . import close_in
from .close_in import close
from .counter_charge import counter_charge
from .fight import fight

NO_ASSAULT = "no assault"
LEAPS = {"jump": "jump at"}  # before the name of who is charged so


# --- charging -----------------------------------------------------------------------------------------------------------


def in_reach(t: Table, u: int) -> list[int]:
    """The enemies in sight that a unit can charge, the nearest first."""
    return _chargeable(t, u, reach_of(t, u, "charge")[0])


def _chargeable(t: Table, u: int, inches: float) -> list[int]:
    found = []
    for v in field.nearby(t, u, inches):
        if field.sees(t, u, v.id) and next(iter(charges(t, u, inches, v.id)), None) is not None:
            found.append(v.id)
    return found


def assault(t: Table, u: int, orders: Orders) -> Procedure:
    """A unit's assault phase: those in close combat fight on, others may charge."""
    unit = t.units[u]
    if unit.place != "table":
        return  # it has left the table in its own activation: aboard, fled, executed
    if unit.foes:
        if orders.may_assault:
            yield Emit(Remarked(f"{t.name(u)} fights on in close combat"))
            yield from close(t, u)
            yield from fight(t, u)
        return
    if not orders.may_assault or orders.rushed or out_of_cohesion(t, u):
        return
    far = reach_of(t, u, "charge")[0]
    able = _chargeable(t, u, far)
    must: tuple[int, ...] = ()
    if orders.must_assault:
        must = tuple([v for v in orders.must_assault if v in able])
        if not must and any(t.units[v].here for v in orders.must_assault):
            yield Emit(Remarked(f"{t.name(u)} must charge but can reach nobody"))
    leaps: tuple[Any, ...] = ()
    if jumps.jumpers(unit.members):
        leaps = tuple([("jump", v) for v in jumps.in_reach(t, u) if not must or v in must])
    options: tuple[Any, ...] = (*(must or able), *leaps)
    if not options:
        yield from close_in.approach(t, u, far)
        return
    if not must and not orders.eager:
        options = (*options, NO_ASSAULT)
    pick = yield Choose(
        t.units[u].side, f"whom does {t.name(u)} charge?", options, options[0], ("charge", u), saying.of_units(t, LEAPS)
    )
    if isinstance(pick, tuple):
        yield from charge(t, u, pick[1], leaping=True)
    elif pick != NO_ASSAULT:
        yield from charge(t, u, pick)
    else:
        yield from close_in.approach(t, u, far)


def out_of_cohesion(t: Table, u: int) -> bool:
    """Whether a unit must draw together before it may shoot or assault."""
    return loose(t.units[u].form)


def charge(t: Table, u: int, v: int, leaping: bool = False) -> Procedure:
    """One unit charges another (by a jump, when it can), which may come to meet it; then the first blows fall."""
    yield Emit(ChargeDeclared(u, v))
    yield from reveal(t, u, tuple(range(t.units[u].size)))
    met: tuple[int, ...] = ()
    if (not leaping or not (yield from jumps.leap_at(t, u, v))) and (yield from counter_charge(t, u, v)):
        met = (v,)
    inches, by = reach_of(t, u, "charge")
    if leaping:
        by = (jumps.jumpers(t.units[u].members),)
    options = jumps.jumps_at(t, u, v) if leaping else charges(t, u, inches, v)
    form = next(iter(options), None)
    if form is None:
        yield Emit(Said(f"{t.name(u)} finds no way to charge {t.name(v)} any more"))
        return
    form = yield Choose(t.units[u].side, f"how does {t.name(u)} charge?", options, default=form, about=("charge to", u))
    over = jumps.leap_of(t.units[u].members)[0].high if leaping else 0.0
    yield from go(t, u, form, f"charges {t.name(v)}", charged=v, by=by, over=over, declared=True)
    if not (t.units[u].here and t.units[v].here and touching(t.units[u].form, t.units[v].form)):
        return
    yield from lock(t, u)
    yield from fight(t, u, frozenset((u,)), met)


def lock(t: Table, u: int) -> Procedure:
    """A unit is in close combat with every enemy that it touches."""
    for w in t.units:
        if w.place != "table" or w.id == u or not boxes_within(t.units[u].form.box, w.form.box, 1.0):
            continue
        enemy = w.side != t.units[u].side or t.units[u].has(RAMPAGING) or w.has(RAMPAGING)
        if enemy and w.id not in t.units[u].foes and touching(t.units[u].form, w.form):
            yield Emit(Locked(u, w.id))
            if w.has("on hold"):
                yield Emit(Over(w.id, "on hold"))
            for each in (u, w.id):
                yield from shield_wall.check(t, each)
