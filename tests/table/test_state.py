"""Who stands on the table and who is elsewhere, however the units change: what is kept is what would be found anew."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from grognard.common.profiles import Kind
from grognard.table.state import PLACES, Table, mustered
from tests.table.shapes import tried

KIND = Kind("toy", "squad", "")
CHANGES = st.tuples(st.integers(0, 5), st.sampled_from(PLACES), st.booleans(), st.booleans())


@tried(100)
@given(st.lists(CHANGES, max_size=30))
def test_who_stands_on_the_table_is_known_after_each_change(changes):
    t = Table([mustered(id=k, side=k % 2, kind=KIND, wounds=()) for k in range(6)])
    snapshots = [t.snapshot()]
    for unit, place, asked, back in changes:
        if back:
            t.restore(snapshots[len(changes) % len(snapshots)])
        t.change(unit, place=place, lost=t[unit].lost + 1)
        snapshots.append(t.snapshot())
        if asked:
            here = [u for u in t.units if u.place == "table"]
            assert [t.own(side) for side in (0, 1)] == [tuple(u for u in here if u.side == side) for side in (0, 1)]
            assert t.enemies(0) == t.own(1)
            for where in PLACES:
                assert t.there(where) == [u for u in t.units if u.place == where]
