"""What a report says of a battle of the Command Token game sounds like a player."""

from __future__ import annotations

import pytest

from grognard import battles
from grognard.common.building import Because
from grognard.kernel.rolled import Rolled
from grognard.systems.command.aftermath import corrode
from grognard.systems.command.events import Suffered, UsesSpent
from grognard.systems.command.examples import gun, kind, odds
from grognard.systems.command.harm import apply, recovery
from grognard.systems.command.slots import CORROSIVE, HitMark
from grognard.systems.command.target import Toll, resolve_test
from grognard.systems.command.turn import activation

from .playing import Field, wood
from .test_turn import lines_of


@pytest.mark.rule("command:corrosive")
@pytest.mark.parametrize(
    ("armor", "said"),
    [
        (None, ": corroded, Resolve is 1 less, 3 at least, until the end of the turn"),
        ((5, 4, 4), ": corroded, rear Armor is 1 less, 3 at least, until the end of the turn"),
        ((5, 4, 3), ": corroded, but rear Armor stays 3"),
    ],
)
def test_what_is_corroded_is_said_with_what_is_less(armor, said):
    f = Field([(kind("Ours", models=1), 20, 20)], [(kind("Theirs", models=1, armor=armor), 20, 30)])
    f.run(corrode(f.table, 1, Toll(f[1].wounds, marks=(HitMark(CORROSIVE, 1, 3),)), "rear" if armor else "front", ()))
    assert f.told()[-1] == f"Theirs{said}"


def one_at(theirs, weapon, rules="", **unit):
    return Field([(kind("Ours", rules, models=1, weapons=(weapon,), **unit), 20, 20)], [(theirs, 20, 30)])


def test_a_recovery_roll_says_whose_it_is_and_how_much_came_back():
    f = Field([(kind("Ours", models=2, hp=3, resolve=3), 20, 20)], [(kind(), 20, 40)])
    f.table.change(0, wounds=(1, 2))
    roll = "recovery of Ours, 3 or less (Resolve 3): "
    test = resolve_test("recovery of Ours", 3)
    assert (
        Rolled(test, bytes([1, 2])).meant() == "all passed" and Rolled(test, bytes([1, 4])).meant() == "1 of 2 passed"
    )
    assert lines_of(f, recovery(f.table, 0), [2, 4]) == [
        f"R{roll[1:]}2 (passed)",
        f"R{roll[1:]}4 (failed)",
        "Ours: 1 Point of Damage recovered",
    ]


@pytest.mark.rule("command:bloodlust")
def test_a_unit_that_grows_by_its_losses_says_its_figures():
    f = Field([(kind(), 20, 20)], [(kind("Theirs", "Bloodlust", models=3, resolve=3, av=5, move=3), 20, 40)])
    f.run(apply(f.table, 1, (1, 0, 0), 0))
    assert f.told() == [
        "Theirs: 2 models lost, 1 left, 2 Points of Damage",
        "Theirs: Move 5, Resolve 5, Attack Value 6 after these losses",
    ]


@pytest.mark.rule("command:cascade")
def test_a_repeat_says_what_it_costs():
    f = one_at(kind("Theirs", resolve=6), gun("Cascade")).token(0, "shoot")
    told = lines_of(f, activation(f.table, 0), [2, 3, 3])
    assert [line.split("repeat: ")[1].split(")")[0] for line in told if "repeat" in line] == [
        "-1 for attack 2 of this weapon",
        "-2 for attack 3 of this weapon",
    ]


def test_a_digital_weapon_says_that_idle_costs_it_nothing():
    f = one_at(kind("Theirs"), gun(type="Digital"))
    told = lines_of(f, activation(f.table, 0), [3], without="shoot")
    assert "Gun to hit, 3+ (open ground: 3 or more; Digital: no -1 for Idle): 3 (a hit)" in told


