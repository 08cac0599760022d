"""Several shots or blows of one model that go at several units (seed, Multiple Shots and Multiple Attacks)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from msgspec.structs import replace

from ...kernel.asks import Choose, Procedure
from ...table.state import Table
from .arms import Group, Use
from .attack import How

if TYPE_CHECKING:
    from .shooting import Line

Chosen: TypeAlias = list[tuple[Group, How, Use]]
ALL = "all"


def parted(use: Use, k: int) -> tuple[Use, Use]:
    """One way of shooting without its last ``k`` shots, and those.

    >>> parted((("gun", 2), ("flame", 1)), 2)
    ((('gun', 1),), (('gun', 1), ('flame', 1)))
    """
    here, there = list(use), []
    while k > 0:
        weapon, n = here.pop()
        there.append((weapon, min(n, k)))
        if n > k:
            here.append((weapon, n - k))
        k -= n
    return tuple(here), tuple(reversed(there))


def divided(t: Table, u: int, v: int, chosen: Chosen, lines: dict[int, Line]) -> Procedure:
    """What is fired at the target and what elsewhere: of each profile with several shots its owner says (section 19).

    Shots may go only where all those models bear on, each target under target priority by itself.
    """
    elsewhere: dict[int, Chosen] = {}
    stays: Chosen = []
    said: dict[Any, Any] = {}
    for group, how, use in chosen:
        most = sum(n for _, n in use)
        if group.by not in said:
            options: list[Any] = [ALL]
            for w, aim in lines.items():
                for k in range(1, most):
                    if able(aim, group.by, parted(use, k)[1], firing(chosen, group.by)):
                        options.append((w, k))
            question = f"where do the shots of {group.by.name} of {t.name(u)} go?"
            about = ("split", u, v, group, how, use)
            said[group.by] = yield Choose(t[u].side, question, tuple(options), default=ALL, about=about)
            if said[group.by] != ALL:
                w, k = said[group.by]
                part = parted(use, k)[1]
                elsewhere.setdefault(w, []).extend(
                    (replace(g, ways=(part,)), other, part) for g, other in lines[w].groups if g.by is group.by
                )
        pick = said[group.by]
        stays.append((group, how, use if pick == ALL else parted(use, min(pick[1], most - 1))[0]))
    return stays, elsewhere


def firing(chosen: Chosen, by: Any) -> int:
    """How many models of a profile fire."""
    return sum(group.n for group, _, _ in chosen if group.by is by)


def able(aim: Line, by: Any, part: Use, n: int) -> bool:
    """Whether so many models of a profile bear on a target with these weapons."""
    bear = [group for group, _ in aim.groups if group.by is by]
    weapons = {w for w, _ in part}
    return sum(g.n for g in bear) >= n and all(
        any(weapons <= {w for w, _ in way} for way in group.ways) for group in bear
    )
