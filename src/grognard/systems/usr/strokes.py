"""What models strike with in close combat, at which step of Initiative, and at whom."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from ...common.profiles import Model, Weapon
from ...common.rules import kept
from ...common.schema import Count
from ...kernel.asks import Choose, Procedure
from ...table.geometry import Form
from ...table.state import Table, Unit
from . import arms
from .attack import Part, Volley
from .condition import AFRAID, CHARGED, CHARGING, FRESH, ROUGH_CHARGE, circumstances, squad, walks
from .matchup import Attack
from .piling import engaged
from .situation import Situation
from .squads import Squad


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


def step_of(t: Table, u: Unit, v: Unit, model: Model, chosen: Chosen) -> int:
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
            if way is not None and step_of(t, unit, t[f], model, chosen) == step:
                part = Part(model, squad(unit), way.weapon, way.how, n, Count(way.count))
                weapons.setdefault(way.weapon, []).append(part)
        for weapon, parts in weapons.items():
            struck = sum(part.firers * part.shots.plus for part in parts)
            found.append(Blow(u, f, Volley(weapon.name, tuple(parts)), unit.form, struck))
    return found
