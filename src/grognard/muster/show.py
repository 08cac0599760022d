"""A force as people read it: as a dict for ``--json`` and as lines of plain text."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..common.agreement import count_of
from ..common.profiles import Force, Kind, Weapon
from ..common.schema import Schema
from .forces import differences, points, registered
from .formats.native import groups
from .upgrades import Option
from .vocabulary.lost import weight


def shown(
    force: Force,
    schema_of: Callable[[str], Schema] | None = None,
    options: Mapping[str, Sequence[Option]] | None = None,
) -> dict[str, Any]:
    """The force as plain dicts and lists; ``unread`` lists what is not executable, what is likely to change most first.

    ``options``: what units may take, by their names; a unit that has some tells them under ``options``.
    """
    schema = _schema(force, schema_of)
    units = [_unit(kind, schema) for kind in force.kinds]
    for unit in units:
        if found := (options or {}).get(unit["name"]):
            unit["options"] = [_option(option) for option in found]
    return {
        "system": force.system,
        "name": force.name,
        "points": points(force),
        "faults": list(differences(force)),
        "units": units,
        "unread": [{"name": name, "units": count} for name, count in lost(force)],
    }


def _option(option: Option) -> dict[str, Any]:
    told = {"name": option.name, "points": option.cost, "replaces": list(option.replaces), "rules": list(option.rules)}
    return {**told, **option.more(), "says": option.told()}


def rows(
    force: Force,
    schema_of: Callable[[str], Schema] | None = None,
    options: Mapping[str, Sequence[Option]] | None = None,
) -> list[str]:
    """The force as lines of text: units, models, weapons, rules, then what is not executable."""
    out = [f"{force.name} ({force.system}, {count_of(points(force), 'point')})"]
    out += [f"  does not add up: {said}" for said in differences(force)]
    for unit in shown(force, schema_of, options)["units"]:
        out += ["", f"{unit['name']}: {unit['type']}, {count_of(unit['points'], 'point')}"]
        if unit["rules"]:
            out.append(f"  rules: {', '.join(unit['rules'])}")
        for key, value in unit["details"].items():
            out.append(f"  {key}" if value is True else f"  {key}: {said(value)}")
        for model in unit["models"]:
            role = f" ({model['role']})" if model["role"] else ""
            out.append(f"  {model['count']} x {model['name']}{role}: {_stats(model['stats'])}")
            if model["rules"]:
                out.append(f"    rules: {', '.join(model['rules'])}")
            if model["weapons"]:
                out.append(f"    weapons: {', '.join(model['weapons'])}")
        for weapon in unit["weapons"]:
            rules = f"; {', '.join(weapon['rules'])}" if weapon["rules"] else ""
            out.append(f"  {weapon['name']}: {_stats(weapon['stats'])}{rules}")
        options_ = [option for option in unit.get("options", ()) if not option.get("if_the_army_allows")]
        out += [f"  {'size' if 'least' in option else 'option'}: {option['says']}" for option in options_]
        asks = [option["name"] for option in unit.get("options", ()) if option.get("if_the_army_allows")]
        if asks:
            out.append(f"  options if the rest of the army allows them: {', '.join(dict.fromkeys(asks))}")
        if unit["unread"]:
            out.append(f"  not executable: {', '.join(unit['unread'])}")
    out += ["", _counted(force)]
    if force.unread:
        out += ["", "not executable, and in how many units, what is likely to change most first:"]
        out += [f"  {count:3} {name}" for name, count in lost(force)]
    return out


def lost(force: Force) -> list[tuple[str, int]]:
    """What is not executable, with how many units carry it: figures first, then saves, others, the army's."""
    return sorted(force.unread, key=lambda pair: (weight(pair[0]), -pair[1], pair[0]))


def _counted(force: Force) -> str:
    """How many units, different weapons and different rules there are."""
    models = {model for kind in force.kinds for model in kind.models}
    weapons = {weapon for model in models for weapon in model.weapons}
    borne = [rule for model in models for rule in model.rules] + [rule for weapon in weapons for rule in weapon.rules]
    rules = {rule.slug for rule in borne if not isinstance(rule, str)}
    return ", ".join(
        count_of(len(found), what) for found, what in ((force.kinds, "unit"), (weapons, "weapon"), (rules, "rule"))
    )


def _schema(force: Force, schema_of: Callable[[str], Schema] | None) -> Schema:
    return (schema_of or registered)(force.system)


def _stats(stats: dict[str, Any]) -> str:
    return " ".join(key if value is True else f"{key} {said(value)}" for key, value in stats.items())


def said(value: Any) -> str:
    """A value as people read it.

    >>> said(["left", "rear"]), said({"Hull": [2, 9]}), said(True), said(None)
    ('left, rear', 'Hull 2 9', 'yes', '')
    """
    if isinstance(value, Mapping):
        return "; ".join(
            f"{key} {' '.join(map(said, one)) if isinstance(one, (list, tuple)) else said(one)}"
            for key, one in value.items()
        )
    if isinstance(value, (list, tuple)):
        return ", ".join(map(said, value))
    return "" if value is None else ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _unit(kind: Kind, schema: Schema) -> dict[str, Any]:
    arms: dict[str, Weapon] = {}
    for model in kind.models:
        for weapon in model.weapons:
            arms.setdefault(weapon.name, weapon)
    writers = {stat.key: stat.write for stat in schema.unit_keys}
    return {
        "name": kind.name,
        "type": schema.typed(kind.type, kind.tags),
        "points": kind.points,
        "rules": [str(rule) for rule in kind.rules],
        "models": [
            {
                "name": model.name,
                "count": count,
                "role": model.role,
                "stats": schema.written_model(model.stats, kind.type, kind.tags),
                "rules": [str(rule) for rule in model.rules if rule not in kind.rules],
                "weapons": [weapon.name for weapon in model.weapons],
            }
            for model, count in groups(kind)
        ],
        "weapons": [
            {"name": w.name, "stats": schema.written_weapon(w.stats), "rules": [str(rule) for rule in w.rules]}
            for w in arms.values()
        ],
        "details": {key: writers.get(key, str)(value) for key, value in kind.details},
        "unread": list(kind.unread),
    }
