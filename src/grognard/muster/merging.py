"""Several forces as one: units of several files in one list."""

from __future__ import annotations

from collections.abc import Sequence

from ..common.profiles import Force
from ..common.schema import LONGEST_NAME
from ..errors import GrognardError
from .check import differences
from .native import MOST_UNITS


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
