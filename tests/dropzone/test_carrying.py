"""Objectives that are carried: claimed, handed over, dropped, snatched by the enemy, and lost with an Aircraft."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from grognard import battles
from grognard.bots.greedy import Greedy
from grognard.bots.random import RandomBot
from grognard.common.scenario import Scenario
from grognard.errors import GrognardError
from grognard.kernel.asks import Choose
from grognard.systems.dropzone import harm, melee
from grognard.systems.dropzone.behemoths import toppling
from grognard.systems.dropzone.buildings import garrisons, leaving, ruins
from grognard.systems.dropzone.events import CARRIES, Housed, PickedUp
from grognard.systems.dropzone.examples import squad
from grognard.systems.dropzone.movement import profile_change
from grognard.systems.dropzone.movement.move_action import move
from grognard.systems.dropzone.objectives import control, mobile, search
from grognard.systems.dropzone.round_end import rounding_up
from grognard.systems.dropzone.squads import housed
from grognard.systems.dropzone.transports import disembarking, embarking
from grognard.systems.dropzone.turn import GAME, Actions, activation
from grognard.table.events import Embarked, Given
from grognard.table.state import Effect, Scenery
from grognard.table.terrain import Piece, rectangle

from .field import field, house, run, told
from .test_battle import GUN, carrier, foot, tanks
from .test_two_profiles import FLY

MOBILE = Scenario(objectives=0, special=("mobile",))


def meeting(*squads, objectives=((10, 11),), scenario=MOBILE, **more):
    """A table on which objectives are carried."""
    return field(*squads, (tanks("Far"), 1, 40, 40), objectives=objectives, scenario=scenario, **more)


def inside(t, u, k=0):
    Housed(u, k, -1, garrisons.stand(t, t[u], k, -1)).on(t)


def carries(t, u, id=1):
    PickedUp(u, id).on(t)
    assert mobile.load(t[u]) == id and t.marker(id) is None


def loads(t):
    """What each squad carries, by id."""
    return {u.id: mobile.load(u) for u in t.units if mobile.load(u)}


def lies(t, id=1):
    """Where an objective lies, that nobody carries or holds."""
    m = t.marker(id)
    assert m.side == -1 and not loads(t)
    return m.x, m.y


def north(ask):
    """Nine inches up the table."""
    return ask.options.form.shifted(0, 9)


def doing(*acts):
    """What a squad does, one thing after the other, and then nothing."""
    left = iter(acts)
    return lambda ask: next(left, "nothing")


# --- claiming ---------------------------------------------------------------------------------------------------------


def test_who_claims_an_objective_carries_it_and_it_goes_where_he_goes():
    t = meeting((tanks("A"), 0, 10, 10))
    log = []
    run(t, control.claims(t, 0), log=log)
    assert told(t, log) == ["A picks up objective 1"]
    t.change(0, form=t[0].form.shifted(20, 0))
    assert loads(t) == {0: 1} and not t.markers


def test_without_the_word_objectives_stay_where_they_lie():
    t = meeting((tanks("A"), 0, 10, 10), scenario=Scenario(objectives=0))
    run(t, control.claims(t, 0))
    assert t.marker(1).side == 0 and not loads(t)


@pytest.mark.asks("which squad picks up objective …?", of=0)
def test_of_several_squads_their_player_says_which_picks_it_up_or_that_none_does():
    for pick, found in ((0, {0: 1}), (1, {1: 1}), ("nobody", {})):
        t = meeting((tanks("A"), 0, 10, 10), (tanks("B"), 0, 10, 12))
        run(t, control.claims(t, 0), picks={"which squad": pick})
        assert loads(t) == found


def test_a_squad_never_carries_two():
    t = meeting((tanks("A"), 0, 10, 10), objectives=((10, 11), (10, 9)))
    run(t, control.claims(t, 0))
    assert loads(t) == {0: 1} and t.marker(2).side == -1
    t = meeting((tanks("A"), 0, 10, 10), (tanks("B"), 0, 11, 10), objectives=((10, 11), (10, 9)))
    run(t, control.claims(t, 0))
    assert loads(t) == {0: 1, 1: 2}  # the second goes to the one with free hands


def test_aircraft_and_squads_out_of_coherency_pick_up_nothing():
    bird = squad(GUN, name="Bird", type="Aircraft", A=10)
    t = meeting((bird, 0, 10, 10), (tanks("A", 2), 0, 10, 12), distance=8)
    run(t, control.claims(t, 0))
    assert not loads(t)


def test_a_search_that_succeeds_picks_it_up_and_one_with_full_hands_only_opens_it():
    for full in (False, True):
        t = meeting((foot("Men"), 0, 10, 12.9), pieces=(house(8, 14),), objectives=((10, 16), (30, 30)))
        inside(t, 0)
        if full:
            carries(t, 0, 2)
        run(t, search.search(t, 0, 1), [6])
        assert loads(t) == {0: 2 if full else 1}
        assert not full or (t.marker(1).value == "open" and t.marker(1).side == -1)


def test_hidden_objectives_in_the_open_are_searched_for_from_within_2_inches():
    scenario = Scenario(objectives=0, special=("mobile", "hidden"))
    for y, able in ((10, True), (8.9, False)):
        t = meeting((tanks("A"), 0, 10, y), scenario=scenario)
        run(t, control.claims(t, 0))
        assert not loads(t) and ("search" in Actions(t, t[0])) is able  # it cannot be claimed before it is found
    t = meeting((tanks("A"), 0, 10, 10), (tanks("B"), 1, 10, 13), scenario=scenario)
    test = search.search_test(t, t[0], t.marker(1))
    assert [b.says for b in test.done().because if b.says] == ["round 1", "1 less"]
    run(t, activation(t, 0), [6], picks={"what does": "search"})
    assert control.hidden(t, t.marker(1))  # 6 and 1 for the round, less 1
    t.clock = type(t.clock)(2, 0, t.clock.step, 0, "")
    run(t, activation(t, 0), [6], picks={"what does": doing("search")})
    assert loads(t) == {0: 1}


@pytest.mark.asks("for which objective does … search?", of=0)
def test_of_two_hidden_objectives_the_player_says_for_which_is_searched():
    t = meeting((foot("Men"), 0, 10, 12.9), pieces=(house(8, 14),), objectives=((10, 16), (11, 16)))
    inside(t, 0)
    run(t, activation(t, 0), [6], picks={"what does Men do": doing("search"), "for which": 2})
    assert loads(t) == {0: 2}


# --- handing over and dropping ----------------------------------------------------------------------------------------


@pytest.mark.asks("to whom does … hand over objective …?", of=0)
def test_a_squad_hands_over_to_a_friend_within_2_inches_in_its_own_activation():
    for x, able in ((12, True), (12.1, False)):
        t = meeting((foot("Men", 1), 0, 10, 10), (tanks("A"), 0, x, 10), (tanks("B"), 0, 10, 12), objectives=((4, 4),))
        carries(t, 0)
        assert mobile.takers(t, t[0]) == ([1, 2] if able else [2])
    t = meeting((foot("Men", 1), 0, 10, 10), (tanks("A"), 0, 12, 10), (tanks("B"), 0, 10, 12), objectives=((4, 4),))
    carries(t, 0)
    log = []
    run(t, activation(t, 0), picks={"what does": doing("hand over"), "to whom": 2}, log=log)
    assert loads(t) == {2: 1} and told(t, log) == ["Men hands over objective 1 to B"]


@pytest.mark.asks("from whom does … take over an objective?", of=0)
def test_and_takes_over_from_one_in_its_own():
    t = meeting(
        (foot("Men", 1), 0, 10, 10), (tanks("A"), 0, 12, 10), (tanks("B"), 0, 10, 12), objectives=((4, 4), (5, 5))
    )
    carries(t, 1)
    carries(t, 2, 2)
    run(t, activation(t, 0), picks={"what does": doing("take over"), "from whom": 2})
    assert loads(t) == {1: 1, 0: 2}


def test_it_may_do_so_after_both_actions_as_well():
    t = meeting((tanks("A", MV=6), 0, 10, 10), (tanks("B"), 0, 10, 17), objectives=((4, 4),))
    carries(t, 0)
    moves = {"where does A move": lambda ask: ask.options.form.shifted(0, 5), "what does": doing("move", "hand over")}
    run(t, activation(t, 0), picks=moves)
    assert loads(t) == {1: 1}


@pytest.mark.asks("to whom does … hand over objective … in passing?", of=0)
def test_a_squad_hands_over_to_one_that_it_comes_past():
    for x, able in ((12, True), (12.1, False)):
        t = meeting((tanks("A", MV=9), 0, 10, 10), (tanks("B"), 0, x, 15), objectives=((4, 4),))
        carries(t, 0)
        run(t, move(t, 0), picks={"where does A move": north, **({"in passing": 1} if able else {})})
        assert loads(t) == ({1: 1} if able else {0: 1}) and t[0].form.positions == ((10, 19),)


@pytest.mark.asks("from whom does … take over an objective in passing?", of=0)
def test_or_takes_over_from_one():
    for pick, found in ((1, {0: 1}), ("nobody", {1: 1})):
        t = meeting((tanks("A", MV=9), 0, 10, 10), (tanks("B"), 0, 12, 15), objectives=((4, 4),))
        carries(t, 1)
        run(t, move(t, 0), picks={"where does A move": north, "in passing": pick})
        assert loads(t) == found


def test_but_not_round_a_corner_nor_through_a_wall_nor_standing_still():
    wall = Piece("wall", rectangle(9, 14, 2, 1), 3.0, ("impassable", "solid"))
    t = meeting((tanks("A", MV=14), 0, 10, 10), (tanks("B"), 0, 12.5, 14.5), objectives=((4, 4),), pieces=(wall,))
    carries(t, 0)
    start = t[0].form
    assert list(mobile.in_passing(t, 0, start)) == []
    t.change(0, form=start.shifted(0, 9))
    assert list(mobile.in_passing(t, 0, start)) == []  # whichever way it went, nobody can tell where it passed
    t = meeting((tanks("A", MV=9), 0, 14, 10), (foot("Men"), 0, 10, 12.9), pieces=(house(8, 14),))
    inside(t, 1)
    carries(t, 1)
    start = t[0].form
    t.change(0, form=start.shifted(0, 9))
    assert list(mobile.in_passing(t, 0, start)) == []


def test_nothing_goes_through_the_wall_of_a_garrison():
    t = meeting((foot("In"), 0, 10, 12.9), (foot("Out"), 0, 10, 12.9), (foot("Too"), 0, 10, 11), pieces=(house(8, 14),))
    inside(t, 0)
    carries(t, 0)
    assert mobile.takers(t, t[0]) == []
    inside(t, 2)
    assert mobile.takers(t, t[0]) == [2] and mobile.givers(t, t[2]) == [0]
    positions = mobile.DropPoints(t, t[0].form, 0)
    assert all(t.ground.pieces[0].holds(*position) for position in positions) and (10, 12) not in positions
    assert (10, 15) not in mobile.DropPoints(t, t[1].form, None)


@pytest.mark.asks("where does … drop objective …?", of=0)
def test_a_squad_drops_it_within_2_inches_and_it_is_nobodys():
    t = meeting((tanks("A"), 0, 10, 10), objectives=((4, 4),))
    carries(t, 0)
    run(t, activation(t, 0), picks={"what does": doing("drop"), "where does": (10, 12)})
    assert lies(t) == (10, 12)
    options = mobile.DropPoints(t, t[0].form, None)
    assert options.decode([8, 10]) == (8, 10) and (10, 12.1) not in options and (-1, 10) not in options
    for bad in ([10, 13], "here", [1], [True, 2], [10.0, 60.0]):
        with pytest.raises(GrognardError):
            options.decode(bad)


def test_bots_know_what_to_do_with_it():
    t = meeting((tanks("A"), 0, 10, 10), (tanks("B"), 0, 10, 12), objectives=((4, 4),))
    carries(t, 0)
    bot = Greedy(None, GAME)
    ask = Choose(0, "what does A do?", Actions(t, t[0], ["move", "shoot"]), None, (0, "action"))
    assert list(ask.options) == ["drop", "hand over", "nothing"] and bot.choose(t, ask) == "nothing"
    options = mobile.DropPoints(t, t[0].form, None)
    position = RandomBot(Random(3)).choose(t, Choose(0, "where?", options, None))
    assert position in options and options.decode(options.plain(position)) == position


def test_out_of_coherency_at_the_end_of_its_activation_a_squad_drops_it():
    t = meeting((tanks("A", 2), 0, 10, 10), objectives=((4, 4),), distance=8)
    carries(t, 0)
    run(t, activation(t, 0), picks={"what does": "nothing", "where does": (18, 10)})
    assert lies(t) == (18, 10)


@pytest.mark.asks("which squad picks up objective …?", of=1)
def test_and_an_enemy_within_an_inch_has_it_at_once():
    for y in (11, 11.1):
        t = field(
            (tanks("A", 2), 0, 10, 10), (foot("Near", 1), 1, 10, y), (foot("Full", 1), 1, 9.5, 10),
            (foot("Else", 1), 1, 10, 9), objectives=((4, 4), (5, 5)), distance=8, scenario=MOBILE,
        )  # fmt: skip
        carries(t, 0)
        carries(t, 2, 2)
        if y == 11:
            run(t, mobile.scatters(t, 0), picks={"which squad": 1})
            assert loads(t) == {1: 1, 2: 2}  # who has full hands is not asked
        else:
            run(t, mobile.scatters(t, 0), picks={"which squad": "nobody"})
            assert t.marker(1).side == -1 and loads(t) == {2: 2}  # nobody need take what he could drop again


# --- Fortitude and close quarters -------------------------------------------------------------------------------------


def shared(*squads, objectives=((4, 4),)):
    """Squads that share a house; the first carries objective 1."""
    t = meeting(*squads, pieces=(house(8, 14, dp=20),), objectives=objectives)
    for u in range(len(squads)):
        inside(t, u)
    carries(t, 0)
    return t


@pytest.mark.parametrize(("pick", "faces"), [("test Fortitude", [3]), ("run", [])])
def test_a_squad_that_fails_fortitude_or_runs_drops_it_for_the_enemy_inside(pick, faces):
    t = shared((foot("Men"), 0, 10, 12.9), (foot("Foe"), 1, 30, 30))
    t.change(0, wounds=(1, 1))
    Given(0, Effect("shaken in close quarters", 1)).on(t)
    run(t, melee.tests_fortitude(t), faces, picks={"hold on": pick})
    assert loads(t) == {1: 1} and housed(t[0]) is None


def test_who_passes_keeps_it():
    t = shared((foot("Men"), 0, 10, 12.9), (foot("Foe"), 1, 30, 30))
    t.change(0, wounds=(1, 1))
    Given(0, Effect("shaken in close quarters", 1)).on(t)
    run(t, melee.tests_fortitude(t), [4])
    assert loads(t) == {0: 1}


def test_friends_inside_do_not_take_it_from_one_who_runs():
    t = shared((foot("Men"), 0, 10, 12.9), (foot("Friends"), 0, 30, 30))
    t.change(0, wounds=(1, 1))
    Given(0, Effect("shaken in close quarters", 1)).on(t)
    run(t, melee.tests_fortitude(t), picks={"hold on": "run"})
    assert not loads(t) and control.house_of(t, t.marker(1)) == 0  # inside: it never drops through the wall


def test_past_more_enemies_a_failed_test_costs_it_too():
    t = shared((foot("Men"), 0, 10, 12.9), (foot("Foe"), 1, 30, 30), (foot("More"), 1, 32, 30))
    run(t, leaving.go_out(t, 0, 0), [3], picks={"which squad": 2})
    assert loads(t) == {2: 1} and sum(t[0].wounds) == 9


def test_who_strikes_down_a_carrier_at_close_quarters_has_it():
    t = meeting(
        (foot("Men", 1), 0, 10, 12.9), (foot("Foe", 1, DP=1), 1, 30, 30), pieces=(house(8, 14),), objectives=((4, 4),)
    )
    inside(t, 0)
    inside(t, 1)
    carries(t, 1)
    log = []
    run(t, melee.fight(t, 0), [6, 6, 6, 6], log=log)
    assert loads(t) == {0: 1} and "Men picks up objective 1" in told(t, log)


def test_unless_he_carries_one_himself():
    t = meeting(
        (foot("Men", 1), 0, 10, 12.9),
        (foot("Foe", 1, DP=1), 1, 30, 30),
        pieces=(house(8, 14),),
        objectives=((4, 4), (5, 5)),
    )
    inside(t, 0)
    inside(t, 1)
    carries(t, 0, 2)
    carries(t, 1)
    run(t, melee.fight(t, 0), [6, 6, 6, 6])
    assert loads(t) == {0: 2} and control.house_of(t, t.marker(1)) == 0


# --- what happens to its carrier --------------------------------------------------------------------------------------


def test_a_carrier_that_is_shot_drops_it_where_its_player_likes():
    t = meeting((tanks("A"), 0, 10, 10), objectives=((4, 4),))
    carries(t, 0)
    run(t, harm.harm(t, 0, (0,), 1), picks={"where does": (11, 11)})
    assert lies(t) == (11, 11)


def test_a_carrier_that_loses_a_unit_keeps_it():
    t = meeting((tanks("A", 2), 0, 10, 10), objectives=((4, 4),))
    carries(t, 0)
    run(t, harm.harm(t, 0, (0, 1), 1))
    assert loads(t) == {0: 1}


def test_a_falling_house_buries_what_lies_in_it_and_not_what_is_carried():
    t = shared((foot("Men"), 0, 10, 12.9), objectives=((4, 4), (10, 16)))
    assert [m.id for m in t.markers] == [2]
    run(t, harm.collapse(t, 0, -1), [1, 1, 1, *[1] * 4])
    assert loads(t) == {0: 1} and not t.markers


def test_who_is_lost_without_a_way_out_or_under_the_ruins_leaves_it_there():
    for how in (leaving.flee, lambda t, u, k, _: ruins.dug_out(t, u)):
        walls = tuple(house(x, y, 2.5, words=("solid",), name=f"{x} {y}") for x, y in ((8, 14),))
        t = meeting((foot("Men"), 0, 10, 12.9), pieces=walls, objectives=((4, 4),))
        inside(t, 0)
        carries(t, 0)
        lost_for_want_of_room(t)
        run(t, how(t, 0, 0, "leaves"))
        assert not t[0].alive and t.marker(1).side == -1


def lost_for_want_of_room(t):
    """Water all round: nobody can stand anywhere outside."""
    lake = Piece("lake", rectangle(0, 0, 48, 48), 0.0, ("impassable", "water"))
    t.ground = replace(t.ground, pieces=(*t.ground.pieces, lake))
    t.scenery = (*t.scenery, Scenery())


def test_aircraft_may_take_its_carrier_aboard_vehicles_may_not():
    men = foot("Men", 1, details=(("transport", ("req 1 c",)), ("battlegroup", "One")))
    ride = (("transport", ("cap 3 c",)), ("battlegroup", "One"))
    for kind, able in (("Aircraft", True), ("Tank", False)):
        t = meeting((men, 0, 10, 10), (carrier(type=kind, details=ride), 0, 10, 12), objectives=((4, 4),))
        t.change(1, form=t[1].form.raised(0.0))
        assert embarking.may_board(t, t[0]) == [1]
        carries(t, 0)
        assert embarking.may_board(t, t[0]) == ([1] if able else [])


def test_a_carrier_that_dies_in_an_aircraft_takes_it_along():
    men = foot("Men", 1, DP=1, details=(("transport", ("req 1 c",)),))
    t = meeting((men, 0, 10, 10), (carrier("Carrier", "cap 3 c"), 0, 10, 12), objectives=((4, 4),))
    carries(t, 0)
    Embarked(0, 1).on(t)
    assert loads(t) == {0: 1}
    log = []
    run(t, harm.harm(t, 1, (0,), 2), [1, 6], log=log)  # it comes down an inch round, and one hit kills
    assert not loads(t) and not t.markers and "objective 1 is destroyed with Men" in told(t, log)


def test_and_one_that_lives_climbs_out_of_the_wreck_with_it():
    men = foot("Men", 1, details=(("transport", ("req 1 c",)),))
    t = meeting((men, 0, 10, 10), (carrier("Carrier", "cap 3 c"), 0, 10, 12), objectives=((4, 4),))
    carries(t, 0)
    Embarked(0, 1).on(t)
    run(t, harm.harm(t, 1, (0,), 2), [6])
    assert t[0].here and loads(t) == {0: 1}


def test_what_is_swept_away_or_lost_in_holding():
    t = meeting((tanks("A"), 0, 10, 10), objectives=((4, 4),))
    carries(t, 0)
    run(t, toppling.sweep(t, 0, (0,), 1))
    assert lies(t) == (10, 10)
    t = meeting((foot("Men"), 0, 10, 10), objectives=((4, 4),))
    carries(t, 0)
    t.change(0, place="reserve")
    Given(0, Effect("holding")).on(t)
    run(t, disembarking.lost_gates(t, 0, ("dropzone:access",)))
    assert not t[0].alive and not t.markers and not loads(t)


def test_a_squad_that_takes_wing_puts_it_down_first():
    strider = squad(GUN, name="Strider", type="Walker", A=12, MV=4, details=FLY)
    t = meeting((strider, 0, 10, 10), objectives=((4, 4),))
    carries(t, 0)
    run(t, profile_change.changes(t, 0, 0.0, 6.0), picks={"become": "yes"})
    assert t[0].kind.type == "Aircraft" and lies(t) == (10, 10)


def test_held_objectives_score_whether_they_lie_or_are_carried():
    t = meeting((tanks("A"), 0, 10, 10), objectives=((4, 4), (5, 5)))
    carries(t, 0)
    run(t, rounding_up(t, 0))
    assert t.scores == (1, 0)
    assert t[0].effect(CARRIES).value == 1


def test_a_system_that_knows_no_special_words_plays_no_such_scenario():
    with pytest.raises(GrognardError, match="usr knows no special rule 'mobile'"):
        battles.fight(battles.setup("usr/A", "usr/B", scenario=MOBILE))
    with pytest.raises(GrognardError, match="'mobil'") as caught:
        battles.fight(battles.setup("dropzone/A", "dropzone/B", scenario=Scenario(special=("mobil",))))
    assert "mobile" in caught.value.hint


@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_whole_battles_over_carried_objectives_end(bot):
    made = battles.setup("dropzone/A", "dropzone/B", seed=4, scenario=Scenario(special=("mobile",)), bots=(bot, bot))
    t = battles.fight(made).session.table
    assert len(t.markers) + len(loads(t)) <= 4
