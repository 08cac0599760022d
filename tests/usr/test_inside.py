"""What passengers do out of fire points besides shooting: Overwatch, Interceptor, powers of the mind."""

from __future__ import annotations

import pytest

from grognard.kernel.asks import Choose
from grognard.systems.usr.bots import psychic as bots_psychic
from grognard.systems.usr.combat import charge
from grognard.systems.usr.condition import ARRIVED, MOVED, SILENT, WATCHED
from grognard.systems.usr.examples import model, unit, weapon
from grognard.systems.usr.psychic import known_powers, psychic_phase
from grognard.systems.usr.shooting import interceptor
from grognard.table.events import Noted
from tests.usr.carrying import aboard, carrier, mark
from tests.usr.field import act, field

rule = pytest.mark.rule
RIFLE = weapon("Rifle", type="Assault 1")
KNIFE = weapon("Knife", melee=True)
SQUAD = unit(model(name="Man", weapons=[RIFLE]), name="Squad", count=3)
BOYS = unit(model(name="Boy", weapons=[KNIFE]), name="Boys", count=2)
POINTS = {"details": {"fire_points": 2}}
OPEN = {"type": "Vehicle (Transport, Open-topped)"}
MISSES = [5]


def wagon(squad=SQUAD, step="charges", player=1, rulings=None, near=30.0, **said):
    """A wagon without guns, a squad in it, and an enemy who may charge it."""
    t = field(
        (carrier(**said), 0, 24, 24), (squad, 0, 5, 5), (BOYS, 1, 24, near), step=step, player=player, rulings=rulings
    )
    aboard(t, 1, 0)
    return t


def charge_it(t, faces, **picks):
    return act(t, charge.charge(t, 2), faces, {"whom does Boys charge?": 0} | picks)


@pytest.mark.parametrize(("said", "shots"), [(POINTS, 2), (OPEN, 3), ({}, 0)], ids=["points", "open", "none"])
def test_those_inside_fire_overwatch_out_of_their_fire_points(said, shots):
    t = wagon(**said)
    done = charge_it(t, [*MISSES * shots, 6, 4])
    assert [(s.unit, s.how) for s in done.all("ShotAt")] == ([(1, "fires overwatch at")] if shots else [])
    assert t[1].place == "aboard" and t[1].form.positions == () and t[2].foes == (0,)
    assert t[1].has(WATCHED) == bool(shots)


def test_they_fire_snap_shots_and_once_a_phase():
    t = wagon(**OPEN)
    done = charge_it(t, [6, 6, 5, 4, 4])  # two sixes hit, two fours wound: nobody is left to charge
    assert done.event("ShotAt") and t[2].place == "dead"
    t = wagon(**OPEN)
    mark(t, 1, WATCHED)
    assert charge_it(t, [6, 4]).event("ShotAt") is None


def test_by_the_other_ruling_fire_points_are_for_the_shooting_phase():
    t = wagon(rulings={"fire-points": "shooting"}, **OPEN)
    assert charge_it(t, [6, 4]).event("ShotAt") is None


@rule("usr:interceptor")
def test_a_weapon_with_interceptor_fires_out_of_a_fire_point():
    gunner = unit(model(name="Gunner", weapons=[weapon("Lance", "Interceptor", S=8, AP=2)]), name="Squad")
    for said, rulings, fires in ((POINTS, None, True), ({}, None, False), (POINTS, {"fire-points": "shooting"}, False)):
        t = wagon(gunner, step="intercepting", rulings=rulings, near=34.0, **said)
        mark(t, 2, ARRIVED)
        done = act(t, interceptor.intercept_one(t, 1), [4, 4] if fires else [], {"at whom does": 2})
        assert t[2].size == (1 if fires else 2) and t[1].place == "aboard" and t[1].form.positions == ()
        assert (done.event("ShotAt") is not None) is fires
        assert act(t, interceptor.intercept_one(t, 1)).result is False, "once"


SMITH = unit(model("Psyker (Mastery Level 1)", name="Seer", powers=["Smite", "Iron Arm", "Endurance"]), name="Squad")


def mind_wagon(pools=(4, 0), **said):
    t = wagon(SMITH, step="psychic", player=0, near=34.0, **said)
    Noted("warp", pools).on(t)
    return t


