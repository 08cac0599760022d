"""Buildings as targets: who holds them, and whose weapons fire by themselves."""

from __future__ import annotations

from ....common.profiles import Model
from ....kernel.memo import memo
from ....table.state import Table, Unit
from ..attack.weapons import Firing
from ..squads import own_voices
from .transports import capacity


def seats_above(u: Unit) -> int:
    """How many models the battlements of a building hold; 0 when it has none."""
    return int(u.kind.detail("battlements", 0)) if u.kind.details else 0


def above(t: Table, c: int) -> list[Unit]:
    """The units on the battlements of a building."""
    return [u for u in t.units if u.aboard == c and u.place == "table"] if seats_above(t[c]) else []


def attackable(t: Table, v: int) -> bool:
    """Whether a unit may be shot at and charged: an empty building may not, unless it defends itself."""
    unit = t.units[v]
    if unit.kind.type != "Building" or not capacity(unit):
        return True
    return bool(t.cargo(v)) or automated(unit.members[0]) or bool(above(t, v))


@memo(4096)
def automated(model: Model) -> bool:
    """Whether its weapons fire by themselves."""
    fire = Firing()
    for weapon in dict.fromkeys(w for w in model.weapons if not w.stats.melee):
        for speak in own_voices(model, "firing"):
            speak(fire, weapon)
    return bool(fire.automatic)
