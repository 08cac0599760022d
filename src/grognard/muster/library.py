"""A BattleScribe catalogue with its game system: links followed, default selections taken."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from ..common.schema import MOST_MODELS
from ..errors import GrognardError
from . import edition
from .files import contents
from .markup import LARGEST, Node, parsed, profile_name, tidy

DEEPEST = 30  # links and groups within each other
MOST_SELECTIONS = 5_000  # of one unit
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

    __slots__ = ("called", "children", "name", "number", "points", "profiles", "rules", "type")

    def __init__(self, name: str, type: str, number: int) -> None:
        self.name = name
        self.called = name  # the name that the link to it gives it, such as "Two Cannons"
        self.type = type  # "unit", "model" or "upgrade"
        self.number = number
        self.points = 0.0
        self.profiles: list[Profile] = []
        self.rules: list[str] = []
        self.children: list[Selection] = []


def copied(one: Selection) -> Selection:
    """Another selection that is the same, with all that stands under it."""
    other = Selection(one.name, one.type, one.number)
    other.called, other.points = one.called, one.points
    other.profiles, other.rules = list(one.profiles), list(one.rules)
    other.children = [copied(child) for child in one.children]
    return other


class Member:
    """An entry or group where it may be chosen: the thing itself and the link that leads to it, if one does."""

    __slots__ = ("link", "node")

    def __init__(self, node: Node, link: Node | None) -> None:
        self.node = node
        self.link = link

    @property
    def both(self) -> tuple[Node, ...]:
        return (self.node,) if self.link is None else (self.node, self.link)

    @property
    def ids(self) -> tuple[str, ...]:
        return tuple(node.get("id") for node in self.both)

    @property
    def hidden(self) -> bool:
        """Whether it is hidden whatever else is chosen."""
        return any(changed(node.get("hidden"), "hidden", node) == "true" for node in self.both)

    def bound(self, which: str) -> int | None:
        """How many must ("min") or may ("max") stand here, or None when nothing is said."""
        found: list[int] = []
        for node in self.both:
            for constraint in node.of("constraint"):
                here = constraint.get("scope") == "parent" and constraint.get("field") == "selections"
                if here and constraint.get("type") == which and constraint.get("percentValue") != "true":
                    value = changed(constraint.get("value"), constraint.get("id"), *self.both)
                    number = int(figure(value))
                    if number >= 0:  # -1 stands for no limit
                        found.append(number)
        if not found:
            return None
        return min(max(found) if which == "min" else min(found), MOST_MODELS)

    @property
    def least(self) -> int:
        return 0 if self.hidden else self.bound("min") or 0

    @property
    def most(self) -> int:
        highest = self.bound("max")
        return 0 if self.hidden else MOST_MODELS if highest is None else highest


class Library:
    """A catalogue, the game system beside it, and catalogues it links to, each read when it is needed."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.root = read_root(path)
        edition.check(self.root, path.name, _system_name(path, self.root))
        self.by_id: dict[str, Node] = {}
        self.waiting = _beside(path, self.root)  # files in which a missing link may stand
        self.missing = 0  # links that lead nowhere
        self.taken = 0
        self._add(self.root)

    def _add(self, root: Node) -> None:
        for node in root.children:
            for inner in node.children if node.tag.startswith("shared") else (node,):
                if inner.get("id"):
                    self.by_id.setdefault(inner.get("id"), inner)

    def find(self, wanted: str) -> Node | None:
        """The element with this id, or None. Reads further files only when it is not in those read."""
        while wanted not in self.by_id and self.waiting:
            self._add(read_root(self.waiting.pop(0)))
        return self.by_id.get(wanted)

    def target(self, link: Node) -> Node | None:
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
        shared: list[Node] = []
        for node in self.root.children:
            if node.tag == "sharedSelectionEntries":
                shared += node.of(ENTRY)
            elif (member := self._member(node)) and member.node.tag == ENTRY and member.node.get("type") != "upgrade":
                out.setdefault(member.node.name, member)
        for node in shared:
            if node.get("type") == "unit" or (node.get("type") == "model" and node.of("cost")):
                out.setdefault(node.name, Member(node, None))
        return [(name, member) for name, member in out.items() if name]

    def _member(self, node: Node) -> Member | None:
        if node.tag in (ENTRY, GROUP):
            return Member(node, None)
        if node.tag == "entryLink" and (found := self.target(node)) is not None and found.tag in (ENTRY, GROUP):
            return Member(found, node)
        return None

    def _members(self, *nodes: Node) -> list[Member]:
        found = (self._member(child) for node in nodes for child in node.children)
        return [member for member in found if member is not None]

    # --- what is chosen by default ----------------------------------------------------------------------------------

    def selection(self, member: Member, number: int = 1, depth: int = 0) -> Selection:
        """An entry with all that must stand under it and what its groups choose by default. Raises GrognardError."""
        self.taken += 1
        if depth > DEEPEST or self.taken > MOST_SELECTIONS:
            raise GrognardError("links that go round in a circle, or too many selections", where=self.path.name)
        node = member.node
        chosen = Selection(node.name, node.get("type"), number)
        chosen.called = tidy(changed(node.name, "name", *member.both))
        chosen.points = self._points(member)
        for holder in member.both:
            self._information(holder, chosen, depth)
        for inner in self._members(*member.both):
            if inner.node.tag == GROUP:
                chosen.children += self._picked(inner, 0, depth + 1)
            elif inner.least:
                chosen.children.append(self.selection(inner, inner.least, depth + 1))
        return chosen

    def _picked(self, group: Member, extra: int, depth: int) -> list[Selection]:
        """What a group chooses by default: what must be chosen, then its default entry up to the least number."""
        self.taken += 1
        if depth > DEEPEST or self.taken > MOST_SELECTIONS:
            raise GrognardError("links that go round in a circle, or too many selections", where=self.path.name)
        members = self._members(*group.both)
        default = {node.get("defaultSelectionEntryId") for node in group.both} - {""}
        inner = [m for m in members if m.node.tag == GROUP]
        counts = {id(m): m.least for m in members if m.node.tag == ENTRY}
        nested = {id(m): self._picked(m, 0, depth + 1) for m in inner if not m.hidden}
        have = sum(counts.values()) + sum(s.number for found in nested.values() for s in found)
        short = max(group.least, extra) - have
        for m in sorted(members, key=lambda m: not default.intersection((*m.ids, *_target_of(m)))):
            if short <= 0:
                break
            if m.node.tag == ENTRY:
                more = max(0, min(short, m.most - counts[id(m)]))
                counts[id(m)] += more
                short -= more
            elif id(m) in nested:
                before = sum(s.number for s in nested[id(m)])
                nested[id(m)] = self._picked(m, before + short, depth + 1)
                short -= sum(s.number for s in nested[id(m)]) - before
        out: list[Selection] = []
        for m in members:
            if counts.get(id(m)):
                out.append(self.selection(m, counts[id(m)], depth + 1))
            out += nested.get(id(m), [])
        return out

    def first_model(self, member: Member, depth: int = 0) -> Selection | None:
        """The first model that could stand under an entry or group: what a unit is given that need not have any."""
        if depth > 6:
            return None
        for inner in self._members(*member.both):
            if inner.hidden:
                continue
            if inner.node.tag == ENTRY and inner.node.get("type") == "model":
                return self.selection(inner, 1, depth + 1)
            if inner.node.tag == GROUP and (found := self.first_model(inner, depth + 1)) is not None:
                return found
        return None

    def _points(self, member: Member) -> float:
        total = 0.0
        for cost in member.node.of("cost"):
            kind = cost.get("typeId") or cost.get("costTypeId")
            if kind == "points" or cost.get("name").strip().lower() in ("pts", "points"):
                total += figure(changed(cost.get("value"), kind, *member.both))
        return total

    def _information(self, holder: Node, chosen: Selection, depth: int) -> None:
        """The profiles and rules that stand on an entry or are linked to it."""
        if depth > DEEPEST:
            return
        for child in holder.children:
            link: tuple[Node, ...] = ()
            node: Node | None = child
            if child.tag == "infoLink":
                link = (child,)
                node = self.target(child)
            if node is None or Member(node, link[0] if link else None).hidden:
                continue
            if node.tag == "profile":
                chosen.profiles.append(profile_of(node, *link, types=self.type_name))
            elif node.tag == "rule":
                chosen.rules.append(tidy(changed(node.get("name"), "name", node, *link)))
            elif node.tag == "infoGroup":
                self._information(node, chosen, depth + 1)


