"""How much an exact law may cost: a count of merged states, the same on every machine."""

from __future__ import annotations

from collections.abc import Callable


class TooMany(Exception):
    """A law has more states than its budget allows. ``count`` says how many had been met by then."""

    def __init__(self, count: int) -> None:
        super().__init__(f"more than {count - 1:,} states")
        self.count = count


class Budget:
    """The states that a law may go through; drivers spend one for each that they meet, and ``TooMany`` ends them.

    ``most`` is the number of states allowed (None: any number); ``tell``, where it is given, hears how many there have been.

    >>> budget = Budget(10)
    >>> budget.spend(4)
    >>> budget.spent
    4
    """

    __slots__ = ("most", "spent", "tell")

    def __init__(self, most: int | None = None, tell: Callable[[int], None] | None = None) -> None:
        self.most = most
        self.tell = tell
        self.spent = 0

    def spend(self, states: int = 1) -> None:
        """Counts more states. Raises TooMany when that is beyond the budget."""
        self.ahead(states)
        self.spent += states

    def ahead(self, states: int) -> None:
        """Says that about so many states are going to be spent. Raises TooMany when that would be beyond the budget."""
        self.bear(states)
        if self.tell is not None:
            self.tell(self.spent + states)

    def bear(self, states: int) -> None:
        """Raises TooMany when so many more states would be beyond the budget; none are spent."""
        if self.most is not None and self.spent + states > self.most:
            raise TooMany(self.most + 1)
