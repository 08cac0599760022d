"""An answer about odds as a value: printed, asked again with something changed, with the rulings that decide it."""

from __future__ import annotations

from fractions import Fraction
from importlib import import_module
from itertools import product

import pytest

import grognard
from grognard import systems
from grognard.common.asking import read, situation
from grognard.common.odds import answer, answering
from grognard.common.odds.notes import left_out
from grognard.common.odds.odds_report import lines
from grognard.errors import GrognardError
from grognard.kernel.memo import forget
from grognard.systems.usr.examples import model, shooter, target, unit, weapon
from tests.cli.run import as_json, fine, refused
from tests.cli.run import unit as sample

F = Fraction
RIFLES = ("usr/A:Lantern Watch", "usr/B:Thornkin")


def test_printed_it_is_the_report():
    assert str(grognard.odds(*RIFLES, range=12)) == fine("odds", *RIFLES, "--range", "12").rstrip("\n")


def test_in_a_shell_it_is_one_line():
    found = grognard.odds(shooter(), target(count=2))
    assert repr(found).startswith(f"<Odds: {found.attacker} shooting at {found.target}: ")
    assert "\n" not in repr(found)


def test_in_a_notebook_it_is_a_table_with_the_reasons_to_open():
    html = grognard.odds(*RIFLES, range=12)._repr_html_()
    assert html.count("<tr>") > 10 and "<details>" in html and "to wound" in html
    assert "Impossible" in grognard.odds(*RIFLES, range=900)._repr_html_()


def test_the_law_of_the_slain_reads_like_a_dict():
    """One shot, 3+ to hit, 4+ to wound, no save: one in three."""
    slain = grognard.odds(shooter(S=4, AP=2), target(Sv="-")).slain
    assert list(slain) == [0, 1] and slain.fraction(1) == F(1, 3)
    assert slain.to_dict() == pytest.approx({0: 2 / 3, 1: 1 / 3})
    assert slain.at_least(1) == pytest.approx(1 / 3) and slain.quantile(0.5) == 0 and slain.quantile(0.7) == 1


# --- one model --------------------------------------------------------------------------------------------------------


def test_of_a_single_model_first_how_likely_it_falls():
    """Strength 8 against Armour 12: 4+ after 3+ to hit, so 1 in 3 to lose a hull point."""
    found = grognard.odds(shooter(S=8, AP=2), target(Front=12, HP=3))
    told = lines(found)
    assert told[2].startswith("  destroyed 0 %") or told[2].startswith(f"  destroyed {float(found.destroyed):.1%}"[:14])
    assert not any("slain" in line for line in told)
    one = lines(grognard.odds(shooter(S=4, AP=2), target(Sv="-")))
    assert one[2] == "  destroyed 33.3 %" and any(line.endswith("slain    chance   at least") for line in one)


def test_of_several_first_how_many():
    assert (
        "0.33 slain on average, destroyed 0 %" in lines(grognard.odds(shooter(S=4, AP=2), target(Sv="-", count=2)))[2]
    )


# --- steps ------------------------------------------------------------------------------------------------------------


def test_steps_name_no_model_that_the_attack_cannot_come_to():
    """Two blows reach two of the five Reavers before their captain, two of the six Watchmen before their sergeant."""
    for attacker, named in (("void/B:Gorehorn", False), ("void/B:Thralls", True)):
        found = grognard.odds(attacker, "void/A:Quay Reavers", melee=True)
        assert any("at Reaver Captain" in step.weapon for step in found.steps) is named
    for blows, named in ((2, False), (9, True)):
        ours = unit(model(A=blows, weapons=[weapon("Blade", melee=True)]))
        found = grognard.odds(ours, "usr/A:Lantern Watch", melee=True)
        assert any("Watch sergeant" in step.weapon for step in found.steps) is named


# --- asked again ------------------------------------------------------------------------------------------------------


def test_a_sweep_asks_the_same_with_one_thing_changed():
    """A Rapid Fire rifle of 24 inches: two shots at 12, one at 24, none beyond."""
    ours = unit(model(weapons=[weapon("Rifle", type="Rapid Fire", S=4, AP=2, range=24)]))
    swept = grognard.odds(ours, target(Sv="-", count=3)).sweep(range=[12, 24, 25])
    assert [odds.slain.mean() for odds in swept] == pytest.approx([2 / 3, 1 / 3, 0])
    assert swept.values == (12, 24, 25) and len(swept) == 3 and swept[1].range == 24
    assert dict(swept.items())[25].impossible
    assert str(swept).splitlines() == [
        "range       slain  damage  destroyed",
        "   12        0.67    0.67        0 %",
        "   24        0.33    0.33        0 %",
        "   25  impossible",
    ]
    assert swept._repr_html_().count("<tr>") == 4


