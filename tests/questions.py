"""Which questions are put to whom: listens to every choice that is played, in scenes and in whole battles."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from msgspec import Struct

from grognard.kernel.asks import Choose
from grognard.kernel.play import Play


class Question(Struct, frozen=True):
    """A question as it was put: its words, and the player who answered it."""

    words: str
    player: int


@contextmanager
def recording() -> Iterator[list[Question]]:
    """Everything asked while this is open, in the order of asking. What has one option only is not a question."""
    asked: list[Question] = []
    plain = Play.__init__

    def begin(play: Play, dice: Any, decide: Any = None, *others: Any, **named: Any) -> None:
        plain(play, dice, *(() if decide is None else (decide,)), *others, **named)
        answer = play.decide

        def listening(ask: Choose) -> Any:
            options = ask.options
            if not isinstance(options, (tuple, list)) or len(options) > 1:
                asked.append(Question(ask.question, ask.player))
            return answer(ask)

        play.decide = listening

    Play.__init__ = begin  # type: ignore[method-assign]
    try:
        yield asked
    finally:
        Play.__init__ = plain  # type: ignore[method-assign]


def fits(words: str, question: str) -> bool:
    """Whether a question has these words; ``…`` among them stands for names and numbers.

    >>> fits("does … react to …?", "does Gas Hounds react to Levy Gang?")
    True
    >>> fits("react … does", "does Gas Hounds react to Levy Gang?")
    False
    """
    at = 0
    for part in words.split("…"):
        at = question.find(part, at)
        if at < 0:
            return False
        at += len(part)
    return True
