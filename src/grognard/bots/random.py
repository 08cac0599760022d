"""The bot that draws: any legal answer, with a bias to none. It never lists what it can draw."""

from __future__ import annotations

from random import Random
from typing import Any

from ..kernel.drawing import below


class RandomBot:
    """Draws one of the options."""

    def __init__(self, rng: Random, game: Any = None) -> None:
        self.rng = rng

    def choose(self, table: Any, ask: Any) -> Any:
        """One option, each of a plain sequence as likely as the others."""
        options = ask.options
        if isinstance(options, (tuple, list)):
            return options[below(self.rng, len(options))]
        return drawn(ask, self.rng)


def drawn(ask: Any, rng: Random) -> Any:
    """One option: drawn by the options themselves when they can, else by its place."""
    options = ask.options
    if isinstance(options, (tuple, list)):
        return options[below(rng, len(options))]
    draw = getattr(options, "draw", None)
    if draw is None:
        options = tuple(options)
        return options[below(rng, len(options))]
    pick = draw(rng)
    if pick is not None:
        return pick
    # nothing came of the draw: whatever else there is
    return ask.default if ask.default is not None else next(iter(options), None)
