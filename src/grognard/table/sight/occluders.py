"""Occluders: what may block or cover a line of sight, terrain and models, found by boxes before any line is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from grognard.kernel.memo import memo
from grognard.table.geometry import Box, Formation, Outline, Point, segment_d2
from grognard.table.terrain import Ground

_PAD = 0.25  # inches: more than the box round a base may lie within the circle of its width
Blocker: TypeAlias = tuple[Any, Formation, float]  # id of a unit, where it stands, how high its models are
Stood: TypeAlias = tuple[tuple[int, ...], ...]  # for each model the pieces it stands in


class Occluder:
    """Something that may stand in a line, up to its top: a polygon, or the circle of a round base.

    ``what`` is the name of a piece or the id of a unit. The ``radius`` is that of the smallest circle round a base, 0 for
    a piece. What ``blocks`` nothing only gives cover; what is ``solid`` blocks also those who stand in it. ``place`` is
    that of a piece in the ground, -1 for a model. ``west`` to ``north`` is the box round it. Inches; never changed.
    """

    __slots__ = (
        "blocks", "convex", "east", "north", "place", "points", "radius", "round", "solid", "south", "top", "west", "what",
        "x", "y",
    )  # fmt: skip

    def __init__(self, what: Any, points: Outline, radius: float, top: float, box: Box, place: int = -1) -> None:
        self.what = what
        self.points = points
        self.radius = radius
        self.top = top
        self.west, self.south, self.east, self.north = box
        self.place = place
        self.round = len(points) == 1
        self.x, self.y = points[0]
        self.blocks = self.solid = True
        self.convex = not self.round


@memo(64)
def pieces_of(ground: Ground) -> tuple[Occluder, ...]:
    """The pieces of a ground, in their order, those among them that lie flat."""
    found = []
    for k, piece in enumerate(ground.pieces):
        screen = Occluder(piece.name, piece.points, 0.0, piece.height, piece.box, k)
        screen.solid = "solid" in piece.properties
        screen.blocks = screen.solid or "dense" in piece.properties
        screen.convex = piece.convex
        found.append(screen)
    return tuple(found)


def models_of(unit: Any, form: Formation, height: float) -> list[Occluder]:
    """The models of a unit, so many inches high. Found once a form and kept in it."""
    kept = form._screens
    if kept is not None and kept[0] == unit and kept[1] == height:
        return kept[2]  # type: ignore[no-any-return]
    found = []
    for i, position in enumerate(form.positions):
        base = form.bases[i]
        x, y = position
        rounded = base.round
        r = base.half_length if rounded else base.radius
        screen = Occluder(
            unit, (position,) if rounded else form.outline(i), r, form.level(i) + height, (x - r, y - r, x + r, y + r)
        )
        screen.x, screen.y = x, y
        found.append(screen)
    form._screens = (unit, height, found)
    return found


def standing(ground: Ground, form: Formation) -> Stood:
    """For each model the pieces, by their place in the ground, that the centre of its base stands in; kept in the form."""
    kept = form._stood
    if kept is None or kept[0] is not ground:
        return ground.standing(form)
    return kept[1]  # type: ignore[no-any-return]


class SweptBox:
    """The way from one box to another: the box round both, from where, in what direction, how far they reach across.

    ``wide`` is that reach times the length of (dx, dy).
    """

    __slots__ = ("dx", "dy", "east", "north", "south", "west", "wide", "x", "y")

    def lead(self, p: Box, q: Box) -> None:
        """From one box to another."""
        p0, p1, p2, p3 = p
        q0, q1, q2, q3 = q
        self.west, self.south = p0 if p0 < q0 else q0, p1 if p1 < q1 else q1
        self.east, self.north = p2 if p2 > q2 else q2, p3 if p3 > q3 else q3
        self.x, self.y, bx, by = (p0 + p2) / 2, (p1 + p3) / 2, (q0 + q2) / 2, (q1 + q3) / 2
        dx, dy = bx - self.x, by - self.y
        wide_p = abs(dx) * (p3 - p1) + abs(dy) * (p2 - p0)
        wide_q = abs(dx) * (q3 - q1) + abs(dy) * (q2 - q0)
        self.dx, self.dy, self.wide = dx, dy, (wide_p if wide_p > wide_q else wide_q) / 2 + 1e-6

    def crosses(self, a: float, b: float, c: float, d: float) -> bool:
        """Whether anything in a box may stand in a line from the one box to the other; its left, lower, right and upper side."""
        if a > self.east or self.west > c or b > self.north or self.south > d:
            return False
        off = ((a + c) / 2 - self.x) * self.dy - ((b + d) / 2 - self.y) * self.dx
        reach = self.wide + (abs(self.dx) * (d - b) + abs(self.dy) * (c - a)) / 2
        return -reach <= off <= reach

    def meets(self, screen: Occluder) -> bool:
        """Whether something may stand in a line from the one box to the other; True when in doubt."""
        if screen.west > self.east or self.west > screen.east or screen.south > self.north or self.south > screen.north:
            return False
        x, y, dx, dy, margin = self.x, self.y, self.dx, self.dy, self.wide
        if screen.radius > 0.0:  # a model: the circle round its base
            margin += screen.radius * (abs(dx) + abs(dy))
            s = dx * (screen.y - y) - dy * (screen.x - x)
            return -margin <= s <= margin
        above = below = False
        for u, v in screen.points:  # are they all on one side of every line?
            s = dx * (v - y) - dy * (u - x)
            if s >= -margin:
                above = True
            if s <= margin:
                below = True
            if above and below:
                return True
        return False


def between(ground: Ground, p: Box, q: Box, low: float, blockers: Sequence[Blocker]) -> list[Occluder]:
    """What comes near enough to the way from one box to another to be looked at, terrain first.

    No line runs lower than ``low`` inches above the ground; what is flat stands in none.
    """
    way = SweptBox.__new__(SweptBox)  # nothing is called when it is compiled
    way.lead(p, q)
    found = []
    pieces = pieces_of(ground)
    for screen in pieces:
        if screen.top > 0.0 and screen.top >= low and way.meets(screen):
            found.append(screen)
    if blockers:
        west, south, east, north = way.west, way.south, way.east, way.north
        for unit, form, height in blockers:
            if form.left <= east and west <= form.right and form.low <= north and south <= form.top:
                models = models_of(unit, form, height)
                for screen in models:
                    if screen.top >= low and way.meets(screen):
                        found.append(screen)
    return found


def in_the_way(p: Box, q: Box, boxes: Sequence[Box]) -> list[int]:
    """Which of some boxes come near the way between two boxes, in order: what lies in the others is in no line of sight."""
    way = SweptBox.__new__(SweptBox)  # nothing is called when it is compiled
    way.lead(p, q)
    found = []
    for k, (a, b, c, d) in enumerate(boxes):
        if way.crosses(a, b, c, d):
            found.append(k)
    return found


def around(p: Box, q: Box) -> Box:
    """The box round two boxes."""
    p0, p1, p2, p3 = p
    q0, q1, q2, q3 = q
    return (p0 if p0 < q0 else q0, p1 if p1 < q1 else q1, p2 if p2 > q2 else q2, p3 if p3 > q3 else q3)


def base_box(form: Formation, i: int) -> Box:
    """The box round one model."""
    base = form.bases[i]
    if base.round:
        (x, y), r = form.positions[i], base.half_length
        return (x - r, y - r, x + r, y + r)
    points = form.outline(i)
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return (min(xs), min(ys), max(xs), max(ys))


def passed_over(form: Formation, a: Point, b: Point) -> bool:
    """Whether the line between two positions passes over a model; a base counts as a circle as wide as the base is."""
    ax, ay = a
    bx, by = b
    left, low, right, top = form.box
    left, low, right, top = left - _PAD, low - _PAD, right + _PAD, top + _PAD
    if (ax < left and bx < left) or (ax > right and bx > right) or (ay < low and by < low) or (ay > top and by > top):
        return False
    alike = form.radius  # -1: each has its own width
    bases = form.bases
    for i, (x, y) in enumerate(form.positions):
        r = alike if alike >= 0.0 else bases[i].half_width
        if segment_d2(x, y, ax, ay, bx, by) < r * r:
            return True
    return False


def each_passes(forms: Sequence[Formation], positions: Sequence[Point], end: Point) -> bool:
    """Whether the line from each of some positions to its end passes over a model of any of these formations."""
    for position in positions:
        for form in forms:
            if passed_over(form, position, end):
                break
        else:
            return False
    return True


def occluded(
    forms: Sequence[Formation],
    positions: Sequence[Point],
    views: Sequence[Sequence[int]],
    ends: Sequence[Point],
    among: Sequence[int],
) -> list[int]:
    """Those of some ends, by their place, to which every line from a position that sees them passes over a model of the formations.

    ``views`` tells for each position which of the ends it sees.
    """
    found = []
    for j in among:
        for i in range(len(positions)):
            if j in views[i] and not each_passes(forms, (positions[i],), ends[j]):
                break
        else:
            found.append(j)
    return found


class Blockers:
    """A unit as it may stand in a line of sight: the box round it, how large it is, and itself for those who look past it."""

    __slots__ = ("blocker", "east", "north", "size", "south", "unit", "west")

    def __init__(self, unit: int, form: Formation, size: int, height: float) -> None:
        self.west, self.south, self.east, self.north = form.box
        self.unit, self.size = unit, size
        self.blocker: Blocker = (unit, form, height)


def differing(old: Sequence[Any], new: Sequence[Any]) -> list[int]:
    """The places at which two rows of the same length hold different objects.

    >>> differing(("a", "b", "c"), ("a", "d", "c"))
    [1]
    """
    found = []
    for k in range(len(new)):
        if old[k] is not new[k]:
            found.append(k)
    return found


def without(rows: Sequence[tuple[int, Any]], unit: int) -> list[tuple[int, Any]]:
    """Those rows that do not begin with this id.

    >>> without([(3, "three"), (4, "four")], 3)
    [(4, 'four')]
    """
    found = []
    for row in rows:
        if row[0] != unit:
            found.append(row)
    return found


def blockers_between(
    p: Box, q: Box, rows: Sequence[Sequence[Blockers]], least: int, units: tuple[int, int]
) -> tuple[Blocker, ...]:
    """Who comes near the way between two boxes, in order: those at least so large, but the two units of these ids.

    What the others' models are does not matter: none of them is in a line from the one box to the other.
    """
    way = SweptBox.__new__(SweptBox)  # nothing is called when it is compiled
    way.lead(p, q)
    unit, other = units
    found = []
    for row in rows:
        for k in range(len(row)):
            one = row[k]
            if one.size < least or one.unit == unit or one.unit == other:
                continue
            if way.crosses(one.west, one.south, one.east, one.north):
                found.append(one.blocker)
    return tuple(found)
