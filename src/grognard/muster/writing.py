"""A force as the text of a native force file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ..common.profiles import Base, Force, Kind, Model, Weapon
from ..common.schema import Schema
from .native import beyond


def written(force: Force, schema: Schema) -> str:
    """The TOML text of a force. A weapon that has the name of a different one stands in the table of its own unit."""
    shared, own = _shelves(force)
    lines = [f"system = {value(force.system)}", f"name = {value(force.name)}"]
    if left := beyond(force):
        lines.append(f"unread = {value(left)}")
    for name, weapon in shared.items():
        lines += ["", f"[weapons.{key(name)}]", *_weapon(weapon, schema)]
    for kind, local in zip(force.kinds, own, strict=True):
        lines += ["", *_unit(kind, local, schema)]
    return "\n".join(lines) + "\n"


def _shelves(force: Force) -> tuple[dict[str, Weapon], list[dict[str, Weapon]]]:
    """The weapons of all by name, and those of each unit that differ from them under the same name."""
    shared: dict[str, Weapon] = {}
    own: list[dict[str, Weapon]] = []
    for kind in force.kinds:
        local: dict[str, Weapon] = {}
        for model in kind.models:
            for weapon in model.weapons:
                if shared.setdefault(weapon.name, weapon) is not weapon:
                    local.setdefault(weapon.name, weapon)
        own.append(local)
    return shared, own


def _weapon(weapon: Weapon, schema: Schema) -> list[str]:
    lines = [f"{key(k)} = {value(v)}" for k, v in schema.written_weapon(weapon.stats).items()]
    if weapon.rules:
        lines.append(f"rules = {value([str(rule) for rule in weapon.rules])}")
    return lines


def _unit(kind: Kind, local: Mapping[str, Weapon], schema: Schema) -> list[str]:
    lines = ["[[units]]", f"name = {value(kind.name)}", f"type = {value(schema.typed(kind.type, kind.tags))}"]
    lines.append(f"points = {kind.points - schema.surcharge(kind.details)}")
    if kind.rules:
        lines.append(f"rules = {value([str(rule) for rule in kind.rules])}")
    if kind.unread:
        lines.append(f"unread = {value(kind.unread)}")
    for stat in schema.unit_keys:
        detail = kind.detail(stat.key)
        if detail is not None:
            lines.append(f"{key(stat.key)} = {value(stat.write(detail))}")
    for name, weapon in local.items():
        lines += ["", f"  [units.weapons.{key(name)}]", *("  " + line for line in _weapon(weapon, schema))]
    for model, count in groups(kind):
        lines += ["", *_model(kind, model, count, schema)]
    return lines


def groups(kind: Kind) -> list[tuple[Model, int]]:
    """The models of a unit in order, equal neighbours together: (model, how many)."""
    out: list[tuple[Model, int]] = []
    for model in kind.models:
        if out and out[-1][0] is model:
            out[-1] = (model, out[-1][1] + 1)
        else:
            out.append((model, 1))
    return out


def _model(kind: Kind, model: Model, count: int, schema: Schema) -> list[str]:
    lines = ["  [[units.models]]", f"  name = {value(model.name)}"]
    if count > 1:
        lines.append(f"  count = {count}")
    if model.role:
        lines.append(f"  role = {value(model.role)}")
    if model.base != Base():
        lines.append(f"  {_base(model.base)}")
    lines.append(f"  stats = {value(schema.written_model(model.stats, kind.type, kind.tags))}")
    own = [str(rule) for rule in model.rules if rule not in kind.rules]
    if own:
        lines.append(f"  rules = {value(own)}")
    if model.weapons:
        lines.append(f"  weapons = {value([weapon.name for weapon in model.weapons])}")
    return lines


def _base(base: Base) -> str:
    if base.shape == "round":
        return f"base = {value(base.length)}"
    word = "hull" if base.shape == "hull" else "base"
    return f"{word} = {value([base.length, base.width])}"


def key(name: str) -> str:
    """A TOML key, in quotation marks where it needs them."""
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else value(name)


def value(given: Any) -> str:
    """A TOML value on one line. Texts must be printable.

    >>> value({"WS": 4, "Sv": "3+", "rules": ["Fleet"]})
    '{WS = 4, Sv = "3+", rules = ["Fleet"]}'
    """
    if isinstance(given, bool):
        return "true" if given else "false"
    if isinstance(given, str):
        escaped = given.replace("\\", "\\\\").replace('"', '\\"')
        return f'"{escaped}"'
    if isinstance(given, Mapping):
        return "{" + ", ".join(f"{key(str(k))} = {value(v)}" for k, v in given.items()) + "}"
    if isinstance(given, (list, tuple)):
        return "[" + ", ".join(value(v) for v in given) + "]"
    if isinstance(given, float) and given == int(given):
        return str(int(given))
    return str(given)
