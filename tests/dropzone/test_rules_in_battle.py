"""Rules that show on the table: sight, uses, set-up, jumps, Garrisons, Behemoths, lists."""

from __future__ import annotations

import pytest

from grognard.systems.dropzone import army, deployment, harm, hazards, infiltration
from grognard.systems.dropzone.behemoths.zones import prepared, zones
from grognard.systems.dropzone.buildings import leaving
from grognard.systems.dropzone.examples import squad, weapon
from grognard.systems.dropzone.harm import struck
from grognard.systems.dropzone.movement.move_action import can_move, move
from grognard.systems.dropzone.objectives import search
from grognard.systems.dropzone.shooting import shoot_action, targeting
from grognard.systems.dropzone.squads import coherent, group, housed
from grognard.systems.dropzone.transports import disembarking
from grognard.systems.dropzone.turn import activation
from grognard.table.events import Embarked
from grognard.table.terrain import Piece, rectangle

from .field import field, house, run, told
from .test_battle import GUN, carrier, foot, inside, tanks

WALL = Piece("wall", rectangle(6, 14, 10, 0.5), 1.5, ("impassable", "solid"))
FLAMES = weapon("Flame", "Flames", acc=3, energy=12, full=30.0, shots=3)


@pytest.mark.rule("dropzone:articulated")
def test_an_articulated_weapon_looks_over_a_low_wall():
    low = weapon("", "Low")
    high = weapon("Articulated", "High")
    t = field((tanks("A", 1, low, high), 0, 10, 13), (tanks("B"), 1, 10, 24), pieces=(WALL,))
    assert not targeting.can_aim(t, t[0], 0, t[1])
    assert targeting.can_aim(t, t[0], 1, t[1])


@pytest.mark.rule("dropzone:limited")
def test_limited_uses_run_out():
    t = field((tanks("A", 1, weapon("Limited 1", "Rocket")), 0, 10, 10), (tanks("B"), 1, 10, 20))
    run(t, shoot_action.shoot(t, 0), [1])
    t.change(0, effects=tuple(e for e in t[0].effects if e.what == "used"))  # the next round
    assert targeting.lines(t[0]) == []


@pytest.mark.rule("dropzone:alternate-fire")
def test_one_profile_of_a_group_a_round():
    first, second = weapon("Alt-1", "One"), weapon("Alt-1", "Two")
    t = field((tanks("A", 1, first, second), 0, 10, 10), (tanks("B"), 1, 10, 20))
    run(t, shoot_action.shoot(t, 0), [1])
    assert targeting.lines(t[0]) == []


@pytest.mark.rule("dropzone:strafe")
def test_strafing_reaches_neighbours_and_nobody_far_off():
    lance = weapon("Strafe-2", "Lance", acc=None, energy=20)
    t = field((tanks("A", 1, lance), 0, 10, 10), (tanks("B", 2), 1, 10, 20), distance=2.5)
    run(t, shoot_action.shoot(t, 0), [2, 2])
    assert not t[1].alive
    t = field((tanks("A", 1, lance), 0, 10, 10), (tanks("B", 2), 1, 10, 20), distance=4.0)
    run(t, shoot_action.shoot(t, 0), [2, 2])
    assert t[1].size == 1  # the second is too far from the first


@pytest.mark.rule("dropzone:indirect")
class TestIndirect:
    hill = Piece("hill", rectangle(4, 14, 14, 4), 6.0, ("solid",))

    def test_it_fires_unseen_on_5(self):
        t = field((tanks("A", 1, weapon("Indirect", acc=2)), 0, 10, 10), (tanks("B"), 1, 10, 24), pieces=(self.hill,))
        run(t, shoot_action.shoot(t, 0), [4])
        assert t[1].alive
        t.change(0, effects=())
        run(t, shoot_action.shoot(t, 0), [5, 6])
        assert not t[1].alive

    def test_a_scout_sees_for_it(self):
        scout = squad(GUN, name="Scout", type="Tank", A=11, details=(("category", "Scout"),))
        t = field(
            (tanks("A", 1, weapon("Indirect", acc=2)), 0, 10, 10),
            (scout, 0, 30, 24),
            (tanks("B"), 1, 10, 24),
            pieces=(self.hill,),
        )
        run(t, shoot_action.shoot(t, 0), [2, 6])
        assert not t[2].alive

    def test_what_the_firer_sees_is_not_fired_at_blindly(self):
        t = field((tanks("A", 1, weapon("Indirect", acc=2)), 0, 10, 10), (tanks("B"), 1, 10, 24))
        assert targeting.outlook(t, t[0], t[0].members[0].weapons[0], t[1]).seen[0][0] == ()


