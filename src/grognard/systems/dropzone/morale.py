"""Fortitude: the test of Infantry that would leave a Garrison among enemies, or has suffered at close quarters."""

from __future__ import annotations

from msgspec.structs import replace

from ...common.building import Building, thrown_for
from ...common.rules import voices
from ...kernel.asks import Procedure, Roll
from ...kernel.faces import Test
from ...kernel.purpose import purpose
from ...table.state import Table
from .cards.card import FORTITUDE, Occasion
from .cards.playing import offer
from .circumstances import NO_CARDS, InPlay

HOLDS = "holds"
SHORT = {n: f"short by {n}" for n in range(1, 6)}  # the outcomes of a Fortitude test that fails


def fortitude(t: Table, u: int, cards: InPlay = NO_CARDS) -> Test:
    """A Fortitude test: passed on the number and more. Its outcome is HOLDS, or how far it falls SHORT."""
    return _fortitude(t[u].members[0].stats.F or 4, t.rulings.get("s8-natural-1") == "plain", cards)


def _fortitude(needs: int, plain: bool, cards: InPlay) -> Test:
    def means(natural: int, total: int, passed: bool) -> str:
        return HOLDS if passed else SHORT[max(1, needs - total)]

    test = Building("Fortitude", needs, fails=() if plain else (1,), means=means)
    for speak in voices(cards, "to_hold"):
        speak(test)
    return thrown_for(test.done()).test


def shortfall(t: Table, u: int) -> Procedure:
    """A Fortitude test, with the cards that its player plays on it. Result: how far it falls short, 0 when passed."""
    cards = InPlay(tuple((yield from offer(t, t[u].side, Occasion(FORTITUDE, u)))))
    if any(speak() for speak in voices(cards, "holds")):
        return 0
    test = fortitude(t, u, cards)
    outcome = yield Roll(replace(test, name=purpose(test.name).of(u)))
    return next((n for n, short in SHORT.items() if short == outcome), 0)
