"""The driver of estimates: laws of shots and wounds are worked out once, whatever the unit that they hit has left."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from ...common.estimate import MOST, estimated
from ...kernel.asks import Procedure
from ...kernel.budget import Budget, TooMany
from ...kernel.exact import Exact
from ...kernel.law import Law
from ...kernel.memo import memo
from .attack import POINTS, Strike, shots, strike, wounds

ENDLESS = 10_000  # Damage Points that no volley can use up


class Estimate(Exact):
    """Exact laws as ever; those of shots and wounds are kept from one estimate to the next, at the same cost to each."""

    def _stage(self, procedure: Callable[..., Procedure], args: tuple[Any, ...]) -> Law:
        if procedure not in (shots, wounds):
            return super()._stage(procedure, args)
        law, states = _stateless(procedure, args)
        if self.budget is not None:
            self.budget.spend(states)
        if law is None:
            raise TooMany(states)
        return law


@memo(8192)
def _stateless(procedure: Callable[..., Procedure], args: tuple[Any, ...]) -> tuple[Law | None, int]:
    """The law and its states; None when it has too many of them."""
    budget = Budget(MOST)
    try:
        return Exact(budget=budget).law(procedure, args), budget.spent
    except TooMany as end:
        return None, end.count


def lost_to(s: Strike, k: int, most: int = MOST) -> Fraction:
    """The Damage Points that a unit of a strike may be expected to lose if it had no end of them.

    The mean of their law; where that has more than ``most`` states, each shot counts by itself (nothing is given up by Focus).
    """
    endless = replace(s, left=tuple(ENDLESS if dp else 0 for dp in s.left), full=(ENDLESS,) * len(s.left), keeps=POINTS)
    if (law := estimated(strike, (endless,), most=most, driver=Estimate)) is not None:
        return _lost(law, k)
    each = ((v.shots, Estimate().law(strike, (replace(endless, volleys=(replace(v, shots=1),)),))) for v in s.volleys)
    return sum((n * _lost(law, k) for n, law in each), Fraction(0))


def _lost(law: Law, k: int) -> Fraction:
    return Fraction(sum((ENDLESS - left[k]) * w for (left, *_), w in law.items()), law.den)
