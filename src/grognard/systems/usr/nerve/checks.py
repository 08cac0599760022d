"""Tests of a unit: Leadership tests of every kind, characteristic tests, and what a unit may do when it is shot at."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from ....common.building import Because, Building, Built, Reasons, because, ids_of, purpose_of
from ....common.profiles import Model
from ....common.rules import Rule, voices
from ....kernel.asks import Procedure, Roll
from ....kernel.exact import by_default, law_of_stage
from ....kernel.faces import Test, Throw, reading
from ....kernel.memo import memo
from ....kernel.purpose import purpose
from ..model_types import type_of
from ..squads import own_voices, squad_of

KINDS = ("morale", "pinning", "fear", "regroup", "leadership")
Characteristic: TypeAlias = Literal["Weapon Skill", "Ballistic Skill", "Strength", "Toughness", "Initiative"]
CHARACTERISTICS = {"Weapon Skill": "WS", "Ballistic Skill": "BS", "Strength": "S", "Toughness": "T", "Initiative": "I"}


class Check(Reasons):
    """A Leadership test of one kind while rules speak: 2D6, at most the Leadership needed."""

    def __init__(self, kind: str, leadership: int, modifier: int = 0, below_quarter: bool = False) -> None:
        super().__init__()
        self.kind = kind
        self.leadership = leadership
        self.modifier = modifier
        self.below_quarter = below_quarter  # regrouping with fewer than a quarter of the models: double 1 only
        self.passed_by: list[Because] = []
        self._stubborn = False
        self._again = False
        self._dice_again = False

    def passes(self, by: Rule | str, says: str) -> None:
        """It is passed without a roll."""
        self.passed_by.append(because(by, says))

    def ignore_penalties(self, by: Rule | str, says: str) -> None:
        """Negative modifiers do not count."""
        self._stubborn = True
        self.say(by, says)

    def reroll(self, by: Rule | str, says: str) -> None:
        """A failed roll may be made again."""
        self._again = True
        self.say(by, says)

    def reroll_dice(self, by: Rule | str, says: str) -> None:
        """Either die of a failed roll, or both, may be rolled again."""
        self._dice_again = True
        self.say(by, says)

    def done(self) -> Test2D6:
        """The test resolved."""
        if self.passed_by:
            return Test2D6(None, "automatic", 1.0, tuple(self.passed_by))
        modifier = 0 if self._stubborn and self.modifier < 0 else self.modifier
        needs = max(2, 2 if self.below_quarter else self.leadership + modifier)
        reasons = [Because("Leadership", f"{self.leadership}{modifier:+d}" if modifier else f"{self.leadership}")]
        if self.below_quarter:
            reasons.append(Because("below a quarter", "only a double 1 will do"))
        again = None if self._dice_again or not self._again else _fails
        name = purpose_of(f"{self.kind} test", f"{needs} or less", [*reasons, *self.because])
        test = Throw(name, (6, 6), _at_most, (needs,), again)
        chance = law_of_stage(_rolled, (test, self._dice_again), by_default).chance(True)
        return Test2D6(test, f"{needs} or less on 2D6", chance, (*reasons, *self.because), self._dice_again)


class Test2D6(Struct, frozen=True, eq=False):
    """A Leadership test ready to be thrown; ``test`` is None when it is passed without a roll.

    ``dice_again``: either die of a failed roll, or both, are rolled again, as is best.
    """

    __test__ = False  # not a test of ours

    test: Throw | None
    needs: str
    chance: float
    because: tuple[Because, ...]
    dice_again: bool = False

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the special rules that had a part in it."""
        return ids_of(self.because)


def _at_most(faces: tuple[int, ...], needs: int) -> bool:
    return sum(faces) <= max(2, needs)  # a double 1 always passes


def _fails(faces: tuple[int, ...], needs: int) -> bool:
    return not _at_most(faces, needs)


