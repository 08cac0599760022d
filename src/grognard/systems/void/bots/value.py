"""The harm to be expected, by the very laws that a battle plays by, in points of what is destroyed."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from ....bots.value import Exchange, Pricing, Worth
from ....common.profiles import Model
from ....kernel.exact import by_default, law_of_stage
from ....kernel.faces import reading
from ....kernel.memo import memo
from ....table.state import Table
from .. import field
from ..attack import point
from ..circumstances import Circumstances
from ..matchup import DODGED, NOTHING, Attack, Shot, match
from ..nerve.checks import different
from ..shooting.lines_of_fire import Line
from ..weapons import WeaponFilter, uses


@memo(16384)
def wounds_of(shot: Shot) -> float:
    """The expected wounds of one shot or blow on a model that could lose them all."""
    dice: float = shot.dice if shot.hit is None else reading(shot.hit).law.mean()
    if not dice:
        return 0.0
    chance: float = law_of_stage(point, (shot, 0), by_default).chance_of(lambda came: came not in (NOTHING, DODGED))
    return dice * chance


def fresh(model: Model) -> int:
    """The wounds of a fresh model."""
    return int(model.stats.W)


PRICING = Pricing(fresh)
price, at_stake = PRICING.price, PRICING.at_stake


def harm(t: Table, aim: Line, v: int) -> float:
    """The expected harm, in points, of all that bears on a unit; worked out once for a line of fire as all stand."""
    found = field.answers(t)
    known: tuple[Line, float] | None = found.get(("harm", id(aim), v))
    if known is None:  # the line is kept beside its number: no other can have its place meanwhile
        known = found["harm", id(aim), v] = aim, _harm(t, aim, v)
    return known[1]


def _harm(t: Table, aim: Line, v: int) -> float:
    target = t[v]
    standing = different(target.members)
    if not aim.nearest:
        return 0.0
    at = aim.nearest[0]
    expected = 0.0
    for group, how in aim.groups:
        covered = how if not aim.covers[at] else sheltered(how, aim.covers[at])
        for weapon, n in group.ways[0]:
            found = match(Attack(group.by, weapon, target.members[at], covered, aim.mates, standing))
            under = 1.0 if not weapon.stats.template else min(target.size, 2.5)
            expected += group.n * n * under * wounds_of(found.shot)
            if found.shot.paints and not target.has("painted"):
                expected += 0.5
    return at_stake(target).lost(expected)


def sheltered(how: Circumstances, rating: int) -> Circumstances:
    """The circumstances of an attack on a model in cover of this rating."""
    return replace(how, cover=rating)


@memo(4096)
def blow(by: tuple[Any, ...], at: tuple[Any, ...], how: Circumstances) -> float:
    """The expected wounds of one round of blows of every model of a unit against the first of another."""
    mates, standing = different(by), different(at)
    total = 0.0
    for model in by:
        for weapon, n in next(iter(uses(model, how, WeaponFilter(), False, mates)), ()):
            total += n * wounds_of(match(Attack(model, weapon, at[0], how, mates, standing)).shot)
    return total


@memo(4096)
def brawler(members: tuple[Any, ...]) -> bool:
    """Whether a unit does more harm with blows than with shots, against the like of itself."""
    melee = blow(members, members, Circumstances(melee=True, charging=True))
    return melee > 1.2 * max(_volley(members, Circumstances(band=band)) for band in range(4))


def _volley(members: tuple[Any, ...], how: Circumstances) -> float:
    """The expected wounds of all shots of a unit at the like of itself, every model with its best arms."""
    mates, total = different(members), 0.0
    for model in members:
        ways = uses(model, how, WeaponFilter(), False, mates)
        each = [
            sum(n * wounds_of(match(Attack(model, w, members[0], how, mates, mates)).shot) for w, n in way)
            for way in ways
        ]
        total += max(each, default=0.0)
    return total


def clash(t: Table, u: int, v: int) -> Worth:
    """What charging is worth: the harm expected to be done less that suffered from those who are left."""
    unit, target = t[u], t[v]
    vehicle = target.kind.type == "Vehicle"
    ours = blow(
        unit.members, target.members, Circumstances(melee=True, charging=True, vehicle=vehicle, terms=field.terms(t))
    )
    theirs = blow(target.members, unit.members, Circumstances(melee=True, terms=field.terms(t)))
    stake = at_stake(target)
    theirs *= stake.standing(ours)
    fight = Exchange(stake.lost(ours), at_stake(unit).lost(theirs))
    return fight.gain(), f"{ours:.1f} wounds for {theirs:.1f}"
