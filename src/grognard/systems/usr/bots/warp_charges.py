"""What warp charge dice and denials are worth to players that are programs."""

from __future__ import annotations

from typing import Any

from ....bots.value import Worth
from ....kernel.asks import Choose
from ....kernel.exact import exact
from ....kernel.memo import memo
from ....table.state import Table
from ..psychic.psykers import denied
from .psychic import IDLE, SPARE, _dreads, _manifested, _more_hostile, _others, _tried, gain
from .value import price


def warp_dice(t: Table, ask: Choose, option: int) -> Worth:
    """Enough dice to be fairly sure, few enough to fear no Perils and to leave some for the other powers."""
    _, way, v = ask.about
    charge, dreaded, spare = way.power.charge, _dreads(t, way), IDLE
    if _others(t, ask.player, (way.unit, way.power.name)):
        spare = SPARE
    value = _tried(gain(t, way, v), option, charge, dreaded, price(t[way.unit]), spare)
    works, strikes = _manifested(option, charge, dreaded)
    return value, f"{works:.0%} to manifest it, {strikes:.0%} Perils"


def deny(t: Table, ask: Choose, option: int) -> Worth:
    """Dice against a power as long as what it would do is worth more than they are against the next."""
    _, way, v, charges, test = ask.about
    value = gain(t, way, v)
    more = _more_hostile(t, t[way.unit].side)
    chance = _denied(test, charges, option)
    return chance * value - option * (SPARE if more else IDLE), f"{chance:.0%} to deny about {value:.0f} points"


@memo(4096)
def _denied(test: Any, charges: int, dice: int) -> float:
    return exact(denied, (test, charges, dice)).chance(True)


WARP_CHARGES = {"warp dice": warp_dice, "deny": deny}
