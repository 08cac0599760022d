"""Aircraft that move: they fly, and transports land on the way to let squads out or in."""

from __future__ import annotations

from ....kernel.asks import Choose, Emit, Procedure
from ....table.events import Moved
from ....table.state import Table, Unit
from ..buildings.garrisons import enter
from ..cards.card import AGAIN
from ..profiles import transport
from ..shooting.reaction_fire import fly
from ..squads import airborne, flagged, housed, infantry, moved, moved_in_round, off_table
from ..transports.capacity import aerial, every_seat, half, may_carry, places, serves, to_holding
from ..transports.disembarking import exits, gets_out, may_leave, out_of
from ..transports.embarking import BEHIND, SEVERAL, gets_in, may_board, parted, shares_out
from ..transports.seats import cargo
from .legal_moves import allowance, aloft, distance, flights, landings, noted
from .profile_change import changes, full_move


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
        position = next(iter(options), None)
        if position is None:
            return False
        lands = yield Choose(unit.side, f"does {t.name(u)} land?", ("fly on", "land"), "land", (u, "land"))
        if lands == "fly on":
            return False
        form = yield Choose(unit.side, f"where does {t.name(u)} land?", options, position, (u, "landing"))
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
