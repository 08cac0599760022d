"""The battle: activations, transports, Aircraft, Garrisons, Collateral, objectives, with scripted dice."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.common.scenario import Scenario
from grognard.kernel.law import Law
from grognard.systems.dropzone import deployment, harm, infiltration, melee, squads
from grognard.systems.dropzone.buildings import collateral, garrisons
from grognard.systems.dropzone.events import Housed
from grognard.systems.dropzone.examples import squad, weapon
from grognard.systems.dropzone.movement.legal_moves import allowance, flights
from grognard.systems.dropzone.movement.move_action import move
from grognard.systems.dropzone.objectives import control, search
from grognard.systems.dropzone.round_end import rounding_up
from grognard.systems.dropzone.shooting import line_of_sight, reaction_fire, shoot_action, targeting
from grognard.systems.dropzone.squads import airborne, can_act, coherent, group, housed, moved, scoring
from grognard.systems.dropzone.transports import capacity, disembarking, embarking
from grognard.systems.dropzone.turn import activation, groups, initiative
from grognard.table.events import Embarked, Given, Moved
from grognard.table.state import Effect

from .field import field, house, run, told

GUN = weapon(acc=2, energy=10)
FLAK = weapon("AA-2", "Flak", acc=2, energy=10, full=18.0, mf=4)
RIFLES = weapon("Reduced-1", "Rifles", acc=3, energy=3, shots=4, full=24.0)
KNIVES = weapon("", "Knives", cq=True, shots=4, energy=6)


def tanks(name="Tanks", units=1, *guns, **more):
    return squad(*(guns or (GUN,)), name=name, type="Tank", units=units, **{"A": 13, "DP": 1, **more})


def foot(name="Foot", units=2, *guns, **more):
    return squad(
        *(guns or (RIFLES, KNIVES)),
        name=name,
        type="Infantry",
        units=units,
        **{"A": 7, "DP": 5, "F": 4, "MV": 2, **more},
    )


def carrier(name="Carrier", cap="cap 6 a", type="Aircraft", **more):
    more = {"A": 10, "DP": 3, "MV": 18, "details": (("transport", (cap,)),), **more}
    return squad(weapon(acc=4, energy=3), name=name, type=type, **more)


def cargo(kind_of=tanks, name="Cargo", need="req 2 a", **more):
    return kind_of(name, 1, details=(("transport", (need,)),), **more)


# --- shooting ---------------------------------------------------------------------------------------------------------


def test_a_squad_declares_shoots_and_the_target_is_gone():
    t = field((tanks("A"), 0, 10, 10), (tanks("B"), 1, 10, 20))
    log: list = []
    run(t, shoot_action.shoot(t, 0), [4, 6], log=log)
    assert not t[1].alive
    numbers = "to hit 2+ (Accuracy: 2+); to damage 3+ (Energy: 10 against Armour 13), critical 5+"
    assert told(t, log)[0] == f"A fires Gun at B: {numbers}"


def test_fire_is_shared_out_and_resolved_together():
    t = field((tanks("A", 3), 0, 10, 10), (tanks("B", 2), 1, 10, 20))
    # three shots that kill with 4 in 9 … here 5/6 · 4/6: the first unit is not expected to survive the second
    run(t, shoot_action.shoot(t, 0), [2, 3, 2, 3, 2, 3])
    assert not t[1].alive


def test_solid_scenery_hides_and_half_hidden_is_hull_down():
    wall = house(8, 14, 6)
    t = field((tanks("A"), 0, 11, 8), (tanks("B"), 1, 11, 26), pieces=(wall,))
    assert not targeting.can_aim(t, t[0], 0, t[1])
    t = field((tanks("A"), 0, 11, 8), (tanks("B"), 1, 19.7, 26), pieces=(wall,))
    assert line_of_sight.view(t, t[0], t[1]).seen[0] == {0: ("hull-down",)}


def test_a_weapon_that_moved_too_far_is_silent_and_one_that_fired_holds_back():
    t = field((tanks("A", 1, weapon(mf=2), MV=6), 0, 10, 10), (tanks("B"), 1, 10, 20))
    assert targeting.lines(t[0]) == [0]
    run(t, shoot_action.shoot(t, 0), [1])
    assert allowance(t[0]) == 2 and targeting.lines(t[0]) == []
    t = field((tanks("A", 1, weapon(mf=2), MV=6), 0, 10, 10), (tanks("B"), 1, 10, 20))
    run(t, move(t, 0), picks={"where": lambda ask: ask.options.form.shifted(0, -3)})
    assert targeting.lines(t[0]) == []


def test_arcs_bound_what_a_weapon_can_aim_at():
    ahead = weapon(arcs=("F",))
    t = field((tanks("A", 1, ahead), 0, 20, 20), (tanks("Front"), 1, 20, 30), (tanks("Behind"), 1, 20, 10))
    assert [v for _, v in targeting.targets(t, t[0], 0)] == [1]


def test_out_of_coherency_costs_the_whole_squad_one():
    t = field((tanks("A", 2), 0, 10, 10), (tanks("B"), 1, 10, 20), distance=5.0)
    assert not coherent(t[0])
    assert targeting.circumstances(t, t[0], t[1], False).incoherent


@pytest.mark.rule("dropzone:area")
def test_a_template_touches_friend_and_foe():
    bell = weapon("Area", "Bell", acc=3, energy=20)
    t = field((tanks("A", 1, bell), 0, 10, 10), (tanks("Own"), 0, 10, 19), (tanks("B"), 1, 10, 20.5))
    run(t, shoot_action.shoot(t, 0), [3, 2, 2])
    assert not t[1].alive and not t[2].alive


def test_what_falls_hits_those_that_the_same_volley_has_left():
    bell = weapon("Area", "Bell", acc=3, energy=20)
    bird = squad(GUN, name="Bird", type="Aircraft", A=10)
    t = field((tanks("A", 1, bell), 0, 10, 10), (tanks("B", 2, DP=9), 1, 10, 20), (bird, 1, 10, 20.5))
    # both tanks and the bird are under the template; it falls within an inch of the first: one hit of 10 on 13
    run(t, shoot_action.shoot(t, 0), [3, 2, 2, 2, 1, 3], picks={"at what": ("squad", 1)})
    assert not t[2].alive and sum(t[1].wounds) == 18 - 2 - 2 - 1


# --- Aircraft and Reaction Fire ---------------------------------------------------------------------------------------


def fly(t, u, x, y):
    form = flights(t, t[u], 40).form
    return reaction_fire.fly(t, u, form.shifted(x, y))


@pytest.mark.rule("dropzone:anti-aircraft")
class TestReactionFire:
    def flak(self, **more):
        bird = squad(GUN, name="Bird", type="Aircraft", A=10, DP=more.pop("DP", 1), MV=24)
        return field((bird, 0, 24, 4), (tanks("Flak", 1, FLAK, MV=6), 1, 24, 30), **more)

    def test_it_cuts_the_move_where_range_and_sight_meet(self):
        t, log = self.flak(), []
        run(t, fly(t, 0, 0, 20), [3], log=log)  # 2+ and 2 for reacting: 4+ needed
        legs = [e.form.positions[0][1] for e in log if isinstance(e, Moved)]
        assert len(legs) == 2 and 10 < legs[0] < 16 and legs[1] == 24

    def test_a_hit_brings_it_down_on_the_way(self):
        t, log = self.flak(), []
        run(t, fly(t, 0, 0, 20), [4, 2, 6], log=log)
        assert not t[0].alive and "the wreck of Bird does no harm" in " ".join(told(t, log))

    def test_the_report_names_those_on_whom_it_falls(self):
        t, log = self.flak(), []
        run(t, fly(t, 0, 0, 20), [3], log=log)
        y = next(e.form.positions[0][1] for e in log if isinstance(e, Moved))
        bird = squad(GUN, name="Bird", type="Aircraft", A=10, DP=1, MV=24)
        flak = (tanks("Flak", 1, FLAK, MV=6), 1, 24, 30)
        for below, faces, said in (((), [4, 2, 1], "nobody"), (((tanks("Low", 1), 0, 24, y),), [4, 2, 1, 1], "Low")):
            t, log = field((bird, 0, 24, 4), flak, *below), []
            run(t, fly(t, 0, 0, 20), faces, log=log)
            assert f"the wreck of Bird falls on {said} within 1 inch" in told(t, log)

    def test_the_weapon_is_spent_for_the_round_but_the_squad_keeps_its_actions(self):
        t = self.flak()
        run(t, fly(t, 0, 0, 20), [3])
        assert targeting.lines(t[1]) == [] and can_act(t, t[1])
        assert reaction_fire.reactions(t, t[0], flights(t, t[0], 40).form.shifted(4, 0)) == []

    def test_a_squad_that_moved_further_than_its_weapon_allows_does_not_react(self):
        t = self.flak()
        run(t, move(t, 1), picks={"where": lambda ask: ask.options.form.shifted(5, 0)})
        assert moved(t[1]) == 5
        assert reaction_fire.reactions(t, t[0], flights(t, t[0], 40).form.shifted(0, 20)) == []

    @pytest.mark.rule("dropzone:anti-aircraft")
    def test_nobody_is_asked_whom_the_rest_of_a_squad_does_not_come_past(self):
        near = weapon("AA-2", "Near Flak", acc=2, energy=10, full=8.0)
        birds = squad(GUN, name="Birds", type="Aircraft", A=10, units=2, MV=24)
        t = field((birds, 0, 10, 4), (tanks("A", 1, near), 1, 3, 12), (tanks("B", 1, near), 1, 3, 14), distance=6.0)
        log: list = []
        run(t, fly(t, 0, 0, 16), [4, 6, 6], log=log)  # the first brings down the bird on the left, far away
        assert t[0].size == 1 and t[1].has("fired") and not t[2].has("fired")
        assert told(t, log).count("Birds flies") == 2  # to where it was fired at, and on to the end

    def test_only_weapons_with_the_rule_react(self):
        bird = squad(GUN, name="Bird", type="Aircraft", A=10, MV=24)
        t = field((bird, 0, 24, 4), (tanks("Gun"), 1, 24, 30))
        assert reaction_fire.reactions(t, t[0], flights(t, t[0], 40).form.shifted(0, 20)) == []

    def test_in_the_air_only_such_weapons_may_aim_at_it(self):
        bird = squad(GUN, name="Bird", type="Aircraft", A=10, MV=24)
        t = field((bird, 0, 24, 14), (tanks("Both", 1, GUN, FLAK), 1, 24, 20))
        assert targeting.targets(t, t[1], 0) == [] and targeting.targets(t, t[1], 1) == [("squad", 0)]
        t.change(0, form=t[0].form.raised(0.0))
        assert targeting.targets(t, t[1], 0) == [("squad", 0)]


def test_an_aircraft_that_falls_hurts_those_below():
    bird = squad(GUN, name="Bird", type="Aircraft", A=10, DP=1)
    t = field((bird, 0, 24, 14), (tanks("Under", DP=3, A=12), 1, 24, 15.5))
    run(t, harm.harm(t, 0, (0,), 1), [4, 5, 6])  # D3 = 2: two hits of 10 against 12: 5 and 6 are critical
    assert not t[1].alive


# --- transports -------------------------------------------------------------------------------------------------------


def test_t5_capacity_six_takes_two_units_that_need_three():
    t = field((carrier(), 0, 10, 10), (tanks("Two", 2, details=(("transport", ("req 3 a",)),)), 0, 20, 10),
              (tanks("Three", 3, details=(("transport", ("req 3 a",)),)), 0, 30, 10))  # fmt: skip
    assert capacity.fits(t, t[1], t[0]) and not capacity.fits(t, t[2], t[0])


def test_t6_a_dropship_lands_after_half_its_move_and_all_go_on_in_one_activation():
    bear = carrier("Bear", "cap 3 c", "Tank", MV=6)
    bear = squad(
        *bear.models[0].weapons,
        name="Bear",
        type="Tank",
        A=13,
        DP=2,
        MV=6,
        details=(("transport", ("req 3 a", "cap 3 c")), ("battlegroup", "One")),
    )
    condor = carrier("Condor", details=(("transport", ("cap 6 a",)), ("battlegroup", "One")))
    men = foot("Men", 3, details=(("transport", ("req 1 c",)), ("battlegroup", "One")))
    t = field((condor, 0, 10, 10), (bear, 0, 30, 40), (men, 0, 40, 40))
    for event in (Embarked(1, 0), Embarked(2, 1)):
        event.on(t)
    start = t[0].form.positions[0][1]
    picks = {
        "where does Condor land": lambda ask: ask.options.form.shifted(0, 9),
        "does Condor land?": "land",
        "where does Bear": lambda ask: next(iter(ask.options)),
        "does Bear get out": "yes",
        "take off": "stay",
    }
    run(t, move(t, 0), picks=picks)
    assert t[0].form.positions[0][1] == start + 9 and not airborne(t[0]) and t[1].here
    assert all(abs(x - u) <= 4 and abs(y - v) <= 4 for x, y in t[1].form.positions for u, v in t[0].form.positions)
    run(t, move(t, 1), picks={"where": lambda ask: ask.options.form.shifted(0, 6)})
    run(t, move(t, 2))
    assert t[2].here and t[2].has("disembarked")
    assert t[1].has("from the air") and t[2].has("from the air")  # a carrier that left the craft counts as the craft


def test_a_transport_that_takes_off_again_flies_over_houses_and_whoever_stands_there():
    craft = carrier(MV=24)
    bus = cargo(need="req 6 a")
    t = field((craft, 0, 10, 10), (bus, 0, 30, 40), (tanks("B"), 1, 10, 16), pieces=(house(8, 17, 3),))
    Embarked(1, 0).on(t)
    on_the_way: list = []

    def beyond(ask):
        on_the_way.append((ask.options.mode, ask.options.form.shifted(0, 8)))
        return on_the_way[0][1]

    picks = {
        "where does Carrier land": lambda ask: ask.options.form.shifted(0, 4),
        "take off": "take off",
        "where does Carrier fly": beyond,
    }
    start = t[0].form.positions[0][1]
    run(t, move(t, 0), picks=picks)
    assert t[1].here and airborne(t[0]) and t[0].form.positions[0][1] == start + 12
    assert on_the_way[0][0] == squads.flight_mode(t, t[0]) and on_the_way[0][0].over == 8.0


def test_a_flying_transport_lets_nobody_out():
    t = field((carrier(), 0, 10, 10), (cargo(), 0, 30, 40), (tanks("B"), 1, 40, 40))
    Embarked(1, 0).on(t)
    assert disembarking.may_leave(t, t[1]) == []
    t.change(0, form=t[0].form.raised(0.0))
    assert disembarking.may_leave(t, t[1]) == [0]


def test_embarking_ends_shooting_for_the_round():
    t = field((carrier(type="Tank"), 0, 10, 10), (cargo(), 0, 10, 12), (tanks("B"), 1, 10, 30))
    run(t, embarking.gets_in(t, 1, 0))
    assert t[1].place == "aboard" and t[1].has("embarked") and targeting.lines(t[1]) == []


def test_a_wreck_hurts_its_cargo_and_throws_it_out():
    t = field((carrier(type="Tank"), 0, 10, 10), (cargo(foot, need="req 1 a"), 0, 30, 40))
    Embarked(1, 0).on(t)
    run(t, harm.harm(t, 0, (0,), 1), [3, 2, 6])  # D3 = 2, two hits of 10 against 7: critical on 2+
    assert t[1].here and t[1].wounds == (1,)


def test_a_lucky_crew_walks_away():
    t = field((carrier(type="Tank"), 0, 10, 10), (cargo(foot, need="req 1 a"), 0, 30, 40))
    Embarked(1, 0).on(t)
    run(t, harm.harm(t, 0, (0,), 1), [5])
    assert t[1].here and t[1].wounds == (5,)


def test_disembarking_costs_two_and_bars_weapons_that_stand_still():
    still = weapon(mf=0, name="Still")
    t = field((carrier(type="Tank"), 0, 10, 10), (tanks("Cargo", 1, GUN, still, details=(("transport", ("req 2 a",)),)), 0, 30, 40),
              (tanks("B"), 1, 10, 30))  # fmt: skip
    Embarked(1, 0).on(t)
    run(t, move(t, 1))
    assert targeting.lines(t[1]) == [0]
    assert targeting.circumstances(t, t[1], t[2], False).disembarked


@pytest.mark.rule("dropzone:access")
class TestAccess:
    def gates(self, **more):
        gate = {"details": (("transport", ("cap 2 b",)), ("battlegroup", "One")), "rules": "Access", "type": "Tank"}
        men = foot("Men", 2, details=(("transport", ("req 1 b",)), ("battlegroup", "One")))
        other = foot("Others", 1, details=(("transport", ("req 1 b",)), ("battlegroup", "One")))
        return field(
            (carrier("Near", **gate), 0, 10, 10),
            (carrier("Far", **gate), 0, 30, 30),
            (men, 0, 10, 12),
            (other, 0, 14, 10.2),
        )

    def test_in_through_one_gate_and_out_of_another(self):
        t = self.gates()
        run(t, embarking.gets_in(t, 2, 0))
        assert t[2].place == "reserve" and t[2].has("holding")
        t.change(2, effects=tuple(e for e in t[2].effects if e.what == "holding"))
        assert disembarking.may_leave(t, t[2]) == [0, 1]
        run(t, disembarking.gets_out(t, 2, 1))
        assert t[2].here and t[2].form.positions[0][0] > 25

    def test_no_more_than_its_capacity_a_round(self):
        t = self.gates()
        run(t, embarking.gets_in(t, 2, 0))
        assert embarking.may_board(t, t[3]) == []  # two units have gone in: the Near gate is full for the round

    def test_a_battlegroup_in_holding_is_not_activated_without_a_gate_that_may_open_for_it(self):
        men = foot("Men", 1, details=(("transport", ("req 1 b",)), ("battlegroup", "One")))
        gate = carrier(
            "Gate", details=(("transport", ("cap 2 b",)), ("category", "Auxiliary")), rules="Access", type="Tank"
        )
        t = field((gate, 0, 10, 10), (men, 0, 30, 30), (tanks("B"), 1, 10, 40))
        t.change(1, place="reserve", effects=(Effect("holding", 1),))
        assert groups(t, 0) == ["One"]
        t.acted = frozenset({0})  # with another battlegroup
        assert groups(t, 0) == []

    def test_the_loss_of_one_gate_hurts_nobody_of_the_last_everybody(self):
        t = self.gates()
        run(t, embarking.gets_in(t, 2, 0))
        run(t, harm.harm(t, 0, (0,), -1))
        run(t, disembarking.lost_gates(t, 0, ("dropzone:access",)))
        assert t[2].alive
        run(t, harm.harm(t, 1, (0,), -1))
        run(t, disembarking.lost_gates(t, 0, ("dropzone:access",)))
        assert not t[2].alive

    def test_an_ordinary_transport_carries_its_own(self):
        t = self.gates()
        assert capacity.to_holding(t[0].kind) == ("dropzone:access",)


@pytest.mark.rule("dropzone:fast")
class TestFast:
    def petrel(self, y=4.0, **more):
        bird = squad(GUN, name="Petrel", type="Aircraft", A=10, MV=36, slowest=24, rules="Fast")
        return field((bird, 0, 24, y), (tanks("B"), 1, 24, 44), **more)

    @pytest.mark.asks("how far does … fly?", of=0)
    def test_it_flies_straight_on_between_its_two_speeds(self):
        t = self.petrel()
        run(t, move(t, 0), picks={"how far": lambda ask: max(x for x in ask.options if isinstance(x, int))})
        assert t[0].form.positions[0] == (24.0, 40.0)

    def test_it_must_move_even_when_it_only_shot(self):
        t = self.petrel()
        run(t, activation(t, 0), [1], picks={"what does": lambda ask: "shoot" if "shoot" in ask.options else "nothing"})
        assert t[0].form.positions[0] == (24.0, 28.0)

    def test_it_may_leave_the_table_and_must_when_there_is_no_room(self):
        t, log = self.petrel(30.0), []
        run(t, move(t, 0), log=log)
        assert t[0].place == "reserve" and t[0].has("readiness")

    def test_it_turns_only_at_the_end(self):
        t = self.petrel()
        run(t, move(t, 0), picks={"which way": "left"})
        assert t[0].form.front(0) == (-1.0, 0.0)

    def test_it_starts_in_reserve_and_counts_for_nothing(self):
        t = self.petrel()
        assert infiltration.setup_of(t[0]).reserve and not scoring(t[0])
        assert not infiltration.setup_of(t[1]).reserve and scoring(t[1])


# --- Garrisons --------------------------------------------------------------------------------------------------------


def inside(t, u, piece=0, edge=-1):
    Housed(u, piece, edge, garrisons.stand(t, t[u], piece, edge)).on(t)


def test_infantry_goes_in_and_mans_an_edge():
    t = field((foot("Men"), 0, 10, 12.9), (tanks("B"), 1, 12, 30), pieces=(house(8, 14),))
    run(t, move(t, 0), picks={"go inside": 0, "which part": 2})
    assert housed(t[0]) == (0, 2)
    assert targeting.can_aim(t, t[0], 0, t[1])  # the edge looks at the tank


def test_in_the_middle_nobody_shoots_in_or_out():
    t = field((foot("Men"), 0, 10, 12.9), (tanks("B"), 1, 12, 30), pieces=(house(8, 14),))
    inside(t, 0)
    assert targeting.lines(t[0]) == [] and not targeting.can_aim(t, t[1], 0, t[0])
    inside(t, 0, edge=2)
    assert targeting.can_aim(t, t[1], 0, t[0])
    seen = line_of_sight.view(t, t[1], t[0]).seen[0]
    assert seen[0] == ("soft", "body")


def test_close_quarters_inside_hit_automatically_and_run_on():
    t = field((foot("Men", 1), 0, 10, 12.9), (foot("Foe", 2, DP=2), 1, 30, 30), pieces=(house(8, 14),))
    inside(t, 0), inside(t, 1)
    run(t, melee.fight(t, 0), [2, 3, 4, 5])  # 6 against 7: 2+ each, one point each
    assert not t[1].alive or t[1].wounds == (1,)


def test_the_first_fight_after_storming_is_thrown_again():
    t = field((foot("Men", 1), 0, 10, 12.9), (foot("Foe", 2), 1, 30, 30), pieces=(house(8, 14),))
    inside(t, 1)
    run(t, move(t, 0), picks={"go inside": 0, "which part": -1})
    run(t, melee.fight(t, 0), [2, 2, 2, 2, 1, 1, 1, 1])
    assert t[1].wounds == (5, 5)


def test_fortitude_at_the_end_of_the_battlegroup():
    t = field((foot("Men", 2), 0, 10, 12.9), (foot("Foe", 1, DP=6), 1, 30, 30), pieces=(house(8, 14),))
    inside(t, 0), inside(t, 1)
    run(t, melee.fight(t, 0), [2, 2, 2, 2, 1, 1, 1, 1])
    assert t[1].wounds == (2,) and melee.steadiness(t) == [1]
    run(t, melee.tests_fortitude(t), [3])
    assert housed(t[1]) is None and 1 not in t.acted  # its own activation has nothing to do with it


def test_d14_leaving_outnumbered_costs_what_the_die_falls_short():
    t = field(
        (foot("Men", 1), 0, 10, 12.9), (foot("Foe"), 1, 30, 30), (foot("More"), 1, 40, 30), pieces=(house(8, 14),)
    )
    inside(t, 0), inside(t, 1), inside(t, 2)
    run(t, move(t, 0), [2], picks={"which part": "leave"})
    assert t[0].wounds == (3,) and housed(t[0]) is None


def test_t9_collateral_on_an_occupied_building():
    t = field((foot("A", 1, DP=50), 0, 10, 12.9), (foot("B", 1, DP=50), 1, 30, 30), pieces=(house(8, 14, dp=30),))
    inside(t, 0), inside(t, 1)
    t.scenery = (type(t.scenery[0])(points=30, tokens=4),)
    # four dice on the house (10 against 4: a 6), the die that picks a squad, four dice on it (7 against 4: 3+)
    run(t, collateral.collateral(t, 0, -1), [6, 6, 1, 2, 3, 3, 2, 1, 1])
    assert t.scenery[0].points == 28 and t.scenery[0].tokens == 2
    assert t[0].wounds == (49,) and t[1].wounds == (50,)


def test_a_large_building_falls_on_those_beside_and_inside():
    t = field(
        (foot("In", 1, DP=50), 0, 10, 12.9), (tanks("Beside", A=10, DP=9), 1, 14.0, 15), pieces=(house(8, 14, dp=10),)
    )
    inside(t, 0)
    log: list = []
    # D3 = 1: one hit of 10 on the tank (2: critical); 2D3 = 2: two hits on those inside
    run(t, harm.collapse(t, 0, -1), [2, 2, 1, 2, 3, 4], log=log)
    assert t[1].wounds == (7,) and t[0].wounds[0] < 50 and housed(t[0]) is None
    assert t.scenery[0].gone and t.ground.pieces[0].properties == ("difficult",)


def test_a_critical_on_a_house_lays_a_token_that_strikes_those_inside_at_once():
    t = field((tanks("Gun"), 0, 10, 5), (foot("In", 1), 1, 30, 30), pieces=(house(8, 14),))
    inside(t, 1)
    # 10 against 10: a 2 is critical; the token: a die on the house, a die on the squad
    run(t, shoot_action.shoot(t, 0), [2, 2, 1, 3], picks={"at what": ("piece", 0)})
    assert t.scenery[0].points == 19 and t.scenery[0].tokens == 0 and t[1].wounds == (4,)


# --- the round --------------------------------------------------------------------------------------------------------


def test_d12_a_single_6_wins_initiative_and_two_add_the_commander():
    t = field((tanks("A"), 0, 10, 10), (tanks("B", details=(("commander", 6),)), 1, 10, 20))
    run(t, initiative(t, 0), [6, 5])
    assert t.clock.first == 0
    t = field(
        (tanks("A", details=(("commander", 1),)), 0, 10, 10), (tanks("B", details=(("commander", 3),)), 1, 10, 20)
    )
    run(t, initiative(t, 0), [6, 6])
    assert t.clock.first == 1


@pytest.mark.parametrize(("round_", "needs"), [(1, 6), (2, 5), (3, 4), (4, 3), (5, 2), (6, 2)])
def test_d11_search_gets_easier_by_the_round(round_, needs):
    t = field((foot("Men"), 0, 10, 12.9), (tanks("B"), 1, 40, 40), pieces=(house(8, 14),), objectives=((10, 16),))
    inside(t, 0)
    t.clock = type(t.clock)(round_, 0, t.clock.step, 0, "")
    run(t, search.search(t, 0, 1), [needs])
    assert t.marker(1).side == 0
    t = field((foot("Men"), 0, 10, 12.9), (tanks("B"), 1, 40, 40), pieces=(house(8, 14),), objectives=((10, 16),))
    inside(t, 0)
    t.clock = type(t.clock)(round_, 0, t.clock.step, 0, "")
    run(t, search.search(t, 0, 1), [needs - 1])
    assert t.marker(1).side == -1


def test_an_open_objective_is_claimed_and_held_against_all_but_a_free_reach():
    t = field((tanks("A"), 0, 10, 10), (tanks("B"), 1, 10, 13), objectives=((10, 11.5),))
    run(t, control.claims(t, 0))
    assert t.marker(1).side == 0
    run(t, control.claims(t, 1))
    assert t.marker(1).side == 0  # A is still there
    t.change(0, form=t[0].form.shifted(10, 0))
    run(t, control.claims(t, 1))
    assert t.marker(1).side == 1


def test_the_round_scores_and_reserves_make_ready():
    t = field(
        (tanks("A"), 0, 10, 10), (tanks("B"), 1, 30, 30), objectives=((10, 11.5),), scenario=Scenario(objectives=1)
    )
    run(t, control.claims(t, 0))
    Given(1, Effect("reserve")).on(t)
    t.change(1, place="reserve")
    run(t, rounding_up(t, 0))
    assert t.scores == (1, 0) and t[1].has("readiness")


def test_the_same_procedure_is_played_and_counted():
    from grognard.systems.dropzone.examples import duel

    odds = duel(acc=2, energy=10, A=13)
    t = field((tanks("A"), 0, 10, 10), (tanks("B"), 1, 10, 20))
    lost = 0
    for a in range(1, 7):
        for b in range(1, 7):
            before = t.snapshot()
            faces = [a] if a == 1 else [a, b]
            run(t, shoot_action.shoot(t, 0), faces)
            lost += not t[1].alive
            t.restore(before)
    assert Fraction(lost, 36) == odds.destroyed and isinstance(odds.slain, Law)


class TestRulings:
    def test_a_natural_1_may_pass_by_ruling(self):
        pieces, position = (house(8, 14),), ((10, 16),)
        for value, side in (("fails", -1), ("plain", 0)):
            t = field(
                (foot("Men"), 0, 10, 12.9),
                (tanks("B"), 1, 40, 40),
                pieces=pieces,
                objectives=position,
                rulings={"s8-natural-1": value},
            )
            inside(t, 0)
            t.clock = type(t.clock)(6, 0, t.clock.step, 0, "")
            run(t, search.search(t, 0, 1), [1])
            assert t.marker(1).side == side

    def test_shifting_to_another_edge_may_count_as_a_move(self):
        for value, moves in (("stationary", False), ("moved", True)):
            t = field((foot("Men"), 0, 10, 12.9), pieces=(house(8, 14),), rulings={"c4-edges": value})
            inside(t, 0)
            run(t, move(t, 0), picks={"which part": 1})
            assert bool(moved(t[0])) is moves

    def test_small_houses_may_fall_without_hurting(self):
        for value, dice in (("hits", [1, 1, 1, 1]), ("none", [])):
            t = field((foot("Men", 1), 0, 10, 12.9), pieces=(house(8, 14, dp=5),), rulings={"s19-small-houses": value})
            inside(t, 0)
            run(t, harm.collapse(t, 0, -1), dice)
            assert housed(t[0]) is None

    def test_fire_inside_may_burn_as_hot_as_outside(self):
        for value, hurt in (("two", 0), ("four", 1)):
            t = field(
                (foot("Men", 1), 0, 10, 12.9),
                pieces=(house(8, 14, words=("flammable",)),),
                rulings={"s39-fire-inside": value},
            )
            inside(t, 0)
            t.scenery = (type(t.scenery[0])(points=20, tokens=1),)
            run(t, collateral.collateral(t, 0, -1), [1, 4])  # 7 against 2: 5+; against 4: 3+
            assert t[0].wounds == (5 - hurt,)

    def test_aircraft_over_a_template_may_be_spared(self):
        bell = weapon("Area", "Bell", acc=3, energy=20)
        for value, dice in (("hit", [3, 2, 2, 5]), ("spared", [3, 2])):
            bird = squad(GUN, name="Bird", type="Aircraft", A=10)
            t = field(
                (tanks("A", 1, bell), 0, 10, 10),
                (tanks("B"), 1, 10, 20),
                (bird, 1, 10, 21.5),
                rulings={"s44-aircraft-under-templates": value},
            )
            run(t, shoot_action.shoot(t, 0), dice, picks={"at what": ("squad", 1)})
            assert t[2].alive is (value == "spared")

    def test_blind_fire_though_a_scout_sees(self):
        scout = squad(GUN, name="Scout", type="Tank", A=11, details=(("category", "Scout"),))
        from .test_rules_in_battle import TestIndirect

        for value, words in (("unseen", ()), ("any", ("unseen",))):
            t = field(
                (tanks("A", 1, weapon("Indirect")), 0, 10, 10),
                (scout, 0, 30, 24),
                (tanks("B"), 1, 10, 24),
                pieces=(TestIndirect.hill,),
                rulings={"s51-blind-fire": value},
            )
            seen = targeting.outlook(t, t[0], t[0].members[0].weapons[0], t[2]).seen[0]
            assert seen[0] == words

    def test_aerial_advantage_keeps_those_on_foot_back(self):
        for value, place in (("off", "table"), ("on", "reserve")):
            t = field((tanks("A"), 0, 10, 10), (tanks("B"), 1, 10, 30), rulings={"aerial-advantage": value})
            t.change(0, place="off")
            run(t, deployment.set_up(t, 0, group(t[0])))
            assert t[0].place == place
