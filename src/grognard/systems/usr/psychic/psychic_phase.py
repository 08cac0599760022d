"""The Psychic phase: warp charges, powers manifested one by one, Denying the Witch, Perils of the Warp."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from ....common.options import FilteredOptions
from ....common.profiles import Model, Weapon
from ....kernel.asks import Choose, Each, Emit, Procedure, Roll
from ....kernel.faces import d3, die
from ....table.distances import models_within, nearest_of, who_is_near_model
from ....table.events import Noted
from ....table.geometry import Form
from ....table.state import Table, Unit
from ....table.terrain import Ground
from ..attack import weapons
from ..attack.declaration import Armed, Use, declared
from ..attack.rolls import suffered
from ..casualties import lose
from ..circumstances import Situation
from ..condition import NEW, airborne, armoured, circumstances, model_moved, model_snaps, squad
from ..defenders import field
from ..events import Denies, Manifests, PerilsStrike, ShotAt, Tested, WarpRises
from ..harm import struck_by
from ..lasting_effects import afflict, pass_marks
from ..line_of_sight import View, everybody, facing, kind_of_ground, sight, sight_on, view_of
from ..model_marks import PSYCHIC
from ..nerve.checks import check, tested
from ..rules.powers import CONJURATION, MALEDICTION, WITCHFIRE, Hex, Power, Spell
from ..rules.psychic import Forgotten, Surge
from ..rules_at_work import rules_of
from ..shooting.shooting import jink, loosed, may_ground, pin_all
from ..table_memo import as_it_stands, where_they_stand
from ..vehicles.embarked import leaning_out, psykers_inside, within_walls
from ..vehicles.hull_damage import glanced
from . import beams, conjuration, focussed_witchfire
from .castings import WARP_STORM, no_saves
from .psykers import (
    DRAIN,
    PERILS,
    PURGE,
    TESTED,
    Casting,
    denied,
    denying,
    harnessed,
    mastery,
    mind_of,
    powerful,
    psykers,
    toll,
)

END = "no more powers"


# --- the beginning ----------------------------------------------------------------------------------------------------


def warp_rises(t: Table, player: int) -> Procedure:
    """What lasted to this phase ends; when the player has a psyker with a power, one D6 and the Mastery Levels make the pools."""
    if t.recall(("marks", PSYCHIC)):
        yield from pass_marks(t, PSYCHIC, t.units, player)
    able = [u for u in _minds(t, player) if powerful(u.members)] if t.anyone(player, _knows) else []
    if not able:
        return
    face = yield Roll(die(6, "warp charge"))
    levels = [sum(mastery(u.members) for u in t.units if u.side == side and _in_play(t, u)) for side in (0, 1)]
    by = tuple(dict.fromkeys(rule for u in able for i in psykers(u.members) for rule in mind_of(u.members[i]).by))
    yield Emit(WarpRises((face + levels[0], face + levels[1]), by=by))


def _knows(model: Model) -> bool:
    """Whether a model knows a power."""
    return bool(mind_of(model).powers)


def _in_play(t: Table, unit: Unit) -> bool:
    """Whether a unit's psykers add to the pool: on the table, or aboard a transport that is."""
    return unit.here or (unit.place == "aboard" and t[unit.aboard].here)


def warp_falls(t: Table) -> Procedure:
    """The phase is over: warp charges that are left are lost."""
    if t.recall("warp") is not None:
        yield Emit(Noted("warp", None))


# --- what may be manifested -------------------------------------------------------------------------------------------


class Way(Struct, frozen=True):
    """How a power may be manifested: by the model in a place of a unit, on these targets."""

    power: Power
    unit: int
    place: int
    targets: tuple[int, ...]


def ways(t: Table, player: int) -> dict[tuple[int, str], list[Way]]:
    """What a player may manifest now, by unit and name of the power; each known power once a unit and phase."""
    each = {key: ways_of(t, minds) for key, minds in known(t, player).items()}
    return {key: found for key, found in each.items() if found}


def known(t: Table, player: int) -> dict[tuple[int, str], list[tuple[Unit, int, Power]]]:
    """(unit, place of a model in it, power) of all that a player has left to try, with targets or without."""
    found = as_it_stands(t)
    key = ("powers", player)
    if key not in found:
        found[key] = _known(t, player)
    return found[key]  # type: ignore[no-any-return]


def _known(t: Table, player: int) -> dict[tuple[int, str], list[tuple[Unit, int, Power]]]:
    pools = t.recall("warp")
    found: dict[tuple[int, str], list[tuple[Unit, int, Power]]] = {}
    if pools is None:
        return found
    tried, pool = t.recall("tried", ()), pools[player]
    for unit in _minds(t, player):
        members = unit.members
        if not (able := psykers(members)) or _spent(t, unit):
            continue
        for i in able:
            for power in mind_of(members[i]).powers:
                if power.charge <= pool and (key := (unit.id, power.name)) not in tried:
                    if key in found:
                        found[key].append((unit, i, power))
                    else:
                        found[key] = [(unit, i, power)]
    return found


