"""Scan: a transport beside a building helps those who search inside."""

from __future__ import annotations

import pytest

from grognard.bots.greedy import Greedy
from grognard.kernel.asks import Choose
from grognard.systems.dropzone.buildings import garrisons
from grognard.systems.dropzone.events import Housed
from grognard.systems.dropzone.movement.move_action import move
from grognard.systems.dropzone.objectives import search
from grognard.systems.dropzone.squads import SCANNED, flagged
from grognard.systems.dropzone.turn import GAME, Actions, activation

from .field import field, house, run, told
from .test_battle import carrier, foot, tanks


def searching(*transports, round_=3):
    """A squad inside a house with a hidden objective in it, and carriers beside it."""
    squads = [(carrier(name, "cap 3 c", "Tank", MV=6), 0, x, y) for name, x, y in transports]
    t = field(
        (foot("Men"), 0, 10, 12.9), *squads, (tanks("B"), 1, 40, 40), pieces=(house(8, 14),), objectives=((10, 16),)
    )
    Housed(0, 0, -1, garrisons.stand(t, t[0], 0, -1)).on(t)
    t.clock = type(t.clock)(round_, 0, t.clock.step, 0, "")
    return t


@pytest.mark.parametrize(("round_", "tokens", "needs"), [(1, 1, 5), (3, 0, 4), (3, 1, 3), (3, 2, 2), (6, 1, 2)])
def test_each_token_that_is_spent_adds_1_and_a_natural_1_still_fails(round_, tokens, needs):
    beside = (("One", 9, 12.5), ("Two", 12, 12.5))[:tokens]
    for face in (needs - 1, needs):
        t = searching(*beside, round_=round_)
        for u in range(1, tokens + 1):
            run(t, search.scan(t, u))
        run(t, search.search(t, 0, 1), [face])
        assert t.marker(1).side == (0 if face == needs else -1)
        assert not any(flagged(u, SCANNED) for u in t.units)  # spent, found or not


@pytest.mark.asks("how many Scan tokens does … use?", of=0)
def test_the_player_says_how_many_tokens_are_spent():
    t = searching(("One", 9, 12.5), ("Two", 12, 12.5))
    run(t, search.scan(t, 1))
    run(t, search.scan(t, 2))
    run(t, search.search(t, 0, 1), [2], picks={"how many": 1})  # 2 and 3 for the round and 1: 6
    assert t.marker(1).side == -1 and not flagged(t[1], SCANNED) and flagged(t[2], SCANNED)


def test_a_token_counts_within_2_inches_of_the_building():
    t = searching(("Near", 9, 12), ("Far", 9, 11.9))
    for u in (1, 2):
        run(t, search.scan(t, u))
    assert search.scanned(t, 0, t.marker(1)) == [1]


def test_a_scan_takes_both_actions_and_gives_one_token_at_most():
    t = searching(("One", 9, 12.5))
    log = []
    run(t, activation(t, 1), picks={"what does": "scan"}, log=log)
    assert told(t, log) == ["One scans and gets a Scan token"] and list(Actions(t, t[1], ["move", "shoot"])) == [
        "nothing"
    ]
    assert "scan" not in Actions(t, t[1]) and "scan" not in Actions(t, t[0])  # it has one; Infantry never
    assert "scan" not in Actions(searching(("One", 9, 12.5)), searching(("One", 9, 12.5))[1], ["move"])


def test_aircraft_never_scan():
    t = field((carrier(), 0, 10, 10), (tanks("B"), 1, 40, 40))
    assert "scan" not in Actions(t, t[0])


def test_the_token_goes_when_the_transport_moves():
    t = searching(("One", 9, 12.5))
    run(t, search.scan(t, 1))
    run(t, move(t, 1), picks={"where does": t[1].form.shifted(0, -1)})
    assert not flagged(t[1], SCANNED)


def test_greedy_players_scan_where_friends_search_and_spend_what_helps():
    bot = Greedy(None, GAME)
    t = searching(("One", 9, 12.5), ("Idle", 30, 10))
    for u, pick in ((1, "scan"), (2, "move")):  # the second sees nobody to fire at, nor anybody who searches
        assert bot.choose(t, Choose(0, "what does it do?", Actions(t, t[u]), None, (u, "action"))) == pick
    # the sixth round finds on 2 and more, and a natural 1 fails whatever is added: the token is kept
    for round_, spent in ((3, 1), (6, 0)):
        t.clock = type(t.clock)(round_, 0, t.clock.step, 0, "")
        assert bot.choose(t, Choose(0, "how many?", (0, 1), 1, (0, "tokens", 1))) == spent
