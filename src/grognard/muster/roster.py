"""Rosters of BattleScribe and New Recruit, XML or JSON, packed or not: what a player chose, as a force of ``usr``."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from ..common.profiles import Force, Kind
from ..common.schema import Schema
from ..errors import Faults, GrognardError
from . import edition
from .battlescribe import built, of_factions
from .dealing import is_points, points, selections
from .documents import document
from .library import figure
from .markup import Node, tidy
from .native import MOST_UNITS, registered, tally
from .wording import factions


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


def _chosen(root: Node) -> list[tuple[Node, str]]:
    """The selections that stand directly in a force or in a force within it, each with the catalogue of the force."""
    out: list[tuple[Node, str]] = []
    waiting = root.of("force")
    while waiting:
        force = waiting.pop(0)
        out += [(node, tidy(force.get("catalogueName"))) for node in force.of("selection")]
        waiting = force.of("force") + waiting
    return out


def _faults(root: Node, kinds: list[Kind], left: dict[str, float]) -> list[str]:
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


def _cost(node: Node) -> float:
    """The points of a selection with all that stands under it."""
    total = 0.0
    waiting = [node]
    while waiting:
        here = waiting.pop()
        total += points(here)
        waiting += here.of("selection")
    return total
