"""The bot that takes what is worth most at once, and can say why.

What an option is worth is the system's to say (``Game.worth``). Where the system gives a ``bound`` that is cheaper to find
and never less than the worth, options are valued from the highest bound down and only while a bound still beats the best
worth found: the picks are the same, most of the looking (sight, odds) is saved. Options that are dear to judge
(``FilteredOptions``) are valued first, or bounded where there is a bound, and judged from the best down: what nobody would pick
is not judged.
"""

from __future__ import annotations

from collections.abc import Container
from itertools import islice
from math import inf
from random import Random
from typing import Any

from ..common.options import FilteredOptions
from .candidates import Aiming, best_aim
from .places import plain_worth
from .random import drawn

MOST = 64  # options that are looked at


class Greedy:
    """Takes the option of the highest worth, the first of equals. ``why`` tells the last choice."""

    def __init__(self, rng: Random, game: Any) -> None:
        self.rng = rng
        self.game = game
        self.why = ""

    def choose(self, table: Any, ask: Any) -> Any:
        """The best option by the system's worth; moves that the system does not value go by their purpose."""
        options = ask.options
        if not isinstance(options, tuple):  # a menu too long to list, or dear to judge
            if isinstance(options, FilteredOptions) and self.game.worth is not None:
                pick, self.why = best_legal(table, ask, options, self.game)
                return pick
            if hasattr(options, "aims") and self.game.upper_bound is not None:
                form, self.why = best_move(table, ask, options, self.game)
                if form is not None:
                    return form
        listed = list(islice(options, MOST))
        if not listed:
            self.why = "nothing else came to mind"
            return drawn(ask, self.rng)
        pick, self.why = best(table, ask, listed, self.game)
        return pick


def best_move(table: Any, ask: Any, moves: Aiming, game: Any) -> tuple[Any, str]:
    """The legal move of the highest worth, the first of equals, and the reason; None when none of those aimed at is legal."""
    pick, _, why = best_aim(
        moves,
        lambda positions: game.upper_bound(table, ask, moves, positions),
        game.worth(table, ask),
    )
    return pick, why


def best_legal(table: Any, ask: Any, options: FilteredOptions, game: Any) -> tuple[Any, str]:
    """The best of options that are dear to judge, and why: what nobody would pick is not judged."""
    named = [*options.named, *options.sure]
    if game.bound is not None and game.bound(table, ask) is not None:
        return best(table, ask, named, game, options)
    values = [*map(game.worth(table, ask), named)]
    for i in sorted(range(len(named)), key=lambda i: (-values[i][0], i)):
        if named[i] in options:
            return named[i], values[i][1]
    raise ValueError(f"{ask.question!r} has no legal option")


def best(table: Any, ask: Any, options: list[Any], game: Any, legal: Container[Any] | None = None) -> tuple[Any, str]:
    """The option of the highest worth, the first of equals, and the reason.

    With ``legal`` (where there is a bound) only of those options that it holds; ValueError when it holds none.
    """
    if game.worth is None:
        return usual(table, ask, options)
    worth, bound = game.worth(table, ask), game.bound(table, ask) if game.bound is not None else None
    if bound is None:  # all have to be valued
        found, why, pick = -inf, "", options[0]
        for option in options:
            value, reason = worth(option)
            if value > found:
                found, why, pick = value, reason, option
        return pick, why
    ranked = sorted([(-most, i) for i, most in enumerate(map(bound, options))])
    top: tuple[float, int] | None = (
        None  # worth, and place among the options, negative so that the first of equals wins
    )
    why = ""
    for low, i in ranked:
        if top is not None and -low < top[0]:
            break  # equal bounds are still looked at: the first of equal worth must win
        if legal is not None and options[i] not in legal:
            continue
        value, reason = worth(options[i])
        if top is None or (value, -i) > top:
            top, why = (value, -i), reason
    if top is None:
        raise ValueError(f"{ask.question!r} has no legal option")
    return options[-top[1]], why


def usual(table: Any, ask: Any, options: list[Any]) -> tuple[Any, str]:
    """For systems that value nothing: moves go for objectives and into range; anything else is the default or the first."""
    if hasattr(options[0], "positions") and isinstance(ask.about, int):
        valued = [plain_worth(table, ask.about, form, reach=18.0) for form in options]
        i = max(range(len(options)), key=lambda k: (valued[k][0], -k))
        return options[i], valued[i][1]
    if ask.default is not None:
        return ask.default, "as a matter of course"
    return options[0], "the first that offers"
