"""What the rarer choices are worth to players that are programs: lying down, riding, closing in, dividing fire and blows.

As in ``worth``, in points of what is destroyed where harm is compared, else a number that only ranks the options.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from ....bots.places import serves_objectives
from ....bots.value import Worth
from ....common.rules import slug_of, voices
from ....table.state import Table
from .. import field, transports
from ..circumstances import Circumstances
from ..matchup import AIM, Attack, match
from ..melee.close_in import CLOSE
from ..movement.form_wall import WALL
from ..movement.prone import DOWN, UP
from ..nerve.checks import SUPPRESSION, Company, different, panic_check
from ..orders import BOARD, MOVE, RUSH, reach_of
from ..shooting import suppression
from ..shooting.split_fire import ALL, EACH, SIDE_ARMS, parted
from ..shooting.suppressive_fire import suppressing
from ..size import size_now
from ..weapons import WeaponFilter, uses
from .places import ahead, nearest_enemy
from .value import at_stake, brawler, harm, price, wounds_of

SAFE = 14.0  # inches from the nearest enemy at which a prone unit need not fear to be charged


def order(t: Table, u: int, word: str, fire: float, here: float) -> Worth:
    """An order that a rule has offered; ``fire`` is what shooting from here is worth, ``here`` what standing here is."""
    unit = t[u]
    left = t.scenario.rounds - t.round
    if word == DOWN:
        lasting = 0.2 * fire * min(left, 3) if nearest_enemy(t, u) >= SAFE and not brawler(unit.members) else 0.0
        return here + 0.8 * fire + (
            lasting + 0.05 * unit.kind.points if lasting else 0.0
        ), "to aim well and be hard to hit"
    if word == UP:
        near = nearest_enemy(t, u) < SAFE / 2
        gain = 0.0 if fire else 0.5 * max(0.0, ahead(t, u, reach_of(t, u, RUSH)[0]) - here)
        return here + 0.8 * fire + gain + 0.3 * unit.kind.points * near, "to be able to fight" if near else "to get on"
    if word == BOARD:
        ships = transports.near_carriers(t, u, reach_of(t, u, MOVE)[0])
        fresh = [c for c in ships if c not in t.acted and not t[c].has("immobilised")]
        far = max((reach_of(t, c, RUSH)[0] for c in fresh), default=0.0)
        return here + 0.6 * max(0.0, ahead(t, u, far) - here), "to ride"
    if word == WALL:
        return here + 0.75 * fire + 0.12 * unit.kind.points * (nearest_enemy(t, u) <= 24.0), "behind their shields"
    if word == "jump":
        return ahead(t, u, 10.0) + 0.6 * fire, "to leap ahead"
    return here + 0.5 * fire, "for what it brings"


def load(t: Table, about: tuple[Any, ...], option: Any) -> Worth:
    """Who begins aboard: those who want to be near the enemy, unless a rule of theirs sets them up better."""
    if not isinstance(option, int):
        return 0.5, "it walks"
    members = t[option].members
    late = any(voices(m, moment) for m in members for moment in ("drops", "infiltrates"))
    rides = not late and brawler(members) and 0 < reach_of(t, option, MOVE)[0] < reach_of(t, about[1], MOVE)[0]
    return (0.6 + 0.01 * t[option].kind.points, "to be carried forward") if rides else (0.0, "it does better by itself")


def unload(t: Table, about: tuple[Any, ...], option: Any) -> Worth:
    """Who gets out: whoever is where something is to be won, or before it is too late."""
    if not isinstance(option, int):
        return 0.5, "not here"
    x, y = t[about[1]].form.centre
    goal = serves_objectives(t, t[option].side, x, y) > 1.0
    late = t.round >= t.scenario.rounds - 1
    close = nearest_enemy(t, about[1]) <= (8.0 if brawler(t[option].members) else 20.0)
    return (1.0, "here it is needed") if goal or late or close else (0.0, "further on")


def join(t: Table, about: tuple[Any, ...], option: Any) -> Worth:
    """Whom an individual joins: the largest squad, when he steadies it and has nothing to do by himself."""
    members = t[about[1]].members
    steadies = any(voices(m, moment) for m in members for moment in ("morale", "command", "immune"))
    busy = any(voices(m, "before_shooting") for m in members)
    if not isinstance(option, int):
        return 0.5, "he does better by himself"
    if slug_of(t[about[1]].kind.name) in map(slug_of, field.guarded(t[option].members)):
        return 2.0, "they are his guards"
    return (0.6 + 0.01 * t[option].size, "to steady it") if steadies and not busy else (0.0, "")


def drop(t: Table, about: tuple[Any, ...], option: Any) -> Worth:
    """Coming down now or later: there is seldom a reason to wait."""
    return (1.0, "to bring it on") if isinstance(option, int) else (0.5, "to wait")


def close(t: Table, about: tuple[Any, ...], option: str) -> Worth:
    """Closing in: for those who live by their blades, when they do not give up an objective for it."""
    _, u, _ = about
    if option != CLOSE:
        return 0.5, "the ground is good"
    unit = t[u]
    holds = serves_objectives(t, unit.side, *unit.form.centre) >= 0.8
    return (1.0, "to come to grips") if brawler(unit.members) and not holds else (0.0, "better kept away")


def split(t: Table, about: tuple[Any, ...], option: Any) -> Worth:
    """Dividing several shots: what they are expected to do at each target, which cannot lose more than it has."""
    v, group, how, use = about[2:]
    if option in (ALL, EACH):
        return _spent(t, v, group, how, use) - (option == EACH), "all at one"
    w, k = option
    here, there = parted(use, k)
    value = _spent(t, v, group, how, here) + _spent(t, w, group, replace(how, painted=t[w].has("painted")), there)
    return value, "a part of it elsewhere"


def _spent(t: Table, v: int, group: Any, how: Circumstances, use: Any) -> float:
    target = t[v]
    standing = different(target.members)
    expected = 0.0
    for weapon, n in use:
        shot = match(Attack(group.by, weapon, target.members[0], how, (group.by,), standing)).shot
        expected += group.n * n * wounds_of(shot)
    return at_stake(target).lost(expected)


def gun_or_arms(t: Table, about: tuple[Any, ...], option: str) -> Worth:
    """The gun of a team or its side arms: whichever is expected to do more."""
    _, _, v, aim, spare = about
    value = harm(t, spare if option == SIDE_ARMS else aim, v)
    return value, f"{value:.0f} points of harm expected"


def lock(t: Table, about: tuple[Any, ...], option: str) -> Worth:
    """Using a target lock or aiming plainly: whichever is expected to do more."""
    _, v, group, how, use = about
    value = _spent(t, v, group, replace(how, painted=False) if option == AIM else how, use)
    return value, f"{value:.0f} points of harm expected"


def divide(t: Table, about: tuple[Any, ...], option: tuple[tuple[int, int], ...]) -> Worth:
    """Dividing blows over several units: what each part is expected to do."""
    _, w, i = about
    unit, value = t[w], 0.0
    model, mates = unit.members[i], different(unit.members)
    for v, n in option:
        target = t[v]
        how = Circumstances(melee=True, vehicle=target.kind.type == "Vehicle", terms=field.terms(t))
        for weapon, _ in uses(model, how, WeaponFilter(), False, mates)[0]:
            found = match(Attack(model, weapon, target.members[0], how, mates, different(target.members)))
            value += at_stake(target).lost(n * wounds_of(found.shot))
    return value, f"{value:.0f} points of harm expected"


def dear(t: Table, u: int, i: int) -> float:
    """What a wound of one model is worth beside one of its fellows."""
    role = t[u].members[i].role
    return 2.0 if role in ("leader", "individual") else 1.3 if role == "support" else 1.0


def strike_first(t: Table, about: tuple[Any, ...], option: int) -> Worth:
    """Whom of those in contact a model strikes first: where its blow does most, leaders before others."""
    _, w, v, i = about
    unit, target = t[w], t[v]
    model, mates = unit.members[i], different(unit.members)
    how = Circumstances(melee=True, vehicle=target.kind.type == "Vehicle", terms=field.terms(t))
    expected = 0.0
    for weapon, n in next(iter(uses(model, how, WeaponFilter(), False, mates)), ()):
        attack = Attack(model, weapon, target.members[option], how, mates, different(target.members))
        expected += n * wounds_of(match(attack).shot)
    value = min(expected, target.wounds[option]) * price(target) * dear(t, v, option)
    return value, f"{expected:.2f} wounds on the {target.members[option].name}"


def hit_first(t: Table, about: tuple[Any, ...], option: int) -> Worth:
    """Who of those equally near is hit first: whom his side can best do without, and who can bear it."""
    _, _, v = about
    return 0.1 * t[v].wounds[option] - dear(t, v, option), "the others are needed"


VALUED = {
    "strike first": strike_first,
    "hit first": hit_first,
    "load": load,
    "unload": unload,
    "join": join,
    "drop": drop,
    "close": close,
    "split": split,
    "gun or arms": gun_or_arms,
    "lock": lock,
    "divide": divide,
}


def frightening(t: Table, u: int, v: int) -> Worth:
    """What suppressive fire is worth: the chance of panic, at half of what the target is worth."""
    total = suppressing(t, u, v)[0]
    target = t[v]
    if not total or not field.able(target) or target.side == t[u].side:
        return 0.0, "it cannot be frightened"
    how = Circumstances(band=field.band_between(t, t[u].form, target.form), terms=field.terms(t))
    added, why = suppression.modifier(sum(target.wounds), (size_now(t, target),), how, total)
    built, _, _ = panic_check(Company(different(target.members), field.terms(t)), SUPPRESSION, added, why)
    chance = 0.0 if built is None else 1 - built.chance
    return chance * 0.5 * at_stake(target).whole, f"{chance:.0%} to panic"
