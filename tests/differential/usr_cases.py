"""Units of the usr system made at random and by words: as the plain count has them, and as files of the product."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction

from grognard.common.profiles import Kind
from grognard.muster.formats import native
from grognard.systems.usr.system import SYSTEM

from .usr_plain import Attacker, Body, Hull, Situation, Target, Weapon

STATED = {entry.name.lower() for entry in SYSTEM.entries() if entry.rule}


# --- plain words to force files ---------------------------------------------------------------------------------------


def said(rule: str, number: int | None = None) -> str:
    """A rule as a file writes it."""
    name = " ".join(w.capitalize() for w in rule.split())
    return f"{name} ({number}+)" if number is not None else name


def weapon_text(name: str, weapon: Weapon) -> str:
    """A weapon of a force file."""
    rules = [said(r, weapon.poison if r == "poisoned" else None) for r in sorted(weapon.rules)]
    kind = weapon.kind
    if kind == "Salvo":
        kind = f"Salvo {weapon.moving}/{weapon.shots}"
    elif kind in ("Assault", "Heavy", "Ordnance"):
        kind = f"{kind} {weapon.shots}"
    strength = weapon.strength if isinstance(weapon.strength, int) else f'"{weapon.strength}"'
    if weapon.zones:
        strength = f'"{"/".join(str(s) for s in (weapon.strength, *(s for s, _ in weapon.zones)))}"'
    lines = [f'[weapons."{name}"]', f"S = {strength}", f'type = "{kind}"', f"rules = {rules!r}"]
    if weapon.kind == "Template":
        lines.append('range = "Template"')
    elif weapon.reach is not None and weapon.kind != "Melee":
        lines.append(f"range = {weapon.reach}")
    if weapon.zones:
        lines.append(f'AP = "{"/".join(str(ap or "-") for ap in (weapon.ap, *(ap for _, ap in weapon.zones)))}"')
    elif weapon.ap is not None:
        lines.append(f"AP = {weapon.ap!r}")
    return "\n".join(lines)


def model_text(name: str, count: int, stats: dict[str, object], rules: list[str], weapons: list[str]) -> str:
    """Models of a force file."""
    figures = ", ".join(f'{k} = "{v}"' if isinstance(v, str) else f"{k} = {v}" for k, v in stats.items())
    return "\n".join(
        [
            "[[units.models]]",
            f'name = "{name}"',
            f"count = {count}",
            f"stats = {{{figures}}}",
            f"rules = {rules!r}",
            f"weapons = {weapons!r}",
        ]
    )


def read(kind: str, models: list[str], weapons: dict[str, Weapon]) -> Kind:
    """A unit as the product reads it."""
    head = ['system = "usr"', 'name = "Sketch"', *(weapon_text(n, w) for n, w in weapons.items())]
    unit = ["[[units]]", 'name = "Unit"', f'type = "{kind}"']
    (found,) = native.loads("\n".join([*head, *unit, *models])).kinds
    return found


def soldier(**figures: object) -> dict[str, object]:
    """A statline with what does not matter filled in."""
    return {"WS": 4, "BS": 4, "S": 4, "T": 4, "W": 1, "I": 4, "A": 1, "Ld": 8} | figures


def ours(n: int, by: Attacker) -> Kind:
    """The attacking unit."""
    weapons = {f"Arm {i}": w for i, w in enumerate(by.weapons)}
    rules = [said(r) for r in sorted(by.rules)] + ([f"Feel No Pain ({by.fnp}+)"] if by.fnp else [])
    kind = by.kind
    if by.has("fast"):
        kind, rules = f"{kind} (Fast)", [r for r in rules if r != "Fast"]
    if by.kind == "Vehicle":
        stats: dict[str, object] = {"BS": by.bs, "Front": 12, "Side": 12, "Rear": 10, "HP": by.wounds}
    else:
        stats = soldier(WS=by.ws, BS=by.bs, S=by.strength, W=by.wounds, A=by.attacks)
    return read(kind, [model_text("Ours", n, stats, rules, list(weapons))], weapons)


def theirs(on: Target | Hull) -> Kind:
    """The unit attacked."""
    rules = [said(r) for r in sorted(on.rules)]
    if isinstance(on, Hull):
        kind = on.kind + (f" ({', '.join(sorted(on.tags))})" if on.tags else "")
        stats: dict[str, object] = {"BS": 4, "Front": on.front, "Side": on.side, "Rear": on.rear, "HP": on.points}
        if on.kind == "Walker":
            stats |= {"WS": on.ws, "S": 5, "I": 3, "A": 2}
        guns = {f"Gun {i}": Weapon() for i in range(on.guns)}
        return read(kind, [model_text("Theirs", 1, stats, rules, list(guns))], guns)
    rules += [f"Feel No Pain ({on.fnp}+)"] if on.fnp else []
    models = []
    for i, body in enumerate(on.bodies):
        saves = {k: f"{v}+" for k, v in (("Sv", body.save), ("Inv", body.ward)) if v is not None}
        stats = soldier(WS=on.ws, T=on.toughness, W=body.wounds, Ld=on.leadership) | saves
        own = [*rules, "Independent Character"] if body.hero else rules
        models.append(model_text(f"Theirs {i}", 1, stats, own, []))
    return read(on.kind, models, {})


def words(at: Situation) -> dict[str, object]:
    """The situation as options of ``grognard.odds``."""
    sets: dict[str, object] = {
        name.replace("_", "-"): True
        for name in (
            "snap",
            "jinking",
            "afraid",
            "target_afraid",
            "charged",
            "foe",
            "disordered",
            "night",
            "immobilised",
        )
        if getattr(at, name)
    }
    if at.ground:
        sets["gone-to-ground"] = True
    if not at.first_round:
        sets["first-round"] = False
    if at.under > 1:
        sets["under"] = at.under
    if at.middle or at.outer:
        sets |= {"middle": at.middle, "outer": at.outer}
    if at.supercharge:
        sets["supercharge"] = at.supercharge
    if at.hp is not None:
        sets["hp"] = at.hp
    rulings = {"zero_hp": "wrecked"} if at.wrecked else {}
    if at.cap_both:
        rulings["shroud-cap"] = "both"
    return {
        "melee": at.melee,
        "range": at.distance,
        "cover": f"{at.cover}+" if at.cover else None,
        "moved": at.moved,
        "charging": at.charging,
        "facing": None if at.facing == "front" else at.facing,
        "sets": sets,
        "rulings": rulings,
    }


def law_of(value: object) -> object:
    """A law of the product as a plain one; chances as they are."""
    weights = getattr(value, "weights", None)
    return value if weights is None else {k: value.fraction(k) for k in sorted(weights)}  # type: ignore[attr-defined]


NOTHING = {0: Fraction(1)}


def plainly(found: dict[str, object] | None) -> dict[str, object] | None:
    """A result without what is nothing for certain."""
    if found is None:
        return None
    return {k: v for k, v in found.items() if k in ("slain", "damage", "destroyed") or v not in (NOTHING, 0)}


def told(odds: object) -> dict[str, object] | None:
    """The answer of the product in the plain count's words."""
    if odds.impossible:  # type: ignore[attr-defined]
        return None
    out = {"slain": odds.slain, "damage": odds.damage, "destroyed": odds.destroyed, **odds.other}  # type: ignore[attr-defined]
    return plainly({k: law_of(v) for k, v in out.items()})


