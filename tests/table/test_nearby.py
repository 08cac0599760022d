from __future__ import annotations

from math import inf

from hypothesis import given
from hypothesis import strategies as st

from grognard.table.coherency import out_of
from grognard.table.distances import (
    bands,
    by_boxes,
    distance,
    first_near,
    in_boxes,
    model_distance,
    models_within,
    near_any,
    near_model,
    near_point,
    nearest_of,
    next_beyond,
    on_line,
    point_within,
    ranked,
    reaches,
    who_is_by,
    who_is_near,
    who_is_near_model,
    who_is_on_line,
    with_company,
    within,
)
from grognard.table.geometry import NOWHERE, aabb_distance, boxes_within
from grognard.table.space import holds_together, own_overlap
from tests.table.shapes import INFANTRY, forms, stand, tried


@tried(60)
@given(forms(), st.lists(forms(), max_size=5), st.integers(0, 30))
def test_who_is_near_is_whoever_is_within(form, others, inches):
    near = [k for k, other in enumerate(others) if within(form, other, inches)]
    assert who_is_near(form, others, inches) == near
    assert near_any(form, others, inches) == bool(near)
    assert first_near(form, others, inches) == (near[0] if near else -1)


def test_the_limit_itself_counts_and_nobody_is_near_who_is_nowhere():
    one = stand((10, 10), base=INFANTRY)
    others = [NOWHERE, stand((23, 10)), stand((23.125, 10))]  # 12 inches from edge to edge, and an eighth more
    assert who_is_near(one, others, 12.0) == [1]
    assert not near_any(one, [], 12.0)
    assert not near_any(one, others, 11.875)


@tried(60)
@given(st.lists(forms(), max_size=5), st.data())
def test_who_is_by_a_point_has_a_model_there(others, data):
    x, y = data.draw(st.sampled_from([s for other in others for s in other.positions] or [(0.0, 0.0)]))
    inches = data.draw(st.integers(0, 20))
    assert who_is_by(others, x, y, inches) == [
        k for k, other in enumerate(others) if point_within(other, x, y, inches, "centre")
    ]
    assert who_is_by([NOWHERE], x, y, inches) == []
    points = [(x, y), (0.0, 0.0), (x + 1.0, y - 2.0)]
    by = [i for i, point in enumerate(points) if who_is_by(others, *point, inches)]
    assert with_company(points, others, inches) == by


@tried(60)
@given(forms(), st.lists(forms(), max_size=5), st.one_of(st.integers(0, 30), st.just(inf)))
def test_ranks_are_those_of_the_gaps(form, others, inches):
    distances = [(distance(form, other), k) for k, other in enumerate(others)]
    assert ranked(form, others, inches) == sorted(row for row in distances if row[0] <= inches)
    beyond = [row for row in distances if inches < row[0] < inf]
    assert next_beyond(form, others, inches) == (min(beyond)[1] if beyond else -1)


def test_nobody_who_is_nowhere_is_next_and_all_are_ranked_when_nothing_limits_it():
    one, others = stand((10, 10)), [NOWHERE, stand((30, 10)), stand((20, 10)), stand((20, 10))]
    assert next_beyond(one, others, 5.0) == 2
    assert next_beyond(one, others, 25.0) == -1
    assert [k for _, k in ranked(one, others, inf)] == [2, 3, 1, 0]


@tried(60)
@given(forms(), forms(), st.data())
def test_the_nearest_of_some_models_is_the_first_of_those_with_the_least_gap(form, other, data):
    i = data.draw(st.integers(0, len(form) - 1))
    among = data.draw(st.lists(st.integers(0, len(other) - 1), min_size=1, unique=True))
    nearest = nearest_of(form, i, other, tuple(among))
    assert nearest in among
    inches = data.draw(st.integers(0, 30))
    assert near_model(form, i, other, inches) == any(
        models_within(form, i, other, j, inches) for j in range(len(other))
    )
    assert model_distance(form, i, other, nearest) == min(model_distance(form, i, other, j) for j in among)


@tried(60)
@given(forms(), st.lists(forms(), max_size=5), st.integers(0, 30), st.data())
def test_who_is_near_a_model_is_who_has_a_model_within_reach_of_it(form, others, inches, data):
    i = data.draw(st.integers(0, len(form) - 1))
    near = [k for k, o in enumerate(others) if any(models_within(form, i, o, j, inches) for j in range(len(o)))]
    assert who_is_near_model(form, i, others, inches) == near


