"""Units that come later: the roll, the edge or the drop, and what happens when there is no room."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..kernel.asks import Choose, Emit, Procedure
from ..table.events import Arrived, Noted, Said
from ..table.geometry import Outline, Point
from ..table.space import edge_strip
from ..table.state import Table
from .deploy import Places, bases, forward, room

EDGES = ("bottom", "top", "left", "right")
_INWARD: dict[str, Point] = {"left": (1.0, 0.0), "right": (-1.0, 0.0), "bottom": (0.0, 1.0), "top": (0.0, -1.0)}


def own_edge(t: Table, side: int) -> str:
    """The table edge behind a side's deployment zone."""
    return _edge_behind(t.ground.zones[side], t.ground.width, t.ground.height)


def _edge_behind(zone: Outline, width: float, height: float) -> str:
    xs, ys = [x for x, _ in zone], [y for _, y in zone]
    far = {"bottom": max(ys), "top": height - min(ys), "left": max(xs), "right": width - min(xs)}
    return min(EDGES, key=lambda edge: far[edge])  # the first of several, in the order of EDGES


def edge_places(t: Table, unit: int, edge: str, inches: float, points: int = 7) -> Places:
    """Where a unit may stand that comes on from an edge: wholly within ``inches`` of it."""
    zone, positions, inward = along_edge(t, edge, inches, points)
    return Places(room(t, unit, zone), bases(t[unit]), positions, inward)


def along_edge(t: Table, edge: str, inches: float, points: int = 7) -> tuple[Outline, tuple[Point, ...], Point]:
    """The strip within ``inches`` of an edge, the points of it round which places are proposed, and the way onto the table."""
    positions = _along_edge(t.ground.width, t.ground.height, edge, inches, points)
    return edge_strip(t.ground, edge, inches), positions, _INWARD[edge]


def _along_edge(w: float, h: float, edge: str, inches: float, points: int) -> tuple[Point, ...]:
    positions: list[Point] = []
    for i in range(points):
        share = 0.5 + (i + 1) // 2 * (1 if i % 2 else -1) / (points + 1)
        for deep in (inches * 0.7, inches * 0.3):
            positions.append(
                {
                    "bottom": (share * w, deep),
                    "top": (share * w, h - deep),
                    "left": (deep, share * h),
                    "right": (w - deep, share * h),
                }[edge]
            )
    return tuple(positions)


def open_places(t: Table, unit: int, positions: Sequence[Point]) -> Places:
    """Where a unit may be put that may come down anywhere there is room; proposed round the positions given."""
    return Places(room(t, unit), bases(t[unit]), positions, forward(t, t[unit].side))


def walk_on(t: Table, unit: int, inches: float, edges: Sequence[str] = (), by: tuple[str, ...] = ()) -> Procedure:
    """A unit comes on from an edge (its own, unless others are given). Result: whether it found room."""
    edges = tuple(edges) or (own_edge(t, t[unit].side),)
    places = {e: edge_places(t, unit, e, inches) for e in edges}
    able = tuple(e for e in edges if places[e].any())
    if not able:
        yield Emit(Said(f"there is no room for {t.name(unit)} to come on"))
        return False
    edge = yield Choose(t[unit].side, f"from which edge does {t.name(unit)} come?", able, about=unit)
    form = yield Choose(t[unit].side, f"where does {t.name(unit)} come on?", places[edge], about=unit)
    yield Emit(Arrived(unit, form, f"the {edge} edge", by=by))
    return True


def arriving(
    t: Table, player: int, comes: Callable[[Table, int], Procedure], arrive: Callable[[Table, int], Procedure]
) -> Procedure:
    """One unit in reserve is looked at: does it come (``comes``, mostly a roll), and how (``arrive``). False when all were.

    For a step of its own: ``if not (yield from arriving(...)): yield from next_step(t)``. Each unit is looked at once a round.
    """
    key = ("reserves", player)
    asked = t.recall(key, (0, ()))
    done = asked[1] if asked[0] == t.round else ()
    waiting = tuple(u.id for u in t.there("reserve", player) if u.id not in done)
    if not waiting:
        return False
    unit = yield Choose(player, "which reserves first?", waiting)
    yield Emit(Noted(key, (t.round, (*done, unit))))
    if (yield from comes(t, unit)):
        yield from arrive(t, unit)
    return True
