"""Barrages, mega-blasts and vortices on the table: laid, scattered, struck circle by circle, and drifting."""

from __future__ import annotations

import pytest

from grognard.systems.usr import condition
from grognard.systems.usr.examples import model, shooter, unit, weapon
from grognard.systems.usr.shooting import apocalyptic_barrage, firing_choices, shooting, vortex
from grognard.systems.usr.shooting.eligibility import Targets
from grognard.systems.usr.shooting.firing_choices import HOLD
from grognard.systems.usr.shooting.shooting import fire
from grognard.systems.usr.shooting.templates import covered
from grognard.table.geometry import Formation
from grognard.table.moves import Moves
from grognard.table.templates import Circle
from tests.usr.field import act, field, named, tower, wall

rule = pytest.mark.rule
TROOP = unit(model(name="Trooper", Ld=7), name="Troop", count=3)
HIT, ARROW, UP, RIGHT, DOWN, LEFT = 1, 6, 24, 6, 12, 18
WOUND = 4


def gun(*rules, **stats):
    return weapon("Mortar", *rules, **{"range": 36, **stats})


def battery(*rules, count=1, model_rules=(), BS=4, **stats):  # noqa: N803
    return unit(model(*model_rules, BS=BS, weapons=[gun(*rules, **stats)]), name="Battery", count=count)


def at(t, name, *positions):
    """Puts the models of a unit where the test wants them."""
    u = named(t, name)
    t.change(u, form=Formation(tuple(positions), t[u].form.bases, t[u].form.facing))
    return u


def on(*position):
    """Answers where a marker is laid."""
    return {"marker": lambda aims: position}


# --- direct and indirect fire -----------------------------------------------------------------------------------------


@rule("usr:barrage")
def test_a_barrage_may_be_fired_at_what_nobody_sees_and_then_scatters_its_full_distance():
    t = field((battery("Barrage", "Blast"), 0, 10, 10), (TROOP, 1, 10, 28), pieces=(tower(6, 16, 8),))
    assert list(Targets(t, 0)) == [1, HOLD]
    shot = act(t, fire(t, 0, 1), [ARROW, RIGHT, 4, 3], on(10.0, 28.0))
    landed = shot.event("MarkerLands")
    assert landed.scattered == 7 and landed.x == 17.0 and "usr:barrage" in landed.by


@rule("usr:barrage")
def test_seen_it_scatters_less_ballistic_skill_like_any_blast():
    t = field((battery("Barrage", "Blast"), 0, 10, 10), (TROOP, 1, 10, 28))
    shot = act(t, fire(t, 0, 1), [ARROW, RIGHT, 4, 3, 1, 1], on(10.0, 28.0))
    assert shot.event("MarkerLands").scattered == 3 and shot.event("MarkerLands").x == 13.0


@rule("usr:blast")
def test_a_plain_blast_may_not_be_fired_unseen():
    t = field((battery("Blast"), 0, 10, 10), (TROOP, 1, 10, 28), pieces=(tower(6, 16, 8),))
    assert list(Targets(t, 0)) == [HOLD]


@rule("usr:barrage")
def test_the_least_range_binds_indirect_fire_only():
    near = battery("Barrage", "Blast", range="12-48")
    t = field((near, 0, 10, 10), (TROOP, 1, 10, 18))
    assert list(Targets(t, 0)) == [1, HOLD]
    t = field((near, 0, 10, 10), (TROOP, 1, 10, 18), pieces=(tower(6, 12, 4), tower(10, 12, 4)))
    assert list(Targets(t, 0)) == [HOLD]
    t = field((near, 0, 10, 10), (TROOP, 1, 10, 28), pieces=(tower(6, 16, 8),))
    assert list(Targets(t, 0)) == [1, HOLD]


@rule("usr:blast")
def test_the_least_range_binds_other_weapons_always():
    t = field((battery("Blast", range="12-48"), 0, 10, 10), (TROOP, 1, 10, 18))
    assert list(Targets(t, 0)) == [HOLD]


