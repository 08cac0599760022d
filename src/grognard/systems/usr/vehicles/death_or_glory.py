"""Death or Glory: one of those in the way of a tank strikes it as it comes, and stops it or is crushed.

Core rules of the 7th edition, Tank Shock.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ....common import saying
from ....common.profiles import Model
from ....common.schema import Count
from ....kernel.asks import Choose, Emit, Procedure
from ....table.events import Said
from ....table.state import Table
from ..attack.attack import Part, Volley
from ..casualties import lose
from ..circumstances import Situation
from ..combat.melee_attacks import blow_at, ways_to_strike
from ..condition import IMMOBILISED, STUNNED, bears_mark, circumstances, squad
from ..events import StrikesHeadOn
from ..harm import suffer
from ..line_of_sight import View
from ..rules_at_work import rules_of
from ..shooting.guns import guns_of
from ..squads import Squad

ASIDE = "nobody"
FRONT = View((0,), (None,))  # the tank, in the open


def means(model: Model, mates: Squad, at: Squad, shot: Situation, blow: Situation) -> tuple[Part, ...]:
    """The single hits that a model may deal to a tank that comes at it, one with each of its weapons, on its front armour.

    It cannot miss: one shot of a gun, within half its range, or one blow.
    """
    guns = [(fires.weapon, shot) for fires in guns_of(model, mates, "", False)]
    blades = [(way.weapon, way.how) for way in ways_to_strike(model, mates, at, blow)]
    found = dict.fromkeys((*guns, *blades))
    return tuple(Part(model, mates, weapon, how, 1, Count(1), hits=1) for weapon, how in found)


def means_of(t: Table, u: int, w: int, model: Model) -> tuple[Part, ...]:
    """Means of a model of a unit against a tank on the table."""
    unit, tank = t[w], t[u]
    shot = circumstances(t, unit, tank).but(facing="front", snap=False, half=True)
    blow = blow_at(t, unit, tank).but(facing="front", head_on=True)
    return means(model, squad(unit), squad(tank), shot, blow)


def bar_the_way(t: Table, u: int, w: int, in_the_way: Iterable[int]) -> Procedure:
    """A unit that has kept its nerve may have one model strike at the tank. Gives where it stands when it has stopped the tank.

    Who does not stop it is crushed.
    """
    unit = t[w]
    first: dict[Model, int] = {}
    for i in in_the_way:
        first.setdefault(unit.members[i], i)
    ways = {(i, k): part for model, i in first.items() for k, part in enumerate(means_of(t, u, w, model))}
    if not ways:
        return None
    words = f"who of {t.name(w)} stands in the way of {t.name(u)}, and with what?"
    named = saying.models(unit.members, unit.wounds)
    says = saying.with_models(w, {way: f"{named(way[0])} with {part.weapon.name}" for way, part in ways.items()})
    pick = yield Choose(unit.side, words, (ASIDE, *ways), ASIDE, ("glory", u, w, ways), says)
    if pick == ASIDE:
        return None
    i, part = pick[0], ways[pick]
    fired = Volley(part.weapon.name, (part,))
    yield Emit(StrikesHeadOn(w, u, part.by.name, part.weapon.name, by=rules_of(t, u, (fired,), FRONT)))
    stands = unit.form.only((i,))
    yield from suffer(t, w, u, fired, FRONT, combat=True)
    if stopped(t, u):
        if t[w].here:
            yield Emit(Said(f"{part.by.name} of {t.name(w)} has stopped {t.name(u)}"))
        return stands
    yield from crush(t, u, w, (i,))
    return None


def stopped(t: Table, u: int) -> bool:
    """Whether a tank drives no farther: it is no more, or cannot move."""
    return not t[u].here or bears_mark(t[u], STUNNED, 0) or bears_mark(t[u], IMMOBILISED, 0)


def crush(t: Table, u: int, w: int, models: Sequence[int]) -> Procedure:
    """Models that have not got out of the way of a tank are slain; nothing saves them."""
    if models:
        n = len(models)
        yield Emit(Said(f"{t.name(u)} crushes {n} of {t.name(w)}"))
        yield from lose(t, w, tuple(0 if i in models else wounds for i, wounds in enumerate(t[w].wounds)), u)


__all__ = ["ASIDE", "bar_the_way", "crush", "means_of", "stopped"]
