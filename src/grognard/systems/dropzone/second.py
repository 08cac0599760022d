"""A unit of two profiles in its other one: another type, other MV, countermeasures and Armour, the same in all else."""

from __future__ import annotations

from msgspec.structs import replace

from ...common.profiles import Kind, Model, interned
from ...common.rules import kept
from .stats import MODEL


@kept(1024)
def other(kind: Kind) -> Kind | None:
    """The unit in its other profile; None for a unit of one."""
    first = kind.detail("first")
    if first is not None:
        return first  # type: ignore[no-any-return]
    table = dict(kind.detail("second", ()))
    if not table:
        return None
    type = table.pop("type")
    models = tuple(_as(model, table, f"{model.name} ({type})") for model in kind.models)
    details = (*(pair for pair in kind.details if pair[0] != "second"), ("first", kind))
    return interned(replace(kind, type=type, models=models, details=details))


def _as(model: Model, table: dict[str, object], name: str) -> Model:
    """A model with the figures of another profile; what it has become otherwise stays."""
    fields: dict[str, object] = {}
    for stat in MODEL:
        if stat.key in table:
            read = stat.read(table[stat.key])
            fields.update(zip(stat.filled, read if len(stat.filled) > 1 else (read,), strict=True))
    return interned(replace(model, name=name, stats=replace(model.stats, **fields)))