@rule("usr:barrage")
def test_some_of_a_unit_fire_seeing_and_the_others_unseen():
    # the left mortar stands behind the tower, the right one sees the troop: the first scatters in full
    t = field(
        (battery("Barrage", "Blast", count=2), 0, 10, 10), (TROOP, 1, 10, 34), distance=12, pieces=(tower(6, 12, 8),)
    )
    at(t, "Troop", (10, 34), (11.5, 34), (13, 34))
    armed, _ = firing_choices.menu(t, t[0], t[1], condition.circumstances(t, t[0], t[1]), shooting.sight(t, t[0], t[1]))
    assert [a.choices[0][0].how.indirect for a in armed] == [True, False]


# --- cover, allocation, facing ----------------------------------------------------------------------------------------


@rule("usr:barrage")
def test_a_wall_towards_the_firer_is_no_cover_from_a_marker_behind_it():
    t = field((battery("Barrage", "Blast"), 0, 10, 10), (TROOP, 1, 10, 28), pieces=(wall(8, 27),))
    shot = act(t, fire(t, 0, 1), [HIT, WOUND, 1], on(10.0, 28.0))
    assert shot.event("Harmed").left == (0, 1, 1)


@rule("usr:barrage")
def test_a_wall_between_the_marker_and_the_model_is():
    t = field((battery("Barrage", "Large Blast"), 0, 10, 10), (TROOP, 1, 10, 26), pieces=(wall(8, 27),))
    at(t, "Troop", (10, 26), (16, 20), (18, 20))
    shot = act(t, fire(t, 0, 1), [ARROW, UP, 3, 3, WOUND, 4], on(10.0, 26.0))  # 2 inches up: beyond the wall
    assert shot.event("MarkerLands").under == ((1, 1),) and shot.event("Harmed") is None


@rule("usr:barrage")
def test_wounds_fall_on_who_is_nearest_to_the_markers_centre():
    mixed = unit(model(name="Near"), model(name="Next"), model(name="Far"), name="Mixed")
    for rules, slain in (("Barrage", "Blast"), "Far"), (("Blast",), "Near"):
        t = field((battery(*rules), 0, 10, 10), (mixed, 1, 10, 26))
        at(t, "Mixed", (10, 26), (10, 27.5), (10, 29))
        act(t, fire(t, 0, 1), [HIT, WOUND, 1], on(10.0, 29.0))
        assert slain not in [m.name for m in t[1].members]


@rule("usr:barrage")
def test_a_vehicle_is_struck_in_its_side():
    tank = unit(model(Front=14, Side=10, Rear=10, name="Tank"), name="Tank", type="Vehicle")
    for rules, glanced in (("Barrage", "Blast"), 1), (("Blast",), 0):
        t = field((battery(*rules, S=6), 0, 10, 10), (tank, 1, 10, 28))
        shot = act(t, fire(t, 0, 1), [HIT, 4], on(10.0, 28.0))
        assert len(shot.all("HullHit")) == glanced


# --- several at once --------------------------------------------------------------------------------------------------


def row(*rules, count=3, **said):
    """Three mortars at a line of seven models, 1.5 inches apart: a 3 inch marker on one of them covers three."""
    line = unit(model(name="Grunt"), name="Line", count=7)
    return field((battery("Barrage", "Blast", *rules, count=count, **said), 0, 10, 10), (line, 1, 7, 28))


@rule("usr:barrage")
def test_three_markers_edge_to_edge_hit_nine_times_in_all():
    t = row()
    faces = [HIT, ARROW, RIGHT, ARROW, LEFT, WOUND, WOUND, *[1] * 7]
    shot = act(t, fire(t, 0, 1), faces, on(11.5, 28.0))
    landed = shot.all("MarkerLands")
    assert [m.x for m in landed] == [11.5, 14.5, 8.5]
    assert sum(n for m in landed for _, n in m.under) == 9
    assert len(shot.all("Harmed")) == 1 and t[1].size == 5


@rule("usr:barrage")
def test_after_a_hit_a_later_marker_may_lie_on_an_earlier_one_but_not_apart():
    t = row(count=2)
    places = iter([(11.5, 28.0), (11.5, 28.0)])
    shot = act(t, fire(t, 0, 1), [HIT, HIT, *[1] * 6], {"marker": lambda aims: next(places)})
    assert [m.x for m in shot.all("MarkerLands")] == [11.5, 11.5]
    places = iter([(11.5, 28.0), (16.0, 28.0)])
    with pytest.raises(Exception, match="must touch one that has been laid"):
        act(row(count=2), fire(row(count=2), 0, 1), [HIT, HIT], {"marker": lambda aims: next(places)})


