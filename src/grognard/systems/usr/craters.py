"""Craters: what is left of a building that has been blown apart."""

from __future__ import annotations

from msgspec.structs import replace

from ...table.event import Event
from ...table.geometry import Form
from ...table.state import Scenery, Table
from ...table.terrain import Piece


class CraterLeft(Event, frozen=True):
    """A building has been blown apart: where it stood is difficult ground from now on, and gives cover of 6+."""

    form: Form
    name: str

    def on(self, t: Table) -> None:
        outlines = [self.form.outline(i) for i in range(len(self.form.spots))]
        made = tuple(
            Piece(f"crater of the {self.name}", o, 0.0, ("difficult",), covers=(("usr", "6+"),)) for o in outlines
        )
        t.ground = replace(t.ground, pieces=(*t.ground.pieces, *made))
        t.scenery = (*t.scenery, *(Scenery() for _ in made))

    def told(self, t: Table) -> str:
        return f"the {self.name} is a crater now"
