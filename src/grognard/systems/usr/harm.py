"""From an attack back to the table: wounds lost, hulls hit and what becomes of them, what firers did to themselves.

The attack itself is ``attack.volley``; here its start is read from the table and its end is written.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from grognard.table.distances import who_within
from grognard.table.geometry import Form

from ...common.building import Because
from ...common.later import Later
from ...common.profiles import Model, Weapon, interned
from ...common.rules import kept
from ...common.schema import Count
from ...common.triggers import PHASE_ENDS, give, own_turn_ends
from ...kernel.asks import Emit, Procedure, Roll
from ...kernel.faces import die
from ...table.events import Changed, Harmed, Removed, Said
from ...table.state import Table, Unit
from . import artillery
from .attack import core_tables, hulls, weapons
from .attack.attack import Part, Volley, volley
from .attack.defender import COUNTS, GROUNDED, Hull, Hulls, Near, Ranks, Scene, scene
from .attack.matchup import Exposed, Match, defence, match, penetration
from .attack.rolls import one_wound
from .condition import (
    BREACHED,
    CRIPPLED,
    FALLING,
    IMMOBILISED,
    LOSSES,
    SHAKEN,
    STUNNED,
    airborne,
    armoured,
    bears_mark,
    circumstances,
    grounded,
    met,
    squad,
    still,
)
from .escorts import escorted, has_characters
from .events import HullHit, HullsLost
from .lasting_effects import leave
from .line_of_sight import View, everybody
from .line_of_sight import facing as side_struck
from .model_types import type_of
from .profiles import Fire, WeaponStats
from .psychic.castings import NO_SQUAD, NOBODY
from .shooting.precision_shots import settled
from .slots import NO_AP
from .squads import Squad
from .vehicles.hull_marks import mark
from .vehicles.wreckage import CraterLeft, remains

EXPLOSION = interned(Weapon("explosion", WeaponStats(range=6, S=4, type=Fire("Assault"))))
ROUGH_GROUND = interned(Weapon("dangerous terrain", WeaponStats(range=1, S="X", type=Fire("Assault"))))


class Harm(Struct, frozen=True):
    """What an attack has done to a unit: what it leaves behind, wounds that count in combat, who stands (places before)."""

    marks: tuple[str, ...] = ()
    points: int = 0
    stand: tuple[int, ...] = ()
    own: tuple[tuple[int, int, int], ...] = ()


def field(t: Table, u: int, v: int, view: View, can_ground: bool = False, beside: tuple[Near, ...] = ()) -> Scene:
    """What of a target no dice change, as the attack of a unit finds it; ``u`` -1: of nobody.

    ``beside``: who may take whose wounds, see ``escorts``.
    """
    unit, order = t.units[v], view.order
    side = t.units[u].side if u >= 0 else 1 - unit.side
    members, n = unit.members, len(order)
    return scene(
        _as_met(members, order, view.covers, still(unit)),
        unit.kind.name,
        (side, unit.side),
        can_ground and not grounded(unit),
        t.rulings.get("look-out-sir", "taken") != "never",
        cripples(t),
        () if n == len(members) else tuple([m for i, m in enumerate(members) if i not in order]),
        _OF_BUILDINGS if unit.kind.type == "Building" else COUNTS,
        view.engaged,
        view.duel,
        n - len(view.hidden) if beside and view.hidden else 0,
        beside,
    )


_OF_BUILDINGS = (*COUNTS, "rows")


def _as_met(
    members: tuple[Model, ...], order: tuple[int, ...], covers: tuple[int | None, ...], held: tuple[int, ...]
) -> tuple[Exposed, ...]:
    """The models of a unit in an order, each as an attack finds it; ``held``: those that cannot jink though others do."""
    if not order:
        return ()
    first, cover = members[order[0]], covers[0]
    if not held and members.count(first) == len(members) and covers.count(cover) == len(covers):  # mostly all are alike
        return (met(first, cover),) * len(order)
    return tuple([met(members[i], c, i in held) for i, c in zip(order, covers, strict=True)])


def parties(t: Table, u: int, v: int) -> Scene:
    """The same as far as those are asked who choose weapons: whose units they are, and what the target is called."""
    unit = t[v]
    return scene((), unit.kind.name, (t[u].side, unit.side))


def cripples(t: Table) -> bool:
    """Whether a vehicle with no hull points left is crippled, not wrecked."""
    return bool(t.rulings.get("zero_hp", "crippled") == "crippled")


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
    """One weapon of a unit is used against a target, and what it did is written. Gives a ``Harm``.

    ``step``: the Initiative step of a blow; ``by``: the rules at work, where no event before has named them.
    """
    unit = t.units[v]
    if not view.order:
        return Harm(stand=tuple(range(unit.size)))
    beside: tuple[Near, ...] = ()
    if has_characters(unit.members):
        view, beside = escorted(t, v, view)
    around = field(t, u, v, view, can_ground, beside)
    fired = settled(fired, unit.form, view.order)
    if armoured(unit):
        return (yield from _on_hulls(t, u, v, fired, view, around, by))
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
        yield from lose(t, v, left, u, combat, by)
    stand = tuple(range(len(left))) if min(left) > 0 else tuple([i for i, w in enumerate(left) if w > 0])
    if after.marks or after.touched:
        known = [(order[place], mark) for place, mark in after.touched]
        touched = tuple((stand.index(i), mark) for i, mark in known if left[i] > 0)  # a gun may be left without a crew
        yield from leave(t, u, v, after.marks, touched, step)
    return Harm(after.marks, sum(before.left) - sum(after.left), stand, after.own)


def lose(
    t: Table, v: int, left: tuple[int, ...], source: int, combat: bool = False, by: Sequence[str] = ()
) -> Procedure:
    """A unit's models have these wounds left. Losses outside close combat are remembered to the end of the phase."""
    left = artillery.abandoned(t[v].members, left)
    if not combat and min(left) <= 0 and not t[v].has(LOSSES):
        yield from give(t, v, LOSSES, PHASE_ENDS, source=source, value=t[v].size, quiet=True)
    yield Emit(Harmed(v, left, source, by=by))


