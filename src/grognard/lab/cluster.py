"""An experiment on many machines: its chunks are played by the workers of a Dask scheduler, as by the processes of one machine.

A worker shows a sign before it plays anything: it must have this version and read the same forces, and a battle must come out
there as it does here. Each chunk is given to one worker by name; what a worker had that is gone is given out again. Nobody but
this process writes.
"""

from __future__ import annotations

import gc
import logging
from collections import Counter
from collections.abc import Callable, Iterable
from hashlib import blake2b
from importlib import import_module
from pathlib import Path
from queue import Empty, SimpleQueue
from time import monotonic
from typing import Any

from msgspec import Struct

from .. import __version__, battles
from ..errors import GrognardError
from ..kernel.plain import plain, text
from .experiment import Experiment
from .run import AHEAD, Chunk, Counted, Teller, chunk, played

ANSWER = 10.0  # seconds within which a scheduler must answer
COMING = 60.0  # seconds that the first worker, or the next, is waited for
LOOK = 1.0  # seconds after which is looked who has come and who has gone
DEATHS = 5  # workers that may die over one pair
GOLDEN = 1  # the seed of the battle that must come out alike


class Sign(Struct, frozen=True):
    """What a worker shows: its version, the digest of a battle, and of each match-up what it starts from."""

    version: str
    golden: str
    starts: list[str]


def dask() -> Any:
    """Dask's distributed. Raises GrognardError that says what to install."""
    try:
        return import_module("distributed")
    except ImportError:
        raise GrognardError("--cluster needs Dask", hint="pip install 'grognard[cluster]'") from None


def run(counted: Counted, address: str, tell: Teller | None = None, say: Callable[[str], None] = print) -> None:
    """Plays what is missing until it is enough, as ``lab.run.run`` does, on the workers of the scheduler at an address.

    ``say`` hears a line of each worker that is refused. Raises GrognardError when there is no scheduler, or nobody who may play.
    """
    counted.look()
    if not counted.enough:
        played(counted, Crew(address, counted.asked, say), tell)


def sign(asked: Experiment) -> Sign:
    """The sign of this machine."""
    system = battles.force(asked.forces[0][0]).system
    golden = battles.fight(battles.setup(f"{system}/A", f"{system}/B", seed=GOLDEN)).session.digest()
    starts = []
    for forces in asked.forces:
        for scenario in asked.scenarios:
            setup = battles.setup(*forces, seed=GOLDEN, scenario=scenario, rounds=asked.rounds, rulings=asked.rulings)
            starts.append(blake2b(text(plain(setup.saved())).encode(), digest_size=16).hexdigest())
    return Sign(__version__, golden, starts)


def fault(asked: Experiment, shown: Sign, here: Sign) -> tuple[str, str] | None:
    """What is wrong with the sign of a worker, and what to do about it; None when it may play."""
    if shown.version != here.version:
        return f"it has grognard {shown.version}, this is {here.version}", f"install grognard=={here.version} there"
    if shown.golden != here.golden:
        said = f"its golden battle has the digest {shown.golden[:8]}, not {here.golden[:8]}"
        return said, f"install grognard=={here.version} there anew, without changes, and start the worker again"
    names = [(*forces, scenario) for forces in asked.forces for scenario in asked.scenarios]
    for (ours, theirs, scenario), there, start in zip(names, shown.starts, here.starts, strict=True):
        if there != start:
            said = f"it reads {ours}, {theirs} or {scenario} otherwise than this machine"
            return said, "have the same files at the same place there"
    return None


