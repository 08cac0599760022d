"""Units of DropCommander files (JSON) as Dropzone units: figures, names, what options replace and Crippled results take.

Options take the place of, or go with, what a unit has, as its card says them. The card's own sentence goes before the fields of
the file ("may replace its X with a Y or a Z", "may take Y for +10 points"); where it names none of the weapons on offer, the fields
decide. The text of rules is never kept.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ...common.profiles import Base, Force, Kind, Model, Weapon, interned
from ...common.schema import MOST_POINTS, Schema, text, whole
from ...errors import Faults, GrognardError
from ..catalogue.modes import stem
from ..forces import assembled, registered, tally
from ..names import match, nearest, plain
from ..parsing.documents import loaded
from ..parsing.files import contents
from ..parsing.markup import tidy
from ..upgrades import Option

LARGEST = 20_000_000  # bytes
MOST_UNITS = 200  # units of one file
MOST_WEAPONS = 20  # weapons of one unit
MOST_SPECIAL = 10  # rules of one weapon
WORDS = 1000  # letters of a rule that are looked at
LONGEST_EFFECT = 400  # letters of a Crippled result that are looked at
NOT_PURCHASABLE = "Extras"
OFFER = re.compile(
    r"This unit may (?:replace its (?P<old>.+?) (?:with|for)|take) (?P<new>.+?) for "
    r"(?:no cost|free|\+?(?P<cost>\d{1,4}) ?(?:pts|points))\s*\.?",
    re.IGNORECASE,
)


BOND = re.compile(
    r".{0,80}\bmay have an? (?P<name>[A-Z][\w' ]{1,40}?) with its .{1,80}? for \+?(?P<cost>\d{1,4}) ?(?:pts|points)\b"
    r".{0,120}\bgains the (?P<rule>[A-Z][\w' -]{1,40}?) special rule\.?"
)


def load(path: str | Path, schema_of: Callable[[str], Schema] | None = None) -> Force:
    """Every unit of the file, each a squad of its smallest size; those that cannot be read stand by name in ``Force.unread``.

    Raises Faults with all that is wrong when no unit can be read.
    """
    schema = (schema_of or registered)("dropzone")
    file = Path(path)
    kinds: list[Kind] = []
    left: list[str] = []
    faults: list[GrognardError] = []
    for i, unit in enumerate(_document(file)):
        try:
            kinds.append(_kind(unit, schema, file.name, i))
        except Faults as error:
            faults += error.faults
            left.append(f"unit {_name(unit, i)}")
    if not kinds:
        raise Faults(faults)
    return Force(schema.id, file.stem, tuple(kinds), (*tally(kinds), *((name, 1) for name in left)))


def units(path: str | Path) -> list[str]:
    """The names of the units in a file, in its order."""
    return [_name(unit, i) for i, unit in enumerate(_document(Path(path)))]


def load_unit(
    path: str | Path,
    name: str,
    schema_of: Callable[[str], Schema] | None = None,
    take: Iterable[str] = (),
    size: int | None = None,
) -> Kind:
    """One unit of the file by its name, so many in the squad and with the options named, without reading the others.

    Raises GrognardError, naming the nearest units, or the options that there are.
    """
    file = Path(path)
    document = _document(file)
    at = match(name, [_name(unit, i) for i, unit in enumerate(document)], "unit", file.name)
    where = f"{file.name}, unit {_name(document[at], at)!r}"
    taken = chosen(_options(document[at]), take, _name(document[at], at), where)
    return _kind(document[at], (schema_of or registered)("dropzone"), file.name, at, taken, size)


def squad(
    unit: Mapping[str, Any], schema: Schema, where: str, take: Iterable[str] = (), size: int | None = None
) -> Kind:
    """One unit that stands in a file of this name, as ``load_unit`` gives it. Raises as that."""
    name = _name(unit, 0)
    taken = chosen(_options(unit), take, name, f"{where}, unit {name!r}")
    return _kind(unit, schema, where, 0, taken, size)


def options(path: str | Path) -> dict[str, list[Option]]:
    """The options of every unit of a file, by its name."""
    return {_name(unit, i): _options(unit) for i, unit in enumerate(_document(Path(path)))}


def _options(unit: Mapping[str, Any]) -> list[Option]:
    own = unit.get("uniqueRules")
    return offered(_on_offer(unit), own if isinstance(own, list) else ())


def _on_offer(unit: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The optional weapons of a unit: those marked so among its own, then those listed apart."""
    found: list[Mapping[str, Any]] = []
    for key in ("weapons", "optionalWeapons"):
        rows = unit.get(key)
        for row in rows[:MOST_WEAPONS] if isinstance(rows, list) else ():
            if isinstance(row, Mapping) and (row.get("optional") is True or key == "optionalWeapons"):
                found.append(row)
    return found


