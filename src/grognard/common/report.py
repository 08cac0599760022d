"""A battle in words: rounds, phases, who did what to whom, with dice and losses.

``Line`` is one entry of the log as people read it; the text of a report and what a room or a browser shows are both written
from it, so that they say the same: ``Telling`` makes them, ``lines`` of a whole battle. ``Report`` writes text as the battle
goes on, ``report`` afterwards; a short report tells what attacks came to (``Short``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from ..kernel.faces import Test
from ..kernel.rolled import Rolled
from ..table.events import ATTACK, FATE, HARM, LINE, LIST, SCORE, Acted, Stepped, side_name
from ..table.state import Table
from .agreement import agreed, count_of, in_a_row
from .battle_result import chosen_rulings, result
from .building import Because
from .scenario import for_destroyed

HOW = ("full", "short", "none")


class DiceShown(Struct, frozen=True):
    """A handful as it fell: what for, what a die needed ("4+", "" where nothing is needed) and why, the faces, those thrown
    again, and what they came to in words. ``who``: the unit whose dice they are, or -1 for the one that the log named last.
    """

    what: str
    sides: int
    faces: tuple[int, ...]
    again: tuple[int, ...] = ()
    needs: str = ""
    because: tuple[Because, ...] = ()
    result: str = ""
    who: int = -1
    does: tuple[
        bool | None, ...
    ] = ()  # whether each face did something (None: thrown again); () where dice are not read so
    again_does: tuple[bool, ...] = ()


class Line(Struct, frozen=True):
    """One entry of the log in words, as one reader may know it.

    ``n`` is its place in the log, ``round`` 0 until the first round begins, ``heading`` what was under way, ``indent`` 1 for
    dice under the line that says whose they are, ``units`` whom to light up (who acts, then whom it meets), ``by`` the ids of
    the special rules that had a part, ``full`` whether only a full report tells it, ``points`` what it adds to the victory
    points of both sides, ``masked`` whether another player's secret is kept.
    """

    n: int
    round: int
    heading: str
    text: str
    indent: int = 0
    dice: DiceShown | None = None
    units: tuple[int, ...] = ()
    by: tuple[str, ...] = ()
    event: str = ""
    full: bool = False
    points: tuple[int, int] = (0, 0)
    masked: bool = False


class Telling:
    """Makes lines of the entries of a log, one after the other, each just after it has been written to the table.

    ``player`` (0, 1) reads his own secrets, None is an onlooker; ``everything`` reads all.
    """

    def __init__(self, player: int | None = None, everything: bool = False) -> None:
        self.player = player
        self.everything = everything
        self._heading = ""
        self._named: tuple[int, ...] = ()  # the units that the last event named

    @property
    def state(self) -> tuple[str, tuple[int, ...]]:
        """What it remembers of the entries before, to go back to when something is taken back."""
        return self._heading, self._named

    @state.setter
    def state(self, kept: tuple[str, tuple[int, ...]]) -> None:
        self._heading, self._named = kept

    def line(self, t: Table, entry: Any, n: int = -1) -> Line | None:
        """The line of an entry, or None when there is nothing to tell."""
        if isinstance(entry, Stepped) or not self._heading:
            self._heading = heading(t)
        masked = entry.secret is not None and entry.secret != self.player and not self.everything
        text = entry.masked(t, self.player) if masked else entry.told(t)
        if isinstance(entry, Rolled):
            return self._dice(t, entry, n, text) if text else None
        if not text:
            return None
        units = tuple(u for u in entry.about() if not masked or t.name(u) in text)
        if units or not entry.full:
            self._named = units
        said = agreed(text, _names(t))
        points = getattr(entry, "points", 0) if type(entry).__name__ == "Scored" else 0
        return Line(
            n,
            _round(t),
            self._heading,
            _capital(said),
            units=units,
            by=tuple(entry.by),
            event=type(entry).__name__,
            full=entry.full,
            points=(points * (entry.side == 0), points * (entry.side == 1)) if points else (0, 0),
            masked=masked,
        )

    def _dice(self, t: Table, entry: Rolled, n: int, text: str) -> Line:
        what = entry.purpose
        does, again_does = entry.does()
        faces, does = _laid_out(entry.faces, does)
        again, again_does = _laid_out(entry.again, again_does)
        dice = DiceShown(
            what.what,
            getattr(entry.test, "sides", 0) or entry.test.dice[0],
            faces,
            again,
            what.needs,
            what.because,
            entry.meant(),
            what.who,
            does,
            again_does,
        )
        own = what.who >= 0
        return Line(
            n,
            _round(t),
            self._heading,
            _capital(text) if own else text,
            indent=0 if own else 1,
            dice=dice,
            units=(what.who,) if what.who >= 0 else self._named,
            by=tuple(b.id for b in what.because if b.id),
            event="Rolled",
            full=True,
        )


def _laid_out(faces: bytes, does: tuple[Any, ...]) -> tuple[tuple[int, ...], tuple[Any, ...]]:
    """Dice by their faces, each with what it did."""
    order = sorted(range(len(faces)), key=lambda i: faces[i])
    return tuple(faces[i] for i in order), tuple(does[i] for i in order) if does else ()


class _Held(NamedTuple):
    """Dice that are not written yet, and whether each was thrown alone for what was told before."""

    entry: Rolled
    line: Line
    single: bool


def _begins(entry: Rolled, first: Rolled) -> bool:
    """Whether dice begin what another weapon does, or the same one at another model: their purpose says so, or such came first."""
    return entry.purpose.begins or entry.purpose.what == first.purpose.what


def _is_amount(entry: Rolled) -> bool:
    """Whether a die says how many of something there are: shots, wounds, inches."""
    return isinstance(entry.test, Test) and all(type(n) is int and n > 0 for n in entry.test.faces)


class Report:
    """Writes a battle line by line as it happens: a watcher of a session.

    ``how`` is "full" (every move and every handful), "short" (what came of it: losses, arrivals, scores) or "none". A short
    report is a little behind, and so is a full one with dice, which lays those together that were thrown for one thing, unless
    it tells each ``at_once``: call ``close`` when the battle has ended. ``rounds``: only these, 0 for the setting up.
    """

    def __init__(
        self,
        write: Callable[[str], None],
        how: str = "full",
        player: int | None = None,
        everything: bool = False,
        rounds: tuple[int, ...] = (),
        at_once: bool = False,
    ) -> None:
        self.write = write
        self.how = how
        self.rounds = rounds
        self._at_once = at_once
        self._dice: list[_Held] = []  # not written yet: more of the same may follow
        self._telling = Telling(player, everything)
        self._short = Short(self._body, player, everything)
        self._told = ""  # the last heading written
        self._round = 0

    def __call__(self, t: Table, entry: Any) -> None:
        """Takes one entry of the log, just after it has been written to the table."""
        if self.how == "none":
            return
        if self.how == "short":
            self._short(t, entry, _round(t), turn(t))
            return
        line = self._telling.line(t, entry)
        if line is None:
            return
        if isinstance(entry, Rolled) and not self._at_once:
            self._hold(t, entry, line)
        else:
            self._dice_written()
            self._line(line)

    def _hold(self, t: Table, entry: Rolled, line: Line) -> None:
        """Holds dice back, with those before that were thrown for the same; single dice may take turns, as to hit and to damage."""
        if self._dice and (line.round, line.heading) != (self._dice[-1].line.round, self._dice[-1].line.heading):
            self._dice_written()
        single = len(entry.faces) == 1 and line.indent == 1
        taking_turns = single and all(held.single for held in self._dice)
        for k in reversed(range(len(self._dice)) if taking_turns else range(len(self._dice))[-1:]):
            more = self._dice[k].entry.with_more(entry)
            if more is not None:
                text = _capital(more.told(t)) if line.indent == 0 else more.told(t)
                self._dice[k] = _Held(more, replace(line, text=text), single and self._dice[k].single)
                return
            if _is_amount(self._dice[k].entry) or _is_amount(entry):
                break  # how many shots or wounds there are belongs to the dice beside it
        if not taking_turns or (self._dice and _begins(entry, self._dice[0].entry)):
            self._dice_written()
        self._dice.append(_Held(entry, line, single))

    def _dice_written(self) -> None:
        for held in self._dice:
            self._line(held.line)
        self._dice.clear()

    def _line(self, line: Line) -> None:
        self._body(line.round, line.heading, text_of(line))

    def line(self, t: Table, entry: Any) -> str:
        """An entry as a full report has it, "" when there is nothing to tell."""
        line = self._telling.line(t, entry)
        return text_of(line) if line is not None else ""

    def close(self) -> None:
        """Writes what is still held back."""
        self._dice_written()
        self._short.close()

    def _body(self, round_: int, heading: str, text: str) -> None:
        """Writes a line, under its round and heading."""
        if self.rounds and round_ not in self.rounds:
            return
        if self._round != round_:
            self._round, self._told = round_, ""
            self.write("")
            self.write(f"Round {round_}")
        if heading != self._told:
            self._told = heading
            if heading:
                self.write(f"  {heading}")
        self.write(f"    {text}")


def text_of(line: Line) -> str:
    """A line as it stands in a full report: dice further in than what they were thrown for, rules that had a part behind."""
    rules = f"  [{', '.join(map(_rule_name, line.by))}]" if line.by and line.dice is None else ""
    return f"{'  ' * line.indent}{line.text}{rules}"


class _Deed:
    """An attack that is under way, or a unit to which something happens (``target`` is itself), and what has come of it."""

    def __init__(self, unit: int, target: int, said: str, attack: bool = True, arms: str = "") -> None:
        self.unit, self.target, self.said, self.attack, self.arms = unit, target, said, attack, arms
        self.before_fates = ": "
        self.fates: dict[str, list[str]] = {}  # whose, "" for the target's own: what became of them

    def with_arms(self, others: Sequence[_Deed]) -> None:
        """Names the arms of other attacks with its own: what came of them came of all together."""
        arms = in_a_row(dict.fromkeys([*[deed.arms for deed in others if deed.arms], self.arms]))
        self.said = self.said.replace(self.arms, arms, 1) if self.arms else self.said

    def told(self) -> str:
        """One sentence: the target's losses first."""
        own = "; ".join(dict.fromkeys(self.fates.get("", ())))
        others = [f"{name} {', then '.join(dict.fromkeys(fates))}" for name, fates in self.fates.items() if name]
        return f"{self.said}{self.before_fates}{'; '.join(([own] if own else []) + others)}"


