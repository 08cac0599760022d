"""What places are worth to a unit: objectives, cover, enemies in reach of its arms or near to its blades. In points."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from ....bots.places import covering, in_range, middle, nearness, objectives_for, outer_box, wishes, worth_of_place
from ....table.candidates import PositionValue, Term, to_boxes, ways_towards
from ....table.geometry import Box, Formation, Point
from ....table.state import Table, Unit
from .. import field
from ..attack import GROUND, NOBODY
from ..circumstances import Circumstances
from ..matchup import Attack, match
from ..movement.forced import Bound
from ..movement.hazardous_ground import hazards
from ..shooting.suppression import furthest
from .value import brawler, price, wounds_of

HOLDING = 45.0  # points' worth of standing where an objective is held for a round
COVER, IN_RANGE = 8.0, 0.15  # standing in cover; a share of a unit's points for having somebody in reach of its arms
EVEN = 0.004  # inches, and points: more than what is lost where positions are put onto the lattice
NEAR = 6.0  # inches from an enemy at which being near him is worth half of what contact is


class Wants(Struct):
    """What one unit weighs places by, as it is."""

    unit: Unit
    wished: tuple[float, ...]  # what each objective is worth to it
    goals: list[Point]  # what it makes for: objectives, and enemies when it wants to fight
    ground: PositionValue  # objectives, and enemies for those who want to fight
    going: PositionValue  # and somebody in reach of its arms
    here: float = -1.0  # what standing where it stands is worth, once it is known


class Surroundings(Struct):
    """What a side weighs places by: found once as long as its enemies, the objectives and the ground are the same."""

    boxes: list[Box]  # round its enemies
    positions: list[Point]  # the objectives
    wants: dict[int, Wants]  # of its units


def surroundings(t: Table, side: int) -> Surroundings:
    """What a side weighs places by, as all stand now."""
    enemies = t.enemies(side)

    def found() -> Surroundings:
        positions = [(m.x, m.y) for m in t.markers if m.kind == "objective"]
        return Surroundings([v.form.box for v in enemies], positions, {})

    return t.memo(("surroundings", side), found, enemies, t.markers, t.ground)


def wants(t: Table, unit: Unit) -> Wants:
    """What a unit weighs places by, found once as long as it is the same."""
    out, wished = surroundings(t, unit.side), wishes(t, unit)
    known = out.wants.get(unit.id)
    if known is None or known.unit is not unit or known.wished != wished:
        brawls, covers, band = brawler(unit.members), covering(t.ground), furthest(unit.members)
        terms, goals = [Term(HOLDING, objectives_for(t, unit))], out.positions
        if brawls:
            terms.append(Term(0.6 * unit.kind.points, nearness(out.boxes, NEAR)))
            goals = [*goals, *[middle(v.form) for v in t.enemies(unit.side)]]
        ground = PositionValue(terms, covers, COVER)
        if band >= 0:
            terms += in_range(out.boxes, field.terms(t).bands[min(band, 3)], IN_RANGE * unit.kind.points)
        known = out.wants[unit.id] = Wants(unit, wished, goals, ground, PositionValue(terms, covers, COVER))
    return known


def nearest_enemy(t: Table, u: int) -> float:
    """How far the nearest enemy is from the middle of a unit, in inches; 99 when there is none."""
    unit = t.units[u]
    far = to_boxes(surroundings(t, unit.side).boxes, *middle(unit.form))
    return 99.0 if far < 0.0 else far


def ahead(t: Table, u: int, inches: float) -> float:
    """What the ground within a move is worth at best: the nearest objective, or the enemy for those who want to fight."""
    unit = t.units[u]
    want = wants(t, unit)
    return max(_here(t, want), want.ground.ahead(*middle(unit.form), want.goals, inches))


def here(t: Table, u: int) -> float:
    """What standing where it stands is worth to a unit: objectives, cover, and for brawlers being near the enemy."""
    return _here(t, wants(t, t.units[u]))


def _here(t: Table, want: Wants) -> float:
    if want.here < 0.0:
        want.here = worth_of_place(t, want.ground, want.unit.form)
    return want.here


def going(t: Table, u: int) -> Callable[[Formation], float]:
    """What going somewhere is worth to a unit: the place, whom it has in reach there, and what the ground does on the way."""
    unit = t.units[u]
    want, dangerous = wants(t, unit), bool(field.dangerous(t.ground))

    def weighed(form: Formation) -> float:
        value = worth_of_place(t, want.going, form)
        if dangerous and (entered := hazards(t, u, unit.form, form)):
            value -= sum([min(unit.wounds[i], _burnt(unit.members[i])) for i in entered]) * price(unit)
        return value

    return weighed


def hopes(t: Table, u: int, options: Any, positions: list[Point | None]) -> list[float]:
    """The most that going towards each of some points can be worth to a unit; of None: going anywhere."""
    unit = t.units[u]
    want, moves = wants(t, unit), options.moves if type(options) is Bound else options
    box = outer_box(unit.form, 2 * EVEN)
    ways = ways_towards(positions, moves.centre, moves.inches)
    return want.going.upper_bounds(ways, moves.centre, box, box, 2 * EVEN)


def _burnt(model: Any) -> float:
    """The expected wounds of a model that enters hazardous ground."""
    return wounds_of(match(Attack(NOBODY, GROUND.weapon, model, Circumstances(hazard=True), (NOBODY,), (model,))).shot)
