"""Which units and models stand in what was chosen: transports, formations, batteries, chariots, tanks with commanders."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.common.profiles import Force
from grognard.errors import GrognardError
from grognard.muster.formats import battlescribe
from grognard.muster.formats.rosters import load_roster

MAN = {
    "WS": "4",
    "BS": "4",
    "S": "4",
    "T": "4",
    "W": "1",
    "I": "4",
    "A": "1",
    "Ld": "8",
    "Save": "3+",
    "Unit Type": "Infantry",
}
HULL = {"BS": "4", "Front": "11", "Side": "11", "Rear": "10", "HP": "3", "Type": "Vehicle (Tank, Transport)"}
GUN = {"Range": '24"', "Strength": "4", "AP": "5", "Type": "Rapid Fire"}
SEATS = {"Capacity": "10 models", "Fire Points": "2", "Access Points": "3"}


def profile(name: str, of: str, cells: dict[str, str]) -> str:
    said = "".join(
        f'<characteristic name="{key}">{value.replace(chr(34), "&quot;")}</characteristic>'
        for key, value in cells.items()
    )
    return f'<profile name="{name}" typeName="{of}"><characteristics>{said}</characteristics></profile>'


def chosen(name: str, type: str, *inner: str, number: int = 1, points: float = 0, profiles: str = "") -> str:
    return (
        f'<selection name="{name}" type="{type}" number="{number}"><profiles>{profiles}</profiles>'
        f"<selections>{''.join(inner)}</selections>"
        f'<costs><cost name="pts" typeId="points" value="{points}"/></costs></selection>'
    )


def man(name: str, *inner: str, number: int = 1, points: float = 0, **figures: str) -> str:
    return chosen(
        name, "model", *inner, number=number, points=points, profiles=profile(name, "Unit", {**MAN, **figures})
    )


def gun(name: str, number: int = 1, points: float = 0) -> str:
    return chosen(name, "upgrade", number=number, points=points, profiles=profile(name, "Weapon", GUN))


def wagon(name: str = "Wagon", *inner: str, points: float = 35, type: str = "unit") -> str:
    seats = profile(f"{name} (Transport)", "Transport", SEATS)
    return chosen(name, type, *inner, points=points, profiles=profile(name, "Vehicle", HULL) + seats)


def force(folder: Path, *units: str) -> Force:
    text = f'<roster name="Mine"><forces><force><selections>{"".join(units)}</selections></force></forces></roster>'
    file = folder / "mine.ros"
    file.write_text(text, "utf-8")
    return load_roster(file)


def told(force: Force) -> list[tuple[str, str, int, dict[str, int]]]:
    out = []
    for kind in force.kinds:
        models: dict[str, int] = {}
        for model in kind.models:
            models[model.name] = models.get(model.name, 0) + 1
        out.append((kind.name, kind.type, kind.points, models))
    return out


def test_a_transport_bought_for_a_squad_is_a_unit_in_which_it_rides(tmp_path: Path) -> None:
    squad = chosen(
        "Squad",
        "unit",
        man("Trooper", gun("Rifle", 9), number=9, points=126),
        wagon("Wagon", gun("Turret Gun")),
        points=14,
    )
    army = force(tmp_path, squad)
    assert told(army) == [
        ("Squad", "Infantry", 140, {"Trooper": 9}),
        ("Wagon", "Vehicle", 35, {"Wagon": 1}),
    ]
    men, ride = army.kinds
    assert men.detail("rides") == "Wagon" and ride.detail("capacity") == 10
    assert {w.name for m in men.models for w in m.weapons} == {"Rifle"}
    assert [w.name for w in ride.models[0].weapons] == ["Turret Gun"]


def test_what_some_models_of_a_group_have_is_dealt_out(tmp_path: Path) -> None:
    squad = chosen("Squad", "unit", man("Trooper", gun("Rifle", 8), gun("Melter", 2, 20), number=10, points=140))
    (kind,) = force(tmp_path, squad).kinds
    carried = sorted(tuple(w.name for w in m.weapons) for m in kind.models)
    assert carried == [("Melter",)] * 2 + [("Rifle",)] * 8
    assert kind.points == 160


def test_a_formation_is_its_units(tmp_path: Path) -> None:
    inner = [chosen("Squad", "unit", man("Trooper", number=5, points=70)) for _ in range(2)]
    army = force(tmp_path, chosen("Formation", "upgrade", *inner, man("Captain", points=90, Ld="10")))
    assert told(army) == [
        ("Formation", "Infantry", 90, {"Captain": 1}),
        ("Squad", "Infantry", 70, {"Trooper": 5}),
        ("Squad", "Infantry", 70, {"Trooper": 5}),
    ]


def test_models_chosen_together_in_a_formation_are_one_squad_whatever_their_selection_is_called(tmp_path: Path) -> None:
    sergeant = chosen("Sergeant", "upgrade", profiles=profile("Sergeant", "Unit", {**MAN, "Ld": "9"}))
    scouts = chosen("Scout", "upgrade", number=4, profiles=profile("Scout", "Unit", MAN))
    platoon = chosen("Platoon", "upgrade", chosen("Scouts", "upgrade", sergeant, scouts, points=60))
    squad = chosen("Squad", "unit", man("Trooper", number=5, points=70))
    for beside in [(), (man("Captain", points=90, Ld="10"),)]:
        army = force(tmp_path, chosen("Crusade", "unit", squad, platoon, *beside))
        captain = [("Captain", "Infantry", 90, {"Captain": 1})] if beside else []
        assert sorted(told(army), key=str) == [
            *captain,
            ("Scouts", "Infantry", 60, {"Sergeant": 1, "Scout": 4}),
            ("Squad", "Infantry", 70, {"Trooper": 5}),
        ]


def test_one_sort_of_model_chosen_several_times_within_a_selection_is_one_squad(tmp_path: Path) -> None:
    scouts = chosen("Scouts", "upgrade", chosen("Scout", "upgrade", number=4, profiles=profile("Scout", "Unit", MAN)))
    squad = chosen("Squad", "unit", man("Trooper", number=5, points=70))
    army = force(tmp_path, chosen("Crusade", "unit", squad, scouts))
    assert [(name, models) for name, _, _, models in told(army)] == [
        ("Scouts", {"Scout": 4}),
        ("Squad", {"Trooper": 5}),
    ]


def test_one_entry_may_stand_for_several_units_alike(tmp_path: Path) -> None:
    pair = chosen("Squad", "unit", man("Trooper", number=10, points=140), number=2)
    army = force(tmp_path, chosen("Company", "upgrade", pair, wagon()))
    assert [row[0] for row in told(army)] == ["Squad", "Squad", "Wagon"]
    assert [row[2] for row in told(army)] == [70, 70, 35]


def test_a_unit_within_a_unit_without_models_is_the_unit(tmp_path: Path) -> None:
    army = force(tmp_path, chosen("Guards", "upgrade", chosen("Guards", "unit", man("Guard", number=5, points=75))))
    assert told(army) == [("Guards", "Infantry", 75, {"Guard": 5})]


def test_a_leader_with_a_statline_at_the_root_stands_beside_his_servants(tmp_path: Path) -> None:
    root = chosen(
        "Smith",
        "unit",
        gun("Smith's Gun"),
        man("Servant", gun("Claw", 2), number=2, points=20, BS="3"),
        points=65,
        profiles=profile("Smith", "Unit", {**MAN, "BS": "5"}),
    )
    (kind,) = force(tmp_path, root).kinds
    assert told(force(tmp_path, root)) == [("Smith", "Infantry", 85, {"Smith": 1, "Servant": 2})]
    smith = next(m for m in kind.models if m.name == "Smith")
    assert [w.name for w in smith.weapons] == ["Smith's Gun"]


def test_models_called_after_the_units_statline_stand_by_it(tmp_path: Path) -> None:
    root = chosen(
        "Veterans",
        "unit",
        chosen("Veteran w/ Rifle", "upgrade", gun("Rifle", 9), number=9),
        chosen("Sergeant", "upgrade", gun("Pistol"), profiles=profile("Sergeant", "Unit", MAN)),
        points=60,
        profiles=profile("Veteran", "Unit", MAN),
    )
    assert told(force(tmp_path, root)) == [("Veterans", "Infantry", 60, {"Veteran": 9, "Sergeant": 1})]


def test_men_and_a_hull_in_one_unit_are_two(tmp_path: Path) -> None:
    crew = man("Ace", points=50)
    army = force(tmp_path, chosen("Ace's Tank", "unit", crew, wagon("Tank", type="model", points=65)))
    assert (
        sorted(row[:2] for row in told(army)) == [("Ace", "Infantry"), ("Ace's Tank", "Vehicle")]
        or len(army.kinds) == 2
    )
    assert {kind.type for kind in army.kinds} == {"Infantry", "Vehicle"}
    assert not any(m.stats.T for kind in army.kinds if kind.type == "Vehicle" for m in kind.models)


def test_a_formation_asked_about_as_one_unit_names_what_it_holds(tmp_path: Path) -> None:
    kinds = force(
        tmp_path,
        chosen(
            "Formation",
            "upgrade",
            chosen("Red", "unit", man("A", number=2)),
            chosen("Blue", "unit", man("B", number=2)),
        ),
    ).kinds
    with pytest.raises(GrognardError, match="'Formation' holds 2 units: Red, Blue"):
        battlescribe.only(kinds, "Formation", "file.cat")
    assert battlescribe.only(kinds, "Blue", "file.cat").name == "Blue"


def test_a_transport_without_a_capacity_says_so(tmp_path: Path) -> None:
    bare = chosen("Barrow", "unit", points=35, profiles=profile("Barrow", "Vehicle", HULL))
    assert [kind.unread for kind in force(tmp_path, bare, wagon()).kinds] == [("how many may ride in Barrow",), ()]
