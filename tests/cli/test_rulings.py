"""``grognard rulings``, and packs of rulings in every command that takes them."""

from __future__ import annotations

from pathlib import Path

import pytest

import grognard
from grognard import systems
from grognard.muster import packs

from .run import as_json, fine, refused, run

WALKERS = "usr/A:Lantern Watch", "usr/B:Thornkin"
CUP = """
system = "usr"
name = "Winter Cup"

[rulings]
zero-hp = "wrecked"      # hyphens or underscores, as one likes
look-out-sir = "never"
"""


@pytest.fixture
def cup(tmp_path: Path) -> str:
    file = tmp_path / "cup.toml"
    file.write_text(CUP, "utf-8")
    return str(file)


# --- the list ---------------------------------------------------------------------------------------------------------


def test_every_ruling_of_every_system_is_listed_with_its_alternatives():
    text, pages = fine("rulings"), as_json("rulings")
    assert len(pages) == sum(len(systems.get(name).rulings) for name in systems.NAMES)
    for name in systems.NAMES:
        for ruling in systems.get(name).rulings:
            assert f"{ruling.name} = {ruling.default}" in text
    assert {"system", "name", "value", "default", "others", "why", "rules"} == set(pages[0])
    assert {page["system"] for page in as_json("rulings", "--system", "void")} == {"void"}


def test_words_are_searched_in_names_values_and_reasons():
    assert [page["name"] for page in as_json("rulings", "hull", "points")] == ["zero_hp"]
    (one,) = as_json("rulings", "ZERO-HP")
    assert one["rules"] == [] and one["others"] == ["wrecked"]
    (two,) = as_json("rulings", "gets-hot-blast")
    assert two["rules"] == ["usr:gets-hot"]
    nothing = run("rulings", "xyzzy")
    assert nothing.exit_code == 1 and "no ruling speaks of 'xyzzy'" in nothing.stdout
    assert as_json_of_nothing("xyzzy") == "[]"
    assert "void, command, dropzone, usr" in refused("rulings", "--system", "chess")


def as_json_of_nothing(word: str) -> str:
    return run("rulings", word, "--json").stdout.strip()


def test_a_pack_shows_what_it_puts_in_place_of_the_defaults(cup):
    assert "zero_hp = wrecked  (in place of crippled)" in fine("rulings", "--as", cup)
    printed = fine("rulings", "--as", "printed", "--system", "usr")
    assert "As printed, 7th edition" in printed and "look-out-sir = seventh" in printed
    assert len({page["system"] for page in as_json("rulings", "--as", "printed")}) == 4
    assert {page["system"] for page in as_json("rulings", "--as", "void/printed")} == {"void"}


@pytest.mark.parametrize("system", systems.NAMES)
def test_what_ships_can_be_read_and_written_and_read_again(system, tmp_path):
    for name in packs.shipped(system):
        pack = packs.find(f"{system}/{name}", system)
        assert pack == packs.find(name, system)
        file = tmp_path / "again.toml"
        file.write_text(fine("rulings", "--system", system, "--as", name, "--toml"), "utf-8")
        again = packs.load(str(file))
        assert (again.name, again.rulings) == (pack.name, pack.rulings)
        everything = file.read_text("utf-8").replace("# ", "", 1).replace("\n# ", "\n")
        file.write_text(everything.partition("\n")[2], "utf-8")
        assert len(packs.load(str(file)).rulings) == len(systems.get(system).rulings)
    assert "a pack is of one system" in refused("rulings", "--toml")


# --- packs at work ----------------------------------------------------------------------------------------------------


def test_odds_are_asked_by_a_pack_and_name_it(cup):
    by_pack, by_hand = grognard.odds(*WALKERS, rulings=cup), grognard.odds(*WALKERS, rulings={"look-out-sir": "never"})
    assert by_pack.slain == by_hand.slain and by_pack.pack == "Winter Cup"
    text = fine("odds", *WALKERS, "--rulings", cup)
    assert "rulings of Winter Cup (look-out-sir=never, zero_hp=wrecked)" in text
    told = as_json("odds", *WALKERS, "--rulings", cup)
    assert told["pack"] == "Winter Cup" and "pack" not in as_json("odds", *WALKERS)


