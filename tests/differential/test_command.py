"""The Command Token game: the exact answers against a second, plain working-out of the rule text, on seeded cases."""

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
from grognard.systems.command.system import SYSTEM

from . import command_plain as plain
from .command_plain import Figure, Gun, Situation, Troop

EXECUTABLE = frozenset(entry.name for entry in SYSTEM.entries() if entry.rule is not None)
GUN_RULES = ["Borer", "Cascade", "Crush", "Interlinked", "Limited", "Piercing", "Cleaving", "Pike", "Inescapable"]
GUN_RULES += ["Impale", "Barrage", "Rending", "Sunder", "High Velocity", "Hammer", "Blast", "Force", "Siege", "Turret"]
GUN_RULES += ["Devastate", "Slowing", "Escape"]
TARGET_RULES = ["Mechanized", "Infiltrate", "Moving Fortress", "Stealth", "Bloodlust", "Camouflage", "Unstoppable"]
ATTACKER_RULES = ["Mechanized", "Mechanized Command", "Stealth", "Sharpshooter", "Trudging", "Unstoppable"]
ATTACKER_RULES += ["Re-enforced Hull", "Grasping", "Relentless", "Agile"]


def picked(dice: Random, pool: list[str], most: int) -> tuple[str, ...]:
    known = [name for name in pool if name in EXECUTABLE]
    return tuple(dice.sample(known, min(len(known), dice.randint(0, most))))


def some_gun(dice: Random, name: str, melee: bool) -> Gun:
    kind = (
        dice.choice(["Melee", "Melee", "Melee", "Digital"])
        if melee
        else dice.choice(["Standard"] * 3 + ["Heavy", "Digital"])
    )
    rof: int | str = dice.choice([1, 1, 2, 2, 3, "D3"])
    rules = picked(dice, GUN_RULES, 3)
    if "Cascade" in rules:  # keeps the plain working-out small
        rof = 1 if "Pike" in rules else dice.choice([1, 2, "D3"])
    return Gun(name, kind, rof, dice.choice([12, 24]), dice.choice([0, 0, 1, 2, -1]), rules)


def some_case(dice: Random) -> tuple[Troop, Troop, Situation]:
    melee = dice.random() < 0.35
    guns = [some_gun(dice, f"w{i}", melee) for i in range(dice.choice([1, 1, 2]))]
    if all("Cascade" in g.rules for g in guns):
        guns = [replace(g, rof=1) for g in guns] if len(guns) > 1 else guns
    bearers = 1 if any("Cascade" in g.rules for g in guns) else dice.randint(1, 2)
    arms = [tuple(dice.sample(guns, dice.randint(0 if melee else 1, len(guns)))) for _ in range(bearers)]
    skill = {"AV": dice.randint(1, 6), "Resolve": dice.randint(3, 5), "HP": dice.choice([1, 1, 2])}
    own = tuple(Figure(**skill, guns=a, name=dice.choice(["Figure", "Sergeant"])) for a in arms)
    attacker = Troop("Attackers", own, picked(dice, ATTACKER_RULES, 2))
    hp = dice.choice([1, 1, 2, 3])
    one = Figure(Resolve=dice.randint(2, 6), HP=hp, AV=3)
    figures = [one] * dice.randint(1, 5)
    if dice.random() < 0.25:
        armor = (dice.randint(4, 7), dice.randint(3, 6), dice.randint(2, 5))
        figures = [replace(one, HP=dice.randint(1, 4), Armor=armor)] * dice.choice([1, 1, 2])
    elif dice.random() < 0.3:
        figures = [replace(one, Resolve=dice.randint(2, 6), HP=dice.randint(1, 2)) for _ in figures]
    target = Troop("Targets", tuple(figures), picked(dice, TARGET_RULES, 2))
    sets: dict[str, Any] = {}
    how: dict[str, Any] = {"melee": melee}
    if not melee:
        how["cover"] = dice.choice([0, 0, 4, 5, 6])
        how["range"] = dice.choice([None, None, 6, 12, 13, 24])
        if dice.random() < 0.3:
            sets["obscured"] = dice.choice([4, 5, 6])
        if dice.random() < 0.4:
            sets["token"] = dice.choice(["shoot", "advance", "overrun", "idle"])
        elif dice.random() < 0.3:
            how["moved"] = True
        if dice.random() < 0.15:
            sets["reacting"] = True
        if all(isinstance(g.rof, int) for g in guns) and dice.random() < 0.2:
            sets["uses"] = dice.randint(1, 3)
    if dice.random() < 0.4:
        sets["target-moving"] = True
    if dice.random() < 0.4:
        how["facing"] = dice.choice(["front", "side", "rear"])
    if dice.random() < 0.2:
        how["models"] = dice.randint(1, len(attacker.figures))
    if dice.random() < 0.2:
        how["target_models"] = dice.randint(1, len(target.figures))
    return attacker, target, Situation(sets=sets, **how)


