"""What a battle of Dropzone Commander tells: shots with their numbers, what is lost and laid, and what comes of a fall."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from grognard import battles
from grognard.common.odds import Question, answer
from grognard.common.report import Short
from grognard.kernel.rolled import Rolled
from grognard.systems.dropzone import deployment, harm, hazards, melee, morale
from grognard.systems.dropzone.buildings import collateral
from grognard.systems.dropzone.cards import deck
from grognard.systems.dropzone.cards.events import Drawn
from grognard.systems.dropzone.circumstances import Circumstances, canonical
from grognard.systems.dropzone.events import GroupActivated, Hurt, Shattered, SquadFired, ZoneHurt
from grognard.systems.dropzone.examples import squad, weapon
from grognard.systems.dropzone.matchup import match
from grognard.systems.dropzone.objectives import control
from grognard.systems.dropzone.round_end import rounding_up
from grognard.systems.dropzone.shooting import shoot_action
from grognard.systems.dropzone.system import SYSTEM
from grognard.table.events import Acted, Removed
from grognard.table.state import Effect

from .field import field, house, run, told
from .test_battle import foot, inside, tanks


def test_a_shot_says_who_fires_how_many_of_what_at_whom_and_what_it_needs():
    t, log = field((tanks("A", 2, weapon(name="Gun", energy=10)), 0, 10, 10), (tanks("B"), 1, 10, 20)), []
    run(t, shoot_action.shoot(t, 0), [1, 1], log=log)
    assert told(t, log) == [
        'A fires 2 x Gun at B, 10.0" away: to hit 2+ (Accuracy: 2+); to damage 3+ (Energy: 10 against Armour 13), critical 5+'
    ]
    assert log[0].brief(t) == "A fires 2 x Gun at B"


def test_dice_to_damage_say_which_are_critical_and_dice_to_hit_which_destroy():
    """Energy 10 against Armour 13: damage on 3+, critical on 5+; a natural 6 to hit is a Destroyer hit."""

    t = field((tanks("A", 1, weapon(energy=10)), 0, 10, 10), (tanks("B"), 1, 10, 20))
    plain, destroys = weapon(name="Gun", energy=10), weapon("Destroyer 6+", name="Gun", energy=10)
    now = canonical(Circumstances())

    def dice(gun, faces, part):
        m = match(gun, t[1].kind, t[1].kind.models[0], now, 10)
        return Rolled((m.damage() if part == "damage" else m.to_hit).test, bytes(faces)).told(None)

    assert dice(plain, [2, 3, 5], "damage").endswith("2 3 5 (1 critical, 1 damage, 1 no damage)")
    assert dice(plain, [5], "damage").endswith("5 (a critical)")
    assert dice(plain, [1, 2], "hit").endswith("1 2 (1 of 2 hit)")
    assert dice(destroys, [1, 2, 6], "hit").endswith("1 2 6 (1 Destroyer hit, 1 hit, 1 miss)")


@pytest.mark.rule("dropzone:area")
def test_a_shot_says_who_else_lies_under_its_template():
    bell = weapon("Area", "Bell", acc=3, energy=20)
    t, log = field((tanks("A", 1, bell), 0, 10, 10), (tanks("Own"), 0, 10, 19), (tanks("B", 2), 1, 10, 20.5)), []
    run(t, shoot_action.shoot(t, 0), [1], picks={"at what": ("squad", 2)}, log=log)
    assert told(t, log)[0].endswith('; under the template 4" wide at (10.0, 20.5): 2 of B, Own')


def test_collateral_tokens_are_told_when_they_are_laid_take_effect_and_are_taken_away():
    t, log = field((foot("A", 1, DP=50), 0, 10, 12.9), pieces=(house(8, 14, dp=30),)), []
    inside(t, 0)
    assert Shattered(0, 4, 0).told(t) == "4 Collateral tokens laid on house"
    assert Shattered(0, 5, 4).told(t) == "1 Collateral token more laid on house, 5 now"
    t.scenery = (type(t.scenery[0])(points=30, tokens=4),)
    run(t, collateral.collateral(t, 0, -1), [6, 6, 1, 2, 3, 3, 2, 1], log=log)
    assert told(t, log) == [
        "4 Collateral tokens take effect on house",
        "A: hurt by Collateral in house (Damage Points left: 48)",
        "2 Collateral tokens taken away from house, 2 left",
        "house loses 2 Damage Points, 28 left",
    ]


def test_collateral_says_what_each_number_comes_from_and_which_squad_is_hit():
    squads = (foot("A", 1, DP=50), 0, 10, 12.9), (foot("B", 1, DP=50), 0, 11, 12.9)
    t, log, thrown = field(*squads, pieces=(house(8, 14, dp=30),)), [], []
    inside(t, 0), inside(t, 1)
    t.scenery = (type(t.scenery[0])(points=30, tokens=1),)
    run(t, collateral.collateral(t, 0, -1), [6, 5, 4], log=log, thrown=thrown)
    assert thrown == [
        "Collateral to damage house, 6+ (Energy 4 against Armour 10; Collateral: a natural 6 always damages): 6 (damage)",
        "which squad is hit, A or B: 5 (B)",
        "Collateral to damage B, 3+ (Energy 4 against Armour 7; Collateral: a natural 6 always damages): 4 (damage)",
    ]


def test_fire_at_scenery_says_how_far_it_is():
    gun = weapon(name="Gun", energy=10, full=30)
    t, log = field((tanks("A", 1, gun), 0, 10.5, 4), (tanks("B"), 1, 40, 40), pieces=(house(8, 14),)), []
    run(t, shoot_action.shoot(t, 0), [2, 2], picks={"at what": ("piece", 0)}, log=log)
    assert 'A fires Gun at house, 10.0" away' in told(t, log)[0]


def test_dice_for_deployment_say_that_the_higher_wins():
    t, log, thrown = field((tanks("A"), 0, 10, 10), (tanks("B"), 1, 10, 40)), [], []
    run(t, deployment.rolling_off(t, 0), [3, 3, 2, 5], log=log, thrown=thrown)
    assert thrown[3] == "deployment of Player 2 (roll-off: the higher wins, equal dice are thrown again): 5"
    assert told(t, log) == ["Player 2 wins the roll for deployment, 5 to 2: the upper zone, and the first to set up"]


def test_cards_that_are_drawn_together_stand_in_one_line():
    t, log = field((tanks("A"), 0, 10, 10), (tanks("B"), 1, 10, 40)), []
    t.change(0, effects=(Effect("commanders", value=(3,)),))
    run(t, deck.draws(t, 0), [1, 1, 1], log=log)
    names = ", ".join(event.told(t).removeprefix("Player 1 draws ") for event in [Drawn(0, e.card) for e in log])
    assert told(t, log) == [f"Player 1 draws {names}"] and len(log) == 3
    assert [said for event in log if (said := event.masked(t, 1))] == ["Player 1 draws 3 command cards"]


@pytest.mark.parametrize("how", ["full", "short"])
def test_whatever_hurts_without_an_attack_is_named(how):
    t, log = field((foot("A", 2, DP=5), 0, 10, 12.9), (tanks("B"), 1, 10, 40), pieces=(house(8, 14, dp=20),)), []
    inside(t, 0)
    t.scenery = (type(t.scenery[0])(points=1),)
    run(t, harm.hit_piece(t, 0, 1, hazards.WRECK, -1), [2, 6, 1, 1, 2, 2, 2, 2], log=log)
    said = [event.brief(t) if how == "short" else event.told(t) for event in log]
    assert any("by the fall of house" in line for line in said)


def test_what_hurts_by_its_own_is_not_told_with_an_attack_of_before():
    written: list[str] = []
    t = field((tanks("Beast"), 0, 10, 10), (tanks("B", 2), 1, 10, 20), (tanks("C", 2), 1, 20, 20))
    short = Short(lambda *line: written.append(line[2]))
    for event in (SquadFired(0, 1, "Gun", 0, (0,)), Hurt(1, (1, 0), 0), Hurt(2, (1, 0), 0, "Beast trampling")):
        event.on(t)
        short(t, event, 1, "")
    short.close()
    assert written == [
        "Beast fires Gun at B: 1 unit lost, 1 left (Damage Points left: 1)",
        "C: 1 unit lost to Beast trampling, 1 left (Damage Points left: 1)",
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


def test_who_gets_out_of_a_wreck_does_not_end_the_attack_on_it():
    written: list[str] = []
    t = field((tanks("A"), 0, 10, 10), (tanks("B", 2), 1, 10, 20), (tanks("C"), 1, 20, 20))
    short = Short(lambda *line: written.append(line[2]))
    for event in (SquadFired(0, 1, "Gun", 0, (0,)), Acted(2, 0), Hurt(1, (1, 0), 0), Acted(0, 1), Hurt(2, (0,), -1)):
        event.on(t)
        short(t, event, 1, "")
    short.close()
    assert written == ["A fires Gun at B: 1 unit lost, 1 left (Damage Points left: 1)", "C: destroyed"]


def test_a_shot_says_what_a_success_costs_where_a_rule_makes_it_more():
    gun = weapon("Devastator-2 (Vehicle)", name="Gun", energy=10)
    t, log = field((tanks("A", 1, gun), 0, 10, 10), (tanks("B", DP=9), 1, 10, 20)), []
    run(t, shoot_action.shoot(t, 0), [1], log=log)
    costs = "; Devastator-2 (Vehicle): 2 Damage Points a success, twice that with a natural critical"
    assert told(t, log)[0].endswith("critical 5+" + costs)


def test_points_for_the_last_round_are_told_apart():
    t, log = field((tanks("A"), 0, 10, 10), (tanks("B"), 1, 30, 30), objectives=((10, 11.5),)), []
    run(t, control.claims(t, 0))
    t.clock = type(t.clock)(t.scenario.rounds, 0, t.clock.step, 0, "rounding up")
    run(t, rounding_up(t, 0), log=log)
    assert "Player 1: 3 victory points (objective 1, 2 of them for the last round)" in told(t, log)


def test_masonry_that_falls_on_nobody_says_so():
    t, log = field((tanks("A"), 0, 10, 30), pieces=(house(8, 14, dp=30),)), []
    run(t, harm.collapse(t, 0, -1), [2], log=log)
    assert "the masonry of house falls on nobody outside" in told(t, log)
    t, log = field((tanks("A"), 0, 10, 30), (tanks("B", DP=9), 0, 10, 13.5), pieces=(house(8, 14, dp=30),)), []
    run(t, harm.collapse(t, 0, -1), [2, 1], log=log)
    assert not any("falls on nobody" in line for line in told(t, log))


def test_odds_at_a_behemoth_say_which_zone_they_are_about():
    guns = squad(weapon("", name="Gun", energy=12), name="Tanks")
    parts = (("Hull", 2, 8), ("Legs", 4, 3))
    for points, said in ((16, "Hull, 2 thresholds of 8"), (12, "Legs, 4 thresholds of 3"), (10, "one zone with")):
        beast = squad(name="Beast", type="Behemoth", A=15, DP=points, details=(("zones", parts),))
        found = answer(SYSTEM, Question(attacker=guns, target=beast, rulings=SYSTEM.settled({})))
        assert [b.says.startswith(said) for b in found.aim.because if b.rule == "zone"] == [True]
