"""Command cards: the deck, the hand, who sees what, and the cards of the round and of battlegroups."""

from __future__ import annotations

import pytest

from grognard.systems.dropzone import harm
from grognard.systems.dropzone.cards import deck, playing
from grognard.systems.dropzone.cards.all_cards import CARDS
from grognard.systems.dropzone.cards.card import (
    BEGINS,
    DECK,
    ENEMY_BEGINS,
    INITIATIVE,
    ActsNow,
    Occasion,
    cards_in_words,
)
from grognard.systems.dropzone.cards.events import CardKept, Drawn
from grognard.systems.dropzone.cards.initiation import Booster
from grognard.systems.dropzone.commanders import command_value, within_influence
from grognard.systems.dropzone.events import GroupActivated
from grognard.systems.dropzone.examples import squad
from grognard.systems.dropzone.squads import moved
from grognard.systems.dropzone.turn import activation, activations, acts_out_of_turn, initiative

from .field import field, run, told
from .hands import ON, chief, holds, names
from .test_battle import GUN, carrier, tanks

rule = pytest.mark.rule


def turns(*wanted):
    """Picks these actions while they can be taken, then none."""
    return lambda ask: next((a for a in wanted if a in ask.options), "nothing")


def duel(*more, value=2):
    """A Commander each, far apart."""
    return field(chief(10, 10, 0, value), chief(10, 40, 1, value), *more, rulings=ON)


# --- deck and hand ----------------------------------------------------------------------------------------------------


def test_there_are_thirty_cards_each_with_its_number_name_and_words():
    assert [card.number for card in CARDS] == list(range(1, 31))
    assert len({card.spellings[0] for card in CARDS}) == 30
    assert all(f"Command card {card.number}" in (card.__doc__ or "") for card in CARDS)


@pytest.mark.parametrize("card", [card() for card in CARDS], ids=lambda card: card.slug)
def test_whoever_is_offered_a_card_reads_what_it_does(card):
    assert card.does.endswith(".") and card.does.count(". ") == 0 and 20 < len(card.does) < 140
    words = cards_in_words([card])
    assert words(card.name) == f"{card.name}: {card.does}" and words(deck.KEEP) == ""


def test_what_a_card_does_stands_at_every_question_about_it():
    t = holds(holds(duel(), 0, 4), 1, 2)
    asked: list = []

    def told(ask):
        asked.append(ask)
        return ask.options[-1]

    for procedure in (playing.offer(t, 0, Occasion(INITIATIVE)), deck.discards(holds(t, 0, 6), 0)):
        run(t, procedure, [], {"which card": told, "Cancel it": told})
    played, cancelled, thrown = asked
    assert played.says("Booster") == f"Booster: {Booster.__doc__.splitlines()[0]}"
    assert Booster.__doc__.splitlines()[0] in cancelled.question
    assert thrown.says("Interference").startswith("Interference: D3 squads of the enemy battlegroup")


def test_a_player_draws_up_to_the_value_of_his_best_commander():
    t = duel(value=3)
    run(t, deck.draws(t, 0), [30, 1, 1])  # of 30 cards the last, then the first of 29, then of 28
    assert deck.hand(t, 0) == (30, 1, 2) and len(deck.deck(t, 0)) == 27
    run(t, deck.draws(t, 0), [])  # his hand is full


def test_one_card_without_a_commander():
    t = field((tanks("A"), 0, 10, 10), (tanks("B"), 1, 10, 40), rulings=ON)
    run(t, deck.draws(t, 0), [7])
    assert deck.hand(t, 0) == (7,)


def test_cards_are_drawn_after_the_roll_for_initiative_by_both():
    t = duel(value=1)
    run(t, initiative(t, 0), [5, 3, 9, 17])
    assert deck.hand(t, 0) == (9,) and deck.hand(t, 1) == (17,)


def test_nobody_draws_where_the_players_have_agreed_on_no_cards():
    t = field(chief(10, 10), chief(10, 40, 1), rulings={"command-cards": "off"})
    run(t, initiative(t, 0), [5, 3])
    assert deck.hand(t, 0) == ()


@pytest.mark.asks("discard which card?", of=0)
def test_cards_thrown_away_before_drawing_never_come_back():
    t = holds(duel(value=1), 0, 6)
    picks = {"discard": lambda ask: "Interference" if "Interference" in ask.options else deck.KEEP}
    run(t, deck.discards(t, 0), [], picks)
    assert deck.hand(t, 0) == () and 6 not in deck.deck(t, 0)


