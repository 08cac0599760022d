"""Scenery that is crushed: by weapons that hit a unit in it, or that are fired at the scenery itself."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from ...common.profiles import Model, Weapon
from ...common.rules import kept, voices
from ...kernel.asks import Choose, Emit, Procedure, Roll, Stage
from ...table.geometry import Form, footprint, point_within
from ...table.placing import on_piece
from ...table.sight import look
from ...table.state import Table
from ...table.terrain import Piece
from . import field, hidden
from .attack import CHART, RUBBLE, dice_of, worsened
from .events import SceneryCrushed, VolleyFired
from .harming import apply
from .match import How, match, permit_of
from .points import hurled
from .slots import Aftermath
from .stats import Stats
from .target import Toll

SCENERY = Model("scenery", Stats(Resolve=4))
SPOT = footprint("round", 10)


@kept(4096)
def crushing(model: Model, weapon: Weapon, how: How) -> tuple[str, ...]:
    """The ids of the rules by which a hit of the weapon crushes scenery, () when none does or it may not fire."""
    if permit_of(model, weapon, how).refused:
        return ()
    after = Aftermath()
    m = match(model, weapon, SCENERY, 4, how)
    for holder in m.attacking:
        for voice in voices(holder, "afterwards"):
            voice(after, m.shot)
    return tuple(b.id for b in after.because if b.id) if after.at_scenery else ()


def targets(t: Table, u: int, how: How) -> list[Any]:
    """The pieces in range and sight that a unit's weapons may be fired at, enemies standing in them: ("scenery", place)."""
    unit = t[u]
    if not any(crushing(m, w, how) for m in set(unit.members) for w in m.weapons):
        return []
    side = unit.side
    inside = {k for v in t.enemies(side) for k in field.covering(t.ground, v.form)}
    return [("scenery", k) for k in sorted(inside) if firers(t, u, k, how)]


def firers(t: Table, u: int, k: int, how: How) -> list[tuple[int, Weapon]]:
    """Who of a unit may fire at a piece, with which weapon."""
    unit, piece = t[u], t.ground.pieces[k]
    corner = min(piece.points, key=lambda p: _far2(p, unit.form.centre))
    seen = look(t.ground, unit.form, Form((corner,), (SPOT,)), field.height(unit), piece.height or 1.0)
    if not seen.seen and seen.blocks != (piece.name,):
        return []
    return [
        (i, w)
        for i in field.able(unit)
        for w in unit.members[i].weapons
        if crushing(unit.members[i], w, how) and point_within(unit.form.only((i,)), corner[0], corner[1], w.stats.range)
    ]


def _far2(p: tuple[float, float], q: tuple[float, float]) -> float:
    return (p[0] - q[0]) * (p[0] - q[0]) + (p[1] - q[1]) * (p[1] - q[1])


def fire_at(t: Table, u: int, k: int, how: How) -> Procedure:
    """Weapons that crush are fired at a piece: one roll on the chart for each that hits, 3+ as in the open."""
    whole = field.circumstances(False, how.token, how.reacting, how.moved, terms=field.terms(t))
    armed = firers(t, u, k, how)
    by = tuple(dict.fromkeys(i for f, w in armed for i in crushing(t[u].members[f], w, how)))
    hits = 0
    for i, weapon in armed:
        tally = yield Stage(dice_of, (match(t[u].members[i], weapon, SCENERY, 4, whole), 1, 0, t[u].side))
        hits += tally.weapons
    yield Emit(VolleyFired(u, -1, _arms(armed), hits, f"fires at {t.ground.pieces[k].name}", by=by))
    for _ in range(hits):
        yield from crush(t, k, u, by)


def _arms(armed: list[tuple[int, Weapon]]) -> tuple[tuple[str, int], ...]:
    counted: dict[str, int] = {}
    for _, weapon in armed:
        counted[weapon.name] = counted.get(weapon.name, 0) + 1
    return tuple(counted.items())


def crush_one(t: Table, u: int, pieces: tuple[int, ...], by: tuple[str, ...]) -> Procedure:
    """One roll on the chart for a piece that the target stood in; the attacker picks which."""
    k = pieces[0]
    if len(pieces) > 1:
        k = yield Choose(t[u].side, "which scenery is crushed?", pieces, default=k, about=("crush", u))
    yield from crush(t, k, u, by)


def crush(t: Table, k: int, u: int, by: tuple[str, ...]) -> Procedure:
    """The chart for one piece: worse cover, or rubble that falls on every unit in it, friend or foe."""
    result = yield Roll(CHART)
    piece = t.ground.pieces[k]
    yield Emit(SceneryCrushed(k, t.scenery[k], crushed(piece, result), result, by=by))
    if result != "collapse" or (piece.has("rubble") and not field.terms(t).crush_again):
        return
    for v in [x.id for x in t if x.here]:
        yield from fall_on(t, v, k, u, by)


def fall_on(t: Table, v: int, k: int, u: int, by: tuple[str, ...]) -> Procedure:
    """A piece comes down on a unit: as many Direct Damage dice as it has models partly in it, and only on these."""
    piece = t.ground.pieces[k]
    if not _under(t[v].form, piece):
        return
    yield from hidden.show_itself(t, v)
    models = _under(t[v].form, piece)
    weakest = field.target(t[v], models).weakest()
    toll = yield Stage(hurled, (Toll(t[v].wounds), len(models), weakest))
    yield from apply(t, v, toll.left, u, by)


def _under(form: Form, piece: Piece) -> tuple[int, ...]:
    """The models whose bases overlap a piece."""
    return tuple(i for i in range(len(form)) if on_piece(form, i, piece))


@lru_cache(1024)
def crushed(piece: Piece, result: str) -> Piece | None:
    """What becomes of a piece, None when nothing does. What it hides behind it stays hidden as before."""
    cover, obscured = field.grade(piece)
    if result == "collapse":
        words = piece.properties if piece.has("rubble") else (*piece.properties, "rubble")
        return piece.changed(properties=words, covers=_said(piece, RUBBLE, obscured))
    if result == "quake" and cover != worsened(cover):
        return piece.changed(covers=_said(piece, worsened(cover), obscured))
    return None


def _said(piece: Piece, cover: int, obscured: int) -> tuple[tuple[str, str], ...]:
    return (*(c for c in piece.covers if c[0] != "command"), ("command", f"{cover}/{obscured}"))
