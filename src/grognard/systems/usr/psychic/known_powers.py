"""Which powers may be manifested now, by whom and at whom."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from ....common.profiles import Model, Weapon
from ....table.distances import models_within, nearest_of, who_is_near_model
from ....table.state import Table, Unit
from ....table.terrain import Ground
from ..attack import weapons
from ..condition import NEW, airborne, model_moved, model_snaps, squad
from ..line_of_sight import sight_on
from ..rules.powers import CONJURATION, MALEDICTION, WITCHFIRE, Power
from ..table_memo import as_it_stands, where_they_stand
from ..vehicles.embarked import psykers_inside, within_walls
from . import beams, conjuration
from .psykers import (
    mastery,
    mind_of,
    psykers,
)


def _knows(model: Model) -> bool:
    """Whether a model knows a power."""
    return bool(mind_of(model).powers)


def _in_play(t: Table, unit: Unit) -> bool:
    """Whether a unit's psykers add to the pool: on the table, or aboard a transport that is."""
    return unit.here or (unit.place == "aboard" and t[unit.aboard].here)


class PowerUse(Struct, frozen=True):
    """How a power may be manifested: by the model in a place of a unit, on these targets."""

    power: Power
    unit: int
    place: int
    targets: tuple[int, ...]


def ways(t: Table, player: int) -> dict[tuple[int, str], list[PowerUse]]:
    """What a player may manifest now, by unit and name of the power; each known power once a unit and phase."""
    each = {key: ways_of(t, minds) for key, minds in known(t, player).items()}
    return {key: found for key, found in each.items() if found}


def known(t: Table, player: int) -> dict[tuple[int, str], list[tuple[Unit, int, Power]]]:
    """(unit, place of a model in it, power) of all that a player has left to try, with targets or without."""
    found = as_it_stands(t)
    key = ("powers", player)
    if key not in found:
        found[key] = _known(t, player)
    return found[key]  # type: ignore[no-any-return]


def _known(t: Table, player: int) -> dict[tuple[int, str], list[tuple[Unit, int, Power]]]:
    pools = t.recall("warp")
    found: dict[tuple[int, str], list[tuple[Unit, int, Power]]] = {}
    if pools is None:
        return found
    tried, pool = t.recall("tried", ()), pools[player]
    for unit in _minds(t, player):
        members = unit.members
        if not (able := psykers(members)) or _spent(t, unit):
            continue
        for i in able:
            for power in mind_of(members[i]).powers:
                if power.charge <= pool and (key := (unit.id, power.name)) not in tried:
                    if key in found:
                        found[key].append((unit, i, power))
                    else:
                        found[key] = [(unit, i, power)]
    return found


def _minds(t: Table, player: int) -> tuple[Unit, ...]:
    """The units that may hold psykers who manifest: those on the table, and those aboard as if they stood where the hull does."""
    return (*t.own(player), *psykers_inside(t, player))


def ways_of(t: Table, minds: list[tuple[Unit, int, Power]]) -> list[PowerUse]:
    """Those that have a target."""
    found = [PowerUse(power, unit.id, i, targets_of(t, unit, i, power)) for unit, i, power in minds]
    return [way for way in found if way.targets]


def _spent(t: Table, unit: Unit) -> bool:
    """Whether a unit has tried as many powers as it may."""
    if t.rulings.get("powers-a-turn", "unlimited") == "unlimited":
        return False
    return bool(sum(u == unit.id for u, _ in t.recall("tried", ())) >= mastery(unit.members))


def targets_of(t: Table, unit: Unit, i: int, power: Power) -> tuple[int, ...]:
    """The units on which the model in a place may manifest a power."""
    found = where_they_stand(t)
    key = ("targets", unit, i, power.name)
    if key not in found:
        found[key] = tuple(_targets(t, unit, i, power))
    return found[key]  # type: ignore[no-any-return]


def has_target(t: Table, unit: Unit, i: int, power: Power) -> bool:
    """Whether there is such a unit: looks as far as the first."""
    known = where_they_stand(t).get(("targets", unit, i, power.name))
    return bool(known) if known is not None else any(True for _ in _targets(t, unit, i, power))


def _targets(t: Table, unit: Unit, i: int, power: Power) -> Iterator[int]:
    if unit.place == "aboard" and (inside := within_walls(t, unit, power)) is not None:
        yield from inside
        return
    if beams.bursts(power):
        if beams.able(t, unit, i, power):
            yield unit.id
        return
    if power.sort == CONJURATION:
        if conjuration.waiting(t, unit.side, power.brings) is not None and not unit.has(NEW):
            yield unit.id
    elif power.sort == WITCHFIRE:
        assert power.weapon is not None
        if unit.foes or model_moved(unit, i) == "advanced":
            return
        fires = _fires(unit, i, power.weapon)
        if fires.why_not or (unit.members[i].stats.BS <= 0 and not power.weapon.stats.template):
            return
        above = bool(_fires(unit, i, power.weapon, high=True).why_not)  # what flies is out of reach of who cannot snap
        yield from (v for v in _in_sight(t, unit, i, fires.reach) if not (above and airborne(t[v])))
    elif not power.reach:
        yield unit.id
    else:
        units = t.enemies(unit.side) if power.sort == MALEDICTION else t.own(unit.side)
        near = _near(unit, i, units, power.reach)
        yield from (v.id for v in units if v.id == unit.id or v in near)


def _in_sight(t: Table, unit: Unit, i: int, inches: float) -> list[int]:
    """The enemies that the model in a place has in sight within so many inches: the same for all its witchfires."""
    found = where_they_stand(t)
    key = ("in sight", unit, i, inches)
    if key not in found:
        near = _near(unit, i, t.enemies(unit.side), inches)
        found[key] = [v.id for v in near if not v.foes and _sees(t.ground, unit, i, v, inches)]
    return found[key]  # type: ignore[no-any-return]


def _near(unit: Unit, i: int, units: tuple[Unit, ...], inches: float) -> list[Unit]:
    """Those of the units that the model in a place has within so many inches."""
    return [units[k] for k in who_is_near_model(unit.form, i, [v.form for v in units], inches)]


def _fires(unit: Unit, i: int, weapon: Weapon, high: bool = False) -> weapons.Fires:
    """``high``: at a target that zooms or swoops overhead."""
    return weapons.firing(unit.members[i], squad(unit), weapon, "", model_snaps(unit, i), high)


def _sees(ground: Ground, unit: Unit, i: int, v: Unit, inches: float) -> bool:
    seen = sight_on(ground, unit, v)
    views: tuple[int, ...] = seen.views[i] if seen else ()
    return bool(views) and models_within(unit.form, i, v.form, nearest_of(unit.form, i, v.form, views), inches)
