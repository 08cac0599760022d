"""The worked examples of the book and the values derived from it (section 16 of our notes) that are exact odds."""

from fractions import Fraction

import pytest

from grognard.kernel.faces import d3, reading
from grognard.systems.dropzone.attack import focusings
from grognard.systems.dropzone.circumstances import Circumstances, canonical
from grognard.systems.dropzone.examples import duel, expected, squad, weapon
from grognard.systems.dropzone.matchup import match
from grognard.systems.dropzone.shooting import shoot_action
from grognard.systems.dropzone.turn import initiative

from .field import field, run, told


def test_t1_a_penalty_raises_what_is_needed():
    assert duel(acc=3, sets={"disembarked": True}).steps[1].needs == "5+"


def test_t2_a_d3_is_half_a_die():
    assert [reading(d3()).kinds[c] for c in reading(d3()).codes[1:7]] == [1, 1, 2, 2, 3, 3]


@pytest.mark.rule("dropzone:anti-aircraft")
def test_t4_aa_takes_evasion_down():
    reasons = {b.rule: b.says for b in duel("AA-2", acc=2, CM="E+3").steps[1].because}
    assert reasons["AA-2"] == "Evasion lowered by 2" and reasons["Evasion"] == "1 more needed"


@pytest.mark.rule("dropzone:devastator")
def test_t10_one_ordinary_success_at_a_behemoth_does_three():
    odds = duel("DV-3 (Behemoths)", acc=None, energy=10, A=15, DP=9, type="Behemoth")
    assert odds.damage.fraction(3) == Fraction(2, 6) and set(odds.damage.weights) == {0, 3}


@pytest.mark.rule("dropzone:focus")
def test_t11_two_hits_given_up_strengthen_two_or_three_strengthen_one():
    target = squad(type="Infantry", A=7, DP=5, F=4)
    m = match(weapon("Focus-3", energy=3), target, target.models[0], canonical(Circumstances()), 3)
    ways = focusings(m, 4, 0)
    assert ((3, 2),) in ways  # two hits at 6
    assert ((9, 1),) in ways  # one at 12
    assert m.damage(3).because[0].says == "3+3 against Armour 7"


def test_t12_energy_3_cannot_hurt_armour_13():
    assert duel(acc=None, energy=3, A=13).destroyed == 0


@pytest.mark.rule("dropzone:focus")
def test_t13_hits_focused_beyond_13_may_still_be_saved():
    odds = duel("Focus-9", acc=None, energy=5, shots=2, A=18, CM="P4+")
    assert odds.destroyed == Fraction(3, 6) * Fraction(1, 2) + Fraction(1, 6) * Fraction(
        1, 4
    )  # 14 against 18: 4, 5 for 1; 6 for 2


def test_t15_a_wheat_field_hits_as_hard_as_it_is():
    from grognard.systems.dropzone.hazards import falling

    assert falling(5).stats.energy == 5 and falling(5).stats.acc is None


@pytest.mark.parametrize(("acc", "chance"), [(1, Fraction(4, 9)), (2, Fraction(1, 3))])
def test_d1_railgun_at_a_skimmer(acc, chance):
    assert duel(acc=acc, energy=10, A=13, CM="A, E+2").destroyed == chance


def test_d2_plasma_at_a_heavy_tank():
    assert duel(acc=2, energy=11, A=15, CM="A").destroyed == Fraction(5, 12)


def test_d3_railgun_at_a_shielded_skimmer():
    assert duel(acc=1, energy=10, A=12, CM="A, E+2, P5+").destroyed == Fraction(4, 9)


@pytest.mark.rule("dropzone:reduced")
def test_d4_rifles_in_the_open_and_combined():
    assert expected(duel("Reduced-1", acc=3, energy=3, shots=4, type="Infantry", A=7, DP=50)) == Fraction(16, 9)
    combined = duel("Reduced-1", acc=3, energy=3, shots=4, type="Infantry", A=7, DP=50, sets={"combined": True})
    assert combined.steps[0].needs == "1 x 1" and expected(combined) == 1


@pytest.mark.rule("dropzone:destroyer")
def test_d5_marksman_laser():
    assert expected(duel("DS 6+", acc=2, energy=11, A=15, DP=9)) == Fraction(7, 9)


@pytest.mark.rule("dropzone:destroyer")
def test_d6_when_only_a_6_hits_every_hit_is_a_destroyer_hit():
    sets = {"incoherent": True, "disembarked": True}
    odds = duel("DS 6+", acc=2, energy=1, A=15, DP=9, CM="E+2", sets=sets)
    assert odds.damage.fraction(2) == Fraction(1, 6) and set(odds.damage.weights) == {0, 2}


@pytest.mark.rule("dropzone:devastator")
def test_d7_plasma_cannon_at_infantry():
    odds = duel("DV-2 (Infantry)", acc=2, energy=11, type="Infantry", A=7, DP=5)
    assert set(odds.damage.weights) == {0, 4} and odds.damage.fraction(4) == Fraction(25, 36)


@pytest.mark.rule("dropzone:devastator")
def test_d8_plasma_cannon_at_a_building():
    odds = duel("DV-2 (Scenery)", acc=4, energy=11, type="Scenery", tags=("Destructible",), A=10, DP=20)
    assert odds.damage.fraction(2) == Fraction(25, 36)
    # 11 against 10: any 2+ hurts and is critical, which lays a token
    assert odds.other["collateral"].fraction(1) == Fraction(25, 36)


