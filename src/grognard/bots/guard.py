"""Bad players: a bot that crashes or takes too long gives one clear error that names it and the question.

An illegal answer is refused by the session, which names the bot as well.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import Any

from ..errors import GrognardError
from ..kernel.session import Waiting


class TooSlow(BaseException):
    """The time for an answer is up. Not an Exception, so that a bot's own ``except`` does not swallow it."""


class Guarded:
    """A bot watched over. ``seconds`` limits each answer; 0 does not.

    The limit interrupts in the main thread of systems that have alarm signals; elsewhere an answer that came too late is
    refused when it comes.
    """

    def __init__(self, bot: Any, name: str, seconds: float = 0.0) -> None:
        self.bot = bot
        self.name = name
        self.seconds = seconds
        self.looks = bool(getattr(bot, "looks", False))  # it wants to try what comes of its picks

    @property
    def why(self) -> str:
        """Why the bot chose as it did the last time, when it can say."""
        return str(getattr(self.bot, "why", ""))

    def choose(self, table: Any, ask: Any, *study: Any) -> Any:
        """The bot's answer. Raises GrognardError naming the bot and the question when there is none that will do."""
        try:
            if not self.seconds:  # most bots, and they are asked hundreds of times a battle
                return self.bot.choose(table, ask, *study)
            began = perf_counter()
            with _limit(self.seconds):
                pick = self.bot.choose(table, ask, *study)
        except (GrognardError, Waiting):
            raise
        except TooSlow:
            raise self._slow(ask) from None
        except Exception as error:
            said = " ".join(str(error).split())[:120]
            raise GrognardError(
                f"bot {self.name!r} failed at {ask.question!r}: {type(error).__name__}{': ' + said if said else ''}",
                hint="the battle can be played on from its last save with another bot",
            ) from error
        if perf_counter() - began > self.seconds:
            raise self._slow(ask)
        return pick

    def _slow(self, ask: Any) -> GrognardError:
        return GrognardError(
            f"bot {self.name!r} took more than {self.seconds:g} seconds over {ask.question!r}",
            hint="allow it more time, or choose another bot",
        )


@contextmanager
def _limit(seconds: float) -> Iterator[None]:
    able = seconds > 0 and hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
    if not able:
        yield
        return

    def up(number: int, frame: Any) -> None:
        raise TooSlow

    before = signal.signal(signal.SIGALRM, up)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
