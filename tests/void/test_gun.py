"""The gun of a mounted weapon team on its own base: who may fire it, whereto it is turned, what becomes of it when they move."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.systems.void import deployment
from grognard.systems.void.events import GUN
from grognard.systems.void.examples import ask, model, trooper, unit, weapon
from grognard.systems.void.orders import Orders
from grognard.systems.void.rules import FindWeakness, MountedWeaponTeam, MultipleShots, SuppressiveFire
from grognard.systems.void.shooting import gun_team
from grognard.systems.void.shooting.lines_of_fire import line, open_to_fire
from grognard.systems.void.shooting.suppressive_fire import suppressing
from grognard.systems.void.turn import activation
from grognard.table.events import Given, Harmed, Joined, Left
from grognard.table.state import Effect

from .field import Field, at, wood

pytestmark = pytest.mark.rule("void:mounted-weapon-team")
F = Fraction
ARMS = ("machine gun", "pistol", "Combat Blade")
CREW = unit(model("line trooper", MountedWeaponTeam(), arms=ARMS), n=3, name="crew")
FOE = unit(model("line trooper"), n=4, name="foe")
WIDE = 0.984375  # two bases of 25 mm side by side, on the lattice


def team(kind=CREW, foes=((10, 24),), position=(10.0, 10.0 + WIDE), facing=(0.0, 1.0), pieces=(), rulings=None):
    """A crew in a row from (10, 10) with its gun at a spot, and enemies."""
    f = Field([at(kind, 10, 10)], [at(FOE, x, y) for x, y in foes], pieces, rulings)
    Given(0, Effect(GUN, value=(*position, *facing, 0.0))).on(f.table)
    return f


def fired(f, v=1):
    return [w[0][0].name for g, _ in line(f.table, 0, v, moved=False).groups for w in g.ways]


def test_it_is_fired_only_with_a_crewman_in_base_contact():
    assert fired(team(foes=((10, 18),))) == ["machine gun"]
    assert fired(team(foes=((10, 18),), position=(10.0, 11.5))) == ["pistol"]  # half an inch away from everybody
    f = team(foes=((10, 18),))
    Harmed(0, (0, 1, 1)).on(f.table)  # he who stood beside it has fallen; the others are two bases away
    assert fired(f) == ["pistol"]


def test_it_can_be_turned_a_quarter_and_no_further_so_that_what_is_behind_it_is_safe():
    assert fired(team(foes=((10, 26),), facing=(0.0, 1.0))) == ["machine gun"]
    assert fired(team(foes=((10, 26),), facing=(1.0, 0.0))) == ["machine gun"]
    assert fired(team(foes=((10, 18),), facing=(0.0, -1.0))) == ["pistol"]
    # turned by 90 degrees, its front arc still reaches 45 further
    assert fired(team(foes=((10.5, 26),), facing=(1.0, -0.9))) == ["machine gun"]


def test_firing_turns_it_and_turning_is_no_movement():
    f = team(foes=((10, 26),), facing=(1.0, 0.0))
    f.run(activation(f.table, 0), [1], what_does="stay")
    (x, y, fx, fy, _) = f[0].effect(GUN).value
    assert (x, y) == (10.0, 10.0 + WIDE) and fy > 0 and fx < fy  # about where the target stands
    g = team(foes=((4, 14),), facing=(1.0, 0.2))  # more than a right angle off: as far round as it goes
    g.run(activation(g.table, 0), [1], what_does="stay", whom_does_crew_charge="no assault")
    fx, fy = g[0].effect(GUN).value[2:4]
    assert fx == -0.2 * fy  # square to where it looked


def test_sight_and_range_are_measured_from_the_gun():
    wall = (wood(0, 12, 13.5, 1, "solid", high=9),)
    hidden = team(foes=((6, 20),), pieces=wall)
    assert line(hidden.table, 0, 1, False).groups == () or fired(hidden) == []
    at_the_corner = team(foes=((14.5, 26),), position=(13.0 + WIDE, 10.0), pieces=wall)
    assert fired(at_the_corner) == ["machine gun"] and open_to_fire(at_the_corner.table, 0, False) == (1,)
    # 12 inches from the gun is short range for the pistol too, were the crew asked: they stand further off
    near = team(foes=((10, 10 + WIDE + 12 + WIDE),))
    ((_, how),) = line(near.table, 0, 1, False).groups
    assert how.band == 0
    assert {how.band for _, how in line(near.table, 0, 1, moved=True).groups} <= {0, 1}


def test_a_crew_that_moves_takes_it_along_and_may_leave_it_behind():
    f = team()
    f.run(
        activation(f.table, 0),
        [],
        what_does="move",
        whom_does_crew_shoot="hold fire",
        where_does_crew_move=f[0].form.shifted(0, 3),
    )
    _, y = f[0].effect(GUN).value[:2]
    assert gun_team.manned(f.table, 0, gun_team.stands(f.table, 0)) and y > 13
    g = team()
    there = g[0].form.shifted(0, -3)
    g.run(
        activation(g.table, 0),
        [],
        what_does="move",
        whom_does_crew_shoot="hold fire",
        where_does_crew_move=there,
        where_does_the_gun="leave it",
    )
    assert g[0].effect(GUN).value[:2] == (10.0, 10.0 + WIDE)
    assert "crew leaves its gun behind" in g.told() and fired(g) == ["pistol"]
    g.table.acted = frozenset()
    g.run(
        activation(g.table, 0),
        [],
        what_does="move",
        whom_does_crew_shoot="hold fire",
        where_does_crew_move=g[0].form.shifted(0, -3),
    )
    assert g.told().count("crew leaves its gun behind") == 1, "it has been left already"


def test_it_goes_no_further_than_the_crew_can_carry_it():
    f = team(position=(10.0, 12.5))  # an inch and a half from the nearest crewman, who has MV 4
    f.run(
        activation(f.table, 0),
        [],
        what_does="move",
        whom_does_crew_shoot="hold fire",
        where_does_crew_move=f[0].form.shifted(0, 4),
    )
    x, y = f[0].effect(GUN).value[:2]
    assert (x - 10.0) ** 2 + (y - 12.5) ** 2 <= (4 - (2.5 - WIDE)) ** 2


def test_a_crew_that_charges_leaves_the_gun_where_it_fired():
    f = team(foes=((10, 14),))
    f.run(activation(f.table, 0), [1, 1, *([1] * 6)], what_does="stay", whom_does_crew_charge=1)
    assert f[0].locked and f[0].effect(GUN).value[:2] == (10.0, 10.0 + WIDE)


def test_whoever_is_left_of_the_crew_fires_it_though_his_profile_does_not_list_it():
    loaders = unit(
        model("line trooper", MountedWeaponTeam(), arms=(weapon("machine gun"), "pistol")),
        model("line trooper", MountedWeaponTeam(), FindWeakness(1), arms=("pistol",)),
        name="crew",
    )
    f = Field([at(loaders, 10, 10, WIDE)], [at(FOE, 10, 18)])
    Given(0, Effect(GUN, value=(10.0 + WIDE, 10.0 + WIDE, 0.0, 1.0, 0.0))).on(f.table)
    assert fired(f) == ["machine gun"]
    Harmed(0, (0, 1)).on(f.table)
    assert fired(f) == ["machine gun"]


def test_it_is_put_down_with_its_crew_when_they_deploy():
    f = Field([(CREW, [])], [at(FOE, 10, 40)])
    f.run(deployment.put(f.table, 0), [])
    found = gun_team.stands(f.table, 0)
    assert found is not None and gun_team.manned(f.table, 0, found)
    assert "void:mounted-weapon-team" in f.by()


def test_a_gun_that_frightens_does_so_once_however_many_list_it():
    horn = weapon("machine gun", SuppressiveFire(3))
    f = team(unit(model("line trooper", MountedWeaponTeam(), arms=(horn, "pistol")), n=3, name="crew"))
    assert suppressing(f.table, 0, 1)[0] == 3
    moved = Orders(f.table, 0)
    moved.moved = True
    assert suppressing(f.table, 0, 1, moved)[0] == 0
    # eight troopers under 3: 4 + 4 wounds - 3 + 0 bands, so 5+ on the die; under 9 they would need 11+
    assert ask(f[0].kind, trooper(n=4), sets=("suppressive=yes",)).other["panicked"] == F(4, 10)


@pytest.mark.rule("void:multiple-shots")
def test_one_that_fires_at_two_targets_is_turned_once():
    twice = weapon("machine gun", MultipleShots(2))
    crew = unit(model("line trooper", MountedWeaponTeam(), arms=(twice, "pistol")), n=3, name="crew")
    for there, asked in (
        ((16, 24), True),
        ((26, 12), False),
    ):  # within the front arc of a gun laid on the first, or not
        f = team(crew, foes=((10, 26), there), rulings={"open_target": "any"})
        f.run(activation(f.table, 0), [1, 1], what_does="stay", whom_does_crew_shoot=1)
        assert any("where do the shots" in a.question for a in f.asked) is asked


def test_an_individual_who_leaves_the_crew_takes_no_gun_along():
    chief = unit(model("hero", role="individual"), name="chief")
    f = Field([at(CREW, 10, 10), at(chief, 14.5, 10)], [at(FOE, 10, 40)])
    Joined(1, 0).on(f.table)
    f.run(gun_team.set_up(f.table, 0))
    Left(1).on(f.table)
    assert gun_team.stands(f.table, 0) is not None and gun_team.stands(f.table, 1) is None
