"""Playing command cards: who is offered which on an occasion, and what the enemy may do about it."""

from __future__ import annotations

from typing import Any

from ....common.rules import OFF, id_of, voices
from ....kernel.asks import Choose, Emit, Procedure
from ....table.events import Given
from ....table.state import Effect, Table, Unit
from ..circumstances import InPlay
from ..commanders import within_influence
from .card import NO_CARD, ON_CARD, Card, Occasion, cards_in_words, numbered
from .deck import hand
from .events import CardCancelled, CardKept, CardPlayed, CardsOver


def offer(t: Table, side: int, now: Occasion) -> Procedure:
    """A player may play cards, one after the other. Result: what each that took effect came to."""
    came: list[Any] = []
    while found := playable(t, side, now):
        says = cards_in_words(found.values())
        pick = yield Choose(side, f"{_told(t, now)}: play which card?", (NO_CARD, *found), NO_CARD, (now, "card"), says)
        if pick == NO_CARD:
            yield Emit(CardKept(side, secret=side))
            break
        card = found[pick]
        yield Emit(CardPlayed(side, card.number, now.unit if card.aimed else -1))
        if (yield from cancelled(t, 1 - side, card)):
            yield Emit(CardCancelled(side, card.number))
        elif (what := (yield from takes_effect(t, side, card, now))) is not None:
            came.append(what)
    return came


def takes_effect(t: Table, side: int, card: Card, now: Occasion) -> Procedure:
    """What a card does; one that stays in play is laid on the squad. Result: what else it comes to, or None."""
    what = yield from card.plays(t, side, now)
    if not card.stays:
        return what
    until = ("round ends", t.round) if card.lasts else None
    yield Emit(Given(now.unit, Effect(ON_CARD, side, until, what), True))
    return None


def offer_both(t: Table, first: int, now: Occasion) -> Procedure:
    """Both players may play cards, one of them first. Result: what each that took effect came to."""
    came = yield from offer(t, first, now)
    return came + (yield from offer(t, 1 - first, now))


def playable(t: Table, side: int, now: Occasion) -> dict[str, Card]:
    """The cards in a player's hand that he may play now, by name."""
    held = hand(t, side)
    if not held:
        return {}
    cards = [numbered(n) for n in held]
    return {card.name: card for card in cards if now.what in card.when and _reaches(t, side, card, now)}


def _reaches(t: Table, side: int, card: Card, now: Occasion) -> bool:
    """Whether the card may be played on what the occasion is about."""
    if id_of(card) in OFF:
        return False
    return (now.unit < 0 or not card.aimed or touches(card, t, side, t[now.unit])) and bool(card.allowed(t, side, now))


def touches(card: Card, t: Table, side: int, u: Unit) -> bool:
    """Whether a card can be played on a squad: none touches a Behemoth, and those with influence only what is within it."""
    return u.kind.type != "Behemoth" and (not card.influence or within_influence(t, side, u.id))


def cancelled(t: Table, side: int, card: Card) -> Procedure:
    """Whether a player cancels the card just played. His own card may be cancelled in turn: what was played last counts first."""
    answer = next((c for c in map(numbered, hand(t, side)) if voices(InPlay((c,)), "cancels")), None)
    if answer is None:
        return False
    question = f"{card.name} is played: {card.does} Cancel it with {answer.name}?"
    pick = yield Choose(side, question, ("no", "yes"), "no", (card.number, "cancel"))
    if pick == "no":
        yield Emit(CardKept(side, secret=side))
        return False
    yield Emit(CardPlayed(side, answer.number, -1))
    if (yield from cancelled(t, 1 - side, answer)):
        yield Emit(CardCancelled(side, answer.number))
        return False
    return True


def over(t: Table, *units: int) -> Procedure:
    """An attack is over: cards that were in play for it on these squads are so no longer."""
    for u in units:
        if any(e.what == ON_CARD and e.until is None for e in t[u].effects):
            yield Emit(CardsOver(u))


def _told(t: Table, now: Occasion) -> str:
    """The occasion as the question names it."""
    about = t.name(now.unit) if now.unit >= 0 else ""
    return f"{now.what} ({about})" if about else now.what