class Short:
    """Takes the entries of a log and writes lines with what they came to; ``write(round, heading, text)``.

    Attacks wait for what comes of them, so it is a little behind the battle; ``close`` writes the rest.
    """

    def __init__(
        self, write: Callable[[int, str, str], None], player: int | None = None, everything: bool = False
    ) -> None:
        self.write = write
        self.player = player
        self.everything = everything
        self._at: tuple[int, str] = (0, "")  # round and heading of what is held back
        self._clock = (0, 0)  # of which round and step that is
        self._names: list[str] = []
        self._deeds: list[_Deed] = []
        self._idle: list[str] = []  # who attacked whom without effect
        self._told: set[str] = set()  # whose attack on whom had one
        self._lists: dict[str, list[str]] = {}
        self._scores: dict[str, list[tuple[int, str]]] = {}

    def __call__(self, t: Table, entry: Any, round_: int, heading: str) -> None:
        """Takes an entry, just after it has been written to the table."""
        if isinstance(entry, Stepped) and (entry.clock.round, entry.clock.step) != self._clock:
            self._step()  # not when it is only the other player's turn within a step
            self._clock = entry.clock.round, entry.clock.step
        elif isinstance(entry, Acted) and any(entry.unit in (deed.unit, deed.target) for deed in self._deeds):
            self._settle()  # whatever comes now is another unit's doing; who gets out of a wreck has acted too
        if (round_, heading) != self._at:
            self.close()
            self._at = round_, heading
        if not self._names:
            self._names = _names(t)
        if isinstance(entry, Rolled) or (entry.full and entry.part in (LINE, "")) or not entry.part:
            return
        if entry.secret is not None and entry.secret != self.player and not self.everything:
            said = entry.masked_brief(t, self.player)
        else:
            said = entry.brief(t)
        if said:
            self._take(t, entry, said)

    def _take(self, t: Table, entry: Any, said: str) -> None:
        if entry.part == ATTACK and entry.target >= 0:
            if any(deed.fates or not deed.attack for deed in self._deeds):
                self._settle()
            self._deeds.append(_Deed(entry.unit, entry.target, said, arms=getattr(entry, "fired_with", "")))
        elif entry.part in (FATE, HARM):
            self._fate(t, entry, said)
        elif entry.part == SCORE:
            self._scores.setdefault(side_name(t, entry.side), []).append((entry.points, entry.why))
        elif entry.part == LIST:
            self._lists.setdefault(entry.listed, []).append(said)
        else:
            self._settle()
            self._say(said)

    def _fate(self, t: Table, entry: Any, said: str) -> None:
        """Puts what becomes of a unit to the attack that brought it, or lets it stand by itself."""
        unit, name = entry.unit, t.name(entry.unit)
        if not said.startswith(name):
            self._settle()
            self._say(said)
            return
        said = agreed(said, self._names)
        bare = said.removeprefix(f"{name}: ").removeprefix(f"{name} ")
        if entry.part == HARM and getattr(entry, "source", -1) == unit and entry.by:  # its own doing: by which rule
            bare += f" ({', '.join(map(_rule_name, entry.by))})"
        deeds = self._deeds[::-1]
        deed = next((d for d in deeds if d.target == unit), None)
        if deed is None and entry.part == HARM and not getattr(entry, "cause", ""):
            deed = next((d for d in deeds if d.unit == unit or d.attack), None)
        if deed is None:
            self._settle()
            deed = _Deed(unit, unit, name, attack=False)
            deed.before_fates = said[len(name) : len(said) - len(bare)]
            self._deeds.append(deed)
        deed.fates.setdefault("" if deed.target == unit else name, []).append(bare)

    def _settle(self) -> None:
        """Writes what had an effect, and keeps what had none."""
        had_one = {(deed.unit, deed.target): deed for deed in self._deeds if deed.fates}
        for at, deed in had_one.items():
            deed.with_arms([one for one in self._deeds if not one.fates and (one.unit, one.target) == at])
        for deed in self._deeds:
            if deed.fates:
                self._say(deed.told())
                self._told.add(deed.said)
            elif (deed.unit, deed.target) not in had_one:
                self._idle.append(deed.said)
        self._deeds.clear()

    def _say(self, said: str) -> None:
        said = agreed(said, self._names)
        self.write(*self._at, _capital(said))

    def _step(self) -> None:
        """A step is over: writes its lists and scores. Where players have no turns they stand once, at the end of the round."""
        self._settle()
        if self._at[1]:
            self._lists_and_scores()

    def _lists_and_scores(self) -> None:
        for listed, entries in self._lists.items():
            each = "; ".join(dict.fromkeys(entries))
            self._say(f"{listed}: {each}" if listed else each)
        for side, scored in self._scores.items():
            why = ", ".join(reason for _, reason in scored if reason)
            points = count_of(sum(n for n, _ in scored), "victory point")
            self.write(*self._at, f"{side}: {points}" + (f" ({why})" if why else ""))
        self._lists.clear()
        self._scores.clear()

    def _without_effect(self) -> None:
        idle = [agreed(said, self._names) for said in dict.fromkeys(self._idle) if said not in self._told]
        if idle:
            self.write(*self._at, f"Without effect: {'; '.join(idle)}")
        self._idle.clear()
        self._told.clear()

    def close(self) -> None:
        """Writes what is held back: a turn or the battle is over."""
        self._settle()
        self._lists_and_scores()
        self._without_effect()


