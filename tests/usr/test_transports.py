"""Transports and buildings: seats, getting in and out, charging from them, and what becomes of those inside."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.common.schema import Count
from grognard.errors import Faults
from grognard.kernel.exact import exact
from grognard.muster.formats.native import loads
from grognard.systems.usr import condition, reserves
from grognard.systems.usr.attack.attack import Part, Volley, volley
from grognard.systems.usr.attack.defender import Ranks
from grognard.systems.usr.combat import charge
from grognard.systems.usr.condition import circumstances
from grognard.systems.usr.defenders import field as scene_of
from grognard.systems.usr.examples import model, shooter, unit, weapon
from grognard.systems.usr.harm import NO_SQUAD, NOBODY, struck_by
from grognard.systems.usr.line_of_sight import View
from grognard.systems.usr.movement import deep_strike, movement
from grognard.systems.usr.shooting import eligibility, fire_points, shooting
from grognard.systems.usr.vehicles import mounting, passengers, transports
from grognard.table.events import Removed
from tests.usr.carrying import aboard, carrier, keyed, mark
from tests.usr.field import act, field, named

F = Fraction
RIFLE = weapon("Rifle", type="Rapid Fire", AP=5)
KNIFE = weapon("Knife", melee=True)
SQUAD = unit(model(name="Man", weapons=[RIFLE], Ld=8), name="Squad", count=4)
FOE = unit(model(name="Foe"), name="Foe", count=3)
LASER = shooter(S=10, AP=1)
HIT, PIERCES, EXPLODES = 3, 6, 6


def wagon_with_squad(*rules, squad=SQUAD, **more):
    """A wagon at (24, 24) that looks up the table with a squad inside, a gun and a foe on the other side."""
    t = field(
        (carrier(*rules, **more), 0, 24, 24), (squad, 0, 5, 5), (FOE, 1, 24, 33), (LASER, 1, 24, 46), step="movement"
    )
    aboard(t, 1, 0)
    return t


# --- seats ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("usr:bulky")
def test_four_bulky_models_take_eight_seats():
    assert transports.seats((model("Bulky"),) * 4) == 8
    t = field(
        (carrier(), 0, 24, 24), (unit(model("Bulky"), count=5), 0, 5, 5), (unit(model("Bulky"), count=6), 0, 5, 9)
    )
    assert transports.takes(t, 0, 1) and not transports.takes(t, 0, 2)


@pytest.mark.rule("usr:very-bulky")
def test_a_very_bulky_model_takes_three_seats():
    assert transports.seats((model("Very Bulky"),)) == 3
    t = field((carrier(), 0, 24, 24), (unit(model("Very Bulky"), count=4), 0, 5, 5))
    assert not transports.takes(t, 0, 1)


@pytest.mark.rule("usr:extremely-bulky")
def test_an_extremely_bulky_model_takes_five_seats_and_no_more_for_being_bulky_too():
    assert transports.seats((model("Extremely Bulky", "Bulky", "Very Bulky"),)) == 5
    t = field((carrier(), 0, 24, 24), (unit(model("Extremely Bulky"), count=2), 0, 5, 5))
    assert transports.takes(t, 0, 1) and transports.free_seats(t, 0) == 10


@pytest.mark.rule("usr:bulky")
def test_the_seats_taken_are_named_when_a_unit_gets_in():
    t = field((carrier(), 0, 24, 24), (unit(model("Bulky"), count=2), 0, 24, 20.5), step="movement")
    got = act(t, movement.move(t, 1), picks={"how does": ("board", 0)})
    assert t[1].aboard == 0 and got.event("Embarked").by == ("usr:bulky",)


def test_only_infantry_rides_and_one_unit_at_a_time():
    bikes, more = unit(model(name="Bike"), name="Bikes", type="Bike"), unit(model(name="More"), name="More", count=2)
    hero = unit(model("Independent Character", name="Hero", W=3), name="Hero")
    t = field((carrier(), 0, 24, 24), (SQUAD, 0, 5, 5), (bikes, 0, 5, 9), (more, 0, 5, 12), (hero, 0, 5, 15))
    assert not transports.takes(t, 0, 2)
    aboard(t, 1, 0)
    assert not transports.takes(t, 0, 3) and transports.takes(t, 0, 4)


def test_a_character_who_finds_a_unit_inside_joins_it():
    hero = unit(model("Independent Character", name="Hero", W=3), name="Hero")
    t = field((carrier(), 0, 24, 24), (SQUAD, 0, 5, 5), (hero, 0, 24, 21), step="movement")
    aboard(t, 1, 0)
    act(t, movement.move(t, 2), picks={"how does": ("board", 0)})
    assert t[2].place == "joined" and t[1].size == 5 and transports.free_seats(t, 0) == 5


# --- getting in -------------------------------------------------------------------------------------------------------


def test_a_unit_gets_in_when_every_model_comes_within_two_inches_of_a_door():
    # the hull reaches from y 22 to y 26, the door is in the rear at (24, 22): 6" and 2" more is 8.5" with half a base
    for y, boards in ((14.5, True), (12.5, False)):
        t = field((carrier(), 0, 24, 24), (unit(model(), name="Man"), 0, 24, y), step="movement")
        assert transports.boardable(t, 1, 6.0) == ([0] if boards else []), y


def test_the_door_counts_not_the_hull():
    t = field((carrier(), 0, 24, 24), (unit(model(), name="Man"), 0, 24, 33.5), step="movement")
    assert transports.boardable(t, 1, 6.0) == []  # within 2" of the front, where there is no door
    t = field((carrier(details={"access": 1}), 0, 24, 24), (unit(model(), name="Man"), 0, 24, 33.5), step="movement")
    assert transports.boardable(t, 1, 6.0) == [0]  # the file does not say where: anywhere along the hull


def test_nobody_gets_in_and_out_in_one_turn():
    t = wagon_with_squad()
    act(t, movement.move(t, 1), picks={"get out of": "get out"})
    assert transports.boardable(t, 1, 6.0) == []


# --- getting out ------------------------------------------------------------------------------------------------------


def test_a_unit_gets_out_within_six_inches_of_a_door():
    t = wagon_with_squad()
    out = act(t, movement.move(t, 1), picks={"get out of": "get out"})
    assert out.event("Disembarked") and t[1].here
    near = transports.doors(t[0])
    assert near.points == ((24.0, 24 - 102 / 2 / 25.4),) or abs(near.points[0][1] - (24 - 2.008)) < 0.01
    assert all(near.near(t[1].form, i, 6.0) for i in range(4))


def test_it_does_not_get_out_after_the_transport_has_gone_further_than_six_inches():
    t = wagon_with_squad()
    mark(t, 0, (condition.MOVED, "moved"))
    assert transports.can_get_out(t, 0) == [1]
    t = wagon_with_squad()
    mark(t, 0, (condition.MOVED, "cruising"))
    assert transports.can_get_out(t, 0) == []


def test_from_a_transport_that_stood_it_charges_from_one_that_moved_it_does_not():
    for how, charges in (("", True), ("moved", False)):
        t = wagon_with_squad()
        mark(t, 0, *([(condition.MOVED, how)] if how else []))
        act(t, movement.move(t, 1), picks={"get out of": "get out"})
        assert (not t[1].has(condition.SPENT)) is charges


def test_from_an_open_topped_transport_it_charges_after_it_moved_and_gets_out_anywhere():
    t = wagon_with_squad(type="Vehicle (Transport, Open-topped)")
    mark(t, 0, (condition.MOVED, "moved"))
    assert transports.doors(t[0]).points == ()
    act(t, movement.move(t, 1), picks={"get out of": "get out"})
    assert not t[1].has(condition.SPENT)


@pytest.mark.rule("usr:assault-vehicle")
def test_from_an_assault_vehicle_it_gets_out_however_far_that_moved_and_charges():
    for how in ("cruising", "advanced"):
        t = wagon_with_squad("Assault Vehicle")
        mark(t, 0, (condition.MOVED, how))
        assert transports.can_get_out(t, 0) == [1]
        out = act(t, movement.move(t, 1), picks={"get out of": "get out"})
        assert out.event("Disembarked").by == ("usr:assault-vehicle",) and not t[1].has(condition.SPENT)


@pytest.mark.rule("usr:assault-vehicle")
def test_by_the_other_ruling_it_gets_out_of_an_assault_vehicle_and_does_not_charge():
    t = field((carrier("Assault Vehicle"), 0, 24, 24), (SQUAD, 0, 5, 5), (FOE, 1, 24, 33), step="movement",
              rulings={"assault-vehicle": "walk"})  # fmt: skip
    aboard(t, 1, 0)
    mark(t, 0, (condition.MOVED, "cruising"))
    act(t, movement.move(t, 1), picks={"get out of": "get out"})
    assert t[1].here and t[1].has(condition.SPENT)


@pytest.mark.rule("usr:assault-vehicle")
def test_an_assault_vehicle_that_comes_on_from_the_edge_lets_its_passengers_out_and_a_plain_one_does_not():
    for rules, out in (("Assault Vehicle",), [1]), ((), []):
        t = wagon_with_squad(*rules)
        mark(t, 0, condition.ARRIVED, (condition.MOVED, transports.came_on(t, t[0].form)))
        assert transports.can_get_out(t, 0) == out


def test_from_a_transport_that_came_by_deep_strike_it_gets_out_and_charges():
    for rules in (("Deep Strike",), ("Deep Strike", "Assault Vehicle")):
        t = field((carrier(*rules), 0, None, 0), (SQUAD, 0, 5, 5), (FOE, 1, 24, 40), step="reinforcements", round=2)
        aboard(t, 1, 0)
        t.memory = {**t.memory, (reserves.DEEP_STRIKE, 0): True}
        act(
            t, reserves.arrive(t, 0), [1], picks={"where does": (24.0, 30.0)}
        )  # the die shows a hit: it does not scatter
        assert t[0].here and t[1].place == "aboard" and transports.can_get_out(t, 0) == [1]
        act(t, movement.move(t, 1), picks={"get out of": "get out"})
        t.clock = field((FOE, 1, 5, 5), step="charges").clock
        assert t[1].here and not t[1].has(condition.SPENT)


def test_a_mishap_takes_the_passengers_too():
    t = field((carrier("Deep Strike"), 0, None, 0), (SQUAD, 0, 5, 5), (FOE, 1, 24, 24), step="reinforcements", round=2)
    aboard(t, 1, 0)
    act(t, deep_strike.mishap(t, 0, "no room"), [1])
    assert t[0].place == t[1].place == "dead"


# --- starting the battle ----------------------------------------------------------------------------------------------


def off(t):
    for u in range(len(t.units)):
        t.change(u, place="off")
    return t


def test_a_unit_starts_in_its_own_transport_and_in_nobody_elses():
    mine, his = carrier(name="Mine"), carrier(name="His")
    ours, theirs = keyed(SQUAD, rides="Mine"), keyed(unit(model(), name="Others", count=2), rides="His")
    t = off(field((mine, 0, 5, 5), (his, 0, 15, 5), (ours, 0, 25, 5), (theirs, 0, 35, 5), step="mounting"))
    assert mounting.own_transport(t, 2) == 0 and mounting.bought_for(t, 1) == 3
    assert mounting.may_start_in(t, 2) == [0]
    act(t, mounting.mount_one(t))
    assert t[2].place == "aboard" and t[2].aboard == 0


def test_two_units_alike_have_a_transport_each():
    squad = keyed(SQUAD, rides="Wagon")
    t = field((carrier(), 0, 5, 5), (carrier(), 0, 15, 5), (squad, 0, 25, 5), (squad, 0, 35, 5))
    assert [mounting.own_transport(t, u) for u in (2, 3)] == [0, 1]


FILE = """
system = "usr"
name = "Riders"
[[units]]
name = "Wagon"
type = "Vehicle (Transport)"
capacity = 10
access = ["left", "rear"]
fire_points = 1
smoke = true
  [[units.models]]
  name = "Wagon"
  stats = {BS = 4, Front = 11, Side = 11, Rear = 10, HP = 3}
