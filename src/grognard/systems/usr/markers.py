"""Blast markers and flame templates on the table: where they may be aimed, how they scatter, and who lies under them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from msgspec import Struct

from ...common.building import Because, because
from ...common.rules import Rule, kept
from ...errors import GrognardError
from ...kernel.asks import Choose, Procedure, Roll
from ...kernel.faces import Test, total
from ...table.geometry import Form, Spot, boxes_within, point_within, snap
from ...table.scatter import DIRECTIONS, displaced, off_table, scatter_distance
from ...table.state import Table
from ...table.templates import Circle, Teardrop, best_teardrop, under
from .arms import TEMPLATE_REACH
from .condition import armoured
from .matchup import Match, attacking, skill_of
from .view import facing

SCATTER_DIE = Test("scatter die", 6, ("hit", "hit", "arrow", "arrow", "arrow", "arrow"))
ARROW = Test("way of the arrow", DIRECTIONS, tuple(range(1, DIRECTIONS + 1)))
DRIFT = total(2, 6, "scatter distance")

Under = tuple[tuple[int, str, int], ...]  # (unit, facing struck, models under it)


class Scattering:
    """How a marker scatters, while rules speak."""

    def __init__(self) -> None:
        self.may_again = False
        self.because: list[Because] = []

    def again(self, by: Rule | str, says: str) -> None:
        """Scatter die and distance may be rolled again unless the die showed a hit."""
        self.may_again = True
        self.because.append(because(by, says))


@kept(4096)
def scattering(m: Match) -> Scattering:
    """How the marker of this attack scatters. Ballistic Skill 6 and more may roll again too."""
    found = Scattering()
    if m.attack.by.stats.BS >= 6:
        found.again("Ballistic Skill 6+", "the scatter may be rolled again")
    for speak in attacking(m.attack, "scatters"):
        speak(found, m.attack)
    return found


class Aims:
    """Where a marker may be laid: its hole over a model of the target that the firer sees, within range of the weapon."""

    def __init__(self, firer: Form, target: Form, seen: tuple[int, ...], marker: int, reach: float, least: float,
                 friends: list[Form]) -> None:  # fmt: skip
        self.firer, self.target, self.seen, self.marker, self.friends = firer, target, seen, marker, friends
        self.reach, self.least = reach, least

    def __contains__(self, spot: Any) -> bool:
        x, y = spot
        hole = Circle(x, y, 0.0)
        return (
            any(hole.touches(self.target, j) for j in self.seen)
            and bool(point_within(self.firer, x, y, self.reach))
            and not (self.least and point_within(self.firer, x, y, self.least))
        )

    def covering(self, x: float, y: float) -> int:
        """How many models of the target would lie under it, less those of friends."""
        circle = Circle(x, y, self.marker / 2)
        mates = sum(len(under(circle, f)) for f in self.friends if boxes_within(f.box, (x, y, x, y), self.marker / 2))
        return len(under(circle, self.target)) - 2 * mates

    def __iter__(self) -> Iterator[Spot]:
        spots = [self.target.spots[j] for j in self.seen]
        wide = (self.marker + 1.0) ** 2
        between = [
            (snap((x + u) / 2), snap((y + v) / 2))
            for k, (x, y) in enumerate(spots)
            for u, v in spots[:k]
            if (x - u) * (x - u) + (y - v) * (y - v) <= wide
        ]
        ranked = sorted((-self.covering(*s), k, s) for k, s in enumerate(dict.fromkeys([*spots, *between])))
        offered = 0
        for _, _, spot in ranked:
            if spot in self:
                yield spot
                offered += 1
                if offered == 3:
                    return

    def draw(self, rng: Random) -> Spot | None:
        """One of the models seen, without weighing the others."""
        for _ in range(4):
            spot = self.target.spots[self.seen[rng.randrange(len(self.seen))]]
            if spot in self:
                return spot
        return next(iter(self), None)

    def plain(self, spot: Spot) -> list[float]:
        """The spot as coordinates."""
        return [spot[0], spot[1]]

    def decode(self, value: Any) -> Spot:
        """A spot read from coordinates. Raises GrognardError when the marker may not be laid there."""
        spot = _numbers(value, 2)
        if spot not in self:
            raise GrognardError("the hole must lie over a model of the target that is seen and within range")
        return spot[0], spot[1]


class Jets:
    """Where a flame template may be laid: over a model of the target, over no friend, its narrow end at the firer's base.

    With Torrent the narrow end lies up to 12 inches away, and the wide end no nearer to the firer.
    """

    def __init__(self, firer: Form, target: Form, friends: list[Form], reach: float) -> None:
        self.firer, self.target, self.friends = firer, target, friends
        self.out = max(0.0, reach - TEMPLATE_REACH)
        self._best: Teardrop | None = None
        self._looked = False

    def __contains__(self, drop: Any) -> bool:
        (x, y), base = self.firer.spots[0], self.firer.bases[0]
        dx, dy = drop.x - x, drop.y - y
        away = (dx * dx + dy * dy) ** 0.5
        fx, fy = drop.facing
        if away > base.radius + self.out + 0.01 or dx * fx + dy * fy < 0:
            return False
        if not under(drop, self.target):
            return False
        return not any(under(drop, f) for f in self.friends)

    def __iter__(self) -> Iterator[Teardrop]:
        if not self._looked:
            near = [f for f in self.friends if boxes_within(f.box, self.firer.box, self.out + TEMPLATE_REACH + 1)]
            drop = best_teardrop(self.firer, self.target, near, reach=self.out)
            self._best, self._looked = (drop if drop is not None and drop in self else None), True
        if self._best is not None:
            yield self._best

    def draw(self, rng: Random) -> Teardrop | None:
        """The template where it covers most."""
        return next(iter(self), None)

    def plain(self, drop: Teardrop) -> list[float]:
        """The narrow end and the direction as numbers."""
        return [drop.x, drop.y, *drop.facing]

    def decode(self, value: Any) -> Teardrop:
        """A template read from numbers. Raises GrognardError when it may not be laid so."""
        x, y, fx, fy = _numbers(value, 4)
        drop = Teardrop(x, y, (fx, fy))
        if (fx, fy) == (0.0, 0.0) or drop not in self:
            raise GrognardError("the template must start at the firer, touch the target and spare friends")
        return drop


def _numbers(value: Any, n: int) -> tuple[float, ...]:
    good = isinstance(value, (list, tuple)) and len(value) == n
    if not good or not all(type(v) in (int, float) and -500 <= v <= 500 for v in value):
        raise GrognardError(f"{value!r} is no place", hint=f"{n} numbers in inches")
    return tuple(snap(v) for v in value)


class Landing(Struct, frozen=True):
    """Where a marker has come to lie, and whom it hits."""

    spot: Spot
    under: Under
    scattered: float = 0.0
    lost: bool = False


def scattered(t: Table, player: int, spot: Spot, less: int, again: bool, weapon: str) -> Procedure:
    """(the spot where a marker comes to lie, inches it has scattered)."""
    end, far = yield from _drifted(spot, less)
    if again and far >= 0:
        words = f'the {weapon} scatters {far}"; roll again?'
        if (yield Choose(player, words, ("no", "yes"), default="no", about=("scatter", far))) == "yes":
            end, far = yield from _drifted(spot, less)
    return end, max(0, far)


def _drifted(spot: Spot, less: int) -> Procedure:
    """(where it comes to lie, inches; -1 when the die showed a hit)."""
    if (yield Roll(SCATTER_DIE)) == "hit":
        return spot, -1
    way = yield Roll(ARROW)
    far = scatter_distance((yield Roll(DRIFT)), less)
    return displaced(*spot, way, far), far


def blast(t: Table, u: int, firer: Form, v: int, m: Match, seen: tuple[int, ...], reach: float) -> Procedure:
    """One shot of a blast weapon of the model that stands so: aimed, scattered, landed. None when nothing can be aimed at."""
    target = t[v].form
    friends = [w.form for w in t.own(t[u].side)]
    aims = Aims(firer, target, seen, m.landing.marker, reach, m.attack.weapon.stats.least, friends)
    if not any(target.spots[j] in aims for j in seen):
        return None
    name, side = m.attack.weapon.name, t[u].side
    spot = yield Choose(side, f"where is the marker of {name} laid?", aims, about=("aim", v))
    end, far = yield from scattered(t, side, spot, skill_of(m.attack).value, scattering(m).may_again, name)
    x, y = end
    if off_table(x, y, t.ground.width, t.ground.height):
        return Landing(end, (), far, True)
    return Landing(end, covered(t, Circle(x, y, m.landing.marker / 2), firer.spots[0], end), far)


def jet(t: Table, u: int, firer: Form, v: int, m: Match, reach: float) -> Procedure:
    """One flame template of the model that stands so, laid where its player likes. None when it reaches nobody."""
    i = t[u].form.spots.index(firer.spots[0]) if firer.spots[0] in t[u].form.spots else -1
    mates = t[u].form.without((i,))
    friends = [w.form for w in t.own(t[u].side) if w.id != u] + ([mates] if len(mates) else [])
    jets = Jets(firer, t[v].form, friends, reach)
    drop = next(iter(jets), None)
    if drop is None:
        return None
    words = f"where is the template of {m.attack.weapon.name} laid?"
    drop = yield Choose(t[u].side, words, jets, default=drop, about=("aim", v))
    under_it = covered(t, drop, firer.spots[0], None, (u, i))
    return Landing((drop.x, drop.y), under_it)


def covered(
    t: Table, template: Circle | Teardrop, firer: Spot, centre: Spot | None, spared: tuple[int, int] = (-1, -1)
) -> Under:
    """Who lies under a template: every model of either side, seen or not, vehicles with the side that is struck.

    ``spared`` is the (unit, model) from whose base a flame comes. A hull under the hole is struck on the side of the firer,
    otherwise on that of the marker's centre.
    """
    found = []
    near = template.radius if isinstance(template, Circle) else template.length + 0.25
    about = (template.x, template.y, template.x, template.y)
    for w in t.units:
        if w.place != "table" or not boxes_within(w.form.box, about, near):
            continue
        models = under(template, w.form)
        if w.id == spared[0]:
            models = tuple(j for j in models if j != spared[1])
        if not models:
            continue
        if not armoured(w):
            found.append((w.id, "front", len(models)))
            continue
        for j in models:
            origin = firer if centre is None or Circle(*centre, 0.0).touches(w.form, j) else centre
            found.append((w.id, facing(w.form, j, origin), 1))
    return tuple(found)
