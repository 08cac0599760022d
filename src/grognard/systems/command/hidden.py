"""Units that are hidden: one model stands for the whole unit until it is found or gives itself away."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from ...common.deploy import Places
from ...common.profiles import Model
from ...common.reserves import edge_places, own_edge, walk_on
from ...common.rules import voices
from ...kernel.asks import Choose, Emit, Procedure, Roll
from ...kernel.faces import Test
from ...kernel.memo import memo
from ...kernel.purpose import Purpose
from ...table.events import Reserved
from ...table.geometry import Formation, footprint_of
from ...table.space import Placing
from ...table.state import Table
from . import field
from .commands import orders_of
from .events import HIDDEN, MARKER, HiddenArrives, Revealed, Searched
from .slots import Hiding


def reveal_test(members: tuple[Model, ...], markers: int) -> Test:
    """Whether a hidden unit of these models that has been targeted so often is found."""
    hiding = hiding_of(members)
    most, less = hiding.found_on or 0, hiding.less * markers
    words = f"reveal, {most} or less with -{less} for its markers"
    return Test(Purpose(words, comes_to=("found", "not found")), 6, tuple(n - less <= most for n in range(1, 7)))


@memo(4096)
def hiding_of(members: tuple[Model, ...]) -> Hiding:
    """How a unit of these models hides as it arrives; most units do not."""
    hiding = Hiding()
    for model in dict.fromkeys(members):
        for voice in voices(model, "arrives_hidden"):
            voice(hiding)
    return hiding


def hides(members: tuple[Model, ...]) -> tuple[str, ...]:
    """The ids of the rules by which a unit arrives hidden, () for most units."""
    return hiding_of(members).ids


def keep_back(t: Table, u: int) -> Procedure:
    """A unit that arrives hidden does not deploy."""
    yield Emit(Reserved(u, "infiltrating", by=hides(t[u].members)))


def arrive(t: Table, u: int) -> Procedure:
    """A unit that was kept back comes: hidden, one model of it within its longest move of its own edge."""
    by = hides(t[u].members)
    runs = t.rulings.get("infiltrate_distance", "run") == "run" and "run" in orders_of(t[u].members, False).names
    inches = float(field.move_of(t[u]) * (2 if by and runs else 1))
    if not by:
        yield from walk_on(t, u, inches)
        return
    places = edge_places(t, u, own_edge(t, t[u].side), inches)
    places.bases = places.bases[:1]
    default = next(iter(places), None)
    if default is not None:
        question = f"where does {t.name(u)} infiltrate?"
        form = yield Choose(t[u].side, question, places, default=default, about=u)
        yield Emit(HiddenArrives(u, form, by=by))


def found(t: Table, v: int, u: int) -> Procedure:
    """A unit targets another: gives whether it may go on. A hidden target may not be found."""
    if not t[v].has(HIDDEN):
        return True
    by = hides(t[v].kind.models)
    yield Emit(Searched(v, u, by=by))
    if not (yield Roll(reveal_test(t[v].kind.models, t[v].count(MARKER)))):
        return False
    yield from reveal(t, v)
    return True


def show_itself(t: Table, u: int) -> Procedure:
    """A hidden unit that declares an attack is hidden no more."""
    if t[u].has(HIDDEN):
        yield from reveal(t, u)


class Gathered(Places):
    """Where the models of a unit stand round the one that was found: its owner says, in coherency, and that one stays."""

    LOOSE = (0.5, 1.0)  # inches between bases, proposed after base to base

    def __init__(self, room: Placing, close: Formation) -> None:
        super().__init__(room, close.bases, close.positions[:1], close.front(0))
        self.close = close

    def why_not(self, form: Formation, first: bool = False) -> list[str]:
        """Every reason why they may not stand so; none when they may."""
        why = super().why_not(form, first)
        if not why and form.positions[0] != self.close.positions[0]:
            why = ["the model that was found stays where it is"]
        return why

    def __iter__(self) -> Iterator[Formation]:
        yield self.close
        x, y = self.close.positions[0]
        for inches in self.LOOSE:
            form = self.room.gather(self.bases, x, y, self.facing, inches)
            if form is not None and form in self:
                yield form

    def draw(self, rng: Random) -> Formation:
        """One of the proposals."""
        proposed = list(self)
        return proposed[rng.randrange(len(proposed))]


def reveal(t: Table, u: int) -> Procedure:
    """The other models of a hidden unit are placed in coherency with the one on the table; those without room are lost."""
    unit = t[u]
    friends, enemies = field.others(t, u)
    room = Placing(t.ground, friends, enemies, field.WALK, call=t.names.__getitem__)
    bases = tuple(footprint_of(m.base) for m in unit.kind.models)
    x, y = unit.form.positions[0]
    form: Formation | None = None
    for n in range(len(bases), 0, -1):
        form = room.gather(bases[:n], x, y, unit.form.front(0))
        if form is not None:
            break
    if form is not None and len(form) > 1:
        question = f"how does {t.name(u)} gather round the model that was found?"
        form = yield Choose(unit.side, question, Gathered(room, form), default=form, about=("gather", u))
    yield Emit(Revealed(u, form or unit.form, by=hides(unit.kind.models)))