@pytest.mark.rule("command:sharpshooter", "command:borer")
def test_direct_damage_says_against_what_it_is_thrown_and_with_what():
    f = one_at(kind("Theirs", armor=(8, 8, 8), hp=9), gun("Borer"), "Sharpshooter").token(0, "shoot")
    told = lines_of(f, activation(f.table, 0), [6, *[1] * 8])
    assert any(line.startswith("direct damage, 5+ (Armor 8: 6 is enough; as to hit: +1): ") for line in told)


def test_who_keeps_his_token_is_named():
    f = one_at(kind("Theirs"), gun()).token(0, "shoot").token(1, "move")
    assert lines_of(f, activation(f.table, 0), [6, 4])[-1] == "Theirs: the token stays"


@pytest.mark.parametrize(
    ("token", "said"), [("charge", "charge (nobody is near enough)"), ("run", "move"), ("shoot", "shoot")]
)
def test_a_token_with_which_nothing_is_done_is_told(token, said):
    f = one_at(kind("Theirs"), gun()).token(0, token)
    f.table.change(1, form=f[1].form.shifted(0.0, 16.0))
    here = f[0].form
    told = lines_of(f, activation(f.table, 0), [], where=here)
    assert told == [f"Ours: a {token} token, face up", f"Ours do not {said}"]


def test_who_does_nothing_without_a_token_is_told_too():
    f = one_at(kind("Theirs"), gun())
    assert lines_of(f, activation(f.table, 0), [], without="stay") == ["Ours do nothing"]


@pytest.mark.rule("command:rending")
def test_a_weapon_says_why_it_throws_other_dice_than_are_printed():
    f = one_at(kind("Theirs", resolve=3), gun("Rending", name="Beam")).token(0, "shoot")
    told = lines_of(f, activation(f.table, 0), [1, 1, 1])
    why = "Beam: Rending, 3 dice, the target's Resolve or Armor"
    assert f'Ours aim at Theirs, 9.0" away, Resolve 3 ({why})' in told


@pytest.mark.rule("command:borer")
def test_hits_say_how_many_direct_damage_dice_they_bring():
    f = one_at(kind("Theirs", hp=2), gun("Borer")).token(0, "shoot")
    told = lines_of(f, activation(f.table, 0), [6, 1, 4])
    assert told[1].endswith("away, Resolve 4 (Gun: Borer, 2 dice a success, the target's HP)")
    assert any("1 hit against Resolve 4, 1 Point of Damage" in x for x in told)


@pytest.mark.rule("command:slowing")
def test_who_is_slowed_hears_how_much():
    f = one_at(kind("Theirs"), gun("Slowing")).token(0, "shoot")
    assert "Theirs: slowed, Move is halved until the end of the turn  [slowing]" in lines_of(
        f, activation(f.table, 0), [1]
    )


def test_weapons_that_come_too_late_are_not_told():
    two = kind("Ours", models=1, weapons=(gun(name="First"), gun(name="Second")))
    f = Field([(two, 20, 20)], [(kind("Theirs", models=1, resolve=1, hp=1), 20, 30)]).token(0, "shoot")
    told = lines_of(f, activation(f.table, 0), [6])
    assert any("shoot at Theirs with 1 x First: 1 hit against" in line for line in told)


@pytest.mark.rule("command:crush")
def test_fire_at_scenery_says_from_how_far():
    ours = kind("Ours", models=1, weapons=(gun("Crush", name="Bell"),))
    f = Field([(ours, 20, 20)], [(kind(), 20, 45)], pieces=[wood(20, 34)])
    told = lines_of(f.token(0, "shoot"), activation(f.table, 0), [1], whom=("scenery", 0))
    assert told[1] == 'Ours aim at wood, 9.5" away'


def test_who_has_nothing_to_strike_back_with_is_told_so():
    ours = kind("Ours", models=1, weapons=(gun(type="Melee", name="Blade"),))
    f = Field([(ours, 20, 20)], [(kind("Theirs", models=1, hp=9), 20, 24)]).token(0, "charge")
    told = lines_of(f, activation(f.table, 0), [1])
    assert "Theirs have nothing to strike back at Ours with" in told


