"""What each model of a unit may fire at a target: the choices that are put to its player."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ....common.profiles import Model, Weapon
from ....kernel.memo import memo
from ....table.distances import reaches
from ....table.sight.visibility import Sight
from ....table.state import Table, Unit
from ..attack import weapons
from ..attack.declaration import Armed, Use
from ..circumstances import Situation
from ..condition import (
    AT_POINTS,
    PICKED,
    SHAKEN,
    STUNNED,
    armoured,
    model_snaps,
    moved,
    squad,
    stances,
)
from ..line_of_sight import facing
from ..model_types import type_of
from ..squads import Squad
from . import artillery
from .guns import bands_of, guns_of, watch_guns

HOLD = "hold fire"


@memo(16384)
def _uses(
    model: Model, mates: Squad, how: Situation, how_moved: str, overwatch: bool, near: tuple[int, ...], spare: int = 0
) -> tuple[tuple[Use, ...], ...]:
    """The choices of a model whose guns reach the target so: 0 not at all, 1 beyond half range, 2 within it.

    ``spare``: how many weapons fire at full skill at another target.
    """
    uses: list[Use] = []
    snap = how.snap
    fired = watch_guns(model, mates) if overwatch else guns_of(model, mates, how_moved, snap, how.zooming)
    ordnance = type_of(model).armoured and any(f.weapon.stats.type.kind == "Ordnance" for f in fired)
    full = weapons.Allowance(weapons.full_skill_guns(model, how_moved, snap, ordnance) - spare)
    for fires, reach in zip(fired, near, strict=True):
        if not reach:
            continue
        heavy_gun = ordnance and not snap and fires.weapon.stats.type.kind == "Ordnance"
        slow = ""
        if not fires.snap and not heavy_gun and full.at(fires.weapon) <= 0:
            slow = "" if snap else weapons.SECOND if ordnance else weapons.HURRIED
            fires = weapons.firing(model, mates, fires.weapon, how_moved, True, how.zooming)
            if fires.why_not:
                continue
        if not heavy_gun:
            full.spend(fires.weapon)
        shot = how.but(snap=fires.snap, snapped=fires.snapped or slow, half=reach == 2)
        uses.append(Use(fires.weapon, fires.near if reach == 2 else fires.shots, shot, weapons.primes(fires, shot)))
    thrown = [u for u in uses if weapons.is_grenade(u.weapon)]
    uses = [u for u in uses if u not in thrown] or thrown[:1]
    return weapons.together(tuple(uses), lambda use: use.weapon, weapons.gun_count(model, how_moved))


def menu(
    t: Table, u: Unit, v: Unit, how: Situation, seen: Sight, overwatch: bool = False,
    among: frozenset[int] | None = None, only: frozenset[tuple[int, Weapon]] | None = None,
) -> tuple[tuple[Armed, ...], tuple[tuple[int, ...], ...]]:  # fmt: skip
    """What each group of equal models may fire at a target, and the models of each group.

    ``among``: only these models fire; ``only``: only these weapons of theirs, all of them.
    """
    mates, how_moved, hull = squad(u), "" if overwatch else moved(u), armoured(v)
    groups: dict[tuple[Model, int, int], list[int]] = {}  # by profile, wounds and number of the choices
    each: dict[int, tuple[tuple[Use, ...], ...]] = {}  # the choices, by number
    turned: dict[str, Situation] = {}  # the circumstances by the side of a hull that is struck
    thrown = shaken = False
    points = picked = None
    for e in u.effects:
        if e.what == AT_POINTS:
            points = e.value if points is None else points
        elif e.what == PICKED:
            picked = e.value if picked is None else picked
        elif e.what in (SHAKEN, STUNNED):
            shaken = not how.snap
    spare = picked[1] if picked is not None else 0
    uneven = () if overwatch else stances(u)
    members, wounds, views, a, b = u.members, u.wounds, seen.views, u.form, v.form
    singly = shaken or uneven
    for model, side_by_side in [(m, (i,)) for i, m in enumerate(members)] if singly else _rows(members):
        snap = how.snap or (shaken and model_snaps(u, side_by_side[0]))
        if uneven:
            how_moved, wavers = uneven[side_by_side[0]]
            snap = snap or wavers
        fired = watch_guns(model, mates) if overwatch else guns_of(model, mates, how_moved, snap, how.zooming)
        if not fired:
            continue
        models: Sequence[int] = side_by_side
        if among is not None or points is not None:
            models = [i for i in models if (among is None or i in among) and (points is None or i in points)]
        before: Any = None  # what decided for the model before
        for i, j, near in reaches(a, models, views, b, *bands_of(fired)):
            if only is not None:
                near = tuple([n if (i, f.weapon) in only else 0 for n, f in zip(near, fired, strict=True)])
            if picked is not None:
                near = tuple([n if f.weapon.name in picked[0] else 0 for n, f in zip(near, fired, strict=True)])
            if not any(near):
                continue
            struck = how
            if hull:
                side = facing(b, j, a.positions[i])
                if (struck := turned.get(side)) is None:  # type: ignore[assignment]
                    struck = turned[side] = how.but(facing=side)
            struck = struck if snap is how.snap else struck.but(snap=snap)
            if not views[i]:
                struck = struck.but(indirect=True)
            now = (struck, near)
            if now != before:
                before, choices = now, _uses(model, mates, struck, how_moved, overwatch, near, spare)
                if only is not None and len(choices) > 1:  # they have been chosen already
                    choices = (tuple(dict.fromkeys(use for choice in choices for use in choice)),)
                number = id(choices)  # nearly always the very same object; to hash it would take long
                if number not in each:
                    number = next((known for known, same in each.items() if same == choices), number)
                    each.setdefault(number, choices)
            if not choices:
                continue
            if weapons.is_grenade(choices[0][0].weapon):  # one model of the unit throws a grenade
                if thrown:
                    continue
                thrown = True
            key = (model, wounds[i], number)
            if key in groups:
                groups[key].append(i)
            else:
                groups[key] = [i]
    if artillery.has_guns(members) and (
        silent := artillery.idle(members, [i for models in groups.values() for i in models])
    ):
        groups = {key: rest for key, models in groups.items() if (rest := [i for i in models if i not in silent])}
    armed = [
        Armed(model, mates, len(models), each[number], left, group)
        for group, ((model, left, number), models) in enumerate(groups.items())
    ]
    return tuple(armed), tuple([tuple(models) for models in groups.values()])


@memo(16384)
def _rows(members: tuple[Model, ...]) -> tuple[tuple[Model, range], ...]:
    """The models of a unit that are alike and side by side, as places in the unit."""
    starts = [i for i, model in enumerate(members) if not i or members[i - 1] is not model]
    return tuple((members[i], range(i, end)) for i, end in zip(starts, [*starts[1:], len(members)], strict=True))
