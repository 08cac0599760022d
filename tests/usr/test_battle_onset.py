"""The moment of contact: Hammer of Wrath as a charge goes home, Fear before the first blow, and Daemons who bring it."""

from __future__ import annotations

import pytest

from grognard.systems.usr import condition
from grognard.systems.usr.combat import charge as charging
from grognard.systems.usr.combat import fight
from grognard.systems.usr.combat.hammer_of_wrath import feared
from grognard.systems.usr.examples import ask, model, slays, target, unit, weapon
from grognard.table.events import Locked
from tests.usr.field import act, field

rule = pytest.mark.rule
BLADE = weapon("Blade", melee=True)
RIDERS = unit(model("Hammer of Wrath", weapons=[BLADE], S=5), name="Riders", count=3)
GUARDS = unit(model(name="Guard"), name="Guards", count=3)


def charge(t, faces):
    return act(t, charging.charge(t, 0), faces, {"whom": 1, "overwatch": "no"})


@rule("usr:hammer-of-wrath")
def test_three_riders_hit_on_three_as_their_charge_goes_home():
    t = field((RIDERS, 0, 10, 10), (GUARDS, 1, 10, 18), step="charges")
    done = charge(t, [6, 4, 3, 2, 5, 3, 2])  # 10 inches; two hits of Strength 5, one wounds
    assert t[1].size == 2 and done.event("RidesDown").models == 3
    assert done.event("RidesDown").by == ("usr:hammer-of-wrath",)


@rule("usr:hammer-of-wrath")
def test_no_other_rule_of_the_model_helps_unless_the_ruling_says_so():
    rager = unit(model("Hammer of Wrath", "Furious Charge", A=0, S=4), name="Rager")
    charge_, one_blow = {"melee": True, "charging": True}, {"zero-attacks": "added"}
    steps = [s.needs for s in ask(rager, target(T=5), **charge_, rulings=one_blow).steps if s.name == "to wound"]
    assert steps == ["5+", "4+"], "the hit at Strength 4, the blow at 5"
    full = ask(rager, target(T=5), **charge_, rulings={"wrath": "full", **one_blow})
    assert [s.needs for s in full.steps if s.name == "to wound"] == ["4+", "4+"]


@rule("usr:hammer-of-wrath")
def test_only_a_charge_brings_the_hammer_down():
    assert ask(RIDERS, target(count=5), melee=True).steps[0].name == "blows"
    assert slays(unit(model(), type="Cavalry"), target(), melee=True, charging=True) > slays(
        unit(model()), target(), melee=True, charging=True
    )


@rule("usr:hammer-of-wrath")
def test_a_vehicle_is_hit_where_it_is_touched():
    ram = unit(model("Hammer of Wrath", S=7, A=1), name="Ram")
    tank = target(Front=13, Side=11, Rear=10)
    front, rear = (
        ask(ram, tank, melee=True, charging=True, facing=f).other["penetrations"].mean() for f in ("front", "rear")
    )
    assert rear > front


# --- Fear -------------------------------------------------------------------------------------------------------------


def locked(*kinds):
    t = field((kinds[0], 0, 10, 10), (kinds[1], 1, 10, 10.9875), step="close_combat")
    for event in (Locked(0, 1),):
        event.on(t)
    return t


HORROR = unit(model("Fear", name="Horror", weapons=[BLADE], I=1), name="Horror")
MAN = unit(model(name="Man", weapons=[BLADE], Ld=7, T=10, W=9), name="Man")


@rule("usr:fear")
def test_who_fails_a_fear_test_fights_with_skill_one():
    t = locked(HORROR, MAN)
    assert feared(t, t[1]) == ("usr:fear",) and feared(t, t[0]) == ()
    done = act(t, fight.fight(t, (0, 1)), [6, 6, 4])  # fails at 12; hits on 5+ now: a 4 misses; the horror hits on 3+
    assert t[1].has(condition.AFRAID) and done.event("Tested").test == "Fear" and not done.event("Tested").passed


@rule("usr:fear")
def test_who_passes_fights_on():
    t = locked(HORROR, MAN)
    act(t, fight.fight(t, (0, 1)), [3, 4, 3])
    assert not t[1].has(condition.AFRAID)


@rule("usr:fear", "usr:fearless")
def test_the_fearless_and_vehicles_fear_nothing():
    brave = unit(model("Fearless", name="Man", weapons=[BLADE], T=10, W=9), name="Brave")
    t = locked(HORROR, brave)
    done = act(t, fight.fight(t, (0, 1)), [3])
    assert done.event("Tested").rolled is False and not t[1].has(condition.AFRAID)


@rule("usr:daemon")
def test_a_daemon_has_a_save_that_nothing_pierces_and_causes_fear():
    daemon = target("Daemon", Sv="3+")
    from grognard.systems.usr.examples import shooter

    assert slays(shooter(AP=1), daemon) == slays(shooter(), target(Inv="5+"))
    t = locked(unit(model("Daemon", weapons=[BLADE]), name="Daemon"), MAN)
    assert feared(t, t[1])
