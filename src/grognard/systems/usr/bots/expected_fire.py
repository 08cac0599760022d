"""What a whole unit's fire may be expected to do, each model with its best gun."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter

from msgspec import Struct

from ....common.profiles import Model
from ....kernel.memo import memo
from ..attack import weapons
from ..attack.equivalence import firing
from ..attack.matchup import Exposed
from ..circumstances import Situation
from ..shooting import artillery
from ..shooting.guns import guns_of
from ..squads import Squad, covering, nameless
from .expected_damage import _names_foe, exposed, reaches, shot, spoken_of, spreads


class Gunners(Struct, frozen=True, eq=False):
    """All that the fire of a unit depends on: what counts of its models, and how many are alike."""

    each: tuple[tuple[Model, int, bool], ...]  # the model, the number, and whether a gun of it strikes several at once
    mates: Squad
    spreads: bool  # whether one of them does, so that it counts how many are fired at
    names: bool  # whether a rule has a foe by name

    def reaches(self, moved: str, snap: bool, high: bool) -> tuple[float, ...]:
        """The ``reaches`` of all of them."""
        return _reaches(self, moved, snap, high)


@memo(16384)
def gunners(members: tuple[Model, ...], mates: Squad) -> Gunners:
    """Who fires of a unit."""
    mates = covering(mates)
    found = Counter(firing(model, weapons.guns(model)) for model in artillery.gunners(members))
    each = tuple((model, n, spreads(model, mates)) for model, n in found.items())
    return _gunners(each, mates, any(e[2] for e in each), any(_names_foe(model, mates) for model in found))


@memo(16384)
def _reaches(guns: Gunners, moved: str, snap: bool, high: bool) -> tuple[float, ...]:
    return reaches(tuple(model for model, _, _ in guns.each), guns.mates, moved, snap, high)


@memo(65536)
def fire(guns: Gunners, moved: str, at: Squad, target: Exposed, size: int, how: Situation, inches: float) -> float:
    """Wounds that the fire of these gunners may be expected to cost a unit within one of their ``reaches``."""
    total = 0.0
    for model, n, wide in guns.each:
        total += n * _fire_of(model, guns.mates, moved, at, target, size if wide else 1, how, inches)
    return total


def _fire_of(
    model: Model, mates: Squad, moved: str, at: Squad, target: Exposed, size: int, how: Situation, inches: float
) -> float:
    """Wounds that one model's fire may be expected to cost, with the best of its guns."""
    moved = _going(model, mates, moved, how.snap, how.zooming) if moved else ""
    known = reaches((model,), mates, moved, how.snap, how.zooming)
    near = bisect_left(known, inches)
    if near == len(known):
        return 0.0
    if how.immobilised and not how.jinking:
        how = how.but(immobilised=False)  # it could not jink: else it makes no shot another
    at = at if not at.names or _names_foe(model, mates) else nameless(at)
    return _fired(model, mates, moved, at, target, size, how, known[near])


@memo(16384)
def _going(model: Model, mates: Squad, moved: str, snap: bool, high: bool) -> str:
    """How a model has moved as far as its fire goes: "" when it fires as if it stood."""
    if moved and weapons.gun_count(model, moved) == weapons.gun_count(model):
        ways = [
            [(f.weapon, f.shots, f.near, f.snap, f.reach) for f in guns_of(model, mates, how, snap, high)]
            for how in ("", moved)
        ]
        return "" if ways[0] == ways[1] else moved
    return moved


@memo(65536)
def _fired(
    model: Model, mates: Squad, moved: str, at: Squad, target: Exposed, size: int, how: Situation, inches: float
) -> float:
    """Wounds by one model, found once for all that fire alike at models that are struck alike."""
    best: dict[weapons.Gun, float] = {}
    for fires in guns_of(model, mates, moved, how.snap, how.zooming):
        if inches <= fires.reach:
            half = inches * 2 <= (fires.weapon.stats.range or 0)
            now = how.but(snap=fires.snap, half=half and spoken_of(model, mates, fires.weapon))
            shots = fires.near if half else fires.shots
            worth = shot(model, mates, fires.weapon, shots, at, target, size, now)
            gun = weapons.gun_of(fires.weapon)
            best[gun] = max(worth, best.get(gun, 0.0))
    return sum(sorted(best.values(), reverse=True)[: weapons.gun_count(model, moved)])


def volley(
    members: tuple[Model, ...],
    mates: Squad,
    moved: str,
    at: Squad,
    target: Exposed,
    size: int,
    how: Situation,
    inches: int,
) -> float:
    """Wounds that the fire of a unit may be expected to cost another at a distance, everybody seeing, each with his best gun."""
    guns = gunners(members, mates)
    known = guns.reaches(moved, how.snap, how.zooming)
    near = bisect_left(known, inches)
    return fire(guns, moved, at, exposed(target), size, how, known[near]) if near < len(known) else 0.0


_gunners = memo(16384)(Gunners)
