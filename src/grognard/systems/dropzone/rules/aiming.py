"""Weapons: what they may be aimed at, and how easily they hit."""

from __future__ import annotations

import re

from ....common.building import Building
from ....errors import GrognardError
from ..circumstances import Shot
from ..moments import DropzoneRule
from ..slots import DESTROYED, Permit


class AntiAircraft(DropzoneRule, frozen=True):
    """May be aimed at Aircraft in the air, lowers Evasion, and may Reaction Fire at Aircraft that move.

    Dropzone Commander 2.2.0, Special rules: Anti-Aircraft. The number comes off the target's Evasion, see s5-aa-beyond-evasion.

    >>> from ..examples import duel
    >>> duel("AA-2", acc=3, energy=7, type="Aircraft", A=10, CM="A, E+3").destroyed
    Fraction(1, 3)
    """

    number: int = 0

    spellings = ("Anti-Aircraft", "AA")
    on = ("weapon",)
    example = "AA-2"

    def may_target(self, permit: Permit, shot: Shot) -> None:
        permit.allow("aircraft", self, "may be aimed at Aircraft in the air")
        permit.allow("reaction", self, "may Reaction Fire at Aircraft")

    def lowers_evasion(self, shot: Shot) -> int:
        return self.number

    def written(self) -> str:
        return f"AA-{self.number}"


class Articulated(DropzoneRule, frozen=True):
    """Line of sight may be drawn from an inch above the hull.

    Dropzone Commander 2.2.0, Special rules: Articulated. For what is Hull Down as well. On the table only: it changes no die by
    itself.

    >>> Articulated().sight()
    1.0
    >>> from ..examples import duel
    >>> duel("Articulated", acc=2, energy=10, A=12).destroyed
    Fraction(25, 36)
    """

    spellings = ("Articulated",)
    on = ("weapon",)

    def sight(self) -> float:
        return 1.0


class Cover(DropzoneRule, frozen=True):
    """It passes through the kinds of cover that it names: Soft Cover, Body Cover, Hull Down, or all of them.

    Dropzone Commander 2.2.0, Special rules: Cover.

    >>> from ..examples import duel
    >>> duel("Cover (Soft, Body)", acc=3, energy=7, type="Infantry", A=9, cover="soft, body").destroyed
    Fraction(5, 9)
    """

    words: tuple[str, ...] = ("All",)

    spellings = ("Cover",)
    on = ("weapon",)
    example = "Cover (All)"

    @classmethod
    def from_text(cls, rest: str) -> Cover:
        return cls(cover_words(rest))

    def ignores(self, shot: Shot) -> tuple[str, ...]:
        if "All" in self.words:
            return ("soft", "body", "hull-down")
        return tuple({"Soft": "soft", "Body": "body", "Hull": "hull-down"}[w] for w in self.words)

    def written(self) -> str:
        return f"Cover ({', '.join(self.words)})"


class Destroyer(DropzoneRule, frozen=True):
    """A hit with a high enough natural die is a critical hit without a damage roll.

    Dropzone Commander 2.2.0, Special rules: Destroyer. Passive countermeasures still count. When a shot needs more than the
    number, every hit is one.

    >>> from ..examples import duel
    >>> odds = duel("Destroyer 6+", acc=2, energy=11, A=15, DP=4)
    >>> odds.told(fractions=True)["fractions"]["damage"]["2"]
    '5/18'
    """

    number: int

    spellings = ("Destroyer", "DS")
    on = ("weapon",)
    example = "Destroyer 6+"

    def to_hit(self, test: Building, shot: Shot) -> None:
        for natural in range(max(self.number, 2), 7):
            test.face(natural, DESTROYED, self, f"a hit with a natural {self.number}+ is critical", if_passed=True)

    def written(self) -> str:
        return f"Destroyer {self.number}+"


class Flame(DropzoneRule, frozen=True):
    """It ignores Soft Cover, Body Cover and Evasion, reaches into Garrisons, and each use leaves a Collateral token.

    Dropzone Commander 2.2.0, Special rules: Flame. Two tokens in all on Flammable scenery (c13-flame-flammable). Infantry in a
    Garrison may be aimed at away from the edges; where friends are inside, dice that miss hit one of their units, and the
    enemy says which.

    >>> from ..examples import duel
    >>> duel("Flame", acc=3, energy=4, shots=1, type="Infantry", A=7, CM="E+3", cover="soft, body").destroyed
    Fraction(4, 9)
    """

    spellings = ("Flame",)
    on = ("weapon",)

    def ignores(self, shot: Shot) -> tuple[str, ...]:
        return ("soft", "body", "evasion")

    def may_target(self, permit: Permit, shot: Shot) -> None:
        permit.allow("inside", self, "may be aimed into a Garrison")

    def strays(self) -> bool:
        return True

    def tokens(self, shot: Shot) -> int:
        burns = shot.at("Flammable") or shot.now.flammable
        on_scenery = shot.at("Destructible") or (shot.at("Infantry") and (shot.now.garrison or shot.now.inside))
        burning = 3 if shot.now.ruling("c13-flame-flammable", "two") == "three" else 2
        return (burning if burns else 1) if on_scenery else 0


class Indirect(DropzoneRule, frozen=True):
    """It may fire at what nobody sees, hitting on 5+; or a friendly Scout sees for it.

    Dropzone Commander 2.2.0, Special rules: Indirect. What it sees itself may be looked at through a Scout too. Unseen targets are
    never Hull Down; Soft and Body Cover still count. Such weapons do not Reaction Fire. See s51-blind-fire.

    >>> from ..examples import duel
    >>> duel("Indirect", acc=2, energy=10, A=12, cover="hull-down", sets={"unseen": True}).destroyed
    Fraction(5, 18)
    """

    spellings = ("Indirect", "Indirect Fire")
    on = ("weapon",)

    def may_target(self, permit: Permit, shot: Shot) -> None:
        permit.allow("unseen", self, "may be fired without sight")
        permit.bar("reaction", f"{shot.weapon.name} is Indirect and cannot Reaction Fire")

    def accuracy(self, shot: Shot) -> int | None:
        return 5 if shot.now.unseen else None

    def ignores(self, shot: Shot) -> tuple[str, ...]:
        return ("hull-down",) if shot.now.unseen else ()


COVERS = ("Soft", "Body", "Hull", "All")


def cover_words(text: str) -> tuple[str, ...]:
    """Kinds of cover from ``"(Soft, Body)"``; none means All. Raises GrognardError.

    >>> cover_words("(body, Hull Down)")
    ('Body', 'Hull')
    """
    known = {w.lower(): w for w in COVERS}
    found = []
    for part in re.split(r"[,/]", text.strip(" ()-:.")):
        plain = " ".join(part.lower().replace("-", " ").split())
        if not plain:
            continue
        word = known.get(plain.split()[0])
        if word is None:
            raise GrognardError(f"Cover knows no {part.strip()!r}", hint=f"one of: {', '.join(COVERS)}")
        found.append(word)
    return tuple(dict.fromkeys(found)) or ("All",)
