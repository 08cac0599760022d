"""Several shots or blows of one model that go at several units (VOID 1.1: Multiple Shots and Multiple Attacks)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from msgspec.structs import replace

from ....common import saying
from ....kernel.asks import Choose, Procedure
from ....table.state import Table
from ..circumstances import Circumstances
from ..matchup import AIM, LOCK
from ..weapons import Group, Use, gun_of, locking

if TYPE_CHECKING:
    from .lines_of_fire import Line

Chosen: TypeAlias = list[tuple[Group, Circumstances, Use]]
Alone: TypeAlias = Callable[[int, int], "Line"]  # (unit shot at, model that fires)
ALL, EACH = "all", "each for itself"
GUNS, SIDE_ARMS = "its gun", "its side arms"


def armed_with(t: Table, u: int, v: int, group: Group, how: Circumstances) -> Procedure:
    """With what the models of a profile fire: all with the same, or each as its owner says. Pairs of group and use."""
    if len(group.ways) < 2:
        return [(group, group.ways[0])]
    question = f"what does {group.by.name} of {t.name(u)} fire?"
    options = (*group.ways, EACH) if group.n > 1 else group.ways
    pick = yield Choose(t[u].side, question, options, group.ways[0], ("arms", u, v, group, how), saying.uses)
    if pick != EACH:
        return [(group, pick)]
    counted: dict[Use, int] = {}
    one = replace(group, n=1)
    for k in range(group.n):
        question = f"what does {group.by.name} {k + 1} of {group.n} of {t.name(u)} fire?"
        use = yield Choose(t[u].side, question, group.ways, group.ways[0], ("arms", u, v, one, how), saying.uses)
        counted[use] = counted.get(use, 0) + 1
    return [(replace(group, n=n), use) for use, n in counted.items()]


def locked(t: Table, u: int, v: int, group: Group, how: Circumstances, use: Use, blind: bool) -> Procedure:
    """The circumstances after it has been said whether target locks are used."""
    if how.painted and not blind and any(locking(group.by, w) for w, _ in use):
        question = f"does {group.by.name} of {t.name(u)} use its target lock?"
        about = ("lock", v, group, how, use)
        if (yield Choose(t[u].side, question, (LOCK, AIM), default=LOCK, about=about)) == AIM:
            return replace(how, painted=False)
    return how


def guns_or_side_arms(t: Table, u: int, v: int, aim: Line, other: Callable[[], Line]) -> Procedure:
    """Whether a mounted weapon team fires its side arms and keeps its gun silent (VOID 1.1: Mounted Weapon Team)."""
    weapon = gun_of(t[u].kind.models)
    if weapon is None or not any(way[0][0] is weapon for group, _ in aim.groups for way in group.ways):
        return False
    spare = other()
    if not spare:
        return False
    question = f"does {t.name(u)} fire its gun or its side arms?"
    about = ("gun or arms", u, v, aim, spare)
    return (yield Choose(t[u].side, question, (GUNS, SIDE_ARMS), default=GUNS, about=about)) == SIDE_ARMS


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


def several(chosen: Chosen) -> bool:
    """Whether anybody has several shots, to divide or not."""
    return any(len(use) > 1 or use[0][1] > 1 for _, _, use in chosen)


def divided(t: Table, u: int, v: int, chosen: Chosen, lines: dict[int, Line], alone: Alone) -> Procedure:
    """What is fired at the target and what elsewhere: of each profile with several shots its owner says.

    All its models send as many elsewhere where all of them bear, or each is asked for itself. ``alone`` is the line of fire of one
    model at a unit. Each target is under target priority by itself.
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
            if most > 1 and firing(chosen, group.by) > 1 and any(_bears(aim, group.by) for aim in lines.values()):
                options.append(EACH)
            question = f"where do the shots of {group.by.name} of {t.name(u)} go?"
            about = ("split", u, v, group, how, use)
            says = saying.shares(t, "shot")
            said[group.by] = yield Choose(t[u].side, question, tuple(options), ALL, about, says)
            if said[group.by] == EACH:
                own = [row for row in chosen if row[0].by is group.by]
                yield from _one_by_one(t, u, v, own, tuple(lines), alone, stays, elsewhere)
            elif said[group.by] != ALL:
                w, k = said[group.by]
                part = parted(use, k)[1]
                elsewhere.setdefault(w, []).extend(
                    (replace(g, ways=(part,)), other, part) for g, other in lines[w].groups if g.by is group.by
                )
        pick = said[group.by]
        if pick != EACH:
            stays.append((group, how, use if pick == ALL else parted(use, min(pick[1], most - 1))[0]))
    return stays, elsewhere


def _one_by_one(
    t: Table,
    u: int,
    v: int,
    own: Chosen,
    others: tuple[int, ...],
    alone: Alone,
    stays: Chosen,
    elsewhere: dict[int, Chosen],
) -> Procedure:
    """The models of one profile say one after the other where their shots go. ``own``: what was chosen for all of them."""
    left = [(how, use) for group, how, use in own for _ in range(group.n)]
    by = own[0][0].by
    for i, model in enumerate(t[u].members):
        for group, how in alone(v, i).groups if model is by else ():
            row = next((row for row in left if _same(row[0], how) and row[1] in group.ways), None)
            if row is None:
                continue
            left.remove(row)
            (how, use), options = row, list[Any]([ALL])
            for w in others:
                aim = alone(w, i)
                for k in range(1, sum(n for _, n in use)):
                    if able(aim, by, parted(use, k)[1], 1):
                        options.append((w, k))
            pick: Any = ALL
            if len(options) > 1:
                question = f"where do the shots of {by.name} {i + 1} of {t.name(u)} go?"
                about = ("split", u, v, group, how, use)
                pick = yield Choose(t[u].side, question, tuple(options), ALL, about, saying.shares(t, "shot"))
            if pick == ALL:
                _add(stays, group, how, use)
                continue
            here, there = parted(use, pick[1])
            _add(stays, group, how, here)
            for g, other in alone(pick[0], i).groups:
                _add(elsewhere.setdefault(pick[0], []), replace(g, ways=(there,)), other, there)


def _same(a: Circumstances, b: Circumstances) -> bool:
    """Whether these are the circumstances of one model; a lock may have been declined meanwhile."""
    return a == b or replace(a, painted=b.painted) == b


def _add(rows: Chosen, group: Group, how: Circumstances, use: Use) -> None:
    """One model more that does the same."""
    for k, (known, other, way) in enumerate(rows):
        if known.by is group.by and other == how and way == use:
            rows[k] = (replace(known, n=known.n + group.n), other, way)
            return
    rows.append((group, how, use))


def _bears(aim: Line, by: Any) -> bool:
    return any(group.by is by for group, _ in aim.groups)


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
