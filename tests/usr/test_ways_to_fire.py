"""One weapon with several ways to fire it, grenades under any name, and explanations that name what made it so."""

from __future__ import annotations

from fractions import Fraction

from grognard.systems.usr import condition
from grognard.systems.usr.attack import weapons
from grognard.systems.usr.examples import ask, model, slays, target, unit, weapon
from grognard.systems.usr.vehicles import hull_damage
from tests.usr.field import field, wood
from tests.usr.test_battle_combat import GUARDS, charge

F = Fraction
SHARD = weapon("Launcher (Shard)", S=4, AP=6, mode_of="Launcher")
SPIKE = weapon("Launcher (Spike)", S=8, AP=3, mode_of="Launcher")
GUN = weapon("Coil gun", S=4)
HULL = {"Front": 11, "Side": 11, "Rear": 10, "HP": 3, "BS": 4}


def tank(*weapons, type="Vehicle"):
    return unit(model(weapons=weapons, **HULL), name="Tank", type=type)


def test_a_vehicle_fires_a_weapon_one_way_in_a_turn():
    troop = target(T=4, count=3)
    assert slays(tank(SHARD, SPIKE), troop, 1) == F(2, 3) * F(1, 2), "the first way, a hit on 3+ and a wound on 4+"
    assert slays(tank(SHARD, SPIKE), troop, 2) == 0
    assert slays(tank(SHARD, SPIKE, GUN), troop, 2) == (F(2, 3) * F(1, 2)) ** 2


def test_best_play_takes_the_better_way():
    beast = target(T=8, W=1)  # Strength 4 cannot hurt it, Strength 8 does on 4+
    assert slays(tank(SHARD, SPIKE), beast) == 0
    assert slays(tank(SHARD, SPIKE), beast, policy="best") == F(2, 3) * F(1, 2) * F(5, 6), "and 6+ on the ground"


def test_the_ways_of_one_weapon_are_one_gun_of_those_that_fire_at_full_skill():
    moved = ask(tank(SHARD, SPIKE, GUN, type="Vehicle (Fast)"), target(), moved=True)
    assert [s.needs for s in moved.steps if s.name == "to hit"] == ["3+", "3+"], "a fast vehicle fires two"
    slow = ask(tank(SHARD, SPIKE, GUN), target(), moved=True)
    assert [s.needs for s in slow.steps if s.name == "to hit"] == ["3+", "6+"], "another one"
    why = next(s for s in slow.steps if s.name == "shots" and s.weapon == "Coil gun").because
    assert why[-1].says == "it moves too fast for more weapons at full skill"


def test_a_weapon_destroyed_is_lost_with_all_its_ways():
    (hull,) = tank(SHARD, SPIKE, GUN).models
    launcher, gun = weapons.whole_guns(hull)
    assert (launcher, gun) == ((SHARD, SPIKE), (GUN,))
    assert hull_damage.disarmed(hull, *launcher).weapons == (GUN,)


def test_beside_ordnance_a_gun_says_why_it_snaps():
    cannon = weapon("Great cannon", S=8, AP=3, type="Ordnance 1")
    steps = ask(tank(cannon, GUN), target()).steps
    why = next(s for s in steps if s.name == "shots" and s.weapon == "Coil gun").because
    assert why[-1].rule == "Ordnance"


def test_a_late_blow_says_what_makes_it_late():
    fist = weapon("Fist", "Unwieldy", melee=True, S="x2", AP=2)
    blows = ask(unit(model(weapons=[fist])), target(), melee=True).steps[0]
    assert [b.says for b in blows.because[-2:]] == ["strikes at step 1", "step 1"]
    walker = unit(model(weapons=[fist], Front=11, WS=4, S=6, I=4, A=2, HP=3), type="Walker")
    blows = ask(walker, target(), melee=True).steps[0]
    assert blows.because[-1].says == "step 4" and "strikes at step 1" not in [b.says for b in blows.because]


def charged_through_woods(*weapons):
    wedge = unit(model(weapons=weapons), name="B", count=3)
    t = field((wedge, 0, 10, 10), (GUARDS, 1, 10, 18), step="charges", pieces=(wood(4, 12, 14, 4),))
    charge(t, [5, 5], overwatch="no")
    assert t[0].foes
    return t[0].has(condition.ROUGH_CHARGE)


def test_assault_grenades_under_another_name_keep_the_initiative_of_a_charge():
    assert not charged_through_woods(weapon("Bang sticks", range=8, S=3, type="Assault 1", assault=True))


def test_frag_missiles_are_no_grenades():
    assert charged_through_woods(weapon("Launcher (Frag)", range=48, S=4))


def test_one_model_of_a_unit_throws_assault_grenades():
    sticks = weapon("Bang sticks", range=8, S=3, type="Assault 1", assault=True)
    (shots,) = [s for s in ask(unit(model(weapons=[sticks]), count=5), target(), range=6).steps if s.name == "shots"]
    assert shots.needs == "1 x 1"
