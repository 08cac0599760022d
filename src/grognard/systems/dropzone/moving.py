"""The Move action: on the ground, in the air, out of transports and Garrisons, and onto the table."""

from __future__ import annotations

from ...kernel.asks import Choose, Emit, Procedure
from ...table.events import Moved
from ...table.geometry import FORWARD
from ...table.state import Effect, Table, Unit
from .boarding import BEHIND, SEVERAL, board, gets_in, may_board, parted, shares_out
from .cards.card import AGAIN
from .carrying import in_passing
from .changing import changes, full_move
from .deployment import comes_on
from .events import Becomes
from .garrisons import DOOR, enter, go_in, held_back, move_inside, near, room_for
from .movement import (
    PIVOT,
    allowance,
    aloft,
    distance,
    distances,
    flights,
    ground_moves,
    landings,
    may_turn,
    noted,
    pivots,
    those_that_stood,
    towards_enemy,
)
from .ploughing import Strides, breaks, ploughs, strides
from .reacting import fly
from .roads import goes_by_road, road_moves
from .seats import cargo, carriers, rest, seats
from .situation import FLYING
from .speeding import fast, speed, sweeps_in
from .squads import airborne, flagged, garrisons, housed, infantry, moved, moved_in_round, off_table, spread_by
from .stats import transport
from .trampling import tramples
from .transports import (
    aerial,
    every_seat,
    exits,
    gets_out,
    half,
    jump,
    may_carry,
    may_leave,
    out_of,
    places,
    serves,
    to_holding,
)


def can_move(t: Table, u: Unit) -> bool:
    """Whether the squad may make a Move action."""
    if u.place == "reserve":
        return off_table(u) == "readiness" or bool(may_leave(t, u))
    if u.place == "aboard":
        return bool(ways_out(t, u))
    if housed(u) is not None:
        return not held_back(t, u)
    return allowance(u) > 0 or bool(fast(u)) or may_turn(u) or bool(rest(u) and ways_out(t, u))


def move(t: Table, u: int) -> Procedure:
    """A Move action. Result: whether it was made."""
    unit = t[u]
    if off_table(unit) == "readiness" and fast(unit):
        return (yield from sweeps_in(t, u))
    if off_table(unit) == "readiness":
        came = yield from comes_on(t, u, allowance(unit))
        if came and unit.kind.type == "Behemoth":
            yield from tramples(t, u)
        if came and t[u].here and aerial(t[u]) and moved(t[u]) <= half(t[u]) and (yield from touch_down(t, u)):
            yield from goes_on(t, u, half(t[u]) - moved(t[u]))
        return came
    if unit.place == "aboard" or off_table(unit) == "holding":
        return (yield from dismount(t, u))
    if housed(unit) is not None:
        return (yield from move_inside(t, u))
    if fast(unit):
        return (yield from speed(t, u))
    if unit.kind.type in FLYING:
        return (yield from flight(t, u))
    return (yield from walk(t, u))


def walk(t: Table, u: int) -> Procedure:
    """On the ground; at its end the squad may get into a transport or a Garrison."""
    yield from joined_by_the_rest(t, u)
    unit = t[u]
    beast = unit.kind.type == "Behemoth"
    options = strides(t, unit, allowance(unit)) if beast else ground_moves(t, unit, allowance(unit))
    if goes_by_road(t, unit):
        ways = ("anywhere", "along the road")
        if (yield Choose(unit.side, f"does {t.name(u)} keep to the road?", ways, "anywhere", u)) != "anywhere":
            options = road_moves(t, unit)
    form = yield Choose(unit.side, f"where does {t.name(u)} move?", options, unit.form, u)
    far = 0.0
    if form.spots != unit.form.spots:
        far = distance(unit.form, form)
        if form.facing in (unit.form.facing, (), (FORWARD,)) or len(unit.members[0].weapons) == 0:
            form = those_that_stood(unit.form, towards_enemy(t, unit, form))
        broken = (yield from breaks(t, u, form, options)) if isinstance(options, Strides) else []
        yield Emit(Moved(u, form, "ploughs on" if broken else "moves", by=spread_by(unit.kind)))
        yield from noted(t, u, far, distances(unit.form, form))
        yield from in_passing(t, u, unit.form)
        if beast:
            yield from ploughs(t, u, broken)
            yield from tramples(t, u)
            if not t[u].here:
                return True
    elif pivots(unit.form, form):
        yield Emit(Moved(u, form, "turns"))
        yield from noted(t, u, PIVOT)
    yield from changes(t, u, far, full_move(unit))
    if t[u].kind.type not in FLYING:
        yield from afterwards(t, u)
    return True


