"""Tank shock: a tank drives straight at troops, who lose heart, bar its way, or step aside.

Core rules of the 7th edition, Tank Shock; it is driven in the Charge phase, as a ram is here.
"""

from __future__ import annotations

from math import ceil, sqrt

from ....common import saying
from ....kernel.asks import Choose, Emit, Procedure
from ....table.collision import too_near
from ....table.distances import distance, models_within, who_within, within
from ....table.events import Moved, Said
from ....table.geometry import LATTICE, Footprint, Formation, Point, cut, snap
from ....table.space import Placing, positions_round
from ....table.state import Table, Unit
from ..condition import TRACKS, armoured, broken, drives, out_of_reach, stuck
from ..events import Shocks
from ..model_types import type_of
from ..movement import rough_ground
from ..movement.legal_moves import others
from ..nerve.leadership import leadership
from ..nerve.morale import flee
from .death_or_glory import bar_the_way, crush

APART = 1.0  # inches that whoever steps aside keeps from the tank
COHERENCY = 2.0  # inches
STEP = 1 / 8  # inches by which a tank is found to stop before somebody


def drives_on(unit: Unit) -> bool:
    """Whether a unit is a single tank that can move, and so may drive straight at others."""
    return unit.size == 1 and drives(unit) and not stuck(unit) and "Tank" in type_of(unit.members[0]).tags


def can_shock(t: Table, u: int, v: int, inches: float) -> bool:
    """Whether a tank may drive at a unit of troops."""
    return bool(_lengths(t[u].form, t[v].form, inches, _room(t, u), only_one=True))


def shaken_by(v: Unit) -> bool:
    """Whether a unit may be driven at: no vehicles, nobody in close combat or in the air, no gargantuan creatures."""
    return not (armoured(v) or v.foes or out_of_reach(v)) and v.members[0].stats.W > 0 and (
        type_of(v.members[0]).type != "Gargantuan Creature"
    )  # fmt: skip


def lengths(t: Table, u: int, v: int, inches: float) -> tuple[int, ...]:
    """How many inches a tank may drive straight at a unit: from where it gets among them to where something else stops it."""
    return tuple(_lengths(t[u].form, t[v].form, inches, _room(t, u)))


def _room(t: Table, u: int) -> Placing:
    """Where a tank may drive: over nobody but troops that can be shocked."""
    friends, enemies = others(t, u)
    return Placing(t.ground, friends, [(v, form) for v, form in enemies if not shaken_by(t[v])], TRACKS)


def _lengths(form: Formation, target: Formation, inches: float, room: Placing, only_one: bool = False) -> list[int]:
    turned = form.facing_towards(*target.centre)
    found: list[int] = []
    for far in range(max(1, ceil(distance(turned, target))), int(inches) + 1):
        lane = lane_of(turned, far)
        if not room.fits(lane):
            break
        if found or who_within(target, lane, 0.0):
            found.append(far)
            if only_one:
                break
    return found


def lane_of(form: Formation, inches: float) -> Formation:
    """All the ground that a hull covers which drives straight ahead, as one long hull."""
    base, middle = form.bases[0], ahead(form, inches / 2).positions[0]
    return Formation((middle,), (Footprint("hull", base.half_length + inches / 2, base.half_width),), (form.front(0),))


def ahead(form: Formation, inches: float) -> Formation:
    """A hull so many inches straight ahead of where it stands."""
    fx, fy = form.front(0)
    f = sqrt(fx * fx + fy * fy)
    return form.shifted(cut(fx * inches / f), cut(fy * inches / f))


def shock(t: Table, u: int, v: int, inches: float) -> Procedure:
    """A tank drives as far as its player likes through the unit it has declared this at, and whoever else is in the way."""
    ways = lengths(t, u, v, inches) if t[v].here and shaken_by(t[v]) else ()
    if not ways:
        yield Emit(Said(f"{t.name(u)} does not reach whom it would drive at"))
        return
    unit, start = t[u], t[u].form
    far: float = yield Choose(
        unit.side,
        f"how many inches does {t.name(u)} drive?",
        ways,
        ways[-1],
        ("drives", u, v),
        saying.count("inch", "inches"),
    )
    turned = start.facing_towards(*t[v].form.centre)
    lane = lane_of(turned, far)
    caught = [w.id for w in t.enemies(unit.side) if shaken_by(w) and who_within(w.form, lane, 0.0)]
    caught.sort(key=lambda w: (distance(turned, t[w].form), w))
    yield Emit(Shocks(u, tuple(caught)))
    for w in caught:
        if not t[w].here or broken(t[w]):
            continue
        if not (yield from leadership(t, w, "morale")):
            yield from flee(t, w)
            continue
        hero = yield from bar_the_way(t, u, w, who_within(t[w].form, lane, 0.0))
        if not t[u].here:
            return
        if hero is not None:
            far = _stop_before(turned, hero, far)
            lane = lane_of(turned, far)
            break
    yield from _drive(t, u, turned, ahead(turned, far))
    if t[u].here:
        yield from rough_ground.over_ground(t, u, start)


