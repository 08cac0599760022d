"""From the table to the state of an attack and back: what an attack did is written as events."""

from __future__ import annotations

from typing import Any

from ...common import saying
from ...common.attack import standing
from ...common.profiles import Model, Weapon, interned
from ...common.triggers import give, this_round
from ...kernel.asks import Choose, Emit, Fold, Procedure
from ...table.events import Acted, Changed, Given, Harmed, Remarked, Removed, Said
from ...table.state import Effect, Table
from . import field
from .attack import MARKS, UNMARKED, Hazard, State, one_caught, unhurt
from .circumstances import Circumstances
from .events import Forgotten, Over, Suffers
from .orders import MARKER_PHASE
from .profiles import WeaponStats
from .shield_wall import close_up
from .transports import hold_of, wreck


def state_of(t: Table, u: int) -> State:
    """A unit as an attack meets it: wounds left, and how often each has dodged this game turn."""
    unit = t.units[u]
    state = unhurt(unit.wounds, unit.members)
    dodged = unit.effect("dodged")
    if dodged is None or not state[1] or len(dodged.value) != unit.size:
        return state
    return state[0], dodged.value, UNMARKED


def apply(t: Table, u: int, before: State, after: State, source: int, by: tuple[str, ...]) -> Procedure:
    """What an attack did to a unit is written down. ``by``: the rules that had a part in it."""
    if after == before:
        return
    stand = standing(after[0])
    wrecked = not stand
    if wrecked:
        yield from losing(t, u, after)
    if after[0] != before[0]:
        yield Emit(Harmed(u, after[0], source, by=by))
    if wrecked or not t.units[u].alive:
        return
    if len(stand) < len(after[0]):
        yield from realign(t, u, stand)
        if t.units[u].effects:  # a wall is one
            yield from close_up(t, u)
    kept_up = tuple(after[1][i] for i in stand) if after[1] else ()
    dodged = t.units[u].effect("dodged")
    if any(kept_up) and (dodged is None or dodged.value != kept_up):
        if dodged is not None:
            yield Emit(Forgotten(u, "dodged"))
        yield from give(t, u, "dodged", this_round(t), value=kept_up, by=("void:dodge",), quiet=True)
    yield from _marks(t, u, dict(zip(MARKS, after[2], strict=True)), by)


MODEL_BY_MODEL = ("dodged", "revealed")  # effects whose value has one entry for each model


def realign(t: Table, u: int, standing: tuple[int, ...]) -> Procedure:
    """Models have fallen: what is known of each of them is kept for those who stand."""
    for what in MODEL_BY_MODEL:
        effect = t.units[u].effect(what)
        if effect is not None and len(effect.value) > len(standing):
            yield Emit(Forgotten(u, what))
            value = tuple(effect.value[i] for i in standing)
            if any(value):
                yield Emit(Given(u, Effect(what, effect.source, effect.until, value), True))


def show(t: Table, u: int, models: tuple[int, ...], by: str) -> Procedure:
    """Models of a unit that hides have given themselves away until the next marker phase."""
    shown = t.units[u].effect("revealed")
    old = shown.value if shown is not None and len(shown.value) == t.units[u].size else (0,) * t.units[u].size
    new = tuple(int(old[i] or i in models) for i in range(t.units[u].size))
    if new != old:
        if shown is not None:
            yield Emit(Forgotten(u, "revealed"))
        yield Emit(Given(u, Effect("revealed", until=MARKER_PHASE, value=new), True, by=(by,)))


def losing(t: Table, u: int, after: State) -> Procedure:
    """A unit is about to be destroyed: what it carries is seen to first."""
    if hits := after[2][MARKS.index("passengers hit")]:
        yield from rattled(t, u, hits)  # before the wound that destroyed it
    if t.cargo(u):
        yield from wreck(t, u, after)


def gone_with(t: Table, carrier: int, why: str, by: tuple[str, ...] = ()) -> Procedure:
    """A carrier leaves the battle as a whole, and those aboard with it."""
    for unit in t.cargo(carrier):
        yield Emit(Removed(unit.id, f"{why} with the carrier", by=by))
    yield Emit(Removed(carrier, why, by=by))


def _marks(t: Table, u: int, marks: dict[str, int], by: tuple[str, ...]) -> Procedure:
    """The marks that an attack leaves: painted, evaded, and the results of the damage table."""
    if marks["painted"] and not t.units[u].has("painted"):
        yield Emit(Suffers(u, Effect("painted", until=MARKER_PHASE), by=by))
    if marks["evaded"]:
        yield from has_evaded(t, u)
    if marks["shaken"] and not t.units[u].has("shaken"):
        yield Emit(Suffers(u, Effect("shaken")))
    for _ in range(marks["weapons lost"]):
        yield from lose_weapon(t, u)
    if marks["immobilised"] and not t.units[u].has("immobilised"):
        yield Emit(Suffers(u, Effect("immobilised")))
    if marks["passengers hit"] and t.cargo(u):
        yield from rattled(t, u, marks["passengers hit"])


def has_evaded(t: Table, u: int) -> Procedure:
    """A unit that has evaded has used up its activation of this turn."""
    if u not in t.acted:
        yield Emit(Acted(u, t.clock.player))
    if t.units[u].has("on hold"):
        yield Emit(Over(u, "on hold"))


def lose_weapon(t: Table, u: int) -> Procedure:
    """One weapon of a vehicle is lost: its owner says which."""
    unit = t.units[u]
    arms = tuple(dict.fromkeys((i, w.name) for i, m in enumerate(unit.members) for w in m.weapons))
    if not arms:
        return
    named = saying.models(unit.members)
    said = {arm: arm[1] if unit.size == 1 else f"{arm[1]} of {named(arm[0])}" for arm in arms}
    says = saying.with_models(u, said)
    i, name = yield Choose(unit.side, f"which weapon does {t.name(u)} lose?", arms, arms[-1], ("lose", u), says)
    members = list(t.units[u].members)
    members[i] = disarmed(members[i], name)
    yield Emit(Said(f"{t.name(u)} loses a weapon: {name}"))
    yield Emit(Changed(u, tuple(members)))


def disarmed(model: Model, name: str) -> Model:
    """The model without one weapon of that name."""
    arms: list[Any] = list(model.weapons)
    arms.remove(next(w for w in arms if w.name == name))
    return interned(Model(model.name, model.stats, model.rules, tuple(arms), model.base, model.role))


RATTLED = Hazard(interned(Weapon("a hit on the carrier", WeaponStats(dam=5, template="flame"))))  # ruling damage_table


def rattled(t: Table, carrier: int, hits: int) -> Procedure:
    """A result of the damage table: those aboard take one Dam 5 hit each, a result."""
    for unit in t.cargo(carrier):
        for _ in range(hits):
            if not t[unit.id].alive:
                break
            yield Emit(Remarked(f"{t.name(unit.id)} takes a hit on each model aboard {t.name(carrier)}"))
            v = RATTLED.volley(t[unit.id].members, Circumstances(hazard=True, terms=field.terms(t)), unit.side)
            before = state_of(t, unit.id)
            after = yield Fold(one_caught, before, tuple((v, i, 1) for i in range(t[unit.id].size)))
            yield from apply(t, unit.id, before, after, carrier, (hold_of(t.units[carrier].members)[2],))
