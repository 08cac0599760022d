"""Which weapon profiles of one choice in a catalogue are ways to fire the same weapon, of which one is picked each time.

A catalogue lists them side by side, as it lists two guns that are bought together. What tells them apart, in this order:

1. names with one stem: "Name (One)" and "Name (Other)", "Name - One", "Name: One";
2. ammunition: two or more whose names end in a word for it ("Frag Missiles", "Krak Missiles"); one other gun beside them fires it
   too, or its own;
3. a combi-weapon, as the choice is called, fires one of its barrels.

A choice whose name lists its guns ("Lascannon and Plasma Gun") has them all, as grenades are, which are thrown one by one in any
case. What is none of these stays apart and is told.
"""

from __future__ import annotations

import re

from .library import Profile

_AMMUNITION = frozenset(
    ("missile", "missle", "shell", "bolt", "round", "rocket", "warhead", "cartridge", "slug", "ammunition", "ammo")
)
_SINGLE = ("one use", "one shot", "pistol", "grenade")  # types that are fired by themselves
_LISTS = re.compile(r"\band\b|&|\bw/|\bwith\b|\+|,", re.IGNORECASE)
_COMBI = re.compile(r"\b[ck]ombi\b", re.IGNORECASE)


def _of_type(profile: Profile, *words: str) -> bool:
    return any(word in profile.cells.get("Type", "").lower() for word in words)


def is_ranged(profile: Profile) -> bool:
    """Whether a weapon profile is a gun's, not a blade's."""
    return profile.cells.get("Range", "").strip().lower() not in ("", "-", "melee", "n/a")


def stem(name: str) -> str:
    """What the names of the ways to fire one weapon have in common.

    >>> stem("Plasma Blastgun - Full"), stem("Relic: Old Faithful (Flame)"), stem("Rare Rounds: Piercing"), stem("Gun")
    ('Plasma Blastgun', 'Relic: Old Faithful', 'Rare Rounds', 'Gun')
    """
    for head, tail in ((" (", ")"), (" - ", ""), (": ", "")):
        if head in name and name.rstrip().endswith(tail):
            return name.rpartition(head)[0].strip()
    return name


def is_ammunition(name: str) -> bool:
    """Whether a name, or the stem of it, ends in a word for what guns fire.

    >>> [is_ammunition(name) for name in ("Krak Missiles", "Rare Rounds: Piercing", "Bolt Pistol", "Missile Launcher")]
    [True, True, False, False]
    """
    ends = [re.findall(r"[a-z]+", words.lower())[-1:] for words in (name, stem(name))]
    return any(word.removesuffix("s") in _AMMUNITION for end in ends for word in end)


def modes(choice: str, arms: list[Profile]) -> tuple[dict[int, str], list[str]]:
    """(the name of the weapon of which a profile is one way to fire, by identity of the profile; what is told as not known).

    ``choice`` is what the selection is called that carries the profiles.
    """
    guns = [p for p in arms if is_ranged(p)]
    found = _of_one_stem(guns)
    single = [p for p in guns if not (_of_type(p, *_SINGLE) or "grenade" in p.name.lower())]
    shots = [p for p in single if is_ammunition(p.name)]
    others = [p for p in guns if p not in shots]
    if len(shots) > 1 and len(others) <= 1:
        stems = {stem(p.name) for p in shots}
        name = others[0].name if others else stems.pop() if len(stems) == 1 else choice
        return {id(p): name for p in (*shots, *others)}, []
    if len(guns) > 1 and _COMBI.search(choice):
        return {id(p): choice for p in guns}, []
    open_ = [p for p in single if id(p) not in found]
    weapons = {*(p.name for p in open_), *found.values()}
    if open_ and len(weapons) > 1 and not _LISTS.search(choice):
        return found, [f"whether {' and '.join(sorted(weapons))} are one weapon ({choice})"]
    return found, []


def _of_one_stem(guns: list[Profile]) -> dict[int, str]:
    names = {id(p): stem(p.name) for p in guns}
    every = list(names.values())
    return {key: common for key, common in names.items() if every.count(common) > 1}
