"""Every shape in which a roster or a catalogue comes along gives the same force, whatever the file is called."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from grognard.common.profiles import Force
from grognard.errors import GrognardError
from grognard.muster import ref
from grognard.muster.formats import battlescribe
from grognard.muster.formats.rosters import load_roster
from grognard.muster.vocabulary.edition import SEVENTH

from . import marbles
from .test_composition import chosen, gun, man, told, wagon

SECRET = "words of a rule that nobody may keep"
UNIT = chosen(
    "Squad",
    "unit",
    man("Trooper", gun("Rifle", 8), gun("Melter", 2, 20), number=10, points=140),
    wagon("Wagon", gun("Turret Gun")),
)
XML = (
    '<?xml version="1.0"?><roster name="Mine" id="52408" battleScribeVersion="2.03" xmlns="http://x"'
    f' gameSystemId="{SEVENTH}" gameSystemName="Warhammer 40,000 7th Edition">'
    '<costs><cost name="pts" typeId="points" value="195.0"/></costs><forces><force name="F"><selections>'
    f"{UNIT}</selections><rules><rule name='Oath'><description>{SECRET}</description></rule></rules></force></forces></roster>"
)
ONE = {"categories": "category"}


def _name(element: ElementTree.Element) -> str:
    return element.tag.rpartition("}")[2]


def _typed(value: str) -> Any:
    """As New Recruit types it: what looks like a number is one."""
    try:
        number = float(value)
    except ValueError:
        return {"true": True, "false": False}.get(value, value)
    return int(number) if number.is_integer() and "." not in value else number


def recruit(element: ElementTree.Element) -> dict[str, Any]:
    """The JSON of New Recruit: containers are lists under their own names, text is ``$text``."""
    out: dict[str, Any] = {key: _typed(value) for key, value in element.attrib.items()}
    for child in element:
        if len(child) or _name(child).endswith("s"):
            out[_name(child)] = [recruit(inner) for inner in child]
        elif _name(child) == "description":
            out["description"] = child.text
    if (element.text or "").strip():
        out["$text"] = _typed(element.text or "")
    return out


def nested(element: ElementTree.Element, text: str, before: str) -> Any:
    """The JSON that generic converters make: one child alone is no list."""
    out: dict[str, Any] = {before + key: value for key, value in element.attrib.items()}
    if (element.text or "").strip():
        out[text] = element.text
    for child in element:
        made = nested(child, text, before)
        had = out.get(_name(child))
        out[_name(child)] = made if had is None else [*(had if isinstance(had, list) else [had]), made]
    return out


def dollars(element: ElementTree.Element) -> Any:
    """The JSON of a converter that puts attributes under ``$`` and every child into a list."""
    out: dict[str, Any] = {"$": dict(element.attrib)}
    if (element.text or "").strip():
        out["_"] = element.text
    for child in element:
        out.setdefault(_name(child), []).append(dollars(child))
    return out


def packed(*named: tuple[str, str | bytes]) -> bytes:
    into = io.BytesIO()
    with zipfile.ZipFile(into, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, words in named:
            archive.writestr(name, words)
    return into.getvalue()


ROOT = ElementTree.fromstring(XML)
SHAPES: dict[str, str | bytes] = {
    "ros": XML,
    "rosz": packed(("mine.ros", XML)),
    "new recruit": json.dumps({"roster": recruit(ROOT)}),
    "new recruit, bare": json.dumps(recruit(ROOT), indent=1),
    "new recruit, packed": packed(("mine.json", json.dumps({"roster": recruit(ROOT)}))),
    "converted": json.dumps({"roster": nested(ROOT, "$t", "")}),
    "converted with @": json.dumps({"roster": nested(ROOT, "#text", "@")}),
    "converted with $": json.dumps({"roster": dollars(ROOT)}),
    "with a mark of its order": b"\xef\xbb\xbf\n" + json.dumps({"roster": recruit(ROOT)}).encode(),
}


def same(force: Force) -> Any:
    return (
        told(force),
        [[w.name for w in m.weapons] for kind in force.kinds for m in kind.models],
        force.unread,
        force.details,
    )


@pytest.mark.parametrize("called", ["mine", "mine.txt", "mine.cat", "mine.json", "mine.rosz", "mine.toml"])
@pytest.mark.parametrize("shape", list(SHAPES))
def test_a_roster_is_read_in_every_shape_whatever_it_is_called(shape: str, called: str, tmp_path: Path) -> None:
    plain = tmp_path / "plain.ros"
    plain.write_text(XML, "utf-8")
    file = tmp_path / called
    file.write_bytes(SHAPES[shape] if isinstance(SHAPES[shape], bytes) else str(SHAPES[shape]).encode())
    assert ref.sniffed(file) == "roster"
    force = ref.resolve_force(str(file))
    assert same(force) == same(load_roster(plain)) and force.name == "Mine" and force.details == ()
    assert [row[0] for row in told(force)] == ["Squad", "Wagon"] and SECRET not in str(force)


@pytest.mark.parametrize("version", marbles.VERSIONS)
@pytest.mark.parametrize("shape", ["packed", "json"])
def test_catalogues_are_read_packed_and_as_json(version: str, shape: str, tmp_path: Path) -> None:
    before = battlescribe.load_catalogue(marbles.written(tmp_path, version))
    other = tmp_path / "other"
    other.mkdir()
    for name, words, key in (
        ("Marbles.gst", marbles.game_system(version), "gameSystem"),
        ("Marble Legion.cat", marbles.catalogue(version), "catalogue"),
    ):
        if shape == "packed":
            (other / f"{name}z").write_bytes(packed((name, words)))
        elif key == "gameSystem":
            (other / name).write_text(words, "utf-8")
        else:
            (other / f"{name}.json").write_text(json.dumps({key: recruit(ElementTree.fromstring(words))}), "utf-8")
    (file,) = other.glob("*.cat*")
    assert ref.sniffed(file) == "catalogue"
    assert same(ref.resolve_force(str(file))) == same(before)


def test_another_game_in_json_is_refused_by_its_name(tmp_path: Path) -> None:
    roster = recruit(ROOT) | {"gameSystemName": "Age of Sigmar 4.0", "gameSystemId": "e51d-b1a3-75fc-dc3g"}
    file = tmp_path / "mine.json"
    file.write_text(json.dumps({"roster": roster}), "utf-8")
    with pytest.raises(GrognardError, match=r"^mine.json: a roster of Age of Sigmar 4.0; Grognard reads"):
        ref.resolve_force(str(file))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ('{"roster": {"forces": [{"selections": ', "no whole JSON"),
        ('{"roster": {"forces": 3}}', "no unit of this game"),
        ('{"roster": {"forces": [{"selections": [' + '{"selections": [' * 300 + "]}" * 300 + "]}]}}", "too deep"),
        ('{"roster": {"forces": [{"selections": [null, 3, "x", [], {"number": 1e999, "name": 7}]}]}}', "no unit"),
        ('{"units": []}', "DropCommander"),
        (packed(("a.ros", packed(("b.ros", XML)))), "a packed file within a packed file"),
        (packed(("a.ros", XML), ("b.ros", XML)), "it should hold one"),
        (packed(("../../a.txt", XML)), "it should hold one"),
    ],
)
def test_what_is_no_whole_roster_is_told(words: str | bytes, said: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_bytes(words if isinstance(words, bytes) else words.encode())
    with pytest.raises(GrognardError, match=said):
        ref.resolve_force(str(file))


def test_names_inside_a_packed_file_lead_nowhere(tmp_path: Path) -> None:
    file = tmp_path / "mine.rosz"
    file.write_bytes(packed(("../../../etc/passwd.ros", XML)))
    assert ref.resolve_force(str(file)).name == "Mine"
    assert [path.name for path in tmp_path.iterdir()] == ["mine.rosz"]
