"""Where a challenge is fought: who has taken one up changes places with friends until the two stand face to face."""

from __future__ import annotations

from grognard.table.distances import model_distance, models_within

from ....kernel.asks import Emit, Procedure
from ....table.events import Moved
from ....table.geometry import CONTACT, Formation, Point
from ....table.space import Placing, positions_round
from ....table.state import Table
from ..condition import movement_mode
from ..movement.legal_moves import others

Who = tuple[int, int]  # a model: its unit and its place there


def face_off(t: Table, one: Who, other: Who) -> Procedure:
    """The two of a challenge are brought into base contact, as far as that can be done.

    The challenger changes places with a friend of his unit who touches his opponent; if there is none, the opponent with one who
    touches the challenger; if there is none either, the challenger with the friend who is nearest to him.
    """
    if touch(t, one, other):
        return
    for found, who, opponent in ((_beside, one, other), (_beside, other, one), (_nearer, one, other)):
        form = found(t, who, opponent)
        if form is not None:
            yield Emit(Moved(who[0], form, "lets its champion through"))
            return


def touch(t: Table, one: Who, other: Who) -> bool:
    """Whether two models stand in base contact."""
    return models_within(t[one[0]].form, one[1], t[other[0]].form, other[1], CONTACT)


def _beside(t: Table, one: Who, other: Who) -> Formation | None:
    """A unit with its champion in the place of a friend who touches his opponent, the nearest who will do; None without one."""
    (u, i), (v, j) = one, other
    form, foe = t[u].form, t[v].form
    friends = [k for k in range(len(form)) if k != i and models_within(form, k, foe, j, CONTACT)]
    for k in sorted(friends, key=lambda k: (model_distance(form, i, form, k), k)):
        x, y = form.positions[k]
        round_him = sorted(positions_round(foe, j, form.bases[i]), key=lambda s: (s[0] - x) ** 2 + (s[1] - y) ** 2)
        for position in ((x, y), *round_him):
            changed = _changed(t, u, i, k, position)
            if changed is not None and models_within(changed, i, foe, j, CONTACT):
                return changed
    return None


def _nearer(t: Table, one: Who, other: Who) -> Formation | None:
    """A unit with its champion in the place of the friend who is nearest to his opponent; None when nobody is nearer than he."""
    (u, i), (v, j) = one, other
    form, foe = t[u].form, t[v].form
    order = sorted(range(len(form)), key=lambda k: (model_distance(form, k, foe, j), k != i, k))
    for k in order[: order.index(i)]:
        changed = _changed(t, u, i, k, form.positions[k])
        if changed is not None:
            return changed
    return None


def _changed(t: Table, u: int, i: int, k: int, position: Point) -> Formation | None:
    """A unit of which model i stands at a position and model k where that stood; None when they may not stand so."""
    form = t[u].form
    positions = list(form.positions)
    positions[i], positions[k] = position, form.positions[i]
    friends, enemies = others(t, u)
    room = Placing(t.ground, friends, enemies, movement_mode(t, t[u]), free=t[u].foes)
    changed = form.moved(positions)
    return changed if changed in room else None
