"""What a place on the table is worth to a unit: objectives, cover, and the distance to the enemy."""

from __future__ import annotations

from typing import Any

from ....bots.candidates import best_aim
from ....bots.places import covering, in_range, middle, nearness, objectives_for, outer_box, wishes, worth_of_place
from ....common.profiles import Model
from ....kernel.memo import memo
from ....table.candidates import PositionValue, Term, ways_towards
from ....table.geometry import Box, Formation, Point
from ....table.sight.visibility import look
from ....table.state import Table, Unit
from .. import field
from ..commands import COMMANDS
from ..shooting.lines_of_fire import longest, posture, reach, reaches

HOLDING = 40.0  # points' worth of standing where an objective is held for a round
COVER = 6.0  # points' worth of standing in cover
SEEN = 0.1  # of the points of a unit that sees nobody: what it is worth to stand where it sees somebody
EVEN = 0.004  # inches, and points: more than what is lost where positions are put onto the lattice
BETTER = 0.25  # what a place must be better by to be worth a move


def place(standing: UnitContext, form: Formation) -> float:
    """What standing so is worth to a unit: objectives, cover, and for brawlers being near the enemy."""
    return worth_of_place(standing.t, position_value(standing), form)


def foes(standing: UnitContext) -> tuple[Box, ...]:
    """The boxes round the enemies of a unit."""
    t = standing.t
    return tuple([v.form.box for v in t.enemies(t[standing.u].side) if v.form.positions])


@memo(256)
def position_value(standing: UnitContext) -> PositionValue:
    """What places are worth to a unit: objectives, and enemies within its reach, or near for brawlers."""
    t, unit = standing.t, standing.t[standing.u]
    terms = [Term(HOLDING, objectives_for(t, unit))]
    if brawls(unit.members):
        terms.append(Term(0.4 * unit.kind.points, nearness(foes(standing), 6.0)))
    else:
        terms += in_range(foes(standing), longest(unit.members, posture("shoot")), 0.12 * unit.kind.points)
    return PositionValue(terms, covering(t.ground), COVER)


@memo(256)
def ahead(standing: UnitContext, inches: float) -> float:
    """What the ground within a move is worth at best: the nearest objectives, or the enemy for those who want to fight."""
    x, y, goals = _goals(standing)
    return max(worth_here(standing), position_value(standing).ahead(x, y, goals, inches))


@memo(256)
def worth_here(standing: UnitContext) -> float:
    return position_value(standing).at(*middle(standing.t[standing.u].form))


@memo(256)
def _goals(standing: UnitContext) -> tuple[float, float, list[tuple[float, float]]]:
    """Where a unit stands, and where it may want to go: objectives and the two nearest enemies."""
    t, unit = standing.t, standing.t[standing.u]
    x, y = middle(unit.form)
    goals = [(m.x, m.y) for m in t.markers if m.kind == "objective"]
    foes = [middle(v.form) for v in t.enemies(unit.side)]
    return x, y, goals + sorted(foes, key=lambda c: (c[0] - x) ** 2 + (c[1] - y) ** 2)[:2]


@memo(4096)
def brawls(members: tuple[Model, ...]) -> bool:
    """Whether models want to fight rather than to shoot."""
    model = members[0]
    melee = any(w.stats.melee for w in model.weapons)
    return melee and (model.stats.AV >= 5 or not longest(members, posture("shoot")))


class UnitContext:
    """A unit and all that its decisions depend on: the same object as long as none of it changes."""

    __slots__ = ("t", "u")

    def __init__(self, t: Table, u: int) -> None:
        self.t, self.u = t, u


def standing(t: Table, u: int) -> UnitContext:
    """The unit as it stands."""
    unit = t[u]
    kept = _standing(field.alike(unit), t.ground, t.markers, wishes(t, unit), _foes(tuple(t.units), unit.side))
    if not kept:
        kept.append(UnitContext(t.clone(), u))
    return kept[0]


@memo(256)
def _standing(*facts: Any) -> list[UnitContext]:
    """The place for the first standing of these facts."""
    return []


@memo(256)
def _foes(units: tuple[Unit, ...], side: int) -> tuple[Unit, ...]:
    """The enemies of a side on the table, for keys."""
    return tuple([field.alike(v) for v in units if v.side != side and v.place == "table"])


@memo(256)
def blind(standing: UnitContext) -> bool:
    """Whether a unit that shoots has enemies in range and sees none of them."""
    t, u = standing.t, standing.u
    how = posture("advance", False, True)
    far = reach(t, u, how)
    near = field.near(t, u, far) if far else []
    return bool(near) and not any(reaches(t, u, v.id, how) for v in near)


def outlook(standing: UnitContext, form: Formation) -> float:
    """What standing so is worth, and more for those who see nobody where they are if they would see somebody there."""
    t, u = standing.t, standing.u
    value, unit = place(standing, form), t[u]
    if form.positions == unit.form.positions or not blind(standing):
        return value
    far = reach(t, u, posture("advance", False, True))
    near = [v for v in t.enemies(unit.side) if field.in_range(form, v.form, far)]
    sees = any(look(t.ground, form.only((0,)), v.form, field.height(unit), field.height(v)).seen for v in near)
    return float(value + SEEN * unit.kind.points * sees)


@memo(512)
def ground(standing: UnitContext, name: str) -> float:
    """What the best place is worth that the move of a command can come to; where the unit stands if there is no better one."""
    t, u = standing.t, standing.u
    command, unit = COMMANDS[name], t[u]
    inches = float(field.move_of(unit) * command.moves)
    here, hoped = place(standing, unit.form), ahead(standing, inches) + SEEN * unit.kind.points * blind(standing)
    if hoped <= worth_here(standing) + BETTER:
        return here
    paid = not command.crosses and field.pays(unit.members, name)
    ways: Any = field.PaidMoves(t, u, inches, name) if paid else field.moves(t, u, inches, command.crosses)
    if not hasattr(ways, "aims"):
        return max(here, *[outlook(standing, form) for form in ways])
    found = best_aim(
        ways, lambda points: hopes(standing, ways, points), lambda form: (outlook(standing, form), ""), hoped
    )
    return here if found[0] is None else max(here, found[1])


def hopes(standing: UnitContext, moves: Any, points: list[Point | None]) -> list[float]:
    """The most that going towards each of some points can be worth to a unit; of None: going anywhere."""
    unit = standing.t[standing.u]
    box, more = outer_box(unit.form, 2 * EVEN), SEEN * unit.kind.points * blind(standing)
    ways = ways_towards(points, moves.centre, moves.inches)
    return [most + more for most in position_value(standing).upper_bounds(ways, moves.centre, box, box, 2 * EVEN)]
