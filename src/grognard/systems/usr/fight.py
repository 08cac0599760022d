"""Close combat: Initiative steps, pile in, the result, Morale, Sweeping Advance, consolidation; and breaking away from it."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from ...common.building import Because, because
from ...common.profiles import Model, Weapon
from ...common.rules import Rule, kept, voices
from ...common.schema import Count
from ...common.triggers import give, this_turn
from ...kernel.asks import Choose, Emit, Procedure, Roll
from ...kernel.faces import d3, die, total
from ...table.events import Acted, Freed, Lifted, Locked, Moved, Noted, Removed, Said
from ...table.geometry import CONTACT, Form, gap, models_within, who_within, within
from ...table.moves import Moves
from ...table.paths import Gait
from ...table.placing import Room
from ...table.scatter import DIRECTIONS, vector
from ...table.state import Table, Unit
from . import arms
from .attack import Part, Volley
from .checks import characteristic
from .condition import (
    AFRAID,
    BROKEN,
    CHARGED,
    CHARGING,
    FRESH,
    ROUGH_CHARGE,
    armoured,
    circumstances,
    gait,
    grounded,
    squad,
    walks,
)
from .events import BlowsAt, CombatResult, Tested
from .harm import Harm, rules_of, suffer
from .matchup import Attack
from .morale import flee, leadership, others, short_move
from .moving import over_ground
from .onset import fear
from .ranks import GROUNDED
from .situation import Situation
from .squads import Squad, squad_of
from .types import type_of
from .view import in_combat

PILING = Gait(slow=(), through="nobody")
PILE_IN = 3.0  # inches
SUPPORT = 2.0  # inches: who stands so near to a friend in base contact may strike
BREAK_AWAY = total(3, 6, "breaking away, inches")


# --- combats ----------------------------------------------------------------------------------------------------------


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


# --- who strikes ------------------------------------------------------------------------------------------------------


class Blow(Struct, frozen=True):
    """What equal models of a unit do at one step of Initiative."""

    unit: int
    target: int
    volley: Volley
    form: Form
    count: int


class Stroke(Struct, frozen=True):
    """One way in which a model may strike: with what, whether one mighty blow takes the place of all, when, how often."""

    weapon: Weapon
    single: bool
    step: int
    count: int
    how: Situation


@kept(16384)
def ways_to_strike(model: Model, mates: Squad, at: Squad, how: Situation) -> tuple[Stroke, ...]:
    """The ways in which a model may strike at a unit, in the order of its weapons."""
    found = []
    for weapon in arms.blades(model):
        attack = Attack(model, mates, weapon, at, how)
        step = max(1, arms.strikes_at(attack))
        found += [Stroke(weapon, way is not how, step, n, way) for n, way in arms.strokes(attack)]
    return tuple(found)


def fighters(u: Unit) -> bool:
    """Whether any of its models strikes blows in close combat."""
    return walks(u)


def blow_at(t: Table, u: Unit, v: Unit) -> Situation:
    """What is the case for the blows of a unit at another."""
    return circumstances(
        t, u, v, melee=True, charging=u.has(CHARGING), charged=u.has(CHARGED), first_round=u.has(FRESH),
        afraid=u.has(AFRAID), target_afraid=v.has(AFRAID),
    ).but(grounded=False, jinking=False)  # fmt: skip


Chosen: TypeAlias = dict[tuple[int, Model], tuple[Weapon, bool]]  # (unit, model): with what, and whether with one blow


def stroke(t: Table, u: Unit, v: Unit, model: Model, chosen: Chosen) -> Stroke | None:
    """How a model strikes at a unit; None when it strikes no blow."""
    ways = ways_to_strike(model, squad(u), squad(v), blow_at(t, u, v))
    wanted = chosen.get((u.id, model))
    return next((w for w in ways if wanted is None or (w.weapon, w.single) == wanted), None)


def _step(t: Table, u: Unit, v: Unit, model: Model, chosen: Chosen) -> int:
    """The Initiative step at which a model strikes; 0: it does not."""
    found = stroke(t, u, v, model, chosen)
    if found is None:
        return 0
    return 1 if u.has(ROUGH_CHARGE) else found.step


def chosen_strokes(t: Table, combat: tuple[int, ...]) -> Procedure:
    """What the models of each unit strike with, where they have a choice."""
    chosen: Chosen = {}
    for u in combat:
        for model in dict.fromkeys(t[u].members) if walks(t[u]) else ():
            foe = t[t[u].foes[0]]
            ways = ways_to_strike(model, squad(t[u]), squad(foe), blow_at(t, t[u], foe))
            if len(ways) > 1:
                words = f"{t.name(u)}: with what does {model.name} strike?"
                pick = yield Choose(t[u].side, words, tuple(range(len(ways))), default=0, about=("stroke", u, ways))
                chosen[u, model] = ways[pick].weapon, ways[pick].single
    return chosen


def engaged(t: Table, u: Unit) -> dict[int, list[int]]:
    """The models of a unit that may strike, by the enemy unit they strike at: in base contact, or within 2 inches of who is."""
    touching: dict[int, int] = {}
    for f in u.foes:
        for i in who_within(u.form, t[f].form, CONTACT):
            touching.setdefault(i, f)
    found: dict[int, list[int]] = {}
    for i in range(u.size):
        foe = touching.get(i)
        if foe is None and touching:
            near = next((j for j in touching if models_within(u.form, i, u.form, j, SUPPORT)), None)
            foe = touching[near] if near is not None else None
        if foe is not None:
            found.setdefault(foe, []).append(i)
    return found


def blows(t: Table, u: int, step: int, chosen: Chosen) -> list[Blow]:
    """What the models of a unit do at a step of Initiative."""
    unit = t[u]
    found: list[Blow] = []
    for f, models in engaged(t, unit).items():
        groups: dict[Model, int] = {}
        for i in models:
            groups[unit.members[i]] = groups.get(unit.members[i], 0) + 1
        weapons: dict[Weapon, list[Part]] = {}
        for model, n in groups.items():
            way = stroke(t, unit, t[f], model, chosen)
            if way is not None and _step(t, unit, t[f], model, chosen) == step:
                part = Part(model, squad(unit), way.weapon, way.how, n, Count(way.count))
                weapons.setdefault(way.weapon, []).append(part)
        for weapon, parts in weapons.items():
            struck = sum(part.firers * part.shots.plus for part in parts)
            found.append(Blow(u, f, Volley(weapon.name, tuple(parts)), unit.form, struck))
    return found


def pile_in(t: Table, u: int) -> Procedure:
    """Models that are not in base contact move up to 3 inches towards the enemy."""
    unit = t[u]
    foes = [f for f in unit.foes if t[f].here]
    if not foes or (armoured(unit) and not walks(unit)):
        return
    if sum(len(models) for models in engaged(t, unit).values()) == unit.size:
        return
    friends, enemies = others(t, u)
    fought = [(v, form) for v, form in enemies if v in foes]
    free = [(v, form) for v, form in enemies if v not in foes]
    target = min(fought, key=lambda pair: (gap(unit.form, pair[1]), pair[0]))
    moves = Moves(t.ground, unit.form, PILE_IN, friends + [p for p in fought if p is not target], [target, *free], PILING,
                  target=target[0], call=t.name)  # fmt: skip
    form = moves.charge_into(target[1])
    if form is not None and form.spots != unit.form.spots and _still_touches(t, unit, form):
        yield Emit(Moved(u, form, "piles in"))


def _still_touches(t: Table, unit: Unit, form: Form) -> bool:
    """Whether the unit stays in contact with every enemy that it touches now."""
    return all(within(form, t[f].form, CONTACT) for f in unit.foes if within(unit.form, t[f].form, CONTACT))


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
    return any(_step(t, unit, foe, model, chosen) == step for model in dict.fromkeys(unit.members))


def _strike(t: Table, blow: Blow, step: int) -> Procedure:
    aim = in_combat(t, blow.form, blow.target)
    by = rules_of(t, blow.target, (blow.volley,), aim)
    yield Emit(BlowsAt(blow.unit, blow.target, (blow.volley.name,), blow.count, step, by=by))
    harm: Harm = yield from suffer(t, blow.unit, blow.target, blow.volley, aim, combat=True)
    return harm.points


def result(t: Table, combat: tuple[int, ...], tally: tuple[int, int]) -> Procedure:
    """Who has won, Morale checks of those who have lost, pursuit, and what those do who are free."""
    yield Emit(CombatResult(combat, tally))
    fought = [u for u in combat if t[u].here]
    if tally[0] != tally[1]:
        yield from _lost(t, fought, 0 if tally[0] < tally[1] else 1, abs(tally[0] - tally[1]))
    yield from _let_go(t, fought)
    for u in fought:
        if t[u].here and t[u].foes:
            yield from pile_in(t, u)
    yield from _part(t, fought)
    yield from consolidate(t, fought)


def _lost(t: Table, fought: list[int], side: int, by: int) -> Procedure:
    """Each unit of the losing side checks its Morale; those that fail are run down or fall back."""
    fleeing = []
    tested = [
        u for u in fought if t[u].side == side and t[u].foes and not any(type_of(m).armoured for m in t[u].members)
    ]
    for u in tested:
        if not (yield from leadership(t, u, "morale", -by)):
            fleeing.append(u)
    for u in fleeing:
        chasers = [f for f in t[u].foes if can_sweep(t, f, fleeing)]
        if chasers and (yield from swept(t, u, chasers)):
            yield Emit(Removed(u, "run down by a Sweeping Advance"))
        else:
            yield Emit(Freed(u))
    for u in fleeing:
        if t[u].here:
            yield from flee(t, u)


def can_sweep(t: Table, f: int, fleeing: list[int]) -> bool:
    """Whether a winner may pursue: no vehicle, and locked with nobody who stands."""
    unit = t[f]
    return not (armoured(unit) or sweeping(unit.members).stays) and all(x in fleeing for x in unit.foes)


class Sweep:
    """A unit's roll of a Sweeping Advance, while rules speak."""

    def __init__(self) -> None:
        self.more: list[Because] = []
        self.stays: list[Because] = []

    def add_d3(self, by: Rule | str, says: str) -> None:
        """It adds a D3 to its roll."""
        self.more.append(because(by, says))

    def never(self, by: Rule | str, says: str) -> None:
        """It makes no Sweeping Advances."""
        self.stays.append(because(by, says))


