"""The statlines of Dropzone Commander: what a unit and a weapon are in numbers."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from ...common.profiles import Kind, Model, interned
from ...common.schema import MOST_INCHES, MOST_SHOTS, Schema, Stat, known, needed, said, save, text, whole, word
from ...errors import GrognardError
from ...kernel.memo import memo

GROUND = ("Vehicle", "Tank", "Skimmer", "Walker")
FLYING = ("Aircraft", "Aircraft-S")
TYPES = ("Infantry", *GROUND, *FLYING, "Behemoth", "Scenery")
TAGS = ("Destructible", "Flammable")
CATEGORIES = ("Command", "Scout", "Heavy", "Troops", "Exotic", "Support", "Standard", "Behemoth", "Auxiliary", "Extras")
ZONES = ("Hull", "Legs", "Weapons")
COMMANDERS = {
    1: (4, 0),
    2: (8, 35),
    3: (12, 65),
    4: (16, 95),
    5: (20, 125),
    6: (24, 155),
}  # CV: (inches of influence, points)


class Countermeasures(Struct, frozen=True):
    """A unit's countermeasures, as ``"A, E+2, P5+"`` says them."""

    active: bool = False  # A: countered range counts
    evasion: int = 0  # E+n: added to the number needed to hit; 0: none
    passive: int | None = None  # P n+: the roll that saves a Damage Point; None: none

    @classmethod
    def of(cls, value: object) -> Countermeasures:
        """From the text, parts separated by commas or blanks. Raises GrognardError."""
        active, evasion, passive = False, 0, None
        for part in re.split(r"[,\s]+", text(value).upper().replace(" +", "+")):
            if part == "A":
                active = True
            elif found := re.fullmatch(r"E\+?([0-9])", part):
                evasion = int(found[1])
            elif found := re.fullmatch(r"P([2-6])\+?", part):
                passive = int(found[1])
            elif part not in ("", "-"):
                raise GrognardError(f"{said(value)} is no countermeasure", hint="write for example 'A, E+2, P5+'")
        return cls(active, evasion, passive)

    def __str__(self) -> str:
        parts = ["A"] if self.active else []
        parts += [f"E+{self.evasion}"] if self.evasion else []
        parts += [f"P{self.passive}+"] if self.passive else []
        return ", ".join(parts) or "-"


class Stats(Struct, frozen=True):
    """A unit: one model or one base. A squad's units stand in ``Kind.models``."""

    MV: int = 0  # inches of a full move
    slowest: int = 0  # inches it must move at least (Fast); 0: none
    CM: Countermeasures = Countermeasures()
    A: int = 0  # Armour
    DP: int = 1  # Damage Points; a Behemoth's are those of the zone aimed at
    F: int | None = None  # Fortitude, the roll needed, of Infantry; None: no Fortitude
    Type: str = ""  # the unit's type once more, when the statline gives it
    Spread: int = 0  # inches round the centre of a Behemoth that are measured to as if it stood there


class WeaponStats(Struct, frozen=True):
    """A weapon. Ranges of ``math.inf`` reach over the whole table."""

    mf: int | None = None  # inches it may have moved and still fire; None: any
    arcs: tuple[str, ...] = ()  # of "F", "S", "R"; (): none, as in close quarters
    side: str = ""  # "Left" or "Right" when it bears on that side only
    full: float = 0.0  # inches against what has no Active countermeasures; 0 in close quarters
    countered: float = 0.0  # inches against what has them
    cq: bool = False  # whether it is a close-quarters weapon
    shots: int = 1
    acc: int | None = None  # roll needed to hit; None: hits automatically
    energy: int | None = None  # None: it does no damage

    def reach(self, target: Stats) -> float:
        """How far it reaches such a unit, inches, however it is fired: less where Active countermeasures are in the way."""
        return (self.countered if target.CM.active else self.full) + target.Spread


def _move(value: Any) -> tuple[int, int]:
    if isinstance(value, str) and (found := re.fullmatch(r'([0-9]{1,3})"? ?[-–] ?([0-9]{1,3})"?', value.strip())):
        low, high = whole(0, 120)(int(found[1])), whole(0, 120)(int(found[2]))
        if low > high:
            raise GrognardError(f"{said(value)}: the shortest move is longer than the longest")
        return high, low
    return whole(0, 120)(value), 0


def _move_written(most: int, slowest: int) -> int | str:
    return f"{slowest}-{most}" if slowest else most


def _inches(value: Any) -> float:
    if isinstance(value, str) and value.strip().lower() in ("∞", "inf", "infinite", "unlimited"):
        return math.inf
    return float(whole(0, MOST_INCHES)(value))


