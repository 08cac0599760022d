"""Timing: the best of several runs, since everything else only makes a run slower."""

from __future__ import annotations

import gc
from collections.abc import Callable
from time import perf_counter
from typing import Any

from grognard.common import rules


def forget_everything() -> None:
    """Empties every cache, so that the next answer is a first answer."""
    rules.forget()


def best(run: Callable[[], Any], before: Callable[[], Any] = lambda: None, seconds: float = 0.7) -> float:
    """Seconds of the fastest run; ``before`` is not timed."""
    fastest = float("inf")
    spent = 0.0
    times = 0
    gc.collect()
    gc.disable()
    try:
        while spent < seconds or times < 3:
            before()
            began = perf_counter()
            run()
            took = perf_counter() - began
            fastest = min(fastest, took)
            spent += took
            times += 1
    finally:
        gc.enable()
    return fastest


def shown(seconds: float) -> str:
    """A time as people read it."""
    if seconds < 1e-3:
        return f"{seconds * 1e6:9.1f} µs"
    return f"{seconds * 1e3:9.2f} ms" if seconds < 1 else f"{seconds:9.2f} s "