def asked(attacker: Troop, target: Troop, how: Situation, policy: str = "default", **more: Any) -> Odds:
    by, on = native.loads(plain.force(attacker, target)).kinds
    return grognard.odds(
        by,
        on,
        melee=how.melee,
        range=how.range,
        cover=str(how.cover) if how.cover else None,
        moved=how.moved,
        facing=how.facing,
        sets=how.sets,
        models=how.models,
        target_models=how.target_models,
        policy=policy,
        **more,
    )


def fractions(law: Law | Fraction) -> Any:
    return law if isinstance(law, Fraction) else {n: law.fraction(n) for n in law.weights}


def trimmed(law: dict[int, Fraction]) -> dict[int, Fraction]:
    return {n: c for n, c in law.items() if c}


def compare(attacker: Troop, target: Troop, how: Situation) -> None:
    ours, theirs = plain.attack(attacker, target, how), asked(attacker, target, how)
    about = f"\n{attacker}\n{target}\n{how}\n{ours}\n{theirs.impossible}"
    if ours is None:
        assert theirs.impossible and fractions(theirs.slain) == {0: 1}, about
        return
    assert not theirs.impossible, about
    assert fractions(theirs.slain) == trimmed(ours["slain"]), about
    assert fractions(theirs.damage) == trimmed(ours["damage"]), about
    assert theirs.destroyed == ours["destroyed"], about
    assert theirs.other.get("disrupted", Fraction(0)) == ours["disrupted"], about
    for name in ("hits", "incapacitated", "own-damage", "own-slain"):
        law = theirs.other.get(name)
        assert ({0: 1} if law is None else fractions(law)) == trimmed(ours[name]), name + about


@pytest.mark.parametrize("block", range(12))
def test_an_attack_is_what_the_plain_working_out_says(block: int) -> None:
    dice = Random(f"command attacks {block}")
    for _ in range(30):
        compare(*some_case(dice))


# --- the sheet's own figures ------------------------------------------------------------------------------------------


def gunners(*rules: str, n: int = 1, **figures: Any) -> Troop:
    """``n`` figures with one weapon of these rules."""
    gun = Gun("gun", rules=rules, **({"rof": 10} | figures))
    return Troop("Gunners", (Figure(guns=(gun,)),) * n)


def foes(*rules: str, n: int = 10, **figures: Any) -> Troop:
    return Troop("Foes", (Figure(**figures),) * n, rules)


MEANS = [((), "1.775"), (("Cleaving",), "3.550"), (("Sunder",), "8.333"), (("Interlinked",), "3.921")]
MEANS += [(("Piercing",), "2.121"), (("Borer",), "5.939"), (("Cascade",), "5.867"), (("Inescapable",), "2.000")]
MEANS += [(("Pike",), "8.962")]


@pytest.mark.parametrize(("rules", "mean"), [(r, m) for r, m in MEANS if all(rule in EXECUTABLE for rule in r)])
def test_mean_of_ten_dice(rules: tuple[str, ...], mean: str) -> None:
    """Section 6: one weapon of RoF 10, Shoot token, Resolve 4, HP 1, ten models in the open."""
    assert f"{asked(gunners(*rules), foes(), Situation()).damage.mean():.3f}" == mean


