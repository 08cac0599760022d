"""One unit's activation: its token is flipped and carried out, or it acts Idle."""

from __future__ import annotations

from typing import Any

from ...common.options import FilteredOptions
from ...kernel.asks import Choose, Emit, Procedure
from ...table.events import Acted, Moved, Said
from ...table.state import Table
from . import field
from .commands import COMMANDS, orders_of
from .events import TokenFlipped
from .lines import posture
from .melee import charge
from .sharing import share
from .shooting import can_shoot, shoot

STAY = "stay"


def activation(t: Table, u: int) -> Procedure:
    """All that a unit does in its turn, and a unit that uses its token too."""
    name = field.token(t[u])
    if not name:
        yield from idle(t, u)
        return
    yield Emit(TokenFlipped(u, name))
    partner = yield from share(t, u, name)
    target = yield from carry_out(t, u, name)
    if partner is not None and t[partner].here:
        command = COMMANDS[name]
        if not (command.shoots or command.charges):
            yield from carry_out(t, partner, name)
        else:
            gone = target is None or (isinstance(target, int) and not t[target].here)
            yield from carry_out(t, partner, name, -1 if gone else target)
        if t[partner].here:
            yield Emit(Acted(partner, t.player))


def carry_out(t: Table, u: int, name: str, forced: Any = None) -> Procedure:
    """A command: its move, its shooting or its charge. ``forced``: the only target it may name (-1: none). Gives its target."""
    command = COMMANDS[name]
    if command.charges:
        return (yield from charge(t, u, command, forced))
    if command.moves:
        yield from move(t, u, name)
    if command.shoots and t[u].here:
        return (yield from shoot(t, u, name, command.moving, forced))
    return None


def move(t: Table, u: int, name: str, by: tuple[str, ...] = ()) -> Procedure:
    """The move of a command, in inches of its own; it may be shorter."""
    command = COMMANDS[name]
    inches = float(field.move_of(t[u]) * command.moves)
    options: Any = field.moves(t, u, inches, command.crosses)
    if not command.crosses and (paid := field.pays(t[u].members, name)):
        options = field.PaidMoves(t, u, inches)
    here = t[u].form
    question = f"where does {t.name(u)} {name}?"
    form = yield Choose(t[u].side, question, options, default=here, about=("move", u, name))
    if form.spots != here.spots:
        verb = {"move": "moves", "run": "runs", "advance": "advances"}.get(name, "overruns")
        if isinstance(options, field.PaidMoves) and options.crossed(form):
            by = (*by, *paid)
        yield Emit(Moved(u, form, verb, by=by))
    else:
        yield Emit(Said(f"{t.name(u)}: no move"))


def idle(t: Table, u: int) -> Procedure:
    """A unit without a token: it moves or it shoots, or what its rules allow."""
    orders = orders_of(t[u].members, True)
    how = posture("idle")
    options = FilteredOptions(orders.names, lambda name: name != "shoot" or can_shoot(t, u, how))
    question = f"what does {t.name(u)} do without a token?"
    pick = yield Choose(t[u].side, question, options, about=("idle", u))
    if pick == "shoot":
        yield from shoot(t, u, "idle", False)
    elif pick != STAY:
        yield from move(t, u, pick, orders.by.get(pick, ()))
