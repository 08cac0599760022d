"""Templates, what falls sets off, one weapon after another, and fire at several units."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.systems.command.events import HIDDEN, TemplateLaid, TokenLost, VolleyFired
from grognard.systems.command.examples import ask, gun, kind, law, odds
from grognard.systems.command.shooting.fire import targets
from grognard.systems.command.shooting.lines_of_fire import posture
from grognard.systems.command.turn import activation

from .playing import Field, hide
from .test_battle import RIFLES
from .test_core import lost, thrown

# --- Explosive, High Explosive, Mortar: the dice ------------------------------------------------------------------------


@pytest.mark.rule("command:explosive")
def test_each_shot_hits_every_model_under_its_template():
    toll = thrown([6, 1, 1], "Explosive", rate=2, resolve=3, under=3)
    assert (toll.hits, lost(toll)) == (3, 1)
    assert odds("Explosive", rate=1, under=9, models=2).other["hits"].fraction(2) == Fraction(5, 6)


@pytest.mark.rule("command:explosive")
def test_points_go_to_models_under_the_template_only():
    assert lost(thrown([6, 6, 6], "Explosive, Sunder", rate=3, resolve=1, models=5, under=2)) == 5  # 2, 2 and 1
    one = thrown([6, 1], "Explosive, Borer", rate=1, resolve=1, models=5, under=1)
    assert lost(one) == 1  # its one die finds nobody left under the template


@pytest.mark.rule("command:explosive", "command:interlinked")
def test_interlinked_doubles_the_hits_of_a_direct_hit():
    assert thrown([6, 1], "Explosive, Interlinked", under=3).hits == 6


@pytest.mark.rule("command:explosive", "command:pike")
def test_pike_counts_one_success_a_template():
    # 6 + 1 is three above Resolve 4: on one model, for there was one success
    assert lost(thrown([6, 1], "Explosive, Pike", under=3, resolve=4)) == 1


@pytest.mark.rule("command:explosive", "command:inescapable")
def test_a_template_weapon_fires_each_shot_by_itself():
    assert thrown([6, 1, 1, 1], "Explosive, Inescapable", rate=3).hits == 1


@pytest.mark.rule("command:explosive", "command:cascade")
def test_a_template_weapon_repeats_all_its_shots():
    # two shots, one hits; two more with -1, none hits
    assert thrown([6, 1, 1, 1, 1], "Explosive, Cascade", rate=2).hits == 1


@pytest.mark.rule("command:high-explosive")
def test_high_explosive_is_a_larger_template():
    f = shelled("High Explosive")
    f.run(activation(f.table, 0), [6])
    assert f.events(TemplateLaid)[0].template == "large"
    assert law("High Explosive", resolve=2, under=2).fraction(1) == Fraction(5, 6)


# --- on the table -------------------------------------------------------------------------------------------------------


def shelled(rules="Explosive", models=5, resolve=9, ours=(), rate=1):
    """A gun at (20, 20) and a row of models 1.5 inches apart at (20, 32); ``ours``: friends."""
    firer = kind("Ours", models=1, weapons=(gun(rules, rate, name="Mortar", range=36),))
    theirs = kind("Theirs", models=models, resolve=min(6, resolve))
    return Field([(firer, 20, 20), *ours], [(theirs, 20, 32)]).token(0, "shoot")


@pytest.mark.rule("command:explosive")
def test_a_template_lies_on_a_model_and_catches_its_neighbours():
    f = shelled()
    f.run(activation(f.table, 0), [6], where=(20.0, 32.0))
    assert f.events(TemplateLaid)[0].models == 3  # 1.5 inches apart, half an inch of base: three of the five
    assert f.events(VolleyFired)[0].hits == 3


@pytest.mark.rule("command:explosive")
def test_a_template_that_misses_slides_towards_the_shooter_and_catches_anybody():
    friends = (kind("Friends", models=1, resolve=1), 20, 30)
    f = Field(
        [(kind("Ours", models=1, weapons=(gun("Explosive", hit=-1, name="Mortar"),)), 20, 20), friends],
        [(kind("Theirs", models=1, resolve=6), 20, 32)],
    ).token(0, "advance")
    # no token modifier and -1: a 2 is a 1, 2 short of 3; an Advance may stay where it is
    f.run(activation(f.table, 0), [2])
    laid = f.events(TemplateLaid)[0]
    assert (laid.x, laid.y, laid.slid) == (20.0, 30.0, 2)
    assert not f[1].alive


@pytest.mark.rule("command:explosive")
def test_a_natural_1_does_nothing():
    f = shelled()
    f.run(activation(f.table, 0), [1])
    assert not f.events(TemplateLaid)


@pytest.mark.rule("command:explosive", "command:infiltrate")
def test_a_template_that_slides_onto_a_hidden_unit_reveals_it():
    firer = kind("Ours", models=1, weapons=(gun("Explosive", hit=-1, name="Mortar"),))
    hiding = kind("Hiding", "Infiltrate", models=4, weapons=RIFLES)
    f = Field([(firer, 20, 20)], [(kind("Theirs", models=1), 20, 32), (hiding, 30, 40)]).token(0, "advance")
    hide(f, 2, 20.0, 30.0)
    f.run(activation(f.table, 0), [2], whom=1)  # 2 - 1 is 2 short of 3: it comes to lie at (20, 30)
    assert not f[2].has(HIDDEN)
    assert f.events(TemplateLaid)[0].models == 4 and f[2].size == 3  # all four lie under it: one point


@pytest.mark.rule("command:mortar")
def test_a_mortar_slides_in_any_direction():
    firer = kind("Ours", models=1, weapons=(gun("Mortar", hit=-1, name="Mortar"),))
    f = Field(
        [(firer, 20, 20)],
        [(kind("Theirs", models=1, resolve=1), 20, 32), (kind("Others", models=1, resolve=1), 20, 34)],
    )
    f.token(0, "advance")
    f.run(activation(f.table, 0), [2], slide=(20.0, 34.0), whom=1)
    assert (not f[2].alive and f[1].alive is False) or not f[2].alive
    assert "command:mortar" in f.events(TemplateLaid)[0].by


# --- Dispersion ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("command:dispersion")
def test_dispersion_rolls_once_and_hits_each_model_as_often_as_its_rate_of_fire():
    toll = thrown([6, 1], "Dispersion", rate=3, resolve=4, under=2)
    assert (toll.hits, lost(toll)) == (6, 1)
    assert law("Dispersion", rate=3, resolve=4, under=2).fraction(0) == Fraction(1, 6)


@pytest.mark.rule("command:dispersion")
def test_dispersion_rolls_for_each_unit_under_it():
    firer = kind("Ours", models=1, weapons=(gun("Dispersion", range=12, name="Bloom"),))
    f = Field(
        [(firer, 20, 20)],
        [(kind("Theirs", models=1, resolve=1), 20, 25), (kind("Others", models=1, resolve=1), 20, 27)],
    )
    f.token(0, "shoot")
    f.run(activation(f.table, 0), [6, 1], whom=1)
    assert not f[1].alive and f[2].alive
    assert f.events(TemplateLaid)[0].template == "teardrop"


# --- what falls sets off ------------------------------------------------------------------------------------------------


@pytest.mark.rule("command:fissure")
def test_fissure_bores_for_each_model_removed_and_not_for_those_removed_so():
    # a hit slays one; one die (HP 1) slays another; that one sets nothing off
    assert lost(thrown([6, 6, 1], "Fissure", rate=1, resolve=1, models=4)) == 2


@pytest.mark.rule("command:fissure")
def test_fissure_does_nothing_to_vehicles():
    a, b = odds("Fissure", armor=(1, 1, 1), hp=1, models=2), odds(armor=(1, 1, 1), hp=1, models=2)
    assert a.damage == b.damage


@pytest.mark.rule("command:fissure", "command:borer")
def test_models_that_borer_removes_set_nothing_off():
    # Resolve 6: no count is filled; Borer's one die slays one
    assert lost(thrown([6, 6, 1], "Fissure, Borer", rate=1, resolve=6, models=4)) == 1


@pytest.mark.rule("command:fissure", "command:blast")
def test_models_that_blast_removes_do():
    # Blast: one die slays one, and that brings a die more
    assert lost(thrown([6, 1, 6, 6, 1], "Fissure, Blast", rate=1, resolve=6, models=4)) == 2


@pytest.mark.rule("command:hypercharge")
def test_hypercharge_throws_a_die_for_each_model_beside_the_slain():
    assert lost(thrown([6, 6, 6, 1], "Hypercharge", rate=1, resolve=1, models=4, under=2)) == 3
    assert lost(thrown([6, 6, 1], "Hypercharge", rate=1, resolve=1, models=4)) == 2


@pytest.mark.rule("command:hypercharge")
def test_hypercharge_catches_other_units_beside_the_slain():
    firer = kind("Ours", models=1, weapons=(gun("Hypercharge", name="Coil"),))
    f = Field(
        [(firer, 20, 20)],
        [(kind("Theirs", models=1, resolve=1), 20, 32), (kind("Others", models=1, resolve=1), 20, 33.5)],
    ).token(0, "shoot")
    f.run(activation(f.table, 0), [6, 6], whom=1)
    assert not f[1].alive and not f[2].alive


# --- Deadeye ------------------------------------------------------------------------------------------------------------

PISTOL = gun("Deadeye", name="Pistol")
CANNON = gun(rate=3, type="Heavy", name="Cannon")


@pytest.mark.rule("command:deadeye")
def test_a_deadeye_resolves_another_weapon_as_automatic_hits():
    by = kind("One", "", 1, (PISTOL, CANNON))
    answer = ask(by, kind(resolve=4))
    # by hand: a success brings three hits and the cannon is fired; a failure leaves it its own three dice
    assert answer.other["hits"].fraction(4) == Fraction(5, 6)
    assert answer.other["hits"].fraction(3) == Fraction(1, 6) * Fraction(5, 6) ** 3


@pytest.mark.rule("command:deadeye")
def test_automatic_hits_have_no_result_for_piercing_and_are_no_rolls_for_stealth():
    by = kind("One", "", 1, (PISTOL, gun("Piercing", rate=3, type="Heavy", name="Cannon")))
    answer = ask(by, kind(rules="Stealth", resolve=4), moved=True)
    assert answer.other["hits"].fraction(4) == Fraction(4, 6) ** 2


@pytest.mark.rule("command:deadeye", "command:limited")
def test_a_deadeye_fires_a_limited_weapon_under_a_shoot_token_only():
    by = kind("One", "", 1, (PISTOL, gun("Limited", rate=3, name="Rocket")))
    assert ask(by, kind(resolve=4), moved=True).other["hits"].fraction(4) == 0
    assert ask(by, kind(resolve=4)).other["hits"].fraction(4) == Fraction(5, 6)


@pytest.mark.rule("command:deadeye")
def test_each_model_with_a_success_fires_its_own():
    by = kind("Two", "", 2, (PISTOL, gun(rate=2, type="Heavy", name="Cannon")))
    answer = ask(by, kind(resolve=4), moved=True)
    # by hand: 0, 1 or 2 successes of two at 3+, each with two hits more
    assert [answer.other["hits"].fraction(n) for n in (0, 3, 6)] == [Fraction(1, 9), Fraction(4, 9), Fraction(4, 9)]


# --- Aura, Light em up --------------------------------------------------------------------------------------------------


@pytest.mark.rule("command:aura")
def test_an_aura_throws_a_die_for_each_model_of_the_target():
    assert thrown([6] * 4 + [1], "Aura", rate=1, models=4).hits == 4


@pytest.mark.rule("command:aura")
def test_an_aura_strikes_every_enemy_unit_in_range():
    firer = kind("Ours", models=1, weapons=(gun("Aura", range=12, name="Volley"), *RIFLES))
    f = Field([(firer, 20, 20)], [(kind("Near", models=2), 20, 28), (kind("Beside", models=3), 26, 28)]).token(
        0, "shoot"
    )
    f.run(activation(f.table, 0), [1] * 6, whom=1)
    assert [(e.target, e.arms) for e in f.events(VolleyFired)] == [
        (1, (("Volley", 1), ("Rifle", 1))),
        (2, (("Volley", 1),)),
    ]


def split(rules="Light em up"):
    arms = (gun(name="Rifle"), gun(name="Pistol"))
    f = Field(
        [(kind("Ours", rules, models=2, weapons=arms), 20, 20)],
        [(kind("First", models=2), 20, 28), (kind("Second", models=2), 26, 28)],
    )
    return f.token(0, "shoot").token(2, "move")


@pytest.mark.rule("command:light-em-up")
def test_a_unit_may_split_its_fire_each_kind_of_weapon_at_one_target():
    f = split()
    f.run(activation(f.table, 0), [1, 1, 1, 1], Pistol=2, whom=1)
    assert [(e.target, e.arms) for e in f.events(VolleyFired)] == [(1, (("Rifle", 2),)), (2, (("Pistol", 2),))]
    assert all("command:light-em-up" in e.by for e in f.events(VolleyFired))


@pytest.mark.rule("command:light-em-up")
def test_a_secondary_target_may_pass_its_disruption_test():
    f = split()
    f.run(activation(f.table, 0), [1, 1, 6, 6], Pistol=2, whom=1)  # no die for the test
    assert not f.events(TokenLost)
    f = split()
    f.run(activation(f.table, 0), [1, 1, 6, 6, 6], Pistol=2, whom=1, Disruption=False)
    assert f.events(TokenLost)


def test_other_units_fire_everything_at_one_target():
    f = split("")
    f.run(activation(f.table, 0), [1, 1, 1, 1], whom=1)
    assert len(f.events(VolleyFired)) == 1
    assert targets(f.table, 0, posture("shoot")) == (1, 2)
