"""Small files of every format in our own words, from which spoilt ones are made; and pieces of real ones where they are at hand."""

from __future__ import annotations

import io
import json
import random
import zipfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from xml.etree import ElementTree

from msgspec import Struct

import grognard.systems
from tests.muster import marbles, smithy
from tests.muster import test_composition as shapes
from tests.muster.test_dropcommander import unit, weapon
from tests.muster.test_formats import nested, recruit
from tests.muster.test_native import GOOD
from tests.muster.test_pasted import SHAPES

DATA = Path(__file__).parents[2].parent / "shared" / "data"
MOST_LINKED = 400  # elements that a piece of a real catalogue holds


class Seed(Struct, frozen=True):
    """A sound file, and those that lie beside it."""

    name: str
    data: bytes
    beside: tuple[tuple[str, bytes], ...] = ()


def zipped(*files: tuple[str, bytes], stored: bool = False) -> bytes:
    """An archive of these files."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED if stored else zipfile.ZIP_DEFLATED) as archive:
        for name, data in files:
            archive.writestr(name, data)
    return packed.getvalue()


def roster(*units: str) -> bytes:
    """A roster of these selections."""
    inner = f"<force name='Main'><selections>{''.join(units)}</selections></force>"
    return f"<roster name='Mine'><forces>{inner}</forces></roster>".encode()


@cache
def small() -> tuple[Seed, ...]:
    """The small files of our own."""
    found: list[Seed] = []
    with TemporaryDirectory() as folder:
        for version in marbles.VERSIONS:
            system = (f"Marbles {version}.gst", marbles.game_system(version).encode())
            found.append(Seed(f"Marbles {version}.cat", marbles.catalogue(version).encode(), (system,)))
            found.append(Seed(f"Smithy {version}.cat", smithy.written(Path(folder), version).read_bytes()))
    squad = shapes.chosen(
        "Squad", "unit", shapes.man("Trooper", shapes.gun("Rifle", 8), shapes.gun("Melter", 2), number=10, points=140),
        shapes.wagon("Wagon", shapes.gun("Turret")), points=14,
    )  # fmt: skip
    formation = shapes.chosen("Formation", "upgrade", squad, shapes.man("Captain", points=90, Ld="10"), shapes.wagon())
    for text in (marbles.roster().encode(), roster(squad), roster(formation, shapes.man("Lone Wolf"))):
        found.append(Seed("list.ros", text))
        found.append(Seed("list.rosz", zipped(("list.ros", text))))
    for made in (recruit, lambda tree: nested(tree, "_", "@")):
        for name, text in (("list", roster(formation)), ("cat", marbles.catalogue("2.03").encode())):
            tree = ElementTree.fromstring(text)
            beside = (("Marbles.gst", marbles.game_system("2.03").encode()),) if name == "cat" else ()
            document = {tree.tag.rpartition("}")[2]: made(tree)}
            found.append(Seed(f"{name}-{len(found)}.json", json.dumps(document).encode(), beside))
    zones = {f"{zone}{what}": 2 for zone in ("hull", "legs", "weapons") for what in ("Points", "Damage")}
    cards = [
        unit(),
        unit(name="Nutcracker", type="Infantry 4+", optionalWeapons=[weapon("Net", replaces=["Popgun"], cost=5)]),
        unit(name="Elephant", type="Behemoth", behemoth=True, behemothStats=zones, special=['Spread-3"']),
    ]
    found.append(Seed("cards.json", json.dumps(cards).encode()))
    beside = (("cards.json", json.dumps(cards).encode()),)
    squads = [
        {"name": "Nutcracker", "number": 4, "options": ["Net"]},
        {"unit": cards[0], "count": 3},
        "3x Clatter Cart",
    ]
    groups = [{"name": "Head", "squads": squads}, {"name": "Beasts", "squads": [{"name": "Elephant", "commander": 2}]}]
    found.append(Seed("army.json", json.dumps({"name": "June", "battlegroups": groups}).encode(), beside))
    found.append(Seed("force.toml", GOOD.replace(', "Vortex"', "").encode()))
    beside = (
        ("Marbles.gst", marbles.game_system("2.03").encode()),
        ("Marbles.cat", marbles.catalogue("2.03").encode()),
    )
    found += [Seed(f"pasted-{i}.txt", words.encode(), beside) for i, words in enumerate(SHAPES.values())]
    for path in sorted(Path(grognard.systems.__path__[0]).glob("*/forces/A.toml")):
        found.append(Seed(f"{path.parents[1].name}.toml", path.read_bytes()))
    return tuple(found)


@cache
def real() -> tuple[Callable[[random.Random], Seed], ...]:
    """What draws a piece of a real file, for each that is at hand."""
    catalogues = sorted(DATA.glob("*/*.cat"))
    return (
        *((lambda dice, path=path: _entry(path, dice)) for path in catalogues),
        *((lambda dice, path=path: _cards(path, dice)) for path in sorted(DATA.glob("*/*.json"))),
    )


def _cards(path: Path, dice: random.Random) -> Seed:
    units = json.loads(path.read_bytes())
    return Seed(path.name, json.dumps(dice.sample(units, min(3, len(units)))).encode())


def _entry(path: Path, dice: random.Random) -> Seed:
    """One entry of a catalogue with all that its links lead to."""
    root, by_id, entries = _tree(path)
    entry = dice.choice(entries)
    kept = {entry.get("id"): entry}
    waiting = [entry]
    while waiting and len(kept) < MOST_LINKED:
        for link in waiting.pop().iter():
            wanted = link.get("targetId")
            if wanted in by_id and wanted not in kept:
                kept[wanted] = by_id[wanted]
                waiting.append(by_id[wanted])
    out = ElementTree.Element(root.tag, root.attrib)
    shelves: dict[str, ElementTree.Element] = {}
    for node in kept.values():
        shelf = {
            "rule": "sharedRules",
            "profile": "sharedProfiles",
            "selectionEntryGroup": "sharedSelectionEntryGroups",
        }
        name = shelf.get(node.tag.rpartition("}")[2], "sharedSelectionEntries")
        if name not in shelves:
            shelves[name] = ElementTree.SubElement(out, name)
        shelves[name].append(node)
    return Seed("piece.cat", ElementTree.tostring(out))


@cache
def _tree(path: Path) -> tuple[ElementTree.Element, dict[str, ElementTree.Element], list[ElementTree.Element]]:
    root = ElementTree.fromstring(path.read_bytes())
    roots = [root, *(ElementTree.fromstring(p.read_bytes()) for p in path.parent.glob("*.gst"))]
    by_id: dict[str, ElementTree.Element] = {}
    for tree in roots:
        for shelf in tree:
            if shelf.tag.rpartition("}")[2].startswith("shared"):
                by_id |= {str(node.get("id")): node for node in shelf}
    return root, by_id, [n for n in by_id.values() if n.get("type") in ("unit", "model")]
