"""Points worth moving to, and the vectors of steps towards them, before any move is judged."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import inf, sqrt
from typing import Any, Protocol

from grognard.table.collision import Neighbour, taken, told_by_circles
from grognard.table.distances import gap_after
from grognard.table.geometry import Form, Spot, boxes_within, cut
from grognard.table.paths import Gait
from grognard.table.terrain import Ground, Piece, circle_on

PARTS = (1.0, 0.5, 0.25)  # of the move that are tried on the way to a point


class Mover(Protocol):
    """The moves of a unit (``moves.Moves``), as far as a purpose needs them."""

    form: Form
    inches: float
    ground: Ground
    gait: Gait
    targets: tuple[Any, ...]
    enemies: Sequence[tuple[Any, Form]]

    @property
    def centre(self) -> Spot: ...
    def charge(self) -> Form | None: ...
    def close_ranks(self) -> Form | None: ...
    def _holds_together(self) -> bool: ...
    def __contains__(self, form: Form) -> bool: ...
    def step(self, x: float, y: float, part: float = 1.0) -> Spot: ...
    def toward(self, x: float, y: float) -> Form | None: ...


class Aim:
    """A purpose: to stand, or to go towards a point. Called it gives the legal move that comes of it, or None."""

    __slots__ = ("moves", "spot")

    def __init__(self, moves: Mover, spot: Spot | None = None) -> None:
        self.moves, self.spot = moves, spot

    def __call__(self) -> Form | None:
        """The move."""
        moves = self.moves
        if self.spot is None:
            return moves.form if moves.form in moves else None
        return moves.toward(*self.spot)


def part_of(d2: float, inches: float) -> float:
    """The part of a way, whose length squared is given, that so many inches are worth: 1 when they are enough for all of it.

    >>> part_of(100.0, 12.0), part_of(100.0, 4.0)
    (1.0, 0.4)
    """
    return 1.0 if d2 <= inches * inches else inches / sqrt(d2)


def beyond(moves: Mover, x: float, y: float) -> Spot:
    """Where the whole move straight away from a point leads."""
    cx, cy = moves.centre
    dx, dy = cx - x, cy - y
    if dx == 0.0 and dy == 0.0:
        dy = -1.0
    far = moves.inches / sqrt(dx * dx + dy * dy)
    return cx + dx * far, cy + dy * far


def covers_near(moves: Mover) -> list[Piece]:
    """Pieces with cover that a unit may stand in and could get to, in the order of the ground."""
    left, bottom, right, top = moves.form.box
    reach = moves.inches
    near = (left - reach, bottom - reach, right + reach, top + reach)
    shelters, found = _shelters(moves.ground, moves.gait.barred), []
    for piece in shelters:
        if boxes_within(piece.box, near, 0.0):
            found.append(piece)
    return found


@lru_cache(64)
def _shelters(ground: Ground, barred: tuple[str, ...]) -> tuple[Piece, ...]:
    """The pieces with cover in which a unit may stand that is barred from pieces with these properties."""
    return tuple([p for p in ground.pieces if (p.cover or p.covers or p.has("soft")) and not p.has(*barred)])


def nearest_middles(x: float, y: float, forms: Sequence[Form], most: int) -> list[Spot]:
    """The middles of those units whose middles are nearest to a point, at most so many, the nearest first, of equals by place."""
    ranked = []
    for k in range(len(forms)):
        left, bottom, right, top = forms[k].box
        u, v = (left + right) / 2, (bottom + top) / 2
        ranked.append(((u - x) * (u - x) + (v - y) * (v - y), k, (u, v)))
    ranked.sort()
    return [spot for _, _, spot in ranked[:most]]


def middle_of(what: Form | Piece) -> Spot:
    """The middle of the box round a unit or a piece."""
    left, bottom, right, top = what.box
    return ((left + right) / 2, (bottom + top) / 2)


def purposes(moves: Mover) -> list[tuple[str, Callable[[], Form | None]]]:
    """What a unit may want with a move, in words, and what makes the move of it."""
    if moves.targets:
        return [("charge", moves.charge)]
    found: list[tuple[str, Callable[[], Form | None]]] = [("stand", Aim(moves))]
    if not moves._holds_together():
        found.append(("close ranks", moves.close_ranks))
    x, y = moves.centre
    foes = nearest_middles(x, y, [form for _, form in moves.enemies if form.spots], 3)
    for foe in foes:
        found.append(("advance", Aim(moves, foe)))
    for foe in foes[:1]:
        found.append(("fall back", Aim(moves, beyond(moves, *foe))))
    for piece in covers_near(moves)[:2]:
        found.append(("into cover", Aim(moves, middle_of(piece))))
    near = []
    for u, v in moves.ground.objectives:
        near.append(((u - x) * (u - x) + (v - y) * (v - y), u, v))
    near.sort()
    for _, u, v in near[:2]:
        found.append(("objective", Aim(moves, (u, v))))
    return found


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


def steps_ahead(
    form: Form,
    targets: Sequence[Form],
    x: float,
    y: float,
    u: float,
    v: float,
    most: float,
    long: float,
    inches: float,
    parts: int,
    spare: float,
    here: float,
    kept: float,
) -> list[Spot]:
    """The vectors of steps from (x, y), the longest first: equal parts of ``most`` inches along (u, v), which is so ``long``.

    Without the shortest of them, up to the first that may bring ``form`` nearer to one of the targets than ``here`` and within
    ``kept`` of it, as far as it would be, or ``spare`` inches less. No step is longer than ``inches``.
    """
    found: list[Spot] = []
    for k in range(1, parts + 1):
        far = most * k / parts / long
        step = step_towards(x, y, x + u * far, y + v * far, inches)
        if not found:
            away = inf
            for target in targets:
                gap = gap_after(form, step, target)
                if gap < away:
                    away = gap
            away = away - spare
            if away >= here or away > kept:
                continue
        found.append(step)
    found.reverse()
    return found
