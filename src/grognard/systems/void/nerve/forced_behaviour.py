"""Units that do not obey, and shooters that pick their own targets."""

from __future__ import annotations

from typing import Any

from ....common.rules import id_of
from ....kernel.asks import Choose, Emit, Procedure, Roll
from ....table.distances import touching, within
from ....table.events import Said
from ....table.geometry import CONTACT, Formation, Point
from ....table.moves import Moves
from ....table.scatter import vector
from ....table.state import Table
from .. import field
from ..melee.charge import lock
from ..melee.close_in import close
from ..melee.counter_charge import counter_charge
from ..melee.fight import fight
from ..movement.legal_moves import DIRECTION
from ..movement.move import go
from ..orders import JUMP, MOVE, RUSH, Orders, movement_mode, reach_of
from .command_checks import command
from .morale import bolt


def run_ahead(orders: Orders, rule: Any) -> Procedure:
    """An impetuous unit that sees an enemy checks its CD or moves towards the nearest (VOID 1.1: Impetuous)."""
    t, u = orders.t, orders.u
    orders.eager = True
    if t[u].has("prone") or not any(w in orders.words for w in (MOVE, RUSH)):
        return
    prey = next((v.id for v in field.foes(t, u) if field.sees(t, u, v.id)), None)
    if prey is None:
        return
    question = f"does {t.name(u)} run ahead?"
    pick = yield Choose(t[u].side, question, ("check", "go"), default="check", about=("run ahead", u))
    if pick == "check" and (yield from command(t, u, "impetuous", by=(id_of(rule),), why="or run at the enemy")):
        return
    orders.towards, orders.nearer = (prey,), t.rulings.get("impetuous_move") != "full"
    orders.only((MOVE, RUSH, JUMP), rule, f"must move towards {t.name(prey)}")


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
        yield from bolt(t, u, way, inches, "runs", (rule,))
        return
    others = [(v.id, v.form) for v in t.units if v.here and v.id not in (u, met)]
    options = Moves(
        t.ground,
        t[u].form,
        inches,
        others,
        [(met, t[met].form)],
        movement_mode(t[u].members),
        target=met,
        call=t.names.__getitem__,
    )
    form = next(iter(options), None)
    if form is None:
        yield from bolt(t, u, way, inches, "runs", (rule,))
        return
    came = (met,) if (yield from counter_charge(t, u, met)) else ()
    if came:
        options = Moves(
            t.ground, t[u].form, inches, others, [(met, t[met].form)], movement_mode(t[u].members), target=met
        )
        form = next(iter(options), None)
    if form is None:
        return
    yield from go(t, u, form, f"rampages into {t.name(met)}", charged=met, by=(rule,))
    if t[u].here and t[met].here and touching(t[u].form, t[met].form):
        yield from lock(t, u)
        yield from fight(t, u, frozenset((u,)), came)


def _met(t: Table, u: int, way: Point, inches: float) -> int | None:
    """The first unit, friend or foe, that stands in the way."""
    for k in range(1, PARTS + 1):
        there: Formation = t[u].form.shifted(way[0] * inches * k / PARTS, way[1] * inches * k / PARTS)
        for v in t.units:
            if v.here and v.id != u and within(there, v.form, CONTACT):
                return v.id
    return None
