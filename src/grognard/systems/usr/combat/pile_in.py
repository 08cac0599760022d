"""Who comes to blows: models in contact or beside such, and piling in."""

from __future__ import annotations

from collections.abc import Iterable

from ....kernel.asks import Emit, Procedure
from ....table.charge_placement import close_in
from ....table.distances import models_within, nearest_first, who_within
from ....table.events import Moved
from ....table.geometry import CONTACT, Formation
from ....table.moves import Moves
from ....table.paths import MovementMode
from ....table.state import Table, Unit
from ..condition import armoured, walks
from ..movement.legal_moves import others
from .challenges import apart, open_to_blows

PILING = MovementMode(slow=(), through="nobody")
PILE_IN = 3.0  # inches
SUPPORT = 2.0  # inches: who stands so near to a friend in base contact may strike


def touching(t: Table, u: Unit) -> dict[int, tuple[int, ...]]:
    """The models of a unit in base contact with enemies, and the enemy units that each touches.

    Who fights a challenge is in contact with his opponent alone.
    """
    found: dict[int, tuple[int, ...]] = {}
    away = apart(u)
    for f in u.foes:
        for i in who_within(u.form, open_to_blows(t[f]), CONTACT):
            if i not in away:
                found[i] = (*found.get(i, ()), f)
    return found


def engaged(t: Table, u: Unit) -> dict[tuple[int, ...], list[int]]:
    """The models of a unit that may strike, by the enemy units they may strike at: those they touch.

    A model within 2 inches of a friend in contact strikes where that friend does.
    """
    close = touching(t, u)
    found: dict[tuple[int, ...], list[int]] = {}
    if not close:
        return found
    away = apart(u)
    for i in range(u.size):
        foes = close.get(i)
        if foes is None and i not in away:
            near = next((j for j in close if models_within(u.form, i, u.form, j, SUPPORT)), None)
            foes = None if near is None else close[near]
        if foes is not None:
            found.setdefault(foes, []).append(i)
    return found


def involved(t: Table, u: Unit) -> list[int]:
    """The models of a unit that are engaged, whomever they may strike at."""
    return sorted(i for models in engaged(t, u).values() for i in models)


def pile_in(t: Table, u: int, among: Iterable[int] | None = None) -> Procedure:
    """Models that touch no enemy move up to 3 inches towards one: those of ``among``, or all of the unit."""
    unit = t[u]
    foes = [form for f in unit.foes if t[f].here and (form := open_to_blows(t[f])).positions]
    if not foes or (armoured(unit) and not walks(unit)):
        return
    close, away = touching(t, unit), apart(unit)
    movers = [i for i in (range(unit.size) if among is None else among) if i not in close and i not in away]
    if not movers:
        return
    form = closer(t, u, foes, movers)
    if form.positions != unit.form.positions:
        yield Emit(Moved(u, form, "piles in"))


def closer(t: Table, u: int, foes: list[Formation], movers: list[int]) -> Formation:
    """Where a unit stands when these models have piled in, the nearest first."""
    unit = t[u]
    friends, enemies = others(t, u)
    fought = [(v, form) for v, form in enemies if v in unit.foes]  # to be touched, and not passed through
    free = [(v, form) for v, form in enemies if v not in unit.foes]
    moves = Moves(t.ground, unit.form, PILE_IN, friends + fought, free, PILING, call=t.names.__getitem__)
    order = movers
    if len(movers) > 1:
        ranked = nearest_first(unit.form, foes[0] if len(foes) == 1 else _together(foes))
        order = [i for i in ranked if i in movers]
    return close_in(moves, foes, order)


def _together(forms: list[Formation]) -> Formation:
    found = forms[0]
    for form in forms[1:]:
        found = found.with_others(form)
    return found
