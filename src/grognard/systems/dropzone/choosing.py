"""What options are worth to a player: estimates for bots, taken from the same exact laws that odds shows."""

from __future__ import annotations

from collections.abc import Callable
from math import inf, sqrt
from typing import Any, NamedTuple, TypeAlias

from ...common.profiles import Model
from ...common.purpose import middle
from ...common.rules import kept
from ...table.geometry import Box, Form, Spot
from ...table.state import Table, Unit
from .attack import Strike, Volley, strike
from .behemoths import whole, zones
from .estimate import Estimate
from .firing import Firer, firing
from .garrisons import foes_inside, linked
from .matchup import match
from .movement import pivots
from .objectives import house_of
from .scanning import scan_worth, tokens_worth
from .sides import inside
from .sighting import edge_points
from .situation import FLYING, Situation
from .situation import kept as keep
from .squads import flagged, garrisons, housed
from .transports import half, jump, to_holding


@kept(16384)
def harmed(
    weapon: Any, kind: Any, model: Any, energy: Any, shots: int, left: int, now: Situation
) -> tuple[float, float]:
    """(chance of destroying, expected share of its points) of one volley at a unit with so many points left."""
    if not shots or energy is None:
        return 0.0, 0.0
    m = match(weapon, kind, model, now, energy)
    law = Estimate().law(strike, (Strike((left,), (model.stats.DP,), (Volley(m, shots),)),))
    dead = law.chance_of(lambda state: state[0][0] == 0)
    return dead, law.mean(lambda state: left - state[0][0]) / left


PLAIN = keep(Situation())
COMBINED = keep(Situation(combined=True))


def fire_worth(u: Unit, line: int, v: Unit, combined: bool = False, now: Situation = PLAIN) -> float:
    """What one weapon line of a squad may destroy of another, in points."""
    weapon = u.members[0].weapons[line]
    cost = v.kind.points / max(1, v.start)
    total = lost = 0.0
    for i in range(u.size):
        fired = firing(weapon, Firer(int(u.members[i].stats.DP) - u.wounds[i], combined))
        dead, share = harmed(weapon, v.kind, v.members[0], fired.energy, fired.shots * fired.uses, v.wounds[0], now)
        total += dead + 0.3 * share
        lost += share * v.wounds[0]
    if parts := sorted(points for _, points in zones(v)):
        return float(lost * v.kind.points / max(1, sum(parts[:2])))  # two zones gone and it falls
    return float(min(total, 1.3 * v.size) * cost)


def worth(t: Table, ask: Any, option: Any) -> tuple[float, str]:
    """What an option is worth to the player who is asked, and why."""
    about = ask.about
    if hasattr(option, "spots"):
        return place_worth(t, t[about if isinstance(about, int) else about[0]], option)
    if isinstance(about, tuple) and len(about) == 2:
        unit, what = about
        if isinstance(option, tuple) and isinstance(what, int):
            return target_worth(t, t[unit], what, option)
        if what in _WORTHS:
            return _WORTHS[what](t, t[unit], option)
    if isinstance(about, tuple) and len(about) == 3 and about[1] == "tokens":
        return tokens_worth(t, ask, option)
    if ask.question == "activate which squad?":
        return squad_worth(t, t[option])
    if isinstance(about, int) and option in ("Hull", "Legs", "Weapons"):
        return zone_worth(t, t[about], option)
    return (1.0, "as a matter of course") if option == ask.default else (0.0, "")


def land_worth(t: Table, u: Unit, option: str) -> tuple[float, str]:
    """Down when there is cargo that cannot jump."""
    waits = any(not jump(c, u) for c in t.cargo(u.id)) or bool(to_holding(u.kind))
    return (1.0, "to unload" if waits else "nobody has to get out") if (option == "land") == waits else (0.0, "")


def roof_worth(t: Table, u: Unit, option: Any) -> tuple[float, str]:
    """A roof over one's head, or a ride."""
    return (1.0, "under a roof") if isinstance(option, int) else (0.0, "")


