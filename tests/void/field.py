"""A small battlefield for tests: units where a test puts them, dice that a test has written down, answers by question."""

from __future__ import annotations

from typing import Any

from grognard.common.deploy import bases, new_table
from grognard.common.profiles import Force, Kind
from grognard.common.scenario import Scenario
from grognard.common.system import System
from grognard.kernel.dice import Scripted
from grognard.kernel.exact import by_default
from grognard.kernel.play import Play
from grognard.kernel.rolled import Rolled
from grognard.systems import get
from grognard.systems.void.turn import GAME
from grognard.table.events import Deployed
from grognard.table.geometry import Formation
from grognard.table.state import Clock, Table
from grognard.table.terrain import Ground, Piece, rectangle

BARE = Scenario(name="Test", objectives=0, hold=0, hold_last=0)


def wood(
    x: float, y: float, width: float, height: float, *properties: str, cover: str = "", high: float = 3.0
) -> Piece:
    """A rectangle of terrain."""
    return Piece(f"piece at {x:g}, {y:g}", rectangle(x, y, width, height), high, properties, cover)


class Field:
    """A battle of VOID in the middle of a game turn, with units of both sides where they were put.

    ``ours`` and ``theirs`` are (Kind, spots) or (Kind, spots, facing); ids count from 0, ours first.
    """

    def __init__(
        self, ours: list[Any], theirs: list[Any], pieces: tuple[Piece, ...] = (), rulings: dict[str, str] | None = None
    ) -> None:
        system: System = get("void")
        forces = [
            Force("void", name, tuple(row[0] for row in side)) for name, side in (("Ours", ours), ("Theirs", theirs))
        ]
        self.table: Table = new_table(GAME, forces, BARE, Ground(pieces=pieces), system.settled(rulings or {}))
        for u, row in enumerate([*ours, *theirs]):
            if row[1]:
                facing = row[2] if len(row) > 2 else (0.0, 1.0) if u < len(ours) else (0.0, -1.0)
                form = Formation(tuple(map(tuple, row[1])), bases(self.table[u]), (facing,))
                Deployed(u, form).on(self.table)
        self.table.clock = Clock(1, 0, 3, 0, "activations")
        self.log: list[Any] = []
        self.asked: list[Any] = []
        self.lines: list[str] = []  # dice and events in their order

    def __getitem__(self, u: int) -> Any:
        return self.table[u]

    def run(self, procedure: Any, faces: Any = (), **picks: Any) -> Any:
        """Plays a procedure: ``faces`` must be used up; ``picks`` answer questions that contain a word (``_`` for a blank).

        A pick may be a list, used up one after the other, or a function of the options. Other questions get their default.
        """
        dice = Scripted(faces)

        def decide(ask: Any) -> Any:
            self.asked.append(ask)
            if isinstance(ask.options, tuple) and len(ask.options) == 1:
                return ask.options[0]
            for word, pick in picks.items():
                if word.replace("_", " ") in ask.question.replace("-", " "):
                    pick = pick.pop(0) if isinstance(pick, list) and pick else pick
                    pick = pick(ask.options) if callable(pick) else pick
                    assert pick in ask.options, f"{ask.question} {pick!r} is none of {list(ask.options)}"
                    return pick
            return by_default(ask)

        def emit(event: Any) -> None:
            event.on(self.table)
            self.log.append(event)
            self.lines.append(event.told(self.table))

        def watch(test: Any, faces: bytes, again: bytes) -> None:
            self.lines.append(Rolled(test, faces, again).told(self.table))

        result = Play(dice, decide, emit, watch).run(procedure)
        dice.end()
        return result

    def told(self) -> list[str]:
        """The report so far."""
        return [line for event in self.log if (line := event.told(self.table))]

    def report(self) -> list[str]:
        """The report so far, with the dice."""
        return [line for line in self.lines if line]

    def by(self) -> set[str]:
        """The rules that have had a part in anything."""
        return {rule for event in self.log for rule in event.by}

    def question(self, word: str) -> Any:
        """The options of the first question asked that contains a word. Raises AssertionError when there is none."""
        found = [ask for ask in self.asked if word in ask.question]
        assert found, f"nobody asked about {word!r}, only {[a.question for a in self.asked]}"
        return found[0].options


def row(n: int, x: float, y: float, distance: float = 1.5) -> list[tuple[float, float]]:
    """The spots of ``n`` models side by side from (x, y) to the right."""
    return [(x + i * distance, y) for i in range(n)]


def at(kind: Kind, x: float, y: float, distance: float = 1.5, facing: Any = None) -> Any:
    """A unit in a row from a point."""
    place = (kind, row(len(kind.models), x, y, distance))
    return place if facing is None else (*place, facing)
