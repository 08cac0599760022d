"""What a unit may do in its activation: the orders open to it, and what its rules forbid or demand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from ...common.rules import Rule, id_of, voices
from ...common.triggers import give
from ...kernel.asks import Emit, Procedure
from ...kernel.memo import memo
from ...table.coherency import out_of
from ...table.geometry import Formation
from ...table.paths import MovementMode
from ...table.space import holds_together
from ...table.state import Table
from .events import STAY as STAY
from .events import Over
from .moments import speaker
from .weapons import team_voices

# Words for orders; rules may add their own.
MOVE, RUSH, HOLD, JUMP, BOARD = "move", "rush", "hold", "jump", "board"

WALK = MovementMode(apart=1.0, coherency=2.0, spread=12.0)  # cohesion


def loose(form: Formation) -> bool:
    """Whether models that stand so are out of cohesion."""
    if holds_together(form, WALK.coherency, WALK.measure, WALK.spread):
        return False  # as is known of whoever has moved so
    return bool(out_of(form, WALK.coherency, WALK.measure, WALK.spread))


@memo(4096)
def spoken(members: tuple[Any, ...], moment: str) -> tuple[Any, ...]:
    """The voices of a unit at a moment, each rule of the list once: the first that stands on a model."""
    found: dict[str, Any] = {}
    for member in members:
        for speak in voices(member, moment):
            found.setdefault(speaker(speak).slug, speak)
    return tuple(found.values())


class Orders:
    """One unit's activation while it lasts: what is open, what must be done, and what has been done already."""

    among: frozenset[str] | None = None  # no other orders are open, whatever is offered later
    moved = False
    rushed = False
    over = False  # the activation ends where it stands
    may_shoot = True
    may_assault = True
    towards: tuple[int, ...] = ()  # a move must be a full one towards one of these
    must_shoot = False  # it must shoot at somebody, when it still can
    must_assault: tuple[int, ...] = ()  # one of these must be charged, when it can be reached
    stops: Callable[[Formation], bool] | None = None  # where a rush comes to a halt
    halted = False  # its rush has come to a halt there
    failed_jump = False
    jump: Any = None
    free = False  # the unit need not shoot the nearest
    eager = False  # it must assault if it can
    shuns = False  # a forced move avoids hazardous ground
    fits: Callable[[Formation], bool] | None = (
        None  # what must hold after a move, and what is said of those that do not
    )
    unless = ""
    nearer = False  # a forced move may be any that ends nearer
    post: tuple[float, float, float] | None = None  # a place that it may not leave: x, y, inches

    def __init__(self, t: Table, u: int) -> None:
        self.t = t
        self.u = u
        self.words: list[str] = [STAY, MOVE, RUSH, HOLD]
        self.barred: set[str] = set()  # orders that are not open, whatever is offered later
        self.silent: set[int] = set()  # models, by their place in the unit, that do something else instead of shooting
        self.executed: dict[int, int] = {}  # models put to death in it, by unit
        self.by: list[str] = []
        self.why: list[str] = []
        # what a program has found out already while it chooses: shooting from here and standing here, and each order
        self.weighed: tuple[float, float] | None = None
        self.valued: dict[str, tuple[float, str]] = {}
        self.ways: dict[str, Any] = {}  # where it may go by each, with what it was found of: the table as it stood
        self.gains: dict[str, float] = {}  # what the ground within each kind of move is worth

    def only(self, words: Sequence[str], by: Rule, why: str) -> None:
        """Nothing but these orders; rules that leave nothing to do leave the unit standing."""
        self.among = frozenset(words) if self.among is None else self.among.intersection(words)
        left = [w for w in self.words if w in self.among]
        self.words = left or [STAY]
        self.says(by, why)

    def forbid(self, word: str, by: Rule, why: str) -> None:
        """One order is not open."""
        self.barred.add(word)
        if word in self.words:
            self.words = [w for w in self.words if w != word] or [STAY]
            self.says(by, why)

    def offer(self, word: str) -> None:
        """One more order is open, unless something said before leaves no room for it."""
        if word not in self.words and word not in self.barred and (self.among is None or word in self.among):
            self.words.append(word)

    def ends(self, by: Rule, why: str) -> None:
        """The activation is over."""
        self.over = True
        self.says(by, why)

    def says(self, by: Rule, why: str) -> None:
        """Keeps who has spoken, for the report."""
        if id_of(by) not in self.by:
            self.by.append(id_of(by))
        if why not in self.why:
            self.why.append(why)


