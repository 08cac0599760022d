"""The lattice, and polygons on it.

Inches on a lattice of 1/1024 inch: differences, products and squares of table coordinates are then exact in a double,
so every decision is a comparison of squares that comes out alike on every machine. ``math.sqrt`` is correctly rounded
and may make a number; ``hypot``, ``sin`` and ``cos`` are not, and stay away from the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import inf, sqrt
from typing import Any, Final, Protocol, TypeAlias

from grognard.errors import GrognardError

Point: TypeAlias = tuple[float, float]
Box: TypeAlias = tuple[float, float, float, float]  # left, bottom, right, top
Outline: TypeAlias = tuple[Point, ...]  # a polygon, without its first point again

LATTICE = 1024.0
_GRID = LATTICE  # a number of C when this is compiled
FORWARD: Point = (0.0, 1.0)  # the facing of a unit that has been given none: up the table
FARTHEST = 1000.0  # inches: no coordinate lies beyond, so that squares stay exact


def snap(x: float) -> float:
    """The nearest number of inches on the lattice.

    >>> snap(0.3)
    0.2998046875
    """
    return (x * _GRID + 6755399441055744.0 - 6755399441055744.0) / _GRID  # 1.5 * 2**52: rounds, half to even


def cut(x: float) -> float:
    """The next number of inches on the lattice towards zero: a step cut so is never longer than it may be."""
    n = int(x * _GRID)
    return n / _GRID


def outwards(x: float) -> float:
    """The next number on the lattice away from zero: bases put so far apart touch and never overlap."""
    n = int(x * _GRID)
    if n != x * _GRID:
        n += 1 if x > 0 else -1
    return n / _GRID


def heading(dx: float, dy: float) -> Point:
    """A facing: the direction of (dx, dy) as a lattice vector about one inch long; ``FORWARD`` when it has no
    direction.

    >>> heading(3, 4)
    (0.599609375, 0.7998046875)
    """
    d2 = dx * dx + dy * dy
    if d2 == 0.0:
        return FORWARD
    d = sqrt(d2)
    return (snap(dx / d), snap(dy / d))


def inside(points: Outline, x: float, y: float) -> bool:
    """Whether a point lies in a polygon.

    Exact on the lattice. A point on the edge may count either way, always the same.
    """
    hit = False
    px, py = points[-1]
    for qx, qy in points:
        if (py > y) != (qy > y) and ((qx - px) * (y - py) - (qy - py) * (x - px) > 0) == (qy > py):
            hit = not hit
        px, py = qx, qy
    return hit


def lie_in(areas: Sequence[tuple[Box, Outline]], box: Box, positions: Sequence[Point]) -> tuple[tuple[int, ...], ...]:
    """For each of some positions the areas that it lies in, by their places.

    An area is an outline with the box round it; ``box`` goes round all the positions.

    >>> square, far = ((0, 0), (2, 0), (2, 2), (0, 2)), ((4, 4), (5, 4), (5, 5))
    >>> lie_in([((0, 0, 2, 2), square), ((4, 4, 5, 5), far)], (1, 1, 3, 1), [(1, 1), (3, 1)])
    ((0,), ())
    """
    near = [k for k in range(len(areas)) if boxes_within(box, areas[k][0], 0.0)]
    if not near:
        return ((),) * len(positions)
    found = []
    for x, y in positions:
        here = []
        for k in near:
            (left, low, right, top), points = areas[k]
            if left <= x <= right and low <= y <= top and inside(points, x, y):
                here.append(k)
        found.append(tuple(here))
    return tuple(found)


def convex(points: Outline) -> bool:
    """Whether a simple polygon has no corner that points inwards; exact."""
    turns = []
    (ox, oy), (px, py) = points[-2], points[-1]
    for qx, qy in points:
        turns.append((px - ox) * (qy - py) - (py - oy) * (qx - px))
        ox, oy, px, py = px, py, qx, qy
    return all(t >= 0 for t in turns) or all(t <= 0 for t in turns)


def segment_d2(x: float, y: float, px: float, py: float, qx: float, qy: float) -> float:
    """The square of the distance of a point from a segment, square inches."""
    dx, dy, ux, uy = qx - px, qy - py, x - px, y - py
    along = ux * dx + uy * dy
    if along <= 0.0:
        return ux * ux + uy * uy
    length2 = dx * dx + dy * dy
    if along >= length2:
        return (x - qx) * (x - qx) + (y - qy) * (y - qy)
    across = dx * uy - dy * ux
    return across * across / length2


def edge_d2(points: Outline, x: float, y: float) -> float:
    """The square of the distance of a point from the edge of a polygon."""
    best = inf
    px, py = points[-1]
    wx, wy = x - px, y - py
    for qx, qy in points:  # ``segment_d2``, written out: this is asked more often than anything else about polygons
        ux, uy = wx, wy
        dx, dy, wx, wy = qx - px, qy - py, x - qx, y - qy
        along = ux * dx + uy * dy
        if along <= 0.0:
            d2 = ux * ux + uy * uy
        else:
            length2 = dx * dx + dy * dy
            if along >= length2:
                d2 = wx * wx + wy * wy
            else:
                across = dx * uy - dy * ux
                d2 = across * across / length2
        if d2 < best:
            best = d2
        px, py = qx, qy
    return best


def crosses(p: Point, q: Point, r: Point, s: Point) -> bool:
    """Whether two segments cross at a point inside both; exact. Touching is not crossing."""
    (px, py), (qx, qy), (rx, ry), (sx, sy) = p, q, r, s
    a = (qx - px) * (ry - py) - (qy - py) * (rx - px)
    b = (qx - px) * (sy - py) - (qy - py) * (sx - px)
    if not ((a > 0 and b < 0) or (a < 0 and b > 0)):
        return False
    c = (sx - rx) * (py - ry) - (sy - ry) * (px - rx)
    d = (sx - rx) * (qy - ry) - (sy - ry) * (qx - rx)
    return (c > 0 and d < 0) or (c < 0 and d > 0)


def apart(a: Outline, b: Outline) -> bool:
    """Whether two convex counter-clockwise polygons have no point inside both; exact. Polygons that touch are apart."""
    for points, others in ((a, b), (b, a)):
        px, py = points[-1]
        for qx, qy in points:
            dx, dy = qx - px, qy - py
            for x, y in others:
                if dx * (y - py) - dy * (x - px) > 0:
                    break
            else:
                return True
            px, py = qx, qy
    return False


def polygons_d2(a: Outline, b: Outline) -> float:
    """The square of the distance between two convex polygons, 0 when they overlap."""
    if not apart(a, b):
        return 0.0
    return min([edge_d2(b, x, y) for x, y in a] + [edge_d2(a, x, y) for x, y in b])


def positions_within(positions: Sequence[Point], others: Sequence[Point], reach: float) -> bool:
    """Whether any of some positions lies within ``reach`` of any of others."""
    limit = reach * reach
    for x, y in positions:
        for u, v in others:
            dx, dy = x - u, y - v
            if dx * dx + dy * dy <= limit:
                return True
    return False


def circles_within(
    circles: Sequence[tuple[float, float, float]], others: Sequence[tuple[float, float, float]], inches: float
) -> bool:
    """Whether any of some circles (x, y, radius) comes within ``inches`` of any of others."""
    for x, y, r in circles:
        for u, v, s in others:
            dx, dy, reach = x - u, y - v, inches + r + s
            if dx * dx + dy * dy <= reach * reach:
                return True
    return False


def positions_d2(positions: Sequence[Point], others: Sequence[Point]) -> float:
    """The square of the distance of the two nearest positions of two groups; inf when one is empty."""
    best = inf
    for x, y in positions:
        for u, v in others:
            dx, dy = x - u, y - v
            d2 = dx * dx + dy * dy
            if d2 < best:
                best = d2
    return best


def boxes_within(a: Box, b: Box, inches: float) -> bool:
    """Whether two boxes come within a distance on both axes: False rules out that anything in them does."""
    a0, a1, a2, a3 = a
    b0, b1, b2, b3 = b
    return a0 - b2 <= inches and b0 - a2 <= inches and a1 - b3 <= inches and b1 - a3 <= inches


def mean_of(positions: tuple[Point, ...]) -> Point:
    """The mean of some positions, on the lattice; there must be one."""
    left = low = 0.0
    for x, y in positions:
        left, low = left + x, low + y
    n = len(positions)
    return (snap(left / n), snap(low / n))


def put_off(positions: tuple[Point, ...], box: Box, dx: float, dy: float) -> tuple[tuple[Point, ...], Box]:
    """Points and the box round them, moved by a vector that is put onto the lattice."""
    dx, dy = snap(dx), snap(dy)
    found = []
    for x, y in positions:
        found.append((x + dx, y + dy))
    left, low, right, top = box
    return tuple(found), (left + dx, low + dy, right + dx, top + dy)


def directions(n: int) -> list[Point]:
    """n directions, evenly, for n a multiple of six: found by turning in steps, with nothing but products."""
    cosine, sine = _TURNS[n // 6] if n // 6 < len(_TURNS) else _TURNS[-1]
    found, (c, s) = [], (1.0, 0.0)
    for _ in range(n):
        found.append((c, s))
        c, s = c * cosine - s * sine, s * cosine + c * sine
    return found


# cosine and sine of 60 degrees / k
_TURNS: tuple[Point, ...] = (
    (1.0, 0.0),
    (0.5, 0.8660254037844386),
    (0.8660254037844386, 0.5),
    (0.9396926207859084, 0.3420201433256687),
    (0.9659258262890683, 0.25881904510252074),
    (0.9781476007338057, 0.20791169081775934),
    (0.984807753012208, 0.17364817766693033),
)

INCH = 25.4  # mm

# Points of an oval, as parts of its half axes: the four axis ends and two between each. The polygon lies inside the
# oval by at most 4 % of the half axis, which is 0.05" on the largest oval bases sold.
_OVAL: Outline = tuple(
    (c, s)
    for c, s in (
        (1.0, 0.0), (0.8660254037844387, 0.5), (0.5, 0.8660254037844387),
        (0.0, 1.0), (-0.5, 0.8660254037844387), (-0.8660254037844387, 0.5),
        (-1.0, 0.0), (-0.8660254037844387, -0.5), (-0.5, -0.8660254037844387),
        (0.0, -1.0), (0.5, -0.8660254037844387), (0.8660254037844387, -0.5),
    )
)  # fmt: skip
_HULL: Outline = ((1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0))


class Footprint:
    """A base in inches on the lattice: a value.

    Half its length (along the facing) and half its width. Round: both the radius. ``radius`` is that of the smallest
    circle round the base (rounded up), ``round`` whether it is one; both follow from the others and are never given.
    """

    __slots__ = ("_hash", "half_length", "half_width", "radius", "round", "shape")

    def __init__(self, shape: str = "round", half_length: float = 0.4921875, half_width: float = 0.4921875) -> None:
        self.shape: Final[str] = shape
        self.round: Final[bool] = shape == "round"
        self.half_length: Final[float] = half_length
        self.half_width: Final[float] = half_width
        length, width = half_length, half_width
        corner = snap(sqrt(length**2 + width**2) + 0.5 / LATTICE) if shape == "hull" else max(length, width)
        self.radius: Final[float] = corner
        self._hash: Final[int] = hash((shape, half_length, half_width))

    def __eq__(self, other: object) -> bool:
        return self is other or (
            isinstance(other, Footprint)
            and self.shape == other.shape
            and self.half_length == other.half_length
            and self.half_width == other.half_width
        )

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"Footprint({self.shape!r}, {self.half_length}, {self.half_width})"


class InMm(Protocol):
    """What a profile says of a base: a shape, a length and a width in mm."""

    @property
    def shape(self) -> str: ...
    @property
    def length(self) -> float: ...
    @property
    def width(self) -> float: ...


@lru_cache(maxsize=1024)  # no memo: ``forget`` would part the same base into two objects
def footprint(shape: str = "round", length: float = 25.0, width: float = 0.0) -> Footprint:
    """The footprint of a base given in mm; ``width`` 0 means as wide as long. The same object for the same base.

    Raises GrognardError for another shape than round, oval or hull, or a size outside 1 to 1000 mm.

    >>> footprint("round", 32).half_length
    0.6298828125
    """
    if shape not in ("round", "oval", "hull"):
        raise GrognardError(f"unknown shape of base {shape!r}", hint="round, oval or hull")
    width = width or length
    if not (1 <= length <= 1000 and 1 <= width <= 1000):
        raise GrognardError(f"a base of {length:g} x {width:g} mm", hint="between 1 and 1000 mm")
    if shape == "round":
        width = length
    return Footprint(shape, snap(length / INCH / 2), snap(width / INCH / 2))


def footprint_of(base: InMm) -> Footprint:
    """The footprint of a profile's base."""
    return footprint(base.shape, base.length, base.width)


