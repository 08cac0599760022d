"""The name of a catalogue and its categories for factions say who a unit is; rules that name a foe find it."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from grognard.errors import Faults
from grognard.muster import forces
from grognard.muster.formats import battlescribe, native, rosters
from grognard.muster.formats.native import written
from grognard.muster.vocabulary.wording import MOST_FACTIONS, factions
from grognard.systems.usr.examples import shooter, slays

from . import marbles

LINE = "{WS = 4, BS = 4, S = 4, T = 4, W = 1, I = 4, A = 1, Ld = 8}"


@pytest.mark.parametrize(
    ("catalogue", "named"),
    [
        ("Moss Orks: Codex (2014)", ("Moss Orks",)),
        ("Moss Orks - Codex (2014)", ("Moss Orks",)),
        ("Gulls - FW - Red Wing", ("Gulls", "Red Wing")),
        ("(HH) Sun Legion: Volume 2", ("Sun Legion",)),
        ("Night-Herons", ("Night-Herons",)),
        ("Codex", ()),
        ("", ()),
    ],
)
def test_a_catalogue_is_called_after_a_faction(catalogue: str, named: tuple[str, ...]) -> None:
    assert factions(catalogue) == named


def test_categories_for_factions_count_others_do_not() -> None:
    assert factions("Gulls", ["HQ", "Faction: Herons", "Troops", "Faction - Night Gulls", "Factions"]) == (
        "Gulls",
        "Herons",
        "Night Gulls",
    )
    assert len(factions("Gulls", [f"Faction: {n}" for n in range(99)])) == MOST_FACTIONS


@pytest.mark.parametrize("version", marbles.VERSIONS)
def test_units_of_a_catalogue_are_found_by_who_hates_it(tmp_path: Path, version: str) -> None:
    path = marbles.written(tmp_path, version)
    mob = battlescribe.load_unit(path, "Rolling Mob")
    assert mob.detail("faction") == ("Marble Legion",)
    keen = [shooter(rules=[f"Preferred Enemy ({foe})"]) for foe in ("Marble Legion", "Legion")]
    # 3+ to hit and 3+ to wound Toughness 3, of the leading man's 5+ two in three pass; ones again: 7/9 each
    assert [slays(one, mob) for one in keen] == [Fraction(7, 9) * Fraction(7, 9) * Fraction(2, 3), Fraction(2, 3) ** 3]


def test_a_roster_says_it_by_its_force_and_its_categories(tmp_path: Path) -> None:
    path = tmp_path / "list.ros"
    words = marbles.roster().replace("name='F'>", "name='F' catalogueName='Marbles: Codex (2020)'>", 1)
    words = words.replace(
        "<rules><rule id='r1'",
        "<categories><category id='k' name='Faction: Reds'/><category name='HQ'/></categories><rules><rule id='r1'",
        1,
    )
    path.write_text(words, "utf-8")
    (mob,) = rosters.load_roster(path).kinds
    assert mob.detail("faction") == ("Marbles", "Reds")
    again = native.loads(written(rosters.load_roster(path), forces.registered("usr")), "again.toml")
    assert again.kinds[0].detail("faction") == ("Marbles", "Reds")


def force(said: str) -> str:
    return f"""system = "usr"\nname = "F"\n[[units]]\nname = "U"\ntype = "Infantry"\n{said}
    [[units.models]]\n    name = "M"\n    stats = {LINE}\n"""


def test_a_force_file_says_it_in_a_word_or_a_list() -> None:
    assert native.loads(force('faction = "Gulls"'), "f.toml").kinds[0].detail("faction") == ("Gulls",)
    assert native.loads(force('faction = ["Gulls", "Reds", "Gulls"]'), "f.toml").kinds[0].detail("faction") == (
        "Gulls",
        "Reds",
    )


@pytest.mark.parametrize("said", ["faction = []", "faction = 3", 'faction = [""]', f"faction = {['x'] * 13}"])
def test_what_is_no_faction_is_told_where_it_stands(said: str) -> None:
    with pytest.raises(Faults, match="unit 'U', faction"):
        native.loads(force(said), "f.toml")
