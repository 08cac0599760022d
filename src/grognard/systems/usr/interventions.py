"""Heroic Intervention: characters of the other side who stand near a charge step in when all charges are over."""

from __future__ import annotations

from ...kernel.asks import Choose, Emit, Procedure
from ...table.events import Moved
from ...table.geometry import within
from ...table.moves import Moves
from ...table.state import Table, Unit
from .charging import WINGED
from .condition import BROKEN, RALLIED, ROUGH, flies, out_of_reach, stuck, walks
from .fight import lock
from .morale import others
from .moving import over_ground
from .types import is_character

REACH = 3.0  # inches
STAY = "stay"


def can_intervene(t: Table, side: int) -> list[int]:
    """The characters of a side who stand alone, fight nobody, and have an enemy within 3 inches."""
    return [u for u in t.ready(side) if _free(t[u]) and near(t, t[u])]


def _free(u: Unit) -> bool:
    if u.foes or not all(is_character(m) for m in u.members) or not walks(u) or stuck(u) or out_of_reach(u):
        return False
    return not any(e.what in (BROKEN, RALLIED) for e in u.effects)


def near(t: Table, u: Unit) -> list[int]:
    """The enemies within 3 inches of a unit."""
    return [v.id for v in t.enemies(u.side) if within(u.form, v.form, REACH) and not out_of_reach(v)]


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
    gait = WINGED if flies(t[u]) else ROUGH
    return Moves(t.ground, t[u].form, REACH, friends, enemies, gait, target=v, call=t.name)
