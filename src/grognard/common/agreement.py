"""Verbs that agree with names: "Veterans move", "the Lantern Watch moves". The form of the name decides."""

from __future__ import annotations

import re
from collections.abc import Iterable

ODD = {"is": "are", "has": "have", "was": "were", "does": "do", "goes": "go"}
NO_VERBS = frozenset(["always", "perhaps", "as", "this", "its", "towards", "across", "afterwards", "besides"])
FIRST = re.compile(r"((?:counter-)?[a-z]+s)((?: and ([a-z]+s))?)\b(?!')")
ITS = re.compile(r"\bits\b")


def agreed(said: str, names: Iterable[str]) -> str:
    """A sentence that begins with one of the names, its verb in the plural where the name is one.

    >>> agreed("Veterans moves and shoots", ["Veterans"]), agreed("Gate Watch moves", ["Gate Watch"])
    ('Veterans move and shoot', 'Gate Watch moves')
    >>> agreed("Boyz 2 lets its champion through", ["Boyz 2"])
    'Boyz 2 let their champion through'
    >>> agreed("Veterans stays where it is", ["Veterans"])
    'Veterans stay where they are'
    >>> agreed("Veterans Captain moves", ["Veterans", "Veterans Captain"])
    'Veterans Captain moves'
    >>> agreed("Veterans counter-charges Boyz", ["Veterans"]), agreed("Veterans charges Boyz and falls short", ["Veterans"])
    ('Veterans counter-charge Boyz', 'Veterans charge Boyz and fall short')
    """
    name = max((n for n in names if said.startswith(f"{n} ")), key=len, default="")
    name = name if plural(name) else ""
    found = FIRST.match(said, len(name) + 1) if name else None
    if found is None or found[1] in NO_VERBS or found[1].endswith("ss"):
        return said
    second = f" and {of_many(found[3])}" if found[3] and found[3] not in NO_VERBS else found[2]
    rest = (
        ITS.sub("their", said[found.end() :])
        .replace(" and does not ", " and do not ")
        .replace(" and falls short", " and fall short")
    )
    return f"{name} {of_many(found[1])}{second}{rest.replace(' where it is', ' where they are')}"


def agreed_question(question: str, names: Iterable[str]) -> str:
    """A question that asks about one of the names, its verb in the plural where the name is one.

    >>> agreed_question("where does Lamplighters deploy?", ["Lamplighters"])
    'where do Lamplighters deploy?'
    >>> agreed_question("does Gate Watch jink?", ["Gate Watch"])
    'does Gate Watch jink?'
    >>> agreed_question("Veterans shoots at which unit?", ["Veterans"])
    'Veterans shoot at which unit?'
    >>> agreed_question("does Veterans Captain get into Veterans?", ["Veterans", "Veterans Captain"])
    'does Veterans Captain get into Veterans?'
    >>> agreed_question("does Veterans act ahead of its captain?", ["Veterans"])
    'do Veterans act ahead of their captain?'
    >>> agreed_question("does Gate Watch fire at Veterans as it passes?", ["Gate Watch", "Veterans"])
    'does Gate Watch fire at Veterans as they pass?'
    """
    called = sorted(names, key=len, reverse=True)
    if called:
        asked = rf"\b(does|is) ({'|'.join(map(re.escape, called))})(?!\w)"
        first = re.search(asked, question)
        if first is not None and plural(first[2]):
            question = question[: first.end()] + ITS.sub("their", question[first.end() :])
        passing = rf"\b({'|'.join(map(re.escape, called))}) as it ([a-z]+s)\b"
        question = re.sub(passing, lambda m: f"{m[1]} as they {of_many(m[2])}" if plural(m[1]) else m[0], question)
        question = re.sub(asked, lambda m: f"{ODD[m[1]]} {m[2]}" if plural(m[2]) else m[0], question)
    return agreed(question, called)


def plural(name: str) -> bool:
    """Whether a name is that of several, by the last word of what it calls them.

    >>> [plural(n) for n in ("Gull Riders", "Boyz 2", "Cantors of the Advance", "Warder Tanks, Red", "Da Boyz")]
    [True, True, True, True, True]
    >>> plural("Long Watch Marksmen"), plural("Specimen 9")
    (True, False)
    >>> [plural(n) for n in ("Lord of Thorns", "Leman Russ", "Command Squad", "Cerberus", "Waltz")]
    [False, False, False, False, False]
    """
    head = re.split(r" of |,| \(", name)[0]
    word = re.sub(r"[ \d]+$", "", head).rpartition(" ")[2].lower()
    return bool(re.search(r"[^siu]s$|[^tz]z$|(?:wo|[^iog])men$", word)) and len(word) > 2


def of_many(verb: str) -> str:
    """A verb as several do it.

    >>> [of_many(verb) for verb in ("moves", "crashes", "tries", "lies", "is", "passes", "loses")]
    ['move', 'crash', 'try', 'lie', 'are', 'pass', 'lose']
    """
    if verb in ODD:
        return ODD[verb]
    if verb.endswith("ies") and len(verb) > 4:
        return f"{verb[:-3]}y"
    return verb[:-2] if re.search(r"(?:ss|sh|ch|x|zz)es$", verb) else verb[:-1]


def in_a_row(names: Iterable[str]) -> str:
    """Names as a sentence lists them.

    >>> in_a_row(["Thornkin"]), in_a_row(["Thornkin", "Moleborn"]), in_a_row(["Thornkin", "Moleborn", "Rootmaw"])
    ('Thornkin', 'Thornkin and Moleborn', 'Thornkin, Moleborn and Rootmaw')
    """
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def count_of(n: int, what: str) -> str:
    """A number with its noun, in the plural unless it is one.

    >>> count_of(1, "model"), count_of(0, "model")
    ('1 model', '0 models')
    """
    return f"{n} {what}" + "s" * (n != 1)
