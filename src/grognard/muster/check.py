"""Is a list sound? What any system can say of it, and what the force's own system adds."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec import Struct

from ..common.profiles import Force
from ..common.schema import Schema
from ..errors import GrognardError
from .forces import differences, points, registered
from .names import nearest, plain

ADVICE = ("totals", "points", "names", "models", "squads", "weapons", "limits", "army", "organised")
DIFFERS = "differs from what this rules pack encodes"


class Advice(Struct, frozen=True):
    """One thing that is wrong with a list, and by which name it can be switched off (one of ADVICE)."""

    name: str
    says: str

    def __str__(self) -> str:
        return f"{DIFFERS}: {self.says} [{self.name}]"


def faults(
    force: Force,
    limit: int | None = None,
    schema_of: Callable[[str], Schema] | None = None,
    organised: bool = False,
) -> list[str]:
    """What is wrong with a list, one sentence each, [] when nothing is. See ``advice``."""
    return [found.says for found in advice(force, limit, schema_of, organised)]


def advice(
    force: Force,
    limit: int | None = None,
    schema_of: Callable[[str], Schema] | None = None,
    organised: bool = False,
    ignore: Iterable[str] = (),
    broken: Iterable[str] = (),
) -> list[Advice]:
    """What is wrong with a list, but what ``ignore`` switches off by its name. Raises GrognardError for a name not in ADVICE.

    ``limit``: the most points it may have; ``organised``: it must also keep to the system's limits of organised play;
    ``broken``: the limits of its catalogues that it breaks, as ``limits.judged`` finds them.
    """
    left = set(ignore)
    for name in sorted(left - set(ADVICE)):
        raise GrognardError(f"unknown advice {name!r}", where="--ignore", hint=nearest(name, ADVICE))
    schema = (schema_of or registered)(force.system)
    out = [Advice("totals", said) for said in differences(force)]
    if not force.kinds:
        out.append(Advice("models", "the force has no units"))
    total = points(force)
    if limit is not None and total > limit:
        out.append(Advice("points", f"{total} points, {total - limit} more than {limit}"))
    out += [Advice("names", said) for said in _names(force)]
    for kind in force.kinds:
        if not kind.models:
            out.append(Advice("models", f"unit {kind.name!r} has no models"))
        squad = kind.detail("squad")
        if squad is not None and not squad[0] <= len(kind.models) <= squad[1]:
            many = f"unit {kind.name!r} has {len(kind.models)} in the squad, not {squad[0]} to {squad[1]}"
            out.append(Advice("squads", many))
        for name in kind.unread:
            if name.startswith("weapon "):
                out.append(
                    Advice("weapons", f"unit {kind.name!r} has a weapon without a profile that can be read: {name[7:]}")
                )
    out += [Advice("limits", said) for said in broken]
    out += [Advice("army", said) for said in (*schema.force_faults(force), *schema.army_faults(force, limit))]
    if organised:
        out += [Advice("organised", said) for said in schema.force_limits(force)]
    return [found for found in out if found.name not in left]


def _names(force: Force) -> list[str]:
    """Names that differ in punctuation only; equal ones are told apart by number."""
    out: list[str] = []
    names: dict[str, str] = {}
    for kind in force.kinds:
        alike = names.setdefault(plain(kind.name), kind.name)
        if alike != kind.name:
            out.append(f"units {alike!r} and {kind.name!r} cannot be told apart by name")
    return out
