"""What a battle of VOID tells: every number that was needed with its reasons, and what became of whom in a player's words."""

from __future__ import annotations

import re

import pytest

from grognard import battles
from grognard.kernel.rolled import Rolled
from grognard.systems.void.events import Attacked, Caught, ChargedHome, LaidFire, NerveLost
from grognard.systems.void.examples import ask, model, trooper, unit
from grognard.systems.void.matchup import DAMAGE_TABLE
from grognard.systems.void.melee.charge import charge
from grognard.systems.void.rules import (
    EnforcedRally,
    HeavyArmour,
    HighMorale,
    Impetuous,
    JumpTrooper,
    Marksman,
    MountedWeaponTeam,
    MultipleAttacks,
    NeuralSpikeActivation,
    Prone,
    ShieldWall,
    ShockTrooper,
    Sniper,
    Spomm,
    Spotter,
    SuppressiveFire,
    TacticalAwareness,
    Terrifying,
    TroopCarrier,
)
from grognard.systems.void.shooting.fire import fire
from grognard.systems.void.transports import SECOND
from grognard.systems.void.turn import activation, initiative
from grognard.table.events import Given, Harmed, Locked
from grognard.table.state import Effect

from .field import Field, at, wood
from .test_naming import TOUCH


def test_every_number_of_a_shot_stands_in_the_report_with_its_reasons():
    f = Field([at(trooper(SH=3), 20, 10)], [at(trooper(HeavyArmour(6), W=2, SZ=3, arms=()), 20, 30)])
    f.run(activation(f.table, 0), [7, 6, 3], what_does="stay")
    ours, theirs = f.table.name(0), f.table.name(1)
    assert f.report() == [
        f"{ours} does not move",
        f'{ours} shoots at {theirs}, 19.0" away (1 x rifle)',
        "rifle to hit, 7+ (SH 3, so 7+; weapon: -1 at medium range; size: +1, the target is of size 3): 7 (a hit)",
        "damage, 6+ (Dam 4 against T 4): 6 (damage)",
        "armour save, 4+ (Heavy Armour 6: 4+ without armour piercing): 3 (failed)",
        f"{theirs}: hurt (wounds left: 1)",
    ]


def test_cover_says_its_number_too():
    f = Field([at(trooper(), 20, 10)], [at(trooper(), 20, 20)], pieces=(wood(18, 19, 4, 3, cover="light"),))
    f.run(activation(f.table, 0), [6, 6, 1], what_does="stay")
    assert any(line.startswith("cover save, ") and "rating" in line for line in f.report())
    assert f.report()[-1].endswith(": destroyed")


def test_a_morale_check_says_whose_it_is_what_it_needs_and_what_called_for_it():
    f = Field([at(trooper(n=2), 20, 10)], [at(trooper(HighMorale(1), n=4, arms=()), 20, 20)])
    f.run(activation(f.table, 0), [6, 6, 6, 6, 4], what_does="stay")
    theirs = f.table.name(1)
    assert f.report()[-3:] == [
        f"{theirs} takes a morale check (2 of 4 models lost)",
        f"{theirs}: morale check, 5+ (CD 4, so 6+ on the die; High Morale (+1): +1 on morale checks): 4 (failed)",
        f"{theirs}: panicked",
    ]
    (lost,) = [event for event in f.log if isinstance(event, NerveLost)]
    assert lost.brief(f.table) == f"{theirs}: panicked (morale check failed: 2 of 4 models lost)"


def test_the_damage_table_says_its_result_in_words():
    assert Rolled(DAMAGE_TABLE, bytes([2])).told(None) == "damage table: 2 (no more than the wound)"
    assert Rolled(DAMAGE_TABLE, bytes([9])).told(None) == "damage table: 9 (any passengers hit)"