def _minds(t: Table, player: int) -> tuple[Unit, ...]:
    """The units that may hold psykers who manifest: those on the table, and those aboard as if they stood where the hull does."""
    return (*t.own(player), *psykers_inside(t, player))


def ways_of(t: Table, minds: list[tuple[Unit, int, Power]]) -> list[Way]:
    """Those that have a target."""
    found = [Way(power, unit.id, i, targets_of(t, unit, i, power)) for unit, i, power in minds]
    return [way for way in found if way.targets]


def _spent(t: Table, unit: Unit) -> bool:
    """Whether a unit has tried as many powers as it may."""
    if t.rulings.get("powers-a-turn", "unlimited") == "unlimited":
        return False
    return bool(sum(u == unit.id for u, _ in t.recall("tried", ())) >= mastery(unit.members))


def targets_of(t: Table, unit: Unit, i: int, power: Power) -> tuple[int, ...]:
    """The units on which the model in a place may manifest a power."""
    found = where_they_stand(t)
    key = ("targets", unit, i, power.name)
    if key not in found:
        found[key] = tuple(_targets(t, unit, i, power))
    return found[key]  # type: ignore[no-any-return]


def has_target(t: Table, unit: Unit, i: int, power: Power) -> bool:
    """Whether there is such a unit: looks as far as the first."""
    known = where_they_stand(t).get(("targets", unit, i, power.name))
    return bool(known) if known is not None else any(True for _ in _targets(t, unit, i, power))


def _targets(t: Table, unit: Unit, i: int, power: Power) -> Iterator[int]:
    if unit.place == "aboard" and (inside := within_walls(t, unit, power)) is not None:
        yield from inside
        return
    if beams.bursts(power):
        if beams.able(t, unit, i, power):
            yield unit.id
        return
    if power.sort == CONJURATION:
        if conjuration.waiting(t, unit.side, power.brings) is not None and not unit.has(NEW):
            yield unit.id
    elif power.sort == WITCHFIRE:
        assert power.weapon is not None
        if unit.foes or model_moved(unit, i) == "advanced":
            return
        fires = _fires(unit, i, power.weapon)
        if fires.why_not or (unit.members[i].stats.BS <= 0 and not power.weapon.stats.template):
            return
        above = bool(_fires(unit, i, power.weapon, high=True).why_not)  # what flies is out of reach of who cannot snap
        yield from (v for v in _in_sight(t, unit, i, fires.reach) if not (above and airborne(t[v])))
    elif not power.reach:
        yield unit.id
    else:
        units = t.enemies(unit.side) if power.sort == MALEDICTION else t.own(unit.side)
        near = _near(unit, i, units, power.reach)
        yield from (v.id for v in units if v.id == unit.id or v in near)


def _in_sight(t: Table, unit: Unit, i: int, inches: float) -> list[int]:
    """The enemies that the model in a place has in sight within so many inches: the same for all its witchfires."""
    found = where_they_stand(t)
    key = ("in sight", unit, i, inches)
    if key not in found:
        near = _near(unit, i, t.enemies(unit.side), inches)
        found[key] = [v.id for v in near if not v.foes and _sees(t.ground, unit, i, v, inches)]
    return found[key]  # type: ignore[no-any-return]


def _near(unit: Unit, i: int, units: tuple[Unit, ...], inches: float) -> list[Unit]:
    """Those of the units that the model in a place has within so many inches."""
    return [units[k] for k in who_is_near_model(unit.form, i, [v.form for v in units], inches)]


def _fires(unit: Unit, i: int, weapon: Weapon, high: bool = False) -> weapons.Fires:
    """``high``: at a target that zooms or swoops overhead."""
    return weapons.firing(unit.members[i], squad(unit), weapon, "", model_snaps(unit, i), high)


@lru_cache(maxsize=4096)
def _sees(ground: Ground, unit: Unit, i: int, v: Unit, inches: float) -> bool:
    seen = sight_on(ground, unit, v)
    views: tuple[int, ...] = seen.views[i] if seen else ()
    return bool(views) and models_within(unit.form, i, v.form, nearest_of(unit.form, i, v.form, views), inches)


# --- manifesting ------------------------------------------------------------------------------------------------------


