"""Which of several units stand within a distance of one: what is asked of every unit whenever anybody may shoot or charge."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.table.geometry import Form, within
from grognard.table.polygons import boxes_within


def near_any(form: Form, others: Sequence[Form], inches: float) -> bool:
    """Whether any model stands within ``inches`` of a model of one of the others, base to base."""
    box = form.box
    for other in others:  # noqa: SIM110 (a generator is no typed code)
        if boxes_within(box, other.box, inches) and within(form, other, inches):
            return True
    return False


def who_is_near(form: Form, others: Sequence[Form], inches: float) -> list[int]:
    """The places of those of the others that a model stands within ``inches`` of, base to base."""
    box = form.box
    found = []
    for k in range(len(others)):
        other = others[k]
        if boxes_within(box, other.box, inches) and within(form, other, inches):
            found.append(k)
    return found
