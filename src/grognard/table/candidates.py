"""Points worth moving to, and the vectors of steps towards them, before any move is judged."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from typing import Any, Protocol

from grognard.table.geometry import Formation, Point, boxes_within
from grognard.table.paths import MovementMode
from grognard.table.terrain import Ground, Piece

PARTS = (1.0, 0.5, 0.25)  # of the move that are tried on the way to a point


class Mover(Protocol):
    """The moves of a unit (``moves.Moves``), as far as a purpose needs them."""

    form: Formation
    inches: float
    ground: Ground
    mode: MovementMode
    targets: tuple[Any, ...]
    enemies: Sequence[tuple[Any, Formation]]
    call: Callable[[Any], str] | None

    @property
    def centre(self) -> Point: ...
    def charge(self) -> Formation | None: ...
    def close_ranks(self) -> Formation | None: ...
    def _holds_together(self) -> bool: ...
    def __contains__(self, form: Formation) -> bool: ...
    def step(self, x: float, y: float, part: float = 1.0) -> Point: ...
    def toward(self, x: float, y: float) -> Formation | None: ...


class MovePurpose:
    """A purpose: to stand, or to go towards a point. Called it gives the legal move that comes of it, or None."""

    __slots__ = ("moves", "position")

    def __init__(self, moves: Mover, position: Point | None = None) -> None:
        self.moves, self.position = moves, position

    def __call__(self) -> Formation | None:
        """The move."""
        moves = self.moves
        if self.position is None:
            return moves.form if moves.form in moves else None
        return moves.toward(*self.position)


def beyond(moves: Mover, x: float, y: float) -> Point:
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
    shelters, found = _shelters(moves.ground, moves.mode.barred), []
    for piece in shelters:
        if boxes_within(piece.box, near, 0.0):
            found.append(piece)
    return found


def _shelters(ground: Ground, barred: tuple[str, ...]) -> tuple[Piece, ...]:
    """The pieces with cover in which a unit may stand that is barred from pieces with these properties."""
    return tuple([p for p in ground.pieces if (p.cover or p.covers or p.has("soft")) and not p.has(*barred)])


def nearest_middles(x: float, y: float, forms: Sequence[Formation], most: int) -> list[Point]:
    """The middles of those units whose middles are nearest to a point, at most so many, the nearest first, of equals by place."""
    ranked = []
    for k in range(len(forms)):
        left, bottom, right, top = forms[k].box
        u, v = (left + right) / 2, (bottom + top) / 2
        ranked.append(((u - x) * (u - x) + (v - y) * (v - y), k, (u, v)))
    ranked.sort()
    return [position for _, _, position in ranked[:most]]


def middle_of(what: Formation | Piece) -> Point:
    """The middle of the box round a unit or a piece."""
    left, bottom, right, top = what.box
    return ((left + right) / 2, (bottom + top) / 2)


def purposes(moves: Mover) -> list[tuple[str, Callable[[], Formation | None]]]:
    """What a unit may want with a move, in words, and what makes the move of it."""
    if moves.targets:
        return [("charge", moves.charge)]
    found: list[tuple[str, Callable[[], Formation | None]]] = [("stand", MovePurpose(moves))]
    if not moves._holds_together():
        found.append(("close ranks", moves.close_ranks))
    x, y = moves.centre
    foes = nearest_middles(x, y, [form for _, form in moves.enemies if form.positions], 3)
    for foe in foes:
        found.append(("advance", MovePurpose(moves, foe)))
    for foe in foes[:1]:
        found.append(("fall back", MovePurpose(moves, beyond(moves, *foe))))
    for piece in covers_near(moves)[:2]:
        found.append(("into cover", MovePurpose(moves, middle_of(piece))))
    near = []
    for u, v in moves.ground.objectives:
        near.append(((u - x) * (u - x) + (v - y) * (v - y), u, v))
    near.sort()
    for _, u, v in near[:2]:
        found.append(("objective", MovePurpose(moves, (u, v))))
    return found


def in_words(moves: Mover, why: str, make: Callable[[], Formation | None]) -> str:
    """A purpose as a player reads it: which enemy it makes for or leaves, which piece, which objective."""
    named = [moves.call(u) if moves.call is not None else "the enemy" for u, _ in moves.enemies]
    if why == "charge" and moves.call is not None:
        return f"charge {' and '.join(map(moves.call, moves.targets))}"
    position = make.position if isinstance(make, MovePurpose) else None
    if position is None:
        return why
    if why in ("advance", "fall back"):
        x, y = moves.centre
        forms = [
            (middle_of(form), name) for (_, form), name in zip(moves.enemies, named, strict=True) if form.positions
        ]
        if why == "advance":
            return next((f"towards {name}" for middle, name in forms if middle == position), why)
        near = min(forms, key=lambda found: (found[0][0] - x) ** 2 + (found[0][1] - y) ** 2)
        return f"away from {near[1]}"
    if why == "into cover":
        return next((f"into {p.name}" for p in covers_near(moves) if middle_of(p) == position), why)
    if why == "objective" and position in moves.ground.objectives:
        return f"to objective {moves.ground.objectives.index(position) + 1}"
    return why
