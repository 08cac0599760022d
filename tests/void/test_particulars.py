"""Particulars of single rules on the table: who may, from where, which one, and what becomes of those who find no room."""

from __future__ import annotations

import pytest

from grognard.systems.void import deployment, reserves, transports
from grognard.systems.void.events import GUN
from grognard.systems.void.examples import model, trooper, unit
from grognard.systems.void.movement.forced import Advance
from grognard.systems.void.movement.legal_moves import moves
from grognard.systems.void.rules import (
    DropTrooper,
    EnforcedRally,
    Guard,
    Impetuous,
    JumpTrooper,
    MountedWeaponTeam,
    MultipleShots,
    NeuralSpikeActivation,
    Sniper,
    Spomm,
    TroopCarrier,
)
from grognard.systems.void.turn import activation
from grognard.table.distances import distance
from grognard.table.events import Embarked, Given, Joined
from grognard.table.state import Clock, Effect

from .field import Field, at, wood
from .test_programs import best

BLADE = ("Combat Blade",)
FAR = at(trooper(), 40, 47)


# --- Neural Spike Activation --------------------------------------------------------------------------------------------


def squads(n):
    return [at(unit(*[model("convict", EnforcedRally())] * 3, name=f"squad {k}"), 10 + 8 * k, 13) for k in range(n)]


@pytest.mark.rule("void:neural-spike-activation")
def test_each_model_with_the_rule_uses_its_spikes_by_itself():
    keepers = unit(model("line trooper", NeuralSpikeActivation(2), arms=BLADE), n=2, name="keepers")
    f = Field([at(keepers, 12, 10), *squads(2)], [FAR])
    for u in (1, 2):
        Given(u, Effect("panicked")).on(f.table)
    f.run(activation(f.table, 0), what_does="stay", neural_spikes=lambda options: options[0])
    assert not f[1].has("panicked") and not f[2].has("panicked") and f[1].size == f[2].size == 2


@pytest.mark.rule("void:neural-spike-activation")
def test_he_himself_must_see_the_squad_he_rallies():
    wall = (wood(10.4, 5, 1, 7, "solid", high=9),)
    pair = unit(model("line trooper", NeuralSpikeActivation(2), arms=BLADE), model("line trooper"), name="pair")
    f = Field([(pair, [(9, 10), (9, 13)]), (squads(1)[0][0], [(13, 10), (14.5, 10), (16, 10)])], [FAR], wall)
    Given(1, Effect("panicked")).on(f.table)
    f.run(activation(f.table, 0), what_does="stay")
    assert f[1].has("panicked") and not any("neural spikes" in a.question for a in f.asked)  # his fellow sees them


@pytest.mark.rule("void:neural-spike-activation")
def test_of_several_bombers_one_is_set_off():
    bombers = unit(model("convict"), n=2, name="Suicide Runners")
    keeper = trooper(NeuralSpikeActivation(1), arms=BLADE)
    f = Field([at(keeper, 10, 10), (bombers, [(10, 19), (10, 16)])], [FAR, at(trooper(), 10, 17.3)])
    f.run(activation(f.table, 0), [4, 10], what_does="stay", neural_spikes=("detonate", 1))
    # he who is within 6 inches; Dam 6 on T 4 kills the enemy beside him, the other bomber stands 3 inches off: last man (10)
    assert f[1].size == 1 and f[1].form.positions == ((10, 19),) and not f[3].alive


# --- Sniper -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("void:sniper")
def test_a_sniper_may_pick_one_of_several_alike():
    f = Field([at(trooper(Sniper()), 10, 10)], [at(trooper(n=3), 10, 16)])
    f.run(activation(f.table, 0), [6, 6, 6], what_does="stay", pick_any="yes", which_model=(1, 2))
    assert f.question("which model") == ((1, 0), (1, 1), (1, 2)) and [x for x, _ in f[1].form.positions] == [10, 11.5]


