"""Shooters that pick their own targets: tactical awareness and snipers."""

from __future__ import annotations

from msgspec.structs import replace

from ....common import saying
from ....common.rules import Rule, bearing, id_of
from ....kernel.asks import Choose, Emit, Procedure
from ....table.events import Remarked
from ....table.state import Table
from .. import field
from ..moments import VoidRule
from ..nerve.command_checks import command
from ..orders import Orders
from .fire import fire, resolve
from .lines_of_fire import in_sight, line, somebody

NO, YES = "no", "yes"


def beware(t: Table, u: int, orders: Orders, rule: Rule) -> Procedure:
    """Leaders may free the unit of target priority, support models themselves, on a CD check (VOID 1.1: Tactical Awareness)."""
    if len(field.foes(t, u)) < 2:
        return
    have = [i for i, m in enumerate(t[u].members) if bearing(m, type(rule)) and i not in orders.silent]
    leaders = [i for i in have if t[u].members[i].role in ("leader", "individual")]
    tried = False
    for i in leaders:
        if orders.free or not (yield from _dares(t, u, i, orders, "ignore target priority")):
            continue
        tried = True
        cd = t[u].members[i].stats.CD
        if (yield from command(t, u, "tactical awareness", cd, (id_of(rule),), "to ignore target priority")):
            orders.free = True
    if tried and not orders.free:
        orders.may_shoot = False
        yield Emit(Remarked(f"{t.name(u)} does not shoot in this turn", by=(id_of(rule),)))
        return
    for i in [i for i in have if i not in leaders]:
        if not t[u].here or i >= t[u].size or not (yield from _dares(t, u, i, orders, "pick a target of its own")):
            continue
        orders.silent.add(i)
        cd, aim = t[u].members[i].stats.CD, f"for its {t[u].members[i].name} to pick a target"
        if (yield from command(t, u, "tactical awareness", cd, (id_of(rule),), aim)):
            targets = in_sight(t, u, orders, (i,))
            if targets:
                question = f"whom does the {t[u].members[i].name} of {t.name(u)} shoot at?"
                v = yield Choose(t[u].side, question, targets, default=targets[0], about=("aim", u, i, orders))
                others = tuple(w for w in targets if w != v)
                yield from fire(t, u, v, orders.moved, orders, (i,), others=others)
        else:
            who = f"the {t[u].members[i].name} of {t.name(u)}"
            yield Emit(Remarked(f"{who} does not shoot in this turn", by=(id_of(rule),)))


def snipe(t: Table, u: int, orders: Orders, rule: VoidRule) -> Procedure:
    """A sniper whose unit has not moved may pick any model, on a CD check; failing, it takes the nearest (VOID 1.1: Sniper)."""
    kind = rule.picks(orders.moved)
    for i in range(t[u].size if kind else 0):
        if i >= t[u].size or i in orders.silent or not bearing(t[u].members[i], type(rule)):
            continue
        if not somebody(t, u, orders, (i,)) or not (yield from _dares(t, u, i, orders, "pick any model", "sniper")):
            continue
        orders.silent.add(i)
        cd, aim = t[u].members[i].stats.CD, f"for its {t[u].members[i].name} to pick any model"
        passed = yield from command(t, u, kind, cd, (id_of(rule),), aim)
        marks = models_in_sight(t, u, i, orders)
        if not passed:
            marks = marks[:1]
        if marks:
            question = f"which model does the {t[u].members[i].name} of {t.name(u)} shoot at?"
            about, says = ("mark", u, i, orders), saying.models_of(t)
            pick = yield Choose(t[u].side, question, tuple(marks), marks[0], about, says)
            more = (yield from _further(t, u, i, orders, tuple(marks), pick)) if passed else ()
            if any(other != pick for other in more):
                yield from _each_at_its_mark(t, u, i, orders, (pick, *more))
            else:
                yield from fire(t, u, pick[0], orders.moved, orders, (i,), aimed=pick[1])


def _further(
    t: Table, u: int, i: int, orders: Orders, marks: tuple[tuple[int, int], ...], pick: tuple[int, int]
) -> Procedure:
    """Where the further shots of a sniper with several go: one check frees them all (VOID 1.1: Sniper and Multiple Shots)."""
    aim = line(t, u, pick[0], orders.moved, orders, only=(i,))
    most = max((sum(n for _, n in group.ways[0]) for group, _ in aim.groups), default=0)
    more = []
    for k in range(2, most + 1) if len(marks) > 1 else ():
        question = f"at which model does shot {k} of the {t[u].members[i].name} of {t.name(u)} go?"
        about, says = ("mark", u, i, orders), saying.models_of(t)
        more.append((yield Choose(t[u].side, question, marks, pick, about, says)))
    return tuple(more)


def _each_at_its_mark(t: Table, u: int, i: int, orders: Orders, picks: tuple[tuple[int, int], ...]) -> Procedure:
    """The shots of a sniper, each at the model that was named for it; who has fallen meanwhile cannot be hit again."""
    named = [(v, t[v].form.positions[j]) for v, j in picks]
    for k, (v, position) in enumerate(named):
        if not (t[u].here and t[v].here and position in t[v].form.positions):
            continue
        aim = line(t, u, v, orders.moved, orders, only=(i,))
        for group, how in aim.groups[:1]:
            each = [weapon for weapon, n in group.ways[0] for _ in range(n)]
            use = ((each[k], 1),)
            j = t[v].form.positions.index(position)
            aimed = replace(aim, nearest=(j, *(x for x in aim.nearest if x != j)))
            yield from resolve(t, u, v, aimed, [(replace(group, ways=(use,)), how, use)], orders, j)


def models_in_sight(t: Table, u: int, i: int, orders: Orders) -> list[tuple[int, int]]:
    """The enemy models that one model can see and reach, as (unit, model): the nearest first."""
    found: list[tuple[int, int]] = []
    for v in in_sight(t, u, orders, (i,)):
        seen = field.view(t, u, v).of(i)
        for j in line(t, u, v, orders.moved, orders, only=(i,)).nearest:
            if j in seen or not seen:
                found.append((v, j))
    return found


def _dares(t: Table, u: int, i: int, orders: Orders, what: str, kind: str = "tactical awareness") -> Procedure:
    question = f"does the {t[u].members[i].name} of {t.name(u)} {what}?"
    about = ("dare", u, i, orders, kind)
    return (yield Choose(t[u].side, question, (NO, YES), default=NO, about=about)) == YES
