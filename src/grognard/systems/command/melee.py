"""Charges and melee: into contact, one exchange of blows at once, and apart again."""

from __future__ import annotations

from typing import Any

from ...common.profiles import Model, Weapon
from ...common.rules import id_of, voices
from ...kernel.asks import Choose, Emit, Procedure, Stage
from ...table.distances import within
from ...table.events import Given, Moved, Said
from ...table.state import Effect, Table
from . import field, hidden
from .aftermath import corrode, escape, landed, slip_away, slow_down, slowed_by
from .attack import attack, backlash, counted_failures
from .circumstances import Circumstances
from .commands import Command
from .events import RECKLESS, Aimed, VolleyFired
from .field import stepped_back
from .harm import apply, feed
from .moments import speaker
from .reactions import reacted, reaction, replies, returned
from .shooting.lines_of_fire import Line, against, bursts, contributing, worth
from .target import Target, Toll
from .templates import burst_at
from .weapons import Assault, goes_reckless, groups_of, strikes_with

HOLD = "hold"
APART = 1.0  # inches between units after an exchange of blows


def charge(t: Table, u: int, command: Command, forced: Any = None) -> Procedure:
    """A unit charges: its target is named and may react, then it moves into contact, or as far as it can. Gives the target."""
    inches = float(field.move_of(t[u]) * command.moves)
    options: list[Any] = [v.id for v in field.near(t, u, inches + 4.0) if forced is None or v.id == forced]
    question = f"whom does {t.name(u)} charge?"
    about = ("charge", u, command.name)
    v: Any = HOLD
    if options:
        v = yield Choose(t[u].side, question, (*options, HOLD), default=options[0], about=about)
    if v == HOLD:
        why = " (nobody is near enough)" if not options else ""
        yield Emit(Said(f"{t.name(u)} does not charge{why}", short=""))
        return None
    yield from hidden.show_itself(t, u)
    if not (yield from hidden.found(t, v, u)):
        return v
    yield Emit(Said(f"{t.name(u)} declares a charge at {t.name(v)}", short=""))
    answers = yield from reaction(t, v, u, contact=True)
    reached = yield from close_in(t, u, v, inches, command.crosses)
    theirs = replies(t, u, answers)
    for _, aim in theirs:
        yield from slow_down(t, u, aim)
    if reached:
        yield from exchange(t, u, v, theirs)
    else:
        fires = yield from returned(t, u, theirs)
        yield from landed(t, fires)
        for fire in fires:
            yield from slip_away(t, fire.unit, [fire])
    yield from reacted(t, answers)
    return v


def close_in(t: Table, u: int, v: int, inches: float, crosses: bool) -> Procedure:
    """The move of a charge: gives whether it came to contact; if not, the unit has gone as far as it may."""
    options = field.moves(t, u, inches, crosses, v)
    default = next(iter(options), None)
    if default is not None:
        form = yield Choose(t[u].side, f"how does {t.name(u)} charge?", options, default=default, about=("in", u, v))
        yield Emit(Moved(u, form, f"charges {t.name(v)}"))
        return True
    short = field.moves(t, u, inches, crosses).toward(*t[v].form.centre)
    if short is not None:
        yield Emit(Moved(u, short, f"charges {t.name(v)} and falls short"))
    return False


def exchange(t: Table, u: int, v: int, theirs: list[tuple[int, Line]]) -> Procedure:
    """Both units fight once, at the same time, and whoever reacts fires as well."""
    yield from recklessness(t, u, v, charging=True)
    yield from recklessness(t, v, u, charging=False)
    a = yield from blows(t, u, v, charging=True)
    b = yield from blows(t, v, u, charging=False)
    for unit, assault in ((v, a), (u, b)):
        yield from slowed_by(t, unit, [p.weapon for g in assault.groups for p in g.parts])
    before = t[u].wounds
    struck = yield from dealt(t, u, v, a, t[v].wounds)
    shots = yield from returned(t, u, theirs)
    left, caused_v = before, 0
    for shot in shots:
        caused_v += (sum(left) - sum(shot.toll.left)) * (shot.unit == v)
        left = shot.toll.left
    back = yield from dealt(t, v, u, b, left, together=True)
    caused_v += sum(left) - sum(back.left)
    caused_u = sum(t[v].wounds) - sum(struck.left)
    if shots and v in shots[-1].tolls:  # templates of its own side lie on it
        lost = zip(struck.left, t[v].wounds, shots[-1].tolls[v].left, strict=True)
        struck = struck._replace(left=tuple(max(0, left - was + now) for left, was, now in lost))
    beside: dict[int, Toll] = {}
    for striker, foe, toll, assault in ((u, v, struck, a), (v, u, back, b)):
        for i in toll.bursts:
            by = contributing(assault, t[foe].wounds)
            yield from burst_at(t, striker, foe, t[foe].form.positions[i], 0, beside, by)
    own_u = yield from recoiled(t, u, struck, a, back.left)
    own_v = yield from recoiled(t, v, back, b, struck.left)
    yield from apply(t, v, struck.left, u, contributing(a, t[v].wounds))
    yield from apply(t, u, back.left, v, contributing(b, before))
    yield from _own(t, u, back.left, own_u, struck.failed, a.own)
    yield from _own(t, v, struck.left, own_v, back.failed, b.own)
    for w, toll in beside.items():
        by_u = t[w].side != t[u].side
        caused = sum(t[w].wounds) - sum(toll.left)
        caused_u, caused_v = caused_u + caused * by_u, caused_v + caused * (not by_u)
        yield from apply(t, w, toll.left, u if by_u else v, contributing(a if by_u else b, before))
    yield from feed(t, u, caused_u)
    yield from feed(t, v, caused_v)
    yield from landed(t, shots, entered=(u, v))
    for unit, toll, assault in ((v, struck, a), (u, back, b)):
        yield from corrode(t, unit, toll, assault.how.facing, contributing(assault, assault.target.full))
    yield from part(t, u, v)
    yield from escape(t, u, [struck])
    yield from escape(t, v, [back, *(toll for shot in shots if shot.unit == v for toll in shot.tolls.values())])
    for shot in shots:
        if shot.unit != v:
            yield from slip_away(t, shot.unit, [shot])


