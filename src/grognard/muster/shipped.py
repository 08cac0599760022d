"""The tables and scenarios that ship, by name: ``kiln-quarter`` or ``dropzone/kiln-quarter``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from .. import systems
from ..common.scenario import SCENARIOS, Scenario, load, slug
from ..common.schema import unknown
from ..errors import GrognardError
from ..table.terrain import Ground, load_ground


def shipped(system: str) -> dict[str, Path]:
    """The table files of a system by name."""
    folder = Path(systems.__path__[0]) / system / "tables"
    return {path.stem: path for path in sorted(folder.glob("*.toml"))}


def table(name: str | Path, system: str) -> Ground:
    """A table by its name or file. Raises GrognardError, naming the nearest names when there is neither."""
    path = Path(name)
    if isinstance(name, Path) or path.is_file():
        return load_ground(path)
    words, tables = _of_system(name, system, "table"), shipped(system)
    if words in tables:
        return load_ground(tables[words])
    if path.suffix or "/" in words:
        return load_ground(path)  # which says why it cannot be read
    raise _unknown("table", name, tables)


def scenario(name: str, system: str) -> Scenario:
    """A scenario by its name or file. Raises GrognardError, naming the nearest names when there is neither."""
    words, known = _of_system(name, system, "scenario"), scenarios(system)
    if slug(words) in known:
        return known[slug(words)]
    if name.endswith(".toml") or "/" in words or Path(name).is_file():
        return load(name)
    raise _unknown("scenario", name, known)


def scenarios(system: str) -> dict[str, Scenario]:
    """The scenarios of a system by name: those of all systems, then its own."""
    own = systems.get(system).scenarios
    return {**SCENARIOS, **(own() if own is not None else {})}


def listed(system: str | None = None) -> dict[str, list[dict[str, Any]]]:
    """What ships, of one system or of all: ``{"tables": [...], "scenarios": [...]}``. Raises GrognardError for an unknown one."""
    if system is not None:
        systems.get(system)
    tables, told = [], []
    for id in systems.NAMES if system is None else (system,):
        for name, path in shipped(id).items():
            tables.append({"ref": f"{id}/{name}", "system": id, **_table(load_ground(path))})
        for name, found in scenarios(id).items():
            if name not in SCENARIOS:
                told.append({"ref": f"{id}/{name}", "system": id, **_scenario(found)})
    common = [{"ref": name, "system": None, **_scenario(found)} for name, found in SCENARIOS.items()]
    return {"tables": tables, "scenarios": [*common, *told]}


def _table(ground: Ground) -> dict[str, Any]:
    return {
        "name": ground.name,
        "width": ground.width,
        "height": ground.height,
        "pieces": len(ground.pieces),
        "garrisons": sum(piece.has("garrison") for piece in ground.pieces),
        "objectives": len(ground.objectives),
    }


def _scenario(found: Scenario) -> dict[str, Any]:
    return {"name": found.name, "rounds": found.rounds, "zones": found.zones, "objectives": found.objectives}


def _of_system(name: str, system: str, what: str) -> str:
    """The name without the system before it. Raises GrognardError for one of another system."""
    before, bar, rest = name.strip().partition("/")
    if not bar or before not in systems.NAMES or "/" in rest:
        return name.strip()
    if before != system:
        raise GrognardError(f"{name} is a {what} of {before}", where=f"--{what}", hint=f"the forces are of {system}")
    return rest


def _unknown(what: str, name: str, known: Any) -> GrognardError:
    error = unknown(what, name, known)
    return GrognardError(error.what, where=f"--{what}", hint=f"{error.hint}; 'grognard tables' lists what ships")
