"""Getting out of a transport or building: onto the ground, or up to the battlements."""

from __future__ import annotations

from ....common.deploy import bases, room
from ....common.exits import Exits
from ....common.triggers import give, this_turn
from ....kernel.asks import Choose, Emit, Procedure
from ....table.events import Disembarked, Said
from ....table.state import Table
from ..condition import MOVED, SPENT, TREMOR, moved
from . import battlements
from .transports import ABOARD, GOT_OUT, JUMP, LEAVE, OUT, WaysOut, ids, let_out, may_charge_after


def get_out(t: Table, u: int) -> Procedure:
    """A unit aboard may get out; it does not move further, and charges only from a transport that allows it."""
    unit, c = t[u], t[u].aboard
    words = f"does {t.name(u)} get out of {t.name(c)}?"
    ways_off: tuple[str, ...] = (ABOARD, LEAVE)
    if t[c].kind.detail("battlements", 0):
        ways_off += (battlements.UP,) * (battlements.roof(t, u, c) is not None)
    how = yield Choose(unit.side, words, ways_off, default=ABOARD, about=("get out", u))
    if how == ABOARD:
        return
    if how != LEAVE:
        yield from battlements.climb(t, u, c)
        return
    ways: Exits = WaysOut(t, u, c, JUMP if t[c].has(TREMOR) else OUT)
    emergency = next(iter(ways), None) is None
    if emergency:
        ways = Exits(room(t, u), bases(unit), t[c].form, JUMP)
        if next(iter(ways), None) is None:
            yield Emit(Said(f"there is no room for {t.name(u)} to get out"))
            return
    words = f"where does {t.name(u)} get out?"
    form = yield Choose(unit.side, words, ways, about=u)
    charges, by = may_charge_after(t, t[c])
    late = () if moved(t[c]) in ("", "moved") else ids(let_out(t[c].members[0]).late)
    yield Emit(Disembarked(u, form, by=tuple(dict.fromkeys((*late, *(by if charges else ()))))))
    yield from _on_foot(t, u, charges and not emergency)


def _on_foot(t: Table, u: int, charges: bool) -> Procedure:
    yield from give(t, u, GOT_OUT, this_turn(t), source=u, quiet=True)
    yield from give(t, u, MOVED, this_turn(t), source=u, value="moved", quiet=True)
    if not charges:
        yield from give(t, u, SPENT, this_turn(t), source=u, quiet=True)
