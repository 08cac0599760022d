"""What models strike with in close combat, at which step of Initiative, at whom, and on whom that falls."""

from __future__ import annotations

from itertools import permutations
from typing import TypeAlias

from msgspec import Struct

from ....common import saying
from ....common.profiles import Model, Weapon
from ....common.schema import Count
from ....kernel.asks import Choose, Procedure
from ....kernel.memo import memo
from ....table.distances import who_within
from ....table.geometry import CONTACT, Formation
from ....table.state import Table, Unit
from ..attack.attack import Part, Volley
from ..attack.matchup import Attack, match
from ..attack.weapons import blades_at, strikes_at, strokes
from ..circumstances import Situation
from ..condition import AFRAID, CHARGED, CHARGING, DISORDERED, FRESH, ROUGH_CHARGE, circumstances, cowed, squad, walks
from ..line_of_sight import View, order_of
from ..model_marks import before_blow, concussed_at
from ..model_types import is_character
from ..squads import Squad, alone
from .challenges import apart, called, duellist, opponent
from .pile_in import engaged, involved
from .rampage import frenzy_of

MOST_ORDERS = 3  # sorts of models in contact whose every order is offered


class Blow(Struct, frozen=True):
    """What equal models of a unit do at one step of Initiative. ``form``: where they stand; ``duel``: struck in a
    challenge, at the model of the target that fights it."""

    unit: int
    target: int
    volley: Volley
    form: Formation
    count: int
    duel: bool = False


class Stroke(Struct, frozen=True):
    """One way in which a model may strike: with what, whether one mighty blow takes the place of all, when, how often."""

    weapon: Weapon
    single: bool
    step: int
    count: int
    how: Situation


@memo(16384)
def ways_to_strike(model: Model, mates: Squad, at: Squad, how: Situation) -> tuple[Stroke, ...]:
    """The ways in which a model may strike at a unit, in the order of its weapons."""
    found = []
    for weapon in blades_at(model, at, how):
        attack = Attack(model, mates, weapon, at, how)
        step = max(1, strikes_at(attack))
        found += [Stroke(weapon, way is not how, step, n, way) for n, way in strokes(attack)]
    return tuple(found)


def fighters(u: Unit) -> bool:
    """Whether any of its models strikes blows in close combat."""
    return walks(u)


def blow_at(t: Table, u: Unit, v: Unit, duel: bool = False) -> Situation:
    """What is the case for the blows of a unit at another; ``duel``: for those struck in a challenge."""
    mine = frozenset([e.what for e in u.effects]) if u.effects else _NOTHING
    return circumstances(
        t, u, v, melee=True, charging=CHARGING in mine, disordered=DISORDERED in mine, charged=CHARGED in mine,
        first_round=FRESH in mine, afraid=cowed(u) if AFRAID in mine else 0, target_afraid=cowed(v), challenge=duel,
        frenzy=frenzy_of(u),
    ).but(grounded=False, jinking=False)  # fmt: skip


_NOTHING: frozenset[str] = frozenset()

Key: TypeAlias = tuple[int, Model, bool]  # unit, model, whether in a challenge
Chosen: TypeAlias = dict[Key, tuple[Weapon, bool]]  # with what, and whether with one blow


def _ways(t: Table, u: Unit, v: Unit, model: Model, duel: int = -1) -> tuple[Stroke, ...]:
    """The ways in which a model may strike at a unit, or in a challenge at the model in a place of it."""
    at = squad(v) if duel < 0 else alone(squad(v), v.members[duel])
    return ways_to_strike(model, squad(u), at, blow_at(t, u, v, duel >= 0))


def stroke(t: Table, u: Unit, v: Unit, model: Model, chosen: Chosen, duel: int = -1) -> Stroke | None:
    """How a model strikes at a unit; None when it strikes no blow."""
    wanted = chosen.get((u.id, before_blow(model), duel >= 0))
    return next((w for w in _ways(t, u, v, model, duel) if wanted is None or (w.weapon, w.single) == wanted), None)


def step_of(u: Unit, way: Stroke | None) -> int:
    """The Initiative step at which a model strikes so; 0: it does not."""
    if way is None:
        return 0
    return 1 if u.effects and u.has(ROUGH_CHARGE) else way.step


def chosen_strokes(t: Table, combat: tuple[int, ...]) -> Procedure:
    """What the models of each unit strike with, where they have a choice."""
    chosen: Chosen = {}
    for u in combat:
        if not walks(t[u]):
            continue
        foe, hero = t[t[u].foes[0]], duellist(t[u])
        for model in dict.fromkeys(m for i, m in enumerate(t[u].members) if i != hero):
            yield from _choose(t, u, foe, model, chosen, -1)
        if hero >= 0 and (other := opponent(t, t[u])) is not None:
            yield from _choose(t, u, t[other[0]], t[u].members[hero], chosen, other[1])
    return chosen


def _choose(t: Table, u: int, foe: Unit, model: Model, chosen: Chosen, duel: int) -> Procedure:
    ways = _ways(t, t[u], foe, model, duel)
    if len(ways) > 1:
        words = f"{t.name(u)}: with what does {model.name} strike?"
        about = ("stroke", u, ways, model, foe.id, duel)
        says = saying.named([f"{way.weapon.name}{' (one blow)' * way.single}" for way in ways])
        pick = yield Choose(t[u].side, words, tuple(range(len(ways))), 0, about, says)
        chosen[u, model, duel >= 0] = ways[pick].weapon, ways[pick].single


