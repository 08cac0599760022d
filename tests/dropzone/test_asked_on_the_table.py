"""Questions about moving, getting out and falling buildings, and whom they are put to."""

from __future__ import annotations

from random import Random

import pytest

from grognard.systems.dropzone import harm
from grognard.systems.dropzone.examples import squad, weapon
from grognard.systems.dropzone.movement import roads
from grognard.systems.dropzone.movement.move_action import move
from grognard.systems.dropzone.round_end import rounding_up
from grognard.systems.dropzone.shooting import shoot_action, targeting
from grognard.systems.dropzone.squads import housed, moved
from grognard.table.events import Given
from grognard.table.state import Effect, Scenery
from grognard.table.terrain import Piece, rectangle

from .field import field, house, run
from .test_battle import GUN, carrier, foot, inside, tanks
from .test_interactions_table import beast, infantry, loaded


@pytest.mark.asks("on which side does … come out?", of=0)
def test_who_leaves_a_garrison_says_by_which_side():
    t = field((foot("Men", 1), 0, 10, 10), (tanks("B"), 1, 40, 40), pieces=(house(20, 20),))
    inside(t, 0)
    run(t, move(t, 0), picks={"which part": "leave", "on which side": 2})
    assert housed(t[0]) is None and t[0].form.positions[0][1] > 25  # edge 2 is the far wall


@pytest.mark.asks("… gets out of what?", of=1)
@pytest.mark.rule("dropzone:access")
def test_who_waits_in_holding_says_by_which_gate():
    own = ("battlegroup", "One")
    details = (("transport", ("cap 6 b",)), own)
    gates = [squad(GUN, name=f"Gate {k}", type="Tank", rules="Access", details=details) for k in range(2)]
    men = foot("Men", 1, details=(("transport", ("req 1 b",)), own))
    t = field((tanks("B"), 0, 40, 40), (gates[0], 1, 10, 10), (gates[1], 1, 20, 30), (men, 1, 30, 10))
    t.change(3, place="reserve", effects=())
    Given(3, Effect("holding")).on(t)
    run(t, move(t, 3), picks={"gets out of what": 2})
    assert t[3].here and t[3].form.positions[0][1] > 25


@pytest.mark.asks("does … drop into a building?", of=0)
@pytest.mark.parametrize("into", [True, False])
def test_who_jumps_says_where_to(into):
    men = infantry(rules='Rapid Insertion 4"')
    t = loaded(carrier(cap="cap 3 c"), men, (tanks("B"), 1, 40, 10), pieces=(house(8, 14, dp=30),), at=(10, 12.6))
    run(t, move(t, 1), picks={"drop into": 0 if into else "to the ground", "which part": -1})
    assert (housed(t[1]) is not None) is into and t[1].has("jumped in") is into


@pytest.mark.asks("where does … get out of the wreck?", of=0)
def test_cargo_of_a_wreck_stands_where_its_player_likes():
    ride = carrier("Ride", "cap 3 c", "Tank", details=(("transport", ("cap 3 c",)),))
    t = loaded(ride, infantry(), (tanks("B"), 1, 40, 10), at=(20, 20))
    places = []

    def far(ask):
        places.extend(ask.options)
        return places[-1]

    run(t, harm.harm(t, 0, (0,), 2), [6], picks={"of the wreck": far})  # 3 on the D3: nobody is hurt
    assert len(places) > 1 and t[1].form == places[-1]


@pytest.mark.asks("where does … stand in the ruins?", of=0)
def test_who_is_dug_out_stands_where_his_player_likes():
    t = field((foot("Men", 2), 0, 10, 10), (tanks("B"), 1, 40, 40), pieces=(house(20, 20, dp=9),))
    inside(t, 0)

    def corner(ask):
        form = next(iter(ask.options)).shifted(-1.0, -1.0)
        return form if form in ask.options else next(iter(ask.options))

    run(
        t, harm.collapse(t, 0, -1), [1, 1, 1, 1, 1, 1], picks={"in the ruins": corner}
    )  # 2D3 = 2 hits each, all of them 1
    assert housed(t[0]) is None and all(20 <= x <= 25 and 20 <= y <= 25 for x, y in t[0].form.positions)


@pytest.mark.asks("whose Collateral comes first?", of=1)
def test_the_player_with_the_initiative_orders_collateral():
    t = field((tanks("A"), 0, 10, 10), (tanks("B"), 1, 40, 40), pieces=(house(20, 20), house(30, 20, name="other")))
    t.scenery = (Scenery(points=20, tokens=1), Scenery(points=20, tokens=2))
    run(t, rounding_up(t, 1), [6, 1, 1], picks={"Collateral": lambda ask: ask.options[-1]})  # E4 v A10: 6 damages
    assert [s.points for s in t.scenery] == [20, 19] and [s.tokens for s in t.scenery] == [0, 1]


