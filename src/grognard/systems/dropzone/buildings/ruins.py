"""What becomes of a squad whose Garrison is gone."""

from __future__ import annotations

from ....common.deploy import Places, bases, room
from ....kernel.asks import Choose, Emit, Procedure
from ....table.events import Removed
from ....table.state import Table
from ..casualties import lose_commanders
from ..events import LeftHouse
from ..objectives.mobile import falls_with
from ..squads import housed


def dug_out(t: Table, v: int) -> Procedure:
    """A squad stands where its Garrison stood, as its player likes, or as near as there is room."""
    home = housed(t[v])
    assert home is not None
    x, y = t[v].form.centre
    options = Places(room(t, v, t.ground.pieces[home[0]].points), bases(t[v]), ((x, y),), t[v].form.front(0))
    form = next(iter(options), None)
    if form is not None:
        form = yield Choose(t[v].side, f"where does {t.name(v)} stand in the ruins?", options, form, v)
    else:
        form = room(t, v).deploy(bases(t[v]), x, y)
    if form is None:
        before = t[v]
        yield Emit(Removed(v, "buried"))
        yield from lose_commanders(t, before)
        yield from falls_with(t, before)
    else:
        yield Emit(LeftHouse(v, form, "is dug out of", home[0]))