[[units]]
name = "Men"
type = "Infantry"
rides = "Wagon"
  [[units.models]]
  name = "Man"
  stats = {WS = 4, BS = 4, S = 4, T = 4, W = 1, I = 4, A = 1, Ld = 8}
"""


def test_a_file_says_seats_doors_fire_points_smoke_and_who_rides():
    from grognard.muster.formats.native import dump

    force = loads(FILE)
    wagon, men = force.kinds
    assert wagon.details == (("capacity", 10), ("access", ("left", "rear")), ("fire_points", 1), ("smoke", True))
    assert (men.detail("rides") == "Wagon" and loads(dump(force)) == force) or loads(dump(force)).kinds == force.kinds


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('rides = "Wagon"', 'rides = "Cart"', "unit 'Men', rides, line 17: no transport named 'Cart'"),
        ('["left", "rear"]', '["left", "roof"]', "unknown side of a hull 'roof'"),
        ("smoke = true", "smoke = 3", "3 is neither true nor false"),
        ("capacity = 10", "capacity = -1", "-1 is not between 0 and 100"),
    ],
)
def test_a_file_that_says_it_wrong_is_told_where(old, new, said):
    with pytest.raises(Faults) as caught:
        loads(FILE.replace(old, new))
    assert said in str(caught.value)


# --- destroyed --------------------------------------------------------------------------------------------------------


def test_passengers_of_a_wreck_jump_out_and_test_their_nerve():
    t = field(
        (carrier(HP=1), 0, 24, 24), (SQUAD, 0, 5, 5), (LASER, 1, 24, 40), rulings={"zero_hp": "wrecked"}, player=1
    )
    aboard(t, 1, 0)
    shot = act(t, shooting.fire(t, 2, 0), [HIT, PIERCES, 1, 4, 5])  # shaken and wrecked; 9 against Leadership 8
    assert t[0].place == "dead" and t[1].here and t[1].size == 4
    assert shot.event("Tested").test == "Pinning" and not shot.event("Tested").passed and condition.grounded(t[1])


def exploding(squad, faces, *, rules=()):
    t = field((carrier(*rules), 0, 24, 24), (squad, 0, 5, 5), (LASER, 1, 24, 40), player=1)
    aboard(t, 1, 0)
    return t, act(t, shooting.fire(t, 2, 0), faces)


def test_each_passenger_takes_a_hit_of_strength_four_when_it_explodes():
    # six of the explosion reach nobody else within 1"; of four passengers two are wounded (4 and 5), none has a save
    t, shot = exploding(SQUAD, [HIT, PIERCES, EXPLODES, 1, 3, 4, 5, 2, 3, 4])
    assert t[0].place == "dead" and t[1].here and t[1].size == 2
    assert shot.event("Tested").passed  # 3 and 4: 7 against 8


def inside(squad, weapon_=None):
    """The law of how many passengers are left after an explosion."""
    t = field((carrier(), 0, 24, 24), (squad, 0, 5, 5), (FOE, 1, 5, 40))
    aboard(t, 1, 0)
    n = t[1].size
    hit = Part(
        NOBODY, NO_SQUAD, weapon_ or passengers.explosion_inside(), circumstances(t, t[1], t[1]), 1, Count(1), hits=n
    )
    start = Ranks(tuple(range(n)), t[1].wounds)
    around = scene_of(t, -1, 1, View(tuple(range(n)), (None,) * n))
    return exact(volley, (start, Volley("explosion", (hit,)), around)).map(lambda state: len(state.standing))


@pytest.mark.rule("usr:feel-no-pain")
def test_feel_no_pain_may_save_a_passenger_from_the_explosion():
    # to be lost: wounded 1/2, armour 4+ failed 1/2 (AP "-"), Feel No Pain 5+ failed 2/3
    one = inside(unit(model("Feel No Pain (5+)", Sv="4+")))
    assert one.fraction(0) == F(1, 2) * F(1, 2) * F(2, 3) == F(1, 6)
    # a passenger of Toughness 2 dies at once of Strength 4: Feel No Pain is not rolled
    assert inside(unit(model("Feel No Pain (5+)", T=2, W=2))).fraction(0) == F(5, 6)


@pytest.mark.rule("usr:stealth")
def test_no_cover_helps_inside_not_even_that_of_stealth():
    # in the open Stealth gives 6+; inside an explosion ignores it: wounded 1/2
    assert inside(unit(model("Stealth"))).fraction(0) == F(1, 2)
    assert inside(unit(model("Shrouded", "Stealth"))).fraction(0) == F(1, 2)


@pytest.mark.rule("usr:stealth")
def test_the_stealth_of_passengers_never_hides_their_transport():
    hidden = unit(model("Stealth", "Shrouded", "Jink", name="Man"), name="Squad", count=4)
    t = field((carrier(), 0, 24, 24), (hidden, 0, 5, 5), (LASER, 1, 24, 40), player=1)
    aboard(t, 1, 0)
    shot = act(t, shooting.fire(t, 2, 0), [HIT, PIERCES, 1])  # no die for a cover save, no question about jinking
    assert t[0].has(condition.SHAKEN) and not [q for q in shot.asked if "jink" in q]


@pytest.mark.rule("usr:fearless")
def test_the_fearless_are_not_pinned_when_their_transport_is_lost():
    brave = unit(model("Fearless", name="Man"), name="Squad", count=2)
    t, shot = exploding(brave, [HIT, PIERCES, EXPLODES, 1, 3, 3])
    assert t[1].here and not condition.grounded(t[1]) and not shot.event("Tested").rolled


@pytest.mark.rule("usr:assault-vehicle")
def test_from_the_wreck_of_an_assault_vehicle_nobody_charges():
    t, _ = exploding(SQUAD, [HIT, PIERCES, EXPLODES, 1, 3, 3, 3, 3, 3, 4], rules=("Assault Vehicle",))
    assert t[1].here and t[1].has(condition.SPENT)


def test_a_glance_on_the_rear_of_a_neighbour_may_set_off_a_second_explosion():
    # Strength 4 glances Armour 10 on a 6 only: at no hull points the glance rolls on the table, and 7 on an open top is a 6
    near = carrier(name="Near", type="Vehicle (Open-topped)", HP=1, Front=10, Side=10)
    t = field((carrier(), 0, 24, 24), (near, 0, 30, 24), (LASER, 1, 24, 40), player=1)
    mark(t, 1, condition.CRIPPLED)
    act(t, shooting.fire(t, 2, 0), [HIT, PIERCES, EXPLODES, 6, 6, 6, 1])
    assert t[0].place == t[1].place == "dead"


def test_where_there_is_no_room_models_are_lost():
    from tests.usr.field import tower

    ring = (*(tower(x, y) for x in (18.9, 25.1) for y in (18.9, 22, 25.1)), tower(22, 18.9), tower(22, 25.1))
    crowd = unit(*(model(name="Man", Ld=10),) * 5, model(name="Sergeant", Ld=10, role="leader"), name="Squad")
    t = field((carrier(hull=(50, 50)), 0, 24, 24), (crowd, 0, 5, 5), (FOE, 1, 24, 45), pieces=ring)
    aboard(t, 1, 0)
    stood, wagon = t[0].form, t[0].members[0]
    Removed(0, "wrecked").on(t)
    act(t, passengers.spill(t, (1,), wagon, stood, False, 0, struck_by), [1, 1])
    # bases an inch wide on a spot of 2.2" by 2.2" between rocks; who leads gets out before the others
    assert t[1].here and [m.name for m in t[1].members] == ["Man", "Man", "Man", "Sergeant"]


def test_a_squadron_that_loses_a_hull_spills_who_has_no_seat_left():
    t = field(
        (carrier(count=2, details={"capacity": 3}), 0, 24, 24),
        (SQUAD, 0, 5, 5),
        (LASER, 1, 24, 40),
        distance=5.0,
        player=1,
    )
    aboard(t, 1, 0)
    act(t, shooting.fire(t, 2, 0), [HIT, PIERCES, EXPLODES, 1, 3, 3, 3, 3, 3, 4])
    assert t[0].size == 1 and t[1].here and t[1].size == 4


# --- buildings --------------------------------------------------------------------------------------------------------


def house(*rules, weapons=(), **stats):
    return carrier(
        *rules, name="House", type="Building", weapons=weapons, details={"fire_points": 2}, **{"HP": 4, **stats}
    )


@pytest.mark.rule("usr:repel-the-enemy")
def test_who_gets_out_of_a_building_charges_only_when_it_is_made_for_it():
    for rules, charges in (((), False), (("Repel the Enemy",), True)):
        t = field((house(*rules), 0, 24, 24), (SQUAD, 0, 5, 5), (FOE, 1, 24, 33), step="movement")
        aboard(t, 1, 0)
        out = act(t, movement.move(t, 1), picks={"get out of": "get out"})
        assert (not t[1].has(condition.SPENT)) is charges
        assert out.event("Disembarked").by == (("usr:repel-the-enemy",) if charges else ())


@pytest.mark.rule("usr:repel-the-enemy")
def test_even_from_its_ruins():
    for rules, charges in (((), False), (("Repel the Enemy",), True)):
        t = field((house(*rules), 0, 24, 24), (SQUAD, 0, 5, 5), (LASER, 1, 24, 40), player=1)
        aboard(t, 1, 0)
        # AP1: 5 and 2 is a total collapse: 2D6 hits of Strength 6 (1 and 2: three), each wounds on 2+; then the test of nerve
        act(t, shooting.fire(t, 2, 0), [HIT, PIERCES, 4, 1, 2, 2, 1, 1, 3, 3])
        assert t[0].place == "dead" and t[1].here and t[1].size == 3
        assert (not t[1].has(condition.SPENT)) is charges


@pytest.mark.rule("usr:mighty-bulwark")
def test_a_tremor_keeps_those_inside_from_aiming_and_from_getting_far():
    t = field((house("Mighty Bulwark"), 0, 24, 24), (SQUAD, 0, 5, 5), (shooter(S=10, AP=4), 1, 24, 40), player=1)
    aboard(t, 1, 0)
    act(t, shooting.fire(t, 2, 0), [HIT, PIERCES, 3])  # 3 less 1
    assert t[0].has(condition.TREMOR) and condition.snaps(t[1])


@pytest.mark.rule("usr:feel-no-pain")
def test_rubble_hits_those_inside_a_building_that_stands():
    hardy = unit(model("Feel No Pain (5+)", name="Man", T=4), name="Squad", count=4)
    t = field((house(), 0, 24, 24), (hardy, 0, 5, 5), (shooter(S=10, AP=4), 1, 24, 40), player=1)
    aboard(t, 1, 0)
    act(
        t, shooting.fire(t, 2, 0), [HIT, PIERCES, 3, 2, 2, 1, 4]
    )  # D6: two hits, one wounds (2 and 1), no Feel No Pain on 4
    assert t[0].here and t[0].has(condition.SHAKEN) and t[1].size == 3
    # one hit of Strength 6 on Toughness 4: 5/6 to wound, Feel No Pain fails 2/3
    assert inside(unit(model("Feel No Pain (5+)")), passengers.rubble()).fraction(0) == F(5, 6) * F(2, 3)


@pytest.mark.rule("usr:sentry-defence-system")
def test_an_empty_building_is_attacked_only_when_it_defends_itself():
    for rules, may in (((), False), (("Sentry Defence System",), True)):
        near = unit(model(name="Near", weapons=[weapon("Gun")]), name="Near", count=2)
        t = field(
            (house(*rules, weapons=[weapon("Wall gun")]), 0, 24, 24), (near, 1, 24, 33), step="shooting", player=1
        )
        assert (0 in list(eligibility.Targets(t, 1))) is may
        assert charge.targets(t, 1) == ([0] if may else [])
    t = field((house(), 0, 24, 24), (SQUAD, 0, 5, 5), (FOE, 1, 24, 33), player=1)
    aboard(t, 1, 0)
    assert charge.targets(t, 2) == [0]  # with somebody inside any building is


@pytest.mark.rule("usr:sentry-defence-system")
def test_automated_fire_goes_at_the_nearest_in_sight_with_skill_two():
    near, far = unit(model(name="Near"), name="Near"), unit(model(name="Far"), name="Far")
    walls = house("Sentry Defence System", weapons=[weapon("Wall gun", S=5)], BS=0)
    t = field((walls, 0, 24, 24), (far, 1, 24, 44), (near, 1, 24, 38))
    assert list(eligibility.Targets(t, 0)) == [named(t, "Near"), "hold fire"]
    assert eligibility.can_shoot(t, 0) == [0]
    shot = act(t, shooting.fire(t, 0, named(t, "Near")), [5, 3])
    assert "usr:sentry-defence-system" in shot.event("ShotAt").by and t[named(t, "Near")].place == "dead"
    t = field((walls, 0, 24, 24), (near, 1, 24, 38))
    act(t, shooting.fire(t, 0, 1), [4])
    assert t[1].here


def test_an_empty_building_without_it_does_not_fire():
    t = field((house(weapons=[weapon("Wall gun")]), 0, 24, 24), (SQUAD, 0, 5, 5), (FOE, 1, 24, 33))
    t.change(1, place="dead", members=())
    assert eligibility.can_shoot(t, 0) == []


# --- firing out -------------------------------------------------------------------------------------------------------


def test_as_many_fire_out_as_there_are_fire_points():
    t = wagon_with_squad(details={"fire_points": 2})
    t.clock = field((FOE, 1, 5, 5)).clock
    assert fire_points.can_fire_out(t, 0) == [1]
    shot = act(t, fire_points.shooting_of(t, 1), [1, 1, 1, 1], picks={"shoots at": 2})  # two rifles, two shots each
    assert shot.event("ShotAt").target == 2 and t[1].place == "aboard" and t[1].form.positions == ()


def test_everybody_fires_out_of_an_open_topped_transport_with_snap_shots_when_it_cruises():
    for how, faces in (("moved", [2] * 8), ("cruising", [5] * 8), ("advanced", None)):
        t = wagon_with_squad(type="Vehicle (Transport, Open-topped)")
        t.clock = field((FOE, 1, 5, 5)).clock
        mark(t, 0, (condition.MOVED, how))
        if faces is None:
            assert fire_points.can_fire_out(t, 0) == []
        else:
            act(t, fire_points.shooting_of(t, 1), faces, picks={"shoots at": 2})  # 2 misses at skill 4, 5 at skill 1
            assert t[2].size == 3


def test_nobody_fires_out_without_fire_points():
    t = wagon_with_squad()
    t.clock = field((FOE, 1, 5, 5)).clock
    assert fire_points.can_fire_out(t, 0) == []


@pytest.mark.rule("usr:gets-hot")
def test_a_gun_that_gets_hot_hurts_the_passenger_not_his_transport():
    gun = weapon("Plasma", "Gets Hot", S=7, AP=2, type="Assault 1")
    men = unit(model(name="Man", weapons=[gun]), name="Squad", count=2)
    t = wagon_with_squad(squad=men, details={"fire_points": 1})
    t.clock = field((FOE, 1, 5, 5)).clock
    act(t, fire_points.shooting_of(t, 1), [1], picks={"shoots at": 2, "supercharge": "strength"})
    assert t[1].size == 1 and t[0].wounds == (3,)


def test_a_flame_out_of_an_open_topped_transport_spares_it():
    flame = weapon("Flame", range="Template", type="Assault 1")
    men = unit(model(name="Man", weapons=[flame]), name="Squad")
    t = field(
        (carrier(type="Vehicle (Transport, Open-topped)"), 0, 24, 24), (men, 0, 5, 5), (FOE, 1, 23, 32), distance=1.0
    )
    aboard(t, 1, 0)
    shot = act(t, fire_points.shooting_of(t, 1), [1, 1, 1], picks={"shoots at": 2})
    assert shot.event("MarkerLands").under == ((2, 3),)


def test_nobody_gets_in_or_out_of_what_zooms():
    t = wagon_with_squad(type="Flyer (Transport)")
    mark(t, 0, condition.AIRBORNE)
    assert transports.can_get_out(t, 0) == []
    t = field((carrier(type="Flyer (Transport)"), 0, 24, 24), (unit(model(), name="Man"), 0, 24, 20.5), step="movement")
    assert transports.boardable(t, 1, 6.0) == [0]
    mark(t, 0, condition.AIRBORNE)
    assert transports.boardable(t, 1, 6.0) == []
