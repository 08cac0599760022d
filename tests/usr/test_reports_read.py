"""What reading whole reports has brought up, each as a case of its own."""

from __future__ import annotations

import re

from grognard.common.report import Report
from grognard.kernel.faces import Test, d3, die
from grognard.kernel.rolled import Rolled
from grognard.systems.usr import condition, end_of_turn, events
from grognard.systems.usr.attack import allocation, core_tables, hulls, matchup, rolls, stomp
from grognard.systems.usr.combat import charge, sweeping_advance
from grognard.systems.usr.condition import GROUNDED, IMMOBILISED, PICKED
from grognard.systems.usr.events import CombatResult, Over
from grognard.systems.usr.examples import model, unit, weapon
from grognard.systems.usr.movement import dangerous_terrain, move_rolls, movement, rough_ground
from grognard.systems.usr.nerve import checks, morale
from grognard.systems.usr.shooting import fire_points, shooting
from grognard.systems.usr.vehicles import hull_marks, ramming
from grognard.table.events import Locked, Moved
from grognard.table.state import Effect
from tests.usr.field import act, field, marsh, wood

MEN = unit(model(name="Man"), name="Men", count=3)
FOES = unit(model(name="Foe"), name="Foes", count=3)
GUNS = (weapon("Left gun", range=48), weapon("Right gun", range=48))


def told(t, done):
    return [text for e in done.events if (text := e.told(t))]


def test_who_has_gone_to_ground_gets_up_to_run():
    t = field((MEN, 0, 10, 24), (FOES, 1, 10, 40), step="shooting")
    t.change(0, effects=(Effect(GROUNDED),))
    act(t, morale.flee(t, 0), [3, 3])
    assert condition.broken(t[0]) and not condition.grounded(t[0])


def test_dangerous_ground_does_not_stop_a_super_heavy_vehicle():
    for tags, stops in (("Tank, Super-heavy", False), ("Tank", True)):
        hull = unit(model(name="Hull", Front=13, HP=6), name="Hull", type=f"Vehicle ({tags})")
        t = field((hull, 0, 24, 14), (FOES, 1, 5, 44), step="movement", pieces=(marsh(21, 16),))
        start = t[0].form
        t.change(0, form=start.shifted(0.0, 6.0))
        act(t, rough_ground.over_ground(t, 0, start), [1] if stops else [])
        assert t[0].has(IMMOBILISED) is stops


def test_dice_thrown_for_a_move_are_explained_when_nobody_moves():
    t = field((MEN, 0, 10, 10), (FOES, 1, 10, 40), step="movement", pieces=(wood(4, 8, 14, 6),))
    done = act(t, movement.move(t, 0), [2, 3], {"how does": "move", "where does": t[0].form})
    assert told(t, done) == ["Men stays where it is"]
    t = field((MEN, 0, 10, 10), (FOES, 1, 10, 40), step="movement")
    assert told(t, act(t, movement.move(t, 0), [], {"how does": "move", "where does": t[0].form})) == []
    done = act(t, movement.move(t, 0), [4], {"how does": "advance", "where does": t[0].form})
    assert told(t, done) == ["Men stays where it is"]


def test_a_report_names_whom_a_tank_will_drive_at_and_tells_no_book_keeping():
    tank = unit(model(name="Tank", Front=12, weapons=GUNS), name="Tank", type="Vehicle (Tank)")
    t = field((tank, 0, 24, 14), (FOES, 1, 22.5, 24), step="movement")
    done = act(t, ramming.declare_ram(t, 0, 1))
    assert told(t, done) == ["Tank makes ready to drive at Foes"]
    t.change(0, effects=(Effect(PICKED, value=((), 0)),))
    assert Over(0, PICKED).told(t) == "" and fire_points.PICKED == PICKED


