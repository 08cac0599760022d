"""Moves that are bound: of all legal ones only those after which something still holds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from ...errors import GrognardError
from ...table.geometry import Form

TRIES = 8  # moves that are drawn in search of one that fits


class Bound:
    """The moves of a unit that fit; it may always stay where it is. ``why`` says what is wrong with the others."""

    def __init__(self, moves: Any, fits: Callable[[Form], bool], why: str) -> None:
        self.moves = moves
        self.fits = fits
        self.why = why

    def why_not(self, form: Form, first: bool = False) -> list[str]:
        """Every reason why the unit may not move so; none when it may."""
        why: list[str] = self.moves.why_not(form, first)
        if (why and first) or form.spots == self.moves.form.spots or self.fits(form):
            return why
        return [*why, self.why]

    def __contains__(self, form: Form) -> bool:
        return not self.why_not(form, first=True)

    def __iter__(self) -> Iterator[Form]:
        none = True
        for form in self.moves:
            if form.spots == self.moves.form.spots or self.fits(form):
                none = False
                yield form
        if none:
            yield self.moves.form

    def draw(self, rng: Random) -> Form:
        """One of them, without making the others."""
        for _ in range(TRIES):
            form: Form | None = self.moves.draw(rng)
            if form is not None and form in self:
                return form
        here: Form = self.moves.form
        return here

    def plain(self, form: Form) -> list[list[float]]:
        """A move as coordinates for a save."""
        return form.plain()

    def decode(self, plain: Any) -> Form:
        """A move read from coordinates. Raises GrognardError with every reason when it is not legal."""
        form = Form.from_plain(plain, self.moves.form.bases)
        if why := self.why_not(form):
            raise GrognardError("not a legal move: " + "; ".join(why))
        return form
