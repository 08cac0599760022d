"""Ways beside the straight one: which steps may lead near enough, and the first by which all of a unit may go."""

from __future__ import annotations

from math import inf

from hypothesis import given
from hypothesis import strategies as st

from grognard.table import moves
from grognard.table.charge_placement import each_reaches
from grognard.table.distances import distance
from grognard.table.moves import Moves, first_of
from tests.table.shapes import INFANTRY, TANK, box, coordinate, facing, forms, ground, line, position, stand, tried
from tests.table.test_compiled import in_python

PLAIN = in_python("moves")
RUINS = ground(
    box("ruin", 18, 18, 6, 6, words=("difficult",)), box("house", 28, 24, 4, 4, words=("impassable", "solid"))
)
steps = st.lists(st.tuples(coordinate(-6, 6), coordinate(-6, 6)).filter(any), max_size=4)
units = st.one_of(
    forms(4), position.map(lambda at: line(*at, n=3)), st.tuples(position, facing).map(lambda two: hull(*two))
)


def hull(at, front):
    return stand(at, base=TANK, facing=(front,))


inches_ = st.floats(0.5, 12)
near = st.floats(0, 30)


@tried(120)
@given(
    units,
    st.lists(forms(3), min_size=1, max_size=2),
    position,
    inches_,
    inches_,
    st.sampled_from([0.0, 1.5]),
    near,
    st.one_of(st.just(inf), near),
)
def test_steps_ahead_begin_with_the_first_that_leads_near_enough(
    form, targets, to, most, inches, spare, here, kept
) -> None:
    may = Moves(RUINS, form, inches)
    angle = (0.8, 0.6)
    found = moves.ray(may, to, angle, most, 8, moves.Approach(targets, here, kept, spare))
    assert found == PLAIN.ray(may, to, angle, most, 8, PLAIN.Approach(targets, here, kept, spare))
    every = moves.ray(may, to, angle, most, 8, moves.Approach(targets, inf, inf, spare))
    assert len(every) == (8 if form.centre != to else 0) and every[: len(found)] == found
    away = [min(distance(form.shifted(*step), target) for target in targets) - spare for step in every]
    left = [far for far in away[len(found) :] if far < here - 1e-6 and far <= kept - 1e-6]
    assert not left and (not found or (away[len(found) - 1] < here + 1e-6 and away[len(found) - 1] <= kept + 1e-6))


@tried(150)
@given(units, forms(3), steps)
def test_the_first_of_some_steps_is_the_first_that_is_legal(form, enemy, some) -> None:
    moves = Moves(RUINS, form, 6.0, enemies=[(1, enemy)])
    legal = []
    for step in some:
        plain = form.shifted(*step)
        legal += [plain.faced(*step)] if moves.turn else []
        legal.append(plain)
    first = next((one for one in legal if one in Moves(RUINS, form, 6.0, enemies=[(1, enemy)])), None)
    found = first_of(moves, some)
    assert found == first or (found is not None and first is not None and found.positions == first.positions)


@tried(60)
@given(st.lists(position, min_size=1, max_size=4, unique=True), position, facing)
def test_each_model_that_goes_by_itself_reaches_a_hull_or_not(positions, at, front) -> None:
    form, target = stand(*positions, base=INFANTRY), hull(at, front)
    moves = Moves(RUINS, form, 8.0, enemies=[(1, target)], target=1)
    for i in range(len(form)):
        assert each_reaches(moves, target, [i]) == (moves.of_one(i).charge() is not None)
    assert each_reaches(moves, target, range(len(form))) == all(
        moves.of_one(i).charge() is not None for i in range(len(form))
    )
