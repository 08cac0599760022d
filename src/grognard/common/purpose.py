"""What moves are for: taking objectives, cover, range, contact. Numbers that systems use when they value a move.

All distances are from the middle of the formation, in inches: good enough to choose by, never to judge by.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf
from typing import Any, Protocol

from grognard.table.influence import Goal, boxes_reach, share_in, to_boxes, to_goals

from ..kernel.answers import looked_up
from ..table.geometry import Box, Spot

__all__ = [
    "Aiming",
    "Goal",
    "best",
    "best_aim",
    "boxes_reach",
    "covers",
    "goals",
    "in_cover",
    "middle",
    "move",
    "near",
    "nearest",
    "to_box",
    "to_goals",
    "to_objective",
]


def best(table: Any, ask: Any, options: list[Any]) -> tuple[Any, str]:
    """For systems that value nothing: moves go for objectives and into range; anything else is the default or the first."""
    if hasattr(options[0], "spots") and isinstance(ask.about, int):
        valued = [move(table, ask.about, form, reach=18.0) for form in options]
        i = max(range(len(options)), key=lambda k: (valued[k][0], -k))
        return options[i], valued[i][1]
    if ask.default is not None:
        return ask.default, "as a matter of course"
    return options[0], "the first that offers"


class Aiming(Protocol):
    """Moves that say what they aim at before they are judged (``table.moves.Moves``)."""

    def aims(self) -> list[tuple[Callable[[], Any], Spot | None]]: ...
    def offer(self, make: Callable[[], Any]) -> Any: ...


def best_aim(
    moves: Aiming,
    at_best: Callable[[list[Spot | None]], list[float]],
    worth: Callable[[Any], tuple[float, str]],
    enough: float = inf,
) -> tuple[Any, float, str]:
    """The legal move of the highest worth, the first of equals, its worth and the reason; None when none is legal.

    What each makes for is known before it is judged: judged are only those that could be worth more than the best found,
    and none after one that is worth more than ``enough``. ``at_best`` is the most that each can be worth.
    """
    aims = moves.aims()
    ranked = sorted([(-most, i) for i, most in enumerate(at_best([spot for _, spot in aims]))])
    pick, why, top = None, "", (-inf, 0)
    for low, i in ranked:
        if pick is not None and -low < top[0]:
            break
        form = moves.offer(aims[i][0])
        if form is None:
            continue
        value, reason = worth(form)
        if pick is None or (value, -i) > top:
            pick, why, top = form, reason, (value, -i)
            if value > enough:
                break
    return pick, top[0], why


def move(
    table: Any, unit: int, form: Any, *, reach: float = 0.0, shy: float = 0.0, melee: bool = False
) -> tuple[float, str]:
    """What standing so is worth to a unit, about 0 to 3, and the chief reason.

    ``reach`` is how far it shoots, ``shy`` how near it wants no enemy, ``melee`` whether it wants contact.
    """
    u = table[unit]
    x, y = middle(form)
    parts = [(to_objective(table, u.side, x, y), "for the objective"), (0.4 * in_cover(table, form), "into cover")]
    foe = nearest(x, y, [v.form for v in table.enemies(u.side)]) if melee or reach or shy else None
    if foe is not None:
        if melee:
            parts.append((1.5 * near(foe, 4.0), "to come to grips"))
        elif reach:
            parts.append((0.8 * (foe <= reach) + 0.4 * near(max(0.0, foe - reach), 12.0), "into range"))
        if shy and foe < shy:
            parts.append((-(shy - foe) / shy, "away from the enemy"))
    return sum([v for v, _ in parts]), max(parts, key=_weight)[1]


def _weight(part: tuple[float, str]) -> float:
    return abs(part[0])


def to_objective(table: Any, side: int, x: float, y: float) -> float:
    """How well a unit at a point serves the objectives: nearest first, those not held by its side count double."""
    return to_goals(goals(table, side), x, y)


def goals(table: Any, side: int) -> tuple[Goal, ...]:
    """The objectives as a side sees them: where, how near is near enough, and what standing there is worth."""
    markers, reach = table.markers, table.scenario.reach
    known = _GOALS.get(side)
    if known is None or known[0] is not markers or known[1] != reach:
        found = [(m.x, m.y, reach, 0.8 if m.side == side else 1.6) for m in markers if m.kind == "objective"]
        known = _GOALS[side] = markers, reach, tuple(found)
    return known[2]


_GOALS: dict[int, tuple[Any, float, tuple[Goal, ...]]] = {}  # by side, for the markers that were asked about last


@looked_up(1024)
def middle(form: Any) -> Spot:
    """The middle of a formation, found once: enemies are weighed for every place that is."""
    spot: Spot = form.centre
    return spot


def in_cover(table: Any, form: Any) -> float:
    """The share of models that stand in pieces that give cover."""
    ground = table.ground
    return share_in(ground.standing(form), _shelters(ground))


@looked_up(64)
def _shelters(ground: Any) -> tuple[bool, ...]:
    """For each piece whether it gives cover."""
    return tuple([covers(p) for p in ground.pieces])


def covers(piece: Any) -> bool:
    """Whether a piece of terrain gives cover of any kind."""
    return bool(piece.cover or piece.covers or piece.has("soft"))


def nearest(x: float, y: float, forms: Sequence[Any]) -> float | None:
    """The distance from a point to the nearest formation's middle, or None."""
    return to_box([form.box for form in forms if form.spots], x, y)


def to_box(boxes: Sequence[Box], x: float, y: float) -> float | None:
    """The distance from a point to the nearest box, or None."""
    far = to_boxes(boxes, x, y)
    return None if far < 0.0 else far


def near(distance: float, half: float) -> float:
    """1 at no distance, a half at ``half`` inches, less beyond."""
    return half / (half + distance)
