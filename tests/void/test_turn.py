"""The game turn: initiative, activations in turns, holding and reacting, templates, and rulings of the table."""

from __future__ import annotations

import pytest

from grognard import battles
from grognard.common import battle
from grognard.systems.void.examples import model, trooper, unit
from grognard.systems.void.melee.counter_charge import counter_charge
from grognard.systems.void.nerve.checks import losses_tell
from grognard.systems.void.orders import go_on_hold, reach_of
from grognard.systems.void.rulings import Terms, terms_of
from grognard.systems.void.shooting.lines_of_fire import open_to_fire
from grognard.systems.void.turn import activation, activations, initiative, marker_phase, other_side
from grognard.table.events import Given
from grognard.table.state import Effect

from .field import Field, at, wood

BLADE = ("Combat Blade",)


def holding(f, u):
    Given(u, Effect("on hold", until="marker phase")).on(f.table)


def test_the_higher_roll_says_who_begins_and_equal_rolls_are_rolled_again():
    f = Field([at(trooper(), 10, 10)], [at(trooper(), 10, 40)])
    f.run(initiative(f.table, 0), [4, 4, 3, 7], who_activates=0)
    assert f.table.clock.first == 0 and f.asked[0].player == 1


def test_players_activate_one_unit_after_the_other_and_who_has_more_goes_on_alone():
    f = Field([at(trooper(arms=()), 10, 4), at(trooper(arms=()), 20, 4)], [at(trooper(arms=()), 10, 44)])
    f.run(activations(f.table, 0), activate=0, what_does="stay")
    assert f.table.player == 1
    f.run(activations(f.table, 1), what_does="stay")
    assert (f.table.player == 0 and other_side(f.table, 1) == 1) or other_side(f.table, 2) == 0
    f.run(activations(f.table, 0), what_does="stay")
    assert f.table.acted == {0, 1, 2}


def test_a_unit_on_hold_interrupts_an_enemy_that_comes_into_sight():
    wall = (wood(0, 20, 11, 1, "solid", high=9),)
    f = Field([at(trooper(arms=BLADE), 8, 16)], [at(trooper(), 14, 24)], wall)
    holding(f, 1)
    f.run(activation(f.table, 0), [6, 6, 6], what_does="rush", where_does=f[0].form.shifted(8, 0), react="shoot")
    assert not f[0].alive and not f[1].has("on hold")
    assert [type(e).__name__ for e in f.log].count("Moved") == 1  # it got no further than where it was seen


def test_a_failed_check_wastes_the_hold_and_the_mover_goes_on():
    f = Field([at(trooper(arms=BLADE), 8, 16)], [at(trooper(), 14, 24)])
    holding(f, 1)
    f.run(activation(f.table, 0), [5], what_does="move", where_does=f[0].form.shifted(4, 0), react="shoot")
    assert f[0].form.positions == ((12, 16),) and not f[1].has("on hold")
    g = Field([at(trooper(arms=BLADE), 8, 16)], [at(trooper(), 14, 24)], rulings={"hold": "no-check"})
    holding(g, 1)
    g.run(activation(g.table, 0), [6, 6], what_does="move", where_does=g[0].form.shifted(4, 0), react="shoot")
    assert not g[0].alive


def test_one_may_wait_and_hold_ends_with_the_marker_phase():
    f = Field([at(trooper(arms=BLADE), 8, 16)], [at(trooper(), 14, 24)])
    f.run(go_on_hold(f.table, 1))
    f.run(activation(f.table, 0), what_does="move", where_does=f[0].form.shifted(4, 0), react="wait")
    assert f[1].has("on hold")
    f.run(marker_phase(f.table, 0))
    assert not f[1].has("on hold")


def test_the_survivors_of_a_reaction_go_on_to_their_places():
    f = Field([at(trooper(n=2, arms=BLADE), 8, 16)], [at(trooper(), 14, 24)])
    holding(f, 1)
    f.run(activation(f.table, 0), [6, 6, 6, 10], what_does="move", where_does=f[0].form.shifted(3, 0), react="shoot")
    assert f[0].size == 1 and f[0].form.positions[0][0] in (11.0, 12.5)


def test_a_blast_that_misses_comes_down_elsewhere_and_hits_whom_it_then_touches():
    f = Field([at(trooper(arms=("mortar",)), 10, 4)], [at(trooper(arms=()), 10, 24), at(trooper(arms=()), 20, 24)])
    # missed; ten inches in direction 6 (to the right): on the other unit, who may have seen it coming
    f.run(activation(f.table, 0), [5, 10, 6, 6], what_does="stay", evade="stay", whom_does=1)
    assert f[1].alive and not f[2].alive


