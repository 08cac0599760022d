"""A Behemoth tramples whatever it comes to stand on: all within its Spread is hit, and who is left is moved aside."""

from __future__ import annotations

from collections.abc import Callable

from ....common import saying
from ....common.profiles import Weapon
from ....kernel.asks import Choose, Emit, Procedure, Roll
from ....table.collision import too_near
from ....table.events import Moved
from ....table.geometry import Formation, Point, directions, snap
from ....table.space import Placing
from ....table.state import Table, Unit
from ..buildings.walls import piece_distance
from ..harm import blast, hit_piece
from ..hazards import FOOT, trampling_die
from ..movement.legal_moves import others
from ..squads import airborne, destructible, housed, movement_mode
from .toppling import within

STEP = 0.125  # inches between the distances at which room is looked for
WAYS = 36  # directions in which it is


def spread(u: Unit) -> float:
    """The inches round its centre that count as where a Behemoth stands."""
    return float(u.members[0].stats.Spread)


def tramples(t: Table, u: int) -> Procedure:
    """D3 hits of Energy 10, one roll for all, on each squad and each piece of Destructible scenery within its Spread.

    Aircraft in the air are not hit. Whoever it then stands on is moved aside.
    """
    if not t[u].here:
        return
    squads, pieces = under(t, u)
    squads = [v for v in squads if not airborne(t[v])]
    if squads or pieces:
        n = yield Roll(trampling_die(t.name(u)))
        yield from crushes(t, u, squads, pieces, n, FOOT)
    yield from makes_room(t, u, t[u].side if t.rulings.get("pushed-aside") == "behemoth" else None)


def under(t: Table, u: int) -> tuple[list[int], list[int]]:
    """(other squads, pieces of Destructible scenery) within the Spread of a Behemoth; nothing where it has none."""
    reach, position = spread(t[u]), t[u].form.positions[0]
    if not reach:
        return [], []
    squads = [v.id for v in t.units if v.id != u and v.here and within(t, v, position, reach)]
    return squads, [
        k for k, p in enumerate(t.ground.pieces) if destructible(t, k) and piece_distance(p, position) <= reach
    ]


def crushes(t: Table, u: int, squads: list[int], pieces: list[int], n: int, weapon: Weapon) -> Procedure:
    """So many hits on each squad, on whichever of its units the Behemoth's player likes, and on each piece."""
    for v in squads:
        if t[v].here:
            yield from hits(t, u, v, n, weapon)
    for k in pieces:
        if destructible(t, k):
            yield from hit_piece(t, k, n, weapon, u)


def hits(t: Table, u: int, v: int, n: int, weapon: Weapon) -> Procedure:
    """Hits on the units of a squad that the Behemoth's player names, one after the other."""
    struck, who = [], tuple(range(t[v].size))
    for _ in range(n):
        question = f"which unit of {t.name(v)} does {t.name(u)} trample?"
        says = saying.named([f"{t.name(v)} {i + 1}" for i in who])
        struck.append((yield Choose(t[u].side, question, who, who[0], v, says)))
    for i in sorted(set(struck), reverse=True):  # the last first, so that the others keep their places
        if t[v].alive and i < t[v].size:
            yield from blast(t, v, (i,), struck.count(i), weapon, u, f"{t.name(u)} {weapon.name}")


# --- who is in the way ------------------------------------------------------------------------------------------------


def makes_room(t: Table, u: int, player: int | None) -> Procedure:
    """Units on which a Behemoth stands are moved the shortest way off it, by one player or each by his own (None)."""
    for v in [v.id for v in t.units if v.id != u]:
        while (i := beneath(t, u, v)) >= 0:
            form = t[v].form
            positions = nearest(form.positions[i], free_for(t, v, i))
            if not positions:
                break
            question = f"where does {t.name(v)} get out of the way of {t.name(u)}?"
            position = yield Choose(
                t[v].side if player is None else player, question, positions, positions[0], (v, "aside"), saying.places
            )
            yield Emit(Moved(v, stepped(form, i, position), "is pushed aside"))


def beneath(t: Table, u: int, v: int) -> int:
    """The first unit of a squad on which a Behemoth stands, -1 when there is none."""
    w = t[v]
    if not (t[u].here and w.here) or housed(w) is not None or airborne(w):
        return -1
    pair = too_near(w.form, t[u].form, 0.0)
    return pair[0] if pair else -1


def free_for(t: Table, v: int, i: int) -> Callable[[Point], bool]:
    """Says of a position whether one unit of a squad may stand there, among all others and those of its own squad."""
    u = t[v]
    friends, enemies = others(t, u)
    own = [(v, u.form.only([k for k in range(u.size) if k != i]))] if u.size > 1 else []
    room = Placing(t.ground, [*own, *friends], enemies, movement_mode(t, u), call=t.name)
    base, front = u.form.bases[i], u.form.front(i)
    return lambda position: room.takes(position, base, front)


def nearest(position: Point, free: Callable[[Point], bool], most: float = 48.0) -> tuple[Point, ...]:
    """The positions nearest to one that are free, all those equally near; () when there is none within so many inches."""
    x, y = position
    for k in range(1, int(most / STEP) + 1):
        ring = dict.fromkeys([(snap(x + k * STEP * c), snap(y + k * STEP * s)) for c, s in directions(WAYS)])
        if found := tuple([where for where in ring if free(where)]):
            return found
    return ()


def stepped(form: Formation, i: int, position: Point) -> Formation:
    """The squad with one of its units on another position."""
    positions = (*form.positions[:i], position, *form.positions[i + 1 :])
    return Formation(positions, form.bases, form.facing, form.levels)