def test_a_unit_that_hurts_itself_hears_by_how_many_blows():
    ours = kind("Ours", models=1, hp=2, resolve=2, weapons=(gun(type="Melee", name="Blade", rate=2),))
    f = Field([(ours, 20, 20)], [(kind("Theirs", models=1, hp=9, resolve=6), 20, 24)]).token(0, "charge")
    told = lines_of(f, activation(f.table, 0), [1, 1])
    assert "Ours: 1 Point of Damage (HP left: 1) by 2 failed blows of their own against Resolve 2" in told


@pytest.mark.rule("command:hypercharge")
def test_a_template_on_a_model_that_falls_says_who_else_lies_under_it():
    f = Field(
        [(kind("Ours", models=1, weapons=(gun("Hypercharge, Sunder", name="Coil"),)), 20, 20)],
        [(kind("Theirs", models=1, hp=1), 20, 28), (kind("Others", models=1), 21, 28)],
    ).token(0, "shoot")
    told = lines_of(f, activation(f.table, 0), [6, 1], whom=1)
    assert "The template of Ours lies on Others, at (20.0, 28.0)  [hypercharge]" in told


@pytest.mark.rule("command:moving-fortress")
def test_damage_is_told_before_the_weapon_that_it_puts_out_of_use():
    f = Field([(kind("Ours"), 20, 20)], [(kind("Theirs", "Moving Fortress", models=2, hp=3, weapons=(gun(),)), 20, 30)])
    f.run(apply(f.table, 1, (0, 2), 0))
    assert f.told() == [
        "Theirs: 1 model lost, 1 left, 4 Points of Damage",
        "Theirs: Gun out of use for the turn, in place of Incapacitated",
    ]


def test_what_makes_more_of_hits_is_said_before_the_dice_and_what_they_come_to_after_them():
    f = Field(
        [(kind("Ours", models=2, weapons=(gun("Interlinked", name="Rifle"),)), 20, 20)], [(kind("Theirs"), 20, 32)]
    )
    f.token(0, "shoot").run(activation(f.table, 0), [6, 6], react="no")
    told = f.told()
    assert told[1].endswith("(Rifle: Interlinked, each success is 2 hits)")
    assert told[2].endswith("Rifle: 4 hits against Resolve 4, 1 Point of Damage")


def test_blows_of_a_unit_that_shrugs_its_failures_off_are_not_told_as_without_effect():
    fought = battles.fight(battles.setup("command/B", "command/iron-orchard", seed=21))
    short = "\n".join(fought.report("short"))
    assert "Press Engines strike at Pilgrims: wiped out (10 models), 10 Points of Damage" in short


@pytest.mark.rule("command:sharpshooter")
def test_a_direct_damage_die_says_what_it_needs_with_what_is_added():
    (die,) = [s for s in odds("Borer", "Sharpshooter", resolve=3).steps if s.name == "direct damage"]
    assert die.needs == "2+" and die.chance == 5 / 6 and die.because[-1] == Because("as to hit", "+1")
    (plain,) = [s for s in odds("Borer", resolve=3).steps if s.name == "direct damage"]
    assert plain.needs == "3+" and plain.chance == 4 / 6


@pytest.mark.rule("command:re-enforced-hull")
def test_whose_failures_do_not_count_has_no_backlash():
    spared = [s for s in odds("", "Re-enforced Hull", type="Melee", melee=True).steps if s.name == "backlash"]
    assert [(s.needs, s.because[0].says) for s in spared] == [("none", "its own failed dice do not count")]
    (other,) = [s for s in odds(type="Melee", melee=True).steps if s.name == "backlash"]
    assert other.needs == "4"


@pytest.mark.rule("command:aura")
def test_a_rate_by_the_models_of_the_target_is_their_number():
    (rate,) = [s for s in odds("Aura", models=7, guns=2).steps if s.name == "rate of fire"]
    assert rate.needs == "2 x 7"


