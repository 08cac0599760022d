"""Tank shock: tanks that drive at troops, who fall back, bar their way, step aside, or are crushed."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.common.profiles import Base
from grognard.systems.usr import condition
from grognard.systems.usr.bots import tank_attacks as driving
from grognard.systems.usr.examples import model, unit, weapon
from grognard.systems.usr.movement import movement
from grognard.systems.usr.vehicles import death_or_glory, ramming, tank_shock
from grognard.table.distances import distance, within
from tests.usr.field import act, field, tower

rule = pytest.mark.rule
KNIFE = weapon("Knife", melee=True)
MELTA = weapon("Melta gun", "Melta", range=12, S=8, AP=1, type="Assault 1")
HULL = Base("hull", 102, 76)  # 4 by 3 inches
TANK = unit(model(name="Tank", Front=12, Side=10, Rear=10, HP=3, base=HULL, weapons=[weapon("Gun")]), name="Tank",
            type="Vehicle (Tank)")  # fmt: skip
MEN = unit(model(name="Man", Ld=7, weapons=[KNIFE]), name="Men", count=3)
HERO = unit(model(name="Man", weapons=[KNIFE]), model(name="Melter", weapons=[MELTA]), model(name="Man", weapons=[KNIFE]),
            name="Men")  # fmt: skip
PASSED, FAILED = [3, 3], [6, 6]


def ahead_of(*places, tank=TANK, **said):
    """A tank at (24, 10) that looks up the table, and others."""
    return field((tank, 0, 24, 10), *places, step="movement", **said)


def driven(t, faces, inches=None, **picks):
    """Declared in the Movement phase, driven in the Charge phase."""
    act(t, movement.move(t, 0), picks={"how does": ("tank shock", 1)})
    assert t[0].form.positions == ((24.0, 10.0),) and condition.snaps(t[0]) and ramming.waiting_to_ram(t, 0) == [0]
    asked = {"how many inches": inches} if inches else {}
    return act(t, ramming.ram(t, 0), faces, asked | picks)


def test_only_tanks_drive_at_troops_within_their_move_and_straight():
    t = ahead_of((MEN, 1, 22.5, 18))
    assert ramming.ahead(t, 0) == [("tank shock", 1)]
    assert ramming.ahead(ahead_of((MEN, 1, 22.5, 26)), 0) == [], "12 inches from hull to base and more"
    assert ramming.ahead(ahead_of((MEN, 1, 22.5, 18), pieces=(tower(22, 13),)), 0) == []
    assert ramming.ahead(ahead_of((MEN, 1, 22.5, 20), (MEN, 0, 22.5, 15)), 0) == [], "friends stand between"
    car = unit(model(name="Car", Front=12, base=HULL), name="Car", type="Vehicle")
    assert ramming.ahead(ahead_of((MEN, 1, 22.5, 18), tank=car), 0) == []
    heavy = unit(model(name="Heavy", Front=12, base=HULL), name="Heavy", type="Vehicle (Tank, Heavy)")
    assert ramming.ahead(ahead_of((MEN, 1, 22.5, 19), tank=heavy), 0) == [], "6.5 inches, and it goes 6"


@pytest.mark.parametrize("what", ["locked", "aloft", "gargantuan", "vehicle"])
def test_some_are_not_shocked(what):
    kind = MEN
    if what == "gargantuan":
        kind = unit(model(name="Beast", W=6), name="Beast", type="Gargantuan Creature")
    if what == "vehicle":
        kind = unit(model(name="Car", Front=10), name="Car", type="Vehicle")
    t = ahead_of((kind, 1, 22.5, 18), (MEN, 0, 22.5, 30))
    if what == "locked":
        t.change(2, foes=(1,))
    if what == "aloft":
        t.change(2, effects=(condition_effect(condition.AIRBORNE),))
    assert all(how != "tank shock" for how, _ in ramming.ahead(t, 0))


def condition_effect(what):
    from grognard.table.state import Effect

    return Effect(what)


def test_who_fails_falls_back_and_the_tank_drives_on():
    t = ahead_of((MEN, 1, 22.5, 18))
    done = driven(t, [*FAILED, 2, 3], 6)
    assert done.event("Shocks").units == (1,) and condition.broken(t[1])
    assert [e.how for e in done.all("Moved")] == ["falls back", "drives on"]
    assert t[0].form.positions == ((24.0, 16.0),) and t[1].form.positions[0][1] == pytest.approx(23, abs=0.01)


def test_who_keeps_his_nerve_steps_aside_the_shortest_way_and_an_inch_off():
    t = ahead_of((MEN, 1, 22.5, 18))
    before = t[1].form.positions
    driven(t, PASSED, 6)
    assert t[1].size == 3 and not condition.broken(t[1])
    assert all(distance(t[1].form.only((i,)), t[0].form) >= 1.0 for i in range(3)) and t[1].form.positions != before
    assert all(within(t[1].form.only((i,)), t[1].form.only(k for k in range(3) if k != i), 2.0) for i in range(3))


def test_a_tank_drives_over_those_who_are_behind_it_in_the_end():
    # a row at y 14.5, just before the hull; after 12 inches the tank is far beyond them, and nobody moves
    t = ahead_of((MEN, 1, 22.5, 14.5))
    before = t[1].form.positions
    driven(t, PASSED, 12)
    assert t[1].form.positions == before and t[0].form.positions == ((24.0, 22.0),)


def test_whoever_finds_no_place_is_crushed_and_nothing_saves_him():
    # a pen of 5 by 7 inches round a tank of 3 by 4: nowhere an inch clear of it
    saint = unit(model("Feel No Pain (2+)", name="Saint", Sv="2+", Inv="2+"), name="Saint")
    pen = (tower(11.5, 6, 10), tower(26.5, 6, 10), tower(20, -2.5, 10), tower(20, 14.5, 8))
    t = ahead_of((saint, 1, 24, 13), pieces=pen)
    assert tank_shock.lengths(t, 0, 1, 12.0) == (1, 2)
    driven(t, PASSED, 1)
    assert t[1].place == "dead"


@pytest.mark.parametrize(("faces", "stops"), [([3, 2, 4], True), ([1, 2, 4], False)])
@rule("usr:melta")
def test_death_or_glory_one_hit_on_the_front_that_cannot_miss(faces, stops):
    # Strength 8 and two dice, for it comes within half range: 3 and 2 pierce 12, AP1 makes of a 4 a 6: immobilised; 1 and 2 do not
    t = ahead_of((HERO, 1, 22.5, 18))
    done = driven(t, [*PASSED, *faces[: 2 + stops]], 6, **{"stands in the way": lambda o: melter(o, t)})
    hit = done.event("StrikesHeadOn")
    assert (hit.model, hit.weapon) == ("Melter", "Melta gun")
    if stops:
        assert t[0].wounds == (2,) and t[0].has(condition.IMMOBILISED) and t[1].size == 3
        assert t[0].form.positions[0][1] < 16 and not within(t[0].form, t[1].form.only((1,)), 0.0)
    else:
        assert t[1].size == 2 and all(m.name == "Man" for m in t[1].members) and t[0].wounds == (3,)


def melter(options, t):
    return next(o for o in options if o != death_or_glory.ASIDE and t[1].members[o[0]].name == "Melter" and o[1] == 0)


def test_a_blow_of_glory_strikes_the_front_too():
    fist = weapon("Fist", S="x2", AP=2, melee=True)
    t = ahead_of((unit(model(name="Man", weapons=[fist]), name="Men"), 1, 24, 18))
    # Strength 8 against the front of 12: 4 glances; on the rear of 10 it would pierce. It does not stop, and he is crushed
    done = driven(t, [*PASSED, 4], 6, **{"stands in the way": (0, 0)})
    assert t[0].wounds == (2,) and t[1].place == "dead" and done.event("HullHit").glances == 1


def test_a_tank_that_is_blown_up_drives_no_farther():
    lance = weapon("Lance", range=12, S=10, AP=1, type="Assault 1")
    t = ahead_of((unit(model(name="Man", weapons=[lance]), name="Men"), 1, 24, 20))
    # 3 pierces 12, 5 and 2 for AP1 explodes; the explosion reaches an inch
    driven(t, [*PASSED, 3, 5, 1], 8, **{"stands in the way": (0, 0)})
    assert t[0].place == "dead" and t[1].size == 1


@rule("usr:fearless")
def test_the_fearless_do_not_run_and_who_runs_already_is_only_pushed():
    brave = unit(model("Fearless", name="Man"), name="Men", count=3)
    t = ahead_of((brave, 1, 22.5, 18))
    driven(t, [], 6)
    assert not condition.broken(t[1])
    t = ahead_of((MEN, 1, 22.5, 18))
    t.change(1, effects=(condition_effect(condition.BROKEN),))
    done = driven(t, [], 6)
    assert done.all("Tested") == [] and t[1].size == 3


def test_models_crushed_count_for_the_morale_of_the_phase():
    t = ahead_of((HERO, 1, 22.5, 18))
    driven(t, [*PASSED, 1, 2], 6, **{"stands in the way": lambda o: melter(o, t)})
    assert t[1].has(condition.LOSSES)


def test_what_it_is_worth_is_read_off_the_laws():
    # Leadership 7: 15 of 36 fail
    assert driving.breaks(MEN.models) == pytest.approx(15 / 36)
    t = ahead_of((HERO, 1, 22.5, 18))
    part = next(p for p in death_or_glory.means_of(t, 0, 1, HERO.models[1]) if p.weapon is MELTA)
    harm, stops = driving.head_on(part, condition.squad(t[0]), condition.met(TANK.models[0], None))
    # 8 and two dice on 12: 30 of 36 pierce; AP1 adds 2: of the six rows 2 stuns, 4 immobilises, 5 and 6 explode
    assert stops == pytest.approx(float(Fraction(30, 36) * Fraction(4, 6))) and harm > 1.0
