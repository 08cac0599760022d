"""What ways to move are worth to players that are programs: standing still, advancing, through difficult ground."""

from __future__ import annotations

from collections.abc import Callable
from math import inf, sqrt
from typing import Any

from ....bots.places import serves_objectives, to_nearest
from ....bots.value import Worth
from ....common.profiles import Model
from ....kernel.asks import Choose
from ....table.paths import spans
from ....table.scatter import vector
from ....table.state import Table, Unit
from ..attack import weapons
from ..condition import JINKING
from ..model_types import type_of
from ..movement.rough_ground import inches_of, rough
from .flights import jets_kept
from .places import nowhere_better, reach_of
from .transports import way
from .value import (
    nearest_box,
    strikes_hard,
)

CHARGE_MEAN = 7.0


def _heavy(members: tuple[Model, ...]) -> bool:
    kinds = [w.stats.type.kind for m in members for w in weapons.guns(m)]
    return not type_of(members[0]).armoured and 2 * sum(k in ("Heavy", "Ordnance", "Salvo") for k in kinds) >= len(
        members
    )


def _how(t: Table, ask: Choose, option: str) -> Worth:
    unit = t[ask.about[1]]
    if isinstance(option, tuple):
        return way(t, ask, option)
    if option == "stay":
        if _heavy(unit.members) and nearest_box(unit.form, t.enemies(unit.side)) <= reach_of(unit):
            return 1.0, "its weapons fire steadily"
        return (0.6 if _settled(t, unit) else -1.0), "there is no better place"
    if option == "walk":
        more = jets_kept(t, unit)
        return 0.5 + more / 10, "to charge with its jump packs"
    if option == "advance":
        nearest, inches = nearest_box(unit.form, t.enemies(unit.side)), inches_of(unit.members)
        far = nearest > inches + CHARGE_MEAN + 4 and nearest > max(reach_of(unit), 0.0) + inches
        goes = far and unit.has(JINKING) is False and not _settled(t, unit)
        return (1.0 if goes else -0.5), "nothing to shoot or charge yet"
    return 0.5, "to a better place"


def _settled(t: Table, unit: Unit) -> bool:
    """Whether a unit would stand still if it moved: nothing better is in reach, nor behind difficult ground."""
    return nowhere_better(t, unit.id) and not _barred(t, unit)


def _rough(t: Table, ask: Choose, option: str) -> Worth:
    """Through difficult ground only when what it wants lies behind it."""
    barred = _barred(t, t[ask.about[1]])
    return float((option == "yes") is barred), "straight through" if barred else "round it"


def _barred(t: Table, unit: Unit) -> bool:
    """Whether difficult ground lies on the straight way to what a unit wants, as far as it gets."""
    inches = inches_of(unit.members)
    pieces = rough(t, unit.form, inches)
    if not pieces:
        return False
    x, y = unit.form.centre
    goals = [(m.x, m.y) for m in t.markers if m.kind == "objective"]
    goals += [v.form.centre for v in t.enemies(unit.side)] if strikes_hard(t, unit) else []
    if not goals:
        return False
    near, least = goals[0], inf
    for goal in goals:
        dx, dy = goal[0] - x, goal[1] - y
        if dx * dx + dy * dy < least:
            near, least = goal, dx * dx + dy * dy
    d = sqrt(least) or 1.0
    step = min(1.0, inches / d)
    end = (x + (near[0] - x) * step, y + (near[1] - y) * step)
    return any(p.holds(*end) or spans(p.points, (x, y), end) for p in pieces)


def _which_way(t: Table, ask: Choose, option: int) -> Worth:
    unit = t[ask.about[1]]
    dx, dy = vector(option)
    x, y = unit.form.centre
    x, y = x + 10 * dx, y + 10 * dy
    if not (1 < x < t.ground.width - 1 and 1 < y < t.ground.height - 1):
        return -1.0, "off the table"
    far = to_nearest(x, y, [v.form for v in t.enemies(unit.side)]) or 0.0
    return min(far, 8.0) / 8 + serves_objectives(t, unit.side, x, y), "clear of the enemy"


MOVEMENT: dict[str, Callable[[Table, Choose, Any], Worth]] = {"how": _how, "rough": _rough, "which way": _which_way}