@rule("usr:barrage")
def test_an_arrow_always_counts_from_the_first_marker():
    t = row()
    places = iter([(11.5, 28.0), (8.5, 28.0)])
    faces = [HIT, HIT, ARROW, RIGHT, *[1] * 9]
    shot = act(t, fire(t, 0, 1), faces, {"marker": lambda aims: next(places)})
    assert [m.x for m in shot.all("MarkerLands")] == [11.5, 8.5, 14.5]


@rule("usr:barrage")
def test_a_first_marker_off_the_table_hits_nobody_but_the_others_lie_round_it():
    line = unit(model(name="Grunt"), name="Line", count=3)
    t = field((battery("Barrage", "Blast", count=2), 0, 10, 30), (line, 1, 10, 1.0))
    faces = [ARROW, DOWN, 3, 3, ARROW, UP, WOUND, 1]  # 2 inches down: over the edge; the other 3 inches up again
    shot = act(t, fire(t, 0, 1), faces, on(10.0, 1.0))
    first, second = shot.all("MarkerLands")
    assert first.lost and not first.under and (second.x, second.y) == (10.0, 2.0) and second.under == ((1, 2),)
    assert t[1].size == 2


@rule("usr:barrage")
def test_the_nearest_weapon_lays_the_first_marker():
    far_one = model(weapons=[weapon("Howitzer", "Barrage", "Large Blast", range=48)])
    near_one = model(weapons=[gun("Barrage", "Blast")])
    t = field((unit(far_one, near_one, name="Battery"), 0, 10, 10), (TROOP, 1, 10, 28))
    at(t, "Battery", (10, 4), (10, 10))
    shot = act(t, fire(t, 0, 1), [HIT, ARROW, RIGHT, 1, 1, 1, 1], on(10.0, 28.0))
    assert [(m.weapon, m.x) for m in shot.all("MarkerLands")] == [("Mortar", 10.0), ("Howitzer", 14.0)]
    assert len(shot.all("ShotAt")) == 1


@rule("usr:barrage", "usr:twin-linked")
@pytest.mark.asks("the … scatters …; roll again?", of=0)
@pytest.mark.asks("the … falls beside the first; roll again?", of=0)
def test_a_twin_linked_barrage_may_scatter_anew_and_a_later_one_throws_its_die_again():
    t = row("Twin-linked", count=2)
    faces = [ARROW, UP, 6, 6, HIT, ARROW, UP, ARROW, RIGHT, *[1] * 6]
    shot = act(t, fire(t, 0, 1), faces, {**on(11.5, 28.0), "again": "yes"})
    assert [(m.x, m.y) for m in shot.all("MarkerLands")] == [(11.5, 28.0), (14.5, 28.0)]


@rule("usr:barrage", "usr:master-crafted")
def test_a_master_crafted_barrage_has_one_shot_again():
    t = row("Master-crafted", count=1, type="Heavy 2")
    faces = [ARROW, UP, 6, 6, HIT, ARROW, RIGHT, *[1] * 6]
    shot = act(t, fire(t, 0, 1), faces, {**on(11.5, 28.0), "again": "yes"})
    assert [(m.x, m.y) for m in shot.all("MarkerLands")] == [(11.5, 28.0), (14.5, 28.0)]
    assert len([q for q in shot.asked if "again" in q]) == 1


@rule("usr:preferred-enemy")
def test_a_re_roll_of_ones_does_not_scatter_a_blast_anew():
    t = field((battery("Blast", model_rules=["Preferred Enemy"]), 0, 10, 10), (TROOP, 1, 10, 28))
    shot = act(t, fire(t, 0, 1), [ARROW, UP, 6, 6], {"marker": lambda a: (10.0, 28.0)})
    assert not [q for q in shot.asked if "again" in q]


