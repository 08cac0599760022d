"""``grognard tables``: what ships, by name, and names where a battle takes a file."""

from __future__ import annotations

from .run import as_json, fine, refused


def test_tables_and_scenarios_are_listed():
    told = fine("tables", "dropzone")
    assert "dropzone/kiln-quarter" in told and "hold-the-field" in told
    listed = as_json("tables")
    assert set(listed) == {"tables", "scenarios"}
    assert {"ref", "system", "name", "width", "height", "pieces", "garrisons", "objectives"} == set(listed["tables"][0])
    assert "none; one is made" in fine("tables", "usr")
    assert "chess" in refused("tables", "chess")


def test_a_battle_takes_a_table_by_name():
    how = ("battle", "dropzone/A", "dropzone/B", "--seed", "2", "--rounds", "1", "--bots", "random")
    named, whole = (as_json(*how, "--json", "--table", name) for name in ("salt-harbour", "dropzone/salt-harbour"))
    assert named["digest"] == whole["digest"]
    assert "nearest: salt-harbour" in refused(*how, "--table", "salt-harbor")
    assert "nearest: last-stand" in refused(*how, "--scenario", "last-stend")
