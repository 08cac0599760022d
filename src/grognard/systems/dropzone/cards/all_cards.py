"""All thirty command cards. Whoever plays a battle needs them, for anybody may draw any."""

from __future__ import annotations

from . import activation, garrisons, initiation, shooting, transports
from .card import DECK, Card

FAMILIES = (initiation, activation, transports, shooting, garrisons)
CARDS: tuple[type[Card], ...] = tuple(DECK[number] for number in sorted(DECK))
