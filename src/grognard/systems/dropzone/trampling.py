"""What a Behemoth does to whatever it comes to stand on: everything within its Spread is hit at the end of its move."""

from __future__ import annotations

from ...kernel.asks import Choose, Procedure, Roll
from ...kernel.faces import d3
from ...table.state import Table
from .harm import WRECK, blast, hit_piece
from .squads import airborne, destructible
from .toppling import distance, within


def tramples(t: Table, u: int) -> Procedure:
    """D3 hits of Energy 10, one roll for all, on each squad and each piece of Destructible scenery within its Spread.

    Its player says which units of a squad are hit. Aircraft in the air are not.
    """
    reach = float(t[u].members[0].stats.Spread)
    spot = t[u].form.spots[0]
    pieces = [k for k, p in enumerate(t.ground.pieces) if destructible(t, k) and distance(p, spot) <= reach]
    there = [v for v in t.units if v.id != u and v.here and not airborne(v)]
    squads = [v.id for v in there if within(t, v, spot, reach)]
    if not reach or not (pieces or squads):
        return
    n = yield Roll(d3(f"{t.name(u)} tramples"))
    for v in squads:
        if t[v].here and (who := within(t, t[v], spot, reach)):
            yield from hits(t, u, v, who, n)
    for k in pieces:
        if destructible(t, k):
            yield from hit_piece(t, k, n, WRECK, u)


def hits(t: Table, u: int, v: int, who: tuple[int, ...], n: int) -> Procedure:
    """Hits on the units of a squad that the Behemoth's player names, one after the other."""
    struck = []
    for _ in range(n):
        question = f"which unit of {t.name(v)} does {t.name(u)} trample?"
        struck.append((yield Choose(t[u].side, question, who, who[0], v)))
    for i in sorted(set(struck), reverse=True):  # the last first, so that the others keep their places
        if t[v].alive and i < t[v].size:
            yield from blast(t, v, (i,), struck.count(i), WRECK, u)
