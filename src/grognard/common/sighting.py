"""What a unit would see of another and could do to it as both stand: for whoever looks before he picks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from ..kernel.asks import Procedure
from ..table.sight.visibility import Sight
from ..table.state import Table, Unit


class Prospect(Struct):
    """The answer of a system: which target models each model sees, sentences about sight, range and cover, and the attack.

    ``procedure(*args)`` is the very attack of the battle, ``read`` gives (models slain, damage) of its result; without a procedure
    ``why`` says why there are no odds.
    """

    views: tuple[tuple[int, ...], ...]
    lines: list[str]
    procedure: Callable[..., Procedure] | None = None
    args: tuple[Any, ...] = ()
    read: Callable[[Any], tuple[int, int]] | None = None
    why: str = ""

    @property
    def sees(self) -> bool:
        """Whether anybody sees anybody."""
        return any(self.views)


def in_words(t: Table, unit: Unit, target: Unit, seen: Sequence[int], sight: Sight | None = None) -> list[str]:
    """What a unit sees of another, what is in the way and what gives cover, as sentences."""
    name, whole = t.name(target.id), target.size
    many = "all" if len(seen) == whole else f"{len(seen)} of {whole}"
    lines = [f"{t.name(unit.id)} sees {many} of {name}" if seen else f"{t.name(unit.id)} does not see {name}"]
    if sight is None:
        return lines
    if sight.blocks:
        lines.append(f"in the way: {', '.join(dict.fromkeys(_called(t, what) for what in sight.blocks))}")
    for cover in sight.cover:
        how = "in" if cover.how == "in" else "behind"
        lines.append(f"{len(cover.models)} of {name} {how} {_called(t, cover.what)}")
    return lines


def _called(t: Table, what: Any) -> str:
    return t.name(what) if type(what) is int else str(what)
