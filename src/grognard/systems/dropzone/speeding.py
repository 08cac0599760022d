"""Fast Aircraft: straight ahead, at least so far, turning only at the end; over the edge of the table and back."""

from __future__ import annotations

from math import sqrt
from typing import TypeAlias

from ...common.profiles import Kind
from ...common.rules import id_of, kept, voices
from ...kernel.asks import Choose, Emit, Procedure
from ...table.events import Given, Moved, Said
from ...table.geometry import Form, heading, snap
from ...table.paths import spans
from ...table.state import Effect, Table, Unit
from ...table.terrain import Piece, rectangle
from .entering import Span, entries
from .events import Becomes, LeftTable
from .matchup import rule_of
from .movement import Skies, noted
from .reacting import at_edge, flies_in, fly
from .squads import CEILING, has_fired, moved

TURNS = {"ahead": (1, 0), "left": (0, 1), "right": (0, -1), "half left": (1, 1), "half right": (1, -1)}
LANES = 7  # points along an edge at which it may come on


def fast(u: Unit) -> tuple[str, ...]:
    """The ids of the rules that make the squad fly on; () when none does."""
    return _fast(u.kind)


@kept(1024)
def _fast(kind: Kind) -> tuple[str, ...]:
    return tuple(id_of(rule_of(s)) for s in voices(kind.models[0], "flies_on") if s())


def slowest(u: Unit) -> int:
    """The shortest move of the squad, inches."""
    return max(int(m.stats.slowest) for m in u.members)


def ahead(t: Table, u: Unit, inches: float) -> Form:
    """The squad so far straight ahead."""
    fx, fy = u.form.front(0)
    length = sqrt(fx * fx + fy * fy)
    return u.form.shifted(fx / length * inches, fy / length * inches)


def stays_on(t: Table, u: Unit, inches: float) -> bool:
    """Whether the squad stands wholly on the table so far straight ahead."""
    fx, fy = u.form.front(0)
    length = sqrt(fx * fx + fy * fy)
    dx, dy = snap(fx / length * inches), snap(fy / length * inches)
    left, bottom, right, top = u.form.box
    return left + dx >= 0 and bottom + dy >= 0 and right + dx <= t.ground.width and top + dy <= t.ground.height


def distances(t: Table, u: Unit) -> list[int]:
    """How far it may fly and stay on the table, whole inches, where there is room to end."""
    most = min(m.stats.MV for m in u.members)
    placing = Skies(t, u, None, (), u.form.front(0)).room
    found = []
    for inches in range(slowest(u), most + 1):
        if stays_on(t, u, inches) and placing.fits(ahead(t, u, inches).raised(0.0)):
            found.append(inches)
    return found


def tall(t: Table) -> list[Piece]:
    """The scenery too tall to fly over but high up."""
    return [p for p in t.ground.pieces if p.height > CEILING]


def crosses(t: Table, start: Form, end: Form) -> bool:
    """Whether scenery too tall for it stands in the way of a squad that flies straight on."""
    found = tall(t)
    return any(spans(p.points, a, b) for p in found for a, b in zip(start.spots, end.spots, strict=True))


Way: TypeAlias = int | str  # so many inches, or "off the table"


def ways(t: Table, u: Unit, high: bool) -> tuple[Way, ...]:
    """How far the squad may fly straight on, and whether off the table; ``high``: over scenery of any height."""
    most = min(m.stats.MV for m in u.members)
    free = high or not tall(t)
    found: list[Way] = [d for d in distances(t, u) if free or not crosses(t, u.form, ahead(t, u, d))]
    leaves = not stays_on(t, u, most) and (free or not crosses(t, u.form, ahead(t, u, most)))
    if leaves or (high and not found):
        found.append("off the table")
    return tuple(found)


def must_climb(t: Table, u: Unit) -> bool:
    """Whether a squad that has still to fly on this round can do so only high up: then it shoots at no time of the round."""
    if not fast(u) or u.place != "table" or u.id in t.acted or moved(u) or not tall(t):
        return False
    return not ways(t, u, False)


