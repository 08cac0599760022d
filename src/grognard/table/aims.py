"""What a move may be for, before it is judged: who only wants the best of them need not judge them all."""

from __future__ import annotations

from typing import Protocol

from .geometry import Form, Spot, boxes_within
from .paths import Gait
from .terrain import Ground, Piece

PARTS = (1.0, 0.5, 0.25)  # of the move that are tried on the way to a point


class Mover(Protocol):
    """The moves of a unit (``moves.Moves``), as far as a purpose needs them."""

    form: Form
    inches: float
    ground: Ground
    gait: Gait

    @property
    def centre(self) -> Spot: ...
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

    def middles(self) -> list[Spot]:
        """Where the middle of the unit would come to be, to 1/1024 inch: one of these, whatever is legal."""
        moves = self.moves
        x, y = moves.centre
        if self.spot is None:
            return [(x, y)]
        u, v = self.spot
        found = []
        for part in PARTS:
            dx, dy = moves.step(u, v, part)
            found.append((x + dx, y + dy))
        return found


def covers_near(moves: Mover) -> list[Piece]:
    """Pieces with cover that a unit may stand in and could get to, in the order of the ground."""
    left, bottom, right, top = moves.form.box
    reach = moves.inches
    near = (left - reach, bottom - reach, right + reach, top + reach)
    barred = moves.gait.barred
    return [
        p
        for p in moves.ground.pieces
        if (p.cover or p.covers or p.has("soft")) and boxes_within(p.box, near, 0.0) and not p.has(*barred)
    ]
