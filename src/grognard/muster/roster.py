"""BattleScribe rosters, ``.ros`` and compressed ``.rosz``: what a player chose, as a force of the ``usr`` system."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from ..common.profiles import Force, Kind
from ..common.schema import MOST_MODELS, Schema
from ..errors import Faults, GrognardError
from . import edition
from .battlescribe import built
from .files import contents
from .library import MOST_SELECTIONS, Selection, figure, profile_of
from .markup import LARGEST, Node, parsed, tidy
from .native import MOST_UNITS, registered, tally

MOST_PACKED = 20  # files inside a compressed roster


def load_roster(path: str | Path, schema_of: Callable[[str], Schema] | None = None) -> Force:
    """The force of a roster. Selections that are no unit stand by name in ``Force.unread``.

    Raises GrognardError for a file that cannot be read, Faults for units whose figures cannot.
    """
    schema = (schema_of or registered)("usr")
    data = contents(path, LARGEST)
    markup = _unpacked(data.data, data.name) if data.data.startswith(b"PK") else data.data
    root = parsed(markup, data.name)
    if root.tag != "roster":
        raise GrognardError("no roster", where=data.name, hint="name a unit of a catalogue with FILE:UNIT")
    ours = edition.check(root, data.name)
    kinds: list[Kind] = []
    left: list[str] = []
    faults: list[GrognardError] = []
    for node in _chosen(root):
        if len(kinds) >= MOST_UNITS:
            raise GrognardError(f"more than {MOST_UNITS} units", where=data.name)
        selection = _selection(node, 1, [0], data.name)
        try:
            kinds += built(selection, schema, f"{data.name}, unit {selection.name!r}")
        except Faults as error:
            faults += error.faults
        except GrognardError:
            left.append(selection.name)
    if not ours and (faults or not kinds):
        raise edition.refusal(root.get("gameSystemName"), root.get("gameSystemId"), "roster", data.name)
    if faults:
        raise Faults(faults)
    if not kinds:
        raise GrognardError("no unit of this game in the roster", where=data.name)
    return Force(schema.id, root.name or data.name, tuple(kinds), (*tally(kinds), *((n, 1) for n in left if n)))


def _chosen(root: Node) -> list[Node]:
    """The selections that stand directly in a force or in a force within it."""
    out: list[Node] = []
    waiting = root.of("force")
    while waiting:
        force = waiting.pop(0)
        out += force.of("selection")
        waiting = force.of("force") + waiting
    return out


def _number(node: Node) -> int:
    return min(max(int(figure(node.get("number") or "1")), 1), MOST_MODELS + 1)


def _selection(node: Node, above: int, taken: list[int], where: str) -> Selection:
    """A selection of the roster. There numbers and costs are totals; here they count for each of what they stand under."""
    taken[0] += 1
    if taken[0] > MOST_SELECTIONS:
        raise GrognardError(f"a unit of more than {MOST_SELECTIONS} selections", where=where)
    total = _number(node)
    name = tidy(node.get("customName")) or node.name
    chosen = Selection(name, node.get("type"), max(1, round(total / above)))
    chosen.points = _own_cost(node) / total
    chosen.profiles = [profile_of(profile) for profile in node.of("profile")]
    chosen.rules = [rule.name for rule in node.of("rule")]
    for child in node.of("selection"):
        inner = [_selection(part, total, taken, where) for part in _dealt(child)]
        chosen.children += inner
    return chosen


def _dealt(node: Node) -> list[Node]:
    """A group of models as the groups of those who are alike: what some have and others not is dealt out one by one.

    Whoever has got one such thing is the last to get another: of eight rifles and two melters among ten men each has one.
    """
    total = _number(node)
    odd = [_number(child) % total for child in node.of("selection")]
    if node.get("type") != "model" or total < 2 or total > MOST_MODELS or not any(odd):
        return [node]
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
    return [_share(node, so, n, total) for so, n in alike.items()]


def _share(node: Node, has: tuple[bool, ...], n: int, total: int) -> Node:
    """So many models of a group: each has all that all have, and of the odd things what ``has`` says."""
    part = Node(node.tag, {**node.attributes, "number": str(n)})
    more = iter(has)
    for child in node.children:
        if child.tag == "cost":
            value = figure(child.get("value")) * n / total
            part.children.append(Node("cost", {**child.attributes, "value": f"{value:.6f}"}))
        elif child.tag == "selection":
            have = (_number(child) // total + next(more)) * n
            if have:
                part.children.append(_scaled(child, have))
        else:
            part.children.append(child)
    return part


def _scaled(node: Node, number: int) -> Node:
    """A selection with all under it, so many of it in place of those there are."""
    total = _number(node)
    out = Node(node.tag, {**node.attributes, "number": str(number)})
    for child in node.children:
        if child.tag == "selection":
            out.children.append(_scaled(child, max(1, _number(child) * number // total)))
        elif child.tag == "cost":
            value = figure(child.get("value")) * number / total
            out.children.append(Node("cost", {**child.attributes, "value": f"{value:.6f}"}))
        else:
            out.children.append(child)
    return out


def _own_cost(node: Node) -> float:
    """The points of a selection by itself; in rosters a cost is a total already."""
    return sum(
        figure(cost.get("value"))
        for cost in node.of("cost")
        if (cost.get("typeId") or cost.get("costTypeId")) == "points"
        or cost.get("name").strip().lower() in ("pts", "points")
    )


def _unpacked(data: bytes, where: str) -> bytes:
    """The roster inside a ``.rosz``; no more than LARGEST bytes are ever unpacked."""
    import io
    import zipfile
    import zlib

    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            members = packed.infolist()
            found = [m for m in members if re.search(r"\.ros$", m.filename, re.IGNORECASE)]
            if len(members) > MOST_PACKED or len(found) != 1:
                raise GrognardError("no compressed roster", where=where, hint="it should hold one .ros file")
            if found[0].file_size > LARGEST:
                raise GrognardError(f"holds more than {LARGEST // 1_000_000} MB", where=where)
            with packed.open(found[0]) as stream:
                unpacked = stream.read(LARGEST + 1)
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, OSError, ValueError) as error:
        what = f"cannot be unpacked: {str(error)[:80]}"
        raise GrognardError(what, where=where, hint="is the file cut off?") from None
    if len(unpacked) > LARGEST:
        raise GrognardError(f"holds more than {LARGEST // 1_000_000} MB", where=where)
    return unpacked