def _stop_before(form: Formation, hero: Formation, far: float) -> float:
    """How far a hull comes that stops before a model."""
    steps = int(far / STEP)
    return next((k * STEP for k in range(steps, 0, -1) if not too_near(lane_of(form, k * STEP), hero, 0.0)), 0.0)


def _drive(t: Table, u: int, turned: Formation, end: Formation) -> Procedure:
    """The tank comes to stand where it does; whoever stands there or within an inch steps aside, or is crushed."""
    for w in [w.id for w in t.enemies(t[u].side) if shaken_by(w) and within(w.form, end, APART)]:
        yield from _step_aside(t, u, w, end)
    yield Emit(Moved(u, end, "drives on" if end.positions != turned.positions else "stops"))


def _step_aside(t: Table, u: int, w: int, end: Formation) -> Procedure:
    unit = t[w]
    friends, enemies = others(t, w)
    enemies = [(v, end if v == u else form) for v, form in enemies]
    room = Placing(t.ground, friends, enemies, TRACKS)
    positions: list[Point | None] = list(unit.form.positions)
    moved = [i for i in range(unit.size) if models_within(unit.form, i, end, 0, APART)]
    for i in moved:
        positions[i] = None
    for i in sorted(moved, key=lambda i: (-_depth(unit.form, i, end), i)):
        positions[i] = _aside(unit.form, i, end, positions, room)
    crushed = [i for i in moved if positions[i] is None]
    if len(crushed) < len(moved):
        form = unit.form.moved([position or unit.form.positions[i] for i, position in enumerate(positions)])
        yield Emit(Moved(w, form, "steps out of the way"))
    yield from crush(t, u, w, crushed)


def _depth(form: Formation, i: int, end: Formation) -> float:
    """How far a model stands from the middle of a hull, squared: the outermost step aside first."""
    (x, y), (u, v) = form.positions[i], end.positions[0]
    return (x - u) ** 2 + (y - v) ** 2


def _aside(form: Formation, i: int, end: Formation, positions: list[Point | None], room: Placing) -> Point | None:
    """The nearest place an inch clear of a hull for a model, in coherency with those of its unit that have theirs."""
    x, y = form.positions[i]
    base, front = form.bases[i], form.front(i)
    stand = [k for k, position in enumerate(positions) if position is not None]
    rest = form.moved([position or form.positions[k] for k, position in enumerate(positions)]).only(stand)
    found = [*_sideways(form, i, end), *positions_round(end, 0, base, APART + 4 / LATTICE, front)]
    for j in range(len(rest)):
        found += positions_round(rest, j, base, 4 / LATTICE, front) + positions_round(
            rest, j, base, COHERENCY - 8 / LATTICE, front
        )
    for position in sorted(found, key=lambda s: ((s[0] - x) ** 2 + (s[1] - y) ** 2, s)):
        one = Formation((position,), (base,), (front,))
        if not room.fits(one) or too_near(one, rest, 0.0):
            continue
        if not stand or within(one, rest, COHERENCY):
            return position
    return None


def _sideways(form: Formation, i: int, end: Formation) -> list[Point]:
    """The places an inch to the left and right of a hull, straight beside where a model stands."""
    (x, y), (u, v), (fx, fy) = form.positions[i], end.positions[0], end.front(0)
    f = sqrt(fx * fx + fy * fy)
    fx, fy = fx / f, fy / f
    across = (x - u) * -fy + (y - v) * fx
    clear = end.bases[0].half_width + form.bases[i].radius + APART + 4 / LATTICE
    return [(snap(x - fy * (side * clear - across)), snap(y + fx * (side * clear - across))) for side in (1, -1)]
