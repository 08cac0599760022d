"""The Charge phase: declaring, Overwatch, 2D6 inches, and coming into contact model by model."""

from __future__ import annotations

from math import ceil

from msgspec import Struct
from msgspec.structs import replace

from ....common.rules import kept
from ....common.triggers import PHASE_ENDS, give, this_turn
from ....kernel.asks import Choose, Emit, Procedure
from ....table.distances import gap, near_any, who_is_near, within
from ....table.events import Lifted, Moved, Removed, Said
from ....table.geometry import CONTACT, Form
from ....table.moves import Moves
from ....table.paths import Gait
from ....table.state import Table, Unit
from ..artillery import has_guns
from ..attack.defender import GROUNDED
from ..attack.weapons import is_assault_grenade
from ..condition import (
    AFOOT,
    AIMED,
    AIRBORNE,
    ALOFT,
    BROKEN,
    CHARGED,
    CHARGING,
    DISORDERED,
    IMMOBILISED,
    INFILTRATED,
    MOVED,
    OWN,
    RALLIED,
    ROUGH,
    ROUGH_CHARGE,
    SPENT,
    STUNNED,
    WATCHED,
    atop,
    circumstances,
    flies,
    grounded,
    leaps,
    moved,
    out_of_reach,
    walks,
)
from ..line_of_sight import sight
from ..movement.dangerous_terrain import over_ground, rough, slowed, stands_in
from ..movement.legal_moves import others
from ..movement.move_rolls import charge_inches
from ..movement.movement_modifiers import going, ids
from ..nerve.checks import reaction
from ..nerve.leadership import leadership
from ..nerve.morale import short_move
from ..shooting.shooting import fire, jink, menu
from ..vehicles.buildings import attackable
from ..vehicles.embarked import watch
from .fight import lock
from .hammer_of_wrath import wrath
from .melee_attacks import blow_at

FARTHEST = 12.0  # inches to a unit that may be charged
SLOWER = 2.0  # inches less through difficult ground
STAY, ALONE = "stay", "nobody else"
COHERENCY = 2.0  # inches
WINGED = replace(ALOFT, through="nobody")  # it leaps over terrain but lands beside its target


def can_charge(t: Table, player: int) -> list[int]:
    """The units of a player that may charge and have an enemy near enough."""
    acted = t.acted
    free = [u for u in t.own(player) if u.id not in acted and not u.foes and _free(u)]
    if not free:
        return []
    forms = [v.form for v in t.enemies(player)]
    return [u.id for u in free if near_any(u.form, forms, FARTHEST)]


@kept(1024)
def _free(u: Unit) -> bool:
    """Of a unit as it stands, as in the Movement phase."""
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
    yield Emit(Said(f"{t.name(u)} declares a charge at {' and '.join(t.name(v) for v in declared)}"))
    for v in declared:
        if t[u].here:
            yield from overwatch(t, v, u)
            yield from watch(t, v, u, overwatch)
    met = tuple(v for v in declared if t[v].here)
    if not t[u].here or not met:
        return
    need = max([inches_needed(t, u, v) for v in met])
    inches = yield from charge_inches(side, t[u].members, need, leaps(t[u]))
    way = reach(t, u, met, inches)
    if way is None:
        yield Emit(Said(f'{t.name(u)} rolls {inches}" and does not reach {" and ".join(t.name(v) for v in met)}'))
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
    if t[u].form.spots != start.spots:
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


class Onrush(Moves):
    """The moves of a charge: the unit ends it in coherency, however loosely it stood before."""

    __slots__ = ()

    def _ranks(self, form: Form) -> list[str]:
        return self.room._ranks(form, False)


class Way(Struct, frozen=True):
    """A charge that reaches its targets: the moves that do, the one proposed, and whether it leads through difficult ground."""

    moves: Moves
    form: Form
    through: bool


def reach(t: Table, u: int, met: tuple[int, ...], inches: int) -> Way | None:
    """How a charge of so many inches comes into contact, round difficult ground if it can; None when it falls short."""
    unit = t[u]
    if flies(unit):
        return _way(t, u, met, inches, WINGED, False)
    pieces = rough(t, unit.form, inches)
    hindered = bool(going(unit.members).hindered)
    if not pieces and not hindered:
        return _way(t, u, met, inches, ROUGH, False)
    if not hindered and not stands_in(unit.form, pieces):
        found = _way(t, u, met, inches, AFOOT, False)
        if found is not None:
            return found
    far = inches - SLOWER if slowed(unit) else inches
    return _way(t, u, met, far, ROUGH, True) if far > 0 else None


