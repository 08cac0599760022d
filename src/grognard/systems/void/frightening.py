"""Suppressive fire on the table: at whom it may be aimed, who brings it to bear, and who tests for it (section 13)."""

from __future__ import annotations

from ...kernel.asks import Emit, Procedure
from ...table.state import Table
from . import field, suppress
from .attack import How
from .checks import different
from .events import Attacked
from .nerve import frighten
from .shooting import reveal


def frightened_by(t: Table, u: int, free: bool = False) -> tuple[int, ...]:
    """The units at which suppressive fire may be aimed: as for shooting the nearest open one, and nearer fights.

    ``free``: the unit may ignore target priority.
    """
    unit = t[u]
    if not any(suppress.value_of(m, 0)[0] for m in different(unit.members)):
        return ()
    free = free or t.rulings.get("open_target") == "any"
    found: list[int] = []
    for v in field.foes(t, u):
        if not field.scans(t, u, v.id) or not suppressing(t, u, v.id)[0]:
            continue
        if not free and not v.locked and not field.in_cover(field.view(t, u, v.id)):
            return (*(w for w in found if t[w].locked), v.id)
        found.append(v.id)
    return tuple(found)


def suppressing(t: Table, u: int, v: int) -> tuple[int, tuple[str, ...], tuple[int, ...]]:
    """The sum of suppressive fire that a unit brings to bear on another, the rules that say so, and who fires it."""
    unit, target = t[u], t[v]
    if not any(suppress.value_of(m, 0)[0] for m in different(unit.members)):
        return 0, (), ()
    found = field.view(t, u, v)
    total, ids, firers = 0, tuple[str, ...](), []
    for i, model in enumerate(unit.members):
        if found.views and found.views[i]:
            n, by = suppress.value_of(model, field.band_of_model(t, unit.form, i, target.form, found.views[i]))
            if n:
                firers.append(i)
            total, ids = total + n, by or ids
    return total, ids, tuple(firers)


def suppression(t: Table, u: int, v: int) -> Procedure:
    """Suppressive fire: the target, or every unit in the fight it stands in, tests against panic."""
    total, ids, firers = suppressing(t, u, v)
    yield Emit(Attacked(u, v, "lays suppressive fire on", (), by=ids))
    yield from reveal(t, u, firers)
    for w in involved(t, v):
        target = t[w]
        how = How(band=field.band_between(t, t[u].form, target.form), terms=field.terms(t))
        sizes = tuple(int(m.stats.SZ) for m in target.members)
        added, why = suppress.modifier(sum(target.wounds), sizes, how, total)
        yield from frighten(t, w, "suppression", added, why, by=ids)


def involved(t: Table, v: int) -> tuple[int, ...]:
    """Every unit of the close combat that a unit is in, however many hang together; itself first."""
    found = [v]
    for w in found:
        found += [x for x in t[w].foes if x not in found]
    return tuple(found)
