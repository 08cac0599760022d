"""Units aboard others: what becomes of them when their carrier is hit or destroyed."""

from __future__ import annotations

from ...kernel.asks import Procedure
from ...table.state import Table
from .harm import State


def wreck(t: Table, u: int, after: State) -> Procedure:
    """A carrier is destroyed: those aboard get out where it stood."""
    yield from ()


def rattled(t: Table, u: int, hits: int) -> Procedure:
    """A result of the damage table strikes those aboard."""
    yield from ()
