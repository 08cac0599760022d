"""Rules of the house: rule classes in a Python file of the user's own, beside the published ones of a system.

Loading such a file runs it, so it happens only when the user names it. A house rule is written exactly like any other; see
docs/write-a-rule.md.
"""

from __future__ import annotations

import sys
import traceback
from pathlib import Path
from types import ModuleType

from msgspec.structs import replace

from ..common.rules import Rule, forget, reader
from ..errors import GrognardError
from . import HOUSED, get


def load(file: str | Path) -> tuple[type[Rule], ...]:
    """The rules of a file, now part of their systems until the process ends.

    Raises GrognardError when the file cannot be read or run, or states no rule or one that stands already.
    """
    path = Path(file)
    try:
        source = path.read_bytes()
    except OSError as error:
        raise GrognardError(f"cannot be read: {error.strerror}", where=str(path)) from None
    module = ModuleType(f"house.{path.stem}")
    module.__file__ = str(path)
    sys.modules[module.__name__] = module  # where classes look up the names in their annotations
    try:
        exec(compile(source, str(path), "exec"), module.__dict__)
    except Exception as error:
        del sys.modules[module.__name__]
        told = " ".join(str(error).split())
        raise GrognardError(f"{type(error).__name__}: {told}", where=f"{path}:{_line(error, path)}") from error
    rules = tuple(
        value
        for value in vars(module).values()
        if isinstance(value, type)
        and issubclass(value, Rule)
        and value.spellings
        and value.__module__ == module.__name__
    )
    if not rules:
        raise GrognardError("states no rule", where=str(path), hint="see docs/write-a-rule.md")
    add(rules, str(path))
    return rules


def add(rules: tuple[type[Rule], ...], where: str = "") -> None:
    """Puts rules beside the published ones of their systems. Raises GrognardError when one of that name stands already."""
    for rule in rules:
        system = get(rule.system)
        if any(rule.slug == known.slug for known in system.rules):
            raise GrognardError(
                f"{system.id} has a rule {rule.spellings[0]!r} already",
                where=where,
                hint="give yours a name of its own",
            )
        published = any(rule.slug == entry.id.partition(":")[2] for entry in system.entries())
        names = system.names if published else (*system.names, rule.spellings[0])
        stated = (*system.rules, rule)
        read = reader(system.id, stated, names)
        HOUSED[system.id] = replace(
            system, rules=stated, names=names, read_rule=read, schema=replace(system.schema, read_rule=read)
        )
    forget()


def _line(error: Exception, path: Path) -> int:
    """The last line of the file that was running, or where its grammar breaks."""
    if isinstance(error, SyntaxError):
        return error.lineno or 1
    lines = [f.lineno or 1 for f in traceback.extract_tb(error.__traceback__) if f.filename == str(path)]
    return lines[-1] if lines else 1
