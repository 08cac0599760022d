"""What a unit would see of another and do to it by fire, as both stand: the lines of fire of the battle, its very attack."""

from __future__ import annotations

from ....common.sighting import Prospect, in_words
from ....table.state import Table
from .. import field
from ..attack import State, volleys
from ..harm import state_of
from .lines_of_fire import line


def prospect(t: Table, u: int, v: int) -> Prospect:
    """Fire of one unit at another, by a unit that has not moved, with what each fires as a rule."""
    unit, target = t[u], t[v]
    seen = field.view(t, u, v)
    lines = in_words(t, unit, target, seen.seen)
    covered = [rating for rating in seen.cover if rating]
    if covered:
        lines.append(f"{len(covered)} of {target.size} in cover, rating {', '.join(map(str, sorted(set(covered))))}")
    aim = line(t, u, v, False)
    if not aim:
        return Prospect(seen.views, lines, why="nothing that it has bears on this target")
    chosen = [(group, how, group.ways[0]) for group, how in aim.groups]
    fired = aim.volleys(chosen, target.side)
    lines += [f"{n} x {name}" for name, n in _counted(fired).items()]
    if any(v.weapon.stats.template for v in fired):
        return Prospect(seen.views, lines, why="what a template does depends on where it comes to lie")
    before = state_of(t, v)

    def read(after: State) -> tuple[int, int]:
        return sum(was > 0 and not now for was, now in zip(before[0], after[0], strict=True)), sum(before[0]) - sum(
            after[0]
        )

    return Prospect(seen.views, lines, volleys, (before, fired), read)


def _counted(fired: tuple[object, ...]) -> dict[str, int]:
    found: dict[str, int] = {}
    for one in fired:
        name = one.weapon.name  # type: ignore[attr-defined]
        found[name] = found.get(name, 0) + one.n  # type: ignore[attr-defined]
    return found