@pytest.mark.rule("void:spomm")
def test_a_machine_mind_that_must_shoot_says_so_once():
    f = Field([at(trooper(Spomm("I", "Fire Support")), 20, 10)], [at(trooper(), 20, 20)])
    f.run(activation(f.table, 0), [1], what_does="stay")
    bound = next(line for line in f.report() if "must shoot" in line)
    assert bound == f"{f.table.name(0)}: must shoot and may not rush, with {f.table.name(1)} in range"


@pytest.mark.rule("void:shield-wall")
@pytest.mark.rule("void:troop-carrier")
def test_a_wall_that_goes_aboard_is_no_wall_when_it_gets_out():
    tank = unit(model("light tank", TroopCarrier(4, 2), arms=()), type="Vehicle")
    f = Field([at(tank, 20, 20), at(trooper(ShieldWall(), n=3), 18, 22.5, 1.25)], [at(trooper(arms=()), 40, 47)])
    f.run(activation(f.table, 1), what_does="form a shield wall", whom_does="hold fire")
    assert f[1].has("formed")
    f.table.acted = frozenset()
    f.run(activation(f.table, 1), what_does="board")
    assert f[1].place == "aboard" and not f[1].has("formed")
    assert f"{f.table.name(1)} is no longer in a shield wall" in f.report()
    f.run(activation(f.table, 0), what_does="stay", who_gets_out=[1])
    assert f[1].here and not f[1].has("formed")


def test_who_is_panicked_no_more_is_told_so():
    f = Field([at(trooper(arms=()), 20, 10)], [at(trooper(arms=()), 20, 40)])
    Given(0, Effect("panicked")).on(f.table)
    f.run(activation(f.table, 0), [6], what_does="stay")
    ours = f.table.name(0)
    assert f.report()[-3:-1] == [
        f"{ours}: rally check, 6+ (CD 4, so 6+ on the die): 6 (passed)",
        f"{ours} is no longer panicked",
    ]


def test_who_has_been_watched_on_his_way_goes_on():
    f = Field([at(trooper(arms=()), 20, 10)], [at(trooper(), 20, 24)])
    Given(1, Effect("on hold", until="marker phase")).on(f.table)
    f.run(activation(f.table, 0), [5], what_does="move", where_does=f[0].form.shifted(0, 4), react="shoot")
    ours, theirs = f.table.name(0), f.table.name(1)
    legs = [line for line in f.report() if line in (f"{ours} moves", f"{ours} goes on")]
    assert legs == [f"{ours} moves", f"{ours} goes on"] and any(
        line.startswith(f"{theirs}: hold check, ") and line.endswith("(failed)") for line in f.report()
    )


def test_who_rolled_what_for_initiative_stands_where_it_says_who_goes_first():
    f = Field([at(trooper(), 10, 10)], [at(trooper(), 10, 40)])
    f.run(initiative(f.table, 0), [5, 5, 3, 8])
    assert f.report()[-1] == "Player 2 to go first (by initiative, 8 to 3)"
    g = Field([at(trooper(), 10, 10)], [at(trooper(), 10, 40)])
    g.run(initiative(g.table, 0), [9, 2], who_activates=1)
    assert g.report()[-1] == "Player 2 to go first (Player 1 won the initiative, 9 to 2, and lets the enemy begin)"


def test_a_check_is_called_before_its_dice():
    f = Field([at(trooper(Impetuous(), arms=()), 10, 10)], [at(trooper(arms=()), 10, 30)])
    f.run(activation(f.table, 0), [5], run_ahead="check", what_does="move")
    ours, theirs = f.table.name(0), f.table.name(1)
    assert f.report()[:3] == [
        f"{ours} takes an impetuous check (or run at the enemy)",
        f"{ours}: impetuous check, 6+ (CD 4, so 6+ on the die): 5 (failed)",
        f"{ours}: must move towards {theirs}",
    ]