@kept(16384)
def sweeping(members: tuple[Model, ...]) -> Sweep:
    """How the unit that these models make pursues."""
    found = Sweep()
    for speak in voices(squad_of(members), "sweeping"):
        speak(found)
    return found


def swept(t: Table, u: int, chasers: list[int]) -> Procedure:
    """Whether a unit that falls back from combat is caught: D6 and Initiative each, the winner takes equals."""
    first = max(chasers, key=lambda f: squad(t[f]).I)
    pursuit = (yield Roll(die(6, "sweeping advance"))) + squad(t[first]).I
    if sweeping(t[first].members).more:
        pursuit += yield Roll(d3("sweeping advance, more"))
    escape = (yield Roll(die(6, "escape"))) + squad(t[u]).I
    return pursuit >= escape


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


def consolidate(t: Table, units: list[int]) -> Procedure:
    """Units that are free move up to 3 inches; those that stand too near to an enemy draw back if they can."""
    for u in units:
        unit = t[u]
        if unit.here and not unit.foes and walks(unit) and not unit.has(BROKEN):
            yield from short_move(t, u, "consolidates")


# --- breaking away ----------------------------------------------------------------------------------------------------


class Parting:
    """How a unit may leave close combat, while rules speak."""

    def __init__(self) -> None:
        self.because: list[Because] = []

    def may(self, by: Rule | str, says: str) -> None:
        """It may break away at the end of a Fight phase."""
        self.because.append(because(by, says))


