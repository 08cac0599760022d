"""Finding a unit by its name, whatever the case, accents and punctuation."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ..common.rules import normal
from ..common.schema import LONGEST_NAME
from ..errors import GrognardError
from ..kernel.memo import memo

FEWEST = 3  # letters that are a part of a name
SHOWN = 8  # names that are listed


def plain(name: str) -> str:
    """A name in lower case without accents and punctuation, words parted by one blank.

    >>> plain("Rök-Krew  ’Eavy (2)")
    'rok krew eavy 2'
    """
    return _kept_plain(name) if len(name) <= LONGEST_NAME else _plain(name)


def _plain(name: str) -> str:
    letters = normal("NFKD", name.replace("'", "").replace("’", "")).casefold()
    if not letters.isascii():
        import unicodedata

        letters = "".join(c for c in letters if not unicodedata.combining(c))
    kept = "".join(c if c.isalnum() else " " for c in letters)
    return re.sub(r" +", " ", kept).strip()


_kept_plain = memo(2000)(_plain)


def match(name: str, names: Iterable[str], what: str = "unit", where: str = "") -> int:
    """The place in ``names`` of the one that ``name`` means: the whole name, or a part of it that no other has.

    Raises GrognardError when none is meant, naming the nearest, or several different ones, naming them. Of several
    written alike in every letter it is the first.

    >>> match("tactical", ["Devastator Squad", "Tactical Squad"]), match("devas", ["Devastator Squad", "Tactical Squad"])
    (1, 0)
    """
    listed = list(names)
    for i, candidate in enumerate(listed):
        if candidate == name:
            return i
    wanted = plain(name)
    found = _meant(wanted, [plain(candidate) for candidate in listed]) if wanted else []
    if len({listed[i] for i in found}) == 1:
        return found[0]
    if found:
        several = ", ".join(list(dict.fromkeys(repr(listed[i]) for i in found))[:SHOWN]) + (
            ", …" if len(found) > SHOWN else ""
        )
        raise GrognardError(f"{what} {name!r} may be several", where=where, hint=f"write one exactly: {several}")
    raise GrognardError(f"unknown {what} {name[:LONGEST_NAME]!r}", where=where, hint=nearest(name, listed))


def _meant(wanted: str, names: list[str]) -> list[int]:
    """The places of those that are called so; if none is, of those with these words; then of those with these letters."""
    whole = [i for i, name in enumerate(names) if name == wanted]
    words = whole or [i for i, name in enumerate(names) if f" {wanted} " in f" {name} "]
    return words or [i for i, name in enumerate(names) if len(wanted) >= FEWEST and wanted in name]


def nearest(name: str, names: Iterable[str]) -> str:
    """What to say of the names nearest to one that is not there."""
    from difflib import get_close_matches

    by_plain: dict[str, str] = {}
    for candidate in names:
        by_plain.setdefault(plain(candidate), candidate)
    wanted = plain(name)[:LONGEST_NAME]
    near = [by_plain[p] for p in get_close_matches(wanted, list(by_plain), n=5, cutoff=0.5)]
    near += [c for p, c in by_plain.items() if wanted and wanted in p and c not in near][: 5 - len(near)]
    if near:
        return "nearest: " + ", ".join(near)
    if not by_plain:
        return "there are none"
    return "there are: " + ", ".join(list(by_plain.values())[:8]) + (", …" if len(by_plain) > 8 else "")


@memo(16384)
def squeezed(words: str) -> str:
    """The letters of a name alone, in lower case, in one spelling and the singular.

    >>> squeezed("Soul-Blaze"), squeezed("Get's Hot!"), squeezed("Tank Hunters"), squeezed("Sentry Defense System")
    ('soulblaze', 'gethot', 'tankhunter', 'sentrydefencesystem')
    """
    plain = normal("NFKD", words[:LONGEST_NAME].replace("’", "'")).casefold().replace("&", " and ").replace("'", "")
    found = re.findall(r"[a-z0-9]+", plain.encode("ascii", "ignore").decode())
    return "".join(_singular(word) for word in found)


def _singular(word: str) -> str:
    word = {"armor": "armour", "defense": "defence"}.get(word, word)
    return word[:-1] if word.endswith("s") and not word.endswith("ss") and len(word) > 3 else word
