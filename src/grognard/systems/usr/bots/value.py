"""What units are worth to players that are programs, and what they may be expected to cost each other, in points.

Means of the exact laws of ``reckon``; everything is kept by match-up there.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import partial
from math import inf
from typing import Any

from msgspec import Struct

from grognard.table.geometry import Formation, aabb_distance, aabb_distances, boxes_within

from ....bots.places import serves_objectives
from ....bots.value import Exchange, Pricing, Stake, most_harm
from ....common.profiles import Model
from ....kernel.memo import memo
from ....table.distances import distance
from ....table.state import Table, Unit
from ..attack import weapons
from ..attack.stomp import stomps
from ..circumstances import Situation
from ..combat.rampage import more_attacks
from ..condition import (
    AIRBORNE,
    case,
    met,
    moved,
    on_feet,
    snaps,
    telling,
    walks,
)
from ..model_marks import unwarded
from ..shooting.night_fighting import dark
from ..squads import Squad, covering, nameless, names_foe, squad_of
from ..table_memo import where_they_stand
from . import expected_damage, expected_fire
from .expected_fire import Gunners

ROUNDED = 0.01  # inches: more than a distance is rounded off by before it is compared with a reach
OBJECTIVE = 32.0  # points that serving an objective well is worth


def fresh(model: Model) -> int:
    """The wounds, or Hull Points, of a fresh model."""
    return int(model.stats.HP or model.stats.W)


PRICING = Pricing(fresh)
price, at_stake = PRICING.price, PRICING.at_stake


@memo(8192)
def apart(a: Formation, b: Formation) -> float:
    """The distance of two formations in inches: the same are weighed again and again as long as they stand."""
    return distance(a, b)


def typical(u: Unit, cover: int | None = None) -> Any:
    """The model of a unit that an attack is reckoned against."""
    return expected_damage.exposed(met(u.members[0], cover))


class Striker(Struct, frozen=True, eq=False):
    """All of a unit that what it may do to others depends on."""

    members: tuple[Model, ...]  # without what merely wards them
    mates: Squad
    guns: Gunners
    names: bool  # whether it has a foe by name


class DefenderKey(Struct, frozen=True, eq=False):
    """All of a unit that what it may suffer depends on, but for how many they are."""

    squad: Squad
    model: Model  # what counts of it
    told: frozenset[str]  # effects that are circumstances of attacks on it


class Stance(Struct, frozen=True, eq=False):
    """All of a unit that what it may be expected to do and to suffer depends on; units alike in it share their numbers."""

    by: Striker
    at: DefenderKey
    named: DefenderKey  # the same as who has foes by name meets it
    moved: str
    snaps: bool
    members: tuple[Model, ...]
    stake: Stake

    def lost(self, wounds: float) -> float:
        """The points that so many wounds cost it."""
        return self.stake.lost(wounds)


def _striker(members: tuple[Model, ...], squad: Squad) -> Striker:
    plain, mates = tuple(map(unwarded, members)), covering(squad)
    names = names_foe(mates) or any(names_foe(holder) for m in set(plain) for holder in (m, *m.weapons))
    return _one_striker(plain, mates, expected_fire.gunners(plain, mates), names)


_one_striker, _struck = memo(16384)(Striker), memo(16384)(DefenderKey)


_CALM: frozenset[str] = frozenset()


@memo(16384)
def _body(members: tuple[Model, ...], name: str) -> tuple[Striker, DefenderKey, DefenderKey]:
    """Who strikes and who is struck when these models stand under that name, and nothing is the case for them."""
    at = squad_of(members, name)
    one = expected_damage.exposed(met(members[0])).model
    return _striker(members, at), _struck(nameless(at), one, _CALM), _struck(at, one, _CALM)


@memo(8192)
def stance(u: Unit) -> Stance:
    """A unit's stance, found once for each unit value."""
    members = u.members
    by, struck, named = _body(members, u.kind.name)
    if not u.effects:
        return Stance(by, struck, named, "", False, members, at_stake(u))
    told = telling(u)
    if told:
        struck, named = _struck(struck.squad, struck.model, told), _struck(named.squad, named.model, told)
    return Stance(by, struck, named, moved(u), snaps(u), members, at_stake(u))


