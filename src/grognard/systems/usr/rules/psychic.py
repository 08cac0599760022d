"""Rules of the mind: who is a psyker, what he knows, who withstands him; and the marks that powers leave."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, ClassVar

from ....common.agreement import count_of
from ....common.rules import Rule
from ....errors import GrognardError
from ....kernel.faces import Throw
from ....kernel.purpose import Purpose
from ..model_marks import PSYCHIC, Mark, under_power
from ..moments import UsrRule

if TYPE_CHECKING:
    from ....common.building import Building
    from ..attack.matchup import Attack
    from ..psychic.psykers import Casting, Mind
    from ..slots import Harm, Landing, Outright, Saves, ToHit, ToWound

HIGHEST_LEVEL = 10  # no psyker of any list is beyond it


class Mastery(UsrRule, frozen=True):
    """A rule written with a Mastery Level: 1 when it names none."""

    level: int = 1

    @classmethod
    def from_text(cls, rest: str) -> Rule:
        """The rule from "(Mastery Level 2)", "Mastery Level 2", "(ML2)", "(2)" or nothing. Raises GrognardError."""
        plain = rest.strip(" ()-:,")
        found = re.fullmatch(r"(?:(?:Mastery )?Level|ML)?\s*([0-9]{1,3})", plain, re.IGNORECASE)
        if plain and not found:
            raise GrognardError(
                f"{cls.spellings[0]} takes no '{plain}'", hint=f"write '{cls.spellings[0]} (Mastery Level 2)'"
            )
        level = int(found[1]) if found else 1
        if not 1 <= level <= HIGHEST_LEVEL:
            raise GrognardError(f"Mastery Level {level} is not between 1 and {HIGHEST_LEVEL}")
        return cls(level)

    def written(self) -> str:
        return f"{self.spellings[0]} (Mastery Level {self.level})"


class Psyker(Mastery, frozen=True):
    """Its bearer manifests the psychic powers that it knows, and adds its Mastery Level to its side's warp charges.

    USR Reference: Psyker; the Psychic phase is that of the core rules of the 7th edition. Each warp charge die harnesses on 4+,
    two sixes bring Perils of the Warp.

    >>> from grognard.kernel import exact
    >>> from grognard.systems.usr.psychic.psykers import harnessed
    >>> law = exact(harnessed, (2,))  # two dice for a power of warp charge 1
    >>> law.chance_of(lambda seen: seen[0] >= 1), law.chance_of(lambda seen: seen[1] >= 2) == 1 / 36
    (0.75, True)
    """

    spellings = ("Psyker",)
    on = ("model",)
    counts_as = "Psyker"
    example = "Psyker (Mastery Level 2)"

    def channels(self, mind: Mind) -> None:
        mind.masters(self.level, self, f"a psyker of Mastery Level {self.level}")


class PsychicPilot(Mastery, frozen=True):
    """A vehicle that is a psyker, with Leadership 10 where a power or Perils of the Warp ask for one.

    USR Reference: Psychic Pilot. Perils cost it a hull point, as a glancing hit.

    >>> from grognard.systems.usr.examples import model
    >>> from grognard.systems.usr.psychic.psykers import mind_of
    >>> mind = mind_of(model("Psychic Pilot", Front=12))
    >>> mind.level, mind.Ld
    (1, 10)
    """

    spellings = ("Psychic Pilot",)
    on = ("vehicle", "model")
    counts_as = "Psyker"
    example = "Psychic Pilot (Mastery Level 1)"

    def channels(self, mind: Mind) -> None:
        mind.masters(self.level, self, f"a psyker of Mastery Level {self.level}")
        mind.nerve(10)


class Brotherhood(Mastery, frozen=True):
    """The unit is one psyker: any bearer manifests its powers, Perils strike one of them at random, and they lose powers together.

    USR Reference: Brotherhood of Psykers/Sorcerers. Its Mastery Level counts once, however many bear the rule.

    >>> from grognard.systems.usr.examples import model
    >>> from grognard.systems.usr.psychic.psykers import mastery
    >>> mastery((model("Brotherhood of Psykers (2)"),) * 5), mastery((model("Psyker (2)"),) * 5)
    (2, 10)
    """

    spellings = ("Brotherhood of Psykers/Sorcerers", "Brotherhood of Psykers", "Brotherhood of Sorcerers")
    on = ("model",)
    counts_as = "Psyker"
    example = "Brotherhood of Psykers/Sorcerers (Mastery Level 1)"

    def channels(self, mind: Mind) -> None:
        mind.masters(self.level, self, f"a brotherhood of Mastery Level {self.level}", together=True)


class Force(UsrRule, frozen=True):
    """A psyker with such a weapon knows the power Force: until his next Psychic phase the unit's Force weapons have Instant Death.

    USR Reference: Force. Warp charge 1, a blessing on the psyker and his unit. In odds ``force=yes`` says that the power is up.

    >>> from grognard.systems.usr.examples import ask, model, target, unit, weapon
    >>> staff = unit(model("Psyker", weapons=[weapon("Staff", "Force", melee=True)]))
    >>> ask(staff, target(W=3), melee=True, sets={"force": True}).slain.fraction(1)
    Fraction(1, 4)
    """

    spellings = ("Force",)
    on = ("weapon",)
    circumstances = ("force",)

    def channels(self, mind: Mind) -> None:
        mind.learns("Force", self, "knows the power Force")

    def harms(self, harm: Harm, attack: Attack) -> None:
        if attack.how.force or under_power(attack.by, "Force"):
            harm.slay(self, "Force: an unsaved wound slays outright")


class AdamantiumWill(UsrRule, frozen=True):
    """The unit Denies the Witch one better when a power is aimed at it.

    USR Reference: Adamantium Will. One bearer is enough; no help against powers that have no enemy target.

    >>> from grognard.systems.usr.examples import model
    >>> from grognard.systems.usr.psychic.psykers import Casting, denying
    >>> monks = (model("Adamantium Will"),)
    >>> denying(monks, Casting(hostile=True)).needs, denying(monks, Casting(hostile=False)).needs
    ('5+', '6+')
    """

    spellings = ("Adamantium Will",)
    on = ("model", "vehicle")
    covers = "any"

    def defies(self, test: Building, casting: Casting) -> None:
        test.add(1, self, "aimed at it: +1")


# --- what powers do ---------------------------------------------------------------------------------------------------


class Shriek(UsrRule, frozen=True):
    """A hit costs as many wounds as 3D6 show above the target's Leadership; no armour or cover saves. No rule of the list."""

    def written(self) -> str:
        return "3D6 less Leadership"

    def outright(self, outright: Outright, attack: Attack) -> None:
        if not attack.at.armoured:
            nerve = attack.at.Ld
            called = tuple((n, f"{n + nerve}: {count_of(n, 'wound')}" if n else "no wound") for n in range(19 - nerve))
            name = Purpose(f"psychic shriek, wounds above Leadership {nerve}", called=called)
            throw = Throw(name, (6, 6, 6), _above, (nerve,))
            outright.wounds(throw, "Psychic Shriek", f"3D6 less Leadership {attack.at.Ld}")

    def denies(self, saves: Saves, attack: Attack) -> None:
        saves.deny("armour", "Psychic Shriek", "no armour saves")
        saves.deny("cover", "Psychic Shriek", "no cover saves")


