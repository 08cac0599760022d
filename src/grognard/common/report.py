"""A battle in words: rounds, phases, who did what to whom, with dice and losses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..table.events import Event, Stepped, side_name
from ..table.state import Table
from .agreement import agreed
from .battle_result import chosen_rulings, result
from .scenario import for_destroyed

HOW = ("full", "short", "none")


class Report:
    """Writes a battle line by line as it happens: a watcher of a session.

    ``how`` is "full" (every move and every handful), "short" (losses, scores, arrivals, what a system remarks) or "none".
    ``player`` (0, 1) reads his own secrets, None is an onlooker; ``everything`` reads all.
    """

    def __init__(
        self, write: Callable[[str], None], how: str = "full", player: int | None = None, everything: bool = False
    ) -> None:
        self.write = write
        self.how = how
        self.player = player
        self.everything = everything
        self._heading = ""  # of what is told now
        self._told = ""  # the last heading written
        self._round = 0

    def __call__(self, t: Table, entry: Any) -> None:
        """Takes one entry of the log, just after it has been written to the table."""
        if self.how == "none":
            return
        if isinstance(entry, Stepped) or not self._heading:
            self._heading = heading(t)
        line = self.line(t, entry)
        if not line:
            return
        if self._round != t.round and t.step >= t.game.steps.before:  # setting up comes before the first round
            self._round = t.round
            self.write("")
            self.write(f"Round {t.round}")
        if self._heading != self._told:
            self._told = self._heading
            self.write(f"  {self._heading}")
        self.write(line)

    def line(self, t: Table, entry: Any) -> str:
        """The line for an entry, or "" when it is not told at this length."""
        if self.how == "short" and entry.full:
            return ""
        if entry.secret is not None and entry.secret != self.player and not self.everything:
            said = entry.masked(t, self.player)
        else:
            said = entry.told(t)
        if not said:
            return ""
        if not isinstance(entry, Event):
            return f"      {said}"  # dice, under what they were thrown for
        said = agreed(said, _names(t))
        because = f"  [{', '.join(_rule_name(b) for b in entry.by)}]" if entry.by and self.how == "full" else ""
        return f"    {said[0].upper()}{said[1:]}{because}"


def _names(t: Table) -> list[str]:
    """Of whom a sentence may begin: the units and the sides."""
    return [*t.names, *(side_name(t, side) for side in (0, 1))]


def heading(t: Table) -> str:
    """What is under way: the phase, and whose turn it is where players have turns."""
    steps = t.game.steps
    turn = steps.before + steps.opening
    if steps.turns == 2 and turn <= t.step < turn + steps.turn:
        return f"{side_name(t, t.player)}, {t.phase}"
    return t.phase


def report(session: Any, how: str = "full", player: int | None = None, everything: bool = False) -> list[str]:
    """The whole battle so far as lines, the result last.

    The events are told once more on the table as it was when they happened, by replaying the log on its first snapshot.
    """
    lines: list[str] = []
    tell = Report(lines.append, how, player, everything)
    if how != "none":
        t = session.table.clone()
        t.restore(session.points[0].table)
        for entry in session.log:
            entry.on(t)
            tell(t, entry)
        lines.append("")
    return lines + ending(session)


def ending(session: Any) -> list[str]:
    """How it ended: points for what was destroyed, the winner and why, losses and points."""
    told = result(session)
    names = told["forces"]
    late = [f"{names[s.side]}: {_count(s.points, 'victory point')} ({s.why})" for s in for_destroyed(session.table)]
    first = f"Victory for {told['winner']}: {told['why']}." if told["winner"] else f"A draw: {told['why']}."
    if told["why"] == "the battle is not over":
        first = "The battle is not over."
    ruled = chosen_rulings(session.setup)
    return [
        *late,
        first,
        *(
            f"{name}: {_count(told['points'][name], 'victory point')}, {_count(told['slain'][name], 'model')} lost"
            for name in names
        ),
        *([f"Rulings: {ruled}"] if ruled else []),
    ]


def _count(n: int, what: str) -> str:
    return f"{n} {what}" + "s" * (n != 1)


def _rule_name(id: str) -> str:
    return id.rpartition(":")[2].replace("-", " ")


__all__ = ["HOW", "Report", "ending", "heading", "report"]
