"""Limited weapons on the table: how many uses are spent, and what is left of them."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from ...common.profiles import Weapon, interned
from ...common.rules import id_of, kept, voices
from ...kernel.asks import Choose, Emit, Procedure, Roll
from ...table.state import Table
from .attack import Part
from .events import UsesSpent
from .lines import Line
from .moments import speaker
from .slots import thrown
from .target import Toll


@kept(4096)
def spending(weapon: Weapon) -> tuple[str, ...]:
    """The ids of the rules by which each die of the weapon spends a use; () for most weapons."""
    return tuple(id_of(speaker(voice)) for voice in voices(weapon, "spends") if voice())


def spend(t: Table, u: int, aim: Line) -> Procedure:
    """Uses of Limited weapons are spent: how many, the owner says or the dice; gives the attack with them."""
    groups = []
    for group, firers in zip(aim.assault.groups, aim.firers, strict=True):
        if not any(spending(p.weapon) for p in group.parts):
            groups.append(group)
            continue
        parts: list[Part] = []
        for i in firers:
            weapon = next(w for w in t[u].members[i].weapons if w.name == group.name)
            n, left = yield from uses(t, u, weapon)
            parts.append(Part(t[u].members[i], weapon, 1, n, weapon.stats.RoF.rolled))
            yield Emit(UsesSpent(u, _with_less(t[u].members, i, weapon, left), group.name, n, by=spending(weapon)))
        groups.append(replace(group, parts=tuple(parts)))
    return replace(aim.assault, groups=tuple(groups))


def uses(t: Table, u: int, weapon: Weapon) -> Procedure:
    """How many uses one weapon spends now, and how many are left of it (-1: it may be rolled for again)."""
    count = weapon.stats.RoF
    if count.rolled:
        n = yield Roll(thrown(count))
        return n, (0 if n == count.most else -1)
    options = tuple(range(count.plus, 0, -1))
    question = f"how many uses of {weapon.name} does {t.name(u)} spend?"
    n = yield Choose(t[u].side, question, options, default=options[0], about=("uses", u))
    return n, count.plus - n


def _with_less(members: tuple[Any, ...], i: int, weapon: Weapon, left: int) -> tuple[Any, ...]:
    """The models after one has spent uses: the weapon has as many dice as it has uses left, or is gone."""
    if left < 0:
        return members
    less = (
        [] if left == 0 else [interned(replace(weapon, stats=replace(weapon.stats, RoF=type(weapon.stats.RoF)(left))))]
    )
    kept_weapons: list[Weapon] = []
    for w in members[i].weapons:
        kept_weapons += less if w is weapon else [w]
        if w is weapon:
            weapon, less = Weapon("", None), []  # only the first of several equal ones
    model = interned(replace(members[i], weapons=tuple(kept_weapons)))
    return (*members[:i], model, *members[i + 1 :])


def spend_used(t: Table, u: int, toll: Toll) -> Procedure:
    """Limited weapons that were fired by way of others have spent all their uses."""
    for model, name, n in toll.used:
        for _ in range(n):
            i = next((k for k, m in enumerate(t[u].members) if m is model), None)
            weapon = next((w for w in model.weapons if w.name == name), None)
            if i is not None and weapon is not None and spending(weapon):
                less = _with_less(t[u].members, i, weapon, 0)
                yield Emit(UsesSpent(u, less, name, weapon.stats.RoF.most, by=spending(weapon)))
