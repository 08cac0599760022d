"""Casualties: who stands near enough to take a wound for a character (Look Out, Sir!), and wounds that are lost."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from grognard.table.distances import model_distance

from ...common.agreement import in_a_row
from ...common.building import Because, in_words
from ...common.profiles import Model
from ...common.triggers import PHASE_ENDS, give
from ...kernel.asks import Emit, Procedure
from ...kernel.memo import memo
from ...table.events import Harmed, Remarked
from ...table.state import Table, Unit
from .attack.attack import Volley, matches
from .attack.defender import GROUNDED, Near, Ranks, Scene, squad_at
from .attack.matchup import BARE, defence
from .condition import (
    LOSSES,
)
from .line_of_sight import View
from .model_types import is_character
from .shooting import artillery

NOBODY_NEAR: Near = ((), ())
Strike = Callable[..., Procedure]  # so many hits that nobody fires fall on a unit: ``harm.struck_by``


def lose(
    t: Table, v: int, left: tuple[int, ...], source: int, combat: bool = False, by: Sequence[str] = ()
) -> Procedure:
    """A unit's models have these wounds left. Losses outside close combat are remembered to the end of the phase."""
    left = artillery.abandoned(t[v].members, left)
    if not combat and min(left) <= 0 and not t[v].has(LOSSES):
        yield from give(t, v, LOSSES, PHASE_ENDS, source=source, value=t[v].size, quiet=True)
    yield Emit(Harmed(v, left, source, by=by))


BESIDE = 3.0  # inches to a model that is no character


FARTHER = 6.0  # inches to a character, where all are; by the ruling of the 7th edition to anybody


@memo(16384)
def has_characters(members: tuple[Model, ...]) -> bool:
    """Whether one of these models is a character among others."""
    return len(members) > 1 and any(is_character(m) for m in members)


def escorted(t: Table, v: int, view: View) -> tuple[View, tuple[Near, ...]]:
    """The view with those behind who may take a character's wound though nobody sees them, and who may for each place.

    () when there is no character.
    """
    unit = t[v]
    if not has_characters(unit.members) or view.duel or unit.form.positions == ():
        return view, ()
    order = view.order + view.hidden
    if view.hidden:
        view = replace(view, order=order, covers=view.covers + (None,) * len(view.hidden))
    beside = FARTHER if t.rulings.get("look-out-sir") == "seventh" else BESIDE
    members = unit.members
    return view, tuple([_near(unit, i, order, beside) if is_character(members[i]) else NOBODY_NEAR for i in order])


def _near(unit: Unit, i: int, order: tuple[int, ...], beside: float) -> Near:
    form, members = unit.form, unit.members
    distances = sorted([(model_distance(form, i, form, j), k) for k, j in enumerate(order) if j != i])
    plain: list[int] = []
    heroes: list[int] = []
    for distance, k in distances:
        if distance > FARTHER:
            break
        if is_character(members[order[k]]):
            heroes.append(k)
        elif distance <= beside:
            plain.append(k)
    return tuple(plain), tuple(heroes)


class Casualties(Struct, frozen=True):
    """What an attack has done to a unit: what it leaves behind, wounds that count in combat, who stands (places before)."""

    marks: tuple[str, ...] = ()
    points: int = 0
    stand: tuple[int, ...] = ()
    own: tuple[tuple[int, int, int], ...] = ()


# --- who had no save ---------------------------------------------------------------------------------------------------


def told_bare(t: Table, v: int, fired: Volley, around: Scene, before: Ranks, after: Ranks) -> Procedure:
    """The report says why those of a unit that have suffered had no save."""
    if why := no_save(fired, around, before, after):
        yield Emit(Remarked(f"{t.name(v)}: no save{why}"))


def no_save(fired: Volley, around: Scene, before: Ranks, after: Ranks) -> str:
    """Why models that have suffered had no save, and how many of them where others had one; "" where all had.

    Nor where a roll that discounts the wound has told it already.
    """
    left, at = dict(zip(after.standing, after.left, strict=True)), squad_at(around, before)
    hurt = [i for i, had in zip(before.standing, before.left, strict=True) if left.get(i, 0) < had]
    saved: set[int] = set()
    told: set[int] = set()
    why: dict[Because, None] = {}
    for part in fired.parts:
        if part.weapon.stats.rolled:
            return ""
        how = part.how.but(grounded=True) if GROUNDED in after.marks else part.how
        for m in matches(part, at, how):
            for exposed in dict.fromkeys(around.models[i] for i in hurt):
                found = [defence(m, exposed, ap) for ap in m.aps or (m.ap,)]
                if any(d.save is not None for d in found):
                    saved.add(id(exposed))
                elif any(d.ignore is not None for d in found):
                    told.add(id(exposed))
                else:
                    why.update(dict.fromkeys(b for d in found for b in d.no_save or (BARE,)))
    bare = [around.models[i] for i in hurt if id(around.models[i]) not in saved | told]
    if not bare:
        return ""
    names = list(dict.fromkeys(exposed.model.name for exposed in bare))
    mixed = len({e.model.name for e in around.models}) > 1 and names != [around.name]
    whom = f" for {in_a_row(names)}" if mixed else ""
    if any(id(around.models[i]) in saved for i in hurt):
        whom = f" for {len(bare)} of those struck"
    return whom + in_words(tuple(why))
