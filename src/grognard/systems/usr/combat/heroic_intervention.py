"""Heroic Intervention: characters of the other side who stand near a charge step in when all charges are over."""

from __future__ import annotations

from ....common.profiles import Model
from ....kernel.asks import Choose, Emit, Procedure
from ....kernel.memo import memo
from ....table.distances import who_is_near
from ....table.events import Moved
from ....table.moves import Moves
from ....table.state import Table, Unit
from ..condition import BROKEN, RALLIED, ROUGH, flies, out_of_reach, stuck, walks
from ..model_types import is_character
from ..movement.legal_moves import others
from ..movement.rough_ground import over_ground
from .charge_moves import WINGED
from .fight import lock

REACH = 3.0  # inches
STAY = "stay"


def can_intervene(t: Table, side: int) -> list[int]:
    """The characters of a side who stand alone, fight nobody, and have an enemy within 3 inches."""
    if not t.anyone(side, is_character):
        return []
    acted = t.acted
    return [u.id for u in t.own(side) if heroes(u.members) and u.id not in acted and _free(u) and near(t, u)]


@memo(16384)
def heroes(members: tuple[Model, ...]) -> bool:
    """Whether all of a unit are characters."""
    return all(is_character(m) for m in members)


def _free(u: Unit) -> bool:
    if u.foes or not walks(u) or stuck(u) or out_of_reach(u):
        return False
    return not any(e.what in (BROKEN, RALLIED) for e in u.effects)


def near(t: Table, u: Unit) -> list[int]:
    """The enemies within 3 inches of a unit."""
    foes = t.enemies(u.side)
    return [foes[k].id for k in who_is_near(u.form, [v.form for v in foes], REACH) if not out_of_reach(foes[k])]


def intervene(t: Table, u: int) -> Procedure:
    """A character may move up to 3 inches into contact with an enemy. He has not charged, and nobody has charged him."""
    ways = {v: moves for v in near(t, t[u]) if (moves := _moves(t, u, v)).charge() is not None}
    if not ways:
        return
    words = f"whom does {t.name(u)} step in against?"
    v = yield Choose(t[u].side, words, (STAY, *ways), default=STAY, about=("steps in", u))
    if v == STAY:
        return
    words = f"how does {t.name(u)} come into contact?"
    form = yield Choose(t[u].side, words, ways[v], default=ways[v].charge(), about=u)
    start = t[u].form
    yield Emit(Moved(u, form, "steps in"))
    yield from over_ground(t, u, start)
    if t[u].here:
        yield from lock(t, u, v)


def _moves(t: Table, u: int, v: int) -> Moves:
    friends, enemies = others(t, u)
    mode = WINGED if flies(t[u]) else ROUGH
    return Moves(t.ground, t[u].form, REACH, friends, enemies, mode, target=v, call=t.names.__getitem__)
