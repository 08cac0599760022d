"""Battlements: up, down, under fire, and when the building falls."""

from __future__ import annotations

import pytest

from grognard.kernel.asks import Choose
from grognard.systems.usr import line_of_sight
from grognard.systems.usr.attack.core_tables import COLLAPSE, DETONATION
from grognard.systems.usr.bots.transports import get_out, on_the_roof
from grognard.systems.usr.combat import charge
from grognard.systems.usr.condition import SPENT, atop
from grognard.systems.usr.examples import model, shooter, unit, weapon
from grognard.systems.usr.harm import struck_by
from grognard.systems.usr.movement import deep_strike, movement, running
from grognard.systems.usr.nerve import morale
from grognard.systems.usr.shooting import eligibility, firing_choices, shooting
from grognard.systems.usr.turn import set_up
from grognard.systems.usr.vehicles import battlements
from grognard.systems.usr.vehicles.buildings import attackable
from grognard.systems.usr.vehicles.destruction import destroyed
from grognard.table.geometry import NOWHERE
from tests.usr.carrying import aboard, carrier
from tests.usr.field import act, field

rule = pytest.mark.rule
RIFLE = weapon("Rifle", type="Assault 1", range=24)
SQUAD = unit(model(name="Man", weapons=[RIFLE]), name="Squad", count=3)
FOE = unit(model(name="Foe", weapons=[RIFLE]), name="Foe", count=3)
HIGH = 4.0  # inches: as high as a building


def keep(*rules, upon=10, weapons=(), **stats):
    return carrier(*rules, name="Keep", type="Building", weapons=weapons, hull=(152, 152), details={"battlements": upon},
                   **{"Front": 14, "Side": 14, "Rear": 14, "HP": 4, "BS": 0, **stats})  # fmt: skip


def manned(house=None, men=SQUAD, foe=FOE, near=33.0, step="movement", **said):
    """A squad on the battlements of a keep at (24, 24), and a foe before it."""
    t = field((house or keep(), 0, 24, 24), (men, 0, 5, 5), (foe, 1, 23, near), step=step, **said)
    aboard(t, 1, 0)
    act(t, battlements.climb(t, 1, 0))
    t.change(1, effects=())
    return t


def test_a_unit_inside_goes_up_and_stands_on_the_roof():
    t = field((keep(), 0, 24, 24), (SQUAD, 0, 5, 5), (FOE, 1, 23, 33), step="movement")
    aboard(t, 1, 0)
    done = act(t, movement.move(t, 1), picks={"get out of": battlements.UP})
    assert done.asked["does Squad get out of Keep?"] == ["stay aboard", "get out", "man the battlements"]
    assert done.event("Manning").told(t) == "Squad mans the battlements of Keep"
    assert t[1].place == "table" and atop(t[1]) and t[1].form.levels == (HIGH,) * 3 and t.cargo(0) == []
    assert all(abs(x - 24) < 3 and abs(y - 24) < 3 for x, y in t[1].form.positions)
    assert act(t, movement.move(t, 1)).events == [], "by default it stays"


def test_all_of_them_shoot_and_whoever_shoots_at_them_meets_a_four_up():
    t = manned(step="shooting")
    # a keep without fire points: all three fire; nothing of their own building covers whom they shoot at
    assert line_of_sight.view(t, 1, 2).covers == (None, None, None)
    assert act(t, shooting.fire(t, 1, 2), [3, 3, 1, 4, 1]).event("ShotAt").weapons == ("Rifle",)
    assert line_of_sight.view(t, 2, 1).covers == (4, 4, 4)
    assert line_of_sight.everybody(t, t[2].form, 1).covers == (4, 4, 4)


def test_a_building_on_which_somebody_stands_may_be_attacked():
    t = manned(step="shooting", player=1)
    assert attackable(t, 0) and set(eligibility.Targets(t, 2)) == {0, 1, firing_choices.HOLD}
    t.change(1, place="dead")
    assert not attackable(t, 0)


