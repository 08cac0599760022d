"""Jet packs: in place of a charge their bearers move 2D6 inches more, over everything."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import sqrt

from ....common.profiles import Model
from ....common.triggers import give, this_turn
from ....kernel.asks import Choose, Emit, Procedure, Roll, of
from ....kernel.faces import total
from ....table.candidates import MovePurpose
from ....table.events import Moved, Said
from ....table.geometry import Formation, snap
from ....table.state import Table
from ..condition import ALOFT, RALLIED, SPENT, atop, broken, stuck
from ..model_types import type_of
from .legal_moves import March, others
from .rough_ground import over_ground

THRUST = total(2, 6, "thrust, inches")


def jets(members: tuple[Model, ...]) -> bool:
    """Whether every model has a jet pack."""
    return all(map(_flies, members))


def _flies(model: Model) -> bool:
    return type_of(model).goes_as("Jet Pack")


def can_thrust(t: Table, player: int) -> list[int]:
    """The units of a player whose jet packs may still carry them."""
    if not t.anyone(player, _flies):
        return []
    return [u for u in t.ready(player) if jets(t[u].members) and _free(t, u)]


def _free(t: Table, u: int) -> bool:
    unit = t[u]
    return not (unit.foes or atop(unit) or broken(unit) or stuck(unit) or unit.has(RALLIED))


class Hops(March):
    """The moves of jet packs; it proposes places behind terrain too, as seen from the nearest enemies."""

    def _purposes(self) -> Iterator[tuple[str, Callable[[], Formation | None]]]:
        yield from super()._purposes()
        x, y = self.form.centre
        for foe in self._foes()[:2]:
            left, low, right, top = foe.box
            fx, fy = (left + right) / 2, (low + top) / 2
            for piece in self.ground.pieces:
                a, b, c, d = piece.box
                px, py, wide = (a + c) / 2, (b + d) / 2, max(c - a, d - b) / 2 + 1.5
                away = sqrt((px - fx) ** 2 + (py - fy) ** 2) or 1.0
                to = (snap(px + (px - fx) / away * wide), snap(py + (py - fy) / away * wide))
                if (to[0] - x) ** 2 + (to[1] - y) ** 2 <= (self.inches + 2.0) ** 2:
                    yield "behind cover", MovePurpose(self, to)


def thrust(t: Table, u: int) -> Procedure:
    """A unit may use its jet packs: 2D6 inches, and then it does not charge."""
    unit = t[u]
    words = f"does {t.name(u)} use its jet packs in place of a charge?"
    if (yield Choose(unit.side, words, ("no", "yes"), default="no", about=("thrust", u))) == "no":
        return
    inches = yield Roll(of(THRUST, u))
    yield from give(t, u, SPENT, this_turn(t), source=u, quiet=True)
    friends, enemies = others(t, u)
    moves = Hops(t.ground, unit.form, inches, friends, enemies, ALOFT, call=t.names.__getitem__)
    form = yield Choose(unit.side, f"where does {t.name(u)} thrust?", moves, default=unit.form, about=("hop", u))
    start = unit.form
    if form.positions == start.positions:
        yield Emit(Said(f"{t.name(u)} stays where it is", short=""))
        return
    yield Emit(Moved(u, form, "thrusts"))
    yield from over_ground(t, u, start)
