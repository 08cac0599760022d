"""Squads off the table: they make ready, and come on from an edge in their side's zone."""

from __future__ import annotations

from msgspec.structs import replace

from ...common.deploy import Places, bases, room
from ...common.reserves import along_edge
from ...kernel.asks import Choose, Emit, Procedure
from ...table.events import Given, Said
from ...table.geometry import Formation
from ...table.state import Effect, Table, Unit
from .events import ComesOn, KeptOff, NoLonger
from .movement.legal_moves import PIVOT, Skies, aloft, distance, noted
from .movement.table_edges import crossing, entries, within_move
from .profiles import FLYING
from .shooting.reaction_fire import fly, reactions
from .squads import off_table


def make_ready(t: Table) -> Procedure:
    """At the end of the first round what is in reserve makes ready; so do Fast units that have left the table."""
    for u in [u.id for u in t.units if u.place == "reserve"]:
        if off_table(t[u]) == "reserve":
            yield Emit(NoLonger(u, "reserve", says="goes from reserve to readiness"))
            yield Emit(Given(u, Effect("readiness"), True))


def comes_on(t: Table, u: int, inches: float) -> Procedure:
    """A squad in readiness comes on from an edge in its side's zone, or stays off. Result: whether it has come."""
    all_of_them = arrivals(t, u, max(inches, _depth(t[u])))
    found = {edge: places for edge, places in all_of_them.items() if next(iter(places), None) is not None}
    if not found:
        yield Emit(Said(f"there is no room for {t.name(u)} to come on"))
        return False
    stay = yield Choose(t[u].side, f"does {t.name(u)} come on?", ("come on", "stay off"), "come on", (u, "arrive"))
    if stay == "stay off":
        return False
    edge = yield Choose(t[u].side, f"from which edge does {t.name(u)} come on?", tuple(found), next(iter(found)), u)
    default = next(iter(found[edge]))
    form = yield Choose(t[u].side, f"where does {t.name(u)} come on?", found[edge], default, u)
    if t[u].kind.type in FLYING:
        yield from flies_in(t, u, form, edge)
        return True
    yield Emit(ComesOn(u, form, f"the {edge} edge"))
    yield Emit(NoLonger(u, "readiness"))
    yield from noted(t, u, max(PIVOT, distance(at_edge(t, form, edge, t[u].side), form)))
    return True


def arrivals(t: Table, u: int, inches: float) -> dict[str, Places]:
    """Where a squad may stand that comes on, by the edge of the table that it comes from."""
    found: dict[str, Places] = {}
    for edge, span in entries(t, t[u].side).items():
        if span == (0.0, t.ground.width if edge in ("bottom", "top") else t.ground.height):
            zone, positions, inward = along_edge(t, edge, inches)
        else:
            zone, positions, inward = within_move(t.ground.width, t.ground.height, edge, span, inches)
        flies = t[u].kind.type in FLYING
        found[edge] = (
            Skies(t, t[u], zone, positions, inward)
            if flies
            else Places(room(t, u, zone), bases(t[u]), positions, inward)
        )
    return found


def _depth(u: Unit) -> float:
    """The least depth of table that its models need."""
    return 2 * max(b.radius for b in bases(u)) + 0.125


def keep_back(t: Table, u: int, how: str, by: tuple[str, ...] = ()) -> Procedure:
    """A squad waits off the table."""
    yield Emit(KeptOff(u, how, by=by))
    yield Emit(Given(u, Effect(how), True))


def flies_in(t: Table, u: int, form: Formation, edge: str, by: tuple[str, ...] = ()) -> Procedure:
    """An Aircraft comes on from an edge of the table, straight ahead; enemies may fire at it on the way. Result as of ``fly``."""
    start = at_edge(t, form, edge, t[u].side)
    passing = bool(reactions(t, replace(t[u], form=start, place="table"), form))
    yield Emit(ComesOn(u, start if passing else form, f"the {edge} edge", by=by))
    yield Emit(NoLonger(u, "readiness"))
    yield from noted(t, u, distance(start, form))
    return (yield from fly(t, u, form, "flies on", by)) if passing else True


def at_edge(t: Table, form: Formation, edge: str, side: int) -> Formation:
    """Where a squad crosses the edge, in its side's zone, on its way straight to a place."""
    span = entries(t, side)[edge]
    return aloft(t.ground, form.moved([crossing(t.ground, edge, span, position) for position in form.positions]))
