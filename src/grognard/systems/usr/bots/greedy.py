"""What an option is worth to a player who takes the best at once, in points of the forces' cost, and why.

``bound`` is never less than ``worth`` and looks at nobody: the shot in the open, everybody seeing; the charge with nobody in
the way.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from ....bots.value import Worth, as_usual, judge_of
from ....kernel.asks import Choose
from ....table.geometry import Formation
from ....table.state import Table
from ..attack.declaration import Armed
from . import openings, psychic, shooting, tank_attacks, transports
from .combat import COMBAT, charge_bound
from .duels import DUELS
from .flights import SORTIES
from .movement import MOVEMENT
from .places import place
from .warp_charges import WARP_CHARGES


def worth(t: Table, ask: Choose) -> Callable[[Any], Worth]:
    """What each option is worth to the player who is asked, with the reason."""
    about = ask.about
    if isinstance(about, int):
        return partial(_place_or_edge, t, about)
    if isinstance(about, Armed):
        return partial(shooting.weapon, t, about)
    judge = judge_of(_ASKED, ask)
    return partial(as_usual, ask) if judge is None else partial(judge, t, ask)


def _place_or_edge(t: Table, unit: int, option: Any) -> Worth:
    return place(t, unit, option) if isinstance(option, Formation) else openings.edge(t, unit, option)


def bound(t: Table, ask: Choose) -> Callable[[Any], float] | None:
    """Never less than what an option is worth, and cheaper to find where looking is dear."""
    about = ask.about
    found = _BOUNDS.get(about[0]) if isinstance(about, tuple) and about else None
    return None if found is None else partial(found, t, ask)


_BOUNDS: dict[Any, Callable[[Table, Choose, Any], float]] = {
    "shoot": shooting.bound,
    "charge": charge_bound,
    "as well": charge_bound,
    "manifest": psychic.bound,
    "on whom": psychic.bound,
    "how": transports.way_bound,
}


_ASKED: dict[str, Callable[[Table, Choose, Any], Worth]] = {
    **openings.ASKED,
    **COMBAT,
    **DUELS,
    **psychic.MINDS,
    **WARP_CHARGES,
    **SORTIES,
    **shooting.ASKED,
    **MOVEMENT,
    **transports.ASKED,
    **tank_attacks.ASKED,
}