@pytest.mark.asks("at which model does shot … go?", of=0)
@pytest.mark.rule("void:sniper")
@pytest.mark.rule("void:multiple-shots")
def test_a_sniper_with_several_shots_names_a_mark_for_each():
    f = Field([at(trooper(Sniper(), MultipleShots(2)), 10, 10)], [at(trooper(n=3), 10, 16), at(trooper(n=2), 10, 20)])
    picks = {"at_which_model": (1, 2), "which_model": (2, 1)}
    f.run(activation(f.table, 0), [6, 6, 6, 6, 6, 10], what_does="stay", pick_any="yes", **picks)  # one check; last man
    assert [x for x, _ in f[1].form.positions] == [10, 11.5] and [x for x, _ in f[2].form.positions] == [10]
    same = Field([at(trooper(Sniper(), MultipleShots(2)), 10, 10)], [at(trooper(n=3), 10, 16)])
    same.run(activation(same.table, 0), [6, 6, 1, 6], what_does="stay", pick_any="yes", which_model=(1, 2))
    assert same[1].size == 2  # by default both at the first


# --- Troop Carrier ------------------------------------------------------------------------------------------------------


def barge(*rules):
    return unit(model("light tank", TroopCarrier(8, 2), *rules, arms=("machine gun",)), type="Vehicle", name="barge")


@pytest.mark.rule("void:troop-carrier")
def test_their_owner_says_on_which_side_they_get_out():
    f = Field([at(barge(), 20, 20), (unit(model("line trooper"), n=3, name="squad"), [])], [FAR])
    Embarked(1, 0).on(f.table)
    ways = transports.ways_out(f.table, 0, 1)
    assert len(ways) == 3
    f.run(transports.unload(f.table, 0), who_gets=1, where_does=lambda options: options[1])
    assert f[1].form.positions == ways[1].positions
    assert all(x < 20 for x, _ in ways[1].positions) or all(x > 20 for x, _ in ways[1].positions)  # one flank


@pytest.mark.rule("void:troop-carrier")
def test_for_whom_there_is_no_room_beside_a_wreck_he_is_lost_and_the_leader_is_not_the_first():
    walls = (
        wood(15, 15, 3.4, 10, "impassable"),
        wood(21.6, 15, 3.4, 10, "impassable"),
        wood(18.4, 15, 3.2, 3.4, "impassable"),
        wood(18.4, 21.6, 3.2, 3.4, "impassable"),
    )
    squad = unit(*[model("line trooper")] * 11, model("sergeant", role="leader"), name="squad")
    f = Field([at(trooper(arms=("rocket launcher",)), 20, 40)], [at(barge(), 20, 20), (squad, [])], walls)
    Embarked(2, 1).on(f.table)
    room = next(n for n in range(12, 0, -1) if beside_wreck(f, n))
    f.run(transports.wreck(f.table, 1, ((0,), (), (0,) * 7)))
    assert 0 < room < 12 and f[2].size == room and f[2].members[-1].name == "sergeant"
    assert any("no room for all" in line for line in f.told())


def beside_wreck(f, n):
    from grognard.common.deploy import bases, room

    return room(f.table, 2, free=(1,)).disembark(bases(f[2])[:n], f[1].form, 2.0) is not None


# --- Drop Trooper -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("void:drop-trooper")
def test_an_individual_with_the_rule_comes_down_with_a_squad():
    chief = unit(model("hero", DropTrooper(), role="individual"), name="chief")
    squad = unit(model("line trooper", DropTrooper()), n=3, name="squad")
    for first, second in ((0, 1), (1, 0)):
        f = Field([(chief, []), (squad, [])], [at(trooper(), 24, 24)])
        f.run(deployment.put(f.table, first))
        f.run(deployment.put(f.table, second), join=1)
        assert f[0].place == "joined" and f[1].size == 4
        f.table.clock = Clock(2, 0, 3, 0, "activations")
        f.run(reserves.drop(f.table, 1))
        assert f[1].here and len(f[1].form) == 4
    plain = unit(model("hero", role="individual"), name="plain")
    g = Field([(plain, []), (squad, [])], [at(trooper(), 24, 40)])
    g.run(deployment.put(g.table, 1))
    g.run(deployment.put(g.table, 0))
    assert not any("join" in a.question for a in g.asked)


