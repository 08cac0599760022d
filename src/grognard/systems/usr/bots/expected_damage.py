"""What attacks may be expected to do, for players that are programs: means of the same exact laws that odds give.

Everything here is kept by match-up, and laws by the values of their dice: two match-ups that throw alike have one law. Distances
count by what they are within (a reach, half a range), so that a unit that has moved finds its numbers again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from math import inf
from typing import TYPE_CHECKING, Any

from ....common.estimate import estimated
from ....common.profiles import Model, Weapon, interned
from ....kernel.asks import Procedure, Roll
from ....kernel.exact import by_default, law_of_stage
from ....kernel.faces import reading
from ....kernel.memo import memo
from ..attack import core_tables, hulls, weapons
from ..attack.defender import Hull, Hulls, Ranks, scene
from ..attack.equivalence import fighting, striking, struck
from ..attack.matchup import ATTACKING, Attack, Defence, Exposed, Match, defence, match, penetration, speakers
from ..attack.outcomes import HOT, MISS
from ..attack.random_profiles import sorts
from ..attack.rolls import hits_one, one_shot, one_wound
from ..attack.stomp import tread, trodden, under_foot
from ..attack.weapons import blades_at
from ..model_types import type_of
from ..shooting.guns import guns_of
from ..squads import Squad, covering, nameless, names_foe

if TYPE_CHECKING:
    from ....common.schema import Count
    from ..circumstances import Situation

UNDER = {3: 2.5, 5: 4.5, 7: 7.0, 10: 10.0}  # models that a marker usually finds in a unit that stands loosely
LANDS = 0.6  # of them, after scatter
STRUCK = 0.5  # of these, under a circle of five: the leaves find fewer than the middle
ZONES = (0.25, 0.24, 0.51)  # shares of a marker of 10" that its zones of 5", 7" and 10" make
FLAMED = 3.0  # models under a flame template
UNDERFOOT, CROWD = 3, 6  # models under the marker of a stomp; of more than so many a unit has no other law
MOST_OF_HULL = 6.0  # hull points, and what they are worth, that one hit may cost a vehicle
LOST = {
    core_tables.EXPLODES: 2.0,
    core_tables.IMMOBILISED: 0.7,
    core_tables.WEAPON: 0.6,
    core_tables.STUNNED: 0.5,
    core_tables.SHAKEN: 0.3,
}


def hull_shot(m: Match, target: Exposed) -> Procedure:
    """What one shot or blow does to a vehicle: the outcome of ``hulls.one_hit``."""
    if m.hit is not None and (yield Roll(m.hit.test)) in (MISS, HOT):
        return hulls.MISSED
    return (yield from hulls.one_hit(m, target, False, 0, False, not weapons.guns(target.model)))


def _hull_points(outcome: Any) -> float:
    return float(outcome[2] + LOST.get(outcome[1], 0.0))


@memo(65536)
def per_shot(m: Match, target: Exposed) -> float:
    """Wounds (of a vehicle hull points and what they are worth) that one shot, or hit without a roll, may be expected to cost."""
    if m.attack.at.armoured:
        if m.wound is not None or not target.model.stats.armoured:
            return 0.0
        return _mean_of(ShotDice(_hull_dice(m, target), _of_hull, m, target))
    if m.wound is None or target.model.stats.armoured:
        return 0.0
    return _mean_of(ShotDice(_flesh_dice(m, target), _of_flesh, m, target))


@memo(16384)
def exposed(target: Exposed) -> Exposed:
    """What counts of a model that is struck, for whoever reckons what it suffers."""
    return interned(Exposed(struck(target.model, weapons.guns(target.model)[:1]), target.cover))


class ShotDice:
    """All that counts of the dice of a shot, with a match-up that throws them: equal to those of any other that throws alike."""

    __slots__ = ("match", "mean", "target", "values")

    def __init__(
        self, values: tuple[Any, ...], mean: Callable[[Match, Exposed], float], m: Match, target: Exposed
    ) -> None:
        self.values, self.mean, self.match, self.target = values, mean, m, target

    def __hash__(self) -> int:
        return hash(self.values)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ShotDice) and self.values == other.values


@memo(65536)
def _mean_of(dice: ShotDice) -> float:
    """What a shot may be expected to do, worked out once for all match-ups that throw the same dice."""
    return dice.mean(dice.match, dice.target)


def _flesh_dice(m: Match, target: Exposed) -> tuple[Any, ...]:
    """Everything that ``one_shot`` reads of a match-up, and of an outright one."""
    assert m.wound is not None
    hit, falls = m.hit and m.hit.test, [_saved(defence(m, target, ap)) for ap in m.aps]
    if m.outright is not None:
        return hit, m.outright, _saved(defence(m, target, m.ap))
    return hit, m.wound.test, target.model.stats.W, *falls


def _saved(d: Defence) -> tuple[Any, ...]:
    """Everything that ``one_wound`` reads of a defence."""
    return d.save and d.save.test, d.ignore and d.ignore.test, d.costs, d.rolled, d.separate


def _of_flesh(m: Match, target: Exposed) -> float:
    if m.outright is not None:
        each = law_of_stage(one_wound, (defence(m, target, m.ap),), by_default).mean()
        return float(law_of_stage(hits_one, (m,), by_default).mean() * reading(m.outright).law.mean() * each)
    law = law_of_stage(one_shot, (m, target), by_default)
    most = target.model.stats.W
    return float(sum(min(most, wounds) * n for wounds, n in law.weights.items()) / law.den)


def _hull_dice(m: Match, target: Exposed) -> tuple[Any, ...]:
    """Everything that ``hull_shot`` reads of a match-up."""
    kind, bare, save = type_of(target.model), not weapons.guns(target.model), defence(m, target, m.ap).save
    walls = hulls.walls(m.ap, target.model).test if kind.type == "Building" else None
    pen = penetration(m, target)[0]
    return m.hit and m.hit.test, pen, save and save.test, min(m.ap, 3), kind, bare, m.attack.how.zooming, walls


def _of_hull(m: Match, target: Exposed) -> float:
    law = law_of_stage(hull_shot, (m, target), by_default)
    return sum(_hull_points(outcome) * n for outcome, n in law.weights.items()) / law.den


def number(count: Count) -> float:
    """The mean number of shots."""
    return count.plus + count.dice * (count.sides + 1) / 2


def shot(
    model: Model, mates: Squad, weapon: Weapon, shots: Count, at: Squad, target: Exposed, size: int, how: Situation
) -> float:
    """Wounds that one model's fire with one weapon may be expected to cost a unit of so many models."""
    target = exposed(target)
    if weapon.stats.rolled:
        landing = match(model, mates, weapon, at, how).landing
        among = size if landing.marker or landing.template else 1
        if not (names_foe(model) or names_foe(weapon) or names_foe(mates)):
            at = nameless(at)
        return _rolled_shot(striking(model, False), covering(mates), weapon, shots, at, target, among, how)
    m = match(model, mates, weapon, at, how)
    if m.landing.zones and size > 1:
        each = sum(
            share * per_shot(match(model, mates, weapon, at, how.but(zone=zone)), target)
            for zone, share in enumerate(ZONES)
        )
    else:
        each = per_shot(m, target)
    found = number(shots) * each
    if m.landing.marker:
        spread = STRUCK if m.landing.strikes else 1.0
        found *= max(1.0, min(float(size), UNDER.get(m.landing.marker, 2.5)) * spread) * LANDS
    elif m.landing.template:
        found *= min(float(size), FLAMED)
    return found


