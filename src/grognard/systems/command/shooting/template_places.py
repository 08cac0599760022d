"""Where a player may lay or slide a template: lazy values that offer a few places and accept any legal one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import sqrt
from random import Random
from typing import Any

from ....common.options import Points, Teardrops
from ....errors import GrognardError
from ....kernel.drawing import below
from ....table.distances import distance
from ....table.geometry import Footprint, Formation, Point, snap
from ....table.space import SIXTEEN
from ....table.state import Table
from ....table.templates import Circle, Teardrop, best_circle, best_teardrop, under
from .. import field

OFFERED = 8  # positions
NEAR_ENOUGH = 1 / 64  # inches: positions lie on a lattice
FARTHEST = 500  # inches


class TemplatePoints(Points):
    """Where a template may be meant to lie: its centre over the base of any model of the target."""

    refusal = "the centre of the template must lie over the base of a model of the target"

    def __init__(self, target: Formation, radius: float, friends: Sequence[Formation]) -> None:
        self.target, self.radius, self.friends = target, radius, friends

    def __contains__(self, position: Any) -> bool:
        x, y = position
        return any(Circle(x, y, 0.0).touches(self.target, j) for j in range(len(self.target)))

    def __iter__(self) -> Iterator[Point]:
        best = best_circle(self.target, self.radius, self.friends) or best_circle(self.target, self.radius)
        first = [(best.x, best.y)] if best is not None else []
        yield from list(dict.fromkeys((*first, *self.target.positions)))[:OFFERED]

    def draw(self, rng: Random) -> Point:
        """Over one of the models."""
        return self.target.positions[below(rng, len(self.target))]


class Slides(Points):
    """Where a template that slides any way may come to lie: so many inches from where it was meant to."""

    def __init__(self, position: Point, inches: int, back: Point) -> None:
        self.position, self.inches, self.back = position, inches, back
        self.refusal = f"the template slides {inches} inches, in any direction"

    def __contains__(self, position: Any) -> bool:
        (x, y), (a, b), far = position, self.position, self.inches
        return bool((far - NEAR_ENOUGH) ** 2 <= (x - a) * (x - a) + (y - b) * (y - b) <= (far + NEAR_ENOUGH) ** 2)

    def __iter__(self) -> Iterator[Point]:
        (x, y), far = self.position, self.inches
        ways = [(snap(x + far * c), snap(y + far * s)) for c, s in SIXTEEN]
        yield from dict.fromkeys((self.back, *ways))


LENGTH = 8.0  # inches of the teardrop
MOST_OTHERS = 3  # other enemy units for which a place is proposed
ROUNDING = 1 / 64  # inches: places are rounded to a lattice
POINT = Footprint("round", 0.0, 0.0)


class TeardropPoints(Teardrops):
    """The places open to one model's teardrop. Proposed are those that do most: to the target, then to enemies near it."""

    length = LENGTH

    def __init__(self, t: Table, u: int, i: int, v: int, inches: float, left: Mapping[int, Sequence[int]]) -> None:
        self.firer = t[u].form.only((i,))
        self.inches = inches
        self.refusal = f"the teardrop must lie wholly within {inches:g} inches of the model that fires"
        self._t, self._u, self._i, self._v, self._left = t, u, i, v, left
        self._found: list[Teardrop] = []
        self._looked = 0  # for how many units a place was sought

    def __contains__(self, drop: Any) -> bool:
        return isinstance(drop, Teardrop) and (drop in self._found or within_reach(drop, self.firer, self.inches))

    def __iter__(self) -> Iterator[Teardrop]:
        yield from self._found
        for w in self._aims()[self._looked :]:
            self._looked += 1
            drop = self._best(w)
            if drop is not None and drop not in self._found:
                self._found.append(drop)
                yield drop

    def _aims(self) -> list[int]:
        """The units for which a place is proposed: the target, then the other enemies near it."""
        others = field.near(self._t, self._u, self.inches)
        return [self._v, *[x.id for x in others if x.id != self._v][:MOST_OTHERS]]

    def _best(self, w: int) -> Teardrop | None:
        """Where the teardrop touches most of a unit, and no friend if that can be."""
        t, u = self._t, self._u
        left = self._left.get(w)
        form = t[w].form if left is None else t[w].form.only([j for j, hp in enumerate(left) if hp])
        friends = [f.form for f in t.own(t[u].side) if f.id != u]
        if mates := [j for j in range(t[u].size) if j != self._i]:
            friends.append(t[u].form.only(mates))
        base = self.firer.bases[0]
        room = (
            self.inches - LENGTH - (base.radius - min(base.half_length, base.half_width))
        )  # a hull reaches out unevenly
        if room >= 0:
            reach = min(room, distance(self.firer, form))
            spared = best_teardrop(self.firer, form, friends, reach=reach)
            return spared or best_teardrop(self.firer, form, reach=reach, forbid=False)
        best, most = None, 0
        for drop in crosswise(form):
            if within_reach(drop, self.firer, self.inches) and not under(drop, self.firer):
                value = len(under(drop, form)) - sum(len(under(drop, f)) for f in friends)
                if value > most:
                    best, most = drop, value
        return best

    def decode(self, value: Any) -> Teardrop:
        """A place read from numbers. Raises GrognardError when the teardrop may not lie so."""
        drop = self.read(value)
        if drop not in self and not any(self.plain(d) == list(value) for d in self):
            raise GrognardError(self.refusal)
        return next((d for d in self._found if self.plain(d) == list(value)), drop)


def crosswise(form: Formation) -> Iterator[Teardrop]:
    """Teardrops from all sides, with their middle or their wide end over a model."""
    for x, y in form.positions:
        for c, s in SIXTEEN:
            for back in (LENGTH / 2, LENGTH - 1.25):
                yield Teardrop(snap(x - back * c), snap(y - back * s), (c, s), LENGTH)


def within_reach(drop: Teardrop, firer: Formation, inches: float) -> bool:
    """Whether a teardrop lies wholly within so many inches of a model."""
    c, s = drop.facing
    length = sqrt(c * c + s * s)
    narrow, wide = drop.tip / length, (drop.length - drop.end) / length
    ends = ((drop.x + narrow * c, drop.y + narrow * s, drop.tip), (drop.x + wide * c, drop.y + wide * s, drop.end))
    return all(distance(firer, Formation(((x, y),), (POINT,))) + radius <= inches + ROUNDING for x, y, radius in ends)
