"""The orders by which a unit forms a shield wall or breaks it (Shield Wall)."""

from __future__ import annotations

from ....common.deploy import forward
from ....common.rules import Rule, bearing, id_of
from ....kernel.asks import Choose, Emit, Procedure
from ....table.events import Given, Moved
from ....table.geometry import Formation, heading
from ....table.space import wholly_in
from ....table.state import Effect, Table
from .. import field
from ..events import Over, WallFormed
from ..orders import MOVE, Orders, reach_of
from ..shield_wall import FORMED, keeps, ranks, wall_form
from .move import go

WALL, BREAK = "form a shield wall", "break the wall"


def able(t: Table, u: int, rule: Rule) -> bool:
    """Whether the unit can form a wall: two models or more in it, and every one but support has the rule."""
    front, _ = ranks(t, u)
    return len(front) > 1 and all(bearing(t.units[u].members[i], type(rule)) for i in front)


def offer(orders: Orders, rule: Rule) -> None:
    """A unit that is not formed may form; one that is keeps its ranks when it moves, or breaks the wall."""
    t, u = orders.t, orders.u
    if t.units[u].has(FORMED):
        orders.offer(BREAK)
    elif able(t, u, rule) and _formed(t, u) is not None:
        orders.offer(WALL)


def set_up(t: Table, u: int, rule: Rule) -> Procedure:
    """A unit that has been set up may do so in a wall, within 12 inches and its own zone."""
    if not able(t, u, rule):
        return
    side, by = t.units[u].side, (id_of(rule),)
    question = f"does {t.name(u)} deploy in a shield wall?"
    if (yield Choose(side, question, ("yes", "no"), default="yes", about=("wall", u))) == "no":
        return
    form = wall_form(t, u, 12.0, forward(t, side))
    if form is not None and all(wholly_in(form, i, t.ground.zones[side]) for i in range(len(form))):
        yield Emit(Moved(u, form, "forms a shield wall", by=by))
        yield Emit(Given(u, Effect(FORMED), True, by=by))


def _formed(t: Table, u: int) -> Formation | None:
    """The wall that a unit can form within its move, facing the nearest enemy; None when its models have no room for it."""
    foes = field.foes(t, u)
    x, y = t.units[u].form.centre
    fx, fy = (foes[0].form.centre[0] - x, foes[0].form.centre[1] - y) if foes else t.units[u].form.front(0)
    return wall_form(t, u, reach_of(t, u, MOVE)[0], heading(fx, fy))


def form_up(t: Table, u: int, orders: Orders, word: str, by: str) -> Procedure:
    """The wall is formed in the movement phase, each model within its own move; or it is broken."""
    if word == BREAK:
        yield Emit(Over(u, FORMED))
        return
    if word != WALL:
        return
    form = _formed(t, u)
    if form is None:
        return
    orders.moved = form.positions != t.units[u].form.positions
    yield from go(t, u, form, "closes up", by=(by,))
    if t.units[u].here and (front := ranks(t, u)[0]) and keeps(t.units[u].form, front):
        yield Emit(WallFormed(u, Effect(FORMED), by=(by,)))
