"""Whatever a roster says that can be read, the force file written of it gives the same force."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard import systems
from grognard.common.profiles import Force
from grognard.muster import native, ref, writing

from .test_parting import chosen, force, gun, man, wagon
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
    again = native.loads(writing.written(army, systems.get(army.system).schema), "again.toml")
    assert again.kinds == army.kinds and again.name == army.name


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
