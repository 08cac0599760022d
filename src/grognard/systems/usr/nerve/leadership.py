"""Leadership tests of units on the table."""

from __future__ import annotations

from ....kernel.asks import Emit, Procedure, dice_of
from ....table.state import Table
from ..combat.challenges import aside
from ..events import Tested
from .checks import check, tested


def leadership(
    t: Table, u: int, kind: str, modifier: int = 0, below_quarter: bool = False, by: tuple[str, ...] = (), why: str = ""
) -> Procedure:
    """Whether a unit passes a Leadership test of a kind; the log says so, with the rules that had a part in it.

    ``by``: the rules that force the test; ``why``: what does, in words.
    """
    members = t[u].members
    if len(members) > 1 and (shy := aside(t[u])) >= 0:  # nobody looks to him
        members = (*members[:shy], *members[shy + 1 :])
    test = check(members, kind, modifier, below_quarter)
    passed = yield from dice_of(u, tested(members, kind, modifier, below_quarter), why)
    ids = tuple(dict.fromkeys((*by, *test.ids)))
    yield Emit(Tested(u, kind.capitalize(), passed, test.test is not None, why, by=ids))
    return passed
