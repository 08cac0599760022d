"""Aircraft that come on, fly high or are fired at on their way; Infiltrate; what falls with a Behemoth or a building."""

from __future__ import annotations

from math import sqrt

import pytest
from msgspec.structs import replace

from grognard.systems.dropzone import deployment, harm, melee, reserves
from grognard.systems.dropzone.behemoths import zones
from grognard.systems.dropzone.events import Seated, SquadFired
from grognard.systems.dropzone.examples import squad, weapon
from grognard.systems.dropzone.movement import straight_flight
from grognard.systems.dropzone.movement.legal_moves import flights
from grognard.systems.dropzone.movement.move_action import move
from grognard.systems.dropzone.objectives import search
from grognard.systems.dropzone.shooting import reaction_fire, shoot_action, targeting
from grognard.systems.dropzone.squads import FLIGHT, moved, moved_by, spent
from grognard.systems.dropzone.transports import wrecks
from grognard.systems.dropzone.transports.seats import rest
from grognard.systems.dropzone.turn import Actions, activation
from grognard.table.events import Embarked, Given
from grognard.table.state import Effect
from grognard.table.terrain import Piece, rectangle

from .field import field, house, run, told
from .test_battle import GUN, carrier, foot, inside, tanks
from .test_rules_in_battle import behemoth

FLAK = weapon("AA-2", "Flak", acc=2, energy=10, full=30.0)
TOWER = Piece("tower", rectangle(22, 34, 4, 4), 12.0, ("impassable", "solid"))


def petrel(y=4.0, pieces=(), fast=12, guns=(GUN,), **more):
    bird = squad(*guns, name="Petrel", type="Aircraft", A=10, MV=36, slowest=fast, rules="Fast")
    return field((bird, 0, 24, y), (tanks("B"), 1, 30, 44), pieces=pieces, **more)


def readied(t, u=0):
    t.change(u, place="reserve", effects=())
    Given(u, Effect("readiness")).on(t)
    return t


@pytest.mark.rule("dropzone:anti-aircraft")
class TestFireAtThoseWhoComeOn:
    def field(self, **more):
        bird = squad(GUN, name="Bird", type="Aircraft", A=10, MV=24, DP=3, **more)
        return readied(field((bird, 0, 24, 4), (tanks("Flak", 1, FLAK), 1, 24, 26)))

    @pytest.mark.asks("does … fire at … as it passes?", of=1)
    def test_an_aircraft_that_comes_on_is_fired_at(self):
        t, log = self.field(), []
        run(t, move(t, 0), [4, 6], log=log)  # 2+ and 2 for reacting, then E10 v A10: two points
        assert t[0].here and t[0].wounds == (1,)
        assert any("Flak reacts with Flak at Bird" in said for said in told(t, log))

    def test_it_is_brought_down_on_its_way_in(self):
        bird = squad(GUN, name="Bird", type="Aircraft", A=10, MV=24, DP=1)
        t = readied(field((bird, 0, 24, 4), (tanks("Flak", 1, FLAK), 1, 24, 26)))
        run(t, move(t, 0), [4, 6, 6])
        assert not t[0].alive and "readiness" not in {e.what for e in t[0].effects}

    def test_who_holds_fire_does_not(self):
        t = self.field()
        run(t, move(t, 0), picks={"as it passes": "hold"})
        assert t[0].here and targeting.lines(t[1]) == [0]

    @pytest.mark.rule("dropzone:fast")
    def test_fast_ones_too_which_turn_and_remember_how_far_they_flew(self):
        bird = squad(GUN, name="Petrel", type="Aircraft", A=10, MV=36, slowest=24, DP=3, rules="Fast")
        t = readied(field((bird, 0, 24, 4), (tanks("Flak", 1, FLAK), 1, 24, 40)))
        at = []

        def place(ask):
            at.append(max(ask.options, key=lambda form: form.positions[0][1]))
            return at[0]

        run(t, move(t, 0), [1], picks={"where does": place, "which way": "left"})
        assert moved(t[0]) == at[0].positions[0][1] > 24  # from its own edge, at the bottom
        assert t[0].form.front(0) == (-1.0, 0.0)