def test_nobody_fights_hand_to_hand_on_battlements():
    t = manned(near=30.0, step="charges", player=1)
    assert charge.targets(t, 2) == [0], "the building may be charged"
    t = manned(near=30.0, step="charges")
    assert charge.can_charge(t, 0) == []


@rule("usr:repel-the-enemy")
def test_who_climbs_down_charges_only_from_a_building_that_is_made_for_it():
    for rules, charges in (((), False), (("Repel the Enemy",), True)):
        t = manned(keep(*rules))
        act(t, movement.move(t, 1), picks={"stay on": battlements.DOWN})
        assert not atop(t[1]) and t[1].here and not t[1].form.levels
        rear = 24 - 76 / 25.4
        assert all((x - 24) ** 2 + (y - rear) ** 2 < 6.5**2 for x, y in t[1].form.positions), "by the door in the rear"
        assert (not t[1].has(SPENT)) is charges


def test_it_may_go_inside():
    t = manned()
    act(t, movement.move(t, 1), picks={"stay on": battlements.INSIDE})
    assert t[1].place == "aboard" and [w.id for w in t.cargo(0)] == [1]


@rule("usr:bulky", "usr:very-bulky")
def test_the_battlements_hold_so_many_seats():
    # three Bulky take six, three Very Bulky nine
    for name, upon, fits in (
        ("Bulky", 6, True),
        ("Bulky", 5, False),
        ("Very Bulky", 9, True),
        ("Very Bulky", 8, False),
    ):
        big = unit(model(name), name="Big", count=3)
        t = field((keep(upon=upon), 0, 24, 24), (big, 0, 5, 5), (FOE, 1, 23, 33), step="movement")
        assert (battlements.roof(t, 1, 0) is not None) is fits
    walker = unit(model(Front=10), name="Walker", type="Walker")
    t = field((keep(), 0, 24, 24), (walker, 0, 5, 5), (FOE, 1, 23, 33), step="movement")
    assert battlements.roof(t, 1, 0) is None, "infantry only"


def test_two_units_share_a_roof_until_it_is_full():
    t = field((keep(upon=7), 0, 24, 24), (SQUAD, 0, 5, 5), (SQUAD, 0, 5, 9), (SQUAD, 0, 5, 12), (FOE, 1, 23, 33))
    for u in (1, 2):
        act(t, battlements.climb(t, u, 0))
    assert battlements.roof(t, 3, 0) is None and not set(t[1].form.positions) & set(t[2].form.positions)
    done = act(t, battlements.climb(t, 3, 0))
    assert done.events[0].told(t) == "there is no room for Squad 3 on the battlements"


def test_those_who_start_inside_may_start_on_the_battlements():
    t = field((keep(), 0, 24, 24), (SQUAD, 0, 5, 5), (FOE, 1, 23, 33), step="deploying")
    t.change(0, place="off", form=NOWHERE)
    aboard(t, 1, 0)
    t.ground = type(t.ground)(
        48.0, 48.0, (), (), (((0, 0), (48, 0), (48, 12), (0, 12)), ((0, 36), (48, 36), (48, 48), (0, 48)))
    )
    act(t, set_up(t, 0), picks={"man the battlements": battlements.UP})
    assert t[0].here and atop(t[1])


# --- when it falls ----------------------------------------------------------------------------------------------------


def test_who_stood_on_a_building_that_collapses_comes_down_with_it():
    t = manned()
    positions = t[1].form.positions
    # a D6 of hits of Strength 6 (two), each wounds on 2+ and knows no cover: one falls
    act(t, destroyed(t, 2, 0, (0,), 1, COLLAPSE, struck_by), [2, 1, 2])
    assert t[1].size == 2 and not atop(t[1]) and not t[1].form.levels
    assert set(t[1].form.positions) < set(positions), "where it stood"


