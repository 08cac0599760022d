"""The Charge phase: declaring, Overwatch, 2D6 inches, and coming into contact model by model."""

from __future__ import annotations

from ....common.agreement import in_a_row
from ....common.saying import put_to
from ....kernel.asks import Choose, Emit, Procedure, dice_of
from ....table.distances import near_any, who_is_near, within
from ....table.events import Said, how_far
from ....table.state import Table, Unit
from ..attack.defender import GROUNDED
from ..condition import (
    AIMED,
    AIRBORNE,
    BROKEN,
    IMMOBILISED,
    INFILTRATED,
    MOVED,
    OWN,
    RALLIED,
    SPENT,
    STUNNED,
    atop,
    flies,
    leaps,
    moved,
    out_of_reach,
    walks,
)
from ..movement.move_rolls import charge_inches
from ..movement.rough_ground import over_ground, rough, slowed
from ..nerve.morale import short_move
from ..shooting.artillery import has_guns
from ..vehicles.buildings import attackable
from ..vehicles.embarked import watch
from .charge_moves import COHERENCY, SLOWER, contact, inches_needed, reach, slower
from .overwatch import overwatch

FARTHEST = 12.0  # inches to a unit that may be charged
STAY, ALONE = "stay", "nobody else"


def can_charge(t: Table, player: int) -> list[int]:
    """The units of a player that may charge and have an enemy near enough."""
    acted = t.acted
    free = [u for u in t.own(player) if u.id not in acted and not u.foes and _free(u)]
    if not free:
        return []
    forms = [v.form for v in t.enemies(player)]
    return [u.id for u in free if near_any(u.form, forms, FARTHEST)]


def _free(u: Unit) -> bool:
    """Whether a unit may charge as it stands; asked once, since units are replaced when anything about them changes."""
    for e in u.effects:
        if e.what in _UNABLE or (e.what == OWN and (e.value[1] in _UNABLE or e.value[1:] == (MOVED, "advanced"))):
            return False
    if u.effects and moved(u) == "advanced":
        return False
    return walks(u) and not atop(u) and not has_guns(u.members)


_UNABLE = frozenset((SPENT, RALLIED, BROKEN, IMMOBILISED, STUNNED, INFILTRATED, GROUNDED, AIRBORNE))


def targets(t: Table, u: int) -> list[int]:
    """The enemies within 12 inches, seen or not."""
    unit = t[u]
    foes = t.enemies(unit.side)
    near = [foes[k] for k in who_is_near(unit.form, [v.form for v in foes], FARTHEST)]
    return [v.id for v in near if not out_of_reach(v) and attackable(t, v.id)]


def first(t: Table, u: int) -> list[int]:
    """Whom a charge may be declared at first: under the ruling ``charge-shot`` somebody at whom the unit has fired, if it has."""
    aimed = [e.value for e in t[u].effects if e.what == AIMED]
    return [v for v in targets(t, u) if not aimed or v in aimed]


def charge(t: Table, u: int) -> Procedure:
    """A unit may declare a charge at one unit or at several: Overwatch of each, 2D6 inches, contact with every one of them."""
    side = t[u].side
    v = yield Choose(side, f"whom does {t.name(u)} charge?", (STAY, *first(t, u)), default=STAY, about=("charge", u))
    if v == STAY:
        return
    declared = yield from _more(t, u, v)
    whom = in_a_row(f"{t.name(v)}{how_far(t, u, v)}" for v in declared)
    yield Emit(Said(f"{t.name(u)} declares a charge at {whom}", short=""))
    for v in declared:
        if t[u].here:
            yield from overwatch(t, v, u)
            yield from watch(t, v, u, overwatch)
    met = tuple(v for v in declared if t[v].here)
    if not t[u].here or not met:
        return
    need = max([inches_needed(t, u, v) for v in met])
    inches = yield from put_to(t.name(u), dice_of(u, charge_inches(side, t[u].members, need, leaps(t[u]))))
    way = reach(t, u, met, inches)
    if way is None:
        rough = " through difficult ground" if any(slower(t, u, v) for v in met) else ""
        of, barred = (f' of the {need}" needed{rough}', "") if inches < need else ("", ": no way so short is open")
        whom = in_a_row(t.name(v) for v in met)
        yield Emit(Said(f'{t.name(u)} rolls {inches}"{of} and does not reach {whom}{barred}'))
        if t.rulings.get("failed-charge", "none") == "dice":
            yield from _falls_short(t, u, inches)
        return
    words = f"how does {t.name(u)} come into contact?"
    form = yield Choose(side, words, way.moves, default=way.form, about=u)
    yield from contact(t, u, met, form, way.through, len(declared) > 1)


def _falls_short(t: Table, u: int, inches: float) -> Procedure:
    """A unit whose charge has failed moves as far as its dice show, if its player likes: the ruling ``failed-charge``."""
    unit, start = t[u], t[u].form
    if not flies(unit) and slowed(unit) and rough(t, start, inches):
        inches -= SLOWER
    yield from short_move(t, u, "moves", inches)
    if t[u].form.positions != start.positions:
        yield from over_ground(t, u, start)


def _more(t: Table, u: int, first: int) -> Procedure:
    """The units that a charge is declared at, the first of them and those that its player likes to add."""
    declared: tuple[int, ...] = (first,)
    while rest := as_well(t, u, declared):
        words = f"whom does {t.name(u)} charge as well?"
        v = yield Choose(t[u].side, words, (ALONE, *rest), default=ALONE, about=("as well", u, declared))
        if v == ALONE:
            break
        declared = (*declared, v)
    return declared


def as_well(t: Table, u: int, declared: tuple[int, ...]) -> list[int]:
    """The units that a charge may take in besides: near enough to each other for the charging unit to touch both."""
    form = t[u].form
    widest = 2 * max([base.radius for base in form.bases])
    span = widest + (len(form) - 1) * (widest + COHERENCY)
    return [v for v in targets(t, u) if v not in declared and any(within(t[v].form, t[w].form, span) for w in declared)]
