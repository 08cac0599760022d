from __future__ import annotations

import pytest
from hypothesis import assume, given
from shapely import Point, Polygon

from grognard.table.templates import (
    LARGE,
    Circle,
    Clover,
    Teardrop,
    all_under,
    best_circle,
    best_teardrop,
    under,
    zones,
)
from tests.table.shapes import TANK, facing, forms, line, position, radius, shape, stand, tried


def area(form, i):
    return shape(form, i).buffer(radius(form, i), quad_segs=64) if radius(form, i) else shape(form, i)


def drop_of(template):
    """The teardrop as Shapely makes it: the hull of its two circles."""
    fx, fy = template.facing
    f = (fx * fx + fy * fy) ** 0.5
    far = template.length - template.end
    tip = Point(template.x + template.tip * fx / f, template.y + template.tip * fy / f).buffer(
        template.tip, quad_segs=64
    )
    end = Point(template.x + far * fx / f, template.y + far * fy / f).buffer(template.end, quad_segs=64)
    return tip.union(end).convex_hull


@tried(80)
@given(forms(), position)
def test_models_under_a_circle_are_those_that_shapely_finds(form, at):
    circle = Point(at).buffer(LARGE, quad_segs=64)
    for i in range(len(form)):
        distance = shape(form, i).distance(Point(at)) - radius(form, i) - LARGE
        assume(abs(distance) > 0.01)
        assert Circle(*at, LARGE).touches(form, i) == (distance <= 0)
        if circle.buffer(0.01).contains(area(form, i)) == circle.buffer(-0.01).contains(area(form, i)):
            assert Circle(*at, LARGE).covers(form, i) == circle.contains(area(form, i))


@tried(80)
@given(forms(), position, facing)
def test_models_under_a_teardrop_are_those_that_shapely_finds(form, at, front):
    template = Teardrop(*at, front)
    drop = drop_of(template)
    for i in range(len(form)):
        base = area(form, i)
        slack = 0.04 if form.bases[i].shape != "round" else 0.01
        assume(drop.buffer(slack).intersects(base) == drop.buffer(-slack).intersects(base))
        assert template.touches(form, i) == drop.intersects(base)
        if drop.buffer(0.01).contains(base) == drop.buffer(-0.01).contains(base):
            assert template.covers(form, i) == drop.contains(base)
    assert under(template, form) == tuple(i for i in range(len(form)) if template.touches(form, i))


@tried(40)
@given(position, facing)
def test_the_outline_of_a_teardrop_is_the_teardrop(at, front):
    drawn, whole = Polygon(Teardrop(*at, front).outline()), drop_of(Teardrop(*at, front))
    assert drawn.is_valid and drawn.symmetric_difference(whole).area < 0.25
    assert whole.buffer(0.01).contains(drawn)


def test_a_teardrop_is_eight_inches_long():
    template = Teardrop(10, 10, (0.0, 1.0))
    assert template.depth(10, 18) == pytest.approx(0) and template.depth(10, 10) == pytest.approx(0)
    assert template.depth(11.25, 16.75) == pytest.approx(0, abs=0.02) and template.depth(10, 9) > 0.9


def test_all_units_under_a_marker_are_told():
    found = all_under(Circle(12, 10, 1.5), [(1, line(10, 10)), (2, line(30, 30)), (3, stand((13, 9)))])
    assert found == ((1, (0, 1, 2)), (3, (0,)))
    assert under(Circle(11.5, 10, 1.0), line(10, 10), wholly=True) == (1,)


def test_nested_circles_tell_the_innermost_that_a_model_lies_under():
    assert zones(10, 10, (1, 3, 5), stand((10, 10), (13, 10), (15, 10), (17, 10))) == (0, 1, 2, -1)


def test_a_clover_has_five_circles():
    clover = Clover(24, 24)
    assert [(c.x, c.y) for c in clover.circles()] == [(24, 29), (29, 24), (24, 19), (19, 24), (24, 24)]
    assert under(clover, stand((24, 31), (28, 28), (24, 24))) == (0, 2)
    assert under(clover, stand((24, 33), (24, 30)), wholly=True) == (1,)


def test_the_best_circle_lies_over_a_model_and_touches_most():
    target = stand((10, 10), (12.375, 10), (20, 20))
    best = best_circle(target)
    assert under(best, target) == (0, 1) and any(best.hole_on(target, i) for i in (0, 1))
    friends = stand((11.25, 10.5))
    assert under(best_circle(target, avoid=[friends]), friends) == ()
    assert under(best_circle(target, allowed=[2]), target) == (2,)
    assert best_circle(target, allowed=[]) is None


def test_the_best_teardrop_burns_most_and_spares_friends():
    target = line(20, 16)
    drop = best_teardrop(stand((23, 10)), target)
    assert len(under(drop, target)) >= 3
    assert (drop.x - 23) ** 2 + (drop.y - 10) ** 2 == pytest.approx(0.25, abs=0.01), "at the edge of the firer's base"
    friend = stand((23, 13))
    spared = best_teardrop(stand((23, 10)), target, [friend])
    assert spared is None or under(spared, friend) == ()
    assert best_teardrop((23, 10), line(20, 30)) is None


def test_a_torrent_reaches_farther():
    far = line(20, 28)
    assert best_teardrop((23, 10), far) is None and best_teardrop((23, 10), far, reach=12.0) is not None


def test_a_tank_lies_under_a_template_with_any_part_of_its_hull():
    tank = stand((24, 24), base=TANK, facing=((1.0, 0.0),))
    assert Circle(28, 24, 1.5).touches(tank, 0) and not Circle(24, 27.1, 1.5).touches(tank, 0)
    assert Teardrop(24, 14, (0.0, 1.0), length=9.0).touches(tank, 0) and not Teardrop(24, 14, (0.0, 1.0)).touches(
        tank, 0
    )
