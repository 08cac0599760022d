"""Artillery: guns that strike no blows, and the crew that serves them (core rules of the 7th edition, Artillery)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ....common.profiles import Model
from ....kernel.memo import memo
from ..model_types import type_of


def of_artillery(model: Model) -> bool:
    """Whether a model belongs to an artillery unit, as gun or crew; a character who has joined it does not."""
    return type_of(model).type == "Artillery"


def is_gun(model: Model) -> bool:
    """Whether a model is a gun: of an artillery unit, without Attacks."""
    return of_artillery(model) and not model.stats.A


@memo(4096)
def guns_and_crew(members: tuple[Model, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The places of the guns of a unit, and of those who may serve them."""
    places = [i for i, m in enumerate(members) if of_artillery(m)]
    return tuple(i for i in places if is_gun(members[i])), tuple(i for i in places if not is_gun(members[i]))


def has_guns(members: tuple[Model, ...]) -> bool:
    """Whether a unit has a gun: it does not advance, charge or pursue."""
    return bool(guns_and_crew(members)[0])


def idle(members: tuple[Model, ...], able: Iterable[int]) -> frozenset[int]:
    """Of the models of a unit that are able to fire, the places of those that do not: one crewman serves each gun.

    Guns beyond the number of the crew are silent; for each gun that fires the last of the crew fires nothing of his own.
    """
    guns, crew = guns_and_crew(members)
    if not guns:
        return frozenset()
    firing = [i for i in able if i in guns]
    served = min(len(firing), len(crew))
    return frozenset((*firing[served:], *crew[len(crew) - served :]))


def gunners(members: tuple[Model, ...]) -> tuple[Model, ...]:
    """The models of a unit that fire when every gun can."""
    silent = idle(members, range(len(members)))
    return tuple(m for i, m in enumerate(members) if i not in silent) if silent else members


def abandoned(members: tuple[Model, ...], left: Sequence[int]) -> tuple[int, ...]:
    """The wounds that the models of a unit have left: when nobody who could serve them stands, guns are lost."""
    guns, crew = guns_and_crew(members)
    if not guns or any(left[i] > 0 for i in crew):
        return tuple(left)
    return tuple(0 if i in guns else w for i, w in enumerate(left))
