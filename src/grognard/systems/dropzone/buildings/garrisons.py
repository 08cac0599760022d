"""Infantry in Garrisons: going in and out, edges, close quarters, and Fortitude."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from ....common.deploy import bases, room
from ....common.rules import id_of, voices
from ....kernel.asks import Choose, Emit, Procedure
from ....table.events import Given, Removed, Said
from ....table.geometry import Footprint, Form, edge_d2, snap
from ....table.geometry import inside as holds
from ....table.placing import Room
from ....table.state import Effect, Table, Unit
from ....table.terrain import Ground, Piece
from ..cards.card import ENTERED, Occasion
from ..cards.playing import offer
from ..casualties import dealt, lose_commanders
from ..events import Housed, LeftHouse
from ..harm import harm
from ..matchup import rule_of
from ..morale import shortfall
from ..movement.legal_moves import PIVOT, noted
from ..objectives.mobile import falls_with, lets_go
from ..sides import inside
from ..squads import DIVIDED, coherent, edges, garrison, garrisons, housed, infantry, with_word
from ..transports.embarking import board
from ..transports.seats import rest
from .walls import near_piece

DOOR = 2.0  # inches from a wall at which Infantry goes in, and within which it comes out
LINK = 2.0  # inches between Garrisons that may be linked
STOREY = 2.5  # inches between squads in one building, so that none stands in another


STORMED = "stormed"  # what a squad has that came in to an enemy, until the activation in which it did is over


# --- going in ---------------------------------------------------------------------------------------------------------


def doors(t: Table, u: Unit) -> list[int]:
    """The Garrisons that the squad may go into from where it stands."""
    if not infantry(u) or u.place != "table" or housed(u) is not None or not coherent(u) or rest(u):
        return []  # a squad goes in as a whole
    found = []
    for k in garrisons(t):
        piece = t.ground.pieces[k]
        if any(near_piece(piece, x, y, DOOR) for x, y in u.form.spots) and room_for(t, u, k):
            found.append(k)
    return found


def room_for(t: Table, u: Unit, k: int) -> bool:
    """Whether the squad fits in: a Garrison never holds more units, of both sides, than it has Damage Points at first."""
    there = sum(v.size for v in inside(t, k) if v.id != u.id)
    return bool(u.size + there <= max(1, t.ground.pieces[k].dp))


@lru_cache(maxsize=256)
def _neighbours(ground: Ground, k: int, inches: float) -> tuple[int, ...]:
    """The Garrisons whose walls stand within so many inches of those of one."""
    own = ground.pieces[k].points
    found = []
    for j in with_word(ground, "garrison"):
        other = ground.pieces[j].points
        gap = min([edge_d2(other, x, y) for x, y in own] + [edge_d2(own, x, y) for x, y in other])
        if j != k and gap <= inches * inches:
            found.append(j)
    return tuple(found)


def linked(t: Table, u: Unit, k: int) -> list[int]:
    """The Garrisons to which the squad may go over from its own, where the players have agreed on links."""
    if t.rulings.get("linked-garrisons") != "near":
        return []
    return with_room(t, u, k, LINK)


def with_room(t: Table, u: Unit, k: int, inches: float) -> list[int]:
    """The Garrisons within so many inches of one that have room for the squad."""
    return [j for j in _neighbours(t.ground, k, inches) if garrison(t, j) and room_for(t, u, j)]


def places(t: Table, u: Unit, k: int) -> list[int]:
    """The parts of a Garrison that the squad may take: the middle, and edges that no enemy holds."""
    held = {edge for v in inside(t, k) if v.side != u.side for edge in edges(v)}
    return [-1, *(e for e in range(len(t.ground.pieces[k].edges)) if e not in held)]


def go_in(t: Table, u: int, k: int) -> Procedure:
    """A squad goes into a Garrison, to the middle or an edge."""
    options: tuple[int | str, ...] = tuple(places(t, t[u], k))
    if t[u].size > 1:
        options = (*options, APART)
    question = f"{t.name(u)}: which part of {t.ground.pieces[k].name}?"
    edge = yield Choose(t[u].side, question, options, None, (u, "part", k))
    enemies = any(v.side != t[u].side for v in inside(t, k))
    yield from takes_part(t, u, k, edge)
    if enemies:
        yield Emit(Given(u, Effect(STORMED, k, ("round ends", t.round)), True))
        for v in [v.id for v in inside(t, k) if v.side != t[u].side]:
            if t[u].here and t[v].here and housed(t[v]) is not None:
                yield from offer(t, t[v].side, Occasion(ENTERED, v, u))


def takes_part(t: Table, u: int, k: int, edge: int | str) -> Procedure:
    """A squad takes a part of a Garrison, or each of its units one of its own."""
    if isinstance(edge, int):
        yield Emit(Housed(u, k, edge, stand(t, t[u], k, edge)))
        return
    unit, parts, now = t[u], [], edges(t[u])
    for i in range(unit.size):
        found = places(t, unit, k)
        usual = now[i] if now and housed(unit) == (k, now[i]) and now[i] in found else found[0]
        question = f"{t.name(u)} {i + 1}: which part of {t.ground.pieces[k].name}?"
        parts.append((yield Choose(unit.side, question, tuple(found), usual, (u, "part", k))))
    if len(set(parts)) == 1:
        yield Emit(Housed(u, k, parts[0], stand(t, unit, k, parts[0])))
        return
    forms = {edge: stand(t, unit, k, edge) for edge in parts}
    spots = tuple([forms[edge].spots[i] for i, edge in enumerate(parts)])
    levels = forms[parts[0]].levels
    yield Emit(Housed(u, k, DIVIDED, Form(spots, forms[parts[0]].bases, (), levels), tuple(parts)))


def stand(t: Table, u: Unit, k: int, edge: int) -> Form:
    """Where the models stand that are in a part of a building: a storey of their own, near the edge or the middle."""
    piece = t.ground.pieces[k]
    left, bottom, right, top = piece.box
    cx, cy = (left + right) / 2, (bottom + top) / 2
    if edge >= 0:
        ax, ay, bx, by = piece.edges[edge]
        cx, cy = (cx + (ax + bx)) / 3, (cy + (ay + by)) / 3
    taken = {v.form.level(0) for v in inside(t, k) if v.id != u.id}
    level = next(STOREY * n for n in range(len(taken) + 1) if STOREY * n not in taken)
    models = bases(u)
    across = 2 * max(b.radius for b in models) + 0.0625
    spots = []
    for i in range(len(models)):
        row, column = divmod(i, 3)
        spots.append((snap(cx + (column - 1) * across), snap(cy + row * across)))
    return Form(tuple(spots), models, (), (level,) * len(models) if level else ())


def enter(t: Table, u: int) -> Procedure:
    """After a move: the squad may go into a Garrison it stands at."""
    found = doors(t, t[u])
    if found:
        options = ("stay outside", *found)
        pick = yield Choose(t[u].side, f"does {t.name(u)} go inside?", options, "stay outside", (u, "enter"))
        if pick != "stay outside":
            yield from go_in(t, u, pick)


# --- moving inside and out --------------------------------------------------------------------------------------------


def held_back(t: Table, u: Unit) -> tuple[str, ...]:
    """The ids of rules that keep the squad where it is, because an enemy shares its Garrison."""
    home = housed(u)
    if home is None or not any(v.side != u.side for v in inside(t, home[0])):
        return ()
    return tuple(id_of(rule_of(s)) for s in voices(u.members[0], "stays") if s())


def move_inside(t: Table, u: int) -> Procedure:
    """The Move of a squad in a Garrison: to another part of it, or out. Result: whether it did anything."""
    home = housed(t[u])
    assert home is not None
    if held_back(t, t[u]):
        return False
    k, now = home
    shifts = tuple(e for e in places(t, t[u], k) if e != now)
    over = tuple(("linked", j) for j in linked(t, t[u], k))
    apart = (APART,) if t[u].size > 1 and shifts else ()
    options = (*shifts, *over, *apart, "leave") if any(_ways(t, u, k)) else (*shifts, *over, *apart)
    if not options:
        return False
    pick = yield Choose(t[u].side, f"{t.name(u)} moves to which part?", options, options[0], (u, "inside"))
    if pick == "leave" or isinstance(pick, tuple):
        yield from go_out(t, u, k, None if pick == "leave" else pick[1])
    else:
        before = edges(t[u])
        yield from takes_part(t, u, k, pick)
        shifted = [PIVOT * (one != other) for one, other in zip(before, edges(t[u]), strict=True)]
        if t.rulings.get("c4-edges") == "moved":
            yield from noted(t, u, max(shifted), tuple(shifted))
    return True


def can_come_out(t: Table, u: int) -> bool:
    """Whether there is a place outside its Garrison where the squad can stand."""
    home = housed(t[u])
    return home is not None and next(_ways(t, u, home[0]), None) is not None


def _ways(t: Table, u: int, k: int) -> Iterator[int]:
    """The sides of a building on which the squad can come out."""
    return (e for e in range(len(t.ground.pieces[k].edges)) if outside(t, u, k, e) is not None)


def outside(t: Table, u: int, k: int, edge: int) -> Form | None:
    """A place within 2 inches of one side of a building where the squad can stand, in coherency, or None."""
    piece = t.ground.pieces[k]
    models = bases(t[u])
    placing = room(t, u)
    ax, ay, bx, by = piece.edges[edge]
    forms = (_against(placing, models, piece, ax + s * (bx - ax), ay + s * (by - ay)) for s in (0.5, 0.25, 0.75))
    return next((form for form in forms if form is not None), None)


def _against(placing: Room, models: tuple[Footprint, ...], piece: Piece, x: float, y: float) -> Form | None:
    form = placing.gather(models, x, y)
    if form is None or any(not near_piece(piece, a, b, DOOR + 0.5) for a, b in form.spots):
        return None
    return None if any(holds(piece.points, a, b) for a, b in form.spots) else form


def go_out(t: Table, u: int, k: int, to: int | None = None) -> Procedure:
    """A squad leaves a Garrison, for a linked one when ``to`` is given.

    Outnumbered by enemy squads inside, it must pass a Fortitude test, or lose points first and run.
    """
    squads = inside(t, k)
    foes = sum(v.side != t[u].side for v in squads)
    if foes > len(squads) - foes:
        short = yield from shortfall(t, u)
        if short:
            yield Emit(Said(f"{t.name(u)} runs a gauntlet of enemies"))
            yield from harm(t, u, (yield from dealt(t, u, short, 1 - t[u].side)), -1)
            if t[u].here:
                yield from noted(t, u, PIVOT)
                yield from run_away(t, u, k)
            return
    yield from noted(t, u, PIVOT)
    if to is None:
        yield from flee(t, u, k, "leaves")
    else:
        yield from go_in(t, u, to)


def flee(t: Table, u: int, k: int, how: str) -> Procedure:
    """Out of a building to a place beside it, or from there aboard; where there is no place, the squad is lost."""
    sides = tuple(_ways(t, u, k))
    if not sides:
        before = t[u]
        yield Emit(Removed(u, "lost: there is no way out"))
        yield from lose_commanders(t, before)
        yield from falls_with(t, before)
        return
    edge = yield Choose(t[u].side, f"on which side does {t.name(u)} come out?", sides, sides[0], (u, "side"))
    form = outside(t, u, k, edge)
    assert form is not None
    yield Emit(LeftHouse(u, form, how))
    yield from board(t, u)


def run_away(t: Table, u: int, k: int) -> Procedure:
    """A squad that does not hold drops what it carries and abandons its Garrison, for a linked one where there is one."""
    yield from lets_go(t, u)
    over = linked(t, t[u], k)
    if over:
        options = (*over, "outside")
        pick = yield Choose(t[u].side, f"where does {t.name(u)} run?", options, over[0], (u, "enter"))
        if pick != "outside":
            yield Emit(Said(f"{t.name(u)} is driven next door"))
            yield from go_in(t, u, pick)
            return
    yield from flee(t, u, k, "is driven from")


APART = "unit by unit"
