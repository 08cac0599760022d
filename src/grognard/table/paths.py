"""The ways models go: through what, how long, and round what.

A model goes as its centre goes. It is in a piece of terrain while its centre is; it meets an obstacle where its base
would.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from heapq import heappop, heappush
from math import sqrt
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import force_setattr

from grognard.kernel.memo import memo
from grognard.table.collision import on_piece, too_near
from grognard.table.distances import overlap
from grognard.table.geometry import (
    LATTICE,
    Box,
    Formation,
    Outline,
    Point,
    boxes_within,
    crosses,
    edge_d2,
    inside,
    segment_d2,
    snap,
)
from grognard.table.terrain import Ground, Piece

MOST_CORNERS = 400  # points of obstacles that one search looks at; beyond it the way counts as barred
_SLACK = 3 / LATTICE  # inches by which the corners of a way stay clear, so that rounding never puts them inside


class MovementMode(Struct, frozen=True, cache_hash=True):
    """How a unit moves and stands, in inches; made once a kind of unit.

    ``apart`` is kept from enemies on the way and at the end, ``through`` says whose models it may move across
    ("nobody", "friends", "everybody"), ``over`` is the height of terrain that it flies across. Pieces with a word of
    ``slow`` slow it unless they have one of ``ignores``: an inch in them costs 1 / ``rate`` inches, and ``penalty``
    inches once. ``barred`` pieces stop it. ``coherency`` with its ``measure`` and ``spread`` is what it must end in
    (0: none). ``straight`` forbids going round.
    """

    apart: float = 1.0
    through: str = "friends"
    over: float = 0.0
    slow: tuple[str, ...] = ("difficult",)
    ignores: tuple[str, ...] = ()
    rate: float = 0.5
    penalty: float = 0.0
    barred: tuple[str, ...] = ("impassable",)
    coherency: float = 2.0
    measure: str = "edge"
    spread: float = 0.0
    straight: bool = False

    def slowed_by(self, piece: Piece) -> bool:
        """Whether this piece slows the unit."""
        words = piece.properties
        if not words or (piece.height and piece.height <= self.over):
            return False
        return _has_any(words, self.slow) and not _has_any(words, self.ignores)

    def stopped_by(self, piece: Piece) -> bool:
        """Whether the unit cannot move across this piece."""
        if self.over and piece.height <= self.over:
            return False
        return bool(piece.properties) and _has_any(piece.properties, self.barred)


def _has_any(words: Sequence[str], asked: Sequence[str]) -> bool:
    for word in asked:  # noqa: SIM110  a plain loop: every move asks this of every piece near
        if word in words:
            return True
    return False


WALKING = MovementMode()


@memo(256)
def trodden(ground: Ground, mode: MovementMode) -> tuple[tuple[Piece, ...], tuple[Piece, ...], tuple[Piece, ...]]:
    """The pieces of a ground in which nobody with this mode may stand, those that stop it (often the same), those that slow it."""
    stops = tuple([p for p in ground.pieces if p.properties and _has_any(p.properties, mode.barred)])
    walls = tuple([p for p in stops if mode.stopped_by(p)]) if mode.over else stops
    return stops, walls, tuple([p for p in ground.pieces if mode.slowed_by(p)])


def spans(points: Outline, a: Point, b: Point) -> list[tuple[float, float]]:
    """The parts of the segment a-b that lie in a polygon, as (from, to) with 0 at a and 1 at b, in order."""
    (ax, ay), (bx, by) = a, b
    dx, dy = bx - ax, by - ay
    if dx == 0.0 and dy == 0.0:
        return []
    cuts = [0.0, 1.0]
    px, py = points[-1]
    sp = dx * (py - ay) - dy * (px - ax)
    for qx, qy in points:
        sq = dx * (qy - ay) - dy * (qx - ax)
        if (sp > 0.0) != (sq > 0.0):
            t = ((px - ax) * (qy - py) - (py - ay) * (qx - px)) / (dx * (qy - py) - dy * (qx - px))
            if 0.0 < t < 1.0:
                cuts.append(t)
        px, py, sp = qx, qy, sq
    cuts.sort()
    found: list[tuple[float, float]] = []
    for s, t in itertools.pairwise(cuts):
        m = (s + t) / 2
        if t > s and inside(points, ax + m * dx, ay + m * dy):
            if found and found[-1][1] == s:
                found[-1] = (found[-1][0], t)
            else:
                found.append((s, t))
    return found


def length_in(pieces: Iterable[Piece], a: Point, b: Point) -> float:
    """Inches of the segment a-b that lie in any of these pieces; where pieces overlap, once."""
    (ax, ay), (bx, by) = a, b
    dx, dy = bx - ax, by - ay
    parts = sorted([part for piece in pieces for part in spans(piece.points, a, b)])
    total, reached = 0.0, 0.0
    for s, t in parts:
        if t > reached:
            total += t - (s if s > reached else reached)
            reached = t
    return total * sqrt(dx * dx + dy * dy)


def length(points: Sequence[Point]) -> float:
    """Inches along a way."""
    total = 0.0
    for k in range(1, len(points)):
        (px, py), (qx, qy) = points[k - 1], points[k]
        total += sqrt((qx - px) * (qx - px) + (qy - py) * (qy - py))
    return total


def cost(points: Sequence[Point], slow: Sequence[Piece], mode: MovementMode = WALKING) -> float:
    """The inches of movement that a way costs: its length, dearer in slow ground."""
    total = length(points)
    if slow:
        dear = 0.0
        for k in range(1, len(points)):
            dear += length_in(slow, points[k - 1], points[k])
        if dear > 0.0:
            total += dear * (1.0 / mode.rate - 1.0) + mode.penalty
    return total


def meets(points: Outline, a: Point, b: Point, radius: float) -> bool:
    """Whether a round base of this radius, going straight from a to b, would overlap a polygon. Touching is allowed."""
    (ax, ay), (bx, by) = a, b
    if inside(points, ax, ay) or inside(points, bx, by):
        return True
    r2 = radius * radius
    p = points[-1]
    for q in points:
        if segment_d2(q[0], q[1], ax, ay, bx, by) < r2 or crosses(a, b, p, q):
            return True
        p = q
    return edge_d2(points, ax, ay) < r2 or edge_d2(points, bx, by) < r2


def passes(x: float, y: float, reach: float, a: Point, b: Point) -> bool:
    """Whether the segment a-b comes nearer than ``reach`` to a point."""
    return segment_d2(x, y, a[0], a[1], b[0], b[1]) < reach * reach


def leads_through(piece: Piece, a: Point, b: Point) -> bool:
    """Whether a straight way leads through a piece of terrain, or ends in it."""
    return piece.holds(*a) or piece.holds(*b) or bool(spans(piece.points, a, b))


def crossed(ground: Ground, points: Sequence[Point], radius: float = 0.0) -> tuple[Piece, ...]:
    """The pieces of terrain that a way leads through, in the order of the ground.

    With the radius of a base also those that the base overlaps on the way. A way of one point is a place.
    """
    legs = list(itertools.pairwise(points)) or [(points[0], points[0])]
    found = []
    for piece in ground.pieces:
        if radius:
            hit = any(meets(piece.points, a, b, radius) for a, b in legs)
        else:
            hit = any(leads_through(piece, a, b) for a, b in legs)
        if hit:
            found.append(piece)
    return tuple(found)


Circles: TypeAlias = list[tuple[float, float, float]]  # x, y and the square of how far centres stay from there
Solid: TypeAlias = tuple[float, float, float, float, float, Outline]


class Obstacle(Struct, frozen=True):
    """Something to go round.

    A polygon, or with one point a circle; ``clear`` is how far centres stay from it, inches.
    """

    points: Outline
    clear: float
    _solid: Any = None  # found when first asked for, and kept
    _corners: Any = None

    def bars(self, a: Point, b: Point) -> bool:
        """Whether the straight way from a to b is barred."""
        circles, others = sorted_out((self,))
        return not is_open(circles, others, a, b)

    def solid(self) -> Solid:
        """A polygon, with the box round it: left, low, right, top, how far centres stay from it, its corners."""
        found: Solid | None = self._solid
        if found is None:
            xs, ys = [x for x, _ in self.points], [y for _, y in self.points]
            found = (min(xs), min(ys), max(xs), max(ys), self.clear, self.points)
            force_setattr(self, "_solid", found)
        return found

    def corners(self) -> list[Point]:
        """Points just clear of the obstacle between which ways round it lead; found once."""
        found: list[Point] | None = self._corners
        if found is None:
            found = self._turned()
            force_setattr(self, "_corners", found)
        return found

    def _turned(self) -> list[Point]:
        if len(self.points) == 1:
            x, y = self.points[0]
            r = self.clear * 1.0825 + _SLACK  # 1 / cos 22.5 degrees: the sides of the octagon stay clear too
            return [_put(x + r * c, y + r * s) for c, s in _EIGHT]
        turn = sum([px * qy - qx * py for (px, py), (qx, qy) in zip(self.points, self._next(), strict=True)])
        points = self.points if turn > 0 else self.points[::-1]
        found: list[Point] = []
        for k, (x, y) in enumerate(points):
            (px, py), (qx, qy) = points[k - 1], points[(k + 1) % len(points)]
            if (x - px) * (qy - y) - (y - py) * (qx - x) <= 0:
                continue  # no taut way bends at a corner that points inwards
            n, m = _normal(px, py, x, y), _normal(x, y, qx, qy)
            middle = _unit(n[0] + m[0], n[1] + m[1])
            cosine = n[0] * middle[0] + n[1] * middle[1]  # of half the turn
            r = self.clear / sqrt((1 + cosine) / 2) + _SLACK
            found += [_put(x + r * u, y + r * v) for u, v in (n, middle, m)]
        return found

    def _next(self) -> Outline:
        return self.points[1:] + self.points[:1]


_H = 0.7071067811865476
_EIGHT = ((1.0, 0.0), (_H, _H), (0.0, 1.0), (-_H, _H), (-1.0, 0.0), (-_H, -_H), (0.0, -1.0), (_H, -_H))


def _put(x: float, y: float) -> Point:
    return (snap(x), snap(y))


def _unit(x: float, y: float) -> Point:
    d = sqrt(x * x + y * y)
    return (x / d, y / d) if d else (1.0, 0.0)


def _normal(px: float, py: float, qx: float, qy: float) -> Point:
    return _unit(qy - py, px - qx)


def _far(a: Point, b: Point) -> float:
    ax, ay = a
    bx, by = b
    return sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay))


def sorted_out(obstacles: Sequence[Obstacle]) -> tuple[Circles, list[Solid]]:
    """The circles among obstacles as numbers, and the others."""
    circles: Circles = []
    others: list[Solid] = []
    for o in obstacles:
        if len(o.points) == 1:
            x, y = o.points[0]
            circles.append((x, y, o.clear * o.clear))
        else:
            others.append(o.solid())
    return circles, others


def is_open(circles: Circles, others: list[Solid], a: Point, b: Point) -> bool:
    """Whether nothing bars the straight way from a to b: a search asks this of every pair of corners."""
    ax, ay = a
    bx, by = b
    for x, y, clear in circles:
        if segment_d2(x, y, ax, ay, bx, by) < clear:
            return False
    if not others:
        return True
    left, right = (ax, bx) if ax < bx else (bx, ax)
    low, top = (ay, by) if ay < by else (by, ay)
    for x0, y0, x1, y1, clear, points in others:
        if x1 < left - clear or x0 > right + clear or y1 < low - clear or y0 > top + clear:
            continue
        if meets(points, a, b, clear):
            return False
    return True


def way(
    a: Point, b: Point, obstacles: Sequence[Obstacle], most: float = 1000.0, field: Box | None = None
) -> tuple[Point, ...] | None:
    """A short way from a to b that no obstacle bars, as its points; None when there is none of at most ``most`` inches.

    It is never shorter than the shortest way, and longer by at most a tenth of the clearance at a corner. It turns only within
    ``field``, inches (None: anywhere).
    """
    circles, others = sorted_out(obstacles)
    if is_open(circles, others, a, b):
        return (a, b)
    corners = [c for o in obstacles for c in o.corners() if _far(a, c) + _far(c, b) <= most]
    if field is not None:
        left, bottom, right, top = field
        corners = [c for c in corners if left <= c[0] <= right and bottom <= c[1] <= top]
    corners = [c for c in corners if is_open(circles, others, c, c)]
    if len(corners) > MOST_CORNERS:
        return None
    nodes = [a, *corners, b]
    goal = len(nodes) - 1
    best = [0.0, *[1e9] * goal]
    came = [0] * (goal + 1)
    done = [False] * (goal + 1)
    queue: list[tuple[float, int]] = [(length((a, b)), 0)]
    while queue:
        _, i = heappop(queue)
        if i == goal:
            found = [goal]
            while found[-1]:
                found.append(came[found[-1]])
            return tuple([nodes[k] for k in reversed(found)])
        if done[i]:
            continue
        done[i] = True
        here, spent = nodes[i], best[i]
        for j in range(goal + 1):
            if done[j]:
                continue
            node = nodes[j]
            so_far = spent + _far(here, node)
            whole = so_far + _far(node, b)
            if whole > most or so_far >= best[j]:
                continue
            if is_open(circles, others, here, node):
                best[j], came[j] = so_far, i
                heappush(queue, (whole, j))
    return None


def field_of(ground: Ground, radius: float) -> Box:
    """Where the centre of a base of this radius may be on a table so that nothing of it hangs over the edge."""
    return (radius, radius, ground.width - radius, ground.height - radius)


def walls(ground: Ground, radius: float, mode: MovementMode = WALKING) -> list[Obstacle]:
    """The pieces that stop a base of this radius, as obstacles."""
    return [Obstacle(p.points, radius) for p in ground.pieces if mode.stopped_by(p)]


def way_round(
    ground: Ground, a: Point, b: Point, radius: float, mode: MovementMode = WALKING, most: float = 1000.0
) -> tuple[Point, ...] | None:
    """The way of one base from a to b round the terrain that stops it.

    None when there is none of at most ``most`` inches.
    """
    return way(a, b, walls(ground, radius, mode), most, field_of(ground, radius))


class Obstacles:
    """The obstacles to the models of a unit that stands so: one value for all its models that meet a thing alike."""

    __slots__ = ("_kept", "_numbers", "_shared", "form")

    def __init__(self, form: Formation) -> None:
        self.form = form
        self._kept: dict[tuple[int, int], list[Obstacle]] = {}  # by model and what it meets
        self._shared: dict[tuple[int, float], list[Obstacle]] = {}  # by what is met and how far to stay away from it
        self._numbers: dict[int, tuple[Circles, list[Solid]]] = {}  # by list of obstacles

    def to(self, i: int, what: Formation | Piece, apart: float) -> list[Obstacle]:
        """What model i meets of a piece or of a unit from which it must keep so many inches."""
        key = (i, id(what))
        found = self._kept.get(key)
        if found is None:
            found = self._kept[key] = self._piece(i, what) if isinstance(what, Piece) else self._unit(i, what, apart)
        return found

    def bar(self, i: int, what: Formation | Piece, apart: float, a: Point, b: Point) -> bool:
        """Whether they bar model i the straight way from a to b."""
        found = self.to(i, what, apart)
        numbers = self._numbers.get(id(found))
        if numbers is None:
            numbers = self._numbers[id(found)] = sorted_out(found)
        return not is_open(numbers[0], numbers[1], a, b)

    def _piece(self, i: int, what: Piece) -> list[Obstacle]:
        if what.has("impassable") and on_piece(self.form, i, what):
            return []  # it has come to lie where the model stands: that one may walk out
        radius = self.form.bases[i].half_width
        key = (id(what), radius)
        found = self._shared.get(key)
        if found is None:
            found = self._shared[key] = [Obstacle(what.points, radius)]
        return found

    def _unit(self, i: int, what: Formation, apart: float) -> list[Obstacle]:
        form = self.form
        if apart and boxes_within(form.box, what.box, apart) and too_near(form.only((i,)), what, apart):
            apart = 0.0  # it stands that near already: it may go away, though not across anybody
        clear = form.bases[i].half_width
        key = (id(what), clear + apart)
        found = self._shared.get(key)
        if found is not None:
            return found
        found, alike = [], True
        for j, position in enumerate(what.positions):
            base = what.bases[j]
            if base.round:
                found.append(Obstacle((position,), base.half_length + clear + apart))
            else:
                alike = False
                if not overlap(form, i, what, j):
                    found.append(Obstacle(what.outline(j), clear + apart))
        if alike:
            self._shared[key] = found
        return found
