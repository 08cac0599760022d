"""Shooting: who may shoot at whom, with what, and the sequence of one unit's fire. Overwatch is the same with Snap Shots."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from ....common.lazy import LazySequence
from ....common.options import FilteredOptions
from ....common.profiles import Model, Weapon
from ....common.rules import kept
from ....common.triggers import give, own_turn_begins, own_turn_ends, this_turn
from ....errors import GrognardError
from ....kernel.asks import Choose, Emit, Procedure
from ....table.distances import first_near, gap, reaches, who_is_near
from ....table.events import Noted
from ....table.geometry import Form
from ....table.sight.visibility import Sight
from ....table.state import Table, Unit
from .. import artillery
from ..attack import random_profiles, weapons
from ..attack.attack import Volley
from ..attack.declaration import Armed, Use, declared, plainly, undecided
from ..attack.defender import GROUNDED
from ..casualties import Harm
from ..circumstances import Situation
from ..condition import (
    AIMED,
    AT_POINTS,
    BROKEN,
    IMMOBILISED,
    JINKED,
    JINKING,
    PICKED,
    SHAKEN,
    SILENT,
    SPENT,
    STEADY,
    STUNNED,
    UNSTEADY,
    airborne,
    armoured,
    bears_mark,
    circumstances,
    grounded,
    model_snaps,
    moved,
    snaps,
    squad,
    stances,
)
from ..defenders import parties
from ..events import ShotAt, Tested
from ..harm import scorched, suffer
from ..line_of_sight import View, facing, kind_of_ground, sight, view, view_of
from ..model_types import type_of
from ..nerve.checks import check, reaction, tested
from ..rules_at_work import partakers
from ..squads import Squad
from ..vehicles.buildings import attackable, automated
from ..vehicles.hull_marks import mark
from .ammunition import use_up, used_up
from .guns import bands_of, charge_after, guns_of, lobs, longest, watch_guns
from .markers import Fire, laid, lay, together
from .precision_shots import aimed

HOLD = "hold fire"

# --- what a model may fire --------------------------------------------------------------------------------------------


@kept(16384)
def _uses(
    model: Model, mates: Squad, how: Situation, how_moved: str, overwatch: bool, near: tuple[int, ...], spare: int = 0
) -> tuple[tuple[Use, ...], ...]:
    """The choices of a model whose guns reach the target so: 0 not at all, 1 beyond half range, 2 within it.

    ``spare``: how many weapons fire at full skill at another target.
    """
    uses: list[Use] = []
    snap = how.snap
    fired = watch_guns(model, mates) if overwatch else guns_of(model, mates, how_moved, snap, how.zooming)
    ordnance = type_of(model).armoured and any(f.weapon.stats.type.kind == "Ordnance" for f in fired)
    full = weapons.Allowance(weapons.full_skill_guns(model, how_moved, snap, ordnance) - spare)
    for fires, reach in zip(fired, near, strict=True):
        if not reach:
            continue
        heavy_gun = ordnance and not snap and fires.weapon.stats.type.kind == "Ordnance"
        if not fires.snap and not heavy_gun and full.at(fires.weapon) <= 0:
            fires = weapons.firing(model, mates, fires.weapon, how_moved, True, how.zooming)
            if fires.why_not:
                continue
        if not heavy_gun:
            full.spend(fires.weapon)
        shot = how.but(snap=fires.snap, half=reach == 2)
        uses.append(Use(fires.weapon, fires.near if reach == 2 else fires.shots, shot, weapons.primes(fires, shot)))
    thrown = [u for u in uses if weapons.is_grenade(u.weapon)]
    uses = [u for u in uses if u not in thrown] or thrown[:1]
    return weapons.together(tuple(uses), lambda use: use.weapon, weapons.gun_count(model, how_moved))


def menu(
    t: Table, u: Unit, v: Unit, how: Situation, seen: Sight, overwatch: bool = False,
    among: frozenset[int] | None = None, only: frozenset[tuple[int, Weapon]] | None = None,
) -> tuple[tuple[Armed, ...], tuple[tuple[int, ...], ...]]:  # fmt: skip
    """What each group of equal models may fire at a target, and the models of each group.

    ``among``: only these models fire; ``only``: only these weapons of theirs, all of them.
    """
    mates, how_moved, hull = squad(u), "" if overwatch else moved(u), armoured(v)
    groups: dict[tuple[Model, int, int], list[int]] = {}  # by profile, wounds and number of the choices
    each: dict[int, tuple[tuple[Use, ...], ...]] = {}  # the choices, by number
    turned: dict[str, Situation] = {}  # the circumstances by the side of a hull that is struck
    thrown = shaken = False
    points = picked = None
    for e in u.effects:
        if e.what == AT_POINTS:
            points = e.value if points is None else points
        elif e.what == PICKED:
            picked = e.value if picked is None else picked
        elif e.what in (SHAKEN, STUNNED):
            shaken = not how.snap
    spare = picked[1] if picked is not None else 0
    uneven = () if overwatch else stances(u)
    members, wounds, views, a, b = u.members, u.wounds, seen.views, u.form, v.form
    singly = shaken or uneven
    for model, side_by_side in [(m, (i,)) for i, m in enumerate(members)] if singly else _rows(members):
        snap = how.snap or (shaken and model_snaps(u, side_by_side[0]))
        if uneven:
            how_moved, wavers = uneven[side_by_side[0]]
            snap = snap or wavers
        fired = watch_guns(model, mates) if overwatch else guns_of(model, mates, how_moved, snap, how.zooming)
        if not fired:
            continue
        models: Sequence[int] = side_by_side
        if among is not None or points is not None:
            models = [i for i in models if (among is None or i in among) and (points is None or i in points)]
        before: Any = None  # what decided for the model before
        for i, j, near in reaches(a, models, views, b, *bands_of(fired)):
            if only is not None:
                near = tuple([n if (i, f.weapon) in only else 0 for n, f in zip(near, fired, strict=True)])
            if picked is not None:
                near = tuple([n if f.weapon.name in picked[0] else 0 for n, f in zip(near, fired, strict=True)])
            if not any(near):
                continue
            struck = how
            if hull:
                side = facing(b, j, a.spots[i])
                if (struck := turned.get(side)) is None:  # type: ignore[assignment]
                    struck = turned[side] = how.but(facing=side)
            struck = struck if snap is how.snap else struck.but(snap=snap)
            if not views[i]:
                struck = struck.but(indirect=True)
            now = (struck, near)
            if now != before:
                before, choices = now, _uses(model, mates, struck, how_moved, overwatch, near, spare)
                if only is not None and len(choices) > 1:  # they have been chosen already
                    choices = (tuple(dict.fromkeys(use for choice in choices for use in choice)),)
                number = id(choices)  # nearly always the very same object; to hash it would take long
                if number not in each:
                    number = next((known for known, same in each.items() if same == choices), number)
                    each.setdefault(number, choices)
            if not choices:
                continue
            if weapons.is_grenade(choices[0][0].weapon):  # one model of the unit throws a grenade
                if thrown:
                    continue
                thrown = True
            key = (model, wounds[i], number)
            if key in groups:
                groups[key].append(i)
            else:
                groups[key] = [i]
    if artillery.has_guns(members) and (
        silent := artillery.idle(members, [i for models in groups.values() for i in models])
    ):
        groups = {key: rest for key, models in groups.items() if (rest := [i for i in models if i not in silent])}
    armed = [
        Armed(model, mates, len(models), each[number], left, group)
        for group, ((model, left, number), models) in enumerate(groups.items())
    ]
    return tuple(armed), tuple([tuple(models) for models in groups.values()])


# --- targets ----------------------------------------------------------------------------------------------------------


@kept(1024)
def _reach(unit: Unit) -> float:
    """The same of a unit as it stands: units are replaced when anything about them changes, so each is asked once."""
    if uneven := stances(unit):
        each = zip(unit.members, uneven, strict=True)
        return max([longest((model,), squad(unit), *stance) for model, stance in each])
    return longest(unit.members, squad(unit), moved(unit), snaps(unit))


def in_reach(t: Table, u: int) -> list[int]:
    """Enemies that a unit's weapons may reach, seen or not; those locked in combat may not be shot at."""
    unit = t[u]
    inches = _reach(unit)
    if inches < 0:
        return []
    found = _within(unit, exposed(t, unit.side), inches)
    if found and automated(unit.members[0]):  # at the nearest that it sees
        nearest = sorted(found, key=lambda v: (gap(unit.form, t[v].form), v))
        return next(([v] for v in nearest if sees(t, u, v)), [])
    return found


