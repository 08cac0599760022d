"""Where programs lay markers: on the best crowd, as scatter will have it, and away from their own side."""

from __future__ import annotations

from math import fsum, sqrt
from typing import Any

from ....common.profiles import Model, interned
from ....kernel.faces import reading
from ....kernel.memo import memo
from ....table.distances import distance
from ....table.geometry import Formation, Point, boxes_within
from ....table.scatter import DIRECTIONS, displaced, scatter_distance
from ....table.state import Table, Unit
from ..attack import weapons
from ..attack.matchup import match, skill_of
from ..circumstances import Situation, now
from ..shooting.templates import Aims, scatter_roll, scattering
from ..shooting.vortex import VORTEX
from ..squads import Squad, covering, squad_of

WAYS = range(3, DIRECTIONS + 1, 3)  # every third direction of the arrow is enough to compare places
HITS = 1 / 3  # the scatter die


def under_marker(t: Table, u: int, aims: Aims, pick: Any) -> float:
    """Models under a marker that is laid there: of a wide one, after scatter; friends count twice against it."""
    if not aims.m.landing.wide:
        return aims.covering(pick)
    x, y, *turn = pick
    how = scattering(aims.m)
    less = 0 if how.unskilled else skill_of(aims.m.attack).value
    law = reading(scatter_roll(how.dice)).law
    found = [HITS * aims.covering(pick)]
    for inches, weight in law.weights.items():
        far = scatter_distance(inches, less)
        share = (1 - HITS) * weight / law.den
        if not far:
            found.append(share * aims.covering(pick))
            continue
        ends = [displaced(x, y, way, far) for way in WAYS]
        found.append(share * fsum(aims.covering((*end, *turn)) for end in ends) / len(ends))
    if aims.m.landing.lasts:
        found.append(_drifts(t, u, (x, y), aims.marker))
    return fsum(found)


def _drifts(t: Table, u: int, position: tuple[float, float], inches: int) -> float:
    """Models that a vortex left there may be expected to hit when it drifts: the enemy's, less twice one's own."""
    side = t[u].side
    counted = ((-2.0 if w.side == side else 1.0, w.form) for w in t.units if w.place == "table")
    return fsum(sign * len(form) * peril_of(position, inches, form) for sign, form in counted)


def too_near(t: Table, u: Unit, v: Unit) -> float:
    """Points of one's own that stand so near to a target that a wide marker laid on it endangers them."""
    inches = widest(u.members)
    if not inches:
        return 0.0
    form, near = v.form, inches / 2 + 3
    return fsum(
        [
            float(w.kind.points)
            for w in t.own(u.side)
            if boxes_within(w.form.box, form.box, near) and distance(w.form, form) < near
        ]
    )


@memo(4096)
def widest(members: tuple[Model, ...]) -> int:
    """The widest marker of these models that is wide or stays, inches; 0 when there is none."""
    mates = covering(squad_of(members))
    return max([_widest(model, mates) for model in dict.fromkeys(members)], default=0)


def _widest(model: Model, mates: Squad) -> int:
    how, nobody = now(Situation()), interned(Squad())
    landings = [match(model, mates, gun, nobody, how).landing for gun in weapons.guns(model)]
    return max([landing.marker for landing in landings if landing.wide], default=0)


def chance_to_cover(far: float, reach: float) -> float:
    """The chance that a vortex at a distance lies over a point after its next drift; ``reach``: its radius and the base's.

    >>> chance_to_cover(20.0, 2.0), chance_to_cover(0.0, 2.5)
    (0.0, 0.0)
    """
    found = 0
    for faces in ((a, b) for a in range(1, 7) for b in range(1, 7) if a != b):
        for way in range(1, DIRECTIONS + 1):
            x, y = displaced(0.0, 0.0, way, sum(faces))
            found += (x - far) * (x - far) + y * y <= reach * reach
    return found / (36 * DIRECTIONS)


def peril(t: Table, form: Formation) -> float:
    """The share of a unit standing so that the next drift of the vortices may be expected to hit."""
    return sum(peril_of((m.x, m.y), m.value[2], form) for m in t.markers if m.kind == VORTEX)


def peril_of(position: Point, inches: int, form: Formation) -> float:
    """Points that one vortex may cost a unit at its next drift."""
    found = 0.0
    for i, (x, y) in enumerate(form.positions):
        far = sqrt((x - position[0]) ** 2 + (y - position[1]) ** 2)
        reach = inches / 2 + form.bases[i].radius
        if far <= 12 + reach:
            found += chance_to_cover(round(far * 2) / 2, round(reach * 4) / 4)
    return found / max(1, len(form.positions))
