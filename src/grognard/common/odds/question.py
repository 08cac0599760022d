"""What is asked about one attack: who attacks whom, with what, in which situation."""

from __future__ import annotations

from typing import Any

from msgspec import Struct, field

from ..profiles import Kind, Weapon

FURTHEST = 1000.0  # inches; no table is longer
FACINGS = ("front", "side", "rear")


class Question(Struct, kw_only=True):
    """One unit attacking another in a situation. Fields are the options of ``grognard odds``; distances in inches."""

    attacker: Kind
    target: Kind
    weapons: tuple[str, ...] = ()
    melee: bool = False
    range: float | None = None
    cover: Any = None
    moved: bool = False
    charging: bool = False
    facing: str | None = None
    sets: dict[str, Any] = field(default_factory=dict)  # read and checked circumstances
    models: int | None = None
    target_models: int | None = None
    wounds: int | None = None  # what the first model of the attacker that is left has left; None: unhurt
    target_wounds: int | None = None
    rulings: dict[str, str] = field(default_factory=dict)
    policy: str = "default"
    scatter: Any = None  # the target put down (``placed.PlacedTarget``), where templates are laid on it and scatter
    sample: int = 0  # so many throws of the dice in place of every outcome
    in_turn: bool = False  # one of several attacks on the target, one after the other
    left: Any = None  # the target as those before it have left it, as ``Plan.leaves`` says; None: as it was
    rules_met: tuple[str, ...] = ()
    arsenal: tuple[Weapon, ...] = ()  # weapons of the attacker's whole force, which its rules may turn to

    def hurt(self, full: tuple[int, ...], target: bool = True) -> tuple[int, ...]:
        """What each model left has left, when unhurt they have ``full``: the first one may be part-wounded."""
        left = self.target_wounds if target else self.wounds
        return full if left is None else (left, *full[1:])

    def set(self, key: str, default: Any = None) -> Any:
        """The value of a ``--set`` key, or the default."""
        return self.sets.get(key, default)