def test_an_exhausted_deck_gives_no_more():
    t = holds(duel(value=6), 0, *range(1, 30))
    t.memory = {**t.memory, ("hand", 0): ()}
    run(t, deck.draws(t, 0), [])  # one card is left: no die
    assert deck.hand(t, 0) == (30,)


@pytest.mark.asks("the Commander is lost: which card goes?", of=0)
def test_a_hand_is_cut_at_once_when_the_commander_is_lost():
    t = holds(duel((tanks("A"), 0, 20, 10), value=3), 0, 4, 5, 6)
    run(t, harm.harm(t, 0, (0,), 2), [], {"which card goes": lambda ask: ask.options[0]})
    assert deck.hand(t, 0) == (6,)  # without any Commander one card is held


# --- who sees what ----------------------------------------------------------------------------------------------------


def test_the_enemy_knows_how_many_cards_are_held_but_not_which():
    t = holds(duel(), 0, 4, 9)
    seen = deck.view(t, 1)
    assert seen.memory["hand", 0] == (0, 0) and set(seen.memory["deck", 0]) == set(DECK)
    assert deck.view(t, 0).memory["hand", 0] == (4, 9)
    assert t.memory["hand", 0] == (4, 9)  # the table itself keeps them


def test_a_draw_is_told_to_its_player_only():
    t = duel()
    event = Drawn(0, 14, secret=0)
    assert event.told(t) == "Player 1 draws Incendiary" and event.masked(t, 1) == "Player 1 draws a command card"
    assert CardKept(0, secret=0).masked(t, 1) == ""


def test_dice_for_a_card_are_nobody_elses_business():
    from grognard.kernel.faces import Test
    from grognard.kernel.rolled import Rolled

    rolled = Rolled(Test("the card drawn", 2, (4, 9), secret=0), b"\x01", secret=0)
    assert rolled.masked(None, 1) == "" and rolled.told(None) == "the card drawn: 1 (as 4)"


# --- cancelling -------------------------------------------------------------------------------------------------------


@pytest.mark.asks("… is played: … Cancel it with …?", of=1)
@rule("dropzone:espionage")
def test_a_cancelled_card_is_gone_and_does_nothing():
    t = holds(holds(duel(), 0, 29), 1, 2)
    t = holds(t, 0, 4)
    run(t, playing.offer(t, 0, Occasion(INITIATIVE)), [], {"play which": "Booster", "Cancel it": "yes"})
    assert command_value(t, 0) == 2 and names(t, 0) == ["Field Repairs"] and names(t, 1) == []


@rule("dropzone:espionage")
def test_what_was_played_last_counts_first():
    """Espionage against Espionage: the first card takes effect after all."""
    t = holds(holds(duel(), 0, 4, 2), 1, 2)
    run(t, playing.offer(t, 0, Occasion(INITIATIVE)), [], {"play which": "Booster", "Cancel it": "yes"})
    assert command_value(t, 0) == 3 and names(t, 0) == [] and names(t, 1) == []


@pytest.mark.asks("…: play which card?", of=1)
def test_whoever_keeps_his_card_still_has_it():
    t = holds(duel(), 1, 5)
    log: list = []
    run(t, playing.offer(t, 1, Occasion(INITIATIVE)), [], log=log)
    assert names(t, 1) == ["Strategist"] and told(t, log) == []


# --- the beginning of a round -----------------------------------------------------------------------------------------


@rule("dropzone:intel")
def test_intel_shows_the_enemys_hand_to_one_player():
    t = holds(holds(duel(), 0, 1), 1, 14, 18)
    log: list = []
    run(t, playing.offer(t, 0, Occasion(BEGINS)), [], {"play which": "Intel"}, log)
    assert told(t, log)[-1] == "Player 2 holds Incendiary, Flares"
    assert log[-1].masked(t, 1) == "Player 1 looks at the enemy's cards"
    assert deck.view(t, 0).memory["hand", 1] == (14, 18)
    holds(t, 1, 20)  # what is drawn later is not known
    assert deck.view(t, 0).memory["hand", 1] == (14, 18, 0)


@rule("dropzone:jammer")
def test_jammer_takes_cards_at_random():
    t = holds(holds(duel(), 0, 3), 1, 14, 18, 20)
    run(
        t, playing.offer(t, 0, Occasion(BEGINS)), [4, 3, 1], {"play which": "Jammer"}
    )  # two cards: the third, the first
    assert names(t, 1) == ["Flares"]


