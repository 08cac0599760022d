"""Suppressive fire on the table: at whom it may be aimed, who brings it to bear, and who tests for it."""

from __future__ import annotations

from ....common.profiles import Weapon
from ....kernel.asks import Emit, Procedure
from ....table.state import Table
from .. import field
from ..circumstances import Circumstances
from ..events import LaidFire
from ..nerve.checks import SUPPRESSION
from ..nerve.morale import frighten
from ..orders import Orders
from ..size import size_now
from ..weapons import gun_of, handed
from . import gun_team, suppression
from .fire import reveal


def frightened_by(t: Table, u: int, orders: Orders) -> tuple[int, ...]:
    """The units at which suppressive fire may be aimed: as for shooting the nearest open one, and nearer fights."""
    unit = t[u]
    if not suppression.suppresses(unit.members):
        return ()
    free = orders.free or t.rulings.get("open_target") == "any"
    found: list[int] = []
    for v in field.foes(t, u):
        if not field.scans(t, u, v.id) or not suppressing(t, u, v.id, orders)[0]:
            continue
        if not free and not v.locked and not field.in_cover(field.view(t, u, v.id)):
            return (*(w for w in found if t[w].locked), v.id)
        found.append(v.id)
    return tuple(found)


def suppressing(t: Table, u: int, v: int, orders: Orders | None = None) -> tuple[int, tuple[str, ...], tuple[int, ...]]:
    """The sum of suppressive fire that a unit brings to bear on another, the rules that say so, and who fires it.

    Of a mounted weapon team it is the gun, once, or else the side arms, whichever frightens more.
    """
    unit, target = t[u], t[v]
    if not suppression.suppresses(unit.members):
        return 0, (), ()
    found = field.view(t, u, v)
    total, ids, firers = 0, tuple[str, ...](), []
    weapon = gun_of(unit.kind.models)
    idle = orders.silent if orders is not None else ()
    for i, model in enumerate(unit.members):
        if found.views and found.views[i] and i not in idle:
            names = suppression.beside(model, weapon)
            n, by = suppression.value_of(
                model, field.band_of_model(t, unit.form, i, target.form, found.views[i]), names
            )
            if n:
                firers.append(i)
            total, ids = total + n, by or ids
    if weapon is not None and not (orders is not None and orders.moved):
        i, n, by = _gun(t, u, v, weapon, frozenset(idle))
        if n > total:
            return n, by, (i,)
    return total, ids, tuple(firers)


def _gun(t: Table, u: int, v: int, weapon: Weapon, idle: frozenset[int]) -> tuple[int, int, tuple[str, ...]]:
    """What the gun of a team adds: (who fires it, value, rules); from its own base, or from among its crew."""
    unit, place = t[u], t[v].form
    stands = gun_team.stands(t, u)
    crew = tuple(range(unit.size)) if stands is None else gun_team.manned(t, u, stands)
    crew = tuple(i for i in crew if i not in idle)
    if not crew:
        return -1, 0, ()
    i = crew[0]
    where = unit.form.only((i,)) if stands is None else stands
    seen = field.view_from(t, u, where, v, place, gun_team.height(unit.members[i])).seen
    seen = tuple(j for j in seen if stands is None or gun_team.bears(stands, place, j))
    if not seen:
        return -1, 0, ()
    band = field.band_of_model(t, where, 0, place, seen)
    return i, *suppression.value_of(handed(unit.members[i], weapon), band, (weapon.name,))


def suppress(t: Table, u: int, v: int, orders: Orders) -> Procedure:
    """Suppressive fire: the target, or every unit in the fight it stands in, tests against panic."""
    total, ids, firers = suppressing(t, u, v, orders)
    yield Emit(LaidFire(u, v, "", (), value=total, by=ids))
    yield from reveal(t, u, firers)
    for w in involved(t, v):
        target = t[w]
        how = Circumstances(band=field.band_between(t, t[u].form, target.form), terms=field.terms(t))
        added, why = suppression.modifier(sum(target.wounds), (size_now(t, target),), how, total)
        yield from frighten(t, w, SUPPRESSION, added, why, by=ids)


def involved(t: Table, v: int) -> tuple[int, ...]:
    """Every unit of the close combat that a unit is in, however many hang together; itself first."""
    found = [v]
    for w in found:
        found += [x for x in t[w].foes if x not in found]
    return tuple(found)
