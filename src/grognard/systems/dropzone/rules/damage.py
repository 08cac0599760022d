"""What hits do, and what they do to units of special kinds."""

from __future__ import annotations

import re

from ....common.building import Building, because, reasoned
from ....errors import GrognardError
from ....kernel.faces import d3, die
from ....kernel.purpose import Purpose
from ..circumstances import Shot
from ..moments import DropzoneRule
from ..slots import Guard, Harm, Hits


class Area(DropzoneRule, frozen=True):
    """A hit puts a template over the target: every unit under it is hit; a miss but a 1 still glances at two Energy less.

    Dropzone Commander 2.2.0, Special rules: Area. Infantry take D6 hits, Destructible scenery D3; aimed at scenery or a Behemoth
    there is neither template nor glance. See s44-aircraft-under-templates.

    >>> from ..examples import duel
    >>> duel("Area", acc=3, energy=10, A=13).destroyed  # hit 4/6 · 4/6, glance 1/6 · 2/6
    Fraction(1, 2)
    """

    spellings = ("Area",)
    on = ("weapon",)

    def after_hits(self, hits: Hits, shot: Shot) -> None:
        if shot.close:
            hits.say(self, "does not count in close quarters, where nobody aims at a unit")
        elif shot.at("Behemoth"):
            hits.say(self, "does not count against a Behemoth")
        elif shot.at("Scenery"):
            says = "no template, but D3 hits on scenery"
            hits.become(d3(self._hits(shot, says)), self, says)
        else:
            who = "in that part of the building" if shot.now.garrison or shot.now.inside else "under the template"
            hits.lay_template(2.0, self, f"all {who} are hit; a miss but a 1 glances the target, Energy 2 less")
            hits.let_glance(energy=-2, natural=2)
            if shot.at("Infantry"):
                says = "D6 hits on Infantry"
                hits.become(die(6, self._hits(shot, says)), self, says)

    def _hits(self, shot: Shot, says: str) -> Purpose:
        return reasoned(f"hits of {shot.weapon.name} on {shot.kind.name}", because(self, says))


class Devastator(DropzoneRule, frozen=True):
    """A success does several Damage Points to targets of the named types, twice as many with a natural critical.

    Dropzone Commander 2.2.0, Special rules: Devastator. Of several values that fit, the highest; scenery never takes twice as
    many.

    >>> from ..examples import duel
    >>> duel("Devastator-2 (Infantry)", acc=2, energy=11, type="Infantry", A=7, DP=5).damage.fraction(4)
    Fraction(25, 36)
    """

    number: int
    types: tuple[str, ...] = ("All",)

    spellings = ("Devastator", "DV")
    on = ("weapon",)
    example = "Devastator-2 (Infantry, Scenery)"

    @classmethod
    def from_text(cls, rest: str) -> Devastator:
        number, types = _number_and_words(rest, "Devastator")
        return cls(number, target_words(types, "Devastator"))

    def damages(self, harm: Harm, shot: Shot) -> None:
        if shot.at(*self.types):
            doubled = "" if shot.at("Scenery") else ", twice that with a natural critical"
            harm.offer(self.number, 2 * self.number, self, f"{self.number} Damage Points a success{doubled}")

    def written(self) -> str:
        return f"Devastator-{self.number} ({', '.join(self.types)})"


class Dodge(DropzoneRule, frozen=True):
    """A further save against close-quarters weapons and Collateral, one die for each Damage Point.

    Dropzone Commander 2.2.0, Special rules: Dodge. It comes after any Passive countermeasures (s14); neither against Energy 13
    and more.

    >>> from ..examples import duel
    >>> duel("", unit="Dodge 4+", melee=True, energy=5, type="Infantry", A=7, DP=1).destroyed
    Fraction(5, 12)
    """

    number: int

    spellings = ("Dodge",)
    on = ("unit",)
    example = "Dodge 4+"

    def saves(self, guard: Guard, shot: Shot) -> None:
        if shot.close or shot.now.collateral:
            guard.add("dodge", self.number, self, "a die for each Damage Point that is left")

    def written(self) -> str:
        return f"Dodge {self.number}+"


