"""The legal moves of a unit: where it may go, how it charges, and where it may stand."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from typing import Any

from ....kernel.faces import Test
from ....table.distances import point_within
from ....table.geometry import Box, Formation
from ....table.moves import Moves
from ....table.paths import MovementMode
from ....table.space import Placing
from ....table.state import Table
from .. import field
from ..orders import movement_mode


def moves(
    t: Table,
    u: int,
    inches: float,
    target: Any = None,
    post: tuple[float, float, float] | None = None,
    own: MovementMode | None = None,
) -> Moves:
    """The legal moves of a unit, at most so far; with ``target`` the charges into it.

    ``post`` is a place that it may not leave: x, y, inches. ``own``: its movement mode, when it is not as usual.
    """
    friends, enemies = field.others(t, u)
    own = movement_mode(t.units[u].members) if own is None else own
    if post is not None:
        return Post(t.ground, t.units[u].form, inches, friends, enemies, own, call=t.names.__getitem__).keep(*post)
    return Moves(t.ground, t.units[u].form, inches, friends, enemies, own, target=target, call=t.names.__getitem__)


class Charges(Moves):
    """The charges of a unit into another, worked out once: they are looked for before they are offered."""

    __slots__ = ("_made",)

    def __iter__(self) -> Iterator[Formation]:
        made: list[Formation] | None = getattr(self, "_made", None)
        if made is None:
            made = self._made = list(super().__iter__())
        yield from made


def charges(t: Table, u: int, inches: float, v: int, own: MovementMode | None = None) -> Charges:
    """The ways of a unit into contact with another, as long as nobody moves the same value; ``own`` when it jumps."""
    found = field.answers(t)
    asked = ("charges", u, v, inches, own)
    if asked not in found:
        friends, enemies = field.others(t, u)
        way = movement_mode(t.units[u].members) if own is None else own
        found[asked] = Charges(
            t.ground, t.units[u].form, inches, friends, enemies, way, target=v, call=t.names.__getitem__
        )
    answer: Charges = found[asked]
    return answer


class Post(Moves):
    """The moves of a unit that may not leave a place: every model stays within so many inches of it."""

    __slots__ = ("inches_off", "position")

    def keep(self, x: float, y: float, inches: float) -> Post:
        """Bound to the ground round a point."""
        self.position, self.inches_off = (x, y), inches
        return self

    def why_not(self, form: Formation, first: bool = False) -> list[str]:
        """Every reason why the unit may not move so; none when it may."""
        why = super().why_not(form, first)
        if (why and first) or form.positions == self.form.positions:
            return why
        away = len(point_within(form, *self.position, self.inches_off)) < len(form)
        return [*why, "it may not leave what it guards"] if away else why

    def _clear(self, form: Formation, dx: float, dy: float) -> bool:
        # boxes tell nothing of the place it guards
        return super()._clear(form, dx, dy) and not self.why_not(form, True)


def distance_moved(a: Formation, b: Formation) -> float:
    """The longest way that any model went, straight, in inches."""
    d2 = max((x - u) * (x - u) + (y - v) * (y - v) for (x, y), (u, v) in zip(a.positions, b.positions, strict=True))
    return sqrt(d2)


def room(t: Table, u: int, near: Box) -> Placing:
    """Where the unit may stand in a box."""
    friends, enemies = field.others(t, u)
    return Placing(t.ground, friends, enemies, movement_mode(t.units[u].members), near=near, call=t.names.__getitem__)


DIRECTION = Test("direction, 24 is straight up the table", 24, tuple(range(1, 25)))
