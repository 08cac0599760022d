"""Walls and edges of scenery: how far a point is from them, and the points of an edge that are measured to and from."""

from __future__ import annotations

from math import sqrt

from ....kernel.memo import memo
from ....table.geometry import Footprint, Formation, edge_d2, snap
from ....table.terrain import Ground, Piece


def near_piece(piece: Piece, x: float, y: float, inches: float) -> bool:
    """Whether a point is within so many inches of a piece."""
    return piece.holds(x, y) or edge_d2(piece.points, x, y) <= inches * inches


POINT = Footprint("round", 0.0, 0.0)
POINTS = 3  # along an edge that is manned: both ends and the middle
OUT = 1 / 32  # inches outside a wall from which the edge looks, so that its own building does not hide it


@memo(512)
def edge_points(ground: Ground, piece: int, edge: int) -> Formation:
    """Both ends and the middle of an edge, just outside the wall; of the middle of the house (edge -1) its centre."""
    p = ground.pieces[piece]
    if edge < 0:
        left, bottom, right, top = p.box
        return Formation(((snap((left + right) / 2), snap((bottom + top) / 2)),), (POINT,))
    ax, ay, bx, by = p.edges[edge]
    dx, dy = bx - ax, by - ay
    length = sqrt(dx * dx + dy * dy) or 1.0
    nx, ny = dy / length * OUT, -dx / length * OUT
    if p.holds((ax + bx) / 2 + nx, (ay + by) / 2 + ny):
        nx, ny = -nx, -ny
    positions = tuple((snap(ax + s * dx + nx), snap(ay + s * dy + ny)) for s in (0.0625, 0.5, 0.9375))
    return Formation(positions, (POINT,) * 3, ((nx, ny),))


def all_edges(ground: Ground, piece: int) -> Formation:
    """The middles of all edges, just outside the walls."""
    forms = [edge_points(ground, piece, e) for e in range(len(ground.pieces[piece].edges))]
    return Formation(tuple(f.positions[1] for f in forms), (POINT,) * len(forms))


def piece_distance(piece: Piece, position: tuple[float, float]) -> float:
    """Inches from a point to a piece, 0 inside."""
    return 0.0 if piece.holds(*position) else sqrt(edge_d2(piece.points, *position))
