"""Whatever a roster says that can be read, the force file written of it gives the same force."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard import systems
from grognard.common.profiles import Force
from grognard.errors import Faults
from grognard.muster import ref
from grognard.muster.formats import native

from .shelf import catalogue, entry
from .shelf import man as shelf_man
from .test_composition import chosen, force, gun, man, wagon
from .test_real import DATA

names = st.sampled_from(["Trooper", "Old Guard", "Ödipus", "d'Artagnan", "No. 7", "Red, Blue"])
guns = st.builds(
    gun,
    st.sampled_from(["Rifle", "Melter", "Big \u201cGun\u201d", "Rifle (Long)"]),
    st.integers(1, 12),
    st.integers(0, 30),
)
men = st.builds(
    lambda name, inner, number, points, move: man(name, *inner, number=number, points=points, **{"Unit Type": move}),
    names, st.lists(guns, max_size=3), st.integers(1, 12), st.integers(0, 200),
    st.sampled_from(["Infantry", "Infantry (Character)", "Jump Infantry", "Bike", "Beast", "Monstrous Creature"]),
)  # fmt: skip
wagons = st.builds(lambda name, inner: wagon(name, *inner), names, st.lists(guns, max_size=3))
squads = st.builds(
    lambda name, inner, ride, points: chosen(name, "unit", *inner, *ride, points=points),
    names, st.lists(men, min_size=1, max_size=3), st.lists(wagons, max_size=1), st.integers(0, 50),
)  # fmt: skip
formations = st.builds(
    lambda name, inner: chosen(name, "upgrade", *inner), names, st.lists(squads | men | wagons, min_size=1, max_size=3)
)


def same(army: Force) -> None:
    again = native.loads(native.written(army, systems.get(army.system).schema), "again.toml")
    assert again.kinds == army.kinds and again.name == army.name
    assert sorted(again.unread) == sorted((" ".join(name.split()), count) for name, count in army.unread)


def test_what_is_no_unit_stands_by_name_in_the_file(tmp_path: Path) -> None:
    army = force(
        tmp_path,
        chosen("Squad", "unit", man("Trooper")),
        chosen("Allied Detachment", "upgrade"),
        chosen("Odds &amp; Ends", "upgrade"),
    )
    text = native.written(army, systems.get("usr").schema)
    assert text.splitlines()[2] == 'unread = ["Allied Detachment", "Odds & Ends"]'
    assert native.loads(text, "again.toml").unread == (("Allied Detachment", 1), ("Odds & Ends", 1)) == army.unread


def test_units_of_a_catalogue_that_cannot_be_read_stand_by_name_in_the_file(tmp_path: Path) -> None:
    path = catalogue(tmp_path, entry("Empty", type="unit"), shelf_man("Man"))
    army = ref.resolve_force(str(path))
    text = native.written(army, systems.get("usr").schema)
    assert text.splitlines()[2] == 'unread = ["unit Empty"]'
    same(army)


@pytest.mark.parametrize("said", ["unread = 3", 'unread = [""]', "unread = [3]", f"unread = {['x'] * 401}"])
def test_a_list_of_what_is_left_out_is_bounded(said: str) -> None:
    with pytest.raises(Faults) as caught:
        native.loads(f'system = "usr"\nname = "F"\n{said}\nunits = []', "f.toml")
    assert any("f.toml, unread" in str(fault) for fault in caught.value.faults)


@settings(max_examples=80, derandomize=True)
@given(st.lists(squads | men | wagons | formations, min_size=1, max_size=4))
def test_a_roster_written_as_a_force_file_is_the_same_force(units: list[str]) -> None:
    with TemporaryDirectory() as folder:
        same(force(Path(folder), *units))


@pytest.mark.skipif(not DATA.is_dir(), reason="no files that people use at hand")
@pytest.mark.parametrize(
    "path", sorted(DATA.glob("*/*.cat")) + sorted(DATA.glob("*/*.json")), ids=lambda path: path.stem
)
def test_real_files_are_the_same_force(path: Path) -> None:
    same(ref.resolve_force(str(path)))
