"""Units that are lost: who of the squad stands and by which number, who rode in them, and the loss of a Commander."""

from __future__ import annotations

from collections.abc import Sequence

from ...kernel.asks import Choose, Emit, Procedure, Roll
from ...kernel.faces import Test
from ...kernel.purpose import Purpose
from ...table.state import Table, Unit
from .cards.deck import cuts
from .events import CommanderLost, Hurt, Reseated, Thinned
from .squads import ASIDE, commanders
from .transports.seats import WRECK as IN_WRECK
from .transports.seats import rest, riding


def lose_commanders(t: Table, before: Unit) -> Procedure:
    """The Commanders that a squad has lost since it stood as ``before``, the highest first: the moment at which one is lost.

    Called once after every loss on the table and aboard. Whatever is due when a Commander is lost belongs here.
    """
    left, lost = list(commanders(t[before.id])), False
    for value in sorted(commanders(before), reverse=True):
        if value and value in left:
            left.remove(value)
        elif value:
            lost = True
            yield Emit(CommanderLost(before.id, value))
    if lost:
        yield from cuts(t, before.side)


def thins(t: Table, v: int, left: tuple[int, ...], source: int, by: Sequence[str] = (), cause: str = "") -> Procedure:
    """The units of a squad have these points left; what those that stand have fired or moved goes by their new numbers."""
    size, waiting = len(left), len(rest(t[v]))
    stand = [i for i, points in enumerate(left) if points > 0]
    yield Emit(Hurt(v, left, source, cause, by=by))
    if len(stand) < size:
        yield from counted_anew(t, v, (*stand, *range(size, size + waiting)))


def counted_anew(t: Table, v: int, numbers: tuple[int, ...]) -> Procedure:
    """What the units of a squad have fired or moved goes by their new numbers; ``numbers``: the old one of each."""
    if t[v].alive and any(e.what in (*ASIDE, "used", *ASIDE.values()) for e in t[v].effects):
        yield Emit(Thinned(v, numbers))


def broken_open(t: Table, before: Unit, lost: Sequence[int]) -> Procedure:
    """Units of a squad are lost: who rode in them is in a wreck now, and what the others ride in is counted anew.

    Result: the number of the wreck of each unit that is lost.
    """
    taken = [i for u in t.units for carrier, i in riding(u).values() if carrier == IN_WRECK]
    first = max(taken, default=-1) + 1
    wrecks = {i: first + n for n, i in enumerate(lost)}
    left = [i for i in range(before.size + len(rest(before))) if i not in wrecks]
    yield from recounted(t, before.id, {i: n for n, i in enumerate(left)}, wrecks)
    return wrecks


def recounted(t: Table, carrier: int, now: dict[int, int], wrecks: dict[int, int] | None = None) -> Procedure:
    """The units of a squad of transports have other numbers now; who rode in one that is lost is in its wreck."""
    broken = wrecks or {}
    for u in t.units:
        ride = tuple(riding(u).values())
        if any(c == carrier for c, _ in ride):
            new = tuple(
                [
                    (c, i) if c != carrier else (IN_WRECK, broken[i]) if i in broken else (c, now.get(i, i))
                    for c, i in ride
                ]
            )
            if new != ride:
                yield Emit(Reseated(u.id, new))


def dealt(t: Table, v: int, points: int, player: int, most_hurt: bool = False) -> Procedure:
    """Which units of a squad lose so many Damage Points: a player says so point by point. Result: what each has left.

    ``most_hurt``: the most damaged unit loses all it has before the next, so that there is a choice only among equals.
    """
    u, left = t[v], list(t[v].wounds)
    while 0 < points < sum(left):
        able = [i for i, dp in enumerate(left) if dp]
        worst = min([left[i] - u.members[i].stats.DP for i in able])
        first = next(i for i in able if left[i] - u.members[i].stats.DP == worst)
        if most_hurt:
            able = [i for i in able if left[i] - u.members[i].stats.DP == worst]
        names = {f"{t.name(v)} {i + 1}": i for i in able}
        usual = f"{t.name(v)} {first + 1}"
        chosen = names[(yield Choose(player, "which unit loses Damage Points?", tuple(names), usual, v))]
        lost = min(points, left[chosen]) if most_hurt else 1
        left[chosen] -= lost
        points -= lost
    return tuple(left) if points < sum(left) else (0,) * len(left)


def one_of_them(names: Sequence[str], what: str = "squad") -> Procedure:
    """A die for which of several squads or zones is hit, each as likely. Result: its place among the names."""
    n = len(names)
    if n == 1:
        return 0
    sides = 6 if n in (2, 3, 6) else n
    called = tuple(enumerate(names, 1))
    name = Purpose(f"which {what} is hit", words=f"which {what} is hit, {' or '.join(names)}", called=called)
    return (yield Roll(Test(name, sides, tuple(f * n // sides + 1 for f in range(sides))))) - 1
