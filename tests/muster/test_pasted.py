"""Lists as people paste them: every shape gives the force of the catalogue, and what does not match is named."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from grognard.cli import main
from grognard.errors import GrognardError
from grognard.muster import forces, ref
from grognard.muster.formats.pasted import load_pasted
from grognard.muster.parsing.files import Contents
from grognard.muster.parsing.listing import Listing, listing, looks_pasted

from . import marbles
from .test_composition import told

# a mob of ten rollers with their captain, and a wagon, as one program or another writes it
SHAPES = {
    "one line each": "Rolling Mob [80pts]: 10x Roller, Marble Captain\nWagon [35pts]\n",
    "headings, dots below": """
++ Marbles at War (Marble Legion) [115pts] ++

+ Troops [80pts] +

Rolling Mob [3 PL, 80pts]
. Marble Captain: Cog, Sling
. 10x Roller: 10x Pop, 10x Sling

+ Heavy Support +

Wagon [35pts]: Engine

++ Total: [115pts] ++

Created with BattleScribe (https://battlescribe.net)
""",
    "brackets, indented, each man by himself": """
+++ June (Warhammer 40,000 7th Edition v2017) (115pts) +++
++ Marbles at War (Marble Legion v3) (115pts) ++
Rules: Rolling Thunder
+ Troops (80pts) +
        Rolling Mob (80pts)
        Rules: Fleet
            Marble Captain (20pts) [Cog, Sling]
"""
    + 10 * "            Roller (6pts) [Pop, Sling]\n"
    + """+ Heavy Support (35pts) +
        Wagon (35pts) [Engine]
""",
    "title, hashes and bullets": """
Legion - June - [115 pts]

# ++ Army Roster ++ [115 pts]
## Configuration
Battle Size: Skirmish

## Troops [80 pts]
Rolling Mob [80 pts]:
• 1x Marble Captain [20 pts]: Cog, Sling
• 10x Roller [60 pts]: Pop, Sling

## Heavy Support [35 pts]
Wagon [35 pts]: Engine
""",
    "bullets under bullets": """
Battleline:
Rolling Mob (80 pts)
  • Marble Captain
    • Cog
    • Sling
  • 10x Roller
    • 10x Pop
    • 10x Sling

Vehicle:
Wagon (35 pts)
  • Engine
""",
    "so many with": """
Rolling Mob (80 pts)
• Marble Captain
    1 with Cog, Sling
• 10x Roller
    10 with Pop, Sling
Wagon (35 pts)
""",
    "points at the end": "Rolling Mob - 80 points\n- 10 Roller\n- Marble Captain\nWagon 35pts\n",
}
FORCE = [("Rolling Mob", "Infantry", 80, {"Roller": 10, "Marble Captain": 1}), ("Wagon", "Vehicle", 35, {"Wagon": 1})]


def read(words: str) -> Listing:
    return listing(Contents("list.txt", words.encode()))


def faults(folder: Path, words: str) -> list[str]:
    return list(forces.differences(load_pasted(Contents("list.txt", words.encode()), folder)))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    marbles.written(tmp_path, "2.03")
    return tmp_path


@pytest.mark.parametrize("shape", list(SHAPES))
def test_a_pasted_list_is_the_force_of_the_catalogue(shape: str, folder: Path) -> None:
    file = folder / "list.txt"
    file.write_text(SHAPES[shape], "utf-8")
    assert ref.sniffed(file) == "text"
    force = ref.resolve_force(str(file))
    assert told(force) == FORCE and forces.differences(force) == ()
    assert ref.resolve_unit(f"{file}:mob")[0].name == "Rolling Mob"


def test_a_list_by_itself_says_what_it_needs(tmp_path: Path) -> None:
    file = tmp_path / "list.txt"
    file.write_text(SHAPES["one line each"])
    with pytest.raises(
        GrognardError, match=r"^list.txt: a pasted list needs the catalogue of its army \(name one with --catalogue"
    ):
        ref.resolve_force(str(file))
    other = tmp_path / "other"
    other.mkdir()
    catalogue = marbles.written(other, "2.00")
    assert told(ref.resolve_force(str(file), [str(catalogue)])) == FORCE


def test_a_list_is_pasted_into_the_command(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    answer = CliRunner().invoke(main, ["roster", "show", "-"], input=SHAPES["headings, dots below"])
    assert answer.exit_code == 0 and "10 x Roller" in answer.output and "does not add up" not in answer.output
    (catalogue,) = folder.glob("*.cat")
    monkeypatch.chdir("/")
    answer = CliRunner().invoke(
        main, ["roster", "check", "-", "--catalogue", str(catalogue)], input="Rolling Mob [51pts]"
    )
    assert answer.exit_code == 1 and "line 1: Rolling Mob costs 50 points, the list says 51" in answer.output
    assert CliRunner().invoke(main, ["roster", "show", "-"], input="").exit_code == 2


def test_any_list_may_come_in_by_standard_input() -> None:
    answer = CliRunner().invoke(main, ["roster", "show", "-"], input=marbles.roster())
    assert answer.exit_code == 0 and "Red Mob" in answer.output


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ("Rolling Mob [50pts]: Catapult", "line 1: Rolling Mob has no option 'Catapult'"),
        ("Rolling Mob [50pts]\n. Slinng", "line 2: Rolling Mob has no option 'Slinng' (nearest: Sling)"),
        (
            "Rolling Mob [50pts]\nRoling Mob [50pts]",
            "line 2: 'Roling Mob' is no unit of the catalogues at hand (nearest: Rolling Mob)",
        ),
        ("Rolling Mob [50pts]: 40x Roller", "line 1: Rolling Mob has 6 to 16 models, not 41"),
        ("2x Wagon [75pts]", "line 1: 2 Wagon cost 70 points, the list says 75"),
        ("Wagon [35pts]\n++ Total: [40pts] ++", "the units cost 35 points, the list says 40"),
    ],
)
def test_what_does_not_match_is_named_by_its_line(words: str, fault: str, folder: Path) -> None:
    assert any(said.startswith(fault) for said in faults(folder, words)), faults(folder, words)


def test_what_is_dearer_is_taken_and_counted(folder: Path) -> None:
    force = load_pasted(Contents("a", b"Rolling Mob [65pts]: Whirl Engine\n3x Wagon [105pts]"), folder)
    assert [kind.points for kind in force.kinds] == [65, 35, 35, 35] and forces.differences(force) == ()


def test_a_formation_in_a_list_is_its_units_and_choices_of_the_army_are_named(folder: Path) -> None:
    words = "Motto\nFormation: Grand Roll (115pts)\n    Rolling Mob (80pts) [10x Roller]\n    Wagon (35pts)\n"
    force = load_pasted(Contents("a", words.encode()), folder)
    assert told(force) == FORCE and {name for name, _ in force.unread} >= {"Motto"}


def test_a_list_without_any_unit_is_told(folder: Path) -> None:
    with pytest.raises(GrognardError, match="nothing in it is a unit of Marble Legion"):
        load_pasted(Contents("a", b"Captain of Nothing [100pts]"), folder)


@pytest.mark.parametrize(
    "game", ["Warhammer 40,000 9th Edition", "Warhammer 40,000 10th Edition", "Horus Heresy (2022)"]
)
def test_a_list_of_another_game_is_refused_by_its_name(game: str, folder: Path) -> None:
    with pytest.raises(GrognardError, match=r"a list of .*; Grognard reads"):
        load_pasted(Contents("a", f"+++ June ({game}) (80pts) +++\nRolling Mob [80pts]".encode()), folder)


def test_numbers_points_and_names_are_told_apart() -> None:
    (one,) = read(
        "9x Squad (of Steel) [12 PL, 1,175pts]: 2 x Gun (Mark 3), Fist [25 pts], Cloak [Red, Blue [5pts]]"
    ).entries
    assert (one.name, one.number, one.points) == ("Squad (of Steel)", 9, 1175)
    assert [(i.name, i.number, i.points) for i in one.inner] == [
        ("Gun (Mark 3)", 2, None),
        ("Fist", 1, 25),
        ("Cloak", 1, None),
    ]
    assert [(i.name, i.points) for i in one.inner[2].inner] == [("Red", None), ("Blue", 5)]


@pytest.mark.parametrize(
    ("words", "pasted"),
    [("Squad [5pts]", True), ("+ Troops +\nSquad", True), ("Squad - 100 points", True), ('system = "usr"\n# Squad [5pts]', False),
     ("[weapons.X]\nrange = 5", False), ("just some words", False), ("", False)],
)  # fmt: skip
def test_a_pasted_list_is_known_from_a_force_file(words: str, pasted: bool) -> None:
    assert looks_pasted(words) is pasted


@pytest.mark.parametrize(
    "words", ["[" * 9_000, "a [" * 4_000, "x\n" * 5_000, "9" * 3_000 + "x Squad [5pts]", ": :: [pts] ()", "a" * 250_000]
)
def test_lists_that_mean_harm_are_one_clear_error_or_nothing(words: str, folder: Path) -> None:
    with pytest.raises(GrognardError):
        load_pasted(Contents("a", words.encode()), folder)


def test_of_many_catalogues_those_that_hold_the_names_are_read(folder: Path) -> None:
    (folder / "Another.cat").write_text('<catalogue id="x" name="Another" gameSystemId="y"/>', "utf-8")
    (folder / "Broken.cat").write_text('<catalogue id="x" name="Rolling Mob"', "utf-8")
    (folder / "Ninth.cat").write_text(
        '<catalogue id="x" name="Rolling Mob" gameSystemId="28ec-711c-d87f-3aeb"/>', "utf-8"
    )
    force = load_pasted(Contents("a", SHAPES["one line each"].encode()), folder)
    assert told(force) == FORCE and forces.differences(force) == ()


def test_a_unit_in_two_catalogues_is_told(folder: Path) -> None:
    (first,) = folder.glob("*.cat")
    (folder / "Zweite.cat").write_bytes(first.read_bytes())
    force = load_pasted(Contents("a", b"Wagon [35pts]"), folder)
    assert forces.differences(force) == (
        f"line 1: 'Wagon' stands in {first.name} and Zweite.cat; it is read from the first",
    )


def test_a_list_of_mere_names_in_a_text_file_is_read(folder: Path) -> None:
    file = folder / "names.txt"
    file.write_text("Rolling Mob: 10x Roller\nWagon\n")
    assert told(ref.resolve_force(str(file))) == FORCE


def test_a_pasted_list_becomes_a_force_file(folder: Path) -> None:
    (catalogue,) = folder.glob("*.cat")
    file, out = folder / "list.txt", folder / "list.toml"
    file.write_text(SHAPES["one line each"].replace("35", "36"))
    answer = CliRunner().invoke(main, ["roster", "import", str(file), "--catalogue", str(catalogue), "-o", str(out)])
    assert answer.exit_code == 0 and "does not add up: line 2: Wagon costs 35 points, the list says 36" in answer.stderr
    assert told(ref.resolve_force(str(out))) == FORCE
