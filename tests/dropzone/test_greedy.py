"""Greedy players weigh where a move leads before it is judged: what they pick is what they would pick of all that they aim at."""

from __future__ import annotations

import pytest

from grognard import battles as staging
from grognard.bots.greedy import Greedy, best, best_move
from grognard.common import battle


class Watched(Greedy):
    """A greedy player that compares each of its moves with the best of all that it aims at."""

    compared = 0

    def choose(self, table, ask):
        options = ask.options
        if hasattr(options, "aims"):
            pick, _ = best_move(table, ask, options, self.game)
            if pick is not None:
                listed = [form for make, _ in options.aims() if (form := options.offer(make)) is not None]
                assert pick.plain() == best(table, ask, listed, self.game)[0].plain()
                aims = options.aims()
                most = self.game.upper_bound(table, ask, options, [point for _, point in aims])
                for (make, _), limit in zip(aims, most, strict=True):
                    if (form := options.offer(make)) is not None:
                        assert self.game.worth(table, ask)(form)[0] <= limit
                self.compared += 1
        return super().choose(table, ask)


@pytest.mark.parametrize("seed", [3, 4])
def test_the_pick_is_the_best_of_all_that_is_aimed_at(seed):
    setup = staging.setup("dropzone/A", "dropzone/B", seed=seed, bots=("greedy",))
    session = battle.begin(setup)
    for player in session.players:
        player.bot = Watched(player.bot.rng, player.bot.game)
    session.play()
    assert sum(player.bot.compared for player in session.players) > 60