@rule("usr:barrage", "usr:gets-hot")
def test_a_barrage_that_gets_hot_and_is_lost_leaves_the_first_marker_to_the_next():
    t = row("Gets Hot", count=2)
    shot = act(t, fire(t, 0, 1), [1, 2, HIT, 1, 1, 1], {**on(11.5, 28.0), "supercharge": "no"})
    assert len(shot.all("MarkerLands")) == 1 and t[0].size == 1


@rule("usr:barrage", "usr:pinning")
def test_a_barrage_that_pins_tests_once_however_many_shells():
    t = row("Pinning", count=2)
    shot = act(t, fire(t, 0, 1), [HIT, ARROW, RIGHT, WOUND, WOUND, 1, 1, 1, 1, 6, 6], on(11.5, 28.0))
    assert len(shot.all("Tested")) == 1 and condition.grounded(t[1])


# --- apocalyptic barrages ---------------------------------------------------------------------------------------------


def crowd(*positions):
    return unit(model(name="Grunt"), name="Crowd", count=len(positions)), positions


CLOVER = [(20, 20), (21, 20), (19, 20), (25, 20), (26, 20), (25, 21), (20, 15), (21, 15), (20, 14)]


@rule("usr:apocalyptic-barrage")
def test_each_strike_hits_all_under_its_circle_and_five_and_six_are_the_middle():
    # circle 2 (right), 3 (below) and the middle hold three models each: 3 + 3 + 3 + 3 = 12 hits
    kind, positions = crowd(*CLOVER)
    t = field((battery("Apocalyptic Barrage", type="Heavy 4", BS=4), 0, 20, 2), (kind, 1, 5, 40))
    at(t, "Crowd", *positions)
    shot = act(t, fire(t, 0, 1), [HIT, 2, 3, 3, 6, *[1] * 12], {"circles": lambda aims: (20.0, 20.0, 24)})
    struck = shot.event("CirclesStruck")
    assert struck.circles == (2, 3, 3, 5) and struck.under == ((1, 12),) and "usr:apocalyptic-barrage" in struck.by


@rule("usr:apocalyptic-barrage")
def test_the_circles_may_be_turned_and_keep_their_turn_when_they_scatter():
    kind, positions = crowd(*CLOVER)
    t = field((battery("Apocalyptic Barrage", type="Heavy 1", BS=4), 0, 20, 2), (kind, 1, 5, 40))
    at(t, "Crowd", *positions)
    shot = act(t, fire(t, 0, 1), [ARROW, RIGHT, 6, 6, 1], {"circles": lambda aims: (20.0, 20.0, 3)})
    assert (shot.event("CirclesStruck").x, shot.event("CirclesStruck").scattered) == (28.0, 8)
    leaf = apocalyptic_barrage.circles((28.0, 20.0), 3, 5)[0]
    assert leaf.x == pytest.approx(28 + 5 / 2**0.5, abs=0.01) and leaf.y == pytest.approx(20 + 5 / 2**0.5, abs=0.01)


@rule("usr:apocalyptic-barrage")
def test_its_centre_off_the_table_is_a_complete_miss():
    kind, positions = crowd((20, 2), (21, 2))
    t = field((battery("Apocalyptic Barrage", type="Heavy 4"), 0, 20, 30), (kind, 1, 5, 40))
    at(t, "Crowd", *positions)
    shot = act(t, fire(t, 0, 1), [ARROW, DOWN, 4, 3], {"circles": lambda aims: (20.0, 2.0, 24)})
    assert shot.event("CirclesStruck").lost and shot.event("Harmed") is None


@rule("usr:apocalyptic-barrage")
def test_its_wounds_go_by_the_centre_of_the_whole():
    # the circle below is struck; the model in it dies last, the one under the middle first
    positions = ((20, 20), (20, 15))
    named_kind = unit(model(name="Middle"), model(name="Below"), name="Crowd")
    t = field((battery("Apocalyptic Barrage", type="Heavy 1"), 0, 20, 2), (named_kind, 1, 5, 40))
    at(t, "Crowd", *positions)
    act(t, fire(t, 0, 1), [HIT, 3, WOUND], {"circles": lambda aims: (20.0, 20.0, 24)})
    assert [m.name for m in t[1].members] == ["Below"]


# --- mega-blasts ------------------------------------------------------------------------------------------------------

