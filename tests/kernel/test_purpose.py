"""What dice are thrown for, and whose they are: for prompts and reports, without a change of the dice."""

from __future__ import annotations

from grognard.kernel import Scripted
from grognard.kernel.asks import Each, Emit, Procedure, Roll, dice_of, of
from grognard.kernel.faces import Test, Throw, number, reading, total
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
        said("penetration", [1, 4], called=((0, "no effect"), (1, "a glancing hit"))) == "1 glancing hit, 1 no effect"
    )
    roll = Rolled(total(2, 6, Purpose("morale test, 7 or less", what="morale test")), bytes([6, 2]))
    assert roll.told(None) == "morale test, 7 or less: 2 6 (8)"


def high(faces: tuple[int, ...]) -> bool:
    return sum(faces) >= 7


def twelfth(faces: tuple[int, ...]) -> int:
    return sum(faces) // 12


def test_dice_read_together_say_their_sum_and_whether_it_is_enough():
    two = Throw(Purpose("Gate Watch, morale check"), (6, 6), high)
    assert Rolled(two, bytes([3, 5])).meant() == "8, passed"
    assert Rolled(two, bytes([3, 5]), bytes([1, 2])).meant() == "3, failed"
    one = Throw(Purpose("Gate Watch, morale check"), (12,), high)
    assert Rolled(one, bytes([9])).meant() == "passed" and Rolled(one, bytes([2])).meant() == "failed"


def test_results_that_have_names_are_told_by_them():
    charts = Throw(Purpose("chart", called=((0, "nothing"), (1, "it explodes"))), (6, 6), twelfth)
    assert Rolled(charts, bytes([6, 6])).meant() == "it explodes"
    die = Test(Purpose("event", called=((0, "calm"), (1, "storm"))), 6, (0, 0, 0, 1, 1, 1))
    assert Rolled(die, bytes([5])).meant() == "storm"
    assert Rolled(die, bytes([5, 1, 2])).meant() == "1 storm, 2 calm"


def test_several_dice_say_each_outcome_once():
    pen = Purpose("penetration", called=((0, "no effect"), (1, "a glancing hit")))
    dice = Test(pen, 6, (0, 0, 0, 1, 1, 1))
    assert [Rolled(dice, bytes(f)).meant() for f in ([1, 2], [4, 5], [1, 4, 5])] == [
        "no effect", "each a glancing hit", "2 glancing hits, 1 no effect",
    ]  # fmt: skip
    rows = Test(Purpose("table", called=((0, "shaken"), (1, "stunned"))), 6, (0, 0, 0, 1, 1, 1))
    assert [Rolled(rows, bytes(f)).meant() for f in ([1, 2], [1, 4])] == ["all shaken", "1 shaken, 1 stunned"]
    hits = Test(Purpose("Gun", called=((0, "a miss"), (1, "a hit"), (2, "a wound at AP2"))), 6, (0, 0, 1, 1, 2, 2))
    assert [Rolled(hits, bytes(f)).meant() for f in ([1, 2, 3], [3, 5, 6])] == [
        "1 hit, 2 misses", "2 wounds at AP2, 1 hit",
    ]  # fmt: skip
    fired = Test(
        Purpose("Gun to hit", called=((0, "a miss"), (1, "a hit"), (2, "a precise hit"))), 6, (0, 0, 1, 1, 1, 2)
    )
    assert [Rolled(fired, bytes(f)).meant() for f in ([1], [1, 2], [3], [1, 4], [3, 4], [1, 4, 6])] == [
        "a miss", "all miss", "a hit", "1 of 2 hit", "all hit", "1 precise hit, 1 hit, 1 miss",
    ]  # fmt: skip
    saying = Purpose("Gun", comes_to=("a hit", "a miss"), called=((0, "a miss"), (1, "a hit"), (2, "a precise hit")))
    named = Test(saying, 6, (0, 0, 1, 1, 1, 2))
    assert [Rolled(named, bytes(f)).meant() for f in ([1, 4], [3, 4], [1, 6])] == [
        "1 of 2 hit", "all hit", "1 precise hit, 1 miss",
    ]  # fmt: skip
    kinds = Test(Purpose("Lance to strike"), 6, ("miss",) * 3 + ("hit",) * 3)
    assert [Rolled(kinds, bytes(f)).meant() for f in ([4], [4, 5], [1, 2], [1, 5])] == [
        "hit", "all hit", "all miss", "1 of 2 hit",
    ]  # fmt: skip
    graded = Test(Purpose("Lance to strike"), 6, ("miss", "miss", "miss", "hit", "hit", "glance"))
    assert Rolled(graded, bytes([1, 4, 6])).meant() == "1 miss, 1 hit, 1 glance"
    saves = Test(Purpose("passive save", comes_to=("saved", "failed")), 6, (0, 0, 0, 0, 1, 1))
    assert [Rolled(saves, bytes(f)).meant() for f in ([5, 6], [1, 2], [1, 6])] == [
        "all saved", "all failed", "1 of 2 saved",
    ]  # fmt: skip
    flares = Test(Purpose("flare", comes_to=("it burns on", "it dies")), 6, (0, 0, 0, 1, 1, 1))
    assert [Rolled(flares, bytes(f)).meant() for f in ([6], [5, 6], [1, 2])] == [
        "it burns on", "2 of 2 it burns on", "none of 2 it burns on",
    ]  # fmt: skip


