"""A small battlefield for tests: units put where the test wants them, procedures played with scripted dice and picks."""

from __future__ import annotations

from typing import Any

from grognard.common.deploy import new_table
from grognard.common.profiles import Force, Kind
from grognard.common.scenario import Scenario
from grognard.kernel import Scripted
from grognard.kernel.play import Play
from grognard.kernel.rolled import Rolled
from grognard.systems.usr.system import SYSTEM
from grognard.systems.usr.turn import GAME
from grognard.table.geometry import Formation, footprint_of, snap
from grognard.table.state import Clock, Table
from grognard.table.terrain import Ground, Piece, rectangle


def wood(x: float, y: float, wide: float = 6.0, deep: float = 6.0) -> Piece:
    """A wood with its lower left corner at a point: difficult, seen into but not through, cover 5+."""
    return Piece("wood", rectangle(x, y, wide, deep), 4.0, ("difficult", "dense", "forest"), "light")


def wall(x: float, y: float, wide: float = 8.0) -> Piece:
    """A low wall across the table: cover 4+ to whoever stands behind it."""
    return Piece("wall", rectangle(x, y, wide, 0.5), 1.0, (), "medium")


def tower(x: float, y: float, size: float = 4.0) -> Piece:
    """A block that nobody sees through or enters."""
    return Piece("tower", rectangle(x, y, size, size), 6.0, ("solid", "impassable"))


def marsh(x: float, y: float, size: float = 6.0) -> Piece:
    """Dangerous ground, flat."""
    return Piece("marsh", rectangle(x, y, size, size), 0.0, ("difficult", "dangerous"))


def field(
    *places: tuple[Kind, int, float, float],
    pieces: tuple[Piece, ...] = (),
    step: str = "shooting",
    player: int = 0,
    round: int = 1,
    distance: float = 1.5,
    objectives: tuple[tuple[float, float], ...] = (),
    rulings: dict[str, str] | None = None,
) -> Table:
    """A table in a step of a turn, with units of (kind, side, x, y): in lines to the right of the point.

    Units of side 0 look up the table, those of side 1 down. ``x`` None: the unit waits in reserve.
    """
    forces = [Force("usr", f"Side {s}", tuple(k for k, side, _, _ in places if side == s)) for s in (0, 1)]
    ground = Ground(48.0, 48.0, pieces, objectives)
    t = new_table(GAME, forces, Scenario(objectives=0), ground, SYSTEM.settled(rulings or {}))
    order = [p for s in (0, 1) for p in places if p[1] == s]
    for unit, (kind, side, x, y) in zip(list(t.units), order, strict=True):
        if x is None:
            t.change(unit.id, place="reserve")
            continue
        bases = tuple(footprint_of(m.base) for m in kind.models)
        positions = tuple((snap(x + i * distance), snap(y)) for i in range(len(bases)))
        t.change(unit.id, form=Formation(positions, bases, ((0.0, -1.0),) if side else ()), place="table")
    t.count()
    at = next(i for i, s in enumerate(GAME.steps) if s.__name__ == step)
    t.clock = Clock(round, player, at, 0, GAME.steps.phases[at])
    return t


def named(t: Table, name: str) -> int:
    """The id of the unit of that name."""
    return next(u.id for u in t.units if u.kind.name == name)


class Played:
    """What came of a procedure: its result, the events, and every question with its options."""

    def __init__(self) -> None:
        self.result: Any = None
        self.events: list[Any] = []
        self.asked: dict[str, list[Any]] = {}
        self.dice: list[str] = []  # as the report tells them

    def event(self, name: str) -> Any:
        """The first event of that name; None when there was none."""
        return next((e for e in self.events if type(e).__name__ == name), None)

    def all(self, name: str) -> list[Any]:
        """The events of that name."""
        return [e for e in self.events if type(e).__name__ == name]


def act(
    t: Table, procedure: Any, faces: list[int] | tuple[int, ...] = (), picks: dict[str, Any] | None = None
) -> Played:
    """Plays a procedure on the table with these faces, all of which must be used.

    ``picks`` answers questions by a part of their words (a value, or a function of the options); others are answered as their
    default says, and by the first option without one.
    """
    played, dice = Played(), Scripted(faces)

    def decide(ask: Any) -> Any:
        lazily = not isinstance(ask.options, (tuple, list))
        if not lazily and len(ask.options) == 1:
            return ask.options[0]
        played.asked[ask.question] = [] if hasattr(ask.options, "room") else list(ask.options)
        for part, answer in (picks or {}).items():
            if part in ask.question:
                pick = answer(ask.options) if callable(answer) else answer
                if lazily:
                    pick = ask.options.decode(ask.options.plain(pick))
                assert pick in ask.options, f"{pick!r} is no answer to {ask.question!r}: {played.asked[ask.question]}"
                return pick
        return ask.default if ask.default is not None else next(iter(ask.options))

    def emit(event: Any) -> None:
        event.on(t)
        played.events.append(event)

    def watch(test: Any, faces: bytes, again: bytes) -> None:
        played.dice.append(Rolled(test, faces, again).told(t))

    played.result = Play(dice, decide, emit, watch).run(procedure)
    dice.end()
    return played
