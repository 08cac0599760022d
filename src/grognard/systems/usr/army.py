"""Whether a list may be played as it stands: who rides in what, and who stands with whom."""

from __future__ import annotations

from typing import Any

from ...common.profiles import Kind
from .characters import bond
from .model_types import type_of
from .rules.unit_types import fitted
from .vehicles.transports import are_infantry, seats


def faults(force: Any) -> list[str]:
    """What is wrong with a list, one sentence each: its riders, and characters in units that nobody joins."""
    return [*riders(force.kinds), *(said for kind in force.kinds for said in guests(kind))]


def riders(kinds: tuple[Kind, ...]) -> list[str]:
    """Who takes more seats than there are, is no Infantry, or shares a transport that takes one unit.

    Source: the seats of transports and who may take them, as in ``transports.takes``: one unit to a transport, with
    Independent Characters; buildings and super-heavies carry several.
    """
    wrong: list[str] = []
    aboard: dict[str, list[Kind]] = {}
    for kind in kinds:
        if kind.detail("rides"):
            aboard.setdefault(kind.detail("rides"), []).append(kind)
    for name, units in aboard.items():
        rides = [kind for kind in kinds if kind.name == name and kind.detail("capacity", 0)]
        if not rides:
            wrong += [f"{kind.name} rides in {name}, which the list has not" for kind in units]
            continue
        room = [kind.detail("capacity") * len(kind.models) for kind in rides]
        taken = {id(kind): seats(fitted(kind).models) for kind in units}
        fit = True
        for kind in units:
            if not are_infantry(fitted(kind).models):
                wrong.append(f"{kind.name} rides in {name}, but is a {kind.type}; only Infantry does")
                fit = False
            elif taken[id(kind)] > max(room):
                wrong.append(f"{kind.name} takes {taken[id(kind)]} seats in {name}, which has {max(room)}")
                fit = False
        several = any(kind.type == "Building" or "Super-heavy" in kind.tags for kind in rides)
        squads = units if several else [kind for kind in units if not alone(kind)]
        if len(squads) > len(rides) and not several:
            names = ", ".join(kind.name for kind in squads)
            wrong.append(f"{len(squads)} units ride in {len(rides)} {name}: {names}; each takes one")
        elif fit and sum(taken.values()) > sum(room):
            names = ", ".join(kind.name for kind in units)
            wrong.append(f"{names} take {sum(taken.values())} seats in {len(rides)} {name}, with {sum(room)} in all")
    return wrong


def alone(kind: Kind) -> bool:
    """Whether a unit is an Independent Character by himself, who rides with others."""
    return len(kind.models) == 1 and bool(bond(fitted(kind).models))


def guests(kind: Kind) -> list[str]:
    """Independent Characters who stand in a unit of vehicles or Monstrous Creatures, which nobody joins.

    Source: who may be joined, as in ``characters.takes``.
    """
    models = fitted(kind).models
    own = [model for model in models if bond((model,))]
    others = [model for model in models if not bond((model,))]
    barred = next((model for model in others if model.stats.armoured or type_of(model).monstrous), None)
    if barred is None or not own:
        return []
    who = own[0].name
    return [f"{kind.name}: {who} is an Independent Character and cannot stand with {barred.name}, whom nobody joins"]