def joined_by_the_rest(t: Table, u: int) -> Procedure:
    """Units that still ride, while others of their squad have been thrown out of a wreck, may get out as it begins to move."""
    found = ways_out(t, t[u]) if rest(t[u]) else []
    if found:
        question = f"does the rest of {t.name(u)} get out?"
        if (yield Choose(t[u].side, question, ("yes", "no"), "yes", (u, "out"))) == "yes":
            yield from gets_out(t, u, found[0])


def afterwards(t: Table, u: int) -> Procedure:
    """What may end a move on the ground: into a Garrison, or aboard."""
    if infantry(t[u]):
        yield from enter(t, u)
    if t[u].here and housed(t[u]) is None:
        yield from board(t, u)


def dismount(t: Table, u: int) -> Procedure:
    """Out of a transport or through a gate, then a full move."""
    found = ways_out(t, t[u])
    if not found:
        return False
    carrier = yield Choose(t[u].side, f"{t.name(u)} gets out of what?", tuple(found), found[0], u)
    if (yield from drop_in(t, u, carrier)):
        return True
    if not (yield from gets_out(t, u, carrier)):
        return False
    return (yield from walk(t, u))


def ways_out(t: Table, u: Unit) -> list[int]:
    """The transports and gates out of which the squad can get where they stand."""
    return [c for c in may_leave(t, u) if below(t, u) or exits(t, u.id, c) is not None]


def below(t: Table, u: Unit) -> tuple[int, ...]:
    """The Garrisons into which the squad can jump from Aircraft in the air: below all it rides in, or beside them."""
    if u.place != "aboard" or not infantry(u) or not all(airborne(t[c]) and jump(u, t[c]) for c in carriers(u)):
        return ()
    found = []
    over = [t[c].form.spots[i] for c, i in dict.fromkeys(seats(u))]
    for k in garrisons(t):
        piece = t.ground.pieces[k]
        if all(near(piece, x, y, DOOR) for x, y in over) and room_for(t, u, k):
            found.append(k)
    return tuple(found)


def drop_in(t: Table, u: int, carrier: int) -> Procedure:
    """Out of an Aircraft in the air straight into a Garrison, by its roof or walls. Result: whether so."""
    found = below(t, t[u])
    if not found:
        return False
    ground = ("to the ground",) if exits(t, u, carrier) is not None else ()
    pick = yield Choose(t[u].side, f"does {t.name(u)} drop into a building?", (*found, *ground), found[0], (u, "enter"))
    if pick == "to the ground":
        return False
    by = jump(t[u], t[carrier])
    until = ("round ends", t.round)
    for what in ("disembarked", "jumped in", "from the air"):
        says = f"jumps out of {t.name(carrier)}" if what == "jumped in" else ""
        yield Emit(Becomes(u, Effect(what, carrier, until, "air"), by=by, says=says))
    yield from go_in(t, u, pick)
    return True


# --- in the air -------------------------------------------------------------------------------------------------------


def flight(t: Table, u: int) -> Procedure:
    """An Aircraft flies; a transport may land on the way, within half its move, to let squads out or in."""
    before, full = moved(t[u]), full_move(t[u])
    inches = max(0.0, allowance(t[u]) - (0.0 if flagged(t[u], AGAIN) else before))
    lands = yield from touch_down(t, u)
    if not t[u].here:
        return True
    if lands:
        yield from goes_on(t, u, half(t[u]) - moved_in_round(t[u]))
    else:
        yield from goes_on(t, u, inches - (moved(t[u]) - before))
    yield from changes(t, u, moved(t[u]) - before, full)
    return True


