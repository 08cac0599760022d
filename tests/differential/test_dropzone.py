"""Exact odds of Dropzone against a plain count of dice written from the rules alone, on seeded random squads."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

import grognard
from grognard.common.profiles import Kind
from grognard.muster.formats import native
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


# --- known squads -----------------------------------------------------------------------------------------------------

DATA = Path(__file__).parents[2].parent / "shared" / "data" / "dropcommander"
INF = math.inf

# copied by hand from the published cards; units of a squad, its unit, its weapons
CARDS: dict[str, tuple[str, int, Unit, tuple[Weapon, ...]]] = {
    "Sabre Tank": (
        "ucm",
        3,
        Unit("Tank", 15, 1, active=True),
        (Weapon(1, 1, 10, reach=(INF, 24)), Weapon(2, 3, 3, reach=(36, 12))),
    ),
    "Scimitar Heavy Tank": (
        "ucm",
        2,
        Unit("Tank", 15, 2, active=True),
        (Weapon(1, 2, 11, mf=1, reach=(INF, INF), destroyer=6), Weapon(4, 3, 3, reach=(36, 12))),
    ),
    "Legionnaires": (
        "ucm",
        2,
        Unit("Infantry", 7, 5),
        (
            Weapon(4, 3, 3, reach=(36, 9), reduced=1),
            Weapon(1, 3, 9, mf=0, reach=(INF, 9)),
            Weapon(4, None, 3, close=True, reduced=1),
        ),
    ),
    "Praetorian Spec-Ops": (
        "ucm",
        2,
        Unit("Infantry", 7, 5, dodge=4),
        (
            Weapon(10, 2, 2, reach=(12, 6), reduced=2),
            Weapon(10, None, 2, close=True, alt=1, reduced=2),
            Weapon(5, None, 5, close=True, alt=1, reduced=1),
        ),
    ),
    "Praetorian Sniper Team": (
        "ucm",
        2,
        Unit("Infantry", 7, 3, evasion=4, resilient=True),
        (Weapon(3, 2, 4, mf=0, reach=(INF, 24), reduced=1, destroyer=6),),
    ),
    "Hazard Suits": (
        "ucm",
        2,
        Unit("Infantry", 9, 3, resilient=True),
        (Weapon(3, 1, 6, mf=0, reach=(INF, 24), focus=2, reduced=1),),
    ),
    "Mortar Team": (
        "ucm",
        2,
        Unit("Infantry", 7, 6, resilient=True),
        (Weapon(3, 4, 6, mf=0, reach=(48, 24), alt=1, area=True, indirect=True, penetrative=True, reduced=1),),
    ),
    "Rapier AA Tank": (
        "ucm",
        3,
        Unit("Tank", 15, 1, active=True),
        (
            Weapon(3, 3, 7, reach=(INF, 18), alt=1, aa=2),
            Weapon(8, 3, 4, reach=(24, 12), alt=1),
            Weapon(2, 3, 3, reach=(36, 12)),
        ),
    ),
    "Hunter Tank": (
        "scourge",
        3,
        Unit("Skimmer", 13, 1, active=True, evasion=2),
        (Weapon(1, 2, 11, reach=(12, 12), devastator=((2, ("Infantry", "Scenery")),)),),
    ),
    "Warriors": (
        "scourge",
        2,
        Unit("Infantry", 7, 5),
        (Weapon(5, 3, 3, reach=(12, 12), focus=3, reduced=1), Weapon(5, None, 3, close=True, reduced=1)),
    ),
    "Razorworms": ("scourge", 1, Unit("Infantry", 8, 3, dodge=5), (Weapon(3, None, 7, close=True, reduced=1),)),
    "Eviscerator Assault Troops": (
        "scourge",
        2,
        Unit("Infantry", 9, 3, passive=4, resilient=True),
        (
            Weapon(18, None, 3, close=True, alt=1, reduced=6),
            Weapon(3, None, 7, close=True, alt=1, reduced=1),
        ),
    ),
    "Reaver Gunship": ("scourge", 1, Unit("Aircraft", 10, 2, active=True), ()),
    "Annihilator Mobile Ordnance": (
        "scourge",
        1,
        Unit("Walker", 12, 6, active=True, large=True),
        (Weapon(1, 4, 12, mf=0, reach=(24, 24), area=True, indirect=True, devastator=((2, ("Vehicle", "Scenery")),)),),
    ),
}
MATCHES = [
    ("Sabre Tank", "Hunter Tank", Situation()),
    ("Sabre Tank", "Hunter Tank", Situation(distance=24, hull=True)),
    ("Hunter Tank", "Sabre Tank", Situation(distance=12)),
    ("Hunter Tank", "Legionnaires", Situation(body=True)),
    ("Legionnaires", "Warriors", Situation()),
    ("Legionnaires", "Warriors", Situation(moved=True, combined=True)),
    ("Legionnaires", "Reaver Gunship", Situation(combined=True, distance=6)),
    ("Warriors", "Legionnaires", Situation(soft=True, lost=1)),
    ("Warriors", "Annihilator Mobile Ordnance", Situation()),
    ("Scimitar Heavy Tank", "Sabre Tank", Situation()),
    ("Scimitar Heavy Tank", "Hunter Tank", Situation(moved=True, incoherent=True)),
    ("Legionnaires", "Warriors", Situation(melee=True, entered=True)),
    ("Eviscerator Assault Troops", "Legionnaires", Situation(melee=True)),
    ("Razorworms", "Praetorian Spec-Ops", Situation(melee=True)),
    ("Praetorian Spec-Ops", "Eviscerator Assault Troops", Situation(melee=True)),
    ("Mortar Team", "Warriors", Situation(unseen=True)),
    ("Rapier AA Tank", "Reaver Gunship", Situation(reaction=True)),
    ("Praetorian Sniper Team", "Hunter Tank", Situation()),
    ("Hazard Suits", "Hunter Tank", Situation()),
    ("Annihilator Mobile Ordnance", "Sabre Tank", Situation(under=3)),
]


@pytest.mark.skipif(not DATA.is_dir(), reason="no DropCommander files at hand")
@pytest.mark.parametrize("number", range(len(MATCHES)))
def test_known_squads_do_what_their_cards_say(number: int) -> None:
    attacker, target, at = MATCHES[number]
    file, n, _, weapons = CARDS[attacker]
    other, size, unit, _ = CARDS[target]
    expected = plain.attack(((n, weapons),), unit, size, at)
    found = grognard.odds(f"{DATA / file}.json:{attacker}", f"{DATA / other}.json:{target}", **words(at))
    assert expected is not None
    assert told(found) == expected


# --- choices at their best --------------------------------------------------------------------------------------------


@pytest.mark.rule("dropzone:focus")
@pytest.mark.parametrize("number", range(40))
def test_focus_at_its_best_gives_up_the_hits_that_kill_most(number: int) -> None:
    dice = random.Random(f"focus {number}")
    weapon = Weapon(
        shots=dice.randint(2, 5),
        acc=dice.choice((2, 3, 4)),
        energy=dice.randint(3, 9),
        focus=dice.choice((1, 2, 3)),
        destroyer=dice.choice((None, None, 6)),
    )
    unit = Unit("Tank", dice.randint(9, 15), dice.randint(1, 4), passive=dice.choice((None, 5, 4)))
    at = Situation()
    kill, mean = plain.best_focus(weapon, unit, at)
    found = grognard.odds(
        squad("Ours", SHOOTER, 1, {"Gun": weapon}), squad("Theirs", unit, 1, {}), policy="best", **words(at)
    )
    assert found.destroyed == kill
    law = law_of(found.damage)
    assert sum((n * p for n, p in law.items()), Fraction(0)) == mean


def test_weapons_at_their_best_are_shared_out_to_kill_most() -> None:
    """Two railguns at two tanks: each its own is 2 x 4/9 expected, both on one 1 - (5/9)^2."""
    gun = {"Rail": Weapon(1, 1, 10)}
    tanks = squad("Theirs", Unit("Skimmer", 13, 1, evasion=2), 2, {})
    usual = grognard.odds(squad("Ours", SHOOTER, 2, gun), tanks)
    best = grognard.odds(squad("Ours", SHOOTER, 2, gun), tanks, policy="best")
    assert law_of(usual.slain)[1] == 1 - Fraction(25, 81)  # each most likely survives one shot, so both go to the first
    assert law_of(best.slain) == {0: Fraction(25, 81), 1: Fraction(40, 81), 2: Fraction(16, 81)}


# --- the shape of the answer ------------------------------------------------------------------------------------------

KEYS = (
    "disembarked",
    "incoherent",
    "unseen",
    "reaction",
    "entered",
    "lost",
    "target-lost",
    "garrison",
    "combined",
    "under",
)


def test_every_circumstance_is_accepted_and_what_does_nothing_is_told() -> None:
    by = squad("Ours", Unit("Infantry", 7, 5), 2, {"Rifle": Weapon(4, 3, 5)})
    on = squad("Theirs", Unit("Tank", 10, 2), 2, {})
    plain_answer = grognard.odds(by, on)
    for key in KEYS:
        value: object = 1 if key in ("lost", "target-lost", "under") else True
        found = grognard.odds(by, on, sets={key: value})
        changed = found.impossible or law_of(found.damage) != law_of(plain_answer.damage)
        assert changed or any(key in note for note in found.notes), key


@pytest.mark.parametrize(
    ("weapon", "unit", "said"),
    [
        (Weapon(), Unit("Aircraft", 10, 1), {}),
        (Weapon(reach=(12, 12)), Unit("Tank", 10, 1), {"range": 13}),
        (Weapon(mf=0), Unit("Tank", 10, 1), {"moved": True}),
        (Weapon(mf=0), Unit("Tank", 10, 1), {"sets": {"disembarked": True}}),
        (Weapon(), Unit("Infantry", 7, 1), {"melee": True}),
        (Weapon(close=True), Unit("Infantry", 7, 1), {}),
        (Weapon(close=True), Unit("Tank", 7, 1), {"melee": True}),
        (Weapon(aa=1), Unit("Tank", 7, 1), {"sets": {"reaction": True}}),
        (Weapon(), Unit("Tank", 7, 1), {"sets": {"unseen": True}}),
        (Weapon(shots=1, reduced=2), Unit("Tank", 7, 1), {"sets": {"lost": 1}}),
    ],
)
def test_an_attack_that_cannot_be_made_does_nothing_and_says_why(weapon, unit, said) -> None:
    found = grognard.odds(squad("Ours", SHOOTER, 1, {"Gun": weapon}), squad("Theirs", unit, 1, {}), **said)
    assert found.impossible
    assert law_of(found.slain) == {0: 1} == law_of(found.damage)


def test_a_step_names_every_rule_that_had_a_part() -> None:
    weapon = Weapon(3, 3, 6, focus=2, destroyer=6, aa=1, reduced=1, devastator=((2, ("Tank",)),))
    unit = Unit("Tank", 11, 4, evasion=2, passive=5, resilient=True)
    found = grognard.odds(squad("Ours", SHOOTER, 1, {"Gun": weapon}), squad("Theirs", unit, 1, {}), sets={"lost": 1})
    named = {b.rule for s in found.steps for b in s.because}
    wanted = {"Focus", "Destroyer", "AA", "Reduced", "Devastator", "Resilient"}
    assert all(any(n.startswith(w) for n in named) for w in wanted), named
