"""What a model may fire this turn, whatever the target, and how far it reaches; and whether it may charge afterwards."""

from __future__ import annotations

from msgspec.structs import replace

from ....common.profiles import Model, Weapon
from ....common.rules import voices
from ....kernel.memo import memo
from ..attack import weapons
from ..model_types import type_of
from ..squads import Squad, model_voices


@memo(16384)
def guns_of(model: Model, mates: Squad, how_moved: str, snap: bool, high: bool = False) -> tuple[weapons.Fires, ...]:
    """What a model may fire this turn, whatever the target; ``high``: at a target in the air."""
    found = []
    if snap and type_of(model).armoured:
        snap = not weapons.full_skill_guns(model, how_moved, snap)  # which gun fires better is picked in ``_uses``
    for weapon in weapons.guns(model):
        if weapons.shoots(model, weapon):
            fires = weapons.firing(model, mates, weapon, how_moved, snap, high)
            if not fires.why_not and not weapons.is_resting(weapon):
                found.append(fires)
    return tuple(found)


def watch_guns(model: Model, mates: Squad) -> tuple[weapons.Fires, ...]:
    """What a model may fire in Overwatch: Snap Shots, and templates, which are not laid but hit D3 times."""
    found = []
    for weapon in weapons.guns(model):
        if weapon.stats.template:
            found.append(replace(weapons.firing(model, mates, weapon, "", False), reach=weapons.TEMPLATE_REACH))
        elif weapons.shoots(model, weapon) and not (fires := weapons.firing(model, mates, weapon, "", True)).why_not:
            found.append(fires)
    return tuple(found)


@memo(16384)
def longest(members: tuple[Model, ...], mates: Squad, how_moved: str, snap: bool) -> float:
    """The longest reach in inches of anything that these models may fire; -1 when nothing."""
    each = dict.fromkeys(members)
    return max((f.reach for m in each for f in guns_of(m, mates, how_moved, snap)), default=-1.0)


def lobs(members: tuple[Model, ...], mates: Squad, how_moved: str, snap: bool) -> bool:
    """Whether one of these models may fire at what nobody sees."""
    return any(f.lobbed for m in dict.fromkeys(members) for f in guns_of(m, mates, how_moved, snap))


Bands = tuple[tuple[float, float, float], ...]


@memo(16384)
def bands_of(fired: tuple[weapons.Fires, ...]) -> tuple[Bands, Bands]:
    """The least, half and whole range of each weapon at a model that is seen, and at one that is not.

    Unseen only barrages reach it: where none is fired there is nothing to measure, ().
    """
    seen, unseen = [], []
    for fires in fired:
        stats, lobbed = fires.weapon.stats, fires.lobbed
        half = stats.range / 2 if stats.range else 0.0
        seen.append((0.0 if lobbed else float(stats.least), half, fires.reach))
        unseen.append((float(stats.least), half, fires.reach if lobbed else -1.0))
    return tuple(seen), tuple(unseen) if any(f.lobbed for f in fired) else ()


@memo(16384)
def charge_after(model: Model, mates: Squad, weapon: Weapon) -> bool:
    """Whether a model that has fired a weapon may charge in the same turn."""
    if weapon.stats.type.kind in ("Assault", "Pistol", "Grenade", "Template"):
        return True
    fire = weapons.Firing()
    for speak in (*voices(weapon, "firing"), *model_voices(model, mates, "firing")):
        speak(fire, weapon)
    return bool(fire.steady) or type_of(model).armoured
