"""Steps of an explanation that dice thrown before them change, each told as one: what comes of which throw, and the mean."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from ...common.building import Because
from ...common.odds import Step
from ...common.profiles import Weapon
from . import uncertain

FEW = 3  # different needs that are still named in one line


class Sort(Struct, frozen=True):
    """What a weapon may turn out to be, its weight, and the steps of an attack with it."""

    weight: int
    weapon: Weapon
    steps: tuple[Step, ...]


def profile(weapon: Weapon, how: str) -> Iterator[Step]:
    """A line for each value of the profile that dice say."""
    who = "once for all who fire it together" if how == uncertain.TOGETHER else "for each model that fires it"
    for key, value, dice in zip(
        ("Strength", "AP"), (weapon.stats.S, weapon.stats.AP), uncertain.dice_of(weapon), strict=True
    ):
        if dice is not None:
            limit = f", {uncertain.STRONGEST} at most" if key == "Strength" else ""
            yield Step(key, weapon.name, str(value), 1.0, (Because(key, f"{value}, thrown {who}{limit}"),))


def averaged(sorts: tuple[Sort, ...]) -> Iterator[Step]:
    """The steps of all sorts, those of one name and weapon as one, in the order of the sort that has most."""
    found: dict[tuple[str, str, int], list[tuple[Sort, Step]]] = {}
    for sort in sorted(sorts, key=lambda sort: -len(sort.steps)):
        met: dict[tuple[str, str], int] = {}
        for step in sort.steps:
            number = met[step.name, step.weapon] = met.get((step.name, step.weapon), 0) + 1
            found.setdefault((step.name, step.weapon, number), []).append((sort, step))
    for variants in found.values():
        yield _one(variants, sorts)


def _one(variants: list[tuple[Sort, Step]], sorts: tuple[Sort, ...]) -> Step:
    first = variants[0][1]
    if len(variants) == len(sorts) and all(step == first for _, step in variants):
        return first
    common = tuple(b for b in first.because if all(b in step.because for _, step in variants))
    kinds: dict[tuple[str, tuple[Because, ...]], list[Sort]] = {}
    chance, weight = 0.0, sum(sort.weight for sort in sorts)
    for sort, step in sorted(variants, key=lambda variant: sorts.index(variant[0])):
        own = tuple(b for b in step.because if b not in common and b.rule not in ("Strength", "Armour", "AP"))
        kinds.setdefault((step.needs, own), []).append(sort)
        chance += step.chance * sort.weight / weight
    needs = list(dict.fromkeys(needs for needs, _ in kinds))
    why = [
        Because(_label(of, sorts), "; ".join([needs, *(f"{b.rule}: {b.says}" for b in own)]))
        for (needs, own), of in kinds.items()
    ]
    told = " or ".join(needs) if len(needs) <= FEW else "as the dice say"
    return Step(first.name, first.weapon, told, chance, (*common, *why))


def _label(of: list[Sort], sorts: tuple[Sort, ...]) -> str:
    """Which throws these are, in words."""
    pairs = {(sort.weapon.stats.S, sort.weapon.stats.AP) for sort in of}
    values = [list(dict.fromkeys(pair[i] for pair in pairs)) for i in (0, 1)]
    if len(pairs) != len(values[0]) * len(values[1]):
        return ", ".join(f"S{s} AP{ap}" for s, ap in sorted(pairs))
    words = []
    for i, name in enumerate(("Strength", "AP")):
        every = {(sort.weapon.stats.S, sort.weapon.stats.AP)[i] for sort in sorts}
        if len(every) > 1 and len(values[i]) < len(every):
            words.append(f"{name} {_ranges(n for n in values[i] if isinstance(n, int))}")
    return " with ".join(words) or "any"


def _ranges(numbers: Iterable[int]) -> str:
    """Numbers in words, those that follow one another as one.

    >>> _ranges([2, 3, 4, 7])
    '2 to 4, 7'
    """
    runs: list[list[int]] = []
    for n in sorted(numbers):
        if runs and runs[-1][-1] == n - 1:
            runs[-1].append(n)
        else:
            runs.append([n])
    return ", ".join(f"{run[0]} to {run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)
