"""Who starts the battle in which transport, so that Auxiliary ones and gates come to be half full."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ....common import saying
from ....kernel.asks import Choose, Emit, Procedure
from ....table.events import Given
from ....table.state import Effect, Table, Unit
from ..events import KeptOff
from ..profiles import transport
from ..squads import off_table
from .capacity import capacity, every_seat, may_carry, needs, roomy, takes, takes_up, to_holding, used
from .embarking import SEVERAL, allotted, embarks
from .seats import Seat, riding


def rides(t: Table, u: int, asked: Sequence[int] = ()) -> Procedure:
    """A squad may start aboard a transport of its battlegroup, or an Auxiliary one; or in Holding.

    One that no transport has room for may be shared out over several. It must ride where without it an Auxiliary transport, or
    all gates, would not come to be half full; those ``asked`` before stay where they are.
    """
    squad = t[u]
    if not transport(squad.kind, "req"):
        return
    able = [c for c in t.units if _still_open(c) and carries(t, c, squad) and not _within(t, c, u)]
    found = [c for c in able if to_holding(c.kind) or takes(t, c, squad)]
    space = {} if found else roomy(t, squad, able)
    if sum(space.values()) < squad.size:
        space = {}
    if not found and not space:
        return
    halves = {seat: n for c in able for seat, n in lacking(t, c, squad, asked).items()}
    if space:
        options: tuple[int | str, ...] = (SEVERAL,) if halves else (SEVERAL, "on its own")
    else:
        needed = tuple(c.id for c in found if any(seat[0] == c.id for seat in halves))
        options = needed or (*(c.id for c in found), "on its own")
    carrier = yield Choose(t[u].side, f"what does {t.name(u)} start in?", options, options[0], (u, "rides"))
    if carrier == "on its own":
        return
    if carrier == SEVERAL:
        yield from embarks(t, u, (yield from allotted(t, u, space, halves=halves)))
    elif by := to_holding(t[carrier].kind):
        yield Emit(KeptOff(u, "Holding", by=by))
        yield Emit(Given(u, Effect("holding"), True))
    else:
        yield from starts_in(t, u, carrier, halves)


def _still_open(c: Unit) -> bool:
    """Whether squads may start in a transport: it is not set up, or a gate, which may stand on the table by then."""
    return c.place in ("off", "aboard") or bool(to_holding(c.kind))


def carries(t: Table, c: Unit, squad: Unit) -> bool:
    """Whether something may carry units of the squad when the battle begins."""
    return c.side == squad.side and bool(transport(c.kind, "cap")) and may_carry(t, c, squad)


def starts_in(t: Table, u: int, carrier: int, halves: Mapping[Seat, int]) -> Procedure:
    """A squad starts in one of several transports of a squad."""
    squad = t[u]
    free = [seat for seat, n in roomy(t, squad, [t[carrier]]).items() if n >= squad.size]
    free = [seat for seat in free if halves.get(seat)] or free
    seat = free[0]
    if len(free) > 1:
        names = {i + 1: (c, i) for c, i in free}
        question = f"in which of {t.name(carrier)} does {t.name(u)} ride?"
        says = saying.named(["", *[f"{t.name(carrier)} {k + 1}" for k in range(t[carrier].size)]])
        seat = names[(yield Choose(squad.side, question, tuple(names), next(iter(names)), u, says))]
    yield from embarks(t, u, (seat,) * squad.size)


def lacking(t: Table, carrier: Unit, squad: Unit, asked: Sequence[int]) -> dict[Seat, int]:
    """How many units of the squad each of some transports needs to be half full, of those that no others could fill any more."""
    if carrier.kind.detail("category", "") != "Auxiliary":
        return {}
    waiting = [v for v in t.units if v.place == "off" and v.side == squad.side and v.id not in (squad.id, *asked)]
    found = {}
    for seat in every_seat(carrier):
        missing = []  # by symbol: how many units of this squad are missing to half full, if only it can bring them
        for letter in capacity(carrier):
            half, taken = half_of(t, seat, letter)
            others = sum(brings(t, carrier, v, letter) for v in waiting)
            if taken + others >= half:
                break
            if (
                takes_up(carrier, squad)
                and letter in needs(squad)
                and taken + others + brings(t, carrier, squad, letter) >= half
            ):
                missing.append(-(-(half - taken - others) // needs(squad)[letter]))
        else:
            if missing:
                found[seat] = min(missing)
    return found


def brings(t: Table, carrier: Unit, v: Unit, letter: str) -> int:
    """How much of the room of a symbol a squad takes in a transport if it rides there: as a whole, or as much of it as has room."""
    if letter not in needs(v) or not may_carry(t, carrier, v):
        return 0
    if to_holding(carrier.kind):
        return needs(v)[letter] * v.size
    most = max(roomy(t, v, [carrier]).values(), default=0)
    if most < v.size and any(carries(t, c, v) and _holds_all(c, v) for c in t.units):
        return 0  # some transport has room for all of it: it is not shared out
    return needs(v)[letter] * min(most, v.size)


def _holds_all(carrier: Unit, v: Unit) -> bool:
    return any(number >= needs(v).get(letter, number + 1) * v.size for letter, number in capacity(carrier).items())


def half_of(t: Table, seat: Seat, letter: str) -> tuple[int, int]:
    """(half the room of a symbol, rounded up, how much of it is taken): of a gate, of all gates of its side and the Holding."""
    carrier = t[seat[0]]
    if not to_holding(carrier.kind):
        return (capacity(carrier)[letter] + 1) // 2, used(t, seat, letter)
    doors = [u for u in t.units if u.side == carrier.side and u.alive and to_holding(u.kind)]
    room = sum(capacity(u).get(letter, 0) * u.size for u in doors)
    holding = [v for v in t.there("reserve", carrier.side) if off_table(v) == "holding"]
    return (room + 1) // 2, sum(needs(v).get(letter, 0) * v.size for v in holding)


def _within(t: Table, carrier: Unit, u: int) -> bool:
    """Whether the transport is itself aboard the squad, or is it."""
    return carrier.id == u or any(_within(t, t[c], u) for c, _ in dict.fromkeys(riding(carrier).values()))
