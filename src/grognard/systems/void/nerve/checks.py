"""CD checks of a unit: command, morale and rally checks, each built once for the models that are left."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from ....common.building import Building, Built
from ....common.rules import Rule, bearing, expanded, id_of, voices
from ....kernel.asks import Procedure, Roll
from ....kernel.memo import memo
from ..moments import speaker
from ..rulings import Terms

LOSSES, SUPPRESSION, TERROR, RALLY = "morale", "suppression", "terror", "rally"  # the kinds of checks of nerve
MORALE = (LOSSES, SUPPRESSION, TERROR)  # checks whose failure is panic
PANIC = "panic"  # what a unit is immune to that needs no check for its losses
STANDS, PANICKED, RAMPAGING = "", "panicked", "rampaging"  # what a check of nerve may come to


class Company(Struct, frozen=True, cache_hash=True):
    """A unit as its checks see it: the different profiles left in it, and rules lent by others near it."""

    members: tuple[Any, ...]
    terms: Terms = Terms()
    lent: tuple[Rule, ...] = ()
    guarding: bool = True  # whether what its guards stand by is still there

    def voices(self, moment: str) -> Iterator[Any]:
        """What every rule in the unit, and those lent to it, have to say at a moment."""
        for member in self.members:
            yield from voices(member, moment)
        for rule in expanded(self.lent):
            if hasattr(type(rule), moment):
                yield getattr(rule, moment)


@memo(16384)
def different(members: tuple[Any, ...]) -> tuple[Any, ...]:
    """The different profiles among the models, in order: all that "any", "every" and "the highest" depend on."""
    return tuple(dict.fromkeys(members))


def command_of(members: tuple[Any, ...]) -> int:
    """The CD a unit checks on: that of its leader or of an individual with it, else the highest.

    By default (ruling ``joining``): those who have joined share their CD.
    """
    leaders = [int(m.stats.CD) for m in members if m.role in ("leader", "individual")]
    return max(leaders or [int(m.stats.CD) for m in members])


def highest_command(members: tuple[Any, ...]) -> int:
    """The highest CD among the models."""
    return max(int(m.stats.CD) for m in members)


def shared(members: tuple[Any, ...], rule: type[Rule]) -> bool:
    """Whether a rule holds for the whole unit that individuals and squads extend to each other.

    Every model of the squad has it, or an individual with it does.
    """
    have = [bearing(m, rule) is not None for m in members]
    if any(h and m.role == "individual" for h, m in zip(have, members, strict=True)):
        return True
    squad = [h for h, m in zip(have, members, strict=True) if m.role != "individual"]
    return bool(squad) and all(squad)


class Check(Building):
    """d10 + CD + modifiers, 10 or more. Of bonuses of one special rule only the highest counts."""

    def __init__(self, name: str, cd: int, terms: Terms) -> None:
        super().__init__(name, terms.check - cd, 10, terms.fails, terms.passes)
        self.terms = terms
        self._bonuses: dict[str, tuple[int, Rule, str]] = {}
        self.say("CD", f"CD {cd}, so {max(terms.check - cd, 1)}+ on the die")

    def bonus(self, n: int, by: Rule, says: str) -> None:
        """A bonus to the roll; the highest of one rule counts."""
        if by.slug not in self._bonuses or n > self._bonuses[by.slug][0]:
            self._bonuses[by.slug] = (n, by, says)

    def done(self, ordering: dict[frozenset[str], str] | None = None) -> Built:
        given = list(self._bonuses.values())
        if not self.terms.both_bonuses and given:
            given = [max(given, key=lambda one: one[0])]
        for n, by, says in given:
            self.add(n, by, says)
        self._bonuses = {}
        return super().done(ordering)


@memo(16384)
def check(kind: str, company: Company, modifier: int = 0, why: str = "", cd: int | None = None) -> Built:
    """A CD check of the unit, of the named kind; ``cd`` when one model of the unit makes it by itself."""
    building = Check(f"{kind} check", command_of(company.members) if cd is None else cd, company.terms)
    for speak in company.voices("command"):
        speak(building, company)
    moment = "morale" if kind in MORALE else "rally" if kind == RALLY else ""
    for speak in company.voices(moment) if moment else ():
        speak(building, company)
    if modifier:
        building.add(modifier, "suppressive fire", f"{modifier:+d}" + (f", {why}" if why else ""))
    return building.done()


def immunity(company: Company, to: str) -> Rule | None:
    """The rule by which the unit needs no check (PANIC, TERROR, SUPPRESSION), or None."""
    for speak in company.voices("immune"):
        if speak(company, to):
            return speaker(speak)
    return None


def failing(company: Company) -> tuple[str, Rule | None]:
    """What a failed morale check makes of the unit, and the rule that says so: PANICKED, or something else."""
    for speak in company.voices("instead_of_panic"):
        if word := speak(company):
            return word, speaker(speak)
    return PANICKED, None


# --- what losses do ---------------------------------------------------------------------------------------------------


def losses_tell(before: int, after: int, how: Any, enemys: bool = True) -> str:
    """Why losses call for a morale check, "" when they do not: the models that an activation met, and those left.

    ``enemys``: it was an enemy's activation; in its own side's only being the last one left tells.
    """
    if not 0 < after < before:
        return ""
    part = 4 if how.quarter else 2
    if enemys and (before - after) * part >= before:
        return f"{before - after} of {before} models lost"
    if how.last_man and after == 1:
        return "one model left"
    return ""


@memo(16384)
def panic_check(
    company: Company, kind: str, modifier: int = 0, why: str = ""
) -> tuple[Built | None, str, tuple[str, ...]]:
    """The morale check of a unit, what failing makes of it, and the rules that speak; None when it needs no check.

    ``kind`` is one of MORALE.
    """
    word, by = failing(company)
    spoken = (by,) if by is not None else ()
    spared = immunity(company, PANIC if kind == LOSSES else kind)
    if spared is not None:
        return None, word, (id_of(spared),)
    built = check(kind, company, modifier, why)
    return built, word, tuple(dict.fromkeys([*built.ids, *map(id_of, spoken)]))


def shock(company: Company, kind: str, modifier: int = 0, why: str = "") -> Procedure:
    """The morale check made: whether the unit STANDS, else what becomes of it."""
    built, word, _ = panic_check(company, kind, modifier, why)
    if built is None or (yield Roll(built.test)):
        return STANDS
    return word
