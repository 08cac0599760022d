"""Forces for battles in which rules meet: units of the sample forces, in odd sizes, with two rules more on each.

Battle number N of a system is the same for ever: its forces, table, rulings and bots follow from N alone. Pairs of rules are dealt
out in turn, so that a run of enough battles plays each of them.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement
from random import Random
from typing import Any

from msgspec.structs import replace

from grognard import systems
from grognard.common.alter import given, weapons_of
from grognard.common.profiles import Force, Kind, Model, interned
from grognard.common.rules import Rule
from grognard.muster.ref import resolve_force, samples
from tests.registry import example

A_FORCE = 6  # groups of units that carry a pair of rules each
PAIRS = 2 * A_FORCE  # of rules, in a battle

Pair = tuple[type[Rule], type[Rule]]
Group = tuple[Kind, ...]  # units that belong together: a battlegroup, a squad with the transport it rides in


@cache
def pairs(system: str) -> tuple[Pair, ...]:
    """Every pair of executable rules of a system, a rule with itself included, in an order that mixes them."""
    found = list(combinations_with_replacement(systems.get(system).rules, 2))
    Random(system).shuffle(found)
    return tuple(found)


def dealt(system: str, number: int) -> tuple[Pair, ...]:
    """The pairs of rules that battle ``number`` plays."""
    every = pairs(system)
    return tuple(every[(number * PAIRS + i) % len(every)] for i in range(PAIRS))


@cache
def groups(system: str) -> tuple[Group, ...]:
    """The units of all sample forces, those together that belong together."""
    found: list[Group] = []
    for sample in samples(system):
        by: dict[Any, list[Kind]] = {}
        for i, kind in enumerate(resolve_force(sample["ref"]).kinds):
            by.setdefault(_bond(kind, i), []).append(kind)
        found += map(tuple, by.values())
    return tuple(found)


def _bond(kind: Kind, place: int) -> Any:
    """What holds a unit and others of its force together; its place when nothing does."""
    name = kind.detail("battlegroup")
    if name is not None:
        return name
    return (
        ("transport", kind.detail("rides") or kind.name) if kind.detail("capacity") or kind.detail("rides") else place
    )


def force(system: str, number: int, side: int) -> Force:
    """One side's force in battle ``number``."""
    rng = Random(f"{system} {number} {side}")
    chosen: list[Kind] = []
    for i, pair in enumerate(dealt(system, number)[side * A_FORCE : (side + 1) * A_FORCE]):
        group = rng.choice(groups(system))
        chosen += [_named(_altered(kind, pair, rng), f" {i + 1}", group) for kind in group]
    return Force(system, f"Soak {number} {'AB'[side]}", tuple(chosen))


def _named(kind: Kind, suffix: str, group: Group) -> Kind:
    """The unit under a name of its own, and so are the names by which its group knows one another."""
    known = {k.name for k in group} | {k.detail("battlegroup") for k in group}
    details = tuple(
        (key, value + suffix if value in known and isinstance(value, str) else value) for key, value in kind.details
    )
    return interned(replace(kind, name=kind.name + suffix, details=details))


def _altered(kind: Kind, pair: Pair, rng: Random) -> Kind:
    """The unit in another size, perhaps with a gun of somebody else, and with one or both rules of the pair."""
    made = _resized(kind, rng)
    if rng.random() < 0.3:
        made = _armed(made, rng)
    for rule in pair:
        if rng.random() < 0.75:
            made = _ruled(made, rule, rng)
    return made


def _ruled(kind: Kind, rule: type[Rule], rng: Random) -> Kind:
    if rule.on[0] == "vehicle" and not _vehicle(kind):
        return kind
    names = [w.name for w in weapons_of(kind)]
    if rule.on[0] != "weapon" or not names:
        return given(kind, example(rule))
    return given(kind, example(rule), names if rng.random() < 0.5 else [rng.choice(names)])


def _vehicle(kind: Kind) -> bool:
    return any("ehicle" in word or word == "Walker" for word in (kind.type, *kind.tags))


def _resized(kind: Kind, rng: Random) -> Kind:
    """A few models more or fewer, of those that the unit has several of."""
    models: list[Model] = list(kind.models)
    common = [m for m in dict.fromkeys(models) if models.count(m) > 1]
    if common and rng.random() < 0.5:
        model = rng.choice(common)
        if rng.random() < 0.5:
            models.insert(models.index(model), model)
        else:
            for _ in range(rng.randint(1, models.count(model) - 1)):
                models.remove(model)
    return interned(replace(kind, models=tuple(models)))


@cache
def _arsenal(system: str) -> tuple[Any, ...]:
    return tuple(dict.fromkeys(weapon for group in groups(system) for kind in group for weapon in weapons_of(kind)))


def _armed(kind: Kind, rng: Random) -> Kind:
    """One sort of model carries a gun of another unit as well."""
    weapon = rng.choice(_arsenal(kind.system))
    carrier = rng.choice(list(dict.fromkeys(kind.models)))
    if weapon.name in {w.name for w in carrier.weapons}:
        return kind
    armed = interned(replace(carrier, weapons=(*carrier.weapons, weapon)))
    return interned(replace(kind, models=tuple(armed if m is carrier else m for m in kind.models)))
