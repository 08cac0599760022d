"""Where a player may lay a round template, or slide it: lazy values that offer a few spots and accept any legal one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from ...errors import GrognardError
from ...kernel.drawing import below
from ...table.geometry import Form, Spot, snap
from ...table.placing import SIXTEEN
from ...table.templates import Circle, best_circle

OFFERED = 8  # spots
NEAR_ENOUGH = 1 / 64  # inches: spots lie on a lattice
FARTHEST = 500  # inches


class Aims:
    """Where a template may be meant to lie: its centre over the base of any model of the target."""

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

    def plain(self, spot: Spot) -> list[float]:
        """The spot as coordinates."""
        return [*spot]

    def decode(self, value: Any) -> Spot:
        """A spot read from coordinates. Raises GrognardError when no base of the target lies there."""
        spot = _spot(value)
        if spot not in self:
            raise GrognardError("the centre of the template must lie over the base of a model of the target")
        return spot


class Slides:
    """Where a template that slides any way may come to lie: so many inches from where it was meant to."""

    def __init__(self, spot: Spot, inches: int, back: Spot) -> None:
        self.spot, self.inches, self.back = spot, inches, back

    def __contains__(self, spot: Any) -> bool:
        (x, y), (a, b), far = spot, self.spot, self.inches
        return bool((far - NEAR_ENOUGH) ** 2 <= (x - a) * (x - a) + (y - b) * (y - b) <= (far + NEAR_ENOUGH) ** 2)

    def __iter__(self) -> Iterator[Spot]:
        (x, y), far = self.spot, self.inches
        ways = [(snap(x + far * c), snap(y + far * s)) for c, s in SIXTEEN]
        yield from dict.fromkeys((self.back, *ways))

    def draw(self, rng: Random) -> Spot:
        """One of those that are offered."""
        options = list(self)
        return options[below(rng, len(options))]

    def plain(self, spot: Spot) -> list[float]:
        """The spot as coordinates."""
        return [*spot]

    def decode(self, value: Any) -> Spot:
        """A spot read from coordinates. Raises GrognardError when it is not as far away as the template slides."""
        spot = _spot(value)
        if spot not in self:
            raise GrognardError(f"the template slides {self.inches} inches, in any direction")
        return spot


def _spot(value: Any) -> Spot:
    if not isinstance(value, (list, tuple)) or len(value) != 2:
        raise GrognardError(f"{value!r} is no place", hint="two numbers in inches: [x, y]")
    if any(type(v) not in (int, float) or not -FARTHEST <= v <= FARTHEST for v in value):
        raise GrognardError(f"{value!r} is no place", hint="two numbers in inches: [x, y]")
    return snap(value[0]), snap(value[1])
