"""Every ruling: what its default does, and what another value changes."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from grognard.errors import GrognardError
from grognard.systems import get
from grognard.systems.void import individuals
from grognard.systems.void.examples import ask, model, trooper, unit
from grognard.systems.void.movement.legal_moves import moves
from grognard.systems.void.rules import (
    Camouflage,
    CombineFire,
    Dodge,
    HeavyArmour,
    Impetuous,
    MultipleShots,
    NeuralSpikeActivation,
    ShieldWall,
    SuppressiveFire,
    Terrifying,
)
from grognard.systems.void.shooting.lines_of_fire import line
from grognard.systems.void.turn import activation, initiative
from grognard.table.events import Given
from grognard.table.state import Effect

from .field import Field, at, wood
from .test_shooting import shots

F = Fraction
BLADE = ("Combat Blade",)


def kills(*args, **said):
    return ask(*args, **said).slain.fraction(1)


def test_each_ruling_says_what_it_is_about_and_single_values_say_so():
    rulings = get("void").rulings
    assert len({r.name for r in rulings}) == len(rulings) == 36
    assert not [r.name for r in rulings if not r.why or re.search(r"\brow \d", r.why)]
    for ruling in rulings:
        assert bool(ruling.others) is not ("the only value" in ruling.why), ruling.name


def test_a_value_that_is_none_is_refused_by_name():
    with pytest.raises(GrognardError, match="allocation"):
        get("void").settled({"allocation": "furthest"})


@pytest.mark.rule("void:suppressive-fire")
def test_size_tells_under_suppressive_fire_whatever_it_does_to_a_roll_to_hit():
    giants = trooper(SZ=4, n=4)
    assert kills(trooper(), trooper(SZ=4)) == F(7, 10) / 2
    assert kills(trooper(), trooper(SZ=4), rulings={"size_modifier": "none"}) == F(1, 4)
    for value in ("SZ-2", "none"):  # CD 4, 4 wounds and 2 for size 4, less 8: 8+
        odds = ask(
            trooper(SuppressiveFire(4), n=2), giants, sets=("suppressive=yes",), rulings={"size_modifier": value}
        )
        assert odds.other["panicked"] == F(7, 10)


def test_the_pass_number_of_cd_checks():
    for value, passed in (("10+", 5), ("9+", 6), ("11+", 4)):  # CD 4: 6+, 5+, 7+
        odds = ask(trooper(), trooper(n=2), rulings={"cd_check": value})
        assert odds.other["panicked"] == F(1, 4) * F(10 - passed, 10)


def test_the_bonus_of_a_charge():
    assert kills(trooper(), trooper(), melee=True, charging=True) == F(6, 10) / 2
    assert kills(trooper(), trooper(), melee=True, charging=True, rulings={"charge_bonus": "none"}) == F(1, 4)


def test_piercing_lowers_armour_or_takes_it_whole():
    lance, six, four = trooper(arms=("rocket launcher",)), trooper(HeavyArmour(6)), trooper(HeavyArmour(4))
    assert kills(lance, six) == F(1, 2) * (1 - (1 - F(9, 10) * F(7, 10)) ** 2)  # 6 less 4: 8+
    whole = {"armour_piercing": "all-or-nothing"}
    assert kills(lance, six, rulings=whole) == F(1, 2) * (1 - (1 - F(9, 10) * F(3, 10)) ** 2)  # 4 is not 6: 4+
    assert kills(lance, four, rulings=whole) == F(1, 2) * (1 - (1 - F(9, 10)) ** 2)  # no save at all


def test_the_order_of_saves():
    target = trooper(Camouflage(), HeavyArmour(6), Dodge())
    assert shots(trooper(), target, [6, 6, 8, 3, 5])[0] == (0,)  # cover 9+, armour 4+, dodge 6+: all missed
    odds = {v: ask(trooper(), target, rulings={"save_order": v}) for v in ("cover-armour-dodge", "armour-cover-dodge")}
    names = {v: [s.name for s in o.steps][3:6] for v, o in odds.items()}
    assert names["cover-armour-dodge"] == ["cover save", "armour save", "dodge"]
    assert names["armour-cover-dodge"] == ["armour save", "cover save", "dodge"]
    assert {o.slain.fraction(1) for o in odds.values()} == {F(1, 4) * F(8, 10) * F(3, 10) * F(5, 10)}


@pytest.mark.parametrize(("value", "fled"), [("panic-and-over", False), ("panic-and-flee", True)])
def test_what_the_terrified_do(value, fled):
    near = [at(unit(model("war beast", Terrifying())), 20, 23)]
    f = Field([at(trooper(), 20, 20)], near, rulings={"terror": value})
    f.run(activation(f.table, 0), [5])
    assert f[0].has("panicked") and (f[0].form.positions != ((20, 20),)) is fled


def test_the_nearest_is_hit_first_and_of_equals_the_first():
    two = unit(model("line trooper"), model("line trooper", T=10), name="two")
    f = Field([at(trooper(), 20, 10)], [(two, [(20, 20), (20, 17)])])
    assert line(f.table, 0, 1, False).nearest == (1, 0)
    f = Field([at(trooper(), 20, 10)], [(two, [(19, 17), (21, 17)])])
    assert line(f.table, 0, 1, False).nearest == (0, 1)


@pytest.mark.parametrize(("value", "x", "arc"), [("90", 19, "flank"), ("180", 19, "front"), ("90", 11, "front")])
def test_how_wide_an_arc_is(value, x, arc):
    f = Field(
        [at(trooper(), x, 14)], [at(trooper(ShieldWall(), n=2), 10, 10, facing=(0.0, 1.0))], rulings={"arcs": value}
    )
    assert line(f.table, 0, 1, False).groups[0][1].arc == arc


def test_the_damage_table_or_none():
    tank = unit(model("light tank", W=2), type="Vehicle")
    gun = trooper(arms=("rocket launcher",))
    bare = ask(gun, tank, rulings={"damage_table": "none"})
    assert bare.other["shaken"] == 0 and bare.slain.fraction(1) == F(7, 10) * F(6, 10) ** 2  # both wounds, SZ 4: 4+
    assert ask(gun, tank).other["shaken"] > 0


def test_initiative_is_the_higher_d10():
    f = Field([at(trooper(), 10, 10)], [at(trooper(), 10, 40)])
    f.run(initiative(f.table, 0), [7, 7, 8, 2])
    assert f.table.clock.first == 0


def test_difficult_ground_costs_double():
    f = Field([at(trooper(), 10, 10)], [at(trooper(), 40, 40)], (wood(0, 10, 48, 20, "difficult"),))
    assert f[0].form.shifted(0, 2) in moves(f.table, 0, 4) and f[0].form.shifted(0, 2.25) not in moves(f.table, 0, 4)


def test_a_missed_blast_scatters_or_is_gone():
    foes = [at(trooper(arms=()), 10, 24), at(trooper(arms=()), 20, 24)]
    f = Field([at(trooper(arms=("mortar",)), 10, 4)], foes)
    f.run(activation(f.table, 0), [5, 10, 6, 6], what_does="stay", evade="stay", whom_does=1)
    assert not f[2].alive  # ten inches to the right
    g = Field([at(trooper(arms=("mortar",)), 10, 4)], foes, rulings={"templates": "no-scatter"})
    g.run(activation(g.table, 0), [5], what_does="stay", whom_does=1)
    assert g[1].alive and g[2].alive


def test_the_combined_flame_is_dam_5():
    burner = trooper(CombineFire(), MultipleShots(2), arms=("light flame thrower", "light flame thrower"))
    assert kills(burner, trooper()) == F(6, 10)  # one die of 5+


@pytest.mark.parametrize(("value", "dead"), [("blast-3-dam-6", False), ("blast-5-dam-6", True)])
def test_how_far_a_bomber_reaches(value, dead):
    bomber = unit(model("convict"), name="Suicide Runner")
    keeper = trooper(NeuralSpikeActivation(1), arms=BLADE)
    f = Field([at(keeper, 10, 10), at(bomber, 10, 15)], [at(trooper(), 10, 17.5)], rulings={"bomber": value})
    f.run(activation(f.table, 0), [4] if dead else [], what_does="stay", neural_spikes=("detonate", 1))
    assert f[2].alive is not dead


@pytest.mark.parametrize(("value", "asked"), [("within-2", True), ("deployment-only", False)])
def test_when_individuals_join(value, asked):
    hero = unit(model("hero", role="individual"))
    f = Field([at(trooper(n=2), 10, 10), at(hero, 13.5, 10)], [at(trooper(), 40, 40)], rulings={"joining": value})
    f.table.acted = frozenset({0})
    f.run(individuals.join_somebody(f.table, 1), whom_does="nobody")
    f.table.acted = frozenset()
    assert any("whom does" in a.question for a in f.asked) is asked
    f.run(individuals.join_somebody(f.table, 1, deploying=True), whom_does=0)
    assert f[1].place == "joined"


@pytest.mark.parametrize(("value", "any_nearer"), [("any-nearer", True), ("full", False)])
def test_how_far_the_impetuous_must_go(value, any_nearer):
    f = Field(
        [at(trooper(Impetuous(), arms=BLADE), 10, 10)], [at(trooper(), 10, 30)], rulings={"impetuous_move": value}
    )
    start = f[0].form
    f.run(activation(f.table, 0), [5], run_ahead="check", what_does="move")
    options = f.question("where does")
    assert (start.shifted(0, 0.5) in options) is any_nearer and start.shifted(0, 4) in options


def test_what_was_destroyed_counts_on_48_by_48_inches_for_six_turns():
    from grognard import battles
    from grognard.common.battle import begin

    table = begin(battles.setup("void/A", "void/B", seed=1)).table
    assert (table.ground.width, table.ground.height, table.scenario.rounds) == (48, 48, 6)
    assert table.scenario.destroyed == "points"


def test_a_rallied_unit_moves_only():
    f = Field([at(trooper(arms=()), 10, 10)], [at(trooper(), 10, 40)])
    Given(0, Effect("panicked")).on(f.table)
    f.run(activation(f.table, 0), [6], what_does="stay")
    assert f.question("what does") == ("stay", "move")
