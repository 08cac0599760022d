"""What every event is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from msgspec import Struct

from ..kernel.plain import plain
from .state import Table


class Event(Struct, frozen=True, kw_only=True):
    """Something that happened. Systems add their own by subclassing; names are unique over all systems."""

    by: Sequence[str] = ()
    secret: int | None = None

    full: ClassVar[bool] = False  # told in a full report only

    def on(self, t: Table) -> None:
        """Writes the event to the table. An event that only tells something writes nothing."""

    def told(self, t: Table) -> str:
        """One sentence for a battle report; "" for what nobody wants to read."""
        return ""

    def plain(self) -> list[Any]:
        """The event as plain data, equal for equal events."""
        row: list[Any] = [type(self).__name__]
        row += [plain(getattr(self, f)) for f in self.__struct_fields__ if f not in ("by", "secret")]
        return [*row, list(self.by)] if self.by else row

    def masked(self, t: Table, player: int | None) -> str:
        """What a player (None: an onlooker) is told instead of a secret."""
        return f"{side_name(t, self.secret)} does something in secret" if self.secret is not None else self.told(t)


def side_name(t: Table, side: int) -> str:
    """What a battle report calls a side."""
    names: tuple[str, ...] = getattr(t.scenario, "sides", ()) or ()
    return names[side] if len(names) > side else f"Player {side + 1}"
