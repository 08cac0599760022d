"""Who touches whom, and where a unit stands part of its way: as the geometry of single models says."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from grognard.table.distances import (
    common_range_band,
    distance,
    distance_after,
    models_by,
    models_near,
    models_within,
    part_way,
    range_band,
    range_bands,
)
from grognard.table.geometry import Formation, footprint

on_the_lattice = st.integers(0, 12 << 10).map(lambda n: n / 1024)
positions = st.tuples(on_the_lattice, on_the_lattice)
bases = st.sampled_from((footprint("round", 25, 25), footprint("round", 40, 40), footprint("hull", 120, 80)))
steps = st.tuples(*[st.integers(-(6 << 10), 6 << 10).map(lambda n: n / 1024)] * 2)
inches = st.sampled_from((0.0, 1 / 128, 1.0, 4.0))


@st.composite
def forms(draw, most: int = 4) -> Formation:
    models = draw(st.lists(st.tuples(positions, bases), min_size=1, max_size=most))
    return Formation(tuple(position for position, _ in models), tuple(base for _, base in models))


@given(forms(), forms(), inches)
def test_models_near_another_unit_are_those_that_are_near_a_model_of_it(a, b, far) -> None:
    pairs = {(i, j) for i in range(len(a)) for j in range(len(b)) if models_within(a, i, b, j, far)}
    for i in range(len(a)):
        assert models_by(a, i, b, far) == tuple(j for j in range(len(b)) if (i, j) in pairs)
    assert models_near(a, [b], far) == sorted({i for i, _ in pairs})
    assert models_near(a, [], far) == []


@given(forms(), steps, st.sampled_from((0.0, 1 / 3, 0.5, 1.0)))
def test_part_of_the_way_is_what_moving_each_model_says(form, step, part) -> None:
    end = form.shifted(*step)
    there = part_way(form, end, part)
    assert (
        there.positions == form.moved([(x + step[0] * part, y + step[1] * part) for x, y in form.positions]).positions
    )
    assert there.bases == end.bases and there.box == end.moved(there.positions).box


@given(forms(), steps, forms())
def test_how_far_units_would_be_apart_after_a_step(form, step, other) -> None:
    assert distance_after(form, step, other) == distance(form.shifted(*step), other)


@given(forms(), forms(), st.data())
def test_the_band_of_each_model_is_that_of_the_nearest_whom_it_sees(a, b, data) -> None:
    bands = (1, 3, 6)
    views = [tuple(sorted(data.draw(st.sets(st.sampled_from(range(len(b))))))) for _ in range(len(a))]
    for given_views in (views, ()):
        found = range_bands(a, b, given_views, bands)
        whole = common_range_band(a, b, bands)
        assert whole < 0 or found == [whole] * len(a)
        for i, k in enumerate(found):
            assert k == range_band(a, i, b, given_views[i] if given_views else (), bands)
            seen = (views[i] if given_views else ()) or range(len(b))
            assert k == next((n for n, far in enumerate(bands) if any(models_within(a, i, b, j, far) for j in seen)), 3)
