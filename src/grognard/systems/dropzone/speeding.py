"""Fast Aircraft: straight ahead, at least so far, turning only at the end; over the edge of the table and back."""

from __future__ import annotations

from math import sqrt

from ...common.profiles import Kind
from ...common.reserves import own_edge
from ...common.rules import id_of, kept, voices
from ...kernel.asks import Choose, Emit, Procedure
from ...table.events import Arrived, Given, Lifted, Moved, Reserved, Said
from ...table.geometry import Form, heading, snap
from ...table.state import Effect, Table, Unit
from ...table.terrain import rectangle
from .matchup import rule_of
from .movement import Skies, noted
from .reacting import fly
from .squads import CEILING

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


def climbs(t: Table, u: Unit) -> bool:
    """Whether it must fly high: scenery too tall for it stands in its way."""
    from ...table.paths import spans

    tall = [p for p in t.ground.pieces if p.height > CEILING]
    if not tall:
        return False
    end = ahead(t, u, min(m.stats.MV for m in u.members))
    return any(spans(p.points, a, b) for p in tall for a, b in zip(u.form.spots, end.spots, strict=True))


def speed(t: Table, u: int) -> Procedure:
    """The Move of a Fast squad: on the table, or over the edge. Result: that it was made."""
    unit = t[u]
    by = fast(unit)
    if climbs(t, unit):
        yield Emit(Given(u, Effect("flew high", u, ("round ends", t.round)), by=by))
    options: tuple[int | str, ...] = tuple(distances(t, unit))
    if not options or not stays_on(t, unit, min(m.stats.MV for m in unit.members)):
        options = (*options, "off the table")
    pick = yield Choose(unit.side, f"how far does {t.name(u)} fly?", options, options[0], (u, "speed"))
    if pick == "off the table":
        yield from leave(t, u, by)
        return True
    yield from noted(t, u, float(pick))
    if (yield from fly(t, u, ahead(t, unit, pick), "flies on", by)):
        yield from turn(t, u)
    return True


def leave(t: Table, u: int, by: tuple[str, ...]) -> Procedure:
    """It flies over the edge, past whoever fires at it, and waits in readiness for a later round."""
    unit = t[u]
    inches = 0
    while stays_on(t, unit, inches + 1):
        inches += 1
    if inches and not (yield from fly(t, u, ahead(t, unit, inches), "flies on", by)):
        return
    yield Emit(Said(f"{t.name(u)} leaves the table", by=by))
    yield Emit(Reserved(u, "off the table", by=by))
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
    """It comes on from its side's edge, straight ahead and at least its shortest move. Result: whether it has."""
    unit = t[u]
    w, h = t.ground.width, t.ground.height
    low, high = float(slowest(unit)), float(min(m.stats.MV for m in unit.members))
    edge = own_edge(t, unit.side)
    upright = edge in ("bottom", "top")
    deepest = h if upright else w
    high = min(high, deepest)
    low = min(low, high - 4.0)
    start = deepest - high if edge in ("top", "right") else low
    strip = rectangle(0.0, start, w, high - low) if upright else rectangle(start, 0.0, high - low, h)
    middle = start + (high - low) / 2
    spots = [
        ((k + 1) * w / (LANES + 1), middle) if upright else (middle, (k + 1) * h / (LANES + 1)) for k in range(LANES)
    ]
    facing = {"bottom": (0.0, 1.0), "top": (0.0, -1.0), "left": (1.0, 0.0), "right": (-1.0, 0.0)}[edge]
    options = Skies(t, unit, strip, spots, facing)
    default = next(iter(options), None)
    if default is None:
        yield Emit(Said(f"there is no room for {t.name(u)} to come on"))
        return False
    stay = yield Choose(unit.side, f"does {t.name(u)} come on?", ("come on", "stay off"), "come on", (u, "arrive"))
    if stay == "stay off":
        return False
    form = yield Choose(unit.side, f"where does {t.name(u)} come on?", options, default, u)
    yield Emit(Arrived(u, form, f"the {edge} edge", by=fast(unit)))
    yield Emit(Lifted(u, "readiness"))
    yield from noted(t, u, low)
    return True
