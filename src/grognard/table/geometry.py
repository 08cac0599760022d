"""Where models stand and how far apart they are, in inches on the lattice (see ``polygons``)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import inf, sqrt
from typing import Any, Final

from grognard.errors import GrognardError
from grognard.table.bases import Footprint, alike_radius, circles_of, corners, footprint, footprint_of
from grognard.table.polygons import (
    FARTHEST,
    FORWARD,
    LATTICE,
    Box,
    Outline,
    Spot,
    apart,
    boxes_within,
    circles_within,
    cut,
    edge_d2,
    heading,
    inside,
    mean_of,
    polygons_d2,
    put_off,
    snap,
    spots_d2,
    spots_within,
)

__all__ = [  # the lattice is part of the geometry: whoever places models finds both here
    "CONTACT", "FORWARD", "HEADROOM", "LATTICE", "NOWHERE", "Box", "Footprint", "Form", "Outline", "Spot",
    "boxes_within", "cut", "footprint", "footprint_of", "gap", "heading", "inside", "model_gap", "models_within",
    "nearest_first", "overlap", "point_within", "snap", "touching", "who_within",
    "within",
]  # fmt: skip

CONTACT = 1 / 128  # inches: bases nearer than this touch; the lattice keeps them from touching better
HEADROOM = 2.0  # inches: models whose levels differ by this may stand one above the other
_EDGE = 2 / LATTICE  # inches: more than rounding moves a corner
HAIR = _HAIR = 0.01  # inches: more than the roundings of a root
MANY = 100  # pairs of models from which arrays beat plain loops


class Form:
    """Where the models of a unit stand: a value that never changes, compared and kept by identity.

    ``spots`` are the centres of the bases, ``bases`` one footprint a model. ``facing`` holds one lattice vector for the
    whole unit or one a model (none: ``FORWARD``); ``levels`` the heights above the ground at which models stand, one a
    model (none: all on the ground). A unit that is not on the table has no spots. ``radius`` is that of every base in
    inches when all are round and alike, else -1; ``box`` goes round all bases, and meets nothing where there are none.
    Both are asked of nearly every form many times; they follow from the others, and are given only where they are known.
    ``left`` to ``top`` are the sides of the box.
    """

    __slots__ = (
        "_array", "_circles", "_cover", "_outlines", "_screens", "_stood", "_together", "bases", "box", "facing", "left",
        "levels", "low", "radius", "right", "spots", "top",
    )  # fmt: skip

    def __init__(
        self,
        spots: tuple[Spot, ...],
        bases: tuple[Footprint, ...],
        facing: tuple[Spot, ...] = (),
        levels: tuple[float, ...] = (),
        radius: float = -2.0,
        box: Box | tuple[()] = (),
        together: Any = None,
    ) -> None:
        self.spots: Final[tuple[Spot, ...]] = spots
        self.bases: Final[tuple[Footprint, ...]] = bases
        self.facing: Final[tuple[Spot, ...]] = facing
        self.levels: Final[tuple[float, ...]] = levels
        # found when first asked for, and kept
        self._together = together  # (inches, measure, spread): in such coherency, and no base on another
        self._outlines: Any = None
        self._array: Any = None
        self._stood: Any = None  # (ground, for each model the pieces it stands in)
        self._circles: Any = None
        self._cover: Any = None  # (ground, the cover it has from the pieces it stands in)
        self._screens: Any = None  # (unit, height, its models as what may stand in a line of sight)
        self.radius: Final[float] = alike_radius(bases) if radius == -2.0 else radius
        self.box: Final[Box] = box or _box(self)
        self.left, self.low, self.right, self.top = self.box

    def __len__(self) -> int:
        return len(self.spots)

    def __repr__(self) -> str:
        return f"Form({self.spots}, {self.bases}, {self.facing}, {self.levels})"

    @property
    def circles(self) -> tuple[tuple[float, float, float], ...]:
        """The bases as (x, y, radius) when all are round, of whatever sizes; () when not."""
        circles: tuple[tuple[float, float, float], ...] | None = self._circles
        if circles is None:
            circles = self._circles = circles_of(self.spots, self.bases)
        return circles

    @property
    def centre(self) -> Spot:
        """The mean of the spots, on the lattice. Raises GrognardError for a unit that is not on the table."""
        if not self.spots:
            raise GrognardError("a unit that is not on the table has no centre")
        return mean_of(self.spots)

    def front(self, i: int) -> Spot:
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
            kept = [None] * len(self.spots)
            self._outlines = kept
        outline = kept[i]
        if outline is None:
            x, y = self.spots[i]
            outline = kept[i] = corners(self.bases[i], x, y, self.front(i))
        return outline

    def array(self) -> Any:
        """The spots as a numpy array of n x 2, kept."""
        if self._array is None:
            import numpy

            self._array = numpy.array(self.spots, dtype=float).reshape(-1, 2)
        return self._array

    def shifted(self, dx: float, dy: float) -> Form:
        """The whole unit moved by a vector; coordinates are put onto the lattice."""
        spots, box = put_off(self.spots, self.box, dx, dy)
        return Form(spots, self.bases, self.facing, self.levels, self.radius, box, self._together)

    def moved(self, spots: Iterable[Sequence[float]], levels: tuple[float, ...] | None = None) -> Form:
        """The same models at other spots, in the same order; ``levels`` as now unless given.

        Raises GrognardError when there are more or fewer spots than models.
        """
        new = tuple([(snap(s[0]), snap(s[1])) for s in spots])
        if len(new) != len(self.bases):
            raise GrognardError(f"{len(new)} spots for {len(self.bases)} models")
        levels = self.levels if levels is None else levels
        return Form(new, self.bases, self.facing, levels, self.radius)

    def without(self, indices: Iterable[int]) -> Form:
        """The unit after these models have been taken off the table."""
        gone = frozenset(indices)
        return self.only([i for i in range(len(self.spots)) if i not in gone])

    def only(self, indices: Iterable[int]) -> Form:
        """These models of the unit, in the order given."""
        keep = tuple(indices)
        facing = self.facing if len(self.facing) < 2 else tuple([self.facing[i] for i in keep])
        levels = tuple([self.levels[i] for i in keep]) if self.levels else ()
        spots, bases = tuple([self.spots[i] for i in keep]), tuple([self.bases[i] for i in keep])
        return Form(spots, bases, facing, levels, self.radius if keep and self.radius >= 0 else -2.0)

    def with_others(self, other: Form) -> Form:
        """Two units as one, as when a character joins: this unit's models first."""
        n, m = len(self), len(other)
        facing = tuple([self.front(i) for i in range(n)] + [other.front(i) for i in range(m)])
        facing = () if all(f == FORWARD for f in facing) else facing
        levels = tuple([self.level(i) for i in range(n)] + [other.level(i) for i in range(m)])
        return Form(self.spots + other.spots, self.bases + other.bases, facing, levels if any(levels) else ())

    def faced(self, dx: float, dy: float) -> Form:
        """The same spots, every model turned to face in the direction (dx, dy)."""
        facing, radius = (heading(dx, dy),), self.radius
        if radius >= 0:
            return Form(self.spots, self.bases, facing, self.levels, radius, self.box, self._together)
        return Form(self.spots, self.bases, facing, self.levels, radius)

    def facing_towards(self, x: float, y: float) -> Form:
        """The same spots, every model turned as one from the unit's centre towards a point."""
        cx, cy = self.centre
        return self.faced(x - cx, y - cy)

    def raised(self, level: float) -> Form:
        """The same spots, every model standing at one level: 0 on the ground."""
        levels = (snap(level),) * len(self.spots) if level else ()
        return Form(self.spots, self.bases, self.facing, levels, self.radius, self.box)

    def plain(self) -> list[list[float]]:
        """The coordinates for a save: a row a model, ``[x, y]``, with its level, with its level and facing."""
        rows = []
        for i, (x, y) in enumerate(self.spots):
            level, front = self.level(i), self.front(i)
            rows.append([x, y, level, *front] if front != FORWARD else [x, y, level] if level else [x, y])
        return rows

    @staticmethod
    def from_plain(rows: Any, bases: tuple[Footprint, ...]) -> Form:
        """What ``plain`` gave, read again and put onto the lattice. Raises GrognardError when it is anything else."""
        if not isinstance(rows, list | tuple) or len(rows) != len(bases):
            raise GrognardError(f"expected the places of {len(bases)} models", hint="a list of [x, y] for each model")
        for row in rows:
            good = isinstance(row, list | tuple) and len(row) in (2, 3, 5)
            if not good or not all(type(v) in (int, float) and -FARTHEST <= v <= FARTHEST for v in row):
                raise GrognardError(f"{row!r} is not the place of a model", hint="[x, y] in inches")
        spots = tuple([(snap(row[0]), snap(row[1])) for row in rows])
        levels = tuple([snap(row[2]) if len(row) > 2 else 0.0 for row in rows])
        fronts = tuple([(snap(row[3]), snap(row[4])) if len(row) > 3 else FORWARD for row in rows])
        if any(f == (0.0, 0.0) for f in fronts):
            raise GrognardError("a model must face somewhere", hint="a facing other than 0, 0")
        alike = all(f == fronts[0] for f in fronts)
        facing = fronts if not alike else () if not fronts or fronts[0] == FORWARD else fronts[:1]
        return Form(spots, bases, facing, levels if any(levels) else ())


