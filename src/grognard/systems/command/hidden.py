"""Units that are hidden: one model stands for the whole unit until it is found or gives itself away."""

from __future__ import annotations

from functools import lru_cache

from ...common.deploy import FORWARD_OF, Places, bases, room, spread
from ...common.rules import id_of, kept, voices
from ...common.profiles import Model
from ...kernel.asks import Choose, Emit, Procedure, Roll
from ...kernel.faces import Test
from ...table.geometry import Form, footprint_of
from ...table.placing import Room, edge_strip, too_near
from ...table.state import Table
from . import field
from .commands import orders_of
from .events import HIDDEN, MARKER, HiddenArrives, Revealed, Searched


@lru_cache(maxsize=16)
def reveal_test(markers: int) -> Test:
    """Whether a unit that has been targeted so often is found: a D6 less its markers, 1 or less."""
    return Test("reveal", 6, tuple(face - markers <= 1 for face in range(1, 7)))
