"""Where squads come onto the table: the stretches of table edge in their deployment zone, and what lies within a move of them.

Dropzone Commander 2.2.0, Deployment: In Readiness: a move is measured from a board edge inside the zone.
"""

from __future__ import annotations

from math import sqrt

from ....common.reserves import EDGES, own_edge
from ....common.scenario import QUARTER
from ....kernel.memo import memo
from ....table.geometry import Outline, Point, snap
from ....table.state import Table
from ....table.terrain import Ground

Span = tuple[float, float]  # from where to where along an edge, inches
LANES = 7  # places that are proposed along a stretch
_INWARD: dict[str, Point] = {"left": (1.0, 0.0), "right": (-1.0, 0.0), "bottom": (0.0, 1.0), "top": (0.0, -1.0)}


def entries(t: Table, side: int) -> dict[str, Span]:
    """The edges of the table from which a side's squads come on, each with the stretch of it that they may use.

    A zone along a whole edge has that one; a zone in a corner has two.
    """
    return _entries(t.ground.zones[side], t.ground.width, t.ground.height, own_edge(t, side))


@memo(64)
def _entries(zone: Outline, width: float, height: float, own: str) -> dict[str, Span]:
    found = {edge: span for edge in EDGES if (span := _span(zone, edge, width, height)) is not None}
    whole = 0.0, width if own in ("bottom", "top") else height
    return {own: whole} if found.get(own, whole) == whole else found


def _span(zone: Outline, edge: str, width: float, height: float) -> Span | None:
    """The stretch of an edge that a zone lies on, None when there is none."""
    flat = edge in ("bottom", "top")
    across = {"bottom": 0.0, "left": 0.0, "top": height, "right": width}[edge]
    along = [x if flat else y for x, y in zone if (y if flat else x) == across]
    return (min(along), max(along)) if len(along) > 1 and min(along) < max(along) else None


def within_move(
    width: float, height: float, edge: str, span: Span, inches: float
) -> tuple[Outline, tuple[Point, ...], Point]:
    """The table within so many inches of a stretch of an edge, points round which places are proposed, and the way in."""
    low, high = span
    long, deep = (width, height) if edge in ("bottom", "top") else (height, width)
    outline: list[Point] = [(low, 0.0), (high, 0.0)]
    if high < long:  # what can be reached at a slant, past either end of the stretch
        outline += [(high + inches * c, inches * s) for c, s in QUARTER]
    else:
        outline.append((high, inches))
    if low > 0.0:
        outline += [(low - inches * c, inches * s) for c, s in reversed(QUARTER)]
    else:
        outline.append((low, inches))
    positions = []
    for i in range(LANES):
        share = 0.5 + (i + 1) // 2 * (1 if i % 2 else -1) / (LANES + 1)
        positions += [(low + share * (high - low), inches * part) for part in (0.7, 0.3)]
    clipped = [(snap(min(max(x, 0.0), long)), snap(min(max(y, 0.0), deep))) for x, y in outline]
    found = [_seen_from(edge, width, height, position) for position in dict.fromkeys(clipped)]
    return tuple(found), tuple([_seen_from(edge, width, height, position) for position in positions]), _INWARD[edge]


def _seen_from(edge: str, width: float, height: float, position: Point) -> Point:
    """A point of the table that lies so far along an edge and so far inwards."""
    along, inwards = position
    if edge in ("bottom", "top"):
        return along, inwards if edge == "bottom" else height - inwards
    return inwards if edge == "left" else width - inwards, along


def off_edge(ground: Ground, edge: str, span: Span, position: Point) -> float:
    """How far a point is from a stretch of an edge, inches."""
    (x, y), (u, v) = position, crossing(ground, edge, span, position)
    return sqrt((x - u) * (x - u) + (y - v) * (y - v))


def crossing(ground: Ground, edge: str, span: Span, position: Point) -> Point:
    """The nearest point of a stretch of an edge: where a squad crosses it on its way straight to a place."""
    (x, y), (low, high) = position, span
    if edge in ("bottom", "top"):
        return min(max(x, low), high), 0.0 if edge == "bottom" else ground.height
    return 0.0 if edge == "left" else ground.width, min(max(y, low), high)
