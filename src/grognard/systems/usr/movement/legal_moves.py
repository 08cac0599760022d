"""Where a unit may go, as one value for all who ask while the table stands as it does."""

from __future__ import annotations

from ....table.geometry import Formation
from ....table.moves import Moves
from ....table.paths import MovementMode
from ....table.state import Table, Unit
from ..condition import airborne
from ..table_memo import where_they_stand


class March(Moves):
    """The moves of a unit. What it proposes goes straight, which is quick to judge; a player's own pick may go round things."""

    __slots__ = ()
    heads_straight = True


def march(t: Table, u: int, inches: float, mode: MovementMode) -> March:
    """Where a unit may go with so many inches; the same value for whoever looks ahead and for the question itself."""
    found = where_they_stand(t)
    key = ("march", u)
    known: March | None = found.get(key)
    if known is None or known.inches != inches or known.mode is not mode:
        friends, enemies = others(t, u)
        known = found[key] = March(t.ground, t[u].form, inches, friends, enemies, mode, call=t.names.__getitem__)
    return known


def others(t: Table, u: int) -> tuple[list[tuple[int, Formation]], list[tuple[int, Formation]]]:
    """The other units on the table with where they stand: (friends, enemies).

    Enemies in the air count with the friends: one may not stand where they are, and passes beneath them.
    """
    side = t.units[u].side
    aloft, enemies = _foes(t.enemies(side))
    return [(v.id, v.form) for v in t.own(side) if v.id != u] + aloft, enemies


def _foes(foes: tuple[Unit, ...]) -> tuple[list[tuple[int, Formation]], list[tuple[int, Formation]]]:
    """Those in the air and the others, with where they stand."""
    aloft = [(v.id, v.form) for v in foes if v.effects and airborne(v)]
    below = (
        [(v.id, v.form) for v in foes if not (v.effects and airborne(v))] if aloft else [(v.id, v.form) for v in foes]
    )
    return aloft, below
