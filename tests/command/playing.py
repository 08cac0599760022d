"""Small battlefields of the Command Token game: units put down where a test wants them, dice and picks written down."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from grognard.common.options import FilteredOptions
from grognard.common.profiles import Kind
from grognard.common.scenario import Scenario
from grognard.kernel.asks import Choose
from grognard.kernel.dice import Scripted
from grognard.kernel.exact import by_default
from grognard.kernel.play import Play
from grognard.kernel.rolled import Rolled
from grognard.systems.command.events import TOKEN, TokenPlaced
from grognard.systems.command.hidden import arrive
from grognard.systems.command.system import SYSTEM
from grognard.systems.command.turn import GAME
from grognard.table.geometry import NOWHERE, Formation, footprint_of
from grognard.table.state import Effect, Table, mustered
from grognard.table.terrain import Ground, Piece, rectangle, strips


def wood(x: float, y: float, cover: str = "5/4", size: float = 8.0, name: str = "wood") -> Piece:
    """A square of scenery round a point, with its cover and obscured numbers."""
    half = size / 2
    return Piece(name, rectangle(x - half, y - half, size, size), 2.0, (), "", (("command", cover),))


def hide(f: Field, unit: int, x: float, y: float) -> None:
    """Has a unit that hides arrive, and puts its one model down at (x, y)."""
    f.table.change(unit, place="reserve", form=NOWHERE)
    f.run(arrive(f.table, unit))
    f.table.change(unit, form=f[unit].form.moved(((x, y),)))


class Field:
    """A table with units in a row round (x, y), friends first. ``pieces`` lie on it."""

    def __init__(
        self,
        ours: Iterable[tuple[Kind, float, float]],
        theirs: Iterable[tuple[Kind, float, float]],
        pieces: Iterable[Piece] = (),
        rulings: dict[str, str] | None = None,
    ) -> None:
        units, forms = [], []
        for side, placed in enumerate((ours, theirs)):
            for kind, x, y in placed:
                unit = mustered(len(units), side, kind, tuple(m.stats.HP for m in kind.models), "table")
                bases = tuple(footprint_of(m.base) for m in kind.models)
                wide = len(bases)
                forms.append(Formation(tuple((x + 1.5 * (i - (wide - 1) / 2), y) for i in range(wide)), bases))
                units.append(unit)
        ground = Ground(pieces=tuple(pieces), zones=strips(48, 48, 12))
        from grognard.table.state import Scenery

        self.table = Table(
            units,
            game=GAME,
            ground=ground,
            scenario=Scenario(sides=("Ours", "Theirs")),
            rulings=SYSTEM.settled(rulings or {}),
            scenery=tuple(Scenery() for _ in ground.pieces),
        )
        for i, form in enumerate(forms):
            self.table.change(i, form=form)
        self.log: list[Any] = []
        self.asked: list[tuple[str, Any]] = []

    def __getitem__(self, unit: int) -> Any:
        return self.table[unit]

    def token(self, unit: int, name: str) -> Field:
        """Puts a face-down token next to a unit."""
        side = self.table[unit].side
        TokenPlaced(unit, Effect(TOKEN, side, ("round ends", self.table.round), name), secret=side).on(self.table)
        return self

    def run(self, procedure: Any, faces: Iterable[int] = (), heard: Any = None, **picks: Any) -> Any:
        """Plays a procedure with these dice, which must all be used; ``picks`` answer questions that contain the word.

        ``heard`` is told every event, and every handful of dice as the log of a battle has it.
        """
        dice = Scripted(faces)

        def decide(ask: Choose) -> Any:
            options = list(ask.options) if isinstance(ask.options, (tuple, list, FilteredOptions)) else ask.options
            self.asked.append((ask.question, options))
            for word, pick in picks.items():
                if word in ask.question:
                    assert pick in ask.options, f"{ask.question}: {pick!r} is not among {options}"
                    return pick
            return by_default(ask)

        def emit(event: Any) -> None:
            event.on(self.table)
            self.log.append(event)
            if heard is not None:
                heard(event)

        def watch(test: Any, thrown: bytes, again: bytes) -> None:
            if heard is not None:
                heard(Rolled(test, thrown, again))

        result = Play(dice, decide, emit, watch).run(procedure)
        dice.end()
        return result

    def told(self) -> list[str]:
        """What happened, in sentences."""
        return [line for event in self.log if (line := event.told(self.table))]

    def events(self, kind: type) -> list[Any]:
        """The events of one class."""
        return [event for event in self.log if isinstance(event, kind)]

    def options(self, word: str) -> Any:
        """What was offered the last time that a question with this word was asked."""
        return [options for question, options in self.asked if word in question][-1]
