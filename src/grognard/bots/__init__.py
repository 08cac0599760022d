"""Players that are programs. ``get`` makes one by name, watched over by ``guard.Guarded``."""

from __future__ import annotations

from random import Random
from typing import Any

from ..common.schema import unknown
from .deep import Deep
from .greedy import Greedy
from .guard import Guarded
from .random import RandomBot
from .steady import Steady

BOTS: dict[str, Any] = {"random": RandomBot, "greedy": Greedy, "steady": Steady, "deep": Deep}


def get(name: str, seed: int | str, side: int, game: Any, seconds: float = 0.0) -> Guarded:
    """A bot by name for a side, with a random generator of its own. ``seconds`` limits each answer, 0 does not.

    Raises GrognardError naming the known bots.
    """
    made = BOTS.get(name.strip().lower())
    if made is None:
        raise unknown("bot", name, BOTS)
    return Guarded(made(Random(f"{seed}/bot/{side}"), game), name, seconds)
