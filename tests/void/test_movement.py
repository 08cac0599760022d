"""Rules of movement and deployment on the table."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.systems.void import deployment, individuals, reserves, transports
from grognard.systems.void.examples import ask, model, trooper, unit
from grognard.systems.void.melee.charge import charge
from grognard.systems.void.melee.counter_charge import counter_charge
from grognard.systems.void.melee.fight import fight
from grognard.systems.void.movement.legal_moves import moves
from grognard.systems.void.nerve.morale import run_wild
from grognard.systems.void.orders import movement_mode, reach, reach_of
from grognard.systems.void.rules import (
    DropTrooper,
    Fast,
    Fly,
    Immobile,
    Impetuous,
    Infiltrate,
    JumpTrooper,
    Prone,
    RoughTerrainSpecialist,
    TroopCarrier,
)
from grognard.systems.void.shooting.lines_of_fire import line
from grognard.systems.void.turn import activation, initiative
from grognard.table.distances import within
from grognard.table.events import Embarked, Given, Locked, Noted, Reserved
from grognard.table.state import Clock, Effect

from .field import Field, at, wood

F = Fraction
BLADE = ("Combat Blade",)


# --- Fast ---------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("void:fast")
@pytest.mark.parametrize(("mv", "more"), [(4, 2), (5, 3), (6, 3)])
def test_fast_adds_half_the_mv_rounded_up_to_rush_charge_and_close(mv, more):
    quick = trooper(Fast(), MV=mv).models
    assert [reach(quick, k)[0] for k in ("rush", "charge", "close")] == [2 * mv + more, mv + more, mv + more]
    assert [reach(quick, k)[0] for k in ("move", "counter-charge")] == [mv, mv]


@pytest.mark.rule("void:fast")
def test_a_unit_goes_as_far_as_its_slowest_and_a_rush_says_who_was_fast():
    mixed = unit(model("line trooper", Fast()), model("sergeant"), name="mixed")
    assert reach(mixed.models, "rush")[0] == 8
    f = Field([at(trooper(Fast()), 10, 10)], [at(trooper(), 40, 40)])
    f.run(activation(f.table, 0), what_does="rush", where_does=f[0].form.shifted(0, 10))
    assert f[0].form.positions == ((10, 20),) and "void:fast" in f.by()


# --- Fly and Rough Terrain Specialist -----------------------------------------------------------------------------------

WOOD = (wood(8, 12, 6, 6, "difficult", "forest"),)


@pytest.mark.rule("void:fly")
def test_flyers_are_neither_slowed_nor_barred_by_what_is_low_enough():
    for rules, free in (((), False), ((Fly(),), True)):
        f = Field([at(trooper(*rules), 10, 10)], [at(trooper(), 40, 40)], WOOD)
        assert (f[0].form.shifted(0, 4) in moves(f.table, 0, 4)) is free
    wall = wood(0, 12, 48, 1, "impassable", high=8)
    tower = wood(0, 12, 48, 1, "impassable", high=10)
    for piece, free in ((wall, True), (tower, False)):
        f = Field([at(trooper(Fly()), 10, 10)], [at(trooper(), 40, 40)], (piece,))
        assert (f[0].form.shifted(0, 4) in moves(f.table, 0, 4)) is free
        assert f[0].form.shifted(0, 2.5) not in moves(f.table, 0, 4)  # nobody ends on impassable ground


@pytest.mark.rule("void:fly")
def test_hazards_count_for_flyers_only_where_they_land():
    lava = (wood(0, 12, 48, 1, "dangerous", high=0.5),)
    f = Field([at(trooper(Fly()), 10, 10)], [at(trooper(), 40, 40)], lava)
    f.run(activation(f.table, 0), what_does="move", where_does=f[0].form.shifted(0, 4))
    assert f[0].alive
    walker = Field([at(trooper(), 10, 10)], [at(trooper(), 40, 40)], lava)
    walker.run(activation(walker.table, 0), [6], what_does="move", where_does=walker[0].form.shifted(0, 4))
    assert not walker[0].alive


@pytest.mark.rule("void:rough-terrain-specialist")
def test_a_specialist_is_not_slowed_in_the_kinds_named():
    jungle = trooper(RoughTerrainSpecialist("Jungle/Forest"))
    marsh = trooper(RoughTerrainSpecialist("Marsh"))
    for kind, free in ((jungle, True), (marsh, False), (trooper(), False)):
        f = Field([at(kind, 10, 10)], [at(trooper(), 40, 40)], WOOD)
        assert (f[0].form.shifted(0, 4) in moves(f.table, 0, 4)) is free
    f = Field([at(jungle, 10, 10)], [at(trooper(), 40, 40)], WOOD)
    f.run(activation(f.table, 0), what_does="move", where_does=f[0].form.shifted(0, 4))
    assert "void:rough-terrain-specialist" in f.by()


# --- Immobile -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("void:immobile")
def test_the_immobile_never_move_charge_flee_or_counter_charge():
    turret = trooper(Immobile(), arms=BLADE)
    f = Field([at(turret, 10, 10)], [at(trooper(arms=BLADE), 10, 13)])
    assert reach_of(f.table, 0, "move")[0] == 0
    f.run(activation(f.table, 0), what_does="stay")
    assert f.question("what does") == ("stay", "hold") and not any("charge" in a.question for a in f.asked)
    assert not f.run(counter_charge(f.table, 1, 0)) and "void:immobile" in f.by()
    f.run(run_wild(f.table, 0))
    assert f[0].form.positions == ((10, 10),)


@pytest.mark.rule("void:immobile")
def test_odds_of_an_immobile_model_that_moved_or_charges_are_none():
    assert ask(trooper(Immobile()), trooper(), moved=True).impossible == "it never moves"
    assert ask(trooper(Immobile()), trooper(), melee=True, charging=True).impossible == "it never moves"
    assert not ask(trooper(Immobile()), trooper(), melee=True).impossible


# --- Prone --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("void:prone")
def test_lying_down_takes_the_movement_phase_and_counts_as_moving():
    f = Field([at(trooper(Prone()), 10, 10)], [at(trooper(), 10, 20)])
    f.run(activation(f.table, 0), [6], what_does="go prone")  # 6+ and -1 for moving: a 6 misses
    assert f[0].has("prone") and f[0].form.positions == ((10, 10),)
    assert line(f.table, 1, 0, False).groups[0][1].target_prone is False  # its size shrinks only next turn
    f.table.clock = Clock(2, 0, 3, 0, "activations")
    how = line(f.table, 0, 1, False).groups[0][1]
    assert how.prone and line(f.table, 1, 0, False).groups[0][1].target_prone


@pytest.mark.rule("void:prone")
def test_who_lies_hits_one_better_and_is_hit_one_worse():
    assert ask(trooper(Prone()), trooper(), sets=("prone=yes",)).slain.fraction(1) == F(6, 10) / 2
    assert ask(trooper(Prone()), trooper(), moved=True, sets=("prone=yes",)).slain.fraction(1) == F(6, 10) / 2
    assert ask(trooper(), trooper(Prone(), SZ=4), sets=("target-prone=yes",)).slain.fraction(1) == F(4, 10) / 2


@pytest.mark.rule("void:prone")
def test_blows_against_the_prone_hit_for_certain_or_two_better_by_ruling():
    lying = trooper(Prone())
    assert ask(trooper(), lying, melee=True, sets=("target-prone=yes",)).slain.fraction(1) == F(1, 2)
    ruled = ask(trooper(), lying, melee=True, sets=("target-prone=yes",), rulings={"prone_victim": "+2"})
    assert ruled.slain.fraction(1) == F(7, 10) / 2
    assert "does not strike" in ask(lying, trooper(), melee=True, sets=("prone=yes",)).impossible


@pytest.mark.rule("void:prone")
def test_the_prone_neither_move_nor_strike_back_until_they_get_up():
    f = Field([at(trooper(Prone(), arms=BLADE), 10, 10)], [at(trooper(arms=BLADE), 10, 13)])
    Given(0, Effect("prone", value=0)).on(f.table)
    f.run(activation(f.table, 0), what_does="get up", whom_does="no assault")
    assert f.question("what does") == ("stay", "hold", "get up") and not f[0].has("prone")
    g = Field([at(trooper(Prone(), arms=BLADE), 10, 10)], [at(trooper(arms=BLADE), 10, 10.984375)])
    Given(0, Effect("prone", value=0)).on(g.table)
    Locked(0, 1).on(g.table)
    g.run(fight(g.table, 1), [5])  # one die of damage: no roll to hit, and no blow in return
    assert g[0].alive and g[1].alive
    assert not g.run(counter_charge(g.table, 1, 0))


@pytest.mark.rule("void:prone")
def test_by_ruling_the_size_shrinks_at_once():
    f = Field([at(trooper(Prone()), 10, 10)], [at(trooper(), 10, 20)], rulings={"prone_size": "at-once"})
    Given(0, Effect("prone", value=1)).on(f.table)
    assert line(f.table, 1, 0, False).groups[0][1].target_prone


# --- Jump Trooper -------------------------------------------------------------------------------------------------------

WALL = (wood(0, 14, 48, 1, "impassable", high=4),)


@pytest.mark.rule("void:jump-trooper")
def test_a_jump_goes_ten_inches_over_a_wall_whether_the_check_is_passed_or_not():
    for face, failed in ((6, False), (5, True)):
        f = Field([at(trooper(JumpTrooper(), arms=BLADE), 10, 10)], [at(trooper(), 10, 40)], WALL)
        f.run(activation(f.table, 0), [face], what_does="jump", where_does=f[0].form.shifted(0, 10))
        assert f[0].form.positions == ((10, 20),) and "void:jump-trooper" in f.by()
        assert any("jump check" in line and "(failed)" in line for line in f.report()) is failed


@pytest.mark.rule("void:jump-trooper")
def test_a_failed_jump_costs_one_more_to_hit_this_turn():
    f = Field([at(trooper(JumpTrooper()), 10, 10)], [at(trooper(), 10, 24)])
    f.run(activation(f.table, 0), [5, 7], what_does="jump", where_does=f[0].form.shifted(0, 3))  # 6 + 1 + 1: a 7 misses
    assert f[1].alive


@pytest.mark.rule("void:jump-trooper")
def test_whom_they_jump_at_may_not_counter_charge_unless_the_check_failed():
    jumpers, foes = trooper(JumpTrooper(), arms=BLADE), trooper(arms=BLADE)
    f = Field([at(jumpers, 10, 10)], [at(foes, 10, 18)])
    f.run(charge(f.table, 0, 1, leaping=True), [6, 5, 6], counter_charge="counter-charge")
    assert not any("counter" in a.question for a in f.asked) and not f[1].alive
    g = Field([at(jumpers, 10, 10)], [at(foes, 10, 18)])
    g.run(charge(g.table, 0, 1, leaping=True), [5, 1, 5, 6, 6], counter_charge="counter-charge")
    # check failed; the counter-charge check failed; no bonus: a 5 misses, both strike at once
    assert any("counter" in a.question for a in g.asked) and not g[0].alive


@pytest.mark.rule("void:jump-trooper")
def test_jumping_replaces_the_rush_and_needs_the_whole_unit():
    mixed = unit(model("line trooper", JumpTrooper(), arms=BLADE), model("sergeant", arms=BLADE), name="mixed")
    f = Field([at(mixed, 10, 10)], [at(trooper(), 10, 40)])
    f.run(activation(f.table, 0), what_does="stay")
    assert "jump" not in f.question("what does")


# --- Impetuous ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("void:impetuous")
def test_the_impetuous_check_or_go_nearer():
    f = Field([at(trooper(Impetuous(), arms=BLADE), 10, 10)], [at(trooper(), 10, 30)])
    f.run(activation(f.table, 0), [5], run_ahead="check", what_does="move")
    assert f.question("what does") == ("move", "rush") and f[0].form.positions[0][1] > 10
    assert f[0].form.shifted(0, -5) not in f.question("where does")
    g = Field([at(trooper(Impetuous(), arms=BLADE), 10, 10)], [at(trooper(), 10, 30)])
    g.run(activation(g.table, 0), [6], run_ahead="check", what_does="stay")
    assert g.question("what does") == ("stay", "move", "rush", "hold")


@pytest.mark.rule("void:impetuous")
def test_the_impetuous_must_assault_whom_they_can_reach():
    f = Field([at(trooper(Impetuous(), arms=BLADE), 10, 10)], [at(trooper(arms=BLADE), 10, 13), at(trooper(), 13, 10)])
    f.run(activation(f.table, 0), [6, 5, 6], run_ahead="check", what_does="stay", counter_charge="stand")
    assert "no assault" not in f.question("charge") and any("charges" in line for line in f.told())


@pytest.mark.rule("void:impetuous")
def test_one_who_holds_them_back_is_enough():
    calm = unit(
        model("line trooper", Impetuous(), arms=BLADE),
        model("sergeant", Impetuous("override"), arms=BLADE),
        name="calm",
    )
    f = Field([at(calm, 10, 10)], [at(trooper(), 10, 40)])
    f.run(activation(f.table, 0), what_does="stay")
    assert not any("run ahead" in a.question for a in f.asked)


# --- Drop Trooper -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("void:drop-trooper")
def test_drop_troopers_wait_and_land_near_an_edge_away_from_the_enemy_and_are_on_hold():
    f = Field([(trooper(DropTrooper(), n=3), [])], [at(trooper(), 24, 6)])
    f.run(deployment.put(f.table, 0))
    assert f[0].place == "reserve" and reserves.droppers(f.table, 0) == [0]
    f.run(reserves.drop(f.table, 0))
    assert f[0].here and f[0].has("on hold") and "void:drop-trooper" in f.by()
    assert not within(f[0].form, f[1].form, 12)
    assert all(min(x, y, 48 - x, 48 - y) < 6 for x, y in f[0].form.positions)


@pytest.mark.rule("void:drop-trooper")
def test_by_ruling_they_may_come_only_in_the_second_turn():
    f = Field([(trooper(DropTrooper()), [])], [at(trooper(), 24, 6)], rulings={"drop_first_turn": "2"})
    Reserved(0).on(f.table)
    assert reserves.droppers(f.table, 0) == []
    f.table.clock = Clock(2, 0, 3, 0, "activations")
    assert reserves.droppers(f.table, 0) == [0]


# --- Infiltrate ---------------------------------------------------------------------------------------------------------

COPSE = (wood(20, 30, 8, 6, "dense", "forest", cover="light", high=6),)


@pytest.mark.rule("void:infiltrate")
def test_infiltrators_stand_out_of_sight_and_more_than_twelve_inches_away():
    from grognard.systems.void import field

    f = Field([(trooper(Infiltrate(), n=2), [])], [at(trooper(), 24, 44)], (wood(0, 24, 48, 1, "solid", high=9),))
    f.run(deployment.put(f.table, 0))
    assert f[0].here and not field.sees(f.table, 1, 0) and not within(f[0].form, f[1].form, 12)
    assert "void:infiltrate" in f.by()


@pytest.mark.rule("void:infiltrate")
def test_hidden_infiltrators_take_the_first_initiative_without_a_roll():
    f = Field([(trooper(Infiltrate(), n=2), [])], [at(trooper(), 24, 44)], (wood(0, 24, 48, 1, "solid", high=9),))
    f.run(deployment.put(f.table, 0))
    assert deployment.sneaks(f.table) == 0
    f.run(initiative(f.table, 0), infiltrators="yes")
    assert f.table.clock.first == 0
    both = Field(
        [at(trooper(Infiltrate()), 4, 4)], [at(trooper(Infiltrate()), 24, 44)], (wood(0, 24, 48, 1, "solid", high=9),)
    )
    Noted((deployment.SAID, 0), True).on(both.table)
    assert deployment.sneaks(both.table) is None  # the others have infiltrators too, wherever they stand
    both.table.rulings["both_infiltrate"] = "in-place"
    assert deployment.sneaks(both.table) == 0
    Noted((deployment.SAID, 1), True).on(both.table)
    assert deployment.sneaks(both.table) is None


# --- Troop Carrier ------------------------------------------------------------------------------------------------------


def barge(*rules, **stats):
    return unit(model("light tank", TroopCarrier(4, 2), *rules, arms=("machine gun",), **stats), type="Vehicle")


@pytest.mark.rule("void:troop-carrier")
def test_it_carries_so_many_of_such_a_size_and_all_of_a_unit_or_none():
    f = Field(
        [at(barge(), 10, 10), at(trooper(n=4), 10, 14), at(trooper(n=5), 20, 10), at(trooper(SZ=3), 30, 10)],
        [at(trooper(), 40, 40)],
    )
    assert [bool(transports.fits(f.table, 0, u)) for u in (1, 2, 3, 4)] == [True, False, False, False]


@pytest.mark.rule("void:troop-carrier")
def test_they_get_in_by_contact_in_their_movement_phase():
    f = Field([at(barge(), 10, 10), at(trooper(n=3), 8, 12.5)], [at(trooper(), 40, 40)])
    f.run(activation(f.table, 1), what_does="board")
    assert f[1].place == "aboard" and f[1].aboard == 0 and "void:troop-carrier" in f.by()
    g = Field([at(barge(), 10, 10), at(trooper(n=3), 8, 16)], [at(trooper(), 40, 40)])
    g.run(activation(g.table, 1), what_does="stay")
    assert "board" not in g.question("what does")


@pytest.mark.rule("void:troop-carrier")
def test_they_get_out_at_rear_or_flank_within_four_inches_and_do_nothing_more():
    f = Field([at(barge(), 20, 20), (trooper(n=3), [])], [at(trooper(), 40, 47)])
    Embarked(1, 0).on(f.table)
    f.run(activation(f.table, 0), [1], what_does="stay", who_gets_out=[1])
    assert f[1].here and f[1].has("on hold") and 1 in f.table.acted
    assert within(f[1].form, f[0].form, 4) and all(y <= 20.7 or abs(x - 20) >= y - 20 for x, y in f[1].form.positions)


@pytest.mark.rule("void:troop-carrier")
def test_a_wreck_lets_them_out_within_two_inches_unless_a_second_10_takes_them_too():
    for second, alive in ((9, True), (10, False)):
        f = Field([at(trooper(arms=("rocket launcher",)), 20, 10)], [at(barge(), 20, 22), (trooper(n=3), [])])
        Embarked(2, 1).on(f.table)
        f.run(activation(f.table, 0), [10, 10, 10, second], what_does="stay")  # hit, wound, destroyed outright
        assert not f[1].alive and f[2].alive is alive
        if alive:
            assert f[2].has("on hold") and 2 in f.table.acted


@pytest.mark.rule("void:troop-carrier")
def test_an_8_on_the_damage_table_hits_everybody_inside():
    f = Field([at(trooper(arms=("machine gun",)), 20, 10)], [at(barge(T=4), 20, 22), (trooper(n=2), [])])
    Embarked(2, 1).on(f.table)
    f.run(activation(f.table, 0), [6, 6, 8, 5, 4], what_does="stay")  # Dam 5 against T 4: 5+
    assert f[1].wounds == (3,) and f[2].size == 1 and f[2].place == "aboard"
    assert f"{f.table.name(2)} takes a hit on each model aboard {f.table.name(1)}" in f.report()


@pytest.mark.rule("void:troop-carrier")
def test_a_carrier_may_begin_loaded():
    f = Field([at(barge(), 20, 20), (trooper(n=3), [])], [at(trooper(), 40, 40)])
    f.run(transports.load(f.table, 0), who_begins=1)
    assert f[1].place == "aboard"


# --- individuals --------------------------------------------------------------------------------------------------------

HERO = unit(model("hero", role="individual"), name="hero")


def test_an_individual_joins_a_squad_that_has_acted_and_leaves_when_it_is_activated():
    f = Field([at(HERO, 10, 10), at(trooper(n=2), 12, 10)], [at(trooper(), 40, 40)])
    f.table.acted = frozenset({0, 1})
    f.run(individuals.join_somebody(f.table, 0), join=1)
    assert f[1].size == 3 and f[0].place == "joined"
    f.run(individuals.leave(f.table, 1), leave="leave")
    assert f[0].here and f[1].size == 2


def test_gait_of_a_plain_unit_is_slowed_by_difficult_ground():
    assert movement_mode(trooper().models).slow == ("difficult",)