def test_who_has_not_acted_may_step_out_from_under_an_indirect_blast():
    f = Field([at(trooper(arms=("mortar",)), 10, 4)], [at(trooper(), 10, 24)])

    def aside(options):
        return "evade" if isinstance(options, tuple) else next(x for x in options if x.positions != ((10.0, 24.0),))

    f.run(activation(f.table, 0), [6], what_does="stay", evade=aside)
    assert f[1].alive and 1 in f.table.acted
    g = Field([at(trooper(arms=("mortar",)), 10, 4)], [at(trooper(), 10, 24)])

    def on_the_spot(options):
        return "evade" if isinstance(options, tuple) else g[1].form

    g.run(activation(g.table, 0), [6, 1], what_does="stay", evade=on_the_spot)
    assert g[1].alive and 1 not in g.table.acted  # nor has he evaded who does not step aside
    g = Field([at(trooper(arms=("mortar",)), 10, 4)], [at(trooper(), 10, 24)], rulings={"evade": "none"})
    g.run(activation(g.table, 0), [6, 6], what_does="stay")
    assert not g[1].alive


def test_flames_are_laid_from_the_shooter_and_spare_his_own():
    f = Field([at(trooper(n=2, arms=("flame thrower",)), 10, 10)], [at(trooper(n=3, arms=()), 10, 15, 1.0)])
    f.run(activation(f.table, 0), [10] * 3, what_does="stay")
    assert f[0].size == 2 and not f[1].alive


def test_a_shaken_vehicle_does_not_shoot_in_its_next_activation():
    tank = unit(model("light tank", arms=("machine gun",)), type="Vehicle")
    f = Field([at(trooper(arms=("machine gun",)), 10, 10)], [at(tank, 10, 20)])
    f.run(activation(f.table, 0), [10, 10, 4], what_does="stay")
    assert f[1].has("shaken")
    f.run(activation(f.table, 1), what_does="stay")
    assert not f[1].has("shaken")
    f.run(activation(f.table, 1), [1], what_does="stay")


@pytest.mark.asks("which weapon does … lose?", of=1)
def test_a_vehicle_loses_a_weapon_of_its_owners_choice_and_stops_when_immobilised():
    tank = unit(model("light tank", arms=("machine gun", "rifle")), type="Vehicle")
    f = Field([at(trooper(arms=("machine gun",)), 10, 10)], [at(tank, 10, 20)])
    f.run(activation(f.table, 0), [10, 10, 6], what_does="stay", which_weapon=(0, "machine gun"))
    assert [w.name for w in f[1].members[0].weapons] == ["rifle"]
    f.run(activation(f.table, 0), [10, 10, 7], what_does="stay")
    assert f[1].has("immobilised") and reach_of(f.table, 1, "move")[0] == 0


@pytest.mark.parametrize(("ruling", "inches"), [("2xMV", 8), ("1.5xMV", 6)])
def test_the_length_of_a_rush_is_a_ruling(ruling, inches):
    f = Field([at(trooper(), 10, 10)], [at(trooper(), 10, 40)], rulings={"rush": ruling})
    assert reach_of(f.table, 0, "rush")[0] == inches


def test_target_priority_and_last_men_are_rulings():
    f = Field([at(trooper(), 10, 10)], [at(trooper(), 10, 16), at(trooper(), 14, 22)], rulings={"open_target": "any"})
    assert open_to_fire(f.table, 0, False) == (1, 2)
    assert losses_tell(5, 4, Terms()) == "" and losses_tell(5, 2, Terms())
    assert losses_tell(4, 3, Terms(quarter=True)) and not losses_tell(4, 3, Terms())
    assert terms_of({"last_man": "none"}).last_man is False


def test_a_rallied_unit_may_do_anything_by_ruling():
    f = Field([at(trooper(arms=()), 10, 10)], [at(trooper(), 10, 40)], rulings={"rallied": "free"})
    Given(0, Effect("panicked")).on(f.table)
    f.run(activation(f.table, 0), [6], what_does="stay")
    assert f.question("what does") == ("stay", "move", "rush", "hold")


def test_a_counter_charge_stops_where_third_units_stand():
    f = Field([at(trooper(arms=BLADE), 10, 10)], [at(trooper(arms=BLADE), 10, 13.5)])
    assert f.run(counter_charge(f.table, 0, 1), [6], counter_charge="counter-charge")
    assert f[1].form.positions[0][1] < 13.5


@pytest.mark.parametrize("bots", [("random", "random"), ("greedy", "random")])
def test_a_whole_battle_is_played_to_its_end_and_comes_out_the_same_again(bots):
    setup = battles.setup("void/A", "void/B", seed=11, scenario="close-quarters", bots=bots)
    one, other = battle.play(setup)[1], battle.play(setup)[1]
    assert one["digest"] == other["digest"] and one["rounds"] >= 1