def recklessness(t: Table, u: int, v: int, charging: bool) -> Procedure:
    """A unit may strike with its ranged weapons at the price of 1 Resolve until the end of the turn; chosen before the dice."""
    by = goes_reckless(t[u].members)
    if by and not t[u].has(RECKLESS):
        question = f"does {t.name(u)} strike recklessly?"
        if (yield Choose(t[u].side, question, (False, True), default=False, about=("reckless", u, v, charging))):
            yield Emit(Given(u, Effect(RECKLESS, u, ("round ends", t.round)), by=by))


def blows(t: Table, u: int, v: int, charging: bool) -> Procedure:
    """What a unit strikes with: each model that fights and is not Incapacitated, one melee weapon."""
    unit, foe = t[u], t[v]
    own = field.target(unit)
    skill = own.skill(unit.wounds)
    how = field.circumstances(
        True, field.shown(unit) or "idle", not charging, charging, facing=field.facing(foe, unit.form),
        moving=field.is_moving(foe), skill=skill, terms=field.terms(t), reckless=unit.has(RECKLESS),
    )  # fmt: skip
    fighting = set(field.in_contact(unit.form, foe.form))
    picked: dict[Model, Weapon | None] = {}
    used, unarmed = [], 0
    for i in field.able(unit):
        if i not in fighting:
            continue
        model = unit.members[i]
        if model not in picked:
            picked[model] = yield from pick(t, u, v, model, how)
        weapon = picked[model]
        if weapon is None:
            unarmed += 1
        else:
            used.append((i, model, weapon))
    target = field.target(foe, None, how.facing, bursts(((m, w) for _, m, w in used), foe, how))
    return Assault(groups_of(used, target, how), target, how, own, unarmed, unit.side)


def pick(t: Table, u: int, v: int, model: Model, how: Circumstances) -> Procedure:
    """The melee weapon that models of one profile use; None when they have none."""
    ready = strikes_with(model, how)
    if not ready:
        return None
    names = tuple(dict.fromkeys(w.name for w in ready))
    question = f"what does {model.name} of {t.name(u)} strike with?"
    name = yield Choose(t[u].side, question, names, default=names[0], about=("arms", u, v, model, how))
    return next(w for w in ready if w.name == name)


def dealt(t: Table, u: int, v: int, assault: Assault, left: tuple[int, ...], together: bool = False) -> Procedure:
    """The dice of one side's blows, on models with so many HP left; ``together``: they fall with those of the other side."""
    resists = against(assault, Toll(left)) if assault.groups and any(left) else ""
    if resists:
        yield Emit(Aimed(u, v, resists, "raises its weapons against", worth(assault, left)))
    toll = yield Stage(attack, (assault, left))
    arms = tuple((g.name, sum(p.count for p in g.parts)) for g in assault.groups)
    if arms or assault.unarmed:
        points, by = sum(left) - sum(toll.left), contributing(assault, left)
        yield Emit(VolleyFired(u, v, arms, toll.hits, "strikes at", resists, points, "", together, by=by))
    return toll


def recoiled(t: Table, u: int, toll: Toll, assault: Assault, left: tuple[int, ...]) -> Procedure:
    """What a unit's failed dice do to itself, after the enemy's blows."""
    own = assault.own
    if own is None or not any(left):
        return left
    if by := spared(own.profile(left), toll.failed):
        counted = counted_failures(own.profile(left), toll.failed)
        words = f"counts {counted} of its {toll.failed} failures" if counted else "shrugs its own failures off"
        yield Emit(Said(f"{t.name(u)} {words}", short="", by=by))
    toll = yield from backlash(toll.failed, own, left)
    return toll.left


def spared(model: Model, failed: int) -> tuple[str, ...]:
    """The ids of the rules by which fewer of its own failed dice count against a unit."""
    return tuple(id_of(speaker(voice)) for voice in voices(model, "bears_its_failures") if voice(failed) < failed)


def _own(
    t: Table, u: int, before: tuple[int, ...], after: tuple[int, ...], failed: int, own: Target | None
) -> Procedure:
    """The unit's own failures, counted on the models that the enemy has left."""
    if after != before and t[u].here and own is not None:
        standing = tuple(hp for hp, was in zip(after, before, strict=True) if was > 0)
        against = f"{own.counts.replace('Armor', 'front Armor')} {own.toughness(before)}"
        yield from apply(t, u, standing, u, own=(counted_failures(own.profile(before), failed), against))


def part(t: Table, u: int, v: int) -> Procedure:
    """The units separate by an inch: the one that charged steps back, or the other where there is no room."""
    for mover, other in ((u, v), (v, u)):
        if not t[u].here or not t[v].here or not within(t[u].form, t[v].form, APART - 1 / 512):
            return
        form = stepped_back(t, mover, other)
        if form is not None:
            yield Emit(Moved(mover, form, "steps back"))
