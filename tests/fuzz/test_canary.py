"""Words planted wherever lists hold somebody's sentences are found in nothing that is printed, written, logged or saved."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.cli.run import run
from tests.muster import marbles
from tests.muster.test_dropcommander import unit, weapon
from tests.muster.test_formats import nested, recruit
from tests.muster.test_native import GOOD
from tests.muster.test_pasted import SHAPES

CANARY = "yellow bird that sang in the mine"
CATALOGUE = marbles.catalogue("2.03").replace(marbles.SECRET, CANARY)
SYSTEM = marbles.game_system("2.03").replace(marbles.SECRET, CANARY)
ROSTER = marbles.roster().replace(marbles.SECRET, CANARY)


def planted(document: str) -> str:
    """The document with the words in every place that describes: attributes, elements, comments, beside every element."""
    said = (
        f"<!--{CANARY}--><?note {CANARY}?><description>{CANARY}</description><comment>{CANARY}</comment><readme>{CANARY}</readme>"
        f"<customNotes>{CANARY}</customNotes><tag name='{CANARY}'/><publication name='{CANARY}'><note>{CANARY}</note></publication>"
        "<profile name='Coat' typeName='Wargear Item'><characteristics>"
        f"<characteristic name='Description'>{CANARY}</characteristic>"
        f"<characteristic name='Effect' value='{CANARY}'/></characteristics></profile>"
    )
    kinds = "selection|selectionEntry|rule|force|roster|catalogue|gameSystem|selectionEntryGroup"
    attributes = f"page='{CANARY}' publicationName='{CANARY}' comment='{CANARY}' authorName='{CANARY}' xnote='{CANARY}'"
    document = re.sub(rf"(<(?:{kinds}) [^>]*?)(?<!/)>", rf"\1 {attributes}>{said}", document)
    return re.sub(r"<!\[CDATA\[|]]>", "", document)


def pasted(words: str) -> str:
    """A pasted list with the words in the lines that say something of a thing."""
    said = [
        f"{head}: {CANARY}" for head in ("Rules", "Abilities", "Profiles", "Description", "Custom notes", "Keywords")
    ]
    out = [f"Created with {CANARY}"]
    for line in words.splitlines():
        blanks = line[: len(line) - len(line.lstrip(" .•-"))]
        out += [line, *([f"{blanks or '    '}{one}" for one in said] if line.strip() else [])]
    return "\n".join(out)


def commented(words: str) -> str:
    """A force file with the words in a comment before and behind each line."""
    return "".join(f"# {CANARY}\n{line} # {CANARY}\n" for line in words.splitlines())


def files(folder: Path, sort: str) -> Path:
    """A list of a sort with the words in it."""
    catalogue, system, roster = planted(CATALOGUE), planted(SYSTEM), planted(ROSTER)
    (folder / "Marbles.gst").write_text(system, "utf-8")
    if sort == "catalogue":
        path = folder / "army.cat"
        path.write_text(catalogue, "utf-8")
    elif sort == "roster":
        path = folder / "army.ros"
        path.write_text(roster, "utf-8")
    elif sort in ("recruit", "nested"):
        tree = ElementTree.fromstring(roster)
        made: Any = recruit(tree) if sort == "recruit" else nested(tree, "_", "@")
        path = folder / "army.json"
        path.write_text(json.dumps({"roster": made, "note": CANARY}), "utf-8")
    elif sort in SHAPES:
        (folder / "Marbles.cat").write_text(catalogue, "utf-8")
        path = folder / "army.txt"
        path.write_text(pasted(SHAPES[sort]), "utf-8")
    elif sort == "force":
        path = folder / "army.toml"
        path.write_text(commented(GOOD.replace(', "Vortex"', "")), "utf-8")
    else:
        path = folder / "cards.json"
        zones = {f"{zone}{what}": 2 for zone in ("hull", "legs", "weapons") for what in ("Points", "Damage")}
        zones |= {f"{zone}Effect": f"One {CANARY} cannot be used." for zone in ("hull", "legs", "weapons")}
        extra = {"description": CANARY, "flavour": CANARY, "extraPhotos": [CANARY], "faction": CANARY, "_rev": CANARY}
        own = [CANARY, f"Clatter: {CANARY}", f"This unit may take Net for +5 points. {CANARY}"]
        guns = [weapon(description=CANARY, replaced=CANARY)]
        cards = [
            unit(uniqueRules=own, weapons=guns, optionalWeapons=[weapon("Net", notes=CANARY)], **extra),
            unit(name="Elephant", type="Behemoth", behemoth=True, behemothStats=zones, uniqueRules=own[:2], **extra),
        ]
        path.write_text(json.dumps(cards), "utf-8")
        if sort == "battlegroups":
            path = folder / "army.json"
            notes = {
                "notes": CANARY,
                "description": CANARY,
                "flavour": [CANARY],
                "author": {"name": CANARY},
                "title": CANARY,
            }
            squads = [{"unit": card, **notes} for card in cards]
            path.write_text(json.dumps({**notes, "groups": [{"name": "Head", "squads": squads, **notes}]}), "utf-8")
    assert path.read_text("utf-8").count(CANARY) >= 8
    return path


@pytest.mark.parametrize(
    "sort", ["catalogue", "roster", "recruit", "nested", "cards", "battlegroups", "force", *SHAPES]
)
def test_the_words_are_found_nowhere(sort: str, tmp_path: Path) -> None:
    source, out = tmp_path / "in", tmp_path / "out"
    source.mkdir()
    out.mkdir()
    path = files(source, sort)
    written, saved = out / "army.toml", out / "battle.json"
    name = json.loads(run("roster", "show", path, "--json").stdout)[0]["units"][0]["name"]
    told = []
    for words in (
        ("roster", "show", path),
        ("roster", "show", path, "--json"),
        ("roster", "show", f"{path}:{name}"),
        ("roster", "show", f"{path}:Nonesuch"),
        ("roster", "check", path),
        ("roster", "import", path),
        ("roster", "import", path, "-o", written),
        ("roster", "print", path, "-o", out / "army.html"),
        ("odds", f"{path}:{name}", f"{path}:{name}", "--fractions"),
        ("odds", f"{path}:{name}", f"{path}:{name}", "--json"),
        ("battle", path, path, "--bots", "random,random", "--rounds", "1", "--log", "full", "--save", saved),
        ("battle", path, path, "--bots", "greedy,random", "--rounds", "1", "--why", "--json"),
        ("replay", saved, "--log", "full"),
    ):
        result = run(*words)
        told.append(result.stdout + result.stderr)
    assert (
        written.is_file()
        and (out / "army.html").is_file()
        and (saved.is_file() or sort in ("catalogue", "cards", "battlegroups"))
    )
    told += [file.read_text("utf-8") for file in out.iterdir()]
    assert not [text for text in told if "yellow" in text or "bird" in text]


def test_a_force_file_that_describes_is_refused_by_the_key_alone(tmp_path: Path) -> None:
    path = tmp_path / "army.toml"
    for key in ("description", "comment", "flavour"):
        path.write_text(GOOD.replace("points = 140", f'points = 140\n{key} = """\n{CANARY}\n"""'), "utf-8")
        result = run("roster", "show", path)
        assert result.exit_code == 2 and f"unknown key '{key}'" in result.stderr and "yellow" not in result.output
