"""Whether a list may be played: who may carry a Commander, how many Rare squads, how much of the list one battlegroup is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...common.profiles import Kind
from ...common.rules import voices

SIZES = (("Skirmish", 500, 999, 50), ("Clash", 1000, 1999, 33), ("Battle", 2000, 10_000, 33))  # percent a battlegroup


def size(points: int) -> tuple[str, int]:
    """The size of a game of so many points, and how much of them one battlegroup may have, in percent.

    >>> size(1750)
    ('Clash', 33)
    """
    return next(((name, share) for name, _, most, share in SIZES if points <= most), ("Battle", 33))


def faults(force: Any) -> list[str]:
    """What is wrong with a list, one sentence each."""
    points = sum(kind.points for kind in force.kinds)
    return [*commanders(force.kinds), *rare(force.kinds, size(points)[0]), *groups(force.kinds, points)]


def commanders(kinds: Sequence[Kind]) -> list[str]:
    """Commanders ride in units of the Command category, and where a rule lets them."""
    return [
        f"{kind.name} has a Commander, but is neither of the Command category nor a Command Centre"
        for kind in kinds
        if kind.detail("commander", 0)
        and kind.detail("category", "") != "Command"
        and not any(speak() for model in kind.models[:1] for speak in voices(model, "commands"))
    ]


def rare(kinds: Sequence[Kind], game: str) -> list[str]:
    """Rare squads of one name (what stands before a comma) up to their limit."""
    counts: dict[str, list[int]] = {}
    for kind in kinds:
        limits = [n for model in kind.models[:1] for speak in voices(model, "limit") if (n := speak(game))]
        if limits:
            counts.setdefault(kind.name.split(",")[0], []).append(min(limits))
    return [
        f"{len(limits)} squads of {name}; a {game} may have {min(limits)}"
        for name, limits in counts.items()
        if len(limits) > min(limits)
    ]


def groups(kinds: Sequence[Kind], points: int) -> list[str]:
    """No battlegroup but a War Engine's is more than its share of the list."""
    game, share = size(points)
    if points < SIZES[0][1]:
        return []
    costs: dict[str, int] = {}
    for kind in kinds:
        name = kind.detail("battlegroup", "")
        if name and kind.type != "Behemoth" and kind.detail("category", "") != "Auxiliary":
            costs[name] = costs.get(name, 0) + kind.points
    most = points * share // 100
    return [
        f"battlegroup {name} costs {cost} of {points} points; a {game} allows {most}"
        for name, cost in costs.items()
        if cost > most
    ]
