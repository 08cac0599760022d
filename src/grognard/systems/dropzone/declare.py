"""Declaring an attack: which weapons of a squad fire, and at which units of the target squad each is aimed."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from msgspec import Struct

from ...common.profiles import Kind, Model, Weapon
from ...common.rules import kept, voices
from ...kernel.exact import exact
from .attack import Attack, Strike, Volley, strike
from .firing import Firer, Firing, firing
from .matchup import Match, match
from .situation import Situation

EVEN = Fraction(1, 2)
_ENDLESS = 10_000  # Damage Points that no volley can use up


class Arm(Struct, frozen=True):
    """One weapon of one unit that fires, once for each of its uses."""

    unit: int  # which unit of the attacking squad
    line: int  # which of the unit's weapons, in file order
    weapon: Weapon
    firing: Firing


class Aimed(Struct, frozen=True):
    """The squad aimed at: its units that stand, nearest first, with the Damage Points each has left."""

    kind: Kind
    units: tuple[Model, ...]
    left: tuple[int, ...]

    @property
    def full(self) -> tuple[int, ...]:
        return tuple(m.stats.DP for m in self.units)


def arms(units: Sequence[tuple[Model, Firer]], may_fire: Sequence[Weapon]) -> tuple[Arm, ...]:
    """The weapons of these units that may fire, weapon by weapon: of each Alternate Fire group only the first.

    A weapon that has no shots left is no arm.
    """
    found: list[Arm] = []
    for i, (model, firer) in enumerate(units):
        groups: set[int] = set()
        for line, weapon in enumerate(model.weapons):
            if weapon not in may_fire:
                continue
            own = group_of(weapon)
            if own is not None and own in groups:
                continue
            fired = firing(weapon, firer)
            if fired.shots:
                if own is not None:
                    groups.add(own)
                found.append(Arm(i, line, weapon, fired))
    return tuple(sorted(found, key=lambda arm: (arm.line, arm.unit)))


def group_of(weapon: Weapon) -> int | None:
    """The number of its Alternate Fire group, None when it is in none."""
    return next((speak() for speak in voices(weapon, "group")), None)


def reach(weapon: Weapon, target: Model, fired: Firing, airborne: bool) -> float:
    """How far the weapon reaches this unit, inches: countered range when it has Active countermeasures."""
    stats = weapon.stats
    inches: float = stats.countered if target.stats.CM.active else stats.full
    return min(inches, 6.0) if fired.combined and airborne else inches


def match_for(arm: Arm, at: Aimed, i: int, now: Situation) -> Match:
    """The match-up of an arm with one unit of the squad aimed at."""
    return match(arm.weapon, at.kind, at.units[i], now, arm.firing.energy)


def volley_at(arm: Arm, at: Aimed, i: int, now: Situation, touching: int) -> Volley:
    """One use of an arm at unit ``i``; a template also touches the next ``touching`` - 1 units of the squad."""
    m = match_for(arm, at, i, now)
    if not m.template or touching < 2:
        return Volley(m, arm.firing.shots, i)
    others = [*range(i + 1, len(at.units)), *range(i - 1, -1, -1)][: touching - 1]
    return Volley(m, arm.firing.shots, i, tuple((j, match_for(arm, at, j, now)) for j in others))


def strikes(volleys: Sequence[Volley], at: Aimed) -> tuple[Strike, ...]:
    """The volleys by the units they can hurt: units that one template can touch are taken together."""
    return tuple(s for s, _ in grouped(volleys, at))


def grouped(volleys: Sequence[Volley], at: Aimed) -> list[tuple[Strike, tuple[int, ...]]]:
    """The strikes, each with the units of the squad that it is at."""
    group = list(range(len(at.units)))

    def root(i: int) -> int:
        while group[i] != i:
            i = group[i]
        return i

    for v in volleys:
        for j, _ in v.touched:
            group[max(root(v.at), root(j))] = min(root(v.at), root(j))
    out = []
    for r in sorted({root(v.at) for v in volleys}):
        members = tuple(i for i in range(len(at.units)) if root(i) == r)
        place = {i: k for k, i in enumerate(members)}
        own = tuple(
            Volley(v.match, v.shots, place[v.at], tuple((place[j], m) for j, m in v.touched))
            for v in volleys
            if root(v.at) == r
        )
        out.append((Strike(tuple(at.left[i] for i in members), tuple(at.full[i] for i in members), own), members))
    return out


def close(found: Sequence[Arm], at: Aimed, now: Situation) -> Attack:
    """Close quarters: every arm at the squad as a whole."""
    alike = len(set(at.units)) == 1
    volleys = []
    for arm in found:
        for _ in range(arm.firing.uses):
            all_of_them = tuple((i, match_for(arm, at, i, now)) for i in range(len(at.units)))
            volleys.append(Volley(match_for(arm, at, 0, now), arm.firing.shots, 0, () if alike else all_of_them))
    return Attack((Strike(at.left, at.full, tuple(volleys), True),))


def shared_out(found: Sequence[Arm], at: Aimed, now: Situation, touching: int = 1) -> tuple[int, ...]:
    """The usual way to share out fire: the unit aimed at for each use of each arm.

    Each goes to the nearest unit that is expected to survive what came before; when none is, to the one most likely to.
    Expected to survive: it more likely than not stands, or even; with the ruling ``survive=mean``, the damage expected
    (not cut off at its last point) is below its points.
    """
    if len(at.units) == 1:
        return (0,) * sum(arm.firing.uses for arm in found)
    mean = now.ruling("survive", "likely") == "mean"
    volleys: list[Volley] = []
    picked: list[int] = []
    for arm in found:
        for _ in range(arm.firing.uses):
            hopes = hopes_of(volleys, at, mean)
            i = next((i for i, hope in enumerate(hopes) if hope >= EVEN), hopes.index(max(hopes)))
            picked.append(i)
            volleys.append(volley_at(arm, at, i, now, touching))
    return tuple(picked)


def hopes_of(volleys: Sequence[Volley], at: Aimed, mean: bool = False) -> list[Fraction]:
    """For each unit how much speaks for its surviving these volleys, 1/2 and more when it is expected to."""
    hopes = [Fraction(dp > 0) for dp in at.left]
    for s, members in grouped(volleys, at):
        for k, i in enumerate(members):
            hopes[i] = _hope(s, k, mean)
    return hopes


@kept(16384)
def _hope(s: Strike, k: int, mean: bool) -> Fraction:
    if not mean:
        law = exact(strike, (s,))
        return Fraction(sum(w for (left, *_), w in law.items() if left[k]), law.den)
    endless = Strike(tuple(_ENDLESS for _ in s.left), tuple(_ENDLESS for _ in s.left), s.volleys)
    law = exact(strike, (endless,))
    lost = Fraction(sum((_ENDLESS - left[k]) * w for (left, *_), w in law.items()), law.den)
    return Fraction(1) if lost < s.left[k] else Fraction(s.left[k]) / (2 * lost + 1)
