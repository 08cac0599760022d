"""Blast markers and flame templates on the table: where they may be aimed, how they scatter, and who lies under them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from math import sqrt
from random import Random
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from ....common.building import Because, because, in_words
from ....common.options import Points, Teardrops, numbers
from ....common.rules import Rule
from ....common.saying import InAttack
from ....errors import GrognardError
from ....kernel.asks import Choose, Procedure, Roll
from ....kernel.drawing import below
from ....kernel.faces import Test, Throw, number
from ....kernel.purpose import Purpose
from ....table.distances import in_boxes, near_point
from ....table.geometry import Formation, Point, boxes_within, snap
from ....table.scatter import DIRECTIONS, displaced, off_table, scatter_distance
from ....table.state import Table
from ....table.templates import Circle, Teardrop, best_teardrop, under
from ..attack.matchup import Match, attacking, match, skill_of
from ..attack.weapons import TEMPLATE_REACH
from ..condition import airborne, armoured, atop
from ..line_of_sight import facing

SCATTER_DIE = Test("scatter die", 6, ("hit", "hit", "arrow", "arrow", "arrow", "arrow"))
ARROW = Test(
    Purpose("way of the arrow", words="way of the arrow, 24 is straight up the table"),
    DIRECTIONS,
    tuple(range(1, DIRECTIONS + 1)),
)
SCATTER_DICE = 2  # of the inches that a marker scatters
OFFERED = 3  # places for a marker that are offered to those who do not name one
EDGEWARDS = (0.98, 0.75, 0.5, 0.25, 0.0, -0.5, -0.98)  # parts of the way from the middle of a base to its edge

Under = tuple[tuple[int, str, int, int], ...]  # (unit, facing struck, zone of the marker, models under it)


class Scattering:
    """How a marker scatters, while rules speak."""

    def __init__(self) -> None:
        self.may_again = False
        self.some = 0
        self.unskilled = False
        self.dice = SCATTER_DICE
        self.because: list[Because] = []

    def again(self, by: Rule | str, says: str) -> None:
        """Scatter die and distance may be rolled again unless the die showed a hit."""
        self.may_again = True
        self.because.append(because(by, says))

    def some_again(self, n: int, by: Rule | str, says: str) -> None:
        """So may they for so many shots of each model; of several rules the most."""
        self.some = max(self.some, n)
        self.because.append(because(by, says))

    def full(self, by: Rule | str, says: str) -> None:
        """It scatters the full distance: Ballistic Skill takes nothing off."""
        self.unskilled = True
        self.because.append(because(by, says))

    def by_dice(self, n: int, by: Rule | str, says: str) -> None:
        """It scatters by so many dice in place of two; of several rules the fewest."""
        self.dice = n if self.dice == SCATTER_DICE else min(self.dice, n)
        self.because.append(because(by, says))


def scattering(m: Match) -> Scattering:
    """How the marker of this attack scatters. Ballistic Skill 6 and more may roll again too."""
    found = Scattering()
    if skill_of(m.attack).value >= 6:
        found.again("Ballistic Skill 6+", "the scatter may be rolled again")
    for speak in attacking(m.attack, "scatters"):
        speak(found, m.attack)
    return found


# --- where a marker may be laid ---------------------------------------------------------------------------------------


class Crowd:
    """Who would lie under a marker, as its firer counts them: enemies for it, friends twice against it.

    In a marker with zones a model counts as it is likely to be wounded there.
    """

    def __init__(self, t: Table, u: int, v: int, m: Match) -> None:
        side, near = t[u].side, m.landing.marker / 2
        box = t[v].form.box
        apart = 2 * near + (12 if m.landing.wide else 0)
        beside = [w for w in t.units if w.place == "table" and w.id != v and boxes_within(w.form.box, box, apart)]
        self.forms = [(t[v].form, 1.0), *((w.form, -2.0 if w.side == side else 1.0) for w in beside)]
        self.radii = tuple((inches / 2, _share(m, zone)) for zone, inches in enumerate(m.landing.zones))
        self.radii = self.radii or ((near, 1.0),)

    def under(self, x: float, y: float) -> float:
        """What a round marker with its hole there is worth."""
        found = 0.0
        for form, value in self.forms:
            if boxes_within(form.box, (x, y, x, y), self.radii[-1][0]):
                inner = 0  # who lies under a smaller circle lies under the larger ones
                for radius, share in self.radii:
                    lies = len(under(Circle(x, y, radius), form))
                    found += value * share * (lies - inner)
                    inner = lies
        return found


def _share(m: Match, zone: int) -> float:
    a = m.attack
    in_zone = match(a.by, a.mates, a.weapon, a.at, a.how.but(zone=zone))
    return in_zone.wound.chance if in_zone.wound is not None else (3 - zone) / 3


class Aims(Points):
    """Where a marker may be laid: its hole over a model of the target, within range of the weapon; one lazy value.

    ``models`` of the target are those that the firer sees. Fired unseen they are all, and the least range counts. Those who do not
    name a position are offered the best few.
    """

    refusal = "the hole must lie over a model of the target that may be aimed at, within range"

    def __init__(
        self, t: Table, u: int, firer: Formation, v: int, m: Match, models: tuple[int, ...], reach: float
    ) -> None:
        self.firer, self.target, self.models = firer, t[v].form, models
        self.m, self.marker, self.reach = m, m.landing.marker, reach
        lobbed_at = m.landing.lobbed and not m.attack.how.indirect
        self.least = 0 if lobbed_at else m.attack.weapon.stats.least
        self._who = t, u, v, m
        self._drawn: Any = None  # what was drawn last: known to be legal

    @cached_property
    def crowd(self) -> Crowd:
        """Who stands about, for those who weigh places."""
        return Crowd(*self._who)

    def __contains__(self, position: Any) -> bool:
        x, y = position
        hole, target = Circle(x, y, 0.0), self.target
        for j in self.models:
            if hole.touches(target, j):
                return self._in_range(x, y)
        return False

    def _in_range(self, x: float, y: float) -> bool:
        return near_point(self.firer, x, y, self.reach) and not (
            self.least and near_point(self.firer, x, y, self.least)
        )

    def any(self) -> bool:
        """Whether it may be laid over the middle of one of the models."""
        positions = self.target.positions
        for j in self.models:  # noqa: SIM110 (asked for every shot: no generator)
            if self._in_range(*positions[j]):
                return True
        return False

    def covering(self, position: Any) -> float:
        """How many models would lie under it: enemies, less two for each friend."""
        return self.crowd.under(*position)

    @property
    def possible(self) -> bool:
        """Whether it can be laid at all."""
        return self.any() or bool(self.edges)

    @cached_property
    def edges(self) -> list[Point]:
        """Points over models of which only the edge is within range; [] when the middle of one is."""
        if self.any():
            return []
        positions = [position for j in self.models for position in _over_edge(self.target, j, self.firer.positions[0])]
        return [position for position in positions if Aims.__contains__(self, position)]

    def tried(self) -> list[Any]:
        """Over the models, and between two of them; where none of these is within range, over an edge that is."""
        return self.over() + self.edges

    def over(self) -> list[Any]:
        """Over the models, and between two of them."""
        positions = [self.target.positions[j] for j in self.models]
        wide = (self.marker + 1.0) ** 2
        between = [
            (snap((x + u) / 2), snap((y + v) / 2))
            for k, (x, y) in enumerate(positions)
            for u, v in positions[:k]
            if (x - u) * (x - u) + (y - v) * (y - v) <= wide
        ]
        return list(dict.fromkeys([*positions, *between]))

    def __iter__(self) -> Iterator[Any]:
        ranked = sorted((-self.covering(s), k, s) for k, s in enumerate(self.tried()))
        offered = 0
        for _, _, position in ranked:
            if position in self:
                yield position
                offered += 1
                if offered == OFFERED:
                    return

    def draw(self, rng: Random) -> Any:
        """One of the models, without weighing the others."""
        for _ in range(4):
            position = self.target.positions[self.models[below(rng, len(self.models))]]
            if self._in_range(*position):
                self._drawn = position
                return position
        return next(iter(self), None)

    def decode(self, value: Any) -> Any:
        """A position read from coordinates. Raises GrognardError when the marker may not be laid there."""
        position = numbers(value, self.size)
        return position if position == self._drawn else super().decode(value)


def _over_edge(target: Formation, j: int, firer: Point) -> list[Point]:
    """Points over a base: along its middle line to the firer and away from him, and all over a hull."""
    (x, y), base, (fx, fy) = target.positions[j], target.bases[j], target.front(j)
    dx, dy = firer[0] - x, firer[1] - y
    far, long = sqrt(dx * dx + dy * dy) or 1.0, sqrt(fx * fx + fy * fy)
    line = [(dx / far * part * base.radius, dy / far * part * base.radius) for part in EDGEWARDS]
    if base.shape != "round":
        ahead, aside = base.half_length / long, base.half_width / long
        line += [
            (fx * p * ahead - fy * q * aside, fy * p * ahead + fx * q * aside) for p in EDGEWARDS for q in EDGEWARDS
        ]
    return list(dict.fromkeys((snap(x + u), snap(y + v)) for u, v in line))


class Touching(Aims):
    """Where a later marker of a barrage may be laid after a hit on the scatter die: touching any marker laid before."""

    refusal = "the marker must touch one that has been laid"

    def __init__(self, t: Table, u: int, v: int, m: Match, laid: tuple[Circle, ...]) -> None:
        super().__init__(t, u, t[u].form, v, m, tuple(range(t[v].size)), 0.0)
        self.laid = laid

    def __contains__(self, position: Any) -> bool:
        x, y = position
        reach = self.marker / 2
        return any((x - c.x) ** 2 + (y - c.y) ** 2 <= (c.radius + reach) ** 2 for c in self.laid)

    def tried(self) -> list[Any]:
        return [*dict.fromkeys((c.x, c.y) for c in self.laid), *self.over()]

    def draw(self, rng: Random) -> Any:
        """On one of the markers."""
        circle = self.laid[rng.randrange(len(self.laid))]
        return circle.x, circle.y


class Jets(Teardrops):
    """Where a flame template may be laid: over most of the target, over no friend, its narrow end at the firer's base.

    With Torrent the narrow end lies up to 12 inches away, and the wide end no nearer to the firer.
    """

    refusal = "the template must start at the firer, touch as many of the target as it can and spare friends"
    length = TEMPLATE_REACH

    def __init__(self, firer: Formation, target: Formation, friends: list[Formation], reach: float) -> None:
        self.firer, self.target, self.friends = firer, target, friends
        self.out = max(0.0, reach - TEMPLATE_REACH)
        self._best: Teardrop | None = None
        self._looked = False

    def __contains__(self, drop: Any) -> bool:
        best = next(iter(self), None)
        most = 1 if best is None else len(under(best, self.target))
        return self._spares(drop) and len(under(drop, self.target)) >= most

    def _spares(self, drop: Teardrop) -> bool:
        """Whether it starts where it may, touches the target and spares friends."""
        (x, y), base = self.firer.positions[0], self.firer.bases[0]
        dx, dy = drop.x - x, drop.y - y
        away = sqrt(dx * dx + dy * dy)
        fx, fy = drop.facing
        long = TEMPLATE_REACH / sqrt(fx * fx + fy * fy)
        wide = sqrt((dx + long * fx) ** 2 + (dy + long * fy) ** 2)
        if away > base.radius + self.out + 0.01 or wide < away:
            return False
        if not under(drop, self.target):
            return False
        return not any(under(drop, f) for f in self.friends)

    def __iter__(self) -> Iterator[Teardrop]:
        if not self._looked:
            near = [f for f in self.friends if boxes_within(f.box, self.firer.box, self.out + TEMPLATE_REACH + 1)]
            drop = best_teardrop(self.firer, self.target, near, reach=self.out)
            self._best, self._looked = (drop if drop is not None and self._spares(drop) else None), True
        if self._best is not None:
            yield self._best

    def draw(self, rng: Random) -> Teardrop | None:
        """The template where it covers most."""
        return next(iter(self), None)

    def decode(self, value: Any) -> Teardrop:
        """A template read from numbers. Raises GrognardError when it may not be laid so."""
        drop = self.read(value)
        if drop != self._best and drop not in self:  # the best has been found to be legal
            raise GrognardError(self.refusal)
        return drop


class MarkerLanding(Struct, frozen=True):
    """Where a marker has come to lie, and whom it hits."""

    position: Point
    under: Under
    scattered: float = 0.0
    lost: bool = False
    aimed: Point | None = None  # where it was laid before it scattered
    drop: Teardrop | None = None  # a flame template as it lies


def scattered(player: int, position: Point, m: Match, used: int = 0) -> Procedure:
    """(the position where a marker comes to lie, inches it has scattered, whether a re-roll of which its firer has some was taken).

    ``used``: how many were taken already.
    """
    how = scattering(m)
    less, why = 0 if how.unskilled else skill_of(m.attack).value, in_words(how.because)
    end, far = yield from drifted(position, less, how.dice, why)
    if far < 0 or not (how.may_again or used < how.some):
        return end, max(0, far), False
    words = f'the {m.attack.weapon.name} scatters {far}"; roll again?'
    again = yield Choose(player, words, ("no", "yes"), "no", ("scatter", far), InAttack())
    if again == "yes":
        end, far = yield from drifted(position, less, how.dice, why)
    return end, max(0, far), again == "yes" and not how.may_again


def scatter_roll(dice: int) -> Test | Throw:
    """The inches that a marker scatters by so many dice."""
    return number(dice, 6, 0, "scatter distance")


def drifted(position: Point, less: int, dice: int = SCATTER_DICE, why: str = "") -> Procedure:
    """(where it comes to lie, inches; -1 when the die showed a hit); ``why``: which rules change how it scatters, in brackets."""
    if (yield Roll(SCATTER_DIE)) == "hit":
        return position, -1
    way = yield Roll(ARROW)
    roll = scatter_roll(dice)
    skill = f", {less} less for Ballistic Skill {less}" if less else ""
    if skill or why:
        roll = replace(roll, name=Purpose(str(roll.name), words=f"{roll.name}{skill}{why}"))
    far = scatter_distance((yield Roll(roll)), less)
    return displaced(*position, way, far), far


def beside(t: Table, u: int, v: int, m: Match, laid: tuple[Circle, ...], used: int = 0) -> Procedure:
    """(where a later marker of a barrage lies, whether a re-roll of which its firer has some was taken).

    An arrow puts it edge to edge with the first one; after a hit it may touch any of them, as its player likes.
    """
    how, side, name = scattering(m), t[u].side, m.attack.weapon.name
    way, once = (yield from pointed()), False
    if way and (how.may_again or used < how.some):
        words = f"the {name} falls beside the first; roll again?"
        if (yield Choose(side, words, ("no", "yes"), "no", ("scatter", 0), InAttack())) == "yes":
            way, once = (yield from pointed()), not how.may_again
    if way:
        first = laid[0]
        return displaced(first.x, first.y, way, first.radius + m.landing.marker / 2), once
    aims = Touching(t, u, v, m, laid)
    words = f"where does {t.name(u)} lay the marker of {name}?"
    return (yield Choose(side, words, aims, about=("aim", v, u))), once


def pointed() -> Procedure:
    """The way of the arrow, 0 for a hit."""
    return 0 if (yield Roll(SCATTER_DIE)) == "hit" else (yield Roll(ARROW))


def fallen(
    t: Table, firer: Formation, m: Match, position: Point, far: float = 0.0, aimed: Point | None = None
) -> MarkerLanding:
    """What a marker that lies there hits, ``aimed`` there or elsewhere: nobody when its hole is off the table."""
    x, y = position
    if off_table(x, y, t.ground.width, t.ground.height):
        return MarkerLanding(position, (), far, True, aimed)
    high = m.attack.how.zooming
    zones = m.landing.zones or (m.landing.marker,)
    return MarkerLanding(
        position,
        covered(t, Circle(x, y, zones[0] / 2), firer.positions[0], position, m.landing.facing, zones, high=high),
        far,
        aimed=aimed,
    )


def jet(t: Table, u: int, firer: Formation, v: int, m: Match, reach: float) -> Procedure:
    """One flame template of the model that stands so, laid where its player likes. None when it reaches nobody."""
    i = t[u].form.positions.index(firer.positions[0]) if firer.positions[0] in t[u].form.positions else -1
    mates = t[u].form.without((i,))
    friends = [w.form for w in t.own(t[u].side) if w.id not in (u, t[u].aboard)]
    if t[u].here:  # who fires out of a transport has nobody beside him
        friends += [mates] if len(mates) else []
    jets = Jets(firer, t[v].form, friends, reach)
    drop = next(iter(jets), None)
    if drop is None:
        return None
    words = f"where does {t.name(u)} lay the template of {m.attack.weapon.name}?"
    drop = yield Choose(t[u].side, words, jets, default=drop, about=("aim", v))
    under_it = covered(t, drop, firer.positions[0], None, spared=(u, i) if t[u].here else (t[u].aboard, 0))
    if atop(t[u]):  # who fires down from battlements does not set the building under him on fire
        under_it = tuple(entry for entry in under_it if entry[0] != t[u].aboard)
    return MarkerLanding((drop.x, drop.y), under_it, drop=drop)


def covered(
    t: Table, template: Circle | Teardrop, firer: Point, centre: Point | None, struck: str = "", zones: tuple[int, ...] = (),
    spared: tuple[int, int] = (-1, -1), high: bool = False,
) -> Under:  # fmt: skip
    """Who lies under a template: every model of either side, seen or not, vehicles with the side that is struck.

    ``struck``: the side of vehicles that is struck in any case; else a hull under the hole is struck on the side of the firer,
    others on that of the marker's centre. ``zones``: inches across of its zones; a model is hit in the innermost that it touches.
    ``spared`` is the (unit, model) from whose base a flame comes. What flies is hit only when the shot was aimed so ``high``.
    """
    found = []
    rings = tuple([Circle(template.x, template.y, inches / 2) for inches in zones]) or (template,)
    widest = rings[-1]
    near = widest.radius if isinstance(widest, Circle) else widest.length + 0.25
    about = (template.x, template.y, template.x, template.y)
    units = t.units
    for k in in_boxes(about, [w.form for w in units], near):  # who is not on the table is in no box
        w = units[k]
        if w.place != "table" or (not high and w.effects and airborne(w)):
            continue
        left = [j for j in under(widest, w.form) if j != spared[1] or w.id != spared[0]]
        if not left:
            continue
        if len(rings) == 1 and (struck or not armoured(w)):
            found.append((w.id, struck or "front", 0, len(left)))
            continue
        for zone, ring in enumerate(rings):
            models = [j for j in left if zone == len(rings) - 1 or ring.touches(w.form, j)]
            left = [j for j in left if j not in models]
            if not models:
                continue
            if not armoured(w) or struck:
                found.append((w.id, struck or "front", zone, len(models)))
                continue
            for j in models:
                origin = firer if centre is None or Circle(*centre, 0.0).touches(w.form, j) else centre
                found.append((w.id, facing(w.form, j, origin), zone, 1))
    return tuple(found)
