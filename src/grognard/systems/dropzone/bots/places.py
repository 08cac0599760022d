"""What a place on the table is worth: objectives, enemies in reach, roofs, and how far those aboard can still jump."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from math import inf, sqrt
from typing import Any

from msgspec.structs import replace

from ....bots.places import PRESSED, WANTED, as_boxes, middle, wish
from ....bots.value import Worth
from ....common.profiles import Model
from ....table.candidates import Hyperbolic, PositionValue, Term, boxes_reach, ways_towards
from ....table.geometry import Box, Formation, Point
from ....table.state import Marker, Table, Unit
from ..circumstances import Circumstances, Shot, canonical
from ..matchup import why_not
from ..movement.legal_moves import pivots
from ..objectives.control import beside, house_of
from ..profiles import FLYING, transport
from ..shooting.targeting import can_aim, landed, lines
from ..sides import Side, side_of
from ..squads import flagged, garrisons, housed
from ..transports.capacity import half, to_holding
from ..transports.disembarking import jump
from ..transports.seats import cargo
from .indoors import calls, in_walk
from .value import beats, harm


def place_worth(t: Table, u: Unit, form: Formation) -> Worth:
    """Near objectives that are not ours, enemies in reach, not too near."""
    x, y = form.centre
    ox, oy = middle(u.form) if u.form.positions else (x, y)
    far = sqrt((ox - x) * (ox - x) + (oy - y) * (oy - y))
    around = surroundings(t, u.side)
    drawn = drawn_by(t, u, around)
    goal, roof = drawn.value.parts((x, y), (x, y, x, y))
    turned = TURNED if pivots(u.form, form) else 0.0
    value, foe = goal - TOO_FAR * (far > drawn.leash) + roof + turned, drawn.foe(x, y, far)
    seen = SEES if blind(t, u) and form.positions != u.form.positions and hurts(t, u, form) else 0.0
    value += seen
    if foe > value:
        why = "into range"
    elif seen:
        why = "to where it sees somebody"
    elif turned:
        why = "to face the enemy"
    elif roof > 0.5:
        house = drawn.houses[drawn.roofs.strongest(x, y)]
        why = "to storm the building" if house in around.stormed else "to the shelter of a building"
    else:
        why = f"towards objective {drawn.ids[drawn.goals.strongest(x, y)]}" if goal else "to stand somewhere"
    return value + foe, why


def blind(t: Table, u: Unit) -> bool:
    """Whether a squad in the open has weapons to fire and nobody in sight and range whom they could hurt."""
    if not u.here or housed(u) is not None or not lines(u):
        return False
    return t.memo(("blind", u.id), lambda: not hurts(t, u, u.form), u, t.enemies(u.side), t.ground)


def hurts(t: Table, u: Unit, form: Formation) -> bool:
    """Whether a squad that stands so may fire any weapon at somebody whom it could hurt."""
    there = u if form is u.form else replace(u, form=form)
    return any(can_aim(t, there, line, v) for v, line in vulnerable(t, u))


def vulnerable(t: Table, u: Unit) -> list[tuple[Unit, int]]:
    """The enemies whom a squad could hurt, each with a weapon line that could."""
    foes = t.enemies(u.side)

    def found() -> list[tuple[Unit, int]]:
        return [(v, line) for v in foes for line in lines(u) if harm(u, line, v) > 0.0]

    return t.memo(("vulnerable", u.id), found, u, foes)


def upper_bound(t: Table, ask: Any, moves: Any, points: list[Point | None]) -> list[float]:
    """The most that each move of a squad towards one of some points can be worth; of None: any move."""
    about = ask.about
    u = t[about if isinstance(about, int) else about[0]]
    drawn = drawn_by(t, u, surroundings(t, u.side))
    ways = ways_towards(points, moves.centre, moves.inches)
    more = SEES if blind(t, u) else 0.0
    return [
        inf if steps is None else more + max([drawn.upper_bound(step, moves.centre) for step in steps])
        for steps in ways
    ]


class Attraction:
    """What draws a squad: objectives, roofs, and foes in range of what it may still fire when it gets there.

    ``ranges`` are those of its weapons (``reaches``); beyond the ``leash`` nobody aboard can jump. ``near``: how near it wants
    to come to foes, where that is nearer than its range. ``ids`` names the objectives,
    ``houses`` the pieces that the roofs belong to.
    """

    __slots__ = ("goals", "houses", "ids", "in_range", "leash", "ranges", "roofs", "value")

    def __init__(
        self,
        objectives: list[tuple[Marker, float]],
        roofs: list[tuple[int, Box, float]],
        foes: Sequence[Point],
        ranges: Sequence[tuple[float, float]],
        leash: float,
        near: float | None = None,
    ) -> None:
        worths, wishes = [worth for _, worth in objectives], [worth for _, _, worth in roofs]
        self.goals = Hyperbolic(as_boxes([(m.x, m.y) for m, _ in objectives]), worths.__getitem__, inf, 2.0, 12.0)
        self.roofs = Hyperbolic([box for _, box, _ in roofs], wishes.__getitem__, inf, 0.0, 4.0)
        self.ids, self.houses = [m.id for m, _ in objectives], [k for k, _, _ in roofs]
        self.value = PositionValue([Term(1.0, self.goals), Term(1.0, self.roofs)], [], 0.0)
        boxes = as_boxes(foes)
        self.in_range = {
            inches: Hyperbolic(boxes, None, inf, inches if near is None else near, inches) for _, inches in ranges
        }
        self.ranges, self.leash = ranges, leash

    def foe(self, x: float, y: float, far: float) -> float:
        """What the nearest foe is worth to the weapons that may be fired when it goes so far."""
        for most, inches in self.ranges:
            if far <= most:
                return IN_REACH * self.in_range[inches].at(x, y) if inches else 0.0
        return 0.0

    def upper_bound(self, step: Point, middle: Point) -> float:
        """The most that a place so far from where it stands can be worth."""
        dx, dy = step
        far = max(0.0, sqrt(dx * dx + dy * dy) - HAIR)
        point = (*middle, *middle)
        value = self.value.upper_bound(step, middle, point, point, HAIR) + self.foe(middle[0] + dx, middle[1] + dy, far)
        return EVEN + value - TOO_FAR * (far > self.leash) + (TURNED if not far else 0.0)


def drawn_by(t: Table, u: Unit, around: Surroundings) -> Attraction:
    """What draws a squad to a place: found once while neither it nor who may ride with it changes."""
    objectives, side = wished_objectives(t, u, around), u.side
    stands = u, around, objectives, t.own(side), t.there("aboard", side), t.there("reserve", side)
    return t.memo(("drawn by", u.id), lambda: _drawn_by(t, u, around, objectives), *stands)


def wished_objectives(t: Table, u: Unit, around: Surroundings) -> list[tuple[Marker, float, bool]]:
    """The objectives as a squad sees them: less where friends stand, or where what is held is not in danger.

    Those first that are worth most, of these what lies outside.
    """
    manned = t.memo(("manned", u.side), lambda: _manned(t, u.side), side_of(t, u.side), t.markers, t.scenery)
    found = []
    for m, indoors, pressed in around.objectives:
        friends = any(v != u.id for v in manned[m.id])
        found.append((m, wish(m.side == u.side, friends, pressed) / WANTED, indoors))
    return sorted(found, key=lambda one: (-one[1], one[2]))


def _manned(t: Table, side: int) -> dict[int, list[int]]:
    """The squads of a side that are in a place to claim each objective."""
    marked = [m for m in t.markers if m.kind == "objective"]
    return {m.id: [v.id for v in beside(t, side, m, house_of(t, m))] for m in marked}


def _drawn_by(t: Table, u: Unit, around: Surroundings, objectives: list[tuple[Marker, float, bool]]) -> Attraction:
    riders = cargo(t, u.id) if u.kind.type in FLYING else []
    leash = half(u) if riders and all(jump(c, u) for c in riders) else inf  # beyond this nobody can jump
    hunts = u.kind.type in FLYING and u.here and not riders and not to_holding(u.kind)
    infantry = u.kind.type == "Infantry"
    roofs = around.roofs if infantry else []
    indoors = infantry or bool(transport(u.kind, "cap"))  # what lies in a building is for Infantry
    # an Aircraft with nobody aboard can take none
    goals = [(m, worth) for m, worth, housed in objectives if not hunts and (indoors or not housed)]
    men = stormers(t, u) if around.stormed else []
    if men:
        storm = {k: STORMED if any(beats(t, c, k) for c in men) else 0.0 for k in around.stormed}
        plain = ROOF if infantry else 0.0
        roofs = [(k, box, wish) for k, box, _ in around.roofs if (wish := storm.get(k, plain))]
    if infantry and u.here and (called := [k for k in in_walk(t, u) if calls(t, u, k)]):
        # not back under the roof it came from
        roofs = [(k, box, STORMED if k in called else 0.0) for k, box, _ in around.roofs]
    ranges, foes = reaches(u.members[0]), around.foes
    if hunts and vulnerable(t, u):
        foes = tuple(dict.fromkeys([middle(v.form) for v, _ in vulnerable(t, u)]))
    elif max([inches for _, inches in ranges], default=NEAR + 1.0) <= NEAR:
        foes = tuple(compress(foes, [aimed_at(u, v, around.squads) for v in around.squads.units]))
    return Attraction(goals, roofs, foes, ranges, leash, CLOSE if blind(t, u) else None)


def stormers(t: Table, u: Unit) -> list[Unit]:
    """The Infantry that goes where a squad goes: itself, what it carries, or what may come out of a gate."""
    if u.kind.type == "Infantry":
        return [u]
    if to_holding(u.kind):
        return [c for c in t.units if c.side == u.side and c.kind.type == "Infantry" and flagged(c, "holding")]
    return [c for c in cargo(t, u.id) if c.kind.type == "Infantry"]


def aimed_at(u: Unit, v: Unit, side: Side) -> bool:
    """Whether a squad may fire at another at all: most may not at Aircraft in the air, nor at the middle of a Garrison."""
    now = canonical(Circumstances(landed=landed(v), inside=side.homes.get(v.id, (0, 0))[1] < 0))
    guns = [w for w in u.members[0].weapons if not w.stats.cq]
    return any(not why_not(Shot(w, v.kind, v.members[0], now)) for w in guns)


def reaches(model: Model) -> tuple[tuple[float, float], ...]:
    """For each weapon (how far its bearer may go and still fire it, how far it then shoots), inches; the longest range first.

    At what has countermeasures, and at most 24.
    """
    found = [w.stats for w in model.weapons if not w.stats.cq]
    reached = [(inf if s.mf is None else float(s.mf), min(s.countered, 24.0)) for s in found]
    return tuple(sorted(reached, key=lambda pair: -pair[1]))


NEAR = 12.0  # inches: who reaches no farther goes only for those it can fire at
TOO_FAR = 1.0  # what it costs to fly farther than those aboard can jump
TURNED = 0.02  # what it is worth to face the enemy
SEES = 0.5  # what it is worth to see somebody to fire at, for who sees nobody to hurt
CLOSE = 4.0  # inches: who sees nobody goes as near as that to see somebody
IN_REACH = 0.6  # what it is worth to have an enemy in reach
ROOF, STORMED = 0.6, 1.5  # to Infantry: to stand at a door, and at that of a building with an enemy inside
HAIR = 1 / 64  # inches: more than the middle of a squad is from where it was aimed at
EVEN = 1 / 64  # what a place so far away can be worth more at most


class Surroundings:
    """What makes a place good or bad for a side: found once for all places that are weighed."""

    __slots__ = ("field", "foes", "objectives", "roofs", "squads", "stormed")

    def __init__(self, t: Table, side: int, squads: Side) -> None:
        self.squads, self.field = squads, (t.markers, t.scenery)
        boxes = [v.form.box for v in squads.units]
        # whether each lies in a building, and whether an enemy is near
        self.objectives = [
            (m, house_of(t, m) is not None, boxes_reach(boxes, m.x, m.y, PRESSED))
            for m in t.markers
            if m.kind == "objective"
        ]
        self.foes = tuple([middle(v.form) for v in squads.units])
        houses = garrisons(t)
        self.stormed = tuple([k for k in houses if squads.within(k)])
        self.roofs = [(k, t.ground.pieces[k].box, STORMED if k in self.stormed else ROOF) for k in houses]


def surroundings(t: Table, side: int) -> Surroundings:
    """The surroundings of the squads of a side, the same while neither the enemy nor the field changes."""
    squads = side_of(t, 1 - side)
    return t.memo(("surroundings", side), lambda: Surroundings(t, side, squads), squads, t.markers, t.scenery)