def corners(base: Footprint, x: float, y: float, front: Point) -> Outline:
    """The corners of a base at a position that faces so, counter-clockwise: of a round one those of its box.

    >>> corners(footprint("hull", 50.8, 25.4), 0.0, 0.0, (1.0, 0.0))
    ((1.0, 0.5), (-1.0, 0.5), (-1.0, -0.5), (1.0, -0.5))
    """
    fx, fy = front
    length, width = base.half_length, base.half_width
    if base.round:
        return ((x + length, y + length), (x - length, y + length), (x - length, y - length), (x + length, y - length))
    f = sqrt(fx * fx + fy * fy)
    fx, fy = fx / f, fy / f
    points = []
    for along, across in _HULL if base.shape == "hull" else _OVAL:
        u, v = along * length, across * width
        points.append((snap(x + u * fx - v * fy), snap(y + u * fy + v * fx)))
    return tuple(points)


def alike_radius(bases: tuple[Footprint, ...]) -> float:
    """The radius of every base, inches, when all are round and alike; else -1."""
    first = bases[0] if bases else None
    if first is None or not first.round:
        return -1.0
    for base in bases:
        if base is not first and base != first:
            return -1.0
    return first.half_length


def circles_of(positions: tuple[Point, ...], bases: tuple[Footprint, ...]) -> tuple[tuple[float, float, float], ...]:
    """Bases at some positions as (x, y, radius); () when not all are round."""
    found = []
    for i, (x, y) in enumerate(positions):
        base = bases[i]
        if not base.round:
            return ()
        found.append((x, y, base.half_length))
    return tuple(found)