@pytest.mark.rule("dropzone:anti-aircraft")
class TestAnyPointOfThePath:
    def test_a_stretch_shorter_than_two_inches(self):
        bird = squad(GUN, name="Bird", type="Aircraft", A=10, MV=24)
        short = weapon("AA-2", "Flak", acc=2, energy=10, full=6.0)
        # at its nearest, 5.98" away in all, the bird passes for less than an inch within 6"
        aside = sqrt(5.98 * 5.98 - FLIGHT * FLIGHT)
        for y in (14.0, 14.3, 15.0, 15.7):
            t = field((bird, 0, 24, 4), (tanks("Flak", 1, short, MV=6), 1, 24 + aside, y))
            assert reaction_fire.reactions(t, t[0], flights(t, t[0], 40).form.shifted(0, 20)), y

    def test_a_gap_between_two_houses(self):
        bird = squad(GUN, name="Bird", type="Aircraft", A=10, MV=24)
        walls = (house(12, 12, 6, name="one"), house(18.4, 12, 6, name="two"))
        t = field((bird, 0, 2, 30), (tanks("Flak", 1, FLAK), 1, 18.2, 4), pieces=walls)
        ((part, *_),) = reaction_fire.reactions(t, t[0], flights(t, t[0], 40).form.shifted(30, 0))
        assert 0.0 <= part <= 1.0

    def test_each_unit_of_a_squad_by_itself(self):
        bird = squad(GUN, name="Bird", type="Aircraft", A=10, MV=24, DP=4)
        t = field((bird, 0, 24, 4), (tanks("Flak", 2, FLAK), 1, 24, 26))
        run(t, reaction_fire.fly(t, 0, t[0].form.shifted(0, 10)), [4, 6], picks={"does Flak 1 fire": "hold"})
        assert t[0].wounds == (2,) and targeting.ready(t[1], 0) == (0,)

    def test_where_on_the_way_is_for_the_player_who_fires(self):
        bird = squad(GUN, name="Bird", type="Aircraft", A=10, MV=24, DP=1)
        t = field((bird, 0, 24, 4), (tanks("Flak", 1, FLAK), 1, 24, 26))
        run(
            t,
            reaction_fire.fly(t, 0, t[0].form.shifted(0, 10)),
            [4, 6, 6],
            picks={"as it passes": "fire after 8 inches"},
        )
        assert not t[0].alive and t[0].form.positions in ((), ((24.0, 12.0),))


@pytest.mark.rule("dropzone:fast")
class TestFlyingHigh:
    def test_only_who_flies_that_far_must(self):
        t, log = petrel(4.0, (TOWER,)), []
        run(t, move(t, 0), picks={"how far": 12}, log=log)
        assert not t[0].has("flew high") and targeting.lines(t[0]) == [0]

    @pytest.mark.asks("does … fly high?", of=0)
    def test_it_may_and_then_goes_over_everything_and_does_not_shoot(self):
        t = petrel(4.0, (TOWER,))
        assert max(d for d in straight_flight.ways(t, t[0], False) if d != "off the table") < 34
        run(t, move(t, 0), picks={"fly high": "fly high", "how far": 36})
        assert t[0].form.positions[0] == (24.0, 40.0) and targeting.lines(t[0]) == []

    def test_with_a_tower_before_it_it_must_and_so_does_not_shoot_before(self):
        t = petrel(20.0, (TOWER,), fast=16)
        assert straight_flight.must_climb(t, t[0]) and "shoot" not in list(Actions(t, t[0]))
        run(t, activation(t, 0))
        assert t[0].has("flew high")

    def test_who_has_shot_stays_low(self):
        t = petrel(10.0, (TOWER,))
        acts = {"what does": lambda ask: "shoot" if "shoot" in ask.options else "move"}
        run(t, activation(t, 0), [1], picks={**acts, "how far": lambda ask: ask.options[-1]})
        assert t[0].has("fired") and not t[0].has("flew high") and t[0].form.positions[0][1] < 34

    def test_who_must_climb_does_not_react_before(self):
        t = petrel(20.0, (TOWER,), fast=16, guns=(FLAK,))
        bird = squad(GUN, name="Bird", type="Aircraft", A=10, MV=24)
        other = field((t[0].kind, 1, 24, 20), (bird, 0, 10, 10), pieces=(TOWER,))
        other.change(1, form=other[1].form.faced(0.0, 1.0))
        assert reaction_fire.reactions(other, other[0], other[0].form.shifted(0, 10)) == []


