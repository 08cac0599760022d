"""Auras: what a unit does for (or to) others near it, found by index instead of asking every unit."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.table.distances import within

from ..kernel.asks import Emit, Procedure
from ..table.events import Aura
from ..table.state import Table


def aura(t: Table, moment: str, unit: int, friendly: bool = True, itself: bool = True) -> int | None:
    """The first unit whose aura at this moment reaches the unit, or None."""
    sources = t.auras.get(moment)
    if not sources:
        return None
    return next(_reaching(t, sources, unit, friendly, itself), None)


def auras(t: Table, moment: str, unit: int, friendly: bool = True, itself: bool = True) -> list[int]:
    """All units whose aura at this moment reaches the unit."""
    return list(_reaching(t, t.auras.get(moment, ()), unit, friendly, itself))


def spread(t: Table, unit: int, moment: str, inches: float) -> Procedure:
    """From now on the unit has an aura at this moment; with ``inches`` below 0 no longer."""
    yield Emit(Aura(unit, moment, inches))


def _reaching(
    t: Table, sources: tuple[tuple[int, float], ...], unit: int, friendly: bool, itself: bool
) -> Iterator[int]:
    u = t[unit]
    for source, inches in sources:
        s = t[source]
        if (s.side == u.side) is not friendly:
            continue
        if source == unit:
            if itself:
                yield source
            continue
        at = t[s.aboard] if s.place == "joined" else s  # a character's aura goes where the unit goes that it has joined
        if at.place == "table" and (at.id == unit or within(at.form, u.form, inches)):
            yield source
