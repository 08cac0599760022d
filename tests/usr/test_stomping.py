"""Stomps: what gargantuan creatures do at Initiative 1 when all blows are struck, in odds and on the table."""

from __future__ import annotations

import itertools
from fractions import Fraction

import pytest

from grognard.common.estimate import estimated
from grognard.kernel import Budget, exact
from grognard.systems.usr.attack.defender import Hull, Hulls, scene
from grognard.systems.usr.attack.stomp import tread, trodden
from grognard.systems.usr.bots import expected_damage, value
from grognard.systems.usr.circumstances import Situation
from grognard.systems.usr.combat import fight, stomping
from grognard.systems.usr.condition import met
from grognard.systems.usr.examples import model, slays, target, unit, weapon
from grognard.systems.usr.rules.unit_types import fitted
from grognard.systems.usr.squads import squad_of
from tests.usr.field import act, field

F = Fraction
BLADE = weapon("Blade", melee=True)
# Strength 1 (2 with a mighty blow) cannot wound Toughness 6: what falls is trodden down
GIANT = unit(model(name="Giant", S=1, T=8, W=6, I=2, weapons=[BLADE]), name="Giant", type="Gargantuan Creature")
MEN = unit(model("Fearless", name="Man", T=6, A=0), name="Men", count=3)

GIANTS = fitted(GIANT).models


def fought(*faces, foe=MEN):
    t = field((GIANT, 0, 10, 10), (foe, 1, 10, 10.99), step="close_combat")
    t.change(0, foes=(1,))
    t.change(1, foes=(0,))
    return t, act(t, fight.fight(t, (0, 1)), list(faces))


# --- odds -------------------------------------------------------------------------------------------------------------


def test_a_stomp_does_nothing_on_one_hits_on_two_to_five_and_takes_away_on_six():
    # Strength 6 on Toughness 6: 4+; each marker slays with 4/6 x 1/2 + 1/6 = 1/2; one, two or three of them:
    # 1 - (1/2 + 1/4 + 1/8) / 3 = 17/24
    assert slays(GIANT, target(T=6), melee=True) == F(17, 24)


def test_armour_of_three_helps_against_its_hits_and_of_four_does_not():
    # 4/6 x 1/2 x 1/3 + 1/6 = 5/18 a marker; 13/18, its square 169/324, its cube 2197/5832
    left = (F(13, 18) + F(13, 18) ** 2 + F(13, 18) ** 3) / 3
    assert slays(GIANT, target(T=6, Sv="3+"), melee=True) == 1 - left
    assert slays(GIANT, target(T=6, Sv="4+"), melee=True) == F(17, 24)


def test_a_six_asks_for_no_wounds_and_no_saves():
    # Toughness 10 is out of reach of Strength 6: only a 6 does anything, 1 - (5/6 + 25/36 + 125/216) / 3
    assert slays(GIANT, target(T=10, W=5, Inv="2+"), melee=True) == 1 - (F(5, 6) + F(25, 36) + F(125, 216)) / 3


def test_under_says_how_many_lie_under_each():
    # Toughness 10 again: both go together, on the first 6
    both = slays(GIANT, target(T=10, count=2), 2, melee=True, sets={"under": 2})
    assert both == 1 - (F(5, 6) + F(25, 36) + F(125, 216)) / 3


def test_other_giants_and_super_heavies_do_not_mind():
    assert slays(GIANT, target(T=10, W=1, type="Gargantuan Creature"), melee=True) == 0
    assert slays(GIANT, target(Front=12, HP=1, type="Vehicle (Super-heavy)"), melee=True) == 0
    # another tank: Strength 6 never harms a rear of 13, and a 6 takes it away
    assert (
        slays(GIANT, target(Front=13, Side=13, Rear=13, HP=1), melee=True)
        == 1 - (F(5, 6) + F(25, 36) + F(125, 216)) / 3
    )


def test_nobody_else_stomps():
    ogre = unit(model(name="Ogre", S=1, weapons=[BLADE]), name="Ogre", type="Monstrous Creature")
    assert slays(ogre, target(T=6), melee=True) == 0


# --- on the table -----------------------------------------------------------------------------------------------------


def test_it_stomps_when_the_blows_are_struck_on_whom_a_marker_finds():
    # no die for a blow that cannot wound; one stomp (1); the table shows 3: hits; three dice to wound, two of them 4+
    t, done = fought(1, 3, 4, 4, 3)
    marker = done.all("MarkerLands")[0]
    assert [lies.radius for lies in marker.lain()] == [1.5] and marker.landed() == ((marker.x, marker.y),), (
        "it is drawn"
    )
    assert dict(done.event("MarkerLands").under) == {1: 3} and t[1].size == 1
    assert done.event("CombatResult").by_side == (2, 0)


