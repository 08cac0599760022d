"""All thirty command cards. Whoever plays a battle needs them, for anybody may draw any."""

from __future__ import annotations

from . import activation, fire, houses, initiation, rides
from .card import DECK, Card

FAMILIES = (initiation, activation, rides, fire, houses)
CARDS: tuple[type[Card], ...] = tuple(DECK[number] for number in sorted(DECK))
