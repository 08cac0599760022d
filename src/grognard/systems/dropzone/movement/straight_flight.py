"""How far Fast Aircraft can fly straight on: at least their shortest move, past what is too tall for them."""

from __future__ import annotations

from math import sqrt
from typing import TypeAlias

from ....common.profiles import Kind
from ....common.rules import id_of, voices
from ....table.geometry import Formation, snap
from ....table.paths import spans
from ....table.state import Table, Unit
from ....table.terrain import Piece
from ..moments import speaker
from ..squads import CEILING, moved
from .legal_moves import Skies


def fast(u: Unit) -> tuple[str, ...]:
    """The ids of the rules that make the squad fly on; () when none does."""
    return _fast(u.kind)


def _fast(kind: Kind) -> tuple[str, ...]:
    return tuple(id_of(speaker(s)) for s in voices(kind.models[0], "flies_straight") if s() is not None)


def turn_of(u: Unit) -> int:
    """The degrees that a squad which flies straight on may turn after its move; of several rules, the fewest."""
    return min(int(degrees) for s in voices(u.kind.models[0], "flies_straight") if (degrees := s()) is not None)


def slowest(u: Unit) -> int:
    """The shortest move of the squad, inches."""
    return max(int(m.stats.slowest) for m in u.members)


def ahead(t: Table, u: Unit, inches: float) -> Formation:
    """The squad so far straight ahead."""
    fx, fy = u.form.front(0)
    length = sqrt(fx * fx + fy * fy)
    return u.form.shifted(fx / length * inches, fy / length * inches)


def stays_on(t: Table, u: Unit, inches: float) -> bool:
    """Whether the squad stands wholly on the table so far straight ahead."""
    fx, fy = u.form.front(0)
    length = sqrt(fx * fx + fy * fy)
    dx, dy = snap(fx / length * inches), snap(fy / length * inches)
    left, bottom, right, top = u.form.box
    return left + dx >= 0 and bottom + dy >= 0 and right + dx <= t.ground.width and top + dy <= t.ground.height


def distances(t: Table, u: Unit) -> list[int]:
    """How far it may fly and stay on the table, whole inches, where there is room to end."""
    most = min(m.stats.MV for m in u.members)
    placing = Skies(t, u, None, (), u.form.front(0)).room
    found = []
    for inches in range(slowest(u), most + 1):
        if stays_on(t, u, inches) and placing.fits(ahead(t, u, inches).raised(0.0)):
            found.append(inches)
    return found


def tall(t: Table) -> list[Piece]:
    """The scenery too tall to fly over but high up."""
    return [p for p in t.ground.pieces if p.height > CEILING]


def crosses(t: Table, start: Formation, end: Formation) -> bool:
    """Whether scenery too tall for it stands in the way of a squad that flies straight on."""
    found = tall(t)
    return any(spans(p.points, a, b) for p in found for a, b in zip(start.positions, end.positions, strict=True))


Way: TypeAlias = int | str  # so many inches, or "off the table"


def ways(t: Table, u: Unit, high: bool) -> tuple[Way, ...]:
    """How far the squad may fly straight on, and whether off the table; ``high``: over scenery of any height."""
    most = min(m.stats.MV for m in u.members)
    free = high or not tall(t)
    found: list[Way] = [d for d in distances(t, u) if free or not crosses(t, u.form, ahead(t, u, d))]
    leaves = not stays_on(t, u, most) and (free or not crosses(t, u.form, ahead(t, u, most)))
    if leaves or (high and not found):
        found.append("off the table")
    return tuple(found)


def must_climb(t: Table, u: Unit) -> bool:
    """Whether a squad that has still to fly on this round can do so only high up: then it shoots at no time of the round."""
    if not fast(u) or u.place != "table" or u.id in t.acted or moved(u) or not tall(t):
        return False
    return not ways(t, u, False)
