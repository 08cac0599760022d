"""Charges that must find a way: round walls, past models that stand between, and by whichever model can touch the enemy."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from grognard.table.distances import nearest_first, who_within, within
from grognard.table.geometry import Formation, footprint
from grognard.table.moves import Moves
from grognard.table.paths import MovementMode
from grognard.table.space import formation
from tests.table.shapes import INFANTRY, base, box, ground, line, position, stand, tried

ROCK = box("rock", 18, 20, 8, 1, 3.0, ("impassable", "solid"))
TOUCH = 1 / 128


def test_a_charge_goes_round_a_wall_if_that_is_not_too_far():
    # the man at (22, 18) must get to (22, 24) past a wall that reaches from x 18 to 26; with half a base more to its left that is
    # 2 times the way from (22, 18) to about (17.5, 20.5), some 10.2 inches and 1 less for contact: 12 do, 7 do not
    man, target = stand((22, 18)), stand((22, 24))
    far = Moves(ground(ROCK), man, 12, [], [(7, target)], target=7)
    form = far.charge()
    assert form is not None and within(form, target, TOUCH) and far.why_not(form) == []
    assert Moves(ground(ROCK), man, 7, [], [(7, target)], target=7).charge() is None, "straight it would be 5 inches"
    assert Moves(ground(ROCK), man, 12, [], [(7, target)], MovementMode(straight=True), target=7).charge() is None


def test_men_whose_way_is_barred_follow_round_the_wall():
    rock = box("rock", 21.5, 20, 8, 1, 3.0, ("impassable", "solid"))
    men, target = stand((20, 18), (21.5, 18), (23, 18)), stand((20, 23))
    moves = Moves(ground(rock), men, 8, [], [(7, target)], target=7)
    form = moves.charge()
    assert form is not None and moves.why_not(form) == [] and 0 in who_within(form, target, TOUCH)


def test_another_model_goes_first_when_the_nearest_cannot():
    # an alley of 1.25 inches: a base of an inch goes in and touches who stands there, one of 40 mm follows to its mouth
    alley = [box(f"house {x}", x, 18, 4, 8, 3.0, ("impassable", "solid")) for x in (16, 21.25)]
    men = Formation(((20.625, 15.0), (23.0, 14.0)), (footprint("round", 40), INFANTRY))
    target = stand((20.625, 19.5))
    assert nearest_first(men, target)[0] == 0
    form = Moves(ground(*alley), men, 8, [], [(7, target)], target=7).charge()
    assert form is not None and who_within(form, target, TOUCH) == (1,)


def test_a_charge_fails_when_nobody_can_stand_beside_the_target():
    alley = [box(f"house {x}", x, 18, 4, 8, 3.0, ("impassable", "solid")) for x in (16, 21.25)]
    men, target = stand((20.625, 15.0), base=footprint("round", 40)), stand((20.625, 19.5))
    moves = Moves(ground(*alley), men, 12, [], [(7, target)], target=7)
    assert moves.charge() is None, "3.2 inches away, but the alley is too narrow"


def test_enemies_in_the_way_are_kept_an_inch_off_also_on_a_way_round():
    man, target, guard = stand((22, 16)), stand((22, 24)), stand((22, 20))
    moves = Moves(ground(), man, 12, [], [(7, target), (8, guard)], target=7)
    form = moves.charge()
    assert form is not None and within(form, target, TOUCH) and not within(form, guard, 1.0 - TOUCH)
    row = line(16, 20, 8, 1.5)  # from 16 to 26.5, an inch of room on each side
    assert Moves(ground(), man, 8, [], [(7, target), (8, row)], target=7).charge() is None


def test_a_way_round_one_wall_does_not_lead_through_another():
    # round the left end of the rock stands a second wall, farther left than either end of the move
    beside = box("beside", 8, 20, 10, 1, 3.0, ("impassable", "solid"))
    man = stand((22, 18))
    moves = Moves(ground(ROCK, beside), man, 14, [], [])
    assert stand((22, 24)) in moves, "round the right end"
    right = box("right", 26, 20, 22, 1, 3.0, ("impassable", "solid"))
    left = box("left", 0, 20, 18, 1, 3.0, ("impassable", "solid"))
    assert stand((22, 24)) not in Moves(ground(ROCK, left, right), man, 14, [], []), "walled from edge to edge"


steps = st.tuples(st.integers(-9 << 10, 9 << 10), st.integers(-9 << 10, 9 << 10)).map(
    lambda s: (s[0] / 1024, s[1] / 1024)
)


@tried(80)
@given(position, steps, st.integers(1, 7), st.lists(position, max_size=3), base, st.booleans())
def test_what_a_charge_proposes_is_legal(at, there, n, others, kind, round_it):
    if kind.shape != "round":
        n = min(n, 2)
    form = formation([kind] * n, 4).shifted(*at)
    target = formation([INFANTRY] * 4, 2).shifted(at[0] + there[0], at[1] + there[1])
    rest = [(9 + k, formation([INFANTRY] * 3, 3).shifted(*s)) for k, s in enumerate(others)]

    def asked():
        mode = MovementMode(straight=not round_it)
        return Moves(ground(ROCK), form, 12.0, rest[:1], [(1, target), *rest[1:]], mode, target=1)

    found = asked().charge()
    if found is not None:
        assert asked().why_not(found) == [] and within(found, target, TOUCH)