def test_a_report_says_which_vehicle_of_a_squadron_is_marked():
    carts = unit(*[model(name="Cart", Front=10, Side=10, Rear=10, HP=3)] * 2, name="Carts", type="Vehicle")
    t = field((carts, 0, 24, 14), (FOES, 1, 5, 44), step="movement", pieces=(marsh(21, 16),), distance=4.0)
    start = t[0].form
    t.change(0, form=start.shifted(0.0, 6.0))
    done = act(t, rough_ground.over_ground(t, 0, start), [1])
    assert told(t, done) == ["Number 1 of Carts: immobilised"] and t[0].effect(IMMOBILISED).value == 0
    lone = unit(model(name="Cart", Front=10), name="Cart", type="Vehicle")
    t = field((lone, 0, 24, 14), (FOES, 1, 5, 44), step="movement")
    done = act(t, hull_marks.mark(t, 0, 0, IMMOBILISED))
    assert told(t, done) == ["Cart: immobilised"] and t[0].effect(IMMOBILISED).value is None


def test_a_unit_goes_to_ground_before_the_saves_in_the_report_too():
    guns = unit(*[model(name="Gunner", weapons=[weapon("Gun", S=8, AP=2, range=48)])] * 2, name="Guns")
    t = field((guns, 0, 10, 10), (FOES, 1, 10, 28), (FOES, 1, 30, 28))
    done = act(t, shooting.fire(t, 0, 2), [6, 6, 6, 6, 2, 2], {"go to ground": "yes"})
    names = [type(e).__name__ for e in done.events]
    assert names.index("GoesToGround") < names.index("Harmed") and condition.grounded(t[2])
    lines = told(t, done)
    assert lines.count("Foes 2: going to ground") == 1 and not any("gone to ground" in line for line in lines)


def test_dice_on_the_damage_tables_are_told_with_what_is_added_and_what_they_come_to():
    def says(built, face):
        return Rolled(built.test, bytes([face])).told(None)

    assert says(hulls.damage_roll(1, True), 4) == "vehicle damage, +3 (AP1: +2; Open-topped: +1): 4 (explodes)"
    assert says(hulls.damage_roll(4, False), 4) == "vehicle damage: 4 (stunned)"
    bastion = model("Mighty Bulwark", Front=14, HP=4)
    assert says(hulls.walls(4, bastion), 5) == "building damage, -1 (Mighty Bulwark: -1): 5 (structural collapse)"
    assert says(hulls.walls(2, bastion), 5) == "building damage: 5 (catastrophic breach)"
    # no row is below the first or above the last, and each is the number that it is rolled with
    assert [int(row) for row in hulls.walls(1, model(Front=14, HP=4)).test.faces] == [3, 4, 5, 6, 7, 7]
    assert [int(row) for row in hulls.walls(4, bastion).test.faces] == [1, 1, 2, 3, 4, 5]
    assert len({str(row) for row in core_tables.Row}) == 7


def test_tests_of_characteristics_say_what_passes_them():
    assert checks.initiative_test((model(I=4),)).test.name == "Initiative test, 4 or less (Initiative 4)"
    assert checks.initiative_test((model(I=7),)).test.name == "Initiative test, 5 or less (Initiative 7)"
    assert checks.initiative_test((model(I=0),)).test.name == "Initiative test, cannot be passed (Initiative 0)"


def test_rolls_for_vehicles_say_what_is_added_and_what_each_face_is():
    assert hulls.damage_roll(1, True).test.name == "vehicle damage, +3 (AP1: +2; Open-topped: +1)"
    tank = unit(model(name="Tank", Front=12), name="Tank", type="Vehicle (Tank)")
    for gun, faces, said in (
        (weapon("Lash", "Haywire"), [6, 1], "haywire (Haywire: 2-5 a glance, 6 a penetrating hit): 1"),
        (weapon("Gun", type="Ordnance 1", S=8), [6, 1, 2],
         "armour penetration, 4 glances, 5 or more penetrates (Strength 8 against 12 in the front; Ordnance: "),
    ):  # fmt: skip
        t = field((unit(model(name="Man", weapons=[gun]), name="Men"), 0, 10, 24), (tank, 1, 10, 40), step="shooting")
        assert any(line.startswith(said) for line in act(t, shooting.fire(t, 0, 1), faces).dice)


def test_zealots_are_named_where_they_pass_their_tests():
    built = checks.check((model("Zealot"),), "morale", -3)
    assert built.test is None and [b.id for b in built.because] == ["usr:zealot"]