CONTACT = 1 / 128  # inches: bases nearer than this touch; the lattice keeps them from touching better
_EDGE = 2 / LATTICE  # inches: more than rounding moves a corner


class Formation:
    """Where the models of a unit stand: a value that never changes, compared and kept by identity.

    ``positions`` are the centres of the bases, ``bases`` one footprint a model. ``facing`` holds one lattice vector for the
    whole unit or one a model (none: ``FORWARD``); ``levels`` the heights above the ground at which models stand, one a
    model (none: all on the ground). A unit that is not on the table has no positions. ``radius`` is that of every base in
    inches when all are round and alike, else -1; ``box`` goes round all bases, and meets nothing where there are none.
    Both are asked of nearly every form many times; they follow from the others, and are given only where they are known.
    ``left`` to ``top`` are the sides of the box.
    """

    __slots__ = (
        "_circles",
        "_cover",
        "_outlines",
        "_screens",
        "_stood",
        "_together",
        "bases",
        "box",
        "facing",
        "left",
        "levels",
        "low",
        "positions",
        "radius",
        "right",
        "top",
    )  # fmt: skip

    def __init__(
        self,
        positions: tuple[Point, ...],
        bases: tuple[Footprint, ...],
        facing: tuple[Point, ...] = (),
        levels: tuple[float, ...] = (),
        radius: float = -2.0,
        box: Box | tuple[()] = (),
        together: Any = None,
    ) -> None:
        self.positions: Final[tuple[Point, ...]] = positions
        self.bases: Final[tuple[Footprint, ...]] = bases
        self.facing: Final[tuple[Point, ...]] = facing
        self.levels: Final[tuple[float, ...]] = levels
        # found when first asked for, and kept
        self._together = together  # (inches, measure, spread): in such coherency, and no base on another
        self._outlines: Any = None
        self._stood: Any = None  # (ground, for each model the pieces it stands in)
        self._circles: Any = None
        self._cover: Any = None  # (ground, the cover it has from the pieces it stands in)
        self._screens: Any = None  # (unit, height, its models as what may stand in a line of sight)
        self.radius: Final[float] = alike_radius(bases) if radius == -2.0 else radius
        self.box: Final[Box] = box or _box(self)
        self.left, self.low, self.right, self.top = self.box

    def __len__(self) -> int:
        return len(self.positions)

    def __repr__(self) -> str:
        return f"Formation({self.positions}, {self.bases}, {self.facing}, {self.levels})"

    @property
    def circles(self) -> tuple[tuple[float, float, float], ...]:
        """The bases as (x, y, radius) when all are round, of whatever sizes; () when not."""
        circles: tuple[tuple[float, float, float], ...] | None = self._circles
        if circles is None:
            circles = self._circles = circles_of(self.positions, self.bases)
        return circles

    @property
    def centre(self) -> Point:
        """The mean of the positions, on the lattice. Raises GrognardError for a unit that is not on the table."""
        if not self.positions:
            raise GrognardError("a unit that is not on the table has no centre")
        return mean_of(self.positions)

    def front(self, i: int) -> Point:
        """The facing of model i."""
        facing = self.facing
        return (facing[i] if len(facing) > 1 else facing[0]) if facing else FORWARD

    def level(self, i: int) -> float:
        """The height above the ground at which model i stands, inches."""
        return self.levels[i] if self.levels else 0.0

    def outline(self, i: int) -> Outline:
        """Corners of model i's base, counter-clockwise: four of a hull, twelve of an oval, the box of a round base."""
        kept: list[Outline | None] | None = self._outlines
        if kept is None:
            kept = [None] * len(self.positions)
            self._outlines = kept
        outline = kept[i]
        if outline is None:
            x, y = self.positions[i]
            outline = kept[i] = corners(self.bases[i], x, y, self.front(i))
        return outline

    def shifted(self, dx: float, dy: float) -> Formation:
        """The whole unit moved by a vector; coordinates are put onto the lattice."""
        positions, box = put_off(self.positions, self.box, dx, dy)
        return Formation(positions, self.bases, self.facing, self.levels, self.radius, box, self._together)

    def moved(self, positions: Iterable[Sequence[float]], levels: tuple[float, ...] | None = None) -> Formation:
        """These models at other positions, in the same order; ``levels`` as now unless given.

        Raises GrognardError when there are more or fewer positions than models.
        """
        new = tuple([(snap(s[0]), snap(s[1])) for s in positions])
        if len(new) != len(self.bases):
            raise GrognardError(f"{len(new)} spots for {len(self.bases)} models")
        levels = self.levels if levels is None else levels
        return Formation(new, self.bases, self.facing, levels, self.radius)

    def without(self, indices: Iterable[int]) -> Formation:
        """The unit after these models have been taken off the table."""
        gone = frozenset(indices)
        return self.only([i for i in range(len(self.positions)) if i not in gone])

    def only(self, indices: Iterable[int]) -> Formation:
        """These models of the unit, in the order given."""
        keep = tuple(indices)
        facing = self.facing if len(self.facing) < 2 else tuple([self.facing[i] for i in keep])
        levels = tuple([self.levels[i] for i in keep]) if self.levels else ()
        positions, bases = tuple([self.positions[i] for i in keep]), tuple([self.bases[i] for i in keep])
        return Formation(positions, bases, facing, levels, self.radius if keep and self.radius >= 0 else -2.0)

    def with_others(self, other: Formation) -> Formation:
        """Two units as one, as when a character joins: this unit's models first."""
        n, m = len(self), len(other)
        facing = tuple([self.front(i) for i in range(n)] + [other.front(i) for i in range(m)])
        facing = () if all(f == FORWARD for f in facing) else facing
        levels = tuple([self.level(i) for i in range(n)] + [other.level(i) for i in range(m)])
        return Formation(
            self.positions + other.positions, self.bases + other.bases, facing, levels if any(levels) else ()
        )

    def faced(self, dx: float, dy: float) -> Formation:
        """These positions, every model turned to face in the direction (dx, dy)."""
        facing, radius = (heading(dx, dy),), self.radius
        if radius >= 0:
            return Formation(self.positions, self.bases, facing, self.levels, radius, self.box, self._together)
        return Formation(self.positions, self.bases, facing, self.levels, radius)

    def facing_towards(self, x: float, y: float) -> Formation:
        """These positions, every model turned as one from the unit's centre towards a point."""
        cx, cy = self.centre
        return self.faced(x - cx, y - cy)

    def raised(self, level: float) -> Formation:
        """These positions, every model standing at one level: 0 on the ground."""
        levels = (snap(level),) * len(self.positions) if level else ()
        return Formation(self.positions, self.bases, self.facing, levels, self.radius, self.box)

    def plain(self) -> list[list[float]]:
        """The coordinates for a save: a row a model, ``[x, y]``, with its level, with its level and facing."""
        rows = []
        for i, (x, y) in enumerate(self.positions):
            level, front = self.level(i), self.front(i)
            rows.append([x, y, level, *front] if front != FORWARD else [x, y, level] if level else [x, y])
        return rows

    @staticmethod
    def from_plain(rows: Any, bases: tuple[Footprint, ...]) -> Formation:
        """What ``plain`` gave, read again and put onto the lattice. Raises GrognardError when it is anything else."""
        if not isinstance(rows, list | tuple) or len(rows) != len(bases):
            raise GrognardError(f"expected the places of {len(bases)} models", hint="a list of [x, y] for each model")
        for row in rows:
            good = isinstance(row, list | tuple) and len(row) in (2, 3, 5)
            if not good or not all(type(v) in (int, float) and -FARTHEST <= v <= FARTHEST for v in row):
                raise GrognardError(f"{row!r} is not the place of a model", hint="[x, y] in inches")
        positions = tuple([(snap(row[0]), snap(row[1])) for row in rows])
        levels = tuple([snap(row[2]) if len(row) > 2 else 0.0 for row in rows])
        fronts = tuple([(snap(row[3]), snap(row[4])) if len(row) > 3 else FORWARD for row in rows])
        if any(f == (0.0, 0.0) for f in fronts):
            raise GrognardError("a model must face somewhere", hint="a facing other than 0, 0")
        alike = all(f == fronts[0] for f in fronts)
        facing = fronts if not alike else () if not fronts or fronts[0] == FORWARD else fronts[:1]
        return Formation(positions, bases, facing, levels if any(levels) else ())


