"""Night Fighting: a player may ask for the dark before the battle; the dice say whether it falls."""

from __future__ import annotations

from ....kernel.asks import Choose, Emit, Procedure, Roll
from ....kernel.faces import Test
from ....kernel.purpose import Purpose
from ....table.events import Noted, Said, side_name
from ....table.state import Table

NIGHT = "night"  # noted: it is dark in the first round
FALLS = (False, False, False, True, True, True)
DARK_ROUNDS = 1


def dark(t: Table) -> bool:
    """Whether Night Fighting is on."""
    return t.clock.round <= DARK_ROUNDS and NIGHT in t.memory


def _falls(t: Table, side: int) -> Test:
    """The roll for night that a player has asked for."""
    words = f"nightfall (asked for by {side_name(t, side)})"
    comes_to = "night falls", "it stays light"
    return Test(Purpose("nightfall", what=words, words=f"{words}, 4+", needs="4+", comes_to=comes_to), 6, FALLS)


def nightfall(t: Table) -> Procedure:
    """Either player may ask for night; then it falls on 4+ and lasts for the first round. By ruling it never does, or always."""
    said = t.ruling("night")
    falls = said == "first-round"
    if said == "asked":
        for side in (0, 1):
            words = f"does {side_name(t, side)} want to fight in the dark?"
            if (yield Choose(side, words, ("no", "yes"), default="no", about=("night", side))) == "yes":
                falls = yield Roll(_falls(t, side))
                yield Emit(Said("night falls over the first round" if falls else "it stays light"))
                break
    if falls:
        yield Emit(Noted(NIGHT, True))
