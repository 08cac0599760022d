"""Exact odds of Dropzone against a plain count of dice written from the rules alone, on seeded random squads."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction

import pytest

import grognard
from grognard.common.profiles import Kind
from grognard.muster import native
from grognard.systems.dropzone.system import SYSTEM

from . import dropzone_plain as plain
from .dropzone_plain import Situation, Unit, Weapon

STATED = {entry.name for entry in SYSTEM.entries() if entry.rule}
CASES = 240


# --- plain words to force files ---------------------------------------------------------------------------------------


def rules_of(weapon: Weapon) -> list[str]:
    """The special rules of a weapon as a file writes them."""
    out = []
    if weapon.alt is not None:
        out.append(f"Alt-{weapon.alt}")
    if weapon.focus is not None:
        out.append(f"Focus-{weapon.focus}")
    out += [f"Devastator-{x} ({', '.join(words)})" for x, words in weapon.devastator]
    if weapon.destroyer is not None:
        out.append(f"Destroyer {weapon.destroyer}+")
    if weapon.aa is not None:
        out.append(f"AA-{weapon.aa}")
    if weapon.area:
        out.append("Area")
    if weapon.reduced is not None:
        out.append(f"Reduced-{weapon.reduced}")
    if weapon.penetrative:
        out.append("Penetrative")
    if weapon.flame:
        out.append("Flame")
    if weapon.ignores:
        out.append(f"Cover ({', '.join(w.capitalize() for w in weapon.ignores)})")
    if weapon.tech_killer:
        out.append("Tech Killer")
    if weapon.indirect:
        out.append("Indirect")
    if weapon.strafe > 1:
        out.append(f"Strafe-{weapon.strafe}")
    return out


def weapon_text(name: str, weapon: Weapon) -> str:
    """A weapon of a force file."""
    full = '"CQ"' if weapon.close else f"{weapon.reach[0]:g}"
    lines = [f'[weapons."{name}"]', f"full = {full}", f"shots = {weapon.shots}"]
    if not weapon.close:
        lines += [f"countered = {weapon.reach[1]:g}", 'arc = "F/S/R"']
        lines.append('acc = "-"' if weapon.acc is None else f'acc = "{weapon.acc}+"')
    lines.append('energy = "-"' if weapon.energy is None else f"energy = {weapon.energy}")
    if weapon.mf is not None:
        lines.append(f"mf = {weapon.mf}")
    return "\n".join([*lines, f"rules = {rules_of(weapon)!r}"])


def unit_text(name: str, unit: Unit, count: int, weapons: list[str], jumps: bool = False) -> str:
    """A squad of a force file."""
    tags = [t for t, has in (("Destructible", unit.destructible), ("Flammable", unit.flammable)) if has]
    kind = unit.kind + (f" ({', '.join(tags)})" if tags else "")
    measures = ["A"] * unit.active + [f"E+{unit.evasion}"] * (unit.evasion > 0)
    measures += [f"P{unit.passive}+"] if unit.passive is not None else []
    stats = f"A = {unit.armour}, DP = {unit.points}"
    if unit.kind != "Scenery":
        stats += f', MV = 4, CM = "{", ".join(measures) or "-"}"'
    if unit.kind == "Infantry":
        stats += ', F = "4+"'
    rules = [f"Dodge {unit.dodge}+"] if unit.dodge is not None else []
    rules += ["Resilient"] * unit.resilient + ["Large"] * unit.large + ['Rapid Insertion 4"'] * jumps
    return "\n".join(
        [
            "[[units]]",
            f'name = "{name}"',
            f'type = "{kind}"',
            f"rules = {rules!r}",
            "[[units.models]]",
            f'name = "{name}"',
            f"count = {count}",
            f"stats = {{{stats}}}",
            f"weapons = {weapons!r}",
        ]
    )


def squad(name: str, unit: Unit, count: int, weapons: dict[str, Weapon], jumps: bool = False) -> Kind:
    """A squad as the product reads it."""
    text = ['system = "dropzone"', 'name = "Sketch"', *(weapon_text(n, w) for n, w in weapons.items())]
    text.append(unit_text(name, unit, count, list(weapons), jumps))
    (kind,) = native.loads("\n".join(text)).kinds
    return kind


def words(at: Situation) -> dict[str, object]:
    """The situation as options of ``grognard.odds``."""
    cover = [w for w, has in (("soft", at.soft), ("body", at.body), ("hull-down", at.hull)) if has]
    sets: dict[str, object] = {
        name: True
        for name in ("disembarked", "incoherent", "reaction", "unseen", "entered", "garrison", "combined")
        if getattr(at, name)
    }
    sets |= {n: v for n, v in (("lost", at.lost), ("target-lost", at.target_lost)) if v}
    if at.under > 1:
        sets["under"] = at.under
    rulings = {} if at.body_both else {"s3-body-cover": "damage"}
    if not at.aa_floor:
        rulings["s5-aa-beyond-evasion"] = "bonus"
    if not at.devastator_on_resilient:
        rulings["s16-resilient-devastator"] = "one"
    return {
        "melee": at.melee,
        "cover": ",".join(cover) or None,
        "moved": at.moved,
        "range": at.distance,
        "sets": sets,
        "rulings": rulings,
    }


def law_of(value: object) -> dict[int, Fraction]:
    """A law of the product as a plain one."""
    return {k: value.fraction(k) for k in sorted(value.weights)}  # type: ignore[attr-defined]


def told(odds: grognard.odds) -> dict[str, object] | None:  # type: ignore[valid-type]
    """The answer of the product in the plain count's words; what it does not speak of is nothing for certain."""
    if odds.impossible:
        return None
    nothing = {0: Fraction(1)}
    out: dict[str, object] = {"slain": law_of(odds.slain), "damage": law_of(odds.damage), "destroyed": odds.destroyed}
    for name in ("criticals", "collateral"):
        out[name] = law_of(odds.other[name]) if name in odds.other else nothing
    for name in ("crashed", "fortitude"):
        out[name] = odds.other.get(name, Fraction(0))
    return out


