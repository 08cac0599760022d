"""Whether a list may be played as it stands: who rides in what."""

from __future__ import annotations

from typing import Any

from ...common.profiles import Kind
from .transports import are_infantry, seats
from .types import fitted


def faults(force: Any) -> list[str]:
    """What is wrong with the riders of a list, one sentence each.

    Source: the seats of transports and who may take them, as in ``transports.takes``.
    """
    wrong: list[str] = []
    riders: dict[str, list[Kind]] = {}
    for kind in force.kinds:
        if kind.detail("rides"):
            riders.setdefault(kind.detail("rides"), []).append(kind)
    for name, units in riders.items():
        rides = [kind for kind in force.kinds if kind.name == name and kind.detail("capacity", 0)]
        if not rides:
            wrong += [f"{kind.name} rides in {name}, which the list has not" for kind in units]
            continue
        room = max(kind.detail("capacity") * len(kind.models) for kind in rides)
        for kind in units:
            if not are_infantry(fitted(kind).models):
                wrong.append(f"{kind.name} rides in {name}, but is a {kind.type}; only Infantry does")
            elif seats(kind.models) > room:
                wrong.append(f"{kind.name} takes {seats(kind.models)} seats in {name}, which has {room}")
        if len(units) > len(rides):
            wrong.append(
                f"{len(units)} units ride in {len(rides)} {name}: {', '.join(u.name for u in units)}; each takes one"
            )
    return wrong
