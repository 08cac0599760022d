"""Models equally near: the owner of those shot at says which of them is hit first (ruling ``allocation``)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from ....common import saying
from ....kernel.asks import Choose, Procedure
from ....table.distances import model_distance, nearest_d2
from ....table.geometry import Formation
from ....table.state import Table
from ..melee.named_blows import mixed

if TYPE_CHECKING:
    from .lines_of_fire import Line


def far(form: Formation, j: int, to: Formation) -> float:
    """What tells how far a model is from a unit: equal for models equally near."""
    if form.radius >= 0 and to.radius >= 0:
        return nearest_d2(form.positions[j], to.positions, range(len(to.positions)))
    return _far_off(form, j, to)


def _far_off(form: Formation, j: int, to: Formation) -> float:
    return min([model_distance(form, j, to, i, "edge") for i in range(len(to))])


def broken(t: Table, u: int, v: int, aim: Line) -> Procedure:
    """The line of fire with its ties broken by the owner of the target, asked only where the models differ."""
    target = t[v]
    if len(aim.nearest) < 2 or not (mixed(target) or len({aim.covers[j] for j in aim.nearest}) > 1):
        return aim
    form = t[u].form
    distances = {j: far(target.form, j, form) for j in aim.nearest}
    if len(set(distances.values())) == len(distances):
        return aim
    left = list(aim.nearest)
    order: list[int] = []
    while left:
        tied = [j for j in left if distances[j] == distances[left[0]]]
        kinds: dict[Any, int] = {}
        for j in tied:
            kinds.setdefault((target.members[j], target.wounds[j], aim.covers[j]), j)
        pick = left[0]
        if len(kinds) > 1:
            question = f"which model of {t.name(v)} is hit first?"
            about = ("hit first", u, v)
            says = saying.models(target.members, target.wounds, unit=v)
            pick = yield Choose(target.side, question, tuple(kinds.values()), left[0], about, says)
        order.append(pick)
        left.remove(pick)
    return replace(aim, nearest=tuple(order))
