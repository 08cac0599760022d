"""Ways beside the straight one: as far in a direction as all of a unit may go, when that leads near enough to somebody."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import TYPE_CHECKING

from grognard.table.clearance import taken
from grognard.table.contact import gap_after
from grognard.table.geometry import Form, Spot
from grognard.table.steps import not_shut, step_towards

if TYPE_CHECKING:
    from grognard.table.moves import Moves


def steps_ahead(
    form: Form,
    targets: Sequence[Form],
    x: float,
    y: float,
    u: float,
    v: float,
    most: float,
    long: float,
    inches: float,
    parts: int,
    spare: float,
    here: float,
    kept: float,
) -> list[Spot]:
    """The vectors of steps from (x, y), the longest first: equal parts of ``most`` inches along (u, v), which is so ``long``.

    Without the shortest of them, up to the first that may bring ``form`` nearer to one of the targets than ``here`` and within
    ``kept`` of it, as far as it would be, or ``spare`` inches less. No step is longer than ``inches``.
    """
    found: list[Spot] = []
    for k in range(1, parts + 1):
        far = most * k / parts / long
        step = step_towards(x, y, x + u * far, y + v * far, inches)
        if not found:
            away = inf
            for target in targets:
                gap = gap_after(form, step, target)
                if gap < away:
                    away = gap
            away = away - spare
            if away >= here or away > kept:
                continue
        found.append(step)
    found.reverse()
    return found


def first_of(moves: Moves, steps: list[Spot]) -> Form | None:
    """Where the first of some vectors, none of them zero, leads by which all of the unit may go.

    A hull that cannot turn that way goes as it faces.
    """
    start, room, turn = moves.form, moves.room, moves.turn
    wide, high = moves.ground.width, moves.ground.height
    left, low, right, top = start.box
    for step in steps:
        dx, dy = step
        if not turn:
            if left + dx < 0.0 or low + dy < 0.0 or right + dx > wide or top + dy > high:
                continue
            if taken(start, dx, dy, room.neighbours):
                continue
        if room.pieces and not not_shut(start, [step], [], room.pieces):
            continue
        form = start.shifted(dx, dy)
        if turn:
            faced = form.faced(dx, dy)
            if faced in moves:
                return faced
        if moves._clear(form, dx, dy) or form in moves:
            return form
    return None
