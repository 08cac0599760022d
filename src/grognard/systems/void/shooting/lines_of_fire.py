"""Shooting on the table: whom a unit may shoot at, with what, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import inf
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from ....common.profiles import Model, Weapon
from ....kernel.memo import memo
from ....table.arcs import in_arc
from ....table.distances import (
    by_boxes,
    common_range_band,
    models_within,
    nearest_first,
    range_band,
    range_bands,
    within,
)
from ....table.geometry import Box, Formation, boxes_within
from ....table.state import Table, Unit
from .. import field
from ..attack import Volley
from ..circumstances import Circumstances, at_band
from ..events import GUN
from ..nerve.checks import different
from ..orders import Orders
from ..size import side_of, stature
from ..weapons import (
    Group,
    Use,
    WeaponFilter,
    allotted,
    gun_of,
    in_order,
    locking,
    piercing,
    places,
    reaching,
    team_voices,
    teamed,
    uses,
)
from . import gun_team
from .conditions import arced, circumstances, crew_lost, front_only, spotting
from .suppression import reach_of_arms

HOLD_FIRE = "hold fire"
FLAME = 8.0  # inches that a flame template is long
ANY = WeaponFilter()


class Line(Struct, frozen=True):
    """A unit's line of fire at another: who can fire with what, who can be hit and in what cover, nearest first."""

    groups: tuple[tuple[Group, Circumstances], ...]
    nearest: tuple[int, ...]
    covers: tuple[int, ...]
    mates: tuple[Model, ...]
    targets: tuple[Model, ...]
    rank: tuple[Weapon, ...]
    firers: tuple[int, ...] = ()
    blind: bool = False  # somebody fires who does not see the target

    def __bool__(self) -> bool:
        return bool(self.groups)

    def volleys(self, chosen: Iterable[tuple[Group, Circumstances, Use]], owner: int) -> tuple[Volley, ...]:
        """The volleys of what was chosen at a unit of ``owner``: weapons in file order, of one the better piercing first."""
        made = []
        for group, how, use in chosen:
            order, guards = allotted(self.targets, self.nearest, how)
            for by, weapon, n in in_order(((group, use),), self.rank):
                made.append(Volley(by, weapon, n, how, self.mates, self.targets, order, 1, guards, self.covers, owner))
        if len(made) > 1:
            place = places(self.rank)
            made.sort(key=lambda v: (place.get(v.weapon, len(place)), -piercing(v.by, v.weapon)))
        return tuple(made)


class Battery(Struct, frozen=True):
    """What is asked of the arms of a unit whenever it may shoot: found once for its models."""

    mates: tuple[Model, ...]  # the different profiles
    indirect: bool  # whether any fires indirectly
    locks: bool  # whether any locks on to painted targets
    teams: bool  # whether one weapon may keep others silent
    arced: bool  # whether it matters to anybody what lies ahead of him


@memo(8192)
def battery(members: tuple[Any, ...]) -> Battery:
    """The arms of a unit of these models."""
    mates = different(members)
    arms = [(m, w) for m in mates for w in m.weapons]
    return Battery(
        mates, any(w.stats.indirect for _, w in arms),
        any(locking(m, w) for m, w in arms), bool(team_voices(mates, "teams")),
        any(map(arced, mates)),
    )  # fmt: skip


def line(
    t: Table,
    u: int,
    v: int,
    moved: bool,
    orders: Orders | None = None,
    there: Formation | None = None,
    only: tuple[int, ...] = (),
    spare: bool = False,
) -> Line:
    """The line of fire of one unit at another, as both stand (or if the target stood ``there``); ``only`` of these models.

    ``spare``: a mounted weapon team keeps its gun silent.
    """
    found = field.answers(t)
    asked = ("line", u, v, moved, *_idle(orders), there, only, spare)
    answer: Line | None = found.get(asked)
    if answer is None:
        answer = found[asked] = _line(t, u, v, moved, orders, there, only, spare)
    return answer


def known(t: Table, u: int, v: int, orders: Orders) -> Line | None:
    """The line of fire of a unit that has not moved at another, when it has been found already; None when nobody asked."""
    return field.answers(t).get(("line", u, v, False, *_idle(orders), None, (), False))


