"""Getting clear of a wreck: where a unit comes to stand, who is lost, and the test of nerve after it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from ....common.deploy import bases, room
from ....common.exits import Exits
from ....common.profiles import Model
from ....common.triggers import give, own_turn_ends, this_turn
from ....kernel.asks import Choose, Emit, Procedure
from ....table.events import Disembarked, Removed, Said
from ....table.geometry import Formation
from ....table.state import Table
from ..attack.defender import GROUNDED
from ..casualties import lose
from ..condition import MOVED, SPENT
from ..model_types import is_character
from ..nerve.leadership import leadership
from . import transports


class Ruins(Exits):
    """Where a unit may be placed whose transport is gone: where that stood, or close round it."""

    def __iter__(self) -> Iterator[Formation]:
        (x, y), base = self.hull.centre, self.hull.bases[0]
        for along, across in ((0, 0), (-0.5, -0.5), (0.5, -0.5), (-0.5, 0.5), (0.5, 0.5)):
            form = self.room.gather(self.bases, x + along * base.half_length, y + across * base.half_width)
            if form is not None and form in self:
                yield form
                break
        yield from super().__iter__()

    def draw(self, rng: Random) -> Formation | None:
        """The first place that offers."""
        return next(iter(self), None)


def _saved(members: tuple[Model, ...], size: int) -> tuple[int, ...]:
    """Who gets clear when only so many can: those who lead before the others."""
    return tuple(sorted(sorted(range(len(members)), key=lambda i: (not is_character(members[i]), i))[:size]))


def _ways_clear(
    t: Table, u: int, saved: tuple[int, ...], where: Formation, inches: float, wreck: transports.Doors | None
) -> Iterator[Exits]:
    """The ways in which these models of a unit may get clear, the one to be preferred first."""
    placing, models = room(t, u), tuple([bases(t[u])[i] for i in saved])
    if wreck is not None:
        yield Exits(placing, models, where, inches, lambda form, i: wreck.near(form, i, inches))
        yield Exits(placing, models, where, inches)
    yield Ruins(placing, models, where, inches)


def bail_out(
    t: Table, u: int, where: Formation, carrier: Model, inches: float, wreck: transports.Doors | None = None
) -> Procedure:
    """A unit gets out of what is no more; models for which there is no room are lost. Then it tests its nerve.

    Out of a ``wreck`` by its doors, if that does not do anywhere round it, else onto it.
    """
    unit = t[u]
    for size in range(unit.size, 0, -1):
        saved = _saved(unit.members, size)
        tried = _ways_clear(t, u, saved, where, inches, wreck)
        ways, first = next(((w, place) for w in tried if (place := next(iter(w), None)) is not None), (None, None))
        if ways is not None:
            break
    else:
        yield Emit(Removed(u, "lost in the wreck"))
        return
    if size < unit.size:
        yield Emit(Said(f"there is no room for {unit.size - size} of {t.name(u)}"))
        yield from lose(t, u, tuple([wounds * (i in saved) for i, wounds in enumerate(unit.wounds)]), u)
    fallen = transports.ids(transports.let_out(carrier).fallen)
    form = yield Choose(unit.side, f"where does {t.name(u)} get clear?", ways, default=first, about=u)
    yield Emit(Disembarked(u, form, by=fallen))
    yield from give(t, u, transports.GOT_OUT, this_turn(t), source=u, quiet=True)
    yield from give(t, u, MOVED, this_turn(t), source=u, value="moved", quiet=True)
    if not fallen:
        yield from give(t, u, SPENT, this_turn(t), source=u, quiet=True)
    if not (yield from leadership(t, u, "pinning")):
        yield from give(t, u, GROUNDED, own_turn_ends(t, t[u].side))
