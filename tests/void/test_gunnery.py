"""Rules of who fires how often with what, and at whom."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.systems.void.examples import ask, model, trooper, unit, weapon
from grognard.systems.void.melee.fight import fight
from grognard.systems.void.rules import (
    Camouflage,
    CombineFire,
    FindWeakness,
    HeavyArmour,
    Immobile,
    MountedWeaponTeam,
    MultipleShots,
    Sniper,
    Spotter,
    Strategy,
    TacticalAwareness,
)
from grognard.systems.void.shooting.fire import fire
from grognard.systems.void.shooting.lines_of_fire import line, open_to_fire
from grognard.systems.void.turn import activation
from grognard.table.events import Locked

from .field import Field, at, wood

F = Fraction


# --- Multiple Shots -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("void:multiple-shots")
def test_the_number_is_the_total_of_shots():
    assert ask(trooper(MultipleShots(3)), trooper(n=4)).slain.fraction(3) == F(1, 64)
    assert ask(trooper(MultipleShots(3)), trooper(n=4)).slain.fraction(4) == 0


@pytest.mark.rule("void:multiple-shots")
def test_two_one_handed_weapons_fire_once_each():
    pair = trooper(MultipleShots(2), arms=("pistol", "pistol"))
    assert ask(pair, trooper(n=3)).slain.fraction(2) == F(1, 16)
    mixed = trooper(MultipleShots(3), arms=("pistol", "light flame thrower"))
    assert [s.weapon for s in ask(mixed, trooper()).steps if s.name == "to hit"] == [
        "1 x pistol",
        "1 x light flame thrower",
    ]


@pytest.mark.rule("void:multiple-shots")
def test_a_vehicles_weapons_fire_once_each_and_only_one_without_the_rule():
    arms = ("machine gun", "rocket launcher")
    tank = unit(model("light tank", MultipleShots(2), arms=arms), type="Vehicle")
    assert [s.weapon for s in ask(tank, trooper()).steps if s.name == "to hit"] == [
        "1 x machine gun",
        "1 x rocket launcher",
    ]
    bare = unit(model("light tank", arms=arms), type="Vehicle")
    assert [s.weapon for s in ask(bare, trooper()).steps if s.name == "to hit"] == ["1 x machine gun"]


@pytest.mark.rule("void:multiple-shots")
def test_on_a_weapon_it_is_that_weapons():
    gun = trooper(arms=(weapon("machine gun", MultipleShots(2)), "pistol"))
    assert ask(gun, trooper(n=3)).slain.fraction(2) == F(9, 100)
    assert ask(gun, trooper(n=3), weapons=("pistol",)).slain.fraction(2) == 0


# --- Combine Fire -------------------------------------------------------------------------------------------------------

TWO = ("light flame thrower", "light flame thrower")


@pytest.mark.rule("void:combine-fire")
def test_two_light_flame_throwers_make_one_normal_one():
    odds = ask(trooper(CombineFire(), MultipleShots(2), arms=TWO), trooper(n=3))
    assert odds.slain.fraction(1) == F(6, 10) and odds.slain.fraction(2) == 0
    light = ask(trooper(MultipleShots(2), arms=TWO), trooper(n=3))
    assert light.slain.fraction(2) == F(1, 4)


@pytest.mark.rule("void:combine-fire")
def test_the_units_own_flame_thrower_is_the_model_and_best_play_compares():
    from grognard.common.profiles import Weapon, interned
    from grognard.systems.void.profiles import WeaponStats

    own = interned(Weapon("Flame Thrower", WeaponStats(dam=8, template="flame")))
    squad = unit(
        model("line trooper", CombineFire(), MultipleShots(2), arms=TWO), model("sergeant", arms=(own,)), name="burners"
    )
    assert ask(squad, trooper(), models=2, weapons=("light flame thrower",)).slain.fraction(1) == F(9, 10)
    tough = trooper(T=9, W=2)
    burner = trooper(CombineFire(), MultipleShots(2), arms=TWO)
    assert ask(burner, tough, policy="best").damage.mean() >= ask(burner, tough).damage.mean()


@pytest.mark.rule("void:combine-fire")
def test_odds_of_a_unit_of_a_file_know_the_flame_thrower_of_its_whole_force(tmp_path):
    from grognard import odds

    stats = "{MV = 4, AS = 4, SH = 4, ST = 4, T = 4, CD = 4}"
    burners = f"""
[[units]]
name = "Burners"
type = "Infantry"
rules = ["Combine Fire", "Multiple Shots (x2)"]
  [[units.models]]
  name = "Burner"
  stats = {stats}
  weapons = ["Light Flame Thrower", "Light Flame Thrower"]
"""
    others = f"""