def _idle(orders: Orders | None) -> tuple[tuple[int, ...], bool]:
    """Who of a unit does something else instead of shooting, and whether its jump has failed."""
    if orders is None:
        return (), False
    return tuple(sorted(orders.silent)) if orders.silent else (), orders.failed_jump


def _line(
    t: Table,
    u: int,
    v: int,
    moved: bool,
    orders: Orders | None,
    there: Formation | None,
    only: tuple[int, ...],
    spare: bool,
) -> Line:
    unit, target = t.units[u], t.units[v]
    place = target.form if there is None else there
    found = field.view_from(t, u, unit.form, v, place)
    arms = battery(unit.members)
    mates = arms.mates
    if not found.seen and not (spare or arms.indirect or arms.locks or unit.has(GUN)):
        return Line((), (), (0,) * len(target.members), mates, target.members, _rank(mates))
    nearest = nearest_first(place, unit.form)
    failed = orders is not None and orders.failed_jump
    spotted = spotting(t, u, v) if arms.indirect else (0, ())
    lost = crew_lost(unit.members, unit.start) if len(unit.members) < unit.start else 0
    usual = circumstances(t, unit, target, moved, lost, spotted, failed)
    # models that judge as one: profile, band, whether they see, whether what they see lies ahead
    alike: dict[tuple[Model, int, bool, bool], list[int]] = {}
    views = list(found.views)
    bands = range_bands(unit.form, place, found.views, usual.terms.bands)
    silent = () if only or orders is None else orders.silent
    sided = arms.arced
    for i, model in enumerate(unit.members):
        if i in silent or (only and i not in only):
            continue
        seen, ahead, band = views[i], True, bands[i]
        if sided:
            aimed = _aim(t, unit.form, i, model, place, seen, band)
            if aimed is None:
                continue
            seen, ahead, band = aimed
            if seen:
                views[i] = seen
        key = (model, band, bool(seen), ahead)
        if (those := alike.get(key)) is None:
            alike[key] = [i]
        else:
            those.append(i)
    counted: dict[tuple[Model, Circumstances, tuple[Use, ...]], int] = {}
    blind = False
    firers: list[int] = []
    arsenal, vehicle = field.arsenal(t, unit.side), unit.kind.type == "Vehicle"
    for (model, band, sees, ahead), those in alike.items():
        how = at_band(usual, band)
        ways = uses(model, how, reaching(sees, ahead, arsenal), vehicle, mates)
        if not ways:
            continue
        near = band == 0 and flames(ways)
        for use, able in _within_flames(ways, those, views, unit.form, place) if near else ((ways, those),):
            if use:
                firers += able
                counted[model, how, use] = counted.get((model, how, use), 0) + len(able)
                blind = blind or not sees
    firers.sort()
    every = blind or len(found.seen) == len(nearest)
    hit = nearest if every else tuple([j for j in nearest if j in found.seen])
    rows = [(Group(m, n, ways), how) for (m, how, ways), n in counted.items()]
    cover, crew = found.cover or (0,) * len(target.members), mates
    if spare or unit.has(GUN):
        weapon = gun_of(unit.kind.models)
        rows = [(replace(g, ways=w), how) for g, how in rows if (w := gun_team.without(g.ways, weapon))]
        crew = different((*unit.kind.models, *mates))  # by the file, whoever has fallen
        idle = () if orders is None or only else tuple(orders.silent)
        laid = None if spare or moved else gun_team.lay(t, u, v, place, usual, idle, only, arsenal)
        if laid is not None:
            rows, hit, cover = list(laid.rows), laid.hit, laid.cover
            firers, blind = [laid.crew[0]], laid.blind
    groups = tuple(rows if crew is mates and not arms.teams else teamed(rows, crew))
    return Line(groups, hit, cover, mates, target.members, _rank(mates), tuple(firers), blind)


