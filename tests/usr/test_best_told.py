"""Under best play the reasons are those of the choices made, and each choice stands in the answer with who made it."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.common.odds.odds_report import lines
from grognard.systems.usr.examples import ask, model, shooter, target, unit, weapon

F = Fraction
VETS = unit(model(name="Vet", weapons=[weapon("Plasma", "Gets Hot", type="Rapid Fire", S=7, AP=2, range=24)]), count=3)
TAC = target(Sv="3+", count=5)


def steps(found, name):
    return [s for s in found.steps if s.name == name]


def choices(found):
    return {(c.player, c.question): (c.answer, c.chance) for c in found.choices}


def test_supercharged_blasts_at_a_unit_that_goes_to_ground_say_so():
    """Six shots, each 2+ not to overheat, 2+ to wound, 6+ cover: the third kill of 125/216 each, capped at five."""
    found = ask(VETS, TAC, range=12, policy="best")
    p = F(5, 6) ** 3
    assert found.slain.fraction(0) == (1 - p) ** 6
    assert choices(found) == {
        ("attacker", "supercharge the Plasma?"): ("as a blast", 1),
        ("target", "go to ground?"): ("yes, for a cover save of 6+", 1 - (1 - F(5, 6) ** 2) ** 6),
    }
    assert [s.chance for s in steps(found, "gets hot")] == [5 / 6]
    assert steps(found, "to hit")[0].needs == "automatic"
    assert [s.needs for s in steps(found, "cover save")] == ["6+"] and not steps(found, "save")


def test_by_default_it_is_said_what_was_left():
    found = ask(VETS, TAC, range=12)
    assert choices(found) == {("attacker", "supercharge the Plasma?"): ("no", 1)}
    assert steps(found, "to hit")[0].needs == "3+" and not steps(found, "cover save")


def test_where_nothing_is_open_nothing_is_named():
    assert ask(shooter(), target("Fearless"), policy="best").choices == () == ask(shooter(), target()).choices


def test_a_jink_is_named_and_gives_its_cover_in_the_reasons():
    found = ask(shooter(S=8, AP=2), target("Jink", "Fearless", Sv="3+"), policy="best")
    assert choices(found) == {("target", "jink?"): ("yes", 1)}
    assert [s.needs for s in steps(found, "cover save")] == ["4+"]


def test_weapons_are_called_by_name():
    pair = [weapon("Laser", S=9, AP=1, type="Heavy 1"), weapon("Popgun", S=3, type="Heavy 1")]
    found = ask(unit(model(name="Gunner", weapons=pair)), target("Fearless"), policy="best")
    assert choices(found) == {("attacker", "Gunner: how many use what?"): ("1 x Laser", 1)}
    assert {s.weapon for s in found.steps} == {"Laser"}
    several = ask(unit(model(name="Gunner", weapons=pair), count=2), target("Fearless", count=2), policy="best")
    assert choices(several) == {("attacker", "Gunner: how many use what?"): ("2 x Laser", 1)}


def test_one_mighty_blow_is_told_as_one():
    """Two blows of Strength 5 cannot dent Armour 14, one of Strength 10 can."""
    found = ask(
        unit(model("Smash", name="Ogre", S=5, A=2)), target(Front=14, Side=14, Rear=14), melee=True, policy="best"
    )
    told = {c.question: c.answer for c in found.choices}
    assert any("one blow" in answer for answer in told.values()) and told["re-roll glancing hits?"] in ("yes", "no")
    assert steps(found, "armour penetration")[0].chance > 0


def test_people_and_programs_are_told_the_same():
    found = ask(VETS, TAC, range=12, policy="best")
    told = "\n".join(lines(found))
    assert (
        "Choices\n  attacker: supercharge the Plasma? as a blast\n"
        "  target: go to ground? yes, for a cover save of 6+  (came up 99.9 % of the time)\n\nWhy\n  target: 5 x "
        in told
    )
    assert found.told()["choices"][0] == {
        "player": "attacker", "question": "supercharge the Plasma?", "answer": "as a blast", "chance": 1.0,
    }  # fmt: skip


@pytest.mark.parametrize("policy", ["default", "best"])
def test_the_numbers_are_those_of_the_choices(policy):
    """What best play picks, asked for, gives best play's numbers."""
    best = ask(VETS, TAC, range=12, policy="best")
    asked = ask(VETS, TAC, range=12, policy=policy, sets={"supercharge": "blast", "gone-to-ground": True})
    assert asked.slain == best.slain


# --- what stands beside the numbers -------------------------------------------------------------------------------------


def beside(found):
    return {one.weapon: one.why for one in found.unused}


def test_weapons_that_take_no_part_say_why():
    """One fires, one is out of reach, one may be thrown by one model, one was left for the first; blades are for blows."""
    arms = [
        weapon("Rifle"), weapon("Pistol", type="Pistol", range=12), weapon("Long gun", range=36),
        weapon("Frag grenade", type="Grenade", range=8), weapon("Knife", melee=True),
    ]  # fmt: skip
    soldier = unit(model(name="Soldier", weapons=arms), count=2)
    assert beside(ask(soldier, target(), range=20)) == {
        "Pistol": "reaches 12 inches, the target is 20 away",
        "Long gun": "Soldier fires Rifle; --weapon or --policy best picks another",
        "Frag grenade": "reaches 8 inches, the target is 20 away",
    }
    near = beside(ask(soldier, target(), range=6))
    assert near["Frag grenade"].startswith("it is thrown by one model in place of its other weapon")
    assert beside(ask(soldier, target(), weapons=["Rifle"])) == {} == beside(ask(soldier, target(), melee=True))
    assert beside(ask(soldier, target(), range=40))["Rifle"] == "reaches 24 inches, the target is 40 away"


def test_a_danger_that_was_not_run_is_mentioned():
    """Plasma fired as it is cannot overheat here; supercharged it may, and then the law says so."""
    (danger,) = ask(VETS, TAC, range=12).dangers
    assert danger.startswith("Plasma: fired as it is it cannot overheat")
    hot = ask(VETS, TAC, range=12, sets={"supercharge": "strength"})
    assert hot.dangers == () and hot.other["own-damage"].mean() > 0
    assert any(line.startswith("  wounds that the attacker does to itself") for line in lines(hot))
    assert ask(shooter(), TAC).dangers == ()


def test_it_is_said_on_whom_wounds_fall_and_which_side_is_struck():
    mixed = unit(*[model(name="Grunt")] * 2, model(name="Boss", W=2))
    aim = ask(shooter(), mixed).aim
    assert aim.needs == "2 x Grunt, then 1 x Boss" and "nearest" in aim.because[0].says
    tank = target(Front=12, Side=11, Rear=10, HP=3)
    sides = [
        ask(shooter(S=8), tank, facing=facing).steps[2].because for facing in (None, "rear")
    ]  # fmt: skip
    said = [{b.rule: b.says for b in because}["facing"] for because in sides]
    assert said == ["front, for nothing else is said: --facing", "rear, as asked"]
    assert {b.rule: b.says for b in sides[0]}["penetrating hit"] == "33.3 % of rolls, besides glances", (
        "5+, where 4 is a glance"
    )
