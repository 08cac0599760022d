"""Guns emplaced in a building that has no crew of its own: those inside serve them.

Core rules of the 7th edition, emplaced weapons; whose building fires by itself serves nobody (USR Reference: Sentry Defence
System).
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from ....common import saying
from ....common.profiles import Model, Weapon, interned
from ....common.triggers import PHASE_ENDS, give
from ....kernel.asks import Choose, Emit, Procedure
from ....table.events import Changed, Noted, Said
from ....table.state import Table, Unit
from ..attack import weapons
from ..vehicles.buildings import automated
from ..vehicles.transports import is_building
from .ammunition import RESTING

NOBODY = "nobody"
SERVED = "gun served"  # a building; value: the name of a gun that has been served; to the end of the phase


def emplaced(carrier: Unit) -> tuple[Weapon, ...]:
    """The guns that those inside may serve, one after the other: each once a phase, whoever serves it."""
    guns = list(_emplaced(carrier.members)) if is_building(carrier) else []
    for served in [e.value for e in carrier.effects if e.what == SERVED] if guns else ():
        again = next((gun for gun in guns if gun.name == served), None)
        if again is not None:
            guns.remove(again)
    return tuple(guns)


def _emplaced(members: tuple[Model, ...]) -> tuple[Weapon, ...]:
    crewless = [m for m in members if m.stats.BS <= 0 and not automated(m)]
    return tuple(w for m in crewless for w in m.weapons if w in weapons.guns(m) and not weapons.is_resting(w))


def serving(model: Model, gun: Weapon) -> Model:
    """A model that serves a gun, and fires nothing of its own."""
    own = tuple(w for w in model.weapons if w.stats.melee or w.stats.warp)
    return interned(replace(model, weapons=(gun, *own)))


def serve(t: Table, u: int, carrier: Unit) -> Procedure:
    """Passengers go to the guns, one to each, as their player likes. Gives (model that serves, model as it was) of each."""
    pairs: list[tuple[Model, Model]] = []
    at: list[int] = []
    for gun in emplaced(carrier):
        unit = t[u]
        free: dict[Model, int] = {}
        for i, model in enumerate(unit.members):
            if i not in at and model.stats.BS > 0:
                free.setdefault(model, i)
        if not free:
            break
        words = f"who of {t.name(u)} serves the {gun.name} of {t.name(carrier.id)}?"
        options = tuple(free.values())
        says = saying.models(unit.members, unit.wounds, unit=u)
        pick = yield Choose(unit.side, words, (*options, NOBODY), options[0], ("serves", u, gun), says)
        if pick == NOBODY:
            continue
        at.append(pick)
        pairs.append((serving(unit.members[pick], gun), unit.members[pick]))
        yield Emit(Said(f"{unit.members[pick].name} of {t.name(u)} serves the {gun.name}", short=""))
        yield from give(t, carrier.id, SERVED, PHASE_ENDS, source=u, value=gun.name, quiet=True)
        yield Emit(Changed(u, tuple(pairs[-1][0] if i == pick else m for i, m in enumerate(unit.members))))
    return tuple(pairs), tuple(at)


def back(t: Table, u: int, pairs: Iterable[tuple[Model, Model]]) -> Procedure:
    """Whoever has served a gun has his own weapons again; what has become of the gun by being fired stays with the building."""
    was = {(one.name, one.weapons[0].name): (one.weapons[0], own) for one, own in pairs}
    members, used = list(t[u].members), []
    for i, model in enumerate(members):
        gun = model.weapons[0] if model.weapons else None
        if gun is not None and (found := was.get((model.name, gun.name))) is not None:
            members[i] = found[1]
            if gun is not found[0]:
                used.append((found[0], gun))
    if tuple(members) != t[u].members:
        yield Emit(Changed(u, tuple(members)))
    for gun, fired in used:
        yield from _marked(t, t[u].aboard, gun, fired)


def _marked(t: Table, c: int, gun: Weapon, fired: Weapon) -> Procedure:
    """A gun of a building has been used up, or is silent in its owner's next turn."""
    members = list(t[c].members)
    for i, model in enumerate(members):
        if gun in model.weapons:
            k = model.weapons.index(gun)
            members[i] = interned(replace(model, weapons=(*model.weapons[:k], fired, *model.weapons[k + 1 :])))
            break
    yield Emit(Changed(c, tuple(members)))
    if weapons.is_resting(fired):
        side = t[c].side
        yield Emit(Noted((RESTING, side), tuple(dict.fromkeys((*t.recall((RESTING, side), ()), c)))))