def _full(value: Any) -> tuple[float, bool]:
    if isinstance(value, str) and value.strip().upper() == "CQ":
        return 0.0, True
    return _inches(value), False


def _countered(value: Any) -> float:
    return 0.0 if isinstance(value, str) and value.strip().upper() == "CQ" else _inches(value)


def _inches_written(value: float) -> int | str:
    return "∞" if value == math.inf else int(value)


def _full_written(full: float, cq: bool) -> int | str:
    return "CQ" if cq else _inches_written(full)


def _arc(value: Any) -> tuple[tuple[str, ...], str]:
    found = re.fullmatch(r"([FSR](?: ?/ ?[FSR]){0,2})(?: ?\((left|right)\))?", text(value).strip(), re.IGNORECASE)
    if not found:
        raise GrognardError(f"{said(value)} is no arc", hint="write 'F/S/R', 'F' or 'F/S (Left)'")
    letters = found[1].upper().replace(" ", "").split("/")
    return tuple(a for a in ("F", "S", "R") if a in letters), (found[2] or "").capitalize()


def _arc_written(arcs: tuple[str, ...], side: str) -> str | None:
    return ("/".join(arcs) + (f" ({side})" if side else "")) or None


def _squad(value: Any) -> tuple[int, int]:
    if isinstance(value, str) and (found := re.fullmatch(r"([0-9]{1,3}) ?[-–] ?([0-9]{1,3})", value.strip())):
        value = [int(found[1]), int(found[2])]
    if not isinstance(value, (list, tuple)) or len(value) != 2:
        raise GrognardError(f"{said(value)} is no squad size", hint="write [3, 9]")
    low, high = (whole(1, 60)(v) for v in value)
    if low > high:
        raise GrognardError(f"{said(value)}: the smallest squad is larger than the largest")
    return low, high


def _transport(value: Any) -> tuple[str, ...]:
    lines = [value] if isinstance(value, str) else value
    if not isinstance(lines, (list, tuple)):
        raise GrognardError(f"{said(value)} is no transport entry", hint="write ['req 2 a', 'cap 3 c']")
    out = []
    for line in lines:
        found = re.fullmatch(r"(req|cap) ([0-9]{1,2}) ([a-z])", text(line).lower())
        if not found:
            raise GrognardError(f"{said(line)} is no transport entry", hint="write 'req 2 a' or 'cap 3 c'")
        out.append(f"{found[1]} {int(found[2])} {found[3]}")
    return tuple(out)


def _zones(value: Any) -> tuple[tuple[str, int, int], ...]:
    """(zone, number of thresholds, Damage Points of each), from ``{Hull = [2, 9]}``."""
    if not isinstance(value, Mapping) or not value:
        raise GrognardError(
            f"{said(value)} are no zones", hint="write {Hull = [2, 9], Legs = [4, 3], Weapons = [2, 9]}"
        )
    out = []
    for name, pair in value.items():
        if not isinstance(pair, (list, tuple)) or len(pair) != 2:
            raise GrognardError(f"{said(pair)} is no zone", hint="write [thresholds, Damage Points of each]")
        out.append((known(str(name), ZONES, "zone"), whole(1, 20)(pair[0]), whole(1, 60)(pair[1])))
    return tuple(out)


def _commander(value: Any) -> int | tuple[int, ...]:
    """A Command Value, that of the first unit's Commander; or one for each unit from the first, 0 for a unit without."""
    if isinstance(value, (list, tuple)) and any(value):
        return tuple(whole(0, 6)(v) for v in value)
    return whole(1, 6)(value)


def _commander_written(value: int | tuple[int, ...]) -> int | list[int]:
    return list(value) if isinstance(value, tuple) else value


def values(commander: int | tuple[int, ...]) -> tuple[int, ...]:
    """The Command Values in a squad, unit by unit from the first, as ``commander`` of its file says them.

    >>> values(3), values((2, 0, 1)), values(0)
    ((3,), (2, 0, 1), ())
    """
    if isinstance(commander, tuple):
        return commander
    return (commander,) if commander else ()


ANY_WEAPON = "a weapon"
USUAL = (("Hull", ("A -2",)), ("Legs", ("MV -2",)), ("Weapons", (ANY_WEAPON,)))  # where its card is not at hand


def _crippled(value: Any) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """(zone, what each Crippled result takes), from ``{Hull = ["A -2", "Missile Battery"]}``."""
    if not isinstance(value, Mapping) or not value:
        raise GrognardError(
            f"{said(value)} are no Crippled results",
            hint='write {Hull = ["A -2"], Legs = ["MV -2"], Weapons = ["a weapon"]}',
        )
    out = []
    for name, words in value.items():
        lost = [words] if isinstance(words, str) else words
        if not isinstance(lost, (list, tuple)) or not lost:
            raise GrognardError(f"{said(words)} is no Crippled result", hint='write ["A -2", "Missile Battery"]')
        out.append((known(str(name), ZONES, "zone"), tuple(" ".join(text(one).split()) for one in lost)))
    return tuple(out)


