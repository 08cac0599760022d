"""What powers, warp charge dice and denials are worth to a player who takes the best at once: the exact laws of the same dice."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from grognard.table.geometry import aabb_distances, boxes_within

from ....common.estimate import estimated
from ....kernel.exact import exact
from ....kernel.memo import memo
from ..condition import case, met
from ..model_marks import Mark, wearing
from ..psychic.beams import bursts
from ..psychic.conjuration import waiting
from ..psychic.focussed_witchfire import prized
from ..psychic.known_powers import PowerUse, has_target, known, ways
from ..psychic.psychic_phase import END, spell_of
from ..psychic.psykers import harnessed, mind_of
from ..shooting.fire_points import shaken_about
from ..shooting.night_fighting import dark
from ..table_memo import as_it_stands, where_they_stand
from . import expected_damage
from .beam_aims import beam_gain, line
from .value import ROUNDED, apart, at_stake, fire_on, melee_harm, price, stance

if TYPE_CHECKING:
    from ....bots.value import Worth
    from ....common.profiles import Weapon
    from ....kernel.asks import Choose
    from ....table.state import Table, Unit
    from ..rules.powers import Power

COMES_WELL = 5 / 6 * 0.4  # of its points a conjured unit is worth: a mishap may undo it, its enemies shoot first
NEAR = 10.0  # inches: who is so near may come to blows this turn
FAR = 30.0  # inches: farther enemies are left out
SPARE = 1.0  # points that a die is worth while another power waits for it
IDLE = 0.1  # and when none does
MOST = 2  # targets of a blessing or malediction that are weighed
FEW = 4  # enemies, the nearest, among whom the one is looked for whom a unit threatens most or who threatens it
ENGAGED = 1.5  # what the points of a unit count when they are at stake at once
SOON = (10.0, 1.0), (24.0, 0.8), (36.0, 0.4), (inf, 0.1)  # the same of others, by how near the enemy stands, inches

SEVERAL = 10_000  # states of the law of warp charge dice
WEIGHED = 12  # dice: six faces can come up on them in 6,188 ways


@memo(256)
def _manifested(dice: int, charge: int, dreaded: bool) -> tuple[float, float]:
    """(chance to manifest, chance of Perils) of so many dice; where there are too many to count, of WEIGHED."""
    law = estimated(harnessed, (dice, dreaded), most=SEVERAL)
    if law is None:
        law = exact(harnessed, (min(dice, WEIGHED), dreaded))
    return law.chance_of(lambda seen: seen[0] >= charge), law.chance_of(lambda seen: seen[1] >= 2)


def _dreads(t: Table, way: PowerUse) -> bool:
    return mind_of(t[way.unit].members[way.place]).dreads(way.power)


def offered(t: Table, player: int) -> dict[tuple[int, str], list[PowerUse]]:
    """What a player may manifest now."""
    found = as_it_stands(t)
    key = ("ways", player)
    if key not in found:
        found[key] = ways(t, player)
    return found[key]  # type: ignore[no-any-return]


def weighed(t: Table, way: PowerUse) -> tuple[int, ...]:
    """The targets of a power that are worth weighing: of a blessing or malediction those for whom most is at stake, most first."""
    if way.power.weapon is not None or len(way.targets) == 1:
        return way.targets
    found = where_they_stand(t)
    key = ("weighed", way.targets)
    if key not in found:
        found[key] = tuple(sorted(way.targets, key=lambda v: (-_at_stake(t, t[v]), v))[:MOST])
    return found[key]  # type: ignore[no-any-return]


def _at_stake(t: Table, unit: Unit) -> float:
    """The points that stand in a unit, by how soon they may be won or lost: its box tells how near the enemy is."""
    found = where_they_stand(t)
    key = ("at stake", unit.id)
    if key not in found:
        points = at_stake(unit).whole
        near = min(aabb_distances(unit.form.box, [v.form.box for v in t.enemies(unit.side)]), default=inf)
        found[key] = points * (ENGAGED if unit.foes else next((share for inches, share in SOON if near < inches), 0.0))
    return found[key]  # type: ignore[no-any-return]


def gain(t: Table, way: PowerUse, v: int) -> float:
    """The points that a power may be expected to be worth to its side when it takes effect; the same from every model alike."""
    unit = t[way.unit]
    found = where_they_stand(t)
    key = (way.unit, unit.members[way.place] if way.place < unit.size else None, way.power.name, v)
    if key not in found:
        found[key] = _gain(t, way, v)
    return found[key]  # type: ignore[no-any-return]


def _gain(t: Table, way: PowerUse, v: int) -> float:
    if way.power.brings:
        new = waiting(t, t[way.unit].side, way.power.brings)
        left = (t.scenario.rounds - t.round + 1) / t.scenario.rounds
        return 0.0 if new is None else COMES_WELL * left * t[new].kind.points
    if bursts(way.power):
        return beam_gain(t, way)
    unit, target, weapon = t[way.unit], t[v], way.power.weapon
    if unit.place not in ("table", "aboard") or not target.here or way.place >= unit.size:
        return 0.0
    if weapon is not None:
        return _struck(t, way, weapon, target, expected_damage.shot)
    changed = _under(target, way, unit.side)
    if changed.members == target.members:
        return 0.0  # under it already
    was, now = stance(target), stance(changed)
    armed, hurt = now.by is not was.by, now.at is not was.at  # else it does to others what it did, and suffers the same
    if target.side == unit.side:
        more = max(0.0, _might(t, changed) - _might(t, target)) if armed else 0.0
        feared = _danger(t, target) if hurt else 0.0
        return more + (max(0.0, feared - _danger(t, changed)) if feared > 0 else 0.0)
    able = _might(t, target) if armed else 0.0
    less = max(0.0, able - _might(t, changed)) if able > 0 else 0.0
    return less + (max(0.0, _danger(t, changed) - _danger(t, target)) if hurt else 0.0)


def _struck(t: Table, way: PowerUse, weapon: Weapon, target: Unit, reckoned: Callable[..., float]) -> float:
    """The points that a witchfire costs its target by such a reckoning; kept as long as both are as they are."""
    unit, known = t[way.unit], _threats(t)
    key = (unit, way.place, way.power.name, target, reckoned)
    if unit.place == "aboard":  # what becomes of its transport tells on it
        return stance(target).lost(reckoned(*_strike(t, unit, way.place, weapon, target)))
    if key not in known:
        known[key] = stance(target).lost(reckoned(*_strike(t, unit, way.place, weapon, target)))
    return known[key]


def _strike(t: Table, unit: Unit, i: int, weapon: Weapon, target: Unit) -> tuple[Any, ...]:
    """What is reckoned of a witchfire: who strikes with whom, with what and how often, whom, how many, in what circumstances."""
    a, b = stance(unit), stance(target)
    snap = a.snaps or (unit.place == "aboard" and shaken_about(t[unit.aboard]))
    at, how = b.named, case(t.memory["rulings"], b.named.told, dark(t), (("snap", snap),))
    return a.by.members[i], a.by.mates, weapon, weapon.stats.type.shots, at.squad, met(at.model), target.size, how


def _rolled(power: Power) -> bool:
    """Whether dice say the Strength or AP of a witchfire: it is reckoned for all that they may say."""
    return power.weapon is not None and power.weapon.stats.rolled and not bursts(power)


def _most(t: Table, way: PowerUse, v: int) -> float:
    """Never less than ``gain`` finds: of a power whose Strength is a die, as if each hit slew; else no bound."""
    weapon = way.power.weapon
    if weapon is None or not _rolled(way.power):
        return inf
    unit, target = t[way.unit], t[v]
    if unit.place not in ("table", "aboard") or not target.here or way.place >= unit.size:
        return 0.0
    return _struck(t, way, weapon, target, expected_damage.most)


def _under(unit: Unit, way: PowerUse, side: int) -> Unit:
    """A unit as it is under a power."""
    return _changed(unit, spell_of(way.power, side), way.place if way.power.alone else -1)


def _changed(unit: Unit, mark: Mark, place: int) -> Unit:
    """A unit under a mark, all of it or one of its models; the same value each time, so that what it may do is found again."""
    members = tuple(wearing(m, mark) if place in (i, -1) else m for i, m in enumerate(unit.members))
    return replace(unit, members=members)


def _might(t: Table, unit: Unit) -> float:
    """The points that a unit may cost the enemy soon: in the fight it is in, by a charge, by its fire.

    Of a unit as it would be: on whom it costs most as it is.
    """
    if unit.foes:
        return max([melee_harm(t, unit, t[f], False) for f in unit.foes])
    points, v = _foremost(t, t[unit.id], True)
    return points if v < 0 or unit is t[unit.id] else _threat(t, _threats(t), unit, t[v])


def _danger(t: Table, unit: Unit) -> float:
    """The points that a unit may lose soon; of one as it would be: to whoever costs it most as it is."""
    if unit.foes:
        return max([melee_harm(t, t[f], unit, False) for f in unit.foes])
    points, v = _foremost(t, t[unit.id], False)
    return points if v < 0 or unit is t[unit.id] else _threat(t, _threats(t), t[v], unit)


def _foremost(t: Table, unit: Unit, threatens: bool) -> tuple[float, int]:
    """The points that a unit may cost the enemy on whom it costs most (or may lose to one), and that enemy; -1: there is none."""
    found = where_they_stand(t)
    key = ("threats", unit.id, threatens)
    if key not in found:
        threats, most, best = _threats(t), -1.0, -1
        for v in _nearest(unit, [v for v in t.enemies(unit.side) if threatens or not v.foes]):
            points = _threat(t, threats, unit, v) if threatens else _threat(t, threats, v, unit)
            if points > most:
                most, best = points, v.id
        found[key] = max(most, 0.0), best
    return found[key]  # type: ignore[no-any-return]


def _nearest(unit: Unit, foes: list[Unit]) -> list[Unit]:
    """The enemies whose boxes are nearest to a unit's."""
    if len(foes) <= FEW:
        return foes
    far = aabb_distances(unit.form.box, [v.form.box for v in foes])
    return [foes[k] for k in sorted(range(len(foes)), key=far.__getitem__)[:FEW]]