def _lower_if_failed(faces: tuple[int, ...], needs: int) -> int:
    return 0 if _at_most(faces, needs) else min(faces)


AT_FIRST = ((0, "passed"), *((low, "failed") for low in range(1, 7)))  # what the first roll came to, by the lower die


def _rolled(test: Throw, dice_again: bool) -> Procedure:
    """Whether a Leadership test is passed."""
    if not dice_again:
        return (yield Roll(test))
    (needs,) = test.args
    low = yield Roll(Throw(purpose(test.name).with_words(AT_FIRST), (6, 6), _lower_if_failed, (needs,)))
    if not low:
        return True
    one = Test(f"{test.name}, one die again", 6, tuple(low + face <= needs for face in range(1, 7)))
    if reading(one).law.chance(True) >= reading(test).law.chance(True):
        return (yield Roll(one))
    return (yield Roll(Throw(f"{test.name}, both dice again", (6, 6), _at_most, (needs,))))


@memo(16384)
def check(
    models: tuple[Model, ...], kind: str, modifier: int = 0, below_quarter: bool = False, own: int | None = None
) -> Test2D6:
    """A Leadership test of the unit that these models make; ``own``: of one of them, on its own Leadership."""
    squad = squad_of(models)
    testing = Check(kind, squad.Ld if own is None else own, modifier, below_quarter)
    for speak in voices(squad, "leadership"):
        speak(testing)
    return testing.done()


def tested(
    models: tuple[Model, ...], kind: str, modifier: int = 0, below_quarter: bool = False, own: int | None = None
) -> Procedure:
    """Whether the unit passes a Leadership test."""
    found = check(models, kind, modifier, below_quarter, own)
    return True if found.test is None else (yield from _rolled(found.test, found.dice_again))


def characteristic(name: str, value: int) -> Built:
    """A characteristic test: a D6 of at most the value; a 6 always fails, and a value of 0 does."""
    faces = tuple(f for f in range(1, 7) if f <= value and f != 6)
    test = Building(f"{name} test", None, passes=faces)
    test.say(name, f"{value}")
    return tested_by(test.done(), value)


def tested_by(built: Built, value: int) -> Built:
    """A characteristic test named with what passes it, so that whoever reads the die knows."""
    needs = f"{min(5, value)} or less" if value > 0 else "cannot be passed"
    return replace(built, test=replace(built.test, name=purpose_of(built.test.name, needs, built.because)))


def has_initiative(model: Model) -> bool:
    """Whether the model has an Initiative at all: vehicles that are no walkers have none."""
    return not model.stats.armoured or type_of(model).type == "Walker"


def initiative_test(members: tuple[Model, ...]) -> Built:
    """The Initiative test of a unit: its best value."""
    return characteristic("Initiative", max((m.stats.I for m in members if has_initiative(m)), default=0))


class Reaction:
    """What a unit may do when it is shot at, while rules speak."""

    def __init__(self) -> None:
        self.jinks: list[Because] = []
        self.stands: list[Because] = []
        self.silent: list[Because] = []

    def jink(self, by: Rule | str, says: str) -> None:
        """It may jink."""
        self.jinks.append(because(by, says))

    def stand(self, by: Rule | str, says: str) -> None:
        """It cannot go to ground."""
        self.stands.append(because(by, says))

    def no_overwatch(self, by: Rule | str, says: str) -> None:
        """It fires no Overwatch."""
        self.silent.append(because(by, says))


@memo(16384)
def reaction(models: tuple[Model, ...]) -> Reaction:
    """What the unit that these models make may do when it is shot at."""
    found = Reaction()
    for model in dict.fromkeys(models):
        for speak in own_voices(model, "reacts"):
            speak(found)
        kind = type_of(model)
        if kind.armoured or kind.monstrous:
            found.stand(kind.type, "cannot go to ground")
    for speak in voices(squad_of(models), "reacts"):
        speak(found)
    return found
