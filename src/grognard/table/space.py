"""Room on the table: where a unit may stand, with reasons, and finding places for it.

``Space`` knows the edge of the table, impassable ground, other models, coherency and zones. ``Placing`` finds places besides:
deployed in a zone, dropped in rings round a position, getting out of a hull, arriving from an edge.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from math import sqrt
from typing import Any

from grognard.kernel.memo import memo
from grognard.table.arcs import arc_of
from grognard.table.coherency import out_of
from grognard.table.collision import (
    Neighbour,
    circle_on,
    clear_way,
    first_free,
    neighbours,
    occupied,
    on_piece,
    too_near,
)
from grognard.table.distances import model_distance, overlap
from grognard.table.geometry import (
    CONTACT,
    FORWARD,
    LATTICE,
    Box,
    Footprint,
    Formation,
    Outline,
    Point,
    boxes_within,
    directions,
    edge_d2,
    inside,
    outwards,
    snap,
)
from grognard.table.paths import WALKING, MovementMode, trodden
from grognard.table.terrain import Ground, Piece, rectangle

_EDGE = 2 / LATTICE  # inches: more than rounding moves a corner
NO = "no"  # a reason, when nobody asks for words


def _pieces_in(pieces: tuple[Piece, ...], near: Box) -> tuple[Piece, ...]:
    """The pieces of terrain the box round which meets a box."""
    left, bottom, right, top = near
    found = []
    for piece in pieces:
        a, b, c, d = piece.box
        if a <= right and left <= c and b <= top and bottom <= d:
            found.append(piece)
    return tuple(found)


def _those_in(
    others: Iterable[tuple[Any, Formation]], near: Box, inches: float, free: Sequence[Any]
) -> list[tuple[Any, Formation, float]]:
    """The units given as (id, form) the box round which meets a box, with how far to keep from them (``free``: 0)."""
    left, bottom, right, top = near
    found = []
    for unit, form in others:
        if form.left <= right and left <= form.right and form.low <= top and bottom <= form.top:
            found.append((unit, form, 0.0 if free and unit in free else inches))
    return found


class Space:
    """Where a unit may stand: one lazy value a question.

    ``friends`` and ``enemies`` are (id, Formation) of the other units; those in ``free`` may be touched (a charge) and so
    need no distance. ``zone`` is a polygon in which every base must stand wholly, ``near`` a box that is all that
    matters. ``call`` turns an id into the name used in reasons. ``others`` are those near, with how far to keep from
    them, first so many who are ``friendly``; in ``pieces`` the unit may not stand, ``walls`` and ``slow`` stop and slow it.
    """

    __slots__ = (
        "_neighbours",
        "call",
        "friendly",
        "ground",
        "mode",
        "others",
        "pieces",
        "slow",
        "upright",
        "walls",
        "zone",
        "zone_box",
    )  # fmt: skip

    def __init__(
        self,
        ground: Ground,
        friends: Iterable[tuple[Any, Formation]] = (),
        enemies: Iterable[tuple[Any, Formation]] = (),
        mode: MovementMode = WALKING,
        *,
        free: Sequence[Any] = (),
        zone: Outline | None = None,
        near: tuple[float, float, float, float] | None = None,
        call: Callable[[Any], str] | None = None,
    ) -> None:
        self.ground, self.mode, self.zone, self.call = ground, mode, zone, call
        self.zone_box, self.upright = _zoned(zone) if zone is not None else ((0.0, 0.0, 0.0, 0.0), False)
        apart = mode.apart
        stops, walls, slow = trodden(ground, mode)
        if near is None:
            others = [(u, f, 0.0) for u, f in friends if f.positions]
            self.friendly = len(others)
            others += [(u, f, 0.0 if u in free else apart) for u, f in enemies if f.positions]
        else:
            left, bottom, right, top = near
            alike = walls is stops
            stops = _pieces_in(stops, near) if stops else stops
            walls = stops if alike else _pieces_in(walls, near)
            slow = _pieces_in(slow, near) if slow else slow
            others = _those_in(friends, near, 0.0, ())
            self.friendly = len(others)
            others += _those_in(enemies, (left - apart, bottom - apart, right + apart, top + apart), apart, free)
        self.others, self.pieces, self.walls, self.slow = others, list(stops), walls, slow
        self._neighbours: list[Neighbour] | None = None

    @property
    def neighbours(self) -> list[Neighbour]:
        """The other units as places are tried against them; found when first asked for."""
        found = self._neighbours
        if found is None:
            found = self._neighbours = neighbours(self.others)
        return found

    def named(self, unit: Any) -> str:
        """A unit's name for people."""
        return self.call(unit) if self.call else f"unit {unit}"

    def why_not(self, form: Formation, first: bool = False, whole: bool = True, words: bool = True) -> list[str]:
        """Every reason why the unit may not stand so, in plain words; none when it may. ``first`` stops at the first.

        ``whole`` False leaves out what concerns the unit in itself: its own overlaps and its coherency. Without ``words`` it is
        only told that there is a reason.
        """
        why: list[str] = []
        ground = self.ground
        left, bottom, right, top = form.left, form.low, form.right, form.top
        zone = self.zone
        if first and zone is not None and form.positions:
            low_x, low_y, high_x, high_y = self.zone_box
            if left < low_x or bottom < low_y or right > high_x or top > high_y:
                if outside := self._outside(form):  # most places that are tried
                    return outside
            elif self.upright:
                zone = None  # within a rectangle when the box round all is
        if form.positions and (left < 0 or bottom < 0 or right > ground.width or top > ground.height):
            why.append(self._off(form) if words else NO)
            if first:
                return why
        for unit, other, inches in self.others:
            far = left - other.right > inches or other.left - right > inches  # asked for every place that is tried
            far = far or bottom - other.top > inches or other.low - top > inches
            if not far and (pair := too_near(form, other, inches)):
                if first and not words:
                    return [NO]
                near = f'nearer than {inches:g}" to' if inches else "on"
                why.append(f"model {pair[0] + 1} would stand {near} {self.named(unit)} (model {pair[1] + 1})")
                if first:
                    return why
        for piece in self.pieces:
            if boxes_within(form.box, piece.box, 0.0):
                for i in range(len(form.positions)):
                    if on_piece(form, i, piece):
                        why.append(f"model {i + 1} would stand in {piece.name}, which is impassable to it")
                        if first:
                            return why
                        break
        if zone is not None and (outside := self._outside(form)):
            why += outside
            if first:
                return why
        if whole and len(form.positions) > 1:
            why += self._ranks(form, first)
        return why

    def __contains__(self, form: Formation) -> bool:
        return not self.why_not(form, True, True, False)

    def on_table(self, box: Box) -> bool:
        """Whether a box lies on the table."""
        left, low, right, top = box
        return left >= 0.0 and low >= 0.0 and right <= self.ground.width and top <= self.ground.height

    def fits(self, form: Formation) -> bool:
        """Whether models may stand so, whatever holds for their unit as a whole."""
        return not self.why_not(form, True, False, False)

    def takes(self, position: Point, base: Footprint, front: Point) -> bool:
        """Whether one model may stand on the ground at a position, whatever holds for its unit as a whole."""
        if occupied(position, base, front, self.neighbours):
            return False
        if self.zone is not None or not base.round:
            return self.fits(Formation((position,), (base,), (front,)))
        x, y = position
        r = base.half_length
        if x - r < 0.0 or y - r < 0.0 or x + r > self.ground.width or y + r > self.ground.height:
            return False
        for piece in self.pieces:  # noqa: SIM110
            if circle_on(piece, x, y, r):
                return False
        return True

    def _outside(self, form: Formation) -> list[str]:
        assert self.zone is not None
        out = next((i for i in range(len(form.positions)) if not wholly_in(form, i, self.zone)), None)
        return [] if out is None else [f"model {out + 1} would stand outside the zone"]

    def _off(self, form: Formation) -> str:
        for i in range(len(form.positions)):
            left, bottom, right, top = form.only((i,)).box
            if left < 0 or bottom < 0 or right > self.ground.width or top > self.ground.height:
                return f"model {i + 1} would stand over the edge of the table"
        return "over the edge of the table"

    def _ranks(self, form: Formation, first: bool) -> list[str]:
        pair = own_overlap(form)
        why = [f"models {pair[0] + 1} and {pair[1] + 1} would overlap"] if pair else []
        mode = self.mode
        if mode.coherency and not (why and first):
            out = out_of(form, mode.coherency, mode.measure, mode.spread)
            if out:
                names = ", ".join(str(i + 1) for i in out)
                why.append(
                    f'model{"s" if len(out) > 1 else ""} {names} would be out of coherency ({mode.coherency:g}")'
                )
        return why