def lines(session: Any, player: int | None = None, everything: bool = False) -> list[Line]:
    """The whole battle so far, one line for each entry of the log that is told to this reader."""
    telling = Telling(player, everything)
    told = (telling.line(t, entry, n) for n, (t, entry) in enumerate(_again(session)))
    return [line for line in told if line is not None]


def _again(session: Any) -> Iterator[tuple[Table, Any]]:
    """Each entry of the log with the table as it was when it happened: the log is replayed on its first snapshot."""
    t = session.table.clone()
    t.restore(session.points[0].table)
    for entry in session.log:
        t.remember()
        entry.on(t)
        yield t, entry


def heading(t: Table) -> str:
    """What is under way: the phase, and whose turn it is where players have turns."""
    return f"{name}, {t.phase}" if (name := turn(t)) else t.phase


def turn(t: Table) -> str:
    """Whose turn it is, where players have turns; "" where they have none."""
    steps = t.game.steps
    first = steps.before + steps.opening
    return side_name(t, t.player) if steps.turns == 2 and first <= t.step < first + steps.turn else ""


def report(
    session: Any,
    how: str = "full",
    player: int | None = None,
    everything: bool = False,
    rounds: tuple[int, ...] = (),
) -> list[str]:
    """The whole battle so far as lines of text, the result last; with ``rounds`` only what happened in these.

    The events are told once more on the table as it was when they happened, by replaying the log on its first snapshot.
    """
    written: list[str] = []
    tell = Report(written.append, how, player, everything, rounds)
    if how != "none":
        for t, entry in _again(session):
            tell(t, entry)
        tell.close()
        written.append("")
    return written + ending(session)


