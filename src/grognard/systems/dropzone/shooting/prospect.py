"""What a squad would see of another and do to it by fire, as both stand: targeting and the strikes of the battle."""

from __future__ import annotations

from functools import partial

from ....common.sighting import Prospect, in_words
from ....kernel.asks import Procedure, Stage
from ....table.state import Table
from ..attack import Strike, strike
from .declaration import grouped
from .line_of_sight import view
from .targeting import lines as weapon_lines
from .targeting import may_fire_at, ready
from .units_under_fire import Declared, UnderFire


def prospect(t: Table, u: int, v: int) -> Prospect:
    """Fire of one squad at another with every weapon line that bears, each at the nearest unit first."""
    squad, target = t[u], t[v]
    rows = view(t, squad, target).seen
    views = tuple(tuple(row) for row in rows)
    seen = sorted({j for row in rows for j in row})
    lines = in_words(t, squad, target, seen)
    covers = sorted({word for row in rows for words in row.values() for word in words})
    if covers:
        lines.append(f"cover: {', '.join(covers)}")
    weapons = squad.members[0].weapons
    declared = [
        Declared(k, v, units)
        for k in weapon_lines(squad)
        if (units := ready(squad, k)) and may_fire_at(t, squad, k, "squad", v)
    ]
    if not declared:
        return Prospect(views, lines, why="nothing that it has bears on this target")
    lines += [f"{len(d.units)} x {weapons[d.line].name}" for d in declared]
    under = UnderFire(t, squad, declared, False)
    fired = [volley for d in declared for part in under.parts(d) for volley in part.volleys]
    if not fired:
        return Prospect(views, lines, why="nothing that it has bears on this target")
    strikes = grouped(fired, under.at, squad.side)
    own = tuple(tuple(k for k, i in enumerate(members) if under.who[i][0] == v) for _, members in strikes)
    read = partial(_read, tuple(s.left for s, _ in strikes), own)
    return Prospect(views, lines, _struck, (tuple(s for s, _ in strikes),), read)


def _struck(strikes: tuple[Strike, ...]) -> Procedure:
    """What the units of each of some strikes have left."""
    left = []
    for one in strikes:
        after, _, _ = yield Stage(strike, (one,))
        left.append(tuple(after))
    return tuple(left)


def _read(
    before: tuple[tuple[int, ...], ...], own: tuple[tuple[int, ...], ...], after: tuple[tuple[int, ...], ...]
) -> tuple[int, int]:
    """Units of the target destroyed, and Damage Points lost."""
    lost = [(was[k], now[k]) for was, now, places in zip(before, after, own, strict=True) for k in places]
    return sum(a > 0 >= b for a, b in lost), sum(a - max(0, b) for a, b in lost)
