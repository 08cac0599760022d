"""Every unit of the catalogues that people use, held against the files themselves: a walk through their XML of its own."""

from __future__ import annotations

import re
import time
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

import pytest

from grognard.errors import GrognardError
from grognard.muster.catalogue.library import Library
from grognard.muster.formats import battlescribe

from .shelf import bounds, catalogue, either, entry, group, gun, man, modifier, when
from .test_real import CATALOGUES, GUARD, MARINES, ORKS, needs_catalogues

HULLS = {"Vehicle", "Walker", "Flyer", "Building"}
LINES = HULLS | {"Unit"}
SYSTEM = CATALOGUES / "Warhammer40K.gst"


class Walk:
    """A catalogue and its game system as elements by id."""

    def __init__(self, path: Path) -> None:
        self.by_id: dict[str, ET.Element] = {}
        self.modifying: list[ET.Element] = []
        for file in (path, SYSTEM):
            for element in ET.parse(file).getroot().iter():
                if self.tag(element) == "modifier":
                    self.modifying.append(element)
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

    def inside(self, *holders: ET.Element) -> Iterator[tuple[ET.Element, ...]]:
        """The entries and groups that may be chosen in something, each with the link to it."""
        for child in (c for part in holders for held in part if self.tag(held) in INNER for c in held):
            target = self.by_id.get(child.get("targetId", "")) if self.tag(child) == "entryLink" else child
            if target is not None:
                yield (target,) if target is child else (target, child)

    def lines(self, *holders: ET.Element, sorts: set[str] = LINES) -> list[ET.Element]:
        """The profiles of these sorts that stand on something itself or are linked to it."""
        held = [x for part in holders for p in part if self.tag(p) in ("profiles", "infoLinks") for x in p]
        found = [self.by_id.get(x.get("targetId", "")) if self.tag(x) == "infoLink" else x for x in held]
        return [x for x in found if x is not None and self.tag(x) == "profile" and self.sort(x) in sorts]

    def sort(self, profile: ET.Element) -> str:
        of = self.by_id.get(profile.get("typeId") or profile.get("profileTypeId") or "")
        return (
            profile.get("typeName") or profile.get("profileTypeName") or (of.get("name", "") if of is not None else "")
        )

    def low(self, *holders: ET.Element) -> tuple[int, bool]:
        """How many must stand, and whether that is said without conditions."""
        found = [
            (int(float(c.get("value", "0"))), c.get("id"), c.get("type"))
            for holder in holders
            for part in holder
            if self.tag(part) == "constraints"
            for c in part
            if (c.get("scope"), c.get("field")) == ("parent", "selections")
        ]
        fields = {id for _, id, _ in found} | {"hidden"}
        parts = [p for holder in holders for p in holder if self.tag(p) in ("modifiers", "modifierGroups")]
        varied = any(self.tag(m) == "modifier" and m.get("field") in fields for p in parts for m in p.iter())
        return max([0, *(value for value, _, kind in found if kind == "min")]), not varied

    def manned(self, holders: tuple[ET.Element, ...], deep: int = 0) -> bool:
        """Whether models may stand in it."""
        own = holders[0].get("type") == "model" or bool(self.lines(*holders))
        return own or (deep < 8 and any(self.manned(inner, deep + 1) for inner in self.inside(*holders)))

    def models(self, holders: tuple[ET.Element, ...], deep: int = 0) -> tuple[int, bool]:
        """How many models must stand in one of it, units in it among them, and whether the file says so without conditions."""
        own = bool(self.lines(*holders))
        total, sure = 0, deep < 12
        for inner in self.inside(*holders) if sure else ():
            others = inner[0].get("type") in ("unit", "model")  # beside whose statline it is
            if (own and not others) or not self.manned(inner):
                grouped = self.tag(inner[0]) == "selectionEntryGroup" and self.low(*inner) != (0, True)
                sure = sure and not (
                    own and grouped and self.manned(inner)
                )  # they may be others than those of the statline
                continue
            number, known = self.models(inner, deep + 1)
            low, fixed = self.low(*inner)
            if not fixed:
                sure = False
                continue
            if self.tag(inner[0]) != "selectionEntryGroup":
                total, sure = total + low * number, sure and fixed and (known or not low)
                continue
            if low > number:  # it is filled up with whom it holds
                known = known and all(self.models(one, deep + 1) == (1, True) for one in self.inside(*inner))
                number = low
            total, sure = total + number, sure and fixed and known
        man = holders[0].get("type") == "model" and (own or not total)
        return total + (man or (own and not total)), sure

    def must(self, holders: tuple[ET.Element, ...], deep: int = 0) -> Iterator[str]:
        """The names of the weapons that must stand in it without conditions."""
        for inner in self.inside(*holders) if deep < 12 else ():
            low, fixed = self.low(*inner)
            if not (low and fixed) or self.tag(inner[0]) == "selectionEntryGroup":
                continue
            if len(found := self.lines(*inner, sorts={"Weapon"})) == 1 and not list(found[0].iter(NEW + "modifier")):
                yield plain(found[0].get("name", ""))
            yield from self.must(inner, deep + 1)

    def types(self, holders: tuple[ET.Element, ...]) -> dict[str, set[tuple[str, str]]]:
        """By the name of a statline its sort and what it prints as its type, before and after modifiers."""
        out: dict[str, set[tuple[str, str]]] = {}
        for one in (x for holder in holders for x in (holder, *self.below(holder))):
            if self.tag(one) != "profile" or self.sort(one) not in LINES:
                continue
            cells = [
                c for c in one.iter() if self.tag(c) == "characteristic" and c.get("name") in ("Unit Type", "Type")
            ]
            said = {c.text or c.get("value") or "" for c in cells}
            ids = {c.get("typeId") or c.get("characteristicTypeId") for c in cells}
            said |= {m.get("value", "") for m in self.modifying if m.get("field") in ids}
            out.setdefault(plain(one.get("name", "")), set()).update((self.sort(one), letters(t)) for t in said)
        return out


