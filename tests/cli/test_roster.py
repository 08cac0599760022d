"""``grognard roster``: forces shown, checked, converted."""

from __future__ import annotations

import json

from grognard import systems
from grognard.muster.ref import resolve_force

from .run import as_json, fine, refused, run

BROKEN = """
system = "usr"
name = "Broken"
colour = "red"

[[units]]
name = "Squad"
type = "Infantry"
points = -5
  [[units.models]]
  name = "Trooper"
  count = 0
  stats = {WS = 4, BS = 99}
  rules = ["Twin-lined"]
"""


def test_every_system_ships_two_forces():
    listed = as_json("roster", "samples")
    for system in systems.NAMES:
        assert {f"{system}/A", f"{system}/B"} <= {sample["ref"] for sample in listed}
    assert all(set(sample) == {"ref", "name", "system", "points"} for sample in listed)
    assert [s["system"] for s in as_json("roster", "samples", "usr")] == ["usr"] * len(
        as_json("roster", "samples", "usr")
    )
    assert "usr/A" in fine("roster", "samples", "usr")
    assert "chess" in refused("roster", "samples", "chess")


def test_samples_are_sound_and_shown():
    for sample in as_json("roster", "samples"):
        (told,) = as_json("roster", "check", sample["ref"])
        assert told["faults"] == [] and told["points"] == sample["points"]
        (shown,) = as_json("roster", "show", sample["ref"])
        assert shown["name"] == sample["name"] and shown["units"] and shown["unread"] == []
        text = fine("roster", "show", sample["ref"])
        assert all(unit["name"] in text for unit in shown["units"])


def test_every_fault_of_a_file_is_told(tmp_path):
    file = tmp_path / "broken.toml"
    file.write_text(BROKEN, "utf-8")
    result = run("roster", "check", str(file), "--json")
    assert result.exit_code == 1
    faults = "\n".join(json.loads(result.stdout)[0]["faults"])
    for word in ("colour", "points", "count", "BS", "Twin-lined"):
        assert word in faults
    text = run("roster", "check", str(file))
    assert text.exit_code == 1 and all(fault in text.stdout for fault in faults.splitlines())
    result = run("roster", "show", str(file))
    assert result.exit_code == 2 and "broken.toml" in result.stderr and "Traceback" not in result.stderr


def test_too_many_points_are_a_fault():
    assert run("roster", "check", "usr/A", "--points", "10").exit_code == 1


def test_a_force_is_converted_and_read_again(tmp_path):
    out = tmp_path / "mine.toml"
    result = run("roster", "import", "usr/A", "--out", str(out))
    assert result.exit_code == 0 and out.is_file() and not list(tmp_path.glob(".*"))
    ours, again = resolve_force("usr/A"), resolve_force(str(out))
    assert ours.kinds == again.kinds
    assert fine("roster", "import", "usr/A") == out.read_text("utf-8")


def test_what_cannot_be_read_or_written(tmp_path):
    (tmp_path / "binary.toml").write_bytes(bytes(range(256)))
    (tmp_path / "half.toml").write_text('system = "usr"\nname = "', "utf-8")
    for name in ("binary.toml", "half.toml", "missing.toml"):
        for command in ("show", "check", "import"):
            assert name in refused("roster", command, str(tmp_path / name))
    assert refused("roster", "show")
    assert refused("roster", "import", "usr/A", "--out", str(tmp_path / "no" / "where.toml"))


def test_units_of_several_files_become_one_force(tmp_path):
    out = tmp_path / "raiders.toml"
    ours = ("usr/A:Lantern Watch", "usr/B:Thornkin", "usr/A:Lantern Watch")
    run("roster", "import", *ours, "--out", str(out))
    force = resolve_force(str(out))
    assert force.name == "raiders" and [kind.name for kind in force.kinds] == [
        "Lantern Watch",
        "Thornkin",
        "Lantern Watch",
    ]
    assert force.kinds[1] == resolve_force("usr/B:Thornkin").kinds[0]
    assert 'name = "Toll Road"' in fine("roster", "import", *ours, "--name", "Toll Road")


def test_a_force_is_of_one_system(tmp_path):
    out = tmp_path / "both.toml"
    told = refused("roster", "import", "usr/A", "void/A", "--out", str(out))
    assert "usr and void are several systems" in told and not out.exists()


def test_organised_play_is_asked_for():
    assert "sound" in fine("roster", "check", "void/A")
    told = run("roster", "check", "--organised", "void/A")
    assert told.exit_code == 1 and "one for every 5 is 0" in told.output
    assert "sound" in fine("roster", "check", "--organised", "usr/A")
