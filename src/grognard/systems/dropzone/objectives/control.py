"""Which Garrison an objective lies in, who may claim it, and who holds it."""

from __future__ import annotations

from msgspec.structs import replace

from ....kernel.asks import Emit, Procedure
from ....kernel.memo import memo
from ....table.distances import who_is_by, with_company
from ....table.events import Marked
from ....table.state import Marker, Table, Unit
from ....table.terrain import Ground
from ..sides import side_of
from ..squads import coherent, housed, infantry, scoring, vehicle, with_word
from .mobile import carried, mobile, picked_up
from .survey import CRITICAL, surveyed

REACH = 2.0  # inches


@memo(256)
def _house(ground: Ground, x: float, y: float) -> int | None:
    return next((k for k in with_word(ground, "garrison") if ground.pieces[k].holds(x, y)), None)


def house_of(t: Table, m: Marker) -> int | None:
    """The Garrison that an objective lies in, or None."""
    k = _house(t.ground, m.x, m.y)
    return None if k is None or t.scenery[k].gone else k


def hidden(t: Table, m: Marker) -> bool:
    """Whether it has still to be found: so have those in Garrisons, where the scenario does not have it otherwise."""
    return m.value != "open" and _covert(t, house_of(t, m))


def _covert(t: Table, house: int | None) -> bool:
    """Whether what lies in a Garrison, or in none, has to be found: by the scenario's word, else what lies in one."""
    special = t.scenario.special
    return "open" not in special and ("hidden" in special or house is not None)


def reaches(t: Table, u: Unit, m: Marker) -> bool:
    """Whether the squad is in a place to claim it: beside it, or in its Garrison."""
    if u.place != "table" or not (infantry(u) or vehicle(u)):
        return False
    house = house_of(t, m)
    if house is not None:
        home = housed(u)
        return home is not None and home[0] == house
    if housed(u) is not None:
        return False
    mx, my = m.x, m.y
    for x, y in u.form.positions:
        if (x - mx) * (x - mx) + (y - my) * (y - my) <= REACH * REACH:
            return coherent(u)
    return False


def claims(t: Table, side: int) -> Procedure:
    """After every action: objectives go to whoever qualifies; a re-claim needs the reach free of enemies."""
    wanted = [m for m in t.markers if m.side != side and m.kind == "objective"]
    if not wanted:
        return
    squads = side_of(t, side)
    if not squads.homes:  # nobody is in a house: only those count by which somebody stands
        wanted = [wanted[k] for k in with_company([(m.x, m.y) for m in wanted], squads.forms(), REACH)]
    for m in wanted:
        house = house_of(t, m)
        if m.value != "open" and _covert(t, house):
            continue  # it has still to be found
        mine = beside(t, side, m, house)
        if mobile(t):
            yield from picked_up(t, m.id, [u.id for u in mine if scoring(u)])
        elif mine and any(map(scoring, mine)) and (m.side < 0 or not beside(t, 1 - side, m, house)):
            if "survey" in t.scenario.special and m.value != CRITICAL:
                yield from surveyed(t, next(u.id for u in mine if scoring(u)), m, house)
            else:
                yield Emit(Marked(replace(m, side=side)))


def beside(t: Table, side: int, m: Marker, house: int | None) -> list[Unit]:
    """The squads of a side that are in a place to claim an objective, in the Garrison it lies in or in none."""
    squads = side_of(t, side)
    if house is not None:
        near = squads.within(house)
    else:
        near = [squads.units[k] for k in who_is_by(squads.forms(), m.x, m.y, REACH)]
    return [u for u in near if reaches(t, u, m)] if near else near


def held(t: Table) -> list[tuple[int, int]]:
    """The objectives that a side holds, those that are carried among them, each with the side."""
    lying = [(m.id, m.side) for m in t.markers if m.kind == "objective" and m.side >= 0]
    return [*lying, *((id, u.side) for id, u in carried(t))]
