"""One unit's activation: its token is flipped and carried out, or it acts Idle."""

from __future__ import annotations

from typing import Any

from ...common.judged import Judged
from ...common.rules import id_of, kept, voices
from ...kernel.asks import Choose, Emit, Procedure
from ...table.events import Acted, Moved
from ...table.geometry import within
from ...table.state import Table, Unit
from . import field
from .commands import COMMANDS, orders_of
from .events import TokenFlipped
from .lines import posture
from .melee import charge
from .moments import speaker
from .shooting import can_shoot, shoot

SHARED_REACH = 6.0  # inches within which a unit may use the token that another flips
NOBODY = "nobody"
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


def idle(t: Table, u: int) -> Procedure:
    """A unit without a token: it moves or it shoots, or what its rules allow."""
    orders = orders_of(t[u].members, True)
    how = posture("idle")
    options = Judged(orders.names, lambda name: name != "shoot" or can_shoot(t, u, how))
    question = f"what does {t.name(u)} do without a token?"
    pick = yield Choose(t[u].side, question, options, about=("idle", u))
    if pick == "shoot":
        yield from shoot(t, u, "idle", False)
    elif pick != STAY:
        yield from move(t, u, pick, orders.by.get(pick, ()))


# --- a token for two --------------------------------------------------------------------------------------------------


def share(t: Table, u: int, name: str) -> Procedure:
    """A unit that may use the flipped token too: it shows a copy of it. Gives the unit, None without one."""
    options, by = partners(t, u, name)
    if not options:
        return None
    question = f"who uses the {name} token of {t.name(u)} too?"
    pick = yield Choose(t[u].side, question, (*options, NOBODY), default=options[0], about=("share", u, name))
    if pick == NOBODY:
        return None
    yield Emit(TokenFlipped(pick, name, "shared", by=by))
    return pick


def partners(t: Table, u: int, name: str) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """The units that may use a unit's token: near a model that shares it, without a token, not yet activated."""
    unit = t[u]
    found: list[int] = []
    ids: dict[str, None] = {}
    for i, model in enumerate(unit.members):
        for voice in sharing(model):
            near = [v.id for v in free_units(t, u, name) if within(unit.form.only((i,)), v.form, SHARED_REACH)]
            able = [v for v in near if voice(t[v].members)]
            found += able
            ids.update({id_of(speaker(voice)): None for _ in able})
    return tuple(sorted(set(found))), tuple(ids)


def free_units(t: Table, u: int, name: str) -> list[Unit]:
    """The friends of a unit that have no token and have not acted, and to whom the command is open."""
    return [
        v
        for v in t.own(t[u].side)
        if v.id != u
        and v.id not in t.acted
        and not (field.token(v) or field.shown(v))
        and name in orders_of(v.members, False).names
    ]


@kept(4096)
def sharing(model: Any) -> tuple[Any, ...]:
    """The rules by which a model shares the token it flips."""
    return voices(model, "shares_token")
