"""The player who stays where he stands: whom bots that look ahead reckon with besides greedy."""

from __future__ import annotations

from typing import Any

from .greedy import Greedy


class Staying(Greedy):
    """Greedy, but its units do not move where they need not."""

    def choose(self, table: Any, ask: Any) -> Any:
        """To stay, where that is asked and may be picked; else greedy's pick."""
        form = unmoved(ask.options) if hasattr(ask.options, "aims") else None
        if form is None:
            return super().choose(table, ask)
        self.why = "it stays"
        return form


def unmoved(moves: Any) -> Any:
    """The move of a unit that stays as it stands; None where it may not."""
    return moves.unit if moves.unit in moves else None