@lru_cache(64)
def _within(unit: Unit, foes: Open, inches: float) -> list[int]:
    """Those of the enemies who stand so near to a unit: a unit that divides its fire asks for each of its models."""
    return [foes.units[k].id for k in who_is_near(unit.form, foes.forms, inches)]


class Open(Struct, frozen=True, eq=False):
    """The units of a side that may be shot at by anybody who reaches them, where they stand, and the identities of these forms."""

    units: list[Unit]
    forms: list[Form]
    still: frozenset[int]


def exposed(t: Table, side: int) -> Open:
    """The enemies of a side that may be shot at: not who is locked, nor an empty building."""
    found, buildings = _unlocked(t.enemies(side))
    for building in buildings:
        if not attackable(t, building.id):
            return _exposed([v for v in found.units if v.kind.type != "Building" or attackable(t, v.id)])
    return found


@lru_cache(8)
def _unlocked(units: tuple[Unit, ...]) -> tuple[Open, list[Unit]]:
    """Those who are not in close combat, and the buildings among them."""
    found = [v for v in units if not v.foes]
    return _exposed(found), [v for v in found if v.kind.type == "Building"]


def _exposed(units: list[Unit]) -> Open:
    forms = [v.form for v in units]
    return Open(units, forms, frozenset(map(id, forms)))


