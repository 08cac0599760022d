"""How a round of close combat ends: the result, Morale, Sweeping Advances, consolidation."""

from __future__ import annotations

from collections.abc import Container

from ....common.profiles import Model
from ....kernel.asks import Choose, Emit, Procedure, Roll, of
from ....kernel.faces import die
from ....table.distances import within
from ....table.events import Freed, Removed
from ....table.geometry import CONTACT
from ....table.state import Table, Unit
from ..attack.matchup import match, penetration
from ..condition import BROKEN, met, squad, walks
from ..events import CombatResult, Tested
from ..model_types import type_of
from ..nerve.checks import check
from ..nerve.leadership import leadership
from ..nerve.morale import flee, short_move
from ..slots import NO_SAVES
from ..squads import Squad
from .melee_attacks import blow_at, ways_to_strike
from .pile_in import engaged, pile_in
from .sweeping_advance import can_sweep, swept


def result(t: Table, combat: tuple[int, ...], tally: tuple[int, int], struck: Container[int]) -> Procedure:
    """Who has won, Morale checks of those who have lost, pursuit, and what those do who are free.

    ``struck``: the units that have struck blows in this round.
    """
    yield Emit(CombatResult(combat, tally))
    fought = sorted((u for u in combat if t[u].here), key=lambda u: (t[u].side != t.player, u))
    if tally[0] != tally[1]:
        yield from _lost(t, fought, 0 if tally[0] < tally[1] else 1, abs(tally[0] - tally[1]), struck)
    yield from _let_go(t, fought)
    for u in fought:
        if t[u].here and t[u].foes:
            yield from pile_in(t, u)
    yield from _part(t, fought)
    yield from consolidate(t, fought, t.rulings.get("consolidate", "3") == "D6")


# --- who has lost -----------------------------------------------------------------------------------------------------


def _lost(t: Table, fought: list[int], side: int, by: int, struck: Container[int]) -> Procedure:
    """Each unit of the losing side checks its Morale; those that fail are run down or fall back."""
    fleeing = []
    for u in fought:
        unit = t[u]
        if unit.side == side and unit.foes and not any(type_of(m).armoured for m in unit.members):
            gives_up = yield from _gives_up(t, u)
            if gives_up or not (yield from leadership(t, u, "morale", -by)):
                fleeing.append(u)
    if not fleeing:
        return
    near = dict.fromkeys(f for u in fleeing for f in t[u].foes)
    chasers = [f for f in near if can_sweep(t, f, fleeing) and (f in struck or engaged(t, t[f]))]
    caught = dict((yield from swept(t, fleeing, chasers)))
    for u in fleeing:
        if u in caught:
            yield Emit(Removed(u, "run down by a Sweeping Advance", by=caught[u]))
        else:
            yield Emit(Freed(u))
    for u in fleeing:
        if t[u].here:
            yield from flee(t, u)


def _gives_up(t: Table, u: int) -> Procedure:
    """A unit whose weapons are useless against everybody it fights may fail its Morale check without a roll."""
    unit = t[u]
    if check(unit.members, "morale").test is None or can_hurt(t, unit):
        return False
    words = f"its weapons are useless: does {t.name(u)} stand and test?"
    if (yield Choose(unit.side, words, ("test", "fall back"), default="test", about=("useless", u))) == "test":
        return False
    yield Emit(Tested(u, "Morale", False, False, "its weapons are useless, and it falls back by choice"))
    return True


def can_hurt(t: Table, unit: Unit) -> bool:
    """Whether any blow of a unit, as it strikes now, may hurt any enemy that it fights."""
    for f in unit.foes:
        foe = t[f]
        how = blow_at(t, unit, foe)
        for model in dict.fromkeys(unit.members):
            for way in ways_to_strike(model, squad(unit), squad(foe), how):
                if any(
                    hurts(model, squad(unit), way.weapon, squad(foe), way.how, m) for m in dict.fromkeys(foe.members)
                ):
                    return True
    return False


def hurts(by: Model, mates: Squad, weapon: object, at: Squad, how: object, model: Model) -> bool:
    """Whether a blow may ever wound such a model, or do more than scratch its hull."""
    m = match(by, mates, weapon, at, how)  # type: ignore[arg-type]
    if m.wound is not None:
        return any(isinstance(face, int) and face >= NO_SAVES for face in m.wound.test.faces)
    pen, _ = penetration(m, met(model))
    return bool(any(pen.table)) if pen.table else pen.lacking <= 6 * (pen.dice - pen.keep_best) + pen.more.most


# --- pursuit ----------------------------------------------------------------------------------------------------------


# --- who stays --------------------------------------------------------------------------------------------------------


def _let_go(t: Table, fought: list[int]) -> Procedure:
    """Vehicles that are no walkers are never locked: whoever fought them is free."""
    for u in fought:
        if t[u].here and t[u].foes and not walks(t[u]):
            yield Emit(Freed(u))


def _part(t: Table, fought: list[int]) -> Procedure:
    """Units that no longer touch after the last pile in are no longer in combat with each other."""
    for u in fought:
        for f in t[u].foes if t[u].here else ():
            if u < f and not within(t[u].form, t[f].form, CONTACT):
                yield Emit(Freed(u, f))


def consolidate(t: Table, units: list[int], rolls: bool = False) -> Procedure:
    """Units that are free move up to 3 inches, or as many as a D6 of their own shows (the ruling ``consolidate``).

    Those that stand too near to an enemy draw back if they can.
    """
    for u in units:
        unit = t[u]
        if unit.here and not unit.foes and walks(unit) and not unit.has(BROKEN):
            yield from short_move(
                t, u, "consolidates", float((yield Roll(of(die(6, "consolidation"), u))) if rolls else 3)
            )
