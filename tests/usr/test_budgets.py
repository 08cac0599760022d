"""What bots expect of the warp is found in few states, however many dice there are."""

from __future__ import annotations

import pytest

from grognard.kernel import Budget, TooMany, exact
from grognard.systems.usr.bots import psychic
from grognard.systems.usr.bots.psychic import SEVERAL, WEIGHED
from grognard.systems.usr.psychic.psykers import Casting, denied, denying, harnessed


def spent(procedure, *args):
    budget = Budget()
    exact(procedure, args, budget=budget)
    return budget.spent


def test_dice_of_a_dreaded_power_are_counted_up_to_a_bound():
    """Of twelve dice the faces come up in C(17, 5) ways; of a hundred in more than 96 million."""
    assert spent(harnessed, WEIGHED, True) == 6_188 < SEVERAL
    for dice in (100, 600):
        with pytest.raises(TooMany):
            exact(harnessed, (dice, True), budget=Budget(SEVERAL))
        assert psychic._manifested(dice, 3, True) == psychic._manifested(WEIGHED, 3, True)
    assert psychic._manifested(WEIGHED, 3, True)[1] == 1.0, "of more than six dice two are alike"


def test_dice_of_any_other_power_too():
    assert spent(harnessed, 100) == 5_151 < SEVERAL
    with pytest.raises(TooMany):
        exact(harnessed, (600,), budget=Budget(SEVERAL))
    works, perils = psychic._manifested(600, 3, False)
    assert (works, perils) == psychic._manifested(WEIGHED, 3, False) and works > 0.95


def test_denials_go_by_one_number():
    assert spent(denied, denying((), Casting()), 3, 600) <= 601
