"""The moment of contact on the table: Hammer of Wrath when a charge goes home, Fear before the first blow."""

from __future__ import annotations

from grognard.table.distances import model_distance, who_within

from ....common.building import ids_of
from ....common.profiles import Model
from ....common.triggers import PHASE_ENDS, give
from ....kernel.asks import Emit, Procedure
from ....table.geometry import CONTACT, Formation
from ....table.state import Table, Unit
from ..attack import weapons
from ..attack.attack import Part, Volley
from ..circumstances import Situation
from ..condition import AFRAID, armoured, squad, striding
from ..events import RidesDown
from ..harm import suffer
from ..line_of_sight import View, facing, in_combat
from ..nerve.dread import COWED, Dread, dread_of
from ..nerve.leadership import leadership

ENGAGED = 1.0  # inches: who is so near to the enemy when its unit makes contact may hit


def wrath(t: Table, u: int, v: int, how: Situation) -> Procedure:
    """Models of a charging unit that hit as they make contact, before any blow; it does not count for the combat's result."""
    unit, target = t[u], t[v]
    members = striding(unit)  # jump packs hit only when they carry the charge
    touching = who_within(unit.form, target.form, CONTACT)
    if not any(weapons.onset_of(members[i]).because for i in touching):
        return
    hull = armoured(target)
    hits: dict[int, dict[tuple[Model, str], int]] = {}  # by the hull that is touched; -1: the unit
    for i in who_within(unit.form, target.form, ENGAGED):
        if weapons.onset_of(members[i]).because:
            j, side = _touched(unit.form, i, target.form) if hull else (-1, "")
            found = hits.setdefault(j, {})
            found[members[i], side] = found.get((members[i], side), 0) + 1
    ridden = [(model, n) for parts in hits.values() for (model, _), n in parts.items()]
    by_rules = ids_of(b for model, _ in ridden for b in weapons.onset_of(model).because)
    yield Emit(RidesDown(u, v, sum(n for _, n in ridden), by=by_rules))
    for j, parts in sorted(hits.items(), reverse=True):  # the last hull first, so that the others keep their places
        aim = in_combat(t, unit.form, v)
        if hull:
            aim = View((j,), aim.covers[:1])
        yield from suffer(t, u, v, Volley(weapons.WRATH.name, _crushing(unit, parts, how)), aim, combat=True)


def _touched(form: Formation, i: int, target: Formation) -> tuple[int, str]:
    """The hull that a model of a charge touches, the nearest to it, and the side of it."""
    j = min(range(len(target)), key=lambda j: model_distance(form, i, target, j))
    return j, facing(target, j, form.positions[i])


def _crushing(unit: Unit, parts: dict[tuple[Model, str], int], how: Situation) -> tuple[Part, ...]:
    """The hits of models by themselves and the side that they touch."""
    made = []
    for (model, side), n in parts.items():
        for r in weapons.wrath(model, squad(unit), how.but(facing=side) if side else how):
            made.append(Part(r.by, r.mates, weapons.WRATH, r.how, n, r.hits))
    return tuple(made)


def feared(t: Table, unit: Unit) -> tuple[str, ...]:
    """The ids of the rules by which an enemy in base contact causes Fear in a unit."""
    return ids_of(_dread_near(t, unit).because)


def _dread_near(t: Table, unit: Unit) -> Dread:
    return dread_of(t[f].members[i] for f in unit.foes for i in who_within(t[f].form, unit.form, CONTACT))


def fear(t: Table, combat: tuple[int, ...]) -> Procedure:
    """Units in base contact with what causes Fear test once; who fails has a low Weapon Skill for the phase."""
    for u in combat:
        unit = t[u]
        if not unit.foes or armoured(unit) or not (by := feared(t, unit)):
            continue
        if not (yield from leadership(t, u, "fear", by=by)):
            skill = _dread_near(t, unit).skill
            yield from give(t, u, AFRAID, PHASE_ENDS, value=skill if skill != COWED else None, by=by)


__all__ = ["fear", "feared", "wrath"]
