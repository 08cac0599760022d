"""Getting aboard: a squad as a whole, shared out over several transports, or with units left behind."""

from __future__ import annotations

from collections.abc import Mapping

from ....common import saying
from ....kernel.asks import Choose, Emit, Procedure
from ....table.distances import within
from ....table.events import Embarked, Given, Said
from ....table.state import Effect, Table, Unit
from ..events import KeptOff, NoLonger, Seated
from ..harm import harm
from ..objectives.mobile import load
from ..profiles import transport
from ..squads import SCANNED, airborne, coherent, flagged, has_fired, housed, vehicle
from .capacity import every_seat, may_carry, open_to_all, places, roomy, takes, takes_up, to_holding
from .disembarking import REACH
from .seats import Seat, rest, shared

OUTSIDE, SEVERAL, BEHIND = "stay outside", "in several", "leave some behind"
IN_ORDER, EACH, STAYS = "in order", "unit by unit", "stays behind"


def beside(t: Table, squad: Unit) -> list[Unit]:
    """The transports into which units of the squad may get from where it stands, room apart."""
    if squad.place != "table" or not transport(squad.kind, "req") or housed(squad) is not None or airborne(squad):
        return []
    if not coherent(squad) or flagged(squad, "disembarked") or has_fired(squad):
        return []  # nobody gets in who has shot this round
    return [
        u
        for u in t.own(squad.side)
        if u.id != squad.id and open_to_all(u) and within(squad.form, u.form, REACH) and may_carry(t, u, squad)
        and not (rest(squad) and to_holding(u.kind))
        and not (vehicle(u) and load(squad))  # what is carried goes into nothing but Aircraft
    ]  # fmt: skip


def may_board(t: Table, squad: Unit) -> list[int]:
    """The transports that the squad may get into as a whole from where it stands."""
    return [u.id for u in beside(t, squad) if takes(t, u, squad)]


def parted(t: Table, squad: Unit) -> dict[Seat, int]:
    """The room for units of the squad in each transport by which it stands, when none has room for all of them."""
    found = beside(t, squad)
    return {} if any(takes(t, u, squad) for u in found) else roomy(t, squad, found)


def gets_in(t: Table, squad: int, carrier: int) -> Procedure:
    """A squad gets into one transport, or through a gate into Holding. It will not shoot this round."""
    unit = t[squad]
    free = [i for c, i in every_seat(t[carrier]) if places(t, unit, (c, i)) >= unit.size]
    i = free[0] if free else 0
    if len(free) > 1:
        question = f"in which of {t.name(carrier)} does {t.name(squad)} ride?"
        says = saying.named(["", *[f"{t.name(carrier)} {k + 1}" for k in range(t[carrier].size)]])
        i = (yield Choose(unit.side, question, tuple([k + 1 for k in free]), free[0] + 1, squad, says)) - 1
    yield from sits_down(t, squad, ((carrier, i),) * unit.size)


def sits_down(t: Table, squad: int, own: tuple[Seat, ...]) -> Procedure:
    """Each unit of a squad gets in where it has a seat."""
    until = ("round ends", t.round)
    if flagged(t[squad], SCANNED):
        yield Emit(NoLonger(squad, SCANNED, says="loses its Scan token"))
    carriers = tuple(dict.fromkeys(carrier for carrier, _ in own))
    if by := to_holding(t[carriers[0]].kind):
        for gate in carriers:
            n = takes_up(t[gate], t[squad]) * sum(carrier == gate for carrier, _ in own)
            yield Emit(Given(gate, Effect("gone in", squad, until, n), True))
        yield Emit(KeptOff(squad, "Holding", by=by))
        yield Emit(Given(squad, Effect("holding"), True))
    else:
        yield from embarks(t, squad, own)
    yield Emit(Given(squad, Effect("embarked", carriers[0], until), True))


def embarks(t: Table, squad: int, own: tuple[Seat, ...]) -> Procedure:
    """A squad is aboard from now on."""
    if shared(own) or rest(t[squad]):
        yield Emit(Seated(squad, own[0][0], own))
    else:
        yield Emit(Embarked(squad, own[0][0]))


def board(t: Table, squad: int) -> Procedure:
    """After a move: the squad may get into transports nearby; into several, or with units left behind, if none has room for all."""
    unit = t[squad]
    found: tuple[int | str, ...] = tuple(may_board(t, unit))
    space = {} if found else parted(t, unit)
    if space:
        found = (SEVERAL, BEHIND) if sum(space.values()) >= unit.size else (BEHIND,)
    if not found:
        return
    pick = yield Choose(unit.side, f"does {t.name(squad)} get aboard?", (OUTSIDE, *found), OUTSIDE, squad)
    if pick in (SEVERAL, BEHIND):
        yield from shares_out(t, squad, space, pick == BEHIND)
    elif pick != OUTSIDE:
        yield from gets_in(t, squad, pick)


def shares_out(t: Table, squad: int, space: Mapping[Seat, int], leaving: bool) -> Procedure:
    """The units of a squad get into several transports; those left behind are destroyed."""
    own = yield from allotted(t, squad, space, leaving)
    if behind := [k for k, seat in enumerate(own) if seat is None]:
        yield Emit(Said(f"{t.name(squad)} leaves {len(behind)} of its units behind"))
        yield from harm(
            t,
            squad,
            tuple([0 if seat is None else dp for seat, dp in zip(own, t[squad].wounds, strict=True)]),
            -1,
            cause="being left behind",
        )
    if t[squad].here:
        yield from sits_down(t, squad, tuple([seat for seat in own if seat is not None]))


def allotted(
    t: Table, squad: int, space: Mapping[Seat, int], leaving: bool = False, halves: Mapping[Seat, int] | None = None
) -> Procedure:
    """Which transport each unit of a squad gets into, as its player says. Result: a seat for each, None for who stays behind.

    ``halves``: how many units some transports still need to be half full.
    """
    unit, left, due = t[squad], dict(space), dict(halves or {})
    how = yield Choose(unit.side, f"how is {t.name(squad)} shared out?", (IN_ORDER, EACH), IN_ORDER, squad)
    own: list[Seat | None] = []
    for k in range(unit.size):
        able = [seat for seat, n in left.items() if n]
        still = unit.size - k
        if sum(due.values()) >= still:  # the last of them are needed where a transport is not yet half full
            able = [seat for seat in able if due.get(seat)] or able
        options: tuple[str, ...] = tuple([seat_name(t, seat) for seat in able])
        if leaving and (any(seat is not None for seat in own) or still > 1 or not able):
            options = (*options, STAYS)
        names = dict(zip(options, able, strict=False))
        pick = options[0]
        if how == EACH and len(options) > 1:
            question = f"where does {t.name(squad)} {k + 1} ride?"
            pick = yield Choose(unit.side, question, options, options[0], squad)
        seat = names.get(pick)
        own.append(seat)
        if seat is not None:
            left[seat] -= 1
            due[seat] = max(0, due.get(seat, 0) - 1)
    return tuple(own)


def seat_name(t: Table, seat: Seat) -> str:
    """One transport by name."""
    carrier, i = seat
    return t.name(carrier) if t[carrier].size == 1 or to_holding(t[carrier].kind) else f"{t.name(carrier)} {i + 1}"
