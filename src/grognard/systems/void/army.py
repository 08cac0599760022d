"""The limits of organised play: what of a list may go on squads, individuals and vehicles.

No source gives figures; between friends anything goes for its points. Ours follow what the sister games build on: core
squads are the base.
"""

from __future__ import annotations

from typing import Any

from ...common.profiles import Kind

SQUAD = 4  # models of the smallest squad
CORE, INDIVIDUALS, VEHICLES = (1, 2), (1, 4), (1, 3)  # parts of all points: at least, at most, at most
SUPPORTED = 5  # squad members for each support model


def core(kind: Kind) -> bool:
    """Whether a unit is a squad of the core: infantry on foot, four or more, nobody among them an individual."""
    return kind.type == "Infantry" and len(kind.models) >= SQUAD and not individual(kind)


def individual(kind: Kind) -> bool:
    """Whether a unit is an individual, or has one in it."""
    return any(model.role == "individual" for model in kind.models)


def limits(force: Any) -> list[str]:
    """The faults of a list by the limits of organised play, one sentence each."""
    points = sum(kind.points for kind in force.kinds)
    squads, persons, vehicles = (
        sum(kind.points for kind in force.kinds if chosen(kind))
        for chosen in (core, individual, lambda kind: kind.type == "Vehicle")
    )
    told = []
    if squads * CORE[1] < points * CORE[0]:
        told.append(f"core squads have {squads} of {points} points, less than half")
    if persons * INDIVIDUALS[1] > points * INDIVIDUALS[0]:
        told.append(f"individuals have {persons} of {points} points, more than a quarter")
    if vehicles * VEHICLES[1] > points * VEHICLES[0]:
        told.append(f"vehicles have {vehicles} of {points} points, more than a third")
    for kind in force.kinds:
        support = sum(model.role == "support" for model in kind.models)
        most = (len(kind.models) - support) // SUPPORTED
        if support > most:
            told.append(
                f"unit {kind.name!r} has {support} support among {len(kind.models) - support} others; "
                f"one for every {SUPPORTED} is {most}"
            )
    return told
