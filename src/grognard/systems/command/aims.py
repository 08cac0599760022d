"""Where a player may lay a round template, or slide it: lazy values that offer a few spots and accept any legal one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from ...common.options import Spots
from ...kernel.drawing import below
from ...table.geometry import Form, Spot, snap
from ...table.placing import SIXTEEN
from ...table.templates import Circle, best_circle

OFFERED = 8  # spots
NEAR_ENOUGH = 1 / 64  # inches: spots lie on a lattice
FARTHEST = 500  # inches


class Aims(Spots):
    """Where a template may be meant to lie: its centre over the base of any model of the target."""

    refusal = "the centre of the template must lie over the base of a model of the target"

    def __init__(self, target: Form, radius: float, friends: Sequence[Form]) -> None:
        self.target, self.radius, self.friends = target, radius, friends

    def __contains__(self, spot: Any) -> bool:
        x, y = spot
        return any(Circle(x, y, 0.0).touches(self.target, j) for j in range(len(self.target)))

    def __iter__(self) -> Iterator[Spot]:
        best = best_circle(self.target, self.radius, self.friends) or best_circle(self.target, self.radius)
        first = [(best.x, best.y)] if best is not None else []
        yield from list(dict.fromkeys((*first, *self.target.spots)))[:OFFERED]

    def draw(self, rng: Random) -> Spot:
        """Over one of the models."""
        return self.target.spots[below(rng, len(self.target))]


class Slides(Spots):
    """Where a template that slides any way may come to lie: so many inches from where it was meant to."""

    def __init__(self, spot: Spot, inches: int, back: Spot) -> None:
        self.spot, self.inches, self.back = spot, inches, back
        self.refusal = f"the template slides {inches} inches, in any direction"

    def __contains__(self, spot: Any) -> bool:
        (x, y), (a, b), far = spot, self.spot, self.inches
        return bool((far - NEAR_ENOUGH) ** 2 <= (x - a) * (x - a) + (y - b) * (y - b) <= (far + NEAR_ENOUGH) ** 2)

    def __iter__(self) -> Iterator[Spot]:
        (x, y), far = self.spot, self.inches
        ways = [(snap(x + far * c), snap(y + far * s)) for c, s in SIXTEEN]
        yield from dict.fromkeys((self.back, *ways))
