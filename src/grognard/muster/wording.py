"""How BattleScribe's 7th-edition files word types, weapons and rules, made into what ``systems.usr`` reads."""

from __future__ import annotations

import re
from typing import Any

from ..errors import GrognardError
from .spelling import rule_names

STATLINES = ("Unit", "Vehicle", "Walker", "Flyer", "Building")
_FIRE = re.compile(
    r"(assault|heavy|rapid fire|salvo|pistol|ordnance|primary weapon|melee|grenade|bomb)\b\s*"
    r"((?:[0-9]*D[36](?:\+[0-9]+)?|[0-9]+(?:/[0-9]+)?)(?![\"0-9]))?\s*(.*)",
    re.IGNORECASE,
)
ASSAULT_GRENADES = ("assault grenades", "don't suffer initiative penalty for charging through cover")
_TYPES = {
    "flying monstrous creature": "Flying Monstrous Creature",
    "gargantuan creature": "Gargantuan Creature",
    "monstrous creature": "Monstrous Creature",
    "jet pack infantry": "Jet Pack",
    "jetpack infantry": "Jet Pack",
    "jump infantry": "Jump",
    "jump unit": "Jump",
    "jet pack": "Jet Pack",
    "jump": "Jump",
    "infantry": "Infantry",
    "jetbikes": "Jetbike",
    "jetbike": "Jetbike",
    "bikes": "Bike",
    "bike": "Bike",
    "beasts": "Beast",
    "beast": "Beast",
    "cavalry": "Cavalry",
    "artillery": "Artillery",
    "walker": "Walker",
    "flyer": "Flyer",
    "chariot": "Chariot",
    "building": "Building",
    "vehicle": "Vehicle",
}
_TAGS = {
    "super-heavy": "Super-heavy",
    "open-topped": "Open-topped",
    "opened-topped": "Open-topped",
    "open topped": "Open-topped",
    "character": "Character",
    "transport": "Transport",
    "tranport": "Transport",
    "skimmer": "Skimmer",
    "hover": "Hover",
    "heavy": "Heavy",
    "tank": "Tank",
    "fast": "Fast",
}


def unit_type(words: str, profile: str) -> tuple[str, tuple[str, ...], list[str]]:
    """(type, tags, words that mean nothing here) of a unit type as printed; ``profile`` is the sort of its statline.

    >>> unit_type("Super-heavy Vehicle, Transport", "Vehicle")
    ('Vehicle', ('Super-heavy', 'Transport'), [])
    """
    kind = {"Unit": "Infantry", "": "Infantry"}.get(profile, profile)
    found: list[str] = []
    tags: list[str] = []
    left: list[str] = []
    for part in re.split(r"[,()/]| - ", words):
        rest = " ".join(part.lower().split())
        while rest:
            for table in (_TYPES, _TAGS):
                word = next((w for w in table if re.match(rf"{re.escape(w)}(?![\w-])", rest)), None)
                if word is not None:
                    (found if table is _TYPES else tags).append(table[word])
                    rest = rest[len(word) :].strip()
                    break
            else:
                left.append(part.strip())
                break
    special = [f for f in found if f not in ("Vehicle", "Infantry")]
    if special:
        kind = special[0]
        left += special[1:]
    elif found:
        kind = found[0]
    return kind, tuple(dict.fromkeys(tags)), left


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


def weapon_type(words: str, reach: bool) -> tuple[str, list[str]]:
    """(type as ``Fire.of`` reads it, names of the rules) of a weapon type as printed. ``reach``: it has a range.

    Raises GrognardError when no type is among the words of a weapon with a range; without one it is Melee.

    >>> weapon_type('Heavy 1, 5" Blast, Gets Hot!', True)
    ('Heavy 1', ['Large Blast', 'Gets Hot'])
    """
    kind = ""
    rules: list[str] = []
    for part in parts(words):
        found = _FIRE.fullmatch(part)
        if not found or kind:
            rules += rule_names(part)
            continue
        kind = f"{found[1]} {found[2] or ''}".strip()
        if found[3].strip(" ,"):
            rules += rule_names(found[3])
    if not kind:
        if reach:
            raise GrognardError(f"no weapon type in {words[:60]!r}")
        kind = "Melee"
    for i, rule in enumerate(rules):
        if dice := re.fullmatch(r"(Apocalyptic Barrage) \(([0-9]*D[0-9+]+)\)", rule):  # so many strikes, said by dice
            rules[i], kind = dice[1], re.sub(r" [0-9]*D?[0-9+]+$", "", kind) + f" {dice[2]}"
    return kind, rules