@memo(16384)
def _rolled_shot(
    model: Model, mates: Squad, weapon: Weapon, shots: Count, at: Squad, target: Exposed, size: int, how: Situation
) -> float:
    """Wounds of a weapon whose Strength or AP dice say: the mean over what it may turn out to be."""
    profiles = sorts(weapon)
    total = sum([n * shot(model, mates, profile, shots, at, target, size, how) for n, profile in profiles])
    return float(total / sum(n for n, _ in profiles))


def most(
    model: Model, mates: Squad, weapon: Weapon, shots: Count, at: Squad, target: Exposed, size: int, how: Situation
) -> float:
    """Never less than ``shot`` of a weapon whose Strength or AP dice say, as if every hit slew; inf where that is not enough."""
    m = match(model, mates, weapon, at, how)
    if m.outright is not None or (size > 1 and strikes_several(model, mates, weapon)):
        return inf
    each = MOST_OF_HULL if target.model.stats.armoured else float(target.model.stats.W)
    return number(shots) * each * float(law_of_stage(hits_one, (m,), by_default).mean())


@memo(16384)
def reaches(members: tuple[Model, ...], mates: Squad, moved: str, snap: bool, high: bool) -> tuple[float, ...]:
    """The distances in inches up to which a unit's fire stays the same: the reaches of its guns, and half ranges that count."""
    found = set()
    for model in dict.fromkeys(members):
        for fires in guns_of(model, mates, moved, snap, high):
            found.add(fires.reach)
            if fires.near != fires.shots or spoken_of(model, mates, fires.weapon):
                found.add((fires.weapon.stats.range or 0) / 2)
    return tuple(sorted(found))


