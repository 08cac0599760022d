"""Exact odds of the usr system against a plain count of dice written from the rules alone, on seeded random units."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

import grognard
from grognard.common.profiles import Kind

from . import usr_plain as plain
from .usr_cases import (
    case,
    law_of,
    model_text,
    ours,
    plainly,
    read,
    soldier,
    some,
    some_gun,
    some_situation,
    some_target,
    theirs,
    told,
    words,
)
from .usr_plain import Attacker, Body, Hull, Situation, Target, Weapon

CASES = 300


@pytest.mark.parametrize("number", range(CASES))
def test_the_answer_is_that_of_counting_every_die(number: int) -> None:
    n, by, on, at = case(number)
    assert told(grognard.odds(ours(n, by), theirs(on), **words(at))) == plainly(plain.attack(n, by, on, at))


@pytest.mark.parametrize("number", range(0, 240, 4))
def test_swarms_under_markers_are_hurt_twice_by_each_unsaved_wound(number: int) -> None:
    n, by, on, at = case(number)
    if at.melee or isinstance(on, Hull):
        n, by, on, at = (
            1,
            Attacker(bs=3 + number % 3),
            Target((Body(3, 5), Body(4, 3))),
            Situation(under=1 + number % 3),
        )
        on = replace(on, fnp=(None, 5, 4)[number % 12 // 4])
    on = replace(on, rules=on.rules | {"swarms"})
    guns = tuple(replace(w, strength=4 if w.strength == "D" else w.strength) for w in by.weapons)
    flame = Weapon("Template", reach=None, strength=3 + number % 5, ap=(None, 5, 3)[number % 3])
    by = replace(by, weapons=guns or (flame,))
    assert told(grognard.odds(ours(n, by), theirs(on), **words(at))) == plainly(plain.attack(n, by, on, at))


@pytest.mark.parametrize("facing", ["front", "side", "rear"])
@pytest.mark.parametrize("strength", [6, 8, 10])
def test_a_barrage_strikes_the_side_of_a_hull(facing: str, strength: int) -> None:
    by = Attacker(weapons=(Weapon("Heavy", strength=strength, ap=3, rules=frozenset({"barrage", "large blast"})),))
    on, at = Hull(14, 12, 10), Situation(facing=facing)
    assert told(grognard.odds(ours(1, by), theirs(on), **words(at))) == plainly(plain.attack(1, by, on, at))


@pytest.mark.parametrize("number", range(80))
def test_each_zone_of_a_marker_has_a_pool_of_its_own(number: int) -> None:
    dice = random.Random(f"usr zones {number}")
    on = some_target(dice, False)
    strengths = sorted((dice.randint(3, 10) for _ in range(3)), reverse=True)
    aps = sorted((dice.choice((1, 2, 3, 4, 5, 6, None)) for _ in range(3)), key=lambda ap: ap or 7)
    rules = frozenset({"apocalyptic mega-blast"}) | some(
        dice, ("pinning", "ignores cover", "shred", "gets hot"), 0, 0, 1
    )
    zones = tuple(zip(strengths[1:], aps[1:], strict=True))
    gun = Weapon("Heavy", dice.choice((1, 1, 2)), None, 36, strengths[0], aps[0], rules, zones=zones)
    by = Attacker(bs=4, weapons=(gun,), kind="Vehicle", wounds=3)
    if isinstance(on, Hull):
        on = replace(on, rules=on.rules - {"jink"})
    at = Situation(
        under=dice.choice((1, 1, 2)),
        middle=dice.choice((0, 1, 2)),
        outer=dice.choice((1, 2)),
        cover=dice.choice((None, None, 4, 5)),
        facing=dice.choice(("front", "rear")) if isinstance(on, Hull) else "front",
        wrecked=number % 2 == 0,
    )
    assert told(grognard.odds(ours(1, by), theirs(on), **words(at))) == plainly(plain.attack(1, by, on, at))


@pytest.mark.parametrize("number", range(0, 160, 4))
def test_one_roll_of_rampage_is_added_for_all(number: int) -> None:
    n, by, on, at = case(number)
    if not at.melee:
        n, at, by = (
            2,
            Situation(melee=True, charging=number % 8 == 0),
            replace(by, weapons=(), kind="Infantry", wounds=1),
        )
    by = replace(by, rules=by.rules - {"smash", "fast", "strafing run"})
    said = words(at)
    said["sets"] = {**said["sets"], "outnumbered": True}  # type: ignore[dict-item]
    raging = replace(by, rules=by.rules | {"rampage"})
    each = [plain.attack(n, replace(by, attacks=by.attacks + more), on, at) for more in (1, 2, 3)]
    assert told(grognard.odds(ours(n, raging), theirs(on), **said)) == plainly(mean(each))


def mean(found: list[dict[str, object] | None]) -> dict[str, object]:
    """What equally likely cases come to."""
    every = [f for f in found if f is not None]
    out: dict[str, object] = {}
    for key in {k: None for f in every for k in f}:
        laws = [f[key] for f in every]
        if isinstance(laws[0], dict):
            values = sorted({v for law in laws for v in law})  # type: ignore[attr-defined]
            out[key] = {v: sum(law.get(v, Fraction(0)) for law in laws) / len(every) for v in values}  # type: ignore[attr-defined]
        else:
            out[key] = sum(laws) / len(every)  # type: ignore[arg-type]
    return out


# --- cases made by hand ------------------------------------------------------------------------------------------------

F = Fraction


@pytest.mark.parametrize("number", range(40))
def test_a_strength_or_ap_of_dice_is_the_mean_over_what_they_show(number: int) -> None:
    dice = random.Random(f"usr dice {number}")
    on, gun = some_target(dice, False), some_gun(dice)
    gun = replace(gun, strength=5 if gun.strength == "D" else gun.strength, rules=gun.rules - {"gets hot", "graviton"})
    by = Attacker(bs=4, weapons=(gun,))
    at = replace(some_situation(dice, by, on, False), distance=None, supercharge="")
    sort = dice.choice(("strength", "strength", "ap", "both"))
    more = dice.choice((0, 0, 2, 4))
    faces = [(s, ap) for s in range(1, 7) for ap in range(1, 7)]
    shown = [
        replace(
            gun, strength=min(10, s + more) if sort != "ap" else gun.strength, ap=ap if sort != "strength" else gun.ap
        )
        for s, ap in faces
    ]
    words_ = {"strength": f"D6+{more}" if more else "D6"} if sort != "ap" else {}
    printed = replace(gun, **words_, **({"ap": "D6"} if sort != "strength" else {}))  # type: ignore[arg-type]
    found = [plain.attack(2, replace(by, weapons=(weapon,)), on, at) for weapon in shown]
    answer = told(grognard.odds(ours(2, replace(by, weapons=(printed,))), theirs(on), **words(at)))
    assert answer == (None if found[0] is None else plainly(mean(found)))


def ask(by: Attacker, on: Target | Hull, n: int = 1, **said: object) -> object:
    """The product's answer to a plain question."""
    return grognard.odds(ours(n, by), theirs(on), **said)  # type: ignore[arg-type]


