"""How BattleScribe's 7th-edition files word types, weapons and rules, made into what ``systems.usr`` reads."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from ...errors import GrognardError
from ...kernel.memo import memo
from ...systems.usr.rules import powers
from ..names import squeezed
from .spelling import nearest, rule_names

MOST_FACTIONS = 12  # of a unit
STATLINES = ("Unit", "Vehicle", "Walker", "Flyer", "Building")
_KINDS = {
    squeezed(kind): kind
    for kind in (
        "Assault",
        "Heavy",
        "Rapid Fire",
        "Salvo",
        "Pistol",
        "Ordnance",
        "Primary Weapon",
        "Melee",
        "Grenade",
        "Bomb",
    )
}
_SHOTS = re.compile(r"((?:[0-9]*D[36](?:\+[0-9]+)?|[0-9]+(?: ?/ ?[0-9]+)?)(?![\"0-9+]))\s*(.*)", re.IGNORECASE)
ASSAULT_GRENADES = ("assault grenades", "don't suffer initiative penalty for charging through cover")
# what a unit is, and the words that say how; by their letters alone
_TYPES = {
    "flyingmonstrouscreature": "Flying Monstrous Creature",
    "gargantuancreature": "Gargantuan Creature",
    "monstrouscreature": "Monstrous Creature",
    "jetpackinfantry": "Jet Pack",
    "jetpackunit": "Jet Pack",
    "jetpack": "Jet Pack",
    "jumppackinfantry": "Jump",
    "jumpinfantry": "Jump",
    "jumpunit": "Jump",
    "jumppack": "Jump",
    "jump": "Jump",
    "flying": "Flying",
    "winged": "Flying",
    "monstrou": "Monstrous Creature",  # the singular of its letters
    "gargantuan": "Gargantuan Creature",
    "infantry": "Infantry",
    "jetbike": "Jetbike",
    "bike": "Bike",
    "beast": "Beast",
    "cavalry": "Cavalry",
    "artillery": "Artillery",
    "walker": "Walker",
    "flyer": "Flyer",
    "mc": "Monstrous Creature",
    "fmc": "Flying Monstrous Creature",
    "gc": "Gargantuan Creature",
    "gmc": "Gargantuan Creature",
    "chariot": "Chariot",
    "building": "Building",
    "fortification": "Building",
    "vehicle": "Vehicle",
}
_HOW = ("Jump", "Jet Pack", "Flying")  # of several types they say how, the other what
_BORNE = ("Monstrous Creature", "Gargantuan Creature", "Cavalry", "Beast")  # what may have packs or wings
_TAGS = {
    "superheavy": "Super-heavy",
    "opentopped": "Open-topped",
    "openedtopped": "Open-topped",
    "character": "Character",
    "ch": "Character",
    "transport": "Transport",
    "skimmer": "Skimmer",
    "hover": "Hover",
    "heavy": "Heavy",
    "tank": "Tank",
    "fast": "Fast",
}
_IDLE = (
    "small",
    "medium",
    "large",
    "unique",
    "creature",
    "creatures",
)  # how many a building holds says its size; one of a kind is one all the same
_SOMETIMES = re.compile(r"([\w-]+)\s*(?:\(\s*|-\s+|:\s*)((?:only|when|if|while)\b[^,()]*)\)?", re.IGNORECASE)


def unit_type(words: str, profile: str) -> tuple[str, tuple[str, ...], list[str]]:
    """(type, tags, words that mean nothing here) of a unit type as printed; ``profile`` is the sort of its statline.

    Of what says how and what a unit is (Jump, Monstrous Creature) the latter is the type, the former a tag of monsters, cavalry and
    beasts, in whatever order; of others it is among the words left. What a unit is at times only it is not.

    >>> unit_type("Super-heavy Vehicle, Transport", "Vehicle"), unit_type("Tank (Tansport), Skimmer - when afloat", "Vehicle")
    (('Vehicle', ('Super-heavy', 'Transport'), []), ('Vehicle', ('Tank', 'Transport'), ['Skimmer when afloat']))
    >>> unit_type("Jetpack Monsterous Creatures (Character)", "Unit")
    ('Monstrous Creature', ('Character', 'Jet Pack'), [])
    """
    kind, tags, left = _unit_type(words, profile)
    return kind, tags, list(left)


@memo(2048)
def _unit_type(words: str, profile: str) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    kind = {"Unit": "Infantry", "": "Infantry"}.get(profile, profile)
    found: list[str] = []
    tags: list[str] = []
    left = [f"{word} {at}".strip() for word, at in _SOMETIMES.findall(words)]
    plain = re.sub(r"^\s*(?:unit )?type\s*:", "", _SOMETIMES.sub("", words), flags=re.IGNORECASE)
    for part in re.split(r"[,;()/+]|\s-\s", plain):
        said, unknown = _typed(part.split())
        found += [word for word in said if word in _TYPES.values()]
        tags += [word for word in said if word not in _TYPES.values()]
        known = [word for word in said if word in _TYPES.values()]
        if unknown and known:
            left.append(f"{part.strip()} (as {known[-1]})")
        elif unknown:
            left.append(part.strip())
    special = [f for f in found if f not in ("Vehicle", "Infantry")]
    if special:
        kind = next((f for f in special if f not in _HOW), special[0])
        if kind == "Monstrous Creature" and "Flying" in special:
            kind, special = "Flying Monstrous Creature", [f for f in special if f not in ("Flying", kind)]
        elif kind == "Flying Monstrous Creature" and "Gargantuan Creature" in special:
            kind, special = "Gargantuan Creature", ["Flying", *(f for f in special if f != kind)]
        if kind in _BORNE:
            tags += [f for f in special if f in _HOW]
            special = [f for f in special if f not in _HOW]
        if kind == "Flying":  # it says nothing of what flies
            kind = {"Unit": "Infantry", "": "Infantry"}.get(profile, profile)
        also = ("Monstrous Creature",) if kind in _BORNE or kind.endswith("Monstrous Creature") else ()
        left += [f for f in special if f != kind and f not in also]
    elif found:
        kind = found[0]
    return kind, tuple(dict.fromkeys(tags)), tuple(left)


def _typed(words: list[str]) -> tuple[list[str], list[str]]:
    """(types and tags, words that are neither) of one part of a unit type; slips of the pen are read when they are sure."""
    said: list[str] = []
    unknown: list[str] = []
    at = 0
    while at < len(words):
        spans = range(min(len(words), at + 3), at, -1)
        tried = [(end, squeezed(" ".join(words[at:end]))) for end in spans]
        every = {**_TAGS, **_TYPES}
        hit = next(((end, name) for end, name in tried if name in every), None)
        if hit is None:
            near = ((end, nearest(name, every)) for end, name in tried)
            hit = next(((end, name) for end, name in near if name is not None), None)
        if hit is not None:
            said.append(every[hit[1]])
            at = hit[0]
        else:
            if words[at].lower() not in _IDLE:
                unknown.append(words[at])
            at += 1
    return said, unknown


def parts(words: str) -> list[str]:
    """A list as printed, split at commas outside brackets.

    >>> parts("Heavy 1, Poisoned (2+), Hatred (Orks, Eldar)")
    ['Heavy 1', 'Poisoned (2+)', 'Hatred (Orks, Eldar)']
    """
    out = [""]
    depth = 0
    for letter in words:
        depth = max(0, depth + (letter == "(") - (letter == ")"))
        if letter == "," and not depth:
            out.append("")
        else:
            out[-1] += letter
    return [part.strip(" .;*") for part in out if part.strip(" .;*")]


def _fire(part: str) -> tuple[str, str, str] | None:
    """(type, shots or "", what stands behind) of a part of a weapon's type that names one; None for a rule.

    >>> _fire("Assault1"), _fire("Orndance 1 Barrage"), _fire("3x Rapid Fire"), _fire("Heavily Armoured")
    (('Assault', '1', ''), ('Ordnance', '1', 'Barrage'), ('Rapid Fire', '3', ''), None)
    """
    ahead = re.match(r"([2-9]) ?x ", part, re.IGNORECASE)
    words = re.findall(r"[A-Za-z-]+|[^A-Za-z-]+", part[ahead.end() :] if ahead else part)
    words = [word for word in words if word.strip()]
    for taken in (2, 1):
        name = squeezed(" ".join(words[:taken]))
        if name not in _KINDS and taken == 1 + (" " in _KINDS.get(nearest(name, _KINDS) or "", "")):
            name = nearest(name, _KINDS) or ""
        if name not in _KINDS or (taken == 2 and " " not in _KINDS[name]):
            continue
        rest = re.sub(
            r"^\W*" + r"\W+".join(map(re.escape, words[:taken])) + r"\s*", "", part[ahead.end() :] if ahead else part
        )
        shots, behind = (found[1], found[2]) if (found := _SHOTS.fullmatch(rest)) else ("", rest)
        if behind[:1].isdigit():
            shots, behind = "", rest
        shots = shots.replace(" ", "")
        if ahead:
            if shots and not shots.isdigit():
                return None
            shots = str(int(ahead[1]) * int(shots or 1))
        return _KINDS[name], shots, behind.strip(" ,")
    return None


def weapon_type(words: str, reach: bool) -> tuple[str, list[str]]:
    """(type as ``Fire.of`` reads it, names of the rules) of a weapon type as printed. ``reach``: it has a range.

    Raises GrognardError when no type is among the words of a weapon with a range; without one it is Melee.

    >>> weapon_type('Heavy 1, 5" Blast, Gets Hot!', True)
    ('Heavy 1', ['Large Blast', 'Gets Hot'])
    """
    kind = ""
    rules: list[str] = []
    for part in parts(words):
        found = None if kind else _fire(part)
        if found is None:
            rules += rule_names(part)
            continue
        kind = f"{found[0]} {found[1]}".strip()
        if found[2]:
            rules += rule_names(found[2])
    if not kind:
        if reach:
            raise GrognardError(f"no weapon type in {words[:60]!r}")
        kind = "Melee"
    for i, rule in enumerate(rules):
        if dice := re.fullmatch(r"(Apocalyptic Barrage) \(([0-9]*D[0-9+]+)\)", rule):  # so many strikes, said by dice
            rules[i], kind = dice[1], re.sub(r" [0-9]*D?[0-9+]+$", "", kind) + f" {dice[2]}"
    return kind, rules


_LANCE = (r"([^/(]+)/([^/(*]+)\*", r"([^/(]+)\(charge\)/([^/(]+)\(normal\)")


def _charged(strength: str, piercing: str) -> tuple[str, str, str] | None:
    """(Strength, "Strength/AP" on the charge, AP) of a blade that is printed with two of each, the first for a charge.

    >>> _charged("+1/User*", "3/4*"), _charged("+3 (Charge) / +1 (Normal)", "2 (Charge)/3 (Normal)"), _charged("User", "3")
    (('User', '+1/3', '4'), ('+1', '+3/2', '3'), None)
    """
    for sign in _LANCE:
        found = [re.fullmatch(sign, cell.replace(" ", ""), re.IGNORECASE) for cell in (strength, piercing)]
        if found[0] is not None and found[1] is not None:
            return strength_of(found[0][2]), f"{strength_of(found[0][1])}/{found[1][1]}", found[1][2]
    return None


def reach_of(words: str) -> tuple[str, str]:
    """(range as a force file has it, the inches that a template lies away or "") of a range as printed.

    >>> reach_of('Up to 18"'), reach_of("12'"), reach_of("18 + Template"), reach_of('24"-120"'), reach_of("Melee")
    (('18', ''), ('12', ''), ('Template', '18'), ('24-120', ''), ('', ''))
    """
    plain = " ".join(re.sub(r"[\"″”“'’]|\binch(?:es)?\b|\bin\b", "", words).split())
    plain = re.sub(r"^(?:up to|<|≤|max(?:imum)?\.?) ?(?=[0-9])", "", plain, flags=re.IGNORECASE)
    if plain.lower() in ("-", "–", "—", "", "melee", "n/a"):
        return "", ""
    if found := re.fullmatch(r"([0-9]{1,2}) ?\+ ?template|template ?\+ ?([0-9]{1,2})", plain, re.IGNORECASE):
        return "Template", found[1] or found[2]
    return plain, ""


def strength_of(words: str) -> str:
    """A weapon's Strength as a force file has it, "" when none is printed.

    >>> strength_of("As User"), strength_of("S+2"), strength_of("x2 (Max 10)"), strength_of("-1"), strength_of("2X")
    ('User', '+2', 'x2', '-1', 'x2')
    """
    plain = re.sub(r"\(max(?:imum)?\.?[ :]*(?:of )?10\)", "", words, flags=re.IGNORECASE)
    plain = re.sub(r"[\s]", "", plain).replace("×", "x").replace("–", "-").replace("−", "-")
    if found := re.fullmatch(r"([2-4])[xX]|(?:[Uu]ser|[Ss])?[xX]([2-4])", plain):
        return f"x{found[1] or found[2]}"
    if found := re.fullmatch(
        r"(?:as)?(?:user|bearer|wielder|models?|own)s?(?:strength)?([+-][1-9])?", plain, re.IGNORECASE
    ):
        return found[1] or "User"
    if found := re.fullmatch(r"[Ss]([+-][1-9])", plain):
        return found[1]
    return "" if plain == "-" else plain


def weapon_table(cells: dict[str, str]) -> tuple[dict[str, Any], list[str]]:
    """The statline of a weapon as a force file has it, and the names of its rules. Raises GrognardError."""
    table, rules = _weapon_table(*(cells.get(key, "") for key in ("Range", "Type", "Strength", "AP")))
    return dict(table), list(rules)


@memo(4096)
def _weapon_table(
    reach_said: str, type_said: str, strength_said: str, ap_said: str
) -> tuple[dict[str, Any], list[str]]:
    reach, lent = reach_of(reach_said)
    dropped = reach.lower() == "bomb"
    kind, rules = weapon_type(type_said, bool(reach) and not dropped)
    if dropped:  # from a flyer's hull: it has no range, and what type stands there is that of a gun
        kind, reach = "Bomb", ""
        rules = [rule for rule in rules if rule.lower() != "bomb"]
    elif kind.startswith("Ordnance"):  # two dice to penetrate either way
        rules = [rule for rule in rules if rule.lower() != "primary weapon"]
    table: dict[str, Any] = {"type": kind}
    if any(rule.lower() in ASSAULT_GRENADES for rule in rules):
        table["assault"] = True
        rules = [rule for rule in rules if rule.lower() not in ASSAULT_GRENADES]
    if lent:  # the inches are those of Torrent
        torrent = "Torrent" if lent == "12" else f'Torrent ({lent}")'
        rules = [*(rule for rule in rules if not rule.startswith("Torrent")), torrent]
    if reach.lower() in ("template", "hellstorm"):
        rules = [rule for rule in rules if rule.lower() != "template"]
    if reach:
        table["range"] = reach
    strength, ap = strength_of(strength_said), ap_said.strip()
    if kind == "Melee" and (lance := _charged(strength_said, ap)):
        strength, table["lance"], ap = lance
    if strength.count("/") == 2:
        if "Apocalyptic Mega-blast" not in rules:
            raise GrognardError("three Strengths, and no marker with zones")
        if re.fullmatch(r"[1-6-]", ap):
            ap = "/".join([ap] * 3)  # one AP in every zone
    if strength:
        table["S"] = strength
    if ap not in ("-", "–", "", "n/a"):
        table["AP"] = ap
    return table, rules


def statline(cells: dict[str, str], profile: str) -> tuple[dict[str, Any], list[str]]:
    """The statline of a model as a force file has it, and the figures that could not be read as they stand."""
    odd: list[str] = []
    table: dict[str, Any] = {}
    for key in ("WS", "BS", "S", "T", "W", "I", "A", "Ld", "Front", "Side", "Rear", "HP"):
        words = cells.get(key, "").strip()
        if words == "" or (words == "-" and key in ("T", "W", "Front", "Side", "Rear", "HP")):
            continue
        found = re.match(r"[0-9]{1,3}", words)
        table[key] = int(found[0]) if found else 10 if words == "D" else 0
        if words != "-" and not re.fullmatch(r"[0-9]{1,3}", words):
            odd.append(f"{key} {words}" if found or words == "D" else f"{key} {words} (read as 0)")
    if profile == "Building":
        armour_value, points = (cells.get(key, "").strip() for key in ("Armour Value", "Hull Points"))
        for key, words in (("Front", armour_value), ("Side", armour_value), ("Rear", armour_value), ("HP", points)):
            if words not in ("", "-"):
                table[key] = words
    save = cells.get("Save", "")
    if invulnerable := re.search(r"([2-6])\+\+", save):
        table["Inv"] = f"{invulnerable[1]}+"
    armour = re.findall(r"([2-6])\+(?!\+)", re.sub(r"[2-6]\+\+", "", save))
    if armour:
        table["Sv"] = f"{armour[0]}+"
    if len(armour) > 1 and "Inv" not in table:  # "2+/4+": the second is the invulnerable save
        table["Inv"] = f"{armour[1]}+"
    if save.strip() not in ("", "-") and not armour and not invulnerable:
        odd.append(f"Save {save}")
    return table, odd


def doubts(stats: Any, weapons: Sequence[Any], gun: bool) -> list[str]:
    """Figures of 0 that a model cannot well have; ``gun``: it is a gun that others serve."""
    out = []
    if stats.T and not stats.Ld and not gun:
        out.append("Ld 0")
    fired = [w for w in weapons if not (w.stats.melee or w.stats.template or w.stats.type.kind in ("Bomb", "Template"))]
    if fired and not stats.BS:
        out.append(f"BS 0, with {fired[0].name}")
    return out


def power_name(words: str) -> str | None:
    """The psychic power that a profile of this name is, as far as it is executable; None for others.

    >>> power_name("(Primaris) Smite"), power_name("5 - Endurance"), power_name("6 - Life Leech")
    ('Smite', 'Endurance', None)
    """
    plain = re.sub(r"^(?:\(Primaris\)|[0-9]\s*[-:.])\s*", "", words.strip()).lower()
    return next((name for name in powers.catalogue() if name.lower() == plain and name != "Force"), None)


_NUMBERS = {"two": 2, "pair of": 2, "three": 3, "four": 4, "2x": 2, "3x": 3, "4x": 4, "2 x": 2}


def counted(words: str) -> int:
    """How many of a weapon the name of what is chosen speaks of.

    >>> counted("Two Twin-Linked Lascannons"), counted("2x Heavy Bolter"), counted("Twosome Gun")
    (2, 2, 1)
    """
    found = re.match(rf"({'|'.join(_NUMBERS)}) ", words.lower())
    return _NUMBERS[found[1]] if found else 1


_DOORS = (
    ("left", r"left|(?:each|both) sides?"),
    ("right", r"right|(?:each|both) sides?"),
    ("front", r"front|frontal|forward"),
    ("rear", r"rear"),
)


def doors(words: str) -> int | list[str] | None:
    """The sides of a hull with an access point as printed, or how many there are, or None when nothing is said.

    A hatch on top is on no side: then only the number counts.

    >>> doors("3. One on each side and one at the rear"), doors("2"), doors("2: Left door, Top Hatch"), doors("None")
    (['left', 'right', 'rear'], 2, 2, None)
    """
    if not re.search(r"\b(?:top|roof)\b", words, re.IGNORECASE):
        sides = [side for side, sign in _DOORS if re.search(rf"\b(?:{sign})\b", words, re.IGNORECASE)]
        if sides:
            return sides
    found = re.match(r"([0-9]{1,2})\b", words.strip())
    return int(found[1]) if found else None


def limited(words: str) -> bool:
    """Whether a transport's capacity says more than a number of models.

    >>> limited("12 Models"), limited("10."), limited("10. No Bulky")
    (False, False, True)
    """
    return bool(re.match(r"[0-9]{1,3}.*\b(?:no|not|only|or)\b|.*[0-9] [\w-]*sized", words, re.IGNORECASE))


def carried(words: str) -> int | None:
    """The number at the head of a transport's entry, or None when it counts something else than models.

    >>> carried("12 Models"), carried("10, or one walker"), carried("2 Rhino-Sized"), carried("3. One on each side")
    (12, 10, None, 3)
    """
    found = re.match(r"([0-9]{1,3})\s*(?:models?)?\s*(?:[.,:;(]|in\b|$)", words.strip(), re.IGNORECASE)
    return int(found[1]) if found else None


_BOOKS = re.compile(
    r"(?:codex|supplement|army list|index|data ?slate|expansion|campaign|war ?zone|imperial armour|forge ?world|fw|ia|hh|"
    r"v(?:olume)?\.? ?[0-9.]+|[0-9.]+)\b.*",
    re.IGNORECASE,
)


def factions(catalogue: str, categories: Iterable[str] = ()) -> tuple[str, ...]:
    """The factions of a unit: what its catalogue is called after, and its categories for factions.

    >>> factions("Moss Orks: Codex (2014)"), factions("(HH) Legion - Red Gulls"), factions("Elves - FW", ["Faction: Corsairs"])
    (('Moss Orks',), ('Legion', 'Red Gulls'), ('Elves', 'Corsairs'))
    """
    parts = re.split(r"\s*(?::|\s[-–—]\s)\s*", re.sub(r"\([^()]*\)", " ", catalogue))
    named = [part.strip() for part in parts if part.strip() and not _BOOKS.fullmatch(part.strip())]
    for category in categories:
        if found := re.fullmatch(r"factions?\s*[:\-–]\s*(.+)", category.strip(), re.IGNORECASE):
            named.append(found[1].strip())
    return tuple(dict.fromkeys(named))[:MOST_FACTIONS]
