"""The limits of a list's own catalogues: how many there must and may be of an entry, of a group, of a category in a force.

Limits change with what else is chosen (modifiers under conditions). One that hangs on something that is not known is not
judged, and neither is one in percent: how many these are is told. A list is held to them as a whole: its forces, and of
every selection which entry of the catalogue it is, stand below.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from ..errors import GrognardError
from .catalogue.library import Library, file_name, own_id, read_root
from .catalogue.loadout import Loadout
from .catalogue.modifiers import FORCES, Member, Pick, Tree, based, changed, figure
from .formats.battlescribe import taken
from .formats.pasted import matched
from .formats.rosters import number, points
from .names import plain
from .parsing.documents import document
from .parsing.files import contents
from .parsing.listing import LONGEST
from .parsing.markup import Element, tidy
from .ref import beside, filed, place, wanted

MOST_CATALOGUES = 400  # files of a folder whose heads are looked at
MOST_PLACES = 150_000  # entries and groups that are looked at for one list
MOST_EFFORT = 400_000  # conditions of one list that are asked
MOST_FAULTS = 60
MOST_STRANGE = 8  # things that are not in the catalogue, by name
MOST_FORCES = 100
DEEPEST = 12  # groups within each other
MOST_MEMBERS = 20_000  # entries of one force that are looked through by name or id
NOTHING = Member(Element("roster", {}), None)
NAMES = {"selections": "", "points": "points", "pts": "points"}
PERCENT = "in percent"
UNKNOWN = "under conditions that are not known"
BEYOND = "of another kind"


class Judged(Struct, frozen=True):
    """The limits that a list breaks, and what of it was not judged; one sentence each."""

    faults: tuple[str, ...] = ()
    left: tuple[str, ...] = ()


def judged(ref: str, catalogues: Iterable[str] = ()) -> Judged:
    """Which limits of its catalogues a list breaks: a roster, a pasted list or units of a catalogue as they are taken.

    ``catalogues``: files to look in; without any those in the folder of the list. A file of another kind has no limits
    of this sort. Raises GrognardError for a file that cannot be read.
    """
    if ref.strip() == "-":
        with filed(ref) as came_in:
            return judged(came_in, catalogues)
    path, kind, unit = place(ref)
    if kind == "roster" and not unit:
        return of_file(path, catalogues)
    if kind == "text" and not unit:
        return _of_units(matched(contents(path, LONGEST), beside(path), catalogues))
    if kind == "catalogue" and unit:
        return _of_units([taken(path, *wanted(path, kind, unit))])
    return Judged()


def of_file(path: str | os.PathLike[str], catalogues: Iterable[str] = ()) -> Judged:
    """Which limits a roster breaks. Raises GrognardError for a file that cannot be read."""
    root = document(path)
    given = [Path(file) for file in catalogues]
    judging = _Judging()
    missing: list[str] = []
    try:
        libraries, missing = _at_hand(root, given, Path(beside(os.fspath(path))))
        whole, forces = of_roster(root, libraries)
        whole.tree.allowed = MOST_EFFORT
        for force, library in forces:
            if library is not None:
                judging.force(force, library, whole)
        if len(forces) >= MOST_FORCES:
            judging.places = MOST_PLACES + 1
        _revisions(root, libraries, judging)
    except GrognardError as error:
        if given:
            raise
        judging.left[f"limits: {error}"] += 1
    for name in missing:
        judging.left[f"no catalogue of {name} is at hand (--catalogue FILE), so its limits are not judged"] += 1
    return judging.told()


def _of_units(chosen: Sequence[tuple[Library, Loadout]]) -> Judged:
    judging = _Judging()
    whole, units = of_units(chosen)
    judging.whole = whole
    for unit, library in units:
        alike = [one for one, _ in units if one.member.node is unit.member.node]
        if alike[0] is unit:
            judging.root(alike)
        judging.selection(unit, library)
    return judging.told()


def _at_hand(root: Element, given: list[Path], folder: Path) -> tuple[dict[str, Library], list[str]]:
    """The catalogues of a roster's forces, and the names of those that are not at hand."""
    found: dict[str, Library] = {}
    missing: list[str] = []
    files = [(read_root(file).get("id"), read_root(file).name, file) for file in given]
    if not files:
        listed = [file for file in sorted(folder.iterdir()) if file.suffix.lower() in (".cat", ".catz")]
        files = [(own_id(file), file_name(file), file) for file in listed[:MOST_CATALOGUES]]
    waiting = root.of("force")
    while waiting:
        force = waiting.pop(0)
        waiting += force.of("force")
        key, name = catalogue_of(force), tidy(force.get("catalogueName"))
        if key in found or not force.of("selection"):
            continue
        same = [file for id, _, file in files if id and id == force.get("catalogueId")]
        same = same or [file for _, called, file in files if name and plain(called) == plain(name)]
        if not same and not key and len(given) == 1:
            same = given
        if same:
            found[key] = Library(same[0])
        elif name or key:
            missing.append(name or key)
    return found, list(dict.fromkeys(missing))