def sees(t: Table, u: int, v: int, among: frozenset[int] | None = None) -> bool:
    """Whether a unit (or one of these models of it) may shoot at another: some model sees it in reach, or needs not see it."""
    unit, target = t[u], t[v]
    how_moved, snap, mates = moved(unit), snaps(unit), squad(unit)
    high = airborne(target)
    uneven = stances(unit)
    if not (seen := sight(t, unit, target)) and not uneven and not lobs(unit.members, mates, how_moved, snap):
        return False
    for model, models in [(m, range(i, i + 1)) for i, m in enumerate(unit.members)] if uneven else _rows(unit.members):
        if uneven:
            how_moved, snap = uneven[models[0]]
        if among is not None and among.isdisjoint(models):
            continue
        fired = guns_of(model, mates, how_moved, snap, high)
        if not fired:
            continue
        who = models if among is None else [i for i in models if i in among]
        if reaches(unit.form, who, seen.views, target.form, *bands_of(fired), True):
            return True
    return False


@kept(16384)
def _rows(members: tuple[Model, ...]) -> tuple[tuple[Model, range], ...]:
    """The models of a unit that are alike and side by side, as places in the unit."""
    starts = [i for i, model in enumerate(members) if not i or members[i - 1] is not model]
    return tuple((members[i], range(i, end)) for i, end in zip(starts, [*starts[1:], len(members)], strict=True))


def can_fire_at(
    t: Table, u: int, v: int, among: frozenset[int], only: frozenset[tuple[int, Weapon]] | None = None
) -> tuple[int, ...]:
    """Those of these models of a unit that may fire at a target now, with ``only`` with these weapons."""
    unit, target = t[u], t[v]
    how = circumstances(t, unit, target, snap=snaps(unit))
    _, groups = menu(t, unit, target, how, sight(t, unit, target), False, among, only)
    return tuple(sorted(i for group in groups for i in group))


class Targets(FilteredOptions):
    """The units that a unit may shoot at, and holding fire: one lazy value, which looks only as far as it is asked.

    ``among``: only these models of the unit shoot; ``without``: not at these units.
    """

    refusal = "that unit is not seen within range"

    def __init__(self, t: Table, u: int, among: frozenset[int] | None = None, without: tuple[int, ...] = ()) -> None:
        near = [v for v in in_reach(t, u) if v not in without]
        super().__init__(near, lambda v: sees(t, u, v, among), (HOLD,))

    def draw(self, rng: Random) -> int | str:
        """One target that is seen; others are not looked at."""
        left = list(self.named)
        while left:
            v: int = left.pop(rng.randrange(len(left)))
            if self.legal(v):
                return v
        return HOLD

    def plain(self, pick: int | str) -> int | str:
        """The id of a target, or the words."""
        return pick

    def decode(self, value: Any) -> int | str:
        """A target read again. Raises GrognardError when it may not be shot at."""
        if type(value) not in (int, str) or value not in self:
            raise GrognardError(self.refusal)
        return value  # type: ignore[no-any-return]


def waits(t: Table, player: int) -> list[Unit]:
    """The units of a player that have not acted yet and are in no close combat."""
    acted = t.acted
    return [u for u in t.own(player) if u.id not in acted and not u.foes]


def can_shoot(t: Table, player: int, waiting: list[Unit] | None = None) -> list[int]:
    """The units of a player that have not shot yet and have an enemy within reach; ``waiting``: those of ``waits``."""
    waiting = waits(t, player) if waiting is None else waiting
    if not waiting or not (foes := exposed(t, player)).units:
        return []
    able, forms, still = [], foes.forms, foes.still
    for u in waiting:
        if (u.effects and u.has(SILENT)) or (u.kind.type == "Building" and silent(t, u)):
            continue
        known = _SEEN.get(u.id)
        if known is None or known[0] is not u or (known[1] is not forms and id(known[2]) not in still):
            inches = _reach(u)
            k = first_near(u.form, forms, inches) if inches >= 0 else -1
            known = _SEEN[u.id] = (u, forms, forms[k] if k >= 0 else None)
        if known[2] is not None:
            able.append(u.id)
    return able


