"""Several attackers in turn at one target, in all four games, with fractions worked out by hand."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest
from msgspec.structs import replace

import grognard
from grognard.common.asking import Attacker, Situation, ask_in_turn
from grognard.errors import GrognardError
from grognard.kernel.law import Law
from grognard.systems.command.examples import gun, kind
from grognard.systems.dropzone import examples as dropzone
from grognard.systems.usr.examples import shooter, target
from grognard.systems.usr.system import SYSTEM
from grognard.systems.void import examples as void
from grognard.systems.void.rules import TargetAcquisition
from tests.cli.run import as_json, fine, refused

F = Fraction


def law_of(law: Law) -> dict[int, Fraction]:
    return {n: law.fraction(n) for n in sorted(law.weights)}


def binomial(n: int, p: Fraction, k: int) -> Fraction:
    return comb(n, k) * p**k * (1 - p) ** (n - k)


# --- the seventh edition ----------------------------------------------------------------------------------------------


def test_usr_a_model_left_wounded_is_the_first_to_be_hit_again():
    """A shot wounds one time in 3. Two models of 2 wounds: one falls when two of all three shots wound."""
    found = grognard.odds(shooter(shots=2), target(Sv="-", W=2, count=2), then=[shooter()])
    assert law_of(found.damage) == {k: binomial(3, F(1, 3), k) for k in range(4)}
    assert found.slain.fraction(1) == 3 * F(1, 9) * F(2, 3) + F(1, 27) == F(7, 27)
    assert [one.destroyed for one in found.after] == [0, 0]
    assert found.after[0].slain.fraction(1) == F(1, 9)


def test_usr_instant_death_takes_what_the_first_has_left():
    """Strength 4 wounds one time in 3, Strength 8 slays 5 times in 9, whether 2 wounds are left or 1."""
    found = grognard.odds(shooter(), target(Sv="-", W=2), then=[shooter(S=8)])
    assert law_of(found.damage) == {0: F(2, 3) * F(4, 9), 1: F(1, 3) * F(4, 9), 2: F(5, 9)}
    assert found.destroyed == F(5, 9)


def test_usr_who_was_pinned_has_gone_to_ground():
    """One falls (1 in 3), the other fails Leadership 8 (10 in 36) and then has a cover save of 6."""
    found = grognard.odds(shooter("Pinning"), target(Sv="-", count=2), then=[shooter()])
    assert found.destroyed == F(1, 3) * (F(26, 36) * F(1, 3) + F(10, 36) * F(1, 3) * F(5, 6))


def test_usr_hull_points_are_lost_one_after_the_other():
    """Strength 6 glances Armour 12 with a 6: one time in 9."""
    found = grognard.odds(shooter(S=6), target(Front=12, HP=2), then=[shooter(S=6)])
    assert law_of(found.damage) == {k: binomial(2, F(1, 9), k) for k in range(3)}


# --- VOID -------------------------------------------------------------------------------------------------------------


def test_void_wounds_add_up_over_three_attackers():
    """A rifle hits a hero half the time and hurts him with 7 and more of 10: one time in 5."""
    rifle = "void/drill:Rifleman"
    found = grognard.odds(rifle, "void/drill:Hero", then=[rifle, rifle])
    assert law_of(found.damage) == {k: binomial(3, F(1, 5), k) for k in range(4)}
    assert [one.destroyed for one in found.after] == [0, 0, F(1, 125)]


def test_void_paint_helps_the_next():
    """A device paints 2 times in 5; a target-locking rifle then slays one time in 4, else one in 10 at this distance."""
    device, rifle = (void.trooper(arms=(void.weapon(n, TargetAcquisition()),)) for n in ("targeting device", "rifle"))
    found = grognard.odds(device, void.trooper(SZ=1), range=30, then=[rifle])
    assert found.destroyed == F(2, 5) * F(1, 4) + F(3, 5) * F(1, 10)


def test_void_hurt_models_fall_first():
    """Two models of 3 wounds and blows of one wound each: nobody is passed over, so three hurts slay one."""
    hero = void.unit(void.model("hero"), n=2)
    rifle = void.trooper()
    found = grognard.odds(rifle, hero, then=[rifle] * 3)
    p = grognard.odds(rifle, hero).damage.fraction(1)
    assert found.slain.fraction(1) == binomial(4, p, 3) + binomial(4, p, 4)


# --- the Command Token game -------------------------------------------------------------------------------------------


def test_command_each_attacker_counts_its_own_hits():
    """Four dice hit 5 times in 6, 3 hits make a point: hits that are left over do not wait for the next attacker."""
    volley = "command/drill:Volley"
    found = grognard.odds(volley, "command/drill:Brutes", then=[volley])
    p = binomial(4, F(5, 6), 3) + binomial(4, F(5, 6), 4)
    assert p == F(125, 144)
    assert law_of(found.damage) == {k: binomial(2, p, k) for k in range(3)}


def test_command_points_go_on_with_the_model_that_is_hurt():
    """Resolve 1: each of three hits (5 in 6) is a point, and a model has 2 of them."""
    one = kind("One", models=1, weapons=(gun(),))
    found = grognard.odds(one, kind(models=2, resolve=1, hp=2), then=[one, one])
    p = F(5, 6)
    assert found.slain.fraction(1) == 3 * p**2 * (1 - p) + p**3
    assert found.damage.fraction(3) == p**3


def test_command_armour_that_was_corroded_stays_so():
    """Three dice never make the 4 hits that Armor 4 takes; where a corrosive hit (5 in 6) has made it 3, all three do."""
    acid, plain = kind("Acid", models=1, weapons=(gun("Corrosive"),)), kind("Plain", models=3, weapons=(gun(),))
    tank = kind("Tank", models=1, armor=(4, 4, 4), hp=4)
    assert grognard.odds(plain, tank).damage.fraction(0) == 1
    assert grognard.odds(acid, tank, then=[plain]).damage.fraction(1) == F(5, 6) ** 4


# --- Dropzone ---------------------------------------------------------------------------------------------------------


def test_dropzone_the_next_squad_fires_at_what_is_left():
    """A cannon destroys a tank 5 times in 9. Two more fire one at each, or both at the one that is left."""
    p = F(5, 9)
    found = grognard.odds("dropzone/drill:Tank", "dropzone/drill:Two tanks", then=["dropzone/drill:Two tanks"])
    both = p * (1 - (1 - p) ** 2) + (1 - p) * p**2
    assert found.destroyed == both == F(425, 729)
    assert [one.attacker for one in found.after] == ["Tank", "Two tanks"]


def test_dropzone_damage_points_add_up():
    """Energy 6 against Armour 12: a point a shot one time in 9, saved one time in 3; four shots, and four more."""
    car = dropzone.squad(dropzone.weapon(energy=6, acc=3, shots=4))
    found = grognard.odds(car, dropzone.squad(A=12, DP=9, CM="P5"), then=[car])
    p = F(2, 3) * F(1, 6) * F(2, 3)
    assert law_of(found.damage) == {k: binomial(8, p, k) for k in range(9)}


def test_dropzone_close_quarters_go_on_with_the_most_damaged():
    knives = dropzone.squad(dropzone.weapon(energy=10, shots=3, cq=True), type="Infantry", F=4, DP=5)
    prey = dropzone.squad(type="Infantry", F=4, DP=5, A=10, units=2)
    found, once = grognard.odds(knives, prey, melee=True, then=[knives]), grognard.odds(knives, prey, melee=True)
    two = once.damage.times(2)
    assert all(found.damage.fraction(k) == two.fraction(k) for k in range(10))
    assert found.slain.fraction(0) == sum(two.fraction(k) for k in range(5))


# --- in every game ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("system", ["usr", "void", "command", "dropzone"])
def test_after_the_first_it_is_as_if_nobody_came_after(system):
    units = [kind.name for kind in grognard.load_force(f"{system}/A").kinds][:4]
    at = f"{system}/B:{grognard.load_force(f'{system}/B').kinds[0].name}"
    for name in units:
        first = f"{system}/A:{name}"
        alone, found = grognard.odds(first, at), grognard.odds(first, at, then=[first])
        assert (found.after[0].slain, found.after[0].damage) == (alone.slain, alone.damage)
        assert found.after[1].slain == found.slain and found.slain.mean() >= alone.slain.mean()
        assert found.impossible if alone.impossible else not found.impossible


def test_who_cannot_attack_changes_nothing():
    found = grognard.odds("usr/drill:Swordsman", "usr/drill:Brute", then=["usr/drill:Rifleman"])
    assert found.after[0].impossible and not found.impossible
    late = grognard.odds("usr/drill:Gunner", "usr/drill:Tank", then=["usr/drill:Swordsman"])
    assert "hull points lost" in str(late), "what is lost has its name whoever comes last"
    assert found.damage == grognard.odds("usr/drill:Rifleman", "usr/drill:Brute").damage


def test_the_command_tells_how_it_stands_after_each():
    asked = ("odds", "usr/drill:Rifleman", "usr/drill:Brute", "--then", "usr/drill:Gunner")
    said = fine(*asked)
    assert said.startswith("Rifleman, then Gunner shooting at Brute") and "After each attacker" in said
    assert "  Gunner: destroyed 55.6 %" in said and "Gunner: Why" in said
    told = as_json(*asked, "--json")
    assert [one["attacker"] for one in told["after"]] == ["Rifleman", "Gunner"]
    assert told["after"][1]["destroyed"] == pytest.approx(5 / 9)


def test_the_best_choices_are_each_attackers_own_and_the_answer_says_so():
    question = ["odds", "usr/A:Lantern Watch", "usr/B:Thornkin", "--range", "9", "--then", "usr/A:Gull Riders"]
    said = "each attacker chooses what is best for its own attack, as if nobody came after it"
    assert said in fine(*question, "--policy", "best") and said not in fine(*question)


def test_what_is_said_of_weapons_is_said_of_the_first():
    found = grognard.odds("usr/drill:Rifleman", "usr/drill:Brute", weapons=["Rifle"], then=["usr/drill:Gunner"])
    assert found.destroyed == F(5, 9)


def test_several_attackers_are_counted_exactly():
    asked = ("odds", "usr/drill:Rifleman", "usr/drill:Brute", "--then", "usr/drill:Gunner")
    assert "several attackers in turn are counted exactly" in refused(*asked, "--sample", "1000")
    assert "several attackers in turn are counted exactly" in refused(*asked, "--scatter")
    with pytest.raises(GrognardError, match="9 attackers in turn"):
        grognard.odds("usr/drill:Rifleman", "usr/drill:Brute", then=["usr/drill:Rifleman"] * 8)
    with pytest.raises(GrognardError, match="Rifleman is of void"):
        grognard.odds("usr/drill:Rifleman", "usr/drill:Brute", then=["void/drill:Rifleman"])


# --- what is said of a later attacker alone ---------------------------------------------------------------------------


def test_each_attacker_has_its_own_distance():
    """A rifle hurts a hero one time in 5 near by; at long range it hits 3 times in 10, hurts 2 in 5 of these: 3 in 25."""
    rifle, hero = "void/drill:Rifleman", "void/drill:Hero"
    near, far = F(1, 2) * F(2, 5), F(3, 10) * F(2, 5)
    found = grognard.odds(rifle, hero, range=30, then=[f"{rifle}; range=6"])
    once = near * (1 - far) + far * (1 - near)
    assert law_of(found.damage) == {0: F(88, 125), 1: once, 2: F(3, 125)} and once == F(34, 125)
    assert [one.range for one in found.after] == [30, 6] and found.range is None
    assert 'Rifleman at 6": ' in str(found) and "Rifleman, then Rifleman shooting at Hero  (void)" in str(found)


def test_one_shoots_and_the_next_charges():
    """A shot wounds one time in 3, each of a charger's two blows one time in 6; two wounds slay."""
    found = grognard.odds("usr/drill:Rifleman", "usr/drill:Brute", then=["usr/drill:Swordsman; melee; charging"])
    assert found.destroyed == F(1, 3) * (1 - F(5, 6) ** 2) + F(2, 3) * F(1, 36) == F(13, 108)
    said = str(found)
    assert "Rifleman, then Swordsman attacking Brute" in said and "Swordsman in close combat: destroyed 12.0 %" in said