@rule("usr:psyker")
def test_a_psyker_aboard_manifests_witchfires_out_of_a_fire_point_and_blesses_his_own_and_the_transport():
    offered = known_powers.ways(mind_wagon(**POINTS), 0)
    assert {name: way[0].targets for (_, name), way in offered.items()} == {
        "Smite": (2,),
        "Iron Arm": (1,),
        "Endurance": (1, 0),
    }
    offered = known_powers.ways(mind_wagon(), 0)
    assert {name for _, name in offered} == {"Iron Arm", "Endurance"}, "without a fire point no witchfire"
    for what in ((MOVED, "advanced"), SILENT):
        t = mind_wagon(**POINTS)
        mark(t, 0, what)
        assert {name for _, name in known_powers.ways(t, 0)} == {"Iron Arm", "Endurance"}
    t = mind_wagon(**POINTS)
    t.memory = {**t.memory, "rulings": (("fire-points", "shooting"),)}
    t.rulings = {**t.rulings, "fire-points": "shooting"}
    assert known_powers.ways(t, 0) == {}


@rule("usr:psyker")
def test_a_witchfire_out_of_a_transport_is_measured_from_its_hull_and_he_is_inside_again():
    t = mind_wagon(**POINTS)
    done = act(
        t,
        psychic_phase.manifest_one(t, 0),
        [4, 1, 4, 4, 1, 1, 4, 4],
        {"which power": (1, "Smite"), "on whom": 2, "how many": 2},
    )
    assert done.event("Manifests").works and t[2].place == "dead"
    assert t[1].place == "aboard" and t[1].form.positions == ()
    t = wagon(SMITH, step="psychic", player=0, near=45.0, **POINTS)
    Noted("warp", (4, 0)).on(t)
    assert all(name != "Smite" for _, name in known_powers.ways(t, 0)), "18 inches from the hull, which ends at y 26"


@rule("usr:psyker")
def test_a_blessing_works_inside_and_a_cruising_transport_makes_witchfires_snap():
    t = mind_wagon(**POINTS)
    act(t, psychic_phase.manifest_one(t, 0), [4, 4], {"which power": (1, "Iron Arm"), "how many": 2})
    assert t[1].members[0].stats.S == 7 and t[1].place == "aboard" and t[1].form.positions == ()
    t = mind_wagon(**POINTS)
    mark(t, 0, (MOVED, "cruising"))
    act(
        t,
        psychic_phase.manifest_one(t, 0),
        [4, 1, 5, 5, 5, 5],
        {"which power": (1, "Smite"), "on whom": 2, "how many": 2},
    )
    assert t[2].size == 2, "with Snap Shots a 5 misses"


def test_perils_aboard_hurt_those_aboard():
    men = unit(SMITH.models[0], *[model(name="Man", W=2)] * 2, name="Squad")
    t = wagon(men, step="psychic", player=0, near=34.0, **POINTS)
    Noted("warp", (4, 0)).on(t)
    # two sixes: dragged into the warp, Leadership failed; two hits of Strength 6 and AP1 wound
    picks = {"which power": (1, "Iron Arm"), "how many": 2}
    act(t, psychic_phase.manifest_one(t, 0), [6, 6, 1, 6, 6, 2, 4, 4], picks)
    assert [m.name for m in t[1].members] == ["Man"] and t[1].wounds == (2,), "the seer, and both wounds on the first"
    assert t[1].place == "aboard" and t[1].form.positions == ()


def test_the_pool_rises_for_a_psyker_who_rides():
    t = wagon(SMITH, step="warp_charges", player=0, near=34.0, **POINTS)
    assert act(t, psychic_phase.warp_rises(t, 0), [3]).event("WarpRises").pools == (4, 3)


def test_greedy_weighs_powers_of_passengers():
    t = mind_wagon(**POINTS)
    ask = Choose(0, "manifest which power?", tuple(known_powers.ways(t, 0)), about=("manifest",))
    worth = {option[1]: bots_psychic.manifest(t, ask, option)[0] for option in ask.options}
    assert worth["Smite"] > 0, "four hits of Strength 4 and AP2 on men of 4"
