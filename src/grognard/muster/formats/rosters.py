"""Rosters of BattleScribe and New Recruit, XML or JSON, packed or not: what a player chose, as a force of ``usr``.

Numbers and costs stand there as totals of a selection; here they are dealt out to the models, of which some have what
others have not.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from ...common.profiles import Force, Kind
from ...common.schema import MOST_MODELS, Schema
from ...errors import Faults, GrognardError
from ..catalogue.library import MOST_SELECTIONS, Selection, profile_of
from ..catalogue.modifiers import figure
from ..forces import MOST_UNITS, registered, tally
from ..parsing.documents import document
from ..parsing.markup import Element, tidy
from ..vocabulary import edition
from ..vocabulary.wording import factions
from .battlescribe import built, of_factions

MOST_IN_ALL = 20_000  # selections of one roster, dealt out


def load_roster(path: str | Path, schema_of: Callable[[str], Schema] | None = None) -> Force:
    """The force of a roster. Selections that are no unit stand by name in ``Force.unread``.

    Raises GrognardError for a file that cannot be read, Faults for units whose figures cannot.
    """
    schema = (schema_of or registered)("usr")
    name = os.path.basename(path)
    root = document(path)
    if root.tag != "roster":
        raise GrognardError("no roster", where=name, hint="name a unit of a catalogue with FILE:UNIT")
    ours = edition.check(root, name)
    kinds: list[Kind] = []
    left: dict[str, float] = {}  # what is no unit, with its points
    faults: list[GrognardError] = []
    spent = [0]
    for node, whose in _chosen(root):
        if len(kinds) >= MOST_UNITS:
            raise GrognardError(f"more than {MOST_UNITS} units", where=name)
        for selection in selections(node, name, spent):
            try:
                found = built(selection, schema, f"{name}, unit {selection.name!r}")
                kinds += of_factions(found, factions(whose, [one.name for one in node.of("category")]), schema)
            except Faults as error:
                faults += error.faults
            except GrognardError:
                left[selection.name] = left.get(selection.name, 0.0) + _cost(node)
    if not ours and (faults or not kinds):
        raise edition.refusal(root.get("gameSystemName"), root.get("gameSystemId"), "roster", name)
    if faults:
        raise Faults(faults)
    if not kinds:
        raise GrognardError("no unit of this game in the roster", where=name)
    wrong = tuple(_faults(root, kinds, left))
    return Force(
        schema.id,
        root.name or name,
        tuple(kinds),
        (*tally(kinds), *((name, 1) for name in left if name)),
        (("faults", wrong),) if wrong else (),
    )


def _chosen(root: Element) -> list[tuple[Element, str]]:
    """The selections that stand directly in a force or in a force within it, each with the catalogue of the force."""
    out: list[tuple[Element, str]] = []
    waiting = root.of("force")
    while waiting:
        force = waiting.pop(0)
        out += [(node, tidy(force.get("catalogueName"))) for node in force.of("selection")]
        waiting = force.of("force") + waiting
    return out


def _faults(root: Element, kinds: list[Kind], left: dict[str, float]) -> list[str]:
    """What does not add up: the costs of the selections, the roster's own total and limit, and the units that were read."""
    said = [cost for cost in root.of("cost") if is_points(cost)]
    total = sum(_cost(node) for node, _ in _chosen(root))
    counted = sum(kind.points for kind in kinds)
    out = []
    if said and abs(points(root) - total) >= 1:
        out.append(f"the selections cost {total:g} points together, the roster itself says {points(root):g}")
    if abs(total - counted) >= 1:
        others = ", ".join(name for name, cost in left.items() if cost)
        of = f" ({others})" if others else ""
        out.append(
            f"the units cost {counted} points, all selections {total:g}: the rest is for what is no unit here{of}"
        )
    limit = sum(figure(node.get("value")) for node in root.of("costLimit") if is_points(node))
    if limit > 0 and total > limit:
        out.append(f"{total:g} points, {total - limit:g} more than the roster's own limit of {limit:g}")
    return out


def _cost(node: Element) -> float:
    """The points of a selection with all that stands under it."""
    total = 0.0
    waiting = [node]
    while waiting:
        here = waiting.pop()
        total += points(here)
        waiting += here.of("selection")
    return total


# --- what is chosen, as each model has it -----------------------------------------------------------------------------


def selections(node: Element, where: str, spent: list[int] | None = None) -> list[Selection]:
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


def _selections(node: Element, taken: list[int], where: str) -> list[Selection]:
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


def number(node: Element) -> int:
    """How many of a selection there are in all, at least one."""
    return min(max(int(figure(node.get("number") or "1")), 1), MOST_MODELS + 1)


def points(node: Element) -> float:
    """The points that stand at a node itself, for all of them together."""
    return sum(figure(cost.get("value")) for cost in node.of("cost") if is_points(cost))


def is_points(cost: Element) -> bool:
    """Whether a cost is counted in points."""
    kind = cost.get("typeId") or cost.get("costTypeId")
    return kind == "points" or cost.get("name").strip().lower() in ("pts", "points")


def _selection(node: Element, above: int, taken: list[int], where: str) -> Selection:
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


def _dealt(node: Element, seen: list[int], where: str) -> list[Element]:
    """A selection as the groups of those who are alike: what some have and others not is dealt out one by one.

    Whoever has got one such thing is the last to get another: of eight rifles and two melters among ten men each has one.
    """
    seen[0] += 1
    if seen[0] > MOST_SELECTIONS:
        raise GrognardError(f"a unit of more than {MOST_SELECTIONS} selections", where=where)
    total = number(node)
    inner = [part for child in node.of("selection") for part in _dealt(child, seen, where)]
    whole = Element(node.tag, node.attributes)
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


def _share(node: Element, has: tuple[bool, ...], n: int, total: int) -> Element:
    """A part of a group of models: each has what all have, and the odd things that ``has`` says."""
    part = Element(node.tag, {**node.attributes, "number": str(n)})
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


def _single(node: Element, total: int) -> Element:
    return _scaled(node, 1) if total > 1 else node


def _scaled(node: Element, have: int) -> Element:
    """A selection with all under it, so many of it in place of those there are; all of them are alike."""
    total = number(node)
    out = Element(node.tag, {**node.attributes, "number": str(have)})
    for child in node.children:
        if child.tag == "selection":
            out.children.append(_scaled(child, max(1, number(child) * have // total)))
        elif child.tag == "cost":
            out.children.append(_part_of_cost(child, have, total))
        else:
            out.children.append(child)
    return out


def _part_of_cost(cost: Element, part: int, total: int) -> Element:
    value = figure(cost.get("value")) * part / total
    return Element("cost", {**cost.attributes, "value": f"{value:.6f}"})
