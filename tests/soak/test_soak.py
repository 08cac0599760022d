"""A part of the soak with fixed numbers: battles in which rules meet, each looked at after every step."""

from __future__ import annotations

import pytest

from grognard import systems
from grognard.common import battle

from .forces import dealt, pairs
from .fought import command, fought, setup

BATTLES = 60  # of each system
PART = 10


@pytest.mark.parametrize("part", range(BATTLES // PART))
@pytest.mark.parametrize("system", systems.NAMES)
def test_battles_in_which_rules_meet_come_to_their_end(system, part):
    for number in range(part * PART, (part + 1) * PART):
        try:
            session = fought(system, number)
        except Exception as error:
            raise AssertionError(f"{command(system, number)}\n{type(error).__name__}: {error}") from error
        assert session.over


@pytest.mark.parametrize("system", systems.NAMES)
def test_a_battle_of_the_soak_is_saved_and_derived_again(system, tmp_path):
    session = fought(system, 1)
    session.save(tmp_path / "soak.json")
    again, same = battle.replay(tmp_path / "soak.json")
    assert same and again.over


@pytest.mark.parametrize("system", systems.NAMES)
def test_a_run_of_two_thousand_deals_every_pair_and_numbers_make_the_same_battle_again(system):
    met = {pair for number in range(2000) for pair in dealt(system, number)}
    assert met == set(pairs(system))
    assert setup(system, 7).saved() == setup(system, 7).saved()
