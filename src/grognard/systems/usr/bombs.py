"""Bombs and grenades laid on in close combat: at whom they are of use (core rules of the 7th edition, Grenades)."""

from __future__ import annotations

from ...common.profiles import Model, Weapon
from .arms import UNARMED, blades, is_bomb
from .situation import Situation
from .squads import Squad


def blades_at(model: Model, at: Squad, how: Situation) -> tuple[Weapon, ...]:
    """What a model may strike with at a unit: bombs only at armour and at Monstrous Creatures (ruling ``bombs``)."""
    found = blades(model)
    if at.armoured or at.counts_as("Monstrous Creature") or not any([is_bomb(w) for w in found]):  # noqa: C419 (quicker)
        return found
    if how.ruling("bombs", "large") == "any":
        return found
    return tuple([w for w in found if not is_bomb(w)]) or (UNARMED,)