def test_a_super_heavy_walker_stomps_too():
    titan = unit(
        model(name="Titan", WS=4, S=1, I=2, A=1, Front=13, Side=13, Rear=12, HP=12, weapons=[BLADE]),
        name="Titan",
        type="Walker (Super-heavy)",
    )
    t = field((titan, 0, 10, 10), (MEN, 1, 10, 10.99), step="close_combat")
    t.change(0, foes=(1,))
    t.change(1, foes=(0,))
    done = act(t, fight.fight(t, (0, 1)), [1, 6])
    assert done.event("MarkerLands") and t[1].size < 3


def test_a_one_does_nothing_and_a_six_takes_all_under_it():
    t, _ = fought(1, 1)
    assert t[1].size == 3
    t, _ = fought(1, 6)
    assert t[1].place == "dead"


def test_the_next_marker_lies_beside_the_first():
    t = field((GIANT, 0, 10, 10), (MEN, 1, 10, 10.99))
    first = stomping.Treads(t, 0, 0, None)
    assert (10.0, 11.9) in first, "one inch and a half beyond the base"
    assert (10.0, 12.1) not in first
    again = stomping.Treads(t, 0, 0, (10.0, 12.0))
    assert (10.0, 15.0) in again and (10.0, 15.1) not in again


def test_the_creature_itself_and_other_giants_are_not_under_it():
    t = field((GIANT, 0, 10, 10), (GIANT, 1, 10, 10.99))
    assert stomping.under_foot(t, 0, 0, (10.0, 10.5)) == ()
    assert not fought(foe=GIANT)[1].all("MarkerLands")


# --- programs ---------------------------------------------------------------------------------------------------------


def test_a_greedy_player_counts_stomps_when_it_weighs_a_charge():
    # its one blow cannot wound: what it costs one man is 17/24 of his points, as above; its like minds no stomps
    man, giant = target(T=6), target(T=10, W=1, type="Gargantuan Creature")
    for foe, wounds in ((man, 17 / 24), (giant, 0)):
        t = field((GIANT, 0, 10, 10), (foe, 1, 10, 13))
        assert value.melee_harm(t, t[0], t[1], True) == pytest.approx(wounds * value.price(t[1]))


def test_of_a_vehicle_it_counts_the_hull_points():
    # Strength 6 on rear armour 10: a point on 4+, so each marker costs it its one point with 4/6 x 1/2 + 1/6 = 1/2: 17/24 again
    t = field((GIANT, 0, 10, 10), (target(Front=10, Side=10, Rear=10, HP=1), 1, 10, 14))
    assert value.melee_harm(t, t[0], t[1], True) == pytest.approx(17 / 24 * value.price(t[1]))


def test_of_stomps_with_too_many_ways_to_go_it_takes_a_plain_mean(monkeypatch):
    how = Situation(melee=True)
    one = fitted(target(T=6, count=6))
    at, met_ = squad_of(one.models), met(one.models[0])
    exactly = expected_damage.stomped(GIANTS, at, met_, 6, how)
    monkeypatch.setattr(expected_damage, "estimated", lambda procedure, args: estimated(procedure, args, most=60))
    # two markers on three models each: (4/6 x 1/2 + 1/6) x 3 = 3/2 wounds a marker
    assert expected_damage.stomped(GIANTS, at, met_, 6, how) == pytest.approx(3.0) != exactly
    monkeypatch.setattr(expected_damage, "estimated", lambda procedure, args: estimated(procedure, args, most=1))
    assert expected_damage.stomped(GIANTS, at, met_, 6, how) == 6.0, "it is not even known what one does: all of them"


def test_stomps_of_several_merge_what_is_left_of_whom_they_stomp_on():
    # no more states come with a third giant than are left by two, where each way to get there would be six times as many
    truck = fitted(target(Front=11, Side=11, Rear=10, HP=1))
    start, field_ = Hulls((0, 1), (Hull(points=1, guns=1),) * 2), scene((met(truck.models[0]),) * 2, counts=())
    spent = []
    for n in (1, 2, 3, 4):
        stamps, budget = tread(3, GIANTS * n, squad_of(truck.models), Situation(melee=True)), Budget()
        exact(trodden, (start, stamps, field_), budget=budget)
        spent.append(budget.spent)
    more = [b - a for a, b in itertools.pairwise(spent)]
    assert more[2] <= 2 * more[1], spent
