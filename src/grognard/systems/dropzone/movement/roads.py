"""Roads: wheels, tracks and legs that keep to them for a whole move go 2 inches farther."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import ceil, sqrt
from random import Random

from ....kernel.drawing import below
from ....table.geometry import Formation, Point
from ....table.moves import Moves
from ....table.state import Table, Unit
from ....table.terrain import Ground
from ..profiles import GROUND
from ..squads import movement_mode, with_word
from .legal_moves import allowance, others, slowest

FARTHER = 2.0  # inches
SAMPLES = 4  # points an inch at which a way must lie on a road


class RoadMoves(Moves):
    """Straight moves that lead over nothing but road."""

    __slots__ = ()

    def why_not(self, form: Formation, first: bool = False) -> list[str]:
        """Every reason why the squad may not go there."""
        found = super().why_not(form, first)
        if not found and not keeps_to_road(self.ground, self.form, form):
            found = ["its way leaves the road"]
        return found

    def _clear(self, form: Formation, dx: float, dy: float) -> bool:
        return keeps_to_road(self.ground, self.form, form) and super()._clear(form, dx, dy)

    def _purposes(self) -> Iterator[tuple[str, Callable[[], Formation | None]]]:
        for dx, dy in ways(self.ground, self.form):
            yield "along the road", lambda dx=dx, dy=dy: self._farthest(dx, dy)  # type: ignore[misc]

    def draw(self, rng: Random) -> Formation | None:
        """One way along the road; standing where there is none."""
        found = list(self)
        return found[below(rng, len(found))] if found else self.form

    def _farthest(self, dx: float, dy: float) -> Formation | None:
        for inches in range(int(self.inches), 0, -1):
            form = self.form.shifted(dx * inches, dy * inches)
            if form in self:
                return form
        return None


def ways(ground: Ground, form: Formation) -> list[Point]:
    """The directions in which the roads run that a squad stands on, each once."""
    x, y = form.positions[0]
    found: dict[Point, None] = {}
    for k in with_word(ground, "road"):
        if ground.pieces[k].holds(x, y):
            for ax, ay, bx, by in ground.pieces[k].edges:
                length = sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay))
                found[(bx - ax) / length, (by - ay) / length] = None
    return list(found)


def on_road(ground: Ground, x: float, y: float) -> bool:
    """Whether a point lies on a road."""
    return any(ground.pieces[k].holds(x, y) for k in with_word(ground, "road"))


def keeps_to_road(ground: Ground, start: Formation, end: Formation) -> bool:
    """Whether every unit goes from its place to the other straight over roads."""
    for (ax, ay), (bx, by) in zip(start.positions, end.positions, strict=True):
        n = max(1, ceil(SAMPLES * sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay))))
        if not all(on_road(ground, ax + (bx - ax) * k / n, ay + (by - ay) * k / n) for k in range(n + 1)):
            return False
    return True


def goes_by_road(t: Table, u: Unit) -> bool:
    """Whether a road would help the squad: it stands on one as a whole, can use it, and may still make its full move."""
    if not with_word(t.ground, "road") or u.kind.type not in GROUND or u.kind.type == "Skimmer":
        return False
    full = slowest(u.members)
    return full > 0 and allowance(u) >= full and all(on_road(t.ground, x, y) for x, y in u.form.positions)


def road_moves(t: Table, u: Unit) -> Moves:
    """Where the squad may go that keeps to the road."""
    inches = allowance(u) + FARTHER
    return RoadMoves(t.ground, u.form, inches, *others(t, u), movement_mode(t, u), turn=True, call=t.name)
