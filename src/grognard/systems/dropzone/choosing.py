"""What options are worth to a player: estimates for bots, taken from the same exact laws that odds shows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import compress
from math import inf, sqrt
from typing import Any

from grognard.table.influence import FACING, GOAL, INDOORS, OTHER_GOAL, RANGE, Attraction

from ...common.profiles import Model, Weapon
from ...common.purpose import middle
from ...common.rules import kept
from ...kernel.exact import exact
from ...kernel.faces import reading
from ...table.geometry import Form, Spot
from ...table.state import Table, Unit
from .behemoths import whole, zones
from .cards.card import NO_CARD
from .carrying import FREE
from .estimate import harmed
from .firing import firing_with
from .garrisons import foes_inside, linked, places
from .harm import TWO_D3
from .matchup import Match, why_not
from .movement import pivots
from .objectives import house_of
from .ploughing import against, ploughing
from .scanning import scan_worth, tokens_worth
from .seats import cargo
from .sides import Side, inside, side_of
from .sighting import edge_points
from .signalling import LANDING, ROUGH, landing, landing_dice
from .situation import FLYING, Shot, Situation
from .situation import kept as keep
from .squads import commanders, destructible, flagged, garrisons, housed, moved, scenery_kind
from .stats import transport
from .storming import beats, in_walk, view_worth, wanted
from .targets import PIECES, landed
from .toppling import within
from .trampling import spread
from .transports import half, jump, may_leave, to_holding

PLAIN = keep(Situation())
COMBINED = keep(Situation(combined=True))


def fire_worth(u: Unit, line: int, v: Unit, combined: bool = False, now: Situation = PLAIN) -> float:
    """What one weapon line of a squad may destroy of another, in points."""
    weapon, target, left = u.members[0].weapons[line], v.members[0], v.wounds[0]
    cost = v.kind.points / max(1, v.start)
    total = lost = dead = share = 0.0
    last = -1
    for model, points in zip(u.members, u.wounds, strict=True):
        gone = int(model.stats.DP) - points
        if gone != last:  # as most units of a squad are like the one before
            last = gone
            fired = firing_with(weapon, gone, combined)
            dead, share = harmed(weapon, v.kind, target, fired.energy, fired.shots * fired.uses, left, now)
        total += dead + 0.3 * share
        lost += share * left
    if zones(v):
        return float(lost * a_point_of(v))
    return float(min(total, 1.3 * v.size) * cost)


PLAIN_OPTIONS = frozenset({str, int, tuple})


def worth(t: Table, ask: Any, option: Any) -> tuple[float, str]:
    """What an option is worth to the player who is asked, and why."""
    about = ask.about
    if type(option) not in PLAIN_OPTIONS and hasattr(option, "spots"):
        if isinstance(about, tuple) and about[1] == "drop":
            return drop_worth(t, t[about[0]], option)
        return place_worth(t, t[about if isinstance(about, int) else about[0]], option)
    if isinstance(about, tuple) and len(about) == 2:
        unit, what = about
        if what in ("card", "cancel"):
            return (
                (0.5, "a card is there to be played")
                if option not in (NO_CARD, "no")
                else (0.1, "it may be of more use later")
            )
        if isinstance(option, tuple) and isinstance(what, int):
            return target_worth(t, t[unit], what, option)
        if what in _WORTHS:
            return _WORTHS[what](t, t[unit], option)
    if isinstance(about, tuple) and len(about) == 3 and about[1] == "part":
        return house_part_worth(t, t[about[0]], about[2], option)
    if isinstance(about, tuple) and len(about) == 3 and about[1] == "plough":
        return plough_worth(t, t[about[0]], about[2], option)
    if isinstance(about, tuple) and len(about) == 3 and about[1] == "tokens":
        return tokens_worth(t, ask, option)
    if ask.question == "activate which squad?":
        return squad_worth(t, t[option])
    if isinstance(about, int) and option in ("Hull", "Legs", "Weapons"):
        return zone_worth(t, t[about], option)
    return (1.0, "as a matter of course") if option == ask.default else (0.0, "")


def land_worth(t: Table, u: Unit, option: str) -> tuple[float, str]:
    """Down when there is cargo that cannot jump."""
    waits = any(not jump(c, u) for c in cargo(t, u.id)) or bool(to_holding(u.kind))
    return (1.0, "to unload" if waits else "nobody has to get out") if (option == "land") == waits else (0.0, "")


def roof_worth(t: Table, u: Unit, option: Any) -> tuple[float, str]:
    """A roof over one's head, or a ride; not where stronger enemies are, and first of all where weaker ones are."""
    if not isinstance(option, int):
        return 0.0, ""
    if what_inside(t, u, option):
        return (1.5, "to storm it") if beats(t, u, option) else (-0.5, "they are stronger inside")
    if wanted(t, u, option):
        return 1.2, "for the objective in it"
    if moved(u) >= 1.0 and any(calls(t, u, k) for k in in_walk(t, u)):
        return -0.5, "on its way to another"
    return 1.0, "under a roof"