def _charged(strength: str, piercing: str) -> tuple[str, str, str] | None:
    """(Strength, "Strength/AP" on the charge, AP) of a blade that is printed with two of each, the first for a charge.

    >>> _charged("+1/User*", "3/4*"), _charged("User", "3")
    (('User', '+1/3', '4'), None)
    """
    strengths, aps = (re.fullmatch(r"([^/]+)/([^/*]+)\*", cell.strip()) for cell in (strength, piercing))
    if strengths is None or aps is None:
        return None
    return strengths[2], f"{strengths[1]}/{aps[1]}", aps[2]


def _torrent(rules: list[str]) -> bool:
    return any(rule.startswith("Torrent") for rule in rules)


def weapon_table(cells: dict[str, str]) -> tuple[dict[str, Any], list[str]]:
    """The statline of a weapon as a force file has it, and the names of its rules. Raises GrognardError."""
    reach = cells.get("Range", "").strip()
    if reach.lower() in ("-", "", "melee", "n/a"):
        reach = ""
    dropped = reach.lower() == "bomb"
    kind, rules = weapon_type(cells.get("Type", ""), bool(reach) and not dropped)
    if dropped:  # from a flyer's hull: it has no range, and what type stands there is that of a gun
        kind, reach = "Bomb", ""
        rules = [rule for rule in rules if rule.lower() != "bomb"]
    elif kind.startswith("Ordnance"):  # two dice to penetrate either way
        rules = [rule for rule in rules if rule.lower() != "primary weapon"]
    table: dict[str, Any] = {"type": kind}
    if any(rule.lower() in ASSAULT_GRENADES for rule in rules):
        table["assault"] = True
        rules = [rule for rule in rules if rule.lower() not in ASSAULT_GRENADES]
    if (lent := re.fullmatch(r'([0-9]{1,2})"? ?\+ ?template', reach, re.IGNORECASE)) and _torrent(rules):
        reach = "Template"  # the inches are those of Torrent
        rules = [f"Torrent ({lent[1]})" if rule == "Torrent" else rule for rule in rules]
    if reach.lower() in ("template", "hellstorm"):
        rules = [rule for rule in rules if rule.lower() != "template"]
    if reach:
        table["range"] = re.sub(r'["″”]', "", reach)
    strength = cells.get("Strength", "").replace(" ", "")
    if kind == "Melee" and (lance := _charged(strength, cells.get("AP", ""))):
        (strength, table["lance"]), cells = lance[:2], {**cells, "AP": lance[2]}
    if found := re.fullmatch(r"([2-4])[xX]|[xX]([2-4])", strength):
        strength = f"x{found[1] or found[2]}"
    if strength not in ("-", ""):
        table["S"] = strength
    if cells.get("AP", "").strip() not in ("-", "", "n/a"):
        table["AP"] = cells["AP"].strip()
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
            odd.append(f"{key} {words}")
    if profile == "Building":
        for side in ("Front", "Side", "Rear"):
            table[side] = cells.get("Armour Value", "")
        table["HP"] = cells.get("Hull Points", "")
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


def power_name(words: str) -> str | None:
    """The psychic power that a profile of this name is, as far as it is executable; None for others.

    >>> power_name("(Primaris) Smite"), power_name("5 - Endurance"), power_name("6 - Life Leech")
    ('Smite', 'Endurance', None)
    """
    from ..systems.usr.powers import catalogue

    plain = re.sub(r"^(?:\(Primaris\)|[0-9]\s*[-:.])\s*", "", words.strip()).lower()
    return next((name for name in catalogue() if name.lower() == plain and name != "Force"), None)


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
