"""A token for two: a unit near the one that flips it may use it too."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...common.rules import id_of, voices
from ...kernel.asks import Choose, Emit, Procedure
from ...kernel.memo import memo
from ...table.distances import within
from ...table.state import Table, Unit
from . import field
from .commands import orders_of
from .events import TokenFlipped
from .moments import speaker

NOBODY = "nobody"


def share(t: Table, u: int, name: str, able: Callable[[int], bool] | None = None, about: Any = None) -> Procedure:
    """A unit that may use the flipped token too: it shows a copy of it. Gives the unit, None without one.

    ``able``: whether the token would be of use to a unit, where not every unit may use it.
    """
    options, by = partners(t, u, name)
    if able is not None:
        options = tuple(v for v in options if able(v))
    if not options:
        return None
    question = f"who uses the {name} token of {t.name(u)} too?"
    about = about or ("share", u, name)
    pick = yield Choose(t[u].side, question, (*options, NOBODY), default=options[0], about=about)
    if pick == NOBODY:
        return None
    yield Emit(TokenFlipped(pick, name, "shared", by=by))
    return pick


def partners(t: Table, u: int, name: str) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """The units that may use a unit's token: near a model that shares it, without a token, not yet activated."""
    unit = t[u]
    found: list[int] = []
    ids: dict[str, None] = {}
    for i, model in enumerate(unit.members):
        for voice in sharing(model):
            form = unit.form.only((i,))
            inches = {v: voice(v.members) for v in free_units(t, u, name)}
            able = [v.id for v, far in inches.items() if far and within(form, v.form, far)]
            found += able
            ids.update({id_of(speaker(voice)): None for _ in able})
    return tuple(sorted(set(found))), tuple(ids)


def free_units(t: Table, u: int, name: str) -> list[Unit]:
    """The friends of a unit that have no token and have not acted, and to whom the command is open."""
    return [
        v
        for v in t.own(t[u].side)
        if v.id != u
        and v.id not in t.acted
        and not (field.token(v) or field.shown(v))
        and name in orders_of(v.members, False).names
    ]


@memo(4096)
def sharing(model: Any) -> tuple[Any, ...]:
    """The rules by which a model shares the token it flips."""
    return voices(model, "shares_token")
