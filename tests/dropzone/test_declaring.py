"""Who says what a squad fires at, with what, through whose eyes, and whom misses hit; what falls comes after all dice."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from grognard.kernel import Play, Scripted
from grognard.kernel.exact import by_default
from grognard.systems.dropzone import harm, melee
from grognard.systems.dropzone.behemoths.zones import prepared, zones
from grognard.systems.dropzone.buildings import collateral, leaving
from grognard.systems.dropzone.examples import squad, weapon
from grognard.systems.dropzone.harm import struck
from grognard.systems.dropzone.movement.legal_moves import allowance, flights
from grognard.systems.dropzone.shooting import reaction_fire, shoot_action, targeting, units_under_fire
from grognard.systems.dropzone.turn import act
from grognard.table.state import Scenery
from grognard.table.terrain import Piece, rectangle

from .field import field, house, run, told
from .test_battle import FLAK, GUN, foot, inside, tanks
from .test_rules_in_battle import behemoth

SURE = weapon("", "Sure", acc=None, energy=20)


def asked(t, procedure, faces=(), picks=None):
    """(player, question) of all that is asked."""
    found, dice = [], Scripted(faces)

    def decide(ask):
        found.append((ask.player, ask.question))
        pick = next((pick for part, pick in (picks or {}).items() if part in ask.question), None)
        assert pick is None or pick in ask.options, (pick, list(ask.options))
        return by_default(ask) if pick is None else pick

    Play(dice, decide, lambda event: event.on(t)).run(procedure)
    dice.end()
    return found


# --- what falls (row D1) ----------------------------------------------------------------------------------------------


class TestTwoHouses:
    def scene(self, *guns, points=(1, 10)):
        t = field(
            (tanks("A", 1, *guns, A=5), 0, 10, 12.9),
            (tanks("B"), 1, 45, 45),
            pieces=(house(8, 14, dp=10), house(20, 14, dp=10, name="other")),
        )
        t.scenery = tuple(Scenery(points=n) for n in points)
        return t

    def test_all_dice_are_thrown_before_the_first_house_falls(self):
        one, two = weapon("", "One", acc=None, energy=20), weapon("", "Two", acc=None, energy=20)
        t, log = self.scene(one, two), []
        # a critical at each (20 against 10: 2+); then the first falls 3 inches wide: 3 hits on the firer, any of 2+
        picks = {"One at what": ("piece", 0), "Two at what": ("piece", 1)}
        run(t, shoot_action.shoot(t, 0), [2, 2, 6, 2, 1, 1], picks=picks, log=log)
        said = told(t, log)
        assert t.scenery[0].gone and t.scenery[1].points == 9 and not t[0].alive
        assert said.index("other loses 1 Damage Point, 9 left") < next(
            i
            for i, line in enumerate(said)
            if "falls" in line or "destroyed" in line or "gone" in line or "collapses" in line
        )

    def test_two_weapons_at_one_house_are_one_volley(self):
        one, two = weapon("", "One", acc=None, energy=20), weapon("", "Two", acc=None, energy=20)
        t = self.scene(one, two)
        picks = {"One at what": ("piece", 0), "Two at what": ("piece", 0)}
        run(
            t, shoot_action.shoot(t, 0), [2, 2, 3, 1, 1], picks=picks
        )  # one collapse: a D3 of 2, two hits on what is near, of 1
        assert t.scenery[0].gone and t[0].alive


def test_collateral_of_one_volley_comes_once_for_all_its_tokens():
    flames, gun = weapon("Flame", "Flames", acc=None, energy=1, shots=1), weapon("DS 2+", "Lance", acc=2, energy=1)
    t = field((tanks("A", 1, flames, gun), 0, 10, 10), (foot("In", 1), 1, 30, 30), pieces=(house(8, 14, dp=30),))
    inside(t, 1)
    picks = {"Flames at what": ("squad", 1), "Lance at what": ("piece", 0)}
    # 1 against 7: a 6 (a 1 does nothing); a destroyer hit: a point and a token. Two tokens: two dice on the house, two inside
    run(t, shoot_action.shoot(t, 0), [1, 2, 1, 1, 1, 1], picks=picks)
    assert t.scenery[0].tokens == 0 and t.scenery[0].points == 29


# --- whose choice (rows D2, D18) ----------------------------------------------------------------------------------------


@pytest.mark.rule("dropzone:focus")
@pytest.mark.asks("give up hits of … (Focus)?", of=1)
def test_the_player_who_fires_gives_up_hits():
    plasma = weapon("Focus-3", "Plasma", acc=None, energy=3, shots=3)
    t = field((tanks("Ours"), 0, 10, 30), (squad(plasma, name="Them", type="Tank", A=13), 1, 10, 20))
    # three hits of 3 against 13 do nothing: two are given up, one of 9: 4+
    assert (1, "give up hits of Plasma (Focus)?") in asked(t, shoot_action.shoot(t, 1), [4])
    assert not t[0].alive


@pytest.mark.rule("dropzone:flame")
@pytest.mark.asks("whom do the misses of … hit?", of=1)
def test_the_player_who_is_fired_at_says_whom_misses_of_flame_hit():
    flames = weapon("Flame", "Flames", acc=3, energy=12, full=30.0, shots=2)
    friends = [(foot(name, 1, DP=9), 0, 40, 40) for name in ("One", "Two")]
    t = field(
        (tanks("A", 1, flames), 0, 10, 10), *friends, (foot("Foe", 1, DP=9), 1, 30, 30), pieces=(house(8, 14, dp=30),)
    )
    for u in (1, 2, 3):
        inside(t, u)
    # two misses: two hits on the squad that the enemy names (2: critical); the token: the house, which squad, a 1
    picks = {"Flames at what": ("squad", 3), "whom do": "Two"}
    assert (1, "whom do the misses of Flames hit?") in asked(t, shoot_action.shoot(t, 0), [1, 1, 2, 2, 1, 1, 1], picks)
    assert (t[1].wounds, t[2].wounds) == ((9,), (5,))


# --- which units (sections 6 to 8) -----------------------------------------------------------------------------------


@pytest.mark.asks("at which of … does … of … go?", of=0)
def test_the_firing_player_names_the_unit():
    t = field((tanks("A", 2, SURE), 0, 10, 10), (tanks("B", 3, DP=2), 1, 10, 20))
    run(t, shoot_action.shoot(t, 0), [2, 1], picks={"at which of B": "B 3"})
    assert t[1].size == 2 and t[1].wounds == (2, 2)
    assert t[1].form.positions == ((10.0, 20.0), (11.5, 20.0))


@pytest.mark.asks("… fires … at which?", of=0)
def test_each_unit_of_a_squad_may_fire_at_its_own():
    t = field((tanks("A", 2, SURE), 0, 10, 10), (tanks("B", 3, DP=2), 1, 10, 20))
    picks = {"at which of B": "each at its own", "A 1 fires": "B 1", "A 2 fires": "B 3"}
    run(t, shoot_action.shoot(t, 0), [2, 2], picks=picks)
    assert t[1].size == 1 and t[1].form.positions == ((11.5, 20.0),)


@pytest.mark.asks("… fires … at what?", of=0)
def test_units_of_a_squad_may_fire_at_different_squads():
    t = field((tanks("A", 2, SURE), 0, 10, 10), (tanks("B"), 1, 10, 20), (tanks("C"), 1, 20, 20))
    picks = {"A 1 fires": ("squad", 2), "A 2 fires": ("squad", 1), "A fires": ("unit by unit", -1)}
    run(t, shoot_action.shoot(t, 0), [2, 2], picks=picks)
    assert not t[1].alive and not t[2].alive


def test_a_unit_that_is_out_of_range_is_not_offered():
    t = field((tanks("A", 1, weapon(full=10.1)), 0, 10, 10), (tanks("B", 3, A=20), 1, 10, 20))
    field_ = units_under_fire.UnderFire(t, t[0], [d := units_under_fire.Declared(0, 1, (0,))], False)
    assert list(field_.options(d)) == ["B 1", "B 2"][: len(field_.options(d))] and "B 3" not in field_.options(d)


@pytest.mark.rule("dropzone:alternate-fire")
class TestAlternateFire:
    one, two = weapon("Alt-1", "One", acc=None, energy=20), weapon("Alt-1", "Two", acc=None, energy=20)

    def test_each_unit_fires_the_profile_it_likes(self):
        t, log = field((tanks("A", 2, self.one, self.two), 0, 10, 10), (tanks("B", DP=9), 1, 10, 20)), []
        picks = {"A fires One": ("unit by unit", -1), "A 1 fires One": ("squad", 1), "A 2 fires One": ("hold fire", -1)}
        run(t, shoot_action.shoot(t, 0), [2, 2], picks=picks, log=log)
        assert [line.partition(":")[0] for line in told(t, log)[:2]] == [
            'A fires One at B, 10.0" away',
            'A fires Two at B, 10.0" away',
        ]
        assert targeting.ready(t[0], 0) == targeting.ready(t[0], 1) == ()

    def test_what_a_unit_has_fired_goes_with_it_when_another_is_lost(self):
        t = field((tanks("A", 3, self.one), 0, 10, 10), (tanks("B", DP=9), 1, 10, 20))
        picks = {"A fires One": ("unit by unit", -1), "A 1": ("hold fire", -1), "A 2": ("hold fire", -1)}
        run(t, shoot_action.shoot(t, 0), [2], picks=picks)
        run(t, harm.harm(t, 0, (0, 1, 1), 1))
        assert targeting.ready(t[0], 0) == (0,)  # the one that was second; the third has fired


# --- templates and edges (row D3) ------------------------------------------------------------------------------------


@pytest.mark.rule("dropzone:area")
def test_a_template_at_an_edge_hits_all_squads_on_it():
    bell = weapon("Area", "Bell", acc=3, energy=20)
    squads = [(foot(name, 1), 1, x, 30) for name, x in (("In", 30), ("Too", 34), ("Round the corner", 38))]
    t = field((tanks("A", 1, bell), 0, 10, 5), *squads, pieces=(house(8, 14, dp=30),))
    for u, edge in ((1, 0), (2, 0), (3, 1)):
        inside(t, u, edge=edge)
    # a hit (Soft Cover: 5+): D6 hits each, one each; a success with 2, a critical
    run(t, shoot_action.shoot(t, 0), [5, 1, 2, 1, 2], picks={"at what": ("squad", 1)})
    assert [t[u].wounds for u in (1, 2, 3)] == [(3,), (3,), (5,)]


# --- through whose eyes (rows D11 to D13) ------------------------------------------------------------------------------


def scout(name="Scout", **more):
    return squad(GUN, name=name, type="Tank", A=11, details=(("category", "Scout"),), **more)


@pytest.mark.rule("dropzone:indirect")
class TestScouts:
    hill = Piece("hill", rectangle(4, 14, 30, 2), 8.0, ("solid",))

    def hull_down(self, gun=None):
        """The firer sees half of the target, the Scout all of it."""
        mortar = gun or weapon("Indirect", "Mortar", acc=3, energy=20)
        return field(
            (tanks("A", 1, mortar), 0, 11, 8),
            (scout(), 0, 30, 26),
            (tanks("B"), 1, 19.7, 26),
            pieces=(house(8, 14, 6),),
        )

    @pytest.mark.asks("through whose eyes does … aim …?", of=0)
    def test_a_scout_may_look_instead(self):
        t = self.hull_down()
        # 3+ through the Scout's eyes
        assert (0, "through whose eyes does A aim Mortar?") in asked(t, shoot_action.shoot(t, 0), [3, 2], {})
        assert not t[2].alive
        t = self.hull_down()
        run(t, shoot_action.shoot(t, 0), [4], picks={"eyes": "its own eyes"})  # Hull Down: 5+
        assert t[2].alive

    def test_nobody_else_has_a_scouts_eyes(self):
        t = self.hull_down(weapon("", "Gun", acc=3, energy=20))
        assert asked(t, shoot_action.shoot(t, 0), [4], {}) == [(0, "A fires Gun at what?")]
        assert t[2].alive

    def test_a_building_that_a_scout_sees_is_hit_on_2(self):
        mortar = weapon("Indirect", "Mortar", acc=2, energy=10)
        pieces = (self.hill, house(10, 20, 5))
        for squads, dice, points in (((scout(), 0, 30, 26),), [3, 2], 19), ((), [3], 20), ((), [5, 2], 19):
            t = field((tanks("A", 1, mortar), 0, 11, 8), *squads, (tanks("B"), 1, 45, 45), pieces=pieces)
            run(t, shoot_action.shoot(t, 0), dice, picks={"at what": ("piece", 1)})
            assert t.scenery[1].points == points


@pytest.mark.rule("dropzone:articulated")
def test_an_articulated_weapon_sees_a_building_over_a_low_wall():
    wall = Piece("wall", rectangle(2, 12, 20, 0.5), 1.5, ("impassable", "solid"))
    guns = weapon("", "Low"), weapon("Articulated", "High")
    low = replace(house(8, 20, 5), height=1.2)
    t = field((tanks("A", 1, *guns), 0, 10, 10.5), (tanks("B"), 1, 45, 45), pieces=(wall, low))
    assert ("piece", 1) not in targeting.targets(t, t[0], 0)
    assert ("piece", 1) in targeting.targets(t, t[0], 1)


# --- several times (row D14) -----------------------------------------------------------------------------------------


@pytest.mark.rule("dropzone:strafe")
class TestStrafe:
    lance = weapon("Strafe-2", "Lance", acc=None, energy=20)

    def test_units_of_two_squads(self):
        t, log = field((tanks("A", 1, self.lance), 0, 10, 10), (tanks("B"), 1, 10, 20), (tanks("C"), 1, 13, 20)), []

        def second(ask):  # asked for each use
            return "B" if ask.question not in told_ and not told_.add(ask.question) else "C"

        told_: set[str] = set()
        picks = {"at which of B": "each at its own", "A 1 fires": second, "at what": ("squad", 1)}
        run(t, shoot_action.shoot(t, 0), [2, 2], picks=picks, log=log)
        assert not t[1].alive and not t[2].alive
        assert [line.partition(":")[0] for line in told(t, log)[:2]] == [
            "A fires Lance at B",
            "A fires Lance at C",
        ]

    def test_not_at_what_is_farther_than_3_inches_from_all_others(self):
        t = field((tanks("A", 1, self.lance), 0, 10, 10), (tanks("B"), 1, 10, 20), (tanks("C"), 1, 13.5, 20))
        picks = {"at which of B": "each at its own", "at what": ("squad", 1)}
        run(t, shoot_action.shoot(t, 0), [2, 2], picks=picks)
        assert not t[1].alive and t[2].alive

    def test_a_house_beside_the_target(self):
        t = field((tanks("A", 1, self.lance), 0, 10, 10), (tanks("B"), 1, 10, 20), pieces=(house(11, 18),))
        answers = iter(("B", "house"))
        picks = {"at which of B": "each at its own", "A 1 fires": lambda ask: next(answers), "at what": ("squad", 1)}
        run(t, shoot_action.shoot(t, 0), [2, 2], picks=picks)
        assert not t[1].alive and t.scenery[0].points == 19

    @pytest.mark.rule("dropzone:limited")
    def test_uses_at_two_squads_are_one_use_of_a_limited_weapon(self):
        lance = weapon("Strafe-2; Limited 2", "Lance", acc=None, energy=20)
        t = field((tanks("A", 1, lance), 0, 10, 10), (tanks("B"), 1, 10, 20), (tanks("C"), 1, 12, 20))
        answers = iter(("B", "C"))
        picks = {"at which of B": "each at its own", "A 1 fires": lambda ask: next(answers), "at what": ("squad", 1)}
        run(t, shoot_action.shoot(t, 0), [2, 2], picks=picks)
        t.change(0, effects=tuple(e for e in t[0].effects if e.what == "used"))
        assert targeting.ready(t[0], 0) == (0,)


# --- combined (row D15), close quarters (rows D16, D17) ----------------------------------------------------------------


@pytest.mark.rule("dropzone:reduced")
class TestCombined:
    def test_at_scenery(self):
        t = field((foot("Men", 1), 0, 10, 10.0), (tanks("Far"), 1, 45, 45), pieces=(house(8, 14),))
        assert targeting.targets(t, t[0], 0) == [("combined at piece", 0)]  # four of 3 do nothing to 10, one of 6 does
        run(t, shoot_action.shoot(t, 0), [2, 4])  # scenery is hit on 2+; 6 against 10: 4+
        assert t.scenery[0].points == 19

    @pytest.mark.asks("how does … strike with …?", of=0)
    def test_in_close_quarters(self):
        knives = weapon("Reduced-1", "Knives", cq=True, shots=4, energy=3)
        for pick, dice, points in (("Knives", [6, 5, 5, 5], 4), ("Knives, combined", [3], 4), ("hold back", [], 5)):
            t = field((foot("Men", 1, knives), 0, 10, 12.9), (foot("Foe", 1, A=9), 1, 30, 30), pieces=(house(8, 14),))
            inside(t, 0), inside(t, 1)
            run(t, melee.fight(t, 0), dice, picks={"strike with Knives": pick})  # 3 against 9: 6; 6 against 9: 3+
            assert t[1].wounds == (points,)


class TestCloseQuarters:
    def fight(self, *guns, size=1, foes=1):
        squads = [(foot(f"Foe {i}", 1, A=7, DP=9), 1, 30 + 4 * i, 30) for i in range(foes)]
        t = field((foot("Men", size, *guns), 0, 10, 12.9), *squads, pieces=(house(8, 14),))
        for u in range(foes + 1):
            inside(t, u)
        return t

    @pytest.mark.rule("dropzone:alternate-fire")
    def test_the_player_picks_the_profile(self):
        quick = weapon("Alt-1", "Quick", cq=True, shots=6, energy=3)
        heavy = weapon("Alt-1", "Heavy", cq=True, shots=1, energy=9)
        t, log = self.fight(quick, heavy), []
        run(t, melee.fight(t, 0), [2], picks={"strike with": "Heavy"}, log=log)
        assert told(t, log)[0].startswith("Men strikes with Heavy at Foe 0: hits without a die; to damage 2+") and t[
            1
        ].wounds == (8,)

    def test_each_unit_its_own(self):
        quick = weapon("Alt-1", "Quick", cq=True, shots=2, energy=3)
        heavy = weapon("Alt-1", "Heavy", cq=True, shots=1, energy=9)
        t = self.fight(quick, heavy, size=2)
        picks = {"Men strike with": "unit by unit", "Men 1 strike": "Quick", "Men 2 strike": "Heavy"}
        run(t, melee.fight(t, 0), [4, 4, 2], picks=picks)
        assert t[1].wounds == (6,)

    @pytest.mark.rule("dropzone:limited")
    def test_uses_are_counted(self):
        grenades = weapon("Limited 1", "Grenades", cq=True, shots=1, energy=9)
        t = self.fight(grenades)
        run(t, melee.fight(t, 0), [1])
        t.change(0, effects=tuple(e for e in t[0].effects if e.what not in ("fired",)))
        assert targeting.ready(t[0], 0) == ()
        t = self.fight(grenades)
        run(t, melee.fight(t, 0), picks={"strike with": "hold back"})
        assert targeting.ready(t[0], 0) == (0,)

    @pytest.mark.asks("… fights whom at close quarters?", of=0)
    def test_units_may_fight_different_squads(self):
        t = self.fight(weapon("", "Knives", cq=True, shots=1, energy=6), size=2, foes=2)
        picks = {"Men fights": "unit by unit", "Men 1 fights": 1, "Men 2 fights": 2}
        run(t, melee.fight(t, 0), [2, 2], picks=picks)
        assert (t[1].wounds, t[2].wounds) == ((8,), (8,))

    @pytest.mark.rule("dropzone:flame")
    def test_flames_at_close_quarters_leave_their_token_too(self):
        t = self.fight(weapon("Flame", "Torch", cq=True, shots=1, energy=6))
        # 6 against 7: 2+; the token: a die on the house (4 against 10: 6), which squad, a die inside (3+)
        run(t, melee.fight(t, 0), [2, 6, 4, 3])
        assert t[1].wounds == (7,) and t.scenery[0].points == 19


def test_a_behemoth_that_has_fired_and_loses_a_weapon_knows_what_the_others_have_fired():
    guns = [weapon("", name, acc=None, energy=1, mf=mf) for name, mf in (("One", 2), ("Two", 6))]
    t = field((behemoth(*guns), 0, 10, 10), (tanks("B"), 1, 10, 24))
    prepared(t)
    run(t, shoot_action.shoot(t, 0), [1], picks={"fires One": ("hold fire", -1)})
    run(t, struck(t, 0, {"Weapons": 4}, 1), picks={"which weapon": 0})
    assert [w.name for w in t[0].members[0].weapons] == ["Two"]
    assert targeting.ready(t[0], 0) == () and allowance(t[0]) == 6


@pytest.mark.rule("dropzone:anti-aircraft")
class TestReactionFireByUnit:
    def scene(self, flak=FLAK, **more):
        bird = squad(GUN, name="Bird", type="Aircraft", MV=24, **{"A": 10, "DP": 3, **more})
        return field((bird, 0, 24, 4), (tanks("Flak", 2, flak, MV=6), 1, 24, 30), distance=2.0)

    def north(self, t, inches=20.0):
        return reaction_fire.fly(t, 0, flights(t, t[0], 40).form.shifted(0, inches))

    @pytest.mark.asks("does … fire at … as it passes?", of=1)
    def test_each_unit_is_asked_and_fires_by_itself(self):
        t, log = self.scene(), []
        # one holds; the other needs 4+ and wounds with 10 against 10 on 2+, a critical on 2+
        run(t, self.north(t), [4, 2], picks={"does Flak 1": "hold"}, log=log)
        assert t[0].wounds == (1,) and targeting.ready(t[1], 0) == (0,)
        assert sum(line.startswith("Flak reacts with Flak at Bird") for line in told(t, log)) == 1

    def test_the_second_need_not_fire_at_what_the_first_has_brought_down(self):
        t = self.scene(A=5, DP=1)
        run(t, self.north(t), [4, 2, 6])  # down, and far away from everything
        assert not t[0].alive and targeting.ready(t[1], 0) == (1,)


@pytest.mark.rule("dropzone:reduced")
def test_a_unit_that_could_hurt_a_house_and_one_that_sees_it_do_not_make_one_that_may_fire():
    wall = Piece("wall", rectangle(8, 11, 3.5, 0.5), 8.0, ("impassable", "solid"))
    t = field(
        (foot("Men", 2), 0, 10, 10.0),
        (tanks("Far"), 1, 45, 45),
        pieces=(house(9.4, 14, 1.2, armour=11), wall),
        distance=9.0,
    )
    t.change(0, wounds=(5, 2))  # four shots of 3 combined are one of 6, which hurts 11; one shot of 3 is not
    assert not any(targeting.can_shell(t, t[0], 0, 0, True, (i,)) for i in (0, 1))
    assert targeting.targets(t, t[0], 0) == []


@pytest.mark.rule("dropzone:reduced")
def test_combined_fire_reaches_6_inches_into_the_air_whoever_has_no_shots_left():
    carbines = weapon("Reduced-2", "Carbines", acc=3, energy=3, shots=6, full=18.0)
    bird = squad(GUN, name="Bird", type="Aircraft", A=10, DP=3)
    for y, reached in ((8.0, False), (4.0, True)):
        t = field((foot("Men", 2, carbines), 0, 10, 10), (bird, 1, 11.5, 10 + y))
        t.change(0, wounds=(2, 5))  # the first has no shots left
        assert (("combined", 1) in targeting.targets(t, t[0], 0)) is reached


# --- who allocates damage ---------------------------------------------------------------------------------------------


class TestWhoLosesPoints:
    @pytest.mark.asks("which unit loses Damage Points?", of=1)
    def test_the_owner_among_those_hurt_alike_at_close_quarters(self):
        knives = weapon("", "Knives", cq=True, shots=2, energy=9)
        t = field((foot("Men", 1, knives), 0, 10, 12.9), (foot("Foe", 3), 1, 30, 30), pieces=(house(8, 14),))
        inside(t, 0), inside(t, 1)
        t.change(1, wounds=(5, 3, 3))
        run(t, melee.fight(t, 0), [2, 2], picks={"which unit loses": "Foe 3"})
        assert t[1].wounds == (5, 3, 1)

    @pytest.mark.asks("which unit loses Damage Points?", of=0)
    def test_the_opponent_deals_out_collateral(self):
        t = field((tanks("A"), 0, 10, 10), (foot("Foe", 2), 1, 30, 30), pieces=(house(8, 14),))
        inside(t, 1)
        t.scenery = (Scenery(points=20, tokens=2),)
        answers = iter(("Foe 2", "Foe 1"))
        # two dice on the house; two of 4 against 7: 3+, a point each, where the enemy likes
        run(t, collateral.collateral(t, 0, 0), [1, 1, 3, 3], picks={"which unit loses": lambda ask: next(answers)})
        assert t[1].wounds == (4, 4)

    def test_the_opponent_deals_out_what_a_gauntlet_costs(self):
        t = field(
            (foot("Men", 2), 0, 10, 12.9),
            *((foot(f"Foe {i}", 1), 1, 30 + i, 30) for i in range(2)),
            pieces=(house(8, 14),),
        )
        for u in range(3):
            inside(t, u)
        picks = {"which unit loses": "Men 2", "which side": 0}
        run(t, leaving.go_out(t, 0, 0), [2], picks=picks)  # 4+ missed by two
        assert t[0].wounds == (5, 3)


@pytest.mark.asks("… fights inside or fires out?", of=0)
def test_who_could_do_both_says_whether_he_fights_inside_or_fires_out():
    for pick, hurt in (("inside", 2), ("out", 1)):
        t = field(
            (foot("Men", 1), 0, 10, 12.9),
            (foot("Out", 1, A=5), 1, 10, 24),
            (foot("In", 1), 1, 30, 30),
            pieces=(house(8, 14),),
        )
        inside(t, 0, edge=2), inside(t, 2)
        run(t, act(t, 0, "shoot"), [2, 1, 1, 1] if pick == "inside" else [3, 3, 1, 1, 2, 2], picks={"fires out": pick})
        assert [u for u in (1, 2) if sum(t[u].wounds) < 5] == [hurt]


@pytest.mark.rule("dropzone:area")
def test_each_template_of_a_weapon_may_lie_on_another_unit_of_the_squad():
    bells = weapon("Area", "Bells", acc=3, energy=20, shots=2)
    t = field((tanks("A", 1, bells), 0, 10, 10), (tanks("B", 2, DP=3), 1, 10, 20), distance=5.0)
    answers = iter(("B 1", "B 2"))
    picks = {"at which of B": "each at its own", "A 1 fires": lambda ask: next(answers)}
    run(t, shoot_action.shoot(t, 0), [3, 2, 3, 2], picks=picks)  # a hit on each: a critical of two points
    assert t[1].wounds == (1, 1)
    t = field((tanks("A", 1, bells), 0, 10, 10), (tanks("B", 2, DP=3), 1, 10, 20), distance=5.0)
    run(t, shoot_action.shoot(t, 0), [3, 3, 2, 1], picks={"at which of B": "B 2"})  # both on the second
    assert t[1].wounds == (3, 1)


@pytest.mark.rule("dropzone:reduced")
def test_a_unit_without_shots_is_not_asked_and_others_still_may():
    carbines = weapon("Reduced-2", "Carbines", acc=None, energy=6, shots=6)
    t = field((foot("Men", 2, carbines), 0, 10, 10), (tanks("B", A=10, DP=9), 1, 10, 20))
    t.change(0, wounds=(2, 5))
    assert targeting.ready(t[0], 0) == (1,)
    t.change(0, wounds=(2, 1))
    assert targeting.ready(t[0], 0) == ()
    assert not targeting.can_shoot(t, t[0])


@pytest.mark.rule("dropzone:limited")
def test_there_is_nothing_to_fight_with_when_the_last_use_is_spent():
    grenades = weapon("Limited 1", "Grenades", cq=True, shots=1, energy=9)
    t = field((foot("Men", 1, grenades), 0, 10, 12.9), (foot("Foe", 1, DP=9), 1, 30, 30), pieces=(house(8, 14),))
    inside(t, 0), inside(t, 1)
    assert melee.foes_inside(t, t[0]) == [1]
    run(t, melee.fight(t, 0), [1])
    assert melee.foes_inside(t, t[0]) == []


@pytest.mark.rule("dropzone:strafe")
class TestStrafeAtABehemoth:
    lance = weapon("Strafe-2", "Lance", acc=None, energy=20)

    def scene(self):
        t = field((tanks("A", 1, self.lance), 0, 10, 10), (tanks("B"), 1, 12, 20), (behemoth(), 1, 10, 20))
        prepared(t)
        return t

    def fire(self, t, at, *aims):
        answers = iter(aims)
        picks = {"at which of": "each at its own", "A 1 fires": lambda ask: next(answers), "at what": ("squad", at)}
        run(t, shoot_action.shoot(t, 0), [2, 2], picks=picks)  # 20 against 12 and 13: a critical each

    def test_from_a_tank_to_any_zone_of_it(self):
        t = self.scene()
        self.fire(t, 1, "B", "Beast, Legs")
        assert not t[1].alive and dict(zones(t[2])) == {"Hull": 8, "Legs": 4, "Weapons": 8}

    def test_two_of_its_zones(self):
        t = self.scene()
        self.fire(t, 2, "Beast, Weapons", "Beast, Hull")
        assert dict(zones(t[2])) == {"Hull": 6, "Legs": 6, "Weapons": 6}
