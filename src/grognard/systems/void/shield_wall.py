"""The shield wall: all but support models in base contact in one line, support within 2 inches behind (VOID 1.1: Shield Wall)."""

from __future__ import annotations

from math import sqrt

from ...kernel.asks import Emit, Procedure
from ...table.distances import models_within
from ...table.events import Moved
from ...table.geometry import LATTICE, Formation, Point, outwards, snap
from ...table.state import Table
from . import field
from .events import Over
from .movement.legal_moves import moves
from .orders import MOVE, reach_of

FORMED = "formed"


def ranks(t: Table, u: int) -> tuple[list[int], list[int]]:
    """The models of the wall and those behind it."""
    members = t.units[u].members
    front = [i for i, m in enumerate(members) if m.role != "support"]
    return front, [i for i in range(len(members)) if i not in front]


def wall_form(t: Table, u: int, inches: float, facing: Point) -> Formation | None:
    """The unit in formation, facing a direction, about where it stands; None when its models cannot get there."""
    unit = t.units[u]
    front, behind = ranks(t, u)
    fx, fy = facing
    length = sqrt(fx * fx + fy * fy)
    fx, fy = fx / length, fy / length
    cx, cy = unit.form.centre
    sx, sy = -fy, fx  # to the left of those who face so
    # who stands leftmost goes leftmost
    order = sorted(front, key=lambda i: (unit.form.positions[i][0] * sx + unit.form.positions[i][1] * sy, i))
    wide = max(2 * b.radius for b in unit.form.bases)
    positions = list(unit.form.positions)
    start = -(len(order) - 1) / 2
    step = (outwards(sx * (wide + 1 / LATTICE)), outwards(sy * (wide + 1 / LATTICE)))
    for k, i in enumerate(order):
        positions[i] = (snap(cx) + _times(step[0], start + k), snap(cy) + _times(step[1], start + k))
    for k, i in enumerate(behind):
        at = start + min(len(order) - 1, k)
        positions[i] = (
            snap(snap(cx) + _times(step[0], at) - fx * (wide + 0.25)),
            snap(snap(cy) + _times(step[1], at) - fy * (wide + 0.25)),
        )
    form = unit.form.moved(positions).faced(fx, fy)
    return form if form in moves(t, u, inches) else None


def _times(step: float, k: float) -> float:
    """A multiple of a lattice step, on the lattice; neighbours stay as far apart as the step says."""
    doubled = round(2 * k)
    half = snap(step / 2) if doubled % 2 else 0.0
    return step * (doubled // 2) + half


def keeps(form: Formation, front: list[int]) -> bool:
    """Whether the models of a wall stand in base contact in one chain."""
    reached, waiting = {front[0]}, [front[0]]
    while waiting:
        i = waiting.pop()
        for j in front:
            if j not in reached and models_within(form, i, form, j, 4 / LATTICE):
                reached.add(j)
                waiting.append(j)
    return len(reached) == len(front)


def check(t: Table, u: int) -> Procedure:
    """A wall whose models no longer touch, or that has gone aboard, is engaged or has lost its nerve, is a wall no more."""
    unit = t.units[u]
    if not unit.has(FORMED) or not unit.alive:
        return
    front, _ = ranks(t, u)
    if not unit.here or unit.locked or not field.able(unit) or not front or not keeps(unit.form, front):
        yield Emit(Over(u, FORMED))


def close_up(t: Table, u: int) -> Procedure:
    """Gaps torn by losses are closed up at once and for nothing (default), when there is room."""
    unit = t.units[u]
    front, _ = ranks(t, u)
    if not unit.here or not unit.has(FORMED) or not front or keeps(unit.form, front):
        return
    form = wall_form(t, u, reach_of(t, u, MOVE)[0], unit.form.front(front[0]))
    if form is None:
        yield Emit(Over(u, FORMED))
    else:
        yield Emit(Moved(u, form, "closes up"))