def speed(t: Table, u: int) -> Procedure:
    """The Move of a Fast squad: on the table, or over the edge. Result: that it was made."""
    by = fast(t[u])
    options = ways(t, t[u], False)
    if (yield from climbs(t, u, not options)):
        options = ways(t, t[u], True)
    pick = yield Choose(t[u].side, f"how far does {t.name(u)} fly?", options, options[0], (u, "speed"))
    if pick == "off the table":
        yield from leave(t, u, by)
        return True
    yield from noted(t, u, float(pick))
    if (yield from fly(t, u, ahead(t, t[u], pick), "flies on", by)):
        yield from turn(t, u)
    return True


def climbs(t: Table, u: int, must: bool) -> Procedure:
    """Whether the squad flies high: it must where there is no other way, else its player says. It does not shoot this round."""
    if not must:
        if has_fired(t[u]):
            return False
        pick = yield Choose(t[u].side, f"does {t.name(u)} fly high?", ("stay low", "fly high"), "stay low", (u, "high"))
        if pick == "stay low":
            return False
    yield Emit(Becomes(u, Effect("flew high", u, ("round ends", t.round)), by=fast(t[u]), says="flies high"))
    return True


def leave(t: Table, u: int, by: tuple[str, ...]) -> Procedure:
    """It flies over the edge, past whoever fires at it, and waits in readiness for a later round."""
    unit = t[u]
    inches = 0
    while stays_on(t, unit, inches + 1):
        inches += 1
    if inches and not (yield from fly(t, u, ahead(t, unit, inches), "flies on", by)):
        return
    yield Emit(LeftTable(u, by=by))
    yield Emit(Given(u, Effect("readiness"), True))


def turn(t: Table, u: int) -> Procedure:
    """After the move: a turn of at most 90 degrees."""
    pick = yield Choose(t[u].side, f"which way does {t.name(u)} turn?", tuple(TURNS), "ahead", (u, "turn"))
    if pick != "ahead":
        yield Emit(Moved(u, turned(t[u].form, pick), "turns"))


def turned(form: Form, way: str) -> Form:
    """The squad turned about its own axes."""
    fx, fy = form.front(0)
    along, across = TURNS[way]
    dx, dy = fx * along - fy * across, fy * along + fx * across
    return form.faced(*heading(dx, dy))


def sweeps_in(t: Table, u: int) -> Procedure:
    """It comes on from an edge in its side's zone, straight ahead and at least its shortest move. Result: whether it has."""
    unit = t[u]
    lanes = {edge: lanes_from(t, unit, edge, span) for edge, span in entries(t, unit.side).items()}
    found = {edge: skies for edge, skies in lanes.items() if next(iter(skies), None) is not None}
    if not found:
        yield Emit(Said(f"there is no room for {t.name(u)} to come on"))
        return False
    stay = yield Choose(unit.side, f"does {t.name(u)} come on?", ("come on", "stay off"), "come on", (u, "arrive"))
    if stay == "stay off":
        return False
    edge = yield Choose(unit.side, f"from which edge does {t.name(u)} come on?", tuple(found), next(iter(found)), u)
    form = yield Choose(unit.side, f"where does {t.name(u)} come on?", found[edge], next(iter(found[edge])), u)
    yield from climbs(t, u, crosses(t, at_edge(t, form, edge, unit.side), form))
    if (yield from flies_in(t, u, form, edge, fast(unit))):
        yield from turn(t, u)
    return True


def lanes_from(t: Table, u: Unit, edge: str, span: Span) -> Skies:
    """Where a Fast squad may be that comes straight on from a stretch of an edge."""
    w, h = t.ground.width, t.ground.height
    low, high = float(slowest(u)), float(min(m.stats.MV for m in u.members))
    upright = edge in ("bottom", "top")
    deepest = h if upright else w
    high = min(high, deepest)
    low = min(low, high - 4.0)
    start = deepest - high if edge in ("top", "right") else low
    left, wide = span[0], span[1] - span[0]
    strip = rectangle(left, start, wide, high - low) if upright else rectangle(start, left, high - low, wide)
    middle = start + (high - low) / 2
    along = [left + (k + 1) * wide / (LANES + 1) for k in range(LANES)]
    spots = [(x, middle) if upright else (middle, x) for x in along]
    facing = {"bottom": (0.0, 1.0), "top": (0.0, -1.0), "left": (1.0, 0.0), "right": (-1.0, 0.0)}[edge]
    return Skies(t, u, strip, spots, facing)
