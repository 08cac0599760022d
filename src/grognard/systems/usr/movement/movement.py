"""Movement: how far and through what, Advance, difficult and dangerous ground."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from ....common.options import FilteredOptions
from ....common.profiles import Model
from ....common.saying import put_to
from ....common.triggers import give, own_turn_begins, this_turn
from ....kernel.asks import Choose, Procedure, Roll, dice_of, of
from ....kernel.memo import memo
from ....table.state import Table, Unit
from ..characters import may_leave
from ..condition import (
    AFOOT,
    AIRBORNE,
    ARRIVED,
    BROKEN,
    JETS,
    MOVED,
    RALLIED,
    ROUGH,
    SILENT,
    SMOKE,
    SMOKED,
    STUCK,
    atop,
    drives,
    flying,
    movement_mode,
    walks,
)
from ..model_types import on_foot
from ..vehicles import battlements, disembarkation, ramming, transports
from .driving import _drive, _go, _speed
from .flight import fly, ways
from .legal_moves import March, march
from .move_rolls import ROUGH_MOVE, advance
from .movement_modifiers import going, ids
from .rough_ground import inches_of, rough, stands_in

# --- ground -----------------------------------------------------------------------------------------------------------


# --- moves ------------------------------------------------------------------------------------------------------------


def can_move(t: Table, player: int) -> list[int]:
    """The units of a player that have not moved yet and may."""
    acted = t.acted
    able = [u.id for u in t.own(player) if u.id not in acted and _free(u)]
    return able + inside if (inside := transports.can_get_out(t, player)) else able


@memo(1024)
def _free(u: Unit) -> bool:
    """Whether a unit may move as it stands: units are replaced when anything about them changes, so each is asked once."""
    if u.foes:
        return False
    if u.effects:
        words = [e.what for e in u.effects]
        if not _IDLE.isdisjoint(words):
            return False
        if AIRBORNE in words:  # what is in the air must fly on
            return True
        if not STUCK.isdisjoint(words):
            return False
    return inches_of(u.members) > 0


_IDLE = frozenset((BROKEN, RALLIED, ARRIVED))


def move(t: Table, u: int) -> Procedure:
    """A unit moves, or gets out of its transport; characters that have joined it may leave it first."""
    unit = t[u]
    if unit.place == "aboard":
        yield from disembarkation.get_out(t, u)
        return
    if atop(unit):
        yield from battlements.move(t, u)
        return
    if ways(unit.members) and (yield from fly(t, u)):
        return
    if unit.owners:
        yield from may_leave(t, u)
    unit = t[u]
    words = f"how does {t.name(u)} move?"
    says = partial(_instead, t)
    how = yield Choose(unit.side, words, ways_to_go(t, u), "move", ("how", u), says)
    if how[0] == "board":
        yield from transports.get_in(t, u, how[1])
    elif how[0] in ("ram", "tank shock"):
        yield from ramming.declare_ram(t, u, how[1])
    elif how == "stay":
        pass
    elif drives(unit):
        yield from _drive(t, u, how)
    else:
        yield from _walk(t, u, how)
    if unit.kind.detail("smoke") and not t[u].has(SMOKED):
        yield from _smoke(t, u)


INSTEAD = {"board": "get aboard", "ram": "ram", "tank shock": "tank shock at"}  # in place of a move, before a name


def _instead(t: Table, way: Any) -> str:
    """What a unit does in place of a move, in words."""
    return f"{INSTEAD[way[0]]} {t.name(way[1])}" if isinstance(way, tuple) else ""


def ways_to_go(t: Table, u: int) -> Sequence[Any] | FilteredOptions:
    """How a unit may move, and what it may do in place of it: get aboard a transport, declare a ram or a tank shock.

    Whether it gets to a transport or to whom it would drive at is judged when somebody looks at that.
    """
    unit, known = t[u], hows(t[u])
    if drives(unit):
        near = ramming.before_it(t, u)
        return FilteredOptions(near, lambda way: ramming.gets_there(t, u, *way), known) if near else known
    inches = inches_of(unit.members)
    near = [("board", c) for c in transports.at_hand(t, u, inches)]
    return FilteredOptions(near, lambda way: transports.gets_aboard(t, u, way[1], inches), known) if near else known


def _smoke(t: Table, u: int) -> Procedure:
    """Once a battle a vehicle hides in smoke till its next turn, and does not fire."""
    side = t[u].side
    words = f"does {t.name(u)} use its smoke launchers?"
    if (yield Choose(side, words, ("no", "yes"), default="no", about=("smoke", u))) == "yes":
        yield from give(t, u, SMOKE, own_turn_begins(t, side), source=u)
        yield from give(t, u, SMOKED, source=u, quiet=True)
        yield from give(t, u, SILENT, this_turn(t), source=u, quiet=True)


def hows(unit: Unit) -> tuple[str, ...]:
    """The ways in which a unit may move: with jump packs as far as they carry it, or on foot to keep them for a charge."""
    return _hows(unit.members)


@memo(16384)
def _hows(members: tuple[Model, ...]) -> tuple[str, ...]:
    foot = ("walk",) if on_foot(members) != members and flying(members) else ()
    return ("move", *foot, "stay") if going(members).steady else ("move", *foot, "advance", "stay")


def normal_move(t: Table, u: int, more: int = 0, foot: bool = False) -> Procedure:
    """The inches of a Normal Move, its mode (through difficult ground by a roll, or round it) and whether dice have said them.

    ``foot``: without jets.
    """
    unit = t[u]
    members = on_foot(unit.members) if foot else unit.members
    inches, thrown = inches_of(members), False
    mode_ = ROUGH if foot else movement_mode(t, unit)
    if walks(unit) and not flying(members) and not going(members).unslowed:
        pieces = rough(t, unit.form, inches + more)
        mode_ = AFOOT
        hindered = bool(going(unit.members).hindered)
        if pieces or hindered:
            words = f"does {t.name(u)} go through difficult ground?"
            inside = hindered or stands_in(unit.form, pieces)
            if inside or (yield Choose(unit.side, words, ("no", "yes"), default="no", about=("rough", u))) == "yes":
                inches, mode_, thrown = float((yield Roll(of(ROUGH_MOVE, u)))), ROUGH, True
    return inches, mode_, thrown


def _walk(t: Table, u: int, how: str) -> Procedure:
    unit = t[u]
    jets = how != "walk" and "walk" in hows(unit)
    members = on_foot(unit.members) if how == "walk" else unit.members
    more = (yield from put_to(t.name(u), dice_of(u, advance(unit.side, unit.members)))) if how == "advance" else 0
    inches, mode_, rolled = yield from normal_move(t, u, more, how == "walk")
    by = ids(going(unit.members).more) if more else ()
    yield from _go(t, u, inches + more, mode_, "advances" if more else "moves", by, members, bool(more) or rolled)
    if jets and t[u].here and t[u].form.positions != unit.form.positions:
        yield from give(t, u, JETS, this_turn(t), source=u, quiet=True)
    if more and t[u].here:  # it may have died on the way
        yield from give(t, u, MOVED, this_turn(t), source=u, value="advanced", quiet=True)


def plain_move(t: Table, u: int) -> March | None:
    """The Normal Move of a unit that no die stands before, keeping out of difficult ground; None when one does."""
    unit = t[u]
    if drives(unit):
        return march(t, u, _speed(unit)[0], movement_mode(t, unit))
    how, inches = going(unit.members), inches_of(unit.members)
    if flying(unit.members) or how.unslowed or not walks(unit):
        return march(t, u, inches, movement_mode(t, unit))
    return None if how.hindered or stands_in(unit.form, rough(t, unit.form, inches)) else march(t, u, inches, AFOOT)
