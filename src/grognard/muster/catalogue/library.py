"""A BattleScribe catalogue with its game system and the catalogues that it links to: what its links lead to."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from ...errors import GrognardError
from ...kernel.memo import memo
from ..parsing.cache import document
from ..parsing.files import LARGEST, head
from ..parsing.markup import Element, profile_name, tidy
from ..vocabulary import edition
from .modifiers import Member, Pick, changed

DEEPEST = 30  # links and groups within each other
MOST_SELECTIONS = 5_000  # of one unit
MOST_EFFORT = 30_000  # entries and groups looked at for all units of a catalogue; the largest there is asks for 7,000
MOST_BESIDE = 2_000  # files in the folder of a catalogue
ENTRY, GROUP = "selectionEntry", "selectionEntryGroup"


class Profile:
    """A profile as it stands after its link changed it: a name, what it is of ("Weapon", "Unit", …), figures by name."""

    __slots__ = ("cells", "name", "of")

    def __init__(self, name: str, of: str, cells: dict[str, str]) -> None:
        self.name = name
        self.of = of
        self.cells = cells


class Selection:
    """Something a unit has: ``number`` for each of what it stands under, ``points`` for one, profiles and rule names."""

    __slots__ = ("called", "children", "name", "number", "points", "profiles", "rules", "type", "unsure")

    def __init__(self, name: str, type: str, number: int) -> None:
        self.name = name
        self.called = name  # the name that the link to it gives it, such as "Two Cannons"
        self.type = type  # "unit", "model" or "upgrade"
        self.number = number
        self.points = 0.0
        self.unsure = False  # whether values of it hang on the rest of the army, and stand as they are printed
        self.profiles: list[Profile] = []
        self.rules: list[str] = []
        self.children: list[Selection] = []


def copied(one: Selection) -> Selection:
    """A copy of a selection with all that stands under it."""
    other = Selection(one.name, one.type, one.number)
    other.called, other.points, other.unsure = one.called, one.points, one.unsure
    other.profiles, other.rules = list(one.profiles), list(one.rules)
    other.children = [copied(child) for child in one.children]
    return other


class Library:
    """A catalogue, the game system beside it, and catalogues it links to, each read when it is needed."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.root = read_root(path)
        edition.check(self.root, path.name, _system_name(path, self.root))
        self.by_id: dict[str, Element] = {}
        self.waiting = _beside(path, self.root)  # files in which a missing link may stand
        self.missing = 0  # links that lead nowhere
        self.effort = 0  # entries and groups that have been looked at for the units so far
        self.allowed = MOST_EFFORT
        self.held: dict[tuple[int, ...], list[Member]] = {}
        self.read: list[Element] = []
        self.known: frozenset[str] = frozenset()
        self._add(self.root)

    def _add(self, root: Element) -> None:
        self.read.append(root)
        self.known = frozenset()
        for node in root.children:
            for inner in node.children if node.tag.startswith("shared") else (node,):
                if inner.get("id"):
                    self.by_id.setdefault(inner.get("id"), inner)

    def find(self, wanted: str) -> Element | None:
        """The element with this id, or None. Reads further files only when it is not in those read."""
        while wanted not in self.by_id and self.waiting:
            self._add(read_root(self.waiting.pop(0)))
        return self.by_id.get(wanted)

    def target(self, link: Element) -> Element | None:
        """What a link leads to, or None; those that lead nowhere are counted."""
        found = self.find(link.get("targetId"))
        if found is None:
            self.missing += 1
        return found

    def type_name(self, wanted: str) -> str:
        """The name of a profile type by its id, "" when it is unknown."""
        found = self.find(wanted) if wanted else None
        return found.name if found is not None else ""

    # --- which units there are --------------------------------------------------------------------------------------

    def units(self) -> list[tuple[str, Member]]:
        """The units by name: those of the army list first, then the others that the catalogue shares. Each name once."""
        out: dict[str, Member] = {}
        shared: list[Element] = []
        for node in self.root.children:
            if node.tag == "sharedSelectionEntries":
                shared += node.of(ENTRY)
            elif (member := self._member(node)) and member.node.tag == ENTRY and member.node.get("type") != "upgrade":
                out.setdefault(member.node.name, member)
        for node in shared:
            if node.get("type") == "unit" or (node.get("type") == "model" and node.of("cost")):
                out.setdefault(node.name, Member(node, None))
        return [(name, member) for name, member in out.items() if name]

    def _member(self, node: Element) -> Member | None:
        if node.tag in (ENTRY, GROUP):
            return Member(node, None)
        if node.tag == "entryLink" and (found := self.target(node)) is not None and found.tag in (ENTRY, GROUP):
            return Member(found, node)
        return None

    def members(self, *nodes: Element) -> list[Member]:
        """What may be chosen in an entry or group, links followed; the same objects each time."""
        key = tuple(map(id, nodes))
        if key not in self.held:
            found = (self._member(child) for node in nodes for child in node.children)
            self.held[key] = [member for member in found if member is not None]
        return self.held[key]

    def sorts(self, member: Member) -> set[str]:
        """The sorts of the profiles that stand on an entry or are linked to it."""
        found = [child for one in member.both for child in one.of("profile", "infoLink")]
        nodes = [self.target(child) if child.tag == "infoLink" else child for child in found]
        return {profile_sort(node, self.type_name) for node in nodes if node is not None and node.tag == "profile"}

    def entries(self) -> frozenset[str]:
        """The ids of all entries and groups of the files that were read, and of the links to them."""
        if not self.known:
            self.known = frozenset(one for root in self.read for one in _entry_ids(root))
        return self.known

    def information(self, holder: Element, chosen: Selection, at: Pick, depth: int = 0) -> None:
        """The profiles and rules that stand on an entry or are linked to it, those that are hidden left out."""
        for child in holder.children if depth <= DEEPEST else ():
            if child.tag not in ("infoLink", "profile", "rule", "infoGroup"):
                continue
            link: tuple[Element, ...] = ()
            node: Element | None = child
            if child.tag == "infoLink":
                link = (child,)
                node = self.target(child)
            if node is None or any(changed(n.get("hidden"), "hidden", (n,), at)[0] == "true" for n in (node, *link)):
                continue
            if node.tag == "profile":
                chosen.profiles.append(profile_of(node, *link, types=self.type_name, at=at))
            elif node.tag == "rule":
                chosen.rules.append(tidy(changed(node.get("name"), "name", (node, *link), at)[0]))
            elif node.tag == "infoGroup":
                self.information(node, chosen, at, depth + 1)


