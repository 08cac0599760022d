"""Where a unit may be placed that gets out of what carries it, as one lazy value."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random

from grognard.table.distances import within
from grognard.table.geometry import Footprint, Formation

from ..kernel.drawing import below
from ..table.space import Placing
from .options import Formations

SIDES: tuple[tuple[str, ...], ...] = (("front",), ("left",), ("right",), ("rear",), ())


class Exits(Formations):
    """Where a unit may be placed that gets out: so near to its carrier, holding together.

    ``near(form, i)`` says whether model i stands near enough (default: within ``inches`` of the hull, edge to edge); ``sides`` are
    the sides of the hull on which places are proposed. Any other legal place is accepted as well.
    """

    def __init__(
        self,
        placing: Placing,
        models: tuple[Footprint, ...],
        hull: Formation,
        inches: float,
        near: Callable[[Formation, int], bool] | None = None,
        sides: Sequence[tuple[str, ...]] = SIDES,
    ) -> None:
        self.room, self.bases, self.hull, self.inches, self.sides = placing, models, hull, inches, tuple(sides)
        self._near = near
        self._by: dict[tuple[str, ...], Formation | None] = {}  # what was found already, by sides

    def near(self, form: Formation, i: int) -> bool:
        """Whether model i of the form stands near enough to the carrier."""
        return self._near(form, i) if self._near else bool(within(form.only((i,)), self.hull, self.inches))

    def _all_near(self, form: Formation) -> bool:
        for i in range(len(form.positions)):  # noqa: SIM110
            if not self.near(form, i):
                return False
        return True

    def why_not(self, form: Formation, first: bool = False) -> list[str]:
        """Every reason why it may not be placed so."""
        if not isinstance(form, Formation) or form.bases != self.bases:
            return ["these are not the models of the unit"]
        far = [i + 1 for i in range(len(form.positions)) if not self.near(form, i)]
        why = [f'model {i} would stand more than {self.inches:g}" from the transport' for i in far]
        return (why or self.room.why_not(form, first)) if first else why + self.room.why_not(form)

    def by(self, arcs: Sequence[str]) -> Formation | None:
        """The unit placed on one side of the carrier, when there is room."""
        key = tuple(arcs)
        if key not in self._by:
            one_by_one = (self.hull.only((i,)) for i in range(len(self.hull.positions)))
            forms = (self.room.disembark(self.bases, hull, self.inches, arcs=arcs) for hull in one_by_one)
            good = (form for form in forms if form is not None and (self._near is None or self._all_near(form)))
            self._by[key] = next(good, None)
        return self._by[key]

    def __iter__(self) -> Iterator[Formation]:
        seen = set()
        for arcs in self.sides:
            form = self.by(arcs)
            if form is not None and form.positions not in seen:
                seen.add(form.positions)
                yield form

    def draw(self, rng: Random) -> Formation | None:
        """One place without making the others."""
        for arcs in (self.sides[below(rng, len(self.sides))], self.sides[-1]):
            if (form := self.by(arcs)) is not None:
                return form
        return next(iter(self), None)
