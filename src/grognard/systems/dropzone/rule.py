"""The special rules of the system: how they stand in files, and at which moments they speak."""

from __future__ import annotations

import re

from ...common.rules import Rule
from ...errors import GrognardError
from .moments import Moments


class DropzoneRule(Rule, frozen=True):
    """A special rule of Dropzone Commander. ``on`` is "weapon" or "unit"."""

    system = "dropzone"
    moments = Moments


TARGETS = (
    "Infantry", "Vehicle", "Tank", "Skimmer", "Walker", "Aircraft", "Behemoth", "Scenery", "Flammable Scenery", "Large", "All",
)  # fmt: skip


def target_words(text: str, name: str) -> tuple[str, ...]:
    """Types of targets from ``"(Infantry, Scenery)"``, singular or plural; none means All. Raises GrognardError.

    >>> target_words("(Behemoths, flammable scenery", "Devastator")
    ('Behemoth', 'Flammable Scenery')
    """
    known = {w.lower(): w for w in TARGETS}
    found = []
    for part in re.split(r"[,/]", text.strip(" ()-:.")):
        plain = " ".join(part.lower().split())
        if not plain:
            continue
        word = known.get(plain) or known.get(plain.removesuffix("s"))
        if word is None:
            raise GrognardError(f"{name} knows no target {part.strip()!r}", hint=f"one of: {', '.join(TARGETS)}")
        found.append(word)
    return tuple(dict.fromkeys(found)) or ("All",)


COVERS = ("Soft", "Body", "Hull", "All")


def cover_words(text: str) -> tuple[str, ...]:
    """Kinds of cover from ``"(Soft, Body)"``; none means All. Raises GrognardError.

    >>> cover_words("(body, Hull Down)")
    ('Body', 'Hull')
    """
    known = {w.lower(): w for w in COVERS}
    found = []
    for part in re.split(r"[,/]", text.strip(" ()-:.")):
        plain = " ".join(part.lower().replace("-", " ").split())
        if not plain:
            continue
        word = known.get(plain.split()[0])
        if word is None:
            raise GrognardError(f"Cover knows no {part.strip()!r}", hint=f"one of: {', '.join(COVERS)}")
        found.append(word)
    return tuple(dict.fromkeys(found)) or ("All",)