def _zoned(zone: Outline) -> tuple[tuple[float, float, float, float], bool]:
    """The box round a zone, and whether it is that box."""
    xs, ys = [x for x, _ in zone], [y for _, y in zone]
    box = (min(xs), min(ys), max(xs), max(ys))
    return box, len(zone) == 4 and set(zone) == {(x, y) for x in box[::2] for y in box[1::2]}


def own_overlap(form: Formation) -> tuple[int, int] | None:
    """The first two models of one unit whose bases overlap, or None."""
    positions, r = form.positions, form.radius
    n = len(positions)
    if r >= 0 and not form.levels:
        return _nearer_pair(positions, 4 * r * r)
    if not form.levels and (circles := form.circles):
        for i, (x, y, r) in enumerate(circles):
            for j, (u, v, s) in enumerate(circles[:i]):
                if (x - u) * (x - u) + (y - v) * (y - v) < (r + s) * (r + s):
                    return j, i
        return None
    return next(((j, i) for i in range(n) for j in range(i) if overlap(form, i, form, j)), None)


def _nearer_pair(positions: tuple[Point, ...], limit: float) -> tuple[int, int] | None:
    """The first two positions the square of whose distance is less than ``limit``, or None."""
    for i in range(1, len(positions)):
        x, y = positions[i]
        for j in range(i):
            u, v = positions[j]
            if (x - u) * (x - u) + (y - v) * (y - v) < limit:
                return j, i
    return None