def less(word: str) -> tuple[str, int] | None:
    """The figure that a Crippled result lowers and by how much, None when it takes something else.

    >>> less("MV -2"), less("Missile Battery")
    (('MV', 2), None)
    """
    found = re.fullmatch(r"(A|MV) ?- ?([1-9][0-9]?)", word)
    return (found[1], int(found[2])) if found else None


def named(weapon: str, word: str) -> bool:
    """Whether a Crippled result names a weapon; of several of one name all are meant.

    >>> named("Mass Driver (Left)", "mass driver"), named("Gun", "Mass Driver")
    (True, False)
    """
    return weapon.lower() == word.lower() or weapon.lower().startswith(word.lower() + " (")


def cripplings(units: tuple[Any, ...]) -> list[tuple[int, str, GrognardError]]:
    """What is wrong with Crippled results: they take what the unit has not."""
    wrong = []
    for i, kind in enumerate(units):
        model = kind.models[0]
        for zone, words in kind.detail("crippled", ()):
            for lost in words:
                has = any(named(w.name, lost) for w in model.weapons) or lost in map(str, model.rules)
                if lost != ANY_WEAPON and less(lost) is None and not has:
                    listed = ", ".join(dict.fromkeys(w.name for w in model.weapons))
                    hint = f"'A -2', 'MV -2', {ANY_WEAPON!r}, one of its rules, or a weapon: {listed}"
                    wrong.append((i, "crippled", GrognardError(f"{zone} takes {lost!r}, which it has not", hint=hint)))
    return wrong


def commander_price(details: tuple[tuple[str, Any], ...]) -> int:
    """What the Commanders in a squad cost; its own points are printed without them.

    >>> commander_price((("category", "Command"), ("commander", 3))), commander_price(()), commander_price((("commander", (2, 2)),))
    (65, 0, 70)
    """
    return sum(price(value) for key, given in details if key == "commander" for value in values(given))


def price(value: int) -> int:
    """The points of a Commander of a Command Value; 0 for none."""
    return COMMANDERS[value][1] if value else 0


def _second(value: Any) -> tuple[tuple[str, Any], ...]:
    """The other profile of a unit, from ``{type = "Skimmer", MV = 9, CM = "A", A = 12}``; what is left out stays the same."""
    keys = ("type", *SECOND)
    if not isinstance(value, (Mapping, tuple)) or not value:
        raise GrognardError(f"{said(value)} is no second profile", hint='write {type = "Skimmer", MV = 9}')
    out = []
    for key, given in dict(value).items():
        name = known(str(key), keys, "key of a second profile")
        if name == "type":
            out.append(("type", known(text(given), (*GROUND, *FLYING), "type of a second profile")))
        else:
            stat = next(stat for stat in MODEL if stat.key == name)
            read = stat.read(given)
            values: tuple[Any, ...] = read if len(stat.filled) > 1 else (read,)
            if name == "MV" and values[1]:
                raise GrognardError(f"{said(given)}: a second profile has no shortest move")
            out.append((name, stat.write(*values)))
    if "type" not in dict(out):
        raise GrognardError("a second profile needs a type", hint='write {type = "Skimmer", MV = 9}')
    return tuple(sorted(out, key=lambda pair: keys.index(pair[0])))


@memo(1024)
def transport(kind: Any, role: str) -> tuple[tuple[int, str], ...]:
    """A unit's transport Requirement (``role`` "req") or Capacity ("cap"): (number, class letter) each."""
    lines = [line.split() for line in kind.detail("transport", ())]
    return tuple((int(number), letter) for what, number, letter in lines if what == role)


def _model_needs(kind: str, tags: tuple[str, ...], table: Mapping[str, Any]) -> tuple[str, ...]:
    if kind == "Scenery":
        return ("A", "DP")
    return ("MV", "A", "DP", "F") if kind == "Infantry" else ("MV", "A", "DP")


def _model_faults(stats: Stats, kind: str, tags: tuple[str, ...]) -> list[str]:
    faults = []
    if stats.Type not in ("", kind):
        faults.append(f"Type is {stats.Type}, the type of the unit {kind}")
    if stats.F is not None and kind != "Infantry":
        faults.append("F is the Fortitude of Infantry")
    if stats.Spread and kind != "Behemoth":
        faults.append("Spread is a Behemoth's")
    return faults