Threats = dict[tuple[Any, ...], float]
_MOST_THREATS = 8192


def _threats(t: Table) -> Threats:
    """The threats that are known in this light."""
    known: Threats = t.memo("threats", dict, t.clock.player, dark(t), t.memory["rulings"])
    if len(known) >= _MOST_THREATS:
        known.clear()
    return known


def _threat(t: Table, known: Threats, unit: Unit, v: Unit) -> float:
    """The points that a unit may cost another soon; kept until one of them changes."""
    found = known.get((unit, v))
    if found is None:
        found = known[unit, v] = _reckoned(t, unit, v)
    return found


def _reckoned(t: Table, unit: Unit, v: Unit) -> float:
    a, b = unit.form, v.form
    if not boxes_within(a.box, b.box, FAR):
        return 0.0
    fire = fire_on(t, unit, v)
    if not boxes_within(a.box, b.box, max(fire.reach + ROUNDED, NEAR)) or (far := apart(a, b)) > FAR:
        return 0.0
    near = 0.6 * melee_harm(t, unit, v, True) if far <= NEAR else 0.0
    return max(0.0, stance(v).lost(fire.at(far)), near)


def _tried(value: float, dice: int, charge: int, dreaded: bool, risked: float, spare: float) -> float:
    """What it is worth to try a power with so many dice: what it does, less the points that Perils cost, less its dice."""
    works, strikes = _manifested(dice, charge, dreaded)
    return works * value - strikes * risked - spare * dice


