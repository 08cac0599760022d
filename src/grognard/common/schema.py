"""What a system's force files may say: its statlines key by key, its types and tags, and how rule names are read.

A statline is a frozen struct of the system (``systems/<id>/stats.py``). ``Stat`` says for one key of the file which fields of the
struct it fills, how the value is read and written, and what it means; ``Schema`` holds them all. A value left out or written
``"-"`` leaves the field's default.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from ..errors import GrognardError
from ..kernel.asks import Procedure, Roll
from ..kernel.faces import Test, Throw, number

MOST_MODELS = 200  # models in one group of a unit; larger numbers are slips of the keyboard
MOST_POINTS = 100_000  # points of one unit
MOST_INCHES = 1_200  # the longest finite range printed anywhere is 960 inches
MOST_SHOTS = 100  # dice of one weapon
LONGEST_NAME = 120  # letters in the name of a unit, model, weapon or rule

Fault = tuple[str, GrognardError]  # (key of the statline, what is wrong with it)


class Count(Struct, frozen=True):
    """A number of shots or dice: ``plus``, and the sum of ``dice`` dice of ``sides`` sides when it is rolled.

    >>> str(Count.of("2D6")), str(Count.of(3)), Count.of("D3+1").most
    ('2D6', '3', 4)
    """

    plus: int = 0
    dice: int = 0
    sides: int = 0

    @classmethod
    def of(cls, value: object) -> Count:
        """From ``3``, ``"3"``, ``"D6"``, ``"2D6"`` or ``"D3+1"``. Raises GrognardError for others and beyond MOST_SHOTS."""
        words = value.strip().upper() if isinstance(value, str) else ""
        if isinstance(value, int) and not isinstance(value, bool):
            count = cls(value)
        elif re.fullmatch(r"[0-9]{1,9}", words):
            count = cls(int(words))
        elif found := re.fullmatch(r"([0-9]{0,3}) ?D ?(3|6|10) ?(?:\+ ?([0-9]{1,3}))?", words):
            count = cls(int(found[3] or 0), int(found[1] or 1), int(found[2]))
        else:
            raise GrognardError(f"{said(value)} is no number of dice", hint="write 3, 'D6', '2D6' or 'D3+1'")
        if not 0 <= count.most <= MOST_SHOTS or (count.dice == 0 and count.sides):
            raise GrognardError(f"{said(value)} is not between 0 and {MOST_SHOTS}")
        return count

    @property
    def most(self) -> int:
        """The highest value that can come up."""
        return self.plus + self.dice * self.sides

    @property
    def least(self) -> int:
        """The lowest value that can come up."""
        return self.plus + self.dice

    @property
    def rolled(self) -> bool:
        """Whether dice decide it."""
        return self.dice > 0

    def thrown(self, name: str) -> Test | Throw:
        """Its dice ready to be thrown, ``plus`` added; only where dice decide it.

        >>> from grognard.kernel.faces import reading
        >>> reading(Count.of("D3+1").thrown("wounds")).law.mean(), reading(Count.of("2D6").thrown("inches")).law.mean()
        (3.0, 7.0)
        """
        return number(self.dice, self.sides, self.plus, name)

    @property
    def size(self) -> tuple[int, int]:
        """By which the most of several is found: the highest value that can come up, and the lowest."""
        return self.most, self.least

    def __str__(self) -> str:
        if not self.dice:
            return str(self.plus)
        return f"{self.dice if self.dice > 1 else ''}D{self.sides}" + (f"+{self.plus}" if self.plus else "")


NONE = Count()


def rolled(count: Count, name: str) -> Procedure:
    """A number, by a roll of this name where dice decide it."""
    return (yield Roll(count.thrown(name))) if count.rolled else count.plus


class Stat(Struct, frozen=True, eq=False):
    """One key of a statline. ``read`` gives the value of the one field, or a tuple for several; it raises GrognardError.

    ``write`` takes the fields' values and gives what stands in a file, None when nothing need stand there.
    """

    key: str
    means: str
    read: Callable[[Any], Any]
    write: Callable[..., Any] = lambda value: value
    fields: tuple[str, ...] = ()  # default: the key itself

    @property
    def filled(self) -> tuple[str, ...]:
        """The fields of the struct that this key fills."""
        return self.fields or (self.key,)


def _nothing_needed(*_: Any) -> tuple[str, ...]:
    return ()


def _nothing_wrong(*_: Any) -> list[str]:
    return []


def _no_surcharge(*_: Any) -> int:
    return 0


class Schema(Struct, frozen=True, eq=False):
    """What one system's force files may say. See ``Stat``; ``read_rule`` is the system's reader of rule names.

    ``model_needs(type, tags, table)`` names the keys a model of that unit type must have, ``weapon_needs(table)`` those
    of a weapon; ``table`` is the statline as the file says it. ``model_faults(stats, type, tags)`` and
    ``weapon_faults(stats)`` look at a whole statline, ``force_faults(force)`` at a whole list, ``force_limits(force)``
    at what organised play asks beyond that: each returns sentences, [] when all is well; ``army_faults(force, points)`` also gets
    the points that the game is played for, None when nobody said. ``force_links(units)`` looks at what units of one file say
    of one another: (unit, key, what is wrong). ``surcharge(details)`` is what a unit's own keys cost beyond its printed points.
    """

    id: str
    model_stats: type[Struct]
    weapon_stats: type[Struct]
    model_keys: tuple[Stat, ...]
    weapon_keys: tuple[Stat, ...]
    types: tuple[str, ...]
    read_rule: Callable[[str], Any]
    tags: tuple[str, ...] = ()
    unit_keys: tuple[Stat, ...] = ()  # what else a unit may have; kept in Kind.details under the key
    model_needs: Callable[[str, tuple[str, ...], Mapping[str, Any]], tuple[str, ...]] = _nothing_needed
    weapon_needs: Callable[[Mapping[str, Any]], tuple[str, ...]] = _nothing_needed
    model_faults: Callable[[Any, str, tuple[str, ...]], list[str]] = _nothing_wrong
    weapon_faults: Callable[[Any], list[str]] = _nothing_wrong
    force_faults: Callable[[Any], list[str]] = _nothing_wrong
    army_faults: Callable[[Any, int | None], list[str]] = _nothing_wrong
    force_limits: Callable[[Any], list[str]] = _nothing_wrong
    force_links: Callable[[tuple[Any, ...]], list[tuple[int, str, GrognardError]]] = _nothing_wrong  # type: ignore[assignment]
    surcharge: Callable[[tuple[tuple[str, Any], ...]], int] = _no_surcharge

    def model(self, table: Mapping[str, Any], type: str, tags: tuple[str, ...] = ()) -> tuple[Any, list[Fault]]:
        """The statline of a model and every fault of it; the statline is None when there are faults."""
        stats, faults = read_stats(self.model_stats, self.model_keys, table, self.model_needs(type, tags, table))
        if not faults:
            faults = [("", GrognardError(f)) for f in self.model_faults(stats, type, tags)]
        return (None if faults else stats), faults

    def weapon(self, table: Mapping[str, Any]) -> tuple[Any, list[Fault]]:
        """The statline of a weapon and every fault of it; the statline is None when there are faults."""
        stats, faults = read_stats(self.weapon_stats, self.weapon_keys, table, self.weapon_needs(table))
        if not faults:
            faults = [("", GrognardError(f)) for f in self.weapon_faults(stats)]
        return (None if faults else stats), faults

    def written_model(self, stats: Any, type: str, tags: tuple[str, ...] = ()) -> dict[str, Any]:
        """A model's statline as a file says it, in the order of the keys."""
        written = write_stats(self.model_keys, stats)
        return write_stats(self.model_keys, stats, self.model_needs(type, tags, written))

    def written_weapon(self, stats: Any) -> dict[str, Any]:
        """A weapon's statline as a file says it."""
        written = write_stats(self.weapon_keys, stats)
        return write_stats(self.weapon_keys, stats, self.weapon_needs(written))

    def type_of(self, text: str) -> tuple[str, tuple[str, ...]]:
        """A unit type with its tags: ``"Vehicle (Tank, Fast)"``. Raises GrognardError naming the nearest known words."""
        head, _, tail = text.strip().partition("(")
        kind = known(head.strip(), self.types, "unit type")
        words = [w.strip() for w in tail.strip().rstrip(")").split(",") if w.strip()]
        if words and not self.tags:
            raise GrognardError(f"unit type {text!r}: {self.id} has no tags in brackets")
        return kind, tuple(known(word, self.tags, "tag") for word in words)

    def typed(self, type: str, tags: Iterable[str]) -> str:
        """A unit type and its tags as a file says them."""
        inside = ", ".join(tags)
        return f"{type} ({inside})" if inside else type


