"""Under best play the reasons are those of the choices made: the figures of the steps multiply to the result."""

from __future__ import annotations

from fractions import Fraction
from math import prod

from msgspec.structs import replace

from grognard.common.odds.odds_report import lines
from grognard.common.profiles import interned
from grognard.systems.command.examples import ask, gun, kind

F = Fraction
HIT = F(5, 6)  # 2+ under a Shoot token
PISTOL = gun("Deadeye", name="Pistol")
CANNON = gun(rate=3, name="Cannon")


def figures(found, name, weapon=""):
    """The chances of the steps of this name, in order."""
    return [F(s.chance).limit_denominator(1000) for s in found.steps if s.name == name and weapon in s.weapon]


def choices(found):
    return {(c.player, c.question): (c.answer, c.chance) for c in found.choices}


def reasons(found, name, weapon=""):
    told = [s for s in found.steps if s.name == name and weapon in s.weapon]
    return [b.says for s in told for b in s.because if b.rule == "chosen"]


def test_models_strike_with_what_does_best_and_that_is_explained():
    """Three dice of an axe make six hits of two models; a knife's two dice never do."""
    by = kind("One", "", 2, (gun(type="Melee", name="Knife"), gun(type="Melee", rate=3, name="Axe")))
    best, usual = (ask(by, kind(resolve=6, models=1), melee=True, policy=p) for p in ("best", "default"))
    assert choices(best) == {("attacker", "what does One strike with?"): ("Axe", 1)}
    assert choices(usual) == {("attacker", "what does One strike with?"): ("Knife", 1)}
    assert {s.weapon for s in best.steps if s.weapon} == {"Axe"}
    assert reasons(best, "rate of fire") == ["by the attacker: Axe"]
    assert prod(figures(best, "to hit in melee") * 6) == F(2, 3) ** 6 == best.slain.fraction(1)
    assert usual.slain.fraction(1) == 0 and {s.weapon for s in usual.steps if s.weapon} == {"Knife"}


def test_two_profiles_of_one_name_may_choose_differently():
    knife, axe, sword = (gun(type="Melee", rate=n, name=w) for n, w in ((1, "Knife"), (3, "Axe"), (2, "Sword")))
    squad = kind("One", "", 1, (knife, axe))
    squad = interned(replace(squad, models=squad.models + kind("One", "", 1, (knife, sword)).models))
    found = ask(squad, kind(resolve=5, models=1), melee=True, policy="best")
    assert [s.weapon for s in found.steps if s.name == "rate of fire"] == ["Axe", "Sword"]
    assert prod(figures(found, "to hit in melee", "Axe") * 3 + figures(found, "to hit in melee", "Sword") * 2) == (
        found.slain.fraction(1)
    )


def test_a_weapon_that_follows_hits_for_certain_in_the_reasons():
    """A pistol's hit and three certain ones of the cannon are four, a point."""
    found = ask(kind("One", "", 1, (PISTOL, CANNON)), kind(resolve=4, models=1), policy="best")
    assert choices(found) == {
        ("attacker", "which weapons first?"): ("Pistol, then Cannon", 1),
        ("attacker", "which weapon follows Pistol?"): ("Cannon", HIT),
    }
    assert reasons(found, "to hit after Pistol") == ["by the attacker: it follows Pistol, 83.3 % of the time"]
    chance = figures(found, "to hit", "Pistol") + figures(found, "to hit after Pistol", "Cannon")
    assert chance == [HIT, 1] and prod(chance) == found.slain.fraction(1)


def test_the_order_that_was_chosen_is_the_order_of_the_steps():
    """Siege guns first, so that their target is corroded when the cannons throw: one hit less makes a point."""
    arms = (gun(rate=3, name="Cannon"), gun("Corrosive", name="Acid"))
    found = ask(kind("One", "", 1, arms), kind(resolve=4, models=1), policy="best")
    first = choices(found)["attacker", "which weapons first?"][0].split(", then ")
    assert [s.weapon for s in found.steps if s.name == "rate of fire"] == first
    assert reasons(found, "rate of fire") == [f"by the attacker: {', then '.join(first)}"]


def test_a_weapon_that_is_kept_says_so():
    by = kind("One", "", 1, (PISTOL, gun("Pike", rate=2, hit=3, name="Lance")))
    found = ask(by, kind(resolve=6, hp=9, models=3), policy="best")
    assert reasons(found, "hits", "Pistol") == ["by the attacker: none, 83.3 % of the time"]
    assert not figures(found, "to hit after Pistol")


