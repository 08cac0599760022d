"""Where a charge ends: which moves bring a unit into contact, and how many inches that takes."""

from __future__ import annotations

from math import ceil

from msgspec import Struct
from msgspec.structs import replace

from ....table.distances import gap, within
from ....table.geometry import CONTACT, Form
from ....table.moves import Moves
from ....table.paths import Gait
from ....table.state import Table
from ..condition import (
    AFOOT,
    ALOFT,
    ROUGH,
    flies,
)
from ..movement.legal_moves import others
from ..movement.movement_modifiers import going
from ..movement.rough_ground import rough, slowed, stands_in


class Onrush(Moves):
    """The moves of a charge: the unit ends it in coherency, however loosely it stood before."""

    __slots__ = ()

    def _ranks(self, form: Form) -> list[str]:
        return self.room._ranks(form, False)


class Way(Struct, frozen=True):
    """A charge that reaches its targets: the moves that do, the one proposed, and whether it leads through difficult ground."""

    moves: Moves
    form: Form
    through: bool


def reach(t: Table, u: int, met: tuple[int, ...], inches: int) -> Way | None:
    """How a charge of so many inches comes into contact, round difficult ground if it can; None when it falls short."""
    unit = t[u]
    if flies(unit):
        return _way(t, u, met, inches, WINGED, False)
    pieces = rough(t, unit.form, inches)
    hindered = bool(going(unit.members).hindered)
    if not pieces and not hindered:
        return _way(t, u, met, inches, ROUGH, False)
    if not hindered and not stands_in(unit.form, pieces):
        found = _way(t, u, met, inches, AFOOT, False)
        if found is not None:
            return found
    far = inches - SLOWER if slowed(unit) else inches
    return _way(t, u, met, far, ROUGH, True) if far > 0 else None


def inches_needed(t: Table, u: int, v: int) -> int:
    """The least that a charge must roll to come into contact, as the straight way tells."""
    unit, target = t[u], t[v]
    far = gap(unit.form, target.form)
    if not flies(unit) and slowed(unit):
        pieces = rough(t, unit.form, far)
        through = bool(pieces and (stands_in(unit.form, pieces) or stands_in(target.form, pieces)))
        far += SLOWER * (through or bool(going(unit.members).hindered))
    return max(2, ceil(far - CONTACT))


def _way(t: Table, u: int, met: tuple[int, ...], inches: float, gait: Gait, through: bool) -> Way | None:
    unit = t[u]
    if not all(within(unit.form, t[v].form, inches) for v in met):
        return None
    friends, enemies = others(t, u)
    moves = Onrush(t.ground, unit.form, inches, friends, enemies, gait, target=met, call=t.name)
    form = moves.charge()
    return None if form is None else Way(moves, form, through)


SLOWER = 2.0  # inches less through difficult ground


WINGED = replace(ALOFT, through="nobody")  # it leaps over terrain but lands beside its target
