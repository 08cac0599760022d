"""Steps towards a point: where the whole of a move would lead, or a part of it."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.table.aims import part_of
from grognard.table.clearance import Neighbour, taken, told_by_circles
from grognard.table.geometry import Form, Spot, cut
from grognard.table.terrain import Piece, circle_on


def step_towards(x: float, y: float, u: float, v: float, inches: float) -> Spot:
    """The vector on the lattice from (x, y) towards (u, v): at most so many inches, never beyond it.

    >>> step_towards(1.0, 1.0, 4.0, 5.0, 10.0), step_towards(1.0, 1.0, 4.0, 5.0, 2.5)
    ((3.0, 4.0), (1.5, 2.0))
    """
    dx, dy = u - x, v - y
    scale = part_of(dx * dx + dy * dy, inches)
    return cut(dx * scale), cut(dy * scale)


def moved_alike(start: Form, end: Form) -> bool:
    """Whether a whole unit has moved by one vector, and so holds together as it did."""
    if end.radius < 0 and end.facing != start.facing:
        return False
    if end.levels != start.levels or not end.spots:
        return False
    spots, starts = end.spots, start.spots
    (x, y), (u, v) = spots[0], starts[0]
    dx, dy = x - u, y - v
    for i in range(1, len(spots)):
        (x, y), (u, v) = spots[i], starts[i]
        if x - u != dx or y - v != dy:
            return False
    return True


def open_steps(
    form: Form,
    x: float,
    y: float,
    u: float,
    v: float,
    inches: float,
    parts: Sequence[float],
    wide: float,
    high: float,
    others: list[Neighbour] | None,
) -> list[Spot]:
    """The vectors of steps of some parts of so many inches from (x, y) towards (u, v), each once; none when that is there.

    With ``others`` without those after which ``form``, moved as it stands, would come too near to one of them, or over the edge of
    a table so ``wide`` and ``high``.
    """
    found: list[Spot] = []
    left, low, right, top = form.left, form.low, form.right, form.top
    last_x, last_y = 0.0, 0.0
    for part in parts:
        step = step_towards(x, y, u, v, inches * part)
        dx, dy = step
        if dx == 0.0 and dy == 0.0:
            break
        if dx == last_x and dy == last_y:
            continue  # the point itself, nearer than half the move
        last_x, last_y = dx, dy
        if others is not None:
            if left + dx < 0.0 or low + dy < 0.0 or right + dx > wide or top + dy > high:
                continue
            if taken(form, dx, dy, others):
                continue
        found.append(step)
    return found


def not_shut(form: Form, steps: list[Spot], others: Sequence[Neighbour], pieces: Sequence[Piece]) -> list[Spot]:
    """Those of some steps after which a unit may stand as far as circles within its bases tell, however it turns.

    It may stand in none of the pieces, nor too near to any of the others.
    """
    if form.levels or not (others or pieces):
        return steps
    found = []
    for step in steps:
        dx, dy = step
        if not _shut(form, dx, dy, others, pieces):
            found.append(step)
    return found


def _shut(form: Form, dx: float, dy: float, others: Sequence[Neighbour], pieces: Sequence[Piece]) -> bool:
    left, low, right, top = form.left + dx, form.low + dy, form.right + dx, form.top + dy
    for k in range(len(others)):
        one = others[k]
        other, inches = one.form, one.inches
        if left - other.right > inches or other.left - right > inches:
            continue
        if low - other.top > inches or other.low - top > inches:
            continue
        if told_by_circles(form, dx, dy, other, inches) > 0:
            return True
    for piece in pieces:
        a, b, c, d = piece.box
        if left > c or a > right or low > d or b > top:
            continue
        for i, (x, y) in enumerate(form.spots):
            base = form.bases[i]
            r = base.half_length if base.round else 0.9 * min(base.half_length, base.half_width)
            if circle_on(piece, x + dx, y + dy, r):
                return True
    return False