def letters(words: str) -> str:
    return re.sub(r"[^a-z]", "", words.lower())


def agrees(kind: str, sort: str, said: str) -> bool:
    """Whether a type is what a statline of that sort prints."""
    if kind == "Infantry" and not said:
        return sort == "Unit"
    if kind == "Vehicle":
        return sort == kind or said.startswith("vehicle")
    return letters(kind) in said or kind == sort


NEW = "{http://www.battlescribe.net/schema/catalogueSchema}"
# units that hold other numbers of models than their entries say: a fortress of five buildings, a hull whose gun is a whole unit
MORE = {"Imperial Fortress (FW)": 5, "(FW) Land Raider Achilles": 1}
INNER = ("selectionEntries", "selectionEntryGroups", "entryLinks")


def plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", " ", re.sub(r"\(.*?\)|#\d+", "", name.lower())).strip()


@needs_catalogues
@pytest.mark.parametrize("path", [MARINES, ORKS, GUARD], ids=lambda p: p.stem)
def test_every_unit_is_what_its_file_says(path: Path) -> None:
    walk, library = Walk(path), Library(path)
    wrong: list[str] = []
    read = counted = 0
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
        holders = (root, *([walk.by_id[member.link.get("id")]] if member.link is not None else []))
        number, known = walk.models(holders)
        models = sum(len(kind.models) for kind in kinds)
        crewed = any(kind.type == "Artillery" for kind in kinds)  # a gun's crew is counted in its name
        wanted = MORE.get(name, number)
        if models < wanted or (known and number and not crewed and models != wanted):
            wrong.append(f"{name}: {models} models, by the file {number}")
        counted += bool(number) and known
        carried = {plain(w.name) for kind in kinds for m in kind.models for w in m.weapons}
        told = " ".join(plain(said) for kind in kinds for said in kind.unread)
        for weapon in walk.must(holders):
            if name not in MORE and not any(own.startswith(weapon) for own in carried) and weapon not in told:
                wrong.append(f"{name}: without {weapon}")
        printed = walk.types(holders)
        for kind in kinds:
            said = {one for m in kind.models for one in printed.get(plain(m.name), ())}
            if said and not any(agrees(kind.type, *one) for one in said):
                wrong.append(f"{name}: {kind.name} is {kind.type}, printed {sorted(said)}")
            words = " ".join(printed for _, printed in said).replace("tranport", "transport")
            tags = [tag for tag in kind.tags if letters(tag) not in words]
            if said and tags:
                wrong.append(f"{name}: {kind.name} is {tags}, printed {sorted(said)}")
    assert not wrong, "\n".join(wrong)
    assert read >= 0.97 * len(library.units()) and counted >= 0.6 * read


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
