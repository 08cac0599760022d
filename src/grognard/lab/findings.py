"""What an experiment has found, to read: ``report.md``, and the answer in a sentence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf
from typing import Any

from .. import battles
from .by_odds import by_odds, told_by_odds
from .experiment import Experiment
from .pairs import BattlePair, differs, fair
from .regression import LEAST, Regressed, regressed
from .statistics import Interval, sequence, wilson, within
from .variants import WITH, WITHOUT, place

MOST_TIMES = 4  # its points: what a unit may be worth, as far as it is looked for


def answer(asked: Experiment, pairs: Sequence[BattlePair], enough: bool) -> str:
    """The answer in a sentence."""
    if asked.question == "fit":
        return f"What units are worth in {len(pairs)} pairs of battles between lists of {asked.points} points: see the table."
    found = sequence([pair.gain for pair in pairs], asked.stop.level)
    who, what = _said(asked, f"{found.mean:+.2f} victory points")
    if found.half == inf:
        return f"{who} {what} in {len(pairs)} pairs of battles: too few to say more."
    sure = f"{100 * asked.stop.level:g} % sure: between {found.low:+.2f} and {found.high:+.2f}"
    more = "" if enough else ", and the precision asked for is not reached"
    return f"{who} {what} ({sure}; {len(pairs)} pairs of battles{more})."


def _said(asked: Experiment, gain: str) -> tuple[str, str]:
    """Who or what it is about, and what so many victory points mean of it."""
    match asked.question:
        case "value":
            return asked.rule, f"is worth {gain} a battle to {asked.to or 'those who have it'}"
        case "points":
            return asked.unit, f"brings {gain} a battle more than its points bring elsewhere in its army"
        case "list":
            lists = [ours for ours, _ in asked.forces], [theirs for _, theirs in asked.forces]
            ours, theirs = (", ".join(dict.fromkeys(side)) for side in lists)
            return ours, f"scores {gain} a battle more than {theirs}"
        case "sweep":
            return f"{asked.vary} of {asked.values[-1]}", f"is worth {gain} a battle more than of {asked.values[0]}"
        case _:
            return asked.bots[0], f"scores {gain} a battle more than {asked.bots[1]}"


def told(asked: Experiment, pairs: Sequence[BattlePair], enough: bool) -> dict[str, Any]:
    """The answer as plain data; ``half`` is None where too little is known."""
    found = sequence([pair.gain for pair in pairs], asked.stop.level)
    odds = by_odds(asked) if asked.question == "value" else None
    units = _fitted(regressed(asked, pairs)) if asked.question == "fit" else {}
    return {
        "answer": answer(asked, pairs, enough),
        "mean": found.mean,
        "half": found.half if found.half < inf else None,
        "level": asked.stop.level,
        "score": sum(pair.score for pair in pairs) / len(pairs) if pairs else None,
        "pairs": len(pairs),
        "enough": enough,
        **units,
        **({} if odds is None else {"by_odds": {**odds._asdict(), "gain": odds.gain}}),
    }


def _fitted(found: Regressed | None) -> dict[str, Any]:
    return {} if found is None else {"units": [unit._asdict() for unit in found.units], "point": found.point.mean}


def markdown(asked: Experiment, pairs: Sequence[BattlePair], enough: bool) -> str:
    """The report."""
    bots = " against ".join(asked.bots) if asked.question == "match" else " and ".join(dict.fromkeys(asked.bots))
    battles_played = sum(len(pair.battles) for pair in pairs)
    lines = [
        f"# {_title(asked)}", "",
        answer(asked, pairs, enough), "",
        *ABOUT[asked.question](asked, pairs), "",
        f"{battles_played} battles, played by {bots} with {asked.dice} dice; each seed has both seatings at the same table.",
    ]  # fmt: skip
    if asked.question != "fit":
        lines += [
            "The interval is a confidence sequence: it holds however often it is looked at.", "",
            *_by_match_up(asked, pairs), "",
            "![The answer as battles are played](running.svg)", "",
            "![Each match-up](strata.svg)",
        ]  # fmt: skip
    return "\n".join([*lines, "", "The battles stand one pair a line in `pairs.jsonl`."]) + "\n"


def _title(asked: Experiment) -> str:
    match asked.question:
        case "value":
            return f"The value of {asked.rule}" + (f" given to {asked.to}" if asked.to else "")
        case "points":
            return f"What {asked.unit} is worth"
        case "list":
            return " and ".join(f"{ours} against {theirs}" for ours, theirs in asked.forces)
        case "sweep":
            return f"{asked.vary} from {asked.values[0]} to {asked.values[-1]}"
        case "fit":
            return f"What units are worth in lists of {asked.points} points"
        case _:
            return f"{asked.bots[0]} against {asked.bots[1]}"


def _by_match_up(asked: Experiment, pairs: Sequence[BattlePair]) -> list[str]:
    lines = ["| forces | scenario | pairs | victory points | battles won |", "|---|---|---|---|---|"]
    share = "{:.1f} %" if asked.question in ("match", "list") else "{:+.1f} %"
    for stratum, ((ours, theirs), scenario) in enumerate(asked.strata):
        own = [pair for pair in pairs if pair.stratum == stratum]
        if own:
            found = within(sequence([pair.gain for pair in own], asked.stop.level))
            won = share.format(100 * _mean([pair.score for pair in own]))
            lines.append(f"| {ours} against {theirs} | {scenario} | {len(own)} | {found} | {won} |")
    return lines


# --- what each question has besides -----------------------------------------------------------------------------------


def _value(asked: Experiment, pairs: Sequence[BattlePair]) -> list[str]:
    same = sum(_unchanged(pair) for pair in pairs)
    won = 100 * _mean([pair.score for pair in pairs])
    return [
        f"With it {won:+.1f} % of the battles are won. In {same} of {len(pairs)} pairs it changed nothing:",
        "every die and every pick is the same with it and without.",
        "",
        *told_by_odds(by_odds(asked), sequence([pair.gain for pair in pairs], asked.stop.level), asked.stop.precision),
    ]


def _match(asked: Experiment, pairs: Sequence[BattlePair]) -> list[str]:
    score = _mean([pair.score for pair in pairs])
    low, high = wilson(score, 2 * len(pairs))
    sure = f"Wilson, 95 %: {100 * low:.1f} to {100 * high:.1f} %; a draw is half a win"
    return [f"Of its battles it wins {100 * score:.1f} % ({sure})."]


def _points(asked: Experiment, pairs: Sequence[BattlePair]) -> list[str]:
    """The unit's victory points, those of its points elsewhere, and the points at which it would be worth neither more nor less."""
    lines = [
        "The army is played with the unit, without it, and without another of its units, drawn by points: so its points "
        "are compared with the average of its army.", "",
        "| match-up | points | victory points it brings | its points elsewhere | worth in points |", "|---|---|---|---|---|",
    ]  # fmt: skip
    for stratum, ((ours, theirs), scenario) in enumerate(asked.strata):
        own = [pair for pair in pairs if pair.stratum == stratum]
        if not own:
            continue
        force = battles.force(ours)
        cost = force.kinds[place(asked, force)].points
        brings = [differs(pair.battles, WITH, WITHOUT)[0] for pair in own]
        elsewhere = [fair(asked, pair.n, pair.battles) for pair in own]
        level = asked.stop.level
        lines.append(
            f"| {ours} against {theirs}, {scenario} | {cost} | {within(sequence(brings, level))} "
            f"| {within(sequence(elsewhere, level))} | {in_points(cost, brings, elsewhere, level)} |"
        )
    return lines


