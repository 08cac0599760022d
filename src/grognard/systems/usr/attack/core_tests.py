"""The figures and rolls of an attack as profiles and the core rules make them, before a special rule speaks.

Each is stated once, ready for rules to speak to it. Where none speaks it is what it is for all attacks of equal numbers: the
same with ``only_`` before its name is kept, and nothing may be added to it any more.
"""

from __future__ import annotations

from msgspec.structs import replace

from ....common.building import Because, Building, Built
from ....kernel.memo import memo
from ..slots import NO_AP, Figure, Harm, Landing, Saves, ToHit, ToWound
from . import core_tables
from .ordering import ORDERING

Why = tuple[Because, ...]


def skill(name: str, printed: int, low: tuple[int, str, str] | None = None) -> Figure:
    """Weapon Skill or Ballistic Skill; ``low``: how much it is at most, and why."""
    figure = Figure(name, printed)
    if low is not None:
        figure.at_most(*low)
    return figure


def strength(printed: int | str, own: int, weapon: str) -> Figure:
    """The Strength of a weapon in the hands of a model with a Strength of its own."""
    if isinstance(printed, int):
        return Figure("Strength", printed)
    if printed == "D":
        figure = Figure("Strength", 10)
        figure.say("Destroyer", "counts as Strength 10")
        return figure
    if printed == "X":
        return Figure("Strength", 0)
    figure = Figure("Strength", own, least=1 if own and printed.startswith("-") else 0)
    if printed[:1] in ("+", "-"):
        figure.add(int(printed), weapon, f"Strength {printed}")
    elif printed.startswith("x"):
        figure.multiply(int(printed[1:]), weapon, f"Strength {printed}")
    return figure


def piercing(ap: int) -> Figure:
    """The AP; 7 is none."""
    return Figure("AP", ap, least=1, most=NO_AP)


def landing(template: str) -> Landing:
    """What takes the place of a roll to hit: a template, or nothing."""
    found = Landing()
    if template:
        found.template = template
        found.say("Template", "every model under the template is hit")
    return found


def to_hit(skill: int, against: int | None, why: Why) -> ToHit:
    """The roll to hit of a shot, or of a blow ``against`` a Weapon Skill; ``why`` the skill is what it is."""
    if against is not None:
        test = ToHit("to hit", core_tables.to_hit_in_combat(skill, against))
        test.say("Weapon Skill", f"{skill} against {against}")
    else:
        needs, second = core_tables.to_hit_by_skill(skill)
        test = ToHit("to hit", needs, second)
        test.say("Ballistic Skill", f"{skill}: {needs}+" if needs else "0: it cannot shoot")
        if needs is None:
            test.passes = ()
    test.because.extend(why)
    return test


def to_wound(strength: int, toughness: int, ap: int, why: Why) -> ToWound:
    """The roll to wound; ``why`` the Strength is what it is. A Strength of 0 does not wound by itself."""

    def means(natural: int, total: int, passed: bool) -> int | None:
        return ap if passed else None

    test = ToWound(core_tables.to_wound(strength, toughness) if strength else None, strength, ap, means)
    if strength:
        test.say("Strength", f"{strength} against Toughness {toughness}")
    test.because.extend(why)
    return test


def saves(
    armour: int | None, invulnerable: int | None, cover: int | None, cap: str, bare: str, grounded: bool, night: bool
) -> Saves:
    """The saves of a model; ``bare`` says what cover does not count against."""
    found = Saves(armour, invulnerable, cover, cap)
    if bare:
        found.deny("cover", bare, "ignores cover" if bare == "Template" else "cover does not count")
    if grounded:
        found.go_to_ground()
    if night:
        found.night()
    return found


def twice(strength: int, toughness: int) -> str:
    """ "twice" of as much, "more than twice" of more."""
    return "twice" if strength == 2 * toughness else "more than twice"


def fate(wounds: int, doubled: tuple[int, int] | None, deathblow: bool, spread: bool = False) -> Harm:
    """What an unsaved wound does to a model with so many wounds or hull points; ``doubled``: (Strength, Toughness) of which the one
    is at least twice the other; ``spread``: it comes of a blast or template."""
    harm = Harm(wounds, spread)
    if doubled is not None:
        harm.slay("Instant Death", f"Strength {doubled[0]} is {twice(*doubled)} Toughness {doubled[1]}")
    if deathblow:
        harm.costs_rolled("D6+6", "Destroyer", "a deathblow")
    return harm


def impact(name: str, needs: int) -> Built:
    """The roll to hit of a charge alone."""
    return replace(Building("to hit", needs).done(), name=name)


# --- where no rule speaks ---------------------------------------------------------------------------------------------

only_skill = memo(1024)(skill)
only_strength = memo(4096)(strength)
only_piercing = memo(64)(piercing)
only_landing = memo(16)(landing)


@memo(4096)
def only_to_hit(skill: int, against: int | None, why: Why) -> Built:
    """The roll to hit."""
    return to_hit(skill, against, why).done(ORDERING)


@memo(4096)
def only_to_wound(strength: int, toughness: int, ap: int, why: Why) -> Built:
    """The roll to wound."""
    return to_wound(strength, toughness, ap, why).done(ORDERING)
