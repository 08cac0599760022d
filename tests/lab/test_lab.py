"""The lab: experiments that can be stopped, killed, repeated and believed."""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from pathlib import Path
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from grognard import battles, systems
from grognard.common import alter
from grognard.common.asking import situation
from grognard.errors import GrognardError
from grognard.lab import findings, parquet, plots
from grognard.lab import run as runs
from grognard.lab.by_odds import ByOdds, by_odds, told_by_odds
from grognard.lab.drafts import drafts
from grognard.lab.experiment import Experiment, Seeds, Stop, checked, load, neighbours
from grognard.lab.kept_pairs import INDEX, PAIRS, KeptPairs
from grognard.lab.pairs import differs, play
from grognard.lab.regression import regressed
from grognard.lab.results import MANIFEST, Results
from grognard.lab.several import Discoveries, discovered, each
from grognard.lab.statistics import Interval, Sums, sequence, wilson
from grognard.lab.variants import another, bare, bears, had, match_ups, place, possible, rule_id, variants
from grognard.muster import check
from grognard.muster.forces import points as points_of
from grognard.questions import odds
from tests.cli.run import as_json, fine, refused

VALUE = Experiment(
    question="value", rule="command:piercing", forces=[("command/A", "command/B")], rounds=1, seeds=Seeds(most=4)
)
MATCH = replace(VALUE, question="match", rule="", bots=("greedy", "random"))


def test_a_pair_is_the_same_whenever_it_is_played():
    first, again = play(VALUE, 2), play(VALUE, 2)
    assert first == again != play(VALUE, 3)
    assert [(b.seat, b.arm) for b in first.battles] == [(0, "with"), (0, "without"), (1, "with"), (1, "without")]
    kept, off = [[b.margin for b in first.battles if b.arm == arm] for arm in ("with", "without")]
    assert first.gain == sum(kept) / 2 - sum(off) / 2


def test_without_a_rule_nobody_of_the_first_force_has_it():
    force = bare(VALUE, battles.force("command/A"))
    assert not any(alter.has(kind, rule_id(VALUE, force)) for kind in force.kinds)


GIVEN = replace(VALUE, rule="command:Piercing", to="Ash Stalkers")


def test_a_rule_is_given_to_a_unit_that_does_not_have_it():
    force, rule = battles.force("command/A"), rule_id(GIVEN, battles.force("command/A"))
    assert bare(GIVEN, force) is force, "without it the force is as it is"
    changed = [(old, new) for old, new in zip(force.kinds, had(GIVEN, force).kinds, strict=True) if old is not new]
    assert [old.name for old, _ in changed] == ["Ash Stalkers"]
    assert not alter.has(changed[0][0], rule) and alter.has(changed[0][1], rule)
    pair = play(GIVEN, 0)
    kept, off = [[b.margin for b in pair.battles if b.arm == arm] for arm in ("with", "without")]
    assert pair.gain == sum(kept) / 2 - sum(off) / 2
    assert GIVEN.fingerprint() != VALUE.fingerprint()
    text = findings.markdown(GIVEN, [pair], False)
    assert "# The value of command:Piercing given to Ash Stalkers" in text and "a battle to Ash Stalkers" in text


def test_a_rule_is_not_given_to_those_who_have_it():
    keeper = next(k for k in battles.force("command/A").kinds if alter.has(k, "command:piercing"))
    with pytest.raises(GrognardError, match="already"):
        possible(replace(GIVEN, to=keeper.name))
    with pytest.raises(GrognardError, match="unknown unit"):
        possible(replace(GIVEN, to="Nobody At All"))


def test_bots_are_matched_with_both_seatings():
    pair = play(MATCH, 0)
    assert [(b.seat, b.arm) for b in pair.battles] == [(0, "greedy random"), (1, "random greedy")]
    assert pair.gain == sum(b.margin for b in pair.battles) / 2
    assert pair.score == sum(b.result for b in pair.battles) / 2


def test_match_ups_and_scenarios_take_turns():
    asked = replace(
        MATCH,
        forces=[("command/A", "command/B"), ("command/B", "command/A")],
        scenarios=["hold-the-field", "last-stand"],
    )
    assert [play(asked, n).stratum for n in range(5)] == [0, 1, 2, 3, 0]


# --- other questions --------------------------------------------------------------------------------------------------

POINTS = replace(VALUE, question="points", rule="", unit="Ash Stalkers")
SWEEP = replace(VALUE, question="sweep", rule="", vary="Rail Needle:range", values=["36", "12"])
FIT = replace(VALUE, question="fit", rule="", points=500, forces=[("command/A", "command/B")])


