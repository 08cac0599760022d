"""A unit fires: what its owner chooses, the volleys, and what they do."""

from __future__ import annotations

from itertools import groupby

from msgspec.structs import replace

from ....kernel.asks import Emit, Fold, Procedure
from ....table.distances import nearest_first
from ....table.events import away
from ....table.geometry import Formation
from ....table.state import Table
from ..attack import Volley, volley
from ..circumstances import Circumstances
from ..events import GUN, Attacked
from ..harm import apply, state_of
from ..matchup import Attack, match
from ..nerve.checks import different
from ..orders import Orders, spoken
from ..templates import burst
from ..weapons import Group, Use, at_work, gun_of
from . import gun_team
from .equidistant import broken
from .lines_of_fire import ANY, Line, line
from .split_fire import armed_with, divided, guns_or_side_arms, locked, several

# --- shooting -----------------------------------------------------------------------------------------------------------


def fire(
    t: Table,
    u: int,
    v: int,
    moved: bool,
    orders: Orders | None = None,
    only: tuple[int, ...] = (),
    aimed: int = -1,
    others: tuple[int, ...] = (),
) -> Procedure:
    """A unit (or ``only`` these models of it) shoots at another with all that bears; ``aimed`` at one of its models.

    Models with several shots may send some of them at ``others``.
    """
    aim = line(t, u, v, moved, orders, only=only)
    spare = (
        bool(aim) and gun_of(t.units[u].kind.models) is not None
        and (yield from guns_or_side_arms(t, u, v, aim, lambda: line(t, u, v, moved, orders, only=only, spare=True)))
    )  # fmt: skip
    if spare:
        aim = line(t, u, v, moved, orders, only=only, spare=True)
    if aimed >= 0:
        aim = replace(aim, nearest=(aimed, *(j for j in aim.nearest if j != aimed)))
    chosen = []
    for group, how in aim.groups:
        arms = ((group, group.ways[0]),) if len(group.ways) < 2 else (yield from armed_with(t, u, v, group, how))
        for one, use in arms:
            chosen.append((one, (yield from locked(t, u, v, one, how, use, aim.blind)) if how.painted else how, use))
    elsewhere: dict[int, list[tuple[Group, Circumstances, Use]]] = {}
    if others and not several(chosen):
        others = ()
    if others and t.units[u].has(GUN):
        others = tuple(w for w in others if gun_team.covers(t, u, v, w))
    if others:
        lines = {w: line(t, u, w, moved, orders, only=only, spare=spare) for w in others}
        chosen, elsewhere = yield from divided(
            t, u, v, chosen, lines, lambda w, i: line(t, u, w, moved, orders, only=(i,), spare=spare)
        )
    yield from resolve(t, u, v, aim, chosen, orders, aimed)
    for w, more in elsewhere.items():
        if t.units[u].here and t.units[w].here:
            yield from resolve(t, u, w, line(t, u, w, moved, orders, only=only, spare=spare), more, orders)


def resolve(
    t: Table,
    u: int,
    v: int,
    aim: Line,
    chosen: list[tuple[Group, Circumstances, Use]],
    orders: Orders | None,
    aimed: int = -1,
) -> Procedure:
    """The shots that were chosen are rolled and do what they do."""
    if chosen and aimed < 0:
        aim = yield from broken(t, u, v, aim)
    volleys = aim.volleys(chosen, t.units[v].side)
    if not volleys:
        return
    ids = contributing(aim, volleys)
    arms: dict[str, int] = {}
    for each in volleys:
        arms[each.weapon.name] = arms.get(each.weapon.name, 0) + each.n
    far = ""
    if (weapon := gun_of(t.units[u].kind.models)) and any(each.weapon is weapon for each in volleys):
        if t.units[u].has(GUN):
            yield from gun_team.turn(t, u, v)
        elif orders is not None:
            orders.may_assault = False  # it stands among its crew, and what was fired is not moved any more
    elif aim.firers:
        far = away(t, t.units[u].form.only(aim.firers), t.units[v].form)
    yield Emit(Attacked(u, v, "shoots at", tuple(arms.items()), far=far, by=ids))
    yield from reveal(t, u, aim.firers)
    stood, owner = t.units[v].form, t.units[v].side
    for bursts, which in groupby(range(len(volleys)), lambda k: bool(volleys[k].weapon.stats.template)):
        if bursts:
            for k in which:
                yield from burst(t, u, v, volleys[k], u if orders is not None else v)
        elif t.units[v].here:
            now = still(t, u, v, aim, stood).volleys(chosen, owner)
            before, shots = state_of(t, v), tuple([now[k] for k in which])
            after = yield Fold(volley, before, shots)
            yield from apply(t, v, before, after, u, ids if len(shots) == len(volleys) else contributing(aim, shots))


def still(t: Table, u: int, v: int, aim: Line, stood: Formation) -> Line:
    """A line of fire at who is left of a unit that stood so when it was aimed at, also when it has stepped aside."""
    target = t.units[v]
    if target.form.positions == stood.positions:
        return aim
    left = {position: j for j, position in enumerate(target.form.positions)}
    covers = dict(zip(stood.positions, aim.covers, strict=True))
    nearest = tuple([left[stood.positions[j]] for j in aim.nearest if stood.positions[j] in left])
    return replace(
        aim,
        nearest=nearest or nearest_first(target.form, t.units[u].form),
        covers=tuple([covers.get(position, 0) for position in target.form.positions]),
        targets=target.members,
    )


def contributing(aim: Line, volleys: tuple[Volley, ...]) -> tuple[str, ...]:
    """The rules that have a part in these volleys."""
    ids: dict[str, None] = {}
    standing = different(aim.targets)
    for v in volleys:
        i = v.order[0] if v.order else 0
        for id in match(Attack(v.by, v.weapon, v.targets[i], v.how_at(i), v.mates, standing)).ids:
            ids[id] = None
    for group, how in aim.groups:
        if fired := [v.weapon for v in volleys if v.by is group.by]:
            for id in at_work(group.by, how, ANY, False, aim.mates, fired):
                ids[id] = None
    return tuple(ids)


def reveal(t: Table, u: int, models: tuple[int, ...]) -> Procedure:
    """Shooting or charging gives away models whose rules hide them only until then."""
    for speak in spoken(t.units[u].members, "reveals"):
        yield from speak(t, u, models)
