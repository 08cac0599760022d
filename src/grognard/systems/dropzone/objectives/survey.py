"""Survey and Control: what is found in a Garrison when its objective is first claimed.

Dropzone Commander 2.2.0, Scenarios: Survey and Control.
"""

from __future__ import annotations

from msgspec.structs import replace

from ....kernel.asks import Emit, Procedure, Roll
from ....kernel.faces import die
from ....kernel.purpose import Purpose
from ....table.events import Marked, Remarked, Said, Scored
from ....table.state import Marker, Table
from ..events import Emptied
from ..harm import hit_piece
from ..hazards import BOOBY_TRAP
from .strongholds import most_points

CRITICAL = "critical location"
FOUND = ((1, "a booby trap"), *((n, "nothing more") for n in range(2, 6)), (6, "a critical location"))


def surveyed(t: Table, u: int, m: Marker, house: int | None) -> Procedure:
    """A squad claims an objective: a point, and a die for what it was. One that is a critical location stays to be held."""
    side = t[u].side
    yield Emit(Remarked(f"{t.name(u)} claims objective {m.id}"))
    name = f"what objective {m.id} is, a critical location on a 6, a booby trap on a 1"
    found = yield Roll(die(6, Purpose(name, called=FOUND)))
    yield Emit(Scored(side, 1, f"objective {m.id}"))
    if found == 6:
        yield Emit(Said(f"objective {m.id} is a critical location"))
        yield Emit(Marked(replace(m, side=side, value=CRITICAL)))
        return
    yield Emit(Emptied(m.id))
    if found == 1 and house is not None:
        yield Emit(Said(f"objective {m.id} was a booby trap"))
        hits = yield Roll(die(6, "hits of the booby trap"))
        yield from hit_piece(t, house, hits, BOOBY_TRAP, -1)


def critical(t: Table) -> Procedure:
    """At the end of the battle: a victory point more for the most points of units round each critical location."""
    for m in t.markers:
        if m.value == CRITICAL:
            side = most_points(t, ((m.x, m.y),), None)
            if side >= 0:
                yield Emit(Scored(side, 1, f"most points round objective {m.id}"))