def profile_of(node: Node, *links: Node, types: Callable[[str], str] = str) -> Profile:
    """A profile with what unconditional changes on it and its link make of it; ``types`` names a profile type by id."""
    cells = {}
    for cell in node.of("characteristic"):
        kind = cell.get("typeId") or cell.get("characteristicTypeId")
        cells[cell.get("name")] = tidy(changed(cell.text, kind, node, *links))
    name = tidy(changed(node.get("name"), "name", node, *links))
    of = node.get("typeName") or node.get("profileTypeName")
    of = of or types(node.get("typeId") or node.get("profileTypeId"))  # some files of 2.00 give the id alone
    return Profile(name, profile_name(tidy(of)), cells)


def changed(value: str, field: str, *holders: Node) -> str:
    """A value after the changes that always apply; those under a condition are left alone."""
    if not field:
        return value
    for holder in holders:
        for modifier in holder.of("modifier"):
            if modifier.get("field") != field or modifier.children:
                continue
            how, by = modifier.get("type"), modifier.get("value")
            if how == "append" or (how == "set" and field == "name" and by.startswith("(")):
                value = f"{value}{by}" if by[:1] in (",", " ") else f"{value} {by}"
            elif how == "set":
                value = by
            elif how in ("increment", "decrement") and re.fullmatch(r"-?[0-9.]+", value):
                value = f"{figure(value) + figure(by) * (1 if how == 'increment' else -1):g}"
    return value