# --- random units -----------------------------------------------------------------------------------------------------

SHOT_RULES = (
    "twin-linked",
    "rending",
    "poisoned",
    "sniper",
    "fleshbane",
    "shred",
    "gets hot",
    "ignores cover",
    "instant death",
    "melta",
    "lance",
    "armourbane",
    "haywire",
    "graviton",
    "skyfire",
    "pinning",
    "blast",
    "large blast",
    "master-crafted",
)
BLOW_RULES = (
    "rending",
    "poisoned",
    "fleshbane",
    "shred",
    "instant death",
    "armourbane",
    "specialist weapon",
    "haywire",
    "lance",
)
ATTACKER_RULES = ("relentless", "preferred enemy", "monster hunter", "tank hunters")
FIGHTER_RULES = (
    "hammer of wrath",
    "furious charge",
    "rage",
    "hatred",
    "zealot",
    "preferred enemy",
    "smash",
    "counter-attack",
    "rending",
    "shred",
    "poisoned",
    "instant death",
    "armourbane",
    "monster hunter",
    "tank hunters",
)
TARGET_RULES = ("stealth", "shrouded", "jink", "eternal warrior", "fearless", "stubborn")


def some(dice: random.Random, rules: tuple[str, ...], *most: int) -> frozenset[str]:
    """A few of the rules that are stated."""
    return frozenset(r for r in dice.sample(rules, min(len(rules), dice.choice(most))) if r in STATED)