def keyword(words: str) -> str:
    """A special rule as these files write it, cleaned: outer blanks, brackets of one sort and closed, no blank at a hyphen.

    >>> keyword(" Devastator-4[Behemoth, Vehicle"), keyword("AA -2")
    ('Devastator-4(Behemoth, Vehicle)', 'AA-2')
    """
    clean = " ".join(words.replace("[", "(").replace("]", ")").split())
    clean += ")" * (clean.count("(") - clean.count(")"))
    return re.sub(r" ?- ?(?=[0-9])", "-", clean)


def spread(words: Any) -> int | None:
    """The inches of a Behemoth's Spread, which is a figure of its statline here; None for any other rule.

    >>> spread('Spread-3"'), spread("Spread (2)"), spread("Large")
    (3, 2, None)
    """
    found = re.fullmatch(r'Spread[-( ]*([0-9]{1,2}) ?"?\)?', keyword(words)) if isinstance(words, str) else None
    return int(found[1]) if found else None


def _document(path: Path) -> list[Any]:
    data = contents(path, LARGEST)
    name, document = data.name, loaded(data)
    named = isinstance(document, list) and any(isinstance(unit, dict) and "name" in unit for unit in document)
    if document != [] and not named:
        raise GrognardError("no DropCommander file", where=name, hint="it should be a list of units, each with a name")
    if not 0 < len(document) <= MOST_UNITS:
        raise GrognardError(f"{len(document)} units, not 1 to {MOST_UNITS}", where=name)
    return [unit if isinstance(unit, dict) else {} for unit in document]


def _name(unit: Mapping[str, Any], i: int) -> str:
    try:
        return text(unit.get("name"))
    except GrognardError:
        return f"number {i + 1}"


class _Unit:
    """One unit while it is read; gathers the faults."""

    def __init__(self, unit: Mapping[str, Any], schema: Schema, where: str, i: int) -> None:
        self.unit = unit
        self.schema = schema
        self.name = _name(unit, i)
        self.where = f"{where}, unit {self.name!r}"
        self.faults: list[GrognardError] = []
        self.unread: list[str] = []

    def fault(self, field: str, error: GrognardError) -> None:
        self.faults.append(GrognardError(error.what, where=f"{self.where}, {field}", hint=error.hint))

    def value(self, field: str, read: Callable[[Any], Any], default: Any) -> Any:
        given = self.unit.get(field)
        if given is None:
            return default
        try:
            return read(given)
        except GrognardError as error:
            self.fault(field, error)
            return default

    def rows(self, field: str, most: int, table: Mapping[str, Any] | None = None) -> list[Any]:
        given = (self.unit if table is None else table).get(field)
        if given is None:
            return []
        if not isinstance(given, list) or len(given) > most:
            self.fault(field, GrognardError(f"not a list of at most {most}"))
            return []
        return given

    def rules(self, words: list[Any], holder: str) -> tuple[Any, ...]:
        """The rules that are executable and may stand on such a holder; the others' names are kept in ``unread``."""
        out = []
        for word in words:
            name = tidy(keyword(word[:WORDS])) if isinstance(word, str) else ""
            if not name:
                self.fault("special", GrognardError("a rule that is no text"))
                continue
            try:
                rule = self.schema.read_rule(name)
            except GrognardError:
                self.unread.append(name)
                continue
            on = tuple(getattr(rule, "on", ()))
            fits = not on or ("weapon" in on if holder == "weapon" else on != ("weapon",))
            if fits:
                out.append(rule)
            else:
                self.unread.append(name)
        return tuple(dict.fromkeys(out))


