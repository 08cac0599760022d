"""A battle as its setup and its inputs: play, undo, redo, save, resume, digest.

The session knows no game. It needs of the game value ``crank(table)``, the procedure from one boundary to the next,
``over(table)``, and ``view(table, player)``, what a player may know; of the table ``snapshot``, ``restore``, ``plain`` and
``round``; of the setup ``saved()``; of an event ``on``, ``plain``, ``told`` and ``secret``. A procedure that has begun is
never kept: whatever interrupts it, the next step starts again from the last boundary and takes the inputs recorded since.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from hashlib import blake2b
from itertools import count
from pathlib import Path
from typing import Any

from msgspec import Struct

from ..errors import GrognardError, OurFault
from . import saves
from .asks import Choose
from .dice import Dice
from .faces import Test, Throw
from .plain import AS_IT_IS, plain, text
from .play import Play
from .rolled import Rolled
from .study import Study

LOOKED_THROUGH = 1024  # battles after which all objects are looked through for cyclic garbage
_BEGUN = count(1)
MOST_DICE = 10_000_000  # of one kind in one battle
MOST_IN_A_STEP = 50_000  # inputs, and entries of the log: a step without end is found, and stopped
MOST_IN_A_ROUND = 200_000


class Handful(Struct, frozen=True):
    """An open ask for dice: ``n`` dice of ``sides`` faces for ``why``."""

    sides: int
    n: int
    why: str = ""


class Point(Struct, frozen=True):
    """A boundary: its number, how many inputs and log entries there were, and the table."""

    number: int
    inputs: int
    log: int
    table: Any


class Endless(OurFault):
    """A step or a round that does not end: the battle has stopped. ``Session.give_up`` takes it back to the last boundary."""


class Waiting(Exception):
    """Nobody here can answer: the ask is open. Dice and players may raise it as well."""

    def __init__(self, ask: Any) -> None:
        super().__init__(str(ask))
        self.ask = ask


class Session:
    """One battle under way.

    ``players`` answers for each side: an object with ``choose(table, ask)``, or None when answers come from outside
    through ``answer``; one that has ``looks`` set gets a ``Study`` besides. ``dice`` may be None in the same way.
    ``watchers`` are called once for each new log entry.
    """

    def __init__(
        self,
        setup: Any,
        game: Any,
        table: Any,
        dice: Dice | None,
        players: Sequence[Any],
        watchers: Sequence[Callable[[Any, Any], None]] = (),
    ) -> None:
        self.setup = setup
        self.game = game
        self.table = table
        self.dice = dice
        self.players = list(players)
        self.watchers = list(watchers)
        self._remember = getattr(table, "remember", None)  # a table that can tell how things stood before an event
        self._forget = getattr(table, "forget", None)
        self.inputs: list[Any] = []  # handfuls as bytes, picks as plain values
        self.askers: list[int] = []  # who gave each input: a player, or -1 for the dice
        self.taken: list[Any] = []  # inputs taken back, for redo
        self.log: list[Any] = []
        self.points: list[Point] = [Point(0, 0, 0, table.snapshot())]
        self.open: Choose | Handful | None = None
        self.keep_last: int | None = None  # when set: older checkpoints are thinned to every eighth
        self._used = 0
        self._thrown: dict[int, int] = {}  # recorded dice that were used again, by sides
        self._most_inputs = self._most_entries = 0  # where a step that does not end is stopped
        self._round: tuple[int, int] = (table.round, 0)  # the round, and log entries when it began
        self._hidden: set[tuple[int, int, int]] = (
            set()
        )  # inputs that are or led to a secret, who gave them, and whose it is
        self._shown = 0  # log entries that the watchers have seen
        self._only_recorded = False

    # playing ---------------------------------------------------------------------------------------------------------

    @property
    def over(self) -> str:
        """Why the battle is over, or "" while it goes on. Asked at boundaries only."""
        return "" if self._dirty() else self.game.over(self.table)

    @property
    def used(self) -> int:
        """How many of the inputs have been used so far."""
        return self._used

    def play(self, steps: int | None = None) -> bool:
        """Plays until the battle is over (True), an ask is open, or ``steps`` boundaries have been crossed.

        Python's cyclic garbage collector rests meanwhile: a battle leaves next to nothing that only it could free, and
        its rounds over all that is kept cost up to a third of the time. It runs again when this returns.
        """
        with _collector_off(new=not self.points[-1].number):
            # made here and not kept: a battle that holds on to itself is freed only by the cyclic collector
            driver = Play(self, self._decide, self._emit, self._watch)
            if steps != 0 and self._dirty():
                self._rewind()
            over, table = self.game.over, self.table
            while steps is None or steps > 0:
                if over(table):
                    self.open = None
                    return True
                if not self._step(driver):
                    return False
                if steps is not None:
                    steps -= 1
            return not self._dirty() and bool(over(table))

    def answer(self, pick: Any, steps: int | None = None) -> bool:
        """Answers the open ask (an option, or the faces of a handful) and plays on as ``play`` does."""
        ask = self.open
        if ask is None:
            raise GrognardError("nothing is asked")
        if isinstance(ask, Handful):
            self._record(_faces(bytes(pick), ask.sides, ask.n, ask.why), -1)
        else:
            self._record(_settled(ask, pick)[1], ask.player)
        return self.play(steps)

    def answer_plain(self, value: Any, steps: int | None = None) -> bool:
        """Answers the open ask with a pick as plain data, as a save or a browser has it."""
        if isinstance(self.open, Choose):
            return self.answer(_decoded(self.open, value), steps)
        return self.answer(value, steps)

    def knows_all_since(self, player: int) -> bool:
        """Whether no input since the last boundary is, or led to, a secret that is kept from a player."""
        began = self.points[-1].inputs
        return not any(i >= began and owner != player for i, _, owner in self._hidden)

    @property
    def since(self) -> list[Any]:
        """The inputs since the last boundary."""
        return self.inputs[self.points[-1].inputs : self._used]

    def fork(self, table: Any, inputs: Sequence[Any], dice: Dice, players: Sequence[Any]) -> Session:
        """Another battle, from the last boundary through these inputs (picks are plain data); not played on yet.

        ``table`` stands at that boundary and becomes the fork's own. Nothing of it touches this battle.
        """
        fork = Session(self.setup, self.game, table, dice, players)
        fork.inputs = list(inputs)
        fork.askers = [-1] * len(fork.inputs)  # noted as they are used
        fork.keep_last = 1
        return fork

    def _step(self, driver: Play) -> bool:
        """From the boundary to the next; False when an ask is left open."""
        point = self.points[-1]
        self.open = None
        self._most_inputs = point.inputs + MOST_IN_A_STEP
        self._most_entries = min(point.log + MOST_IN_A_STEP, self._round_began(point) + MOST_IN_A_ROUND)
        try:
            driver.run(self.game.crank(self.table))
        except Waiting as waiting:
            self.open = waiting.ask
            return False
        used, logged = self._used, len(self.log)
        if logged == point.log and used == point.inputs:
            raise RuntimeError("a step has ended without anything having happened: the battle would never end")
        self.points.append(Point(point.number + 1, used, logged, self.table.snapshot()))
        if self.keep_last is not None:
            self._thin(self.keep_last)
        return True

    def _round_began(self, point: Point) -> int:
        """How long the log was when the round began, as far as this session has seen it."""
        now, began = self._round
        if self.table.round != now or point.log < began:
            self._round = self.table.round, point.log
        return self._round[1]

    def _dirty(self) -> bool:
        point = self.points[-1]
        return self._used != point.inputs or len(self.log) != point.log

    def _rewind(self) -> None:
        """Back to the last boundary; the recorded inputs after it will be used again."""
        point = self.points[-1]
        self.table.restore(point.table)
        del self.log[point.log :]
        self._used = point.inputs

    def _thin(self, last: int) -> None:
        # done now and then, not at every boundary: the last ones stay, and of those before every eighth
        if len(self.points) > 2 * last + 8:
            self.points = [p for p in self.points[:-last] if p.number % 8 == 0] + self.points[-last:]

    # what the driver asks --------------------------------------------------------------------------------------------

    def throw(self, sides: int, n: int, why: str = "") -> bytes:
        """A handful: recorded, thrown, or open."""
        if n <= 0:
            return b""
        used = self._used
        if used >= self._most_inputs:
            raise self._endless(why)
        if used < len(self.inputs):
            kept = self.inputs[used]
            if not isinstance(kept, bytes):
                raise GrognardError(
                    f"input {used + 1} is a pick where {n} D{sides} are thrown",
                    hint="the save is damaged or belongs to another version",
                )
            faces = _faces(kept, sides, n, why)
            self._used = used + 1
            self._thrown[sides] = self._thrown.get(sides, 0) + n
            return faces
        if self.dice is None or self._only_recorded:
            raise Waiting(Handful(sides, n, why))
        faces = bytes(self.dice.throw(sides, n, why))
        if self.taken:
            self.taken.clear()
        self.inputs.append(faces)
        self.askers.append(-1)
        self._used = used + 1
        return faces

    def _decide(self, ask: Choose) -> Any:
        options = ask.options
        if isinstance(options, (tuple, list)):
            if len(options) == 1:
                return options[0]
            if not options:
                raise RuntimeError(f"{ask.question!r} is asked without any option")
        used = self._used
        if used >= self._most_inputs:
            raise self._endless(ask.question)
        if used < len(self.inputs):
            return self._recorded(ask)
        asked = ask.player
        player = self.players[asked]
        if player is None or self._only_recorded:
            raise Waiting(ask)
        seen = self.game.view(self.table, asked)
        if getattr(player, "looks", False):  # it may try what comes of its picks
            pick = player.choose(seen, ask, Study(self, ask))
        else:
            pick = player.choose(seen, ask)
        try:
            pick, kept = _settled(ask, pick)
        except GrognardError as error:
            name = getattr(player, "name", "")
            raise GrognardError(f"bot {name!r}: {error.what}" if name else error.what, hint=error.hint) from None
        if self.taken:
            self.taken.clear()
        self.inputs.append(kept)
        self.askers.append(asked)
        self._used = used + 1
        return pick

    def _recorded(self, ask: Choose) -> Any:
        """The next recorded input as a pick."""
        kept = self.inputs[self._used]
        if isinstance(kept, bytes):
            raise GrognardError(
                f"input {self._used + 1} is a handful where {ask.question!r} is asked",
                hint="the save is damaged or belongs to another version",
            )
        try:
            pick = _decoded(ask, kept)
        except GrognardError as error:
            raise GrognardError(f"input {self._used + 1}: {error.what}", hint=error.hint) from None
        self.askers[self._used] = ask.player
        self._used += 1
        return pick

    def _record(self, value: Any, asker: int) -> None:
        self.taken.clear()
        self.inputs.append(value)
        self.askers.append(asker)

    def _emit(self, event: Any) -> None:
        log = self.log
        if len(log) >= self._most_entries:
            raise self._endless(type(event).__name__)
        if self.watchers and self._remember is not None:
            self._remember()
        event.on(self.table)
        log.append(event)
        if event.secret is not None:
            self._hidden.add((self._used - 1, event.secret, event.secret))
        if self.watchers:
            self._show(event)

    def _watch(self, test: Test | Throw, faces: bytes, again: bytes) -> None:
        secret = test.secret if isinstance(test, Test) else None
        rolled = Rolled(test, faces, again, secret=secret)
        self.log.append(rolled)
        if secret is not None:
            self._hidden.update((self._used - 1 - k, -1, secret) for k in range(2 if again else 1))
        if self.watchers:
            self._show(rolled)

    def _show(self, entry: Any) -> None:
        """The watchers are called for the newest entry of the log, unless they have seen it before it was taken back."""
        shown = len(self.log)
        if shown > self._shown:
            self._shown = shown
            for watcher in self.watchers:
                watcher(self.table, entry)
        if self._forget is not None:
            self._forget()

    def _endless(self, what: str) -> Endless:
        now = self.table.round
        return Endless(
            f"round {now} does not end: it was at {what!r} when the battle was stopped", hint="please report it"
        )

    # back and forth --------------------------------------------------------------------------------------------------

    def back_to(self, n: int, consent: bool = False) -> bool:
        """Takes back all but the first ``n`` inputs and plays what is recorded, up to the open question.

        Dice among them go back only by the players' consent; then the place in the dice stays, or they would know what
        comes. Raises GrognardError without it. Returns what ``play`` returns.
        """
        if not 0 <= n <= len(self.inputs):
            raise GrognardError(f"there are {len(self.inputs)} inputs, not {n}")
        if not consent and any(isinstance(i, bytes) for i in self.inputs[n:]):
            raise GrognardError("dice have been thrown since", hint="taking back luck needs both players' consent")
        self.taken[:0] = self.inputs[n:]
        del self.inputs[n:], self.askers[n:]
        while self.points[-1].inputs > n:
            self.points.pop()
        done = self._play_recorded(again=True)
        self._shown = min(self._shown, len(self.log))
        return done

    def give_up(self) -> None:
        """Forgets what has happened since the last boundary: after a step that failed, the battle can be saved as it stood."""
        self._rewind()
        del self.inputs[self._used :], self.askers[self._used :]
        self._shown = min(self._shown, len(self.log))

    def undo(self, picks: int = 1, player: int | None = None, consent: bool = False) -> bool:
        """Takes back the last picks (of one player, with all that followed them)."""
        places = [i for i, who in enumerate(self.askers) if (who >= 0 if player is None else who == player)]
        if len(places) < picks or picks < 1:
            raise GrognardError("there is nothing to take back")
        return self.back_to(places[-picks], consent)

    def redo(self, picks: int = 1) -> bool:
        """Plays again what was taken back: so many picks, each with the dice that followed it."""
        if not self.taken:
            raise GrognardError("nothing was taken back")
        end = 0
        while end < len(self.taken):
            if not isinstance(self.taken[end], bytes):
                if not picks:
                    break
                picks -= 1
            end += 1
        self.inputs += self.taken[:end]
        self.askers += [-1] * end  # the players are found again as the questions come
        del self.taken[:end]
        return self._play_recorded()

    def forget_points(self) -> None:
        """Drops every checkpoint but the first; they are a cache, never the truth."""
        del self.points[1:]
        self._play_recorded(again=True)

    def _play_recorded(self, again: bool = False) -> bool:
        """Plays as far as the recorded inputs go, and on to the next question without asking anybody.

        ``again``: from the last checkpoint there is, whatever the table looks like.
        """
        if again:
            self._rewind()
        self._only_recorded = True
        try:
            return self.play()
        finally:
            self._only_recorded = False

    # what it was -----------------------------------------------------------------------------------------------------

    def digest(self) -> str:
        """The fingerprint of setup, log and state: equal for equal battles on every machine."""
        digest = blake2b(text(plain(self.setup.saved())).encode(), digest_size=16)
        for entry in self.log:
            digest.update(text(entry.plain()).encode())
        digest.update(text(self.table.plain()).encode())
        return digest.hexdigest()

    def told(self, player: int | None = None, everything: bool = False) -> list[str]:
        """The log in words, as a player (None: an onlooker) may read it; secrets of others are masked."""
        lines = []
        for entry in self.log:
            if entry.secret is None or everything or entry.secret == player:
                lines.append(entry.told(self.table))
            else:
                lines.append(entry.masked(self.table, player))
        return [line for line in lines if line]

    def content(self) -> dict[str, Any]:
        """What a save holds, as plain data."""
        setup = self.setup
        place = getattr(self.dice, "place", None)
        return {
            "system": setup.system,
            "rulings": plain(setup.rulings),
            "seed": setup.seed,
            "setup": plain(setup.saved()),
            **({"remarks": remarks} if (remarks := getattr(setup, "remarks", None)) else {}),
            "place": sorted([sides, thrown] for sides, thrown in place.items()) if isinstance(place, dict) else [],
            "inputs": saves.inputs_saved(self.inputs),
            "over": not self._dirty() and bool(self.game.over(self.table)),
            "digest": self.digest(),
        }

    def save(self, path: Path | str) -> None:
        """Writes the battle to a file, whole or not at all."""
        saves.write(path, self.content())

    def content_for(self, player: int) -> dict[str, Any]:
        """What a save for one player holds: the picks that the other keeps secret are "?", and nothing that tells them.

        The seed (the dice to come) and the digest (a guess could be tried against it) are left out, so nobody plays it on.
        """
        content = self.content()
        del content["digest"]
        for i, asker, owner in self._hidden:
            if owner != player and 0 <= i < len(self.inputs) and self.askers[i] == asker:
                content["inputs"][i] = [saves.HIDDEN]
        setup = {**content["setup"], "seed": None}
        table = self.game.view(self.table, player).plain()
        return {**content, "seed": None, "place": [], "setup": setup, saves.FOR: player, "table": table}

    def set_place(self, saved: Any) -> None:
        """Where the dice go on after a save was read: behind every die that was ever thrown, taken back or not."""
        place = getattr(self.dice, "place", None)
        if isinstance(place, dict):
            pairs = saved if isinstance(saved, list) else []
            place.update((s, n) for s, n in self._thrown.items() if n > place.get(s, 0))
            for pair in pairs:
                if isinstance(pair, list) and len(pair) == 2 and all(type(v) is int for v in pair):
                    sides, n = pair
                    if 1 <= sides <= 256 and place.get(sides, 0) < n < MOST_DICE:
                        place[sides] = n

    def replay(self, inputs: list[Any], to: int | None = None, where: str = "save") -> bool:
        """Plays recorded inputs (the first ``to``) from the beginning. Raises GrognardError when one does not fit."""
        self.inputs = list(inputs[:to])
        self.askers = [-1] * len(self.inputs)
        self.taken = list(inputs[to:]) if to is not None else []
        del self.points[1:]
        self._shown = 0
        try:
            done = self._play_recorded(again=True)
        except GrognardError as error:
            if error.where:
                raise
            raise GrognardError(error.what, where=where, hint=error.hint) from None
        if self._used < len(self.inputs):
            raise GrognardError(
                f"{len(self.inputs) - self._used} inputs are left over after the end of the battle",
                where=where,
                hint="the save is damaged or belongs to another version",
            )
        return done


def _faces(faces: bytes, sides: int, n: int, why: str) -> bytes:
    if len(faces) != n or not all(1 <= f <= sides for f in faces):
        raise GrognardError(
            f"{list(faces)} are not the faces of {n} D{sides}" + (f" ({why})" if why else ""),
            hint=f"{n} numbers from 1 to {sides}",
        )
    return faces


@contextmanager
def _collector_off(new: bool) -> Iterator[None]:
    """No cyclic garbage collection inside, unless somebody else has seen to it already.

    What was made meanwhile counts as old afterwards: else the collector would look through all of it at once, though next to
    nothing of it is garbage. Now and then everything is looked through when a ``new`` battle is played: that takes longer than
    anybody should wait for an answer or for a pick taken back.
    """
    running = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if running:
            if new and not next(_BEGUN) % LOOKED_THROUGH:
                gc.collect()
            elif not gc.get_freeze_count():  # somebody who has frozen objects wants them to stay so
                gc.freeze()
                gc.unfreeze()
            gc.enable()


def _settled(ask: Choose, pick: Any) -> tuple[Any, Any]:
    """A legal pick as a replay will find it, and as plain data. Raises GrognardError for one that is not among the options.

    Lazy options code and judge it themselves: what is played is what their ``decode`` makes of what is recorded.
    """
    options = ask.options
    try:
        if isinstance(options, (tuple, list)):
            pick = options[options.index(pick)]  # equal is not the same: True is not 1 in a save
            return pick, pick if type(pick) in AS_IT_IS else plain(pick)
        if hasattr(options, "decode"):
            kept = options.plain(pick)
            return options.decode(kept), kept
        if pick in options:
            return pick, plain(pick)
    except GrognardError as error:
        raise _illegal(ask, pick, error.what) from None
    except Exception:  # options compare with whatever a bot gives: nothing it gives may do more harm than be refused
        raise _illegal(ask, pick) from None
    raise _illegal(ask, pick)


def _decoded(ask: Choose, value: Any) -> Any:
    """The pick that plain data stand for. Raises GrognardError when there is no such option."""
    options = ask.options
    if hasattr(options, "decode"):
        try:
            return options.decode(value)
        except GrognardError as error:
            raise _illegal(ask, value, error.what) from None
        except Exception:  # whatever a hostile file makes of it, it is no pick
            raise _illegal(ask, value) from None
    for option in options:
        said = plain(option)
        if said == value and type(said) is type(value):
            return option
    raise _illegal(ask, value)


def _illegal(ask: Choose, pick: Any, why: str = "") -> GrognardError:
    options = ask.options
    if not why and isinstance(options, (tuple, list)):
        why = "one of: " + ", ".join(_short(plain(o)) for o in options[:6]) + (", …" if len(options) > 6 else "")
    return GrognardError(f"{_short(pick)} is no legal answer to {ask.question!r}", hint=why)


def _short(value: Any) -> str:
    said = repr(value)
    return said if len(said) < 60 else said[:57] + "…"
