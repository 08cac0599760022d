"""Stealth, guards and shield walls."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.systems.void import field
from grognard.systems.void.examples import ask, model, trooper, unit
from grognard.systems.void.nerve.morale import frighten
from grognard.systems.void.orders import movement_mode, reach
from grognard.systems.void.rules import (
    Camouflage,
    Fly,
    Guard,
    HeavyArmour,
    ShieldWall,
    Sniper,
    Stealth,
)
from grognard.systems.void.shield_wall import keeps
from grognard.systems.void.shooting.lines_of_fire import open_to_fire
from grognard.systems.void.turn import activation, marker_phase

from .field import Field, at

F = Fraction


# --- Stealth ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("void:stealth")
def test_stealth_cannot_be_seen_beyond_short_range_and_saves_one_better():
    assert ask(trooper(), trooper(Stealth()), range=13).impossible == "Stealth hides the target beyond short range"
    assert ask(trooper(), trooper(Stealth()), cover=3).slain.fraction(1) == F(1, 4) * F(5, 10)
    both = trooper(Stealth(), Camouflage())
    assert ask(trooper(), both).slain.fraction(1) == F(1, 4) * F(8, 10)  # never two better


@pytest.mark.rule("void:stealth")
def test_with_camouflaged_comrades_stealth_is_no_more_than_camouflage():
    mixed = unit(model("line trooper", Camouflage()), model("sergeant", Stealth()), name="mixed")
    gun = trooper(arms=("machine gun",))
    assert not ask(gun, mixed, range=20).impossible
    assert "Camouflage hides" in ask(gun, mixed, range=25).impossible
    assert ask(trooper(), mixed).slain.fraction(1) == F(1, 4) * F(8, 10)


@pytest.mark.rule("void:stealth")
def test_who_shoots_can_be_seen_until_the_next_marker_phase():
    f = Field([at(trooper(n=1), 10, 4)], [at(trooper(Stealth()), 10, 20)])
    assert not field.sees(f.table, 0, 1)
    f.run(activation(f.table, 1), [1], what_does="stay")
    assert field.sees(f.table, 0, 1) and open_to_fire(f.table, 0, False) == (1,)
    f.run(marker_phase(f.table, 0))
    assert not field.sees(f.table, 0, 1)


@pytest.mark.rule("void:stealth")
def test_only_the_models_that_shot_are_given_away():
    squad = unit(model("line trooper", Stealth()), model("sergeant", Stealth(), arms=("Combat Blade",)), name="squad")
    f = Field([at(trooper(), 10, 4)], [at(squad, 10, 20)])
    f.run(activation(f.table, 1), [1], what_does="stay")
    assert field.view(f.table, 0, 1).seen == (0,)


@pytest.mark.rule("void:stealth")
def test_a_stealthy_model_that_shoots_gives_its_camouflaged_unit_away():
    squad = unit(
        model("line trooper", Stealth()), model("sergeant", Camouflage(), arms=("Combat Blade",)), name="squad"
    )
    f = Field([at(trooper(arms=("machine gun",)), 10, 2)], [at(squad, 10, 32)])
    assert field.view(f.table, 0, 1).seen == ()
    f.run(activation(f.table, 1), [1], what_does="stay")
    assert field.view(f.table, 0, 1).seen == (0, 1)
    pure = Field(
        [at(trooper(arms=("machine gun",)), 10, 2)], [at(trooper(Camouflage(), arms=("machine gun",)), 10, 32)]
    )
    pure.run(activation(pure.table, 1), [1], what_does="stay")
    assert field.view(pure.table, 0, 1).seen == ()  # camouflage alone loses nothing by shooting


# --- Guard --------------------------------------------------------------------------------------------------------------

GUARDED = unit(
    model("hero", W=1, T=4, SZ=2),
    model("line trooper", Guard("the hero")),
    model("line trooper", Guard("the hero")),
    name="g",
)


@pytest.mark.rule("void:guard")
def test_guards_die_before_whom_they_guard_wherever_they_stand():
    big = unit(model("hero", W=1, T=10, SZ=2), model("line trooper", Guard("the hero")), name="big")
    assert ask(trooper(), big).slain.fraction(1) == F(1, 4)
    assert ask(trooper(Sniper()), big, policy="best").slain.fraction(1) == F(1, 4)
    flame = trooper(arms=("flame thrower",))
    assert ask(flame, big, sets=("under=1",)).slain.fraction(1) == F(6, 10)


@pytest.mark.rule("void:guard")
def test_while_they_guard_nobody_panics():
    assert ask(trooper(), GUARDED).other["panicked"] == 0
    assert ask(trooper(n=2), GUARDED).other["panicked"] == F(1, 16) * F(2, 10)  # the hero, when both guards are dead
    f = Field([at(trooper(), 10, 40)], [at(GUARDED, 10, 10)])
    f.run(frighten(f.table, 1, "morale"))
    assert not f[1].has("panicked") and "void:guard" in f.by()


@pytest.mark.rule("void:guard")
def test_when_the_person_has_fallen_they_are_an_ordinary_unit():
    people = unit(model("hero"), model("line trooper", Guard("hero")), model("line trooper", Guard("hero")), name="g")
    f = Field([at(trooper(), 10, 40)], [at(people, 10, 10)])
    from grognard.table.events import Harmed

    Harmed(1, (0, 1, 1)).on(f.table)
    f.run(frighten(f.table, 1, "morale"), [1])
    assert f[1].has("panicked")


@pytest.mark.rule("void:guard")
def test_guards_of_a_place_do_not_leave_it():
    from grognard.table.events import Noted

    f = Field([at(trooper(Guard("the gate"), n=2), 20, 20)], [at(trooper(), 20, 40)])
    Noted(("post", 0), f[0].form.centre).on(f.table)
    f.run(activation(f.table, 0), [1, 1], what_does="rush")
    moves = f.question("where does")
    assert f[0].form.shifted(0, 4) in moves and f[0].form.shifted(0, 8) not in moves
    assert any("may not leave" in w for w in moves.why_not(f[0].form.shifted(0, 8)))


@pytest.mark.rule("void:guard")
def test_guards_that_are_faster_or_fly_carry_whom_they_guard():
    quick = unit(model("hero", MV=3), model("line trooper", Guard("hero"), Fly(), MV=6), name="quick")

    assert reach(quick.models, "move")[0] == 6 and movement_mode(quick.models).over == 9
    heavy = unit(model("hero", MV=3, SZ=3), model("line trooper", Guard("hero"), MV=6), name="heavy")
    assert reach(heavy.models, "move")[0] == 3


# --- Shield Wall --------------------------------------------------------------------------------------------------------

WALL = unit(
    *trooper(ShieldWall(), n=3).models,
    model("sergeant", arms=("machine gun", "Combat Blade"), role="support"),
    name="wall",
)


@pytest.mark.rule("void:shield-wall")
def test_a_formed_wall_saves_on_7_from_the_front_only():
    target = trooper(ShieldWall(), n=2)
    assert ask(trooper(), target).slain.fraction(1) == F(1, 4) * F(6, 10)
    for arc in ("flank", "rear"):
        assert ask(trooper(), target, sets=(f"arc={arc}",)).slain.fraction(1) == F(1, 4)
    assert ask(trooper(), target, facing="side").slain.fraction(1) == F(1, 4)
    assert ask(trooper(), target, melee=True).slain.fraction(1) == F(1, 4)


@pytest.mark.rule("void:shield-wall")
def test_nobody_behind_the_wall_is_hit_before_it_is_down_and_better_armour_stands():
    support_first = unit(model("sergeant", role="support", T=10), model("line trooper", ShieldWall()), name="w")
    assert ask(trooper(), support_first).slain.fraction(1) == F(1, 4) * F(6, 10)
    assert ask(trooper(), support_first, sets=("arc=rear",)).slain.fraction(1) == F(1, 2) * F(1, 10)
    assert ask(trooper(), trooper(ShieldWall(), HeavyArmour(6))).slain.fraction(1) == F(1, 4) * F(3, 10)


@pytest.mark.rule("void:shield-wall")
def test_on_the_table_the_wall_closes_up_and_lasts_until_it_is_engaged():
    from grognard.systems.void.melee.charge import lock
    from grognard.table.events import Moved

    f = Field([at(WALL, 10, 10)], [at(trooper(), 12, 24)])
    f.run(activation(f.table, 0), [1] * 4, what_does="form a shield wall")
    assert f[0].has("formed") and keeps(f[0].form, [0, 1, 2]) and "void:shield-wall" in f.by()
    x, y = f[0].form.positions[1]
    Moved(1, f[1].form.moved([(x, y + 0.984375)])).on(f.table)
    f.run(lock(f.table, 1))
    assert not f[0].has("formed")


@pytest.mark.rule("void:shield-wall")
def test_a_wall_is_formed_by_those_only_who_can_all_get_there_in_one_move():
    wall = unit(*trooper(ShieldWall(), n=2).models, name="wall")
    for apart, able in ((8.5, True), (9.5, False)):  # MV 4: each comes 4 inches nearer, and a base is an inch
        f = Field([(wall, [(10, 10), (10 + apart, 10)])], [at(trooper(), 14, 40)])
        f.run(activation(f.table, 0), what_does="stay")
        assert any("form a shield wall" in ask.options for ask in f.asked) is able


@pytest.mark.rule("void:shield-wall")
def test_a_wall_is_shot_at_through_its_armour_and_a_sergeant_behind_it_not_at_all():
    f = Field([at(trooper(n=2), 10, 24)], [at(WALL, 10, 10, facing=(0.0, 1.0))])
    f.run(activation(f.table, 1), [1] * 4, what_does="form a shield wall")
    f.run(activation(f.table, 0), [7, 6, 6, 7, 6, 7], what_does="stay")  # medium range: 7+; wounds on 6+; saved on 7+
    assert [m.name for m in f[1].members].count("line trooper") == 2 and f[1].size == 3
