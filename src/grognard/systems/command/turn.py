"""The turn of the Command Token game: tokens laid in secret, units acting one after the other, recovery at the end."""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec.structs import replace

from ...common.deploy import deploying, higher, put
from ...common.game import Game, weapon_ranges
from ...common.options import FilteredOptions
from ...common.scenario import closing
from ...common.steps import alternate, next_step, one_of, rounds, to_act
from ...kernel.asks import Choose, Emit, Procedure, Roll
from ...kernel.drawing import below
from ...kernel.faces import Throw
from ...kernel.memo import memo
from ...table.events import Acted, Led, Moved, Noted, Said, side_name
from ...table.paths import MovementMode
from ...table.state import Effect, Table, Unit
from . import field, hidden
from .bots import greedy
from .bots.value import harm_from_here
from .commands import COMMANDS, orders_of
from .events import HIDDEN, SLOWED, TOKEN, TokenFlipped, TokenPlaced
from .harm import recovery, repaired
from .melee import charge
from .shared_tokens import share
from .shooting.fire import can_shoot, shoot
from .shooting.lines_of_fire import posture
from .shooting.prospect import prospect

NO_MORE = "no more"
PLACED = "tokens placed"


def setting_up(t: Table, player: int) -> Procedure:
    """The players put down one unit after the other; units that arrive hidden stay off."""
    yield from deploying(t, player, lambda t, u: hidden.keep_back(t, u) if hidden.hides(t[u].members) else put(t, u))


def arrivals(t: Table, player: int) -> Procedure:
    """What was kept off the table comes on at the start of the turn."""
    for u in [x.id for x in t.there("reserve")]:
        yield from hidden.arrive(t, u)
    yield from next_step(t)


def command_phase(t: Table, player: int) -> Procedure:
    """Each player puts tokens face down next to his units, one at a time: half as many as he has units."""
    done = t.recall((PLACED, t.round), ())
    side = next((s for s in (t.clock.first, 1 - t.clock.first) if s not in done), None)
    if side is None:
        yield from next_step(t)
        return
    free = tuple(u.id for u in t.own(side) if not u.has(TOKEN))
    unit: Any = NO_MORE
    if free and tokens_left(t, side):
        unit = yield Choose(side, "who is given a token?", (*free, NO_MORE), default=free[0], about=("token", side))
    if unit == NO_MORE:
        yield Emit(Noted((PLACED, t.round), (*done, side)))
        return
    names = orders_of(t[unit].members, False).names
    question = f"which token for {t.name(unit)}?"
    name = yield Choose(side, question, names, default=names[0], about=("command", unit))
    yield Emit(TokenPlaced(unit, Effect(TOKEN, side, ("round ends", t.round), name), secret=side))


def tokens_left(t: Table, side: int) -> int:
    """How many tokens a player may still place."""
    own = t.own(side)
    pool = len(own) if t.rulings.get("tokens_per_turn") == "all" else (len(own) + 1) // 2
    return pool - sum(u.has(TOKEN) for u in own)


def roll_off(t: Table, player: int) -> Procedure:
    """Both roll, ties again; the winner starts."""
    first = -1
    while first < 0:
        first = yield Roll(replace(ROLL_OFF, name=higher("roll-off", _roll_off_of(t))))
    yield Emit(Led(first, "roll-off"))
    yield from next_step(t)


def activations(t: Table, player: int) -> Procedure:
    """One unit is activated and does all it does; then the other player activates one."""
    if not (yield from one_of(t, player, "activate which unit?", to_act(t, player), activation)):
        yield from next_step(t)


def end_phase(t: Table, player: int) -> Procedure:
    """Hurt models may recover, weapons work again; tokens and all that lasts for a turn go with the round."""
    for u in [x.id for x in t if x.here]:
        yield from recovery(t, u)
        yield from repaired(t, u)
    yield Emit(Noted((PLACED, t.round)))
    yield from next_step(t)


def _roll_off_of(t: Table) -> str:
    return f"roll-off, {side_name(t, 0)} then {side_name(t, 1)}"


def _higher(faces: tuple[int, ...]) -> int:
    """Who has rolled higher, -1 when both rolled the same."""
    return -1 if faces[0] == faces[1] else int(faces[1] > faces[0])


ROLL_OFF = Throw("roll-off", (6, 6), _higher)

