"""The driver of estimates: what shots and wounds do is worked out once, whatever the unit has left that they hit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...common.rules import kept
from ...kernel.asks import Procedure
from ...kernel.exact import Exact, exact
from ...kernel.law import Law
from .attack import shots, wounds


class Estimate(Exact):
    """Exact laws as ever; those of shots and wounds are kept from one estimate to the next."""

    def _stage(self, procedure: Callable[..., Procedure], args: tuple[Any, ...]) -> Law:
        return _stateless(procedure, args) if procedure in (shots, wounds) else super()._stage(procedure, args)


@kept(8192)
def _stateless(procedure: Callable[..., Procedure], args: tuple[Any, ...]) -> Law:
    return exact(procedure, args)
