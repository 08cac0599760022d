"""Fire at a Commander's unit, moved by his player to others of the squad: asked, worked out by hand, on the table and in odds."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.common.odds import Question, answer, read_sets
from grognard.systems.dropzone.bots.greedy import worth
from grognard.systems.dropzone.commanders import command_value
from grognard.systems.dropzone.events import CommanderLost
from grognard.systems.dropzone.examples import squad, weapon
from grognard.systems.dropzone.movement.legal_moves import flights
from grognard.systems.dropzone.shooting import reaction_fire, shoot_action
from grognard.systems.dropzone.squads import commanders
from grognard.systems.dropzone.system import SYSTEM
from grognard.table.terrain import Piece, rectangle

from .field import field, house, run, told
from .test_battle import GUN, inside, tanks
from .test_declaring import SURE, asked

F = Fraction
TAKES = "in place of the Commander's"


def chiefs(units=2, value=2, **more):
    """A squad with a Commander in its first unit, or as ``value`` says."""
    more = {"type": "Tank", "A": 13, "name": "Chiefs"} | more
    return squad(GUN, units=units, details=(("commander", value),), **more)


def odds(gun, target, firers=1, policy="default", sets=(), **more):
    """The odds of tanks with a gun against a squad."""
    attacker = tanks("A", firers, gun)
    asked_ = Question(
        attacker=attacker,
        target=target,
        sets=read_sets(SYSTEM, dict(sets)),
        policy=policy,
        rulings=SYSTEM.settled({}),
        **more,
    )
    return answer(SYSTEM, asked_)


# --- on the table -----------------------------------------------------------------------------------------------------


@pytest.mark.asks("which unit takes … in place of the Commander's?", of=1)
def test_his_player_moves_a_shot_to_another_unit_before_the_dice():
    t, log = field((tanks("A", 1, SURE), 0, 10, 10), (chiefs(3, DP=2), 1, 10, 20)), []
    # 20 against 13: a critical on a 2, which destroys the third unit
    run(t, shoot_action.shoot(t, 0), [2], {TAKES: "Chiefs 3"}, log)
    assert commanders(t[1]) == (2, 0) and t[1].form.positions == ((10.0, 20.0), (11.5, 20.0))
    assert "unit 3 of Chiefs takes Sure in place of the Commander" in told(t, log)


def test_who_moves_nothing_loses_him():
    t, log = field((tanks("A", 1, SURE), 0, 10, 10), (chiefs(3, DP=2), 1, 10, 20)), []
    run(t, shoot_action.shoot(t, 0), [2], log=log)
    assert commanders(t[1]) == (0, 0) and command_value(t, 1) == 1
    assert any(isinstance(e, CommanderLost) for e in log)


@pytest.mark.asks("how many of … at the Commander does … take?", of=1)
def test_of_several_alike_he_says_how_many_each_unit_takes():
    # all four at the Commander: one stays, two go to the second unit, one to the third
    t = field((tanks("A", 4, SURE), 0, 10, 10), (chiefs(3, DP=9), 1, 10, 20))
    picks = {"at which of Chiefs": "Chiefs 1", "does Chiefs 2 take": 2, "does Chiefs 3 take": 1}
    run(t, shoot_action.shoot(t, 0), [2, 2, 2, 2], picks)
    assert t[1].wounds == (7, 5, 7)


def test_nothing_is_asked_of_a_squad_of_one_nor_of_what_is_aimed_at_others():
    for target, picks in ((chiefs(1, DP=9), {}), (chiefs(2, DP=9), {"at which of": "Chiefs 2"})):
        t = field((tanks("A", 1, SURE), 0, 10, 10), (target, 1, 10, 20))
        assert not any(TAKES in question for _, question in asked(t, shoot_action.shoot(t, 0), [2], picks))


def test_only_to_units_that_the_weapon_could_be_aimed_at():
    # from (10, 10) the Commander is 10" away, the second unit 10.1", the third 10.4": out of reach
    short = weapon("", "Short", acc=None, energy=20, full=10.2)
    t, seen = field((tanks("A", 1, short), 0, 10, 10), (chiefs(3, DP=9), 1, 10, 20)), []
    run(t, shoot_action.shoot(t, 0), [2], {TAKES: lambda ask: seen.extend(ask.options) or "Chiefs 2"})
    assert seen == ["Chiefs 1", "Chiefs 2"] and t[1].wounds == (9, 7, 9)
    t, seen = (
        field((tanks("A", 1, weapon("", "Short", acc=None, energy=20, full=10.05)), 0, 10, 10), (chiefs(2), 1, 10, 20)),
        [],
    )
    assert not any(TAKES in question for _, question in asked(t, shoot_action.shoot(t, 0), [1]))


def wall(left, right):
    """A high wall between two x: it hides most of a tank at its end."""
    return Piece("wall", rectangle(left, 18.5, right - left, 0.25), 4.0, ("impassable", "solid"))


@pytest.mark.parametrize(
    ("rules", "walls", "may"),
    [
        ("", (), True),
        ("", ((14.95, 18.0),), False),  # the other is Hull Down
        ("", ((8.0, 10.15), (14.95, 18.0)), True),  # both are
        ("", ((8.0, 10.15),), True),  # the Commander is
        ("Large", ((14.95, 18.0),), True),  # nobody is
    ],
)
def test_to_none_that_is_hull_down_unless_the_commander_is(rules, walls, may):
    t = field(
        (tanks("A", 1, SURE), 0, 10, 10),
        (chiefs(2, DP=9, rules=rules), 1, 10, 20),
        pieces=tuple(wall(*at) for at in walls),
        distance=6.0,
    )
    picks = {"at which of": "Chiefs 1"}
    assert any(TAKES in question for _, question in asked(t, shoot_action.shoot(t, 0), [2], picks)) is may


def test_a_shot_moved_to_cover_needs_what_its_new_target_asks_for():
    gun = weapon("", "Gun", acc=3, energy=20)
    t = field((tanks("A", 1, gun), 0, 10, 10), (chiefs(2, DP=9), 1, 10, 20), pieces=(wall(8.0, 10.15),), distance=6.0)
    # the Commander is Hull Down, 5+; the other is not, 3+
    run(t, shoot_action.shoot(t, 0), [3, 2], {"at which of": "Chiefs 1", TAKES: "Chiefs 2"})
    assert t[1].wounds == (9, 7)


@pytest.mark.rule("dropzone:area")
def test_a_template_goes_with_the_shot_and_may_touch_him_all_the_same():
    shell = weapon("Area", "Shell", acc=2, energy=20)
    for distance, wounds in ((1.5, (7, 7)), (5.0, (9, 7))):
        t = field((tanks("A", 1, shell), 0, 10, 10), (chiefs(2, DP=9), 1, 10, 20), distance=distance)
        run(t, shoot_action.shoot(t, 0), [3, *[2] * wounds.count(7)], {"at which of": "Chiefs 1", TAKES: "Chiefs 2"})
        assert t[1].wounds == wounds


@pytest.mark.rule("dropzone:strafe")
def test_a_use_that_strafes_goes_only_near_another_that_the_weapon_is_aimed_at():
    burst = weapon("Strafe-2", "Burst", acc=None, energy=20)
    t, seen = field((tanks("A", 1, burst), 0, 10, 10), (chiefs(3, DP=9), 1, 10, 20), distance=2.5), []

    def one(ask):
        seen.append(ask.question)
        return 1

    # both uses at the Commander at x = 10: the unit at 12.5 is near enough, that at 15 is not
    run(t, shoot_action.shoot(t, 0), [2, 2], {"at which of": "Chiefs 1", "how many of 2": one})
    assert seen == ["how many of 2 volleys of Burst at the Commander does Chiefs 2 take?"] and t[1].wounds == (7, 7, 9)


@pytest.mark.rule("dropzone:flame")
def test_in_a_garrison_on_an_edge_any_unit_may_take_it():
    men = squad(GUN, name="Men", type="Infantry", F=4, A=7, DP=4, units=2, details=(("commander", 1),))
    t = field(
        (tanks("A", 1, weapon("", "Gun", acc=None, energy=8)), 0, 10, 5), (men, 1, 30, 30), pieces=(house(8, 14),)
    )
    inside(t, 1, edge=0)
    run(t, shoot_action.shoot(t, 0), [6], {"at which of": "Men 1", TAKES: "Men 2"})  # 14 against 7: two points
    assert t[1].wounds == (4, 2)


@pytest.mark.asks("which unit takes … in place of the Commander's?", of=0)
@pytest.mark.rule("dropzone:anti-aircraft")
def test_reaction_fire_is_moved_by_the_player_whose_turn_it_is():
    crafts = squad(weapon(), name="Chiefs", type="Aircraft", MV=24, A=13, DP=9, units=2, details=(("commander", 2),))
    flak = squad(weapon("AA-1", "Flak", acc=2, energy=20, full=30.0), name="Flak", type="Tank", A=13)
    t, found = field((crafts, 0, 20, 10), (flak, 1, 20, 26)), []

    def other(ask):
        found.append(ask.player)
        return "Chiefs 2"

    form = flights(t, t[0], 40).form.shifted(0, 12)
    run(t, reaction_fire.fly(t, 0, form), [4, 2], {TAKES: other})
    assert found == [0] and t[0].wounds == (9, 7)


def test_of_two_commanders_each_may_take_the_others():
    t = field((tanks("A", 1, SURE), 0, 10, 10), (chiefs(2, (3, 2), DP=2), 1, 10, 20))
    run(t, shoot_action.shoot(t, 0), [2], {TAKES: "Chiefs 2"})
    assert commanders(t[1]) == (3,) and command_value(t, 1) == 3


def test_a_commander_in_a_behemoth_has_nobody_to_take_it_and_counts_until_it_falls():
    t, v = behemoth_with(3)
    assert command_value(t, 1) == 3
    assert not any(TAKES in question for _, question in asked(t, shoot_action.shoot(t, 0), [2, 1]))
    log = []
    run(t, struck_dead(t, v), [2], log=log)
    assert command_value(t, 1) == 1 and any(isinstance(e, CommanderLost) for e in log)


def behemoth_with(value):
    from grognard.systems.dropzone.behemoths.zones import prepared

    parts = (("zones", (("Hull", 1, 2), ("Legs", 1, 2), ("Weapons", 1, 2))), ("commander", value))
    beast = squad(GUN, name="Beast", type="Behemoth", A=13, DP=8, details=parts)
    t = field((tanks("A", 1, weapon("", "Gun", acc=2, energy=4)), 0, 10, 10), (beast, 1, 10, 30))
    prepared(t)
    return t, 1


def struck_dead(t, v):
    from grognard.systems.dropzone.harm import struck

    return struck(t, v, {"Hull": 0, "Legs": 0}, 0)


def test_close_quarters_and_what_runs_on_cannot_be_moved():
    fists = weapon("", "Fists", cq=True, energy=20)
    men = squad(GUN, fists, name="Men", type="Infantry", F=4, A=7, DP=4, units=2, details=(("commander", 1),))
    foes = squad(fists, name="Foes", type="Infantry", F=4, A=7, DP=4)
    t = field((foes, 0, 10, 10), (men, 1, 30, 30), pieces=(house(8, 14),))
    inside(t, 0)
    inside(t, 1)
    from grognard.systems.dropzone.melee import fight

    assert not any(TAKES in question or "at the Commander" in question for _, question in asked(t, fight(t, 0), [2]))


def test_bots_shield_him_with_what_has_most_points_left():
    t, found = field((tanks("A", 3, SURE), 0, 10, 10), (chiefs(3, DP=9), 1, 10, 20)), {}
    t.change(1, wounds=(9, 5, 8))

    def note(ask):
        found[ask.question] = max(ask.options, key=lambda option: worth(t, ask)(option)[0])
        return ask.default

    picks = {"at which of": "Chiefs 1", "at the Commander": note}
    run(t, shoot_action.shoot(t, 0), [1, 1, 1], picks)
    assert set(found.values()) == {3}
    t = field((tanks("A", 1, SURE), 0, 10, 10), (chiefs(3, DP=9), 1, 10, 20))
    t.change(1, wounds=(9, 5, 8))
    found.clear()
    run(t, shoot_action.shoot(t, 0), [1], {"at which of": "Chiefs 1", TAKES: note})
    assert set(found.values()) == {"Chiefs 3"}


# --- in odds, by hand -------------------------------------------------------------------------------------------------

GUN_10 = weapon("", "Gun", acc=3, energy=10)  # hits on 3+; against 13: a point on 3+, two on 5+


class TestOneShot:
    """A gun that hits on 3+ and damages on 3+, twice on 5+, at two units of 1 point, the Commander the nearest."""

    def test_unmoved_it_hits_him(self):
        found = odds(GUN_10, chiefs(2))
        assert found.other["commander"] == F(4, 9) and found.slain.fraction(1) == F(4, 9)
        (choice,) = [c for c in found.choices if c.player == "target"]
        assert (choice.player, choice.answer, choice.chance) == ("target", "unit 1", 1)

    def test_at_best_the_other_takes_it(self):
        found = odds(GUN_10, chiefs(2), policy="best")
        assert found.other["commander"] == 0 and found.slain.fraction(1) == F(4, 9)
        assert [c.answer for c in found.choices if c.player == "target"] == ["unit 2"]

    def test_on_the_table(self):
        for hit in range(1, 7):
            for damage in range(1, 7) if hit >= 3 else (0,):
                t = field((tanks("A", 1, GUN_10), 0, 10, 10), (chiefs(2), 1, 10, 20))
                faces = [hit, damage] if damage else [hit]
                run(t, shoot_action.shoot(t, 0), faces, {TAKES: "Chiefs 2"})
                assert commanders(t[1])[0] == 2 and (t[1].size == 1) is (hit >= 3 and damage >= 3)


class TestTwoShotsAtTwoPoints:
    """Two guns that hit without a die, 10 against 13, both aimed at the nearest of two units of 2 points each.

    A shot does nothing on 1 and 2, a point on 3 and 4, two on 5 and 6: a third each. Both at one unit destroy it when two points
    come together: 1 - (1/9 + 2/9) = 6/9. One each destroys a unit on its own with a third: 4/9 none, 4/9 one, 1/9 both.
    """

    GUN = weapon("", "Gun", acc=None, energy=10)

    def test_unmoved(self):
        # the second goes to him as well: he stands against the first with a chance of 2/3
        found = odds(self.GUN, chiefs(2, DP=2), 2)
        assert found.slain.fraction(1) == F(2, 3) and found.other["commander"] == F(2, 3)

    def test_at_best_they_fire_apart_or_together_and_he_is_spared_as_far_as_that_goes(self):
        # expected: together 2/3 of a unit, apart 2/3 too, and more damage apart; then only the shot at him is moved
        found = odds(self.GUN, chiefs(2, DP=2), 2, policy="best")
        assert found.slain.mean() == pytest.approx(2 / 3)
        assert found.other["commander"] == 0

    def test_his_player_may_move_one_or_both(self):
        for moved, wounds in ((0, (0, 2)), (1, (1, 1)), (2, (2, 0))):
            t = field((tanks("A", 2, self.GUN), 0, 10, 10), (chiefs(2, DP=2), 1, 10, 20))
            run(t, shoot_action.shoot(t, 0), [3, 3], {"how many of 2": moved})
            assert t[1].wounds == tuple(n for n in wounds if n)


class TestWhereHeRides:
    @pytest.mark.parametrize(
        ("sets", "chance"), [((), F(4, 9)), ({"commander": 2}.items(), 0), ({"commander": 1}.items(), F(4, 9))]
    )
    def test_the_unit_is_named_counted_from_the_nearest(self, sets, chance):
        assert odds(GUN_10, chiefs(2), sets=sets).other["commander"] == chance

    def test_without_one_nothing_is_said_of_him(self):
        assert "commander" not in odds(GUN_10, chiefs(2), sets={"commander": 0}.items()).other
        assert "commander" not in odds(GUN_10, chiefs(1)).other

    def test_he_is_among_those_left(self):
        assert odds(GUN_10, chiefs(3), target_models=2).other["commander"] == F(4, 9)

    def test_of_two_commanders_either_counts(self):
        assert odds(GUN_10, chiefs(2, (2, 1)), policy="best").other["commander"] == F(4, 9)

    @pytest.mark.parametrize(
        ("target", "sets", "words"),
        [(chiefs(2, 0), 3, "the squad has 2 units"), (chiefs(1), 1, "there is nobody to protect him")],
    )
    def test_what_it_cannot_mean_is_said(self, target, sets, words):
        assert f"--set commander has no effect: {words}" in odds(GUN_10, target, sets={"commander": sets}.items()).notes

    def test_a_place_that_nobody_has_says_that_there_is_none(self):
        """The file names a Commander; the circumstance takes him away, so it has an effect."""
        assert odds(GUN_10, chiefs(2), sets={"commander": 3}.items()).notes == ()

    def test_close_quarters_know_nothing_of_it(self):
        men = squad(GUN, name="Men", type="Infantry", F=4, A=7, DP=4, units=2, details=(("commander", 1),))
        found = answer(
            SYSTEM,
            Question(
                attacker=squad(weapon(cq=True), name="A", type="Infantry", F=4),
                target=men,
                melee=True,
                rulings=SYSTEM.settled({}),
            ),
        )
        assert "commander" not in found.other and not found.choices


class TestTemplates:
    """A shell on 2+ over the nearest of two units of 1 point that stand under one template: 20 against 13, each dies on 2+."""

    SHELL = weapon("Area", "Shell", acc=2, energy=20)

    @pytest.mark.rule("dropzone:area")
    def test_moving_it_helps_only_where_it_does_not_touch_him(self):
        for under, best in ((2, F(25, 36)), (1, F(0))):
            found = odds(self.SHELL, chiefs(2), policy="best", sets={"under": under}.items())
            assert found.other["commander"] == best
            found = odds(self.SHELL, chiefs(2), sets={"under": under}.items())
            assert found.other["commander"] == F(25, 36)