def apart(rules: frozenset[str], *groups: tuple[str, ...]) -> frozenset[str]:
    """At most one rule of each group: their sums are not what is asked here."""
    for group in groups:
        rules -= set(sorted(rules & set(group))[1:])
    return rules


def some_gun(dice: random.Random) -> Weapon:
    """A random gun."""
    kind = dice.choice(("Assault", "Assault", "Heavy", "Rapid Fire", "Salvo", "Ordnance", "Pistol", "Template"))
    shots = 1 if kind in ("Rapid Fire", "Ordnance", "Pistol", "Template") else dice.choice((1, 2, 3))
    rules = apart(
        some(dice, SHOT_RULES, 0, 1, 1, 2, 2),
        ("blast", "large blast", "skyfire"),
        ("poisoned", "sniper", "fleshbane", "graviton", "haywire", "melta", "rending", "armourbane"),
    )
    if kind == "Template":
        rules -= {"skyfire", "sniper", "melta", "blast", "large blast", "gets hot"}
        rules |= some(dice, ("torrent",), 0, 1)
    if rules & {"blast", "large blast"}:
        shots = 1
        rules -= {"sniper", "twin-linked"}  # the marker's final place is given: there is nothing to throw again
    if "master-crafted" in rules:
        rules &= {"master-crafted", "rending", "shred", "ignores cover", "pinning"}
    if kind == "Template":
        rules -= {"master-crafted"}
    if kind == "Ordnance":
        rules -= {"melta", "armourbane", "haywire", "graviton"}
    strength: int | str = dice.choice((3, 4, 4, 5, 6, 7, 8, 9, 10))
    if dice.random() < 0.08 and "destroyer" in STATED:
        strength, rules = "D", rules & {"twin-linked", "pinning", "ignores cover"}
    return Weapon(
        kind=kind,
        shots=shots,
        moving=dice.choice((1, 2)) if kind == "Salvo" else None,
        reach=None if kind == "Template" else dice.choice((12, 24, 36)),
        strength=strength,
        ap=dice.choice((None, 6, 5, 4, 3, 2, 1)),
        rules=rules,
        poison=dice.choice((2, 3, 4, 5)),
    )


def some_blade(dice: random.Random) -> Weapon:
    """A random melee weapon."""
    rules = apart(some(dice, BLOW_RULES, 0, 0, 1, 2), ("poisoned", "fleshbane", "haywire", "armourbane"))
    return Weapon(
        kind="Melee",
        reach=None,
        strength=dice.choice(("User", "User", "+1", "+2", "x2", 5)),
        ap=dice.choice((None, 5, 4, 3, 2, 1)),
        rules=rules,
        poison=dice.choice((2, 3, 4)),
    )


def some_attacker(dice: random.Random, melee: bool) -> Attacker:
    """Random attackers."""
    rules = some(dice, FIGHTER_RULES if melee else ATTACKER_RULES, 0, 0, 1, 1, 2)
    if melee:
        weapons = [some_blade(dice) for _ in range(dice.choice((0, 1, 1, 2)))]
        weapons += [Weapon("Pistol", reach=12)] * (dice.random() < 0.3)
    else:
        weapons = [some_gun(dice) for _ in range(dice.choice((1, 1, 1, 2)))]
    kind = dice.choice(("Infantry", "Infantry", "Monstrous Creature"))
    if not melee:
        kind = dice.choice(("Infantry", "Infantry", "Infantry", "Bike", "Vehicle", "Monstrous Creature"))
    vehicle = kind == "Vehicle"
    if len(weapons) > 1:  # whether a gun risks itself when nobody is left is not what is asked here
        weapons = [replace(w, rules=w.rules - {"gets hot"}) for w in weapons]
    if "preferred enemy" in rules:  # two kinds of re-roll on one die are not what is asked here
        weapons = [replace(w, rules=w.rules - {"skyfire", "master-crafted"}) for w in weapons]
    if vehicle:
        rules = rules - {"relentless"} | some(dice, ("strafing run",), 0, 1)
        weapons = [replace(w, rules=w.rules - {"gets hot", "master-crafted"}) for w in weapons]
        rules |= frozenset({"fast"} if dice.random() < 0.3 else ())
    return Attacker(
        ws=dice.randint(2, 7),
        bs=dice.randint(2, 5) if vehicle or any(w.has("master-crafted") for w in weapons) else dice.randint(1, 10),
        strength=dice.randint(3, 7),
        wounds=3 if vehicle else dice.choice((1, 1, 2)),
        attacks=dice.choice((1, 1, 2, 3)),
        weapons=tuple(weapons),
        rules=rules,
        fnp=dice.choice((None, None, None, 5, 4)) if not vehicle else None,
        kind=kind,
    )


