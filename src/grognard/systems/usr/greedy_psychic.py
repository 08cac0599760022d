"""What powers, warp charge dice and denials are worth to a player who takes the best at once: the exact laws of the same dice."""

from __future__ import annotations

from functools import lru_cache
from math import inf
from typing import Any

from msgspec.structs import replace

from ...common.rules import kept
from ...kernel.asks import Choose
from ...kernel.exact import exact
from ...table.geometry import boxes_within
from ...table.state import Table, Unit
from . import greedy_rays, reckon
from .condition import circumstances, snaps, squad
from .conjured import waiting
from .focussed import prized
from .found import as_it_stands, where_they_stand
from .gunports import shaken_about
from .marks import Mark, unwarded, wearing
from .minds import denied, harnessed, mind_of
from .night import dark
from .psychic import END, Way, spell_of, ways
from .rays import bursts
from .worths import ROUNDED, Verdict, apart, clash, fire_on, price, stance, typical

COMES_WELL = 5 / 6 * 0.4  # of its points a conjured unit is worth: a mishap may undo it, its enemies shoot first
NEAR = 10.0  # inches: who is so near may come to blows this turn
FAR = 30.0  # inches: farther enemies are left out
SPARE = 1.0  # points that a die is worth while another power waits for it
IDLE = 0.1  # and when none does
MOST_OF_HULL = 6.0  # hull points, and what they are worth, that one hit may cost a vehicle


@kept(256)
def _manifested(dice: int, charge: int, dreaded: bool) -> tuple[float, float]:
    """(chance to manifest, chance of Perils) of so many dice."""
    law = exact(harnessed, (dice, dreaded))
    return law.chance_of(lambda seen: seen[0] >= charge), law.chance_of(lambda seen: seen[1] >= 2)


def _dreads(t: Table, way: Way) -> bool:
    return mind_of(t[way.unit].members[way.place]).dreads(way.power)


def offered(t: Table, player: int) -> dict[tuple[int, str], list[Way]]:
    """What a player may manifest now."""
    found = as_it_stands(t)
    key = ("ways", player)
    if key not in found:
        found[key] = ways(t, player)
    return found[key]  # type: ignore[no-any-return]


def weighed(t: Table, way: Way) -> tuple[int, ...]:
    """The targets of a power that are worth weighing: of a blessing or malediction those that do and fear most as they are."""
    if way.power.weapon is not None or bursts(way.power) or len(way.targets) <= MOST:
        return way.targets
    found = where_they_stand(t)
    key = ("weighed", way.targets)
    if key not in found:
        found[key] = tuple(sorted(way.targets, key=lambda v: (-_might(t, t[v]) - _danger(t, t[v]), v))[:MOST])
    return found[key]  # type: ignore[no-any-return]


def gain(t: Table, way: Way, v: int) -> float:
    """The points that a power may be expected to be worth to its side when it takes effect; the same from every model alike."""
    unit = t[way.unit]
    found = where_they_stand(t)
    key = (way.unit, unit.members[way.place] if way.place < unit.size else None, way.power.name, v)
    if key not in found:
        found[key] = _gain(t, way, v)
    return found[key]  # type: ignore[no-any-return]


def _gain(t: Table, way: Way, v: int) -> float:
    if way.power.brings:
        new = waiting(t, t[way.unit].side, way.power.brings)
        left = (t.scenario.rounds - t.round + 1) / t.scenario.rounds
        return 0.0 if new is None else COMES_WELL * left * t[new].kind.points
    if bursts(way.power):
        return greedy_rays.gain(t, way)
    unit, target, weapon = t[way.unit], t[v], way.power.weapon
    if unit.place not in ("table", "aboard") or not target.here or way.place >= unit.size:
        return 0.0
    if weapon is not None:
        how = circumstances(
            t, unit, target, snap=snaps(unit) or (unit.place == "aboard" and shaken_about(t[unit.aboard]))
        )
        model = unwarded(unit.members[way.place])
        shots = weapon.stats.type.shots
        lost = reckon.shot(model, squad(unit), weapon, shots, squad(target), typical(target), target.size, how)
        return min(lost, float(sum(target.wounds))) * price(target)
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


def _under(unit: Unit, way: Way, side: int) -> Unit:
    """A unit as it is under a power."""
    return _changed(unit, spell_of(way.power, side), way.place if way.power.alone else -1)


@lru_cache(maxsize=1024)
def _changed(unit: Unit, mark: Mark, place: int) -> Unit:
    """A unit under a mark, all of it or one of its models; the same value each time, so that what it may do is found again."""
    members = tuple(wearing(m, mark) if place in (i, -1) else m for i, m in enumerate(unit.members))
    return replace(unit, members=members)


MOST = (
    3  # of those whom a unit threatens most, or who threaten it most, as it is: so many are weighed again under a power
)


def _might(t: Table, unit: Unit) -> float:
    """The points that a unit may cost the enemy soon: in the fight it is in, by a charge, by its fire."""
    if unit.foes:
        return max(clash(t, unit, t[f], False) for f in unit.foes)
    ranked = _ranked(t, t[unit.id], True)
    if unit is t[unit.id]:
        return ranked[0][0] if ranked else 0.0
    known = _threats(t)
    return max([_threat(t, known, unit, t[v]) for _, v in ranked[:MOST]], default=0.0)


def _danger(t: Table, unit: Unit) -> float:
    """The points that a unit may lose soon."""
    if unit.foes:
        return max(clash(t, t[f], unit, False) for f in unit.foes)
    ranked = _ranked(t, t[unit.id], False)
    if unit is t[unit.id]:
        return ranked[0][0] if ranked else 0.0
    known = _threats(t)
    return max([_threat(t, known, t[v], unit) for _, v in ranked[:MOST]], default=0.0)