def _box(form: Form) -> Box:
    if not form.spots:
        return (inf, inf, -inf, -inf)
    r = form.radius
    points = form.spots if r >= 0 else [p for i in range(len(form.spots)) for p in form.outline(i)]
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


NOWHERE = Form((), ())  # a unit that is not on the table


# --- distances between models ---------------------------------------------------------------------------------------


def model_gap(a: Form, i: int, b: Form, j: int, measure: str = "edge") -> float:
    """The flat distance of two models in inches, edge to edge (0 when they overlap) or centre to centre.

    For display.
    """
    (ax, ay), (bx, by) = a.spots[i], b.spots[j]
    centres = (ax - bx) * (ax - bx) + (ay - by) * (ay - by)
    if measure == "centre":
        return sqrt(centres)
    f, g = a.bases[i], b.bases[j]
    if f.round:
        if g.round:
            return max(0.0, sqrt(centres) - f.half_length - g.half_length)
        outline = b.outline(j)
        return 0.0 if inside(outline, ax, ay) else max(0.0, sqrt(edge_d2(outline, ax, ay)) - f.half_length)
    if g.round:
        return model_gap(b, j, a, i)
    return sqrt(polygons_d2(a.outline(i), b.outline(j)))


def models_within(a: Form, i: int, b: Form, j: int, inches: float, measure: str = "edge") -> bool:
    """Whether two models stand within a flat distance; circles exactly, by squares."""
    if measure != "centre":
        return edges_within(a, i, b, j, inches)
    (ax, ay), (bx, by) = a.spots[i], b.spots[j]
    return (ax - bx) * (ax - bx) + (ay - by) * (ay - by) <= inches * inches


