"""Who stands near enough to a character to take a wound for it: Look Out, Sir! on the table."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.table.distances import model_gap

from ...common.profiles import Model
from ...common.rules import kept
from ...table.state import Table, Unit
from .attack.defender import Near
from .line_of_sight import View
from .model_types import is_character

BESIDE = 3.0  # inches to a model that is no character
FARTHER = 6.0  # inches to a character, where all are; by the ruling of the 7th edition to anybody


@kept(16384)
def has_characters(members: tuple[Model, ...]) -> bool:
    """Whether one of these models is a character among others."""
    return len(members) > 1 and any(is_character(m) for m in members)


def escorted(t: Table, v: int, view: View) -> tuple[View, tuple[Near, ...]]:
    """The view with those behind who may take a character's wound though nobody sees them, and who may for each place.

    () when there is no character.
    """
    unit = t[v]
    if not has_characters(unit.members) or view.duel or unit.form.spots == ():
        return view, ()
    order = view.order + view.hidden
    if view.hidden:
        view = replace(view, order=order, covers=view.covers + (None,) * len(view.hidden))
    beside = FARTHER if t.rulings.get("look-out-sir") == "seventh" else BESIDE
    members = unit.members
    return view, tuple([_near(unit, i, order, beside) if is_character(members[i]) else NOBODY for i in order])


NOBODY: Near = ((), ())


def _near(unit: Unit, i: int, order: tuple[int, ...], beside: float) -> Near:
    form, members = unit.form, unit.members
    gaps = sorted([(model_gap(form, i, form, j), k) for k, j in enumerate(order) if j != i])
    plain: list[int] = []
    heroes: list[int] = []
    for gap, k in gaps:
        if gap > FARTHER:
            break
        if is_character(members[order[k]]):
            heroes.append(k)
        elif gap <= beside:
            plain.append(k)
    return tuple(plain), tuple(heroes)
