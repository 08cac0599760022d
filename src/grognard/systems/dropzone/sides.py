"""The squads of one side on the table, found once while none of them changes: boxes, Garrisons, flyers."""

from __future__ import annotations

from typing import Any

from ...table.geometry import Box, Formation
from ...table.state import Table, Unit
from ...table.terrain import Ground
from .squads import airborne, housed

OUT_OF_WALL = 0.0625  # inches: points of an edge lie a little outside the wall


class Side:
    """The squads of a side that stand on the table, by id, and where they are."""

    __slots__ = ("_boxes", "_flying", "_forms", "_free", "ground", "homes", "units")

    def __init__(self, ground: Ground, units: tuple[Unit, ...]) -> None:
        self.ground, self.units = ground, units
        # (piece, edge) of those in Garrisons, edge -1 for the middle
        self.homes = {v.id: home for v in units if v.effects and (home := housed(v)) is not None}
        self._forms: list[Formation] | None = None
        self._boxes: list[Box] | None = None
        self._free: list[tuple[Any, Formation]] | None = None
        self._flying: list[tuple[Any, Formation]] | None = None

    def forms(self) -> list[Formation]:
        """Where each squad stands."""
        if self._forms is None:
            self._forms = [v.form for v in self.units]
        return self._forms

    def boxes(self) -> list[Box]:
        """For each squad the box round it, or round the walls of its Garrison."""
        if self._boxes is None:
            homes = self.homes
            self._boxes = [self._walls(homes[v.id][0]) if v.id in homes else v.form.box for v in self.units]
        return self._boxes

    def _walls(self, piece: int) -> Box:
        a, b, c, d = self.ground.pieces[piece].box
        return a - OUT_OF_WALL, b - OUT_OF_WALL, c + OUT_OF_WALL, d + OUT_OF_WALL

    def free(self) -> list[tuple[Any, Formation]]:
        """The squads that may be in somebody's way, with where they stand: those inside Garrisons are not."""
        if self._free is None:
            homes = self.homes
            self._free = [(v.id, v.form) for v in self.units if v.id not in homes]
        return self._free

    def flying(self) -> list[tuple[Any, Formation]]:
        """The squads in the air as seen from above, as if all flew at one height."""
        if self._flying is None:
            self._flying = [(v.id, v.form.raised(0.0)) for v in self.units if airborne(v)]
        return self._flying

    def within(self, piece: int) -> list[Unit]:
        """The squads in a Garrison."""
        homes = self.homes
        return [v for v in self.units if v.id in homes and homes[v.id][0] == piece] if homes else []


def side_of(t: Table, side: int) -> Side:
    """The squads of a side; the same value as long as none of them changes, nor the ground."""
    units = t.own(side)
    return t.memo(("side", side), lambda: Side(t.ground, units), units, t.ground)


def inside(t: Table, piece: int) -> list[Unit]:
    """The squads in a Garrison, by id."""
    ours, theirs = side_of(t, 0).within(piece), side_of(t, 1).within(piece)
    return sorted(ours + theirs, key=lambda u: u.id) if ours and theirs else ours or theirs
