"""Is a list sound? What any system can say of it, and what the force's own system adds."""

from __future__ import annotations

from collections.abc import Callable

from ..common.profiles import Force
from ..common.schema import Schema
from .names import plain


def points(force: Force) -> int:
    """The points of all units together, without those that are brought into play by others of the force."""
    return sum(kind.points for kind in force.kinds if not kind.detail("conjured"))


def differences(force: Force) -> tuple[str, ...]:
    """What did not add up in the file that the force was read from, one sentence each."""
    return tuple(said for key, sentences in force.details if key == "faults" for said in sentences)


def faults(
    force: Force,
    limit: int | None = None,
    schema_of: Callable[[str], Schema] | None = None,
    organised: bool = False,
) -> list[str]:
    """What is wrong with a list, one sentence each, [] when nothing is.

    ``limit``: the most points it may have; ``organised``: it must also keep to the system's limits of organised play.
    """
    from .native import registered

    schema = (schema_of or registered)(force.system)
    out: list[str] = list(differences(force))
    if not force.kinds:
        out.append("the force has no units")
    total = points(force)
    if limit is not None and total > limit:
        out.append(f"{total} points, {total - limit} more than {limit}")
    names: dict[str, str] = {}
    for kind in force.kinds:
        alike = names.setdefault(plain(kind.name), kind.name)
        if alike != kind.name:
            out.append(f"units {alike!r} and {kind.name!r} cannot be told apart by name")
    for kind in force.kinds:
        if not kind.models:
            out.append(f"unit {kind.name!r} has no models")
        squad = kind.detail("squad")
        if squad is not None and not squad[0] <= len(kind.models) <= squad[1]:
            out.append(f"unit {kind.name!r} has {len(kind.models)} in the squad, not {squad[0]} to {squad[1]}")
    out += schema.force_faults(force)
    out += schema.army_faults(force, limit)
    return out + schema.force_limits(force) if organised else out
