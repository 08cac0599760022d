"""The target as it is put down where a question of odds has templates laid on it and lets them scatter.

The models stand as units are put down by default: in ranks of five (all in one, when there are fewer), at most three quarters of
an inch apart, facing the attacker, who is straight ahead of the first model; that is the left end of the front rank.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from ...table.geometry import Formation, Point, footprint_of
from ...table.scatter import slid
from ...table.space import formation
from ...table.templates import Circle, under
from ..profiles import Model

RANK = 5  # models side by side
FAR = 100.0  # inches to the attacker where no range is said


class PlacedTarget(Struct, frozen=True, eq=False):
    """The models of a target in their places, nearest first, and how far away the attacker is; distances in inches."""

    form: Formation
    inches: float

    @property
    def says(self) -> str:
        """How the models stand, in words."""
        n = len(self.form)
        if n == 1:
            return "it stands alone"
        return (
            'the models stand in a rank, 0.75" apart' if n <= RANK else 'the models stand in ranks of five, 0.75" apart'
        )

    def first(self, standing: Sequence[int]) -> Point:
        """Where a template is laid: over the first model that stands."""
        return self.form.positions[standing[0]]

    def under(self, position: Point, radius: float, standing: Sequence[int]) -> tuple[int, ...]:
        """The models that stand and lie under a round template, in order."""
        there = set(under(Circle(*position, radius), self.form))
        return tuple([i for i in standing if i in there])

    def towards_attacker(self, position: Point, inches: float) -> Point:
        """The point so far from a position straight towards the attacker."""
        x, y = self.form.positions[0]
        return slid(*position, x, y + self.inches, inches)


def placed(models: Sequence[Model], inches: float | None) -> PlacedTarget:
    """The models put down, the attacker ``inches`` away (None: far)."""
    bases = tuple([footprint_of(m.base) for m in models])
    return PlacedTarget(formation(bases, min(len(bases), RANK)), FAR if inches is None else inches)
