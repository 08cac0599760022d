"""What is not executable is listed by what it is likely to change, and what a profile says already is not listed as lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.common.profiles import Force, Kind, Model
from grognard.muster.show import lost, rows, shown
from grognard.muster.vocabulary.lost import in_profile, sorted_out, weight
from grognard.systems.usr.examples import model

from .test_composition import chosen, force, man, profile


def gear(name: str) -> str:
    return chosen(name, "upgrade", profiles=profile(name, "Wargear Item", {"Type": "-"}))


@pytest.mark.parametrize(
    ("name", "sort"),
    [
        ("statline Driver", 0),
        ("model Gunner", 0),
        ("weapon Long Tube", 0),
        ("unit type Flying (as Beast)", 0),
        ("Thrall: Ld 0", 0),
        ("whether A and B are one weapon", 0),
        ("who may ride in Cart", 0),
        ("Moss Shield", 1),
        ("Heavy Armour", 1),
        ("Force Field", 1),
        ("Big Drum", 2),
        ("Keeper of the Armoury", 2),
        ("Tube (Details)", 2),
        ("Warlord Trait 3: Loud", 3),
        ("Formation Restrictions", 3),
        ("remark: No scatter (Large Blast)", 3),
    ],
)
def test_figures_come_first_then_saves_then_other_things_then_what_is_the_army_s(name: str, sort: int) -> None:
    assert weight(name) == sort


@pytest.mark.parametrize(
    ("name", "models", "already"),
    [
        ("Power Armour", [model(Sv="3+")], True),
        ("Power armor", [model(Sv="2+")], True),
        ("Power Armour", [model(Sv="4+")], False),
        ("Power Armour", [model(Sv="3+"), model(name="Page", Sv="5+")], False),  # nobody says whose it is
        ("Flak Armour", [model()], False),
        ("Iron Halo", [model(Inv="4+")], True),
        ("Storm Shield", [model(Inv="4+")], False),
        ("Terminator Armour", [model("Bulky", "Relentless", "Deep Strike", Sv="2+", Inv="5+")], True),
        ("Terminator Armour", [model(Sv="2+", Inv="5+")], False),  # what else it gives is lost
        ("Mega Armour", [model(Sv="2+")], False),
        ("Fleet", [model("Fleet")], True),
        ("Big Drum", [model()], False),
        ("Power Armour", [], False),
    ],
)
def test_armour_that_stands_in_the_saves_is_not_lost(name: str, models: list[Model], already: bool) -> None:
    assert in_profile(name, models, ("Infantry",)) == already


def test_gear_that_makes_the_unit_type_is_not_lost() -> None:
    assert in_profile("Jump packs", [model()], ("Jump",)) and not in_profile("Jump packs", [model()], ("Infantry",))
    assert in_profile("Road Bike", [model()], ("Bike", "Character")) and in_profile(
        "Tank", [model()], ("Vehicle", "Tank")
    )
    assert not in_profile("Bike Drum", [model()], ("Bike",))
    assert sorted_out(["Big Drum", "Moss Shield", "Road Bike", "Big Drum"], [model()], "Bike", ()) == (
        "Moss Shield",
        "Big Drum",
    )


def test_a_roster_lists_what_it_lost_with_how_many_units_carry_it(tmp_path: Path) -> None:
    guard = man("Guard", gear("Big Drum"), gear("Power Armour"))
    found = force(
        tmp_path,
        chosen("Drummers", "unit", guard),
        chosen("Old Drummers", "unit", guard.replace('"Ld">8', '"Ld">-')),
        chosen("Shields", "unit", man("Shield", gear("Moss Shield"))),
    )
    told = [("Guard: Ld 0", 1), ("Moss Shield", 1), ("Big Drum", 2)]
    assert lost(found) == told
    assert [(row["name"], row["units"]) for row in shown(found)["unread"]] == told
    at = rows(found).index("not executable, and in how many units, what is likely to change most first:")
    assert rows(found)[at + 1 :] == [f"  {count:3} {name}" for name, count in told]
    assert "  not executable: Guard: Ld 0, Big Drum" in rows(found)


def test_of_equal_weight_the_most_frequent_comes_first() -> None:
    kinds: tuple[Kind, ...] = ()
    assert lost(Force("usr", "F", kinds, (("A", 1), ("C", 3), ("B", 3), ("B Shield", 1)))) == [
        ("B Shield", 1), ("B", 3), ("C", 3), ("A", 1)]  # fmt: skip
