"""What places are worth: objectives, cover, range, contact. Numbers to choose by, never to judge by.

Distances are in inches, from the middle of a formation.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grognard.table.influence import Goal, share_in, to_boxes, to_goals

from ..kernel.answers import looked_up
from ..table.geometry import Box, Spot


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
    return to_goals(objectives_of(table, side), x, y)


def objectives_of(table: Any, side: int) -> tuple[Goal, ...]:
    """The objectives as a side sees them: where, how near is near enough, and what standing there is worth."""
    markers, reach = table.markers, table.scenario.reach
    return table.memo(  # type: ignore[no-any-return]
        ("objectives", side),
        lambda: tuple([(m.x, m.y, reach, 0.8 if m.side == side else 1.6) for m in markers if m.kind == "objective"]),
        markers,
        reach,
    )


@looked_up(1024)
def middle(form: Any) -> Spot:
    """The middle of a formation, found once: enemies are weighed for every place that is."""
    spot: Spot = form.centre
    return spot


def share_in_cover(table: Any, form: Any) -> float:
    """The share of models that stand in pieces that give cover."""
    ground = table.ground
    return share_in(ground.standing(form), _shelters(ground))


@looked_up(64)
def _shelters(ground: Any) -> tuple[bool, ...]:
    """For each piece whether it gives cover."""
    return tuple([gives_cover(p) for p in ground.pieces])


def gives_cover(piece: Any) -> bool:
    """Whether a piece of terrain gives cover of any kind."""
    return bool(piece.cover or piece.covers or piece.has("soft"))


def to_nearest(x: float, y: float, forms: Sequence[Any]) -> float | None:
    """The distance from a point to the nearest formation's middle, or None."""
    return to_nearest_box([form.box for form in forms if form.spots], x, y)


def to_nearest_box(boxes: Sequence[Box], x: float, y: float) -> float | None:
    """The distance from a point to the nearest box, or None."""
    far = to_boxes(boxes, x, y)
    return None if far < 0.0 else far


def hyperbolic(distance: float, half: float) -> float:
    """1 at no distance, a half at ``half`` inches, less beyond."""
    return half / (half + distance)
