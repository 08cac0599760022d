"""Which special rules have a part in an attack: their ids, for reports."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...common.building import Because, ids_of
from ...common.lazy import LazySequence
from ...kernel.memo import memo
from ...table.state import Table, Unit
from .attack import hulls, weapons
from .attack.attack import Volley
from .attack.matchup import Exposed, Match, defence, match, penetration
from .condition import (
    squad,
    still,
)
from .defenders import _as_met
from .line_of_sight import View
from .model_types import type_of


@memo(65536)
def contributors(m: Match, target: Exposed, how_moved: str = "") -> tuple[str, ...]:
    """The ids of the special rules that have a part in an attack on such a model, each once."""
    reasons: list[Because] = [r for said in m.reasons.values() for r in said]
    for test in (m.hit, m.wound):
        reasons += test.because if test is not None else ()
    a = m.attack
    if a.melee:
        strokes = weapons.blows(a)
        strokes.counted()
        reasons += strokes.because
        reasons += weapons.initiative(a).because
    else:
        reasons += weapons.firing(a.by, a.mates, a.weapon, how_moved, a.how.snap, a.how.zooming).because
    if target.model.stats.armoured:
        reasons += penetration(m, target)[1]
        reasons += hulls.walls(m.ap, target.model).because if type_of(target.model).type == "Building" else ()
    for ap in m.aps or (m.ap,):
        d = defence(m, target, ap)
        reasons += (*d.reasons, *d.no_save)
        for test in (d.save, d.ignore):
            reasons += test.because if test is not None else ()
    return ids_of(r for r in reasons if not r.says.endswith("no effect"))


def rules_of(t: Table, v: int, fired: tuple[Volley, ...], view: View, how_moved: str = "") -> Sequence[str]:
    """The ids of the special rules that have a part in these volleys against a target, worked out when somebody reads them."""
    return LazySequence(partakers, t[v], fired, view, how_moved)


def partakers(unit: Unit, fired: Iterable[Volley], view: View, how_moved: str) -> tuple[str, ...]:
    """The ids of the special rules that have a part in these volleys against a unit."""
    targets = dict.fromkeys(_as_met(unit.members, view.order, view.covers, still(unit)))
    found: dict[str, None] = {}
    at = squad(unit)
    for part in (p for volley_ in fired for p in volley_.parts):
        m = match(part.by, part.mates, part.weapon, at, part.how)
        for target in targets:
            found.update(dict.fromkeys(contributors(m, target, how_moved)))
    return tuple(found)