def manifest(t: Table, ask: Choose, option: Any) -> Worth:
    """Which power to try next, if any."""
    if option == END:
        return 0.0, "nothing worth the risk"
    ways_now = offered(t, ask.player)
    if option not in ways_now:
        return -1.0, "on nobody"
    value, _, way = _best(t, _unlike(t, ways_now[option]))
    return _at_most(t, ask.player, way, value), f"{option[1]} is worth about {value:.0f} points"


def bound(t: Table, ask: Choose, option: Any) -> float:
    """Never less than what is found of powers whose Strength is a die; of others, and of other questions, no bound."""
    about = ask.about[0]
    if about == "on whom":
        return _most(t, ask.about[1], option)
    found = offered(t, ask.player).get(option) if option != END else None
    if found is None or not _rolled(found[0].power):
        return inf
    return max([_at_most(t, ask.player, way, max([_most(t, way, v) for v in way.targets])) for way in found])


def _best(t: Table, found: list[PowerUse]) -> tuple[float, int, PowerUse]:
    """(points, place, negative, and way) of a power where it tells most: weighed from the highest bound down."""
    ranked = [(-_most(t, way, v), i, v) for i, way in enumerate(found) for v in _first(t, way)]
    best: tuple[float, int, PowerUse] | None = None
    for least, i, v in sorted(ranked):
        if best is not None and -least < best[0]:
            break  # equal bounds are still looked at: the first place of equal worth must win
        way = found[i]
        value = gain(t, way, v)
        if best is None or (value, -way.place) > best[:2]:
            best = value, -way.place, way
    assert best is not None
    return best