def test_blows_that_fall_together_say_so():
    f = Field([at(trooper(), 10, 10)], [at(trooper(), 10, 10 + TOUCH)])
    Locked(0, 1).on(f.table)
    f.run(activation(f.table, 0), [1, 1])
    struck = [line for line in f.report() if "strikes at" in line]
    ours, theirs = f.table.name(0), f.table.name(1)
    assert f.report()[0] == f"{ours} fights on in close combat"
    assert struck[0].startswith(f"{ours} strikes at {theirs} (")
    assert struck[1].startswith(f"{theirs} strikes at {ours} at the same time (")


def test_a_blast_that_scatters_says_how_far_where_to_and_who_lies_under_it():
    f = Field([at(trooper(arms=("mortar",)), 10, 10)], [at(trooper(), 10, 30)])
    f.run(fire(f.table, 0, 1, False), [2, 1, 6, 1])  # a miss: an inch to the right
    assert f.told()[1:3] == [
        "the blast of the mortar scatters 1 inch towards 3 o'clock, from (10.0, 30.0) to (11.0, 30.0)",
        f"under the template of the mortar at (11.0, 30.0): {f.table.name(1)}",
    ]


def test_models_under_a_template_are_named_where_they_differ():
    pair = unit(model("line trooper"), model("sergeant", role="leader"), name="pair")
    f = Field([at(trooper(arms=("mortar",)), 10, 10)], [at(pair, 10, 30, 1.0)])
    f.run(fire(f.table, 0, 1, False), [10, 1, 1])
    assert "under the template of the mortar at (10.0, 30.0): 2 of pair (line trooper, sergeant)" in f.told()


def test_suppressive_fire_says_what_it_is_worth_and_what_it_does():
    hush = trooper(SuppressiveFire(9))
    f = Field([at(hush, 10, 10)], [at(trooper(n=2, arms=()), 10, 16)])
    f.run(activation(f.table, 0), [9], what_does="stay", whom_does=("suppress", 1))
    ours, theirs = f.table.name(0), f.table.name(1)
    said = f.report()
    assert said[1] == f'{ours} lays suppressive fire on {theirs}, 5.0" away (value 9)'
    assert said[2] == (
        f"{theirs}: suppression check, 10+ "
        "(CD 4, so 6+ on the die; suppressive fire: -7, 2 wounds left, less value 9): 9 (failed)"
    )
    assert said[3] == f"{theirs}: panicked"
    assert LaidFire(0, 1, "", (), value=9).brief(f.table) == said[1].replace(', 5.0" away', "")


@pytest.mark.rule("void:prone")
def test_who_lies_down_and_gets_up_is_told_so():
    f = Field([at(trooper(Prone(), arms=()), 10, 10)], [at(trooper(arms=()), 10, 40)])
    f.run(activation(f.table, 0), what_does="go prone")
    f.run(activation(f.table, 0), what_does="get up")
    ours = f.table.name(0)
    assert [line for line in f.report() if "prone" not in line] == [
        f"{ours} lies down, which counts as a move",
        f"{ours} gets up",
    ]


def test_a_short_report_says_who_shoots_at_whom_and_no_more_of_it():
    f = Field([at(trooper(), 10, 10)], [at(trooper(), 10, 20)])
    shot = Attacked(0, 1, "shoots at", (("rifle", 1),))
    assert shot.told(f.table) == f'{f.table.name(0)} shoots at {f.table.name(1)}, 9.0" away (1 x rifle)'
    assert shot.brief(f.table) == f"{f.table.name(0)} shoots at {f.table.name(1)}"


def test_a_short_report_of_a_battle_fits_on_three_pages():
    for seed in (3, 9):
        assert len(battles.fight(battles.setup("void/A", "void/B", seed=seed)).report("short")) <= 120


@pytest.mark.parametrize("how", ["full", "short"])
def test_the_victory_points_in_the_log_add_up_to_the_result(how):
    for seed in range(4):
        fought = battles.fight(battles.setup("void/A", "void/B", seed=seed, rounds=3, bots=("random", "greedy")))
        lines, total = fought.report(how), dict.fromkeys(fought.result["points"], 0)
        for line in lines:
            if found := re.match(r" *(.+): (\d+) victory points? \(", line):
                total[found[1]] += int(found[2])
        assert total == fought.result["points"]


