"""Rampages in close combat on the table."""

from __future__ import annotations

import pytest

from grognard.systems.usr.combat import fight
from grognard.systems.usr.combat.melee_attacks import blow_at
from grognard.systems.usr.examples import model, target, unit
from grognard.table.events import Locked
from tests.usr.field import act, field, named

rule = pytest.mark.rule
SAVED = "2+"


def brawl(few, many, *others):
    """Few against many, in contact and locked."""
    t = field((few, 0, 10, 10), (many, 1, 10, 10.9875), *others, step="close_combat", distance=1.0)
    Locked(0, named(t, "Many")).on(t)
    return t


def few(*rules, count=3, **stats):
    return unit(model(*rules, name="Few", **stats), name="Few", count=count)


def many(count=5, **stats):
    return unit(model(name="Many", **stats), name="Many", count=count)


@rule("usr:rampage")
def test_three_against_five_roll_once_and_each_strikes_so_much_oftener():
    t = brawl(few("Rampage", I=5), many(I=1))
    done = act(t, fight.fight(t, (0, 1)), [3, *[1] * 9, *[1] * 5])  # a 3 is two more: three of three blows each
    assert done.event("BlowsAt").blows == 9 and "usr:rampage" in done.event("BlowsAt").by
    assert [e.effect.value for e in done.all("Given")] == [2]


@rule("usr:rampage")
def test_as_many_on_both_sides_are_not_outnumbered():
    t = brawl(few("Rampage", I=5), many(count=3, I=1))
    assert act(t, fight.fight(t, (0, 1)), [*[1] * 3, *[1] * 3]).event("BlowsAt").blows == 3


@rule("usr:rampage")
def test_all_models_locked_in_the_combat_count_engaged_or_not():
    # a second unit of the few's side stands in the same combat: four against five, then five against five
    for friends, rolled in ((1, True), (2, False)):
        mates = unit(model(name="Mate"), name="Mates", count=friends)
        t = brawl(few("Rampage"), many(), (mates, 0, 30, 30))
        Locked(named(t, "Mates"), named(t, "Many")).on(t)
        combat = tuple(sorted((0, named(t, "Mates"), named(t, "Many"))))
        assert bool(act(t, fight.rampage(t, combat), [1] if rolled else []).events) is rolled


@rule("usr:rampage")
def test_a_vehicle_that_is_never_locked_does_not_count():
    tank = target(Front=12, Side=12, Rear=12)
    t = field((few("Rampage", count=1), 0, 10, 10), (tank, 1, 10, 11.5), step="close_combat")
    Locked(0, 1).on(t)
    assert not act(t, fight.rampage(t, (0, 1)), []).events


@rule("usr:rampage")
def test_it_is_over_with_the_phase():
    from grognard.common.steps import next_step

    t = brawl(few("Rampage"), many())
    act(t, fight.rampage(t, (0, 1)), [6])
    assert blow_at(t, t[0], t[1]).frenzy == 3
    act(t, next_step(t))
    assert blow_at(t, t[0], t[1]).frenzy == 0


@rule("usr:rampage")
def test_only_the_bearers_in_a_unit_strike_oftener():
    mixed = unit(model("Rampage", name="Wild", I=5), model(name="Calm", I=4), name="Few")
    t = brawl(mixed, many(I=1))
    done = act(t, fight.fight(t, (0, 1)), [2, 1, 1, 1, *[1] * 5])
    assert [e.blows for e in done.all("BlowsAt")][:2] == [2, 1]