def read_stats(
    struct: type[Struct], keys: tuple[Stat, ...], table: Mapping[str, Any], needs: Iterable[str] = ()
) -> tuple[Any, list[Fault]]:
    """One statline from a table of the file; unknown keys, bad values and missing ones each give a fault."""
    faults: list[Fault] = []
    values: dict[str, Any] = {}
    misspelt: set[str] = set()  # keys that an unknown one probably means, so that they are not called missing too
    by_key = {stat.key: stat for stat in keys}
    needed = tuple(needs)
    for key, value in table.items():
        stat = by_key.get(key)
        if stat is None:
            faults.append((key, unknown("key", key, by_key)))
            misspelt.update(near(key, by_key))
        elif isinstance(value, str) and value.strip() in ("-", "–", ""):
            if key in needed and not _may_lack(stat, _defaults(struct)):
                faults.append((key, GrognardError(f"{key} is missing", hint=stat.means)))
        else:
            try:
                read = stat.read(value)
            except GrognardError as error:
                faults.append((key, error))
            else:
                values.update(zip(stat.filled, read if len(stat.filled) > 1 else (read,), strict=True))
    for key in needed:
        if key not in table and key not in misspelt:
            faults.append((key, GrognardError(f"{key} is missing", hint=by_key[key].means)))
    return (struct(**values) if not faults else None), faults


