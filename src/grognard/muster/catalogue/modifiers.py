"""What a catalogue's values become: its modifiers under their conditions, as far as these can be known of one unit.

A unit of a catalogue stands in no army. What a condition asks of the unit itself is known; of the army it is known only
when the unit alone meets it, or when the whole list is at hand (``limits``). A modifier whose conditions are not known
leaves the value as it is printed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from math import ceil, floor

from ...common.schema import MOST_MODELS
from ...kernel.memo import memo
from ..parsing.markup import Element

DEEPEST = 12  # groups of conditions and of modifiers within each other
MOST_EFFORT = (
    200_000  # conditions of one unit that are asked, and picks that they look at; the largest there is asks for 10,000
)
MOST_TIMES = 200  # that one modifier is repeated
FIGURE = re.compile(r"-?[0-9]{1,7}(\.[0-9]{1,6})?")
ARMY = ("force", "roster", "primary-catalogue", "primary-category", "category")  # of these a unit is only a part
FORCES = ("force", "forceEntry")


class Member:
    """An entry or group where it may be chosen: the thing itself and the link that leads to it, if one does."""

    __slots__ = ("both", "group", "ids", "limits", "link", "name", "node", "unseen", "varied")

    def __init__(self, node: Element, link: Element | None) -> None:
        self.node = node
        self.name = ""  # kept once it is asked for
        self.link = link
        self.both: tuple[Element, ...] = (node,) if link is None else (node, link)
        self.group = node.tag == "selectionEntryGroup"
        self.varied = self.unseen = False
        self.limits: list[
            tuple[str, str, str, str]
        ] = []  # how many there must and may be: (min or max, scope, value, id)
        ids: set[str] = set()
        for one in self.both:  # in one go: a catalogue has tens of thousands of links
            ids |= {one.get("id"), one.get("categoryEntryId")}
            self.unseen = self.unseen or one.get("hidden") == "true"
            for c in one.children:
                if c.tag == "categoryLink":
                    ids.add(c.get("targetId"))
                elif c.tag == "constraint":
                    if c.get("field") == "selections" and c.get("percentValue") != "true":
                        self.limits.append((c.get("type"), c.get("scope"), c.get("value"), c.get("id")))
                elif c.tag in ("modifier", "modifierGroup"):
                    self.varied = True
        self.ids = frozenset(ids - {""})


class Tree:
    """What all picks of one unit share: the ids of the entries that exist, and what was asked while it was built."""

    __slots__ = ("allowed", "army", "effort", "entries", "looked", "printed", "reading", "size", "unknown", "whole")

    def __init__(self, entries: frozenset[str], army: bool = False) -> None:
        self.entries = entries
        self.army = army  # whether the army in which the unit stands is known
        self.allowed = MOST_EFFORT
        self.whole: Counter[str] = Counter()  # how many there are of everything, by ids and sorts, when last counted
        self.size = 1  # picks when last counted
        self.effort = 0  # picks that conditions have looked at
        self.looked = False  # whether a condition asked what is chosen
        self.unknown: set[int] = set()  # modifiers whose conditions are not known
        self.reading = False  # whether what is chosen is read, not chosen
        self.printed = False  # whether a value that was read stays as it is printed, for its conditions are not known


class Pick:
    """An entry that is chosen, or a group out of which others are: how many for each of what it stands under."""

    __slots__ = ("above", "asked", "inner", "least", "member", "number", "tree")

    def __init__(self, member: Member, above: Pick | None, tree: Tree, number: int = 0) -> None:
        self.member = member
        self.above = above
        self.tree = tree
        self.number = number
        self.asked = False  # for by the player: it stays
        self.least = 0  # of a group or entry: how many the player wants in it
        self.inner: list[Pick] = []

    @property
    def parent(self) -> Pick | None:
        """The entry in which it stands, through groups."""
        found = self.above
        while found is not None and found.member.group:
            found = found.above
        return found

    @property
    def root(self) -> Pick:
        found = self
        while found.above is not None:
            found = found.above
        return found

    @property
    def outermost(self) -> Pick:
        """The unit in which it stands: the last before the force."""
        line = [pick for pick in self.line() if pick.member.node.tag not in (*FORCES, "roster")]
        return line[-1] if line else self

    def line(self) -> Iterator[Pick]:
        """Itself and all it stands in."""
        found: Pick | None = self
        while found is not None:
            yield found
            found = found.above

    def copied(self, above: Pick | None, met: dict[int, Pick], tree: Tree) -> Pick:
        """A copy of the pick with all in it; ``met`` tells the copies by the ids of the originals."""
        other = met[id(self)] = Pick(self.member, above, tree, self.number)
        other.asked, other.least = self.asked, self.least
        other.inner = [inner.copied(other, met, tree) for inner in self.inner]
        return other

    def entries(self) -> Iterator[Pick]:
        """The entries chosen in it, through groups."""
        for pick in self.inner:
            if pick.member.group:
                yield from pick.entries()
            elif pick.number:
                yield pick

    def is_one(self, wanted: str) -> bool:
        """Whether it is what a condition names: by id, by category, by sort."""
        return wanted in ("", "any") or wanted in self.member.ids or wanted == self.member.node.get("type")

    def tally(self) -> None:
        """Counts everything that is chosen, for what asks of the whole army."""
        whole: Counter[str] = Counter()
        waiting: list[tuple[Pick, int, tuple[str, ...]]] = [(self, 1, ())]
        while waiting:
            pick, number, groups = waiting.pop()
            if pick.member.group:
                groups = (*groups, *pick.member.ids)
            else:
                number = min(number * pick.number, MOST_MODELS * MOST_MODELS)
                for one in (*pick.member.ids, *groups, pick.member.node.get("type"), "any"):
                    whole[one] += number
                groups = ()
            waiting += [(inner, number, groups) for inner in pick.inner if inner.number]
        self.tree.whole = whole

    def count(self, wanted: str, deep: bool, forces: bool = False) -> float:
        """How many of something are chosen in it; ``deep``: at any depth; ``forces``: in forces within a force too."""
        total = 0.0
        for pick in self.inner:
            if pick.member.group:
                own = wanted in pick.member.ids
                total += sum(one.number for one in pick.entries()) if own else pick.count(wanted, deep)
            elif pick.number:
                total += pick.number * (pick.is_one(wanted) + (pick.count(wanted, deep) if deep else 0))
        return min(total, MOST_MODELS * MOST_MODELS)

    def worth(self, field: str, wanted: str) -> float | None:
        """What the things wanted cost in it, itself among them, by the printed costs of a sort; None when these change."""
        total = 0.0
        waiting: list[tuple[Pick, int]] = [(self, 1)]
        while waiting:
            pick, number = waiting.pop()
            if not pick.member.group and pick.is_one(wanted):
                prices = _prices(pick.member, field)
                if prices is None:
                    return None
                total += number * sum(prices)
            waiting += [
                (inner, number * (1 if inner.member.group else inner.number)) for inner in pick.inner if inner.number
            ]
        return total


def _prices(member: Member, field: str) -> list[float] | None:
    """The costs of this sort of one of a member as they are printed; None when they change."""
    if any(m.get("field") == field or m.get("field") == "points" for node in member.both for m, _ in _modifiers(node)):
        return None
    costs = [
        cost
        for cost in member.node.of("cost")
        if field in (cost.get("typeId"), cost.get("costTypeId"), cost.get("name"))
    ]
    return [figure(cost.get("value")) for cost in costs]


def changed(value: str, field: str, holders: Sequence[Element], at: Pick | None = None) -> tuple[str, bool]:
    """A value after the modifiers that apply to it, and whether all that could change it is known.

    ``at``: where in the unit the value stands; without it only modifiers without conditions are known.
    """
    sure = True
    if not field:
        return value, sure
    if at is not None and at.tree.effort > at.tree.allowed:
        return value, False
    for holder in holders:
        for modifier, under in _modifiers(holder):
            if modifier.get("field") != field:
                continue
            applies = _all(under, at, 0)
            times = _times(under, at) if applies else 0
            if applies is None or times is None:
                sure = False
                if at is not None:
                    at.tree.unknown.add(id(modifier))
                    at.tree.printed = at.tree.printed or (at.tree.reading and field != "name")
            elif applies and times:
                value = _applied(modifier, value, field, times)
    return value, sure


def _modifiers(
    holder: Element, under: tuple[Element, ...] = (), depth: int = 0
) -> Iterator[tuple[Element, tuple[Element, ...]]]:
    """The modifiers of something with the conditions and repeats that they stand under."""
    for node in holder.children:
        if node.tag == "modifier":
            yield node, (*under, *node.children)
        elif node.tag == "modifierGroup" and depth < DEEPEST:
            own = [c for c in node.children if c.tag in ("condition", "conditionGroup", "repeat")]
            yield from _modifiers(node, (*under, *own), depth + 1)


def _applied(modifier: Element, value: str, field: str, times: int) -> str:
    how, by = modifier.get("type"), modifier.get("value")
    if how == "append" or (how == "set" and field == "name" and by.startswith("(")):
        return f"{value}{by}" if by[:1] in (",", " ") else f"{value} {by}"
    if how == "set":
        return by
    if how in ("increment", "decrement") and re.fullmatch(r"-?[0-9.]+", value):
        return f"{figure(value) + figure(by) * times * (1 if how == 'increment' else -1):g}"
    return value


def figure(words: str) -> float:
    """A number as these files write it, 0 when it is none or beyond reason."""
    return _figure(words) if len(words) < 20 else 0.0


@memo(1000)
def _figure(words: str) -> float:
    return float(words) if FIGURE.fullmatch(words.strip()) else 0.0


# --- conditions: yes, no, or not known --------------------------------------------------------------------------------


def _all(nodes: Sequence[Element], at: Pick | None, depth: int, any_of: bool = False) -> bool | None:
    """Whether all of the conditions hold, or one at least; None when it depends on what is not known."""
    found = [_holds(node, at, depth) for node in nodes if node.tag in ("condition", "conditionGroup")]
    if any_of and found:
        return True if True in found else None if None in found else False
    return False if False in found else None if None in found else True


def _holds(node: Element, at: Pick | None, depth: int) -> bool | None:
    if at is None or depth > DEEPEST or at.tree.effort > at.tree.allowed:
        return None
    at.tree.effort += 1
    if node.tag == "conditionGroup":
        return _all(node.children, at, depth + 1, node.get("type") == "or")
    how, wanted = node.get("type"), node.get("childId")
    if how in ("instanceOf", "notInstanceOf"):
        known = _is_within(node.get("scope"), wanted, at)
        return known if known is None or how == "instanceOf" else not known
    counted = _counted(node, at)
    if counted is None:
        return None
    number, exact = counted
    value = figure(node.get("value"))
    holds = {
        "atLeast": number >= value,
        "greaterThan": number > value,
        "atMost": number <= value,
        "lessThan": number < value,
        "equalTo": number == value,
        "notEqualTo": number != value,
    }.get(how)
    if exact or holds is None:
        return holds
    if how in ("atLeast", "greaterThan"):  # there may be more in the army, never less
        return True if holds else None
    if how in ("atMost", "lessThan"):
        return None if holds else False
    return None if number <= value else how == "notEqualTo"


def _is_within(scope: str, wanted: str, at: Pick) -> bool | None:
    """Whether what a scope names is, or stands in, the thing wanted."""
    line = [pick for pick in at.line() if pick is not at]
    if scope == "ancestor":
        looked = line
    elif scope == "parent":
        looked = [at.parent] if at.parent is not None else []
    elif scope == "self":
        looked = [at]
    elif scope in ARMY and not at.tree.army:
        return None
    else:
        one = based(scope, at)
        looked = [one] if one is not None else []
    if any(pick.is_one(wanted) for pick in looked):
        return True
    if not looked or (scope == "ancestor" and wanted not in at.tree.entries and not at.tree.army):
        return None  # it may be a sort of army
    if any(pick.member.node.tag == "force" for pick in looked):
        return None  # of a force that is in no catalogue nobody knows what it is
    return False


def based(scope: str, at: Pick) -> Pick | None:
    """The pick that a scope means, seen from another: what it stands in, itself, its force, the whole list, or one by id."""
    if scope == "parent":
        return at.parent
    if scope == "self":
        return at
    if scope in ("force", "primary-catalogue"):
        return next((pick for pick in at.line() if pick.member.node.tag in FORCES), None)
    if scope == "roster":
        return at.root if at.root.member.node.tag == "roster" else None
    if scope in ("primary-category", "category", "root-entry"):
        return at.outermost
    return _named(scope, at)


def _named(scope: str, at: Pick) -> Pick | None:
    """The pick that a scope names by id or by sort: itself or one in which it stands."""
    return next((p for p in at.line() if scope in p.member.ids or scope == p.member.node.get("type")), None)


def _counted(node: Element, at: Pick) -> tuple[float, bool] | None:
    """How many there are of what a condition or repeat names, and whether that is all; None when it cannot be said."""
    field, scope, wanted = node.get("field"), node.get("scope"), node.get("childId")
    percent = node.get("percentValue") == "true"
    at.tree.looked = True
    partly = scope in ("force", "roster") and not at.tree.army  # the unit is a part of it
    if (
        (scope in ARMY[2:] and not at.tree.army)
        or (partly and percent)
        or field in ("", "forces")
        or field.startswith("limit:")
    ):
        return None
    if partly and field == "selections":
        return at.tree.whole[wanted or "any"], False
    deep, forces = node.get("includeChildSelections") == "true", node.get("includeChildForces") == "true"
    at.tree.effort += at.tree.size if deep or field != "selections" else 1
    base = at.outermost if partly else based(scope, at)
    if base is None:
        return None

    def counted(what: str) -> float | None:
        return base.count(what, deep, forces) if field == "selections" else base.worth(field, what)

    number = counted(wanted)
    if number is None or not percent:
        return None if number is None else (number, not partly)
    whole = counted("any")
    return None if whole is None else (100 * number / whole if whole else 0.0, True)


def _times(under: Sequence[Element], at: Pick | None) -> int | None:
    """How often a modifier applies: once, or as often as its repeats say."""
    repeats = [node for node in under if node.tag == "repeat"]
    if not repeats:
        return 1
    total = 0
    for node in repeats:
        counted = _counted(node, at) if at is not None else None
        if counted is None or not counted[1]:
            return None
        each = figure(node.get("value")) or 1.0
        often = ceil(counted[0] / each) if node.get("roundUp") == "true" else floor(counted[0] / each)
        total += often * int(figure(node.get("repeats")) or 1)
    return max(0, min(total, MOST_TIMES))