# --- random squads ----------------------------------------------------------------------------------------------------


TARGETS = ("Infantry", "Vehicle", "Tank", "Aircraft", "Scenery", "All", "Behemoth", "Large")
NAMES = {
    "alt": "Alternate Fire",
    "focus": "Focus",
    "devastator": "Devastator",
    "destroyer": "Destroyer",
    "aa": "Anti-Aircraft",
    "area": "Area",
    "reduced": "Reduced",
    "penetrative": "Penetrative",
    "flame": "Flame",
    "ignores": "Cover",
    "tech_killer": "Tech Killer",
    "strafe": "Strafe",
    "indirect": "Indirect",
}


def some_weapon(dice: random.Random, close: bool) -> Weapon:
    """A random weapon with up to three special rules."""
    weapon = Weapon(
        shots=dice.choice((1, 1, 2, 2, 3)),
        acc=None if close or dice.random() < 0.05 else dice.choice((1, 2, 3, 3, 4, 5, 6)),
        energy=dice.choice((None, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 3, 5, 7, 9)),
        close=close,
        mf=None if close else dice.choice((None, None, None, 0, 4)),
        reach=dice.choice(((48, 24), (12, 12), (36, 9), (6, 6))),
    )
    values = {
        "focus": dice.choice((1, 2, 3)),
        "devastator": ((dice.choice((2, 3)), tuple(dice.sample(TARGETS, 2))), (4, (dice.choice(TARGETS),))),
        "destroyer": dice.choice((3, 4, 5, 6)),
        "reduced": dice.choice((1, 1, 2)),
        "penetrative": True,
        "tech_killer": True,
        "alt": 1,
    }
    if not close:
        values |= {
            "aa": dice.choice((0, 1, 2, 3)),
            "area": True,
            "flame": True,
            "ignores": dice.choice((("soft",), ("body", "soft"), ("hull",), ("all",))),
            "strafe": 2,
            "indirect": weapon.acc is not None,
        }
    for rule in dice.sample(sorted(values), dice.choice((0, 1, 1, 2, 2, 3))):
        idle = weapon.energy is None and rule in ("focus", "destroyer")  # what has no Energy does no damage
        if NAMES[rule] in STATED and not idle and not (rule == "flame" and weapon.tech_killer):
            weapon = replace(weapon, **{rule: values[rule]})
    return weapon


