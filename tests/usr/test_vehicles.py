"""Vehicles: penetration, the damage table, hull points, and what a vehicle at 0 of them is."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.systems.usr.examples import ask, model, other, shooter, slays, target, unit, weapon
from tests.usr.playing import played, told

F = Fraction


def lascannon(**more):
    return shooter(S=9, AP=2, **more)


def test_penetration_is_strength_and_a_die_against_the_armour():
    raider = target(Front=14, Side=14, Rear=14, HP=4)
    assert told(played(lascannon(), raider, [3, 4]))["glances"] == 0
    assert told(played(lascannon(), raider, [3, 5]))["glances"] == 1
    assert told(played(lascannon(), raider, [3, 6, 2]))["penetrations"] == 1


def test_the_facing_struck_is_the_one_named():
    tank = target(Front=14, Side=12, Rear=10)
    for facing, glances in (("front", F(1, 6)), ("side", F(1, 6)), ("rear", F(1, 6))):
        assert ask(lascannon(), tank, facing=facing).other["glances"].fraction(1) == F(2, 3) * glances
    pens = [other(lascannon(), tank, "penetrations", facing=f) for f in ("front", "side", "rear")]
    assert pens == [F(2, 3) * F(n, 6) for n in (1, 3, 5)]


@pytest.mark.parametrize(
    ("face", "row"),
    [(1, "shaken"), (2, "shaken"), (3, "stunned"), (4, "weapons-lost"), (5, "immobilised"), (6, "explodes")],
)
def test_the_damage_table_with_ap2(face, row):
    tank = unit(model(Front=11, Side=11, Rear=10, weapons=[weapon()]), type="Vehicle")
    other_ = told(played(lascannon(), tank, [3, 6, face]))
    rows = ("stunned", "weapons-lost", "immobilised", "explodes")
    assert other_[row] and not any(other_[r] for r in rows if r != row)


def test_open_topped_vehicles_explode_sooner():
    autocannon = shooter(S=7, AP=4)
    trukk = target(Front=10, Side=10, Rear=10, type="Vehicle (Open-topped)")
    assert played(autocannon, trukk, [3, 6, 6]).slain == 1
    assert played(autocannon, target(Front=10), [3, 6, 6]).slain == 0


def test_an_explosion_costs_all_hull_points_left():
    assert played(lascannon(), target(Front=11, HP=4), [3, 6, 6]).damage == 4


def test_a_weapon_destroyed_without_weapons_immobilises():
    assert told(played(lascannon(), target(Front=11), [3, 6, 4]))["immobilised"]


def test_immobilised_again_costs_a_further_hull_point():
    assert played(lascannon(), target(Front=11), [3, 6, 5], sets={"immobilised": True}).damage == 2


def test_cover_may_save_a_glance():
    assert slays(lascannon(), target(Front=12, HP=1), cover="4+", rulings={"zero_hp": "wrecked"}) == F(2, 3) * F(
        4, 6
    ) * F(1, 2)


def test_at_no_hull_points_a_vehicle_is_crippled_not_slain():
    one = target(Front=14, HP=1)
    odds = ask(lascannon(), one)
    # a glance cripples; a penetrating hit does too, or explodes on 6 with AP2
    assert odds.other["crippled"] == F(2, 3) * (F(1, 6) + F(1, 6) * F(5, 6))
    assert odds.slain.fraction(1) == F(2, 3) * F(1, 6) * F(1, 6)
    wrecked = ask(lascannon(), one, rulings={"zero_hp": "wrecked"})
    assert wrecked.slain.fraction(1) == F(2, 3) * F(2, 6) and wrecked.other["crippled"] == 0


def test_a_glance_on_a_crippled_hull_rolls_on_the_table():
    # shot one glances the last hull point away, shot two glances again: the table, with AP2 a 6 explodes
    two = shooter(S=9, AP=2, shots=2)
    assert played(two, target(Front=14, HP=1), [3, 3, 5, 5, 6]).slain == 1
    assert told(played(two, target(Front=14, HP=1), [3, 3, 5, 5, 5]))["crippled"]


def test_immobilised_at_no_hull_points_twice_is_a_wreck():
    said = {"sets": {"immobilised": True, "hp": 1}}
    outcome = played(lascannon(), target(Front=14, HP=3), [3, 6, 5], **said)
    assert outcome.slain == 1 and outcome.damage == 1


def test_ordnance_takes_the_better_of_two_dice():
    tank = unit(model(weapons=[weapon(type="Ordnance 1", S=8, AP=3)]))
    odds = ask(tank, target(Front=13))
    assert other(tank, target(Front=13), "penetrations") == F(2, 3) * F(11, 36)
    assert odds.other["glances"].fraction(1) == F(2, 3) * F(9, 36)


def test_the_next_vehicle_is_hit_when_the_first_is_gone():
    pair = target(Front=10, count=2)
    two = shooter(S=9, AP=1, shots=2)
    assert played(two, pair, [3, 3, 6, 6, 6, 6]).slain == 2


def test_a_super_heavy_loses_hull_points_only():
    titan = target(Front=10, HP=9, type="Vehicle (Super-heavy)")
    assert played(lascannon(), titan, [3, 6, 5]).damage == 1
    assert played(lascannon(), titan, [3, 6, 6, 6]).damage == 4


def test_a_building_falls_on_six():
    bastion = target(Front=14, HP=4, type="Building")
    assert played(shooter(S=10, AP=3), bastion, [3, 6, 6]).slain == 1
    assert played(shooter(S=10, AP=3), bastion, [3, 6, 5, 3]).slain == 0


def test_a_hundred_hits_stay_exact():
    law = ask(shooter(S=6, shots=12), target(Front=10))
    assert sum(law.slain.weights.values()) == law.slain.den