# --- vehicles --------------------------------------------------------------------------------------------------------


def hull_of(t: Table, v: int, i: int) -> Hull:
    """A vehicle as an attack finds it."""
    unit = t[v]
    if not unit.effects:
        return Hull(unit.wounds[i], len(weapons.whole_guns(unit.members[i])))
    return Hull(
        points=0 if bears_mark(unit, CRIPPLED, i) else unit.wounds[i],
        guns=len(weapons.whole_guns(unit.members[i])),
        immobile=bears_mark(unit, IMMOBILISED, i),
        breach=sum(e.value for e in unit.effects if e.what == BREACHED),
    )


def _on_hulls(t: Table, u: int, v: int, fired: Volley, view: View, around: Scene, by: Sequence[str] = ()) -> Procedure:
    before = Hulls(tuple(range(len(view.order))), tuple([hull_of(t, v, i) for i in view.order]))
    after: Hulls = yield from volley(before, fired, around)
    stand = {view.order[place]: hull for place, hull in zip(after.standing, after.hulls, strict=True)}
    places = tuple([i for i in range(t[v].size) if i in stand or i not in view.order])
    if after.hulls != before.hulls:
        left = tuple([max(1, stand[i].points) if i in stand else w for i, w in enumerate(t[v].wounds)])
        yield Emit(HullHit(v, left, after.glances, after.penetrations, u, by=by))
        gone = tuple([i for i in view.order if i not in stand])
        yield from _written(t, u, v, stand, gone, after.exploded, after.rows)
    if after.marks:
        yield from leave(t, u, v, after.marks, ())
    return Harm(after.marks, after.glances + 2 * after.penetrations, places, after.own)


def _written(
    t: Table, u: int, v: int, stand: dict[int, Hull], gone: tuple[int, ...], exploded: int, rows: tuple[int, ...]
) -> Procedure:
    """What the damage table has done to the vehicles of a unit is written: to those that stand, and to those that are gone."""
    for i, hull in stand.items():
        yield from _damaged(t, u, v, i, hull)
    if not gone and rows:
        from .vehicles.passengers import trembles

        yield from trembles(t, v, rows)
    if gone:
        yield from destroyed(t, u, v, gone, exploded, rows[-1] if rows else 0)


