"""How a unit moves as its rules say: what slows it, what is dangerous to it, how it runs, charges and flies."""

from __future__ import annotations

from operator import attrgetter

from ....common.building import Because, because, ids_of
from ....common.profiles import Model
from ....common.rules import Rule, voices
from ....common.schema import NONE, Count
from ....kernel.memo import memo
from ..model_types import type_of
from ..shooting.artillery import has_guns
from ..squads import own_voices, squad_of

_size = attrgetter("size")
OVER_IT = ("Bike", "Jetbike", "Jump", "Jet Pack")  # not slowed by difficult ground, which is dangerous to them


class Going:
    """How a unit moves, while rules speak."""

    def __init__(self) -> None:
        self.unslowed: list[Because] = []
        self.safe: list[Because] = []  # the whole unit
        self.sure: list[Because] = []  # the bearer alone
        self.ready: list[Because] = []
        self.more: list[Because] = []
        self.dice = 0  # more when it advances
        self.again: list[Because] = []
        self.steady: list[Because] = []
        self.rushes: list[Because] = []
        self.rush_dice = NONE
        self.turns: list[Because] = []
        self.degrees = 0  # by which it may turn when it has moved
        self.hindered: list[Because] = []

    def hinder(self, by: Rule | str, says: str) -> None:
        """It moves as in difficult ground wherever it is."""
        self.hindered.append(because(by, says))

    def not_slowed(self, by: Rule | str, says: str) -> None:
        """Difficult ground does not slow it."""
        self.unslowed.append(because(by, says))

    def pass_tests(self, by: Rule | str, says: str) -> None:
        """Dangerous ground does the unit no harm."""
        self.safe.append(because(by, says))

    def sure_footed(self, by: Rule | str, says: str) -> None:
        """Dangerous ground does the bearer no harm."""
        self.sure.append(because(by, says))

    def own_initiative(self, by: Rule | str, says: str) -> None:
        """By the ruling cover-charge it may strike at its own Initiative after charging through difficult ground."""
        self.ready.append(because(by, says))

    def extra_dice(self, n: int, by: Rule | str, says: str) -> None:
        """It advances by the highest of so many dice more; of several rules the most."""
        self.dice = max(self.dice, n)
        self.more.append(because(by, says))

    def any_dice_again(self, by: Rule | str, says: str) -> None:
        """Any dice of its advances and charges may be thrown again."""
        self.again.append(because(by, says))

    def no_advance(self, by: Rule | str, says: str) -> None:
        """It never advances."""
        self.steady.append(because(by, says))

    def rush(self, dice: str | int, by: Rule | str, says: str) -> None:
        """It may advance by so many inches, "3D6", in place of its usual advance; of several the most."""
        self.rush_dice = max(self.rush_dice, Count.of(dice), key=_size)
        self.rushes.append(because(by, says))

    def turn_again(self, degrees: int, by: Rule | str, says: str) -> None:
        """It may turn by up to so many degrees, in steps of 15, when it has moved; of several the most."""
        self.degrees = max(self.degrees, degrees)
        self.turns.append(because(by, says))


@memo(16384)
def going(members: tuple[Model, ...]) -> Going:
    """How the unit that these models make moves.

    What a rule says for its bearer alone holds for the unit when it holds for every model.
    """
    found = Going()
    for speak in voices(squad_of(members), "moving"):
        speak(found)
    if has_guns(members):
        found.no_advance("Artillery", "it drags its guns")
    each = [_own(model) for model in dict.fromkeys(members)]
    if each and all(own.unslowed for own in each):
        found.unslowed += each[0].unslowed
    if each and all(own.rushes for own in each):
        found.rushes += [reason for own in each for reason in own.rushes]
        found.rush_dice = max(found.rush_dice, min((own.rush_dice for own in each), key=_size), key=_size)
    if each and all(own.turns for own in each):
        found.turns += [reason for own in each for reason in own.turns]
        found.degrees = max(found.degrees, min(own.degrees for own in each))
    if all(type_of(m).goes_as(*OVER_IT) or (type_of(m).armoured and type_of(m).type != "Walker") for m in members):
        found.not_slowed("unit type", "not slowed by difficult ground")
    return found


def _own(model: Model) -> Going:
    found = Going()
    for speak in own_voices(model, "moving"):
        speak(found)
    return found


def sure_footed(model: Model) -> tuple[str, ...]:
    """The ids of the rules by which a model passes its Dangerous Terrain tests, whatever its unit does; () when none."""
    found = Going()
    for speak in voices(model, "moving"):
        speak(found)
    return ids((*found.sure, *found.safe))


def ids(reasons: tuple[Because, ...] | list[Because]) -> tuple[str, ...]:
    """The ids of the special rules among these reasons, each once."""
    return ids_of(reasons)
