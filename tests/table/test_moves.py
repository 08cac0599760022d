from __future__ import annotations

from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from shapely import LineString, Point

from grognard.errors import GrognardError
from grognard.table.coherency import coherent
from grognard.table.distances import distance, touching, who_within, within
from grognard.table.generate import generate
from grognard.table.geometry import FORWARD, NOWHERE, Formation, snap
from grognard.table.moves import Moves
from grognard.table.paths import MovementMode
from grognard.table.space import Placing, own_overlap
from tests.table.shapes import BIKE, INFANTRY, TANK, box, ground, line, position, stand, tried

MARSH = box("marsh", 10, 20, 10, 10, 0.0, ("difficult",))
ROCK = box("rock", 10, 20, 10, 4, 3.0, ("impassable", "solid"))
CREST = box("hedge", 10, 20, 10, 4, 1.0, ("soft",), cover="light")


def reasons(moves, form):
    return "; ".join(moves.why_not(form))


def test_a_unit_moves_as_far_as_it_may_and_no_farther():
    moves = Moves(ground(), line(10, 10), 6)
    assert line(10, 16) in moves and moves.why_not(line(10, 16)) == []
    assert reasons(moves, line(10, 16.5)).startswith('model 1 would move 6.50", 6" allowed')
    assert len(moves.why_not(line(10, 17))) == 5 and len(moves.why_not(line(10, 17), first=True)) == 1


def test_standing_still_is_legal_however_the_unit_stands():
    scattered = stand((5, 5), (20, 20))
    assert scattered in Moves(ground(), scattered, 6)
    assert line(10, 10) in Moves(ground(), line(10, 10), 6, [], [(7, line(10, 11.25))])


def test_the_edge_of_the_table_stops_a_unit():
    assert "over the edge" in reasons(Moves(ground(), line(1, 10), 6), line(0.25, 10))


def test_an_inch_is_kept_from_enemies_and_nothing_from_friends():
    moves = Moves(ground(), line(10, 10), 6, [(3, line(10, 14))], [(7, line(10, 17))], call=lambda u: f"squad {u}")
    assert 'model 1 would stand nearer than 1" to squad 7' in reasons(moves, line(10, 15.5))
    assert line(10, 15) in moves, "exactly an inch away, base to base with friends"
    assert "model 1 would stand on squad 3" in reasons(moves, line(10, 14.5))


def test_nobody_moves_through_enemies():
    behind = line(10, 15)
    assert "unit 7 stands in the way" in reasons(Moves(ground(), line(10, 10), 6, [], [(7, line(4, 12.5, 16))]), behind)
    assert behind in Moves(ground(), line(10, 10), 6, [(7, line(4, 12.5, 16))])
    everybody, nobody = MovementMode(through="everybody"), MovementMode(through="nobody")
    assert behind in Moves(ground(), line(10, 10), 6, [], [(7, line(4, 12.5, 16))], everybody)
    assert "in the way" in reasons(Moves(ground(), line(10, 10), 6, [(3, line(4, 12.5, 16))], [], nobody), behind)


def test_who_stands_close_to_an_enemy_may_leave():
    moves = Moves(ground(), stand((10, 10)), 6, [], [(7, stand((11, 10)))])
    assert stand((6, 10)) in moves and stand((9, 10)) in moves
    assert "nearer than" in reasons(moves, stand((9.5, 10)))


def test_impassable_ground_is_gone_round_if_that_is_near_enough():
    start, goal = stand((10, 18)), stand((10, 26))
    short, long = Moves(ground(ROCK), start, 8), Moves(ground(ROCK), start, 10)
    assert "rock is in the way of model 1, and there is no way round" in reasons(short, goal) and goal in long
    assert "in the way" in reasons(Moves(ground(ROCK), start, 10, mode=MovementMode(straight=True)), goal)
    assert goal in Moves(ground(ROCK), start, 8, mode=MovementMode(over=3.0))
    inside = reasons(Moves(ground(ROCK), start, 8, mode=MovementMode(over=3.0)), stand((12, 22)))
    assert inside == "model 1 would stand in rock, which is impassable to it"