def manifest_one(t: Table, player: int) -> Procedure:
    """One power is tried. False when the player has none left, or ends the phase."""
    minds = known(t, player)
    if not minds:
        return False

    def on_somebody(key: tuple[int, str]) -> bool:
        return any(has_target(t, *one) for one in minds[key])

    offered = FilteredOptions(tuple(minds), on_somebody, (END,))
    if not offered.any():
        return False
    picked = yield Choose(player, "manifest which power?", offered, default=END, about=("manifest",))
    if picked == END:
        return False
    u, name = picked
    each = {way.place: way for way in ways_of(t, minds[picked])}
    places = tuple(each)
    if len(places) > 1:
        words = f"which model of {t.name(u)} manifests {name}?"
        place = yield Choose(player, words, places, default=places[0], about=("who manifests", u, name))
    else:
        place = places[0]
    way = each[place]
    words = f"on whom does {t.name(u)} manifest {name}?"
    v = yield Choose(player, words, way.targets, default=way.targets[0], about=("on whom", way))
    pool = t.recall("warp")[player]
    words = f"with how many warp charge dice does {t.name(u)} manifest {name}?"
    numbers = tuple(range(way.power.charge, pool + 1))
    dice = yield Choose(player, words, numbers, default=min(pool, 2 * way.power.charge), about=("warp dice", way, v))
    yield from leaning_out(t, u, manifest(t, way, v, dice))
    return True


def manifest(t: Table, way: Way, v: int, dice: int) -> Procedure:
    """A psyker tries a power with so many dice: Perils of the Warp, Denying the Witch, and what the power does."""
    u, power, model = way.unit, way.power, t[way.unit].members[way.place]
    side, mind = t[u].side, mind_of(model)
    ray = (yield from beams.aimed(t, u, way.place, power)) if beams.bursts(power) else None
    attack = _aimed(t, way, v) if power.weapon is not None and ray is None else None
    stand = t[u].form.only((way.place,)) if power.brings else t[u].form
    charges, alike = yield from harnessed(dice, mind.dreads(power))
    worked = charges >= power.charge
    yield Emit(Manifests(u, power.name, v, dice, charges, worked, by=mind.behind(power)))
    if alike >= 2:
        yield from perils(t, u, way.place)
    there = ray is not None or power.brings or t[v].here or t[v].place == "aboard"
    if not (worked and there) or (yield from deny(t, way, v, mind.level, charges, side)):
        return
    if ray is not None:
        yield from beams.loosed(t, u, model, power, ray)
        return
    if power.sort == CONJURATION:
        yield from conjuration.conjure(t, u, stand, power, mind.behind(power))
        return
    if attack is not None:
        if focussed_witchfire.is_focussed(power):
            one = yield from focussed_witchfire.focus(
                t, u, v, attack.stand.only(attack.groups[0]), attack.aim, power, charges
            )
            attack = replace(attack, aim=one)
        form = t[v].form
        yield from _loose(t, u, v, attack)
        if power.after:
            j = attack.aim.order[0]
            yield from focussed_witchfire.follows(t, u, v, power, form.spots[j], form.bases[j])
        return
    places = (
        tuple(range(t[v].size)) if not power.alone else tuple(i for i, m in enumerate(t[v].members) if m is model)[:1]
    )
    if places:
        yield from afflict(t, v, places, spell_of(power, side), f"under {power.name}", mind.behind(power))


def spell_of(power: Power, side: int) -> Spell:
    """The mark that a blessing or malediction of a side leaves on models."""
    return (Hex if power.hinders else Spell)(1, power.name, side)


def deny(t: Table, way: Way, v: int, level: int, charges: int, side: int) -> Procedure:
    """Whether the other player nullifies every charge that was harnessed, before the power takes effect."""
    pools = t.recall("warp")
    left = pools[1 - side]
    if not left:
        return False
    hostile = t[v].side != side
    test = denying(t[v].members if hostile else (), Casting(hostile, level))
    power = way.power
    words = f"with how many warp charge dice is {power.name} denied?"
    about = ("deny", way, v, charges, test)
    dice = yield Choose(1 - side, words, tuple(range(left + 1)), default=min(left, 3 * charges), about=about)
    if not dice:
        return False
    done = yield from denied(test, charges, dice)
    yield Emit(Denies(1 - side, power.name, dice, done, by=tuple(b.id for b in test.because if b.id)))
    return done


# --- witchfires -------------------------------------------------------------------------------------------------------


class Aimed(Struct, frozen=True):
    """A witchfire as it was aimed before any die fell: it takes effect whatever becomes of the psyker."""

    armed: tuple[Armed, ...]
    groups: tuple[tuple[int, ...], ...]
    stand: Form
    aim: View


