"""The expected harm of an attack in points of what is destroyed, so that shooting, charging and ground can be compared."""

from __future__ import annotations

from typing import NamedTuple

from ....bots.value import Exchange, Pricing, Worth, most_harm
from ....common.estimate import estimated
from ....common.profiles import Model
from ....kernel.exact import Exact
from ....kernel.faces import reading
from ....kernel.memo import memo
from ....table.geometry import Formation
from ....table.state import Table, Unit
from .. import field
from ..attack import dice_of, equal_dice
from ..circumstances import Circumstances
from ..damage import direct_test
from ..events import HIDDEN, MARKER
from ..hidden import reveal_test
from ..matchup import Match, match
from ..shooting.lines_of_fire import Line, line, posture, reach
from ..target import Target, target_of
from ..weapons import EqualWeapons, strikes_with

FOUND = 0.05  # of the points of a hidden unit: what it is worth to look for it, beside the harm
COVERED = 3  # models that a template is expected to lie on


class Expected(NamedTuple):
    """The means of one weapon's dice."""

    hits: float
    successes: float
    surplus: float
    failed: float


@memo(16384)
def expected(m: Match, models: int) -> Expected:
    """The means of one weapon, from its exact law; where that has too many states, from that of one die, without repeats."""
    n, law = m.dice.fixed, None
    if not n or m.singly:  # else the mean of n dice is n times that of one
        n, law = 1, estimated(dice_of, (m, 1, models, 0))
    if law is None:
        rate = m.rate.printed
        usual = m.dice.of(models if m.dice.models else m.dice.plus + rate.dice * (rate.sides + 1) // 2)
        n, law = m.dice.fixed or usual, Exact().law(equal_dice, (m, 1))
    den = float(law.den)
    hits = sum(tally.hits * w for tally, w in law.weights.items()) * n / den
    successes = sum((tally.successes or tally.hits) * w for tally, w in law.weights.items()) * n / den
    surplus = sum(tally.surplus * w for tally, w in law.weights.items()) * n / den
    failed = sum(tally.failed * w for tally, w in law.weights.items()) * n / den
    return Expected(hits, successes, surplus, failed)


def by_template(m: Match, covered: int) -> Expected:
    """The means of one weapon that lays templates, with so many models under each."""
    dice = m.dice.of(m.rate.printed.plus + m.rate.printed.dice * (m.rate.printed.sides + 1) // 2)
    hits = m.to_hit(0).chance * dice
    return Expected(hits * covered * m.gain.each, hits, 0.0, 0.0)


def points(part: EqualWeapons, target: Target, left: tuple[int, ...], how: Circumstances) -> float:
    """The expected Points of Damage of some weapons: hits by Toughness, points above it, Direct Damage dice."""
    m = match(part.model, part.weapon, target.profile(left), target.toughness(left), how, part.uses, part.rolled)
    standing = target.standing(left)
    mean = by_template(m, min(standing, COVERED)) if m.template else expected(m, standing if m.dice.models else 0)
    return part.count * of_mean(m, mean, target, left)


def of_mean(m: Match, mean: Expected, target: Target, left: tuple[int, ...]) -> float:
    """The Points of Damage that means of dice come to."""
    toughness = target.toughness(left)
    total = mean.hits * (float(m.harm.direct) or m.harm.points / toughness)
    total += min(mean.surplus, mean.successes * left_most(target))
    for extra in m.extras:
        n = target.worth(extra.of, left) if extra.of else extra.each or 2
        total += mean.successes * n * reading(direct_test(extra.needs or toughness)).law.chance(True)
    return total


def left_most(target: Target) -> int:
    """The HP of the toughest model."""
    return int(max(target.full))


def fresh(model: Model) -> int:
    """The HP of a fresh model."""
    return int(model.stats.HP)


PRICING = Pricing(fresh)
price, at_stake = PRICING.price, PRICING.at_stake


def harm(t: Table, aim: Line, v: int) -> float:
    """The expected harm, in points, of a unit's fire. A hidden unit counts with all its models: they are there once it is found."""
    unit = t[v]
    if unit.has(HIDDEN):
        whole = tuple(m.stats.HP for m in unit.kind.models)
        done = by_fire(aim, whole, target_of(unit.kind.models)) * price(unit)
        return float(done * found(unit) + FOUND * unit.kind.points)
    return float(by_fire(aim, unit.wounds) * price(unit))


@memo(1024)
def by_fire(aim: Line, left: tuple[int, ...], whole: Target | None = None) -> float:
    """The expected Points of Damage of a unit's fire. ``whole``: the target, where it is not what stands there now."""
    target = whole or aim.assault.target
    total = sum(points(p, target, left, aim.assault.how) for g in aim.assault.groups for p in g.parts)
    return min(float(total), float(sum(left)))


def found(unit: Unit) -> float:
    """The chance that a unit is there to be attacked."""
    if not unit.has(HIDDEN):
        return 1.0
    return reading(reveal_test(unit.kind.models, unit.count(MARKER) + 1)).law.chance(True)


def blows(by: tuple[Model, ...], target: Target, left: tuple[int, ...], how: Circumstances) -> tuple[float, float]:
    """The expected points of one round of blows, and the expected failures."""
    dealt = failed = 0.0
    for model in by:
        ready = strikes_with(model, how)
        if not ready:
            failed += 1.0
            continue
        part = EqualWeapons(model, ready[0], 1)
        dealt += points(part, target, left, how)
        failed += expected(match(model, ready[0], target.profile(left), target.toughness(left), how), 0).failed
    return dealt, failed


def clash(t: Table, u: int, v: int) -> Worth:
    """What a charge is worth: the harm expected to be done less that suffered."""
    unit, foe = t[u], t[v]
    ours, failed = blows(unit.members, field.target(foe), foe.wounds, in_melee(t, unit, foe, True))
    theirs, slips = blows(foe.members, field.target(unit), unit.wounds, in_melee(t, foe, unit, False))
    ours += slips // max(1, field.target(foe).toughness(foe.wounds))
    theirs += failed // max(1, field.target(unit).toughness(unit.wounds))
    fight = Exchange(at_stake(foe).lost(ours), at_stake(unit).lost(theirs))
    return fight.gain() * found(foe), f"{ours:.1f} points for {theirs:.1f}"


def in_melee(t: Table, unit: Unit, foe: Unit, charging: bool) -> Circumstances:
    skill = field.target(unit).skill(unit.wounds)
    token, moving = ("charge", field.is_moving(foe)) if charging else ("idle", True)  # who charges shows that it moves
    return field.circumstances(True, token, not charging, charging, moving=moving, skill=skill, terms=field.terms(t))


def best_fire(t: Table, u: int, how: Circumstances, most: int = 2, further: float = 0.0) -> float:
    """What shooting from here is worth at best: the nearest enemies are looked at. ``further``: if it were so much nearer."""
    far = reach(t, u, how)
    if not far:
        return 0.0
    near = sorted(field.near(t, u, far + further), key=lambda v: _far2(t[u].form, v.form))

    def at(v: Unit) -> float:
        aim = line(t, u, v.id, how)
        if aim is not None:
            return harm(t, aim, v.id)
        return 0.08 * t[u].kind.points if further else 0.0

    return most_harm(near[:most], at)


def _far2(a: Formation, b: Formation) -> float:
    (left, low, right, top), (p, q, r, s) = a.box, b.box
    x, y = left + right - p - r, low + top - q - s
    return x * x + y * y


def harm_from_here(t: Table, unit: Unit) -> float:
    """The points that a unit's fire is expected to destroy from where it stands."""
    return best_fire(t, unit.id, posture("idle"))
