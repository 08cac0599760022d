"""Bots that try their picks think in processes of their own, so that nobody at the other tables waits for them.

A process holds a mirror of each battle it is asked about: the setup with the inputs so far leads to the open question, and the
bot there picks as it would here. The battle itself stays where it is. ``python -m grognard.web.thinking`` is such a process.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import zlib
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import IO, Any, Final

import msgspec
from msgspec import Struct

from ..bots import BOTS
from ..common import battle
from ..common.battle import Setup
from ..errors import GrognardError
from ..kernel.asks import Choose
from ..kernel.plain import plain
from ..kernel.session import Session
from ..kernel.study import Study

PROCESSES: Final = 2  # at most
MIRRORS: Final = 12  # battles that one process holds
POLITE: Final = 10  # how much a process steps back behind those who answer people
TRIES: Final = 2  # processes that are asked, until a bot thinks here

Recorded = Callable[[], Sequence[Any]]  # the inputs of a battle up to the open question


class Thought(Struct):
    """What a bot picks, as plain data, and why; or what is wrong."""

    pick: Any = None
    why: str = ""
    wrong: str = ""
    hint: str = ""


class BotAsked(Struct):
    """A bot of a battle is asked: the setup, the inputs up to the open question, and whose bot it is."""

    name: str
    setup: dict[str, Any]
    inputs: list[Any]
    side: int


class Beside:
    """A bot whose thinking is done by another process; here, where no process lives."""

    looks = True

    def __init__(self, thinkers: Thinkers, name: str, setup: Setup, side: int, recorded: Recorded) -> None:
        self.name, self.why = setup.bots[side], ""
        self._thinkers, self._room, self._setup, self._side, self._recorded = thinkers, name, setup, side, recorded
        self._saved: dict[str, Any] = plain({**setup.saved(), **setup.remarks})
        self._here: Any = None

    def choose(self, table: Any, ask: Choose, *study: Any) -> Any:
        """The bot's answer."""
        asked = BotAsked(self._room, self._saved, list(self._recorded()), self._side)
        found = self._thinkers.think(asked)
        if found is None:
            if self._here is None:
                self._here = battle.bot_of(self._setup, self._side)
            pick = self._here.choose(table, ask, *study)
            self.why = self._here.why
            return pick
        if found.wrong:
            raise GrognardError(found.wrong, hint=found.hint)
        self.why = found.why
        if hasattr(ask.options, "decode"):
            return ask.options.decode(found.pick)
        return next(option for option in ask.options if plain(option) == found.pick)


class Thinkers:
    """The processes in which bots of all rooms think; each begins when it is first needed, and again when it was killed."""

    def __init__(self, processes: int = 0, tell: Callable[[str], None] | None = None) -> None:
        """``tell`` hears when a process has ended that nobody has ended."""
        n = processes or max(1, min(PROCESSES, (os.cpu_count() or 2) - 1))
        self.processes: list[subprocess.Popen[bytes] | None] = [None] * n
        self._locks = [threading.Lock() for _ in range(n)]
        self._tell = tell or (lambda line: print(line, file=sys.stderr, flush=True))
        self._closed = False

    def player(self, name: str, setup: Setup, side: int, recorded: Recorded) -> Any:
        """Who plays a side of a room: None for a person, a bot that thinks beside where it wants to try its picks."""
        bot = BOTS.get(setup.bots[side].strip().lower())
        return Beside(self, name, setup, side, recorded) if getattr(bot, "looks", False) else battle.bot_of(setup, side)

    def think(self, asked: BotAsked) -> Thought | None:
        """What a bot picks; None when no process can be had."""
        k = zlib.crc32(asked.name.encode()) % len(self.processes)
        with self._locks[k]:
            for _ in range(TRIES):
                if (process := self._process(k)) is None:
                    return None
                try:
                    _write(process.stdin, asked)
                    found: Thought | None = _read(process.stdout, Thought)
                    if found is not None:
                        return found
                except OSError:
                    pass  # it has ended: that is told, and another one asked
                self._ended(k)
        return None

    def close(self) -> None:
        """Ends the processes."""
        self._closed = True
        for k, process in enumerate(self.processes):
            if process is not None:
                process.kill()
                process.wait()
                self.processes[k] = None

    def _process(self, k: int) -> subprocess.Popen[bytes] | None:
        if self.processes[k] is None and not self._closed:
            command = [sys.executable, "-m", __name__]
            try:
                self.processes[k] = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            except OSError as error:
                self._tell(f"no process for bots can be had ({error.strerror}): they think in the server")
        return self.processes[k]

    def _ended(self, k: int) -> None:
        process, self.processes[k] = self.processes[k], None
        if process is None or self._closed:
            return
        process.kill()
        self._tell(
            f"a process in which bots think has ended (exit code {process.wait()}); another takes its place, and the "
            "battles go on"
        )


