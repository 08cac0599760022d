from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from shapely import LineString, Point, Polygon

from grognard.table.geometry import NOWHERE, Formation, footprint
from grognard.table.sight import lines
from grognard.table.sight.lines import Blockers
from grognard.table.sight.visibility import (
    Cover,
    Silhouette,
    lazy_sight,
    look,
    model_sees_model,
    models_seen_between,
    sees_any,
)
from grognard.table.terrain import Piece
from tests.table.shapes import BIKE, INFANTRY, TANK, box, forms, ground, line, polygons, stand, tried

WALL = box("wall", 20, 20, 8, 2)
WOOD = box("wood", 20, 18, 8, 6, words=("dense", "difficult"), cover="light")
HEDGE = box("hedge", 20, 20, 8, 1, 1.0, words=(), cover="light")


def test_nothing_between_and_everybody_sees_everybody():
    seen = look(ground(), line(20, 5), line(20, 40), 1.5, 1.5)
    assert seen.seen == (0, 1, 2, 3, 4) and seen.views == ((0, 1, 2, 3, 4),) * 5
    assert seen.obscured == 0.0 and seen.blocks == () and seen.cover == () and seen


def test_a_wall_hides_those_behind_it_and_is_named():
    seen = look(ground(WALL), stand((24, 15)), stand((24, 27), (40, 27)), 1.5, 1.5)
    assert seen.seen == (1,) and seen.hidden == (1.0, 0.0) and seen.blocks == ("wall",)
    assert seen.obscured == 0.5 and seen.firers == (0,)


def test_a_tall_model_looks_over_a_wall():
    assert look(ground(WALL), stand((24, 15)), stand((24, 27)), 8, 8).hidden == (0.0,)


def test_a_low_hedge_hides_nobody_and_covers_those_behind_it():
    seen = look(ground(HEDGE), stand((24, 16)), stand((24, 22)), 1.5, 1.5)
    assert seen.seen == (0,) and seen.hidden == (0.0,) and seen.blocks == ()
    assert seen.cover == (Cover("hedge", "between", (0,)),)


def test_a_wood_hides_those_behind_it_and_covers_those_in_it():
    through = look(ground(WOOD), stand((24, 12)), stand((24, 30)), 1.5, 1.5)
    inside = look(ground(WOOD), stand((24, 12)), stand((24, 21), (24, 17)), 1.5, 1.5)
    outwards = look(ground(WOOD), stand((24, 21)), stand((24, 30)), 1.5, 1.5)
    assert not through and through.blocks == ("wood",)
    assert inside.seen == (0, 1) and inside.cover == (Cover("wood", "in", (0,)),) and inside.covered("wood") == (0,)
    assert outwards.seen == (0,) and outwards.cover == ()


def test_solid_walls_block_also_those_who_stand_in_them():
    assert not look(ground(WALL), stand((24, 21)), stand((24, 30)), 1.5, 1.5)
    assert not look(ground(WALL), stand((24, 12)), stand((24, 21)), 1.5, 1.5)


def test_who_stands_on_the_roof_sees_and_is_seen():
    roof = stand((24, 21), levels=(3.0,))
    assert look(ground(WALL), roof, stand((24, 32)), 1.5, 1.5)
    assert look(ground(WALL), stand((24, 5)), roof, 1.5, 1.5)


def test_half_of_a_model_behind_a_corner_is_hidden():
    seen = look(ground(box("house", 24, 20, 10, 5)), stand((24, 10)), stand((24, 40)), 1.5, 1.5)
    assert seen.seen == (0,) and 0 < seen.hidden[0] < 1 and seen.cover == (Cover("house", "between", (0,)),)


def test_models_of_another_unit_block_when_they_are_as_tall():
    seen = look(ground(), stand((24, 10)), stand((24, 30)), 1.5, 1.5, [(7, line(23, 20, 3, 1.0), 1.5)])
    assert not seen and seen.blocks == (7,)
    low = look(ground(), stand((24, 10)), stand((24, 30)), 1.5, 1.5, [(7, line(23, 28, 3, 1.0), 1.0)])
    assert low.seen == (0,) and low.hidden == (0.5,) and low.cover == (Cover(7, "between", (0,)),)


