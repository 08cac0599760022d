"""A unit's shooting phase. Whom it may shoot at is one lazy value: nobody is looked at before somebody asks for him."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

from ....common.options import Options
from ....errors import GrognardError
from ....kernel.asks import Choose, Procedure
from ....kernel.drawing import below
from ....kernel.plain import plain
from ....table.state import Table
from ..orders import Orders, spoken
from .fire import fire
from .lines_of_fire import HOLD_FIRE, in_sight, open_to_fire, somebody
from .suppressive_fire import frightened_by, suppress


class Targets(Options):
    """The units that a unit may shoot at, suppressive fire, and holding fire, in this order."""

    __slots__ = ("_listed", "_units", "orders", "t", "u")
    refusal = "it cannot be shot at now"

    def __init__(self, t: Table, u: int, orders: Orders) -> None:
        self.t, self.u, self.orders = t, u, orders
        self._units: tuple[int, ...] | None = None
        self._listed: tuple[Any, ...] | None = None

    @property
    def units(self) -> tuple[int, ...]:
        """The units that it may shoot at; found when first asked for."""
        if self._units is None:
            t, u, orders = self.t, self.u, self.orders
            self._units = in_sight(t, u, orders) if orders.free else open_to_fire(t, u, orders.moved, orders)
        return self._units

    @property
    def listed(self) -> tuple[Any, ...]:
        """All that may be chosen; who must shoot, and can, has no other choice."""
        if self._listed is None:
            picks: tuple[Any, ...] = self.units
            if not (self.orders.must_shoot and picks):
                frightened = [("suppress", v) for v in frightened_by(self.t, self.u, self.orders)]
                picks = (*picks, *frightened, HOLD_FIRE)
            self._listed = picks
        return self._listed

    def any(self) -> bool:
        """Whether there is anything but holding fire: looked for with the nearest first."""
        t, u, orders = self.t, self.u, self.orders
        if somebody(t, u, orders):
            return True
        self._units = ()
        return self.listed != (HOLD_FIRE,)

    def __contains__(self, pick: Any) -> bool:
        return pick in self.listed

    def __iter__(self) -> Iterator[Any]:
        yield from self.listed

    def __getitem__(self, place: int) -> Any:
        return self.listed[place]

    def draw(self, rng: Random) -> Any:
        """Every other time holding fire, before anybody is looked at; else one of the rest."""
        if below(rng, 2):
            return HOLD_FIRE
        return self.listed[below(rng, len(self.listed) - 1)]

    def decode(self, value: Any) -> Any:
        """An option read again. Raises GrognardError when it cannot be chosen."""
        if value == HOLD_FIRE:
            return HOLD_FIRE
        for pick in self.listed:
            said = plain(pick)
            if said == value and type(said) is type(value):
                return pick
        raise GrognardError(self.refusal)


def _said(t: Table, pick: Any) -> str:
    """Suppressive fire by its name; a unit by its own, and holding fire, say themselves."""
    return f"suppressive fire on {t.name(pick[1])}" if isinstance(pick, tuple) else ""


def shoot(t: Table, u: int, orders: Orders) -> Procedure:
    """A unit's shooting phase."""
    for speak in spoken(t.units[u].members, "before_shooting"):
        yield from speak(t, u, orders)
    if not orders.may_shoot or t.units[u].place != "table":
        return
    targets = Targets(t, u, orders)
    if not targets.any():
        return
    about = ("shoot", u, orders)
    options = targets.listed if orders.must_shoot else targets
    question = f"whom does {t.name(u)} shoot at?"
    pick = yield Choose(t.units[u].side, question, options, about=about, says=partial(_said, t))
    if pick == HOLD_FIRE:
        return
    if isinstance(pick, tuple):
        yield from suppress(t, u, pick[1], orders)
    else:
        yield from fire(t, u, pick, orders.moved, orders, others=tuple(w for w in targets.units if w != pick))