def part_worth(t: Table, u: Unit, option: Any) -> tuple[float, str]:
    """Where to stand in a building: an edge to shoot from, unless there is an enemy to fight inside."""
    home = housed(u)
    if isinstance(option, tuple):
        return (1.0, "to what is next door") if option[1] in next_door(t, u) else (0.0, "")
    if home is not None and foes_inside(t, u):
        return (1.0, "to keep at it") if option == home[1] else (0.1 if option == "leave" else 0.5, "")
    return (0.5, "to shoot from") if isinstance(option, int) and option >= 0 else (0.0, "")


def next_door(t: Table, u: Unit) -> list[int]:
    """The linked Garrisons with an enemy to fight, or an objective that is not ours; none while there is one in its own."""
    home = housed(u)
    over = linked(t, u, home[0]) if home else []  # mostly none: it is for the players to agree
    if not over or home is None or foes_inside(t, u):
        return []
    wanted = {house_of(t, m) for m in t.markers if m.kind == "objective" and m.side != u.side}
    return [] if home[0] in wanted else [k for k in over if k in wanted or any(v.side != u.side for v in inside(t, k))]


def side_worth(t: Table, u: Unit, option: int) -> tuple[float, str]:
    """On which side to come out of a building: as to stand there."""
    home = housed(u)
    return place_worth(t, u, edge_points(t.ground, home[0], option)) if home else (0.0, "")


def zone_worth(t: Table, u: Unit, option: str) -> tuple[float, str]:
    """The zone of a Behemoth that is nearest to its next Damage Threshold, Weapons before others."""
    found = {zone: (points, whole(v, zone)[1]) for v in t.enemies(u.side) for zone, points in zones(v)}
    if option not in found:
        return 0.0, ""
    points, each = found[option]
    return 10.0 - ((points - 1) % each) + 0.5 * (option == "Weapons"), "near a Damage Threshold"


def squad_worth(t: Table, u: Unit) -> tuple[float, str]:
    """Transports first, then what they carried, then those that can shoot."""
    if t.cargo(u.id):
        return 3.0, "it carries others"
    if u.place == "aboard" or flagged(u, "holding"):
        return 1.0, "it waits aboard"
    return 2.0, "it is on the table"


def action_worth(t: Table, u: Unit, option: str) -> tuple[float, str]:
    """Shooting first when there is something to shoot at, unless the squad still has to arrive or unload."""
    if option == "search":
        return 4.0, "there is an objective to be found"
    if option == "scan":
        return scan_worth(t, u)
    if option == "move" and (not u.here or t.cargo(u.id)):
        return 3.0, "it is not where it is needed"
    if option == "shoot":
        return 2.0, "there are targets"
    if option == "move" and next_door(t, u):
        return 2.5, "it is wanted next door"
    if option == "move" and housed(u) is not None:
        return -0.5, "it is well where it is"
    return (1.0, "to get on") if option == "move" else (0.0, "")


def target_worth(t: Table, u: Unit, line: int, option: tuple[str, int]) -> tuple[float, str]:
    """The points that a weapon line is expected to destroy."""
    what, id = option
    if what in ("squad", "combined"):
        v = t[id]
        combined = what == "combined"
        value = fire_worth(u, line, v, combined, COMBINED if combined else PLAIN)
        return value, f"{value:.1f} points' worth of {t.name(id)}"
    if what == "piece":
        foes = sum(v.kind.points for v in inside(t, id) if v.side != u.side)
        return 0.005 + 0.02 * foes, "to bring the building down"
    return 0.01, "nothing to be gained"


