"""Three plain ways to play that every bot must beat: a player who sits, one who rushes and one who hides.

They move as they do whatever happens, and choose in everything else as greedy does.
"""

from __future__ import annotations

from itertools import islice
from typing import Any

from grognard.bots.greedy import MOST, Greedy
from grognard.bots.places import share_in_cover, to_nearest


class Scripted(Greedy):
    """Greedy but for its moves: of those that are offered it takes the one that it likes best."""

    def choose(self, table: Any, ask: Any) -> Any:
        """The move that the script likes, or what greedy takes."""
        about = ask.about
        first = [a for a in (about if isinstance(about, tuple) else (about,)) if isinstance(a, int)]
        known = [u for u in table.own(ask.player) if u.id in first[:1]]
        if known and not isinstance(ask.options, tuple):
            offered = [form for form in islice(ask.options, MOST) if hasattr(form, "positions")]
            if offered:
                return max(offered, key=lambda form: (self.likes(table, known[0], form), -offered.index(form)))
        return super().choose(table, ask)

    def likes(self, table: Any, unit: Any, form: Any) -> float:
        """How well it likes to stand so."""
        raise TypeError("a script says what it likes")


class Sits(Scripted):
    """Stays where it was set up."""

    def likes(self, table: Any, unit: Any, form: Any) -> float:
        """The less it moves the better."""
        (x, y), (u, v) = unit.form.centre, form.centre
        return -((x - u) ** 2 + (y - v) ** 2)  # type: ignore[no-any-return]


class Rushes(Scripted):
    """Goes for the nearest enemy."""

    def likes(self, table: Any, unit: Any, form: Any) -> float:
        """The nearer to an enemy the better."""
        far = to_nearest(*form.centre, [v.form for v in table.enemies(unit.side)])
        return -(far or 0.0)


class Hides(Scripted):
    """Goes into cover and away from the enemy."""

    def likes(self, table: Any, unit: Any, form: Any) -> float:
        """Cover first, then the way to the nearest enemy."""
        far = to_nearest(*form.centre, [v.form for v in table.enemies(unit.side)])
        return 100.0 * share_in_cover(table, form) + (far or 0.0)


SCRIPTS = {"sits": Sits, "rushes": Rushes, "hides": Hides}
