"""Five hundred spoilt files and the largest, smaller here: ``make fuzz`` reads 20,000 and those of 10 MB."""

from __future__ import annotations

import socket
import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.errors import GrognardError
from grognard.muster import ref

from .feeding import drawn, fed, watched
from .heavy import HEAVY
from .seeds import Seed, small, zipped

pytestmark = pytest.mark.filterwarnings("ignore:Duplicate name")


@pytest.mark.parametrize("seed", small(), ids=lambda seed: seed.name)
def test_what_is_spoilt_was_sound(seed: Seed, tmp_path: Path) -> None:
    assert fed(seed, tmp_path) is not None


@pytest.mark.parametrize("first", range(0, 500, 50))
def test_spoilt_files_are_forces_or_one_line_of_error(first: int, tmp_path: Path) -> None:
    for number in range(first, first + 50):
        folder = tmp_path / str(number)
        folder.mkdir()
        fed(drawn(number), folder, number)


@pytest.mark.parametrize("name", HEAVY)
def test_large_files_are_read_or_refused(name: str, tmp_path: Path) -> None:
    fed(HEAVY[name](300_000), tmp_path)


@pytest.mark.parametrize("name", ["../list.ros", "/list.ros", "C:\\list.ros", "a/../../list.ros"])
def test_names_in_an_archive_lead_nowhere(name: str, tmp_path: Path) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    list = next(seed for seed in small() if seed.name == "list.ros")
    force = fed(Seed("list.rosz", zipped((name, list.data))), inner)
    assert force is not None and [path.name for path in inner.iterdir()] == ["list.rosz"]
    assert [path.name for path in tmp_path.iterdir()] == ["inner"]


def test_an_archive_in_an_archive_is_not_opened(tmp_path: Path) -> None:
    list = next(seed for seed in small() if seed.name == "list.rosz")
    (tmp_path / "list.rosz").write_bytes(zipped(("list.ros", list.data)))
    with pytest.raises(GrognardError, match="packed file within a packed"):
        ref.resolve_force(str(tmp_path / "list.rosz"))


def test_an_encrypted_archive_is_told(tmp_path: Path) -> None:
    list = next(seed for seed in small() if seed.name == "list.rosz")
    locked = list.data.replace(b"PK\x01\x02\x14\x03\x14\x00\x00", b"PK\x01\x02\x14\x03\x14\x00\x01")
    (tmp_path / "list.rosz").write_bytes(locked)
    assert zipfile.ZipFile(tmp_path / "list.rosz").infolist()[0].flag_bits & 1
    with pytest.raises(GrognardError, match="cannot be unpacked"):
        ref.resolve_force(str(tmp_path / "list.rosz"))


def test_whoever_watches_sees(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="reached for open /"), watched(tmp_path / "inner"):
        (tmp_path / "outside").touch()
        open(tmp_path / "outside", "rb").close()
    with pytest.raises(AssertionError, match="reached for write"), watched(tmp_path):
        (tmp_path / "inside").write_text("x")
    with (
        pytest.raises(AssertionError, match=r"reached for socket\.connect"),
        watched(tmp_path),
        socket.socket() as door,
    ):
        door.settimeout(0.01)
        door.connect_ex(("127.0.0.1", 9))


@settings(max_examples=60, derandomize=True)
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=12), inner, max_size=4),
        max_leaves=20,
    ),
    st.sampled_from(
        ["weapons", "special", "uniqueRules", "optionalWeapons", "behemothStats", "transport", "points", "type", "move"]
    ),
)
def test_any_value_in_a_card_is_read_or_told(value: object, key: str) -> None:
    import json
    from tempfile import TemporaryDirectory

    from tests.muster.test_dropcommander import unit

    with TemporaryDirectory() as folder:
        fed(Seed("cards.json", json.dumps([unit(**{key: value})]).encode()), Path(folder))
