"""What an option is worth to a player who takes the best at once, in points of the forces' cost, and why.

``bound`` is never less than ``worth`` and looks at nobody: the shot in the open, everybody seeing; the charge with nobody in
the way.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ....bots.value import Worth, as_usual, judge_of
from ....kernel.asks import Choose
from ....table.geometry import Formation
from ....table.state import Table
from ..attack.declaration import Armed
from ..shooting.firing_choices import HOLD
from . import openings, psychic, shooting, tank_attacks, transports
from .combat import COMBAT, charge_bound
from .duels import DUELS
from .flights import SORTIES
from .movement import MOVEMENT
from .places import place
from .warp_charges import WARP_CHARGES


def worth(t: Table, ask: Choose, option: Any) -> Worth:
    """What an option is worth to the player who is asked, with the reason."""
    about = ask.about
    if isinstance(about, int):
        return place(t, about, option) if isinstance(option, Formation) else openings.edge(t, about, option)
    if isinstance(about, Armed):
        return shooting.weapon(t, about, option)
    judge = judge_of(_ASKED, ask)
    return as_usual(ask, option) if judge is None else judge(t, ask, option)


def bound(t: Table, ask: Choose, option: Any) -> float:
    """Never less than what the option is worth, and cheaper to find where looking is dear."""
    about = ask.about
    if isinstance(about, tuple) and about:
        if about[0] == "shoot" and option != HOLD:
            return shooting.bound(t, ask, option)
        if about[0] in ("charge", "as well"):
            return charge_bound(t, ask, option)
        if about[0] in ("manifest", "on whom"):
            return psychic.bound(t, ask, option)
        if about[0] == "how" and isinstance(option, tuple):  # else the way there is looked for first
            return transports.way_bound(t, ask, option)
    return float("inf")


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
