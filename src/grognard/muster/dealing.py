"""A selection of a roster as each model has it: numbers and costs stand there as totals, and some have what others have not."""

from __future__ import annotations

from ..common.schema import MOST_MODELS
from ..errors import GrognardError
from .library import MOST_SELECTIONS, Selection, figure, profile_of
from .markup import Node, tidy

MOST_IN_ALL = 20_000  # selections of one roster, dealt out


def selections(node: Node, where: str, spent: list[int] | None = None) -> list[Selection]:
    """A selection of a roster as those that it stands for: numbers and points for each of what they stand under.

    One unit chosen several times is as many units. ``spent``: how many were read of this roster before, to be counted on.
    Raises GrognardError for more selections than any list has.
    """
    taken = [0]
    found = _selections(node, taken, where)
    if spent is not None:
        spent[0] += taken[0]
        if spent[0] > MOST_IN_ALL:
            raise GrognardError(f"more than {MOST_IN_ALL} selections", where=where)
    return found


def _selections(node: Node, taken: list[int], where: str) -> list[Selection]:
    parts = _dealt(node, taken, where)
    if node.get("type") == "unit":
        alone = [_single(part, number(part)) for part in parts for _ in range(number(part))]
        return [_selection(part, 1, taken, where) for part in alone]
    found = [_selection(part, 1, taken, where) for part in parts]
    if len(found) == 1:
        return found
    whole = Selection(tidy(node.get("customName")) or node.name, "unit", 1)
    whole.children = found
    return [whole]


def number(node: Node) -> int:
    """How many of a selection there are in all, at least one."""
    return min(max(int(figure(node.get("number") or "1")), 1), MOST_MODELS + 1)


def points(node: Node) -> float:
    """The points that stand at a node itself, for all of them together."""
    return sum(figure(cost.get("value")) for cost in node.of("cost") if is_points(cost))


def is_points(cost: Node) -> bool:
    """Whether a cost is counted in points."""
    kind = cost.get("typeId") or cost.get("costTypeId")
    return kind == "points" or cost.get("name").strip().lower() in ("pts", "points")


def _selection(node: Node, above: int, taken: list[int], where: str) -> Selection:
    taken[0] += 1
    if taken[0] > MOST_SELECTIONS:
        raise GrognardError(f"a unit of more than {MOST_SELECTIONS} selections", where=where)
    total = number(node)
    chosen = Selection(tidy(node.get("customName")) or node.name, node.get("type"), max(1, round(total / above)))
    chosen.points = points(node) / (chosen.number * above)
    chosen.profiles = [profile_of(profile) for profile in node.of("profile")]
    chosen.rules = [rule.name for rule in node.of("rule")]
    chosen.children = [_selection(child, chosen.number * above, taken, where) for child in node.of("selection")]
    return chosen


def _dealt(node: Node, seen: list[int], where: str) -> list[Node]:
    """A selection as the groups of those who are alike: what some have and others not is dealt out one by one.

    Whoever has got one such thing is the last to get another: of eight rifles and two melters among ten men each has one.
    """
    seen[0] += 1
    if seen[0] > MOST_SELECTIONS:
        raise GrognardError(f"a unit of more than {MOST_SELECTIONS} selections", where=where)
    total = number(node)
    inner = [part for child in node.of("selection") for part in _dealt(child, seen, where)]
    whole = Node(node.tag, node.attributes)
    whole.children = [child for child in node.children if child.tag != "selection"] + inner
    odd = [number(child) % total for child in inner]
    if total < 2 or total > MOST_MODELS or not any(odd):
        return [whole]
    has: list[list[bool]] = [[] for _ in range(total)]
    at = 0
    for n in odd:
        got = {(at + k) % total for k in range(n)}
        at += n
        for i, own in enumerate(has):
            own.append(i in got)
    alike: dict[tuple[bool, ...], int] = {}
    for got_so in map(tuple, has):
        alike[got_so] = alike.get(got_so, 0) + 1
    return [_share(whole, so, n, total) for so, n in alike.items()]


def _share(node: Node, has: tuple[bool, ...], n: int, total: int) -> Node:
    """A part of a group of models: each has what all have, and the odd things that ``has`` says."""
    part = Node(node.tag, {**node.attributes, "number": str(n)})
    more = iter(has)
    for child in node.children:
        if child.tag == "cost":
            part.children.append(_part_of_cost(child, n, total))
        elif child.tag == "selection":
            if have := (number(child) // total + next(more)) * n:
                part.children.append(_scaled(child, have))
        else:
            part.children.append(child)
    return part


def _single(node: Node, total: int) -> Node:
    return _scaled(node, 1) if total > 1 else node


def _scaled(node: Node, have: int) -> Node:
    """A selection with all under it, so many of it in place of those there are; all of them are alike."""
    total = number(node)
    out = Node(node.tag, {**node.attributes, "number": str(have)})
    for child in node.children:
        if child.tag == "selection":
            out.children.append(_scaled(child, max(1, number(child) * have // total)))
        elif child.tag == "cost":
            out.children.append(_part_of_cost(child, have, total))
        else:
            out.children.append(child)
    return out


def _part_of_cost(cost: Node, part: int, total: int) -> Node:
    value = figure(cost.get("value")) * part / total
    return Node("cost", {**cost.attributes, "value": f"{value:.6f}"})