def _damaged(t: Table, u: int, v: int, i: int, hull: Hull) -> Procedure:
    """What the damage table has done to a vehicle that still stands."""
    side = t[v].side
    if hull.points <= 0 and not bears_mark(t[v], CRIPPLED, i):
        yield from mark(t, v, i, CRIPPLED, source=u)
    if hull.immobile and not bears_mark(t[v], IMMOBILISED, i):
        yield from mark(t, v, i, IMMOBILISED, source=u)
    if (more := hull.breach - hull_of(t, v, i).breach) > 0:
        yield from give(t, v, BREACHED, source=u, value=more)
    if hull.stunned:
        yield from mark(t, v, i, STUNNED, own_turn_ends(t, side), u)
    elif hull.shaken:
        yield from mark(t, v, i, SHAKEN, own_turn_ends(t, side), u)
    while len(guns := weapons.whole_guns(t[v].members[i])) > max(0, hull.guns):
        which = (yield Roll(die(len(guns), "which weapon"))) if len(guns) > 1 else 1
        members = t[v].members
        lost = guns[which - 1]
        yield Emit(Said(f"{t.name(v)}: {lost[0].stats.mode_of or lost[0].name} destroyed"))
        yield Emit(Changed(v, (*members[:i], disarmed(members[i], *lost), *members[i + 1 :])))


def disarmed(model: Model, *lost: Weapon) -> Model:
    """The model without some of its weapons."""
    return interned(replace(model, weapons=tuple(w for w in model.weapons if w not in lost)))


def glanced(t: Table, v: int, i: int, by: tuple[str, ...] = ()) -> Procedure:
    """A vehicle suffers a glancing hit that nothing saves; at no hull points it rolls on the damage table."""
    hull, gone = yield from hulls.overheats(hull_of(t, v, i), t[v].members[i], 1, cripples(t), NO_AP, airborne(t[v]))
    left = tuple(max(1, hull.points) if k == i else w for k, w in enumerate(t[v].wounds))
    yield Emit(HullHit(v, left, glances=1, source=v, by=by))
    yield from _written(t, v, v, {} if gone else {i: hull}, (i,) if gone else (), int(gone == core_tables.EXPLODES), ())


def destroyed(t: Table, u: int, v: int, gone: Sequence[int], exploded: int, row: int) -> Procedure:
    """Vehicles are wrecked or blown apart; those that explode hurt what stands near, and whoever was inside."""
    from .vehicles import crashes
    from .vehicles.battlements import above, fall
    from .vehicles.passengers import overflow, spill

    where, walls, carrier = t[v].form, t[v].kind.type == "Building", t[v].members[gone[0]]
    aloft, cargo = airborne(t[v]), tuple(w.id for w in t.cargo(v))
    high = [w.id for w in above(t, v)] if walls else []
    if whole := len(gone) == t[v].size:
        yield Emit(Removed(v, "down in flames" if aloft else "blown apart" if exploded else "wrecked"))
        if row == core_tables.DETONATION:
            yield Emit(CraterLeft(where, carrier.name))
        if high:
            yield from fall(t, high, where, row)
    else:
        yield Emit(HullsLost(v, tuple(0 if i in gone else w for i, w in enumerate(t[v].wounds)), u))
    if not (aloft or walls):
        yield from remains(t, carrier, where, gone, exploded)
    for i in () if aloft else gone[: 0 if walls else exploded]:
        yield from _explosion(t, where.only((i,)))
    for i in gone if aloft else ():
        yield from crashes.crash(t, where.only((i,)))
    if whole and cargo:
        yield from spill(t, cargo, carrier, where, bool(exploded), row, aloft)
    elif cargo:
        yield from overflow(t, v, carrier, where.only(gone), bool(exploded))


def _explosion(t: Table, where: Form) -> Procedure:
    """Every model within D6 inches takes a hit of Strength 4, vehicles on the side that is turned to it."""
    inches = yield Roll(die(6, "explosion, inches"))
    near = [(w, who_within(w.form, where, inches)) for w in t.units if w.place == "table"]
    caught = [  # as all stand before anybody is struck: whom it blows up may be gone when his turn comes
        (w.id, Counter([side_struck(w.form, j, where.spots[0]) if armoured(w) else "front" for j in models]))
        for w, models in near
        if models
    ]
    if caught:
        told = ", ".join(f"{sides.total()} of {t.name(w)}" for w, sides in caught)
        yield Emit(Said(f'the explosion reaches {inches}": {told}'))
    for w, sides in caught:
        for side, n in sides.items():
            if t[w].here:
                yield from struck_by(t, w, EXPLOSION, n, everybody(t, where, w), facing=side)


