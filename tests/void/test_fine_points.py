"""The core to the letter: who reacts to what, what losses count, how fire and blows are divided, closing in, boarding."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.systems.void import deployment, field, individuals, transports
from grognard.systems.void.bots.greedy import fire_now
from grognard.systems.void.examples import ask, model, trooper, unit, weapon
from grognard.systems.void.melee.charge import lock
from grognard.systems.void.melee.counter_charge import counter_charge
from grognard.systems.void.melee.fight import fight
from grognard.systems.void.movement.forced import Advance
from grognard.systems.void.movement.hazardous_ground import hazards
from grognard.systems.void.movement.legal_moves import moves
from grognard.systems.void.nerve.morale import rally
from grognard.systems.void.orders import Orders, loose
from grognard.systems.void.rules import (
    CombineFire,
    Fast,
    HeavyArmour,
    ImmuneToPanic,
    Impetuous,
    Infiltrate,
    JumpTrooper,
    MountedWeaponTeam,
    MultipleShots,
    Prone,
    Rampage,
    ShieldWall,
    Spomm,
    SuppressiveFire,
    TacticalAwareness,
    TroopCarrier,
)
from grognard.systems.void.shield_wall import keeps
from grognard.systems.void.shooting.fire import contributing, fire
from grognard.systems.void.shooting.lines_of_fire import line, open_to_fire
from grognard.systems.void.shooting.suppressive_fire import frightened_by, involved
from grognard.systems.void.turn import activation
from grognard.table.events import Given, Harmed, Locked, Noted, Passed
from grognard.table.state import Clock, Effect

from .field import Field, at, wood

F = Fraction
BLADE = ("Combat Blade",)


def given(f, u, word, **more):
    Given(u, Effect(word, **more)).on(f.table)


# --- holding -----------------------------------------------------------------------------------------------------------


def test_a_unit_that_flees_past_those_on_hold_is_shot_at():
    f = Field([at(trooper(), 20, 20)], [at(trooper(arms=BLADE), 20, 26), at(trooper(), 26, 16)])
    given(f, 0, "panicked")
    given(f, 2, "on hold", until="marker phase")
    f.run(activation(f.table, 0), [5, 6, 6, 6], react="shoot")  # not rallied; hold check, hit, wounded
    assert not f[0].alive


def test_who_is_out_of_cohesion_does_not_react():
    for apart, reacts in ((1.5, True), (6.0, False)):
        f = Field([at(trooper(arms=BLADE), 8, 16)], [at(trooper(n=2), 14, 24, apart)])
        given(f, 1, "on hold", until="marker phase")
        f.run(activation(f.table, 0), what_does="move", where_does=f[0].form.shifted(4, 0), react="wait")
        assert any("react" in a.question for a in f.asked) is reacts


def crosses(f, faces, **picks):
    f.run(activation(f.table, 0), faces, what_does="move", where_does=f[0].form.shifted(4, 0), **picks)


def shaken_on_hold(x=8, y=16):
    """A tank that was shaken and then went on hold, and a trooper with a blade who is to cross its sight or charge it."""
    tank = unit(model("light tank", arms=("machine gun",)), type="Vehicle")
    f = Field([at(trooper(arms=BLADE), x, y)], [at(tank, 14, 24)])
    given(f, 1, "shaken")
    f.run(activation(f.table, 1), what_does="hold")
    assert f[1].has("on hold") and not f[1].has("shaken")
    return f


def test_a_crew_that_went_on_hold_while_it_was_shaken_does_not_shoot_from_hold():
    """Rows 10 and 23: what is fired from hold is the shooting of the activation in which it was to fire nothing."""
    f = shaken_on_hold()
    crosses(f, [])
    assert not any("react" in a.question for a in f.asked) and f[0].alive


def test_it_meets_a_charge_from_that_hold_and_shoots_from_the_next():
    f = shaken_on_hold(14, 19)
    assert f.run(counter_charge(f.table, 0, 1), [], counter_charge="counter-charge") and not f[1].has("on hold")
    f = shaken_on_hold()
    Passed("marker phase").on(f.table)
    f.run(activation(f.table, 1), what_does="hold")
    crosses(f, [6, 6, 6], react="shoot")  # the check, a hit, a wound
    assert not f[0].alive


# --- hazards -----------------------------------------------------------------------------------------------------------

LAVA = (wood(0, 12, 48, 1, "dangerous", high=0.5),)


def test_flight_over_hazardous_ground_hurts():
    f = Field([at(trooper(), 20, 15)], [at(trooper(), 20, 30)], LAVA)
    given(f, 0, "panicked")
    f.run(activation(f.table, 0), [5, 6])  # it flees across, and Dam 4 wounds on 6+
    assert not f[0].alive


@pytest.mark.rule("void:jump-trooper")
def test_a_jump_over_hazardous_ground_does_not_and_a_landing_in_it_does():
    for far, faces in ((4, [6]), (2.5, [6, 6])):
        f = Field([at(trooper(JumpTrooper(), arms=BLADE), 10, 10)], [at(trooper(), 40, 40)], LAVA)
        f.run(activation(f.table, 0), faces, what_does="jump", where_does=f[0].form.shifted(0, far))
        assert f[0].alive is (len(faces) == 1)


@pytest.mark.rule("void:spomm")
def test_a_machine_minds_forced_advance_goes_round_hazardous_ground():
    pool = (wood(9, 6, 2, 2, "dangerous", high=0.5),)
    mind = trooper(Spomm("I", "Tactical Advance"))
    f = Field([at(mind, 10, 4)], [at(trooper(), 10, 44)], pool)
    f.run(activation(f.table, 0), what_does="move")
    options = f.question("where does")
    assert f[0].alive and not hazards(f.table, 0, options.moves.form, f[0].form)
    assert "it avoids hazardous ground" in options.why_not(options.moves.form.shifted(0, 3.5))


@pytest.mark.rule("void:spomm")
def test_a_machine_mind_that_is_hemmed_in_as_it_stands_advances_one_model_after_the_other():
    """Three abreast behind three rows of friends who leave a gap of one base: as they stand they can go nowhere nearer."""
    mind = trooper(Spomm("I", "Tactical Advance"), n=3)
    rows = [at(trooper(n=6), x, y, 1.2) for y in (11.3, 12.6, 13.9) for x in (4.3, 12.7)]
    f = Field([at(mind, 10, 10.3, 1.5), *rows], [at(trooper(), 11.5, 44)])
    start = f[0].form
    f.run(activation(f.table, 0), what_does="move")
    ways = [(x - u, y - v) for (x, y), (u, v) in zip(f[0].form.positions, start.positions, strict=True)]
    assert f[0].form.centre[1] > start.centre[1] + 1 and len(set(ways)) > 1
    assert all(x * x + y * y <= 16 for x, y in ways), "nobody farther than his 4 inches"
    assert not loose(f[0].form)


# --- losses ------------------------------------------------------------------------------------------------------------


def test_half_the_models_lost_in_ones_own_activation_is_no_reason_to_panic_but_being_the_last_is():
    f = Field([at(trooper(n=4, arms=BLADE), 8, 16)], [at(trooper(n=2), 14, 22)])
    given(f, 1, "on hold", until="marker phase")
    f.run(activation(f.table, 0), [6, 6, 6, 6, 6], what_does="move", where_does=f[0].form.shifted(3, 0), react="shoot")
    assert f[0].size == 2 and not f[0].has("panicked")  # check, two hits, two wounds, and no more dice
    g = Field([at(trooper(n=2, arms=BLADE), 8, 16)], [at(trooper(), 14, 22)])
    given(g, 1, "on hold", until="marker phase")
    g.run(activation(g.table, 0), [6, 6, 6, 5], what_does="move", where_does=g[0].form.shifted(3, 0), react="shoot")
    assert g[0].size == 1 and g[0].has("panicked")


def test_an_individual_who_leaves_is_no_loss():
    hero = unit(model("hero", role="individual"))
    f = Field([at(trooper(n=2, arms=BLADE), 10, 10), at(hero, 13.5, 10)], [at(trooper(), 40, 40)])
    f.run(individuals.join_somebody(f.table, 1, deploying=True), whom_does=0)
    Harmed(0, (0, 1, 3)).on(f.table)
    f.table.clock = Clock(2, 0, 3, 0, "activations")
    f.run(
        activation(f.table, 0), [], leave="leave", what_does="stay"
    )  # one man and his hero: no check for the one left
    assert f[0].size == 1 and f[1].here


@pytest.mark.rule("void:rampage")
def test_a_beast_that_rallies_lets_go_of_its_friends():
    beast = unit(model("war beast", Rampage(), arms=BLADE))
    f = Field([at(beast, 20, 20), at(trooper(arms=BLADE), 20, 20.984375)], [at(trooper(), 40, 40)])
    given(f, 0, "rampaging")
    f.run(lock(f.table, 0))
    assert f[0].locked and f[1].locked
    assert f.run(rally(f.table, 0), [6])
    assert not f[0].locked and not f[1].locked


def test_a_unit_that_rallies_in_close_combat_only_stands_there():
    f = Field([at(trooper(arms=BLADE), 10, 10)], [at(trooper(arms=BLADE), 10, 10.984375)])
    Locked(0, 1).on(f.table)
    given(f, 0, "panicked")
    f.run(activation(f.table, 0), [6])  # it rallies, and no blow falls
    assert f[0].locked and not f[0].has("panicked")


@pytest.mark.rule("void:immune-to-panic")
def test_a_panicked_individual_who_joins_those_who_cannot_panic_is_cured():
    hero = unit(model("hero", role="individual"))
    for rules, cured in (((ImmuneToPanic(),), True), ((), False)):
        f = Field([at(trooper(*rules, n=2), 10, 10), at(hero, 13.5, 10)], [at(trooper(), 40, 40)])
        given(f, 1, "panicked")
        f.table.acted = frozenset({0})
        f.run(individuals.join_somebody(f.table, 1), whom_does=0)
        assert (f[1].place == "joined") is cured and f[1].has("panicked") is not cured
        assert not f[0].has("panicked")


# --- shooting ----------------------------------------------------------------------------------------------------------


def test_of_two_open_enemies_at_the_same_distance_the_shooter_picks():
    f = Field([at(trooper(), 20, 10)], [at(trooper(), 16, 18), at(trooper(), 24, 18), at(trooper(), 20, 30)])
    assert open_to_fire(f.table, 0, False) == (1, 2)


WOOD = (wood(8, 15, 18, 3, "forest", cover="light"),)


@pytest.mark.rule("void:multiple-shots")
def test_several_shots_are_divided_over_targets_that_may_each_be_shot():
    foes = [at(trooper(), 10, 16.5), at(trooper(), 16, 16.5)]  # both in cover: neither comes first
    f = Field([at(trooper(MultipleShots(2)), 13, 10)], foes, WOOD)
    f.run(activation(f.table, 0), [6, 6, 7, 6, 6, 7], what_does="stay", whom_does=1, where_do=(2, 1))
    assert not f[1].alive and not f[2].alive  # each: hit, wounded, cover 8+ missed
    assert sum("shoots at" in line for line in f.told()) == 2 and "void:multiple-shots" in f.by()


@pytest.mark.rule("void:multiple-shots")
def test_with_one_open_target_there_is_nothing_to_divide():
    f = Field([at(trooper(MultipleShots(2)), 13, 10)], [at(trooper(n=3), 10, 16), at(trooper(), 20, 24)])
    f.run(activation(f.table, 0), [1, 1], what_does="stay")
    assert not any("where do" in a.question for a in f.asked)


def pair_of(*rules, arms=("rifle",)):
    return unit(model("line trooper", *rules, arms=arms), n=2, name="pair")


@pytest.mark.rule("void:multiple-shots")
def test_each_model_of_a_profile_may_divide_its_shots_as_it_likes():
    foes = [at(unit(model("line trooper"), name=name), x, 16.5) for name, x in (("left", 10), ("right", 16))]
    f = Field([at(pair_of(MultipleShots(2)), 12, 10)], foes, WOOD)
    # the first sends one of its two elsewhere, the second none: three at one, one at the other
    picks = ["each for itself", (2, 1), "all"]
    f.run(activation(f.table, 0), [1, 1, 1, 1], what_does="stay", whom_does=1, where_do=picks)
    shots = [line for line in f.told() if "shoots at" in line]
    assert shots == ['pair shoots at left, 5.8" away (3 x rifle)', 'pair shoots at right, 6.0" away (1 x rifle)']


@pytest.mark.rule("void:multiple-shots")
def test_a_model_divides_its_shots_though_its_fellow_does_not_see_the_other_target():
    wall = (wood(20, 5, 1, 4.6, "solid", high=9),)
    foes = [
        (unit(model("line trooper"), name="near"), [(10, 18)]),
        (unit(model("line trooper"), name="far"), [(30, 9)]),
    ]
    f = Field([(pair_of(MultipleShots(2)), [(10, 10), (10, 8.5)])], foes, wall, {"open_target": "any"})
    assert line(f.table, 0, 2, False).firers == (0,)
    f.run(activation(f.table, 0), [1, 1, 1, 1], what_does="stay", whom_does=1, where_do=["each for itself", (2, 1)])
    shots = [line for line in f.told() if "shoots at" in line]
    assert shots == ['pair shoots at near, 7.0" away (3 x rifle)', 'pair shoots at far, 19.0" away (1 x rifle)']
    assert [a.options for a in f.asked if "where do" in a.question] == [("all", "each for itself"), ("all", (2, 1))]


def test_models_of_one_profile_may_fire_different_weapons():
    f = Field(
        [at(pair_of(arms=("rifle", "machine gun")), 10, 10)], [at(unit(model("line trooper"), name="they"), 10, 18)]
    )
    said = iter((0, 1))

    def pick(options):
        return "each for itself" if "each for itself" in options else options[next(said)]

    f.run(activation(f.table, 0), [1, 1], trooper_of_pair_fire=pick, trooper_1_of_2=pick, trooper_2_of_2=pick)
    assert 'pair shoots at they, 7.0" away (1 x rifle, 1 x machine gun)' in f.told()


@pytest.mark.rule("void:combine-fire")
def test_the_flame_thrower_may_be_found_anywhere_in_the_force():
    from grognard.common.profiles import Weapon, interned
    from grognard.systems.void.profiles import WeaponStats

    hot = interned(Weapon("Flame Thrower", WeaponStats(dam=8, template="flame")))
    burner = trooper(CombineFire(), MultipleShots(2), arms=("light flame thrower", "light flame thrower"))
    f = Field([at(burner, 10, 10), at(trooper(arms=(hot,)), 30, 10)], [at(trooper(), 10, 14)])
    assert line(f.table, 0, 1, False).groups == ()  # a friend
    assert line(f.table, 0, 2, False).groups[0][0].ways[0] == ((hot, 1),)


@pytest.mark.rule("void:combine-fire")
@pytest.mark.parametrize("combined", [True, False])
def test_only_a_volley_that_was_combined_names_the_rule(combined):
    """Two light flame throwers, fired as one normal one or each for itself."""
    burner = trooper(CombineFire(), MultipleShots(2), arms=("light flame thrower", "light flame thrower"))
    f = Field([at(burner, 10, 10)], [at(trooper(n=3), 10, 14)])
    (group, _), *_ = line(f.table, 0, 1, False).groups
    way = next(way for way in group.ways if (way[0][0].name == "light flame thrower") is not combined)
    aim = line(f.table, 0, 1, False)
    volleys = aim.volleys([(group, aim.groups[0][1], way)], 1)
    assert ("void:combine-fire" in contributing(aim, volleys)) is combined
    assert "void:multiple-shots" in contributing(aim, volleys)


@pytest.mark.rule("void:mounted-weapon-team")
def test_a_gun_that_has_fired_is_not_moved_in_the_assault_phase():
    crew = trooper(MountedWeaponTeam(), n=2, arms=("machine gun", "pistol", "Combat Blade"))
    f = Field([at(crew, 10, 10)], [at(trooper(n=4), 10, 13)])
    f.run(activation(f.table, 0), [1], what_does="stay")
    assert not any("charge" in a.question or "close in" in a.question for a in f.asked)
    g = Field([at(crew, 10, 10)], [at(trooper(n=4), 10, 13)])
    picks = {"shoot_at": "hold fire", "charge": "no assault"}
    g.run(activation(g.table, 0), what_does="stay", **picks)
    assert any("charge" in a.question for a in g.asked)


def test_a_fixed_weapon_fires_only_ahead():
    cannon = weapon("machine gun")
    from msgspec.structs import replace

    from grognard.common.profiles import interned

    fixed = interned(replace(cannon, stats=replace(cannon.stats, fixed=True)))
    for facing, fires in (((0.0, 1.0), True), ((0.0, -1.0), False)):
        tank = unit(model("light tank", arms=(fixed,)), type="Vehicle")
        f = Field([at(tank, 10, 10, facing=facing)], [at(trooper(), 10, 20)])
        assert bool(line(f.table, 0, 1, False)) is fires


@pytest.mark.rule("void:heavy-armour")
def test_a_vehicle_may_list_an_armour_for_each_face():
    tank = trooper(HeavyArmour(6, "6/5/4"))
    for face, fails in (("front", 3), ("flank", 4), ("rear", 5)):
        assert ask(trooper(), tank, sets=(f"arc={face}",)).slain.fraction(1) == F(1, 4) * F(fails, 10)
    assert str(HeavyArmour(6, "6/5/4")) == "Heavy Armour 6/5/4"


@pytest.mark.rule("void:heavy-armour")
def test_its_rear_is_found_on_the_table():
    from grognard.systems import get

    armour = get("void").read_rule("Heavy Armour 6/5/4")
    tank = unit(model("light tank", armour, arms=()), type="Vehicle")
    f = Field([at(trooper(), 10, 10)], [at(tank, 10, 18, facing=(0.0, 1.0))])
    # hit on 4+, wounded on a 9; armour 4 from behind: a 5 fails; the damage table shows a 1
    f.run(activation(f.table, 0), [4, 9, 5, 1], what_does="stay")
    assert f[1].wounds == (3,)


@pytest.mark.rule("void:suppressive-fire")
def test_suppression_goes_by_target_priority_and_may_be_freed_from_it():
    hush = (weapon("rifle", SuppressiveFire(9)),)
    foes = [at(trooper(n=2), 10, 16.5), at(trooper(n=2), 23, 19), at(trooper(n=2), 30, 19)]
    f = Field([at(trooper(arms=hush), 13, 10)], foes, (wood(8, 15, 8, 3, "forest", cover="light"),))
    assert frightened_by(f.table, 0, Orders(f.table, 0)) == (
        2,
    )  # the nearer one is in cover, the further one behind the nearest open
    freed = Orders(f.table, 0)
    freed.free = True
    assert frightened_by(f.table, 0, freed) == (1, 2, 3)


@pytest.mark.rule("void:suppressive-fire")
@pytest.mark.rule("void:tactical-awareness")
def test_a_leader_who_is_aware_may_have_anybody_suppressed():
    leader = model("sergeant", TacticalAwareness(), role="leader", arms=(weapon("rifle", SuppressiveFire(9)),))
    f = Field([at(unit(leader), 13, 10)], [at(trooper(n=2), 10, 16), at(trooper(n=2), 20, 22)])
    f.run(activation(f.table, 0), [4, 6], what_does="stay", ignore_target="yes", whom_does=("suppress", 2))
    assert f[2].has("panicked") and not f[1].has("panicked")  # 4 + 2 - 9 and a band beyond short or not: only a 10


@pytest.mark.rule("void:suppressive-fire")
def test_everybody_in_a_tangle_of_fights_is_involved():
    f = Field([at(trooper(), 10, 10), at(trooper(), 30, 10)], [at(trooper(), 11, 10), at(trooper(), 31, 10)])
    for u, v in ((0, 2), (1, 2), (1, 3)):
        Locked(u, v).on(f.table)
    assert set(involved(f.table, 0)) == {0, 1, 2, 3}


# --- blows -------------------------------------------------------------------------------------------------------------


def test_blows_of_two_units_that_fall_together_both_count():
    pair = trooper(n=2, arms=BLADE)
    side = 0.984375
    f = Field(
        [at(trooper(arms=BLADE), 10, 10), at(trooper(arms=BLADE), 10 + side, 10)], [at(pair, 10, 10 + side, side)]
    )
    Locked(0, 2).on(f.table)
    Locked(1, 2).on(f.table)
    # ours are two units of one model each; theirs strike and miss, ours hit and wound: one falls to each
    f.run(fight(f.table, 2), [1, 1, 6, 6, 6, 6])
    assert not f[2].alive and f[0].alive and f[1].alive


# --- closing in --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("void:fast")
@pytest.mark.parametrize(("rules", "inches"), [((), 4.0), ((Fast(),), 6.0)])
def test_a_unit_may_close_in_on_an_enemy_out_of_charge_reach(rules, inches):
    f = Field([at(trooper(*rules, arms=BLADE), 10, 10)], [at(trooper(arms=BLADE), 10, 30)])
    ahead = f[0].form.shifted(0, inches)
    f.run(activation(f.table, 0), what_does="stay", where=ahead, does="close in")
    assert f[0].form.positions == ((10, 10 + inches),)
    options = f.question("where does")
    assert f[0].form.shifted(0, 0.5) not in options and isinstance(options, Advance)


def test_by_ruling_there_is_no_closing_in_but_into_fights():
    f = Field([at(trooper(arms=BLADE), 10, 10)], [at(trooper(arms=BLADE), 10, 30)], rulings={"close": "into-fights"})
    f.run(activation(f.table, 0), what_does="stay")
    assert not any("close in" in a.question for a in f.asked)


def test_who_rushes_or_sees_nobody_does_not_close_in():
    f = Field([at(trooper(arms=BLADE), 10, 10)], [at(trooper(arms=BLADE), 10, 40)])
    f.run(activation(f.table, 0), what_does="rush", where_does=f[0].form.shifted(0, 8))
    assert not any("close in" in a.question for a in f.asked)
    wall = (wood(0, 20, 48, 1, "solid", high=9),)
    f = Field([at(trooper(arms=BLADE), 10, 10)], [at(trooper(arms=BLADE), 10, 30)], wall)
    f.run(activation(f.table, 0), what_does="stay")
    assert not any("close in" in a.question for a in f.asked)


@pytest.mark.rule("void:impetuous")
def test_who_must_assault_need_not_close_in():
    f = Field([at(trooper(Impetuous(), arms=BLADE), 10, 10)], [at(trooper(arms=BLADE), 10, 30)])
    f.run(activation(f.table, 0), [6], run_ahead="check", what_does="stay")
    assert f.question("close in") == ("stand", "close in")


# --- getting aboard, evading, walls, deployment ------------------------------------------------------------------------


@pytest.mark.rule("void:troop-carrier")
def test_a_wall_between_keeps_those_out_who_cannot_get_round_it():
    barge = unit(model("light tank", TroopCarrier(4, 2), arms=()), type="Vehicle")
    for pieces, able in (((), True), ((wood(0, 11.5, 40, 0.5, "impassable"),), False)):
        f = Field([at(barge, 10, 10), at(trooper(n=2), 9, 13.5)], [at(trooper(), 40, 40)], pieces)
        assert bool(transports.near_carriers(f.table, 1, 4.0)) is able


@pytest.mark.rule("void:prone")
def test_who_lies_does_not_step_out_from_under_a_blast():
    f = Field([at(trooper(arms=("mortar",)), 10, 4)], [at(trooper(Prone()), 10, 24)])
    given(f, 1, "prone", value=0)
    f.run(activation(f.table, 0), [7, 6], what_does="stay")  # SZ 1: 7+
    assert not f[1].alive and not any("evade" in a.question for a in f.asked)


@pytest.mark.rule("void:prone")
def test_who_is_caught_lying_may_spend_the_turn_on_getting_up():
    f = Field([at(trooper(Prone(), arms=BLADE), 10, 10)], [at(trooper(arms=BLADE), 10, 10.984375)])
    given(f, 0, "prone", value=0)
    Locked(0, 1).on(f.table)
    f.run(activation(f.table, 0), [1, 1], what_does="get up")  # up, and both strike
    assert not f[0].has("prone")
    g = Field([at(trooper(Prone(), arms=BLADE), 10, 10)], [at(trooper(arms=BLADE), 10, 10.984375)])
    given(g, 0, "prone", value=0)
    Locked(0, 1).on(g.table)
    g.run(activation(g.table, 0), [], what_does="stay")  # it starts no fight
    assert g[0].has("prone")


@pytest.mark.rule("void:shield-wall")
def test_a_wall_closes_the_gap_that_a_loss_has_torn():
    f = Field([at(trooper(), 12, 24)], [at(trooper(ShieldWall(), n=3), 10, 10, facing=(0.0, 1.0))])
    f.run(activation(f.table, 1), [], what_does="form a shield wall", whom_does="hold fire")
    assert f[1].has("formed")
    middle = sorted(range(3), key=lambda i: f[1].form.positions[i])[1]
    from grognard.systems.void.harm import apply, state_of

    before = state_of(f.table, 1)
    after = (tuple(0 if i == middle else 1 for i in range(3)), *before[1:])
    f.run(apply(f.table, 1, before, after, 0, ()))
    assert f[1].size == 2 and f[1].has("formed") and keeps(f[1].form, [0, 1])


@pytest.mark.rule("void:shield-wall")
def test_panic_breaks_a_wall_at_once():
    from grognard.systems.void.nerve.morale import frighten

    f = Field([at(trooper(), 12, 24)], [at(trooper(ShieldWall(), n=3), 10, 10, facing=(0.0, 1.0))])
    f.run(activation(f.table, 1), [], what_does="form a shield wall", whom_does="hold fire")
    f.run(frighten(f.table, 1, "morale"), [5])
    assert f[1].has("panicked") and not f[1].has("formed")


@pytest.mark.rule("void:infiltrate")
def test_infiltrators_of_both_sides_roll_off_for_who_begins():
    f = Field([(trooper(Infiltrate()), [])], [(trooper(Infiltrate()), [])])
    f.table.clock = Clock(1, 0, 0, 0, "setting up")
    f.run(deployment.setting_up(f.table, 0), [4, 4, 3, 9])  # equal, then theirs is higher
    assert f.table.player == 1 and f.table.recall(deployment.ROLLED_OFF) == 1
    f.run(deployment.setting_up(f.table, 1))
    assert f[1].here and not f[0].here


def test_evading_guards_of_a_place_stay_at_their_post():
    from grognard.systems.void.guards import place
    from grognard.systems.void.rules import Guard

    f = Field([at(trooper(Guard("the gate"), n=2), 20, 20)], [at(trooper(), 20, 40)])
    Noted(("post", 0), f[0].form.centre).on(f.table)
    options = moves(f.table, 0, 8.0, post=place(f.table, 0))
    assert f[0].form.shifted(0, 4) in options and f[0].form.shifted(0, 7) not in options
    assert all(form in options for form in options), "nothing is proposed that it may not do"


def test_nobody_sees_through_his_friends_and_everybody_sees_his_own_side():
    f = Field([at(trooper(), 10, 10), at(trooper(), 10, 14)], [at(trooper(), 10, 18)])
    assert not field.sees(f.table, 0, 2) and field.sees(f.table, 0, 1)


# --- what a report and an explanation say -------------------------------------------------------------------------------


def test_a_morale_check_stands_in_an_explanation_only_where_losses_could_call_for_it():
    def checks(attacker, target, **said):
        return [s.name for s in ask(attacker, target, **said).steps if s.name == "morale check"]

    assert not checks(trooper(), trooper(n=5)) and not checks(trooper(), trooper())  # one of five; nobody left to fear
    assert checks(trooper(), trooper(n=2)) and checks(trooper(MultipleShots(3)), trooper(n=5))  # half; three of five
    mortar = trooper(arms=("mortar",))
    assert not checks(mortar, trooper(n=5), range=20, sets=("under=2",))
    assert checks(mortar, trooper(n=5), range=20, sets=("under=3",))


def test_a_unit_out_of_cohesion_is_told_that_it_does_not_shoot_and_a_program_draws_it_together():
    f = Field([(trooper(n=2), [(10, 10), (10, 14)])], [at(trooper(), 10, 20)])
    f.run(activation(f.table, 0), what_does="stay")
    assert any(line.endswith("is out of cohesion: no shooting and no assault") for line in f.told())
    assert fire_now(f.table, 0) == 0.0


def test_a_template_that_comes_down_on_nobody_is_told():
    f = Field([at(trooper(arms=("mortar",)), 10, 10)], [at(trooper(), 10, 30)])
    f.run(fire(f.table, 0, 1, False), [2, 9, 6])  # a miss: 9 inches to the right
    assert "under the template of the mortar at (19.0, 30.0): nobody" in f.told()


@pytest.mark.rule("void:spomm")
def test_a_machine_mind_that_cannot_reach_whom_it_must_charge_says_so():
    """MV 4: 7 inches are within a move and a charge, but a rock between bars both ways."""
    mind = trooper(Spomm("I", "Tactical Advance"), arms=BLADE)
    rock = wood(6, 13.2, 9, 1, "impassable", high=0.5)
    f = Field([at(mind, 10, 10)], [at(trooper(arms=()), 10, 17)], (rock,))
    f.run(activation(f.table, 0))
    assert any(line.endswith("must charge but can reach nobody") for line in f.told())
    assert any("and charge, in charge range" in line for line in f.told())
