"""Witchfires: how a power is aimed and fired."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from ....common.saying import put_to
from ....kernel.asks import Emit, Procedure
from ....table.distances import models_within, nearest_of
from ....table.geometry import Formation
from ....table.state import Table
from ..attack import weapons
from ..attack.attack import firers_of
from ..attack.declaration import Armed, Use, declared
from ..circumstances import Situation
from ..condition import airborne, armoured, circumstances, model_snaps, squad
from ..defenders import field
from ..events import ShotAt
from ..line_of_sight import View, facing, kind_of_ground, sight, view_of
from ..rules_at_work import rules_of
from ..shooting.resolution import loosed
from ..shooting.under_fire import jink, may_ground, pin_all
from . import beams
from .known_powers import PowerUse, _fires


class Aimed(Struct, frozen=True):
    """A witchfire as it was aimed before any die fell: it takes effect whatever becomes of the psyker."""

    armed: tuple[Armed, ...]
    groups: tuple[tuple[int, ...], ...]
    stand: Formation
    aim: View


def _aimed(t: Table, way: PowerUse, v: int) -> Aimed:
    unit, target, weapon = t[way.unit], t[v], way.power.weapon
    assert weapon is not None
    i, model = way.place, unit.members[way.place]
    how = circumstances(t, unit, target, snap=model_snaps(unit, i), terrain=kind_of_ground(t, target))
    fires = _fires(unit, i, weapon, airborne(target))
    j = nearest_of(unit.form, i, target.form, sight(t, unit, target).views[i])
    if armoured(target):
        how = how.but(facing=facing(target.form, j, unit.form.positions[i]))
    half = bool(weapon.stats.range) and models_within(unit.form, i, target.form, j, (weapon.stats.range or 0) / 2)
    shot = how.but(snap=fires.snap, half=half)
    use = Use(weapon, fires.near if half else fires.shots, shot, weapons.primes(fires, shot))
    armed = Armed(model, squad(unit), 1, ((use,),), unit.wounds[i])
    return Aimed((armed,), ((i,),), unit.form, view_of(t, beams.alone(unit, i), target))


def _loose(t: Table, u: int, v: int, attack: Aimed) -> Procedure:
    """A witchfire is a shooting attack: it may be jinked from, and its rules work as those of guns do."""
    yield from jink(t, u, v)
    jinked = circumstances(t, t[u], t[v])
    armed = tuple(_now(a, jinked) for a in attack.armed)
    volleys = yield from put_to(t.name(u), declared(armed, field(t, u, v, attack.aim)))
    names = tuple(volley.name for volley in volleys)
    yield Emit(ShotAt(u, v, names, firers_of(volleys), "strikes", by=rules_of(t, v, volleys, attack.aim)))
    marks = yield from loosed(t, u, v, volleys, attack.groups, attack.stand, attack.aim, may_ground(t, v))
    yield from pin_all(t, marks)


def _now(armed: Armed, how: Situation) -> Armed:
    """The weapon and its uses with what the target has done about it since."""
    uses = tuple(replace(u, how=u.how.but(jinking=how.jinking)) for u in armed.choices[0])
    return replace(armed, choices=(uses,))
