"""What units are worth in lists drawn at random: the margin of a battle as the sum of what the units of both lists bring."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from ..common.profiles import Force
from ..errors import GrognardError
from .drafts import chosen, drafts
from .experiment import Experiment
from .pairs import BattlePair

RESAMPLES = 400
LEAST = 3  # pairs for each unit, of which something may be said


class Worth(NamedTuple):
    """What one more of a unit brings in victory points, with an interval; ``points`` is what it costs."""

    unit: str
    points: int
    mean: float
    low: float
    high: float


class Regressed(NamedTuple):
    """All units, and what a point of points brings by itself."""

    units: list[Worth]
    point: Worth  # of one point


def regressed(asked: Experiment, pairs: Sequence[BattlePair]) -> Regressed | None:
    """Least squares of the margin on what one list has more of than the other; None where there are too few pairs.

    Both seatings of a pair are one observation, so who begins does not count. The intervals are those of a bootstrap over
    pairs: each unit's holds by itself, once, and not however often it is looked at. Raises GrognardError without numpy.
    """
    np = _numpy()
    lists = [drafts(asked, pair.n) for pair in pairs]
    cost = {kind.name: kind.points for pair in lists for force in pair for kind in chosen(force)}
    names = sorted(cost)
    if len(pairs) < LEAST * len(names) or not names:
        return None
    more = np.array([[_count(ours)[name] - _count(theirs)[name] for name in names] for ours, theirs in lists], float)
    dearer = more @ np.array([cost[name] for name in names], float)
    gains = np.array([pair.gain for pair in pairs])
    rng = Random("bootstrap")
    draws = [[rng.randrange(len(pairs)) for _ in pairs] for _ in range(RESAMPLES)]
    level = asked.stop.level
    found = _solved(np, more, gains, draws, level)
    units = [Worth(name, cost[name], *ends) for name, ends in zip(names, found, strict=True)]
    (ends,) = _solved(np, dearer[:, None], gains, draws, level)
    return Regressed(sorted(units, key=lambda unit: -unit.mean), Worth("a point", 1, *ends))


def _solved(np: Any, rows: Any, values: Any, draws: list[list[int]], level: float) -> list[tuple[float, float, float]]:
    """Each coefficient with the ends of its interval."""
    mean = np.linalg.lstsq(rows, values, rcond=None)[0]
    again = np.array([np.linalg.lstsq(rows[draw], values[draw], rcond=None)[0] for draw in draws])
    low, high = np.quantile(again, [(1 - level) / 2, (1 + level) / 2], axis=0)
    return [(float(mean[k]), float(low[k]), float(high[k])) for k in range(len(mean))]


def _count(force: Force) -> Counter[str]:
    return Counter(kind.name for kind in chosen(force))


def _numpy() -> Any:
    try:
        import numpy
    except ImportError:
        raise GrognardError("a fit needs numpy", hint="pip install 'grognard[lab]'") from None
    return numpy
