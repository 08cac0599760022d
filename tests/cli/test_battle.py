"""``grognard battle`` and ``grognard replay``: played, saved, derived again; and whatever may be wrong."""

from __future__ import annotations

import json
import re

import pytest

import grognard
from grognard import battles, systems
from grognard.cli import OUR_FAULT
from grognard.common import battle
from grognard.kernel import Seeded, Typed
from grognard.kernel.session import Endless

from .run import as_json, fine, refused, run

every_system = pytest.mark.parametrize("system", systems.NAMES)
SHORT = ("--rounds", "2", "--bots", "random,greedy", "--seed", "7")
KEYS = {
    "system", "forces", "seed", "winner", "why", "rounds", "activations", "slain", "points", "score", "digest", "seconds",
}  # fmt: skip


@every_system
def test_a_battle_is_played_saved_and_derived_again(system, tmp_path):
    file = tmp_path / "battle.json"
    told = as_json("battle", f"{system}/A", f"{system}/B", *SHORT, "--save", str(file))
    assert set(told) == KEYS and told["system"] == system and told["seed"] == 7
    assert told["winner"] in (*told["forces"], None) and told["why"]
    assert set(told["slain"]) == set(told["points"]) == set(told["forces"])
    assert 1 <= told["rounds"] <= 2 and told["activations"] > 4
    again = as_json("battle", f"{system}/A", f"{system}/B", *SHORT)
    assert again["digest"] == told["digest"]
    replayed = as_json("replay", str(file))
    assert replayed["same"] is True and replayed["digest"] == told["digest"]
    assert f"digest {told['digest']}: the same as saved" in fine("replay", str(file))


