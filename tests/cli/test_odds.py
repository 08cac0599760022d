"""``grognard odds``: the answer, the reasons, and whatever may be wrong with a question."""

from __future__ import annotations

from fractions import Fraction
from time import sleep

import pytest

import grognard
from grognard import systems
from grognard.cli import odds as asking
from grognard.common.alter import weapons_of
from grognard.common.odds.odds_report import percent
from grognard.muster.ref import resolve_force, resolve_unit

from .run import as_json, fine, refused, run, unit

every_system = pytest.mark.parametrize("system", systems.NAMES)


@every_system
def test_the_answer_is_a_law_with_reasons(system):
    told = as_json("odds", unit(system), unit(system, "B"), "--fractions")
    assert told["system"] == system and told["exact"] is True and told["range"] is None
    assert told["attacker"] == unit(system).split(":")[1]
    for law in (told["slain"], told["damage"], *(v for v in told["other"].values() if isinstance(v, dict))):
        assert sum(law.values()) == pytest.approx(1, abs=1e-12)
        assert all(chance > 0 and int(count) >= 0 for count, chance in law.items())
        assert [int(c) for c in law] == sorted(int(c) for c in law)
    exact = told["fractions"]["slain"]
    assert sum(map(Fraction, exact.values())) == 1
    assert {count: float(Fraction(f)) for count, f in exact.items()} == told["slain"]
    mean = sum(int(count) * chance for count, chance in told["slain"].items())
    assert told["mean"]["slain"] == pytest.approx(mean)
    assert told["steps"] or told.get("impossible")
    for step in told["steps"]:
        assert set(step) == {"name", "weapon", "needs", "chance", "because"}
        assert 0 <= step["chance"] <= 1
        assert all(set(because) == {"rule", "says"} for because in step["because"])


@every_system
def test_the_printed_answer_says_the_same(system):
    told = as_json("odds", unit(system), unit(system, "B"))
    text = fine("odds", unit(system), unit(system, "B"))
    assert told["attacker"] in text and told["target"] in text and "Why" in text
    if len(resolve_unit(unit(system, "B"))[0].models) == 1:
        assert f"destroyed {percent(told['destroyed'])}, {told['mean']['damage']:.2f}" in text
    else:
        assert f"{told['mean']['slain']:.2f} slain on average" in text
    for step in told["steps"]:
        assert (step["name"] if step["needs"] == "-" else f"{step['name']}: {step['needs']}") in text
        for because in step["because"]:
            rule, says = because["rule"], because["says"]
            assert (says if says.startswith(rule) else f"{rule}: {says}") in text
    plotted = fine("odds", unit(system), unit(system, "B"), "--plot", "--fractions")
    assert "█" in plotted


@every_system
def test_python_gives_what_the_command_prints(system):
    ours, theirs = unit(system), unit(system, "B")
    assert grognard.odds(ours, theirs, range=3).told() == as_json("odds", ours, theirs, "--range", "3")
    assert grognard.odds(ours, theirs, range=3) is grognard.odds(ours, theirs, range=3), "asked again, it is kept"


@every_system
def test_out_of_reach_is_an_answer_and_no_error(system):
    told = as_json("odds", unit(system), unit(system, "B"), "--range", "999")
    if told["slain"] == {"0": 1.0}:
        assert told.get("impossible") or told["mean"]["slain"] == 0
    else:
        assert any(w.stats.__class__ for w in weapons_of(resolve_unit(unit(system))[0]))  # something reaches everywhere


@every_system
def test_fewer_models_do_and_suffer_less(system):
    ours, theirs = unit(system), unit(system, "B")
    whole, one = as_json("odds", ours, theirs), as_json("odds", ours, theirs, "--models", "1")
    assert one["mean"]["damage"] <= whole["mean"]["damage"]
    assert set(as_json("odds", ours, theirs, "--target-models", "1")["slain"]) <= {"0", "1"}


def test_a_unit_is_found_whatever_the_case_and_accents():
    name = unit("usr").split(":")[1]
    assert as_json("odds", f"usr/a:{name.upper()}", unit("usr", "B"))["attacker"] == name


def test_rules_given_and_taken_away_change_the_answer():
    ours, theirs = shooters()
    plain = as_json("odds", ours, theirs)
    better = as_json("odds", ours, theirs, "--with", "Twin-linked")
    worse = as_json("odds", ours, theirs, "--with", "target:Feel No Pain (5+)")
    assert worse["mean"]["slain"] < plain["mean"]["slain"] < better["mean"]["slain"]
    assert any(b["rule"] == "Twin-linked" for step in better["steps"] for b in step["because"])
    again = as_json("odds", ours, theirs, "--with", "Twin-linked", "--without", "usr:twin-linked")
    assert again["slain"] == plain["slain"]


def shooters() -> tuple[str, str]:
    """Two units of the sample forces of which the one can hurt the other by shooting and neither has these rules."""
    for a in resolve_force("usr/A").kinds:
        for b in resolve_force("usr/B").kinds:
            ours, theirs = f"usr/A:{a.name}", f"usr/B:{b.name}"
            said = (str(rule) for holder in (*a.models, *weapons_of(a), *b.models) for rule in holder.rules)
            names = " ".join(said)
            if "Twin-linked" in names or "Feel No Pain" in names:
                continue
            odds = grognard.odds(ours, theirs)
            if 0 < odds.slain.mean() < len(b.models) / 2:
                return ours, theirs
    raise AssertionError("no such units in the samples")


def test_what_changes_nothing_is_said():
    ours, theirs = shooters()
    notes = as_json("odds", ours, theirs, "--without", "Twin-linked", "--without", "Skyfire")["notes"]
    assert any("neither unit has Twin-linked" in note for note in notes)


