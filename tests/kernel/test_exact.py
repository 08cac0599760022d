"""The exact drivers: policies, best play, live tables."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.kernel import (
    Best,
    Choose,
    Each,
    Emit,
    Exact,
    Fold,
    Law,
    Roll,
    Scripted,
    Stage,
    Test,
    best,
    by_default,
    exact,
    play,
    point,
)
from grognard.kernel.faces import die

from ..lines import law_of_lines
from .trees import fractions

COIN = Test("a coin", 2, (0, 1))
FOUR = Test("4+", 6, (0, 0, 0, 1, 1, 1))
FIVE = Test("5+", 6, (0, 0, 0, 0, 1, 1))


def worth(law):
    return Fraction(sum(o * w for o, w in law.weights.items()), law.den)


# --- choices --------------------------------------------------------------------------------------------------------


def steady_or_bold(player):
    pick = yield Choose(player, "how?", ("steady", "bold"))
    if pick == "steady":
        return 2
    return 5 * (yield Roll(FOUR))


def test_the_default_is_the_first_option_unless_the_question_says_another():
    assert by_default(Choose(0, "?", ("a", "b"))) == "a"
    assert by_default(Choose(0, "?", ("a", "b"), default="b")) == "b"
    assert exact(steady_or_bold, (0,)) == point(2)


def test_another_policy_decides_otherwise():
    law = exact(steady_or_bold, (0,), lambda choice: choice.options[-1])
    assert fractions(law) == {0: Fraction(1, 2), 5: Fraction(1, 2)}


def test_exact_notes_whether_anybody_was_asked():
    driver = Exact()
    driver.law(steady_or_bold, (0,))
    assert driver.asked
    plain = Exact()
    plain.law(coins, (3,))
    assert not plain.asked
    inside = Exact()
    inside.law(shots, (2,))
    assert inside.asked


def test_best_play_is_best_for_the_one_who_chooses():
    assert fractions(best(steady_or_bold, (0,), worth)) == {0: Fraction(1, 2), 5: Fraction(1, 2)}
    assert best(steady_or_bold, (1,), worth) == point(2)


def coins(n):
    return (yield Each(coin, (), n))


def coin():
    return (yield Roll(COIN))


def seen_first(n):
    """The chooser sees the dice before he decides whether to throw again."""
    first = yield Stage(coins, (n,))
    if (yield Choose(0, "again?", (False, True))):
        return (yield Stage(coins, (n,)))
    return first


def test_best_play_sees_what_came_before():
    law = best(seen_first, (2,), worth)
    # 0 of 2 is thrown again, and 1 and 2 are kept
    assert fractions(law) == {
        0: Fraction(1, 16),
        1: Fraction(1, 2) + Fraction(1, 8),
        2: Fraction(1, 4) + Fraction(1, 16),
    }


def test_the_same_stage_twice_is_worked_out_once():
    again = exact(seen_first, (2,), lambda choice: True)
    assert again == exact(coins, (2,))


def one_shot():
    """Which save? is asked inside the stage, once a handful."""
    if not (yield Roll(FOUR)):
        return 0
    which = yield Choose(1, "which save?", (FIVE, FOUR))
    return 1 - (yield Roll(which))


def shots(n):
    return (yield Each(one_shot, (), n))


def shots_in_line(n):
    return (yield Fold(one_shot, 0, n, (), add))


def add(state, outcome):
    return state + outcome


@pytest.mark.parametrize("procedure", [shots, shots_in_line])
def test_a_choice_inside_a_stage_is_made_once_a_handful(procedure):
    assert exact(procedure, (1,)).fraction(1) == Fraction(1, 2) * Fraction(2, 3)
    assert best(procedure, (3,), worth) == exact(procedure, (3,), lambda choice: FOUR)


@pytest.mark.parametrize("procedure", [shots, shots_in_line])
def test_play_asks_once_a_handful(procedure):
    asked = []

    def decide(choice):
        asked.append(choice.question)
        return FOUR

    dice = Scripted([4, 5, 3, 6, 1])  # three shots: two hit, of the saves one is made
    assert play(procedure(3), dice, decide) == 1
    dice.end()
    assert asked == ["which save?"]


def each_item(state, item, spare):
    """A procedure fold: a choice an item."""
    if (yield Choose(item % 2, f"item {item}?", (0, 1))):
        return state + spare * (yield Roll(FOUR))
    return state + 1


def items(spare):
    return (yield Fold(each_item, 0, (0, 1, 2), (spare,)))


def test_best_play_through_a_fold_of_procedures():
    assert fractions(exact(items, (4,))) == {3: Fraction(1)}
    law = best(items, (4,), worth)  # player 0 takes the roll worth 2 on items 0 and 2, player 1 leaves the 1
    assert worth(law) == 5
    assert fractions(law) == {1: Fraction(1, 4), 5: Fraction(1, 2), 9: Fraction(1, 4)}
    assert best(items, (0,), worth) == point(2)


def by_state(n):
    return (yield Fold(one_shot, 0, n, args_at, add))


def args_at(state):
    return None if state == 2 else ()


def test_choices_under_arguments_of_the_state_are_made_one_by_one():
    # one shot after the other until two are through: the defender takes the better save each time
    assert best(by_state, (4,), worth) == exact(by_state, (4,), lambda choice: FOUR)
    assert worth(best(by_state, (4,), worth)) < worth(exact(by_state, (4,)))


def staged_by_state(n):
    return (yield Stage(by_state, (n,)))


def test_such_choices_are_seen_inside_a_stage_too():
    assert best(staged_by_state, (4,), worth) == best(by_state, (4,), worth)


def staged_choice(player):
    return (yield Stage(steady_or_bold, (player,)))


def test_best_play_opens_a_stage_in_which_somebody_chooses():
    assert best(staged_choice, (0,), worth) == best(steady_or_bold, (0,), worth)


def plain_by_state(n):
    return (yield Fold(coin, 0, n, args_at, add))


def test_best_play_where_nobody_chooses_is_the_law_itself():
    assert best(plain_by_state, (5,), worth) == exact(plain_by_state, (5,))


def told():
    yield Emit("something")
    return (yield Stage(coin, ()))


def test_best_play_goes_past_events_and_through_stages():
    assert fractions(Best(worth).law(told)) == {0: Fraction(1, 2), 1: Fraction(1, 2)}
    assert fractions(exact(told)) == {0: Fraction(1, 2), 1: Fraction(1, 2)}


def nothing_asked():
    return "done"
    yield


def test_a_procedure_that_asks_nothing():
    assert exact(nothing_asked) == point("done")
    assert best(nothing_asked, (), lambda law: 0) == point("done")


# --- the live table -------------------------------------------------------------------------------------------------


class Counter:
    """The smallest table there is."""

    def __init__(self):
        self.hits = 0

    def snapshot(self):
        return self.hits

    def restore(self, hits):
        self.hits = hits


class Hit:
    def on(self, table):
        table.hits += 1


def strike(table):
    if (yield Roll(FOUR)):
        yield Emit(Hit())
    return table.hits


def twice(table):
    yield Emit(Hit())
    yield Stage(strike, (table,))
    yield Stage(strike, (table,))
    return table.hits


def in_order(table):
    """A fold of procedures that write: not merged by state, since the table is part of the branch."""
    return (yield Fold(strike_again, 0, 2, (table,)))


def strike_again(state, item, table):
    yield from strike(table)
    return table.hits


def test_a_procedure_on_the_live_table_leaves_it_as_it_was():
    table = Counter()
    table.hits = 3
    law = Exact(table=table).law(twice, (table,))
    assert fractions(law) == {4: Fraction(1, 4), 5: Fraction(1, 2), 6: Fraction(1, 4)}
    assert table.hits == 3


def test_folds_on_the_live_table_are_opened():
    table = Counter()
    law = Exact(table=table).law(in_order, (table,))
    assert fractions(law) == {0: Fraction(1, 4), 1: Fraction(1, 2), 2: Fraction(1, 4)}
    assert table.hits == 0


def test_the_table_is_put_back_when_a_procedure_fails():
    table = Counter()

    def broken(table):
        yield Emit(Hit())
        raise ValueError("broken")

    with pytest.raises(ValueError, match="broken"):
        Exact(table=table).law(broken, (table,))
    assert table.hits == 0


def strikes(table):
    """A sum of procedures that write: opened, since each sees what the one before has written."""
    return (yield Each(strike, (table,), 2))


def test_sums_of_procedures_on_the_live_table_are_opened():
    table = Counter()
    law = Exact(table=table).law(strikes, (table,))
    # no hit 0 + 0, first only 1 + 1, second only 0 + 1, both 1 + 2
    assert fractions(law) == {0: Fraction(1, 4), 1: Fraction(1, 4), 2: Fraction(1, 4), 3: Fraction(1, 4)}
    assert table.hits == 0


def lots(table):
    wounds = yield Each(coin, (), 2)
    if wounds:
        yield Emit(Hit())
    return wounds, table.hits


def test_handfuls_stay_whole_on_the_live_table():
    table = Counter()
    law = Exact(table=table).law(lots, (table,))
    assert fractions(law) == {(0, 0): Fraction(1, 4), (1, 1): Fraction(1, 2), (2, 1): Fraction(1, 4)}


# --- folds ----------------------------------------------------------------------------------------------------------


def test_folds_of_no_steps_and_at_their_end():
    assert exact(shots_in_line, (0,)) == point(0)
    assert exact(by_state_from, (2, 5)) == point(2)


def by_state_from(state, n):
    return (yield Fold(one_shot, state, n, args_at, add))


def countdown(n):
    """Every step moves: there is no share of standing still."""
    return (yield Fold(coin, n, n, (), below))


def below(state, outcome):
    return max(state - 1 - outcome, 0)


def test_a_chain_without_standing_still():
    assert fractions(exact(countdown, (3,))) == {0: Fraction(1)}
    assert fractions(exact(countdown, (2,))) == {0: Fraction(1)}
    assert fractions(exact(short_countdown, ())) == {5: Fraction(1, 4), 4: Fraction(1, 2), 3: Fraction(1, 4)} | {}


def short_countdown():
    return (yield Fold(coin, 7, 2, (), below))


def stuck(n):
    return (yield Fold(coin, 0, n, (), same))


def same(state, outcome):
    return state


def test_a_chain_that_never_moves():
    assert exact(stuck, (4,)) == point(0)


def test_equal_questions_share_their_chain():
    assert exact(by_state, (4,)) == exact(by_state, (4,))
    law = exact(by_state, (4,))
    assert sum(law.weights.values()) == law.den
    assert isinstance(law, Law)


def burst(coin):
    """A rolled number of dice, each a success or not: no one-die stage."""
    n = yield Roll(Test("rate", 2, (1, 2)))
    return (yield Each(success, (coin,), n))


def success(coin):
    return (yield Roll(coin))


def bursts(coin, n):
    return (yield Each(burst, (coin,), n))


def test_a_sum_of_procedures_is_that_of_their_laws():
    coin = Test("coin", 2, (0, 1))
    one = exact(burst, (coin,))
    assert exact(bursts, (coin, 3)) == one.times(3)
    assert best(bursts, (coin, 3), lambda law: law.mean()) == one.times(3)
    assert law_of_lines(lambda dice: play(bursts(coin, 2), dice)) == {
        o: one.times(2).fraction(o) for o, _ in one.times(2).items()
    }


def held(n):
    got = yield Roll(Test("coin", 2, (0, 1)))
    more = yield Choose(0, "again?", (False, True))
    return got + ((yield Roll(Test("coin", 2, (0, 1)))) if more else 0)


def twice_held():
    return (yield Each(held, (0,), 2))


def test_choices_in_a_sum_of_procedures_are_made_in_each():
    assert best(twice_held, (), lambda law: law.mean()).mean() == 2


# --- a stage that is the last thing a procedure asks ------------------------------------------------------------------


def tries(left, state, last):
    """Rolls that raise a number, each after a choice whether to; ``left`` of them, the rest as one stage."""
    if not left:
        return state
    if (yield Choose(0, "roll?", ("yes", "no"), default="no")) == "yes":
        state = max(state, (yield Roll(die(6))))
    return (yield Stage(tries, (left - 1, state, last), last=last))


def test_best_play_from_equal_arguments_is_looked_for_once_when_a_stage_is_last():
    looked = []

    def worth(law):
        looked.append(1)
        return law.mean()

    plain = best(tries, (4, 0, False), worth)
    before = len(looked)
    looked.clear()
    assert best(tries, (4, 0, True), worth) == plain
    assert len(looked) < before / 2


def test_a_last_stage_changes_nothing_for_other_drivers():
    assert exact(tries, (3, 2, True)) == exact(tries, (3, 2, False)) == point(2)
    yes = lambda choice: "yes"  # noqa: E731
    assert exact(tries, (2, 0, True), yes) == exact(tries, (2, 0, False), yes)
