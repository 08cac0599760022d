"""Unit types and weapons as lists print them: what can be read is, what cannot is told by its name."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.errors import GrognardError
from grognard.muster.forces import registered
from grognard.muster.vocabulary.wording import reach_of, strength_of, unit_type, weapon_table, weapon_type
from grognard.systems.usr.examples import model, slays, target, unit, weapon

PRINTED = {
    "Eldar Jetbike": ("Jetbike", ["Eldar Jetbike (as Jetbike)"]),
    "Aeldari Jetbike": ("Jetbike", ["Aeldari Jetbike (as Jetbike)"]),
    "Monsterous Creature": ("Monstrous Creature", []),
    "Monstrous Creatures": ("Monstrous Creature", []),
    "Flying Monsterous Creature": ("Flying Monstrous Creature", []),
    "Jump Pack Infantry": ("Jump", []),
    "Super Heavy Flyer": ("Flyer", []),
    "Artilery": ("Artillery", []),
    "Automated Artillery": ("Artillery", ["Automated Artillery (as Artillery)"]),
    "Gun Emplacement": ("Infantry", ["Gun Emplacement"]),
    "Support Turret": ("Infantry", ["Support Turret"]),
    "Vechicle, Tansport": ("Vehicle", []),
    "Infanty": ("Infantry", []),
    "Medium Building": ("Building", []),
    "Large Building": ("Building", []),
    "Massive Fortification": ("Building", ["Massive Fortification (as Building)"]),
    "Infantry (Crew)": ("Infantry", ["Crew"]),
    "Vehicle (Skimmer, Flyer (Only when summoned))": ("Vehicle", ["Flyer Only when summoned"]),
}


@pytest.mark.parametrize(("words", "kind", "left"), [(words, *found) for words, found in PRINTED.items()])
def test_unit_types_as_lists_print_them(words: str, kind: str, left: list[str]) -> None:
    assert (unit_type(words, "Unit")[0], unit_type(words, "Unit")[2]) == (kind, left)


PACKED = {
    "Flying Gargantuan Creature": ("Gargantuan Creature", ("Flying",)),
    "Gargantuan Flying Monstrous Creature": ("Gargantuan Creature", ("Flying",)),
    "Monstrous Creature, Flying": ("Flying Monstrous Creature", ()),
    "Flying Creature (Monstrous)": ("Flying Monstrous Creature", ()),
    "FMC (ch)": ("Flying Monstrous Creature", ("Character",)),
    "Jump Gargantuan Creature": ("Gargantuan Creature", ("Jump",)),
    "Jump Monstrous Creature": ("Monstrous Creature", ("Jump",)),
    "Monstrous Creature (Jump)": ("Monstrous Creature", ("Jump",)),
    "Unit Type: Monstrous Creature, Jump Pack": ("Monstrous Creature", ("Jump",)),
    "Jump Pack Monstrous Creature": ("Monstrous Creature", ("Jump",)),
    "Jet Pack Monstrous Creature": ("Monstrous Creature", ("Jet Pack",)),
    "Jetpack Monsterous Creature": ("Monstrous Creature", ("Jet Pack",)),
    "Monstrous Creatures (Character, Jet-Pack)": ("Monstrous Creature", ("Character", "Jet Pack")),
    "Jet Pack Cavalry": ("Cavalry", ("Jet Pack",)),
    "Beasts (Jump)": ("Beast", ("Jump",)),
    "MC": ("Monstrous Creature", ()),
}


@pytest.mark.parametrize(("words", "kind", "tags"), [(words, *found) for words, found in PACKED.items()])
def test_packs_and_wings_of_monsters_are_tags_in_whatever_order(words: str, kind: str, tags: tuple[str, ...]) -> None:
    assert unit_type(words, "Unit") == (kind, tags, [])
    assert registered("usr").type_of(registered("usr").typed(kind, tags)) == (kind, tags)


@pytest.mark.parametrize("words", ["Flying", "Infantry (Flying)"])
def test_wings_of_nobody_are_told(words: str) -> None:
    assert unit_type(words, "Unit") == ("Infantry", (), ["Flying"])


def test_tags_are_read_by_their_letters() -> None:
    assert unit_type("Vechicle (Open Topped, Tansport, SuperHeavy, Fast)", "Vehicle") == (
        "Vehicle", ("Open-topped", "Transport", "Super-heavy", "Fast"), [])  # fmt: skip


@pytest.mark.parametrize(
    ("words", "kind", "rules"),
    [
        ("Assault1", "Assault 1", []),
        ("Ordnance1, Barrage", "Ordnance 1", ["Barrage"]),
        ("Orndance 1", "Ordnance 1", []),
        ('Orndance 1, Large Blast (5")', "Ordnance 1", ["Large Blast"]),
        ("3x Rapid Fire", "Rapid Fire 3", []),
        ("3 x Rapid Fire, Twin Linked", "Rapid Fire 3", ["Twin-linked"]),
        ("Rapidfire", "Rapid Fire", []),
        ("Salvo 2 / 4", "Salvo 2/4", []),
        ("Heavy 2D6 Pinning", "Heavy 2D6", ["Pinning"]),
        ('Heavy 5" Blast', "Heavy", ["Large Blast"]),
        ('Assault 1 Blast (3") Poisoned (4+)', "Assault 1", ["Blast", "Poisoned (4+)"]),
    ],
)
def test_types_of_weapons_as_lists_print_them(words: str, kind: str, rules: list[str]) -> None:
    assert weapon_type(words, True) == (kind, rules)


@pytest.mark.parametrize("words", ["Burst", "Psychic", "", "Heavily Armoured", "6x", "2x Salvo 2/4"])
def test_no_type_is_guessed(words: str) -> None:
    with pytest.raises(GrognardError, match="no weapon type"):
        weapon_type(words, True)


@pytest.mark.parametrize(
    ("printed", "reach"),
    [
        ('Up to 18"', 18),
        ('< 18"', 18),
        ("12'", 12),
        ('24 inches', 24),
        ('0" - 18"', "0 - 18"),
        ('24"/48"', None),
        ("Centred on vehicle", None),
        ('24" (Bolter)/ Template (Flamer)', None),
        ('2D6"', None),
    ],
)  # fmt: skip
def test_ranges_as_lists_print_them(printed: str, reach: object) -> None:
    table, _ = weapon_table({"Range": printed, "Strength": "4", "AP": "-", "Type": "Heavy 1"})
    if isinstance(reach, int):
        table["range"] = int(table["range"])
    stats, faults = registered("usr").weapon(table)
    assert (stats is None or bool(faults)) == (reach is None)
    assert reach is None or table["range"] == reach


def test_a_template_with_a_reach_is_laid_so_far_away() -> None:
    assert reach_of("18 + Template") == reach_of('Template + 18"') == ("Template", "18")
    table, rules = weapon_table({"Range": "18 + Template", "Strength": "5", "AP": "4", "Type": "Heavy 1"})
    assert (table["range"], rules) == ("Template", ['Torrent (18")'])


@pytest.mark.parametrize(
    ("printed", "strength"),
    [("As User", "User"), ("user", "User"), ("-1", "-1"), ("x2 (Max 10)", "x2"), ("2x", "x2"), ("×2", "x2"),
     ("User+2", "+2"), ("S +1", "+1"), ("-", ""), ("4+N", "4+N"), ("3*", "3*")],
)  # fmt: skip
def test_strengths_as_lists_print_them(printed: str, strength: str) -> None:
    assert strength_of(printed) == strength


def test_a_strength_below_its_user_s() -> None:
    twig = unit(model(WS=4, S=3, A=1, weapons=[weapon("Twig", S="-1", melee=True)]))
    assert slays(twig, target(WS=4, T=3), melee=True) == Fraction(1, 2) * Fraction(1, 3), "S 2 against T 3: 5+"
    feeble = unit(model(WS=4, S=1, A=1, weapons=[weapon("Twig", S="-3", melee=True)]))
    assert slays(feeble, target(WS=4, T=3), melee=True) == Fraction(1, 2) * Fraction(1, 6), "never below 1"


def test_zones_of_a_marker_share_one_ap_and_need_their_marker() -> None:
    cells = {"Range": "24-360", "Strength": "D/9/6", "AP": "3", "Type": "Primary Weapon 1, Apocalyptic Mega-blast"}
    stats, faults = registered("usr").weapon(weapon_table(cells)[0])
    assert (faults, stats.S, stats.beyond_s, stats.AP, stats.beyond_ap) == ([], "D", (9, 6), 3, (3, 3))
    with pytest.raises(GrognardError, match="no marker with zones"):
        weapon_table({**cells, "Type": "Primary Weapon 1, Apocalyptic Blast"})


def test_two_blades_in_one_profile_are_not_told_apart() -> None:
    table, _ = weapon_table({"Range": "-", "Strength": "+1/User", "AP": "2/3", "Type": "Melee"})
    assert registered("usr").weapon(table)[1], "it is told as a weapon that cannot be read"


@given(st.fixed_dictionaries({key: st.text('0123456789D/+-"x ()*UserHeavyAssault,Blast', max_size=30) for key in
                              ("Range", "Strength", "AP", "Type")}))  # fmt: skip
def test_any_profile_is_read_or_refused(cells: dict[str, str]) -> None:
    try:
        table, rules = weapon_table(cells)
    except GrognardError:
        return
    registered("usr").weapon(table)
    assert all(isinstance(rule, str) for rule in rules)
    assert not re.search(r"\n", str(table))


@given(st.text(max_size=90))
def test_any_words_are_a_unit_type(words: str) -> None:
    assert unit_type(words, "Unit")[0] in registered("usr").types
