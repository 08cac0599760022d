"""The text that list builders export and people paste: what stands in it, before anything is known of the game.

Headings begin with ``+`` or ``#``. A unit is a line with its points in brackets; what it has follows behind a colon or in square
brackets, or in lines below that are indented or begin with a dot, a bullet or a hyphen.
"""

from __future__ import annotations

import re

from msgspec import Struct

from ...errors import GrognardError
from .files import Contents
from .markup import tidy

LONGEST = 200_000  # bytes of a pasted list
MOST_LINES = 4_000
MOST_ENTRIES = 8_000
LONGEST_COST = 200  # letters in which points are looked for
DEEPEST = 12

_COST = r"(?:[-+]?\d[\d.,]*\s*(?:pts?|points?|p)\b\.?|[-+]?\d+\s*(?:PL|CP)\b)"
_COSTS = re.compile(rf"\s*(?:{_COST}|\d{{1,5}})(?:\s*[,;/|]\s*{_COST})*\s*", re.IGNORECASE)
_POINTS = re.compile(r"([-+]?\d[\d.,]*)\s*(?:pts?|points?|p)\b|^\s*(\d{1,5})\s*$", re.IGNORECASE)
_TAIL = re.compile(r"^(.*\S)\s*(?:[-–—:=,]|\s)\s*(\d[\d,.]*)\s*(?:pts?|points?)\.?$", re.IGNORECASE)
_NUMBER = re.compile(r"(\d{1,3})\s*(?:[x×]\s*|with\s+)(?=\S)|(\d{1,3})\s+(?=[A-Z])", re.IGNORECASE)
_LEAD = re.compile(r"[\s.•·◦▪●○*>–—‣∙-]*")
_HEADING = re.compile(r"\s*(?:\+|#|=|\*\*|~|_{2,}|-{3,})")
_SKIPPED = re.compile(
    r"(?:rules|categories|profiles|abilities|keywords|description|effects?|(?:custom )?notes?|comments?|flavou?r|"
    r"selections|battle size|show/hide options|detachment|warlord traits?|"
    r"game type|faction(?: keyword)?|army(?: name| list)?|total(?: army)?(?: points)?|points)\s*:|"
    r"(?:created|exported|generated|built) (?:with|by|using|from)\b",
    re.IGNORECASE,
)
_PAIRS = {"[": "]", "(": ")"}


class Item(Struct):
    """Something that stands in a list: how many, what it is called, its points if they are said, and what stands under it."""

    name: str
    line: int
    number: int = 1
    points: float | None = None
    inner: list[Item] = []
    counted: bool = False  # whether the number is written


class Listing(Struct):
    """A pasted list: what stands at its left edge, its headings, and the total that it gives itself."""

    entries: list[Item]
    headings: list[str]
    total: float | None = None
    title: str = ""


def looks_pasted(head: str, plainly: bool = False) -> bool:
    """Whether a text is a list of units and no force file; ``plainly``: it is one unless it looks like a force file.

    >>> looks_pasted("Tactical Squad [175pts]: Meltagun"), looks_pasted('system = "usr"'), looks_pasted("[[units]]")
    (True, False, False)
    """
    rows = [row.strip()[:LONGEST_COST] for row in head.splitlines()]
    said = [row for row in rows if row]
    if any(re.match(r"(?:system|name|units|weapons)\s*=|\[\[?[\w.\"' -]+\]\]?\s*(?:#.*)?$", row) for row in said):
        return False
    if plainly:
        return bool(said)
    return any(
        re.search(rf"[\[(]\s*{_COST}", row, re.IGNORECASE) or re.match(r"\+.*\+$", row) or _TAIL.match(row)
        for row in said
    )


def listing(data: Contents) -> Listing:
    """What stands in a pasted list. Raises GrognardError for one that is no text or beyond bounds."""
    if len(data.data) > LONGEST:
        raise GrognardError(f"a pasted list of more than {LONGEST // 1000} kB", where=data.name)
    rows = data.decode_text().splitlines()
    if len(rows) > MOST_LINES:
        raise GrognardError(f"a pasted list of more than {MOST_LINES} lines", where=data.name)
    return _Reading(data.name).read(rows)


