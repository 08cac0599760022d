"""A pasted list as a force: each thing in it is looked for in the catalogues at hand, and what is not found there is named."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from xml.sax.saxutils import escape

from msgspec.structs import replace

from ...common.profiles import Force, Kind
from ...common.schema import MOST_MODELS, Schema
from ...errors import Faults, GrognardError
from ..catalogue.composition import bodies, stands
from ..catalogue.library import Library, Selection, file_name
from ..catalogue.loadout import Loadout
from ..catalogue.modifiers import Member
from ..catalogue.wargear import Outfit
from ..forces import MOST_UNITS, registered, tally
from ..names import nearest, plain
from ..parsing.files import LARGEST, Contents, contents, unpacked
from ..parsing.listing import Item, Listing, listing
from ..vocabulary import edition
from .battlescribe import made

MOST_ALIKE = 50  # units in one line
MOST_LINES = 200  # units and other things at the left edge
MOST_NAMED = 3_000  # things that are looked for in units
MOST_TAKEN = 300  # of them that must be taken
MOST_FAULTS = 40
MOST_CATALOGUES = 60  # looked through for one list
MOST_LIKELY = 6  # of them that are read
CATALOGUES = (".cat", ".catz")


def load_pasted(
    data: Contents,
    folder: str | os.PathLike[str],
    catalogues: Iterable[str | os.PathLike[str]] = (),
    schema_of: Callable[[str], Schema] | None = None,
) -> Force:
    """The force of a pasted list, matched against ``catalogues``, or without any against those in ``folder``.

    What does not match stands by its line among the force's faults. Raises GrognardError for a list of another game, when
    no catalogue is at hand, and when nothing in the list is a unit of one.
    """
    return _matching(data, folder, catalogues, (schema_of or registered)("usr")).force()


def matched(
    data: Contents, folder: str | os.PathLike[str], catalogues: Iterable[str | os.PathLike[str]] = ()
) -> list[tuple[Library, Loadout]]:
    """The units of a pasted list as they are chosen, each with its catalogue. Raises as ``load_pasted``."""
    matching = _matching(data, folder, catalogues, registered("usr"))
    matching.force()
    return matching.chosen


def _matching(
    data: Contents, folder: str | os.PathLike[str], catalogues: Iterable[str | os.PathLike[str]], schema: Schema
) -> _Matching:
    said = listing(data)
    for title in said.headings[:3]:
        if other := edition.elsewhere(title):
            raise edition.refusal(other, "", "list", data.name)
    given = [Path(file) for file in catalogues]
    files = given or _likely(_beside(Path(folder)), said)
    if not files:
        hint = "name one with --catalogue FILE, or put the .cat files beside the list"
        raise GrognardError("a pasted list needs the catalogue of its army", where=data.name, hint=hint)
    libraries = [Library(file) for file in given] or _readable(files)
    return _Matching(data.name, said, libraries, schema)


def _beside(folder: Path) -> list[Path]:
    try:
        found = [file for file in sorted(folder.iterdir()) if file.suffix.lower() in CATALOGUES and file.is_file()]
    except OSError as error:
        raise GrognardError(f"cannot be read: {error.strerror}", where=str(folder)) from None
    return found[:MOST_CATALOGUES]


def _readable(files: Sequence[Path]) -> list[Library]:
    """The catalogues that can be read. Raises the GrognardError of the first when none can."""
    found: list[Library] = []
    wrong: list[GrognardError] = []
    for file in files:
        try:
            found.append(Library(file))
        except GrognardError as error:
            wrong.append(error)
    if not found:
        raise wrong[0]
    return found


def _likely(files: Sequence[Path], said: Listing) -> list[Path]:
    """The catalogues that the headings name, or else those that hold the most names of the list, the fullest first."""
    headings = " ".join(f" {plain(heading)} " for heading in said.headings)
    named = [file for file in files if (name := plain(file_name(file))) and f" {name} " in headings]
    if named or len(files) < 2:
        return named or list(files)
    names = [f'"{escape(name)}"'.encode() for name in _names(said.entries)[:MOST_LINES]]
    held: list[tuple[int, Path]] = []
    for file in files:
        try:
            data = unpacked(contents(file, LARGEST), LARGEST).data
        except GrognardError:
            continue
        held.append((-sum(name in data for name in names), file))
    return [file for number, file in sorted(held, key=lambda pair: pair[0]) if number][:MOST_LIKELY] or list(files)[:1]


def _names(entries: Sequence[Item]) -> list[str]:
    """What may be units: the names at the left edge, and those one step below."""
    return [name for entry in entries for name in (entry.name, *(inner.name for inner in entry.inner))]


class _Matching:
    """A list while it is looked up."""

    def __init__(self, where: str, said: Listing, libraries: Sequence[Library], schema: Schema) -> None:
        self.where = where
        self.said = said
        self.schema = schema
        self.libraries = libraries
        self.listed: dict[str, list[tuple[Library, str, Member]]] = {}
        for library in self.libraries:
            for name, member in library.units():
                self.listed.setdefault(plain(name), []).append((library, name, member))
        self.kinds: list[Kind] = []
        self.faults: list[str] = []
        self.left: list[str] = []
        self.chosen: list[tuple[Library, Loadout]] = []
        self.read = self.named = self.takes = 0

    def force(self) -> Force:
        for entry in self.said.entries:
            self.unit(entry)
        if not self.kinds:
            first = self.faults[0] if self.faults else "it has no unit"
            names = ", ".join(library.path.name for library in self.libraries[:4])
            raise GrognardError(f"nothing in it is a unit of {names}: {first}", where=self.where)
        counted = sum(kind.points for kind in self.kinds)
        if self.said.total is not None and abs(counted - self.said.total) >= 1:
            self.faults.append(f"the units cost {counted} points, the list says {self.said.total:g}")
        name = self.said.title or os.path.splitext(self.where)[0]
        unread = (*tally(self.kinds), *((one, 1) for one in dict.fromkeys(self.left)))
        details = (("faults", tuple(self.faults)),) if self.faults else ()
        return Force(self.schema.id, name, tuple(self.kinds), unread, details)

    def fault(self, entry: Item, what: str) -> None:
        self.faults.append(f"line {entry.line}: {what}")
        if len(self.faults) >= MOST_FAULTS:
            hint = f"the first: {self.faults[0]}"
            raise GrognardError(f"{MOST_FAULTS} things in it do not match", where=self.where, hint=hint)

    def unit(self, entry: Item) -> None:
        """A unit of the list, the units of a formation, or something that is none."""
        self.read += 1
        if len(self.kinds) >= MOST_UNITS or self.read > MOST_LINES:
            raise GrognardError(f"more than {MOST_LINES} units and choices of the army", where=self.where)
        found = self.listed.get(plain(entry.name), [])
        if not found and len(entry.inner) == 1 and plain(f"{entry.name} {entry.inner[0].name}") in self.listed:
            inner = entry.inner[0]  # a colon in the very name
            self.unit(
                Item(f"{entry.name}: {inner.name}", entry.line, entry.number, inner.points, inner.inner, entry.counted)
            )
        elif found:
            if len(found) > 1:
                files = " and ".join(library.path.name for library, _, _ in found[:3])
                self.fault(entry, f"{entry.name!r} stands in {files}; it is read from the first")
            self.equipped(entry, *found[0])
        elif any(plain(one.name) in self.listed for one in entry.inner):
            self.left.append(entry.name)
            for one in entry.inner:
                self.unit(one)
        else:
            self.left.append(entry.name)
            if entry.points or entry.inner:
                names = [name for rows in self.listed.values() for _, name, _ in rows]
                self.fault(entry, f"{entry.name!r} is no unit of the catalogues at hand{_near(entry.name, names)}")

    def equipped(self, entry: Item, library: Library, name: str, member: Member) -> None:
        """A unit with what the list says that it has, as many times as it is written."""
        library.missing = 0
        loadout = Loadout(library, member)
        if not bodies(loadout.selection()):
            loadout.add_model()
        outfit = Outfit(loadout)
        models = self.models(outfit)
        named = {plain(one.name) for one in entry.inner} & models
        size = sum(one.number for one in entry.inner if plain(one.name) in models)
        times = 1
        if size:
            size += self.certain(outfit, named)
        elif entry.counted and entry.number > 1 and not self.resized(outfit, entry.number):
            size = entry.number
        elif entry.counted:
            times = min(entry.number, MOST_ALIKE)
        if size and (wrong := self.resized(outfit, size)):
            self.fault(entry, wrong)
        mentioned: dict[str, int] = {}
        for one in counted_once(entry.inner):
            self.take(outfit, one, "", mentioned)
        for one in entry.inner:
            there = _has(outfit.loadout.selection(), plain(one.name))[0]
            if plain(one.name) in named and there > mentioned.pop(plain(one.name), there):
                self.fault(one, f"{name} has {there} {one.name} at least")
        try:
            where = f"{self.where}, line {entry.line}, unit {name!r}"
            kinds = made(library, member, outfit.loadout.selection(), self.schema, where)
        except Faults as error:
            self.fault(entry, f"{name} cannot be read: {error.faults[0].what}")
            return
        except GrognardError as error:
            self.fault(entry, f"{name} cannot be read: {error.what}")
            return
        counted = sum(kind.points for kind in kinds)
        if entry.points is not None and abs(counted * times - entry.points) >= 1:
            many = f"{times} {name} cost" if times > 1 else f"{name} costs"
            self.fault(entry, f"{many} {counted * times} points, the list says {entry.points:g}")
        for _ in range(times):
            self.kinds += kinds
            self.chosen.append((library, outfit.loadout))

    def models(self, outfit: Outfit) -> set[str]:
        """What the models of a unit may be called: those that stand, and those that may stand where they do."""
        loadout = outfit.loadout
        chosen = loadout.selection()
        found = [one for one in stands(chosen) if one is not chosen]
        places = {id(pick.above.member) for one in found if (pick := loadout.made[id(one)]).above is not None}
        names = {plain(name) for one in found for name in (one.name, one.called)}
        for slot in outfit.slots(loadout):
            place = slot.path[-1] if slot.path else slot.into.member
            if slot.member.node.get("type") == "model" and id(place) in places:
                names.add(plain(slot.name))
        return names

    def certain(self, outfit: Outfit, named: set[str]) -> int:
        """How many models a unit has in any case that the list does not name."""
        loadout = outfit.loadout
        chosen = loadout.selection()
        others = [
            one for one in stands(chosen) if one is not chosen and not named & {plain(one.name), plain(one.called)}
        ]
        picks = [loadout.made[id(one)] for one in others]
        return sum(loadout.least(pick.member, pick) for pick in picks)

    def resized(self, outfit: Outfit, size: int) -> str:
        """Makes a unit so many models strong; why that cannot be, or nothing."""
        if outfit.size() != size:
            try:
                outfit.resize(min(size, MOST_MODELS))
            except GrognardError as error:
                return error.what
        return ""

    def take(self, outfit: Outfit, entry: Item, holder: str, mentioned: dict[str, int]) -> None:
        """A thing that a unit has: it is there already, or it is taken; then what stands under it."""
        self.named += 1
        if self.named > MOST_NAMED:
            raise GrognardError(f"more than {MOST_NAMED} options", where=self.where)
        key = plain(entry.name)
        mentioned[key] = mentioned.get(key, 0) + entry.number
        things, others = _has(outfit.loadout.selection(), key)
        missing = mentioned[key] - things
        if missing > 0 and not (others and not things):
            names = list(dict.fromkeys(slot.name for slot in outfit.slots(outfit.loadout)))
            if key not in (plain(name) for name in names):
                self.fault(entry, f"{outfit.unit} has no option {entry.name!r}{_near(entry.name, names)}")
                return
            if not any(self.taken(outfit, entry.name, missing, place) for place in dict.fromkeys((holder, ""))):
                many = f"{mentioned[key]}x " if mentioned[key] > 1 else ""
                self.fault(entry, f"{outfit.unit} cannot have {many}{entry.name} with what else it has")
                return
        for one in counted_once(entry.inner):
            self.take(outfit, one, entry.name, mentioned)

    def taken(self, outfit: Outfit, name: str, number: int, holder: str) -> bool:
        self.takes += 1
        if self.takes > MOST_TAKEN:
            raise GrognardError(f"more than {MOST_TAKEN} options to take", where=self.where)
        return any(outfit.taken(name, number, holder, size) for size in (outfit.size(), None))


def counted_once(entries: Iterable[Item]) -> list[Item]:
    """Entries with those of one name that say nothing more taken together: a thing of which there are many is taken at once.

    >>> [(one.name, one.number) for one in counted_once([Item("Axe", 1), Item("Bow", 2), Item("Axe", 3, 2)])]
    [('Axe', 3), ('Bow', 1)]
    """
    found: dict[str | int, Item] = {}
    for one in entries:
        key = one.line if one.inner or one.points is not None else plain(one.name)
        known = found.get(key)
        found[key] = one if known is None else replace(known, number=known.number + one.number)
    return list(found.values())


def _near(name: str, names: list[str]) -> str:
    near = nearest(name, names)
    return f" ({near})" if near.startswith("nearest") else ""


def _has(chosen: Selection, key: str) -> tuple[int, int]:
    """How many of a thing are chosen, and how many profiles and rules of that name come with what is chosen."""
    things = others = 0
    waiting = [(chosen, max(1, chosen.number))]
    while waiting:
        here, number = waiting.pop()
        if here is not chosen and key in (plain(here.name), plain(here.called)):
            things += number
        others += sum(plain(profile.name) == key for profile in here.profiles)
        others += sum(plain(rule) == key for rule in here.rules)
        waiting += [(inner, number * inner.number) for inner in here.children]
    return things, others