def test_who_is_run_down_is_told_with_what_was_added():
    t = field((MEN, 0, 10, 24), (FOES, 1, 10, 24.99), step="close_combat")
    Locked(0, 1).on(t)
    dice = act(t, sweeping_advance.swept(t, (1,), (0,)), [3, 3]).dice
    assert dice == ["sweeping advance of Men, Initiative 4 is added: 3", "escape of Foes, Initiative 4 is added: 3"]


def test_dice_after_a_number_of_shots_are_not_laid_with_those_before():
    t, lines = field((MEN, 0, 10, 10)), []
    wound, shots, flames = Test("to wound", 6, (False,) * 3 + (True,) * 3), d3("number of shots"), d3("number of shots")
    report = Report(lines.append)
    for test, face in ((wound, 2), (shots, 1), (wound, 5), (flames, 2), (wound, 6), (wound, 1)):
        report(t, Rolled(test, bytes([face])))
    report.close()
    assert [line.strip() for line in lines if ":" in line] == [
        "to wound: 2 (no wound)", "number of shots: 1", "to wound: 5 (a wound)", "number of shots: 2 (as 1)",
        "to wound: 1 6 (1 of 2 wound)",
    ]  # fmt: skip


def test_two_rolls_on_the_damage_table_say_both_rows():
    assert Rolled(hulls.damage_roll(2, True).test, bytes([1, 2])).told(None).endswith("1 2 (1 shaken, 1 stunned)")


def test_gets_hot_says_what_is_safe_and_a_random_wound_whom_the_die_picks():
    def first(procedure):
        return next(procedure).test

    assert Rolled(first(rolls.heat((1,), False)), bytes([1])).told(None) == (
        "gets hot, 2+ (Gets Hot: a 1 loses the shot and wounds the firer): 1 (overheated)"
    )
    assert "3+ (Gets Hot: 2 or less" in first(rolls.heat((1, 2), False)).name.words
    picks = die(2, allocation._which(("Stoker", "Lancer")))
    assert Rolled(picks, bytes([2])).told(None) == "which model (any, each as likely as the others): 2 (Lancer)"
    assert Rolled(die(2, allocation._which(("Man", "Man"))), bytes([2])).told(None).endswith("others): 2")


def test_of_several_units_under_one_marker_the_report_says_on_whom_the_next_dice_are():
    gun = unit(model(name="Gunner", weapons=[weapon("Bomb", "Large Blast", range=48, S=8, AP=2)]), name="Gun")
    t = field((gun, 0, 10, 10), (FOES, 1, 10, 28), (MEN, 1, 10, 29.5))
    done = act(t, shooting.fire(t, 0, 1), [1, 1, 1, 1, 1, 1, 1])
    lines = told(t, done)
    assert lines.index("3 hits on Foes") < lines.index("3 hits on Men")


def test_dice_at_the_end_of_a_turn_and_of_flight_say_what_they_are_for():
    built = end_of_turn.mending(model("It Will Not Die"))
    assert Rolled(built.test, bytes([5])).told(None).startswith("it will not die, 5+ (It Will Not Die: ")
    t = field((MEN, 0, 10, 24), (FOES, 1, 10, 40))
    assert act(t, morale.flee(t, 0), [3, 3]).dice == ["Men: fall back, inches: 3 3 (6)"]


def test_who_flies_runs_or_moves_nowhere_stays_where_it_is():
    t = field((MEN, 0, 10, 24), (FOES, 1, 10, 40))
    t.remember()
    for how, said in (("flies", "Men stays where it is"), ("turns", "Men turns on the spot"), ("flies on", "")):
        assert Moved(0, t[0].form, how).told(t) == said


def test_a_charge_that_falls_short_says_what_was_needed():
    t = field((MEN, 0, 10, 10), (FOES, 1, 10, 18), step="charges")
    done = act(t, charge.charge(t, 0), [1, 2], {"whom does Men charge?": 1})
    assert any(re.fullmatch(r'Men rolls 3" of the \d" needed and does not reach Foes', line) for line in told(t, done))


