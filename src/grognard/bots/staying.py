"""The player who stays where he stands: whom bots that look ahead reckon with besides greedy."""

from __future__ import annotations

from typing import Any

from .greedy import Greedy


class Staying(Greedy):
    """Greedy, but its units do not move where they need not."""

    def choose(self, table: Any, ask: Any) -> Any:
        """To stay, where that is asked and may be picked; else greedy's pick."""
        options = ask.options
        if hasattr(options, "aims") and options.unit in options:
            self.why = "it stays"
            return options.unit
        return super().choose(table, ask)
