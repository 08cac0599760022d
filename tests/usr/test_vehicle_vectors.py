"""Attacks on vehicles die by die: what each roll against the armour and on the table comes to."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.systems.usr.examples import ask, model, other, shooter, target, unit, weapon
from tests.usr.playing import played, told

F = Fraction
HIT = 3
STEEL = target(Front=14, Side=14, Rear=14, HP=4)


def pierces(gun, steel, faces, **said):
    found = told(played(gun, steel, [HIT, *faces], **said))
    return "pen" if found["penetrations"] else "glance" if found["glances"] else ""


@pytest.mark.parametrize(("face", "result"), [(4, ""), (5, "glance"), (6, "pen")])
def test_a_lascannon_at_armour_14(face, result):
    assert pierces(shooter(S=9, AP=2), STEEL, [face] + [1] * (face == 6)) == result


@pytest.mark.parametrize(("face", "row"), [(2, "shaken"), (5, "immobilised"), (6, "explodes")])
def test_what_a_lascannon_does_to_what_it_pierces(face, row):
    assert told(played(shooter(S=9, AP=2), STEEL, [HIT, 6, face]))[row]


@pytest.mark.rule("usr:melta")
def test_a_meltagun_at_armour_14():
    gun = shooter("Melta", S=8, AP=1, range=12)
    assert pierces(gun, STEEL, [2, 4], range=6) == "glance" and pierces(gun, STEEL, [3, 4, 1], range=6) == "pen"
    assert pierces(gun, STEEL, [5], range=7) == ""
    assert other(gun, STEEL, "penetrations", range=6) == F(2, 3) * F(7, 12)
    assert other(gun, STEEL, "glances", range=6) == F(2, 3) * F(5, 36)
    assert told(played(gun, STEEL, [HIT, 3, 4, 5], range=6))["explodes"]  # 5 and 2 for AP1


def test_an_autocannon_at_an_open_topped_trukk():
    trukk = unit(model(Front=10, weapons=[weapon()]), type="Vehicle (Open-topped)")
    assert told(played(shooter(S=7, AP=4), trukk, [HIT, 6, 6]))["explodes"]
    assert told(played(shooter(S=7, AP=4), trukk, [HIT, 6, 4]))["weapons-lost"] == 1


@pytest.mark.rule("usr:lance")
def test_a_lance_counts_armour_14_as_12_and_leaves_11_alone():
    gun = shooter("Lance", S=8, AP=2)
    assert pierces(gun, STEEL, [4]) == "glance" and pierces(gun, STEEL, [5, 1]) == "pen"
    assert pierces(gun, target(Front=11), [3]) == "glance" and pierces(gun, target(Front=11), [2]) == ""


@pytest.mark.rule("usr:rending")
def test_a_rending_six_adds_a_d3_at_the_weapons_own_ap():
    gun = shooter("Rending", S=6, AP=4)
    assert pierces(gun, target(Front=13), [6, 1]) == "glance"
    # 6 and 2 (a D3 of 3 or 4): it pierces; a 4 on the table is stunned at AP4, which AP2 would make a weapon destroyed
    assert told(played(gun, target(Front=13), [HIT, 6, 3, 4]))["stunned"]


def test_ordnance_at_armour_13():
    tank = unit(model(weapons=[weapon(type="Ordnance 1", S=8, AP=3)]))
    assert pierces(tank, target(Front=13), [3, 6, 1]) == "pen"


@pytest.mark.rule("usr:armourbane")
def test_armourbane_adds_a_die():
    gun = shooter("Armourbane", S=8)
    assert pierces(gun, STEEL, [2, 4]) == "glance" and pierces(gun, STEEL, [3, 5, 1]) == "pen"


@pytest.mark.rule("usr:haywire")
def test_haywire_reads_one_die():
    gun = shooter("Haywire", S=1, AP=4)
    assert [pierces(gun, STEEL, [n]) for n in (1, 2, 5)] == ["", "glance", "glance"]
    assert pierces(gun, STEEL, [6, 1]) == "pen"


@pytest.mark.rule("usr:graviton")
def test_graviton_immobilises_on_a_six():
    gun = shooter("Graviton", S="X", AP=2)
    assert played(gun, STEEL, [HIT, 5]).damage == 0
    outcome = played(gun, STEEL, [HIT, 6])
    assert outcome.damage == 1 and told(outcome)["immobilised"]


@pytest.mark.rule("usr:sniper")
def test_a_sniper_has_strength_4_against_vehicles():
    gun = shooter("Sniper", S="X", AP=6)
    assert told(played(gun, target(Front=10), [5, 6]))["glances"] == 1
    assert told(played(gun, target(Front=10), [5, 5]))["glances"] == 0


@pytest.mark.rule("usr:poisoned")
@pytest.mark.rule("usr:fleshbane")
def test_poison_and_fleshbane_do_nothing_to_armour():
    for rule in ("Poisoned (2+)", "Fleshbane"):
        gun = shooter(rule, S=1, shots=2)
        assert ask(gun, target(Front=10)).damage.fraction(0) == 1


@pytest.mark.rule("usr:destroyer")
def test_a_destroyer_at_armour_14():
    gun = shooter(S="D", AP=2)
    assert played(gun, STEEL, [HIT, 1]).damage == 0
    assert (
        played(gun, STEEL, [HIT, 4, 5, 1]).damage == 3
    )  # a penetrating hit of D3 hull points (5: three), then the table
    deathblow = played(gun, STEEL, [HIT, 6, 1, 1], cover="2+")  # D6+6, and no saves
    assert deathblow.damage == 4


@pytest.mark.rule("usr:gets-hot")
def test_a_supercharged_shot_that_shows_1_glances_its_own_vehicle():
    tank = unit(model(Front=12, HP=3, weapons=[weapon("Plasma", "Gets Hot", S=7, AP=2)]), type="Vehicle")
    hot = told(played(tank, target(), [1], sets={"supercharge": "strength"}))
    assert hot["own-damage"] == 1 and hot["own-slain"] == 0
    assert played(tank, target(), [1]).damage == 0  # an ordinary shot only misses