def test_a_monstrous_creature_that_moved_fires_both_guns_at_its_own_skill() -> None:
    two = (Weapon(strength=7), Weapon(strength=7))
    found = ask(Attacker(weapons=two, kind="Monstrous Creature"), Target((Body(5),)), moved=True)
    assert found.damage.fraction(2) == (F(2, 3) * F(5, 6)) ** 2


def test_a_gun_out_of_reach_does_not_use_up_what_a_moving_vehicle_fires_with_care() -> None:
    guns = (Weapon("Heavy", reach=12, strength=8), Weapon("Heavy", reach=36, strength=8))
    found = ask(Attacker(weapons=guns, kind="Vehicle", wounds=3), Target(), moved=True, range=24)
    assert found.slain.fraction(1) == F(2, 3) * F(5, 6)


def test_who_may_not_go_to_ground_has_no_save_from_it() -> None:
    by = Attacker(weapons=(Weapon(),))
    for rule in ("fearless", "zealot"):
        found = ask(by, Target(rules=frozenset({rule})), sets={"gone-to-ground": True})
        assert found.slain.fraction(1) == F(1, 3)
        assert any("gone-to-ground has no effect" in note for note in found.notes)
    assert ask(by, Target(), sets={"gone-to-ground": True}).slain.fraction(1) == F(1, 3) * F(5, 6)


