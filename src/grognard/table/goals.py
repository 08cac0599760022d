"""How near a point is to goals and to boxes: numbers to choose moves by, never to judge them by. Distances are in inches.

A goal is (x, y, inches that count as there, what standing there is worth).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, sqrt

from grognard.table.aims import PARTS, part_of
from grognard.table.geometry import Box, Spot
from grognard.table.polygons import cut

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


def at_best(
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