class Focus(DropzoneRule, frozen=True):
    """Hits may be given up; each makes another hit of the weapon stronger.

    Dropzone Commander 2.2.0, Special rules: Focus. The bonuses are spread freely over the hits that are left. By default hits
    are given up only when they could not hurt otherwise, and then the fewest.

    >>> from ..examples import duel, expected
    >>> expected(duel("Focus-3", acc=3, energy=3, shots=4, type="Infantry", A=12, DP=5))
    Fraction(4, 27)
    """

    number: int

    spellings = ("Focus",)
    on = ("weapon",)
    example = "Focus-3"

    def after_hits(self, hits: Hits, shot: Shot) -> None:
        hits.give_up(self.number, self, f"a hit given up adds {self.number} Energy to another")

    def written(self) -> str:
        return f"Focus-{self.number}"


class Penetrative(DropzoneRule, frozen=True):
    """A natural 6 always damages.

    Dropzone Commander 2.2.0, Special rules: Penetrative. One point, unless the die is a critical anyway.

    >>> from ..examples import duel
    >>> duel("Penetrative", acc=2, energy=3, A=16).destroyed
    Fraction(5, 36)
    """

    spellings = ("Penetrative", "P")
    on = ("weapon",)

    def to_damage(self, test: Building, shot: Shot) -> None:
        test.always(6, self, "a natural 6 always damages")


class Resilient(DropzoneRule, frozen=True):
    """Critical hits count as plain ones.

    Dropzone Commander 2.2.0, Special rules: Resilient. Destroyer hits too; Devastator: see s16-resilient-devastator.

    >>> from ..examples import duel
    >>> duel("", unit="Resilient", acc=2, energy=10, A=10, DP=2).damage.fraction(1)
    Fraction(25, 36)
    """

    spellings = ("Resilient",)
    on = ("unit",)

    def suffers(self, harm: Harm, shot: Shot) -> None:
        one = shot.now.ruling("s16-resilient-devastator", "devastator") == "one"
        harm.as_plain(self, "critical hits count as plain ones", most=1 if one else None)


class TechKiller(DropzoneRule, frozen=True):
    """It cannot damage scenery.

    Dropzone Commander 2.2.0, Special rules: Tech Killer. Nor does it leave tokens there.

    >>> from ..examples import duel
    >>> duel("Tech Killer", acc=2, energy=12, A=10, DP=5, type="Scenery", tags=("Destructible",)).damage.fraction(0)
    Fraction(1, 1)
    """

    spellings = ("Tech Killer",)
    on = ("weapon",)

    def damages(self, harm: Harm, shot: Shot) -> None:
        if shot.at("Scenery"):
            harm.spare(self, "cannot damage scenery")


def _number_and_words(rest: str, name: str) -> tuple[int, str]:
    """``"-2 (A, B)"`` as 2 and ``"(A, B)"``."""
    found = re.fullmatch(r"[\s\-:(]*([0-9]{1,2})\s*\)?(.*)", rest.strip())
    if found is None:
        raise GrognardError(f"{name} needs a number", hint=f"write for example '{name} 2 (Infantry)'")
    return int(found[1]), found[2]


TARGETS = (
    "Infantry", "Vehicle", "Tank", "Skimmer", "Walker", "Aircraft", "Behemoth", "Scenery", "Flammable Scenery", "Large", "All",
)  # fmt: skip


def target_words(text: str, name: str) -> tuple[str, ...]:
    """Types of targets from ``"(Infantry, Scenery)"``, singular or plural; none means All. Raises GrognardError.

    >>> target_words("(Behemoths, flammable scenery", "Devastator")
    ('Behemoth', 'Flammable Scenery')
    """
    known = {w.lower(): w for w in TARGETS}
    found = []
    for part in re.split(r"[,/]", text.strip(" ()-:.")):
        plain = " ".join(part.lower().split())
        if not plain:
            continue
        word = known.get(plain) or known.get(plain.removesuffix("s"))
        if word is None:
            raise GrognardError(f"{name} knows no target {part.strip()!r}", hint=f"one of: {', '.join(TARGETS)}")
        found.append(word)
    return tuple(dict.fromkeys(found)) or ("All",)
