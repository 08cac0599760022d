"""Fast Aircraft: straight ahead, at least so far, turning only at the end; over the edge of the table and back."""

from __future__ import annotations

from ....common import saying
from ....kernel.asks import Choose, Emit, Procedure
from ....table.events import Given, Moved, Said
from ....table.geometry import Formation, heading
from ....table.state import Effect, Table, Unit
from ....table.terrain import rectangle
from ..events import Becomes, LeftTable
from ..reserves import at_edge, flies_in
from ..shooting.reaction_fire import fly
from ..squads import has_fired
from .legal_moves import Skies, noted
from .straight_flight import ahead, crosses, fast, slowest, stays_on, turn_of, ways
from .table_edges import Span, entries

TURNS = {"ahead": (1, 0), "left": (0, 1), "right": (0, -1), "half left": (1, 1), "half right": (1, -1)}
DEGREES = {"ahead": 0, "left": 90, "right": 90, "half left": 45, "half right": 45}
LANES = 7  # points along an edge at which it may come on


def speed(t: Table, u: int) -> Procedure:
    """The Move of a Fast squad: on the table, or over the edge. Result: that it was made."""
    by = fast(t[u])
    options = ways(t, t[u], False)
    if (yield from climbs(t, u, not options)):
        options = ways(t, t[u], True)
    says = saying.count("inch", "inches")
    pick = yield Choose(t[u].side, f"how far does {t.name(u)} fly?", options, options[0], (u, "speed"), says)
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
    """After the move it may turn, as far as its rules let it."""
    most = turn_of(t[u])
    ways = tuple([way for way in TURNS if DEGREES[way] <= most])
    pick = yield Choose(t[u].side, f"which way does {t.name(u)} turn?", ways, "ahead", (u, "turn"))
    if pick != "ahead":
        yield Emit(Moved(u, turned(t[u].form, pick), "turns"))


def turned(form: Formation, way: str) -> Formation:
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
    positions = [(x, middle) if upright else (middle, x) for x in along]
    facing = {"bottom": (0.0, 1.0), "top": (0.0, -1.0), "left": (1.0, 0.0), "right": (-1.0, 0.0)}[edge]
    return Skies(t, u, strip, positions, facing)
