"""The damage table of section 8, face by face, and what changes it."""

from fractions import Fraction

import pytest

from grognard.kernel.faces import reading
from grognard.systems.dropzone.circumstances import Circumstances, canonical
from grognard.systems.dropzone.examples import duel, expected, squad, weapon
from grognard.systems.dropzone.matchup import match

# Armour less Energy: what each face does, with the expected damage of one hit
TABLE = {
    -3: (0, 2, 2, 2, 2, 2),
    -2: (0, 2, 2, 2, 2, 2),
    -1: (0, 2, 2, 2, 2, 2),
    0: (0, 2, 2, 2, 2, 2),
    1: (0, 1, 2, 2, 2, 2),
    2: (0, 1, 1, 2, 2, 2),
    3: (0, 0, 1, 1, 2, 2),
    4: (0, 0, 0, 1, 1, 2),
    5: (0, 0, 0, 0, 1, 1),
    6: (0, 0, 0, 0, 0, 1),
    7: (0, 0, 0, 0, 0, 0),
    8: (0, 0, 0, 0, 0, 0),
}
BODY = {  # needed for damage, needed for a critical; 7: impossible
    -1: (2, 2), 0: (2, 3), 1: (2, 4), 2: (3, 5), 3: (4, 6), 4: (5, 7), 5: (6, 7), 6: (7, 7), 7: (7, 7),
}  # fmt: skip


def built(rules="", energy=8, armour=8, cover=(), close=False, type="Infantry", **now):
    target = squad(type=type, A=armour, DP=9, F=4 if type == "Infantry" else None)
    situation = canonical(Circumstances(cover=cover, **now))
    return match(weapon(rules, energy=energy, cq=close), target, target.models[0], situation, energy).damage()


@pytest.mark.parametrize("delta", TABLE)
def test_each_face_of_the_damage_roll(delta):
    for energy in (1, 5, 10):
        if energy + delta >= 1:
            test = built(energy=energy, armour=energy + delta, type="Tank")
            assert test.test.faces == tuple(TABLE[delta])


@pytest.mark.parametrize("delta", BODY)
def test_body_cover_needs_one_more_for_damage_and_critical(delta):
    faces = built(energy=9, armour=9 + delta, cover=("body",)).test.faces
    hurt, critical = BODY[delta]
    assert faces == tuple(0 if d < hurt else 2 if d >= critical else 1 for d in range(1, 7))


def test_body_cover_may_leave_the_critical_alone_by_ruling():
    faces = built(energy=6, armour=8, cover=("body",), rulings=(("s3-body-cover", "damage"),)).test.faces
    assert faces == (0, 0, 1, 2, 2, 2)


def test_body_cover_is_for_infantry_in_the_open_fight():
    assert built(energy=6, armour=8, cover=("body",), type="Tank").test.faces == (0, 1, 1, 2, 2, 2)
    assert built(energy=6, armour=8, cover=("body",), close=True).test.faces == (0, 1, 1, 2, 2, 2)


@pytest.mark.parametrize("delta", [d for d in TABLE if -2 <= d <= 8])
def test_the_expected_damage_of_a_hit(delta):
    odds = duel(acc=None, energy=8, A=8 + delta, DP=9)
    assert expected(odds) == Fraction(sum(TABLE[delta]), 6)
    one_a_hit = Fraction(sum(d > 0 for d in TABLE[delta]), 6)
    assert expected(duel(melee=True, energy=8, A=8 + delta, DP=9, type="Infantry")) == one_a_hit


def test_entering_throws_successful_dice_again():
    test = built(energy=5, armour=7, close=True, entered=True)
    assert test.chance == pytest.approx(25 / 36)
    assert reading(test.test).law.weights[0] == 11  # of 36: 1 at once, or a success and then a 1


def test_collateral_always_hurts_on_a_natural_6():
    assert built(energy=4, armour=13, collateral=True).test.faces == (0, 0, 0, 0, 0, 1)
    assert built(energy=4, armour=10, collateral=True).test.faces == (0, 0, 0, 0, 0, 1)
    assert built(energy=2, armour=7, collateral=True).test.faces == (0, 0, 0, 0, 1, 1)


def test_thirteen_energy_bars_passive_countermeasures():
    assert duel(acc=None, energy=12, A=15, CM="P4+").destroyed == Fraction(1, 3) * Fraction(1, 2) + Fraction(
        1, 3
    ) * Fraction(3, 4)
    assert duel(acc=None, energy=13, A=15, CM="P4+").destroyed == Fraction(5, 6)
    assert duel(acc=None, energy=13, A=15, CM="P4+", type="Behemoth").destroyed < Fraction(5, 6)


def test_a_weapon_without_energy_does_nothing():
    assert duel(acc=None, energy=None, A=5).destroyed == 0
