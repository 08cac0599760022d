"""S.P.O.M.M.: what machine minds may and must do."""

from __future__ import annotations

import pytest

from grognard.errors import GrognardError
from grognard.systems import get
from grognard.systems.void.activation import activation
from grognard.systems.void.fixtures import ask, model, trooper, unit
from grognard.systems.void.rules import Spomm
from grognard.table.events import Locked

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
    assert f[0].form.spots[0] == (10, 8)
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
    assert f[0].has("on hold") and f[0].form.spots[0] == (10, 4) and "void:spomm" in f.by()


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
    assert f[0].form.spots[0][0] == pytest.approx(12.667, abs=0.001)  # a third of 8 inches: there it sees past the wall
    assert any("shoots at" in line for line in f.told())


@pytest.mark.rule("void:spomm")
def test_being_engaged_comes_before_the_role():
    f = Field([at(mind("I", SUPPORT, n=1), 10, 20)], [at(trooper(), 10, 20.984375)])
    Locked(0, 1).on(f.table)
    f.run(activation(f.table, 0), [1, 1])
    assert not f[0].has("on hold")
