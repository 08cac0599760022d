"""Vehicles and buildings that are destroyed: wrecks, explosions, and what becomes of those inside and above.

Hits that nobody fires fall on units by the procedure ``strike`` (``harm.struck_by``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ....common.profiles import Weapon, interned
from ....kernel.asks import Emit, Procedure, Roll
from ....kernel.faces import die
from ....table.distances import who_within
from ....table.events import Removed, Said
from ....table.geometry import Formation
from ....table.state import Table
from ..attack import core_tables
from ..casualties import Strike
from ..condition import airborne, armoured
from ..events import HitsOn, HullsLost, so_many_of
from ..line_of_sight import everybody
from ..line_of_sight import facing as side_struck
from ..profiles import WeaponStats, WeaponType
from . import battlements, passengers
from .crashes import crash
from .wreckage import CraterLeft, remains

EXPLOSION = interned(Weapon("explosion", WeaponStats(range=6, S=4, type=WeaponType("Assault"))))


def destroyed(t: Table, u: int, v: int, gone: Sequence[int], exploded: int, row: int, strike: Strike) -> Procedure:
    """Vehicles are wrecked or blown apart; those that explode hurt what stands near, and whoever was inside."""
    where, walls, carrier = t[v].form, t[v].kind.type == "Building", t[v].members[gone[0]]
    aloft, cargo = airborne(t[v]), tuple(w.id for w in t.cargo(v))
    high = [w.id for w in battlements.above(t, v)] if walls else []
    if whole := len(gone) == t[v].size:
        yield Emit(Removed(v, "down in flames" if aloft else "blown apart" if exploded else "wrecked"))
        if row == core_tables.DETONATION:
            yield Emit(CraterLeft(where, carrier.name))
        if high:
            yield from battlements.fall(t, high, where, row, strike)
    else:
        yield Emit(HullsLost(v, tuple(0 if i in gone else w for i, w in enumerate(t[v].wounds)), u))
    if not (aloft or walls):
        yield from remains(t, carrier, where, gone, exploded)
    for i in () if aloft else gone[: 0 if walls else exploded]:
        yield from _explosion(t, where.only((i,)), strike)
    for i in gone if aloft else ():
        yield from crash(t, where.only((i,)), strike)
    if whole and cargo:
        yield from passengers.spill(t, cargo, carrier, where, bool(exploded), row, strike, aloft)
    elif cargo:
        yield from passengers.overflow(t, v, carrier, where.only(gone), bool(exploded), strike)


def _explosion(t: Table, where: Formation, strike: Strike) -> Procedure:
    """Every model within D6 inches takes a hit of Strength 4, vehicles on the side that is turned to it."""
    inches = yield Roll(die(6, "explosion, inches"))
    near = [(w, who_within(w.form, where, inches)) for w in t.units if w.place == "table"]
    caught = [  # as all stand before anybody is struck: whom it blows up may be gone when his turn comes
        (w.id, Counter([side_struck(w.form, j, where.positions[0]) if armoured(w) else "front" for j in models]))
        for w, models in near
        if models
    ]
    told = ", ".join(so_many_of(t, w, sides.total()) for w, sides in caught)
    yield Emit(Said(f'the explosion reaches {inches}": {told or "nobody is near"}', short=None if caught else ""))
    for w, sides in caught:
        if len(caught) > 1 and t[w].here:
            yield Emit(HitsOn(w, sides.total()))
        for side, n in sides.items():
            if t[w].here:
                yield from strike(t, w, EXPLOSION, n, everybody(t, where, w), facing=side)