def _aim(
    t: Table, form: Formation, i: int, model: Model, place: Formation, seen: tuple[int, ...], band: int
) -> tuple[tuple[int, ...], bool, int] | None:
    """Whom a model can fire at, of those it sees at a range band, whether that lies ahead, and the band; None: it fires not.

    Where it sees nobody, what counts is whether anybody unseen lies ahead: indirect fire needs no more.
    """
    if not arced(model):
        return seen, True, band
    there = seen or range(len(place.positions))
    before = tuple(j for j in there if in_arc(form.positions[i], form.front(i), place.positions[j], "front"))
    if not front_only(model):
        return seen, bool(before), band
    if not before:
        return None
    return before if seen else (), True, field.band_of_model(t, form, i, place, before)


def fires(
    t: Table,
    u: int,
    v: int,
    moved: bool,
    orders: Orders | None = None,
    there: Formation | None = None,
    only: tuple[int, ...] = (),
) -> bool:
    """Whether a unit has a line of fire at another (if it stood ``there``): as ``line`` says, as soon as one model has."""
    unit, target = t.units[u], t.units[v]
    members = unit.members
    arms = battery(members)
    if arms.teams or unit.has(GUN):
        return bool(line(t, u, v, moved, orders, there, only))
    form, place = unit.form, target.form if there is None else there
    found = field.view_from(t, u, form, v, place)
    if not (arms.indirect or arms.locks or found.any()):
        return False
    failed = orders is not None and orders.failed_jump
    lost = crew_lost(members, unit.start) if len(members) < unit.start else 0
    usual = circumstances(t, unit, target, moved, lost, (0, ()), failed)
    arsenal, vehicle, mates = field.arsenal(t, unit.side), unit.kind.type == "Vehicle", arms.mates
    bands = usual.terms.bands
    whole = common_range_band(form, place, bands)
    silent = () if only or orders is None else orders.silent
    sided = arms.arced
    unable: set[Any] = set()  # who judge as models that cannot fire
    for i, model in enumerate(members):
        if i in silent or (only and i not in only):
            continue
        seen, ahead = found.of(i), True
        band = whole if whole >= 0 else range_band(form, i, place, seen, bands)
        if sided:
            aimed = _aim(t, form, i, model, place, seen, band)
            if aimed is None:
                continue
            seen, ahead, band = aimed
        key = (model, band, bool(seen), ahead)
        if key in unable:
            continue
        ways = uses(model, at_band(usual, band), reaching(bool(seen), ahead, arsenal), vehicle, mates)
        if not ways:
            unable.add(key)
        elif band == 0 and flames(ways):
            reached = any(models_within(form, i, place, j, FLAME) for j in seen)
            ways = ways if reached else _without_flames(ways)
        if ways:
            return True
    return False


@memo(4096)
def _rank(mates: tuple[Model, ...]) -> tuple[Weapon, ...]:
    """The weapons of these models, each once, in file order."""
    return tuple(dict.fromkeys(w for m in mates for w in m.weapons))


def _within_flames(
    ways: tuple[Use, ...], those: list[int], views: list[tuple[int, ...]], form: Formation, place: Formation
) -> Iterator[tuple[tuple[Use, ...], list[int]]]:
    """The models whose flame templates reach somebody they see, with all their ways; the rest with the other ways."""
    near = [i for i in those if any(models_within(form, i, place, j, FLAME) for j in views[i])]
    if near:
        yield ways, near
    if len(near) < len(those):
        yield _without_flames(ways), [i for i in those if i not in near]


def _without_flames(ways: tuple[Use, ...]) -> tuple[Use, ...]:
    """The ways of firing without a flame template."""
    return tuple(way for way in ways if not flames((way,)))


def flames(ways: tuple[Use, ...]) -> bool:
    """Whether a flame template is among the weapons."""
    return any(w.stats.template == "flame" for way in ways for w, _ in way)


# --- whom ---------------------------------------------------------------------------------------------------------------