class ExpectedFire:
    """The wounds that a unit's fire may be expected to cost another, by the distance: reckoned where somebody asks."""

    __slots__ = ("_against", "_by", "_wounds", "reach", "reaches")

    def __init__(self, u: Gunners, moved: str, v: DefenderKey, size: int, cover: int | None, how: Situation) -> None:
        target = expected_damage.exposed(met(v.model, cover))
        self._by, self._against = (u, moved), (v.squad, target, size, how)
        self.reaches = u.reaches(moved, how.snap, how.zooming)  # inches at which it changes
        self.reach = self.reaches[-1] if self.reaches else -1.0  # inches; beyond it does nothing
        self._wounds: list[float | None] = [None] * len(self.reaches)

    def at(self, inches: float) -> float:
        """The wounds at a distance, inches."""
        near = bisect_left(self.reaches, int(inches + 0.999))
        return 0.0 if near == len(self.reaches) else self.up_to(near)

    def up_to(self, near: int) -> float:
        """The wounds at one of the distances at which they change, and at all nearer than that but beyond the one before."""
        found = self._wounds[near]
        if found is None:
            at, target, size, how = self._against
            found = self._wounds[near] = expected_fire.fire(*self._by, at, target, size, how, self.reaches[near])
        return found


Rulings = tuple[tuple[str, str], ...]
_NOBODY: frozenset[str] = frozenset()


@memo(65536)
def _fire(
    u: Gunners, moved: str, v: DefenderKey, size: int, cover: int | None, jinking: bool, snap: bool, night: bool,
    rulings: Rulings,
) -> ExpectedFire:  # fmt: skip
    how = case(rulings, v.told, night, (("snap", snap),))
    return ExpectedFire(u, moved, v, size, cover, how.but(jinking=True) if jinking else how)


def harm(
    t: Table, u: Unit, v: Unit, inches: float, cover: int | None = None, jinking: bool = False, snap: bool = False
) -> float:
    """The points that a unit's fire may be expected to cost another at a distance; ``snap``: with Snap Shots only."""
    if inches == inf:
        return 0.0  # one of them stands on the table no more
    return stance(v).lost(fire_on(t, u, v, cover, jinking, snap).at(inches))


def shot(t: Table, u: Unit, v: Unit, cover: int | None = None) -> float:
    """The points that a unit's fire may be expected to cost another from where both stand."""
    fire = fire_on(t, u, v, cover)
    a, b = u.form, v.form
    if not boxes_within(a.box, b.box, fire.reach + ROUNDED):
        return 0.0
    inches = apart(a, b)
    return stance(v).lost(fire.at(inches)) if inches != inf else 0.0


def shots(t: Table, u: Unit, foes: Sequence[Unit]) -> list[float]:
    """Points that a unit's fire may cost each of several others, in the open."""
    a, form, night, rulings = stance(u), u.form, dark(t), t.memory["rulings"]
    guns, box = a.by.guns, form.box
    how_moved = a.moved if t.clock.player == u.side else ""
    found = []
    for v in foes:
        b, there, size = stance(v), v.form, len(v.members) if guns.spreads else 1
        fire = _fire(guns, how_moved, b.named if guns.names else b.at, size, None, False, a.snaps, night, rulings)
        inches = apart(form, there) if boxes_within(box, there.box, fire.reach + ROUNDED) else inf
        found.append(b.lost(fire.at(inches)) if inches != inf else 0.0)
    return found


def at_rest(t: Table, units: Sequence[Unit], foes: Sequence[Unit], inches: float, night: bool) -> float:
    """The points that one round of fire of some units may be expected to cost others at a distance, in the dark or not.

    Each fires at the one that suits it best; nobody has moved yet, and nothing hinders them.
    """
    at = [(v, stance(v)) for v in foes]
    targets = tuple([(b.at, b.named, len(v.members), b.stake) for v, b in at])
    return _at_rest(tuple([stance(u).by.guns for u in units]), targets, inches, night, t.memory["rulings"])


@memo(256)
def _at_rest(
    firers: tuple[Gunners, ...], targets: tuple[tuple[DefenderKey, DefenderKey, int, Stake], ...], inches: float, night: bool,
    rulings: Rulings,
) -> float:  # fmt: skip
    total = 0.0
    for guns in firers:
        total += most_harm(targets, partial(_at_rest_on, guns, inches, night, rulings))
    return total


def _at_rest_on(
    guns: Gunners, inches: float, night: bool, rulings: Rulings, target: tuple[DefenderKey, DefenderKey, int, Stake]
) -> float:
    at, named, size, stake = target
    struck, among = named if guns.names else at, size if guns.spreads else 1
    return stake.lost(_fire(guns, "", struck, among, None, False, False, night, rulings).at(inches))