@rule("dropzone:booster")
def test_booster_lifts_initiative_hand_and_reach_for_one_round():
    t = holds(duel((tanks("Far"), 0, 10, 22), value=2), 0, 4)
    assert not within_influence(t, 0, 1)
    run(t, playing.offer(t, 0, Occasion(INITIATIVE)), [], {"play which": "Booster"})
    assert command_value(t, 0) == 3 and within_influence(t, 0, 1)
    t.clock = type(t.clock)(2, 0, t.clock.step, 0, "")
    assert command_value(t, 0) == 2 and not within_influence(t, 0, 1)


@rule("dropzone:booster")
def test_nobody_is_boosted_beyond_six():
    t = holds(duel(value=6), 0, 4)
    run(t, playing.offer(t, 0, Occasion(INITIATIVE)), [], {"play which": "Booster"})
    assert command_value(t, 0) == 6


@rule("dropzone:strategist")
@pytest.mark.parametrize(("ruling", "dice"), [("enemy", [2, 6, 4]), ("all", [6, 2, 6, 4])])
def test_strategist_adds_three_and_sixes_are_thrown_again(ruling, dice):
    t = holds(field(chief(10, 10), chief(10, 40, 1), rulings={**ON, "strategist-sixes": ruling}), 0, 5)
    t.memory = {**t.memory, ("deck", 0): (), ("deck", 1): ()}
    log: list = []
    run(t, initiative(t, 0), dice, {"play which": "Strategist"}, log)
    assert t.clock.first == 0  # 2 and 9 against 4 and 6
    assert any(
        "to go first (11 to 10: 2 + Command Value 6 + 3 by cards against 4 + Command Value 6)" in said
        for said in told(t, log)
    )


@pytest.mark.asks("which squad makes the Shock Assault?", of=0)
@rule("dropzone:shock-assault")
def test_shock_assault_activates_one_squad_before_all_others():
    t = holds(duel((tanks("A"), 0, 12, 12), (tanks("B"), 1, 12, 20)), 0, 7)
    t.memory = {**t.memory, ("deck", 0): (), ("deck", 1): ()}
    picks = {"play which": "Shock Assault", "which squad": 1, "what does A": turns("shoot"), "at what": ("squad", 3)}
    run(t, initiative(t, 0), [5, 3, 2, 6], picks)
    assert not t[3].alive and 1 in t.acted


@pytest.mark.asks("which squad is repaired?", of=0)
@pytest.mark.asks("which unit gets a Damage Point back?", of=0)
@rule("dropzone:field-repairs")
def test_field_repairs_give_points_back_to_units_that_stand():
    t = holds(duel((tanks("A", 2, DP=3), 0, 20, 10), (tanks("C", 1, DP=3), 0, 30, 10)), 0, 29)
    t.change(1, wounds=(1, 2))
    t.change(2, wounds=(1,))
    picks = {"play which": "Field Repairs", "is repaired": 1, "back": lambda ask: ask.options[0]}
    run(t, playing.offer(t, 0, Occasion(BEGINS)), [6], picks)
    assert t[1].wounds == (3, 3)  # three points: two to the first unit, then only the second is hurt


# --- battlegroups -----------------------------------------------------------------------------------------------------


@pytest.mark.asks("which squad has one action only?", of=1)
@rule("dropzone:interference")
def test_interference_leaves_squads_one_action():
    t = holds(duel((tanks("A"), 0, 12, 12), (tanks("C"), 0, 30, 12), (tanks("B"), 1, 12, 30)), 1, 6)
    GroupActivated(0, "A", (1, 2)).on(t)
    run(t, playing.offer(t, 1, Occasion(ENEMY_BEGINS)), [1], {"play which": "Interference", "one action only": 1})
    log: list = []
    run(t, activation(t, 1), [1], {"what does A": turns("shoot", "move")}, log)
    assert sum(type(e).__name__ == "SquadFired" for e in log) == 1 and moved(t[1]) == 0


