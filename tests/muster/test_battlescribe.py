"""Catalogues and rosters of our own making, in both spellings: what a unit is by default, and what is never kept."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from grognard.common.profiles import Kind
from grognard.errors import GrognardError
from grognard.muster import show
from grognard.muster.formats import battlescribe, native, rosters
from grognard.muster.vocabulary.wording import unit_type, weapon_type

from . import marbles
from .stand_in import schema_of


@pytest.fixture(params=marbles.VERSIONS)
def catalogue(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    return marbles.written(tmp_path, request.param)


def unit(path: Path, name: str) -> Kind:
    return battlescribe.load_unit(path, name, schema_of)


def test_units_are_listed_without_building_them(catalogue: Path) -> None:
    assert battlescribe.units(catalogue) == ["Rolling Mob", "Wagon"]


def test_a_unit_has_its_least_number_of_models_leader_last(catalogue: Path) -> None:
    mob = unit(catalogue, "rolling MOB")
    assert [m.name for m in mob.models] == ["Roller"] * 5 + ["Marble Captain"]
    assert mob.models[-1].role == "leader"
    assert mob.points == 5 * 6 + 20
    assert (mob.type, mob.tags) == ("Infantry", ())


def test_statlines_are_read(catalogue: Path) -> None:
    roller, captain = unit(catalogue, "Rolling Mob").models[0].stats, unit(catalogue, "Rolling Mob").models[-1].stats
    assert (roller.WS, roller.BS, roller.T, roller.Ld, roller.Sv, roller.Inv) == (4, 3, 3, 7, 5, None)
    assert (captain.Sv, captain.Inv) == (3, 5)


def test_groups_choose_their_default_and_weapons_stand_in_order_of_use(catalogue: Path) -> None:
    mob = unit(catalogue, "Rolling Mob")
    assert [w.name for w in mob.models[0].weapons] == ["Sling", "Pop Grenades"]
    assert [w.name for w in mob.models[-1].weapons] == ["Sling", "Cog"]
    sling, pop = mob.models[0].weapons
    assert (sling.stats.range, sling.stats.S, sling.stats.AP, str(sling.stats.type)) == (24, 4, 5, "Rapid Fire")
    assert [str(rule) for rule in pop.rules] == ["Blast"]
    cog = mob.models[-1].weapons[1]
    assert cog.stats.melee and cog.stats.S == "x2" and [str(rule) for rule in cog.rules] == ["Rending"]


def test_rules_are_read_and_those_unknown_kept_by_name(catalogue: Path) -> None:
    mob = unit(catalogue, "Rolling Mob")
    assert [str(rule) for rule in mob.rules] == ["Fleet"]
    assert [str(rule) for rule in mob.models[-1].rules] == ["Fleet", "Hatred (Chessmen)"]
    assert mob.unread == ("Rolling Thunder", "Tin Coat")


def test_a_vehicle_has_armour_and_capacity_and_names_the_gun_that_cannot_be_read(catalogue: Path) -> None:
    wagon = unit(catalogue, "Wagon")
    assert (wagon.type, wagon.tags) == ("Vehicle", ("Tank", "Transport"))
    assert (wagon.models[0].stats.Front, wagon.models[0].stats.Rear, wagon.models[0].stats.HP) == (11, 10, 3)
    assert wagon.detail("capacity") == 10
    assert wagon.unread == ("weapon Whirl Engine",)
    assert wagon.models[0].base.shape == "hull"


def test_no_text_of_a_description_is_kept(catalogue: Path) -> None:
    force = battlescribe.load_catalogue(catalogue, schema_of)
    told = str(force) + "\n".join(show.rows(force, schema_of)) + native.dump(force, schema_of)
    assert "these words" not in told and "must never" not in told


def test_a_catalogue_goes_into_a_force_file_and_back(catalogue: Path) -> None:
    force = battlescribe.load_catalogue(catalogue, schema_of)
    again = native.loads(native.dump(force, schema_of), "again", schema_of)
    assert again.kinds == force.kinds
    assert again.unread == force.unread == (("Rolling Thunder", 1), ("Tin Coat", 1), ("weapon Whirl Engine", 1))


def test_an_unknown_unit_names_the_nearest(catalogue: Path) -> None:
    with pytest.raises(GrognardError, match=r"unknown unit 'Rolling Mop'.*nearest: Rolling Mob"):
        unit(catalogue, "Rolling Mop")


def test_without_its_game_system_the_links_are_told(catalogue: Path) -> None:
    catalogue.with_name("Marbles.gst").unlink()
    mob = unit(catalogue, "Rolling Mob")
    assert "(links that lead nowhere)" in mob.unread
    assert not mob.models[0].weapons


def test_links_in_a_circle_are_one_error(tmp_path: Path) -> None:
    entry = "<selectionEntry id='{0}' name='{0}' type='unit'><entryLinks>{1}</entryLinks></selectionEntry>"
    one = entry.format("a", marbles.link("l1", "b", marbles.least(1)))
    two = entry.format("b", marbles.link("l2", "a", marbles.least(1)))
    path = tmp_path / "ring.cat"
    path.write_text(
        f"<catalogue id='c' name='Ring'><sharedSelectionEntries>{one}{two}</sharedSelectionEntries></catalogue>"
    )
    with pytest.raises(GrognardError, match="in a circle"):
        unit(path, "a")


def test_links_that_fan_out_are_one_error(tmp_path: Path) -> None:
    rows = []
    for i in range(20):
        twice = "".join(marbles.link(f"l{i}{j}", f"e{i + 1}", marbles.least(1)) for j in "ab")
        rows.append(
            f"<selectionEntry id='e{i}' name='e{i}' type='unit'><entryLinks>{twice}</entryLinks></selectionEntry>"
        )
    path = tmp_path / "fan.cat"
    path.write_text(f"<catalogue id='c'><sharedSelectionEntries>{''.join(rows)}</sharedSelectionEntries></catalogue>")
    with pytest.raises(GrognardError, match="too many selections"):
        unit(path, "e0")


def test_a_linked_catalogue_is_read_when_a_link_leads_there(tmp_path: Path) -> None:
    line = {"WS": "4", "BS": "3", "S": "3", "T": "3", "W": "1", "I": "3", "A": "1", "Ld": "7", "Save": "-"}
    profile = marbles.Spelling("2.03").profile("far", "Far Man", "Unit", Unit_Type="Infantry", **line)
    tmp_path.joinpath("other.cat").write_text(
        f"<catalogue id='other' name='O'><sharedProfiles>{profile}</sharedProfiles></catalogue>"
    )
    path = tmp_path / "near.cat"
    path.write_text(
        "<catalogue id='near' name='N'><catalogueLinks><catalogueLink id='k' targetId='other'/></catalogueLinks>"
        f"<selectionEntries><selectionEntry id='e' name='Scouts' type='unit'><infoLinks>{marbles.info('far', kind='profile')}"
        "</infoLinks></selectionEntry></selectionEntries></catalogue>"
    )
    assert [m.name for m in unit(path, "Scouts").models] == ["Far Man"]


def test_a_roster_gives_what_was_chosen(tmp_path: Path) -> None:
    path = tmp_path / "June [final].ros"
    path.write_text(marbles.roster())
    force = rosters.load_roster(path, schema_of)
    (mob,) = force.kinds
    assert (force.name, mob.name, mob.points) == ("Marbles of June", "Red Mob", 44)
    assert [m.name for m in mob.models] == ["Roller"] * 4 + ["Captain"]
    assert [w.name for w in mob.models[0].weapons] == ["Sling"]
    assert force.unread == (("Detachment Choice", 1),)


def test_a_compressed_roster_is_the_same(tmp_path: Path) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("list.ros", marbles.roster())
    path = tmp_path / "list.rosz"
    path.write_bytes(packed.getvalue())
    assert [k.name for k in rosters.load_roster(path, schema_of).kinds] == ["Red Mob"]


@pytest.mark.parametrize(
    ("words", "profile", "kind", "tags"),
    [
        ("Jump Infantry (Character)", "Unit", "Jump", ("Character",)),
        ("Bikes (Character)", "Unit", "Bike", ("Character",)),
        ("Flying Monstrous Creature", "Unit", "Flying Monstrous Creature", ()),
        ("Tank, Heavy", "Vehicle", "Vehicle", ("Tank", "Heavy")),
        ("Vehicle (Fast, Skimmer, Opened-topped)", "Vehicle", "Vehicle", ("Fast", "Skimmer", "Open-topped")),
        ("Super-heavy Walker", "Walker", "Walker", ("Super-heavy",)),
        ("Flyer, Hover, Transport", "Flyer", "Flyer", ("Hover", "Transport")),
    ],
)
def test_unit_types_as_printed(words: str, profile: str, kind: str, tags: tuple[str, ...]) -> None:
    assert unit_type(words, profile) == (kind, tags, [])


@pytest.mark.parametrize(
    ("words", "kind", "rules"),
    [
        ("Assault 4, Blast, Barrage", "Assault 4", ["Blast", "Barrage"]),
        ("Rapid Fire", "Rapid Fire", []),
        ("Heavy 1, Gets Hot!", "Heavy 1", ["Gets Hot"]),
        ("Salvo 2/4", "Salvo 2/4", []),
        ("Heavy D3, Poisoned (2+)", "Heavy D3", ["Poisoned (2+)"]),
        ('Ordnance 1, 5" Blast', "Ordnance 1", ["Large Blast"]),
        ("Primary Weapon 1, 10” Apocalyptic Blast", "Primary Weapon 1", ["Apocalyptic Blast"]),
        ("Melee, Specialist Weapon, Unwieldy", "Melee", ["Specialist Weapon", "Unwieldy"]),
        ("Assault 1, Assault grenades", "Assault 1", ["Assault grenades"]),
    ],
)
def test_weapon_types_as_printed(words: str, kind: str, rules: list[str]) -> None:
    assert weapon_type(words, True) == (kind, rules)
