"""Moving inside a Garrison and out of it, by choice or because a squad does not hold."""

from __future__ import annotations

from collections.abc import Iterator

from ....common.deploy import bases, room
from ....common.rules import id_of, voices
from ....kernel.asks import Choose, Emit, Procedure
from ....table.events import Removed, Said
from ....table.geometry import Footprint, Formation
from ....table.geometry import inside as holds
from ....table.space import Placing
from ....table.state import Table, Unit
from ....table.terrain import Piece
from ..casualties import dealt, lose_commanders
from ..events import LeftHouse
from ..harm import harm
from ..moments import speaker
from ..morale import shortfall
from ..movement.legal_moves import PIVOT, noted
from ..objectives.mobile import falls_with, lets_go
from ..sides import inside
from ..squads import edges, housed
from ..transports.embarking import board
from .garrisons import APART, DOOR, go_in, house_words, linked, part_words, places, takes_part
from .walls import near_piece


def held_back(t: Table, u: Unit) -> tuple[str, ...]:
    """The ids of rules that keep the squad where it is in a Garrison."""
    home = housed(u)
    if home is None:
        return ()
    enemies = sum(v.side != u.side for v in inside(t, home[0]))
    return tuple(id_of(speaker(s)) for s in voices(u.members[0], "held_in") if s(enemies))


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
    says = part_words(t, k)
    pick = yield Choose(t[u].side, f"{t.name(u)} moves to which part?", options, options[0], (u, "inside"), says)
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


def outside(t: Table, u: int, k: int, edge: int) -> Formation | None:
    """A place within 2 inches of one side of a building where the squad can stand, in coherency, or None."""
    piece = t.ground.pieces[k]
    models = bases(t[u])
    placing = room(t, u)
    ax, ay, bx, by = piece.edges[edge]
    forms = (_against(placing, models, piece, ax + s * (bx - ax), ay + s * (by - ay)) for s in (0.5, 0.25, 0.75))
    return next((form for form in forms if form is not None), None)


def _against(placing: Placing, models: tuple[Footprint, ...], piece: Piece, x: float, y: float) -> Formation | None:
    form = placing.gather(models, x, y)
    if form is None or any(not near_piece(piece, a, b, DOOR + 0.5) for a, b in form.positions):
        return None
    return None if any(holds(piece.points, a, b) for a, b in form.positions) else form


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
            yield from harm(t, u, (yield from dealt(t, u, short, 1 - t[u].side)), -1, cause="the gauntlet")
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
        yield Emit(Removed(u, "lost, with no way out"))
        yield from lose_commanders(t, before)
        yield from falls_with(t, before)
        return
    question = f"on which side does {t.name(u)} come out?"
    says = part_words(t, k)
    edge = yield Choose(t[u].side, question, sides, sides[0], (u, "side"), says)
    form = outside(t, u, k, edge)
    assert form is not None
    yield Emit(LeftHouse(u, form, how, k))
    yield from board(t, u)


def run_away(t: Table, u: int, k: int) -> Procedure:
    """A squad that does not hold drops what it carries and abandons its Garrison, for a linked one where there is one."""
    yield from lets_go(t, u)
    over = linked(t, t[u], k)
    if over:
        options = (*over, "outside")
        says = house_words(t)
        pick = yield Choose(t[u].side, f"where does {t.name(u)} run?", options, over[0], (u, "enter"), says)
        if pick != "outside":
            yield Emit(Said(f"{t.name(u)} is driven into the next building"))
            yield from go_in(t, u, pick)
            return
    yield from flee(t, u, k, "is driven from")
