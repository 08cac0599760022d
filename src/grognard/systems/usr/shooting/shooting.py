"""Shooting: who may shoot at whom, with what, and the sequence of one unit's fire. Overwatch is the same with Snap Shots."""

from __future__ import annotations

from ....common.lazy import LazySequence
from ....common.profiles import Weapon
from ....common.saying import put_to
from ....kernel.asks import Choose, Emit, Procedure
from ....table.events import Noted, Remarked
from ....table.state import Table
from ..attack.attack import firers_of
from ..attack.declaration import declared, plainly, undecided
from ..condition import (
    PICKED,
    circumstances,
    moved,
    snaps,
    why_snaps,
)
from ..defenders import parties
from ..events import ShotAt
from ..line_of_sight import kind_of_ground, sight, view
from .ammunition import use_up, used_up
from .eligibility import Targets
from .fire_notes import fire_notes, idle_notes
from .firing_choices import HOLD, menu
from .precision_shots import aimed
from .resolution import _partakers, _spend, loosed
from .under_fire import jink, may_ground, pin_all

# --- what a model may fire --------------------------------------------------------------------------------------------


# --- targets ----------------------------------------------------------------------------------------------------------


# --- the sequence -----------------------------------------------------------------------------------------------------


def shoot(t: Table, u: int) -> Procedure:
    """A unit picks a target and fires at it."""
    v = yield Choose(t[u].side, f"{t.name(u)} shoots at which unit?", Targets(t, u), about=("shoot", u))
    if v != HOLD:
        yield from fire(t, u, v)


def fire(
    t: Table, u: int, v: int, overwatch: bool = False, *, among: frozenset[int] | None = None,
    only: frozenset[tuple[int, Weapon]] | None = None, pins: bool = True, words: str = "", by: tuple[str, ...] = (),
) -> Procedure:  # fmt: skip
    """One unit's fire at one target, weapon by weapon; what its target does about it; and the tests afterwards.

    ``among`` and ``only`` are as in ``menu``; with ``only`` the weapons are silent in the unit's own next turn. Result: what the
    fire has left on each unit, which is due to be settled when ``pins`` is False.
    """
    jinks = not overwatch and (yield from jink(t, u, v))
    unit, target = t[u], t[v]
    how = circumstances(t, unit, target, snap=overwatch or snaps(unit), terrain=kind_of_ground(t, target))
    seen = sight(t, unit, target)
    armed, groups = menu(t, unit, target, how, seen, overwatch, among, only)
    if not armed:
        return (yield from _nothing_fired(t, u, v, bool(jinks)))
    armed, groups = aimed(unit, target, armed, groups, seen)
    aim, stand = view(t, u, v), unit.form
    able = not overwatch and may_ground(t, v)
    if undecided(armed):
        yield Emit(Noted("attack", (u, v)))  # so that whoever chooses weapons knows for whom
        volleys = yield from put_to(t.name(u), declared(armed, parties(t, u, v)))
    else:
        volleys = plainly(armed)
    if not volleys:
        return (yield from _nothing_fired(t, u, v, bool(jinks)))
    names = tuple([volley.name for volley in volleys])
    words = words or ("fires overwatch at" if overwatch else "shoots at")
    who = LazySequence(_partakers, by, t[v], volleys, aim, moved(t[u]), None if overwatch else unit)
    notes = LazySequence(fire_notes, t[v], volleys)
    whole = among is None and only is None and unit.place == "table" and not unit.has(PICKED)
    idle = (unit, groups, seen.views, "" if overwatch else moved(unit), how.snap, how.zooming, overwatch)
    others = LazySequence(idle_notes, *idle) if whole else ()
    yield Emit(
        ShotAt(u, v, names, firers_of(volleys), words, "" if overwatch else why_snaps(t, unit), notes, others, by=who)
    )
    if only is not None or used_up(volleys):
        yield from use_up(t, u, volleys, groups, only is not None)
    marks: dict[int, set[str]] = yield from loosed(t, u, v, volleys, groups, stand, aim, able, overwatch)
    if not overwatch and only is None and t[u].place in ("table", "aboard"):
        yield from _spend(t, u, v, volleys)
    if pins:
        yield from pin_all(t, marks)
    return marks


def _nothing_fired(t: Table, u: int, v: int, jinks: bool) -> Procedure:
    """The marks that no fire leaves; it is told where the target has jinked for it."""
    if jinks:
        yield Emit(Remarked(f"{t.name(u)}: no fire at {t.name(v)} after all"))
    return {}