def characters(hero_first: bool) -> Kind:
    """A hero of two wounds and a soldier."""
    hero = model_text("Hero", 1, soldier(W=2), [], [])
    trooper = model_text("Trooper", 1, soldier(), [], [])
    order = [hero, trooper] if hero_first else [trooper, hero]
    unit = read("Infantry", order, {})
    assert unit.models[0].name == ("Hero" if hero_first else "Trooper")
    return unit


def test_wounds_fall_on_the_nearest_until_it_is_gone() -> None:
    by = ours(1, Attacker(weapons=(Weapon(shots=3, strength=8, ap=2),), bs=5))
    hit = F(5, 6) * F(5, 6)
    found = grognard.odds(by, characters(False))
    assert found.slain.fraction(2) == sum(
        (hit**k * (1 - hit) ** (3 - k) * (3, 1)[k - 2] for k in (2, 3)), F(0)
    )  # S8 slays the hero of T4 outright
    weak = ours(1, Attacker(weapons=(Weapon(shots=3, strength=4),), bs=5))
    wound = F(5, 6) * F(1, 2)
    assert grognard.odds(weak, characters(False)).slain.fraction(2) == wound**3
    assert grognard.odds(weak, characters(True)).slain.fraction(2) == wound**3
    assert grognard.odds(weak, characters(True)).slain.fraction(1) == 3 * wound**2 * (1 - wound)
    assert grognard.odds(weak, characters(False)).slain.fraction(1) == 1 - (1 - wound) ** 3 - wound**3


def test_the_better_ap_of_one_gun_is_saved_against_first() -> None:
    """Two Rending shots: with one 6 and one plain wound the first of two models has no armour, the second may save."""
    by = ours(1, Attacker(bs=5, weapons=(Weapon(shots=2, strength=4, ap=None, rules=frozenset({"rending"})),)))
    on = theirs(Target((Body(1, 2), Body(1, None))))
    hit, six, four = F(5, 6), F(1, 6), F(1, 3)
    keen, plain_ = hit * six, hit * four
    nothing = 1 - keen - plain_
    # sorted by AP: (keen, keen): both die; (keen, plain): both die; (plain, plain): each on the first until it fails
    both = keen**2 + 2 * keen * plain_ + plain_**2 * F(1, 6)
    none = nothing**2 + 2 * nothing * plain_ * F(5, 6) + plain_**2 * F(5, 6) ** 2
    assert grognard.odds(by, on).slain.fraction(2) == both
    assert grognard.odds(by, on).slain.fraction(0) == none


# --- the printed examples that ask for a chance ---------------------------------------------------------------------------


def gun(strength: int | str = 4, ap: int | None = None, *rules: str, **more: object) -> Weapon:
    """A gun in a word."""
    return Weapon(strength=strength, ap=ap, rules=frozenset(rules), **more)  # type: ignore[arg-type]