def fire_on(
    t: Table, u: Unit, v: Unit, cover: int | None = None, jinking: bool = False, snap: bool = False
) -> ExpectedFire:
    """A unit's fire at another, for whoever asks at many distances."""
    a, b = stance(u), stance(v)
    guns = a.by.guns
    how_moved, size = a.moved if t.clock.player == u.side else "", len(v.members) if guns.spreads else 1
    at = b.named if guns.names else b.at
    return _fire(guns, how_moved, at, size, cover, jinking, snap or a.snaps, dark(t), t.memory["rulings"])


def clash(t: Table, u: Unit, v: Unit, charging: bool = False) -> Exchange:
    """What one round of close combat may be expected to cost both units."""
    return Exchange(melee_harm(t, u, v, charging), melee_harm(t, v, u, False))


def melee_harm(t: Table, u: Unit, v: Unit, charging: bool, disordered: bool = False) -> float:
    """The points that a unit's blows may be expected to cost another in one round of close combat."""
    a, b = stance(u), stance(v)
    if not on_feet(a.members) or AIRBORNE in a.at.told or AIRBORNE in b.at.told:
        return 0.0
    frenzy = 0
    if len(b.members) > len(a.members):
        more = more_attacks(a.members)
        frenzy = (more.least + more.most) // 2
    crowd = len(b.members) if _stomp(a.members) else 0
    return b.lost(
        _clash(
            a.by,
            b.named if a.by.names else b.at,
            crowd,
            charging,
            disordered,
            frenzy,
            t.memory["rulings"],
        )
    )


@memo(4096)
def _stomp(members: tuple[Model, ...]) -> bool:
    return any(stomps(m) for m in members)


@memo(65536)
def _clash(
    u: Striker,
    v: DefenderKey,
    crowd: int,
    charging: bool,
    disordered: bool,
    frenzy: int,
    rulings: Rulings,
) -> float:
    """The wounds that it costs; ``crowd``: how many may be stomped on, ``frenzy``: attacks more."""
    said = ("melee", True), ("charging", charging), ("disordered", disordered), ("frenzy", frenzy)
    how = case(rulings, v.told, False, said).but(grounded=False, jinking=False)
    wounds = expected_damage.blows(u.members, u.mates, v.squad, met(v.model), how)
    if crowd:  # after the blows
        plain = case(rulings, _NOBODY, False, (("melee", True),))
        wounds += expected_damage.stomped(u.members, v.squad, met(v.model), crowd, plain)
    return wounds


def presses(t: Table, v: Unit) -> float:
    """1 for a unit on an objective, less for one farther away."""
    x, y = v.form.centre
    return min(1.0, serves_objectives(t, v.side, x, y))


def strikes_hard(t: Table, u: Unit) -> bool:
    """Whether a unit does more in close combat than by shooting."""
    return walks(u) and _strikes_hard(u.members)


@memo(16384)
def _strikes_hard(members: tuple[Model, ...]) -> bool:
    blows = sum(m.stats.A * m.stats.S for m in members if m.stats.A)
    shots = sum(
        max((w.stats.type.shots.most * (w.stats.S if isinstance(w.stats.S, int) else 4) for w in weapons.guns(m)
             if (w.stats.range or 18) > 12), default=0) for m in members)  # fmt: skip
    return bool(blows > shots * 1.5)


CARE = 0.8  # what a point lost in close combat weighs beside one destroyed
MORE = 0.01  # points: what is worth so much more than another is worth more, however sums are rounded


def best_shot(t: Table, u: Unit, enough: float = inf) -> float:
    """The points that a unit's fire may cost the enemy where it does most, from where it stands; the first that are ``enough``."""
    found = where_they_stand(t)
    key = ("best shot", u)  # as it stands: asked for every way to drive, and for smoke
    if key not in found:
        best = most_harm([v for v in t.enemies(u.side) if not v.foes], partial(shot, t, u), enough=enough)
        if best >= enough:
            return best
        found[key] = best
    return found[key]  # type: ignore[no-any-return]


def boxes_apart(form: Formation, foe: Unit) -> float:
    """About how far a formation stands from an enemy, by their boxes."""
    return aabb_distance(form.box, foe.form.box)


def nearest_box(form: Formation, foes: tuple[Unit, ...]) -> float:
    """About how far a formation stands from the nearest of several enemies, by their boxes; 99 when there are none."""
    return min(aabb_distances(form.box, [v.form.box for v in foes]), default=99.0)