def place_worth(t: Table, u: Unit, form: Form) -> tuple[float, str]:
    """Near objectives that are not ours, enemies in reach, not too near."""
    x, y = middle(form)
    around = surroundings(t, u.side)
    best, why = 0.0, "to stand somewhere"
    for goals, weight in around.goals:
        if goals:
            near, what = min([((a - x) * (a - x) + (b - y) * (b - y), what) for a, b, what in goals])
            value = weight / (12.0 + max(0.0, sqrt(near) - 2.0))
            if value > best:
                best, why = value, what
    ox, oy = middle(u.form) if u.form.spots else (x, y)
    far = sqrt((ox - x) * (ox - x) + (oy - y) * (oy - y))
    if u.kind.type in FLYING and (riders := t.cargo(u.id)) and all(jump(c, u) for c in riders) and far > half(u):
        best -= 1.0  # beyond this nobody can jump
    if u.kind.type == "Infantry":
        house, what = house_worth(around, x, y)
        if house > 0.5:
            why = what
        best += house
    if pivots(u.form, form):
        best, why = best + 0.1, "to face the enemy"
    reach = max([inches for most, inches in reaches(u.members[0]) if far <= most], default=0.0)
    if around.foes and reach:
        near = sqrt(min([(a - x) * (a - x) + (b - y) * (b - y) for a, b in around.foes]))
        value = IN_REACH if near <= reach else IN_REACH * reach / near
        if value > best:
            why = "into range"
        best += value
    return best, why


@kept(1024)
def reaches(model: Model) -> tuple[tuple[float, float], ...]:
    """For each weapon (how far its bearer may go and still fire it, how far it then shoots), inches.

    At what has countermeasures, and at most 24.
    """
    found = [w.stats for w in model.weapons if not w.stats.cq]
    return tuple((inf if s.mf is None else float(s.mf), min(s.countered, 24.0)) for s in found)


_WORTHS: dict[str, Callable[[Table, Unit, Any], tuple[float, str]]] = {
    "action": action_worth,
    "land": land_worth,
    "enter": roof_worth,
    "rides": roof_worth,
    "inside": part_worth,
    "side": side_worth,
}


IN_REACH = 0.6  # what it is worth to have an enemy in reach
Goal: TypeAlias = tuple[float, float, str]  # where an objective lies, and the reason to go there


class Surroundings(NamedTuple):
    """What makes a place good or bad for a side: found once for all places that are weighed."""

    goals: tuple[tuple[tuple[Goal, ...], float], ...]  # objectives that are not ours, and ours, and what each is worth
    foes: tuple[Spot, ...]  # the middles of the enemies
    houses: tuple[tuple[Box, bool], ...]  # Garrisons, and whether an enemy is inside


_LAST: list[tuple[Any, ...]] = [((), None, {})]  # units and field as they stood when last asked, and what was found


def surroundings(t: Table, side: int) -> Surroundings:
    """The surroundings of the squads of a side, found once for all places that are weighed while nobody moves."""
    units, field, found = _LAST[0]
    if units != t.units or field is None or field[0] is not t.ground or field[1:] != (t.markers, t.scenery):
        found = {}
        _LAST[0] = (t.units[:], (t.ground, t.markers, t.scenery), found)
    if side not in found:
        found[side] = _surroundings(t, side)
    return found[side]  # type: ignore[no-any-return]


def _surroundings(t: Table, side: int) -> Surroundings:
    goals: tuple[list[Goal], list[Goal]] = ([], [])
    for m in t.markers:
        if m.kind == "objective":
            goals[m.side == side].append((m.x, m.y, f"towards objective {m.id}"))
    houses = [(t.ground.pieces[k].box, any(v.side != side for v in inside(t, k))) for k in garrisons(t)]
    return Surroundings(
        ((tuple(goals[0]), 12.0), (tuple(goals[1]), 6.0)), tuple(middle(v.form) for v in t.enemies(side)), tuple(houses)
    )


def house_worth(around: Surroundings, x: float, y: float) -> tuple[float, str]:
    """What it is worth to Infantry to stand at a door, above all where an enemy is inside."""
    top, why = 0.0, ""
    for (left, bottom, right, above), foes in around.houses:
        dx, dy = max(left - x, 0.0, x - right), max(bottom - y, 0.0, y - above)
        far = sqrt(dx * dx + dy * dy)
        value = (1.2 if foes else 0.6) * 4.0 / (4.0 + far)
        if value > top:
            top, why = value, "to storm the building" if foes else "to the shelter of a building"
    return top, why
