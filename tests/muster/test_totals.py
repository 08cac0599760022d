"""A roster's costs added up and held against its own totals; numbers and costs of what is nested are totals."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from grognard.cli import main
from grognard.common.profiles import Force
from grognard.errors import GrognardError
from grognard.muster import check, forces, show
from grognard.muster.formats.rosters import load_roster
from tests.cli.run import as_json, fine

from .test_composition import chosen, force, gun, man, told

TEN = chosen("Squad", "unit", man("Trooper", gun("Rifle", 8), gun("Melter", 2, 20), number=10, points=140))


def roster(folder: Path, units: str, said: float | None = None, limit: float | None = None) -> Path:
    cost = "" if said is None else f'<costs><cost name="pts" typeId="points" value="{said}"/></costs>'
    most = "" if limit is None else f'<costLimits><costLimit name="pts" typeId="points" value="{limit}"/></costLimits>'
    file = folder / "mine.ros"
    file.write_text(
        f'<roster name="Mine">{cost}{most}<forces><force><selections>{units}</selections></force></forces></roster>',
        "utf-8",
    )
    return file


def faults(folder: Path, units: str, said: float | None = None, limit: float | None = None) -> list[str]:
    return list(forces.differences(load_roster(roster(folder, units, said, limit))))


def test_totals_that_add_up_are_no_fault(tmp_path: Path) -> None:
    assert faults(tmp_path, TEN) == faults(tmp_path, TEN, 160) == faults(tmp_path, TEN, 160, 160) == []
    assert faults(tmp_path, TEN, 160, -1) == []


def test_a_total_that_differs_is_told(tmp_path: Path) -> None:
    said = "the selections cost 160 points together, the roster itself says 165"
    assert faults(tmp_path, TEN, 165) == [said]
    army = load_roster(roster(tmp_path, TEN, 165))
    assert f"  does not add up: {said}" in show.rows(army) and show.shown(army)["faults"] == [said]
    assert said in check.faults(army)
    answer = CliRunner().invoke(main, ["roster", "check", str(tmp_path / "mine.ros")])
    assert answer.exit_code == 1 and said in answer.output


def test_points_for_what_is_no_unit_are_told_with_its_name(tmp_path: Path) -> None:
    relic = chosen("Relic of the Army", "upgrade", points=25)
    assert faults(tmp_path, TEN + relic, 185) == [
        "the units cost 160 points, all selections 185: the rest is for what is no unit here (Relic of the Army)"
    ]


def test_the_limit_of_the_roster_is_kept_to(tmp_path: Path) -> None:
    assert faults(tmp_path, TEN, 160, 150) == ["160 points, 10 more than the roster's own limit of 150"]


def arms(army: Force) -> dict[tuple[str, ...], int]:
    found: dict[tuple[str, ...], int] = {}
    for kind in army.kinds:
        for model in kind.models:
            carried = tuple(w.name for w in model.weapons)
            found[carried] = found.get(carried, 0) + 1
    return found


def test_numbers_on_groups_within_groups_are_totals(tmp_path: Path) -> None:
    kit = chosen("Kit", "upgrade", gun("Rifle", 9), gun("Knife", 9), number=9)
    army = force(tmp_path, chosen("Squad", "unit", man("Trooper", kit, number=9, points=90)))
    assert arms(army) == {("Rifle", "Knife"): 9} and army.kinds[0].points == 90


def test_what_hangs_on_something_that_only_some_have_stays_with_it(tmp_path: Path) -> None:
    kit = chosen("Kit", "upgrade", gun("Rifle", 3), gun("Scope Gun", 1, 5), number=3, points=6)
    army = force(tmp_path, chosen("Squad", "unit", man("Trooper", kit, gun("Knife", 7), number=10, points=100)))
    assert arms(army) == {("Rifle", "Scope Gun"): 1, ("Rifle",): 2, ("Knife",): 7}
    assert army.kinds[0].points == 111 and forces.differences(army) == ()


def test_models_that_are_upgrades_are_dealt_out_as_well(tmp_path: Path) -> None:
    men = chosen("Veteran w/ Rifle", "upgrade", gun("Rifle", 8), gun("Burner", 1, 7), number=9, points=63)
    root = man("Veteran").replace('type="model"', 'type="unit"').replace('name="Veteran" type', 'name="Veterans" type')
    root = root.replace("<selections></selections>", f"<selections>{men}</selections>")
    army = force(tmp_path, root)
    assert arms(army) == {("Rifle",): 8, ("Burner",): 1} and army.kinds[0].points == 70


@pytest.mark.parametrize("number", [2, 3])
def test_one_unit_chosen_several_times_is_several_units(number: int, tmp_path: Path) -> None:
    men = man("Trooper", gun("Rifle", 5 * number), number=5 * number, points=50 * number)
    army = force(tmp_path, chosen("Squad", "unit", men, gun("Banner Gun", 1, 10), number=number))
    assert [row[2] for row in told(army)] == [60, *[50] * (number - 1)]
    assert all(row[3] == {"Trooper": 5} for row in told(army))


def test_models_at_the_root_with_odd_arms_are_one_unit(tmp_path: Path) -> None:
    army = force(tmp_path, man("Brute", gun("Rifle", 2), gun("Cannon", 1, 10), number=3, points=90))
    assert told(army) == [("Brute", "Infantry", 100, {"Brute": 3})]
    assert arms(army) == {("Rifle",): 2, ("Cannon",): 1}


def test_odds_and_battles_tell_in_a_line_what_does_not_add_up(tmp_path: Path) -> None:
    file = str(roster(tmp_path, TEN, 165))
    said = (
        "Mine does not add up: the selections cost 160 points together, the roster itself says 165; "
        "'grognard roster check' tells all of mine.ros"
    )
    assert f"  {said}" in fine("odds", f"{file}:Squad", "usr/A:Lantern Watch", "--range", "12").splitlines()
    assert said in as_json("odds", "usr/A:Lantern Watch", f"{file}:Squad", "--range", "12")["notes"]
    assert said in fine("battle", file, "usr/A", "--seed", "1", "--rounds", "1", "--log", "none").splitlines()
    battle = as_json("battle", file, "usr/A", "--seed", "1", "--rounds", "1", "--log", "none")
    assert battle["does_not_add_up"] == [said]


def test_a_list_that_adds_up_is_told_without_a_word(tmp_path: Path) -> None:
    file = str(roster(tmp_path, TEN, 160))
    assert "add up" not in fine("odds", f"{file}:Squad", "usr/A:Lantern Watch", "--range", "12")
    assert "does_not_add_up" not in as_json("battle", file, "usr/A", "--seed", "1", "--rounds", "1", "--log", "none")


@pytest.mark.parametrize("points", [-1, 200_000])
def test_points_that_no_unit_has_are_told(points: int, tmp_path: Path) -> None:
    with pytest.raises(GrognardError, match=f"unit 'Brute', points: {points} is not between 0 and 100000"):
        force(tmp_path, man("Brute", points=points))
