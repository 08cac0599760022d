"""Close combat: which combats there are, and one round of one of them from Initiative 10 down to its end."""

from __future__ import annotations

from typing import Any

from ....common.triggers import PHASE_ENDS, give, this_turn
from ....kernel.asks import Choose, Emit, Procedure
from ....table.events import Acted, Lifted, Locked
from ....table.state import Table
from ..attack.defender import GROUNDED
from ..attack.weapons import once
from ..casualties import Casualties
from ..condition import FRESH, grounded, walks
from ..events import Meets
from ..harm import suffer
from ..shooting.ammunition import struck_once
from .blow_notes import struck as announced
from .challenge_positions import face_off
from .challenges import challenge, duellist, ended, fallen
from .hammer_of_wrath import fear
from .melee_attacks import Blow, Chosen, blows, chosen_strokes, falls_on, fighters, strikers
from .pile_in import pile_in
from .rampage import FRENZY, frenzied, rages, rolled_attacks
from .result import result
from .stomping import stomp


def lock(t: Table, u: int, v: int) -> Procedure:
    """Two units are in close combat; for a unit that was in none this is the first round."""
    for a in (u, v):
        if not t[a].foes and not t[a].has(FRESH):
            yield from give(t, a, FRESH, this_turn(t), quiet=True)
        if grounded(t[a]):
            yield Emit(Lifted(a, GROUNDED))
    yield Emit(Locked(u, v) if walks(t[u]) and walks(t[v]) else Meets(u, v))


def combats(t: Table) -> list[tuple[int, ...]]:
    """The combats on the table: each the ids of all units that are locked with one another, in order."""
    found: list[tuple[int, ...]] = []
    seen: set[int] = set()
    for unit in [unit for unit in t.units if unit.foes]:
        if unit.id not in seen:
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
    says = tuple(" and ".join(t.name(u) for u in c) for c in left)
    first = yield Choose(player, "which combat is fought?", tuple(c[0] for c in left), None, ("combat",), says)
    combat = next(c for c in left if c[0] == first)
    yield from fight(t, combat)
    for u in combat:
        if t[u].alive:
            yield Emit(Acted(u, player))
    return True


# --- a round of combat ------------------------------------------------------------------------------------------------


def fight(t: Table, combat: tuple[int, ...]) -> Procedure:
    """One round of one combat: Fear, challenges, blows from Initiative 10 down to 1, and what comes of it."""
    tally = [0, 0]
    order = sorted(combat, key=lambda u: (t[u].side != t.player, u))  # the active player's units first
    yield from fear(t, combat)
    yield from rampage(t, combat)
    duel = yield from challenge(t, combat)
    if duel is not None:
        yield from face_off(t, *duel)
    chosen = yield from chosen_strokes(t, combat)
    known: dict[int, tuple[Any, tuple[int, ...]]] = {}
    struck: set[int] = set()
    rare: list[Blow] = []
    for step in range(10, 0, -1):
        ready = {u: steps for u in order if (steps := _steps(t, u, chosen, known)) and step in steps}
        for u, steps in ready.items():
            yield from pile_in(t, u, [i for i, at in enumerate(steps) if at == step])
        dealt: list[Blow] = []
        for u, steps in ready.items():
            dealt += yield from blows(t, u, step, steps, chosen)
        struck.update([blow.unit for blow in dealt])
        rare += [blow for blow in dealt if any(once(part.weapon) for part in blow.volley.parts)]
        at_once = len({t[blow.unit].side for blow in dealt}) > 1
        for blow in dealt:  # all at once: who falls at this step has struck
            if t[blow.target].here:
                tally[t[blow.unit].side] += yield from _strike(t, blow, step, at_once)
    yield from stomp(t, combat, tally)
    for blow in rare:  # only now, or whoever has struck with it would strike again with something else
        yield from struck_once(t, blow.unit, blow.volley, blow.form)
    yield from ended(t, combat)
    yield from result(t, combat, (tally[0], tally[1]), struck)
    yield from ended(t, combat)


def _steps(t: Table, u: int, chosen: Chosen, known: dict[int, tuple[Any, tuple[int, ...]]]) -> tuple[int, ...]:
    """When each model of a unit strikes; looked up again only when the unit or whom it fights has changed."""
    unit = t.units[u]
    if not unit.foes or not fighters(unit):
        return ()
    foe = t.units[unit.foes[0]]
    if (found := known.get(u)) is not None:
        members, effects, theirs, on_them = found[0]
        if unit.members is members and unit.effects is effects and foe.members is theirs and foe.effects is on_them:
            return found[1]
    steps = strikers(t, u, chosen)
    known[u] = (unit.members, unit.effects, foe.members, foe.effects), steps
    return steps


def _strike(t: Table, blow: Blow, step: int, at_once: bool) -> Procedure:
    hero = duellist(t[blow.target]) if blow.duel else -1
    if blow.duel and hero < 0:
        return 0  # he has fallen at this very step
    aim = yield from falls_on(t, blow)
    if not aim.order:
        return 0
    yield Emit(announced(t, blow, aim, step, at_once))
    harm: Casualties = yield from suffer(t, blow.unit, blow.target, blow.volley, aim, combat=True, step=step)
    if blow.duel and hero not in harm.stand:
        yield from fallen(t, blow.target)
    return harm.points


def rampage(t: Table, combat: tuple[int, ...]) -> Procedure:
    """At the start of a fight: whoever is outnumbered and rampages, with one roll a sort of dice. All locked models count.

    Vehicles that are no walkers are never locked and do not count.
    """
    able = [u for u in combat if t[u].here and rages(t[u].members)]
    if not able:
        return
    numbers = [sum(t[u].size for u in combat if t[u].side == side and walks(t[u])) for side in (0, 1)]
    able = [u for u in able if numbers[t[u].side] < numbers[1 - t[u].side]]
    if not able:
        return
    more = yield from rolled_attacks([t[u].members for u in able])
    for u, attacks in zip(able, more, strict=True):
        by = tuple(dict.fromkeys(i for m in dict.fromkeys(t[u].members) for i in frenzied(m)))
        yield from give(t, u, FRENZY, PHASE_ENDS, source=u, value=attacks, by=by)
