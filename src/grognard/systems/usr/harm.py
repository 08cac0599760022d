"""From an attack back to the table: wounds lost, hulls hit and what becomes of them, what firers did to themselves.

The attack itself is ``attack.volley``; here its start is read from the table and its end is written.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...common.attack import standing
from ...common.profiles import Weapon
from ...common.schema import Count
from ...common.triggers import PHASE_ENDS, give, own_turn_ends
from ...kernel.asks import Emit, Procedure
from ...table.state import Table
from .attack.attack import Part, Volley, volley
from .attack.defender import GROUNDED, Near, Ranks
from .casualties import Casualties, escorted, has_characters, lose, told_bare
from .condition import (
    FALLING,
    airborne,
    armoured,
    circumstances,
    grounded,
)
from .defenders import field
from .events import HitsOn
from .lasting_effects import leave
from .line_of_sight import View
from .shooting import artillery
from .shooting.precision_shots import settled
from .squads import NO_SQUAD, NOBODY
from .vehicles.hull_damage import HEAT, on_hulls, overheated


def suffer(
    t: Table,
    u: int,
    v: int,
    fired: Volley,
    view: View,
    *,
    can_ground: bool = False,
    combat: bool = False,
    step: int = 0,
    by: Sequence[str] = (),
) -> Procedure:
    """One weapon of a unit is used against a target, and what it did is written. Gives a ``Casualties``.

    ``step``: the Initiative step of a blow; ``by``: the rules at work, where no event before has named them.
    """
    unit = t.units[v]
    if not view.order:
        return Casualties(stand=tuple(range(unit.size)))
    beside: tuple[Near, ...] = ()
    if has_characters(unit.members):
        view, beside = escorted(t, v, view)
    around = field(t, u, v, view, can_ground, beside, told=True)
    fired = settled(fired, unit.form, view.order)
    if armoured(unit):
        return (yield from on_hulls(t, u, v, fired, view, around, struck_by, by))
    order, had = view.order, unit.wounds
    marks = (GROUNDED,) if not combat and grounded(unit) else ()
    before = Ranks(tuple(range(len(order))), tuple([had[i] for i in order]), marks)
    after: Ranks = yield from volley(before, fired, around)
    if GROUNDED in after.marks and not marks and not combat:
        yield from give(t, v, GROUNDED, own_turn_ends(t, unit.side), source=u, quiet=True)
    left = t.units[v].wounds
    if after.left != before.left:
        now = list(left)
        for i in order:
            now[i] = 0
        for place, wounds in zip(after.standing, after.left, strict=True):
            now[order[place]] = wounds
        left = tuple(now)
    if artillery.has_guns(unit.members):
        left = artillery.abandoned(unit.members, left)
    if left != t.units[v].wounds:
        if airborne(unit):
            yield from give(t, v, FALLING, PHASE_ENDS, source=u, quiet=True)
        yield from told_bare(t, v, fired, around, before, after)
        yield from lose(t, v, left, u, combat, by)
    stand = standing(left)
    if after.marks or after.touched:
        known = [(order[place], mark) for place, mark in after.touched]
        touched = tuple((stand.index(i), mark) for i, mark in known if left[i] > 0)  # a gun may be left without a crew
        yield from leave(t, u, v, after.marks, touched, step)
    return Casualties(after.marks, sum(before.left) - sum(after.left), stand, after.own)


# --- vehicles --------------------------------------------------------------------------------------------------------


def struck_by(
    t: Table, v: int, weapon: Weapon, hits: int, view: View, random: bool = False, facing: str = "front", u: int = -1
) -> Procedure:
    """Hits that nobody fires fall on a unit; with ``random`` their wounds fall on any of its models.

    ``u`` is the unit whose doing it is, -1: nobody's.
    """
    how = circumstances(t, t[v], t[v], facing=facing).but(random=random)
    part = Part(NOBODY, NO_SQUAD, weapon, how, 1, Count(1), hits=hits)
    return (yield from suffer(t, u, v, Volley(weapon.name, (part,)), view))


def hits_on(u: int, hits: int) -> Procedure:
    """Of several units that are struck at once the log says on whom the next dice are."""
    yield Emit(HitsOn(u, hits))


# --- other harm ------------------------------------------------------------------------------------------------------


def scorched(t: Table, u: int, groups: Sequence[Sequence[int]], own: Iterable[tuple[int, int, int]]) -> Procedure:
    """Firers lose the wounds that their own weapons cost them. ``groups`` holds the models of each group of firers."""
    lost_by, next_in = [0] * t[u].size, [0] * len(groups)
    for group, _, lost in own:
        models = groups[group]
        if not models:
            continue
        lost_by[models[next_in[group] % len(models)]] += lost
        next_in[group] += 1
    if not any(lost_by):
        return
    if armoured(t[u]):
        yield from overheated(t, u, lost_by, struck_by)
        return
    left = tuple(max(0, w - lost) for w, lost in zip(t[u].wounds, lost_by, strict=True))
    yield from lose(t, u, left, u, by=HEAT)


# --- who had a part in it --------------------------------------------------------------------------------------------
