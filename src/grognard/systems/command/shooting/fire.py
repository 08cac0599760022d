"""Shooting on the table: whom a unit may name as its target, who reacts, and what is fired at whom."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from ....common import saying
from ....common.options import FilteredOptions
from ....common.profiles import Model, Weapon
from ....common.rules import id_of, voices
from ....kernel.asks import Choose, Emit, Procedure
from ....table.events import Said
from ....table.state import Table
from .. import field, hidden
from ..aftermath import escape, landed, slip_away, slow_down
from ..circumstances import Circumstances
from ..events import AIMS, FIRES
from ..harm import put_by, used_again
from ..moments import speaker
from ..reactions import reacted, reaction, replies, returned
from ..target import Toll
from . import at_scenery
from .lines_of_fire import FireResult, Line, line, posture, reach, reaches
from .volley import aimed, fired

HOLD_FIRE = "hold fire"


def targets(t: Table, u: int, how: Circumstances) -> tuple[int, ...]:
    """The enemy units that something can be fired at."""
    return tuple(v for v in near(t, u, how) if reaches(t, u, v, how))


def near(t: Table, u: int, how: Circumstances) -> list[int]:
    """The enemy units within range of something that may be fired."""
    far = reach(t, u, how)
    return [v.id for v in field.near(t, u, far)] if far else []


def can_shoot(t: Table, u: int, how: Circumstances) -> bool:
    """Whether there is anything to fire at."""
    return any(reaches(t, u, v, how) for v in near(t, u, how)) or any(
        at_scenery.reaches(t, u, k, how) for _, k in at_scenery.near(t, u, how)
    )


def shoot(t: Table, u: int, token: str, moved: bool, forced: Any = None) -> Procedure:
    """A unit's shooting: its target is named, may react, and both fire. ``forced``: the only target it may name.

    Gives the target named, None when there was none.
    """
    how = posture(token, False, moved)
    named: list[Any] = [*near(t, u, how), *at_scenery.near(t, u, how)]
    if forced is not None:
        named = [x for x in named if x == forced]

    def able(x: Any) -> bool:
        return at_scenery.reaches(t, u, x[1], how) if isinstance(x, tuple) else reaches(t, u, x, how)

    options = FilteredOptions(named, able, (HOLD_FIRE,))
    if not options.any():
        return None
    question = f"whom does {t.name(u)} shoot at?"
    says = saying.pieces(t, "scenery")
    pick = yield Choose(t[u].side, question, options, about=("shoot", u, how), says=says)
    if pick == HOLD_FIRE:
        return None
    yield from hidden.show_itself(t, u)
    if isinstance(pick, tuple):
        marks = yield from at_scenery.fire_at(t, u, pick[1], how)
        yield from escape(t, u, [Toll((), marks=marks)])
        return pick
    plan, split = yield from fire_plan(t, u, pick, how)
    found = []
    for v in plan:  # all are named before any dice are thrown for hits
        if (yield from hidden.found(t, v, u)):
            found.append(v)
    before: tuple[str, ...] = ()
    fires: list[FireResult] = []
    for v in found:
        if t[u].here and t[v].here:
            fire = yield from exchange(t, u, v, how, plan[v], split if v != pick else (), split, before)
            fires += [fire] if fire is not None else []
            before = (*before, *plan[v])
    yield from used_again(t, u)
    yield from slip_away(t, u, fires)
    return pick


def fire_plan(t: Table, u: int, pick: int, how: Circumstances) -> Procedure:
    """Which weapons are fired at whom, the primary target first: {target: names}, and the rules by which fire is split."""
    others: list[int] = []  # nothing is fired at them, as a rule
    most, split = splitting(t[u].members)
    if split or any(spread_of(t[u].members, w.name) for m in set(t[u].members) for w in m.weapons):
        others = [v for v in targets(t, u, how) if v != pick]
        split = split if others else ()
    reached = {v: aim.names for v in (pick, *others) if (aim := line(t, u, v, how)) is not None}
    plan: dict[int, tuple[str, ...]] = {pick: reached.get(pick, ())}
    if split:
        for name in dict.fromkeys(n for names in reached.values() for n in names if splits(t[u].members, n)):
            at = tuple(v for v in reached if name in reached[v] and (v in plan or len(plan) < most))
            if not at:
                continue
            question = f"at whom does {t.name(u)} fire its {name}?"
            target = yield Choose(t[u].side, question, at, default=at[0], about=("split", u, how, name))
            if target != pick:
                plan[pick] = tuple(n for n in plan[pick] if n != name)
                plan[target] = (*plan.get(target, ()), name)
        split = split if len(plan) > 1 else ()
        if split:
            shared = ", ".join(f"{' and '.join(ns)} at {t.name(v)}" for v, ns in plan.items() if ns)
            yield Emit(Said(f"{t.name(u)} splits its fire: {shared}", short="", by=split))
    left = {n: spread_of(t[u].members, n) for names in reached.values() for n in names}
    for v in others:
        everywhere = tuple(n for n in reached.get(v, ()) if left[n] and n not in plan.get(v, ()))
        if everywhere:
            question = f"does {t.name(u)} attack {t.name(v)} with its {' and '.join(everywhere)} too?"
            if (yield Choose(t[u].side, question, (True, False), default=True, about=("also", u, how, v, everywhere))):
                plan[v] = (*plan.get(v, ()), *everywhere)
                left.update({n: left[n] - 1 for n in everywhere})
    return {v: names for v, names in plan.items() if names}, split


def splitting(members: tuple[Model, ...]) -> tuple[int, tuple[str, ...]]:
    """At how many units models of a unit may fire, and the ids of the rules by which at more than one."""
    said = [(voice(), id_of(speaker(voice))) for m in members for voice in voices(m, "splits_fire")]
    found = [(most, rule) for most, rule in said if most > 1]
    return max((most for most, _ in found), default=1), tuple(dict.fromkeys(rule for _, rule in found))


def splits(members: tuple[Model, ...], name: str) -> bool:
    """Whether all who bear weapons of a name may fire at another target: these are fired at one target together."""
    bearers = {m for m in members if any(w.name == name for w in m.weapons)}
    return all(any(voice() > 1 for voice in voices(m, "splits_fire")) for m in bearers)


def spread_of(members: tuple[Model, ...], name: str) -> int:
    """How many units the weapons of a name may attack at once beside their target."""
    weapons: set[Weapon] = {w for m in members for w in m.weapons if w.name == name}
    return max((voice() for w in weapons for voice in voices(w, "strikes_besides")), default=0)


def exchange(
    t: Table, u: int, v: int, how: Circumstances, names: tuple[str, ...], secondary: tuple[str, ...], by: tuple[str, ...],
    before: tuple[str, ...] = (),
) -> Procedure:  # fmt: skip
    """A unit fires these weapons at a target, which may answer; both at once.

    ``secondary``: the rules that make it a target beside the primary one; ``by``: those that have a part in the whole;
    ``before``: weapons fired at other targets already. Gives what the unit's fire came to, None when it did not fire.
    """
    named = limited_to(line(t, u, v, how), names)
    told = aimed(u, v, named, t[v].wounds, AIMS) if named is not None else None
    if told is not None:
        yield Emit(told)
    yield from slow_down(t, v, named)
    answers = yield from reaction(t, v, u)
    ours = limited_to(line(t, u, v, how), names)
    theirs = replies(t, u, answers)
    for _, aim in theirs:
        yield from slow_down(t, u, aim)
    first: FireResult | None = yield from fired(t, u, v, ours, by, before, verb=FIRES if answers else "", told=told)
    if first is not None:
        yield from put_by(t, u, first.toll.used)
    back = yield from returned(t, u, theirs)
    yield from landed(t, [*([first] if first is not None else []), *back], secondary if first is not None else ())
    yield from reacted(t, answers)
    for fire in back:
        yield from slip_away(t, fire.unit, [fire])
    return first


def limited_to(aim: Line | None, names: tuple[str, ...]) -> Line | None:
    """The part of a line of fire that these weapons make."""
    if aim is None or set(aim.names) <= set(names):
        return aim
    kept_ = [i for i, g in enumerate(aim.assault.groups) if g.name in names]
    if not kept_:
        return None
    groups = tuple(aim.assault.groups[i] for i in kept_)
    return replace(aim, assault=replace(aim.assault, groups=groups), firers=tuple(aim.firers[i] for i in kept_))


__all__ = ["FireResult", "fired", "landed", "line", "posture", "reach", "shoot", "targets"]
