"""The straight way of an Aircraft past enemies: the points of it at which it may come into range or sight."""

from __future__ import annotations

from math import ceil

from ....table.geometry import Box, Formation, Point
from ....table.sight.lines import around
from ....table.state import Table
from ....table.terrain import Ground
from ..movement.legal_moves import aloft, distance
from ..squads import with_word

STEP = 1.0  # inches between the points of a path that are tried in any case, besides those where something may change


def swept(start: Formation, end: Formation) -> Box:
    """The box round a whole way."""
    return around(start.box, end.box)


def along(t: Table, start: Formation, end: Formation, part: float) -> Formation:
    """Where the squad is after a part of its way."""
    positions = [
        (x + (u - x) * part, y + (v - y) * part) for (x, y), (u, v) in zip(start.positions, end.positions, strict=True)
    ]
    return aloft(t.ground, start.moved(positions, ()))


def parts(t: Table, eyes: Formation, start: Formation, end: Formation) -> list[float]:
    """The parts of a straight way that tell whether anybody can fire at a squad on it.

    Every inch, where it is nearest to somebody, and between each two points at which a corner comes in the way.
    """
    n = max(1, ceil(distance(start, end) / STEP))
    found = {k / n for k in range(n + 1)}
    corners = _corners(t.ground)
    for eye in eyes.positions:
        for a, b in zip(start.positions, end.positions, strict=True):
            found.add(nearest(eye, a, b))
            cut = sorted([part for corner in corners if 0 < (part := behind(eye, corner, a, b)) < 1])
            found.update([(p + q) / 2 for p, q in zip([0.0, *cut], [*cut, 1.0], strict=True)])
    return sorted(found)


def _corners(ground: Ground) -> tuple[Point, ...]:
    return tuple([position for k in with_word(ground, "solid") for position in ground.pieces[k].points])


def nearest(eye: Point, a: Point, b: Point) -> float:
    """The part of the way from a to b at which it is nearest to an eye."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length2 = dx * dx + dy * dy
    return min(1.0, max(0.0, ((eye[0] - a[0]) * dx + (eye[1] - a[1]) * dy) / length2)) if length2 else 0.0


def behind(eye: Point, corner: Point, a: Point, b: Point) -> float:
    """The part of the way from a to b that an eye sees right behind a corner; -1 where there is none."""
    cx, cy = corner[0] - eye[0], corner[1] - eye[1]
    ax, ay, dx, dy = a[0] - eye[0], a[1] - eye[1], b[0] - a[0], b[1] - a[1]
    across = cx * dy - cy * dx
    if not across:
        return -1.0
    part = (cy * ax - cx * ay) / across
    beyond = (ax + part * dx) * cx + (ay + part * dy) * cy >= cx * cx + cy * cy
    return part if beyond else -1.0
