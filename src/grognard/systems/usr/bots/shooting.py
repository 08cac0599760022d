"""What targets, weapons, markers, jinking and going to ground are worth to players that are programs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf
from typing import Any

from ....bots.places import serves_objectives
from ....bots.value import Worth
from ....common.options import FilteredOptions
from ....kernel.asks import Choose
from ....table.state import Table, Unit
from ..attack.declaration import Armed
from ..condition import IMMOBILISED, bears_mark, moved, snaps, squad
from ..line_of_sight import ground_covers, sight
from ..shooting.firing_choices import HOLD
from ..shooting.guns import lobs
from ..slots import NEVER
from ..table_memo import where_they_stand
from . import expected_damage, openings
from .template_aims import too_near, under_marker, widest
from .value import (
    MORE,
    OBJECTIVE,
    apart,
    best_shot,
    harm,
    presses,
    shot,
    shots,
    typical,
)


def _targets(ask: Choose) -> tuple[int, ...]:
    """All that could be shot at, as far as the question names them."""
    options = ask.options
    return options.named if isinstance(options, FilteredOptions) else tuple(v for v in options if v != HOLD)


def _in_the_open(t: Table, u: int, targets: Sequence[int]) -> dict[int, float]:
    """For each of some targets the points that a unit's fire may cost it when all see it in the open."""
    found = where_they_stand(t)
    key = ("in the open", u, targets)
    if key not in found:
        unit, foes = t[u], [t[v] for v in targets]
        values = shots(t, unit, foes)
        found[key] = {v.id: _less(t, unit, v, value) for v, value in zip(foes, values, strict=True)}
    return found[key]  # type: ignore[no-any-return]


def _less(t: Table, unit: Unit, target: Unit, value: float) -> float:
    """What fire is worth that costs the target so much: less what it endangers, more where the target holds something."""
    if widest(unit.members):
        value -= 0.3 * too_near(t, unit, target)
    return value * (1.0 + 0.25 * presses(t, target)) if value else 0.0


def _shoot(t: Table, ask: Choose, option: Any) -> Worth:
    if option == HOLD:
        return 0.01, "nothing to be gained by shooting"
    u, v = ask.about[1], option
    unit, target = t[u], t[v]
    seen = sight(t, unit, target)
    covers = ground_covers(t, target, seen)
    best = min([covers[j] for j in seen.seen], default=NEVER)
    blind = [m for m, views in zip(unit.members, seen.views, strict=True) if not views]
    lobbing = sum(lobs((m,), squad(unit), moved(unit), snaps(unit)) for m in blind)  # they need not see
    if best < NEVER:
        value = _less(t, unit, target, shot(t, unit, target, best))
    else:
        value = _in_the_open(t, u, _targets(ask))[v]
    value = value * (len(seen.firers) + lobbing) / unit.size
    return value, f"about {value:.0f} points' worth of {t.name(v)}"


def weapon(t: Table, armed: Armed, option: int) -> Worth:
    v = t.recall("attack", (0, 0))[1]
    target = t[v]
    if not target.members:
        return 0.0, ""
    at = squad(target)
    value = sum(
        expected_damage.shot(armed.by, armed.mates, use.weapon, use.shots, at, typical(target), target.size, use.how)
        - openings.kept_back(t, armed, use, target)
        for use in armed.choices[option]
    )
    names = ", ".join(use.weapon.name for use in armed.choices[option])
    return value, f"the {names} costs about {value:.1f} wounds a model"


def _mode(t: Table, ask: Choose, option: str) -> Worth:
    """Supercharging: one Strength more against the risk of a wound on the firer. Left alone unless the target is tough."""
    v = t.recall("attack", (0, 0))[1]
    at = squad(t[v])
    if option == "strength" and (at.armoured or at.T >= 6):
        return 1.0, "only so does it hurt that target"
    return (0.5, "no need to risk the firer") if option == "no" else (0.0, "")


def _aim(t: Table, ask: Choose, option: Any) -> Worth:
    covering = getattr(ask.options, "covering", None)
    if covering is None:
        return 1.0, "over the most of them"
    found = under_marker(t, ask.about[2], ask.options, option) if len(ask.about) > 2 else float(covering(option))
    return found, f"about {found:.1f} models under the marker"


def _scatter(t: Table, ask: Choose, option: str) -> Worth:
    wide = ask.about[1] > 2
    return float((option == "yes") is wide), "it has gone wide" if wide else "near enough"


def _jink(t: Table, ask: Choose, option: str) -> Worth:
    if option == "no":
        return 0.0, "it shoots better than it would save"
    v, u = t[ask.about[1]], t[ask.about[2]]
    if not u.here:  # a power of one who has just died of it
        return -1.0, "nobody shoots any more"
    inches = apart(u.form, v.form)
    able = sum(not bears_mark(v, IMMOBILISED, i) for i in range(v.size)) / v.size
    saved = able * (harm(t, u, v, inches) - harm(t, u, v, inches, jinking=True))
    if saved <= 0:
        return saved, "it would not help"
    given_up = 0.6 * best_shot(t, v, saved / 0.6 + MORE)  # more than it saves: no more need be known
    return saved - given_up, f"saves about {saved:.0f} points, costs {given_up:.0f} of shooting"


def _ground(t: Table, ask: Choose, option: str) -> Worth:
    u, v = t.recall("attack", (0, 0))
    unit, firer = t[v], t[u]
    if option == "no" or not unit.here or not firer.here:
        return 0.0, "it has better to do than to lie down"
    danger = shot(t, firer, unit) / 5
    x, y = unit.form.centre
    use = 0.3 * OBJECTIVE * (1 - min(1.0, serves_objectives(t, unit.side, x, y)))
    if danger > use:  # else it has better to do, whatever it could shoot at
        use += 0.5 * best_shot(t, unit, (danger - use) / 0.5 + MORE)
    return danger - use, "nothing to do but to last"


def bound(t: Table, ask: Choose, option: Any) -> float:
    """Never less than what shooting at a target is worth: all see it in the open."""
    if option == HOLD:
        return inf
    return _in_the_open(t, ask.about[1], _targets(ask))[option]


ASKED: dict[str, Callable[[Table, Choose, Any], Worth]] = {
    "shoot": _shoot,
    "mode": _mode,
    "aim": _aim,
    "scatter": _scatter,
    "jink": _jink,
    "go to ground": _ground,
}
