"""A unit with rules taken away or given to it: what ``--without`` and ``--with`` ask about."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from msgspec.structs import replace

from .profiles import Kind, Model, Weapon, interned
from .rules import id_of, standing

Rules = tuple[Any, ...]


def without(kind: Kind, rule_ids: Collection[str], fitted: Callable[[Kind], Kind] | None = None) -> Kind:
    """The unit without these rules (ids such as ``usr:rending``), on itself, its models and its weapons.

    ``fitted`` (that of the system) puts the rules of a unit type on a unit; where it still brings one of them, the detail
    ``without`` names it by its slug.
    """

    def kept(rules: Rules) -> Rules:
        return tuple(rule for rule in rules if id_of(rule) not in rule_ids)

    bare = _altered(kind, kept, kept, lambda weapon: kept(weapon.rules))
    brought = [i for i in rule_ids if has(fitted(bare), i)] if fitted is not None else []
    if not brought:
        return bare
    off = {*kind.detail("without", ()), *(rule_id.partition(":")[2] for rule_id in brought)}
    details = (*(pair for pair in bare.details if pair[0] != "without"), ("without", tuple(sorted(off))))
    return interned(replace(bare, details=details))


def has(kind: Kind, rule_id: str) -> bool:
    """Whether the rule stands anywhere on the unit."""
    holders: tuple[Any, ...] = (kind, *dict.fromkeys(kind.models), *weapons_of(kind))
    return any(id_of(rule) == rule_id for holder in holders for rule in standing(holder))


def weapons_of(kind: Kind) -> tuple[Weapon, ...]:
    """The unit's weapons in file order, each once."""
    return tuple(dict.fromkeys(weapon for model in kind.models for weapon in model.weapons))


def given(kind: Kind, rule: Any, weapons: Collection[str] | None = None) -> Kind:
    """The unit with one more rule: a rule of weapons on every weapon named (default: all), another on every model.

    A rule that may stand on both goes where its ``on`` says first.
    """

    def added(rules: Rules) -> Rules:
        return tuple(dict.fromkeys((*rules, rule)))

    def same(rules: Rules) -> Rules:
        return rules

    if tuple(rule.on)[:1] == ("weapon",):
        chosen = weapons
        return _altered(kind, same, same, lambda w: added(w.rules) if chosen is None or w.name in chosen else w.rules)
    return _altered(kind, added, added, lambda weapon: weapon.rules)


def _altered(
    kind: Kind,
    unit: Callable[[Rules], Rules],
    model: Callable[[Rules], Rules],
    weapon: Callable[[Weapon], Rules],
) -> Kind:
    made: dict[int, Model] = {}
    for old in kind.models:
        if id(old) not in made:
            arms = tuple(interned(Weapon(w.name, w.stats, weapon(w))) for w in old.weapons)
            made[id(old)] = interned(Model(old.name, old.stats, model(old.rules), arms, old.base, old.role))
    models = tuple(made[id(old)] for old in kind.models)
    return interned(
        Kind(
            kind.system,
            kind.name,
            kind.type,
            kind.tags,
            kind.points,
            unit(kind.rules),
            models,
            kind.unread,
            kind.details,
        )
    )