def edges_within(a: Form, i: int, b: Form, j: int, inches: float) -> bool:
    """The same base to base."""
    (ax, ay), (bx, by) = a.spots[i], b.spots[j]
    centres = (ax - bx) * (ax - bx) + (ay - by) * (ay - by)
    f, g = a.bases[i], b.bases[j]
    if f.round and g.round:
        reach = inches + f.half_length + g.half_length
        return reach >= 0 and centres <= reach * reach
    if g.round:
        return edges_within(b, j, a, i, inches)
    if _far(centres, f, g, inches):
        return False
    if _near(centres, f, g, inches):
        return True
    if f.round:
        outline, reach = b.outline(j), inches + f.half_length
        return inside(outline, ax, ay) or edge_d2(outline, ax, ay) <= reach * reach
    return polygons_d2(a.outline(i), b.outline(j)) <= inches * inches


def _far(centres: float, f: Footprint, g: Footprint, inches: float) -> bool:
    """Whether the circles round two bases show that they are farther apart; ``centres`` squared, corners rounded."""
    reach = inches + f.radius + g.radius + _EDGE
    return centres > reach * reach


def _near(centres: float, f: Footprint, g: Footprint, inches: float) -> bool:
    """Whether circles well inside two bases show that they are so near; ``centres`` squared, corners rounded."""
    reach = inches + 0.9 * (min(f.half_length, f.half_width) + min(g.half_length, g.half_width)) - _EDGE
    return reach > 0.0 and centres <= reach * reach


