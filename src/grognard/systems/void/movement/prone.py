"""Lying down and getting up (VOID 1.1: Prone)."""

from __future__ import annotations

from ....common.rules import Rule, all_of
from ....kernel.asks import Emit, Procedure
from ....table.state import Effect, Table
from ..events import LiesDown, Over
from ..orders import HOLD, STAY, Orders

DOWN, UP = "go prone", "get up"


def limit(orders: Orders, rule: Rule) -> None:
    """A unit that lies may shoot, wait or get up; one that stands may lie down, if all of it can."""
    unit = orders.t[orders.u]
    if unit.has("prone"):
        orders.offer(UP)
        orders.only((STAY, HOLD, UP), rule, "prone, no move but to get up")
        orders.may_assault = False
    elif all_of(unit.members, type(rule)):
        orders.offer(DOWN)


def lie_or_rise(t: Table, u: int, orders: Orders, word: str, by: str) -> Procedure:
    """The movement phase is spent on it, and counts as moving for those who shoot."""
    if word == DOWN:
        yield Emit(LiesDown(u, Effect("prone", value=t.round), by=(by,)))
        orders.moved, orders.may_assault = True, False
    elif word == UP:
        yield Emit(Over(u, "prone", by=(by,)))
        orders.moved = True
        orders.may_assault = True