def strikers(t: Table, u: int, chosen: Chosen) -> tuple[int, ...]:
    """The Initiative step at which each model of a unit strikes; 0: it does not."""
    unit = t[u]
    foe = t[unit.foes[0]]
    steps = {model: _due(t, unit, foe, model, chosen) for model in dict.fromkeys(unit.members)}
    found = [steps[m] for m in unit.members]
    for i in apart(unit):
        found[i] = 0
    hero = duellist(unit)
    if hero >= 0 and (other := opponent(t, unit)) is not None:
        found[hero] = _due(t, unit, t[other[0]], unit.members[hero], chosen, other[1])
    return tuple(found)


def _due(t: Table, u: Unit, v: Unit, model: Model, chosen: Chosen, duel: int = -1) -> int:
    """When a model strikes; 0: it does not, or not any more, for it had had its blows when it was concussed in this phase."""
    hit_at = concussed_at(model)
    if hit_at and step_of(u, stroke(t, u, v, before_blow(model), chosen, duel)) >= hit_at:
        return 0
    return step_of(u, stroke(t, u, v, model, chosen, duel))


def blows(t: Table, u: int, step: int, steps: tuple[int, ...], chosen: Chosen) -> Procedure:
    """What the models of a unit do at a step of Initiative: a list of ``Blow``. ``steps``: when each of them strikes."""
    unit = t[u]
    found: list[Blow] = []
    for foes, models in engaged(t, unit).items():
        now = [i for i in models if steps[i] == step]
        if not now:
            continue
        f = foes[0]
        if len(foes) > 1:
            words = f"whom do {len(now)} of {t.name(u)} strike?"
            f = yield Choose(unit.side, words, foes, default=f, about=("strikes whom", u))
        found += _volleys(t, unit, f, now, chosen)
    hero = duellist(unit)
    if hero >= 0 and steps[hero] == step and (other := opponent(t, unit)) is not None:
        found += _volleys(t, unit, other[0], [hero], chosen, other[1])
    return found


def _volleys(t: Table, unit: Unit, f: int, models: list[int], chosen: Chosen, duel: int = -1) -> list[Blow]:
    """One volley for each weapon that these models strike with."""
    weapons: dict[Weapon, dict[Model, list[int]]] = {}
    ways: dict[Model, Stroke] = {}
    for i in models:
        model = unit.members[i]
        if model not in ways:
            way = stroke(t, unit, t[f], model, chosen, duel)
            if way is None:
                continue
            ways[model] = way
        weapons.setdefault(ways[model].weapon, {}).setdefault(model, []).append(i)
    found = []
    for weapon, groups in weapons.items():
        parts = tuple(
            Part(model, squad(unit), weapon, ways[model].how, len(each), Count(ways[model].count))
            for model, each in groups.items()
        )
        form = unit.form.only(i for each in groups.values() for i in each)
        struck = sum(part.firers * part.shots.plus for part in parts)
        found.append(Blow(unit.id, f, Volley(weapon.name, parts), form, struck, duel >= 0))
    return found


# --- on whom it falls -------------------------------------------------------------------------------------------------


def falls_on(t: Table, blow: Blow) -> Procedure:
    """The target as these blows find it (a ``View``): models that the strikers touch first, then the next nearest.

    In a challenge the opponent first, and what is too much for him falls on his unit. Nobody else's blows fall on who fights one.
    """
    target = t[blow.target]
    hero = duellist(target) if target.effects else -1
    order = order_of(target, blow.form)
    if blow.duel:
        order = (hero, *[i for i in order if i != hero])
        return View(order, (None,) * len(order), duel=True)
    if hero >= 0:
        order = tuple([i for i in order if i != hero])
    if len(order) > 1 and (len(set(target.members)) > 1 or len(set(target.wounds)) > 1):
        order = yield from _contact_first(t, target, blow, order)
    return View(order, (None,) * len(order), engaged=_engaged(t, target, blow, order))


def _contact_first(t: Table, target: Unit, blow: Blow, order: tuple[int, ...]) -> Procedure:
    """The view with the models in contact first, in the order that their player likes: each sort together, the hurt first."""
    touched = who_within(target.form, blow.form, CONTACT)
    near = [i for i in order if i in touched]
    sorts = list(dict.fromkeys(target.members[i] for i in near))
    if len(sorts) > 1:
        sorts.sort(key=is_character)
        ways = tuple(tuple(m.name for m in way) for way in permutations(sorts)) if len(sorts) <= MOST_ORDERS else ()
        if len(set(ways)) > 1:
            words = f"who of {t.name(target.id)} suffers first?"
            pick = yield Choose(
                target.side, words, tuple(dict.fromkeys(ways)), ways[0], ("suffers", target.id), saying.in_turn(())
            )
            sorts.sort(key=lambda m: pick.index(m.name))
    near.sort(key=lambda i: (sorts.index(target.members[i]), target.wounds[i]))
    return (*near, *[i for i in order if i not in touched])


def _engaged(t: Table, target: Unit, blow: Blow, order: tuple[int, ...]) -> tuple[int, ...]:
    """The places in the order on which a precise blow may fall: models engaged in the combat; () when no blow is precise."""
    at = squad(target)
    if not any(match(p.by, p.mates, p.weapon, at, p.how).precise for p in blow.volley.parts):
        return ()
    fighting = involved(t, target)
    return tuple(k for k, i in enumerate(order) if i in fighting)


__all__ = [
    "Blow",
    "Chosen",
    "Stroke",
    "blow_at",
    "blows",
    "called",
    "chosen_strokes",
    "falls_on",
    "fighters",
    "strikers",
]
