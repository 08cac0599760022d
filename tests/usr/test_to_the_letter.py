"""Sentences that players argue about: markers at the very edge of range, who can be rammed, what counts of an Initiative."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.common.profiles import Base
from grognard.systems.usr import condition
from grognard.systems.usr.attack import weapons
from grognard.systems.usr.combat import sweeping_advance
from grognard.systems.usr.combat.melee_attacks import blow_at, ways_to_strike
from grognard.systems.usr.examples import ask, model, shooter, slays, target, unit, weapon
from grognard.systems.usr.model_marks import wearing
from grognard.systems.usr.rules.lasting import Concussed
from grognard.systems.usr.shooting import eligibility, guns
from grognard.systems.usr.shooting.shooting import fire
from grognard.systems.usr.vehicles import ramming
from grognard.table.state import Effect
from tests.usr.carrying import mark
from tests.usr.field import act, field

F = Fraction
rule = pytest.mark.rule
HIT, STAYS, WOUND = 3, 1, 4  # a scatter die of 1: no scatter
FOE = unit(model(name="Foe", BS=0), name="Foe", count=2)
BLAST = shooter("Blast", range=24)
LASER = shooter(S=10, AP=1, range=72, rules=["Relentless"])


# --- markers at the end of their range --------------------------------------------------------------------------------


@rule("usr:blast")
@pytest.mark.parametrize("base", [Base("round", 25, 25), Base("hull", 100, 60)])
def test_a_marker_may_be_laid_over_the_edge_of_a_base_whose_middle_is_out_of_range(base):
    """Its hole must lie over the model and within range: 24" from the edge of the firer's base, not to the model's middle."""
    big = unit(model(name="Big", T=4, base=base), name="Big")
    reach = 24 + 25 / 25.4 / 2
    half = (25 if base.shape == "round" else 100) / 25.4 / 2  # a hull looks down the table, its front towards the firer
    t = field((BLAST, 0, 24, 5), (big, 1, 24, 5 + reach + half / 2))  # half of its near half is in range
    shot = act(t, fire(t, 0, 1), [STAYS, WOUND])
    landed = shot.event("MarkerLands")
    assert landed.under == ((1, 1),) and (landed.x, landed.y) != t[0].form.positions[0]
    assert landed.y - 5 <= reach and not t[1].here
    t = field((BLAST, 0, 24, 5), (big, 1, 24, 5 + reach + half + 0.05))
    assert eligibility.in_reach(t, 0) == [], "no part of it"


@rule("usr:blast")
def test_when_nobody_is_left_within_range_the_report_says_so():
    """Of two weapons the first slays the one man in range; the marker of the second can be laid over nobody."""
    both = unit(model(name="Crew", Front=11, weapons=[weapon("Gun", range=48), weapon("Bomb", "Blast", range=24)]),
                name="Crew", type="Vehicle")  # fmt: skip
    t = field((both, 0, 24, 5), (FOE, 1, 24, 29), distance=2.0)
    t.change(1, form=t[1].form.moved([(24.0, 29.0), (24.0, 36.0)]))
    shot = act(t, fire(t, 0, 1), [HIT, WOUND])
    said = [e.told(t) for e in shot.events if type(e).__name__ == "Said"]
    assert said == ["Foe: nobody is left in sight and range of the Bomb"] and t[1].size == 1


@rule("usr:blast", "usr:strafing-run")
def test_a_skill_raised_to_6_may_scatter_a_blast_anew():
    """An arrow straight ahead and 12", less BS5 and one for the Strafing Run: 6" past a single foe."""
    one = unit(model(name="Foe", BS=0), name="Foe")
    bomb = [weapon("Bomb", "Blast", range=24)]
    for rules, again in ((("Strafing Run",), True), ((), False)):
        wing = unit(model(*rules, Front=10, BS=5, weapons=bomb), name="Wing", type="Vehicle")
        t = field((wing, 0, 24, 5), (one, 1, 24, 20))
        shot = act(
            t, fire(t, 0, 1), [3, 24, 6, 6, *((STAYS, WOUND) if again else ())], {"roll again": "yes"} if again else {}
        )
        assert any("roll again" in question for question in shot.asked) is again and t[1].here is not again


# --- who is rammed ----------------------------------------------------------------------------------------------------


def test_a_tank_rams_nobody_who_is_in_the_air():
    raider = unit(model(name="Raider", Front=14, Side=14, Rear=14, HP=4), name="Raider", type="Vehicle (Tank)")
    kite = unit(model(name="Kite", Front=11, HP=2), name="Kite", type="Flyer (Hover)")
    t = field((raider, 0, 24, 14), (kite, 1, 24, 24), step="movement")
    assert ramming.can_ram(t, 0) == [1], "it hovers"
    t.change(1, effects=(Effect(condition.AIRBORNE, value="zooming"),))
    assert ramming.can_ram(t, 0) == [] and ramming.before_it(t, 0) == []


