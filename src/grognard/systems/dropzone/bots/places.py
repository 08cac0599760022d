"""What a place on the table is worth: objectives, enemies in reach, roofs, and how far those aboard can still jump."""

from __future__ import annotations

from itertools import compress
from math import inf, sqrt
from typing import Any

from ....bots.places import middle
from ....bots.value import Worth
from ....common.profiles import Model
from ....common.rules import kept
from ....table.geometry import Form, Spot
from ....table.influence import FACING, GOAL, INDOORS, OTHER_GOAL, RANGE, Attraction
from ....table.state import Table, Unit
from ..circumstances import Circumstances, Shot, canonical
from ..matchup import why_not
from ..movement.legal_moves import pivots
from ..objectives.control import house_of
from ..profiles import FLYING, transport
from ..shooting.targeting import landed
from ..sides import Side, side_of
from ..squads import flagged, garrisons
from ..transports.capacity import half, to_holding
from ..transports.disembarking import jump
from ..transports.seats import cargo
from .indoors import calls, in_walk
from .value import beats


def place_worth(t: Table, u: Unit, form: Form) -> Worth:
    """Near objectives that are not ours, enemies in reach, not too near."""
    x, y = form.centre
    ox, oy = middle(u.form) if u.form.spots else (x, y)
    far = sqrt((ox - x) * (ox - x) + (oy - y) * (oy - y))
    around = surroundings(t, u.side)
    value, why, which = drawn_by(t, u, around).of(x, y, far, TURNED if pivots(u.form, form) else 0.0, 0.0)
    return value, around.reason(why, which)


def upper_bound(t: Table, ask: Any, moves: Any, points: list[Spot | None]) -> list[float]:
    """The most that each move of a squad towards one of some points can be worth; of None: any move."""
    about = ask.about
    u = t[about if isinstance(about, int) else about[0]]
    x, y = moves.centre
    most = drawn_by(t, u, surroundings(t, u.side)).most(points, x, y, moves.inches, TURNED, HAIR)
    return [EVEN + value for value in most]


def drawn_by(t: Table, u: Unit, around: Surroundings) -> Attraction:
    """What draws a squad to a place: found once while nothing changes."""
    if u.kind.type in FLYING:
        return _drawn_by(t, u, around)
    return t.memo("drawn by", lambda: _drawn_by(t, u, around), u, around)


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
    now = canonical(Circumstances(landed=landed(v), inside=side.homes.get(v.id, (0, 0))[1] < 0))
    guns = [w for w in u.members[0].weapons if not w.stats.cq]
    return any(not why_not(Shot(w, v.kind, v.members[0], now)) for w in guns)


@kept(1024)
def reaches(model: Model) -> tuple[tuple[float, float], ...]:
    """For each weapon (how far its bearer may go and still fire it, how far it then shoots), inches.

    At what has countermeasures, and at most 24.
    """
    found = [w.stats for w in model.weapons if not w.stats.cq]
    return tuple((inf if s.mf is None else float(s.mf), min(s.countered, 24.0)) for s in found)


UNCLAIMED, HELD = 12.0, 6.0  # what objectives are worth that are not ours, and ours: twelfths within two inches
NEAR = 12.0  # inches: who reaches no farther goes only for those it can fire at
TOO_FAR = 1.0  # what it costs to fly farther than those aboard can jump
TURNED = 0.02  # what it is worth to face the enemy
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


def surroundings(t: Table, side: int) -> Surroundings:
    """The surroundings of the squads of a side, the same while neither the enemy nor the field changes."""
    squads = side_of(t, 1 - side)
    return t.memo(("surroundings", side), lambda: Surroundings(t, side, squads), squads, t.markers, t.scenery)
