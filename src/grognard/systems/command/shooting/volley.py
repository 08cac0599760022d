"""The dice of one unit's fire on the table, with the templates it lays; nothing is taken away yet."""

from __future__ import annotations

from msgspec.structs import replace

from ....kernel.asks import Emit, Procedure, Stage
from ....table.state import Table
from .. import field
from ..attack import is_template, ordered, struck
from ..events import AIMS, Aimed, VolleyFired
from ..target import Toll
from ..templates import burst, follow, lay
from ..weapons import left_to_fire
from .limited import spend
from .lines_of_fire import FireResult, Line, against, contributing, worth


def fired(
    t: Table, u: int, v: int, aim: Line | None, by: tuple[str, ...] = (), before: tuple[str, ...] = (),
    after: FireResult | None = None, verb: str = AIMS, told: Aimed | None = None,
) -> Procedure:  # fmt: skip
    """The dice of one unit's fire: what it came to, None when it does not fire.

    ``by``: further rules with a part in it; ``before``: weapons that it has fired at other targets already; ``after``: fire
    of the same moment, whose damage is not on the table yet; ``verb``: what is told before its dice, and
    ``told`` what has been told of it already.
    """
    begun = {} if after is None else {w: toll.left for w, toll in after.tolls.items()}
    if aim is None or not any(begun.get(v, (1,))):
        return None
    assault = aim.assault
    fire = FireResult(u, v, aim, {w: Toll(left) for w, left in {v: t[v].wounds, **begun}.items()}, {}, begun)
    resists, whole = against(assault, fire.toll), sum(fire.toll.left)
    if verb:
        now = aimed(u, v, aim, fire.toll.left, verb)
        if told is not None and (now.against, tuple(now.rates)) == (told.against, tuple(told.rates)):
            now = replace(now, against="", rates=())
        yield Emit(now)
    order = yield from ordered(assault)
    shot, spent = dict[str, int](), list[str]()
    for place in order:
        if not any(fire.toll.left):
            break
        group, firers = yield from spend(t, u, fire.toll, assault.groups[place], aim.firers[place], assault)
        shot[group.name] = sum(left_to_fire(fire.toll, part) for part in group.parts if part.uses)
        if group.parts:
            hits = fire.toll.hits
            if is_template(group, assault, fire.toll):
                shot[group.name] = yield from lay(t, fire, group, firers, before)
            else:
                fire.tolls[v], successful = yield Stage(struck, (fire.toll, group, assault))
                for part, n in successful:
                    for _ in range(n):
                        yield from follow(t, fire, part, before)
            yield from burst(t, fire, group.parts[0])
            if fire.toll.hits > hits and any(fire.toll.left) and not group.target.choices(fire.toll.left):
                spent.append(group.name)
        before = (*before, group.name)
    fire.facings.update({w: field.facing(t[w], t[u].form) for w in fire.tolls})
    for _, name, n in fire.toll.used:  # by way of another
        shot[name] = shot.get(name, 0) + n
    fired_ = [k for k, group in enumerate(assault.groups) if group.name in shot]
    groups, firers = tuple(assault.groups[k] for k in fired_), tuple(aim.firers[k] for k in fired_)
    fire.aim = replace(aim, assault=replace(assault, groups=groups), firers=firers)
    ids = (*contributing(fire.aim.assault, t[v].wounds), *by)
    points, beyond = whole - sum(fire.toll.left), f"nobody else in reach of {' and '.join(spent)}" if spent else ""
    arms = tuple((name, shot[name]) for name, _ in aim.arms if shot.get(name))
    yield Emit(VolleyFired(u, v, arms, fire.toll.hits, "shoots at", resists, points, beyond, by=ids))
    return fire


def aimed(u: int, v: int, aim: Line, left: tuple[int, ...], verb: str) -> Aimed:
    """What is told before the dice of a unit's fire at models with so many HP left."""
    return Aimed(u, v, against(aim.assault, Toll(left)), verb, worth(aim.assault, left))
