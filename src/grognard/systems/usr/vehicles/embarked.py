"""What passengers do through fire points besides shooting: Overwatch, Interceptor, powers of the mind.

Core rules of the 7th edition, Fire Points and Psykers in transports; the ruling ``fire-points`` keeps them to the Shooting phase.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from ....kernel.asks import Emit, Procedure
from ....table.geometry import NOWHERE
from ....table.state import Table, Unit
from ..condition import SILENT, moved
from ..events import Manned
from ..psychic.psykers import psykers
from ..rules.powers import WITCHFIRE, Power
from ..shooting.fire_points import at_the_hull, has_a_shot, inside_again, lean_out, man_the_ports, ports
from .transports import capacity, carrier_of


def open_to(t: Table) -> bool:
    """Whether fire points serve in other phases than Shooting."""
    return bool(t.rulings.get("fire-points", "all") == "all")


def watch(t: Table, v: int, u: int, overwatch: Callable[[Table, int, int], Procedure]) -> Procedure:
    """Those inside a transport or building that is charged fire Overwatch at whoever charges it."""
    if not capacity(t[v]) or not open_to(t):
        return
    for w in [w.id for w in t.cargo(v)]:
        if t[u].here and has_a_shot(t, t[w]):
            yield from from_inside(t, w, overwatch(t, w, u))


def from_inside(t: Table, w: int, does: Procedure) -> Procedure:
    """Passengers take their fire points, do something, and are inside again."""
    pairs = yield from man_the_ports(t, w)
    yield from does
    yield from inside_again(t, w, pairs)


# --- powers -----------------------------------------------------------------------------------------------------------


def psykers_inside(t: Table, player: int) -> Iterator[Unit]:
    """The units aboard that may manifest powers, as if they stood where their transport does."""
    if not open_to(t):
        return
    for unit in t.there("aboard", player):
        if psykers(unit.members) and (c := carrier_of(t, unit.id)) is not None and t[c].here:
            yield _leant_out(unit, t[c])


def _leant_out(unit: Unit, carrier: Unit) -> Unit:
    """A unit aboard as if it stood where its transport does: one value as long as both are the same."""
    return replace(unit, form=at_the_hull(carrier, unit.size))


def within_walls(t: Table, unit: Unit, power: Power) -> tuple[int, ...] | None:
    """The units on which a psyker aboard may manifest a power: his own and the transport. None: as anybody at a fire point."""
    carrier = t[unit.aboard]
    if power.sort == WITCHFIRE:
        barred = not ports(carrier) or moved(carrier) == "advanced" or carrier.has(SILENT)
        return () if barred else None
    if power.hostile or power.brings:
        return ()
    return (unit.id, carrier.id) if power.reach else (unit.id,)


def leaning_out(t: Table, u: int, does: Procedure) -> Procedure:
    """A psyker manifests a power from where the transport stands."""
    if t[u].place != "aboard":
        return (yield from does)
    yield from lean_out(t, u)
    yield from does
    if t[u].place == "aboard":
        yield Emit(Manned(u, NOWHERE))