def _ranked(t: Table, unit: Unit, threatens: bool) -> list[tuple[float, int]]:
    """The enemies that a unit threatens (or that threaten it) and how much, the most first."""
    found = where_they_stand(t)
    key = ("threats", unit.id, threatens)
    if key not in found:
        known, each = _threats(t), []
        for v in t.enemies(unit.side):
            if threatens:
                each.append((-_threat(t, known, unit, v), v.id))
            elif not v.foes:
                each.append((-_threat(t, known, v, unit), v.id))
        each.sort()
        found[key] = [(-points, v) for points, v in each]
    return found[key]  # type: ignore[no-any-return]


Threats = dict[tuple[Unit, Unit], float]
_THREATS: list[
    tuple[Any, Threats]
] = []  # (whose turn it is, whether it is dark, rulings), and by both units as they stand
_MOST_THREATS = 8192


def _threats(t: Table) -> Threats:
    """The threats that are known in this light."""
    light = t.clock.player, dark(t), t.memory["rulings"]
    if not _THREATS or _THREATS[0][0] != light or len(_THREATS[0][1]) >= _MOST_THREATS:
        _THREATS[:] = [(light, {})]
    return _THREATS[0][1]


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
    near = 0.6 * clash(t, unit, v, True) if far <= NEAR else 0.0
    return max(0.0, stance(v).lost(fire.at(far)), near)


def _tried(t: Table, way: Way, value: float, dice: int, spare: float) -> float:
    """What it is worth to try a power with so many dice."""
    works, strikes = _manifested(dice, way.power.charge, _dreads(t, way))
    return works * value - strikes * price(t[way.unit]) - spare * dice


def manifest(t: Table, ask: Choose, option: Any) -> Verdict:
    """Which power to try next, if any."""
    if option == END:
        return 0.0, "nothing worth the risk"
    ways_now = offered(t, ask.player)
    if option not in ways_now:
        return -1.0, "on nobody"
    ways_here = ways_now[option]
    best = max([(gain(t, way, v), -way.place, way) for way in _unlike(t, ways_here) for v in weighed(t, way)])
    pool = t.recall("warp")[ask.player]
    numbers = range(best[2].power.charge, min(pool, 3 * best[2].power.charge) + 1)
    value = max([_tried(t, best[2], best[0], n, IDLE) for n in numbers])
    return value, f"{option[1]} is worth about {best[0]:.0f} points"


def bound(t: Table, ask: Choose, option: Any) -> float:
    """Never less than ``manifest`` finds: of a power whose Strength is a die, as if each shot slew what it hits; else no bound."""
    known = offered(t, ask.player).get(option) if option != END else None
    if known is None or (weapon := known[0].power.weapon) is None or not weapon.stats.rolled or bursts(known[0].power):
        return inf
    if any(reckon.strikes_several(t[way.unit].members[way.place], squad(t[way.unit]), weapon) for way in known):
        return inf
    shots, most = reckon.number(weapon.stats.type.shots), 0.0
    for way in known:
        for v in way.targets:
            target = t[v]
            each = target.members[0].stats.W or MOST_OF_HULL
            most = max(most, min(shots * each, float(sum(target.wounds))) * price(target))
    return most


def _unlike(t: Table, found: list[Way]) -> list[Way]:
    """Of models of a unit that are alike the first: a power is worth the same from each of them, and the first is asked."""
    if len(found) == 1:
        return found
    members = t[found[0].unit].members
    first: dict[Any, Way] = {}
    for way in found:
        first.setdefault((members[way.place] if way.place < len(members) else None, way.targets), way)
    return list(first.values())


def who_manifests(t: Table, ask: Choose, option: int) -> Verdict:
    """The model from which most can be done."""
    _, u, name = ask.about
    way = next(w for w in offered(t, ask.player)[u, name] if w.place == option)
    return max(gain(t, way, v) for v in weighed(t, way)), "from where it tells most"


def on_whom(t: Table, ask: Choose, option: int) -> Verdict:
    """The unit on which the power tells most."""
    way = ask.about[1]
    if option not in weighed(t, way):
        return -1.0, "others do more, or have more to fear"
    value = gain(t, way, option)
    return value, f"about {value:.0f} points on {t.name(option)}"


def warp_dice(t: Table, ask: Choose, option: int) -> Verdict:
    """Enough dice to be fairly sure, few enough to fear no Perils and to leave some for the other powers."""
    _, way, v = ask.about
    others = any(key != (way.unit, way.power.name) for key in offered(t, ask.player))
    value = _tried(t, way, gain(t, way, v), option, SPARE if others else IDLE)
    works, strikes = _manifested(option, way.power.charge, _dreads(t, way))
    return value, f"{works:.0%} to manifest it, {strikes:.0%} Perils"


def deny(t: Table, ask: Choose, option: int) -> Verdict:
    """Dice against a power as long as what it would do is worth more than they are against the next."""
    _, way, v, charges, test = ask.about
    value = gain(t, way, v)
    more = any(w.power.hostile for each in offered(t, t[way.unit].side).values() for w in each)
    chance = _denied(test, charges, option)
    return chance * value - option * (SPARE if more else IDLE), f"{chance:.0%} to deny about {value:.0f} points"


@kept(4096)
def _denied(test: Any, charges: int, dice: int) -> float:
    return exact(denied, (test, charges, dice)).chance(True)


MINDS = {
    "manifest": manifest,
    "who manifests": who_manifests,
    "on whom": on_whom,
    "warp dice": warp_dice,
    "deny": deny,
    "ray": greedy_rays.line,
    "focus": prized,
}
