"""What a battle of Dropzone Commander tells: shots with their numbers, what is lost and laid, and what comes of a fall."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from grognard import battles
from grognard.kernel.rolled import Rolled
from grognard.systems.dropzone import melee, morale
from grognard.systems.dropzone.buildings import collateral
from grognard.systems.dropzone.events import GroupActivated, Shattered, ZoneHurt
from grognard.systems.dropzone.examples import weapon
from grognard.systems.dropzone.round_end import rounding_up
from grognard.systems.dropzone.shooting import shoot_action
from grognard.table.events import Removed

from .field import field, house, run, told
from .test_battle import foot, inside, tanks


def test_a_shot_says_who_fires_how_many_of_what_at_whom_and_what_it_needs():
    t, log = field((tanks("A", 2, weapon(name="Gun", energy=10)), 0, 10, 10), (tanks("B"), 1, 10, 20)), []
    run(t, shoot_action.shoot(t, 0), [1, 1], log=log)
    assert told(t, log) == [
        'A fires 2 x Gun at B, 10.0" away: to hit 2+; to damage 3+ (Energy: 10 against Armour 13), critical 5+'
    ]
    assert log[0].brief(t) == "A fires 2 x Gun at B"


@pytest.mark.rule("dropzone:area")
def test_a_shot_says_who_else_lies_under_its_template():
    bell = weapon("Area", "Bell", acc=3, energy=20)
    t, log = field((tanks("A", 1, bell), 0, 10, 10), (tanks("Own"), 0, 10, 19), (tanks("B", 2), 1, 10, 20.5)), []
    run(t, shoot_action.shoot(t, 0), [1], picks={"at what": ("squad", 2)}, log=log)
    assert told(t, log)[0].endswith("; under the template: 2 of B, Own")


def test_collateral_tokens_are_told_when_they_are_laid_take_effect_and_are_taken_away():
    t, log = field((foot("A", 1, DP=50), 0, 10, 12.9), pieces=(house(8, 14, dp=30),)), []
    inside(t, 0)
    assert Shattered(0, 4, 0).told(t) == "4 Collateral tokens laid on house"
    assert Shattered(0, 5, 4).told(t) == "1 Collateral token more laid on house, 5 now"
    t.scenery = (type(t.scenery[0])(points=30, tokens=4),)
    run(t, collateral.collateral(t, 0, -1), [6, 6, 1, 2, 3, 3, 2, 1], log=log)
    assert told(t, log) == [
        "4 Collateral tokens take effect on house",
        "A: hurt (Damage Points left: 48)",
        "2 Collateral tokens taken away from house, 2 left",
        "house loses 2 Damage Points, 28 left",
    ]


def test_a_zone_says_what_it_has_left():
    t = field((tanks("A"), 0, 10, 10), (tanks("Beast"), 1, 10, 24))
    assert ZoneHurt(1, "Hull", 3).told(t) == "Beast: Hull hurt, 3 Damage Points left"
    assert ZoneHurt(1, "Hull", 0).told(t) == "Beast: Hull destroyed"


def test_squads_with_commas_in_their_names_are_told_apart():
    t = field((tanks("Tanks, Red"), 0, 10, 10), (tanks("Tanks, Blue"), 0, 20, 10), (tanks("B"), 1, 10, 24))
    assert GroupActivated(0, "First", (0, 1)).told(t) == "Player 1 activates First: Tanks, Red; Tanks, Blue"


def test_a_fortitude_test_says_whose_it_is():
    t = field((foot("Men", 2), 0, 10, 12.9), (foot("Foe", 1, DP=6), 1, 30, 30), pieces=(house(8, 14),))
    inside(t, 0), inside(t, 1)
    asked = []
    procedure = morale.shortfall(t, 1)
    asked.append(next(procedure))
    assert Rolled(asked[0].test, bytes([3])).told(t) == "Foe: Fortitude, 4+: 3 (short by 1)"
    assert melee.steadiness(t) == []


def test_with_equal_victory_points_kill_points_are_told_unit_by_unit():
    t, log = field((tanks("A"), 0, 10, 10), (tanks("B"), 1, 10, 40), (tanks("C"), 1, 30, 40)), []
    t.scenario = replace(t.scenario, destroyed="none")
    Removed(1).on(t)
    t.clock = type(t.clock)(t.scenario.rounds, 0, t.clock.step, 0, "rounding up")
    run(t, rounding_up(t, 0), log=log)
    worth = t[1].kind.points
    assert [said for said in told(t, log) if "Kill Points" in said] == [
        f"Player 1: {worth} Kill Points (B {worth})",
        "Player 2: 0 Kill Points",
    ]


@pytest.mark.parametrize(("seed", "scenario"), [(3, "hold-the-field"), (2, "battle-royale")])
def test_a_short_report_of_a_battle_fits_on_three_pages(seed, scenario):
    fought = battles.fight(battles.setup("dropzone/A", "dropzone/B", seed=seed, scenario=scenario))
    assert len(fought.report("short")) <= 120


@pytest.mark.parametrize("how", ["full", "short"])
def test_the_victory_points_in_the_log_add_up_to_the_result(how):
    for seed in range(4):
        fought = battles.fight(
            battles.setup("dropzone/A", "dropzone/B", seed=seed, rounds=3, bots=("random", "greedy"))
        )
        lines, total = fought.report(how), dict.fromkeys(fought.result["points"], 0)
        for line in lines:
            if found := re.match(r" *(.+): (\d+) victory points? \(", line):
                total[found[1]] += int(found[2])
        assert total == fought.result["points"]
