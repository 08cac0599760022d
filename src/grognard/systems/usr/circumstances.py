"""The circumstances of an attack as a frozen value: the part of a match-up's key that is neither profile nor weapon."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import astuple, replace

from grognard.kernel.memo import memo


class Situation(Struct, frozen=True, kw_only=True, eq=False):
    """What is the case while a unit attacks another. ``rulings`` holds only those that differ from their defaults.

    Equal situations are one object (``now``), so that match-ups are found by identity.
    """

    melee: bool = False
    half: bool = False  # within half the weapon's range
    snap: bool = False  # Snap Shots
    snapped: str = ""  # why this weapon fires them, where the unit need not
    # the attacker
    charging: bool = False
    disordered: bool = False  # a charge at several units
    charged: bool = False  # it was charged this turn
    first_round: bool = True
    afraid: int = 0  # it failed its Fear test, and has this Weapon Skill at most; 0: it has not
    force: bool = False  # the Force power is up
    foe: bool = False  # the target is the X of its Hatred (X) or Preferred Enemy (X)
    supercharge: str = ""  # "", "strength" or "blast"
    one_blow: bool = False  # a single Smash Attack takes the place of its blows
    impact: Any = None  # it is a hit of the charge itself, a ``ChargeHit``
    overhead: bool = False  # it is a Vector Strike
    frenzy: int = 0  # attacks rolled for whoever fights more enemies than friends
    indirect: bool = False  # it fires at what it does not see
    aims: tuple[Any, ...] = ()  # of precise shots: the models on which they may fall (positions, then places); (): all
    zone: int = 0  # of a marker with zones: 0 the inner, 1 the middle, 2 the outer one
    # the target
    facing: str = "front"
    grounded: bool = False
    jinking: bool = False
    zooming: bool = False
    head_on: bool = False  # it drives at whoever strikes: blows meet the side that comes
    immobilised: bool = False
    target_afraid: int = 0
    random: bool = False  # wounds fall on its models at random
    terrain: str = ""  # the kind of terrain it stands in
    # both
    night: bool = False
    challenge: bool = False
    rulings: tuple[tuple[str, str], ...] = ()

    def ruling(self, name: str, default: str) -> str:
        """The value of a ruling; ``default`` is its default."""
        for known, value in self.rulings:
            if known == name:
                return value
        return default

    def but(self, **changed: Any) -> Situation:
        """These circumstances with some of them changed."""
        return _but(self, tuple(changed.items()))


@memo(16384)
def _but(situation: Situation, changed: tuple[tuple[str, Any], ...]) -> Situation:
    return now(replace(situation, **dict(changed)))


@memo(8192)
def _one(values: tuple[Any, ...]) -> Situation:
    return Situation(**dict(zip(Situation.__struct_fields__, values, strict=True)))


def now(situation: Situation) -> Situation:
    """The one object that is this situation."""
    return _one(astuple(situation))
