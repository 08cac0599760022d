"""``grognard rules A B``: whether two rules meet, where, and what comes of it. Fractions are worked out by hand."""

from __future__ import annotations

import shlex
from fractions import Fraction
from random import Random

import pytest

from grognard import meetings, questions, systems
from grognard.drills import drills
from grognard.meetings import Meeting, Pair, example_rule, meet, named, rule_of

from .run import as_json, fine, refused, run


def pair(system: str, one: str, two: str) -> Pair:
    found = systems.get(system)
    a, b = rule_of(found, one), rule_of(found, two)
    assert a is not None and b is not None
    return meet(found, a, b)


def example(system: str, one: str, two: str) -> Meeting:
    found = pair(system, one, two).meeting
    assert found is not None
    return found


def numbers(system: str, one: str, two: str) -> tuple[Fraction, ...]:
    return example(system, one, two).numbers


F = Fraction


# --- what comes of it -------------------------------------------------------------------------------------------------


def test_feel_no_pain_is_nothing_beside_instant_death():
    # one wound of two in 1/3 of all shots; a third of them is discounted; slain outright it loses both, discounted or not
    assert numbers("usr", "Feel No Pain (5+)", "Instant Death") == (F(1, 3), F(2, 9), F(2, 3), F(2, 3))
    assert example("usr", "Feel No Pain (5+)", "Instant Death").outcome == "second"
    assert example("usr", "Instant Death", "Feel No Pain (5+)").outcome == "first"


def test_a_miss_is_rolled_again_once_only():
    # 3+ and 4+: 1/3; ones again 7/9 x 7/12; any miss again 8/9 x 1/2; both 8/9 x 7/12
    assert numbers("usr", "Preferred Enemy", "Master-crafted") == (F(1, 3), F(49, 108), F(4, 9), F(14, 27))
    found = pair("usr", "Preferred Enemy", "Master-crafted")
    assert found.meeting is not None and found.meeting.outcome == "less" and found.meeting.apart == F(49, 81)
    assert "to hit" in found.steps and "to_hit" in found.moments


def test_rules_that_share_a_test_need_not_get_in_each_others_way():
    # at guards: 2/3 x 1/2 x 1/3; a 6 is not saved: 2/3 (2/6 1/3 + 1/6); failures again: half as much more, both times
    assert numbers("usr", "Rending", "Shred") == (F(1, 9), F(5, 27), F(1, 6), F(5, 18))
    found = pair("usr", "Rending", "Shred")
    assert found.meeting is not None and found.meeting.outcome == "apart" and found.steps == ("to wound",)


def test_cover_is_never_better_than_three():
    found = pair("usr", "Stealth", "Shrouded")
    assert found.meeting is not None and found.meeting.outcome == "same"  # 4+ becomes 3+ with either, and with both
    assert found.meeting.numbers == (F(1, 6), F(1, 9), F(1, 9), F(1, 9))
    assert found.beside is not None  # in the open 6+, 5+ and 4+
    assert found.beside.numbers == (F(1, 3), F(5, 18), F(2, 9), F(1, 6))
    assert [ruling.name for ruling in found.rulings] == ["shroud-cap"]


def test_a_rule_that_works_only_beside_another():
    found = example("usr", "Jink", "Skilled Rider")  # a save on 4+, on 3+
    assert found.outcome == "needs-first" and found.numbers == (F(1, 3), F(1, 6), F(1, 3), F(1, 9))
    assert example("usr", "Skilled Rider", "Jink").outcome == "needs-second"
    found = example("dropzone", "Area", "Focus")  # two hits or three, 20/27, make one of Energy 7 against Armour 12: 5+
    assert found.outcome == "needs-second" and found.numbers == (0, 0, F(20, 81), F(40, 81))  # two tanks under it


def test_the_ruling_that_decides_is_named_with_what_it_would_make_of_it():
    found = example("usr", "Gets Hot", "Twin-linked")
    assert [(ruling.name, value) for ruling, value, _ in found.deciding] == [("gets-hot-blast", "supercharged")]
    text = fine("rules", "gets", "hot", "twin-linked")
    assert "gets-hot-blast=always; under supercharged both would come to" in text


def test_rules_that_never_meet_say_so():
    found = pair("usr", "Scout", "Rending")
    assert found.meeting is None and found.moments == () and found.outcome().startswith("They do not meet")
    at_the_table = pair("usr", "Fleet", "Crusader")
    assert at_the_table.moments and at_the_table.outcome() == "They meet at the table, not in a plain attack."
    spoken_of = pair("usr", "Pinning", "Stubborn")
    assert "One of them speaks of the other" in spoken_of.outcome() and "Pinning tests" in spoken_of.said[0]