def test_a_unit_is_left_out_and_so_is_another_drawn_by_points():
    force = battles.force("command/A")
    names = {kind.name for kind in force.kinds}
    ways = {way.name: {kind.name for kind in way.ours.kinds} for way in variants(POINTS, 5)}
    assert ways["with"] == names and names - ways["without"] == {"Ash Stalkers"}
    assert len(names - ways["another"]) == 1 and ways["another"] != ways["without"]
    drawn = [another(POINTS, force, n) for n in range(2000)]
    at, points = place(POINTS, force), [kind.points for kind in force.kinds]
    assert at not in drawn
    for k in {*range(len(points))} - {at}:
        assert drawn.count(k) / 2000 == pytest.approx(points[k] / (sum(points) - points[at]), abs=0.04)


def test_what_a_unit_brings_is_compared_with_what_its_points_bring_elsewhere():
    pair, force = play(POINTS, 0), battles.force("command/A")
    brings, other = differs(pair.battles, "with", "without")[0], differs(pair.battles, "with", "another")[0]
    cost, price = (force.kinds[k].points for k in (place(POINTS, force), another(POINTS, force, 0)))
    assert pair.gain == pytest.approx(brings - other * cost / price) and len(pair.battles) == 6
    text = findings.markdown(POINTS, [replace(pair, n=n) for n in range(40)], True)
    assert "# What Ash Stalkers is worth" in text and f"| {cost} | {brings:+.2f} ±" in text


def test_two_lists_change_seats():
    asked = replace(VALUE, question="list", rule="")
    pair = play(asked, 0)
    assert [(b.seat, b.arm) for b in pair.battles] == [(0, "list"), (1, "list")]
    turned = play(replace(asked, forces=[("command/B", "command/A")]), 0)
    assert turned.gain == -pair.gain and turned.score == 1 - pair.score


def test_a_number_takes_each_value_and_nothing_else_changes():
    ways = variants(SWEEP, 0)
    ranges = [
        {w.stats.range for k in way.ours.kinds for w in alter.weapons_of(k) if w.name == "Rail Needle"} for way in ways
    ]
    assert ranges == [{36}, {12}]
    assert ways[0].ours.kinds == battles.force("command/A").kinds, "the value that it has changes nothing"
    pair = play(SWEEP, 0)
    assert pair.gain == differs(pair.battles, "12", "36")[0]
    text = findings.markdown(SWEEP, [replace(pair, n=n) for n in range(40)], True)
    assert "# Rail Needle:range from 36 to 12" in text and "| 12 | " in text


def test_a_ruling_takes_each_value():
    ruling = systems.get("command").rulings[0]
    values = [ruling.default, ruling.others[0]]
    asked = replace(SWEEP, vary=f"ruling:{ruling.name}", values=values)
    assert [way.rulings[ruling.name] for way in variants(possible(asked), 0)] == values


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"vary": "Rail Needle:colour"}, "has no number 'colour'"),
        ({"vary": "Rail Needle"}, "cannot be varied"),
        ({"vary": "No Such Gun:range"}, "unknown unit or weapon"),
        ({"values": ["36", "far"]}, "cannot be 'far'"),
        ({"values": ["36", "0"]}, "cannot be '0'"),
        ({"vary": "ruling:no-such", "values": ["a", "b"]}, "unknown ruling"),
    ],
)
def test_what_cannot_be_varied_is_refused_in_one_line(changes, said):
    with pytest.raises(GrognardError, match=said):
        possible(replace(SWEEP, **changes))


@pytest.mark.parametrize("system", systems.NAMES)
def test_lists_drawn_at_random_are_legal_and_always_the_same(system):
    asked = Experiment(question="fit", forces=neighbours(system), points=900)
    for n in range(6):
        for draft, again in zip(drafts(asked, n), drafts(asked, n), strict=True):
            assert not check.faults(draft, 900) and draft.kinds == again.kinds
            assert 400 <= points_of(draft) <= 900
    with pytest.raises(GrognardError, match="no legal list"):
        drafts(replace(asked, points=1), 0)


