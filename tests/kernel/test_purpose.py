"""What dice are thrown for, and whose they are: for prompts and reports, without a change of the dice."""

from __future__ import annotations

from grognard.kernel import Scripted
from grognard.kernel.asks import Each, Procedure, Roll, dice_of, of
from grognard.kernel.faces import Test, total
from grognard.kernel.play import Play
from grognard.kernel.purpose import Purpose, purpose
from grognard.kernel.rolled import Rolled

FOUR = Test(Purpose("four", needs="4+", comes_to=("yes", "no")), 6, (0, 0, 0, 1, 1, 1))


class Names:
    """A table that knows what its units are called."""

    def name(self, unit: int) -> str:
        return f"Unit {unit}"


def one() -> Procedure:
    return (yield Roll(FOUR))


def three() -> Procedure:
    first = yield Roll(total(2, 6, "two dice"))
    return first + (yield Each(one, (), 3))


def test_dice_of_a_unit_are_the_same_dice_with_its_name():
    told: list[str] = []
    play = Play(
        Scripted([2, 5, 1, 4, 6]),
        watch=lambda test, faces, again: told.append(Rolled(test, faces, again).told(Names())),
    )
    assert play.run(dice_of(7, three())) == 9
    assert told == ["Unit 7: two dice: 2 5 (7)", "Unit 7: four, 4+: 1 4 6 (2 of 3 yes)"]


def test_a_purpose_is_its_words_wherever_they_are_compared():
    assert of(FOUR, 3) == FOUR and hash(of(FOUR, 3)) == hash(FOUR)
    assert of(FOUR, 3).name.who == 3 and FOUR.name.who == -1
    assert purpose("plain").what == "plain" and purpose(FOUR.name) is FOUR.name


def test_dice_say_what_they_come_to_in_the_words_of_what_they_are_for():
    def said(name, faces, **more):
        return Rolled(Test(Purpose(name, **more), 6, (0, 0, 0, 1, 1, 1)), bytes(faces)).meant()

    assert [said("Rifle to hit", f) for f in ([1], [4], [1, 2], [4, 5], [1, 4])] == [
        "a miss", "a hit", "all miss", "all hit", "1 of 2 hit",
    ]  # fmt: skip
    assert said("armour save", [1, 4, 4]) == "2 of 3 saved" and said("to wound", [1, 1]) == "none wounds"
    assert said("nightfall", [1], comes_to=("night falls", "it stays light")) == "it stays light"
    assert (
        said("penetration", [1, 4], called=((0, "no effect"), (1, "a glancing hit"))) == "1 no effect, 1 a glancing hit"
    )
    roll = Rolled(total(2, 6, Purpose("morale test, 7 or less", what="morale test")), bytes([6, 2]))
    assert roll.told(None) == "morale test, 7 or less: 2 6 (8)"