def goes_on(t: Table, u: int, inches: float) -> Procedure:
    """An Aircraft flies so far at most; one that has landed may stay on the ground."""
    if inches <= 0 or (not airborne(t[u]) and (yield from stays_down(t, u))):
        return
    unit = t[u]
    form = yield Choose(unit.side, f"where does {t.name(u)} fly?", flights(t, unit, inches), None, u)
    far = distance(unit.form, form)
    if far:
        yield from noted(t, u, far)
        yield from fly(t, u, aloft(t.ground, form))


def stays_down(t: Table, u: int) -> Procedure:
    """Whether an Aircraft that has landed stays on the ground."""
    pick = yield Choose(t[u].side, f"does {t.name(u)} take off again?", ("take off", "stay"), "take off", u)
    return pick == "stay"


def touch_down(t: Table, u: int) -> Procedure:
    """A transport may land for its cargo. Result: whether anybody got in or out."""
    unit = t[u]
    if not aerial(unit) or not transport(unit.kind, "cap") or not (customers(t, unit) or pickups(t, unit)):
        return False
    if airborne(unit):
        options = landings(t, unit, max(0.0, min(half(unit) - moved_in_round(unit), allowance(unit) - moved(unit))))
        spot = next(iter(options), None)
        if spot is None:
            return False
        lands = yield Choose(unit.side, f"does {t.name(u)} land?", ("fly on", "land"), "land", (u, "land"))
        if lands == "fly on":
            return False
        form = yield Choose(unit.side, f"where does {t.name(u)} land?", options, spot, (u, "landing"))
        yield from noted(t, u, distance(unit.form, form))
        if not (yield from fly(t, u, form.raised(unit.form.level(0)), "comes in")):
            return False
        kept = t[u].size
        yield Emit(Moved(u, t[u].form.raised(0.0) if kept != unit.size else form, "lands"))
    return (yield from exchange(t, u))


def customers(t: Table, carrier: Unit) -> list[int]:
    """The squads that could get out of it: its cargo, or what waits in Holding."""
    if not to_holding(carrier.kind):
        return [c.id for c in cargo(t, carrier.id)]
    waiting = [c for c in t.there("reserve", carrier.side) if off_table(c) == "holding"]
    return [c.id for c in waiting if serves(t, carrier, c)]


def pickups(t: Table, carrier: Unit) -> bool:
    """Whether there is anybody on the table of whom it could carry at least a unit."""
    found = [v for v in t.own(carrier.side) if housed(v) is None and may_carry(t, carrier, v)]
    return any(places(t, v, seat) for v in found for seat in every_seat(carrier))


def exchange(t: Table, u: int) -> Procedure:
    """Squads get out of a transport on the ground, or in, for free: either the one or the other. Result: whether any did."""
    done = False
    for c in customers(t, t[u]):
        if not may_leave(t, t[c]) or not out_of(t, t[c], u) or exits(t, c, u) is None:
            continue
        done = (yield from steps_out(t, c, u)) or done
    if done:
        return True
    for v in [v.id for v in t.own(t[u].side)]:
        if v != u and not t[v].has("embarked"):
            done = (yield from picked_up(t, v, u)) or done
    return done


def steps_out(t: Table, c: int, u: int) -> Procedure:
    """Whether a squad gets out of a transport for free, and goes in by a door nearby, though it is not its activation."""
    pick = yield Choose(t[c].side, f"does {t.name(c)} get out of {t.name(u)}?", ("yes", "no"), "yes", (c, "out"))
    if pick == "no" or not (yield from gets_out(t, c, u)):
        return False
    if infantry(t[c]):
        yield from enter(t, c)
    return True


def picked_up(t: Table, v: int, u: int) -> Procedure:
    """A squad beside a transport on the ground may get in for free, into others near by as well if it must. Result: whether so."""
    whole = may_board(t, t[v])
    space = parted(t, t[v])
    if u in whole:
        ways: tuple[str, ...] = ("no", "yes")
    elif any(c == u for c, _ in space):
        ways = ("no", SEVERAL, BEHIND) if sum(space.values()) >= t[v].size else ("no", BEHIND)
    else:
        return False
    pick = yield Choose(t[v].side, f"does {t.name(v)} get into {t.name(u)}?", ways, "no", (v, "in"))
    if pick == "yes":
        yield from gets_in(t, v, u)
    elif pick != "no":
        yield from shares_out(t, v, space, pick == BEHIND)
    return pick != "no"