def test_regression_finds_what_units_bring():
    names = sorted({k.name for ref in FIT.forces[0] for k in battles.force(ref).kinds})
    rng, truth = Random(4), {name: float(k % 5) for k, name in enumerate(names)}
    one, pairs = play(FIT, 0), []
    for n in range(150):
        worths = [sum(truth[kind.name] for kind in draft.kinds) for draft in drafts(FIT, n)]
        pairs.append(replace(one, n=n, gain=worths[0] - worths[1] + rng.gauss(0, 0.5)))
    found = regressed(FIT, pairs)
    assert {unit.unit for unit in found.units} == set(names)
    assert max(abs(unit.mean - truth[unit.unit]) for unit in found.units) < 0.5
    inside = sum(unit.low <= truth[unit.unit] <= unit.high for unit in found.units)
    assert inside >= len(names) - 3, "each holds in 95 of 100"
    assert regressed(FIT, pairs[:20]) is None
    text = findings.markdown(FIT, pairs, True)
    assert "# What units are worth in lists of 500 points" in text and f"| {names[0]} |" in text
    assert findings.told(FIT, pairs, True)["units"][0]["unit"] in names
    assert "Too few pairs" in findings.markdown(FIT, pairs[:20], False)


def test_a_fit_without_numpy_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(GrognardError, match="needs numpy") as told:
        regressed(FIT, [])
    assert "grognard[lab]" in told.value.hint


def test_a_fit_plays_all_its_pairs(tmp_path):
    asked = replace(FIT, seeds=Seeds(most=70), stop=Stop(precision=100.0))
    results = Results(tmp_path / "r", asked)
    results.pairs = {n: replace(play(FIT, 0), n=n) for n in range(60)}
    counted = runs.Counted(asked, results)
    counted.look()
    assert len(counted.pairs) == 60 and not counted.enough


# --- by exact odds ----------------------------------------------------------------------------------------------------


def test_the_value_by_odds_is_the_mean_change_of_damage_over_the_attacks_of_a_match_up():
    found = by_odds(VALUE)
    ours, theirs = battles.force("command/A"), battles.force("command/B")
    done = [[], []]
    for kept in ours.kinds:
        off = alter.without(kept, ("command:piercing",))
        for n, kind in enumerate((kept, off)) if kept is not off else ():
            for target in theirs.kinds:
                for way in ({"range": 12}, {"melee": True}):
                    answer = odds(kind, target, situation(**way))
                    done[n].append(None if answer.impossible else float(answer.damage.mean()))
    both = [(a, b) for a, b in zip(*done, strict=True) if a is not None and b is not None]
    assert found.does == pytest.approx(sum(a for a, _ in both) / len(both))
    assert found.did == pytest.approx(sum(b for _, b in both) / len(both))
    assert found.takes == found.took and found.gain == found.does - found.did > 0


def test_where_odds_and_battles_differ_the_report_says_so():
    good, idle = ByOdds(1.4, 1.0, 1.0, 1.0, 40), ByOdds(1.0, 1.0, 1.0, 1.0, 40)

    def said(found, low, high):
        known = Interval((low + high) / 2, (high - low) / 2, 100)
        return " ".join(told_by_odds(found, known, 0.5))

    assert "differ in sign" in said(good, -2.0, -1.0) and "differ" not in said(good, 1.0, 2.0)
    assert "no single attack" in said(idle, 1.0, 2.0) and "differ" not in said(idle, -0.4, 0.4)
    assert "differ by much: +20 %" in said(good, -0.4, 0.4).replace("*", "") and "differ" not in said(good, -2.0, 2.0)
    assert "nothing can be said" in said(None, 1.0, 2.0)
    assert "over 40 attacks at 12 inches and in close combat, those" in said(good, 1.0, 2.0)
    assert "(3 more cannot be made or are too much to count)" in said(good._replace(left_out=3), 1.0, 2.0)


# --- statistics ------------------------------------------------------------------------------------------------------


def test_the_interval_holds_the_truth_however_often_it_is_looked_at():
    rng, missed = Random(5), 0
    for _ in range(200):
        values = [rng.gauss(1.0, 3.0) for _ in range(150)]
        missed += any(abs(sequence(values[:n]).mean - 1.0) > sequence(values[:n]).half for n in range(30, 151, 5))
    assert missed <= 20, "at 95 % it may miss in 10 of 200, and some luck besides"
    assert sequence(values).half < 1.3


def test_the_more_is_known_the_narrower():
    rng = Random(1)
    values = [rng.gauss(0.0, 1.0) for _ in range(1000)]
    halves = [sequence(values[:n]).half for n in (30, 100, 400, 1000)]
    assert halves == sorted(halves, reverse=True) and sequence(values, 0.99).half > halves[-1]
    assert sequence([]).n == 0 and wilson(0.5, 0) == (0.0, 1.0)
    assert sequence([0.0] * 40).half > 0.5 > sequence([0.0] * 200).half, "what has not happened yet may still happen"


