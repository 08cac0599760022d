"""What notes call without effect has none, and what they do not name changes the attack: random questions of every system."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

import grognard
from grognard import systems
from grognard.common.asking import read, situation
from grognard.common.odds import COMPARED, Odds, answer
from grognard.common.odds.notes import Unable, idle
from grognard.common.odds.question import FACINGS, Question
from grognard.common.system import System
from grognard.errors import GrognardError
from grognard.kernel.budget import Budget, TooMany
from grognard.muster.ref import resolve_force, samples
from grognard.systems.usr import examples as usr
from grognard.systems.void import examples as void

COVERS = {"void": ("2", "3", "4"), "dropzone": ("soft", "body"), "command": ("4", "5", "6"), "usr": ("3", "4", "6")}
TEXTS = {"terrain": ("ruins", "woods"), "card": ("Incendiary, Flares", "Evasive", "incendiary")}
QUESTIONS = 25  # in each system


def asked(system: System, rng: Random) -> Question | None:
    """A random question; None where it cannot be asked."""
    kinds = [kind for one in samples(system.id) for kind in resolve_force(one["ref"]).kinds]
    some = [one for one in system.circumstances if rng.random() < 3 / len(system.circumstances)]
    sets: dict[str, Any] = {one.key: _value(one, rng) for one in some}
    said: dict[str, Any] = {"melee": rng.random() < 0.4, "sets": sets}
    if rng.random() < 0.5:
        said["range"] = rng.choice((1.0, 6.0, 13.0))
    if rng.random() < 0.5:
        said["cover"] = rng.choice(COVERS[system.id])
    if rng.random() < 0.4:
        said["facing"] = rng.choice(FACINGS)
    said["moved"], said["charging"] = rng.random() < 0.4, rng.random() < 0.3
    try:
        return read(system, rng.choice(kinds), rng.choice(kinds), situation(**said))[0]
    except GrognardError:
        return None


def _value(known: Any, rng: Random) -> Any:
    if known.takes == "yes":
        return rng.random() < 0.8
    if known.takes == "number":
        return rng.choice((1, 2, 3))
    return rng.choice(known.takes or TEXTS[known.key])


def found(system: System, question: Question, most: int) -> Odds | None:
    """The answer; None where it cannot be, or costs more than so many states. Raises GrognardError for what cannot be asked."""
    try:
        return answer(system, question, Budget(most))
    except TooMany:
        return None


def told(odds: Odds) -> Any:
    return odds.slain, odds.damage, odds.destroyed, odds.other


def open_tests(odds: Odds) -> list[tuple[str, str, str, float]]:
    return [(s.name, s.weapon, s.needs, s.chance) for s in odds.steps if 0 < s.chance < 1]


@pytest.mark.parametrize("name", systems.NAMES)
def test_what_is_noted_changes_nothing_and_what_is_not_noted_changes_something(name):
    """Asked again by whole answers: the notes are those of the parts that change no law and no test."""
    system, rng, compared, named = systems.get(name), Random(15), 0, 0
    while compared < QUESTIONS:
        question = asked(system, rng)
        try:
            odds = None if question is None else found(system, question, 2_000)
        except GrognardError:
            continue
        if question is None or odds is None or odds.impossible:
            continue
        compared += 1

        def same(other: Question, odds: Odds = odds) -> bool:
            its = found(system, other, COMPARED)
            if its is not None and its.impossible:
                raise Unable(its.impossible)
            return its is not None and told(its) == told(odds) and open_tests(its) == open_tests(odds)

        parts = list(idle(question, system.circumstances, same))
        notes = list(odds.notes)[: len(parts)]  # they come first, in the order of the situation
        assert [part for part in parts if not any(part in note for note in notes)] == []
        assert [note for note in odds.notes[len(parts) :] if " no effect" in note] == []
        named += len(parts)
    assert named


def test_what_says_one_thing_twice_is_noted_once():
    """Two parts that do the same: either may be left away, both may not, and only one is called without effect."""
    system = systems.get("usr")
    gun = usr.weapon("Gun", type="Heavy 1", S=4)
    ours = usr.unit(usr.model(weapons=[gun]))
    said = situation(moved=True, sets={"speed": "combat"})
    question, _ = read(system, ours, usr.target(), said)
    assert answer(system, question).notes == ("moved has no effect here",)
    assert answer(system, replace(question, sets={})).notes == ()


def test_a_range_within_reach_has_an_effect_and_far_away_shows_it():
    ours, theirs = void.unit(void.model("line trooper", arms=("rifle",))), void.unit(void.model("line trooper"))
    assert grognard.odds(ours, theirs, range=5.0).notes == ()


def test_notes_are_worked_out_when_they_are_read(monkeypatch):
    system = systems.get("usr")
    question, _ = read(system, usr.shooter(), usr.target(), situation(sets={"night": True}, melee=False, facing="rear"))
    odds = answer(system, question)
    planned = []
    monkeypatch.setattr("grognard.common.odds.answering._same", lambda *args: planned.append(args) or False)
    assert planned == []
    assert odds.notes == ()
    assert len(planned) == 2


def test_a_sample_is_compared_exactly_where_that_can_be():
    noted = grognard.odds(usr.shooter(), usr.target(), sample=100, facing="rear").notes
    assert noted == ("facing has no effect: the target is no vehicle",)
