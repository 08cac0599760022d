"""The gun of a mounted weapon team: it stands on a base of its own, and its crew fire, turn and move it (VOID 1.1: Mounted
Weapon Team).

Where it stands is an effect on its team: (x, y, facing, level). It is on a base like that of its crew, bars nobody's way and
cannot be harmed. A team without the effect has the gun among its crew.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from ....common import saying
from ....common.profiles import Model, Weapon
from ....kernel.asks import Choose, Emit, Procedure
from ....table.arcs import arc_of
from ....table.distances import model_distance, models_by, models_within, nearest_first
from ....table.events import Said
from ....table.geometry import CONTACT, Footprint, Formation, Point, heading
from ....table.space import Placing
from ....table.state import Table
from .. import field
from ..circumstances import Circumstances
from ..events import GUN, Forgotten, GunPlaced
from ..nerve.checks import different
from ..orders import WALK
from ..size import INCHES_A_SIZE, side_of
from ..weapons import Group, Use, WeaponFilter, gun_of, handed, uses

BEHIND = "leave it"
AS_IT_IS = "as it was"
CLOSE_BY = replace(WALK, apart=0.0)
BY = "void:mounted-weapon-team"


def _form(position: Point, base: Footprint, facing: Point, level: float) -> Formation:
    return Formation((position,), (base,), (facing,), (level,) if level else ())


def stands(t: Table, u: int) -> Formation | None:
    """Where the gun of a unit stands, as the formation of one model; None when it has none of its own."""
    effect = t[u].effect(GUN) if t[u].effects else None
    if effect is None or not t[u].here or gun_of(t[u].kind.models) is None:
        return None
    x, y, fx, fy, level = effect.value
    return _form((x, y), t[u].form.bases[0], (fx, fy), level)


def manned(t: Table, u: int, gun: Formation) -> tuple[int, ...]:
    """The crewmen in base contact with the gun."""
    members = t.units[u].members
    return tuple([i for i in models_by(gun, 0, t.units[u].form, CONTACT) if members[i].role != "individual"])


def height(crewman: Model) -> float:
    """How high the gun stands: as high as a man of its crew, in inches."""
    return float(crewman.stats.SZ) * INCHES_A_SIZE


# --- where it stands ----------------------------------------------------------------------------------------------------


def beside(t: Table, u: int) -> list[tuple[int, Formation]]:
    """Where the gun can stand in contact with a crewman, as (crewman, formation): ahead of him, beside and behind him."""
    unit = t[u]
    left, low, right, top = unit.form.box
    wide = 4 * max([base.radius for base in unit.form.bases])  # more than the gun stands out
    near = (left - wide, low - wide, right + wide, top + wide)
    room = Placing(t.ground, side_of(t, unit.side).placed, side_of(t, 1 - unit.side).placed, CLOSE_BY, near=near)
    found = []
    for i, model in enumerate(unit.members):
        if model.role == "individual":
            continue
        (x, y), base, (fx, fy) = unit.form.positions[i], unit.form.bases[i], unit.form.front(i)
        far = base.half_length + unit.form.bases[0].half_length
        for dx, dy in sorted(((0, 1), (0, -1), (1, 0), (-1, 0)), key=lambda d: -(d[0] * fx + d[1] * fy)):
            form = _form((x + dx * far, y + dy * far), unit.form.bases[0], (fx, fy), unit.form.level(i))
            if models_within(unit.form, i, form, 0, CONTACT) and room.fits(form):
                found.append((i, form))
    return found


def set_up(t: Table, u: int) -> Procedure:
    """The gun is put down in contact with a crewman, when its team comes to stand on the table."""
    unit = t[u]
    if unit.place != "table" or unit.has(GUN) or gun_of(unit.kind.models) is None:
        return
    options = {form.positions[0]: form for _, form in beside(t, u)}
    if not options:
        return
    positions = tuple(options)
    question = f"where does the gun of {t.name(u)} stand?"
    position = yield Choose(unit.side, question, positions, positions[0], ("gun", u), saying.places)
    form = options[position]
    yield Emit(GunPlaced(u, _where(form, form.front(0)), "set up", by=(BY,)))
    yield from _face(t, u, form)


def haul(t: Table, u: int, start: Formation, inches: float) -> Procedure:
    """After a move of the team: a crewman who can reach the gun takes it along, as far as is left of his move.

    It is put down in contact with somebody and faces where its owner likes. Left behind, it is silent until somebody touches it.
    """
    gun = stands(t, u)
    if gun is None:
        return
    spare = inches - min(model_distance(start, i, gun, 0, "edge") for i in range(len(start)))
    x, y = gun.positions[0]
    options: dict[Any, Formation] = {}
    for _, form in beside(t, u):
        a, b = form.positions[0]
        if spare > 0 and (a - x) * (a - x) + (b - y) * (b - y) <= spare * spare:
            options[form.positions[0]] = form
    if not options:
        yield from abandoned(t, u, start)
        return
    positions = (*options, BEHIND)
    question = f"where does the gun of {t.name(u)} stand?"
    position = yield Choose(t[u].side, question, positions, positions[0], ("gun", u), saying.places)
    if position == BEHIND:
        yield from abandoned(t, u, start)
        return
    yield Emit(GunPlaced(u, _where(options[position], options[position].front(0)), "moved", by=(BY,)))
    yield from _face(t, u, options[position])


def abandoned(t: Table, u: int, start: Formation) -> Procedure:
    """It is told when a crew that stood so has gone, and nobody stands by the gun any more."""
    gun = stands(t, u)
    if gun is not None and models_by(gun, 0, start, CONTACT) and not manned(t, u, gun):
        yield Emit(Said(f"{t.name(u)} leaves its gun behind", by=(BY,)))


def _face(t: Table, u: int, form: Formation) -> Procedure:
    """Where the gun looks when it is put down: at an enemy, by default the nearest."""
    foes = tuple(v.id for v in field.foes(t, u))
    if not foes:
        return
    question = f"at whom does the gun of {t.name(u)} point?"
    v = yield Choose(t[u].side, question, (*foes, AS_IT_IS), default=foes[0], about=("point", u))
    if v != AS_IT_IS:
        yield from _put(t, u, form, _towards(form, t[v].form))


def _towards(form: Formation, target: Formation) -> Point:
    (x, y), (a, b) = form.positions[0], target.centre
    return heading(a - x, b - y) if (a, b) != (x, y) else form.front(0)


def _where(form: Formation, facing: Point) -> tuple[float, float, float, float, float]:
    return (*form.positions[0], *facing, form.level(0))


def _put(t: Table, u: int, form: Formation, facing: Point) -> Procedure:
    effect = t[u].effect(GUN)
    if effect is None or effect.value != _where(form, facing):
        yield Emit(GunPlaced(u, _where(form, facing), "turned", by=(BY,)))


def taken_aboard(t: Table, u: int) -> Procedure:
    """A team that gets aboard takes its gun along."""
    if t[u].has(GUN):
        yield Emit(Forgotten(u, GUN))


# --- firing it ----------------------------------------------------------------------------------------------------------


class LaidGun(Struct, frozen=True):
    """The gun laid on a target: who may fire it and how, whom it can hit, and their cover."""

    rows: tuple[tuple[Group, Circumstances], ...]
    hit: tuple[int, ...]
    cover: tuple[int, ...]
    crew: tuple[int, ...]
    blind: bool


def bears(gun: Formation, place: Formation, j: int) -> bool:
    """Whether the gun can be brought to bear on a model: turned by at most 90 degrees, it lies in its front arc."""
    return arc_of(gun.positions[0], gun.front(0), place.positions[j]) != "rear"


def lay(
    t: Table,
    u: int,
    v: int,
    place: Formation,
    usual: Circumstances,
    idle: tuple[int, ...],
    only: tuple[int, ...],
    arsenal: tuple[Weapon, ...],
) -> LaidGun | None:
    """The gun laid on another unit that stands so; None when it cannot fire.

    ``idle`` crewmen do something else; with ``only`` none but these fire.
    """
    unit = t[u]
    gun = stands(t, u)
    weapon = None if gun is None else gun_of(unit.kind.models)
    if gun is None or weapon is None:
        return None
    crew = tuple(i for i in manned(t, u, gun) if i not in idle and (not only or i in only))
    if not crew:
        return None
    every = tuple([j for j in range(len(place)) if bears(gun, place, j)])
    if not every:
        return None
    view = field.view_from(t, u, gun, v, place, height(unit.members[crew[0]]))
    seen = tuple([j for j in view.seen if j in every])
    how = replace(usual, band=field.band_of_model(t, gun, 0, place, seen or every))
    rows = []
    for model in different(tuple(unit.members[i] for i in crew)):
        own = handed(model, weapon)
        ways = uses(
            own, how, WeaponFilter((), bool(seen), True, arsenal), unit.kind.type == "Vehicle", different(unit.members)
        )
        ways = tuple(way for way in ways if way[0][0] is weapon)
        if ways:
            rows.append((Group(own, 1, ways), how))
    hit = tuple([j for j in nearest_first(place, gun) if j in (seen or every)])
    return LaidGun(tuple(rows), hit, view.cover or (0,) * len(place), crew, not seen) if rows else None


def without(ways: tuple[Use, ...], weapon: Weapon | None) -> tuple[Use, ...]:
    """The ways of firing that leave the gun alone."""
    return tuple(way for way in ways if all(w is not weapon for w, _ in way))


def turned(gun: Formation, target: Formation) -> Point:
    """Where the gun looks when it has been laid on a target: as it did when that lies ahead, else turned by 90 degrees at most."""
    (fx, fy), (dx, dy) = gun.front(0), _towards(gun, target)
    if arc_of(gun.positions[0], (fx, fy), target.centre) == "front":
        return fx, fy
    if fx * dx + fy * dy >= 0:
        return dx, dy
    return (-fy, fx) if fx * dy - fy * dx > 0 else (fy, -fx)  # further round than it can be turned at once


def turn(t: Table, u: int, v: int) -> Procedure:
    """The gun is turned at its target before it fires."""
    gun = stands(t, u)
    if gun is not None:
        yield from _put(t, u, gun, turned(gun, t[v].form))


def covers(t: Table, u: int, v: int, w: int) -> bool:
    """Whether a team that fires at one target can fire at another as well: turned at the first, the gun turns no more."""
    gun = stands(t, u)
    return gun is None or arc_of(gun.positions[0], turned(gun, t[v].form), t[w].form.centre) == "front"