def open_to_fire(t: Table, u: int, moved: bool, orders: Orders | None = None) -> tuple[int, ...]:
    """The units that may be shot at: the nearest that is open, or when none is, any in sight."""
    unit = t.units[u]
    arms = battery(unit.members)
    own = stature(t, unit)
    scanned, reach = own.scans, own.reach
    if reach < 0:
        return ()
    found: list[int] = []
    open_ones: list[int] = []  # the nearest, and those as near: among equals the shooter picks
    painted = arms.locks
    priority = t.rulings.get("open_target") != "any"
    unseen = arms.indirect or unit.has(GUN)  # the gun may see whom its crew do not
    form, nearest = unit.form, inf
    for (far, _), v in zip(*field.distances(t, u, reach), strict=False):
        if far > nearest:  # than the first that is open
            break
        if v.foes or (scanned < inf and not within(form, v.form, scanned)):
            continue
        seen = field.view(t, u, v.id)
        if priority and is_open(seen):
            if line(t, u, v.id, moved, orders):
                open_ones.append(v.id)
                nearest = far
        elif seen.seen or unseen or (painted and v.has("painted")):
            found.append(v.id)
    if open_ones:
        nearer = [w for w in found if t.units[w].has("painted") and not field.view(t, u, w).seen]
        return (*open_ones, *[w for w in nearer if line(t, u, w, moved, orders)])  # painted: as if in sight
    return tuple([v for v in found if line(t, u, v, moved, orders)])


def somebody(t: Table, u: int, orders: Orders, only: tuple[int, ...] = ()) -> bool:
    """Whether there is anybody whom a unit (or ``only`` these models of it) may shoot at: a yes as soon as one is found."""
    unit, moved = t.units[u], orders.moved
    members = unit.members
    own = stature(t, unit)
    scanned, reach = own.scans, own.reach
    if only:
        reach = reach_of_arms(tuple([members[i] for i in only]), field.terms(t))
    if reach < 0:
        return False
    form, enemies = unit.form, side_of(t, 1 - unit.side)
    weighed = bool(orders.valued) and not moved and not only  # a player has looked about already in choosing what to do
    for k in by_boxes(form.box, enemies.forms, min(reach, scanned)):
        v = enemies.units[k]
        if v.foes or (scanned < inf and not within(form, v.form, scanned)):
            continue
        aim = known(t, u, v.id, orders) if weighed else None
        able = fires(t, u, v.id, moved, orders, only=only) if aim is None else bool(aim)
        if able and within(form, v.form, reach):
            return True
    return False


def is_open(found: field.View) -> bool:
    """Whether a unit that is seen so must be shot at before those behind it."""
    return bool(found.seen) and not field.in_cover(found)


def arms_reach(t: Table, unit: Unit, box: Box) -> bool:
    """Whether any weapon of a unit may reach somebody in a box."""
    reach = stature(t, unit).reach
    return reach >= 0 and boxes_within(unit.form.box, box, reach)


def reaches(t: Table, u: int, there: Formation) -> bool:
    """Whether any weapon of a unit reaches a formation, and it may have targets so far off."""
    unit = t.units[u]
    own = stature(t, unit)
    scanned, reach = own.scans, own.reach
    return reach >= 0 and within(unit.form, there, reach if reach < scanned else scanned)


def in_sight(t: Table, u: int, orders: Orders, only: tuple[int, ...] = ()) -> tuple[int, ...]:
    """Every unit that could be shot at if there were no target priority, the nearest first."""
    near = in_reach_of_arms(t, u, only)
    return tuple([v.id for v in near if line(t, u, v.id, orders.moved, orders, only=only)])


def in_reach_of_arms(t: Table, u: int, only: tuple[int, ...] = ()) -> list[Unit]:
    """The enemies that may be targets as far as distance goes, the nearest first."""
    members = t.units[u].members
    reach = reach_of_arms(tuple([members[i] for i in only]) if only else members, field.terms(t))
    if reach < 0:
        return []
    near = field.nearby(t, u, reach)
    scanned = field.radius(t, t.units[u])
    return [v for v in near if not v.foes and (scanned == inf or within(t.units[u].form, v.form, scanned))]


def in_range(t: Table, u: int, form: Formation, v: int) -> bool:
    """Whether a unit standing so would have another within reach of some weapon and in sight."""
    reach = stature(t, t.units[u]).reach
    if reach < 0 or not within(form, t.units[v].form, reach):
        return False
    return field.glimpses(t, u, form, v, t.units[v].form) or field.view_from(t, u, form, v).any()
