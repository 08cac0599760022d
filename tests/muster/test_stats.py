"""The figures of the four systems: how each is written, and what none may be."""

from __future__ import annotations

import math
from typing import Any

import pytest

from grognard.common.schema import Count
from grognard.systems.dropzone.profiles import Countermeasures, transport
from grognard.systems.usr.profiles import WeaponType

from .stand_in import schema_of

RANGED = {"range": 24, "S": 4, "AP": 5, "type": "Heavy 1"}
GUN = {"mf": "-", "arc": "F", "full": 24, "countered": 12, "shots": 1, "acc": "3+", "energy": 6}
SLING = {"short": 0, "dam": 4}
CANNON = {"range": 24, "type": "Heavy", "RoF": 3}


def read(system: str, table: dict[str, Any]) -> Any:
    stats, faults = schema_of(system).weapon(table)
    assert not faults, [str(fault) for _, fault in faults]
    return stats


@pytest.mark.parametrize(
    ("written", "best", "moving"),
    [
        ("Assault 2", Count(2), None),
        ("heavy d3", Count(0, 1, 3), None),
        ("Assault 2D6", Count(0, 2, 6), None),
        ("Rapid Fire", Count(1), None),
        ("Salvo 2/4", Count(4), Count(2)),
        ("Melee", Count(1), None),
    ],
)
def test_types_of_weapons(written: str, best: Count, moving: Count | None) -> None:
    fire = WeaponType.of(written)
    assert (fire.shots, fire.moving) == (best, moving)
    assert WeaponType.of(str(fire)) == fire


@pytest.mark.parametrize(
    ("written", "reach", "least", "template"),
    [
        (24, 24, 0, ""),
        ('36"', 36, 0, ""),
        ("24-120", 120, 24, ""),
        ('12" - 48"', 48, 12, ""),
        ("template", None, 0, "Template"),
        ("Unlimited", 1200, 0, ""),
    ],
)
def test_ranges(written: Any, reach: int | None, least: int, template: str) -> None:
    stats = read("usr", {**RANGED, "range": written})
    assert (stats.range, stats.least, stats.template) == (reach, least, template)


@pytest.mark.parametrize(
    ("written", "strength"), [(4, 4), ("7", 7), ("user", "User"), ("+2", "+2"), ("X2", "x2"), ("d", "D")]
)
def test_strengths(written: Any, strength: Any) -> None:
    assert strength == read("usr", {**RANGED, "S": written}).S


@pytest.mark.parametrize(
    ("written", "active", "evasion", "passive"),
    [
        ("A, E+2, P5+", True, 2, 5),
        ("A,E+1", True, 1, None),
        ("P5+ E+3", False, 3, 5),
        ("P4+", False, 0, 4),
        ("e +2", False, 2, None),
    ],
)
def test_countermeasures(written: str, active: bool, evasion: int, passive: int | None) -> None:
    parsed = Countermeasures.of(written)
    assert (parsed.active, parsed.evasion, parsed.passive) == (active, evasion, passive)
    assert Countermeasures.of(str(parsed)) == parsed


def test_arcs_and_boundless_ranges() -> None:
    stats = read("dropzone", {**GUN, "arc": "F/S(left)", "full": "∞", "countered": '24"'})
    assert (stats.arcs, stats.side, stats.full, stats.countered) == (("F", "S"), "Left", math.inf, 24.0)


def test_a_squads_transport() -> None:
    toml = (
        'system = "dropzone"\nname = "F"\n[[units]]\nname = "Cart"\ntype = "Tank"\ntransport = ["req 3 a", "cap 4 c"]\n'
    )
    toml += '[[units.models]]\nname = "Cart"\nstats = {MV = 6, A = 13, DP = 2, Type = "Tank"}\n'
    from grognard.muster.formats.native import loads

    (cart,) = loads(toml, "f", schema_of).kinds
    assert transport(cart, "req") == ((3, "a"),)
    assert transport(cart, "cap") == ((4, "c"),)