@pytest.mark.rule("dropzone:flame")
class TestFlameInTheHouse:
    def test_it_reaches_those_away_from_the_edges_and_leaves_a_token(self):
        t = field((tanks("A", 1, FLAMES), 0, 10, 10), (foot("In", 1), 1, 30, 30), pieces=(house(8, 14, dp=30),))
        inside(t, 1)
        assert targeting.can_aim(t, t[0], 0, t[1])
        # three misses; the token: a die on the house, a die on the squad (7 against 4: 3+)
        run(t, shoot_action.shoot(t, 0), [1, 1, 1, 2, 3], picks={"at what": ("squad", 1)})
        assert t[1].wounds == (4,) and t.scenery[0].tokens == 0

    def test_dice_that_miss_hit_friends_inside(self):
        friend, foe = foot("Friend", 1, DP=9), foot("Foe", 1, DP=9)
        flames = tanks("A", 1, FLAMES)
        t = field((flames, 0, 10, 10), (friend, 0, 40, 40), (foe, 1, 30, 30), pieces=(house(8, 14, dp=30),))
        inside(t, 1), inside(t, 2)
        # one hit on the foe (2: critical), two misses on the friend; the token hits the house and the first squad
        run(t, shoot_action.shoot(t, 0), [3, 2, 1, 2, 2, 2, 1, 1, 1])
        assert t[1].wounds == (5,) and t[2].wounds == (7,)


@pytest.mark.rule("dropzone:wide")
def test_wide_squads_hold_together_twice_as_far_apart():
    t = field((tanks("A", 2, rules="Wide"), 0, 10, 10), (tanks("B", 2), 1, 10, 30), distance=5.5)
    assert coherent(t[0]) and not coherent(t[1])


@pytest.mark.rule("dropzone:infiltrate")
class TestInfiltrate:
    def test_it_is_set_up_ahead_of_its_zone(self):
        t = field((tanks("A", rules='Infiltrate 18"'), 0, 10, 10), (tanks("B"), 1, 10, 30))
        setup = infiltration.setup_of(t[0])
        assert setup.ahead == 18 and setup.by == ("dropzone:infiltrate",)

    def test_infantry_may_start_in_a_garrison(self):
        t = field((foot("A", rules='Infiltrate 18"'), 0, 10, 10), (tanks("B"), 1, 10, 30), pieces=(house(8, 14),))
        t.change(0, place="off")
        log: list = []
        run(
            t,
            infiltration.put_ahead(t, 0, infiltration.setup_of(t[0])),
            picks={"a building": 0, "which part": 1},
            log=log,
        )
        assert housed(t[0]) == (0, 1)

    def test_it_comes_down_whatever_its_battlegroup_does(self):
        t = field((tanks("A", rules='Infiltrate 18"'), 0, 10, 10), (tanks("B"), 1, 10, 30))
        t.change(0, place="off")
        run(t, deployment.set_up(t, 0, group(t[0])), picks={"how does": "readiness"})
        assert t[0].here


@pytest.mark.rule("dropzone:rapid-insertion")
class TestRapidInsertion:
    def drop(self, rules='Rapid Insertion 4"', pieces=()):
        men = foot("Men", 2, rules=rules, details=(("transport", ("req 1 c",)),))
        t = field((carrier(cap="cap 3 c"), 0, 10, 12), (men, 0, 40, 40), (tanks("B"), 1, 40, 10), pieces=pieces)
        Embarked(1, 0).on(t)
        return t

    def test_they_leave_an_aircraft_in_the_air(self):
        t = self.drop()
        run(t, move(t, 1))
        assert t[1].here and t[1].has("from the air")
        assert disembarking.may_leave(self.drop(rules=""), self.drop(rules="")[1]) == []

    def test_not_when_it_has_flown_too_far(self):
        from grognard.table.events import Given
        from grognard.table.state import Effect

        for inches, out in ((13, [0]), (14, [])):
            t = self.drop()
            Given(0, Effect("moved", 0, ("round ends", 1), float(inches))).on(t)
            assert disembarking.may_leave(t, t[1]) == out

    def test_straight_into_a_garrison_below_and_no_dice_thrown_again(self):
        t = self.drop(pieces=(house(8, 10),))
        run(t, move(t, 1), picks={"drop into": 0, "which part": -1})
        assert housed(t[1]) == (0, -1) and t[1].has("jumped in")