def remembered(f, event):
    """What an event says in a battle, where the table before it is known."""
    f.table.remember()
    event.on(f.table)
    return event.told(f.table)


def test_losses_say_what_the_hurt_have_left():
    f = Field([(kind("Ours"), 20, 20)], [(kind("Theirs", models=3, hp=3), 20, 40)])
    assert (
        remembered(f, Suffered(1, (0, 2, 3), 0, 4)) == "Theirs: 1 model lost, 2 left (HP left: 2), 4 Points of Damage"
    )
    assert remembered(f, Suffered(1, (0, 0), 0, 5)) == "Theirs: wiped out (2 models), 5 Points of Damage"


@pytest.mark.rule("command:limited")
def test_a_weapon_that_is_used_up_is_told_so():
    armed = kind("Ours", models=1, weapons=(gun("Limited", rate=3, name="Rocket"), gun()))
    f = Field([(armed, 20, 20)], [(kind("Theirs"), 20, 40)])
    left, bare = (kind(models=1, weapons=w).models for w in ((gun("Limited", rate=1, name="Rocket"), gun()), (gun(),)))
    assert remembered(f, UsesSpent(0, left, "Rocket", 2)) == "Ours: 2 uses of Rocket spent"
    assert remembered(f, UsesSpent(0, bare, "Rocket", 1)) == "Ours: 1 use of Rocket spent, and it is used up"


@pytest.mark.rule("command:borer")
def test_one_die_is_a_die():
    (die,) = [s for s in odds("Borer", hp=1).steps if s.name == "direct damage"]
    assert die.because[0].says == "1 die a success, the target's HP"


def fired_at(theirs, *faces, **picks):
    """A shot at a unit that may answer it."""
    f = one_at(theirs, gun()).token(0, "shoot").token(1, "shoot")
    return lines_of(f, activation(f.table, 0), faces, **picks)


def test_a_shot_is_told_before_the_reaction_to_it_and_whose_dice_fall_then():
    told = fired_at(kind("Theirs", models=1, weapons=(gun(name="Bow"),)), 1, 1)
    assert [line.partition(",")[0] for line in told] == [
        "Ours: a shoot token",
        "Ours aim at Theirs",
        "Theirs: reaction with a shoot token",
        "Ours fire at Theirs",
        "Gun to hit",
        "Ours shoot at Theirs with 1 x Gun: no hits",
        "Theirs fire back at Ours at the same time",
        "Bow to hit",
        "Theirs shoot at Ours with 1 x Bow: no hits",
    ]


@pytest.mark.rule("command:piercing")
def test_what_has_been_said_of_the_weapons_is_not_said_again_after_a_reaction():
    f = one_at(kind("Theirs", models=1, weapons=(gun(type="Digital", name="Whip"),)), gun("Piercing")).token(0, "shoot")
    told = lines_of(f, activation(f.table, 0), [1, 1])
    assert told[2:4] == ["Theirs: reaction with Digital weapons, at the same time", "Ours fire at Theirs"]


@pytest.mark.rule("command:piercing")
def test_only_weapons_that_were_fired_have_a_part_in_what_was_done():
    two = kind("Ours", models=1, weapons=(gun(name="First"), gun("Piercing", name="Second")))
    f = Field([(two, 20, 20)], [(kind("Theirs", models=1, resolve=1, hp=1), 20, 30)]).token(0, "shoot")
    assert not any("[piercing]" in line for line in lines_of(f, activation(f.table, 0), [6]))


@pytest.mark.rule("command:crush")
def test_who_is_under_scenery_that_falls_is_told_and_which_is_crushed():
    ours = kind("Ours", models=1, weapons=(gun("Crush, Interlinked", name="Bell"),))
    f = Field([(ours, 20, 20)], [(kind("Theirs", models=2), 20, 32)], pieces=[wood(20, 32)])
    told = lines_of(f.token(0, "shoot"), activation(f.table, 0), [6, 5, 1, 1], whom=1)
    assert told[-4:-1] == ["Crush of wood: 5 (collapse)", "Wood collapses  [crush]", "Wood falls on 2 of Theirs"]