@kept(16384)
def parting(members: tuple[Model, ...]) -> tuple[str, ...]:
    """The ids of the rules by which such a unit may break away; () when it may not."""
    found = Parting()
    for speak in voices(squad_of(members), "breaks_away"):
        speak(found)
    return tuple(dict.fromkeys(b.id for b in found.because))


def can_part(t: Table, side: int) -> list[int]:
    """The units of a side that are locked, may break away, and have not been asked in this phase."""
    return [u.id for u in t.own(side) if u.foes and u.id not in t.acted and parting(u.members)]


def break_away_one(t: Table, player: int) -> Procedure:
    """One unit may break away; with such units on both sides a roll-off says who is first, then they alternate.

    False when nobody is left to ask.
    """
    both = {side: can_part(t, side) for side in (0, 1)}
    if not any(both.values()):
        return False
    turn = ("breaking away", t.round, t.player)
    side = t.recall(turn)
    if side is None:
        side = player if both[player] else 1 - player
        if both[0] and both[1]:
            side = yield from roll_off()
    if not both[side]:
        side = 1 - side
    yield Emit(Noted(turn, 1 - side))
    u = yield Choose(side, "who may break away first?", tuple(both[side]))
    yield from break_away(t, u)
    yield Emit(Acted(u, t.player))
    return True


