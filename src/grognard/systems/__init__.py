"""The four game systems, each loaded when it is first asked for."""

from __future__ import annotations

from importlib import import_module

from ..common.system import System
from ..errors import GrognardError

NAMES = ("void", "command", "dropzone", "usr")
HOUSED: dict[str, System] = {}  # systems with rules of the house beside the published ones, see house.py


def get(name: str) -> System:
    """A system by its id, with the rules of the house when some are loaded. Raises GrognardError naming the known ones."""
    if name in HOUSED:
        return HOUSED[name]
    if name not in NAMES:
        raise GrognardError(f"unknown system {name!r}", hint=f"one of: {', '.join(NAMES)}")
    system: System = import_module(f"{__name__}.{name}.system").SYSTEM
    return system