@pytest.mark.rule("command:cascade")
def test_ten_weapons_cascade_each_for_itself() -> None:
    assert f"{asked(gunners('Cascade', n=10, rof=1), foes(), Situation()).damage.mean():.3f}" == "4.062"


@pytest.mark.parametrize(("cover", "mean"), [(4, "1.279"), (5, "0.883"), (6, "0.444")])
def test_mean_of_ten_dice_in_cover(cover: int, mean: str) -> None:
    assert f"{asked(gunners(), foes(), Situation(cover=cover)).damage.mean():.3f}" == mean


def test_cover_of_six_cannot_be_hit_while_idle() -> None:
    answer = asked(gunners(), foes(), Situation(cover=6, sets={"token": "idle"}))
    assert fractions(answer.damage) == {0: 1} and fractions(answer.other["hits"]) == {0: 1}


def test_melee_of_attack_value_four() -> None:
    """TN 3: each die hits with 2/3, and every other one comes back; Resolve 2 makes two of them a point."""
    blade = Gun("blade", "Melee", 2)
    striker = Troop("Strikers", (Figure(AV=4, Resolve=2, guns=(blade,)),))
    answer = asked(striker, foes(Resolve=1), Situation(melee=True))
    assert answer.damage.fraction(2) == Fraction(4, 9) and answer.damage.fraction(1) == Fraction(4, 9)
    assert answer.other["own-damage"].fraction(1) == Fraction(1, 9)  # type: ignore[union-attr]


@pytest.mark.rule("command:pike")
def test_one_hit_of_six_pierces_one_model_only() -> None:
    """Result 6 on Resolve 3 makes three points; models of one HP take one of them, a model of three all."""
    thin = asked(gunners("Pike", rof=1, hit=-1), foes(Resolve=3), Situation())  # hits on 3+, results as rolled
    assert fractions(thin.damage) == {0: Fraction(1, 2), 1: Fraction(1, 2)}
    thick = asked(gunners("Pike", rof=1, hit=-1), foes(Resolve=3, HP=3), Situation())
    assert fractions(thick.damage) == {0: Fraction(1, 2), 1: Fraction(1, 6), 2: Fraction(1, 6), 3: Fraction(1, 6)}


@pytest.mark.rule("command:crush")
def test_scenery_falls_on_the_weakest_side_of_a_tank() -> None:
    """Struck in front (Armor 6), crushed at the rear (Armor 4): hit 2/3, collapse 1/3, a die of 4+."""
    tank = foes(n=1, HP=4, Armor=(6, 5, 4))
    answer = asked(gunners("Crush", rof=1), tank, Situation(cover=4))
    assert answer.damage.fraction(1) == Fraction(2, 3) * Fraction(1, 3) * Fraction(1, 2)


@pytest.mark.rule("command:cleaving")
@pytest.mark.rule("command:pike")
@pytest.mark.rule("command:borer")
@pytest.mark.parametrize("rule", ["Cleaving", "Pike", "Borer"])
def test_the_bearer_changes_nothing(rule: str) -> None:
    """Two weapons of one name are one group, whether their bearers have one profile or two."""
    gun = Gun("gun", rof=2, rules=(rule,))
    target = Troop("Foes", tuple(Figure(Resolve=3, HP=hp) for hp in (1, 2, 2, 1)))
    alike = Troop("Gunners", (Figure(guns=(gun,)), Figure(guns=(gun,))))
    mixed = Troop("Gunners", (Figure(guns=(gun,)), Figure(name="Sergeant", guns=(gun,))))
    one, two = asked(alike, target, Situation()), asked(mixed, target, Situation())
    assert fractions(one.slain) == fractions(two.slain) and fractions(one.damage) == fractions(two.damage)
    compare(alike, target, Situation())
    compare(mixed, target, Situation())
    plainly = replace(gun, rules=())
    without = Troop("Gunners", (Figure(guns=(plainly,)), Figure(guns=(plainly,))))
    assert one.damage.mean() > asked(without, target, Situation()).damage.mean()


