"""What every reader of lists makes: a force of units, with what was left out of it and what did not add up in its file."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Sequence

from ..common.profiles import Force, Kind, Model, interned
from ..common.schema import LONGEST_NAME, Schema
from ..errors import GrognardError
from ..systems import get

MOST_UNITS = 1_000  # units of one force
MOST_WEAPONS = 40  # weapons of one model
MOST_RULES = 60  # rules of one unit, model or weapon


MOST_UNREAD = 400  # names of one unit that are not executable


def registered(system: str) -> Schema:
    """The schema of a system of this name. Raises GrognardError naming the known ones."""
    schema: Schema = get(system).schema
    return schema


def tally(kinds: Iterable[Kind]) -> tuple[tuple[str, int], ...]:
    """What these units have that is not executable: (name, in how many units), the most frequent first."""
    counts: dict[str, int] = {}
    for kind in kinds:
        for name in dict.fromkeys(kind.unread):
            counts[name] = counts.get(name, 0) + 1
    return tuple(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])))


def beyond(force: Force) -> list[str]:
    """What was left out of a force and stands in none of its units, by name: selections that are no unit, unread units."""
    left = Counter[str]()
    for name, count in force.unread:
        left[name] += count
    left.subtract(dict(tally(force.kinds)))
    return _listed(_short(name) for name, count in left.items() for _ in range(min(count, MOST_UNREAD)) if _short(name))


def _listed(names: Iterable[str]) -> list[str]:
    """Names as a file may hold them; where they are too many, the last says how many more there are."""
    found = list(names)
    return found if len(found) <= MOST_UNREAD else [*found[: MOST_UNREAD - 1], f"({len(found) - MOST_UNREAD + 1} more)"]


def assembled(schema: Schema, kind: Kind) -> Kind:
    """The kind with its unit rules copied onto every model, everything interned."""
    models = []
    for model in kind.models:
        rules = tuple(dict.fromkeys((*kind.rules, *model.rules)))
        models.append(interned(Model(model.name, model.stats, rules, model.weapons, model.base, model.role)))
    unread = tuple(_listed(dict.fromkeys(_short(name) for name in kind.unread)))
    return interned(
        Kind(schema.id, kind.name, kind.type, kind.tags, kind.points, kind.rules, tuple(models), unread, kind.details)
    )


def _short(name: str) -> str:
    """A name as a file may hold it."""
    name = " ".join(name.split())
    return name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1].rstrip() + "…"


def points(force: Force) -> int:
    """The points of all units together, without those that are brought into play by others of the force."""
    return sum(kind.points for kind in force.kinds if not kind.detail("conjured"))


def differences(force: Force) -> tuple[str, ...]:
    """What did not add up in the file that the force was read from, one sentence each."""
    return tuple(said for key, sentences in force.details if key == "faults" for said in sentences)


def doubt(force: Force, ref: str) -> str:
    """What did not add up in a list, in one line that says where to read more; "" when all does."""
    found = differences(force)
    if not found:
        return ""
    more = f" ({len(found) - 1} more)" if len(found) > 1 else ""
    return (
        f"{force.name} does not add up: {found[0]}{more}; 'grognard roster check' tells all of {os.path.basename(ref)}"
    )


def joined(forces: Sequence[Force], name: str) -> Force:
    """One force of the units of all, in their order, with what was not executable in any and what did not add up.

    Raises GrognardError when they are of several systems or too many.
    """
    systems = list(dict.fromkeys(force.system for force in forces))
    if len(systems) > 1:
        raise GrognardError(f"{' and '.join(systems)} are several systems", where=name, hint="a force is of one system")
    kinds = tuple(kind for force in forces for kind in force.kinds)
    if len(kinds) > MOST_UNITS:
        raise GrognardError(f"{len(kinds)} units", where=name, hint=f"a force has at most {MOST_UNITS}")
    unread: dict[str, int] = {}
    for lost, units in (pair for force in forces for pair in force.unread):
        unread[lost] = unread.get(lost, 0) + units
    faults = tuple(said for force in forces for said in differences(force))
    details = (("faults", faults),) if faults else ()
    return Force(systems[0], name[:LONGEST_NAME], kinds, tuple(unread.items()), details)
