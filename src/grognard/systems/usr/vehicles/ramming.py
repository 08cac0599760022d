"""Ramming: a tank drives straight into a vehicle or building, and both are struck."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from ....common.triggers import give, this_turn
from ....kernel.asks import Emit, Procedure
from ....table.distances import who_is_near, within
from ....table.events import Moved, Said
from ....table.geometry import CONTACT, Formation
from ....table.moves import Moves
from ....table.state import Table, Unit
from ..attack.weapons import ram_of
from ..condition import RAMMING, TRACKS, UNSTEADY, airborne, armoured, stuck
from ..events import Rams
from ..harm import hits_on, struck_by
from ..line_of_sight import View, facing
from ..model_types import type_of
from ..movement import rough_ground
from ..movement.legal_moves import others
from . import tank_shock

STRAIGHT = replace(TRACKS, straight=True)
COMBAT = 6.0  # inches that a heavy vehicle rams over; others go as far as they move


def ram_inches(u: Unit) -> float:
    """How far a vehicle may go to ram."""
    inches = rough_ground.inches_of(u.members)
    return min(inches, COMBAT) if "Heavy" in type_of(u.members[0]).tags else inches


def can_ram(t: Table, u: int) -> list[int]:
    """The vehicles and buildings that a tank may drive straight into: none that is in the air."""
    return [v for what, v in ahead(t, u) if what == "ram"]


def ahead(t: Table, u: int) -> list[tuple[str, int]]:
    """What a tank may declare to drive at: vehicles and buildings, which it rams, and troops."""
    return [way for way in before_it(t, u) if gets_there(t, u, *way)]


def before_it(t: Table, u: int) -> list[tuple[str, int]]:
    """Those at whom a vehicle could drive, whatever stands between."""
    unit = t[u]
    if not tank_shock.drives_on(unit):
        return []
    foes = t.enemies(unit.side)
    near = [foes[k] for k in who_is_near(unit.form, [v.form for v in foes], ram_inches(unit))]
    rammed = [("ram", v.id) for v in near if armoured(v) and not airborne(v)]
    return rammed + [("tank shock", v.id) for v in near if tank_shock.shaken_by(v)]


def gets_there(t: Table, u: int, what: str, v: int) -> bool:
    """Whether a tank gets to what it would drive at."""
    return into(t, u, v) is not None if what == "ram" else tank_shock.can_shock(t, u, v, ram_inches(t[u]))


def into(t: Table, u: int, v: int) -> Formation | None:
    """Where a tank stands that has driven straight into another vehicle; None when it cannot."""
    unit, target = t[u], t[v]
    turned = unit.form.facing_towards(*target.form.centre)
    friends, enemies = others(t, u)
    moves = Moves(t.ground, turned, ram_inches(unit), friends, enemies, STRAIGHT, target=v, call=t.names.__getitem__)
    form = moves.charge_into(target.form)
    return form if form is not None and within(form, target.form, CONTACT) else None


def declare_ram(t: Table, u: int, v: int) -> Procedure:
    """In the Movement phase a tank declares that it will ram: it does not move now, and it and its passengers fire Snap Shots."""
    yield from give(t, u, RAMMING, this_turn(t), source=u, value=v, quiet=True)
    yield Emit(Said(f"{t.name(u)} makes ready to drive at {t.name(v)}", short=""))
    for w in (u, *(c.id for c in t.cargo(u))):
        yield from give(t, w, UNSTEADY, this_turn(t), source=u, quiet=True)


def waiting_to_ram(t: Table, player: int) -> list[int]:
    """The tanks of a player that have declared a ram and not driven yet."""
    acted = t.acted
    return [u.id for u in t.own(player) if u.effects and u.id not in acted and u.has(RAMMING) and not stuck(u)]


def ram(t: Table, u: int) -> Procedure:
    """A tank drives straight at what it has declared to ram; both take a hit on the side that is struck. Troops are shocked."""
    effect = t[u].effect(RAMMING)
    assert effect is not None
    v: int = effect.value
    if not armoured(t[v]):
        yield from tank_shock.shock(t, u, v, ram_inches(t[u]))
        return
    form = into(t, u, v) if t[v].here else None
    if form is None:
        yield Emit(Said(f"{t.name(u)} does not reach what it would ram"))
        return
    start = t[u].form
    yield Emit(Moved(u, form, "rams"))
    yield from rough_ground.over_ground(t, u, start)
    j = nearest_hull(t[v].form, form)
    theirs = facing(t[v].form, j, form.positions[0])
    ours = facing(form, 0, t[v].form.positions[j])
    yield Emit(Rams(u, v, theirs))
    hit, back = ram_of(t[u].members[0], ours), ram_of(t[v].members[j], theirs)
    yield from hits_on(v, 1)
    yield from struck_by(t, v, hit, 1, first((j,), t[v].size), facing=theirs, u=u)
    if t[u].here:
        yield from hits_on(u, 1)
        yield from struck_by(t, u, back, 1, first((0,), 1), facing=ours, u=v if t[v].here else -1)


def nearest_hull(target: Formation, form: Formation) -> int:
    """Which vehicle of a squadron is struck."""
    x, y = form.positions[0]
    return min(
        range(len(target)), key=lambda j: ((target.positions[j][0] - x) ** 2 + (target.positions[j][1] - y) ** 2, j)
    )


def first(struck: Sequence[int], size: int) -> View:
    """A view of a unit with the vehicle that is struck before the others."""
    order = (*struck, *(i for i in range(size) if i not in struck))
    return View(tuple(order), (None,) * size)