def _may_lack(stat: Stat, defaults: Mapping[str, Any]) -> bool:
    """Whether nothing is a value of a figure: what it then is can be written and read."""
    values = [defaults[name] for name in stat.filled]
    if msgspec.NODEFAULT in values:
        return False
    written = stat.write(*values)
    try:
        if written is not None:
            stat.read(written)
    except GrognardError:
        return False
    return True


def _defaults(struct: type[Struct]) -> dict[str, Any]:
    return {f.name: f.default for f in msgspec.structs.fields(struct)}


def write_stats(keys: tuple[Stat, ...], stats: Any, needs: Iterable[str] = ()) -> dict[str, Any]:
    """A statline as a table of a file: what is needed, and what differs from its default."""
    struct: type[Struct] = type(stats)
    defaults = _defaults(struct)
    out: dict[str, Any] = {}
    needed = set(needs)
    for stat in keys:
        values = tuple(getattr(stats, name) for name in stat.filled)
        if stat.key in needed or values != tuple(defaults[name] for name in stat.filled):
            written = stat.write(*values)
            if written is not None or stat.key in needed:
                out[stat.key] = "-" if written is None else written
    return out


# --- readers of single values ---------------------------------------------------------------------------------------


def near(name: str, names: Iterable[str]) -> list[str]:
    """Up to three of the names that are written nearly like this one, the nearest first."""
    from difflib import get_close_matches

    by_lower = {n.lower(): n for n in names}
    return [by_lower[n] for n in get_close_matches(name.lower()[:LONGEST_NAME], list(by_lower), n=3, cutoff=0.5)]


