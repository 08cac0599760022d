"""What flies: flyers and flying creatures on the table, those who shoot at them, and what comes of it."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.common.rules import standing
from grognard.errors import GrognardError
from grognard.systems.usr import condition, reserves, turn
from grognard.systems.usr.attack import weapons
from grognard.systems.usr.combat import charge
from grognard.systems.usr.examples import ask, model, other, shooter, slays, target, unit, weapon
from grognard.systems.usr.line_of_sight import sight
from grognard.systems.usr.movement import deep_strike, flight, movement, overflight
from grognard.systems.usr.rules.unit_types import fitted
from grognard.systems.usr.shooting import eligibility, firing_choices, shooting
from grognard.systems.usr.system import SYSTEM
from grognard.table.state import Effect
from tests.usr.field import act, field, tower, wood
from tests.usr.playing import played

F = Fraction
rule = pytest.mark.rule

GUN = weapon("Gun", range=36)
FOE = unit(model(name="Foe", BS=0), name="Foe", count=3)


def flyer(*rules, type="Flyer", **stats):
    return unit(model(*rules, weapons=[GUN], **{"Front": 11, "HP": 2, **stats}), name="Kite", type=type)


def drake(*rules, **stats):
    stats = {"WS": 5, "BS": 4, "S": 6, "T": 6, "W": 4, "A": 4, "Sv": "4+", **stats}
    return unit(model(*rules, name="Drake", **stats), name="Drake", type="Flying Monstrous Creature")


def aloft(t, u=0, how="zooming"):
    t.change(u, effects=(Effect(condition.AIRBORNE, value=how),))
    return t


def sky(kind, *others, x=24, y=10, **said):
    return aloft(field((kind, 0, x, y), *(others or ((FOE, 1, 10, 45),)), step="movement", **said))


def to(t, dx, dy, facing=None, u=0):
    form = t[u].form.shifted(dx, dy)
    return form.faced(*(facing or (dx, dy)))


# --- how it flies -----------------------------------------------------------------------------------------------------


def test_a_flyer_zooms_from_18_to_36_inches_straight_ahead():
    t = sky(flyer(), y=5)
    flights = flight.Flights(t, 0, 18.0, 36.0)
    assert to(t, 0, 18) in flights and to(t, 0, 36) in flights
    assert to(t, 0, 17.9) not in flights and to(t, 0, 36.1) not in flights


def test_it_turns_by_90_degrees_at_most_and_before_it_moves():
    t = sky(flyer(), y=24)
    flights = flight.Flights(t, 0, 18.0, 36.0)
    assert to(t, 20, 0) in flights and to(t, -20, 0) in flights and to(t, 14, 14) in flights
    assert to(t, 20, -2) not in flights, "more than 90 degrees"
    assert to(t, 20, 0, (0, 1)) not in flights, "it faces the way it has gone"
    with pytest.raises(GrognardError, match="90 degrees"):
        flights.decode(to(t, 0, -20).plain())


def test_what_stands_below_is_in_nobodys_way_but_it_ends_on_nobody():
    t = sky(flyer(), (FOE, 1, 23, 20), pieces=(tower(22, 14),), y=5)
    flights = flight.Flights(t, 0, 18.0, 36.0)
    assert to(t, 0, 30) in flights
    t = sky(flyer(), (FOE, 1, 23, 25), y=5)
    assert to(t, 0, 20) not in flight.Flights(t, 0, 18.0, 36.0)


def test_every_flight_that_is_proposed_is_legal():
    for degrees in (0, 45, 90):
        t = sky(flyer(), (FOE, 1, 23, 25), y=12, objectives=((30, 30),))
        flights = flight.Flights(t, 0, 18.0, 36.0, turn=degrees)
        found = list(flights)
        assert found and all(
            form in flights and flights.decode(flights.plain(form)).positions == form.positions for form in found
        )


def test_a_zooming_flyer_must_move_and_may_fly_on_but_not_stay():
    t = sky(flyer())
    done = act(t, movement.move(t, 0))
    assert (
        done.asked["how does Kite fly?"] == ["zoom", "advance", "leave the table"]
        and done.event("Moved").how == "zooms"
    )
    assert condition.moved(t[0]) == "moved" and condition.airborne(t[0])


def test_advancing_adds_a_die_and_forbids_shooting():
    t = sky(flyer(M=20), y=5)
    done = act(t, movement.move(t, 0), [4], {"how": "advance", "where": lambda options: to(t, 0, 24)})
    assert t[0].form.positions[0] == (24.0, 29.0) and condition.moved(t[0]) == "advanced" and not done.event("Moved").by


def test_a_flyer_that_can_hover_comes_down_and_is_a_fast_skimmer():
    t = sky(flyer(type="Flyer (Hover)"))
    done = act(t, movement.move(t, 0), picks={"fly": "hover", "where": lambda options: t[0].form.shifted(0, 12)})
    assert not condition.airborne(t[0]) and t[0].form.positions[0] == (24.0, 22.0)
    assert done.asked["how does Kite move?"] == ["move", "advance", "stay"]
    assert condition.moved(t[0]) == "cruising"


def test_a_hovering_flyer_fires_two_guns_at_full_skill_when_cruising():
    hull = fitted(flyer(type="Flyer (Hover)")).models[0]
    assert weapons.full_skill_guns(hull, "cruising") == 2 and weapons.full_skill_guns(hull, "moved") == 99


def test_it_leaves_the_table_and_is_back_next_turn_without_a_roll():
    t = sky(flyer(), y=40)
    act(t, movement.move(t, 0), picks={"fly": "leave the table"})
    assert t[0].place == "reserve"
    t.clock = t.clock.__class__(2, 0, 4, 0, "reinforcements")
    assert act(t, reserves.comes(t, 0)).result is True


def test_a_stunned_flyer_flies_18_inches_straight_on():
    t = sky(flyer("Vector Dancer"), y=20)
    t.change(0, effects=(*t[0].effects, Effect(condition.STUNNED)))
    assert movement.can_move(t, 0) == [0]
    done = act(t, movement.move(t, 0))
    assert t[0].form.positions[0][0] == 24.0 and 37.9 < t[0].form.positions[0][1] < 38.1
    assert "how does Kite fly?" not in done.asked


@rule("usr:supersonic")
def test_a_supersonic_flyer_advances_by_3d6():
    t = sky(flyer("Supersonic", M=20), y=5)
    done = act(
        t, movement.move(t, 0), [4, 4, 4], {"how does Kite fly": "advance", "where": lambda options: to(t, 0, 32)}
    )
    assert t[0].form.positions[0] == (24.0, 37.0) and done.event("Moved").by == ("usr:supersonic",)


@rule("usr:supersonic")
def test_it_may_be_content_with_one_die():
    t = sky(flyer("Supersonic", M=20), y=5)
    picks = {"how does Kite fly": "advance", "how far": "D6", "where": lambda options: to(t, 0, 24)}
    assert not act(t, movement.move(t, 0), [4], picks).event("Moved").by


@rule("usr:supersonic")
def test_a_supersonic_tank_may_go_3d6_farther_in_place_of_its_flat_out_speed():
    t = field((target("Supersonic", Front=11), 0, 24, 5), (FOE, 1, 10, 45), step="movement")
    picks = {"how does": "advance", "where": lambda options: t[0].form.shifted(0, 12 + 13)}
    done = act(t, movement.move(t, 0), [6, 4, 3], picks)
    assert done.asked["how far does Target advance?"] == ["3D6", '6"'] and done.event("Moved").by == ("usr:supersonic",)


@rule("usr:vector-dancer")
def test_a_vector_dancer_turns_once_more_at_the_end():
    t = sky(flyer("Vector Dancer"), y=5)
    done = act(t, movement.move(t, 0), picks={"where": lambda options: to(t, 0, 20, (1, 0))})
    assert t[0].form.facing == ((1.0, 0.0),) and done.event("Moved").by == ("usr:vector-dancer",)
    with pytest.raises(GrognardError, match="face"):
        act(
            sky(flyer("Vector Dancer"), y=5),
            movement.move(t, 0),
            picks={"where": lambda options: to(t, 20, 1, (-1, 0))},
        )


@rule("usr:vector-dancer")
@rule("usr:supersonic")
def test_the_last_turn_of_a_supersonic_dancer_comes_on_top():
    t = sky(flyer("Supersonic", "Vector Dancer", M=18), y=5)
    picks = {"how does Kite fly": "advance", "where": lambda options: to(t, 0, 28, (-1, 0))}
    done = act(t, movement.move(t, 0), [4, 3, 3], picks)
    assert set(done.event("Moved").by) == {"usr:supersonic", "usr:vector-dancer"}


# --- flying creatures -------------------------------------------------------------------------------------------------


def test_a_creature_swoops_from_12_to_24_inches_or_glides():
    t = aloft(field((drake(), 0, 24, 10), (FOE, 1, 10, 45), step="movement"), how="swooping")
    flights = flight.Flights(t, 0, 12.0, 24.0)
    assert to(t, 0, 12) in flights and to(t, 0, 24.1) not in flights
    done = act(t, movement.move(t, 0), picks={"fly": "glide", "where": lambda options: t[0].form.shifted(0, 12)})
    assert (
        not condition.airborne(t[0]) and t[0].form.positions[0] == (24.0, 22.0) and done.event("Moved").how == "moves"
    )


def test_one_on_the_ground_takes_wing_in_any_direction():
    t = field((drake(), 0, 24, 30), (FOE, 1, 10, 45), step="movement")
    act(t, movement.move(t, 0), picks={"fly": "swoop", "where": lambda options: to(t, 0, -20)})
    assert t[0].effect(condition.AIRBORNE).value == "swooping"


@pytest.mark.parametrize("swooped", [True, False])
def test_who_comes_down_to_glide_charges_nobody_that_turn(swooped):
    t = field((drake(), 0, 24, 10), (FOE, 1, 24, 28), step="movement")
    if swooped:
        aloft(t, how="swooping")
    act(t, movement.move(t, 0), picks={"fly": "glide", "where": lambda options: t[0].form.shifted(0, 12)})
    assert charge.can_charge(t, 0) == ([] if swooped else [0])


@rule("usr:deep-strike")
def test_a_creature_that_drops_from_the_sky_swoops_and_fears_no_wood():
    t = field((drake("Deep Strike"), 0, 24, 10), (FOE, 1, 24, 30), step="movement", pieces=(wood(21, 19),))
    t.change(0, place="reserve")
    done = act(t, deep_strike.drop(t, 0), [1], {"come down": (24.0, 22.0)})
    assert done.event("Arrived").by == ("usr:deep-strike",) and t[0].effect(condition.AIRBORNE).value == "swooping"
    assert charge.can_charge(t, 0) == []


def test_nobody_charges_who_flies_and_nobody_is_charged_there():
    t = aloft(field((drake(), 0, 24, 10), (FOE, 1, 24, 14), step="charges"), how="swooping")
    assert charge.can_charge(t, 0) == [] and charge.targets(t, 1) == []
    t.change(0, effects=())
    assert charge.can_charge(t, 0) == [0] and charge.targets(t, 1) == [0]


def test_men_walk_beneath_and_no_objective_is_held_from_the_air():
    t = aloft(field((drake(), 0, 24, 20), (FOE, 1, 24, 17), step="movement", player=1), how="swooping")
    act(t, movement.move(t, 1), picks={"where": lambda options: t[1].form.shifted(0, 5.5)})
    assert t[1].form.positions[0] == (24.0, 22.5) and not turn.holds(t, t[0])


# --- shooting at what flies -------------------------------------------------------------------------------------------


def shot_at_kite(gun, faces, kite=None):
    t = aloft(field((gun, 0, 10, 10), (kite or flyer(HP=3), 1, 10, 24)), 1)
    return t, act(t, shooting.fire(t, 0, 1), faces)


@rule("usr:skyfire")
def test_only_a_six_hits_what_zooms_unless_the_weapon_reaches_up():
    # Strength 8 on armour 11: a 3 glances
    t, _ = shot_at_kite(shooter(S=8), [5])
    assert t[1].wounds == (3,)
    t, _ = shot_at_kite(shooter(S=8), [6, 3])
    assert t[1].wounds == (2,)
    t, done = shot_at_kite(shooter("Skyfire", S=8), [3, 3])
    assert t[1].wounds == (2,) and "usr:skyfire" in done.event("ShotAt").by


def test_templates_and_markers_cannot_be_fired_at_it():
    for gun in (shooter("Blast"), shooter(range="Template", type="Assault 1")):
        t = aloft(field((gun, 0, 10, 10), (flyer(), 1, 10, 16)), 1)
        assert list(eligibility.Targets(t, 0)) == [firing_choices.HOLD]


@rule("usr:skyfire")
def test_a_marker_that_drifts_beneath_it_does_not_hit_it_but_one_aimed_high_does():
    for rules, hit in ((["Blast"], False), (["Blast", "Skyfire"], True)):
        t = field((shooter(*rules, S=9), 0, 10, 10), (flyer(HP=3), 1, 10, 24), (FOE, 1, 11.875, 24))
        aloft(t, 1)
        # over the kite: a glance (2) and the man beside it; over that man: two men, and the kite stays out of it
        v, position, faces = (1, (10.0, 24.0), [1, 2, 2]) if hit else (2, (11.875, 24.0), [1, 2, 2])
        shot = act(t, shooting.fire(t, 0, v), faces, {"marker": position})
        under = dict(shot.event("MarkerLands").under)
        assert (1 in under) is hit and 2 in under


@rule("usr:skyfire")
@pytest.mark.parametrize(("kind", "chance"), [
    ("Infantry", F(1, 2)), ("Bike", F(1, 2)), ("Jetbike", F(1, 2)), ("Flying Monstrous Creature", F(2, 3)),
])  # fmt: skip
def test_vector_3_skyfire_loses_one_to_hit_at_what_stands_on_the_ground(kind, chance):
    # Strength 10 wounds Toughness 4 on 2+
    assert slays(shooter("Skyfire", S=10), target(type=kind)) == chance * F(5, 6)


@rule("usr:skyfire")
@pytest.mark.parametrize(("tags", "needs"), [("Fast", F(3, 6)), ("Fast, Skimmer", F(4, 6))])
def test_skyfire_at_skimmers_and_at_tanks(tags, needs):
    # Strength 8 on armour 10 penetrates on 3 and more: 4/6
    assert other(shooter("Skyfire", S=8), target(Front=10, type=f"Vehicle ({tags})"), "penetrations") == needs * F(4, 6)


@rule("usr:skyfire")
@rule("usr:jink")
def test_skyfire_at_a_jinking_skimmer():
    hull = target("Jink", Front=10, type="Vehicle (Skimmer)")
    assert other(shooter("Skyfire", S=8), hull, "penetrations", sets={"jinking": True}) == F(4, 6) * F(4, 6) * F(1, 2)


@rule("usr:strafing-run")
@pytest.mark.parametrize(("foe", "needs"), [
    (target(S=4), F(5, 6)), (target(type="Jetbike"), F(5, 6)), (target(T=4, type="Gargantuan Creature"), F(5, 6)),
    (drake(T=4), F(5, 6)), (target(Front=10, type="Flyer"), F(4, 6)), (target(Front=10, type="Vehicle (Skimmer)"), F(4, 6)),
], ids=["infantry", "jetbike", "gargantuan", "gliding creature", "flyer", "skimmer"])  # fmt: skip
def test_a_strafing_run_is_made_at_what_stands_on_the_ground(foe, needs):
    kite = unit(model("Strafing Run", Front=10, weapons=[weapon()]), type="Flyer")
    assert ask(kite, foe).steps[1].chance == pytest.approx(float(needs))


@rule("usr:strafing-run")
def test_no_strafing_run_at_a_creature_in_the_air():
    # Snap Shots, and no better for it
    kite = unit(model("Strafing Run", Front=10, weapons=[weapon()]), type="Flyer")
    assert ask(kite, drake(), sets={"zooming": True}).steps[1].chance == pytest.approx(1 / 6)
    high = unit(model("Strafing Run", Front=10, weapons=[weapon("Gun", "Skyfire")]), type="Flyer")
    assert ask(high, drake(), sets={"zooming": True}).steps[1].chance == pytest.approx(4 / 6)


# --- coming down ------------------------------------------------------------------------------------------------------


def test_a_zooming_flyer_that_would_be_immobilised_crashes_on_1_and_2():
    # AP- : the chart shows 6, and the die for the crash 2; a large blast of Strength 6 comes down on those below
    t, done = shot_at_kite(shooter(S=8), [6, 6, 6, 2, 1], flyer(HP=3))
    assert t[1].place == "dead" and done.event("Removed").why == "down in flames"


def test_else_it_is_stunned():
    t, _ = shot_at_kite(shooter(S=8), [6, 6, 6, 3], flyer(HP=3))
    assert t[1].has(condition.STUNNED) and not t[1].has(condition.IMMOBILISED)


def test_a_flyer_without_a_weapon_to_lose_is_immobilised_and_so_may_crash():
    # 6 hits, 6 penetrates, the chart shows 5: no weapon is left, so it is immobilised, and the die says whether it comes down
    bare = unit(model(Front=11, HP=3), name="Kite", type="Flyer")
    t, done = shot_at_kite(shooter(S=8), [6, 6, 5, 2, 1], bare)
    assert t[1].place == "dead" and done.event("Removed").why == "down in flames"
    t, _ = shot_at_kite(shooter(S=8), [6, 6, 5, 3], bare)
    assert t[1].has(condition.STUNNED) and not t[1].has(condition.IMMOBILISED)


def test_odds_say_the_same_of_a_flyer_without_a_weapon():
    # a 6 hits (Snap Shots); Strength 8 penetrates armour 11 on 4+; stunned: the chart shows 4, or 5 or 6 and the flyer does
    # not crash: 1/6 + 2/6 x 4/6 = 7/18, and never immobilised
    bare = unit(model(Front=11, HP=3), name="Kite", type="Flyer")
    said = {"sets": {"zooming": True}}
    assert other(shooter(S=8), bare, "stunned", **said) == F(1, 6) * F(1, 2) * F(7, 18)
    assert other(shooter(S=8), bare, "immobilised", **said) == 0


def test_its_wreck_falls_on_those_beneath():
    t = field((shooter(S=8), 0, 10, 10), (FOE, 1, 8.5, 22), (flyer(HP=3), 1, 10, 24))
    aloft(t, 2)
    done = act(
        t, shooting.fire(t, 0, 2), [6, 6, 6, 1, 1, 2, 2, 1]
    )  # a hit on the scatter die: it stays; 3 hits, wounds on 2+
    assert dict(done.event("MarkerLands").under)[1] == 3 and t[1].size == 1


def test_a_creature_that_loses_wounds_in_the_air_may_fall():
    t = aloft(field((shooter(S=8, AP=2), 0, 10, 10), (drake(), 1, 10, 24)), 1, "swooping")
    act(t, shooting.fire(t, 0, 1), [6, 2])
    assert t[1].wounds == (3,)
    act(t, turn.phase_ends(t, 0), [2, 1])  # it falls, but Strength 9 does not wound Toughness 6 on a 1
    assert not condition.airborne(t[1]) and t[1].wounds == (3,)


def test_its_armour_does_not_help_it_there_but_an_invulnerable_save_does():
    for inv, faces, left in ((None, [1, 2], 2), ("4+", [1, 2, 4], 3)):
        t = aloft(field((shooter(), 0, 10, 10), (drake(Inv=inv or "-", W=3), 1, 10, 24)), 1, "swooping")
        t.change(1, effects=(*t[1].effects, Effect(condition.FALLING)))
        act(t, overflight.falls(t), faces)
        assert t[1].wounds == (left,)


def test_one_that_keeps_its_wounds_flies_on():
    t = aloft(field((shooter(S=8), 0, 10, 10), (drake(), 1, 10, 24)), 1, "swooping")
    act(t, shooting.fire(t, 0, 1), [6, 1])
    act(t, turn.phase_ends(t, 0))
    assert condition.airborne(t[1])


@rule("usr:feel-no-pain")
def test_a_wound_that_feel_no_pain_discounts_brings_nobody_down():
    t = aloft(field((shooter(S=8, AP=2), 0, 10, 10), (drake("Feel No Pain (5+)"), 1, 10, 24)), 1, "swooping")
    act(t, shooting.fire(t, 0, 1), [6, 2, 5])
    act(t, turn.phase_ends(t, 0))
    assert condition.airborne(t[1]) and t[1].wounds == (4,)


@rule("usr:feel-no-pain")
def test_feel_no_pain_discounts_the_fall_itself():
    t = aloft(field((shooter(), 0, 10, 10), (drake("Feel No Pain (5+)"), 1, 10, 24)), 1, "swooping")
    t.change(1, effects=(*t[1].effects, Effect(condition.FALLING)))
    act(t, overflight.falls(t), [1, 2, 5])
    assert t[1].wounds == (4,) and not condition.airborne(t[1])


@rule("usr:feel-no-pain")
def test_no_feel_no_pain_when_the_fall_is_instant_death():
    # Strength 9 is twice Toughness 4: the whole creature is gone, without a roll
    t = aloft(field((shooter(), 0, 10, 10), (drake("Feel No Pain (5+)", T=4), 1, 10, 24)), 1, "swooping")
    t.change(1, effects=(*t[1].effects, Effect(condition.FALLING)))
    act(t, overflight.falls(t), [1, 2])
    assert t[1].place == "dead"


# --- Vector Strike ----------------------------------------------------------------------------------------------------


def swoops(*others, kind=None, dy=20):
    t = aloft(field((kind or drake(), 0, 24, 5), *others, step="movement"), how="swooping")
    act(t, movement.move(t, 0), picks={"where": lambda options: to(t, 0, dy)})
    return t


@rule("usr:vector-strike")
def test_a_creature_strikes_whom_it_has_flown_over():
    t = swoops((FOE, 1, 23, 15), (FOE, 1, 40, 15))
    assert overflight.strikers(t, 0) == [0]
    done = act(
        t, overflight.strike(t, 0), [2, 2]
    )  # Strength 6 on Toughness 4: 2+; of the three at random the second nearest
    assert [x for x, _ in t[1].form.positions] == [24.5, 26.0]
    assert "usr:vector-strike" in done.event("StrikesFromAbove").by
    assert done.asked["whom does Drake strike as it flies over?"] == [1, "nobody"]


@rule("usr:vector-strike")
def test_not_those_locked_in_combat_and_not_those_beside_its_way():
    t = swoops((FOE, 1, 23, 15))
    t.change(1, foes=(0,))
    assert overflight.strikers(t, 0) == []
    assert overflight.strikers(swoops((FOE, 1, 30, 15)), 0) == []


@rule("usr:vector-strike")
def test_a_strike_at_what_flies_is_d3_hits():
    t = field((drake(), 0, 24, 5), (drake(), 1, 24, 15), step="movement")
    aloft(aloft(t, 0, "swooping"), 1, "swooping")
    act(t, movement.move(t, 0), picks={"where": lambda options: to(t, 0, 20)})
    act(t, overflight.strike(t, 0), [3, 4, 4])  # a 3 is 2 hits; Strength 6 on Toughness 6: 4+; AP2 on armour 4+
    assert t[1].wounds == (2,)


@rule("usr:vector-strike")
def test_it_counts_as_one_weapon_fired():
    armed = unit(
        model(weapons=[weapon("Spit"), weapon("Breath")], S=6, T=6, W=4), name="Drake", type="Flying Monstrous Creature"
    )
    t = swoops((FOE, 1, 23, 15), kind=armed)
    before = act_menu(t)
    act(t, overflight.strike(t, 0), [1])
    assert (before, act_menu(t)) == ([("Spit", "Breath")], [("Spit",), ("Breath",)])


def act_menu(t):
    how = condition.circumstances(t, t[0], t[1])
    armed, _ = firing_choices.menu(t, t[0], t[1], how, sight(t, t[0], t[1]))
    return [tuple(use.weapon.name for use in choice) for choice in armed[0].choices]


@rule("usr:vector-strike")
@rule("usr:jink")
def test_a_vector_strike_ignores_the_cover_of_who_jinks():
    # Strength 6 on Toughness 4: 5/6, and no save is left but an invulnerable one
    bikes = target("Jink", Sv="3+", type="Bike")
    assert slays(drake(), bikes, sets={"vector-strike": True, "jinking": True}) == F(5, 6)
    daemons = target("Jink", "Daemon", Sv="3+", type="Bike")
    assert slays(drake(), daemons, sets={"vector-strike": True, "jinking": True}) == F(5, 6) * F(4, 6)


@rule("usr:vector-strike")
@rule("usr:rending")
@rule("usr:furious-charge")
@rule("usr:poisoned")
def test_no_other_rule_of_the_model_helps_a_vector_strike():
    # Strength 6 on Toughness 6: 4+, not 2+ by poison, and nothing is thrown again; AP2 passes the armour
    helped = drake("Rending", "Poisoned (2+)", "Furious Charge", "Monster Hunter", "Shred")
    giant = target(T=6, W=1, Sv="2+", type="Monstrous Creature")
    assert slays(helped, giant, sets={"vector-strike": True}) == F(1, 2)


@rule("usr:vector-strike")
def test_a_vehicle_is_struck_on_its_side():
    # side 10: Strength 6 glances on 4, penetrates on 5 and 6
    odds = ask(drake(), target(Front=13, Side=10, Rear=10), sets={"vector-strike": True}).other
    assert 1 - odds["glances"].fraction(0) == F(1, 6) and 1 - odds["penetrations"].fraction(0) == F(2, 6)


@rule("usr:vector-strike")
def test_against_a_zooming_flyer_d3_hits():
    # each penetrates side 10 on 5 and 6 (2/6): of 1, 2 or 3 hits none does with 2/3, 4/9, 8/27
    odds = ask(
        drake(), target(Front=10, Side=10, HP=9, type="Flyer"), sets={"vector-strike": True, "zooming": True}
    ).other
    assert odds["penetrations"].fraction(0) == (F(2, 3) + F(4, 9) + F(8, 27)) / 3


@rule("usr:vector-strike")
def test_a_flyer_without_strength_has_nothing_to_strike_with():
    assert ask(flyer("Vector Strike"), target(), sets={"vector-strike": True}).impossible
    assert slays(flyer("Vector Strike", S=5), target(), sets={"vector-strike": True}) == F(2, 3)


# --- coming on --------------------------------------------------------------------------------------------------------


def test_flyers_start_in_reserve():
    t = field((flyer(), 0, 10, 10), (FOE, 1, 10, 40), step="holding_back")
    t.change(0, place="off")
    assert act(t, flight.keep_aloft(t)).event("Reserved").unit == 0 and not act(t, flight.keep_aloft(t)).result


def test_a_flyer_comes_on_zooming_from_its_own_edge():
    t = field((flyer(), 0, None, 10), (FOE, 1, 24, 10), step="reinforcements", round=2)
    done = act(t, reserves.arrive(t, 0))
    assert (
        18 <= t[0].form.positions[0][1] <= 36 and t[0].form.facing in ((), ((0.0, 1.0),)) and condition.airborne(t[0])
    )
    assert (
        t[0].has(condition.ARRIVED)
        and movement.can_move(t, 0) == []
        and done.event("Arrived").how == "air from the bottom edge"
    )


def test_where_it_may_come_on():
    t = field((flyer(), 0, None, 10), (FOE, 1, 24, 40), step="reinforcements", round=2)
    places = flight.Approaches(t, 0, "bottom", 18.0, 36.0)
    form = next(iter(places))
    assert form.moved([(20, 18)]).faced(0, 1) in places and form.moved([(20, 17)]).faced(0, 1) not in places
    assert form.moved([(20, 14)]).faced(1, 1) in places, "19.8 inches on the slant"
    assert form.moved([(5, 20)]).faced(1, 1) not in places, "it would come from beside the table"
    assert form.moved([(20, 20)]).faced(0, -1) not in places


def test_one_that_hovers_comes_on_as_others_do():
    t = field((flyer(type="Flyer (Hover)"), 0, None, 10), (FOE, 1, 24, 40), step="reinforcements", round=2)
    act(
        t,
        reserves.arrive(t, 0),
        picks={"come on": lambda options: "hover" if "hover" in list(options) else next(iter(options))},
    )
    assert not condition.airborne(t[0]) and t[0].here and t[0].form.box[3] <= 12.01


# --- types give their rules once --------------------------------------------------------------------------------------


@rule("usr:smash")
@rule("usr:jink")
@pytest.mark.parametrize(("type_", "name"), [
    ("Monstrous Creature", "Smash"), ("Flying Monstrous Creature", "Vector Strike"), ("Bike", "Jink"), ("Cavalry", "Fleet"),
    ("Gargantuan Creature", "Feel No Pain (5+)"), ("Jump", "Hammer of Wrath"), ("Jet Pack", "Relentless"),
    ("Flyer", "Jink"), ("Walker", "Move Through Cover"), ("Beast", "Fleet"),
])  # fmt: skip
def test_a_rule_that_the_type_brings_and_the_profile_names_stands_once(type_, name):
    stats = {"Front": 10} if type_ in ("Flyer", "Walker") else {}
    kind = fitted(unit(model(name, **stats), type=type_))
    assert standing(kind.models[0]).count(SYSTEM.read_rule(name)) == 1


def test_played_by_hand():
    assert played(drake(), target(Sv="2+"), [2], sets={"vector-strike": True}).slain == 1


def test_passengers_of_a_flyer_that_crashes_are_hit_with_strength_10_and_no_armour_helps():
    barge = unit(
        model(name="Barge", Front=11, Side=11, Rear=10, HP=3, weapons=[GUN]), name="Barge", type="Flyer (Transport)"
    )
    riders = unit(model(name="Rider", Sv="2+"), name="Riders", count=2)
    t = field((shooter(S=8), 0, 10, 10), (barge, 1, 10, 24), (riders, 1, None, 0))
    t.change(2, place="aboard", aboard=1)
    aloft(t, 1)
    # a hit, penetrated, immobilised, it falls (1); the wreck lands (a hit on the scatter die) on nobody; a rider lives on a 1
    act(t, shooting.fire(t, 0, 1), [6, 6, 6, 1, 1, 2, 1, 3, 3])
    assert t[1].place == "dead" and t[2].size == 1 and t[2].here
