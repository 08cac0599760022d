"""S.P.O.M.M.: what machine minds may and must do."""

from __future__ import annotations

import pytest

from grognard.errors import GrognardError
from grognard.systems import get
from grognard.systems.void.examples import ask, model, trooper, unit
from grognard.systems.void.rules import Impetuous, JumpTrooper, Prone, Spomm
from grognard.systems.void.turn import activation
from grognard.table.events import Locked
from grognard.table.terrain import Piece, rectangle

from .field import Field, at, wood

ADVANCE, SUPPORT = "Tactical Advance", "Fire Support"


def mind(grade="I", role=ADVANCE, n=2, **said):
    return trooper(Spomm(grade, role), n=n, **said)


def orders(f):
    return set(f.question("what does"))


@pytest.mark.rule("void:spomm")
@pytest.mark.parametrize(("grade", "inches"), [("I", 12), ("II", 24), ("III", 36)])
def test_a_grade_scans_to_its_band_and_no_further(grade, inches):
    gun = trooper(Spomm(grade, SUPPORT), arms=("machine gun",))
    assert not ask(gun, trooper(), range=inches).impossible
    assert "scanning radius" in ask(gun, trooper(), range=inches + 1).impossible


@pytest.mark.rule("void:spomm")
def test_the_highest_grade_is_everyones_and_a_leader_without_one_lifts_the_limit():
    low, high = (model("line trooper", Spomm(g, SUPPORT), arms=("machine gun",)) for g in ("I", "II"))
    assert not ask(unit(low, high), trooper(), range=20).impossible
    led = unit(low, model("hero", role="individual"), name="led")
    assert not ask(led, trooper(), range=30).impossible


@pytest.mark.rule("void:spomm")
def test_it_is_written_with_grade_and_role():
    read = get("void").read_rule
    assert read("SPOMM ii (fire support)") == Spomm("II", SUPPORT)
    assert read("S.P.O.M.M. III (Tactical Advance)") == Spomm("III", ADVANCE)
    with pytest.raises(GrognardError, match="grade and a role"):
        read("SPOMM IV (Fire Support)")


@pytest.mark.rule("void:spomm")
def test_advance_with_nobody_scanned_must_move_fully_at_the_closest_enemy_and_its_turn_ends():
    f = Field([at(mind(), 10, 4)], [at(trooper(n=2), 10, 40)])
    f.run(activation(f.table, 0), what_does="move")
    assert orders(f) == {"move", "rush"}
    assert f[0].form.positions[0] == (10, 8)
    away = f[0].form.shifted(0, -6)
    assert away not in f.question("where does")
    assert not any(a.question.startswith("whom") for a in f.asked)


@pytest.mark.rule("void:spomm")
def test_advance_that_comes_to_scan_somebody_goes_on_with_its_orders():
    f = Field([at(mind(), 10, 10)], [at(trooper(n=2), 10, 26)])
    f.run(activation(f.table, 0), [1, 1], what_does="move")  # 15 inches off, then 11: it may shoot
    assert any("shoot" in a.question for a in f.asked)


@pytest.mark.rule("void:spomm")
def test_advance_with_prey_in_charge_range_must_move_at_it_and_charge():
    f = Field([at(mind(), 10, 10)], [at(trooper(n=2), 10, 17.5)])
    f.run(activation(f.table, 0), [1] * 6, counter="stand")
    assert [a.question for a in f.asked if "what does" in a.question] == []  # nothing to choose: move
    assert any("charges" in line for line in f.told()) and f[0].locked
    f = Field([at(trooper(n=2), 10, 10)], [at(trooper(n=2), 10, 17.5)])
    f.run(activation(f.table, 0), [1, 1], what_does="stay")
    assert not f[0].locked


@pytest.mark.rule("void:spomm")
def test_support_with_nobody_scanned_stands_on_hold():
    f = Field([at(mind("I", SUPPORT), 10, 4)], [at(trooper(n=2), 10, 30)])
    f.run(activation(f.table, 0))
    assert f[0].has("on hold") and f[0].form.positions[0] == (10, 4) and "void:spomm" in f.by()


@pytest.mark.rule("void:spomm")
def test_support_that_sees_scans_and_reaches_somebody_may_not_rush_and_must_shoot():
    f = Field([at(mind("II", SUPPORT), 10, 4)], [at(trooper(n=2), 10, 24)])
    f.run(activation(f.table, 0), [1, 1], what_does="stay")
    assert orders(f) == {"stay", "move"}
    assert any("shoots at" in line for line in f.told())
    assert not any("hold fire" in a.options for a in f.asked if isinstance(a.options, tuple))


