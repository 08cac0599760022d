"""DropCommander units of our own making."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from grognard.common.profiles import Kind
from grognard.errors import GrognardError
from grognard.muster.formats import dropcommander, native

from .stand_in import schema_of

SECRET = "these words tell what the rule does and must never be kept"


def weapon(name: str = "Popgun", **changes: Any) -> dict[str, Any]:
    row: dict[str, Any] = {
        "name": name,
        "mf": "- ",
        "arc": "F/S/R",
        "rangeFull": '36"',
        "rangeCountered": '12"',
        "shots": "2 ",
    }
    row |= {"acc": "3+", "energy": "6", "special": [" Focus-2"], "optional": False, "amount": 1}
    return row | changes


def unit(**changes: Any) -> dict[str, Any]:
    row = {"name": "Clatter Cart", "type": "Tank", "category": "Standard", "points": 30, "move": '6"'}
    row |= {"countermeasures": "A,E+1", "armour": 13, "damage": 2, "minSquadSize": 3, "maxSquadSize": 9}
    row |= {"transport": [{"number": 2, "transportClass": "a", "transportUnit": "u", "faction": "None"}]}
    row |= {"special": ["Resilient", "Rare"], "uniqueRules": [f"Clatter : {SECRET}"], "weapons": [weapon()]}
    return row | changes


def read(tmp_path: Path, *units: dict[str, Any], name: str = "Clatter Cart") -> Kind:
    path = tmp_path / "carts.json"
    path.write_text(json.dumps(list(units)), "utf-8")
    return dropcommander.load_unit(path, name, schema_of)


def written(tmp_path: Path, *units: dict[str, Any]) -> Path:
    path = tmp_path / "carts.json"
    path.write_text(json.dumps(list(units)), "utf-8")
    return path


def test_a_unit_is_a_squad_of_its_smallest_size(tmp_path: Path) -> None:
    cart = read(tmp_path, unit())
    assert (cart.type, cart.points, len(cart.models)) == ("Tank", 90, 3)
    assert cart.details == (("category", "Standard"), ("squad", (3, 9)), ("transport", ("req 2 a",)))
    stats = cart.models[0].stats
    assert (stats.MV, stats.A, stats.DP, stats.CM.active, stats.CM.evasion, stats.CM.passive) == (
        6,
        13,
        2,
        True,
        1,
        None,
    )


def test_weapons_are_read_with_blanks_and_inch_marks(tmp_path: Path) -> None:
    (popgun,) = read(tmp_path, unit()).models[0].weapons
    stats = popgun.stats
    assert (stats.mf, stats.arcs, stats.full, stats.countered, stats.shots, stats.acc, stats.energy) == (
        *(None, ("F", "S", "R"), 36.0, 12.0, 2, 3, 6),
    )
    assert [str(rule) for rule in popgun.rules] == ["Focus-2"]


def test_rules_not_executable_stand_by_name_without_their_text(tmp_path: Path) -> None:
    cart = read(tmp_path, unit(uniqueRules=[f"Clatter : {SECRET}", SECRET, SECRET + " here: " + SECRET]))
    assert cart.unread == ("Rare", "Clatter", "(a rule without a name)")
    assert [str(rule) for rule in cart.rules] == ["Resilient"]
    assert "these words" not in str(cart)


def test_options_are_not_taken(tmp_path: Path) -> None:
    cart = read(
        tmp_path, unit(weapons=[weapon(), weapon("Big Popgun", optional=True)], optionalWeapons=[weapon("Net")])
    )
    assert [w.name for w in cart.models[0].weapons] == ["Popgun"]


def test_weapons_of_one_name_on_both_sides_are_told_apart(tmp_path: Path) -> None:
    sides = [weapon(arc="F/S (left)"), weapon(arc="F/S(Right)"), weapon("Net"), weapon("Net")]
    weapons = read(tmp_path, unit(weapons=sides)).models[0].weapons
    assert [w.name for w in weapons] == ["Popgun (Left)", "Popgun (Right)", "Net", "Net"]
    assert weapons[2] is weapons[3]


def test_infantry_has_fortitude_and_close_quarters_weapons(tmp_path: Path) -> None:
    knives = weapon("Knives", rangeFull="CQ", rangeCountered="CQ", arc="-", acc="-", mf="-")
    crew = read(tmp_path, unit(type="Infantry 4+", countermeasures="-", weapons=[knives]))
    assert (crew.type, crew.models[0].stats.F) == ("Infantry", 4)
    (stats,) = (w.stats for w in crew.models[0].weapons)
    assert (stats.cq, stats.acc, stats.arcs) == (True, None, ())


def test_a_behemoth_has_zones(tmp_path: Path) -> None:
    zones = {"hullPoints": 2, "hullDamage": 9, "legsPoints": 4, "legsDamage": 3, "weaponsPoints": 2, "weaponsDamage": 8}
    beast = read(tmp_path, unit(type="Behemoth", damage=0, behemoth=True, behemothStats=zones, minSquadSize=1))
    assert beast.models[0].stats.DP == 18
    assert beast.detail("zones") == (("Hull", 2, 9), ("Legs", 4, 3), ("Weapons", 2, 8))


def test_a_weapon_that_only_its_own_rule_fires_stands_by_name(tmp_path: Path) -> None:
    cart = read(tmp_path, unit(weapons=[weapon("Storm", shots="*")], uniqueRules=[]))
    assert not cart.models[0].weapons
    assert cart.unread == ("Storm", "Rare")


def test_the_flag_of_a_command_centre_is_its_rule(tmp_path: Path) -> None:
    assert [str(r) for r in read(tmp_path, unit(commandCentre=True)).rules] == ["Resilient", "Command Centre"]


def test_only_the_unit_wanted_is_built(tmp_path: Path) -> None:
    assert read(tmp_path, unit(), unit(name="Broken", armour="?")).name == "Clatter Cart"
    with pytest.raises(GrognardError, match="unit 'Broken', A: "):
        read(tmp_path, unit(), unit(name="Broken", armour="?"), name="broken")


def test_a_file_loses_the_unit_that_cannot_be_read_never_itself(tmp_path: Path) -> None:
    path = tmp_path / "carts.json"
    nameless = {key: value for key, value in unit().items() if key != "name"}
    path.write_text(json.dumps([unit(), unit(name="Broken", armour="?"), 3, nameless]), "utf-8")
    force = dropcommander.load(path, schema_of)
    assert [kind.name for kind in force.kinds] == ["Clatter Cart"]
    assert force.unread[-3:] == (("unit Broken", 1), ("unit number 3", 1), ("unit number 4", 1))
    with pytest.raises(GrognardError, match="unit 'number 4', name: a unit needs a name"):
        dropcommander.load_unit(path, "number 4", schema_of)


def test_a_unit_without_armour_is_told(tmp_path: Path) -> None:
    with pytest.raises(GrognardError, match="unit 'Clatter Cart', A: A is missing"):
        dropcommander.load_unit(written(tmp_path, unit(armour="-")), "Clatter Cart")


def test_a_rule_of_odd_letters_is_one_that_prints(tmp_path: Path) -> None:
    assert read(tmp_path, unit(special=["Cl\u202eat\u0007ter"])).unread == ("Clatter",)
    with pytest.raises(GrognardError, match="special: a rule that is no text"):
        read(tmp_path, unit(special=["\u202e\u0007"]))
    assert arms(armed(tmp_path, optionalWeapons=[option("Net", 0, ["-", "\u221e"])])) == ["Popgun"]


def test_a_file_goes_into_a_force_file_and_back(tmp_path: Path) -> None:
    path = tmp_path / "carts.json"
    path.write_text(json.dumps([unit(), unit(name="Other", weapons=[weapon(shots="9")])]))
    force = dropcommander.load(path, schema_of)
    again = native.loads(native.dump(force, schema_of), "again", schema_of)
    assert again.kinds == force.kinds


@pytest.mark.parametrize(
    ("words", "clean"),
    [
        ("Devastator-2(A,B)", "Devastator-2(A,B)"),
        ("Devastator-4(Behemoth, Vehicle", "Devastator-4(Behemoth, Vehicle)"),
        ("AA -2", "AA-2"),
        (" Alt-1 ", "Alt-1"),
        ("Cover [All]", "Cover (All)"),
        ('Infiltrate - 18"', 'Infiltrate-18"'),
    ],
)
def test_keywords_are_cleaned(words: str, clean: str) -> None:
    assert dropcommander.keyword(words) == clean


# --- options ----------------------------------------------------------------------------------------------------------


def armed(tmp_path: Path, *take: str, **changes: Any) -> Kind:
    path = tmp_path / "carts.json"
    path.write_text(json.dumps([unit(**changes)]), "utf-8")
    return dropcommander.load_unit(path, "Clatter Cart", schema_of, take)


def arms(kind: Kind) -> list[str]:
    return [w.name for w in kind.models[0].weapons]


def option(name: str, cost: int | None = 0, replaces: Any = None) -> dict[str, Any]:
    return weapon(name, optional=True, cost=cost, replaces=replaces)


def test_an_option_replaces_what_the_card_says(tmp_path: Path) -> None:
    # the card: instead of; the fields of the file: besides. The card goes first
    own = ["This unit may replace its Popgun with a Net or a Rope for +5 pts."]
    offers = [option("Net", 5, ["none"]), option("Rope", 5)]
    net = armed(tmp_path, "net", uniqueRules=own, optionalWeapons=offers)
    assert (arms(net), net.points) == (["Net"], 105)  # 3 units, 30 and 5 points each
    assert arms(armed(tmp_path, "Rope", uniqueRules=own, optionalWeapons=offers)) == ["Rope"]
    assert net.unread == ("Rare",), "what a unit may take is no rule"
    with pytest.raises(GrognardError, match="cannot take Net and Rope: both stand in the place of Popgun"):
        armed(tmp_path, "Net", "Rope", uniqueRules=own, optionalWeapons=offers)


def test_an_option_besides(tmp_path: Path) -> None:
    own = ["This unit may take a Net for +10 points."]
    assert arms(armed(tmp_path, "Net", uniqueRules=own, optionalWeapons=[option("Net", 10, ["Popgun"])])) == [
        "Popgun",
        "Net",
    ]
    one = ["This unit may take a Net or Rope for +10 points."]
    offers = [option("Net", 10), option("Rope", 10)]
    with pytest.raises(GrognardError, match="the unit may have one of the two"):
        armed(tmp_path, "Net", "Rope", uniqueRules=one, optionalWeapons=offers)


def test_two_weapons_of_one_option(tmp_path: Path) -> None:
    own = ["This unit may replace its Popgun with Big and Small Nets for +10 points."]
    offers = [option("Big Net", 5), option("Small Net", 5)]
    both = armed(tmp_path, "small net", uniqueRules=own, optionalWeapons=offers)
    assert (arms(both), both.points) == (["Big Net", "Small Net"], 120)
    twin = ["This unit may replace its Popgun for two Nets for +20 points."]
    sides = [option("Net", 10) | {"arc": "F (Left)"}, option("Net", 10) | {"arc": "F (Right)"}]
    assert arms(armed(tmp_path, "Net", uniqueRules=twin, optionalWeapons=sides)) == ["Net (Left)", "Net (Right)"]


def test_without_a_sentence_the_fields_decide(tmp_path: Path) -> None:
    offers = [option("Net", None, ["Popgun"]), option("Rope", 1, ["Nothing or Net"]), option("Hook", 2, ["none"])]
    assert arms(armed(tmp_path, "Net", optionalWeapons=offers)) == ["Net"]
    assert arms(armed(tmp_path, "Rope", "Hook", optionalWeapons=offers)) == ["Popgun", "Rope", "Hook"]
    marked = [weapon(), option("Net", 0, ["Popgun"])]  # among its own weapons, marked as optional
    assert arms(armed(tmp_path, weapons=marked)) == ["Popgun"]
    assert arms(armed(tmp_path, "Net", weapons=marked)) == ["Net"]


def test_all_profiles_of_a_weapon_are_replaced(tmp_path: Path) -> None:
    own = ["This unit may replace its Mortar with a Net for no cost."]
    modes = [weapon("Mortar (near)"), weapon("Mortar (far)"), weapon()]
    assert arms(armed(tmp_path, "Net", weapons=modes, uniqueRules=own, optionalWeapons=[option("Net")])) == [
        "Popgun",
        "Net",
    ]


def test_an_option_may_give_a_rule(tmp_path: Path) -> None:
    own = [
        "The host may have an Old Oath with its Cart for +10 points. A unit with an\nOld Oath gains the "
        "Command Centre special rule."
    ]
    sworn = armed(tmp_path, "Old Oath", uniqueRules=own)
    assert ([str(r) for r in sworn.rules], sworn.points) == (["Resilient", "Command Centre"], 120)
    assert "Command Centre" not in map(str, armed(tmp_path, uniqueRules=own).rules)


def test_an_option_that_does_not_fit_says_which_do(tmp_path: Path) -> None:
    offers = [option("Net", 5, ["Popgun"])]
    with pytest.raises(
        GrognardError, match=r"no option 'Nut' \(nearest: Net; options: Net, \+5 points a unit, instead of Popgun"
    ):
        armed(tmp_path, "Nut", optionalWeapons=offers)
    with pytest.raises(GrognardError, match="it has no options"):
        armed(tmp_path, "Net")
    with pytest.raises(GrognardError, match="replaces 'Gun', which the unit has not"):
        armed(tmp_path, "Net", optionalWeapons=[option("Net", 0, ["Gun"])])


def test_what_crippled_results_take_is_read_where_the_card_names_what_the_unit_has(tmp_path: Path) -> None:
    zones = {"hullPoints": 2, "hullDamage": 9, "legsPoints": 4, "legsDamage": 3, "weaponsPoints": 2, "weaponsDamage": 8}
    zones |= {
        "hullEffect": "This unit reduces its Armour by 2, and one Gun cannot be\nused for the rest of the game.",
        "legsEffect": "This unit reduces its Move by 2\u201d. Once all are passed, this unit loses the Legs special rule.",
        "weaponsEffect": "One Cannon cannot be used for the rest of the game.",
    }
    beast = unit(type="Behemoth", damage=0, behemoth=True, behemothStats=zones, minSquadSize=1, weapons=[weapon("Gun")])
    (tmp_path / "beasts.json").write_text(json.dumps([beast]), "utf-8")
    read_beast = dropcommander.load_unit(tmp_path / "beasts.json", "Clatter Cart")
    assert read_beast.detail("crippled") == (("Hull", ("A -2", "Gun")), ("Legs", ("MV -2",)))
    assert "crippled Weapons" in read_beast.unread


def test_the_spread_of_a_behemoth_is_a_figure_where_the_system_has_it(tmp_path: Path) -> None:
    zones = {"hullPoints": 2, "hullDamage": 9, "legsPoints": 4, "legsDamage": 3, "weaponsPoints": 2, "weaponsDamage": 8}
    beast = unit(type="Behemoth", damage=0, behemoth=True, behemothStats=zones, minSquadSize=1, special=['Spread-3"'])
    path = tmp_path / "beasts.json"
    path.write_text(json.dumps([beast]), "utf-8")
    read = dropcommander.load_unit(path, "Clatter Cart")
    assert read.models[0].stats.Spread == 3 and not any("Spread" in name for name in read.unread)
