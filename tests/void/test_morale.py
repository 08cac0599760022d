"""Nerve: checks, panic, rallying, flight, and the rules of nerve."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.systems.void.examples import ask, model, trooper, unit
from grognard.systems.void.nerve.morale import frighten
from grognard.systems.void.rules import Rampage
from grognard.systems.void.turn import activation
from grognard.table.state import Effect

from .field import Field, at

F = Fraction


def given(f, u, word):
    from grognard.table.events import Given

    Given(u, Effect(word)).on(f.table)


def test_a_unit_that_lost_half_of_its_models_in_an_activation_checks_once_at_its_end():
    f = Field([at(trooper(n=2), 10, 10)], [at(trooper(n=4), 10, 18)])
    f.run(activation(f.table, 0), [6, 6, 6, 6, 5], what_does="stay")  # two hits, two wounds, nerve fails
    assert f[1].size == 2 and f[1].has("panicked")


def test_losses_below_half_are_borne():
    f = Field([at(trooper(n=1), 10, 10)], [at(trooper(n=4), 10, 18)])
    f.run(activation(f.table, 0), [6, 6], what_does="stay")
    assert f[1].size == 3 and not f[1].has("panicked")


def test_a_panicked_unit_that_rallies_may_move_and_nothing_else():
    f = Field([at(trooper(n=2), 10, 10)], [at(trooper(n=2), 10, 18)])
    given(f, 0, "panicked")
    f.run(activation(f.table, 0), [6], what_does="stay")
    assert not f[0].has("panicked") and f.question("what does") == ("stay", "move")


def test_one_that_does_not_rally_flees_from_the_nearest_enemy_at_top_speed():
    f = Field([at(trooper(n=2), 10, 20)], [at(trooper(n=2), 10, 28)])
    given(f, 0, "panicked")
    f.run(activation(f.table, 0), [5])
    assert f[0].has("panicked") and f[0].form.positions[0] == (10, 12)


def test_flight_off_the_table_is_the_end_of_a_unit():
    f = Field([at(trooper(n=2), 10, 5)], [at(trooper(n=2), 10, 28)])
    given(f, 0, "panicked")
    f.run(activation(f.table, 0), [5])
    assert not f[0].alive


def test_panic_leaves_close_combat():
    from grognard.table.events import Locked

    f = Field([at(trooper(n=1), 10, 20)], [at(trooper(n=1), 10, 21)])
    Locked(0, 1).on(f.table)
    given(f, 0, "panicked")
    f.run(activation(f.table, 0), [5])
    assert not f[0].locked and not f[1].locked and f[0].form.positions[0][1] < 13


# --- Rampage ------------------------------------------------------------------------------------------------------------

BEAST = unit(model("war beast", Rampage(), arms=("Combat Blade",)))


@pytest.mark.rule("void:rampage")
def test_a_beast_that_fails_its_nerve_runs_amok_instead_of_panicking():
    f = Field([at(trooper(), 40, 40)], [at(BEAST, 20, 20)])
    f.run(frighten(f.table, 1, "morale"), [5])
    assert f[1].has("rampaging") and not f[1].has("panicked") and "void:rampage" in f.by()
    f.run(frighten(f.table, 1, "morale"))  # no further test while it rampages


@pytest.mark.rule("void:rampage")
def test_odds_tell_rampage_from_panic():
    odds = ask(trooper(), trooper(Rampage(), n=2))
    assert odds.other == {"panicked": 0, "rampaging": F(1, 8)}
    assert any(b.says == "rampaging instead of panicked" for s in odds.steps for b in s.because)


@pytest.mark.rule("void:rampage")
def test_a_rampage_goes_twelve_inches_in_a_random_direction():
    f = Field([at(BEAST, 20, 20)], [at(trooper(), 40, 40)])
    given(f, 0, "rampaging")
    f.run(activation(f.table, 0), [5, 6])  # not rallied; direction 6 is to the right
    assert f[0].form.positions == ((32, 20),) and f[0].has("rampaging")


@pytest.mark.rule("void:rampage")
def test_a_rampage_fights_what_it_meets_be_it_a_friend():
    f = Field([at(BEAST, 20, 20), at(trooper(), 28, 20)], [at(trooper(), 40, 40)])
    given(f, 0, "rampaging")
    f.run(activation(f.table, 0), [5, 6, 4, 4], counter_charge="stand")
    assert not f[1].alive  # charging: 5 - 1, and ST 6 against T 4: both on 4+
    assert any("strikes at" in line for line in f.told())


@pytest.mark.rule("void:rampage")
def test_a_rampage_off_the_table_is_out_of_the_game():
    f = Field([at(BEAST, 42, 20)], [at(trooper(), 10, 40)])
    given(f, 0, "rampaging")
    f.run(activation(f.table, 0), [5, 6])
    assert not f[0].alive


@pytest.mark.rule("void:rampage")
def test_a_rampaging_beast_rallies_and_may_move():
    f = Field([at(BEAST, 20, 20)], [at(trooper(), 40, 40)])
    given(f, 0, "rampaging")
    f.run(activation(f.table, 0), [6], what_does="stay")
    assert not f[0].has("rampaging")