@pytest.mark.parametrize(
    ("dam", "number", "by_strength"),
    [
        (4, 4, False),
        ("ST+0", 0, True),
        ("st + 2", 2, True),
        ("ST-1", -1, True),
        ("-", None, False),
    ],
)
def test_damage_by_number_or_strength(dam: Any, number: int | None, by_strength: bool) -> None:
    stats = read("void", {"dam": dam, "hit": 0})
    assert (stats.dam, stats.by_strength, stats.melee) == (number, by_strength, True)


def test_templates_of_void() -> None:
    flame, blast = read("void", {"dam": 4, "template": "flame"}), read("void", {**SLING, "template": 'Blast 5"'})
    assert (flame.template, flame.size, flame.melee) == ("flame", 0, False)
    assert (blast.template, blast.size) == ("blast", 5)


@pytest.mark.parametrize(
    ("system", "table", "told"),
    [
        ("usr", {**RANGED, "S": 11}, "is no Strength"),
        ("usr", {**RANGED, "S": True}, "is no Strength"),
        ("usr", {**RANGED, "range": "48-24"}, "least range is beyond"),
        ("usr", {**RANGED, "range": 5000}, "not between 1 and 1200"),
        ("usr", {**RANGED, "type": "Salvo 2"}, "is no weapon type"),
        ("usr", {**RANGED, "type": "Heavy 0"}, "no shots"),
        ("usr", {**RANGED, "range": "-"}, "has a range"),
        ("dropzone", {**GUN, "countered": 36}, "countered is longer than full"),
        ("dropzone", {**GUN, "arc": "F/X"}, "is no arc"),
        ("dropzone", {**GUN, "acc": "0+"}, "is no roll needed"),
        ("dropzone", {**GUN, "shots": 10_000}, "not between 0 and 100"),
        ("void", {**SLING, "dam": "ST+1"}, "has a number for dam"),
        ("void", {**SLING, "hit": 1}, "hit is for melee weapons"),
        ("void", {**SLING, "template": "cone"}, "is no template"),
        ("void", {"short": 0}, "dam is missing"),
        ("void", {"dam": 8, "AP": 4}, "hit is missing"),  # a rocket whose bands were forgotten is no club
        ("command", {**CANNON, "RoF": "lots"}, "is no number of dice"),
        ("command", {**CANNON, "RoF": 0}, "not between 1 and 100"),
        ("command", {**CANNON, "type": "Melee"}, "has no range"),
        ("command", {"type": "Standard", "RoF": 1, "range": 0}, "range of at least 1 inch"),
    ],
)
def test_figures_that_cannot_be(system: str, table: dict[str, Any], told: str) -> None:
    stats, faults = schema_of(system).weapon(table)
    assert stats is None
    assert told in " ".join(str(fault) for _, fault in faults)


@pytest.mark.parametrize(
    ("system", "type", "table", "told"),
    [
        (
            "command",
            "Infantry",
            {"Move": 6, "Resolve": 4, "AV": 3, "HP": 1, "Armor": [5, 4, 3]},
            "Armor is for vehicles",
        ),
        ("command", "Vehicle", {"Move": 6, "Resolve": 4, "AV": 3, "HP": 1, "Armor": [5, 4]}, "is no armour"),
        ("command", "Vehicle", {"Move": 6, "Resolve": 4, "AV": 3, "HP": 1}, "Armor is missing"),
        ("dropzone", "Tank", {"MV": 6, "A": 10, "DP": 1, "F": "4+"}, "Fortitude of Infantry"),
        (
            "dropzone",
            "Tank",
            {"MV": 6, "A": 10, "DP": 1, "Type": "Walker"},
            "Type is Walker, the type of the unit Tank",
        ),
        ("dropzone", "Tank", {"MV": "9-3", "A": 10, "DP": 1}, "shortest move is longer"),
        ("void", "Beast", {"MV": 4, "AS": 4, "SH": 4, "ST": 4, "T": 0, "CD": 4}, "not between 1 and 10"),
        ("usr", "Walker", {"WS": 4, "BS": 4, "Front": 12, "Side": 12, "Rear": 10, "HP": 3}, "S is missing"),
    ],
)
def test_models_that_cannot_be(system: str, type: str, table: dict[str, Any], told: str) -> None:
    stats, faults = schema_of(system).model(table, type)
    assert stats is None
    assert told in " ".join(str(fault) for _, fault in faults)
