"""Names and references as people write them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from grognard.errors import GrognardError
from grognard.muster import check, ref
from grognard.muster.formats import native
from grognard.muster.names import match, plain

from . import marbles
from .stand_in import schema_of
from .test_dropcommander import unit
from .test_native import GOOD


@pytest.fixture(autouse=True)
def _stand_in(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (
        "check",
        "show",
        "formats.native",
        "formats.dropcommander",
        "formats.battlescribe",
        "formats.rosters",
    ):
        monkeypatch.setattr(f"grognard.muster.{module}.registered", schema_of)
    ref._native.cache_clear()


@pytest.mark.parametrize(
    "written", ["Größe 'Eavy-Squad (2)", "grösse eavy squad 2", "GROSSE  EAVY SQUAD 2", "größe ’eavy – squad [2]"]
)
def test_names_match_whatever_their_case_accents_and_punctuation(written: str) -> None:
    assert match(written, ["Other", "Größe 'Eavy-Squad (2)"]) == 1


def test_plain_of_a_name_without_letters_matches_nothing() -> None:
    assert plain("!?") == ""
    with pytest.raises(GrognardError):
        match("!?", ["Squad", "?"])


def test_an_ambiguous_name_lists_what_it_may_be() -> None:
    with pytest.raises(GrognardError, match="'Line-Squad', 'Line Squad!'"):
        match("line squad", ["Line-Squad", "Line Squad!", "Other"])
    assert match("Line-Squad", ["Line Squad!", "Line-Squad"]) == 1


def test_an_unknown_name_lists_the_nearest() -> None:
    with pytest.raises(GrognardError, match="nearest: Tactical Squad"):
        match("Tactcal Squad", ["Devastators", "Tactical Squad"])


def test_a_part_of_a_name_is_enough_when_it_is_the_only_one() -> None:
    names = ["Devastators", "Tactical Squad", "Assault Squad"]
    assert (match("tactical", names), match("vast", names), match("ASSAULT", names)) == (1, 0, 2)
    assert match("Boy", ["Boyz", "Nob Boy"]) == 1, "whole words count more than letters"
    with pytest.raises(GrognardError, match="'Tactical Squad', 'Assault Squad'"):
        match("squad", names)
    with pytest.raises(GrognardError, match="unknown unit 'as'"):
        match("as", names)


def test_units_of_one_name_are_told_apart_by_number(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    block = GOOD[GOOD.index("[[units]]") :]
    path.write_text(GOOD + "\n" + block.replace("points = 140", "points = 90"))
    file = str(path)
    assert [ref.resolve_unit(f"{file}:{name}")[0].points for name in ("line 1", "Line Squad 2", "Line Squad")] == [
        140,
        90,
        140,
    ]
    assert ref.named("Squad 2", ["Squad", "Squad 2", "Squad"], "f") == 1, "a unit's very name comes first"
    with pytest.raises(GrognardError, match="there are 2 of 'Line Squad'"):
        ref.resolve_unit(f"{file}:Line Squad 3")
    assert not [fault for fault in check.faults(ref.resolve_force(file), schema_of=schema_of) if "name" in fault]


def test_a_native_file_with_blanks_and_brackets_in_its_name(tmp_path: Path) -> None:
    path = tmp_path / "my army [v2] (final).toml"
    path.write_text(GOOD)
    kind, force = ref.resolve_unit(f"{path}:line-squad")
    assert (kind.name, force.name) == ("Line Squad", "Third Line Company")
    assert ref.resolve_force(str(path)) is force


def test_a_file_that_changes_is_read_again(tmp_path: Path) -> None:
    import os

    path = tmp_path / "a.toml"
    path.write_text(GOOD)
    assert ref.resolve_force(str(path)).name == "Third Line Company"
    path.write_text(GOOD.replace("Third", "Fourth"))
    os.utime(path, (1, 1))
    assert ref.resolve_force(str(path)).name == "Fourth Line Company"


def test_a_unit_of_a_catalogue(tmp_path: Path) -> None:
    path = marbles.written(tmp_path, "2.03")
    kind, force = ref.resolve_unit(f"{path}:rolling mob")
    assert [k.name for k in force.kinds] == [kind.name] == ["Rolling Mob"]
    assert len(ref.resolve_force(str(path)).kinds) == 2
    assert ref.unit_names(str(path)) == ["Rolling Mob", "Wagon"]


def test_a_unit_whose_name_has_a_colon(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_text(GOOD.replace('"Line Squad"', '"Squad: Line"'))
    assert ref.resolve_unit(f"{path}:Squad: Line")[0].name == "Squad: Line"


def test_files_are_known_by_what_is_in_them(tmp_path: Path) -> None:
    cases = {
        "a.txt": (GOOD, "toml"),
        "b.toml": ("[weapons.X]\n", "toml"),
        "c.txt": ("\ufeff  <?xml version='1.0'?><catalogue/>", "catalogue"),
        "d": (marbles.roster(), "roster"),
        "e.dat": (json.dumps([unit()]), "json"),
        "f.CAT": ("", "catalogue"),
        "g.json": ("", "json"),
    }
    for name, (words, kind) in cases.items():
        path = tmp_path / name
        path.write_text(words, "utf-8")
        assert ref.sniffed(path) == kind, name


def test_dropcommander_and_rosters_are_forces_too(tmp_path: Path) -> None:
    carts = tmp_path / "carts.json"
    carts.write_text(json.dumps([unit()]))
    assert ref.resolve_unit(f"{carts}:clatter cart")[0].system == "dropzone"
    listed = tmp_path / "june.ros"
    listed.write_text(marbles.roster())
    assert ref.resolve_unit(f"{listed}:red mob")[0].name == "Red Mob"


@pytest.mark.parametrize("written", ["x.toml", "x.toml:", "usr/none:Squad", ":Squad", "usr"])
def test_references_that_lead_nowhere(written: str) -> None:
    with pytest.raises(GrognardError):
        ref.resolve_unit(written)


def test_a_reference_without_a_unit_names_the_units(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_text(GOOD)
    with pytest.raises(GrognardError, match="units: Line Squad"):
        ref.resolve_unit(str(path))


def test_samples_are_found_by_their_stem(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "usr" / "forces"
    folder.mkdir(parents=True)
    folder.joinpath("A.toml").write_text(GOOD)
    folder.joinpath("reds.toml").write_text(GOOD.replace("Third", "Red"))
    monkeypatch.setattr("grognard.systems.__path__", [str(tmp_path)])
    assert ref.samples("usr") == [
        {"ref": "usr/A", "name": "Third Line Company", "system": "usr", "points": 140},
        {"ref": "usr/reds", "name": "Red Line Company", "system": "usr", "points": 140},
    ]
    assert ref.samples("void") == []
    assert ref.samples() == ref.samples("usr")
    assert ref.resolve_unit("usr/reds:line squad")[1].name == "Red Line Company"
    with pytest.raises(GrognardError, match=r"unknown sample 'redds' of usr.*nearest: reds"):
        ref.resolve_force("usr/redds")
    with pytest.raises(GrognardError, match="unknown system 'chess'"):
        ref.samples("chess")


def test_dumping_a_resolved_force_gives_it_back(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_text(GOOD)
    force = ref.resolve_force(str(path))
    assert native.loads(native.dump(force), "again").kinds == force.kinds
