"""Morale: the check after heavy losses, falling back, regrouping."""

from __future__ import annotations

from ....common.reserves import own_edge
from ....common.triggers import give, this_turn
from ....kernel.asks import Choose, Emit, Procedure, Roll, of
from ....kernel.faces import total
from ....kernel.purpose import Purpose
from ....table.events import Freed, Lifted, Moved, Removed
from ....table.geometry import Formation
from ....table.moves import Moves
from ....table.paths import MovementMode
from ....table.scatter import DIRECTIONS, vector
from ....table.state import Table, Unit
from ..attack.defender import GROUNDED
from ..condition import BROKEN, LOSSES, RALLIED, atop, broken, flies, grounded, movement_mode
from ..model_types import type_of
from ..movement.legal_moves import others
from ..vehicles.battlements import down_at_once
from .leadership import leadership

FALL_BACK = Purpose("fall back", words="fall back, inches")
FLEEING = MovementMode(slow=(), coherency=0.0)
FLYING = MovementMode(slow=(), coherency=0.0, through="everybody", over=240.0)
SWIFT = ("Jump", "Bike", "Jetbike", "Beast", "Cavalry")  # they fall back 3D6 inches
HOME = {"top": 24, "right": 6, "bottom": 12, "left": 18}  # the direction of an edge on the die
TURNS = (0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5)  # steps of 15 degrees that a unit turns aside to get away


def panic(t: Table, u: int) -> Procedure:
    """The Morale check of a unit that has lost a quarter of its models or more in this phase, outside close combat."""
    unit = t[u]
    before = unit.effect(LOSSES)
    if not unit.here or before is None or unit.foes or broken(unit) or not _has_nerve(unit):
        return
    lost = before.value - unit.size
    why = f"{lost} of {before.value} models lost"
    if lost * 4 >= before.value and not (yield from leadership(t, u, "morale", why=why)):
        yield from flee(t, u)


def _has_nerve(unit: Unit) -> bool:
    """Whether it takes Morale checks: vehicles do not."""
    return not any(type_of(m).armoured for m in unit.members)


def flee(t: Table, u: int) -> Procedure:
    """A unit falls back 2D6 inches (fast ones 3D6) towards its own table edge.

    It is lost when it leaves the table or cannot get away.
    """
    if t[u].foes:
        yield Emit(Freed(u))
    if grounded(t[u]):
        yield Emit(Lifted(u, GROUNDED))  # who must run gets up
    if atop(t[u]):
        yield from down_at_once(t, u)
        if not t[u].here:
            return
    if not broken(t[u]):
        yield from give(t, u, BROKEN)
    swift = all(type_of(m).goes_as(*SWIFT) for m in t[u].members)
    inches = yield Roll(of(total(3 if swift else 2, 6, FALL_BACK), u))
    edge = own_edge(t, t[u].side)
    if _off(t, t[u].form, edge, inches):
        yield Emit(Removed(u, "gone from the field"))
        return
    form = away(t, u, HOME[edge], inches)
    if form is None:
        yield Emit(Removed(u, "cut off while it falls back, and lost"))
        return
    yield Emit(Moved(u, form, "falls back"))


def _off(t: Table, form: Formation, edge: str, inches: float) -> bool:
    """Whether a unit that goes straight to an edge reaches it."""
    left, bottom, right, top = form.box
    width, height = t.ground.width, t.ground.height
    far: dict[str, float] = {"bottom": bottom, "top": height - top, "left": left, "right": width - right}
    return far[edge] <= inches


def away(t: Table, u: int, home: int, inches: float) -> Formation | None:
    """Where a unit falls back to: as straight as it can, aside when something bars the way, less far when it must."""
    friends, enemies = others(t, u)
    start = t[u].form
    moves = Moves(
        t.ground, start, inches, friends, enemies, FLYING if flies(t[u]) else FLEEING, call=t.names.__getitem__
    )
    for part in (1.0, 0.5, 0.25):
        for turn in TURNS:
            dx, dy = vector((home + turn - 1) % DIRECTIONS + 1)
            step = inches * part
            form = start.shifted(dx * (step - 1 / 512), dy * (step - 1 / 512))
            if form in moves:
                return form
    return None


def rally(t: Table, u: int) -> Procedure:
    """A unit that falls back tries to regroup at the beginning of its Movement phase, or falls back further."""
    unit = t[u]
    if not (yield from leadership(t, u, "regroup", below_quarter=unit.size * 4 < unit.start)):
        yield from flee(t, u)
        return
    yield Emit(Lifted(u, BROKEN))
    yield from give(t, u, RALLIED, this_turn(t))
    yield from short_move(t, u, "regroups")


def short_move(t: Table, u: int, how: str, inches: float = 3.0) -> Procedure:
    """A move of 3 inches, or so many: after regrouping, and to consolidate."""
    friends, enemies = others(t, u)
    unit = t[u]
    moves = Moves(t.ground, unit.form, inches, friends, enemies, movement_mode(t, unit), call=t.names.__getitem__)
    form = yield Choose(unit.side, f"where does {t.name(u)} {_infinitive(how)}?", moves, default=unit.form, about=u)
    if form.positions != unit.form.positions:
        yield Emit(Moved(u, form, how))


def _infinitive(verb: str) -> str:
    return verb.removesuffix("s")