def test_evidence_says_what_the_interval_says_and_seldom_wrongly():
    rng, wrong = Random(9), 0
    for _ in range(300):
        sums = Sums()
        most = 0.0
        for _ in range(200):
            sums = sums.plus(rng.gauss(0.0, 3.0))
            most = max(most, sums.evidence)
        wrong += most >= 20
    assert wrong <= 15 + 8, "at most 5 of 100, whenever one looks, and some luck besides"
    for shift in (0.3, 0.8, 2.0):
        sums = Sums()
        for _ in range(300):
            sums = sums.plus(rng.gauss(shift, 3.0))
            known = sums.interval(0.95)
            if sums.n >= 30:
                assert (sums.evidence > 20) == (abs(known.mean) > known.half)


def test_of_many_rules_that_do_nothing_few_are_called_worth_something():
    rng, shares = Random(2), []
    for _ in range(40):
        evidence = []
        for k in range(20):
            sums = Sums()
            for _ in range(150):
                sums = sums.plus(rng.gauss(3.0 if k < 5 else 0.0, 3.0))
            evidence.append(sums.evidence)
        found = discovered(evidence, 0.05)
        assert sum(found[:5]) == 5, "what matters much is found"
        shares.append(sum(found[5:]) / max(1, sum(found)))
    assert sum(shares) / len(shares) <= 0.05


SEVERAL = replace(VALUE, rule="", rules=["command:piercing", "command:impale"], seeds=Seeds(most=2))


def test_several_rules_have_a_folder_each_and_a_report_of_all(tmp_path):
    rules, out = SEVERAL.rules, str(tmp_path / "r")
    told = as_json("lab", "value", *rules, "--rounds", "1", "--most", "2", "-j", "1", "-o", out)
    assert [row["rule"] for row in told["rules"]] == rules and "None of 2 rules" in told["answer"]
    for rule in rules:
        assert (tmp_path / "r" / rule.replace(":", "-") / PAIRS).exists()
    assert "False discovery is controlled" in (tmp_path / "r" / "report.md").read_text()
    ElementTree.fromstring((tmp_path / "r" / "rules.svg").read_text())
    before = (tmp_path / "r" / "command-piercing" / PAIRS).read_bytes()
    again = fine("lab", "value", *rules, "--rounds", "1", "--most", "2", "-j", "1", "-o", out)
    assert "2 pairs of battles are there already" in again
    assert (tmp_path / "r" / "command-piercing" / PAIRS).read_bytes() == before
    assert "another experiment" in refused("lab", "value", *rules, "--rounds", "2", "-o", out)


def test_of_several_rules_each_plays_the_forces_that_have_it():
    pairs = [("command/A", "command/B"), ("command/gilded-hunt", "command/B"), ("command/iron-orchard", "command/B")]
    ours = replace(SEVERAL, rules=["command:piercing", "command:impale"], forces=pairs)
    found = each(ours, "x")
    assert {ref for ref, _ in found["command-impale"].forces} < {ref for ref, _ in pairs}
    for one in found.values():
        assert one.forces and all(bears(one, battles.force(pair[0])) for pair in one.forces) and not one.rules
    with pytest.raises(GrognardError, match="asked about twice"):
        each(replace(SEVERAL, rules=["command:piercing"] * 2), "x")
    with pytest.raises(GrognardError, match="nobody has"):
        each(replace(SEVERAL, rules=["command:impale"], forces=[("command/A", "command/B")]), "x")
    with pytest.raises(GrognardError, match="do not go together"):
        checked(replace(SEVERAL, rule="command:piercing"), "x")


def test_the_intervals_of_rules_that_were_found_are_wider():
    sure = sequence_sums([3.0, 4.0] * 100)
    found = Discoveries(SEVERAL, {"a": sure, "b": sequence_sums([1.0, -1.0] * 100), "c": sure})
    assert found.counts == {"a": True, "b": False, "c": True} and found.answer().startswith("2 of 3 rules matter")
    assert found.interval("a").half > sure.interval(0.95).half
    assert "| a | 200 | +3.50 ±" in found.markdown()


def sequence_sums(values):
    """All that is kept of values."""
    sums = Sums()
    for value in values:
        sums = sums.plus(value)
    return sums


# --- running ---------------------------------------------------------------------------------------------------------


def ran(asked, folder, **how):
    """What counts after an experiment was run, or gone on with, in a folder."""
    counted = runs.Counted(asked, Results(folder, asked))
    runs.run(counted, **how)
    return counted


