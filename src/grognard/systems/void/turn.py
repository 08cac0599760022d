"""The game turn of VOID: marker phase, initiative, and the two players activating one unit after the other."""

from __future__ import annotations

from ...common.deploy import deploying
from ...common.game import Game
from ...common.scenario import closing
from ...common.steps import alternate, next_step, one_of, rounds, to_act
from ...kernel.asks import Choose, Emit, Procedure, Roll
from ...kernel.faces import Throw
from ...table.events import Led, Passed
from ...table.paths import Gait
from ...table.state import Table, Unit
from . import worth
from .activation import activation
from .harming import MARKER_PHASE
from .nerve import LOSSES
from .orders import gait


def setting_up(t: Table, player: int) -> Procedure:
    """The players put down one unit after the other."""
    yield from deploying(t, player)


def marker_phase(t: Table, player: int) -> Procedure:
    """What lasts for a game turn is cleared away: holds, painted targets, positions given away."""
    if MARKER_PHASE in t.ends:
        yield Emit(Passed(MARKER_PHASE))
    yield from next_step(t)


def initiative(t: Table, player: int) -> Procedure:
    """Both roll; the higher says who activates the first unit."""
    ahead = yield Roll(INITIATIVE)
    while ahead < 0:
        ahead = yield Roll(INITIATIVE)
    first = yield Choose(ahead, "who activates first?", (ahead, 1 - ahead), default=ahead, about=("first", ahead))
    yield Emit(Led(first, "initiative"))
    yield from next_step(t)


def activations(t: Table, player: int) -> Procedure:
    """One unit is activated and does all it does; then the other player activates one."""
    if not (yield from one_of(t, player, "activate which unit?", to_act(t, player), activation)):
        yield from next_step(t)


def _ahead(faces: tuple[int, ...]) -> int:
    """Who has rolled higher, -1 when both rolled the same."""
    return -1 if faces[0] == faces[1] else int(faces[1] > faces[0])


INITIATIVE = Throw("initiative", (10, 10), _ahead)

STEPS = rounds((marker_phase, initiative, activations), before=(setting_up,), closing=(closing,))


def _wounds(model: object) -> int:
    return int(model.stats.W)  # type: ignore[attr-defined]


def _gait(t: Table, unit: Unit) -> Gait:
    return gait(unit.members)


def _holds(t: Table, unit: Unit) -> bool:
    """Units that have lost their nerve hold nothing."""
    return not (unit.has("panicked") or unit.has("rampaging"))


GAME = Game(
    id="void",
    steps=STEPS,
    wounds=_wounds,
    next_player=alternate,
    gait=_gait,
    holds=_holds,
    worth=worth.worth,
    after_loss=LOSSES,
)
