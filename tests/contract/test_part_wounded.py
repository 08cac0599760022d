"""Odds of units of which the first model is hurt already: in every system, attackers and targets, worked by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

import grognard
from grognard import GrognardError, systems
from grognard.muster.ref import resolve_force, samples
from grognard.systems.command import examples as command
from grognard.systems.dropzone.examples import squad, weapon
from grognard.systems.usr import examples
from grognard.systems.void import examples as void

F = Fraction


def test_void_a_hurt_hero_needs_one_wound_fewer():
    hero = void.unit(void.model("hero", T=4), n=2)  # three wounds each
    asked = {"range": 5.0, "target_wounds": 1}
    two = void.unit(void.model("line trooper", arms=("rifle",)), n=2)
    odds = grognard.odds(two, hero, **asked)
    one = F(1, 2) * F(1, 2)  # 6+ to hit on d10 with SH 4, 6+ to wound with Dam 4 against T 4
    assert odds.slain.fraction(1) == 1 - (1 - one) ** 2  # one wound kills the first, two leave the second with two
    assert odds.damage.fraction(2) == one**2
    assert grognard.odds(two, hero, range=5.0).slain.fraction(1) == 0
    noted = grognard.odds(hero, two, wounds=1, range=5.0).notes
    assert any("wounds has no effect" in note for note in noted)


def test_usr_a_hurt_leader_in_front_and_a_hull_with_one_point():
    front, back = examples.model(W=3), examples.model(W=2)
    target = examples.unit(front, back)
    shots = examples.shooter(shots=2)  # 3+ to hit, 4+ to wound: 1/3 each
    odds = grognard.odds(shots, target, target_wounds=1)
    assert odds.slain.fraction(1) == 1 - F(4, 9) and odds.damage.fraction(2) == F(1, 9)
    hull = examples.target(Front=11, HP=3)
    once = examples.shooter(S=7)  # glances on a 4, penetrates on 5 and 6
    left = grognard.odds(once, hull, target_wounds=1)
    assert left.other["crippled"] + left.slain.fraction(1) >= F(2, 3) * F(1, 2)
    assert left.damage.weights == grognard.odds(once, hull, sets={"hp": 1}).damage.weights


def test_usr_a_hurt_firer_burns_sooner():
    gun = examples.weapon("Hot", "Gets Hot")
    ours = examples.unit(examples.model(W=2, weapons=[gun]), count=2)
    hot = {"supercharge": "strength"}
    odds = grognard.odds(ours, examples.target(), sets=hot, wounds=1)
    assert odds.other["own-slain"].fraction(1) == F(1, 6)  # a 1 of the first; the other one has a wound to lose
    assert grognard.odds(ours, examples.target(), sets=hot).other["own-slain"].fraction(1) == 0


def test_command_who_is_hurt_is_incapacitated_and_does_not_fire():
    gun = command.gun()
    ours = command.kind("Ours", models=2, hp=2, weapons=(gun,))
    frail = command.kind(resolve=1)
    whole, hurt = grognard.odds(ours, frail), grognard.odds(ours, frail, wounds=1)
    alone = grognard.odds(command.kind("Ours", models=1, hp=2, weapons=(gun,)), frail)
    assert hurt.damage == alone.damage != whole.damage
    assert "with 1 left: it is Incapacitated" in str(hurt)
    tough = command.kind("Ours", "Unstoppable", models=2, hp=2, weapons=(gun,))
    assert grognard.odds(tough, frail, wounds=1).damage == grognard.odds(tough, frail).damage
    target = command.kind(models=2, hp=3, resolve=1)
    odds = grognard.odds(command.kind("One", models=1, weapons=(gun,)), target, target_wounds=1)
    assert odds.slain.fraction(1) == odds.damage.fraction(1) == 1 - odds.damage.fraction(0) > 0


def test_dropzone_points_left_of_the_first_unit_of_each_squad():
    gun = weapon("Reduced-1", acc=None, energy=12, shots=2)
    ours, theirs = squad(gun, units=2, DP=3), squad(name="Theirs", units=2, A=10, DP=3)
    odds = grognard.odds(ours, theirs, wounds=2, target_wounds=1)
    # Energy 12 against 10 does a point on 2+, two on 4+; the hurt firer has lost a shot, and the hurt unit falls to any point
    assert sum(odds.slain.weights) >= 1 and odds.damage != grognard.odds(ours, theirs).damage
    one = grognard.odds(squad(gun, DP=3), squad(name="Theirs", A=10, DP=3), wounds=2, target_wounds=1)
    assert one.slain.fraction(1) == F(5, 6) and one.damage.fraction(1) == F(5, 6)


@pytest.mark.parametrize("system", systems.NAMES)
def test_what_no_model_can_have_left_is_refused_with_what_it_can(system):
    ref = samples(system)[0]["ref"]
    unit = f"{ref}:{resolve_force(ref).kinds[0].name}"
    for how in ({"wounds": 0}, {"target_wounds": 99}):
        with pytest.raises(GrognardError, match="cannot have") as error:
            grognard.odds(unit, unit, **how)
        assert error.value.hint.startswith("1 to ") and error.value.where in ("--wounds", "--target-wounds")
