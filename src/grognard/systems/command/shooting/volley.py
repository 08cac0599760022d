"""The dice of one unit's fire on the table, with the templates it lays; nothing is taken away yet."""

from __future__ import annotations

from ....kernel.asks import Emit, Procedure, Stage
from ....table.state import Table
from .. import field
from ..attack import is_template, ordered, struck
from ..events import Aimed, VolleyFired
from ..target import Toll
from ..templates import burst, follow, lay
from .limited import spend
from .lines_of_fire import FireResult, Line, against, contributing, rates, worth_of_hits


def fired(
    t: Table, u: int, v: int, aim: Line | None, by: tuple[str, ...] = (), before: tuple[str, ...] = (),
    after: FireResult | None = None,
) -> Procedure:  # fmt: skip
    """The dice of one unit's fire: what it came to, None when it does not fire.

    ``by``: further rules with a part in it; ``before``: weapons that it has fired at other targets already; ``after``: fire
    of the same moment, whose damage is not on the table yet.
    """
    begun = {} if after is None else {w: toll.left for w, toll in after.tolls.items()}
    if aim is None or not any(begun.get(v, (1,))):
        return None
    assault = aim.assault
    fire = FireResult(u, v, aim, {w: Toll(left) for w, left in {v: t[v].wounds, **begun}.items()}, {}, begun)
    resists, whole = against(assault, fire.toll), sum(fire.toll.left)
    yield Emit(Aimed(u, v, resists, rates=rates(assault, fire.toll.left)))
    order = yield from ordered(assault)
    shot = set[str]()
    for place in order:
        if not any(fire.toll.left):
            break
        shot.add(assault.groups[place].name)
        group, firers = yield from spend(t, u, fire.toll, assault.groups[place], aim.firers[place], assault)
        if group.parts:
            if is_template(group, assault, fire.toll):
                yield from lay(t, fire, group, firers, before)
            else:
                fire.tolls[v], successful = yield Stage(struck, (fire.toll, group, assault))
                for part, n in successful:
                    for _ in range(n):
                        yield from follow(t, fire, part, before)
            yield from burst(t, fire, group.parts[0])
        before = (*before, group.name)
    fire.facings.update({w: field.facing(t[w], t[u].form) for w in fire.tolls})
    ids = (*contributing(assault, t[v].wounds), *by)
    worth, points = worth_of_hits(assault, t[v].wounds), whole - sum(fire.toll.left)
    arms = tuple((name, n) for name, n in aim.arms if name in shot)
    yield Emit(VolleyFired(u, v, arms, fire.toll.hits, "shoots at", worth, resists, points, by=ids))
    return fire
