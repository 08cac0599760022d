"""What places are worth: influences of objectives and enemies by their distances, and cover.

Numbers to choose by, never to judge by.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf, sqrt

from grognard.table.geometry import Box, Point, aabb_d2


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


class Sides:
    """A box as it is measured to again and again."""

    __slots__ = ("left", "low", "right", "top")

    def __init__(self, box: Box) -> None:
        self.left, self.low, self.right, self.top = box


def sides_of(boxes: Sequence[Box]) -> list[Sides]:
    """Boxes as they are measured to."""
    return [Sides(box) for box in boxes]


class Influence:
    """What some sources make of a place: each counts by its weight and its distance, and only the one that counts most.

    ``find`` tells the weight of a source, by its place among the boxes, when it is first asked for. Beyond ``within``
    inches a source counts for nothing.
    """

    __slots__ = ("boxes", "find", "weights", "within")

    def __init__(self, boxes: Sequence[Box], find: Callable[[int], float], within: float) -> None:
        self.boxes, self.find, self.within = sides_of(boxes), find, within
        self.weights = [UNKNOWN] * len(boxes)

    def left(self, weight: float, far: float) -> float:
        """What is left of a weight so many inches away: all of it, where nothing decays."""
        return weight

    def weight(self, k: int) -> float:
        """The weight of a source."""
        value = self.weights[k]
        if value < 0.0:
            value = self.weights[k] = self.find(k)
        return value

    def most(self, a0: float, a1: float, a2: float, a3: float, c0: float, c1: float, c2: float, c3: float) -> float:
        """The most that any source counts for beside a box that lies in one and holds another."""
        best, within = 0.0, self.within
        for k, other in enumerate(self.boxes):
            far = sqrt(aabb_d2(a0, a1, a2, a3, other.left, other.low, other.right, other.top))
            if far <= within:
                value = self.left(self.weight(k), far)
                if value > best:
                    best = value
        return best

    def at(self, x: float, y: float) -> float:
        """What the sources count for at a point."""
        return self.most(x, y, x, y, x, y, x, y)

    def strongest(self, x: float, y: float) -> int:
        """Which source counts most at a point, the first of equals, by its place; -1 where none counts."""
        best, found, within = 0.0, -1, self.within
        for k, other in enumerate(self.boxes):
            far = sqrt(aabb_d2(x, y, x, y, other.left, other.low, other.right, other.top))
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
        self, boxes: Sequence[Box], find: Callable[[int], float], within: float, near: float, half: float
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

    def __init__(self, boxes: Sequence[Box], find: Callable[[int], float], within: float, gone: float) -> None:
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

    def most(self, a0: float, a1: float, a2: float, a3: float, c0: float, c1: float, c2: float, c3: float) -> float:
        """The most that any source counts for beside a box that lies in one and holds another."""
        best, within = 0.0, self.within
        for k, other in enumerate(self.boxes):
            far = sqrt(aabb_d2(a0, a1, a2, a3, other.left, other.low, other.right, other.top))
            if far <= within:
                high = sqrt(aabb_d2(c0, c1, c2, c3, other.left, other.low, other.right, other.top))
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

    The boxes are as ``sides_of`` gives them. The sum itself does not ask who stands in cover: that is for the caller to know.
    """

    __slots__ = ("cover", "covers", "terms")

    def __init__(self, terms: Sequence[Term], covers: list[Sides], cover: float) -> None:
        self.terms, self.covers, self.cover = list(terms), covers, cover

    def parts(self, middle: Point, box: Box) -> list[float]:
        """What each term makes of a place, cover aside."""
        x, y = middle
        a0, a1, a2, a3 = box
        found = []
        for term in self.terms:
            if term.along:
                value = term.influence.most(a0, a1, a2, a3, a0, a1, a2, a3)
            else:
                value = term.influence.most(x, y, x, y, x, y, x, y)
            found.append(term.times * value)
        return found

    def at(self, x: float, y: float) -> float:
        """What a point is worth, cover aside."""
        value = 0.0
        for term in self.terms:
            value += term.times * term.influence.most(x, y, x, y, x, y, x, y)
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
        a0, a1, a2, a3 = outer
        c0, c1, c2, c3 = inner
        x, y = middle
        left, low, right, top = a0 + dx, a1 + dy, a2 + dx, a3 + dy
        w0, w1, w2, w3 = c0 + dx, c1 + dy, c2 + dx, c3 + dy
        u0, u1, u2, u3 = x + dx - slack, y + dy - slack, x + dx + slack, y + dy + slack
        x, y = x + dx, y + dy
        value = slack
        for term in self.terms:
            times, influence = term.times, term.influence
            if times < 0.0:
                if term.along:
                    value += times * influence.most(w0, w1, w2, w3, w0, w1, w2, w3)
                continue  # a fear that is felt at the middle may be nearly nothing
            if term.along:
                value += times * influence.most(left, low, right, top, w0, w1, w2, w3)
            else:
                value += times * influence.most(u0, u1, u2, u3, x, y, x, y)
        for other in self.covers:
            if left <= other.right and other.left <= right and low <= other.top and other.low <= top:
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
