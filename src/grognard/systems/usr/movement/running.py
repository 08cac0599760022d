"""Running in the Shooting phase: what a unit may do in place of shooting that has just come by Deep Strike."""

from __future__ import annotations

from ....common.saying import put_to
from ....common.triggers import give, this_turn
from ....kernel.asks import Choose, Emit, Procedure, dice_of
from ....table.events import Moved, Said
from ....table.state import Table, Unit
from ..condition import ARRIVED, MOVED, atop, movement_mode, walks
from ..events import Over
from ..shooting.eligibility import can_shoot, in_reach, waits
from ..shooting.fire_points import can_fire_out, shooting_of
from .deep_strike import drops
from .legal_moves import March, others
from .move_rolls import advance
from .movement_modifiers import going, ids
from .readiness import DEEP_STRIKE
from .rough_ground import over_ground

SHOOT, RUN = "shoot", "run"


def may_run(u: Unit) -> bool:
    """Whether a unit may run in place of shooting: it has come by Deep Strike this turn, and could not advance."""
    for effect in u.effects:
        if effect.what == ARRIVED:
            return effect.value == DEEP_STRIKE and walks(u) and not (u.foes or atop(u)) and not going(u.members).steady
    return False


def can_act(t: Table, player: int) -> list[int]:
    """The units of a player that may shoot or run in this phase and have not yet."""
    waiting = waits(t, player)
    able, inside = can_shoot(t, player, waiting), can_fire_out(t, player)
    runners = [u.id for u in waiting if u.effects and may_run(u)]
    return sorted({*able, *inside, *runners}) if inside or runners else able


def act(t: Table, u: int) -> Procedure:
    """A unit shoots, or runs where it may."""
    return _shoots_or_runs(t, u) if may_run(t[u]) else shooting_of(t, u)


def _shoots_or_runs(t: Table, u: int) -> Procedure:
    words = f"does {t.name(u)} shoot or run?"
    if (yield Choose(t[u].side, words, (SHOOT, RUN), default=SHOOT, about=("run", u))) == RUN:
        yield from run(t, u)
        if in_reach(t, u):  # a rule lets it fire after that
            yield from shooting_of(t, u)
    else:
        yield from shooting_of(t, u)


def run(t: Table, u: int) -> Procedure:
    """A D6 inches, in place of shooting and charging."""
    unit = t[u]
    inches = yield from put_to(t.name(u), dice_of(u, advance(unit.side, unit.members, "run")))
    friends, enemies = others(t, u)
    moves = March(t.ground, unit.form, inches, friends, enemies, movement_mode(t, unit), call=t.names.__getitem__)
    form = yield Choose(unit.side, f"where does {t.name(u)} run?", moves, default=unit.form, about=u)
    yield Emit(Over(u, MOVED))
    yield from give(t, u, MOVED, this_turn(t), source=u, value="advanced", quiet=True)
    if form.positions != unit.form.positions:
        by = (*drops(unit.members), *ids(going(unit.members).more))
        yield Emit(Moved(u, form, "runs", by=tuple(dict.fromkeys(by))))
        yield from over_ground(t, u, unit.form)
    else:
        yield Emit(Said(f"{t.name(u)} stays where it is", short=""))