# --- what an explosion strikes ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("y", "side", "hit"), [(27.0, "front", False), (21.0, "rear", True)])
def test_an_explosion_strikes_the_side_that_is_turned_to_it(y, side, hit):
    """Strength 4 glances Armour 10 on a 6, and Armour 11 never. Both hulls look down the table."""
    doomed = unit(model(name="Doomed", Front=11, Side=11, Rear=11, HP=1), name="Doomed", type="Vehicle")
    near = unit(model(name="Near", Front=11, Side=11, Rear=10, HP=3), name="Near", type="Vehicle")
    t = field((LASER, 0, 5, 5), (doomed, 1, 24, 24), (near, 1, 24, y), distance=0.0)
    shot = act(t, fire(t, 0, 1), [HIT, 6, 6, 6, 6])  # hit, pierced, blown apart, 6" wide, and a 6 to penetrate
    assert (t[2].wounds == (2,)) is hit and shot.all("HullHit")[-1].unit == (2 if hit else 1), side


def test_whom_an_explosion_reaches_is_settled_before_it_blows_up_others():
    """Open-topped hulls, Armour 9, one hull point: the second is struck first, explodes, and takes one of the last two with it."""
    doomed = unit(model(Front=9, Side=9, Rear=9, HP=1), type="Vehicle (Open-topped)")
    pair = unit(model(Front=9, Side=9, Rear=9, HP=1), type="Vehicle (Open-topped)", count=2)
    rifle = shooter(S=10, AP=1, range=72, rules=["Relentless"])
    t = field((rifle, 0, 5, 5), (doomed, 1, 24, 24), (doomed, 1, 24, 21), (pair, 1, 24, 18.5), distance=0.0)
    first, second = [HIT, 6, 6, 6], [6, 6, 6]  # (a hit,) pierced, blown apart, 6" wide
    third = [6, 6, 6, 1, 6]  # both of the pair pierced, one blown apart and one shaken, 6" wide
    nothing = [1, 1, 1]  # what the others' explosions still do to the last
    act(t, fire(t, 0, 1), [*first, *second, *third, *nothing])
    assert [t[v].size for v in (1, 2, 3)] == [0, 0, 1]


# --- which Initiative counts ------------------------------------------------------------------------------------------


@rule("usr:concussive")
def test_who_is_concussed_pursues_and_escapes_with_the_initiative_of_his_profile():
    """Core rules of the 7th edition: the unmodified Initiative. I4 and a 3 against I4 and a 4: he gets away, I1 would not."""
    quick = unit(model(name="Man", I=4), name="Men", count=2)
    t = field((quick, 0, 10, 10), (quick, 1, 10, 11), step="close_combat")
    t.change(1, foes=(0,), members=tuple(wearing(m, Concussed(2)) for m in t[1].members))
    assert t[1].members[0].stats.I == 1
    assert act(t, sweeping_advance.swept(t, [1], [0]), [3, 4]).result == ()
    assert act(t, sweeping_advance.swept(t, [1], [0]), [4, 4]).result == ((1, ()),)


# --- blows and shots --------------------------------------------------------------------------------------------------


@rule("usr:smash", "usr:hammer-of-wrath")
def test_smash_does_nothing_for_hammer_of_wrath_whatever_the_ruling():
    """S5 on T4 in 2+: 3+ hits, 3+ wounds, 1 fails the save: 2/3 2/3 1/6 = 2/27; then a blow at AP2: 1/2 2/3 = 1/3."""
    one_blow = {"zero-attacks": "added"}  # Attacks 0, and one for the charge
    beast = unit(model("Hammer of Wrath", "Smash", A=0, S=5))
    for ruling in ("plain", "full"):
        found = slays(beast, target(Sv="2+"), melee=True, charging=True, rulings={"wrath": ruling, **one_blow})
        assert found == 1 - F(25, 27) * F(2, 3)
    # with the ruling full the fury of the charge counts: S6, so 2+ wounds: 2/3 5/6 1/6 = 5/54; then S6: 1/2 5/6 = 5/12
    fierce = unit(model("Hammer of Wrath", "Smash", "Furious Charge", A=0, S=5))
    found = slays(fierce, target(Sv="2+"), melee=True, charging=True, rulings={"wrath": "full", **one_blow})
    assert found == 1 - F(49, 54) * F(7, 12)


def test_whoever_fires_a_heavy_flamer_of_the_heavy_type_does_not_charge_after_it():
    for kind, able in (("Assault 1", True), ("Heavy 1", False)):
        gunner = model(weapons=[weapon("Flame", range="Template", type=kind)])
        assert guns.charge_after(gunner, condition.squad_of((gunner,)), gunner.weapons[0]) is able
        relentless = model("Relentless", weapons=gunner.weapons)
        assert guns.charge_after(relentless, condition.squad_of((relentless,)), gunner.weapons[0])


# --- what a report says -----------------------------------------------------------------------------------------------


@rule("usr:soul-blaze")
def test_a_fire_is_told_in_words():
    t = field((shooter("Soul Blaze"), 0, 10, 10), (FOE, 1, 10, 20))
    shot = act(t, fire(t, 0, 1), [HIT, WOUND])
    assert [said for e in shot.all("Given") if (said := e.told(t))] == ["Foe: ablaze"]


