"""Templates, scenery and what falls on the table: who is caught, where, and what comes of it."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from grognard.common.profiles import Base, interned
from grognard.errors import GrognardError
from grognard.systems.command import field
from grognard.systems.command.events import (
    CORRODED,
    HIDDEN,
    SceneryCrushed,
    TemplateLaid,
    TokenFlipped,
    UsesSpent,
    VolleyFired,
)
from grognard.systems.command.examples import gun, kind, odds
from grognard.systems.command.shooting.at_scenery import near, reaches
from grognard.systems.command.shooting.lines_of_fire import posture
from grognard.systems.command.shooting.template_places import within_reach
from grognard.systems.command.turn import activation
from grognard.table.distances import distance
from grognard.table.terrain import Piece, rectangle

from .playing import Field, hide, wood

RIFLES = (gun(name="Rifle"),)


def duel(rules, models=1, theirs=3, resolve=6, rate=1, far=12.0, hit=0, range=24, hp=1, **more):
    weapon = gun(rules, rate, hit, range=range, name="Gun")
    return Field(
        [(kind("Ours", models=models, weapons=(weapon,)), 20, 20)],
        [(kind("Theirs", models=theirs, resolve=resolve, hp=hp), 20, 20 + far)],
        **more,
    ).token(0, "shoot")


def hits(f):
    return [e.hits for e in f.events(VolleyFired)]


def corroded(f, unit):
    return [e.value.facing for e in f[unit].effects if e.what == CORRODED]


# --- Limited weapons that lay templates (row C1) ------------------------------------------------------------------------


@pytest.mark.rule("command:limited", "command:explosive", "command:high-explosive", "command:mortar")
@pytest.mark.parametrize("template", ["Explosive", "High Explosive", "Mortar"])
def test_two_bearers_of_a_limited_launcher_lay_a_template_for_each_use(template):
    f = duel(f"Limited, {template}", models=2, rate=3)
    f.run(activation(f.table, 0), [6, 6], uses=1)
    assert len(f.events(TemplateLaid)) == 2
    assert [m.weapons[0].stats.RoF.plus for m in f[0].members] == [2, 2]


@pytest.mark.rule("command:limited", "command:dispersion")
def test_two_bearers_of_a_limited_spray_throw_one_die_each():
    f = duel("Limited, Dispersion", models=2, rate=3, far=8.0, range=12)
    f.run(activation(f.table, 0), [6, 6], uses=2)
    assert len(f.events(TemplateLaid)) == 2
    assert [m.weapons[0].stats.RoF.plus for m in f[0].members] == [1, 1]


@pytest.mark.rule("command:limited")
def test_two_equal_limited_weapons_of_one_model_have_uses_of_their_own():
    rocket = gun("Limited", rate=3, name="Rocket")
    f = Field([(kind("Ours", models=1, weapons=(rocket, rocket)), 20, 20)], [(kind("Theirs", resolve=6), 20, 30)])
    f.token(0, "shoot").run(activation(f.table, 0), [1, 1], uses=1)
    assert [w.stats.RoF.plus for w in f[0].members[0].weapons] == [2, 2]
    f.token(0, "shoot").run(activation(f.table, 0), [1] * 4)  # both have two uses left, and spend them
    assert f[0].members[0].weapons == ()


# --- Limited with rates that something else sets (row C6) ---------------------------------------------------------------


@pytest.mark.rule("command:limited", "command:rending", "command:aura")
@pytest.mark.parametrize(
    ("rules", "uses", "dice"), [("Rending", 3, 3), ("Rending", 9, 5), ("Aura", 2, 2), ("Aura", 9, 6)]
)
def test_a_limited_weapon_throws_no_more_dice_than_it_has_uses(rules, uses, dice):
    by_odds = odds(f"Limited, {rules}", rate=uses, models=6, resolve=5).other["hits"]
    assert by_odds.fraction(dice) == Fraction(5, 6) ** dice
    assert sum(by_odds.fraction(n) for n in range(dice + 1)) == 1
    f = duel(f"Limited, {rules}", theirs=6, resolve=5, rate=uses)
    f.run(activation(f.table, 0), [6] * dice)
    assert hits(f) == [dice]
    assert [e.uses for e in f.events(UsesSpent)] == [dice]  # what could not be thrown is not spent


@pytest.mark.rule("command:limited", "command:rending")
def test_rolled_uses_bound_a_rate_that_is_set():
    answer = odds("Limited, Rending", rate="D3", resolve=2).other["hits"]
    # by hand: one use (1/3) is one die, two or three (2/3) are the two dice of Resolve 2
    assert answer.fraction(2) == Fraction(2, 3) * Fraction(25, 36)
    f = duel("Limited, Rending", resolve=2, rate="D3")
    f.run(activation(f.table, 0), [5, 6, 6])  # three uses, two dice
    assert hits(f) == [2] and not f[0].members[0].weapons  # three is the most there can be: the last turn of use


# --- fired at scenery (rows C2 to C5) -----------------------------------------------------------------------------------


@pytest.mark.rule("command:crush", "command:explosive", "command:mortar", "command:dispersion")
@pytest.mark.parametrize("template", ["Explosive", "High Explosive", "Mortar", "Dispersion"])
def test_a_template_weapon_that_crushes_is_fired_at_scenery_by_its_roll_alone(template):
    f = duel(f"{template}, Crush", pieces=[wood(20, 32, "6/5", 10.0)])
    f.run(activation(f.table, 0), [4, 3], whom=("scenery", 0))
    assert [e.result for e in f.events(SceneryCrushed)] == ["quake"]
    assert not f.events(TemplateLaid) and f[1].wounds == (1, 1, 1)


@pytest.mark.rule("command:crush", "command:aura", "command:rending")
@pytest.mark.parametrize("other", ["Aura", "Rending"])
def test_scenery_has_neither_models_nor_resolve_so_the_printed_rate_counts(other):
    f = duel(f"{other}, Crush", rate=2, pieces=[wood(20, 32, "6/5", 10.0)])
    f.run(activation(f.table, 0), [1, 2, 3], whom=("scenery", 0))
    assert len(f.events(SceneryCrushed)) == 1


@pytest.mark.rule("command:crush", "command:limited")
@pytest.mark.asks("how many uses of … does … spend?", of=0)
def test_firing_at_scenery_spends_uses():
    f = duel("Limited, Crush", rate=2, pieces=[wood(20, 32, "6/5", 10.0)])
    f.run(activation(f.table, 0), [2, 1], whom=("scenery", 0), uses=1)
    assert f[0].members[0].weapons[0].stats.RoF.plus == 1
    f.token(0, "shoot").run(activation(f.table, 0), [2, 1], whom=("scenery", 0))
    assert not f[0].members[0].weapons


@pytest.mark.rule("command:crush", "command:escape")
def test_a_hit_on_scenery_lets_a_unit_escape_as_any_other():
    f = duel("Crush, Escape", pieces=[wood(20, 32, "6/5", 10.0)])
    f.run(activation(f.table, 0), [2, 1], whom=("scenery", 0), escape=f[0].form.shifted(0.0, -6.0))
    assert f[0].form.positions == ((20.0, 14.0),)
    f = duel("Crush, Escape", pieces=[wood(20, 32, "6/5", 10.0)])
    f.run(activation(f.table, 0), [1], whom=("scenery", 0))
    assert not [q for q, _ in f.asked if "escape" in q]


@pytest.mark.rule("command:crush")
def test_any_scenery_in_range_and_sight_may_be_fired_at():
    wall = Piece("wall", rectangle(10, 24, 8, 1), 6.0, ("solid", "impassable"))
    behind, aside, away = (
        wood(14, 30, "5/4", 4.0, "behind"),
        wood(26, 30, "5/4", 4.0, "aside"),
        wood(20, 46.5, "5/4", 3.0),
    )
    f = duel("Crush", far=20.0, pieces=[wall, behind, aside, away])
    f.table.change(0, form=f[0].form.moved(((14.0, 20.0),)))
    how = posture("shoot")
    assert [k for _, k in near(f.table, 0, how) if reaches(f.table, 0, k, how)] == [0, 2]
    f.run(activation(f.table, 0), [6, 5], whom=("scenery", 2))
    assert field.grade(f.table.ground.pieces[2]) == (4, 4)
    bare = duel("Crush", far=30.0, pieces=[wall])
    bare.run(activation(bare.table, 0), [6, 5], whom=("scenery", 0))
    assert field.grade(bare.table.ground.pieces[0])[0] == 4  # rubble gives cover where there was none


@pytest.mark.rule("command:crush")
def test_the_range_to_scenery_is_that_to_its_nearest_point():
    hedge = Piece("hedge", rectangle(2, 29, 44, 1), 2.0, (), "", (("command", "4/4"),))
    f = duel("Crush", range=10, far=30.0, pieces=[hedge])  # its corners are 20 inches away, its edge 8.5
    assert reaches(f.table, 0, 0, posture("shoot"))
    assert not reaches(duel("Crush", range=8, far=30.0, pieces=[hedge]).table, 0, 0, posture("shoot"))


# --- who lies under a round template (rows C12, C13, C26) ---------------------------------------------------------------

WALL = Piece("wall", rectangle(19.6, 30.0, 20, 0.5), 6.0, ("solid", "impassable"))


@pytest.mark.rule("command:explosive")
def test_models_that_nobody_sees_are_hit_under_a_template_too():
    f = duel("Explosive", range=36, pieces=[WALL])
    f.run(activation(f.table, 0), [6], where=(20.0, 32.0))
    assert hits(f) == [3]


@pytest.mark.rule("command:explosive", "command:impale", "command:sunder")
def test_the_further_hits_of_impale_stay_under_the_templates():
    f = duel("Explosive, Impale, Sunder")
    TokenFlipped(1, "move", "").on(f.table)
    f.table.change(1, form=f[1].form.moved(((20.0, 32.0), (21.0, 32.0), (30.0, 32.0))))
    f.run(activation(f.table, 0), [6], where=(20.0, 32.0))
    assert f[1].wounds == (1,) and f[1].form.positions == ((30.0, 32.0),)


@pytest.mark.rule("command:explosive", "command:impale", "command:sunder")
def test_further_hits_find_nobody_when_all_under_the_templates_are_slain():
    answer = odds("Explosive, Impale, Sunder", rate=2, models=5, target_moving=True)  # one model under each
    assert answer.slain.fraction(2) == Fraction(25, 36) and answer.slain.fraction(3) == 0
    f = duel("Explosive, Impale, Sunder", rate=2)
    TokenFlipped(1, "move", "").on(f.table)
    f.table.change(1, form=f[1].form.moved(((14.0, 32.0), (20.0, 32.0), (26.0, 32.0))))
    f.run(activation(f.table, 0), [6, 6])
    assert f[1].size == 1


@pytest.mark.rule("command:explosive")
@pytest.mark.asks("where does … lay the template?", of=0)
def test_a_template_may_be_meant_to_lie_anywhere_over_a_base():
    f = duel("Explosive", theirs=10)  # at 13.25, 14.75, ... 26.75
    f.run(activation(f.table, 0), [6], lay=(13.0, 32.25))  # off the middle of the last: two of them lie under it
    assert hits(f) == [2]
    aims = f.options("lay")
    assert (26.75, 32.0) in aims and (26.75, 32.5) not in aims and (20.0, 32.5) not in aims
    assert aims.decode([26.75, 32]) == (26.75, 32.0)
    for wrong in ([20, 40], "there", [1], [True, 2]):
        with pytest.raises(GrognardError):
            aims.decode(wrong)


@pytest.mark.rule("command:mortar")
@pytest.mark.asks("where does the template of … slide?", of=0)
def test_a_mortar_slides_any_way_exactly_as_far_as_it_fell_short():
    f = duel("Mortar", theirs=1, hit=-3)
    f.run(activation(f.table, 0), [3], slide=(21.2, 33.6))  # 3 + 1 - 3 is 2 short: 1.2 and 1.6 is a way of 2 inches
    assert [(e.x, e.y, e.slid) for e in f.events(TemplateLaid)] == [(21.2, 33.6, 2)]
    slides = f.options("slide")
    assert (20.0, 33.0) not in slides and slides.decode([20, 34]) == (20.0, 34.0)
    with pytest.raises(GrognardError):
        slides.decode([20, 33])


@pytest.mark.rule("command:explosive", "command:impale")
def test_hits_of_a_template_that_has_slid_are_no_successes_for_impale():
    f = duel("Explosive, Impale", rate=2, hit=-2, theirs=2)
    TokenFlipped(1, "move", "").on(f.table)
    # 6 + 1 - 2 hits both; 2 + 1 - 2 is 2 short of 3 and slides off them, 3 + 1 - 2 would be 1 short
    f.run(activation(f.table, 0), [6, 3])
    assert [(e.models, e.slid) for e in f.events(TemplateLaid)] == [(2, 0), (2, 1)]
    assert hits(f) == [2 + 2 + 1]


@pytest.mark.rule("command:explosive", "command:impale", "command:deadeye")
def test_hits_that_follow_by_deadeye_are_no_hits_of_the_template_for_impale():
    launcher, cannon = gun("Explosive, Impale, Deadeye", name="Launcher"), gun(rate=4, name="Cannon")
    f = Field(
        [(kind("Ours", models=1, weapons=(launcher, cannon)), 20, 20)], [(kind("Theirs", models=2, resolve=6), 20, 32)]
    )
    TokenFlipped(1, "move", "").on(f.table)
    f.token(0, "shoot").run(activation(f.table, 0), [6])
    assert hits(f) == [2 + 4 + 1]
    from grognard.systems.command.examples import ask

    by = kind("One", "", 1, (launcher, cannon))
    answer = ask(by, kind(resolve=6, models=2), under=2, target_moving=True)
    assert answer.other["hits"].fraction(7) == Fraction(5, 6)


@pytest.mark.rule("command:explosive", "command:cascade")
def test_under_the_ruling_for_equal_repeats_a_template_weapon_repeats_six_times():
    f = duel("Explosive, Cascade", theirs=1, hp=9, rulings={"cascade_cumulative": "no"})
    f.run(activation(f.table, 0), [6] * 7)
    assert hits(f) == [7]
    most = odds("Explosive, Cascade", resolve=6, models=1, hp=9, rulings={"cascade_cumulative": "no"}).other["hits"]
    assert max(most.weights) == 7


@pytest.mark.rule("command:explosive", "command:cascade")
@pytest.mark.asks("attack again with …?", of=0)
def test_a_template_that_might_slide_onto_friends_need_not_be_laid_again():
    f = duel("Explosive, Cascade", theirs=1)
    f.run(activation(f.table, 0), [6], again=False)
    assert hits(f) == [1]


# --- teardrops (rows C14, C24) ------------------------------------------------------------------------------------------


@pytest.mark.rule("command:dispersion")
def test_a_teardrop_lies_wholly_within_range():
    f = duel("Dispersion", range=6, theirs=1, resolve=1, far=7.5)
    assert field.near(f.table, 0, 6) == []
    weapon = gun("Dispersion", range=6, name="Bloom")
    f = Field(
        [(kind("Ours", models=1, weapons=(weapon,)), 20, 20)],
        [(kind("First", models=1, resolve=1), 20, 24), (kind("Second", models=1, resolve=1), 20, 27.5)],
    ).token(0, "shoot")
    f.run(activation(f.table, 0), [6], whom=1)  # it lies across; one die, for the one unit under it
    assert not f[1].alive and f[2].alive
    laid = f.events(TemplateLaid)[0]
    assert distance(f[0].form, f[0].form.moved(((laid.x, laid.y),))) < 6


@pytest.mark.rule("command:dispersion")
def test_who_can_lay_no_teardrop_has_not_fired():
    """Three have the weapon, one enemy is in its range: he falls by the first, and the others lay none."""
    f = duel("Dispersion", models=3, range=6, theirs=1, resolve=1, far=4.0)
    f.run(activation(f.table, 0), [6], whom=1)
    assert len(f.events(TemplateLaid)) == 1 and f.events(VolleyFired)[0].arms == (("Gun", 1),)


@pytest.mark.rule("command:dispersion")
@pytest.mark.parametrize("inches", [8, 9, 12])
def test_from_the_side_of_a_hull_a_teardrop_lies_within_range_too(inches):
    flamer = kind("Flamer", models=1, armor=(6, 5, 4), weapons=(gun("Dispersion", range=inches, name="Bloom"),))
    hull = replace(flamer.models[0], base=Base("hull", 100.0, 50.0))
    f = Field([(replace(flamer, models=(interned(hull),)), 20, 20)], [(kind("Theirs", models=3), 26, 20)]).token(
        0, "shoot"
    )
    f.table.change(0, form=f[0].form.faced(0.0, 1.0))
    f.run(activation(f.table, 0), [1])
    assert list(f.options("teardrop"))
    assert all(within_reach(drop, f[0].form, inches) for drop in f.options("teardrop"))


@pytest.mark.rule("command:dispersion")
def test_a_teardrop_of_8_inches_does_not_lie_within_3():
    f = duel("Dispersion", range=3, theirs=1, resolve=1, far=3.0)
    f.run(activation(f.table, 0), [])
    assert f[1].alive and not f.events(TemplateLaid)


@pytest.mark.rule("command:dispersion")
def test_a_teardrop_catches_models_of_the_unit_that_fires_but_not_the_one_that_does():
    weapon = gun("Dispersion, Sunder", range=8, name="Bloom")
    ours = kind("Ours", models=2, weapons=(weapon,))
    plain = kind("Ours", models=1).models[0]
    f = Field([(ours, 20, 20)], [(kind("Theirs", models=1, resolve=6), 20, 27)]).token(0, "shoot")
    f.table.change(0, members=(ours.models[0], plain), form=f[0].form.moved(((20.0, 20.0), (20.0, 23.0))))
    f.run(activation(f.table, 0), [2, 2])  # its own man stands in the way: a die for him, a die for the target
    assert f[0].wounds == (1,) and f[0].form.positions == ((20.0, 20.0),)


@pytest.mark.rule("command:siege", "command:crush", "command:dispersion")
@pytest.mark.parametrize("rule", ["Siege", "Crush"])
def test_every_unit_in_cover_that_a_teardrop_hits_has_its_scenery_crushed(rule):
    weapon = gun(f"Dispersion, {rule}", range=12, name="Bloom")
    f = Field(
        [(kind("Ours", models=1, weapons=(weapon,)), 20, 20)],
        [(kind("First", models=1, resolve=6), 20, 24), (kind("Second", models=1, resolve=6), 20, 27)],
        pieces=[wood(20, 28, "6/5", 4.0)],
    ).token(0, "shoot")
    f.run(activation(f.table, 0), [6, 6, 3], whom=1)
    assert [(e.piece, e.result) for e in f.events(SceneryCrushed)] == [(0, "quake")]


@pytest.mark.rule("command:siege")
@pytest.mark.asks("which scenery is crushed?", of=0)
def test_of_two_pieces_that_the_target_stands_in_the_attacker_picks_one():
    f = duel("Siege", theirs=1, pieces=[wood(20, 33, "6/4", 8.0), wood(20, 32, "4/4", 4.0, "hedge")])
    f.run(activation(f.table, 0), [6, 6, 1], which=1)
    assert [(e.piece, e.result) for e in f.events(SceneryCrushed)] == [(1, "collapse")]


@pytest.mark.rule("command:siege", "command:explosive", "command:escape")
def test_a_template_that_has_slid_hits_but_is_no_success():
    weapon = gun("Explosive, Siege, Escape", hit=-1, name="Mortar")
    f = Field(
        [(kind("Ours", models=1, weapons=(weapon,)), 20, 20)],
        [(kind("Theirs", models=1, resolve=6), 20, 32), (kind("Others", models=1, resolve=6), 20, 30)],
        pieces=[wood(20, 28.5, "6/5", 4.0)],
    ).token(0, "advance")
    f.run(
        activation(f.table, 0), [4, 3], whom=1
    )  # obscured: 2 short of 5, so it comes to lie on those in the wood, which quakes
    assert [e.result for e in f.events(SceneryCrushed)] == ["quake"]
    assert not [q for q, _ in f.asked if "escape" in q]


# --- vehicles that are caught (row C18) ---------------------------------------------------------------------------------

TANK = kind("Tank", models=1, armor=(7, 6, 5), hp=5)


@pytest.mark.rule("command:corrosive", "command:dispersion")
def test_a_teardrop_corrodes_the_side_of_a_vehicle_that_it_strikes():
    weapon = gun("Dispersion, Corrosive", range=12, name="Bloom")
    f = Field(
        [(kind("Ours", models=1, weapons=(weapon,)), 20, 20)],
        [(kind("Theirs", models=1, resolve=6), 20, 25), (TANK, 20, 27)],
    ).token(0, "shoot")
    f.table.change(2, form=f[2].form.faced(0.0, 1.0))
    f.run(activation(f.table, 0), [6, 6], whom=1)
    assert corroded(f, 2) == [2]


@pytest.mark.rule("command:corrosive", "command:explosive")
def test_a_template_that_slides_corrodes_the_side_that_the_shooter_faces():
    weapon = gun("Explosive, Corrosive", hit=-2, name="Mortar")
    f = Field(
        [(kind("Ours", models=1, weapons=(weapon,)), 20, 20)],
        [(kind("Theirs", models=1, resolve=6), 20, 32), (TANK, 20, 30)],
    ).token(0, "advance")
    f.table.change(2, form=f[2].form.faced(1.0, 0.0))
    f.run(activation(f.table, 0), [3], whom=1)
    assert corroded(f, 2) == [1]


# --- what falls beside the slain (rows C16, C17) ------------------------------------------------------------------------


@pytest.mark.rule("command:hypercharge", "command:infiltrate")
def test_a_hidden_unit_beside_the_slain_is_revealed_first():
    lurking = kind("Lurkers", "Infiltrate", models=6, weapons=RIFLES, resolve=4)
    f = Field(
        [(kind("Ours", models=1, weapons=(gun("Hypercharge", name="Coil"),)), 20, 20)],
        [(kind("Theirs", models=1, resolve=1), 20, 32), (lurking, 30, 40)],
    ).token(0, "shoot")
    hide(f, 2, 20.0, 33.5)
    f.run(activation(f.table, 0), [6, *[6] * 4], whom=1)
    assert not f[2].has(HIDDEN) and f[2].start == 6
    assert f[2].size == 2  # four of the six came to stand within reach of the slain one's place


def brawl(places, *others, rules="Hypercharge", models=1):
    ours = kind("Ours", models=models, weapons=(gun(rules, type="Melee", name="Maul"),), av=6)
    f = Field(
        [(ours, 20, 26)], [(kind("Theirs", "Re-enforced Hull", models=len(places), resolve=1), 20, 30), *others]
    ).token(0, "charge")
    f.table.change(1, form=f[1].form.moved(places))
    return f


@pytest.mark.rule("command:hypercharge")
def test_in_melee_a_die_is_thrown_for_each_model_beside_the_slain_and_for_no_other():
    f = brawl(((20.0, 30.0), (21.0, 30.0), (19.0, 30.0), (30.0, 30.0)))
    f.run(activation(f.table, 0), [6, 6, 6], whom=1)
    assert f[1].wounds == (1,) and f[1].form.positions == ((30.0, 30.0),)
    f = brawl(((20.0, 30.0), (30.0, 30.0)))
    f.run(activation(f.table, 0), [6], whom=1)
    assert f[1].form.positions == ((30.0, 30.0),)


@pytest.mark.rule("command:hypercharge")
def test_in_melee_another_enemy_unit_beside_the_slain_is_caught():
    f = brawl(((20.0, 30.0),), (kind("Others", models=1, resolve=1), 20, 31.6))
    f.run(activation(f.table, 0), [6, 2], whom=1)
    assert not f[1].alive and not f[2].alive
    assert "command:hypercharge" in f.events(TemplateLaid)[0].by, "the report says why a template lies there"


@pytest.mark.rule("command:hypercharge", "command:dispersion")
def test_what_a_teardrop_slays_in_another_unit_bursts_there_and_never_on_friends():
    weapon = gun("Dispersion, Hypercharge", range=12, name="Bloom")
    friends = kind("Friends", models=3, resolve=1)
    f = Field(
        [(kind("Ours", models=1, weapons=(weapon,)), 20, 20), (friends, 20, 24)],
        [(kind("Theirs", models=1, resolve=6), 20, 26), (kind("Others", models=1, resolve=1), 22.6, 26.0)],
    ).token(0, "shoot")
    f.table.change(1, form=f[1].form.moved(((20.0, 25.0), (19.0, 26.0), (21.0, 26.0))))
    # a hit for each of the three friends, none for the target; a die for it beside each of the fallen, and one for the others
    f.run(activation(f.table, 0), [6, 1, *[1] * 3, 6], whom=2)
    assert not f[1].alive and f[2].alive and not f[3].alive


# --- reactions to a charge ----------------------------------------------------------------------------------------------


@pytest.mark.rule("command:corrosive", "command:dispersion")
def test_fire_at_those_who_charge_catches_others_and_corrodes():
    bloom = gun("Dispersion, Corrosive, Sunder", range=12, name="Bloom")
    f = (
        Field(
            [
                (kind("Ours", models=1, weapons=(gun(type="Melee", name="Blade"),), hp=3), 20, 26),
                (kind("More", models=1), 20, 24.6),
            ],
            [(kind("Theirs", models=1, weapons=(bloom, gun(type="Melee", name="Blade")), resolve=6), 20, 30)],
        )
        .token(0, "charge")
        .token(2, "shoot")
    )
    # our blow and theirs miss; the teardrop hits the unit in contact and the one behind it
    f.run(activation(f.table, 0), [1, 6, 6, 1], whom=2, react="shoot")
    assert corroded(f, 0) == [0] and not f[1].alive
