"""Whom a unit may shoot at, as a lazy value: what it offers, and that nobody is looked at before he is asked for."""

from __future__ import annotations

from random import Random

import pytest

from grognard import battles as staging
from grognard.common import battle
from grognard.errors import GrognardError
from grognard.systems.void import field
from grognard.systems.void.examples import trooper
from grognard.systems.void.orders import Orders
from grognard.systems.void.shooting.lines_of_fire import HOLD_FIRE, fires, line
from grognard.systems.void.shooting.targets import Targets

from .field import Field, at, wood

WALL = wood(0, 14, 48, 1, "solid", high=9.0)


def offered(f):
    return Targets(f.table, 0, Orders(f.table, 0))


def test_the_nearest_open_unit_and_holding_fire_are_offered_in_this_order():
    targets = offered(Field([at(trooper(n=2), 10, 5)], [at(trooper(n=2), 10, 10), at(trooper(n=2), 30, 12)]))
    assert targets.any() and list(targets) == [1, HOLD_FIRE]
    assert 1 in targets and 2 not in targets and targets.units == (1,)


def test_behind_a_wall_there_is_nobody_to_shoot_at():
    targets = offered(Field([at(trooper(n=2), 10, 10)], [at(trooper(n=2), 10, 20)], (WALL,)))
    assert not targets.any() and list(targets) == [HOLD_FIRE]


def test_that_there_is_somebody_is_told_by_the_nearest_and_a_bot_that_holds_its_fire_looks_at_nobody(monkeypatch):
    f = Field([at(trooper(n=2), 10, 5)], [at(trooper(n=2), 10, 10), at(trooper(n=2), 30, 12)])
    targets, look = offered(f), field.view_from

    def near(t, u, form, v, *rest):
        return look(t, u, form, v, *rest) if v == 1 else pytest.fail("it has looked further")

    monkeypatch.setattr(field, "view_from", near)
    assert targets.any()
    for seeing in ("view", "view_from", "glimpses"):
        monkeypatch.setattr(field, seeing, lambda *_: pytest.fail("it has looked"))
    assert [targets.draw(Random(seed)) for seed in range(40) if Random(seed).randrange(2)] == [HOLD_FIRE] * sum(
        Random(seed).randrange(2) for seed in range(40)
    )
    assert targets.decode(HOLD_FIRE) == HOLD_FIRE


def test_a_bot_draws_each_option_and_only_those():
    targets = offered(Field([at(trooper(n=2), 10, 5)], [at(trooper(n=2), 10, 10), at(trooper(n=2), 30, 12)]))
    assert {targets.draw(Random(seed)) for seed in range(40)} == {1, HOLD_FIRE}


@pytest.mark.parametrize("value", [2, True, "1", [1], ["suppress", 1], None])
def test_what_is_not_offered_is_refused_when_it_is_read(value):
    targets = offered(Field([at(trooper(n=2), 10, 5)], [at(trooper(n=2), 10, 10), at(trooper(n=2), 30, 12)]))
    assert targets.decode(targets.plain(1)) == 1
    with pytest.raises(GrognardError):
        targets.decode(value)


@pytest.mark.parametrize("seed", range(3))
def test_whether_a_unit_can_fire_is_told_as_its_line_of_fire_tells_it(seed):
    session = battle.begin(staging.setup("void/A", "void/B", seed=seed, bots=("random",)))
    told = set()
    t = session.table
    while t.round < 4 and not session.over:
        session.play(steps=7)
        for u in t.own(0) + t.own(1):
            for v in t.enemies(u.side):
                for moved in (False, True):
                    able = fires(t, u.id, v.id, moved)
                    assert able == bool(line(t, u.id, v.id, moved)), (t.name(u.id), t.name(v.id), moved)
                    told.add(able)
    assert told == {True, False}