@pytest.mark.rule("void:troop-carrier")
def test_an_8_before_the_wound_that_destroys_it_still_hits_those_inside():
    gun = trooper(arms=("rocket launcher",))  # two dice a hit: an 8, then a 10 on the damage table
    f = Field([at(gun, 20, 10)], [at(barge(), 20, 22), (unit(model("line trooper"), n=2, name="squad"), [])])
    Embarked(2, 1).on(f.table)
    # hit, a wound, 8; a wound, destroyed; one Dam 5 hit each: 5 wounds, 4 does not; the second 10 is not thrown; last man
    f.run(activation(f.table, 0), [10, 10, 8, 10, 10, 5, 4, 9, 10], what_does="stay")
    assert not f[1].alive and f[2].here and f[2].size == 1


def test_what_a_unit_loses_is_told():
    f = Field([at(trooper(arms=("rocket launcher",)), 20, 10)], [at(barge(), 20, 22)])
    f.run(
        activation(f.table, 0), [10, 10, 6, 1], what_does="stay"
    )  # hit, a wound, 6 on the table; the second die does nothing
    assert "barge loses a weapon: machine gun" in f.told() and not f[1].members[0].weapons
    g = Field([at(trooper(), 20, 10)], [FAR], (wood(18, 12, 4, 2, "dangerous"),))
    g.run(activation(g.table, 0), [1], what_does="move", where_does=g[0].form.shifted(0, 3))
    assert "Player 1's line trooper enters hazardous ground" in g.told()


# --- forced advances ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("void:impetuous")
def test_who_must_go_nearer_and_stands_close_goes_the_last_half_inch():
    f = Field([at(trooper(Impetuous()), 10, 10)], [at(trooper(), 10, 12.5)])
    ahead = Advance(moves(f.table, 0, 4.0), (f[1].form,)).found
    assert 1.0 <= distance(ahead[0], f[1].form) < 1.01  # 1.52 inches away before, and no nearer than 1 inch to an enemy


@pytest.mark.rule("void:impetuous")
def test_who_must_go_nearer_goes_round_those_who_stand_in_his_way():
    row = unit(model("line trooper"), n=5, name="row")
    f = Field([at(trooper(Impetuous()), 10, 10), at(row, 8, 13.9, 1.0), at(row, 8, 11.9, 1.0)], [at(trooper(), 10, 30)])
    ahead = Advance(moves(f.table, 0, 4.0), (f[3].form,)).found
    assert ahead[0].positions != f[0].form.positions and distance(ahead[0], f[3].form) < distance(f[0].form, f[3].form)


@pytest.mark.rule("void:spomm")
def test_a_mind_that_is_barred_on_all_sides_stands_and_its_turn_is_over():
    walls = tuple(
        wood(*box, "impassable") for box in ((8, 8, 1.5, 4), (10.5, 8, 1.5, 4), (8, 10.5, 4, 1), (8, 8.5, 4, 1))
    )
    f = Field([at(trooper(Spomm("I", "Tactical Advance")), 10, 10)], [at(trooper(), 10, 40)], walls)
    f.run(activation(f.table, 0), what_does="move", where_does=lambda options: next(iter(options)))
    assert any(line.endswith("does not move (there is no way)") for line in f.told())
    assert f[0].form.positions == ((10, 10),)
    assert any("the activation ends" in line for line in f.told())


# --- templates ----------------------------------------------------------------------------------------------------------


def test_the_firer_says_where_a_template_lies():
    mortar = unit(model("line trooper", arms=("mortar",)), name="mortar")
    f = Field([at(mortar, 10, 4)], [at(unit(model("line trooper"), n=3, name="they"), 10, 24, 2.5)])
    f.run(activation(f.table, 0), [6, 5], what_does="stay", lay_its=lambda options: options[-1], evade="stay")
    assert f.question("lay its")[0] == best_of(f) and f[1].size == 2
    assert [x for x, _ in f[1].form.positions] == [10, 12.5]  # the third, under whose feet it was laid