def test_slow_ground_takes_twice_the_movement():
    moves = Moves(ground(MARSH), stand((15, 18)), 6)
    assert stand((15, 22)) in moves
    assert reasons(moves, stand((15, 23))) == 'model 1 needs 8.00" through marsh, 6" allowed'
    assert stand((15, 24)) in Moves(ground(MARSH), stand((15, 18)), 6, mode=MovementMode(slow=()))
    flat = MovementMode(rate=1.0, penalty=2.0)
    assert stand((15, 22)) in Moves(ground(MARSH), stand((15, 18)), 6, mode=flat)
    assert stand((15, 22.5)) not in Moves(ground(MARSH), stand((15, 18)), 6, mode=flat)


def test_climbing_costs_movement():
    roof = stand((15, 22), levels=(3.0,))
    assert roof in Moves(ground(ROCK), stand((15, 18)), 7, mode=MovementMode(barred=()))
    assert "needs 7.00" in reasons(Moves(ground(ROCK), stand((15, 18)), 6, mode=MovementMode(barred=())), roof)


def test_a_unit_must_end_in_coherency_without_overlaps():
    moves = Moves(ground(), line(10, 10), 6)
    apart = line(10, 10).moved([(8, 5), (11.5, 10), (13, 10), (14.5, 10), (16, 10)])
    assert 'model 1 would be out of coherency (2")' in reasons(moves, apart)
    assert "models 1 and 2 would overlap" in reasons(moves, line(10, 10, step=0.5))
    assert line(10, 10, step=0.5).shifted(0, 0) not in moves


def test_a_broken_unit_may_move_towards_coherency_but_not_away_from_it():
    broken = stand((10, 10), (11, 10), (30, 10))
    moves = Moves(ground(), broken, 6)
    assert broken.moved([(10, 10), (11, 10), (25, 10)]) in moves
    assert broken.moved([(10, 10), (11, 10), (31, 10)]) not in moves
    closer = moves.close_ranks()
    assert closer is not None and closer in moves and closer.positions[2][0] < 25
    assert next(iter(moves.proposals()))[0] == "stand" and moves.draw(Random(1)) is not None


def test_some_moves_have_a_least_length():
    moves = Moves(ground(), stand((10, 10)), 36, least=18, mode=MovementMode(straight=True))
    assert stand((10, 10)) not in moves and stand((10, 20)) not in moves and stand((10, 30)) in moves
    assert moves.draw(Random("flyer")) in moves
    assert Moves(ground(), stand((1, 1)), 80, least=79).draw(Random(1)) is None


def test_a_tank_turns_as_it_goes():
    moves = Moves(ground(), stand((24, 24), base=TANK), 12, [], [(7, line(42, 24, 3))])
    form = moves.toward(40, 24)
    assert form is not None and form.facing == ((1.0, 0.0),) and form.positions == ((36, 24),)
    wall = ground(box("rock", 26, 20, 4, 8, words=("impassable",)))
    turned = stand((24, 24), base=TANK, facing=((1.0, 0.0),))
    assert "would stand in rock" in reasons(Moves(wall, stand((24, 24), base=TANK), 12), turned), "it cannot turn there"


def test_proposals_are_legal_distinct_and_have_a_purpose():
    field = ground(CREST, objectives=((30.0, 30.0),))
    moves = Moves(field, line(10, 10), 6, [(3, line(10, 5))], [(7, line(10, 30)), (8, line(40, 40)), (9, NOWHERE)])
    made = list(moves.proposals())
    assert [why for why, _ in made] == [
        "stand",
        "towards the enemy",
        "towards the enemy",
        "away from the enemy",
        "to objective 1",
    ]
    assert all(form in moves for _, form in made) and len({form.positions for _, form in made}) == len(made)
    assert [f.positions for f in moves] == [f.positions for _, f in made]


