"""Who rides where: each unit of a squad has a seat in one unit of a squad of transports. Nothing here writes.

Mostly a squad rides in one transport, and nothing is noted but what it is aboard. The effect "seats" names the transport of each
unit of a squad that is shared out; "rest" those units that still ride while the others have been thrown out of a wreck.
The units of a squad are numbered through: first those that count now, then the rest.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from ....table.state import Table, Unit

Seat: TypeAlias = tuple[int, int]  # (squad of transports, which of its units); (WRECK, n): in the wreck of that number
WRECK = -1
SEATS, REST = "seats", "rest"


def seats(u: Unit) -> tuple[Seat, ...]:
    """The seat of each unit of a squad that is aboard; () when it is not."""
    if u.place != "aboard":
        return ()
    for effect in u.effects:
        if effect.what == SEATS:
            return effect.value  # type: ignore[no-any-return]
    return ((u.aboard, 0),) * u.size


def rest(u: Unit) -> tuple[tuple[int, int, int], ...]:
    """(squad of transports, which of its units, Damage Points left) of units that ride while others of the squad stand outside."""
    for effect in u.effects:
        if effect.what == REST:
            return effect.value  # type: ignore[no-any-return]
    return ()


def riding(u: Unit) -> dict[int, Seat]:
    """The seats of those units of a squad that ride, by number."""
    found = dict(enumerate(seats(u)))
    for k, (carrier, i, _) in enumerate(rest(u), u.size):
        found[k] = carrier, i
    return found


def carriers(u: Unit) -> tuple[int, ...]:
    """The squads of transports in which units of a squad ride, each once."""
    return tuple(dict.fromkeys(carrier for carrier, _ in riding(u).values()))


def cargo(t: Table, carrier: int) -> list[Unit]:
    """The squads of which units ride in a squad of transports, by id."""
    found = [u for u in t.there("aboard", t[carrier].side) if u.aboard == carrier or carrier in carriers(u)]
    parted = [u for u in t.own(t[carrier].side) if u.effects and any(s[0] == carrier for s in rest(u))]
    return sorted(found + parted, key=lambda u: u.id) if parted else found


def in_seat(t: Table, seat: Seat) -> list[tuple[Unit, tuple[int, ...]]]:
    """(squad, numbers of its units) of all that ride in one transport, or in one wreck, by id."""
    units = t.units if seat[0] == WRECK else cargo(t, seat[0])
    found = [(u, tuple([k for k, own in riding(u).items() if own == seat])) for u in units if u.alive]
    return [(u, who) for u, who in found if who]


def strength(u: Unit) -> int:
    """The Damage Points that a squad has left, those of its units that still ride among them."""
    return sum(u.wounds) + sum(points for _, _, points in rest(u))


def shared(found: Iterable[Seat]) -> bool:
    """Whether seats must be written down: they are not all in the first unit of one squad of transports."""
    one = tuple(dict.fromkeys(found))
    return len(one) != 1 or one[0][0] == WRECK or one[0][1] != 0