def _box(form: Formation) -> Box:
    if not form.positions:
        return (inf, inf, -inf, -inf)
    r = form.radius
    points = form.positions if r >= 0 else [p for i in range(len(form.positions)) for p in form.outline(i)]
    r = max(r, 0.0)
    left = low = inf
    right = top = -inf
    for x, y in points:
        if x < left:
            left = x
        if x > right:
            right = x
        if y < low:
            low = y
        if y > top:
            top = y
    return (left - r, low - r, right + r, top + r)


NOWHERE = Formation((), ())  # a unit that is not on the table


class Aabb:
    """An axis-parallel box by its sides, as it is measured to again and again."""

    __slots__ = ("left", "low", "right", "top")

    def __init__(self, box: Box) -> None:
        self.left, self.low, self.right, self.top = box


def aabb(left: float, low: float, right: float, top: float) -> Aabb:
    """The box between these sides."""
    made = Aabb.__new__(Aabb)  # nothing is called when it is compiled
    made.left, made.low, made.right, made.top = left, low, right, top
    return made


def aabb_of(box: Box) -> Aabb:
    """A box by its sides."""
    left, low, right, top = box
    return aabb(left, low, right, top)


def aabbs_of(boxes: Sequence[Box]) -> list[Aabb]:
    """Boxes by their sides, in their order."""
    return [aabb_of(box) for box in boxes]


