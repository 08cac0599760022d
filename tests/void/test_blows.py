"""Rules of blows: how many, how hard, with what, and against whom."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.systems.void.examples import ask, model, trooper, unit
from grognard.systems.void.melee.fight import fight, strikes
from grognard.systems.void.rules import (
    FindWeakness,
    HeavyArmour,
    LethalStrike,
    Marksman,
    MultipleAttacks,
    MultipleShots,
    ShockTrooper,
    StompAttack,
    Swarm,
)
from grognard.table.events import Locked

from .field import Field, at

F = Fraction
BLADE = ("Combat Blade",)


def engaged(ours, theirs, rows=1):
    f = Field([at(ours, 10, 10)], [at(theirs, 10, 10.984375, 0.9921875)])
    Locked(0, 1).on(f.table)
    return f


# --- Lethal Strike ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("void:lethal-strike")
@pytest.mark.parametrize(("n", "most"), [(1, 2), (2, 3)])
def test_lethal_strike_adds_its_number_to_the_weapons_dice(n, most):
    odds = ask(trooper(LethalStrike(n)), trooper(W=4), melee=True)
    assert odds.damage.fraction(most) == F(1, 2) * F(1, 2) ** most and odds.damage.fraction(most + 1) == 0


@pytest.mark.rule("void:lethal-strike")
def test_lethal_strike_is_nothing_to_a_rifle_but_all_to_a_stomp():
    assert ask(trooper(LethalStrike(2)), trooper(W=4)).damage == ask(trooper(), trooper(W=4)).damage
    stomp = ask(trooper(LethalStrike(1), StompAttack(), arms=()), trooper(W=4), melee=True)
    assert stomp.damage.fraction(2) == F(1, 8)


# --- Multiple Attacks ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("void:multiple-attacks")
def test_two_attacks_are_two_blows_in_all_one_roll_to_hit_each():
    odds = ask(trooper(MultipleAttacks(2)), trooper(n=3), melee=True)
    assert odds.slain.fraction(2) == F(1, 16) and odds.slain.fraction(3) == 0
    assert ask(trooper(MultipleAttacks(2)), trooper()).slain.fraction(1) == F(1, 4)  # not when shooting


@pytest.mark.rule("void:multiple-attacks")
def test_blows_go_over_to_the_next_enemy_in_contact():
    f = Field(
        [at(trooper(MultipleAttacks(2), arms=BLADE), 10.49609375, 10)],
        [at(trooper(n=2, arms=BLADE), 10, 10.8515625, 0.9921875)],
    )
    Locked(0, 1).on(f.table)
    f.run(fight(f.table, 0), [6, 6, 6, 6, 1, 1])
    assert not f[1].alive and "void:multiple-attacks" in f.by()


# --- Shock Trooper ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("void:shock-trooper")
def test_shock_troopers_hit_and_wound_one_better_on_top_of_the_charge():
    assert ask(trooper(ShockTrooper()), trooper(), melee=True, charging=True).slain.fraction(1) == F(7, 10) * F(6, 10)
    assert ask(trooper(ShockTrooper()), trooper(), melee=True).slain.fraction(1) == F(1, 4)


@pytest.mark.rule("void:shock-trooper")
def test_a_failed_jump_takes_it_away_with_the_rest():
    from grognard.systems.void.rules import JumpTrooper

    jumpers = trooper(ShockTrooper(), JumpTrooper())
    odds = ask(jumpers, trooper(), melee=True, charging=True, sets=("failed-jump=yes",))
    assert odds.slain.fraction(1) == F(1, 4)


# --- Stomp Attack -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("void:stomp-attack")
def test_a_beast_without_weapons_stomps_with_its_strength():
    beast = unit(model("war beast", StompAttack(), arms=()))
    assert ask(beast, trooper(), melee=True).slain.fraction(1) == F(6, 10) * F(7, 10)  # AS 5, ST 6 against T 4
    armoured = ask(
        unit(model("war beast", StompAttack(), FindWeakness(2), arms=())), trooper(HeavyArmour(4)), melee=True
    )
    assert armoured.slain.fraction(1) == F(6, 10) * F(7, 10) * F(7, 10)


@pytest.mark.rule("void:stomp-attack")
def test_a_stomp_is_used_by_default_only_without_another_weapon_and_by_best_play_when_it_is_better():
    from grognard.common.profiles import Weapon, interned
    from grognard.systems.void.profiles import WeaponStats

    feeble = interned(Weapon("feeble claws", WeaponStats(hit=-2, dam=0, by_strength=True)))
    beast = unit(model("war beast", StompAttack(), arms=(feeble,)))
    assert ask(beast, trooper(), melee=True).slain.fraction(1) == F(4, 10) * F(7, 10)
    assert ask(beast, trooper(), melee=True, policy="best").slain.fraction(1) == F(6, 10) * F(7, 10)


# --- Swarm --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("void:swarm")
@pytest.mark.parametrize(("contact", "worse"), [(1, 0), (2, 1), (3, 2), (4, 3), (5, 3)])
def test_each_enemy_beyond_the_first_costs_one_at_most_three(contact, worse):
    odds = ask(trooper(), trooper(Swarm()), melee=True, sets=(f"contact={contact}",))
    assert odds.slain.fraction(1) == F(5 - worse, 10) / 2


@pytest.mark.rule("void:swarm")
def test_swarm_does_nothing_at_range_and_needs_one_with_the_rule():
    assert ask(trooper(), trooper(Swarm()), sets=("contact=3",)).slain.fraction(1) == F(1, 4)
    mixed = unit(model("line trooper"), model("sergeant", Swarm()), name="mixed")
    assert ask(trooper(), mixed, melee=True, sets=("contact=3",)).slain.fraction(1) == F(3, 10) / 2


@pytest.mark.rule("void:swarm")
def test_on_the_table_those_in_contact_are_counted():
    f = Field(
        [at(trooper(arms=BLADE), 10.49609375, 10)], [at(trooper(Swarm(), n=2, arms=BLADE), 10, 10.8515625, 0.9921875)]
    )
    Locked(0, 1).on(f.table)
    (volley,), ids = strikes(f.table, 0, 1, 2, False, False)
    assert volley.how.contact == 2 and "void:swarm" in ids


# --- together -----------------------------------------------------------------------------------------------------------


def test_bonuses_of_different_rules_in_one_blow_add_up():
    attacker = trooper(
        ShockTrooper(), LethalStrike(1), MultipleAttacks(2), FindWeakness(1), Marksman(), MultipleShots(3)
    )
    odds = ask(attacker, trooper(HeavyArmour(4), Swarm(), W=9), melee=True, charging=True, sets=("contact=2",))
    # to hit 6 - 1 - 1 + 1 = 5+: 6/10; two dice, 5+ each: 6/10, armour 10 - 4 + 1 = 7+ fails 6/10; two blows
    assert odds.damage.mean() == pytest.approx(2 * 0.6 * 2 * 0.6 * 0.6)
