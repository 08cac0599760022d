"""Forces and tables as plain data, for saves: by the keys of their files, which outlive the structs of the program."""

from __future__ import annotations

from typing import Any

import msgspec

from ..errors import GrognardError
from ..kernel.memo import memo
from ..table.terrain import Ground, read_ground
from .profiles import Base, Force, Kind, Model, Weapon, interned
from .schema import Schema, write_stats

MOST_UNITS, MOST_MODELS = 200, 2000


@memo(32)
def packed(force: Force, schema: Schema) -> dict[str, Any]:
    """A force as plain data; the same object for the same force, to be read only (every digest asks for it)."""
    weapons: dict[int, int] = {}
    models: dict[int, int] = {}
    weapon_rows: list[Any] = []
    model_rows: list[Any] = []
    kinds = []
    for kind in force.kinds:
        row = []
        for model in kind.models:
            if id(model) not in models:
                for weapon in model.weapons:
                    if id(weapon) not in weapons:
                        weapons[id(weapon)] = len(weapon_rows)
                        weapon_rows.append([weapon.name, schema.written_weapon(weapon.stats), _texts(weapon.rules)])
                models[id(model)] = len(model_rows)
                # every value of a model is written, needed by its type or not: types with other needs share the profile
                stats = write_stats(schema.model_keys, model.stats)
                stats.update(schema.written_model(model.stats, kind.type, kind.tags))
                model_rows.append(
                    [
                        model.name,
                        stats,
                        _texts(model.rules),
                        [weapons[id(w)] for w in model.weapons],
                        [model.base.shape, model.base.length, model.base.width],
                        model.role,
                    ]
                )
            row.append(models[id(model)])
        kinds.append(
            [
                kind.name,
                kind.type,
                list(kind.tags),
                kind.points,
                _texts(kind.rules),
                row,
                list(kind.unread),
                msgspec.to_builtins(dict(kind.details)),
            ]
        )
    return {
        "system": force.system,
        "name": force.name,
        "weapons": weapon_rows,
        "models": model_rows,
        "kinds": kinds,
        "unread": [list(u) for u in force.unread],
        "details": msgspec.to_builtins(dict(force.details)),
    }


def unpacked(data: Any, schema: Schema, where: str) -> Force:
    """A force from plain data, its profiles interned. Raises GrognardError for anything that is none."""
    try:
        return _unpacked(data, schema)
    except GrognardError as error:
        raise GrognardError(f"a force cannot be read: {error.what}", where=where, hint=error.hint) from None
    except (TypeError, ValueError, KeyError, IndexError, AttributeError):
        raise GrognardError("a force cannot be read", where=where, hint="the save is damaged") from None


def _unpacked(data: Any, schema: Schema) -> Force:
    weapons = [
        interned(Weapon(_str(n), _good(schema.weapon(_dict(stats))), _rules(rules, schema)))
        for n, stats, rules in data["weapons"]
    ]
    kinds: list[Kind] = []
    if len(data["kinds"]) > MOST_UNITS or sum(len(k[5]) for k in data["kinds"]) > MOST_MODELS:
        raise GrognardError(f"more than {MOST_UNITS} units or {MOST_MODELS} models")
    for name, type_, tags, points, rules, row, unread, details in data["kinds"]:
        made: dict[int, Model] = {}
        for i in row:
            if i not in made:
                called, stats, model_rules, armed, base, role = data["models"][_index(i, data["models"])]
                shape, length, width = base
                made[i] = interned(
                    Model(
                        _str(called),
                        _good(schema.model(_dict(stats), type_, tuple(tags))),
                        _rules(model_rules, schema),
                        tuple(weapons[_index(w, weapons)] for w in armed),
                        Base(_str(shape), float(length), float(width)),
                        _str(role),
                    )
                )
        kinds.append(
            interned(
                Kind(
                    schema.id,
                    _str(name),
                    _str(type_),
                    tuple(_str(t) for t in tags),
                    int(points),
                    _rules(rules, schema),
                    tuple(made[i] for i in row),
                    tuple(_str(u) for u in unread),
                    _pairs(details),
                )
            )
        )
    return Force(
        schema.id,
        _str(data["name"]),
        tuple(kinds),
        tuple((_str(n), int(c)) for n, c in data["unread"]),
        _pairs(data["details"]),
    )


def _texts(rules: tuple[Any, ...]) -> list[str]:
    return [str(rule) for rule in rules]


def _rules(texts: Any, schema: Schema) -> tuple[Any, ...]:
    return tuple(schema.read_rule(_str(text)) for text in texts)


def _good(read: tuple[Any, list[Any]]) -> Any:
    stats, faults = read
    if faults:
        key, fault = faults[0]
        raise GrognardError(f"{key}: {fault.what}" if key else fault.what, hint=fault.hint)
    return stats


def _pairs(details: Any) -> tuple[tuple[str, Any], ...]:
    return tuple((_str(key), _frozen(value)) for key, value in _dict(details).items())


def _frozen(value: Any) -> Any:
    return tuple(_frozen(v) for v in value) if isinstance(value, list) else value


def _str(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value


def _dict(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise TypeError
    return value


def _index(value: Any, rows: list[Any]) -> int:
    if type(value) is not int or not 0 <= value < len(rows):
        raise IndexError
    return value


# --- tables -----------------------------------------------------------------------------------------------------------


def ground_text(ground: Ground) -> str:
    """A table as the text of a table file."""
    rows = [
        f"name = {_toml(ground.name)}",
        f"width = {_toml(ground.width)}",
        f"height = {_toml(ground.height)}",
        f"objectives = {_toml(ground.objectives)}",
        f"zones = {_toml(ground.zones)}",
    ]
    for piece in ground.pieces:
        rows += [
            "",
            "[[piece]]",
            f"name = {_toml(piece.name)}",
            f"points = {_toml(piece.points)}",
            f"height = {_toml(piece.height)}",
            f"properties = {_toml(piece.properties)}",
        ]
        if piece.cover:
            rows.append(f"cover = {_toml(piece.cover)}")
        if piece.armour:
            rows.append(f"armour = {piece.armour}")
        if piece.dp:
            rows.append(f"dp = {piece.dp}")
        if piece.covers:
            rows.append("covers = {" + ", ".join(f"{_toml(k)} = {_toml(v)}" for k, v in piece.covers) + "}")
    return "\n".join(rows) + "\n"


def ground_of(text: Any, where: str) -> Ground:
    """A table from the text of a table file. Raises GrognardError."""
    if not isinstance(text, str):
        raise GrognardError("the table cannot be read", where=where, hint="the save is damaged")
    return read_ground(text, where)


def _toml(value: Any) -> str:
    if isinstance(value, (tuple, list)):
        return "[" + ", ".join(_toml(v) for v in value) + "]"
    if isinstance(value, str):
        return '"' + "".join(c if c.isprintable() and c not in '"\\' else f"\\u{ord(c):04x}" for c in value) + '"'
    return repr(float(value))
