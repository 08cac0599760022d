"""What places are worth to a unit: objectives, cover, enemies in reach of its arms or near to its blades. In points."""

from __future__ import annotations

from functools import lru_cache
from math import sqrt
from typing import Any

from msgspec import Struct

from ...common import purpose
from ...common.rules import kept
from ...table.geometry import Box, Form, Spot
from ...table.goals import at_best, in_range, nearest_worth, nearness, to_boxes
from ...table.state import Marker, Table, Unit
from . import field
from .attack import Attack, How, match
from .bound import Bound
from .expected import brawler, price, wounds_of
from .hazard import GROUND, NOBODY
from .moving import hazards
from .shooting import furthest

HOLDING = 45.0  # points' worth of standing where an objective is held for a round
COVER, IN_RANGE = 8.0, 0.15  # standing in cover; a share of a unit's points for having somebody in reach of its arms
EVEN = 0.004  # inches, and points: more than what is lost where spots are put onto the lattice
NEAR = 6.0  # inches from an enemy at which being near him is worth half of what contact is


class Outlook(Struct):
    """What a side weighs places by: found once for all that is weighed as the units stand."""

    markers: tuple[Marker, ...]  # they change hands while the units stand as they do
    goals: tuple[purpose.Goal, ...]  # the objectives as the side sees them
    boxes: list[Box]  # round its enemies
    spots: list[Spot]  # the objectives
    foes: list[Spot]  # the middles of its enemies
    wide_goals: tuple[purpose.Goal, ...]  # the same, a little wider than they are
    wide_boxes: list[Box]
    here: dict[int, float]  # what the places where its units stand are worth


def outlook(t: Table, side: int) -> Outlook:
    """What a side weighs places by, as all stand now."""
    found = field.answers(t)
    kept: Outlook | None = found.get(side)
    if kept is None or kept.markers is not t.markers:
        enemies = [v.form for v in t.enemies(side)]
        spots = [(m.x, m.y) for m in t.markers if m.kind == "objective"]
        boxes, middles = [form.box for form in enemies], [purpose.middle(form) for form in enemies]
        goals = purpose.goals(t, side)
        wide = tuple([(x, y, reach + EVEN, full) for x, y, reach, full in goals])
        grown = [(a - EVEN, b - EVEN, c + EVEN, d + EVEN) for a, b, c, d in boxes]
        kept = found[side] = Outlook(t.markers, goals, boxes, spots, middles, wide, grown, {})
    return kept


def nearest_enemy(t: Table, u: int) -> float:
    """How far the nearest enemy is from the middle of a unit, in inches; 99 when there is none."""
    far = to_boxes(outlook(t, t[u].side).boxes, *purpose.middle(t[u].form))
    return 99.0 if far < 0.0 else far


def ahead(t: Table, u: int, inches: float) -> float:
    """What the ground within a move is worth at best: the nearest objective, or the enemy for those who want to fight."""
    unit = t[u]
    out, share = outlook(t, unit.side), drawn_by(unit)
    x, y = purpose.middle(unit.form)
    goals = [*out.spots, *out.foes] if share else out.spots
    return max(here(t, u), nearest_worth(out.goals, HOLDING, out.boxes, share, NEAR, x, y, goals, inches))


def here(t: Table, u: int) -> float:
    """What standing where it stands is worth to a unit."""
    known = outlook(t, t[u].side).here
    value = known.get(u)
    if value is None:
        value = known[u] = place(t, u, t[u].form)
    return value


def drawn_by(unit: Unit) -> float:
    """What being in contact with an enemy is worth to a unit: something to brawlers only."""
    return 0.6 * unit.kind.points if brawler(unit.members) else 0.0


def place(t: Table, u: int, form: Form) -> float:
    """What standing so is worth: objectives, cover, and for brawlers being near the enemy."""
    unit = t[u]
    out = outlook(t, unit.side)
    x, y = purpose.middle(form)
    return nearness(out.goals, HOLDING, out.boxes, drawn_by(unit), NEAR, x, y) + COVER * purpose.in_cover(t, form)


def going(t: Table, u: int, form: Form) -> float:
    """What going there is worth: the place, whom it has in reach there, and what the ground does to it on the way."""
    unit = t[u]
    value = place(t, u, form)
    band = furthest(unit.members)
    if band >= 0:
        reach = field.terms(t).bands[min(band, 3)]
        value += IN_RANGE * unit.kind.points * in_range(outlook(t, unit.side).boxes, reach, *purpose.middle(form))
    if field.dangerous(t.ground) and (entered := hazards(t, u, unit.form, form)):
        value -= sum(min(unit.wounds[i], _burnt(unit.members[i])) for i in entered) * price(unit)
    return value


def hopes(t: Table, u: int, options: Any, spots: list[Spot | None]) -> list[float]:
    """The most that going towards each of some points can be worth to a unit; of None: going anywhere."""
    unit = t[u]
    out, band = outlook(t, unit.side), furthest(unit.members)
    price = IN_RANGE * unit.kind.points if band >= 0 else 0.0
    reach = field.terms(t).bands[min(band, 3)] if band >= 0 else 0.0
    moves = options.moves if type(options) is Bound else options
    x, y = moves.centre
    most = at_best(
        out.wide_goals, HOLDING, out.wide_boxes, drawn_by(unit), NEAR, price, reach,
        covering(t.ground), COVER, _radius(unit.form), x, y, moves.inches, spots,
    )  # fmt: skip
    return [EVEN + value for value in most]


@lru_cache(64)
def covering(ground: Any) -> list[Box]:
    """The boxes round the pieces of terrain that give cover."""
    return [p.box for p in ground.pieces if purpose.covers(p)]


@lru_cache(1024)
def _radius(form: Form) -> float:
    """How far the models of a unit reach from its middle at most, however they face; in inches."""
    (x, y), (left, low, right, top) = purpose.middle(form), form.box
    dx, dy = max(x - left, right - x), max(y - low, top - y)
    turning = 0.0 if form.radius >= 0 else max(b.half_length + b.half_width for b in form.bases)
    return sqrt(dx * dx + dy * dy) + turning + 2 * EVEN


@kept(1024)
def _burnt(model: Any) -> float:
    """The expected wounds of a model that enters hazardous ground."""
    return wounds_of(match(Attack(NOBODY, GROUND.weapon, model, How(hazard=True), (NOBODY,), (model,))).shot)
