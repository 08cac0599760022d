"""What real catalogues say in their own ways comes out as the rules have it, and what does not is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.common.profiles import Kind, Weapon
from grognard.muster.formats import battlescribe, native

from . import smithy
from .marbles import VERSIONS


@pytest.fixture(params=VERSIONS)
def smiths(request: pytest.FixtureRequest, tmp_path: Path) -> dict[str, Kind]:
    path = smithy.written(tmp_path, request.param)
    return {name: battlescribe.load_unit(path, name) for name in battlescribe.units(path)}


def arms(kind: Kind) -> dict[str, Weapon]:
    return {weapon.name: weapon for weapon in kind.models[0].weapons}


def rules(weapon: Weapon) -> list[str]:
    return [str(rule) for rule in weapon.rules]


def test_profiles_of_one_weapon_are_ways_to_fire_it_each_with_the_rules_of_its_own_type(
    smiths: dict[str, Kind],
) -> None:
    found = arms(smiths["Handcart"])
    hail, sift = found["Hail Rack (Open)"], found["Hail Rack (Sifting)"]
    assert hail.stats.mode_of == sift.stats.mode_of == "Hail Rack"
    assert rules(hail) == ["Barrage", "Large Blast"]
    assert rules(sift) == ["Barrage", "Large Blast", "Ignores Cover"]


def test_two_guns_named_by_their_link_are_two_guns(smiths: dict[str, Kind]) -> None:
    found = arms(smiths["Handcart"])
    assert rules(found["Needle Gun"]) == rules(found["Needle Gun #2"]) == ["Twin-linked"]
    assert found["Needle Gun"].stats.mode_of == ""


def test_a_choice_called_twin_linked_is_so_whatever_its_profile_says(smiths: dict[str, Kind]) -> None:
    assert rules(arms(smiths["Fort"])["Needle Gun"]) == ["Twin-linked"]
    assert rules(arms(smiths["Mangle"])["Needle Gun"]) == []


def test_smoke_doors_and_who_may_ride(smiths: dict[str, Kind]) -> None:
    cart = smiths["Handcart"]
    assert cart.tags == ("Tank", "Transport")
    details = {key: cart.detail(key) for key in ("capacity", "access", "fire_points", "smoke")}
    assert details == {"capacity": 6, "access": ("left", "right", "rear"), "fire_points": 2, "smoke": True}
    assert [str(rule) for rule in cart.rules] + [str(r) for r in cart.models[0].rules] == ["Fearless"]
    assert set(cart.unread) == {"who may ride in Handcart", "Lamp", "Pinning"}, "Pinning stands on no weapon"


def test_a_building_says_how_many_it_holds_inside_and_above(smiths: dict[str, Kind]) -> None:
    keep = smiths["Keep"]
    assert {key: keep.detail(key) for key in ("capacity", "battlements", "fire_points")} == {
        "capacity": 15, "battlements": 15, "fire_points": None}  # fmt: skip


def test_what_cannot_move_has_a_move_of_nothing(smiths: dict[str, Kind]) -> None:
    assert smiths["Tower"].models[0].stats.M == smiths["Fort"].models[0].stats.M == 0
    assert smiths["Handcart"].models[0].stats.M is None
    assert smiths["Tower"].unread == smiths["Fort"].unread == ()


def test_ranges_and_types_in_their_own_words(smiths: dict[str, Kind]) -> None:
    spout, great = arms(smiths["Tower"])["Spout"], arms(smiths["Tower"])["Great Gun"]
    assert (spout.stats.template, rules(spout)) == ("Template", ["Torrent"])
    assert (str(great.stats.type), rules(great)) == ("Ordnance 1", ["Massive Blast"])


def test_a_bomb_is_read_and_its_dropping_is_named(smiths: dict[str, Kind]) -> None:
    egg = arms(smiths["Kite"])["Egg"]
    assert (egg.stats.type.kind, egg.stats.range, egg.stats.S) == ("Bomb", None, 7)
    assert smiths["Kite"].unread == ("dropping of Egg",)


def test_grenades_spellings_and_rules_lent_to_the_bearer(smiths: dict[str, Kind]) -> None:
    smith = smiths["Smith"]
    found = arms(smith)
    assert found["Bang Sticks"].stats.assault and rules(found["Bang Sticks"]) == ["Blast"]
    assert rules(found["Maul"]) == ["Rending"]
    assert [str(rule) for rule in smith.models[0].rules] == ["Extremely Bulky", "Rage"]
    assert smith.unread == ("Unwieldy (Maul)",), "linked, but no rule of the maul's type"


def test_a_gun_stands_beside_its_crew_and_fires_with_their_skill(smiths: dict[str, Kind]) -> None:
    battery = smiths["Mangle"]
    assert (battery.type, battery.unread) == ("Artillery", ())
    assert [m.name for m in battery.models] == ["Mangle", "Smith Crew", "Smith Crew"]
    gun, crew, _ = battery.models
    assert (gun.stats.T, gun.stats.A, gun.stats.BS, crew.stats.BS) == (7, 0, 3, 3)
    assert [w.name for w in gun.weapons] == ["Needle Gun"] and not crew.weapons


def test_all_of_it_goes_into_a_force_file_and_back(tmp_path: Path) -> None:
    force = battlescribe.load_catalogue(smithy.written(tmp_path, "2.03"))
    assert native.loads(native.dump(force), "again").kinds == force.kinds