def _revisions(root: Element, libraries: dict[str, Library], judging: _Judging) -> None:
    """Tells of a roster that was made with another revision of its catalogue."""
    for force in root.of("force"):
        library = libraries.get(catalogue_of(force))
        made, here = force.get("catalogueRevision"), library.root.get("revision") if library is not None else ""
        if library is not None and made and here and made != here:
            said = f"the list was made with revision {made} of {library.root.name}, revision {here} is at hand"
            judging.left[tidy(said)] += 1


class _Judging:
    """A list while it is judged."""

    def __init__(self) -> None:
        self.faults: list[str] = []
        self.left: Counter[str] = Counter()
        self.seen: set[tuple[int, int]] = set()  # limits of a force or the list, told once
        self.barred: set[int] = set()  # units that cannot be chosen, of which that is told once
        self.places = 0
        self.whole: Listed | None = None

    def told(self) -> Judged:
        left = []
        for said, often in self.left.items():
            plural = "limit" if often == 1 else "limits"
            left.append(f"{often} {plural} {said}" if said in (PERCENT, UNKNOWN, BEYOND) else said)
        if len(self.faults) > MOST_FAULTS:
            left.append(f"{len(self.faults) - MOST_FAULTS} more broken limits")
        if self.places > MOST_PLACES:
            left.append("the list is larger than can be judged; the rest of it is not")
        return Judged(tuple(self.faults[:MOST_FAULTS]), tuple(left))

    # --- what stands where ----------------------------------------------------------------------------------------

    def force(self, force: Listed, library: Library, whole: Listed) -> None:
        """A force: its own limits, those of its categories, those of what may stand in it, and of all that does."""
        self.whole = whole
        self.strange(force, library, force.name)
        entry = force.member.node
        if entry.tag == "forceEntry":
            self.force_entry(force)
            for node in entry.of("categoryEntry", "categoryLink"):
                self.category(node, force, library)
        for member in roots(library):
            self.member(member, force, force, library)
        for unit in _entries(force):
            self.selection(unit, library)

    def force_entry(self, force: Listed) -> None:
        """How many selections stand in a force, and how many forces of a sort in the list."""
        member = force.member
        for limit in member.node.of("constraint"):
            if limit.get("field") == "forces" and force.above is not None:
                alike = [one for one in force.above.inner if one.member.node is member.node]
                if alike[0] is force:
                    self.hold(limit, member, force, len(alike), 1, force.name, "the list")
            elif limit.get("field") == "selections":
                self.hold(limit, member, force, force.count("", *_flags(limit)), 1, "selections", force.name)
            else:
                self.left[BEYOND] += 1

    def category(self, node: Element, force: Listed, library: Library) -> None:
        """How many of a category stand in a force."""
        target = library.find(node.get("targetId")) if node.tag == "categoryLink" else node
        member = Member(target, node) if target is not None and target is not node else Member(node, None)
        at = Listed(member, force, force.tree, 0)
        wanted = node.get("targetId") or node.get("id")
        for limit in member.both[-1].of("constraint"):
            if limit.get("field") not in NAMES:
                self.left[BEYOND] += 1
            else:
                found = force.count(wanted, *_flags(limit))
                if NAMES[limit.get("field")]:
                    found = sum(unit.spent() for unit in _entries(force) if unit.is_one(wanted))
                self.hold(limit, member, at, found, 1, node.name or member.node.name, force.name)

    def root(self, units: list[Listed]) -> None:
        """The limits of units of one entry in a list of which the force is not known: those of the whole list."""
        first, found = units[0], sum(unit.number for unit in units)
        for node in first.member.both:
            for limit in node.of("constraint"):
                if (limit.get("type"), limit.get("scope"), limit.get("field")) == ("max", "roster", "selections"):
                    self.hold(limit, first.member, first, found, 1, first.name, "the list")

    def selection(self, one: Listed, library: Library) -> None:
        """Something that is chosen, and all that is chosen in it."""
        self.strange(one, library, _titled(one))
        for member in library.members(*one.member.both):
            self.member(member, one, one, library)
        for inner in _entries(one):
            self.selection(inner, library)

    def strange(self, one: Listed, library: Library, title: str) -> None:
        for name in one.strange[:MOST_STRANGE]:
            self.faults.append(f"{title} has {name}, which stands nowhere there in {library.root.name}")
        if len(one.strange) > MOST_STRANGE:
            self.faults.append(
                f"{title} has {len(one.strange) - MOST_STRANGE} more things that {library.root.name} lacks"
            )

    def member(self, member: Member, place: Listed, holder: Listed, library: Library, depth: int = 0) -> None:
        """An entry or group that may be chosen in a place, ``holder`` being the entry or force that it belongs to."""
        self.places += 1
        if self.places > MOST_PLACES or depth > 12:
            return
        picks = [pick for pick in place.within if pick.member is member]
        at = picks[0] if picks else Listed(member, place, place.tree, 0)
        hidden, sure = _hidden(member, at)
        if hidden:
            if sure and picks and not member.group and id(holder.outermost) not in self.barred:
                self.barred |= {id(pick) for pick in picks} if holder.member.node.tag in FORCES else set()
                self.faults.append(f"{_titled(holder)} has {at.name}, which cannot be chosen with what else there is")
            return
        for node in member.both:
            for limit in node.of("constraint"):
                if sure or limit.get("type") != "min":
                    self.limit(limit, node, member, at, picks, holder)
        if member.group:
            for inner in library.members(*member.both):
                self.member(inner, at, holder, library, depth + 1)

    # --- limits ---------------------------------------------------------------------------------------------------

    def limit(
        self, limit: Element, node: Element, member: Member, at: Listed, picks: list[Listed], holder: Listed
    ) -> None:
        """One limit of an entry or group, where it may be chosen."""
        scope = limit.get("scope")
        alone = not at.tree.army and scope in ("force", "roster")  # what the rest of the army has is not known
        if alone and limit.get("type") == "min":
            return
        base = holder if scope == "parent" else self.whole if scope == "roster" or alone else based(scope, at)
        if limit.get("field") not in NAMES or not isinstance(base, Listed):
            if figure(limit.get("value")) >= 0 and picks:
                self.left[BEYOND] += 1
            return
        if scope not in ("parent", "self"):
            if (id(limit), id(base)) in self.seen:
                return
            self.seen.add((id(limit), id(base)))
        own = [pick for one in picks for pick in (_entries(one) if member.group else [one])]
        found: float
        if NAMES[limit.get("field")]:
            found = sum(pick.spent() for pick in own) if scope == "parent" else 0.0
            if scope != "parent":
                self.left[BEYOND] += 1
                return
        elif scope == "parent" and limit.get("shared") != "true":
            found = sum(pick.number for pick in own)
        else:
            deep, forces = _flags(limit)
            wanted = node.get("id") if limit.get("shared") != "true" else member.node.get("id")
            found = base.counted(deep, forces)[wanted]
        times = max(1, base.number) if scope == "parent" else 1
        title = "the list" if base is self.whole else _titled(base)
        self.hold(limit, member, at, found, times, at.name, title, bool(base.strange))

    def hold(
        self,
        limit: Element,
        member: Member,
        at: Listed,
        found: float,
        times: int,
        name: str,
        title: str,
        partly: bool = False,
    ) -> None:
        """Holds a number against a limit; ``times``: for so many of what it is a limit of."""
        if limit.get("percentValue") == "true":
            self.left[PERCENT] += 1
            return
        points = NAMES.get(limit.get("field"), "")
        least = limit.get("type") == "min"
        value, sure = changed(limit.get("value"), limit.get("id"), member.both, at)
        most = figure(value) * times
        if most < 0 or (points and most <= 0) or limit.get("type") not in ("min", "max"):
            return
        if (found >= most if least else found <= most) or (least and partly):
            return
        if not sure:
            self.left[UNKNOWN] += 1
            return
        what = f"{found:g} points of {name}" if points else f"{found:g} {name}"
        has = "have" if times > 1 else "has"
        self.faults.append(f"{title} {has} {what}, at {'least' if least else 'most'} {most:g}")


