"""Where the reference departs from the text of the 7th edition: one test each, which that text would fail."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.systems.usr import condition, deployment, reserves
from grognard.systems.usr.attack import weapons
from grognard.systems.usr.combat import charge, hammer_of_wrath, hit_and_run, sweeping_advance
from grognard.systems.usr.combat.melee_attacks import blow_at
from grognard.systems.usr.examples import ask, model, other, shooter, slays, target, unit, weapon
from grognard.systems.usr.movement import deep_strike, movement
from grognard.systems.usr.nerve import morale
from grognard.systems.usr.nerve.checks import check
from grognard.systems.usr.shooting import shooting, split_fire  # fmt: skip
from grognard.systems.usr.shooting.shooting import fire
from grognard.table.state import Effect
from tests.usr.field import act, field, tower, wood
from tests.usr.playing import played, told

rule = pytest.mark.rule
MEN = unit(model(name="Man"), name="Men", count=3)
FOES = unit(model(name="Foe"), name="Foes", count=3)
BLADE = weapon("Blade", melee=True)
RIFLE = weapon("Rifle", type="Heavy 1")


# --- nerve ------------------------------------------------------------------------------------------------------------


@rule("usr:and-they-shall-know-no-fear")
def test_those_who_know_no_fear_throw_dice_again_but_may_be_run_down():
    marines = unit(model("And They Shall Know No Fear", I=2), name="Marines", count=3)
    # Leadership 8: 10/36 of the rolls fail, and some of those succeed with a second throw of one die or both
    assert check(marines.models, "morale").chance > Fraction(26, 36)
    t = field((unit(model(I=5), name="Hunters", count=3), 0, 10, 10), (marines, 1, 10, 10.99), step="close_combat")
    for u, v in ((0, 1), (1, 0)):
        t.change(u, foes=(v,))
    caught = act(t, sweeping_advance.swept(t, [1], [0]), [1, 4]).result  # 1 + 5 against 4 + 2
    assert [u for u, _ in caught] == [1]


@rule("usr:fearless")
def test_one_fearless_model_is_enough():
    some = unit(model("Fearless"), *[model(Ld=5)] * 3).models
    assert check(some, "morale", -4).test is None and check(some, "pinning").test is None


@rule("usr:independent-character")
def test_a_character_is_no_help_to_a_unit_that_regroups_below_a_quarter():
    rest = unit(model(Ld=10), name="Rest")
    hero = unit(model("Independent Character", Ld=10, W=3), name="Hero")
    t = field((rest, 0, 10, 10), (hero, 0, 12, 10), (FOES, 1, 10, 40), step="rallying")
    act(t, _joined(1, 0))
    t.change(0, start=10, effects=(Effect(condition.BROKEN),))
    done = act(t, morale.rally(t, 0), [2, 1, 3, 3])  # 3 is more than a double 1
    assert done.event("Tested").passed is False
    act(t, morale.rally(t, 0), [1, 1])
    assert not condition.broken(t[0])


def _joined(guest, host):
    from grognard.kernel.asks import Emit
    from grognard.table.events import Joined

    yield Emit(Joined(guest, host))


# --- shooting ---------------------------------------------------------------------------------------------------------


@rule("usr:gets-hot")
def test_a_plasma_gun_that_is_not_supercharged_does_its_firer_no_harm():
    gun = shooter("Gets Hot", S=7, AP=2)
    assert told(played(gun, target(), [1])).get("own-slain", 0) == 0
    assert other(gun, target(), "own-slain", sets={"supercharge": "strength"}) == Fraction(1, 6)


@rule("usr:skyfire")
def test_skyfire_is_one_worse_at_the_ground_no_snap_shot_and_as_good_at_skimmers_as_at_flyers():
    assert slays(shooter("Skyfire"), target()) == Fraction(1, 2) * Fraction(1, 2), "4+ and not 6"
    skimmer = target(Front=10, type="Vehicle (Skimmer)")
    gun = shooter("Skyfire", S=10)
    assert other(gun, skimmer, "penetrations") == Fraction(2, 3)


@rule("usr:stealth")
@rule("usr:shrouded")
def test_stealth_and_shrouded_in_ruins_are_no_better_than_three():
    assert slays(shooter(), target("Stealth", "Shrouded"), cover="4+") == Fraction(1, 3) * Fraction(1, 3)


@rule("usr:split-fire")
def test_every_model_of_a_unit_that_splits_its_fire_may_have_a_target_of_its_own():
    squad = unit(model("Split Fire", weapons=[RIFLE]), name="Squad", count=3)
    t = field((squad, 0, 20, 10), *((unit(model(), name=n), 1, x, 20) for n, x in (("A", 10), ("B", 20), ("C", 30))))
    picks = {"(1) of Squad fire at A": "yes", "fire at A": "wait", "(2) of Squad fire at B": "yes", "fire at B": "wait",
             "split": "yes", "which unit": lambda targets: next(iter(targets))}  # fmt: skip
    done = act(t, split_fire.shoot(t, 0), [1, 1, 1], picks)
    assert [s.target for s in done.all("ShotAt")] == [1, 2, 3]


@rule("usr:strafing-run")
@pytest.mark.parametrize(("kind", "front", "more"), [
    ("Infantry", 0, True), ("Bike", 0, True), ("Monstrous Creature", 0, True), ("Artillery", 0, True),
    ("Vehicle", 10, True), ("Vehicle (Skimmer)", 10, False), ("Flyer", 10, False), ("Building", 10, False),
])  # fmt: skip
def test_what_a_strafing_run_is_better_at(kind, front, more):
    wing = unit(model("Strafing Run", Front=10, weapons=[RIFLE]), type="Vehicle")
    foe = target(type=kind, **({"Front": front} if front else {}))
    (hit,) = (s for s in ask(wing, foe).steps if s.name == "to hit")
    assert hit.needs == ("2+" if more else "3+")


@rule("usr:blast")
def test_a_marker_hits_whom_nobody_sees_and_wounds_him_first_when_he_is_nearest():
    crowd = unit(model(name="Hidden"), model(name="Seen"), name="Crowd")
    t = field((shooter("Blast"), 0, 10, 10), (crowd, 1, 9, 19), pieces=(tower(7.25, 13.5, 2.7),))
    t.change(1, form=t[1].form.moved(((9.0, 19.0), (10.90625, 20.0))))
    assert shooting.sight(t, t[0], t[1]).seen == (1,)
    done = act(t, fire(t, 0, 1), [1, 4, 1], {"marker": (10.59375, 19.796875)})  # it lies over both; one of two wounds
    assert done.event("MarkerLands").under == ((1, 2),)
    assert [m.name for m in t[1].members] == ["Seen"]


@rule("usr:jink")
def test_an_immobilised_skimmer_does_not_jink():
    skimmer = unit(model("Jink", Front=10), name="Skimmer", type="Vehicle (Skimmer)")
    t = field((shooter(), 0, 10, 10), (skimmer, 1, 10, 20))
    t.change(1, effects=(Effect(condition.IMMOBILISED),))
    assert not act(t, fire(t, 0, 1), [1]).asked


# --- close combat -----------------------------------------------------------------------------------------------------


@rule("usr:hammer-of-wrath")
def test_hammer_of_wrath_hits_on_three_and_reaches_an_inch():
    riders = unit(model("Hammer of Wrath", A=0, S=4), name="Riders")
    # 2/3 1/2 by the hammer; with Attacks 0 no blow
    assert slays(riders, target(), melee=True, charging=True) == Fraction(1, 3)
    pair = unit(model("Hammer of Wrath", S=4), name="Riders", count=2)
    t = field((pair, 0, 10, 10), (unit(model(), name="Foe", count=5), 1, 10, 10.985), step="charges", distance=1.7)
    t.change(0, form=t[0].form.moved(((10.0, 10.0), (8.75, 9.625))))  # the second is near, not in contact
    done = act(t, hammer_of_wrath.wrath(t, 0, 1, blow_at(t, t[0], t[1])), [3, 2, 1])
    assert done.event("RidesDown").models == 2


@rule("usr:furious-charge")
def test_a_disordered_charge_is_furious_all_the_same():
    boys = unit(model("Furious Charge", A=1, S=3, weapons=[BLADE]))
    # no blow for charging; Strength 3 + 1 against Toughness 4
    assert slays(boys, target(), melee=True, charging=True, sets={"disordered": True}) == Fraction(1, 4)


@rule("usr:rampage")
def test_a_disordered_charge_rampages_all_the_same():
    # 1 blow and a D3, none for charging; each slays one time in four: (9/16 + 27/64 + 81/256) / 3 slay nobody
    brute = unit(model("Rampage", A=1, weapons=[BLADE]))
    law = ask(brute, target(count=5), melee=True, charging=True, sets={"disordered": True}).slain
    assert law.fraction(0) == Fraction(111, 256)


def test_a_sergeant_is_looked_out_for_on_three():
    squad = unit(model(name="Sergeant", role="leader", Sv="2+"), model(name="Guard"), name="Squad")
    assert played(shooter(), squad, [3, 4, 3]).slain == 1, "the guard, who has no save"
    assert played(shooter(), squad, [3, 4, 2, 2]).slain == 0, "the sergeant, who has one"


@rule("usr:hit-and-run")
def test_those_who_are_left_behind_consolidate_three_inches_and_no_die():
    t = field((unit(model("Hit & Run", I=4), name="Riders"), 0, 10, 20), (unit(model(), name="Guard"), 1, 10, 20.99),
              step="breaking_away")  # fmt: skip
    for u, v in ((0, 1), (1, 0)):
        t.change(u, foes=(v,))
    far = []
    picks = {
        "break away": "go",
        "which way": 12,
        "where does Guard": lambda moves: far.append(moves.inches) or moves.form,
    }
    act(t, hit_and_run.break_away_one(t, 0), [3, 2, 3, 4], picks)
    assert far == [3.0]


# --- moving, coming ---------------------------------------------------------------------------------------------------


@rule("usr:move-through-cover")
def test_who_moves_through_cover_rolls_no_dice_and_goes_his_six_inches():
    t = field((unit(model("Move Through Cover"), name="Rangers"), 0, 10, 10), (FOES, 1, 40, 44), pieces=(wood(8, 9),),
              step="movement")  # fmt: skip
    act(t, movement.move(t, 0), picks={"where": lambda moves: moves.form.moved(((10.0, 16.0),))})
    assert t[0].form.positions == ((10.0, 16.0),)


@rule("usr:infiltrate")
def test_infiltrators_may_stand_in_full_sight_thirteen_inches_away():
    t = field((unit(model("Infiltrate"), name="Spies"), 0, 10, 10), (FOES, 1, 24, 30), step="infiltrating")
    t.change(0, place="off", form=t[0].form.only(()))
    options = deployment.hiding_places(t, 0)
    form = next(iter(options)).moved(((24.0, 16.0),))
    assert form in options


@rule("usr:outflank")
def test_outflankers_throw_no_die_for_their_edge_and_may_take_their_own():
    t = field((unit(model("Outflank"), name="Flankers"), 0, None, 0), (FOES, 1, 24, 40), round=3, step="reinforcements")
    t.memory = {**t.memory, ("outflank", 0): True}
    assert act(t, reserves.arrive(t, 0), picks={"from which": "bottom"}).event("Arrived").how == "the bottom edge"


@rule("usr:scout")
def test_a_scout_makes_as_many_normal_moves_as_it_says_and_may_charge_in_the_first_turn():
    t = field((unit(model("Scout 2", weapons=[BLADE]), name="Runners"), 0, 10, 4), (FOES, 1, 10, 30), step="scouting")
    positions = iter([((10.0, 10.0),), ((10.0, 16.0),)])
    act(t, deployment.scout_one(t), picks={"where": lambda moves: moves.form.moved(next(positions))})
    near = field((MEN, 0, 1, 1), (FOES, 1, 10, 24))[1]
    t.change(1, form=near.form)
    t.acted = frozenset()
    assert t[0].form.positions == ((10.0, 16.0),) and charge.can_charge(t, 0) == [0]


@rule("usr:deep-strike")
def test_a_vehicle_that_drops_counts_as_having_moved_at_combat_speed():
    pod = unit(model("Deep Strike", Front=12, weapons=[RIFLE, weapon("Cannon")]), name="Pod", type="Vehicle")
    t = field((pod, 0, None, 0), (FOES, 1, 24, 30), round=2, step="reinforcements")
    t.memory = {**t.memory, ("deep strike", 0): True}
    act(t, deep_strike.drop(t, 0), [1], {"come down": (24.0, 18.0)})
    assert condition.moved(t[0]) == "moved" and weapons.full_skill_guns(t[0].members[0], "moved") == 1


@rule("usr:deep-strike")
def test_who_drops_may_charge_at_once():
    t = field((unit(model("Deep Strike", weapons=[BLADE]), name="Drop"), 0, None, 0), (FOES, 1, 24, 24), round=2)
    t.memory = {**t.memory, ("deep strike", 0): True}
    act(t, deep_strike.drop(t, 0), [1], {"come down": (24.0, 20.0)})
    assert charge.can_charge(t, 0) == [0]


@rule("usr:deep-strike")
@pytest.mark.parametrize(("face", "place"), [(1, "dead"), (2, "table"), (3, "table"), (4, "reserve"), (6, "reserve")])
def test_a_mishap_is_lost_on_one_misplaced_to_three_delayed_from_four(face, place):
    t = field((unit(model("Deep Strike"), name="Drop"), 0, None, 0), (FOES, 1, 24, 24), round=2, step="reinforcements")
    t.memory = {**t.memory, ("deep strike", 0): True}
    act(t, deep_strike.drop(t, 0), [1, face], {"come down": (24.0, 24.0)})
    assert t[0].place == place
