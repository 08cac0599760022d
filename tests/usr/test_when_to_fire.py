"""When weapons fire and at how many targets: Interceptor, Split Fire, One Use Only, Missile Lock, Night Fighting; nasty pairs."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.systems.usr import condition
from grognard.systems.usr.attack import weapons
from grognard.systems.usr.combat import fight
from grognard.systems.usr.examples import ask, model, other, shooter, slays, target, unit, weapon
from grognard.systems.usr.shooting import eligibility, interceptor, night_fighting, split_fire
from grognard.systems.usr.shooting.ammunition import wake
from grognard.systems.usr.shooting.firing_choices import HOLD
from grognard.systems.usr.shooting.shooting import fire
from grognard.systems.usr.turn import GAME
from grognard.table.state import Clock, Effect
from tests.usr.carrying import aboard, carrier
from tests.usr.field import act, field, tower
from tests.usr.playing import played

rule = pytest.mark.rule
RIFLE = weapon("Rifle", type="Heavy 1")
ROCKET = weapon("Rocket", "One Use Only", S=8, AP=3)
WATCH = weapon("Watch gun", "Interceptor", type="Heavy 1")
COMERS = unit(model(name="Comer"), name="Comers", count=2)
TROOP = unit(model(name="Trooper"), name="Troop", count=2)
OTHERS = unit(model(name="Other"), name="Others", count=2)
DARK = {"night": True}


def clock(t, step, player=0, round=1):
    t.clock = Clock(round, player, [s.__name__ for s in GAME.steps].index(step), 0, step)


# --- One Use Only -----------------------------------------------------------------------------------------------------


@rule("usr:one-use-only")
def test_a_weapon_that_is_used_once_is_used_up_whether_it_hits_or_not():
    rockets = unit(model(weapons=[ROCKET]), name="Rockets")
    t = field((rockets, 0, 10, 10), (TROOP, 1, 10, 20))
    assert eligibility.can_shoot(t, 0) == [0]
    shot = act(t, fire(t, 0, 1), [1])
    assert "usr:one-use-only" in shot.event("ShotAt").by and eligibility.can_shoot(t, 0) == []


@rule("usr:one-use-only")
def test_each_model_counts_its_own_and_nobody_else_loses_one():
    rockets = unit(model(weapons=[ROCKET]), model(weapons=[ROCKET, RIFLE], name="Both"), name="Rockets")
    t = field((rockets, 0, 10, 10), (TROOP, 1, 10, 20))
    act(t, fire(t, 0, 1), [1, 1], {"Both: which weapon": 1})  # the second fires its rifle
    assert [[w.name for w in weapons.guns(m)] for m in t[0].members] == [[], ["Rocket", "Rifle"]]


@rule("usr:one-use-only")
def test_a_weapon_that_is_used_twice_is_used_up_the_second_time():
    twice = weapon("Rocket", "One Use Only (2)", range=24, S=8, AP=3)
    t = field((unit(model(weapons=[twice]), name="Rockets"), 0, 10, 10), (TROOP, 1, 10, 20))
    act(t, fire(t, 0, 1), [1])
    assert [[str(rule) for rule in w.rules] for w in weapons.guns(t[0].members[0])] == [["One Use Only"]]
    act(t, fire(t, 0, 1), [1])
    assert weapons.guns(t[0].members[0]) == () and slays(unit(model(weapons=[twice])), target()) == Fraction(
        2, 3
    ) * Fraction(5, 6)


@rule("usr:one-use-only")
def test_who_has_several_of_them_fires_one_after_the_other():
    battery = unit(model(weapons=[ROCKET, ROCKET]), name="Battery")
    t = field((battery, 0, 10, 10), (TROOP, 1, 10, 20))
    act(t, fire(t, 0, 1), [1])
    assert eligibility.can_shoot(t, 0) == [0]
    act(t, fire(t, 0, 1), [1])
    assert eligibility.can_shoot(t, 0) == []


@rule("usr:one-use-only")
def test_a_vehicle_may_keep_its_rocket_while_it_fires_all_else():
    wagon = unit(model(Front=11, weapons=[RIFLE, ROCKET]), name="Wagon", type="Vehicle")
    t = field((wagon, 0, 10, 10), (TROOP, 1, 10, 20))
    shot = act(t, fire(t, 0, 1), [1], {"which weapon": 1})
    assert shot.event("ShotAt").weapons == ("Rifle",) and len(weapons.guns(t[0].members[0])) == 2
    shot = act(t, fire(t, 0, 1), [1, 1])
    assert shot.event("ShotAt").weapons == ("Rifle", "Rocket") and len(weapons.guns(t[0].members[0])) == 1


@rule("usr:one-use-only")
def test_a_model_with_nothing_else_may_hold_its_rocket_while_its_unit_shoots():
    rockets = unit(model(weapons=[ROCKET], name="Rocketeer"), model(weapons=[RIFLE]), name="Rockets")
    t = field((rockets, 0, 10, 10), (TROOP, 1, 10, 20))
    shot = act(t, fire(t, 0, 1), [1], {"Rocketeer: which weapon": 1})
    assert shot.event("ShotAt").weapons == ("Rifle",) and weapons.guns(t[0].members[0]) == (ROCKET,)


@rule("usr:one-use-only")
def test_a_used_rocket_is_no_weapon_that_may_be_destroyed():
    wagon = unit(model(Front=10, HP=9, weapons=[RIFLE, ROCKET]), name="Wagon", type="Vehicle")
    t = field((wagon, 0, 10, 10), (shooter(S=8, AP=4), 1, 10, 20))
    act(t, fire(t, 0, 1), [1, 1])
    clock(t, "shooting", 1)
    act(t, fire(t, 1, 0), [3, 5, 5])  # hit, penetrated, Weapon Destroyed: no die for which, there is one left
    assert weapons.guns(t[0].members[0]) == ()


@rule("usr:one-use-only")
@rule("usr:gets-hot")
def test_a_rocket_that_gets_hot_is_used_up_when_the_shot_is_lost():
    pot = weapon("Pot", "One Use Only", "Gets Hot", "Blast", S=5, type="Heavy 1")
    t = field((unit(model(weapons=[pot], W=2), name="Potters"), 0, 10, 10), (TROOP, 1, 10, 20))
    act(t, fire(t, 0, 1), [1])  # the D6 before firing
    assert t[0].wounds == (1,) and weapons.guns(t[0].members[0]) == ()


@rule("usr:one-use-only")
def test_overwatch_uses_it_up_as_well():
    t = field((unit(model(weapons=[ROCKET]), name="Rockets"), 0, 10, 10), (TROOP, 1, 10, 16))
    act(t, fire(t, 0, 1, overwatch=True), [1])
    assert weapons.guns(t[0].members[0]) == ()


BOMB = weapon("Bomb", "One Use Only", melee=True, S=8, AP=1)
GIANT, ANYBODY = unit(model(W=3, T=8, Ld=10), name="Giant"), {"bombs": "any"}


@rule("usr:one-use-only")
def test_a_bomb_is_laid_once_and_only_by_those_who_came_to_strike():
    sappers = unit(model(weapons=[BOMB, weapon("Knife", melee=True)], I=5), name="Sappers", count=2)
    t = field((sappers, 0, 10, 10), (GIANT, 1, 10, 10.99), step="close_combat", distance=6.0, rulings=ANYBODY)
    for u, v in ((0, 1), (1, 0)):
        t.change(u, foes=(v,))
    act(t, fight.fight(t, (0, 1)), [1, 1], {"with what": 0})  # one bomb is one blow, and one back: both miss
    assert [[w.name for w in weapons.blades(m)] for m in t[0].members] == [["Knife"], ["Bomb", "Knife"]]


@rule("usr:one-use-only")
def test_whoever_has_laid_his_bomb_does_not_strike_with_a_slower_weapon_in_the_same_round():
    fist = weapon("Fist", "Unwieldy", melee=True)
    sapper = unit(model(weapons=[BOMB, fist], I=5), name="Sapper")
    t = field((sapper, 0, 10, 10), (GIANT, 1, 10, 10.99), step="close_combat", rulings=ANYBODY)
    for u, v in ((0, 1), (1, 0)):
        t.change(u, foes=(v,))
    done = act(t, fight.fight(t, (0, 1)), [1, 1], {"with what": 0})
    assert [(b.unit, b.step) for b in done.all("BlowsAt")] == [(0, 5), (1, 4)]


# --- Missile Lock -----------------------------------------------------------------------------------------------------


@rule("usr:missile-lock")
@rule("usr:one-use-only")
def test_missile_lock_throws_misses_of_rockets_again_and_of_nothing_else():
    assert slays(shooter("One Use Only", rules=["Missile Lock"]), target()) == Fraction(8, 9) * Fraction(1, 2)
    assert slays(shooter(rules=["Missile Lock"]), target()) == Fraction(1, 3)


@rule("usr:missile-lock")
@rule("usr:twin-linked")
def test_missile_lock_and_twin_linked_throw_a_miss_again_once():
    assert slays(shooter("One Use Only", "Twin-linked", rules=["Missile Lock"]), target()) == Fraction(4, 9)


@rule("usr:missile-lock")
def test_missile_lock_gives_a_marksman_his_full_number():
    assert slays(shooter("One Use Only", BS=6, rules=["Missile Lock"]), target()) == Fraction(35, 72)


@rule("usr:missile-lock")
@rule("usr:gets-hot")
def test_a_supercharged_rocket_with_a_lock_hurts_only_with_the_second_die():
    # misses (1 and 2) are thrown again, and of these a sixth shows a 1: 2/6 1/6
    gun = shooter("One Use Only", "Gets Hot", rules=["Missile Lock"])
    assert other(gun, target(), "own-slain", sets={"supercharge": "strength"}) == Fraction(1, 18)


def jar(*rules, by=("Missile Lock",), skill=4):
    return unit(model(*by, BS=skill, weapons=[weapon("Jar", "Blast", *rules, S=4)]), name="Jars")


def landing(kind, faces, picks=None):
    t = field((kind, 0, 10, 10), (TROOP, 1, 10, 20))
    return act(t, fire(t, 0, 1), faces, picks).event("MarkerLands")


UP, ARROW, ON_TARGET = 24, 3, 1


@rule("usr:missile-lock")
@rule("usr:blast")
def test_the_marker_of_a_rocket_scatters_a_d6_less_ballistic_skill():
    # arrow, straight up the table, 6 - 4 = 2 inches: nobody lies there; with a 4 it stays and lies over one of two
    assert landing(jar("One Use Only"), [ARROW, UP, 6]).scattered == 2.0
    assert landing(jar("One Use Only"), [ARROW, UP, 4, 1, 1]).scattered == 0.0


@rule("usr:missile-lock")
def test_the_short_scatter_stands_in_place_of_a_re_roll_of_the_marker():
    t = field((jar("One Use Only", skill=2), 0, 10, 10), (TROOP, 1, 10, 20))
    shot = act(t, fire(t, 0, 1), [ARROW, UP, 6])
    assert not [q for q in shot.asked if "roll again" in q] and shot.event("MarkerLands").scattered == 4.0


@rule("usr:missile-lock")
@rule("usr:blast")
@rule("usr:twin-linked")
def test_a_twin_linked_rocket_throws_scatter_die_and_its_one_d6_again():
    picks = {"roll again": "yes"}
    lands = landing(jar("One Use Only", "Twin-linked", skill=2), [ARROW, UP, 6, ARROW, UP, 3, 1, 1], picks)
    assert lands.scattered == 1.0


@rule("usr:missile-lock")
def test_a_marker_that_may_be_used_again_scatters_as_ever():
    assert landing(jar(), [ARROW, UP, 5, 6]).scattered == 7.0


# --- Interceptor ------------------------------------------------------------------------------------------------------


def watched(guns, *more, arrived=(1,), step="intercepting"):
    t = field((guns, 0, 10, 10), (COMERS, 1, 10, 20), *more, step=step, player=1)
    for u in arrived:
        t.change(u, effects=(Effect(condition.ARRIVED), Effect(condition.MOVED, value="moved")))
    return t


GUNNERS = unit(model(weapons=[RIFLE, WATCH]), name="Gunners")


@rule("usr:interceptor")
def test_who_comes_from_reserve_is_fired_at_with_full_skill():
    t = watched(GUNNERS)
    done = act(t, interceptor.intercept_one(t, 1), [3, 4], {"as he arrives": 1})
    shot = done.event("ShotAt")
    assert shot.weapons == ("Watch gun",) and shot.how == "intercepts" and "usr:interceptor" in shot.by
    assert t[1].size == 1 and act(t, interceptor.intercept_one(t, 1)).result is False, "each unit once"


@rule("usr:interceptor")
def test_nobody_is_intercepted_who_stood_there_before():
    t = watched(GUNNERS, (TROOP, 1, 20, 20))
    assert act(t, interceptor.intercept_one(t, 1)).asked["at whom does the Watch gun of Gunners (1) fire as he arrives?"] == [
        HOLD, 1]  # fmt: skip
    t = watched(GUNNERS, arrived=())
    assert act(t, interceptor.intercept_one(t, 1)).result is False


@rule("usr:interceptor")
def test_who_arrives_out_of_range_or_sight_is_not_fired_at():
    t = field((GUNNERS, 0, 10, 10), (COMERS, 1, 10, 40), (TROOP, 1, 30, 12), pieces=(tower(18, 8),), player=1)
    for u in (1, 2):
        t.change(u, effects=(Effect(condition.ARRIVED),))
    assert not act(t, interceptor.intercept_one(t, 1)).asked


@rule("usr:interceptor")
def test_the_weapon_is_silent_in_its_own_next_turn_and_the_model_fires_another():
    t = watched(GUNNERS)
    act(t, interceptor.intercept_one(t, 1), [1], {"as he arrives": 1})
    clock(t, "shooting", 0, 2)
    assert act(t, fire(t, 0, 1), [1]).event("ShotAt").weapons == ("Rifle",)


@rule("usr:interceptor")
def test_it_may_be_fired_again_once_that_turn_is_over():
    t = watched(GUNNERS)
    act(t, interceptor.intercept_one(t, 1), [1], {"as he arrives": 1})
    clock(t, "intercepting", 1, 2)
    t.acted = frozenset()
    act(t, interceptor.intercept_one(t, 1), [1], {"as he arrives": 1})
    clock(t, "intercepting", 1, 3)
    act(t, wake(t, 0))
    clock(t, "shooting", 0, 3)
    shot = act(t, fire(t, 0, 1), [1], {"which weapon": 1})
    assert shot.event("ShotAt").weapons == ("Watch gun",)


@rule("usr:interceptor")
def test_it_fires_once_at_an_arrival_and_in_overwatch_of_the_same_turn():
    t = watched(GUNNERS)
    act(t, interceptor.intercept_one(t, 1), [1], {"as he arrives": 1})
    t.acted = frozenset()
    assert act(t, interceptor.intercept_one(t, 1)).result is False
    shot = act(t, fire(t, 0, 1, overwatch=True), [1], {"which weapon": 1})
    assert shot.event("ShotAt").weapons == ("Watch gun",), "silent in its own next turn, not before"


@rule("usr:interceptor")
def test_weapons_of_one_unit_may_be_fired_at_different_arrivals():
    guns = unit(model(weapons=[WATCH]), name="Guns", count=2)
    t = watched(guns, (OTHERS, 1, 20, 20), arrived=(1, 2))
    done = act(t, interceptor.intercept_one(t, 1), [1, 1], {"(1) fire": 1, "(2) fire": 2})
    assert [(s.target, s.weapons) for s in done.all("ShotAt")] == [(1, ("Watch gun",)), (2, ("Watch gun",))]


@rule("usr:interceptor")
def test_of_two_guns_only_the_one_that_fired_is_silent():
    guns = unit(model(weapons=[WATCH]), name="Guns", count=2)
    t = watched(guns)
    act(t, interceptor.intercept_one(t, 1), [1], {"(1) fire": 1, "(2) fire": HOLD})
    clock(t, "shooting", 0, 2)
    act(t, fire(t, 0, 1), [1])  # one die: the other gun


@rule("usr:interceptor")
def test_the_guns_of_a_building_intercept_when_somebody_mans_it_and_a_fleeing_gunner_fires_snap_shots():
    for manned in (False, True):
        tower_ = carrier(name="Tower", type="Building", weapons=[WATCH], BS=4)
        t = field((tower_, 0, 10, 10), (TROOP, 0, 30, 4), (COMERS, 1, 10, 20), step="intercepting", player=1)
        t.change(2, effects=(Effect(condition.ARRIVED),))
        if manned:
            aboard(t, 1, 0)
        assert any("as he arrives" in q for q in act(t, interceptor.intercept_one(t, 1)).asked) is manned
    t = watched(GUNNERS)
    t.change(0, effects=(Effect(condition.BROKEN),))
    assert act(t, interceptor.intercept_one(t, 1), [5], {"as he arrives": 1}).event("Harmed") is None


@rule("usr:interceptor")
@rule("usr:skyfire")
def test_an_intercepting_gun_with_skyfire_is_worse_at_who_walks_and_as_good_at_who_flies():
    flak = unit(model(weapons=[weapon("Flak", "Interceptor", "Skyfire")]), name="Flak")
    t = watched(flak)
    assert act(t, interceptor.intercept_one(t, 1), [3], {"as he arrives": 1}).event("Harmed") is None, "4+ it would be"
    flyer = unit(model(name="Kite", Front=10), name="Kite", type="Vehicle (Skimmer)")
    t = field((flak, 0, 10, 10), (flyer, 1, 10, 20), step="intercepting", player=1)
    t.change(1, effects=(Effect(condition.ARRIVED),))
    done = act(t, interceptor.intercept_one(t, 1), [3, 6], {"as he arrives": 1})  # 3 hits, 4 + 6 glances
    assert done.event("HullHit").glances == 1


@rule("usr:interceptor")
@rule("usr:one-use-only")
def test_an_intercepting_rocket_is_used_up_and_not_only_silent():
    guns = unit(model(weapons=[weapon("Seeker", "Interceptor", "One Use Only")]), name="Guns")
    t = watched(guns)
    act(t, interceptor.intercept_one(t, 1), [1], {"as he arrives": 1})
    clock(t, "intercepting", 1, 3)
    act(t, wake(t, 0))
    assert weapons.guns(t[0].members[0]) == ()


@rule("usr:interceptor")
@rule("usr:jink")
def test_who_arrives_may_jink_under_intercepting_fire():
    riders = unit(model("Jink"), name="Riders", type="Bike")
    t = field((GUNNERS, 0, 10, 10), (riders, 1, 10, 20), step="intercepting", player=1)
    t.change(1, effects=(Effect(condition.ARRIVED),))
    done = act(t, interceptor.intercept_one(t, 1), [3, 4, 4], {"as he arrives": 1, "jink": "yes"})
    assert done.event("Harmed") is None and t[1].has(condition.JINKING)


@rule("usr:interceptor")
@rule("usr:pinning")
def test_two_pinning_guns_at_one_arrival_force_one_test():
    guns = unit(model(weapons=[weapon("Watch gun", "Interceptor", "Pinning")]), name="Guns", count=2)
    crowd = unit(model(name="Comer"), name="Comers", count=5)
    t = field((guns, 0, 10, 10), (crowd, 1, 10, 20), step="intercepting", player=1)
    t.change(1, effects=(Effect(condition.ARRIVED),))
    done = act(t, interceptor.intercept_one(t, 1), [3, 3, 4, 4, 6, 6], {"as he arrives": 1})
    assert len(done.all("Tested")) == 1 and condition.grounded(t[1])


@rule("usr:interceptor")
def test_who_loses_a_quarter_to_intercepting_fire_checks_morale_when_the_phase_ends():
    crowd = unit(model(name="Comer", Ld=7), name="Comers", count=2)
    t = field((GUNNERS, 0, 10, 10), (crowd, 1, 10, 20), step="intercepting", player=1)
    t.change(1, effects=(Effect(condition.ARRIVED),))
    act(t, interceptor.intercept_one(t, 1), [3, 4], {"as he arrives": 1})
    step = next(s for s in GAME.steps if s.__name__ == "intercepting")
    done = act(t, step(t, 1), [4, 4, 1, 1])
    assert done.event("Tested").test == "Morale" and condition.broken(t[1])


# --- Split Fire -------------------------------------------------------------------------------------------------------


def split_field(*rules, weapons=(RIFLE,), count=2):
    squad = unit(model(*rules, weapons=weapons), name="Squad", count=count)
    return field((squad, 0, 10, 10), (TROOP, 1, 10, 20), (OTHERS, 1, 20, 20))


def splitting_picks(first=1, second=2):
    return {"the rest": second, "at which unit": first, "split": "yes", "(1) of": "yes", "(2) of": "wait"}


@rule("usr:split-fire")
def test_each_model_may_shoot_at_a_target_of_its_own():
    t = split_field("Split Fire")
    done = act(t, split_fire.shoot(t, 0), [3, 4, 3, 4], splitting_picks())
    assert [s.target for s in done.all("ShotAt")] == [1, 2] and (t[1].size, t[2].size) == (1, 1)
    assert all("usr:split-fire" in s.by for s in done.all("ShotAt"))


@rule("usr:split-fire")
def test_a_unit_that_does_not_want_to_split_fires_as_one_and_without_the_rule_nobody_asks():
    t = split_field("Split Fire")
    done = act(t, split_fire.shoot(t, 0), [1, 1], {"which unit": 1})
    assert [s.target for s in done.all("ShotAt")] == [1]
    t = split_field()
    assert list(act(t, split_fire.shoot(t, 0), [1, 1], {"which unit": 1}).asked) == ["Squad shoots at which unit?"]


@rule("usr:split-fire")
def test_who_waited_sees_what_the_first_shots_did_before_he_picks():
    t = split_field("Split Fire")
    done = act(t, split_fire.shoot(t, 0), [1], splitting_picks(second=HOLD))
    assert done.asked["the rest of Squad shoots at which unit?"] == [2, HOLD], "the first target is not his any more"


@rule("usr:split-fire")
def test_nobody_is_asked_to_wait_who_has_no_other_target():
    squad = unit(
        model("Split Fire", weapons=[RIFLE]), model(weapons=[weapon("Pistol", type="Pistol", range=12)]), name="Squad"
    )
    t = field((squad, 0, 10, 10), (TROOP, 1, 10, 20), (OTHERS, 1, 30, 22))
    done = act(t, split_fire.shoot(t, 0), [1, 1], {"the rest": HOLD, "at which unit": 1, "split": "yes"})
    assert [q for q in done.asked if "fire at" in q] == ["does Soldier (1) of Squad fire at Troop?"]


@rule("usr:split-fire")
@rule("usr:pinning")
def test_a_unit_that_splits_its_fire_pins_each_target_once_when_it_is_done():
    bow = weapon("Bow", "Pinning", type="Heavy 1")
    t = split_field("Split Fire", weapons=(bow,))
    faces = [3, 4, 3, 4, 6, 6, 6, 6]  # both shots hit and wound; then both tests are failed
    done = act(t, split_fire.shoot(t, 0), faces, splitting_picks())
    kinds = [type(e).__name__ for e in done.events if type(e).__name__ in ("ShotAt", "Tested")]
    assert kinds == ["ShotAt", "ShotAt", "Tested", "Tested"]
    assert condition.grounded(t[1]) and condition.grounded(t[2])


@rule("usr:split-fire")
@rule("usr:pinning")
@rule("usr:blast")
def test_a_marker_that_strays_onto_a_later_target_still_pins_it_once():
    jar_ = weapon("Jar", "Pinning", "Blast", type="Heavy 1")
    squad = unit(
        model("Split Fire", weapons=[jar_]), model(weapons=[weapon("Bow", "Pinning", type="Heavy 1")]), name="Squad"
    )
    crowd = unit(model(name="Other"), name="Others", count=4)
    t = field((squad, 0, 10, 10), (unit(model(), name="Troop"), 1, 10, 20), (crowd, 1, 12, 22))
    # hit: the 3" marker stays over the trooper and the nearest Others
    done = act(t, split_fire.shoot(t, 0), [1, 1, 3, 4, 6, 6], splitting_picks())
    assert len([e for e in done.all("Tested") if e.unit == 2]) == 1


@rule("usr:split-fire")
@rule("usr:one-use-only")
def test_a_rocket_fired_at_a_target_of_its_own_is_used_up_on_that_model():
    squad = unit(model("Split Fire", weapons=[RIFLE]), model(weapons=[ROCKET]), name="Squad")
    t = field((squad, 0, 10, 10), (TROOP, 1, 10, 20), (OTHERS, 1, 20, 20))
    act(t, split_fire.shoot(t, 0), [1, 1], splitting_picks())
    assert [len(weapons.guns(m)) for m in t[0].members] == [1, 0]


@rule("usr:split-fire")
@rule("usr:gets-hot")
def test_models_that_wait_are_still_known_when_a_mate_has_burnt_himself():
    hot = weapon("Plasma", "Gets Hot", "Blast", type="Heavy 1")
    squad = unit(model("Split Fire", weapons=[hot]), model(weapons=[RIFLE]), name="Squad")
    t = field((squad, 0, 10, 10), (TROOP, 1, 10, 20), (OTHERS, 1, 20, 20))
    done = act(t, split_fire.shoot(t, 0), [1, 3, 4], splitting_picks())  # the first burns; the other hits and wounds
    assert t[0].size == 1 and [s.target for s in done.all("ShotAt")] == [1, 2] and t[2].size == 1


# --- Night Fighting ---------------------------------------------------------------------------------------------------


@rule("usr:night-vision")
def test_in_the_dark_everybody_has_stealth_for_those_without_night_vision():
    assert slays(shooter(), target(), sets=DARK) == Fraction(1, 3) * Fraction(5, 6)
    assert slays(shooter(rules=["Night Vision"]), target(), sets=DARK) == Fraction(1, 3)


@rule("usr:stealth")
def test_the_dark_and_stealth_do_not_add_up():
    assert slays(shooter(), target("Stealth"), sets=DARK) == Fraction(1, 3) * Fraction(5, 6)


@rule("usr:stealth")
@rule("usr:night-vision")
def test_night_vision_takes_the_dark_away_but_not_the_stealth_of_the_target():
    assert slays(shooter(rules=["Night Vision"]), target("Stealth"), sets=DARK) == Fraction(1, 3) * Fraction(5, 6)


@rule("usr:shrouded")
def test_shrouded_in_the_dark_has_a_four_up_in_the_open_and_no_better_than_three_in_ruins():
    # open: 7 - 2 - 1 = 4+; ruins 4 - 3 = 1, capped at 3+: 1/3 of the wounds get through
    assert slays(shooter(), target("Shrouded"), sets=DARK) == Fraction(1, 3) * Fraction(1, 2)
    assert slays(shooter(), target("Shrouded"), cover="4+", sets=DARK) == Fraction(1, 3) * Fraction(1, 3)


@rule("usr:shrouded")
@rule("usr:night-vision")
def test_night_vision_leaves_the_shrouded_their_two():
    # ruins 4 - 2 = 2, capped at 3+ by the default ruling, 2+ when the cap asks for both
    gun = shooter(rules=["Night Vision"])
    assert slays(gun, target("Shrouded"), cover="4+", sets=DARK) == Fraction(1, 9)
    assert slays(gun, target("Shrouded"), cover="4+", sets=DARK, rulings={"shroud-cap": "both"}) == Fraction(1, 18)
    assert slays(shooter(), target("Shrouded"), cover="4+", sets=DARK, rulings={"shroud-cap": "both"}) == Fraction(1, 9)


@rule("usr:night-vision")
def test_one_who_sees_in_the_dark_is_enough_for_his_unit():
    pair = unit(model("Night Vision", name="Eyes"), model(weapons=[RIFLE]))
    assert slays(pair, target(), sets=DARK) == Fraction(1, 3)


@rule("usr:ignores-cover")
def test_who_ignores_cover_needs_no_night_vision():
    assert slays(shooter("Ignores Cover"), target(), sets=DARK) == Fraction(1, 3)


def test_the_dark_makes_no_difference_in_close_combat():
    fighter = unit(model(weapons=[weapon("Blade", melee=True)]))
    assert slays(fighter, target(), melee=True, sets=DARK) == slays(fighter, target(), melee=True)
    assert "night has no effect: it matters in shooting only" in ask(fighter, target(), melee=True, sets=DARK).notes


@rule("usr:jink")
def test_who_jinks_in_the_dark_is_one_better():
    assert slays(shooter(), target("Jink"), sets={"night": True, "jinking": True}) == Fraction(1, 3) * Fraction(1, 3)


def nightly(said="asked"):
    return field((shooter(), 0, 10, 10), (TROOP, 1, 10, 20), step="nightfall", rulings={"night": said})


@pytest.mark.parametrize(("face", "falls"), [(3, False), (4, True)])
def test_either_player_may_ask_for_night_and_a_four_brings_it(face, falls):
    t = nightly()
    act(t, night_fighting.nightfall(t), [face], {"Player 1": "no", "Player 2": "yes"})
    assert night_fighting.dark(t) is falls


def test_nobody_has_to_ask_and_rulings_may_say_so_for_them():
    for said, falls in (("asked", False), ("never", False), ("first-round", True)):
        t = nightly(said)
        act(t, night_fighting.nightfall(t))
        assert night_fighting.dark(t) is falls


@rule("usr:night-vision")
def test_the_dark_covers_targets_in_the_first_round_and_not_in_the_second():
    for by, round, saved in ((shooter(), 1, True), (shooter(), 2, False), (shooter(rules=["Night Vision"]), 1, False)):
        t = field((by, 0, 10, 10), (TROOP, 1, 10, 20), rulings={"night": "first-round"}, round=round)
        act(t, night_fighting.nightfall(t))
        done = act(t, fire(t, 0, 1), [3, 4, 6] if saved else [3, 4])
        assert (done.event("Harmed") is None) is saved
        assert ("usr:night-vision" in done.event("ShotAt").by) is bool(by.models[0].rules)


# --- all of it in one shot --------------------------------------------------------------------------------------------


@rule("usr:missile-lock")
@rule("usr:preferred-enemy")
@rule("usr:skyfire")
def test_a_locked_rocket_with_skyfire_at_an_old_enemy_by_a_marksman():
    # BS6, -1: 3+ hits 4/6; every miss again at the full number, once: 4/6 + 2/6 4/6 = 8/9; wounds 7/12
    gun = shooter("One Use Only", "Skyfire", BS=6, rules=["Missile Lock", "Preferred Enemy"])
    assert slays(gun, target()) == Fraction(8, 9) * Fraction(7, 12)
    assert played(gun, target(), [2, 2]).slain == 0
    assert played(gun, target(), [2, 3, 1, 4]).slain == 1