def _flags(limit: Element) -> tuple[bool, bool]:
    return limit.get("includeChildSelections") == "true", limit.get("includeChildForces") == "true"


def _hidden(member: Member, at: Listed) -> tuple[bool, bool]:
    """Whether an entry cannot be chosen where it is, and whether that is known."""
    known = True
    for node in member.both:
        said, sure = changed(node.get("hidden"), "hidden", (node,), at)
        if said == "true":
            return True, sure
        known = known and sure
    return False, known


def _entries(holder: Listed) -> list[Listed]:
    """What is chosen in a place, through groups; forces within a force left out."""
    return [pick for pick in holder.entries() if isinstance(pick, Listed) and pick.member.node.tag != "forceEntry"]


def _titled(one: Listed) -> str:
    """What something is called: a unit by its name, what stands in it with the unit's."""
    unit = one.outermost
    title = f"{one.number} {one.name}" if one.number > 1 and unit is not one else one.name
    return title if unit is one or not isinstance(unit, Listed) else f"{title} of {unit.name}"


# --- a list as it stands in its catalogues ------------------------------------------------------------------------------


class Listed(Pick):
    """A pick of a list that is whole: ``number`` is how many of it there are in all, ``points`` what they cost together."""

    __slots__ = ("counters", "ids", "name", "points", "strange")

    def __init__(self, member: Member, above: Listed | None, tree: Tree, total: int = 1) -> None:
        super().__init__(member, above, tree, total)
        self.points = 0.0
        self.name = member.node.name
        self.ids = member.ids  # its entry, link and categories; of a force its catalogue too
        self.strange: list[str] = []  # what stands in it and not in the catalogue
        self.counters: dict[tuple[bool, bool], Counter[str]] = {}

    @property
    def within(self) -> list[Listed]:
        """What stands in it, groups and forces among them."""
        return [pick for pick in self.inner if isinstance(pick, Listed)]

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
            waiting: list[tuple[Listed, tuple[str, ...]]] = [(pick, ()) for pick in self.within]
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

    def worth(self, field: str, wanted: str) -> float | None:
        """What the things wanted cost in it, itself among them; None for another cost than points."""
        if field not in NAMES:
            return None
        own = self.points if self.is_one(wanted) else 0.0
        return own + sum(pick.worth(field, wanted) or 0.0 for pick in self.within)

    def spent(self) -> float:
        """The points of it with all that stands in it."""
        return self.points + sum(pick.spent() for pick in self.within)


