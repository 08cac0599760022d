"""Army lists in JSON for Dropzone: battlegroups of squads that are named, matched against the DropCommander unit files at hand.

No one shape is fixed. A squad is whatever names a unit of the files, by name or by ``_id``; a battlegroup is what holds squads.
How many units, which options, a Commander and the points are read of a squad, and nothing else. What names no unit is told.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from msgspec import structs

from ...common.profiles import Force, Kind
from ...common.schema import Schema, whole
from ...errors import Faults, GrognardError
from ..forces import assembled, registered, tally
from ..names import nearest, plain
from ..parsing.documents import loaded
from ..parsing.files import Contents, contents
from ..parsing.markup import tidy
from . import dropcommander

LARGEST = 5_000_000  # bytes of a list, and of a unit file beside it
MOST_FILES = 40  # in the folder of a list
MOST_THINGS = 20_000  # looked at in a list
MOST_SQUADS = 200
MOST_FAULTS = 40
DEEPEST = 12
NAMES = ("name", "unitName", "unit", "unitId", "_id", "id", "card")
NUMBERS = ("number", "count", "quantity", "size", "squadSize", "amount", "models")
OPTIONS = ("options", "upgrades", "take")
WEAPONS = ("weapons", "optionalWeapons")
CARD = (
    *WEAPONS,
    "special",
    "uniqueRules",
    "behemothStats",
    "extraPhotos",
    "extraUnit",
    *OPTIONS,
)  # of a unit, and no squads
SQUADS = ("squads", "units", "transports", "passengers", "cargo", "members")
POINTS = ("points", "cost", "totalPoints")

Card = tuple[str, dict[str, Any]]  # the file that it stands in, and the unit


def load_list(
    path: str | os.PathLike[str],
    files: Iterable[str | os.PathLike[str]] = (),
    schema_of: Callable[[str], Schema] | None = None,
    folder: str | os.PathLike[str] | None = None,
) -> Force:
    """The force of a list, its squads those of the unit ``files``, or without any of those in ``folder``, else the list's own.

    What does not match stands among the force's faults. Raises GrognardError when nothing in it is a unit of a file.
    """
    data = contents(path, LARGEST)
    given = [Path(file) for file in files] or _beside(Path(path), Path(folder or os.path.dirname(path) or "."))
    cards = {key: card for file in reversed(given) for key, card in _cards(file).items()}
    if not cards:
        hint = "name one with --catalogue FILE, or put the .json files beside the list"
        what = "no roster, and as a list of battlegroups it needs the DropCommander unit file of its army"
        raise GrognardError(what, where=data.name, hint=hint)
    return _Matching(data, cards, (schema_of or registered)("dropzone")).force()


def is_list(value: Any) -> bool:
    """Whether a JSON document is rather a list of squads than a file of units.

    >>> is_list({"battlegroups": []}), is_list([{"squads": ["Cart"]}]), is_list([{"name": "Cart", "armour": 9}])
    (True, True, False)
    """
    rows = [row for row in value if isinstance(row, dict)] if isinstance(value, list) else []
    cards = any(key in row for row in rows for key in ("weapons", "armour", "type"))
    return isinstance(value, dict) or (not cards and any(isinstance(row.get(key), list) for row in rows for key in row))


def _beside(path: Path, folder: Path) -> list[Path]:
    try:
        found = sorted(f for f in folder.iterdir() if f.suffix.lower() == ".json" and f.is_file() and f != path)
    except OSError as error:
        raise GrognardError(f"cannot be read: {error.strerror}", where=path.name) from None
    return found[:MOST_FILES]


def _cards(file: Path) -> dict[str, Card]:
    """The units of a file by name and id; none of what is no unit file."""
    try:
        value = loaded(contents(file, LARGEST))
    except GrognardError:
        return {}
    found: dict[str, Card] = {}
    for card in value[: dropcommander.MOST_UNITS] if isinstance(value, list) and not is_list(value) else ():
        if isinstance(card, dict) and isinstance(card.get("name"), str):
            for key in (card.get("_id"), plain(card["name"])):
                if isinstance(key, str) and key:
                    found.setdefault(key, (file.name, card))
    return found


class _Matching:
    """A list while it is looked through."""

    def __init__(self, data: Contents, cards: Mapping[str, Card], schema: Schema) -> None:
        self.where = data.name
        self.top = loaded(data)
        self.cards = cards
        self.schema = schema
        self.kinds: list[Kind] = []
        self.faults: list[str] = []
        self.groups: list[str] = []
        self.seen = 0

    def force(self) -> Force:
        self.walk(self.top, "", 0)
        if not self.kinds:
            first = self.faults[0] if self.faults else "it names no unit of theirs"
            files = ", ".join(dict.fromkeys(file for file, _ in self.cards.values()))[:200]
            raise GrognardError(f"nothing in it is a unit of {files}: {first}", where=self.where)
        said = self.top.get("totalPoints") if isinstance(self.top, dict) else None
        counted = sum(kind.points for kind in self.kinds)
        if _is_number(said) and said != counted:
            self.faults.append(f"the squads cost {counted} points, the list says {said:g}")
        name = tidy(self.top["name"]) if isinstance(self.top, dict) and isinstance(self.top.get("name"), str) else ""
        details = (("faults", tuple(self.faults)),) if self.faults else ()
        name = name or os.path.splitext(self.where)[0]
        return Force(self.schema.id, name, tuple(self.kinds), tally(self.kinds), details)

    def fault(self, what: str) -> None:
        self.faults.append(what)
        if len(self.faults) > MOST_FAULTS:
            raise GrognardError(f"{MOST_FAULTS} things in it do not match", where=self.where, hint=self.faults[0])

    def walk(self, here: Any, group: str, depth: int, key: str = "") -> None:
        """Every squad in something, and what stands in it; ``group`` is the battlegroup that it is in."""
        self.seen += 1
        if self.seen > MOST_THINGS or depth > DEEPEST:
            raise GrognardError("too deep, or more things than any list has", where=self.where)
        if isinstance(here, list):
            for row in here:
                if isinstance(row, (dict, list)):
                    self.walk(row, group, depth + 1, key)
                elif isinstance(row, str) and key in SQUADS:
                    self.walk(_written(row), group, depth + 1, key)
        elif isinstance(here, dict):
            card = self.card(here)
            if card is not None:
                self.squad(here, card, group)
            elif key in SQUADS and not any(isinstance(value, (list, dict)) for value in here.values()):
                self.unknown(here)
            elif depth and any(self.holds(value, name) for name, value in here.items()):
                group = self.named(here)
            for name, value in here.items():
                if isinstance(value, (list, dict)) and not (name in NAMES or (card is not None and name in CARD)):
                    self.walk(value, group, depth + 1, name)

    def holds(self, value: Any, key: str) -> bool:
        """Whether squads stand directly in it."""
        rows = value if isinstance(value, list) else [value]
        return any(isinstance(row, dict) and self.card(row) is not None for row in rows) or (
            key in SQUADS and any(isinstance(row, str) for row in rows)
        )

    def card(self, row: Mapping[str, Any]) -> Card | None:
        """The unit that something names, by name or id, itself or by the unit in it."""
        for key in NAMES:
            value = row.get(key)
            value = value.get("_id") or value.get("name") if isinstance(value, dict) else value
            if isinstance(value, str) and len(value) < 200:
                found = self.cards.get(value) or self.cards.get(plain(value))
                if found is not None:
                    return found
        return None

    def named(self, row: Mapping[str, Any]) -> str:
        """A name for a battlegroup that no other has."""
        given = row.get("name") or row.get("title")
        name = tidy(given)[:60] if isinstance(given, str) else ""
        name = name or "Battlegroup"
        alike = sum(re.fullmatch(rf"{re.escape(name)}( [0-9]+)?", other) is not None for other in self.groups)
        name = f"{name} {alike + 1}" if alike or name == "Battlegroup" else name
        self.groups.append(name)
        return name

    def unknown(self, row: Mapping[str, Any]) -> None:
        name = next((tidy(value) for key in NAMES if isinstance(value := row.get(key), str) and tidy(value)), "")
        if name:
            near = nearest(name, [str(card["name"]) for _, card in self.cards.values()])
            hint = f" ({near})" if near.startswith("nearest") else ""
            self.fault(f"{name!r} is no unit of the files at hand{hint}")

    def squad(self, row: Mapping[str, Any], card: Card, group: str) -> None:
        """One squad with its size, its options and its Commander, or the reason why it cannot be so."""
        file, unit = card
        name = tidy(str(unit["name"]))
        if len(self.kinds) >= MOST_SQUADS:
            raise GrognardError(f"more than {MOST_SQUADS} squads", where=self.where)
        try:
            kind = dropcommander.squad(unit, self.schema, file, _taken(row), _size(row))
            details = dict(kind.details) | self.details(row, group)
        except Faults as error:
            return self.fault(f"{name} cannot be read: {error.faults[0].what}")
        except GrognardError as error:
            return self.fault(f"{name}: {error.what}")
        rows = tuple((stat.key, details[stat.key]) for stat in self.schema.unit_keys if stat.key in details)
        points = kind.points + self.schema.surcharge(rows)
        said = next((row[key] for key in POINTS if _is_number(row.get(key))), None)
        if said is not None and said not in (points, kind.points, kind.points // len(kind.models), unit.get("points")):
            self.fault(f"{name} costs {points} points, the list says {said:g}")
        self.kinds.append(assembled(self.schema, structs.replace(kind, points=points, details=rows)))

    def details(self, row: Mapping[str, Any], group: str) -> dict[str, Any]:
        by_key = {stat.key: stat for stat in self.schema.unit_keys}
        found: dict[str, Any] = {"battlegroup": by_key["battlegroup"].read(group)} if group else {}
        chief = row.get("commander")
        chief = (
            next((chief[key] for key in ("level", "value") if key in chief), None) if isinstance(chief, dict) else chief
        )
        if chief is not None and not isinstance(chief, (bool, str)):
            found["commander"] = by_key["commander"].read(chief)
        return found


def _written(words: str) -> dict[str, Any]:
    """A squad that is a text: "3x Cart" or "Cart"."""
    numbered = re.fullmatch(r"\s*([0-9]{1,3})\s*[x×]\s*(\S.*)", words[:200])
    return {"name": numbered[2], "number": int(numbered[1])} if numbered else {"name": words}


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _size(row: Mapping[str, Any]) -> int | None:
    """How many units a squad has, None when it is not said."""
    for key in NUMBERS:
        value = row.get(key)
        value = len(value) if isinstance(value, list) else value
        if value is not None and not isinstance(value, (dict, str, bool)):
            return whole(1, 60)(value)
    return None


def _taken(row: Mapping[str, Any]) -> list[str]:
    """The options that a squad takes: those that are listed, and the weapons that are marked as used."""
    found: list[str] = []
    for key in (*OPTIONS, *WEAPONS):
        for one in row[key][:50] if isinstance(row.get(key), list) else ():
            flags = [one.get(flag) for flag in ("optionalUsed", "selected", "taken")] if isinstance(one, dict) else []
            name = one.get("name") if isinstance(one, dict) else one
            listed = key in OPTIONS and False not in flags
            if isinstance(name, str) and (listed or True in flags):
                found.append(name[:200])
    return list(dict.fromkeys(found))
