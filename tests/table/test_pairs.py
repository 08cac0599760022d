"""Which models of two formations are nearest, and what lies between them at least and at most."""

from __future__ import annotations

from hypothesis import assume, given
from hypothesis import strategies as st
from shapely import LineString, Point

from grognard.table import distances
from grognard.table.distances import nearest_first, on_line
from grognard.table.geometry import Footprint, Formation
from grognard.table.sight.lines import base_box, each_passes, occluded, passed_over
from tests.table.shapes import INFANTRY, forms, position, radius, shape, stand, tried


def squares(a, b):
    return {
        (i, j): (x - u) ** 2 + (y - v) ** 2
        for i, (x, y) in enumerate(a.positions)
        for j, (u, v) in enumerate(b.positions)
    }


@tried(100)
@given(forms(), forms(), st.data())
def test_nearest_models(a, b, data):
    far = squares(a, b)
    assert far[distances.closest_pair(a, b)] == min(far.values())
    among = data.draw(st.lists(st.integers(0, len(b) - 1), min_size=1))
    assert distances.nearest_d2(a.positions[0], b.positions, among) == min(far[0, k] for k in among)


@tried(60)
@given(forms(), forms())
def test_all_distances_are_those_of_each_two(a, b):
    far = squares(a, b)
    assert distances.all_d2(a.positions, b.positions) == tuple(
        tuple(far[i, j] for j in range(len(b))) for i in range(len(a))
    )
    assert distances.all_d2((), b.positions) == () and distances.all_d2(a.positions[:1], ()) == ((),)


def test_of_models_as_near_the_first_is_nearest():
    square = stand((1, 1), (1, -1), (-1, 1))
    assert distances.closest_pair(stand((9, 9), (0, 0), (0, 0)), square) == (1, 0)
    assert distances.nearest_d2((0.0, 0.0), (), ()) == float("inf")


@tried(100)
@given(forms(bases=st.just(INFANTRY)), forms(bases=st.just(INFANTRY)))
def test_who_is_nearest_suffers_first(a, b):
    far = squares(a, b)
    least = [min(far[i, j] for j in range(len(b))) for i in range(len(a))]
    assert nearest_first(a, b) == tuple(sorted(range(len(a)), key=lambda i: (least[i], i)))
    assert nearest_first(a, Formation((), ())) == tuple(range(len(a)))


@tried(100)
@given(forms(), forms())
def test_two_boxes_bound_every_distance(a, b):
    least, most = distances.least_and_most_d2(a.box, b.box)
    for i in range(len(a)):
        for j in range(len(b)):
            assert least <= shape(a, i).distance(shape(b, j)) ** 2 + 1e-6
            assert squares(a, b)[i, j] <= most


@tried(100)
@given(forms())
def test_the_box_of_a_model_is_that_of_the_model_alone(a):
    assert [base_box(a, i) for i in range(len(a))] == [a.only((i,)).box for i in range(len(a))]


@tried(100)
@given(
    st.lists(forms(bases=st.sampled_from([INFANTRY, Footprint("hull", 3.0, 1.5)])), max_size=3),
    st.lists(position, max_size=3),
    position,
)
def test_lines_that_pass_over_models(others, positions, end):
    """A base counts as a circle as wide as the base is."""
    passes = []
    for start in positions:
        line = LineString([start, end]) if start != end else Point(end)
        distances = [
            line.distance(Point(s)) - base.half_width
            for f in others
            for s, base in zip(f.positions, f.bases, strict=True)
        ]
        assert any(passed_over(f, start, end) for f in others) == any(g < 0 for g in distances) or any(
            abs(g) < 1e-6 for g in distances
        )
        passes.append(any(passed_over(f, start, end) for f in others))
    assert each_passes(others, positions, end) == all(passes)


@tried(100)
@given(st.lists(forms(bases=st.just(INFANTRY)), max_size=2), forms(bases=st.just(INFANTRY)), forms(), st.data())
def test_a_model_is_screened_when_all_who_see_it_see_it_past_others(others, firers, target, data):
    models = range(len(target))
    views = [tuple(data.draw(st.sets(st.sampled_from(models)))) for _ in firers.positions]
    among = data.draw(st.lists(st.sampled_from(models), unique=True))
    expected = []
    for j in among:
        seen_from = [position for position, view in zip(firers.positions, views, strict=True) if j in view]
        if each_passes(others, seen_from, target.positions[j]):
            expected.append(j)
    assert occluded(others, firers.positions, views, target.positions, among) == expected


@tried(100)
@given(forms(), position, position)
def test_a_line_touches_the_bases_that_it_meets(form, start, end):
    assume(start != end)
    line, touched = LineString([start, end]), on_line(form, start, end)
    for i in range(len(form)):
        beyond = line.distance(shape(form, i)) - radius(form, i)
        assume(beyond < -1e-6 or beyond > 1e-6 or radius(form, i) == 0.0 == beyond)
        assert (i in touched) == (beyond <= 0.0)
