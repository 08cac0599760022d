"""A unit on the table as an attack finds it: what of it no dice change, and its hulls."""

from __future__ import annotations

from ...common.profiles import Model
from ...table.state import Table
from .attack import weapons
from .attack.defender import COUNTS, STRUCK, Hull, Near, Scene, scene
from .attack.matchup import Exposed
from .condition import (
    BREACHED,
    CRIPPLED,
    IMMOBILISED,
    bears_mark,
    grounded,
    met,
    still,
)
from .line_of_sight import View


def field(
    t: Table, u: int, v: int, view: View, can_ground: bool = False, beside: tuple[Near, ...] = (), told: bool = False
) -> Scene:
    """A target as the attack of a unit finds it, as far as no dice change it; ``u`` -1: the attack of nobody.

    ``beside``: who may take whose wounds, see ``escorts``; ``told``: what a report alone wants to know is counted too.
    """
    unit, order = t.units[v], view.order
    side = t.units[u].side if u >= 0 else 1 - unit.side
    members, n = unit.members, len(order)
    return scene(
        _as_met(members, order, view.covers, still(unit)),
        unit.kind.name,
        (side, unit.side),
        can_ground and not grounded(unit),
        t.rulings.get("look-out-sir", "taken") != "never",
        cripples(t),
        () if n == len(members) else tuple([m for i, m in enumerate(members) if i not in order]),
        (_TOLD_OF_BUILDINGS if told else _OF_BUILDINGS) if unit.kind.type == "Building" else _TOLD if told else COUNTS,
        view.engaged,
        view.duel,
        n - len(view.hidden) if beside and view.hidden else 0,
        beside,
    )


_OF_BUILDINGS = (*COUNTS, "rows")
_TOLD, _TOLD_OF_BUILDINGS = (*COUNTS, STRUCK), (*_OF_BUILDINGS, STRUCK)


def _as_met(
    members: tuple[Model, ...], order: tuple[int, ...], covers: tuple[int | None, ...], held: tuple[int, ...]
) -> tuple[Exposed, ...]:
    """The models of a unit in an order, each as an attack finds it; ``held``: those that cannot jink though others do."""
    if not order:
        return ()
    first, cover = members[order[0]], covers[0]
    if not held and members.count(first) == len(members) and covers.count(cover) == len(covers):  # mostly all are alike
        return (met(first, cover),) * len(order)
    named = _several_sorts(members)
    return tuple(
        [met(members[i], c, i in held, members[i].name if named else "") for i, c in zip(order, covers, strict=True)]
    )


def _several_sorts(members: tuple[Model, ...]) -> bool:
    """Whether models of several names are among these."""
    return len({model.name for model in members}) > 1


def parties(t: Table, u: int, v: int) -> Scene:
    """A target as far as it counts for those who choose weapons: whose units they are, and what the target is called."""
    unit = t[v]
    return scene((), unit.kind.name, (t[u].side, unit.side))


def cripples(t: Table) -> bool:
    """Whether a vehicle with no hull points left is crippled, not wrecked."""
    return bool(t.rulings.get("zero_hp", "crippled") == "crippled")


def hull_of(t: Table, v: int, i: int) -> Hull:
    """A vehicle as an attack finds it."""
    unit = t[v]
    if not unit.effects:
        return Hull(unit.wounds[i], len(weapons.whole_guns(unit.members[i])))
    return Hull(
        points=0 if bears_mark(unit, CRIPPLED, i) else unit.wounds[i],
        guns=len(weapons.whole_guns(unit.members[i])),
        immobile=bears_mark(unit, IMMOBILISED, i),
        breach=sum(e.value for e in unit.effects if e.what == BREACHED),
    )
