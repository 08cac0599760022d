"""Getting out of a hull: a unit put down beside it model by model, each where the first room is."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from grognard.table.arcs import arc_of
from grognard.table.clearance import Neighbour, neighbours, spot_taken
from grognard.table.geometry import LATTICE, Footprint, Form, Spot, inside, model_gap
from grognard.table.placing import Room, spots_round
from grognard.table.polygons import edge_d2


def beside(
    room: Room, bases: Sequence[Footprint], hull: Form, inches: float, wholly: bool = False, arcs: Sequence[str] = ()
) -> Form | None:
    """The unit within ``inches`` of a hull, edge to edge (``wholly``: whole bases); None when somebody finds no room.

    ``arcs`` are the sides of the hull ("front", "left", "right", "rear") on which it may get out; none: all. Each model is put in
    contact with one that has got out, or else round the hull, further and further off. Whether the unit as a whole may stand so is
    not asked.
    """
    front = hull.front(0)
    spots: list[Spot] = []
    stand: list[Neighbour] = []
    rings = int(2 * inches) + 1
    tried: dict[Footprint, set[Spot]] = {}  # where a base has found no room: nor will the next such
    looked: dict[Footprint, tuple[int, int]] = {}  # beside how many models, and in how many rings, all is tried
    for k, base in enumerate(bases):
        known = tried.setdefault(base, set())
        models, out = looked.get(base, (0, 0))
        spot: Spot | None = None
        form = Form(tuple(spots), tuple(bases[:k]), (front,)) if models < k else None
        while form is not None and models < k:
            spot = first_beside(
                room, spots_round(form, models, base, 0.0, front), known, base, hull, inches, wholly, arcs, stand
            )
            if spot is not None:
                break
            models += 1
        while spot is None and out < rings:
            ring = spots_round(hull, 0, base, out / 2 if out else 2 / LATTICE, front)
            spot = first_beside(room, ring, known, base, hull, inches, wholly, arcs, stand)
            if spot is None:
                out += 1
        if spot is None:
            return None
        looked[base] = (models, out)
        spots.append(spot)
        stand += neighbours([(None, Form((spot,), (base,), (front,)), 0.0)])
    return Form(tuple(spots), tuple(bases), (front,)) if spots else None


def first_beside(
    room: Room, spots: list[Spot], tried: set[Spot], base: Footprint, hull: Form, inches: float, wholly: bool, arcs: Sequence[str],
    stand: list[Neighbour],
) -> Spot | None:  # fmt: skip
    """The first of some spots not tried yet at which a base may stand beside a hull, clear of those who stand there already."""
    at, front = hull.spots[0], hull.front(0)
    wide = 2 * base.radius if wholly else 0.0
    for spot in spots:
        if spot in tried:
            continue
        tried.add(spot)
        if arcs and arc_of(at, front, spot) not in arcs:
            continue
        if (
            _reaches(spot, base, hull, inches, wide)
            and not spot_taken(spot, base, front, stand)
            and room.takes(spot, base, front)
        ):
            return spot
    return None


def _reaches(spot: Spot, base: Footprint, hull: Form, inches: float, wide: float) -> bool:
    """Whether a base at a spot stands within some inches of a hull, ``wide`` more counted, and not on it."""
    if base.round and not hull.bases[0].round and len(hull.spots) == 1 and not hull.levels:
        x, y = spot
        r = base.half_length
        outline = hull.outline(0)
        if inside(outline, x, y):
            return False
        d2 = edge_d2(outline, x, y)
        far = sqrt(d2) - r
        return d2 >= r * r and (far if far > 0.0 else 0.0) + wide <= inches
    front = hull.front(0)
    one = Form((spot,), (base,), (front,))
    return model_gap(one, 0, hull, 0) + wide <= inches and not spot_taken(
        spot, base, front, neighbours([(None, hull, 0.0)])
    )
