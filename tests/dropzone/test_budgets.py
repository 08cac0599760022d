"""An exact law that grows without bound holds up no battle: the nasty cases, by the states that they count."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.common.estimate import MOST, estimated
from grognard.kernel import Budget, TooMany
from grognard.systems.dropzone.attack import MOST_SPREAD, POINTS, Strike, Volley, focusings, strike
from grognard.systems.dropzone.bots.value import harmed
from grognard.systems.dropzone.circumstances import Circumstances, Firer, canonical
from grognard.systems.dropzone.examples import squad, weapon
from grognard.systems.dropzone.expected_damage import Estimate, lost_to
from grognard.systems.dropzone.matchup import firing, match
from grognard.systems.dropzone.shooting import fire_allocation
from grognard.systems.dropzone.shooting.declaration import Arm, TargetUnits

F = Fraction
NOW = canonical(Circumstances())
TANK = squad(name="Tank", A=9, DP=40)
SAVED = squad(name="Saved", A=9, DP=40, CM="P5+")
MANY = 100  # shots: no weapon may have more


def volley(rules="", at=0, touched=(), target=TANK, shots=MANY, **more):
    gun = weapon(rules, shots=shots, **more)
    m = match(gun, target, target.models[0], NOW, gun.stats.energy)
    return Volley(m, shots, at, tuple((k, m) for k in touched))


def spent(*volleys, left=(40,)):
    """The states that an estimate of these volleys would go through, or more than it may."""
    budget = Budget(MOST)
    try:
        Estimate(budget=budget).law(strike, (Strike(left, (40,) * len(left), volleys, keeps=POINTS),))
    except TooMany as end:
        return end.count
    return budget.spent


DESTROYS = "Focus-1; Destroyer-5"


def test_a_hundred_shots_that_give_hits_up_are_not_counted_out():
    """5,151 ways to hit and to destroy, and of each up to a hundred hits to be given up."""
    assert spent(volley(DESTROYS, acc=3, energy=6)) > MOST
    assert harmed(weapon(DESTROYS, acc=3, energy=6, shots=MANY), TANK, TANK.models[0], 6, MANY, 40, NOW) == (1.0, 1.0)


def test_what_is_too_much_does_what_is_expected_of_it():
    """A 5 hits with Energy 4, which needs a 5 on Armour 9; a 6 destroys, two points: 1/6 x 1/3 + 1/6 x 2 for each shot."""
    kind = squad(name="Hulk", A=9, DP=1000)
    rules = {"rules": "Focus-1; Destroyer-6", "acc": 5, "energy": 4}
    assert lost_to(Strike((1000,), (1000,), (volley(target=kind, shots=1, **rules),)), 0) == F(7, 18)
    found = harmed(weapon(shots=MANY, **rules), kind, kind.models[0], 4, MANY, 1000, NOW)
    assert found == (0.0, pytest.approx(100 * 7 / 18 / 1000))


def test_as_many_saves_are_not_counted_out():
    """Shots that nearly all hurt are many ways to be saved, one by one of those that are critical and those that are not."""
    odd = tuple(volley(acc=2 + i % 4, energy=6 + i % 3, target=SAVED, shots=MANY - i) for i in range(4))
    assert spent(*odd) > MOST
    whole = Strike((40,), (40,), odd)
    assert estimated(strike, (whole,), driver=Estimate) is None
    alone = [lost_to(Strike((40,), (40,), (v,)), 0) for v in odd]
    assert lost_to(whole, 0) == sum(alone) == lost_to(whole, 0, 0), "shots do not depend on one another"
    assert lost_to(Strike((40,), (40,), (volley(acc=3, energy=6, target=SAVED),)), 0) == 100 * F(2, 3) * F(2, 3)


def test_equal_shots_cost_an_estimate_the_same_each_time():
    once = spent(volley(shots=6, target=SAVED))
    assert once == spent(volley(shots=6, target=SAVED)) < MOST


@pytest.mark.parametrize("rules", ["Focus-1; Area", "Area", "Focus-2"])
def test_many_odd_weapons_are_shared_out_within_bounds(rules):
    """Twelve weapons, no two alike, of as many shots as there may be, with templates over five units."""
    arms = []
    for i in range(12):
        gun = weapon(rules, name=f"Gun {i}", acc=2 + i % 5, energy=5 + i % 7, shots=MANY - i)
        arms.append(Arm(i, 0, gun, firing(gun, Firer())))
    units = squad(name="Saved", units=5, A=9, DP=40, CM="P5+")
    at = TargetUnits((units,) * 5, units.models, (40,) * 5)
    touched = lambda i, inches: [k for k in range(5) if k != i]  # noqa: E731
    picked = fire_allocation.shared_out(arms, at, lambda arm, i: NOW, touched)
    assert len(picked) == 12 and picked[0] == 0
    if rules == "Focus-2":
        assert max(picked) > 0, "the first cannot survive all of it"


def test_of_very_many_hits_few_ways_are_offered():
    m = volley("Focus-1", target=TANK, energy=6).match
    assert max(len(focusings(m, hits, 0)) for hits in (MOST_SPREAD, MOST_SPREAD + 1, MANY)) <= 627
    ways = focusings(m, 30, 0)
    assert ways[0] == ((0, 30),), "usually none is given up"
    assert ((15, 1), (0, 14)) in ways and ((1, 15),) in ways
    assert all(sum(n for _, n in way) + sum(more * n for more, n in way) == 30 for way in ways)