def what_inside(t: Table, u: Unit, k: int) -> bool:
    """Whether enemies are in a building."""
    return any(v.side != u.side for v in inside(t, k))


def house_part_worth(t: Table, u: Unit, k: int, option: int | str) -> tuple[float, str]:
    """Which part of a building to take: the edge with the best view; without any, the middle."""
    if isinstance(option, str):
        return 0.0, ""
    if what_inside(t, u, k):
        return (1.0, "to fight inside") if option < 0 else (0.0, "")
    view = view_worth(t, u, k, option)
    return (1.0 + view, "for the view") if view else (0.5 if option < 0 else 0.0, "out of sight")


def part_worth(t: Table, u: Unit, option: Any) -> tuple[float, str]:
    """Where to stand in a building: an edge to shoot from, unless there is an enemy to fight inside."""
    home = housed(u)
    if isinstance(option, tuple):
        return (3.0, "to what is next door") if option[1] in next_door(t, u) else (0.0, "")
    if home is not None and foes_inside(t, u):
        return (1.0, "to keep at it") if option == home[1] else (0.1 if option == "leave" else 0.5, "")
    if option == "leave" and sallies(t, u):
        return 3.0, "to another building"
    if home is not None and isinstance(option, int):
        return house_part_worth(t, u, home[0], option)
    return 0.0, ""


def sallies(t: Table, u: Unit) -> bool:
    """Whether a squad does better to come out and go to another building near: there is nothing left to gain in its own."""
    home = housed(u)
    if home is None or foes_inside(t, u) or needed(t, u, home[0]):
        return False
    return any(calls(t, u, k) for k in in_walk(t, u))


def rides_on(t: Table, u: Unit) -> bool:
    """Whether Infantry does better to stay in its transport: where it wants to go is far from here, and not for ever."""
    if u.here or u.kind.type != "Infantry" or t.round >= t.scenario.rounds - 2:
        return False
    goals = [k for k in garrisons(t) if calls(t, u, k)]
    goals = [k for k in goals if what_inside(t, u, k)] or goals  # first of all where it wins
    return bool(goals) and not any(set(goals) & set(in_walk(t, u, t[c].form.box)) for c in may_leave(t, u))


def needed(t: Table, u: Unit, k: int) -> bool:
    """Whether a squad is the only one of its side that may still find or take an objective in a building."""
    if all(m.kind != "objective" or m.side == u.side or house_of(t, m) != k for m in t.markers):
        return False
    return all(v.side != u.side or v.id == u.id for v in inside(t, k))


def calls(t: Table, u: Unit, k: int) -> bool:
    """Whether a building is worth going to: enemies to beat there, or an objective, for a squad that sees nobody to fire at."""
    if what_inside(t, u, k):
        return beats(t, u, k)
    home = housed(u)
    return wanted(t, u, k) and (home is None or not view_worth(t, u, *home))


def better_view(t: Table, u: Unit) -> bool:
    """Whether a squad in a building would see plainly more from another edge, with nobody to fight inside."""
    home = housed(u)
    if home is None or foes_inside(t, u):
        return False
    now = view_worth(t, u, *home)
    return any(view_worth(t, u, home[0], e) > now + 0.25 for e in places(t, u, home[0]))


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


def plough_worth(t: Table, u: Unit, pieces: Sequence[int], option: str) -> tuple[float, str]:
    """Straight through scenery when the enemies that may fall with it are worth more than what it costs the Behemoth."""
    if option != "plough through":
        return 0.0, "nothing is broken"
    gain = 0.0
    for k in pieces:
        if destructible(t, k):
            falls, cost = ploughed(*against(t, u, k), t.scenery[k].points)
            within = sum(v.kind.points * (1 if v.side != u.side else -1) for v in inside(t, k))
            gain += 0.5 * falls * within - cost * a_point_of(u)
    return gain, "to bring it down" if gain > 0 else "it costs too much"