def test_what_moves_aim_at_is_known_before_they_are_judged():
    field = ground(CREST, objectives=((30.0, 30.0), (8.0, 9.5)))
    for enemies in ([(7, line(10, 30)), (8, line(40, 40))], [(7, line(10, 14))]):
        moves = Moves(field, line(10, 10), 6, [(3, line(10, 5))], enemies)
        made = [(make(), towards) for make, towards in moves.aims()]
        proposed = {form.positions for form in moves}
        assert {form.positions for form, _ in made[:-4] if form is not None} == proposed
        (x, y), stands = moves.centre, moves.form
        for form, towards in made:
            assert towards is not None
            steps = [moves.step(*towards, part) for part in (1.0, 0.5, 0.25)] if towards != (x, y) else [(0.0, 0.0)]
            assert form is None or form.centre in [(x + dx, y + dy) for dx, dy in steps]
            assert (form == stands) == (towards == (x, y))
    charge = Moves(field, line(10, 10), 9, [], [(7, line(10, 15))], target=7)
    assert [towards for _, towards in charge.aims()] == [None]


def test_a_bot_whose_straight_way_is_barred_may_go_to_either_side():
    field = ground(objectives=((10.0, 30.0),))
    crowd = [(k, line(10, 10 + k, 1)) for k in (1, 2, 4)]
    moves = Moves(field, line(10, 10, 1), 4, crowd, [])
    assert [why for why, _ in moves.proposals()] == ["stand"]
    left, right = [moves.offer(make) for make, _ in moves.aims()[-2:]]
    assert left.centre[0] < 10 < right.centre[0] and left in moves and right in moves
    assert left.centre[1] > 10 and right.centre[1] > 10


def test_a_step_never_goes_beyond_the_point_nor_the_move():
    moves = Moves(ground(), line(10, 10), 6)
    assert moves.step(13, 12) == (0, 2) and moves.step(13, 40) == (0, 6) and moves.step(13, 40, 0.25) == (0, 1.5)
    assert moves.toward(13, 10) is None and moves.away(13, 10) is not None


def test_a_pick_is_coordinates_and_is_judged_again():
    moves = Moves(ground(), line(10, 10), 6)
    assert moves.decode(moves.plain(line(10, 16))).positions == line(10, 16).positions
    with pytest.raises(GrognardError, match="not a legal move: model 1 would move"):
        moves.decode(line(10, 17).plain())
    with pytest.raises(GrognardError, match="places of 5 models"):
        moves.decode([[1, 2]])
    assert reasons(moves, stand((1, 1))) == "these are not the models of the unit"


def test_a_charge_brings_models_into_contact_one_by_one():
    target = line(10, 20)
    moves = Moves(ground(), line(10, 12), 9, [], [(7, target), (8, line(10, 30))], target=7)
    form = moves.charge_into(target)
    assert form is not None and form in moves and coherent(form, 2)
    assert len(who_within(form, target, 1 / 128)) == 5, "everybody gets there"
    assert [why for why, _ in moves.proposals()] == ["charge"] and moves.draw(Random(1)) is not None
    assert moves.reach(target) == 7


def test_a_charge_must_reach_its_target_and_keep_from_others():
    target, other = line(10, 20), line(10, 21.25)
    short = Moves(ground(), line(10, 12), 6, [], [(7, target)], target=7)
    assert short.charge_into(target) is None and "nobody would reach unit 7" in reasons(short, line(10, 18))
    assert line(10, 12) not in short, "a charge may not stand"
    guarded = Moves(ground(), line(10, 12), 9, [], [(7, target), (8, other)], target=7)
    form = guarded.charge_into(target)
    assert form is None or not within(form, other, 1 - 1 / 1024)
    both = Moves(ground(), line(10, 12), 9, [], [(7, target), (8, line(24, 20))], target=(7, 8))
    assert "unit 8" in reasons(both, line(10, 19))


@pytest.mark.parametrize("base", [TANK, BIKE])
def test_vehicles_and_bikes_charge_too(base):
    target = line(30, 24)
    start = stand((20, 24), base=base, facing=((0.0, 1.0),))
    form = Moves(ground(), start, 9, [], [(7, target)], target=7).charge_into(target)
    assert form is not None and touching(form, target)
    hull = stand((30, 24), base=TANK)
    form = Moves(ground(), line(18, 24), 9, [], [(7, hull)], target=7).charge_into(hull)
    assert form is not None and touching(form, hull) and own_overlap(form) is None


