"""What stomps do: D3 for each gargantuan creature and super-heavy walker, after the blows (core rules of the 7th edition)."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from ....common.profiles import Model, Weapon, interned
from ....common.schema import Count
from ....kernel.asks import Fold, Procedure, Roll
from ....kernel.faces import Test, d3
from ....kernel.purpose import Purpose
from ..circumstances import Situation, now
from ..model_types import type_of
from ..profiles import WeaponStats
from ..squads import NO_SQUAD, NOBODY, Squad
from .attack import Part, Volley, volley
from .defender import Hulls, Ranks, Scene

STOMP = interned(Weapon("stomp", WeaponStats(S=6, AP=4)))
TOLD = 'after the blows each that stomps does so on D3 markers of 3", on `under` models each'
NOTHING, HITS, GONE = "nothing", "hits", "gone"
_ROWS = ((NOTHING, "it strikes nobody"), (HITS, "each under it is hit"), (GONE, "each under it is removed from play"))
TABLE = Test(Purpose("stomp", words="stomp of one marker", called=_ROWS), 6, (NOTHING, HITS, HITS, HITS, HITS, GONE))
MARKERS = d3(Purpose("stomps", words="stomps, D3 markers"))


def stomps(model: Model) -> bool:
    """Whether a model stomps: a gargantuan creature or a super-heavy walker."""
    kind = type_of(model)
    return kind.type == "Gargantuan Creature" or (kind.type == "Walker" and "Super-heavy" in kind.tags)


def treads(members: tuple[Model, ...]) -> bool:
    """Whether one of these models stomps."""
    return any(stomps(m) for m in members)


def withstands(members: Squad) -> bool:
    """Whether stomps do nothing to a unit: gargantuan creatures and super-heavy vehicles."""
    return members.counts_as("Gargantuan Creature") or members.counts_as("Super-heavy")


class Tread(Struct, frozen=True):
    """How they stomp on a unit: how many of them, and how many models lie under each marker."""

    creatures: int
    under: int
    how: Situation


def tread(under: int, models: tuple[Model, ...], at: Squad, how: Situation) -> Tread | None:
    """How these models stomp on a unit in close combat; None when they do not, or it minds no stomps."""
    creatures = sum(stomps(m) for m in models)
    plain = Situation(melee=True, rulings=how.rulings)
    return Tread(creatures, max(1, under), now(plain)) if creatures and not withstands(at) else None


def trodden(state: Any, tread: Tread, field: Scene) -> Procedure:
    """The target after the stomps: D3 for each creature, one after the other."""
    return (yield Fold(_by_one, state, tread.creatures, (tread, field)))


def _by_one(state: Any, item: int, tread: Tread, field: Scene) -> Procedure:
    """The target after the stomps of one creature; states that differ in how they came about are one here."""
    markers = yield Roll(MARKERS)
    return (yield Fold(under_foot, state, markers, (tread, field)))


def under_foot(state: Any, item: int, tread: Tread, field: Scene) -> Procedure:
    """The target after one marker."""
    face = yield Roll(TABLE)
    under = min(tread.under, len(state.standing))
    if face == NOTHING or not under:
        return state
    if face == GONE:
        return _removed(state, under)
    return (yield from volley(state, Volley(STOMP.name, (hits_under(under, tread.how),)), field))


def _removed(state: Ranks | Hulls, n: int) -> Ranks | Hulls:
    if isinstance(state, Hulls):
        return state._replace(standing=state.standing[n:], hulls=state.hulls[n:])
    stand = state.standing[n:]
    touched = tuple(mark for mark in state.touched if mark[0] in stand)
    return state._replace(standing=stand, left=state.left[n:], touched=touched)


def hits_under(n: int, how: Situation) -> Part:
    return Part(NOBODY, NO_SQUAD, STOMP, how, 1, Count(1), hits=n)
