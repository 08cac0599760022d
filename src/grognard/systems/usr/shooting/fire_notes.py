"""What a report says beside the weapons of a unit that fires: who fires them, how many shots they are, why others do not fire."""

from __future__ import annotations

from collections.abc import Sequence

from ....common.profiles import Model
from ....table.state import Unit
from ..attack import weapons
from ..attack.attack import Volley, sorts_of
from ..attack.matchup import match
from ..condition import squad
from ..squads import Squad
from .guns import guns_of, watch_guns


def fire_notes(target: Unit, volleys: tuple[Volley, ...]) -> tuple[str, ...]:
    """A note on each weapon, "" where there is nothing to say: "8 shots, 2 within half range"."""
    at = squad(target)
    return tuple(", ".join(filter(None, (sorts_of(volley.parts), _shots(volley, at)))) for volley in volleys)


def _shots(volley: Volley, at: Squad) -> str:
    parts = volley.parts
    firers = sum(part.firers for part in parts)
    rolls = all(match(p.by, p.mates, p.weapon, at, p.how).rolls for p in parts)
    if not rolls or any(part.shots.rolled or part.hits >= 0 for part in parts):
        return ""
    shots = sum(part.firers * part.shots.plus for part in parts)
    near = sum(part.firers for part in parts if part.how.half and part.weapon.stats.type.kind == "Rapid Fire")
    half = ["within half range" if near == firers else f"{near} within half range"] if near else []
    return ", ".join(([f"{shots} shots"] if shots != firers else []) + half)


def idle_notes(
    unit: Unit, groups: tuple[tuple[int, ...], ...], views: Sequence[Sequence[int]], how_moved: str, snap: bool, high: bool,
    overwatch: bool,
) -> tuple[str, ...]:  # fmt: skip
    """Why models of a unit that have a gun do not fire: "3 more out of range"; ``groups``: those who do."""
    taking = {i for models in groups for i in models}
    if len(taking) == unit.size:
        return ()
    why: dict[str, int] = {}
    for i, model in enumerate(unit.members):
        if i not in taking and any(not weapons.is_grenade(gun) for gun in weapons.guns(model)):
            reason = _idle(model, squad(unit), bool(views[i]), how_moved, snap, high, overwatch)
            why[reason] = why.get(reason, 0) + 1
    return tuple(f"{n} more {reason}" for reason, n in why.items())


def _idle(model: Model, mates: Squad, sees: bool, how_moved: str, snap: bool, high: bool, overwatch: bool) -> str:
    fired = watch_guns(model, mates) if overwatch else guns_of(model, mates, how_moved, snap, high)
    if not fired:
        gun = next(gun for gun in weapons.guns(model) if not weapons.is_grenade(gun))
        why = weapons.firing(model, mates, gun, how_moved, snap or overwatch, high).why_not
        silent = "it fired in the enemy's turn" if weapons.is_resting(gun) else "cannot fire"
        return f"without fire ({why or silent})"
    if not sees and not any(fires.lobbed for fires in fired):
        return "without sight of it"
    return "out of range"
