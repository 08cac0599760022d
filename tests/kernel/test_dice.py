"""Seeds, scripts and typed dice."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.errors import GrognardError
from grognard.kernel import Keyed, Scripted, Seeded, Typed
from grognard.kernel.dice import Strata, read_faces
from grognard.kernel.purpose import Purpose


@given(st.integers(0, 99), st.sampled_from((2, 3, 6, 10, 20, 255)), st.lists(st.integers(0, 700), max_size=5))
def test_handfuls_of_any_size_give_the_same_stream(seed, sides, sizes):
    apart = Seeded(seed)
    together = Seeded(seed)
    faces = b"".join(apart.throw(sides, n) for n in sizes)
    assert faces == together.throw(sides, sum(sizes))
    assert all(1 <= f <= sides for f in faces)


def test_going_back_to_a_place_gives_the_same_faces_again():
    dice = Seeded(3)
    dice.throw(6, 1000)
    place = dict(dice.place)
    first = dice.throw(6, 3000)
    dice.place = place
    assert dice.throw(6, 3000) == first


def test_faces_are_fair_and_streams_apart():
    faces = Seeded(1).throw(6, 60_000)
    assert all(abs(faces.count(f) - 10_000) < 400 for f in range(1, 7))
    assert Seeded(1).throw(6, 50) != Seeded(2).throw(6, 50)


def test_the_seed_gives_these_faces_for_ever():
    assert list(Seeded(7).throw(6, 12)) == [1, 5, 5, 6, 2, 1, 1, 5, 4, 3, 5, 3]
    assert list(Seeded("a word").throw(10, 6)) == [10, 2, 2, 6, 4, 4]


def test_a_script_must_fit_and_be_used_up():
    dice = Scripted([1, 6, 4])
    assert dice.throw(6, 2) == b"\x01\x06"
    with pytest.raises(AssertionError, match="left over"):
        dice.end()
    with pytest.raises(AssertionError, match="no faces of a D3"):
        dice.throw(3, 1)
    with pytest.raises(AssertionError, match="1 faces left, but 2 D6"):
        dice.throw(6, 2)
    dice.throw(6, 1)
    dice.end()


def test_typed_dice_are_asked_for_until_they_are_valid():
    lines = iter(["3 6", "3 6 7", "x 1 2", "3,6,1"])
    asked, said = [], []
    dice = Typed(lambda prompt: asked.append(prompt) or next(lines), said.append)
    assert dice.throw(6, 3, "to hit") == bytes([3, 6, 1])
    assert asked == ["to hit: roll 3 D6"] * 4
    assert len(said) == 3
    assert "3 needed" in said[0] and "'7'" in said[1] and "'x'" in said[2]


def test_typed_dice_say_nothing_when_nobody_listens():
    lines = iter(["9", "4"])
    assert Typed(lambda prompt: next(lines)).throw(6, 1) == b"\x04"


def test_faces_may_be_typed_together_below_ten_sides():
    assert read_faces("361", 6, 3) == bytes([3, 6, 1])
    with pytest.raises(GrognardError):
        read_faces("361", 10, 3)
    assert read_faces("10 4", 10, 2) == bytes([10, 4])
    with pytest.raises(GrognardError):
        read_faces("², 3", 6, 2)


def test_keyed_dice_fall_alike_for_the_same_whatever_else_is_thrown():
    plain, busy = Keyed(3), Keyed(3)
    for name in ("Axe to hit", "Axe to wound", "morale test"):
        busy.throw(6, 4, name)
    first, second = [plain.throw(6, 5, "Rifle to hit") for _ in range(2)]
    assert busy.throw(6, 5, "Rifle to hit") == first != second
    assert busy.throw(6, 3, "Rifle to hit") == second[:3], "fewer dice are the first of more"
    assert busy.throw(10, 5, "Rifle to hit") != first


def test_keyed_dice_know_the_moment_and_whose_they_are_but_not_what_they_need():
    now = [1]
    dice = Keyed("seed", lambda: now[0])

    def thrown(needs, who):
        name = Purpose(f"Rifle to hit, {needs}", what="Rifle to hit", needs=needs, who=who)
        return Keyed("seed", lambda: now[0]).throw(6, 12, name)

    assert thrown("3+", 4) == thrown("5+", 4) != thrown("3+", 5)
    before = dice.throw(6, 12, "to hit")
    now[0] = 2
    assert dice.throw(6, 12, "to hit") != before
    assert len(dice.throw(6, 300, "a barrage")) == 300


def test_keyed_faces_are_fair_and_for_ever():
    dice = Keyed(1)
    faces = b"".join(dice.throw(6, 6, "to hit") for _ in range(10_000))
    assert all(abs(faces.count(f) - 10_000) < 400 for f in range(1, 7))
    assert list(Keyed(7).throw(6, 12, "to hit")) == [2, 2, 4, 5, 4, 3, 6, 4, 3, 6, 5, 5]


def thrown_in_trials(seed, trials, n, needs="4+", sides=6):
    name = Purpose(f"Rifle to hit, {needs}", what="Rifle to hit", needs=needs)
    return [Strata(seed, trial).throw(sides, n, name) for trial in range(trials)]


def test_a_few_trials_cover_the_law_of_what_is_thrown_first_evenly():
    for seed in range(50):
        hits = sorted(sum(f > 3 for f in faces) for faces in thrown_in_trials(seed, 4, 1))
        assert hits == [0, 0, 1, 1], "half of the law is a hit"
        fives = [faces[0] >= 5 for faces in thrown_in_trials(seed, 8, 1, "5+")]
        assert 2 <= sum(fives) <= 3, "a third of it"
        hits = sorted(sum(f > 3 for f in faces) for faces in thrown_in_trials(seed, 2, 10))
        assert hits[0] <= 5 <= hits[1]


def test_dice_by_strata_are_as_fair_as_others_over_all_seeds():
    for trial in range(3):
        faces = b"".join(Strata(seed, trial).throw(6, 5, "to hit") for seed in range(4000))
        assert all(abs(faces.count(f) - 20_000 / 6) < 250 for f in range(1, 7))
    pairs = [Strata(seed, 1).throw(6, 2, "to hit") for seed in range(6000)]
    assert all(abs(pairs.count(bytes([a, b])) - 6000 / 36) < 60 for a in range(1, 7) for b in range(1, 7))


def test_equal_throws_of_one_trial_fall_alike_and_later_ones_as_keyed_dice_do():
    plain, busy, keyed = Strata(3, 1), Strata(3, 1), Keyed("3/1")
    busy.throw(6, 4, "Axe to hit")
    assert plain.throw(6, 5, "Rifle to hit") == busy.throw(6, 5, "Rifle to hit")
    keyed.throw(6, 5, "Rifle to hit")
    assert plain.throw(6, 5, "Rifle to hit") == keyed.throw(6, 5, "Rifle to hit")
    assert plain.throw(6, 0, "nothing") == b""


def test_strata_go_by_the_upper_half_where_nothing_says_what_is_needed():
    for needs in ("", "no number", "11+", "1+"):
        for seed in range(20):
            one, two = (faces[0] > 5 for faces in thrown_in_trials(seed, 2, 1, needs, 10))
            assert one != two
