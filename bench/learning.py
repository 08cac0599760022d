"""Environments for learning: steps a second of masked random play, and what greedy's pick in ``infos`` costs besides."""

from __future__ import annotations

from itertools import count
from random import Random
from time import process_time

import numpy as np

from grognard import systems
from grognard.ai import BattleEnv

from .core import speed
from .figures import Figures

SECONDS = 3.0  # of processor time


def learning(figures: Figures) -> None:
    """Steps a second by system."""
    for system in systems.NAMES:
        for greedy in (False, True):
            with_what = "with greedy's pick" if greedy else "random play"
            figures.rate(f"{system}, steps of an environment, {with_what}", _rate(system, greedy))


def _rate(system: str, greedy: bool) -> float:
    """Steps a second, on the core that the targets speak of; a first battle warms up."""
    env, rng = BattleEnv(f"{system}/A", f"{system}/B", greedy=greedy), Random(1)
    steps, spent = 0, 0.0
    for seed in count():
        core, began = speed(), process_time()
        env.reset(seed=seed)
        found = 0
        while not env.battle.over:
            env.step(rng.choice(np.flatnonzero(env.observe(env.agent_selection)["action_mask"]).tolist()))
            found += 1
        took = (process_time() - began) * (core + speed()) / 2
        if seed:
            steps, spent = steps + found, spent + took
        if spent > SECONDS:
            break
    return steps / spent
