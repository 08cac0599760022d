"""CD checks on the table: rolled, and told."""

from __future__ import annotations

from msgspec.structs import replace

from ....common.building import Built, thrown_for
from ....kernel.asks import Emit, Procedure, Roll
from ....kernel.faces import Test
from ....kernel.purpose import purpose
from ....table.state import Table
from .. import field
from ..events import CheckCalled, Tested
from .checks import check


def command(t: Table, u: int, kind: str, cd: int | None = None, by: tuple[str, ...] = (), why: str = "") -> Procedure:
    """A CD check of a unit (or, with ``cd``, of one model in it); ``why`` says what it is for. True when it is passed."""
    built = check(kind, field.company(t, u), cd=cd)
    yield Emit(CheckCalled(u, kind, why))
    passed = yield Roll(check_of(built, u))
    yield Emit(Tested(u, kind, bool(passed), by=(*by, *built.ids)))
    return bool(passed)


def check_of(built: Built, u: int) -> Test:
    """The die of a check as that of a unit, with the number needed and every reason for it."""
    test = thrown_for(built).test
    return replace(test, name=purpose(test.name).of(u))
