"""The four published scenarios: who sets up how, where the objectives lie, and what is worth victory points."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from grognard import battles
from grognard.common import battle, battle_result
from grognard.common.scenario import Scenario, from_plain, zones
from grognard.errors import GrognardError
from grognard.muster import shipped
from grognard.systems.dropzone import deployment, harm, reserves
from grognard.systems.dropzone.buildings import garrisons
from grognard.systems.dropzone.events import Housed, LeftHouse, PickedUp
from grognard.systems.dropzone.examples import squad, weapon
from grognard.systems.dropzone.movement import fast_aircraft
from grognard.systems.dropzone.movement.table_edges import entries, off_edge, within_move
from grognard.systems.dropzone.objectives import control, mobile, placement, strongholds
from grognard.systems.dropzone.round_end import rounding_up
from grognard.systems.dropzone.scenarios import (
    BATTLE_ROYALE,
    BUNKER_ASSAULT,
    SCENARIOS,
    SURVEY_AND_CONTROL,
    TARGETS_OF_OPPORTUNITY,
    town_for,
)
from grognard.systems.dropzone.shooting import targeting
from grognard.systems.dropzone.squads import with_word
from grognard.systems.dropzone.turn import activation, wins
from grognard.table.events import Given
from grognard.table.geometry import inside as holds
from grognard.table.state import Effect
from grognard.table.terrain import Ground

from .field import field, house, run, told
from .test_battle import GUN, foot, tanks

CENTRE = house(21, 21, 6, 13, 20, name="Centre")
WEST, EAST = house(9, 33, 6, 13, 20, name="West"), house(33, 9, 6, 13, 20, name="East")


def set_up(*squads, scenario, pieces=(CENTRE, WEST, EAST), **more):
    """A table made ready for a scenario."""
    t = field(*squads, pieces=pieces, scenario=scenario, **more)
    t.ground = replace(t.ground, name="The Field")
    return t


def inside(t, u, k, edge=-1):
    Housed(u, k, edge, garrisons.stand(t, t[u], k, edge)).on(t)


def last_round(t, faces=()):
    t.clock = type(t.clock)(t.scenario.rounds, 0, t.clock.step, 0, "")
    log = []
    run(t, rounding_up(t, 0), faces, log=log)
    return t.scores


def readied(t, u):
    t.change(u, place="reserve")
    Given(u, Effect("readiness"), True).on(t)
    return t


# --- by name ----------------------------------------------------------------------------------------------------------


def test_they_are_listed_and_found_by_name():
    rows = {row["ref"]: row for row in shipped.listed("dropzone")["scenarios"]}
    for name, found in SCENARIOS.items():
        assert rows[f"dropzone/{name}"]["rounds"] == 6 and shipped.scenario(found.name, "dropzone") is found
        assert from_plain(found.saved()) == found and not found.wipe_out
    with pytest.raises(GrognardError):
        shipped.scenario("bunker-assault", "usr")


def test_a_scenario_of_ones_own_puts_the_words_together():
    own = from_plain({"name": "Own", "special": ["mobile", "open"], "rounds": 4})
    assert own.special == ("mobile", "open") and "special" not in Scenario().saved()
    with pytest.raises(GrognardError, match="a list of words"):
        from_plain({"special": "mobile"})


@pytest.mark.parametrize("name", sorted(SCENARIOS))
@pytest.mark.parametrize("bot", ["greedy", "random"])
def test_whole_battles_are_fought_to_the_last_round(name, bot):
    made = battles.setup("dropzone/A", "dropzone/B", scenario=name, seed=7, bots=(bot, bot), rounds=3)
    session = battles.fight(made).session
    assert battle_result.result(session)["why"] and session.table.clock.round == 4


@pytest.mark.parametrize("name", sorted(SCENARIOS))
def test_a_table_that_ships_suits_them_all_and_so_does_every_town(name):
    battle.begin(battles.setup("dropzone/A", "dropzone/B", scenario=name, seed=1, table="crown-bastion"))
    for seed in range(40):
        battle.begin(battles.setup("dropzone/A", "dropzone/B", scenario=name, seed=seed))


@pytest.mark.parametrize(
    ("name", "table", "says"),
    [
        ("battle-royale", "kiln-quarter", "The Kiln Quarter has 1 large Garrison .*, one of them .*; Battle Royale needs 3"),
        ("battle-royale", "cinder-junction", "Cinder Junction has 0 large Garrisons .* none of them in the centre"),
        ("survey-and-control", "kiln-quarter", "The Kiln Quarter has 7 Garrisons; Survey and Control needs 10 to 15 in a Clash"),
    ],
)  # fmt: skip
def test_a_table_that_lacks_what_is_needed_is_refused_with_what_it_lacks(name, table, says):
    with pytest.raises(GrognardError, match=says) as caught:
        battle.begin(battles.setup("dropzone/A", "dropzone/B", scenario=name, seed=1, table=table))
    assert caught.value.where == "--table"


def test_bunkers_that_are_missing_are_named():
    says = "the table has no Garrison in the centre and in the lower right quarter; Bunker Assault needs one"
    with pytest.raises(GrognardError, match=says):
        field((tanks("A"), 0, 10, 10), (tanks("B"), 1, 40, 40), pieces=(WEST,), scenario=BUNKER_ASSAULT)


# --- setting up -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["targets-of-opportunity", "battle-royale", "survey-and-control"])
def test_all_start_in_readiness_where_the_scenario_says_so(name):
    bird = squad(GUN, name="Bird", type="Aircraft", A=10, details=(("battlegroup", "One"),))
    t = field((bird, 0, 10, 10), (tanks("B"), 1, 40, 40), scenario=replace(SCENARIOS[name], special=("readiness",)))
    t.change(0, place="off")
    asked = {"how does": lambda ask: pytest.fail("nothing is left open")}
    run(t, deployment.set_up(t, 0, "One"), picks=asked)
    assert t[0].place == "reserve" and t[0].has("readiness")


def test_bunker_assault_leaves_it_to_the_player_and_zones_are_quarters_of_circles():
    ours, theirs = zones(BUNKER_ASSAULT, 48.0, 48.0)
    for x, y, within in ((0.1, 11.9, True), (8.4, 8.4, True), (8.6, 8.6, False), (12.1, 0, False)):
        assert holds(ours, x, y) is within and holds(theirs, 48 - x, 48 - y) is within
    bird = squad(GUN, name="Bird", type="Aircraft", A=10, details=(("battlegroup", "One"),))
    t = set_up((bird, 0, 10, 10), (tanks("B"), 1, 40, 40), scenario=BUNKER_ASSAULT)
    t.change(0, place="off")
    run(t, deployment.set_up(t, 0, "One"), picks={"how does": "on the table"})
    (x, y) = t[0].form.positions[0]
    assert t[0].here and x * x + y * y <= 144


@pytest.mark.asks("from which edge does … come on?", of=0)
def test_out_of_a_corner_a_squad_comes_on_from_either_edge_in_its_zone():
    for edge, near in (("bottom", 1), ("left", 0)):
        t = readied(set_up((tanks("A", MV=6), 0, 4, 4), (tanks("B"), 1, 40, 40), scenario=BUNKER_ASSAULT), 0)
        assert entries(t, 0) == {"bottom": (0, 12), "left": (0, 12)} and entries(t, 1) == {
            "top": (36, 48),
            "right": (36, 48),
        }
        run(t, reserves.comes_on(t, 0, 6), picks={"from which": edge})
        assert t[0].form.positions[0][near] <= 6


def test_it_may_slant_past_the_end_of_the_stretch_but_no_farther_than_it_moves():
    zone, positions, inward = within_move(48.0, 48.0, "bottom", (0.0, 12.0), 6.0)
    for x, y, able in ((12, 5.9, True), (17.9, 0.1, True), (16, 4, True), (16.9, 4.9, False), (0, 6.1, False)):
        assert holds(zone, x, y) is able
    assert all(holds(zone, *position) for position in positions) and inward == (0.0, 1.0)
    top, positions, _ = within_move(48.0, 48.0, "right", (36.0, 48.0), 6.0)
    assert holds(top, 43, 34) and not holds(top, 43, 30) and all(holds(top, *position) for position in positions)
    assert off_edge(Ground(), "bottom", (0.0, 12.0), (15.0, 4.0)) == 5


def test_fast_squads_come_straight_on_from_a_stretch():
    bird = squad(GUN, name="Petrel", type="Aircraft", A=10, MV=36, slowest=24, rules="Fast")
    t = readied(set_up((bird, 0, 4, 4), (tanks("B"), 1, 40, 40), scenario=BUNKER_ASSAULT), 0)
    run(t, fast_aircraft.sweeps_in(t, 0), picks={"from which": "left"})
    (x, y) = t[0].form.positions[0]
    assert y <= 12 and 24 <= x <= 36


# --- Targets of Opportunity -------------------------------------------------------------------------------------------


def opportunity(*squads, pieces=(CENTRE,), **more):
    return set_up(*squads, (tanks("Far"), 1, 40, 44), scenario=TARGETS_OF_OPPORTUNITY, pieces=pieces, **more)


@pytest.mark.asks("where does objective … lie?", of=0)
@pytest.mark.asks("where does objective … lie?", of=1)
def test_the_players_put_three_objectives_on_the_centre_line_by_turns():
    t = opportunity((tanks("A"), 0, 10, 10), objectives=((3, 3),))
    assert not t.markers  # those of the table are not theirs
    log = []
    for position in ((24.0, 24.0), (6.0, 24.0), (30.0, 24.0)):
        assert placement.to_place(t)
        run(t, deployment.deploying(t, 0), picks={"where does objective": position}, log=log)
    assert [(m.x, m.y) for m in t.markers] == list(t.ground.objectives) == [(24, 24), (6, 24), (30, 24)]
    assert told(t, log) == [
        "Player 1 puts objective 1 in Centre",
        "Player 2 puts objective 2 at 6, 24",
        "Player 1 puts objective 3 at 30, 24",
    ]
    assert not placement.to_place(t) and all(control.hidden(t, m) for m in t.markers)


def test_never_nearer_than_6_inches_to_an_edge_or_to_each_other_nor_off_the_line():
    t = opportunity((tanks("A"), 0, 10, 10))
    run(t, placement.place_one(t), picks={"lie": (24.0, 24.0)})
    lots = placement.Lots(t, True)
    assert lots.decode([18, 24]) == (18, 24) and lots.plain((18.0, 24.0)) == [18, 24]
    for bad in ([18.5, 24], [5, 24], [12, 25], "there", [1, 2, 3], [True, 24]):
        with pytest.raises(GrognardError):
            lots.decode(bad)
    assert lots.draw(Random(1)) in lots and (12.0, 25.0) in placement.Lots(t, False)


def test_garrisons_are_proposed_first_and_a_table_without_room_is_refused():
    t = opportunity((tanks("A"), 0, 10, 10), pieces=(house(8, 22, name="House"),))
    assert t.ground.at(*next(iter(placement.Lots(t, True))))[0].name == "House"
    t.ground = replace(t.ground, width=11.0)
    assert placement.Lots(t, True).draw(Random(1)) is None
    with pytest.raises(GrognardError, match="The Field has no room for 1 objectives"):
        run(t, placement.place_one(t))


def test_in_a_battle_there_are_four_more_anywhere():
    dear = replace(tanks("A"), points=2000)
    t = opportunity((dear, 0, 10, 10))
    for _ in range(7):
        assert placement.to_place(t)
        run(t, placement.place_one(t))
    assert not placement.to_place(t) and any(m.y != 24 for m in t.markers) and all(m.y == 24 for m in t.markers[:3])


def test_with_zones_at_the_sides_the_line_runs_the_other_way():
    t = opportunity((tanks("A"), 0, 10, 10))
    t.ground = replace(t.ground, zones=zones(Scenario(zones="sides"), 48.0, 48.0))
    assert all(x == 24 for x, _ in placement.Lots(t, True))


def test_an_objective_that_is_carried_at_the_end_is_worth_1_and_one_that_lies_there_nothing():
    t = opportunity((tanks("A"), 0, 10, 10))
    for _ in range(3):
        run(t, placement.place_one(t))
    PickedUp(0, 2).on(t)
    assert last_round(t) == (1, 0)


def test_one_that_is_carried_to_the_own_edge_is_worth_2_and_its_squad_makes_ready():
    for y, able in ((1, True), (1.1, False)):
        t = opportunity((tanks("A", MV=0), 0, 10, y))
        PickedUp(0, 1).on(t)
        log = []
        run(t, activation(t, 0), picks={"what does": "nothing"}, log=log)
        assert t.scores == ((2, 0) if able else (0, 0)) and t[0].here is not able
        assert mobile.load(t[0]) == (0 if able else 1)
    t = opportunity((tanks("A", MV=0), 0, 10, 1))
    PickedUp(0, 1).on(t)
    log = []
    run(t, activation(t, 0), picks={"what does": "nothing"}, log=log)
    assert told(t, log)[:2] == [
        "A takes objective 1 off the table",
        "Player 1: 2 victory points (objective 1 taken off the table)",
    ]
    assert t[0].has("readiness") and not t.markers and last_round(t) == (2, 0)


def test_the_enemys_edge_will_not_do_nor_other_scenarios():
    t = opportunity((tanks("A", MV=0), 0, 10, 47.5))
    PickedUp(0, 1).on(t)
    run(t, mobile.takes_home(t, 0))
    assert t[0].here
    t = field((tanks("A", MV=0), 0, 10, 1), scenario=Scenario(objectives=0, special=("mobile",)))
    PickedUp(0, 1).on(t)
    run(t, mobile.takes_home(t, 0))
    assert t[0].here


# --- Battle Royale ----------------------------------------------------------------------------------------------------

HALLS = (
    house(20, 20, 8, 10, 30, name="Great Hall"),
    house(12, 29, 6, 10, 30, name="Hall"),
    house(30, 13, 6, 10, 40, name="Keep"),
)
MARKSMEN = weapon("Reduced-1", "Rifles", acc=3, energy=3, shots=4, full=12.0, countered=6.0)


def royale(*squads, pieces=HALLS):
    return set_up(*squads, scenario=BATTLE_ROYALE, pieces=pieces, objectives=((3, 3),))


def test_infantry_in_a_large_garrison_shoots_twice_as_far():
    men = foot("Men", 1, MARKSMEN)
    t = royale((men, 0, 5, 5), (tanks("B"), 1, 24, 28 + 23.9 - 4), (tanks("C", CM="A"), 1, 24, 28 + 11.9))
    assert not targeting.can_shoot(t, t[0])
    inside(t, 0, 0, 2)  # the upper edge of the Great Hall, at 28 inches
    assert [w.stats.full for w in t[0].members[0].weapons] == [24.0] and t[0].members[0].weapons[
        0
    ].stats.countered == 12.0
    assert {v for what, v in targeting.targets(t, t[0], 0) if what == "squad"} == {1, 2}
    LeftHouse(0, t[0].form).on(t)
    assert t[0].members == t[0].kind.models


def test_neither_small_garrisons_nor_those_near_an_edge_do_that():
    small, low = house(40, 20, 5, 10, 20, name="Small"), house(5, 13, 6, 10, 30, name="Low")
    t = royale((foot("Men", 2, MARKSMEN), 0, 5, 5), (tanks("B"), 1, 40, 40), pieces=(*HALLS, small, low))
    for k, inches in ((3, 12.0), (4, 12.0), (1, 24.0), (2, 24.0), (3, 12.0)):
        inside(t, 0, k)
        assert [m.weapons[0].stats.full for m in t[0].members] == [inches] * 2


def test_a_hall_that_falls_takes_the_view_with_it():
    t = royale((foot("Men", 1, MARKSMEN, DP=40), 0, 5, 5), (tanks("B"), 1, 40, 40))
    inside(t, 0, 1)
    run(t, harm.collapse(t, 1, -1), [1, 1, 1, 1, 1])
    assert t[0].here and t[0].members == t[0].kind.models


def test_kill_points_decide():
    t = royale((tanks("A", 2), 0, 5, 5), (tanks("B"), 1, 40, 40))
    assert wins(t) == (None, "0 victory points and 0 Kill Points each") and not t.markers
    run(t, harm.harm(t, 0, (0, 1), 1))
    assert wins(t) == (1, "0 victory points each; 10 Kill Points to 0")
    run(t, harm.harm(t, 1, (0,), 0))
    assert wins(t) == (
        None,
        "0 victory points and 10 Kill Points each",
    )  # the last squad of B counts no more than a unit


# --- Bunker Assault ---------------------------------------------------------------------------------------------------


def assault(*squads, **more):
    return set_up(*squads, scenario=BUNKER_ASSAULT, **more)


def test_the_garrisons_are_that_in_the_centre_and_the_strongest_of_the_two_free_quarters():
    hut = house(4, 40, 3, 8, 5, name="Hut")
    ours = house(5, 14, 5, 13, 30, name="In a quarter where somebody sets up")
    t = assault((tanks("A"), 0, 5, 5), (tanks("B"), 1, 40, 40), pieces=(hut, ours, EAST, WEST, CENTRE))
    assert [t.ground.pieces[k].name for k in t.recall("strongholds")] == ["Centre", "West", "East"]
    assert [(m.x, m.y) for m in t.markers] == [(24, 24), (12, 36), (36, 12)]
    assert not any(control.hidden(t, m) for m in t.markers)


def test_t16_who_claims_inside_scores_1_and_who_has_more_points_round_it_2():
    t = assault((foot("Men", 1), 0, 5, 5), (tanks("B", 3), 1, 22, 33))
    inside(t, 0, 0)
    run(t, control.claims(t, 0))
    t.change(1, form=t[1].form.shifted(0, -1))  # 5 inches from the wall: 30 points against 10 counted twice
    assert last_round(t) == (1, 2)


def test_infantry_inside_counts_twice_and_equal_points_nothing():
    t = assault((foot("Men", 1), 0, 5, 5), (tanks("B", 2), 1, 27.5, 32))
    inside(t, 0, 0)
    assert [strongholds.points_round(t, side, CENTRE.points, 0) for side in (0, 1)] == [20, 20]
    assert last_round(t) == (0, 0)
    t = assault((foot("Men", 1), 0, 5, 5), (tanks("B", 1), 1, 27.5, 32))
    inside(t, 0, 0)
    assert last_round(t) == (2, 0)


def test_only_units_within_6_inches_count_and_those_destroyed_do_not():
    t = assault((tanks("A", 3), 0, 24, 32), (tanks("B"), 1, 40, 40), distance=6)  # at 24, 30 and 36
    assert strongholds.points_round(t, 0, CENTRE.points, 0) == 20
    t.change(0, form=t[0].form.shifted(-6, 0))
    assert strongholds.points_round(t, 0, CENTRE.points, 0) == 30
    run(t, harm.harm(t, 0, (0, 1, 1), 1))
    assert strongholds.points_round(t, 0, CENTRE.points, 0) == 20


def test_infantry_in_another_garrison_is_measured_from_its_edge():
    near = house(30, 21, 6, 10, 10, name="Near")
    t = assault((foot("Men", 1), 0, 5, 5), (tanks("B"), 1, 40, 40), pieces=(CENTRE, WEST, EAST, near))
    for edge, points in ((3, 10), (1, 0)):  # its left wall is 3 inches away, its right wall 9
        inside(t, 0, 3, edge)
        assert strongholds.points_round(t, 0, CENTRE.points, 0) == points


def test_a_bunker_that_fell_is_worth_1_and_its_objective_is_gone():
    t = assault((tanks("A"), 0, 24, 33), (tanks("B"), 1, 40, 40))
    run(t, harm.collapse(t, 0, -1), [1])
    assert last_round(t) == (1, 0) and [m.id for m in t.markers] == [2, 3]


def test_fast_squads_and_commanders_count_for_no_points():
    petrel = squad(GUN, name="Petrel", type="Aircraft", A=10, MV=36, slowest=24, rules="Fast")
    t = assault((petrel, 0, 24, 30), (tanks("B"), 1, 40, 40))
    assert strongholds.points_round(t, 0, CENTRE.points, 0) == 0


def test_in_a_battle_all_four_quarters_have_one():
    dear = replace(tanks("A"), points=2000)
    more = (house(9, 9, name="South"), house(33, 33, name="North"))
    t = assault((dear, 0, 5, 5), (tanks("B"), 1, 40, 40), pieces=(CENTRE, WEST, EAST, *more))
    assert len(t.markers) == 5


# --- Survey and Control -----------------------------------------------------------------------------------------------

BLOCK = tuple(house(3 + 9 * i, 12 + 8 * j, 4, 10, 10, name=f"House {i}{j}") for i in range(5) for j in range(2))


def survey(*squads, pieces=BLOCK):
    return set_up(*squads, scenario=SURVEY_AND_CONTROL, pieces=pieces)


def test_every_garrison_holds_an_open_objective():
    t = survey((foot("Men", 1), 0, 5, 5), (tanks("B"), 1, 40, 40))
    assert len(t.markers) == 10 and not any(control.hidden(t, m) for m in t.markers)
    assert all(control.house_of(t, m) == k for k, m in enumerate(t.markers))


@pytest.mark.parametrize("face", [2, 5])
def test_intelligence_is_worth_1_to_who_claims_it_first(face):
    t = survey((foot("Men", 1), 0, 5, 5), (tanks("B"), 1, 40, 40))
    inside(t, 0, 0)
    run(t, control.claims(t, 0), [face])
    assert t.scores == (1, 0) and t.marker(1) is None and last_round(t) == (1, 0)


def test_a_booby_trap_is_worth_1_and_hits_the_house_with_energy_9():
    t = survey((foot("Men", 1), 0, 5, 5), (tanks("B"), 1, 40, 40))
    inside(t, 0, 0)
    run(t, control.claims(t, 0), [1, 3, 1, 2, 6])  # three hits: one does nothing, one damages, one is critical
    assert t.scores == (1, 0) and t.scenery[0].points == 8 and t.scenery[0].tokens == 1


def test_a_critical_location_stays_and_is_worth_1_more_to_the_most_points_round_it():
    t = survey((foot("Men", 1), 0, 5, 5), (tanks("B", 3), 1, 2, 19))
    inside(t, 0, 0)
    run(t, control.claims(t, 0), [6])
    assert t.scores == (1, 0) and t.marker(1).side == 0
    run(t, control.claims(t, 0))
    assert t.scores == (1, 0)  # no second die
    assert last_round(t) == (1, 1)  # 30 points within 6 inches against 10, which count once


def test_a_house_that_falls_takes_the_location_with_it():
    t = survey((foot("Men", 1, DP=40), 0, 5, 5), (tanks("B"), 1, 40, 40))
    inside(t, 0, 0)
    run(t, control.claims(t, 0), [6])
    run(t, harm.collapse(t, 0, -1), [1, 1, 1, 1, 1])
    assert t.marker(1) is None and last_round(t) == (1, 0)


def test_towns_for_a_scenario_are_seeds_too():
    one, again = (town_for(3, 48.0, 48.0, 12, objectives=10, depth=12, special=("survey",)) for _ in range(2))
    assert [p.points for p in one.pieces] == [p.points for p in again.pieces]
    assert len(with_word(one, "garrison")) == 10