# --- frames: how long, then what --------------------------------------------------------------------------------------


def _write(out: IO[bytes] | None, message: Struct) -> None:
    assert out is not None
    data = msgspec.msgpack.encode(message)
    out.write(len(data).to_bytes(4, "big") + data)
    out.flush()


def _read(source: IO[bytes] | None, kind: type[Any]) -> Any:
    """The next message; None when there will be none."""
    assert source is not None
    head = source.read(4)
    data = source.read(int.from_bytes(head, "big")) if len(head) == 4 else b""
    return msgspec.msgpack.decode(data, type=kind) if data else None


# --- in the process ---------------------------------------------------------------------------------------------------


class Mirror:
    """A battle as its setup and inputs lead to it, with the bots of both sides."""

    def __init__(self, setup: dict[str, Any]) -> None:
        self.setup = setup
        self.session: Session = battle.begin(battle.setup_of(setup), players=(None, None))
        self.session.dice = None
        self.bots: dict[int, Any] = {}

    def goes_to(self, inputs: list[Any]) -> Choose:
        """The question that is open after these inputs. Raises GrognardError when they do not lead there."""
        session, known = self.session, self.session.inputs
        same = next(
            (i for i, (a, b) in enumerate(zip(known, inputs, strict=False)) if a != b), min(len(known), len(inputs))
        )
        if not known:
            session.replay(inputs)
        else:
            if same < len(known):
                session.back_to(same, consent=True)
            for value in inputs[same:]:
                session.answer_plain(value)
        ask = session.open
        if not isinstance(ask, Choose):
            raise GrognardError("no question is open there")
        return ask

    def thinks(self, asked: BotAsked) -> Thought:
        """What the bot of a side picks."""
        ask, session = self.goes_to(asked.inputs), self.session
        if ask.player != asked.side:
            raise GrognardError("the other side is asked there")
        bot = self.bots.get(asked.side)
        if bot is None:
            bot = self.bots[asked.side] = battle.bot_of(session.setup, asked.side)
        study = [Study(session, ask)] if bot.looks else []
        pick = bot.choose(session.game.view(session.table, asked.side), ask, *study)
        return Thought(ask.options.plain(pick) if hasattr(ask.options, "decode") else plain(pick), bot.why)


def answered(mirrors: OrderedDict[str, Mirror], asked: BotAsked) -> Thought:
    """A question answered from the mirror of its battle, which is made when there is none."""
    mirror = mirrors.get(asked.name)
    if mirror is None or mirror.setup != asked.setup:
        mirror = mirrors[asked.name] = Mirror(asked.setup)
    mirrors.move_to_end(asked.name)
    while len(mirrors) > MIRRORS:
        mirrors.popitem(last=False)
    try:
        return mirror.thinks(asked)
    except GrognardError as error:
        del mirrors[asked.name]
        return Thought(wrong=error.what, hint=error.hint)


def main() -> None:
    """Answers what comes in by the way it came, until nothing will come any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server
    if hasattr(os, "nice"):
        os.nice(POLITE)
    out, sys.stdout = sys.stdout.buffer, sys.stderr
    mirrors: OrderedDict[str, Mirror] = OrderedDict()
    try:
        while (asked := _read(sys.stdin.buffer, BotAsked)) is not None:
            _write(out, answered(mirrors, asked))
    except BrokenPipeError:
        os._exit(0)  # the server has ended: nobody wants to know any more


if __name__ == "__main__":
    main()