@pytest.mark.rule("void:sniper")
def test_fire_says_how_far_off_those_are_who_shoot():
    squad = unit(model("line trooper", arms=()), model("sniper", Sniper(), role="support"), name="squad")
    f = Field([(squad, ((10, 11.5), (10, 10)))], [at(trooper(arms=()), 10, 27)])
    f.run(activation(f.table, 0), [9, 1], what_does="stay", pick_any="yes")
    assert 'squad shoots at line trooper, 16.0" away (1 x rifle)' in f.report()


@pytest.mark.rule("void:shock-trooper")
def test_what_a_rule_adds_to_dam_stands_beside_the_dam_of_the_weapon():
    f = Field([at(trooper(ShockTrooper(), arms=("Combat Blade",)), 10, 10)], [at(trooper(arms=(), T=5), 10, 13)])
    f.run(charge(f.table, 0, 1), [9, 1], counter_charge="stand")
    (damage,) = [line for line in f.report() if line.startswith("damage, ")]
    assert damage.startswith(
        "damage, 6+ (Dam 4 against T 5; Shock Trooper: +1 Dam when charging or counter-charging): "
    )


def test_units_that_blows_have_parted_are_told_so():
    f = Field([at(trooper(), 10, 10)], [at(trooper(n=2, arms=()), 10, 10 + TOUCH, 1.9)])
    Locked(0, 1).on(f.table)
    f.run(activation(f.table, 0), [10, 10, 10])
    ours, theirs = f.table.name(0), f.table.name(1)
    assert f"{ours} and {theirs} are no longer in close combat" in f.report()


def test_who_fights_on_with_nothing_to_strike_with_is_told_so():
    f = Field([at(trooper(arms=()), 10, 10)], [at(trooper(arms=()), 10, 10 + TOUCH)])
    Locked(0, 1).on(f.table)
    f.run(activation(f.table, 0))
    ours = f.table.name(0)
    theirs = f.table.name(1)
    none = [f"{ours} strikes no blow, with no melee weapon", f"{theirs} strikes no blow, with no melee weapon"]
    assert f.report() == [f"{ours} fights on in close combat", *none]
    g = Field([at(trooper(), 10, 10)], [at(trooper(arms=()), 10, 13)])
    g.run(charge(g.table, 0, 1), [1], counter_charge="stand")
    assert g.report()[-1] == f"{theirs} strikes no blow, with no melee weapon"


@pytest.mark.rule("void:multiple-attacks")
def test_blows_at_few_in_contact_say_how_few():
    f = Field([at(trooper(MultipleAttacks(3)), 10, 10)], [at(trooper(n=3, arms=()), 10, 10 + TOUCH, 1.9)])
    Locked(0, 1).on(f.table)
    f.run(activation(f.table, 0), [1, 1, 1])
    assert any(line.endswith("(3 x Combat Blade; 1 model in contact)") for line in f.report())


@pytest.mark.rule("void:terrifying")
def test_a_terror_check_names_who_is_near():
    f = Field([at(trooper(arms=()), 10, 10)], [at(trooper(Terrifying(), arms=()), 10, 12)])
    f.run(activation(f.table, 0), [1])
    ours, theirs = f.table.name(0), f.table.name(1)
    assert f.report()[0] == f"{ours} takes a terror check (near {theirs})"
    (lost,) = [event for event in f.log if isinstance(event, NerveLost)]
    assert lost.brief(f.table) == f"{ours}: panicked (terror check failed: near {theirs})"


@pytest.mark.rule("void:suppressive-fire")
def test_who_has_lost_his_nerve_already_makes_no_check_under_suppressive_fire():
    f = Field([at(trooper(SuppressiveFire(9)), 10, 10)], [at(trooper(n=2, arms=()), 10, 16)])
    Given(1, Effect("panicked")).on(f.table)
    f.run(activation(f.table, 0), what_does="stay", whom_does=("suppress", 1))
    assert f.report()[-1] == f"{f.table.name(1)} has lost its nerve already"


