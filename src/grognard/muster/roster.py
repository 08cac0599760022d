"""BattleScribe rosters, ``.ros`` and compressed ``.rosz``: what a player chose, as a force of the ``usr`` system."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from ..common.profiles import Force, Kind
from ..common.schema import Schema
from ..errors import Faults, GrognardError
from . import edition
from .battlescribe import built
from .dealing import is_points, points, selections
from .files import contents
from .library import figure
from .markup import LARGEST, Node, parsed
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
    left: dict[str, float] = {}  # what is no unit, with its points
    faults: list[GrognardError] = []
    for node in _chosen(root):
        if len(kinds) >= MOST_UNITS:
            raise GrognardError(f"more than {MOST_UNITS} units", where=data.name)
        for selection in selections(node, data.name):
            try:
                kinds += built(selection, schema, f"{data.name}, unit {selection.name!r}")
            except Faults as error:
                faults += error.faults
            except GrognardError:
                left[selection.name] = left.get(selection.name, 0.0) + _cost(node)
    if not ours and (faults or not kinds):
        raise edition.refusal(root.get("gameSystemName"), root.get("gameSystemId"), "roster", data.name)
    if faults:
        raise Faults(faults)
    if not kinds:
        raise GrognardError("no unit of this game in the roster", where=data.name)
    wrong = tuple(_faults(root, kinds, left))
    return Force(
        schema.id,
        root.name or data.name,
        tuple(kinds),
        (*tally(kinds), *((name, 1) for name in left if name)),
        (("faults", wrong),) if wrong else (),
    )


def _chosen(root: Node) -> list[Node]:
    """The selections that stand directly in a force or in a force within it."""
    out: list[Node] = []
    waiting = root.of("force")
    while waiting:
        force = waiting.pop(0)
        out += force.of("selection")
        waiting = force.of("force") + waiting
    return out


def _faults(root: Node, kinds: list[Kind], left: dict[str, float]) -> list[str]:
    """What does not add up: the costs of the selections, the roster's own total and limit, and the units that were read."""
    said = [cost for cost in root.of("cost") if is_points(cost)]
    total = sum(_cost(node) for node in _chosen(root))
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
