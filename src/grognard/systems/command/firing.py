"""The dice of one unit's fire on the table, with the templates it lays; nothing is taken away yet."""

from __future__ import annotations

from msgspec import Struct

from ...kernel.asks import Emit, Procedure, Stage
from ...table.state import Table
from ...table.templates import SMALL, Circle, under
from . import field
from .attack import Group, is_template, match_now, ordered, volley
from .bursts import lay
from .events import VolleyFired
from .limited import spend, spend_used
from .lines import Line, contributing
from .points import hurled
from .target import Toll


class Fire(Struct):
    """What a unit's fire has come to: a Toll for its target, and one for every other unit that it caught."""

    unit: int
    target: int
    aim: Line
    tolls: dict[int, Toll]

    @property
    def toll(self) -> Toll:
        """What it did to the target."""
        return self.tolls[self.target]


def fired(t: Table, u: int, v: int, aim: Line | None, by: tuple[str, ...] = ()) -> Procedure:
    """The dice of one unit's fire: what it came to, None when it does not fire. ``by``: further rules with a part in it."""
    if aim is None:
        return None
    assault = yield from spend(t, u, aim)
    fire = Fire(u, v, aim, {v: Toll(t[v].wounds)})
    order = yield from ordered(assault)
    before: tuple[str, ...] = ()
    for place in order:
        group = assault.groups[place]
        if not any(fire.toll.left):
            break
        had = len(fire.toll.bursts)
        if is_template(group, assault, fire.toll):
            yield from lay(t, u, v, assault, group, aim.firers[place], before, fire.tolls)
        else:
            fire.tolls[v] = yield Stage(volley, (fire.toll, group, assault, before))
        yield from burst(t, fire, group, had)
        before = (*before, group.name)
    ids = (*contributing(assault, t[v].wounds), *by)
    yield Emit(VolleyFired(u, v, aim.arms, fire.toll.hits, by=ids))
    yield from spend_used(t, u, fire.toll)
    return fire


def burst(t: Table, fire: Fire, group: Group, had: int) -> Procedure:
    """Templates laid on models that this group has slain: other enemy units with models under them."""
    for i in fire.toll.bursts[had:]:
        x, y = t[fire.target].form.spots[i]
        for w in [e.id for e in t.enemies(t[fire.unit].side) if e.id != fire.target]:
            toll = fire.tolls.get(w) or Toll(t[w].wounds)
            near = tuple(j for j in under(Circle(x, y, SMALL), t[w].form) if toll.left[j] > 0)
            if near:
                m = match_now(fire.toll, group.parts[0], group.target, fire.aim.assault)
                bonus = m.falls.bonus if m.falls is not None else 0
                fire.tolls[w] = yield Stage(hurled, (toll, len(near), field.target(t[w], near), bonus))
