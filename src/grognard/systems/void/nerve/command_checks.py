"""CD checks on the table: rolled, and told."""

from __future__ import annotations

from msgspec.structs import replace

from ....common.building import Built, thrown_for
from ....kernel.asks import Emit, Procedure, Roll
from ....table.state import Table
from .. import field
from ..events import CheckCalled, Tested
from .checks import check


def command(t: Table, u: int, kind: str, cd: int | None = None, by: tuple[str, ...] = (), why: str = "") -> Procedure:
    """A CD check of a unit (or, with ``cd``, of one model in it); ``why`` says what it is for. True when it is passed."""
    built = check(kind, field.company(t, u), cd=cd)
    yield Emit(CheckCalled(u, kind, why))
    passed = yield Roll(check_of(built, t.name(u)).test)
    yield Emit(Tested(u, kind, bool(passed), by=(*by, *built.ids)))
    return bool(passed)


def check_of(built: Built, name: str) -> Built:
    """A check called after the unit that makes it, with the number needed and every reason for it."""
    return thrown_for(replace(built, test=replace(built.test, name=f"{built.test.name} of {name}"), name=built.called))
