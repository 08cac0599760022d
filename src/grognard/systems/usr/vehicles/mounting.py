"""Whose transport is whose, and who starts the battle aboard."""

from __future__ import annotations

from ....kernel.asks import Choose, Emit, Procedure
from ....table.events import Acted
from ....table.state import Table, Unit
from ..characters import loner
from ..movement.readiness import mixed
from .transports import ON_FOOT, get_in, takes, takes_infantry


def own_transport(t: Table, u: int) -> int | None:
    """The Dedicated Transport of a unit: the one its file says it rides in, the second of two such units in the second."""
    name = t[u].kind.detail("rides")
    if name is None:
        return None
    alike = [w.id for w in t.units if w.side == t[u].side and w.kind.detail("rides") == name]
    found = [w.id for w in t.units if w.side == t[u].side and w.kind.name == name and w.kind.detail("capacity", 0)]
    place = alike.index(u)
    return found[place] if place < len(found) else None


def bought_for(t: Table, c: int) -> int | None:
    """The unit whose Dedicated Transport this is, None when it is nobody's."""
    side, name = t[c].side, t[c].kind.name
    riders = [w.id for w in t.units if w.side == side and w.kind.details and w.kind.detail("rides") == name]
    return next((u for u in riders if own_transport(t, u) == c), None)


def may_start_in(t: Table, u: int, carriers: list[Unit] | None = None) -> list[int]:
    """The transports in which a unit may start: its own, others that were bought for nobody, buildings.

    ``carriers``: those of ``not_set_up``.
    """
    side = t[u].side
    if not takes_infantry(t[u]):
        return []
    carriers = not_set_up(t) if carriers is None else carriers
    return [c.id for c in carriers if c.side == side and takes(t, c.id, u) and _may_have(t, c.id, u)]


def not_set_up(t: Table) -> list[Unit]:
    """What carries others, of both sides, and does not stand on the table yet."""
    return [c for c in t.units if c.kind.details and c.place in ("off", "reserve") and c.kind.detail("capacity", 0)]


def _may_have(t: Table, c: int, u: int) -> bool:
    """Whether a unit may start in a transport: nobody's, its own, or as a guest of the unit that is in it already."""
    if any(mixed(w, t[u]) for w in t.cargo(c)):
        return False
    return bought_for(t, c) in (None, u) or (loner(t[u]) and bool(t.cargo(c)))


def mount_one(t: Table) -> Procedure:
    """One unit starts the battle aboard a transport or in a building, or on foot. False when all were asked."""
    waiting = not_set_up(t)
    for unit in t.units if waiting else ():
        u = unit.id
        if unit.place != "off" or u in t.acted:
            continue
        if carriers := may_start_in(t, u, waiting):
            own = own_transport(t, u)
            default = own if own in carriers else ON_FOOT
            words = f"what does {t.name(u)} start in?"
            c = yield Choose(unit.side, words, (ON_FOOT, *carriers), default=default, about=("starts in", u))
            if c != ON_FOOT:
                yield from get_in(t, u, c)
            yield Emit(Acted(u, t.player))
            return True
    return False
