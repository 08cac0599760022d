"""Sharing out fire at its best: the short ways find what the long ones find."""

from fractions import Fraction
from itertools import product

import pytest
from msgspec.structs import replace

from grognard.kernel.exact import best, exact
from grognard.systems.dropzone.attack import POINTS, Strike, Volley, strike
from grognard.systems.dropzone.circumstances import Circumstances, Firer, canonical
from grognard.systems.dropzone.examples import duel, expected, squad, weapon
from grognard.systems.dropzone.matchup import firing, match
from grognard.systems.dropzone.shooting import fire_allocation
from grognard.systems.dropzone.shooting.declaration import Arm, TargetUnits

NOW = canonical(Circumstances())


def volley(target, rules="Area", at=0, touched=(), energy=7):
    gun = weapon(rules, acc=3, energy=energy)
    m = match(gun, target, target.models[0], NOW, energy)
    return Volley(m, 1, at, tuple((k, m) for k in touched))


@pytest.mark.parametrize("rules", ["Area", "Area; Devastator-2 (All)", "Area; Focus-2"])
@pytest.mark.parametrize("left", [(1, 1, 1), (2, 1, 3), (0, 2, 2)])
def test_the_worth_of_a_strike_is_the_sum_over_its_units(rules, left):
    tanks = squad(name="Tanks", units=3, A=8, DP=3)
    volleys = (volley(tanks, rules, 0, (1,)), volley(tanks, rules, 1, (0, 2)), volley(tanks, "", 2))
    s = Strike(left, (3, 3, 3), volleys)
    together = best(strike, (replace(s, keeps=POINTS),), fire_allocation.worth_of_strike)
    assert fire_allocation._worth(s) == fire_allocation.worth_of_strike(together)


@pytest.mark.parametrize("left", [(1, 1, 1), (2, 1, 3), (0, 2, 2)])
def test_hopes_under_templates_are_those_of_all_units_together(left):
    tanks = squad(name="Tanks", units=3, A=8, DP=3)
    volleys = [volley(tanks, "Area", 0, (1,)), volley(tanks, "Area", 1, (0, 2)), volley(tanks, "", 2)]
    at = TargetUnits((tanks,) * 3, tanks.models, left)
    law = exact(strike, (Strike(left, (3, 3, 3), tuple(volleys), keeps=POINTS),))
    stands = [Fraction(sum(w for (now, *_), w in law.items() if now[k]), law.den) for k in range(3)]
    assert fire_allocation.hopes_of(volleys, at) == stands


def test_equal_templates_in_any_order_do_the_same():
    target = squad(name="Targets", type="Infantry", units=3, A=5, DP=2, F=4)
    area, plain = weapon("Area", acc=3, energy=7), weapon(acc=3, energy=9, name="Other")
    arms = [Arm(i, 0, w, firing(w, Firer())) for i, w in enumerate((area, area, plain))]
    at = TargetUnits((target,) * 3, target.models, (2, 2, 1))
    touched = lambda i, inches: [k for k in (i - 1, i + 1) if 0 <= k < 3]  # noqa: E731
    found, _ = fire_allocation._best_shared(arms, at, lambda arm, i: NOW, touched)
    every = [
        fire_allocation._sum(
            fire_allocation._worth(s) for s in fire_allocation._aimed(arms, way, at, lambda arm, i: NOW, touched)
        )
        for way in product(range(3), repeat=3)
    ]
    assert fire_allocation._sum(fire_allocation._worth(s) for s in found.strikes) == max(every)


def test_many_templates_at_a_large_squad_are_shared_out_at_once():
    said = {"acc": 3, "energy": 7, "type": "Infantry", "A": 5, "sets": {"under": 3}}
    shared = duel("Area", firers=6, units=6, DP=3, policy="best", **said)
    assert expected(shared) >= expected(duel("Area", firers=6, units=6, DP=3, **said))