def _kind(
    table: Mapping[str, Any],
    schema: Schema,
    where: str,
    i: int,
    taken: Sequence[Option] = (),
    size: int | None = None,
) -> Kind:
    unit = _Unit(table, schema, where, i)
    if "name" not in table:
        unit.fault("name", GrognardError("a unit needs a name"))
    kind_type, fortitude = _type(unit)
    details = _details(unit)
    stats = {
        "MV": table.get("move"),
        "CM": table.get("countermeasures") or "-",
        "A": table.get("armour"),
        "DP": _damage_points(unit, details),
        "F": fortitude,
    }
    knows_spread = any(stat.key == "Spread" for stat in schema.model_keys)
    if knows_spread:
        stats["Spread"] = next((n for word in unit.rows("special", 30) if (n := spread(word)) is not None), None)
    given = {key: value for key, value in stats.items() if value is not None}
    model_stats, faults = schema.model(given, kind_type, ())
    for key, wrong in faults:
        unit.fault(key, wrong)
    weapons = _weapons(unit, taken)
    words = [word for word in unit.rows("special", 30) if spread(word) is None or not knows_spread]
    if table.get("commandCentre") is True and "Command Centre" not in words:
        words = [*words, "Command Centre"]
    rules = unit.rules([*words, *(rule for option in taken for rule in option.rules)], "unit")
    for own in unit.rows("uniqueRules", 30):
        if not is_offer(own):
            unit.unread.append(_own_rule(own))
    points = unit.value("points", whole(0, MOST_POINTS), 0) + sum(option.cost for option in taken)
    if unit.faults:
        raise Faults(unit.faults)
    low, high = details["squad"]
    count = low if size is None else size
    if points * count > MOST_POINTS:
        unit.fault("points", GrognardError(f"{points * count} is more than {MOST_POINTS}"))
        raise Faults(unit.faults)
    if not low <= count <= high:
        many = f"{low}" if low == high else f"{low} to {high}"
        raise GrognardError(f"{unit.name} has {many} in the squad, not {count}", where=where)
    model = Model(unit.name, model_stats, (), weapons, Base(), "")
    kept = tuple((stat.key, details[stat.key]) for stat in schema.unit_keys if stat.key in details)
    unread = tuple(dict.fromkeys(unit.unread))
    kind = Kind(schema.id, unit.name, kind_type, (), points * count, rules, (model,) * count, unread, kept)
    return assembled(schema, kind)


def _type(unit: _Unit) -> tuple[str, str | None]:
    """The unit type and, of Infantry, the Fortitude: ``"Infantry 4+"``."""
    words = unit.value("type", text, "")
    found = re.fullmatch(r"(.*?)(?:\s+([2-6]\+))?", words.strip())
    try:
        return unit.schema.type_of(found[1] if found else words)[0], found[2] if found else None
    except GrognardError as error:
        unit.fault("type", error)
        return "Vehicle", None


def _details(unit: _Unit) -> dict[str, Any]:
    """What the schema's unit keys hold: squad, category, transport, zones."""
    low: int = max(1, unit.value("minSquadSize", whole(0, 60), 1))  # 0: comes with another unit
    out: dict[str, Any] = {"squad": (low, max(low, unit.value("maxSquadSize", whole(0, 60), low)))}
    by_key = {stat.key: stat for stat in unit.schema.unit_keys}
    category = unit.value("category", by_key["category"].read, None)
    if category is not None:
        out["category"] = category
    lines = []
    for row in unit.rows("transport", 10):
        try:
            role = {"u": "req", "t": "cap"}.get(row["transportUnit"])
            lines += by_key["transport"].read([f"{role} {whole(0, 99)(row['number'])} {row['transportClass']}"])
        except (TypeError, KeyError):
            unit.fault("transport", GrognardError("not a number, a class and 'u' or 't'"))
        except GrognardError as error:
            unit.fault("transport", error)
    if lines:
        out["transport"] = tuple(lines)
    zones = unit.unit.get("behemothStats")
    if unit.unit.get("behemoth") is True and isinstance(zones, Mapping):
        table = {
            z.capitalize(): [zones.get(f"{z}Points"), zones.get(f"{z}Damage")] for z in ("hull", "legs", "weapons")
        }
        try:
            out["zones"] = by_key["zones"].read(table)
        except GrognardError as error:
            unit.fault("behemothStats", error)
        out |= _crippled(unit, zones)
    return out


LOSSES = (
    (r"reduces its Armour by ([0-9]+)", "A -{}"),
    (r"reduces its Move by ([0-9]+)", "MV -{}"),
    (r"one (.+?) cannot be used", "{}"),
    (r"^This unit loses the (.+?) special rule", "{}"),
)