@kept(1024)
def ploughed(piece: Match, beast: Match, left: int) -> tuple[float, float]:
    """(chance that a piece with so many points left falls to ploughing, points that it costs the Behemoth)."""
    law = exact(ploughing, (piece, beast))
    return law.chance_of(lambda done: done[0] >= left), law.mean(lambda done: done[2])


def harness_worth(t: Table, u: Unit, option: str) -> tuple[float, str]:
    """By drop-harness where there is Infantry to call it down."""
    callers = sum(v.kind.type == "Infantry" for v in t.units if v.side == u.side and v.alive)
    if option == "by drop-harness":
        return (1.0, "there are those who can call it down") if callers > 1 else (0.0, "who should call it down?")
    return 0.5, "on its own feet"


def drop_worth(t: Table, u: Unit, form: Form) -> tuple[float, str]:
    """Where a Behemoth lands: what it crushes, less what the landing costs it, and what draws it there."""
    beast = landing(u, form)
    crushed = 0.0
    for v in t.units:
        if v.here and within(t, v, form.spots[0], spread(beast)):
            share = hit_worth(LANDING, v)
            crushed += share if v.side != u.side else -share
    dice = sum(n for _, n in landing_dice(t, beast))
    cost = dice * float(reading(ROUGH).law.mean()) * a_point_of(u)
    place, why = place_worth(t, u, form)
    return crushed - cost + place, "to crush them" if crushed > cost else why


def hit_worth(weapon: Weapon, v: Unit) -> float:
    """The points that the hits of a landing may destroy of a squad."""
    hits = 2 * round(reading(TWO_D3).law.mean())
    now = keep(Situation())
    dead, share = harmed(weapon, v.kind, v.members[0], weapon.stats.energy, hits, v.wounds[0], now)
    return float((dead + 0.3 * share) * v.kind.points / max(1, v.start))


def a_point_of(u: Unit) -> float:
    """What a Damage Point of a Behemoth is worth: with two of its zones it falls."""
    return float(u.kind.points / max(1, sum(sorted(points for _, points in zones(u))[:2])))


def squad_worth(t: Table, u: Unit) -> tuple[float, str]:
    """Transports first, then what they carried, then those that can shoot."""
    if cargo(t, u.id):
        return 3.0, "it carries others"
    if u.place == "aboard" or flagged(u, "holding"):
        return 1.0, "it waits aboard"
    return 2.0, "it is on the table"


def shield_worth(t: Table, u: Unit, option: int | str) -> tuple[float, str]:
    """Fire at a Commander's unit: away from it, to the unit that has most Damage Points left."""
    if isinstance(option, int):
        return float(option), "to shield the Commander"
    each = zip(commanders(u)[: u.size], u.wounds, strict=True)
    points = {f"{t.name(u.id)} {i + 1}": left for i, (value, left) in enumerate(each) if not value}
    return (float(points[option]), "to shield the Commander") if option in points else (0.0, "")


def action_worth(t: Table, u: Unit, option: str) -> tuple[float, str]:
    """Shooting first when there is something to shoot at, unless the squad still has to arrive or unload."""
    if option == "search":
        return 4.0, "there is an objective to be found"
    if option == "scan":
        return scan_worth(t, u)
    if option == "signal":
        return 3.5, "a Behemoth waits for it"
    if option == "move" and rides_on(t, u):
        return -0.5, "it rides on"
    if option == "move" and (not u.here or cargo(t, u.id)):
        return 3.0, "it is not where it is needed"
    if option == "shoot":
        return 2.0, "there are targets"
    if option == "move" and next_door(t, u):
        return 2.5, "it is wanted next door"
    if option == "move" and sallies(t, u):
        return 2.5, "to another building"
    if option == "move" and better_view(t, u):
        return 2.5, "to where it sees somebody"
    if option == "move" and housed(u) is not None:
        return -0.5, "it is well where it is"
    if option in FREE:
        return -1.0, "it keeps what it has"
    return (1.0, "to get on") if option == "move" else (0.0, "")


