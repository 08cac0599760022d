"""Figures of nothing are refused or told, never taken in silence; what is read is written so that it reads back."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.common.profiles import Force
from grognard.errors import Faults, GrognardError
from grognard.muster.catalogue.library import Profile, Selection
from grognard.muster.forces import registered, tally
from grognard.muster.formats import battlescribe, native
from grognard.muster.formats.native import written

from .test_composition import HULL, MAN, chosen, force, man, profile

USR = registered("usr")


def building(armour: str, points: str) -> str:
    cells = {"Armour Value": armour, "Hull Points": points, "Building Type": "Medium Building"}
    return chosen("Keep", "model", profiles=profile("Keep", "Building", cells))


@pytest.mark.parametrize(
    ("armour", "points", "what"),
    [
        ("-", "-", "Front is missing"),
        ("14", "-", "HP is missing"),
        ("14", "0", "HP: 0 is not between"),
        ("0", "4", "Front: 0 is not between"),
        ("", "", "Front is missing"),
        ("thick", "4", "Front: 'thick'"),
    ],
)
def test_a_building_without_armour_or_hull_points_is_an_error_that_names_unit_and_field(
    tmp_path: Path, armour: str, points: str, what: str
) -> None:
    with pytest.raises(Faults) as caught:
        force(tmp_path, building(armour, points))
    assert any(
        "mine.ros, unit 'Keep', Keep" in str(fault) and what.split(":")[0] in str(fault)
        for fault in caught.value.faults
    )
    assert any(what.rpartition(": ")[2] in str(fault) for fault in caught.value.faults)


def test_a_building_with_both_is_read(tmp_path: Path) -> None:
    (keep,) = force(tmp_path, building("14", "4")).kinds
    assert (keep.type, keep.models[0].stats.Front, keep.models[0].stats.Rear, keep.models[0].stats.HP) == (
        "Building",
        14,
        14,
        4,
    )


@pytest.mark.parametrize("lost", ["Front", "Side", "Rear", "HP"])
@pytest.mark.parametrize("said", ["-", "0"])
def test_a_hull_without_a_side_or_hull_points_is_an_error(tmp_path: Path, lost: str, said: str) -> None:
    with pytest.raises(Faults, match=lost):
        force(tmp_path, chosen("Cart", "model", profiles=profile("Cart", "Vehicle", {**HULL, lost: said})))


def test_men_without_leadership_and_guns_without_skill_are_told(tmp_path: Path) -> None:
    weapon = profile("Rifle", "Weapon", {"Range": '24"', "Strength": "4", "AP": "5", "Type": "Rapid Fire"})
    rifle = chosen("Rifle", "upgrade", profiles=weapon)
    (mob,) = force(tmp_path, chosen("Mob", "unit", man("Thrall", rifle, Ld="-"), man("Boss", rifle, BS="-"))).kinds
    assert mob.unread == ("Thrall: Ld 0", "Boss: BS 0, with Rifle")
    (beast,) = force(tmp_path, chosen("Beast", "unit", man("Beast", A="D6+1"))).kinds
    assert beast.unread == ("Beast: A D6+1 (read as 0)",)


def test_a_force_file_says_no_nothing_either() -> None:
    def file(kind: str, stats: str) -> str:
        return (
            f'system = "usr"\nname = "F"\n[[units]]\nname = "U"\ntype = "{kind}"\n'
            f'[[units.models]]\nname = "M"\nstats = {{{stats}}}\n'
        )  # fmt: skip

    for kind, stats, what in [
        ("Building", 'Front = 14, HP = "-"', "HP is missing"),
        ("Building", 'Front = "-", HP = 4', "Front is missing"),
        ("Vehicle", 'BS = 4, Front = 12, Side = "-", Rear = 10, HP = 3', "Side is missing"),
        ("Infantry", 'WS = 4, BS = 4, S = 4, T = "-", W = 1, I = 4, A = 1, Ld = 8', "T is missing"),
        ("Infantry", 'WS = 4, BS = 4, S = 4, T = 4, W = "-", I = 4, A = 1, Ld = 8', "W is missing"),
    ]:
        with pytest.raises(Faults, match=what):
            native.loads(file(kind, stats), "f.toml")


WALKER = {**HULL, "WS": "4", "S": "6", "I": "4", "A": "2"}
figures = st.sampled_from(["-", "", "0", "1", "3", "4", "10", "11", "14", "16", "D", "D6", "4(5)", "3*", "99"])
sorts = st.sampled_from(["Unit", "Vehicle", "Walker", "Flyer", "Building"])
types = st.sampled_from(
    ["Infantry", "Jump Infantry (Character)", "Vehicle (Tank, Transport)", "Walker", "Artillery", "Flyer", "Large Building",
     "Chariot (Fast)", "Jetpack Monsterous Creature", "", "Vehicle (Skimmer, Tank - when afloat)"]
)  # fmt: skip
names = st.text(st.characters(categories=("L", "N", "P", "Zs")), min_size=1, max_size=150).map(
    lambda name: " ".join("".join(c for c in name if c.isprintable()).split())[:120].strip() or "X"
)
guns = st.fixed_dictionaries(
    {
        "Range": st.sampled_from(['24"', "-", "Template", "18 + Template", 'Up to 6"', "Bomb", '12"-48"', "Hellstorm"]),
        "Strength": st.sampled_from(["4", "User", "-1", "x2", "D/9/6", "2D6", "X", "-"]),
        "AP": st.sampled_from(["-", "3", "D6", "1/4/6"]),
        "Type": st.sampled_from(
            ["Melee, Unwieldy", "Heavy 1, Blast (5\")", "3x Rapid Fire", "Salvo 2/4, Torrent (18\")", "Assault D6", "Grenade",
             "Ordnance 1, Apocalyptic Mega-blast", "Heavy 1, Apocalyptic Barrage (3D6)", "Assault 1, Preferred Enemy (Moss Orks)"]
        ),
    }
)  # fmt: skip


@st.composite
def units(draw: st.DrawFn) -> Selection:
    root = Selection(draw(names), "unit", 1)
    for _ in range(draw(st.integers(1, 3))):
        model = Selection(draw(names), "model", draw(st.integers(1, 4)))
        model.points = draw(st.sampled_from([0.0, 4.5, 12.0]))
        of = draw(sorts)
        line = {"Unit": MAN, "Building": {"Armour Value": "14", "Hull Points": "4"}, "Walker": {**WALKER}}.get(of, HULL)
        cells = {key: draw(figures) if draw(st.integers(0, 19)) == 0 else said for key, said in line.items()}
        cells["Unit Type" if of == "Unit" else "Type"] = draw(types)
        model.profiles = [Profile(draw(names), of, cells)]
        model.rules = draw(
            st.lists(
                st.sampled_from(["Hatred: Moss Orks", "Ward (Fearless)", "Stealth Deployment", "Fleet"]), max_size=2
            )
        )
        for _ in range(draw(st.integers(0, 2))):
            arm = Selection(draw(names), "upgrade", draw(st.integers(1, 2)))
            arm.profiles = [Profile(draw(names), "Weapon", draw(guns))]
            model.children.append(arm)
        root.children.append(model)
    return root


@settings(max_examples=150, deadline=None)
@given(st.lists(units(), min_size=1, max_size=3))
def test_whatever_is_read_is_written_so_that_it_reads_back(chosen_units: list[Selection]) -> None:
    kinds = []
    for one in chosen_units:
        try:
            kinds += battlescribe.built(one, USR, "x")
        except GrognardError:
            continue
    if not kinds:
        return
    first = Force("usr", "Mine", tuple(kinds), tally(kinds))
    again = native.loads(written(first, USR), "again.toml")
    assert again.kinds == first.kinds
