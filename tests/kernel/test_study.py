"""Trials of a player who looks ahead: they start where the battle stands, know what he knows, and leave the battle as it is."""

from __future__ import annotations

from random import Random

import pytest

from grognard.errors import GrognardError
from grognard.kernel.asks import Choose, Emit
from grognard.kernel.dice import Keyed, Seeded
from grognard.kernel.session import Session
from tests.kernel.test_session import First, Gain, Game, Setup, Tally


class Copied(Tally):
    def clone(self):
        other = Copied()
        other.state = self.state
        return other


class Open(Game):
    """Everybody knows everything."""

    def guess(self, t, now, player, rng):
        pass


class Guessing(Game):
    """What the other side has gained is not known: it is guessed to be 100."""

    def guess(self, t, now, player, rng):
        a, b, turn = t.state
        t.state = (a, 100, turn) if player == 0 else (100, b, turn)


class Looks(First):
    """A player who looks: what it found is what ``tries`` gives of each study."""

    looks = True

    def __init__(self, tries):
        super().__init__()
        self.tries, self.found = tries, []

    def choose(self, table, ask, study):
        self.found.append(self.tries(ask, study))
        return super().choose(table, ask)


def battle(tries, game=None):
    looks = Looks(tries)
    return Session(Setup(), game or Open(), Copied(), Seeded(5), [looks, First()]), looks


def tried(ask, study):
    """What comes of each option after two boundaries, with the same dice."""
    found = []
    for option in ask.options:
        table = study.table(Random(1))
        trial = study.tried(option, table, Keyed(9), [First(), First()])
        trial.play(2)
        found.append(table.state)
    return found


def test_a_trial_goes_on_from_the_open_question_and_changes_nothing():
    s, looks = battle(tried)
    assert s.play() and looks.found
    plain, _ = battle(lambda ask, study: None)
    plain.play()
    assert s.digest() == plain.digest(), "a battle is the same whatever was tried"
    first = looks.found[0]
    assert len(set(first)) > 1 and all(turn == 2 for _, _, turn in first)


def test_what_happened_since_the_boundary_happened_in_the_trial_too():
    def gone_through(ask, study):
        trial = study.tried(ask.options[0], study.table(Random(1)), Keyed(9), [First(), First()])
        before = list(trial.inputs)
        trial.play(1)
        assert trial.inputs[: len(before)] == before
        return ask.question, len(before)

    s, looks = battle(gone_through)
    s.play()
    assert ("how many dice?", 1) in looks.found, "only the pick"
    assert any(question == "double or quits?" and n > 2 for question, n in looks.found), "and the dice before it"


def test_a_study_says_where_the_battle_stands():
    s, looks = battle(lambda ask, study: (study.ask is ask, study.inputs, study.possible()))
    s.play()
    assert all(mine and possible for mine, _, possible in looks.found)
    inputs = [n for _, n, _ in looks.found]
    assert inputs == sorted(set(inputs))


def test_a_trial_starts_from_a_guess_where_something_is_secret():
    s, looks = battle(lambda ask, study: study.table(Random(1)).state[1], Guessing())
    s.play()
    assert set(looks.found) == {100}
    assert s.table.state[1] != 100


def test_nothing_can_be_tried_where_a_secret_of_the_other_lies_between():
    class Whispers(Game):
        """The second player answers in secret before the first is asked."""

        def crank(self, t):
            whispered = yield Choose(1, "which?", ("a", "b"))
            yield Emit(Gain(1, whispered == "b", secret=1))
            yield Choose(0, "and you?", ("a", "b"))
            yield Emit(Gain(0, 1, turn=True))

    s, looks = battle(lambda ask, study: study.possible(), Whispers())
    s.play()
    assert set(looks.found) == {False}


def test_a_pick_that_is_none_is_refused_in_the_trial():
    def wrong(ask, study):
        with pytest.raises(GrognardError):
            study.tried("nothing like it", study.table(Random(1)), Keyed(9), [First(), First()]).play(1)

    s, looks = battle(wrong)
    assert s.play() and looks.found


def test_a_trial_can_begin_at_the_boundary_again():
    def from_there(ask, study):
        table = study.table_then(Random(1))
        stood = table.state
        trial = study.afresh(table, Keyed(9), [First(), First()])
        assert trial.inputs == []
        trial.play(1)
        return stood, trial.table.state, study.boundary

    s, looks = battle(from_there)
    plain, _ = battle(lambda ask, study: None)
    s.play()
    plain.play()
    assert s.digest() == plain.digest()
    assert all(stood != state for stood, state, _ in looks.found)
    assert [n for _, _, n in looks.found] == sorted(n for _, _, n in looks.found)


def test_what_was_secret_at_the_boundary_is_guessed_there():
    s, looks = battle(lambda ask, study: study.table_then(Random(1)).state[1], Guessing())
    s.play()
    assert set(looks.found) == {100}
