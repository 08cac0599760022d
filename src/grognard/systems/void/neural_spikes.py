"""Neural spikes: squads rallied by an execution, and bombers set off (VOID 1.1: Neural Spike Activation, Enforced Rally)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from ...common import saying
from ...common.rules import bearing, id_of, voices
from ...common.triggers import give, this_round
from ...kernel.asks import Choose, Emit, Fold, Procedure
from ...kernel.memo import memo
from ...table.distances import within
from ...table.events import Harmed, Remarked, Said
from ...table.state import Table
from ...table.templates import Circle, all_under
from . import field
from .attack import BOMB, match_at, one_caught
from .circumstances import Circumstances
from .events import Caught, Over
from .harm import apply, gone_with, realign, state_of
from .moments import speaker
from .nerve.checks import PANICKED
from .nerve.morale import RALLIED
from .orders import Orders
from .templates import cover_from, sorts
from .weapons import allotted

NOTHING = "nothing"
SPIKES = {"rally": "rally", "detonate": "detonate"}  # what they do, before a unit's name


def spiked(members: tuple[Any, ...]) -> tuple[int, ...]:
    """The models of a unit that can be executed by spike."""
    return tuple(i for i, m in enumerate(members) if any(speak() for speak in voices(m, "spiked")))


@memo(4096)
def spikes_of(members: tuple[Any, ...]) -> tuple[int, tuple[str, ...]]:
    """How many models of a squad are executed to rally it, and the ids of the rules that say so."""
    said = [(speak(), id_of(speaker(speak))) for m in dict.fromkeys(members) for speak in voices(m, "spiked")]
    return max((n for n, _ in said), default=0), tuple(dict.fromkeys(rule for n, rule in said if n))


def bomber(t: Table, u: int) -> bool:
    """Whether a unit is a suicide bomber or bike: its name says so."""
    return _suicidal(t.units[u].kind.name)


def _suicidal(name: str) -> bool:
    return "suicide" in name.lower()


def rallied_so(members: tuple[Any, ...]) -> bool:
    """Whether a squad of these models has as many to execute as it takes."""
    return 0 < spikes_of(members)[0] <= len(spiked(members))


@memo(4096)
def controllers(members: tuple[Any, ...]) -> tuple[tuple[int, float], ...]:
    """The models of a unit that work neural spikes, and how far each reaches, in inches."""
    best = ((i, max((speak() for speak in voices(m, "controls")), default=0.0)) for i, m in enumerate(members))
    return tuple((i, inches) for i, inches in best if inches)


def in_reach(t: Table, u: int, only: int = -1) -> list[tuple[str, int]]:
    """What the spikes of a unit (or of one model in it) can do: ("rally", a panicked squad) and ("detonate", a bomber)."""
    unit, working = t[u], controllers(t[u].members)
    options: list[tuple[str, int]] = []
    friends = [v for v in t.own(unit.side) if v.id != u and (v.has(PANICKED) or bomber(t, v.id))] if working else ()
    for i, inches in working:
        for v in friends if only in (-1, i) else ():
            if not field.model_near(unit.form, i, v.form, inches):
                continue
            if v.has(PANICKED) and rallied_so(v.members) and ("rally", v.id) not in options:
                seen = field.view(t, u, v.id).views
                if seen and seen[i]:
                    options.append(("rally", v.id))
            if bomber(t, v.id) and ("detonate", v.id) not in options:
                options.append(("detonate", v.id))
    return options


def activate(t: Table, u: int, orders: Orders, rule: Any) -> Procedure:
    """In place of its shooting each model that works spikes may use them once."""
    for i, model in enumerate(t[u].members):
        if not bearing(model, type(rule)) or i in orders.silent or not t[u].here:
            continue
        options = in_reach(t, u, i)
        if not options:
            continue
        question = f"what do the neural spikes of {t.name(u)} do?"
        says = saying.of_units(t, SPIKES)
        pick = yield Choose(t[u].side, question, (*options, NOTHING), options[0], ("spikes", u), says)
        if pick == NOTHING:
            continue
        orders.silent.add(i)
        word, v = pick
        if word == "rally":
            executed = yield from execute(t, u, v, id_of(rule))
            orders.executed[v] = orders.executed.get(v, 0) + executed
        else:
            size = t[u].size
            inches = dict(controllers(t[u].members))[i]
            hand, there = t[u].form.only((i,)), t[v].form
            k = next(k for k in range(len(there)) if within(hand, there.only((k,)), inches))
            yield from detonate(t, v, (id_of(rule),), k)
            if t[u].size != size:
                return  # the blast has reached them too


def execute(t: Table, u: int, v: int, by: str) -> Procedure:
    """Models of a squad are executed and the squad rallies: no damage, no loss for its nerve. Gives how many they were."""
    n, rules = spikes_of(t[v].members)
    ids = (by, *rules)
    yield Emit(Remarked(f"{t.name(u)} executes {n if n > 1 else 'one'} of {t.name(v)}, and the rest rally", by=ids))
    for _ in range(n):
        yield from execute_one(t, u, v, ids)
    if t[v].alive:
        yield Emit(Over(v, PANICKED, by=ids))
        yield from give(t, v, RALLIED, this_round(t), quiet=True)
    return n


def execute_one(t: Table, u: int, v: int, by: tuple[str, ...]) -> Procedure:
    """One model of a squad is executed; its owner says who."""
    unit = t[v]
    able = sorted(spiked(unit.members), key=lambda i: (unit.members[i].role == "leader", i))  # leaders last
    first: dict[Any, int] = {}  # one of each profile is choice enough
    for i in able:
        first.setdefault(unit.members[i], i)
    picks = tuple(first.values())
    says = saying.models(unit.members, unit.wounds, unit=v)
    i = yield Choose(unit.side, f"who of {t.name(v)} is executed?", picks, picks[0], ("execute", v), says)
    yield Emit(Harmed(v, tuple(0 if k == i else w for k, w in enumerate(unit.wounds)), u, by=by))
    if t[v].alive:
        yield from realign(t, v, tuple(k for k in range(unit.size) if k != i))


def detonate(t: Table, v: int, by: tuple[str, ...], k: int = 0) -> Procedure:
    """Bomber ``k`` of a unit blows up: a 3-inch blast (ruling ``bomber``), Dam 6, one die, AP 2; he is gone."""
    x, y = t[v].form.positions[k]
    where = Circle(x, y, 2.5 if t.rulings.get("bomber") == "blast-5-dam-6" else 1.5)
    if t[v].size == 1:
        yield from gone_with(t, v, "blown up", by)
    else:
        yield Emit(Said(f"one of {t.name(v)} blows itself up", by=by))
        rest = tuple(i for i in range(t[v].size) if i != k)
        yield Emit(Harmed(v, tuple(0 if i == k else w for i, w in enumerate(t[v].wounds)), -1, by=by))
        yield from realign(t, v, rest)
    for w, models in all_under(where, [(w.id, w.form) for w in t.units if w.here]):
        target = t[w]
        how = Circumstances(vehicle=target.kind.type == "Vehicle", terms=field.terms(t))
        _, guards = allotted(target.members, tuple(range(target.size)), how)
        covers = tuple(cover_from(t, x, y, target, i) for i in range(target.size))
        volley = replace(BOMB.volley(target.members, replace(how, blast=True), target.side, guards), covers=covers)
        before = state_of(t, w)
        ids = (*by, *match_at(volley, before, models[0]).ids)
        yield Emit(Caught(v, w, "suicide bomb", len(models), sorts(target, models), by=ids))
        after = yield Fold(one_caught, before, tuple((volley, i, 1) for i in models))
        yield from apply(t, w, before, after, v, ids)