WRONG = [
    (["--range", "-1"], "--range"),
    (["--range", "nan"], "--range"),
    (["--range", "inf"], "--range"),
    (["--range", "1e9"], "--range"),
    (["--range", "far"], "far"),
    (["--models", "0"], "--models"),
    (["--models", "-3"], "--models"),
    (["--models", "10000"], "--models"),
    (["--target-models", "10000"], "--target-models"),
    (["--models", "two"], "two"),
    (["--weapon", "Trombone"], "its weapons: "),
    (["--set", "weather=bad"], "known: "),
    (["--set", "weather"], "known: "),
    (["--ruling", "nonsense"], "NAME=VALUE"),
    (["--ruling", "nonsense=1"], "known: "),
    (["--with", "Twin-lined"], "nearest"),
    (["--with", ""], "unknown rule"),
    (["--with", "target:Fell No Pain"], "unknown rule"),
    (["--without", "Twin-lined"], "unknown rule"),
    (["--policy", "worst"], "worst"),
    (["--facing", "top"], "top"),
    (["--cover", "a hedge"], "cover"),
    (["--covr", "4+"], "--cover"),
    (["--sample", "3"], "--sample"),
    (["--sample", "500", "--policy", "best"], "best play"),
    (["--house", "no-such-file.py"], "no-such-file.py"),
]


@pytest.mark.parametrize(("words", "said"), WRONG, ids=lambda value: " ".join(value) if isinstance(value, list) else "")
def test_a_wrong_option_is_one_clear_line(words, said):
    assert said in refused("odds", unit("usr"), unit("usr", "B"), *words)


@every_system
def test_wrong_values_are_refused_in_every_system(system):
    ours, theirs = unit(system), unit(system, "B")
    for circumstance in systems.get(system).circumstances:
        if circumstance.takes != ():
            assert circumstance.key in refused("odds", ours, theirs, "--set", f"{circumstance.key}=§")
    for ruling in systems.get(system).rulings:
        line = refused("odds", ours, theirs, "--ruling", f"{ruling.name}=§")
        assert ruling.default in line
    assert "cover" in refused("odds", ours, theirs, "--cover", "§").lower()


@every_system
def test_every_circumstance_and_ruling_is_taken(system):
    ours, theirs = unit(system), unit(system, "B")
    for c in systems.get(system).circumstances:
        value = "yes" if c.takes == "yes" else "1" if c.takes == "number" else c.takes[0] if c.takes else "jungle"
        value = "Flares" if c.key == "card" else value  # a text that must mean something
        assert sum(as_json("odds", ours, theirs, "--set", f"{c.key}={value}")["slain"].values()) == pytest.approx(1)
    for r in systems.get(system).rulings:
        for value in (r.default, *r.others):
            assert run("odds", ours, theirs, "--ruling", f"{r.name}={value}").exit_code == 0


NAMES = [
    ("usr/A:Nobody At All", "unknown unit"),
    ("usr/A", "no unit named"),
    ("usr/A:", "no unit named"),
    ("usr/Z:Somebody", "unknown sample"),
    ("chess/A:Rook", "no such file"),
    ("missing.toml:Somebody", "no such file"),
    ("", "no unit named"),
    ("\0:\0", ""),
    (".:x", ""),
    ("x" * 5000 + ":y", ""),
]


@pytest.mark.parametrize(("name", "said"), NAMES, ids=range(len(NAMES)))
def test_a_wrong_reference_is_one_clear_line(name, said):
    assert said in refused("odds", name, unit("usr"))


def test_two_systems_do_not_meet():
    assert "one system" in refused("odds", unit("usr"), unit("void"))


def test_a_missing_argument():
    assert "TARGET" in refused("odds", unit("usr"))


@every_system
def test_an_estimate_says_how_far_off_it_may_be_and_lies_there(system):
    ours, theirs = unit(system), unit(system, "B")
    exact, told = as_json("odds", ours, theirs), as_json("odds", ours, theirs, "--sample", "4000")
    assert exact["exact"] is True and "error" not in exact
    assert told["exact"] is False and told["sample"] == 4000 and set(told["error"]) == {"slain", "damage", "destroyed"}
    for what in ("slain", "damage"):
        assert abs(told["mean"][what] - exact["mean"][what]) <= 5 * told["error"][what] + 1e-9
    assert [step for step in told["steps"] if step in exact["steps"]] == exact["steps"]
    beyond = [step["weapon"] for step in told["steps"] if step not in exact["steps"]]
    assert all(": " in weapon for weapon in beyond), "throws do not show whom an attack cannot come to: all are named"
    assert as_json("odds", ours, theirs, "--sample", "4000") == told, "the same throws each time"
    assert "estimated from 4,000 throws" in fine("odds", ours, theirs, "--sample", "4000")


def test_long_counting_is_told_on_a_terminal_only(monkeypatch, capsys):
    monkeypatch.setattr(asking.Counting, "PATIENCE", 0.001)
    monkeypatch.setattr(asking.Counting, "EVERY", 0.001)
    for terminal in (True, False):
        monkeypatch.setattr(asking.sys.stderr, "isatty", lambda terminal=terminal: terminal, raising=False)
        with asking.Counting("Ours", "Theirs") as counting:
            counting(4000)
            sleep(0.1)
        said = capsys.readouterr().err
        assert ("counting every outcome of Ours against Theirs" in said and "4,000 states" in said) is terminal
        assert terminal or not said


def test_who_stops_a_question_leaves_with_130(monkeypatch):
    def never(attacker, target, situation, tell, catalogues):
        tell(7)
        raise KeyboardInterrupt

    monkeypatch.setattr(asking, "asked", never)
    result = run("odds", unit("usr"), unit("usr", "B"))
    assert result.exit_code == 130 and "stopped; --sample 20000" in result.stderr