@pytest.mark.rule("void:tactical-awareness")
def test_a_failed_awareness_check_says_what_it_costs():
    led = unit(model("line trooper"), model("sergeant", TacticalAwareness(), role="leader"), name="led")
    f = Field([at(led, 10, 10)], [at(trooper(), 10, 20), at(trooper(), 20, 20)])
    f.run(activation(f.table, 0), [1], what_does="stay", ignore_target="yes")
    assert f.report()[-1] == "led does not shoot in this turn"
    squad = unit(model("line trooper"), model("sergeant", TacticalAwareness(), role="support"), name="squad")
    f = Field([at(squad, 10, 10)], [at(trooper(), 10, 20), at(trooper(), 20, 20)])
    f.run(activation(f.table, 0), [1, 1], what_does="stay", pick_a_target="yes")
    assert "the sergeant of squad does not shoot in this turn" in f.report()


@pytest.mark.rule("void:neural-spike-activation")
def test_an_execution_says_who_executes():
    keeper = trooper(NeuralSpikeActivation(1), arms=())
    f = Field([at(keeper, 20, 20), at(trooper(EnforcedRally(), n=3), 20, 24)], [at(trooper(arms=()), 40, 47)])
    Given(1, Effect("panicked")).on(f.table)
    f.run(activation(f.table, 0), what_does="stay", neural_spikes=("rally", 1))
    assert f"{f.table.name(0)} executes one of {f.table.name(1)}, and the rest rally" in f.report()


def test_the_roll_for_passengers_says_what_it_is_for():
    assert Rolled(SECOND, bytes([7])).told(None) == "passengers lost as well, 10: 7 (they get out)"
    assert Rolled(SECOND, bytes([10])).told(None) == "passengers lost as well, 10: 10 (they are lost)"


def test_a_watcher_that_waits_says_why_the_mover_has_stopped():
    f = Field([at(trooper(arms=()), 20, 10)], [at(trooper(), 20, 24)])
    Given(1, Effect("on hold", until="marker phase")).on(f.table)
    f.run(activation(f.table, 0), what_does="move", where_does=f[0].form.shifted(0, 4), react="wait")
    ours, theirs = f.table.name(0), f.table.name(1)
    assert f.report() == [f"{ours} moves", f"{theirs} does not react to {ours}", f"{ours} goes on"]


@pytest.mark.rule("void:jump-trooper")
def test_a_charge_by_jump_has_its_rule_beside_it():
    f = Field([at(trooper(JumpTrooper()), 10, 10)], [at(trooper(arms=()), 10, 18)])
    f.run(charge(f.table, 0, 1, leaping=True), [9, 1])
    (charged,) = [event for event in f.log if isinstance(event, ChargedHome)]
    assert charged.by == ("void:jump-trooper",)


@pytest.mark.rule("void:mounted-weapon-team")
def test_a_gun_is_turned_before_it_fires():
    told = [line.strip() for line in battles.fight(battles.setup("void/A", "void/B", seed=11)).report()]
    fired = [i for i, line in enumerate(told) if "(1 x Dirge Mortar)" in line]
    assert fired and all(told[i - 1].startswith("The gun of Dirge Crew is turned") for i in fired[:2])


def test_a_charge_is_declared_before_the_target_comes_to_meet_it():
    f = Field([at(trooper(arms=("Combat Blade",)), 10, 10)], [at(trooper(arms=()), 10, 16)])
    f.run(charge(f.table, 0, 1), [9, 1], counter_charge="counter-charge")
    ours, theirs = f.table.name(0), f.table.name(1)
    assert f.told()[0] == f"{ours} declares a charge at {theirs}"
    assert [brief for event in f.log if "charge" in (brief := event.brief(f.table)) and not event.full] == [
        f"{ours} charges {theirs}",
        f"{theirs} counter-charges {ours}",
    ]


