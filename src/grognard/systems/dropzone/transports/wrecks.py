"""The cargo of transports that are lost: thrown out of the wreck, or lost with it."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from ....common.deploy import bases, room
from ....common.exits import Exits
from ....kernel.asks import Choose, Emit, Procedure
from ....table.events import Removed, Said
from ....table.geometry import Formation
from ....table.state import Table, Unit
from ..casualties import broken_open, counted_anew, lose_commanders, recounted, thins
from ..events import Alighted, RestHurt, ThrownOut
from ..objectives.mobile import falls_with
from .capacity import to_holding
from .disembarking import lost_gates, room_beside, together
from .seats import WRECK as IN_WRECK
from .seats import in_seat, rest, riding

WRECKED = "the wreck in which they rode"
OUT_OF_WRECK = 2.0  # inches within which cargo is placed


def leaves_behind(t: Table, before: Unit) -> Procedure:
    """With the last gate of a side what waits in Holding is lost."""
    if not t[before.id].alive and (by := to_holding(before.kind)):
        yield from lost_gates(t, before.side, by)


def riders(t: Table, broken: int) -> list[int]:
    """The squads of which units are in a wreck."""
    return [u.id for u, _ in in_seat(t, (IN_WRECK, broken))]


def in_it(u: Unit, broken: int) -> tuple[int, ...]:
    """The numbers of the units of a squad that are in a wreck."""
    return tuple([k for k, seat in riding(u).items() if seat == (IN_WRECK, broken)])


def thrown_out(t: Table, c: int, broken: int, wreck: Formation) -> Procedure:
    """Cargo that lives is placed within 2 inches of the wreck, as its player likes; where there is no room, it is lost.

    Units of the squad that ride elsewhere ride on.
    """
    u, who = t[c], in_it(t[c], broken)
    whole = u.place == "aboard" and len(who) == u.size
    placing = room(t, c) if whole else room_beside(t, c)
    own = bases(u) if whole else bases(replace(u, members=(u.kind.models[0],) * len(who)))
    options = Exits(placing, own, wreck.raised(0.0), OUT_OF_WRECK)
    form = options.room.disembark(options.bases, options.hull, OUT_OF_WRECK)
    if form is None:
        yield Emit(Said(f"there is no room for {t.name(c)} beside the wreck"))
        yield from lost_aboard(t, c, who)
        return
    form = yield Choose(u.side, f"where does {t.name(c)} get out of the wreck?", options, form, c)
    if not whole:
        yield Emit(ThrownOut(c, form if u.place == "aboard" else together(u.form, form), who))
        outside = () if u.place == "aboard" else tuple(range(u.size))
        numbers = (*outside, *who, *(k for k in riding(u) if k not in who))
        yield from recounted(t, c, {k: n for n, k in enumerate(numbers)})
        yield from counted_anew(t, c, numbers)
    else:
        yield Emit(Alighted(c, form, "gets out of the wreck"))


def lost_aboard(t: Table, c: int, who: Sequence[int]) -> Procedure:
    """Units that ride are lost, and what they carry with them."""
    before = t[c]
    if len(who) == before.size and before.place == "aboard":
        yield Emit(Removed(c, "lost in the wreck"))
    elif before.place == "aboard":
        yield from thins(t, c, tuple([0 if k in who else dp for k, dp in enumerate(before.wounds)]), -1, cause=WRECKED)
    else:
        left = [0 if before.size + k in who else dp for k, (*_, dp) in enumerate(rest(before))]
        yield Emit(RestHurt(c, tuple(left), WRECKED))
    yield from lose_commanders(t, before)
    if not t[c].alive:
        yield from falls_with(t, before)
    yield from goes_down_with(t, before, who)


def goes_down_with(t: Table, before: Unit, lost: Sequence[int]) -> Procedure:
    """What was aboard units that are lost is lost too, and with the last gate what waits in Holding."""
    wrecks = yield from broken_open(t, before, lost)
    for broken in wrecks.values():
        for c in riders(t, broken):
            yield from lost_aboard(t, c, in_it(t[c], broken))
    yield from leaves_behind(t, before)