QUAKE = {"S": "10/7/5", "AP": "1/4/6"}


@rule("usr:apocalyptic-mega-blast")
def test_each_model_is_hit_in_the_innermost_zone_that_it_touches():
    # from the hole: 0 and 2.9 inches touch the 5 inch zone (2.5 and half a base), 3.9 the 7 inch one, 5.4 the 10 inch one
    kind, positions = crowd((20, 20), (22.9, 20), (23.9, 20), (25.4, 20))
    t = field((battery("Apocalyptic Mega-blast", **QUAKE), 0, 20, 2), (kind, 1, 5, 40))
    at(t, "Crowd", *positions)
    under = covered(t, Circle(20.0, 20.0, 2.5), (20.0, 2.0), (20.0, 20.0), "side", (5, 7, 10))
    assert [(zone, n) for _, _, zone, n in under] == [(0, 2), (1, 1), (2, 1)]


@rule("usr:apocalyptic-mega-blast")
def test_each_zone_wounds_at_its_own_strength_and_ap_the_better_first():
    # Toughness 5: 2+ in the inner zone without a save; 2+ in the middle one, and a 4+ armour save falls to AP4 too
    tough = unit(model(name="Grunt", T=5, Sv="4+"), name="Crowd", count=3)
    t = field((battery("Apocalyptic Mega-blast", **QUAKE), 0, 20, 2), (tough, 1, 5, 40))
    at(t, "Crowd", (20, 20), (23.9, 20), (25.4, 20))
    # inner: 2 wounds; middle: 1 does not; outer: Strength 5 against Toughness 5 needs 4, its save of 4 holds
    shot = act(t, fire(t, 0, 1), [HIT, 2, 1, 4, 4], on(20.0, 20.0))
    assert shot.event("Harmed").left == (0, 1, 1)
    lands = shot.event("MarkerLands")
    assert "usr:apocalyptic-mega-blast" in lands.by and lands.zones == ((1, 0, 1), (1, 1, 1), (1, 2, 1))
    assert lands.told(t).endswith("(1 in the inner zone, 1 in the middle zone, 1 in the outer zone)")


@rule("usr:apocalyptic-mega-blast")
def test_a_vehicle_under_it_is_struck_in_the_side_with_the_strength_of_its_zone():
    tank = unit(model(Front=14, Side=11, Rear=10, name="Tank"), name="Tank", type="Vehicle")
    t = field((battery("Apocalyptic Mega-blast", **QUAKE), 0, 20, 2), (TROOP, 1, 20, 20), (tank, 1, 20, 23.5))
    shot = act(t, fire(t, 0, named(t, "Troop")), [HIT, 1, 1, 1, 4], on(20.0, 20.0))
    assert shot.event("HullHit").glances == 1  # 7 and 4 against the side of 11


# --- vortices ---------------------------------------------------------------------------------------------------------

RIFT = {"S": "D", "AP": 1, "range": 24}


def rift(*places, **said):
    """A vortex that has opened over the first model of the troop."""
    t = field((battery("Vortex", "Blast", **RIFT), 0, 10, 10), (TROOP, 1, 10, 28), *places, **said)
    shot = act(t, fire(t, 0, named(t, "Troop")), [HIT, 1, 1], on(10.0, 28.0))
    return t, shot


@rule("usr:vortex")
def test_its_marker_stays_and_bars_the_way():
    t, shot = rift()
    (marker,) = vortex.vortices(t)
    assert (marker.x, marker.y, marker.value[2]) == (10.0, 28.0, 3) and "usr:vortex" in shot.event("VortexLies").by
    far = Formation(((10.0, 25.0),), t[0].form.bases[:1])
    moves = Moves(t.ground, far, 6.0, [], [], call=t.name)
    assert far.moved([(10.0, 28.0)]) not in moves and far.moved([(13.0, 28.0)]) in moves


@rule("usr:vortex")
def test_who_survives_under_it_may_walk_out():
    # 1 and 1 on its die hurt nobody: two of three stand on ground that is impassable now
    t, _ = rift()
    troop = named(t, "Troop")
    moves = Moves(t.ground, t[troop].form, 6.0, [], [], condition.movement_mode(t, t[troop]), call=t.name)
    assert t[troop].form in moves and t[troop].form.shifted(0, 5) in moves
    assert t[troop].form.shifted(0.5, 0) not in moves and t[troop].form.shifted(-2.5, 0) not in moves