# By the id of a unit: the unit as it stood, whom it might shoot at, and the first of them within its reach (None: nobody). While
# unit and enemy stand as they did, nothing need be measured again.
_SEEN: dict[int, tuple[Unit, list[Form], Form | None]] = {}


def silent(t: Table, unit: Unit) -> bool:
    """Whether a unit holds its fire: vehicles that used smoke launchers, buildings with nobody in them."""
    if unit.effects and unit.has(SILENT):
        return True
    return unit.kind.type == "Building" and not attackable(t, unit.id)


# --- the sequence -----------------------------------------------------------------------------------------------------


def shoot(t: Table, u: int) -> Procedure:
    """A unit picks a target and fires at it."""
    v = yield Choose(t[u].side, f"{t.name(u)} shoots at which unit?", Targets(t, u), about=("shoot", u))
    if v != HOLD:
        yield from fire(t, u, v)


def fire(
    t: Table, u: int, v: int, overwatch: bool = False, *, among: frozenset[int] | None = None,
    only: frozenset[tuple[int, Weapon]] | None = None, pins: bool = True, words: str = "", by: tuple[str, ...] = (),
) -> Procedure:  # fmt: skip
    """One unit's fire at one target, weapon by weapon; what its target does about it; and the tests afterwards.

    ``among`` and ``only`` are as in ``menu``; with ``only`` the weapons are silent in the unit's own next turn. Result: what the
    fire has left on each unit, which is due to be settled when ``pins`` is False.
    """
    if not overwatch:
        yield from jink(t, u, v)
    unit, target = t[u], t[v]
    how = circumstances(t, unit, target, snap=overwatch or snaps(unit), terrain=kind_of_ground(t, target))
    armed, groups = menu(t, unit, target, how, sight(t, unit, target), overwatch, among, only)
    if not armed:
        return {}
    armed, groups = aimed(unit, target, armed, groups, sight(t, unit, target))
    aim, stand = view(t, u, v), unit.form
    able = not overwatch and may_ground(t, v)
    if undecided(armed):
        yield Emit(Noted("attack", (u, v)))  # so that whoever chooses weapons knows for whom
        volleys = yield from declared(armed, parties(t, u, v))
    else:
        volleys = plainly(armed)
    if not volleys:
        return {}
    names = tuple([volley.name for volley in volleys])
    words = words or ("fires overwatch at" if overwatch else "shoots at")
    who = LazySequence(_partakers, by, t[v], volleys, aim, moved(t[u]), None if overwatch else unit)
    yield Emit(ShotAt(u, v, names, words, by=who))
    if only is not None or used_up(volleys):
        yield from use_up(t, u, volleys, groups, only is not None)
    marks: dict[int, set[str]] = yield from loosed(t, u, v, volleys, groups, stand, aim, able, overwatch)
    if not overwatch and only is None and t[u].place in ("table", "aboard"):
        yield from _spend(t, u, v, volleys)
    if pins:
        yield from pin_all(t, marks)
    return marks


def loosed(
    t: Table, u: int, v: int, volleys: tuple[Volley, ...], groups: tuple[tuple[int, ...], ...], stand: Form, aim: View,
    able: bool, overwatch: bool = False,
) -> Procedure:  # fmt: skip
    """Weapon by weapon what was declared is done. Gives what it leaves on each unit, for the tests afterwards."""
    marks: dict[int, set[str]] = {}
    own: list[tuple[int, int, int]] = []
    struck = False  # by a marker: who is nearest and in cover is found anew for the next weapon that asks for it
    laying, fired = Fire(u, v, stand, marks, able, set()), t[u]
    for volley in together(t, v, volleys) if len(volleys) > 1 else volleys:
        if not t[v].here:
            break
        if random_profiles.unsettled(volley.parts):
            volley = yield from random_profiles.declared(u, volley)
        if laid(t, v, volley):
            own += yield from lay(t, laying, volley, groups, overwatch)
            struck = bool(stand.spots)
            continue
        if struck:  # the marker may have struck those who fire, too: the rest is in the air
            aim, struck = view_of(t, t[u] if t[u].here else replace(fired, form=stand), t[v]), False
        size = len(t.units[v].members)
        harm: Harm = yield from suffer(t, u, v, volley, aim, can_ground=able)
        if len(harm.stand) != size:
            aim = aim.left(harm.stand)
        marks.setdefault(v, set()).update(harm.marks)
        own += harm.own
    if own and t[u].place in ("table", "aboard"):
        yield from scorched(t, u, [_left(stand, t[u].form, models) for models in groups], own)
    return marks