def ending(session: Any) -> list[str]:
    """How it ended: points for what was destroyed, the winner and why, losses and points."""
    told = result(session)
    names, lost = told["forces"], session.table.game.model
    late = [f"{names[s.side]}: {count_of(s.points, 'victory point')} ({s.why})" for s in for_destroyed(session.table)]
    first = f"Victory for {told['winner']}: {told['why']}." if told["winner"] else f"A draw: {told['why']}."
    if told["why"] == "the battle is not over":
        first = "The battle is not over."
    ruled = chosen_rulings(session.setup)
    return [
        *late,
        first,
        *(
            f"{name}: {count_of(told['points'][name], 'victory point')}, {count_of(told['slain'][name], lost)} lost"
            for name in names
        ),
        *([f"Rulings: {ruled}"] if ruled else []),
    ]


def _capital(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}"


def _names(t: Table) -> list[str]:
    """Of whom a sentence may begin: the units and the sides."""
    return [*t.names, *(side_name(t, side) for side in (0, 1))]


def _round(t: Table) -> int:
    """The round, 0 while the sides set up."""
    return t.round if t.step >= t.game.steps.before else 0


def _rule_name(id: str) -> str:
    return id.rpartition(":")[2].replace("-", " ")


__all__ = [
    "HOW",
    "DiceShown",
    "Line",
    "Report",
    "Telling",
    "ending",
    "heading",
    "lines",
    "report",
    "text_of",
]