@every_system
@pytest.mark.parametrize("seeds", [range(k, 100, 4) for k in range(4)], ids=lambda seeds: f"from {seeds.start}")
def test_every_victory_point_stands_in_the_log_and_in_the_score(system, seeds):
    """100 battles of each system: the points in the printed text add up to the result, and so does the score sheet."""
    for seed in seeds:
        bots = ("random", "greedy") if seed % 10 == 7 else ("random",)
        fought = battles.fight(battles.setup(f"{system}/A", f"{system}/B", seed=seed, bots=bots, rounds=1 + seed % 3))
        total = dict.fromkeys(fought.result["forces"], 0)
        for entry in fought.result["score"]:
            assert entry["why"] and 1 <= entry["round"] <= fought.result["rounds"]
            total[entry["player"]] += entry["points"]
        assert total == fought.result["points"]
        told = dict.fromkeys(total, 0)
        for line in fought.report(("full", "short")[seed // 4 % 2]):
            if found := re.fullmatch(r" *(.+): (\d+) victory points? \(.+\)", line.split("  [")[0]):
                told[found[1]] += int(found[2])
        assert told == total


@every_system
def test_the_report_reads_like_a_battle(system):
    text = fine("battle", f"{system}/A", f"{system}/B", *SHORT)
    assert "Round 1" in text and "victory points" in text and "digest " in text
    short = fine("battle", f"{system}/A", f"{system}/B", *SHORT, "--log", "short")
    none = fine("battle", f"{system}/A", f"{system}/B", *SHORT, "--log", "none")
    assert len(none) < len(short) < len(text)


def test_without_a_seed_the_seed_is_printed_and_gives_the_battle_again():
    told = as_json("battle", "usr/A", "usr/B", "--rounds", "1", "--bots", "random")
    again = as_json("battle", "usr/A", "usr/B", "--rounds", "1", "--bots", "random", "--seed", str(told["seed"]))
    assert told["digest"] == again["digest"]


def test_part_of_a_battle(tmp_path):
    file = str(tmp_path / "battle.json")
    fine("battle", "usr/A", "usr/B", *SHORT, "--save", file)
    told = as_json("replay", file, "--to", "5")
    assert told["inputs"] == 5 and told["why"] == "the battle is not over"
    assert "after 5 inputs" in fine("replay", file, "--to", "5")
    assert "inputs" in refused("replay", file, "--to", "100000")
    assert "inputs" in refused("replay", file, "--to", "-1")


def test_a_digest_that_differs_is_the_answer_no(tmp_path):
    file = tmp_path / "battle.json"
    fine("battle", "usr/A", "usr/B", *SHORT, "--save", str(file))
    save = json.loads(file.read_text("utf-8"))
    save["digest"] = "0" * 32
    file.write_text(json.dumps(save), "utf-8")
    result = run("replay", str(file))
    assert result.exit_code == 1 and "the digest differs" in result.stderr and len(result.stderr.splitlines()) == 1
    result = run("replay", str(file), "--json")
    assert result.exit_code == 1 and json.loads(result.stdout)["same"] is False


def test_saves_that_are_none(tmp_path):
    whole = tmp_path / "battle.json"
    fine("battle", "usr/A", "usr/B", *SHORT, "--save", str(whole))
    text = whole.read_text("utf-8")
    for i, content in enumerate(("", text[: len(text) // 2], "{}", "[1, 2]", "PNG\0\1\2", '{"format": "chess"}')):
        file = tmp_path / f"{i}.json"
        file.write_text(content, "utf-8")
        assert file.name in refused("replay", str(file))
    assert "no such file" in refused("replay", str(tmp_path / "missing.json"))
    assert refused("replay", str(tmp_path))


WRONG = [
    (["--rounds", "0"], "--rounds"),
    (["--rounds", "1000"], "--rounds"),
    (["--bots", "grandmaster"], "bot"),
    (["--bots", "person"], "bot"),
    (["--bots", "greedy,greedy,greedy"], "3 bots"),
    (["--bots", ""], "bot"),
    (["--scenario", "tea-party"], "scenario"),
    (["--table", "no-such-table.toml"], "no-such-table.toml"),
    (["--ruling", "nonsense=1"], "known: "),
    (["--without", "Twin-lined"], "unknown rule"),
    (["--log", "chatty"], "chatty"),
    (["--dice", "loaded"], "loaded"),
    (["--seed", "lucky"], "lucky"),
    (["--save", "no/such/folder/battle.json"], "no such folder"),
]


@pytest.mark.parametrize(("words", "said"), WRONG, ids=lambda value: " ".join(value) if isinstance(value, list) else "")
def test_a_wrong_option_is_one_clear_line(words, said):
    assert said in refused("battle", "usr/A", "usr/B", *words)


def test_forces_that_do_not_fit():
    assert "one system" in refused("battle", "usr/A", "void/B")
    assert "unknown sample" in refused("battle", "usr/A", "usr/Z")
    assert refused("battle", "usr/A", "")


def test_a_rule_switched_off_changes_the_battle():
    plain = as_json("battle", "usr/A", "usr/B", *SHORT)
    without = as_json("battle", "usr/A", "usr/B", *SHORT, "--without", "Twin-linked", "--without", "Rending")
    assert plain["digest"] != without["digest"]


@every_system
def test_dice_of_a_real_table_make_the_same_battle_as_the_same_faces_seeded(system):
    setup = battles.setup(f"{system}/A", f"{system}/B", seed=3, rounds=1, bots=("random",))
    source = Seeded(3)
    asked = []

    def roll(prompt: str) -> str:
        asked.append(prompt)
        n, sides = prompt.rpartition("roll ")[2].split(" D")
        return " ".join(map(str, source.throw(int(sides), int(n))))

    typed = battles.fight(setup, dice=Typed(roll)).result
    assert asked and typed["digest"] == battles.fight(setup).result["digest"]


def test_typed_dice_are_asked_for_and_may_run_out():
    result = run("battle", "usr/A", "usr/B", *SHORT, "--dice", "typed", "--log", "none", text="hello\n")
    assert result.exit_code == 2 and "roll " in result.stderr and "no more dice were typed" in result.stderr
    assert "Traceback" not in result.stderr


def test_python_plays_what_the_command_plays(tmp_path):
    fought = grognard.battle(
        "usr/A", "usr/B", seed=7, rounds=2, bots=("random", "greedy"), save=str(tmp_path / "b.json")
    )
    assert fought.result["digest"] == as_json("battle", "usr/A", "usr/B", *SHORT)["digest"]
    session, same = grognard.replay(str(tmp_path / "b.json"))
    assert same and session.digest() == fought.result["digest"]
    assert fought.report("short")


@pytest.mark.parametrize(
    "fault, said",
    [(ZeroDivisionError("by nothing"), "our fault, not yours: ZeroDivisionError"), (None, "does not end")],
)
def test_a_battle_that_cannot_go_on_is_kept_as_it_stood(fault, said, monkeypatch, tmp_path):
    class Stuck:
        why = ""

        def __init__(self, bot):
            self.bot = bot

        def choose(self, table, ask):
            if table.round == 2:
                if fault is not None:
                    raise fault
                raise Endless("round 2 does not end")
            return self.bot.choose(table, ask)

    plain = battle.player_of
    monkeypatch.setattr(battle, "player_of", lambda *args: Stuck(plain(*args)))
    file = tmp_path / "kept.json"
    result = run("battle", "command/A", "command/B", *SHORT, "--log", "none", "--save", str(file))
    assert result.exit_code == OUR_FAULT
    (line,) = result.stderr.splitlines()
    assert said in line and f"kept in {file}" in line
    monkeypatch.undo()
    assert "the battle is not over" in fine("replay", str(file)).lower()
