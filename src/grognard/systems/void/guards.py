"""Standing guard over a place: guards of their own will do not leave it (VOID 1.1: Guard)."""

from __future__ import annotations

from ...common.rules import Rule, slug_of
from ...table.distances import within
from ...table.state import Table
from .field import guarded, guarding_models
from .orders import WALK, Orders

ROUND = 6.0  # inches round the middle of where they were set up: our own measure of a place


def stay(orders: Orders, rule: Rule) -> None:
    """Guards with nobody of their own to guard keep to the place where they stood first, and charge nobody out of it."""
    t, u = orders.t, orders.u
    ward = beside(t, u)
    if ward is not None:
        orders.fits = lambda form: within(form, t[ward].form, WALK.coherency)
        orders.unless = f"it would leave {t.name(ward)}"
        orders.may_assault = False
        orders.says(rule, f"must stay with {t.name(ward)}")
    post = place(t, u)
    if post is not None:
        orders.post = post
        orders.may_assault = False
        orders.says(rule, "must stay with what is guarded")


def beside(t: Table, u: int) -> int | None:
    """The unit of their side whom guards stand by, in cohesion with him though he has not joined them; None when there is none."""
    for word in guarded(t[u].members):
        whom = slug_of(word)
        for v in t.own(t[u].side):
            if v.id != u and slug_of(v.kind.name) == whom and within(t[u].form, v.form, WALK.coherency):
                return v.id
    return None


def place(t: Table, u: int) -> tuple[float, float, float] | None:
    """The place that a unit guards and may not leave: x, y, inches; None when there is none."""
    words = guarded(t[u].members)
    if not words or len(guarding_models(t[u].members)) < t[u].size or _somebody(t, u, words[0]):
        return None
    post = t.recall(("post", u))
    return None if post is None else (*post, ROUND)


def _somebody(t: Table, u: int, what: str) -> bool:
    """Whether what they guard is or was a model of theirs or a unit of their side."""
    unit = t[u]
    names = [m.name for m in unit.kind.models] + [v.kind.name for v in t.units if v.side == unit.side]
    return any(slug_of(name) == slug_of(what) for name in names)
