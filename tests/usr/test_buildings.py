"""Buildings: guns that those inside serve, and what is left where one was."""

from __future__ import annotations

import pytest

from grognard.systems.usr import line_of_sight
from grognard.systems.usr.attack.core_tables import COLLAPSE, DETONATION
from grognard.systems.usr.combat import charge
from grognard.systems.usr.condition import ARRIVED, SHAKEN
from grognard.systems.usr.examples import model, shooter, unit, weapon
from grognard.systems.usr.harm import struck_by
from grognard.systems.usr.shooting import eligibility, fire_points, interceptor
from grognard.systems.usr.shooting.ammunition import wake
from grognard.systems.usr.vehicles import passengers
from grognard.systems.usr.vehicles.destruction import destroyed
from grognard.systems.usr.vehicles.wreckage import CraterLeft
from grognard.table.state import Clock
from tests.usr.carrying import aboard, carrier, mark
from tests.usr.field import act, field

rule = pytest.mark.rule
RIFLE = weapon("Rifle", type="Assault 1", range=12)
GUN = weapon("Wall gun", S=8, AP=2, range=48, type="Heavy 2")
SQUAD = unit(model(name="Man", weapons=[RIFLE]), name="Squad", count=3)
FOE = unit(model(name="Foe"), name="Foe", count=3)


def house(*rules, points=1, weapons=(GUN,), **stats):
    return carrier(*rules, name="House", type="Building", weapons=weapons, details={"fire_points": points},
                   **{"HP": 4, "BS": 0, **stats})  # fmt: skip


def held(kind=None, near=44.0, step="shooting", player=0, **said):
    t = field((kind or house(), 0, 24, 24), (SQUAD, 0, 5, 5), (FOE, 1, 24, near), step=step, player=player, **said)
    aboard(t, 1, 0)
    return t


def test_those_inside_serve_the_guns_of_a_building_at_their_own_skill():
    t = held()
    assert eligibility.can_shoot(t, 0) == [] and fire_points.can_fire_out(t, 0) == [1], (
        "20 inches: the rifles are too short"
    )
    done = act(t, fire_points.shooting_of(t, 1), [3, 2, 2], {"shoots at": 2})  # 3+ hits: one of two; 2+ wounds
    assert done.event("ShotAt").weapons == ("Wall gun",) and t[2].size == 2
    assert {w.name for m in t[1].members for w in m.weapons} == {"Rifle"} and t[1].form.positions == (), (
        "they have their rifles again, and are inside"
    )


def test_a_gunner_takes_no_fire_point_and_fires_nothing_of_his_own():
    t = held(near=33.0)
    done = act(
        t, fire_points.shooting_of(t, 1), [1, 1, 1], {"shoots at": 2}
    )  # two shots of the gun, one rifle at the point
    assert done.event("ShotAt").weapons == ("Wall gun", "Rifle") or done.event("ShotAt").weapons == (
        "Rifle",
        "Wall gun",
    )


def test_nobody_needs_to_serve_it():
    t = held(near=33.0)
    act(t, fire_points.shooting_of(t, 1), [1], {"shoots at": 2, "serves": "nobody"})
    assert t[2].size == 3


def test_a_building_without_fire_points_is_served_all_the_same():
    t = held(house(points=0))
    act(t, fire_points.shooting_of(t, 1), [1, 1], {"shoots at": 2})
    assert fire_points.can_fire_out(held(house(points=0, weapons=())), 0) == []


def test_guns_of_a_building_with_a_crew_or_one_that_fires_by_itself_are_not_served():
    for kind in (house(BS=3), house("Sentry Defence System")):
        assert fire_points.can_fire_out(held(kind), 0) == []


def test_a_shaken_building_makes_its_gunners_snap():
    t = held()
    mark(t, 0, SHAKEN)
    act(t, fire_points.shooting_of(t, 1), [5, 5], {"shoots at": 2})
    assert t[2].size == 3, "a 5 misses"