def _first(t: Table, way: PowerUse) -> tuple[int, ...]:
    """The targets that tell what a power is worth beside others: of a blessing or malediction the one with most at stake."""
    return weighed(t, way) if way.power.weapon is not None else weighed(t, way)[:1]


def _at_most(t: Table, player: int, way: PowerUse, value: float) -> float:
    """What it is worth to try a power that does so much, with as many dice as are best."""
    charge, dreaded, risked, most = way.power.charge, _dreads(t, way), price(t[way.unit]), -inf
    for dice in range(charge, min(t.recall("warp")[player], 3 * charge) + 1):
        most = max(most, _tried(value, dice, charge, dreaded, risked, IDLE))
    return most


def _unlike(t: Table, found: list[PowerUse]) -> list[PowerUse]:
    """Of models of a unit that are alike the first: a power is worth the same from each of them, and the first is asked."""
    if len(found) == 1:
        return found
    members = t[found[0].unit].members
    first: dict[Any, PowerUse] = {}
    for way in found:
        first.setdefault((members[way.place] if way.place < len(members) else None, way.targets), way)
    return list(first.values())


def who_manifests(t: Table, ask: Choose, option: int) -> Worth:
    """The model from which most can be done."""
    _, u, name = ask.about
    way = next(w for w in offered(t, ask.player)[u, name] if w.place == option)
    return max(gain(t, way, v) for v in weighed(t, way)), "from where it tells most"


def on_whom(t: Table, ask: Choose, option: int) -> Worth:
    """The unit on which the power tells most."""
    way = ask.about[1]
    if option not in weighed(t, way):
        return -1.0, "others do more, or have more to fear"
    value = gain(t, way, option)
    return value, f"about {value:.0f} points on {t.name(option)}"


def _others(t: Table, player: int, but: tuple[int, str]) -> bool:
    """Whether a player may manifest any other power yet."""
    found = as_it_stands(t)
    key = ("others", player, but)
    if key not in found:
        minds = known(t, player)
        found[key] = any(has_target(t, *one) for other in minds if other != but for one in minds[other])
    return found[key]  # type: ignore[no-any-return]


def _more_hostile(t: Table, player: int) -> bool:
    """Whether a player may yet aim a power at the enemy."""
    found = as_it_stands(t)
    key = ("more hostile", player)
    if key not in found:
        each = [one for minds in known(t, player).values() for one in minds if one[2].hostile]
        found[key] = any(has_target(t, *one) for one in each)
    return found[key]  # type: ignore[no-any-return]


MINDS = {
    "manifest": manifest,
    "who manifests": who_manifests,
    "on whom": on_whom,
    "ray": line,
    "focus": prized,
}