def figure(words: str) -> float:
    """A number as these files write it, 0 when it is none or beyond reason."""
    if not re.fullmatch(r"-?[0-9]{1,7}(\.[0-9]{1,6})?", words.strip()):
        return 0.0
    return float(words)


def _target_of(member: Member) -> tuple[str, ...]:
    return (member.link.get("targetId"),) if member.link is not None else ()


def read_root(path: Path) -> Node:
    """The root of a file, kept until the file changes. Raises GrognardError."""
    try:
        changed_at = path.stat().st_mtime_ns
    except OSError:
        changed_at = 0
    return _read_root(path, changed_at)


@lru_cache(maxsize=6)
def _read_root(path: Path, changed_at: int) -> Node:
    data = contents(path, LARGEST)
    return parsed(data.data, data.name)


def _system_name(path: Path, root: Node) -> str:
    """The name of the game system that stands beside a catalogue, "" when none does."""
    system = root.get("gameSystemId")
    if not system or system in (edition.SEVENTH, edition.HERESY):
        return ""
    heads = (_head(file) for file in sorted(path.parent.glob("*.gst")))
    return next((name for id, name in heads if id == system), "")


def _beside(path: Path, root: Node) -> list[Path]:
    """The files in the same folder in which links may end: the game system first, then linked catalogues."""
    system = root.get("gameSystemId")
    linked = [node.get("targetId") for node in root.of("catalogueLink")]
    first: list[Path] = []
    others: list[Path] = []
    for file in sorted(path.parent.glob("*.*st")) + sorted(path.parent.glob("*.cat")):
        if file == path or file.suffix.lower() not in (".gst", ".cat") or not (system or linked):
            continue
        own = _own_id(file)
        if own == system:
            first.append(file)
        elif own in linked:
            others.append(file)
    return first + others


def _own_id(file: Path) -> str:
    return _head(file)[0]


def _head(file: Path) -> tuple[str, str]:
    """The id and the name in the first element of a file, without reading the rest."""
    try:
        with file.open("rb") as stream:
            head = stream.read(4000).decode("utf-8", "replace")
    except OSError:
        return "", ""
    opened = re.search(r"<(?:catalogue|gameSystem)\b([^>]*)", head)
    said: dict[str, str] = {}
    for key, one, other in re.findall(
        r"\s(id|name)=(?:\"([^\"]{1,200})\"|'([^']{1,200})')", opened[1] if opened else ""
    ):
        said.setdefault(key, one or other)
    return said.get("id", ""), said.get("name", "")
