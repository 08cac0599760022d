"""Files that mean harm or are broken: each is one clear error, soon."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from grognard.errors import GrognardError
from grognard.muster.formats import battlescribe, dropcommander, native, rosters
from grognard.muster.parsing import markup
from grognard.muster.parsing.files import contents
from grognard.muster.ref import resolve_force

from . import marbles
from .stand_in import schema_of

ROOT = "<catalogue id='c' name='C'>{}</catalogue>"
BOMB = (
    "<?xml version='1.0'?><!DOCTYPE c [<!ENTITY a 'aaaaaaaaaa'>"
    + "".join(f"<!ENTITY {n} '{f'&{m};' * 10}'>" for m, n in zip("abcdefgh", "bcdefghi", strict=True))
    + "]><catalogue id='c' name='&i;'/>"
)


def refused(markup_text: str | bytes, tmp_path: Path, name: str = "army.cat") -> str:
    path = tmp_path / name
    path.write_bytes(markup_text.encode() if isinstance(markup_text, str) else markup_text)
    with pytest.raises(GrognardError) as caught:
        if name.endswith(".cat"):
            battlescribe.units(path)
        else:
            rosters.load_roster(path, schema_of)
    assert name in str(caught.value) and "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize(
    "document",
    [
        BOMB,
        "<!DOCTYPE catalogue SYSTEM 'file:///etc/passwd'><catalogue id='c'/>",
        "<!DOCTYPE c [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><catalogue id='c' name='&x;'/>",
        "<!DOCTYPE c [<!ENTITY % p SYSTEM 'http://example.invalid/x.dtd'> %p;]><catalogue id='c'/>",
    ],
)
def test_document_types_and_entities_are_refused(document: str, tmp_path: Path) -> None:
    assert "document type or entities" in refused(document, tmp_path)


@pytest.mark.parametrize("tag", ["selectionEntries", "selectionEntry", "x", "conditionGroup"])
def test_deep_nesting_is_refused(tag: str, tmp_path: Path) -> None:
    assert "too deep" in refused(ROOT.format(f"<{tag}>" * 100_000), tmp_path)


def test_too_many_elements_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(markup, "MOST_ELEMENTS", 1000)
    assert "too many elements" in refused(ROOT.format("<rule/>" * 1001), tmp_path)


def test_large_files_are_refused_before_they_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for reader in ("documents", "cache"):
        monkeypatch.setattr(f"grognard.muster.parsing.{reader}.LARGEST", 1000)
    assert "larger than" in refused(ROOT.format(" " * 1000), tmp_path)


@pytest.mark.parametrize(
    ("document", "word"),
    [
        ("", "no element found"),
        (ROOT.format("<rules><rule id='r'")[:-14], "cut off"),
        ("<catalogue", "cut off"),
        ("no xml at all", "no whole XML"),
        ("<html><body/></html>", "no BattleScribe file"),
        ("<?xml version='1.0' encoding='klingon'?><catalogue/>", "no whole XML"),
        (b"\xff\xfe\x00\x00broken", "no whole XML"),
        (b"<catalogue name='\xc3\x28'/>", "no whole XML"),
    ],
)
def test_broken_documents_are_told(document: str | bytes, word: str, tmp_path: Path) -> None:
    assert word in refused(document, tmp_path)


def test_a_roster_that_unpacks_beyond_bounds_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for reader in ("documents", "cache"):
        monkeypatch.setattr(f"grognard.muster.parsing.{reader}.LARGEST", 1_000_000)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("list.ros", b" " * 5_000_000)
    assert "holds more than 1 MB" in refused(packed.getvalue(), tmp_path, "list.rosz")


def test_a_roster_that_lies_about_its_size_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("list.ros", b" " * 5_000_000)
    lying = packed.getvalue().replace((5_000_000).to_bytes(4, "little"), (1000).to_bytes(4, "little"))
    for reader in ("documents", "cache"):
        monkeypatch.setattr(f"grognard.muster.parsing.{reader}.LARGEST", 1_000_000)
    refused(lying, tmp_path, "list.rosz")


@pytest.mark.parametrize(
    "names", [(), ("readme.txt",), ("a.ros", "b.ros"), tuple(f"{i}.ros" for i in range(30))], ids=len
)
def test_a_compressed_roster_holds_one_roster(names: tuple[str, ...], tmp_path: Path) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name in names:
            archive.writestr(name, marbles.roster())
    data = packed.getvalue() if names else b"PK\x03\x04" + b"\0" * 40
    refused(data, tmp_path, "list.rosz")


def test_a_cut_off_compressed_roster_is_told(tmp_path: Path) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("list.ros", marbles.roster())
    assert "cut off" in refused(packed.getvalue()[:200], tmp_path, "list.rosz")


@pytest.mark.parametrize(
    ("document", "word"),
    [
        (b"[", "no whole JSON"),
        (b'[{"name": "A', "cut off"),
        (b"[" * 100_000, "no JSON that can be read"),
        (b"{}", "no DropCommander file"),
        (b"[1, 2]", "no DropCommander file"),
        (b'[{"nom": 1}]', "no DropCommander file"),
        (b"[]", "0 units"),
        (b"\xff\xff", "no JSON"),
        (b'[{"name": "A", "armour": ' + b"9" * 5000 + b"}]", "no JSON that can be read"),
    ],
)
def test_broken_json_is_told(document: bytes, word: str, tmp_path: Path) -> None:
    path = tmp_path / "units.json"
    path.write_bytes(document)
    with pytest.raises(GrognardError, match=word):
        dropcommander.load(path, schema_of)


@pytest.mark.parametrize(
    "change",
    [
        {"armour": 10**9},
        {"armour": "much"},
        {"armour": float("nan")},
        {"minSquadSize": 10**12},
        {"type": ["Tank"]},
        {"weapons": "all"},
        {"weapons": [3]},
        {
            "weapons": [
                {"name": "Gun", "shots": "10000", "rangeFull": "∞", "rangeCountered": "9", "acc": "3+", "energy": "6"}
            ]
        },
        {"special": [{}]},
        {"transport": [{"number": "many"}]},
        {"countermeasures": "Z9"},
        {"move": '90"-3"'},
    ],
)
def test_wrong_values_in_json_are_faults_that_name_unit_and_field(change: dict[str, object], tmp_path: Path) -> None:
    import json

    unit = {"name": "Cart", "type": "Tank", "move": '6"', "armour": 10, "damage": 2, "points": 30, **change}
    path = tmp_path / "units.json"
    path.write_text(json.dumps([unit]))
    with pytest.raises(GrognardError, match=r"units.json, unit 'Cart', .*"):
        dropcommander.load(path, schema_of)


@pytest.mark.parametrize(
    "toml",
    [
        "system = ",
        "a = " + "[" * 100_000,
        "a = " + "9" * 10_000,
        'system = "usr"\nname = "X"\n[[units]]\nname = "Y"\ntype = "Infantry"\npoints = 0x' + "f" * 5000,
        'system = "usr"\nname = "X"\nunits = 3',
        'system = "usr"\nname = "X"\nunits = [[]]\nweapons = []',
        "system = 3",
        "",
        "\0",
    ],
)
def test_broken_toml_is_told(toml: str) -> None:
    with pytest.raises(GrognardError):
        native.loads(toml, "force.toml", schema_of)


@pytest.mark.parametrize("name", ["", "nothing.toml", ".", "a\0b", "x" * 5000, "usr/no-such-sample"])
def test_files_that_are_none_are_told(name: str) -> None:
    with pytest.raises(GrognardError):
        resolve_force(name)


def test_devices_and_folders_are_no_forces(tmp_path: Path) -> None:
    with pytest.raises(GrognardError, match="is a folder"):
        contents(tmp_path, 10)
    with pytest.raises(GrognardError, match="no regular file"):
        contents("/dev/zero", 10)