def best_of(f):
    from grognard.systems.void.templates import best as most

    return most(Field([], [at(unit(model("line trooper"), n=3), 10, 24, 2.5)])[0].form, 1.5, [f[0].form])


def test_a_flame_comes_from_one_who_reaches_them():
    burners = unit(model("line trooper", arms=("flame thrower",)), n=2, name="burners")
    f = Field([(burners, [(10, 10), (10, 12)])], [at(unit(model("line trooper"), name="they"), 10, 20.5)])
    f.run(activation(f.table, 0), [5], what_does="stay")  # 7.5 inches from the second, 9.5 from the first
    assert not f[1].alive


# --- Guard --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("void:guard")
def test_guards_stay_with_somebody_who_has_not_joined_them():
    hero = unit(model("hero", role="individual"), name="hero")
    guards = unit(model("line trooper", Guard("hero")), n=2, name="guards")
    f = Field([at(hero, 10, 10), at(guards, 10, 11.5)], [at(trooper(n=2), 10, 15)])
    near, away = f[1].form.shifted(0, 1), f[1].form.shifted(3.5, 0)
    f.run(activation(f.table, 1), [1, 1], what_does="move", where_does=near)
    moves = f.question("where does")
    assert near in moves and moves.why_not(away) == ["it would leave hero"]
    assert not any("charge" in a.question for a in f.asked)  # that would take them away
    alone = Field([at(hero, 10, 10), at(guards, 10, 14)], [at(trooper(n=2), 10, 30)])
    alone.run(activation(alone.table, 1), [1, 1], what_does="move", where_does=alone[1].form.shifted(0, 3))
    assert alone[1].form.positions[0] == (10, 17)  # they stand by nobody


@pytest.mark.rule("void:guard")
@pytest.mark.rule("void:jump-trooper")
def test_guards_of_a_place_do_not_jump_out_of_it():
    f = Field([(trooper(Guard("the gate"), JumpTrooper(), n=2), [])], [at(trooper(), 24, 44)])
    f.run(deployment.put(f.table, 0))
    out = f[0].form.shifted(0, 9)
    f.run(activation(f.table, 0), [6], what_does="jump", where_does=f[0].form.shifted(0, 2), whom="hold fire")
    jumps = next(a.options for a in f.asked if "where does" in a.question and "jump" in a.question)
    assert jumps.why_not(out) == ["it may not leave what it guards"]


# --- Mounted Weapon Team ------------------------------------------------------------------------------------------------


@pytest.mark.rule("void:mounted-weapon-team")
def test_a_crew_may_keep_its_gun_silent_and_fire_its_side_arms():
    crew = unit(model("line trooper", MountedWeaponTeam(), arms=("machine gun", "pistol")), n=3, name="crew")
    for own_base in (True, False):
        f = Field([at(crew, 10, 10)], [at(unit(model("line trooper"), n=3, name="they"), 10, 18)])
        if own_base:
            Given(0, Effect(GUN, value=(10.0, 10.984375, 0.0, 1.0, 0.0))).on(f.table)
        f.run(activation(f.table, 0), [1, 1, 1], what_does="stay", its_gun="its side arms")
        assert 'crew shoots at they, 7.0" away (3 x pistol)' in f.told()
        ask = next(a for a in f.asked if "its gun" in a.question)
        assert best(f, ask.about, ask.options) == "its side arms"  # three pistols at short range do more than one gun


def test_an_individual_who_has_joined_is_no_crewman():
    from grognard.systems.void.shooting import gun_team

    crew = unit(model("line trooper", MountedWeaponTeam(), arms=("machine gun", "pistol")), n=2, name="crew")
    chief = unit(model("hero", role="individual"), name="chief")
    f = Field([at(crew, 10, 10), at(chief, 13, 10)], [at(trooper(), 10, 30)])
    Given(0, Effect(GUN, value=(13.0, 10.984375, 0.0, 1.0, 0.0))).on(f.table)
    Joined(1, 0).on(f.table)
    assert f[0].size == 3 and gun_team.manned(f.table, 0, gun_team.stands(f.table, 0)) == ()
