"""What a law may cost: states are counted alike, whoever counts them and whatever was worked out before."""

from __future__ import annotations

import pytest

from grognard.kernel import Best, Budget, Choose, Each, Exact, Fold, Pool, Roll, Stage, TooMany, best, die, exact
from grognard.kernel.chain import carried
from grognard.kernel.law import Law

D6 = die(6, "a die")


def pair():
    return (yield Roll(D6)), (yield Roll(D6))


def shares(state, item):
    return (state + (yield Roll(D6))) % 3


def folded(n):
    return (yield Fold(shares, 0, n))


def one():
    return (yield Roll(D6)) > 3


def plus(state, outcome):
    return state + outcome


def carried_on(n):
    return (yield Fold(one, 0, n, (), plus))


def picks(n):
    """One of two ways is picked, then dice are thrown."""
    way = yield Choose(0, "which way?", ("this", "that"))
    return (yield Stage(folded, (n + (way == "that"),)))


def spent(procedure, args=()):
    budget = Budget()
    exact(procedure, args, budget=budget)
    return budget.spent


def test_every_branch_is_a_state():
    assert spent(pair) == 6 + 36  # six faces, and six more after each


def test_merged_states_are_counted_once():
    # from 0 alone, then from each of 0, 1, 2: each of these has six faces, once; each step counts the states it goes through
    assert spent(folded, (1,)) == 1 + 6 + 3
    assert spent(folded, (2,)) == (1 + 6) + (3 + 3 * 6) + 3


def test_a_chain_counts_the_states_within_reach_whether_or_not_it_is_known():
    assert spent(carried_on, (9,)) == 10 + 10  # 0 to 9 successes, and the ten results
    assert spent(carried_on, (9,)) == 20


def test_a_law_beyond_its_budget_ends_with_the_count():
    for most in (0, 5, 41):
        with pytest.raises(TooMany, match="states") as met:
            exact(pair, budget=Budget(most))
        assert met.value.count == most + 1
    assert exact(pair, budget=Budget(42)).den == 36


def test_a_chain_stops_before_it_is_built():
    counted = []

    def law_at(state):
        counted.append(state)
        return Law({0: 1, 1: 1}, 2)

    with pytest.raises(TooMany):
        carried(0, law_at, plus, 1000, Budget(10))
    assert len(counted) < 12


def test_a_chain_that_is_known_ends_as_one_that_is_new():
    coin = Law({0: 1, 1: 1}, 2)

    def at(state):
        return coin

    carried(0, at, plus, 50)
    with pytest.raises(TooMany) as met:
        carried(0, at, plus, 50, Budget(20))
    assert met.value.count == 21


def test_best_play_has_a_budget_too():
    budget = Budget()
    law = best(picks, (2,), Law.mean, budget)
    assert law == Best(Law.mean).law(picks, (2,))
    with pytest.raises(TooMany):
        best(picks, (2,), Law.mean, Budget(budget.spent - 1))
    assert best(picks, (2,), Law.mean, Budget(budget.spent)) == law


def test_who_shows_progress_hears_how_many_states_there_have_been():
    heard = []
    Exact(budget=Budget(tell=heard.append)).law(folded, (3,))
    assert heard == sorted(heard) and heard[-1] == spent(folded, (3,))


def which_face():
    face = yield Roll(D6)
    return tuple(int(face == n) for n in range(1, 7))


def faces(n):
    return (yield Each(which_face, (), n))


def pooled(n):
    return (yield Pool(D6, n))


def each_pair(n):
    return (yield Each(added, (), n))


def added():
    return (yield Stage(one)) + (yield Stage(one))


def test_a_handful_is_refused_before_it_is_counted_out(monkeypatch):
    """Of forty dice six faces can come up in 1,221,759 ways."""
    for procedure in (faces, pooled):
        assert spent(procedure, (9,)) == 2002
        with pytest.raises(TooMany):
            exact(procedure, (9,), budget=Budget(2001))
        with monkeypatch.context() as m:
            m.setattr(Law, "times", None)
            with pytest.raises(TooMany):
                exact(procedure, (40,), budget=Budget(50_000))
    assert exact(each_pair, (3,), budget=Budget(60)).den == 2**6


def test_of_sums_no_more_are_expected_than_there_are_numbers():
    assert Law({0: 1, 1: 1, 5: 1}, 3).most_sums(100) == 501
    assert Law({(0, 0): 1, (1, 1): 1}, 2).most_sums(3) == 4 == len(Law({(0, 0): 1, (1, 1): 1}, 2).times(3).weights)
    assert Law({"a": 1, "b": 1}, 2).most_sums(1) == 2


def kept_or_not(n):
    counted = yield Each(once_more, (), n)
    return counted


def once_more():
    rolled = yield Each(one, (), 2)
    if rolled and (yield Choose(0, "again?", (True, False))):
        rolled += yield Each(one, (), 2)
    return rolled


def test_runs_in_which_somebody_chooses_are_merged_by_their_sum():
    """Twelve runs, each two coins and at best two more: 24 + 18 coins of which half count."""
    budget = Budget(2_000)
    law = Best(Law.mean, budget).law(kept_or_not, (12,))
    assert law.mean() == 12 * (1 + 3 / 4)