def losses(words: str) -> tuple[str, ...]:
    """What a Crippled result of a card takes, in the words of a force file.

    >>> losses("This unit reduces its Armour by 2, and one Missile Battery cannot be used for the rest of the game.")
    ('A -2', 'Missile Battery')
    >>> losses("One weapon cannot be used for the rest of the game.")
    ('a weapon',)
    """
    clean = " ".join(words[:2000].split())[:LONGEST_EFFECT]
    found = [says.format(lost[1]) for sought, says in LOSSES for lost in re.finditer(sought, clean, re.IGNORECASE)]
    return tuple("a weapon" if word == "weapon" else word for word in found)


def _crippled(unit: _Unit, zones: Mapping[str, Any]) -> dict[str, Any]:
    """What Crippled results take, of those zones whose card names what the unit has; the others are told as not read."""
    stat = next((stat for stat in unit.schema.unit_keys if stat.key == "crippled"), None)
    rows = [row for row in unit.rows("weapons", MOST_WEAPONS) if isinstance(row, Mapping)]
    has = {plain(stem(str(row.get("name", "")))) for row in rows} | {plain(str(r)) for r in unit.rows("special", 30)}
    out = {}
    for zone in ("hull", "legs", "weapons"):
        words = zones.get(f"{zone}Effect")
        if not isinstance(words, str) or stat is None:
            continue
        found = losses(words)
        if found and all(word == "a weapon" or re.match("(A|MV) -", word) or plain(word) in has for word in found):
            out[zone.capitalize()] = list(found)
        else:
            unit.unread.append(f"crippled {zone.capitalize()}")
    return {"crippled": stat.read(out)} if out and stat is not None else {}


def _damage_points(unit: _Unit, details: Mapping[str, Any]) -> Any:
    """Damage Points; of a Behemoth those of its first zone, thresholds times Damage Points of each."""
    if details.get("zones"):
        _, thresholds, each = details["zones"][0]
        return thresholds * each
    return unit.unit.get("damage")


def _weapons(unit: _Unit, taken: Sequence[Option] = ()) -> tuple[Weapon, ...]:
    """The weapons a unit has: its own but those that an option replaces, then those of the options."""
    own: list[Mapping[str, Any]] = []
    for row in unit.rows("weapons", MOST_WEAPONS):
        if not isinstance(row, Mapping):
            unit.fault("weapons", GrognardError("a weapon that is no table"))
        elif row.get("optional") is not True:
            own.append(row)
    for name in (name for option in taken for name in option.replaces):
        left = [row for row in own if plain(stem(str(row.get("name", "")))) != plain(stem(name))]
        if len(left) == len(own):
            unit.fault("optionalWeapons", GrognardError(f"replaces {name!r}, which the unit has not"))
        own = left
    offers = _on_offer(unit.unit)
    rows = [*own, *(offers[i] for option in taken for i in option.rows)]
    out: list[Weapon] = []
    for row in rows:
        out += _weapon(unit, row, out, sum(other.get("name") == row.get("name") for other in rows))
    return tuple(out)


def _weapon(unit: _Unit, row: Mapping[str, Any], before: list[Weapon], alike: int) -> list[Weapon]:
    try:
        name = text(row.get("name"))
        amount = whole(1, 10)(row.get("amount") or 1)
    except GrognardError as error:
        unit.fault("weapons", error)
        return []
    cells = {
        "mf": row.get("mf"),
        "arc": row.get("arc"),
        "full": row.get("rangeFull"),
        "countered": row.get("rangeCountered"),
        "shots": row.get("shots"),
        "acc": row.get("acc"),
        "energy": row.get("energy"),
    }
    table = {
        key: value.strip() if isinstance(value, str) else value for key, value in cells.items() if value is not None
    }
    if table.get("shots") == "*" or table.get("full") == "-":  # fires only as a rule of its own says
        unit.unread.append(name)
        return []
    rules = unit.rules(unit.rows("special", MOST_SPECIAL, row), "weapon")
    stats, faults = unit.schema.weapon(table)
    for key, wrong in faults:
        unit.fault(f"weapon {name!r}, {key}", wrong)
    if faults:
        return []
    if alike > 1 and stats.side:
        name = f"{name} ({stats.side})"
    weapon = interned(Weapon(name, stats, rules))
    number = 1
    while any(other.name == weapon.name and other is not weapon for other in before):
        number += 1
        weapon = interned(Weapon(f"{name} ({number})", stats, rules))
    return [weapon] * amount


