"""What a bot expects of a weapon is found in few states, however many dice it throws and however often."""

from __future__ import annotations

import pytest

from grognard.common.estimate import MOST
from grognard.kernel import Budget, Exact, TooMany
from grognard.systems.command.attack import dice_of
from grognard.systems.command.bots import value
from grognard.systems.command.circumstances import Circumstances
from grognard.systems.command.examples import gun, kind
from grognard.systems.command.matchup import match

TARGET = kind(resolve=3).models[0]


def of(rules, rate):
    weapon = gun(rules, rate=rate)
    by = kind("One", "", 1, (weapon,)).models[0]
    return match(by, weapon, TARGET, 3, Circumstances())


def spent(m):
    budget = Budget(MOST)
    try:
        Exact(budget=budget).law(dice_of, (m, 1, 0, 0))
    except TooMany as end:
        return end.count
    return budget.spent


def test_a_repeating_weapon_of_few_dice_is_counted_out():
    m = of("Cascade, Pike, Piercing", 3)
    assert spent(m) < MOST
    assert value.expected(m, 0).hits > 3 * 5 / 6, "with its repeats"


@pytest.mark.parametrize("rate", [100, "10D6", "16D6"])
def test_a_repeating_weapon_of_very_many_dice_counts_each_for_itself(rate):
    m = of("Cascade, Pike, Piercing", rate)
    assert spent(m) > MOST
    one = value.expected(of("Pike, Piercing", 1), 0)
    found, dice = value.expected(m, 0), {100: 100, "10D6": 35, "16D6": 56}[rate]
    assert found == pytest.approx([dice * mean for mean in one])


def test_very_many_plain_dice_are_as_many_times_one():
    assert value.expected(of("Pike, Piercing", 100), 0) == pytest.approx(
        [100 * mean for mean in value.expected(of("Pike, Piercing", 1), 0)]
    )
