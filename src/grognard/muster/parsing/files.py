"""Reading files that someone else wrote: bounded, and with one clear error when that cannot be done."""

from __future__ import annotations

import io
import os

from msgspec import Struct

from ...errors import GrognardError

HEAD = 4000  # bytes by which a file is known
MOST_PACKED = 20  # files inside a packed one
_NAMED = (".ros", ".cat", ".gst", ".json")


class Contents(Struct, frozen=True):
    """The bytes of a file and its name for errors."""

    name: str
    data: bytes

    def decode_text(self) -> str:
        """The bytes as UTF-8 text. Raises GrognardError for other bytes."""
        try:
            return self.data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise GrognardError("no UTF-8 text", where=f"{self.name}, byte {error.start}") from None


def contents(path: str | os.PathLike[str], most: int) -> Contents:
    """A regular file of at most ``most`` bytes. Raises GrognardError."""
    name = os.path.basename(path)
    try:
        if not os.path.isfile(path):
            what = (
                "is a folder" if os.path.isdir(path) else "no regular file" if os.path.exists(path) else "no such file"
            )
            raise GrognardError(what, where=str(path), hint="see 'grognard roster samples' for forces that ship")
        with open(path, "rb") as stream:
            data = stream.read(most + 1)
    except (OSError, ValueError) as error:  # a name with a zero byte is a ValueError
        reason = getattr(error, "strerror", None) or "no file name"
        raise GrognardError(f"cannot be read: {reason}", where=str(path)[:200]) from None
    if len(data) > most:
        raise GrognardError(f"larger than {most // 1_000_000} MB", where=name)
    return Contents(name, data)


def unpacked(data: Contents, most: int) -> Contents:
    """What a packed file (``.rosz``, ``.catz``, ``.gstz``) holds, at most ``most`` bytes; any other as it is.

    The names inside say which file it is and nothing else: nothing is ever written. Raises GrognardError.
    """
    if not data.data.startswith(b"PK\x03\x04"):
        return data
    inner = _opened(data, most + 1)
    if len(inner) > most:
        raise GrognardError(f"holds more than {most // 1_000_000} MB", where=data.name)
    return Contents(data.name, inner)


def _opened(data: Contents, most: int) -> bytes:
    """The first bytes of the one document in a packed file."""
    import zipfile
    import zlib

    try:
        with zipfile.ZipFile(io.BytesIO(data.data)) as packed:
            members = [m for m in packed.infolist() if not m.is_dir()]
            found = [m for m in members if m.filename.lower().endswith(_NAMED)]
            if len(members) > MOST_PACKED or len(found) != 1:
                hint = "it should hold one .ros, .cat or .gst file"
                raise GrognardError("no compressed roster or catalogue", where=data.name, hint=hint)
            with packed.open(found[0]) as stream:
                inner = stream.read(most)
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, OSError, ValueError) as error:
        what = f"cannot be unpacked: {str(error)[:80]}"
        raise GrognardError(what, where=data.name, hint="is the file cut off?") from None
    if inner.startswith(b"PK\x03\x04"):
        raise GrognardError("a packed file within a packed file", where=data.name, hint="unpack it first")
    return inner


def head(path: str | os.PathLike[str], most: int) -> bytes:
    """The first bytes of a file, or of the document in a packed file. Raises GrognardError."""
    try:
        with open(path, "rb") as stream:
            first = stream.read(HEAD)
    except OSError as error:
        raise GrognardError(f"cannot be read: {error.strerror}", where=str(path)) from None
    if first.startswith(b"PK\x03\x04"):
        first = _opened(contents(path, most), HEAD)
    return first.removeprefix(b"\xef\xbb\xbf").lstrip()


LARGEST = 40_000_000  # bytes of a file, and of what a compressed roster holds
