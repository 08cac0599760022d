"""What places are worth: goals, and enemies by their distances. Numbers to choose by, never to judge by."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf, sqrt

from grognard.table.candidates import PARTS
from grognard.table.geometry import Box, Spot, aabb_d2, cut, part_of

Goal = tuple[float, float, float, float]


def to_goals(goals: Sequence[Goal], x: float, y: float, slack: float = 0.0) -> float:
    """How well a point serves these goals: the best of them, less the farther it is (half of it 12 inches away).

    ``slack`` is how much nearer it may be than it seems, in inches.

    >>> to_goals(((0.0, 0.0, 3.0, 1.6), (20.0, 0.0, 3.0, 0.8)), 15.0, 0.0)
    0.8
    """
    top = 0.0
    for a, b, reach, full in goals:
        far = sqrt((a - x) * (a - x) + (b - y) * (b - y)) - reach - slack
        value = 12.0 / (12.0 + far) * full if far > 0.0 else full
        if value > top:
            top = value
    return top


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


def nearness(
    goals: Sequence[Goal], full: float, boxes: Sequence[Box], share: float, half: float, x: float, y: float
) -> float:
    """What a point is worth: ``full`` for serving the goals, and ``share`` for touching a box, half of it ``half`` inches away."""
    value = full * to_goals(goals, x, y)
    if share != 0.0:
        far = to_boxes(boxes, x, y)
        if far >= 0.0:
            value += share * (half / (half + far))
    return value


def nearest_worth(
    goals: Sequence[Goal],
    full: float,
    boxes: Sequence[Box],
    share: float,
    half: float,
    x: float,
    y: float,
    points: Sequence[Spot],
    inches: float,
) -> float:
    """The most that ``nearness`` finds so many inches from a point (or there, when it is nearer) on the ways to some others."""
    best = -1.0
    for a, b in points:
        dx, dy = a - x, b - y
        far = sqrt(dx * dx + dy * dy)
        part = (inches / far if inches / far < 1.0 else 1.0) if far != 0.0 else 0.0
        value = nearness(goals, full, boxes, share, half, x + dx * part, y + dy * part)
        if value > best:
            best = value
    return best


def in_range(boxes: Sequence[Box], reach: float, x: float, y: float) -> float:
    """2 for a point within reach of a box; beyond it nearly 1 at its edge, half of that 8 inches further off; 0 without a box.

    >>> in_range(((0.0, 0.0, 2.0, 2.0),), 3.0, 5.0, 0.0), in_range(((0.0, 0.0, 2.0, 2.0),), 3.0, 13.0, 0.0)
    (2.0, 0.5)
    """
    far = to_boxes(boxes, x, y)
    return ranged(far, reach) if far >= 0.0 else 0.0


def ranged(far: float, reach: float) -> float:
    """The same of a box so far off."""
    over = far - reach if far > reach else 0.0
    return (1.0 if far <= reach else 0.0) + 8.0 / (8.0 + over)


def upper_bound(
    goals: Sequence[Goal],
    full: float,
    boxes: Sequence[Box],
    share: float,
    half: float,
    price: float,
    reach: float,
    covers: Sequence[Box],
    cover: float,
    radius: float,
    x: float,
    y: float,
    inches: float,
    points: Sequence[Spot | None],
    slack: float,
) -> list[float]:
    """The most that ways towards some points can be worth: all, half or a quarter of so many inches, never beyond the point.

    What counts is ``nearness``, ``price`` for being ``in_range``, and ``cover`` so near to cover; ``slack`` is how much nearer to
    it all a place may come to be, in inches, and how much more that may be worth. Without a point there is no limit.
    """
    found = []
    for point in points:
        best = inf
        if point is not None:
            best = 0.0
            dx, dy = point[0] - x, point[1] - y
            d2 = dx * dx + dy * dy
            for k in range(len(PARTS)):
                scale = part_of(d2, inches * PARTS[k])
                a, b = x + cut(dx * scale), y + cut(dy * scale)
                value = slack + full * to_goals(goals, a, b, slack)
                far = to_boxes(boxes, a, b) if share != 0.0 or price != 0.0 else -1.0
                if far >= 0.0:
                    far = far - slack if far > slack else 0.0
                    if share != 0.0:
                        value += share * (half / (half + far))
                    if price != 0.0:
                        value += price * ranged(far, reach)
                if boxes_reach(covers, a, b, radius):
                    value += cover
                if value > best:
                    best = value
        found.append(best)
    return found


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


UNKNOWN = -1.0  # not found yet: what is found is never negative


class Sides:
    """A box as it is measured to again and again."""

    __slots__ = ("left", "low", "right", "top")

    def __init__(self, box: Box) -> None:
        self.left, self.low, self.right, self.top = box


def sides_of(boxes: Sequence[Box]) -> list[Sides]:
    """Boxes as they are measured to."""
    return [Sides(box) for box in boxes]


class Hyperbolic:
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
            far = sqrt(aabb_d2(a0, a1, a2, a3, other.left, other.low, other.right, other.top))
            if far <= within:
                value = points[k]
                if value < 0.0:
                    value = points[k] = self.find(k)
                value = value * half / (half + (far - near if far > near else 0.0))
                if value > best:
                    best = value
        return best


class Linear:
    """What enemies count for up to ``within`` inches away, in a straight line to nothing at ``gone`` inches."""

    __slots__ = ("boxes", "find", "gone", "points", "within")

    def __init__(self, boxes: Sequence[Box], find: Callable[[int], float], within: float, gone: float) -> None:
        self.boxes, self.find, self.within, self.gone = sides_of(boxes), find, within, gone
        self.points = [UNKNOWN] * len(boxes)

    def most(self, a0: float, a1: float, a2: float, a3: float) -> float:
        """The most that any enemy counts for beside a box."""
        best, within, gone, points = 0.0, self.within, self.gone, self.points
        for k, other in enumerate(self.boxes):
            far = sqrt(aabb_d2(a0, a1, a2, a3, other.left, other.low, other.right, other.top))
            if far <= within:
                value = points[k]
                if value < 0.0:
                    value = points[k] = self.find(k)
                value = value * (1 - far / gone)
                if value > best:
                    best = value
        return best


class RangeBands:
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
            far = sqrt(aabb_d2(a0, a1, a2, a3, other.left, other.low, other.right, other.top))
            if far <= within:
                high = sqrt(aabb_d2(c0, c1, c2, c3, other.left, other.low, other.right, other.top))
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


class PositionValue:
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
        falling: Hyperbolic | None,
        banded: RangeBands | None,
        fading: Linear | None,
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
                found.append(slack + self.upper_bound(steps, middle, outer, inner))
            else:
                found.append(-inf)
        return found

    def upper_bound(self, steps: Sequence[Spot], middle: Spot, outer: Box, inner: Box) -> float:
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


Roof = tuple[float, float, float, float, float]  # the box round a building, and what standing beside it is worth
Range = tuple[float, float]  # (how far the unit may go and still fire, how far it then reaches)

NOTHING, GOAL, OTHER_GOAL, INDOORS, FACING, RANGE = range(6)  # what draws it most
_NEAR, _HALF, _DOOR = 2.0, 12.0, 4.0  # from a goal: there, and half its worth from there; from a wall: half its worth


class Attraction:
    """What draws a unit: ``goals`` each worth ``worth``, ``others`` worth ``other_worth``, ``roofs``, and foes within range.

    A foe that one of its ``ranges`` reaches is worth ``in_range``, less the farther off it is; going beyond the ``leash`` costs
    ``beyond``.
    """

    __slots__ = (
        "beyond", "foes", "goals", "in_range", "leash", "other_worth", "others", "ranges", "roofs", "worth",
    )  # fmt: skip

    def __init__(
        self,
        goals: Sequence[Spot],
        worth: float,
        others: Sequence[Spot],
        other_worth: float,
        roofs: Sequence[Roof],
        foes: Sequence[Spot],
        in_range: float,
        ranges: Sequence[Range],
        leash: float,
        beyond: float,
    ) -> None:
        self.goals, self.worth, self.others, self.other_worth, self.roofs = goals, worth, others, other_worth, roofs
        self.foes, self.in_range, self.ranges, self.leash, self.beyond = foes, in_range, ranges, leash, beyond

    def of(self, x: float, y: float, far: float, turned: float, spare: float) -> tuple[float, int, int]:
        """What a place is worth when one goes ``far`` to stand there; what of it draws most, and the place of that.

        The best of the nearest goal of either sort; the best roof; ``turned``; and a foe in range. ``spare`` inches may be wanting
        to what counts by distance.
        """
        value, why, which = 0.0, NOTHING, -1
        for sort in range(2):
            points = self.others if sort else self.goals
            least, k = -1.0, -1
            for i in range(len(points)):
                u, v = points[i]
                d2 = (u - x) * (u - x) + (v - y) * (v - y)
                if least < 0.0 or d2 < least:
                    least, k = d2, i
            if k >= 0:
                away = sqrt(least) - _NEAR
                part = (self.other_worth if sort else self.worth) / (_HALF + (away if away > 0.0 else 0.0))
                if part > value:
                    value, why, which = part, OTHER_GOAL if sort else GOAL, k
        if far - spare > self.leash:
            value -= self.beyond
        best, k, roofs = 0.0, -1, self.roofs
        for i in range(len(roofs)):
            left, bottom, right, top, share = roofs[i]
            dx = left - x if left > x else x - right if x > right else 0.0
            dy = bottom - y if bottom > y else y - top if y > top else 0.0
            part = share * _DOOR / (_DOOR + sqrt(dx * dx + dy * dy))
            if part > best:
                best, k = part, i
        if best > 0.5:
            why, which = INDOORS, k
        value += best
        if turned > 0.0:
            value += turned
            why = FACING
        reach = 0.0
        for most, inches in self.ranges:
            if far - spare <= most and inches > reach:
                reach = inches
        if reach > 0.0 and len(self.foes):
            least = -1.0
            for u, v in self.foes:
                d2 = (u - x) * (u - x) + (v - y) * (v - y)
                if least < 0.0 or d2 < least:
                    least = d2
            away = sqrt(least)
            part = self.in_range if away <= reach else self.in_range * reach / away
            if part > value:
                why = RANGE
            value += part
        return value, why, which

    def most(
        self, points: Sequence[Spot | None], x: float, y: float, inches: float, turned: float, spare: float
    ) -> list[float]:
        """The most that ways towards some points can be worth: all, half or a quarter of so many inches, never beyond the point.

        It is all true give or take ``spare`` inches; ``turned`` counts where the unit stays. Without a point: no limit.
        """
        found = []
        for point in points:
            best = inf
            if point is not None:
                best = 0.0
                dx, dy = point[0] - x, point[1] - y
                d2 = dx * dx + dy * dy
                for k in range(len(PARTS)):
                    scale = part_of(d2, inches * PARTS[k])
                    far = scale * sqrt(d2)
                    value = self.of(x + dx * scale, y + dy * scale, far, turned if far <= spare else 0.0, spare)[0]
                    if value > best:
                        best = value
            found.append(best)
        return found
