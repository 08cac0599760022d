"""Searches for hidden objectives, and the Scan of a transport that helps them."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from ....common import saying
from ....common.building import Building, thrown_for
from ....common.rules import voices
from ....kernel.asks import Choose, Emit, Procedure, Roll
from ....table.distances import point_within
from ....table.events import Marked, Remarked
from ....table.geometry import edge_d2
from ....table.state import Effect, Marker, Table, Unit
from ..events import Becomes, NoLonger, PickedUp, Unlocked
from ..profiles import FLYING, transport
from ..squads import SCANNED, flagged, housed, infantry
from .control import REACH, hidden, house_of, reaches
from .mobile import load, mobile

NEAR = 2.0  # inches


def can_scan(u: Unit) -> bool:
    """Whether the squad may Scan: transports on the ground, those without a token."""
    return u.here and u.kind.type not in FLYING and not flagged(u, SCANNED) and bool(transport(u.kind, "cap"))


def scan(t: Table, u: int) -> Procedure:
    """Both actions: a token."""
    yield Emit(Becomes(u, Effect(SCANNED, u), says="scans and gets a Scan token"))


def scanned(t: Table, side: int, m: Marker) -> list[int]:
    """The squads of a side with a token near enough to an objective, or to the building it lies in."""
    house = house_of(t, m)
    walls = () if house is None else t.ground.pieces[house].points
    return [
        u.id
        for u in t.units
        if u.side == side
        and u.here
        and flagged(u, SCANNED)
        and any(near_search(walls, m, x, y) for x, y in u.form.positions)
    ]


def near_search(walls: Any, m: Marker, x: float, y: float) -> bool:
    if (x - m.x) * (x - m.x) + (y - m.y) * (y - m.y) <= NEAR * NEAR:
        return True
    return bool(walls) and edge_d2(walls, x, y) <= NEAR * NEAR


def spent(t: Table, u: int, m: Marker, test: Building) -> Procedure:
    """The tokens that the squad's player spends on a Search; they add to its test."""
    found = scanned(t, t[u].side, m)
    if not found:
        return
    question = f"how many Scan tokens does {t.name(u)} use?"
    says = saying.count("Scan token", none="none")
    n = yield Choose(t[u].side, question, tuple(range(len(found) + 1)), len(found), (u, "tokens", m.id), says)
    for v in found[:n]:
        yield Emit(NoLonger(v, SCANNED, says="uses up its Scan token"))
    if n:
        test.add(n, "Scan", f"{n} more")


FOUND = 7  # what a Search must come to


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
    m = t.marker(id)
    assert m is not None
    test = search_test(t, t[u], m)
    yield from spent(t, u, m, test)
    built = thrown_for(test.done())
    by = built.ids
    yield Emit(Remarked(f"{t.name(u)} searches for objective {id}", by=by))
    if (yield Roll(built.test)):
        yield Emit(Unlocked(id, u))
        found = t.marker(id)
        assert found is not None
        if not mobile(t):
            yield Emit(Marked(replace(found, side=t[u].side)))
        elif not load(t[u]):
            yield Emit(PickedUp(u, id))
