"""What challenges are worth to players that are programs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ....bots.value import Exchange, Worth
from ....kernel.asks import Choose
from ....table.state import Table
from ..attack.matchup import match
from ..combat.challenges import NOBODY, Who, able
from ..combat.melee_attacks import blow_at, ways_to_strike
from ..condition import ROUGH_CHARGE, squad
from ..squads import alone
from . import expected_damage
from .combat import blows_in
from .value import at_stake, price, typical


def _bout(t: Table, one: Who, other: Who) -> tuple[float, float]:
    """The chances that each of two characters is slain in a round of a challenge between them."""
    does = []
    for (u, i), (v, j) in ((one, other), (other, one)):
        unit, foe = t[u], t[v]
        at = alone(squad(foe), foe.members[j])
        step, slain, _ = blows_in(
            unit.members[i], squad(unit), at, foe.members[j], foe.wounds[j], blow_at(t, unit, foe, True)
        )
        does.append((1 if unit.has(ROUGH_CHARGE) else step, slain))
    (step, ours), (back, theirs) = does
    if step > back:
        theirs *= 1 - ours
    elif back > step:
        ours *= 1 - theirs
    return theirs, ours


def _price_of(t: Table, who: Who) -> float:
    u, i = who
    return price(t[u]) * t[u].wounds[i] * 1.5  # who leads is worth more than his wounds


def _gain(t: Table, one: Who, other: Who) -> float:
    """What a challenge may be expected to bring the side of the first, in points."""
    lost, slain = _bout(t, one, other)
    return Exchange(slain * _price_of(t, other), lost * _price_of(t, one)).gain()


def _idle(t: Table, who: Who) -> float:
    """What a side loses when a character sits out: his blows."""
    u, i = who
    unit, foe = t[u], t[t[u].foes[0]]
    ways = ways_to_strike(unit.members[i], squad(unit), squad(foe), blow_at(t, unit, foe))
    each = [
        way.count
        * expected_damage.per_shot(match(unit.members[i], squad(unit), way.weapon, squad(foe), way.how), typical(foe))
        for way in ways
    ]
    return at_stake(foe).lost(max(each, default=0.0))


def _challenge(t: Table, ask: Choose, option: Any) -> Worth:
    """The worst that the other side can make of it: its best champion, or nobody."""
    if option == NOBODY:
        return 0.0, "no match for them"
    combat = ask.about[1]
    theirs = able(t, combat, 1 - t[option[0]].side)
    refused = max(_idle(t, who) for who in theirs)
    value = min([refused, *[_gain(t, option, who) for who in theirs]])
    return value, f"worth about {value:.0f} points, whoever answers"


def _takes_up(t: Table, ask: Choose, option: Any) -> Worth:
    _, pick, combat = ask.about
    if option == NOBODY:
        value = -max(_idle(t, who) for who in able(t, combat, 1 - t[pick[0]].side))
        return value, "better ashamed than dead"
    value = _gain(t, option, pick)
    return value, f"about {value:.0f} points"


def _sits_out(t: Table, ask: Choose, option: Who) -> Worth:
    value = _idle(t, option)
    return value, f"{value:.0f} points' worth of blows not struck"


DUELS: dict[str, Callable[[Table, Choose, Any], Worth]] = {
    "challenge": _challenge,
    "takes up": _takes_up,
    "sits out": _sits_out,
}
