"""Which game and edition a list is of: that is read first, and one that is not played here is refused by its name."""

from __future__ import annotations

import re

from ...errors import GrognardError
from ..names import plain
from ..parsing.markup import Element, tidy

# game systems by the ids that their files carry
SEVENTH = "e1ebd931-a209-3ce4-87b4-d9918d25530b"
HERESY = "ca571888-56a9-c58e-ddaf-54f4713538bc"  # first edition, played by the 7th edition's rules
OTHERS = {
    "28ec-711c-d87f-3aeb": "Warhammer 40,000 8th or 9th Edition",
    "sys-352e-adc2-7639-d6a9": "Warhammer 40,000 10th Edition",
    "28d4-bd2e-4858-ece6": "Horus Heresy (2022)",
    "sys-9fe4-1dc3-b7c2-73cf": "Horus Heresy 3rd Edition",
    "e51d-b1a3-75fc-dc3g": "Age of Sigmar",
    "e51d-b1a3-75fc-dc33": "Age of Sigmar 3rd Edition",
    "3b7e-7dab-f79f-2e74": "Kill Team",
}
_EDITION = re.compile(r"\b(\d{1,2})(?:st|nd|rd|th)?(?: ed(?:ition|n)?\b|ed?\b)|\b(\d{1,2})(?:st|nd|rd|th)\b")
_FORTY = re.compile(r"\b(?:(?:wh|w)?40 ?k|40 ?000)\b")
_HERESY = re.compile(r"\b(?:horus heresy|30 ?k|30 ?000)\b")
_LATER = re.compile(r"\b(?:20[2-9]\d|[23] 0|v[23]|hh[23])\b")
_ELSEWHERE = re.compile(
    r"\b(?:age of sigmar|aos|kill team|apocalypse|necromunda|titanicus|imperialis|aeronautica|epic|shadow war|old world|"
    r"fantasy|whfb|warcry|underworlds|blood bowl|middle earth|inquisitor|rogue trader|battlefleet|gorkamorka|old ?hammer)\b"
)
_WORDS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh")
_SPELLED = {word: f"{n} edition" for n, word in enumerate(_WORDS, 1)}


def known(name: str, id: str = "") -> bool | None:
    """Whether a game system is played here: True, False, or None when neither its name nor its id is known.

    >>> known("Warhammer 40,000 7th Edition"), known("Warhammer 40,000 9th Edition"), known("Horus Heresy (2022)")
    (True, False, False)
    >>> known("Warhammer 30,000 - The Horus Heresy"), known("Age of Sigmar 4.0"), known("Marbles")
    (True, False, None)
    """
    words = " ".join(_SPELLED.get(word, word) for word in plain(name).split())
    edition = next((int(a or b) for a, b in _EDITION.findall(words)), 0)
    if _ELSEWHERE.search(words):
        return False
    if _HERESY.search(words):
        return edition in (0, 1, 7) and not _LATER.search(words)
    if _FORTY.search(words) and (edition or id != SEVENTH):
        return edition == 7
    if id in (SEVENTH, HERESY):
        return True
    return False if id in OTHERS or edition else None


def elsewhere(title: str) -> str:
    """The game that the title of a list names, when it is not played here; "" otherwise.

    >>> elsewhere("My Army (Warhammer 40,000 9th Edition)"), elsewhere("My Army (Warhammer 40,000 7th Edition v2017)")
    ('Warhammer 40,000 9th Edition', '')
    """
    for inside in (*re.findall(r"\(([^()]*)\)", title), title):
        words = plain(inside)
        if (_FORTY.search(words) or _HERESY.search(words) or "age of sigmar" in words) and known(inside) is False:
            return tidy(inside)
    return ""


def refusal(name: str, id: str, what: str, where: str) -> GrognardError:
    """What to say of a list of another game."""
    name = tidy(name) or OTHERS.get(id, "another game")
    heresy = _HERESY.search(plain(name))
    read = "the 7th" if _FORTY.search(plain(name)) else "the first" if heresy else "Warhammer 40,000 7th Edition"
    return GrognardError(f"a {what} of {name}; Grognard reads {read}", where=where)


def check(root: Element, where: str, beside: str = "") -> bool:
    """Whether a document's game is known, by its own words or by the name of the game system beside it.

    Raises GrognardError for one that is of another game or edition.
    """
    if root.tag == "gameSystem":
        name, id, what = root.name, root.get("id"), "game system"
    else:
        name, id = tidy(root.get("gameSystemName")) or tidy(beside), root.get("gameSystemId")
        what = "roster" if root.tag == "roster" else "catalogue"
    answer = known(name, id)
    if answer is False:
        raise refusal(name, id, what, where)
    return answer is True or not name
