"""What places are worth: objectives, cover, range, contact. Numbers to choose by, never to judge by.

Distances are in inches, from the middle of a formation.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, sqrt
from typing import Any

from grognard.table.candidates import Hyperbolic, Linear, PositionValue, Term, boxes_reach, share_in, to_boxes

from ..common.scenario import Scenario, can_hold
from ..kernel.memo import memo
from ..table.geometry import Aabb, Box, Point, aabbs_of

WANTED, HELD = 2.4, 1.2  # what an objective is worth that is not ours, and one that we hold with an enemy near
SAFE, SPARE = 0.6, 0.2  # the same, of one that no enemy is near to, and of one where friends stand already
PRESSED = 18.0  # inches from an objective at which an enemy is near to it


def plain_worth(
    table: Any, unit: int, form: Any, *, reach: float = 0.0, shy: float = 0.0, melee: bool = False
) -> tuple[float, str]:
    """What standing so is worth to a unit, about 0 to 3, and the chief reason.

    ``reach`` is how far it shoots, ``shy`` how near it wants no enemy, ``melee`` whether it wants contact.
    """
    u = table[unit]
    x, y = middle(form)
    parts = [
        (serves_objectives(table, u.side, x, y), "for the objective"),
        (0.4 * share_in_cover(table, form), "into cover"),
    ]
    foe = to_nearest(x, y, [v.form for v in table.enemies(u.side)]) if melee or reach or shy else None
    if foe is not None:
        if melee:
            parts.append((1.5 * hyperbolic(foe, 4.0), "to come to grips"))
        elif reach:
            parts.append((0.8 * (foe <= reach) + 0.4 * hyperbolic(max(0.0, foe - reach), 12.0), "into range"))
        if shy and foe < shy:
            parts.append((-(shy - foe) / shy, "away from the enemy"))
    return sum([v for v, _ in parts]), max(parts, key=_weight)[1]


def _weight(part: tuple[float, str]) -> float:
    return abs(part[0])


def serves_objectives(table: Any, side: int, x: float, y: float) -> float:
    """How well a unit at a point serves the objectives: nearest first, those not held by its side count double."""
    return objectives(table, side).at(x, y)


def objectives(table: Any, side: int) -> Hyperbolic:
    """The influence of the objectives as a side sees them: 1.6 within their reach, 0.8 where they are held, half 12 inches off."""
    return _drawing(table, tuple([0.8 if m.side == side else 1.6 for m in _marked(table)]), 12.0)


def objectives_for(table: Any, unit: Any) -> Hyperbolic:
    """The influence of the objectives as a unit sees them (``wishes``): half of it is felt 6 inches off."""
    return _drawing(table, wishes(table, unit), 6.0)


def _drawing(table: Any, weights: tuple[float, ...], half: float) -> Hyperbolic:
    markers, reach = table.markers, table.scenario.reach

    def found() -> Hyperbolic:
        return Hyperbolic(as_boxes([(m.x, m.y) for m in _marked(table)]), weights.__getitem__, inf, reach, half)

    return table.memo(("objectives", weights, half), found, markers, reach)  # type: ignore[no-any-return]


def wishes(table: Any, unit: Any) -> tuple[float, ...]:
    """What each objective is worth to a unit: less where friends stand, or where no enemy is near what is held; more at the end."""
    side = unit.side

    def found() -> tuple[float, ...]:
        late, manned, pressed = urgency(table.scenario, table.round), _manned(table, side), _pressed(table, side)
        rows = zip(_marked(table), manned, pressed, strict=True)
        return tuple([late * wish(m.side == side, any(u != unit.id for u in by), near) for m, by, near in rows])

    own, foes = (
        table.own(side),
        table.enemies(side),
    )  # asked for whenever a unit is weighed: a sixth of a battle of Command
    return table.memo(("wishes", unit.id), found, own, foes, table.markers, table.round)  # type: ignore[no-any-return]


def wish(ours: bool, friends: bool, pressed: bool) -> float:
    """What an objective is worth to a unit: whether its side holds it, others of its side stand there, and an enemy is near."""
    if friends:
        return HELD if pressed and not ours else SPARE
    return WANTED if not ours else HELD if pressed else SAFE


def urgency(scenario: Scenario, now: int) -> float:
    """How much more an objective counts than in the middle of a battle: by what it brings this round, and half of the next's.

    >>> from grognard.common.scenario import HOLD_THE_FIELD
    >>> [round(urgency(HOLD_THE_FIELD, n), 2) for n in (1, 4, 5, 6)]
    [1.0, 1.0, 1.67, 2.0]
    """

    def brings(n: int) -> int:
        held = scenario.hold * (scenario.from_round <= n <= scenario.rounds)
        return held + scenario.hold_last * (n == scenario.rounds)

    return max(1.0, (brings(now) + brings(now + 1) / 2) / max(1, scenario.hold) / 1.5)


def _marked(table: Any) -> list[Any]:
    return [m for m in table.markers if m.kind == "objective"]


def _manned(table: Any, side: int) -> list[list[int]]:
    """For each objective the units of a side that stand within reach of it and can hold it."""
    own, reach = table.own(side), table.scenario.reach

    def found() -> list[list[int]]:
        able = [(u.id, (u.form.box,)) for u in own if can_hold(table, u)]
        return [[u for u, box in able if boxes_reach(box, m.x, m.y, reach)] for m in _marked(table)]

    return table.memo(("manned", side), found, own, table.markers)  # type: ignore[no-any-return]


def _pressed(table: Any, side: int) -> list[bool]:
    """For each objective whether an enemy of a side is near."""
    foes = table.enemies(side)

    def found() -> list[bool]:
        boxes = [v.form.box for v in foes]
        return [boxes_reach(boxes, m.x, m.y, PRESSED) for m in _marked(table)]

    return table.memo(("pressed", side), found, foes, table.markers)  # type: ignore[no-any-return]


def as_boxes(positions: Sequence[Point]) -> list[Box]:
    """Points as sources of an influence."""
    return [(x, y, x, y) for x, y in positions]


def nearness(boxes: Sequence[Box], half: float) -> Hyperbolic:
    """The influence of the nearest of some boxes: 1 in contact, a half at ``half`` inches."""
    return Hyperbolic(boxes, None, inf, 0.0, half)


def in_range(boxes: Sequence[Box], reach: float, times: float) -> list[Term]:
    """What it is worth to have a box within reach: twice so many points; less than once beyond, half of that 8 inches off."""
    near, beyond = Linear(boxes, None, reach, inf), Hyperbolic(boxes, None, inf, reach, 8.0)
    return [Term(times, near), Term(times, beyond)]


def worth_of_place(table: Any, value: PositionValue, form: Any) -> float:
    """What standing so is worth, with the share of models that stand in cover."""
    return value.at(*middle(form)) + value.cover * share_in_cover(table, form)


@memo(1024)
def middle(form: Any) -> Point:
    """The middle of a formation, found once: enemies are weighed for every place that is."""
    position: Point = form.centre
    return position


def share_in_cover(table: Any, form: Any) -> float:
    """The share of models that stand in pieces that give cover."""
    ground = table.ground
    return share_in(ground.standing(form), _shelters(ground))


@memo(64)
def _shelters(ground: Any) -> tuple[bool, ...]:
    """For each piece whether it gives cover."""
    return tuple([gives_cover(p) for p in ground.pieces])


@memo(64)
def covering(ground: Any) -> list[Aabb]:
    """The boxes round the pieces of terrain that give cover."""
    return aabbs_of([p.box for p in ground.pieces if gives_cover(p)])


def gives_cover(piece: Any) -> bool:
    """Whether a piece of terrain gives cover of any kind."""
    return bool(piece.cover or piece.covers or piece.has("soft"))


@memo(1024)
def outer_box(form: Any, spare: float) -> Box:
    """A box round the middle of a unit that holds its models however they face, with so many inches to spare."""
    (x, y), (left, low, right, top) = middle(form), form.box
    dx, dy = max(x - left, right - x), max(y - low, top - y)
    turning = 0.0 if form.radius >= 0 else max(b.half_length + b.half_width for b in form.bases)
    wide = sqrt(dx * dx + dy * dy) + turning + spare
    return x - wide, y - wide, x + wide, y + wide


def to_nearest(x: float, y: float, forms: Sequence[Any]) -> float | None:
    """The distance from a point to the nearest formation's middle, or None."""
    return to_nearest_box([form.box for form in forms if form.positions], x, y)


def to_nearest_box(boxes: Sequence[Box], x: float, y: float) -> float | None:
    """The distance from a point to the nearest box, or None."""
    far = to_boxes(boxes, x, y)
    return None if far < 0.0 else far


def hyperbolic(distance: float, half: float) -> float:
    """1 at no distance, a half at ``half`` inches, less beyond."""
    return half / (half + distance)