def crowd(seed):
    """A battle in progress: a generated table with units of five put where there is room."""
    field, rng = generate(seed), Random(f"crowd/{seed}")
    units: list[Formation] = []
    for _ in range(14):
        room = Placing(field, list(enumerate(units)), mode=MovementMode(apart=0.0))
        x, y = rng.randrange(4, 40), rng.randrange(6, 42)
        unit = room.deploy([INFANTRY] * 5, x, y)
        if unit is not None and not any(within(unit, other, 1.0) for other in units):
            units.append(unit)
    return field, units


@pytest.mark.parametrize("seed", range(6))
def test_what_is_drawn_in_a_crowd_is_legal_by_shapely_too(seed):
    field, units = crowd(seed)
    rng = Random(seed)
    mode = MovementMode(slow=())
    for k, unit in enumerate(units):
        friends = [(i, u) for i, u in enumerate(units) if i != k and i % 2 == k % 2]
        enemies = [(i, u) for i, u in enumerate(units) if i % 2 != k % 2]
        moves = Moves(field, unit, 6, friends, enemies, mode)
        for form in [*moves, moves.draw(rng)]:
            assert form is not None and moves.decode(moves.plain(form)).positions == form.positions
            assert coherent(form, 2) and own_overlap(form) is None
            for (x, y), (u, v) in zip(unit.positions, form.positions, strict=True):
                assert Point(x, y).distance(Point(u, v)) <= 6
                assert 0.5 <= u <= 47.5 and 0.5 <= v <= 47.5
            if form.positions != unit.positions:
                assert all(distance(form, e) >= 1 - 1e-9 for _, e in enemies)
            assert all(distance(form, f) >= 0 for _, f in friends) and not any(
                Point(s).distance(Point(t)) < 1 - 1e-9 for _, f in friends for s in form.positions for t in f.positions
            )


@pytest.mark.parametrize("seed", range(6))
def test_charges_in_a_crowd_find_room_model_by_model(seed):
    field, units = crowd(seed)
    for k, unit in enumerate(units):
        enemies = [(i, u) for i, u in enumerate(units) if i % 2 != k % 2]
        friends = [(i, u) for i, u in enumerate(units) if i != k and i % 2 == k % 2]
        for i, enemy in enemies:
            if distance(unit, enemy) <= 8:
                moves = Moves(field, unit, 10, friends, enemies, MovementMode(slow=()), target=i)
                form = moves.charge_into(enemy)
                if form is not None:
                    assert touching(form, enemy) and moves.why_not(form) == []
                    assert all(distance(form, e) >= 1 - 1e-9 for j, e in enemies if j != i)


@tried(50)
@given(position, position, st.integers(1, 12))
def test_a_straight_move_past_a_rock_is_judged_as_shapely_does(a, b, inches):
    rock = box("rock", 20, 20, 8, 8, words=("impassable",))
    path = LineString([a, b])
    edge = LineString([(20, 20), (28, 20), (28, 28), (20, 28), (20, 20)])
    near = path.distance(edge)
    inside = any(20 <= x <= 28 and 20 <= y <= 28 for x, y in (a, b))
    assume(Point(a).distance(edge) > 0.5)  # who has come to stand on the rock may walk out
    assume(abs(near - 0.5) > 1e-6 and not inside and a != b and abs(path.length - inches) > 1e-6)
    moves = Moves(ground(rock), stand(a), inches, mode=MovementMode(straight=True))
    assert (stand(b) in moves) == (near > 0.5 and path.length <= inches)
    assert snap(b[0]) == b[0]


def test_a_hull_may_stand_still_however_its_facing_is_written():
    form = Formation(((10.0, 10.0),), (TANK,), (FORWARD,))
    near = Formation(((10.0, 12.6),), (INFANTRY,))
    moves = Moves(ground(), form, 6.0, enemies=[(1, near)])
    assert form in moves and Formation.from_plain(form.plain(), form.bases) in moves
