"""Dangerous terrain: the roll of each model, and what it does about the wound."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from ....common.profiles import Model, Weapon, interned
from ....kernel.asks import Procedure, Roll
from ....kernel.faces import die
from ....kernel.purpose import Purpose
from ..attack.matchup import defence, match
from ..attack.rolls import one_wound
from ..circumstances import Situation, now
from ..condition import (
    met,
)
from ..profiles import WeaponStats, WeaponType
from ..slots import NO_AP
from ..squads import NO_SQUAD, NOBODY, Squad

ROUGH_GROUND = interned(Weapon("dangerous terrain", WeaponStats(range=1, S="X", type=WeaponType("Assault"))))


def ground_wound(model: Model, at: Squad) -> Any:
    """What a model does about the wound of dangerous ground: armour and invulnerable saves, no cover."""
    return _ground_wound(model, at)


def _ground_wound(model: Model, at: Squad) -> Any:
    return defence(match(NOBODY, NO_SQUAD, ROUGH_GROUND, at, now(Situation())), met(model, None), NO_AP)


def perilous(model: Model, at: Squad) -> Procedure:
    """The wounds that one model loses in dangerous ground: on a 1 a wound, which its armour may stop."""
    if (yield Roll(DANGER)):
        return 0
    return (yield from one_wound(ground_wound(model, at)))


IN_DANGER = replace(
    die(6, Purpose("dangerous terrain for a vehicle", needs="2+", called=((True, "unharmed"), (False, "immobilised")))),
    faces=(False, True, True, True, True, True),
)  # the roll of a vehicle
DANGER = replace(
    die(6, Purpose("dangerous terrain", needs="2+", called=((True, "unharmed"), (False, "a wound")))),
    faces=(False, True, True, True, True, True),
)