HIT = F(2, 3)  # Ballistic Skill 4
PRINTED = [
    ("17 glance", gun(9, 2), Hull(14), {}, "glances", HIT / 6),
    ("17 penetration", gun(9, 2), Hull(14), {}, "penetrations", HIT / 6),
    ("17 explodes on 6", gun(9, 2), Hull(14), {}, "explodes", HIT / 6 / 6),
    ("18 near", gun(8, 1, "melta", reach=12), Hull(14), {"range": 6}, "penetrations", HIT * F(7, 12)),
    ("18 near glance", gun(8, 1, "melta", reach=12), Hull(14), {"range": 6}, "glances", HIT * F(5, 36)),
    ("18 far", gun(8, 1, "melta", reach=12), Hull(14), {"range": 7}, "glances", HIT / 6),
    ("18 AP1", gun(8, 1, "melta", reach=12), Hull(14), {"range": 6}, "explodes", HIT * F(7, 12) * F(2, 6)),
    ("19 open-topped", gun(7, 4), Hull(10, tags=frozenset({"Open-topped"})), {}, "explodes", HIT * F(3, 6) / 6),
    ("20 lance", gun(8, None, "lance"), Hull(14), {}, "penetrations", HIT * F(2, 6)),
    ("20 low armour", gun(8, None, "lance"), Hull(11), {}, "penetrations", HIT * F(3, 6)),
    ("21 rending", gun(6, None, "rending"), Hull(13), {}, "glances", HIT / 6 / 3),
    ("21 rending pen", gun(6, None, "rending"), Hull(13), {}, "penetrations", HIT / 6 * 2 / 3),
    ("22 ordnance", gun(8, 3, kind="Ordnance"), Hull(13), {}, "penetrations", HIT * F(11, 36)),
    ("22 ordnance glance", gun(8, 3, kind="Ordnance"), Hull(13), {}, "glances", HIT / 4),
    ("23 armourbane", gun(8, None, "armourbane"), Hull(14), {}, "glances", HIT * F(5, 36)),
    ("24 haywire", gun(1, None, "haywire"), Hull(14), {}, "glances", HIT * F(4, 6)),
    ("24 haywire pen", gun(1, None, "haywire"), Hull(14), {}, "penetrations", HIT / 6),
    ("24 graviton", gun(1, 2, "graviton"), Hull(14), {}, "immobilised", HIT / 6),
    ("25 sniper", gun("X", 6, "sniper"), Hull(10), {}, "glances", HIT / 6),
    ("25 poisoned", gun(1, None, "poisoned"), Hull(10), {}, "glances", 0),
    ("26 destroyer", gun("D", 2), Hull(14, points=9), {}, "penetrations", HIT * F(5, 6)),
    ("30 heat", gun(4, 2, "gets hot", "blast"), Target(), {}, "own-slain", F(1, 6)),
    ("29 supercharge", gun(7, 2, "gets hot"), Target(), {"sets": {"supercharge": "strength"}}, "own-slain", F(1, 6)),
    ("29 plain", gun(7, 2, "gets hot"), Target(), {}, "own-slain", 0),
    ("7 krak slays", gun(8, 3), Target((Body(3, 3),)), {}, "slain", HIT * F(5, 6)),
    ("7 eternal", gun(8, 3), Target((Body(3, 3),), rules=frozenset({"eternal warrior"})), {}, "slain", 0),
    ("3 skyfire", gun(10, None, "skyfire"), Target(), {}, "slain", F(1, 2) * F(5, 6)),
    ("5 3 against 7", gun(3), Target(toughness=7), {}, "slain", 0),
    ("5 4 against 7", gun(4), Target(toughness=7), {}, "slain", HIT / 6),
    ("6 at 5+", gun(4, 5), Target((Body(1, 5),)), {}, "slain", HIT / 2),
    ("6 at 3+", gun(4, 5), Target((Body(1, 3),)), {}, "slain", HIT / 2 / 3),
    ("6 ward", gun(9, 2), Target((Body(1, 2, 5),)), {}, "slain", HIT * F(5, 6) * F(4, 6)),
    ("6 cover", gun(9, 2), Target((Body(1, 2, 5),)), {"cover": "4+"}, "slain", HIT * F(5, 6) / 2),
    ("9 ignored", gun(4), Target(fnp=5), {}, "slain", HIT / 2 * F(4, 6)),
    ("9 not when doubled", gun(8), Target(fnp=5), {}, "slain", HIT * F(5, 6)),
    ("31 fleshbane", gun(3, None, "fleshbane"), Target(toughness=8), {}, "slain", HIT * F(5, 6)),
    ("31 ranged poison", gun(1, None, "poisoned"), Target(toughness=3), {}, "slain", HIT / 2),
    ("32 sniper", gun("X", 6, "sniper"), Target((Body(1, 3),), toughness=8), {}, "slain", HIT * (F(2, 18) + F(1, 6))),
    ("32 rending", gun(4, None, "rending"), Target((Body(1, 3),), toughness=10), {}, "slain", HIT / 6),
    ("33 graviton 3+", gun(1, 2, "graviton"), Target((Body(1, 3),)), {}, "slain", HIT * F(4, 6)),
    ("33 graviton 2+", gun(1, 2, "graviton"), Target((Body(1, 2),)), {}, "slain", HIT * F(5, 6)),
    ("33 graviton bare", gun(1, 2, "graviton"), Target(), {}, "slain", HIT / 6),
    ("35 shrouded", gun(10), Target(rules=frozenset({"shrouded"})), {}, "slain", HIT * F(5, 6) * F(4, 6)),
    ("35 stealth", gun(10), Target(rules=frozenset({"stealth"})), {}, "slain", HIT * F(5, 6) * F(5, 6)),
    (
        "35 both in a ruin",
        gun(10),
        Target(rules=frozenset({"stealth", "shrouded"})),
        {"cover": "4+"},
        "slain",
        HIT * F(5, 6) * F(2, 6),
    ),
]


