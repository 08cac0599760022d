"""What is left on the ground of buildings that have been blown apart and of vehicles that have been destroyed."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from ....common.profiles import Model
from ....kernel.asks import Emit, Procedure
from ....table.events import Event
from ....table.geometry import Formation
from ....table.state import Scenery, Table
from ....table.terrain import Piece
from ..condition import height_of

CRATER, WRECK = "6+", "5+"  # the cover saves that they give


class CraterLeft(Event, frozen=True):
    """Something has been blown apart: where it stood is difficult ground from now on, and gives cover of 6+."""

    form: Formation
    name: str

    def on(self, t: Table) -> None:
        _left(t, self.form, f"crater of the {self.name}", 0.0, CRATER)

    def told(self, t: Table) -> str:
        return f"the {self.name} is a crater now"


class WreckLeft(Event, frozen=True):
    """A vehicle has been wrecked: it stays where it stood, ``height`` inches of difficult ground that gives cover of 5+."""

    form: Formation
    name: str
    height: float

    def on(self, t: Table) -> None:
        _left(t, self.form, f"wreck of the {self.name}", self.height, WRECK)

    def told(self, t: Table) -> str:
        return f"the wreck of the {self.name} stays where it stood"


def _left(t: Table, form: Formation, name: str, height: float, cover: str) -> None:
    outlines = [form.outline(i) for i in range(len(form.positions))]
    made = tuple(Piece(name, o, height, ("difficult",), covers=(("usr", cover),)) for o in outlines)
    t.ground = replace(t.ground, pieces=(*t.ground.pieces, *made))
    t.scenery = (*t.scenery, *(Scenery() for _ in made))


def remains(t: Table, hull: Model, where: Formation, gone: Sequence[int], exploded: int) -> Procedure:
    """What is left of hulls that have been destroyed on the ground; the first ``exploded`` of them were blown apart.

    A wreck stays, what explodes is gone (core rules of the 7th edition, the vehicle damage table); the ruling ``wrecks`` may say
    otherwise.
    """
    ruling = t.rulings.get("wrecks", "stay")
    if ruling == "craters" and exploded:
        yield Emit(CraterLeft(where.only(gone[:exploded]), hull.name))
    if ruling != "removed" and len(gone) > exploded:
        yield Emit(WreckLeft(where.only(gone[exploded:]), hull.name, height_of(hull)))
