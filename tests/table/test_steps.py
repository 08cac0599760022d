"""Steps towards a point: as far as the move goes, a half of it, a quarter; none where somebody stands."""

from __future__ import annotations

from math import hypot

from hypothesis import given
from hypothesis import strategies as st

from grognard.table.collision import neighbours, on_piece, taken, too_near
from grognard.table.geometry import Formation, footprint
from grognard.table.moves import not_shut, not_taken, step_vector, step_vectors
from tests.table.shapes import box, forms, ground
from tests.table.test_compiled import in_python

PLAIN = in_python("moves")
ROUND = footprint("round", 25.0)
at = st.integers(2 << 10, 40 << 10).map(lambda n: n / 1024)
BARE = ground()
PARTS = (1.0, 0.5, 0.25)


@given(at, at, at, at, st.floats(0, 20))
def test_a_step_goes_no_farther_than_it_may_nor_beyond_the_point(x, y, u, v, inches) -> None:
    dx, dy = step_vector(x, y, u, v, inches)
    assert hypot(dx, dy) <= min(inches, hypot(u - x, v - y)) + 1e-9
    assert (dx, dy) == PLAIN.step_vector(x, y, u, v, inches)
    assert (dx * 1024).is_integer() and (dy * 1024).is_integer()


@given(at, at, at, at, st.floats(0, 20), at, at)
def test_steps_are_open_where_nobody_stands(x, y, u, v, inches, p, q) -> None:
    form = Formation(((x, y),), (ROUND,))
    others = neighbours([(1, Formation(((p, q),), (ROUND,)), 1.0)])
    every = step_vectors((x, y), (u, v), inches, PARTS)
    some = not_taken(form, every, others, BARE)
    assert some == [(dx, dy) for dx, dy in every if not taken(form, dx, dy, others)]
    assert every == PLAIN.step_vectors((x, y), (u, v), inches, PARTS)
    assert some == PLAIN.not_taken(form, every, others, BARE)


def test_a_point_within_half_the_move_is_tried_once_and_a_point_where_it_stands_not_at_all() -> None:
    assert step_vectors((10.0, 10.0), (13.0, 14.0), 10.0, PARTS) == [(3.0, 4.0), (1.5, 2.0)]
    assert step_vectors((10.0, 10.0), (10.0, 10.0), 10.0, PARTS) == []


def test_over_the_edge_of_the_table_leads_no_step() -> None:
    form = Formation(((2.0, 10.0),), (ROUND,))
    steps = step_vectors((2.0, 10.0), (0.0, 10.0), 4.0, PARTS)
    assert steps == [(-2.0, 0.0), (-1.0, 0.0)]
    assert not_taken(form, steps, [], BARE) == [(-1.0, 0.0)]


@given(
    forms(),
    st.lists(st.tuples(forms(), st.sampled_from((0.0, 1.0))), max_size=3),
    st.lists(st.tuples(at, at), max_size=6),
)
def test_a_step_that_is_shut_leads_where_nobody_may_stand_however_he_turns(form, units, steps) -> None:
    steps = [(x - 20.0, y - 20.0) for x, y in steps]
    others = neighbours([(k, other, inches) for k, (other, inches) in enumerate(units)])
    pieces = [box("rocks", 18, 18, 5, 3)]
    left = not_shut(form, steps, others, pieces)
    assert left == PLAIN.not_shut(form, steps, others, pieces)
    for step in [step for step in steps if step not in left]:
        for front in ((0.0, 1.0), (1.0, 0.0), (3.0, 2.0)):
            there = form.shifted(*step).faced(*front)
            near = any(too_near(there, other, inches) for other, inches in units)
            assert near or any(on_piece(there, i, pieces[0]) for i in range(len(there)))