class _Reading:
    """A pasted list while it is read."""

    def __init__(self, where: str) -> None:
        self.where = where
        self.count = 0

    def read(self, rows: list[str]) -> Listing:
        found = Listing([], [])
        open_: list[tuple[int, Item]] = []  # what the next line may stand under, with its column
        for at, row in enumerate(rows, 1):
            words = row.strip()
            if not words or len(words) > 4_000:
                continue
            if _HEADING.match(row):
                if not found.headings and re.search(r"\+\+\+|army roster", words, re.IGNORECASE):
                    found.headings += [entry.name for entry in found.entries]
                    found.title = next(iter(found.headings), "")
                    found.entries = []
                self.heading(words, found)
                open_ = []
                continue
            lead = _LEAD.match(row)
            column = len((lead[0] if lead else "").expandtabs(4))
            body = row.strip()[len((lead[0] if lead else "").strip()) :].strip()
            if not body or _SKIPPED.match(body):
                self.total(body, found)
                continue
            entry = self.entry(body, at, 0)
            if body.endswith(":") and entry.points is None and not column:
                continue  # the heading of a section
            while open_ and open_[-1][0] >= column:
                open_.pop()
            into = open_[-1][1].inner if open_ else found.entries
            if entry.name:
                into.append(entry)
                open_.append((column, entry))
            else:
                into += entry.inner
        return found

    def heading(self, words: str, found: Listing) -> None:
        plain = tidy(words.strip("+#=*~_- \t"))
        if plain:
            found.headings.append(plain)
            if words.startswith("+++"):
                found.title = found.title or _brackets(plain)[0]
            if words.startswith("+++") or "army roster" in plain.lower():
                self.total(f"total {plain}", found)
            self.total(plain, found)

    def total(self, words: str, found: Listing) -> None:
        if re.match(r"total\b", words, re.IGNORECASE) or re.search(r"\btotal army points\b", words, re.IGNORECASE):
            numbers = _POINTS.findall(words[:LONGEST_COST])
            found.total = _figure(numbers[-1][0] or numbers[-1][1]) if numbers else found.total

    def entry(self, words: str, line: int, depth: int) -> Item:
        """One thing with its number, its points and what is said behind it."""
        self.count += 1
        if self.count > MOST_ENTRIES or depth > DEEPEST:
            raise GrognardError(
                "too many things in one list, or in brackets within each other", where=f"{self.where}, line {line}"
            )
        entry = Item("", line)
        if (numbered := _NUMBER.match(words)) and words[numbered.end() :].strip():
            entry.number, entry.counted = max(1, int(numbered[1] or numbered[2])), True
            words = words[numbered.end() :]
            if "with" in numbered[0].lower():
                entry.inner = [self.entry(one, line, depth + 1) for one in _split(words)]
                for one in entry.inner:
                    one.number *= entry.number
                return entry
        head, behind = _parted(words)
        name, bracketed = _brackets(head)
        options = []
        for sort, inside in bracketed:
            if len(inside) <= LONGEST_COST and _COSTS.fullmatch(inside):
                numbers = [a or b for a, b in _POINTS.findall(inside)]
                entry.points = _figure(numbers[0]) if numbers else entry.points
            elif sort == "[":
                options += _split(inside)
            else:
                name = f"{name} ({inside})"
        if entry.points is None and (tail := _TAIL.match(name[:LONGEST_COST])):
            name, entry.points = tail[1], _figure(tail[2])
        entry.name = tidy(name).strip(" :;,.-–—")
        options += _split(behind)
        entry.inner = [found for one in options if (found := self.entry(one, line, depth + 1)).name]
        return entry


def _figure(words: str) -> float:
    digits = re.sub(r"[.,](?=\d{3}\b)", "", words).replace(",", ".").rstrip(".")
    return float(digits) if re.fullmatch(r"[-+]?\d{1,7}(?:\.\d{1,3})?", digits) else 0.0


def _parted(words: str) -> tuple[str, str]:
    """What stands before and behind the first colon that is outside brackets and followed by a blank or nothing."""
    depth = 0
    for i, letter in enumerate(words):
        depth = max(0, depth + (letter in "[(") - (letter in "])"))
        if letter == ":" and not depth and (words[i + 1 : i + 2] or " ").isspace():
            return words[:i], words[i + 1 :]
    return words, ""


def _split(words: str) -> list[str]:
    """A list at its commas and semicolons outside brackets."""
    out = [""]
    depth = 0
    for letter in words:
        depth = max(0, depth + (letter in "[(") - (letter in "])"))
        if letter in ",;" and not depth:
            out.append("")
        else:
            out[-1] += letter
    return [part.strip() for part in out if part.strip()]


def _brackets(words: str) -> tuple[str, list[tuple[str, str]]]:
    """A name without the brackets behind it, and what stands in each of them."""
    found: list[tuple[str, str]] = []
    words = words.rstrip()
    while words and words[-1] in "])":
        opening = "[" if words[-1] == "]" else "("
        depth = 0
        for i in range(len(words) - 1, -1, -1):
            depth += (words[i] == _PAIRS[opening]) - (words[i] == opening)
            if not depth:
                break
        if depth or not words[:i].strip():
            break
        found.insert(0, (opening, words[i + 1 : -1]))
        words = words[:i].rstrip()
    return words, found
