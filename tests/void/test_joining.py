"""Individuals who join squads: nobody acts twice, what is his stays his, and a squad that falls round him is destroyed."""

from __future__ import annotations

import pytest

from grognard.common import scenario
from grognard.systems.void import field as eyes
from grognard.systems.void import individuals
from grognard.systems.void.examples import model, trooper, unit
from grognard.systems.void.harm import state_of
from grognard.systems.void.nerve.morale import flee
from grognard.systems.void.rules import Dodge, Stealth, TroopCarrier
from grognard.systems.void.turn import activation, activations, marker_phase
from grognard.table.events import Given, Harmed, Joined, Locked
from grognard.table.state import Effect

from .field import Field, at

HERO = unit(model("hero", arms=("rifle",), role="individual"), name="hero")
FAR = at(trooper(n=2), 10, 30)


def test_who_has_acted_joins_only_a_squad_that_has_acted_so_that_nobody_shoots_twice():
    fresh, done = at(trooper(n=3), 10, 10), at(trooper(n=2), 10, 14)
    f = Field([fresh, at(HERO, 12.5, 12), done], [FAR])
    f.table.acted = frozenset({2})
    f.run(activation(f.table, 1), [1], what_does="stay", whom_does_hero_shoot=3, join=2)
    assert f[1].place == "joined" and f[2].size == 3
    (asked,) = [ask for ask in f.asked if "join" in ask.question]
    assert tuple(asked.options) == (2, "nobody")


@pytest.mark.rule("void:stealth")
def test_who_has_given_himself_away_stays_seen_in_a_squad_with_stealth():
    hero = unit(model("hero", Stealth(), arms=("rifle",), role="individual"), name="hero")
    f = Field([at(trooper(Stealth(), n=3), 10, 10), at(hero, 15.5, 10)], [at(trooper(n=2), 10, 30)])
    f.table.acted = frozenset({0})
    f.run(activation(f.table, 1), [9, 2], what_does="stay", whom_does_hero_shoot=2, join=0)
    assert f[0].size == 4 and eyes.view(f.table, 2, 0).seen == (3,)  # he, and none of the squad
    f.run(individuals.leave(f.table, 0), leave="leave")
    assert eyes.view(f.table, 2, 1).seen == (0,) and eyes.view(f.table, 2, 0).seen == ()
    f.run(marker_phase(f.table, 0))
    assert eyes.view(f.table, 2, 1).seen == ()


@pytest.mark.rule("void:dodge")
def test_what_he_has_dodged_counts_on_when_he_joins_and_when_he_leaves():
    hero = unit(model("hero", Dodge(), role="individual"), name="hero")
    f = Field([at(trooper(Dodge(), n=2), 10, 10), at(hero, 13, 10)], [FAR])
    Given(1, Effect("dodged", until=("round ends", 1), value=(2,))).on(f.table)
    f.run(individuals.joined(f.table, 1, 0))
    assert state_of(f.table, 0)[1] == (0, 0, 2)
    f.run(individuals.parted(f.table, 0, 1))
    assert state_of(f.table, 1)[1] == (2,) and state_of(f.table, 0)[1] == (0, 0)


def test_a_squad_that_falls_round_its_individual_is_destroyed_and_he_stands_alone():
    f = Field([at(trooper(n=2), 10, 10), at(HERO, 13, 10), at(trooper(arms=()), 30, 10)], [FAR])
    Joined(1, 0).on(f.table)
    Harmed(0, (0, 0, 3)).on(f.table)
    f.run(activations(f.table, 0), activate=2, what_does="stay")
    assert f[0].place == "dead" and f[1].here and f[1].size == 1
    assert scenario.destroyed(f.table, 0) == f[0].kind.points
    assert f.table.ready(0) == [1], "neither he nor his squad has acted"


def test_who_fought_beside_a_squad_that_has_fallen_fights_on_and_has_acted_with_it():
    f = Field([at(trooper(n=2), 10, 10), at(HERO, 13, 10), at(trooper(), 30, 10)], [at(trooper(n=2), 10, 11)])
    Joined(1, 0).on(f.table)
    Locked(0, 3).on(f.table)
    f.table.acted = frozenset({0})
    Harmed(0, (0, 0, 3)).on(f.table)
    f.run(activations(f.table, 0), activate=2, what_does="stay")
    assert f[1].foes == (3,) and f[3].foes == (1,) and 1 in f.table.acted


@pytest.mark.rule("void:troop-carrier")
def test_who_rides_in_a_carrier_that_runs_off_the_table_is_lost_with_it():
    carrier = unit(model("light tank", TroopCarrier(10, 2)), type="Vehicle", name="Barge")
    f = Field([at(carrier, 24, 2), (trooper(n=2), [])], [at(trooper(), 24, 10)])
    f.table.change(1, place="aboard", aboard=0)
    f.run(flee(f.table, 0))
    assert f[0].place == f[1].place == "dead"
    assert any("lost off the table edge with the carrier" in line for line in f.told())