@rule("usr:power-of-the-machine-spirit")
def test_a_machine_spirit_has_no_part_in_snap_shots_at_the_sky():
    wain = unit(
        model("Power of the Machine Spirit", Front=13, weapons=[weapon("Gun", range=36)]), name="Wain", type="Vehicle"
    )
    for aloft in (False, True):
        t = field((wain, 0, 24, 5), (unit(model(Front=11, HP=2), name="Kite", type="Flyer (Hover)"), 1, 24, 20))
        mark(t, 0, (condition.MOVED, "cruising"))
        if aloft:
            t.change(1, effects=(Effect(condition.AIRBORNE, value="zooming"),))
        shot = act(t, fire(t, 0, 1), [1])
        assert ("usr:power-of-the-machine-spirit" in shot.event("ShotAt").by) is not aloft


# --- bombs ------------------------------------------------------------------------------------------------------------


@rule("usr:armourbane", "usr:unwieldy")
def test_a_bomb_is_one_blow_whatever_its_bearer_has():
    """Three Attacks and a charge, and still one bomb: WS4 against 1 hits on 3+; 8 and 2D6 against 10 always pierces but for 2."""
    bombs = weapon("Melta Bombs", "Armourbane", "Unwieldy", melee=True, S=8, AP=1)
    sapper = unit(model(A=3, weapons=[bombs, weapon("Pistol", type="Pistol", range=12)]), name="Sapper")
    found = ask(sapper, target(Front=12, Rear=10, HP=9), melee=True, charging=True)
    assert found.other["penetrations"].fraction(1) == F(2, 3) * F(35, 36) and found.steps[0].needs == "1 x 1"
    assert ("bomb", "one attack, whatever its bearer has") in [(b.rule, b.says) for b in found.steps[0].because]
    knife = weapon("Knife", melee=True)
    assert ask(unit(model(weapons=[knife, bombs])), target(count=3), melee=True).steps[0].needs == "1 x 1", (
        "no second weapon"
    )
    t = field((sapper, 0, 10, 10), (target(Front=12, Rear=10, HP=9), 1, 10, 12), step="close_combat")
    (way,) = ways_to_strike(t[0].members[0], condition.squad(t[0]), condition.squad(t[1]), blow_at(t, t[0], t[1]))
    assert way.count == 1


@rule("usr:armourbane", "usr:unwieldy")
def test_bombs_are_for_vehicles_and_monsters_others_are_struck_with_what_else_there_is():
    bombs = weapon("Melta Bombs", "Armourbane", "Unwieldy", melee=True, S=8, AP=1)
    sapper, man = unit(model(A=3, weapons=[bombs])), target()
    # three blows of bare hands, 1/2 1/2 each; by the other ruling one bomb: 1/2 to hit, 2+ to wound
    assert slays(sapper, man, melee=True) == 1 - F(3, 4) ** 3
    assert slays(sapper, man, melee=True, rulings={"bombs": "any"}) == F(1, 2) * F(5, 6)
    # a monster of Toughness 6 (W 1): one bomb, 1/2 to hit, 2+ to wound
    assert slays(sapper, target(T=6, type="Monstrous Creature"), melee=True) == F(1, 2) * F(5, 6)
    t = field((sapper, 0, 10, 10), (man, 1, 10, 10.99), step="close_combat")
    (way,) = ways_to_strike(t[0].members[0], condition.squad(t[0]), condition.squad(t[1]), blow_at(t, t[0], t[1]))
    assert (way.count, way.weapon) == (3, weapons.UNARMED)


@pytest.mark.parametrize(
    "name", ["Krak Grenades (Melee)", "krak grenade (assault)", "Haywire Grenade - Melee", "Melta Bombs"]
)
def test_a_grenade_is_laid_once_however_its_use_is_written_behind_its_name(name):
    """Two Attacks and a charge, and one grenade: 3+ to hit a hull, 6 and a die against 10: 5+ pierces, 4 glances."""
    sapper = unit(model(A=2, weapons=[weapon(name, melee=True, S=6, AP=4)]), name="Sapper")
    found = ask(sapper, target(Front=12, Rear=10, HP=9), melee=True, charging=True)
    assert found.other["penetrations"].fraction(1) == F(2, 3) * F(1, 3) and found.steps[0].needs == "1 x 1"
    # at men three blows of bare hands: Strength 3 against 3 and no save
    assert slays(sapper, target(), melee=True, charging=True) == 1 - F(3, 4) ** 3


@pytest.mark.parametrize("name", ["Krak Grenade (Shooting)", "Plasma grenades (Ranged)", "Photon Grenade: Thrown"])
def test_one_of_a_unit_throws_a_grenade_however_it_is_called(name):
    squad = unit(model(weapons=[weapon(name, type="Assault 1", range=8, S=6)]), count=5)
    assert slays(squad, target(count=5), range=6) == F(2, 3) * F(5, 6), "one of five"


def test_a_launcher_of_grenades_is_a_gun():
    guns = unit(model(weapons=[weapon("Launcher: Krak Grenade", type="Assault 1", range=24, S=6)]), count=2)
    assert slays(guns, target(count=2), n=2) == (F(2, 3) * F(5, 6)) ** 2
