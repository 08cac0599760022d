"""Drop troopers: where they may land, when they come, and their landing."""

from __future__ import annotations

from typing import Any

from ...common import deploy
from ...common.deploy import Places, bases, forward
from ...kernel.asks import Choose, Emit, Procedure
from ...table.distances import point_within, within
from ...table.events import Arrived, Said
from ...table.geometry import Formation
from ...table.space import edge_strip, wholly_in
from ...table.state import Table, Unit
from .deployment import drop_of, drops
from .orders import go_on_hold
from .shooting import gun_team

# --- dropping -----------------------------------------------------------------------------------------------------------


def landing(t: Table, u: int) -> Places:
    """Where drop troopers may land: wholly near an edge, nobody near an enemy."""
    return ArrivalPlaces(t, u)


class ArrivalPlaces(Places):
    """Places along the edges of the table, away from the enemy."""

    def __init__(self, t: Table, u: int) -> None:
        w, h = t.ground.width, t.ground.height
        self.drop = drop_of(t, u)
        deep = self.drop.edge / 2
        positions = [(w * a / 8, y) for a in (4, 2, 6, 1, 7) for y in (deep, h - deep)]
        positions += [(x, h * a / 8) for a in (4, 2, 6) for x in (deep, w - deep)]
        super().__init__(deploy.room(t, u), bases(t.units[u]), positions, forward(t, t.units[u].side))
        self.t, self.u = t, u
        self.strips = [edge_strip(t.ground, edge, self.drop.edge) for edge in ("bottom", "top", "left", "right")]

    def why_not(self, form: Formation, first: bool = False) -> list[str]:
        """Every reason why the unit may not land so; none when it may."""
        why = super().why_not(form, first)
        if why and first:
            return why
        if not all(any(wholly_in(form, i, strip) for strip in self.strips) for i in range(len(form))):
            why.append(f"it would not land wholly within {self.drop.edge:g} inches of an edge")
        away = self.drop.away
        near = [v for v in self.t.enemies(self.t[self.u].side) if within(form, v.form, away)]
        return [*why, *(f"it would land within {away:g} inches of {self.t.name(v.id)}" for v in near)]

    def __iter__(self) -> Any:
        seen = set()
        for x, y in self.positions:
            if self._hopeless(x, y):
                continue
            form = self.room.gather(self.bases, x, y, self.facing)
            if form is not None and form.positions not in seen and form in self:
                seen.add(form.positions)
                yield form

    def _hopeless(self, x: float, y: float) -> bool:
        return any(point_within(v.form, x, y, self.drop.away) for v in self.t.enemies(self.t[self.u].side))

    def draw(self, rng: Any) -> Formation | None:
        """One place, without making the others."""
        order = list(range(len(self.positions)))
        rng.shuffle(order)
        for i in order:
            x, y = self.positions[i]
            form = None if self._hopeless(x, y) else self.room.gather(self.bases, x, y, self.facing)
            if form is not None and form in self:
                return form
        return None


def droppers(t: Table, side: int) -> list[int]:
    """The units of a side that may be dropped in place of an activation."""
    waiting = t.there("reserve", side)
    if not waiting or t.round < int(t.rulings.get("drop_first_turn", 1)) or t.recall(("waits", side)) == t.round:
        return []
    return _to_drop(t, waiting)


def _to_drop(t: Table, waiting: list[Unit]) -> list[int]:
    return [u.id for u in waiting if u.id not in t.acted and drops(t, u.id)]


def drop(t: Table, u: int) -> Procedure:
    """Drop troopers come down, which is all they do in this game turn; they are on hold."""
    by = drops(t, u)
    options = landing(t, u)
    default = next(iter(options), None)
    if default is None:
        yield Emit(Said(f"no place for {t.name(u)} to land: the drop waits", by=(by,)))
        return
    form = yield Choose(t.units[u].side, f"where does {t.name(u)} land?", options, default=default, about=u)
    yield Emit(Arrived(u, form, "drop", by=(by,)))
    yield from gun_team.set_up(t, u)
    yield from go_on_hold(t, u, (by,))
