"""Where a unit may want to go: the purposes of a move before any is judged, and what places are worth.

Numbers to choose by, never to judge by: influences of objectives and enemies by their distances, and cover.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf, sqrt
from typing import Any, Protocol

from grognard.kernel.memo import memo
from grognard.table.geometry import (
    Aabb,
    Box,
    Formation,
    Point,
    aabb,
    aabb_d2,
    aabb_of,
    aabbs_of,
    boxes_within,
    cut,
    part_of,
)
from grognard.table.paths import MovementMode
from grognard.table.terrain import Ground, Piece

PARTS = (1.0, 0.5, 0.25)  # of the move that are tried on the way to a point


class Mover(Protocol):
    """The moves of a unit (``moves.Moves``), as far as a purpose needs them."""

    form: Formation
    inches: float
    ground: Ground
    mode: MovementMode
    targets: tuple[Any, ...]
    enemies: Sequence[tuple[Any, Formation]]
    call: Callable[[Any], str] | None

    @property
    def centre(self) -> Point: ...
    def charge(self) -> Formation | None: ...
    def close_ranks(self) -> Formation | None: ...
    def _holds_together(self) -> bool: ...
    def __contains__(self, form: Formation) -> bool: ...
    def step(self, x: float, y: float, part: float = 1.0) -> Point: ...
    def toward(self, x: float, y: float) -> Formation | None: ...


class MovePurpose:
    """A purpose: to stand, or to go towards a point. Called it gives the legal move that comes of it, or None."""

    __slots__ = ("moves", "position")

    def __init__(self, moves: Mover, position: Point | None = None) -> None:
        self.moves, self.position = moves, position

    def __call__(self) -> Formation | None:
        """The move."""
        moves = self.moves
        if self.position is None:
            return moves.form if moves.form in moves else None
        return moves.toward(*self.position)


def beyond(moves: Mover, x: float, y: float) -> Point:
    """Where the whole move straight away from a point leads."""
    cx, cy = moves.centre
    dx, dy = cx - x, cy - y
    if dx == 0.0 and dy == 0.0:
        dy = -1.0
    far = moves.inches / sqrt(dx * dx + dy * dy)
    return cx + dx * far, cy + dy * far


def covers_near(moves: Mover) -> list[Piece]:
    """Pieces with cover that a unit may stand in and could get to, in the order of the ground."""
    left, bottom, right, top = moves.form.box
    reach = moves.inches
    near = (left - reach, bottom - reach, right + reach, top + reach)
    shelters, found = _shelters(moves.ground, moves.mode.barred), []
    for piece in shelters:
        if boxes_within(piece.box, near, 0.0):
            found.append(piece)
    return found


@memo(64)
def _shelters(ground: Ground, barred: tuple[str, ...]) -> tuple[Piece, ...]:
    """The pieces with cover in which a unit may stand that is barred from pieces with these properties."""
    return tuple([p for p in ground.pieces if (p.cover or p.covers or p.has("soft")) and not p.has(*barred)])


def nearest_middles(x: float, y: float, forms: Sequence[Formation], most: int) -> list[Point]:
    """The middles of those units whose middles are nearest to a point, at most so many, the nearest first, of equals by place."""
    ranked = []
    for k in range(len(forms)):
        left, bottom, right, top = forms[k].box
        u, v = (left + right) / 2, (bottom + top) / 2
        ranked.append(((u - x) * (u - x) + (v - y) * (v - y), k, (u, v)))
    ranked.sort()
    return [position for _, _, position in ranked[:most]]


def middle_of(what: Formation | Piece) -> Point:
    """The middle of the box round a unit or a piece."""
    left, bottom, right, top = what.box
    return ((left + right) / 2, (bottom + top) / 2)


def purposes(moves: Mover) -> list[tuple[str, Callable[[], Formation | None]]]:
    """What a unit may want with a move, in words, and what makes the move of it."""
    if moves.targets:
        return [("charge", moves.charge)]
    found: list[tuple[str, Callable[[], Formation | None]]] = [("stand", MovePurpose(moves))]
    if not moves._holds_together():
        found.append(("close ranks", moves.close_ranks))
    x, y = moves.centre
    foes = nearest_middles(x, y, [form for _, form in moves.enemies if form.positions], 3)
    for foe in foes:
        found.append(("advance", MovePurpose(moves, foe)))
    for foe in foes[:1]:
        found.append(("fall back", MovePurpose(moves, beyond(moves, *foe))))
    for piece in covers_near(moves)[:2]:
        found.append(("into cover", MovePurpose(moves, middle_of(piece))))
    near = []
    for u, v in moves.ground.objectives:
        near.append(((u - x) * (u - x) + (v - y) * (v - y), u, v))
    near.sort()
    for _, u, v in near[:2]:
        found.append(("objective", MovePurpose(moves, (u, v))))
    return found


def in_words(moves: Mover, why: str, make: Callable[[], Formation | None]) -> str:
    """A purpose as a player reads it: which enemy it makes for or leaves, which piece, which objective."""
    if why == "charge" and moves.call is not None:
        return f"charge {' and '.join(map(moves.call, moves.targets))}"
    position = make.position if isinstance(make, MovePurpose) else None
    if position is None:
        return why
    if why in ("advance", "fall back"):
        x, y = moves.centre
        foes = [(middle_of(form), u) for u, form in moves.enemies if form.positions]
        if why == "advance":
            return next((f"towards {_called(moves, u)}" for middle, u in foes if middle == position), why)
        _, near = min(foes, key=lambda foe: (foe[0][0] - x) ** 2 + (foe[0][1] - y) ** 2)
        return f"away from {_called(moves, near)}"
    if why == "into cover":
        return next((f"into {p.name}" for p in covers_near(moves) if middle_of(p) == position), why)
    if why == "objective" and position in moves.ground.objectives:
        return f"to objective {moves.ground.objectives.index(position) + 1}"
    return why


def _called(moves: Mover, unit: Any) -> str:
    """An enemy by name, where names are known."""
    return moves.call(unit) if moves.call is not None else "the enemy"


def ways_towards(points: Sequence[Point | None], middle: Point, inches: float) -> list[list[Point] | None]:
    """The steps that a move towards each of some points may make: all, half or a quarter of so many inches, never beyond it."""
    return [None if p is None else [_step(middle, p, inches * part) for part in PARTS] for p in points]


def _step(middle: Point, point: Point, inches: float) -> Point:
    dx, dy = point[0] - middle[0], point[1] - middle[1]
    scale = part_of(dx * dx + dy * dy, inches)
    return cut(dx * scale), cut(dy * scale)


# --- what places are worth ---------------------------------------------------------------------------------------------


def to_boxes(boxes: Sequence[Box], x: float, y: float) -> float:
    """The distance from a point to the nearest of some boxes, -1 when there is none.

    >>> to_boxes(((0.0, 0.0, 2.0, 2.0),), 5.0, 6.0), to_boxes((), 5.0, 6.0)
    (5.0, -1.0)
    """
    found = -1.0
    for left, bottom, right, top in boxes:
        dx = left - x if left > x else x - right if x > right else 0.0
        dy = bottom - y if bottom > y else y - top if y > top else 0.0
        d2 = dx * dx + dy * dy
        if found < 0.0 or d2 < found:
            found = d2
    return sqrt(found) if found >= 0.0 else -1.0


def boxes_reach(boxes: Sequence[Box], x: float, y: float, inches: float) -> bool:
    """Whether any box lies within so many inches of a point: the first yes is enough."""
    limit = inches * inches
    for left, bottom, right, top in boxes:
        dx = left - x if left > x else x - right if x > right else 0.0
        dy = bottom - y if bottom > y else y - top if y > top else 0.0
        if dx * dx + dy * dy <= limit:
            return True
    return False


def share_in(stood: Sequence[Sequence[int]], counts: Sequence[bool]) -> float:
    """The share of models that stand in any piece that counts; ``stood`` tells for each model the places of its pieces.

    >>> share_in(((0, 1), (), (0,), (2,)), (False, True, True))
    0.5
    """
    n = 0
    for pieces in stood:
        for k in pieces:
            if counts[k]:
                n += 1
                break
    return n / len(stood) if n else 0.0


UNKNOWN = -1.0  # not found yet: no weight is negative


class Influence:
    """What some sources make of a place: each counts by its weight and its distance, and only the one that counts most.

    ``find`` tells the weight of a source, by its place among the boxes, when it is first asked for; None: all weigh 1.
    Beyond ``within`` inches a source counts for nothing.
    """

    __slots__ = ("boxes", "find", "weights", "within")

    def __init__(self, boxes: Sequence[Box], find: Callable[[int], float] | None, within: float) -> None:
        self.boxes, self.find, self.within = aabbs_of(boxes), find, within
        self.weights = [1.0 if find is None else UNKNOWN] * len(boxes)

    def left(self, weight: float, far: float) -> float:
        """What is left of a weight so many inches away: all of it, where nothing decays."""
        return weight

    def weight(self, k: int) -> float:
        """The weight of a source."""
        value = self.weights[k]
        if value < 0.0 and self.find is not None:
            value = self.weights[k] = self.find(k)
        return value

    def most(self, outer: Aabb, inner: Aabb) -> float:
        """The most that any source counts for beside a box that lies in one and holds another."""
        if self.find is None:
            return self.nearest(outer)
        best, within = 0.0, self.within
        for k, other in enumerate(self.boxes):
            far = sqrt(aabb_d2(outer, other))
            if far <= within:
                weight = self.weight(k)
                if weight > best:  # distance only takes away
                    value = self.left(weight, far)
                    if value > best:
                        best = value
        return best

    def nearest(self, outer: Aabb) -> float:
        """What the nearest source counts for beside a box that lies in another: the most, where all weigh alike."""
        least = -1.0
        for other in self.boxes:
            d2 = aabb_d2(outer, other)
            if least < 0.0 or d2 < least:
                least = d2
        if least < 0.0:
            return 0.0
        far = sqrt(least)
        return self.left(1.0, far) if far <= self.within else 0.0

    def at(self, x: float, y: float) -> float:
        """What the sources count for at a point."""
        point = aabb(x, y, x, y)
        return self.most(point, point)

    def strongest(self, x: float, y: float) -> int:
        """Which source counts most at a point, the first of equals, by its place; -1 where none counts."""
        best, found, within, point = 0.0, -1, self.within, aabb(x, y, x, y)
        for k, other in enumerate(self.boxes):
            far = sqrt(aabb_d2(point, other))
            value = self.left(self.weight(k), far) if far <= within else 0.0
            if value > best:
                best, found = value, k
        return found


class Hyperbolic(Influence):
    """Influence that is whole up to ``near`` inches away, half of that ``half`` inches further off, a third at twice that.

    >>> Hyperbolic([(0.0, 0.0, 0.0, 0.0)], lambda k: 1.5, inf, 3.0, 12.0).at(15.0, 0.0)
    0.75
    """

    __slots__ = ("half", "near")

    def __init__(
        self, boxes: Sequence[Box], find: Callable[[int], float] | None, within: float, near: float, half: float
    ) -> None:
        Influence.__init__(self, boxes, find, within)
        self.near, self.half = near, half

    def left(self, weight: float, far: float) -> float:
        """What is left of a weight so many inches away."""
        return weight * self.half / (self.half + (far - self.near)) if far > self.near else weight


class Linear(Influence):
    """Influence that decays in a straight line to nothing at ``gone`` inches.

    >>> Linear([(0.0, 0.0, 0.0, 0.0)], lambda k: 2.0, 10.0, 12.0).at(3.0, 0.0)
    1.5
    """

    __slots__ = ("gone",)

    def __init__(self, boxes: Sequence[Box], find: Callable[[int], float] | None, within: float, gone: float) -> None:
        Influence.__init__(self, boxes, find, within)
        self.gone = gone

    def left(self, weight: float, far: float) -> float:
        """What is left of a weight so many inches away."""
        return weight * (1 - far / self.gone)


class RangeBands(Influence):
    """Influence that changes at some distances, and is nothing beyond the last of them.

    ``steps`` gives these of one source in their order, in inches, ``in_band`` what it counts for up to one of them, by its
    place there.
    """

    __slots__ = ("bands", "in_band", "steps", "tops")

    def __init__(
        self,
        boxes: Sequence[Box],
        steps: Callable[[int], Sequence[float]],
        in_band: Callable[[int, int], float],
        within: float,
    ) -> None:
        Influence.__init__(self, boxes, float, within)
        self.steps, self.in_band = steps, in_band
        self.tops: list[Sequence[float] | None] = [None] * len(boxes)
        self.bands: list[list[float]] = [[] for _ in boxes]

    def most(self, outer: Aabb, inner: Aabb) -> float:
        """The most that any source counts for beside a box that lies in one and holds another."""
        best, within = 0.0, self.within
        for k, other in enumerate(self.boxes):
            far = sqrt(aabb_d2(outer, other))
            if far <= within:
                high = sqrt(aabb_d2(inner, other))
                value = self.between(k, far, high)
                if value > best:
                    best = value
        return best

    def between(self, k: int, low: float, high: float) -> float:
        """The most that a source counts for at any distance between two."""
        tops = self.tops[k]
        if tops is None:
            tops = self.tops[k] = self.steps(k)
            self.bands[k] = [UNKNOWN] * len(tops)
        bands = self.bands[k]
        near, far = int(low + 0.999), int(high + 0.999)  # in whole inches, as ranges are measured
        best = 0.0
        for i, top in enumerate(tops):
            if top >= near:
                value = bands[i]
                if value < 0.0:
                    value = bands[i] = self.in_band(k, i)
                if value > best:
                    best = value
                if top >= far:
                    break
        return best


class Term:
    """A part of what a place is worth: an influence ``times`` some points, gain or, below 0, fear.

    It is felt at the middle of a unit, or where ``along`` its box is nearest to the source.
    """

    __slots__ = ("along", "influence", "times")

    def __init__(self, times: float, influence: Influence, along: bool = False) -> None:
        self.times, self.influence, self.along = times, influence, along


class PositionValue:
    """What the places of a unit are worth: the sum of some terms, and ``cover`` for standing in one of the boxes ``covers``.

    The boxes are as ``aabbs_of`` gives them. The sum itself does not ask who stands in cover: that is for the caller to know.
    """

    __slots__ = ("cover", "covers", "terms")

    def __init__(self, terms: Sequence[Term], covers: list[Aabb], cover: float) -> None:
        self.terms, self.covers, self.cover = list(terms), covers, cover

    def parts(self, middle: Point, box: Box) -> list[float]:
        """What each term makes of a place, cover aside."""
        x, y = middle
        point, around = aabb(x, y, x, y), aabb_of(box)
        found = []
        for term in self.terms:
            beside = around if term.along else point
            found.append(term.times * term.influence.most(beside, beside))
        return found

    def at(self, x: float, y: float) -> float:
        """What a point is worth, cover aside."""
        value, point = 0.0, aabb(x, y, x, y)
        for term in self.terms:
            value += term.times * term.influence.most(point, point)
        return value

    def ahead(self, x: float, y: float, points: Sequence[Point], inches: float) -> float:
        """The most that a point is worth so many inches ahead on the ways to some others, or there; -inf of none."""
        best = -inf
        for a, b in points:
            dx, dy = a - x, b - y
            far = sqrt(dx * dx + dy * dy)
            part = (inches / far if inches / far < 1.0 else 1.0) if far != 0.0 else 0.0
            value = self.at(x + dx * part, y + dy * part)
            if value > best:
                best = value
        return best

    def upper_bound(self, step: Point, middle: Point, outer: Box, inner: Box, slack: float) -> float:
        """The most that a place can be worth, cover and all, so far from where a unit stands.

        ``outer`` is a box round the unit as it stands however it turns, with something to spare, ``inner`` a box that surely
        lies within it; ``middle`` its middle, give or take ``slack`` inches.
        """
        dx, dy = step
        x, y = middle[0] + dx, middle[1] + dy
        around, point = moved(outer, dx, dy), aabb(x, y, x, y)
        within = around if inner is outer else moved(inner, dx, dy)
        about = aabb(x - slack, y - slack, x + slack, y + slack)
        value = slack
        for term in self.terms:
            times, influence = term.times, term.influence
            if times < 0.0:
                if term.along:
                    value += times * influence.most(within, within)
                continue  # a fear that is felt at the middle may be nearly nothing
            if term.along:
                value += times * influence.most(around, within)
            else:
                value += times * influence.most(about, point)
        for other in self.covers:
            if (
                around.left <= other.right
                and other.left <= around.right
                and around.low <= other.top
                and other.low <= around.top
            ):
                value += self.cover
                break
        return value

    def upper_bounds(
        self, ways: Sequence[Sequence[Point] | None], middle: Point, outer: Box, inner: Box, slack: float
    ) -> list[float]:
        """The most after one of the steps of each of several ways; without a step -inf, of None inf."""
        found = []
        for steps in ways:
            best = inf if steps is None else -inf
            for step in steps or ():
                value = self.upper_bound(step, middle, outer, inner, slack)
                if value > best:
                    best = value
            found.append(best)
        return found


def moved(box: Box, dx: float, dy: float) -> Aabb:
    """A box that has moved by a vector."""
    left, low, right, top = box
    return aabb(left + dx, low + dy, right + dx, top + dy)
