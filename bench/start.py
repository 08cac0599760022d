"""What a player waits for who types a command: a fresh process."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from tempfile import gettempdir
from time import perf_counter

from grognard import systems
from grognard.muster.ref import resolve_force

from .figures import Figures

RUNS = 7
WHOLE, IMPORTING = 0.200, 0.060


def fresh(figures: Figures) -> None:
    """``grognard odds`` in a process of its own, and how much of it is importing."""
    for system in systems.NAMES:
        ours, theirs = resolve_force(f"{system}/A").kinds[0], resolve_force(f"{system}/B").kinds[0]
        words = ["odds", f"{system}/A:{ours.name}", f"{system}/B:{theirs.name}"]
        whole = min(_run(["-m", "grognard", *words])[0] for _ in range(RUNS))
        figures.time(f"{system}, a fresh 'grognard odds'", whole, WHOLE)
        modules = loaded(words)
        figures.time(f"{system}, of which importing", min(importing(modules) for _ in range(RUNS)), IMPORTING)


def _run(words: list[str]) -> tuple[float, str]:
    # Compiled modules are kept, as they are on a player's machine, but not in the tree.
    kept = {"PYTHONPYCACHEPREFIX": str(Path(gettempdir()) / "grognard-bench")}
    env = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"} | kept
    began = perf_counter()
    done = subprocess.run([sys.executable, *words], capture_output=True, text=True, check=True, env=env)
    return perf_counter() - began, done.stdout


def loaded(words: list[str]) -> list[str]:
    """The modules that a command loads beyond those of a bare interpreter, in the order in which they begin to load."""
    code = f"""
import sys
known = set(sys.modules)
from grognard.cli import main
try:
    main({words!r})
except SystemExit:
    pass
print("loaded", *(m for m in sys.modules if m not in known))
"""
    return _run(["-c", code])[1].splitlines()[-1].split()[1:]


def importing(modules: list[str]) -> float:
    """Seconds that a fresh interpreter needs to import them."""
    code = f"""
from time import perf_counter
began = perf_counter()
for module in {modules!r}:
    __import__(module)
print(perf_counter() - began)
"""
    return float(_run(["-c", code])[1])
