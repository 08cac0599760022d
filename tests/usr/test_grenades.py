"""Thrown grenades laid on in close combat: at whom, by whom, how often, and who is asked."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.systems.usr.attack import weapons
from grognard.systems.usr.combat import fight
from grognard.systems.usr.examples import ask, model, other, slays, target, unit, weapon
from tests.usr.field import act, field

F = Fraction
rule = pytest.mark.rule
KRAK = weapon("Krak Grenades", type="Assault 1", range=8, S=6, AP=4)
FRAG = weapon("Frag Grenades", "Blast", type="Assault 1", range=8, S=3)
KNIFE = weapon("Knife", melee=True)
HULL = target(Front=12, Side=11, Rear=10, HP=9)
BEAST = target(T=6, type="Monstrous Creature")
HIT, MISS, FOUR, SIX = 3, 1, 4, 6


def trooper(*weapons, count=1, **stats):
    return unit(model(weapons=weapons, name="Trooper", **stats), name="Troopers", count=count)


def brawl(attacker, defender, distance=2.0):
    t = field((attacker, 0, 10, 10), (defender, 1, 10, 10 + distance), step="close_combat", distance=6.0)
    for u, v in ((0, 1), (1, 0)):
        t.change(u, foes=(v,))
    return t


def test_a_krak_grenade_is_laid_on_a_hull_once_whatever_its_bearer_has():
    """Three Attacks and a charge, and one grenade: 3+ at what stands still, 6 and a die against the rear of 10: 5+ pierces."""
    found = ask(trooper(KRAK, A=3), HULL, melee=True, charging=True)
    assert found.steps[0].needs == "1 x 1"
    assert found.other["penetrations"].fraction(1) == F(2, 3) * F(1, 3)
    assert ("bomb", "one attack, whatever its bearer has") in [(b.rule, b.says) for b in found.steps[0].because]


def test_each_model_that_has_one_lays_it_on():
    assert other(trooper(KRAK, count=2), HULL, "penetrations", melee=True) == 1 - F(7, 9) ** 2


def test_a_monster_is_wounded_by_its_strength_and_a_man_with_bare_hands():
    # Weapon Skill 4 against 4, 6 against Toughness 6: 1/2 1/2; men are struck with Strength 4, 1/2 1/2 as well, three times
    assert slays(trooper(KRAK, A=3), BEAST, melee=True) == F(1, 4)
    assert slays(trooper(KRAK, A=3), target(), melee=True) == 1 - F(3, 4) ** 3


def test_its_ap_counts():
    # 4+ saves nothing against AP4, 3+ does: 1/2 1/2 1, 1/2 1/2 1/3
    for save, chance in (("4+", F(1, 4)), ("3+", F(1, 12))):
        foe = target(T=6, Sv=save, type="Monstrous Creature")
        assert slays(trooper(KRAK), foe, melee=True) == chance


@rule("usr:haywire")
def test_its_rules_count():
    haywire = weapon("Haywire Grenade", "Haywire", type="Assault 1", range=8, S=2)
    # Strength 2 cannot hurt 13; 2+ does by Haywire: a glance on 2 to 5, a penetration on 6
    assert other(trooper(haywire), target(Front=13, Side=13, Rear=13, HP=9), "penetrations", melee=True) == F(2, 3) / 6


def test_with_a_blade_at_hand_the_grenade_is_the_choice_of_its_bearer():
    # the knife: 1/2, and 6+ against Toughness 6; the grenade 1/2 1/2
    armed = trooper(KNIFE, KRAK)
    assert slays(armed, BEAST, melee=True) == F(1, 12)
    assert slays(armed, BEAST, melee=True, policy="best") == F(1, 4)
    assert slays(armed, BEAST, melee=True, weapons=["Krak Grenades"]) == F(1, 4)


def test_bare_hands_are_a_choice_too():
    """Five blows of Strength 6 beat one: each 1/2 1/2 at Toughness 6."""
    brute = trooper(KRAK, A=5, S=6)
    assert slays(brute, BEAST, melee=True) == F(1, 4)
    assert slays(brute, BEAST, melee=True, policy="best") == 1 - F(3, 4) ** 5


@rule("usr:blast")
def test_what_bursts_is_not_laid_on():
    """Strength 4 of bare hands against 10: 6 glances. A frag grenade makes no difference."""
    for extra in ((), (FRAG,)):
        found = ask(trooper(*extra), HULL, melee=True)
        assert found.other["penetrations"].fraction(0) == 1 and found.steps[0].needs == "1 x 1"
    assert weapons.laid_on(model(weapons=[FRAG, KRAK])) == (weapons.laid(KRAK),)


@pytest.mark.parametrize(
    "gun", [weapon("Krak Grenade Launcher", type="Assault 1", range=24, S=6), weapon("Krak Missile", S=8)]
)
def test_launchers_and_missiles_are_guns(gun):
    assert weapons.laid(gun) is gun


def test_a_grenade_that_its_list_gives_as_a_blade_is_that_blade():
    written = weapon("Krak Grenades (Melee)", melee=True, S=6, AP=4)
    thrown = weapon("Krak Grenade (Thrown)", type="Assault 1", range=8, S=6, AP=4)
    assert weapons.laid_on(model(weapons=[written, thrown])) == ()
    assert slays(trooper(written, thrown), BEAST, melee=True) == F(1, 4)


def test_by_ruling_it_is_thrown_only():
    said = {"thrown-grenades": "thrown"}
    assert slays(trooper(KRAK), BEAST, melee=True, rulings=said) == F(1, 12)
    assert slays(trooper(KRAK), BEAST, melee=True, rulings={"bombs": "any"}) == F(1, 4)
    # anybody, by the other ruling: 1/2, and 2+ against Toughness 4
    assert slays(trooper(KRAK), target(), melee=True, rulings={"bombs": "any"}) == F(5, 12)
    assert slays(trooper(KRAK), target(), melee=True, rulings={"bombs": "any", **said}) == F(1, 4)


def test_it_is_no_second_weapon_and_is_thrown_as_before():
    assert ask(trooper(KNIFE, KRAK), target(count=3), melee=True).steps[0].needs == "1 x 1"
    assert slays(trooper(KRAK, count=3), target(count=3), range=6) == F(2, 3) * F(5, 6), "one of three throws"


@pytest.mark.asks("…: with what does … strike?", of=0)
def test_on_the_table_its_player_is_asked():
    t = brawl(trooper(KNIFE, KRAK, A=2), HULL)
    done = act(t, fight.fight(t, (0, 1)), [HIT, FOUR], {"with what": 1})
    assert done.event("BlowsAt").blows == 1 and done.event("HullHit").glances == 1
    t = brawl(trooper(KNIFE, KRAK, A=2), HULL)
    done = act(t, fight.fight(t, (0, 1)), [HIT, HIT, FOUR, SIX], {"with what": 0})
    assert done.event("BlowsAt").blows == 2 and done.event("HullHit").glances == 1


@rule("usr:one-use-only")
def test_one_that_is_used_once_is_used_up_when_it_was_laid():
    once = weapon("Krak Grenade", "One Use Only", type="Assault 1", range=8, S=6)
    t = brawl(trooper(once, KNIFE), HULL)
    act(t, fight.fight(t, (0, 1)), [MISS], {"with what": 1})
    (man,) = t[0].members
    assert weapons.guns(man) == () and weapons.laid_on(man) == ()
