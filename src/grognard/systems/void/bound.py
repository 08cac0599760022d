"""Moves that are bound: of all legal ones only those after which something still holds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from ...common.options import Formations
from ...table.geometry import Form, Spot

TRIES = 8  # moves that are drawn in search of one that fits


class Bound(Formations):
    """The moves of a unit that fit; it may always stay where it is. ``why`` says what is wrong with the others."""

    refusal = "not a legal move"

    def __init__(self, moves: Any, fits: Callable[[Form], bool], why: str) -> None:
        self.moves = moves
        self.bases = moves.form.bases
        self.fits = fits
        self.why = why
        self._fitting: dict[Any, bool] = {}  # by place: it is drawn or proposed, and judged again when it is picked
        self._offered: list[Form] = []  # what has been drawn or proposed: it is on the lattice

    def why_not(self, form: Form, first: bool = False) -> list[str]:
        """Every reason why the unit may not move so; none when it may."""
        why: list[str] = self.moves.why_not(form, first)
        if (why and first) or self._fits(form):
            return why
        return [*why, self.why]

    def _fits(self, form: Form) -> bool:
        if form.spots == self.moves.form.spots:
            return True
        place = form.spots, form.facing, form.levels
        fitting = self._fitting.get(place)
        if fitting is None:
            fitting = self._fitting[place] = self.fits(form)
        return fitting

    def proposed(self) -> list[Form]:
        """What it has drawn or proposed so far."""
        return self._offered

    def __iter__(self) -> Iterator[Form]:
        none = True
        for form in self.moves:
            if self._fits(form):
                none = False
                self._offered.append(form)
                yield form
        if none:
            yield self.moves.form

    def aims(self) -> list[tuple[Callable[[], Form | None], Spot | None]]:
        """The proposals before they are judged, as ``Moves`` gives them."""
        return self.moves.aims()  # type: ignore[no-any-return]

    def offer(self, make: Callable[[], Form | None]) -> Form | None:
        """What comes of a purpose, if it fits."""
        form: Form | None = self.moves.offer(make)
        if form is None or not self._fits(form):
            return None
        self._offered.append(form)
        return form

    def draw(self, rng: Random) -> Form:
        """One of them, without making the others."""
        for _ in range(TRIES):
            form: Form | None = self.moves.draw(rng)
            if form is not None and form in self:
                self._offered.append(form)
                return form
        here: Form = self.moves.form
        return here
