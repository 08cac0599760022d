"""A sound file made into one that nobody would write: bytes, tags, figures, links, tables and archives spoilt by a seed's dice."""

from __future__ import annotations

import copy
import json
import random
import re
from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree

from .seeds import Seed, small, zipped

ODD = (
    "", " ", "-", "-1", "0", "1", "99999999999999999999", "1e309", "nan", "3+", "D6", "2D6+3", "∞", "½", "<b>&amp;</b>",
    "x" * 200, "y " * 500, "\u202e\u0007", "'\"`;|$(ls)", "../../etc/passwd", "C:\\x", "{0}%s", "None", "true", "٣", "Melee",
    'Heavy 3, 5" Blast (5"), Twin-linked', "Assault D6+999", "Vehicle (Open-topped, Fast, Flyer)", "Infantry (Character), Jump",
    "*",
)  # fmt: skip
VALUES: tuple[Any, ...] = (
    *ODD, None, True, False, 0, -1, 1, 2**63, 10**40, 1e308, float("nan"), float("inf"), 0.5, [], {}, [[]], [{}], [None],
    {"name": 1}, ["Rare"] * 40, [{"name": "Net"}] * 40,
)  # fmt: skip
TAGS = (
    "selection",
    "selections",
    "profile",
    "rule",
    "entryLink",
    "infoLink",
    "modifier",
    "constraint",
    "force",
    "x",
    "cost",
)
ATTRIBUTES = ("type", "number", "name", "targetId", "id", "value", "field", "scope", "hidden", "typeName", "customName")


def spoilt(seed: Seed, dice: random.Random) -> Seed:
    """The file after one to six slips."""
    data = seed.data
    for _ in range(dice.choice((1, 1, 2, 3, 6))):
        data = dice.choice(_ways(data))(data, dice)
    name = seed.name
    if dice.random() < 0.1:  # told by content, not by its name
        name = dice.choice(
            ("army", "list.ros", "list.rosz", "army.cat", "army.json", "army.toml", "army.txt", "Ärmee 1.gst")
        )
    beside = tuple(
        (other, spoiled_bytes(kept, dice) if dice.random() < 0.2 else kept)
        for other, kept in seed.beside
        if dice.random() > 0.1
    )
    return Seed(name, data, beside)


def _ways(data: bytes) -> list[Callable[[bytes, random.Random], bytes]]:
    ways = [spoiled_bytes, spoiled_figures]
    if data.lstrip()[:1] == b"<":
        return [*ways, spoiled_tree, spoiled_tree, spoiled_tree, packed]
    if data.lstrip()[:1] in (b"[", b"{"):
        return [*ways, spoiled_table, spoiled_table, spoiled_table]
    if data[:2] == b"PK":
        return [spoiled_bytes]
    if re.match(rb"\s*(?:system|name)\s*=", data):
        return [*ways, spoiled_lines, spoiled_lines]
    return [*ways, spoiled_lines, spoiled_list, spoiled_list]


def spoiled_bytes(data: bytes, dice: random.Random) -> bytes:
    """Bytes changed, cut out, doubled, or put in from another file."""
    at, to = sorted(dice.randrange(len(data) + 1) for _ in range(2))
    way = dice.randrange(6)
    if way == 0:
        return data[:at] + bytes((dice.randrange(256),)) + data[at + 1 :]
    if way == 1:
        return data[:at] + data[min(to, at + 300) :]
    if way == 2:
        return data[:to] + data[at:to][:5000] * dice.choice((1, 1, 30)) + data[to:]
    if way == 3:
        return data[:at]
    if way == 4:
        other = dice.choice(small()).data
        cut = dice.randrange(len(other) + 1)
        return data[:at] + other[cut : cut + 400] + data[at:]
    return data[:at] + dice.choice(ODD).encode() + data[at:]


def spoiled_figures(data: bytes, dice: random.Random) -> bytes:
    """A number or a text in quotation marks made another."""
    places = list(re.finditer(rb"[0-9]+|(?<=[\"'>])[^\"'<>=\n]{1,60}(?=[\"'<])", data))
    if not places:
        return data
    found = dice.choice(places)
    new = dice.choice(ODD) if dice.random() < 0.7 else dice.choice(places)[0].decode("utf-8", "replace")
    new = new.replace("<", "&lt;").replace('"', "&quot;").replace("'", "&apos;") if data.lstrip()[:1] == b"<" else new
    return data[: found.start()] + new.encode() + data[found.end() :]


