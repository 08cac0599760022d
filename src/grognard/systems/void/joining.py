"""Individuals who join squads and leave them again (ruling ``joining``)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...common.rules import Rule, id_of, slug_of
from ...kernel.asks import Choose, Emit, Procedure
from ...table.coherency import out_of
from ...table.events import Joined, Left, Lifted
from ...table.geometry import within
from ...table.state import Table, Unit
from . import field
from .checks import Company, different, immunity
from .orders import WALK


def alone(unit: Unit) -> bool:
    """Whether a unit is one individual by himself."""
    members = unit.members
    return len(members) == 1 and members[0].role == "individual"


def join_somebody(t: Table, u: int, deploying: bool = False) -> Procedure:
    """An individual within 2 inches of a squad of his side may join it (ruling ``joining``).

    Only one that has acted as he has, so that nobody acts twice or not at all in a game turn.
    """
    unit = t.units[u]
    if unit.place != "table" or not alone(unit) or unit.foes or unit.has("rampaging"):
        return
    if not deploying and t.rulings.get("joining") == "deployment-only":
        return
    acted = u in t.acted
    hosts = [
        v.id
        for v in t.own(unit.side)
        if v.id != u and not v.foes and within(v.form, unit.form, 2.0) and not alone(v) and v.kind.type == "Infantry"
        and (v.id in t.acted) == acted and _may_join(t, u, v.id) and _together(v, unit)
    ]  # fmt: skip
    if not hosts:
        return
    question = f"whom does {t.name(u)} join?"
    host = yield Choose(unit.side, question, (*hosts, "nobody"), default="nobody", about=("join", u))
    if host == "nobody":
        return
    for what in ("on hold", "prone", "formed"):
        if t.units[host].has(what) != t.units[u].has(what):
            return
    for each in (u, host):  # where nobody can panic, nobody is in panic
        if t.units[each].has("panicked") and (spared := _unafraid(t, u, host)) is not None:
            yield Emit(Lifted(each, "panicked", by=(id_of(spared),)))
    yield Emit(Joined(u, host))


def join_waiting(t: Table, u: int, alike: Callable[[Table, int], Any]) -> Procedure:
    """Who waits off the table to come down: an individual may come with a squad that does as he does (section 19, Drop Trooper)."""
    others = [v for v in t.there("reserve", t.units[u].side) if v.id != u and alike(t, v.id)]
    pairs = (
        [(u, v.id) for v in others if not alone(v)] if alone(t.units[u]) else [(v.id, u) for v in others if alone(v)]
    )
    for guest, _ in pairs if not alone(t.units[u]) else pairs[:1]:
        if t.units[guest].place != "reserve":
            continue
        hosts = tuple(host for one, host in pairs if one == guest)
        question = f"whom does {t.name(guest)} join?"
        host = yield Choose(t.units[guest].side, question, (*hosts, "nobody"), default="nobody", about=("join", guest))
        if host != "nobody":
            yield Emit(Joined(guest, host))


def _may_join(t: Table, u: int, v: int) -> bool:
    """Whether the nerves of an individual and of a squad go together: one in panic joins only where nobody can panic."""
    if field.able(t.units[u]) and field.able(t.units[v]):
        return True
    if t.units[u].has("rampaging") or t.units[v].has("rampaging"):
        return False
    return _unafraid(t, u, v) is not None


def _unafraid(t: Table, u: int, v: int) -> Rule | None:
    """The rule by which an individual and the squad he joins make no checks for panic."""
    both = Company(different((*t.units[v].members, *t.units[u].members)), field.terms(t), (), field.guarding(t, v))
    return immunity(both, "panic")


def _together(v: Unit, unit: Unit) -> bool:
    """Whether an individual who stands that near to a squad stands in cohesion with it."""
    return not out_of(v.form.with_others(unit.form), WALK.coherency, WALK.measure, WALK.spread)


def leave(t: Table, u: int) -> Procedure:
    """At the start of an activation individuals may leave the squad they have joined; they act by themselves later."""
    for guest in [x for x in t.units if x.place == "joined" and x.aboard == u]:
        if t.units[u].locked or not t.units[u].here or guarded_here(t, u, guest.id):
            continue
        question = f"does {t.name(guest.id)} leave {t.name(u)}?"
        pick = yield Choose(t.units[u].side, question, ("stay", "leave"), default="stay", about=("leave", u))
        if pick == "leave":
            yield Emit(Left(guest.id))


def guarded_here(t: Table, u: int, guest: int) -> bool:
    """Whether the guest is whom the unit guards: then they stay together."""
    return any(slug_of(w) == slug_of(t.units[guest].kind.name) for w in field.guarded(t.units[u].members))