def unknown(what: str, name: str, names: Iterable[str]) -> GrognardError:
    """The error for a name that is not one of ``names``; it names the nearest."""
    listed = list(names)
    nearest = near(name, listed)
    hint = (
        f"nearest: {', '.join(nearest)}" if nearest else f"one of: {', '.join(listed)}" if listed else "there are none"
    )
    return GrognardError(f"unknown {what} {name[:LONGEST_NAME]!r}", hint=hint)


def known(text: str, words: Iterable[str], what: str) -> str:
    """The word of ``words`` that ``text`` is, whatever its case and hyphens. Raises GrognardError naming the nearest."""
    listed = tuple(words)
    plain = _plain(text)
    for word in listed:
        if _plain(word) == plain:
            return word
    raise unknown(what, text, listed)


def whole(low: int, high: int) -> Callable[[Any], int]:
    """A reader of whole numbers from ``low`` to ``high``; an inch mark and a plus may stand behind or before them.

    >>> whole(1, 10)(4), whole(0, 48)('24"'), whole(-3, 3)("+1")
    (4, 24, 1)
    """

    def read(value: Any) -> int:
        if isinstance(value, str) and re.fullmatch(r"[+-]?[0-9]{1,9} ?[\"″”]?", value.strip()):
            value = int(value.strip().rstrip('"″” '))
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int):
            raise GrognardError(f"{said(value)} is no whole number", hint=f"write a number from {low} to {high}")
        if not low <= value <= high:
            raise GrognardError(f"{said(value)} is not between {low} and {high}")
        return value

    return read


def save(low: int = 2, high: int = 6) -> Callable[[Any], int]:
    """A reader of numbers needed on a die, ``"3+"`` or ``3``, as a whole number.

    >>> save()("3+")
    3
    """
    inner = whole(low, high)

    def read(value: Any) -> int:
        try:
            return inner(value.strip().rstrip("+") if isinstance(value, str) else value)
        except GrognardError:
            raise GrognardError(f"{said(value)} is no roll needed", hint=f"write '{low}+' to '{high}+'") from None

    return read


def needed(value: int | None) -> str | None:
    """The writer that belongs to ``save``."""
    return None if value is None else f"{value}+"


def word(*words: str) -> Callable[[Any], str]:
    """A reader of one of a few words, whatever its case."""

    def read(value: Any) -> str:
        return known(text(value), words, "word")

    return read


def text(value: Any) -> str:
    """A reader of a short text without line breaks."""
    if not isinstance(value, str) or not value.strip():
        raise GrognardError(f"{said(value)} is no text", hint="write it in quotation marks")
    if len(value) > LONGEST_NAME or not value.isprintable():
        raise GrognardError(f"{said(value)} is no name", hint=f"at most {LONGEST_NAME} letters, no line breaks")
    return " ".join(value.split())


def flag(value: Any) -> bool:
    """A reader of ``true`` and ``false``."""
    if not isinstance(value, bool):
        raise GrognardError(f"{said(value)} is neither true nor false")
    return value


def counted(low: int = 0) -> Callable[[Any], Count]:
    """A reader of numbers of dice (``Count``), at least ``low``."""

    def read(value: Any) -> Count:
        count = Count.of(value)
        if count.most < low:
            raise GrognardError(f"{said(value)} is not between {low} and {MOST_SHOTS}")
        return count

    return read


def wrote(value: Count) -> int | str:
    """The writer that belongs to ``counted``."""
    return str(value) if value.rolled else value.plus


def said(value: object) -> str:
    """A value as an error shows it, cut short."""
    try:
        shown = repr(value)
    except ValueError:  # a whole number of thousands of digits has no text
        return "a huge number"
    return shown if len(shown) <= 60 else shown[:57] + "…"


def _plain(value: str) -> str:
    return re.sub(r"[\s\-_]+", " ", value).strip().lower()
