"""Which game a list is of: read first, and one that is not played here is refused in one line by its name."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.errors import Faults, GrognardError
from grognard.muster.formats import battlescribe
from grognard.muster.formats.rosters import load_roster
from grognard.muster.parsing.markup import FIGURES, figure_name
from grognard.muster.ref import resolve_force
from grognard.muster.vocabulary.edition import HERESY, OTHERS, SEVENTH, known

from . import marbles
from .stand_in import schema_of
from .test_composition import GUN, MAN, chosen, gun, profile


def roster(folder: Path, game: str, id: str = "", units: str = "") -> Path:
    unit = units or chosen(
        "Squad", "unit", chosen("Trooper", "model", profiles=profile("Trooper", "Unit", {"M": '6"'}))
    )
    file = folder / "mine.ros"
    file.write_text(
        f'<roster name="Mine" gameSystemId="{id}" gameSystemName="{game}" gameSystemRevision="9"><forces><force>'
        f"<selections>{unit * 40}</selections></force></forces></roster>",
        "utf-8",
    )
    return file


@pytest.mark.parametrize(
    ("game", "read"),
    [
        ("Warhammer 40,000 9th Edition", "the 7th"),
        ("Warhammer 40,000 10th Edition", "the 7th"),
        ("Warhammer 40,000 8th Edition", "the 7th"),
        ("wh40k-6th-edition", "the 7th"),
        ("Warhammer 40,000", "the 7th"),
        ("Horus Heresy (2022)", "the first"),
        ("Horus Heresy 3rd Edition", "the first"),
        ("Age of Sigmar 4.0", "Warhammer 40,000 7th Edition"),
        ("Kill Team 2021", "Warhammer 40,000 7th Edition"),
        ("Kings of Sandcastles", "Warhammer 40,000 7th Edition"),
    ],
)
def test_a_roster_of_another_game_is_refused_in_one_line_by_its_name(game: str, read: str, tmp_path: Path) -> None:
    with pytest.raises(GrognardError) as caught:
        resolve_force(str(roster(tmp_path, game)))
    assert str(caught.value) == f"mine.ros: a roster of {game}; Grognard reads {read}"
    assert not isinstance(caught.value, Faults)


@pytest.mark.parametrize("id", OTHERS)
def test_a_game_is_known_by_its_id_where_no_name_stands(id: str, tmp_path: Path) -> None:
    with pytest.raises(GrognardError, match="Grognard reads"):
        load_roster(roster(tmp_path, "", id), schema_of)


@pytest.mark.parametrize(
    ("game", "id"),
    [
        ("Warhammer 40,000 7th Edition", SEVENTH),
        ("Warhammer 40,000 7th Edition Revised", "x"),
        ("Warhammer 30,000 - The Horus Heresy", HERESY),
        ("Horus Heresy 1.0", "x"),
        ("", ""),
        ("Games of our own on these rules", "x"),
    ],
)
def test_lists_of_the_seventh_edition_and_of_the_first_heresy_are_read(game: str, id: str, tmp_path: Path) -> None:
    man = {key: value for key, value in MAN.items() if key != "Ld"} | {"LD": "8"}
    squad = chosen("Squad", "unit", chosen("Trooper", "model", gun("Rifle"), profiles=profile("Trooper", "Unit", man)))
    (first, *_) = load_roster(roster(tmp_path, game, id, squad)).kinds
    assert first.models[0].stats.Ld == 8 and GUN["Range"] == '24"'


def test_the_name_decides_where_it_tells_an_edition() -> None:
    assert known("Warhammer 40,000 9th Edition", SEVENTH) is False
    assert known("Warhammer 40,000 7th Edition", next(iter(OTHERS))) is True
    assert known("The Horus Heresy", SEVENTH) is True and known("") is None


@pytest.mark.parametrize("game", ["Warhammer 40,000 8th Edition", "Horus Heresy (2022)", "Age of Sigmar 4.0"])
def test_catalogues_of_another_game_are_refused_by_the_name_of_their_game_system(game: str, tmp_path: Path) -> None:
    path = marbles.written(tmp_path, "2.03")
    system = tmp_path / "Marbles.gst"
    system.write_text(system.read_text("utf-8").replace("name='Marbles'", f"name='{game}'"), "utf-8")
    with pytest.raises(GrognardError) as caught:
        battlescribe.units(path)
    assert str(caught.value).startswith(f"{path.name}: a catalogue of {game}; Grognard reads")
    with pytest.raises(GrognardError, match="a game system of"):
        battlescribe.units(system)


@pytest.mark.parametrize(
    ("written", "read"),
    [("LD", "Ld"), ("ld", "Ld"), ("Leadership", "Ld"), ("Unit  type", "Unit Type"), ("SV", "Save"), ("HullPoints", "Hull Points"),
     ("Weapon Skill", "WS"), ("hp", "HP"), ("Description", ""), ("Details", ""), ("Text", ""), ("M", ""), ("", "")],
)  # fmt: skip
def test_figures_go_by_other_spellings_and_nothing_else_is_kept(written: str, read: str) -> None:
    assert figure_name(written) == read
    assert all(figure_name(name) == name for name in FIGURES)


def test_a_super_heavy_walker_has_the_statline_of_a_walker(tmp_path: Path) -> None:
    cells = {"WS": "4", "BS": "4", "S": "10", "Front": "13", "Side": "12", "Rear": "12", "I": "4", "A": "4", "HP": "6"}
    titan = chosen(
        "Strider", "unit", profiles=profile("Strider", "Super-heavy Walker", {**cells, "Type": "Super-heavy Walker"})
    )
    (first, *_) = load_roster(roster(tmp_path, "Warhammer 30,000 - The Horus Heresy", HERESY, titan)).kinds
    assert (first.type, first.tags, first.models[0].stats.HP) == ("Walker", ("Super-heavy",), 6)
