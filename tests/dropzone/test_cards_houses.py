"""Command cards in and about Garrisons, and for squads that get in and out."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.systems.dropzone import melee, morale
from grognard.systems.dropzone.buildings import collateral, garrisons, leaving
from grognard.systems.dropzone.cards import playing
from grognard.systems.dropzone.cards.card import ENEMY_DONE, SQUAD_BEGINS, Occasion
from grognard.systems.dropzone.cards.garrisons import Inspiring
from grognard.systems.dropzone.circumstances import InPlay
from grognard.systems.dropzone.events import GroupActivated, Shattered
from grognard.systems.dropzone.shooting.targeting import ready
from grognard.systems.dropzone.squads import housed, moved
from grognard.systems.dropzone.turn import activation, activations
from grognard.table.events import Embarked, Given
from grognard.table.state import Effect

from .field import field, house, run, told
from .hands import ON, chief, holds, names
from .test_battle import carrier, foot, inside, tanks

rule = pytest.mark.rule
HURT = Effect("shaken in close quarters", 0)


def street(*more, pieces=(), rulings=None):
    """Men of player 1 in a house, foes of player 2 at its door, a Commander each."""
    t = field(
        (foot("Men", 1), 0, 40, 4),
        chief(8, 4, 0),
        *((*s[:1], 0, *s[2:]) for s in more if s[1] == 0),
        (foot("Foe", 1), 1, 12, 13),
        chief(8, 30, 1),
        *(s for s in more if s[1] == 1),
        pieces=(house(10, 14), *pieces),
        rulings={**ON, **(rulings or {})},
    )
    inside(t, 0)
    return t


def foe(t):
    return next(u.id for u in t.units if u.kind.name == "Foe")


# --- who comes in -----------------------------------------------------------------------------------------------------


@pytest.mark.asks("an enemy squad comes in (…): play which card?", of=0)
@rule("dropzone:occupiers-advantage")
def test_occupiers_advantage_strikes_who_comes_in_and_costs_nothing():
    t = holds(street(), 0, 22)
    # four knives of Energy 6 against Armour 7: 2+
    run(t, garrisons.go_in(t, foe(t), 0), [2, 2, 1, 2], {"play which": "Occupier's Advantage", "which part": -1})
    assert t[foe(t)].wounds == (2,) and ready(t[0], 1) == (0,)


@rule("dropzone:occupiers-advantage")
def test_it_is_for_squads_that_can_strike():
    t = holds(street(), 0, 22)
    Given(0, Effect("embarked", 0)).on(t)  # who has just got out of a transport again
    run(t, garrisons.go_in(t, foe(t), 0), [], {"which part": -1})
    assert names(t, 0) == ["Occupier's Advantage"]


@rule("dropzone:withdrawal")
def test_withdrawal_leaves_the_house_to_them():
    t = holds(street(), 0, 25)
    run(t, garrisons.go_in(t, foe(t), 0), [], {"play which": "Withdrawal", "which part": -1, "on which side": 2})
    assert housed(t[0]) is None and t[0].here and housed(t[foe(t)]) == (0, -1)


@rule("dropzone:withdrawal")
def test_bloodthirsty_troops_do_not_withdraw():
    men, own, foes = (foot("Men", 1, rules="Bloodthirsty"), 0, 40, 4), chief(8, 4), (foot("Foe", 1), 1, 12, 13)
    t = field(men, own, foes, pieces=(house(10, 14),), rulings=ON)
    inside(t, 0)
    holds(t, 0, 25)
    run(t, garrisons.go_in(t, 2, 0), [], {"which part": -1})
    assert housed(t[0]) is not None and names(t, 0) == ["Withdrawal"]


# --- Fortitude --------------------------------------------------------------------------------------------------------


def shaken(card):
    t = street()
    inside(t, foe(t))
    t.change(0, wounds=(1,))
    Given(0, HURT).on(t)
    return holds(t, 0, card)


@pytest.mark.asks("a squad tests Fortitude (…): play which card?", of=0)
@rule("dropzone:inspiring")
@pytest.mark.parametrize(("dice", "holds_on"), [([4], True), ([3, 4], True), ([3, 1], False)])
def test_inspiring_throws_a_failed_test_again(dice, holds_on):
    t = shaken(23)
    run(t, melee.tests_fortitude(t), dice, {"play which": "Inspiring"})  # Fortitude 4+
    assert (housed(t[0]) is not None) is holds_on


@rule("dropzone:inspiring")
def test_the_chance_to_hold_is_three_in_four():
    from grognard.kernel.faces import reading

    t = shaken(23)
    assert reading(morale.fortitude(t, 0, InPlay((Inspiring(),)))).law.fraction("holds") == Fraction(3, 4)
    assert reading(morale.fortitude(t, 0)).law.fraction("holds") == Fraction(1, 2)


@rule("dropzone:nerves-of-steel")
def test_nerves_pass_without_a_die_however_far_the_commander_is():
    t = shaken(24)
    t.change(1, place="reserve", effects=())
    run(t, melee.tests_fortitude(t), [], {"play which": "Nerves of Steel"})
    assert housed(t[0]) is not None


@rule("dropzone:nerves-of-steel")
def test_who_leaves_past_more_enemies_needs_no_die_with_them():
    t = street((foot("More", 1), 1, 30, 30))
    for u in (foe(t), next(u.id for u in t.units if u.kind.name == "More")):
        inside(t, u)
    holds(t, 0, 24)
    run(t, leaving.go_out(t, 0, 0), [], {"play which": "Nerves of Steel"})
    assert t[0].wounds == (5,) and housed(t[0]) is None


# --- Collateral -------------------------------------------------------------------------------------------------------


def burning(card, tokens=3, side=1):
    t = holds(street(), side, card)
    Shattered(0, tokens).on(t)
    return t


@rule("dropzone:explosive-charges")
def test_explosive_charges_throw_failures_again_and_keep_all_tokens():
    t = burning(26)
    # Energy 4 against the house's Armour 10: 6+; against the Men's 7: 3+
    run(t, collateral.collateral(t, 0, -1), [6, 1, 2, 6, 3, 3, 3, 1, 2], {"play which": "Explosive Charges"})
    assert t.scenery[0].tokens == 3 and t.scenery[0].points == 18 and t[0].wounds == (3,)


@rule("dropzone:reinforced-steel")
def test_reinforced_steel_throws_successes_again_before_saves():
    t = burning(27, side=0)
    run(t, collateral.collateral(t, 0, -1), [6, 1, 2, 5, 3, 2, 4, 1, 3], {"play which": "Reinforced Steel"})
    assert t.scenery[0].tokens == 0 and t.scenery[0].points == 20 and t[0].wounds == (4,)


@rule("dropzone:explosive-charges", "dropzone:reinforced-steel")
def test_both_players_cards_throw_every_die_twice():
    t = burning(26, tokens=1)
    holds(t, 0, 27)
    picks = {"play which": lambda ask: next(o for o in ask.options if o != "no card")}
    run(
        t, collateral.collateral(t, 0, -1), [6, 1, 1, 3], picks
    )  # the house: damaged, then not; the Men: not, then hurt
    assert t.scenery[0].tokens == 1 and t.scenery[0].points == 20 and t[0].wounds == (4,)


# --- Booby Trap -------------------------------------------------------------------------------------------------------


@pytest.mark.asks("an enemy squad has acted (…): play which card?", of=1)
@rule("dropzone:booby-trap")
def test_a_house_in_which_an_enemy_has_acted_blows_up():
    t = holds(street(), 1, 28)
    GroupActivated(0, "Men", (0,)).on(t)
    # the first question of the step is which squad acts; three hits of Energy 10 on Armour 10: 2+, criticals lay tokens
    picks = {"what does Men": "nothing", "play which": "Booby Trap"}
    run(t, activations(t, 0), [3, 1, 2, 2], picks)
    assert t.scenery[0].points == 18 and t.scenery[0].tokens == 2


@rule("dropzone:booby-trap")
def test_a_squad_in_the_open_trips_nothing():
    t = holds(street(), 0, 28)
    GroupActivated(1, "Foe", (foe(t),)).on(t)
    run(t, activations(t, 1), [], {"what does Foe": "nothing"})
    assert names(t, 0) == ["Booby Trap"]


# --- in, out and under ------------------------------------------------------------------------------------------------


@pytest.mark.asks("where does … come up?", of=0)
@rule("dropzone:underground")
def test_underground_leads_to_a_garrison_within_twelve_inches():
    other, third, far = house(27, 14, name="other"), house(10, 31, name="third"), house(28, 31, name="far")
    t = holds(street(pieces=(other, third, far)), 0, 9)
    asked: list = []

    def pick(ask):
        asked.extend(ask.options)
        return 1

    picks = {"play which": "Underground", "come up": pick, "which part": -1}
    run(t, playing.offer(t, 0, Occasion(SQUAD_BEGINS, 0)), [], picks)
    assert asked == [1, 2] and housed(t[0]) == (1, -1) and moved(t[0]) > 0


@rule("dropzone:underground")
def test_who_comes_up_among_enemies_has_stormed_the_place():
    t = holds(street((foot("Guards", 1), 1, 30, 30), pieces=(house(17, 14, name="other"),)), 0, 9)
    guards = next(u.id for u in t.units if u.kind.name == "Guards")
    inside(t, guards, 1)
    run(t, playing.offer(t, 0, Occasion(SQUAD_BEGINS, 0)), [], {"play which": "Underground", "which part": -1})
    assert t[0].has("stormed")


def ride(x=20.0, cap="cap 6 c"):
    kind = carrier("Ride", type="Tank", MV=6, details=(("transport", (cap,)), ("category", "Auxiliary")))
    men = foot("Riders", 1, details=(("transport", ("req 1 c",)),))
    return field((men, 0, 10, 10), chief(10, 6), (kind, 0, x, 10), (tanks("B"), 1, 40, 44), rulings=ON)


@rule("dropzone:get-to-the-lz")
@pytest.mark.asks("where does … run to get aboard?", of=0)
def test_a_squad_runs_twice_as_far_to_get_aboard():
    t = holds(ride(15.5), 0, 12)  # two inches twice, and two more to the hull
    run(t, activation(t, 0), [], {"play which": "Get to the LZ", "Riders do": "nothing"})
    assert t[0].place == "aboard" and t[0].aboard == 2


@rule("dropzone:get-to-the-lz")
@pytest.mark.asks("what does … get into?", of=0)
def test_of_two_transports_within_reach_its_player_names_one():
    kinds = [
        carrier(name, type="Tank", MV=6, details=(("transport", ("cap 6 c",)), ("category", "Auxiliary")))
        for name in ("Near", "Other")
    ]
    men = foot("Riders", 1, details=(("transport", ("req 1 c",)),))
    rides = [(kinds[0], 0, 14.5, 11), (kinds[1], 0, 14.5, 9)]
    t = holds(field((men, 0, 10, 10), chief(10, 6), *rides, (tanks("B"), 1, 40, 44), rulings=ON), 0, 12)
    picks = {"play which": "Get to the LZ", "get aboard": lambda ask: ask.options.form.shifted(4.0, 0.0), "get into": 3}
    run(t, activation(t, 0), [], {**picks, "Riders do": "nothing"})
    assert t[0].place == "aboard" and t[0].aboard == 3


@rule("dropzone:get-to-the-lz")
def test_it_is_not_for_those_who_cannot_get_there():
    t = holds(ride(20.0), 0, 12)
    run(t, activation(t, 0), [], {"Riders do": "nothing"})
    assert names(t, 0) == ["Get to the LZ"]


@rule("dropzone:get-to-the-lz")
def test_the_run_is_its_move_action():
    t = holds(ride(13.0), 0, 12)
    asked: list = []
    picks = {"play which": "Get to the LZ", "Riders do": lambda ask: asked.extend(ask.options) or "nothing"}
    run(t, activation(t, 0), [], picks)
    assert "move" not in asked


@pytest.mark.asks("which transport is unloaded?", of=0)
@rule("dropzone:move-move-move")
def test_cargo_gets_out_when_the_enemy_has_acted():
    kind = carrier("Ride", cap="cap 6 c", type="Tank", MV=6)
    men = foot("Riders", 1, details=(("transport", ("req 1 c",)),))
    t = field(
        (men, 0, 40, 40),
        (men, 0, 44, 40),
        chief(10, 6),
        (kind, 0, 10, 12),
        (kind, 0, 16, 12),
        (tanks("B"), 1, 30, 44),
        rulings=ON,
    )
    Embarked(0, 3).on(t)
    Embarked(1, 4).on(t)
    holds(t, 0, 10)
    log: list = []
    run(t, playing.offer(t, 0, Occasion(ENEMY_DONE)), [], {"play which": "Move, Move, Move", "is unloaded": 4}, log)
    assert t[1].here and t[1].has("disembarked") and t[0].place == "aboard"
    assert told(t, log)[0] == "Player 1 plays Move, Move, Move"


@rule("dropzone:move-move-move")
def test_nobody_gets_out_of_a_craft_in_the_air():
    kind = carrier("Craft", cap="cap 6 c")
    men = foot("Riders", 1, details=(("transport", ("req 1 c",)),))
    t = field((men, 0, 40, 40), chief(10, 6), (kind, 0, 10, 12), (tanks("B"), 1, 30, 44), rulings=ON)
    Embarked(0, 2).on(t)
    assert not playing.playable(holds(t, 0, 10), 0, Occasion(ENEMY_DONE))