def test_a_report_says_why_no_save_was_allowed():
    guard = unit(*[model(name="Guard", Sv="4+")] * 2, model(name="Rabble"), name="Mixed")
    for gun, target, said in (
        (
            weapon("Gun", S=8, AP=4),
            unit(model(name="Foe", Sv="4+"), name="Foe"),
            "Foe: no save (AP4 lets no armour save of 4+ stand)",
        ),
        (weapon("Gun", S=8, AP=4), unit(model(name="Foe", Sv="3+"), name="Foe"), None),
        (weapon("Gun", S=8, AP=4), unit(model(name="Foe"), name="Foe"), "Foe: no save (profile without a save)"),
        (weapon("Gun", S=8, AP=4), guard, "Mixed: no save for Guard (AP4 lets no armour save of 4+ stand)"),
    ):
        t = field((unit(model(name="Man", weapons=[gun]), name="Men"), 0, 10, 24), (target, 1, 10, 40), step="shooting")
        lines = told(t, act(t, shooting.fire(t, 0, 1), [6, 6, 1] if said is None else [6, 6]))
        assert [line for line in lines if "no save" in line] == ([said] if said else [])


def test_wounds_at_another_ap_are_told_apart_from_the_others():
    gun = weapon("Gun", "Rending", S=4, AP=5)
    target = unit(*[model(name="Foe", Sv="4+")] * 3, name="Foes")
    t = field(
        (unit(*[model(name="Man", weapons=[gun])] * 2, name="Men"), 0, 10, 24), (target, 1, 10, 40), step="shooting"
    )
    wounds, *_ = [line for line in act(t, shooting.fire(t, 0, 1), [6, 6, 6, 4, 5]).dice if line.startswith("to wound")]
    assert wounds.endswith("4 6 (1 wound at AP2, 1 wound)")


def test_a_rending_die_says_what_it_makes_of_the_hit():
    gun = weapon("Gun", "Rending", S=4)
    hull = unit(model(name="Hull", Front=12, Side=12), name="Hull", type="Vehicle (Tank)")
    t = field((unit(model(name="Man", weapons=[gun]), name="Men"), 0, 10, 24), (hull, 1, 10, 40), step="shooting")
    dice = act(t, shooting.fire(t, 0, 1), [6, 6, 3]).dice
    assert dice[1].endswith(": 6 (rending with D3 more)") and dice[2] == "rending: 3 (2 more, a glancing hit)"


def test_several_dice_that_are_no_plain_tests_say_what_they_came_to():
    heat = next(rolls.heat((1,), False)).test
    assert Rolled(heat, bytes([1, 4])).meant() == "1 overheated, 1 fired safely"
    assert Rolled(heat, bytes([3, 4])).meant() == "all fired safely"
    assert Rolled(dangerous_terrain.DANGER, bytes([2, 3, 4])).meant() == "all unharmed"
    assert Rolled(dangerous_terrain.DANGER, bytes([1, 3])).meant() == "1 wound, 1 unharmed"
    beside = matchup.looked_out(MEN.models[0]).test
    assert [Rolled(beside, bytes(f)).meant() for f in ([3], [3, 4], [1, 3])] == [
        "passed",
        "all passed",
        "1 of 2 passed",
    ]
    assert [Rolled(stomp.TABLE, bytes([f])).meant() for f in (1, 2, 6)] == [
        "it strikes nobody", "each under it is hit", "each under it is removed from play",
    ]  # fmt: skip
    assert move_rolls.ROUGH_MOVE.name.what == "inches through difficult ground, the higher counts"


def test_the_result_of_a_combat_says_what_was_counted():
    hull = unit(model(name="Hull", Front=12), name="Hull", type="Vehicle (Tank)")
    t = field((MEN, 0, 10, 24), (FOES, 1, 10, 26), (hull, 1, 20, 26))
    assert CombatResult((0, 1), (1, 3)).told(t).endswith(" by 3 to 1 (wounds inflicted)")
    assert CombatResult((0, 1), (0, 0)).told(t) == "the combat is drawn (0 each)"
    assert CombatResult((0, 2), (2, 2)).told(t) == (
        "the combat is drawn (2 each: wounds inflicted; a glancing hit counts 1, a penetrating hit 2)"
    )


def test_who_gives_up_says_why():
    assert (
        events.Tested(0, "Morale", False, False, "its weapons are useless, and it falls back by choice").told(
            field((MEN, 0, 10, 24), (FOES, 1, 10, 26))
        )
        == "Men: morale test failed without a roll (its weapons are useless, and it falls back by choice)"
    )
