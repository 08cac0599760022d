"""Before the battle: the roll for the zones, who sets up first, and what Auxiliary squads are set up with."""

from __future__ import annotations

import pytest

from grognard import battles
from grognard.common.deploy import forward
from grognard.common.scenario import Scenario
from grognard.systems.dropzone import deployment
from grognard.systems.dropzone.examples import squad
from grognard.systems.dropzone.objectives import placement
from grognard.systems.dropzone.scenarios import TARGETS_OF_OPPORTUNITY
from grognard.table.terrain import rectangle

from .field import field, run, told
from .test_battle import GUN, carrier, foot, tanks

LOWER, UPPER = rectangle(0, 0, 48, 12), rectangle(0, 36, 48, 12)
NO_ADVANTAGE = {"aerial-advantage": "off"}


def before(*squads, **more):
    """A table before the battle, nobody set up."""
    t = field(*squads, **more)
    for u in t.units:
        t.change(u.id, place="off", effects=())
    t.clock = t.game.steps.start()
    return t


class TestTheRoll:
    def roll(self, faces, zone=None, **more):
        t = before((tanks("A"), 0, 0, 0), (tanks("B"), 1, 0, 0), rulings=NO_ADVANTAGE, **more)
        log = []
        run(t, deployment.rolling_off(t, 0), faces, {"which deployment zone": zone} if zone else {}, log)
        return t, told(t, log)[0]

    @pytest.mark.asks("which deployment zone?", of=0)
    def test_the_highest_picks_a_zone_and_sets_up_first(self):
        t, said = self.roll([5, 2], "the lower zone")
        assert said == "Player 1 wins the roll for deployment, 5 to 2: the lower zone, and the first to set up"
        assert t.ground.zones == (LOWER, UPPER) and (t.clock.first, t.player, t.phase) == (0, 0, "deploying")

    @pytest.mark.asks("which deployment zone?", of=1)
    def test_equal_dice_are_thrown_again_and_the_zones_may_change_hands(self):
        t, said = self.roll([3, 3, 1, 6], "the lower zone")
        assert said == "Player 2 wins the roll for deployment, 6 to 1: the lower zone, and the first to set up"
        assert t.ground.zones == (UPPER, LOWER) and (t.clock.first, t.player) == (1, 1)
        assert forward(t, 1) == (0.0, 1.0) and forward(t, 0) == (0.0, -1.0)
        run(t, deployment.deploying(t, 1), picks={"how does": "on the table"})
        assert t[1].here and t[1].form.centre[1] < 12 and t[0].place == "off" and t.player == 0

    def test_zones_in_corners_have_their_names(self):
        _, said = self.roll([6, 1], "the upper right zone", scenario=Scenario(objectives=0, zones="corners"))
        assert "the upper right zone" in said

    def test_two_zones_alike_are_told_by_number(self):
        ground = field((tanks("A"), 0, 0, 0)).ground
        assert deployment.zone_names(ground) == ("the lower zone", "the upper zone")
        both = type(ground)(48.0, 48.0, zones=(rectangle(0, 0, 10, 12), rectangle(12, 0, 10, 12)))
        assert deployment.zone_names(both) == ("the first zone", "the second zone")

    def test_the_winner_puts_down_the_first_objective_too(self):
        t, _ = self.roll([1, 6], scenario=TARGETS_OF_OPPORTUNITY)
        log = []
        run(t, placement.place_one(t), log=log)
        assert told(t, log)[0].startswith("Player 2 puts objective 1")


def own(name, *more):
    return (("battlegroup", name), *more)


class TestAuxiliarySquads:
    def field(self, *squads):
        """A battlegroup of tanks each for both, and Auxiliary squads of the first player."""
        flak = squad(GUN, name="Flak", type="Tank", details=(("category", "Auxiliary"),))
        return before(
            (tanks("A", details=own("One")), 0, 0, 0),
            (tanks("Z", details=own("Two")), 0, 0, 0),
            (flak, 0, 0, 0),
            *squads,
            (tanks("B", details=own("Foes")), 1, 0, 0),
            rulings=NO_ADVANTAGE,
        )

    @pytest.mark.asks("is … set up with …?", of=0)
    def test_one_is_set_up_as_the_battlegroup_that_it_is_added_to(self):
        t = self.field()
        run(t, deployment.set_up(t, 0, "One"), picks={"Flak set up with One": "with One", "how does": "readiness"})
        assert t[0].has("readiness") and t[2].has("readiness") and t[1].place == "off"

    def test_or_later_and_after_all_others_of_both_players(self):
        t = self.field()
        run(t, deployment.deploying(t, 0), picks={"which battlegroup": "One"})
        assert t[2].place == "off" and deployment.waiting(t, 0) == ["Two"]
        run(t, deployment.set_up(t, 0, "Two"))
        assert deployment.waiting(t, 0) == []  # the enemy has still a battlegroup
        run(t, deployment.deploying(t, 0))
        assert t[3].place != "off" and deployment.waiting(t, 0) == [""]
        run(t, deployment.deploying(t, 1))
        assert t[2].here

    def test_a_transport_is_set_up_with_those_it_carries(self):
        details = (("transport", ("cap 3 c",)), ("category", "Auxiliary"))
        ride = carrier("Ride", "cap 3 c", "Tank", details=details)
        men = foot("Men", 1, details=own("One", ("transport", ("req 2 c",))))
        t = self.field((ride, 0, 0, 0), (men, 0, 0, 0))
        run(t, deployment.set_up(t, 0, "One"), picks={"how does": "readiness"})
        assert t[4].aboard == 3 and t[3].has("readiness") and t[2].place == "off"

    def test_an_empty_one_waits_for_those_who_may_yet_ride(self):
        details = (("transport", ("cap 3 c",)), ("category", "Auxiliary"))
        ride = carrier("Ride", "cap 3 c", "Tank", details=details)
        men = foot("Men", 1, details=own("Two", ("transport", ("req 1 c",))))
        t = self.field((ride, 0, 0, 0), (men, 0, 0, 0))
        run(t, deployment.set_up(t, 0, "One"), picks={"set up with One": lambda ask: ask.options[-1]})
        assert t[2].here and t[3].place == "off"
        run(t, deployment.set_up(t, 0, "Two"), picks={"start in": "on its own", "Ride set up with Two": "with Two"})
        assert t[3].here and t[4].here

    @pytest.mark.rule("dropzone:access")
    def test_a_gate_may_stand_before_those_who_wait_in_holding(self):
        details = (("transport", ("cap 6 b",)), ("category", "Auxiliary"))
        gate = squad(GUN, name="Gate", type="Tank", rules="Access", details=details)
        men = foot("Men", 1, details=own("Two", ("transport", ("req 1 b",))))
        t = self.field((gate, 0, 0, 0), (men, 0, 0, 0))
        run(t, deployment.set_up(t, 0, "One"), picks={"Gate set up": "with One"})
        assert t[3].here
        run(t, deployment.set_up(t, 0, "Two"), picks={"start in": 3})
        assert t[4].has("holding")


@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_whole_battles_are_fought_from_either_side(bot):
    sides = set()
    for seed in range(1, 7):
        t = battles.fight(battles.setup("dropzone/A", "dropzone/B", seed=seed, bots=(bot, bot))).session.table
        sides.add(t.ground.zones[0][0][1] == 0.0)
    assert sides == ({True, False} if bot == "random" else {True})
