"""Events of the field: scores, markers, scenery, and what a system notes. ``events`` gives them all."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, ClassVar

from msgspec.structs import replace

from .event import Event, side_name
from .state import Marker, Scenery, Table
from .terrain import Piece


class Scored(Event, frozen=True):
    """A side gains victory points."""

    side: int
    points: int
    why: str = ""

    def on(self, t: Table) -> None:
        t.scores = tuple(s + self.points * (i == self.side) for i, s in enumerate(t.scores))

    def told(self, t: Table) -> str:
        points = f"{self.points} victory point" + "s" * (self.points != 1)
        return f"{side_name(t, self.side)}: {points}" + (f" ({self.why})" if self.why else "")


class Marked(Event, frozen=True):
    """A marker is laid down, or one with the same id is replaced (moved, taken over)."""

    marker: Marker

    def on(self, t: Table) -> None:
        t.markers = (*(m for m in t.markers if m.id != self.marker.id), self.marker)

    def told(self, t: Table) -> str:
        m = self.marker
        if m.kind == "objective":
            return f"objective {m.id} is " + (f"held by {side_name(t, m.side)}" if m.side >= 0 else "contested")
        return f"{m.kind} marker {m.id} at {m.x:.1f}, {m.y:.1f}"


class Unmarked(Event, frozen=True):
    """A marker is taken away."""

    id: int

    def on(self, t: Table) -> None:
        t.markers = tuple(m for m in t.markers if m.id != self.id)

    def told(self, t: Table) -> str:
        return f"marker {self.id} is taken away"


class Razed(Event, frozen=True):
    """What has become of a piece of terrain. ``becomes`` takes its place on the ground (rubble, a changed cover)."""

    piece: int
    now: Scenery
    becomes: Piece | None = None

    def on(self, t: Table) -> None:
        t.scenery = tuple(self.now if i == self.piece else s for i, s in enumerate(t.scenery))
        if self.becomes is not None:
            pieces = tuple(self.becomes if i == self.piece else p for i, p in enumerate(t.ground.pieces))
            t.ground = replace(t.ground, pieces=pieces)

    def told(self, t: Table) -> str:
        name = t.ground.pieces[self.piece].name
        return f"{name} is destroyed" if self.now.gone else f"{name} suffers"


class Noted(Event, frozen=True):
    """A system keeps something under a key (None: forgets it); values are immutable and have plain forms."""

    key: Hashable
    value: Any = None

    full: ClassVar[bool] = True

    def on(self, t: Table) -> None:
        rest = {k: v for k, v in t.memory.items() if k != self.key}
        t.memory = rest if self.value is None else {**rest, self.key: self.value}


class Said(Event, frozen=True):
    """A remark for the log: what was declared, why something could not be done."""

    text: str

    def told(self, t: Table) -> str:
        return self.text