def test_a_sweep_takes_options_and_keys_alike():
    """Under a flame template every model but those beyond its count is hit: 4+ to wound, no save."""
    ours = unit(model(weapons=[weapon("Flamer", type="Assault 1", S=4, AP=2, range="Template")]))
    odds = grognard.odds(ours, target(Sv="-", count=4), models_under=2)
    assert odds.slain.mean() == 1
    assert [o.slain.mean() for o in odds.sweep(under=range(1, 5))] == [0.5, 1, 1.5, 2]
    assert [o.slain.mean() for o in odds.sweep(models_under=[3])] == [1.5]
    assert [o.slain.mean() for o in odds.sweep(target_models=[1, 4])] == [0.5, 1]
    assert [o.slain.mean() for o in odds.sweep(gives=["target:Feel No Pain (5+)", []])] == pytest.approx([2 / 3, 1])
    assert [o.slain.mean() for o in odds.sweep(rulings=[{"zero_hp": "wrecked"}])] == [1]


def test_a_sweep_of_nothing_or_of_two_things_is_refused():
    odds = grognard.odds(shooter(), target())
    for changed in ({}, {"range": [1], "models": [1]}):
        with pytest.raises(GrognardError, match="one thing"):
            odds.sweep(**changed)
    with pytest.raises(GrognardError, match="unknown circumstance"):
        odds.sweep(weather=["fair"])
    alone = answer(systems.get("usr"), read(systems.get("usr"), shooter(), target(), situation())[0])
    with pytest.raises(GrognardError, match="how it was asked"):
        alone.sweep(range=[1])


# --- how a distance and a side are written ------------------------------------------------------------------------------


@pytest.mark.parametrize("word", ["12", '12"', "12.0", "12 in", "12 inches", "12″"])
def test_inches_are_read_with_and_without_their_sign(word):
    assert as_json("odds", *RIFLES, "--range", word)["range"] == 12


def test_a_facing_is_read_in_any_case():
    front, rear = (as_json("odds", "usr/A:Furnace Crew", "usr/B:Shellback", "--facing", f) for f in ("FRONT", "Rear"))
    assert rear["mean"]["damage"] > front["mean"]["damage"]
    assert grognard.odds(shooter(), target(), facing="Front").slain == grognard.odds(shooter(), target()).slain


def test_models_under_is_said_once():
    assert "say it once" in refused("odds", *RIFLES, "--models-under", "2", "--set", "under=3")
    assert "1 or more" in refused("odds", *RIFLES, "--models-under", "0")


# --- rulings ------------------------------------------------------------------------------------------------------------


def in_force(found):
    return {name: (value, others) for name, value, others in found.rulings}


def test_a_ruling_that_decides_is_named_with_its_other_values():
    """One hull point, lost: crippled as we play it, wrecked in the 7th edition. Against men nobody asks."""
    at_hull = grognard.odds(shooter(S=8, AP=5), target(Front=12, HP=1))
    assert in_force(at_hull) == {"zero_hp": ("crippled", ("wrecked",))}
    assert at_hull.told()["rulings"] == {"zero_hp": "crippled"}
    assert "  zero_hp=crippled (also wrecked)" in lines(at_hull)
    wrecked = grognard.odds(shooter(S=8, AP=5), target(Front=12, HP=1), rulings={"zero_hp": "wrecked"})
    assert in_force(wrecked) == {"zero_hp": ("wrecked", ("crippled",))}
    assert in_force(grognard.odds(shooter(), target())) == {}


def test_a_ruling_that_makes_an_attack_possible_is_named():
    """Rifles that reach long range: 30 inches are long as we play it, extreme where bands are 8 inches deep."""
    found = grognard.odds("void/A:Compact Line", "void/B:Thralls", range=30, rulings={"bands": "8/16/24/32"})
    assert found.impossible and in_force(found)["bands"] == ("8/16/24/32", ("12/24/36/48", "10/20/30/40"))


def test_no_ruling_is_dropped_because_it_is_too_much_to_work_out():
    """Bog Mortars that scatter: with a check for a quarter of the losses, or without scatter, the attack is another one."""
    for asked in ({}, {"policy": "best"}, {"sample": 500}):
        found = grognard.odds("void/saltmarsh-levy:Bog Mortars", "void/A:Compact Line", range=20, scatter=True, **asked)
        assert {"panic_losses", "templates"} <= {*in_force(found), *found.unweighed}
        assert not set(in_force(found)) & set(found.unweighed)
        assert not {"charge_bonus", "melee_test", "damage_table"} & set(found.unweighed), "no shot asks for these"
        assert found.told()["rulings_not_worked_out"] == list(found.unweighed)
        told = f"  too much to work out whether these matter: {', '.join(found.unweighed)}"
        assert told in lines(found)


def test_rulings_that_no_die_of_an_attack_asks_for_are_not_in_question():
    """Three Drill Walkers at their best; whether repeats grow harder is asked of weapons that repeat, and these have none."""
    found = grognard.odds("command/A:Drill Walkers", "command/B:Bell Bearers", range=12, policy="best")
    assert set(in_force(found)) == {"open_tn", "stationary_bonus"}
    assert not {"idle_mod", "overrun_mod", "borer_vehicle", "crush_again", "recovery_points"} & set(found.unweighed)


