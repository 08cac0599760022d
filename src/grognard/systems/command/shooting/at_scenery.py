"""Fire at scenery: who can fire at which piece, and the dice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ....common.profiles import Model, Weapon
from ....common.rules import voices
from ....kernel.asks import Each, Emit, Procedure, Roll, Stage
from ....kernel.memo import memo
from ....table.collision import piece_sides
from ....table.distances import distance
from ....table.events import away
from ....table.geometry import Footprint, Formation, Point, boxes_within
from ....table.sight.visibility import look
from ....table.state import Table
from ....table.terrain import Ground, Piece
from .. import field
from ..attack import rate_of, shots_of
from ..circumstances import Circumstances
from ..events import Aimed, VolleyFired
from ..matchup import Match, match, permit_of
from ..profiles import Stats
from ..scenery import crush
from ..slots import Aftermath, Chart, HitMark
from .limited import spend_one

SCENERY = Model("scenery", Stats(Resolve=4), role="scenery")
POSITION = Footprint("round", 0.0, 0.0)


@memo(4096)
def crushing(model: Model, weapon: Weapon, how: Circumstances) -> tuple[str, ...]:
    """The ids of the rules by which a hit of the weapon crushes scenery, () when none does or it may not fire."""
    if permit_of(model, weapon, how).refused:
        return ()
    after = Aftermath()
    m = match(model, weapon, SCENERY, 4, how)
    for holder in m.attacking:
        for voice in voices(holder, "afterwards"):
            voice(after, m.shot)
    return tuple(b.id for b in after.because if b.id) if after.at_scenery else ()


def near(t: Table, u: int, how: Circumstances) -> list[Any]:
    """The pieces in range of something that crushes: ("scenery", place). Whether they are seen is asked of one by one."""
    unit = t[u]
    far = max((w.stats.range for m in set(unit.members) for w in m.weapons if crushing(m, w, how)), default=0)
    if not far:
        return []
    return [("scenery", k) for k, p in enumerate(t.ground.pieces) if boxes_within(unit.form.box, p.box, far)]


def reaches(t: Table, u: int, k: int, how: Circumstances) -> bool:
    """Whether a unit can fire something at a piece that crushes it."""
    return next(firers(t, u, k, how), None) is not None


def firers(t: Table, u: int, k: int, how: Circumstances) -> Iterator[tuple[int, int]]:
    """Who of a unit may fire at a piece, with which of its weapons: their places."""
    unit, piece = t[u], t.ground.pieces[k]
    for i in field.able(unit):
        model = unit.members[i]
        far = [n for n, w in enumerate(model.weapons) if crushing(model, w, how)]
        if not far:
            continue
        form = unit.form.only((i,))
        away = distance(form, Formation((nearest(piece, form.positions[0]),), (POSITION,)))
        able = [n for n in far if away <= model.weapons[n].stats.range]
        if able and sees(t.ground, form, field.height(unit), piece):
            yield from ((i, n) for n in able)


def how_far_off(t: Table, u: int, k: int, models: Iterable[int]) -> str:
    """', 14.3" away': how far a piece is from the nearest of these models, for people."""
    piece, form = t.ground.pieces[k], t[u].form
    there = [(form.only((i,)), Formation((nearest(piece, form.positions[i]),), (POSITION,))) for i in models]
    return away(t, *min(there, key=lambda pair: distance(*pair)))


def sees(ground: Ground, form: Formation, height: float, piece: Piece) -> bool:
    """Whether a model sees a piece: the point of it that is nearest, or a corner."""
    for position in (nearest(piece, form.positions[0]), *piece.points):
        seen = look(ground, form, Formation((position,), (POSITION,)), height, piece.height or 1.0)
        if seen.seen or seen.blocks == (piece.name,):
            return True
    return False


def nearest(piece: Piece, position: Point) -> Point:
    """The point of a piece that is nearest to a position; the position itself when it lies within."""
    x, y = position
    if piece.holds(x, y):
        return position
    found: list[Point] = []
    for (px, py), (qx, qy) in piece_sides(piece):
        dx, dy = qx - px, qy - py
        part = max(0.0, min(1.0, ((x - px) * dx + (y - py) * dy) / ((dx * dx + dy * dy) or 1.0)))
        found.append((px + part * dx, py + part * dy))
    return min(found, key=lambda p: (p[0] - x) * (p[0] - x) + (p[1] - y) * (p[1] - y))


def fire_at(t: Table, u: int, k: int, how: Circumstances) -> Procedure:
    """Weapons that crush are fired at a piece: one roll on the chart for each that hits, 3+ as in the open.

    A Limited weapon spends uses; a template is not laid, for no unit is the target. Gives the words that the hits leave.
    """
    whole = field.circumstances(False, how.token, how.reacting, how.moved, terms=field.terms(t))
    armed = [(i, t[u].members[i].weapons[n]) for i, n in firers(t, u, k, how)]
    by = tuple(dict.fromkeys(rule for i, weapon in armed for rule in crushing(t[u].members[i], weapon, how)))
    yield Emit(Aimed(u, -1, "", f"aims at {t.ground.pieces[k].name}", far=how_far_off(t, u, k, {i for i, _ in armed})))
    charts, marks = list[Chart](), set[HitMark]()
    for i, weapon in armed:
        uses, rolled = -1, False
        if by_use := match(t[u].members[i], weapon, SCENERY, 4, whole).rate.spends:
            place = next(n for n, w in enumerate(t[u].members[i].weapons) if w is weapon)
            uses, _ = yield from spend_one(t, u, i, place, weapon.stats.RoF.most, by_use)
            rolled = weapon.stats.RoF.rolled
        m = match(t[u].members[i], weapon, SCENERY, 4, whole, uses, rolled)
        if (yield Stage(struck_once, (m,))):
            charts += m.after.crushes
            marks.update(m.after.marks)
    yield Emit(VolleyFired(u, -1, _arms(armed), len(charts), f"fires at {t.ground.pieces[k].name}", by=by))
    for chart in charts:
        yield from crush(t, chart, k, u, by)
    return tuple(sorted(marks))


def struck_once(m: Match) -> Procedure:
    """The dice of one weapon at scenery: 1 when any of them hits, which is all that counts."""
    dice = yield from rate_of(m, 0)
    hit = yield Each(die_at_scenery, (m,), shots_of(m, dice))
    return int(hit > 0)


def die_at_scenery(m: Match) -> Procedure:
    """One die: 1 for a success."""
    got = yield Roll(m.to_hit(0).test)
    return int(bool(got[0] if isinstance(got, tuple) else got))


def _arms(armed: list[tuple[int, Weapon]]) -> tuple[tuple[str, int], ...]:
    counted: dict[str, int] = {}
    for _, weapon in armed:
        counted[weapon.name] = counted.get(weapon.name, 0) + 1
    return tuple(counted.items())
