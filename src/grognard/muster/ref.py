"""What people write to name a force or a unit: ``FILE``, ``FILE:UNIT``, ``SYSTEM/SAMPLE``, ``SYSTEM/SAMPLE:UNIT``.

A part of a unit's name is enough when no other has it; of several units of one name ``FILE:UNIT 2`` is the second.
A unit of a catalogue or a DropCommander file may be written with its size and with options: ``FILE:10xUNIT+Option+Other Option``.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from .. import systems
from ..common.profiles import Force, Kind
from ..common.schema import LONGEST_NAME
from ..errors import GrognardError
from ..kernel.memo import memo
from .names import match, nearest, plain
from .parsing.files import LARGEST, head

if TYPE_CHECKING:
    from .upgrades import Option

CATALOGUES = (".cat", ".gst", ".catz", ".gstz")
ROSTERS = (".ros", ".rosz")
STANDARD_INPUT = "standard input"
DRILL = "drill"  # plain units of each system to try rules with: not a force to fight with, so no sample


def resolve_force(ref: str, catalogues: Iterable[str] = ()) -> Force:
    """The force of ``FILE`` or ``SYSTEM/SAMPLE``, for any kind of file that can be read; of ``FILE:UNIT`` that unit alone.

    A catalogue gives every unit in it with its default equipment; ``-`` is standard input; a pasted list is matched against
    ``catalogues``, or those in its folder. Raises GrognardError (Faults for a file with faults).
    """
    if ref.strip() == "-":
        with filed(ref) as came_in:
            return resolve_force(came_in, catalogues)
    if ":" in ref and not os.path.isfile(ref.strip()):
        name, _, entry = ref.partition(":")
        if sniffed(path := _path(name)) == "catalogue":
            from .formats.battlescribe import load_entry

            entry, size, take = wanted(path, "catalogue", entry)
            return load_entry(path, entry, size=size, take=take)
        unit = resolve_unit(ref, catalogues)[0]
        return Force(unit.system, unit.name, (unit,), tuple((n, 1) for n in unit.unread))
    path = _path(ref)
    kind = sniffed(path)
    if kind == "catalogue":
        from .formats.battlescribe import load_catalogue

        return load_catalogue(path)
    if kind == "roster":
        from .formats.rosters import load_roster

        return load_roster(path)
    if kind == "json":
        from .formats.dropcommander import load

        return load(path)
    if kind == "battlegroups":
        from .formats.battlegroups import load_list

        return load_list(path, [_path(file) for file in catalogues], folder=beside(path))
    if kind == "text":
        return _pasted(path, catalogues)
    return _native(path, os.stat(path).st_mtime_ns)


@contextmanager
def filed(ref: str) -> Iterator[str]:
    """A reference to something on disk: for ``-`` a file of what comes in on standard input, there as long as the block lasts.

    Raises GrognardError when nothing came in.
    """
    if ref.strip() != "-":
        yield ref
        return
    import tempfile

    data = sys.stdin.buffer.read(LARGEST + 1)
    if not data.strip():
        raise GrognardError("nothing came in", where=STANDARD_INPUT, hint="paste or pipe a list into it")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, STANDARD_INPUT)
        with open(path, "wb") as stream:
            stream.write(data)
        yield path


def beside(path: str) -> str:
    """The folder in which the catalogues of a list are looked for: its own; for standard input that of the command."""
    return "." if os.path.basename(path) == STANDARD_INPUT else os.path.dirname(path) or "."


def _pasted(path: str, catalogues: Iterable[str]) -> Force:
    from .formats.pasted import load_pasted
    from .parsing.files import contents
    from .parsing.listing import LONGEST

    return load_pasted(contents(path, LONGEST), beside(path), [_path(file) for file in catalogues])


def place(ref: str) -> tuple[str, str, str]:
    """The file that a reference names, what it is (as ``sniffed``) and the unit behind the colon. Raises GrognardError."""
    name, _, unit = (ref, "", "") if os.path.isfile(ref.strip()) else ref.partition(":")
    path = _path(name)
    return path, sniffed(path), unit.strip()


def resolve_unit(ref: str, catalogues: Iterable[str] = ()) -> tuple[Kind, Force]:
    """The unit of ``FILE:UNIT`` or ``SYSTEM/SAMPLE:UNIT`` and the force it stands in; a pasted list is matched as above.

    Of a catalogue or a DropCommander file only the unit named is built, and the force has that unit alone.
    """
    name, colon, unit = ref.partition(":")
    if not colon or not unit.strip():
        hint = "write FILE:UNIT or SYSTEM/SAMPLE:UNIT"
        if colon or name.strip():
            hint = f"{hint}; units: {_some_units(name)}"
        raise GrognardError("no unit named", where=ref[:200], hint=hint)
    path = _path(name)
    kind = sniffed(path)
    unit, size, take = wanted(path, kind, unit)
    if kind == "catalogue":
        from .formats.battlescribe import load_unit

        found = load_unit(path, unit, size=size, take=take)
        return found, Force(found.system, _stem(path), (found,), tuple((n, 1) for n in found.unread))
    if kind == "json":
        from .formats.dropcommander import load_unit as load_dropcommander_unit

        found = load_dropcommander_unit(path, unit, take=take, size=size)
        return found, Force(found.system, _stem(path), (found,), tuple((n, 1) for n in found.unread))
    force = resolve_force(name, catalogues)
    return force.kinds[named(unit, [k.name for k in force.kinds], os.path.basename(path))], force


def named(unit: str, names: list[str], where: str) -> int:
    """The place of a unit in a list; units of one name are told apart by a number, and without one the first is meant.

    >>> named("line squad 2", ["Line Squad", "Wagon", "Line Squad"], "mine.ros")
    2
    """
    base, _, number = unit.rpartition(" ")
    if base and number.isdecimal() and len(number) < 4 and plain(unit) not in [plain(name) for name in names]:
        at = match(base, names, "unit", where)
        same = [i for i, name in enumerate(names) if name == names[at]]
        if 1 <= int(number) <= len(same):
            return same[int(number) - 1]
        there = "is one" if len(same) == 1 else f"are {len(same)}"
        raise GrognardError(
            f"unknown unit {unit[:LONGEST_NAME]!r}", where=where, hint=f"there {there} of {names[at]!r}"
        )
    return match(unit, names, "unit", where)


def wanted(path: str, kind: str, unit: str) -> tuple[str, int | None, tuple[str, ...]]:
    """A unit with the size and the options written with it. Raises GrognardError for files whose units have none."""
    if "+" not in unit and not unit.strip()[:1].isdigit():
        return unit.strip(), None, ()
    from . import upgrades

    said = upgrades.wanted(unit, lambda: unit_names(path))
    if (said.take or said.size is not None) and kind not in ("json", "catalogue"):
        where = os.path.basename(path)
        match(said.name, unit_names(path), "unit", where)
        hint = "options and sizes are those of catalogues and DropCommander files"
        raise GrognardError(f"no options can be taken for {said.name!r}", where=where, hint=hint)
    return said.name, said.size, said.take


def offered(ref: str) -> dict[str, list[Option]]:
    """The options that units may take, by unit: those of all units of a DropCommander file, or of one unit of a catalogue."""
    name, _, unit = ref.partition(":") if not os.path.isfile(ref.strip()) else (ref, "", "")
    if name.strip() == "-":
        return {}
    path = _path(name)
    kind = sniffed(path)
    if kind == "catalogue" and unit.strip():
        from .formats.battlescribe import offers

        return offers(path, *wanted(path, kind, unit))
    if kind != "json":
        return {}
    from .formats.dropcommander import options

    found = options(path)
    if not unit:
        return found
    names = list(found)
    only = names[match(wanted(path, kind, unit)[0], names, "unit", os.path.basename(path))]
    return {only: found[only]}


def unit_names(ref: str) -> list[str]:
    """The names of the units of a force, catalogues without building them."""
    path = _path(ref)
    sort = sniffed(path)
    if sort == "catalogue":
        from .formats.battlescribe import units

        return units(path)
    if sort == "json":
        from .formats.dropcommander import units as dropcommander_units

        return dropcommander_units(path)
    return [kind.name for kind in resolve_force(ref).kinds]


def samples(system: str | None = None) -> list[dict[str, Any]]:
    """The sample forces that ship: ``{"ref", "name", "system", "points"}`` each, by system and name of the file.

    Raises GrognardError for an unknown system.
    """
    import tomllib

    if system is not None and system not in systems.NAMES:
        raise GrognardError(f"unknown system {system!r}", hint=f"one of: {', '.join(systems.NAMES)}")
    out = []
    for name in systems.NAMES if system is None else (system,):
        for path in _shipped(name):
            with open(path, "rb") as stream:
                document = tomllib.load(stream)
            units = [unit for unit in document.get("units", []) if not unit.get("conjured")]  # as check.points counts
            points = sum(unit.get("points", 0) for unit in units)
            if any("commander" in unit for unit in units):
                points += sum(systems.get(name).schema.surcharge(tuple(unit.items())) for unit in units)
            ref = f"{name}/{_stem(path)}"
            out.append({"ref": ref, "name": document.get("name", _stem(path)), "system": name, "points": points})
    return out


def sniffed(path: str | os.PathLike[str]) -> str:
    """What a file is by what is in it, packed or not: "toml", "catalogue", "roster", "json" (units), "battlegroups" (a list of
    them), "text" (pasted).

    The extension counts only where the first bytes do not tell.
    """
    first = head(path, LARGEST)
    extension = os.path.splitext(path)[1].lower()
    if first.startswith(b"<"):
        return "roster" if b"<roster" in first else "catalogue"
    # a TOML file may start with a [table], so only an opening of objects makes it JSON
    if first.startswith(b"{") or first.replace(b" ", b"").replace(b"\n", b"")[:2] in (b"[{", b"[]"):
        return _json(path)
    if extension in CATALOGUES:
        return "catalogue"
    if extension in ROSTERS:
        return "roster"
    if extension in (".json", ".toml"):
        return extension[1:]
    from .parsing.listing import looks_pasted

    plainly = extension in (".txt", ".md") or os.path.basename(path) == STANDARD_INPUT
    return "text" if looks_pasted(first.decode("utf-8", "replace"), plainly) else "toml"


def _json(path: str | os.PathLike[str]) -> str:
    from .parsing.documents import loaded, top
    from .parsing.files import contents, unpacked

    value = loaded(unpacked(contents(path, LARGEST), LARGEST))
    found = top(value)
    if found is None:
        from .formats.battlegroups import is_list

        return "battlegroups" if is_list(value) else "json"
    return "roster" if found[0] == "roster" else "catalogue"


@memo(32)
def _native(path: str, changed: int) -> Force:
    """A native file, kept until it changes or other rules can be read."""
    from .formats.native import load

    return load(path)


def _path(ref: str) -> str:
    """The file that is meant: one on disk, or a sample that ships; a plain name, as importing pathlib takes its time."""
    ref = ref.strip()
    if not ref or "\0" in ref:
        raise GrognardError("no force named", hint="write FILE or SYSTEM/SAMPLE")
    if os.path.isfile(ref):
        return ref
    system, slash, sample = ref.partition("/")
    if slash and system in systems.NAMES and "/" not in sample:
        shipped = _shipped(system)
        stems = [_stem(path) for path in shipped]
        for wanted in (sample, sample.removesuffix(".toml")):
            for file, stem in zip(shipped, stems, strict=True):
                if stem.lower() == wanted.lower():
                    return file
        if sample.lower().removesuffix(".toml") == DRILL:
            return os.path.join(systems.__path__[0], system, f"{DRILL}.toml")
        raise GrognardError(f"unknown sample {sample!r} of {system}", where=ref[:200], hint=nearest(sample, stems))
    if os.path.exists(ref):
        raise GrognardError("no regular file", where=ref[:200], hint="write a file")
    raise GrognardError("no such file", where=ref[:200], hint="'grognard roster samples' lists the forces that ship")


def _stem(path: str) -> str:
    return os.path.splitext(os.path.basename(path))[0]


def _shipped(system: str) -> list[str]:
    # the path of the package, not importlib.resources: that costs a third of the start of a command
    folder = os.path.join(systems.__path__[0], system, "forces")
    names = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
    return [os.path.join(folder, name) for name in names if name.endswith(".toml")]


def _some_units(name: str) -> str:
    try:
        names = unit_names(name)
    except GrognardError as error:
        return str(error)
    return ", ".join(names[:8]) + (", …" if len(names) > 8 else "")