def struck_by(
    t: Table, v: int, weapon: Weapon, hits: int, view: View, random: bool = False, facing: str = "front", u: int = -1
) -> Procedure:
    """Hits that nobody fires fall on a unit; with ``random`` their wounds fall on any of its models.

    ``u`` is the unit whose doing it is, -1: nobody's.
    """
    how = circumstances(t, t[v], t[v], facing=facing).but(random=random)
    part = Part(NOBODY, NO_SQUAD, weapon, how, 1, Count(1), hits=hits)
    return (yield from suffer(t, u, v, Volley(weapon.name, (part,)), view))


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
        yield from _overheated(t, u, lost_by)
        return
    left = tuple(max(0, w - lost) for w, lost in zip(t[u].wounds, lost_by, strict=True))
    yield from lose(t, u, left, u, by=HEAT)


HEAT = ("usr:gets-hot",)


def _overheated(t: Table, u: int, lost_by: Sequence[int]) -> Procedure:
    """Vehicles take glancing hits from their own weapons; at no hull points each rolls on the damage table, as with AP2."""
    stand: dict[int, Hull] = {}
    gone, exploded = [], 0
    for i, lost in enumerate(lost_by):
        if lost:
            hull, why = yield from hulls.overheats(
                hull_of(t, u, i), t[u].members[i], lost, cripples(t), zooming=airborne(t[u])
            )
            if why:
                gone.append(i)
                exploded += why == core_tables.EXPLODES
            else:
                stand[i] = hull
    left = tuple(max(1, stand[i].points) if i in stand else w for i, w in enumerate(t[u].wounds))
    yield Emit(HullHit(u, left, glances=sum(lost_by), source=u, by=HEAT))
    yield from _written(t, u, u, stand, tuple(gone), exploded, ())


def ground_wound(model: Model, at: Squad) -> Any:
    """What a model does about the wound of dangerous ground: armour and invulnerable saves, no cover."""
    return _ground_wound(model, at)


@kept(4096)
def _ground_wound(model: Model, at: Squad) -> Any:
    from .circumstances import Situation, now

    return defence(match(NOBODY, NO_SQUAD, ROUGH_GROUND, at, now(Situation())), met(model, None), NO_AP)


def perilous(model: Model, at: Squad) -> Procedure:
    """The wounds that one model loses in dangerous ground: on a 1 a wound, which its armour may stop."""
    if (yield Roll(DANGER)):
        return 0
    return (yield from one_wound(ground_wound(model, at)))


DANGER = replace(die(6, "dangerous terrain"), faces=(False, True, True, True, True, True))


# --- who had a part in it --------------------------------------------------------------------------------------------


@kept(65536)
def contributors(m: Match, target: Exposed, how_moved: str = "") -> tuple[str, ...]:
    """The ids of the special rules that have a part in an attack on such a model, each once."""
    reasons: list[Because] = [r for said in m.reasons.values() for r in said]
    for test in (m.hit, m.wound):
        reasons += test.because if test is not None else ()
    a = m.attack
    if a.melee:
        strokes = weapons.blows(a)
        strokes.counted()
        reasons += strokes.because
        reasons += weapons.initiative(a).because
    else:
        reasons += weapons.firing(a.by, a.mates, a.weapon, how_moved, a.how.snap, a.how.zooming).because
    if target.model.stats.armoured:
        reasons += penetration(m, target)[1]
        reasons += hulls.walls(m.ap, target.model).because if type_of(target.model).type == "Building" else ()
    for ap in m.aps or (m.ap,):
        d = defence(m, target, ap)
        reasons += (*d.reasons, *d.no_save)
        for test in (d.save, d.ignore):
            reasons += test.because if test is not None else ()
    return tuple(dict.fromkeys(r.id for r in reasons if r.id and not r.says.endswith("no effect")))


def rules_of(t: Table, v: int, fired: tuple[Volley, ...], view: View, how_moved: str = "") -> Sequence[str]:
    """The ids of the special rules that have a part in these volleys against a target, worked out when somebody reads them."""
    return Later(partakers, t[v], fired, view, how_moved)


def partakers(unit: Unit, fired: Iterable[Volley], view: View, how_moved: str) -> tuple[str, ...]:
    """The ids of the special rules that have a part in these volleys against a unit."""
    targets = dict.fromkeys(_as_met(unit.members, view.order, view.covers, still(unit)))
    found: dict[str, None] = {}
    at = squad(unit)
    for part in (p for volley_ in fired for p in volley_.parts):
        m = match(part.by, part.mates, part.weapon, at, part.how)
        for target in targets:
            found.update(dict.fromkeys(contributors(m, target, how_moved)))
    return tuple(found)
