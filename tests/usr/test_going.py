"""How units move, run and charge: Fleet, Crusader, Slow and Purposeful, Move Through Cover, Skilled Rider, Swarms."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.kernel.exact import exact
from grognard.systems.usr import condition
from grognard.systems.usr.combat import charge, overwatch
from grognard.systems.usr.combat.sweeping_advance import can_sweep, swept
from grognard.systems.usr.examples import ask, model, shooter, slays, target, unit, weapon
from grognard.systems.usr.movement import move_rolls, movement
from grognard.systems.usr.shooting import shooting
from grognard.table.state import Effect
from tests.usr.field import act, field, marsh, wood
from tests.usr.playing import played

F = Fraction
rule = pytest.mark.rule
FAR = unit(model(), name="Far")
FOE = unit(model(name="Foe"), name="Foe", count=3)


def squad(*rules, count=3, type="Infantry", **stats):
    return unit(model(*rules, **stats), name="Squad", count=count, type=type)


def up(t, inches):
    return lambda options: t[0].form.shifted(0, inches)


def advanced(kind, faces, inches, picks=None):
    t = field((kind, 0, 10, 10), (FAR, 1, 10, 47), step="movement")
    done = act(t, movement.move(t, 0), faces, {"how": "advance", "where": up(t, inches), **(picks or {})})
    return t, done


# --- Fleet ------------------------------------------------------------------------------------------------------------


@rule("usr:fleet")
def test_the_fleet_throw_a_poor_advance_again():
    t, done = advanced(squad("Fleet"), [2, 5], 11)
    assert t[0].form.positions[0] == (10.0, 21.0) and done.event("Said").by == ("usr:fleet",)


@rule("usr:fleet")
def test_a_unit_that_is_not_fleet_to_the_last_model_throws_nothing_again():
    mixed = unit(model("Fleet"), model(), name="Squad")
    assert not any("again" in words for words in advanced(mixed, [2], 8)[1].asked)


def charged(kind, faces, picks=None, far=10.0, pieces=()):
    """A charge over so many inches, base to base; nobody shoots back."""
    t = field(
        (kind, 0, 10, 10),
        (unit(model(BS=0), name="Foe", count=3), 1, 10, 10 + far + 1.0),
        step="charges",
        pieces=pieces,
    )
    return t, act(t, charge.charge(t, 0), faces, {"whom": 1, **(picks or {})})


@rule("usr:fleet")
def test_a_single_die_of_a_charge_is_thrown_again():
    # 5 and 2 are short of 9 inches by two: the 2 is thrown again and shows 4
    t, done = charged(squad("Fleet"), [5, 2, 4], far=8.9)
    assert t[0].foes == (1,) and done.event("Said").by == () and done.all("Said")[1].by == ("usr:fleet",)


@rule("usr:fleet")
def test_both_dice_of_a_charge_may_be_thrown_again():
    t, _ = charged(squad("Fleet"), [1, 1, 4, 5], {"dice of the charge": (1, 1)}, far=8.9)
    assert t[0].foes == (1,)


@rule("usr:fleet")
def test_what_has_been_thrown_again_stands():
    t, _ = charged(squad("Fleet"), [5, 2, 1], far=8.9)
    assert t[0].foes == ()


def test_fleet_carries_a_charge_of_nine_inches_home_far_more_often():
    # 9 and more on 2D6: 10/36. A 6 keeps (needs 3+: 4/6), a 5 needs 4+ (3/6), a 4 needs 5+ (2/6); 3 and less throws both: 10/36.
    # With the higher die h the misses are: h = 6 with 1, 2 (4 of 36), h = 5 with 1 to 3 (6), h = 4 with 1 to 4 (7), h <= 3 (9).
    law = exact(move_rolls.charge_inches, (0, (model("Fleet"),), 9))
    assert sum(law.fraction(n) for n in range(9, 13)) == F(
        10 + 4 * F(4, 6) + 6 * F(3, 6) + 7 * F(2, 6) + 9 * F(10, 36), 36
    )


# --- Crusader ---------------------------------------------------------------------------------------------------------


@rule("usr:crusader")
def test_a_crusader_advances_by_the_higher_of_two_dice():
    # vector 50: 2 and 5 make 5 inches
    t, done = advanced(unit(model("Crusader"), model(), name="Squad"), [2, 5], 11)
    assert t[0].form.positions[0] == (10.0, 21.0) and "usr:crusader" in done.event("Moved").by


@rule("usr:crusader")
def test_a_sweeping_advance_of_crusaders_adds_a_d3():
    # vector 50: I4 and a 1, and a D3 of 2 (a 4 on the die), catch I4 and a 3
    kind = squad("Crusader")
    t = field((kind, 0, 10, 10), (FOE, 1, 10, 11), step="close_combat")
    t.change(1, foes=(0,))
    assert act(t, swept(t, [1], [0]), [1, 4, 3]).result == ((1, ("usr:crusader",)),)
    plain = field((squad(), 0, 10, 10), (FOE, 1, 10, 11), step="close_combat")
    plain.change(1, foes=(0,))
    assert act(plain, swept(plain, [1], [0]), [1, 3]).result == ()


@rule("usr:crusader")
@rule("usr:fleet")
def test_fleet_crusaders_throw_the_lower_die_again_for_nothing():
    # Of 2D6 with the higher h: h <= 3 (9 of 36) throws both again (mean of the higher 161/36); h = 4, 5, 6 (7, 9, 11 of 36) only
    # the other, and keeps h at least: means 4 -> (4 4 + 5 + 6)/6 = 27/6, 5 -> (5 5 + 6)/6 = 31/6, 6
    law = exact(move_rolls.advance, (0, (model("Fleet", "Crusader"),)))
    mean = F(9, 36) * F(161, 36) + F(7, 36) * F(27, 6) + F(9, 36) * F(31, 6) + F(11, 36) * 6
    assert sum(n * law.fraction(n) for n in range(1, 7)) == mean


# --- Slow and Purposeful ----------------------------------------------------------------------------------------------

CANNON = weapon("Cannon", type="Heavy 2")
SALVO = weapon("Salvo gun", type="Salvo 2/4")


@rule("usr:slow-and-purposeful")
def test_the_slow_and_purposeful_never_advance():
    t = field((squad("Slow and Purposeful"), 0, 10, 10), (FAR, 1, 10, 45), step="movement")
    done = act(t, movement.move(t, 0), picks={"where": up(t, 6)})
    assert done.asked["how does Squad move?"] == ["move", "stay"]


@rule("usr:slow-and-purposeful")
def test_one_of_them_keeps_the_whole_unit_steady():
    pair = unit(model("Slow and Purposeful"), model(weapons=[CANNON]), name="Squad")
    assert slays(pair, target(), moved=True) == slays(unit(model(weapons=[CANNON])), target())


@rule("usr:slow-and-purposeful")
@rule("usr:relentless")
def test_two_reasons_to_stand_steady_are_no_better_than_one():
    # Salvo 2/4 fires 4 at full range, each 1/3
    for rules in (["Slow and Purposeful"], ["Relentless"], ["Slow and Purposeful", "Relentless"]):
        gun = unit(model(*rules, weapons=[SALVO]))
        assert slays(gun, target(count=4), 4, moved=True) == F(1, 3) ** 4


@rule("usr:slow-and-purposeful")
def test_they_fire_no_overwatch():
    kind = unit(model("Slow and Purposeful", weapons=[CANNON]), name="Squad")
    t = field((FOE, 0, 10, 10), (kind, 1, 10, 15), step="charges")
    assert not act(t, overwatch.overwatch(t, 1, 0)).asked
    relentless = unit(model("Relentless", weapons=[CANNON]), name="Squad")
    t = field((FOE, 0, 10, 10), (relentless, 1, 10, 15), step="charges")
    assert "does Squad fire overwatch at Foe?" in act(t, overwatch.overwatch(t, 1, 0), [1, 1]).asked


@rule("usr:slow-and-purposeful")
def test_they_do_not_pursue_but_may_charge_after_heavy_fire():
    t = field((squad("Slow and Purposeful"), 0, 10, 10), (FOE, 1, 10, 10.99), step="close_combat")
    t.change(0, foes=(1,))
    assert not can_sweep(t, 0, [1])
    gunners = unit(model("Slow and Purposeful", weapons=[CANNON]), name="Squad")
    t = field((gunners, 0, 10, 10), (FOE, 1, 10, 16))
    t.change(0, effects=(Effect(condition.MOVED, value="moved"),))
    shot = act(t, shooting.fire(t, 0, 1), [1, 1])
    assert charge.can_charge(t, 0) == [0] and "usr:slow-and-purposeful" in shot.event("ShotAt").by


# --- Move Through Cover -----------------------------------------------------------------------------------------------


@rule("usr:move-through-cover")
def test_a_wood_does_not_slow_who_moves_through_cover():
    t = field((unit(model("Move Through Cover"), model(), name="Squad"), 0, 10, 10), (FAR, 1, 10, 45), step="movement",
              pieces=(wood(8, 12),))  # fmt: skip
    done = act(t, movement.move(t, 0), picks={"where": up(t, 6)})
    assert t[0].form.positions[0] == (10.0, 16.0) and done.event("Moved").by == ("usr:move-through-cover",)


@rule("usr:move-through-cover")
def test_vector_55_its_bearers_pass_dangerous_ground_and_the_others_do_not():
    kind = unit(model("Move Through Cover"), model(), name="Squad")
    t = field((kind, 0, 10, 10), (FAR, 1, 10, 45), step="movement", pieces=(marsh(8, 12),))
    done = act(t, movement.move(t, 0), [1], {"where": up(t, 6)})
    assert t[0].size == 1 and "usr:move-through-cover" in done.event("Said").by


@rule("usr:move-through-cover")
def test_a_charge_through_a_wood_is_not_slowed_and_strikes_last():
    # 7 inches are just enough, though the wood would cost two of them
    t, done = charged(squad("Move Through Cover"), [3, 4], far=6.9, pieces=(wood(0, 12, 40, 2),))
    assert t[0].foes == (1,) and t[0].has(condition.ROUGH_CHARGE)
    assert "usr:move-through-cover" in [by for e in done.all("Said") for by in e.by]
    t, _ = charged(squad(), [3, 4], far=6.9, pieces=(wood(0, 12, 40, 2),))
    assert t[0].foes == ()


@rule("usr:move-through-cover")
def test_by_the_other_ruling_it_strikes_at_its_own_initiative():
    foe = unit(model(BS=0), name="Foe", count=3)
    t = field((squad("Move Through Cover"), 0, 10, 10), (foe, 1, 10, 17.9), step="charges", pieces=(wood(0, 12, 40, 2),),
              rulings={"cover-charge": "own"})  # fmt: skip
    act(t, charge.charge(t, 0), [3, 4], {"whom": 1})
    assert t[0].foes == (1,) and not t[0].has(condition.ROUGH_CHARGE)


def test_bikes_and_swarms_are_not_helped_by_that_ruling():
    foe = unit(model(BS=0), name="Foe", count=3)
    swarm = squad("Swarms", count=1)
    t = field((swarm, 0, 10, 10), (foe, 1, 10, 17.9), step="charges", pieces=(wood(0, 12, 40, 2),),
              rulings={"cover-charge": "own"})  # fmt: skip
    act(t, charge.charge(t, 0), [3, 4], {"whom": 1})
    assert t[0].foes == (1,) and t[0].has(condition.ROUGH_CHARGE)


# --- Skilled Rider ----------------------------------------------------------------------------------------------------


@rule("usr:skilled-rider")
def test_vector_55_a_skilled_rider_takes_his_unit_safely_through():
    bikes = unit(model("Skilled Rider"), model(), name="Bikes", type="Bike")
    t = field((bikes, 0, 10, 10), (FAR, 1, 10, 45), step="movement", pieces=(marsh(8, 12),))
    done = act(t, movement.move(t, 0), picks={"where": up(t, 6)})
    assert t[0].size == 2 and done.event("Said").by == ("usr:skilled-rider",)


@rule("usr:skilled-rider")
@pytest.mark.parametrize(
    ("rules", "cover", "fails"),
    [
        (["Jink"], None, F(3, 6)),  # 4+
        (["Jink", "Skilled Rider"], None, F(2, 6)),  # 3+
        (["Jink", "Skilled Rider", "Stealth"], None, F(2, 6)),  # Stealth adds nothing beyond 3+
        (["Jink", "Skilled Rider", "Stealth", "Shrouded"], None, F(2, 6)),
        (["Jink", "Stealth"], None, F(2, 6)),  # 4+ bettered to 3+
        (["Jink", "Shrouded"], None, F(2, 6)),  # 2 better, but no better than 3+
        (["Skilled Rider"], "4+", F(3, 6)),  # other cover is as it was
        (["Jink", "Skilled Rider"], "2+", F(1, 6)),  # a better save that nothing bettered stands
    ],
    ids=lambda v: "+".join(v) if isinstance(v, list) else str(v),
)
def test_jink_with_skilled_rider_stealth_and_shrouded(rules, cover, fails):
    said = {"cover": cover} if cover else {}
    assert slays(shooter(), target(*rules), sets={"jinking": True}, **said) == F(1, 3) * fails


# --- Swarms -----------------------------------------------------------------------------------------------------------


@rule("usr:swarms")
def test_vector_37_two_unsaved_wounds_of_a_blast_are_four():
    assert played(shooter("Blast", shots=2), target("Swarms", W=5), [4, 4]).damage == 4


@rule("usr:swarms")
def test_vector_37_a_wound_with_instant_death_is_not_doubled():
    # Strength 8 against Toughness 4: the swarm is gone, its three wounds with it, and nobody else suffers
    assert played(shooter("Blast", S=8), target("Swarms", W=3, count=2), [2]).damage == 3


@rule("usr:swarms")
def test_swarms_under_a_template_too_but_not_under_a_gun():
    flame = shooter(range="Template", type="Assault 1")
    assert played(flame, target("Swarms", W=3), [4]).damage == 2
    assert played(shooter(), target("Swarms", W=3), [3, 4]).damage == 1


@rule("usr:swarms")
@rule("usr:feel-no-pain")
def test_swarms_roll_feel_no_pain_for_each_of_the_two_wounds():
    # 1/2 wounds; of the two each is lost with 4/6: both 4/9, one 4/9
    law = ask(shooter("Blast"), target("Swarms", "Feel No Pain (5+)", W=3)).damage
    assert law.fraction(2) == F(1, 2) * F(4, 9) and law.fraction(1) == F(1, 2) * 2 * F(2, 3) * F(1, 3)


@rule("usr:swarms")
@rule("usr:feel-no-pain")
@rule("usr:instant-death")
def test_instant_death_leaves_a_swarm_neither_doubling_nor_feel_no_pain():
    law = ask(shooter("Blast", "Instant Death"), target("Swarms", "Feel No Pain (5+)", W=3)).damage
    assert law.fraction(3) == F(1, 2) and law.fraction(2) == 0


@rule("usr:swarms")
@rule("usr:eternal-warrior")
def test_an_eternal_swarm_loses_one_wound_to_instant_death():
    law = ask(shooter("Blast", "Instant Death"), target("Swarms", "Eternal Warrior", W=3)).damage
    assert law.fraction(1) == F(1, 2) and law.fraction(2) == 0


@rule("usr:swarms")
def test_the_excess_of_a_doubled_wound_does_not_spill_to_the_next_model():
    # the wound falls on a model with one wound left: the second of the two is lost with it
    swarm = unit(model("Swarms", W=1, name="Weak"), model("Swarms", W=3, name="Strong"))
    assert played(shooter("Blast"), swarm, [4]).damage == 1


@rule("usr:swarms")
def test_of_swarms_equally_near_the_weakest_suffers():
    swarm = unit(model("Swarms", W=3, Sv="6+"), name="Swarm", count=3)
    t = field((shooter(), 0, 12, 10), (swarm, 1, 10.5, 20), distance=1.5)  # the outer two are equally far
    t.change(1, form=t[1].form.only((0, 2)), members=t[1].members[:2], wounds=(3, 1))
    act(t, shooting.fire(t, 0, 1), [3, 4, 1])
    assert t[1].wounds == (3,), "the second, which had one wound left"
    plain = unit(model(W=3, Sv="6+"), name="Plain", count=3)
    t = field((shooter(), 0, 12, 10), (plain, 1, 10.5, 20), distance=1.5)
    t.change(1, form=t[1].form.only((0, 2)), members=t[1].members[:2], wounds=(3, 1))
    act(t, shooting.fire(t, 0, 1), [3, 4, 1])
    assert t[1].wounds == (2, 1)


@rule("usr:swarms")
def test_a_unit_of_swarms_alone_is_not_slowed_and_tests_for_dangerous_ground():
    t = field((squad("Swarms", count=1), 0, 10, 10), (FAR, 1, 10, 45), step="movement", pieces=(marsh(8, 12),))
    act(t, movement.move(t, 0), [1], {"where": up(t, 6)})
    assert t[0].size == 0
    mixed = unit(model("Swarms"), model(), name="Squad")
    assert condition.walks(field((mixed, 0, 10, 10), (FAR, 1, 10, 45))[0])
    assert not movement.going(mixed.models).unslowed