def target_worth(t: Table, u: Unit, line: int, option: tuple[str, int]) -> tuple[float, str]:
    """The points that a weapon line is expected to destroy."""
    what, id = option
    if what in ("squad", "combined"):
        v = t[id]
        combined = what == "combined"
        home, now = housed(v), COMBINED if combined else PLAIN
        if home is not None:  # cover that some weapons ignore
            piece = t.ground.pieces[home[0]]
            cover = tuple([word for word in ("soft", "body") if piece.has(word)])
            now = keep(Situation(cover=cover, garrison=True, inside=home[1] == -1, combined=combined))
        value = fire_worth(u, line, v, combined, now)
        return value, f"{value:.1f} points' worth of {t.name(id)}"
    if what in PIECES:
        return shell_worth(t, u, line, id, what != "piece"), "to bring the building down"
    return (0.01 if what == "hold fire" else 0.0), "nothing to be gained"


def shell_worth(t: Table, u: Unit, line: int, k: int, combined: bool) -> float:
    """What firing a weapon line at a building brings: its part of what falls with it, less what we hold there."""
    stake = FALLS * sum(v.kind.points for v in inside(t, k) if v.side != u.side)
    stake += sum(CLAIM if m.side != u.side else -CLAIM for m in t.markers if m.side >= 0 and house_of(t, m) == k)
    if stake <= 0.0:
        return -1.0 if stake else 0.005
    weapon, kind = u.members[0].weapons[line], scenery_kind(t.ground.pieces[k])
    how = firing_with(weapon, 0, combined)
    _, share = harmed(weapon, kind, kind.models[0], how.energy, how.shots * how.uses, t.scenery[k].points, PLAIN)
    return float(stake * min(1.0, share * u.size))


def place_worth(t: Table, u: Unit, form: Form) -> tuple[float, str]:
    """Near objectives that are not ours, enemies in reach, not too near."""
    x, y = form.centre
    ox, oy = middle(u.form) if u.form.spots else (x, y)
    far = sqrt((ox - x) * (ox - x) + (oy - y) * (oy - y))
    around = surroundings(t, u.side)
    value, why, which = drawn_by(t, u, around).of(x, y, far, TURNED if pivots(u.form, form) else 0.0, 0.0)
    return value, around.reason(why, which)


def at_best(t: Table, ask: Any, moves: Any, points: list[Spot | None]) -> list[float]:
    """The most that each move of a squad towards one of some points can be worth; of None: any move."""
    about = ask.about
    u = t[about if isinstance(about, int) else about[0]]
    x, y = moves.centre
    most = drawn_by(t, u, surroundings(t, u.side)).most(points, x, y, moves.inches, TURNED, HAIR)
    return [EVEN + value for value in most]


_DRAWN: list[tuple[Unit, Surroundings, Attraction]] = []  # of the squad asked about last


def drawn_by(t: Table, u: Unit, around: Surroundings) -> Attraction:
    """What draws a squad to a place: found once while nothing changes."""
    if not _DRAWN or _DRAWN[0][0] is not u or _DRAWN[0][1] is not around or u.kind.type in FLYING:
        _DRAWN[:] = [(u, around, _drawn_by(t, u, around))]
    return _DRAWN[0][2]


def _drawn_by(t: Table, u: Unit, around: Surroundings) -> Attraction:
    leash = inf
    if u.kind.type in FLYING and (riders := cargo(t, u.id)) and all(jump(c, u) for c in riders):
        leash = half(u)  # beyond this nobody can jump
    roofs = around.roofs if u.kind.type == "Infantry" else ()
    goals, held = around.goals, around.held
    if u.kind.type != "Infantry" and not transport(u.kind, "cap"):  # what lies in a building is for Infantry
        goals, held = goals[: around.outdoors[0]], held[: around.outdoors[1]]
    men = stormers(t, u) if around.stormed else []
    if men:
        storm = {k: STORMED if any(beats(t, c, k) for c in men) else 0.0 for k in around.stormed}
        plain = ROOF if u.kind.type == "Infantry" else 0.0
        houses = zip(garrisons(t), around.roofs, strict=True)
        roofs = tuple([(*roof[:4], storm.get(k, plain)) for k, roof in houses if storm.get(k, plain)])
    if u.kind.type == "Infantry" and u.here and (called := [k for k in in_walk(t, u) if calls(t, u, k)]):
        wishes = [STORMED if k in called else 0.0 for k in garrisons(t)]  # not back under the roof it came from
        roofs = tuple([(*roof[:4], wish) for roof, wish in zip(around.roofs, wishes, strict=True)])
    ranges, foes = reaches(u.members[0]), around.foes
    if max([inches for _, inches in ranges], default=NEAR + 1.0) <= NEAR:
        foes = tuple(compress(foes, [aimed_at(u, v, around.squads) for v in around.squads.units]))
    return Attraction(
        goals, UNCLAIMED, held, HELD, roofs, foes, IN_REACH, ranges, leash, TOO_FAR
    )  # fmt: skip


