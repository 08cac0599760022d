"""What reading nine more reports from the first line to the last has brought up, each as a case of its own."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.common.agreement import in_a_row
from grognard.kernel.rolled import Rolled
from grognard.systems.usr import condition
from grognard.systems.usr.attack.attack import Part, sorts_of
from grognard.systems.usr.attack.hulls import damage_to
from grognard.systems.usr.circumstances import Situation
from grognard.systems.usr.combat import challenges, charge, fight
from grognard.systems.usr.condition import CRIPPLED, GROUNDED, IMMOBILISED, JINKED, RAMMING, UNSTEADY
from grognard.systems.usr.events import Denies, HullHit, MarkerLands, Mishap
from grognard.systems.usr.examples import ask, model, target, unit, weapon
from grognard.systems.usr.model_marks import wearing
from grognard.systems.usr.model_types import type_of
from grognard.systems.usr.movement import dangerous_terrain, deep_strike, move_rolls, movement, thrust_moves
from grognard.systems.usr.rules.lasting import StruckDown
from grognard.systems.usr.rules.powers import known_power
from grognard.systems.usr.rules.unit_types import fitted
from grognard.systems.usr.shooting import shooting
from grognard.systems.usr.squads import squad_of
from grognard.systems.usr.vehicles import ramming
from grognard.table.events import Harmed, Removed
from grognard.table.state import Effect
from tests.usr.field import act, field, tower, wood

F = Fraction
MEN = unit(model(name="Man"), name="Men", count=3)
FOES = unit(model(name="Foe"), name="Foes", count=3)
TANK = unit(model(name="Tank", Front=12, Side=12, Rear=10, HP=3), name="Tank", type="Vehicle (Tank)")
GUN = weapon("Gun", range=24)


def told(t, done):
    return [text for e in done.events if (text := e.told(t))]


# --- who fires, and who does not --------------------------------------------------------------------------------------


def test_a_report_says_how_many_shots_and_why_others_do_not_fire():
    rifle = weapon("Rifle", type="Rapid Fire", range=24)
    men = unit(model(name="Man", weapons=[rifle]), name="Men", count=3)
    t = field((men, 0, 10, 10), (unit(model(name="Foe"), name="Foe"), 1, 10, 22.9), distance=3.0)
    (line,) = [x for x in told(t, act(t, shooting.fire(t, 0, 1), [1, 1, 1, 1])) if "shoots at" in x]
    assert line.endswith(": 3 x Rifle (4 shots, 1 within half range)")
    t = field((men, 0, 10, 10), (unit(model(name="Foe"), name="Foe"), 1, 10, 34.9), distance=3.0)
    (line,) = [x for x in told(t, act(t, shooting.fire(t, 0, 1), [1])) if "shoots at" in x]
    assert line.endswith(": 1 x Rifle; 2 more out of range")
    blast = unit(model(name="Man", weapons=[GUN]), model(name="Bomber", weapons=[weapon("Bomb", "Blast")]), name="Men")
    t = field((blast, 0, 10, 10), (FOES, 1, 10, 20))
    t.change(0, effects=(Effect(GROUNDED),))
    (line,) = [x for x in told(t, act(t, shooting.fire(t, 0, 1), [1])) if "shoots at" in x]
    assert line.endswith(
        "1 x Gun (Snap Shots: gone to ground); 1 more without fire (Blast weapons cannot be fired as Snap Shots)"
    )


def test_a_report_says_who_does_not_see():
    men = unit(model(name="Man", weapons=[GUN]), name="Men", count=2)
    t = field(
        (men, 0, 10, 10), (unit(model(name="Foe"), name="Foe"), 1, 10, 22), pieces=(tower(12, 14, 3.0),), distance=4.0
    )
    (line,) = [x for x in told(t, act(t, shooting.fire(t, 0, 1), [1])) if "shoots at" in x]
    assert line.endswith(": 1 x Gun; 1 more without sight of it")


def test_of_several_sorts_a_report_says_who_fires_and_who_strikes():
    hurt = wearing(model(name="Man"), StruckDown(1))
    sorts = [Part(m, squad_of((m,)), GUN, Situation(), n, None) for m, n in ((model(name="Man"), 2), (hurt, 1))]
    assert sorts_of(sorts) == "2 x Man, 1 x Man (struck down)" and sorts_of(sorts[:1]) == ""
    men = unit(model(name="Man", weapons=[GUN]), model(name="Chief", BS=5, weapons=[GUN]), name="Men")
    t = field((men, 0, 10, 10), (FOES, 1, 10, 20))
    (line,) = [x for x in told(t, act(t, shooting.fire(t, 0, 1), [1, 1])) if "shoots at" in x]
    assert line.endswith(": 2 x Gun (1 x Man, 1 x Chief)")


def test_blows_say_how_many_each_strikes_and_why():
    two = unit(
        model(name="Man", A=2, weapons=[weapon("Axe", melee=True), weapon("Sword", melee=True)]), name="Men", count=2
    )
    t = field((two, 0, 10, 10), (unit(model(name="Foe", WS=0), name="Foe", count=2), 1, 10, 10.99))
    act(t, fight.lock(t, 0, 1))
    lines = told(t, act(t, fight.fight(t, (0, 1)), [1] * 6))
    assert any("6 blows at Foe (at Initiative 4): Axe (2 x 3; Attacks 2; two weapons: +1 attack)" in x for x in lines)


def test_blows_that_cannot_miss_say_why_and_hits_that_find_nothing_are_told():
    men = unit(model(name="Man", A=3, S=10, weapons=[weapon("Fist", S="User", AP=1, melee=True)]), name="Man")
    t = field((men, 0, 24, 20), (TANK, 1, 24, 21.6))
    t.change(1, effects=(Effect(IMMOBILISED, 1),))
    act(t, fight.lock(t, 0, 1))
    lines = told(t, act(t, fight.fight(t, (0, 1)), [6, 6, 1, 1]))  # the first hit blows it up, and strikes back
    assert any(line.endswith(": Fist (none can miss, for it is immobilised)") for line in lines)
    assert "2 hits more find Tank gone" in lines


def test_of_hits_that_were_rolled_for_those_left_over_are_told_too():
    gun = weapon("Gun", S=10, AP=1, type="Heavy 3", range=48)
    late = unit(model(name="Crew", Front=10, weapons=[gun, weapon("Late gun", range=48)]), name="Crew", type="Vehicle")
    t = field((late, 0, 10, 10), (TANK, 1, 10, 40))
    lines = told(t, act(t, shooting.fire(t, 0, 1), [6, 6, 1, 6, 6, 1]))  # two of three hit
    assert "1 hit more finds Tank gone" in lines and "Tank: nothing left for the Late gun" in lines


# --- saves and losses -------------------------------------------------------------------------------------------------


def test_in_a_mixed_unit_saves_say_whose_they_are():
    mixed = unit(model(name="Guard", Sv="4+"), model("Feel No Pain (5+)", name="Brute"), name="Mixed")
    gun = weapon("Gun", S=7, range=48, type="Heavy 2")
    t = field((unit(model(name="Man", weapons=[gun]), name="Man"), 0, 10, 10), (mixed, 1, 10, 30))
    dice = act(t, shooting.fire(t, 0, 1), [6, 6, 6, 6, 1, 1]).dice
    assert dice[2] == "Guard: armour save, 4+ (armour 4+): 1 (failed)"
    t = field((unit(model(name="Man", weapons=[weapon("Gun", range=48)]), name="Man"), 0, 10, 10), (mixed, 1, 10, 30))
    t.change(1, members=t[1].members[::-1])
    dice = act(t, shooting.fire(t, 0, 1), [6, 6, 6]).dice
    assert dice[2].startswith("Brute: feel no pain, 5+ (") and "no save: profile without a save" in dice[2]


def test_a_wound_that_is_discounted_says_why_no_save_came_before():
    tough = model("Feel No Pain (5+)", name="Brute", Sv="4+")
    gun = weapon("Gun", AP=2, range=48)
    t = field((unit(model(name="Man", weapons=[gun]), name="Man"), 0, 10, 10), (unit(tough, name="Brute"), 1, 10, 30))
    dice = act(t, shooting.fire(t, 0, 1), [6, 6, 6]).dice
    assert dice[2].endswith("an unsaved wound; no save: AP2 lets no armour save of 4+ stand): 6 (passed)")


def test_where_some_have_a_save_a_report_says_how_many_had_none():
    gun = weapon("Gun", AP=4, range=48, type="Heavy 4", S=8)
    t = field(
        (unit(model(name="Man", weapons=[gun]), name="Man"), 0, 24, 10),
        (unit(model(name="Foe", Sv="4+"), name="Foes", count=4), 1, 24, 30),
        pieces=(wood(27.8, 28.0),),
        distance=3.0,
    )
    lines = told(t, act(t, shooting.fire(t, 0, 1), [6] * 8 + [1, 1], {"go to ground": "no"}))
    assert "Foes: no save for 2 of those struck (AP4 lets no armour save of 4+ stand)" in lines


def test_losses_say_who_of_those_who_stand_has_lost_wounds():
    squad = unit(model(name="Man"), model(name="Chief", W=3), name="Men")
    t = field((squad, 0, 10, 10), (FOES, 1, 10, 40))
    t.remember()
    first = Harmed(0, (0, 2))
    first.on(t)
    assert first.told(t) == "Men: 1 model lost (Man), 1 left; 1 wound lost by Chief (wounds left: 2)"
    t = field((unit(model(name="A", W=3), model(name="B", W=3), name="Men"), 0, 10, 10), (FOES, 1, 10, 40))
    t.remember()
    second = Harmed(0, (2, 1))
    second.on(t)
    assert second.told(t) == "Men: 3 wounds lost by A and B (wounds left: A 2, B 1)"
    t = field((unit(model(name="Man", W=2), name="Men", count=2), 0, 10, 10), (FOES, 1, 10, 40))
    t.remember()
    third = Harmed(0, (1, 2))
    third.on(t)
    assert third.told(t) == "Men: 1 wound lost (wounds left: 1)"


def test_who_leaves_the_battle_says_how_many_went():
    t = field((MEN, 0, 10, 10), (TANK, 1, 10, 40))
    t.remember()
    for gone, said in ((Removed(0, "gone from the field"), "Men: gone from the field (3 models)"),
                       (Removed(1, "wrecked"), "Tank: wrecked")):  # fmt: skip
        gone.on(t)
        assert gone.told(t) == said


def test_a_crippled_vehicle_that_is_hit_again_is_said_to_have_no_hull_points():
    pair = unit(*[model(name="Cart", Front=10, HP=2)] * 2, name="Carts", type="Vehicle")
    t = field((pair, 0, 10, 10), (FOES, 1, 10, 40), distance=4.0)
    t.change(0, wounds=(1, 2), effects=(Effect(CRIPPLED, 0, None, 0),))
    t.remember()
    hit = HullHit(0, (1, 1), glances=1)
    hit.on(t)
    assert hit.told(t) == "Carts: 1 glancing hit, 1 hull point lost (0, 1 left; ruling zero_hp: crippled)"


# --- armour -----------------------------------------------------------------------------------------------------------


def test_a_penetration_roll_says_the_side_every_rule_and_that_it_is_thrown_again():
    gun = weapon("Gun", "Lance", S=8, range=48)
    hunter = unit(model("Tank Hunters", name="Man", weapons=[gun]), name="Man")
    hull = unit(model(name="Hull", Front=14), name="Hull", type="Vehicle (Tank)")
    t = field((hunter, 0, 10, 10), (hull, 1, 10, 40))
    dice = act(t, shooting.fire(t, 0, 1), [6, 1, 4]).dice
    why = "(Strength 8 against 12 in the front; Lance: armour above 12 counts as 12; Tank Hunters: "
    assert (
        dice[1].startswith(f"armour penetration, 4 glances, 5 or more penetrates {why}") and ", re-roll" not in dice[1]
    )
    assert dice[2].startswith(f"armour penetration, 4 glances, 5 or more penetrates {why}")
    assert dice[2].endswith(", re-roll: 4 (a glancing hit)")


@pytest.mark.parametrize(("strength", "over"), [(4, "no roll is enough"), (8, "6 glances"), (7, "no roll is enough")])
def test_a_penetration_roll_that_cannot_do_it_says_so(strength, over):
    gun = weapon("Gun", S=strength, range=48)
    hull = unit(model(name="Hull", Front=14), name="Hull", type="Vehicle (Tank)")
    t = field((unit(model(name="Man", weapons=[gun]), name="Man"), 0, 10, 10), (hull, 1, 10, 40))
    assert (
        act(t, shooting.fire(t, 0, 1), [6, 1]).dice[1].startswith(f"armour penetration, {over} (Strength {strength} ")
    )


def test_rows_of_the_damage_table_that_a_vehicle_does_not_suffer_say_so():
    def says(type, face, bare=False):
        return Rolled(
            damage_to(4, type_of(fitted(unit(model(Front=10), type=type)).models[0]), bare).test, bytes([face])
        ).told(None)

    assert (
        says("Vehicle (Super-heavy)", 4)
        == "vehicle damage of a super-heavy vehicle: 4 (stunned, which it does not mind)"
    )
    assert says("Chariot", 6) == "vehicle damage of a chariot: 6 (immobilised, which for a chariot is stunned)"
    assert says("Vehicle", 5, True).endswith(
        "without a weapon: 5 (weapon destroyed, of which it has none: immobilised)"
    )
    assert says("Vehicle", 5) == "vehicle damage: 5 (weapon destroyed)"


def test_a_ram_says_on_whom_each_of_its_two_dice_is():
    raider = unit(model(name="Raider", Front=12, Side=12), name="Raider", type="Vehicle (Tank)")
    t = field((raider, 0, 24, 14), (TANK, 1, 24, 24), step="movement")
    act(t, movement.move(t, 0), picks={"how does": ("ram", 1)})
    lines = told(t, act(t, ramming.ram(t, 0), [1, 1]))
    assert [line for line in lines if "hit on" in line] == ["1 hit on Tank", "1 hit on Raider"]


def test_the_chance_of_no_glance_ends_with_an_explosion():
    """Two shots at Armour 10 with Strength 8 and AP1: a hit on 3+ glances on a 2 and pierces on 3+; 5 and 6 explode it.

    A shot glances with 2/3 x 1/6 = 1/9 and explodes with 2/3 x 4/6 x 2/6 = 4/27; after that nobody glances any more.
    """
    gun = unit(model(BS=4, weapons=[weapon("Gun", S=8, AP=1, type="Heavy 2")]), name="Gunner")
    found = ask(gun, target(Front=10, HP=3))
    glance, explodes = F(1, 9), F(4, 27)
    assert found.other["glances"].fraction(0) == explodes + (1 - glance - explodes) * (1 - glance) == F(196, 243)
    assert found.other["glances"].fraction(0) > (1 - glance) ** 2, "as if the second shot were always fired at it"


# --- odds in words ----------------------------------------------------------------------------------------------------


def test_no_save_is_listed_against_what_cannot_wound():
    gun = unit(model(weapons=[weapon("Gun", S=3)]), name="Gunner")
    names = [s.name for s in ask(gun, target(T=7, Sv="3+", Inv="5+")).steps]
    assert "to wound" in names and "armour save" not in names and "no save" not in names


def test_fear_of_the_target_and_blows_that_cannot_miss_say_why():
    found = ask(unit(model(), name="Man"), target(WS=5), melee=True, sets={"target-afraid": True})
    (hit,) = [s for s in found.steps if s.name == "to hit"]
    assert [b.says for b in hit.because if b.rule == "Fear"] == [
        "the target failed its Fear test: its Weapon Skill is 1"
    ]
    found = ask(unit(model(S=8), name="Man"), target(Front=10), melee=True, sets={"immobilised": True})
    (hit,) = [s for s in found.steps if s.name == "to hit"]
    assert hit.needs == "automatic" and hit.because[0].says == "an immobilised vehicle cannot be missed"


# --- moves ------------------------------------------------------------------------------------------------------------


def test_dice_that_bring_no_move_are_explained():
    t = field((MEN, 0, 10, 10), (FOES, 1, 10, 40), step="movement", pieces=(wood(4, 8, 14, 6),))
    done = act(t, movement.move(t, 0), [6, 3], {"how does": "move", "where does": t[0].form})
    assert told(t, done) == ["Men stays where it is"], "6 inches are those of its profile, but dice said so"
    jets = unit(model(name="Jet"), name="Jets", type="Jet Pack", count=2)
    t = field((jets, 0, 10, 20), (FOES, 1, 10, 40), step="thrusting")
    assert told(t, act(t, thrust_moves.thrust(t, 0), [4, 3], {"use its jet": "yes"})) == ["Jets stays where it is"]


def test_a_charge_through_difficult_ground_says_what_it_costs():
    t = field((MEN, 0, 10, 10), (FOES, 1, 10, 16), step="charges", pieces=(wood(8, 14, 8, 6),))
    lines = told(t, act(t, charge.charge(t, 0), [1, 2], {"whom does Men charge?": 1}))
    assert 'Men rolls 3" of the 8" needed through difficult ground and does not reach Foes' in lines
    t = field((MEN, 0, 10, 10), (FOES, 1, 10, 16), step="charges", pieces=(wood(8, 14, 8, 6),))
    lines = told(t, act(t, charge.charge(t, 0), [5, 6], {"whom does Men charge?": 1}))
    assert 'Men charges through difficult ground: 2" less, blows at Initiative 1' in lines


def test_dice_of_two_kinds_of_advance_say_what_counts():
    quick, slow = (model("Crusader"),), (model(),)
    first = [next(move_rolls.advance(0, m)).test.name.words for m in (quick, slow)]
    assert first == ["advance, inches (the higher counts)", "advance, inches"]
    assert next(move_rolls.advance(0, slow, "run")).test.name == "run, inches"


def test_a_vehicle_in_dangerous_ground_is_immobilised_and_not_wounded():
    assert Rolled(dangerous_terrain.IN_DANGER, bytes([1])).told(None).endswith("for a vehicle, 2+: 1 (immobilised)")


def test_a_drop_says_from_where_it_scattered_and_what_a_mishap_was():
    drop = unit(model("Deep Strike", name="Drop"), name="Drop", count=2)
    t = field((drop, 0, None, 0), (FOES, 1, 10, 44), step="movement")
    lines = told(t, act(t, deep_strike.drop(t, 0), [3, 24, 2, 3], {"come down": (24.0, 20.0)}))
    assert lines[0].startswith('Drop: arrived by Deep Strike, scattering 5" from (24.0, 20.0), at (')
    t = field((drop, 0, None, 0), (FOES, 1, 24, 25), step="movement")
    lines = told(t, act(t, deep_strike.drop(t, 0), [3, 24, 2, 3, 6], {"come down": (24.0, 20.0)}))
    assert lines[0].startswith(
        'Drop suffers a mishap (scattering 5" from (24.0, 20.0) to (24.0, 25.0), model 1 would stand '
    )
    assert lines[0].endswith("): delayed until its next turn")
    assert Mishap(0, "misplaced", "why").told(t) == "Drop suffers a mishap (why): misplaced by the enemy"


# --- markers, powers, under fire --------------------------------------------------------------------------------------


def test_of_several_markers_of_one_unit_the_report_says_how_many_hits_there_are():
    two = unit(model(name="Gunner", weapons=[weapon("Bomb", "Blast", range=48)]), name="Guns", count=2)
    t = field((two, 0, 10, 10), (FOES, 1, 10, 28))
    lines = told(t, act(t, shooting.fire(t, 0, 1), [1, 1, *[1] * 6]))
    assert any(line.endswith(" hits on Foes") and line[0].isdigit() for line in lines)


def test_a_later_marker_of_a_barrage_says_that_it_lies_beside_the_first():
    assert (
        MarkerLands("mortar", 2.0, 10.0, (), beside=True).told(None) == "the mortar beside the first lies over nobody"
    )


def test_psychic_dice_say_what_they_came_to():
    shriek = known_power("Psychic Shriek").weapon
    psyker = model(name="Psyker", weapons=[shriek], BS=4)
    (rule,) = shriek.rules
    found = []

    class Sure:
        def wounds(self, throw, by, says):
            found.append(throw)

    class At:
        at = squad_of((model(Ld=8),))

    rule.outright(Sure(), At())
    assert psyker.weapons and Rolled(found[0], bytes([1, 5, 2])).told(None).endswith("Leadership 8: 1 5 2 (no wound)")
    assert Rolled(found[0], bytes([4, 5, 2])).told(None).endswith("Leadership 8: 4 5 2 (11: 3 wounds)")
    t = field((MEN, 0, 10, 10), (FOES, 1, 10, 40))
    assert Denies(0, "Smite", 2, False, 3).told(t).endswith("fails to deny Smite (3 warp charges to nullify)")
    assert known_power("Enfeeble").effects == " (S -1, T -1, all ground is difficult)"
    assert known_power("Forewarning").effects == " (4+ invulnerable save)" and known_power("Smite").effects == ""


def test_who_jinks_says_before_whose_fire_and_what_was_not_fired_is_told():
    skimmer = unit(model("Jink", name="Skiff", Front=10), name="Skiff", type="Vehicle (Skimmer)")
    man = unit(model(name="Man", weapons=[weapon("Gun", range=24)]), name="Man")
    t = field((man, 0, 10, 10), (skimmer, 1, 10, 30))
    lines = told(t, act(t, shooting.fire(t, 0, 1), [1], {"jink": "yes"}))
    assert lines[0] == "Skiff: jinking, with Man about to fire" and "Man shoots at Skiff" in lines[1]
    t = field((man, 0, 10, 10), (skimmer, 1, 10, 40))  # out of range
    lines = told(t, act(t, shooting.fire(t, 0, 1), [], {"jink": "yes"}))
    assert lines == ["Skiff: jinking, with Man about to fire", "Man: no fire at Skiff after all"]


def test_snap_shots_say_their_true_reason():
    t = field((TANK, 0, 10, 10), (MEN, 0, 20, 10), (FOES, 1, 10, 40))
    t.change(0, effects=(Effect(UNSTEADY, 0), Effect(RAMMING, 0, None, 2)))
    assert condition.why_snaps(t, t[0]) == "about to ram"
    t.change(1, effects=(Effect(UNSTEADY, 0),))
    assert condition.why_snaps(t, t[1]) == "its transport is about to ram"
    t.change(0, effects=(Effect(condition.MOVED, 0, None, "cruising"),))
    assert condition.why_snaps(t, t[1]) == "its transport has moved fast"
    t.change(0, effects=(Effect(condition.SHAKEN, 0),))
    assert condition.why_snaps(t, t[1]) == "its transport is shaken"
    t.change(1, effects=(Effect(UNSTEADY, 1, None, JINKED),))
    bike = unit(model("Jink", name="Bike"), name="Bike", type="Bike")
    t = field((bike, 0, 10, 10), (FOES, 1, 10, 40))
    t.change(0, effects=(Effect(UNSTEADY, 0, None, JINKED),))
    assert condition.why_snaps(t, t[0]) == "jinked"


@pytest.mark.rule("usr:sentry-defence-system")
def test_automated_fire_at_what_flies_is_a_snap_shot():
    tower_ = unit(
        model("Sentry Defence System", Front=12, HP=3, BS=0, weapons=[weapon()]), name="Tower", type="Building"
    )
    found = ask(tower_, target(), sets={"snap": True})
    assert [s.needs for s in found.steps if s.name == "to hit"] == ["6+"] and found.slain.fraction(1) == F(1, 6) * F(
        1, 2
    )
    blind = unit(model(BS=0, weapons=[weapon()]), name="Blind")
    assert ask(blind, target(), sets={"snap": True}).slain.fraction(0) == 1, "who has no Ballistic Skill does not shoot"


def test_a_champion_who_stands_alone_is_called_once():
    t = field((unit(model(name="Knight"), name="The Knight"), 0, 10, 10), (FOES, 1, 10, 40))
    assert challenges.called(t, (0, 0)) == "The Knight" and challenges.called(t, (1, 0)) == "Foe of Foes"


def test_precise_hits_are_told_apart():
    rifle = weapon("Rifle", "Precision Shots", range=48)
    t = field((unit(model(name="Man", weapons=[rifle]), name="Men", count=3), 0, 10, 10), (FOES, 1, 10, 40))
    dice = act(t, shooting.fire(t, 0, 1), [1, 3, 6, 1, 1]).dice
    assert dice[0].endswith(": 1 3 6 (1 precise hit, 1 hit, 1 miss)")


def test_hits_of_a_charge_begin_a_line_of_their_own():
    rider = unit(model("Hammer of Wrath", name="Rider"), name="Rider")
    found = ask(rider, target(), melee=True, charging=True)
    assert [s.name for s in found.steps if s.weapon == "charge"][:2] == ["hammer of wrath", "hammer of wrath"]
    t = field((rider, 0, 10, 10), (FOES, 1, 10, 12), step="charges")
    dice = act(t, charge.charge(t, 0), [6, 6, 1], {"whom does Rider charge?": 1}).dice
    assert dice[-1] == "hammer of wrath to hit, 3+: 1 (a miss)"


def test_names_are_listed_as_a_sentence_lists_them():
    assert in_a_row(["A", "B", "C"]) == "A, B and C"
