"""Precise shots on the table: each falls on models that its own firer sees within range, not on those his mates see."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from ....table.distances import edges_within
from ....table.geometry import Formation, Point
from ....table.sight.visibility import Sight
from ....table.state import Unit
from ..attack import weapons
from ..attack.attack import Part, Volley
from ..attack.declaration import Armed, Use
from ..attack.matchup import match
from ..condition import airborne, model_moved, squad
from ..squads import Squad

Groups = tuple[tuple[int, ...], ...]
NOBODY_LEFT = (-1,)  # places: none of those at whom it was aimed stands


def aimed(u: Unit, v: Unit, armed: tuple[Armed, ...], groups: Groups, seen: Sight) -> tuple[tuple[Armed, ...], Groups]:
    """What is fired, with those apart who may aim at other models of the target than their like; mostly it is as it was."""
    at = squad(v)
    if len(v.members) == 1 or not any(_precise(a, use, at) for a in armed for uses in a.choices for use in uses):
        return armed, groups
    apart: list[Armed] = []
    places: list[tuple[int, ...]] = []
    for a, models in zip(armed, groups, strict=True):
        ways: dict[tuple[tuple[Use, ...], ...], list[int]] = {}
        for i in models:
            ways.setdefault(_choices(u, v, a, i, seen, at), []).append(i)
        for choices, who in ways.items():
            apart.append(replace(a, choices=choices, firers=len(who), group=len(places)))
            places.append(tuple(who))
    return tuple(apart), tuple(places)


def _precise(a: Armed, use: Use, at: Squad) -> bool:
    return bool(match(a.by, a.mates, use.weapon, at, use.how).precise)


def _choices(u: Unit, v: Unit, a: Armed, i: int, seen: Sight, at: Squad) -> tuple[tuple[Use, ...], ...]:
    """The choices of a group as one of its models has them: precise shots know at whom it may aim."""
    found = []
    for uses in a.choices:
        own = []
        for use in uses:
            if _precise(a, use, at):
                moved = model_moved(u, i)
                reach = weapons.firing(a.by, a.mates, use.weapon, moved, use.how.snap, airborne(v)).reach
                positions = _in_reach(u.form, i, v.form, seen.views[i], reach)
                if len(positions) < len(seen.seen):
                    use = replace(use, how=use.how.but(aims=positions or NOBODY_LEFT))
            own.append(use)
        found.append(tuple(own))
    return tuple(found)


def _in_reach(form: Formation, i: int, other: Formation, views: Sequence[int], reach: float) -> tuple[Point, ...]:
    return tuple([other.positions[j] for j in views if edges_within(form, i, other, j, reach)])


def settled(fired: Volley, form: Formation, order: tuple[int, ...]) -> Volley:
    """A volley with the models that are aimed at named by their places in an order: they stood on the positions that it names."""
    if not any(part.how.aims for part in fired.parts):
        return fired
    return Volley(fired.name, tuple([_placed(part, form, order) for part in fired.parts]))


def _placed(part: Part, form: Formation, order: tuple[int, ...]) -> Part:
    if not part.how.aims:
        return part
    places = tuple([k for k, i in enumerate(order) if form.positions[i] in part.how.aims])
    return replace(part, how=part.how.but(aims=places or NOBODY_LEFT))
