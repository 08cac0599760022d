"""Distances between models, units and points: how far, who is within range of whom, the closest pair, bands of range."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, sqrt

from grognard.errors import GrognardError
from grognard.table.geometry import (
    CONTACT,
    LATTICE,
    Box,
    Footprint,
    Formation,
    Point,
    aabb,
    aabb_d2,
    aabb_of,
    apart,
    boxes_within,
    circles_within,
    edge_d2,
    inside,
    polygons_d2,
    positions_d2,
    positions_within,
    segment_d2,
    snap,
)

HEADROOM = 2.0  # inches: models whose levels differ by this may stand one above the other
_EDGE = 2 / LATTICE  # inches: more than rounding moves a corner
HAIR = _HAIR = 0.01  # inches: more than the roundings of a root


# --- distances between models ---------------------------------------------------------------------------------------


def model_distance(a: Formation, i: int, b: Formation, j: int, measure: str = "edge") -> float:
    """The flat distance of two models in inches, edge to edge (0 when they overlap) or centre to centre.

    For display.
    """
    (ax, ay), (bx, by) = a.positions[i], b.positions[j]
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
        return model_distance(b, j, a, i)
    return sqrt(polygons_d2(a.outline(i), b.outline(j)))


def models_within(a: Formation, i: int, b: Formation, j: int, inches: float, measure: str = "edge") -> bool:
    """Whether two models stand within a flat distance; circles exactly, by squares."""
    if measure != "centre":
        return edges_within(a, i, b, j, inches)
    (ax, ay), (bx, by) = a.positions[i], b.positions[j]
    return (ax - bx) * (ax - bx) + (ay - by) * (ay - by) <= inches * inches


def edges_within(a: Formation, i: int, b: Formation, j: int, inches: float) -> bool:
    """Whether two models stand within so many inches, base to base."""
    (ax, ay), (bx, by) = a.positions[i], b.positions[j]
    centres = (ax - bx) * (ax - bx) + (ay - by) * (ay - by)
    f, g = a.bases[i], b.bases[j]
    if f.round and g.round:
        reach = inches + f.half_length + g.half_length
        return reach >= 0 and centres <= reach * reach
    if g.round:
        return edges_within(b, j, a, i, inches)
    if _surely_far(centres, f, g, inches):
        return False
    if _surely_near(centres, f, g, inches):
        return True
    if f.round:
        outline, reach = b.outline(j), inches + f.half_length
        return inside(outline, ax, ay) or edge_d2(outline, ax, ay) <= reach * reach
    return polygons_d2(a.outline(i), b.outline(j)) <= inches * inches


def _surely_far(centres: float, f: Footprint, g: Footprint, inches: float) -> bool:
    """Whether the circles round two bases show that they are farther apart; ``centres`` squared, corners rounded."""
    reach = inches + f.radius + g.radius + _EDGE
    return centres > reach * reach


def _surely_near(centres: float, f: Footprint, g: Footprint, inches: float) -> bool:
    """Whether circles well inside two bases show that they are so near; ``centres`` squared, corners rounded."""
    reach = inches + 0.9 * (min(f.half_length, f.half_width) + min(g.half_length, g.half_width)) - _EDGE
    return reach > 0.0 and centres <= reach * reach


def overlap(a: Formation, i: int, b: Formation, j: int) -> bool:
    """Whether two bases overlap; bases that touch do not, nor do models one of which stands well above the other."""
    if (a.levels or b.levels) and abs(a.level(i) - b.level(j)) >= HEADROOM:
        return False
    (ax, ay), (bx, by) = a.positions[i], b.positions[j]
    centres = (ax - bx) * (ax - bx) + (ay - by) * (ay - by)
    f, g = a.bases[i], b.bases[j]
    if f.round and g.round:
        reach = f.half_length + g.half_length
        return centres < reach * reach
    if g.round:
        return overlap(b, j, a, i)
    if _surely_far(centres, f, g, 0.0):
        return False
    if _surely_near(centres, f, g, 0.0):
        return True
    if f.round:
        outline = b.outline(j)
        return inside(outline, ax, ay) or edge_d2(outline, ax, ay) < f.half_length * f.half_length
    return not apart(a.outline(i), b.outline(j))


def _close(
    a: Formation, i: int, b: Formation, j: int, inches: float, measure: str, diagonal: bool, rise: float | None
) -> bool:
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
        (ax, ay), (bx, by) = a.positions[i], b.positions[j]
        return (ax - bx) * (ax - bx) + (ay - by) * (ay - by) <= left
    return models_within(a, i, b, j, sqrt(left), measure)


def may_be_within(a: Formation, b: Formation, inches: float) -> bool:
    """Whether the boxes round two units come within a distance on both axes: False rules out that any of their models do."""
    return (
        a.left - b.right <= inches
        and b.left - a.right <= inches
        and a.low - b.top <= inches
        and b.low - a.top <= inches
    )


def _any_close(
    a: Formation, i: int, b: Formation, inches: float, measure: str, diagonal: bool, rise: float | None
) -> bool:
    """One model, and any of a unit."""
    for j in range(len(b.positions)):  # noqa: SIM110 (no generator in compiled code)
        if _close(a, i, b, j, inches, measure, diagonal, rise):
            return True
    return False


def within(
    a: Formation,
    b: Formation,
    inches: float,
    measure: str = "edge",
    *,
    diagonal: bool = False,
    rise: float | None = None,
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
    if raised:
        for i in range(len(a.positions)):  # noqa: SIM110
            if _any_close(a, i, b, inches, measure, diagonal, rise):
                return True
        return False
    return positions_within(a.positions, b.positions, inches)


def bases_within(a: Formation, b: Formation, inches: float) -> bool:
    """Whether any model of ``a`` stands within ``inches`` of any model of ``b``, base to base, whatever their levels."""
    if not may_be_within(a, b, inches):
        return False
    r, s = a.radius, b.radius
    n, m = len(a.positions), len(b.positions)
    if r >= 0 and s >= 0:
        return positions_within(a.positions, b.positions, inches + r + s)
    if (p := a.circles) and (q := b.circles):
        return circles_within(p, q, inches)
    for i in range(n):
        for j in range(m):
            if edges_within(a, i, b, j, inches):
                return True
    return False


def who_within(
    a: Formation,
    b: Formation,
    inches: float,
    measure: str = "edge",
    *,
    diagonal: bool = False,
    rise: float | None = None,
) -> tuple[int, ...]:
    """The models of ``a`` that stand within ``inches`` of any model of ``b``, in order."""
    if not may_be_within(a, b, inches):
        return ()
    return tuple([i for i in range(len(a.positions)) if _any_close(a, i, b, inches, measure, diagonal, rise)])


def point_within(form: Formation, x: float, y: float, inches: float, measure: str = "edge") -> tuple[int, ...]:
    """The models within ``inches`` of a point on the ground, in order: of an objective, or the centre of a marker."""
    point = Formation(((snap(x), snap(y)),), (Footprint("round", 0.0, 0.0),))
    return who_within(form, point, inches, measure)


def distance(a: Formation, b: Formation, measure: str = "edge", *, diagonal: bool = False) -> float:
    """The distance of two units in inches, of the two nearest models; inf when one is not on the table.

    For display and for bots that reason about distance; whether something is in range is what ``within`` says.
    """
    if not a.positions or not b.positions:
        return inf
    if not (diagonal and (a.levels or b.levels)):
        return flat_distance(a, b, measure)
    best = inf
    for i in range(len(a.positions)):
        for j in range(len(b.positions)):
            flat, up = model_distance(a, i, b, j, measure), a.level(i) - b.level(j)
            best = min(best, sqrt(flat * flat + up * up) if up else flat)
    return best


def flat_distance(a: Formation, b: Formation, measure: str = "edge") -> float:
    """How far two units are apart on the flat, inches, whatever the levels of the models."""
    r, s = a.radius, b.radius
    if measure == "centre" or (r >= 0 and s >= 0):
        far = sqrt(positions_d2(a.positions, b.positions))
        if measure != "centre":
            far = far - r - s
        return far if far > 0.0 else 0.0
    least = inf
    for i in range(len(a.positions)):
        least = least_distance(a, i, b, least)
    return least


def least_distance(a: Formation, i: int, b: Formation, least: float = inf) -> float:
    """The distance of model i from the nearest model of a unit, edge to edge, where that is less than so many inches."""
    x, y = a.positions[i]
    base = a.bases[i]
    for j, (u, v) in enumerate(b.positions):
        their = b.bases[j]
        reach = least + base.radius + their.radius + _HAIR
        if (x - u) * (x - u) + (y - v) * (y - v) > reach * reach:
            continue  # the circles round the two bases are farther apart than that
        far = model_distance(a, i, b, j)
        if far < least:
            least = far
    return least


def touching(a: Formation, b: Formation) -> bool:
    """Whether the units are in base contact."""
    return within(a, b, CONTACT, rise=HEADROOM)


def nearest_first(form: Formation, to: Formation, measure: str = "edge") -> tuple[int, ...]:
    """The models of ``form`` from the nearest to the farthest from ``to``: the order in which they suffer.

    Ties go in the order of the models.
    """
    others, keyed = to.positions, []
    alike = measure == "centre" or (form.radius >= 0 and to.radius >= 0)  # the order of squares is that of distances
    for i, (x, y) in enumerate(form.positions):
        best = inf if others else 0.0
        if not alike:
            best = least_distance(form, i, to, best)
        else:
            for u, v in others:
                d2 = (x - u) * (x - u) + (y - v) * (y - v)
                if d2 < best:
                    best = d2
        keyed.append((best, i))
    keyed.sort()
    return tuple([i for _, i in keyed])


def closest_pair(a: Formation, b: Formation) -> tuple[int, int]:
    """The two models of two units whose centres are nearest; of several the first of ``a``, then of ``b``."""
    best, first, second = inf, 0, 0
    others = b.positions
    for i, (x, y) in enumerate(a.positions):
        for j, (u, v) in enumerate(others):
            d2 = (x - u) * (x - u) + (y - v) * (y - v)
            if d2 < best:
                best, first, second = d2, i, j
    return first, second


def nearest_d2(position: Point, positions: Sequence[Point], among: Sequence[int]) -> float:
    """The square of the distance from a position to the nearest of some positions, by their places; inf of none."""
    x, y = position
    best = inf
    for j in among:
        u, v = positions[j]
        d2 = (x - u) * (x - u) + (y - v) * (y - v)
        if d2 < best:
            best = d2
    return best


def least_and_most_d2(p: Box, q: Box) -> tuple[float, float]:
    """The squares of distances that nothing in one box is nearer to anything in the other, and nothing farther."""
    p0, p1, p2, p3 = p
    q0, q1, q2, q3 = q
    x = y = 0.0
    if p0 - q2 > x:
        x = p0 - q2
    if q0 - p2 > x:
        x = q0 - p2
    if p1 - q3 > y:
        y = p1 - q3
    if q1 - p3 > y:
        y = q1 - p3
    wide = (p2 if p2 > q2 else q2) - (p0 if p0 < q0 else q0)
    deep = (p3 if p3 > q3 else q3) - (p1 if p1 < q1 else q1)
    return x * x + y * y, wide * wide + deep * deep


def all_d2(positions: Sequence[Point], others: Sequence[Point]) -> tuple[tuple[float, ...], ...]:
    """The squares of the distances from each position to each of the others, in inches: a row for each position.

    >>> all_d2(((0.0, 0.0),), ((3.0, 4.0), (1.0, 0.0)))
    ((25.0, 1.0),)
    """
    rows = []
    for x, y in positions:
        row = []
        for u, v in others:
            row.append((x - u) * (x - u) + (y - v) * (y - v))
        rows.append(tuple(row))
    return tuple(rows)


def closest_pairs(a: Formation, b: Formation, measure: str = "edge") -> tuple[tuple[int, int], ...]:
    """For each model of ``a`` its nearest model of ``b``, as (i, j), the nearest pair first.

    Ties in order of the models.
    """
    rows = []
    for i in range(len(a.positions)):
        ranked = [(model_distance(a, i, b, j, measure), j) for j in range(len(b.positions))]
        if ranked:
            d, j = min(ranked)
            rows.append((d, i, j))
    return tuple([(i, j) for _, i, j in sorted(rows)])


def nearest_model(form: Formation, x: float, y: float) -> int:
    """The model whose centre is nearest to a point; the first of several. Raises GrognardError for an empty form."""
    if not form.positions:
        raise GrognardError("a unit that is not on the table has no nearest model")
    return min([((x - u) * (x - u) + (y - v) * (y - v), i) for i, (u, v) in enumerate(form.positions)])[1]


def near_any(form: Formation, others: Sequence[Formation], inches: float) -> bool:
    """Whether any model stands within ``inches`` of a model of one of the others, base to base."""
    return first_near(form, others, inches) >= 0


def first_near(form: Formation, others: Sequence[Formation], inches: float) -> int:
    """The place of the first of the others that a model stands within ``inches`` of, base to base; -1 when none is so near."""
    for k in range(len(others)):
        other = others[k]
        if may_be_within(form, other, inches) and _near(form, other, inches):
            return k
    return -1


def who_is_near(form: Formation, others: Sequence[Formation], inches: float) -> list[int]:
    """The places of those of the others that a model stands within ``inches`` of, base to base."""
    found = []
    for k in range(len(others)):
        other = others[k]
        if may_be_within(form, other, inches) and _near(form, other, inches):
            found.append(k)
    return found


def _near(form: Formation, other: Formation, inches: float) -> bool:
    """``within``, of bases that are round and alike without the detour of a call that many others make otherwise."""
    r, s = form.radius, other.radius
    n, m = len(form.positions), len(other.positions)
    if r >= 0 and s >= 0:
        return positions_within(form.positions, other.positions, inches + r + s)
    if (r < 0 and n == 1) or (s < 0 and m == 1):  # a hull, or an oval base
        for i in range(n):
            for j in range(m):
                if edges_within(form, i, other, j, inches):
                    return True
        return False
    return within(form, other, inches)


def in_boxes(box: Box, forms: Sequence[Formation], inches: float) -> list[int]:
    """The places of those units the box round which comes within ``inches`` of a box: whoever is not among them is no nearer."""
    left, low, right, top = box
    found = []
    for k in range(len(forms)):
        form = forms[k]
        if (
            form.left - right <= inches
            and left - form.right <= inches
            and form.low - top <= inches
            and low - form.top <= inches
        ):
            found.append(k)
    return found


def by_boxes(box: Box, forms: Sequence[Formation], inches: float) -> list[int]:
    """The places of those units the box round which comes within ``inches`` of a box, that with the nearest box first."""
    here = aabb_of(box)
    limit = inches + _HAIR
    rows = []
    for k in range(len(forms)):
        form = forms[k]
        d2 = aabb_d2(here, aabb(form.left, form.low, form.right, form.top))
        if d2 <= limit * limit:
            rows.append((d2, k))
    rows.sort()
    found = []
    for _, k in rows:
        found.append(k)
    return found


def who_is_by(forms: Sequence[Formation], x: float, y: float, inches: float) -> list[int]:
    """The places of those units of which the middle of a model stands within ``inches`` of a point."""
    limit = inches * inches
    found = []
    for k in range(len(forms)):
        form = forms[k]
        if form.left <= x + inches and x - inches <= form.right and form.low <= y + inches and y - inches <= form.top:
            for u, v in form.positions:
                if (u - x) * (u - x) + (v - y) * (v - y) <= limit:
                    found.append(k)
                    break
    return found


def with_company(points: Sequence[Point], forms: Sequence[Formation], inches: float) -> list[int]:
    """The places of those points within ``inches`` of which the middle of any model of these units stands."""
    limit = inches * inches
    found = []
    for i in range(len(points)):
        x, y = points[i]
        for k in range(len(forms)):
            form = forms[k]
            if form.left > x + inches or x - inches > form.right or form.low > y + inches or y - inches > form.top:
                continue
            if positions_d2(form.positions, ((x, y),)) <= limit:
                found.append(i)
                break
    return found


def ranked(form: Formation, others: Sequence[Formation], inches: float) -> list[tuple[float, int]]:
    """How far those of the others are that come within ``inches`` by ``distance``, with their places: the nearest first."""
    found = []
    for k in range(len(others)):
        other = others[k]
        if may_be_within(form, other, inches + _HAIR):  # before anything is measured
            far = flat_distance(form, other)
            if far <= inches:
                found.append((far, k))
    found.sort()
    return found


def next_beyond(form: Formation, others: Sequence[Formation], inches: float) -> int:
    """The place of the nearest of the others, by ``distance``, of those further off than ``inches``; the first of several.

    -1 when there is none.
    """
    lead, low = -1, inf  # whoever's box is nearest is measured first: then hardly anybody else need be
    for k in range(len(others)):
        far = _at_least(form, others[k])
        if far < low:
            low, lead = far, k
    best, place = inf, -1
    if lead >= 0:
        far = flat_distance(form, others[lead])
        if far > inches:
            best, place = far, lead
    for k in range(len(others)):
        other = others[k]
        if k != lead and _at_least(form, other) < best:  # whoever is in a box so far off is no nearer than that
            far = flat_distance(form, other)
            if inches < far and (far < best or (far == best and k < place)):
                best, place = far, k
    return place


def _at_least(a: Formation, b: Formation) -> float:
    """How far apart two units are at least by their boxes, in inches, or a hair less."""
    far = a.left - b.right
    if b.left - a.right > far:
        far = b.left - a.right
    if a.low - b.top > far:
        far = a.low - b.top
    if b.low - a.top > far:
        far = b.low - a.top
    return far - _HAIR


def nearest_of(form: Formation, i: int, other: Formation, among: Sequence[int]) -> int:
    """Which of these models of another unit is nearest to model i, edge to edge; of several the one that stands first.

    ``among`` must not be empty.
    """
    best = among[0]
    if len(among) == 1:
        return best
    least = -1.0
    alike = other.radius >= 0
    x, y = form.positions[i]
    for j in among:
        if alike:
            u, v = other.positions[j]
            far = (x - u) * (x - u) + (y - v) * (y - v)
        else:
            far = model_distance(form, i, other, j)
        if least < 0 or far < least or (far == least and j < best):
            least, best = far, j
    return best


def near_model(form: Formation, i: int, other: Formation, inches: float) -> bool:
    """Whether any model of another unit stands within ``inches`` of model i, base to base."""
    if not may_be_within(form, other, inches + _HAIR):
        return False
    for j in range(len(other.positions)):  # noqa: SIM110 (no generator in compiled code)
        if edges_within(form, i, other, j, inches):
            return True
    return False


def who_is_near_model(form: Formation, i: int, others: Sequence[Formation], inches: float) -> list[int]:
    """The places of those of the others that come within ``inches`` of model i: those of which ``near_model`` says so."""
    found = []
    for k in range(len(others)):
        if near_model(form, i, others[k], inches):
            found.append(k)
    return found


def bands(
    form: Formation, i: int, other: Formation, j: int, of: Sequence[tuple[float, float, float]]
) -> tuple[int, ...]:
    """For each (least, half, whole), in inches, in which band of distance from model i model j of another unit stands.

    0: nearer than the least where that is not 0, or beyond the whole; 2: within the half, where that is not 0; else 1. Base to
    base; a whole below 0 reaches nobody.
    """
    found = []
    for least, half, whole in of:
        band = 0
        if whole >= 0 and edges_within(form, i, other, j, whole):
            band = 2 if half > 0 and edges_within(form, i, other, j, half) else 1
        if band and least > 0 and edges_within(form, i, other, j, least):
            band = 0
        found.append(band)
    return tuple(found)


def reaches(
    form: Formation, models: Sequence[int], views: Sequence[Sequence[int]], other: Formation,
    seen: Sequence[tuple[float, float, float]], unseen: Sequence[tuple[float, float, float]], first: bool = False,
) -> list[tuple[int, int, tuple[int, ...]]]:  # fmt: skip
    """Those of these models that reach another unit: (model, the model of the other by which it is measured, the bands).

    ``views``: for each model of the unit which of the other it sees. It is measured to the nearest of those, by ``seen`` of
    ``bands``; for who sees nobody to the nearest of all, by ``unseen``. Where all bands are 0 nobody is reached. ``first``: no
    more than the first of them.
    """
    found = []
    everybody = range(len(other.positions))
    for i in models:
        of = seen if views[i] else unseen
        if not of:
            continue
        j = nearest_of(form, i, other, views[i] or everybody)
        near = bands(form, i, other, j, of)
        for band in near:
            if band:
                found.append((i, j, near))
                if first:
                    return found
                break
    return found


def near_point(form: Formation, x: float, y: float, inches: float) -> bool:
    """Whether any model stands within ``inches`` of a point on the ground: whether ``point_within`` finds one."""
    x, y = snap(x), snap(y)
    if not boxes_within(form.box, (x, y, x, y), inches):
        return False
    r = form.radius
    if r < 0:
        return len(point_within(form, x, y, inches)) > 0
    reach = inches + r
    if reach < 0:
        return False
    for u, v in form.positions:  # noqa: SIM110 (no generator in compiled code)
        if (u - x) * (u - x) + (v - y) * (v - y) <= reach * reach:
            return True
    return False


def in_circle(positions: Sequence[Point], x: float, y: float, reach: float) -> list[int]:
    """Which of some positions lie within ``reach`` of a point, in order."""
    limit = reach * reach
    found = []
    for i, (u, v) in enumerate(positions):
        if (u - x) * (u - x) + (v - y) * (v - y) <= limit:
            found.append(i)
    return found


def in_drop(
    positions: Sequence[Point], x: float, y: float, facing: Point, length: float, end: float, tip: float, radius: float
) -> list[int]:
    """Which of some round bases of one radius lie under a teardrop with its narrow end at a point, in order."""
    found = []
    for i, (u, v) in enumerate(positions):
        if drop_depth(u - x, v - y, facing, length, end, tip) <= radius:
            found.append(i)
    return found


def drop_depth(dx: float, dy: float, facing: Point, length: float, end: float, tip: float) -> float:
    """How far a point lies outside a teardrop, inches; negative inside. ``dx``, ``dy``: from its narrow end."""
    fx, fy = facing
    f = sqrt(fx * fx + fy * fy)
    fx, fy, far = fx / f, fy / f, length - end - tip
    along = (dx * fx + dy * fy) - tip
    across = abs(dy * fx - dx * fy)
    slope = (end - tip) / far
    level = sqrt(1.0 - slope * slope)
    place = along * level + across * slope  # along the slanted side
    if place <= 0.0:
        return sqrt(along * along + across * across) - tip
    if place >= far * level:
        return sqrt((along - far) * (along - far) + across * across) - end
    return across * level - along * slope - tip


def on_line(form: Formation, a: Point, b: Point) -> list[int]:
    """The models whose bases a line from one position to another touches, in order."""
    ax, ay = a
    bx, by = b
    found = []
    for i, (x, y) in enumerate(form.positions):
        base = form.bases[i]
        far = segment_d2(x, y, ax, ay, bx, by)
        if base.round or far > base.radius * base.radius:
            if far <= base.half_length * base.half_length:
                found.append(i)
        elif polygons_d2(form.outline(i), (a, b)) == 0.0:
            found.append(i)
    return found


def who_is_on_line(forms: Sequence[Formation], a: Point, b: Point) -> list[tuple[int, list[int]]]:
    """The places of those units of which a line from one position to another touches anybody, with the models by ``on_line``."""
    ax, ay = a
    bx, by = b
    box = (min(ax, bx), min(ay, by), max(ax, bx), max(ay, by))
    found = []
    for k in range(len(forms)):
        if boxes_within(forms[k].box, box, 0.0):
            touched = on_line(forms[k], a, b)
            if touched:
                found.append((k, touched))
    return found


def models_by(a: Formation, i: int, b: Formation, inches: float) -> tuple[int, ...]:
    """The models of ``b`` that stand within ``inches`` of model i of ``a``, base to base."""
    found = []
    for j in range(len(b.positions)):
        if edges_within(a, i, b, j, inches):
            found.append(j)
    return tuple(found)


def models_near(form: Formation, others: Sequence[Formation], inches: float) -> list[int]:
    """The models of a unit that stand within ``inches`` of any model of others, base to base."""
    found = []
    for i in range(len(form.positions)):
        if _near_any(form, i, others, inches):
            found.append(i)
    return found


def _near_any(form: Formation, i: int, others: Sequence[Formation], inches: float) -> bool:
    for other in others:  # noqa: SIM110 (no generator is compiled)
        if near_model(form, i, other, inches):
            return True
    return False


def part_way(a: Formation, b: Formation, part: float) -> Formation:
    """A unit that has gone so much (0.0 to 1.0) of its straight way from ``a`` to ``b``; it faces as it will."""
    return Formation(_between(a.positions, b.positions, part), b.bases, b.facing, b.levels, b.radius)


def _between(starts: tuple[Point, ...], ends: tuple[Point, ...], part: float) -> tuple[Point, ...]:
    positions = []
    for k in range(len(ends)):
        x, y = starts[k]
        u, v = ends[k]
        positions.append((snap(x + (u - x) * part), snap(y + (v - y) * part)))
    return tuple(positions)


def distance_after(form: Formation, step: Point, other: Formation) -> float:
    """How far two units would be apart by ``distance``, in inches, if all of ``form`` had moved by a vector on the lattice."""
    dx, dy = step
    r, s = form.radius, other.radius
    if r < 0.0 or s < 0.0 or not form.positions:
        return distance(form.shifted(dx, dy), other)
    best = inf
    for x, y in form.positions:
        x, y = x + dx, y + dy
        for u, v in other.positions:
            d2 = (x - u) * (x - u) + (y - v) * (y - v)
            if d2 < best:
                best = d2
    far = sqrt(best) - r - s
    return far if far > 0.0 else 0.0


def range_bands(a: Formation, b: Formation, views: Sequence[Sequence[int]], bands: Sequence[float]) -> list[int]:
    """For each model of ``a`` the first of some distances within which the nearest of those models of ``b`` stands that it sees.

    ``views``: for each whom it sees; who sees nobody, or whom ``views`` does not tell of, is measured to all. ``bands`` are inches,
    the nearest first; their number says that one is beyond the last. Flat distances, edge to edge.
    """
    n = len(a.positions)
    whole = common_range_band(a, b, bands)
    if whole >= 0:
        return [whole] * n
    found = []
    for i in range(n):
        found.append(range_band(a, i, b, views[i] if i < len(views) else (), bands))
    return found


def range_band(a: Formation, i: int, b: Formation, seen: Sequence[int], bands: Sequence[float]) -> int:
    """The first distance for one model, which sees these of the others."""
    among = seen or range(len(b.positions))
    r, s, k, last = a.radius, b.radius, 0, len(bands)
    if r >= 0.0 and s >= 0.0 and not (a.levels or b.levels):
        x, y = a.positions[i]
        best = inf
        for j in among:
            u, v = b.positions[j]
            d2 = (x - u) * (x - u) + (y - v) * (y - v)
            if d2 < best:
                best = d2
        while k < last:
            reach = bands[k] + r + s
            if best <= reach * reach:
                break
            k += 1
    else:
        while k < last and not _near_one(a, i, b, among, bands[k]):
            k += 1
    return k


def _near_one(a: Formation, i: int, b: Formation, among: Sequence[int], inches: float) -> bool:
    for j in among:  # noqa: SIM110 (no generator is compiled)
        if edges_within(a, i, b, j, inches):
            return True
    return False


def common_range_band(a: Formation, b: Formation, bands: Sequence[float]) -> int:
    """The band of every model to every one of the other unit, as the boxes round both tell; -1 when they do not."""
    if a.levels or b.levels:
        return -1
    least, most = least_and_most_d2(a.box, b.box)
    for k in range(len(bands)):
        reach = bands[k]
        if most <= reach * reach:
            return k
        if least <= reach * reach:
            return -1
    return len(bands)
