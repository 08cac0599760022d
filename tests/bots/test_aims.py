"""What greedy players make for: objectives that nobody of theirs holds, the last rounds, places from which they see somebody."""

from __future__ import annotations

import tomllib
from importlib.resources import files

import pytest
from msgspec.structs import replace

from grognard import battles, systems
from grognard.bots.balance import TERMS, terms, to_come
from grognard.bots.greedy import best_move
from grognard.bots.places import HELD, SAFE, SPARE, WANTED, objectives_for, wishes
from grognard.common import battle, scenario
from grognard.common.deploy import bases
from grognard.kernel.asks import Choose
from grognard.systems.dropzone.bots.greedy import action_worth, squad_worth
from grognard.systems.dropzone.bots.places import blind, hurts, surroundings, vulnerable, wished_objectives
from grognard.systems.dropzone.movement.legal_moves import aloft, flights
from grognard.table.geometry import Formation
from grognard.table.state import Clock


def set_up(ref="command/A", against="command/B", rounds=6):
    """A battle after deployment: the first objective is the first side's, the others nobody's."""
    session = battle.begin(battles.setup(ref, against, seed=3, rounds=rounds))
    while min(len(session.table.own(side)) for side in (0, 1)) < 2:
        session.play(1)
    t = session.table
    t.markers = tuple(replace(m, side=0 if m.id == 1 else -1) if m.kind == "objective" else m for m in t.markers)
    return t


def at(t, unit, x, y):
    """The unit moved so that its middle stands at a point."""
    u, v = unit.form.centre
    t.units[unit.id] = replace(unit, form=unit.form.shifted(x - u, y - v))
    return t.units[unit.id]


def alone(t, *keep):
    """Only these units are left on the table."""
    for u in list(t.units):
        if u.id not in keep and u.here:
            t.units[u.id] = replace(u, place="dead")


def test_what_a_friend_holds_draws_nobody_else_and_what_nobody_wants_can_be_left():
    t = set_up()
    holder, other = t.own(0)[:2]
    foe = t.own(1)[0]
    alone(t, holder.id, other.id, foe.id)
    first, second = [m for m in t.markers if m.kind == "objective"][:2]
    holder, other, foe = at(t, holder, first.x, first.y), at(t, other, 2.0, 40.0), at(t, foe, first.x, first.y + 10)
    assert wishes(t, holder)[:2] == (HELD, WANTED)
    assert wishes(t, other)[:2] == (SPARE, WANTED)
    foe = at(t, foe, 46.0, 46.0)
    assert wishes(t, holder)[0] == SAFE  # no enemy within 18 inches
    at(t, other, second.x, second.y)
    assert wishes(t, holder)[1] == SPARE  # a friend is there already, and no enemy near
    assert objectives_for(t, holder) is objectives_for(t, holder)


def test_objectives_count_more_in_the_last_rounds():
    t = set_up()
    unit = t.own(0)[0]
    usual = wishes(t, unit)
    for now, times in ((4, 1.0), (5, 5 / 3), (6, 2.0)):
        t.clock = Clock(round=now)
        assert wishes(t, unit) == pytest.approx([times * worth for worth in usual])


def test_a_squad_that_sees_nobody_moves_before_it_shoots():
    t = set_up("dropzone/A", "dropzone/B")
    t.ground = replace(t.ground, pieces=())
    tank = next(u for u in t.own(0) if u.kind.name == "Bastion Command Crawler")
    foe = t.own(1)[0]
    alone(t, tank.id, foe.id)
    tank, _ = at(t, tank, 24.0, 10.0), at(t, foe, 24.0, 22.0)
    assert not blind(t, tank) and action_worth(t, tank, "shoot")[0] > action_worth(t, tank, "move")[0]
    alone(t, tank.id)
    assert blind(t, t[tank.id]) and action_worth(t, tank, "move")[0] > action_worth(t, tank, "shoot")[0]


def test_who_stands_in_front_acts_before_who_stands_behind():
    t = set_up("dropzone/A", "dropzone/B")
    front, behind = t.own(0)[:2]
    foe = t.own(1)[0]
    alone(t, front.id, behind.id, foe.id)
    at(t, foe, 24.0, 40.0)
    assert squad_worth(t, at(t, front, 24.0, 20.0))[0] > squad_worth(t, at(t, behind, 24.0, 8.0))[0]


def test_an_aircraft_that_carries_nobody_flies_to_whom_it_could_hurt():
    t = set_up("dropzone/A", "dropzone/B")
    t.ground = replace(t.ground, pieces=())
    kite, foe = next(u for u in t.units if u.kind.name == "Kite Gunships"), t.own(1)[0]
    alone(t, foe.id)
    form = aloft(t.ground, Formation(((4.0, 4.0), (7.0, 4.0)), bases(kite)))
    kite = t.units[kite.id] = replace(kite, place="table", effects=(), form=form)
    foe = at(t, foe, 24.0, 24.0)
    assert blind(t, kite) and foe.id in [v.id for v, _ in vulnerable(t, kite)]
    ask = Choose(0, "where does it fly?", flights(t, kite, 24.0), None, kite.id)
    assert foe.form.centre in [point for _, point in ask.options.aims()]
    pick, _ = best_move(t, ask, ask.options, battle.game_of(systems.get("dropzone")))
    assert hurts(t, kite, pick)


def test_squads_share_the_objectives_too():
    t = set_up("dropzone/A", "dropzone/B")
    unit = t.own(0)[0]
    worths = [worth for _, worth, _ in wished_objectives(t, unit, surroundings(t, 0))]
    assert worths == sorted(worths, reverse=True) and worths[0] == 1.0


def test_every_term_has_a_weight_in_every_system():
    found = tomllib.loads(files("grognard.bots").joinpath("weights.toml").read_text())
    assert set(found) == set(systems.NAMES)
    assert all(list(weights) == list(TERMS) for weights in found.values())


@pytest.mark.parametrize("system", systems.NAMES)
def test_the_terms_of_a_table(system):
    session = battle.begin(battles.setup(f"{system}/A", f"{system}/B", seed=3))
    while session.table.clock.round < 3:
        session.play(1)
    t = session.table
    found = terms(t, 0)
    marks = [m for m in t.markers if m.kind == "objective"]
    assert list(found) == list(TERMS)
    assert to_come(t) == 6.0  # one in each of the rounds 3 to 6, two more at the end
    assert found["held"] == 6.0 * sum(m.side == 0 for m in marks)
    assert found["able"] == sum(scenario.can_hold(t, u) for u in t.own(0))
    assert found["army"] > 0.0 and found["harm"] >= 0.0 and 0.0 <= found["nearer"] <= 6.0 * len(marks)
    t.clock = Clock(round=7)
    assert {name: value for name, value in terms(t, 0).items() if value and name != "army"} == {}
