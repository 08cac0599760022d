"""Options that are judged when they are looked at."""

from __future__ import annotations

from collections import Counter
from random import Random
from types import SimpleNamespace

import pytest

from grognard import bots
from grognard.common.options import FilteredOptions
from grognard.errors import GrognardError
from grognard.kernel.asks import Choose
from grognard.kernel.session import _decoded, _settled

NAMED = (("squad", 1), ("squad", 2), ("piece", 1), ("piece", 2))
HOLD = ("hold fire", -1)


def options(legal, looked=None):
    def judge(option):
        if looked is not None:
            looked.append(option)
        return option in legal

    return FilteredOptions(NAMED, judge, (HOLD,))


def test_what_is_listed_is_what_is_legal():
    found = options([NAMED[1], NAMED[3]])
    assert list(found) == [NAMED[1], NAMED[3], HOLD] and found.any() and HOLD in found
    assert NAMED[1] in found and NAMED[0] not in found and ("squad", 9) not in found
    assert not options([]).any() and list(options([])) == [HOLD]


def test_each_option_is_judged_once_and_only_when_it_matters():
    looked = []
    found = options([NAMED[0]], looked)
    assert found.any() and looked == [NAMED[0]]
    assert list(found) and list(found) and looked == list(NAMED)


def test_a_draw_takes_each_legal_option_as_often():
    found, rng = options([NAMED[0], NAMED[3]]), Random(5)
    drawn = Counter(found.draw(rng) for _ in range(3000))
    assert set(drawn) == {NAMED[0], NAMED[3], HOLD} and all(900 < n < 1100 for n in drawn.values())
    assert options([]).draw(rng) == HOLD and FilteredOptions((1,), lambda n: False).draw(rng) is None


def test_a_pick_is_read_again_and_judged():
    ask = Choose(0, "fire at what?", options([NAMED[1]]))
    assert _settled(ask, NAMED[1]) == (NAMED[1], ["squad", 2]) and _decoded(ask, ["hold fire", -1]) == HOLD
    for wrong in (["squad", 1], ["squad", 9], "squad", None, ["squad"], [["squad", 2]], {"squad": 2}):
        with pytest.raises(GrognardError, match="no legal answer"):
            _decoded(ask, wrong)
    with pytest.raises(GrognardError, match="no legal answer"):
        _decoded(Choose(0, "how many?", FilteredOptions((1, 2), lambda n: True)), True)


def test_greedy_judges_from_the_best_down():
    looked = []
    worths = dict(zip((*NAMED, HOLD), (1, 5, 5, 3, 0), strict=True))
    game = SimpleNamespace(worth=lambda t, a: lambda o: (worths[o], f"worth {worths[o]}"), bound=None)
    bot = bots.get("greedy", 1, 0, game)
    assert bot.choose(None, Choose(0, "?", options([NAMED[0], NAMED[2], NAMED[3]], looked))) == NAMED[2]
    assert looked == [NAMED[1], NAMED[2]] and bot.why == "worth 5"
    assert bot.choose(None, Choose(0, "?", options([]))) == HOLD