def aabb_d2(a: Aabb, b: Aabb) -> float:
    """The square of the distance of two boxes, square inches; 0 where they overlap."""
    dx = a.left - b.right if a.left > b.right else b.left - a.right if b.left > a.right else 0.0
    dy = a.low - b.top if a.low > b.top else b.low - a.top if b.low > a.top else 0.0
    return dx * dx + dy * dy


def aabb_distance(a: Box, b: Box) -> float:
    """The distance of two boxes, inches; 0 where they overlap."""
    return sqrt(aabb_d2(aabb_of(a), aabb_of(b)))


def aabb_distances(a: Box, boxes: Sequence[Box]) -> list[float]:
    """The distances of a box from each of several, inches, in their order."""
    here = aabb_of(a)
    found = []
    for box in boxes:
        found.append(sqrt(aabb_d2(here, aabb_of(box))))
    return found


def aabbs_within(a: Box, boxes: Sequence[Box], inches: float) -> list[tuple[int, float]]:
    """The places of the boxes that come within ``inches`` of a box, each with the square of how far it is at least.

    >>> aabbs_within((0.0, 0.0, 1.0, 1.0), ((4.0, 5.0, 6.0, 6.0), (9.0, 0.0, 10.0, 1.0)), 5.0)
    [(0, 25.0)]
    """
    here = aabb_of(a)
    limit = inches * inches
    found = []
    for k in range(len(boxes)):
        d2 = aabb_d2(here, aabb_of(boxes[k]))
        if d2 <= limit:
            found.append((k, d2))
    return found


def part_of(d2: float, inches: float) -> float:
    """The part of a way, whose length squared is given, that so many inches are worth: 1 when they are enough for all of it.

    >>> part_of(100.0, 12.0), part_of(100.0, 4.0)
    (1.0, 0.4)
    """
    return 1.0 if d2 <= inches * inches else inches / sqrt(d2)
