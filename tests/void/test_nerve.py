"""Rules of nerve: bonuses, immunities, inspiration, terror and neural spikes."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.systems.void.examples import ask, model, trooper, unit
from grognard.systems.void.nerve.checks import Company, check, immunity
from grognard.systems.void.nerve.command_checks import command
from grognard.systems.void.nerve.morale import frighten, rally
from grognard.systems.void.rules import (
    Dodge,
    EnforcedRally,
    Fearless,
    HighMorale,
    ImmuneToPanic,
    Inspiring,
    NeuralSpikeActivation,
    Rampage,
    Strategy,
    SuppressiveFire,
    Terrifying,
)
from grognard.systems.void.turn import activation
from grognard.table.events import Given
from grognard.table.state import Effect

from .field import Field, at

F = Fraction


def nerve(*rules, n=2, by=1):
    """The chance that a squad of two panics when one of them is shot at."""
    return ask(trooper(n=by), trooper(*rules, n=n)).other["panicked"]


def panic(f, u):
    Given(u, Effect("panicked")).on(f.table)


# --- High Morale and Strategy -------------------------------------------------------------------------------------------


@pytest.mark.rule("void:high-morale")
def test_the_highest_morale_of_the_unit_counts():
    squad = unit(model("line trooper", HighMorale(1)), model("sergeant", HighMorale(2), CD=4), name="squad")
    assert ask(trooper(), squad, target_models=2).other["panicked"] == F(1, 4) * F(3, 10)


@pytest.mark.rule("void:high-morale")
def test_morale_is_nothing_to_rallying_and_dies_with_its_bearer():
    both = Company((model("line trooper", HighMorale(2)),))
    assert check("rally", both).needs == "6+" and check("morale", both).needs == "4+"
    first = unit(model("line trooper", HighMorale(3)), model("sergeant", CD=4), name="first")
    assert ask(trooper(), first).other["panicked"] == F(1, 4) * F(1, 2)


@pytest.mark.rule("void:strategy")
def test_strategy_helps_every_check_but_not_dodging():
    company = Company((model("line trooper", Strategy(1)), model("sergeant", Strategy(2), CD=4)))
    for kind in ("morale", "rally", "counter-charge", "jump", "hold", "suppression"):
        assert check(kind, company).needs == "4+"
    assert ask(trooper(), trooper(Strategy(2), Dodge())).slain.fraction(1) == F(1, 8)


@pytest.mark.rule("void:strategy")
@pytest.mark.rule("void:high-morale")
def test_strategy_and_high_morale_add_up_on_morale_unless_the_ruling_says_the_higher():
    assert nerve(Strategy(1), HighMorale(2)) == F(1, 4) * F(2, 10)
    odds = ask(trooper(), trooper(Strategy(1), HighMorale(2), n=2), rulings={"strategy_on_morale": "higher"})
    assert odds.other["panicked"] == F(1, 4) * F(3, 10)


@pytest.mark.rule("void:strategy")
def test_on_the_table_strategy_rallies():
    f = Field([at(trooper(Strategy(2)), 10, 10)], [at(trooper(), 10, 40)])
    panic(f, 0)
    f.run(rally(f.table, 0), [4])
    assert not f[0].has("panicked") and "void:strategy" in f.by()


# --- Immune to Panic and Fearless ---------------------------------------------------------------------------------------


@pytest.mark.rule("void:immune-to-panic")
def test_the_immune_make_no_check_and_laugh_at_suppression():
    assert nerve(ImmuneToPanic()) == 0
    odds = ask(trooper(SuppressiveFire(9), n=4), trooper(ImmuneToPanic(), n=3), sets=("suppressive=yes",))
    assert odds.other["panicked"] == 0
    assert any(s.name == "suppression check" and s.needs == "none" for s in odds.steps)


@pytest.mark.rule("void:immune-to-panic")
def test_an_individual_brings_it_to_those_he_joins_and_a_squad_to_who_joins_it():
    leader = model("hero", ImmuneToPanic(), role="individual")
    plain, immune = model("line trooper"), model("line trooper", ImmuneToPanic())
    guest = model("hero", role="individual")
    assert immunity(Company((plain, leader)), "panic") is not None
    assert immunity(Company((immune, guest)), "panic") is not None
    assert immunity(Company((plain, immune)), "panic") is None


@pytest.mark.rule("void:immune-to-panic")
def test_rampage_cannot_be_set_off_in_the_immune():
    assert "rampaging" not in ask(trooper(), trooper(Rampage(), ImmuneToPanic(), n=2)).other


@pytest.mark.rule("void:fearless")
def test_the_fearless_make_no_check_for_terror_but_others():
    beast = unit(model("war beast", Terrifying()))
    f = Field([at(trooper(Fearless(), n=2), 10, 10)], [at(beast, 10, 13)])
    f.run(activation(f.table, 0), what_does="stay", whom_does=lambda options: options[-1])
    assert "void:fearless" in f.by() and not f[0].has("panicked")
    assert nerve(Fearless()) == F(1, 8)


# --- Terrifying ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("void:terrifying")
def test_who_activates_near_a_terrifying_beast_checks_at_once_and_failing_does_nothing_else():
    beast = unit(model("war beast", Terrifying()))
    near, far = (Field([at(trooper(n=2), 10, 10)], [at(beast, 10, y)]) for y in (14.5, 15.5))
    near.run(activation(near.table, 0), [5])
    assert near[0].has("panicked") and "void:terrifying" in near.by() and near.asked == []
    far.run(activation(far.table, 0), [1, 1], what_does="stay")
    assert not far[0].has("panicked")


@pytest.mark.rule("void:terrifying")
def test_the_terrifying_are_fearless_themselves():
    assert immunity(Company((model("war beast", Terrifying()),)), "terror") is not None
    assert immunity(Company((model("war beast"),)), "terror") is None


# --- Inspiring ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("void:inspiring")
def test_a_failed_morale_check_is_made_again_once():
    assert nerve(Inspiring()) == F(1, 16)
    assert check("rally", Company((model("line trooper", Inspiring()),))).chance == 0.5  # itself in panic


@pytest.mark.rule("void:inspiring")
def test_on_the_table_it_works_within_six_inches_and_in_sight():
    hero = unit(model("hero", Inspiring()))
    near, far = (Field([at(trooper(n=2), 10, 10), at(hero, 10, y)], [at(trooper(), 10, 40)]) for y in (16, 18))
    for f in (near, far):
        panic(f, 0)
    near.run(rally(near.table, 0), [5, 6])
    assert not near[0].has("panicked") and "void:inspiring" in near.by()
    far.run(rally(far.table, 0), [5])
    assert far[0].has("panicked")


@pytest.mark.rule("void:inspiring")
def test_a_panicked_hero_inspires_nobody():
    f = Field([at(trooper(n=2), 10, 10), at(unit(model("hero", Inspiring())), 10, 14)], [at(trooper(), 10, 40)])
    panic(f, 1)
    f.run(frighten(f.table, 0, "morale"), [5])
    assert f[0].has("panicked")
    f.run(command(f.table, 0, "hold"), [5])  # and other checks are never made again


# --- neural spikes ------------------------------------------------------------------------------------------------------

CONVICTS = unit(
    *[model("convict", EnforcedRally())] * 3, model("sergeant", EnforcedRally(), role="leader"), name="convicts"
)


def prison(level=1, away=15.0):
    f = Field([at(trooper(NeuralSpikeActivation(level)), 10, 10), at(CONVICTS, 10, away)], [at(trooper(), 10, 30)])
    panic(f, 1)
    return f


@pytest.mark.rule("void:neural-spike-activation")
@pytest.mark.rule("void:enforced-rally")
def test_a_convict_dies_and_the_squad_is_itself_again():
    f = prison()
    f.run(activation(f.table, 0), what_does="stay")
    assert f[1].size == 3 and not f[1].has("panicked")
    assert [m.name for m in f[1].members] == ["convict", "convict", "sergeant"]
    assert {"void:neural-spike-activation", "void:enforced-rally"} <= f.by()
    assert not any("shoots at" in line for line in f.told())  # in place of its shooting
    assert not any("check" in line for line in f.told())  # an execution shakes nobody


@pytest.mark.rule("void:neural-spike-activation")
def test_each_level_reaches_six_inches():
    assert any("neural spikes" in a.question for a in played(prison(1, 16.9)).asked)
    assert not any("neural spikes" in a.question for a in played(prison(1, 17.1)).asked)
    assert any("neural spikes" in a.question for a in played(prison(2, 17.1)).asked)


def played(f):
    f.run(activation(f.table, 0), what_does="stay", whom_does="hold fire", neural_spikes=lambda options: options[0])
    return f


@pytest.mark.rule("void:enforced-rally")
def test_a_squad_without_spikes_cannot_be_rallied_so():
    f = Field([at(trooper(NeuralSpikeActivation(1)), 10, 10), at(trooper(n=3), 10, 14)], [at(trooper(), 10, 30)])
    panic(f, 1)
    f.run(activation(f.table, 0), what_does="stay", whom_does="hold fire")
    assert f[1].has("panicked") and not any("neural spikes" in a.question for a in f.asked)
    assert ask(trooper(), trooper(EnforcedRally(), n=2)).other["panicked"] == F(1, 8)  # it panics as others do


@pytest.mark.rule("void:neural-spike-activation")
def test_a_bomber_is_set_off_and_takes_those_near_it_along():
    bomber = unit(model("convict"), name="Suicide Runner")
    f = Field([at(trooper(NeuralSpikeActivation(1)), 10, 10), at(bomber, 10, 15)], [at(trooper(n=2), 10, 16.5, 1.0)])
    f.run(activation(f.table, 0), [5, 4], what_does="stay", neural_spikes=("detonate", 1))
    assert not f[1].alive and not f[2].alive  # Dam 6 against T 4: 4+ each
