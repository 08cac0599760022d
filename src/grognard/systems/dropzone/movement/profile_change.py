"""Units of two profiles: one type and statline at a time, changed as a squad in a Move of half the MV at most.

Dropzone Commander 2.2.0, Unit types. Weapons, rules and Damage Points are those of the unit in either profile.
"""

from __future__ import annotations

from math import ceil

import msgspec

from ....common.profiles import interned
from ....kernel.asks import Choose, Emit, Procedure
from ....table.geometry import Formation
from ....table.space import Placing
from ....table.state import Table, Unit
from ..events import TypeChanged
from ..objectives.mobile import drops, load
from ..profiles import FLYING, Stats, other_profile
from ..squads import flight_mode, landing_mode, movement_mode
from .legal_moves import aloft, others, skies, slowest


def turned(u: Unit) -> Unit | None:
    """The squad in its other profile, where it stands; None for one that has no other."""
    kind = other_profile(u.kind)
    if kind is None:
        return None
    model = kind.models[0]
    printed: Stats = model.stats
    members = tuple(
        interned(
            msgspec.structs.replace(
                m,
                name=model.name,
                stats=msgspec.structs.replace(
                    m.stats, MV=printed.MV, slowest=printed.slowest, CM=printed.CM, A=printed.A
                ),
            )
        )
        for m in u.members
    )
    return msgspec.structs.replace(u, kind=kind, members=members)


def lands_as(t: Table, new: Unit) -> Formation | None:
    """How the squad stands in its other profile, in the air or on the ground; None where it cannot."""
    flat = new.form.raised(0.0)
    if new.kind.type in FLYING:
        found = Placing(t.ground, *skies(t, new), flight_mode(t, new), call=t.name).why_not(flat, True)
        return None if found else aloft(t.ground, flat)
    going = landing_mode(t, new) if new.form.level(0) > 0.0 else movement_mode(t, new)
    return None if Placing(t.ground, *others(t, new), going, call=t.name).why_not(flat, True) else flat


def changes(t: Table, u: int, far: float, full: float) -> Procedure:
    """At the end of a Move: a squad that moved no more than half of its MV (rounded up) may change its profile."""
    unit = t[u]
    if not unit.here or far > ceil(full / 2):
        return
    new = turned(unit)
    form = lands_as(t, new) if new is not None else None
    if new is None or form is None:
        return
    pick = yield Choose(unit.side, f"does {t.name(u)} become {a(new.kind.type)}?", ("no", "yes"), "no", (u, "type"))
    if pick == "yes":
        if new.kind.type in FLYING and load(t[u]):
            yield from drops(t, t[u])  # Aircraft carry nothing
        yield Emit(TypeChanged(u, new.kind, new.members, form))


def a(type: str) -> str:
    """A unit type with its article.

    >>> a("Aircraft"), a("Tank")
    ('an Aircraft', 'a Tank')
    """
    return f"{'an' if type[0] in 'AEIOU' else 'a'} {type}"


def full_move(u: Unit) -> float:
    """Its whole MV, inches, whatever it has fired."""
    return slowest(u.members)