def _is_force(pick: Pick) -> bool:
    return pick.member.node.tag in FORCES


def of_roster(root: Element, libraries: dict[str, Library]) -> tuple[Listed, list[tuple[Listed, Library | None]]]:
    """A roster, and each force of it with its catalogue; ``libraries`` by the ids that forces give their catalogues."""
    entries: frozenset[str] = frozenset()
    tree = Tree(entries, army=True)
    whole = Listed(NOTHING, None, tree)
    forces: list[tuple[Listed, Library | None]] = []
    waiting = [(node, whole) for node in root.of("force")]
    known: dict[int, Choices] = {}
    while waiting and len(forces) < MOST_FORCES:
        node, above = waiting.pop(0)
        library = libraries.get(catalogue_of(node))
        entry = _force_entry(node, library) if library is not None else None
        force = Listed(Member(entry or Element("force", {}), None), above, tree)
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


def catalogue_of(force: Element) -> str:
    """The id, or else the name, by which the catalogue of a force is known."""
    return force.get("catalogueId") or plain(force.get("catalogueName"))


def of_units(chosen: Iterable[tuple[Library, Loadout]]) -> tuple[Listed, list[tuple[Listed, Library]]]:
    """Units as they were chosen from catalogues, as a list of which nothing else is known."""
    whole = Listed(NOTHING, None, Tree(frozenset()))
    out: list[tuple[Listed, Library]] = []
    for library, loadout in chosen:
        tree = Tree(library.entries())
        tree.whole = loadout.root.tree.whole
        unit = _copied(loadout, loadout.root, None, tree, 1)
        whole.inner.append(unit)
        out.append((unit, library))
    return whole, out


