"""Sweeping Advances: who pursues, the roll, and who is caught."""

from __future__ import annotations

from collections.abc import Iterable

from ....common.building import Because, because
from ....common.profiles import Model
from ....common.rules import Rule, voices
from ....common.schema import Count, rolled
from ....kernel.asks import Procedure, Roll
from ....kernel.faces import die
from ....table.state import Table
from ..condition import armoured
from ..model_marks import under
from ..shooting.artillery import has_guns
from ..squads import squad_of


class Sweep:
    """A unit's roll of a Sweeping Advance, while rules speak."""

    def __init__(self) -> None:
        self.dice: list[Count] = []
        self.more: list[Because] = []
        self.stays: list[Because] = []

    def add(self, dice: str | int, by: Rule | str, says: str) -> None:
        """It adds so much to its roll: a number, or dice like "D3"."""
        self.dice.append(Count.of(dice))
        self.more.append(because(by, says))

    def never(self, by: Rule | str, says: str) -> None:
        """It makes no Sweeping Advances."""
        self.stays.append(because(by, says))


def sweeping(members: tuple[Model, ...]) -> Sweep:
    """How the unit that these models make pursues."""
    found = Sweep()
    for speak in voices(squad_of(members), "sweeping"):
        speak(found)
    if has_guns(members):
        found.never("Artillery", "it stays with its guns")
    return found


def can_sweep(t: Table, f: int, fleeing: list[int]) -> bool:
    """Whether a winner that has been engaged may pursue: no vehicle, and locked with nobody who stands."""
    unit = t[f]
    return not (armoured(unit) or sweeping(unit.members).stays) and all(x in fleeing for x in unit.foes)


def pace(members: tuple[Model, ...]) -> int:
    """The Initiative that a unit adds to pursuit and escape: of its profiles, the majority's, whatever has been done to them.

    >>> from grognard.systems.usr.examples import model
    >>> from grognard.systems.usr.model_marks import wearing
    >>> from grognard.systems.usr.rules.lasting import Concussed
    >>> pace((wearing(model(I=5), Concussed()),))
    5
    """
    return squad_of(tuple([under(m, ()) for m in members])).I


def swept(t: Table, fleeing: Iterable[int], chasers: Iterable[int]) -> Procedure:
    """The units that are caught as they fall back, each with the ids of the rules that had a part in it.

    Each unit that pursues throws a D6 and adds its unmodified Initiative, so does each that flees; whoever pursues catches every
    unit it was locked with that has no more than it.
    """
    caught: list[tuple[int, tuple[str, ...]]] = []
    pursuit = {}
    for f in chasers:
        pace_of = pace(t[f].members)
        pursuit[f] = pace_of + (yield Roll(die(6, f"sweeping advance of {t.name(f)}, Initiative {pace_of} is added")))
        for more in sorted(sweeping(t[f].members).dice, key=str):
            pursuit[f] += yield from rolled(more, "sweeping advance, more")
    for u in fleeing:
        after = [f for f in t[u].foes if f in pursuit]
        if not after:
            continue
        pace_of = pace(t[u].members)
        escape = pace_of + (yield Roll(die(6, f"escape of {t.name(u)}, Initiative {pace_of} is added")))
        first = max(after, key=lambda f: pursuit[f])
        if pursuit[first] >= escape:
            caught.append((u, tuple(dict.fromkeys(b.id for b in sweeping(t[first].members).more if b.id))))
    return tuple(caught)
