"""Harm that no unit does: hazardous ground, explosions. It hits for certain."""

from __future__ import annotations

from msgspec import Struct

from ...common.profiles import Model, Weapon, interned
from .attack import How
from .harm import Volley
from .stats import Stats, WeaponStats

NOBODY = interned(Model("nobody", Stats()))


class Hazard(Struct, frozen=True):
    """Something that hurts, as a weapon that nobody wields."""

    weapon: Weapon

    def volley(self, targets: tuple[Model, ...], how: How, owner: int, guards: tuple[int, ...] = ()) -> Volley:
        """One hit of it on models of a unit of ``owner``."""
        order = tuple(range(len(targets)))
        return Volley(NOBODY, self.weapon, 1, how, (NOBODY,), targets, order, 1, guards, (), owner)


GROUND = Hazard(interned(Weapon("hazardous ground", WeaponStats(dam=4, template="flame"))))
