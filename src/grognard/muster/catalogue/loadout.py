"""What a unit of a catalogue has when nobody chooses: what must stand, defaults, and of several choices the cheapest.

A unit is a tree of picks. What a pick must and may have depends on what else is picked (a squad of ten may take a second
gun, a weapons team takes the place of two men), so the tree is gone over until nothing changes any more.
"""

from __future__ import annotations

from ...common.schema import MOST_MODELS
from ...errors import GrognardError
from ..parsing.markup import tidy
from .library import DEEPEST, MOST_SELECTIONS, Library, Selection
from .modifiers import Member, Pick, Tree, changed, figure

ROUNDS = 8  # until what was chosen agrees with what it asks for
PRICED = 4  # how deep is looked for what a choice costs
MOST_PRICED = 3_000  # entries that are looked at for it


class Loadout:
    """A unit while it is chosen: the picks of it, always with all that must stand in them."""

    def __init__(self, library: Library, member: Member) -> None:
        self.library = library
        self.root = Pick(member, None, Tree(library.entries()), 1)
        self.root.asked = True
        self.picks = self.priced = 0
        self.made: dict[int, Pick] = {}  # the picks by the ids of the selections last made of them
        self.settle()

    # --- what holds of a choice -----------------------------------------------------------------------------------

    def at(self, member: Member, holder: Pick) -> Pick:
        """The pick of a member where it stands or would stand."""
        return next((p for p in holder.inner if p.member is member), None) or Pick(member, holder, holder.tree)

    def hidden(self, member: Member, at: Pick) -> tuple[bool, bool]:
        """Whether a choice is hidden, and whether that is known."""
        if not member.varied:
            return member.unseen, True
        sure = True
        for node in member.both:
            said, known = changed(node.get("hidden"), "hidden", (node,), at)
            if said == "true":
                return True, known
            sure = sure and known
        return False, sure

    def bound(self, member: Member, which: str, at: Pick, scopes: tuple[str, ...] = ("parent",)) -> int | None:
        """How many must ("min") or may ("max") stand in a place, or None when nothing is said or known."""
        found: list[int] = []
        for kind, scope, value, name in member.limits:
            if kind == which and scope in scopes:
                sure = True
                if member.varied:
                    value, sure = changed(value, name, member.both, at)
                number = int(figure(value))
                if number >= 0 and (sure or scopes == ("parent",)):  # -1 stands for no limit
                    found.append(number)
        if not found:
            return None
        return min(max(found) if which == "min" else min(found), MOST_MODELS)

    def least(self, member: Member, at: Pick) -> int:
        return 0 if self.hidden(member, at)[0] else self.bound(member, "min", at) or 0

    def most(self, member: Member, at: Pick) -> int:
        highest = self.bound(member, "max", at)
        return 0 if self.hidden(member, at)[0] else MOST_MODELS if highest is None else highest

    def points(self, member: Member, at: Pick) -> float:
        """The points of one of a member, without what stands under it."""
        total = 0.0
        for cost in member.node.of("cost"):
            kind = cost.get("typeId") or cost.get("costTypeId")
            if kind == "points" or cost.get("name").strip().lower() in ("pts", "points"):
                total += figure(changed(cost.get("value"), kind, member.both, at)[0])
        return total

    def price(self, member: Member, at: Pick, depth: int = 0) -> float:
        """What a choice costs, about: its points and those of what it must have."""
        total = 0.0 if member.group else self.points(member, at)
        self.priced += 1
        if depth >= PRICED or self.priced > MOST_PRICED:
            return total
        inner = self.library.members(*member.both)
        for one in inner:
            here = Pick(one, at, at.tree)
            if number := self.least(one, here):
                total += number * self.price(one, here, depth + 1)
        if member.group and inner and not any(self.least(one, Pick(one, at, at.tree)) for one in inner):
            default = default_of(member)
            named = [one for one in inner if default & one.ids]
            total += min(self.price(one, Pick(one, at, at.tree), depth + 1) for one in named or inner)
        return total

    # --- until it is whole ----------------------------------------------------------------------------------------

    def settle(self) -> None:
        """Everything that must stand in the picks, and nothing that nobody asked for. Raises GrognardError."""
        before: object = None
        for _ in range(ROUNDS):
            self.picks = self.priced = 0
            self.root.tree.looked = False
            asked = self.root.tree.effort
            self._fill(self.root, 0)
            self.root.tally()
            self.library.effort += (self.root.tree.effort - asked) // 20
            after = shape(self.root)
            if after == before or not self.root.tree.looked:
                return
            before = after

    def _fill(self, entry: Pick, depth: int) -> None:
        self._arrange(entry, 0, depth)
        for inner in entry.entries():
            self._fill(inner, depth + 1)

    def _arrange(self, holder: Pick, extra: int, depth: int) -> int:
        """What stands in an entry or group: what must, what was asked for, and defaults up to the least number."""
        members = self.library.members(*holder.member.both)
        self.picks += 1 + len(members) // 8
        self.library.effort += 1 + len(members) // 8
        if depth > DEEPEST or self.picks > MOST_SELECTIONS or self.library.effort > self.library.allowed:
            where = self.library.path.name
            raise GrognardError("links that go round in a circle, or too many selections", where=where)
        asked: dict[int, int] = {}
        counts: dict[int, int] = {}
        nested: dict[int, tuple[Pick, int]] = {}
        for m in members:
            if m.group:
                group = next((p for p in holder.inner if p.member is m), None)
                if group is None:
                    group = Pick(m, holder, holder.tree, 1)
                    holder.inner.append(group)
                    holder.tree.size += 1
                if self.hidden(m, group)[0]:
                    _empty(group)
                nested[id(m)] = group, self._arrange(group, 0, depth + 1) if not self.hidden(m, group)[0] else 0
            else:
                asked[id(m)] = sum(p.number for p in holder.inner if p.member is m and p.asked)
                at = self.at(m, holder)
                least = max(self.least(m, at), min(at.least, self.most(m, at)) if at.least else 0)
                counts[id(m)] = max(0, least - asked[id(m)])
        if holder.member.group:
            self._default(holder, extra, members, asked, counts, nested, depth)
        order = {id(m): i for i, m in enumerate(members)}
        for m in members:
            if not m.group:
                _number(holder, m, counts[id(m)])
        holder.inner = sorted((p for p in holder.inner if p.number), key=lambda p: order.get(id(p.member), 0))
        return sum(asked.values()) + sum(counts.values()) + sum(n for _, n in nested.values())

    def _default(
        self,
        group: Pick,
        extra: int,
        members: list[Member],
        asked: dict[int, int],
        counts: dict[int, int],
        nested: dict[int, tuple[Pick, int]],
        depth: int,
    ) -> None:
        """Fills a group up to its least number: its default first, then the cheapest, then the first of them."""
        most = self.most(group.member, group)
        have = sum(asked.values()) + sum(counts.values()) + sum(n for _, n in nested.values())
        short = max(self.bound(group.member, "min", group) or 0, extra, min(group.least, most)) - have
        if short > 0:
            for m in self._in_order(group, members):
                if short <= 0:
                    break
                if not m.group:
                    more = max(0, min(short, self.most(m, self.at(m, group)) - counts[id(m)] - asked[id(m)]))
                    counts[id(m)] += more
                    short -= more
                elif not self.hidden(m, nested[id(m)][0])[0]:
                    inner, before = nested[id(m)]
                    room = max(0, self.most(m, inner) - before)
                    after = self._arrange(inner, before + min(short, room), depth + 1)
                    nested[id(m)] = inner, after
                    short -= after - before
        for m in members if short < 0 else ():  # what was asked for takes the place of what only must stand
            if not m.group and have > most and asked and any(asked.values()):
                less = min(counts[id(m)], have - most)
                counts[id(m)] -= less
                have -= less

    def _in_order(self, group: Pick, members: list[Member]) -> list[Member]:
        """The members of a group as they are taken by default: its default, then those that are surely there, then the cheap.

        A default of the file that costs points is none where another piece of equipment is free.
        """
        default = default_of(group.member)
        prices = {id(m): self.price(m, self.at(m, group)) for m in members} if len(members) > 1 else {}
        sure = {id(m) for m in members if self.hidden(m, self.at(m, group)) == (False, True)}
        free = any(id(m) in sure and not prices.get(id(m), 1) and _equipment(m) for m in members)

        def last(m: Member) -> tuple[bool, bool, float]:
            price = prices.get(id(m), 0.0)
            is_default = bool(default & m.ids) and not (free and price > 0 and _equipment(m))
            return not is_default, id(m) not in sure, price

        return sorted(members, key=last)

    # --- what it comes to -----------------------------------------------------------------------------------------

    def selection(self) -> Selection:
        """What is chosen, as a selection with all under it."""
        self.made = {}
        tree = self.root.tree
        tree.reading, tree.printed = True, False
        chosen = self._selection(self.root)
        chosen.unsure, tree.reading = tree.printed, False
        return chosen

    def _selection(self, pick: Pick) -> Selection:
        node = pick.member.node
        chosen = Selection(node.name, node.get("type"), pick.number)
        self.made[id(chosen)] = pick
        chosen.called = self.called(pick.member, pick)
        chosen.points = self.points(pick.member, pick)
        for holder in pick.member.both:
            self.library.information(holder, chosen, pick)
        chosen.children = [self._selection(inner) for inner in pick.entries()]
        return chosen

    def called(self, member: Member, at: Pick) -> str:
        """The name of a choice as its link and its modifiers make it."""
        member.name = member.name or member.node.name
        return tidy(changed(member.name, "name", member.both, at)[0]) if member.varied else member.name

    def add_model(self) -> bool:
        """Puts the first model that may stand into a unit that need not have any; whether there is one."""
        return self._first_model(self.root, 0)

    def _first_model(self, holder: Pick, depth: int) -> bool:
        self.picks += 1
        for m in self.library.members(*holder.member.both) if depth <= 6 and self.picks < MOST_SELECTIONS else ():
            at = self.at(m, holder)
            if self.hidden(m, at)[0]:
                continue
            if m.group and (self._first_model(at, depth + 1)):
                return True
            if not m.group and m.node.get("type") == "model":
                self.put(m, holder)
                return True
        return False

    def put(self, member: Member, holder: Pick, number: int = 1) -> None:
        """Puts so many asked picks into a holder (which may stand in nothing yet) and makes the whole agree."""
        pick = Pick(member, holder, holder.tree, number)
        pick.asked = True
        holder.inner.append(pick)
        while holder.above is not None:
            holder.number = holder.number or 1
            if holder not in holder.above.inner:
                holder.above.inner.append(holder)
            holder = holder.above
        self.settle()

    def copied(self, met: dict[int, Pick]) -> Loadout:
        """A copy of the loadout; ``met`` tells its picks by the ids of those they were copied from."""
        other = Loadout.__new__(Loadout)
        other.library, other.picks, other.priced, other.made = self.library, 0, 0, {}
        tree = Tree(self.root.tree.entries)
        tree.whole, tree.size = self.root.tree.whole, self.root.tree.size
        other.root = self.root.copied(None, met, tree)
        return other


def shape(pick: Pick) -> tuple[object, ...]:
    """What is chosen in a pick, to tell whether it has changed."""
    return (id(pick.member), pick.number, *(shape(inner) for inner in pick.inner))


def default_of(member: Member) -> frozenset[str]:
    return frozenset(node.get("defaultSelectionEntryId") for node in member.both) - {""}


def _equipment(member: Member) -> bool:
    return not member.group and member.node.get("type") == "upgrade" and not member.node.of("selectionEntryGroup")


def _empty(group: Pick) -> None:
    """Takes away what nobody asked for."""
    group.inner = [p for p in group.inner if p.asked]


def _number(holder: Pick, member: Member, number: int) -> None:
    """Sets how many of a member stand in a pick, beside those that were asked for."""
    found = next((p for p in holder.inner if p.member is member and not p.asked), None)
    if found is not None:
        found.number = number
    elif number:
        holder.inner.append(Pick(member, holder, holder.tree, number))
        holder.tree.size += 1
