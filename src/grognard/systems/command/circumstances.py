"""The circumstances of an attack: everything that counts apart from weapons and models."""

from __future__ import annotations

from msgspec import Struct

from .rulings import TERMS, Terms

TOKENS = ("shoot", "advance", "overrun", "idle")
MOVING_TOKENS = ("advance", "overrun")


class Circumstances(Struct, frozen=True):
    """The circumstances of an attack, apart from weapons and models: the key under which match-ups are kept."""

    melee: bool = False
    token: str = "shoot"  # what the attacker shows; "idle" without a token
    reacting: bool = False
    moved: bool = False  # the attacker has moved in this activation
    cover: int = 0  # 4, 5 or 6; 0 none
    obscured: int = 0
    facing: str = "front"
    moving: bool = False  # the target shows a moving token
    skill: int = 0  # Attack Value of the striking unit, in melee
    reckless: bool = False  # it strikes with ranged weapons at the price of Resolve
    under: int = 1  # models under each template, where there is no table to tell
    terms: Terms = TERMS
