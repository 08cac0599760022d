"""The counting itself, on a table small enough to count by hand."""

from __future__ import annotations

from fractions import Fraction

from grognard.kernel import Choose, Each, Emit, Roll, Test

from .walk import perft

COIN = Test("a coin", 2, (0, 1))


class Purse:
    """A table that holds one number."""

    def __init__(self):
        self.coins = 0

    def snapshot(self):
        return self.coins

    def restore(self, coins):
        self.coins = coins


class Won:
    def __init__(self, n):
        self.n = n

    def on(self, table):
        table.coins += self.n


class Game:
    def over(self, table):
        return "rich" if table.coins >= 3 else ""

    def crank(self, table):
        yield Choose(0, "ready?", ("yes",))
        if (yield Choose(0, "how many?", ("one", "two"))) == "one":
            yield Emit(Won(1 + (yield Roll(COIN))))
        else:
            yield Emit(Won(1 + (yield Each(coin, (), 2))))


def coin():
    return (yield Roll(COIN))


class Battle:
    def __init__(self):
        self.table, self.game = Purse(), Game()


def test_lines_are_counted_with_their_weight():
    battle = Battle()
    assert perft(battle, 0) == (1, 1)
    assert perft(battle, 1) == (2, 1)
    assert perft(battle, 2) == (5, 1)  # 2 faces of one coin, 3 totals of two
    # of those five, the one with 3 coins is over; the others choose again
    assert perft(battle, 3) == (1 + 4 * 2, 1)
    assert perft(battle, 4) == (1 + 4 * 5, Fraction(1))
    assert battle.table.coins == 0