def spoiled_tree(data: bytes, dice: random.Random) -> bytes:
    """Elements moved, copied, taken away, renamed; their attributes and figures changed; links made to go round."""
    try:
        root = ElementTree.fromstring(data)
    except (ElementTree.ParseError, ValueError, LookupError):
        return data
    for _ in range(dice.choice((1, 1, 2, 5))):
        nodes = list(root.iter())
        node, other = dice.choice(nodes), dice.choice(nodes)
        way = dice.randrange(8)
        if way == 0:
            node.append(copy.deepcopy(other) if len(list(other.iter())) < 400 else ElementTree.Element("rule"))
        elif way == 1 and len(node):
            node.remove(dice.choice(list(node)))
        elif way == 2:
            node.tag = dice.choice((*TAGS, other.tag))
        elif way == 3:
            node.set(dice.choice(ATTRIBUTES), dice.choice(ODD).replace("\u0007", ""))
        elif way == 4 and other.attrib:
            key = dice.choice(sorted(other.attrib))
            node.set(key, other.attrib[key])
        elif way == 5:
            links = [n for n in nodes if n.get("targetId")]
            ids = [str(n.get("id")) for n in nodes if n.get("id")]
            if links and ids:
                dice.choice(links).set("targetId", dice.choice(ids))
        elif way == 6 and node.attrib:
            del node.attrib[dice.choice(sorted(node.attrib))]
        else:
            figures = [n for n in nodes if n.tag.endswith(("characteristic", "cost", "constraint"))]
            if figures:
                figure, new = dice.choice(figures), dice.choice(ODD).replace("\u0007", "")
                figure.text = new
                if "value" in figure.attrib:
                    figure.set("value", new)
    return ElementTree.tostring(root)


def spoiled_table(data: bytes, dice: random.Random) -> bytes:
    """A value somewhere in a JSON document changed, copied elsewhere, taken away or renamed."""
    try:
        document = json.loads(data)
    except (ValueError, RecursionError):
        return data
    places: list[tuple[Any, Any]] = []
    waiting = [document]
    while waiting:
        here = waiting.pop()
        keys = list(here) if isinstance(here, dict) else range(len(here)) if isinstance(here, list) else ()
        for key in keys:
            places.append((here, key))
            waiting.append(here[key])
    if not places:
        return data
    holder, key = dice.choice(places)
    way = dice.randrange(5)
    if way == 0:
        other, from_key = dice.choice(places)
        holder[key] = copy.deepcopy(other[from_key])
    elif way == 1:
        del holder[key]
    elif way == 2 and isinstance(holder, dict):
        holder[str(dice.choice(VALUES))[:80]] = holder.pop(key)
    elif way == 3 and isinstance(holder, list):
        holder.extend(copy.deepcopy(holder[key]) for _ in range(dice.choice((1, 50))))
    else:
        holder[key] = copy.deepcopy(dice.choice(VALUES))
    return json.dumps(document).encode()


def spoiled_lines(data: bytes, dice: random.Random) -> bytes:
    """Lines of a text taken away, doubled, put elsewhere, or given another value."""
    lines = data.decode("utf-8", "replace").splitlines()
    if not lines:
        return data
    at, to = dice.randrange(len(lines)), dice.randrange(len(lines))
    way = dice.randrange(4)
    if way == 0:
        del lines[at]
    elif way == 1:
        lines.insert(to, lines[at])
    elif way == 2:
        lines[at], lines[to] = lines[to], lines[at]
    else:
        key, equals, _ = lines[at].partition("=")
        value = dice.choice(VALUES)
        written = json.dumps(value) if not isinstance(value, dict) else "{}"
        lines[at] = (
            f"{key}{equals or '='} {written.replace('null', 'inf').replace('NaN', 'nan').replace('Infinity', 'inf')}"
        )
    return "\n".join(lines).encode("utf-8", "replace")


def spoiled_list(data: bytes, dice: random.Random) -> bytes:
    """A pasted list's lines indented, joined, numbered, put in brackets; its points and names made others."""
    lines = data.decode("utf-8", "replace").splitlines()
    if not lines:
        return data
    at, other = dice.randrange(len(lines)), dice.choice(lines)
    line, odd = lines[at], dice.choice(ODD)
    lines[at] = dice.choice(
        (f"    {line}", f"\t• {line}", line.lstrip(), line.strip(" .•\t"), f"{line}: {other.strip()}", f"{line}, {other.strip()}",
         f"{dice.choice((0, 2, 7, 40, 999))}x {line}", f"{line} [{odd}pts]", f"{line} ({odd}) [{other.strip()}", f"+ {line} +",
         f"{line[: len(line) // 2]}{line[len(line) // 2 + 1 :]}", line.replace("pts", odd), line.replace("]", ""), f"{line} {odd}")
    )  # fmt: skip
    if dice.random() < 0.1:
        lines[at:at] = [line] * dice.choice((2, 60, 300))
    return "\n".join(lines).encode("utf-8", "replace")


def packed(data: bytes, dice: random.Random) -> bytes:
    """The file in an archive whose names mean harm, or which holds others."""
    way = dice.randrange(6)
    bad = dice.choice(
        ("../../evil.ros", "/etc/evil.ros", "C:\\evil.ros", "a/b/../../../x.ros", "x.ros/", "nul\0.ros", ".ros")
    )
    if way == 0:
        return zipped((bad, data))
    if way == 1:
        return zipped(("list.ros", zipped(("list.ros", data))))
    if way == 2:
        return zipped(("list.rosz", zipped(("list.ros", data))))
    if way == 3:
        return zipped(*((f"{i}.txt", b"x") for i in range(dice.choice((1, 19, 25)))), ("list.ros", data))
    if way == 4:
        return zipped(("list.ros", data), ("list.ros", data))
    return spoiled_bytes(zipped(("list.ros", data), stored=dice.random() < 0.5), dice)