def test_its_own_weapons_models_rules_and_circumstances():
    at, watch = "usr/B:Thornkin", "usr/A:Lantern Watch"
    weapon = grognard.odds(watch, at).steps[0].weapon.split(" x ")[-1]
    own = f"{watch}; weapon={weapon}; models=3; with=Twin-linked; snap; moved=no; range=-; cover=4+"
    found = grognard.odds(watch, at, range=9, moved=True, then=[own]).after[1]
    alone = grognard.odds(watch, at, weapons=[weapon], models=3, gives=["Twin-linked"], sets={"snap": True}, cover="4+")
    assert found.steps == alone.steps and found.range is None


def test_a_circumstance_is_taken_back():
    rifle, at = "usr/drill:Rifleman", "usr/drill:Brute"
    snapped = grognard.odds(rifle, at, sets={"snap": True}, then=[rifle, f"{rifle}; snap=no", f"{rifle}; snap=-"])
    needs = [[s.needs for s in one.steps if s.name == "to hit"] for one in snapped.after]
    assert needs == [["6+"], ["6+"], ["3+"], ["3+"]]


def test_a_unit_and_its_words_may_come_as_a_pair():
    rifle = "void/drill:Rifleman"
    pair = grognard.odds(rifle, "void/drill:Hero", range=30, then=[(rifle, "range=6")])
    assert pair.damage == grognard.odds(rifle, "void/drill:Hero", range=30, then=[f"{rifle}; range=6"]).damage
    assert grognard.odds(shooter(), target(W=2), then=[(shooter(), "with=Rending")]).after[1].steps


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("colour=red", "'colour' cannot be said of an attacker in turn"),
        ("range=far", "range is a distance in inches, such as 12, not 'far'"),
        ("models=few", "models is a number, not 'few'"),
        ("moved=perhaps", "moved is yes or no, not 'perhaps'"),
        ("range=", "'range=' says no value"),
        ("weapon=Spoon", "Rifleman has no weapon 'Spoon'"),
    ],
)
def test_words_that_say_nothing_are_refused_by_name(words, said):
    assert said in refused("odds", "usr/drill:Rifleman", "usr/drill:Brute", "--then", f"usr/drill:Rifleman; {words}")


