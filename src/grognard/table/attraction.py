"""What draws a unit to a place: goals, roofs, foes within range. Numbers to choose by, never to judge by; distances in inches."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, sqrt

from grognard.table.aims import PARTS, part_of
from grognard.table.geometry import Spot

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