[[units]]
name = "Furnace"
type = "Infantry"
  [[units.models]]
  name = "Stoker"
  stats = {stats}
  weapons = ["Flame Thrower"]
"""
    arms = """
system = "void"
name = "Fire"
[weapons."Light Flame Thrower"]
dam = 4
template = "flame"
hands = 1
[weapons."Flame Thrower"]
dam = 7
template = "flame"
"""
    alone, together = tmp_path / "alone.toml", tmp_path / "together.toml"
    alone.write_text(arms + burners)
    together.write_text(arms + burners + others)
    # Dam 7 against T 4 wounds on 3+, Dam 5 (nobody in the force has the weapon) on 5+
    assert odds(f"{together}:Burners", f"{together}:Furnace").slain.fraction(1) == F(8, 10)
    assert odds(f"{alone}:Burners", f"{together}:Furnace").slain.fraction(1) == F(6, 10)


# --- Mounted Weapon Team ------------------------------------------------------------------------------------------------

CREW = trooper(MountedWeaponTeam(), n=3, arms=("machine gun", "pistol", "Combat Blade"))


@pytest.mark.rule("void:mounted-weapon-team")
def test_a_crew_fires_its_gun_once_and_its_side_arms_when_it_has_moved():
    assert [s.weapon for s in ask(CREW, trooper()).steps if s.name == "to hit"] == ["1 x machine gun"]
    moved = ask(CREW, trooper(), moved=True)
    assert [s.weapon for s in moved.steps if s.name == "to hit"] == ["3 x pistol"]


@pytest.mark.rule("void:mounted-weapon-team")
def test_each_crewman_lost_costs_one_to_hit_for_gun_and_side_arms_but_not_for_blows():
    assert ask(CREW, trooper(), sets=("crew-lost=2",)).slain.fraction(1) == F(3, 10) * F(6, 10)
    assert ask(CREW, trooper(), models=1).slain.fraction(1) == F(3, 10) * F(6, 10)
    assert ask(CREW, trooper(), models=1, sets=("crew-lost=1",)).slain.fraction(1) == F(3, 10) * F(6, 10)  # none twice
    assert ask(CREW, trooper(), models=1, melee=True).slain.fraction(1) == F(1, 4)


@pytest.mark.rule("void:mounted-weapon-team")
def test_the_gun_may_be_named_on_the_weapon():
    crew = trooper(n=2, arms=("pistol", weapon("machine gun", MountedWeaponTeam())))
    assert [s.weapon for s in ask(crew, trooper()).steps if s.name == "to hit"] == ["1 x machine gun"]


@pytest.mark.rule("void:mounted-weapon-team")
def test_a_blade_is_no_gun_however_early_the_crew_lists_it():
    crew = trooper(MountedWeaponTeam(), n=3, arms=("Combat Blade", "machine gun", "pistol"))
    assert ask(crew, trooper()).slain.fraction(1) == F(1, 2) * F(6, 10)  # one gun, 6+ and 5+
    assert ask(crew, trooper(), melee=True).slain.fraction(1) == 1 - F(3, 4) ** 3  # three blades, 6+ and 6+ each
    f = Field([at(crew, 10, 10)], [at(trooper(), 10, 18)])
    f.run(fire(f.table, 0, 1, False), [6, 5])
    assert not f[1].alive


@pytest.mark.rule("void:mounted-weapon-team")
def test_on_the_table_a_crew_that_moved_uses_its_side_arms_and_losses_slow_it():
    from grognard.systems.void.orders import reach_of
    from grognard.table.events import Harmed

    f = Field([at(CREW, 10, 10)], [at(trooper(n=2), 10, 18)])
    groups = line(f.table, 0, 1, moved=False).groups
    assert [(g.n, g.ways[0][0][0].name) for g, _ in groups] == [(1, "machine gun")]
    assert [g.ways[0][0][0].name for g, _ in line(f.table, 0, 1, moved=True).groups] == ["pistol"]
    Harmed(0, (0, 1, 1)).on(f.table)
    assert reach_of(f.table, 0, "move")[0] == 3


@pytest.mark.rule("void:mounted-weapon-team")
def test_whoever_of_the_crew_is_left_fires_the_gun():
    loaders = unit(
        model("line trooper", MountedWeaponTeam(), arms=("machine gun", "pistol")),
        *[model("sergeant", MountedWeaponTeam(), arms=("pistol",))] * 2,
        name="loaders",
    )
    for n, lost in ((3, 0), (2, 1), (1, 2)):
        odds = ask(loaders, trooper(), models=n)
        assert [s.weapon for s in odds.steps if s.name == "to hit"] == ["1 x machine gun"]
        assert odds.slain.fraction(1) == F(5 - lost, 10) * F(6, 10)


# --- Spotter ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("void:spotter")
def test_each_spotter_helps_indirect_fire_by_one():
    mortar = trooper(arms=("mortar",))
    for n in (1, 2, 3):
        odds = ask(mortar, trooper(), range=20, sets=(f"spotters={n}",))
        assert odds.slain.fraction(1) == F(5 + n, 10) * F(6, 10)
    assert ask(trooper(), trooper(), sets=("spotters=2",)).slain.fraction(1) == F(1, 4)


@pytest.mark.rule("void:spotter")
def test_without_a_number_the_spotters_of_the_unit_itself_count():
    team = unit(model("line trooper", arms=("mortar",)), model("sergeant", Spotter(), arms=()), name="team")
    assert ask(team, trooper(), range=20).slain.fraction(1) == F(6, 10) * F(6, 10)
    assert ask(team, trooper(), range=20, sets=("spotters=0",)).slain.fraction(1) == F(5, 10) * F(6, 10)


@pytest.mark.rule("void:spotter")
def test_on_the_table_a_spotter_of_another_unit_must_see_the_target():
    wall = (wood(0, 8, 20, 1, "solid", high=9),)
    seer = Field([at(trooper(arms=("mortar",)), 10, 4), at(trooper(Spotter()), 10, 12)], [at(trooper(), 10, 24)], wall)
    assert line(seer.table, 0, 2, moved=False).groups[0][1].spotters == 1
    blind = Field([at(trooper(arms=("mortar",)), 10, 4), at(trooper(Spotter()), 10, 6)], [at(trooper(), 10, 24)], wall)
    assert line(blind.table, 0, 2, moved=False).groups[0][1].spotters == 0


# --- Sniper -------------------------------------------------------------------------------------------------------------

PAIR = unit(model("line trooper"), model("sergeant", role="leader"), name="pair")


@pytest.mark.rule("void:sniper")
def test_a_sniper_that_passes_picks_any_model_in_sight():
    f = Field([at(trooper(Sniper()), 10, 10)], [at(trooper(n=2), 10, 16), at(PAIR, 10, 20)])
    f.run(activation(f.table, 0), [6, 6, 6, 10], what_does="stay", pick_any="yes", which_model=(2, 1))
    assert f[2].members[0].name == "line trooper" and f[2].size == 1 and f[1].size == 2
    assert "void:sniper" in f.by()


@pytest.mark.rule("void:sniper")
def test_one_that_fails_shoots_at_the_nearest_model():
    f = Field([at(trooper(Sniper()), 10, 10)], [at(trooper(n=2), 10, 16), at(PAIR, 10, 20)])
    f.run(activation(f.table, 0), [5, 6, 6, 10], what_does="stay", pick_any="yes")
    assert f[1].size == 1 and f[2].size == 2


@pytest.mark.rule("void:sniper")
def test_a_sniper_that_moved_asks_nothing_and_his_strategy_helps_him():
    f = Field([at(trooper(Sniper()), 10, 10)], [at(trooper(), 10, 20)])
    f.run(activation(f.table, 0), [1], what_does="move", where_does=f[0].form.shifted(1, 0))
    assert not any("pick any" in a.question for a in f.asked)
    f = Field([at(trooper(Sniper(), Strategy(1)), 10, 10)], [at(trooper(), 10, 16), at(PAIR, 10, 20)])
    f.run(activation(f.table, 0), [5, 6, 6, 10], what_does="stay", pick_any="yes", which_model=(2, 1))
    assert f[2].size == 1


# --- Tactical Awareness -------------------------------------------------------------------------------------------------

LED = unit(model("line trooper"), model("sergeant", TacticalAwareness(), role="leader"), name="led")
FRONT = [at(trooper(), 10, 16), at(trooper(), 10, 20)]


@pytest.mark.rule("void:tactical-awareness")
def test_a_leader_that_passes_frees_the_whole_unit():
    f = Field([at(LED, 10, 10)], FRONT)
    f.run(activation(f.table, 0), [4, 6, 6], what_does="stay", ignore_target="yes", whom_does=2)
    assert f[1].alive and not f[2].alive and "void:tactical-awareness" in f.by()


@pytest.mark.rule("void:tactical-awareness")
def test_a_leader_that_fails_leaves_the_unit_without_a_shot():
    f = Field([at(LED, 10, 10)], FRONT)
    f.run(activation(f.table, 0), [3], what_does="stay", ignore_target="yes")
    assert not any("shoots at" in told for told in f.told())


@pytest.mark.rule("void:tactical-awareness")
def test_a_support_model_shoots_at_a_unit_of_its_own_choice_or_not_at_all():
    squad = unit(model("line trooper"), model("sergeant", TacticalAwareness(), role="support"), name="squad")
    f = Field([at(squad, 10, 10)], FRONT)
    f.run(activation(f.table, 0), [4, 6, 6, 1], what_does="stay", pick_a_target="yes", whom_does_the=2)
    assert f[1].alive and not f[2].alive
    f = Field([at(squad, 10, 10)], FRONT)
    f.run(activation(f.table, 0), [3, 6, 6], what_does="stay", pick_a_target="yes")
    assert not f[1].alive and f[2].alive


@pytest.mark.rule("void:tactical-awareness")
def test_without_it_the_nearest_open_enemy_is_the_only_target():
    f = Field([at(trooper(), 10, 10)], FRONT)
    assert open_to_fire(f.table, 0, moved=False) == (1,)


def test_an_immobile_model_shoots_within_its_front_arc_only():
    turret = trooper(Immobile(), arms=("machine gun",))
    ahead = Field([at(turret, 20, 20)], [at(trooper(), 20, 28)])
    behind = Field([at(turret, 20, 20)], [at(trooper(), 20, 12)])
    assert open_to_fire(ahead.table, 0, False) == (1,) and open_to_fire(behind.table, 0, False) == ()


@pytest.mark.rule("void:immobile", "void:camouflage")
def test_an_immobile_mortar_needs_nobody_in_sight_but_somebody_ahead():
    mortar, hidden = trooper(Immobile(), arms=("mortar",)), trooper(Camouflage())
    assert ask(mortar, hidden, range=30).slain.fraction(1) == F(1, 2) * F(6, 10) * F(8, 10)  # 6+, 5+ and a save of 9+
    ahead = Field([at(mortar, 20, 10)], [at(hidden, 20, 40)])
    assert open_to_fire(ahead.table, 0, False) == (1,)
    ahead.run(fire(ahead.table, 0, 1, False), [6, 5, 8])
    assert not ahead[1].alive
    behind = Field([at(mortar, 20, 40)], [at(hidden, 20, 10)])
    assert open_to_fire(behind.table, 0, False) == ()


# --- weapon by weapon -----------------------------------------------------------------------------------------------------


def column(*models, y=30.0, distance=4.0):
    """A unit in a column, the first model nearest."""
    return unit(*models), [(20.0, y + distance * i) for i in range(len(models))]


def test_templates_come_in_file_order_like_other_weapons():
    ours = unit(model("line trooper", arms=("mortar",)), model("line trooper", arms=("rocket launcher",)))
    theirs = column(model("line trooper", W=2), model("line trooper", T=5))
    # the mortar (6+, 5+) takes a wound, the rockets (6+, 2+ and 2+) what is left of the model and no more:
    # 3/10 x 1/2 x 99/100, or the mortar takes none (7/10) and both rockets one each: 7/10 x 1/2 x 81/100
    answer = ask(ours, theirs[0], range=20)
    assert answer.damage.fraction(2) == F(3, 10) * F(1, 2) * F(99, 100) + F(7, 10) * F(1, 2) * F(81, 100)
    assert answer.damage.fraction(3) == 0
    f = Field([at(ours, 20, 10)], [theirs])
    f.run(fire(f.table, 0, 1, False), [6, 5, 6, 2])  # the other rocket finds him dead
    assert f[1].wounds == (1,)


@pytest.mark.rule("void:find-weakness", "void:heavy-armour")
def test_of_one_weapon_the_better_piercing_comes_first_whoever_stands_first():
    plain, keen = (model("line trooper", *r, arms=("rifle", "Combat Blade")) for r in ((), (FindWeakness(2),)))
    ours = unit(plain, keen)
    armoured = (model("line trooper", HeavyArmour(6)), model("line trooper"))
    # the keen one wounds the armoured one (1/4), who saves on 6+ (1/2); the plain one the other (1/4)
    assert ask(ours, unit(*armoured)).slain.fraction(2) == F(1, 4) * F(1, 2) * F(1, 4)
    assert ask(ours, unit(*armoured), melee=True).slain.fraction(2) == F(1, 4) * F(1, 2) * F(1, 4)
    f = Field([at(ours, 20, 10)], [column(*armoured, y=20.0)])
    f.run(fire(f.table, 0, 1, False), [6, 6, 5, 6, 6])
    assert not f[1].alive
    side, up = 0.4921875, 0.8525390625  # two and two, each in contact with both of the others
    f = Field([(ours, [(20, 20 - up), (20, 20 + up)])], [(unit(*armoured), [(20 - side, 20), (20 + side, 20)])])
    Locked(0, 1).on(f.table)
    f.run(fight(f.table, 0), [6, 6, 5, 6, 6, 1, 1])  # the two who are struck strike too, and miss
    assert not f[1].alive
