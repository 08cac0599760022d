"""Flyers that crash: what their wreckage does to those beneath it.

Hits fall on units by the procedure ``strike`` (``harm.struck_by``).
"""

from __future__ import annotations

from typing import Any

from ....common.profiles import Weapon, interned
from ....kernel.asks import Emit, Procedure
from ....table.geometry import Formation
from ....table.scatter import off_table
from ....table.state import Table
from ....table.templates import Circle
from ..casualties import Strike
from ..events import MarkerLands
from ..line_of_sight import everybody
from ..moments import UsrRule
from ..profiles import WeaponStats, WeaponType
from ..rules.markers import LargeBlast
from ..shooting.templates import covered, drifted


class Impact(UsrRule, frozen=True):
    """What a creature suffers that falls: no save but an invulnerable one. No rule of the published list."""

    def denies(self, saves: Any, attack: Any) -> None:
        saves.deny("armour", "the fall", "no armour save")
        saves.deny("cover", "the fall", "no cover save")


PLUNGE = interned(Weapon("the crash", WeaponStats(range=1, S=10, type=WeaponType("Assault")), (Impact(),)))


def wreckage() -> Weapon:
    """What a flyer that crashes is to those beneath it: a large blast."""
    return interned(Weapon("wreckage", WeaponStats(range=1, S=6, type=WeaponType("Assault")), (LargeBlast(),)))


# --- Vector Strikes ---------------------------------------------------------------------------------------------------


# --- brought down -----------------------------------------------------------------------------------------------------


def crash(t: Table, where: Formation, strike: Strike) -> Procedure:
    """A flyer comes down in flames: a large blast, scattering from where it was, hits whoever lies under it."""
    end, far = yield from drifted(where.positions[0], 0)
    far = max(0, far)
    x, y = end
    lost = off_table(x, y, t.ground.width, t.ground.height)
    circle = Circle(x, y, 2.5)
    under = () if lost else covered(t, circle, end, end)
    shown = tuple((entry[0], entry[-1]) for entry in under)
    yield Emit(MarkerLands("wreckage", x, y, shown, far, lost, None, circle))
    for entry in under:
        if t[entry[0]].here:
            yield from strike(t, entry[0], wreckage(), entry[-1], everybody(t, where, entry[0]), facing=entry[1])