def holds_together(form: Formation, inches: float, measure: str, spread: float) -> bool:
    """Whether a unit is in coherency (``inches`` 0: however it stands) and no base of it lies on another; of a form found once."""
    asked = (inches, measure, spread)
    if form._together == asked:
        return True
    holds = not (inches and out_of(form, inches, measure, spread)) and own_overlap(form) is None
    if holds:
        form._together = asked
    return holds


def wholly_in(form: Formation, i: int, zone: Outline) -> bool:
    """Whether the whole base of model i stands in a polygon; touching its edge from inside is in."""
    x, y = form.positions[i]
    base = form.bases[i]
    if base.round:
        return inside(zone, x, y) and edge_d2(zone, x, y) >= base.half_length * base.half_length
    corners = form.outline(i)
    if not all(inside(zone, u, v) or edge_d2(zone, u, v) == 0.0 for u, v in corners):
        return False
    return inside(zone, x, y) and not any(inside(corners, u, v) for u, v in zone)


# --- finding places ----------------------------------------------------------------------------------------------------

# Sixteen directions, from the right round to the left: where a base may stand round another.
_A, _B, _C = 0.9238795325112867, 0.7071067811865476, 0.3826834323650898
SIXTEEN: tuple[Point, ...] = (
    *((1.0, 0.0), (_A, _C), (_B, _B), (_C, _A), (0.0, 1.0), (-_C, _A), (-_B, _B), (-_A, _C)),
    *((-1.0, 0.0), (-_A, -_C), (-_B, -_B), (-_C, -_A), (0.0, -1.0), (_C, -_A), (_B, -_B), (_A, -_C)),
)