def _weapon_needs(table: Mapping[str, Any]) -> tuple[str, ...]:
    close = str(table.get("full", "")).strip().upper() == "CQ"
    return ("full", "shots", "energy") if close else ("full", "countered", "shots", "acc", "energy", "arc")


def _weapon_faults(weapon: WeaponStats) -> list[str]:
    if weapon.countered > weapon.full:
        return ["countered is longer than full"]
    return []


MODEL = (
    Stat("MV", "inches of a full move, '18-36' with a shortest one", _move, _move_written, ("MV", "slowest")),
    Stat("CM", "countermeasures, 'A, E+2, P5+' or '-'", Countermeasures.of, str),
    Stat("A", "Armour, 1 to 20", whole(1, 20)),
    Stat("DP", "Damage Points, 1 to 100", whole(1, 100)),
    Stat("F", "Fortitude of Infantry, '4+'", save(), needed),
    Stat("Type", "the unit's type once more", word(*TYPES)),
    Stat("Spread", "inches round the centre of a Behemoth, 0 to 12", whole(0, 12)),
)
WEAPON = (
    Stat("mf", "inches it may have moved; '-': any", whole(0, 120)),
    Stat("arc", "'F/S/R', 'F', 'F/S (Left)' or '-'", _arc, _arc_written, ("arcs", "side")),
    Stat("full", f"inches 0 to {MOST_INCHES}, '∞', or 'CQ'", _full, _full_written, ("full", "cq")),
    Stat("countered", "inches or '∞'", _countered, _inches_written),
    Stat("shots", f"0 to {MOST_SHOTS}", whole(0, MOST_SHOTS)),
    Stat("acc", "roll needed, '1+' to '9+'; '-': always hits", save(1, 9), needed),
    Stat("energy", "0 to 20; '-': no damage", whole(0, 20)),
)
SECOND = ("MV", "CM", "A")  # what a second profile may say besides its type
UNIT = (
    Stat("category", ", ".join(CATEGORIES), word(*CATEGORIES)),
    Stat("squad", "[smallest, largest] number of units", _squad, list),
    Stat("transport", "'req 2 a' and 'cap 3 c': Requirement and Capacity", _transport, list),
    Stat(
        "zones", "of a Behemoth: thresholds and Damage Points", _zones, lambda zones: {z: [n, dp] for z, n, dp in zones}
    ),
    Stat(
        "crippled",
        "of a Behemoth: what a Crippled result takes, {Hull = ['A -2', 'Missile Battery']}",
        _crippled,
        lambda results: {zone: list(words) for zone, words in results},
    ),
    Stat("battlegroup", "the name of its battlegroup", text),
    Stat("second", "the unit's other profile: {type = 'Skimmer', MV = 9, CM = 'A', A = 12}", _second, dict),
    Stat(
        "commander",
        "the Command Value of the Commander in its first unit, 1 to 6, or [2, 0, 1] for each unit; the price comes on top",
        _commander,
        _commander_written,
    ),
)


def schema(read_rule: Callable[[str], Any], **hooks: Any) -> Schema:
    """The schema of Dropzone's force files with this reader of rule names; ``hooks`` are further fields of Schema."""
    return Schema(
        id="dropzone",
        model_stats=Stats,
        weapon_stats=WeaponStats,
        model_keys=MODEL,
        weapon_keys=WEAPON,
        types=TYPES,
        tags=TAGS,
        unit_keys=UNIT,
        read_rule=read_rule,
        model_needs=_model_needs,
        model_faults=_model_faults,
        weapon_needs=_weapon_needs,
        weapon_faults=_weapon_faults,
        **hooks,
    )


def other_profile(kind: Kind) -> Kind | None:
    """The unit in its other profile; None for a unit of one."""
    first = kind.detail("first")
    if first is not None:
        return first  # type: ignore[no-any-return]
    table = dict(kind.detail("second", ()))
    if not table:
        return None
    type = table.pop("type")
    models = tuple(_in_profile(model, table, f"{model.name} ({type})") for model in kind.models)
    details = (*(pair for pair in kind.details if pair[0] != "second"), ("first", kind))
    return interned(replace(kind, type=type, models=models, details=details))


def _in_profile(model: Model, table: dict[str, object], name: str) -> Model:
    """A model with the figures of another profile; what it has become otherwise stays."""
    fields: dict[str, object] = {}
    for stat in MODEL:
        if stat.key in table:
            read = stat.read(table[stat.key])
            fields.update(zip(stat.filled, read if len(stat.filled) > 1 else (read,), strict=True))
    return interned(replace(model, name=name, stats=replace(model.stats, **fields)))