def test_what_is_missing_is_played_and_nothing_twice(tmp_path):
    counted = ran(VALUE, tmp_path / "r", jobs=2)
    pairs = counted.pairs
    assert counted.enough and [pair.n for pair in pairs] == [0, 1, 2, 3]
    lines = (tmp_path / "r" / PAIRS).read_bytes().splitlines(keepends=True)
    (tmp_path / "r" / PAIRS).write_bytes(b"".join(lines[:2]) + lines[2][:30])
    again = Results(tmp_path / "r", VALUE)
    assert len(again.pairs) == 2, "what was not written whole is played again"
    more = replace(VALUE, seeds=Seeds(most=5))
    pairs_again = ran(more, tmp_path / "r", jobs=1).pairs
    assert pairs_again[:4] == pairs and len(pairs_again) == 5
    numbers = [msgspec.json.decode(line)["n"] for line in (tmp_path / "r" / PAIRS).read_bytes().splitlines()]
    assert sorted(numbers) == [0, 1, 2, 3, 4]


def test_the_index_is_made_anew_when_it_is_missing_damaged_or_behind(tmp_path):
    one, folder = play(MATCH, 0), tmp_path
    pairs = [replace(one, n=n, seed=n + 1) for n in range(50)]
    KeptPairs(folder).append(pairs[:30])
    (folder / INDEX).unlink()
    lines = KeptPairs(folder)
    assert list(lines.values()) == pairs[:30] and (folder / INDEX).exists()
    lines.append(pairs)
    assert list(KeptPairs(folder).values()) == pairs, "what is there is not written twice"
    for spoil in (b"no database", b"SQLite format 3" + bytes(3000)):
        (folder / INDEX).write_bytes(spoil)
        assert list(KeptPairs(folder).values()) == pairs
    with (folder / PAIRS).open("ab") as file:  # lines of which the index does not know, and half of one
        file.write(msgspec.json.encode(replace(one, n=50)) + b"\n" + msgspec.json.encode(replace(one, n=51))[:40])
    assert len(KeptPairs(folder)) == 51 and (folder / PAIRS).read_bytes().endswith(b"}\n")
    (folder / PAIRS).write_bytes(b"".join((folder / PAIRS).read_bytes().splitlines(keepends=True)[:7]))
    assert list(KeptPairs(folder).values()) == pairs[:7], "an index of more lines than there are is of others"
    with pytest.raises(KeyError):
        KeptPairs(folder)[7]
    assert 6 in KeptPairs(folder) and 7 not in KeptPairs(folder)


def test_a_row_of_parquet_for_each_battle(tmp_path):
    arrow = pytest.importorskip("pyarrow.parquet")
    pairs = [play(VALUE, 0), play(VALUE, 1)]
    parquet.write(tmp_path, VALUE, pairs)
    found = arrow.read_table(tmp_path / parquet.PARQUET).to_pylist()
    assert found == parquet.rows(VALUE, pairs) and len(found) == 8


def test_rows_say_who_played_where_and_how_it_came_out():
    pair = play(VALUE, 1)
    first = parquet.rows(VALUE, [pair])[0]
    assert first == {
        "pair": 1, "seed": 2, "ours": "command/A", "theirs": "command/B", "scenario": "hold-the-field", "seat": 0,
        "arm": "with", "margin": pair.battles[0].margin, "result": pair.battles[0].result,
        "digest": pair.battles[0].digest, "course": pair.battles[0].course,
    }  # fmt: skip