@pytest.mark.rule("dropzone:area")
def test_d9_area_misses_on_1_glances_on_a_miss_and_hits():
    faces = duel("Area", acc=3, energy=10, A=13).steps
    assert [s.name for s in faces[:2]] == ["shots", "to hit"]
    target = squad(A=13)
    m = match(weapon("Area", acc=3), target, target.models[0], canonical(Circumstances()), 10)
    assert m.to_hit is not None and m.to_hit.test.faces == ("miss", "glance", "hit", "hit", "hit", "hit")
    assert m.glance == -2


def test_d10_collateral_on_buildings_bunkers_and_forests():
    from grognard.systems.dropzone.hazards import COLLATERAL, FIRE

    def needs(by, armour):
        target = squad(type="Scenery", A=armour, DP=20, tags=("Destructible",))
        m = match(by, target, target.models[0], canonical(Circumstances(collateral=True)), by.stats.energy)
        return [d for d, x in enumerate(m.damage().test.faces, 1) if x]

    assert needs(COLLATERAL, 10) == [6] and needs(COLLATERAL, 13) == [6] and needs(FIRE, 7) == [5, 6]


def test_d13_wrecks_hurt_infantry_on_2():
    from grognard.systems.dropzone.hazards import WRECK

    target = squad(type="Infantry", A=7, DP=5, F=4)
    m = match(WRECK, target, target.models[0], canonical(Circumstances()), 10)
    assert m.damage().test.faces == (0, 2, 2, 2, 2, 2)


class TestWhy:
    """What odds says of an attack is enough to work it out again."""

    def why(self, attacker, target, **more):
        from grognard.common.odds import Question, answer
        from grognard.systems.dropzone.system import SYSTEM

        return answer(SYSTEM, Question(attacker=attacker, target=target, rulings=SYSTEM.settled({}), **more))

    def test_how_many_shots_and_at_which_units(self):
        rail = weapon("", "Railgun", acc=2, energy=10)
        gatling = weapon("", "Gatling", acc=3, energy=4, shots=2, full=36.0, countered=12.0)
        sabres = squad(rail, gatling, name="Sabre", type="Tank", units=3)
        hunters = squad(name="Hunter", type="Tank", units=3, A=13, CM="A")
        odds = self.why(sabres, hunters, range=24.0)
        (shots,) = [s for s in odds.steps if s.name == "shots"]
        # 5/6 x 4/6: after one shot 4/9 of it stands, so the first has one and the next one as well
        assert (shots.weapon, shots.needs) == ("Railgun", "3 x 1")
        assert shots.because[-1].says.startswith("1 at the first unit, 1 at another, 1 at a third: the nearest that")
        assert [(one.weapon, one.why) for one in odds.unused] == [("Gatling", 'reaches 12" (countered range)')]
        best = self.why(sabres, hunters, range=24.0, policy="best")
        assert "where they destroy most" in next(s for s in best.steps if s.name == "shots").because[-1].says

    def test_what_cannot_hurt_and_what_is_not_fired(self):
        weak, one, two = weapon("", "Pistol", energy=2), weapon("Alt-1", "One"), weapon("Alt-1", "Two")
        odds = self.why(squad(weak, one, two, name="A"), squad(name="B", A=12))
        assert [(one.weapon, one.why) for one in odds.unused] == [("Two", "One is fired in its place (Alternate Fire)")]
        assert odds.notes == ("Pistol cannot hurt it: Energy 2 against Armour 12",)

    def test_a_weapon_that_takes_no_part_is_named_once(self):
        jets = squad(name="Jet", type="Aircraft")
        (unused,) = self.why(squad(weapon("", "Cannon"), name="A"), jets).unused
        assert (unused.weapon, unused.why) == (
            "Cannon",
            "only Anti-Aircraft weapons can be aimed at Aircraft in the air",
        )

    def test_a_log_tells_what_dice_need_and_why(self):
        t, log = (
            field(
                (squad(weapon(name="Gun", acc=2, energy=10), name="A"), 0, 10, 10),
                (squad(name="B", A=13, DP=3, CM="E+1, P5+"), 1, 10, 20),
            ),
            [],
        )
        run(t, shoot_action.shoot(t, 0), [3, 3, 5], log=log)
        assert told(t, log) == [
            'A fires Gun at B, 10.0" away: to hit 3+ (Accuracy: 2+, Evasion: 1 more needed); to damage 3+ (Energy: 10 against '
            "Armour 13), critical 5+; passive save 5+",
        ]
        run(t, shoot_action.shoot(t, 1), log=log)
        t.change(0, effects=())
        run(t, shoot_action.shoot(t, 0), [3, 5, 4, 5], log=log)
        assert told(t, log)[-1] == "B: hurt (Damage Points left: 2)"


@pytest.mark.parametrize(
    ("dice", "pick", "why"),
    [
        ([6, 5], "I do", "Player 1 to go first (the only natural 6)"),
        ([3, 5], "I do", "Player 2 to go first (5 to 3)"),
        ([3, 5], "the enemy", "Player 1 to go first (Player 2 won, 5 to 3, and lets them)"),
    ],
)
def test_the_log_says_why_who_goes_first(dice, pick, why):
    t, log = field((squad(weapon(), name="A"), 0, 10, 10), (squad(weapon(), name="B"), 1, 10, 20)), []
    run(t, initiative(t, 0), dice, picks={"who goes": pick}, log=log)
    assert told(t, log)[0] == why