@pytest.mark.parametrize("example", PRINTED, ids=[e[0] for e in PRINTED])
def test_a_printed_example(example: tuple) -> None:
    _, weapon, on, said, name, wanted = example
    found = grognard.odds(ours(1, Attacker(weapons=(weapon,))), theirs(on), **said)
    value = law_of(found.slain if name == "slain" else found.other.get(name, F(0)))
    chance = value.get(1, F(0)) if isinstance(value, dict) else value
    assert chance == wanted


def test_blows_of_the_printed_examples() -> None:
    boy = Attacker(ws=4, strength=3, attacks=2, weapons=(Weapon("Melee", strength="User"), Weapon("Pistol", reach=12)))
    boy = replace(boy, rules=frozenset({"furious charge"}))
    many = Target((Body(9),))
    found = ask(boy, many, melee=True, charging=True)  # four blows of Strength 4
    assert law_of(found.damage)[4] == F(1, 4) ** 4
    assert max(law_of(ask(replace(boy, rules=boy.rules | {"rage"}), many, melee=True, charging=True).damage)) == 5
    fist = Attacker(weapons=(Weapon("Melee", strength="x2", ap=2, rules=frozenset({"unwieldy"})),))
    fist = replace(fist, rules=frozenset({"furious charge"}))
    assert ask(fist, Target(toughness=7), melee=True).slain.fraction(1) == F(1, 2) * F(4, 6)  # 8 against 7
    assert (
        law_of(ask(fist, Target(toughness=9), melee=True, charging=True).slain)[1] == 1 - F(3, 4) ** 2
    )  # 9 against 9, twice


# --- known units ------------------------------------------------------------------------------------------------------

