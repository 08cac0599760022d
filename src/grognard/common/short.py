"""The short report: what came of it, in a page or three. Attacks with what they did, who came and went, what was scored."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..kernel.rolled import Rolled
from ..table.events import ATTACK, FATE, LIST, SCORE, Stepped, side_name
from ..table.state import Table
from .agreement import agreed


class _Attack:
    """An attack that is under way, and what has become of whom by it."""

    def __init__(self, event: Any, said: str) -> None:
        self.unit: int = event.unit
        self.target: int = event.target
        self.said = said
        self.fates: list[str] = []


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
        self._names: list[str] = []
        self._attacks: list[_Attack] = []
        self._idle: dict[str, list[str]] = {}  # who attacked without effect, and whom
        self._lists: dict[str, list[str]] = {}
        self._scores: dict[str, list[tuple[int, str]]] = {}

    def __call__(self, t: Table, entry: Any, round_: int, heading: str) -> None:
        """Takes an entry, just after it has been written to the table."""
        if isinstance(entry, Stepped):
            self.close()
        if not self._names:
            self._names = [*t.names, *(side_name(t, side) for side in (0, 1))]
        self._at = round_, heading
        if isinstance(entry, Rolled) or (entry.full and entry.part not in (ATTACK, FATE)) or not entry.part:
            return
        if entry.secret is not None and entry.secret != self.player and not self.everything:
            said = entry.masked(t, self.player)
        else:
            said = entry.brief(t)
        if said:
            self._take(t, entry, said)

    def _take(self, t: Table, entry: Any, said: str) -> None:
        if entry.part == ATTACK and entry.target >= 0:
            if any(attack.fates for attack in self._attacks):
                self._settle()
            self._attacks.append(_Attack(entry, said))
        elif entry.part == FATE:
            self._fate(t, entry, said)
        elif entry.part == SCORE:
            self._scores.setdefault(side_name(t, entry.side), []).append((entry.points, entry.why))
        elif entry.part == LIST:
            self._lists.setdefault(entry.listed, []).append(said)
        else:
            self._settle()
            self._say(said)

    def _fate(self, t: Table, entry: Any, said: str) -> None:
        """Puts what becomes of a unit to the attack that brought it."""
        name = t.name(entry.unit)
        bare = said.removeprefix(f"{name}: ").removeprefix(f"{name} ")
        for role in ("target", "unit"):
            for attack in reversed(self._attacks):
                if getattr(attack, role) == entry.unit:
                    attack.fates.append(bare if role == "target" else said)
                    return
        self._settle()
        self._say(said)

    def _settle(self) -> None:
        """Writes the attacks that had an effect, and keeps who had none."""
        for attack in self._attacks:
            if attack.fates:
                self._say(f"{attack.said}: {', '.join(dict.fromkeys(attack.fates))}")
            else:
                self._idle.setdefault(attack.said, [])
        self._attacks.clear()

    def _say(self, said: str) -> None:
        said = agreed(said, self._names)
        self.write(*self._at, f"{said[0].upper()}{said[1:]}")

    def close(self) -> None:
        """Writes what is held back: the step is over."""
        self._settle()
        for listed, entries in self._lists.items():
            self._say(f"{listed}: {', '.join(dict.fromkeys(entries))}" if listed else _and(entries))
        for side, scored in self._scores.items():
            why = ", ".join(reason for _, reason in scored if reason)
            points = count_of(sum(n for n, _ in scored), "victory point")
            self.write(*self._at, f"{side}: {points}" + (f" ({why})" if why else ""))
        if self._idle:
            idle = [agreed(said, self._names) for said in self._idle]
            self.write(*self._at, f"Without effect: {'; '.join(idle)}")
        self._lists.clear()
        self._scores.clear()
        self._idle.clear()


def count_of(n: int, what: str) -> str:
    """So many of something.

    >>> count_of(1, "model"), count_of(2, "model")
    ('1 model', '2 models')
    """
    return f"{n} {what}" + "s" * (n != 1)


def _and(entries: list[str]) -> str:
    return "; ".join(dict.fromkeys(entries))


__all__ = ["Short", "count_of"]