def profile_of(node: Element, *links: Element, types: Callable[[str], str] = str, at: Pick | None = None) -> Profile:
    """A profile with what the modifiers on it and its link make of it; ``types`` names a profile type by id."""
    cells = {cell.get("name"): cell.text for cell in node.of("characteristic")}
    name = node.name
    if any(holder.of("modifier", "modifierGroup") for holder in (node, *links)):
        for cell in node.of("characteristic"):
            kind = cell.get("typeId") or cell.get("characteristicTypeId")
            cells[cell.get("name")] = tidy(changed(cell.text, kind, (node, *links), at)[0])
        name = tidy(changed(node.get("name"), "name", (node, *links), at)[0])
    return Profile(name, profile_sort(node, types), cells)


def profile_sort(node: Element, types: Callable[[str], str] = str) -> str:
    """What a profile describes: "Unit", "Weapon" and so on."""
    of = node.get("typeName") or node.get("profileTypeName")
    of = of or types(node.get("typeId") or node.get("profileTypeId"))  # some files of 2.00 give the id alone
    return profile_name(tidy(of))


def read_root(path: Path) -> Element:
    """The root of a file, kept until the file changes. Raises GrognardError."""
    try:
        found = path.stat()
        stamp = found.st_mtime_ns, found.st_size
    except OSError:
        stamp = 0, 0
    return _read_root(path, stamp)


@memo(6)
def _read_root(path: Path, stamp: tuple[int, int]) -> Element:
    return document(path)


def stamped(path: Path) -> tuple[tuple[str, int, int], ...]:
    """A catalogue and the files beside it, each with when it was changed and how long it is: the same as long as none changes."""
    out = []
    for file in sorted(path.parent.iterdir())[:MOST_BESIDE] if path.parent.is_dir() else []:
        if file == path or file.suffix.lower() in (".cat", ".gst", ".catz", ".gstz"):
            try:
                found = file.stat()
                out.append((file.name, found.st_mtime_ns, found.st_size))
            except OSError:
                continue  # gone meanwhile
    return tuple(out)


def _system_name(path: Path, root: Element) -> str:
    """The name of the game system that stands beside a catalogue, "" when none does."""
    system = root.get("gameSystemId")
    if not system or system in (edition.SEVENTH, edition.HERESY):
        return ""
    heads = (_head(file) for file in sorted(path.parent.glob("*.gst*")))
    return next((name for id, name in heads if id == system), "")


def _beside(path: Path, root: Element) -> list[Path]:
    """The files in the same folder in which links may end: the game system first, then linked catalogues."""
    system = root.get("gameSystemId")
    linked = [node.get("targetId") for node in root.of("catalogueLink")]
    first: list[Path] = []
    others: list[Path] = []
    for file in sorted(path.parent.glob("*.*st*")) + sorted(path.parent.glob("*.cat*")):
        if file == path or file.suffix.lower() not in (".gst", ".cat", ".gstz", ".catz") or not (system or linked):
            continue
        own = own_id(file)
        if own == system:
            first.append(file)
        elif own in linked:
            others.append(file)
    return first + others


@memo(8)
def _entry_ids(root: Element) -> frozenset[str]:
    """The ids of the entries, groups and links in a file."""
    found: set[str] = set()
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if node.tag in (ENTRY, GROUP, "entryLink"):
            found.add(node.get("id"))
            waiting += node.children
        elif node is root or node.tag.startswith("shared"):
            waiting += node.children
    return frozenset(found)


def file_name(file: Path) -> str:
    """The name that a catalogue gives itself, "" for what is none; the rest of it is not read."""
    return _head(file)[1]


def own_id(file: Path) -> str:
    """The id that a catalogue gives itself, "" for what is none; the rest of it is not read."""
    return _head(file)[0]


def _head(file: Path) -> tuple[str, str]:
    """The id and the name in the first element of a file, without reading the rest."""
    try:
        first = head(file, LARGEST).decode("utf-8", "replace")
    except GrognardError:
        return "", ""
    opened = re.search(r"<(?:catalogue|gameSystem)\b([^>]*)", first)
    said: dict[str, str] = {}
    for key, one, other in re.findall(
        r"\s(id|name)=(?:\"([^\"]{1,200})\"|'([^']{1,200})')", opened[1] if opened else ""
    ):
        said.setdefault(key, one or other)
    return said.get("id", ""), said.get("name", "")