@pytest.mark.rule("dropzone:bloodthirsty")
class TestBloodthirsty:
    def test_with_an_enemy_inside_it_neither_shifts_nor_leaves(self):
        t = field(
            (foot("Blades", 1, rules="Bloodthirsty"), 0, 10, 12.9), (foot("Foe", 1), 1, 30, 30), pieces=(house(8, 14),)
        )
        inside(t, 0)
        assert leaving.held_back(t, t[0]) == ()
        inside(t, 1)
        assert run(t, leaving.move_inside(t, 0)) is False and not can_move(t, t[0])
        log: list = []
        run(t, activation(t, 0), [1, 1, 1, 1], log=log)
        assert housed(t[0]) == (0, -1) and "will not leave" in told(t, log)[0]

    def test_it_searches_two_worse(self):
        blades = foot("Blades", 1, rules="Bloodthirsty")
        t = field((blades, 0, 10, 12.9), (tanks("B"), 1, 40, 40), pieces=(house(8, 14),), objectives=((10, 16),))
        inside(t, 0)
        t.clock = type(t.clock)(4, 0, t.clock.step, 0, "")
        run(t, search.search(t, 0, 1), [4])
        assert t.marker(1).side == -1
        run(t, search.search(t, 0, 1), [5])
        assert t.marker(1).side == 0


def behemoth(*guns, **more):
    parts = (("Hull", 2, 4), ("Legs", 2, 3), ("Weapons", 2, 4))
    return squad(
        *(guns or (GUN,)), name="Beast", type="Behemoth", A=12, DP=8, MV=8, details=(("zones", parts),), **more
    )


class TestBehemoth:
    def beast(self, *guns):
        t = field((tanks("A"), 0, 10, 10), (behemoth(*guns), 1, 10, 24))
        prepared(t)
        return t

    def test_a_zone_is_aimed_at_and_loses_points(self):
        t = self.beast()
        run(t, shoot_action.shoot(t, 0), [2, 4], picks={"which zone": "Legs"})
        assert dict(zones(t[1])) == {"Hull": 8, "Legs": 4, "Weapons": 8}

    def test_a_threshold_cripples_and_another_zone_suffers(self):
        t = self.beast()
        run(t, struck(t, 1, {"Hull": 4}, 0), picks={"other zone": "Legs"})
        assert t[1].members[0].stats.A == 10 and dict(zones(t[1])) == {"Hull": 4, "Legs": 5, "Weapons": 8}

    @pytest.mark.parametrize(
        ("die", "zone"), [(1, "Hull"), (2, "Hull"), (3, "Legs"), (4, "Legs"), (5, "Weapons"), (6, "Weapons")]
    )
    def test_an_explosion_hits_one_of_its_zones(self, die, zone):
        t = self.beast()
        before = zones(t[1])
        run(t, harm.blast(t, 1, (0,), 1, hazards.WRECK, 0), [die, 4])  # 10 against 12: 4+
        assert [name for name, points in zones(t[1]) if (name, points) not in before] == [zone]

    def test_two_zones_gone_and_it_falls(self):
        t = self.beast()
        t.change(0, form=t[0].form.shifted(0, 12))
        run(t, struck(t, 1, {"Hull": 0, "Legs": 0}, 0), [3, 1, 1, 1])
        assert not t[1].alive

    @pytest.mark.rule("dropzone:structural")
    def test_structural_weapons_are_not_lost(self):
        t = self.beast(weapon("Structural", "Fixed"), weapon("", "Loose"))
        run(t, struck(t, 1, {"Weapons": 4}, 0))
        assert [w.name for w in t[1].members[0].weapons] == ["Fixed"]
        run(t, struck(t, 1, {"Weapons": 0}, 0))
        assert [w.name for w in t[1].members[0].weapons] == ["Fixed"]


@pytest.mark.rule("dropzone:command-centre")
def test_a_commander_rides_in_a_command_unit_or_a_command_centre():
    plain = squad(GUN, name="Plain", details=(("commander", 2), ("category", "Heavy")))
    centre = squad(GUN, name="Centre", rules="Command Centre", details=(("commander", 2), ("category", "Heavy")))
    command = squad(GUN, name="Command", details=(("commander", 2), ("category", "Command")))
    assert len(army.commanders([plain])) == 1 and army.commanders([centre, command]) == []


@pytest.mark.rule("dropzone:rare")
def test_rare_squads_are_limited_by_the_size_of_the_game():
    def rare(n, units=1):
        return [squad(GUN, name=f"Stalkers, {i}", rules="Rare", units=units) for i in range(n)]

    assert army.rare(rare(1), "Skirmish") == [] and len(army.rare(rare(2), "Skirmish")) == 1
    assert army.rare(rare(2), "Clash") == [] and len(army.rare(rare(3), "Clash")) == 1
    assert army.rare(rare(3), "Battle") == [] and len(army.rare(rare(4), "Battle")) == 1
