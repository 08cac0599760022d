"""Garrisons that a scenario names: the bunkers that are fought for, and the halls from which Infantry shoots farther.

Dropzone Commander 2.2.0, Scenarios: Bunker Assault and Battle Royale.
"""

from __future__ import annotations

from fractions import Fraction

from ....errors import GrognardError
from ....kernel.asks import Emit, Procedure
from ....table.events import Scored
from ....table.geometry import Outline, Point, edge_d2
from ....table.geometry import inside as holds
from ....table.state import Table, Unit
from ....table.terrain import Piece
from ..profiles import commander_price
from ..squads import edges, garrisons, housed, infantry, scoring

ROUND = 6.0  # inches within which units count
LARGE = 30  # Damage Points of a large Garrison
INLAND = 12.0  # inches from the edges of the table


# --- which they are ---------------------------------------------------------------------------------------------------


def named_strongholds(t: Table, battle: bool) -> tuple[int, ...]:
    """The Garrison in the centre and one in each of two opposite quarters, in a Battle in all four.

    The quarters are those in which nobody sets up; of several Garrisons in a quarter it is the strongest, of equals the
    one nearest to its middle. Raises GrognardError when one is missing.
    """
    w, h = t.ground.width, t.ground.height
    centre = next((k for k in garrisons(t) if t.ground.pieces[k].holds(w / 2, h / 2)), None)
    taken = [(_mean(zone)[0] > w / 2, _mean(zone)[1] > h / 2) for zone in t.ground.zones]
    quarters = [(right, up) for right in (False, True) for up in (False, True)]
    free = [q for q in quarters if battle or q not in taken]
    found = {q: _strongest(t, *q, centre) for q in free}
    missing = ["the centre"] * (centre is None)
    missing += [f"the {_called(*q)} quarter" for q in free if found[q] is None]
    if missing or centre is None:
        name = t.ground.name or "the table"
        raise GrognardError(
            f"{name} has no Garrison in {' and in '.join(missing)}; {t.scenario.name} needs one", where="--table"
        )
    return (centre, *(k for k in found.values() if k is not None))


def _called(right: bool, up: bool) -> str:
    return f"{'upper' if up else 'lower'} {'right' if right else 'left'}"


def _mean(zone: Outline) -> Point:
    return sum(x for x, _ in zone) / len(zone), sum(y for _, y in zone) / len(zone)


def _strongest(t: Table, right: bool, up: bool, centre: int | None) -> int | None:
    w, h = t.ground.width, t.ground.height
    middle = w * (0.75 if right else 0.25), h * (0.75 if up else 0.25)
    found = []
    for k in garrisons(t):
        piece = t.ground.pieces[k]
        left, low, far, top = piece.box
        x, y = (left + far) / 2, (low + top) / 2
        if k != centre and (x > w / 2) is right and (y > h / 2) is up:
            away = (x - middle[0]) ** 2 + (y - middle[1]) ** 2
            found.append((-piece.armour, -piece.dp, away, k))
    return min(found)[3] if found else None


def vantage_points(t: Table, battle: bool) -> tuple[int, ...]:
    """The large Garrisons at least 12 inches from every edge, one of them in the centre.

    Raises GrognardError when there are fewer than three, in a Battle than five.
    """
    w, h = t.ground.width, t.ground.height
    large = [k for k in garrisons(t) if t.ground.pieces[k].dp >= LARGE and _inland(t.ground.pieces[k], w, h)]
    central = any(t.ground.pieces[k].holds(w / 2, h / 2) for k in large)
    needed = 5 if battle else 3
    if len(large) < needed or not central:
        name, many = t.ground.name or "the table", "Garrison" if len(large) == 1 else "Garrisons"
        where = "one of them" if central else "none of them"
        raise GrognardError(
            f"{name} has {len(large)} large {many} ({LARGE} Damage Points) 12 inches and more from its edges, {where} in"
            f" the centre; {t.scenario.name} needs {needed}, one of them in the centre",
            where="--table",
        )
    return tuple(large)


def _inland(piece: Piece, w: float, h: float) -> bool:
    left, low, right, top = piece.box
    return left >= INLAND and low >= INLAND and right <= w - INLAND and top <= h - INLAND


# --- what is near them ------------------------------------------------------------------------------------------------


def points_round(t: Table, side: int, walls: Outline, house: int | None) -> Fraction:
    """The points of a side's units within 6 inches of some walls; Infantry inside that Garrison (``house``) counts twice."""
    total = Fraction(0)
    for u in t.own(side):
        if not scoring(u):
            continue
        home, price = housed(u), u.kind.points - commander_price(u.kind.details)
        if home is not None and home[0] == house:
            total += Fraction(price * u.size * (2 if infantry(u) else 1), u.start)
        else:
            total += Fraction(price * sum(_near(walls, position, u) for position in _stands(t, u)), u.start)
    return total


def _near(walls: Outline, position: Point, u: Unit) -> bool:
    inches = ROUND + u.members[0].stats.Spread
    return edge_d2(walls, *position) <= inches * inches or (len(walls) > 2 and holds(walls, *position))


def _stands(t: Table, u: Unit) -> list[Point]:
    """Where each unit of a squad is measured from; on an edge of a Garrison from the middle of that edge."""
    home = housed(u)
    if home is None:
        return list(u.form.positions)
    walls = t.ground.pieces[home[0]].edges
    held = [None if edge < 0 else walls[edge] for edge in edges(u)]
    both = zip(u.form.positions, held, strict=True)
    return [position if wall is None else ((wall[0] + wall[2]) / 2, (wall[1] + wall[3]) / 2) for position, wall in both]


def most_points(t: Table, walls: Outline, house: int | None) -> int:
    """The side with the most points of units near, -1 when both have as many."""
    ours, theirs = (points_round(t, side, walls, house) for side in (0, 1))
    return -1 if ours == theirs else int(theirs > ours)


def scored(t: Table) -> Procedure:
    """At the end of the battle: 2 victory points for the most points of units round each stronghold, 1 where it fell."""
    for k in t.recall("strongholds", ()):
        gone, piece = t.scenery[k].gone, t.ground.pieces[k]
        side = most_points(t, piece.points, None if gone else k)
        if side >= 0:
            yield Emit(Scored(side, 1 if gone else 2, f"most points round {piece.name}"))