def test_who_stood_on_one_that_is_blown_apart_must_get_clear():
    t = manned()
    # 2D6 hits: 1 and 1, neither wounds
    act(t, destroyed(t, 2, 0, (0,), 1, DETONATION, struck_by), [1, 1, 1, 1])
    assert t[1].size == 3 and not atop(t[1]) and len(t.ground.pieces) == 1
    assert all(max(abs(x - 24), abs(y - 24)) > 3 for x, y in t[1].form.positions), "off the crater"


def test_a_detonation_is_known_when_nobody_was_inside():
    # Strength 10 on Armour 14 pierces with a 5; AP1 adds 2 to the 5: detonation, two hits, neither wounds
    t = manned(foe=shooter(S=10, AP=1, range=48), step="shooting", player=1)
    act(t, shooting.fire(t, 2, 0), [3, 5, 5, 1, 1, 1, 1])
    assert t[0].place == "dead" and [p.name for p in t.ground.pieces] == ["crater of the Keep"]


def test_who_falls_back_climbs_down_first():
    t = manned()
    done = act(t, morale.flee(t, 1), [1, 1])
    names = [type(e).__name__ for e in done.events]
    assert names.index("ClimbsDown") < names.index("Moved") and not atop(t[1]) and t[1].here


# --- from the sky, and markers ----------------------------------------------------------------------------------------


def test_who_drops_onto_battlements_stands_there():
    drop = unit(model("Deep Strike"), name="Drop", count=3)
    for upon, place, levels in ((10, "table", (HIGH,) * 3), (0, "reserve", ()), (2, "reserve", ())):
        t = field((keep(upon=upon), 0, 24, 24), (drop, 0, None, None), (FOE, 1, 23, 40), step="reinforcements", round=2)
        # the scatter die shows a hit; where nobody may stand there a mishap: 4, delayed
        act(t, deep_strike.drop(t, 1), [1] if place == "table" else [1, 4], {"come down": (24.0, 24.0)})
        assert t[1].place == place and t[1].form.levels == levels
        assert not running.may_run(t[1]) or not levels


@rule("usr:blast")
def test_a_blast_strikes_those_on_the_battlements_and_the_building():
    gun = shooter("Blast", S=4, range=48)
    t = manned(foe=gun, step="shooting", player=1)
    x, y = t[1].form.positions[1]
    done = act(t, shooting.fire(t, 2, 1), [1, *[1] * 3, 1], {"where is": (x, y)})
    under = dict(done.event("MarkerLands").under)
    assert under.keys() == {0, 1}


def test_who_fires_flames_down_from_battlements_does_not_set_the_building_on_fire():
    flame = weapon("Flamer", S=4, range="Template", type="Assault 1")
    t = manned(men=unit(model(name="Burner", weapons=[flame]), name="Burner"), near=31.0, step="shooting")
    done = act(t, shooting.fire(t, 1, 2), [1, 1])
    assert 0 not in dict(done.event("MarkerLands").under)


# --- the bots ---------------------------------------------------------------------------------------------------------


def test_a_bot_mans_battlements_with_those_who_shoot():
    t = field((keep(), 0, 24, 24), (SQUAD, 0, 5, 5), (FOE, 1, 23, 33), step="movement")
    aboard(t, 1, 0)
    ask = Choose(0, "", (), about=("get out", 1))
    assert get_out(t, ask, battlements.UP)[0] > get_out(t, ask, "stay aboard")[0], "there is no fire point"
    ask = Choose(0, "", (), about=("battlements", 1, 0))
    assert on_the_roof(t, ask, battlements.STAY)[0] > on_the_roof(t, ask, battlements.INSIDE)[0]
    far = field((keep(), 0, 24, 24), (SQUAD, 0, 5, 5), (FOE, 1, 23, 33), step="movement")
    far.change(2, place="reserve")
    aboard(far, 1, 0)
    values = {how: on_the_roof(far, ask, how)[0] for how in (battlements.UP, battlements.INSIDE)}
    assert values[battlements.UP] > values[battlements.INSIDE], "rifles of 24 inches, and no fire point"
