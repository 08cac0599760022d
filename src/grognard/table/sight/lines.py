"""Lines of sight (see ``sight``): what may stand in them, terrain and models, found by boxes before any line is drawn; then the
lines from the eyes of firers to their targets, past what stands in between.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, sqrt
from typing import Any, TypeAlias

from grognard.kernel.memo import memo
from grognard.table.geometry import LATTICE, Box, Formation, Outline, Point, inside, segment_d2, snap
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


# --- the lines ---------------------------------------------------------------------------------------------------------


EDGE = _EDGE = 2 / LATTICE  # by which rounding may put the side of a base outside the box of its unit
LINES = 6  # to the centre and both sides, each to the top and to the middle
_UNSEEN = -1  # instead of how many lines are stopped, when the three to the top are
_NONE, _DOUBTFUL, _ALL = 0, 1, 2  # in which lines to a model something stands: each must tell when that is doubtful
_COUNT = [bits.bit_count() for bits in range(1 << LINES)]  # lines in a set of them


class Tally:
    """What has been found so far, firer by firer, of so many target models past so many screens."""

    __slots__ = ("hidden", "shares", "stoppers", "views")

    def __init__(self, models: int, screens: int) -> None:
        self.views: list[tuple[int, ...]] = []  # of each firer
        self.hidden = [LINES] * models  # lines stopped, from the firer that sees most
        self.shares: list[Any] = [
            None
        ] * models  # of each firer that sees it what is between; () when one sees all of it
        self.stoppers = [False] * screens  # whether they stopped a line


class Face:
    """A polygon as one firer sees it.

    ``k`` is its place among the screens. It is ``sure`` what it hides when two corners bound it, the right one (lox, loy)
    from the eye and the left one (hix, hiy), each with its margin; ``chord`` is the margin of the line between them.
    ``here``: the firer is in it. Of a circle only its centre (lox, loy) is told, and the square of how wide it and a base
    are, ``chord``. ``free`` is the square of how far the box round it is. ``told`` is what it is to who is looked at.
    """

    __slots__ = ("chord", "free", "here", "hix", "hiy", "k", "left", "lox", "loy", "right", "screen", "sure", "told")

    k: int
    screen: Occluder
    free: float
    lox: float
    loy: float
    right: float
    hix: float
    hiy: float
    left: float
    chord: float
    sure: bool
    here: bool
    told: int


class Target:
    """Models of a unit that are looked at, in a box, on bases no wider than ``radius``.

    ``half`` is half the width of each base when all are round and alike, else -1.
    """

    __slots__ = ("bases", "box", "form", "half", "positions", "radius")

    def stand(self, form: Formation, box: Box, radius: float) -> None:
        self.form = form
        self.positions, self.bases, self.half = form.positions, form.bases, form.radius
        self.box = box
        self.radius = radius


class Viewer:
    """One who looks, and what may stand between him and any model of a target, as he sees it.

    He may look round from one position after the other; only the first ``many`` faces are what he sees from here. Of whom he looks
    at, ``ends`` are where the lines end: the centre of the base (tx, ty) and both sides of it.
    """

    __slots__ = (
        "dx", "dy", "ends", "eye", "faces", "far", "length2", "many", "met", "target", "tx", "ty", "wide", "x", "y",
    )  # fmt: skip

    faces: list[Face]

    def look_round(
        self, target: Target, screens: list[Occluder], x: float, y: float, eye: float, stood: tuple[int, ...]
    ) -> None:
        """From a position, so many inches above the ground; ``stood`` are the pieces he stands in."""
        self.target, self.x, self.y, self.eye = target, x, y, eye
        self.met: Any = ()  # between him and whom he looked at last: (place among the screens, lines stopped)
        many, faces = 0, self.faces
        radius = target.radius
        self.wide = wide = radius * 1.01 + 0.002  # the lines to the sides of a base, with rounding to spare
        # From the eye the two corners of the box between which all of it is seen, the right one first.
        west, south, east, north = target.box
        west, south, east, north = west - x - _EDGE, south - y - _EDGE, east - x + _EDGE, north - y + _EDGE
        rx = ry = lx = ly = 0.0  # two zeros, which bound nothing, when the eye lies in the box
        if not (west <= 0.0 <= east and south <= 0.0 <= north):
            rx, ry, lx, ly = west, south, west, south
            for c in (0, 1, 2):
                u, v = (east if c < 2 else west), (south if c == 0 else north)
                if rx * v - ry * u < 0.0:
                    rx, ry = u, v
                if lx * v - ly * u > 0.0:
                    lx, ly = u, v
        wrx, wry, wlx, wly = abs(rx), abs(ry), abs(lx), abs(ly)
        for k, screen in enumerate(screens):
            here = bool(stood) and screen.place in stood
            if here and not screen.solid:
                continue
            west, south, east, north = screen.west, screen.south, screen.east, screen.north
            cx, cy = (west + east) / 2 - x, (south + north) / 2 - y
            across, along = (east - west) / 2, (north - south) / 2
            if rx * cy - ry * cx + across * wry + along * wrx < 0.0:
                continue  # to the right of every line
            if lx * cy - ly * cx - across * wly - along * wlx > 0.0:
                continue  # to the left
            fx = west - x if west > x else x - east if x > east else 0.0
            fy = south - y if south > y else y - north if y > north else 0.0
            if many == len(faces):
                faces.append(Face.__new__(Face))  # nothing is called when it is compiled
            face = faces[many]
            many += 1
            face.k, face.screen, face.free, face.sure, face.here = k, screen, fx * fx + fy * fy, False, here
            face.lox = face.loy = 0.0
            if screen.round:
                d = radius + screen.radius
                face.lox, face.loy, face.chord = screen.x - x, screen.y - y, d * d * 1.05
                continue
            if screen.convex and not here and (screen.place >= 0 or not inside(screen.points, x, y)):
                u, v = screen.points[0]
                lox, loy = u - x, v - y
                hix, hiy = lox, loy
                for u, v in screen.points:
                    u, v = u - x, v - y
                    if lox * v - loy * u < 0.0:
                        lox, loy = u, v
                    if hix * v - hiy * u > 0.0:
                        hix, hiy = u, v
                if lox * hiy - loy * hix > 0.0:
                    face.sure = True
                    face.lox, face.loy, face.hix, face.hiy = lox, loy, hix, hiy
                    face.right, face.left = (abs(lox) + abs(loy)) * wide, (abs(hix) + abs(hiy)) * wide
                    face.chord = (abs(hix - lox) + abs(hiy - loy)) * wide if screen.top >= eye else inf
        self.many = many

    def sees(self, j: int, top: float, middle: float, stood: tuple[int, ...], stoppers: list[bool]) -> int:
        """How many lines to a model are stopped; ``_UNSEEN`` when too many are. ``met`` tells what is between.

        ``top`` and ``middle`` are what is looked at, in inches above the ground; ``stood`` the pieces it stands in;
        among ``stoppers`` the screens are marked that stop a line.
        """
        self.turn(j)
        met: Any = None
        stopped = bits = 0  # a bit a line: the first three to the top
        doubt = False
        for n in range(self.many):
            face = self.faces[n]
            told = face.told = self._told(face, top, stood)
            if told == _ALL:
                if face.screen.blocks:
                    stoppers[face.k] = True
                    return _UNSEEN  # whatever else is in the way
                if met is None:
                    met = []
                met.append((face.k, LINES))  # all lines pass through it, low enough
            elif told == _DOUBTFUL:
                doubt = True
        if doubt:
            self.aim(j)
            for n in range(self.many):
                face = self.faces[n]
                if face.told == _DOUBTFUL:
                    bits = self._past(face, top, middle)
                    if bits:
                        if met is None:
                            met = []
                        met.append((face.k, _COUNT[bits]))
                        if face.screen.blocks:
                            stopped |= bits
                            stoppers[face.k] = True
        self.met = () if met is None else met
        return _UNSEEN if stopped & 7 == 7 else _COUNT[stopped]

    def positions(self, j: int, top: float, stood: tuple[int, ...]) -> bool:
        """Whether any line to the top of a model is clear: whether ``sees`` counts lines."""
        self.turn(j)
        doubt = False
        for n in range(self.many):
            face = self.faces[n]
            face.told = _NONE
            if face.screen.blocks:
                told = face.told = self._told(face, top, stood)
                if told == _ALL:
                    return False
                if told == _DOUBTFUL:
                    doubt = True
        if not doubt or self._open(self.tx, self.ty, top):
            return True
        self.aim(j)
        return self._open(self.ends[2], self.ends[3], top) or self._open(self.ends[4], self.ends[5], top)

    def behind(
        self, j: int, top: float, middle: float, stood: tuple[int, ...], worth: list[int], more: int, least: float,
        among: list[int] | None,
    ) -> list[int]:  # fmt: skip
        """The screens worth more than that, by their places, that at least so many lines to a model pass through.

        ``among``: no others than these.
        """
        self.turn(j)
        aimed = False
        found = []
        for n in range(self.many):
            face = self.faces[n]
            k = face.k
            if worth[k] > more and (among is None or k in among):
                told = self._told(face, top, stood)
                if told == _DOUBTFUL:
                    if not aimed:
                        self.aim(j)
                        aimed = True
                    if _COUNT[self._past(face, top, middle)] >= least:
                        found.append(k)
                elif told == _ALL:
                    found.append(k)
        return found

    def turn(self, j: int) -> None:
        """Towards a model: where it is from here, and how far all of its base is."""
        x, y = self.target.positions[j]
        dx, dy = x - self.x, y - self.y
        self.tx, self.ty, self.dx, self.dy, self.length2 = x, y, dx, dy, dx * dx + dy * dy
        self.far = self.length2 + self.wide * (2.0 * (abs(dx) + abs(dy)) + self.wide)  # farther than that, squared

    def _told(self, face: Face, top: float, stood: tuple[int, ...]) -> int:
        """Whether something stands in ``_NONE`` of the lines to the model turned to or in ``_ALL``, or is ``_DOUBTFUL``."""
        if self.far < face.free:
            return _NONE  # the target stands before it
        screen, dx, dy = face.screen, self.dx, self.dy
        if screen.round:
            c = dx * face.loy - dy * face.lox
            return _NONE if c * c > self.length2 * face.chord + 0.01 else _DOUBTFUL
        if stood and not screen.solid and screen.place in stood:
            return _NONE
        if face.sure:
            lox, loy = face.lox, face.loy
            c = lox * dy - loy * dx
            if c < -face.right:
                return _NONE
            d = dx * face.hiy - dy * face.hix
            if d < -face.left:
                return _NONE
            beyond = (face.hix - lox) * (dy - loy) - (face.hiy - loy) * (dx - lox) < -face.chord
            if beyond and c > face.right and d > face.left and top <= screen.top:
                return _ALL
        return _DOUBTFUL

    def _past(self, face: Face, top: float, middle: float) -> int:
        """The lines to the model aimed at that something stands in, a bit each: the first three to the top."""
        screen, eye, bits = face.screen, self.eye, 0
        ux, uy, r2, up = face.lox, face.loy, screen.radius * screen.radius, screen.top
        for c in (0, 1, 2):
            dx, dy = self.ends[2 * c] - self.x, self.ends[2 * c + 1] - self.y
            if screen.round:
                along, length2 = ux * dx + uy * dy, dx * dx + dy * dy
                if 0.0 < along < length2:
                    across = dx * uy - dy * ux
                    if across * across < r2 * length2:
                        t = along / length2
                        if eye + t * (top - eye) <= up:
                            bits |= 1 << c
                        if eye + t * (middle - eye) <= up:
                            bits |= 8 << c
            elif not face.sure or (ux * dy - uy * dx >= 0.0 and dx * face.hiy - dy * face.hix >= 0.0):  # not beside it
                bits |= self._passed(screen, dx, dy, middle, top, face.here) << c
        return bits

    def _open(self, tx: float, ty: float, top: float) -> bool:
        """Whether nothing that is doubtful stands in a line to so high above a point."""
        eye, dx, dy = self.eye, tx - self.x, ty - self.y
        length2 = dx * dx + dy * dy
        for n in range(self.many):
            face = self.faces[n]
            if face.told != _DOUBTFUL:
                continue
            screen, ux, uy = face.screen, face.lox, face.loy
            if screen.round:
                along = ux * dx + uy * dy
                if 0.0 < along < length2:
                    across = dx * uy - dy * ux
                    near = across * across < screen.radius * screen.radius * length2
                    if near and eye + along / length2 * (top - eye) <= screen.top:
                        return False
            elif face.sure and (ux * dy - uy * dx < 0.0 or dx * face.hiy - dy * face.hix < 0.0):
                continue  # beside it
            elif self._passed(screen, dx, dy, top, top, face.here):
                return False
        return True

    def aim(self, j: int) -> None:
        """What is looked at of a model: its centre and the two sides of its base."""
        target = self.target
        x, y = target.positions[j]
        dx, dy, half, u, v = x - self.x, y - self.y, target.half, 0.0, 0.0
        if half < 0.0 and target.bases[j].round:
            half = target.bases[j].half_length
        if half >= 0.0:
            d = sqrt(dx * dx + dy * dy)
            if d != 0.0:
                u, v = snap(dy * half / d), snap(dx * half / d)
            self.ends = [x, y, x + u, y - v, x - u, y + v]
            return
        ranked = sorted([(dx * (v - self.y) - dy * (u - self.x), u, v) for u, v in target.form.outline(j)])
        (_, rx, ry), (_, lx, ly) = ranked[0], ranked[-1]
        self.ends = [x, y, rx, ry, lx, ly]

    def _passed(self, screen: Occluder, dx: float, dy: float, middle: float, top: float, here: bool) -> int:
        """Whether a line so far passes below the top of a polygon: 1 looking at the top of a model, 8 at its middle, 9 both."""
        ax, ay, eye, up, points = self.x, self.y, self.eye, screen.top, screen.points
        if here and eye <= up:
            return 9
        found = 0
        end = here  # whether the far end lies in it: every crossing changes that
        under = eye <= up and top <= up and middle <= up
        px, py = points[-1]
        sp = dx * (py - ay) - dy * (px - ax)
        for qx, qy in points:
            sq = dx * (qy - ay) - dy * (qx - ax)
            if (sp > 0.0) != (sq > 0.0):
                ex, ey = qx - px, qy - py
                num = (px - ax) * ey - (py - ay) * ex
                den = dx * ey - dy * ex
                if 0.0 < num < den or den < num < 0.0:
                    if under:
                        return 9
                    end = not end
                    t = num / den
                    if eye + t * (middle - eye) <= up:
                        found |= 8
                    if eye + t * (top - eye) <= up:
                        found |= 1
            px, py, sp = qx, qy, sq
        if end:
            if middle <= up:
                found |= 8
            if top <= up:
                found |= 1
        return found


def viewer() -> Viewer:
    """One who has not looked round yet."""
    made = Viewer.__new__(Viewer)  # nothing is called when it is compiled
    made.faces, made.many = [], 0
    return made


def loops(
    tally: Tally, a: Formation, b: Formation, eyes: Sequence[float], tops: Sequence[float], middles: Sequence[float],
    screens: list[Occluder], stood_a: Stood, stood_b: Stood,
) -> None:  # fmt: skip
    """Counts pair by pair, each firer past what may stand in his way."""
    m = len(b.positions)
    everybody = tuple(range(m))
    target = Target.__new__(Target)
    target.stand(b, b.box, widest(b))
    hidden, shares = tally.hidden, tally.shares
    one = viewer()
    for i, (x, y) in enumerate(a.positions):
        one.look_round(target, screens, x, y, eyes[i], stood_a[i])
        if not one.many:
            tally.views.append(everybody)
            for j in range(m):
                hidden[j], shares[j] = 0, ()
            continue
        view = []
        for j in range(m):
            stopped = one.sees(j, tops[j], middles[j], stood_b[j], tally.stoppers)
            if stopped >= 0:
                view.append(j)
                share(tally, j, stopped, one.met)
        tally.views.append(everybody if len(view) == m else tuple(view))


def share(tally: Tally, j: int, stopped: int, met: Any) -> None:
    """A firer sees model j, so many lines stopped, with this between."""
    if stopped < tally.hidden[j]:
        tally.hidden[j] = stopped
    if not met:
        tally.shares[j] = ()
    elif tally.shares[j] is None:
        tally.shares[j] = [met]
    elif tally.shares[j]:
        tally.shares[j].append(met)


def widest(form: Formation) -> float:
    """The radius of the widest base."""
    if form.radius >= 0.0:
        return form.bases[0].radius
    return max([base.radius for base in form.bases])
