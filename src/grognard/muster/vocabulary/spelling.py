"""Names of special rules as lists write them, made into names as the book has them: whatever the case, blanks, punctuation,
plural, sizes and remarks in brackets, several in one, and slips of the pen that can mean one rule only.

What no rule takes of such words stays by name ("remark: …") and is told with what is not executable. A name that can mean two
rules, or a rule under a condition, is no rule here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from ...common.rules import normal
from ...common.schema import LONGEST_NAME
from ...errors import GrognardError
from ...kernel.memo import memo
from ...systems.usr.rules import RULES
from ...systems.usr.system import read_rule as of_the_book
from ..names import squeezed
from .lost import REMARK

MOST_WORDS = 24
BLASTS = {"3": "Blast", "5": "Large Blast", "7": "Massive Blast", "10": "Apocalyptic Blast"}
_INCHES = r"(?:\"|''|in\b|inch(?:es)?\b)"
_SIZE = re.compile(rf"\(? ?\"?(?<![0-9/])(10|3|5|7)(?![0-9/]) ?{_INCHES}[\" ]*\)?", re.IGNORECASE)
# other ways to say a rule, beyond what its letters show
_ALSO = {
    "One Use Only": ("one shot weapon", "single use", "one use weapon"),
    "Ignores Cover": ("no cover saves", "no cover sv", "ignores cover saves", "ignores cover sv"),
    "Rending": ("rend",),
    "Interceptor": ("intercept",),
    "Concussive": ("concussion",),
    "Barrage": ("barrage 1",),
    "It Will Not Die": ("it will not die", "it wont die"),
    "Preferred Enemy": ("preferred enemies",),
}
_NO_SLIP = ("spitfire",)  # near to a rule's name, and something else
# words in brackets that make a rule hold at times only
_LIMITS = re.compile(
    r"\b(?:only|if|when|whenever|while|whilst|within|unless|until|except|against|vs|versus|from|turns?|once|per|but|first|"
    r"during|after|before|in|may|must|can|cannot)\b",
    re.IGNORECASE,
)
_HARMLESS = re.compile(
    r"fw|ia ?[0-9]*|forge ?world|apoc(?:alypse)?|indirect fire only|(?:always )?wounds? on|(?:mastery|master)? ?(?:level|lvl)|"
    r"range|usr|special rule|x",
    re.IGNORECASE,
)
_BEARERS = (
    "fearless",
    "bulky",
    "verybulky",
    "extremelybulky",
    "psyker",
)  # brackets say who bears them, as their place does


class KnownRule(NamedTuple):
    """A rule: its name in the book, and what stands behind it: "" nothing, "int" a number, "str" words."""

    name: str
    takes: str
    rule: Any

    def numbered(self, number: str) -> str:
        """The rule with a number, as the book writes it; with dice as they stand."""
        return str(self.rule.from_text(f"({number})").written()) if number.isdigit() else f"{self.name} ({number})"


def nearest(wanted: str, names: Iterable[str]) -> str | None:
    """The one name that ``wanted`` is a slip of the pen for, both squeezed; None when there is none, or more than one.

    One letter too much, too few, another or two changed about; two such in names of twelve letters and more. The first letter
    stands, and another ending makes another word.

    >>> nearest("posioned", ["poisoned", "pinning"]), nearest("rampager", ["rampage"]), nearest("spice", ["spine", "spike"])
    ('poisoned', None, None)
    """
    if len(wanted) < 6 or wanted in _NO_SLIP:
        return None
    slips = 2 if len(wanted) >= 12 else 1
    found: list[tuple[int, str]] = []
    for name in dict.fromkeys(names):
        apart = abs(len(name) - len(wanted))
        if name[:1] != wanted[:1] or apart > slips or name.startswith(wanted) or wanted.startswith(name):
            continue
        if (distance := _slips(wanted, name, slips)) <= slips:
            found.append((distance, name))
    least = min((distance for distance, _ in found), default=0)
    best = [name for distance, name in found if distance == least]
    return best[0] if len(best) == 1 else None


def _slips(one: str, other: str, most: int) -> int:
    """How many slips lie between two words: letters left out, put in, changed, or changed about; at most ``most`` + 1."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        before, last = row, before
        row = [i]
        for j, b in enumerate(other, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (a != b))
            if i > 1 and j > 1 and a == other[j - 2] and one[i - 2] == b:
                cost = min(cost, last[j - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return most + 1
    return row[-1]


@memo(1)
def book() -> Mapping[str, KnownRule]:
    """The rules by their squeezed names."""
    out: dict[str, KnownRule] = {}
    for rule in RULES:
        kinds = [rule.__annotations__.get(field, "") for field in rule.__struct_fields__]
        kinds = [kind if isinstance(kind, str) else kind.__name__ for kind in kinds]
        known = KnownRule(rule.spellings[0], kinds[0] or "int" if kinds else "", rule)
        for spelled in (*rule.spellings, *_ALSO.get(rule.spellings[0], ())):
            out.setdefault(squeezed(spelled), known)
    return out


def rule_names(words: str) -> list[str]:
    """The rules that a name in a list speaks of, each as the book writes it; the name itself when it is none of them.

    >>> rule_names('Large Blast (5")'), rule_names("Posioned (Always wounds on 2+)"), rule_names("Fleshbane/Poisoned")
    (['Large Blast'], ['Poisoned (2+)'], ['Fleshbane', 'Poisoned'])
    >>> rule_names("Stealth Formation Leader"), rule_names('5" Blast (No scatter)')
    (['Stealth Formation Leader'], ['Large Blast', 'remark: No scatter (Large Blast)'])
    """
    return list(_rule_names(words[:LONGEST_NAME]))


@memo(8192)
def _rule_names(words: str) -> tuple[str, ...]:
    plain = _plain(words)
    if not plain or plain.startswith(REMARK):
        return (plain,)
    found = _whole(plain)
    if found is None:
        found = _several(plain)
    return tuple(dict.fromkeys(found)) if found else (words.strip(),)


def _plain(words: str) -> str:
    words = normal("NFKC", words).replace("[", "(").replace("]", ")")
    words = re.sub("[’‘`´]", "'", re.sub("[“”″]|''", '"', words))
    words = re.sub(r"[–—]", "-", words)
    return " ".join(words.split()).strip(" .*!-/,;:")


def _whole(words: str) -> list[str] | None:
    """The rules when all of the words are said by rules, one after the other; None otherwise."""
    ahead = re.match(r"([2-9]) ?x (?=[^0-9])", words, re.IGNORECASE)
    if ahead is not None and (found := _whole(words[ahead.end() :])) is not None:
        return _often(found, ahead[1])
    behind = re.search(r"(?<=[a-z]) ?(?:x ?([2-9])|\(x ?([2-9])\))$", words, re.IGNORECASE)
    if behind is not None and (found := _whole(words[: behind.start()])) == ["One Use Only"]:
        return _often(found, behind[1] or behind[2])
    zones = re.match(r'([0-9]{1,2}(?:/[0-9]{1,2}){2})"? ?(?=[A-Za-z])', words)
    if zones is not None and (found := _whole(words[zones.end() :])) is not None:
        return [*found, f'{REMARK}{zones[1]}" ({found[0]})']
    words = re.sub(r"\b(\w+)( \1\b)+", r"\1", words, flags=re.IGNORECASE)  # a word written twice
    if (found := _sized(words)) is not None:
        return found
    if _SIZE.search(words) and re.search(r"(?<!mega)(?<!mega[ -])\bblast\b", words, re.IGNORECASE):
        return None  # a marker that its size contradicts
    tokens = re.findall(r"\([^()]*\)|[^\s()]+", words)
    if not tokens or len(tokens) > MOST_WORDS or tokens[0].startswith("("):
        return None
    return _from(tokens, single=True)


def _often(found: list[str], number: str) -> list[str]:
    """A rule that is written several times: as many uses of one that is used once; any other is told."""
    return [f"{found[0]} ({number})"] if found == ["One Use Only"] else [*found, f"{REMARK}{number}x ({found[0]})"]


def _sized(words: str) -> list[str] | None:
    """A marker with its size: sizes and words of one marker, and what stands before or behind it."""
    size = _SIZE.search(words)
    if size is None:
        return None
    before, behind = words[: size.start()].strip(), words[size.end() :].strip()
    head = re.search(
        r"(?<!mega-)(?<!mega )(?:\b(large|massive|apocalyptic) )?\bblast(?: marker)?$", before, re.IGNORECASE
    )
    tail = re.match(r"(?:(large|massive|apocalyptic) )?blast(?: marker)?\b", behind, re.IGNORECASE)
    if head is not None and tail is None:
        said, before = head[1], before[: head.start()].strip()
    elif tail is not None and head is None:
        said, behind = tail[1], behind[tail.end() :].strip()
    elif not before and not behind:  # a size alone
        said = None
    else:
        return None
    name = BLASTS[size[1]]
    if said and said.capitalize() not in (name.split()[0], "Apocalyptic" if tail else ""):
        return None  # another marker than its size says
    out = [name]
    if behind.startswith("("):
        remark, _, behind = behind[1:].partition(")")
        if _LIMITS.search(remark):
            return None
        out += _told(remark, name)
    for more, first in ((before, True), (behind.strip(" ,;+"), False)):
        if not more:
            continue
        found = _whole(more)
        if found is None:
            return None
        out = [*found, *out] if first else [*out, *found]
    return out


def _from(tokens: list[str], single: bool) -> list[str] | None:
    """The rules that these words and brackets say, the longest name first; ``single``: it may be one with a slip."""
    names = book()
    bare = next((i for i, token in enumerate(tokens) if token.startswith("(")), len(tokens))
    for end in range(bare, 0, -1):
        name = squeezed(" ".join(tokens[:end]))
        known = names.get(name)
        if known is None and single and name and (end == bare or _marks(tokens[end])):
            near = nearest(name, names)
            known = names[near] if near is not None else None
        if known is None or not _ended(tokens, end, known):
            continue
        said = _with(known, tokens[end:], tokens[end - 1])
        if said is None:
            continue
        found, rest = said
        if not rest:
            return found
        if (more := _from(rest, single=False)) is not None:
            return [*found, *more]
    return None


def _marks(token: str) -> bool:
    """Whether a word parts a name from what stands behind it."""
    return token in ("-", ":") or token[0].isdigit()


def _ended(tokens: list[str], end: int, known: KnownRule) -> bool:
    """Whether the name ends there, so that what follows is a number, a mark or another name; "-" may stand in its middle."""
    return tokens[end - 1] != "-" and (known.takes != "str" or not tokens[end - 1].endswith(("-", "/")))


def _with(known: KnownRule, rest: list[str], last: str) -> tuple[list[str], list[str]] | None:
    """(the rule with what it takes of the words behind it and remarks, the words that are left), or None: it is not meant."""
    name = known.name
    if rest and rest[0] in ("-", ":"):
        rest, last = rest[1:], ":"
    marked = last.endswith(":")
    if known.takes == "str":
        if rest and rest[0].startswith("("):
            said = rest[0].strip("() ")
            return [f"{name} ({said})" if said else name], rest[1:]
        if rest and (marked or name == "Preferred Enemy"):
            return [f"{name} ({' '.join(rest)})"], []
        return [name], rest
    remarks: list[str] = []
    number = ""
    while rest:
        said = rest[0].strip("() ")
        bracket = rest[0].startswith("(")
        if known.takes == "int" and (dice := re.fullmatch(r"[1-9]?D[36](?:\+[0-9])?", said, re.IGNORECASE)):
            number, said = dice[0].upper(), ""
        elif known.takes == "int" and not number and (found := re.search(r"(?<![0-9])([0-9]{1,2})(?!D|[0-9])", said)):
            if not bracket and not re.fullmatch(r"[0-9]{1,2}(?:\+|\"|in|'')?", said):
                return None
            number, said = found[1], (said[: found.start()] + said[found.end() :]).strip(' +"')
        elif known.takes == "int" and not bracket and said.lower() in ("mastery", "master", "level", "lvl"):
            rest = rest[1:]
            continue
        elif not bracket and said.lower() != "x":
            break
        if said and not (squeezed(name) in _BEARERS and bracket):
            if _LIMITS.search(said) and not _HARMLESS.fullmatch(said):
                return None
            remarks += _told(said, name)
        rest = rest[1:]
        if not bracket and number and not rest:
            break
    return [known.numbered(number) if number else name, *remarks], rest


def _told(remark: str, name: str) -> list[str]:
    """What stands in brackets behind a rule, as it is told; nothing when it says nothing more."""
    remark = remark.strip(" ()")
    if not remark or (_HARMLESS.fullmatch(remark) and remark.lower() != "x") or _SIZE.fullmatch(remark):
        return []
    parts = [squeezed(part) for part in re.split(r",|/|\band\b|&", remark)]
    if all(part in book() for part in parts):  # what it brings
        return []
    return [f"{REMARK}{remark} ({name})"]


def _several(words: str) -> list[str] | None:
    """The rules when the words list several, at least one of them known for sure; those that are none stay by name."""
    if found := re.fullmatch(r"([^()]+) ?\(([^()]+)\)", words):  # what gives a rule, and the rule in brackets
        inner = book().get(squeezed(found[2]))
        if inner is not None and inner.takes != "str":
            return [inner.name, found[1].strip()]
    for parting in (r" ?[/;+] ?", r"\. ", r",", r" (?:and|&) "):
        pieces = [piece.strip() for piece in re.split(parting, words)]
        if len(pieces) < 2 or len(pieces) > MOST_WORDS or not all(pieces) or any(_open(piece) for piece in pieces):
            continue
        found_in = [_whole(piece) for piece in pieces]
        sure = [f for f in found_in if f is not None]
        if sure and (len(sure) == len(pieces) or parting == r"\. "):
            return [name for piece, f in zip(pieces, found_in, strict=True) for name in (f or [piece])]
    return None


def _open(piece: str) -> bool:
    return piece.count("(") != piece.count(")")


@memo(8192)
def read_rule(read: Callable[[str], Any], name: str) -> Any:
    """The rule of a name that ``rule_names`` gave, by the reader of the game. Raises GrognardError for any other.

    A name that is none of the book's is not asked for: looking for what is nearest to it takes longer than all else.
    """
    plain = _plain(name)
    if read is of_the_book and (plain.startswith(REMARK) or _whole(plain) is None):
        raise GrognardError(f"{name!r} is no rule")
    return read(name)
