"""Individuals who join squads and leave them again (ruling ``joining``)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...common.rules import Rule, id_of, slug_of
from ...kernel.asks import Choose, Emit, Procedure
from ...table.coherency import out_of
from ...table.distances import within
from ...table.events import Acted, Given, Joined, Left, Locked
from ...table.state import Effect, Table, Unit
from . import field
from .events import Forgotten, Over
from .harm import MODEL_BY_MODEL
from .nerve.checks import PANIC, PANICKED, RAMPAGING, Company, different, immunity
from .orders import WALK


def alone(unit: Unit) -> bool:
    """Whether a unit is one individual by himself."""
    members = unit.members
    return len(members) == 1 and members[0].role == "individual"


def join_somebody(t: Table, u: int, deploying: bool = False) -> Procedure:
    """An individual within 2 inches of a squad of his side may join it (ruling ``joining``).

    Only one that has acted as he has, so that nobody acts twice or not at all in a game turn: at the end of his own activation
    he has.
    """
    unit = t.units[u]
    if unit.place != "table" or not alone(unit) or unit.foes or unit.has(RAMPAGING) or t.cargo(u):
        return
    if not deploying and t.rulings.get("joining") == "deployment-only":
        return
    acted = not deploying or u in t.acted
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
        if t.units[each].has(PANICKED) and (spared := _unafraid(t, u, host)) is not None:
            yield Emit(Over(each, PANICKED, by=(id_of(spared),)))
    yield from joined(t, u, host)


def joined(t: Table, u: int, host: int) -> Procedure:
    """An individual becomes part of a squad; what is known of him, model by model, stays his: that he is seen, his dodges."""
    known = [(what, t.units[host].effect(what), t.units[u].effect(what)) for what in MODEL_BY_MODEL]
    sizes = t.units[host].size, t.units[u].size
    yield Emit(Joined(u, host))
    for what, theirs, his in known:
        if his is not None or theirs is not None:
            value = (*_each(theirs, sizes[0]), *_each(his, sizes[1]))
            yield from _known(t, host, what, theirs, his or theirs, value)


def parted(t: Table, u: int, guest: int) -> Procedure:
    """An individual leaves a squad; what is known of each model goes with it."""
    unit = t.units[u]
    mine = [owner == guest for owner in unit.owners]
    known = [(what, effect) for what in MODEL_BY_MODEL if (effect := unit.effect(what)) is not None]
    yield Emit(Left(guest))
    for what, effect in known:
        values = _each(effect, len(mine))
        for who, his in ((u, False), (guest, True)):
            if t.units[who].alive:
                value = tuple([v for v, own in zip(values, mine, strict=True) if own is his])
                yield from _known(t, who, what, t.units[who].effect(what), effect, value)


def orphans(t: Table, active: int) -> Procedure:
    """Individuals whose squad has fallen round them are units of their own again: the squad is destroyed.

    They fight on where it fought, and have acted in this game turn if it has, or was ``active``.
    """
    for unit in [u for u in t.units if u.owners and u.place == "table" and u.id not in u.owners]:
        for guest in dict.fromkeys(unit.owners):
            yield from parted(t, unit.id, guest)
            for foe in unit.foes:
                yield Emit(Locked(guest, foe))
            if unit.id == active or unit.id in t.acted:
                yield Emit(Acted(guest, t.clock.player))


def _each(effect: Effect | None, size: int) -> tuple[int, ...]:
    """What an effect says of each model; 0 where it says nothing."""
    return effect.value if effect is not None and len(effect.value) == size else (0,) * size


def _known(t: Table, u: int, what: str, old: Effect | None, like: Effect | None, value: tuple[int, ...]) -> Procedure:
    """What is known of each model of a unit is written anew."""
    if old is not None:
        yield Emit(Forgotten(u, what))
    if any(value) and like is not None:
        yield Emit(Given(u, Effect(what, like.source, like.until, value), True))


def join_waiting(t: Table, u: int, alike: Callable[[Table, int], Any]) -> Procedure:
    """Who waits off the table to come down: an individual may come with a squad that does as he does (VOID 1.1: Drop Trooper)."""
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
            yield from joined(t, guest, host)


def _may_join(t: Table, u: int, v: int) -> bool:
    """Whether the nerves of an individual and of a squad go together: one in panic joins only where nobody can panic."""
    if field.able(t.units[u]) and field.able(t.units[v]):
        return True
    if t.units[u].has(RAMPAGING) or t.units[v].has(RAMPAGING):
        return False
    return _unafraid(t, u, v) is not None


def _unafraid(t: Table, u: int, v: int) -> Rule | None:
    """The rule by which an individual and the squad he joins make no checks for panic."""
    both = Company(different((*t.units[v].members, *t.units[u].members)), field.terms(t), (), field.guarding(t, v))
    return immunity(both, PANIC)


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
            yield from parted(t, u, guest.id)


def guarded_here(t: Table, u: int, guest: int) -> bool:
    """Whether the guest is whom the unit guards: then they stay together."""
    return any(slug_of(w) == slug_of(t.units[guest].kind.name) for w in field.guarded(t.units[u].members))