def test_without_pyarrow_it_is_said_what_to_install_before_anything_is_played(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    words = ("lab", "value", "command:piercing", "--parquet", "-o", str(tmp_path / "out"))
    assert "grognard[parquet]" in refused(*words) and not (tmp_path / "out").exists()


def test_it_stops_at_the_end_of_the_first_batch_that_is_near_enough(tmp_path):
    one = play(MATCH, 0)
    asked = replace(MATCH, seeds=Seeds(most=100, batch=10), stop=Stop(precision=0.6))
    results = Results(tmp_path / "r", asked)
    results.pairs = {n: replace(one, n=n, gain=float(n % 2)) for n in range(90)}
    counted = runs.Counted(asked, results)
    counted.look()
    gains = [p.gain for p in counted.pairs]
    assert counted.enough and len(gains) % 10 == 0 and len(gains) < 90
    assert sequence(gains).half <= 0.6 < sequence(gains[:-10]).half
    wanted = runs.Counted(replace(asked, stop=Stop(precision=0.001)), results)
    wanted.look()
    assert not wanted.enough and len(wanted.pairs) == 90


def test_pairs_count_up_to_the_first_that_is_missing(tmp_path):
    one = play(MATCH, 0)
    results = Results(tmp_path / "r", MATCH)
    results.pairs = {n: replace(one, n=n) for n in (0, 1, 3)}
    counted = runs.Counted(MATCH, results)
    counted.look()
    assert [pair.n for pair in counted.pairs] == [0, 1]
    results.pairs[2] = replace(one, n=2)
    counted.look()
    assert [pair.n for pair in counted.pairs] == [0, 1, 2, 3] and counted.enough


def test_workers_that_die_again_and_again_are_told_of(tmp_path, monkeypatch):
    def broken(*_):
        raise BrokenProcessPool

    monkeypatch.setattr(runs, "played", broken)
    with pytest.raises(GrognardError, match="workers died 3 times"):
        ran(VALUE, tmp_path / "r")


def test_a_dead_worker_costs_nothing(tmp_path, monkeypatch):
    asked = replace(VALUE, seeds=Seeds(most=6))
    told = []

    def kill(n, known, each):
        if not told:
            listed = ["ps", "-ww", "-o", "pid=,args=", "--ppid", str(os.getpid())]
            children = subprocess.run(listed, capture_output=True, text=True).stdout.splitlines()
            told.extend(int(line.split()[0]) for line in children if "spawn_main" in line)
            for pid in told:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)

    counted = ran(asked, tmp_path / "r", jobs=2, tell=kill)
    pairs = counted.pairs
    assert counted.enough and [pair.n for pair in pairs] == list(range(6)) and told
    assert pairs[0] == play(asked, 0)


@pytest.mark.parametrize(("workers", "size"), [(1, 30), (100, 30), (1000, 300)])
def test_chunks_are_longer_the_more_there_are_to_hear_of(tmp_path, workers, size):
    class Quick:
        """Each pair takes a tenth of a second, it says."""

        n, lost, given = workers, [], []

        def idle(self):
            return not self.given or self.given[-1] is None

        def give(self, asked, numbers):
            self.given.append(numbers)

        def heard(self):
            numbers = self.given[-1]
            self.given.append(None)
            return [([replace(one, n=n) for n in numbers], 0.1 * len(numbers))]

        def stop(self):
            pass

    one, asked = play(MATCH, 0), replace(MATCH, seeds=Seeds(most=1000), stop=Stop(precision=1e-9))
    runs.played(runs.Counted(asked, Results(tmp_path / "r", asked)), crew := Quick(), None)
    sizes = [len(numbers) for numbers in crew.given if numbers]
    assert sizes[:2] == [1, size] and sum(sizes) == 1000


def lab(folder: Path, most: int) -> subprocess.Popen[str]:
    """A match of bots in a process of its own, and the workers of its own group."""
    words = [
        "lab",
        "match",
        "greedy",
        "random",
        "-f",
        "command/A,command/B",
        "--rounds",
        "2",
        "-j",
        "1",
        "--precision",
        "0.01",
    ]
    command = [sys.executable, "-m", "grognard", *words, "--most", str(most), "-o", str(folder)]
    pipe = subprocess.PIPE
    return subprocess.Popen(
        command, stdout=pipe, stderr=pipe, text=True, start_new_session=True, preexec_fn=_hears_ctrl_c
    )