@tried(60)
@given(forms(), forms(), st.lists(st.tuples(*[st.integers(-1, 30)] * 3), max_size=4), st.data())
def test_a_model_stands_in_one_band_of_each_range(form, other, ranges, data):
    i, j = data.draw(st.integers(0, len(form) - 1)), data.draw(st.integers(0, len(other) - 1))
    ranges = [(max(0.0, least), max(0.0, half), whole) for least, half, whole in ranges]
    found = bands(form, i, other, j, ranges)
    assert len(found) == len(ranges)
    for band, (least, half, whole) in zip(found, ranges, strict=True):
        reached = whole >= 0 and models_within(form, i, other, j, whole)
        assert (band > 0) == (reached and not (least and models_within(form, i, other, j, least)))
        assert (band == 2) == (band > 0 and half > 0 and models_within(form, i, other, j, half))


def test_the_limits_of_a_band_belong_to_it():
    one, other = stand((10, 10), base=INFANTRY), stand((23, 10), base=INFANTRY)  # 12 inches from edge to edge
    assert bands(one, 0, other, 0, [(0, 6, 12), (0, 12, 24), (12, 0, 24), (11, 0, 24), (0, 0, -1)]) == (1, 2, 0, 1, 0)


@tried(60)
@given(forms(), st.tuples(st.floats(0, 48), st.floats(0, 48)), st.integers(0, 30))
def test_somebody_is_near_a_point_when_any_model_is(form, point, inches):
    assert near_point(form, *point, inches) == bool(point_within(form, *point, inches))


def test_of_models_equally_near_the_one_that_stands_first_is_taken():
    one, other = stand((10, 10)), stand((12, 10), (10, 12), (8, 10))
    assert nearest_of(one, 0, other, (2, 1, 0)) == 0
    assert nearest_of(one, 0, other, range(1, 3)) == 1


@tried(40)
@given(forms(), st.lists(forms(), max_size=5), st.integers(0, 30))
def test_boxes_rule_out_whoever_is_farther(form, others, inches):
    near = in_boxes(form.box, others, inches)
    assert near == [k for k, other in enumerate(others) if boxes_within(other.box, form.box, inches)]
    assert set(who_is_near(form, others, inches)) <= set(near)


@tried(60)
@given(forms(), st.integers(-40, 40), st.integers(-40, 40))
def test_a_unit_that_holds_together_does_so_wherever_it_is_moved_as_a_whole(form, x, y):
    for inches in (0.0, 2.0, 12.0):
        asked = inches, "edge", 0.0
        apart = own_overlap(form) is not None or (inches > 0 and bool(out_of(form, *asked)))
        assert holds_together(form, *asked) is not apart
        moved = form.shifted(x / 4, y / 4)
        assert holds_together(moved, *asked) is holds_together(form.moved(moved.positions), *asked) is not apart
        turned = moved.faced(1.0, 2.0)
        assert holds_together(turned, *asked) is holds_together(moved.moved(moved.positions).faced(1.0, 2.0), *asked)


BANDS = st.tuples(st.integers(0, 6), st.integers(0, 12), st.integers(-1, 24)).map(lambda b: tuple(map(float, b)))


@tried(60)
@given(forms(), forms(), st.lists(BANDS, max_size=3), st.lists(BANDS, max_size=2), st.data())
def test_who_reaches_is_measured_to_the_nearest_whom_he_sees(form, other, seen, unseen, data):
    size = len(other.positions)
    views = [tuple(data.draw(st.sets(st.integers(0, size - 1)))) for _ in form.positions]
    models = data.draw(st.lists(st.integers(0, len(form.positions) - 1), unique=True))
    expected = []
    for i in models:
        j = nearest_of(form, i, other, views[i] or range(size))
        near = bands(form, i, other, j, seen if views[i] else unseen)
        if any(near):
            expected.append((i, j, near))
    assert reaches(form, models, views, other, seen, unseen) == expected
    assert reaches(form, models, views, other, seen, unseen, True) == expected[:1]


@tried(60)
@given(st.lists(forms(), max_size=5), *[st.integers(0, 40).map(float)] * 4)
def test_who_is_on_a_line_is_whose_bases_it_touches(others, ax, ay, bx, by):
    touched = [(k, on_line(other, (ax, ay), (bx, by))) for k, other in enumerate(others)]
    assert who_is_on_line(others, (ax, ay), (bx, by)) == [(k, who) for k, who in touched if who]


@tried(60)
@given(forms(), st.lists(forms(), max_size=6), st.integers(0, 30))
def test_by_boxes_come_all_who_are_near_and_the_nearest_box_first(form, others, inches):
    found = by_boxes(form.box, others, inches)
    assert set(found) >= set(who_is_near(form, others, inches))
    far = [aabb_distance(form.box, others[k].box) for k in found]
    assert far == sorted(far) and all(distance <= inches + 0.02 for distance in far)
