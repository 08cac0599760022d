"""VOID: the exact answers against a second, plain working-out of the rule text, on seeded small cases."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

import pytest

import grognard
from grognard.common.odds import Odds
from grognard.kernel.law import Law
from grognard.muster.formats import native
from grognard.systems.void.system import SYSTEM

from . import void_plain as plain
from .void_plain import Arm, Rules, Situation, Soldier, Squad

EXECUTABLE = frozenset(entry.name for entry in SYSTEM.entries() if entry.rule is not None)
STATED = {"SPOMM": "S.P.O.M.M.", "Target-locking": "Target Acquisition"}
# (rule, largest parameter): what is tossed onto models of either side
DEFENCES = [("Heavy Armour", 7), ("Dodge", 0), ("Camouflage", 0), ("Rampage", 0), ("Strategy", 2), ("High Morale", 3)]
DEFENCES += [("Immune to Panic", 0), ("Inspiring", 0), ("Swarm", 0), ("Prone", 0), ("Stealth", 0), ("Strike First", 0)]
DEFENCES += [("Guard", 0), ("Shield Wall", 0), ("Berserk Charge", 0), ("Fearless", 0), ("Terrifying", 0), ("Fast", 0)]
ATTACKS = [("Marksman", 0), ("Find Weakness", 4), ("Target-locking", 0), ("SPOMM", 3), ("Shock Trooper", 0)]
ATTACKS += [("Lethal Strike", 2), ("Multiple Attacks", 3), ("Multiple Shots", 3), ("Jump Trooper", 0), ("Prone", 0)]
ATTACKS += [
    ("Stomp Attack", 0),
    ("Strike First", 0),
    ("Berserk Charge", 0),
    ("Fly", 0),
    ("Spotter", 0),
    ("Immobile", 0),
    ("Impetuous", 0),
]


def executable(name: str) -> bool:
    return STATED.get(name, name) in EXECUTABLE


def picked(dice: Random, pool: list[tuple[str, int]], most: int) -> Rules:
    known = [(name, top) for name, top in pool if executable(name)]
    chosen = dice.sample(known, min(len(known), dice.randint(0, most)))
    return tuple((name, dice.randint(1, top) if top else 0) for name, top in chosen)


def some_arm(dice: Random, name: str, melee: bool) -> Arm:
    figures = {"dice": dice.choice([1, 1, 2]), "AP": dice.choice([0, 0, 1, 3]), "hands": dice.choice([1, 2])}
    if melee:
        strong = dice.random() < 0.6
        return Arm(name, None, dice.randint(-1, 2), dice.randint(-1 if strong else 3, 3), strong, **figures)
    bands = tuple(dice.choice([0, 1, 2, -1, -2, None]) if i else dice.choice([0, 1, 2, -1]) for i in range(4))
    arm = Arm(name, bands, dam=dice.randint(2, 8), **figures)
    kind = dice.random()
    if kind < 0.08:
        return replace(arm, template="flame", bands=None)
    if kind < 0.16:
        return replace(arm, template="blast 3", indirect=dice.random() < 0.5)
    return arm


def some_attacker(dice: Random, melee: bool) -> Squad:
    arms = [some_arm(dice, f"w{i}", melee) for i in range(dice.choice([1, 1, 2]))]
    rules = picked(dice, ATTACKS, 3)
    soldiers = []
    for _ in range(dice.randint(1, 3)):
        carried = tuple(dice.sample(arms, dice.randint(1, len(arms))))
        skill = {"AS": dice.randint(2, 7), "SH": dice.randint(2, 7), "ST": dice.randint(3, 6)}
        own = rules if dice.random() < 0.7 else ()
        soldiers.append(Soldier(**skill, arms=carried, rules=own))
    return Squad("Attackers", tuple(soldiers))


def some_target(dice: Random) -> Squad:
    rules = picked(dice, DEFENCES, 3)
    size = dice.choice([1, 2, 2, 3, 4])
    if dice.random() < 0.15:
        vehicle = Soldier(T=dice.randint(4, 7), W=dice.randint(1, 4), SZ=size, rules=rules, AS=dice.randint(2, 5))
        vehicle = replace(vehicle, arms=tuple(Arm(f"gun {i}") for i in range(dice.randint(0, 2))))
        return Squad("Targets", (vehicle,), "Vehicle")
    alike = dice.random() < 0.5
    soldiers: list[Soldier] = []
    for _ in range(dice.randint(1, 4)):
        figures = {"AS": dice.randint(2, 6), "T": dice.randint(3, 6), "W": dice.choice([1, 1, 2, 3])}
        own = tuple(r for r in rules if r[0] not in ("Heavy Armour", "Dodge", "Guard") or dice.random() < 0.7)
        one = Soldier(**figures, CD=dice.randint(3, 7), SZ=size + dice.choice([0, 0, 1]), rules=own)
        soldiers.append(soldiers[0] if alike and soldiers else one)
    if not alike and dice.random() < 0.4:
        soldiers[-1] = replace(soldiers[-1], role="leader")
    if len(soldiers) > 1 and dice.random() < 0.2:
        behind = tuple(r for r in soldiers[0].rules if r[0] != "Shield Wall")
        soldiers[0] = replace(soldiers[0], role="support", rules=behind)
    return Squad("Targets", tuple(soldiers))


def some_case(dice: Random) -> tuple[Squad, Squad, Situation]:
    melee = dice.random() < 0.35
    attacker, target = some_attacker(dice, melee), some_target(dice)
    sets: dict[str, Any] = {}
    how: dict[str, Any] = {"melee": melee}
    if melee:
        how["charging"] = dice.random() < 0.5
        if dice.random() < 0.3:
            sets["contact"] = dice.randint(1, 6)
    else:
        how["moved"] = dice.random() < 0.3
        how["range"] = dice.choice([None, None, 6, 12, 12.5, 24, 25, 30, 40, 50])
        how["cover"] = dice.choice([0, 0, 2, 3, 4])
        if dice.random() < 0.3:
            sets["under"] = dice.randint(1, 5)
        if dice.random() < 0.3:
            sets["painted"] = True
        if dice.random() < 0.3:
            sets["spotters"] = dice.randint(0, 3)
        if not how["moved"] and dice.random() < 0.3:
            sets["prone"] = True
    if (how.get("moved") or how.get("charging")) and dice.random() < 0.4:
        sets["failed-jump"] = True
    if dice.random() < 0.3:
        sets["arc"] = dice.choice(["front", "flank", "rear"])
    if dice.random() < 0.2:
        sets["target-prone"] = True
    if dice.random() < 0.2:
        how["models"] = dice.randint(1, len(attacker.soldiers))
    if dice.random() < 0.2:
        how["target_models"] = dice.randint(1, len(target.soldiers))
    if dice.random() < 0.15:
        how["weapons"] = (dice.choice([a.name for s in attacker.soldiers for a in s.arms]),)
    return attacker, target, Situation(sets=sets, **how)


def asked(attacker: Squad, target: Squad, how: Situation, policy: str = "default") -> Odds:
    by, on = native.loads(plain.force(attacker, target)).kinds
    return grognard.odds(
        by,
        on,
        melee=how.melee,
        range=how.range,
        cover=str(how.cover) if how.cover else None,
        moved=how.moved,
        charging=how.charging,
        sets=how.sets,
        weapons=how.weapons,
        models=how.models,
        target_models=how.target_models,
        policy=policy,
    )


def fractions(law: Law | Fraction) -> Any:
    return law if isinstance(law, Fraction) else {n: law.fraction(n) for n in law.weights}


def trimmed(law: dict[int, Fraction]) -> dict[int, Fraction]:
    return {n: c for n, c in law.items() if c}


def compare(attacker: Squad, target: Squad, how: Situation) -> None:
    ours, theirs = plain.attack(attacker, target, how), asked(attacker, target, how)
    about = f"\n{attacker}\n{target}\n{how}\n{ours}\n{theirs.impossible}"
    if ours is None:
        assert theirs.impossible and theirs.slain.weights == {0: 1}, about
        return
    assert not theirs.impossible, about
    assert fractions(theirs.slain) == trimmed(ours["slain"]), about
    assert fractions(theirs.damage) == trimmed(ours["damage"]), about
    assert theirs.destroyed == ours["destroyed"], about
    for name in ("panicked", "rampaging", "shaken", "immobilised"):
        assert theirs.other.get(name, Fraction(0)) == ours[name], name + about
    lost = theirs.other.get("weapons-lost")
    assert ({0: 1} if lost is None else fractions(lost)) == trimmed(ours["weapons-lost"]), about


@pytest.mark.parametrize("block", range(12))
def test_an_attack_is_what_the_plain_working_out_says(block: int) -> None:
    dice = Random(f"void attacks {block}")
    for _ in range(30):
        compare(*some_case(dice))


def suppressing(dice: Random) -> tuple[Squad, Squad, Situation]:
    attacker, target, how = some_case(dice)
    arms = []
    for i in range(2):
        arm = replace(some_arm(dice, f"w{i}", False), template="", indirect=False)
        arm = replace(arm, bands=arm.bands or (0, 0, None, None))
        arms.append(replace(arm, rules=(("Suppressive Fire", dice.randint(1, 6)),) if dice.random() < 0.5 else ()))
    bearing = (("Suppressive Fire", dice.randint(1, 6)),)
    soldiers = tuple(
        replace(s, arms=tuple(dice.sample(arms, dice.randint(1, 2))), rules=bearing if dice.random() < 0.4 else ())
        for s in attacker.soldiers
    )
    return (
        replace(attacker, soldiers=soldiers),
        target,
        replace(how, melee=False, sets={"suppressive": True}, weapons=()),
    )


@pytest.mark.parametrize("block", range(4))
@pytest.mark.rule("void:suppressive-fire")
def test_suppressive_fire_is_what_the_plain_working_out_says(block: int) -> None:
    dice = Random(f"void suppression {block}")
    for _ in range(30):
        compare(*suppressing(dice))


def trooper(*rules: tuple[str, int], n: int = 1, arms: tuple[Arm, ...] = (), **figures: Any) -> Squad:
    return Squad("Troopers", (Soldier(rules=rules, arms=arms or (RIFLE,), **figures),) * n)


def foes(*rules: tuple[str, int], n: int = 1, **figures: Any) -> Squad:
    return Squad("Foes", (Soldier(rules=rules, **figures),) * n)


RIFLE = Arm("rifle", (0, -1, -2, None))
SNIPER = Arm("sniper rifle", (2, 1, 1, 0), dam=5, AP=1)
ROCKET = Arm("rocket launcher", (0, 0, 0, -1), dam=8, dice=2, AP=4)
BLADE = Arm("combat blade", None, dam=0, by_strength=True)
TANK = Squad("Tank", (Soldier(AS=3, ST=7, T=7, W=4, CD=6, SZ=4, rules=(("Heavy Armour", 6),)),), "Vehicle")


@pytest.mark.parametrize(
    ("how", "chance"),
    [
        (Situation(), "1/4"),  # hit 1/2, wound 1/2
        (Situation(cover=4), "1/8"),  # heavy cover saves on 6+
        (Situation(moved=True), "1/5"),  # hits on 7+
        (Situation(range=18), "1/5"),  # medium: -1
        (Situation(range=30), "3/20"),  # long: -2
    ],
)
def test_trooper_against_trooper(how: Situation, chance: str) -> None:
    answer = asked(trooper(), foes(), how)
    assert answer.slain.fraction(1) == Fraction(chance)
    compare(trooper(), foes(), how)


def test_rocket_against_tank() -> None:
    """The sanity figure of the sheet: 0.7 to hit, each die 0.6 x 0.7 unsaved, and the damage table on top."""
    answer = asked(trooper(arms=(ROCKET,)), TANK, Situation())
    each = Fraction(6, 10) * Fraction(7, 10)
    assert answer.damage.fraction(0) == Fraction(3, 10) + Fraction(7, 10) * (1 - each) ** 2
    assert next(step.needs for step in answer.steps if step.name == "to hit") == "4+"
    compare(trooper(arms=(ROCKET,)), TANK, Situation())


@pytest.mark.rule("void:marksman")
def test_marksman_of_the_book() -> None:
    """Sniper Rifle, short: hits on 4+; 4-5 one die, 6-7 two, 8-9 three, 10 four; each wounds on 5+ (Dam 5, T 4)."""
    wounds = [1 - Fraction(4, 10) ** dice for dice in (1, 1, 2, 2, 3, 3, 4)]
    answer = asked(trooper(("Marksman", 0), arms=(SNIPER,)), foes(), Situation())
    assert answer.slain.fraction(1) == sum(wounds) / 10


@pytest.mark.rule("void:suppressive-fire")
def test_eight_legionnaires_at_medium_under_ten() -> None:
    """Section 13: 8 wounds + 1 band - 10 = -1, so CD 4 needs 7+."""
    gun = replace(RIFLE, rules=(("Suppressive Fire", 5),))
    answer = asked(trooper(n=2, arms=(gun,)), foes(n=8), Situation(range=18, sets={"suppressive": True}))
    assert answer.other["panicked"] == Fraction(6, 10)
    assert fractions(answer.slain) == {0: 1}


@pytest.mark.rule("void:target-acquisition")
@pytest.mark.rule("void:camouflage")
def test_who_locks_onto_a_painted_unit_needs_no_sight() -> None:
    """Camouflage hides beyond 24 inches, but not from target-locking fire; the rule may stand on weapon or model."""
    hiding = foes(("Camouflage", 0))
    on_model = trooper(("Target-locking", 0), arms=(SNIPER,))
    on_weapon = trooper(arms=(replace(SNIPER, rules=(("Target Acquisition", 0),)),))
    for shooter in (on_model, on_weapon):
        assert asked(shooter, hiding, Situation(range=30)).impossible
        painted = asked(shooter, hiding, Situation(range=30, sets={"painted": True}))
        assert painted.slain.fraction(1) == Fraction(1, 2) * Fraction(6, 10) * Fraction(8, 10)


SETS = ("prone=yes", "target-prone=yes", "suppressive=no", "contact=3", "painted=yes", "spotters=2", "failed-jump=yes")
SETS += ("crew-lost=1", "under=4", "arc=front", "arc=flank", "arc=rear")


@pytest.mark.parametrize("said", SETS)
@pytest.mark.parametrize("melee", [False, True])
def test_every_circumstance_is_taken_and_alone_changes_nothing(said: str, melee: bool) -> None:
    """None of these matters to plain troopers: the law stays."""
    squads = trooper(arms=(RIFLE, BLADE)), foes(n=2)
    key, _, value = said.partition("=")
    plainly, so = (asked(*squads, Situation(melee=melee, sets=sets)) for sets in ({}, {key: value}))
    assert fractions(plainly.slain) == fractions(so.slain) == {0: Fraction(3, 4), 1: Fraction(1, 4)}


@pytest.mark.parametrize(
    ("squad", "how"),
    [
        (trooper(arms=(RIFLE,)), Situation(range=36.5)),  # out of reach
        (trooper(arms=(BLADE,)), Situation()),  # nothing to shoot with
        (trooper(arms=(RIFLE,)), Situation(melee=True)),  # no melee weapon, no blow
        (trooper(arms=(RIFLE,)), Situation(sets={"suppressive": True})),  # nobody has the rule
        (trooper(arms=(RIFLE, BLADE)), Situation(weapons=("combat blade",))),
    ],
)
def test_what_cannot_be_done_does_nothing_for_certain(squad: Squad, how: Situation) -> None:
    answer = asked(squad, foes(), how)
    assert answer.impossible and answer.slain.weights == {0: 1} and answer.damage.weights == {0: 1}
    assert answer.destroyed == 0


@pytest.mark.parametrize("sets", [{"contact": "many"}, {"arc": "top"}, {"wind": "yes"}, {"painted": "2"}])
def test_unknown_keys_and_values_are_errors(sets: dict[str, str]) -> None:
    with pytest.raises(grognard.GrognardError):
        asked(trooper(), foes(), Situation(sets=sets))


def test_best_play_takes_the_better_weapon() -> None:
    """The first listed by default, the deadlier one under best."""
    shooter = trooper(arms=(RIFLE, replace(RIFLE, name="heavy rifle", dam=8)))
    assert asked(shooter, foes(), Situation()).slain.fraction(1) == Fraction(1, 4)
    best = asked(shooter, foes(), Situation(), "best")
    assert best.slain.fraction(1) == Fraction(1, 2) * Fraction(9, 10)


def test_every_rule_that_contributed_is_named() -> None:
    target = foes(("Heavy Armour", 5), ("Camouflage", 0), ("Dodge", 0), n=2, W=2)
    shooter = trooper(("Marksman", 0), ("Find Weakness", 2), arms=(SNIPER,))
    answer = asked(shooter, target, Situation(cover=3))
    named = {b.id for s in answer.steps for b in s.because}
    for rule in ("heavy-armour", "camouflage", "dodge", "marksman", "find-weakness"):
        assert f"void:{rule}" in named, (rule, named)


@pytest.mark.rule("void:immobile")
@pytest.mark.rule("void:stomp-attack")
def test_who_cannot_charge_does_not_stomp_either() -> None:
    stomper = trooper(("Immobile", 0), ("Stomp Attack", 0))
    assert asked(stomper, foes(), Situation(melee=True, charging=True)).impossible
    assert asked(stomper, foes(), Situation(melee=True)).slain.fraction(1) == Fraction(1, 4)


@pytest.mark.rule("void:jump-trooper")
@pytest.mark.rule("void:prone")
def test_a_unit_jumps_and_lies_down_as_one() -> None:
    """Both are rules of the unit: one member without them and the circumstance has no effect."""
    one, other = Soldier(rules=(("Jump Trooper", 0), ("Prone", 0)), arms=(RIFLE,)), Soldier(arms=(RIFLE,))
    for sets, chance in (({"failed-jump": True}, Fraction(3, 20)), ({"prone": True}, Fraction(3, 10))):
        alone, mixed = Squad("Troopers", (one,)), Squad("Troopers", (other, one))
        how = Situation(moved="failed-jump" in sets, sets=sets)
        assert asked(alone, foes(W=9), how).damage.fraction(1) == chance
        compare(mixed, foes(W=9), how)
