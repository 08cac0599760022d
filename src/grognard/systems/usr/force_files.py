"""The keys of force files: how statlines, weapons and units are written, and what is wrong with them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from ...common.schema import MOST_INCHES, Count, Schema, Stat, flag, known, needed, said, save, text, whole
from ...errors import GrognardError
from .profiles import ARMOURED, TAGS, TYPES, Stats, WeaponStats, WeaponType
from .rules.powers import catalogue, named

WITCHFIRES = ("beam", "nova", "focussed")
STRENGTHS = "1 to 10, 'User', '+n', '-n', 'xn', 'X', 'D' or dice such as '2D6'"


def _range(value: Any) -> tuple[int | None, int, str]:
    if isinstance(value, str):
        plain = re.sub(r"[\"″”]", "", value).strip()
        if plain.lower() in ("template", "hellstorm"):
            return None, 0, plain.capitalize()
        if plain.lower() in ("unlimited", "infinite", "∞"):
            return MOST_INCHES, 0, ""
        if found := re.fullmatch(r"([0-9]{1,4}) ?[-–] ?([0-9]{1,4}|[Uu]nlimited)", plain):
            most = int(found[2]) if found[2].isdigit() else MOST_INCHES
            if int(found[1]) > most:
                raise GrognardError(f"{said(value)}: the least range is beyond the longest")
            return whole(1, MOST_INCHES)(most), int(found[1]), ""
    try:
        return whole(1, MOST_INCHES)(value), 0, ""
    except GrognardError as error:
        raise GrognardError(error.what, hint="write inches, '24-120', 'Template' or '-'") from None


def _range_written(most: int | None, least: int, template: str) -> int | str | None:
    return template or (f"{least}-{most}" if least else most)


def _powers(value: Any) -> tuple[str, ...]:
    if not isinstance(value, (list, tuple)):
        raise GrognardError(f"{said(value)} is no list of powers", hint='write for example powers = ["Smite"]')
    return tuple(dict.fromkeys([_power(text(name)) for name in value]))


def _power(name: str) -> str:
    return name if named(name) is not None else known(name, catalogue(), "psychic power")


def written_dice(value: Any, most: int) -> str | None:
    """Dice that say a Strength or AP, as they are written; None for anything else, and for more than ``most`` at their highest."""
    if not isinstance(value, str) or "D" not in value.upper():
        return None
    try:
        count = Count.of(value.replace(" ", ""))
    except GrognardError:
        return None
    return str(count) if count.most <= most else None


def _strength(value: Any) -> int | str:
    if isinstance(value, str):
        plain = value.replace(" ", "").replace("×", "x")
        if plain.lower() == "user":
            return "User"
        if plain.upper() in ("X", "D", "*"):
            return "X" if plain == "*" else plain.upper()
        if re.fullmatch(r"\+[0-9]|-[1-9]", plain) or re.fullmatch(r"x[2-4]", plain.lower()):
            return plain.lower()
        if (dice := written_dice(plain, 20)) is not None:
            return dice
    try:
        return whole(1, 10)(value)
    except GrognardError:
        raise GrognardError(f"{said(value)} is no Strength", hint=f"write {STRENGTHS}") from None


def _charge(value: Any) -> tuple[int | str, int | None]:
    """Strength and AP on the charge, from "+1/3"."""
    parts = [part.strip() for part in value.split("/")] if isinstance(value, str) else []
    if len(parts) != 2:
        raise GrognardError(f"{said(value)}: a Strength and an AP", hint="such as '+1/3'")
    first, second = (int(part) if part.isdigit() else part for part in parts)
    return _strength(first), None if second == "-" else whole(1, 6)(second)


def _charge_written(value: tuple[Any, ...]) -> str | None:
    return f"{value[0]}/{'-' if value[1] is None else value[1]}" if value else None


ZONES = 3  # of a marker with zones: inner, middle, outer


def _zones(value: Any, read: Callable[[Any], Any]) -> tuple[Any, tuple[Any, ...]]:
    """One value, or one for each zone of a marker: (that of the inner zone, those beyond)."""
    parts = [part.strip() for part in value.split("/")] if isinstance(value, str) else [value]
    if len(parts) not in (1, ZONES):
        raise GrognardError(f"{said(value)}: one value, or {ZONES} for the zones of a marker", hint="such as '10/7/5'")
    first, *rest = (read(int(p) if isinstance(p, str) and p.isdigit() else p) for p in parts)
    return first, tuple(rest)


def _strengths(value: Any) -> tuple[Any, tuple[Any, ...]]:
    return _zones(value, _strength)


def _piercings(value: Any) -> tuple[Any, tuple[Any, ...]]:
    return _zones(value, lambda one: None if one == "-" else written_dice(one, 6) or whole(1, 6)(one))


def _zones_written(first: Any, outer: tuple[Any, ...]) -> Any:
    return "/".join("-" if one is None else str(one) for one in (first, *outer)) if outer else first


def _model_needs(kind: str, tags: tuple[str, ...], table: Mapping[str, Any]) -> tuple[str, ...]:
    # a gun's crew, a chariot's rider, a tank with its commander: each has the keys of its own sort of statline
    armoured = kind in ARMOURED if ("Front" in table) == ("T" in table) else "Front" in table
    if not armoured:
        return ("WS", "BS", "S", "T", "W", "I", "A", "Ld")
    if kind == "Building":
        return ("Front", "HP")
    if kind == "Walker":
        return ("WS", "BS", "S", "Front", "Side", "Rear", "I", "A", "HP")
    return ("BS", "Front", "Side", "Rear", "HP")


def _model_faults(stats: Stats, kind: str, tags: tuple[str, ...]) -> list[str]:
    if stats.Front and stats.T and kind != "Chariot":
        return ["a model has either T and W or armour values and HP"]
    if not (stats.Front or stats.T):
        return ["Front and T are 0: a model has either T and W or armour values and HP"]
    wanted = ("W",) if not stats.Front else ("HP",) if kind == "Building" else ("Side", "Rear", "HP")
    return [f"{key} is 0" for key in wanted if not getattr(stats, key)]


def _weapon_needs(table: Mapping[str, Any]) -> tuple[str, ...]:
    kind = str(table.get("type", "")).strip().lower()
    if kind.startswith("bomb"):  # dropped from a hull
        return ("S", "type")
    return ("type",) if kind in ("melee", "") else ("range", "S", "type")


def _weapon_faults(weapon: WeaponStats) -> list[str]:
    reach = weapon.range is not None or weapon.template != ""
    if weapon.charge and not weapon.melee:
        return ["only a Melee weapon strikes otherwise on the charge"]
    if weapon.melee and reach:
        return ["a Melee weapon has no range"]
    if weapon.warp and not reach:
        return ["a witchfire power has a range"]
    if weapon.witchfire and not (weapon.warp and weapon.range):
        return ["a beam, a nova or a focussed power has a range in inches and takes warp charges"]
    if not weapon.melee and not reach and weapon.type.kind not in ("Bomb", "Template"):
        return [f"a weapon of type {weapon.type} has a range"]
    return _zone_faults(weapon) if weapon.beyond_s or weapon.beyond_ap else []


def _zone_faults(weapon: WeaponStats) -> list[str]:
    if weapon.melee or bool(weapon.beyond_s) != bool(weapon.beyond_ap):
        return ["a marker with zones has a Strength and an AP for each"]
    strengths = [10 if s == "D" else s for s in (weapon.S, *weapon.beyond_s)]
    if not all(isinstance(s, int) for s in strengths):
        return ["the Strengths of a marker's zones are numbers or 'D'"]
    if any(isinstance(ap, str) for ap in (weapon.AP, *weapon.beyond_ap)):
        return ["the APs of a marker's zones are numbers or '-'"]
    aps = [ap or 7 for ap in (weapon.AP, *weapon.beyond_ap)]
    if strengths != sorted(strengths, key=int, reverse=True) or aps != sorted(aps):
        return ["Strength and AP of a marker's zones get no better outwards"]
    return []


_SKILL = whole(0, 10)
_ARMOUR = whole(5, 16)

MODEL = (
    Stat("WS", "Weapon Skill, 0 to 10", _SKILL),
    Stat("BS", "Ballistic Skill, 0 to 10", _SKILL),
    Stat("S", "Strength, 0 to 10", _SKILL),
    Stat("T", "Toughness, 1 to 10", whole(1, 10)),
    Stat("W", "Wounds, 1 to 60", whole(1, 60)),
    Stat("I", "Initiative, 0 to 10", _SKILL),
    Stat("A", "Attacks, 0 to 20", whole(0, 20)),
    Stat("Ld", "Leadership, 0 to 10", _SKILL),
    Stat("Sv", "armour save, '2+' to '6+'; '-': none", save(), needed),
    Stat("Inv", "invulnerable save, '2+' to '6+'; '-': none", save(), needed),
    Stat("M", "inches of a move, 0 to 60; absent: as the unit type", whole(0, 60)),
    Stat("Front", "Armour Value, 5 to 16", _ARMOUR),
    Stat("Side", "Armour Value, 5 to 16", _ARMOUR),
    Stat("Rear", "Armour Value, 5 to 16", _ARMOUR),
    Stat("HP", "Hull Points, 1 to 100", whole(1, 100)),
    Stat(
        "powers",
        'the psychic powers it knows besides Force: powers = ["Smite"]',
        _powers,
        lambda names: list(names) or None,
    ),
    Stat("sanctic", "true: Sanctic powers bring it no more Perils of the Warp than others", flag),
)
WEAPON = (
    Stat(
        "range",
        "inches, '24-120' with a least range, 'Template' or '-'",
        _range,
        _range_written,
        ("range", "least", "template"),
    ),
    Stat("S", f"{STRENGTHS}; '10/7/5' for the zones of a marker", _strengths, _zones_written, ("S", "beyond_s")),
    Stat(
        "AP",
        "1 to 6; '-': none; dice such as 'D6'; '1/4/6' for the zones of a marker",
        _piercings,
        _zones_written,
        ("AP", "beyond_ap"),
    ),
    Stat("type", "as printed: 'Assault 2', 'Rapid Fire', 'Salvo 2/4', 'Melee'", WeaponType.of, str),
    Stat("warp", "a witchfire power of the force's own: warp charges, 1 to 3", whole(1, 3)),
    Stat(
        "witchfire",
        "the sort of a witchfire power: 'beam', 'nova' or 'focussed'",
        lambda v: known(text(v), WITCHFIRES, "sort"),
    ),
    Stat("assault", "true: grenades that keep the Initiative of a charge through difficult ground, as frag do", flag),
    Stat(
        "lance",
        "Strength and AP of blows in a turn in which its bearer charges, such as '+1/3'",
        _charge,
        _charge_written,
        ("charge",),
    ),
    Stat("mode_of", "the name of the weapon of which this is one way to fire: one of them a turn", text),
)


SIDES = ("front", "left", "right", "rear")


def _access(value: Any) -> int | tuple[str, ...]:
    if isinstance(value, list):
        return tuple(dict.fromkeys(known(text(side), SIDES, "side of a hull") for side in value))
    try:
        return whole(0, 20)(value)
    except GrognardError as error:
        raise GrognardError(error.what, hint='write the sides, ["left", "rear"], or how many there are') from None


MOST_FACTIONS = 12


def _factions(value: Any) -> tuple[str, ...]:
    named = [value] if isinstance(value, str) else value
    if not isinstance(named, (list, tuple)) or not 0 < len(named) <= MOST_FACTIONS:
        raise GrognardError(
            f"{said(value)}: 1 to {MOST_FACTIONS} names", hint='write for example faction = ["Moss Orks"]'
        )
    return tuple(dict.fromkeys(text(name) for name in named))


UNIT = (
    Stat("capacity", "seats of each transport or building of the unit, 0 to 100", whole(0, 100)),
    Stat("access", "sides with an access point, ['left', 'rear'], or how many (then anywhere along the hull)", _access),
    Stat("fire_points", "models that may fire out of each, 0 to 50", whole(0, 50)),
    Stat("battlements", "models that may stand on the roof of a building, 0 to 100", whole(0, 100)),
    Stat("rides", "the transport of the same force that was bought for the unit, by its name", text),
    Stat("conjured", "true: it is in play when a power of the force, 'Summon' and its name, has brought it", flag),
    Stat("smoke", "true: smoke launchers, used once a battle", flag),
    Stat(
        "faction", "the factions it belongs to, ['Moss Orks']: whom Hatred (X) and Preferred Enemy (X) mean", _factions
    ),
)


def summoned(power: str) -> str:
    """The name of the unit that a power conjures; "" when it conjures none."""
    found = named(power)
    return found.brings if found is not None else ""


def links(kinds: tuple[Any, ...]) -> list[tuple[int, str, GrognardError]]:
    """What units of a force say of one another and is wrong: who rides in what."""
    faults = []
    may_come = {k.name for k in kinds if k.detail("conjured")}
    for i, kind in enumerate(kinds):
        for name in dict.fromkeys(name for m in kind.models for name in m.stats.powers):
            if (brings := summoned(name)) and brings not in may_come:
                hint = f"units with conjured = true: {', '.join(sorted(may_come)) or 'none'}"
                faults.append((i, "powers", GrognardError(f"{name!r} conjures no unit of this force", hint=hint)))
        if (name := kind.detail("rides")) is None:
            continue
        names = [k.name for k in kinds if k.detail("capacity", 0)]
        if name not in names:
            hint = f"transports of this force: {', '.join(names) or 'none'}"
            faults.append((i, "rides", GrognardError(f"no transport named {name!r}", hint=hint)))
        elif sum(k.detail("rides") == name for k in kinds[: i + 1]) > names.count(name):
            faults.append((i, "rides", GrognardError(f"{name!r} rides with another unit already")))
    return faults


def schema(read_rule: Callable[[str], Any], **hooks: Any) -> Schema:
    """The schema of the system's force files with this reader of rule names; ``hooks`` are further fields of Schema."""
    return Schema(
        id="usr",
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
        force_links=links,
        **hooks,
    )
