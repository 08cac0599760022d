"""Room on the table: finding places for a unit and putting it there.

``Room`` says why a unit may not stand somewhere (``room``) and finds places: deployed in a zone, dropped in rings round a
spot, getting out of a hull, arriving from an edge.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from math import sqrt

from grognard.kernel.memo import memo
from grognard.table.arcs import arc_of
from grognard.table.collision import Neighbour, clear_way, first_free, neighbours, occupied
from grognard.table.distances import model_distance
from grognard.table.geometry import (
    CONTACT,
    FORWARD,
    LATTICE,
    Box,
    Footprint,
    Form,
    Outline,
    Spot,
    directions,
    edge_d2,
    inside,
    outwards,
    snap,
)
from grognard.table.paths import WALKING, Gait
from grognard.table.room import Space, holds_together
from grognard.table.terrain import Ground, rectangle

# Sixteen directions, from the right round to the left: where a base may stand round another.
_A, _B, _C = 0.9238795325112867, 0.7071067811865476, 0.3826834323650898
SIXTEEN: tuple[Spot, ...] = (
    *((1.0, 0.0), (_A, _C), (_B, _B), (_C, _A), (0.0, 1.0), (-_C, _A), (-_B, _B), (-_A, _C)),
    *((-1.0, 0.0), (-_A, -_C), (-_B, -_B), (-_C, -_A), (0.0, -1.0), (_C, -_A), (_B, -_B), (_A, -_C)),
)


class Room(Space):
    """Where a unit may stand, and putting it there: deployed, gathered, dropped in rings, out of a hull, from an edge."""

    __slots__ = ()

    def deploy(
        self, bases: Sequence[Footprint], x: float, y: float, facing: Spot | None = None, just_there: bool = False
    ) -> Form | None:
        """The unit in ranks about as near to a point as there is room, or None when there is none anywhere near.

        Tries formations (wide, square, single file) at the point and then farther and farther from it, across the zone;
        ``just_there`` no farther than the point itself.
        """
        ranks = [(form, form.box) for form in formations(tuple(bases), self.gait, facing)]
        low_x, low_y, high_x, high_y = (
            self.zone_box if self.upright else (0.0, 0.0, self.ground.width, self.ground.height)
        )
        others, within = self.neighbours, (low_x, low_y, high_x, high_y)
        for spots in (((snap(x), snap(y)),),) if just_there else self._spots_near(x, y, 48.0):
            k = first_free(ranks, spots, 0, within, others)
            while k >= 0:
                formation = ranks[k % len(ranks)][0]
                placed = formation.shifted(*spots[k // len(ranks)])
                if self._stands(formation, placed):
                    return placed
                k = first_free(ranks, spots, k + 1, within, others)
        return None if just_there else self.gather(bases, x, y, facing)

    def _stands(self, formation: Form, placed: Form) -> bool:
        """Whether a formation may stand where it is in the box and too near to nobody."""
        gait, ground = self.gait, self.ground
        if self.zone is not None and not self.upright:
            return placed in self
        free = clear_way(placed.box, placed.box, (ground.width, ground.height), self.pieces, [], [])
        return (free and holds_together(formation, gait.coherency, gait.measure, gait.spread)) or placed in self

    def gather(
        self, bases: Sequence[Footprint], x: float, y: float, facing: Spot | None = None, gap: float = 0.0
    ) -> Form | None:
        """The unit put down model by model, each as near to a point as there is room, base to base; None without room.

        The first model stands within 12" of the point; ``gap`` inches are left between bases.
        """
        placed: Form | None = None
        front = (facing,) if facing else ()
        for base in bases:
            best: Form | None = None
            rest = neighbours([(None, placed, 0.0)]) if placed is not None else []
            for spot in self._candidates(placed, base, x, y, gap, facing or FORWARD):
                if not occupied(spot, base, facing or FORWARD, rest) and self.takes(spot, base, facing or FORWARD):
                    best = Form((spot,), (base,), front)
                    break
            if best is None:
                return None
            placed = best if placed is None else Form(placed.spots + best.spots, (*placed.bases, base), front)
        return placed if placed is not None and placed in self else None

    def _spots_near(self, x: float, y: float, most: float) -> Iterator[tuple[Spot, ...]]:
        """The point, then a grid over the zone (or the table) from the nearest spot on, at most so many inches away."""
        yield ((snap(x), snap(y)),)
        whole = (0.0, 0.0, self.ground.width, self.ground.height)
        yield from rings(whole if self.zone is None else self.zone_box, x, y, most)

    def _candidates(
        self, placed: Form | None, base: Footprint, x: float, y: float, gap: float, front: Spot
    ) -> Iterable[Spot]:
        if placed is None:
            return chain.from_iterable(self._spots_near(x, y, 12.0))
        found = [spot for j in range(len(placed.spots)) for spot in spots_round(placed, j, base, gap, front)]
        return sorted(found, key=lambda s: (s[0] - x) * (s[0] - x) + (s[1] - y) * (s[1] - y))

    def rings(self, bases: Sequence[Footprint], x: float, y: float, facing: Spot | None = None) -> Form:
        """A unit that drops from the sky: the first model on the spot, the others in rings of base contact round it.

        The form is given whether there is room or not: ``why_not`` then says what mishap it would be.
        """
        front = (facing,) if facing else ()
        x, y = snap(x), snap(y)
        spots: list[Spot] = [(x, y)]
        reach = max([b.radius for b in bases], default=0.0)
        ring = 1
        while len(spots) < len(bases):
            across = 2 * reach * ring + 3 / LATTICE  # so that rounding never makes neighbours overlap
            for c, s in directions(6 * ring):  # six round one, twelve round those: equal circles touch
                if len(spots) < len(bases):
                    spots.append((snap(x + across * c), snap(y + across * s)))
            ring += 1
        return Form(tuple(spots[: len(bases)]), tuple(bases), front)

    def disembark(
        self, bases: Sequence[Footprint], hull: Form, inches: float, wholly: bool = False, arcs: Sequence[str] = ()
    ) -> Form | None:
        """The unit within ``inches`` of a hull, edge to edge (``wholly``: whole bases), in coherency; None if it cannot.

        ``arcs`` are the sides of the hull ("front", "left", "right", "rear") on which it may get out; none: all.
        """
        placed = beside(self, bases, hull, inches, wholly, arcs)
        return placed if placed is not None and placed in self else None

    def from_edge(self, bases: Sequence[Footprint], edge: str, inches: float, along: float) -> Form | None:
        """The unit wholly within ``inches`` of an edge ("left", "right", "bottom", "top"), near ``along``, or None."""
        strip = edge_strip(self.ground, edge, inches)
        room = Room(self.ground, gait=self.gait, zone=strip, call=self.call)
        room.others, room.friendly, room.pieces = self.others, self.friendly, self.pieces
        inward = {"left": (1.0, 0.0), "right": (-1.0, 0.0), "bottom": (0.0, 1.0), "top": (0.0, -1.0)}[edge]
        depth = min(inches / 2, max([b.radius for b in bases], default=1.0) + 0.25)
        if edge in ("left", "right"):
            x, y = (depth if edge == "left" else self.ground.width - depth), along
        else:
            x, y = along, (depth if edge == "bottom" else self.ground.height - depth)
        return room.deploy(bases, x, y, inward)


def edge_strip(ground: Ground, edge: str, inches: float) -> Outline:
    """The strip of table within ``inches`` of an edge: "left", "right", "bottom" or "top"."""
    w, h = ground.width, ground.height
    if edge == "left":
        return rectangle(0.0, 0.0, inches, h)
    if edge == "right":
        return rectangle(w - inches, 0.0, inches, h)
    return rectangle(0.0, 0.0, w, inches) if edge == "bottom" else rectangle(0.0, h - inches, w, inches)


def spots_round(form: Form, j: int, base: Footprint, gap: float = 0.0, front: Spot = FORWARD) -> list[Spot]:
    """Sixteen spots round model j at which a base facing ``front`` stands ``gap`` inches from it: in contact for 0."""
    return _steps_from(form.spots[j], steps_round(form, j, base, gap, front))


def steps_round(form: Form, j: int, base: Footprint, gap: float = 0.0, front: Spot = FORWARD) -> tuple[Spot, ...]:
    """The vectors from model j to these spots."""
    other = form.bases[j]
    if other.round and base.round:
        return _ring(other.half_length + base.half_length + gap)
    return _steps_round(other, form.front(j), base, front, gap)


def _steps_from(spot: Spot, steps: tuple[Spot, ...]) -> list[Spot]:
    """Where some vectors lead from a spot."""
    x, y = spot
    found = []
    for u, v in steps:
        found.append((x + u, y + v))
    return found


@memo(2048)
def _ring(reach: float) -> tuple[Spot, ...]:
    """The vectors to sixteen spots so far off: the same round every base of a size."""
    return tuple([(outwards(reach * c), outwards(reach * s)) for c, s in SIXTEEN])


@memo(2048)
def _steps_round(other: Footprint, facing: Spot, base: Footprint, front: Spot, gap: float) -> tuple[Spot, ...]:
    """The vectors to the sixteen spots round a base that are not both circles: the same wherever it stands."""
    form = Form(((0.0, 0.0),), (other,), (facing,))
    if base.round:
        return tuple([_roll_to(form.outline(0), other.radius, base, gap, c, s) for c, s in SIXTEEN])
    return tuple([_slide_to(form, base, front, gap, c, s) for c, s in SIXTEEN])


def _slide_to(form: Form, base: Footprint, front: Spot, gap: float, c: float, s: float) -> Spot:
    """The place on a ray from a model at (0, 0) at which a base coming along it first stands ``gap`` inches away."""
    t = form.bases[0].radius + base.radius + gap + 2 / LATTICE
    for _ in range(16):  # each step goes in by what is certainly free
        free = model_distance(Form(((t * c, t * s),), (base,), (front,)), 0, form, 0) - gap
        if free < CONTACT / 4:
            break
        t -= free
    t += 3 / LATTICE  # corners are rounded onto the lattice, outwards or inwards
    return (outwards(t * c), outwards(t * s))


def _roll_to(outline: Outline, wide: float, base: Footprint, gap: float, c: float, s: float) -> Spot:
    """A place for a model with this outline, found as for a round base; ``wide`` its radius."""
    r = base.half_length
    t = wide + base.radius + gap + 2 / LATTICE
    for _ in range(16):
        x, y = t * c, t * s
        far = 0.0 if inside(outline, x, y) else sqrt(edge_d2(outline, x, y)) - r
        free = (far if far > 0.0 else 0.0) - gap
        if free < CONTACT / 4:
            break
        t -= free
    t += 3 / LATTICE
    return (outwards(t * c), outwards(t * s))


NEARBY = 6.0  # inches from a point within which places are tried first


def rings(box: Box, x: float, y: float, most: float) -> Iterator[tuple[Spot, ...]]:
    """The spots of a grid over a box from the one nearest to a point on, at most so many inches from it.

    Each ring is twice as wide as those within: far spots are ranked only when none of the nearer will do.
    """
    yield _near(*box, x, y, 0.0, NEARBY)
    inner = NEARBY
    while inner < most:
        yield grid(*box, x, y, inner, min(2 * inner, most))
        inner = 2 * inner


def grid(
    left: float, bottom: float, right: float, top: float, x: float, y: float, least: float, most: float
) -> tuple[Spot, ...]:
    """The spots of a grid over a box more than ``least`` (0: or at) and at most ``most`` inches from a point, the nearest first."""
    inner, outer = least * least, most * most
    across, along = _so_near(_marks(left, right), x, outer), _so_near(_marks(bottom, top), y, outer)
    found = []
    for u in across:
        dx2 = (u - x) * (u - x)
        for v in along:
            d2 = dx2 + (v - y) * (v - y)
            if d2 <= outer and (d2 > inner or inner == 0.0):
                found.append((d2, u, v))
    found.sort()
    return tuple([(snap(u), snap(v)) for _, u, v in found])


_near = memo(512)(grid)  # units are put down round the same few points; far ones are too many to keep


def _marks(low: float, high: float) -> list[float]:
    """The marks along one side of a grid, about an inch apart."""
    n = max(1, int(high - low))
    return [low + (high - low) * k / n for k in range(n + 1)]


def _so_near(marks: list[float], at: float, limit: float) -> list[float]:
    """Those marks the squares of whose distances from a place are at most so large: no other spot of their lines is nearer."""
    found = []
    for mark in marks:
        if (mark - at) * (mark - at) <= limit:
            found.append(mark)
    return found


def formation(bases: Sequence[Footprint], wide: int, gait: Gait = WALKING, facing: Spot | None = None) -> Form:
    """Ranks of ``wide`` models round (0, 0), half as far apart as coherency allows, at most 0.75" base to base.

    The ranks face as the models do.
    """
    width = 2 * max([b.half_width for b in bases], default=0.5)
    depth = 2 * max([b.half_length for b in bases], default=0.5)
    step = gait.coherency if gait.coherency else 2.0
    loose = min(0.75, max(0.0, (step - max(width, depth) if gait.measure == "centre" else step) / 2))
    across, along = outwards(width + loose) + 3 / LATTICE, outwards(depth + loose) + 3 / LATTICE
    fx, fy = facing or FORWARD
    f = sqrt(fx * fx + fy * fy)
    fx, fy = fx / f, fy / f
    rows = (len(bases) + wide - 1) // wide
    spots = []
    for k in range(len(bases)):
        row, column = divmod(k, wide)
        here = min(wide, len(bases) - row * wide)
        u, v = (column - (here - 1) / 2) * across, ((rows - 1) / 2 - row) * along
        spots.append((snap(u * fy + v * fx), snap(v * fy - u * fx)))
    return Form(tuple(spots), tuple(bases), (facing,) if facing else ())


@memo(256)
def formations(bases: tuple[Footprint, ...], gait: Gait, facing: Spot | None) -> tuple[Form, ...]:
    """The formations in which a unit is put down, round (0, 0)."""
    return tuple([formation(bases, wide, gait, facing) for wide in _widths(len(bases))])


def _widths(n: int) -> tuple[int, ...]:
    square = 1
    while square * square < n:
        square += 1
    return tuple(dict.fromkeys((min(n, 5), min(n, square), min(n, 10), n, min(n, 2), 1)))


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
            and not occupied(spot, base, front, stand)
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
    return model_distance(one, 0, hull, 0) + wide <= inches and not occupied(
        spot, base, front, neighbours([(None, hull, 0.0)])
    )