@pytest.mark.parametrize("system", ["usr", "void", "command", "dropzone"])
def test_shooting_and_close_combat_may_follow_each_other_in_every_game(system):
    at = f"{system}/B:{grognard.load_force(f'{system}/B').kinds[0].name}"
    for name in [one.name for one in grognard.load_force(f"{system}/A").kinds][:3]:
        unit = f"{system}/A:{name}"
        shot, both = grognard.odds(unit, at), grognard.odds(unit, at, then=[f"{unit}; melee"])
        assert both.damage.mean() >= shot.damage.mean()
        assert grognard.odds(unit, at, melee=True, then=[f"{unit}; melee=no"]).after[1].melee is False


def test_the_first_attack_is_worked_out_once():
    """Its law goes into the next one's; a later one is worked out alone for its reasons, and at each state that is left."""
    planned = []

    def plan(question):
        planned.append(question)
        return SYSTEM.plan(question)

    attackers = [Attacker(shooter()), Attacker(shooter(S=5))]
    found = ask_in_turn(replace(SYSTEM, plan=plan), attackers, target(Sv="-", W=3), Situation())
    assert found.damage.fraction(2) == F(1, 3) * F(4, 9)
    assert [q.attacker.models[0] is attackers[0].kind.models[0] for q in planned] == [True, False, False, False]