def inches_needed(t: Table, u: int, v: int) -> int:
    """The least that a charge must roll to come into contact, as the straight way tells."""
    unit, target = t[u], t[v]
    far = gap(unit.form, target.form)
    if not flies(unit) and slowed(unit):
        pieces = rough(t, unit.form, far)
        through = bool(pieces and (stands_in(unit.form, pieces) or stands_in(target.form, pieces)))
        far += SLOWER * (through or bool(going(unit.members).hindered))
    return max(2, ceil(far - CONTACT))


def _way(t: Table, u: int, met: tuple[int, ...], inches: float, gait: Gait, through: bool) -> Way | None:
    unit = t[u]
    if not all(within(unit.form, t[v].form, inches) for v in met):
        return None
    friends, enemies = others(t, u)
    moves = Onrush(t.ground, unit.form, inches, friends, enemies, gait, target=met, call=t.name)
    form = moves.charge()
    return None if form is None else Way(moves, form, through)


def contact(t: Table, u: int, met: tuple[int, ...], form: Form, through: bool, disordered: bool = False) -> Procedure:
    """The charge goes home. At several units it is disordered, whoever of them still stands."""
    start = t[u].form
    yield Emit(Moved(u, form, "charges"))
    yield from over_ground(t, u, start)
    if not t[u].here:
        return
    for v in met:
        yield from _caught(t, v)
    met = tuple(v for v in met if t[v].here)
    if not met:
        return
    yield from give(t, u, CHARGING, this_turn(t), source=u, quiet=True)
    if disordered:
        yield from give(t, u, DISORDERED, this_turn(t), source=u)
    if through:
        yield from _through(t, u)
    for v in met:
        if not t[v].foes:  # whoever is locked already has no time to spring forward
            yield from give(t, v, CHARGED, this_turn(t), source=u, quiet=True)
        yield from lock(t, u, v)
    for v in met:
        if t[u].here and t[v].here:
            yield from wrath(t, u, v, blow_at(t, t[u], t[v]))


def _caught(t: Table, v: int) -> Procedure:
    """A unit that falls back and is charged regroups, or is lost."""
    if not t[v].has(BROKEN):
        return
    if (yield from leadership(t, v, "regroup", below_quarter=t[v].size * 4 < t[v].start)):
        yield Emit(Lifted(v, BROKEN))
    else:
        yield Emit(Removed(v, "scattered by the charge"))


def _through(t: Table, u: int) -> Procedure:
    """A unit that has charged through difficult ground strikes at Initiative 1, unless something helps it."""
    how = going(t[u].members)
    ready = ids(how.ready) if t.rulings.get("cover-charge", "i1") == "own" else ()
    if by := ids(how.unslowed):
        yield Emit(Said(f"{t.name(u)} charges through difficult ground without slowing down", by=by))
    if not ready and not grenades(t[u]):
        yield from give(t, u, ROUGH_CHARGE, this_turn(t), source=u)


def grenades(u: Unit) -> bool:
    """Whether a unit has the grenades with which it charges through difficult ground at its own Initiative."""
    return any(is_assault_grenade(w) for m in u.members for w in m.weapons)


SLOW_TO_AIM = (
    "Vehicle",
    "Chariot",
    "Flyer",
)  # types that by the ruling ``overwatch`` fire none: walkers do, and buildings


def overwatch(t: Table, v: int, u: int) -> Procedure:
    """A unit that is charged may fire Snap Shots at the charging unit, once a phase; not when locked or on the ground."""
    unit = t[v]
    if unit.kind.type in SLOW_TO_AIM and t.rulings.get("overwatch", "walkers") == "walkers":
        return
    if unit.foes or grounded(unit) or unit.has(WATCHED) or unit.has(BROKEN) or reaction(unit.members).silent:
        return
    how = circumstances(t, unit, t[u], snap=True)
    armed, _ = menu(t, unit, t[u], how, sight(t, unit, t[u]), True)
    if not armed:
        return
    words = f"does {t.name(v)} fire overwatch?"
    if (yield Choose(unit.side, words, ("no", "yes"), default="yes", about=("overwatch", v, u))) == "yes":
        yield from give(t, v, WATCHED, PHASE_ENDS, source=v, quiet=True)
        if t.rulings.get("jink-overwatch", "asked") == "asked":
            yield from jink(t, v, u)
        yield from fire(t, v, u, overwatch=True)
