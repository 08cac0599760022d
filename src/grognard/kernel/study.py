"""What a player who looks ahead is given besides the question: battles of his own, to try a pick in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .dice import Dice


class Study:
    """The battle at an open question, as far as the player knows it who is asked. It cannot be changed from here.

    A trial starts at the last boundary and goes through what has been thrown and picked since; then it is played on with dice
    and players of its own.
    """

    def __init__(self, session: Any, ask: Any) -> None:
        self._session = session
        self.ask = ask

    @property
    def inputs(self) -> int:
        """How many inputs the battle has had: no two questions of a battle have the same."""
        return int(self._session.used)

    @property
    def boundary(self) -> int:
        """The number of the last boundary."""
        return int(self._session.points[-1].number)

    def possible(self) -> bool:
        """Whether a trial can start: nothing that has happened since the last boundary is kept from the player."""
        return bool(self._session.knows_all_since(self.ask.player))

    def table(self, rng: Any) -> Any:
        """A table as it may have been at the last boundary for all the player knows: what is kept from him is guessed."""
        session = self._session
        table = session.table.clone()
        table.restore(session.points[-1].table)
        session.game.guess(table, session.table, self.ask.player, rng)
        return table

    def tried(self, pick: Any, table: Any, dice: Dice, players: Sequence[Any]) -> Any:
        """A battle of its own after a pick (plain data), from ``table`` as ``table()`` gave it; it has not been played on yet."""
        return self._session.fork(table, [*self._session.since, pick], dice, players)

    def table_then(self, rng: Any) -> Any:
        """A table as it may have been at the last boundary for all that the player knew then."""
        session = self._session
        table, known = session.table.clone(), session.table.clone()
        for one in (table, known):
            one.restore(session.points[-1].table)
        session.game.guess(table, known, self.ask.player, rng)
        return table

    def afresh(self, table: Any, dice: Dice, players: Sequence[Any]) -> Any:
        """A battle of its own from the last boundary, from ``table`` as ``table_then()`` gave it, without what came since."""
        return self._session.fork(table, (), dice, players)