def _hears_ctrl_c() -> None:
    """Also where the tests run in the background of a shell, which makes them deaf to it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def whole_lines(folder: Path) -> int:
    """How many pairs stand in a folder of results."""
    file = folder / PAIRS
    return file.read_bytes().count(b"\n") if file.exists() else 0


KILLS = int(os.environ.get("KILLS", "5"))  # `make soak` kills it 20 times


def test_killed_again_and_again_it_loses_no_pair_and_counts_none_twice(tmp_path):
    rng, folder, most = Random(3), tmp_path / "r", 60 + 20 * KILLS
    kept = 0
    for _ in range(KILLS):
        process = lab(folder, most)
        began = time.monotonic()
        while time.monotonic() - began < 20 and whole_lines(folder) <= kept:
            time.sleep(0.02)
        time.sleep(rng.random() / 5)
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        assert whole_lines(folder) >= kept
        kept = whole_lines(folder)
    said, wrong = lab(folder, most).communicate(timeout=120)
    assert f"{most} pairs of battles" in said and not wrong
    numbers = [msgspec.json.decode(line)["n"] for line in (folder / PAIRS).read_bytes().splitlines()]
    assert sorted(numbers) == list(range(most))


def test_ctrl_c_keeps_what_was_played_and_says_so(tmp_path):
    process = lab(tmp_path / "r", 2000)
    while whole_lines(tmp_path / "r") < 2:  # the first chunk is a pair: that is kept now
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    said, wrong = process.communicate(timeout=30)
    assert process.returncode == 130 and wrong.strip() == "stopped"
    assert "pairs are kept in" in said and (tmp_path / "r" / "report.md").exists()
    assert "the precision asked for is not reached" in said or "too few" in said


def test_workers_know_the_house_rules_of_who_started_them(tmp_path):
    (tmp_path / "club.py").write_text(
        "from grognard.systems.command.moments import CommandRule\n\n\n"
        "class ClubNight(CommandRule, frozen=True):\n"
        '    """Nothing but a name. House rule of our club."""\n\n'
        '    spellings = ("Club Night",)\n    on = ("unit",)\n'
    )
    words = ["lab", "value", "command:Club Night", "--to", "command/A:Levy Gang", "--house", str(tmp_path / "club.py")]
    words += ["--rounds", "1", "--most", "2", "-j", "1", "-o", str(tmp_path / "r")]
    done = subprocess.run([sys.executable, "-m", "grognard", *words], capture_output=True, text=True, check=False)
    assert "2 pairs are kept in" in done.stdout, done.stderr


# --- reports ---------------------------------------------------------------------------------------------------------


def test_a_report_gives_the_answer_its_interval_and_each_match_up(tmp_path):
    pairs = [replace(play(VALUE, 0), n=n, gain=2.0 + n % 3) for n in range(60)]
    text = findings.markdown(VALUE, pairs, True)
    assert (
        "# The value of command:piercing" in text
        and "By exact odds, over" in text
        and "is worth +3.00 victory points" in text
    )
    low, high = re.search(r"between ([+-][\d.]+) and ([+-][\d.]+)", text).groups()
    assert float(low) < 3.0 < float(high)
    assert "| command/A against command/B | hold-the-field | 60 | +3.00 ±" in text
    for svg in (plots.running(VALUE, pairs), plots.strata(VALUE, pairs), plots.running(VALUE, pairs[:3])):
        ElementTree.fromstring(svg)


def test_a_plot_of_very_many_pairs_is_soon_drawn_and_has_no_more_points_than_one_sees():
    one = play(MATCH, 0)
    pairs = [replace(one, n=n, gain=float(n % 5)) for n in range(30_000)]
    text = plots.running(MATCH, pairs)
    (line,) = re.findall(r'<polyline points="([^"]*)"', text)
    assert 400 <= len(line.split()) <= 800 and "30000 pairs" in text
    few = plots.running(MATCH, pairs[:200])
    assert len(re.findall(r'<polyline points="([^"]*)"', few)[0].split()) == 18, "each batch from the thirtieth pair on"


def test_a_match_says_how_many_battles_are_won():
    text = findings.markdown(MATCH, [replace(play(MATCH, 0), n=n, score=0.75) for n in range(40)], False)
    assert "# greedy against random" in text and "it wins 75.0 % (Wilson" in text and "is not reached" in text


# --- commands --------------------------------------------------------------------------------------------------------


PAGES = ((), ("value",), ("match",), ("points",), ("list",), ("sweep",), ("fit",))


def test_the_examples_of_help_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = fine("lab", "--help")
    toml = "\n".join(
        line.strip() for line in text[text.index("[experiment]") : text.index("Other questions")].splitlines()
    )
    small = toml.replace("most = 400", "most = 2").replace("[experiment]", "[experiment]\nrounds = 1")
    Path("experiment.toml").write_text(small, "utf-8")
    pages = "".join(fine("lab", *page, "--help") for page in PAGES)
    shown = re.findall(r"^ +(grognard lab \S.*)$", pages, re.MULTILINE)
    assert len(shown) == 13
    for k, line in enumerate(shown):
        words = shlex.split(line)[1:]
        words[words.index("-o") + 1] = f"out{k}"
        if words[1] == "match":
            words[2] = "random"  # sooner done than steady
        if words[1] != "run":
            words += ["--most", "1", "--rounds", "1"]
        assert "read out" in fine(*words, "-j", "1") if k == 6 else "pairs are kept in"
    told = as_json("lab", "run", "experiment.toml", "-o", "out2")
    assert told["pairs"] == 2 and told["half"] is None and told["enough"]


AB = 'forces = [["command/A", "command/B"]]'
BAD = {
    "unknown key": (f'question = "match"\n{AB}\ncolour = 1', "unknown field `colour`"),
    "no question": (AB, "question"),
    "same bots": (f'question = "match"\n{AB}', "cannot be matched against itself"),
    "no forces": ('question = "match"\nforces = []', "no forces to play"),
    "impossible sizes": (f'question = "match"\n{AB}\nseeds = {{ most = 0 }}', "cannot be played"),
    "two systems": (
        'question = "value"\nrule = "x"\nforces = [["command/A", "usr/B"]]',
        "both forces must be of one system",
    ),
    "no such force": ('question = "value"\nrule = "x"\nforces = [["command/A", "command/Z"]]', "Z"),
    "no such bot": (f'question = "match"\nbots = ["greedy", "deeep"]\n{AB}', "deeep"),
    "no such rule": (f'question = "value"\nrule = "nothing-like-it"\n{AB}', "nothing-like-it"),
    "no TOML": ("question = ", "is no TOML"),
    "no unit": (f'question = "points"\n{AB}', "needs 'unit'"),
    "two questions": (f'question = "list"\nunit = "Ash Stalkers"\n{AB}', "is no part of the question"),
    "one value": (f'question = "sweep"\nvary = "Rail Needle:range"\nvalues = ["3"]\n{AB}', "cannot be compared"),
    "itself": ('question = "list"\nforces = [["command/A", "command/A"]]', "against itself"),
    "no stop": (
        f'question = "match"\nbots = ["greedy", "random"]\n{AB}\nstop = {{ precision = -1.0 }}',
        "such a stop is none",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_experiment_is_refused_in_one_line_and_leaves_no_folder(tmp_path, name):
    text, said = BAD[name]
    (tmp_path / "e.toml").write_text(text, "utf-8")
    assert said in refused("lab", "run", str(tmp_path / "e.toml"), "-o", str(tmp_path / "out"))
    assert not (tmp_path / "out").exists()


def test_bad_words_are_refused_in_one_line(tmp_path):
    out = str(tmp_path / "out")
    assert "is no match-up" in refused("lab", "match", "greedy", "random", "-f", "command/A", "-o", out)
    assert "cannot be read" in refused("lab", "run", str(tmp_path / "none.toml"), "-o", out)
    assert "names no unit of a sample" in refused("lab", "value", "command:piercing", "--to", "Stalkers", "-o", out)
    assert "nobody in" in refused("lab", "value", "command:barrage", "-f", "command/A,command/B", "-o", out)


def test_without_forces_the_samples_that_have_the_rule_play(tmp_path):
    found = match_ups("command:piercing")
    assert ("command/A", "command/B") in found and all(ours != theirs for ours, theirs in found)
    out = str(tmp_path / "out")
    assert "nothing-like-it" in refused("lab", "value", "dropzone:nothing-like-it", "-o", out)
    assert "names no system" in refused("lab", "value", "piercing", "-o", out)
    assert "no forces to play" in refused("lab", "match", "greedy", "random", "-o", out)


def test_a_folder_of_something_else_is_left_as_it_is(tmp_path):
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(GrognardError, match="holds other files"):
        Results(tmp_path, VALUE)
    Results(tmp_path / "r", VALUE)
    with pytest.raises(GrognardError, match="results of another experiment"):
        Results(tmp_path / "r", replace(VALUE, rounds=2))
    (tmp_path / "r" / MANIFEST).write_text("{")
    with pytest.raises(GrognardError, match=f"{MANIFEST} cannot be read"):
        Results(tmp_path / "r", VALUE)
    assert (tmp_path / "mine.txt").read_text() == "mine"


def test_a_full_disk_is_one_line_and_what_was_kept_is_whole(tmp_path, monkeypatch):
    results = Results(tmp_path / "r", VALUE)
    results.add([play(VALUE, 0)])

    def full(file):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("grognard.lab.kept_pairs.os.fsync", full)
    with pytest.raises(GrognardError, match="cannot be written"):
        results.add([play(VALUE, 1)])
    monkeypatch.undo()
    assert 0 in Results(tmp_path / "r", VALUE).pairs


def test_a_file_says_what_options_say(tmp_path):
    text = f'[experiment]\nquestion = "match"\nbots = ["greedy", "random"]\nrounds = 1\n{AB}\nseeds = {{ most = 4 }}'
    (tmp_path / "e.toml").write_text(text, "utf-8")
    assert load(tmp_path / "e.toml").fingerprint() == checked(MATCH, "x").fingerprint()