PRONE = {"melee": True, "sets": {"target-prone": "yes"}}
STRIKES = {"melee": True, "charging": True}
TOKENS = ({"sets": {"token": "idle"}}, {"sets": {"token": "overrun"}}, {"sets": {"reacting": "yes"}}, {"melee": True})
ATTACKS = {  # two models of whom, at how many of whom, and how
    "void": [
        ("A:Hush Company", 2, "A:Beacon Company", ({"range": 9}, {"range": 30, "cover": "2"}, PRONE)),
        ("A:Compact Line", 1, "B:Gorehorn", (STRIKES,)),
        ("A:Compact Line", 1, "B:Basalt Chariot", ({"range": 9}, STRIKES)),
    ],
    "command": [
        ("A:Levy Gang", 2, "B:Pilgrims", TOKENS),
        ("A:Quarry Walkers", 2, "B:Pilgrims", ({"cover": "5+"}, {"melee": True})),
        ("A:Drill Walkers", 1, "B:Walking Shrine", ({}, {"melee": True})),
        ("A:Drill Walkers", 2, "B:Pilgrims", ({}, {"melee": True})),
    ],
}


@pytest.mark.parametrize("system", ATTACKS)
def test_no_die_asks_for_a_ruling_that_an_attack_is_said_not_to_ask_for(system, monkeypatch):
    """The attack comes to the same when each ruling is handed to its dice, whether they ask for it or not."""
    terms = import_module(f"grognard.systems.{system}.rulings").Terms
    plain = terms.of_attack
    rulings = [{ruling.name: value} for ruling in systems.get(system).rulings for value in ruling.others]
    for by, n, at, situations in ATTACKS[system]:
        for asked, agreed in product(situations, rulings):
            laws = []
            for handed in (plain, lambda self, *_: self):
                monkeypatch.setattr(terms, "of_attack", handed)
                forget()  # else the first answer is given again
                said = {"models": 2, "target_models": n, "rulings": agreed, **asked}
                found = grognard.odds(f"{system}/{by}", f"{system}/{at}", **said)
                laws.append((found.slain, found.damage, found.destroyed, found.other, found.impossible))
            assert laws[0] == laws[1], (by, at, asked, agreed)


def test_best_play_that_is_too_much_to_work_out_is_refused_in_one_line(monkeypatch):
    monkeypatch.setattr(answering, "WEIGHED", 2_000)
    with pytest.raises(GrognardError, match="best play is too much to work out here: more than 2,000 states"):
        grognard.odds("command/gilded-hunt:Court Gunners", "command/A:Levy Gang", policy="best")


@pytest.mark.parametrize("unit", ["gilded-hunt:Gas Hounds", "iron-orchard:Coil Tenders"])
def test_best_play_of_weapons_that_strike_again_is_found(unit):
    """Each weapon may strike again and again: only the sum of what weapons before it came to counts."""
    best, plain = (
        grognard.odds(f"command/{unit}", "command/A:Levy Gang", melee=True, policy=p) for p in ("best", "default")
    )
    assert best.slain.mean() >= plain.slain.mean() > 1


@pytest.mark.parametrize("system", systems.NAMES)
def test_rulings_aside_change_no_attack(system):
    """Those that only battles ask: with any other value the answers are the same."""
    known = systems.get(system)
    question, _ = read(
        known, grognard.load_force(f"{system}/A").kinds[0], grognard.load_force(f"{system}/B").kinds[0], situation()
    )
    aside = known.plan(question).aside
    assert aside
    for ours in grognard.load_force(f"{system}/A").kinds[:5]:
        theirs = grognard.load_force(f"{system}/B").kinds[1]
        for melee in (False, True):
            plain = grognard.odds(ours, theirs, melee=melee)
            every = {r.name: r.others[0] for r in known.rulings if r.name in aside and r.others}
            other = grognard.odds(ours, theirs, melee=melee, rulings=every)
            assert (other.slain, other.damage, other.steps) == (plain.slain, plain.damage, plain.steps)


# --- what is left out ---------------------------------------------------------------------------------------------------


def test_what_could_have_mattered_comes_first_and_the_rest_is_counted():
    ours = unit(model(weapons=[weapon("Gun", S=4)]))
    ours = type(ours)(
        ours.system, ours.name, ours.type, ours.tags, ours.points, ours.rules, ours.models,
        ("Searchlight", "Iron Halo", "who may ride in Rhino", "weapon Krak missile"),
    )  # fmt: skip
    theirs = target(Sv="-")
    question, _ = read(systems.get("usr"), ours, theirs, situation())
    assert left_out(question) == (("Iron Halo", "weapon Krak missile", "Searchlight", "who may ride in Rhino"), 2)
    told = lines(grognard.odds(ours, theirs))
    assert told[told.index("Left out (not executable yet)") + 1 :][:3] == [
        "  Iron Halo", "  weapon Krak missile", "  2 more that have nothing to do with this attack",
    ]  # fmt: skip
    assert grognard.odds(ours, theirs, weapons=["Gun"]).mattering == 1, "another weapon was chosen"


@pytest.mark.parametrize("system", systems.NAMES)
def test_rulings_stand_in_every_answer(system):
    assert isinstance(as_json("odds", sample(system), sample(system, "B"))["rulings"], dict)