def overlap(a: Form, i: int, b: Form, j: int) -> bool:
    """Whether two bases overlap; bases that touch do not, nor do models one of which stands well above the other."""
    if (a.levels or b.levels) and abs(a.level(i) - b.level(j)) >= HEADROOM:
        return False
    (ax, ay), (bx, by) = a.spots[i], b.spots[j]
    centres = (ax - bx) * (ax - bx) + (ay - by) * (ay - by)
    f, g = a.bases[i], b.bases[j]
    if f.round and g.round:
        reach = f.half_length + g.half_length
        return centres < reach * reach
    if g.round:
        return overlap(b, j, a, i)
    if _far(centres, f, g, 0.0):
        return False
    if _near(centres, f, g, 0.0):
        return True
    if f.round:
        outline = b.outline(j)
        return inside(outline, ax, ay) or edge_d2(outline, ax, ay) < f.half_length * f.half_length
    return not apart(a.outline(i), b.outline(j))


def _close(a: Form, i: int, b: Form, j: int, inches: float, measure: str, diagonal: bool, rise: float | None) -> bool:
    """Two models, with their heights counted."""
    up = a.level(i) - b.level(j)
    if rise is not None and abs(up) > rise:
        return False
    if not diagonal or up == 0.0:
        return models_within(a, i, b, j, inches, measure)
    left = inches * inches - up * up
    if left < 0.0:
        return False
    if measure == "centre":
        (ax, ay), (bx, by) = a.spots[i], b.spots[j]
        return (ax - bx) * (ax - bx) + (ay - by) * (ay - by) <= left
    return models_within(a, i, b, j, sqrt(left), measure)


def may_be_within(a: Form, b: Form, inches: float) -> bool:
    """Whether the boxes round two units come within a distance on both axes: False rules out that any of their models do."""
    return (
        a.left - b.right <= inches
        and b.left - a.right <= inches
        and a.low - b.top <= inches
        and b.low - a.top <= inches
    )


def _any_close(a: Form, i: int, b: Form, inches: float, measure: str, diagonal: bool, rise: float | None) -> bool:
    """One model, and any of a unit."""
    for j in range(len(b.spots)):  # noqa: SIM110 (no generator in compiled code)
        if _close(a, i, b, j, inches, measure, diagonal, rise):
            return True
    return False


def within(
    a: Form, b: Form, inches: float, measure: str = "edge", *, diagonal: bool = False, rise: float | None = None
) -> bool:
    """Whether any model of ``a`` stands within ``inches`` of any model of ``b`` (the limit itself included).

    ``measure`` is "edge" (base to base) or "centre"; ``diagonal`` measures in three dimensions by the levels of the
    models; ``rise`` is the greatest difference of levels that still counts.
    """
    raised = (diagonal or rise is not None) and bool(a.levels or b.levels)
    if measure == "edge" and not raised:
        return bases_within(a, b, inches)
    if not may_be_within(a, b, inches):
        return False
    n, m = len(a.spots), len(b.spots)
    if raised:
        for i in range(n):  # noqa: SIM110
            if _any_close(a, i, b, inches, measure, diagonal, rise):
                return True
        return False
    if n * m > MANY:
        return bool((_squares(a, b) <= inches * inches).any())
    return spots_within(a.spots, b.spots, inches)


def bases_within(a: Form, b: Form, inches: float) -> bool:
    """Whether any model of ``a`` stands within ``inches`` of any model of ``b``, base to base, whatever their levels."""
    if not may_be_within(a, b, inches):
        return False
    r, s = a.radius, b.radius
    n, m = len(a.spots), len(b.spots)
    if r >= 0 and s >= 0:
        if n * m > MANY:
            return bool((_squares(a, b) <= (inches + r + s) * (inches + r + s)).any())
        return spots_within(a.spots, b.spots, inches + r + s)
    if (p := a.circles) and (q := b.circles):
        return circles_within(p, q, inches)
    for i in range(n):
        for j in range(m):
            if edges_within(a, i, b, j, inches):
                return True
    return False


