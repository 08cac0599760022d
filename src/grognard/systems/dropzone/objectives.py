"""Objectives: claimed by standing near them, searched for when hidden in a Garrison, and what they are worth."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from grognard.table.distances import point_within, who_is_by, with_company

from ...common.building import Building, thrown_for
from ...common.rules import voices
from ...common.steps import next_step
from ...kernel.asks import Choose, Emit, Procedure, Roll
from ...table.events import Marked, Said, Scored
from ...table.state import Marker, Table, Unit
from ...table.terrain import Ground
from .carrying import carried, load, mobile, picked_up
from .events import PickedUp, Unlocked
from .harm import collateral
from .sides import side_of
from .squads import coherent, housed, infantry, scoring, vehicle, with_word
from .strongholds import scored
from .survey import CRITICAL, critical, surveyed

REACH = 2.0  # inches
FOUND = 7  # what a Search must come to


@lru_cache(maxsize=256)
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
    for x, y in u.form.spots:
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
                yield from surveyed(t, side, m, house)
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


def can_search(t: Table, u: Unit) -> list[int]:
    """The hidden objectives that the squad may search for."""
    home = housed(u)
    if home is None:
        if "hidden" not in t.scenario.special:
            return []
        return [m.id for m in t.markers if m.kind == "objective" and hidden(t, m) and reaches(t, u, m)]
    if not infantry(u):
        return []
    return [m.id for m in t.markers if m.kind == "objective" and hidden(t, m) and house_of(t, m) == home[0]]


def search_test(t: Table, u: Unit, m: Marker) -> Building:
    """The test of a Search: a die and the round, less one with an enemy near; 7 and more finds."""
    test = Building("Search", FOUND, fails=() if t.rulings.get("s8-natural-1") == "plain" else (1,))
    test.add(t.round, "round", f"round {t.round}")
    home = housed(u)
    if any(v.side != u.side and _is_by(v, home, m) for v in t.units):
        test.add(-1, "Enemy near", "1 less")
    for speak in voices(u.members[0], "searching"):
        speak(test)
    return test


def _is_by(v: Unit, home: tuple[int, int] | None, m: Marker) -> bool:
    """Whether an enemy is in the Garrison that is searched, or within 2 inches of the objective."""
    if not v.here:
        return False
    place = housed(v)
    if home is not None and place is not None and place[0] == home[0]:
        return True
    return bool(point_within(v.form, m.x, m.y, REACH, "centre"))


def search(t: Table, u: int, id: int) -> Procedure:
    """Both actions: who finds an objective claims it. Scan tokens near it may be spent before the die."""
    from .scanning import spent

    m = t.marker(id)
    assert m is not None
    test = search_test(t, t[u], m)
    yield from spent(t, u, m, test)
    built = thrown_for(test.done())
    by = tuple(b.id for b in built.because if b.id)
    yield Emit(Said(f"{t.name(u)} searches for objective {id}", by=by))
    if (yield Roll(built.test)):
        yield Emit(Unlocked(id, u))
        found = t.marker(id)
        assert found is not None
        if not mobile(t):
            yield Emit(Marked(replace(found, side=t[u].side)))
        elif not load(t[u]):
            yield Emit(PickedUp(u, id))


def held(t: Table) -> list[tuple[int, int]]:
    """The objectives that a side holds, those that are carried among them, each with the side."""
    lying = [(m.id, m.side) for m in t.markers if m.kind == "objective" and m.side >= 0]
    return [*lying, *((id, u.side) for id, u in carried(t))]


def rounding_up(t: Table, player: int) -> Procedure:
    """The last step of a round: Collateral, then points, then what waits in reserve makes ready."""
    from .deployment import make_ready

    waiting = [k for k, s in enumerate(t.scenery) if s.tokens]
    while waiting:
        k = yield Choose(player, "whose Collateral comes first?", tuple(waiting), waiting[0])
        waiting.remove(k)
        yield from collateral(t, k, -1)
    last = t.round >= t.scenario.rounds
    points = t.scenario.hold * (t.round >= t.scenario.from_round) + t.scenario.hold_last * last
    for id, side in held(t):
        if points:
            yield Emit(Scored(side, points, f"objective {id}"))
    if last:
        yield from scored(t)
        yield from critical(t)
    yield from make_ready(t)
    yield from next_step(t)
