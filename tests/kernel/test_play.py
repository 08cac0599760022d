"""The playing drivers: every ask answered with real faces, or drawn from its law."""

from __future__ import annotations

from random import Random

import pytest

from grognard.kernel import (
    Choose,
    Each,
    Emit,
    Fold,
    Play,
    Pool,
    Roll,
    Sample,
    Scripted,
    Seeded,
    Stage,
    Test,
    Throw,
    exact,
    highest,
    play,
    sample,
    total,
)
from grognard.kernel.tree import tree

TO_HIT = Test("to hit", 6, (0, 0, 1, 1, 1, 1), again=(1,), second=(0, 0, 0, 0, 0, 1))


def every_ask():
    yield Emit("begins")
    hit = yield Roll(TO_HIT)
    tally = yield Pool(TO_HIT, 2)
    pick = yield Choose(0, "which?", ("this", "that"))
    both = yield Stage(two, ())
    many = yield Each(one, (), 2)
    counted = yield Fold(one, 0, 2, (), max)
    listed = yield Fold(each_item, (), ("a", "b"))
    return hit, tally, pick, both, many, counted, listed


def one():
    return (yield Roll(TO_HIT))


def two():
    return (yield Roll(total(2, 6)))


def each_item(state, item):
    return (*state, item, (yield Roll(TO_HIT)))


def test_every_ask_is_answered_from_the_dice_in_order():
    dice = Scripted([1, 6, 2, 3, 4, 5, 1, 3, 6, 2, 3, 2, 4])
    events = []
    result = play(every_ask(), dice, emit=events.append)
    dice.end()
    assert events == ["begins"]
    assert result == (1, (1, 1), "this", 9, 2, 1, ("a", 0, "b", 1))


def test_the_watcher_sees_every_handful_with_its_rerolls():
    seen = []
    dice = Scripted([1, 1, 4, 6, 2])
    Play(dice, watch=lambda test, faces, again: seen.append((test.name, faces, again))).run(three())
    assert seen == [("to hit", b"\x01\x01\x04", b"\x06\x02")]
    dice.end()


def three():
    return (yield Each(one, (), 3))


def pairs_of():
    return (yield Each(pair, (), 2))


def pair():
    return (1, (yield Roll(TO_HIT)))


def test_each_adds_tuples():
    assert play(pairs_of(), Scripted([2, 5])) == (2, 1)


def walked():
    return (yield Each(pair_of_a_pool, (), 2))


def pair_of_a_pool():
    misses, hits = yield Pool(TO_HIT, 2)
    return misses, hits


def test_each_adds_tuples_of_procedures_that_are_no_stages():
    assert play(walked(), Scripted([2, 5, 6, 4])) == (1, 3)  # the 2 alone misses


def shared():
    return (yield Each(one_of_three_ways, (), 4))


def one_of_three_ways():
    if (yield Roll(TO_HIT)):
        return 0, 1
    return 1, (yield Roll(TO_HIT))


def test_tuples_to_which_several_ways_lead_are_added_together():
    # 5 and 6 hit, the 2s miss; at the second try 6 hits, 2 does not
    assert play(shared(), Scripted([5, 2, 6, 2, 6, 2])) == (2, 3)


def nobody():
    return (yield Each(one, (), 0))


def test_no_dice_no_throw():
    assert play(nobody(), Scripted([])) == 0
    assert exact(nobody).fraction(0) == 1


def under(faces):
    return sum(faces) < 4


CHARGE = Throw("charge", (6, 6), sum, (), under)
MIXED = Throw("scatter", (6, 3), max)


def throws():
    first = yield Roll(CHARGE)
    second = yield Roll(MIXED)
    both = yield Each(best_of_two, (), 2)
    return first, second, both


def best_of_two():
    return (yield Roll(highest(2, 6)))


def test_dice_read_together_are_thrown_again_together():
    dice = Scripted([1, 2, 4, 4, 5, 3, 1, 6, 2, 2])
    assert play(throws(), dice) == (8, 5, 8)
    dice.end()
    dice = Scripted([3, 2, 1, 3, 1, 1, 1, 1])
    assert play(throws(), dice) == (5, 3, 2)


def pooled():
    return (yield Pool(total(2, 2), 3))


def test_dice_read_together_are_counted_by_their_sums():
    dice = Scripted([1, 1, 2, 1, 2, 1])
    assert play(pooled(), dice) == (1, 2, 0)  # a 2, two 3s, no 4
    dice.end()


def until_two(n):
    return (yield Fold(one, 0, n, at, add))


def at(state):
    return None if state == 2 else ()


def add(state, outcome):
    return state + outcome


def test_a_fold_by_state_stops_throwing_at_its_end():
    dice = Scripted([2, 3, 6])
    assert play(until_two(9), dice) == 2
    dice.end()
    assert play(until_two(2), Scripted([2, 2])) == 0


def wrong():
    yield "no ask"


def wrong_inside():
    yield Fold(emits, 0, 2, (), max)


def emits():
    yield Emit("nothing to be told here")


def test_what_is_no_ask_is_refused():
    with pytest.raises(TypeError, match="is no ask"):
        play(wrong(), Scripted([]))
    with pytest.raises(TypeError, match="may ask Roll and Choose only"):
        tree(emits, ())
    with pytest.raises(TypeError, match="emits asks Emit"):
        play(wrong_inside(), Scripted([]))


def test_sampling_draws_each_ask_from_its_law():
    class Last(Random):
        def randrange(self, n):
            return n - 1

    class First(Random):
        def randrange(self, n):
            return 0

    assert sample(three(), First()) == min(exact(three).weights)
    assert sample(three(), Last()) == list(exact(three).weights)[-1]


def test_sampling_meets_every_place_of_the_law_once():
    law = exact(three)
    den = law.den
    counted: dict[int, int] = {}
    for place in range(den):
        drawn = Sample(Fixed(place))._drawn(law)
        counted[drawn] = counted.get(drawn, 0) + 1
    assert counted == law.weights


class Fixed(Random):
    def __init__(self, place):
        super().__init__(0)
        self.place = place

    def randrange(self, n):
        return self.place


def test_sampling_answers_every_ask():
    events = []
    result = Sample(Random(3), emit=events.append).run(every_ask())
    assert events == ["begins"]
    assert result[2] == "this" and 2 <= result[3] <= 12
    assert sample(until_two(60), Random(1)) in (0, 1, 2)


def test_long_run_averages_follow_the_law():
    rng = Random(5)
    dice = Seeded(5)
    mean = exact(three).mean()
    assert sum(sample(three(), rng) for _ in range(4000)) / 4000 == pytest.approx(mean, abs=0.06)
    assert sum(play(three(), dice) for _ in range(4000)) / 4000 == pytest.approx(mean, abs=0.06)
