"""What the models of a unit would have to go round: terrain and other units, found once a question."""

from __future__ import annotations

from grognard.table.clearance import too_near
from grognard.table.geometry import Form, Spot, boxes_within, overlap
from grognard.table.paths import Circles, Obstacle, Solid, is_open, sorted_out
from grognard.table.placing import on_piece
from grognard.table.terrain import Piece


class Obstacles:
    """The obstacles to the models of a unit that stands so: one value for all its models that meet a thing alike."""

    __slots__ = ("_kept", "_numbers", "_shared", "form")

    def __init__(self, form: Form) -> None:
        self.form = form
        self._kept: dict[tuple[int, int], list[Obstacle]] = {}  # by model and what it meets
        self._shared: dict[tuple[int, float], list[Obstacle]] = {}  # by what is met and how far to stay away from it
        self._numbers: dict[int, tuple[Circles, list[Solid]]] = {}  # by list of obstacles

    def to(self, i: int, what: Form | Piece, apart: float) -> list[Obstacle]:
        """What model i meets of a piece or of a unit from which it must keep so many inches."""
        key = (i, id(what))
        found = self._kept.get(key)
        if found is None:
            found = self._kept[key] = self._piece(i, what) if isinstance(what, Piece) else self._unit(i, what, apart)
        return found

    def bar(self, i: int, what: Form | Piece, apart: float, a: Spot, b: Spot) -> bool:
        """Whether they bar model i the straight way from a to b."""
        found = self.to(i, what, apart)
        numbers = self._numbers.get(id(found))
        if numbers is None:
            numbers = self._numbers[id(found)] = sorted_out(found)
        return not is_open(numbers[0], numbers[1], a, b)

    def _piece(self, i: int, what: Piece) -> list[Obstacle]:
        if what.has("impassable") and on_piece(self.form, i, what):
            return []  # it has come to lie where the model stands: that one may walk out
        radius = self.form.bases[i].half_width
        key = (id(what), radius)
        found = self._shared.get(key)
        if found is None:
            found = self._shared[key] = [Obstacle(what.points, radius)]
        return found

    def _unit(self, i: int, what: Form, apart: float) -> list[Obstacle]:
        form = self.form
        if apart and boxes_within(form.box, what.box, apart) and too_near(form.only((i,)), what, apart):
            apart = 0.0  # it stands that near already: it may go away, though not across anybody
        clear = form.bases[i].half_width
        key = (id(what), clear + apart)
        found = self._shared.get(key)
        if found is not None:
            return found
        found, alike = [], True
        for j, spot in enumerate(what.spots):
            base = what.bases[j]
            if base.round:
                found.append(Obstacle((spot,), base.half_length + clear + apart))
            else:
                alike = False
                if not overlap(form, i, what, j):
                    found.append(Obstacle(what.outline(j), clear + apart))
        if alike:
            self._shared[key] = found
        return found
