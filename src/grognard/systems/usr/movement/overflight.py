"""Vector Strikes on those that were flown over, and creatures that are brought down."""

from __future__ import annotations

from ....common.profiles import Model, Weapon, interned
from ....common.triggers import give, this_turn
from ....kernel.asks import Choose, Emit, Procedure, Roll, of
from ....kernel.faces import Test
from ....kernel.purpose import Purpose
from ....table.events import Lifted, Said
from ....table.state import Table
from ..attack import weapons
from ..attack.attack import Part, Volley
from ..attack.vector_strike import strike_of, struck_with
from ..circumstances import Situation
from ..condition import AIRBORNE, FALLING, FLOWN_OVER, MOVED, airborne, circumstances, moved
from ..events import Over, StrikesFromAbove
from ..harm import struck_by, suffer
from ..line_of_sight import everybody
from ..profiles import WeaponStats, WeaponType
from ..rules_at_work import rules_of
from ..squads import NO_SQUAD
from ..vehicles.crashes import Impact

GROUNDING = Test(
    Purpose("grounding, 1 or 2 brings it down", comes_to=("brought down", "it stays up")),
    6,
    (True, True, False, False, False, False),
)


NOBODY = "nobody"


FALL = interned(Weapon("the fall", WeaponStats(range=1, S=9, type=WeaponType("Assault")), (Impact(),)))


def strikers(t: Table, player: int) -> list[int]:
    """The units of a player that may strike whom they have flown over."""
    acted = t.acted
    return [u.id for u in t.own(player) if u.effects and u.id not in acted and airborne(u) and beneath(t, u.id)]


def beneath(t: Table, u: int) -> tuple[int, ...]:
    """The enemies that a unit has flown over this turn and may strike: none that are locked in combat."""
    flown = t[u].effect(FLOWN_OVER)
    if flown is None or not any(strike_of(m) for m in t[u].members):
        return ()
    return tuple(v for v in flown.value if t[v].here and not t[v].foes)


def strike(t: Table, u: int) -> Procedure:
    """A unit may strike one of those it has flown over."""
    unit, below = t[u], beneath(t, u)
    words = f"whom does {t.name(u)} strike as it flies over?"
    v = yield Choose(unit.side, words, (*below, NOBODY), default=below[0], about=("vector strike", u))
    if v == NOBODY:
        return
    how = circumstances(t, unit, t[v])
    able = [m for m in unit.members if strike_of(m)]
    parts = tuple(_part(m, able.count(m), how) for m in dict.fromkeys(able))
    volley = Volley(parts[0].weapon.name, parts)
    aim = everybody(t, unit.form, v)
    by = tuple(dict.fromkeys((*(i for m in able for i in strike_of(m)), *rules_of(t, v, (volley,), aim))))
    yield Emit(StrikesFromAbove(u, v, by=by))
    yield from suffer(t, u, v, volley, aim)
    if t[u].here and moved(t[u]) != "advanced":  # who has advanced fires nothing, struck or not
        yield Emit(Over(u, MOVED))
        yield from give(t, u, MOVED, this_turn(t), source=u, value=weapons.STRUCK_ABOVE, quiet=True)


def _part(model: Model, firers: int, how: Situation) -> Part:
    use = struck_with(model, how)
    by, mates = use.by or (model, NO_SQUAD)
    return Part(by, mates, use.weapon, use.how, firers, use.shots)


def falls(t: Table) -> Procedure:
    """At the end of a phase creatures that have lost wounds in the air may be brought down: on 1 and 2, by a hit of Strength 9."""
    for unit in [u for u in t.units if u.effects and u.has(FALLING)]:
        u = unit.id
        if not (t[u].here and airborne(t[u])) or not (yield Roll(of(GROUNDING, u))):
            continue
        yield Emit(Lifted(u, AIRBORNE))
        yield Emit(Said(f"{t.name(u)}: brought down"))
        yield from struck_by(t, u, FALL, 1, everybody(t, t[u].form, u))