DATA = Path(__file__).parents[2].parent / "shared" / "data" / "battlescribe-wh40k-7e"
BOOKS = {"marines": "Space Marines - Codex (2015)", "orks": "Orks - Codex", "guard": "Astra Militarum - Codex"}
BOLTGUN, LASGUN = Weapon("Rapid Fire", ap=5), Weapon("Rapid Fire", strength=3)
MARINES = Target((Body(1, 3),) * 5, rules=frozenset({"and they shall know no fear"}))
BOYZ = Target((Body(1, 6),) * 10, leadership=7)
NOBZ = Target((Body(2, 6),) * 3, leadership=7)
TERMINATORS = Target((Body(1, 2, 5),) * 5, leadership=9)
TRUKK = Hull(10, 10, 10, 3, 1, tags=frozenset({"Open-topped", "Fast"}))
RHINO, RAIDER = Hull(11, 11, 10, 3, 1), Hull(14, 14, 14, 4, 2)
SLUGGA = (Weapon("Pistol", reach=12, ap=6), Weapon("Melee", strength="User"))
BOY = Attacker(4, 2, 3, 1, 2, SLUGGA, frozenset({"furious charge"}))
WARBOSS = Attacker(5, 2, 5, 3, 4, SLUGGA, frozenset({"furious charge"}))
KNOWN = [
    ("marines:Tactical Squad", "orks:Boyz", 5, Attacker(weapons=(BOLTGUN,)), BOYZ, Situation(), {}),
    ("marines:Tactical Squad", "orks:Boyz", 5, Attacker(weapons=(BOLTGUN,)), BOYZ, Situation(distance=12), {}),
    (
        "marines:Tactical Squad",
        "marines:Tactical Squad",
        5,
        Attacker(weapons=(BOLTGUN,)),
        MARINES,
        Situation(cover=4),
        {},
    ),
    (
        "guard:Infantry Squad",
        "orks:Boyz",
        9,
        Attacker(bs=3, weapons=(LASGUN,)),
        BOYZ,
        Situation(),
        {"weapons": ["Lasgun"]},
    ),
    ("orks:Boyz", "marines:Tactical Squad", 10, BOY, MARINES, Situation(melee=True, charging=True), {}),
    ("orks:Warboss", "marines:Tactical Squad", 1, WARBOSS, MARINES, Situation(melee=True, charging=True), {}),
    (
        "marines:Terminator Squad",
        "orks:Nobz",
        5,
        Attacker(weapons=(gun(4, 5, shots=2),), kind="Bike"),
        NOBZ,
        Situation(moved=True),
        {},
    ),
    (
        "guard:Heavy Weapons Squad+3xAutocannon Team",  # of its teams that with a mortar is the cheapest
        "orks:Trukk",
        3,
        Attacker(bs=3, weapons=(gun(7, 4, kind="Heavy", shots=2, reach=48),)),
        TRUKK,
        Situation(),
        {},
    ),
    (
        "marines:Predator",
        "marines:Rhino",
        1,
        Attacker(weapons=(gun(7, 4, kind="Heavy", shots=2, reach=48),), kind="Vehicle", wounds=3),
        RHINO,
        Situation(facing="side"),
        {},
    ),
    (
        "marines:Land Raider",
        "orks:Trukk",
        1,
        Attacker(
            weapons=(
                gun(5, 4, "twin-linked", kind="Heavy", shots=3, reach=36),
                gun(9, 2, "twin-linked", kind="Heavy", reach=48),
                gun(9, 2, "twin-linked", kind="Heavy", reach=48),  # one in each sponson
            ),
            kind="Vehicle",
            wounds=4,
        ),
        TRUKK,
        Situation(),
        {},
    ),
    (
        "marines:Land Raider",
        "marines:Land Raider",
        1,
        Attacker(weapons=(gun(9, 2, "twin-linked", kind="Heavy", reach=48),), kind="Vehicle", wounds=4),
        RAIDER,
        Situation(wrecked=True),
        {"weapons": ["Lascannon"]},
    ),
    (
        "marines:Dreadnought",
        "marines:Land Raider",
        1,
        Attacker(weapons=(gun(8, 1, "melta", kind="Heavy", reach=24),), kind="Vehicle", wounds=3),
        RAIDER,
        Situation(distance=12),
        {"weapons": ["Multi-Melta"]},
    ),
    (
        "guard:Ratlings",
        "marines:Terminator Squad",
        3,
        Attacker(weapons=(gun("X", 6, "sniper", kind="Heavy", reach=36),)),
        TERMINATORS,
        Situation(),
        {},
    ),
    (
        "guard:Chimera",
        "marines:Tactical Squad",
        1,
        Attacker(
            bs=3,
            weapons=(gun(6, 6, kind="Heavy", shots=3, reach=36), gun(5, 4, kind="Heavy", shots=3, reach=36)),
            kind="Vehicle",
            wounds=3,
        ),
        MARINES,
        Situation(moved=True),
        {},
    ),
]


@pytest.mark.skipif(not DATA.is_dir(), reason="no BattleScribe catalogues at hand")
@pytest.mark.parametrize("number", range(len(KNOWN)))
def test_known_units_do_what_their_profiles_say(number: int) -> None:
    attacker, target, n, by, on, at, said = KNOWN[number]
    (book, unit), (other, aim) = attacker.split(":"), target.split(":")
    expected = plainly(plain.attack(n, by, on, at))
    found = grognard.odds(f"{DATA / BOOKS[book]}.cat:{unit}", f"{DATA / BOOKS[other]}.cat:{aim}", **words(at), **said)
    assert told(found) == expected


# --- the shape of the answer ------------------------------------------------------------------------------------------

YES = (
    *("snap", "jinking", "gone-to-ground", "afraid", "target-afraid", "charged", "force", "foe"),
    *("disordered", "night", "zooming", "immobilised", "challenge"),
)
KEYS: dict[str, object] = dict.fromkeys(YES, True) | {
    "first-round": False,
    "under": 2,
    "terrain": "woods",
    "speed": "cruising",
    "supercharge": "strength",
    "hp": 1,
}


@pytest.mark.parametrize("melee", [False, True])
@pytest.mark.parametrize("key", KEYS)
def test_every_circumstance_is_accepted_and_what_does_nothing_is_told(key: str, melee: bool) -> None:
    by, on = ours(2, Attacker(weapons=(Weapon(), Weapon("Melee", strength="User")))), theirs(Target())
    usual, found = grognard.odds(by, on, melee=melee), grognard.odds(by, on, melee=melee, sets={key: KEYS[key]})
    changed = found.impossible or law_of(found.damage) != law_of(usual.damage)
    assert changed or any(key in note for note in found.notes)


