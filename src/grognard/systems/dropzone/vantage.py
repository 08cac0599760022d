"""Infantry in the large Garrisons of a scenario shoots twice as far.

Scenarios of version 2.2.0, Battle Royale: Vantage Point. Its weapons are others while it stands inside, so that
whatever asks how far they reach finds it there.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from ...common.profiles import Model, interned
from ...table.state import Table, Unit
from .squads import housed

TWICE = 2.0


def members_inside(t: Table, u: Unit, piece: int | None) -> tuple[Any, ...]:
    """The units of a squad as they are in a Garrison, or in none: with their ranges doubled or as they were."""
    points = t.recall("vantage", ())
    home = housed(u)
    before, after = home is not None and home[0] in points, piece in points
    if before is after:
        return u.members
    return tuple(ranging(m, TWICE if after else 1 / TWICE) for m in u.members)


@lru_cache(maxsize=1024)
def ranging(model: Model, times: float) -> Model:
    """The model with all ranges multiplied.

    >>> from .duel import squad, weapon
    >>> (model,) = squad(weapon(full=36.0)).models
    >>> ranging(model, 2.0).weapons[0].stats.full, ranging(ranging(model, 2.0), 0.5) is model
    (72.0, True)
    """
    weapons = tuple(
        interned(
            msgspec.structs.replace(
                w,
                stats=msgspec.structs.replace(w.stats, full=w.stats.full * times, countered=w.stats.countered * times),
            )
        )
        for w in model.weapons
    )
    return interned(msgspec.structs.replace(model, weapons=weapons))
