"""Several rules asked about at once: each an experiment of its own, and of all of them few are called worth something wrongly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from .. import battles
from ..common.rules import slug_of
from ..errors import GrognardError
from .experiment import Experiment, checked
from .statistics import Interval, Sums, within
from .variants import bears, match_ups


def each(asked: Experiment, where: str) -> dict[str, Experiment]:
    """The experiment of each rule by the name of its folder; of the forces those that have it. Raises GrognardError."""
    found: dict[str, Experiment] = {}
    for rule in asked.rules:
        one = replace(asked, rule=rule, rules=[])
        pairs = one.forces
        if not pairs and not one.to:
            pairs = match_ups(rule)
        elif not one.to:
            pairs = [pair for pair in pairs if bears(one, battles.force(pair[0]))]
            if not pairs:
                raise GrognardError(
                    f"nobody has {rule!r}", where=where, hint="the first of a pair of forces must have it"
                )
        folder = slug_of(rule)
        if folder in found:
            raise GrognardError(f"{rule!r} is asked about twice", where=where, hint="name each rule once")
        found[folder] = checked(replace(one, forces=pairs), where)
    return found


def discovered(evidence: Sequence[float], alpha: float) -> list[bool]:
    """Which of several e-values count, so that on average at most ``alpha`` of those that count do so wrongly.

    The e-BH procedure of Wang and Ramdas (False discovery rate control with e-values, 2022): that of Benjamini and Hochberg for
    e-values. It holds whatever the values have to do with each other, and whenever each of them was stopped.

    >>> discovered([100.0, 1.0, 50.0, 30.0], 0.05)
    [True, False, True, True]
    >>> discovered([39.0, 1.0], 0.05)
    [False, False]
    """
    ranked = sorted(evidence, reverse=True)
    counts = [k for k, e in enumerate(ranked, 1) if e >= len(ranked) / (k * alpha)]
    least = ranked[max(counts) - 1] if counts else float("inf")
    return [e >= least for e in evidence]


class Discoveries:
    """All rules with what is known of them; the intervals of those that count are as much wider as it takes."""

    def __init__(self, asked: Experiment, sums: Mapping[str, Sums]) -> None:
        self.asked, self.sums = asked, sums
        self.alpha = 1 - asked.stop.level
        counts = discovered([one.evidence for one in sums.values()], self.alpha)
        self.counts = dict(zip(sums, counts, strict=True))

    def interval(self, rule: str) -> Interval:
        """What is known of a rule: of those that count, at most ``alpha`` of the intervals miss, on average."""
        alpha = self.alpha
        if self.counts[rule]:  # e-values' form of Benjamini and Yekutieli's intervals of what was selected
            alpha *= sum(self.counts.values()) / len(self.counts)
        return self.sums[rule].interval(1 - alpha)

    def answer(self) -> str:
        """The answer in a sentence."""
        found = [rule for rule, counts in self.counts.items() if counts]
        sure = f"at most {100 * self.alpha:.2g} % of such findings are wrong, on average"
        if not found:
            return f"None of {len(self.counts)} rules can be said to matter ({sure})."
        return f"{len(found)} of {len(self.counts)} rules matter{'s' * (len(found) == 1)} ({sure}): {', '.join(found)}."

    def told(self) -> dict[str, object]:
        """The answer as plain data."""
        rows = []
        for rule, counts in self.counts.items():
            known = self.interval(rule)
            half = known.half if known.half < float("inf") else None
            evidence = self.sums[rule].evidence
            rows.append(
                {"rule": rule, "mean": known.mean, "half": half, "pairs": known.n, "e": evidence, "matters": counts}
            )
        return {"answer": self.answer(), "level": self.asked.stop.level, "rules": rows}

    def markdown(self) -> str:
        """The report."""
        lines = [
            f"# The value of {len(self.counts)} rules", "",
            self.answer(), "",
            "False discovery is controlled by e-values (e-BH), which may be looked at at any time and may depend "
            "on each other: the e-value of a rule that does nothing is above 20 in at most one "
            "of twenty experiments. The intervals of the rules that matter "
            "are wider, for they were chosen.", "",
            "| rule | pairs | victory points | e-value | matters |", "|---|---|---|---|---|",
        ]  # fmt: skip
        for rule in sorted(self.counts, key=lambda rule: -self.interval(rule).mean):
            known, yes = self.interval(rule), "yes" if self.counts[rule] else "not shown"
            lines.append(f"| {rule} | {known.n} | {within(known)} | {self.sums[rule].evidence:.3g} | {yes} |")
        return (
            "\n".join([*lines, "", "![Each rule](rules.svg)", "", "Each rule has a folder with its own report."]) + "\n"
        )