class Placing(Space):
    """Where a unit may stand, and putting it there: deployed, gathered, dropped in rings, out of a hull, from an edge."""

    __slots__ = ()

    def deploy(
        self, bases: Sequence[Footprint], x: float, y: float, facing: Point | None = None, just_there: bool = False
    ) -> Formation | None:
        """The unit in ranks about as near to a point as there is room, or None when there is none anywhere near.

        Tries formations (wide, square, single file) at the point and then farther and farther from it, across the zone;
        ``just_there`` no farther than the point itself.
        """
        mode = self.mode
        ranks = [
            (form, form.box)
            for form in formations(tuple(bases), mode, facing)
            if holds_together(form, mode.coherency, mode.measure, mode.spread)
        ]
        low_x, low_y, high_x, high_y = (
            self.zone_box if self.upright else (0.0, 0.0, self.ground.width, self.ground.height)
        )
        others, within = self.neighbours, (low_x, low_y, high_x, high_y)
        near = (((snap(x), snap(y)),),) if just_there else self._positions_near(x, y, 48.0)
        for positions in near if ranks else ():
            k = first_free(ranks, positions, 0, within, others)
            while k >= 0:
                placed = ranks[k % len(ranks)][0].shifted(*positions[k // len(ranks)])
                if self._stands(placed):
                    return placed
                k = first_free(ranks, positions, k + 1, within, others)
        return None if just_there else self.gather(bases, x, y, facing)

    def _stands(self, placed: Formation) -> bool:
        """Whether a formation that holds together may stand where it is in the box and too near to nobody."""
        if self.zone is not None and not self.upright:
            return placed in self
        ground = self.ground
        return clear_way(placed.box, placed.box, (ground.width, ground.height), self.pieces, [], []) or placed in self

    def gather(
        self, bases: Sequence[Footprint], x: float, y: float, facing: Point | None = None, distance: float = 0.0
    ) -> Formation | None:
        """The unit put down model by model, each as near to a point as there is room, base to base; None without room.

        The first model stands within 12" of the point; ``distance`` inches are left between bases.
        """
        placed: Formation | None = None
        front = (facing,) if facing else ()
        for base in bases:
            best: Formation | None = None
            rest = neighbours([(None, placed, 0.0)]) if placed is not None else []
            for position in self._candidates(placed, base, x, y, distance, facing or FORWARD):
                if not occupied(position, base, facing or FORWARD, rest) and self.takes(
                    position, base, facing or FORWARD
                ):
                    best = Formation((position,), (base,), front)
                    break
            if best is None:
                return None
            placed = (
                best if placed is None else Formation(placed.positions + best.positions, (*placed.bases, base), front)
            )
        return placed if placed is not None and placed in self else None

    def _positions_near(self, x: float, y: float, most: float) -> Iterator[tuple[Point, ...]]:
        """The point, then a grid over the zone (or the table) from the nearest position on, at most so many inches away."""
        yield ((snap(x), snap(y)),)
        whole = (0.0, 0.0, self.ground.width, self.ground.height)
        yield from rings(whole if self.zone is None else self.zone_box, x, y, most)

    def _candidates(
        self, placed: Formation | None, base: Footprint, x: float, y: float, distance: float, front: Point
    ) -> Iterable[Point]:
        if placed is None:
            return chain.from_iterable(self._positions_near(x, y, 12.0))
        found = [
            position
            for j in range(len(placed.positions))
            for position in positions_round(placed, j, base, distance, front)
        ]
        return sorted(found, key=lambda s: (s[0] - x) * (s[0] - x) + (s[1] - y) * (s[1] - y))

    def rings(self, bases: Sequence[Footprint], x: float, y: float, facing: Point | None = None) -> Formation:
        """A unit that drops from the sky: the first model on the spot, the others in rings of base contact round it.

        The form is given whether there is room or not: ``why_not`` then says what mishap it would be.
        """
        front = (facing,) if facing else ()
        x, y = snap(x), snap(y)
        positions: list[Point] = [(x, y)]
        reach = max([b.radius for b in bases], default=0.0)
        ring = 1
        while len(positions) < len(bases):
            across = 2 * reach * ring + 3 / LATTICE  # so that rounding never makes neighbours overlap
            for c, s in directions(6 * ring):  # six round one, twelve round those: equal circles touch
                if len(positions) < len(bases):
                    positions.append((snap(x + across * c), snap(y + across * s)))
            ring += 1
        return Formation(tuple(positions[: len(bases)]), tuple(bases), front)

    def disembark(
        self, bases: Sequence[Footprint], hull: Formation, inches: float, wholly: bool = False, arcs: Sequence[str] = ()
    ) -> Formation | None:
        """The unit within ``inches`` of a hull, edge to edge (``wholly``: whole bases), in coherency; None if it cannot.

        ``arcs`` are the sides of the hull ("front", "left", "right", "rear") on which it may get out; none: all.
        """
        placed = beside(self, bases, hull, inches, wholly, arcs)
        return placed if placed is not None and placed in self else None

    def from_edge(self, bases: Sequence[Footprint], edge: str, inches: float, along: float) -> Formation | None:
        """The unit wholly within ``inches`` of an edge ("left", "right", "bottom", "top"), near ``along``, or None."""
        strip = edge_strip(self.ground, edge, inches)
        room = Placing(self.ground, mode=self.mode, zone=strip, call=self.call)
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


def positions_round(
    form: Formation, j: int, base: Footprint, distance: float = 0.0, front: Point = FORWARD
) -> list[Point]:
    """Sixteen positions round model j at which a base facing ``front`` stands ``distance`` inches from it: in contact for 0."""
    return _steps_from(form.positions[j], steps_round(form, j, base, distance, front))


def steps_round(
    form: Formation, j: int, base: Footprint, distance: float = 0.0, front: Point = FORWARD
) -> tuple[Point, ...]:
    """The vectors from model j to these positions."""
    other = form.bases[j]
    if other.round and base.round:
        return _ring(other.half_length + base.half_length + distance)
    return _steps_round(other, form.front(j), base, front, distance)


def _steps_from(position: Point, steps: tuple[Point, ...]) -> list[Point]:
    """Where some vectors lead from a position."""
    x, y = position
    found = []
    for u, v in steps:
        found.append((x + u, y + v))
    return found


@memo(2048)
def _ring(reach: float) -> tuple[Point, ...]:
    """The vectors to sixteen positions so far off: the same round every base of a size."""
    return tuple([(outwards(reach * c), outwards(reach * s)) for c, s in SIXTEEN])


@memo(2048)
def _steps_round(other: Footprint, facing: Point, base: Footprint, front: Point, distance: float) -> tuple[Point, ...]:
    """The vectors to the sixteen positions round a base that are not both circles: the same wherever it stands."""
    form = Formation(((0.0, 0.0),), (other,), (facing,))
    if base.round:
        return tuple([_roll_to(form.outline(0), other.radius, base, distance, c, s) for c, s in SIXTEEN])
    return tuple([_slide_to(form, base, front, distance, c, s) for c, s in SIXTEEN])


def _slide_to(form: Formation, base: Footprint, front: Point, distance: float, c: float, s: float) -> Point:
    """The place on a ray from a model at (0, 0) at which a base coming along it first stands ``distance`` inches away."""
    t = form.bases[0].radius + base.radius + distance + 2 / LATTICE
    for _ in range(16):  # each step goes in by what is certainly free
        free = model_distance(Formation(((t * c, t * s),), (base,), (front,)), 0, form, 0) - distance
        if free < CONTACT / 4:
            break
        t -= free
    t += 3 / LATTICE  # corners are rounded onto the lattice, outwards or inwards
    return (outwards(t * c), outwards(t * s))


def _roll_to(outline: Outline, wide: float, base: Footprint, distance: float, c: float, s: float) -> Point:
    """A place for a model with this outline, found as for a round base; ``wide`` its radius."""
    r = base.half_length
    t = wide + base.radius + distance + 2 / LATTICE
    for _ in range(16):
        x, y = t * c, t * s
        far = 0.0 if inside(outline, x, y) else sqrt(edge_d2(outline, x, y)) - r
        free = (far if far > 0.0 else 0.0) - distance
        if free < CONTACT / 4:
            break
        t -= free
    t += 3 / LATTICE
    return (outwards(t * c), outwards(t * s))


NEARBY = 6.0  # inches from a point within which places are tried first


def rings(box: Box, x: float, y: float, most: float) -> Iterator[tuple[Point, ...]]:
    """The positions of a grid over a box from the one nearest to a point on, at most so many inches from it.

    Each ring is twice as wide as those within: far positions are ranked only when none of the nearer will do.
    """
    yield _near(box, (x, y), 0.0, NEARBY)
    inner = NEARBY
    while inner < most:
        yield grid(box, (x, y), inner, min(2 * inner, most))
        inner = 2 * inner


def grid(box: Box, point: Point, least: float, most: float) -> tuple[Point, ...]:
    """The points of a grid over a box more than ``least`` (0: or at), at most ``most`` inches from a point, the nearest first."""
    (left, bottom, right, top), (x, y) = box, point
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
    """Those marks the squares of whose distances from a place are at most so large: no other position of their lines is nearer."""
    found = []
    for mark in marks:
        if (mark - at) * (mark - at) <= limit:
            found.append(mark)
    return found


def formation(
    bases: Sequence[Footprint], wide: int, mode: MovementMode = WALKING, facing: Point | None = None
) -> Formation:
    """Ranks of ``wide`` models round (0, 0), half as far apart as coherency allows, at most 0.75" base to base.

    The ranks face as the models do.
    """
    width = 2 * max([b.half_width for b in bases], default=0.5)
    depth = 2 * max([b.half_length for b in bases], default=0.5)
    step = mode.coherency if mode.coherency else 2.0
    loose = min(0.75, max(0.0, (step - max(width, depth) if mode.measure == "centre" else step) / 2))
    across, along = outwards(width + loose) + 3 / LATTICE, outwards(depth + loose) + 3 / LATTICE
    fx, fy = facing or FORWARD
    f = sqrt(fx * fx + fy * fy)
    fx, fy = fx / f, fy / f
    rows = (len(bases) + wide - 1) // wide
    positions = []
    for k in range(len(bases)):
        row, column = divmod(k, wide)
        here = min(wide, len(bases) - row * wide)
        u, v = (column - (here - 1) / 2) * across, ((rows - 1) / 2 - row) * along
        positions.append((snap(u * fy + v * fx), snap(v * fy - u * fx)))
    return Formation(tuple(positions), tuple(bases), (facing,) if facing else ())


@memo(256)
def formations(bases: tuple[Footprint, ...], mode: MovementMode, facing: Point | None) -> tuple[Formation, ...]:
    """The formations in which a unit is put down, round (0, 0)."""
    return tuple([formation(bases, wide, mode, facing) for wide in _widths(len(bases))])


def _widths(n: int) -> tuple[int, ...]:
    square = 1
    while square * square < n:
        square += 1
    return tuple(dict.fromkeys((min(n, 5), min(n, square), min(n, 10), n, min(n, 2), 1)))


def beside(
    room: Placing,
    bases: Sequence[Footprint],
    hull: Formation,
    inches: float,
    wholly: bool = False,
    arcs: Sequence[str] = (),
) -> Formation | None:
    """The unit within ``inches`` of a hull, edge to edge (``wholly``: whole bases); None when somebody finds no room.

    ``arcs`` are the sides of the hull ("front", "left", "right", "rear") on which it may get out; none: all. Each model is put in
    contact with one that has got out, or else round the hull, further and further off. Whether the unit as a whole may stand so is
    not asked.
    """
    front = hull.front(0)
    positions: list[Point] = []
    stand: list[Neighbour] = []
    rings = int(2 * inches) + 1
    tried: dict[Footprint, set[Point]] = {}  # where a base has found no room: nor will the next such
    looked: dict[Footprint, tuple[int, int]] = {}  # beside how many models, and in how many rings, all is tried
    for k, base in enumerate(bases):
        known = tried.setdefault(base, set())
        models, out = looked.get(base, (0, 0))
        position: Point | None = None
        form = Formation(tuple(positions), tuple(bases[:k]), (front,)) if models < k else None
        while form is not None and models < k:
            position = first_beside(
                room, positions_round(form, models, base, 0.0, front), known, base, hull, inches, wholly, arcs, stand
            )
            if position is not None:
                break
            models += 1
        while position is None and out < rings:
            ring = positions_round(hull, 0, base, out / 2 if out else 2 / LATTICE, front)
            position = first_beside(room, ring, known, base, hull, inches, wholly, arcs, stand)
            if position is None:
                out += 1
        if position is None:
            return None
        looked[base] = (models, out)
        positions.append(position)
        stand += neighbours([(None, Formation((position,), (base,), (front,)), 0.0)])
    return Formation(tuple(positions), tuple(bases), (front,)) if positions else None


def first_beside(
    room: Placing, positions: list[Point], tried: set[Point], base: Footprint, hull: Formation, inches: float, wholly: bool,
    arcs: Sequence[str], stand: list[Neighbour],
) -> Point | None:  # fmt: skip
    """The first of some positions not tried yet at which a base may stand beside a hull, clear of those who stand there already."""
    at, front = hull.positions[0], hull.front(0)
    wide = 2 * base.radius if wholly else 0.0
    for position in positions:
        if position in tried:
            continue
        tried.add(position)
        if arcs and arc_of(at, front, position) not in arcs:
            continue
        if (
            _reaches(position, base, hull, inches, wide)
            and not occupied(position, base, front, stand)
            and room.takes(position, base, front)
        ):
            return position
    return None


def _reaches(position: Point, base: Footprint, hull: Formation, inches: float, wide: float) -> bool:
    """Whether a base at a position stands within some inches of a hull, ``wide`` more counted, and not on it."""
    if base.round and not hull.bases[0].round and len(hull.positions) == 1 and not hull.levels:
        x, y = position
        r = base.half_length
        outline = hull.outline(0)
        if inside(outline, x, y):
            return False
        d2 = edge_d2(outline, x, y)
        far = sqrt(d2) - r
        return d2 >= r * r and (far if far > 0.0 else 0.0) + wide <= inches
    front = hull.front(0)
    one = Formation((position,), (base,), (front,))
    return model_distance(one, 0, hull, 0) + wide <= inches and not occupied(
        position, base, front, neighbours([(None, hull, 0.0)])
    )
