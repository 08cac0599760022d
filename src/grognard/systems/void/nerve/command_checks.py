"""CD checks on the table: rolled, and told."""

from __future__ import annotations

from ....common.building import thrown_for
from ....kernel.asks import Emit, Procedure, Roll
from ....table.state import Table
from .. import field
from ..events import Tested
from .checks import check


def command(t: Table, u: int, kind: str, cd: int | None = None, by: tuple[str, ...] = ()) -> Procedure:
    """A CD check of a unit (or, with ``cd``, of one model in it). True when it is passed."""
    built = check(kind, field.company(t, u), cd=cd)
    passed = yield Roll(thrown_for(built, t.name(u)).test)
    yield Emit(Tested(u, kind, bool(passed), by=(*by, *built.ids)))
    return bool(passed)