@rule("usr:vortex")
def test_at_the_start_of_the_next_player_turn_it_drifts_two_dice_and_hits_whoever_lies_there():
    t, _ = rift((unit(model(name="Mate"), name="Mates", count=2), 0, 20, 28))
    assert vortex.vortices(t)[0].value[3] == (1, 0)
    done = act(
        t, vortex.drifting(t, 1), [6, 4, RIGHT, 2, 3]
    )  # 10 inches right: over both mates; 2 and 3 are serious wounds
    assert (vortex.vortices(t)[0].x, vortex.vortices(t)[0].value[3]) == (20.0, (1, 1))
    assert t[named(t, "Mates")].place == "dead" and "usr:vortex" in done.event("VortexLies").by
    assert [p.name for p in t.ground.pieces if p.has("impassable")] == [f"vortex {vortex.vortices(t)[0].id}"]


@rule("usr:vortex")
def test_it_drifts_once_a_turn():
    t, _ = rift()
    act(t, vortex.drifting(t, 1), [6, 4, RIGHT])
    assert act(t, vortex.drifting(t, 1)).event("Stepped") is not None


@rule("usr:vortex")
def test_a_double_closes_it():
    t, _ = rift()
    done = act(t, vortex.drifting(t, 1), [3, 3])
    assert done.event("VortexCloses") is not None and not vortex.vortices(t) and not t.ground.pieces


@rule("usr:vortex")
def test_off_the_table_it_is_gone():
    t, _ = rift()
    act(t, vortex.drifting(t, 1), [6, 5, LEFT])
    assert not vortex.vortices(t)


@rule("usr:vortex")
def test_a_vortex_takes_no_heed_of_feel_no_pain():
    brave = unit(model("Feel No Pain (2+)", name="Trooper"), name="Troop", count=3)
    t = field((battery("Vortex", "Blast", **RIFT), 0, 10, 10), (brave, 1, 10, 28))
    shot = act(t, fire(t, 0, 1), [HIT, 2, 6], on(10.0, 28.0))
    assert shot.event("Harmed").left == (0, 0, 1)


@rule("usr:vortex")
def test_a_vortex_tears_a_hull_open():
    # 4 on its die: a penetrating hit of D3 hull points, here 2; on the damage table AP1 adds 2 to a 1: shaken
    tank = unit(model(Front=14, Side=14, Rear=14, name="Tank"), name="Tank", type="Vehicle")
    t = field((battery("Vortex", "Blast", **RIFT), 0, 10, 10), (tank, 1, 10, 28))
    shot = act(t, fire(t, 0, 1), [HIT, 4, 3, 1], on(10.0, 28.0))
    assert shot.event("HullHit").left == (1,) and t[1].has(condition.SHAKEN)


# --- markers and other rules ------------------------------------------------------------------------------------------


@rule("usr:melta")
def test_melta_with_a_blast_is_measured_to_where_the_marker_lies():
    # range 24: half is 12. The tank stands 11 inches away; a marker on it rolls 2D6, one 2 inches beyond a die
    tank = unit(model(Front=14, Side=14, Rear=14, name="Tank"), name="Tank", type="Vehicle")
    t = field((battery("Melta", "Large Blast", S=8, range=24), 0, 10, 10), (tank, 1, 10, 21))
    assert len(act(t, fire(t, 0, 1), [HIT, 3, 3], on(10.0, 21.0)).all("HullHit")) == 1
    t = field((battery("Melta", "Large Blast", S=8, range=24), 0, 10, 10), (tank, 1, 10, 21))
    shot = act(t, fire(t, 0, 1), [ARROW, UP, 3, 3, 5], on(10.0, 21.0))
    assert shot.event("MarkerLands").y == 23.0 and not shot.all("HullHit")


def test_a_blinded_firer_lays_its_blast_all_the_same():
    t = field((battery("Blast", BS=1), 0, 10, 10), (TROOP, 1, 10, 28))
    shot = act(t, fire(t, 0, 1), [ARROW, UP, 3, 4], on(10.0, 28.0))
    assert shot.event("MarkerLands").scattered == 6


