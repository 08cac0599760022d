"""Two plots of what an experiment has found, as SVG: the answer as battles are played, and each match-up."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from .experiment import Experiment
from .pairs import BattlePair
from .statistics import Interval, Sums, sequence, within

WIDE, HIGH, LEFT, ROW = 640, 240, 290, 26  # of a plot, in pixels
MOST_POINTS = 400  # of a line; beyond twice as many batches some are passed over


def running(asked: Experiment, pairs: Sequence[BattlePair]) -> str:
    """The mean and its interval after each batch, or after each so many, as SVG."""
    batch = asked.seeds.batch
    batches = len(pairs) // batch
    apart = batch * max(1, batches // MOST_POINTS)
    sums, found = Sums(), []
    for pair in pairs:
        sums = sums.plus(pair.gain)
        if sums.n % apart == 0 or sums.n == batches * batch:
            found.append(sums.interval(asked.stop.level))
    known = [one for one in found if one.half < inf] or [Interval(0.0, 1.0, 1)]
    low, high = min([0.0, *[one.low for one in known]]), max([0.0, *[one.high for one in known]])
    span, most = (high - low) or 1.0, max(known[-1].n, 1)

    def x(n: int) -> float:
        return 50 + (WIDE - 70) * n / most

    def y(value: float) -> float:
        return 20 + (HIGH - 50) * (high - value) / span

    area = [f"{x(one.n):.1f},{y(one.high):.1f}" for one in known] + [
        f"{x(one.n):.1f},{y(one.low):.1f}" for one in reversed(known)
    ]
    line = " ".join(f"{x(one.n):.1f},{y(one.mean):.1f}" for one in known)
    return _svg(
        HIGH,
        f"Victory points after so many pairs: {within(known[-1])}",
        f'<polygon points="{" ".join(area)}" fill="#7a2e1f" fill-opacity="0.2"/>',
        f'<polyline points="{line}" fill="none" stroke="#7a2e1f" stroke-width="2"/>',
        f'<line x1="50" x2="{WIDE - 20}" y1="{y(0):.1f}" y2="{y(0):.1f}" stroke="#888" stroke-dasharray="4 3"/>',
        _text(44, y(0) + 4, "0", "end"), _text(44, 24, f"{high:+.1f}", "end"), _text(44, HIGH - 28, f"{low:+.1f}", "end"),
        _text(WIDE - 20, HIGH - 8, f"{most} pairs", "end"),
    )  # fmt: skip


def strata(asked: Experiment, pairs: Sequence[BattlePair]) -> str:
    """The mean of each match-up with its interval, as SVG."""
    rows = [("all", sequence([pair.gain for pair in pairs], asked.stop.level))]
    for stratum, ((ours, theirs), scenario) in enumerate(asked.strata):
        own = [pair.gain for pair in pairs if pair.stratum == stratum]
        if own:
            rows.append((f"{ours} : {theirs}, {scenario}", sequence(own, asked.stop.level)))
    return rowed("Victory points by match-up", rows)


def rowed(title: str, rows: Sequence[tuple[str, Interval]]) -> str:
    """A row for each name with its mean and interval, as SVG."""
    ends = [end for _, one in rows for end in ((one.low, one.high) if one.half < inf else (one.mean,))]
    low, high = min([0.0, *ends]), max([0.0, *ends])
    span = (high - low) or 1.0

    def x(value: float) -> float:
        return LEFT + 100 + (WIDE - LEFT - 130) * (value - low) / span

    parts = [
        f'<line x1="{x(0):.1f}" x2="{x(0):.1f}" y1="6" y2="{ROW * len(rows) + 6}" stroke="#888" stroke-dasharray="4 3"/>'
    ]
    for k, (name, one) in enumerate(rows):
        y = ROW * k + 20
        parts.append(_text(8, y + 4, f"{name}: {within(one)}"[:60], "start"))
        if one.half < inf:
            parts.append(
                f'<line x1="{x(one.low):.1f}" x2="{x(one.high):.1f}" y1="{y}" y2="{y}" stroke="#7a2e1f" stroke-width="2"/>'
            )
        parts.append(f'<circle cx="{x(one.mean):.1f}" cy="{y}" r="4" fill="#7a2e1f"/>')
    return _svg(ROW * len(rows) + 20, title, *parts)


def _text(x: float, y: float, words: str, anchor: str) -> str:
    safe = words.replace("&", "&amp;").replace("<", "&lt;")
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-family="sans-serif" font-size="12">{safe}</text>'


def _svg(high: int, title: str, *parts: str) -> str:
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {high}" role="img"><title>{title}</title>'
    return "\n".join([head, f'<rect width="{WIDE}" height="{high}" fill="#fffdf7"/>', *parts, "</svg>"]) + "\n"
