"""What a unit of a file may take: how that is written, and what an option says of itself.

A unit is written with its size before it and its options behind it: ``10xTactical Squad+Meltagun+Rhino``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from msgspec import Struct

from ..errors import GrognardError
from .names import plain

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
