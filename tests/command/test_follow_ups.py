"""A success that lets a model fire another weapon at once: who can, with what, how often, and what it costs."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from grognard.common.odds import Question
from grognard.kernel import Budget, best
from grognard.systems.command.attack import KEEP, following
from grognard.systems.command.bots.greedy import worth
from grognard.systems.command.events import TemplateLaid, UsesSpent, VolleyFired
from grognard.systems.command.examples import ask, gun, kind
from grognard.systems.command.odds import plan
from grognard.systems.command.shooting.lines_of_fire import line, posture
from grognard.systems.command.system import SYSTEM
from grognard.systems.command.target import Toll
from grognard.systems.command.turn import activation
from grognard.systems.command.weapons import EqualWeapons, used
from grognard.table.terrain import Piece, rectangle

from .playing import Field, wood

PISTOL = gun("Deadeye", name="Pistol")
ROCKET = gun("Limited", rate=3, name="Rocket")
CANNON = gun(rate=3, name="Cannon")


def duel(*arms, models=1, theirs=5, resolve=6, far=10.0, rules="", **more):
    return Field(
        [(kind("Ours", rules, models=models, weapons=arms), 20, 20)],
        [(kind("Theirs", models=theirs, resolve=resolve), 20, 20 + far)],
        **more,
    ).token(0, "shoot")


def hits(f):
    return [e.hits for e in f.events(VolleyFired)]


# --- Limited (row C7) ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("command:deadeye", "command:limited")
def test_a_limited_weapon_that_follows_hits_as_often_as_uses_are_spent():
    f = duel(PISTOL, ROCKET)
    f.run(activation(f.table, 0), [6], uses=1)  # the pistol, and one use of the rocket: no dice of its own
    assert hits(f) == [2]
    assert [(e.weapon, e.uses) for e in f.events(UsesSpent)] == [("Rocket", 1)]
    assert f[0].members[0].weapons[1].stats.RoF.plus == 2


@pytest.mark.rule("command:deadeye", "command:limited")
def test_with_few_uses_left_the_odds_count_as_many_automatic_hits():
    answer = ask(kind("One", "", 1, (PISTOL, ROCKET)), kind(resolve=6), uses=1)
    # by hand: the pistol hits (5/6) and one hit follows; or it misses and the rocket throws its one die
    assert answer.other["hits"].fraction(2) == Fraction(5, 6)
    assert answer.other["hits"].fraction(1) == Fraction(1, 6) * Fraction(5, 6)


@pytest.mark.rule("command:deadeye", "command:limited")
def test_uses_are_kept_when_nobody_is_left_to_fire_at():
    f = duel(gun("Sunder", name="Rifle"), ROCKET, theirs=1, resolve=1)
    f.run(activation(f.table, 0), [6])
    assert not f[1].alive and not f.events(UsesSpent)
    assert f[0].members[0].weapons[1] is ROCKET


# --- templates (row C8) -------------------------------------------------------------------------------------------------


@pytest.mark.rule("command:deadeye", "command:explosive")
@pytest.mark.parametrize("launcher", ["Explosive", "Mortar"])
def test_a_template_that_follows_lies_where_it_is_laid_and_the_launcher_has_fired(launcher):
    f = duel(PISTOL, gun(launcher, name="Launcher"))
    f.run(activation(f.table, 0), [6], where=(20.0, 30.0))  # models 1.5 inches apart: three under it
    assert hits(f) == [4]
    assert [e.models for e in f.events(TemplateLaid)] == [3]
    by = kind("One", "", 1, (PISTOL, gun(launcher, name="Launcher")))
    assert ask(by, kind(resolve=6, models=5), under=3).other["hits"].fraction(4) == Fraction(5, 6)


@pytest.mark.rule("command:deadeye", "command:explosive")
def test_each_shot_that_follows_is_laid_by_itself():
    f = duel(PISTOL, gun("High Explosive", rate=2, name="Launcher"), theirs=3)
    f.run(activation(f.table, 0), [6])
    assert hits(f) == [1 + 3 + 3] and len(f.events(TemplateLaid)) == 2
    by = kind("One", "", 1, (PISTOL, gun("High Explosive", rate=2, name="Launcher")))
    assert ask(by, kind(resolve=6, models=3), under=3).other["hits"].fraction(7) == Fraction(5, 6)


@pytest.mark.rule("command:deadeye", "command:dispersion")
def test_a_teardrop_that_follows_hits_its_target_without_a_roll_and_others_with_one():
    bloom = gun("Dispersion", rate=2, range=12, name="Bloom")
    f = Field(
        [(kind("Ours", models=1, weapons=(PISTOL, bloom)), 20, 20)],
        [(kind("Theirs", models=1, resolve=6), 20, 25), (kind("Others", models=1, resolve=2), 20, 27)],
    ).token(0, "shoot")
    f.run(activation(f.table, 0), [6, 6], whom=1)  # the pistol; then one die for the others
    assert hits(f) == [1 + 2] and not f[2].alive


@pytest.mark.rule("command:deadeye", "command:explosive")
def test_a_template_weapon_may_let_another_follow():
    launcher = gun("Deadeye, Explosive", name="Launcher")
    f = duel(launcher, CANNON)
    f.run(activation(f.table, 0), [6], where=(20.0, 30.0))
    assert hits(f) == [3 + 3]  # and no dice for the cannon
    assert ask(kind("One", "", 1, (launcher, CANNON)), kind(resolve=6), under=3).other["hits"].fraction(6) == Fraction(
        5, 6
    )


@pytest.mark.rule("command:deadeye", "command:crush")
def test_a_weapon_that_follows_crushes_as_it_hits():
    bell = gun("Crush", name="Bell")
    f = duel(PISTOL, bell, pieces=[wood(20, 30, "5/4", 10.0)])
    f.run(activation(f.table, 0), [6, 1])  # the pistol (4+ with the token); the bell follows; the chart shows a 1
    assert hits(f) == [2]
    answer = ask(kind("One", "", 1, (PISTOL, bell)), kind(resolve=6, models=1), cover=5)
    # by hand: the pistol or else the bell hits (1/2 each), a collapse (1/3), a die of 6+; two hits make no point at 6
    assert answer.damage.fraction(1) == (Fraction(1, 2) + Fraction(1, 4)) * Fraction(1, 3) / 6


# --- several targets (row C9) -------------------------------------------------------------------------------------------


def split(*arms, **picks):
    f = Field(
        [(kind("Ours", "Light em up", models=1, weapons=arms), 20, 20)],
        [(kind("First", models=3, resolve=6), 20, 28), (kind("Second", models=3, resolve=6), 26, 28)],
    )
    return f.token(0, "shoot")


@pytest.mark.rule("command:deadeye", "command:light-em-up")
def test_a_weapon_that_has_followed_is_not_fired_at_the_next_target():
    f = split(PISTOL, CANNON)
    f.run(activation(f.table, 0), [6], Cannon=2, whom=1, follows="Cannon")
    assert [(e.target, e.hits) for e in f.events(VolleyFired)] == [(1, 4)]
    assert f[0].members[0].weapons == (PISTOL, CANNON)  # ready again once all is fired


@pytest.mark.rule("command:deadeye", "command:light-em-up")
def test_a_weapon_may_be_kept_for_the_next_target():
    f = split(PISTOL, CANNON)
    f.run(activation(f.table, 0), [6, 6, 6, 6], Cannon=2, whom=1, follows=KEEP)
    assert [(e.target, e.hits) for e in f.events(VolleyFired)] == [(1, 1), (2, 3)]


@pytest.mark.rule("command:deadeye", "command:light-em-up")
def test_a_weapon_fired_at_the_first_target_does_not_follow_at_the_next():
    f = split(PISTOL, CANNON)
    f.run(activation(f.table, 0), [1, 1, 1, 6], Pistol=2, Cannon=1, whom=1)
    assert [(e.target, e.hits) for e in f.events(VolleyFired)] == [(1, 0), (2, 1)]
    assert not [q for q, _ in f.asked if "follows" in q]


@pytest.mark.rule("command:deadeye", "command:light-em-up", "command:limited")
def test_uses_spent_at_the_first_target_are_asked_for_there():
    f = split(PISTOL, ROCKET)
    f.run(activation(f.table, 0), [6], Rocket=2, whom=1, follows="Rocket", uses=2)
    assert [(e.target, e.hits) for e in f.events(VolleyFired)] == [(1, 3)]
    assert f[0].members[0].weapons[1].stats.RoF.plus == 1


# --- range and sight of the model (row C10) -----------------------------------------------------------------------------


@pytest.mark.rule("command:deadeye")
def test_each_model_follows_with_what_reaches_from_where_it_stands():
    f = duel(gun("Deadeye", name="Pistol"), gun(rate=3, range=6, name="Shotgun"), models=2)
    f.table.change(0, form=f[0].form.moved(((20.0, 25.0), (20.0, 14.0))))
    f.run(activation(f.table, 0), [6, 6])  # the one in front has three hits more, the rear one is 15 inches away
    assert hits(f) == [2 + 3]


@pytest.mark.rule("command:deadeye")
def test_what_follows_hurts_only_models_that_its_bearer_sees_in_range():
    f = duel(PISTOL, gun("Sunder", rate=3, range=6, name="Shotgun"), theirs=2)
    f.table.change(1, form=f[1].form.moved(((20.0, 26.0), (20.0, 34.0))))
    f.run(activation(f.table, 0), [6])
    assert f[1].wounds == (1,) and f[1].form.positions == ((20.0, 34.0),)


@pytest.mark.rule("command:deadeye")
def test_what_follows_needs_a_line_of_sight_and_a_heavy_weapon_may_follow_after_moving():
    wall = Piece("wall", rectangle(20.3, 25, 20, 1), 6.0, ("solid", "impassable"))
    arms = (PISTOL, gun(rate=3, type="Heavy", name="Cannon"))
    f = duel(*arms, models=2, theirs=1, pieces=[wall]).token(0, "advance")
    f.table.change(0, form=f[0].form.moved(((20.0, 20.0), (38.0, 20.0))))
    f.run(activation(f.table, 0), [6])  # the second model sees nothing
    assert hits(f) == [4]


# --- the player's choice (row C11) --------------------------------------------------------------------------------------


@pytest.mark.rule("command:deadeye")
@pytest.mark.asks("which weapon follows …?", of=0)
def test_the_player_may_let_nothing_follow():
    f = duel(PISTOL, CANNON)
    f.run(activation(f.table, 0), [6, 6, 6, 1], follows=KEEP)
    assert hits(f) == [1 + 2]
    assert f.options("follows") == ["Cannon", KEEP]


@pytest.mark.rule("command:deadeye")
@pytest.mark.asks("which weapon follows …?", of=1)
def test_whoever_reacts_chooses_for_himself():
    theirs = kind("Theirs", models=1, weapons=(PISTOL, CANNON), resolve=6)
    f = Field([(kind("Ours", models=5, weapons=(gun(name="Rifle"),), resolve=6), 20, 20)], [(theirs, 20, 30)])
    f.token(0, "shoot").token(1, "shoot")
    f.run(activation(f.table, 0), [1] * 5 + [6], follows="Cannon")
    assert hits(f) == [0, 4]


@pytest.mark.rule("command:deadeye")
def test_a_model_follows_up_once_in_an_attack_whichever_weapon_lets_it():
    arms = (gun("Deadeye", name="Pistol"), gun("Deadeye", name="Derringer"), CANNON, gun(rate=2, name="Carbine"))
    f = duel(*arms)
    f.run(activation(f.table, 0), [6, 6, 6, 6], follows="Cannon")  # the derringer and the carbine throw their own dice
    assert hits(f) == [1 + 3 + 1 + 2]
    twice = ask(kind("One", "", 1, (PISTOL, PISTOL, CANNON)), kind(resolve=6))
    # by hand: two pistols, one at least hits: 35/36; both: 25/36, and three hits more in either case
    assert twice.other["hits"].fraction(5) == Fraction(25, 36)
    assert twice.other["hits"].fraction(4) == Fraction(10, 36)


@pytest.mark.rule("command:deadeye")
def test_two_models_with_two_such_weapons_each_follow_up_once_each():
    miss, hit = Fraction(1, 6), Fraction(5, 6)
    equal = ask(kind("Two", "", 2, (PISTOL, PISTOL, CANNON)), kind(resolve=6)).other["hits"]
    # by hand: one model has 5 hits (25/36), 4 (10/36), or those of the cannon's own three dice
    one = {5: hit**2, 4: 2 * hit * miss, 3: miss**2 * hit**3}
    assert equal.fraction(10) == one[5] ** 2
    assert equal.fraction(9) == 2 * one[5] * one[4]
    assert equal.fraction(8) == one[4] ** 2 + 2 * one[5] * one[3]
    arms = (PISTOL, CANNON, gun("Deadeye", name="Derringer"))
    apart = ask(kind("Two", "", 2, arms), kind(resolve=6)).other["hits"]
    # after a pistol's hit the cannon follows and the derringer throws its die; after a miss four dice are thrown
    one = {5: hit**2, 4: hit * miss + miss * hit**4, 3: miss * 4 * hit**3 * miss}
    assert apart.fraction(10) == one[5] ** 2
    assert apart.fraction(9) == 2 * one[5] * one[4]
    assert apart.fraction(8) == one[4] ** 2 + 2 * one[5] * one[3]
    shells = (gun("Deadeye, Explosive", name="Pistol"), CANNON, gun("Deadeye, Mortar", name="Derringer"))
    assert ask(kind("Two", "", 2, shells), kind(resolve=6)).other["hits"] == apart


@pytest.mark.rule("command:deadeye")
def test_at_best_a_weapon_that_does_better_by_its_own_dice_is_kept():
    # automatic hits have no result: six dice with Pike and Piercing do more by themselves
    by = kind("One", "", 1, (PISTOL, gun("Pike", rate=2, hit=3, name="Lance")))
    on = kind(resolve=6, hp=9, models=3)
    best, used = ask(by, on, policy="best"), ask(by, on)
    assert best.damage.mean() > used.damage.mean()


@pytest.mark.rule("command:deadeye")
def test_a_greedy_bot_lets_follow_what_gains_most_by_hitting_for_certain():
    lance = gun("Pike", rate=3, hit=3, name="Lance")
    arms = (PISTOL, gun(name="Carbine"), gun(rate=4, hit=-2, name="Cannon"), lance)
    f = duel(*arms, theirs=9, resolve=2)
    aim = line(f.table, 0, 1, posture("shoot"))
    part = aim.assault.groups[0].parts[0]
    question = next(following(Toll(f[1].wounds), part, aim.assault, ()))
    found = {option: worth(f.table, question)(option)[0] for option in question.options}
    assert max(found, key=found.get) == "Cannon"  # it would seldom hit by itself
    assert found["Lance"] < found[KEEP]  # it hits anyway, and results above Resolve are lost


@pytest.mark.rule("command:deadeye")
def test_what_comes_to_the_same_is_one_state():
    """Which hit let which weapon follow does not matter, nor by which way a group found the target as it is."""
    derringer = gun("Deadeye", name="Derringer")
    arms = (PISTOL, derringer, CANNON, gun(rate=2, name="Rifle"))
    squad = kind("Four", "", 3, arms)
    found = plan(Question(attacker=squad, target=kind(resolve=6), rulings=SYSTEM.settled({})))
    budget = Budget()
    best(found.procedure, found.args, lambda law: law.mean(lambda toll: -sum(toll.left)), budget)
    assert budget.spent < 40_000
    part = EqualWeapons(squad.models[0], CANNON, 3)
    one, other = part, replace(part, weapon=derringer)
    assert used(used(Toll((1,)), one), other) == used(used(Toll((1,)), other), one)