def test_a_tank_in_the_way_is_as_wide_as_its_hull():
    tank = stand((24, 20), base=TANK, facing=((1.0, 0.0),))
    assert not look(ground(), stand((24, 10)), stand((24, 30)), 1.5, 1.5, [("tank", tank, 3.0)])
    assert look(ground(), stand((24, 10)), stand((24, 30)), 1.5, 1.5, [("tank", tank.shifted(6, 0), 3.0)])


def test_cover_between_needs_every_firer_to_look_across_it():
    two = look(ground(HEDGE), stand((24, 16), (40, 24)), stand((24, 24)), 1.5, 1.5)
    assert two.seen == (0,) and two.cover == ()


def test_a_flat_crater_covers_only_those_in_it():
    crater = box("crater", 20, 20, 4, 4, 0.0, words=("soft",), cover="light")
    assert look(ground(crater), stand((22, 10)), stand((22, 22), (22, 30)), 1, 1).cover == (
        Cover("crater", "in", (0,)),
    )


def test_a_unit_that_is_not_there_neither_sees_nor_is_seen():
    assert not look(ground(), NOWHERE, line(1, 1), 1, 1) and not look(ground(), line(1, 1), NOWHERE, 1, 1)


def test_each_model_has_its_own_height():
    seen = look(ground(HEDGE), stand((24, 16)), stand((22, 24), (26, 24)), 1.0, (0.5, 6.0))
    assert seen.seen == (0, 1) and [c.models for c in seen.cover] == [(0,)]


def stopped_by_shapely(piece, polygon, eye, target, za, zb):
    """Whether the line is stopped by the piece, or None when it only grazes it."""
    path = LineString([eye, target])
    met = path.intersection(polygon)
    if met.length < 1e-3:
        return None if polygon.distance(path) < 1e-3 else False
    if polygon.boundary.distance(Point(eye)) < 1e-3 or polygon.boundary.distance(Point(target)) < 1e-3:
        return None
    parts = [p for g in getattr(met, "geoms", [met]) for p in g.coords]
    heights = [za + (zb - za) * Point(eye).distance(Point(p)) / path.length for p in parts]
    if abs(min(heights) - piece.height) < 1e-3:
        return None
    return min(heights) < piece.height


@tried(100)
@given(
    forms(4, st.just(INFANTRY)), forms(4, st.just(footprint("round", 40))), st.lists(polygons(), max_size=3), st.data()
)
def test_sight_agrees_with_shapely(a, b, shapes, data):
    words = [data.draw(st.sampled_from([("solid",), ("dense",)])) for _ in shapes]
    heights = [data.draw(st.integers(1, 6)) for _ in shapes]
    pieces = [Piece(f"{k}", p, float(h), w) for k, (p, h, w) in enumerate(zip(shapes, heights, words, strict=True))]
    area = [Polygon(p.points) for p in pieces]
    tall_a, tall_b = data.draw(st.sampled_from([1.0, 2.5])), data.draw(st.sampled_from([1.0, 2.5, 5.0]))
    got = look(ground(*pieces), a, b, tall_a, tall_b)
    target = lines.Target()
    target.stand(b, b.box, lines.widest(b))
    for i, eye in enumerate(a.positions):
        firer = lines.viewer()
        firer.look_round(target, [], *eye, tall_a, ())
        for j, centre in enumerate(b.positions):
            clear = []
            firer.aim(j)
            for end in (firer.ends[0:2], firer.ends[2:4], firer.ends[4:6]):
                stops = []
                for piece, polygon in zip(pieces, area, strict=True):
                    inside = piece.holds(*eye) or piece.holds(*centre)
                    if piece.has("solid") or not inside:
                        assume(LineString([eye, end]).length > 0)
                        stops.append(stopped_by_shapely(piece, polygon, eye, end, tall_a, tall_b))
                assume(True in stops or None not in stops)
                clear.append(True not in stops)
            assert (j in got.views[i]) == any(clear)


