"""The fall of a Behemoth: what stands near it, what it sweeps away, and the wreck that it leaves."""

from __future__ import annotations

from math import sqrt

from ....kernel.asks import Emit, Procedure
from ....table.events import Razed, Removed
from ....table.geometry import edge_d2
from ....table.state import Scenery, Table, Unit
from ....table.terrain import Piece
from ..buildings.ruins import dug_out
from ..buildings.walls import edge_points, piece_distance
from ..casualties import lose_commanders, thins
from ..events import Buried
from ..objectives.mobile import falls_with
from ..sides import inside
from ..squads import edges, housed
from ..transports.seats import rest
from ..transports.wrecks import goes_down_with

WRECK_HEIGHT = 2.5  # inches, half of what it stood: our figure


def within(t: Table, w: Unit, position: tuple[float, float], inches: float) -> tuple[int, ...]:
    """The units of a squad within so many inches of a point, seen from above; in a Garrison by the edge they hold."""
    home = housed(w)
    if home is not None and home[1] != -1:
        return tuple(
            [i for i, edge in enumerate(edges(w)) if _beside(t, w, i, home[0], edge, position) <= inches * inches]
        )
    return tuple(i for i, (x, y) in enumerate(w.form.positions) if _d2(x, y, position) <= inches * inches)


def pieces_within(t: Table, position: tuple[float, float], inches: float) -> list[int]:
    """The pieces of scenery that still stand within so many inches of a point, by place."""
    pieces = t.ground.pieces
    return [k for k in range(len(pieces)) if not t.scenery[k].gone and piece_distance(pieces[k], position) <= inches]


def _beside(t: Table, w: Unit, i: int, piece: int, edge: int, position: tuple[float, float]) -> float:
    """The square of how far a unit in a Garrison is from a point: by its edge, or by its place in the middle."""
    if edge < 0:
        return _d2(*w.form.positions[i], position)
    ax, ay, bx, by = t.ground.pieces[piece].edges[edge]
    near = min(_d2(x, y, position) for x, y in edge_points(t.ground, piece, edge).positions)
    return min(near, edge_d2(((ax, ay), (bx, by)), *position))


def _d2(x: float, y: float, position: tuple[float, float]) -> float:
    return (x - position[0]) * (x - position[0]) + (y - position[1]) * (y - position[1])


def wreck(beast: Unit) -> Piece:
    """What lies where a Behemoth stood: Impassable, as large as its base."""
    x, y = beast.form.positions[0]
    r = beast.form.bases[0].radius
    c = r * sqrt(0.5)
    ways = ((r, 0.0), (c, c), (0.0, r), (-c, c), (-r, 0.0), (-c, -c), (0.0, -r), (c, -c))
    points = tuple((x + dx, y + dy) for dx, dy in ways)
    return Piece(f"wreck of {beast.kind.name}", points, WRECK_HEIGHT, ("impassable", "solid"))


def clear(t: Table, k: int) -> Procedure:
    """A piece of scenery is removed without a trace; whoever is still inside stands where it stood."""
    piece = t.ground.pieces[k]
    within = [u.id for u in inside(t, k)]
    flat = piece.changed(properties=(), height=0.0, cover="", covers=(), dp=0)
    yield Emit(Razed(k, Scenery(points=0, gone=True), flat))
    for m in t.markers:
        if m.kind == "objective" and piece.holds(m.x, m.y):
            yield Emit(Buried(m.id))
    for v in within:
        if t[v].here:
            yield from dug_out(t, v)


def sweep(t: Table, w: int, who: tuple[int, ...], source: int, cause: str = "") -> Procedure:
    """Units are removed, and with them what they carry."""
    before = t[w]
    left = tuple(0 if i in who else dp for i, dp in enumerate(before.wounds))
    if any(left) or rest(before):
        yield from thins(t, w, left, source, cause=cause)
    else:
        yield Emit(Removed(w, "swept away"))
    yield from lose_commanders(t, before)
    if not t[w].alive:
        yield from falls_with(t, before)
    yield from goes_down_with(t, before, who)