@pytest.mark.parametrize("system", systems.NAMES)
def test_the_order_of_two_rules_does_not_matter(system):
    rules, dice = systems.get(system).rules, Random(7)
    for _ in range(8):
        one, two = (example_rule(systems.get(system), rule) for rule in dice.sample(rules, 2))
        there, back = meet(systems.get(system), one, two), meet(systems.get(system), two, one)
        assert there.told()["meet"] == back.told()["meet"] and set(there.moments) == set(back.moments)
        if there.meeting is not None and back.meeting is not None:
            a, b = there.meeting.numbers, back.meeting.numbers
            assert a == (b[0], b[2], b[1], b[3])


# --- the examples can be asked ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("system", systems.NAMES)
def test_every_drill_is_an_attack_that_can_be_asked_about_as_it_is_written(system):
    for drill in drills(system):
        answer = questions.odds(drill.attacker, drill.target, drill.said)
        told = as_json(*shlex.split(drill.command())[1:])
        assert told["slain"] == answer.told()["slain"] and answer.system == system


@pytest.mark.parametrize(
    ("system", "one", "two"),
    [
        ("usr", "Rending", "Shred"),
        ("void", "Marksman", "Camouflage"),
        ("command", "Impale", "Interlinked"),
        ("dropzone", "Destroyer 6+", "Resilient"),
    ],
)
def test_the_question_that_is_shown_has_the_answer_that_is_shown(system, one, two):
    (told,) = as_json("rules", one, two, "--system", system)
    shown = told["examples"][0]
    again = as_json(*shlex.split(shown["command"])[1:], "--fractions")
    assert again["fractions"] == shown["laws"]["both"]
    assert told["meet"] and told["rules"][0].startswith(f"{system}:")
    text = fine("rules", one, two, "--system", system)
    assert shown["command"] in text and shown["both"] in text and told["says"] in text


# --- names ------------------------------------------------------------------------------------------------------------


def test_two_names_are_told_from_words_to_search_for():
    assert [(str(a), str(b)) for _, a, b in named(["feel", "no", "pain", "rending"])] == [
        ("Feel No Pain (5+)", "Rending")
    ]
    assert [(str(a), str(b)) for _, a, b in named(["usr:rending", "Poisoned (2+)"])] == [("Rending", "Poisoned (2+)")]
    assert named(["rending", "nonsense"]) == [] and named(["rending"]) == [] and named([]) == []
    assert {found.id for found, _, _ in named(["stealth", "infiltrate"])} == {"void", "command", "usr"}
    assert fine("rules", "Feel No Pain").startswith("Feel No Pain  (usr:feel-no-pain)"), "one rule, not two"


def test_two_parameters_of_one_rule_are_two_rules():
    # at a monster: 2/3 to hit, 6+, 2+ or 4+ to wound, 1/3 not saved
    assert numbers("usr", "Poisoned (2+)", "Poisoned (4+)") == (F(1, 27), F(5, 27), F(1, 9), F(5, 27))
    assert example("usr", "Poisoned (2+)", "Poisoned (4+)").outcome == "first"


def test_rules_of_two_systems_are_refused():
    assert "two rules of one system" in refused("rules", "usr:rending", "void:stealth")
    assert "nearest: usr:rending" in run("rules", "rending", "fel-no-pan", "--system", "usr").stdout


def test_the_tests_that_hold_both_are_told_when_asked_for():
    assert "test_" not in fine("rules", "shred", "preferred enemy")
    assert "test_shred_throws_all" in fine("rules", "shred", "preferred enemy", "--tests")
    (told,) = as_json("rules", "shred", "preferred enemy")
    assert any("test_shred_throws_all" in test for test in told["tests"])


def test_every_rule_that_a_plain_attack_shows_has_its_example():
    shown = dict.fromkeys(systems.NAMES, 0)
    for name in systems.NAMES:
        for rule in systems.get(name).rules:
            found = meetings.example(systems.get(name), rule)
            if found is not None:
                assert found.measure.of(found.without) != found.measure.of(found.with_it), rule
                shown[name] += 1
    assert shown["usr"] >= 55 and shown["void"] >= 25 and shown["command"] >= 38 and shown["dropzone"] >= 14, shown
