"""A whole list as it stands in its catalogues: its forces, and of every selection which entry of the catalogue it is.

What catalogues limit (how many of an entry, of a group, of a category) is counted in it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from .choosing import Choosing
from .dealing import number, points
from .library import Library
from .markup import Node, tidy
from .modifiers import FORCES, Member, Pick, Tree
from .names import plain

MOST_FORCES = 100
DEEPEST = 12  # groups within each other
MOST_MEMBERS = 20_000  # entries of one force that are looked through by name or id
NOTHING = Member(Node("roster", {}), None)


class Standing(Pick):
    """A pick of a list that is whole: ``number`` is how many of it there are in all, ``points`` what they cost together."""

    __slots__ = ("counters", "ids", "name", "points", "strange")

    def __init__(self, member: Member, above: Standing | None, tree: Tree, total: int = 1) -> None:
        super().__init__(member, above, tree, total)
        self.points = 0.0
        self.name = member.node.name
        self.ids = member.ids  # its entry, link and categories; of a force its catalogue too
        self.strange: list[str] = []  # what stands in it and not in the catalogue
        self.counters: dict[tuple[bool, bool], Counter[str]] = {}

    @property
    def within(self) -> list[Standing]:
        """What stands in it, groups and forces among them."""
        return [pick for pick in self.inner if isinstance(pick, Standing)]

    def is_one(self, wanted: str) -> bool:
        return wanted in ("", "any") or wanted in self.ids or wanted == self.member.node.get("type")

    def count(self, wanted: str, deep: bool, forces: bool = False) -> float:
        """How many of something there are in it, for each of it where there are several."""
        return self.counted(deep, forces)[wanted or "any"] / max(1, self.number)

    def counted(self, deep: bool, forces: bool = False) -> Counter[str]:
        """How many there are in it of everything, by ids, categories and sorts."""
        key = deep, forces
        if key not in self.counters:
            found: Counter[str] = Counter()
            whole = self.member.node.tag == "roster"
            waiting: list[tuple[Standing, tuple[str, ...]]] = [(pick, ()) for pick in self.within]
            while waiting:
                pick, groups = waiting.pop()
                if pick.member.node.tag in FORCES:
                    waiting += [(inner, ()) for inner in pick.within if forces or whole or not _is_force(inner)]
                elif pick.member.group:
                    waiting += [(inner, (*groups, *pick.ids)) for inner in pick.within]
                else:
                    for one in {*pick.ids, *groups, pick.member.node.get("type"), "any"}:
                        found[one] += pick.number
                    waiting += [(inner, ()) for inner in pick.within] if deep else []
            self.counters[key] = found
        return self.counters[key]

    def spent(self) -> float:
        """The points of it with all that stands in it."""
        return self.points + sum(pick.spent() for pick in self.within)


def _is_force(pick: Pick) -> bool:
    return pick.member.node.tag in FORCES


def of_roster(root: Node, libraries: dict[str, Library]) -> tuple[Standing, list[tuple[Standing, Library | None]]]:
    """A roster, and each force of it with its catalogue; ``libraries`` by the ids that forces give their catalogues."""
    entries: frozenset[str] = frozenset()
    tree = Tree(entries, army=True)
    whole = Standing(NOTHING, None, tree)
    forces: list[tuple[Standing, Library | None]] = []
    waiting = [(node, whole) for node in root.of("force")]
    known: dict[int, Choices] = {}
    while waiting and len(forces) < MOST_FORCES:
        node, above = waiting.pop(0)
        library = libraries.get(catalogue_of(node))
        entry = _force_entry(node, library) if library is not None else None
        force = Standing(Member(entry or Node("force", {}), None), above, tree)
        force.name = node.name or force.name
        force.ids = force.ids | frozenset((node.get("catalogueId"), node.get("entryId"))) - {""}
        above.inner.append(force)
        forces.append((force, library))
        if library is not None:
            if id(library) not in known:
                known[id(library)] = Choices(library, roots(library))
            choices = known[id(library)]
            for selection in node.of("selection"):
                _put(selection, force, choices, 0)
        waiting += [(inner, force) for inner in node.of("force")]
    return whole, forces


def catalogue_of(force: Node) -> str:
    """By what the catalogue of a force is known."""
    return force.get("catalogueId") or plain(force.get("catalogueName"))


def of_units(chosen: Iterable[tuple[Library, Choosing]]) -> tuple[Standing, list[tuple[Standing, Library]]]:
    """Units as they were chosen from catalogues, as a list of which nothing else is known."""
    whole = Standing(NOTHING, None, Tree(frozenset()))
    out: list[tuple[Standing, Library]] = []
    for library, choosing in chosen:
        tree = Tree(library.entries())
        tree.whole = choosing.root.tree.whole
        unit = _copied(choosing, choosing.root, None, tree, 1)
        whole.inner.append(unit)
        out.append((unit, library))
    return whole, out


def _copied(choosing: Choosing, pick: Pick, above: Standing | None, tree: Tree, times: int) -> Standing:
    group = pick.member.group
    one = Standing(pick.member, above, tree, 1 if group else pick.number * times)
    one.name = choosing.called(pick.member, pick)
    one.points = 0.0 if group else choosing.points(pick.member, pick) * one.number
    if above is not None:
        above.inner.append(one)
    for inner in pick.inner:
        if inner.number:
            _copied(choosing, inner, one, tree, times if group else one.number)
    return one


def roots(library: Library) -> list[Member]:
    """What may stand in a force by itself: the entries of the catalogue and of its game system."""
    library.find("")  # reads what there is besides
    own = library.members(library.root)
    return own + [m for root in library.read[1:] if root.tag == "gameSystem" for m in library.members(root)]


class Choices:
    """What may be chosen in a place, through groups: by id and by name, with the groups on the way."""

    def __init__(self, library: Library, members: list[Member]) -> None:
        self.library = library
        self.by_id: dict[str, list[tuple[Member, ...]]] = {}
        self.by_name: dict[str, list[tuple[Member, ...]]] = {}
        self.left = MOST_MEMBERS
        self.known: dict[tuple[int, ...], Choices] = {}  # those of entries within, kept for all of the list
        for way in self._ways(members, ()):
            own = way[-1]
            self.by_id.setdefault(own.node.get("id"), []).append(way)
            for name in {plain(node.name) for node in own.both}:
                self.by_name.setdefault(name, []).append(way)

    def _ways(self, members: list[Member], groups: tuple[Member, ...]) -> Iterator[tuple[Member, ...]]:
        for member in members:
            self.left -= 1
            if self.left < 0:
                return
            if not member.group:
                yield (*groups, member)
            elif len(groups) < DEEPEST:
                yield from self._ways(self.library.members(*member.both), (*groups, member))

    def below(self, member: Member) -> Choices:
        """What may be chosen in an entry."""
        key = tuple(map(id, member.both))
        if key not in self.known:
            self.known[key] = Choices(self.library, self.library.members(*member.both))
            self.known[key].known = self.known
        return self.known[key]

    def meant(self, selection: Node) -> tuple[Member, ...] | None:
        """The entry that a selection of a roster is, after the groups in which it stands; None where there is none."""
        path = selection.get("entryId").split("::")
        group = selection.get("entryGroupId").rpartition("::")[2]
        found = self.by_id.get(path[-1]) or self.by_name.get(plain(selection.name), [])
        return max(found, key=lambda way: _agrees(way, path, group), default=None)


def _agrees(way: tuple[Member, ...], path: list[str], group: str) -> int:
    link, inner = way[-1].link, way[-2] if len(way) > 1 else None
    linked = link is not None and link.get("id") in path
    grouped = group in inner.ids if inner is not None else not group
    return 2 * linked + grouped


def _put(selection: Node, holder: Standing, choices: Choices, depth: int) -> None:
    """A selection with all under it, where it stands in the catalogue."""
    way = choices.meant(selection)
    if way is None:
        holder.strange.append(selection.name)
        return
    place = holder
    for group in way[:-1]:
        found = next((pick for pick in place.within if pick.member is group), None)
        if found is None:
            found = Standing(group, place, place.tree)
            place.inner.append(found)
        place = found
    one = Standing(way[-1], place, place.tree, number(selection))
    one.name = tidy(selection.get("customName")) or selection.name
    one.points = points(selection)
    one.ids = _categorised(one.member, selection)
    place.inner.append(one)
    inner = selection.of("selection")
    if inner and depth < 40:
        for child in inner:
            _put(child, one, choices.below(one.member), depth + 1)


def _categorised(member: Member, selection: Node) -> frozenset[str]:
    """The ids of an entry, with the categories that the list gives it in place of the catalogue's."""
    given = frozenset(node.get("entryId") or node.get("id") for node in selection.of("category")) - {""}
    if not given:
        return member.ids
    printed = {link.get("targetId") for node in member.both for link in node.of("categoryLink")}
    return (member.ids - printed - {node.get("categoryEntryId") for node in member.both}) | given


def _force_entry(node: Node, library: Library) -> Node | None:
    """The force of the catalogue or the game system that a force of a roster is: by its id, or else by its name."""
    wanted = node.get("entryId").rpartition("::")[2]
    library.find(wanted)
    library.find("")
    waiting = [inner for root in library.read for inner in root.of("forceEntry")]
    named: Node | None = None
    while waiting:
        entry = waiting.pop(0)
        if wanted and entry.get("id") == wanted:
            return entry
        if not wanted and named is None and plain(entry.name) == plain(node.name) != "":
            named = entry
        waiting += entry.of("forceEntry")
    return named