def spreads(model: Model, mates: Squad) -> bool:
    """Whether a gun of a model may strike several at once, so that it counts how many there are."""
    return any(strikes_several(model, mates, gun) for gun in weapons.guns(model))


def strikes_several(model: Model, mates: Squad, gun: Weapon) -> bool:
    """Whether a weapon may strike several at once."""
    return bool(
        gun.stats.template or gun.stats.type.kind == "Template" or speakers(model, mates, gun, False)["landing"]
    )


@memo(16384)
def spoken_of(model: Model, mates: Squad, weapon: Weapon) -> bool:
    """Whether a rule speaks of anything in the attacks of a model with a weapon; else it does not matter how near they are made."""
    said = speakers(model, mates, weapon, False)
    return any(said[moment] for moment in ATTACKING)


@memo(16384)
def blows(
    members: tuple[Model, ...], mates: Squad, at: Squad, target: Exposed, how: Situation, share: float = 0.75
) -> float:
    """Wounds that the blows of a unit may be expected to cost another when ``share`` of its models come to strike."""
    total, target = 0.0, exposed(target)
    for model, n, names in _fighters(members, mates):
        met_as = at if names else nameless(at)
        total += _blows_of(model, mates, met_as, target, how) * (n * share if n > 1 else 1)
    return total


@memo(16384)
def _fighters(members: tuple[Model, ...], mates: Squad) -> tuple[tuple[Model, int, bool], ...]:
    """Who strikes, with the number of equal ones, and whether a rule has a foe by name for whom the blows are others."""
    each = ((fighting(model), n) for model, n in Counter(members).items())
    return tuple((model, n, _names_foe(model, mates)) for model, n in each)


@memo(65536)
def _blows_of(model: Model, mates: Squad, at: Squad, target: Exposed, how: Situation) -> float:
    """Wounds that the blows of one model may be expected to cost, with the best of its weapons, in the best way."""
    each = [0.0]
    for weapon in blades_at(model, at, how):
        for count, way in weapons.strokes(Attack(model, mates, weapon, at, how)):
            each.append(count * per_shot(match(model, mates, weapon, at, way), target))
    return max(each)


def stomped(creatures: tuple[Model, ...], at: Squad, target: Exposed, size: int, how: Situation) -> float:
    """Wounds (of vehicles hull points) that the stomps of such models may be expected to cost a unit they fight.

    The mean of the law of the stomps as they are trodden. Where that has too many states, each marker is taken to be trodden on
    the whole unit: two of them, the mean of D3, for each creature, and never more than the unit has.
    """
    stamps = tread(UNDERFOOT, creatures, at, how)
    if stamps is None:
        return 0.0
    places, stats = tuple(range(min(size, CROWD))), target.model.stats
    start: Ranks | Hulls = Ranks(places, (stats.W,) * len(places))
    if stats.armoured:
        hull = Hull(points=stats.HP, guns=len(weapons.whole_guns(target.model)))
        start = Hulls(places, (hull,) * len(places))
    field, whole = scene((target,) * len(places), counts=()), _standing(start)
    if (law := estimated(trodden, (start, stamps, field))) is not None:
        return whole - float(law.mean(_standing))
    if (law := estimated(under_foot, (start, 0, stamps, field))) is None:
        return float(whole)
    return min(float(whole), 2 * stamps.creatures * (whole - float(law.mean(_standing))))


def _standing(state: Ranks | Hulls) -> int:
    """The wounds or hull points that are left."""
    return sum(hull.points for hull in state.hulls) if isinstance(state, Hulls) else sum(state.left)


def _names_foe(model: Model, mates: Squad) -> bool:
    """Whether a rule has a foe by name for whom a model's fire is another."""
    return names_foe(mates) or any(names_foe(holder) for holder in (model, *model.weapons))
