"""How vehicles drive, how far a unit goes, and the move itself."""

from __future__ import annotations

from ....common.profiles import Model
from ....common.triggers import give, this_turn
from ....kernel.asks import Choose, Emit, Procedure
from ....table.arcs import faces_as
from ....table.events import Given, Moved, Said
from ....table.geometry import Formation
from ....table.paths import MovementMode
from ....table.state import Effect, Table, Unit
from ..condition import (
    MOVED,
    drives,
    movement_mode,
)
from ..model_types import type_of
from .flight import LANDED, farther, ways
from .legal_moves import march
from .movement_modifiers import going, ids
from .rough_ground import _through, inches_of, over_ground, rough


def _drive(t: Table, u: int, how: str) -> Procedure:
    unit = t[u]
    inches, tags = _speed(unit)
    by: tuple[str, ...] = ()
    if how == "advance":
        more, by = yield from farther(t, u, flat_out(tags))
        inches += more
    flat = how == "advance"
    yield from _go(t, u, inches, movement_mode(t, unit), "moves flat out" if flat else "moves", by, thrown=flat)
    if how == "advance" and t[u].here:
        yield from give(t, u, MOVED, this_turn(t), source=u, value="advanced", quiet=True)


def flat_out(tags: tuple[str, ...]) -> float:
    """Inches that a vehicle moves more in place of shooting: 6, a fast one 12, a fast skimmer 18."""
    if "Fast" in tags:
        return 18.0 if "Skimmer" in tags else 12.0
    return 6.0


def _farther(start: Formation, end: Formation, inches: float) -> bool:
    """Whether a model has gone farther than so many inches."""
    far = max([(x - a) ** 2 + (y - b) ** 2 for (x, y), (a, b) in zip(end.positions, start.positions, strict=True)])
    return far > inches * inches


def _speed(u: Unit) -> tuple[float, tuple[str, ...]]:
    """How far a vehicle drives, in inches, and the words of its type as it does."""
    tags, inches = type_of(u.members[0]).tags, inches_of(u.members)
    if ways(u.members):  # a flyer that hovers is a fast skimmer
        inches, tags = LANDED, (*tags, "Fast", "Skimmer")
    return (min(inches, COMBAT_SPEED) if "Heavy" in tags else inches), tags


def _go(
    t: Table, u: int, inches: float, mode_: MovementMode, verb: str, by: tuple[str, ...] = (),
    members: tuple[Model, ...] | None = None, thrown: bool = False,
) -> Procedure:  # fmt: skip
    """A unit goes where its player likes; ``thrown``: dice have been thrown for it."""
    unit = t[u]
    moves = march(t, u, inches, mode_)
    form = yield Choose(unit.side, f"where does {t.name(u)} move?", moves, default=unit.form, about=u)
    start = unit.form
    if form.positions == start.positions and faces_as(form, start):
        if thrown:
            yield Emit(Said(f"{t.name(u)} stays where it is", short=""))
        return
    unslowed = going(members or unit.members).unslowed
    through = ids(unslowed) if unslowed else ()
    if through and any(_through(start, form, p) for p in rough(t, start, inches)):
        by = (*by, *through)
    yield Emit(Moved(u, form, verb, by=by))
    if form.positions == start.positions:
        return  # it has only turned
    if verb == "moves":
        fast = drives(unit) and _farther(start, form, COMBAT_SPEED)
        yield Emit(Given(u, Effect(MOVED, u, this_turn(t), "cruising" if fast else "moved"), True))
    yield from over_ground(t, u, start, members=members)


COMBAT_SPEED = 6.0  # inches
