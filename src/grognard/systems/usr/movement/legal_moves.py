"""Where a unit may go, as one value for all who ask while the table stands as it does."""

from __future__ import annotations

from ....table.moves import Moves
from ....table.paths import Gait
from ....table.state import Table
from ..nerve.morale import others
from ..table_memo import where_they_stand


class March(Moves):
    """The moves of a unit. What it proposes goes straight, which is quick to judge; a player's own pick may go round things."""

    __slots__ = ()
    heads_straight = True


def march(t: Table, u: int, inches: float, gait: Gait) -> March:
    """Where a unit may go with so many inches; the same value for whoever looks ahead and for the question itself."""
    found = where_they_stand(t)
    key = ("march", u)
    known: March | None = found.get(key)
    if known is None or known.inches != inches or known.gait is not gait:
        friends, enemies = others(t, u)
        known = found[key] = March(t.ground, t[u].form, inches, friends, enemies, gait, call=t.name)
    return known
