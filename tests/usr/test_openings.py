"""What greedy players make of early choices, arrivals, divided fire and weapons that are used once."""

from __future__ import annotations

import pytest

from grognard.bots.greedy import best
from grognard.systems.usr import condition, deployment, reserves
from grognard.systems.usr.examples import model, target, unit, weapon
from grognard.systems.usr.movement import running
from grognard.systems.usr.shooting import interceptor, night_fighting, split_fire
from grognard.systems.usr.shooting.shooting import fire
from grognard.systems.usr.turn import GAME
from grognard.table.state import Effect
from tests.usr.field import Played, field

rule = pytest.mark.rule
RIFLE = weapon("Rifle", range=30, type="Heavy 1")
KNIFE = weapon("Knife", melee=True)
ROCKET = weapon("Rocket", "One Use Only", range=48, S=9, AP=2)
LANCE = weapon("Lance", range=48, S=9, AP=2)
FOES = unit(model(name="Foe"), name="Foes", count=6)
TANK = unit(model(name="Tank", Front=13, Side=12), name="Tank", type="Vehicle", points=200)


def greedily(t, procedure, faces=()):
    """What a greedy player on both sides makes of a procedure, with the answers by question."""
    from grognard.kernel import Scripted
    from grognard.kernel.play import Play

    played, dice = Played(), Scripted(faces)

    def decide(ask):
        lazily = not isinstance(ask.options, (tuple, list))
        if not lazily and len(ask.options) == 1:
            return ask.options[0]
        pick, _ = best(t, ask, list(ask.options), GAME)
        played.asked[ask.question] = [pick]
        return pick

    def emit(event):
        event.on(t)
        played.events.append(event)

    played.result = Play(dice, decide, emit).run(procedure)
    dice.end()
    return played


@pytest.mark.parametrize(("word", "arms", "how"), [
    ("Infiltrate", RIFLE, "infiltrate"), ("Outflank", KNIFE, "outflank"), ("Outflank", RIFLE, "deploy"),
    ("Deep Strike", KNIFE, "deep strike"), ("Deep Strike", RIFLE, "deploy"), ("Scout", RIFLE, "deploy"),
])  # fmt: skip
def test_a_unit_starts_where_it_is_of_use(word, arms, how):
    some = unit(model(word, weapons=[arms], A=2 if arms is KNIFE else 1), name="Some", count=4)
    t = field((some, 0, 10, 10), (FOES, 0, 20, 10), (FOES, 1, 10, 40), step="holding_back")
    t.change(0, place="off")
    assert list(greedily(t, reserves.keep_one(t)).asked.values()) == [[how]]


@rule("usr:infiltrate")
def test_whoever_wins_the_roll_off_lets_the_other_infiltrate_first():
    spies = unit(model("Infiltrate"), name="Spies")
    t = field((spies, 0, 10, 10), (spies, 1, 20, 40), step="infiltrating")
    for u in (0, 1):
        t.change(u, place="off", form=t[u].form.only(()))
    greedily(t, deployment.infiltrate_one(t), [6, 1])
    assert t[1].here and not t[0].here


@rule("usr:interceptor")
def test_a_gun_intercepts_when_it_has_nothing_better_to_do_in_its_own_turn():
    watch = unit(model(weapons=[weapon("Watch gun", "Interceptor", range=48, S=9, AP=2)]), name="Watch")
    for tank, fired in ((), True), (((TANK, 1, 30, 30),), False):
        t = field((watch, 0, 10, 10), (FOES, 1, 10, 30), *tank, step="intercepting", player=1)
        t.change(1, effects=(Effect(condition.ARRIVED),))
        done = greedily(t, interceptor.intercept_one(t, 1), [1] if fired else [])
        assert (done.event("ShotAt") is not None) is fired


@rule("usr:split-fire")
def test_lances_fire_at_the_tank_and_rifles_at_the_men():
    squad = unit(
        model("Split Fire", weapons=[RIFLE]), model("Split Fire", weapons=[RIFLE]), model(weapons=[LANCE]), name="Squad"
    )
    t = field((squad, 0, 10, 10), (FOES, 1, 10, 30), (TANK, 1, 30, 30))
    done = greedily(t, split_fire.shoot(t, 0), [1] * 3)
    assert {s.weapons: t.name(s.target) for s in done.all("ShotAt")} == {("Lance",): "Tank", ("Rifle",): "Foes"}


@rule("usr:split-fire")
def test_a_unit_of_rifles_fires_as_one():
    squad = unit(model("Split Fire", weapons=[RIFLE]), name="Squad", count=3)
    t = field((squad, 0, 10, 10), (FOES, 1, 10, 30), (FOES, 1, 20, 30))
    assert len(greedily(t, split_fire.shoot(t, 0), [1] * 3).all("ShotAt")) == 1


@rule("usr:one-use-only")
@pytest.mark.parametrize(("others", "round", "fired"), [((TANK,), 1, False), ((), 1, True), ((TANK,), 6, True)])
def test_a_rocket_is_kept_for_the_tank_but_not_beyond_the_last_round(others, round, fired):
    rockets = unit(model(weapons=[RIFLE, ROCKET], Front=11), name="Wagon", type="Vehicle")
    t = field((rockets, 0, 10, 10), (FOES, 1, 10, 30), *((kind, 1, 30, 30) for kind in others), round=round)
    done = greedily(t, fire(t, 0, 1), [1] * (1 + fired))
    assert done.event("ShotAt").weapons == (("Rifle", "Rocket") if fired else ("Rifle",))


def test_the_side_that_shoots_worse_asks_for_night():
    guns = unit(model(weapons=[RIFLE], BS=5), name="Guns", count=8)
    mob = unit(model(weapons=[KNIFE]), name="Mob", count=8)
    t = field((guns, 0, 10, 10), (mob, 1, 10, 30), step="nightfall")
    asked = greedily(t, night_fighting.nightfall(t), [4]).asked
    assert list(asked.values()) == [["no"], ["yes"]] and night_fighting.dark(t)


@rule("usr:acute-senses")
def test_who_hopes_for_the_better_side_throws_again():
    keen = unit(model("Outflank", "Acute Senses", weapons=[KNIFE], A=3), name="Keen", count=5)
    for x, again in ((44.0, True), (4.0, False)):
        t = field((keen, 0, None, 0), (target(count=5), 1, x - 3, 24), round=2, rulings={"outflank": "random"})
        t.memory = {**t.memory, ("outflank", 0): True}
        asked = greedily(t, reserves.arrive(t, 0), [1, 3] if again else [1]).asked  # left, then right
        assert next(v for q, v in asked.items() if "roll again" in q) == ["yes" if again else "no"]


@rule("usr:deep-strike")
def test_who_has_nothing_to_shoot_at_runs():
    drop = unit(model("Deep Strike", weapons=[KNIFE]), name="Drop")
    for y, runs in ((46.0, True), (26.0, False)):
        t = field((drop, 0, 24, 20), (FOES, 1, 24, y), step="shooting", round=2)
        t.change(0, effects=(Effect(condition.ARRIVED, value="deep strike"),))
        asked = greedily(t, running.act(t, 0), [4] if runs else []).asked
        assert asked["does Drop shoot or run?"] == ["run" if runs else "shoot"]
