"""Which weapons of one choice in a catalogue are ways to fire the same weapon."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.muster import show
from grognard.muster.catalogue.library import Profile
from grognard.muster.catalogue.modes import modes
from grognard.muster.formats import battlescribe
from grognard.systems.usr.attack import weapons

from .marbles import VERSIONS, Spelling, least

HEAVY = "Heavy 1"


def told(choice: str, *guns: str | tuple[str, str]) -> tuple[list[str], list[str]]:
    """(the weapon each gun is a way to fire, "" for itself; what is told). A gun is a name, or (name, type)."""
    pairs = [(gun, HEAVY) if isinstance(gun, str) else gun for gun in guns]
    profiles = [
        Profile(name, "Weapon", {"Range": "-" if kind == "Melee" else '24"', "Strength": "4", "AP": "-", "Type": kind})
        for name, kind in pairs
    ]
    found, open_ = modes(choice, profiles)
    return [found.get(id(p), "") for p in profiles], open_


def test_names_of_one_stem_are_one_weapon() -> None:
    assert told("Rack", "Rack (Open)", "Rack (Sifting)") == (["Rack", "Rack"], [])
    assert told("Beam", "Beam - Full", "Beam - Low") == (["Beam", "Beam"], [])
    assert (
        told("Relic: Old Faithful", "Relic: Old Faithful (Flame)", "Relic: Old Faithful (Shot)")[0]
        == ["Relic: Old Faithful"] * 2
    )


def test_missiles_of_one_launcher_are_ways_to_fire_it() -> None:
    assert told("Missile Launcher", "Krak Missiles", "Frag Missiles") == (["Missile Launcher"] * 2, [])
    assert told("Great Cannon", "Plain Shell", "Quake Shell") == (["Great Cannon"] * 2, [])


def test_rare_rounds_are_fired_from_the_gun_beside_them() -> None:
    assert told("Malice", "Malice", "Rounds: Fire", "Rounds: Acid")[0] == ["Malice"] * 3


def test_two_guns_that_are_bought_together_are_two() -> None:
    assert told("Lascannon and Plasma Gun", "Lascannon", "Plasma Gun") == (["", ""], [])
    assert told("Fist w/ Storm Gun", ("Fist", "Melee"), "Storm Gun") == (["", ""], [])


def test_a_combi_weapon_fires_one_barrel() -> None:
    assert told("Combi-Melta", "Boltgun", ("Meltagun", "Assault 1, One Use Only"))[0] == ["Combi-Melta"] * 2
    assert told("Fist & Kombi-Skorcha", ("Fist", "Melee"), "Skorcha", "Shoota")[0] == [
        "",
        *["Fist & Kombi-Skorcha"] * 2,
    ]


def test_grenades_pistols_and_rockets_used_once_are_weapons_of_their_own() -> None:
    assert told("Frag and Krak Grenades", ("Frag Grenades", "Assault 1"), ("Krak Grenades", "Assault 1")) == (
        ["", ""],
        [],
    )
    assert told("Twin Pistols", ("Bolt Pistol", "Pistol"), ("Plasma Pistol", "Pistol")) == (["", ""], [])
    assert told("Rocket Rack", ("Red Rocket", "Heavy 1, One use only"), ("Blue Rocket", "Heavy 1, One use only")) == (
        ["", ""],
        [],
    )


def test_what_is_none_of_these_is_told() -> None:
    assert told("Deth Arsenal", "Arsenal", "Big Gun") == (
        ["", ""],
        ["whether Arsenal and Big Gun are one weapon (Deth Arsenal)"],
    )


def test_blades_are_never_ways_to_fire() -> None:
    assert told("Lance (both)", ("Lance (Blow)", "Melee"), ("Lance (Beam)", HEAVY)) == (["", ""], [])


LAUNCHER = {"Frag Missiles": ("4", "6", 'Heavy 1, 3" Blast'), "Krak Missiles": ("8", "3", "Heavy 1")}


@pytest.mark.parametrize("version", VERSIONS)
def test_a_vehicle_with_two_launchers_fires_one_missile_of_each(tmp_path: Path, version: str) -> None:
    s = Spelling(version)
    profiles = "".join(
        s.profile(f"p-{i}", name, "Weapon", Range='48"', Strength=strength, AP=ap, Type=kind)
        for i, (name, (strength, ap, kind)) in enumerate(LAUNCHER.items())
    )
    guns = "".join(
        f"<selectionEntry id='e-{i}' name='Launcher' type='upgrade'>{least(1)}<profiles>{profiles}</profiles></selectionEntry>"
        for i in range(2)
    )
    hull = s.profile("p-hull", "Cart", "Vehicle", Type="Tank", BS="3", Front="11", Side="11", Rear="10", HP="3")
    path = tmp_path / "Carts.cat"
    path.write_text(
        f"<catalogue id='c' name='Carts'><selectionEntries><selectionEntry id='u' name='Cart' type='model'>"
        f"<profiles>{hull}</profiles><selectionEntries>{guns}</selectionEntries></selectionEntry></selectionEntries></catalogue>"
    )
    cart = battlescribe.load_unit(path, "Cart")
    ways = weapons.whole_guns(cart.models[0])
    assert [len(way) for way in ways] == [2, 2]
    assert {gun.stats.mode_of for way in ways for gun in way} == {"Launcher", "Launcher #2"}
    uses = tuple(gun for way in ways for gun in way)
    assert all(len(choice) == 2 for choice in weapons.together(uses, lambda gun: gun, 9))


def test_a_force_tells_what_is_not_known(tmp_path: Path) -> None:
    s = Spelling(VERSIONS[0])
    guns = "".join(
        s.profile(f"p-{name}", name, "Weapon", Range='24"', Strength="4", AP="-", Type="Heavy 1")
        for name in ("Arsenal", "Stove")
    )
    hull = s.profile("p-hull", "Cart", "Vehicle", Type="Tank", BS="3", Front="11", Side="11", Rear="10", HP="3")
    path = tmp_path / "Carts.cat"
    path.write_text(
        f"<catalogue id='c' name='Carts'><selectionEntries><selectionEntry id='u' name='Cart' type='model'>"
        f"<profiles>{hull}</profiles><selectionEntries><selectionEntry id='e' name='Kitchen' type='upgrade'>{least(1)}"
        f"<profiles>{guns}</profiles></selectionEntry></selectionEntries></selectionEntry></selectionEntries></catalogue>"
    )
    assert "whether Arsenal and Stove are one weapon (Kitchen)" in "\n".join(
        show.rows(battlescribe.load_catalogue(path))
    )


def test_a_gun_of_dice_is_read_from_a_catalogue(tmp_path: Path) -> None:
    s = Spelling(VERSIONS[0])
    gun = s.profile("p-gun", "Zap Gun", "Weapon", Range='36"', Strength="2D6", AP="D6", Type="Heavy 1, Gets Hot")
    hull = s.profile("p-hull", "Cart", "Vehicle", Type="Tank", BS="3", Front="11", Side="11", Rear="10", HP="3")
    path = tmp_path / "Carts.cat"
    path.write_text(
        f"<catalogue id='c' name='Carts'><selectionEntries><selectionEntry id='u' name='Cart' type='model'>"
        f"<profiles>{hull}</profiles><selectionEntries><selectionEntry id='e' name='Zap Gun' type='upgrade'>{least(1)}"
        f"<profiles>{gun}</profiles></selectionEntry></selectionEntries></selectionEntry></selectionEntries></catalogue>"
    )
    cart = battlescribe.load_unit(path, "Cart")
    (zap,) = cart.models[0].weapons
    assert (zap.stats.S, zap.stats.AP) == ("2D6", "D6") and cart.unread == ()


def test_the_stomp_of_a_super_heavy_walker_is_that_of_its_type(tmp_path: Path) -> None:
    s = Spelling(VERSIONS[0])
    path = tmp_path / "Walkers.cat"
    for kind, left in (("Super-heavy Walker", ()), ("Walker", ("Stomp",))):
        line = s.profile(
            "p-hull",
            "Strider",
            "Walker",
            Type=kind,
            WS="4",
            BS="3",
            S="8",
            Front="12",
            Side="12",
            Rear="11",
            I="2",
            A="3",
            HP="6",
        )
        path.write_text(
            f"<catalogue id='c' name='W'><selectionEntries><selectionEntry id='u' name='Strider' type='model'>"
            f"<profiles>{line}</profiles><rules>{s.rule('r', 'Stomp')}</rules></selectionEntry></selectionEntries></catalogue>"
        )
        assert battlescribe.load_unit(path, "Strider").unread == left
