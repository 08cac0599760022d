"""Where the objectives of a scenario lie: in Garrisons that the scenario names, or where the players put them by turns.

Dropzone Commander 2.2.0, Scenarios. A table without what its scenario needs is refused when the battle is set up.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ....common.options import Points
from ....common.reserves import own_edge
from ....common.scenario import markers
from ....errors import GrognardError
from ....kernel.asks import Choose, Emit, Procedure
from ....table.geometry import Point, snap
from ....table.state import Marker, Table
from ....table.terrain import Piece
from ..army import size
from ..behemoths import zones
from ..events import ObjectivePlaced
from ..squads import garrisons
from .strongholds import named_strongholds, vantage_points

APART = 6.0  # inches between objectives, and from the edges of the table
SURVEYED = {"Skirmish": (5, 10), "Clash": (10, 15), "Battle": (15, 20)}  # Garrisons, by the size of the game
LINE = 3  # objectives on the centre line; in a Battle there are four more, anywhere
MORE = 4


def game_size(t: Table) -> str:
    """The size of the game, by the points of the larger force."""
    return size(max(sum(u.kind.points for u in t.units if u.side == side) for side in (0, 1))).name


def prepared(t: Table) -> None:
    """The new table: what Behemoths bring, and the objectives where the scenario says where they lie.

    Raises GrognardError when the table has not what the scenario needs.
    """
    zones.prepared(t)
    words, battle = t.scenario.special, game_size(t) == "Battle"
    if "strongholds" in words:
        found = named_strongholds(t, battle)
        t.memory = {**t.memory, "strongholds": found}
        _lay(t, [middle(t.ground.pieces[k]) for k in found])
    elif "survey" in words:
        _lay(t, [middle(t.ground.pieces[k]) for k in _surveyed(t)])
    elif "centre line" in words:
        _lay(t, ())
    if "vantage" in words:
        t.memory = {**t.memory, "vantage": vantage_points(t, battle)}
        if not t.scenario.objectives:
            _lay(t, ())


def _lay(t: Table, positions: Iterable[Point]) -> None:
    t.ground = t.ground.with_objectives(positions)
    t.markers = markers(t.ground)


def middle(piece: Piece) -> Point:
    """A point inside a piece, its middle where that is one."""
    left, low, right, top = piece.box
    positions = [
        (snap(left + (right - left) * i / 8), snap(low + (top - low) * j / 8)) for i in range(9) for j in range(9)
    ]
    positions.sort(key=lambda position: (position[0] - (left + right) / 2) ** 2 + (position[1] - (low + top) / 2) ** 2)
    return next((position for position in positions if piece.holds(*position)), piece.points[0])


def _surveyed(t: Table) -> list[int]:
    """Every Garrison. Raises GrognardError when there are too few or too many for the size of the game."""
    found, name = garrisons(t), game_size(t)
    least, most = SURVEYED[name]
    if not least <= len(found) <= most:
        raise GrognardError(
            f"{t.ground.name or 'the table'} has {len(found)} Garrisons; {t.scenario.name} needs {least} to {most} in a {name}",
            where="--table",
        )
    return found


# --- placed by the players --------------------------------------------------------------------------------------------


def to_place(t: Table) -> bool:
    """Whether the players have still objectives to put down."""
    if "centre line" not in t.scenario.special or t.recall("objectives placed"):
        return False
    return len(t.markers) < LINE + MORE * (game_size(t) == "Battle")


class Lots(Points):
    """Where an objective may be put: 6 inches and more from the edges and the others, on the centre line where it must be."""

    def __init__(self, t: Table, on_line: bool) -> None:
        self.ground = t.ground
        self.others = [(m.x, m.y) for m in t.markers]
        self.upright = own_edge(t, 0) in ("left", "right")
        self.on_line = on_line
        line = ", on the centre line" if on_line else ""
        self.refusal = f"objectives lie 6 inches and more from the edges and from each other{line}"

    def __contains__(self, position: Any) -> bool:
        (x, y), w, h = position, self.ground.width, self.ground.height
        if not (APART <= x <= w - APART and APART <= y <= h - APART):
            return False
        if self.on_line and ((x != snap(w / 2)) if self.upright else (y != snap(h / 2))):
            return False
        return all((x - a) * (x - a) + (y - b) * (y - b) >= APART * APART for a, b in self.others)

    def __iter__(self) -> Iterator[Point]:
        """In Garrisons first, then in the open, from the middle outwards."""
        w, h = self.ground.width, self.ground.height
        positions = [self._at(i) for i in range(int(h if self.upright else w) + 1)]
        if not self.on_line:
            positions = [(float(x), float(y)) for x in range(0, int(w) + 1, 3) for y in range(0, int(h) + 1, 3)]
            positions += [middle(p) for p in self.ground.pieces if p.has("garrison")]
        positions.sort(key=lambda position: ((position[0] - w / 2) ** 2 + (position[1] - h / 2) ** 2, position))
        pieces = {position: self.ground.at(*position) for position in positions if position in self}
        yield from [position for position, found in pieces.items() if any(p.has("garrison") for p in found)]
        yield from [
            position for position, found in pieces.items() if not any(p.has("garrison", "impassable") for p in found)
        ]

    def _at(self, i: int) -> Point:
        w, h = self.ground.width, self.ground.height
        return (snap(w / 2), float(i)) if self.upright else (float(i), snap(h / 2))


def place_one(t: Table) -> Procedure:
    """One player puts down one objective, by turns; the winner of the roll for deployment begins."""
    n = len(t.markers)
    options = Lots(t, n < LINE)
    first = next(iter(options), None)
    if first is None:
        raise GrognardError(f"{t.ground.name or 'the table'} has no room for {n + 1} objectives", where=t.scenario.name)
    side = (t.clock.first + n) % 2
    x, y = yield Choose(side, f"where does objective {n + 1} lie?", options, first, (n + 1, "lot"))
    yield Emit(ObjectivePlaced(side, Marker(n + 1, "objective", x, y)))
