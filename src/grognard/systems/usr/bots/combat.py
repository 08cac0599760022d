"""What the options of charges and close combat are worth to a player who takes the best at once, in points, and why.

Chances and means are those of the exact laws of the procedures that are played, kept by match-up.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ....bots.value import Exchange, Worth
from ....common.estimate import estimated
from ....common.schema import Count
from ....kernel.asks import Choose, Procedure, Roll
from ....kernel.exact import by_default, law_of_stage
from ....kernel.faces import die
from ..attack.attack import Part, Volley, volley
from ..attack.defender import Ranks, scene
from ..attack.matchup import match
from ..combat.charge import ALONE, STAY
from ..combat.charge_moves import inches_needed, reach
from ..combat.melee_attacks import ways_to_strike
from ..combat.sweeping_advance import can_sweep, pace
from ..condition import met, squad
from ..movement.move_rolls import chance_to_go
from ..squads import Squad, alone
from ..table_memo import as_it_stands
from . import expected_damage
from .value import CARE, OBJECTIVE, at_stake, clash, harm, melee_harm, presses, strikes_hard, typical

if TYPE_CHECKING:
    from ....common.profiles import Model
    from ....kernel.law import Law
    from ....table.state import Table, Unit
    from ..circumstances import Situation

LONGEST = 12  # inches that a charge rolls at most
NEXT_TURN = 6.0  # inches from which a unit that is not locked would fire

# --- charging ---------------------------------------------------------------------------------------------------------


def _hoped(t: Table, unit: Unit, foes: tuple[int, ...]) -> Worth:
    """What a charge at these units is worth if there is a way: kept while the table stands as it does."""
    found = as_it_stands(t)
    key = ("onset", unit.id, foes)
    if key not in found:
        found[key] = _hopes(t, unit, [t[v] for v in foes])
    return found[key]  # type: ignore[no-any-return]


def _hopes(t: Table, unit: Unit, foes: list[Unit]) -> Worth:
    """Its chance to get there, what both sides lose, fire given up and fire silenced."""
    chance = chance_to_go(tuple(dict.fromkeys(unit.members)), max([inches_needed(t, unit.id, v.id) for v in foes]))
    several = len(foes) > 1
    ours = sum(melee_harm(t, unit, v, True, several) for v in foes) / len(foes)  # its models share the blows out
    theirs = min(sum(melee_harm(t, v, unit, False) for v in foes), at_stake(unit).whole)
    held = sum(0.3 * OBJECTIVE * presses(t, v) + 0.5 * harm(t, v, unit, NEXT_TURN) for v in foes)
    shots = 0.5 * harm(t, unit, foes[0], 1.0) if not strikes_hard(t, unit) else 0.0
    watch = sum(harm(t, v, unit, 4.0, snap=True) for v in foes if not v.foes)
    value = chance * (Exchange(ours + held, theirs).gain(CARE) - shots) - watch - 1.0
    return value, f"{chance:.0%} to get there, about {ours:.0f} points against {theirs:.0f}"


def _onset(t: Table, unit: Unit, foes: tuple[int, ...]) -> Worth:
    """What a charge is worth, now that somebody looks whether there is a way."""
    value, why = _hoped(t, unit, foes)
    if value > 0.0:  # last, for it costs the most
        found = as_it_stands(t)
        key = ("way", unit.id, foes)
        if key not in found:
            found[key] = reach(t, unit.id, foes, LONGEST) is not None
        if not found[key]:
            return -1.0, "somebody or something is in the way"
    return value, why


def _declared(ask: Choose, option: Any) -> tuple[int, ...]:
    """The units that a charge is declared at with this option, none when it stays."""
    if ask.about[0] == "charge":
        return () if option == STAY else (option,)
    return tuple(ask.about[2]) if option == ALONE else (*ask.about[2], option)


def charge_bound(t: Table, ask: Choose, option: Any) -> float:
    """Never less than what the charge is worth: as if there were a way."""
    foes = _declared(ask, option)
    return _hoped(t, t[ask.about[1]], foes)[0] if foes else 0.0


def _charge(t: Table, ask: Choose, option: Any) -> Worth:
    if option == STAY:
        return 0.0, "it would get the worst of it"
    return _onset(t, t[ask.about[1]], _declared(ask, option))


def _as_well(t: Table, ask: Choose, option: Any) -> Worth:
    """Another target: the charge bonus is lost and both must be reached, but both are locked and bled."""
    return _onset(t, t[ask.about[1]], _declared(ask, option))


def _overwatch(t: Table, ask: Choose, option: str) -> Worth:
    return float(option == "yes"), "it costs nothing"


def _steps_in(t: Table, ask: Choose, option: Any) -> Worth:
    if option == "stay":
        return 0.0, "safer where he is"
    unit, foe = t[ask.about[1]], t[option]
    fight = clash(t, unit, foe)
    share = 1.0 / (1 + len(foe.foes))  # others are struck as well
    return fight.gain(share), f"about {fight.dealt:.0f} points against {share * fight.suffered:.0f}"


# --- which combat, with what, at whom ---------------------------------------------------------------------------------


def _which(t: Table, ask: Choose, option: int) -> Worth:
    """The combat first in which most is won: whoever is free then is out of the way."""
    unit = t[option]
    side = t.player
    value = 0.0
    for f in unit.foes:
        mine, his = (unit, t[f]) if unit.side == side else (t[f], unit)
        value += clash(t, mine, his).gain()
    return value, "what is won there is won first"


def _stroke(t: Table, ask: Choose, option: int) -> Worth:
    _, u, ways, model, f, duel = ask.about
    foe, way = t[f], ways[option]
    at = squad(foe) if duel < 0 else alone(squad(foe), foe.members[duel])
    found = way.count * expected_damage.per_shot(match(model, squad(t[u]), way.weapon, at, way.how), typical(foe))
    return found, f"about {found:.1f} wounds with the {way.weapon.name}"


def _whom(t: Table, ask: Choose, option: int) -> Worth:
    value = melee_harm(t, t[ask.about[1]], t[option], False)
    return value, f"about {value:.0f} points there"


# --- challenges -------------------------------------------------------------------------------------------------------


def blows_in(
    by: Model, mates: Squad, at: Squad, target: Model, wounds: int, how: Situation
) -> tuple[int, float, float]:
    """What a model does to another in a challenge: (its Initiative step, chance to slay him, mean wounds), as it strikes best.

    The law is that of the blows as they are played.
    """
    found = (1, 0.0, 0.0)
    for way in ways_to_strike(by, mates, at, how):
        part = Part(by, mates, way.weapon, way.how, 1, Count(way.count))
        start = Ranks((0,), (wounds,))
        law: Law | None = estimated(volley, (start, Volley(way.weapon.name, (part,)), scene((met(target),), duel=True)))
        if law is None:  # too many states: the mean of one blow for each
            lost = min(
                wounds, way.count * expected_damage.per_shot(match(by, mates, way.weapon, at, way.how), met(target))
            )
            found = max(found, (way.step, lost / wounds, lost), key=lambda f: f[1:])
            continue
        slain = law.chance_of(lambda state: not state.standing)
        lost = wounds - law.mean(lambda state: sum(state.left))
        if (slain, lost) > found[1:]:
            found = (way.step, slain, lost)
    return found


# --- leaving ----------------------------------------------------------------------------------------------------------


def _race(chaser: int, runner: int) -> Procedure:
    pursuit, escape = (yield Roll(die(6, "sweeping advance"))), (yield Roll(die(6, "escape")))
    return pursuit + chaser >= escape + runner


def _caught(chaser: int, runner: int) -> float:
    """The chance that a unit of one Initiative catches one of another."""
    return law_of_stage(_race, (chaser, runner), by_default).chance(True)


def _useless(t: Table, ask: Choose, option: str) -> Worth:
    """Whether to run from those whom it cannot hurt: the risk of being run down against another round of blows."""
    unit = t[ask.about[1]]
    value = at_stake(unit).whole
    if option == "test":
        theirs = sum(melee_harm(t, t[f], unit, False) for f in unit.foes)
        return -min(value, 2 * theirs), "it holds them up"
    chance = max(
        [_caught(pace(t[f].members), pace(unit.members)) for f in unit.foes if can_sweep(t, f, [unit.id])], default=0.0
    )
    return -chance * value - 0.2 * value, f"{chance:.0%} to be run down"


def _break_away(t: Table, ask: Choose, option: str) -> Worth:
    unit = t[ask.about[1]]
    if option == "stay":
        return 0.0, "it holds its own"
    gain = Exchange(
        sum(melee_harm(t, unit, t[f], False) for f in unit.foes),
        sum(melee_harm(t, t[f], unit, False) for f in unit.foes),
    ).gain()
    return -gain, "the fight goes badly" if gain < 0.0 else "the fight goes well"


COMBAT: dict[str, Callable[[Table, Choose, Any], Worth]] = {
    "charge": _charge,
    "as well": _as_well,
    "overwatch": _overwatch,
    "steps in": _steps_in,
    "combat": _which,
    "stroke": _stroke,
    "strikes whom": _whom,
    "useless": _useless,
    "break away": _break_away,
}