def _aimed(t: Table, way: Way, v: int) -> Aimed:
    unit, target, weapon = t[way.unit], t[v], way.power.weapon
    assert weapon is not None
    i, model = way.place, unit.members[way.place]
    how = circumstances(t, unit, target, snap=model_snaps(unit, i), terrain=kind_of_ground(t, target))
    fires = _fires(unit, i, weapon, airborne(target))
    j = nearest_of(unit.form, i, target.form, sight(t, unit, target).views[i])
    if armoured(target):
        how = how.but(facing=facing(target.form, j, unit.form.spots[i]))
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
    volleys = yield from declared(armed, field(t, u, v, attack.aim))
    names = tuple(volley.name for volley in volleys)
    yield Emit(ShotAt(u, v, names, "strikes", by=rules_of(t, v, volleys, attack.aim)))
    marks = yield from loosed(t, u, v, volleys, attack.groups, attack.stand, attack.aim, may_ground(t, v))
    yield from pin_all(t, marks)


def _now(armed: Armed, how: Situation) -> Armed:
    """The same with what the target has done about it since."""
    uses = tuple(replace(u, how=u.how.but(jinking=how.jinking)) for u in armed.choices[0])
    return replace(armed, choices=(uses,))


# --- Perils of the Warp -----------------------------------------------------------------------------------------------


def perils(t: Table, u: int, place: int) -> Procedure:
    """Two sixes, of a malefic power any double: one roll on the table for the psyker, in a brotherhood for any of its bearers."""
    unit = t[u]
    mind = mind_of(unit.members[place])
    if mind.brother:
        brothers = [i for i in psykers(unit.members) if mind_of(unit.members[i]).brother]
        place = brothers[(yield Roll(die(len(brothers), "which psyker"))) - 1] if len(brothers) > 1 else place
        mind = mind_of(unit.members[place])
    row = yield Roll(PERILS)
    yield Emit(PerilsStrike(u, row, by=mind.by))
    passed = False
    if row in TESTED:
        test = check(unit.members, "perils", own=mind.Ld)
        passed = yield from tested(unit.members, "perils", own=mind.Ld)
        by = tuple(dict.fromkeys(b.id for b in test.because if b.id))
        yield Emit(Tested(u, "Leadership", passed, test.test is not None, by=by))
    if (what := toll(row, passed)) == "gone":
        yield from _dragged(t, u, place)
    elif what == "surge":
        yield from afflict(t, u, (place,), Surge(1, unit.side), "in a Warp Surge", mind.by)
    elif what == "wound":
        yield from _hurt(t, u, place, mind.by)
    if row == PURGE and mind.powers:
        yield from _purged(t, u, place, unit.members[place], t[u].size == unit.size)
    elif row == DRAIN:
        lost = yield Roll(d3("warp charges drained"))
        mine, theirs = t.recall("warp")
        yield Emit(WarpRises((max(0, mine - lost), max(0, theirs - lost)), drained=True))


def _hurt(t: Table, u: int, place: int, by: tuple[str, ...]) -> Procedure:
    """One wound that no save stops, though Feel No Pain may; a vehicle takes a glancing hit."""
    unit = t[u]
    if unit.members[place].stats.armoured:
        yield from glanced(t, u, place, struck_by, by)
        return
    ignore = no_saves(unit.members[place], squad(unit))
    lost = yield Each(suffered, (ignore,), 1)
    ids = tuple(b.id for b in ignore.because if b.id) if ignore is not None else ()
    left = tuple(w - lost * (i == place) for i, w in enumerate(unit.wounds))
    yield from lose(t, u, left, u, by=(*by, *ids))


def _dragged(t: Table, u: int, place: int) -> Procedure:
    """The psyker is gone, and what is left of his unit takes D6 hits of Strength 6 and AP1."""
    unit = t[u]
    where = unit.form.only((place,))
    yield from lose(t, u, tuple(0 if i == place else w for i, w in enumerate(unit.wounds)), u)
    if t[u].place in ("table", "aboard"):
        hits = yield Roll(die(6, "hits from the warp"))
        yield from struck_by(t, u, WARP_STORM, hits, everybody(t, where, u))


def _purged(t: Table, u: int, place: int, model: Model, stands: bool) -> Procedure:
    """A random power is forgotten: by the psyker, or by every bearer of a brotherhood."""
    known = mind_of(model).powers
    which = (yield Roll(die(len(known), "which power"))) if len(known) > 1 else 1
    name = known[which - 1].name
    unit = t[u]
    places: tuple[int, ...] = (place,) if stands else ()
    if mind_of(model).brother:
        places = tuple(i for i, m in enumerate(unit.members) if mind_of(m).brother)
    if places:
        yield from afflict(t, u, places, Forgotten(0, name), f"without {name}", mind_of(model).by)


__all__ = ["END", "Way", "manifest", "manifest_one", "perils", "warp_falls", "warp_rises", "ways"]
