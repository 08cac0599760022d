"""Out of transports as a squad begins to move: onto the ground, or out of the air straight into a building."""

from __future__ import annotations

from ....common import saying
from ....kernel.asks import Choose, Emit, Procedure
from ....table.state import Effect, Table, Unit
from ..buildings.garrisons import DOOR, go_in, room_for
from ..buildings.walls import near_piece
from ..events import Becomes
from ..squads import airborne, garrisons, infantry
from ..transports.disembarking import exits, gets_out, jump, may_leave
from ..transports.seats import carriers, rest, seats


def joined_by_the_rest(t: Table, u: int) -> Procedure:
    """Units that still ride, while others of their squad have been thrown out of a wreck, may get out as it begins to move."""
    found = ways_out(t, t[u]) if rest(t[u]) else []
    if found:
        question = f"does the rest of {t.name(u)} get out?"
        if (yield Choose(t[u].side, question, ("yes", "no"), "yes", (u, "out"))) == "yes":
            yield from gets_out(t, u, found[0])


def ways_out(t: Table, u: Unit) -> list[int]:
    """The transports and gates out of which the squad can get where they stand."""
    return [c for c in may_leave(t, u) if below(t, u) or exits(t, u.id, c) is not None]


def below(t: Table, u: Unit) -> tuple[int, ...]:
    """The Garrisons into which the squad can jump from Aircraft in the air: below all it rides in, or beside them."""
    if u.place != "aboard" or not infantry(u) or not all(airborne(t[c]) and jump(u, t[c]) for c in carriers(u)):
        return ()
    found = []
    over = [t[c].form.positions[i] for c, i in dict.fromkeys(seats(u))]
    for k in garrisons(t):
        piece = t.ground.pieces[k]
        if all(near_piece(piece, x, y, DOOR) for x, y in over) and room_for(t, u, k):
            found.append(k)
    return tuple(found)


def drop_in(t: Table, u: int, carrier: int) -> Procedure:
    """Out of an Aircraft in the air straight into a Garrison, by its roof or walls. Result: whether so."""
    found = below(t, t[u])
    if not found:
        return False
    ground = ("to the ground",) if exits(t, u, carrier) is not None else ()
    question = f"does {t.name(u)} drop into a building?"
    pick = yield Choose(t[u].side, question, (*found, *ground), found[0], (u, "enter"), saying.pieces(t))
    if pick == "to the ground":
        return False
    by = jump(t[u], t[carrier])
    until = ("round ends", t.round)
    for what in ("disembarked", "jumped in", "from the air"):
        says = f"jumps out of {t.name(carrier)}" if what == "jumped in" else ""
        yield Emit(Becomes(u, Effect(what, carrier, until, "air"), by=by, says=says))
    yield from go_in(t, u, pick)
    return True
