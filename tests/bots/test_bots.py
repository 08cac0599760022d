"""Bots: reproducible, apart from each other, and harmless when they are bad."""

from __future__ import annotations

import threading
from random import Random
from types import SimpleNamespace

import pytest

from grognard import bots
from grognard.bots.greedy import Greedy
from grognard.bots.guard import Guarded
from grognard.bots.places import hyperbolic, plain_worth, to_nearest
from grognard.common import battle
from grognard.common.options import FilteredOptions
from grognard.errors import GrognardError
from grognard.kernel.asks import Choose
from grognard.kernel.session import Waiting
from tests.toy.system import setup


class Bad:
    def __init__(self, does):
        self.does = does

    def choose(self, table, ask):
        return self.does(table, ask)


def crash(table, ask):
    raise ZeroDivisionError("no enemies left")


def hang(table, ask):
    while True:
        try:
            while True:
                pass
        except Exception:
            pass


@pytest.mark.parametrize(
    "does, said",
    [
        (crash, "bot 'bad' failed at 'deploy which unit?': ZeroDivisionError: no enemies left"),
        (hang, "bot 'bad' took more than 0.02 seconds over 'deploy which unit?'"),
        (lambda t, a: 99, "bot 'bad': 99 is no legal answer to 'deploy which unit?'"),
        (lambda t, a: None, "bot 'bad': None is no legal answer"),
        (lambda t, a: a.options, "is no legal answer"),
    ],
)
def test_bad_bots_are_named_with_the_question_and_nothing_is_lost(does, said, tmp_path):
    good = bots.get("random", 1, 0, None)
    session = battle.begin(setup(), players=[good, Guarded(Bad(does), "bad", 0.02)])
    with pytest.raises(GrognardError) as error:
        session.play()
    assert said in str(error.value)
    session.players[1] = bots.get("random", 1, 1, None)
    assert session.play()
    session.save(tmp_path / "b.json")
    assert battle.replay(tmp_path / "b.json")[1]


def test_illegal_moves_are_refused_with_the_reason():
    def far(table, ask):
        if "move?" in ask.question and hasattr(ask.options, "decode"):
            return table[ask.about].form.shifted(25, 0)
        return next(iter(ask.options))

    session = battle.begin(setup(), players=[Guarded(Bad(far), "far"), Guarded(Bad(far), "far")])
    with pytest.raises(GrognardError, match=r"bot 'far'.*where does .* move") as error:
        session.play()
    assert "allowed" in error.value.hint


def test_late_answers_are_refused_where_nothing_can_interrupt():
    def slow(table, ask):
        threading.Event().wait(0.03)
        return 1

    failed = []

    def run():
        try:
            Guarded(Bad(slow), "slow", 0.01).choose(None, Choose(0, "which?", (1, 2)))
        except GrognardError as error:
            failed.append(str(error))

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    assert "took more than" in failed[0]
    assert Guarded(Bad(lambda t, a: 1), "quick", 5).choose(None, Choose(0, "which?", (1, 2))) == 1


def test_a_bot_that_waits_for_somebody_may_wait():
    def wait(table, ask):
        raise Waiting(ask)

    with pytest.raises(Waiting):
        Guarded(Bad(wait), "remote").choose(None, Choose(0, "which?", (1, 2)))


def test_bots_are_found_by_name():
    assert bots.get(" Random ", 1, 0, None).name == " Random "
    with pytest.raises(GrognardError, match="unknown bot"):
        bots.get("grandmaster", 1, 0, None)


def test_each_bot_has_dice_of_its_own():
    asks = [Choose(0, "which?", tuple(range(100)))] * 20
    picks = [[bot.choose(None, a) for a in asks] for bot in (bots.get("random", 7, s, None) for s in (0, 1, 0))]
    assert picks[0] == picks[2] != picks[1]


def test_random_bots_draw_and_do_not_list():
    class Endless:
        def __iter__(self):
            raise AssertionError("listed")

        def draw(self, rng):
            return rng.randrange(5)

    assert bots.get("random", 1, 0, None).choose(None, Choose(0, "?", Endless())) in range(5)

    class Nothing(Endless):
        def __iter__(self):
            return iter((8, 9))

        def draw(self, rng):
            return None

    assert bots.get("random", 1, 0, None).choose(None, Choose(0, "?", Nothing())) == 8
    assert bots.get("random", 1, 0, None).choose(None, Choose(0, "?", Nothing(), default=9)) == 9
    assert bots.get("random", 1, 0, None).choose(None, Choose(0, "?", {3: 1})) == 3