@pytest.mark.rule("command:corrosive")
def test_only_what_corrodes_has_a_part_in_corrosion():
    f = one_at(kind("Theirs", models=2, resolve=6), gun("Corrosive, Interlinked")).token(0, "shoot")
    assert lines_of(f, activation(f.table, 0), [6])[-1].endswith("until the end of the turn  [corrosive]")


def test_dice_for_a_rate_of_fire_say_of_which_weapon():
    f = one_at(kind("Theirs", models=2), gun(rate="D3", name="Cannon")).token(0, "shoot")
    assert "Cannon, rate of fire D3: 1" in lines_of(f, activation(f.table, 0), [1, 1])


def test_a_charge_is_declared_before_the_reaction_and_blows_at_the_same_time_say_so():
    blade = gun(type="Melee", name="Blade")
    f = Field(
        [(kind("Ours", models=1, weapons=(blade,)), 20, 20)], [(kind("Theirs", models=1, weapons=(blade,)), 20, 24)]
    )
    told = lines_of(f.token(0, "charge"), activation(f.table, 0), [1, 1])
    assert told[1] == "Ours declare a charge at Theirs" and told[2].startswith("Ours charge Theirs")
    assert [line for line in told if "strike at" in line] == [
        "Ours strike at Theirs with 1 x Blade: no hits",
        "Theirs strike at Ours at the same time with 1 x Blade: no hits",
    ]


def test_whose_token_is_at_stake_stands_with_the_die():
    told = fired_at(kind("Theirs", models=2), 6, 4, react="no")
    assert told[-2] == "Theirs: Disruption in Command, 4 or less (Resolve 4): 4 (passed)"


def test_points_that_find_no_model_in_reach_say_so():
    ours = kind("Ours", models=1, weapons=(gun("Sunder", rate=4, range=8, name="Beam"),))
    f = Field([(ours, 20, 20)], [(kind("Theirs", models=3, hp=1), 26, 26)]).token(0, "shoot")
    told = lines_of(f, activation(f.table, 0), [6, 6, 6, 6])
    assert any("4 hits against Resolve 4, 2 Points of Damage (nobody else in reach of Beam)" in line for line in told)


@pytest.mark.rule("command:light-em-up")
def test_who_splits_its_fire_names_all_targets_first():
    arms = (gun(name="First gun"), gun(name="Second gun"))
    f = Field(
        [(kind("Ours", "Light em up", models=1, weapons=arms), 20, 20)],
        [(kind("Theirs", models=1), 18, 28), (kind("Others", models=1), 24, 28)],
    ).token(0, "shoot")
    told = lines_of(f, activation(f.table, 0), [1, 1], shoot=1, Second=2)
    assert told[1] == "Ours split their fire: First gun at Theirs, Second gun at Others  [light em up]"


@pytest.mark.rule("command:blast")
@pytest.mark.rule("command:explosive")
def test_who_lies_under_a_template_is_told_before_what_it_does():
    f = one_at(kind("Theirs", models=1, hp=3), gun("Explosive, Blast", name="Mortar")).token(0, "shoot")
    told = lines_of(f, activation(f.table, 0), [6, 2, 1])
    heads = [line.partition(" ")[0] for line in told[2:6]]
    assert heads == ["Mortar", "The", "Blast,", "direct"]


@pytest.mark.rule("command:cascade")
def test_nobody_throws_for_a_repeat_that_cannot_hit():
    f = one_at(kind("Theirs", resolve=6), gun("Cascade")).token(0, "shoot")
    told = lines_of(f, activation(f.table, 0), [2, 3, 4, 5, 6])
    assert len([line for line in told if "to hit" in line]) == 5 and not any("impossible" in line for line in told)