@pytest.mark.rule("void:spomm")
def test_a_rush_of_support_stops_where_it_finds_a_target_and_then_must_shoot():
    wall = (wood(0, 12, 11, 1, "solid", high=9),)
    f = Field([at(mind("II", SUPPORT, n=1), 10, 10)], [at(trooper(), 10, 24)], wall)
    to_the_right = f[0].form.shifted(8, 0)
    f.run(activation(f.table, 0), [1], what_does="rush", where_does=lambda options: to_the_right)
    # inch by inch: from (11, 10) the line to the edge of (10, 24) meets the wall, from (12, 10) it goes past its corner
    assert f[0].form.positions[0] == (12.0, 10.0)
    assert any("shoots at" in line for line in f.told())


@pytest.mark.rule("void:spomm")
def test_being_engaged_comes_before_the_role():
    f = Field([at(mind("I", SUPPORT, n=1), 10, 20)], [at(trooper(), 10, 20.984375)])
    Locked(0, 1).on(f.table)
    f.run(activation(f.table, 0), [1, 1])
    assert not f[0].has("on hold")


@pytest.mark.rule("void:spomm")
def test_support_that_must_shoot_moves_only_where_it_still_can():
    f = Field([at(mind("I", SUPPORT, n=1), 10, 6)], [at(trooper(), 10, 18.984375)])  # 12 inches apart: just scanned
    ahead, back = f[0].form.shifted(0, 1), f[0].form.shifted(0, -1)
    f.run(activation(f.table, 0), [1], what_does="move", where_does=ahead)
    moves = f.question("where does")
    assert ahead in moves and back not in moves
    assert moves.why_not(back) == ["it could not shoot from there, and it must"]


@pytest.mark.rule("void:spomm")
@pytest.mark.rule("void:jump-trooper")
def test_a_machine_mind_that_can_jump_is_bound_all_the_same():
    waiting = Field([at(trooper(Spomm("I", SUPPORT), JumpTrooper(), n=2), 10, 4)], [at(trooper(), 10, 40)])
    waiting.run(activation(waiting.table, 0))
    assert waiting[0].has("on hold") and not waiting.asked  # no jump is offered beside holding
    f = Field([at(trooper(Spomm("I", ADVANCE), JumpTrooper(), n=2), 10, 4)], [at(trooper(), 10, 40)])
    f.run(activation(f.table, 0), what_does="move")
    assert orders(f) == {"move", "rush"}


@pytest.mark.rule("void:impetuous")
@pytest.mark.rule("void:jump-trooper")
def test_the_impetuous_may_run_ahead_by_a_jump_but_not_jump_away():
    f = Field([at(trooper(Impetuous(), JumpTrooper(), n=2), 10, 10)], [at(trooper(n=2), 10, 40)])
    back = f[0].form.shifted(0, -3)
    f.run(
        activation(f.table, 0), [1, 6], run_ahead="check", what_does="jump", whom="hold fire"
    )  # the check is failed, the jump is not
    assert set(f.question("what does")) == {"move", "rush", "jump"} and f[0].form.positions[0][1] > 15
    assert back not in f.question("where does")
    assert "towards" in " ".join(
        f.question("where does").why_not(Field([at(trooper(Impetuous(), n=2), 10, 4)], [])[0].form)
    )


@pytest.mark.rule("void:spomm")
@pytest.mark.rule("void:prone")
def test_nothing_is_offered_beside_what_a_mind_must_do():
    f = Field([at(trooper(Spomm("I", ADVANCE), Prone(), n=2), 10, 4)], [at(trooper(), 10, 40)])
    f.run(activation(f.table, 0), what_does="move")
    assert orders(f) == {"move", "rush"}  # lying down is no way out


@pytest.mark.rule("void:spomm")
def test_fire_support_that_has_made_a_plain_move_need_not_shoot_at_what_it_opened():
    wall = Piece("wall", rectangle(9, 14, 4, 1), 6.0, ("solid", "impassable"))
    mind = trooper(Spomm("II", "Fire Support"), n=2, arms=("machine gun",))
    f = Field([at(mind, 10.5, 11, 1.25)], [at(trooper(n=2), 10.5, 24, 1.25)], pieces=(wall,))
    f.run(activation(f.table, 0), what_does="move", where_does=f[0].form.shifted(4, 0), whom_does="hold fire")
    assert not any("halt" in line or "shoots" in line for line in f.told())