STEPS = rounds(
    (arrivals, command_phase, roll_off, activations, end_phase), before=(setting_up,), closing=(closing,)
)  # fmt: skip


def _hp(model: object) -> int:
    return int(model.stats.HP)  # type: ignore[attr-defined]


def _mode(t: Table, unit: Unit) -> MovementMode:
    return field.WALK


def _shaken(unit: Unit) -> bool:
    """Whether a unit is slowed."""
    return unit.has(SLOWED)


def _holds(t: Table, unit: Unit) -> bool:
    """A hidden unit is not there yet."""
    return not unit.has(HIDDEN)


def view(t: Table, player: int) -> Table:
    """The table as a player may know it: the enemy's face-down tokens are there, but not what they are."""
    hidden_from = [u.id for u in t.units if u.side != player and u.has(TOKEN)]
    if not hidden_from:
        return t
    seen = t.clone()
    for u in hidden_from:
        seen.units[u] = masked_unit(seen[u])
    return seen


def guess(t: Table, now: Table, player: int, rng: Random) -> None:
    """The enemy's tokens that are face down still may be any of those that their units can have."""
    for u in now.units:
        if u.side != player and u.has(TOKEN) and t[u.id].has(TOKEN):
            names = orders_of(u.members, False).names
            face = names[below(rng, len(names))]
            effects = [Effect(TOKEN, e.source, e.until, face) if e.what == TOKEN else e for e in t[u.id].effects]
            t.units[u.id] = replace(t[u.id], effects=tuple(effects))


@memo(1024)
def masked_unit(unit: Unit) -> Unit:
    """A unit as its enemy sees it; the same for the same unit."""
    return replace(unit, effects=tuple(masked(e) for e in unit.effects))


def masked(effect: Effect) -> Effect:
    """A face-down token without its face."""
    return Effect(TOKEN, effect.source, effect.until, "?") if effect.what == TOKEN else effect


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
        target = yield from shoot(t, u, name, command.moving, forced)
        if target is None and not command.moves:
            yield Emit(Said(f"{t.name(u)} does not shoot", short=""))
        return target
    return None


def move(t: Table, u: int, name: str, by: tuple[str, ...] = ()) -> Procedure:
    """The move of a command, in inches of its own; it may be shorter."""
    command = COMMANDS[name]
    inches = float(field.move_of(t[u]) * command.moves)
    options: Any = field.moves(t, u, inches, command.crosses)
    if not command.crosses and (paid := field.pays(t[u].members, name)):
        options = field.PaidMoves(t, u, inches, name)
    here = t[u].form
    question = f"where does {t.name(u)} {name}?"
    form = yield Choose(t[u].side, question, options, default=here, about=("move", u, name))
    if form.positions != here.positions:
        verb = {"move": "moves", "run": "runs", "advance": "advances"}.get(name, "overruns")
        if isinstance(options, field.PaidMoves) and options.crossed(form):
            by = (*by, *paid)
        yield Emit(Moved(u, form, verb, by=by))
    else:
        yield Emit(Said(f"{t.name(u)} does not move", short=""))


def idle(t: Table, u: int) -> Procedure:
    """A unit without a token: it moves or it shoots, or what its rules allow."""
    orders = orders_of(t[u].members, True)
    how = posture("idle")
    options = FilteredOptions(orders.names, lambda name: name != "shoot" or can_shoot(t, u, how))
    question = f"what does {t.name(u)} do without a token?"
    pick = yield Choose(t[u].side, question, options, about=("idle", u))
    if pick == "shoot":
        if (yield from shoot(t, u, "idle", False)) is None:
            yield Emit(Said(f"{t.name(u)} does not shoot", short=""))
    elif pick == STAY:
        yield Emit(Said(f"{t.name(u)} does nothing", short=""))
    else:
        yield from move(t, u, pick, orders.by.get(pick, ()))


GAME = Game(
    prospect=prospect,
    reaches=weapon_ranges,
    id="command",
    steps=STEPS,
    wounds=_hp,
    next_player=alternate,
    movement_mode=_mode,
    holds=_holds,
    worth=greedy.worth,
    bound=greedy.bound,
    upper_bound=greedy.upper_bound,
    harm=harm_from_here,
    shaken=_shaken,
    view=view,
    guess=guess,
)