def test_a_weapon_that_only_follows_has_its_own_lines():
    """A Heavy weapon may not fire after an Advance, but may follow."""
    by = kind("One", "", 1, (PISTOL, gun(type="Heavy", rate=3, name="Cannon")))
    found = ask(by, kind(resolve=4, models=1), moved=True, policy="best")
    told = [(s.name, s.needs) for s in found.steps if s.weapon == "Cannon"]
    assert told == [
        ("to hit after Pistol", "automatic"),
        ("rate of fire", "1 x 3"),
        ("points of damage", "4 hits a point"),
    ]
    assert [one.weapon for one in found.unused] == ["Cannon"], "of itself it may not be used"
    (hit,) = figures(found, "to hit", "Pistol")
    assert hit == F(2, 3) == found.slain.fraction(1), "no bonus under an Advance token"


def test_the_owner_says_which_model_takes_the_point():
    squad = kind("Big", models=1, hp=2)
    squad = interned(replace(squad, models=squad.models + kind("Small", models=1).models))
    found = ask(kind("One", "", 1, (gun(rate=4),)), squad, policy="best")
    assert choices(found) == {("target", "which model takes the Point of Damage?"): ("Big", HIT**4)}
    assert reasons(found, "points of damage") == ["by the target: Big, 48.2 % of the time"]
    assert prod(figures(found, "to hit") * 4) == found.damage.fraction(1) and found.slain.fraction(0) == 1


def test_which_models_take_points_is_told_in_one_line():
    squad = kind("Big", models=3, hp=1)
    squad = interned(replace(squad, models=squad.models + kind("Small", models=1, hp=2).models))
    found = ask(kind("One", "", 1, (gun("Sunder", rate=4),)), squad, policy="best")
    (taken,) = [c for c in found.choices if c.question == "which model takes the Point of Damage?"]
    assert taken.answer == "1 x Small, then 3 x Big" and reasons(found, "points of damage")[0].endswith(
        f"{taken.answer}, {float(100 * taken.chance):.1f} % of the time"
    )


def test_stopping_in_melee_is_named():
    by = kind("One", "", 1, (gun("Cascade", type="Melee"),))
    found = ask(by, kind(resolve=6, models=1), melee=True, policy="best")
    assert choices(found) == {("attacker", "attack again with Gun?"): ("yes", F(2, 3))}
    assert reasons(found, "hits") == ["by the attacker: yes, 66.7 % of the time"]
    assert "      chosen: by the attacker: yes, 66.7 % of the time" in lines(found)


# --- what stands beside the numbers -------------------------------------------------------------------------------------


def test_points_and_chances_are_not_mixed_up():
    """A third of a point for a hit is no chance: three hits make one."""
    found = ask(kind("One", "", 1, (gun(),)), kind(resolve=3))
    (points,) = [s for s in found.steps if s.name == "points of damage"]
    assert (points.needs, points.chance) == ("3 hits a point", 1.0)


def test_damage_to_itself_is_headed_in_words():
    found = ask(kind("One", "", 1, (gun(type="Melee", rate=6),)), kind(resolve=6), melee=True)
    assert found.other["own-damage"].mean() > 0
    assert any(line.startswith("  Points of Damage that the attacker does to itself") for line in lines(found))


def test_out_of_reach_takes_no_part_and_a_model_strikes_with_one_weapon():
    arms = (
        gun(name="Long"),
        gun(name="Short", range=12),
        gun(type="Melee", name="Axe"),
        gun(type="Melee", name="Club"),
    )
    one = kind("One", "", 1, arms)
    assert [(u.weapon, u.why) for u in ask(one, kind(), range=20.0).unused] == [("Short", "reaches 12 inches, not 20")]
    (club,) = ask(one, kind(), melee=True).unused
    assert club.weapon == "Club" and "strikes with Axe" in club.why


def test_a_danger_that_was_not_run_is_mentioned():
    wild = kind("One", "Reckless", 1, (gun(type="Melee"),))
    assert ask(wild, kind(), melee=True).dangers[0].startswith("Reckless: it could strike with ranged weapons too")
    assert ask(wild, kind()).dangers == ()
