"""Lists of Dropzone in JSON: battlegroups of squads, matched against unit files, in whatever shape they are written."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from grognard.common.profiles import Force
from grognard.errors import GrognardError
from grognard.muster import forces, ref

from .test_dropcommander import option, unit

CARTS = [
    unit(_id="c1", optionalWeapons=[option("Net", 5, ["Popgun"])]),
    unit(_id="c2", name="Mole", category="Scout", points=20, minSquadSize=1, maxSquadSize=4),
    unit(_id="c3", name="Chief Wagon", category="Command", points=50, minSquadSize=1, maxSquadSize=1, transport=[]),
]
SHAPES: dict[str, Any] = {
    "names": {
        "name": "June",
        "battlegroups": [
            {"name": "Head", "squads": [{"name": "Chief Wagon", "commander": 2}]},
            {"name": "Tail", "squads": [{"name": "clatter cart", "number": 4, "options": ["Net"]}, {"name": "Mole", "number": 2}]},
        ],
    },
    "ids": {
        "title": "x",
        "groups": [
            {"name": "Head", "units": [{"unitId": "c3", "commander": {"level": 2}}]},
            {"name": "Tail", "units": [
                {"unitId": "c1", "models": [{}, {}, {}, {}], "upgrades": [{"name": "Net"}]},
                {"unitId": "c2", "size": 2},
            ]},
        ],
    },
    "whole cards": {
        "army": {
            "Head": [{**CARTS[2], "commander": 2}],
            "x": {"name": "Tail", "squads": [
                {"unit": CARTS[0], "count": 4, "optionalWeapons": [option("Net", 5, ["Popgun"]) | {"optionalUsed": True}]},
                {**CARTS[1], "amount": 2},
            ]},
        }
    },
    "texts": [{"name": "Head", "squads": [{"name": "Chief Wagon", "commander": 2}]},
              {"name": "Tail", "squads": [{"name": "Clatter Cart", "number": 4, "take": ["Net"], "transports": ["2x Mole"]}]}],
}  # fmt: skip


def read(folder: Path, document: Any) -> Force:
    (folder / "carts.json").write_text(json.dumps(CARTS), "utf-8")
    (folder / "list.json").write_text(json.dumps(document), "utf-8")
    return ref.resolve_force(str(folder / "list.json"))


@pytest.mark.parametrize("shape", ["names", "ids", "texts"])
def test_a_list_is_its_squads_in_their_battlegroups(shape: str, tmp_path: Path) -> None:
    force = read(tmp_path, SHAPES[shape])
    assert [(kind.name, kind.points, len(kind.models), kind.detail("battlegroup")) for kind in force.kinds] == [
        ("Chief Wagon", 85, 1, "Head"),  # 50, and 35 for a Commander of value 2
        ("Clatter Cart", 140, 4, "Tail"),
        ("Mole", 40, 2, "Tail"),
    ]
    assert [w.name for w in force.kinds[1].models[0].weapons] == ["Net"]
    assert force.kinds[0].detail("commander") and forces.differences(force) == ()


def test_whole_cards_in_a_list_are_those_of_the_file(tmp_path: Path) -> None:
    force = read(tmp_path, SHAPES["whole cards"])
    assert [(kind.name, kind.points, len(kind.models)) for kind in force.kinds] == [
        ("Chief Wagon", 85, 1),
        ("Clatter Cart", 140, 4),
        ("Mole", 40, 2),
    ]
    assert forces.differences(force) == ()


def test_a_list_without_groups_has_none(tmp_path: Path) -> None:
    force = read(tmp_path, {"squads": ["3x Clatter Cart", "Mole"]})
    assert [(kind.name, len(kind.models), kind.detail("battlegroup")) for kind in force.kinds] == [
        ("Clatter Cart", 3, None),
        ("Mole", 1, None),
    ]


@pytest.mark.parametrize(
    ("squad", "fault"),
    [
        ({"name": "Moole"}, "'Moole' is no unit of the files at hand (nearest: Mole)"),
        ({"name": "Mole", "number": 9}, "Mole: Mole has 1 to 4 in the squad, not 9"),
        ({"name": "Mole", "number": -1}, "Mole: -1 is not between 1 and 60"),
        ({"name": "Mole", "options": ["Net"]}, "Mole: Mole has no option 'Net'"),
        ({"name": "Mole", "totalPoints": 90}, "Mole costs 20 points, the list says 90"),
    ],
)
def test_what_does_not_match_is_told(squad: dict[str, Any], fault: str, tmp_path: Path) -> None:
    force = read(tmp_path, {"groups": [{"squads": [squad, "Chief Wagon"]}]})
    assert force.kinds[-1].name == "Chief Wagon" and forces.differences(force) == (fault,)
    assert force.kinds[-1].detail("battlegroup") == "Battlegroup 1"


def test_the_whole_is_held_against_its_total(tmp_path: Path) -> None:
    force = read(tmp_path, {"totalPoints": 70, "squads": ["Mole"]})
    assert forces.differences(force) == ("the squads cost 20 points, the list says 70",)


def test_a_list_by_itself_says_what_it_needs(tmp_path: Path) -> None:
    path = tmp_path / "list.json"
    path.write_text(json.dumps(SHAPES["names"]))
    with pytest.raises(
        GrognardError, match=r"needs the DropCommander unit file of its army \(name one with --catalogue"
    ):
        ref.resolve_force(str(path))
    other = tmp_path / "other"
    other.mkdir()
    (other / "carts.json").write_text(json.dumps(CARTS))
    assert len(ref.resolve_force(str(path), [str(other / "carts.json")]).kinds) == 3
    assert ref.resolve_unit(f"{path}:mole", [str(other / "carts.json")])[0].name == "Mole"


@pytest.mark.parametrize(
    "document", [{}, {"squads": [None, 3, [], {}]}, {"squads": ["Nobody"]}, {"a": {"b": {"c": []}}}]
)
def test_a_list_of_nothing_is_told(document: Any, tmp_path: Path) -> None:
    with pytest.raises(GrognardError, match=r"nothing in it is a unit of carts\.json"):
        read(tmp_path, document)


def test_a_list_that_means_harm_is_one_clear_error(tmp_path: Path) -> None:
    deep: Any = ["Mole"]
    for _ in range(30):
        deep = {"squads": deep}
    for document in (
        deep,
        {"squads": ["Mole"] * 300},
        {"squads": [{"name": f"N{i}"} for i in range(90)]},
        {"a": [[]] * 30_000},
    ):
        with pytest.raises(GrognardError, match=r"^list.json: "):
            read(tmp_path, document)