class MoveDistance:
    """How far a unit goes with one kind of move, while rules still speak. ``kind``: "move", "rush", "charge", "close"."""

    def __init__(self, kind: str, mv: int, inches: float) -> None:
        self.kind = kind
        self.mv = mv
        self.inches = inches
        self.stuck = False
        self.by: list[str] = []

    def nowhere(self, by: Rule) -> None:
        """It does not move at all."""
        self.stuck = True
        self.by.append(id_of(by))

    def more(self, inches: float, by: Rule) -> None:
        """So much further."""
        self.inches += inches
        self.by.append(id_of(by))


@memo(8192)
def reach(
    members: tuple[Any, ...], kind: str, immobile: bool = False, rush: float = 2.0, lost: int = 0
) -> tuple[float, tuple[str, ...]]:
    """How far a unit goes: as far as its slowest model; and the rules that help it. ``lost``: inches of MV it has lost."""
    best: tuple[float, tuple[str, ...]] | None = None
    for member in bearers(members):
        mv = 0 if immobile else max(0, int(member.stats.MV) - lost)
        own = MoveDistance(kind, mv, mv * (rush if kind == "rush" else 1.0))
        for speak in voices(member, "reach") if mv else ():
            speak(own)
        inches = 0.0 if own.stuck else own.inches
        if best is None or inches < best[0]:
            best = inches, tuple(own.by)
    return best or (0.0, ())


@memo(4096)
def movement_mode(members: tuple[Any, ...]) -> MovementMode:
    """How a unit goes over the ground: what every model of it can."""
    made, those = WALK, bearers(members)
    for speak in spoken(those, "movement_mode"):
        made = speak(made, those)
    return _one_of_each(made)


@memo(256)
def _one_of_each(own: MovementMode) -> MovementMode:
    """The first of equal movement modes: what is kept of a ground by mode is found at a glance when they are the very same."""
    return own


def each_alone(own: MovementMode) -> MovementMode:
    """The movement mode of models that go each for itself."""
    return replace(own, coherency=0.0, spread=0.0)


@memo(4096)
def bearers(members: tuple[Any, ...]) -> tuple[Any, ...]:
    """The profiles whose legs count: guards may carry a guarded person no larger than themselves (VOID 1.1: Guard)."""
    different = tuple(dict.fromkeys(members))
    guards = [m for m in different if any(speak() for speak in voices(m, "guards"))]
    if not guards or len(guards) == len(different):
        return different
    size = max(m.stats.SZ for m in guards)
    return tuple(m for m in different if m in guards or size < m.stats.SZ)


@memo(4096)
def short_of_crew(members: tuple[Any, ...], lost: int) -> int:
    """The inches of MV that it costs a unit to have lost so many models: of those who move a mounted weapon."""
    return max((int(speak(lost)) for speak in team_voices(tuple(dict.fromkeys(members)), "crewed")), default=0)


def reach_of(t: Table, u: int, kind: str) -> tuple[float, tuple[str, ...]]:
    """How far a unit on the table goes with one kind of move, in inches, and the rules that help it."""
    unit = t.units[u]
    members = unit.members
    lost = unit.start - len(members)
    if lost:
        lost = short_of_crew(members, lost)
    rush = 2.0 if t.rulings.get("rush", "2xMV") == "2xMV" else 1.5
    return reach(members, kind, bool(unit.effects) and unit.has("immobilised"), rush, lost)


MARKER_PHASE = "marker phase"  # the moment at which markers of a game turn are cleared


ON_HOLD = "on hold"
NO_SHOT = "on hold without a shot"  # it went on hold while its crew was shaken; to the next marker phase


def go_on_hold(t: Table, u: int, by: tuple[str, ...] = ()) -> Procedure:
    """A unit goes on hold until the next marker phase."""
    if not t.units[u].has(ON_HOLD):
        yield from give(t, u, ON_HOLD, MARKER_PHASE, by=by)


def recovered(t: Table, u: int) -> Procedure:
    """The activation that a shaken crew could not shoot in is over; what it does from hold until the next is part of it."""
    yield Emit(Over(u, "shaken"))
    if t[u].has(ON_HOLD):
        yield from give(t, u, NO_SHOT, MARKER_PHASE, quiet=True)