@rule("usr:interceptor")
def test_a_gun_that_intercepts_does_so_when_it_is_served():
    t = held(house(weapons=[weapon("Quad gun", "Interceptor", S=7, AP=4, range=48)]), step="intercepting", player=1)
    mark(t, 2, ARRIVED)
    act(t, interceptor.intercept_one(t, 1))  # the building itself has nobody to fire
    act(t, interceptor.intercept_one(t, 1), [4, 4], {"at whom": 2})
    assert not fire_points.has_a_shot(t, t[1]) and [w.name for w in t[0].members[0].weapons] == ["Quad gun"]
    t.change(0, effects=())  # the phase is over
    assert not fire_points.has_a_shot(t, t[1]), "it is silent in its owner's turn"
    t.clock = Clock(2, 1, t.clock.step, 0, "intercepting")
    act(t, wake(t, 0))
    assert fire_points.has_a_shot(t, t[1])
    assert t[2].size == 2 and {w.name for m in t[1].members for w in m.weapons} == {"Rifle"}


def test_guns_of_a_building_that_is_charged_fire_overwatch():
    boys = unit(model(name="Boy"), name="Boys", count=2)
    t = field((house(points=0), 0, 24, 24), (SQUAD, 0, 5, 5), (boys, 1, 24, 31), step="charges", player=1)
    aboard(t, 1, 0)
    done = act(t, charge.charge(t, 2), [5, 5, 6, 4], {"whom does": 0})
    assert done.event("ShotAt").weapons == ("Wall gun",) and t[2].foes == (0,)


# --- ruins ------------------------------------------------------------------------------------------------------------


def test_a_building_that_detonates_leaves_a_crater():
    t = field((house(), 0, 24, 24), (FOE, 1, 23, 33), (shooter(), 0, 24, 5))
    act(t, destroyed(t, 1, 0, (0,), 1, DETONATION, struck_by))
    (crater,) = t.ground.pieces
    assert crater.has("difficult") and crater.holds(24, 24) and line_of_sight.save_of(crater) == 6
    t.change(2, form=t[2].form.moved([(23.0, 24.0), (24.0, 24.0), (25.0, 24.0)]))
    assert line_of_sight.view(t, 1, 2).covers == (6, 6, 6)


def test_one_that_collapses_leaves_the_ground_as_it_was():
    t = held()
    done = act(t, destroyed(t, 2, 0, (0,), 1, COLLAPSE, struck_by), [1, 1, 1, 1, 3, 3])
    assert t.ground.pieces == () and done.event("CraterLeft") is None and t[1].place == "table"


def test_those_inside_get_out_into_the_crater_when_there_is_nowhere_else():
    t = held()
    done = act(t, destroyed(t, 2, 0, (0,), 1, DETONATION, struck_by), [1, 1, 1, 1, 1, 1, 1, 1, 3, 3])
    assert t[1].here and isinstance(done.event("CraterLeft"), CraterLeft)
    assert passengers.SHAFTS[DETONATION] == 4


def test_a_gun_is_served_once_a_phase_whoever_is_inside():
    others = unit(model(name="Other", weapons=[RIFLE]), name="Others")
    t = field((house(points=0), 0, 24, 24), (SQUAD, 0, 5, 5), (others, 0, 5, 9), (FOE, 1, 24, 44), step="shooting")
    aboard(t, 1, 0)
    aboard(t, 2, 0)
    assert fire_points.can_fire_out(t, 0) == [1, 2]
    act(t, fire_points.shooting_of(t, 1), [1, 1], {"shoots at": 3})
    assert not fire_points.has_a_shot(t, t[2]), "the gun has fired"
    two = house(points=0, weapons=(GUN, weapon("Other gun", S=4, range=48)))
    t = field((two, 0, 24, 24), (SQUAD, 0, 5, 5), (others, 0, 5, 9), (FOE, 1, 24, 44), step="shooting")
    aboard(t, 1, 0)
    aboard(t, 2, 0)
    act(t, fire_points.shooting_of(t, 1), [1, 1], {"shoots at": 3, "serves the Other gun": "nobody"})
    done = act(t, fire_points.shooting_of(t, 2), [1], {"shoots at": 3})
    assert done.event("ShotAt").weapons == ("Other gun",)
