"""Scan: what a transport on the ground adds to a Search in a building beside it.

Action rules of version 2.2.0: both actions of a transport that is no Aircraft, one token at most, which goes when it moves; spent
within 2 inches of the place that is searched, each adds 1.
"""

from __future__ import annotations

from typing import Any

from grognard.table.geometry import edge_d2

from ...common.building import Building
from ...kernel.asks import Choose, Emit, Procedure
from ...kernel.faces import reading
from ...table.state import Effect, Marker, Table, Unit
from .events import Becomes, NoLonger
from .objectives import hidden, house_of, search_test
from .situation import FLYING
from .squads import SCANNED, flagged, housed, infantry
from .stats import transport

NEAR = 2.0  # inches


def can_scan(u: Unit) -> bool:
    """Whether the squad may Scan: transports on the ground, those without a token."""
    return u.here and u.kind.type not in FLYING and not flagged(u, SCANNED) and bool(transport(u.kind, "cap"))


def scan(t: Table, u: int) -> Procedure:
    """Both actions: a token."""
    yield Emit(Becomes(u, Effect(SCANNED, u), says="scans and has a Scan token"))


def scanned(t: Table, side: int, m: Marker) -> list[int]:
    """The squads of a side with a token near enough to an objective, or to the building it lies in."""
    house = house_of(t, m)
    walls = () if house is None else t.ground.pieces[house].points
    return [
        u.id
        for u in t.units
        if u.side == side and u.here and flagged(u, SCANNED) and any(_near(walls, m, x, y) for x, y in u.form.spots)
    ]


def _near(walls: Any, m: Marker, x: float, y: float) -> bool:
    if (x - m.x) * (x - m.x) + (y - m.y) * (y - m.y) <= NEAR * NEAR:
        return True
    return bool(walls) and edge_d2(walls, x, y) <= NEAR * NEAR


def spent(t: Table, u: int, m: Marker, test: Building) -> Procedure:
    """The tokens that the squad's player spends on a Search; they add to its test."""
    found = scanned(t, t[u].side, m)
    if not found:
        return
    question = f"how many Scan tokens does {t.name(u)} use?"
    n = yield Choose(t[u].side, question, tuple(range(len(found) + 1)), len(found), (u, "tokens", m.id))
    for v in found[:n]:
        yield Emit(NoLonger(v, SCANNED, says="uses its Scan token"))
    if n:
        test.add(n, "Scan", f"{n} more")


def tokens_worth(t: Table, ask: Any, option: int) -> tuple[float, str]:
    """The chance to find the objective, by the very test; a token is kept when it adds nothing."""
    u, _, id = ask.about
    m = t.marker(id)
    assert m is not None
    test = search_test(t, t[u], m)
    if option:
        test.add(option, "Scan", f"{option} more")
    chance = float(reading(test.done().test).law.chance(True))
    return chance - 0.01 * option, f"{chance:.0%} to find it"


def scan_worth(t: Table, u: Unit) -> tuple[float, str]:
    """Worth more than a transport's own fire where friends beside it look for an objective."""
    for m in t.markers:
        if m.kind == "objective" and hidden(t, m):
            house = house_of(t, m)
            walls = t.ground.pieces[house].points if house is not None else ()
            if any(_near(walls, m, x, y) for x, y in u.form.spots) and any(
                infantry(v) and (home := housed(v)) is not None and home[0] == house for v in t.own(u.side)
            ):
                return 2.5, f"to help to find objective {m.id}"
    return -1.0, "nobody searches here"