def _own_rule(words: Any) -> str:
    """The name of a unit's own rule: what stands before the colon. Without one there is no name to give."""
    head, colon, _ = words.partition(":") if isinstance(words, str) else ("", "", "")
    name = " ".join(head.split())
    return name if colon and 0 < len(name) <= 40 and name.isprintable() else "(a rule without a name)"


# --- options ----------------------------------------------------------------------------------------------------------


def is_offer(words: Any) -> bool:
    """Whether a rule of a unit's own says only what it may take."""
    return isinstance(words, str) and bool(OFFER.fullmatch(_one_line(words)) or BOND.fullmatch(_one_line(words)))


def offered(rows: Sequence[Mapping[str, Any]], own: Iterable[Any]) -> list[Option]:
    """The options of a unit from the weapons on offer (tables with ``name``, ``cost``, ``replaces``) and its own rules."""
    found: list[Option] = []
    left = list(range(len(rows)))
    for words in own:
        said = _one_line(words) if isinstance(words, str) else ""
        if bond := BOND.fullmatch(said):
            found.append(Option(bond["name"], int(bond["cost"]), rules=(bond["rule"],)))
        elif offer := OFFER.fullmatch(said):
            named = [i for i in left if _named(rows[i], offer["new"])]
            left = [i for i in left if i not in named]
            replaces = (offer["old"],) if offer["old"] else ()
            apart = re.search(r"\bor\b", offer["new"]) is not None
            for group in [[i] for i in named] if apart else [named] if named else []:
                found.append(_option(rows, group, replaces, said if apart and not replaces else ""))
    for i in left:
        found.append(_option(rows, [i], tuple(_replaced(rows[i])), ""))
    return found


def chosen(options: Sequence[Option], wanted: Iterable[str], unit: str, where: str) -> list[Option]:
    """The options that are asked for, by their names or those of a weapon in them.

    Raises GrognardError, saying which options there are, for one that is not among them or does not go with another.
    """
    taken: list[Option] = []
    for name in wanted:
        hint = f"options: {'; '.join(o.told() for o in options)}" if options else "it has no options"
        names = [part for option in options for part in _parts(option)]
        by = [option for option in options for _ in _parts(option)]
        try:
            option = by[match(name, names, "option", where)]
        except GrognardError:
            near = nearest(name, names)
            hint = f"{near}; {hint}" if options and near.startswith("nearest") else hint
            raise GrognardError(f"{unit} has no option {name.strip()[:80]!r}", where=where, hint=hint) from None
        if option in taken:
            continue
        for other in taken:
            both = {plain(old) for old in option.replaces} & {plain(old) for old in other.replaces}
            if both or (option.instead and option.instead == other.instead):
                why = f"both stand in the place of {option.replaces[0]}" if both else "the unit may have one of the two"
                raise GrognardError(f"{unit} cannot take {other.name} and {option.name}: {why}", where=where, hint=hint)
        taken.append(option)
    return taken


def _parts(option: Option) -> list[str]:
    """The names by which an option may be asked for: its own, and those of the weapons in it."""
    parts = option.name.split(" and ")
    return list(dict.fromkeys((option.name, *parts)))


def _option(rows: Sequence[Mapping[str, Any]], group: Sequence[int], replaces: tuple[str, ...], instead: str) -> Option:
    names = dict.fromkeys(_tidy(rows[i].get("name")) for i in group)
    cost = sum(c for i in group if isinstance(c := rows[i].get("cost"), int) and not isinstance(c, bool) and c > 0)
    return Option(" and ".join(names), cost, tuple(group), replaces, (), instead)


def _named(row: Mapping[str, Any], said: str) -> bool:
    """Whether a sentence names the weapon: all words of it, one or several."""
    words = {_single(word) for word in plain(said).split()}
    name = plain(_tidy(row.get("name"))).split()
    return bool(name) and all(_single(word) in words for word in name)


def _single(word: str) -> str:
    return word.removesuffix("s")


def _replaced(row: Mapping[str, Any]) -> list[str]:
    """The weapons that the fields of an optional weapon name; "none" and "Nothing or …" name none."""
    names = row.get("replaces")
    found = [_tidy(name) for name in names] if isinstance(names, list) else []
    return [name for name in found if name and plain(name).split()[:1] not in (["none"], ["nothing"])]


def _one_line(words: str) -> str:
    return " ".join(words.split())[:400]


def _tidy(name: Any) -> str:
    return " ".join(name.split()) if isinstance(name, str) else ""