# --- greedy -----------------------------------------------------------------------------------------------------------


def test_bounds_change_the_work_and_never_the_pick():
    rng = Random(1)
    for _ in range(200):
        values = [rng.randrange(6) for _ in range(8)]
        slack = [rng.randrange(4) for _ in range(8)]
        looked = []

        def worth(option, values=values, looked=looked):
            looked.append(option)
            return values[option], f"worth {values[option]}"

        def bound(option, values=values, slack=slack):
            return values[option] + slack[option]

        ask = Choose(0, "which?", tuple(range(8)))
        plain = Greedy(rng, SimpleNamespace(worth=lambda t, a, worth=worth: worth, bound=None))
        quick = Greedy(
            rng, SimpleNamespace(worth=lambda t, a, worth=worth: worth, bound=lambda t, a, bound=bound: bound)
        )
        assert plain.choose(None, ask) == values.index(max(values))
        looked.clear()
        assert quick.choose(None, ask) == values.index(max(values)) and quick.why == f"worth {max(values)}"
        assert len(looked) <= 8


def test_greedy_says_why_and_looks_at_a_bounded_number():
    bot = bots.get("greedy", 1, 0, SimpleNamespace(worth=lambda t, a: lambda o: (o, f"it is {o}"), bound=None))
    assert bot.choose(None, Choose(0, "?", tuple(range(1000)))) == 63 and bot.why == "it is 63"
    assert bot.choose(None, Choose(0, "?", iter(range(1000)))) == 63

    class Empty:
        def __iter__(self):
            return iter(())

        def draw(self, rng):
            return 5

    assert bot.choose(None, Choose(0, "?", Empty())) == 5


def test_without_a_worth_moves_go_for_objectives():
    game = SimpleNamespace(worth=None, bound=None)
    bot = bots.get("greedy", 1, 0, game)
    assert bot.choose(None, Choose(0, "?", (3, 4), default=4)) == 4 and bot.choose(None, Choose(0, "?", (3, 4))) == 3
    session = battle.begin(setup())
    session.play(6)
    t = session.table
    unit = t.own(0)[0]
    position = t.markers[0]
    x, y = unit.form.centre
    there = unit.form.shifted(position.x - x, position.y - y)
    away = unit.form.shifted(-x, 0)
    assert bot.choose(t, Choose(0, "?", (away, there), about=unit.id)) is there and "objective" in bot.why


def test_what_moves_are_for():
    session = battle.begin(setup())
    session.play(6)
    t = session.table
    unit, foe = t.own(0)[0], t.own(1)[0]
    near = unit.form.shifted(0, foe.form.centre[1] - unit.form.centre[1] - 2)
    for kw in ({"melee": True}, {"reach": 3.0}):
        assert plain_worth(t, unit.id, near, **kw)[0] > plain_worth(t, unit.id, unit.form, **kw)[0]
    assert plain_worth(t, unit.id, near, shy=30.0)[0] < plain_worth(t, unit.id, unit.form, shy=12.0)[0]
    assert to_nearest(0, 0, []) is None and hyperbolic(0, 5) == 1 and hyperbolic(5, 5) == 0.5


def test_what_is_lazy_is_judged_only_where_it_would_be_best():
    """Four options, the second of the highest bound illegal: two are judged, one is valued, and it is the pick."""

    judged, valued = [], []

    def judge(option):
        judged.append(option)
        return option != 9

    def worth(option):
        valued.append(option)
        return float(option), f"worth {option}"

    game = SimpleNamespace(worth=lambda table, ask: worth, bound=lambda table, ask: float)
    bot = Greedy(Random(1), game)
    assert bot.choose(None, Choose(0, "which?", FilteredOptions((1, 9, 7, 3), judge))) == 7 and bot.why == "worth 7"
    assert judged == [9, 7] and valued == [7]
    with pytest.raises(ValueError, match="no legal option"):
        bot.choose(None, Choose(0, "which?", FilteredOptions((9,), judge)))