@rule("usr:independent-character")
def test_a_character_under_a_marker_is_looked_out_for():
    hero = model("Independent Character", name="Hero", W=2)
    t = field((battery("Blast"), 0, 10, 10), (unit(hero, model(name="Guard"), name="Pair"), 1, 10, 28))
    shot = act(t, fire(t, 0, 1), [HIT, WOUND, 1, 2], on(10.0, 28.0))
    assert shot.event("Harmed").left == (2, 0)


@rule("usr:blast")
def test_models_out_of_sight_under_a_marker_suffer_too():
    t = field((battery("Blast"), 0, 10, 10), (TROOP, 1, 10, 28), pieces=(tower(10.6, 20, 6),))
    at(t, "Troop", (10, 28), (11.5, 29), (13, 28))
    shot = act(t, fire(t, 0, 1), [HIT, WOUND, WOUND], on(10.0, 28.0))
    assert t[1].size == 1 and shot.event("MarkerLands").under == ((1, 2),)


# --- look out, sir! ---------------------------------------------------------------------------------------------------

RIFLES = unit(model(weapons=[weapon("Rifle", type="Assault 1")]), name="Rifles")


def guarded(*positions, names=("Hero", "Guard"), pieces=()):
    """A hero (two wounds) with guards where the test wants them, shot at from below."""
    bodies = [model(name=n, W=2 if n == "Hero" else 1, role="leader" if n == "Hero" else "") for n in names]
    t = field((RIFLES, 0, 10, 10), (unit(*bodies, name="Guarded"), 1, 10, 26), pieces=pieces)
    at(t, "Guarded", *positions)
    return t


def test_a_guard_within_three_inches_takes_the_wound_on_three():
    t = guarded((10, 26), (10, 29.9))  # 2.92 inches between the bases
    assert act(t, fire(t, 0, 1), [3, WOUND, 3]).event("Harmed").left == (2, 0)
    t = guarded((10, 26), (10, 29.9))
    assert act(t, fire(t, 0, 1), [3, WOUND, 2]).event("Harmed").left == (1, 1)


def test_farther_away_nobody_looks_out_for_him():
    t = guarded((10, 26), (10, 30.1))
    assert act(t, fire(t, 0, 1), [3, WOUND]).event("Harmed").left == (1, 1)


def test_the_nearest_beside_him_takes_it_not_the_nearest_to_the_firer():
    t = guarded((10, 26), (7, 26.5), (11.5, 27), names=("Hero", "Left", "Right"))
    act(t, fire(t, 0, 1), [3, WOUND, 3])
    assert [m.name for m in t[1].members] == ["Hero", "Left"]


def test_who_is_not_seen_may_look_out_for_him_but_is_not_wounded_otherwise():
    t = guarded((10, 26), (12.5, 26), pieces=(tower(10.9, 20, 5),))
    assert act(t, fire(t, 0, 1), [3, WOUND, 3]).event("Harmed").left == (2, 0)
    lone = guarded((10, 26), (12.5, 26), pieces=(tower(10.9, 20, 5),))
    lone.change(1, wounds=(1, 1))
    five = unit(model(weapons=[weapon("Rifle", type="Assault 3")]), name="Rifles")
    lone.change(0, kind=five, members=five.models)
    act(lone, fire(lone, 0, 1), [3, 3, 3, WOUND, WOUND, WOUND, 1])  # he falls; the others are lost
    assert [m.name for m in lone[1].members] == ["Guard"]


def test_where_all_are_characters_one_within_six_inches_takes_it():
    t = guarded((10, 26), (10, 31), names=("Hero", "Hero"))
    assert act(t, fire(t, 0, 1), [3, WOUND, 3]).event("Harmed").left == (2, 1)


# --- shooter -----------------------------------------------------------------------------------------------------------


def test_a_plain_shooter_needs_sight():
    t = field((shooter(range=36), 0, 10, 10), (TROOP, 1, 10, 28), pieces=(tower(6, 16, 8),))
    assert list(Targets(t, 0)) == [HOLD]