def even(faces: tuple[int, ...]) -> int:
    return sum(faces) % 2


def test_dice_thrown_one_after_the_other_for_one_thing_are_laid_together():
    save = Test(Purpose("cover save, 5+", what="cover save", who=4), 6, (0, 0, 0, 0, 1, 1), again=(1,))
    first, second = Rolled(save, bytes([6])), Rolled(save, bytes([1]), bytes([2]))
    both = first.with_more(second)
    assert both is not None and both.told(None) == "cover save, 5+: 1 6, again 2 (1 of 2 saved)"
    assert first.with_more("a model is lost") is None
    assert first.with_more(Rolled(Test(Purpose("cover save, 4+"), 6, save.faces), bytes([6]))) is None
    assert first.with_more(Rolled(Test(Purpose("cover save, 5+", who=5), 6, save.faces), bytes([6]))) is None
    die = Throw(Purpose("chart", called=((0, "calm"), (1, "a storm"))), (6,), even)
    calm, storm = Rolled(die, bytes([2])), Rolled(die, bytes([1]))
    both = storm.with_more(calm)
    assert both is not None and both.told(None) == "chart: 1 2 (1 storm, 1 calm)"
    assert Rolled(total(2, 6), bytes([1, 2])).with_more(Rolled(total(2, 6), bytes([1, 2]))) is None
    half = Throw(Purpose("chart", called=((0, "calm"),)), (6,), even)
    assert Rolled(half, bytes([1])).with_more(Rolled(half, bytes([2]))) is None


def test_where_a_face_can_mean_none_that_alone_is_nothing():
    hits = Test(Purpose("Rifle to hit"), 6, (None, None, None, 0, 0, 1))
    assert Rolled(hits, bytes([1, 4, 6])).meant() == "2 of 3 hit"


def test_a_number_of_dice_is_their_sum_and_what_is_added():
    assert reading(number(3, 6, 0, "three")).law.fraction(3) == reading(total(3, 6)).law.fraction(3)
    assert reading(number(1, 3, 0, "one")).law.fraction(2) == reading(number(1, 3, 2, "one")).law.fraction(4)
    assert reading(number(2, 6, 1, "two and one")).law.fraction(13) == reading(total(2, 6)).law.fraction(12)
    assert reading(number(1, 6, 6, "one and six")).law.fraction(12) * 6 == 1


def test_what_is_thrown_again_says_so():
    name = Purpose("Rifle to hit, 4+", what="Rifle to hit", needs="4+")
    assert name.again() == "Rifle to hit, 4+, re-roll" and name.again().needs == "4+"


def test_dice_of_a_unit_keep_their_words():
    name = Purpose("Rifle to hit, 4+", what="Rifle to hit", needs="4+", words="Rifles hit on 4+").of(7)
    assert (name, name.who, name.needs, name.words) == ("Rifle to hit, 4+", 7, "4+", "Rifles hit on 4+")


def test_a_die_thrown_by_itself_has_words_for_each_outcome_in_place_of_success_and_failure():
    name = Purpose("Leadership, 8-", needs="8-", who=7, comes_to=("holds", "falls back")).with_words(
        ((0, "holds at once"),)
    )
    assert (name, name.who, name.needs) == ("Leadership, 8-", 7, "8-")
    assert (name.called, name.comes_to) == (((0, "holds at once"),), ("", ""))


def test_what_is_no_die_passes_whosever_the_dice_are():
    def told() -> Procedure:
        yield Emit("something happened")
        return (yield Roll(FOUR))

    heard: list[object] = []
    assert Play(Scripted([5]), emit=heard.append).run(dice_of(3, told())) == 1
    assert heard == ["something happened"]


class Both(tuple[int, int]):
    """A meaning of two parts, of which the first says whether it is one at all."""

    @property
    def succeeds(self) -> bool:
        return self[0] > 0


def test_a_meaning_of_several_parts_may_say_itself_whether_it_is_a_success():
    hits = Test(Purpose("Rifle to hit"), 6, (Both((0, 1)),) * 4 + (Both((1, 0)),) * 2)
    assert Rolled(hits, bytes([1, 5, 6])).meant() == "2 of 3 hit"


def test_dice_whose_order_matters_are_laid_out_as_they_fell():
    assert Rolled(Throw("tens and ones", (6, 6), high), bytes([5, 2])).shown() == "5 2"


def test_each_die_says_whether_it_did_something():
    """3+ with ones thrown again: 1 and 4 and 2 are thrown, the 1 comes again as a 6."""
    hit = Test("to hit", 6, (0, 0, 1, 1, 1, 1), again=(1,))
    assert Rolled(hit, bytes([1, 4, 2]), bytes([6])).does() == ((None, True, False), (True,))
    assert Rolled(hit, bytes([1, 4, 2])).does() == ((False, True, False), ()), "nothing was thrown again"
    assert Rolled(Test("inches", 6, (1, 2, 3, 4, 5, 6)), bytes([4])).does() == ((), ()), "each face counts"
    assert Rolled(total(2, 6, "inches"), bytes([3, 5])).does() == ((), ()), "they are read together"
