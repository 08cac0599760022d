"""Files that people use, where they are at hand: known units come out right and without any text."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from grognard.common.profiles import Kind
from grognard.muster.formats import battlescribe, dropcommander, native

from .stand_in import schema_of

DATA = Path(__file__).parents[2].parent / "shared" / "data"
CATALOGUES = DATA / "battlescribe-wh40k-7e"
MARINES, ORKS, GUARD = (
    CATALOGUES / f"{name}.cat" for name in ("Space Marines - Codex (2015)", "Orks - Codex", "Astra Militarum - Codex")
)

needs_catalogues = pytest.mark.skipif(not CATALOGUES.is_dir(), reason="no BattleScribe catalogues at hand")
needs_dropcommander = pytest.mark.skipif(not (DATA / "dropcommander").is_dir(), reason="no DropCommander files at hand")


def unit(path: Path, name: str) -> Kind:
    return battlescribe.load_unit(path, name, schema_of)


def arms(kind: Kind, model: int = 0) -> list[tuple[str, object, object, object, str]]:
    return [(w.name, w.stats.range, w.stats.S, w.stats.AP, str(w.stats.type)) for w in kind.models[model].weapons]


@needs_catalogues
def test_a_tactical_squad_has_boltguns_and_a_sergeant() -> None:
    squad = unit(MARINES, "tactical squad")
    assert [m.name for m in squad.models] == ["Space Marine"] * 4 + ["Space Marine Sergeant"]
    assert squad.points == 70
    stats = squad.models[0].stats
    assert (stats.WS, stats.BS, stats.S, stats.T, stats.W, stats.I, stats.A, stats.Ld, stats.Sv) == (
        4,
        4,
        4,
        4,
        1,
        4,
        1,
        8,
        3,
    )
    assert arms(squad)[:2] == [("Boltgun", 24, 4, 5, "Rapid Fire"), ("Bolt Pistol", 12, 4, 5, "Pistol")]


@needs_catalogues
def test_boyz_have_sluggas_and_choppas() -> None:
    mob = unit(ORKS, "Boyz")
    assert [m.name for m in mob.models] == ["Ork Boy"] * 10
    assert mob.points == 60
    stats = mob.models[0].stats
    assert (stats.WS, stats.BS, stats.S, stats.T, stats.I, stats.A, stats.Ld, stats.Sv) == (4, 2, 3, 4, 2, 2, 7, 6)
    assert [name for name, *_ in arms(mob)] == ["Slugga", "Stikkbombs", "Close Combat Weapon"]
    assert "'Ere We Go!" in mob.unread and "Mob Rule" in mob.unread


@needs_catalogues
def test_a_guard_squad_of_the_older_spelling() -> None:
    squad = unit(GUARD, "Infantry Squad")
    assert (len(squad.models), squad.points) == (10, 50)
    assert arms(squad)[0] == ("Lasgun", 24, 3, None, "Rapid Fire")
    assert squad.models[-1].role == "leader"


@needs_catalogues
def test_vehicles_have_armour_guns_and_capacity() -> None:
    raider = unit(MARINES, "Land Raider")
    stats = raider.models[0].stats
    assert (raider.type, stats.Front, stats.Side, stats.Rear, stats.HP, raider.points) == (
        "Vehicle",
        14,
        14,
        14,
        4,
        250,
    )
    assert raider.detail("capacity") == 10
    russ = unit(GUARD, "Leman Russ Squadron")
    assert arms(russ)[0] == ("Battle Cannon", 72, 8, 3, "Ordnance 1")
    dread = unit(MARINES, "Dreadnought")
    assert (dread.type, dread.models[0].stats.WS, dread.models[0].stats.Front) == ("Walker", 4, 12)


@needs_catalogues
@pytest.mark.parametrize("path", [MARINES, ORKS, GUARD], ids=lambda p: p.stem)
def test_nearly_every_unit_can_be_built_written_and_read(path: Path) -> None:
    force = battlescribe.load_catalogue(path, schema_of)
    assert len(force.kinds) >= 0.97 * len(battlescribe.units(path))
    written = native.dump(force, schema_of)
    again = native.loads(written, path.name, schema_of)
    assert again.kinds == force.kinds
    # names are short: a longer text between quotation marks would be somebody's prose
    assert max(len(words) for words in re.findall(r'"([^"\n]*)"', written)) <= 120


@needs_dropcommander
@pytest.mark.parametrize(("name", "count"), [("ucm", 42), ("scourge", 40)])
def test_every_dropcommander_unit_is_read_written_and_read(name: str, count: int) -> None:
    force = dropcommander.load(DATA / "dropcommander" / f"{name}.json", schema_of)
    assert len(force.kinds) == count
    assert native.loads(native.dump(force, schema_of), name, schema_of).kinds == force.kinds


@needs_dropcommander
def test_a_known_dropcommander_unit() -> None:
    sabre = dropcommander.load_unit(DATA / "dropcommander" / "ucm.json", "sabre tank", schema_of)
    stats, gun = sabre.models[0].stats, sabre.models[0].weapons[0].stats
    assert (sabre.type, sabre.points, len(sabre.models), stats.MV, stats.A, stats.DP) == ("Tank", 105, 3, 4, 15, 1)
    assert (gun.countered, gun.shots, gun.acc, gun.energy, gun.mf) == (24, 1, 1, 10, None)
