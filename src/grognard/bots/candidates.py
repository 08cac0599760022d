"""Where a unit may want to move: the moves that are worth most are judged first, and the others not at all."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any, Protocol

from ..table.geometry import Point


class Aiming(Protocol):
    """Moves that say what they aim at before they are judged (``table.moves.Moves``)."""

    @property
    def unit(self) -> Any: ...
    def aims(self) -> list[tuple[Callable[[], Any], Point | None]]: ...
    def offer(self, make: Callable[[], Any]) -> Any: ...


def best_aim(
    moves: Aiming,
    upper_bound: Callable[[list[Point | None]], list[float]],
    worth: Callable[[Any], tuple[float, str]],
    enough: float = inf,
) -> tuple[Any, float, str]:
    """The legal move of the highest worth, the first of equals, its worth and the reason; None when none is legal.

    What each makes for is known before it is judged: judged are only those that could be worth more than the best found,
    and none after one that is worth more than ``enough``. ``upper_bound`` is the most that each can be worth.
    """
    aims = moves.aims()
    ranked = sorted([(-most, i) for i, most in enumerate(upper_bound([position for _, position in aims]))])
    pick, why, top = None, "", (-inf, 0)
    for low, i in ranked:
        if pick is not None and -low < top[0]:
            break
        form = moves.offer(aims[i][0])
        if form is None:
            continue
        value, reason = worth(form)
        if pick is None or (value, -i) > top:
            pick, why, top = form, reason, (value, -i)
            if value > enough:
                break
    return pick, top[0], why
