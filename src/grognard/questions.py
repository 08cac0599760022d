"""Exact odds of units named as people name them, kept by value: asking the same thing again costs next to nothing.

The Python interface, the commands and the web page all ask through here.
"""

from __future__ import annotations

import os
from collections.abc import Callable

from msgspec.structs import replace

from . import systems
from .common.alter import weapons_of
from .common.asking import Attacker, Situation, ask_in_turn, in_turn, words
from .common.odds import Odds
from .common.profiles import Kind, Weapon
from .errors import GrognardError
from .kernel.budget import Budget
from .kernel.memo import memo


def unit(ref: str | Kind) -> Kind:
    """The unit of a reference: ``FILE:UNIT`` or ``SYSTEM/SAMPLE:UNIT``."""
    return _found(ref)[0]


def _found(ref: str | Kind, catalogues: tuple[str, ...] = ()) -> tuple[Kind, tuple[Weapon, ...], str]:
    """The unit of a reference, the weapons of the force that it stands in, and what does not add up in its list."""
    return (ref, (), "") if isinstance(ref, Kind) else _read_unit(ref, catalogues, _stamp(ref))


@memo(256)
def _read_unit(ref: str, catalogues: tuple[str, ...], stamp: tuple[int, int]) -> tuple[Kind, tuple[Weapon, ...], str]:
    """The unit of a file and the weapons of its force, kept until the file changes."""
    from .muster.ref import resolve_unit

    kind, force = resolve_unit(ref, catalogues)
    arsenal = tuple(dict.fromkeys(w for each in force.kinds for w in weapons_of(each)))
    if not force.details:  # nothing is said of a list in which all adds up
        return kind, arsenal, ""
    from .muster.forces import doubt

    return kind, arsenal, doubt(force, ref.partition(":")[0])


def _stamp(ref: str) -> tuple[int, int]:
    """When the file of a reference was changed and how long it is; zeros for what is no file, such as a sample."""
    try:
        found = os.stat(ref.partition(":")[0])
    except (OSError, ValueError):
        return 0, 0
    return found.st_mtime_ns, found.st_size


def odds(
    attacker: str | Kind,
    target: str | Kind,
    situation: Situation,
    tell: Callable[[int], None] | None = None,
    catalogues: tuple[str, ...] = (),
) -> Odds:
    """The odds; ``tell`` hears how many states have been counted so far; ``catalogues``: in which pasted lists are looked up.

    Raises GrognardError for anything that does not exist or cannot be.
    """
    if situation.take or situation.size is not None or situation.target_size is not None:
        attacker, target = equipped(attacker, target, situation.take, situation.size, situation.target_size)
        situation = replace(situation, take=(), size=None, target_size=None)
    (by, arsenal, *doubts), (on, _, other) = _found(attacker, catalogues), _found(target, catalogues)
    attackers = [Attacker(by, arsenal)]
    for one in situation.then:
        ref, own = _own(one)
        kind, its, doubted = _found(ref, catalogues)
        attackers.append(Attacker(kind, its, own))
        doubts.append(doubted)
    situation = replace(situation, then=())
    for kind in (one.kind for one in attackers):
        if kind.system != on.system:
            raise GrognardError(
                f"{kind.name} is of {kind.system}, {on.name} of {on.system}",
                hint="attacker and target must be of one system",
            )
    pack = None
    if situation.pack:
        from .muster import packs

        pack = packs.find(situation.pack, by.system)
        chosen = words(pack.rulings)
        situation = replace(situation, rulings=(*chosen, *situation.rulings), pack="")
    if tell is not None:
        found = ask_in_turn(systems.get(by.system), attackers, on, situation, Budget(tell=tell))
    else:
        found = _answered(tuple(attackers), on, situation)
    ruled = f"rulings of {pack.told()}" if pack else ""
    said = tuple(dict.fromkeys(one for one in (*doubts, other, ruled) if one))
    return replace(found, notes=(*said, *found.notes), pack=pack.name if pack else "") if said else found


def _own(one: str | Kind | tuple[str | Kind, str]) -> tuple[str | Kind, tuple[str, ...]]:
    """A later attacker and what is said of it alone, written behind its name or beside it.

    >>> _own("usr/A:Lantern Watch; range=6"), _own(("usr/A:Lantern Watch", "range=6; moved"))
    (('usr/A:Lantern Watch', ('range=6',)), ('usr/A:Lantern Watch', ('range=6', 'moved')))
    """
    if isinstance(one, Kind):
        return one, ()
    if isinstance(one, str):
        return in_turn(one)
    return one[0], in_turn(f";{one[1]}")[1]


def equipped(
    attacker: str | Kind,
    target: str | Kind,
    take: tuple[str, ...] = (),
    size: int | None = None,
    target_size: int | None = None,
) -> tuple[str | Kind, str | Kind]:
    """The references with sizes and options, those after ``target:`` the target's. Raises GrognardError for a unit by itself.

    >>> equipped("ours.json:Cart", "theirs.json:Crew", ("Net", "target: Hook"), target_size=4)
    ('ours.json:Cart+Net', 'theirs.json:4xCrew+Hook')
    """
    from .muster.upgrades import asked

    options: tuple[list[str], list[str]] = [], []
    for said in take:
        side, colon, name = said.partition(":")
        to_target = bool(colon) and side.strip().lower() == "target"
        option = (name if to_target else said).strip()
        if not option:
            raise GrognardError("no option named", where="--take", hint="'grognard roster show FILE:UNIT' lists them")
        options[to_target].append(option)
    found: list[str | Kind] = []
    for ref, own, number in zip((attacker, target), options, (size, target_size), strict=True):
        if own or number is not None:
            if not isinstance(ref, str):
                where = "--take" if own else "--size"
                raise GrognardError(f"{ref.name} comes from no file", where=where, hint="write FILE:UNIT+Option")
            ref = asked(ref, number, own)
        found.append(ref)
    return found[0], found[1]


@memo(1024)
def _answered(attackers: tuple[Attacker, ...], target: Kind, situation: Situation) -> Odds:
    return ask_in_turn(systems.get(target.system), attackers, target, situation)
