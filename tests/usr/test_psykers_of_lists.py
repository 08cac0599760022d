"""Psykers as other programs' lists write them."""

from __future__ import annotations

import pytest

from grognard.muster.catalogue.library import Profile, Selection
from grognard.muster.formats import battlescribe
from grognard.systems.usr.psychic.psykers import mind_of
from grognard.systems.usr.system import SYSTEM

LINE = {
    "WS": "4",
    "BS": "4",
    "S": "4",
    "T": "4",
    "W": "2",
    "I": "4",
    "A": "2",
    "Ld": "10",
    "Save": "3+",
    "Unit Type": "Infantry",
}


def read(*profiles: Profile, rules: tuple[str, ...] = ()):
    chosen = Selection("Seer", "model", 1)
    chosen.profiles = [Profile("Seer", "Unit", LINE), *profiles]
    chosen.rules = list(rules)
    (kind,) = battlescribe.built(chosen, SYSTEM.schema, "test")
    return kind, mind_of(SYSTEM.fitted(kind).models[0])


@pytest.mark.rule("usr:psyker")
def test_a_mastery_level_stands_in_a_profile_or_in_a_rule():
    assert read(Profile("Seer (Psyker)", "Psyker", {"Mastery Level": "3"}))[1].level == 3
    assert read(rules=("Psyker (Mastery Level 2)",))[1].level == 2


@pytest.mark.rule("usr:psyker")
def test_powers_that_are_executable_are_known_and_others_kept_by_name():
    powers = [Profile(name, "Psychic Power", {}) for name in ("(Primaris) Smite", "2 - Enfeeble", "3 - Life Leech")]
    kind, mind = read(*powers, rules=("Psyker (Mastery Level 1)",))
    assert [power.name for power in mind.powers] == ["Smite", "Enfeeble"]
    assert kind.unread == ("3 - Life Leech",)