@pytest.mark.rule("dropzone:bloodthirsty")
def test_the_bloodthirsty_do_not_run_of_their_own_will():
    t = field(
        (foot("Blades", 1, DP=6, rules="Bloodthirsty"), 0, 10, 12.9),
        (foot("Foe", 1), 1, 30, 30),
        pieces=(house(8, 14),),
    )
    inside(t, 0)
    inside(t, 1)
    t.change(0, wounds=(2,))
    Given(0, Effect("shaken in close quarters", 1)).on(t)
    seen = []
    run(t, melee.tests_fortitude(t), [4], picks={"hold on": lambda ask: seen.append(ask.options) or ask.options[0]})
    assert seen in ([], [("test Fortitude",)]) and t[0].has("housed")


@pytest.mark.rule("dropzone:rapid-insertion")
def test_a_jump_to_the_ground_and_a_walk_through_the_door_is_no_rapid_insertion():
    men = foot("Men", 1, rules='Rapid Insertion 4"', details=(("transport", ("req 1 c",)),))
    pieces = (house(8, 14, dp=30),)
    t = field((carrier(cap="cap 3 c"), 0, 10, 10.6), (men, 0, 40, 40), (foot("Foe", 1), 1, 30, 30), pieces=pieces)
    inside(t, 2)
    Embarked(1, 0).on(t)

    def out(ask):
        return max(ask.options, key=lambda form: form.positions[0][1])

    def on(ask):
        form = ask.options.form.shifted(0, 0.5)
        return form if form in ask.options else ask.options.form

    picks = {
        "drop into": "to the ground",
        "get out of": out,
        "where does Men move": on,
        "go inside": 0,
        "which part": -1,
    }
    run(t, move(t, 1), picks=picks)
    assert t[1].has("stormed") and not t[1].has("jumped in")
    # four dice to damage that succeed (2+) are thrown once more
    run(t, melee.fight(t, 1), [2, 2, 2, 2, 1, 1, 1, 1])
    assert t[2].wounds == (5,)


@pytest.mark.rule("dropzone:infiltrate")
class TestInfiltrateOrNot:
    def field(self, **more):
        own = (("battlegroup", "One"),)
        men = foot("Men", 1, rules='Infiltrate 12"', details=(("transport", ("req 1 c",)), *own))
        ride = carrier("Ride", "cap 3 c", "Tank", details=(("transport", ("cap 3 c",)), *own), **more)
        t = field((men, 0, 10, 10), (ride, 0, 20, 10), (tanks("B"), 1, 10, 40), rulings={"aerial-advantage": "off"})
        for u in (0, 1):
            t.change(u, place="off")
        return t

    @pytest.mark.asks("does … infiltrate ahead of its battlegroup?", of=0)
    def test_it_may_start_in_its_transport(self):
        t = self.field()
        run(t, deployment.set_up(t, 0, "One"), picks={"infiltrate ahead": "with it"})
        assert t[0].place == "aboard" and t[1].here

    def test_or_in_readiness(self):
        t = self.field()
        picks = {"infiltrate ahead": "with it", "start in": "on its own", "how does": "readiness"}
        run(t, deployment.set_up(t, 0, "One"), picks=picks)
        assert t[0].has("readiness") and t[1].has("readiness")

    def test_or_ahead_and_then_in_no_transport(self):
        t = self.field()
        run(t, deployment.set_up(t, 0, "One"), picks={"how does": "readiness"})
        assert t[0].here and t[1].has("readiness")


