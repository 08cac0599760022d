"""Passengers whose transport or building is struck: hits inside, jumping out of wrecks, and the test of nerve after it.

Hits inside fall by the procedure ``strike`` (``harm.struck_by``).
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from ....common.deploy import bases, room
from ....common.exits import Exits
from ....common.profiles import Model, Weapon, interned
from ....common.rules import kept
from ....common.triggers import give, own_turn_ends, this_turn
from ....kernel.asks import Choose, Emit, Procedure, Roll
from ....kernel.faces import die, total
from ....table.events import Disembarked, Removed, Said
from ....table.geometry import Form
from ....table.state import Table
from ..attack.core_tables import COLLAPSE, DETONATION, PARTIAL, STRUCTURAL
from ..attack.core_tables import TREMOR as TREMBLES
from ..attack.defender import GROUNDED
from ..casualties import Strike, lose
from ..condition import MOVED, SPENT, TREMOR, UNSTEADY
from ..line_of_sight import View
from ..model_types import is_character
from ..nerve.leadership import leadership
from ..profiles import Fire, WeaponStats
from ..rules.evasion import IgnoresCover
from . import transports
from .crashes import PLUNGE

SHAFTS: dict[int, int] = {PARTIAL: 1, STRUCTURAL: 2, COLLAPSE: 2, DETONATION: 4}  # dice of hits on who is inside


@kept(16)
def _inside(name: str, strength: int) -> Weapon:
    return interned(Weapon(name, WeaponStats(range=6, S=strength, type=Fire("Assault")), (IgnoresCover(),)))


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
    where: Form,
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


class Ruins(Exits):
    """Where a unit may be placed whose transport is gone: where that stood, or close round it."""

    def __iter__(self) -> Iterator[Form]:
        (x, y), base = self.hull.centre, self.hull.bases[0]
        for along, across in ((0, 0), (-0.5, -0.5), (0.5, -0.5), (-0.5, 0.5), (0.5, 0.5)):
            form = self.room.gather(self.bases, x + along * base.half_length, y + across * base.half_width)
            if form is not None and form in self:
                yield form
                break
        yield from super().__iter__()

    def draw(self, rng: Random) -> Form | None:
        """The first place that offers."""
        return next(iter(self), None)


def _saved(members: tuple[Model, ...], size: int) -> tuple[int, ...]:
    """Who gets clear when only so many can: those who lead before the others."""
    return tuple(sorted(sorted(range(len(members)), key=lambda i: (not is_character(members[i]), i))[:size]))


def _ways_clear(
    t: Table, u: int, saved: tuple[int, ...], where: Form, inches: float, wreck: transports.Doors | None
) -> Iterator[Exits]:
    """The ways in which these models of a unit may get clear, the one to be preferred first."""
    placing, models = room(t, u), tuple([bases(t[u])[i] for i in saved])
    if wreck is not None:
        yield Exits(placing, models, where, inches, lambda form, i: wreck.near(form, i, inches))
        yield Exits(placing, models, where, inches)
    yield Ruins(placing, models, where, inches)


def bail_out(
    t: Table, u: int, where: Form, carrier: Model, inches: float, wreck: transports.Doors | None = None
) -> Procedure:
    """A unit gets out of what is no more; models for which there is no room are lost. Then it tests its nerve.

    Out of a ``wreck`` by its doors, if that does not do anywhere round it, else onto it.
    """
    unit = t[u]
    for size in range(unit.size, 0, -1):
        saved = _saved(unit.members, size)
        tried = _ways_clear(t, u, saved, where, inches, wreck)
        ways, first = next(((w, place) for w in tried if (place := next(iter(w), None)) is not None), (None, None))
        if ways is not None:
            break
    else:
        yield Emit(Removed(u, "lost in the wreck"))
        return
    if size < unit.size:
        yield Emit(Said(f"there is no room for {unit.size - size} of {t.name(u)}"))
        yield from lose(t, u, tuple([wounds * (i in saved) for i, wounds in enumerate(unit.wounds)]), u)
    fallen = transports.ids(transports.let_out(carrier).fallen)
    form = yield Choose(unit.side, f"where does {t.name(u)} get clear?", ways, default=first, about=u)
    yield Emit(Disembarked(u, form, by=fallen))
    yield from give(t, u, transports.GOT_OUT, this_turn(t), source=u, quiet=True)
    yield from give(t, u, MOVED, this_turn(t), source=u, value="moved", quiet=True)
    if not fallen:
        yield from give(t, u, SPENT, this_turn(t), source=u, quiet=True)
    if not (yield from leadership(t, u, "pinning")):
        yield from give(t, u, GROUNDED, own_turn_ends(t, t[u].side))


def overflow(t: Table, c: int, carrier: Model, where: Form, exploded: bool, strike: Strike) -> Procedure:
    """A squadron of transports has lost a hull: the last to get in have no seats any more."""
    while (cargo := t.cargo(c)) and transports.free_seats(t, c) < 0:
        yield from spill(t, (cargo[-1].id,), carrier, where, exploded, 0, strike)


def lost_with(t: Table, c: int, why: str) -> Procedure:
    """Whoever is aboard is lost with a transport that is."""
    for unit in t.cargo(c):
        yield Emit(Removed(unit.id, why))
