"""What the places of a unit come to, by goals and by enemies at their distances: numbers to choose by, never to judge by.

Boxes are (left, low, right, top), distances in inches. What an enemy counts for is found when a place first asks for it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf, sqrt

from grognard.table.boxes import sides_d2
from grognard.table.geometry import Box, Spot
from grognard.table.goals import Goal, to_goals

UNKNOWN = -1.0  # not found yet: what is found is never negative


class Sides:
    """A box as it is measured to again and again."""

    __slots__ = ("left", "low", "right", "top")

    def __init__(self, box: Box) -> None:
        self.left, self.low, self.right, self.top = box


def sides_of(boxes: Sequence[Box]) -> list[Sides]:
    """Boxes as they are measured to."""
    return [Sides(box) for box in boxes]


class Falling:
    """What enemies count for up to ``within`` inches away, half of it ``half`` inches beyond the first ``near``.

    ``find`` tells of one enemy, by its place among the boxes, what it counts for.
    """

    __slots__ = ("boxes", "find", "half", "near", "points", "within")

    def __init__(
        self, boxes: Sequence[Box], find: Callable[[int], float], within: float, near: float, half: float
    ) -> None:
        self.boxes, self.find, self.within, self.near, self.half = sides_of(boxes), find, within, near, half
        self.points = [UNKNOWN] * len(boxes)

    def most(self, a0: float, a1: float, a2: float, a3: float) -> float:
        """The most that any enemy counts for beside a box."""
        best, within, near, half, points = 0.0, self.within, self.near, self.half, self.points
        for k, other in enumerate(self.boxes):
            far = sqrt(sides_d2(a0, a1, a2, a3, other.left, other.low, other.right, other.top))
            if far <= within:
                value = points[k]
                if value < 0.0:
                    value = points[k] = self.find(k)
                value = value * half / (half + (far - near if far > near else 0.0))
                if value > best:
                    best = value
        return best


class Fading:
    """What enemies count for up to ``within`` inches away, in a straight line to nothing at ``gone`` inches."""

    __slots__ = ("boxes", "find", "gone", "points", "within")

    def __init__(self, boxes: Sequence[Box], find: Callable[[int], float], within: float, gone: float) -> None:
        self.boxes, self.find, self.within, self.gone = sides_of(boxes), find, within, gone
        self.points = [UNKNOWN] * len(boxes)

    def most(self, a0: float, a1: float, a2: float, a3: float) -> float:
        """The most that any enemy counts for beside a box."""
        best, within, gone, points = 0.0, self.within, self.gone, self.points
        for k, other in enumerate(self.boxes):
            far = sqrt(sides_d2(a0, a1, a2, a3, other.left, other.low, other.right, other.top))
            if far <= within:
                value = points[k]
                if value < 0.0:
                    value = points[k] = self.find(k)
                value = value * (1 - far / gone)
                if value > best:
                    best = value
        return best


class Banded:
    """What enemies count for up to ``within`` inches away, by the inches at which that changes, nothing beyond the last.

    ``steps`` gives these of one enemy in their order, ``find`` what it counts for up to one of them, by its place there.
    """

    __slots__ = ("boxes", "find", "points", "steps", "tops", "within")

    def __init__(
        self,
        boxes: Sequence[Box],
        steps: Callable[[int], Sequence[float]],
        find: Callable[[int, int], float],
        within: float,
    ) -> None:
        self.boxes, self.steps, self.find, self.within = sides_of(boxes), steps, find, within
        self.tops: list[Sequence[float] | None] = [None] * len(boxes)
        self.points: list[list[float]] = [[] for _ in boxes]

    def most(self, a0: float, a1: float, a2: float, a3: float, c0: float, c1: float, c2: float, c3: float) -> float:
        """The most that any enemy counts for beside a box that lies in one and holds another."""
        best, within = 0.0, self.within
        for k, other in enumerate(self.boxes):
            far = sqrt(sides_d2(a0, a1, a2, a3, other.left, other.low, other.right, other.top))
            if far <= within:
                high = sqrt(sides_d2(c0, c1, c2, c3, other.left, other.low, other.right, other.top))
                value = self.between(k, far, high)
                if value > best:
                    best = value
        return best

    def between(self, k: int, low: float, high: float) -> float:
        """The most that an enemy counts for at any distance between two."""
        tops = self.tops[k]
        if tops is None:
            tops = self.tops[k] = self.steps(k)
            self.points[k] = [UNKNOWN] * len(tops)
        points = self.points[k]
        near, far = int(low + 0.999), int(high + 0.999)  # in whole inches, as ranges are measured
        best = 0.0
        for i, top in enumerate(tops):
            if top >= near:
                value = points[i]
                if value < 0.0:
                    value = points[i] = self.find(k, i)
                if value > best:
                    best = value
                if top >= far:
                    break
        return best


def at_goals(goals: Sequence[Goal], full: float, most: float, x: float, y: float) -> float:
    """What serving the goals from a point counts for: ``full`` times how well it does, which is ``most`` at best."""
    value = to_goals(goals, x, y)
    return full * (value if value < most else most)


class Outlook:
    """What places are weighed by: goals, and gains and fears of which ``parts`` of the points are counted.

    ``falling``, ``banded``, ``fading`` are gains and a fear, each None when there is none. ``covers`` are boxes, as
    ``sides_of`` gives them, within which a place may count ``cover`` more.
    """

    __slots__ = (
        "banded",
        "cover",
        "covers",
        "fading",
        "falling",
        "fear",
        "full",
        "gain",
        "goals",
        "most",
    )  # fmt: skip

    def __init__(
        self,
        goals: Sequence[Goal],
        full: float,
        most: float,
        covers: list[Sides],
        cover: float,
        gain: float,
        fear: float,
        falling: Falling | None,
        banded: Banded | None,
        fading: Fading | None,
    ) -> None:
        self.goals, self.full, self.most, self.covers, self.cover = goals, full, most, covers, cover
        self.gain, self.fear, self.falling, self.banded, self.fading = gain, fear, falling, banded, fading

    def after_each(
        self, ways: Sequence[Sequence[Spot] | None], middle: Spot, outer: Box, inner: Box, slack: float
    ) -> list[float]:
        """The most after one of the steps of each of several ways, and ``slack`` more; without a step -inf, of None inf."""
        found = []
        for steps in ways:
            if steps is None:
                found.append(inf)
            elif steps:
                found.append(slack + self.at_best(steps, middle, outer, inner))
            else:
                found.append(-inf)
        return found

    def at_best(self, steps: Sequence[Spot], middle: Spot, outer: Box, inner: Box) -> float:
        """The most that a unit's place counts for after one of some steps.

        ``outer`` is a box round it as it stands however it turns, with something to spare, ``inner`` a box that lies within it
        as surely; ``middle`` its middle.
        """
        a0, a1, a2, a3 = outer
        c0, c1, c2, c3 = inner
        x0, y0 = middle
        best = 0.0
        for dx, dy in steps:
            left, low, right, top = a0 + dx, a1 + dy, a2 + dx, a3 + dy
            w0, w1, w2, w3 = c0 + dx, c1 + dy, c2 + dx, c3 + dy
            value = at_goals(self.goals, self.full, self.most, x0 + dx, y0 + dy)
            if self.falling is not None:
                value += self.gain * self.falling.most(left, low, right, top)
            if self.banded is not None:
                value += self.gain * self.banded.most(left, low, right, top, w0, w1, w2, w3)
            if self.fading is not None:
                value -= self.fear * self.fading.most(w0, w1, w2, w3)
            for other in self.covers:
                if left <= other.right and other.left <= right and low <= other.top and other.low <= top:
                    value += self.cover
                    break
            if value > best:
                best = value
        return best