class TestTheEndOfABehemoth:
    def beast(self, *squads, pieces=(), spread=0):
        kind = behemoth()
        kind = replace(kind, models=tuple(replace(m, stats=replace(m.stats, Spread=spread)) for m in kind.models))
        t = field(*squads, (kind, 1, 20, 24), pieces=pieces)
        zones.prepared(t)
        return t, len(squads)

    def end(self, t, v, faces):
        log: list = []
        run(t, harm.struck(t, v, {"Hull": 0, "Legs": 0}, 0), faces, log=log)
        return told(t, log)

    def test_a_house_within_reach_of_it_is_hit_and_a_wreck_stays(self):
        t, v = self.beast((tanks("A"), 0, 40, 40), pieces=(house(21, 22, 5),))
        self.end(
            t, v, [6, 1, 2, 2, 2, 2, 2]
        )  # six hits of E10 v A10: one fails; a critical lays a token and does a point
        assert t.scenery[0].points == 15 and t.scenery[0].tokens == 5
        assert t.ground.pieces[-1].name == "wreck of Beast" and t.ground.pieces[-1].has("impassable")
        assert len(t.scenery) == len(t.ground.pieces)

    def test_a_house_beyond_it_is_not(self):
        t, v = self.beast((tanks("A"), 0, 40, 40), pieces=(house(23, 22, 5),))
        self.end(t, v, [2])
        assert t.scenery[0].points == 20

    def test_those_at_a_window_are_hit_behind_body_cover(self):
        t, v = self.beast((foot("In", 1, A=9), 0, 40, 40), pieces=(house(21, 22, 5, dp=40),))
        inside(t, 0, edge=3)  # the left wall, 1" away
        self.end(t, v, [2, 2, 2, 1, 1])  # two hits of E10 v A9 in Body Cover: 2+, a critical too; two on the house fail
        assert t[0].wounds == (1,)

    def test_on_a_one_scenery_and_loaded_transports_are_gone(self):
        men = foot("Men", 1, details=(("transport", ("req 1 c",)),))
        ride = carrier("Ride", "cap 3 c", "Tank", details=(("transport", ("cap 3 c",)),))
        t, v = self.beast((ride, 0, 20, 22), (men, 0, 40, 40), pieces=(house(21, 22, 5),))
        Embarked(1, 0).on(t)
        self.end(t, v, [1, 6])
        assert not t[0].alive and not t[1].alive and t.scenery[0].gone
        assert len(t.ground.pieces) == 1  # no wreck

    @pytest.mark.rule("dropzone:access")
    def test_the_last_gate_takes_the_holding_with_it(self):
        gate = squad(GUN, name="Gate", type="Tank", A=12, DP=2, rules="Access", details=(("transport", ("cap 6 b",)),))
        men = foot("Men", 1, details=(("transport", ("req 1 b",)),))
        t, v = self.beast((gate, 0, 20, 22), (men, 0, 40, 40))
        t.change(1, place="reserve")
        Given(1, Effect("holding")).on(t)
        self.end(t, v, [1, 6])
        assert not t[0].alive and not t[1].alive

    def test_its_spread_is_measured_from(self):
        for spread in (0, 3):
            t, v = self.beast((tanks("A"), 0, 40, 40), pieces=(house(24, 22, 5),), spread=spread)
            self.end(t, v, [3, *([2] * 3 if spread else [])])
            assert t.scenery[0].points == (20 if not spread else 17)

    def test_and_so_do_those_who_fire_at_it(self):
        short = weapon("", "Gun", acc=2, energy=10, full=12.0)
        for spread, able in ((0, False), (3, True)):
            t, _ = self.beast((tanks("A", 1, short), 0, 20, 10), spread=spread)
            assert bool(targeting.targets(t, t[0], 0)) is able


