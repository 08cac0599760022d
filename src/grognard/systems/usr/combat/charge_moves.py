"""Where a charge ends: which moves bring a unit into contact, and how many inches that takes."""

from __future__ import annotations

from math import ceil

from msgspec import Struct
from msgspec.structs import replace

from ....common.triggers import give, this_turn
from ....kernel.asks import Emit, Procedure
from ....table.distances import distance, within
from ....table.events import Lifted, Moved, Remarked, Removed, Said
from ....table.geometry import CONTACT, Formation
from ....table.moves import Moves
from ....table.paths import MovementMode
from ....table.state import Table
from ..condition import (
    AFOOT,
    ALOFT,
    BROKEN,
    CHARGED,
    CHARGING,
    DISORDERED,
    ROUGH,
    ROUGH_CHARGE,
    flies,
    leaps,
)
from ..movement.legal_moves import others
from ..movement.move_rolls import chance_to_go
from ..movement.movement_modifiers import going, ids
from ..movement.rough_ground import over_ground, rough, slowed, stands_in
from ..nerve.leadership import leadership
from .fight import lock
from .hammer_of_wrath import wrath
from .melee_attacks import blow_at
from .overwatch import grenades


class Onrush(Moves):
    """The moves of a charge: the unit ends it in coherency, however loosely it stood before."""

    __slots__ = ()

    def _ranks(self, form: Formation) -> list[str]:
        return self.room._ranks(form, False)


class ChargePath(Struct, frozen=True):
    """A charge that reaches its targets: the moves that do, the one proposed, and whether it leads through difficult ground."""

    moves: Moves
    form: Formation
    through: bool


def reach(t: Table, u: int, met: tuple[int, ...], inches: int) -> ChargePath | None:
    """How a charge of so many inches comes into contact, round difficult ground if it can; None when it falls short."""
    unit = t[u]
    if flies(unit):
        return _way(t, u, met, inches, WINGED, False)
    pieces = rough(t, unit.form, inches)
    hindered = bool(going(unit.members).hindered)
    if not pieces and not hindered:
        return _way(t, u, met, inches, ROUGH, False)
    if not hindered and not stands_in(unit.form, pieces):
        found = _way(t, u, met, inches, AFOOT, False)
        if found is not None:
            return found
    far = inches - SLOWER if slowed(unit) else inches
    return _way(t, u, met, far, ROUGH, True) if far > 0 else None


def inches_needed(t: Table, u: int, v: int) -> int:
    """The least that a charge must roll to come into contact, as the straight way tells."""
    return max(2, ceil(distance(t[u].form, t[v].form) + slower(t, u, v) - CONTACT))


def slower(t: Table, u: int, v: int) -> float:
    """The inches that difficult ground takes from a charge, as the straight way tells."""
    unit, target = t[u], t[v]
    if flies(unit) or not slowed(unit):
        return 0.0
    pieces = rough(t, unit.form, distance(unit.form, target.form))
    through = bool(pieces and (stands_in(unit.form, pieces) or stands_in(target.form, pieces)))
    return SLOWER * (through or bool(going(unit.members).hindered))


def arrives(t: Table, u: int, v: int) -> float:
    """The chance that the dice bring a charge of one unit into contact with another, if nothing bars the straight way."""
    return chance_to_go(tuple(dict.fromkeys(t[u].members)), inches_needed(t, u, v), leaps(t[u]))


def _way(t: Table, u: int, met: tuple[int, ...], inches: float, mode: MovementMode, through: bool) -> ChargePath | None:
    unit = t[u]
    if not all(within(unit.form, t[v].form, inches) for v in met):
        return None
    friends, enemies = others(t, u)
    moves = Onrush(t.ground, unit.form, inches, friends, enemies, mode, target=met, call=t.names.__getitem__)
    form = moves.charge()
    return None if form is None else ChargePath(moves, form, through)


SLOWER = 2.0  # inches less through difficult ground


WINGED = replace(ALOFT, through="nobody")  # it leaps over terrain but lands beside its target


COHERENCY = 2.0  # inches


def contact(
    t: Table, u: int, met: tuple[int, ...], form: Formation, through: bool, disordered: bool = False
) -> Procedure:
    """The charge goes home. At several units it is disordered, whoever of them still stands."""
    start = t[u].form
    yield Emit(Moved(u, form, "charges"))
    yield from over_ground(t, u, start)
    if not t[u].here:
        return
    for v in met:
        yield from _caught(t, v)
    met = tuple(v for v in met if t[v].here)
    if not met:
        return
    yield from give(t, u, CHARGING, this_turn(t), source=u, quiet=True)
    if disordered:
        yield from give(t, u, DISORDERED, this_turn(t), source=u, quiet=True)
        yield Emit(Remarked(f"{t.name(u)}: charged several units, no attack more for charging"))
    if through:
        yield from _through(t, u)
    for v in met:
        if not t[v].foes:  # whoever is locked already has no time to spring forward
            yield from give(t, v, CHARGED, this_turn(t), source=u, quiet=True)
        yield from lock(t, u, v)
    for v in met:
        if t[u].here and t[v].here:
            yield from wrath(t, u, v, blow_at(t, t[u], t[v]))


def _caught(t: Table, v: int) -> Procedure:
    """A unit that falls back and is charged regroups, or is lost."""
    if not t[v].has(BROKEN):
        return
    if (yield from leadership(t, v, "regroup", below_quarter=t[v].size * 4 < t[v].start)):
        yield Emit(Lifted(v, BROKEN))
    else:
        yield Emit(Removed(v, "scattered by the charge"))


def _through(t: Table, u: int) -> Procedure:
    """A unit that has charged through difficult ground strikes at Initiative 1, unless something helps it."""
    how = going(t[u].members)
    ready = ids(how.ready) if t.rulings.get("cover-charge", "i1") == "own" else ()
    late = not ready and not grenades(t[u])
    by = ids(how.unslowed)
    slow = " without slowing down" if by else f': {SLOWER:g}" less'
    blows = ", blows at Initiative 1" if late else ""
    yield Emit(Said(f"{t.name(u)} charges through difficult ground{slow}{blows}", short="", by=by))
    if late:
        yield from give(t, u, ROUGH_CHARGE, this_turn(t), source=u, quiet=True)
