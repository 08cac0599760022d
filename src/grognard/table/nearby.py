"""Who is near: of several units those within a distance, of several models the nearest. Asked whenever anybody may shoot."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from grognard.table.boxes import sides_d2
from grognard.table.geometry import (
    HAIR,
    MANY,
    Box,
    Form,
    Spot,
    edges_within,
    flat_gap,
    may_be_within,
    model_gap,
    point_within,
    within,
)
from grognard.table.polygons import boxes_within, polygons_d2, segment_d2, snap, spots_d2, spots_within

_HAIR = HAIR  # a number of C when this is compiled


def near_any(form: Form, others: Sequence[Form], inches: float) -> bool:
    """Whether any model stands within ``inches`` of a model of one of the others, base to base."""
    return first_near(form, others, inches) >= 0


def first_near(form: Form, others: Sequence[Form], inches: float) -> int:
    """The place of the first of the others that a model stands within ``inches`` of, base to base; -1 when none is so near."""
    for k in range(len(others)):
        other = others[k]
        if may_be_within(form, other, inches) and _near(form, other, inches):
            return k
    return -1


def who_is_near(form: Form, others: Sequence[Form], inches: float) -> list[int]:
    """The places of those of the others that a model stands within ``inches`` of, base to base."""
    found = []
    for k in range(len(others)):
        other = others[k]
        if may_be_within(form, other, inches) and _near(form, other, inches):
            found.append(k)
    return found


def _near(form: Form, other: Form, inches: float) -> bool:
    """``within``, of bases that are round and alike without the detour of a call that many others make otherwise."""
    r, s = form.radius, other.radius
    n, m = len(form.spots), len(other.spots)
    if n * m <= MANY:
        if r >= 0 and s >= 0:
            return spots_within(form.spots, other.spots, inches + r + s)
        if (r < 0 and n == 1) or (s < 0 and m == 1):  # a hull, or an oval base
            for i in range(n):
                for j in range(m):
                    if edges_within(form, i, other, j, inches):
                        return True
            return False
    return within(form, other, inches)


def in_boxes(box: Box, forms: Sequence[Form], inches: float) -> list[int]:
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


def by_boxes(box: Box, forms: Sequence[Form], inches: float) -> list[int]:
    """The places of those units the box round which comes within ``inches`` of a box, that with the nearest box first."""
    a0, a1, a2, a3 = box
    limit = inches + _HAIR
    rows = []
    for k in range(len(forms)):
        form = forms[k]
        d2 = sides_d2(a0, a1, a2, a3, form.left, form.low, form.right, form.top)
        if d2 <= limit * limit:
            rows.append((d2, k))
    rows.sort()
    found = []
    for _, k in rows:
        found.append(k)
    return found


def who_is_by(forms: Sequence[Form], x: float, y: float, inches: float) -> list[int]:
    """The places of those units of which the middle of a model stands within ``inches`` of a point."""
    limit = inches * inches
    found = []
    for k in range(len(forms)):
        form = forms[k]
        if form.left <= x + inches and x - inches <= form.right and form.low <= y + inches and y - inches <= form.top:
            for u, v in form.spots:
                if (u - x) * (u - x) + (v - y) * (v - y) <= limit:
                    found.append(k)
                    break
    return found


def with_company(points: Sequence[Spot], forms: Sequence[Form], inches: float) -> list[int]:
    """The places of those points within ``inches`` of which the middle of any model of these units stands."""
    limit = inches * inches
    found = []
    for i in range(len(points)):
        x, y = points[i]
        for k in range(len(forms)):
            form = forms[k]
            if form.left > x + inches or x - inches > form.right or form.low > y + inches or y - inches > form.top:
                continue
            if spots_d2(form.spots, ((x, y),)) <= limit:
                found.append(i)
                break
    return found


def ranked(form: Form, others: Sequence[Form], inches: float) -> list[tuple[float, int]]:
    """How far those of the others are that come within ``inches`` by ``gap``, with their places: the nearest first."""
    found = []
    for k in range(len(others)):
        other = others[k]
        if may_be_within(form, other, inches + _HAIR):  # before anything is measured
            far = flat_gap(form, other)
            if far <= inches:
                found.append((far, k))
    found.sort()
    return found


def next_beyond(form: Form, others: Sequence[Form], inches: float) -> int:
    """The place of the nearest of the others, by ``gap``, of those further off than ``inches``; the first of several.

    -1 when there is none.
    """
    lead, low = -1, inf  # whoever's box is nearest is measured first: then hardly anybody else need be
    for k in range(len(others)):
        far = _at_least(form, others[k])
        if far < low:
            low, lead = far, k
    best, place = inf, -1
    if lead >= 0:
        far = flat_gap(form, others[lead])
        if far > inches:
            best, place = far, lead
    for k in range(len(others)):
        other = others[k]
        if k != lead and _at_least(form, other) < best:  # whoever is in a box so far off is no nearer than that
            far = flat_gap(form, other)
            if inches < far and (far < best or (far == best and k < place)):
                best, place = far, k
    return place


def _at_least(a: Form, b: Form) -> float:
    """How far apart two units are at least by their boxes, in inches, or a hair less."""
    far = a.left - b.right
    if b.left - a.right > far:
        far = b.left - a.right
    if a.low - b.top > far:
        far = a.low - b.top
    if b.low - a.top > far:
        far = b.low - a.top
    return far - _HAIR


def nearest_of(form: Form, i: int, other: Form, among: Sequence[int]) -> int:
    """Which of these models of another unit is nearest to model i, edge to edge; of several the one that stands first.

    ``among`` must not be empty.
    """
    best = among[0]
    if len(among) == 1:
        return best
    least = -1.0
    alike = other.radius >= 0
    x, y = form.spots[i]
    for j in among:
        if alike:
            u, v = other.spots[j]
            far = (x - u) * (x - u) + (y - v) * (y - v)
        else:
            far = model_gap(form, i, other, j)
        if least < 0 or far < least or (far == least and j < best):
            least, best = far, j
    return best


def near_model(form: Form, i: int, other: Form, inches: float) -> bool:
    """Whether any model of another unit stands within ``inches`` of model i, base to base."""
    if not may_be_within(form, other, inches + _HAIR):
        return False
    for j in range(len(other.spots)):  # noqa: SIM110 (no generator in compiled code)
        if edges_within(form, i, other, j, inches):
            return True
    return False


def who_is_near_model(form: Form, i: int, others: Sequence[Form], inches: float) -> list[int]:
    """The places of those of the others that come within ``inches`` of model i: those of which ``near_model`` says so."""
    found = []
    for k in range(len(others)):
        if near_model(form, i, others[k], inches):
            found.append(k)
    return found


def bands(form: Form, i: int, other: Form, j: int, of: Sequence[tuple[float, float, float]]) -> tuple[int, ...]:
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
    form: Form, models: Sequence[int], views: Sequence[Sequence[int]], other: Form,
    seen: Sequence[tuple[float, float, float]], unseen: Sequence[tuple[float, float, float]], first: bool = False,
) -> list[tuple[int, int, tuple[int, ...]]]:  # fmt: skip
    """Those of these models that reach another unit: (model, the model of the other by which it is measured, the bands).

    ``views``: for each model of the unit which of the other it sees. It is measured to the nearest of those, by ``seen`` of
    ``bands``; for who sees nobody to the nearest of all, by ``unseen``. Where all bands are 0 nobody is reached. ``first``: no
    more than the first of them.
    """
    found = []
    everybody = range(len(other.spots))
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


def near_point(form: Form, x: float, y: float, inches: float) -> bool:
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
    for u, v in form.spots:  # noqa: SIM110 (no generator in compiled code)
        if (u - x) * (u - x) + (v - y) * (v - y) <= reach * reach:
            return True
    return False


def on_line(form: Form, a: Spot, b: Spot) -> list[int]:
    """The models whose bases a line from one spot to another touches, in order."""
    ax, ay = a
    bx, by = b
    found = []
    for i, (x, y) in enumerate(form.spots):
        base = form.bases[i]
        far = segment_d2(x, y, ax, ay, bx, by)
        if base.round or far > base.radius * base.radius:
            if far <= base.half_length * base.half_length:
                found.append(i)
        elif polygons_d2(form.outline(i), (a, b)) == 0.0:
            found.append(i)
    return found


def who_is_on_line(forms: Sequence[Form], a: Spot, b: Spot) -> list[tuple[int, list[int]]]:
    """The places of those units of which a line from one spot to another touches anybody, with the models by ``on_line``."""
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
