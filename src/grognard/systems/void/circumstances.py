"""The circumstances of an attack: everything that counts apart from weapons and models."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from ...common.rules import Rule
from ...kernel.memo import memo
from .rulings import Terms


class Circumstances(Struct, frozen=True, cache_hash=True):
    """The circumstances of an attack; ``cover`` is a rating, ``band`` 0 short to 3 extreme."""

    melee: bool = False
    band: int = 0
    cover: int = 0
    moved: bool = False
    charging: bool = False  # charging or counter-charging, with the bonuses for it
    painted: bool = False  # fires at a painted target by target-locking
    prone: bool = False  # the attacker has lain prone since an earlier turn
    target_prone: bool = False
    failed_jump: bool = False
    contact: int = 1  # enemy models in base contact with the one that strikes
    spotters: int = 0
    crew_lost: int = 0
    arc: str = "front"  # the target's arc from which the attack comes
    formed: bool = False  # the target stands in a shield wall
    vehicle: bool = False  # the target is a vehicle
    hazard: bool = False  # the ground does it: no roll to hit, no cover
    blast: bool = False  # it bursts on the spot: no roll to hit
    lent: tuple[Rule, ...] = ()  # rules of others that have a part in it
    terms: Terms = Terms()


@memo(16384)
def one(how: Circumstances) -> Circumstances:
    """The one kept value of these circumstances: whoever asks for the ways of a model asks by it again and again."""
    return how


@memo(16384)
def at_band(how: Circumstances, band: int) -> Circumstances:
    """These circumstances at another range band."""
    return one(replace(how, band=band)) if band != how.band else how


@memo(16384)
def in_cover(how: Circumstances, rating: int) -> Circumstances:
    """These circumstances for a target in cover of a rating."""
    return one(replace(how, cover=rating)) if rating != how.cover else how
