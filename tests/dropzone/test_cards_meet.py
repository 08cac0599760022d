"""Command cards where they meet Commanders, transports, Garrisons, objectives and one another, worked by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.common.building import thrown_for
from grognard.systems.dropzone import harm, melee, morale
from grognard.systems.dropzone.buildings import garrisons
from grognard.systems.dropzone.cards import playing
from grognard.systems.dropzone.cards.card import SQUAD_BEGINS, ActsNow, Occasion
from grognard.systems.dropzone.events import GroupActivated, SceneryHit
from grognard.systems.dropzone.examples import duel, expected, weapon
from grognard.systems.dropzone.objectives import search
from grognard.systems.dropzone.shooting import reaction_fire, resolution, shoot_action, units_under_fire
from grognard.systems.dropzone.shooting.targeting import ready
from grognard.systems.dropzone.squads import airborne, housed
from grognard.systems.dropzone.transports import embarking
from grognard.systems.dropzone.transports.disembarking import may_leave
from grognard.systems.dropzone.turn import activations, acts_out_of_turn, cards_drawn
from grognard.table.events import Embarked, Given
from grognard.table.state import Effect
from grognard.table.terrain import Piece, rectangle

from .field import field, house, run, told
from .hands import ON, chief, holds
from .test_battle import FLAK, cargo, carrier, foot, inside, tanks

rule = pytest.mark.rule


# --- what the report says ---------------------------------------------------------------------------------------------


@rule("dropzone:shock-assault")
def test_the_report_names_the_squad_of_a_shock_assault():
    t = holds(holds(field((tanks("A"), 0, 10, 10), chief(10, 6), (tanks("B"), 1, 10, 40), rulings=ON), 0, 7), 1, 10)
    t.memory = {**t.memory, ("deck", 0): ()}  # nothing is left to draw
    log = []
    run(t, cards_drawn(t, 0), [], {"play which": "Shock Assault", "what does": "nothing"}, log)
    assert "A is activated before all others" in told(t, log)


@rule("dropzone:reactionary")
def test_the_report_names_the_squad_that_reacts():
    t = holds(field((tanks("A"), 0, 10, 10), chief(10, 6), (tanks("B"), 1, 10, 40), rulings=ON), 0, 8)
    GroupActivated(1, "B 2", ()).on(t)
    log = []
    run(t, activations(t, 1), [], {"play which": "Reactionary", "which squad reacts": 0, "out of turn": "nothing"}, log)
    assert "A acts out of turn" in told(t, log)


@rule("dropzone:field-repairs")
def test_repairs_while_a_squad_acts_need_not_be_for_that_squad():
    hurt = tanks("A", DP=2)
    t = holds(field((hurt, 0, 10, 10), chief(10, 6), (tanks("B"), 1, 10, 40), rulings=ON), 0, 29)
    t.change(0, wounds=(1,))
    log = []
    run(t, playing.offer(t, 0, Occasion(SQUAD_BEGINS, 1)), [1], {"play which": "Field Repairs"}, log)
    assert told(t, log)[0] == "Player 1 plays Field Repairs" and t[0].wounds == (2,)


def test_one_point_is_a_point():
    t = field(pieces=(house(10, 14),))
    assert SceneryHit(0, 1, 2).told(t) == "house loses 1 Damage Point, 1 left"
    assert SceneryHit(0, 0, 2).told(t) == "house loses 2 Damage Points, none left"


def test_a_search_says_what_it_needs_and_why():
    t = field((foot("Men", 1), 0, 40, 4), (tanks("B"), 1, 40, 40), pieces=(house(10, 14),), objectives=((12, 16),))
    inside(t, 0)
    t.clock = type(t.clock)(2, 0, t.clock.step, 0, "activations")
    test = thrown_for(search.search_test(t, t[0], t.marker(1)).done())
    assert test.test.name == "Search, 5+ (round 2)"


@rule("dropzone:flares")
def test_a_card_is_a_reason_only_for_what_it_counts_against():
    t = holds(siege((tanks("A", 2), 1, 24, 24), (tanks("B"), 0, 24, 16)), 0, 18)
    guns, target = by_name(t, "A"), by_name(t, "B")
    fire = [units_under_fire.Declared(0, target, (0,)), units_under_fire.Declared(0, -1, (1,), 0)]
    log = []
    # 2+ and 3+ at B, whose player has the die thrown again; 2+ and 2+ at the house, a critical: a token, which does nothing
    run(t, resolution.resolve(t, guns, fire), [2, 3, 3, 2, 2, 1, 1], {"fired at": "Flares"}, log)
    hurt = {type(e).__name__: e.by for e in log if type(e).__name__ in ("Hurt", "SceneryHit")}
    assert hurt["Hurt"] == ("dropzone:flares",) and hurt["SceneryHit"] == ()


def test_a_fortitude_test_says_that_it_fails_and_by_how_much():
    t = siege()
    assert morale.fortitude(t, 0).faces == ("short by 3", "short by 2", "short by 1", "holds", "holds", "holds")


@rule("dropzone:reduced")
def test_combined_fire_says_so_where_its_energy_stands():
    """Four rifles of Energy 3 as one shot: 6."""
    t = field((foot("Men", 1), 0, 10, 10), (tanks("B", A=10), 1, 10, 20))
    log = []
    run(t, resolution.resolve(t, 0, [units_under_fire.Declared(0, 1, (0,), combined=True)]), [1], log=log)
    assert "Energy: 6 of combined fire against Armour 10" in told(t, log)[0]


def test_both_commanders_of_a_squad_are_lost_before_the_hand_is_cut():
    t = field(chief(10, 10, 0, (4, 2), units=2), (tanks("B"), 1, 10, 40), rulings=ON)
    holds(t, 0, 1, 3, 8)
    log = []
    run(t, harm.harm(t, 0, (0, 0), 1), [], {"which card goes": lambda ask: next(iter(ask.options))}, log)
    assert [type(e).__name__ for e in log if "Lost" in type(e).__name__ or "Disc" in type(e).__name__] == [
        "CommanderLost",
        "CommanderLost",
        "Discarded",
        "Discarded",
    ]


# --- who comes in -----------------------------------------------------------------------------------------------------


def siege(*more, pieces=(), rulings=None):
    """Men of player 1 in a house at (10, 14), a Commander each; ``more`` squads besides."""
    t = field(
        (foot("Men", 1), 0, 40, 4),
        chief(8, 4, 0),
        *(s for s in more if s[1] == 0),
        chief(8, 30, 1),
        *(s for s in more if s[1] == 1),
        pieces=(house(10, 14), *pieces),
        rulings={**ON, **(rulings or {})},
    )
    inside(t, 0)
    return t


def by_name(t, name):
    return next(u.id for u in t.units if u.kind.name == name)


@rule("dropzone:occupiers-advantage")
def test_who_stormed_a_house_in_its_own_activation_strikes_later_without_throwing_again():
    """A die of Energy 6 against Armour 7 does harm on 2+: 5/6 a die; in the activation in which it came in 25/36."""
    t = holds(siege((foot("Foe", 1), 1, 12, 13), (foot("Relief", 1), 0, 13, 13)), 1, 22)
    foe, relief = by_name(t, "Foe"), by_name(t, "Relief")
    run(t, garrisons.go_in(t, foe, 0), [], {"which part": -1})
    assert t[foe].has("stormed")
    run(t, melee.tests_fortitude(t))  # the end of that activation
    picks = {"play which": "Occupier's Advantage", "which part": -1}
    run(t, garrisons.go_in(t, relief, 0), [2, 2, 2, 2], picks)
    assert t[relief].wounds == (1,)


@rule("dropzone:move-move-move")
@rule("dropzone:occupiers-advantage")
def test_men_unloaded_out_of_turn_into_a_house_are_struck_test_and_then_strike_as_if_they_had_been_there():
    bus = carrier("Bus", "cap 2 c", "Tank")
    men = foot("Load", 1, details=(("transport", ("req 1 c",)),))
    t = siege((bus, 1, 12, 11.5), (men, 1, 40, 40))
    load, ride = by_name(t, "Load"), by_name(t, "Bus")
    Embarked(load, ride).on(t)
    holds(holds(t, 1, 10), 0, 22)
    GroupActivated(0, "Men 0", ()).on(t)
    picks = {
        "an enemy battlegroup has acted": "Move, Move, Move",
        "comes in": "Occupier's Advantage",
        "which transport": ride,
        "where does Load get out": lambda ask: max(ask.options, key=lambda form: form.positions[0][1]),
        "go inside": 0,
        "which part": -1,
    }
    # three of four knives do harm: 2 points left of 5, under half, and Fortitude 4+ is passed
    run(t, activations(t, 0), [2, 2, 1, 2, 4], picks)
    assert t[load].wounds == (2,) and housed(t[load]) == (0, -1) and not t[load].has("stormed")
    run(t, melee.fight(t, load), [2, 1, 1, 1])  # four dice, none thrown again
    assert t[0].wounds == (4,)


@rule("dropzone:withdrawal")
def test_nobody_withdraws_from_a_house_without_a_way_out():
    ring = tuple(
        Piece(f"block {i}", rectangle(*box), 4.0, ("impassable", "solid"))
        for i, box in enumerate(((5, 9, 15, 5), (5, 19, 15, 5), (5, 14, 5, 5), (15, 14, 5, 5)))
    )
    t = holds(siege((foot("Foe", 1), 1, 30, 30), pieces=ring), 0, 25)
    run(t, garrisons.go_in(t, by_name(t, "Foe"), 0), [], {"which part": -1})  # not asked
    assert housed(t[0]) is not None


@rule("dropzone:underground")
def test_who_fails_the_test_on_the_way_underground_runs_to_the_street():
    """Two enemy squads against one: Fortitude 4+ fails with a 2, two points are lost, and it runs: not below the streets."""
    t = siege((foot("Foe", 1), 1, 30, 30), (foot("More", 1), 1, 33, 30), pieces=(house(18, 14, name="refuge"),))
    for name in ("Foe", "More"):
        inside(t, by_name(t, name))
    holds(t, 0, 9)
    run(t, playing.offer(t, 0, Occasion(SQUAD_BEGINS, 0)), [2], {"play which": "Underground", "on which side": 2})
    assert t[0].wounds == (3,) and housed(t[0]) is None and t[0].here


@rule("dropzone:withdrawal")
@rule("dropzone:nerves-of-steel")
def test_a_withdrawal_past_more_enemies_tests_and_nerves_pass_it():
    t = siege((foot("Foe", 1), 1, 30, 30), (foot("More", 1), 1, 33, 30))
    inside(t, by_name(t, "Foe"))
    holds(t, 0, 25, 24)
    picks = {"comes in": "Withdrawal", "tests Fortitude": "Nerves of Steel", "which part": -1, "on which side": 2}
    run(t, garrisons.go_in(t, by_name(t, "More"), 0), [], picks)
    assert t[0].wounds == (5,) and housed(t[0]) is None


# --- out of turn ------------------------------------------------------------------------------------------------------


@rule("dropzone:booby-trap")
@rule("dropzone:shock-assault")
def test_a_shock_assault_in_a_garrison_may_set_off_a_booby_trap():
    t = holds(holds(siege(), 0, 7), 1, 28)
    t.memory = {**t.memory, ("deck", 0): (), ("deck", 1): ()}
    picks = {"the round begins": "Shock Assault", "what does": "nothing", "has acted": "Booby Trap"}
    # one hit of Energy 10 on Armour 10: a 3 is a critical, a point and a token
    run(t, cards_drawn(t, 0), [1, 3], picks)
    assert t.scenery[0].points == 19 and t.scenery[0].tokens == 1


@rule("dropzone:booby-trap")
@rule("dropzone:reactionary")
def test_so_may_a_squad_that_reacts_from_a_garrison():
    t = holds(holds(siege(), 0, 8), 1, 28)
    GroupActivated(1, "Chief 1", ()).on(t)
    picks = {
        "enemy battlegroup": "Reactionary",
        "reacts": 0,
        "out of turn": "move",
        "to which part": 0,
        "squad has acted": "Booby Trap",
    }
    run(t, activations(t, 1), [1, 3], picks)
    assert t.scenery[0].points == 19 and housed(t[0]) == (0, 0)


DONE = ("round ends", 1)


def reacts(t, u, action, faces=(), picks=None):
    run(
        t,
        acts_out_of_turn(t, ActsNow(u, ("dropzone:reactionary",), t.rulings.get("reactionary") != "spent")),
        faces,
        {"out of turn": action, **(picks or {})},
    )


@rule("dropzone:reactionary")
def test_who_has_acted_reacts_with_the_guns_that_it_has_fired_but_not_with_those_fired_in_reaction():
    """A gun fires once in an activation, and what reacts to Aircraft once in a round."""
    t = field((tanks("A"), 0, 12, 10), (tanks("B"), 1, 12, 30), rulings=ON)
    Given(0, Effect("fired", 0, DONE, (0, (0,)))).on(t)
    t.acted = frozenset({0})
    reacts(t, 0, "shoot", [2, 3])  # 5/6 to hit, 4/6 to damage
    assert not t[1].alive
    t = field((tanks("A", 1, FLAK), 0, 12, 10), (tanks("B"), 1, 12, 20), (carrier("Bird"), 1, 12, 24), rulings=ON)
    run(t, reaction_fire.react(t, 0, 0, 2, 0), [1])
    t.acted = frozenset({0})
    assert ready(t[0], 0) == ()
    reacts(t, 0, "nothing")
    assert ready(t[0], 0) == ()


@rule("dropzone:reactionary")
@rule("dropzone:anti-aircraft")
def test_flak_that_has_fired_out_of_turn_does_not_react_but_fires_in_its_own_turn():
    t = field((tanks("A", 1, FLAK), 0, 12, 10), (tanks("B"), 1, 12, 20), (carrier("Bird"), 1, 30, 24), rulings=ON)
    reacts(t, 0, "shoot", [1])
    assert ready(t[0], 0) == (0,) and not reaction_fire.able(t, t[0], 0, t[2])


@rule("dropzone:reactionary")
@rule("dropzone:alternate-fire")
def test_of_two_profiles_one_is_fired_in_a_round_out_of_turn_too():
    one, two = weapon("Alt-1", "One"), weapon("Alt-1", "Two")
    t = field((tanks("A", 1, one, two), 0, 12, 10), (tanks("B"), 1, 12, 20), rulings=ON)
    reacts(t, 0, "shoot", [1], {"fires One": ("squad", 1)})
    assert ready(t[0], 0) == (0,) and ready(t[0], 1) == ()


@rule("dropzone:reactionary")
def test_a_transport_that_has_flown_more_than_half_its_move_out_of_turn_lets_nobody_out_in_its_own():
    """Half of 18 inches is 9, and the whole round counts."""
    for inches, out in ((9, [0]), (10, [])):
        t = field((carrier(), 0, 10, 10), (cargo(), 0, 40, 4), (tanks("B"), 1, 40, 40), rulings=ON)
        Embarked(1, 0).on(t)
        reacts(
            t, 0, "move", picks={"land?": "fly on", "fly?": lambda ask, far=inches: ask.options.form.shifted(0, far)}
        )
        t.change(0, form=t[0].form.raised(0.0))
        assert not airborne(t[0]) and may_leave(t, t[1]) == out


@rule("dropzone:reactionary")
def test_who_has_fired_out_of_turn_gets_aboard_nothing_in_that_round():
    bus = carrier("Bus", type="Tank", details=(("transport", ("cap 6 a",)), ("category", "Auxiliary")))
    t = field((bus, 0, 10, 10), (cargo(), 0, 10, 12), (tanks("B"), 1, 12, 20), rulings=ON)
    assert embarking.may_board(t, t[1]) == [0]
    reacts(t, 1, "shoot", [1])
    assert embarking.may_board(t, t[1]) == [] and ready(t[1], 0) == (0,)


@rule("dropzone:occupiers-advantage")
def test_what_was_fired_before_a_free_strike_stays_fired_by_whom_though_units_are_lost_in_it():
    t = field((foot("Men", 2), 0, 40, 4), (foot("Foe", 1), 1, 30, 30), pieces=(house(10, 14),), rulings=ON)
    inside(t, 0)
    inside(t, 1)
    Given(0, Effect("fired", "Reaction Fire", DONE, (0, (1,)))).on(t)  # the second of them
    done = melee.so_far(t[0])
    run(t, melee.fight(t, 0, 1), [1] * 8)
    run(t, harm.harm(t, 0, (0, 5), 1))
    run(t, melee.set_aside(t, 0, done))
    assert t[0].size == 1 and ready(t[0], 1) == (0,)  # the knives, free
    assert [e.value for e in t[0].effects if e.what == "fired"] == [(0, (0,))]


# --- card against card, in odds and on the table ----------------------------------------------------------------------


@rule("dropzone:incendiary")
@rule("dropzone:flares")
def test_who_storms_with_incendiary_throws_every_die_twice():
    """Energy 6 against Armour 7 harms on 2+: 5/6; storming 25/36; with Incendiary the second throw counts, 5/6; with Flares no more
    than once again, 25/36."""
    blow = {"melee": True, "energy": 6, "shots": 1, "type": "Infantry", "A": 7, "DP": 1}
    for cards, chance in (
        (None, (25, 36)),
        ("Incendiary", (5, 6)),
        ("Flares", (25, 36)),
        ("Flares, Incendiary", (5, 6)),
    ):
        sets = {"entered": True, **({"card": cards} if cards else {})}
        assert duel("", sets=sets, **blow).destroyed == Fraction(*chance)
    t = holds(siege((foot("Foe", 1), 1, 12, 13)), 1, 14)
    foe = by_name(t, "Foe")
    run(t, garrisons.go_in(t, foe, 0), [], {"which part": -1})
    run(t, melee.fight(t, foe), [1, 2, 3, 1, 2, 2, 1, 1], {"play which": "Incendiary"})
    assert t[0].wounds == (3,)


@rule("dropzone:experimental")
@rule("dropzone:cloaking")
def test_cloaking_saves_against_a_printed_energy_of_12_that_an_experiment_raises():
    """14 against Armour 14: 2+ for two points; both saved on 5+ with 1/9. 5/6 * 5/6 * 8/9 = 50/81."""
    odds = duel("", acc=2, energy=12, A=14, sets={"card": "Experimental 2, Cloaking"})
    assert odds.destroyed == Fraction(50, 81)
    assert duel("", acc=2, energy=13, A=14, sets={"card": "Experimental 1, Cloaking"}).destroyed == Fraction(25, 36)


@rule("dropzone:marksmanship")
@rule("dropzone:velocity-tracker")
def test_marksmen_with_a_tracker_still_hit_aircraft_on_a_6_only():
    """1/6 to hit, 5/6 to damage; with Assisted Targeting 11/36 to hit."""
    bird = {"acc": 2, "energy": 10, "type": "Aircraft", "A": 10, "CM": "E+3"}
    for cards, chance in (
        ("Velocity Tracker, Marksmanship", (5, 36)),
        ("Velocity Tracker, Assisted Targeting", (55, 216)),
    ):
        assert duel("", sets={"card": cards}, **bird).destroyed == Fraction(*chance)


@rule("dropzone:marksmanship")
def test_marksmen_who_have_just_got_out_of_a_transport_hit_as_ever():
    """3+ to hit whatever cover and Evasion there are: 4/6 * 5/6 = 5/9."""
    sets = {"card": "Marksmanship", "disembarked": True, "incoherent": True}
    odds = duel("", acc=3, energy=10, A=10, CM="E+3", cover="hull-down", sets=sets)
    assert odds.destroyed == Fraction(5, 9)
    t = holds(field((cargo(), 0, 10, 10), chief(10, 6), (tanks("B", CM="E+3"), 1, 10, 20), rulings=ON), 0, 20)
    Given(0, Effect("disembarked", 0, DONE, "ground")).on(t)
    run(t, shoot_action.shoot(t, 0), [2, 3], {"play which": "Marksmanship"})
    assert not t[2].alive


@rule("dropzone:armour-piercing")
@rule("dropzone:flares")
def test_flares_throw_the_6_of_an_armour_piercing_shot_again():
    """Energy 3 against Armour 16: a natural 6 and again a natural 6: 5/6 * 1/36."""
    assert duel("", acc=2, energy=3, A=16, sets={"card": "AP, Flares"}).destroyed == Fraction(5, 216)


@rule("dropzone:room-clearance")
@rule("dropzone:reduced")
def test_room_clearance_doubles_the_shots_that_losses_leave():
    """Four shots less two, twice: four dice of 5/6."""
    more = {"melee": True, "energy": 5, "shots": 4, "type": "Infantry", "A": 7, "DP": 9}
    assert expected(duel("Reduced-1", sets={"lost": 2, "card": "Room Clearance"}, **more)) == Fraction(10, 3)
    knives = weapon("Reduced-1", "Knives", cq=True, shots=4, energy=5)
    squads = (foot("Men", 1, knives), 0, 40, 4), chief(8, 4), (foot("Foe", 1, DP=9), 1, 30, 30)
    t = field(*squads, pieces=(house(10, 14),), rulings=ON)
    inside(t, 0)
    inside(t, 2)
    t.change(0, wounds=(3,))
    holds(t, 0, 21)
    run(t, melee.fight(t, 0), [2, 2, 2, 1], {"play which": "Room Clearance", "how does": "Knives"})
    assert t[2].wounds == (6,)
