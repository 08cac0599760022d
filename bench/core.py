"""How fast this core is just now. The speed of shared machines changes by a third within a minute, and figures with it."""

from __future__ import annotations

from time import process_time

from .volleys import dyce_slain

CLOCK = 0.8e-3  # seconds that dyce's 40 shots take on the core that the targets speak of


def speed() -> float:
    """How fast this core is, beside the one that the targets speak of: a peer with a known time is run."""
    times = []
    for _ in range(6):
        began = process_time()
        dyce_slain(40)
        times.append(process_time() - began)
    return CLOCK / min(times)
