"""What machine minds are bound to do, by their role (VOID 1.1: S.P.O.M.M.)."""

from __future__ import annotations

from typing import Any

from ....common.rules import Rule
from ....table.distances import within
from ....table.geometry import Formation
from ....table.state import Table
from .. import field
from ..melee.charge import in_reach
from ..orders import BOARD, HOLD, MOVE, RUSH, Orders, reach_of
from ..shooting.lines_of_fire import in_range

ADVANCE, SUPPORT = "Tactical Advance", "Fire Support"


def bind(orders: Orders, rule: Rule, role: str) -> None:
    """What a machine mind may do in this activation."""
    t, u = orders.t, orders.u
    if t.units[u].has("prone"):
        return
    near = field.scanned(t, u)
    if role == ADVANCE:
        _advance(orders, rule, [v.id for v in near])
        return
    if not near:
        orders.only((HOLD,), rule, "nobody within scanning range")
        return
    _support(orders, rule, [v.id for v in near])


def _advance(orders: Orders, rule: Rule, near: list[int]) -> None:
    t, u = orders.t, orders.u
    if not near:
        closest = field.foes(t, u)[:1]
        if closest:
            orders.towards, orders.shuns = (closest[0].id,), True
            orders.only(
                (MOVE, RUSH), rule, f"nobody within scanning range, so a full move towards {t.name(closest[0].id)}"
            )
        return
    prey = in_charge_range(t, u)
    if prey:
        orders.towards = orders.must_assault = prey
        orders.only((MOVE,), rule, f"must move towards {t.name(prey[0])} and charge, in charge range")


def in_charge_range(t: Table, u: int) -> tuple[int, ...]:
    """The enemies in sight within a move and an assault move."""
    inches = reach_of(t, u, MOVE)[0] + reach_of(t, u, "charge")[0]
    return tuple(
        v.id for v in field.nearby(t, u, inches) if within(t.units[u].form, v.form, inches) and field.sees(t, u, v.id)
    )


def _support(orders: Orders, rule: Rule, near: list[int]) -> None:
    t, u = orders.t, orders.u
    start = t.units[u].form
    mark = next((v for v in near if not t.units[v].foes and in_range(t, u, start, v)), None)
    if mark is not None:
        orders.must_shoot = True
        for word in (HOLD, BOARD, RUSH):
            orders.forbid(word, rule, f"must shoot and may not rush, with {t.name(mark)} in range")
        free = [v for v in near if not t.units[v].foes]  # the others are looked at only when it thinks of moving
        marks = {mark: True}  # who is in range from where it stands, as far as that was asked

        def fits(form: Formation) -> bool:
            for v in free:
                if t.units[v].here and field.scans(t, u, v, here=form) and in_range(t, u, form, v):
                    if v not in marks:
                        marks[v] = in_range(t, u, start, v)
                    if marks[v]:
                        return True
            return False

        orders.fits = fits
        orders.unless = "it could not shoot from there, and it must"
    else:
        orders.stops = _Finds(t, u)


class _Finds:
    """Where a rush of a machine mind in support comes to a halt: as soon as it can see, scan and shoot somebody."""

    def __init__(self, t: Table, u: int) -> None:
        self.t = t
        self.u = u

    def __call__(self, form: Formation) -> bool:
        t, u = self.t, self.u
        return any(not v.foes and in_range(t, u, form, v.id) for v in field.scanned(t, u, form))


def moved(orders: Orders, rule: Rule, role: str) -> Any:
    """What a machine mind is bound to after its move."""
    t, u = orders.t, orders.u
    if role == SUPPORT:
        if orders.halted:
            orders.must_shoot = True
            orders.says(rule, "must stop its rush and shoot")
        return
    if not orders.must_assault and orders.towards and not field.scanned(t, u):
        orders.ends(rule, "still nobody within scanning range, so the activation ends")
    elif not orders.must_assault and not orders.rushed:
        able = tuple(in_reach(t, u))
        if able:
            orders.must_assault = able
            orders.says(rule, f"must charge, with {t.name(able[0])} now in reach")