def roll_off() -> Procedure:
    """The side that wins a roll-off."""
    while True:
        ours, theirs = (yield Roll(die(6, "roll-off"))), (yield Roll(die(6, "roll-off")))
        if ours != theirs:
            return int(theirs > ours)


def break_away(t: Table, u: int) -> Procedure:
    """A unit may take an Initiative test and go 3D6 inches one way, through those it fights, if that takes it clear of them."""
    side, by = t[u].side, parting(t[u].members)
    words = f"does {t.name(u)} break away?"
    if (yield Choose(side, words, ("stay", "go"), default="stay", about=("break away", u))) == "stay":
        return
    best = max(m.stats.I for m in t[u].members)
    passed = yield Roll(characteristic("Initiative", best).test)
    yield Emit(Tested(u, "Initiative", bool(passed), by=by))
    if not passed:
        return
    ways = tuple(range(1, DIRECTIONS + 1))
    way = yield Choose(side, f"which way does {t.name(u)} go?", ways, default=_home(t, u), about=("which way", u))
    inches = yield Roll(BREAK_AWAY)
    form = clear_of(t, u, way, inches)
    if form is None:
        yield Emit(Said(f'{t.name(u)} would go {inches}" and does not get clear'))
        return
    foes = t[u].foes
    start = t[u].form
    yield Emit(Freed(u))
    yield Emit(Moved(u, form, "breaks away", by=by))
    yield from over_ground(t, u, start)
    yield from consolidate(t, [f for f in foes if t[f].here and not t[f].foes])


def _home(t: Table, u: int) -> int:
    return 12 if t[u].side == 0 else 24


def clear_of(t: Table, u: int, way: int, inches: float) -> Form | None:
    """Where a unit stands that goes so far one way, stopping short of what it meets; None if that is not clear of its foes."""
    unit = t[u]
    friends, enemies = others(t, u)
    room = Room(t.ground, friends, enemies, gait(t, unit), call=t.name)
    dx, dy = vector(way)
    for left in range(int(inches), 0, -1):
        form = unit.form.shifted(dx * left, dy * left)
        if room.fits(form) and not any(within(form, t[f].form, 1.0) for f in unit.foes):
            return form
    return None
