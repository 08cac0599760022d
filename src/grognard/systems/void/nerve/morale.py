"""Nerve on the table: morale checks, panic, rallying, and flight."""

from __future__ import annotations

from functools import partial
from math import sqrt

from ....common.rules import Rule, id_of, voices
from ....common.triggers import settle
from ....kernel.asks import Choose, Emit, Procedure, Roll
from ....table.events import Freed, Given
from ....table.geometry import Formation, Point
from ....table.state import Effect, Table, Unit
from .. import field, shield_wall
from ..events import CheckCalled, NerveLost, Over, Spared, Tested
from ..harm import gone_with
from ..moments import speaker
from ..movement.legal_moves import distance_moved, moves
from ..movement.move import go
from ..orders import RUSH, reach_of, spoken
from ..shooting.gun_team import abandoned
from . import checks
from .checks import PANICKED, RALLY, RAMPAGING, TERROR, losses_tell, panic_check
from .command_checks import check_of, command

RALLIED = "rallied"  # rallied in this game turn by somebody else
LOSSES = "losses"  # the moment at which units that lost models in an activation are looked at


def sizes(units: list[Unit]) -> dict[int, int]:
    """How many models each unit had, when an activation began; those aboard may stand beside a wreck when it ends."""
    return {u.id: len(u.members) for u in units if u.place in ("table", "aboard")}


def reckoning(t: Table, start: dict[int, int], player: int) -> Procedure:
    """At the end of an activation: one morale check for each unit that lost enough in it."""
    yield from settle(t, LOSSES, player, partial(_tell, start=start, player=player))


def _tell(t: Table, u: int, start: dict[int, int], player: int) -> Procedure:
    if not t.units[u].here:
        return
    why = losses_tell(start.get(u, t.units[u].size), t.units[u].size, field.terms(t), t.units[u].side != player)
    if why:
        yield from frighten(t, u, checks.LOSSES, 0, why)


def frighten(t: Table, u: int, kind: str, added: int = 0, why: str = "", by: tuple[str, ...] = ()) -> Procedure:
    """A morale check; a unit that fails panics, or does what its rules say instead. True when it stands."""
    if not field.able(t.units[u]):
        if kind == checks.SUPPRESSION:
            yield Emit(Spared(u, "has lost its nerve already", by=by))
        return True  # it cannot be worse
    company = field.company(t, u)
    built, word, ids = panic_check(company, kind, added, why if added else "")
    if built is None:
        yield Emit(Spared(u, f"needs no {kind} check", by=(*by, *ids)))
        return True
    yield Emit(CheckCalled(u, kind, "" if added else why))
    if (yield Roll(check_of(built, u))):
        yield Emit(Tested(u, kind, True, by=(*by, *ids)))
        return True
    yield Emit(NerveLost(u, kind, word, "" if added else why, by=(*by, *ids)))
    instead = tuple(id_of(speaker(s)) for s in company.voices("instead_of_panic") if s(company))[:1]
    yield Emit(Given(u, Effect(word), True, by=instead))  # told with the check
    if t.units[u].has("on hold"):
        yield Emit(Over(u, "on hold"))
    yield from shield_wall.check(t, u)
    return False


def rally(t: Table, u: int) -> Procedure:
    """A panicked or rampaging unit tries to pull itself together. True when it does."""
    if not (yield from command(t, u, RALLY)):
        return False
    for word in (PANICKED, RAMPAGING):
        if t.units[u].has(word):
            yield Emit(Over(u, word))
    for v in t.units[u].foes:  # whom it ran into while it raged, and who is no enemy of its
        if t.units[v].side == t.units[u].side and not t.units[v].has(RAMPAGING):
            yield Emit(Freed(u, v))
    return True


def run_wild(t: Table, u: int) -> Procedure:
    """What a unit does that has failed to rally: it flees, or what its rules say instead."""
    for speak in spoken(t.units[u].members, "unrallied"):
        if t.units[u].has(RAMPAGING):
            yield from speak(t, u)
            return
    if all(any(speak() for speak in voices(m, "stands_fast")) for m in t.units[u].members):
        return
    yield from flee(t, u)


def flee(t: Table, u: int) -> Procedure:
    """Flight at top speed from the nearest enemy; a unit that runs off the table is lost."""
    enemies = field.foes(t, u)
    inches, by = reach_of(t, u, RUSH)
    if not enemies or not inches:
        return
    if t.units[u].locked:
        yield Emit(Freed(u))
    x, y = t.units[u].form.centre
    a, b = enemies[0].form.centre
    dx, dy = (x - a, y - b) if (x, y) != (a, b) else (0.0, -1.0 if t.units[u].side == 0 else 1.0)
    yield from bolt(t, u, (dx, dy), inches, "flees", by)


def bolt(t: Table, u: int, heading: Point, inches: float, how: str, by: tuple[str, ...] = ()) -> Procedure:
    """A unit runs straight in a direction as far as it can, round what is in the way; off the table it is lost."""
    if t.units[u].has("prone"):
        yield Emit(Over(u, "prone"))
    dx, dy = heading
    far = sqrt(dx * dx + dy * dy)
    dx, dy = dx / far * inches, dy / far * inches
    if _leaves(t, t.units[u].form.shifted(dx, dy)):
        yield from gone_with(t, u, "lost off the table edge", by)
        return
    options = moves(t, u, inches)
    x, y = t.units[u].form.centre
    ways = [options.toward(x + p, y + q) for p, q in _fan(dx, dy)]
    found = [w for w in ways if w is not None]
    if found:
        best = max(found, key=lambda form: distance_moved(t.units[u].form, form))
        start = t.units[u].form
        yield from go(t, u, best, how, by=by)
        yield from abandoned(t, u, start)


def _fan(dx: float, dy: float) -> tuple[Point, ...]:
    """The direction, and those beside it."""
    turns = ((1.0, 0.0), (0.8660254, 0.5), (0.8660254, -0.5), (0.5, 0.8660254), (0.5, -0.8660254))
    return tuple((dx * c - dy * s, dx * s + dy * c) for c, s in turns)


def _leaves(t: Table, form: Formation) -> bool:
    left, low, right, top = form.box
    return left < 0 or low < 0 or right > t.ground.width or top > t.ground.height


def terror(t: Table, u: int) -> Procedure:
    """A morale check when the unit activates near a terrifying enemy. True when its activation is over."""
    found = terrifying(t, u)
    if found is None or not field.able(t.units[u]):
        return False
    rule, v = found
    stands = yield from frighten(t, u, TERROR, 0, f"near {t.name(v)}", (id_of(rule),))
    return not stands


def terrifying(t: Table, u: int) -> tuple[Rule, int] | None:
    """The rule of the first enemy model that is terrifying and near, and its unit; None when there is none."""
    unit = t.units[u]
    for v in field.bearers(t, 1 - unit.side, "terrifies"):
        for i, rule, inches in field.terrors(v.members):
            if field.model_near(v.form, i, unit.form, inches):
                return rule, v.id
    return None


def refuse(t: Table, u: int, question: str, options: tuple[str, ...], default: str) -> Procedure:
    """A yes or no of the unit's owner."""
    return (yield Choose(t.units[u].side, question, options, default=default, about=("yes or no", u)))