def some_target(dice: random.Random, melee: bool) -> Target | Hull:
    """A random target."""
    rules = some(dice, TARGET_RULES, 0, 0, 1, 1, 2)
    if dice.random() < 0.35:
        walker = dice.random() < 0.25
        return Hull(
            front=dice.randint(10, 14),
            side=dice.randint(10, 13),
            rear=dice.choice((10, 10, 11)),
            points=dice.choice((1, 2, 3, 4)),
            guns=dice.choice((0, 1, 2)),
            ws=dice.randint(2, 6) if walker else 0,
            kind="Walker" if walker else "Vehicle",
            tags=frozenset() if walker else some_tags(dice),
            rules=rules & {"stealth", "shrouded"} | (frozenset({"jink"}) & rules if not walker else frozenset()),
        )
    kind = dice.choice(("Infantry", "Infantry", "Infantry", "Bike", "Monstrous Creature", "Gargantuan Creature"))
    bodies = [
        Body(dice.choice((1, 1, 1, 2, 3)), dice.choice((None, 2, 3, 4, 5, 6)), dice.choice((None, None, None, 4, 5)))
        for _ in range(dice.choice((1, 1, 2)))
    ]
    bodies = [b for b in bodies for _ in range(dice.choice((1, 1, 2)))]
    if kind == "Infantry" and dice.random() < 0.3:
        i = dice.randrange(len(bodies))
        bodies[i] = replace(bodies[i], hero=True)
    return Target(
        bodies=tuple(bodies),
        toughness=dice.randint(2, 8),
        ws=dice.randint(1, 8),
        leadership=dice.randint(5, 10),
        kind=kind,
        rules=rules | ({"jink"} if kind == "Bike" else set()),
        fnp=dice.choice((None, None, 5, 4)),
    )


def some_tags(dice: random.Random) -> frozenset[str]:
    """Random tags of a vehicle."""
    return frozenset(t for t in ("Tank", "Open-topped", "Fast") if dice.random() < 0.3)


def some_situation(dice: random.Random, by: Attacker, on: Target | Hull, melee: bool) -> Situation:
    """Random circumstances."""

    def now_and_then(p: float = 0.15) -> bool:
        return dice.random() < p

    hull = isinstance(on, Hull)
    jinks = on.has("jink") and now_and_then(0.5)
    reach = max((w.reach or 24 for w in by.weapons), default=24)
    charging = melee and now_and_then(0.4)
    hot = any(w.has("gets hot") for w in by.weapons)
    return Situation(
        melee=melee,
        distance=None if melee or now_and_then(0.5) else dice.choice((5, reach // 2, reach)),
        cover=dice.choice((None, None, 3, 4, 5, 6)) if not melee else None,
        moved=not melee and now_and_then(0.3),
        charging=charging,
        facing=dice.choice(("front", "side", "rear")) if hull and not melee else "front",
        under=dice.choice((1, 2, 3)),
        snap=not melee and now_and_then(),
        jinking=jinks,
        ground=not jinks and not hull and on.kind == "Infantry" and not melee and now_and_then(),
        afraid=melee and now_and_then(),
        target_afraid=melee and not hull and now_and_then(),
        charged=melee and not charging and now_and_then(),
        foe=now_and_then(0.5),
        first_round=not melee or not now_and_then(),
        disordered=charging and now_and_then(),
        supercharge=dice.choice(("", "strength", "strength")) if hot else "",
        night=not melee and now_and_then(),
        immobilised=hull and not jinks and now_and_then(),
        hp=dice.randint(1, on.points) if isinstance(on, Hull) and now_and_then() else None,
        wrecked=now_and_then(0.3),
        cap_both=now_and_then(0.3),
        wrath="hammer of wrath" in STATED,
    )


def case(number: int) -> tuple[int, Attacker, Target | Hull, Situation]:
    """The random case of this number."""
    dice = random.Random(f"usr {number}")
    melee = dice.random() < 0.4
    by, on = some_attacker(dice, melee), some_target(dice, melee)
    at = some_situation(dice, by, on, melee)
    return 1 if by.kind == "Vehicle" else dice.choice((1, 1, 2)), by, on, at
