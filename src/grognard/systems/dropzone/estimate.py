"""The driver of estimates: what shots and wounds do is worked out once, whatever the unit has left that they hit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...common.profiles import Kind, Model, Weapon
from ...common.rules import kept
from ...kernel.asks import Procedure
from ...kernel.exact import Exact, exact
from ...kernel.law import Law
from .attack import Strike, Volley, shots, strike, wounds
from .matchup import match
from .situation import Situation


class Estimate(Exact):
    """Exact laws as ever; those of shots and wounds are kept from one estimate to the next."""

    def _stage(self, procedure: Callable[..., Procedure], args: tuple[Any, ...]) -> Law:
        return _stateless(procedure, args) if procedure in (shots, wounds) else super()._stage(procedure, args)


@kept(8192)
def _stateless(procedure: Callable[..., Procedure], args: tuple[Any, ...]) -> Law:
    return exact(procedure, args)


@kept(16384)
def harmed(
    weapon: Weapon, kind: Kind, model: Model, energy: int | None, shots: int, left: int, now: Situation
) -> tuple[float, float]:
    """(chance of destroying, expected share of its points) of one volley at a unit with so many points left."""
    if not shots or energy is None:
        return 0.0, 0.0
    m = match(weapon, kind, model, now, energy)
    law = Estimate().law(strike, (Strike((left,), (model.stats.DP,), (Volley(m, shots),)),))
    dead = law.chance_of(lambda state: state[0][0] == 0)
    return dead, law.mean(lambda state: left - state[0][0]) / left
