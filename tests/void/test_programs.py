"""What programs make of the rarer choices: each is valued through the laws that a battle plays by."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from grognard import battles
from grognard.bots import greedy
from grognard.common import battle
from grognard.systems.void.bots.greedy import fire_now, worth
from grognard.systems.void.bots.value import brawler, harm
from grognard.systems.void.examples import model, trooper, unit, weapon
from grognard.systems.void.orders import Orders
from grognard.systems.void.rules import (
    BerserkCharge,
    DropTrooper,
    EnforcedRally,
    ImmuneToPanic,
    MultipleAttacks,
    NeuralSpikeActivation,
    Prone,
    Strategy,
    SuppressiveFire,
    TargetAcquisition,
    TroopCarrier,
)
from grognard.systems.void.shooting.lines_of_fire import line
from grognard.table.events import Embarked, Given
from grognard.table.state import Clock, Effect, Marker

from .field import Field, at

BLADE = ("Combat Blade",)


def best(f, about, options, question="?", default=None):
    """What a greedy player picks."""
    ask = SimpleNamespace(about=about, options=options, question=question, default=default)
    return max(options, key=lambda option: (worth(f.table, ask)(option)[0], -options.index(option)))


def order(f, u, *words):
    """Which of these orders a greedy player gives."""
    return best(f, ("order", u, Orders(f.table, u)), words)


def test_who_has_targets_and_time_lies_down_and_who_is_near_the_enemy_does_not():
    squad = replace(trooper(Prone(), n=4, arms=("machine gun", "Combat Blade")), points=100)
    foes = replace(trooper(n=4), points=100)
    far = Field([at(squad, 20, 10)], [at(foes, 20, 30)])
    # 30 points of harm expected from here: a fifth of it now against a fifth more in each of three turns
    assert order(far, 0, "stay", "go prone") == "go prone"
    near = Field([at(squad, 20, 10)], [at(foes, 20, 18)])
    assert order(near, 0, "stay", "go prone") == "stay"
    late = Field([at(squad, 20, 10)], [at(foes, 20, 30)])
    late.table.clock = Clock(6, 0, 3, 0, "activations")
    assert order(late, 0, "stay", "go prone") == "stay"


def test_who_lies_in_front_of_blades_gets_up():
    f = Field([at(trooper(Prone(), n=4), 20, 10)], [at(trooper(n=4, arms=BLADE), 20, 15)])
    Given(0, Effect("prone", value=0)).on(f.table)
    assert order(f, 0, "hold", "get up") == "get up"


def barge(n=8):
    return unit(model("light tank", TroopCarrier(n, 2), ImmuneToPanic(), arms=("machine gun",)), type="Vehicle")


@pytest.mark.rule("void:troop-carrier")
def test_brawlers_ride_and_riflemen_and_drop_troopers_do_not():
    blades, rifles = trooper(BerserkCharge(), n=4, arms=BLADE), trooper(n=4)
    late = trooper(DropTrooper(), n=4, arms=BLADE)
    f = Field([at(barge(), 20, 10), (blades, []), (rifles, []), (late, [])], [at(trooper(), 20, 44)])
    assert best(f, ("load", 0), (1, 2, 3, "nobody")) == 1
    assert best(f, ("load", 0), (2, 3, "nobody")) == "nobody"


@pytest.mark.rule("void:troop-carrier")
@pytest.mark.parametrize(("y", "pick"), [(44, "nobody"), (17, 1)])
def test_they_get_out_where_there_is_somebody_to_fight(y, pick):
    f = Field([at(barge(), 20, 10), (trooper(n=4, arms=BLADE), [])], [at(trooper(), 20, y)])
    Embarked(1, 0).on(f.table)
    assert best(f, ("unload", 0), ("nobody", 1)) == pick


def test_carriers_are_set_up_before_those_who_may_ride():
    f = Field([(trooper(n=4), []), (barge(), [])], [at(trooper(), 20, 44)])
    assert best(f, None, (0, 1), "deploy which unit?") == 1


@pytest.mark.rule("void:drop-trooper")
def test_drop_troopers_come_down_when_they_can():
    f = Field([(trooper(DropTrooper()), [])], [at(trooper(), 20, 44)])
    assert best(f, ("drop", 0), (0, "wait")) == 0


@pytest.mark.rule("void:suppressive-fire")
def test_a_small_squad_is_suppressed_rather_than_shot_at_by_poor_shots():
    hush = trooper(SuppressiveFire(9), n=3, arms=(weapon("rifle"),), SH=1)
    f = Field([at(hush, 20, 10)], [at(trooper(n=4), 20, 20)])
    assert best(f, ("shoot", 0, Orders(f.table, 0)), (1, ("suppress", 1), "hold fire")) == ("suppress", 1)


@pytest.mark.rule("void:strategy")
def test_individuals_join_those_they_steady():
    hero = unit(model("hero", Strategy(1), role="individual"))
    keeper = unit(model("hero", NeuralSpikeActivation(1), role="individual"))
    f = Field([at(trooper(n=3), 10, 10), at(hero, 15, 10), at(keeper, 15, 12)], [at(trooper(), 40, 40)])
    assert best(f, ("join", 1), (0, "nobody")) == 0
    assert best(f, ("join", 2), (0, "nobody")) == "nobody"


@pytest.mark.rule("void:neural-spike-activation")
def test_spikes_are_worked_before_the_squad_runs_further():
    convicts = unit(model("convict", EnforcedRally()), n=6)
    f = Field([at(trooper(NeuralSpikeActivation(2)), 10, 10), at(convicts, 10, 14)], [at(trooper(n=9), 10, 30)])
    Given(1, Effect("panicked")).on(f.table)
    assert best(f, None, (1, 0), "activate which unit?") == 0
    assert best(f, ("spikes", 0), (("rally", 1), "nothing")) == ("rally", 1)


def test_closing_in_is_for_those_who_live_by_their_blades():
    for arms, pick in ((BLADE, "close in"), (("machine gun",), "stand")):
        f = Field([at(trooper(n=3, arms=arms), 10, 10)], [at(trooper(n=3), 10, 30)])
        assert best(f, ("close", 0, 1), ("stand", "close in")) == pick
    assert not brawler(trooper(arms=("mortar", "Combat Blade")).models)  # it has no short range, but it shoots


@pytest.mark.rule("void:target-acquisition")
def test_a_lock_is_used_when_it_is_the_better_aim():
    locked = trooper(arms=(weapon("rifle", TargetAcquisition()),))
    for size, pick in ((4, "aim"), (1, "lock")):
        f = Field([at(locked, 10, 10)], [at(trooper(SZ=size, W=3), 10, 18)])
        Given(1, Effect("painted")).on(f.table)
        ((group, how),) = line(f.table, 0, 1, False).groups
        assert best(f, ("lock", 1, group, how, group.ways[0]), ("lock", "aim")) == pick


@pytest.mark.rule("void:multiple-attacks")
def test_blows_too_many_for_one_enemy_are_divided():
    f = Field(
        [at(trooper(MultipleAttacks(4), AS=10, ST=10, arms=BLADE), 10, 10)],
        [at(trooper(), 10, 10.984375), at(trooper(), 10, 9.015625)],
    )
    options = (((1, 4),), ((1, 2), (2, 2)))
    assert best(f, ("divide", 0, 0), options) == options[1]


def test_a_charge_that_can_do_no_harm_is_not_made():
    barges = Field([at(barge(), 20, 10)], [at(barge(), 20, 16)])
    assert best(barges, ("charge", 0), (1, "no assault")) == "no assault"


def test_moves_that_are_judged_from_the_best_down_are_those_picked_among_all(monkeypatch):
    asked = 0

    def compared(table, ask, moves, game):
        nonlocal asked
        listed = [form for make, _ in moves.aims() if (form := moves.offer(make)) is not None]
        pick, _ = best_move(table, ask, moves, game)
        if listed:
            assert pick.positions == greedy.best(table, ask, listed, game)[0].positions
            asked += 1
        return pick, ""

    best_move = greedy.best_move
    monkeypatch.setattr(greedy, "best_move", compared)
    battle.play(battles.setup("void/A", "void/B", seed=5, bots=("greedy",)))
    assert asked > 20


def test_a_move_is_ordered_only_where_there_is_a_better_place_to_go_to():
    f = Field([at(trooper(n=3), 20, 10)], [at(trooper(n=3), 20, 58)])
    f.table.markers = (Marker(0, "objective", 20.0, 10.0),)
    assert order(f, 0, "stay", "move", "rush", "hold") in ("stay", "hold"), "it stands on the objective"
    f.table.markers = (Marker(0, "objective", 20.0, 24.0),)
    assert order(f, 0, "stay", "move", "rush", "hold") == "rush"


def test_who_lives_by_blades_does_not_wait_on_hold():
    for arms, pick in ((BLADE, "stay"), (("pistol",), "hold")):
        f = Field([at(trooper(n=3, arms=arms), 20, 10)], [at(trooper(n=3), 20, 38)])
        assert order(f, 0, "stay", "hold") == pick


@pytest.mark.parametrize(("ruling", "worth_of"), [("nearest", 1), ("any", 2)])
def test_who_must_shoot_at_the_nearest_open_unit_does_not_weigh_those_behind_it(ruling, worth_of):
    near, far = replace(trooper(n=1), points=10), replace(trooper(n=4), points=400)
    f = Field([at(trooper(n=3, arms=("machine gun",)), 20, 10)], [at(near, 20, 18), at(far, 26, 19)])
    if ruling == "any":
        f.table.rulings["open_target"] = ruling
    assert fire_now(f.table, 0) == harm(f.table, line(f.table, 0, worth_of, False), worth_of) > 0
