"""What was read of a catalogue is kept on disk: the same again, never a failure, never a sentence."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from grognard.common.profiles import Kind
from grognard.muster.catalogue import library
from grognard.muster.formats import battlescribe
from grognard.muster.parsing import cache
from grognard.muster.parsing.documents import document

from . import marbles

DATA = Path(__file__).parents[2].parent / "shared" / "data" / "battlescribe-wh40k-7e"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which things are kept, however small they are."""
    monkeypatch.setenv("GROGNARD_CACHE", str(tmp_path / "kept"))
    monkeypatch.setattr(cache, "LEAST", 0)
    return tmp_path / "kept"


def read(path: Path) -> tuple[Kind, ...]:
    """The catalogue as another command reads it, which has nothing in memory."""
    library._read_root.cache_clear()
    return battlescribe._whole(path, battlescribe.registered("usr")).kinds


def kept(here: Path) -> list[Path]:
    return sorted(here.glob("*.catalogue"))


def test_what_is_kept_is_read_again_without_the_file(
    here: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = marbles.written(tmp_path, "2.03")
    first = read(path)
    assert len(kept(here)) == 2  # the catalogue and its game system
    monkeypatch.setattr("grognard.muster.parsing.documents.parsed", None)
    assert read(path) == first


def test_a_catalogue_that_changes_is_another(here: Path, tmp_path: Path) -> None:
    path = marbles.written(tmp_path, "2.03")
    points = [kind.points for kind in read(path)]
    path.write_text(path.read_text("utf-8").replace("value='35.0'", "value='36.0'"), "utf-8")
    assert [kind.points for kind in read(path)] == [points[0], points[1] + 1] and len(kept(here)) == 3


@pytest.mark.parametrize("damage", [b"", b"x", b"\x93" * 500, b"cut", b"flip"])
def test_what_is_damaged_is_made_anew(damage: bytes, here: Path, tmp_path: Path) -> None:
    path = marbles.written(tmp_path, "2.03")
    first, files = read(path), kept(here)
    whole = [file.read_bytes() for file in files]
    for file, was in zip(files, whole, strict=True):
        flipped = was[:99] + bytes([was[99] ^ 1]) + was[100:]
        file.write_bytes(was[:-9] if damage == b"cut" else flipped if damage == b"flip" else damage)
    assert read(path) == first
    assert [file.read_bytes() for file in files] == whole


def test_what_somebody_else_sealed_is_no_catalogue(here: Path, tmp_path: Path) -> None:
    path = marbles.written(tmp_path, "2.03")
    first = read(path)
    for file in kept(here):
        body = b"\x93\xa7nothing\x80\x90"
        file.write_bytes(cache._digest(body) + body)
    assert read(path) == first


def test_a_folder_that_cannot_be_written_is_no_failure(
    here: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = marbles.written(tmp_path, "2.03")
    here.write_text("a file where a folder should be")
    assert len(read(path)) == 2 and here.is_file()
    monkeypatch.setenv("GROGNARD_CACHE", "/proc/nowhere")
    assert len(read(path)) == 2


def test_so_many_are_kept_and_no_more(here: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "MOST", 3)
    path = marbles.written(tmp_path, "2.03")
    here.mkdir()
    (here / "mine.txt").write_text("nobody touches this")
    for i in range(5):
        path.write_text(path.read_text("utf-8").replace("Marble Captain", f"Marble Captain {i}"), "utf-8")
        read(path)
    assert len(kept(here)) == 3 and (here / "mine.txt").is_file()
    monkeypatch.setattr(cache, "MOST_BYTES", 10)
    path.write_text(path.read_text("utf-8").replace("Wagon", "Cart"), "utf-8")
    assert len(read(path)) == 2 and not kept(here)


def test_the_folder_is_the_users_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GROGNARD_CACHE", "")
    assert cache.folder() == ""
    monkeypatch.delenv("GROGNARD_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", "/x/y")
    assert cache.folder() == "/x/y/grognard"
    monkeypatch.setenv("XDG_CACHE_HOME", "not/absolute")
    monkeypatch.setenv("HOME", "/x/somebody")
    assert cache.folder() == "/x/somebody/.cache/grognard"


def test_no_sentence_is_kept(here: Path, tmp_path: Path) -> None:
    path = marbles.written(tmp_path, "2.03")
    secret = "".join(
        f"<modifier type='set' field='{field}' value='{marbles.SECRET}'/>"
        for field in ("description", "1a-2b", "error")
    )
    words = path.read_text("utf-8").replace("<infoLinks>", f"<modifiers>{secret}</modifiers><infoLinks>")
    path.write_text(words, "utf-8")
    read(path)
    assert words.count(marbles.SECRET) > 10 and len(kept(here)) == 2
    assert not any(marbles.SECRET[:11].encode() in file.read_bytes() for file in kept(here))


@pytest.mark.skipif(not DATA.is_dir(), reason="no catalogues at hand")
def test_real_catalogues_are_the_same_from_what_is_kept(here: Path) -> None:
    for path in sorted(DATA.glob("*.cat")):
        first = document(path)
        assert cache.kept(cache.documents.contents(path, 10**8)) is None
        cache.document(path)
        again = cache.document(path)
        waiting = [(first, again)]
        while waiting:
            one, other = waiting.pop()
            assert (one.tag, one.attributes, one.text) == (other.tag, other.attributes, other.text)
            waiting += zip(one.children, other.children, strict=True)
    assert not any(os.path.getsize(file) > cache.LARGEST_KEPT for file in kept(here))
