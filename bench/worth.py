"""What each term of a table's worth counts (``grognard/bots/weights.toml``), found by regression on battles.

``python -m bench.worth play SYSTEM [FIRST [BATTLES]]`` plays battles of greedy players, some of whom now and then pick anything,
and keeps what stood on the table at the start of each round and at some boundaries between; ``python -m bench.worth fit`` finds
the weights from what was kept in ``bench/worth_data`` (a file a system: battle, round, margin gained after, the terms) and
writes them.

Only half of the sample forces play here; figures of strength come from battles of the others.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from grognard import battles, systems
from grognard.bots.balance import TERMS, terms
from grognard.bots.greedy import Greedy
from grognard.bots.random import drawn
from grognard.common import battle, scenario

FORCES = {  # that are for tuning
    "void": ("A", "brass-meridian"),
    "command": ("A", "gilded-hunt"),
    "dropzone": ("A", "B"),
    "usr": ("A", "ashen-choir", "iron-caravan", "gilded-lists", "veiled-company"),
}
SCENARIOS = ("hold-the-field", "hold-the-field", "close-quarters")
ROVING = (0.0, 0.0, 0.05, 0.15)  # shares of picks that are anything: tables that greedy players never come to
BETWEEN = 1 / 40  # of the boundaries within a round that are kept
KEPT = Path(__file__).with_name("worth_data")
RIDGE = 1.0  # how far weights are drawn to nothing, in terms of one standard deviation each


class Roving(Greedy):
    """Greedy, but for a share of its picks, which are anything."""

    def __init__(self, rng: Random, game: Any, share: float) -> None:
        super().__init__(rng, game)
        self.share = share

    def choose(self, table: Any, ask: Any) -> Any:
        """The best pick, or any."""
        return drawn(ask, self.rng) if self.rng.random() < self.share else super().choose(table, ask)


def seatings(forces: tuple[str, ...]) -> list[tuple[str, str]]:
    """Who plays whom: of more than two forces each itself, for where one is far better nothing hangs on how they are played."""
    return [(a, b) for a in forces for b in forces if a == b or len(forces) == 2]


def played(system: str, k: int) -> list[list[float]]:
    """The rows of the k-th battle of a system."""
    rng, forces = Random(f"worth/{system}/{k}"), FORCES[system]
    ours, theirs = seatings(forces)[k % len(seatings(forces))]
    setup = battles.setup(f"{system}/{ours}", f"{system}/{theirs}", seed=k, scenario=SCENARIOS[k % len(SCENARIOS)])
    game = battle.game_of(systems.get(system))
    shares = [rng.choice(ROVING) for _ in (0, 1)]
    players = [Roving(Random(f"{k}/{side}"), game, share) for side, share in enumerate(shares)]
    session = battle.begin(setup, players=players)
    found: list[tuple[int, int, list[float]]] = []
    while not session.over:
        t = session.table
        now = t.clock.round
        if now >= 1 and (not found or now != found[-1][0] or rng.random() < BETWEEN):
            stands = terms(t, 0), terms(t, 1)
            a, b = scenario.points(t)
            found.append((now, a - b, [stands[0][name] - stands[1][name] for name in TERMS]))
        session.play(1)
    a, b = scenario.points(session.table)
    return [[k, now, a - b - margin, *row] for now, margin, row in found]


def fitted(rows: Any, pairs: int) -> tuple[Any, Any, float]:
    """The weights of the terms, and their standard errors by drawing whole battles again, and the share of variance they explain.

    Only what differs between battles of the same two forces in the same round counts: else a term speaks for the better list.
    """
    battle_of, values = rows[:, 0], rows[:, 2:].copy()
    alike = np.stack([battle_of % pairs, rows[:, 1]])
    for one in np.unique(alike, axis=1).T:
        these = (one == alike.T).all(axis=1)
        values[these] -= values[these].mean(axis=0)
    gained, found = values[:, 0], values[:, 1:]

    def ridge(pick: Any) -> Any:
        scale = found[pick].std(0) + 1e-9
        x = found[pick] / scale
        return np.linalg.solve(x.T @ x + RIDGE * np.eye(x.shape[1]), x.T @ gained[pick]) / scale

    rng = np.random.default_rng(0)
    each = [np.flatnonzero(battle_of == k) for k in np.unique(battle_of)]
    again = [ridge(np.concatenate([each[i] for i in rng.integers(len(each), size=len(each))])) for _ in range(100)]
    weights = ridge(np.arange(len(rows)))
    return weights, np.std(again, axis=0), float(1 - np.var(gained - found @ weights) / np.var(gained))


def fit() -> str:
    """The weights of every system as they stand in ``weights.toml``, with standard errors."""
    said = ["# Victory points that one of each term of a table's worth counts: python -m bench.worth fit.", ""]
    for system in systems.NAMES:
        rows = np.load(KEPT / f"{system}.npz")["rows"].astype(float)
        weights, errors, share = fitted(rows, len(seatings(FORCES[system])))
        said += [f"[{system}]  # {len(np.unique(rows[:, 0]))} battles, {len(rows)} tables; {share:.0%} of the variance"]
        said += [
            f"{name} = {weight:.3f}  # ± {error:.3f}"
            for name, weight, error in zip(TERMS, weights, errors, strict=True)
        ]
        said.append("")
    return "\n".join(said).rstrip("\n") + "\n"


def main(words: list[str]) -> None:
    """Plays or fits."""
    if words[:1] == ["fit"]:
        text = fit()
        Path(__file__).parents[1].joinpath("src/grognard/bots/weights.toml").write_text(text)
        print(text, end="")
    elif words[:1] == ["play"] and len(words) > 1 and words[1] in FORCES:
        system, first, many = words[1], int((words[2:] or ["0"])[0]), int((words[3:] or ["100"])[0])
        path = KEPT / f"{system}.npz"
        rows = [row for k in range(first, first + many) for row in played(system, k)]
        before = [np.load(path)["rows"]] if path.exists() else []
        KEPT.mkdir(exist_ok=True)
        np.savez_compressed(path, rows=np.concatenate([*before, np.array(rows, dtype=np.float32).round(3)]))
        print(f"{system}: {many} battles, {len(rows)} tables more")
    else:
        print(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
