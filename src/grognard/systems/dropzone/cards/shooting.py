"""Cards for those who fire and those who are fired at. They speak at the moments of a shot, as rules of weapons do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from ....common.building import Building
from ....common.rules import slug_of
from ....errors import GrognardError
from ....kernel.asks import Procedure, Roll
from ....kernel.faces import Test
from ..circumstances import NO_CARDS, Firer, InPlay, Shot
from ..matchup import permitted
from ..rules.damage import Penetrative
from ..slots import MISS, Guard, Permit, RateOfFire
from .card import FIGHTS, FOUGHT, PASSES, SHOOTS, SHOT_AT, Card, Occasion

if TYPE_CHECKING:
    from ....table.state import Table


class Evasive(Card, frozen=True):
    """An Aircraft at which Reaction Fire is declared has 3 more Evasion against it.

    Dropzone Commander 2.2.0, Command card 11. What lowers or ignores Evasion counts against it as well.

    >>> from ..examples import duel
    >>> duel("AA-1", acc=3, energy=10, type="Aircraft", A=10, sets={"reaction": True, "card": "Evasive"}).destroyed
    Fraction(5, 36)
    """

    number = 11
    stays = True
    spellings = ("Evasive",)
    when = (PASSES,)
    guards = True

    def evades(self, shot: Shot) -> int:
        return 3


class AssistedTargeting(Card, frozen=True):
    """The squad's dice that miss are thrown again.

    Dropzone Commander 2.2.0, Command card 13. Played before anything is declared; it counts for all the squad fires in this action.

    >>> from ..examples import duel
    >>> duel("", acc=4, energy=10, A=10, sets={"card": "Assisted Targeting"}).destroyed
    Fraction(5, 8)
    """

    number = 13
    stays = True
    spellings = ("Assisted Targeting",)
    when = (SHOOTS,)

    def to_hit(self, test: Building, shot: Shot) -> None:
        test.reroll("failed", self, "misses are thrown again")


class Incendiary(Card, frozen=True):
    """The squad's dice that fail to damage are thrown again, once.

    Dropzone Commander 2.2.0, Command card 14. With Flares against it every die is thrown twice: those that failed for this card,
    those that succeeded for the other.

    >>> from ..examples import duel
    >>> duel("", acc=2, energy=6, A=10, sets={"card": "Incendiary"}).destroyed
    Fraction(5, 8)
    """

    number = 14
    stays = True
    spellings = ("Incendiary",)
    when = (SHOOTS, FIGHTS)

    def to_damage(self, test: Building, shot: Shot) -> None:
        test.reroll("failed", self, "dice that fail are thrown again")


class VelocityTracker(Card, frozen=True):
    """All weapons of the squad may be aimed at Aircraft in the air, which they hit on a natural 6 only.

    Dropzone Commander 2.2.0, Command card 15. A weapon with Anti-Aircraft of its own is fired as usual; close quarters are not
    touched.

    >>> from ..examples import duel
    >>> duel("", acc=2, energy=10, type="Aircraft", A=10, sets={"card": "Velocity Tracker"}).destroyed
    Fraction(5, 36)
    """

    number = 15
    stays = True
    spellings = ("Velocity Tracker",)
    when = (SHOOTS,)

    def may_target(self, permit: Permit, shot: Shot) -> None:
        permit.allow("aircraft", self, "may be aimed at Aircraft in the air")

    def to_hit(self, test: Building, shot: Shot) -> None:
        if shot.at("Airborne") and not _anti_aircraft(shot):
            for natural in range(2, 6):
                test.face(natural, MISS, self, "hits Aircraft on a natural 6 only", as_failure=True)


class ArmourPiercing(Card, frozen=True):
    """All weapons of the squad are Penetrative.

    Dropzone Commander 2.2.0, Command card 16.

    >>> from ..examples import duel
    >>> duel("", acc=2, energy=3, A=16, sets={"card": "Armour Piercing"}).destroyed
    Fraction(5, 36)
    """

    number = 16
    stays = True
    spellings = ("Armour Piercing", "AP")
    when = (SHOOTS, FIGHTS)

    def to_damage(self, test: Building, shot: Shot) -> None:
        test.say(self, "every weapon is Penetrative")
        Penetrative().to_damage(test, shot)


class Cloaking(Card, frozen=True):
    """A squad that is fired at has Passive countermeasures of 5+ for the rest of the round.

    Dropzone Commander 2.2.0, Command card 17. Those that are as good already stay as they are.

    >>> from ..examples import duel
    >>> duel("", acc=2, energy=10, A=10, sets={"card": "Cloaking"}).destroyed
    Fraction(50, 81)
    """

    number = 17
    stays = True
    spellings = ("Cloaking",)
    when = (SHOT_AT, PASSES, FOUGHT)
    guards = True
    lasts = True

    def saves(self, guard: Guard, shot: Shot) -> None:
        guard.better("passive save", 5, self, "Passive countermeasures of 5+")


class Flares(Card, frozen=True):
    """The enemy throws again his dice that damage the squad.

    Dropzone Commander 2.2.0, Command card 18. Played when all is declared, before any die.

    >>> from ..examples import duel
    >>> duel("", acc=2, energy=6, A=10, sets={"card": "Flares"}).destroyed
    Fraction(5, 24)
    >>> duel("", acc=2, energy=6, A=10, sets={"card": "Flares, Incendiary"}).destroyed
    Fraction(5, 12)
    """

    number = 18
    stays = True
    spellings = ("Flares",)
    when = (SHOT_AT, PASSES, FOUGHT)
    guards = True

    def to_damage(self, test: Building, shot: Shot) -> None:
        test.reroll("passed", self, "dice that damage are thrown again")


ENERGY = ("no more Energy", "1 Energy more", "2 Energy more")  # by the die of Experimental, two faces each


class Experimental(Card, frozen=True):
    """The squad's weapons gain Energy by a die: 1 on 3 and 4, 2 on 5 and 6.

    Dropzone Commander 2.2.0, Command card 19. The Energy that bars saves stays the printed one. In ``odds`` the number stands
    behind the name.

    >>> from ..examples import duel
    >>> duel("", acc=2, energy=6, A=10, sets={"card": "Experimental 2"}).destroyed
    Fraction(25, 36)
    """

    energy: int = 0

    number = 19
    stays = True
    spellings = ("Experimental",)
    when = (SHOOTS, FIGHTS)

    def to_damage(self, test: Building, shot: Shot) -> None:
        if self.energy and shot.weapon.stats.energy is not None:
            test.add(self.energy, self, f"{self.energy} Energy more")

    def plays(self, t: Table, side: int, now: Occasion) -> Procedure:
        more = yield Roll(Test("Experimental", 6, tuple([word for word in ENERGY for _ in range(2)])))
        return Experimental(ENERGY.index(more))


class Marksmanship(Card, frozen=True):
    """Nothing makes the squad's targets harder to hit, or easier: no cover, no Evasion, no penalty.

    Dropzone Commander 2.2.0, Command card 20. Each weapon hits on its printed Accuracy, or on that which another rule puts in its
    place.

    >>> from ..examples import duel
    >>> duel("", acc=2, energy=10, A=10, CM="E+3", cover="hull-down", sets={"card": "Marksmanship"}).destroyed
    Fraction(25, 36)
    """

    number = 20
    stays = True
    spellings = ("Marksmanship",)
    when = (SHOOTS,)

    def unmodified(self, shot: Shot) -> str:
        return "nothing makes it harder or easier to hit"


class RoomClearance(Card, frozen=True):
    """The squad's close-quarters weapons have twice their Shots.

    Dropzone Commander 2.2.0, Command card 21. Doubled is what is left after shots lost with Damage Points.

    >>> from ..examples import duel
    >>> sets = {"card": "Room Clearance"}
    >>> duel("", melee=True, energy=5, shots=1, type="Infantry", A=9, DP=2, sets=sets).destroyed
    Fraction(1, 4)
    """

    number = 21
    stays = True
    spellings = ("Room Clearance",)
    when = (FIGHTS,)

    def fires(self, fire: RateOfFire, unit: Firer) -> None:
        if fire.weapon.stats.cq:
            fire.multiply(2, self, "twice the Shots")


def cards_named(text: str) -> InPlay:
    """The cards of a question about an attack, by name, separated by commas. Raises GrognardError for others.

    >>> [card.written() for card in cards_named("flares, Experimental 2").rules]
    ['Flares', 'Experimental 2']
    """
    found = []
    for part in text.replace(";", ",").split(","):
        words = part.split()
        number = words.pop() if words and words[-1].isdigit() else ""
        if not words:
            continue
        card = next((c for c in SPEAKING if slug_of(" ".join(words)) in map(slug_of, c.spellings)), None)
        if card is None:
            names = ", ".join(c.spellings[0] for c in SPEAKING)
            raise GrognardError(f"{part.strip()!r} is no card that counts in an attack", where="--set card", hint=names)
        found.append(card.from_text(number))
    return InPlay(tuple(dict.fromkeys(found)))


def _anti_aircraft(shot: Any) -> bool:
    """Whether the weapon may be aimed at Aircraft without a card."""
    plain = replace(shot, now=replace(shot.now, cards=NO_CARDS))
    return "aircraft" in permitted(plain).allowed


SPEAKING: tuple[type[Card], ...] = (
    Evasive, AssistedTargeting, Incendiary, VelocityTracker, ArmourPiercing, Cloaking, Flares, Experimental, Marksmanship,
    RoomClearance,
)  # fmt: skip
