"""Vortices: markers that stay on the table, bar the way, drift at the start of each player turn and hit whoever lies beneath."""

from __future__ import annotations

from msgspec.structs import replace

from ....common.profiles import Weapon
from ....common.schema import Count
from ....common.steps import next_step
from ....kernel.asks import Emit, Procedure, Roll
from ....table.events import Event
from ....table.geometry import Point
from ....table.scatter import DIRECTIONS, displaced, off_table, vector
from ....table.state import Marker, Scenery, Table
from ....table.templates import Circle
from ....table.terrain import Piece
from ..attack.attack import Part, Volley
from ..attack.matchup import Match, match
from ..attack.outcomes import CLOSES
from ..circumstances import Situation, now
from ..condition import circumstances
from ..harm import hits_on, suffer
from ..line_of_sight import from_position
from ..slots import Landing
from ..squads import NO_SQUAD, NOBODY
from .templates import ARROW, covered

VORTEX = (
    "vortex"  # a marker's kind; its value: (unit it came from, weapon, inches across, (round, player) of its last move)
)


class VortexLies(Event, frozen=True):
    """A vortex lies here from now on: it has opened, or drifted. The ground under it is impassable."""

    marker: Marker
    drifted: int = -1  # inches; -1: it has opened

    def on(self, t: Table) -> None:
        _cleared(t, self.marker.id)
        t.markers = (*t.markers, self.marker)
        t.ground = replace(t.ground, pieces=(*t.ground.pieces, _piece(self.marker)))
        t.scenery = (*t.scenery, Scenery())

    def told(self, t: Table) -> str:
        if self.drifted < 0:
            return f"a vortex opens where the {self.marker.value[1]} has struck"
        return f'the vortex of the {self.marker.value[1]} drifts {self.drifted}"'


class VortexCloses(Event, frozen=True):
    """A vortex is gone."""

    id: int
    why: str

    def on(self, t: Table) -> None:
        _cleared(t, self.id)

    def told(self, t: Table) -> str:
        return f"a vortex {self.why}"


def _name(id: int) -> str:
    return f"vortex {id}"


def _piece(marker: Marker) -> Piece:
    radius = marker.value[2] / 2
    points = tuple((marker.x + radius * u, marker.y + radius * v) for u, v in map(vector, range(1, DIRECTIONS + 1)))
    return Piece(_name(marker.id), points, 0.0, ("impassable",))


def _cleared(t: Table, id: int) -> None:
    """Takes a vortex from the markers and its piece from the ground."""
    t.markers = tuple(m for m in t.markers if m.id != id)
    kept_pieces = [k for k, p in enumerate(t.ground.pieces) if p.name != _name(id)]
    if len(kept_pieces) < len(t.ground.pieces):
        t.scenery = tuple(s for k, s in enumerate(t.scenery) if k in kept_pieces)
        t.ground = replace(t.ground, pieces=tuple(t.ground.pieces[k] for k in kept_pieces))


def vortices(t: Table) -> list[Marker]:
    """The vortices on the table, in the order in which they opened."""
    found = [m for m in t.markers if m.kind == VORTEX]
    return sorted(found, key=lambda m: m.id) if len(found) > 1 else found


def opened(t: Table, u: int, m: Match, position: Point) -> Procedure:
    """The marker of a shot stays where it has landed."""
    id = max((marker.id for marker in t.markers), default=0) + 1
    value = (_source(t, u, m.attack.weapon.name), m.attack.weapon.name, m.landing.marker, (t.round, t.player))
    by = m.landing.ids
    yield Emit(VortexLies(Marker(id, VORTEX, *position, t[u].side, value), by=by))


# --- the start of a player turn ---------------------------------------------------------------------------------------


def drifting(t: Table, player: int) -> Procedure:
    """A step: at the start of a player's turn each vortex drifts, the oldest first, one after the other."""
    lying = vortices(t)
    marker = next((m for m in lying if m.value[3] != (t.round, player)), None) if lying else None
    if marker is None:
        yield from next_step(t)
    else:
        yield from drift(t, marker, player)


def drift(t: Table, marker: Marker, player: int) -> Procedure:
    """One vortex closes, or lies elsewhere and hits every model under it there."""
    u, name, inches, _ = marker.value
    weapon = _weapon(t, u, name)
    landing = match(NOBODY, NO_SQUAD, weapon, NO_SQUAD, now(Situation())).landing
    by = landing.ids
    assert landing.drift is not None
    far = yield Roll(landing.drift)
    if far == CLOSES:
        yield Emit(VortexCloses(marker.id, "flickers and is gone", by=by))
        return
    x, y = displaced(marker.x, marker.y, (yield Roll(ARROW)), far)
    if off_table(x, y, t.ground.width, t.ground.height):
        yield Emit(VortexCloses(marker.id, "drifts off the table", by=by))
        return
    moved = Marker(marker.id, VORTEX, x, y, marker.side, (u, name, inches, (t.round, player)))
    yield Emit(VortexLies(moved, far, by=by))
    yield from _devours(t, weapon, landing, (x, y))


def _devours(t: Table, weapon: Weapon, landing: Landing, position: Point) -> Procedure:
    """Every model under a vortex is hit."""
    zones = landing.zones or (landing.marker,)
    parts: dict[int, list[Part]] = {}
    for w, side, zone, n in covered(t, Circle(*position, zones[0] / 2), position, position, landing.facing, zones):
        how = circumstances(t, t[w], t[w], facing=side, zone=zone)
        parts.setdefault(w, []).append(Part(NOBODY, NO_SQUAD, weapon, how, 1, Count(1), hits=n))
    for w, hit in parts.items():
        if t[w].here:
            if len(parts) > 1:
                yield from hits_on(w, sum(part.hits for part in hit))
            yield from suffer(t, -1, w, Volley(weapon.name, tuple(hit)), from_position(t, position, w))


def _source(t: Table, u: int, name: str) -> int:
    """The unit to which a weapon belongs that a unit has fired: its own, a character's in it, that of the building it serves."""
    unit = t[u]
    near = (
        u,
        *unit.owners,
        *((unit.aboard,) if unit.aboard >= 0 else ()),
        *[w.id for w in t.units if w.side == unit.side],
    )
    return next((w for w in near if _armed(t, w, name) is not None), u)


def _armed(t: Table, u: int, name: str) -> Weapon | None:
    """The weapon of that name that a unit's file gives it."""
    return next((w for model in t[u].kind.models for w in model.weapons if w.name == name), None)


def _weapon(t: Table, u: int, name: str) -> Weapon:
    """The weapon from which a vortex came."""
    found = _armed(t, u, name)
    assert found is not None
    return found


# --- for players that are programs ------------------------------------------------------------------------------------
