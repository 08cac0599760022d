"""Arcs: from which side something comes. Decided by exact products of lattice vectors, never by an angle.

An arc spans 90 degrees and includes its two sides, so that a point on a boundary lies in both arcs. Where one answer is
wanted, the front counts before the flanks and the flanks before the rear.
"""

from __future__ import annotations

from grognard.errors import GrognardError
from grognard.table.geometry import Footprint, Formation, Point, snap

ARCS = ("front", "left", "right", "rear")


def _along_across(at: Point, facing: Point, point: Point) -> tuple[float, float]:
    """A point as seen from a model: how far ahead and how far to the left, times the length of the facing. Exact."""
    dx, dy = snap(point[0]) - at[0], snap(point[1]) - at[1]
    fx, fy = facing
    return dx * fx + dy * fy, dy * fx - dx * fy


def _name(along: float, across: float) -> str:
    """The arc of a point given in units in which the boundaries are the diagonals."""
    if along >= abs(across):
        return "front"
    if -along > abs(across):
        return "rear"
    return "left" if across > 0 else "right"


def _lies_in(arc: str, along: float, across: float) -> bool:
    if arc == "front":
        return along >= abs(across)
    if arc == "rear":
        return -along >= abs(across)
    if arc == "left":
        return across >= abs(along)
    if arc == "right":
        return -across >= abs(along)
    if arc == "side":
        return abs(across) >= abs(along)
    raise GrognardError(f"unknown arc {arc!r}", hint="front, left, right, side or rear")


def arc_of(at: Point, facing: Point, point: Point) -> str:
    """The 90-degree arc of a model at ``at`` in which a point lies: "front", "left", "right" or "rear".

    >>> arc_of((24.0, 24.0), (0.0, 1.0), (25.0, 25.0)), arc_of((24.0, 24.0), (0.0, 1.0), (25.0, 24.5))
    ('front', 'right')
    """
    along, across = _along_across(at, facing, point)
    return _name(along, across)


def in_arc(at: Point, facing: Point, point: Point, *arcs: str) -> bool:
    """Whether a point lies in any of these arcs ("front", "left", "right", "side" for both flanks, "rear"), sides
    included.

    Raises GrognardError for an unknown arc.
    """
    along, across = _along_across(at, facing, point)
    for arc in arcs:  # noqa: SIM110  a plain loop: every weapon asks this of every target
        if _lies_in(arc, along, across):
            return True
    return False


def hull_arc(hull: Footprint, at: Point, facing: Point, point: Point) -> str:
    """The side of a hull that faces a point: the arcs are bounded by the diagonals through the corners of the hull.

    >>> long = Footprint("hull", 3.0, 1.0)
    >>> hull_arc(long, (0.0, 0.0), (1.0, 0.0), (4.0, 1.0)), hull_arc(long, (0.0, 0.0), (1.0, 0.0), (4.0, 2.0))
    ('front', 'left')
    """
    along, across = _along_across(at, facing, point)
    return _name(along * hull.half_width, across * hull.half_length)


def facing_hit(target: Formation, i: int, point: Point) -> str:
    """The side of model i that a shot from a point strikes.

    By the corners of a hull, by 90-degree arcs of other bases.
    """
    base = target.bases[i]
    if base.shape == "hull":
        return hull_arc(base, target.positions[i], target.front(i), point)
    return arc_of(target.positions[i], target.front(i), point)


def facing_hit_by(target: Formation, i: int, firer: Formation) -> str:
    """The side of model i in whose arc most models of a unit stand.

    Of several the first of front, left, right, rear.
    """
    counted = [facing_hit(target, i, position) for position in firer.positions]
    return max(ARCS, key=counted.count)


def bears(firer: Formation, i: int, target: Formation, *arcs: str) -> tuple[int, ...]:
    """The models of the target whose centre lies in an arc of model i of the firer, in order."""
    at, facing = firer.positions[i], firer.front(i)
    return tuple([j for j, position in enumerate(target.positions) if in_arc(at, facing, position, *arcs)])


def faces_as(form: Formation, other: Formation) -> bool:
    """Whether the models face the same ways, however that is written."""
    return form.facing == other.facing or all(form.front(i) == other.front(i) for i in range(len(form)))
