"""Saved battles as text: a header, the setup, and the inputs. A damaged or foreign file gives one clear error."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from typing import Any, Final

from ..errors import GrognardError

FORMAT: Final = "grognard"
VERSION: Final = 1
FOR: Final = "for"  # the player for whom a save is, where it does not hold everything
HIDDEN: Final = "?"  # a pick that he may not know
MOST_BYTES: Final = 8 * 1024 * 1024
MOST_INPUTS: Final = 200_000
_FACES: Final = "0123456789abcdefghijklmnopqrstuvwxyz"


def faces_text(faces: bytes) -> str:
    """A handful as text: one character a face up to 35, else numbers with commas.

    >>> faces_text(bytes([3, 10, 6])), faces_text(bytes([3, 66]))
    ('3a6', '3,66,')
    """
    if all(f < 36 for f in faces):
        return "".join(_FACES[f] for f in faces)
    return "".join(f"{f}," for f in faces)


def faces_of(text: str) -> bytes:
    """A handful from its text. Raises ValueError for text that is none."""
    if "," in text:
        return bytes(int(word) for word in text.rstrip(",").split(","))
    return bytes(_FACES.index(c) for c in text)


def inputs_saved(inputs: list[Any]) -> list[Any]:
    """Inputs as they stand in a save: a handful is text, a pick stands in a list of its own."""
    return [faces_text(i) if isinstance(i, bytes) else [i] for i in inputs]


def inputs_read(saved: Any, where: str) -> list[Any]:
    """The inputs of a save. Raises GrognardError naming the first that is none."""
    if not isinstance(saved, list) or len(saved) > MOST_INPUTS:
        raise GrognardError("the inputs are not a list of faces and picks", where=where, hint="the save is damaged")
    inputs: list[Any] = []
    for i, value in enumerate(saved):
        try:
            inputs.append(faces_of(value) if isinstance(value, str) else _pick(value))
        except ValueError:
            raise GrognardError(
                f"input {i + 1} is neither faces nor a pick", where=where, hint="the save is damaged"
            ) from None
    return inputs


def _pick(value: Any) -> Any:
    if not isinstance(value, list) or len(value) != 1:
        raise ValueError
    return value[0]


def headed(content: dict[str, Any]) -> dict[str, Any]:
    """The content of a save with what says that it is one."""
    return {"format": FORMAT, "version": VERSION, **content}


def write(path: Path | str, content: dict[str, Any]) -> None:
    """Writes a save whole or not at all."""
    rows = [f"{json.dumps(k)}: {_row(v)}" for k, v in headed(content).items()]
    write_text(path, "{\n" + ",\n".join(rows) + "\n}\n")


def write_text(path: Path | str, data: str) -> None:
    """Writes a file whole or not at all: the old one stays until the new one is complete. Raises GrognardError."""
    path = Path(path)
    name = ""
    try:
        # The name of the new file starts with a dot so that a listing of saves does not show it half written.
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, 0o644)
        os.replace(name, path)
    except OSError as error:
        raise GrognardError(f"cannot be written: {error.strerror}", where=str(path)) from None
    finally:
        if name and os.path.exists(name):
            os.unlink(name)


def _row(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def read(path: Path | str) -> dict[str, Any]:
    """The content of a save. Raises GrognardError for whatever is not one."""
    path = Path(path)
    try:
        if not path.is_file():
            raise GrognardError("no such file" if not path.exists() else "not a file", where=str(path))
        if path.stat().st_size > MOST_BYTES:
            raise GrognardError(f"longer than {MOST_BYTES // 1024 // 1024} MB", where=str(path), hint="is it a save?")
        data = path.read_bytes()
    except OSError as error:
        raise GrognardError(f"cannot be read: {error.strerror}", where=str(path)) from None
    return parse(data, str(path))


def parse(data: bytes, where: str = "save") -> dict[str, Any]:
    """The content of a save from its bytes. Raises GrognardError for whatever is not one."""
    try:
        content = json.loads(data.decode("utf-8"), parse_constant=_no_constant)
    except (ValueError, RecursionError):
        raise GrognardError(
            "not a saved battle, or only a part of one",
            where=where,
            hint="the file is damaged or was made by another program",
        ) from None
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise GrognardError("not a saved battle of Grognard", where=where)
    version = content.get("version")
    if type(version) is not int or version < 1:
        raise GrognardError("the save does not say its version", where=where, hint="the file is damaged")
    if version > VERSION:
        raise GrognardError(
            f"written by a later version (format {version})",
            where=where,
            hint=f"this version reads formats up to {VERSION}",
        )
    for key, kind, named in (("system", str, "a name"), ("setup", dict, "a setup"), ("inputs", list, "a list")):
        if not isinstance(content.get(key), kind):
            raise GrognardError(f"'{key}' is missing or is not {named}", where=where, hint="the file is damaged")
    return content


def _no_constant(name: str) -> Any:
    raise ValueError(name)
