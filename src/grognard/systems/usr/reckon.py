"""What attacks may be expected to do, for players that are programs: means of the same exact laws that odds give.

Everything here is kept by match-up. Distances are whole inches, so that a unit that has moved a little finds its numbers again.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from ...common.profiles import Model, Weapon
from ...common.rules import kept
from ...common.schema import Count
from ...kernel.asks import Procedure, Roll
from ...kernel.exact import by_default, law_of_stage
from ...kernel.faces import reading
from . import arms, artillery, hulls, tables
from .matchup import HOT, MISS, Attack, Exposed, Match, defence, match
from .rolls import hits_one, one_shot, one_wound
from .shooting import guns_of
from .situation import Situation
from .squads import Squad
from .uncertain import sorts

UNDER = {3: 2.5, 5: 4.5, 7: 7.0, 10: 10.0}  # models that a marker usually finds in a unit that stands loosely
LANDS = 0.6  # of them, after scatter
STRUCK = 0.5  # of these, under a circle of five: the leaves find fewer than the middle
ZONES = (0.25, 0.24, 0.51)  # shares of a marker of 10" that its zones of 5", 7" and 10" make
FLAMED = 3.0  # models under a flame template
LOST = {tables.EXPLODES: 2.0, tables.IMMOBILISED: 0.7, tables.WEAPON: 0.6, tables.STUNNED: 0.5, tables.SHAKEN: 0.3}


def hull_shot(m: Match, target: Exposed) -> Procedure:
    """What one shot or blow does to a vehicle: the outcome of ``hulls.one_hit``."""
    if m.hit is not None and (yield Roll(m.hit.test)) in (MISS, HOT):
        return hulls.MISSED
    return (yield from hulls.one_hit(m, target, False, 0, False, not arms.guns(target.model)))


def _hull_points(outcome: Any) -> float:
    return float(outcome[2] + LOST.get(outcome[1], 0.0))


@kept(65536)
def per_shot(m: Match, target: Exposed) -> float:
    """Wounds (of a vehicle hull points and what they are worth) that one shot, or hit without a roll, may be expected to cost."""
    if m.attack.at.armoured:
        if m.wound is not None or not target.model.stats.armoured:
            return 0.0
        law = law_of_stage(hull_shot, (m, target), by_default)
        return sum(_hull_points(outcome) * n for outcome, n in law.weights.items()) / law.den
    if m.wound is None or target.model.stats.armoured:
        return 0.0
    if m.outright is not None:
        each = law_of_stage(one_wound, (defence(m, target, m.ap),), by_default).mean()
        return float(law_of_stage(hits_one, (m,), by_default).mean() * reading(m.outright).law.mean() * each)
    law = law_of_stage(one_shot, (m, target), by_default)
    most = target.model.stats.W
    return float(sum(min(most, wounds) * n for wounds, n in law.weights.items()) / law.den)


def number(count: Count) -> float:
    """The mean number of shots."""
    return count.plus + count.dice * (count.sides + 1) / 2


@kept(65536)
def shot(
    model: Model, mates: Squad, weapon: Weapon, shots: Count, at: Squad, target: Exposed, size: int, how: Situation
) -> float:
    """Wounds that one model's fire with one weapon may be expected to cost a unit of so many models."""
    if weapon.stats.rolled:
        known = sorts(weapon)
        total = sum(n * shot(model, mates, sort, shots, at, target, size, how) for n, sort in known)
        return total / sum(n for n, _ in known)
    m = match(model, mates, weapon, at, how)
    each = per_shot(m, target)
    if m.landing.zones and size > 1:
        each = sum(
            share * per_shot(match(model, mates, weapon, at, how.but(zone=zone)), target)
            for zone, share in enumerate(ZONES)
        )
    found = number(shots) * each
    if m.landing.marker:
        spread = STRUCK if m.landing.strikes else 1.0
        found *= max(1.0, min(float(size), UNDER.get(m.landing.marker, 2.5)) * spread) * LANDS
    elif m.landing.template:
        found *= min(float(size), FLAMED)
    return found


@kept(65536)
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
    total = 0.0
    for model, n in Counter(artillery.gunners(members)).items():
        best: dict[arms.Gun, float] = {}
        for fires in guns_of(model, mates, moved, how.snap, how.zooming):
            if inches <= fires.reach:
                half = inches * 2 <= (fires.weapon.stats.range or 0)
                now = how.but(snap=fires.snap, half=half)
                shots = fires.near if half else fires.shots
                worth = shot(model, mates, fires.weapon, shots, at, target, size, now)
                gun = arms.gun_of(fires.weapon)
                best[gun] = max(worth, best.get(gun, 0.0))
        total += n * sum(sorted(best.values(), reverse=True)[: arms.gun_count(model, moved)])
    return total


@kept(65536)
def blows(
    members: tuple[Model, ...], mates: Squad, at: Squad, target: Exposed, how: Situation, share: float = 0.75
) -> float:
    """Wounds that the blows of a unit may be expected to cost another when ``share`` of its models come to strike."""
    total = 0.0
    for model, n in Counter(members).items():
        each = [0.0]
        for weapon in arms.blades(model):
            for count, way in arms.strokes(Attack(model, mates, weapon, at, how)):
                each.append(count * per_shot(match(model, mates, weapon, at, way), target))
        total += max(each) * (n * share if n > 1 else 1)
    return total
