"""What a unit of a file may take: how that is written, and the options of DropCommander units, with names and costs.

A unit is written with its size before it and its options behind it: ``10xTactical Squad+Meltagun+Rhino``. Options of DropCommander
units take the place of, or go with, what a unit has, as its card says them.

The card's own sentence goes before the fields of the file ("may replace its X with a Y or a Z", "may take Y for +10 points"); where
it names none of the weapons on offer, the fields decide.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from ..errors import GrognardError
from .names import match, nearest, plain

OFFER = re.compile(
    r"This unit may (?:replace its (?P<old>.+?) (?:with|for)|take) (?P<new>.+?) for "
    r"(?:no cost|free|\+?(?P<cost>\d{1,4}) ?(?:pts|points))\s*\.?",
    re.IGNORECASE,
)
BOND = re.compile(
    r".{0,80}\bmay have an? (?P<name>[A-Z][\w' ]{1,40}?) with its .{1,80}? for \+?(?P<cost>\d{1,4}) ?(?:pts|points)\b"
    r".{0,120}\bgains the (?P<rule>[A-Z][\w' -]{1,40}?) special rule\.?"
)


NUMBERED = re.compile(r"(\d{1,3})\s*[x×]\s*(\S.*)", re.IGNORECASE)


class Wanted(Struct, frozen=True):
    """A unit as it is written: its name, how many models it shall have, what it shall take."""

    name: str
    size: int | None = None
    take: tuple[str, ...] = ()


def wanted(said: str, names: Callable[[], Iterable[str]]) -> Wanted:
    """What is written of a unit, taken apart; a number or a plus in the very name of a unit is none.

    >>> wanted("10x Scouts + Sling", lambda: ["Scouts"])
    Wanted(name='Scouts', size=10, take=('Sling',))
    >>> wanted("Hook+Line", lambda: ["Hook+Line"])
    Wanted(name='Hook+Line', size=None, take=())
    """
    words = said.strip()
    if "+" not in words and not NUMBERED.fullmatch(words):
        return Wanted(words)
    known = {plain(name) for name in names()}
    pieces = [piece.strip() for piece in words.split("+")]
    for many in range(len(pieces), 0, -1):
        name, take = "+".join(pieces[:many]), tuple(pieces[many:])
        if plain(name) in known:
            return Wanted(name, None, take)
        if (numbered := NUMBERED.fullmatch(name)) and plain(numbered[2]) in known:
            return Wanted(numbered[2], int(numbered[1]), take)
    numbered = NUMBERED.fullmatch(pieces[0])
    if numbered:
        return Wanted(numbered[2], int(numbered[1]), tuple(pieces[1:]))
    return Wanted(pieces[0], None, tuple(pieces[1:]))


def asked(ref: str, size: int | None = None, take: Iterable[str] = ()) -> str:
    """A reference with a size and options, as it would be written. Raises GrognardError where no unit is named.

    >>> asked("ours.cat:Scouts", 10, ["Sling", "2x Net"])
    'ours.cat:10xScouts+Sling+2x Net'
    """
    if size is None and not list(take):
        return ref
    file, colon, unit = ref.partition(":")
    if not colon or not unit.strip():
        flag = "--take" if size is None else "--size"
        raise GrognardError("no unit named", where=ref[:200], hint=f"{flag} goes with FILE:UNIT")
    many = "" if size is None else f"{size}x"
    return "+".join((f"{file}:{many}{unit.strip()}", *(name.strip() for name in take)))


class Option(Struct, frozen=True):
    """One thing that every unit of a squad may take, or none does."""

    name: str
    cost: int = 0  # points a unit
    rows: tuple[int, ...] = ()  # of the weapons on offer, by their place
    replaces: tuple[str, ...] = ()  # names of weapons that it takes the place of
    rules: tuple[str, ...] = ()
    instead: str = ""  # of options with the same word only one can be taken

    def told(self) -> str:
        """The option as a list says it.

        >>> Option("Flamethrower", 5, replaces=("Twin Cannon",)).told()
        'Flamethrower, +5 points a unit, instead of Twin Cannon'
        """
        cost = f"+{self.cost} points a unit" if self.cost else "free"
        place = f", instead of {' and '.join(self.replaces)}" if self.replaces else ""
        rules = f", gives {', '.join(self.rules)}" if self.rules else ""
        return f"{self.name}, {cost}{place}{rules}"

    def more(self) -> dict[str, Any]:
        """What else there is to say of it in JSON."""
        return {}


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