def _copied(loadout: Loadout, pick: Pick, above: Listed | None, tree: Tree, times: int) -> Listed:
    group = pick.member.group
    one = Listed(pick.member, above, tree, 1 if group else pick.number * times)
    one.name = loadout.called(pick.member, pick)
    one.points = 0.0 if group else loadout.points(pick.member, pick) * one.number
    if above is not None:
        above.inner.append(one)
    for inner in pick.inner:
        if inner.number:
            _copied(loadout, inner, one, tree, times if group else one.number)
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

    def meant(self, selection: Element) -> tuple[Member, ...] | None:
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


def _put(selection: Element, holder: Listed, choices: Choices, depth: int) -> None:
    """A selection with all under it, where it stands in the catalogue."""
    way = choices.meant(selection)
    if way is None:
        holder.strange.append(selection.name)
        return
    place = holder
    for group in way[:-1]:
        found = next((pick for pick in place.within if pick.member is group), None)
        if found is None:
            found = Listed(group, place, place.tree)
            place.inner.append(found)
        place = found
    one = Listed(way[-1], place, place.tree, number(selection))
    one.name = tidy(selection.get("customName")) or selection.name
    one.points = points(selection)
    one.ids = _categorised(one.member, selection)
    place.inner.append(one)
    inner = selection.of("selection")
    if inner and depth < 40:
        for child in inner:
            _put(child, one, choices.below(one.member), depth + 1)


def _categorised(member: Member, selection: Element) -> frozenset[str]:
    """The ids of an entry, with the categories that the list gives it in place of the catalogue's."""
    given = frozenset(node.get("entryId") or node.get("id") for node in selection.of("category")) - {""}
    if not given:
        return member.ids
    printed = {link.get("targetId") for node in member.both for link in node.of("categoryLink")}
    return (member.ids - printed - {node.get("categoryEntryId") for node in member.both}) | given


def _force_entry(node: Element, library: Library) -> Element | None:
    """The force of the catalogue or the game system that a force of a roster is: by its id, or else by its name."""
    wanted = node.get("entryId").rpartition("::")[2]
    library.find(wanted)
    library.find("")
    waiting = [inner for root in library.read for inner in root.of("forceEntry")]
    named: Element | None = None
    while waiting:
        entry = waiting.pop(0)
        if wanted and entry.get("id") == wanted:
            return entry
        if not wanted and named is None and plain(entry.name) == plain(node.name) != "":
            named = entry
        waiting += entry.of("forceEntry")
    return named
