"""Weapons that are used up, or silent for a turn: what has been fired stands on the model that fired it.

A weapon used once is replaced, on that model alone, by the same weapon with a mark; so is one that must be silent. The marks
are no rules of the published list.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from ....common.profiles import Model, Weapon, interned
from ....common.rules import standing
from ....kernel.asks import Emit, Procedure
from ....table.events import Changed, Noted
from ....table.geometry import Formation
from ....table.state import Table
from ..attack import weapons as arms
from ..attack.attack import Volley

RESTING = "resting weapons"  # noted for a side: units with weapons that are silent


def spent(model: Model, weapon: Weapon) -> Model:
    """The model with one such weapon used: it is used up, or may be used once less."""
    left = {rule: then for rule in standing(weapon) if (then := getattr(rule, "after_use", None)) is not None}
    if not left:
        return _marked(model, weapon, lambda rules: (*rules, arms.Spent()))
    return _marked(model, weapon, lambda rules: tuple(left.get(rule, rule) for rule in rules))


def resting(model: Model, weapon: Weapon, since: int) -> Model:
    """The model with one such weapon silent since that round."""
    return _marked(model, weapon, lambda rules: (*rules, arms.Resting(since)))


def _marked(model: Model, weapon: Weapon, marked: Callable[[tuple[Any, ...]], tuple[Any, ...]]) -> Model:
    weapons = list(model.weapons)
    place = next(i for i, own in enumerate(weapons) if weapon in (own, arms.laid(own)))
    weapons[place] = interned(replace(weapons[place], rules=marked(weapons[place].rules)))
    return interned(replace(model, weapons=tuple(weapons)))


def rested(model: Model, before: int) -> Model:
    """The model with the weapons at hand again that were silenced before that round."""
    weapons = tuple(_rested(weapon, before) for weapon in model.weapons)
    return model if weapons == model.weapons else interned(replace(model, weapons=weapons))


def _rested(weapon: Weapon, before: int) -> Weapon:
    rules = tuple(r for r in weapon.rules if not (isinstance(r, arms.Resting) and r.since < before))
    return weapon if rules == weapon.rules else interned(replace(weapon, rules=rules))


def used_up(fired: Iterable[Volley]) -> bool:
    """Whether one of these weapons may be used once only."""
    for volley in fired:
        for part in volley.parts:
            if arms.once(part.weapon):
                return True
    return False


def use_up(t: Table, u: int, fired: Iterable[Volley], groups: tuple[tuple[int, ...], ...], only: bool) -> Procedure:
    """What a unit has just fired is used up where it may be used once; ``only``: fired out of turn, it may be silent next turn."""
    members, silenced = list(t[u].members), False
    for part in (part for volley in fired for part in volley.parts):
        once, rests = arms.once(part.weapon), only and arms.rests(part.weapon)
        if not once and not rests:
            continue
        for i in groups[part.group][: part.firers]:
            used = spent(members[i], part.weapon) if once else resting(members[i], part.weapon, t.round)
            members[i] = used
        silenced = silenced or rests
    if tuple(members) != t[u].members:
        yield Emit(Changed(u, tuple(members)))
        if silenced:
            side = t[u].side
            yield Emit(Noted((RESTING, side), tuple(dict.fromkeys((*t.recall((RESTING, side), ()), u)))))


def struck_once(t: Table, u: int, blow: Volley, form: Formation) -> Procedure:
    """What a unit has just struck with is used up where it may be used once, on those who stood so and still stand."""
    if not t[u].here:
        return
    members = list(t[u].members)
    for i, position in enumerate(t[u].form.positions):
        for weapon in {part.weapon: None for part in blow.parts}:
            if (
                position in form.positions
                and arms.once(weapon)
                and weapon in (*arms.blades(members[i]), *arms.laid_on(members[i]))
            ):
                members[i] = spent(members[i], weapon)
    if tuple(members) != t[u].members:
        yield Emit(Changed(u, tuple(members)))


def wake(t: Table, side: int) -> Procedure:
    """Weapons that were silent for their owner's turn may be fired again: once it is over, when the enemy has moved again."""
    if not t.recall((RESTING, side)):
        return
    still = []
    for unit in t.units:
        if unit.side != side or not any(arms.is_resting(w) for m in dict.fromkeys(unit.members) for w in m.weapons):
            continue
        members = tuple(rested(m, t.round) for m in unit.members)
        if members != unit.members:
            yield Emit(Changed(unit.id, members))
        if any(arms.is_resting(w) for m in dict.fromkeys(members) for w in m.weapons):
            still.append(unit.id)
    if tuple(still) != t.recall((RESTING, side)):
        yield Emit(Noted((RESTING, side), tuple(still)))