@pytest.mark.asks("which squad reacts?", of=1)
@pytest.mark.asks("what does … do out of turn?", of=1)
@rule("dropzone:reactionary")
@pytest.mark.parametrize("ruling", ["free", "spent"])
def test_reactionary_is_an_action_on_top_of_the_squads_own(ruling):
    t = field(chief(10, 40, 1), (tanks("A"), 0, 12, 10), (tanks("B"), 1, 12, 30), rulings={**ON, "reactionary": ruling})
    b = next(u.id for u in t.units if u.kind.name == "B")
    holds(t, 1, 8)
    GroupActivated(0, "A", ()).on(t)
    picks = {"play which": "Reactionary", "which squad reacts": b, "out of turn": "shoot"}
    run(t, activations(t, 0), [1], picks)
    from grognard.systems.dropzone.shooting.targeting import ready

    assert ready(t[b], 0) == ((0,) if ruling == "free" else ()) and b not in t.acted


@rule("dropzone:reactionary")
def test_nothing_that_takes_two_actions_is_done_out_of_turn():
    t = duel((tanks("A"), 0, 12, 12))
    asked: list = []
    run(
        t,
        acts_out_of_turn(t, ActsNow(1, ("dropzone:reactionary",))),
        [],
        {"out of turn": lambda ask: asked.extend(ask.options) or "nothing"},
    )
    assert set(asked) <= {"shoot", "move", "nothing"}


@rule("dropzone:extraction")
def test_extraction_flies_a_transport_twice():
    t = holds(field((carrier("Craft", MV=10), 0, 10, 5), chief(40, 4), (tanks("B"), 1, 40, 44), rulings=ON), 0, 30)
    GroupActivated(0, "Craft", (0,)).on(t)
    from grognard.systems.dropzone.cards.card import GROUP_BEGINS

    run(t, playing.offer(t, 0, Occasion(GROUP_BEGINS)), [], {"play which": "Extraction"})
    picks = {"what does": turns("move"), "where does Craft fly": lambda ask: ask.options.form.shifted(0, 10)}
    run(t, activation(t, 0), [], picks)
    assert t[0].form.centre[1] == pytest.approx(25.0)


@rule("dropzone:extraction")
def test_without_it_a_transport_flies_once():
    t = field((carrier("Craft", MV=10), 0, 10, 5), chief(40, 4), (tanks("B"), 1, 40, 44), rulings=ON)
    picks = {"what does": turns("move"), "where does Craft fly": lambda ask: ask.options.form.shifted(0, 10)}
    run(t, activation(t, 0), [], picks)
    assert t[0].form.centre[1] == pytest.approx(15.0)


def test_no_card_touches_a_behemoth():
    zones = (("zones", (("Hull", 2, 9), ("Legs", 2, 4), ("Weapons", 2, 9))),)
    beast = squad(GUN, name="Beast", type="Behemoth", A=15, DP=44, details=zones)
    t = holds(duel((beast, 0, 14, 14), value=6), 0, 14)
    from grognard.systems.dropzone.cards.card import SHOOTS

    assert not playing.playable(t, 0, Occasion(SHOOTS, 1))
    assert playing.playable(t, 0, Occasion(SHOOTS, 0))


def test_an_influence_card_needs_a_commander_or_a_scout_near():
    from grognard.systems.dropzone.cards.card import SHOOTS

    t = holds(duel((tanks("Near"), 0, 10, 18), (tanks("Far"), 0, 10, 18.5), value=2), 0, 14)
    assert playing.playable(t, 0, Occasion(SHOOTS, 1)) and not playing.playable(t, 0, Occasion(SHOOTS, 2))


def test_a_save_for_one_player_holds_no_card_of_the_other():
    """Round by round: what is in the file about the enemy's hand is how many cards it has."""
    from grognard import battles

    session = battles.begin(battles.setup("dropzone/A", "dropzone/B", seed=3, bots=("random", "random")))
    seen = 0
    while not session.play(40):
        for player in (0, 1):
            content = session.content_for(player)
            held = deck.hand(session.table, 1 - player)
            masked = deck.view(session.table, player).memory.get(("hand", 1 - player), ())
            shown = session.table.memory.get(("shown", player), ())
            assert len(masked) == len(held) and all(n == 0 or n in shown for n in masked)
            seen += len(held)
            assert content["table"] == deck.view(session.table, player).plain()
    assert seen


def test_greedy_players_play_their_cards():
    from grognard import battles
    from grognard.systems.dropzone.cards.events import CardPlayed

    logs = [
        battles.fight(battles.setup("dropzone/A", "dropzone/B", seed=seed, bots=("greedy", "greedy"))).session.log
        for seed in (1, 2)
    ]
    assert sum(isinstance(entry, CardPlayed) for log in logs for entry in log) > 4
