"""Under which circumstances one unit on the table shoots at another, apart from what it sees and how far it is."""

from __future__ import annotations

from typing import Any

from ....common.profiles import Model
from ....common.rules import voices
from ....kernel.memo import memo
from ....table.arcs import arc_of
from ....table.state import Table, Unit
from .. import field
from ..circumstances import Circumstances, one
from ..nerve.checks import different
from ..rulings import Terms
from ..size import lies
from ..weapons import team_voices


def circumstances(
    t: Table,
    unit: Unit,
    target: Unit,
    moved: bool,
    crew: int,
    spotted: tuple[int, tuple[Any, ...]],
    failed_jump: bool = False,
) -> Circumstances:
    """The circumstances of one unit shooting at another that are the same for all its models: all but band and cover."""
    marked = bool(target.effects)
    return _circumstances(
        moved,
        marked and target.has("painted"),
        bool(unit.effects) and lain(t, unit),
        marked and flat(t, target),
        failed_jump,
        spotted,
        crew,
        arc(t, target, unit) if sided(target.members) else "front",
        marked and target.has("formed"),
        target.kind.type == "Vehicle",
        field.terms(t),
    )


@memo(4096)
def _circumstances(
    moved: bool,
    painted: bool,
    prone: bool,
    target_prone: bool,
    failed_jump: bool,
    spotted: tuple[int, tuple[Any, ...]],
    crew_lost: int,
    arc: str,
    formed: bool,
    vehicle: bool,
    terms: Terms,
) -> Circumstances:
    """One value for the same circumstances, as it is asked about again and again."""
    spotters, lent = spotted
    return one(
        Circumstances(
            moved=moved, painted=painted, prone=prone, target_prone=target_prone, failed_jump=failed_jump,
            spotters=spotters, crew_lost=crew_lost, arc=arc, formed=formed, vehicle=vehicle, lent=lent, terms=terms,
        )
    )  # fmt: skip


@memo(4096)
def sided(members: tuple[Model, ...]) -> bool:
    """Whether it matters to anybody in a unit from which side the unit is attacked."""
    return any(speak() for m in different(members) for speak in voices(m, "sided"))


def front_only(model: Model) -> bool:
    """Whether a model shoots within its front arc only."""
    return any(speak() for speak in voices(model, "bears"))


def fixed(model: Model) -> bool:
    """Whether a weapon of a model is fixed: it fires within the front arc only."""
    return any(w.stats.fixed for w in model.weapons)


def arced(model: Model) -> bool:
    """Whether it matters to a model what lies ahead of it."""
    return front_only(model) or fixed(model)


def crew_lost(members: tuple[Any, ...], start: int) -> int:
    """How many crewmen of a mounted weapon are gone."""
    return start - len(members) if team_voices(different(members), "crewed") else 0


def lain(t: Table, unit: Unit) -> bool:
    """Whether a unit has lain prone since an earlier turn."""
    prone = unit.effect("prone")
    return prone is not None and prone.value < t.round


def flat(t: Table, unit: Unit) -> bool:
    """Whether a unit counts as prone for those who shoot at it."""
    return lies(t, unit)


def arc(t: Table, target: Unit, firer: Unit) -> str:
    """The arc of a unit from which another attacks: front, flank or rear."""
    return arc_from(t, target, *firer.form.centre)


def arc_from(t: Table, target: Unit, x: float, y: float) -> str:
    """The arc of a unit in which a point lies; a unit faces as its leader does (ruling ``arcs``)."""
    leader = leader_of(target.members)
    if t.rulings.get("arcs") == "180":
        (fx, fy), (px, py) = target.form.front(leader), target.form.positions[leader]
        return "front" if (x - px) * fx + (y - py) * fy >= 0 else "rear"
    name = arc_of(target.form.positions[leader], target.form.front(leader), (x, y))
    return "flank" if name in ("left", "right") else name


def leader_of(members: tuple[Model, ...]) -> int:
    """The place of the leader in a unit, of the first of several; 0 without one."""
    return next((i for i, m in enumerate(members) if m.role == "leader"), 0)


def indirect(members: tuple[Model, ...]) -> bool:
    """Whether any weapon of a unit fires indirectly."""
    return any(w.stats.indirect for m in different(members) for w in m.weapons)


def spotting(t: Table, u: int, v: int) -> tuple[int, tuple[Any, ...]]:
    """How many friendly models that help indirect fire see the target, and their rules; looked for only when it matters."""
    if not indirect(t.units[u].members):
        return 0, ()
    n, rules = 0, []
    for w in field.bearers(t, t.units[u].side, "assists"):
        for i, rule in field.helpers(w.members) if field.able(w) else ():
            if field.view(t, w.id, v).of(i):
                n += 1
                rules.append(rule)
    return n, tuple(dict.fromkeys(rules))
