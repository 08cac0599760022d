"""Bombs and grenades laid on in close combat: at whom they are of use (core rules of the 7th edition, Grenades)."""

from __future__ import annotations

from ...common.profiles import Model, Weapon
from .arms import UNARMED, blades, is_bomb, laid_on
from .situation import Situation
from .squads import Squad


def blades_at(model: Model, at: Squad, how: Situation) -> tuple[Weapon, ...]:
    """What a model may strike with at a unit: bombs only at armour and at Monstrous Creatures (ruling ``bombs``).

    There thrown grenades may be laid on too (ruling ``thrown-grenades``): behind its blades, before bare hands.
    """
    found, more = blades(model), laid_on(model)
    if not (more or any([is_bomb(w) for w in found])):  # noqa: C419 (quicker)
        return found
    if at.armoured or at.counts_as("Monstrous Creature") or how.ruling("bombs", "large") == "any":
        if not more or how.ruling("thrown-grenades", "laid") == "thrown":
            return found
        return (*more, UNARMED) if found == (UNARMED,) else (*found, *more)
    return tuple([w for w in found if not is_bomb(w)]) or (UNARMED,)
