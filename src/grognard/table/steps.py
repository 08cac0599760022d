"""Steps towards a point: where the whole of a move would lead, or a part of it."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.table.aims import part_of
from grognard.table.clearance import Neighbour, taken
from grognard.table.geometry import Form, Spot, cut


def step_towards(x: float, y: float, u: float, v: float, inches: float) -> Spot:
    """The vector on the lattice from (x, y) towards (u, v): at most so many inches, never beyond it.

    >>> step_towards(1.0, 1.0, 4.0, 5.0, 10.0), step_towards(1.0, 1.0, 4.0, 5.0, 2.5)
    ((3.0, 4.0), (1.5, 2.0))
    """
    dx, dy = u - x, v - y
    scale = part_of(dx * dx + dy * dy, inches)
    return cut(dx * scale), cut(dy * scale)


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
    left, low, right, top = form.box
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
