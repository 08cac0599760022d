"""Standing guard over a place: guards of their own will do not leave it (seed, Guard)."""

from __future__ import annotations

from ...common.rules import Rule, all_of, slug_of
from .orders import Orders

ROUND = 6.0  # inches round the middle of where they were set up: our own measure of a place


def stay(orders: Orders, rule: Rule) -> None:
    """Guards with nobody of their own to guard keep to the place where they stood first, and charge nobody out of it."""
    t, u = orders.t, orders.u
    unit = t[u]
    if not all_of(unit.members, type(rule)) or _somebody(orders, getattr(rule, "what", "")):
        return
    post = t.recall(("post", u))
    if post is not None:
        orders.post = (*post, ROUND)
        orders.may_assault = False
        orders.says(rule, "it keeps to what it guards")


def _somebody(orders: Orders, what: str) -> bool:
    """Whether what they guard is or was a model of theirs or a unit of their side."""
    t, unit = orders.t, orders.t[orders.u]
    names = [m.name for m in unit.kind.models] + [v.kind.name for v in t.units if v.side == unit.side]
    return any(slug_of(name) == slug_of(what) for name in names)
