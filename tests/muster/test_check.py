"""What `roster check` says of many lists, and what it is told not to say."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from grognard.errors import GrognardError
from grognard.muster.check import DIFFERS, advice
from grognard.muster.forces import registered
from grognard.muster.ref import resolve_force
from tests.cli.run import fine, refused, run

from .test_composition import chosen, force, man, wagon

SQUAD = chosen("Squad", "unit", man("Trooper", number=11, points=110), wagon())


def test_who_takes_more_seats_than_there_are_is_told_with_the_seats(tmp_path: Path) -> None:
    (found,) = advice(force(tmp_path, SQUAD))
    assert str(found) == f"{DIFFERS}: Squad takes 11 seats in Wagon, which has 10 [army]"


def test_only_infantry_rides(tmp_path: Path) -> None:
    (found,) = advice(force(tmp_path, chosen("Pack", "unit", man("Beast", **{"Unit Type": "Beast"}), wagon())))
    assert "only Infantry does" in found.says


def test_two_units_do_not_ride_in_one_transport(tmp_path: Path) -> None:
    army = force(tmp_path, chosen("Squad", "unit", man("Trooper", number=5), wagon()))
    squad, ride = army.kinds
    (found,) = advice(replace(army, kinds=(squad, replace(squad, name="Others"), ride)))
    assert found.says == "2 units ride in 1 Wagon: Squad, Others; each takes one"
    (found,) = advice(replace(army, kinds=(squad,)))
    assert found.says == "Squad rides in Wagon, which the list has not"


def test_a_character_rides_with_a_squad_when_there_are_seats_for_both(tmp_path: Path) -> None:
    army = force(tmp_path, chosen("Squad", "unit", man("Trooper", number=9), wagon()), man("Boss"))
    squad, ride, boss = army.kinds
    lone = registered("usr").read_rule("Independent Character")
    leads = replace(boss, models=(replace(boss.models[0], rules=(lone,)),), details=(("rides", "Wagon"),))
    assert advice(replace(army, kinds=(squad, ride, leads))) == []
    more = replace(squad, models=(*squad.models, squad.models[0]))
    (found,) = advice(replace(army, kinds=(more, ride, leads)))
    assert found.says == "Squad, Boss take 11 seats in 1 Wagon, with 10 in all"


def test_what_is_super_heavy_carries_several_units(tmp_path: Path) -> None:
    army = force(tmp_path, chosen("Squad", "unit", man("Trooper", number=5), wagon()))
    squad, ride = army.kinds
    great = replace(ride, tags=(*ride.tags, "Super-heavy"))
    assert advice(replace(army, kinds=(squad, replace(squad, name="Others"), great))) == []
    (found,) = advice(replace(army, kinds=(squad, replace(squad, name="Others"), replace(squad, name="Third"), great)))
    assert found.says == "Squad, Others, Third take 15 seats in 1 Wagon, with 10 in all"


def test_nobody_stands_in_a_unit_that_cannot_be_joined(tmp_path: Path) -> None:
    army = force(tmp_path, chosen("Pack", "unit", man("Brute", **{"Unit Type": "Monstrous Creature"}), man("Boss")))
    (pack,) = army.kinds
    lone = registered("usr").read_rule("Independent Character")
    brute, boss = pack.models
    (found,) = advice(replace(army, kinds=(replace(pack, models=(brute, replace(boss, rules=(lone,)))),)))
    assert found.says == "Pack: Boss is an Independent Character and cannot stand with Brute, whom nobody joins"
    assert advice(replace(army, kinds=(replace(pack, models=(replace(brute, rules=(lone,)),)),))) == []


def test_units_of_one_name_are_no_fault(tmp_path: Path) -> None:
    squad = man("Trooper", number=5)
    assert advice(force(tmp_path, squad, squad)) == []


def test_a_weapon_without_a_profile_is_told(tmp_path: Path) -> None:
    army = force(tmp_path, man("Trooper"))
    (kind,) = army.kinds
    (found,) = advice(replace(army, kinds=(replace(kind, unread=("weapon Odd Gun", "Some Rule")),)))
    assert found.name == "weapons" and "Odd Gun" in found.says


def test_advice_is_switched_off_by_its_name(tmp_path: Path) -> None:
    army = force(tmp_path, SQUAD)
    assert advice(army, ignore=("army",)) == [] and len(advice(army, 10, ignore=("points",))) == 1
    with pytest.raises(GrognardError, match=r"unknown advice 'armies'.*army"):
        advice(army, ignore=("armies",))


def test_many_files_stand_in_one_table(tmp_path: Path) -> None:
    force(tmp_path, SQUAD)
    broken = tmp_path / "broken.toml"
    broken.write_text("system = 3", "utf-8")
    files = ["usr/A", str(tmp_path / "mine.ros"), str(broken)]
    told = run("roster", "check", *files)
    assert told.exit_code == 1 and told.stderr == ""
    head, sound, faulty, unread = told.stdout.splitlines()[:4]
    assert head.split() == ["file", "units", "points", "faults"]
    assert sound.split()[0] == "usr/A" and sound.split()[-1] == "0"
    assert faulty.split()[1:] == ["2", "145", "1"] and unread.split()[1:] == ["-", "-", "1"]
    assert f"  {DIFFERS}: Squad takes 11 seats" in told.stdout
    rows = json.loads(run("roster", "check", *files, "--json").stdout)
    assert [len(row["faults"]) for row in rows] == [0, 1, 1] and rows[1]["units"] == 2
    assert "sound" in fine("roster", "check", files[1], "--ignore", "army")
    assert "army" in refused("roster", "check", files[1], "--ignore", "amy")


def test_what_is_imported_is_the_same_force(tmp_path: Path) -> None:
    army = force(tmp_path, SQUAD)
    out = tmp_path / "army.toml"
    assert run("roster", "import", str(tmp_path / "mine.ros"), "-o", str(out)).exit_code == 0
    assert resolve_force(str(out)).kinds == army.kinds
