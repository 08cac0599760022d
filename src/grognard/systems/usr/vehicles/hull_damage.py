"""Damage to vehicles and buildings that are hit, written on the table.

Hits that nobody fires fall on units by the procedure ``strike`` (``harm.struck_by``).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from ....common.profiles import Model, Weapon, interned
from ....common.triggers import give, own_turn_ends
from ....kernel.asks import Emit, Procedure, Roll
from ....kernel.faces import die
from ....kernel.purpose import Purpose
from ....table.events import Changed, Remarked, Said
from ..attack import core_tables, hulls, weapons
from ..attack.attack import Volley, volley
from ..attack.defender import Hull, Hulls, Scene
from ..casualties import Casualties, Strike
from ..condition import (
    BREACHED,
    CRIPPLED,
    IMMOBILISED,
    SHAKEN,
    STUNNED,
    airborne,
    bears_mark,
)
from ..defenders import cripples, hull_of
from ..events import HullHit
from ..lasting_effects import leave
from ..slots import NO_AP
from . import passengers
from .destruction import destroyed
from .hull_marks import mark

if TYPE_CHECKING:
    from ....table.state import Table
    from ..line_of_sight import View


def on_hulls(
    t: Table, u: int, v: int, fired: Volley, view: View, around: Scene, strike: Strike, by: Sequence[str] = ()
) -> Procedure:
    """A weapon of a unit is used against vehicles, and what it did is written. Gives what ``harm.suffer`` gives."""
    before = Hulls(tuple(range(len(view.order))), tuple([hull_of(t, v, i) for i in view.order]))
    after: Hulls = yield from volley(before, fired, around)
    stand = {view.order[place]: hull for place, hull in zip(after.standing, after.hulls, strict=True)}
    places = tuple([i for i in range(t[v].size) if i in stand or i not in view.order])
    if after.hulls != before.hulls:
        left = tuple([max(1, stand[i].points) if i in stand else w for i, w in enumerate(t[v].wounds)])
        name = t.name(v)
        yield Emit(HullHit(v, left, after.glances, after.penetrations, u, _at_zero(stand), by=by))
        if after.spare:
            hits, find = ("hits", "find") if after.spare > 1 else ("hit", "finds")
            yield Emit(Remarked(f"{after.spare} {hits} more {find} {name} gone"))
        if after.unthrown:
            yield Emit(Remarked(f"no dice for {after.unthrown} more: {name} is gone"))
        gone = tuple([i for i in view.order if i not in stand])
        yield from _written(t, u, v, stand, gone, after.exploded, after.rows, strike)
    if after.marks:
        yield from leave(t, u, v, after.marks, ())
    return Casualties(after.marks, after.glances + 2 * after.penetrations, places, after.own)


def _at_zero(stand: dict[int, Hull]) -> tuple[int, ...]:
    """The places of those that stand at no hull points."""
    return tuple(i for i, hull in stand.items() if hull.points <= 0)


def _written(
    t: Table,
    u: int,
    v: int,
    stand: dict[int, Hull],
    gone: tuple[int, ...],
    exploded: int,
    rows: tuple[int, ...],
    strike: Strike,
) -> Procedure:
    """What the damage table has done to the vehicles of a unit is written: to those that stand, and to those that are gone."""
    for i, hull in stand.items():
        yield from _damaged(t, u, v, i, hull)
    if not gone and rows:
        yield from passengers.trembles(t, v, rows, strike)
    if gone:
        yield from destroyed(t, u, v, gone, exploded, rows[-1] if rows else 0, strike)


def _damaged(t: Table, u: int, v: int, i: int, hull: Hull) -> Procedure:
    """What the damage table has done to a vehicle that still stands."""
    side = t[v].side
    if hull.points <= 0 and not bears_mark(t[v], CRIPPLED, i):
        yield from mark(t, v, i, CRIPPLED, source=u)
    if hull.immobile and not bears_mark(t[v], IMMOBILISED, i):
        yield from mark(t, v, i, IMMOBILISED, source=u)
    if (more := hull.breach - hull_of(t, v, i).breach) > 0:
        yield from give(t, v, BREACHED, source=u, value=more)
    if hull.stunned:
        yield from mark(t, v, i, STUNNED, own_turn_ends(t, side), u)
    elif hull.shaken:
        yield from mark(t, v, i, SHAKEN, own_turn_ends(t, side), u)
    while len(guns := weapons.whole_guns(t[v].members[i])) > max(0, hull.guns):
        names = tuple(enumerate([lost[0].stats.mode_of or lost[0].name for lost in guns], 1))
        which = (yield Roll(die(len(guns), Purpose("which weapon", called=names)))) if len(guns) > 1 else 1
        members = t[v].members
        lost = guns[which - 1]
        yield Emit(Said(f"{t.name(v)}: {lost[0].stats.mode_of or lost[0].name} destroyed"))
        yield Emit(Changed(v, (*members[:i], disarmed(members[i], *lost), *members[i + 1 :])))


def disarmed(model: Model, *lost: Weapon) -> Model:
    """The model without some of its weapons."""
    return interned(replace(model, weapons=tuple(w for w in model.weapons if w not in lost)))


def glanced(t: Table, v: int, i: int, strike: Strike, by: tuple[str, ...] = ()) -> Procedure:
    """A vehicle suffers a glancing hit that nothing saves; at no hull points it rolls on the damage table."""
    hull, gone = yield from hulls.overheats(hull_of(t, v, i), t[v].members[i], 1, cripples(t), NO_AP, airborne(t[v]))
    left = tuple(max(1, hull.points) if k == i else w for k, w in enumerate(t[v].wounds))
    yield Emit(HullHit(v, left, glances=1, source=v, at_zero=() if gone else _at_zero({i: hull}), by=by))
    yield from _written(
        t, v, v, {} if gone else {i: hull}, (i,) if gone else (), int(gone == core_tables.EXPLODES), (), strike
    )


HEAT = ("usr:gets-hot",)


def overheated(t: Table, u: int, lost_by: Sequence[int], strike: Strike) -> Procedure:
    """Vehicles take glancing hits from their own weapons; at no hull points each rolls on the damage table, as with AP2."""
    stand: dict[int, Hull] = {}
    gone, exploded = [], 0
    for i, lost in enumerate(lost_by):
        if lost:
            hull, why = yield from hulls.overheats(
                hull_of(t, u, i), t[u].members[i], lost, cripples(t), zooming=airborne(t[u])
            )
            if why:
                gone.append(i)
                exploded += why == core_tables.EXPLODES
            else:
                stand[i] = hull
    left = tuple(max(1, stand[i].points) if i in stand else w for i, w in enumerate(t[u].wounds))
    yield Emit(HullHit(u, left, glances=sum(lost_by), source=u, at_zero=_at_zero(stand), by=HEAT))
    yield from _written(t, u, u, stand, tuple(gone), exploded, (), strike)