def test_an_objective_falls_with_its_garrison_whoever_holds_it():
    t = field(
        (foot("Men"), 0, 10, 12.9), (tanks("B"), 1, 40, 40), pieces=(house(8, 14, dp=10),), objectives=((10, 16),)
    )
    inside(t, 0)
    t.clock = type(t.clock)(6, 0, t.clock.step, 0, "")
    run(t, search.search(t, 0, 1), [6])
    assert t.marker(1).side == 0
    run(t, harm.collapse(t, 0, -1), [1, 1, 1, 1, 1, 1, 1])
    assert [m.id for m in t.markers] == []


def test_what_stands_in_readiness_moves_from_the_edge_and_remembers_how_far():
    t = readied(field((tanks("A", 1, weapon(mf=3), MV=6), 0, 10, 10), (tanks("B"), 1, 10, 30)))
    run(t, move(t, 0), picks={"where does": lambda ask: min(ask.options, key=lambda form: form.positions[0][1])})
    assert moved(t[0]) == t[0].form.positions[0][1]


def off(t, *units):
    for u in units:
        t.change(u, place="off", effects=())
    return t


class TestAerialAdvantage:
    def field(self, category="Standard", ride="Aircraft", **more):
        men = foot("Men", 1, details=(("transport", ("req 1 c",)), ("battlegroup", "One"), ("category", category)))
        craft = carrier("Craft", "cap 3 c", ride, details=(("transport", ("cap 3 c",)), ("battlegroup", "One")))
        return off(field((men, 0, 10, 10), (craft, 0, 20, 10), (tanks("B"), 1, 10, 40), **more), 0, 1)

    @pytest.mark.parametrize(
        ("category", "ride", "picks", "place"),
        [
            ("Standard", "Aircraft", {}, "table"),  # all of it is carried by Aircraft
            ("Standard", "Aircraft", {"start in": "on its own"}, "reserve"),
            ("Standard", "Tank", {}, "reserve"),
            ("Command", "Tank", {}, "table"),  # the headquarters
        ],
    )
    def test_who_starts_on_the_table(self, category, ride, picks, place):
        t = self.field(category, ride)
        run(t, deployment.set_up(t, 0, "One"), picks=picks)
        assert t[1].place == place

    def test_it_makes_ready_after_the_first_round(self):
        t = self.field(ride="Tank")
        run(t, deployment.set_up(t, 0, "One"))
        run(t, reserves.make_ready(t))
        assert t[1].has("readiness")

    def test_a_dropship_lands_on_its_way_in_and_flies_on(self):
        t = self.field()
        run(t, deployment.set_up(t, 0, "One"), picks={"how does": "readiness"})
        run(
            t,
            move(t, 1),
            picks={"where does Craft come on": lambda ask: min(ask.options, key=lambda f: f.positions[0][1])},
        )
        assert t[0].here and t[0].has("from the air") and moved(t[1]) <= 9  # half of 18