class Crew:
    """The workers of a scheduler that may play."""

    def __init__(self, address: str, asked: Experiment, say: Callable[[str], None]) -> None:
        self.distributed = dask()
        self.address, self.asked, self.say = address, asked, say
        self.client = _connected(self.distributed, address)
        self.here = sign(asked)
        self.lost: list[int] = []
        self.chunks: dict[str, int] = {}  # of those who may play: the chunks that they have
        self.refused: set[str] = set()
        self.signing: dict[str, Any] = {}  # of those who have been asked for a sign: its future
        self.under_way: dict[str, tuple[str, list[int], Any]] = {}  # by key: who has it, its pairs, its future
        self.done: SimpleQueue[Any] = SimpleQueue()
        self.deaths: Counter[int] = Counter()  # by pair
        self.looked, self.alone_since = 0.0, monotonic()

    @property
    def n(self) -> int:
        """How many may play."""
        return max(1, len(self.chunks))

    def idle(self) -> bool:
        """Whether somebody has fewer chunks than he should."""
        return any(n < AHEAD for n in self.chunks.values())

    def give(self, asked: Experiment, numbers: list[int]) -> None:
        """Gives a chunk to whoever has least to do."""
        who = min(self.chunks, key=lambda one: self.chunks[one])
        self.chunks[who] += 1
        future = self._sent(who, chunk, asked, numbers)
        self.under_way[future.key] = who, numbers, future

    def heard(self) -> Iterable[Chunk]:
        """Waits until something was played, or a while. Raises GrognardError when there is nobody any more."""
        if monotonic() - self.looked > LOOK:
            self._look()
        try:
            future = self.done.get(timeout=LOOK)
        except Empty:
            return
        if future.key in self.under_way:
            who, numbers, _ = self.under_way.pop(future.key)
            if who in self.chunks:
                self.chunks[who] -= 1
            found, error = self._result(who, future)
            if error is not None:
                raise error
            if found is None:
                self._die(numbers)
            else:
                yield found
        for who in [who for who, asked in self.signing.items() if asked.key == future.key]:
            del self.signing[who]
            self._signed(who, future)

    def stop(self) -> None:
        """Nothing is waited for any more."""
        futures = [future for _, _, future in self.under_way.values()] + list(self.signing.values())
        try:
            self.client.cancel(futures, force=True)
            self.client.close(timeout=ANSWER)
        except Exception:  # the scheduler is gone, and with it what would have been cancelled
            logging.getLogger(__name__).debug("the scheduler did not answer", exc_info=True)

    def _sent(self, who: str, function: Callable[..., Any], *args: Any) -> Any:
        future = self.client.submit(function, *args, workers=[who], pure=False)
        future.add_done_callback(self.done.put)
        return future

    def _result(self, who: str, future: Any) -> tuple[Any, Any]:
        """What a worker found, and what was raised there; neither when it was lost with the worker."""
        raised: Any = None
        while future.status == "finished" and raised is None:
            try:
                return future.result(timeout=LOOK), None
            except TimeoutError:  # a result that only a dead worker had never comes
                if who not in self._threads():
                    future.cancel()
            except Exception as error:
                raised = error
        if raised is None and future.status == "error":
            raised = future.exception()
        return None, None if isinstance(raised, self.distributed.KilledWorker) else raised

    def _die(self, numbers: list[int]) -> None:
        """A worker that had these pairs is gone."""
        self.deaths.update(numbers)
        self.lost += numbers
        if self.deaths[numbers[0]] > DEATHS:
            hint = "is there memory enough? what was played is kept; the same command goes on"
            raise GrognardError(f"{DEATHS} workers died over pair {numbers[0]}", where=self.address, hint=hint)

    def _look(self) -> None:
        """Who has come is asked for a sign; what those had who are gone is lost."""
        threads = self._threads()
        self.looked = monotonic()
        for who in [who for who in (*self.chunks, *self.signing) if who not in threads]:
            self.chunks.pop(who, None)
            self.signing.pop(who, None)
            for key in [key for key, (at, _, _) in self.under_way.items() if at == who]:
                _, numbers, future = self.under_way.pop(key)
                future.cancel()
                self._die(numbers)
        for who in sorted(set(threads) - set(self.chunks) - set(self.signing) - self.refused):
            if threads[who] == 1:
                self.signing[who] = self._sent(who, sign, self.asked)
            else:
                hint = f"start it with --nthreads 1 --nworkers {threads[who]}: each battle wants a process"
                self._refuse(who, f"it has {threads[who]} threads", hint)
        if self.chunks or self.signing:
            self.alone_since = self.looked
        elif self.refused and self.refused >= set(threads):
            hint = "mend what was said of each, and start them again; what was played is kept"
            raise GrognardError("no worker may play", where=self.address, hint=hint)
        elif self.looked - self.alone_since > COMING:
            hint = f"start some with 'dask worker {self.address} --nthreads 1'; what was played is kept"
            raise GrognardError(f"no worker has come for {COMING:.0f} seconds", where=self.address, hint=hint)

    def _threads(self) -> dict[str, int]:
        """The workers of the scheduler, and how many threads each has. Raises GrognardError when it does not answer."""
        try:
            found: dict[str, int] = self.client.nthreads()
        except (OSError, ValueError) as error:
            hint = f"{str(error).rstrip('.')}; what was played is kept, the same command goes on"
            raise GrognardError("the scheduler does not answer any more", where=self.address, hint=hint) from None
        return found

    def _signed(self, who: str, future: Any) -> None:
        """A worker may play from now on, or is refused; one that is gone comes again under another name, or not at all."""
        shown, error = self._result(who, future)
        if shown is not None:
            found = fault(self.asked, shown, self.here)
            if found is None:
                self.chunks[who] = 0
            else:
                self._refuse(who, *found)
        elif error is not None:
            ours = isinstance(error, GrognardError)
            said = f"{error.where}: {error.what}" if ours else f"{type(error).__name__}: {error}"
            hint = f"install 'grognard[cluster]=={__version__}' there and have the same files at the same place"
            self._refuse(who, f"it cannot play: {' '.join(said.split())}", hint)

    def _refuse(self, who: str, what: str, hint: str) -> None:
        self.refused.add(who)
        self.say(f"worker {who} is refused: {what} ({hint})")


def _connected(distributed: Any, address: str) -> Any:
    """A client of the scheduler at an address, or of the one that a file of Dask names. Raises GrognardError."""
    for name in ("distributed", "distributed.client", "asyncio"):  # what happens to workers and scheduler is said here
        logging.getLogger(name).setLevel(logging.CRITICAL)
    named = address.endswith(".json")
    try:
        where = {"scheduler_file": str(Path(address).resolve(strict=True))} if named else {"address": address}
        return distributed.Client(**where, timeout=ANSWER, set_as_default=False)
    except (OSError, ValueError, ImportError):
        pass  # told below, when nothing holds the client any more
    gc.collect()  # a client that came to nothing closes itself: if it did so while the next one begins, both would wait for ever
    hint = "start one with 'dask scheduler', and name it as tcp://HOST:8786"
    raise GrognardError("no scheduler answers there", where=f"--cluster {address}", hint=hint)