@pytest.mark.rule("void:jump-trooper")
def test_a_failed_jump_says_what_it_does_to_a_charge():
    found = ask(trooper(JumpTrooper()), trooper(), melee=True, charging=True, sets=("failed-jump=yes",))
    assert "charging has no effect here: the failed jump takes its bonuses away" in found.notes
    assert "failed-jump has no effect here but to take the bonuses of the charge away" in found.notes


@pytest.mark.rule("void:mounted-weapon-team")
def test_a_gun_that_has_moved_says_why_it_is_silent():
    crew = trooper(MountedWeaponTeam(), n=3, arms=("machine gun", "pistol"))
    found = ask(crew, trooper(), moved=True)
    assert [(one.weapon, one.why) for one in found.unused] == [
        ("machine gun", "a mounted gun that has moved does not fire")
    ]
    alone = ask(crew, trooper(), moved=True, weapons=("machine gun",))
    assert alone.impossible == "a mounted gun that has moved does not fire"


@pytest.mark.rule("void:spotter")
def test_a_rule_that_helps_to_hit_has_no_part_in_what_a_template_does():
    f = Field([at(trooper(Spotter(), arms=("mortar",)), 10, 10)], [at(trooper(HeavyArmour(3)), 10, 30)])
    f.run(fire(f.table, 0, 1, False), [10, 1])
    shot, caught = (next(e for e in f.log if isinstance(e, kind)) for kind in (Attacked, Caught))
    assert "void:spotter" in shot.by and caught.by == ("void:heavy-armour",)


def test_losses_say_how_many_wounds_a_hurt_model_has_left():
    f = Field([at(trooper(), 20, 10)], [at(trooper(n=3, W=2, arms=()), 20, 20)])
    f.table.remember()
    lost = Harmed(1, (0, 1, 2))
    lost.on(f.table)
    assert lost.told(f.table) == f"{f.table.name(1)}: 1 model lost, 2 left; 1 wound lost (wounds left: 1)"


@pytest.mark.rule("void:prone")
def test_who_gets_up_was_not_told_to_stay_down():
    f = Field([at(trooper(Prone(), arms=()), 20, 10)], [at(trooper(arms=()), 20, 40)])
    Given(0, Effect("prone", value=0)).on(f.table)
    f.run(activation(f.table, 0), what_does="get up")
    ours = f.table.name(0)
    assert f.report()[:2] == [f"{ours}: prone, no move but to get up", f"{ours} gets up"]


def test_the_last_wound_under_suppressive_fire_is_one_wound():
    f = Field([at(trooper(SuppressiveFire(9)), 10, 10)], [at(trooper(arms=()), 10, 16)])
    f.run(activation(f.table, 0), [9], what_does="stay", whom_does=("suppress", 1))
    assert "suppressive fire: -8, 1 wound left, less value 9" in f.report()[2]


@pytest.mark.rule("void:marksman")
@pytest.mark.parametrize("wounds", [1, 2])
def test_nobody_rolls_damage_for_a_model_that_is_down(wounds):
    f = Field([at(trooper(Marksman(), SH=9), 20, 10)], [at(trooper(n=2, W=wounds, arms=()), 20, 20)])
    f.run(fire(f.table, 0, 1, False), [9, *[9] * wounds])
    assert any("1 model lost, 1 left" in line for line in f.told())


@pytest.mark.rule("void:spotter")
def test_a_rule_of_the_mortar_has_no_part_in_what_a_rifle_beside_it_does():
    squad = unit(model("line trooper", arms=("mortar",)), model("line trooper"), model("sergeant", Spotter(), arms=()))
    f = Field([at(squad, 20, 10)], [at(trooper(n=3, arms=()), 20, 30)])
    f.run(fire(f.table, 0, 1, False), [1, 10, 6, 10, 9])
    (lost,) = [event for event in f.log if isinstance(event, Harmed)]
    assert "void:spotter" not in lost.by