def test_a_step_names_every_rule_that_had_a_part() -> None:
    rules = frozenset({"twin-linked", "rending", "shred", "ignores cover", "pinning"})
    by = Attacker(weapons=(Weapon(strength=4, ap=5, rules=rules),), rules=frozenset({"preferred enemy"}))
    on = Target((Body(2, 3),), rules=frozenset({"stealth", "eternal warrior"}), fnp=5)
    found = grognard.odds(ours(1, by), theirs(on), cover="4+")
    named = {b.rule for s in found.steps for b in s.because}
    wanted = ("Twin-linked", "Rending", "Shred", "Ignores Cover", "Preferred Enemy", "Feel No Pain")
    assert all(any(n.startswith(w) for n in named) for w in wanted), named


def test_best_play_of_both_sides() -> None:
    two = Attacker(weapons=(gun(4), gun(7)))
    assert law_of(ask(two, Target(toughness=7)).slain)[1] == HIT / 6
    assert law_of(ask(two, Target(toughness=7, rules=frozenset({"fearless"})), policy="best").slain)[1] == HIT / 2
    hot = Attacker(weapons=(gun(7, 2, "gets hot"),))
    assert law_of(ask(hot, Target(toughness=8, rules=frozenset({"fearless"})), policy="best").slain)[1] == HIT / 2
    bike = Target(rules=frozenset({"jink"}), kind="Bike")
    assert law_of(ask(Attacker(weapons=(gun(8),)), bike, policy="best").slain)[1] == HIT * F(5, 6) / 2
    beast = Attacker(strength=5, attacks=4, rules=frozenset({"smash"}), kind="Monstrous Creature")
    tank = Hull(14, 14, 14)
    assert ask(beast, tank, melee=True).damage.fraction(0) == 1
    assert ask(beast, tank, melee=True, policy="best").damage.fraction(0) < 1


@pytest.mark.rule("usr:mighty-bulwark")
def test_a_bulwark_stands_where_a_building_falls() -> None:
    """Strength 9 against 12 penetrates on 4 and more; AP2 adds 1 to the table, whose 6 and 7 destroy."""
    by = ours(1, Attacker(weapons=(gun(9, 2),)))
    hut = read("Building", [model_text("Hut", 1, {"Front": 12, "HP": 3}, [], [])], {})
    bulwark = read("Building", [model_text("Fort", 1, {"Front": 12, "HP": 3}, ["Mighty Bulwark"], [])], {})
    assert grognard.odds(by, hut).destroyed == HIT * F(1, 2) * F(2, 6)
    assert grognard.odds(by, bulwark).destroyed == HIT * F(1, 2) * F(1, 6)
    for wall in (hut, bulwark):
        assert law_of(grognard.odds(by, wall).other["glances"])[1] == HIT / 6


def test_vehicles_of_a_squadron_are_hit_nearest_first() -> None:
    by = ours(1, Attacker(weapons=(gun(8, 1, shots=2),)))
    stats: dict[str, object] = {"BS": 4, "Front": 10, "Side": 10, "Rear": 10, "HP": 1}
    pair = read("Vehicle", [model_text("Buggy", 2, stats, [], [])], {})
    found = grognard.odds(by, pair, rulings={"zero_hp": "wrecked"})
    hurt = HIT * F(5, 6)  # 2 glances, 3 and more penetrates: either wrecks
    assert law_of(found.slain) == {0: (1 - hurt) ** 2, 1: 2 * hurt * (1 - hurt), 2: hurt**2}


def test_a_facing_matters_in_close_combat_to_a_charge_that_hits_it() -> None:
    tank = Hull(14, 10, 14)
    for rules, told_so in ((frozenset(), True), (frozenset({"hammer of wrath"}), False)):
        ram = Attacker(strength=6, rules=rules)
        found = ask(ram, tank, melee=True, charging=True, facing="side")
        assert any("facing has no effect" in note for note in found.notes) == told_so
        assert law_of(found.damage).get(1, F(0)) == (0 if told_so else F(2, 3) * F(1, 2))