def in_points(cost: int, brings: Sequence[float], elsewhere: Sequence[float], level: float) -> str:
    """The points for which the unit would bring what points bring elsewhere: those that the battles do not rule out.

    >>> in_points(100, [2.0, 2.2] * 200, [1.0, 1.1] * 200, 0.95)
    '195 to 205'
    >>> in_points(100, [0.0] * 10, [1.0] * 10, 0.95)
    'too few pairs'
    """
    if len(brings) < 2 or sequence(brings, level).half == inf:
        return "too few pairs"
    step = max(1, cost // 20)
    possible = [
        points
        for points in range(0, MOST_TIMES * cost + 1, step)
        if _may_be_none(sequence([b - points / cost * e for b, e in zip(brings, elsewhere, strict=True)], level))
    ]
    if not possible:
        return f"more than {MOST_TIMES * cost}, or less than nothing"
    high = f"{possible[-1]}" if possible[-1] + step <= MOST_TIMES * cost else f"{possible[-1]} or more"
    return f"{possible[0]} to {high}"


def _may_be_none(found: Interval) -> bool:
    return found.low <= 0 <= found.high


def _sweep(asked: Experiment, pairs: Sequence[BattlePair]) -> list[str]:
    """Each value against the first; so many intervals hold together."""
    level = 1 - (1 - asked.stop.level) / (len(asked.values) - 1)
    first = asked.values[0]
    lines = [
        f"Each value against {first}, from the same seeds; with {100 * asked.stop.level:g} % all these intervals hold.", "",
        f"| {asked.vary} | victory points more than with {first} | battles won |", "|---|---|---|",
    ]  # fmt: skip
    for value in asked.values[1:]:
        changes = [differs(pair.battles, value, first) for pair in pairs]
        won = 100 * _mean([score for _, score in changes])
        lines.append(f"| {value} | {within(sequence([gain for gain, _ in changes], level))} | {won:+.1f} % |")
    return lines


def _fit(asked: Experiment, pairs: Sequence[BattlePair]) -> list[str]:
    found = regressed(asked, pairs)
    if found is None:
        return [f"Too few pairs to say more: it takes at least {LEAST} for each unit."]
    point = found.point
    rate = sum(unit.mean for unit in found.units) / sum(unit.points for unit in found.units)
    sure = f"{100 * asked.stop.level:g} %"
    lines = [
        f"A hundred points more are worth {100 * point.mean:+.2f} victory points ({sure}: {100 * point.low:+.2f} to "
        f"{100 * point.high:+.2f}). Each unit's interval ({sure}, bootstrap over pairs) holds by itself: of twenty units "
        "one may well be wrong. Worth in points: as many as bring that much on the average of all units.", "",
        "| unit | points | victory points | interval | worth in points |", "|---|---|---|---|---|",
    ]  # fmt: skip
    for unit in found.units:
        worth = f"{unit.mean / rate:.0f}" if rate > 0 else "unknown"
        lines.append(
            f"| {unit.unit} | {unit.points} | {unit.mean:+.2f} | {unit.low:+.2f} to {unit.high:+.2f} | {worth} |"
        )
    return lines


ABOUT: dict[str, Callable[[Experiment, Sequence[BattlePair]], list[str]]] = {
    "value": _value,
    "match": _match,
    "list": _match,
    "points": _points,
    "sweep": _sweep,
    "fit": _fit,
}


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def _unchanged(pair: BattlePair) -> bool:
    """Whether each battle came out die by die as the one without the rule."""
    courses = {(b.seat, b.arm): b.course for b in pair.battles}
    return all(courses[seat, "with"] == courses[seat, "without"] for seat in (0, 1))
