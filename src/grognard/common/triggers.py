"""Moments: what is due at them, and what ends at them.

A moment is one of

* ``"phase ends"``: the end of the step under way;
* ``("turn begins", player, round)``, ``("turn ends", player, round)``: a player's turn; in systems with common rounds
  both players' turns are the round;
* ``("round ends", round)``;
* ``("its turn", unit)``: the next activation of a unit;
* any other word or tuple of a system's own, which the system settles itself.

The end of an effect is computed when the effect begins. ``Passed`` takes it away; ``steps.next_step`` emits it for the
moments above, so a system settles only the moments at which something has to be *done*.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from ..kernel.asks import Choose, Emit, Procedure
from ..table.events import Given, Passed
from ..table.state import Effect, Table

MOST = 200  # more than any battle needs at one moment


class Loop(RuntimeError):
    """Things that are due at one moment make one another due without end."""

    def __init__(self, moment: Hashable, last: list[Any]) -> None:
        super().__init__(f"at {moment!r} there is no end of things due; the last were {last!r}")


def settle(t: Table, moment: Hashable, player: int, does: Callable[[Table, Any], Procedure]) -> Procedure:
    """Does what is due at a moment, one thing after the other as the player orders them; then the moment has passed.

    A thing that is the id of a unit is left out when that unit is dead by then. What falls due meanwhile is done too;
    the same thing twice at one moment is done once. Raises Loop after 200 things.
    """
    done: list[Any] = []
    while due := [x for x in t.triggers(moment) if x not in done]:
        x = yield Choose(player, "these are due at once: which first?", tuple(due))
        done.append(x)
        if len(done) > MOST:
            raise Loop(moment, done[-5:])
        if not isinstance(x, int) or t[x].alive:
            yield from does(t, x)
    if moment in t.due or moment in t.ends:
        yield Emit(Passed(moment))


def give(
    t: Table,
    unit: int,
    what: Any,
    until: Hashable = None,
    *,
    source: Any = "",
    value: Any = None,
    by: tuple[str, ...] = (),
    quiet: bool = False,
) -> Procedure:
    """An effect begins on a unit: a word or a rule value, until a moment (None: until lifted)."""
    yield Emit(Given(unit, Effect(what, source, until, value), quiet, by=by))


# --- ends, computed when an effect begins -----------------------------------------------------------------------------

PHASE_ENDS = "phase ends"


def this_round(t: Table) -> Hashable:
    """The end of this round."""
    return "round ends", t.clock.round


def this_turn(t: Table) -> Hashable:
    """The end of the turn under way."""
    return "turn ends", t.clock.player, t.clock.round


def own_turn_ends(t: Table, player: int) -> Hashable:
    """The end of the player's next turn: not of the one under way, if it is his."""
    return "turn ends", player, t.clock.round + _had(t, player)


def own_turn_begins(t: Table, player: int) -> Hashable:
    """The beginning of the player's next turn."""
    return "turn begins", player, t.clock.round + _had(t, player)


def its_turn(unit: int) -> Hashable:
    """The next activation of a unit. Settle ``("its turn", unit)`` first thing in an activation."""
    return "its turn", unit


def _had(t: Table, player: int) -> int:
    """1 when the player's turn of this round is over or under way, else 0."""
    steps, c = t.game.STEPS, t.clock
    turn = steps.before + steps.opening
    if c.step < turn:
        return 0
    if steps.turns == 1 or c.step >= turn + steps.turn:
        return 1
    return int(player in (c.first, c.player))
