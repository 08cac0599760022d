"""What a seat is given: for the end of the battle, and on the way for what its table is worth."""

from __future__ import annotations

from msgspec import Struct

from ..errors import GrognardError
from .open_battle import OpenBattle

KINDS = ("win", "margin")
POINTS = 20.0  # victory points that count 1


class Rewards(Struct, frozen=True):
    """``kind``: at the end 1, 0 or -1 ("win"), or the difference of victory points in parts of 20 ("margin").

    ``shaped``: between two of its choices a seat also gets ``discount`` times its potential at the second less that at the first.
    The potential is what its table is worth to it, and 0 at the end, so what is best does not change (Ng, Harada, Russell 1999).
    """

    kind: str = "win"
    shaped: bool = False
    discount: float = 1.0

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise GrognardError(f"no reward {self.kind!r}", hint=f"there are {', '.join(KINDS)}")
        if not 0 < self.discount <= 1:
            raise GrognardError(f"a discount of {self.discount}", hint="above 0, at most 1")

    def potential(self, battle: OpenBattle, player: int) -> float:
        """What counts as the potential of a seat as things stand."""
        return battle.potential(player) / POINTS if self.shaped else 0.0

    def since(self, battle: OpenBattle, player: int, before: float) -> tuple[float, float]:
        """What a seat gets, whose potential was ``before`` at its last choice; and its potential now."""
        now = self.potential(battle, player)
        reward = self.discount * now - before
        if battle.over:
            reward += battle.won(player) if self.kind == "win" else battle.margin(player) / POINTS
        return reward, now
