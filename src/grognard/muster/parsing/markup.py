"""Reading BattleScribe's XML without trusting it: bounded, no entities, and only what is on a list is kept.

Text of rules and descriptions is passed over while parsing; it is never held.
"""

from __future__ import annotations

import re
from typing import Any

from msgspec import Struct

from ...common.schema import LONGEST_NAME
from ...errors import GrognardError
from .files import LARGEST

DEEPEST = 80  # elements within elements
MOST_ELEMENTS = 120_000  # the largest catalogue there is has about 60,000
FEWEST_SAID = 4  # blanks in a text that says more than a name
MOST_WORDS = 5_000  # different names of rules and types of weapons; a catalogue has some 500


def _words(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


# elements kept, those whose children count as their parent's, and the attributes and figures read; all else is passed over
KEPT = _words(
    "catalogue gameSystem roster force selection category selectionEntry selectionEntryGroup entryLink "
    "infoLink infoGroup catalogueLink profile rule characteristic constraint cost costLimit modifier condition "
    "repeat conditionGroup modifierGroup categoryLink profileType sharedSelectionEntries "
    "sharedSelectionEntryGroups sharedProfiles sharedRules sharedInfoGroups forceEntry categoryEntry"
)
CLEAR = _words(
    "forces selections categories selectionEntries selectionEntryGroups entryLinks infoLinks infoGroups "
    "catalogueLinks profileTypes profiles rules characteristics constraints costs costLimits modifiers conditions "
    "conditionGroups repeats modifierGroups categoryLinks forceEntries categoryEntries"
)
ATTRIBUTES = _words(
    "id name targetId type value field scope hidden percentValue typeName profileTypeName typeId "
    "profileTypeId characteristicTypeId costTypeId defaultSelectionEntryId gameSystemId gameSystemName "
    "catalogueName battleScribeVersion number customName childId includeChildSelections repeats roundUp "
    "categoryEntryId collective entryId entryGroupId catalogueId catalogueRevision revision includeChildForces shared"
)
FIGURES = _words("WS BS S T W I A Ld Save Front Side Rear HP Type Range Strength AP Capacity") | {
    "Unit Type",
    "Fire Points",
    "Access Points",
    "Mastery Level",
    "Armour Value",
    "Hull Points",
    "Building Type",
    "Transport Capacity",
}
# other names of the same figures; case, blanks and points make no difference
_ALSO = {
    "weaponskill": "WS",
    "ballisticskill": "BS",
    "toughness": "T",
    "wounds": "W",
    "initiative": "I",
    "attacks": "A",
    "leadership": "Ld",
    "sv": "Save",
    "armoursave": "Save",
    "frontarmour": "Front",
    "sidearmour": "Side",
    "reararmour": "Rear",
    "rng": "Range",
    "str": "Strength",
    "armourpiercing": "AP",
    "armorvalue": "Armour Value",
    "mastery": "Mastery Level",
}
_LINES = {"superheavywalker": "Walker", "superheavyvehicle": "Vehicle"}  # other names of the same sorts of statline


def _bare(name: str) -> str:
    return "".join(c for c in name.casefold() if c.isalnum())


_FIGURES = {_bare(name): name for name in FIGURES} | _ALSO
_KINDS = {
    _bare(kind): kind for kind in ("Unit", "Vehicle", "Walker", "Flyer", "Building", "Weapon", "Transport", "Psyker")
}


def figure_name(name: str) -> str:
    """The name of a characteristic as it is written here, "" for one that is not read.

    >>> figure_name("LD"), figure_name("unit  type"), figure_name("Description")
    ('Ld', 'Unit Type', '')
    """
    return name if name in FIGURES else _FIGURES.get(_bare(name), "")


def profile_name(name: str) -> str:
    """The name of a sort of profile as it is written here.

    >>> profile_name("Super-heavy Walker"), profile_name("weapon"), profile_name("Wargear Item")
    ('Walker', 'Weapon', 'Wargear Item')
    """
    bare = _bare(name)
    return _KINDS.get(bare) or _LINES.get(bare, name)


class Element(Struct, array_like=True, eq=False, gc=False):
    """An element that was kept: its tag, the attributes on the list, its children, and a figure's text."""

    tag: str
    attributes: dict[str, str]
    children: list[Element] = []
    text: str = ""

    def get(self, name: str) -> str:
        """An attribute, "" when it is absent."""
        return self.attributes.get(name, "")

    @property
    def name(self) -> str:
        """The name in one line of printable letters, at most LONGEST_NAME."""
        return tidy(self.get("name"))

    def of(self, *tags: str) -> list[Element]:
        """The children with one of these tags, in order."""
        return [child for child in self.children if child.tag in tags]


def tidy(words: str) -> str:
    """A text in one line: blanks made one, letters that do not print left out, cut at LONGEST_NAME."""
    line = " ".join(words.split())
    if not line.isprintable():
        line = "".join(c for c in line if c.isprintable())
    return line[:LONGEST_NAME].strip()


# what is read of how many a vehicle carries, and of its doors; each other word there is "…"
_SEATS = _words(
    "model models in no not only or and none each both side sides left right front frontal forward rear top roof"
)
_SEATED = ("Capacity", "Transport Capacity", "Fire Points", "Access Points")


def seats(words: str) -> str:
    """What is said of the seats of a vehicle without what is not read of it.

    >>> seats("10 Models. It cannot carry models that roll, or 2 Wagon-Sized")
    '10 Models. … … … models … …, or 2 Wagon-Sized'
    """
    kept = (*_SEATS, "")
    return re.sub(
        r"[^\W\d][\w-]*", lambda w: w[0] if w[0].lower() in kept or w[0].lower().endswith("sized") else "…", words
    )


def unsaid(root: Element) -> Element:
    """The tree without what its modifiers write into fields that nobody reads: descriptions of rules and of wargear."""
    read = {"name", "hidden"}
    long: list[Element] = []
    waiting = [root]
    while waiting:
        node = waiting.pop()
        waiting += node.children
        if node.tag == "modifier":
            if node.get("value").count(" ") >= FEWEST_SAID:
                long.append(node)
        elif node.tag == "characteristic":
            read |= {node.get("typeId"), node.get("characteristicTypeId")}
            if node.attributes["name"] in _SEATED:
                node.text = seats(node.text)
    for node in long:
        if node.get("field") not in read:
            node.attributes["value"] = ""
    return root


def parsed(data: bytes, where: str) -> Element:
    """The root of a BattleScribe document. Raises GrognardError for anything that is not one, naming the line."""
    from xml.parsers import expat

    if len(data) > LARGEST:
        raise GrognardError(f"larger than {LARGEST // 1_000_000} MB", where=where)
    if long := re.search(rb"<[^!<>][^<>]{100000}", data):  # one tag with so many attributes takes seconds
        raise GrognardError("an element of more than 100 kB", where=f"{where}, byte {long.start()}")
    building = _Building(where)
    parser = building.parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler = building.start
    parser.EndElementHandler = building.end
    parser.StartDoctypeDeclHandler = building.refuse
    parser.EntityDeclHandler = building.refuse
    try:
        parser.Parse(data, True)
    except (expat.ExpatError, ValueError, LookupError) as error:
        line = getattr(error, "lineno", 0)
        what = expat.errors.messages.get(getattr(error, "code", 0), "unknown encoding")
        hint = "is the file cut off?" if "no element" in what or "unclosed" in what else ""
        raise GrognardError(
            f"no whole XML: {what}", where=f"{where}, line {line}" if line else where, hint=hint
        ) from None
    root = building.root
    if root is None or root.tag not in ("catalogue", "gameSystem", "roster"):
        raise GrognardError("no BattleScribe file", where=where, hint="it should be a catalogue, game system or roster")
    return root


COUNTED = ("rule", "modifier", "characteristic")  # elements with words that are looked for


class Words:
    """The different words in a document that are looked for among the rules, which takes its time."""

    def __init__(self) -> None:
        self.seen: set[str] = set()

    def beyond(self, node: Element) -> bool:
        """Whether with those of this element there are more than MOST_WORDS."""
        if node.tag in ("rule", "modifier"):
            self.seen.add(node.get("name") or node.get("value"))
        elif node.tag == "characteristic" and node.get("name") == "Type":
            self.seen.add(node.text)
        return len(self.seen) > MOST_WORDS


class _Building:
    """A document while it is parsed: what has been read so far."""

    def __init__(self, where: str) -> None:
        self.where = where
        self.root: Element | None = None
        self.open: list[Element] = []  # one entry for each open element that is not passed over
        self.depth = 0
        self.elements = 0
        self.words = Words()
        self.over = 0  # depth at which an element is passed over; 0: none is
        self.parser: Any = None

    def wrong(self, what: str, hint: str = "") -> GrognardError:
        return GrognardError(what, where=f"{self.where}, line {self.parser.CurrentLineNumber}", hint=hint)

    def refuse(self, *_: Any) -> None:
        raise self.wrong("declares a document type or entities", "BattleScribe files have none; it is not opened")

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self.depth += 1
        self.elements += 1
        if self.depth > DEEPEST or self.elements > MOST_ELEMENTS:
            raise self.wrong("too deep or too many elements")
        if self.over:
            return
        if tag in CLEAR and self.open:
            self.open.append(self.open[-1])
            return
        if tag not in KEPT:
            if self.root is None:
                raise self.wrong("no BattleScribe file", "it should be a catalogue, game system or roster")
            self.over = self.depth
            return
        node = Element(tag, {k: v for k, v in attributes.items() if k in ATTRIBUTES})
        if tag == "characteristic":
            name = figure_name(attributes.get("name", ""))
            if not name:
                self.over = self.depth
                return
            node.attributes["name"] = name
            node.text = attributes.get("value", "")[:LONGEST_NAME]
            self.parser.CharacterDataHandler = self.figure
        if self.open:
            self.open[-1].children.append(node)
        elif self.root is None:
            self.root = node
        self.open.append(node)
        if (tag == "rule" or tag == "modifier") and self.words.beyond(node):
            raise self.wrong(f"more than {MOST_WORDS} different rules")

    def figure(self, words: str) -> None:
        node = self.open[-1]
        if len(node.text) < LONGEST_NAME:
            node.text = f"{node.text}{words[:LONGEST_NAME]}"

    def end(self, tag: str) -> None:
        self.depth -= 1
        if self.over:
            if self.depth < self.over:
                self.over = 0
            return
        node = self.open.pop()
        if tag == "characteristic":
            self.parser.CharacterDataHandler = None
            node.text = tidy(node.text)
            if node.attributes["name"] == "Type" and self.words.beyond(node):
                raise self.wrong(f"more than {MOST_WORDS} different rules")