@tried(60)
@given(forms(4), forms(4), st.lists(polygons(), max_size=4), forms(3), st.data())
def test_a_glimpse_of_one_is_what_the_two_see_alone_and_in_their_units(a, b, shapes, others, data):
    words = st.sampled_from([("solid",), ("dense",), ()])
    pieces = [Piece(f"{k}", p, 2.0 + k, data.draw(words), "light") for k, p in enumerate(shapes)]
    high, low, blockers = (
        data.draw(st.sampled_from([1.0, 4.0])),
        data.draw(st.sampled_from([1.0, 3.0])),
        [(9, others, 2.0)],
    )
    assert sees_any(ground(*pieces), a, b, high, low) == bool(look(ground(*pieces), a, b, high, low))
    whole = look(ground(*pieces), a, b, high, low, blockers)
    for i, view in enumerate(whole.views):
        for j in range(len(b)):
            alone = look(ground(*pieces), a.only((i,)), b.only((j,)), high, low, blockers)
            assert (
                model_sees_model(ground(*pieces), Silhouette(a, i, high), Silhouette(b, j, low), blockers)
                == (j in view)
                == bool(alone)
            )
            rows = ([Blockers(9, others, 3, 2.0), Blockers(8, others, 2, 9.0), Blockers(7, a, 3, 9.0)],)
            one, other = Silhouette(a, i, (high,) * len(a)), Silhouette(b, j, (low,) * len(b))
            assert models_seen_between(ground(*pieces), one, other, rows, 3, (7, 5)) == (j in view)


@tried(100)
@given(forms(5), forms(5), st.lists(polygons(), max_size=5), forms(3), st.data())
def test_whoever_asks_about_a_part_in_whatever_order_is_told_what_is_told_of_the_whole(a, b, shapes, others, data):
    words = st.sampled_from([("solid",), ("dense",), ()])
    pieces = [Piece(f"{k}", p, 0.5 + k, data.draw(words), "light") for k, p in enumerate(shapes)]
    levels = tuple(data.draw(st.sampled_from([0.0, 1.5])) for _ in b.positions)
    high, low = data.draw(st.sampled_from([1.0, 4.0])), data.draw(st.sampled_from([1.0, 3.0]))
    asked = (ground(*pieces), a, Formation(b.positions, b.bases, b.facing, levels), high, low, [(9, others, 2.0)])
    worth = tuple(data.draw(st.integers(0, 3)) for _ in shapes)
    whole, part = look(*asked), lazy_sight(*asked, worth)
    cover = [0] * len(b)
    for told in whole.cover:
        for j in told.models if told.what != 9 else ():
            cover[j] = max(cover[j], worth[int(told.what)])
    if data.draw(st.booleans()):
        assert part.cover == tuple(cover)
    for i in data.draw(st.permutations(range(len(a)))):
        assert part.of(i) == whole.views[i]
        if data.draw(st.booleans()):
            assert part.any() == bool(whole)
    assert (part.views, part.seen, part.cover) == (whole.views, whole.seen, tuple(cover))
    assert lazy_sight(*asked, worth).any() == part.any() == bool(whole)


def test_the_best_cover_that_everybody_looks_across_counts():
    hedges = ground(box("hedge", 20, 20, 8, 1, 1.2, words=()), box("bank", 20, 22, 8, 1, 1.2, words=()))
    one, behind = stand((24, 16)), stand((24, 24))
    assert lazy_sight(hedges, one, stand((24, 24), (40, 24)), 1.5, 1.5, (), (2, 4)).cover == (4, 0)
    assert lazy_sight(hedges, one, behind, 1.5, 1.5, (), (2, 0)).cover == (2,)
    assert lazy_sight(hedges, stand((24, 16), (44, 24)), behind, 1.5, 1.5, (), (2, 4)).cover == (0,)


def test_nobody_sees_a_unit_that_is_not_there_nor_a_part_of_it():
    there, nobody = stand((24, 16)), lazy_sight(ground(WALL), NOWHERE, stand((24, 26)), 1.5, 1.5, (), (2,))
    assert (nobody.views, nobody.seen, nobody.cover, nobody.any()) == ((), (), (0,), False)
    gone = lazy_sight(ground(WALL), there, NOWHERE, 1.5, 1.5, (), (2,))
    assert (gone.views, gone.seen, gone.cover, gone.any()) == (((),), (), (), False)


def test_large_units_are_seen_past_a_wall():
    seen = look(ground(WALL), line(18, 10, 12, 1.0), line(18, 30, 12, 1.0), 1.5, 1.5)
    assert len(seen.views) == 12 and seen.blocks == ("wall",) and 0 < seen.obscured < 1


@pytest.mark.parametrize("base", [BIKE, TANK])
def test_a_long_base_shows_its_ends_past_a_wall(base):
    target = stand((24, 30), base=base, facing=((1.0, 0.0),))
    narrow = box("post", 23.75, 20, 0.5, 0.5)
    assert look(ground(narrow), stand((24, 10)), target, 2, 2).hidden == (pytest.approx(1 / 3),)
