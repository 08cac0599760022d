"""Rosters and catalogues as one tree of what is read of them, whether they are written as XML or as JSON, packed or not.

New Recruit writes the same elements as BattleScribe, each container as a list under its own name, the text of an element as
``$text``, and what looks like a number as a number. Other programs turn the XML into JSON in ways of their own: containers within
containers, text as ``$t``, ``#text`` or ``_``, attributes with ``@`` before them. All of them give the same tree.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import Any

from ...errors import GrognardError
from ...kernel.memo import memo
from .files import LARGEST, Contents, contents, unpacked
from .markup import (
    ATTRIBUTES,
    CLEAR,
    COUNTED,
    DEEPEST,
    KEPT,
    MOST_ELEMENTS,
    MOST_WORDS,
    Element,
    Words,
    figure_name,
    parsed,
    tidy,
    unsaid,
)

MOST_BRACKETS = (
    300_000  # of a JSON document: they take time and memory; the largest catalogue there is has some 150,000
)
MOST_COMMAS = 3_000_000
ROOTS = ("roster", "catalogue", "gameSystem")
_TEXT = ("$text", "$t", "#text", "_", "_text", "__text", "value")
_ONE = {
    "categories": "category",
    "categoryEntries": "categoryEntry",
    "forceEntries": "forceEntry",
    "selectionEntries": "selectionEntry",
    "sharedSelectionEntries": "selectionEntry",
}


def document(path: str | os.PathLike[str]) -> Element:
    """The tree of a file. Raises GrognardError for one that holds no roster, catalogue or game system."""
    return tree(unpacked(contents(path, LARGEST), LARGEST))


def tree(data: Contents) -> Element:
    """The tree of a document that is not packed."""
    head = data.data[:200].removeprefix(b"\xef\xbb\xbf").lstrip()
    if head[:1] not in (b"{", b"["):
        return unsaid(parsed(data.data, data.name))
    value = loaded(data)
    found = top(value)
    if found is None:
        hint = "it should be a roster of BattleScribe or New Recruit"
        raise GrognardError("no roster and no catalogue", where=data.name, hint=hint)
    return unsaid(_Reading(data.name).node(*found, 1))


def top(value: Any) -> tuple[str, dict[str, Any]] | None:
    """The element at the top of a JSON document and its name, or None when it holds no roster and no catalogue."""
    if not isinstance(value, dict):
        return None
    for tag in ROOTS:
        inner = value.get(tag)
        if isinstance(inner, list) and len(inner) == 1:
            inner = inner[0]
        if isinstance(inner, dict):
            return tag, inner
    if isinstance(value.get("forces"), (list, dict)):
        return "roster", value
    for tag, words in (("catalogue", "catalogueSchema"), ("gameSystem", "gameSystemSchema")):
        if words in str(value.get("xmlns", ""))[:200]:
            return tag, value
    return None


def loaded(data: Contents) -> Any:
    """The JSON in a file. Raises GrognardError."""
    if data.data.count(b"[") + data.data.count(b"{") > MOST_BRACKETS or data.data.count(b",") > MOST_COMMAS:
        raise GrognardError("more lists and values than any list has", where=data.name)
    return _loaded(data.name, data.data)


@memo(2)
def _loaded(name: str, data: bytes) -> Any:
    import json

    try:
        return json.loads(data.decode("utf-8-sig", "strict"))
    except json.JSONDecodeError as error:
        what = f"no whole JSON: {error.msg}"
        raise GrognardError(what, where=f"{name}, line {error.lineno}", hint="is the file cut off?") from None
    except (ValueError, RecursionError):
        raise GrognardError("no JSON that can be read", where=name) from None


class _Reading:
    """A JSON document while it is turned into a tree; only what is read of XML is read of it."""

    def __init__(self, where: str) -> None:
        self.where = where
        self.elements = 0
        self.words = Words()

    def node(self, tag: str, value: dict[str, Any], depth: int) -> Element:
        self.count(depth)
        inner = value.get("$")
        said = {**value, **inner} if isinstance(inner, dict) else value
        node = Element(tag, {})
        held: list[tuple[str, Any]] = []
        for key, item in said.items():
            if isinstance(item, (list, dict)):
                held.append((key, item))
            elif item is not None and (name := key if key in ATTRIBUTES else key.lstrip("@_-")) in ATTRIBUTES:
                node.attributes[name] = _BOOL[item] if isinstance(item, bool) else str(item)
        if tag == "characteristic":
            node.attributes["name"] = figure_name(node.get("name"))
            text = next((value[key] for key in _TEXT if isinstance(value.get(key), (str, int, float))), "")
            node.text = tidy(str(text))
        if tag in COUNTED and self.words.beyond(node):
            raise GrognardError(f"more than {MOST_WORDS} different rules", where=self.where)
        if tag == "characteristic":
            return node
        for key, item in held:
            self.contents(node, key, item, depth)
        return node

    def count(self, depth: int) -> None:
        self.elements += 1
        if depth > DEEPEST or self.elements > MOST_ELEMENTS:
            raise GrognardError("too deep or too many elements", where=self.where)

    def contents(self, node: Element, key: str, item: Any, depth: int) -> None:
        """What stands in a container is put under a node, as its children or as those of an element of that name."""
        if key in CLEAR:
            one = _singular(key)
            for inner in _items(item, one):
                if one in KEPT:
                    child = self.node(one, inner, depth + 1)
                    if one != "characteristic" or child.get("name"):
                        node.children.append(child)
                else:  # groups of conditions hold what counts
                    self.count(depth)
                    for name, further in inner.items():
                        if isinstance(further, (list, dict)) and depth < DEEPEST:
                            self.contents(node, name, further, depth + 1)
        elif key.startswith("shared") and key in KEPT:
            holder = Element(key, {})
            holder.children = [self.node(_singular(key), inner, depth + 1) for inner in _items(item, _singular(key))]
            node.children.append(holder)
        elif key in KEPT:
            node.children += [self.node(key, inner, depth + 1) for inner in _items(item, key)]


_BOOL = {True: "true", False: "false"}


@memo(64)
def _singular(container: str) -> str:
    plain = re.sub("^shared(.)", lambda found: found[1].lower(), container)
    return _ONE.get(container) or _ONE.get(plain) or plain.removesuffix("s")


def _items(value: Any, one: str) -> Iterator[dict[str, Any]]:
    """The elements in a container: a list of them, one alone, or either under the name of one."""
    for item in value if isinstance(value, list) else [value]:
        if not isinstance(item, dict):
            continue
        inner = item.get(one)
        if isinstance(inner, (list, dict)) and "name" not in item and "id" not in item:
            yield from (row for row in (inner if isinstance(inner, list) else [inner]) if isinstance(row, dict))
        elif item:
            yield item
