"""Reading files that someone else wrote: bounded, and with one clear error when that cannot be done."""

from __future__ import annotations

import os

from msgspec import Struct

from ..errors import GrognardError


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
