"""Out of Garrisons and from one to another: who runs, where to, and what it costs."""

from __future__ import annotations

import pytest

from grognard.bots.greedy import Greedy
from grognard.kernel.asks import Choose
from grognard.systems.dropzone import melee
from grognard.systems.dropzone.buildings import garrisons, leaving
from grognard.systems.dropzone.events import Housed
from grognard.systems.dropzone.examples import weapon
from grognard.systems.dropzone.movement.move_action import move
from grognard.systems.dropzone.shooting import targeting
from grognard.systems.dropzone.shooting.shoot_action import shoot
from grognard.systems.dropzone.squads import housed, moved
from grognard.systems.dropzone.transports.embarking import may_board
from grognard.systems.dropzone.turn import GAME, Actions
from grognard.table.events import Embarked, Given
from grognard.table.state import Effect

from .field import field, house, run
from .test_battle import KNIVES, carrier, foot, tanks

LINKED = {"linked-garrisons": "near"}
HURT = Effect("shaken in close quarters", 0)


def put(t, u, piece=0, edge=-1):
    Housed(u, piece, edge, garrisons.stand(t, t[u], piece, edge)).on(t)


def street(*more, distance=2.0, rulings=LINKED, rooms=20):
    """Two houses side by side, five inches wide, and a squad in the left one."""
    houses = (house(8, 14, dp=rooms), house(13 + distance, 14, dp=rooms, name="next"))
    t = field((foot("Men", 2), 0, 30, 30), *more, (tanks("Far"), 1, 40, 40), pieces=houses, rulings=rulings)
    put(t, 0)
    return t


class TestFortitude:
    def hurt(self, *more, rulings=None):
        t = street((foot("Foe", 1, DP=6), 1, 30, 36), *more, rulings=rulings)
        foe = next(u.id for u in t.units if u.kind.name == "Foe")
        put(t, foe)
        t.change(foe, wounds=(2,))
        Given(foe, HURT).on(t)
        return t, foe

    def test_who_fails_runs_and_may_still_be_activated(self):
        t, foe = self.hurt()
        run(t, melee.tests_fortitude(t), [3])  # Fortitude 4+
        assert housed(t[foe]) is None and t[foe].here and foe not in t.acted

    @pytest.mark.asks("does … hold on?", of=1)
    def test_a_squad_may_run_without_a_die(self):
        t, foe = self.hurt()
        run(t, melee.tests_fortitude(t), [], picks={"hold on": "run"})
        assert housed(t[foe]) is None and moved(t[foe]) == 0

    def test_who_holds_stays(self):
        t, foe = self.hurt()
        run(t, melee.tests_fortitude(t), [4])
        assert housed(t[foe]) == (0, -1)

    @pytest.mark.asks("where does … run?", of=1)
    def test_who_runs_may_run_next_door(self):
        t, foe = self.hurt(rulings=LINKED)
        run(t, melee.tests_fortitude(t), [2])
        assert housed(t[foe]) == (1, -1)
        t, foe = self.hurt(rulings=LINKED)
        run(t, melee.tests_fortitude(t), [2], picks={"where does": "outside"})
        assert housed(t[foe]) is None


def boarding():
    """A squad of a battlegroup in a house, and its carrier beside the lower wall."""
    own = ("battlegroup", "One")
    men = foot("Men", 2, details=(("transport", ("req 1 c",)), own))
    ride = carrier("Ride", "cap 3 c", "Tank", details=(("transport", ("cap 3 c",)), own))
    t = field((men, 0, 30, 30), (ride, 0, 10.5, 10.5), (tanks("Far"), 1, 40, 40), pieces=(house(8, 14),))
    put(t, 0)
    return t


def test_who_leaves_may_get_straight_aboard_what_stands_there():
    t = boarding()
    run(t, move(t, 0), picks={"which part": "leave", "which side": 0, "get aboard": 1})
    assert t[0].place == "aboard" and t[0].aboard == 1
    t = boarding()
    log = []
    run(t, move(t, 0), picks={"which part": "leave", "which side": 2}, log=log)  # on the other side it is too far
    assert t[0].here and t[0].form.centre[1] > 19


def test_who_runs_may_get_straight_aboard_too():
    t = boarding()
    run(t, leaving.run_away(t, 0, 0), picks={"which side": 0, "get aboard": 1})
    assert t[0].place == "aboard"


def test_who_has_come_out_has_moved():
    still = weapon(acc=2, energy=10, mf=0)
    t = field((foot("Men", 1, still, KNIVES), 0, 30, 30), (tanks("B"), 1, 10, 8), pieces=(house(8, 14),))
    put(t, 0, edge=0)
    assert targeting.targets(t, t[0], 0) == [("squad", 1)] and targeting.lines(t[0]) == [0]
    run(t, move(t, 0), picks={"which part": "leave", "which side": 0})
    assert housed(t[0]) is None and targeting.lines(t[0]) == []  # what must not move may not fire