class TestHalfFull:
    def field(self, room, *needs):
        """An Auxiliary transport with so much room, and squads of one battlegroup that need so much of it."""
        own = ("battlegroup", "One")
        squads = [foot(f"Men {i}", 1, details=(("transport", (f"req {n} c",)), own)) for i, n in enumerate(needs)]
        details = (("transport", (f"cap {room} c",)), ("category", "Auxiliary"))
        places = [(kind, 0, 10 + 4 * i, 10) for i, kind in enumerate(squads)]
        t = field(*places, (carrier("Ride", "cap 1 c", "Tank", details=details), 0, 30, 10), (tanks("B"), 1, 10, 40))
        return off(t, *range(len(needs) + 1))

    def asked(self, t):
        found = []

        def own(ask):
            found.append(tuple(ask.options))
            return "on its own" if "on its own" in ask.options else ask.options[0]

        run(t, deployment.set_up(t, 0, "One"), picks={"start in": own})
        return found

    def test_a_squad_that_is_needed_to_fill_a_transport_rides(self):
        t = self.field(6, 3)  # half of 6 is this one squad: there is no other way
        assert self.asked(t) == [(1,)] and t[0].place == "aboard"

    def test_as_long_as_others_are_left_it_is_free(self):
        t = self.field(6, 3, 3)
        assert self.asked(t) == [(2, "on its own"), (2,)] and t[0].place != "aboard" and t[1].place == "aboard"

    def test_where_nobody_can_fill_it_all_are_free(self):
        t = self.field(6, 1, 1)
        assert len(self.asked(t)) == 2 and t[0].place == t[1].place == "reserve"

    @pytest.mark.rule("dropzone:access")
    def test_gates_are_filled_by_what_waits_in_holding(self):
        own = ("battlegroup", "One")
        gate = squad(
            GUN,
            name="Gate",
            type="Tank",
            rules="Access",
            details=(("transport", ("cap 4 b",)), own, ("category", "Auxiliary")),
        )
        men = [foot(f"Men {i}", 1, details=(("transport", ("req 1 b",)), own)) for i in range(2)]
        t = off(field((men[0], 0, 10, 10), (men[1], 0, 14, 10), (gate, 0, 20, 10), (tanks("B"), 1, 10, 40)), 0, 1, 2)
        assert self.asked(t) == [(2,), (2,)] and t[0].has("holding") and t[1].has("holding")


def test_of_those_who_are_left_by_a_fall_each_has_fired_and_moved_what_it_did_itself():
    # three tanks with one rocket each, of which that of the second is gone; a Behemoth falls, 1, and clears an inch round it
    tank = tanks("A", 3, weapon("Limited 1", "Rocket", acc=2, energy=12, full=30.0))
    t = field((tank, 0, 10, 10), (behemoth(), 1, 10, 11), (tanks("B"), 1, 10, 25), distance=2.5)
    zones.prepared(t)
    SquadFired(0, 2, "Rocket", 0, (1,), limited=True).on(t)
    Given(0, Effect("moved", 0, None, (1.0, 2.0, 3.0)), True).on(t)
    run(t, harm.struck(t, 1, {"Hull": 0, "Legs": 0}, 2), [1, 1])
    assert t[0].size == 2 and [moved_by(t[0], i) for i in (0, 1)] == [2.0, 3.0]
    assert spent(t[0], (0,), "used") == spent(t[0], (0,)) == [0]
    run(t, shoot_action.shoot(t, 0), [1])  # one die: only the last has a rocket left
    assert spent(t[0], (0,), "used") == [0, 1]


def test_nor_are_they_mistaken_for_each_other_who_ride_on_when_one_is_lost_aboard():
    men = foot("Men", 3, details=(("transport", ("req 1 c",)),))
    t = field((men, 0, 10, 10), (tanks("B"), 1, 10, 25))
    SquadFired(0, 1, "Gun", 0, (1,), limited=True).on(t)
    t.change(0, place="aboard", aboard=1)
    run(t, wrecks.lost_aboard(t, 0, (0,)))
    assert spent(t[0], (0,), "used") == [0]


def test_who_climbs_out_of_a_wreck_before_the_rest_has_fired_what_it_fired():
    men = foot("Men", 3, details=(("transport", ("req 1 c",)),))
    rides = tanks("Rides", 2, details=(("transport", ("cap 2 c",)),))
    t = field((men, 0, 10, 10), (rides, 0, 10, 14), (tanks("B"), 1, 10, 35), distance=3.0)
    SquadFired(0, 2, "Gun", 0, (0,), limited=True).on(t)
    Seated(0, -1, seats=((1, 0), (1, 1), (1, 1))).on(t)
    run(t, harm.harm(t, 1, (3, 0), 2), [6])  # nobody in the second of them is hurt; both get out
    assert t[0].size == 2 and len(rest(t[0])) == 1
    assert spent(t[0], (0,), "used") == [2]  # it counts last now, for it rides on
    run(t, harm.harm(t, 0, (0, 1), 2))
    assert t[0].size == 1 and spent(t[0], (0,), "used") == [1]
