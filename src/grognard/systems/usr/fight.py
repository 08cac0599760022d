"""Close combat: which combats there are, and one round of one of them from Initiative 10 down to its end."""

from __future__ import annotations

from ...common.triggers import give, this_turn
from ...kernel.asks import Choose, Emit, Procedure
from ...table.events import Acted, Lifted, Locked
from ...table.state import Table
from .condition import FRESH, grounded
from .events import BlowsAt
from .harm import Harm, rules_of, suffer
from .onset import fear
from .outcome import result
from .piling import pile_in
from .ranks import GROUNDED
from .strokes import Blow, Chosen, blows, chosen_strokes, fighters, step_of
from .view import in_combat


def lock(t: Table, u: int, v: int) -> Procedure:
    """Two units are in close combat; for a unit that was in none this is the first round."""
    for a in (u, v):
        if not t[a].foes and not t[a].has(FRESH):
            yield from give(t, a, FRESH, this_turn(t), quiet=True)
        if grounded(t[a]):
            yield Emit(Lifted(a, GROUNDED))
    yield Emit(Locked(u, v))


def combats(t: Table) -> list[tuple[int, ...]]:
    """The combats on the table: each the ids of all units that are locked with one another, in order."""
    found: list[tuple[int, ...]] = []
    seen: set[int] = set()
    for unit in t.units:
        if unit.foes and unit.id not in seen:
            group = [unit.id]
            for u in group:  # grows as it is walked
                group += [f for f in t[u].foes if f not in group]
            seen.update(group)
            found.append(tuple(sorted(group)))
    return found


def waiting(t: Table) -> list[tuple[int, ...]]:
    """The combats that have not been fought in this phase."""
    return [c for c in combats(t) if not all(u in t.acted for u in c)]


def fight_one(t: Table, player: int) -> Procedure:
    """One combat is fought, as the active player orders them. False when none is left."""
    left = waiting(t)
    if not left:
        return False
    first = yield Choose(player, "which combat is fought?", tuple(c[0] for c in left), about=("combat",))
    combat = next(c for c in left if c[0] == first)
    yield from fight(t, combat)
    for u in combat:
        if t[u].alive:
            yield Emit(Acted(u, player))
    return True


# --- a round of combat ------------------------------------------------------------------------------------------------


def fight(t: Table, combat: tuple[int, ...]) -> Procedure:
    """One round of one combat, from Initiative 10 down to its end."""
    tally = [0, 0]
    yield from fear(t, combat)
    chosen = yield from chosen_strokes(t, combat)
    for step in range(10, 0, -1):
        ready = [u for u in combat if t[u].foes and fighters(t[u]) and _strikes_now(t, u, step, chosen)]
        for u in ready:
            yield from pile_in(t, u)
        dealt = [blow for u in ready for blow in blows(t, u, step, chosen)]
        for blow in dealt:  # all at once: who falls at this step has struck
            if t[blow.target].here:
                tally[t[blow.unit].side] += yield from _strike(t, blow, step)
    yield from result(t, combat, (tally[0], tally[1]))


def _strikes_now(t: Table, u: int, step: int, chosen: Chosen) -> bool:
    unit = t[u]
    foe = t[unit.foes[0]]
    return any(step_of(t, unit, foe, model, chosen) == step for model in dict.fromkeys(unit.members))


def _strike(t: Table, blow: Blow, step: int) -> Procedure:
    aim = in_combat(t, blow.form, blow.target)
    by = rules_of(t, blow.target, (blow.volley,), aim)
    yield Emit(BlowsAt(blow.unit, blow.target, (blow.volley.name,), blow.count, step, by=by))
    harm: Harm = yield from suffer(t, blow.unit, blow.target, blow.volley, aim, combat=True)
    return harm.points
