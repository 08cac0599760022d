"""Passengers whose transport or building is struck: hits inside, jumping out of wrecks, and the test of nerve after it.

Hits inside fall by the procedure ``strike`` (``harm.struck_by``).
"""

from __future__ import annotations

from ....common.profiles import Model, Weapon, interned
from ....common.triggers import give, own_turn_ends
from ....kernel.asks import Emit, Procedure, Roll
from ....kernel.faces import die, total
from ....table.events import Removed, Said
from ....table.geometry import Formation
from ....table.state import Table
from ..attack.core_tables import COLLAPSE, DETONATION, PARTIAL, STRUCTURAL
from ..attack.core_tables import TREMOR as TREMBLES
from ..casualties import Strike
from ..condition import TREMOR, UNSTEADY
from ..line_of_sight import View
from ..profiles import WeaponStats, WeaponType
from ..rules.evasion import IgnoresCover
from . import transports
from .bailing_out import bail_out
from .crashes import PLUNGE

SHAFTS: dict[int, int] = {PARTIAL: 1, STRUCTURAL: 2, COLLAPSE: 2, DETONATION: 4}  # dice of hits on who is inside


def _inside(name: str, strength: int) -> Weapon:
    return interned(Weapon(name, WeaponStats(range=6, S=strength, type=WeaponType("Assault")), (IgnoresCover(),)))


def crash_inside() -> Weapon:
    """What each passenger is hit by when the flyer that carries him crashes: Strength 10, no armour and no cover helps."""
    return PLUNGE


def explosion_inside() -> Weapon:
    """What each passenger is hit by when his transport explodes: Strength 4, no cover helps."""
    return _inside("explosion", 4)


def rubble() -> Weapon:
    """What hits who is inside a building that breaks: Strength 6, no cover helps."""
    return _inside("falling rubble", 6)


def hit_inside(t: Table, u: int, weapon: Weapon, hits: int, strike: Strike) -> Procedure:
    """So many hits on a unit that is aboard; they fall on its models in file order."""
    yield Emit(Said(f"{t.name(u)} takes {hits} hit{'s' * (hits != 1)} inside ({weapon.name})"))
    yield from strike(t, u, weapon, hits, View(tuple(range(t[u].size)), (None,) * t[u].size))


def trembles(t: Table, c: int, rows: tuple[int, ...], strike: Strike) -> Procedure:
    """What rows of the building damage table do to those inside a building that still stands."""
    for row in rows:
        for unit in t.cargo(c):
            if row == TREMBLES:
                yield from give(t, unit.id, UNSTEADY, own_turn_ends(t, unit.side), source=c)
            elif dice := SHAFTS.get(row, 0):
                yield from hit_inside(t, unit.id, rubble(), (yield Roll(shaft(dice))), strike)
        if row == TREMBLES and t[c].here:
            yield from give(t, c, TREMOR, own_turn_ends(t, t[c].side), source=c)


def shaft(dice: int) -> object:
    """The roll for the number of hits inside a building."""
    return die(6, "hits inside") if dice == 1 else total(dice, 6, "hits inside")


def spill(
    t: Table,
    cargo: tuple[int, ...],
    carrier: Model,
    where: Formation,
    exploded: bool,
    row: int,
    strike: Strike,
    crashed: bool = False,
) -> Procedure:
    """What becomes of the passengers of a transport, or of who was in a building, that has just been destroyed.

    ``row`` is the row of the building damage table that brought it down, 0 of a vehicle.
    """
    for u in cargo:
        if row:
            yield from hit_inside(t, u, rubble(), (yield Roll(shaft(SHAFTS.get(row, 2)))), strike)
        elif crashed:
            yield from hit_inside(t, u, crash_inside(), t[u].size, strike)
        elif exploded:
            yield from hit_inside(t, u, explosion_inside(), t[u].size, strike)
        if t[u].place == "aboard":
            kind = t[t[u].aboard].kind
            wreck = None if row or crashed or exploded else transports.doors_of(kind, carrier, where)
            yield from bail_out(t, u, where, carrier, transports.OUT if row else transports.JUMP, wreck)


def overflow(t: Table, c: int, carrier: Model, where: Formation, exploded: bool, strike: Strike) -> Procedure:
    """A squadron of transports has lost a hull: the last to get in have no seats any more."""
    while (cargo := t.cargo(c)) and transports.free_seats(t, c) < 0:
        yield from spill(t, (cargo[-1].id,), carrier, where, exploded, 0, strike)


def lost_with(t: Table, c: int, why: str) -> Procedure:
    """Whoever is aboard is lost with a transport that is."""
    for unit in t.cargo(c):
        yield Emit(Removed(unit.id, why))