# --- the contract -----------------------------------------------------------------------------------------------------

SETS = ("target-moving=yes", "under=3", "uses=1", "reckless=yes", "token=shoot")


@pytest.mark.parametrize("said", SETS)
@pytest.mark.parametrize("melee", [False, True])
def test_every_circumstance_is_taken_and_alone_changes_nothing(said: str, melee: bool) -> None:
    figure = Figure(guns=(Gun("gun"), Gun("blade", "Melee")))
    attacker, target = Troop("Gunners", (figure,)), foes(n=2, Resolve=1)
    key, _, value = said.partition("=")
    plainly, so = (asked(attacker, target, Situation(melee=melee, sets=sets)) for sets in ({}, {key: value}))
    assert fractions(plainly.damage) == fractions(so.damage) != {0: 1}
    assert not plainly.impossible and not so.impossible


@pytest.mark.parametrize(
    ("sets", "needs"),
    [
        ({"token": "shoot"}, 2),
        ({"token": "advance"}, 3),
        ({"token": "overrun"}, 4),
        ({"token": "idle"}, 4),
        ({"reacting": True}, 4),
        ({"obscured": 6}, 5),
    ],
)
def test_what_the_tokens_add(sets: dict[str, Any], needs: int) -> None:
    answer = asked(gunners(rof=1), foes(Resolve=1), Situation(sets=sets))
    assert answer.slain.fraction(1) == Fraction(7 - needs, 6)


@pytest.mark.parametrize(
    ("attacker", "how"),
    [
        (gunners(), Situation(range=25)),
        (gunners(type="Heavy"), Situation(moved=True)),
        (gunners(type="Melee"), Situation()),
        (gunners(), Situation(moved=True, sets={"token": "idle"})),
        (gunners("Limited"), Situation(moved=True)),
        (gunners("Limited"), Situation(sets={"uses": 0})),
        (Troop("Gunners", (Figure(),)), Situation()),
    ],
)
def test_what_cannot_be_done_does_nothing_for_certain(attacker: Troop, how: Situation) -> None:
    answer = asked(attacker, foes(), how)
    assert answer.impossible and fractions(answer.slain) == fractions(answer.damage) == {0: 1}
    assert answer.destroyed == 0


@pytest.mark.parametrize("sets", [{"token": "run"}, {"obscured": "3"}, {"uses": "some"}, {"wind": "yes"}])
def test_unknown_keys_and_values_are_errors(sets: dict[str, str]) -> None:
    with pytest.raises(grognard.GrognardError):
        asked(gunners(), foes(), Situation(sets=sets))


def test_cover_has_its_own_scale() -> None:
    with pytest.raises(grognard.GrognardError):
        asked(gunners(), foes(), Situation(cover=3))


def test_every_rule_that_contributed_is_named() -> None:
    target = replace(foes(), rules=("Stealth", "Mechanized"))
    weapon = gunners("Borer", "Cascade", "Crush", "Interlinked", "Piercing", "Pike", "Cleaving", rof=1)
    answer = asked(weapon, target, Situation(cover=5))
    named = {b.id for s in answer.steps for b in s.because}
    for rule in ("borer", "cascade", "crush", "interlinked", "piercing", "pike", "cleaving", "stealth", "mechanized"):
        assert f"command:{rule}" in named, (rule, named)


def test_best_play_of_the_owner_spreads_nothing_that_saves_a_model() -> None:
    """One point on a model of HP 1 in front and one of HP 2 behind: the owner who thinks gives it to the second."""
    target = Troop("Foes", (Figure(Resolve=1, HP=1), Figure(Resolve=1, HP=2)))
    nearest, thinking = (asked(gunners(rof=1), target, Situation(), policy) for policy in ("default", "best"))
    assert nearest.slain.fraction(1) == Fraction(5, 6)
    assert fractions(thinking.slain) == {0: 1} and thinking.damage.fraction(1) == Fraction(5, 6)
