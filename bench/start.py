"""What a player waits for who types a command: a fresh process."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import gettempdir
from time import perf_counter

from grognard import systems
from grognard.muster.ref import resolve_force

from .core import speed
from .figures import Figures
from .timing import shown

RUNS = 7
WHOLE, IMPORTING = 0.200, 0.060


def fresh(figures: Figures) -> None:
    """``grognard odds`` in a process of its own, and how much of it is importing."""
    for system in systems.NAMES:
        ours, theirs = resolve_force(f"{system}/A").kinds[0], resolve_force(f"{system}/B").kinds[0]
        words = ["odds", f"{system}/A:{ours.name}", f"{system}/B:{theirs.name}"]
        _shown(figures, f"{system}, a fresh 'grognard odds'", lambda w=words: _run(["-m", "grognard", *w])[0], WHOLE)
        _shown(figures, f"{system}, of which importing", lambda w=words: importing(w), IMPORTING)


def _shown(figures: Figures, name: str, run: Callable[[], float], most: float) -> None:
    """The middle one of several runs, as it is on the core that the targets speak of, and as measured."""
    times = []
    for _ in range(RUNS):
        before = speed()
        took = run()
        core = (before + speed()) / 2
        times.append((took * core, took, core))
    on_the_core, here, core = sorted(times)[RUNS // 2]
    figures.time(name, on_the_core, most)
    print(f"  (as measured {shown(here).strip()}, on a core {core:.2f} times as fast as the one targets speak of)")


def _run(words: list[str]) -> tuple[float, str]:
    # Compiled modules are kept, as they are on a player's machine, but not in the tree.
    kept = {"PYTHONPYCACHEPREFIX": str(Path(gettempdir()) / "grognard-bench")}
    env = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"} | kept
    began = perf_counter()
    done = subprocess.run([sys.executable, *words], capture_output=True, text=True, check=True, env=env)
    return perf_counter() - began, done.stdout


def importing(words: list[str]) -> float:
    """Seconds that a fresh process spends importing while it runs a command: its outermost imports, with all that they bring."""
    code = f"""
import builtins, importlib, sys
from time import perf_counter

spent, inside = 0.0, False

def timed(load):
    def loading(*what, **how):
        global spent, inside
        if inside:
            return load(*what, **how)
        inside, began = True, perf_counter()
        try:
            return load(*what, **how)
        finally:
            inside, spent = False, spent + perf_counter() - began
    return loading

builtins.__import__, importlib.import_module = timed(builtins.__import__), timed(importlib.import_module)
from grognard.__main__ import run
sys.argv[1:] = {words!r}
try:
    run()
except SystemExit:
    pass
print("imported in", spent)
"""
    return float(_run(["-c", code])[1].split()[-1])
