"""Every unit of the catalogues that people use, held against the files themselves: a walk through their XML of its own."""

from __future__ import annotations

import re
import time
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

import pytest

from grognard.errors import GrognardError
from grognard.muster import battlescribe
from grognard.muster.library import Library

from .shelf import bounds, catalogue, either, entry, group, gun, man, modifier, when
from .test_real import CATALOGUES, GUARD, MARINES, ORKS, needs_catalogues

HULLS = {"Vehicle", "Walker", "Flyer", "Building"}
LINES = HULLS | {"Unit"}
SYSTEM = CATALOGUES / "Warhammer40K.gst"


class Walk:
    """A catalogue and its game system as elements by id."""

    def __init__(self, path: Path) -> None:
        self.by_id: dict[str, ET.Element] = {}
        for file in (path, SYSTEM):
            for element in ET.parse(file).getroot().iter():
                if element.get("id") and not self.tag(element).startswith("constraint"):
                    self.by_id.setdefault(element.get("id", ""), element)

    @staticmethod
    def tag(element: ET.Element) -> str:
        return element.tag.rpartition("}")[2]

    def below(self, element: ET.Element, deep: int = 0) -> Iterator[ET.Element]:
        """Everything in an entry, links followed."""
        for child in element:
            tag = self.tag(child)
            if tag in ("entryLink", "infoLink") and deep < 25:
                yield child
                found = self.by_id.get(child.get("targetId", ""))
                yield from self.below(child, deep + 1)
                if found is not None:
                    yield found
                    yield from self.below(found, deep + 1)
            elif tag not in ("description", "conditions", "repeats"):
                yield child
                yield from self.below(child, deep)

    def profiles(self, element: ET.Element) -> dict[str, set[str]]:
        """The names of the profiles that can stand in an entry, by their sort."""
        out: dict[str, set[str]] = {}
        for one in (element, *self.below(element)):
            if self.tag(one) == "profile":
                of = self.by_id.get(one.get("typeId") or one.get("profileTypeId") or "")
                sort = (
                    one.get("typeName") or one.get("profileTypeName") or (of.get("name", "") if of is not None else "")
                )
                out.setdefault(sort, set()).add(plain(one.get("name", "")))
        return out

    def least(self, element: ET.Element, link: ET.Element | None = None, deep: int = 0) -> int:
        """How many models must stand in an entry, as far as it is said without conditions; 0 where it is not."""
        if element.get("type") == "model":
            return 1
        total = 0
        for holder in (element, *([link] if link is not None else [])):
            for child in (c for part in holder for c in part if self.tag(part) in INNER):
                target = self.by_id.get(child.get("targetId", "")) if self.tag(child) == "entryLink" else child
                if target is None or deep > 12 or any(self.tag(x) == "modifier" for x in child.iter()):
                    continue
                if any(self.tag(part) == "modifiers" for part in target):
                    continue
                low = self.low(child) or (self.low(target) if target is not child else 0)
                if self.tag(target) == "selectionEntry" and low:
                    total += low * self.least(target, child, deep + 1)
                elif self.tag(target) == "selectionEntryGroup":
                    total += self.least(target, child, deep + 1)
        return total

    def low(self, element: ET.Element) -> int:
        found = [
            int(float(c.get("value", "0")))
            for part in element
            if self.tag(part) == "constraints"
            for c in part
            if (c.get("type"), c.get("scope"), c.get("field")) == ("min", "parent", "selections")
        ]
        return max([0, *found])


INNER = ("selectionEntries", "selectionEntryGroups", "entryLinks")


def plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", " ", re.sub(r"\(.*?\)|#\d+", "", name.lower())).strip()


@needs_catalogues
@pytest.mark.parametrize("path", [MARINES, ORKS, GUARD], ids=lambda p: p.stem)
def test_every_unit_is_what_its_file_says(path: Path) -> None:
    walk, library = Walk(path), Library(path)
    wrong: list[str] = []
    read = 0
    for name, member in library.units():
        try:
            kinds = battlescribe.load_entry(path, name).kinds
        except GrognardError:
            continue
        read += 1
        root = walk.by_id[member.node.get("id")]
        profiles = walk.profiles(root)
        for link in (member.link,) if member.link is not None else ():
            for sort, names in walk.profiles(walk.by_id[link.get("id")]).items():
                profiles.setdefault(sort, set()).update(names)
        weapons = profiles.get("Weapon", set())
        men, hulls = "Unit" in profiles, bool(HULLS & set(profiles))
        for kind in kinds:
            armoured = any(m.stats.armoured for m in kind.models)
            if armoured != all(m.stats.armoured for m in kind.models):
                wrong.append(f"{name}: men and hulls in {kind.name}")
            if (armoured and not hulls) or (not armoured and not men):
                wrong.append(f"{name}: {kind.name} is {kind.type}")
            for weapon in {w.name for m in kind.models for w in m.weapons}:
                if plain(weapon) not in weapons and not any(plain(weapon).startswith(w) for w in weapons if w):
                    wrong.append(f"{name}: {weapon}")
        models = sum(len(kind.models) for kind in kinds)
        if models < walk.least(root):
            wrong.append(f"{name}: {models} models, at least {walk.least(root)}")
    assert not wrong, "\n".join(wrong)
    assert read >= 0.97 * len(library.units())


# --- bounded, kept, and never lost ---------------------------------------------------------------------------------------


def test_a_catalogue_loses_the_unit_that_cannot_be_read_never_itself(tmp_path: Path) -> None:
    ring = f"<entryLinks><entryLink id='l' targetId='Ring' type='selectionEntry'>{bounds(1)}</entryLink></entryLinks>"
    path = catalogue(tmp_path, entry("Ring", type="unit", also=ring), entry("Empty", type="unit"), man("Man"))
    force = battlescribe.load_catalogue(path)
    assert [kind.name for kind in force.kinds] == ["Man"]
    assert {("unit Ring", 1), ("unit Empty", 1)} <= set(force.unread)


def test_a_catalogue_is_kept_until_it_changes(tmp_path: Path) -> None:
    path = catalogue(tmp_path, man("Man"))
    first = battlescribe.load_catalogue(path)
    assert battlescribe.load_catalogue(path) is first
    catalogue(tmp_path, man("Woman"))
    assert [kind.name for kind in battlescribe.load_catalogue(path).kinds] == ["Woman"]


def test_conditions_and_choices_beyond_number_are_read_in_bounded_time(tmp_path: Path) -> None:
    many = either(*[when("atLeast", 1, "Man", "Squad", deep=True) for _ in range(200)], type="and")
    also = modifier("increment", "low", 1, many)
    guns = [group(f"G{i}", gun(f"w{i}"), low=1, high=3, default=f"w{i}", also=also) for i in range(150)]
    path = catalogue(tmp_path, entry("Squad", man("Man", low=1), *guns, type="unit"))
    began = time.process_time()
    battlescribe.load_unit(path, "Squad")
    battlescribe.offers(path, "Squad")
    assert time.process_time() - began < 10


@needs_catalogues
def test_a_large_catalogue_is_read_at_once_and_kept() -> None:
    began = time.process_time()
    battlescribe.load_catalogue(GUARD)
    cold = time.process_time() - began
    began = time.process_time()
    battlescribe.load_catalogue(GUARD)
    battlescribe.load_unit(GUARD, "Veterans")
    assert cold < 3 and time.process_time() - began < 0.3
