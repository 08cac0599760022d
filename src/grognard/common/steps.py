"""How a battle goes from step to step: the only place that ends a step.

A step is a generator function ``step(t, player)`` that runs from one boundary to the next and ends there. The session
calls ``crank`` again and again; everything a step needs to know stands on the table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from ..kernel.asks import Choose, Emit, Procedure
from ..table.events import Acted, Led, Passed, Stepped
from ..table.state import Clock, Table

MOST_CLOCKS = 4096  # of which the end of the step is kept; a battle has some hundred

Step: TypeAlias = Callable[[Table, int], Procedure]


class Steps(tuple[Step, ...]):
    """The steps of a system in order, and which of them come once a battle, once a round and once in each player's turn.

    Made by ``player_turns`` and ``rounds``.
    """

    before: int  # how many steps stand before the first round
    opening: int  # then how many open each round
    turn: int  # then how many make a player's turn
    turns: int  # how many players have a turn of their own: 2, or 1 when the steps are common to both
    fresh: frozenset[int]  # steps at whose end every unit may act again
    phases: tuple[str, ...]  # what a report calls each step
    ending: dict[tuple[int, ...], tuple[tuple[Any, ...], Emit]]  # what ``end`` has said, by what the clock shows

    def start(self) -> Clock:
        """The clock before the first step."""
        return Clock(phase=self.phases[0])

    def end(self, c: Clock) -> tuple[tuple[Any, ...], Emit]:
        """The moments that pass when the step of a clock ends, and the event with which the clock goes on."""
        shown = (c.round, c.player, c.step, c.first)
        known = self.ending.get(shown)
        if known is None:
            if len(self.ending) > MOST_CLOCKS:
                self.ending.clear()
            clock, passed = self.after(c)
            known = self.ending[shown] = (passed, Emit(Stepped(clock, c.step in self.fresh)))
        return known

    def after(self, c: Clock) -> tuple[Clock, tuple[Any, ...]]:
        """The clock after the step that ends, and the moments that pass between the two."""
        first = self.before
        turn = first + self.opening
        closing = turn + self.turn
        new = c.step + 1
        passed: list[Any] = ["phase ends"]
        player, round_ = c.player, c.round
        if new <= first:
            return self._clock(c, round_, c.first, new), tuple(passed)
        if new == turn and self.turn:
            player = c.first
        elif new == closing and self.turn and self.turns == 2:
            passed.append(("turn ends", c.player, round_))
            if c.player == c.first:
                new, player = turn, 1 - c.first
            else:
                player = c.first
        if new == len(self):
            if self.turns == 1:
                passed += [("turn ends", p, round_) for p in (0, 1)]
            passed.append(("round ends", round_))
            new, round_ = first, round_ + 1
            player = c.first
        if new == turn and self.turns == 2 and self.turn:
            passed.append(("turn begins", player, round_))
        elif new == first and self.turns == 1:
            passed += [("turn begins", p, round_) for p in (0, 1)]
        return self._clock(c, round_, player, new), tuple(passed)

    def _clock(self, c: Clock, round_: int, player: int, step: int) -> Clock:
        return Clock(round_, player, step, c.first, self.phases[step])


def phase_of(step: Step) -> str:
    """What a report calls a step: its name."""
    return getattr(step, "__name__", "step").replace("_", " ")


def player_turns(
    turn: Sequence[Step], before: Sequence[Step] = (), opening: Sequence[Step] = (), closing: Sequence[Step] = ()
) -> Steps:
    """Each player has a turn of his own with these steps, in every round; every unit may act once in each step.

    ``before`` comes once (deployment), ``opening`` and ``closing`` once a round round both turns.
    """
    return _steps(turn, before, opening, closing, turns=2, fresh=True)


def rounds(steps: Sequence[Step], before: Sequence[Step] = (), closing: Sequence[Step] = ()) -> Steps:
    """Rounds common to both players (alternating activations); every unit may act once a round.

    In ``steps`` the player given is who goes on, as ``Acted`` and ``Led`` have left it.
    """
    return _steps(steps, before, (), closing, turns=1, fresh=False)


def _steps(
    turn: Sequence[Step],
    before: Sequence[Step],
    opening: Sequence[Step],
    closing: Sequence[Step],
    *,
    turns: int,
    fresh: bool,
) -> Steps:
    made = Steps((*before, *opening, *turn, *closing))
    made.before, made.opening, made.turn, made.turns = len(before), len(opening), len(turn), turns
    made.ending = {}
    made.phases = tuple(map(phase_of, made))
    made.fresh = frozenset(range(len(made)) if fresh else [*range(len(before)), len(made) - 1])
    return made


def one_of(
    t: Table, player: int, question: str, units: Sequence[int], act: Callable[[Table, int], Procedure]
) -> Procedure:
    """One unit is picked and acts; then it has acted. False when there is nobody to pick: then end the step.

    When the units are the other side's (``to_act``: the player has none left), the other player is asked.
    """
    if not units:
        return False
    side = t[units[0]].side
    if side != player and any(t[u].side == player for u in units):
        side = player
    unit = yield Choose(side, question, tuple(units))
    yield from act(t, unit)
    yield Emit(Acted(unit, t.game.next_player(t, unit)))
    return True


def next_step(t: Table) -> Procedure:
    """Ends the step: what lasted until now ends, and the clock goes on. The last thing that a step does."""
    passed, stepped = t.game.steps.end(t.clock)
    if t.due or t.ends:
        for moment in passed:
            if moment in t.due or moment in t.ends or (moment[0] == "round ends" and t.ends):
                yield Emit(Passed(moment))
    yield stepped


def lead(t: Table, player: int, why: str = "") -> Procedure:
    """The player goes first this round (initiative)."""
    yield Emit(Led(player, why))


def same_player(t: Table, unit: int) -> int:
    """Who goes on after a unit has acted, in systems with player turns: the same player."""
    return t.clock.player


def alternate(t: Table, unit: int) -> int:
    """Who goes on after a unit has acted, in systems with alternating activations: the other, if he has a unit left."""
    other = 1 - t[unit].side
    return other if t.ready(other) else t[unit].side


def to_act(t: Table, player: int) -> list[int]:
    """The units that may be activated next: the player's, or the other's when he has none left."""
    return t.ready(player) or t.ready(1 - player)