def _above(faces: tuple[int, ...], leadership: int) -> int:
    return max(0, sum(faces) - leadership)


class Crushing(UsrRule, frozen=True):
    """Dice for Strength that show 11 or 12 wound without fail, and pierce any armour. No rule of the list."""

    counts_above: ClassVar[bool] = True  # of the dice for Strength what is more than 10 is kept

    def written(self) -> str:
        return "11 and 12 wound and pierce without fail"

    def to_wound(self, test: ToWound, attack: Attack) -> None:
        if _more_than_ten(attack):
            test.read("crushed", (test.ap,) * 6, "Crush", "its dice show more than 10: it wounds without fail")

    def to_penetrate(self, roll: Any, attack: Any) -> None:
        if _more_than_ten(attack):
            roll.read("crushed", (2,) * 6, "Crush", "its dice show more than 10: a penetrating hit without fail")


def _more_than_ten(attack: Any) -> bool:
    strength = attack.weapon.stats.S
    return isinstance(strength, int) and strength > 10


class Bleeding(UsrRule, frozen=True):
    """A hit is so many Toughness tests, each failed one a wound that knows no armour and no cover. No rule of the list."""

    tests: int = 2

    def written(self) -> str:
        return f"{self.tests} Toughness test{'s' * (self.tests > 1)}"

    def outright(self, outright: Outright, attack: Attack) -> None:
        if not attack.at.armoured:
            called = tuple((n, count_of(n, "wound") if n else "no wound") for n in range(self.tests + 1))
            name = Purpose(f"Toughness test, {min(5, attack.at.T)} or less (Toughness {attack.at.T})", called=called)
            throw = Throw(name, (6,) * self.tests, _failed, (attack.at.T,))
            outright.wounds(throw, "Haemorrhage", f"{self.written()} against Toughness {attack.at.T}, 6 always fails")

    def denies(self, saves: Saves, attack: Attack) -> None:
        saves.deny("armour", "Haemorrhage", "no armour saves")
        saves.deny("cover", "Haemorrhage", "no cover saves")


def _failed(faces: tuple[int, ...], toughness: int) -> int:
    return sum(face > toughness or face == 6 for face in faces)


class Ray(UsrRule, frozen=True):
    """A beam or nova: whoever it strikes is hit. No rule of the list."""

    sort: str

    def written(self) -> str:
        return self.sort

    def landing(self, landing: Landing, attack: Attack) -> None:
        who = "every model in its line" if self.sort == "beam" else "every enemy unit within its range"
        landing.strike_all(self.sort, f"{who} is hit")


class Focussed(UsrRule, frozen=True):
    """A power that strikes one model of its target. No rule of the list."""

    def written(self) -> str:
        return "focussed"

    def to_hit(self, test: ToHit, attack: Attack) -> None:
        who = "the psyker's player picks" if attack.ruling("focussed", "extra") == "chosen" else "at random"
        test.say(
            "focussed",
            f"strikes one model, {who}; with the ruling extra picked when more charges than needed are harnessed",
        )


class Surge(Mark, frozen=True):
    """A Warp Surge: a 3+ invulnerable save until the psyker's next Psychic phase."""

    counts: ClassVar[str] = PSYCHIC

    side: int = 0

    @property
    def wards(self) -> bool:
        """Always: it gives a save and nothing else."""
        return True

    def save(self, saves: Saves, attack: Attack) -> None:
        saves.invulnerable(3, "Perils of the Warp", "a Warp Surge: 3+ invulnerable")


class Forgotten(Mark, frozen=True):
    """A power that was lost to a Mental Purge, for good."""

    left: int = 0
    lost: str = ""

    def channels(self, mind: Mind) -> None:
        mind.forgets(self.lost)