def some_unit(dice: random.Random) -> Unit:
    """A random target."""
    kind = dice.choice(
        (
            "Infantry",
            "Infantry",
            "Tank",
            "Vehicle",
            "Skimmer",
            "Walker",
            "Aircraft",
            "Aircraft-S",
            "Scenery",
            "Behemoth",
        )
    )
    scenery = kind == "Scenery"
    return Unit(
        kind=kind,
        armour=dice.randint(5, 15),
        points=dice.choice((1, 1, 2, 3, 4)),
        active=not scenery and dice.random() < 0.4,
        evasion=0 if scenery else dice.choice((0, 0, 1, 2, 3)),
        passive=None if scenery else dice.choice((None, None, 3, 4, 5, 6, 2)),
        dodge=dice.choice((None, 4, 2)) if kind == "Infantry" and "Dodge" in STATED else None,
        resilient=not scenery and kind != "Behemoth" and dice.random() < 0.3,
        large="Large" in STATED and kind != "Infantry" and not scenery and dice.random() < 0.2,
        destructible=scenery,
        flammable=scenery and dice.random() < 0.4,
    )


def some_situation(dice: random.Random, unit: Unit, size: int) -> Situation:
    """Random circumstances."""
    infantry = unit.kind == "Infantry"

    def now_and_then() -> bool:
        return dice.random() < 0.2

    return Situation(
        melee=infantry and dice.random() < 0.35,
        soft=now_and_then(),
        body=now_and_then(),
        hull=now_and_then(),
        moved=now_and_then(),
        disembarked=now_and_then(),
        incoherent=now_and_then(),
        entered=infantry and now_and_then(),
        combined=now_and_then(),
        garrison=infantry and dice.random() < 0.1,
        lost=dice.choice((0, 0, 0, 1, 2)),
        target_lost=dice.choice((0, 0, 0, 1)) if unit.points > 1 else 0,
        under=dice.choice((1, 1, 2)) if size > 1 else 1,
        distance=dice.choice((None, None, 5, 10, 30)),
        unseen="Indirect" in STATED and dice.random() < 0.08,
        rapid="Rapid Insertion" in STATED and now_and_then(),
        reaction=unit.kind.startswith("Aircraft") and now_and_then(),
        body_both=dice.random() < 0.8,
        aa_floor=dice.random() < 0.8,
        devastator_on_resilient=dice.random() < 0.8,
    )


def case(number: int) -> tuple[int, dict[str, Weapon], Unit, int, Situation]:
    """The random case of this number: attackers, their weapons, target, its number, circumstances."""
    dice = random.Random(f"dropzone {number}")
    unit = some_unit(dice)
    size = 1 if unit.kind in ("Scenery", "Behemoth") else dice.choice((1, 2, 2, 3))
    at = some_situation(dice, unit, size)
    weapons = {f"Gun {i}": some_weapon(dice, at.melee) for i in range(dice.choice((1, 1, 2)))}
    attackers = dice.choice((1, 1, 2))
    if unit.kind == "Infantry" and any(w.area for w in weapons.values()):  # many dice: keep to what a count can hold
        attackers, size, weapons = 1, min(size, 2), {n: replace(w, strafe=1) for n, w in list(weapons.items())[:1]}
    return attackers, weapons, unit, size, at


SHOOTER = Unit("Infantry", 7, 20)


@pytest.mark.parametrize("number", range(CASES))
def test_the_answer_is_that_of_counting_every_die(number: int) -> None:
    attackers, weapons, unit, size, at = case(number)
    expected = plain.attack(((attackers, tuple(weapons.values())),), unit, size, at)
    by, on = squad("Ours", SHOOTER, attackers, weapons, at.rapid), squad("Theirs", unit, size, {})
    assert told(grognard.odds(by, on, **words(at))) == expected
