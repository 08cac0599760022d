"""Packs of rulings: what an event or a group of players has agreed, in one TOML file, or by the name of one that ships.

A pack says its ``system``, its ``name``, and under ``[rulings]`` the values that differ from the defaults.
"""

from __future__ import annotations

import os
import re
from typing import Any

from msgspec import Struct, field

from .. import systems
from ..common.schema import LONGEST_NAME, unknown
from ..common.system import System, in_one_line
from ..errors import Faults, GrognardError
from .parsing.files import contents

LARGEST = 100_000  # bytes of a pack
KEYS = ("system", "name", "rulings")
OPTION = "--rulings"


class Pack(Struct, frozen=True):
    """Rulings with a name. ``rulings`` holds those that the file names, each with its value; ``file`` is where they stand."""

    name: str
    system: str
    file: str
    rulings: dict[str, str] = field(default_factory=dict)

    def told(self) -> str:
        """The pack in one line, as answers and reports name it."""
        return in_one_line(self.name, self.rulings)


def find(ref: str, system: str) -> Pack:
    """The pack of a file, or one that ships by its name: ``printed`` or ``usr/printed``.

    Raises Faults with every fault of the file, GrognardError for an unknown name and for a pack of another system.
    """
    name = ref.strip()
    before, slash, rest = name.partition("/")
    if not os.path.isfile(name):
        if slash and before in systems.NAMES and before != system:
            raise GrognardError(f"{name} is a pack of {before}", where=OPTION, hint=f"this is a question of {system}")
        ships, plain = shipped(system), rest if slash and before == system else name
        if plain not in ships and (os.path.exists(name) or "/" in plain or plain.endswith(".toml")):
            return load(name)  # which says why it cannot be read
        if plain not in ships:
            error = unknown("pack of rulings", name, ships)
            raise GrognardError(error.what, where=OPTION, hint=f"{error.hint}; or write a file")
        name = ships[plain]
    pack = load(name)
    if pack.system != system:
        raise GrognardError(
            f"{pack.name} rules on {pack.system}", where=pack.file, hint=f"this is a question of {system}"
        )
    return pack


def shipped(system: str) -> dict[str, str]:
    """The packs that ship for a system, by name."""
    folder = os.path.join(systems.__path__[0], system, "packs")
    files = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
    return {file.removesuffix(".toml"): os.path.join(folder, file) for file in files if file.endswith(".toml")}


def load(path: str) -> Pack:
    """The pack in a TOML file. Raises Faults with every fault, each naming file and key."""
    import tomllib

    if not os.path.exists(path):
        raise GrognardError("no such file", where=path[:200], hint=f"write a TOML file; {_SHAPE}")
    read = contents(path, LARGEST)
    try:
        if re.search(r"[\[{]{40}|(\.[^.\n]*){100}", text := read.decode_text()):  # it takes the parser minutes
            raise GrognardError("nested too deep", where=read.name)
        document = tomllib.loads(text)
    except ValueError as error:
        raise GrognardError(f"no TOML: {str(error)[:160]}", where=read.name, hint=_SHAPE) from None
    except RecursionError:
        raise GrognardError("nested too deep", where=read.name) from None
    return _read(document, read.name)


_SHAPE = 'a pack says system = "usr", name = "…" and under [rulings] NAME = "VALUE"'


def _read(document: dict[str, Any], file: str) -> Pack:
    faults: list[GrognardError] = []
    for key in document:
        if key not in KEYS:
            error = unknown("key", key, KEYS)
            faults.append(GrognardError(error.what, where=file, hint=error.hint))
    said = document.get("system")
    if said not in systems.NAMES:
        what = "system is missing" if said is None else f"unknown system {str(said)[:LONGEST_NAME]!r}"
        raise Faults(
            [*faults, GrognardError(what, where=f"{file}, system", hint=f"one of: {', '.join(systems.NAMES)}")]
        )
    system = systems.get(said)
    name, rows = document.get("name"), document.get("rulings", {})
    if not isinstance(name, str) or not name.strip() or len(name) > LONGEST_NAME or not name.isprintable():
        faults.append(GrognardError("a pack needs a name", where=f"{file}, name", hint='write name = "Winter Cup"'))
    chosen: dict[str, str] = {}
    if not isinstance(rows, dict):
        faults.append(GrognardError("no table of rulings", where=f"{file}, rulings", hint=_SHAPE))
        rows = {}
    for key, value in rows.items():
        try:
            chosen |= _ruled(system, key, value)
        except GrognardError as error:
            faults.append(GrognardError(error.what, where=f"{file}, rulings.{key[:LONGEST_NAME]}", hint=error.hint))
    if faults:
        raise Faults(faults)
    return Pack(str(name).strip(), system.id, file, chosen)


def _ruled(system: System, key: str, value: Any) -> dict[str, str]:
    """A ruling by the name that the system has for it, with its value; numbers may stand without quotation marks."""
    ruling = system.ruling(key)
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise GrognardError(f"ruling {ruling.name} takes a word", hint=f"one of: {', '.join(ruling.values)}")
    system.settled({ruling.name: str(value)})
    return {ruling.name: str(value)}


def written(system: System, name: str, rulings: dict[str, str]) -> str:
    """A pack as a TOML file to go on from: what is chosen, and every other ruling as a comment with its default."""
    rows = ["# Rulings for an event. Choose by changing a value, or by taking away the # before a line.", ""]
    rows += [f'system = "{system.id}"', f'name = "{_escaped(name)}"', "", "[rulings]"]
    for ruling in system.rulings:
        value = rulings.get(ruling.name, ruling.default)
        mark = "" if ruling.name in rulings else "# "
        rows.append(f'{mark}{ruling.name} = "{value}"  # {" | ".join(ruling.values)}')
    return "\n".join(rows) + "\n"


def _escaped(name: str) -> str:
    return name.replace("\\", "\\\\").replace('"', '\\"')