def test_a_ruling_by_hand_comes_before_the_pack(cup):
    told = as_json("odds", *WALKERS, "--rulings", cup, "--ruling", "look_out_sir=taken")
    assert told["slain"] == grognard.odds(*WALKERS).told()["slain"]


def test_a_battle_is_played_by_a_pack_and_everything_says_so(cup, tmp_path):
    words = ("battle", "usr/A", "usr/B", "--seed", "1", "--rounds", "1", "--bots", "random")
    save = str(tmp_path / "battle.json")
    line = "Rulings: Winter Cup (look-out-sir=never, zero_hp=wrecked)"
    text = fine(*words, "--log", "none", "--rulings", cup, "--save", save)
    assert text.count(line) == 2 and line in fine("replay", save)
    told = as_json(*words, "--rulings", cup)
    assert told["pack"] == "Winter Cup" and told["rulings"] == {"zero_hp": "wrecked", "look-out-sir": "never"}
    assert as_json("replay", save)["pack"] == "Winter Cup"
    by_hand = as_json(*words, "--ruling", "zero_hp=wrecked", "--ruling", "look-out-sir=never")
    assert by_hand["digest"] == told["digest"] and "pack" not in by_hand
    assert "rulings" not in as_json(*words)
    fought = grognard.battle("usr/A", "usr/B", seed=1, rounds=1, bots=["random"], rulings=cup)
    assert line in fought.report("short")


# --- faults -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            'system = "usr"\nname = "X"\n[rulings]\nzero_hp = "maybe"',
            "bad.toml, rulings.zero_hp: ruling zero_hp has no",
        ),
        (
            'system = "usr"\nname = "X"\n[rulings]\nzero_hq = "wrecked"',
            "unknown ruling 'zero_hq' of usr (nearest: zero_hp)",
        ),
        (
            'system = "usr"\nname = "X"\n[rulings]\nzero_hp = true',
            "ruling zero_hp takes a word (one of: crippled, wrecked)",
        ),
        ('system = "usr"\nname = "X"\nrulings = 3', "bad.toml, rulings: no table of rulings"),
        ('system = "usr"\nnome = "X"\nname = "Y"', "bad.toml: unknown key 'nome' (nearest: name)"),
        ('system = "usr"', "bad.toml, name: a pack needs a name"),
        ('name = "X"', "bad.toml, system: system is missing"),
        ('system = "chess"', "bad.toml, system: unknown system 'chess'"),
        ('system = "void"\nname = "X"', "bad.toml: X rules on void (this is a question of usr)"),
        ("system = ", "bad.toml: no TOML"),
        ("a = " + "[" * 5000, "bad.toml: nested too deep"),
        ("a" + ".a" * 5000 + " = 1", "bad.toml: nested too deep"),
    ],
)
def test_a_fault_in_a_pack_is_one_line_with_file_and_key(tmp_path, text, said):
    file = tmp_path / "bad.toml"
    file.write_text(text, "utf-8")
    assert said in refused("odds", *WALKERS, "--rulings", str(file))


def test_all_faults_of_a_pack_are_told(tmp_path):
    file = tmp_path / "bad.toml"
    file.write_text('system = "usr"\nname = "X"\n[rulings]\na = "1"\nb = "2"', "utf-8")
    assert len(run("battle", "usr/A", "usr/B", "--rulings", str(file)).stderr.splitlines()) == 2


def test_a_pack_that_is_not_there():
    assert "unknown pack of rulings 'prined' (nearest: printed" in refused("odds", *WALKERS, "--rulings", "prined")
    assert "usr/printed is a pack of usr" in refused("battle", "void/A", "void/B", "--rulings", "usr/printed")
    assert "no such file" in refused("odds", *WALKERS, "--rulings", "no/where.toml")
    assert "no such file" in refused("rulings", "--as", "nowhere.toml")


def test_a_battle_at_the_keyboard_keeps_the_name_of_its_pack(cup, tmp_path):
    file = str(tmp_path / "kept.battle")
    words = ("play", "usr/A", "usr/B", "--plain", "--seed", "3", "--rounds", "1", "--rulings", cup, "--save", file)
    fine(*words, text="quit\n")
    assert "Rulings: Winter Cup (look-out-sir=never, zero_hp=wrecked)" in fine("replay", file)
