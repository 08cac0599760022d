"""What tank shocks are worth to players that are programs: driving at troops, how far, and standing in the way of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ....bots.places import serves_objectives
from ....bots.value import Worth
from ....common.profiles import Model
from ....kernel.asks import Choose
from ....kernel.exact import by_default, law_of_stage
from ....table.state import Table, Unit
from ..attack import core_tables, hulls
from ..attack.attack import Part
from ..attack.matchup import Exposed, match
from ..condition import met, squad
from ..nerve.checks import tested
from ..vehicles.death_or_glory import ASIDE, means_of
from ..vehicles.tank_shock import ahead
from . import expected_damage
from .value import OBJECTIVE, at_stake, best_shot, presses, price

STOPS = (core_tables.STUNNED, core_tables.IMMOBILISED, core_tables.EXPLODES, core_tables.WRECKED)
ROUTED = 0.4  # of its points are lost with a unit that falls back


def breaks(members: tuple[Model, ...]) -> float:
    """The chance that a unit of these models fails a Morale check."""
    return 1.0 - float(law_of_stage(tested, (members, "morale"), by_default).chance(True))


def head_on(part: Part, at: Any, target: Exposed) -> tuple[float, float]:
    """(hull points and damage worth as much, chance to stop it) of one hit on a tank that comes at a model."""
    m = match(part.by, part.mates, part.weapon, at, part.how)
    law = law_of_stage(hulls.one_hit, (m, target, False, 0, False, False), by_default)
    most = target.model.stats.HP
    harm = sum(min(most, out[2] + expected_damage.LOST.get(out[1], 0.0)) * n for out, n in law.weights.items())
    return float(harm / law.den), float(sum(n for out, n in law.weights.items() if out[1] in STOPS) / law.den)


def glory_pays(t: Table, tank: Unit, foe: Unit, model: Model, part: Part) -> float:
    """The points that a model's hit on a tank may be expected to bring, less the model where it does not stop that."""
    harm, stops = head_on(part, squad(tank), met(tank.members[0], None))
    return harm * price(tank) - (1.0 - stops) * price(foe) * float(model.stats.W)


def shock_pays(t: Table, unit: Unit, foe: Unit) -> float:
    """The points that driving at a unit may be expected to bring."""
    chance = breaks(foe.members)
    routed = _routed(t, foe)
    barred = [
        glory_pays(t, unit, foe, model, part)
        for model in dict.fromkeys(foe.members)
        for part in means_of(t, unit.id, foe.id, model)
    ]
    return chance * routed - (1.0 - chance) * max([0.0, *barred])


def _routed(t: Table, foe: Unit) -> float:
    """The points that it brings when a unit breaks."""
    return ROUTED * at_stake(foe).whole + 0.5 * OBJECTIVE * presses(t, foe)


def shock_bound(t: Table, foe: Unit) -> float:
    """Never less than a tank shock is worth: as if nobody stood in its way, and the tank had nothing to shoot at."""
    return breaks(foe.members) * _routed(t, foe)


def shock(t: Table, ask: Choose, option: tuple[str, int]) -> Worth:
    unit, foe = t[ask.about[1]], t[option[1]]
    value = shock_pays(t, unit, foe)
    return value - 0.6 * best_shot(t, unit), f"{breaks(foe.members):.0%} to break them, worth {value:.0f} points"


def _drives(t: Table, ask: Choose, option: int) -> Worth:
    unit, foe = t[ask.about[1]], t[ask.about[2]]
    x, y = ahead(unit.form.facing_towards(*foe.form.centre), option).positions[0]
    return OBJECTIVE * serves_objectives(t, unit.side, x, y) + 0.01 * option, "nearer to where it is wanted"


def _glory(t: Table, ask: Choose, option: Any) -> Worth:
    _, u, w, ways = ask.about
    if option == ASIDE:
        return 0.0, "nobody is to be crushed for nothing"
    value = glory_pays(t, t[u], t[w], t[w].members[option[0]], ways[option])
    return value, f"worth about {value:.0f} points"


ASKED: dict[str, Callable[[Table, Choose, Any], Worth]] = {"drives": _drives, "glory": _glory}