def test_a_garrison_holds_no_more_units_of_both_sides_than_its_points_at_first():
    for rooms, opens in ((5, True), (4, False)):  # three are inside, two come
        small = house(8, 14, dp=rooms)
        t = field((foot("Men", 2), 0, 9.5, 12.9), (foot("Foe", 3), 1, 30, 30), pieces=(small,))
        assert garrisons.doors(t, t[0]) == [0]
        put(t, 1)
        assert garrisons.doors(t, t[0]) == ([0] if opens else [])


class TestLinkedGarrisons:
    def test_those_no_more_than_2_inches_apart_are_linked_where_the_players_agree(self):
        assert garrisons.linked(street(), street()[0], 0) == [1]
        assert garrisons.linked(street(distance=2.0625), street(distance=2.0625)[0], 0) == []
        t = street(rulings={})
        assert garrisons.linked(t, t[0], 0) == []

    def test_a_move_leads_from_one_to_the_other(self):
        t = street()
        run(t, move(t, 0), picks={"moves to which": ("linked", 1), "which part of": 1})
        assert housed(t[0]) == (1, 1) and moved(t[0]) > 0

    def test_it_is_an_entry_like_any_other(self):
        t = street((foot("Foe", 2), 1, 30, 36))
        put(t, 1, 1)
        run(t, move(t, 0), picks={"moves to which": ("linked", 1)})
        # four dice a unit, 6 against 7: 2 and more; successes of those who storm are thrown again
        run(t, melee.fight(t, 0), ([2] * 4 + [1] * 4) * 2)
        assert t[1].wounds == (5, 5)

    def test_who_is_outnumbered_must_pass_to_go_there(self):
        t = street((foot("Foe", 1), 1, 30, 36), (foot("More", 1), 1, 30, 38))
        put(t, 1), put(t, 2)
        run(t, move(t, 0), [2], picks={"moves to which": ("linked", 1)})  # 2 short of 4
        assert housed(t[0]) == (1, -1) and sum(t[0].wounds) == 8

    def test_there_must_be_room_for_the_whole_squad(self):
        t = street((foot("Foe", 3), 1, 30, 36), rooms=4)
        put(t, 1, 1)
        assert garrisons.linked(t, t[0], 0) == []

    def test_greedy_players_go_where_there_is_somebody_to_fight(self):
        bot = Greedy(None, GAME)
        t = street((foot("Foe", 2), 1, 30, 36))
        put(t, 1, 1)
        ask = Choose(0, "what does it do?", Actions(t, t[0]), None, (0, "action"))
        assert bot.choose(t, ask) == "move"
        parts = (*garrisons.places(t, t[0], 0), ("linked", 1), "leave")
        assert bot.choose(t, Choose(0, "which part?", parts, parts[0], (0, "inside"))) == ("linked", 1)
        t = street()
        assert bot.choose(t, Choose(0, "what does it do?", Actions(t, t[0]), None, (0, "action"))) != "move"


def test_infantry_that_a_landed_craft_lets_out_for_free_may_go_straight_in():
    own = ("battlegroup", "One")
    condor = carrier("Condor", "cap 3 c", details=(("transport", ("cap 3 c",)), own))
    men = foot("Men", 2, details=(("transport", ("req 1 c",)), own))
    t = field((condor, 0, 10, 8), (men, 0, 30, 30), (tanks("Far"), 1, 40, 40), pieces=(house(8, 11),))
    Embarked(1, 0).on(t)
    picks = {
        "where does Condor land": lambda ask: next(iter(ask.options)),
        "does Condor land?": "land",
        "where does Men": lambda ask: next(iter(ask.options)),
        "does Men get out": "yes",
        "go inside": 0,
        "which part": 0,
        "take off": "stay",
    }
    run(t, move(t, 0), picks=picks)
    assert housed(t[1]) == (0, 0) and 1 not in t.acted and t[1].has("disembarked")


def test_who_has_shot_this_round_does_not_get_aboard():
    own = ("battlegroup", "One")
    men = foot("Men", 1, details=(("transport", ("req 1 c",)), own))
    ride = carrier("Ride", "cap 3 c", "Tank", details=(("transport", ("cap 3 c",)), own))
    t = field((men, 0, 10, 10), (ride, 0, 12, 10), (foot("Far", 1), 1, 10, 20))
    assert may_board(t, t[0]) == [1]
    run(t, shoot(t, 0), [1, 1, 1, 1])
    assert may_board(t, t[0]) == []
