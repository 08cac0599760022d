"""Force files in TOML, the format of Grognard's own: read with every fault told, written so that reading gives it back."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any

from ...common.profiles import Base, Force, Kind, Model, Weapon, interned
from ...common.rules import NotExecutable
from ...common.schema import LONGEST_NAME, MOST_MODELS, MOST_POINTS, Schema, text, unknown, whole, word
from ...errors import Faults, GrognardError
from ..forces import MOST_RULES, MOST_UNITS, MOST_UNREAD, MOST_WEAPONS, assembled, beyond, registered, tally
from ..parsing.files import contents

LARGEST = 2_000_000  # bytes of a force file
MOST_VALUES = 100_000  # tables and values; the largest catalogue there is makes 18,000
MOST_DOTS = 50_000  # in names of tables, of keys, and elsewhere
MOST_FAULTS = 200  # told of one file
ROLES = ("leader", "support", "individual", "crew")
FORCE_KEYS = ("system", "name", "unread", "weapons", "units")
UNIT_KEYS = ("name", "type", "points", "rules", "unread", "weapons", "models")
MODEL_KEYS = ("name", "count", "base", "hull", "stats", "rules", "weapons", "role")

Shelf = dict[str, tuple[Weapon | None, tuple[str, ...]]]
Place = tuple[str | int, ...]  # where in the file: ("units", 0, "models", 1)


def load(path: str | os.PathLike[str], schema_of: Callable[[str], Schema] | None = None) -> Force:
    """The force in a TOML file. ``schema_of`` gives a system's schema by its id; default: the registered systems.

    Raises Faults with every fault of the file, each naming file, unit, field and line as far as they are known.
    """
    return loads(contents(path, LARGEST).decode_text(), os.path.basename(path), schema_of)


def loads(toml: str, where: str = "force", schema_of: Callable[[str], Schema] | None = None) -> Force:
    """The force in a TOML text; ``where`` names it in errors."""
    import tomllib

    if re.search(_DOTTED, toml):  # it takes the parser minutes
        raise GrognardError("nested too deep", where=where)
    if sum(map(toml.count, "=,[")) > MOST_VALUES or toml.count(".") > MOST_DOTS:  # and these seconds
        raise GrognardError("more tables and values than any force has", where=where)
    try:
        document = tomllib.loads(toml)
    except RecursionError:
        raise GrognardError("nested too deep", where=where) from None
    except ValueError as error:
        found = re.search(r"line (\d+)", str(error))
        line = f", line {found[1]}" if found else ""
        raise GrognardError(f"no TOML: {str(error)[:160]}", where=where + line, hint="see 'Force files'") from None
    return _Reading(document, toml, where, schema_of or registered).force()


class _Reading:
    """One force file while it is read; gathers the faults."""

    def __init__(self, document: dict[str, Any], toml: str, where: str, schema_of: Callable[[str], Schema]) -> None:
        self.document = document
        self.toml = toml
        self.where = where
        self.schema_of = schema_of
        self.faults: list[GrognardError] = []
        self.schema: Schema
        self.unread: list[str] = []

    @cached_property
    def lines(self) -> dict[Place, int]:
        """The line of each table and key; a sound file is never asked for them."""
        return _lines(self.toml)

    def fault(self, error: GrognardError, place: Place, key: str = "", *labels: str) -> None:
        """Keeps an error with the place where it was found."""
        line = self.lines.get((*place, key)) or self.lines.get(place) or self.lines.get(place[:2])
        parts = [self.where, *(label for label in labels if label)]
        parts += [key] if key else []
        parts += [f"line {line}"] if line else []
        where = ", ".join(parts)
        self.faults.append(GrognardError(error.what, where=where, hint=error.hint))
        if len(self.faults) >= MOST_FAULTS:
            raise Faults(self.faults)

    def keys(self, table: Mapping[str, Any], known: Iterable[str], place: Place, *labels: str) -> None:
        """A fault for every key that is not known."""
        names = tuple(known)
        for key in table:
            if key not in names:
                self.fault(unknown("key", key, names), place, key, *labels)

    def value(
        self, table: Mapping[str, Any], key: str, read: Callable[[Any], Any], default: Any, place: Place, *labels: str
    ) -> Any:
        """One value, or the default when it is absent or faulty."""
        if key not in table:
            return default
        try:
            return read(table[key])
        except GrognardError as error:
            self.fault(error, place, key, *labels)
            return default

    def named(self, table: Mapping[str, Any], place: Place, what: str) -> str:
        name: str = self.value(table, "name", text, "", place, f"{what} without a name")
        if "name" not in table:
            self.fault(GrognardError(f"a {what} needs a name"), place, "name")
        return name

    def force(self) -> Force:
        document = self.document
        system = document.get("system")
        if not isinstance(system, str):
            what = "system is missing" if system is None else "system is no text"
            raise GrognardError(what, where=self.where, hint='write for example system = "usr"')
        try:
            self.schema = self.schema_of(system)
        except GrognardError as error:
            self.fault(error, (), "system")
            raise Faults(self.faults) from None
        self.keys(document, FORCE_KEYS, ())
        name = self.named(document, (), "force")
        weapons = self.weapons(document.get("weapons", {}), ("weapons",))
        units = self.tables(document, "units", (), MOST_UNITS)
        if "units" not in document or document["units"] == []:
            self.fault(GrognardError("a force has at least one unit", hint="write [[units]]"), ())
        left = self.left_out(document, ())
        kinds = [self.unit(unit, ("units", i), weapons) for i, unit in enumerate(units)]
        for i, key, wrong in () if self.faults else self.schema.force_links(tuple(kinds)):
            self.fault(wrong, ("units", i), key, f"unit {kinds[i].name!r}")
        if self.faults:
            raise Faults(self.faults)
        return Force(self.schema.id, name, tuple(kinds), (*tally(kinds), *Counter(left).items()))

    def tables(self, table: Mapping[str, Any], key: str, place: Place, most: int, *labels: str) -> list[dict[str, Any]]:
        """An array of tables such as ``[[units]]``."""
        rows = table.get(key, [])
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            self.fault(GrognardError(f"{key} are tables", hint=f"write [[{key}]]"), place, key, *labels)
            return []
        if len(rows) > most:
            self.fault(GrognardError(f"{len(rows)} {key}, more than {most}"), place, key, *labels)
            return []
        return rows

    def weapons(self, table: Any, place: Place, *labels: str) -> Shelf:
        """The weapons of a table by name with their rules that are not executable; None for one with faults."""
        out: Shelf = {}
        kept = self.unread
        if not isinstance(table, dict) or not all(isinstance(row, dict) for row in table.values()):
            self.fault(GrognardError("weapons are tables", hint='write [weapons."Rifle"]'), place, "", *labels)
            return out
        for name, row in table.items():
            label = f"weapon {name[:LONGEST_NAME]!r}"
            here = (*place, name)
            before = len(self.faults)
            self.unread = []
            rules = self.rules(row.get("rules", []), here, "weapon", *labels, label)
            stats, faults = self.schema.weapon({k: v for k, v in row.items() if k != "rules"})
            for key, error in faults:
                self.fault(error, here, key, *labels, label)
            try:
                text(name)
            except GrognardError as error:
                self.fault(error, here, "", *labels, label)
            good = len(self.faults) == before
            out[name] = (interned(Weapon(name, stats, rules)) if good else None, tuple(self.unread))
        self.unread = kept
        return out

    def rules(self, names: Any, place: Place, holder: str, *labels: str) -> tuple[Any, ...]:
        """The rules of a list of names. Those not executable are kept by name."""
        if not isinstance(names, list) or len(names) > MOST_RULES:
            self.fault(GrognardError(f"rules are a list of at most {MOST_RULES} names"), place, "rules", *labels)
            return ()
        out: list[Any] = []
        for name in names:
            try:
                rule = self.schema.read_rule(text(name))
                _stands(rule, holder)
                out.append(rule)
            except NotExecutable:
                self.unread.append(text(name))
            except GrognardError as error:
                self.fault(error, place, "rules", *labels)
        return tuple(dict.fromkeys(out))

    def left_out(self, table: Mapping[str, Any], place: Place, *labels: str) -> list[str]:
        """The names of what could not be read when the file was written, of a unit or of the whole force."""
        listed = table.get("unread", [])
        if not isinstance(listed, list) or len(listed) > MOST_UNREAD:
            self.fault(GrognardError(f"unread is a list of at most {MOST_UNREAD} names"), place, "unread", *labels)
            return []
        return [n for row in listed if (n := self.value({"unread": row}, "unread", text, "", place, *labels))]

    def unit(self, unit: dict[str, Any], place: Place, weapons: Shelf) -> Kind:
        schema = self.schema
        self.unread = []
        name = self.named(unit, place, "unit")
        label = f"unit {name!r}"
        self.keys(unit, (*UNIT_KEYS, *(stat.key for stat in schema.unit_keys)), place, label)
        kind_type, tags = self.value(unit, "type", lambda v: schema.type_of(text(v)), ("", ()), place, label)
        if "type" not in unit:
            hint = f"one of: {', '.join(schema.types)}"
            self.fault(GrognardError("type is missing", hint=hint), place, "type", label)
        points = self.value(unit, "points", whole(0, MOST_POINTS), 0, place, label)
        rules = self.rules(unit.get("rules", []), place, "unit", label)
        self.unread += self.left_out(unit, place, label)
        own = self.weapons(unit.get("weapons", {}), (*place, "weapons"), label)
        details = []
        for stat in schema.unit_keys:
            value = self.value(unit, stat.key, stat.read, None, place, label)
            if value is not None:
                details.append((stat.key, value))
        models: list[Model] = []
        groups = self.tables(unit, "models", place, MOST_MODELS, label)
        for i, row in enumerate(groups):
            count, model = self.model(row, (*place, "models", i), kind_type, tags, {**weapons, **own}, label)
            models += [model] * count
        if not groups:
            self.fault(GrognardError("a unit has models", hint="write [[units.models]]"), place, "", label)
        if len(models) > MOST_MODELS:
            what = f"{len(models)} models, more than {MOST_MODELS}"
            self.fault(GrognardError(what), place, "models", label)
        shown = tuple(models[:MOST_MODELS])
        points += schema.surcharge(tuple(details))
        kind = Kind(schema.id, name, kind_type, tags, points, rules, shown, tuple(self.unread), tuple(details))
        return assembled(schema, kind) if not self.faults else kind

    def model(
        self,
        row: dict[str, Any],
        place: Place,
        kind_type: str,
        tags: tuple[str, ...],
        weapons: Shelf,
        unit: str,
    ) -> tuple[int, Model]:
        name = self.named(row, place, "model")
        labels = (unit, f"model {name!r}")
        self.keys(row, MODEL_KEYS, place, *labels)
        count: int = self.value(row, "count", whole(1, MOST_MODELS), 1, place, *labels)
        role = self.value(row, "role", word(*ROLES), "", place, *labels)
        base = self.value(row, "base", _base, Base(), place, *labels)
        if "hull" in row:
            if "base" in row:
                self.fault(GrognardError("a model has a base or a hull"), place, "hull", *labels)
            base = self.value(row, "hull", _hull, base, place, *labels)
        stats: Any = None
        table = row.get("stats", {})
        if not isinstance(table, dict):
            self.fault(GrognardError("stats is a table", hint="write stats = {…}"), place, "stats", *labels)
        elif kind_type:
            stats, faults = self.schema.model(table, kind_type, tags)
            for key, error in faults:
                stats_place = (*place, "stats") if (*place, "stats") in self.lines else place
                self.fault(error, stats_place, key, *labels)
        rules = self.rules(row.get("rules", []), place, "model", *labels)
        carried: list[Weapon] = []
        names = row.get("weapons", [])
        if not isinstance(names, list) or len(names) > MOST_WEAPONS:
            what = f"weapons are a list of at most {MOST_WEAPONS} names"
            self.fault(GrognardError(what), place, "weapons", *labels)
            names = []
        for item in names:
            if not isinstance(item, str):
                self.fault(GrognardError(f"{item!r} is no name of a weapon"), place, "weapons", *labels)
            elif item not in weapons:
                self.fault(unknown("weapon", item, weapons), place, "weapons", *labels)
            else:
                weapon, unread = weapons[item]
                self.unread += unread
                carried += [weapon] if weapon is not None else []
        return count, Model(name, stats, rules, tuple(carried), base, role)


def _stands(rule: Any, holder: str) -> None:
    """Raises GrognardError when the rule cannot stand on such a holder."""
    on = tuple(getattr(rule, "on", ()))
    if holder == "weapon" and on and "weapon" not in on:
        raise GrognardError(f"{rule} is no rule of weapons", hint="write it among the rules of the unit or model")
    if holder != "weapon" and on == ("weapon",):
        raise GrognardError(f"{rule} is a rule of weapons", hint="write it among the rules of the weapon")


def _size(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 5 <= value <= 2000:
        raise GrognardError(f"{str(value)[:40]} is not between 5 and 2000 mm")
    return float(value)


def _base(value: Any) -> Base:
    if isinstance(value, list):
        length, width = _pair(value, "base = 25, or [60, 35] for an oval")
        return Base("oval", length, width)
    return Base("round", _size(value), _size(value))


def _hull(value: Any) -> Base:
    return Base("hull", *_pair(value, "hull = [120, 75]"))


def _pair(value: Any, hint: str) -> tuple[float, float]:
    if not isinstance(value, list) or len(value) != 2:
        raise GrognardError(f"{str(value)[:40]} is no size in mm", hint=f"write {hint}")
    return _size(value[0]), _size(value[1])


# Patterns as texts: only a fault in a file asks for them, and compiling them takes longer than reading a sound one.
_HEADER = r"\s*(\[\[?)\s*([^\]\n]*?)\s*\]\]?\s*(?:#.*)?$"
_PART = r"\s*(?:\"((?:[^\"\\]|\\.)*)\"|'([^']*)'|([A-Za-z0-9_-]+))\s*(?:\.|$)"
_DOTTED = r"""(?:\.[ \t]*+(?:"[^"\n]*+"|'[^'\n]*+'|[^\s.=,\[\]{}#]++)[ \t]*+){40}"""
_KEY = r"\s*(?:\"([^\"]*)\"|([A-Za-z0-9_-]+))\s*="


def _lines(toml: str) -> dict[Place, int]:
    """The line at which each table and key starts. A table in a multi-line text may mislead it; then a line is off."""
    out: dict[Place, int] = {}
    counts: dict[Place, int] = {}
    here: Place = ()
    for number, line in enumerate(toml.splitlines(), 1):
        if len(line) > 500:  # no line a person wrote; matching it would take long
            continue
        if header := re.match(_HEADER, line):
            names = [a or b or c for a, b, c in re.findall(_PART, header[2])]
            here = ()
            for name in names[:-1]:
                here = (*here, name)
                if here in counts:
                    here = (*here, counts[here] - 1)
            here = (*here, *names[-1:])
            if header[1] == "[[":
                counts[here] = counts.get(here, 0) + 1
                here = (*here, counts[here] - 1)
            out.setdefault(here, number)
        elif key := re.match(_KEY, line):
            out.setdefault((*here, key[1] or key[2]), number)
    return out


def dump(force: Force, schema_of: Callable[[str], Schema] | None = None) -> str:
    """The force as TOML. ``loads(dump(force))`` equals it field by field."""
    return written(force, (schema_of or registered)(force.system))


def written(force: Force, schema: Schema) -> str:
    """The TOML text of a force. A weapon that has the name of a different one stands in the table of its own unit."""
    shared, own = _shelves(force)
    lines = [f"system = {toml(force.system)}", f"name = {toml(force.name)}"]
    if left := beyond(force):
        lines.append(f"unread = {toml(left)}")
    for name, weapon in shared.items():
        lines += ["", f"[weapons.{toml_key(name)}]", *_weapon(weapon, schema)]
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
    lines = [f"{toml_key(k)} = {toml(v)}" for k, v in schema.written_weapon(weapon.stats).items()]
    if weapon.rules:
        lines.append(f"rules = {toml([str(rule) for rule in weapon.rules])}")
    return lines


def _unit(kind: Kind, local: Mapping[str, Weapon], schema: Schema) -> list[str]:
    lines = ["[[units]]", f"name = {toml(kind.name)}", f"type = {toml(schema.typed(kind.type, kind.tags))}"]
    lines.append(f"points = {kind.points - schema.surcharge(kind.details)}")
    if kind.rules:
        lines.append(f"rules = {toml([str(rule) for rule in kind.rules])}")
    if kind.unread:
        lines.append(f"unread = {toml(kind.unread)}")
    for stat in schema.unit_keys:
        detail = kind.detail(stat.key)
        if detail is not None:
            lines.append(f"{toml_key(stat.key)} = {toml(stat.write(detail))}")
    for name, weapon in local.items():
        lines += ["", f"  [units.weapons.{toml_key(name)}]", *("  " + line for line in _weapon(weapon, schema))]
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
    lines = ["  [[units.models]]", f"  name = {toml(model.name)}"]
    if count > 1:
        lines.append(f"  count = {count}")
    if model.role:
        lines.append(f"  role = {toml(model.role)}")
    if model.base != Base():
        lines.append(f"  {_base_line(model.base)}")
    lines.append(f"  stats = {toml(schema.written_model(model.stats, kind.type, kind.tags))}")
    own = [str(rule) for rule in model.rules if rule not in kind.rules]
    if own:
        lines.append(f"  rules = {toml(own)}")
    if model.weapons:
        lines.append(f"  weapons = {toml([weapon.name for weapon in model.weapons])}")
    return lines


def _base_line(base: Base) -> str:
    if base.shape == "round":
        return f"base = {toml(base.length)}"
    word = "hull" if base.shape == "hull" else "base"
    return f"{word} = {toml([base.length, base.width])}"


def toml_key(name: str) -> str:
    """A TOML key, in quotation marks where it needs them."""
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else toml(name)


def toml(given: Any) -> str:
    """A TOML value on one line. Texts must be printable.

    >>> toml({"WS": 4, "Sv": "3+", "rules": ["Fleet"]})
    '{WS = 4, Sv = "3+", rules = ["Fleet"]}'
    """
    if isinstance(given, bool):
        return "true" if given else "false"
    if isinstance(given, str):
        escaped = given.replace("\\", "\\\\").replace('"', '\\"')
        return f'"{escaped}"'
    if isinstance(given, Mapping):
        return "{" + ", ".join(f"{toml_key(str(k))} = {toml(v)}" for k, v in given.items()) + "}"
    if isinstance(given, (list, tuple)):
        return "[" + ", ".join(toml(v) for v in given) + "]"
    if isinstance(given, float) and given == int(given):
        return str(int(given))
    return str(given)
