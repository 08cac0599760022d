"""Forces shown, checked and altered."""

from __future__ import annotations

import json

from msgspec.structs import replace

from grognard.common.alter import given, without
from grognard.common.rules import id_of
from grognard.common.schema import Schema
from grognard.muster.check import faults
from grognard.muster.forces import points
from grognard.muster.formats import native
from grognard.muster.show import rows, shown

from .stand_in import Named, read_rule, schema_of
from .test_native import GOOD

FORCE = native.loads(GOOD, "good", schema_of)
SQUAD = FORCE.kinds[0]


def test_a_force_is_shown_as_plain_values() -> None:
    told = json.loads(json.dumps(shown(FORCE, schema_of)))
    assert (told["system"], told["points"], told["unread"]) == ("usr", 140, [{"name": "Vortex", "units": 1}])
    (squad,) = told["units"]
    assert squad["type"] == "Infantry (Character)" and squad["details"] == {"capacity": 3}
    assert [(m["name"], m["count"], m["weapons"]) for m in squad["models"]] == [
        ("Trooper", 9, ["Rifle"]),
        ("Sergeant", 1, ["Axe", "Rifle", "Axe"]),
    ]
    assert squad["models"][0]["stats"]["Sv"] == "3+" and squad["models"][0]["rules"] == ["Feel No Pain (5+)"]
    assert squad["weapons"][0] == {
        "name": "Rifle",
        "stats": {"range": 24, "S": 4, "AP": 5, "type": "Rapid Fire"},
        "rules": ["Gets Hot"],
    }


def test_a_force_is_shown_in_lines() -> None:
    told = "\n".join(rows(FORCE, schema_of))
    for words in ("Third Line Company (usr, 140 points)", "9 x Trooper: WS 4", "Rifle: range 24", "1 Vortex"):
        assert words in told


def test_a_sound_list_has_no_faults() -> None:
    assert faults(FORCE, schema_of=schema_of) == []
    assert faults(FORCE, 140, schema_of) == []


def test_points_names_and_squads_are_checked() -> None:
    twice = replace(FORCE, kinds=(SQUAD, SQUAD, replace(SQUAD, name="line-squad"), replace(SQUAD, name="B", models=())))
    small = replace(twice, kinds=(*twice.kinds, replace(SQUAD, name="C", details=(("squad", (2, 4)),))))
    assert points(twice) == 560
    assert faults(small, 600, schema_of) == [
        "700 points, 100 more than 600",
        "units 'Line Squad' and 'line-squad' cannot be told apart by name",
        "unit 'B' has no models",
        "unit 'C' has 10 in the squad, not 2 to 4",
    ]


def test_a_system_adds_its_own_checks() -> None:
    def strict(system: str) -> Schema:
        return replace(schema_of(system), force_faults=lambda force: [f"{force.name} has no banner"])

    assert faults(FORCE, schema_of=strict) == ["Third Line Company has no banner"]


def test_a_rule_is_taken_from_units_models_and_weapons() -> None:
    (fleet,) = SQUAD.rules
    altered = without(SQUAD, {id_of(fleet), "toy:gets-hot"})
    assert altered.rules == ()
    assert [str(r) for r in altered.models[0].rules] == ["Feel No Pain (5+)"]
    assert altered.models[0].weapons[0].rules == ()
    assert SQUAD.models[0].weapons[0].rules != ()
    assert len(altered.models) == 10 and altered.models[0] is altered.models[8]
    assert without(SQUAD, {id_of(fleet), "toy:gets-hot"}) is altered
    assert without(SQUAD, {"toy:none"}) is SQUAD


def test_a_rule_of_weapons_goes_to_the_weapons_named() -> None:
    rending = read_rule("Rending")
    altered = given(SQUAD, rending, ["Axe"])
    axe, rifle, _ = altered.models[-1].weapons
    assert axe.rules == (rending,) and rending not in rifle.rules
    assert all(rending in w.rules for m in given(SQUAD, rending).models for w in m.weapons)
    assert rending not in altered.models[-1].rules


def test_another_rule_goes_to_every_model() -> None:
    stealth = read_rule("Stealth")
    altered = given(SQUAD, stealth)
    assert stealth in altered.rules and all(stealth in m.rules for m in altered.models)
    assert given(altered, stealth) is altered


def test_taking_what_was_given_leaves_the_unit_as_it_was() -> None:
    stealth = Named("Stealth", "unit")
    assert without(given(SQUAD, stealth), {id_of(stealth)}) is SQUAD
