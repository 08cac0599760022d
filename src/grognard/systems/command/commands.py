"""The commands that tokens stand for: how far a unit goes, through what, and whether it shoots or fights."""

from __future__ import annotations

from msgspec import Struct

from ...common.profiles import Model
from ...common.rules import Rule, id_of, voices
from ...kernel.memo import memo


class Command(Struct, frozen=True):
    """One command. ``moves`` counts the unit's Move; ``crosses``: it may enter and cross cover."""

    name: str
    moves: int = 0
    crosses: bool = False
    shoots: bool = False
    charges: bool = False

    @property
    def moving(self) -> bool:
        """Whether its token shows that the unit moves."""
        return self.moves > 0


COMMANDS = {
    c.name: c
    for c in (
        Command("shoot", shoots=True),
        Command("advance", moves=1, shoots=True),
        Command("overrun", moves=2, shoots=True),
        Command("charge", moves=1, crosses=True, charges=True),
        Command("overcharge", moves=2, charges=True),
        Command("move", moves=1, crosses=True),
        Command("run", moves=2),
    )
}
REACTING = ("shoot", "advance", "overrun")  # tokens that may be flipped when the unit is targeted


class OpenCommands:
    """Which commands are open to a unit, while its rules speak. What one forbids no other allows."""

    def __init__(self, idle: bool) -> None:
        self.idle = idle
        self.open = ["move", "shoot", "stay"] if idle else list(COMMANDS)
        self._forbidden: set[str] = set()
        self.by: dict[str, tuple[str, ...]] = {}  # command: ids of the rules that offer it

    def forbid(self, names: tuple[str, ...], by: Rule) -> None:
        """These commands are not for the unit."""
        self._forbidden.update(names)

    def offer(self, name: str, by: Rule) -> None:
        """One more command for an Idle unit."""
        if name not in self.open:
            self.open.append(name)
        self.by[name] = (*self.by.get(name, ()), id_of(by))

    @property
    def names(self) -> tuple[str, ...]:
        """The commands that are open."""
        return tuple(name for name in self.open if name not in self._forbidden)


@memo(4096)
def orders_of(members: tuple[Model, ...], idle: bool) -> OpenCommands:
    """What the models of a unit may be commanded to do; ``idle``: without a token."""
    orders = OpenCommands(idle)
    for model in dict.fromkeys(members):
        for voice in voices(model, "commands"):
            voice(orders)
    return orders