def _squares(a: Form, b: Form) -> Any:
    """All squared centre distances, an array of len(a) x len(b)."""
    p, q = a.array(), b.array()
    dx = p[:, 0, None] - q[None, :, 0]
    dy = p[:, 1, None] - q[None, :, 1]
    return dx * dx + dy * dy


def who_within(
    a: Form, b: Form, inches: float, measure: str = "edge", *, diagonal: bool = False, rise: float | None = None
) -> tuple[int, ...]:
    """The models of ``a`` that stand within ``inches`` of any model of ``b``, in order."""
    if not may_be_within(a, b, inches):
        return ()
    return tuple([i for i in range(len(a.spots)) if _any_close(a, i, b, inches, measure, diagonal, rise)])


def point_within(form: Form, x: float, y: float, inches: float, measure: str = "edge") -> tuple[int, ...]:
    """The models within ``inches`` of a point on the ground, in order: of an objective, or the centre of a marker."""
    point = Form(((snap(x), snap(y)),), (Footprint("round", 0.0, 0.0),))
    return who_within(form, point, inches, measure)


def gap(a: Form, b: Form, measure: str = "edge", *, diagonal: bool = False) -> float:
    """The distance of two units in inches, of the two nearest models; inf when one is not on the table.

    For display and for bots that reason about distance; whether something is in range is what ``within`` says.
    """
    if not a.spots or not b.spots:
        return inf
    if not (diagonal and (a.levels or b.levels)):
        return flat_gap(a, b, measure)
    best = inf
    for i in range(len(a.spots)):
        for j in range(len(b.spots)):
            flat, up = model_gap(a, i, b, j, measure), a.level(i) - b.level(j)
            best = min(best, sqrt(flat * flat + up * up) if up else flat)
    return best


def flat_gap(a: Form, b: Form, measure: str = "edge") -> float:
    """The same on the flat, whatever the levels of the models."""
    r, s = a.radius, b.radius
    if measure == "centre" or (r >= 0 and s >= 0):
        many = len(a.spots) * len(b.spots) > MANY
        far = sqrt(float(_squares(a, b).min()) if many else spots_d2(a.spots, b.spots))
        if measure != "centre":
            far = far - r - s
        return far if far > 0.0 else 0.0
    least = inf
    for i in range(len(a.spots)):
        least = least_gap(a, i, b, least)
    return least


def least_gap(a: Form, i: int, b: Form, least: float = inf) -> float:
    """The distance of model i from the nearest model of a unit, edge to edge, where that is less than so many inches."""
    x, y = a.spots[i]
    base = a.bases[i]
    for j, (u, v) in enumerate(b.spots):
        their = b.bases[j]
        reach = least + base.radius + their.radius + _HAIR
        if (x - u) * (x - u) + (y - v) * (y - v) > reach * reach:
            continue  # the circles round the two bases are farther apart than that
        far = model_gap(a, i, b, j)
        if far < least:
            least = far
    return least


def touching(a: Form, b: Form) -> bool:
    """Whether the units are in base contact."""
    return within(a, b, CONTACT, rise=HEADROOM)


def nearest_first(form: Form, to: Form, measure: str = "edge") -> tuple[int, ...]:
    """The models of ``form`` from the nearest to the farthest from ``to``: the order in which they suffer.

    Ties go in the order of the models.
    """
    others, keyed = to.spots, []
    alike = measure == "centre" or (form.radius >= 0 and to.radius >= 0)  # the order of squares is that of distances
    for i, (x, y) in enumerate(form.spots):
        best = inf if others else 0.0
        if not alike:
            best = least_gap(form, i, to, best)
        else:
            for u, v in others:
                d2 = (x - u) * (x - u) + (y - v) * (y - v)
                if d2 < best:
                    best = d2
        keyed.append((best, i))
    keyed.sort()
    return tuple([i for _, i in keyed])