def stormers(t: Table, u: Unit) -> list[Unit]:
    """The Infantry that goes where a squad goes: itself, what it carries, or what may come out of a gate."""
    if u.kind.type == "Infantry":
        return [u]
    if to_holding(u.kind):
        return [c for c in t.units if c.side == u.side and c.kind.type == "Infantry" and flagged(c, "holding")]
    return [c for c in cargo(t, u.id) if c.kind.type == "Infantry"]


def aimed_at(u: Unit, v: Unit, side: Side) -> bool:
    """Whether a squad may fire at another at all: most may not at Aircraft in the air, nor at the middle of a Garrison."""
    now = keep(Situation(landed=landed(v), inside=side.homes.get(v.id, (0, 0))[1] < 0))
    guns = [w for w in u.members[0].weapons if not w.stats.cq]
    return any(not why_not(Shot(w, v.kind, v.members[0], now)) for w in guns)


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
    "harness": harness_worth,
    "inside": part_worth,
    "side": side_worth,
    "shield": shield_worth,
}


UNCLAIMED, HELD = 12.0, 6.0  # what objectives are worth that are not ours, and ours: twelfths within two inches
NEAR = 12.0  # inches: who reaches no farther goes only for those it can fire at
TOO_FAR = 1.0  # what it costs to fly farther than those aboard can jump
TURNED = 0.02  # what it is worth to face the enemy
FALLS = 0.5  # of the points of those inside: what is destroyed when a building falls
CLAIM = 30.0  # points' worth of the enemy's objective that is buried
IN_REACH = 0.6  # what it is worth to have an enemy in reach
ROOF, STORMED = 0.6, 1.5  # to Infantry: to stand at a door, and at that of a building with an enemy inside
HAIR = 1 / 64  # inches: more than the middle of a squad is from where it was aimed at
EVEN = 1 / 64  # what a place so far away can be worth more at most


class Surroundings:
    """What makes a place good or bad for a side: found once for all places that are weighed."""

    __slots__ = ("_ids", "_stormed", "field", "foes", "goals", "held", "outdoors", "roofs", "squads", "stormed")

    def __init__(self, t: Table, side: int, squads: Side) -> None:
        self.squads, self.field = squads, (t.markers, t.scenery)
        marked = sorted([m for m in t.markers if m.kind == "objective"], key=lambda m: house_of(t, m) is not None)
        open_ = [m.side == side for m in marked if house_of(t, m) is None]
        self.outdoors = open_.count(False), open_.count(True)  # of the objectives not ours, and ours: the first ones
        self._ids = tuple([m.id for m in marked if m.side != side]), tuple([m.id for m in marked if m.side == side])
        self.goals = tuple([(m.x, m.y) for m in marked if m.side != side])  # objectives that are not ours
        self.held = tuple([(m.x, m.y) for m in marked if m.side == side])
        self.foes = tuple([middle(v.form) for v in squads.units])
        houses = garrisons(t)
        self._stormed = [bool(squads.within(k)) for k in houses]
        self.stormed = tuple([k for k in houses if squads.within(k)])
        boxes = [t.ground.pieces[k].box for k in houses]
        both = zip(boxes, self._stormed, strict=True)
        self.roofs = tuple([(*box, STORMED if foes else ROOF) for box, foes in both])

    def reason(self, why: int, which: int) -> str:
        """Why a place is good, in words: what draws a squad there most."""
        if why in (GOAL, OTHER_GOAL):
            return f"towards objective {self._ids[why == OTHER_GOAL][which]}"
        if why == INDOORS:
            return "to storm the building" if self._stormed[which] else "to the shelter of a building"
        return "to face the enemy" if why == FACING else "into range" if why == RANGE else "to stand somewhere"


_LAST: list[Surroundings | None] = [None, None]


def surroundings(t: Table, side: int) -> Surroundings:
    """The surroundings of the squads of a side, the same while neither the enemy nor the field changes."""
    squads, last = side_of(t, 1 - side), _LAST[side]
    if last is None or last.squads is not squads or last.field[0] is not t.markers or last.field[1] is not t.scenery:
        last = _LAST[side] = Surroundings(t, side, squads)
    return last