ROAD = Piece("road", rectangle(18, 0, 4, 40), 0.0, ("road",))


class TestRoads:
    def field(self, type="Tank", x=20.0, y=4.0, mf=None, pieces=(ROAD,)):
        men = squad(weapon(mf=mf), name="Wheels", type=type, MV=6)
        return field((men, 0, x, y), (tanks("B"), 1, 40, 44), pieces=pieces)

    def go(self, t, inches, aside=0.0):
        seen = []

        def there(ask):
            form = ask.options.form.shifted(aside, inches)
            seen.append(form in ask.options)
            return form if seen[-1] else ask.options.form

        run(t, move(t, 0), picks={"keep to the road": "along the road", "where does": there})
        return seen[0]

    @pytest.mark.asks("does … keep to the road?", of=0)
    def test_two_inches_more_straight_along_it(self):
        t = self.field()
        assert self.go(t, 8.0) and t[0].form.positions[0] == (20.0, 12.0)
        assert not self.go(self.field(), 8.5)
        assert not self.go(self.field(), 4.0, 4.0)  # it would leave the road

    def test_only_vehicles_but_no_skimmers_and_only_on_the_road(self):
        assert not self.go(self.field("Skimmer"), 8.0)
        assert not self.go(self.field(x=10.0), 8.0)

    def test_not_when_a_weapon_that_was_fired_binds_the_move(self):
        t = self.field(mf=4)
        run(t, shoot_action.shoot(t, 0), [1])
        assert not self.go(t, 5.0)

    def test_a_way_towards_a_point_beside_it_stays_on_the_road(self):
        t = self.field()
        moves = roads.road_moves(t, t[0])
        for x in range(0, 48, 4):
            form = moves.toward(float(x), 24.0)
            assert form is None or roads.keeps_to_road(t.ground, t[0].form, form), x

    def test_whoever_draws_stays_on_the_road(self):
        t = self.field()
        for seed in range(5):
            form = roads.road_moves(t, t[0]).draw(Random(seed))
            assert form is None or roads.keeps_to_road(t.ground, t[0].form, form)
        assert max(f.positions[0][1] for f in roads.road_moves(t, t[0])) == 12.0


class TestTrampling:
    def walk(self, t, u, faces, picks=None, dy=2.0):
        run(t, move(t, u), faces, picks={"where does": lambda ask: ask.options.form.shifted(0, dy), **(picks or {})})

    @pytest.mark.asks("which unit of … does … trample?", of=1)
    def test_where_it_comes_to_stand_all_within_its_spread_are_hit(self):
        t, v = beast((tanks("Near", 2, DP=9), 0, 20, 28.5), (tanks("Far"), 0, 40, 40), spread=3)
        picks = {"trample": lambda ask: ask.options[-1]}
        # from (20, 24) to (20, 26): D3 of 2 (face 3), both hits of E10 v A13 on the second: 3+ a point, 5+ two
        self.walk(t, v, [3, 5, 2], picks)
        assert t[0].wounds == (9, 7) and t[1].wounds == (1,)

    def test_houses_too_but_no_aircraft_and_nothing_without_spread(self):
        craft = squad(GUN, name="Craft", type="Aircraft", A=10, DP=3)
        t, v = beast((craft, 0, 20, 27), pieces=(house(21.5, 26, 5),), spread=3)
        self.walk(t, v, [1, 2])
        assert t[0].wounds == (3,) and t.scenery[0].points == 19
        t, v = beast((craft, 0, 20, 27), pieces=(house(21.5, 26, 5),))
        self.walk(t, v, [])
        assert t.scenery[0].points == 20


class TestEachUnitItsOwnWay:
    def field(self):
        t = field((tanks("A", 2, weapon(mf=2), MV=6), 0, 10, 10), (tanks("B", DP=9), 1, 10, 30))
        form = t[0].form
        run(t, move(t, 0), picks={"where": type(form)(((10.0, 10.0), (11.5, 12.5)), form.bases, form.facing)})
        return t

    def test_a_unit_that_stood_still_fires_what_must_not_move_far(self):
        t = self.field()
        assert moved(t[0]) == 2.5 and targeting.ready(t[0], 0) == (0,) and targeting.lines(t[0]) == [0]
        run(t, shoot_action.shoot(t, 0), [2, 1])  # one shot

    def test_and_goes_on_doing_so_when_the_other_is_lost(self):
        for lost, ready in (((0, 1), ()), ((1, 0), (0,))):
            t = self.field()
            run(t, harm.harm(t, 0, lost, 1))
            assert targeting.ready(t[0], 0) == ready