def pin_all(t: Table, marks: dict[int, set[str]]) -> Procedure:
    """The Pinning tests of all units that a firer has hurt so, once each."""
    for w in marks:
        if "pinning" in marks[w]:
            yield from pin(t, w)


def _partakers(
    by: tuple[str, ...], target: Unit, volleys: tuple[Volley, ...], aim: View, how_moved: str, firer: Unit | None
) -> tuple[str, ...]:
    """The rules that have a part in a unit's fire; ``firer``: who fires in its own turn, None in Overwatch."""
    ids = partakers(target, volleys, aim, how_moved if firer is not None else "")
    full = firer is not None and any(not part.how.snap for volley in volleys for part in volley.parts)
    return tuple(dict.fromkeys((*by, *ids, *(spirits(firer) if full and firer is not None else ()))))


def spirits(unit: Unit) -> tuple[str, ...]:
    """The ids of the rules that let a vehicle fire more weapons at its own Ballistic Skill than its speed and state allow."""
    found = [weapons.gunnery(m, moved(unit), snaps(unit)) for m in dict.fromkeys(unit.members) if type_of(m).armoured]
    return tuple(dict.fromkeys(b.id for guns in found for b in guns.because if b.id))


def _spend(t: Table, u: int, v: int, volleys: tuple[Volley, ...]) -> Procedure:
    """What its fire leaves a unit to do this turn: no charge after some weapons, under a ruling none at others than its target."""
    if t.rulings.get("charge-shot", "any") == "same":
        yield from give(t, u, AIMED, this_turn(t), source=v, value=v, quiet=True)
    for volley in volleys:
        for part in volley.parts:
            if not charge_after(part.by, part.mates, part.weapon):
                yield from give(t, u, SPENT, this_turn(t), source=u, quiet=True)
                return


def may_ground(t: Table, v: int) -> bool:
    """Whether a unit may go to ground."""
    unit = t[v]
    return not (unit.foes or grounded(unit) or unit.has(BROKEN) or armoured(unit) or reaction(unit.members).stands)


def jink(t: Table, u: int, v: int) -> Procedure:
    """A unit that is shot at may jink before any roll to hit; it has the cover at once, and is unsteady to the end of its turn.

    Not those of its vehicles that are immobilised.
    """
    unit = t[v]
    stuck = [i for i in range(unit.size) if bears_mark(unit, IMMOBILISED, i)]
    able = unit.members if not stuck else tuple([m for i, m in enumerate(unit.members) if i not in stuck])
    if not able or not (may := reaction(able).jinks) or unit.has(JINKING):
        return
    words = f"does {t.name(v)} jink?"
    if (yield Choose(unit.side, words, ("no", "yes"), default="no", about=("jink", v, u))) == "yes":
        by = tuple(dict.fromkeys(b.id for b in may if b.id))
        yield from give(t, v, JINKING, own_turn_begins(t, unit.side), source=v, by=by)
        yield from give(t, v, UNSTEADY, own_turn_ends(t, unit.side), source=v, value=JINKED, quiet=True)
        for i in stuck:
            yield from mark(t, v, i, STEADY, own_turn_ends(t, unit.side), v)


def pin(t: Table, v: int) -> Procedure:
    """The Pinning test of a unit that has suffered an unsaved wound from such a weapon, once the firer is done."""
    unit = t[v]
    if not unit.here or grounded(unit) or unit.foes or armoured(unit):
        return
    rolled = check(unit.members, "pinning")
    passed = yield from tested(unit.members, "pinning")
    ids = tuple(b.id for b in rolled.because if b.id)
    yield Emit(Tested(v, "Pinning", passed, rolled.test is not None, by=("usr:pinning", *ids)))
    if not passed:
        yield from give(t, v, GROUNDED, own_turn_ends(t, t[v].side), by=("usr:pinning",))


def _left(stand: Form, now: Form, models: tuple[int, ...]) -> list[int]:
    """Where these models stand in the unit as it is now, without those that have fallen by their own side's fire."""
    place = {spot: i for i, spot in enumerate(now.spots)}
    return [place[stand.spots[i]] for i in models if stand.spots[i] in place]
