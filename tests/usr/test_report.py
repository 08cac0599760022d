"""What a battle tells of its dice: the number needed and every reason for it, in words that a player uses."""

from __future__ import annotations

from grognard.systems.usr import events
from grognard.systems.usr.condition import GROUNDED, LOSSES, MOVED, why_snaps
from grognard.systems.usr.events import HullHit, MarkerLands, ShotAt
from grognard.systems.usr.examples import ask, model, unit, weapon
from grognard.systems.usr.nerve import leadership
from grognard.systems.usr.nerve.morale import panic
from grognard.systems.usr.shooting import shooting
from grognard.table.events import Given, Lifted
from grognard.table.state import Effect
from tests.usr.field import act, field

FOES = unit(model(name="Foe", Sv="4+"), name="Foes", count=3)


def test_every_number_of_a_shot_stands_in_the_report_with_its_reasons():
    gun = weapon("Gun", "Twin-linked", S=5, AP=5)
    t = field((unit(model(name="Man", weapons=[gun]), name="Men"), 0, 10, 24), (FOES, 1, 10, 40), step="shooting")
    assert act(t, shooting.fire(t, 0, 1), [2, 3, 3, 4]).dice == [
        "Gun to hit, 3+ (Ballistic Skill 4: 3+; Twin-linked: misses are rolled again): 2, again 3 (a hit)",
        "to wound, 3+ (Strength 5 against Toughness 4): 3 (a wound)",
        "armour save, 4+ (armour 4+): 4 (saved)",
    ]


def test_a_penetration_roll_says_what_glances_and_what_penetrates():
    gun = weapon("Gun", S=8)
    hull = unit(model(name="Hull", Front=12, Side=12), name="Hull", type="Vehicle (Tank)")
    t = field((unit(model(name="Man", weapons=[gun]), name="Men"), 0, 10, 24), (hull, 1, 10, 40), step="shooting")
    dice = act(t, shooting.fire(t, 0, 1), [6, 4]).dice
    assert (
        dice[1]
        == "armour penetration, 4 glances, 5 or more penetrates (Strength 8 against 12 in the front): 4 (a glancing hit)"
    )


def test_a_leadership_test_says_what_it_needs_and_why():
    t = field((unit(model(name="Man"), name="Men", count=3), 0, 10, 10), (FOES, 1, 10, 40))
    assert act(t, leadership.leadership(t, 0, "morale", -1), [3, 3]).dice == [
        "Men: morale test, 7 or less (Leadership 8-1): 3 3 (6, passed)"
    ]


def test_a_gun_that_burns_its_firer_has_not_hit():
    gun = weapon("Plasma gun", "Gets Hot", S=7)
    t = field((unit(model(name="Man", weapons=[gun]), name="Men"), 0, 10, 24), (FOES, 1, 10, 40), step="shooting")
    (line,) = act(t, shooting.fire(t, 0, 1), [1]).dice
    assert line.startswith("Plasma gun to hit, 3+ (") and line.endswith(": 1 (a miss)")


def test_one_miss_that_is_rolled_again_is_told_die_by_die():
    ours = unit(model(name="Man", weapons=[weapon("Gun", "Master-crafted", S=4)]), name="Men")
    t = field((ours, 0, 10, 24), (FOES, 1, 10, 40), step="shooting")
    dice = act(t, shooting.fire(t, 0, 1), [1, 2]).dice
    assert [line.rpartition(": ")[2] for line in dice] == ["1 (a miss)", "2 (a miss)"]
    assert ", re-roll: " in dice[1]


def test_a_marker_that_scatters_off_the_table_says_from_where_to_where():
    landing = MarkerLands("mortar", -2.0, 10.0, (), 4.0, True, (2.0, 10.0))
    assert (
        landing.told(None)
        == "the mortar scatters 4\" towards 9 o'clock, from (2.0, 10.0) to (-2.0, 10.0), off the table"
    )


def test_a_hull_that_comes_to_no_hull_points_says_by_which_ruling_it_is_no_wreck():
    hull = unit(model(name="Hull", Front=12, HP=2), name="Hull", type="Vehicle (Tank)")
    t = field((unit(model(name="Man", weapons=[weapon("Gun", S=8)]), name="Men"), 0, 10, 24), (hull, 1, 10, 40))
    t.remember()
    HullHit(1, (1,), glances=1, source=0).on(t)
    assert HullHit(1, (1,), 1).told(t) == "Hull: 1 glancing hit, 1 hull point lost (1 left)"
    t.remember()
    last = HullHit(1, (1,), 1, at_zero=(0,))
    assert last.told(t) == "Hull: 1 glancing hit, 1 hull point lost (0 left; ruling zero_hp: crippled)"
    Given(1, Effect("crippled", 0)).on(t)
    t.remember()
    assert last.told(t) == "Hull: 1 glancing hit, no hull point left to lose"


def test_a_unit_that_fires_snap_shots_says_why():
    shaken = field((unit(model(name="Man", weapons=[weapon("Gun")]), name="Men"), 0, 10, 24), (FOES, 1, 10, 40))
    Given(0, Effect(GROUNDED, 0)).on(shaken)
    act(shaken, shooting.fire(shaken, 0, 1), [1])
    event = ShotAt(0, 1, ("Gun",), (1,), snaps=why_snaps(shaken, shaken[0]))
    assert event.told(shaken).endswith("1 x Gun (Snap Shots: gone to ground)")
    Lifted(0, GROUNDED).on(shaken)
    assert why_snaps(shaken, shaken[0]) == ""


def test_a_heavy_weapon_that_moved_says_why_it_snaps():
    gun = weapon("Gun", S=4, type="Heavy 1")
    men = unit(model(name="Man", weapons=[gun]), name="Men")
    t = field((men, 0, 10, 24), (FOES, 1, 10, 40), step="shooting")
    Given(0, Effect(MOVED, 0, None, "moved")).on(t)
    why = "Snap Shots: at Ballistic Skill 1, a Heavy weapon fired after moving"
    assert act(t, shooting.fire(t, 0, 1), [1]).dice == [f"Gun to hit, 6+ (Ballistic Skill 1: 6+; {why}): 1 (a miss)"]
    (step,) = [s for s in ask(men, FOES, moved=True).steps if s.name == "to hit"]
    assert f"{step.because[-1].rule}: {step.because[-1].says}" == why


def test_a_morale_test_says_what_calls_for_it():
    men = unit(model(name="Man"), name="Men", count=3)
    t = field((men, 0, 10, 24), (FOES, 1, 10, 40), step="shooting")
    Given(0, Effect(LOSSES, value=4), True).on(t)
    done = act(t, panic(t, 0), [1, 2])
    assert done.dice == ["Men: morale test, 8 or less (Leadership 8), for 1 of 4 models lost: 1 2 (3, passed)"]
    failed = events.Tested(0, "Morale", False, why="1 of 4 models lost")
    assert (failed.told(t), failed.brief(t)) == ("", "Men: morale test failed (1 of 4 models lost)")


def test_a_marker_over_a_unit_of_one_model_names_it_alone():
    hull = unit(model(name="Hull", Front=12), name="Hull", type="Vehicle")
    t = field((hull, 0, 10, 24), (FOES, 1, 10, 40))
    assert MarkerLands("Bomb", 10.0, 24.0, ((0, 1), (1, 2))).told(t) == "the Bomb lies over Hull, 2 of Foes"
