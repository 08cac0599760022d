"""Stomps of gargantuan creatures and super-heavy walkers: markers trodden down when all blows are struck (7th edition)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ....common.options import Points
from ....kernel.asks import Choose, Emit, Procedure, Roll
from ....table.distances import point_within
from ....table.events import Said
from ....table.geometry import Point, boxes_within, snap
from ....table.state import Table
from ....table.templates import Circle, under
from ..attack.attack import Volley
from ..attack.stomp import GONE, MARKERS, NOTHING, STOMP, TABLE, hits_under, stomps, treads, withstands
from ..casualties import lose
from ..condition import armoured, circumstances, out_of_reach, squad
from ..events import MarkerLands
from ..harm import struck_by, suffer
from ..line_of_sight import in_combat
from ..vehicles.destruction import destroyed

RADIUS = 1.5  # inches
OFFERED = 6  # positions that are offered to those who do not name one


# --- on the table -----------------------------------------------------------------------------------------------------


class Treads(Points):
    """Where a marker may be trodden down: it touches the creature's base, or the marker before; one lazy value."""

    refusal = 'a stomp touches the base of the creature, or lies within 3" of the stomp before'

    def __init__(self, t: Table, u: int, i: int, before: Point | None) -> None:
        self.t, self.u, self.i, self.before = t, u, i, before
        self.form = t[u].form.only((i,))

    def __contains__(self, position: Any) -> bool:
        x, y = position
        if self.before is not None:
            return bool((x - self.before[0]) ** 2 + (y - self.before[1]) ** 2 <= (2 * RADIUS) ** 2)
        return bool(point_within(self.form, x, y, RADIUS))

    def worth(self, position: Any) -> int:
        """Enemies under it, less two for each friend."""
        side = self.t[self.u].side
        found = under_foot(self.t, self.u, self.i, position)
        return sum(len(places) * (1 if self.t[w].side != side else -2) for w, places in found)

    def __iter__(self) -> Iterator[Point]:
        start = self.before or self.form.positions[0]
        positions = [s for v in self.t.enemies(self.t[self.u].side) for s in v.form.positions if s in self]
        tried = list(dict.fromkeys([*positions, (snap(start[0]), snap(start[1]))]))
        yield from sorted(tried, key=lambda s: -self.worth(s))[:OFFERED]

    def covering(self, position: Any) -> float:
        """How many models would lie under it: enemies, less two for each friend."""
        return float(self.worth(position))


def under_foot(t: Table, u: int, i: int, position: Point) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """(unit, the places of its models) under a marker, without the creature and those who mind no stomps."""
    ring = Circle(*position, RADIUS)
    found = []
    for w in t.units:
        if (
            w.place != "table"
            or not boxes_within(w.form.box, (*position, *position), RADIUS)
            or out_of_reach(w)
            or withstands(squad(w))
        ):
            continue
        if places := tuple(j for j in under(ring, w.form) if (w.id, j) != (u, i)):
            found.append((w.id, places))
    return tuple(found)


def stomp(t: Table, combat: tuple[int, ...], tally: list[int]) -> Procedure:
    """Who stomps in a combat does so, those of the active player first; what it costs counts for the result."""
    for u in sorted(combat, key=lambda u: (t[u].side != t.player, u)):
        if t[u].here and treads(t[u].members):
            for i in [i for i, m in enumerate(t[u].members) if stomps(m)]:
                yield from _treads(t, u, i, tally)


def _treads(t: Table, u: int, i: int, tally: list[int]) -> Procedure:
    """One creature stomps, as long as it fights somebody who minds it."""
    before: Point | None = None
    if all(withstands(squad(t[f])) for f in t[u].foes):
        return
    for _ in range((yield Roll(MARKERS))):
        if i >= t[u].size or not any(t[f].here for f in t[u].foes):
            return
        positions = Treads(t, u, i, before)
        words = f"where does {t.name(u)} stomp?"
        before = yield Choose(t[u].side, words, positions, default=next(iter(positions)), about=("aim", u))
        found = under_foot(t, u, i, before)
        counted, marker = tuple((w, len(places)) for w, places in found), Circle(before[0], before[1], RADIUS)
        yield Emit(MarkerLands(STOMP.name, before[0], before[1], counted, lies=marker))
        face = yield Roll(TABLE)
        for w, places in found if face != NOTHING else ():
            if not t[w].here:
                continue
            if face == GONE:
                lost = yield from _crushed(t, u, w, places)
            else:
                how = circumstances(t, t[u], t[w], melee=True).but(grounded=False, jinking=False)
                volley_ = Volley(STOMP.name, (hits_under(len(places), how),))
                lost = (yield from suffer(t, u, w, volley_, in_combat(t, t[u].form, w), combat=True)).points
            tally[1 - t[w].side] += lost


def _crushed(t: Table, u: int, w: int, places: tuple[int, ...]) -> Procedure:
    """Who lies under the marker is removed from play; gives the wounds or hull points that they had."""
    left = t[w].wounds
    yield Emit(Said(f"{len(places)} of {t.name(w)} trodden into the ground"))
    if armoured(t[w]):
        yield from destroyed(t, u, w, places, 0, 0, struck_by)
    else:
        yield from lose(t, w, tuple(0 if j in places else n for j, n in enumerate(left)), u, combat=True)
    return sum(left[j] for j in places)
